"""From pairs to batches."""

import json

import torch
from tiny_training import TEXTS, pair

from corpus import emphasised
from training.batches import IGNORE, epoch_generator
from training.bpe import learn_vocabulary
from training.pairs import Example, encode_pairs, epoch_batches, padded


def test_a_batch_puts_the_loss_on_the_answer_alone():
    example = Example(prompts=((1, 10, 11, 2), (1, 12, 2)), answer=(20, 21, 3))
    for epoch, prompt in enumerate(example.prompts):
        batch = padded([example], room=64, pad=0, epoch=epoch)
        inputs_BT = batch.inputs_BT
        targets_BT = batch.targets_BT
        row = [*prompt, *example.answer]
        assert inputs_BT[0, : len(row) - 1].tolist() == row[:-1]
        assert targets_BT[targets_BT != IGNORE].tolist() == [20, 21, 3]
        assert batch.n_targets == 3 and not batch.is_dense
        assert targets_BT[0, len(prompt) - 1] == 20, "the mark before the answer predicts its first token"


def test_pairs_that_do_not_fit_are_counted():
    vocabulary = learn_vocabulary(TEXTS, 300)
    pairs = [
        pair(prompt="q", answer="a", alternates=json.dumps(["q" * 900])),
        pair(prompt="q", answer="ab" * 900),
    ]
    examples, dropped = encode_pairs(pairs, vocabulary, max_seq_len=64)
    assert dropped == 1 and len(examples) == 1 and len(examples[0].prompts) == 1


def test_short_prompts_are_shown_more_often_each_time_in_another_wording():
    vocabulary = learn_vocabulary(TEXTS, 300)
    short = pair(prompt="v0 = relu(a0)", answer="a", alternates=json.dumps(["v0 = relu(b0)"]))
    long = pair(prompt="\n".join(f"v{i} = relu(a0)" for i in range(6)), answer="b")
    shown = emphasised([short, long], 12.0)
    assert shown.count(short) == 12 and shown.count(long) == 1
    assert emphasised([short, long], 1.0) == [short, long]
    examples, _ = encode_pairs(shown, vocabulary, max_seq_len=400)
    first_wordings = [tuple(example.prompts[0]) for example in examples[:12]]
    assert len(set(first_wordings)) == 2 and first_wordings.count(first_wordings[0]) == 6


def test_epoch_batches_cover_everything_once_and_group_by_length():
    lengths = torch.randint(10, 500, (1000,), generator=torch.Generator().manual_seed(1)).tolist()
    batches = epoch_batches(lengths, 8, seed=0, epoch=3)
    assert sorted(i for batch in batches for i in batch) == list(range(1000))
    assert batches == epoch_batches(lengths, 8, seed=0, epoch=3) != epoch_batches(lengths, 8, seed=0, epoch=4)
    padded = sum(len(batch) * max(lengths[i] for i in batch) for batch in batches)
    assert padded < 1.15 * sum(lengths)


def test_every_seed_that_the_flag_takes_orders_an_epoch():
    for seed in (0, 7, 10**14):
        assert epoch_generator(seed, 3).initial_seed() == seed * 100_003 + 3
    last = [epoch_generator(10**18, epoch).initial_seed() for epoch in (0, 1)]
    assert last[0] != last[1]
