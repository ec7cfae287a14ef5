"""Training pairs as batches, the loss on the answers alone: rows of like length, padded, or packed rows.

Packed, a row of fixed length holds several pairs, and attention keeps each to its own document. Rotary
positions need no restart at a document: attention depends on distances alone.

Dimension key: B batch, T time.
"""

import collections
import itertools
import json
import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

import corpus
from python_to_triton.frontend import SCHEDULES, with_schedule
from python_to_triton.inference import Vocabulary, file_hash
from training.batches import IGNORE, Batch, Batching, epoch_generator, perplexity

PAIRS_FOR_BPE = 20_000  # evenly spaced: more teach a BPE of thousands of tokens nothing new


def of_split(pairs: list, split: str, path: str) -> list:
    """The pairs of a split. Raises ValueError, one line, where `path` has none."""
    found = [pair for pair in pairs if pair.split == split]
    if not found:
        raise ValueError(
            f"{path} has no pair of the split {split}: name it in the column split of some, or extract a "
            "corpus with extract_training_data.py"
        )
    return found


def texts_for_bpe(path: str) -> Iterator[str]:
    """Prompts and answers of the training split, for the tokenizer. Raises ValueError where it is empty."""
    pairs = of_split(corpus.load_pairs(path), "train", path)
    for pair in pairs[:: math.ceil(len(pairs) / PAIRS_FOR_BPE)]:
        yield with_schedule(pair.prompt, pair.schedule)
        yield pair.answer


@dataclass(frozen=True)
class Example:
    """One training pair as token ids: prompts, one a wording, and the answer, <end> included."""

    prompts: tuple[Sequence[int], ...]
    answer: Sequence[int]
    schedule: str = ""  # that its prompts ask for; empty: the usual one

    def __len__(self) -> int:
        return max(len(prompt) for prompt in self.prompts) + len(self.answer)

    def prompt(self, epoch: int) -> Sequence[int]:
        """The wording of an epoch: it turns from one to the next."""
        return self.prompts[epoch % len(self.prompts)]


def encode_pairs(pairs: list, vocabulary: Vocabulary, max_seq_len: int) -> tuple[list[Example], int]:
    """(examples of the pairs that fit into max_seq_len tokens, number of those that do not).

    A pair that occurs again begins with its next wording.
    """
    wordings = [
        [with_schedule(text, pair.schedule) for text in (pair.prompt, *json.loads(pair.alternates))]
        for pair in pairs
    ]
    answers = vocabulary.encode_all([pair.answer for pair in pairs])
    encoded = iter(vocabulary.encode_all([wording for several in wordings for wording in several]))
    examples = []
    occurrences = collections.Counter()
    for pair, several, ids in zip(pairs, wordings, answers):
        answer = np.array([*ids, vocabulary.end])
        ends = (vocabulary.prompt_mark, vocabulary.answer_mark)
        prompts = [np.array([ends[0], *next(encoded), ends[1]]) for _ in several]
        fitting = tuple(prompt for prompt in prompts if len(prompt) + len(answer) <= max_seq_len)
        if fitting:
            turn = occurrences[several[0]] % len(fitting)
            examples.append(Example(fitting[turn:] + fitting[:turn], answer, pair.schedule))
            occurrences[several[0]] += 1
    return examples, len(pairs) - len(examples)


def epoch_batches(lengths: list[int], batch_size: int, seed: int, epoch: int) -> list[list[int]]:
    """Batches of indices for one epoch, a pure function of its arguments, so that a run can resume anywhere.

    Sequences of like length share a batch (sorted within windows of 16): little padding, still shuffled.
    """
    generator = epoch_generator(seed, epoch)
    shuffled = torch.randperm(len(lengths), generator=generator).tolist()
    order = []
    for start in range(0, len(shuffled), 16 * batch_size):
        order += sorted(shuffled[start : start + 16 * batch_size], key=lambda i: lengths[i])
    batches = [order[start : start + batch_size] for start in range(0, len(order), batch_size)]
    return [batches[i] for i in torch.randperm(len(batches), generator=generator).tolist()]


def packed_rows(order: list[int], lengths: list[int], room: int) -> list[list[int]]:
    """Rows of indices, each of at most `room` positions: an index goes where it leaves the least free.

    With `order` from long to short that is best-fit decreasing (Johnson et al. 1974). Where equal lengths
    change places in it, the rows have other indices, but are just as many.
    """
    rows = []
    by_free = [[] for _ in range(room + 1)]  # rows, by their free positions
    present = 0  # bit f: there are rows with f of them
    for index in order:
        size = lengths[index] - 1  # the last token is a target only
        fitting = present >> size
        if fitting:
            free = size + (fitting & -fitting).bit_length() - 1
            row = by_free[free].pop()
            present ^= 0 if by_free[free] else 1 << free
        else:
            free = room
            row = []
            rows.append(row)
        row.append(index)
        by_free[free - size].append(row)
        present |= 1 << (free - size)
    return rows


def epoch_rows(lengths: list[int], room: int, seed: int, epoch: int) -> list[list[int]]:
    """Packed rows of all indices, in the order of an epoch; as `epoch_batches` a pure function.

    Their number is the same in every epoch.
    """
    generator = epoch_generator(seed, epoch)
    shuffled = torch.randperm(len(lengths), generator=generator).tolist()
    rows = packed_rows(sorted(shuffled, key=lambda i: -lengths[i]), lengths, room)
    return [rows[i] for i in torch.randperm(len(rows), generator=generator).tolist()]


def padded_length(tokens: int, room: int, multiple: int = 32) -> int:
    """Positions T <= room of a batch whose longest row has so many tokens; the last is a target only."""
    return min(room, math.ceil((tokens - 1) / multiple) * multiple)


def collate(rows: list[list[Example]], T: int, pad: int, epoch: int = 0, packed: bool = False) -> Batch:
    """The batch of these rows of T positions, on the CPU: examples one after the other, the rest padding.

    Targets are the next token inside the answer, else IGNORE. Only where `packed` do a row's examples not see
    each other; padding then is a document too.
    """
    # numpy: its slices cost a tenth of a tensor's, and a GPU would wait for them
    inputs_BT = np.full((len(rows), T), pad)
    targets_BT = np.full((len(rows), T), IGNORE)
    bounds_2BT = np.empty((2, len(rows), T), np.int32)  # as `kernels.document_bounds` gives them
    n_targets = 0
    n_padding = 0
    for number, row in enumerate(rows):
        start = 0
        for example in row:
            prompt = example.prompt(epoch)
            middle = start + len(prompt)
            end = middle + len(example.answer) - 1
            inputs_BT[number, start:middle] = prompt
            inputs_BT[number, middle:end] = example.answer[:-1]
            targets_BT[number, middle - 1 : end] = example.answer
            bounds_2BT[:, number, start:end] = [[start], [end]]
            n_targets += len(example.answer)
            start = end
        bounds_2BT[:, number, start:] = [[start], [T]]
        n_padding += T - start
    inputs_BT, targets_BT, bounds_2BT = map(torch.from_numpy, (inputs_BT, targets_BT, bounds_2BT))
    return Batch(inputs_BT, targets_BT, n_targets, n_padding, bounds_2BT if packed else None)


def padded(examples: list[Example], room: int, pad: int, epoch: int = 0) -> Batch:
    """The batch of these examples, one a row, T as `padded_length` has it."""
    longest = max(len(example.prompt(epoch)) + len(example.answer) for example in examples)
    return collate([[example] for example in examples], padded_length(longest, room), pad, epoch)


class Pairs:
    """Examples to train on and to evaluate on, in the interface of the training loop."""

    FIGURES = "loss {loss:.4f}  perplexity {perplexity:.3f}  accuracy {accuracy:.2%}"

    def __init__(
        self,
        train: list[Example],
        validation: list[Example],
        vocabulary: Vocabulary,
        max_seq_len: int,
        batching: Batching,
        path: str,
    ):
        self.train = train
        self.held_back = validation
        self.vocabulary = vocabulary
        self.batching = batching
        self.hash = file_hash(path)
        self.lengths = [len(example) for example in train]
        self.T = max_seq_len  # of packed rows; of others at most
        self.rows = min(batching.batch_size, len(train))  # of a full micro-batch
        n_rows = len(train)
        if batching.packing:  # as many as hold batch_size pairs on average
            n_rows = len(epoch_rows(self.lengths, self.T, batching.seed, epoch=0))
            self.rows = max(1, round(self.rows * n_rows / len(train)))
        self.steps_per_epoch = math.ceil(math.ceil(n_rows / self.rows) / batching.accumulation)

    @classmethod
    def load(
        cls, path: str, emphasis: float, vocabulary: Vocabulary, max_seq_len: int, batching: Batching
    ) -> "Pairs":
        """The pairs of a file that fit into max_seq_len tokens. Raises ValueError where there are none."""
        pairs = corpus.load_pairs(path)
        shown = corpus.emphasised(of_split(pairs, "train", path), emphasis)
        kept = of_split(pairs, "validation", path)
        train, train_left_out = encode_pairs(shown, vocabulary, max_seq_len)
        validation, validation_left_out = encode_pairs(kept, vocabulary, max_seq_len)
        counts = f"{len(train):,} training and {len(validation):,} validation pairs"
        if not train or not validation:
            limit = f"at most {max_seq_len} tokens: raise --max_seq_len or extract more pairs"
            raise ValueError(f"{path} leaves {counts} of {limit}")
        left_out = train_left_out + validation_left_out
        print(f"{counts}; {left_out} longer than {max_seq_len} tokens left out")
        return cls(train, validation, vocabulary, max_seq_len, batching, path)

    @property
    def schedules(self) -> list[str]:
        """The words that a model trained on these pairs knows."""
        trained_on = {example.schedule for example in self.train}
        return [schedule for schedule in SCHEDULES if schedule in trained_on]

    @property
    def usual_shape(self) -> tuple[int, int]:
        """(B, T) of the micro-batches: packed, of all; else full ones of the median length."""
        if self.batching.packing:
            return self.rows, self.T
        longest = [max(self.lengths[i] for (i,) in rows) for rows in self.batches(0)]
        return self.rows, padded_length(statistics.median_low(longest), self.T)

    def batches(self, epoch: int) -> list[list[list[int]]]:
        """The indices of each row of each micro-batch of an epoch."""
        seed = self.batching.seed
        if not self.batching.packing:
            return [[[i] for i in batch] for batch in epoch_batches(self.lengths, self.rows, seed, epoch)]
        rows = epoch_rows(self.lengths, self.T, seed, epoch)
        return [rows[start : start + self.rows] for start in range(0, len(rows), self.rows)]

    def batch(self, rows: list[list[int]], epoch: int) -> Batch:
        """The batch of what `batches` gives; packed, the last of an epoch is filled with empty rows."""
        if not self.batching.packing:
            return padded([self.train[i] for (i,) in rows], self.T, self.vocabulary.pad, epoch)
        filled = [[self.train[i] for i in row] for row in rows] + [[]] * (self.rows - len(rows))
        return collate(filled, self.T, self.vocabulary.pad, epoch, packed=True)

    def steps(self, first: int) -> Iterator[list[Batch]]:
        """Yields the micro-batches of each step, from step `first` on, without end."""
        accumulation = self.batching.accumulation
        first_epoch, done = divmod(first, self.steps_per_epoch)
        for epoch in itertools.count(first_epoch):
            order = self.batches(epoch)
            for start in range(done * accumulation, len(order), accumulation):
                yield [self.batch(rows, epoch) for rows in order[start : start + accumulation]]
            done = 0

    def validation(self) -> Iterator[Batch]:
        """Yields batches of all the pairs that are held back, those of like length together, padded."""
        rows = sorted(self.held_back, key=len)
        for start in range(0, len(rows), self.batching.batch_size):
            yield padded(rows[start : start + self.batching.batch_size], self.T, self.vocabulary.pad)

    def metrics(self, loss: float, right: float) -> dict[str, float]:
        """{"loss", "perplexity", "accuracy"} an answer token."""
        return {"loss": loss, "perplexity": perplexity(loss), "accuracy": right}
