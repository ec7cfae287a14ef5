"""Packed rows: each pair as often as padded, and what it learns there is what it learns alone."""

import itertools

import pytest
import torch
from tiny_model import tiny_model
from tiny_training import flags, started, trained, write_pairs

import kernels
import llm
from python_to_triton import inference, verification
from training.batches import Batching
from training.pairs import Example, Pairs, collate, epoch_rows, padded
from triton_ops.machine import why_not_run

CPU = torch.device("cpu")
ROOM = 64


def examples(count: int) -> list[Example]:
    """Of 8 to 60 tokens below 97, one wording each or two."""
    generator = torch.Generator().manual_seed(0)

    def tokens(low, high):
        length = int(torch.randint(low, high, (), generator=generator))
        return tuple(torch.randint(4, 97, (length,), generator=generator).tolist())

    return [Example((tokens(4, 20),) * (1 + i % 2), tokens(4, 40)) for i in range(count)]


@pytest.fixture
def data(tmp_path):
    """Eighty examples, packed."""
    (tmp_path / "pairs").touch()
    vocabulary = type("Words", (), {"pad": 0})
    batching = Batching(batch_size=8, accumulation=2, seed=0, packing=True)
    return Pairs(examples(80), examples(4), vocabulary, ROOM, batching, str(tmp_path / "pairs"))


def test_rows_hold_every_pair_once_and_are_as_many_in_every_epoch():
    lengths = torch.randint(10, 500, (1000,), generator=torch.Generator().manual_seed(1)).tolist()
    epochs = [epoch_rows(lengths, 512, seed=0, epoch=epoch) for epoch in (3, 3, 4)]
    assert epochs[0] == epochs[1] != epochs[2]
    for rows in epochs:
        assert sorted(i for row in rows for i in row) == list(range(1000))
        assert all(sum(lengths[i] - 1 for i in row) <= 512 for row in rows)
        assert len(rows) == len(epochs[0]) <= 1.03 * (sum(lengths) - 1000) / 512


def test_an_epoch_has_every_target_once_in_batches_of_one_shape(data):
    for epoch in range(2):
        first = epoch * data.steps_per_epoch
        steps = list(itertools.islice(data.steps(first), data.steps_per_epoch))
        batches = [batch for step in steps for batch in step]
        assert {tuple(batch.inputs_BT.shape) for batch in batches} == {data.usual_shape}
        assert sum(batch.n_targets for batch in batches) == sum(len(each.answer) for each in data.train)
        assert sum(batch.n_tokens for batch in batches) == sum(len(each) - 1 for each in data.train)
        assert all((batch.targets_BT >= 0).sum() == batch.n_targets for batch in batches)


def test_a_micro_batch_holds_batch_size_pairs_on_average(data):
    n_pairs = [sum(map(len, rows)) for rows in data.batches(0)]
    assert sum(n_pairs[:-1]) / len(n_pairs[:-1]) == pytest.approx(data.batching.batch_size, rel=0.15)


def test_the_steps_go_on_from_any_position(data):
    whole = list(itertools.islice(data.steps(0), 3 * data.steps_per_epoch))
    for first in (1, data.steps_per_epoch, 2 * data.steps_per_epoch + 1):
        for ours, theirs in zip(data.steps(first), whole[first:]):
            for batch, other in zip(ours, theirs, strict=True):
                assert torch.equal(batch.inputs_BT, other.inputs_BT)
                assert torch.equal(batch.targets_BT, other.targets_BT)
                assert torch.equal(batch.bounds_2BT, other.bounds_2BT)


def test_padding_is_counted_and_is_a_document_of_its_own():
    rows = [[Example(((5, 6),), (7, 8, 3)), Example(((9,),), (10, 3))], [Example(((5,),), (6, 3))], []]
    batch = collate(rows, T=8, pad=0, packed=True)
    assert batch.inputs_BT[0].tolist() == [5, 6, 7, 8, 9, 10, 0, 0]
    assert batch.targets_BT[0].tolist() == [-100, 7, 8, 3, 10, 3, -100, -100]
    assert (batch.n_targets, batch.n_padding, batch.n_tokens) == (7, 16, 8)
    assert batch.bounds_2BT[0].tolist() == [[0, 0, 0, 0, 4, 4, 6, 6], [0, 0, *[2] * 6], [0] * 8]
    assert batch.bounds_2BT[1].tolist() == [[4, 4, 4, 4, 6, 6, 8, 8], [2, 2, *[8] * 6], [8] * 8]


def loss_and_gradients(model, batches, implementation="torch") -> tuple:
    """Of the sum over all batches."""
    sent = [batch.on(CPU) for batch in batches]
    loss = sum(llm.token_loss(model.hidden, model.head, batch, implementation) for batch in sent)
    return loss.detach(), *torch.autograd.grad(loss, list(model.parameters()))


def packed_and_alone() -> tuple[list, list]:
    """Three documents in two rows, and each in a batch of its own."""
    several = sorted(examples(3), key=len)
    together = [collate([several[:2], several[2:]], ROOM, pad=0, packed=True)]
    return together, [padded([example], ROOM, pad=0) for example in several]


@pytest.mark.parametrize("checkpointing", [False, True])
def test_a_packed_row_teaches_what_its_documents_teach_alone(checkpointing):
    together, alone = packed_and_alone()
    model = tiny_model().double()
    rates_D = 10000.0 ** (-torch.arange(0, 16, 2, dtype=torch.float64) / 16)
    angles_TD = torch.outer(torch.arange(ROOM, dtype=torch.float64), rates_D)
    model.cos_TD, model.sin_TD = angles_TD.cos(), angles_TD.sin()  # float32 tables tell places apart by 1e-7
    expected = loss_and_gradients(model, alone)
    model.checkpointing = checkpointing
    for ours, theirs in zip(loss_and_gradients(model, together), expected, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-10, atol=1e-10)


@pytest.mark.skipif(bool(why_not_run("cpu")), reason="Triton does not run on this CPU")
def test_a_packed_row_teaches_the_same_through_the_kernels():
    together, alone = packed_and_alone()
    plain = tiny_model()
    model = llm.Transformer(plain.config, dict.fromkeys(llm.SELECTED, "triton"))
    model.load_state_dict(plain.state_dict())
    ours = loss_and_gradients(model, together, "triton")
    theirs = loss_and_gradients(plain, alone)
    result = verification.compare(ours, theirs, loss_and_gradients(plain.double(), alone))
    assert result.ok, result.reason


def test_attention_is_chosen_with_bounds(tmp_path):
    write_pairs(tmp_path / "data.csv")
    assert "'packed causal')" in started(tmp_path, packing=True).kernel_table
    assert " 'causal')" in started(tmp_path, packing=False).kernel_table


def test_a_run_pads_unless_told_and_a_text_is_not_packed(tmp_path, capsys):
    assert llm.checked({}, resume=False)[0].packing is False
    assert llm.checked({"packing": True}, resume=False)[0].packing is True
    (tmp_path / "a.txt").write_text("some text\n")
    assert llm.main([f"--text={tmp_path / 'a.txt'}", "--packing=true"]) == 2
    assert "--packing belongs to training pairs" in capsys.readouterr().err


def test_a_packed_run_resumes_to_the_same_weights_and_stays_packed(tmp_path, capsys):
    write_pairs(tmp_path / "data.csv")
    trained(tmp_path, packing=True, checkpoint=tmp_path / "whole.pth", epochs=3)
    trained(tmp_path, packing=True, epochs=3, minutes=1e-9)  # one step
    trained(tmp_path, resume=True, epochs=3, minutes=0)
    whole, resumed = (inference.load_checkpoint(tmp_path / name) for name in ("whole.pth", "model.pth"))
    assert resumed["train_config"]["packing"] is True and resumed["step"] == whole["step"] > 1
    assert all(torch.equal(tensor, resumed["model"][name]) for name, tensor in whole["model"].items())
    assert llm.main([*flags(tmp_path, packing=False), "--resume"]) == 2
    assert "drop --packing" in capsys.readouterr().err


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")
@pytest.mark.parametrize("implementation", ["torch", "triton"])
def test_a_captured_packed_step_is_the_step(data, implementation):
    device = torch.device("cuda")
    implementations = dict.fromkeys(kernels.OPS, implementation)
    figures = []
    for capture in (True, False):
        torch.manual_seed(0)
        model = llm.Transformer(tiny_model().config, implementations).train().to(device)
        config = llm.TrainConfig(compile="off", capture=capture, accumulation=2)
        optimizer = llm.MuonAdamW(model, config, implementations)
        step = llm.Step(model, optimizer, llm.Precision.choose("bf16", device), config)
        figures.append([step(batches, 1.0).tolist() for batches in itertools.islice(data.steps(0), 6)])
    assert figures[0] == figures[1]
