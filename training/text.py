"""Plain text as training data: one tensor of token ids on the device, cut into shuffled windows.

The first 90 % of the characters are trained on, the rest is held back, in one piece. Every file is a document
of its own; <end> stands between documents.

Dimension key: B batch, T time, X = T + 1, N tokens, S steps, R rows of a step.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from python_to_triton.flags import check_fields, flag
from python_to_triton.inference import (
    TEXT_CHECKPOINT,
    Vocabulary,
    check_continues,
    data_files,
    file_hash,
    load_weights,
)
from training.batches import Batch, Batching, epoch_generator, perplexity

TRAINED_ON = 0.9  # share of the characters
PIECE = 100_000  # characters that are encoded at once, at the least


@dataclass(frozen=True)
class SampleConfig:
    """Continuation of a text, with --sample."""

    checkpoint: str = flag(TEXT_CHECKPOINT, "of a run on text")
    tokens: int = flag(200, "that are sampled", "[1, inf)")
    temperature: float = flag(0.8, "that they are drawn at; 0: the likeliest", "[0, inf)")
    seed: int = flag(0, "of the draws", "[0, 1e18]")
    device: str = flag("auto", "auto, cpu or cuda")

    def __post_init__(self):
        check_fields(self)

    def state(self) -> dict:
        """The model's state. Raises ValueError, one line, where there is none, or it is no model of text."""
        if not Path(self.checkpoint).exists():
            raise ValueError(f"there is no {self.checkpoint}: train one with `python llm.py --text FILE`")
        state = load_weights(self.checkpoint)
        check_continues(state, self.checkpoint)
        return state


def text_places(values: dict, resume: bool) -> dict:
    """Where a run on text writes, unless flags say it: the model that translates stays.

    Raises ValueError, one line, where there is no text, and for flags of training pairs.
    """
    if not values["text"]:
        raise ValueError("text is empty: leave it out, or name a file or a folder")
    if not Path(values["text"]).exists():
        raise ValueError(f"there is no text at {values['text']}")
    pairs_only = sorted({"data", "emphasis", "packing", "samples"} & values.keys())
    if pairs_only:
        raise ValueError(f"--{pairs_only[0]} belongs to training pairs, not to --text: drop one of them")
    return {"checkpoint": TEXT_CHECKPOINT} | ({} if resume else {"run_dir": "runs/text"})


def read_documents(path: str) -> list[str]:
    """The texts of a file, or of the .txt files of a folder.

    Raises ValueError, one line, where there is none.
    """
    documents = []
    for file in data_files(path):
        if not file.is_file():
            raise ValueError(f"{file} is no ordinary file")
        try:
            documents.append(file.read_bytes().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise ValueError(f"{file} is not UTF-8 text: {error.reason} at byte {error.start}") from error
        except OSError as error:
            raise ValueError(f"{file} cannot be read: {error.strerror}") from error
    documents = [text for text in documents if text]
    if not documents:
        raise ValueError(f"{path} holds no text: --text takes a UTF-8 file, or a folder of .txt files")
    return documents


def split_documents(documents: list[str]) -> tuple[list[str], list[str]]:
    """(documents to train on, those held back): contiguous parts, the one at the border cut in two."""
    room = int(TRAINED_ON * sum(map(len, documents)))
    train = []
    held_back = []
    for text in documents:
        train.append(text[:room])
        held_back.append(text[room:])
        room -= len(train[-1])
    return [text for text in train if text], [text for text in held_back if text]


def pieces(text: str) -> list[str]:
    """A text cut before line breaks, which no token reaches beyond, so that all cores can encode it."""
    cut = []
    start = 0
    while start < len(text):
        end = text.find("\n", start + PIECE)
        end = end if end >= 0 else len(text)
        cut.append(text[start:end])
        start = end
    return cut


def text_for_bpe(path: str) -> Iterator[str]:
    """The part of a text that is trained on, for the tokenizer."""
    train, _ = split_documents(read_documents(path))
    return itertools.chain.from_iterable(map(pieces, train))


def encode_documents(documents: list[str], vocabulary: Vocabulary) -> Tensor:
    """Token ids (N,) of the documents, int32, <end> between them."""
    ids = []
    for text in documents:
        ids += [vocabulary.end] if ids else []
        ids += itertools.chain.from_iterable(vocabulary.encode_all(pieces(text)))
    return torch.tensor(ids, dtype=torch.int32)


def bits_per_byte(loss: float, tokens: int, n_bytes: int) -> float:
    """What a loss of so many nats a token is in bits a byte: it can be compared between tokenizers."""
    return loss * tokens / (n_bytes * math.log(2))


class Text:
    """A text to train on, and the rest of it to evaluate on, in the interface of the training loop.

    Its tokens lie on the device, and a step takes them from there: the host sends nothing but the order of an
    epoch's windows, once.
    """

    FIGURES = (
        "loss {loss:.4f} nats a token  {bits_per_byte:.4f} bits a byte  "
        "perplexity {perplexity:.3f}  accuracy {accuracy:.2%}"
    )
    schedules: Sequence[str] = ()  # that the data knows: training pairs have some

    def __init__(
        self, path: str, vocabulary: Vocabulary, max_seq_len: int, batching: Batching, device: torch.device
    ):
        """Raises ValueError, one line, for a text that is shorter than two windows of max_seq_len tokens."""
        train, held_back = split_documents(read_documents(path))
        train_N = encode_documents(train, vocabulary)
        held_back_N = encode_documents(held_back, vocabulary)
        T = max_seq_len
        if len(train_N) < 2 * T or not len(held_back_N):
            found = f"{len(train_N):,} tokens to train on and {len(held_back_N):,} held back"
            raise ValueError(f"{path} has {found}, too few for windows of {T}: lower --max_seq_len")
        self.vocabulary = vocabulary
        self.batching = batching
        self.hash = file_hash(*data_files(path))
        self.n_train = len(train_N)
        self.n_held_back = len(held_back_N)
        self.held_back_bytes = sum(len(text.encode()) for text in held_back)
        self.tokens_N = torch.cat((train_N, held_back_N)).to(device)
        self.places_X = torch.arange(T + 1, device=device)
        self.windows = (self.n_train - T) // T  # as many as there are from every offset below T
        self.rows = min(batching.batch_size * batching.accumulation, self.windows)  # of a step
        self.steps_per_epoch = self.windows // self.rows
        print(
            f"{self.n_train:,} tokens to train on, {self.n_held_back:,} held back of "
            f"{self.held_back_bytes / self.n_held_back:.3f} bytes each; {self.windows:,} windows of {T}"
        )

    @property
    def T(self) -> int:
        """Tokens of a window."""
        return len(self.places_X) - 1

    @property
    def usual_shape(self) -> tuple[int, int]:
        """(B, T) of the micro-batches."""
        return min(self.batching.batch_size, self.rows), self.T

    def starts(self, epoch: int) -> Tensor:
        """Where the windows of each step of an epoch begin (S, R), a pure function of the seed and the epoch.

        They do not overlap; their common offset, and so what they cut in two, changes with the epoch.
        """
        generator = epoch_generator(self.batching.seed, epoch)
        offsets = self.n_train - self.windows * self.T
        offset = torch.randint(offsets, (), generator=generator)
        order = torch.randperm(self.windows, generator=generator)
        starts_SR = offset + self.T * order[: self.steps_per_epoch * self.rows].view(-1, self.rows)
        return starts_SR.to(self.tokens_N.device)

    def batch(self, starts_B: Tensor) -> Batch:
        """The windows that begin there."""
        tokens_BX = self.tokens_N[starts_B[:, None] + self.places_X].long()
        return Batch(tokens_BX[:, :-1], tokens_BX[:, 1:], len(starts_B) * self.T)

    def steps(self, first: int) -> Iterator[list[Batch]]:
        """Yields the micro-batches of each step, from step `first` on, without end."""
        first_epoch, done = divmod(first, self.steps_per_epoch)
        for epoch in itertools.count(first_epoch):
            for starts_R in self.starts(epoch)[done:]:
                yield [self.batch(starts_B) for starts_B in starts_R.split(self.batching.batch_size)]
            done = 0

    def validation(self) -> Iterator[Batch]:
        """Yields windows, side by side, in which every token that is held back is a target once.

        The first is predicted from the last one of the training part.
        """
        start = self.n_train - 1
        whole = self.n_held_back // self.T
        starts_N = start + self.T * torch.arange(whole, device=self.tokens_N.device)
        for starts_B in starts_N.split(self.batching.batch_size) if whole else ():
            yield self.batch(starts_B)
        rest_1X = self.tokens_N[None, start + whole * self.T :].long()
        if rest_1X.shape[1] > 1:
            yield Batch(rest_1X[:, :-1], rest_1X[:, 1:], rest_1X.shape[1] - 1)

    def metrics(self, loss: float, right: float) -> dict[str, float]:
        """{"loss", "perplexity", "accuracy"} a token, and "bits_per_byte"."""
        bits = bits_per_byte(loss, self.n_held_back, self.held_back_bytes)
        return {"loss": loss, "bits_per_byte": bits, "perplexity": perplexity(loss), "accuracy": right}
