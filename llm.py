"""A language model that translates PyTorch into Triton, trained from scratch and proved right by running its answers.

    python llm.py                               validate the corpus, train, translate ten samples
    python llm.py --demo                        translate interactively
    python llm.py --demo "y = torch.sigmoid(x)" translate once
    python llm.py --d_model 512 --epochs 20     every field of ModelConfig and TrainConfig is a flag
    python llm.py --resume                      go on where a stopped run left off

Read from top to bottom; every name is defined above its use.
    1 configuration      6 schedule, precision     11 translation
    2 tokenizer, batches 7 generation              12 demo
    3 model              8 evaluation              13 command line
    4 loss               9 the run's record
    5 optimizer         10 training

Dimension key: B batch, T time, C width (d_model), H heads, D head width, F feed-forward width, V vocabulary.

Sources: Transformer, Vaswani et al. 2017; RMSNorm, Zhang & Sennrich 2019; rotary, Su et al. 2021; AdamW, Loshchilov &
Hutter 2019; Muon, Jordan et al. 2024; squared ReLU, So et al. 2021; byte-level BPE, Radford et al. 2019.
"""
import argparse
import codeop
import dataclasses
import hashlib
import json
import math
import netrc
import os
import pickle
import platform
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, nullcontext
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
import verify
from kernels import TRITON_AVAILABLE, benchmark_rms_norm, benchmark_rotary, manual_kernel_benchmark  # noqa: F401  (documented names)

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
    run_dir: str = "runs/train"             # log.jsonl, loss.png and kernels.txt go here
    tokenizer: str = "bpe"                  # "bpe": learned from the corpus; else a hub name such as HuggingFaceTB/SmolLM-135M
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
    samples: int = 20                       # candidates a translation may try
    wandb: bool = False

    def __post_init__(self):
        if min(self.epochs, self.batch_size, self.accumulation, self.newton_schulz_steps, self.samples) < 1:
            raise ValueError("epochs, batch_size, accumulation, newton_schulz_steps and samples must be at least 1")
        if self.precision not in ("auto", "fp32", "bf16", "fp16"):
            raise ValueError(f"precision is auto, fp32, bf16 or fp16, not {self.precision!r}")


ARCHITECTURE = ("d_model", "n_heads", "n_layers", "d_ff", "max_seq_len", "rope_theta")  # what trained weights are bound to

PRESETS = {
    "default": {},
    # What two CPU cores train in nine minutes: of some forty shapes tried at equal arithmetic (LOG.md), the best.
    "cpu": dict(d_model=192, n_heads=4, n_layers=3, d_ff=768, dropout=0.0, batch_size=16, accumulation=1, adamw_lr=0.003, minutes=9.0),
}


def from_flags(config_type, values):
    """A config from a dict that may hold other configs' fields too."""
    names = {field.name for field in dataclasses.fields(config_type)}
    return config_type(**{name: value for name, value in values.items() if name in names})


# ---- 2 tokenizer and batches --------------------------------------------------------------------------------------

# A number is spelt digit by digit, so that a constant never seen can still be copied; a line break takes its
# indentation along; within a line anything may merge, `tl.load(x_ptr + offsets, mask=mask` as well: kernels repeat
# themselves so much that answers become four times shorter than with a word-bound BPE (LOG.md).
TOKEN_PATTERN = r"\n *|\d|[^\n\d]+"


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
    def learn(cls, texts, size):
        """Byte-level BPE of at most `size` tokens from an iterable of str."""
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
            pre_tokenizers.Split(Regex(TOKEN_PATTERN), "isolated"),
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
    """(examples that fit into max_seq_len tokens, number of those that do not) of pairs of the corpus."""
    examples = []
    for pair in pairs:
        answer = (*vocabulary.encode(pair.answer), vocabulary.end)
        wordings = [pair.question, *json.loads(pair.alternates)]
        prompts = [tuple(vocabulary.prompt(wording)) for wording in wordings]
        fitting = tuple(prompt for prompt in prompts if len(prompt) + len(answer) <= max_seq_len)
        if fitting:
            examples.append(Example(fitting, answer))
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


def collate(examples, pad, epoch=0, multiple=32):
    """Inputs and targets (B, T), int64; T is padded to a multiple so that few distinct shapes arise.

    Targets are the next token inside the answer and IGNORE elsewhere. The wording of the question turns with the epoch.
    """
    rows = [(*example.prompts[epoch % len(example.prompts)], *example.answer) for example in examples]
    T = math.ceil((max(map(len, rows)) - 1) / multiple) * multiple
    inputs_BT = torch.full((len(rows), T), pad, dtype=torch.int64)
    targets_BT = torch.full((len(rows), T), IGNORE, dtype=torch.int64)
    for b, (row, example) in enumerate(zip(rows, examples)):
        inputs_BT[b, :len(row) - 1] = torch.tensor(row[:-1])
        targets_BT[b, len(row) - 1 - len(example.answer):len(row) - 1] = torch.tensor(example.answer)
    return inputs_BT, targets_BT


# ---- 3 model ------------------------------------------------------------------------------------------------------

class RMSNorm(nn.Module):
    """y = x / sqrt(mean(x^2) + eps) * weight, over the last dimension."""

    def __init__(self, width, eps, implementation):
        super().__init__()
        self.weight, self.eps, self.implementation = nn.Parameter(torch.ones(width)), eps, implementation

    def forward(self, x_BTC):
        return kernels.rms_norm(x_BTC, self.weight, self.eps, self.implementation)


def rotary_table(head_width, max_seq_len, theta):
    """cos and sin (T, D/2) of position * theta_i with theta_i = theta^(-2i/D) (Su et al. 2021, equation 15)."""
    theta_i = theta ** (-torch.arange(0, head_width, 2, dtype=torch.float64) / head_width)
    angle_TD = torch.outer(torch.arange(max_seq_len, dtype=torch.float64), theta_i)
    return angle_TD.cos().float(), angle_TD.sin().float()


class KVCache:
    """Keys and values of every layer, (B, H, T_max, D), filled up to `length`."""

    def __init__(self, config, batch, device, dtype):
        shape = (config.n_layers, 2, batch, config.n_heads, config.max_seq_len, config.d_model // config.n_heads)
        self.store, self.length = torch.zeros(shape, device=device, dtype=dtype), 0

    def extend(self, layer, k_BHTD, v_BHTD):
        """Appends this layer's keys and values; returns all of them so far. `length` moves on once, after the last layer."""
        end = self.length + k_BHTD.shape[2]
        self.store[layer, 0, :, :, self.length:end] = k_BHTD
        self.store[layer, 1, :, :, self.length:end] = v_BHTD
        return self.store[layer, 0, :, :, :end], self.store[layer, 1, :, :, :end]

    def select(self, rows):
        """Keeps these rows of the batch, in this order, repeats included."""
        self.store = self.store[:, :, rows]


class Attention(nn.Module):
    """Causal multi-head attention with rotary positions, softmax(q k^T / sqrt(D)) v."""

    def __init__(self, config, layer, rotary):
        super().__init__()
        self.layer, self.n_heads, self.dropout, self.rotary = layer, config.n_heads, config.dropout, rotary
        self.query = nn.Linear(config.d_model, config.d_model, bias=False)
        self.key = nn.Linear(config.d_model, config.d_model, bias=False)
        self.value = nn.Linear(config.d_model, config.d_model, bias=False)
        self.output = nn.Linear(config.d_model, config.d_model, bias=False)

    def forward(self, x_BTC, cos_TD, sin_TD, cache=None):
        B, T, C = x_BTC.shape
        q_BTHD, k_BTHD, v_BTHD = (project(x_BTC).view(B, T, self.n_heads, -1) for project in (self.query, self.key, self.value))
        q_BTHD, k_BTHD = kernels.rotary(q_BTHD, k_BTHD, cos_TD, sin_TD, self.rotary)
        q, k, v = q_BTHD.transpose(1, 2), k_BTHD.transpose(1, 2), v_BTHD.transpose(1, 2)  # (B, H, T, D)
        if cache is not None:
            k, v = cache.extend(self.layer, k, v)
        assert T == k.shape[2] or T == 1, f"{T} queries cannot follow a cache of {k.shape[2] - T} keys"
        y_BHTD = F.scaled_dot_product_attention(q, k, v, is_causal=T > 1, dropout_p=self.dropout if self.training else 0.0)
        return self.output(y_BHTD.transpose(1, 2).reshape(B, T, C))


class FeedForward(nn.Module):
    """W2 relu(W1 x)^2."""

    def __init__(self, config):
        super().__init__()
        self.up = nn.Linear(config.d_model, config.d_ff, bias=False)
        self.down = nn.Linear(config.d_ff, config.d_model, bias=False)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x_BTC):
        return self.dropout(self.down(F.relu(self.up(x_BTC)).square()))


class Block(nn.Module):
    """x + attention(norm(x)), then x + feed-forward(norm(x))."""

    def __init__(self, config, layer, choices):
        super().__init__()
        self.attention_norm = RMSNorm(config.d_model, config.norm_eps, choices["rms_norm"])
        self.attention = Attention(config, layer, choices["rotary"])
        self.feed_forward_norm = RMSNorm(config.d_model, config.norm_eps, choices["rms_norm"])
        self.feed_forward = FeedForward(config)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x_BTC, cos_TD, sin_TD, cache=None):
        x_BTC = x_BTC + self.dropout(self.attention(self.attention_norm(x_BTC), cos_TD, sin_TD, cache))
        return x_BTC + self.feed_forward(self.feed_forward_norm(x_BTC))


class Transformer(nn.Module):
    """Decoder-only language model. `choices` names the implementation of each op that kernels.py has in two."""

    def __init__(self, config, choices=None):
        super().__init__()
        choices = {"rms_norm": "torch", "rotary": "torch"} | (choices or {})
        self.config = config
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.blocks = nn.ModuleList(Block(config, layer, choices) for layer in range(config.n_layers))
        self.norm = RMSNorm(config.d_model, config.norm_eps, choices["rms_norm"])
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
        start = cache.length if cache else 0
        T = tokens_BT.shape[1]
        if start + T > self.config.max_seq_len:
            raise ValueError(f"{start + T} tokens do not fit into max_seq_len {self.config.max_seq_len}")
        cos_TD, sin_TD = self.cos_TD[start:start + T], self.sin_TD[start:start + T]
        x_BTC = self.embedding(tokens_BT)
        for block in self.blocks:
            x_BTC = block(x_BTC, cos_TD, sin_TD, cache)
        if cache:
            cache.length += T
        return self.norm(x_BTC)

    def forward(self, tokens_BT, cache=None):
        """Logits (B, T, V) of int64 tokens (B, T)."""
        return self.head(self.hidden(tokens_BT, cache))


def auto_select_kernels(config, mode="auto", batch_size=24, device=None, dtype=torch.float32):
    """(config with use_triton_* decided, {op: kernels.Choice}) for the shapes that a run of `config` will use.

    A forced field of the config wins over `mode`; without `benchmark_kernels` what is not forced is PyTorch.
    """
    device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    forced = {"rms_norm": config.use_triton_rmsnorm, "rotary": config.use_triton_rotary}
    if not config.benchmark_kernels and mode == "auto":
        forced = {op: bool(force) for op, force in forced.items()}
    forced = {op: "triton" if force else "torch" for op, force in forced.items() if force is not None}
    work = kernels.Workload(batch_size, config.max_seq_len, config.d_model, config.n_heads, config.d_ff, config.vocab_size, config.n_layers)
    shapes = kernels.requests(work, ("rms_norm", "rotary"))
    choices = kernels.choose(shapes, mode=mode, forced=forced, device=device, dtype=dtype)
    decided = {f"use_triton_{field}": choices[op].implementation == "triton" for op, field in (("rms_norm", "rmsnorm"), ("rotary", "rotary"))}
    return dataclasses.replace(config, **decided), choices


# ---- 4 loss ---------------------------------------------------------------------------------------------------------

def answer_loss(model, inputs_BT, targets_BT):
    """(sum of the cross-entropies, number of right tokens) over the positions that have a target.

    Logits are made for those positions alone: the question's tokens cost no head.
    """
    mask_BT = targets_BT != IGNORE
    logits_NV = model.head(model.hidden(inputs_BT)[mask_BT])
    targets_N = targets_BT[mask_BT]
    loss = F.cross_entropy(logits_NV.float(), targets_N, reduction="sum")
    return loss, (logits_NV.detach().argmax(-1) == targets_N).sum()


# ---- 5 optimizer ------------------------------------------------------------------------------------------------------

def orthogonalize(G_NRC, steps, dtype=torch.bfloat16):
    """The nearest semi-orthogonal matrix U V^T of each G = U S V^T in a stack (N, R, C), roughly.

    Quintic Newton-Schulz (Jordan et al. 2024): x <- a x + (b x x^T + c (x x^T)^2) x drives every singular value
    towards 1; these coefficients trade accuracy for speed and end with singular values within [0.68, 1.13].
    """
    a, b, c = 3.4445, -4.7750, 2.0315
    X = G_NRC.to(dtype)
    wide = X.shape[-2] <= X.shape[-1]
    X = X if wide else X.mT
    X = X / (torch.linalg.matrix_norm(X, keepdim=True) + 1e-7)
    for _ in range(steps):
        A = X @ X.mT
        X = a * X + (b * A + c * A @ A) @ X
    return X if wide else X.mT


def muon_update(grads_NRC, momentum_NRC, beta, steps, dtype):
    """The Muon step, before the learning rate, of a stack of equal-shaped weights; advances `momentum_NRC` in place.

    Nesterov momentum, then orthogonalisation, then sqrt(max(1, rows/cols)), so that the update of a tall matrix has
    the root mean square of a square one's.
    """
    momentum_NRC.lerp_(grads_NRC, 1 - beta)
    nesterov = grads_NRC.lerp(momentum_NRC, beta)
    return orthogonalize(nesterov, steps, dtype).to(grads_NRC.dtype) * math.sqrt(max(1, grads_NRC.shape[1] / grads_NRC.shape[2]))


def adamw_update(grad, mean, square, step, beta1, beta2, eps=1e-8):
    """The AdamW step, before the learning rate; advances `mean` and `square` in place. `step` counts from 1."""
    mean.lerp_(grad, 1 - beta1)
    square.lerp_(grad.square(), 1 - beta2)
    return mean / (1 - beta1 ** step) / ((square / (1 - beta2 ** step)).sqrt() + eps)


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

    def __init__(self, model, config):
        self.config = config
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
            update = muon_update(grads, self.momentum[shape], config.muon_momentum, config.newton_schulz_steps, self.newton_schulz_dtype)
            torch._foreach_mul_(stack, 1 - muon_lr * config.weight_decay)
            torch._foreach_add_(stack, list(update), alpha=-muon_lr)
        for name, parameter in self.routed["adamw"].items():
            update = adamw_update(parameter.grad, self.mean[name], self.square[name], self.steps, config.adamw_beta1, config.adamw_beta2)
            if parameter.ndim == 2:
                parameter.mul_(1 - adamw_lr * config.weight_decay)
            parameter.add_(update, alpha=-adamw_lr)

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

def sample_token(logits_BV, temperature, top_p, generator):
    """Next tokens (B,): the likeliest at temperature 0, else drawn from the smallest set that holds `top_p` of the mass."""
    if temperature == 0:
        return logits_BV.argmax(-1)
    sorted_BV, index_BV = (logits_BV.float() / temperature).softmax(-1).sort(-1, descending=True)
    sorted_BV[sorted_BV.cumsum(-1) - sorted_BV >= top_p] = 0.0
    return index_BV.gather(-1, torch.multinomial(sorted_BV, 1, generator=generator)).squeeze(-1)


@torch.inference_mode()
def generate(model, prompt, count, end, temperature=0.0, top_p=0.95, seed=0, on_token=None):
    """Yields `count` continuations (lists of token ids, <end> excluded) of one prompt, each as soon as it ends.

    The prompt is read once and its cache shared; a sequence that ends leaves the batch. What reaches max_seq_len
    without ending is yielded too. `on_token(token)` sees the first sequence grow. Raises ValueError when the prompt
    leaves no room for an answer.
    """
    config, device = model.config, model.head.weight.device
    if len(prompt) >= config.max_seq_len:
        raise ValueError(f"the question is too long: {len(prompt)} tokens, and the model reads {config.max_seq_len}")
    generator = torch.Generator(device).manual_seed(seed)
    cache = KVCache(config, 1, device, model.head.weight.dtype)
    logits_BV = model(torch.tensor([prompt], device=device), cache)[:, -1]
    cache.select([0] * count)
    logits_BV, sequences = logits_BV.expand(count, -1), [[] for _ in range(count)]
    while sequences:
        tokens = sample_token(logits_BV, temperature, top_p, generator).tolist()
        full = cache.length + 1 > config.max_seq_len
        if on_token and tokens[0] != end:
            on_token(tokens[0])
        going = []
        for row, (token, sequence) in enumerate(zip(tokens, sequences)):
            if token != end:
                sequence.append(token)
            if token == end or full:
                yield sequence
            else:
                going.append(row)
        if len(going) < len(sequences):
            on_token = on_token if going[:1] == [0] else None
            cache.select(going)
            sequences, tokens = [sequences[row] for row in going], [tokens[row] for row in going]
        if sequences:
            logits_BV = model(torch.tensor(tokens, device=device)[:, None], cache)[:, -1]


# ---- 8 evaluation ------------------------------------------------------------------------------------------------------------

@torch.no_grad()
def evaluate(model, examples, vocabulary, batch_size, precision):
    """{"loss", "perplexity", "accuracy"} per answer token over `examples`, in evaluation mode."""
    model.eval()
    device = model.head.weight.device
    loss = right = count = 0
    order = sorted(range(len(examples)), key=lambda i: len(examples[i]))
    for start in range(0, len(order), batch_size):
        inputs_BT, targets_BT = collate([examples[i] for i in order[start:start + batch_size]], vocabulary.pad)
        with precision.autocast():
            batch_loss, batch_right = answer_loss(model, inputs_BT.to(device), targets_BT.to(device))
        loss, right, count = loss + batch_loss.item(), right + batch_right.item(), count + (targets_BT != IGNORE).sum().item()
    model.train()
    mean = loss / count
    return {"loss": mean, "perplexity": math.exp(min(mean, 50)), "accuracy": right / count}


# ---- 9 the run's record --------------------------------------------------------------------------------------------------------

def write_atomically(path, write):
    """Calls `write(temporary path)` and moves the result to `path`: a reader sees the old file or the new one, whole."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    write(temporary)
    os.replace(temporary, path)


def file_hash(*paths):
    """First 16 hex digits of the SHA-256 over the files' bytes."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:16]


def environment():
    """What a figure of this run depends on besides its config."""
    code = [HERE / name for name in ("llm.py", "kernels.py", "graph.py", "verify.py")]
    device = torch.cuda.get_device_name() if torch.cuda.is_available() else f"{platform.machine()} CPU, {os.cpu_count()} cores"
    return {"code": file_hash(*code), "python": platform.python_version(), "torch": str(torch.__version__), "device": device,
            "date": time.strftime("%Y-%m-%d %H:%M:%S")}


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
        return torch.load(path, map_location="cpu", weights_only=True)
    except (RuntimeError, EOFError, OSError, pickle.UnpicklingError) as error:
        raise ValueError(f"{path} is no checkpoint of this program: {str(error).splitlines()[0]}") from error


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
    write_atomically(image_path, lambda path: figure.savefig(path, format="png", dpi=120))
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
        self.step, self.seconds, self.metrics, self.wandb = 0, 0.0, {}, None
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
            file.write(json.dumps({"event": event, "step": self.step, "seconds": round(self.seconds, 3), **values}) + "\n")
        if self.wandb and event != "start":
            self.wandb.log({f"{event}/{key}": value for key, value in values.items()}, step=self.step)

    def save(self, scaler):
        """Everything that `--resume` and `--demo` need, in one file that `weights_only=True` loads."""
        state = {
            "model_config": dataclasses.asdict(self.model_config), "train_config": dataclasses.asdict(self.train_config),
            "vocabulary": self.vocabulary.to_json(), "model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(),
            "scaler": scaler.state_dict(), "rng": rng_state(), "step": self.step, "seconds": self.seconds, "metrics": self.metrics,
            "data": file_hash(self.train_config.data), "kernels": self.kernel_table, "environment": environment(),
        }
        write_atomically(self.train_config.checkpoint, lambda path: torch.save(state, path))

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

def load_examples(path, vocabulary, max_seq_len):
    """{"train": [...], "validation": [...]} of Example, and one line that says what did not fit."""
    from extract_training_data import load_pairs
    pairs, examples, dropped = load_pairs(path), {}, 0
    for split in ("train", "validation"):
        examples[split], too_long = encode_pairs([pair for pair in pairs if pair.split == split], vocabulary, max_seq_len)
        dropped += too_long
    if not examples["train"] or not examples["validation"]:
        raise ValueError(f"{path} leaves {len(examples['train'])} training and {len(examples['validation'])} validation pairs of at most "
                         f"{max_seq_len} tokens: raise --max_seq_len or extract more pairs")
    tokens = sum(len(example) for example in examples["train"])
    line = f"{len(examples['train']):,} training pairs ({tokens:,} tokens), {len(examples['validation']):,} for validation"
    return examples, line + (f"; {dropped} longer than {max_seq_len} tokens left out" if dropped else "")


def make_vocabulary(config, model_config):
    """The tokenizer that the config names; "bpe" is learned from the training split's questions and answers."""
    if config.tokenizer != "bpe":
        return Vocabulary.from_hub(config.tokenizer)
    from extract_training_data import load_pairs
    texts = [text for pair in load_pairs(config.data) if pair.split == "train" for text in (pair.question, pair.answer)]
    return Vocabulary.learn(texts, model_config.vocab_size)


def train_step(run, batches, precision, scaler, scale):
    """One update from the micro-batches of a step. Returns (loss per answer token, norm of the gradient before clipping)."""
    model, device = run.model, run.model.head.weight.device
    total_targets = sum((targets_BT != IGNORE).sum().item() for _, targets_BT in batches)
    loss_sum = 0.0
    for inputs_BT, targets_BT in batches:
        with precision.autocast():
            loss, _ = answer_loss(model, inputs_BT.to(device), targets_BT.to(device))
        scaler.scale(loss / total_targets).backward()  # over the whole step: micro-batches hold different numbers of targets
        loss_sum += loss.item()
    scaler.unscale_(run.optimizer)
    norm = nn.utils.clip_grad_norm_(model.parameters(), run.train_config.grad_clip)
    scaler.step(run.optimizer, scale)  # left out by the scaler where fp16 overflowed
    scaler.update()
    model.zero_grad(set_to_none=True)
    return loss_sum / total_targets, norm.item()


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
            loss, norm = train_step(run, batches, precision, scaler, scale)
            run.step, run.seconds = run.step + 1, time.perf_counter() - began
            run.log("step", loss=loss, norm=norm, lr_scale=scale)
            bar.update()
            bar.set_postfix(loss=f"{loss:.4f}", refresh=False)
            finished = run.step == total_steps or run.seconds >= budget
            if run.step % run.steps_per_epoch == 0 or finished:
                end_epoch(run, examples, precision, scaler)
            if finished or interrupts:
                break
        if interrupts:
            run.save(scaler)
    bar.close()
    plot_losses(run.log_path, run.folder / "loss.png")
    if interrupts:
        raise KeyboardInterrupt


def start_run(values, resume):
    """(run, examples, precision, scaler) from flag values, new or from the checkpoint."""
    state = load_checkpoint(values.get("checkpoint", TrainConfig.checkpoint)) if resume else None
    if state:
        changed = [key for key in ARCHITECTURE if values.get(key, state["model_config"][key]) != state["model_config"][key]]
        if changed:
            raise ValueError(f"a resumed run keeps its model: drop {', '.join('--' + key for key in changed)}, or train anew without --resume")
        chosen_anew = {"use_triton_rmsnorm": None, "use_triton_rotary": None}  # it may resume on another machine
        values = state["model_config"] | chosen_anew | state["train_config"] | values
    config, model_config = from_flags(TrainConfig, values), from_flags(ModelConfig, values)
    device = torch.device(config.device if config.device != "auto" else "cuda" if torch.cuda.is_available() else "cpu")
    precision = Precision.choose(config.precision, device)
    torch.manual_seed(config.seed)
    vocabulary = Vocabulary.from_json(state["vocabulary"]) if state else make_vocabulary(config, model_config)
    examples, line = load_examples(config.data, vocabulary, model_config.max_seq_len)
    print(line)
    model_config = dataclasses.replace(model_config, vocab_size=len(vocabulary))
    model_config, choices = auto_select_kernels(model_config, config.kernels, config.batch_size, device, precision.dtype)
    print(kernels.table(choices))
    model = Transformer(model_config, {op: choice.implementation for op, choice in choices.items()}).to(device)
    optimizer = MuonAdamW(model, config)
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters on {device} in {precision.name}\n{optimizer.table()}")
    run = Run(model_config, config, vocabulary, model, optimizer, kernels.table(choices), len(examples["train"]))
    scaler = precision.scaler()
    if state:
        run.restore(state, scaler)
        print(f"resuming at step {run.step}, after {run.seconds:.0f} s")
    run.open(resumed=resume)
    return run, examples, precision, scaler


# ---- 11 translation ------------------------------------------------------------------------------------------------------------------

ANSWER_HEADER = "import torch\nimport triton\nimport triton.language as tl\n\n\n"
TEMPERATURES = (0.4, 0.7, 1.0)  # after the greedy candidate, equal shares at each


@dataclass(frozen=True)
class Candidate:
    """One answer of the model and what the judge said of it."""
    source: str
    verdict: verify.Verdict


@dataclass(frozen=True)
class Translation:
    """The question that the model was asked, every candidate tried, and the one that passed, if any."""
    question: str
    candidates: tuple

    @property
    def answer(self):
        """The verified candidate, or None."""
        return next((candidate for candidate in self.candidates if candidate.verdict.ok), None)


class Translator:
    """A trained model with its vocabulary, asked through graph.py and checked by verify.py."""

    def __init__(self, model, vocabulary, seed=0):
        self.model, self.vocabulary, self.seed = model.eval(), vocabulary, seed

    def sources(self, question, samples, on_text=None):
        """Yields up to `samples` distinct answers: the greedy one first, then at rising temperature."""
        prompt, seen, grown = self.vocabulary.prompt(question), set(), []

        def on_token(token):
            before = self.vocabulary.decode(grown)
            grown.append(token)
            on_text(self.vocabulary.decode(grown)[len(before):])

        rounds = [(1, 0.0)] + [((samples - 1 + i) // len(TEMPERATURES), t) for i, t in enumerate(TEMPERATURES)]
        for number, (count, temperature) in enumerate(rounds):
            stream = on_token if on_text and number == 0 else None
            for ids in generate(self.model, prompt, count, self.vocabulary.end, temperature, seed=self.seed + number, on_token=stream):
                source = self.vocabulary.decode(ids)
                if source not in seen:
                    seen.add(source)
                    yield source

    def translate(self, program, inputs=None, samples=20, on_text=None, on_candidate=None):
        """Translates source text, a function or a module, and judges each answer until one passes.

        `on_text(str)` sees the first answer grow, `on_candidate(Candidate)` each verdict. Raises graph.GraphError
        where the program cannot be taken, ValueError where it is too long.
        """
        traced = graph.trace(program, inputs)
        # two samples smaller than any block, one that is long, one that is ragged all round
        cases = [traced.sample(0), traced.sample(1), traced.sample(2, grow=(1031,)), traced.sample(3, grow=(67, 35))]
        task = verify.prepare(traced.run, cases)
        candidates = []
        for source in self.sources(traced.text, samples, on_text):
            candidates.append(Candidate(source, verify.examine(source, task)))
            if on_candidate:
                on_candidate(candidates[-1])
            if candidates[-1].verdict.ok:
                break
        return Translation(traced.text, tuple(candidates))


def load_translator(path=TrainConfig.checkpoint, device=None):
    """The Translator of a checkpoint. Raises ValueError, one line, where there is none."""
    state = load_checkpoint(path)
    config = from_flags(ModelConfig, state["model_config"])
    model = Transformer(config)  # PyTorch's ops: a cached step handles one token, where no kernel of ours pays
    model.load_state_dict(state["model"])
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    return Translator(model.to(device), Vocabulary.from_json(state["vocabulary"]))


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


class Session:
    """One sitting at the prompt: the translator, what it last answered, and the commands."""

    def __init__(self, translator, samples):
        self.translator, self.samples, self.last = translator, samples, None

    def answer(self, program):
        """Translates, prints the kernel and the verdict; returns whether it was verified."""
        print()
        try:
            self.last = self.translator.translate(program, samples=self.samples, on_text=lambda text: print(text, end="", flush=True),
                                                  on_candidate=self.report)
        except ValueError as error:  # graph.GraphError is one: the user's program, in one line
            print(f"error: {error}")
            return False
        answer = self.last.answer
        if answer and answer is not self.last.candidates[0]:
            print(f"\n{answer.source}\n")
        print(describe(answer.verdict) if answer else f"no candidate of {len(self.last.candidates)} passed (:why says why)")
        return answer is not None

    def report(self, candidate):
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
        elif not self.last.answer:
            raise ValueError("the last translation has no verified answer to save")
        else:
            write_atomically(argument, lambda path: path.write_text(ANSWER_HEADER + self.last.answer.source + "\n"))
            print(f"wrote {argument}")


def opens_block(text):
    """Whether Python would wait for more lines."""
    try:
        return codeop.compile_command(text, symbol="exec") is None
    except (SyntaxError, ValueError, OverflowError):
        return False  # graph.trace says what is wrong, or accepts it (a bare `return`)


def read_program():
    """One input from the terminal, several lines where it opens a block or after :paste. Raises EOFError at its end."""
    lines = [input("pytorch> ")]
    if lines[0].strip() == ":paste":
        return "\n".join(iter(input, ":end"))
    while opens_block("\n".join(lines)):
        lines.append(input("     ... "))
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
    import atexit
    atexit.register(write_atomically, path, lambda temporary: readline.write_history_file(temporary))


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
        answer = translation.answer
        verified += answer is not None
        verdict = describe(answer.verdict if answer else translation.candidates[0].verdict)
        print(f"  {prompt:52} {verdict}  [{len(translation.candidates)} tried, {time.perf_counter() - began:.1f} s]")
    print(f"{verified} of {len(DEMO_PROMPTS)} built-in prompts verified")
    return verified


# ---- 13 command line -------------------------------------------------------------------------------------------------------------------------

def flag_type(annotation):
    """What reads a flag's text, by the type of its field."""
    def boolean(text):
        if text.lower() not in ("true", "false"):
            raise argparse.ArgumentTypeError(f"true or false, not {text!r}")
        return text.lower() == "true"

    return boolean if annotation in (bool, bool | None) else annotation


def make_parser():
    """Every field of ModelConfig and TrainConfig is a flag; what is not given is absent from the result."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], allow_abbrev=False, argument_default=argparse.SUPPRESS)
    parser.add_argument("--demo", nargs="?", const="", metavar="PYTORCH", help="translate one program, or interactively")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--preset", choices=list(PRESETS), help="default: what the fields say; cpu: a smaller model, taken where there is no GPU")
    for config_type in (ModelConfig, TrainConfig):
        group = parser.add_argument_group(config_type.__name__)
        for field in dataclasses.fields(config_type):
            boolean = {"nargs": "?", "const": True} if field.type in (bool, bool | None) else {}
            names = dict.fromkeys([f"--{field.name}", f"--{field.name.replace('_', '-')}"])
            group.add_argument(*names, dest=field.name, type=flag_type(field.type), metavar=str(field.default), **boolean)
    return parser


def run_demo(values):
    """`--demo`: exit code 0 if what was asked was verified (interactively: always)."""
    program = values.pop("demo")
    config = from_flags(TrainConfig, values)
    translator = load_translator(config.checkpoint, None if config.device == "auto" else config.device)
    session = Session(translator, config.samples)
    if program:
        return 0 if session.answer(program) else 1
    interact(session)
    return 0


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
    show_samples(load_translator(run.train_config.checkpoint, run.model.head.weight.device), run.train_config.samples)
    print(f"total time {(time.perf_counter() - began) / 60:.1f} minutes")
    return 0


def main(arguments=None):
    """Exit code 0: done; 1: the demo's one answer was not verified; 2: the user can mend it; 130: interrupted."""
    values = vars(make_parser().parse_args(arguments))
    resume = values.pop("resume", False)
    preset = values.pop("preset", None)
    try:
        if "demo" in values:
            return run_demo(values)
        if preset is None and not resume and not torch.cuda.is_available():
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
        print("stopped; a run that had begun to train goes on with `python llm.py --resume`", file=sys.stderr)
        return 130


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill saves, as Ctrl-C does
    raise SystemExit(main())
