"""A language model that translates PyTorch into Triton, trained from scratch and proved right by running its answers.

    python llm.py                               validate the corpus, train, translate ten samples
    python llm.py --demo                        translate interactively
    python llm.py --demo "y = torch.sigmoid(x)" translate once
    python llm.py --translate DIR --out ANSWERS translate files, each on its own
    python llm.py --feedback                    learn from the answers that it finds to questions without any
    python llm.py --d_model 512 --epochs 20     every field of ModelConfig and TrainConfig is a flag
    python llm.py --resume                      go on where a stopped run left off

Read from top to bottom; every name is defined above its use.
    1 configuration      6 schedule, precision     11 translation
    2 tokenizer, batches 7 generation              12 demo
    3 model              8 evaluation              13 translating files
    4 loss               9 the run's record        14 export
    5 optimizer         10 training                15 command line

Dimension key: B batch, T time, C width (d_model), H heads, D head width, F feed-forward width, V vocabulary.

Sources: Transformer, Vaswani et al. 2017; RMSNorm, Zhang & Sennrich 2019; rotary, Su et al. 2021; AdamW, Loshchilov &
Hutter 2019; Muon, Jordan et al. 2024; squared ReLU, So et al. 2021; byte-level BPE, Radford et al. 2019.
"""
import argparse
import array
import codeop
import collections
import contextlib
import copy
import dataclasses
import functools
import hashlib
import itertools
import json
import math
import multiprocessing
import netrc
import os
import pickle
import platform
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import tokenize
import zlib
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import torch
import torch.nn as nn
import torch.nn.functional as F
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from tqdm import tqdm

import graph
import kernels
import measure
import proofreading
import sandbox
import verify
from kernels import TRITON_AVAILABLE, benchmark_rms_norm, benchmark_rotary, manual_kernel_benchmark  # noqa: F401  (documented names)
from run_all_tests import CORES, replacing

HERE = Path(__file__).resolve().parent


# ---- 1 configuration --------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class ModelConfig:
    """What the network is. Widths in numbers of features, lengths in tokens."""
    d_model: int = 384
    n_heads: int = 8
    n_layers: int = 6
    d_ff: int = 1536
    max_seq_len: int = 512
    vocab_size: int = 4096                  # what the BPE is trained to; a hub tokenizer brings its own
    dropout: float = 0.1
    rope_theta: float = 10000.0
    norm_eps: float = 1e-6
    benchmark_kernels: bool = True          # time Triton against PyTorch at start-up and take the faster, per op
    use_triton_rmsnorm: bool | None = None  # None: the benchmark decides; true or false: forced
    use_triton_rotary: bool | None = None

    def __post_init__(self):
        if self.d_model % self.n_heads or (self.d_model // self.n_heads) % 2:
            raise ValueError(f"d_model {self.d_model} must be n_heads {self.n_heads} times an even head width")
        if min(self.n_layers, self.d_ff, self.max_seq_len, self.vocab_size) < 1 or not 0 <= self.dropout < 1:
            raise ValueError(f"sizes must be positive and dropout in [0, 1): {self}")


@dataclass(frozen=True)
class TrainConfig:
    """How it is trained. Learning rates per step, times in minutes, lengths in sequences unless named otherwise."""
    data: str = "training_data.csv"
    checkpoint: str = "trained_model.pth"
    start_from: str = ""                    # a checkpoint or a release folder whose weights and tokenizer to start from; empty: random weights
    run_dir: str = "runs/train"             # log.jsonl, loss.png and kernels.txt go here
    tokenizer: str = "bpe"                  # bpe, bpe-terms: learned from the corpus; else a hub name such as HuggingFaceTB/SmolLM-135M
    device: str = "auto"
    precision: str = "auto"                 # auto, fp32, bf16, fp16
    kernels: str = "auto"                   # auto, torch, triton, or rms_norm:torch,rotary:triton
    seed: int = 0
    epochs: int = 10
    batch_size: int = 24
    accumulation: int = 4                   # micro-batches a step: 24 x 4 = 96 sequences
    muon_lr: float = 0.01
    muon_momentum: float = 0.95
    newton_schulz_steps: int = 5
    adamw_lr: float = 0.001
    adamw_beta1: float = 0.9
    adamw_beta2: float = 0.95
    weight_decay: float = 0.1
    grad_clip: float = 1.0
    warmup: float = 0.05                    # fraction of the run
    final_lr: float = 0.05                  # fraction of the peak that the cosine ends at
    minutes: float = 0.0                    # a budget for the training loop; the schedule ends with it; 0: none
    emphasis: float = 12.0                  # a pair of k operations is shown emphasis / k^2 times an epoch, at least once
    samples: int = 20                       # candidates a translation may try
    wandb: bool = False

    def __post_init__(self):
        if min(self.epochs, self.batch_size, self.accumulation, self.newton_schulz_steps, self.samples) < 1:
            raise ValueError("epochs, batch_size, accumulation, newton_schulz_steps and samples must be at least 1")
        if self.precision not in ("auto", "fp32", "bf16", "fp16"):
            raise ValueError(f"precision is auto, fp32, bf16 or fp16, not {self.precision!r}")


@dataclass(frozen=True)
class FeedbackConfig:
    """How `--feedback` learns from execution. Flags that the other configs have too mean the same there; the defaults here are its own."""
    questions: str = "questions.jsonl"      # without answers, made by questions.py
    out: str = "runs/feedback"              # answers, kept pairs and the model of every round, and the table: see feedback.py
    rounds: int = 3
    ask: int = 1000                         # questions a round, up to half of them asked in vain before
    samples: int = 20                       # answers drawn to each
    temperature: float = 0.8
    tries: int = 3                          # right answers of a question, the shortest first, that are timed on the GPU, or else compiled
    keep: int = 200                         # questions of one kind to train on, at most
    ratio: float = 0.25                     # share of the kept pairs in what a round trains on; the rest is of the corpus
    epochs: int = 4                         # over that, a round
    minutes: float = 2.0                    # of training, at most, a round; 0: no limit
    rate: float = 0.3                       # of the learning rates that the model was trained with
    test: int = 200                         # questions of the corpus' test of unseen combinations that every model is asked
    judges: int = max(1, CORES - 1)         # processes that judge while this one samples; 0: none, it judges itself
    judge_device: str = "cpu"               # cpu: in Triton's interpreter, and the GPU is the model's; or cuda
    seed: int = 0

    def __post_init__(self):
        if min(self.rounds, self.ask, self.samples, self.tries, self.keep, self.epochs, self.test) < 1 or not self.temperature > 0:
            raise ValueError("rounds, ask, samples, tries, keep, epochs and test must be at least 1, temperature above 0")
        if not 0 < self.ratio <= 1 or self.judge_device not in ("cpu", "cuda"):
            raise ValueError(f"ratio is in (0, 1] and judge_device cpu or cuda, not {self.ratio} and {self.judge_device!r}")


ARCHITECTURE = ("d_model", "n_heads", "n_layers", "d_ff", "max_seq_len", "rope_theta")  # what trained weights are bound to

PRESETS = {
    "default": {},
    # What two CPU cores train in nine minutes: of some forty shapes tried at equal arithmetic (LOG.md), the best.
    "cpu": dict(d_model=192, n_heads=4, n_layers=3, d_ff=768, dropout=0.0, batch_size=16, accumulation=1, adamw_lr=0.003, emphasis=1.0, minutes=9.0),
    # The shape of weights/ and the rates of their first part, for one H200; their model card says how many minutes they had, and what came after.
    "release": dict(d_model=512, n_heads=8, n_layers=8, d_ff=2048, max_seq_len=2048, dropout=0.05, tokenizer="bpe-terms", batch_size=256, accumulation=1,
                    muon_lr=0.02, epochs=1000, minutes=25.0),
}


def from_flags(config_type, values):
    """A config from a dict that may hold other configs' fields too."""
    names = {field.name for field in dataclasses.fields(config_type)}
    return config_type(**{name: value for name, value in values.items() if name in names})


def device_of(name):
    """The torch.device that `--device` names; "auto" is the GPU where there is one. Raises ValueError, one line."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise ValueError(f"device is auto, cpu or cuda, not {name!r}") from error
    if device.type not in ("cpu", "cuda") or device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count():
        raise ValueError(f"there is no device {name} here: use --device auto or cpu")
    return device


# ---- 2 tokenizer and batches --------------------------------------------------------------------------------------

# A number is spelt digit by digit, so that a constant never seen can still be copied; a line break takes its
# indentation along. Within a line anything may merge, `tl.load(x_ptr + offsets, mask=mask` as well: kernels repeat
# themselves so much that answers become three times shorter than with a word-bound BPE. "bpe-terms" ends a token at
# an operator, a bracket or a comma: a third longer, and what is new is spelt as it would be anywhere else.
PATTERNS = {"bpe": r"\n *|\d|[^\n\d]+", "bpe-terms": r"\n *|\d|[^\n\d(),=*+/-]*[(),=*+/ -]+|[^\n\d(),=*+/-]+"}


class Vocabulary:
    """Text to token ids and back, with the three marks that a training sequence is built of.

    A sequence is  <question> text <answer> text <end>.
    """
    MARKS = ("<|pad|>", "<|question|>", "<|answer|>", "<|end|>")
    HUB_MARKS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|endoftext|>")

    def __init__(self, tokenizer):
        """`tokenizer`: a tokenizers.Tokenizer that knows either row of marks."""
        self.tokenizer = tokenizer
        marks = self.MARKS if tokenizer.token_to_id(self.MARKS[0]) is not None else self.HUB_MARKS
        self.pad, self.question, self.answer, self.end = (tokenizer.token_to_id(mark) for mark in marks)
        assert None not in (self.pad, self.question, self.answer, self.end), f"the tokenizer lacks one of {marks}"

    @classmethod
    def learn(cls, texts, size, pattern=PATTERNS["bpe"]):
        """Byte-level BPE of at most `size` tokens from an iterable of str; no token reaches beyond a match of `pattern`."""
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
            pre_tokenizers.Split(Regex(pattern), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
        tokenizer.decoder = decoders.ByteLevel()
        tokenizer.train_from_iterator(texts, trainers.BpeTrainer(
            vocab_size=size, special_tokens=list(cls.MARKS), initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
        return cls(tokenizer)

    @classmethod
    def from_hub(cls, name):
        """A tokenizer of the Hugging Face hub, or of its cache here. Raises ValueError, one line, where it cannot be had."""
        from huggingface_hub.constants import ENDPOINT
        from transformers import AutoTokenizer
        try:
            try:
                loaded = AutoTokenizer.from_pretrained(name, local_files_only=True)
            except OSError:
                socket.getaddrinfo(urlsplit(ENDPOINT).hostname, 443)  # without a network the hub's client would retry for a minute
                loaded = AutoTokenizer.from_pretrained(name)
            return cls(loaded.backend_tokenizer)
        except (OSError, ValueError) as error:
            raise ValueError(f"the tokenizer {name} cannot be loaded ({str(error).splitlines()[0]}); "
                             f"without a network use --tokenizer bpe") from error

    @classmethod
    def from_json(cls, text):
        return cls(Tokenizer.from_str(text))

    def to_json(self):
        return self.tokenizer.to_str()

    def __len__(self):
        return self.tokenizer.get_vocab_size()

    def encode(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def encode_all(self, texts):
        """[ids] of many texts, on all cores."""
        return [encoded.ids for encoded in self.tokenizer.encode_batch(texts, add_special_tokens=False)]

    def decode(self, ids):
        return self.tokenizer.decode(list(ids), skip_special_tokens=True)

    def prompt(self, question):
        """Token ids up to where the answer begins."""
        return [self.question, *self.encode(question), self.answer]


@dataclass(frozen=True)
class Example:
    """One training pair as token ids: prompts (one a wording of the question) and the answer, <end> included."""
    prompts: tuple
    answer: tuple

    def __len__(self):
        return max(len(prompt) for prompt in self.prompts) + len(self.answer)


def encode_pairs(pairs, vocabulary, max_seq_len):
    """(examples that fit into max_seq_len tokens, number of those that do not) of pairs; a pair's next occurrence begins with its next wording."""
    wordings = [[pair.question, *json.loads(pair.alternates)] for pair in pairs]
    answers = vocabulary.encode_all([pair.answer for pair in pairs])
    questions = iter(vocabulary.encode_all([wording for several in wordings for wording in several]))
    examples, occurrences = [], collections.Counter()
    for pair, several, ids in zip(pairs, wordings, answers):
        answer = (*ids, vocabulary.end)
        prompts = [(vocabulary.question, *next(questions), vocabulary.answer) for _ in several]
        fitting = tuple(prompt for prompt in prompts if len(prompt) + len(answer) <= max_seq_len)
        if fitting:
            turn = occurrences[pair.question] % len(fitting)
            examples.append(Example(fitting[turn:] + fitting[:turn], answer))
            occurrences[pair.question] += 1
    return examples, len(pairs) - len(examples)


def epoch_batches(lengths, batch_size, seed, epoch):
    """Batches of indices for one epoch, a pure function of its arguments, so that a run can resume anywhere.

    Sequences of like length share a batch (sorted within windows of 16 batches): little padding, still shuffled.
    """
    generator = torch.Generator().manual_seed(seed * 100_003 + epoch)
    order = torch.randperm(len(lengths), generator=generator).tolist()
    window = 16 * batch_size
    order = [index for start in range(0, len(order), window)
             for index in sorted(order[start:start + window], key=lambda i: lengths[i])]
    batches = [order[start:start + batch_size] for start in range(0, len(order), batch_size)]
    return [batches[i] for i in torch.randperm(len(batches), generator=generator).tolist()]


IGNORE = -100  # target of a position that carries no loss: F.cross_entropy's own default


def padded_length(tokens, multiple=32):
    """Positions T of a batch whose longest row has so many tokens, of which the last is a target only; multiples, so that few shapes arise."""
    return math.ceil((tokens - 1) / multiple) * multiple


def usual_shape(lengths, config):
    """(B, T) of the run's micro-batches: full but where there are not so many examples, and of the first epoch's median length."""
    lengths_of_batches = (padded_length(max(lengths[i] for i in batch)) for batch in epoch_batches(lengths, config.batch_size, config.seed, 0))
    return min(config.batch_size, len(lengths)), statistics.median_low(lengths_of_batches)


def collate(examples, pad, epoch=0):
    """Inputs and targets (B, T), int64; T as `padded_length` has it.

    Targets are the next token inside the answer and IGNORE elsewhere. The wording of the question turns with the epoch.
    """
    rows = [(*example.prompts[epoch % len(example.prompts)], *example.answer) for example in examples]
    flat = array.array("i", itertools.chain.from_iterable(rows))   # torch.tensor takes several times as long, and a GPU would wait for it
    tokens = torch.frombuffer(flat, dtype=torch.int32).long()
    lengths_B1, answers_B1 = torch.tensor([[len(row) for row in rows], [len(example.answer) for example in examples]])[..., None]
    places_T = torch.arange(padded_length(max(map(len, rows))))
    at_BT = (lengths_B1.cumsum(0) - lengths_B1 + places_T).clamp(max=len(flat) - 2)
    inside_BT = places_T < lengths_B1 - 1
    inputs_BT = torch.where(inside_BT, tokens[at_BT], pad)
    targets_BT = torch.where(inside_BT & (places_T >= lengths_B1 - 1 - answers_B1), tokens[at_BT + 1], IGNORE)
    return inputs_BT, targets_BT


# ---- 3 model ------------------------------------------------------------------------------------------------------

class RMSNorm(nn.Module):
    """y = x / sqrt(mean(x^2) + eps) * weight, over the last dimension."""

    def __init__(self, width, eps, choices):
        super().__init__()
        self.weight, self.eps, self.choices = nn.Parameter(torch.ones(width)), eps, choices

    def forward(self, x_BTC):
        return kernels.rms_norm(x_BTC, self.weight, self.eps, self.choices["rms_norm"])

    def after_adding(self, branch_BTC, x_BTC):
        """(y, u): u = x + branch, and y its norm."""
        return kernels.add_rms_norm(branch_BTC, x_BTC, self.weight, self.eps, self.choices["add_rms_norm"])


def rotary_table(head_width, max_seq_len, theta):
    """cos and sin (T, D/2) of position * theta_i with theta_i = theta^(-2i/D) (Su et al. 2021, equation 15)."""
    theta_i = theta ** (-torch.arange(0, head_width, 2, dtype=torch.float64) / head_width)
    angle_TD = torch.outer(torch.arange(max_seq_len, dtype=torch.float64), theta_i)
    return angle_TD.cos().float(), angle_TD.sin().float()


class KVCache:
    """Keys and values of every layer, (layers, 2, B, H, T_max, D), for rows that are padded on the left to one length.

    What a step depends on stands in tensors of fixed places, so that it can be captured in a CUDA graph; `window`, a
    number that the caller moves on, is as many positions as hold anything.
    """

    def __init__(self, config, batch, T_max, device, dtype):
        shape = (config.n_layers, 2, batch, config.n_heads, T_max, config.d_model // config.n_heads)
        self.store = torch.zeros(shape, device=device, dtype=dtype)
        self.first_B = torch.zeros(batch, device=device, dtype=torch.int64)      # where each row begins, after its padding
        self.tokens_B = torch.zeros(batch, device=device, dtype=torch.int64)     # written last, to be read next
        self.draws_B2 = torch.zeros(batch, 2, device=device, dtype=torch.int64)  # stream and count of draws (kernels.sample_tokens)
        self.length = torch.zeros((), device=device, dtype=torch.int64)          # tokens so far, padding included
        self.places = torch.arange(T_max, device=device)
        self.window = T_max

    def grow(self):
        """Room in the window for one more token a row."""
        assert self.window < len(self.places), f"{self.window} tokens fill the cache"
        self.window += 1

    def next_places(self, T):
        return self.length + self.places[:T]

    def mask(self, T):
        """(B, 1, T, window): a token sees its row from the beginning up to itself; padding sees itself, lest it be NaN."""
        keys, queries = self.places[:self.window], self.next_places(T)[:, None]
        begun_BT = keys >= self.first_B[:, None]
        return ((keys <= queries) & begun_BT[:, None] | (keys == queries))[:, None]

    def extend(self, layer, k_BHTD, v_BHTD):
        """Appends this layer's keys and values; returns the window. `length` moves on once, after the last layer."""
        places = self.next_places(k_BHTD.shape[2])
        for store, new in zip(self.store[layer], (k_BHTD, v_BHTD)):
            store.index_copy_(2, places, new.to(store.dtype))
        return self.store[layer, :, :, :, :self.window]

    def take(self, other, rows):
        """Becomes the rows of another cache, in this order, repeats included; rows beyond see only themselves. Returns itself."""
        held = other.store[:, :, :, :, :other.window].to(self.store.dtype)
        self.store[:, :, :len(rows), :, :other.window] = held[:, :, rows]
        self.first_B[len(rows):] = len(self.places)
        for mine, theirs in ((self.first_B, other.first_B), (self.tokens_B, other.tokens_B), (self.draws_B2, other.draws_B2)):
            mine[:len(rows)] = theirs[rows]
        self.length.copy_(other.length)
        self.window = other.window
        return self


class Attention(nn.Module):
    """Causal multi-head attention with rotary positions, softmax(q k^T / sqrt(D)) v. Dropout falls on the branch's output alone."""

    def __init__(self, config, layer, choices):
        super().__init__()
        self.layer, self.n_heads, self.rotary, self.attention = layer, config.n_heads, choices["rotary"], choices["attention"]
        self.query = nn.Linear(config.d_model, config.d_model, bias=False)
        self.key = nn.Linear(config.d_model, config.d_model, bias=False)
        self.value = nn.Linear(config.d_model, config.d_model, bias=False)
        self.output = nn.Linear(config.d_model, config.d_model, bias=False)

    def forward(self, x_BTC, cos_TD, sin_TD, cache=None, mask=None):
        B, T, C = x_BTC.shape
        q_BTHD, k_BTHD, v_BTHD = (project(x_BTC).view(B, T, self.n_heads, -1) for project in (self.query, self.key, self.value))
        q_BTHD, k_BTHD = kernels.rotary(q_BTHD, k_BTHD, cos_TD, sin_TD, self.rotary)
        if cache is None:
            return self.output(kernels.attention(q_BTHD, k_BTHD, v_BTHD, implementation=self.attention).reshape(B, T, C))
        k, v = cache.extend(self.layer, k_BTHD.transpose(1, 2), v_BTHD.transpose(1, 2))  # (B, H, T, D)
        y_BHTD = F.scaled_dot_product_attention(q_BTHD.transpose(1, 2), k, v, attn_mask=mask)
        return self.output(y_BHTD.transpose(1, 2).reshape(B, T, C))


class FeedForward(nn.Module):
    """W2 relu(W1 x)^2."""

    def __init__(self, config):
        super().__init__()
        self.up = nn.Linear(config.d_model, config.d_ff, bias=False)
        self.down = nn.Linear(config.d_ff, config.d_model, bias=False)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x_BTC):
        h_BTF = F.relu(self.up(x_BTC))
        return self.dropout(self.down(h_BTF * h_BTF))   # autocast would take `square` for a power, and to fp32


class Block(nn.Module):
    """x + attention(norm(x)), then x + feed-forward(norm(x))."""

    def __init__(self, config, layer, choices):
        super().__init__()
        self.attention_norm = RMSNorm(config.d_model, config.norm_eps, choices)
        self.attention = Attention(config, layer, choices)
        self.feed_forward_norm = RMSNorm(config.d_model, config.norm_eps, choices)
        self.feed_forward = FeedForward(config)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x_BTC, cos_TD, sin_TD, cache=None, mask=None):
        branch_BTC = self.dropout(self.attention(self.attention_norm(x_BTC), cos_TD, sin_TD, cache, mask))
        normed_BTC, x_BTC = self.feed_forward_norm.after_adding(branch_BTC, x_BTC)
        return x_BTC + self.feed_forward(normed_BTC)


class Transformer(nn.Module):
    """Decoder-only language model. `choices` names the implementation of each op that kernels.py has in two."""

    def __init__(self, config, choices=None):
        super().__init__()
        choices = dict.fromkeys(kernels.OPS, "torch") | (choices or {})
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.blocks = nn.ModuleList(Block(config, layer, choices) for layer in range(config.n_layers))
        self.norm = RMSNorm(config.d_model, config.norm_eps, choices)
        self.head = nn.Linear(config.d_model, config.vocab_size, bias=False)
        cos_TD, sin_TD = rotary_table(config.d_model // config.n_heads, config.max_seq_len, config.rope_theta)
        self.register_buffer("cos_TD", cos_TD, persistent=False)
        self.register_buffer("sin_TD", sin_TD, persistent=False)
        self.apply(self.initialise)
        for block in self.blocks:  # each block starts as the identity
            nn.init.zeros_(block.attention.output.weight)
            nn.init.zeros_(block.feed_forward.down.weight)

    @staticmethod
    def initialise(module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=0.02)

    def hidden(self, tokens_BT, cache=None):
        """Normalised last hidden states (B, T, C); with a cache, of the tokens that follow it."""
        T = tokens_BT.shape[1]
        if T > self.config.max_seq_len:
            raise ValueError(f"{T} tokens do not fit into max_seq_len {self.config.max_seq_len}")
        places_T, mask = (slice(T), None) if cache is None else (cache.next_places(T), cache.mask(T))
        cos_TD, sin_TD = self.cos_TD[places_T], self.sin_TD[places_T]
        x_BTC = self.embedding(tokens_BT)
        for block in self.blocks:
            x_BTC = block(x_BTC, cos_TD, sin_TD, cache, mask)
        if cache is not None:
            cache.length += T
        return self.norm(x_BTC)

    def forward(self, tokens_BT, cache=None):
        """Logits (B, T, V) of int64 tokens (B, T)."""
        return self.head(self.hidden(tokens_BT, cache))


# ---- 4 loss ---------------------------------------------------------------------------------------------------------

def sent(tensor, device):
    """A tensor on `device`; the host does not wait for a GPU, as it would with memory that is not pinned."""
    return tensor.pin_memory().to(device, non_blocking=True) if device.type == "cuda" and not tensor.is_cuda else tensor.to(device)


def answer_loss(model, inputs_BT, targets_BT):
    """(sum of the cross-entropies, number of right tokens) over the positions that have a target.

    Logits are made for those positions alone: the question's tokens cost no head.
    """
    device = model.head.weight.device
    answered_N = (targets_BT != IGNORE).flatten().nonzero().squeeze(1)  # on the CPU, where the targets come from: a GPU lets the host wait here
    targets_N = sent(targets_BT.flatten()[answered_N], device)
    logits_NV = model.head(model.hidden(sent(inputs_BT, device)).flatten(0, 1)[sent(answered_N, device)])
    loss = F.cross_entropy(logits_NV.float(), targets_N, reduction="sum")
    return loss, (logits_NV.detach().argmax(-1) == targets_N).sum()


# ---- 5 optimizer ------------------------------------------------------------------------------------------------------

def orthogonalize(G_NRC, steps, dtype=torch.bfloat16, implementation="torch"):
    """The nearest semi-orthogonal matrix U V^T of each G = U S V^T in a stack (N, R, C), roughly.

    Quintic Newton-Schulz (Jordan et al. 2024): x <- a x + (b x x^T + c (x x^T)^2) x drives every singular value
    towards 1; these coefficients trade accuracy for speed and end with singular values within [0.68, 1.13].
    """
    return kernels.newton_schulz(G_NRC.to(dtype), steps, implementation)


def muon_update(grads_NRC, momentum_NRC, beta, steps, dtype, implementation="torch"):
    """The Muon step, before the learning rate, of a stack of equal-shaped weights; advances `momentum_NRC` in place.

    Nesterov momentum, then orthogonalisation, then sqrt(max(1, rows/cols)), so that the update of a tall matrix has
    the root mean square of a square one's.
    """
    momentum_NRC.lerp_(grads_NRC, 1 - beta)
    nesterov = grads_NRC.lerp(momentum_NRC, beta)
    return orthogonalize(nesterov, steps, dtype, implementation).to(grads_NRC.dtype) * math.sqrt(max(1, grads_NRC.shape[1] / grads_NRC.shape[2]))


def adamw_update(parameters, means, squares, step, lr, config, implementation="torch"):
    """One AdamW step of all `parameters` in place from their gradients; `step` counts from 1, and matrices alone decay."""
    counters = (torch.full((), float(value), device=parameters[0].device) for value in (step, lr))
    decays = [config.weight_decay if parameter.ndim == 2 else 0.0 for parameter in parameters]
    kernels.adamw(parameters, [parameter.grad for parameter in parameters], means, squares, *counters, config.adamw_beta1, config.adamw_beta2,
                  1e-8, decays, math.inf, implementation)


# Every parameter matches exactly one row: (who updates it, what it is called, its number of dimensions).
ROUTES = (
    ("muon", "blocks.", 2),
    ("adamw", "embedding.", 2),
    ("adamw", "head.", 2),
    ("adamw", "blocks.", 1),
    ("adamw", "norm.", 1),
)


def route(model):
    """{"muon": {name: parameter}, "adamw": {...}} by ROUTES; a parameter without exactly one row is our mistake."""
    routed = {"muon": {}, "adamw": {}}
    for name, parameter in model.named_parameters():
        rows = [owner for owner, prefix, ndim in ROUTES if name.startswith(prefix) and parameter.ndim == ndim]
        assert len(rows) == 1, f"{name} {tuple(parameter.shape)} matches {len(rows)} rows of ROUTES"
        routed[rows[0]][name] = parameter
    return routed


class MuonAdamW:
    """Muon for the matrices inside the blocks, AdamW for the rest, decoupled weight decay on matrices for both."""

    def __init__(self, model, config, choices=None):
        self.config, self.choices = config, dict.fromkeys(kernels.OPS, "torch") | (choices or {})
        self.routed = route(model)
        device = next(model.parameters()).device
        self.newton_schulz_dtype = torch.bfloat16 if device.type == "cuda" else torch.float32  # bf16 is emulated on most CPUs
        self.stacks = {}  # shape -> parameters: one batched Newton-Schulz each
        for parameter in self.routed["muon"].values():
            self.stacks.setdefault(tuple(parameter.shape), []).append(parameter)
        self.momentum = {shape: torch.zeros(len(stack), *shape, device=device) for shape, stack in self.stacks.items()}
        self.mean = {name: torch.zeros_like(p) for name, p in self.routed["adamw"].items()}
        self.square = {name: torch.zeros_like(p) for name, p in self.routed["adamw"].items()}
        self.steps = 0
        self.param_groups = [{"params": list(model.parameters())}]  # what GradScaler.unscale_ reads

    @torch.no_grad()
    def step(self, scale):
        """One update from the gradients in place; `scale` in [0, 1] multiplies both learning rates."""
        config, self.steps = self.config, self.steps + 1
        muon_lr, adamw_lr = config.muon_lr * scale, config.adamw_lr * scale
        for shape, stack in self.stacks.items():
            grads = torch.stack([parameter.grad for parameter in stack])
            update = muon_update(grads, self.momentum[shape], config.muon_momentum, config.newton_schulz_steps, self.newton_schulz_dtype,
                                 self.choices["newton_schulz"])
            torch._foreach_mul_(stack, 1 - muon_lr * config.weight_decay)
            torch._foreach_add_(stack, list(update), alpha=-muon_lr)
        adamw_update(list(self.routed["adamw"].values()), list(self.mean.values()), list(self.square.values()), self.steps, adamw_lr, config,
                     self.choices["adamw"])

    def state_dict(self):
        momentum = {"x".join(map(str, shape)): stack for shape, stack in self.momentum.items()}
        return {"steps": self.steps, "momentum": momentum, "mean": self.mean, "square": self.square}

    def load_state_dict(self, state):
        self.steps = state["steps"]
        for shape, stack in self.momentum.items():
            stack.copy_(state["momentum"]["x".join(map(str, shape))])
        for mine, theirs in ((self.mean, state["mean"]), (self.square, state["square"])):
            for name, tensor in mine.items():
                tensor.copy_(theirs[name])

    def table(self):
        """Which parameter goes where, with counts."""
        lines = []
        for owner, parameters in self.routed.items():
            groups = {}
            for name, parameter in parameters.items():
                kind = ".".join(part for part in name.split(".") if not part.isdigit())
                groups.setdefault((kind, tuple(parameter.shape)), []).append(parameter.numel())
            for (kind, shape), counts in groups.items():
                lines.append(f"  {owner:6} {kind:34} {len(counts):3} x {str(shape):14} {sum(counts):12,}")
            lines.append(f"  {owner:6} {'total':34} {len(parameters):3}   {'':14} {sum(p.numel() for p in parameters.values()):12,}")
        return "\n".join(lines)


def bare_step(config, train_config, batch_size, seq_len, device, dtype, implementations):
    """A function that makes one training step, without clipping or record, on random tokens (batch_size, seq_len)."""
    with torch.random.fork_rng([device] if device.type == "cuda" else []):
        model = Transformer(config, implementations).to(device)
        tokens_BT = torch.randint(config.vocab_size, (batch_size, seq_len + 1), device=device)
    optimizer = MuonAdamW(model, train_config, implementations)

    def step():
        with torch.autocast(device.type, dtype, enabled=dtype != torch.float32):
            loss, _ = answer_loss(model, tokens_BT[:, :-1], tokens_BT[:, 1:])
        (loss / tokens_BT.numel()).backward()
        optimizer.step(1.0)
        model.zero_grad(set_to_none=True)

    return step


SELECTED = (*kernels.SHOWN, "add_rms_norm", "newton_schulz")   # what a run chooses at its start


def auto_select_kernels(config, mode="auto", batch_size=24, device=None, dtype=torch.float32, train_config=TrainConfig(), seq_len=None):
    """(config with use_triton_* decided, {op: kernels.Choice}) for the shapes of a run of `config` over batches (batch_size, seq_len or max_seq_len).

    A forced field of the config wins over `mode`; without `benchmark_kernels` what is not forced is PyTorch. What is chosen by
    the clock has the last word of a whole training step against it (`kernels.last_word`).
    """
    device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    forced = {"rms_norm": config.use_triton_rmsnorm, "rotary": config.use_triton_rotary}
    if not config.benchmark_kernels and mode == "auto":
        forced = dict.fromkeys(SELECTED, False) | {op: bool(force) for op, force in forced.items()}
    forced = {op: "triton" if force else "torch" for op, force in forced.items() if force is not None}
    seq_len = seq_len or config.max_seq_len
    work = kernels.Workload(batch_size, seq_len, config.d_model, config.n_heads, config.d_ff, config.vocab_size, config.n_layers)
    shapes = kernels.requests(work, SELECTED)
    shapes |= {"adamw": (1, 2 * config.vocab_size, config.d_model), "newton_schulz": (config.n_layers, config.d_ff, config.d_model)}
    choices = kernels.choose(shapes, mode=mode, forced=forced, device=device, dtype=dtype)
    about = dataclasses.asdict(config) | {"batch_size": batch_size, "seq_len": seq_len, "dtype": str(dtype)}
    choices = kernels.last_word(choices, functools.partial(bare_step, config, train_config, batch_size, seq_len, device, dtype), device, about)
    decided = {f"use_triton_{field}": choices[op].implementation == "triton" for op, field in (("rms_norm", "rmsnorm"), ("rotary", "rotary"))}
    return dataclasses.replace(config, **decided), choices


# ---- 6 schedule and precision --------------------------------------------------------------------------------------------

def lr_scale(progress, warmup, final):
    """Fraction of the peak learning rate at `progress` in [0, 1] of the run: linear warm-up, then cosine to `final`."""
    if progress < warmup:
        return max(progress, 1e-3) / warmup
    return final + (1 - final) * 0.5 * (1 + math.cos(math.pi * min(1.0, (progress - warmup) / (1 - warmup))))


@dataclass(frozen=True)
class Precision:
    """What the forward pass computes in. The only place that knows fp16's gradient scaling."""
    name: str
    device: torch.device

    @classmethod
    def choose(cls, name, device):
        """bf16 where the hardware has it, else fp16, on a GPU; fp32 on a CPU, where bf16 is rarely native."""
        if name == "auto":
            name = "fp32" if device.type != "cuda" else "bf16" if torch.cuda.is_bf16_supported(including_emulation=False) else "fp16"
        if name == "fp16" and device.type != "cuda":
            raise ValueError("precision fp16 needs a GPU; use --precision fp32 or bf16")
        return cls(name, device)

    @property
    def dtype(self):
        return {"fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}[self.name]

    def autocast(self):
        return nullcontext() if self.name == "fp32" else torch.autocast(self.device.type, self.dtype)

    def scaler(self):
        return torch.amp.GradScaler(self.device.type, enabled=self.name == "fp16")


# ---- 7 generation ----------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class PackedLayer:
    """A block's matrices (features, width) for decoding, the norms' weights folded in: n(x) g W^T = n(x) (g W)^T."""
    qkv: torch.Tensor
    output: torch.Tensor
    up: torch.Tensor
    down: torch.Tensor


@dataclass(frozen=True)
class PackedModel:
    """What a decoding step reads: a copy in the dtype of the products, but for the residual stream's own."""
    embedding_VC: torch.Tensor
    layers: tuple
    head_VC: torch.Tensor
    cos_TD: torch.Tensor
    sin_TD: torch.Tensor
    eps: float

    @classmethod
    @torch.no_grad()
    def of(cls, model, dtype):
        def packed(*projections, norm=1.0):
            return (torch.cat([projection.weight for projection in projections]) * norm).to(dtype)

        layers = tuple(PackedLayer(packed(a.query, a.key, a.value, norm=block.attention_norm.weight), packed(a.output),
                                   packed(f.up, norm=block.feed_forward_norm.weight), packed(f.down))
                       for block in model.blocks for a, f in [(block.attention, block.feed_forward)])
        return cls(model.embedding.weight.detach(), layers, packed(model.head, norm=model.norm.weight), model.cos_TD, model.sin_TD,
                   model.config.norm_eps)


def decode_step(model, cache, implementation):
    """Logits (B, V), float32, after one more token a row: Transformer.forward of a PackedModel, in five launches a layer."""
    linear = functools.partial(kernels.decode_linear, implementation=implementation)
    x_BC = F.embedding(cache.tokens_B, model.embedding_VC)
    for layer, store in zip(model.layers, cache.store):
        qkv_BX = linear(x_BC, layer.qkv, model.eps)
        y_BC = kernels.cached_attention(qkv_BX, store, cache.first_B, cache.length, model.cos_TD, model.sin_TD, implementation)
        x_BC = linear(y_BC, layer.output, residual=x_BC)
        hidden_BF = linear(x_BC, layer.up, model.eps, squared=True)
        x_BC = linear(hidden_BF, layer.down, residual=x_BC)
    cache.length += 1
    return linear(x_BC, model.head_VC, model.eps)


def free_bytes(device):
    """Of memory, on a device, for whoever asks next."""
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    return 1024 * int(re.search(r"MemAvailable:\s*(\d+) kB", Path("/proc/meminfo").read_text())[1])


def affordable(batches, row_bytes, free, stay):
    """Those of the rising batch sizes whose caches (if they `stay`, with all the smaller ones) take a third of the free bytes at the most.

    The other thirds are for reading the prompts and for whoever judges the answers. The smallest is always among them; where the largest is
    not, a line says so.
    """
    sums = itertools.accumulate(batches) if stay else batches
    fitting = tuple(batch for batch, rows in zip(batches, sums) if rows * row_bytes <= free / 3) or batches[:1]
    if fitting != batches:
        print(f"writing {fitting[-1]} answers at a time, not {batches[-1]}: {free / 1e9:.1f} GB of memory are free, and an answer's keys and values "
              f"may take {row_bytes / 1e6:.0f} MB", file=sys.stderr)
    return fitting


class Decoder:
    """A model that reads prompts and then writes a token a step, its keys and values cached."""
    BATCHES = (1, 2, 4, 8, 16, 32)  # rows of the caches, as far as there is memory
    STAY = False                    # whether a cache is kept for the next prompts
    AHEAD = 0                       # steps begun beyond the one whose tokens are waited for
    sampler = "torch"

    def __init__(self, model, device=torch.device("cpu"), dtype=torch.float32):
        self.model, self.device, self.dtype = model, device, dtype
        self.seed = torch.zeros((), dtype=torch.int64, device=device)
        self.temperature, self.top_p = (torch.zeros((), device=device) for _ in range(2))
        row_bytes = 2 * model.config.n_layers * model.config.max_seq_len * model.config.d_model * dtype.itemsize
        self.batches = affordable(self.BATCHES, row_bytes, free_bytes(device), self.STAY)

    @classmethod
    def of(cls, model):
        """The decoder of a Transformer, where it is."""
        return cls(model.eval(), model.head.weight.device, model.embedding.weight.dtype)

    def fitting(self, rows):
        """Rows of the cache that serves `rows` rows."""
        return rows

    def new_cache(self, rows, T_max, dtype):
        return KVCache(self.model.config, rows, T_max, self.device, dtype)

    def cache(self, rows):
        """A cache for at least `rows` rows, its contents undefined."""
        return self.new_cache(self.fitting(rows), self.model.config.max_seq_len, self.dtype)

    def read(self, prompts):
        """(cache, logits (B, V)) after several prompts, padded on the left to the longest."""
        T = max(map(len, prompts))
        cache = self.new_cache(len(prompts), T, self.model.embedding.weight.dtype)
        cache.first_B.copy_(torch.tensor([T - len(prompt) for prompt in prompts]))
        tokens_BT = torch.tensor([[0] * (T - len(prompt)) + list(prompt) for prompt in prompts], device=self.device)
        return cache, self.model.head(self.model.hidden(tokens_BT, cache)[:, -1])

    def begin(self, prompts, streams):
        """(cache, its tokens) with the first token of each prompt's continuation; equal prompts are read once."""
        distinct = list(dict.fromkeys(prompts))
        read, logits_BV = self.read(distinct)
        rows = [distinct.index(prompt) for prompt in prompts]
        cache = self.cache(len(prompts)).take(read, rows)
        draws_B2 = torch.tensor([[stream, 0] for stream in streams], device=self.device)
        cache.tokens_B[:len(rows)] = self.sample(logits_BV[rows], draws_B2)
        cache.draws_B2[:len(rows)] = draws_B2
        return cache, self.tokens(cache)

    def sample(self, logits_BV, draws_B2):
        """Next tokens (B,), as `generate` was asked for them."""
        return kernels.sample_tokens(logits_BV, draws_B2, self.seed, self.temperature, self.top_p, self.sampler)

    def tokens(self, cache):
        """A function that gives the tokens which the cache holds now."""
        tokens = cache.tokens_B.tolist()
        return lambda: tokens

    def next_logits(self, cache):
        """Logits (rows, V) after the token of each row, which joins the cache."""
        cache.grow()
        return self.model(cache.tokens_B[:, None], cache)[:, -1]

    def step(self, cache):
        """Reads the token of each row and writes the next; returns the cache's tokens."""
        cache.tokens_B = self.sample(self.next_logits(cache), cache.draws_B2)
        return self.tokens(cache)


class GraphDecoder(Decoder):
    """Decoder for a GPU that runs Triton: its caches come in fixed batch sizes and stay, and the step over each, sampling included, is
    captured in a CUDA graph.

    The host would otherwise take ten times as long to launch a step as the GPU to run it. Nor does a step wait for
    the host: it takes its tokens where the last one left them, and the host reads them AHEAD steps later.
    """
    BATCHES = (1, 4, 16, 64, 256)
    STAY = True
    AHEAD = 2
    sampler = "triton"

    def __init__(self, model, device, dtype):
        super().__init__(model, device, kernels.default_dtype(device))
        self.packed, self.caches, self.graphs = PackedModel.of(model, self.dtype), {}, {}

    def fitting(self, rows):
        return next(batch for batch in self.batches if batch >= rows)

    def cache(self, rows):
        batch = self.fitting(rows)
        if batch not in self.caches:
            self.caches[batch] = super().cache(rows)
        return self.caches[batch]

    def tokens(self, cache):
        """A function that gives the tokens which the cache will hold when the GPU has come so far."""
        tokens_B, ready = torch.empty(cache.tokens_B.shape, dtype=torch.int64, pin_memory=True), torch.cuda.Event()
        tokens_B.copy_(cache.tokens_B, non_blocking=True)
        ready.record()
        return lambda: ready.synchronize() or tokens_B.tolist()

    def step(self, cache):
        cache.grow()
        batch = len(cache.tokens_B)
        if batch not in self.graphs:
            self.graphs[batch] = self.capture(cache)
        self.graphs[batch].replay()
        return self.tokens(cache)

    def fused_step(self, cache):
        cache.tokens_B.copy_(self.sample(decode_step(self.packed, cache, "triton"), cache.draws_B2))

    def capture(self, cache):
        """The CUDA graph of a step over a cache, whose contents are left as they were."""
        state = cache.length, cache.tokens_B, cache.draws_B2
        before = [tensor.clone() for tensor in state]
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):  # the first run compiles and allocates what a capture must not
            self.fused_step(cache)
        torch.cuda.current_stream().wait_stream(stream)
        for tensor, value in zip(state, before):
            tensor.copy_(value)
        captured = torch.cuda.CUDAGraph()
        with torch.cuda.graph(captured):
            self.fused_step(cache)
        return captured


def generate_batch(decoder, prompts, streams, end, on_token):
    """Yields (index, continuation) of each prompt as it ends; of as many prompts as one cache holds."""
    cache, tokens = decoder.begin(prompts, streams)
    slots, going, written = list(range(len(prompts))), set(range(len(prompts))), [[] for _ in prompts]
    queued = collections.deque([(slots, tokens)])  # the prompts of a cache's rows, and what a step wrote there
    while going:
        while len(queued) <= decoder.AHEAD and cache.window < decoder.model.config.max_seq_len:
            queued.append((slots, decoder.step(cache)))
        if not queued:  # the cache is full
            yield from ((prompt, written[prompt]) for prompt in sorted(going))
            return
        places, tokens = queued.popleft()
        for prompt, token in zip(places, tokens()):
            if prompt not in going:
                continue  # the row is computed on, for nobody, until a smaller cache serves the others
            if token == end:
                going.remove(prompt)
                yield prompt, written[prompt]
                continue
            written[prompt].append(token)
            if on_token and prompt == 0:
                on_token(token)
        if going and decoder.fitting(len(going)) < decoder.fitting(len(slots)):
            kept = [place for place, prompt in enumerate(slots) if prompt in going]
            cache, slots = decoder.cache(len(kept)).take(cache, kept), [slots[place] for place in kept]


@torch.inference_mode()
def generate(decoder, prompts, end, temperature=0.0, top_p=0.95, seed=0, on_token=None, streams=None):
    """Yields (index, continuation) of each prompt as soon as it ends: a list of token ids, <end> excluded.

    prompts: lists of token ids; equal ones are read once and share what was read. What reaches max_seq_len without
    ending is yielded too. `on_token(token)` sees the first continuation grow. A continuation is a function of its prompt,
    stream (below 2^32; its index, unless given) and seed, up to rounding: not of its company. Raises ValueError when a prompt leaves no room for an answer.
    """
    room, longest = decoder.model.config.max_seq_len, max(map(len, prompts))
    if longest >= room:
        raise ValueError(f"the question is too long: {longest} tokens, and the model reads {room}")
    for knob, value in ((decoder.seed, seed), (decoder.temperature, temperature), (decoder.top_p, top_p)):
        knob.fill_(value)
    streams = streams or range(len(prompts))
    most = decoder.batches[-1]
    order = sorted(range(len(prompts)), key=lambda i: len(prompts[i])) if len(prompts) > most else range(len(prompts))
    for start in range(0, len(order), most):
        batch = list(order[start:start + most])
        for row, ids in generate_batch(decoder, [tuple(prompts[i]) for i in batch], [streams[i] for i in batch], end, on_token):
            yield batch[row], ids
        on_token = None


class Int8Linear:
    """y = scale * (Q x): an int8 matrix Q as it was released, one scale a row; products and sums in float32, no activation is rounded.

    FBGEMM's kernel reads Q as 16-bit floats, which hold every int8 exactly. Of what PyTorch has (LOG.md) it alone is both exact and
    faster than float32 at one row, at twenty and at hundreds.
    """

    def __init__(self, weight_RC, scale_R1):
        self.packed, self.scale_R = torch.ops.quantized.linear_prepack_fp16(weight_RC.float(), None), scale_R1.flatten()

    @staticmethod
    def supported():
        """Whether this CPU has the kernel: x86 with AVX2."""
        return "fbgemm" in torch.backends.quantized.supported_engines

    def unscaled(self, x_NC):
        return torch.ops.quantized.linear_dynamic_fp16(x_NC, self.packed)

    def __call__(self, x_NC):
        return self.unscaled(x_NC).mul_(self.scale_R)

    def relu(self, x_NC):
        return torch.ops.quantized.linear_relu_dynamic_fp16(x_NC, self.packed).mul_(self.scale_R)  # scales are positive

    def add_to(self, residual_NR, x_NC):
        residual_NR.addcmul_(self.unscaled(x_NC), self.scale_R)


class Int8RMSNorm:
    """RMSNorm in three passes: x (sqrt(C) w) / hypot(|x|, sqrt(C eps))."""

    def __init__(self, weight_C, eps):
        width = len(weight_C)
        self.weight_C, self.floor = weight_C * width ** 0.5, torch.tensor((width * eps) ** 0.5)

    def __call__(self, x_NC):
        return (x_NC * self.weight_C).div_(torch.linalg.vector_norm(x_NC, dim=-1, keepdim=True).hypot_(self.floor))


class Int8Block:
    """A Block for the CPU: query, key and value in one product, whose rows are sorted so that rotary is one complex one."""

    def __init__(self, config, state, matrices, layer):
        self.heads = config.n_heads, config.d_model // config.n_heads
        name = f"blocks.{layer}."
        query, key, value, output = (matrices[f"{name}attention.{part}.weight"] for part in ("query", "key", "value", "output"))
        rows = torch.arange(config.d_model).view(config.n_heads, 2, -1).mT.flatten()  # i and i + D/2, which turn together, side by side
        query, key = ([part[rows] for part in matrix] for matrix in (query, key))
        self.qkv, self.output = Int8Linear(*map(torch.cat, zip(query, key, value))), Int8Linear(*output)
        self.up, self.down = (Int8Linear(*matrices[f"{name}feed_forward.{part}.weight"]) for part in ("up", "down"))
        self.attention_norm, self.feed_forward_norm = (
            Int8RMSNorm(state[f"{name}{part}_norm.weight"], config.norm_eps) for part in ("attention", "feed_forward"))

    def __call__(self, x_NC, turns_N1D, attend):
        """Adds to x in place; `attend` maps queries, keys and values (N, 3, H, D) to (N, C)."""
        N, (H, D) = len(x_NC), self.heads
        qkv = self.qkv(self.attention_norm(x_NC)).view(N, 3, H, D)
        torch.view_as_complex(qkv[:, :2].view(N, 2 * H, D // 2, 2)).mul_(turns_N1D)
        self.output.add_to(x_NC, attend(qkv))
        self.down.add_to(x_NC, self.up.relu(self.feed_forward_norm(x_NC)).square_())


class Int8Transformer:
    """A Transformer for decoding on the CPU, from int8 matrices."""

    def __init__(self, config, state, matrices):
        """`state`: a Transformer's state_dict; `matrices`: {name: (int8 (R, C), scale (R, 1))} of everything two-dimensional in it."""
        self.config = config
        table, scale = matrices["embedding.weight"]
        self.embedding_VC, self.head = table * scale, Int8Linear(*matrices["head.weight"])
        self.blocks = [Int8Block(config, state, matrices, layer) for layer in range(config.n_layers)]
        self.norm = Int8RMSNorm(state["norm.weight"], config.norm_eps)
        self.turns_T1D = torch.complex(*rotary_table(config.d_model // config.n_heads, config.max_seq_len, config.rope_theta))[:, None]

    def hidden(self, tokens_N, places_N, attend):
        """Last hidden states (N, C), before the norm; `attend(layer, qkv)` is what binds the tokens together."""
        x_NC, turns_N1D = self.embedding_VC[tokens_N], self.turns_T1D[places_N]
        for layer, block in enumerate(self.blocks):
            block(x_NC, turns_N1D, functools.partial(attend, layer))
        return x_NC

    def logits(self, x_NC):
        return self.head(self.norm(x_NC))


def attention_with_sums(q_BHTD, k_BHTD, v_BHTD):
    """(softmax(q k^T / sqrt(D)) v, log (B, H, T) of the sum inside the softmax): PyTorch's own flash attention for the CPU."""
    return torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(q_BHTD, k_BHTD, v_BHTD)


class Int8Cache:
    """Keys and values on the CPU. What rows read as their common prompt is there once, and read once a step for all of them.

    prompts: of each row, (layers, 2, 1, H, T, D); own: what the rows have written since, (layers, 2, B, H, room, D), `count` tokens.
    """

    def take(self, other, rows):
        """Becomes the rows of another cache, in this order, repeats included; returns itself."""
        self.prompts, self.own, self.count = [other.prompts[row] for row in rows], other.own[:, :, rows, :, :other.count], other.count
        self.places_B, self.tokens_B, self.draws_B2 = (of_row[rows] for of_row in (other.places_B, other.tokens_B, other.draws_B2))
        if len(rows) == 1:  # nothing is shared: one attention instead of two
            self.own = torch.cat([*self.prompts, self.own], 4)
            self.prompts, self.count = [self.own[..., :0, :]], self.own.shape[4]
        runs = itertools.groupby(range(len(rows)), lambda row: id(self.prompts[row]))  # neighbours that share a prompt
        self.runs = [(slice(run[0], run[-1] + 1), self.prompts[run[0]]) for run in (list(run) for _, run in runs) if self.prompts[run[0]].shape[4]]
        return self

    @property
    def window(self):
        """Tokens of the longest row."""
        return self.places_B.max().item()

    def grow(self):
        """Room for one more token a row; doubles what is there when it is full."""
        if self.count == self.own.shape[4]:
            self.own = torch.cat([self.own, self.own.new_empty(*self.own.shape[:4], max(64, self.count), self.own.shape[5])], 4)

    def attend(self, layer, qkv):
        """One new token a row, (B, 3, H, D) to (B, C): attention to what the row wrote and to its prompt, weighed by their softmax sums."""
        self.own[layer, :, :, :, self.count] = qkv[:, 1:].transpose(0, 1)
        q_BHD = qkv[:, 0]
        y_BH1D, sums_BH1 = attention_with_sums(q_BHD[:, :, None], *self.own[layer, :, :, :, :self.count + 1])
        if not self.runs:
            return y_BH1D.flatten(1)
        parts = [attention_with_sums(q_BHD[rows].transpose(0, 1)[None], *prompt[layer]) for rows, prompt in self.runs]
        prompt_HBD, prompt_sums_HB = (torch.cat(part, 2)[0] for part in zip(*parts))
        share_BH = (prompt_sums_HB.mT - sums_BH1[..., 0]).sigmoid()
        return torch.lerp(y_BH1D[:, :, 0], prompt_HBD.transpose(0, 1), share_BH[..., None]).flatten(1)

    def advance(self):
        """The step is over."""
        self.count, self.places_B = self.count + 1, self.places_B + 1


class Int8Decoder(Decoder):
    """Decoder for an Int8Transformer: a prompt is read on its own, so that nothing is ever padded, and remembered a while."""
    REMEMBERED = 16  # prompts: the samples that follow a greedy answer ask the same again

    def __init__(self, model):
        super().__init__(model)
        self.read_one = functools.lru_cache(self.REMEMBERED)(self.read_one)

    def fitting(self, rows):
        """Rows that are computed for `rows` that go on: a smaller cache is a copy, worth while every four."""
        return rows if rows < 4 else math.ceil(rows / 4) * 4

    def cache(self, rows):
        return Int8Cache()

    def read_one(self, prompt):
        """(keys and values (layers, 2, 1, H, T, D), logits (1, V)) after a tuple of tokens."""
        T, config = len(prompt), self.model.config
        store = torch.empty(config.n_layers, 2, 1, config.n_heads, T, config.d_model // config.n_heads)

        def attend(layer, qkv):
            q_BHTD, k_BHTD, v_BHTD = qkv.permute(1, 2, 0, 3)[:, None]
            store[layer, 0], store[layer, 1] = k_BHTD, v_BHTD
            return F.scaled_dot_product_attention(q_BHTD, k_BHTD, v_BHTD, is_causal=True)[0].transpose(0, 1).flatten(1)

        x_TC = self.model.hidden(torch.tensor(prompt), slice(T), attend)
        return store, self.model.logits(x_TC[-1:])

    def read(self, prompts):
        """(cache, logits (B, V)) after several prompts."""
        stores, logits = zip(*map(self.read_one, prompts))
        cache = Int8Cache()
        cache.prompts, cache.count, cache.places_B = stores, 0, torch.tensor([len(prompt) for prompt in prompts])
        cache.tokens_B, cache.draws_B2 = torch.zeros_like(cache.places_B), torch.zeros(len(prompts), 2, dtype=torch.int64)
        cache.own = stores[0].new_empty(*stores[0].shape[:2], len(prompts), stores[0].shape[3], 0, stores[0].shape[5])
        return cache, torch.cat(logits)

    def next_logits(self, cache):
        cache.grow()
        x_BC = self.model.hidden(cache.tokens_B, cache.places_B, cache.attend)
        cache.advance()
        return self.model.logits(x_BC)


# ---- 8 evaluation ------------------------------------------------------------------------------------------------------------

@torch.no_grad()
def evaluate(model, examples, vocabulary, batch_size, precision):
    """{"loss", "perplexity", "accuracy"} per answer token over `examples`, in evaluation mode."""
    model.eval()
    loss = right = count = 0
    order = sorted(range(len(examples)), key=lambda i: len(examples[i]))
    for start in range(0, len(order), batch_size):
        inputs_BT, targets_BT = collate([examples[i] for i in order[start:start + batch_size]], vocabulary.pad)
        with precision.autocast():
            batch_loss, batch_right = answer_loss(model, inputs_BT, targets_BT)
        loss, right, count = loss + batch_loss.item(), right + batch_right.item(), count + (targets_BT != IGNORE).sum().item()
    model.train()
    mean = loss / count
    return {"loss": mean, "perplexity": math.exp(min(mean, 50)), "accuracy": right / count}


def pass_at(k, verdicts):
    """The probability that one of k samples, drawn without replacement from these verdicts, passes (Chen et al. 2021, eq. 1)."""
    if not 0 < k <= len(verdicts):
        raise ValueError(f"pass@{k} needs {k} samples, and there are {len(verdicts)}")
    return 1 - math.comb(len(verdicts) - sum(verdicts), k) / math.comb(len(verdicts), k)


# ---- 9 the run's record --------------------------------------------------------------------------------------------------------

def file_hash(*paths, digits=16):
    """The first hex digits of the SHA-256 over the files' bytes."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:digits]


def environment():
    """What a figure of this run depends on besides its config."""
    code = [HERE / name for name in ("llm.py", "kernels.py", "graph.py", "verify.py", "sandbox.py", "measure.py")]
    device = torch.cuda.get_device_name() if torch.cuda.is_available() else f"{platform.machine()} CPU, {os.cpu_count()} cores"
    return {"code": file_hash(*code), "python": platform.python_version(), "torch": str(torch.__version__), "device": device,
            "date": time.strftime("%Y-%m-%d %H:%M:%S")}


def one_line(error):
    """What an exception says, in one line, with its type where that is not one of ours."""
    told = str(error).strip().split("\n")[0]
    return told if isinstance(error, ValueError) and told else ": ".join(filter(None, (type(error).__name__, told)))


def rng_state():
    return {"cpu": torch.get_rng_state(), "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else []}


def set_rng_state(state):
    torch.set_rng_state(state["cpu"])
    if state["cuda"] and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(state["cuda"])


def load_checkpoint(path):
    """The dict that a run saved, tensors on the CPU. Loads no code: `weights_only`. Raises ValueError, one line."""
    if not Path(path).exists():
        raise ValueError(f"there is no trained model at {path}: run `python llm.py` first")
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except (RuntimeError, EOFError, OSError, pickle.UnpicklingError) as error:
        raise ValueError(f"{path} is no checkpoint of this program: {one_line(error)}") from error
    if not isinstance(state, dict) or not {"model_config", "model", "vocabulary"} <= set(state):
        raise ValueError(f"{path} is no checkpoint of this program: it has no model, vocabulary and model_config")
    return state


RELEASE = HERE / "weights"
SHARD = 15_000_000  # bytes a file of the release holds at most


def quantized(weight_RC):
    """(int8 (R, C), fp32 (R, 1)): weight = int8 * scale, each row scaled so that its largest entry is 127."""
    scale_R1 = weight_RC.abs().amax(1, keepdim=True).clamp_min(torch.finfo(torch.float32).tiny) / 127
    return (weight_RC / scale_R1).round().to(torch.int8), scale_R1


def sharded(tensors):
    """The tensors {name: tensor}, in order, in as few dicts as SHARD allows."""
    shards, room = [{}], SHARD
    for name, tensor in tensors.items():
        if tensor.nbytes > room and shards[-1]:
            shards.append({})
            room = SHARD
        shards[-1][name] = tensor.contiguous()
        room -= tensor.nbytes
    return shards


def save_release(state, folder):
    """Writes a checkpoint's model as int8 safetensors with its tokenizer, its config and the hash of every file.

    Matrices are rounded to int8, a scale a row; vectors stay fp32.
    """
    from safetensors.torch import save_file
    folder, tensors = Path(folder), {}
    for name, tensor in state["model"].items():
        if tensor.ndim == 2:
            tensors[name], tensors[f"{name}.scale"] = quantized(tensor.float())
        else:
            tensors[name] = tensor.float()
    shards = sharded(tensors)
    files = {f"model-{i}-of-{len(shards)}.safetensors": functools.partial(save_file, shard) for i, shard in enumerate(shards, 1)}
    files["tokenizer.json"] = lambda path: path.write_text(state["vocabulary"])
    for name, write in files.items():
        with replacing(folder / name) as partial:
            write(partial)
    config = {"model_config": state["model_config"], "train_config": state["train_config"], "metrics": state["metrics"], "steps": state["step"],
              "minutes": state["seconds"] / 60, "environment": state["environment"],
              "sha256": {name: file_hash(folder / name, digits=64) for name in files}}
    with replacing(folder / "config.json") as partial:
        partial.write_text(json.dumps(config, indent=1))


def release_config(folder):
    """The dict of a release's config.json. Raises ValueError, one line, where it is none."""
    try:
        config = json.loads((folder / "config.json").read_text())
        return config | {"sha256": dict(config["sha256"])}
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{folder} is no release of this program: its config.json: {one_line(error)}") from error


def load_release(folder):
    """What `load_checkpoint` gives, of a folder that save_release wrote, and "matrices", the int8 ones as they are: {name: (int8, scale)}.

    Raises ValueError, one line, where a file is not the one written.
    """
    from safetensors.torch import load_file
    folder = Path(folder)
    config = release_config(folder)
    for name, expected in config["sha256"].items():
        if not (folder / name).exists() or file_hash(folder / name, digits=64) != expected:
            raise ValueError(f"{folder / name} is missing or not the file that was released")
    tensors = {}
    for name in config["sha256"]:
        tensors |= load_file(folder / name) if name.endswith(".safetensors") else {}
    scales = {name: tensors.pop(f"{name}.scale") for name in list(tensors) if f"{name}.scale" in tensors}
    model = {name: tensor * scales[name] if name in scales else tensor for name, tensor in tensors.items()}
    matrices = {name: (tensors[name], scale) for name, scale in scales.items()}
    return config | {"model": model, "matrices": matrices, "vocabulary": (folder / "tokenizer.json").read_text()}


def load_model_state(path):
    """The state of a trained model: a checkpoint, a release folder, or, where the default checkpoint is not there, the release."""
    if Path(path).is_dir():
        return load_release(path)
    if Path(path) == Path(TrainConfig.checkpoint) and not Path(path).exists() and RELEASE.exists():
        print(f"no {path} here: taking the released weights", file=sys.stderr)
        return load_release(RELEASE)
    return load_checkpoint(path)


def plot_losses(log_path, image_path):
    """Loss and accuracy over the steps of a JSONL log, as a PNG."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    rows = [json.loads(line) for line in Path(log_path).read_text().splitlines()]
    steps = [row for row in rows if row["event"] == "step"]
    epochs = [row for row in rows if row["event"] == "epoch"]
    figure, (losses, rates) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
    losses.plot([row["step"] for row in steps], [row["loss"] for row in steps], lw=0.8, color="tab:blue", alpha=0.6, label="training")
    losses.plot([row["step"] for row in epochs], [row["loss"] for row in epochs], "o-", color="tab:red", label="validation")
    losses.set(xlabel="step", ylabel="cross-entropy per answer token (nats)", yscale="log")
    losses.legend()
    rates.plot([row["step"] for row in epochs], [100 * row["accuracy"] for row in epochs], "o-", color="tab:red")
    rates.set(xlabel="step", ylabel="validation tokens predicted right (%)")
    with replacing(image_path) as partial:
        figure.savefig(partial, format="png", dpi=120)
    plt.close(figure)


def has_wandb_login():
    """Whether `wandb login` has left its key where it keeps it."""
    try:
        return netrc.netrc().authenticators("api.wandb.ai") is not None
    except (FileNotFoundError, netrc.NetrcParseError):
        return False


def open_wandb(model_config, train_config):
    """A Weights & Biases run, offline where there is no login; its summary names the kernels chosen."""
    try:
        import wandb
    except ImportError as error:
        raise ValueError("--wandb needs the package: pip install wandb") from error
    offline = not any(os.environ.get(name) for name in ("WANDB_MODE", "WANDB_API_KEY")) and not has_wandb_login()
    run = wandb.init(project="python-to-triton", mode="offline" if offline else None,
                     config=dataclasses.asdict(model_config) | dataclasses.asdict(train_config))
    for field in ("use_triton_rmsnorm", "use_triton_rotary"):
        run.summary[field] = getattr(model_config, field)
    return run


class Run:
    """One training run: what it is made of, where it stands, and its record on disk."""

    def __init__(self, model_config, train_config, vocabulary, model, optimizer, kernel_table, examples):
        self.model_config, self.train_config, self.vocabulary = model_config, train_config, vocabulary
        self.model, self.optimizer, self.kernel_table = model, optimizer, kernel_table
        self.step, self.seconds, self.metrics, self.wandb, self.waiting, self.loss = 0, 0.0, {}, None, None, math.nan
        self.steps_per_epoch = math.ceil(math.ceil(examples / train_config.batch_size) / train_config.accumulation)
        self.folder = Path(train_config.run_dir)
        self.log_path = self.folder / "log.jsonl"

    def open(self, resumed):
        """Starts the log (or goes on with it) and, where asked, Weights & Biases."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not resumed:
            self.log_path.write_text("")
            self.log("start", model=dataclasses.asdict(self.model_config), train=dataclasses.asdict(self.train_config), **environment())
        (self.folder / "kernels.txt").write_text(self.kernel_table + "\n")
        if self.train_config.wandb:
            self.wandb = open_wandb(self.model_config, self.train_config)

    def log(self, event, **values):
        with self.log_path.open("a") as file:
            file.write(json.dumps({"event": event, "step": self.step, "seconds": round(self.seconds, 3)} | values) + "\n")
        if self.wandb and event != "start":
            self.wandb.log({f"{event}/{key}": value for key, value in values.items()}, step=values.get("step", self.step))

    def log_step(self, figures, **values):
        """Logs the step before, and keeps (loss, norm) of this one until the next: to wait for them now would leave the GPU idle."""
        self.flush()
        self.waiting = figures, {"step": self.step, "seconds": round(self.seconds, 3)} | values

    def flush(self):
        """Logs the step that waits to be."""
        if self.waiting:
            (figures, values), self.waiting = self.waiting, None
            self.loss, norm = figures.tolist()
            self.log("step", loss=self.loss, norm=norm, **values)

    def save(self, scaler):
        """Everything that `--resume` and `--demo` need, in one file that `weights_only=True` loads."""
        state = {
            "model_config": dataclasses.asdict(self.model_config), "train_config": dataclasses.asdict(self.train_config),
            "vocabulary": self.vocabulary.to_json(), "model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(),
            "scaler": scaler.state_dict(), "rng": rng_state(), "step": self.step, "seconds": self.seconds, "metrics": self.metrics,
            "data": file_hash(self.train_config.data), "kernels": self.kernel_table, "environment": environment(),
        }
        with replacing(self.train_config.checkpoint) as partial:
            torch.save(state, partial)

    def restore(self, state, scaler):
        """Takes the run back to where `state` was saved."""
        if state["data"] != file_hash(self.train_config.data):
            raise ValueError(f"{self.train_config.data} has changed since the checkpoint was written: train anew, without --resume")
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        scaler.load_state_dict(state["scaler"])
        set_rng_state(state["rng"])
        self.step, self.seconds, self.metrics = state["step"], state["seconds"], state["metrics"]


# ---- 10 training ------------------------------------------------------------------------------------------------------------------

def emphasised(pairs, emphasis):
    """The pairs, those of k operations `emphasis` / k^2 times: long questions are nearly all there are, short ones what people ask."""
    from extract_training_data import operations
    counts = (len(operations(pair.question)) for pair in pairs)
    return [pair for pair, k in zip(pairs, counts) for _ in range(max(1, round(emphasis / max(k, 1)**2)))]


def load_examples(path, vocabulary, max_seq_len, emphasis=1.0):
    """{"train": [...], "validation": [...]} of Example, and one line that says what did not fit."""
    from extract_training_data import load_pairs
    pairs, examples, dropped = load_pairs(path), {}, 0
    for split in ("train", "validation"):
        asked = [pair for pair in pairs if pair.split == split]
        examples[split], too_long = encode_pairs(emphasised(asked, emphasis) if split == "train" else asked, vocabulary, max_seq_len)
        dropped += too_long
    if not examples["train"] or not examples["validation"]:
        raise ValueError(f"{path} leaves {len(examples['train'])} training and {len(examples['validation'])} validation pairs of at most "
                         f"{max_seq_len} tokens: raise --max_seq_len or extract more pairs")
    tokens = sum(len(example) for example in examples["train"])
    line = f"{len(examples['train']):,} training pairs ({tokens:,} tokens), {len(examples['validation']):,} for validation"
    return examples, line + (f"; {dropped} longer than {max_seq_len} tokens left out" if dropped else "")


MERGES_FROM = 20_000  # pairs, evenly spaced: more teach a BPE of thousands of tokens nothing new


def make_vocabulary(config, model_config):
    """The tokenizer that the config names; those of PATTERNS are learned from questions and answers of the training split."""
    if config.tokenizer not in PATTERNS:
        return Vocabulary.from_hub(config.tokenizer)
    from extract_training_data import load_pairs
    pairs = [pair for pair in load_pairs(config.data) if pair.split == "train"]
    pairs = pairs[::math.ceil(len(pairs) / MERGES_FROM)]
    texts = (text for pair in pairs for text in (pair.question, pair.answer))
    return Vocabulary.learn(texts, model_config.vocab_size, PATTERNS[config.tokenizer])


def train_step(run, batches, precision, scaler, scale):
    """One update from the micro-batches of a step. Returns (loss per answer token, norm of the gradient before clipping) as one tensor,
    which the host need not wait for."""
    model, device = run.model, run.model.head.weight.device
    total_targets = sum((targets_BT != IGNORE).sum().item() for _, targets_BT in batches)
    loss_sum = torch.zeros((), device=device)
    for inputs_BT, targets_BT in batches:
        with precision.autocast():
            loss, _ = answer_loss(model, inputs_BT, targets_BT)
        scaler.scale(loss / total_targets).backward()  # over the whole step: micro-batches hold different numbers of targets
        loss_sum += loss.detach()
    scaler.unscale_(run.optimizer)
    norm = nn.utils.clip_grad_norm_(model.parameters(), run.train_config.grad_clip)
    scaler.step(run.optimizer, scale)  # left out by the scaler where fp16 overflowed
    scaler.update()
    model.zero_grad(set_to_none=True)
    return torch.stack((loss_sum / total_targets, norm))


def step_batches(run, examples):
    """Yields the collated micro-batches of each step, from the run's position to the end of its last epoch."""
    config, lengths = run.train_config, [len(example) for example in examples]
    first_epoch, done = divmod(run.step, run.steps_per_epoch)
    for epoch in range(first_epoch, config.epochs):
        order = epoch_batches(lengths, config.batch_size, config.seed, epoch)
        for start in range(done * config.accumulation, len(order), config.accumulation):
            yield [collate([examples[i] for i in batch], run.vocabulary.pad, epoch) for batch in order[start:start + config.accumulation]]
        done = 0


def end_epoch(run, examples, precision, scaler):
    """Evaluates, logs, saves."""
    run.flush()
    run.metrics = evaluate(run.model, examples["validation"], run.vocabulary, run.train_config.batch_size, precision)
    run.log("epoch", **run.metrics)
    run.save(scaler)
    tqdm.write("step {:6}  validation loss {loss:.4f}  perplexity {perplexity:.3f}  accuracy {accuracy:.2%}".format(run.step, **run.metrics))


@contextmanager
def noted_interrupts():
    """Yields a list that Ctrl-C or SIGTERM fills, so that a step is never left half done; a second one breaks off at once."""
    noted = []

    def note(number, frame):
        if noted:
            raise KeyboardInterrupt
        noted.append(number)

    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield noted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def train(run, examples, precision, scaler):
    """The loop, from the run's position to the end of its schedule: by steps, or by minutes where those end first.

    Ctrl-C and SIGTERM end it after the step under way, saved; `--resume` then goes on with the very next batch.
    """
    config = run.train_config
    total_steps, budget = config.epochs * run.steps_per_epoch, 60 * config.minutes or math.inf
    bar = tqdm(total=total_steps, initial=run.step, unit="step", desc="training", dynamic_ncols=True)
    began = time.perf_counter() - run.seconds
    run.model.train()
    with noted_interrupts() as interrupts:
        for batches in step_batches(run, examples["train"]):
            scale = lr_scale(max(run.step / total_steps, run.seconds / budget), config.warmup, config.final_lr)
            figures = train_step(run, batches, precision, scaler, scale)
            run.step, run.seconds = run.step + 1, time.perf_counter() - began
            run.log_step(figures, lr_scale=scale)
            bar.update()
            bar.set_postfix(loss=f"{run.loss:.4f}", refresh=False)
            finished = run.step == total_steps or run.seconds >= budget
            if run.step % run.steps_per_epoch == 0 or finished:
                end_epoch(run, examples, precision, scaler)
            if finished or interrupts:
                break
        if interrupts:
            run.flush()
            run.save(scaler)
    bar.close()
    plot_losses(run.log_path, run.folder / "loss.png")
    if interrupts:
        raise KeyboardInterrupt


def new_run(config, model_config, vocabulary, examples):
    """(run, precision, scaler): a model and its optimizer on the config's device, with the kernels that suit it and its training examples."""
    device = device_of(config.device)
    precision = Precision.choose(config.precision, device)
    torch.manual_seed(config.seed)
    model_config = dataclasses.replace(model_config, vocab_size=len(vocabulary))
    B, T = usual_shape([len(example) for example in examples], config)
    model_config, choices = auto_select_kernels(model_config, config.kernels, B, device, precision.dtype, config, T)
    implementations = {op: choice.implementation for op, choice in choices.items()}
    model = Transformer(model_config, implementations).to(device)
    run = Run(model_config, config, vocabulary, model, MuonAdamW(model, config, implementations), kernels.table(choices), len(examples))
    return run, precision, precision.scaler()


CHOSEN_ANEW = {"use_triton_rmsnorm": None, "use_triton_rotary": None}  # a run may resume on another machine


def start_run(values, resume):
    """(run, examples, precision, scaler) from flag values: new, from the weights that `start_from` names, or resumed from the checkpoint."""
    source = "" if resume else values.get("start_from", "")
    state = load_checkpoint(values.get("checkpoint", TrainConfig.checkpoint)) if resume else load_model_state(source) if source else None
    if state:
        kept = state["model_config"]
        changed = [key for key in ARCHITECTURE if values.get(key, kept[key]) != kept[key]]
        if changed:
            raise ValueError(f"a model that goes on keeps its shape: drop {', '.join('--' + key for key in changed)}, or train anew without "
                             f"{'--resume' if resume else '--start_from'}")
        values = (kept | CHOSEN_ANEW if source else kept | CHOSEN_ANEW | state["train_config"]) | values
    config, model_config = from_flags(TrainConfig, values), from_flags(ModelConfig, values)
    vocabulary = Vocabulary.from_json(state["vocabulary"]) if state else make_vocabulary(config, model_config)
    examples, line = load_examples(config.data, vocabulary, model_config.max_seq_len, config.emphasis)
    run, precision, scaler = new_run(config, model_config, vocabulary, examples["train"])
    print(f"{line}\n{run.kernel_table}\n{sum(p.numel() for p in run.model.parameters()):,} parameters on {run.model.head.weight.device} "
          f"in {precision.name}\n{run.optimizer.table()}")
    if source:
        run.model.load_state_dict(state["model"])
        print(f"starting from the weights of {source}")
    elif state:
        run.restore(state, scaler)
        print(f"resuming at step {run.step}, after {run.seconds:.0f} s")
    run.open(resumed=resume)
    return run, examples, precision, scaler


def train_on(state, examples, config):
    """Trains the model of `state`, which load_model_state gives, on these examples with a new optimizer; returns the finished Run.

    Goes on from `config.checkpoint` where an earlier call was stopped.
    """
    model_config = from_flags(ModelConfig, state["model_config"] | CHOSEN_ANEW)
    run, precision, scaler = new_run(config, model_config, Vocabulary.from_json(state["vocabulary"]), examples["train"])
    stopped = Path(config.checkpoint).exists()
    if stopped:
        run.restore(load_checkpoint(config.checkpoint), scaler)
    else:
        run.model.load_state_dict(state["model"])
    run.open(resumed=stopped)
    train(run, examples, precision, scaler)
    return run


# ---- 11 translation ------------------------------------------------------------------------------------------------------------------

TEMPERATURES = (0.7, 1.0, 1.3)  # after the greedy candidate, equal shares at each
OTHERS, OTHER_TEMPERATURE = 16, 1.0   # answers that are drawn in the place of a greedy one that cannot be right


def not_judged(reason):
    """The verdict on an answer that nobody has run."""
    return verify.Verdict(False, reason, math.inf, 0.0, 0, 0.0)


@functools.lru_cache(maxsize=256)
def judged_on(question):
    """The judge's task for a canonical question: two samples smaller than any block, one that is long, one ragged all round."""
    asked = graph.parse(question)
    return verify.prepare(asked.run, [asked.sample(0), asked.sample(1), asked.sample(2, grow=(1031,)), asked.sample(3, grow=(67, 35))])


def judge_answer(question, source, device=None):
    """verify.Verdict on an answer to a canonical question; a function of two texts, so that any process can give it."""
    try:
        task = judged_on(question)
    except (graph.GraphError, RuntimeError, MemoryError) as error:  # what PyTorch raises where its memory ends is a RuntimeError
        return not_judged(f"the judge finds no inputs for the question: {one_line(error)}")
    return verify.examine(source, task, device=device)


def compile_answer(question, source):
    """Why a verified answer does not compile for sm_80 and sm_90; empty where it does."""
    try:
        compiled = verify.compile_kernels(source, [graph.parse(question).sample(1)])
    except verify.Refused as refusal:
        return str(refusal)
    return "; ".join(f"{one.kernel} for {one.target}: {one.reason}" for one in compiled if not one.ok)


def refuse_to_judge(question, source):
    """The verdict where the user wants none."""
    return not_judged("not asked")


def start_judge():
    """One thread a process, since there are as many as cores; an interrupt is the parent's to handle, the parent's end is its own."""
    torch.set_num_threads(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sandbox.LIBC.prctl(sandbox.PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def start_pool(jobs):
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=start_judge)


class Judges:
    """Calls functions of a question and an answer, here or in `jobs` processes; the same call only once.

    A process that dies (whoever needs memory may have it killed) takes all calls of its pool with it: each is made once more, alone.
    """
    DIED = "the process that judged it died, twice"

    def __init__(self, jobs=0, judge=judge_answer):
        self.jobs, self.judge, self.calls, self.results = jobs, judge, {}, {}
        self.pool = start_pool(jobs) if jobs else None
        self.spare, self.again = None, ThreadPoolExecutor(1)   # one thread that stays, since its end would be that of its processes

    def submit(self, question, source, function=None):
        """The Future of the verdict, or of another `function`'s result; over already where there are no processes."""
        key = function or self.judge, question, source
        if key not in self.results:
            self.results[key] = Future()
            if self.pool:
                self.begin(key)
            else:
                self.results[key].set_result(key[0](question, source))
        return self.results[key]

    def begin(self, key):
        try:
            call = self.pool.submit(*key)
        except BrokenProcessPool:
            self.pool = start_pool(self.jobs)
            call = self.pool.submit(*key)
        self.calls[key] = call
        call.add_done_callback(functools.partial(self.finish, self.results[key], key))

    def finish(self, future, key, call):
        """Passes on what became of a call."""
        self.calls.pop(key)
        if call.cancelled():
            future.cancel()
        elif isinstance(call.exception(), BrokenProcessPool):
            self.again.submit(self.repeat, future, key)
        elif call.exception():
            future.set_exception(call.exception())
        else:
            future.set_result(call.result())

    def repeat(self, future, key):
        """Makes a call with no other beside it."""
        self.spare = self.spare or start_pool(1)
        try:
            future.set_result(self.spare.submit(*key).result())
        except BrokenProcessPool:
            self.spare = None
            if key[0] is self.judge:
                future.set_result(not_judged(self.DIED))
            else:
                future.set_exception(ValueError(self.DIED))
        except Exception as error:  # as in the pool, it is raised where the result is asked for
            future.set_exception(error)

    def cancel(self, question, source):
        """Takes a verdict back that nobody needs any more, if it has not begun."""
        key = self.judge, question, source
        call = self.calls.get(key)   # none where it is over
        if call and call.cancel():
            del self.results[key]

    def close(self):
        """Ends the processes; what they have not begun is never done."""
        for executor in filter(None, (self.pool, self.again, self.spare)):
            executor.shutdown(cancel_futures=True)


def judges_beside(device, jobs=None, **options):
    """`jobs` Judges (`options` are theirs); by default for the cores that decoding on `device` leaves them."""
    free = CORES
    if device.type == "cpu":  # a thread that waits for a core which a judge holds halts all the others
        torch.set_num_threads(max(1, free // 2))
        free -= torch.get_num_threads()
    return Judges(jobs or free, **options)


@dataclass(frozen=True)
class Candidate:
    """One answer of the model and what the judge said of it."""
    source: str
    verdict: verify.Verdict


class Part:
    """A region of a program: what the model is asked of it, the sizes that it has there, and the candidates so far."""

    def __init__(self, question, sizes=None):
        self.question, self.sizes = question, sizes or {}
        self.tried = {}    # number of the sample -> Candidate
        self.composed = None   # Candidate of the answers to smaller parts, where none of the samples passed
        self.pieces = 0    # how many those are
        self.refused = {}  # source -> verify.Verdict on what was right on samples, and then was not at the program's own sizes

    @property
    def candidates(self):
        """In the order of their samples."""
        return [self.tried[number] for number in sorted(self.tried)]

    @property
    def answer(self):
        """The first candidate that passed, or None."""
        return next((candidate for candidate in [*self.candidates, self.composed] if candidate and candidate.verdict.ok), None)

    def record(self, number, source, verdict):
        """Notes the verdict on a sample, and returns the Candidate."""
        self.tried[number] = Candidate(source, self.refused.get(source, verdict))
        return self.tried[number]

    def refuse(self, reason):
        """Takes the answer back."""
        answer = self.answer
        self.refused[answer.source] = dataclasses.replace(answer.verdict, ok=False, reason=reason, stage="value")
        self.composed = None if answer is self.composed else self.composed
        for number, candidate in self.tried.items():
            self.record(number, candidate.source, candidate.verdict)


SMALLER = (graph.MOST, 3, 1, 0)   # pointwise operations, at most, of the regions that a part is cut into where no answer to it passed
USUAL = ("0.5", "0.1", "0.2", "0.3", "0.25", "0.9", "1.5", "2.5", "0.001", "1e-6", "1e-5")   # numbers that the corpus has most
FLOAT = re.compile(r"(?<![\w.])(?:\d+\.\d+(?:e-?\d+)?|\d+e-?\d+)")


def with_usual_numbers(question):
    """(the question with usual numbers in the place of rare ones, {usual: rare}); a model copies best what it has often seen."""
    given, rare = set(FLOAT.findall(question)), {}
    for number in dict.fromkeys(FLOAT.findall(question)):
        free = [usual for usual in USUAL if usual not in given | rare.keys()]
        if number not in USUAL and float(number) and free:
            rare[min(free, key=lambda usual: abs(math.log(float(usual) / float(number))))] = number
    usual = {number: stand_in for stand_in, number in rare.items()}
    return FLOAT.sub(lambda m: usual.get(m[0], m[0]), question), rare


def with_own_numbers(source, rare):
    """The answer to `with_usual_numbers` as one to the question that it was made from, unless it has computed with them."""
    own = {float(usual): number for usual, number in rare.items()}
    return FLOAT.sub(lambda m: own.get(float(m[0]), m[0]), source)


NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d*)?(?:e-?\d+)?(?![\w.])")
STAND_INS = ((2, 3), (4, 7), (6, 9))   # for integers from 5 on, the least first; what is at most half of another stays so, as a window's padding is


def with_small_integers(question):
    """The question with small integers in the place of larger ones, twice with different ones, and {those two: the larger}; or no questions."""
    large = sorted({int(number) for number in NUMBER.findall(question) if number.isdigit() and int(number) > 4})
    own = dict(zip(STAND_INS, large))
    if not 0 < len(large) <= len(STAND_INS):
        return [], {}
    small = [{str(number): str(pair[which]) for pair, number in own.items()} for which in (0, 1)]
    return [NUMBER.sub(lambda m: small[which].get(m[0], m[0]), question) for which in (0, 1)], own


def with_large_integers(first, second, own):
    """What the answers to both questions of `with_small_integers` say of the larger ones: where they differ it stands. "" where they differ in more."""
    if NUMBER.sub("0", first) != NUMBER.sub("0", second):
        return ""
    numbers = []
    for one, other in zip(NUMBER.findall(first), NUMBER.findall(second), strict=True):
        number = one if one == other else own.get((float(one), float(other)), "")
        if number == "":
            return ""
        numbers.append(f"{number}.0" if "." in one and one != other else str(number))
    return NUMBER.sub(lambda m, rest=iter(numbers): next(rest), first)


def rewordings(question):
    """Yields (questions with numbers that the corpus has more often, what makes of their answers' sources one to this question; "" for none)."""
    usual, rare = with_usual_numbers(question)
    if rare:
        yield [usual], lambda source: with_own_numbers(source, rare)
    small, large = with_small_integers(usual)
    if small:
        yield small, lambda first, second: with_own_numbers(with_large_integers(first, second, large), rare)


def has_gpu():
    """Whether answers can be judged and timed at sizes of any use."""
    return torch.cuda.is_available()


PROOF_SECONDS = 600


def proof(question, sizes, answer, **more):
    """The last result of measure.prove on the GPU, in a process beside this one."""
    try:
        found, trouble = measure.helper().call("prove", PROOF_SECONDS, question=question, sizes=sizes, answer=answer, **more)
    except ValueError as error:
        return {"ok": False, "reason": str(error), "stage": "task"}
    return found | {"untimed": trouble} if trouble else found


class Translation:
    """A program, the parts that are asked for one by one, and the verdict on the whole."""

    def __init__(self, program, inputs=None):
        """Traces `program`: source text, a function or a module. Raises graph.GraphError, one line, where it cannot be taken."""
        self.graph = graph.trace(program, inputs)
        self.text = program if isinstance(program, str) and inputs is None else ""
        if self.text:
            graph.check_wrapper(self.graph)
        self.parts = [Part(region.graph.text, region.graph.sizes) for region in graph.regions(self.graph)]
        self.verdict = None  # verify.Verdict, once the Translator has concluded
        own = self.graph.source.inputs is not None or self.graph.source.hints
        self.sizes = self.graph.sizes if own else None  # that the program says it has; those of the trace may be guessed
        self.proof = {}      # of measure.prove, once the Translator has judged it at these sizes
        self.stitched = {}   # answers -> the module of them all

    @property
    def question(self):
        """What the model is asked, a text a part."""
        return "\n\n".join(part.question for part in self.parts)

    @property
    def candidates(self):
        return [candidate for part in self.parts for candidate in part.candidates]

    @property
    def verified(self):
        return self.verdict is not None and self.verdict.ok

    @property
    def answers(self):
        """The source of every part's answer; ValueError where a part has none."""
        if not all(part.answer for part in self.parts):
            raise ValueError("there is no verified answer")
        return [part.answer.source for part in self.parts]

    @property
    def bare(self):
        """`translated` over the graph's arguments, without the user's own class or function around it: what is judged."""
        answers = tuple(self.answers)
        if answers not in self.stitched:
            whole = copy.copy(self.graph)
            whole.source = None
            self.stitched[answers] = graph.stitch(whole, answers)
        return self.stitched[answers]

    @property
    def source(self):
        """The self-contained module of the answers; ValueError where a part has none."""
        return graph.stitch(self.graph, self.answers)

    @property
    def where(self):
        """Its sizes in words."""
        return ", ".join(f"{letter} = {size}" for letter, size in self.sizes.items()) or "its own sizes"

    def blame(self):
        """The part whose answer is wrong at the sizes of the trace, random data in them; None where each is right by itself."""
        if len(self.parts) == 1:
            return self.parts[0]
        found = ((part, proof(part.question, part.sizes, part.answer.source, timed=False)) for part in self.parts)
        return next((part for part, one in found if not one["ok"] and one.get("stage") != "task"), None)


def traced(text):
    """The Translation of a text. Raises ValueError, one line, for whatever its code does on the way."""
    try:
        with measure.unchanged_settings():
            return Translation(text)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the program may raise anything, SystemExit included: it costs that program alone
        raise ValueError(one_line(error)) from error


def stream_of(question, number):
    """The random numbers that a sample of an answer is drawn with."""
    return (zlib.crc32(question.encode()) + number) % 2**32


class Translator:
    """A trained model with its vocabulary, asked through graph.py and checked by verify.py."""
    model_hash = ""

    def __init__(self, decoder, vocabulary, seed=0, temperature=None, judges=None, others=OTHERS):
        self.decoder, self.vocabulary, self.seed, self.temperature, self.others = decoder, vocabulary, seed, temperature, others
        self.judges = judges or Judges()
        self.replaced = {}   # question -> the greedy answer, where another took its place

    def check_length(self, part):
        """Raises ValueError where the question leaves no room for an answer."""
        tokens, room = len(self.vocabulary.prompt(part.question)), self.decoder.model.config.max_seq_len
        if tokens >= room:
            raise ValueError(f"the question is too long: {tokens} tokens, and the model reads {room}")

    def sources(self, rows, temperature, seed, on_text=None):
        """Yields (index, answer) of each of the rows (question, number of the sample) as soon as it is complete.

        In the place of a greedy answer that cannot be right (proofreading.py) another is yielded, if one is found; of samples there are more.
        An answer is a function of its row, the temperature and the seed, up to rounding: who else is asked changes nothing.
        """
        grown, faulty = [], {}

        def on_token(token):
            before = self.vocabulary.decode(grown)
            grown.append(token)
            on_text(self.vocabulary.decode(grown)[len(before):])

        prompts = [self.vocabulary.prompt(question) for question, _ in rows]
        for index, ids in generate(self.decoder, prompts, self.vocabulary.end, temperature, seed=seed, on_token=on_token if on_text else None,
                                   streams=[stream_of(*row) for row in rows]):
            source = self.vocabulary.decode(ids)
            fault = proofreading.fault(source, rows[index][0]) if self.others and not temperature else None
            if fault:
                faulty[index] = source, fault
            else:
                yield index, source
        others = self.faultless([rows[index] for index in faulty], seed)
        for (index, (source, fault)), other in zip(faulty.items(), others):
            if other:
                self.replaced[rows[index][0]] = source
                if on_text and index == 0:
                    on_text(f"\n\n# another one: above, in line {fault.line}, {fault.reason}\n{other}")
            yield index, other or source

    def faultless(self, rows, seed):
        """[of `others` answers to each of the rows (question, number) the one without a fault that is drawn most often, or None]"""
        asked = [place for place in range(len(rows)) for _ in range(self.others)]
        streams = [stream_of(rows[place][0], (1 << 16) * (rows[place][1] + 1) + turn % self.others) for turn, place in enumerate(asked)]
        found = [[None] * self.others for _ in rows]
        for turn, ids in generate(self.decoder, [self.vocabulary.prompt(rows[place][0]) for place in asked], self.vocabulary.end, OTHER_TEMPERATURE,
                                  seed=seed, streams=streams) if asked else ():
            source, place = self.vocabulary.decode(ids), asked[turn]
            found[place][turn % self.others] = source if not proofreading.fault(source, rows[place][0]) else None
        drawn = [[source for source in sources if source] for sources in found]
        return [max(sources, key=sources.count, default=None) for sources in drawn]

    def settle(self, pending, everything, on_candidate=None):
        """Records the verdicts that are there; returns what is still to come of [(part, number, source, Future)].

        Of a part in the order of `pending`, and none after the first that passed unless `everything` is wanted: which
        judge is the fastest changes nothing.
        """
        waiting, dropped, begun = [], [], set()
        for part, number, source, verdict in pending:
            if part.answer and not everything:
                dropped.append((part.question, source))
            elif part in begun or not verdict.done():
                waiting.append((part, number, source, verdict))
                begun.add(part)
            else:
                candidate = part.record(number, source, verdict.result())
                if on_candidate:
                    on_candidate(candidate)
        for question, source in set(dropped) - {(part.question, source) for part, _, source, _ in waiting}:
            self.judges.cancel(question, source)
        return waiting

    def rounds(self, samples):
        """[(number of samples, temperature)]: the greedy one, then equal shares at rising temperature; or all at the one given."""
        if self.temperature is not None:
            return [(samples, self.temperature)]
        return [(1, 0.0)] + [((samples + 1 - i) // len(TEMPERATURES), t) for i, t in enumerate(TEMPERATURES)]

    def answer(self, parts, samples, everything=False, on_text=None, on_candidate=None):
        """Asks for up to `samples` answers to each part and judges them.

        All parts are answered side by side, each until one of its answers passes; with `everything`, to the last sample. A part
        has its next round as soon as its own verdicts are there, whoever else is still being judged.
        `on_text(str)` sees the very first answer grow, `on_candidate(Candidate)` each verdict.
        """
        rounds = self.rounds(samples)
        firsts = list(itertools.accumulate((count for count, _ in rounds), initial=0))   # number of a round's first sample
        turns, pending = dict.fromkeys(parts, 0), []                                     # a part's next round; what is being judged
        while True:
            busy = {part for part, *_ in pending}
            open_parts = [part for part in parts if turns[part] < len(rounds) and (everything or part not in busy and not part.answer)]
            if not open_parts and not pending:
                return
            if not open_parts:
                wait([verdict for *_, verdict in pending], return_when=FIRST_COMPLETED)
                pending = self.settle(pending, everything, on_candidate)
                continue
            turn = min(turns[part] for part in open_parts)
            asked = [part for part in open_parts if turns[part] == turn]
            turns |= dict.fromkeys(asked, turn + 1)
            count, temperature = rounds[turn]
            rows = [(part, firsts[turn] + i) for part in asked for i in range(count) if firsts[turn] + i not in part.tried]
            answers = self.sources([(part.question, number) for part, number in rows], temperature, self.seed, on_text if turn == 0 else None)
            for index, source in answers if rows else ():
                part, number = rows[index]
                if everything or not part.answer:
                    pending.append((part, number, source, self.judges.submit(part.question, source)))
                pending = self.settle(pending, everything, on_candidate)
                if not everything and all(part.answer for part in asked):
                    break

    def ask_otherwise(self, parts, samples, asked, on_candidate=None):
        """Asks for the parts without an answer that have rare numbers with usual ones. `asked`, {question: Part}, remembers."""
        reworded = [(part, texts, restore) for part in parts if not part.answer for texts, restore in rewordings(part.question)]
        asked |= {text: Part(text) for _, texts, _ in reworded for text in texts if text not in asked}
        self.answer([asked[text] for text in sorted({text for _, texts, _ in reworded for text in texts})], samples, on_candidate=on_candidate)
        found = [(part, restore(*(asked[text].answer.source for text in texts))) for part, texts, restore in reworded
                 if all(asked[text].answer for text in texts)]
        for part, source, verdict in [(part, source, self.judges.submit(part.question, source)) for part, source in found if source]:
            if not part.answer:
                part.composed = Candidate(source, part.refused.get(source, verdict.result()))

    def compose(self, parts, samples, on_candidate=None):
        """Answers the parts that no sample answered otherwise: by usual numbers, then from answers to smaller parts.

        First each anchor stands alone, then each operation, in the end each view too.
        """
        asked = {}   # question -> Part: a piece that comes back in a finer cut is not asked for twice
        self.ask_otherwise(parts, samples, asked, on_candidate)
        for most in SMALLER:
            open_parts, pieces = [part for part in parts if not part.answer], {}
            for part in open_parts:
                whole = graph.parse(part.question if most else graph.with_single_rolls(part.question))
                with suppress(graph.GraphError):   # sizes at which it computes may not be found
                    found = graph.regions(whole, most)
                    if len(found) > 1:
                        pieces[part] = whole, found
            texts = {region.graph.text for _, found in pieces.values() for region in found}
            asked |= {text: Part(text) for text in sorted(texts - asked.keys())}
            smaller = [asked[text] for text in sorted(texts)]
            self.answer(smaller, samples, on_candidate=on_candidate)
            self.ask_otherwise(smaller, samples, asked, on_candidate)
            verdicts = []
            for part, (whole, found) in pieces.items():
                answers = [asked[region.graph.text].answer for region in found]
                if all(answers):
                    source = graph.composed(whole, found, [answer.source for answer in answers])
                    verdicts.append((part, len(found), source, self.judges.submit(part.question, source)))
            for part, number, source, verdict in verdicts:
                # What was refused at a program's own sizes stays refused: the same pieces are put together the same way again.
                part.pieces, part.composed = number, Candidate(source, part.refused.get(source, verdict.result()))

    def judged(self, translation):
        """The Future of the verdict on a whole whose parts all have an answer."""
        if len(translation.parts) > 1 or translation.parts[0].question != translation.graph.text:
            return self.judges.submit(translation.graph.text, translation.bare)
        verdict = Future()
        verdict.set_result(translation.parts[0].answer.verdict)
        return verdict

    def compiled(self, translation):
        """The Future of why a verified translation does not compile, or of nothing."""
        return self.judges.submit(translation.graph.text, translation.bare, compile_answer)

    def conclude(self, translations):
        """Gives each translation its verdict: every part passed, and so do they all in a row."""
        wholes = {}
        for translation in translations:
            refused = next((part for part in translation.parts if not part.answer), None)
            if refused:
                translation.verdict = refused.candidates[0].verdict
            else:
                wholes[translation] = self.judged(translation)
        for translation, verdict in wholes.items():
            translation.verdict = verdict.result()

    @staticmethod
    def to_prove(translation):
        """Whether a translation can be judged at sizes of its own."""
        return translation.verified and translation.sizes is not None and has_gpu()

    def prove(self, translations, samples, everything=False, timed=False, on_end=None):
        """On a GPU: judges the verified translations at their own sizes; where one fails there, its next candidate has its turn.

        `on_end(Translation)` hears of each as soon as it has its last verdict.
        """
        on_end = on_end or (lambda translation: None)
        left = translations
        while left:
            again = []
            for translation in left:
                if not self.to_prove(translation):
                    on_end(translation)
                    continue
                translation.proof = found = proof(
                    translation.graph.text, translation.sizes, translation.bare, program=translation.text, timed=timed,
                    origins=[argument.origin for argument in translation.graph.arguments])
                reason = f"right on samples, but not at {translation.where}: {found['reason']}"
                part = translation.blame() if not found["ok"] and found.get("stage") != "task" else None
                if part:
                    part.refuse(reason)
                    again.append(translation)
                    continue
                if not found["ok"]:
                    translation.verdict = dataclasses.replace(translation.verdict, ok=False, reason=reason, stage="task")
                on_end(translation)
            parts = [part for translation in again for part in translation.parts if not part.answer]
            self.answer(parts, samples, everything)
            self.compose(parts, samples)
            self.conclude(again)
            left = again

    def translate(self, program, inputs=None, samples=20):
        """The Translation of source text, a function or a module, as far as `samples` candidates a part lead.

        Example `inputs` (tensors, whose data does not matter, and constants) give the sizes; a text may bring its own.
        Raises graph.GraphError where the program cannot be taken, ValueError where it is too long.
        """
        translation = Translation(program, inputs)
        for part in translation.parts:
            self.check_length(part)
        self.answer(translation.parts, samples)
        self.compose(translation.parts, samples)
        self.conclude([translation])
        self.prove([translation], samples)
        return translation


def model_hash(path):
    """The hash of a checkpoint, or of a release's weights and tokenizer; of the released ones where there is nothing at `path`."""
    path = Path(path) if Path(path).exists() else RELEASE
    return file_hash(*(path / name for name in sorted(release_config(path)["sha256"])) if path.is_dir() else (path,))


def for_decoding(state, device, int8=None):
    """The decoder of a loaded state on `device`: on the CPU from int8 matrices, those of a release as they are, unless `int8` is False."""
    config, device = from_flags(ModelConfig, state["model_config"]), torch.device(device)
    if int8 is None and device.type == "cpu":
        int8 = Int8Linear.supported()
        print("int8 on the CPU" if int8 else "fp32 on the CPU: int8 needs FBGEMM's kernel, for x86 with AVX2", file=sys.stderr)
    if int8:
        matrices = state.get("matrices") or {name: quantized(tensor) for name, tensor in state["model"].items() if tensor.ndim == 2}
        return Int8Decoder(Int8Transformer(config, state["model"], matrices))
    model = Transformer(config)  # PyTorch's ops: a cached step handles one token, where no kernel of ours pays
    model.load_state_dict(state["model"])
    return (GraphDecoder if device.type == "cuda" and not kernels.why_not_run(device) else Decoder).of(model.to(device))


def load_translator(path=TrainConfig.checkpoint, device="auto", int8=None, **options):
    """The Translator of a checkpoint or a release; `options` are its own. `int8`: whether it decodes from int8 matrices, by default on the CPU.

    Raises ValueError, one line, where there is no checkpoint, or no such device.
    """
    device, state = device_of(device), load_model_state(path)
    translator = Translator(for_decoding(state, device, int8), Vocabulary.from_json(state["vocabulary"]), **options)
    translator.model_hash = model_hash(path)
    return translator


def save(path, text):
    """Writes an answer, whole or not at all. Raises ValueError, one line, where the file system does not let it."""
    try:
        with replacing(path) as partial:
            partial.write_text(re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).strip("\n") + "\n")
    except OSError as error:
        raise ValueError(f"cannot write {path}: {error.strerror}") from error


def speeds(found):
    """`; 0.012 ms, eager PyTorch 0.020 ms (1.67x), torch.compile 0.015 ms (1.25x)` of a proof with times, as far as it has them."""
    if found.get("triton_ms") is None:
        return ""
    peers = (("eager PyTorch", found.get("torch_ms")), ("torch.compile", found.get("compile_ms")))
    return "; " + ", ".join([f"{found['triton_ms']:.3g} ms", *(f"{name} {ms:.3g} ms ({ms / found['triton_ms']:.2f}x)" for name, ms in peers if ms)])


def header(translation, model):
    """The comment that an answer begins with: what verified it, when, and which model wrote it."""
    verdict, found, day = translation.verdict, translation.proof, time.strftime("%Y-%m-%d")
    assert verdict.ok, f"a header for what is not verified: {verdict.reason}"
    machine = torch.cuda.get_device_name() if torch.cuda.is_available() else "Triton's interpreter, without a GPU"
    lines = [f"# Verified by execution against PyTorch in float64: largest error {verdict.error:.1e}, allowed {verdict.allowance:.1e}."]
    if found:
        lines += [f"# At its own sizes: {found['error']:.1e}, allowed {found['allowance']:.1e}, against {found['against']}{speeds(found)}."]
    return "\n".join([*lines, f"# {day}, {machine}; written by model {model}."]) + "\n"


def describe(verdict):
    """One line: `verified, max error 1.2e-07 (allowed 5.7e-07)`, or why not."""
    if verdict.ok:
        return f"verified, max error {verdict.error:.1e} (allowed {verdict.allowance:.1e})"
    return f"not verified: {verdict.reason}"


# ---- 12 demo -----------------------------------------------------------------------------------------------------------------------------

DEMO_PROMPTS = (
    "y = torch.sigmoid(x)",
    "y = torch.relu(x)",
    "y = F.silu(x)",
    "z = x + y",
    "y = x.sum(dim=-1)",
    "y = F.softmax(x, dim=-1)",
    "y = F.layer_norm(x, (x.shape[-1],), weight, bias)",
    "y = x @ w",
    "loss = F.mse_loss(x, target)",
    "y = torch.cumsum(x, dim=-1)",
)

HELP = """Type PyTorch: a statement (y = torch.sigmoid(x)), a body (h = x @ w; return torch.relu(h)) or a function. Free names are
tensors; say their sizes with a comment where it matters (# x: f32[128, 512]). A line that opens a block goes on until an empty line.
  :paste       read everything up to a line :end      :graph       what the model was asked last
  :samples N   candidates to try                      :why         why the last candidates failed
  :save FILE   write the last answer                  :help :quit"""


# What a terminal shows in colour: comments, texts, decorators, words of Python, modules, numbers.
COLOURS = re.compile(r"""(?P<c90>\#.*)|(?P<c32>"[^"]*"|'[^']*')|(?P<c35>@[\w.]+)|(?P<c36>\b(?:torch|triton|tl)\b)|(?P<c33>\b\d[\w.]*)
    |(?P<c34>\b(?:def|return|for|in|if|else|elif|while|and|or|not|import|from|as|None|True|False|assert|raise|class|lambda)\b)""", re.VERBOSE)


def highlighted(text):
    """Code with the codes that colour it on a terminal; as it is where nobody would see colours."""
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return text
    return COLOURS.sub(lambda match: f"\033[{match.lastgroup[1:]}m{match.group()}\033[0m", text)


class Stream:
    """Prints code as it is written; on a terminal a line gets its colours as soon as it is complete."""

    def __init__(self):
        self.line = ""

    def write(self, text):
        for piece in text.splitlines(keepends=True):
            print(piece.rstrip("\n"), end="", flush=True)
            self.line += piece
            if piece.endswith("\n"):
                coloured, whole = highlighted(self.line), self.line
                fits = len(whole) < shutil.get_terminal_size().columns   # else it has wrapped, and cannot be taken back
                print(f"\r{coloured}" if coloured != whole and fits else "\n", end="", flush=True)
                self.line = ""


LARGE = 1 << 28  # elements of all values together, at the most, where a program without sizes is timed


def large_sizes(asked):
    """{letter: size} fit for a GPU, for a program that says nothing of its sizes."""
    if any(argument.origin for argument in asked.arguments):
        return asked.sizes  # its parameters have them
    choices = [dict.fromkeys(asked.sizes, size) for size in (4096, 1024, 256)]
    return next((sizes for sizes in choices if graph.volume(asked, sizes) <= LARGE), asked.sizes)


class Session:
    """One sitting at the prompt: the translator, what it last answered, and the commands."""

    def __init__(self, translator, samples):
        self.translator, self.samples, self.last = translator, samples, None

    def answer(self, program):
        """Translates part by part, prints kernels and verdicts; returns whether the whole was verified."""
        print()
        try:
            translation = self.last = traced(program)
            for number, part in enumerate(translation.parts, 1):
                if len(translation.parts) > 1:
                    print(f"# part {number} of {len(translation.parts)}\n")
                self.translator.answer([part], self.samples, on_text=Stream().write, on_candidate=self.report)
                self.translator.compose([part], self.samples)
                if part.answer and part.answer is not part.candidates[0]:
                    print(f"\n{highlighted(part.answer.source)}\n")
                print(describe(part.answer.verdict) if part.answer else f"no candidate of {len(part.candidates)} passed (:why says why)")
            self.translator.conclude([translation])
            if len(translation.parts) > 1:
                print(f"\nthe whole: {describe(translation.verdict)}")
            self.prove(translation)
            return translation.verified
        except ValueError as error:  # graph.GraphError is one: the user's program, in one line
            print(f"error: {error}")
            return False

    def prove(self, translation):
        """On a GPU: the answer at the program's own sizes, or at large ones, and its speed there."""
        if not translation.verified or not has_gpu():
            return
        first = translation.bare
        translation.sizes = large_sizes(translation.graph) if translation.sizes is None else translation.sizes
        self.translator.prove([translation], self.samples, timed=True)
        where, found = translation.where, translation.proof
        if not translation.verified:
            print(describe(translation.verdict))
            return
        if translation.bare != first:
            print(f"that was wrong at {where}; this is right:\n\n{highlighted(translation.source)}")
        print(f"at {where} too{speeds(found)}{f'; not timed: ' + found['untimed'] if found.get('untimed') else ''}")

    @staticmethod
    def report(candidate):
        """Prints a verdict."""
        if not candidate.verdict.ok:
            print(f"\n  candidate refused: {candidate.verdict.reason}", end="", flush=True)
        else:
            print("\n")

    def command(self, line):
        """Runs a line that starts with a colon."""
        name, _, argument = line[1:].partition(" ")
        if name == "help":
            print(HELP)
        elif name == "samples":
            if not argument.isdigit() or int(argument) < 1:
                raise ValueError(f"samples is a positive number, not {argument!r}")
            self.samples = int(argument)
        elif name not in ("graph", "why", "save"):
            raise ValueError(f"there is no :{name}; :help lists what there is")
        elif self.last is None:
            raise ValueError(f":{name} needs a translation first")
        elif name == "graph":
            print(self.last.question)
        elif name == "why":
            for number, candidate in enumerate(self.last.candidates, 1):
                print(f"{number:3} {describe(candidate.verdict)}")
        else:
            if not self.last.verified:
                raise ValueError("the last translation has no verified answer to save")
            if not argument:
                raise ValueError("where to? :save FILE")
            save(argument, header(self.last, self.translator.model_hash) + self.last.source)
            print(f"wrote {argument}")


def opens_block(text):
    """Whether Python would wait for more lines."""
    try:
        return codeop.compile_command(text, symbol="exec") is None
    except (SyntaxError, ValueError, OverflowError):
        return False  # graph.trace says what is wrong, or accepts it (a bare `return`)


def read_program():
    """One input from the terminal, several lines where it opens a block or after :paste. Raises EOFError where nothing is left."""
    lines, pasted = [input("pytorch> ")], False
    if lines[0].strip() == ":paste":
        lines, pasted = [], True
    with suppress(EOFError):  # what has been typed by then is a program too
        while pasted or opens_block("\n".join(lines)):
            lines.append(input("" if pasted else "     ... "))
            if pasted and lines[-1] == ":end":
                return "\n".join(lines[:-1])
    return "\n".join(lines)


def open_history():
    """Line editing and history where the terminal has them."""
    try:
        import readline
    except ImportError:
        return  # a Python built without it: input() still works
    path = Path.home() / ".python_to_triton_history"
    if path.exists():
        readline.read_history_file(path)

    def write_history():
        with replacing(path) as partial:
            readline.write_history_file(partial)

    import atexit
    atexit.register(write_history)


def interact(session):
    """The interactive demo, until :quit or Ctrl-D; Ctrl-C drops what is being typed or translated."""
    if sys.stdin.isatty():
        open_history()
    print("PyTorch in, Triton out; each answer is executed before it is believed. :help explains, :quit leaves.")
    while True:
        try:
            program = read_program().strip()
            if program == ":quit":
                return
            if program.startswith(":"):
                session.command(program)
            elif program:
                session.answer(program)
        except ValueError as error:
            print(f"error: {error}")
        except KeyboardInterrupt:
            print()
        except EOFError:
            print()
            return


def show_samples(translator, samples):
    """Translates the built-in prompts; a line each. Returns how many were verified."""
    verified = 0
    for prompt in DEMO_PROMPTS:
        began = time.perf_counter()
        translation = translator.translate(prompt, samples=samples)
        verified += translation.verified
        print(f"  {prompt:52} {describe(translation.verdict)}  [{len(translation.candidates)} tried, {time.perf_counter() - began:.1f} s]")
    print(f"{verified} of {len(DEMO_PROMPTS)} built-in prompts verified")
    return verified


# ---- 13 translating files --------------------------------------------------------------------------------------------------------------

GROUP = 32           # files whose parts are answered side by side
TRACE_SECONDS = 60   # for the user's own code: importing a file, building its model, making its inputs


@dataclass(frozen=True)
class FileReport:
    """What became of one file; the JSON report holds a row of these fields a file."""
    path: str
    hash: str = ""                    # of the file, so that --resume knows what has changed
    settings: dict = dataclasses.field(default_factory=dict)   # what else the answer depends on: see settings_of
    verified: bool | None = False     # None: not asked, with --no-verify
    reason: str = ""                  # why not
    regions: int = 0
    samples: int = 0                  # tried, of the region that needed most
    passed: tuple = ()                # a region: place of the first sample that passed, from 0; -1: none did
    pieces: tuple = ()                # a region: how many smaller ones its answer is put together of, where no sample passed; else 0
    sample_verdicts: tuple = ()       # a sample: whether all of its regions passed; with --keep-all of every one
    error: float | None = None        # max |ours - float64|
    allowance: float | None = None
    compiles: str | None = None       # "" if for sm_80 and sm_90, else why not; None where nothing was verified
    own_sizes: str | None = None      # what the answer was right against at the file's own sizes, on a GPU; None: not judged there
    torch_ms: float | None = None     # there, medians, L2 cold: eager PyTorch,
    compile_ms: float | None = None   # torch.compile,
    triton_ms: float | None = None    # the answer
    speedup: float | None = None      # eager / answer
    untimed: str = ""                 # why one of these is missing
    seconds: float = 0.0              # its share of what its group took

    @property
    def word(self):
        return {True: "verified", False: "FAILED", None: "not verified"}[self.verified]


def settings_of(translator, samples, keep_all):
    """What an answer depends on besides its file: the report keeps it, so that --resume knows whether it is still what is asked for."""
    return {"model": translator.model_hash, "seed": translator.seed, "temperature": translator.temperature, "samples": samples,
            "keep_all": keep_all, "verify": translator.judges.judge is judge_answer}


def below(folder, out=None):
    """The .py files below a folder; not those of hidden folders, of caches, and of `out`, where answers go."""
    found = (file.relative_to(folder) for file in sorted(folder.rglob("*.py")) if not file.is_dir())
    found = [file for file in found if not any(part.startswith((".", "__pycache__")) for part in file.parts[:-1])]
    if out and folder.resolve() in out.resolve().parents:
        found = [file for file in found if out.resolve() not in (folder / file).resolve().parents]
    return found


def python_files(paths, out=None):
    """{file: where below `out` its answer goes}, of the .py files that `paths` name; folders are searched and keep their structure.

    A path that leads to none stays, for its report to say so. Raises ValueError where no path leads to any.
    """
    files, known = {}, set()
    for path in map(Path, paths):
        found = {path / place: place for place in below(path, out)} if path.is_dir() else {}
        for file, place in (found or {path: Path(f"{path.stem}.py")}).items():
            if file.resolve() not in known:
                files[file] = place
            known.add(file.resolve())
    if not any(file.is_file() for file in files):
        raise ValueError(f"there is no Python file at {', '.join(map(str, files))}")
    return files


def hash_of(path):
    """file_hash of a file, empty where it cannot be read: why, its FileReport says."""
    try:
        return file_hash(path)
    except OSError:
        return ""


def traced_file(path):
    """The Translation of a file. Raises ValueError, one line, for whatever its code does on the way.

    It is traced in a process beside this one first: what loops, ends its process or eats the memory does so there.
    """
    if not path.is_file():
        raise ValueError("there is no Python file in this folder" if path.is_dir() else "there is no such file")
    try:
        with tokenize.open(path) as file:  # UTF-8, or what its first line says
            text = file.read()
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        raise ValueError(one_line(error)) from error
    measure.helper().call("trace", TRACE_SECONDS, program=text)
    return traced(text)


def report_on(path, translation, compiles, judged):
    """What the FileReport says of a translation that has run its course, as a dict."""
    numbers = sorted(set.union(*(set(part.tried) for part in translation.parts)))
    passed = tuple(next((i for i in sorted(part.tried) if part.tried[i].verdict.ok), -1) for part in translation.parts)
    together = tuple(all(i in part.tried and part.tried[i].verdict.ok for part in translation.parts) for i in numbers)
    verdict, found = translation.verdict, translation.proof if translation.verified else {}
    error, allowance = (verdict.error, verdict.allowance) if verdict.ok else (None, None)
    times = {name: found.get(name) for name in ("torch_ms", "compile_ms", "triton_ms")}
    speedup = times["torch_ms"] / times["triton_ms"] if times["torch_ms"] and times["triton_ms"] else None
    return times | dict(
        verified=verdict.ok if judged else None, reason=verdict.reason, regions=len(translation.parts), samples=len(numbers),
        passed=passed if judged else (), pieces=tuple(part.pieces if part.answer is part.composed else 0 for part in translation.parts) if judged else (),
        sample_verdicts=together if judged else (), error=error, allowance=allowance, compiles=compiles, own_sizes=found.get("against"), speedup=speedup,
        untimed=found.get("untimed", ""))


def sample_module(translation, number, model):
    """The module of one sample, for a person to look at: it may be wrong, or no Python at all."""
    candidates = [part.tried[number] for part in translation.parts]
    refused = next((candidate.verdict.reason for candidate in candidates if not candidate.verdict.ok), "")
    head = f"# Sample {number} of model {model}: {f'NOT VERIFIED ({refused})' if refused else 'every region verified'}.\n"
    sources = [candidate.source for candidate in candidates]
    try:
        return head + graph.stitch(translation.graph, sources)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:   # all that ast.parse raises; ValueError: a null byte
        return head + "\n\n\n".join([f"# It does not parse: {one_line(error)}", *sources])


def write_answers(translation, answer, keep_all, judged, model):
    """The file `answer`; with `keep_all` also sample_00.py and so on in a folder of its stem, verified or not. Raises ValueError where it cannot."""
    if translation.verified:
        save(answer, header(translation, model) + translation.source)
    elif not judged:
        save(answer, sample_module(translation, 0, model))
    if keep_all:
        for number in set.intersection(*(set(part.tried) for part in translation.parts)):
            save(answer.with_suffix("") / f"sample_{number:02}.py", sample_module(translation, number, model))


def clear(path, out, places):
    """Removes what an earlier run answered to a file of `places`; ValueError, one line, where its answer must not go there."""
    elsewhere, place, answer = "translate it with another --out", places[path], out / places[path]
    owners = [file for file, other in places.items() if other.with_suffix("") == place.parent and place.name.startswith("sample_")]
    owner = next(iter(owners), None) or next(file for file, other in places.items() if other == place)
    if owner != path:
        raise ValueError(f"its answer would overwrite that of {owner}: {elsewhere}")
    if answer.exists() and (overwritten := next((file for file in places if file.resolve() == answer.resolve()), None)):
        raise ValueError(f"its answer would overwrite {'the file itself' if overwritten == path else overwritten}: {elsewhere}")
    try:
        for old in (answer, *answer.with_suffix("").glob("sample_[0-9][0-9]*.py")):
            old.unlink(missing_ok=True)
    except OSError as error:
        raise ValueError(f"cannot write {error.filename}: {error.strerror}") from error


class Group:
    """Files whose parts are answered side by side; each is judged as a whole, written and told of as soon as that is possible.

    places: {file: where below `out` its answer goes} of the files of the whole run, of which no answer may overwrite another, nor a file.
    `on_report(path, FileReport)` hears of each file, `on_progress(str)` what happens in between.
    """

    def __init__(self, translator, out, places, samples, keep_all, on_report=None, on_progress=None):
        self.translator, self.out, self.places, self.samples, self.keep_all = translator, out, places, samples, keep_all
        self.on_report, self.on_progress = on_report or (lambda path, row: None), on_progress or (lambda text: None)
        self.judged, self.settings = translator.judges.judge is judge_answer, settings_of(translator, samples, keep_all)
        self.translations, self.reports = {}, {}

    def report(self, path, **found):
        self.reports[path] = FileReport(str(path), hash_of(path), self.settings, **found)
        self.on_report(path, self.reports[path])

    def take(self, path):
        """Makes a file ready to be asked for, or reports why it cannot be."""
        self.on_progress(f"reading {path.name}")
        try:
            clear(path, self.out, self.places)
            translation = traced_file(path)
            for part in translation.parts:
                self.translator.check_length(part)
            self.translations[path] = translation
        except ValueError as error:
            self.report(path, reason=str(error))

    @property
    def open(self):
        return [(path, translation) for path, translation in self.translations.items() if path not in self.reports]

    def finish(self, path, translation):
        """Writes and reports what has its verdict."""
        compiled = self.translator.compiled(translation).result() if translation.verified else None
        found = report_on(path, translation, compiled, self.judged)
        try:
            write_answers(translation, self.out / self.places[path], self.keep_all, self.judged, self.translator.model_hash)
        except ValueError as error:
            found |= {"verified": False, "reason": str(error)}
        self.report(path, **found)

    def advance(self, candidate=None):
        """Moves files on whose parts have an answer, as far as no verdict need be waited for."""
        parts = [part for translation in self.translations.values() for part in translation.parts]
        self.on_progress(f"{sum(part.answer is not None for part in parts)} of {len(parts)} regions answered")
        for path, translation in self.open if not self.keep_all else ():
            if all(part.answer for part in translation.parts) and self.translator.judged(translation).done():
                self.translator.conclude([translation])
                if translation.verified and self.translator.compiled(translation).done() and not self.translator.to_prove(translation):
                    self.finish(path, translation)

    def run(self):
        """Asks for what has been taken, to the last verdict."""
        parts = [part for _, translation in self.open for part in translation.parts]
        self.translator.answer(parts, self.samples if self.judged or self.keep_all else 1, self.keep_all, on_candidate=self.advance)
        if self.judged:
            self.on_progress("in smaller regions")
            self.translator.compose(parts, self.samples)
        self.translator.conclude([translation for _, translation in self.open])
        compiling = [self.translator.compiled(translation) for _, translation in self.open if translation.verified]
        paths = {translation: path for path, translation in self.open}
        wait(compiling)   # before anything is timed
        if has_gpu():
            self.on_progress("at their own sizes")
        self.translator.prove(list(paths), self.samples, self.keep_all, timed=True, on_end=lambda one: self.finish(paths[one], one))


def translate_group(translator, files, out, samples, keep_all, places=None, on_report=None, on_progress=None):
    """([FileReport], {path: Translation} of those that could be traced) of a few files, whose parts are answered side by side: see Group."""
    began = time.perf_counter()
    group = Group(translator, out, places or {path: Path(f"{path.stem}.py") for path in files}, samples, keep_all, on_report, on_progress)
    for path in files:
        group.take(path)
    group.run()
    seconds = round((time.perf_counter() - began) / len(files), 3)
    return [dataclasses.replace(group.reports[path], seconds=seconds) for path in files], group.translations


def check_writable(folder):
    """Raises ValueError, one line, where nothing can be written: better before the work than after it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise ValueError(f"cannot write to {folder}: {error.strerror}") from error


def known_reports(report_path):
    """{path: FileReport} of an earlier run. Raises ValueError where it is no report."""
    if not report_path.exists():
        return {}
    try:
        return {row["path"]: FileReport(**row) for row in json.loads(report_path.read_text())}
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{report_path} is no report of this program: leave out --resume") from error


def why_again(path, row, answer, settings):
    """Why a file is translated again that a report tells of; empty where that still holds."""
    if row.hash != hash_of(path):
        return "the file has changed"
    changed = [f"{name} was {row.settings.get(name, 'not told')}, is {value}" for name, value in settings.items()
               if name not in row.settings or row.settings[name] != value]
    return ", ".join(changed) or ("" if row.verified is False or answer.exists() else "the answer is gone")


def still_holds(files, out, report_path, settings):
    """{file: FileReport} of what an earlier run has settled; prints, in one line, what has to be translated again, and why."""
    rows = known_reports(report_path)
    known = {path: rows[str(path)] for path in files if str(path) in rows}
    again = {path: why_again(path, row, out / files[path], settings) for path, row in known.items()}
    reasons = collections.Counter(filter(None, again.values()))
    if reasons:
        tqdm.write("translating again: " + "; ".join(f"{count} of {len(files)} files, {why}" for why, count in reasons.items()))
    return {path: row for path, row in known.items() if not again[path]}


def translate_files(translator, files, out, samples, keep_all=False, report_path=None, resume=False):
    """Translates what python_files gives, GROUP files at a time; the report is rewritten after each file. Returns [FileReport].

    With `resume`, a file that the report tells of keeps its row, unless it, or what its answer depends on, has changed since.
    """
    report_path = report_path or out / "report.json"
    rows = still_holds(files, out, report_path, settings_of(translator, samples, keep_all)) if resume else {}
    left = [path for path in files if path not in rows]
    for folder in (out, report_path.parent):
        check_writable(folder)

    def note(path, row):
        rows[path] = row
        bar.write(f"{str(files[path] if path.is_file() else path):40} {row.word:12} {row.reason}".rstrip())
        sys.stdout.flush()   # into a pipe too
        bar.update()
        write_report()

    def write_report():
        save(report_path, json.dumps([dataclasses.asdict(rows[path]) for path in files if path in rows], indent=1))

    with tqdm(total=len(files), initial=len(rows), unit="file", desc="translating", dynamic_ncols=True) as bar:
        for start in range(0, len(left), GROUP):
            group = left[start:start + GROUP]
            reports, _ = translate_group(translator, group, out, samples, keep_all, files, note, bar.set_postfix_str)
            rows |= zip(group, reports)
    write_report()
    return [rows[path] for path in files]


# ---- 14 export --------------------------------------------------------------------------------------------------------------------------

# The Arcee architecture of transformers is this very block: RMSNorm, rotary halves, ungated feed-forward with relu^2.
ARCEE = {
    "embedding": "model.embed_tokens", "norm": "model.norm", "head": "lm_head",
    "attention_norm": "input_layernorm", "feed_forward_norm": "post_attention_layernorm",
    "attention.query": "self_attn.q_proj", "attention.key": "self_attn.k_proj", "attention.value": "self_attn.v_proj",
    "attention.output": "self_attn.o_proj", "feed_forward.up": "mlp.up_proj", "feed_forward.down": "mlp.down_proj",
}
SAME = 1e-4  # largest difference of a logit between the original and an export


def arcee_name(name):
    """blocks.3.feed_forward.up.weight -> model.layers.3.mlp.up_proj.weight."""
    stem = name.removesuffix(".weight")
    if not stem.startswith("blocks."):
        return f"{ARCEE[stem]}.weight"
    _, layer, inner = stem.split(".", 2)
    return f"model.layers.{layer}.{ARCEE[inner]}.weight"


def export_transformers(translator, folder):
    """Writes a folder that `AutoModelForCausalLM` and `AutoTokenizer` load without remote code; returns that model."""
    from transformers import ArceeConfig, ArceeForCausalLM, PreTrainedTokenizerFast
    model, vocabulary, config = translator.decoder.model, translator.vocabulary, translator.decoder.model.config
    theirs = ArceeForCausalLM(ArceeConfig(
        vocab_size=config.vocab_size, hidden_size=config.d_model, intermediate_size=config.d_ff, num_hidden_layers=config.n_layers,
        num_attention_heads=config.n_heads, num_key_value_heads=config.n_heads, hidden_act="relu2", rms_norm_eps=config.norm_eps,
        max_position_embeddings=config.max_seq_len, rope_theta=config.rope_theta, tie_word_embeddings=False,
        bos_token_id=vocabulary.question, eos_token_id=vocabulary.end, pad_token_id=vocabulary.pad)).eval()
    theirs.load_state_dict({arcee_name(name): tensor for name, tensor in model.state_dict().items()})
    theirs.save_pretrained(folder)
    marks = {role: vocabulary.tokenizer.id_to_token(getattr(vocabulary, mark)) for role, mark in
             (("pad_token", "pad"), ("bos_token", "question"), ("eos_token", "end"))}
    PreTrainedTokenizerFast(tokenizer_object=vocabulary.tokenizer, model_max_length=config.max_seq_len, **marks).save_pretrained(folder)
    return theirs


def export_onnx(model, path):
    """Writes the model, tokens (B, T) to logits (B, T, V), as ONNX; returns a function that runs it. ValueError where a package is missing."""
    try:
        import onnxruntime
        import onnxscript  # noqa: F401  (what torch.onnx writes with)
    except ImportError as error:
        raise ValueError("the ONNX export needs two packages: pip install onnxscript onnxruntime") from error
    tokens_BT = torch.zeros(2, 16, dtype=torch.int64)
    torch.onnx.export(model, (tokens_BT,), str(path), dynamo=True, dynamic_shapes={"tokens_BT": {0: "batch", 1: "time"}}, verbose=False,
                      input_names=["tokens"], output_names=["logits"], external_data=False)
    running = onnxruntime.InferenceSession(str(path))
    return lambda tokens: torch.from_numpy(running.run(None, {"tokens": tokens.numpy()})[0])


@torch.inference_mode()
def largest_difference(model, other, seed=0):
    """max |logits - logits of `other`| over random tokens of three shapes."""
    generator = torch.Generator().manual_seed(seed)
    shapes = ((1, 1), (3, 17), (2, min(128, model.config.max_seq_len)))
    batches = [torch.randint(model.config.vocab_size, shape, generator=generator) for shape in shapes]
    return max((model(tokens_BT) - other(tokens_BT)).abs().max().item() for tokens_BT in batches)


def export(translator, folder):
    """Writes the model for transformers and as ONNX and compares both with the original; ValueError where one differs."""
    model, folder = translator.decoder.model, Path(folder)
    theirs = export_transformers(translator, folder)
    runs = {"transformers": lambda tokens_BT: theirs(tokens_BT).logits, "ONNX": export_onnx(model, folder / "model.onnx")}
    for name, run in runs.items():
        difference = largest_difference(model, run)
        print(f"{name:13} max difference of a logit {difference:.1e}")
        if not difference <= SAME:
            raise ValueError(f"the {name} export differs from the original by {difference:.1e}, more than {SAME:.0e}")
    print(f"wrote {folder}")


# ---- 15 command line -------------------------------------------------------------------------------------------------------------------------

def flag_type(annotation):
    """What reads a flag's text, by the type of its field."""
    def boolean(text):
        if text.lower() not in ("true", "false"):
            raise argparse.ArgumentTypeError(f"true or false, not {text!r}")
        return text.lower() == "true"

    return boolean if annotation in (bool, bool | None) else annotation


def make_parser():
    """Every field of the configs is a flag, one for all that share its name; what is not given is absent from the result."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], allow_abbrev=False, argument_default=argparse.SUPPRESS)
    parser.add_argument("--demo", nargs="?", const="", metavar="PYTORCH", help="translate one program, or interactively")
    parser.add_argument("--translate", nargs="+", metavar="PATH", help="translate Python files, or folders of them")
    parser.add_argument("--feedback", action="store_true", help="learn from the answers found to questions without any (feedback.py)")
    parser.add_argument("--release", metavar="DIR", help="write the checkpoint as int8 safetensors, with tokenizer, config and hashes")
    parser.add_argument("--export", metavar="DIR", help="write the model for transformers and as ONNX, both compared with the original")
    files = parser.add_argument_group("--translate")
    files.add_argument("--out", metavar="DIR", help="where the answers go (translated)")
    files.add_argument("--keep-all", action="store_true", help="keep every sample as DIR/<stem>/sample_00.py and so on, unverified ones included")
    files.add_argument("--no-verify", action="store_true", help="write the first answer unjudged")
    files.add_argument("--temperature", type=float, metavar="T", help="draw all samples at T (the greedy one first, then at rising temperature)")
    files.add_argument("--report", metavar="FILE.json", help="what became of each file (DIR/report.json)")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint, or with the files that the report does not tell of")
    parser.add_argument("--preset", choices=list(PRESETS), help="default: what the fields say; cpu: a smaller model, taken where there is no GPU")
    known = {"out", "temperature"}
    for config_type in (ModelConfig, TrainConfig, FeedbackConfig):
        shared = [f"--{field.name} ({field.default})" for field in dataclasses.fields(config_type) if field.name in known]
        group = parser.add_argument_group(config_type.__name__, f"besides {', '.join(shared)}" if shared else None)
        for field in dataclasses.fields(config_type):
            if field.name in known:
                continue
            known.add(field.name)
            boolean = {"nargs": "?", "const": True} if field.type in (bool, bool | None) else {}
            names = dict.fromkeys([f"--{field.name}", f"--{field.name.replace('_', '-')}"])
            group.add_argument(*names, dest=field.name, type=flag_type(field.type), metavar=str(field.default), **boolean)
    return parser


def run_demo(values):
    """`--demo`: exit code 0 if what was asked was verified (interactively: always)."""
    program = values.pop("demo")
    config = from_flags(TrainConfig, values)
    sandbox.prepare("cuda" if torch.cuda.is_available() else "cpu")   # it starts while the model is read
    translator = load_translator(config.checkpoint, config.device, seed=config.seed, temperature=values.get("temperature"))
    session = Session(translator, config.samples)
    if program:
        return 0 if session.answer(program) else 1
    interact(session)
    return 0


def run_translation(values, resume):
    """`--translate`: exit code 0 if every file was verified."""
    paths, out = values.pop("translate"), Path(values.pop("out", "translated"))
    keep_all, verified = values.pop("keep_all", False), not values.pop("no_verify", False)
    report_path, temperature = Path(values.pop("report", out / "report.json")), values.pop("temperature", None)
    config = from_flags(TrainConfig, values)
    files, device = python_files(paths, out), device_of(config.device)   # a mistake is told before the model is read
    judges = judges_beside(device) if verified else Judges(judge=refuse_to_judge)
    translator = load_translator(config.checkpoint, config.device, seed=config.seed, temperature=temperature, judges=judges)
    try:
        rows = translate_files(translator, files, out, config.samples, keep_all, report_path, resume)
    except KeyboardInterrupt:
        print("stopped; the same command with --resume goes on", file=sys.stderr)
        return 130
    finally:
        judges.close()
    good = sum(row.verified is True for row in rows)
    print(f"{good} of {len(rows)} files verified{'' if verified else ': it was not asked'}; report in {report_path}")
    return 0 if good == len(rows) else 1


def run_training(values, resume):
    """`python llm.py`: data where there is none, training, samples."""
    began = time.perf_counter()
    data = values.get("data", TrainConfig.data)
    if not Path(data).exists():
        print(f"{data} is missing: extracting it from synthetic/")
        subprocess.run([sys.executable, str(HERE / "extract_training_data.py"), "--out", data], check=True)
    run, examples, precision, scaler = start_run(values, resume)
    train(run, examples, precision, scaler)
    metrics = run.metrics
    print(f"final validation loss {metrics['loss']:.4f}, perplexity {metrics['perplexity']:.3f}, token accuracy {metrics['accuracy']:.2%}; "
          f"{run.step} steps in {run.seconds / 60:.1f} minutes\n{run.train_config.checkpoint} written; curve in {run.folder / 'loss.png'}")
    show_samples(load_translator(run.train_config.checkpoint, run.train_config.device), run.train_config.samples)
    print(f"total time {(time.perf_counter() - began) / 60:.1f} minutes")
    return 0


def main(arguments=None):
    """Exit code 0: done; 1: an answer was not verified; 2: the user can mend it; 130: interrupted."""
    values = vars(make_parser().parse_args(arguments))
    resume = values.pop("resume", False)
    preset = values.pop("preset", None)
    try:
        if "release" in values:
            folder = values.pop("release")
            save_release(load_checkpoint(values.get("checkpoint", TrainConfig.checkpoint)), folder)
            print(f"wrote {folder}")
            return 0
        if "export" in values:
            export(load_translator(values.get("checkpoint", TrainConfig.checkpoint), "cpu", int8=False), values["export"])
            return 0
        if values.pop("feedback", False):
            import feedback
            return feedback.run(values, resume)
        if "translate" in values:
            return run_translation(values, resume)
        if "demo" in values:
            return run_demo(values)
        if preset is None and not resume and not values.get("start_from") and not torch.cuda.is_available():
            preset = "cpu"
            print(f"no GPU: taking the preset cpu ({', '.join(f'{key} {value}' for key, value in PRESETS['cpu'].items())}); "
                  f"--preset default trains the full model")
        return run_training(PRESETS[preset or "default"] | values, resume)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(f"error: the extraction ended with exit code {error.returncode}: see above", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; what had begun to train, or to learn from feedback, goes on with the same command and --resume", file=sys.stderr)
        return 130


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill saves, as Ctrl-C does
    raise SystemExit(main())
