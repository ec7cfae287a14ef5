"""Training pairs as batches: rows of like length, the loss on the answers alone.

Dimension key: B batch, T time.
"""

import array
import collections
import itertools
import json
import math
import statistics
from collections.abc import Iterator
from dataclasses import dataclass

import torch

import corpus
from python_to_triton.inference import Vocabulary, file_hash
from training.batches import IGNORE, Batch, Batching, perplexity

PAIRS_FOR_BPE = 20_000  # evenly spaced: more teach a BPE of thousands of tokens nothing new


def texts_for_bpe(path: str) -> Iterator[str]:
    """Prompts and answers of the training split, for the tokenizer."""
    pairs = [pair for pair in corpus.load_pairs(path) if pair.split == "train"]
    for pair in pairs[:: math.ceil(len(pairs) / PAIRS_FOR_BPE)]:
        yield pair.prompt
        yield pair.answer


@dataclass(frozen=True)
class Example:
    """One training pair as token ids: prompts, one a wording, and the answer, <end> included."""

    prompts: tuple[tuple[int, ...], ...]
    answer: tuple[int, ...]

    def __len__(self) -> int:
        return max(len(prompt) for prompt in self.prompts) + len(self.answer)


def encode_pairs(pairs: list, vocabulary: Vocabulary, max_seq_len: int) -> tuple[list[Example], int]:
    """(examples of the pairs that fit into max_seq_len tokens, number of those that do not).

    A pair that occurs again begins with its next wording.
    """
    wordings = [[pair.prompt, *json.loads(pair.alternates)] for pair in pairs]
    answers = vocabulary.encode_all([pair.answer for pair in pairs])
    encoded = iter(vocabulary.encode_all([wording for several in wordings for wording in several]))
    examples = []
    occurrences = collections.Counter()
    for pair, several, ids in zip(pairs, wordings, answers):
        answer = (*ids, vocabulary.end)
        prompts = [(vocabulary.prompt_mark, *next(encoded), vocabulary.answer_mark) for _ in several]
        fitting = tuple(prompt for prompt in prompts if len(prompt) + len(answer) <= max_seq_len)
        if fitting:
            turn = occurrences[pair.prompt] % len(fitting)
            examples.append(Example(fitting[turn:] + fitting[:turn], answer))
            occurrences[pair.prompt] += 1
    return examples, len(pairs) - len(examples)


def epoch_batches(lengths: list[int], batch_size: int, seed: int, epoch: int) -> list[list[int]]:
    """Batches of indices for one epoch, a pure function of its arguments, so that a run can resume anywhere.

    Sequences of like length share a batch (sorted within windows of 16): little padding, still shuffled.
    """
    generator = torch.Generator().manual_seed(seed * 100_003 + epoch)
    shuffled = torch.randperm(len(lengths), generator=generator).tolist()
    order = []
    for start in range(0, len(shuffled), 16 * batch_size):
        order += sorted(shuffled[start : start + 16 * batch_size], key=lambda i: lengths[i])
    batches = [order[start : start + batch_size] for start in range(0, len(order), batch_size)]
    return [batches[i] for i in torch.randperm(len(batches), generator=generator).tolist()]


def padded_length(tokens: int, multiple: int = 32) -> int:
    """Positions T of a batch whose longest row has so many tokens, of which the last is a target only."""
    return math.ceil((tokens - 1) / multiple) * multiple


def collate(examples: list[Example], pad: int, epoch: int = 0) -> Batch:
    """The batch of these examples, on the CPU, T as `padded_length` has it.

    Targets are the next token inside the answer, else IGNORE. The prompt's wording turns with the epoch.
    """
    rows = [(*example.prompts[epoch % len(example.prompts)], *example.answer) for example in examples]
    # torch.tensor of the rows would take several times as long, and a GPU would wait for it
    flat = array.array("i", itertools.chain.from_iterable(rows))
    tokens = torch.frombuffer(flat, dtype=torch.int32).long()
    lengths_B1 = torch.tensor([[len(row)] for row in rows])
    answers_B1 = torch.tensor([[len(example.answer)] for example in examples])
    places_T = torch.arange(padded_length(max(map(len, rows))))
    at_BT = (lengths_B1.cumsum(0) - lengths_B1 + places_T).clamp(max=len(flat) - 2)
    inside_BT = places_T < lengths_B1 - 1
    in_answer_BT = inside_BT & (places_T >= lengths_B1 - 1 - answers_B1)
    inputs_BT = torch.where(inside_BT, tokens[at_BT], pad)
    targets_BT = torch.where(in_answer_BT, tokens[at_BT + 1], IGNORE)
    n_targets = sum(len(example.answer) for example in examples)
    n_padding = inputs_BT.numel() - sum(len(row) - 1 for row in rows)
    return Batch(inputs_BT, targets_BT, n_targets, n_padding)


class Pairs:
    """Examples to train on and to evaluate on, in the interface of the training loop."""

    FIGURES = "loss {loss:.4f}  perplexity {perplexity:.3f}  accuracy {accuracy:.2%}"

    def __init__(
        self,
        train: list[Example],
        validation: list[Example],
        vocabulary: Vocabulary,
        batching: Batching,
        path: str,
    ):
        self.train = train
        self.held_back = validation
        self.vocabulary = vocabulary
        self.batching = batching
        self.hash = file_hash(path)
        self.lengths = [len(example) for example in train]
        micro_batches = math.ceil(len(train) / batching.batch_size)
        self.steps_per_epoch = math.ceil(micro_batches / batching.accumulation)

    @classmethod
    def load(
        cls, path: str, emphasis: float, vocabulary: Vocabulary, max_seq_len: int, batching: Batching
    ) -> "Pairs":
        """The pairs of a file that fit into max_seq_len tokens. Raises ValueError where there are none."""
        pairs = corpus.load_pairs(path)
        shown = corpus.emphasised([pair for pair in pairs if pair.split == "train"], emphasis)
        kept = [pair for pair in pairs if pair.split == "validation"]
        train, too_long = encode_pairs(shown, vocabulary, max_seq_len)
        validation, too_long_too = encode_pairs(kept, vocabulary, max_seq_len)
        counts = f"{len(train):,} training and {len(validation):,} validation pairs"
        if not train or not validation:
            limit = f"at most {max_seq_len} tokens: raise --max_seq_len or extract more pairs"
            raise ValueError(f"{path} leaves {counts} of {limit}")
        print(f"{counts}; {too_long + too_long_too} longer than {max_seq_len} tokens left out")
        return cls(train, validation, vocabulary, batching, path)

    @property
    def usual_shape(self) -> tuple[int, int]:
        """(B, T) of the micro-batches: full, where there are enough examples, and of the median length."""
        batches = self.batches(0)
        batch_lengths = [padded_length(max(self.lengths[i] for i in batch)) for batch in batches]
        return min(self.batching.batch_size, len(self.lengths)), statistics.median_low(batch_lengths)

    def batches(self, epoch: int) -> list[list[int]]:
        """The indices of each micro-batch of an epoch."""
        return epoch_batches(self.lengths, self.batching.batch_size, self.batching.seed, epoch)

    def steps(self, first: int) -> Iterator[list[Batch]]:
        """Yields the micro-batches of each step, from step `first` on, without end."""
        accumulation = self.batching.accumulation
        first_epoch, done = divmod(first, self.steps_per_epoch)
        for epoch in itertools.count(first_epoch):
            order = self.batches(epoch)
            for start in range(done * accumulation, len(order), accumulation):
                batches = order[start : start + accumulation]
                yield [
                    collate([self.train[i] for i in batch], self.vocabulary.pad, epoch) for batch in batches
                ]
            done = 0

    def validation(self) -> Iterator[Batch]:
        """Yields batches of all the pairs that are held back, those of like length together."""
        rows = sorted(self.held_back, key=len)
        for start in range(0, len(rows), self.batching.batch_size):
            yield collate(rows[start : start + self.batching.batch_size], self.vocabulary.pad)

    def metrics(self, loss: float, right: float) -> dict[str, float]:
        """{"loss", "perplexity", "accuracy"} an answer token."""
        return {"loss": loss, "perplexity": perplexity(loss), "accuracy": right}
