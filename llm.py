"""A language model that translates PyTorch into Triton; every answer is verified by running it.

    python llm.py                                make the training pairs, train, translate ten programs
    python llm.py --demo                         translate interactively
    python llm.py --demo "y = torch.sigmoid(x)"  translate one program
    python llm.py --translate DIR --out ANSWERS  translate files, each on its own
    python llm.py --feedback                     learn from answers found to prompts without any
    python llm.py --d_model 512 --epochs 20      every field of ModelConfig and TrainConfig is a flag
    python llm.py --resume                       go on where a stopped run left off
    python llm.py --text FILE                    train on plain text instead: a file, or a folder of .txt
    python llm.py --sample "First Citizen:"      continue a text, with the model of such a run
    torchrun --nproc-per-node 2 llm.py           train on two GPUs; every flag as above

Read it from top to bottom; a name is defined above its first use.

    1 configuration    5 optimizer             9 the run's record
    2 data             6 schedule and step    10 training
    3 model            7 kernels              11 demo and command line
    4 loss             8 sampling

Dimension key: B batch, T time, C width (d_model), H heads, D head width, F feed-forward width, V vocabulary,
N tokens with a target (section 4) or matrices of one shape (section 5), R rows of a matrix.

Sources: transformer, Vaswani et al. 2017; RMSNorm, Zhang & Sennrich 2019; rotary positions, Su et al. 2021;
AdamW, Loshchilov & Hutter 2019; Muon, Jordan et al. 2024; squared ReLU, So et al. 2021.
"""

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    from python_to_triton.early_start import answer_early
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()
    answer_early()  # --demo and --translate need nothing of what follows

import argparse
import dataclasses
import functools
import math
import signal
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
from torch.utils.checkpoint import checkpoint
from tqdm import tqdm

import corpus
import kernels
from corpus import feedback
from kernels import (  # noqa: F401  (documented names)
    TRITON_AVAILABLE,
    TritonRMSNormLayer,
    benchmark_rms_norm,
    benchmark_rotary,
    manual_kernel_benchmark,
)
from python_to_triton import flags, inference, runtime
from python_to_triton.flags import add_flags, check_fields, flag, from_flags, names_of
from python_to_triton.inference import CHECKPOINT, Vocabulary
from python_to_triton.record import environment
from training import checkpoints, curves, parallel, record, report, world
from training.batches import IGNORE, Batch, Batching, SentBatch, sent
from training.bpe import PATTERNS, learn_vocabulary
from training.capture import SideStream
from training.checkpoints import Checkpoints
from training.execution import COMPILE_MODES, PRECISIONS, Execution, Precision
from training.log import Log, check_trackers, check_weights, shown_pace
from training.pairs import Pairs, encode_pairs, texts_for_bpe
from training.presets import PRESETS, with_preset
from training.profiling import profiled
from training.sampling import continued, sample  # noqa: F401  (documented names)
from training.signals import noted_signals
from training.text import SampleConfig, Text, text_for_bpe, text_places
from triton_ops.arguments import OneLineParser
from triton_ops.choice import parse_mode
from triton_ops.cross_entropy import linear_cross_entropy
from triton_ops.exit_codes import command_line
from triton_ops.files import check_writable, check_writable_folder
from triton_ops.processes import on_first_process
from triton_ops.squared_relu import squared_relu_mlp

# ---- 1 configuration


@dataclass
class ModelConfig:
    """The model. Not frozen: `config.benchmark_kernels = False` before a run is documented use."""

    d_model: int = flag(384, "width of the residual stream, in features", "[1, inf)")
    n_heads: int = flag(8, "attention heads; they share the width", "[1, inf)")
    n_layers: int = flag(6, "blocks", "[1, inf)")
    d_ff: int = flag(1536, "width of the feed-forward layer", "[1, inf)")
    max_seq_len: int = flag(512, "tokens that prompt and answer may have together", "[1, inf)")
    vocab_size: int = flag(4096, "tokens the BPE is trained to; a hub tokenizer brings its own", "[1, inf)")
    dropout: float = flag(0.1, "share of a branch's outputs that training drops", "[0, 1)")
    rope_theta: float = flag(10000.0, "base of the rotary frequencies", "(0, inf)")
    norm_eps: float = flag(1e-6, "added to the mean square in RMSNorm", "(0, inf)")
    benchmark_kernels: bool = flag(True, "time Triton against PyTorch at start-up, take the faster")
    use_triton_rmsnorm: bool | None = flag(None, "true: Triton, false: PyTorch; unset: the faster")
    use_triton_rotary: bool | None = flag(None, "true: Triton, false: PyTorch; unset: the faster")

    def __post_init__(self):
        check_fields(self)
        if self.d_model % self.n_heads or (self.d_model // self.n_heads) % 2:
            raise ValueError(f"d_model {self.d_model} must be n_heads {self.n_heads} times an even width")


@dataclass(frozen=True)
class TrainConfig:
    """The training."""

    data: str = flag("training_data.csv", "training pairs; where missing, extracted from synthetic/")
    text: str = flag("", "train on this UTF-8 text instead of pairs: a file, or a folder of .txt files")
    checkpoint: str = flag(CHECKPOINT, "where training writes, and demo and translation read, the model")
    start_from: str = flag("", "checkpoint or release folder whose weights and tokenizer to start from")
    run_dir: str = flag("runs/train", "folder of log.jsonl, loss.png and kernels.txt")
    tokenizer: str = flag("bpe", "bpe, bpe-terms or bpe-words, learned from the data; or one of the hub")
    device: str = flag("auto", "auto, cpu or cuda")
    precision: str = flag("auto", f"auto, {', '.join(PRECISIONS)}")
    kernels: str = flag("auto", "auto, torch, triton, or op by op: rms_norm:torch,rotary:triton")
    compile: str = flag("auto", f"torch.compile: {', '.join(COMPILE_MODES)}; auto: default on a GPU")
    capture: bool = flag(True, "on a GPU: replay a step as one CUDA graph")
    parallel: str = flag("auto", "under torchrun: ddp, fsdp; none: one process; auto: ddp under torchrun")
    profile: bool = flag(False, "leave a trace of a few steps in run_dir, and print where the time went")
    checkpointing: bool = flag(False, "keep a block's inputs alone for backward: less memory, more time")
    seed: int = flag(0, "of weights, order of the pairs, dropout and sampling", "[0, 1e18]")
    epochs: int = flag(10, "passes over the data", "[1, inf)")
    steps: int = flag(0, "train for so many steps instead of --epochs; 0: epochs", "[0, inf)")
    batch_size: int = flag(24, "sequences a micro-batch; packed, on average", "[1, inf)")
    accumulation: int = flag(4, "micro-batches a step", "[1, inf)")
    packing: bool = flag(False, "pairs share rows of max_seq_len, apart in attention; false: padded")
    optimizer: str = flag("muon", "muon, with AdamW for what is no matrix of a block; or adamw alone")
    muon_lr: float = flag(0.01, "peak learning rate of Muon, for matrices inside the blocks", "[0, inf)")
    muon_momentum: float = flag(0.95, "momentum of Muon", "[0, 1)")
    newton_schulz_steps: int = flag(5, "steps of Muon's orthogonalisation", "[1, inf)")
    adamw_lr: float = flag(0.001, "peak learning rate of AdamW, for everything else", "[0, inf)")
    adamw_beta1: float = flag(0.9, "AdamW's decay of the mean", "[0, 1)")
    adamw_beta2: float = flag(0.95, "AdamW's decay of the mean square", "[0, 1)")
    weight_decay: float = flag(0.1, "decoupled decay of matrices", "[0, inf)")
    grad_clip: float = flag(1.0, "largest norm of the gradient", "(0, inf)")
    warmup: float = flag(0.05, "share of the run in which the learning rate rises", "[0, 1]")
    final_lr: float = flag(0.05, "share of the peak that the learning rate falls to", "[0, 1]")
    minutes: float = flag(0.0, "time limit of the training; the schedule ends with it; 0: none", "[0, inf)")
    emphasis: float = flag(12.0, "a pair of k operations is shown this / k^2 times, at least 1", "[0, inf)")
    samples: int = flag(20, "candidates that a translation may try", "[1, inf)")
    max_skipped: int = flag(20, "steps in a row that, not finite and left out, end the run", "[1, inf)")
    keep: int = flag(2, "of the last saves, how many stay, the best one beside them", "[1, inf)")
    save_minutes: float = flag(10.0, "save after so many, and after every epoch; 0: only then", "[0, inf)")
    save_steps: int = flag(0, "save after so many steps too; 0: not by steps", "[0, inf)")
    wandb: bool = flag(False, "record the run with Weights & Biases too")
    tensorboard: bool = flag(False, "write the run's figures for TensorBoard too, into run_dir/tensorboard")

    def __post_init__(self):
        check_fields(self)
        known = {"precision": ("auto", *PRECISIONS), "optimizer": ("muon", "adamw")}
        known |= {"compile": COMPILE_MODES, "parallel": world.MODES}
        for name, words in known.items():
            if getattr(self, name) not in words:
                raise ValueError(f"{name} is one of {', '.join(words)}, not {getattr(self, name)!r}")

    def execution(self, device: torch.device) -> Execution:
        alone = world.mode_of(self.parallel) == "none"
        return Execution.choose(self.compile, self.capture, self.checkpointing, device, alone)


# ---- 2 data: tokenizer and batches, which training/ makes


def make_vocabulary(config: TrainConfig, vocab_size: int) -> Vocabulary:
    """The tokenizer that the configuration names; those of PATTERNS are learned from the training split."""
    if config.tokenizer not in PATTERNS:
        return Vocabulary.from_hub(config.tokenizer)
    texts = text_for_bpe(config.text) if config.text else texts_for_bpe(config.data)
    return learn_vocabulary(texts, vocab_size, PATTERNS[config.tokenizer])


def batching_of(config: TrainConfig) -> Batching:
    """How a configuration cuts its data into steps."""
    return Batching(config.batch_size, config.accumulation, config.seed, config.packing)


def load_data(config: TrainConfig, vocabulary: Vocabulary, max_seq_len: int) -> Pairs | Text:
    """What the configuration trains on, and evaluates on. Raises ValueError where there is nothing."""
    if config.text:
        device = inference.device_of(config.device)
        return Text(config.text, vocabulary, max_seq_len, batching_of(config), device)
    return Pairs.load(config.data, config.emphasis, vocabulary, max_seq_len, batching_of(config))


# ---- 3 model


class RMSNorm(nn.Module):
    """y = x / sqrt(mean(x^2) + eps) * weight, over the last dimension."""

    def __init__(self, width: int, eps: float, implementations: dict[str, str]):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps
        self.implementations = implementations

    def forward(self, x_BTC: Tensor) -> Tensor:
        return kernels.rms_norm(x_BTC, self.weight, self.eps, self.implementations["rms_norm"])

    def after_adding(self, branch_BTC: Tensor | None, x_BTC: Tensor) -> tuple[Tensor, Tensor]:
        """(y, u): u = x + branch, and y its norm."""
        if branch_BTC is None:
            return self(x_BTC), x_BTC
        implementation = self.implementations["add_rms_norm"]
        return kernels.add_rms_norm(branch_BTC, x_BTC, self.weight, self.eps, implementation)


class Attention(nn.Module):
    """Causal multi-head attention with rotary positions, softmax(q k^T / sqrt(D)) v.

    With `kernels.document_bounds` (2, B, T) of packed rows a token sees its own document alone.
    """

    def __init__(self, config: ModelConfig, implementations: dict[str, str]):
        super().__init__()
        self.n_heads = config.n_heads
        self.implementations = implementations
        self.query = nn.Linear(config.d_model, config.d_model, bias=False)
        self.key = nn.Linear(config.d_model, config.d_model, bias=False)
        self.value = nn.Linear(config.d_model, config.d_model, bias=False)
        self.output = nn.Linear(config.d_model, config.d_model, bias=False)

    def forward(self, x_BTC: Tensor, cos_TD: Tensor, sin_TD: Tensor, bounds_2BT=None) -> Tensor:
        # one product for three; Muon wants each matrix by itself
        weight_3CC = torch.cat([projection.weight for projection in (self.query, self.key, self.value)])
        heads, implementation = self.n_heads, self.implementations["self_attention"]
        y_BTHD = kernels.self_attention(x_BTC, weight_3CC, cos_TD, sin_TD, heads, bounds_2BT, implementation)
        return self.output(y_BTHD.flatten(2))


class FeedForward(nn.Module):
    """W2 relu(W1 x)^2."""

    def __init__(self, config: ModelConfig, implementations: dict[str, str]):
        super().__init__()
        self.implementations = implementations
        self.up = nn.Linear(config.d_model, config.d_ff, bias=False)
        self.down = nn.Linear(config.d_ff, config.d_model, bias=False)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x_BTC: Tensor) -> Tensor:
        implementation = self.implementations["squared_relu_mlp"]
        return self.dropout(squared_relu_mlp(x_BTC, self.up.weight, self.down.weight, implementation))


class Block(nn.Module):
    """x + attention(norm(x)), then x + feed-forward(norm(x)); dropout falls on the branches alone.

    The next norm adds a branch, in one pass: a block takes the last of the block before, and leaves its own.
    """

    def __init__(self, config: ModelConfig, implementations: dict[str, str]):
        super().__init__()
        self.attention_norm = RMSNorm(config.d_model, config.norm_eps, implementations)
        self.attention = Attention(config, implementations)
        self.feed_forward_norm = RMSNorm(config.d_model, config.norm_eps, implementations)
        self.feed_forward = FeedForward(config, implementations)
        self.dropout = nn.Dropout(config.dropout)

    def forward(
        self, x_BTC: Tensor, branch_BTC: Tensor | None, cos_TD: Tensor, sin_TD: Tensor, bounds_2BT=None
    ) -> tuple[Tensor, Tensor]:
        """(residual stream, branch that is still to be added)."""
        normed_BTC, x_BTC = self.attention_norm.after_adding(branch_BTC, x_BTC)
        branch_BTC = self.dropout(self.attention(normed_BTC, cos_TD, sin_TD, bounds_2BT))
        normed_BTC, x_BTC = self.feed_forward_norm.after_adding(branch_BTC, x_BTC)
        return x_BTC, self.feed_forward(normed_BTC)


class Transformer(nn.Module):
    """Decoder-only language model. `implementations` says torch or triton for each op of kernels.py."""

    def __init__(self, config: ModelConfig, implementations: dict[str, str] | None = None):
        super().__init__()
        implementations = dict.fromkeys(kernels.OPS, "torch") | (implementations or {})
        self.config = config
        self.checkpointing = False
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.blocks = nn.ModuleList(Block(config, implementations) for _ in range(config.n_layers))
        self.norm = RMSNorm(config.d_model, config.norm_eps, implementations)
        self.head = nn.Linear(config.d_model, config.vocab_size, bias=False)
        d_head = config.d_model // config.n_heads
        cos_TD, sin_TD = kernels.rotary_tables(config.max_seq_len, d_head, base=config.rope_theta)
        self.register_buffer("cos_TD", cos_TD, persistent=False)
        self.register_buffer("sin_TD", sin_TD, persistent=False)
        self.apply(self.initialise)
        for block in self.blocks:  # each block starts as the identity
            nn.init.zeros_(block.attention.output.weight)
            nn.init.zeros_(block.feed_forward.down.weight)

    @staticmethod
    def initialise(module: nn.Module) -> None:
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=0.02)

    def embedded(self, tokens_BT: Tensor) -> Tensor:
        """The residual stream (B, T, C) before the first block, in the dtype of autocast."""
        x_BTC = self.embedding(tokens_BT)
        return x_BTC.to(kernels.consumed_dtype(x_BTC))

    def hidden(self, tokens_BT: Tensor, bounds_2BT: Tensor | None = None) -> Tensor:
        """Normalised last hidden states (B, T, C). Raises ValueError for more tokens than max_seq_len."""
        T = tokens_BT.shape[1]
        if T > self.config.max_seq_len:
            raise ValueError(f"{T} tokens do not fit into max_seq_len {self.config.max_seq_len}")
        x_BTC, branch_BTC = self.embedded(tokens_BT), None
        keeps_inputs_alone = self.checkpointing and torch.is_grad_enabled()
        for block in self.blocks:
            if keeps_inputs_alone:  # backward computes the rest again
                block = functools.partial(checkpoint, block, use_reentrant=False)
            x_BTC, branch_BTC = block(x_BTC, branch_BTC, self.cos_TD[:T], self.sin_TD[:T], bounds_2BT)
        return self.norm.after_adding(branch_BTC, x_BTC)[0]

    def forward(self, tokens_BT: Tensor) -> Tensor:
        """Logits (B, T, V) of int64 tokens (B, T)."""
        return self.head(self.hidden(tokens_BT))


# ---- 4 loss


def target_states(hidden: Callable, batch: SentBatch) -> Tensor:
    """Hidden states (N, C) of the positions that have a target: the tokens of a prompt cost no head."""
    hidden_NC = hidden(batch.inputs_BT, batch.bounds_2BT).flatten(0, 1)
    return hidden_NC if batch.places_N is None else hidden_NC.index_select(0, batch.places_N)


def token_loss(hidden: Callable, head: nn.Linear, batch: SentBatch, implementation="torch") -> Tensor:
    """The sum of the cross-entropies over the positions that have a target."""
    hidden_NC = target_states(hidden, batch)
    return linear_cross_entropy(hidden_NC, head.weight, batch.targets_N, IGNORE, "sum", implementation)


@torch.no_grad()
def evaluate(model: Transformer, data: Pairs | Text, precision, plan=parallel.ALONE) -> dict[str, float]:
    """The figures of `data.metrics` over its validation part, in evaluation mode."""
    model.eval()
    loss, right, count = 0.0, 0, 0
    for batch in data.validation():
        there = plan.part(batch).on(precision.device)
        with precision.autocast():
            logits_NV = plan.run(lambda: model.head(target_states(model.hidden, there)).float())
        loss += F.cross_entropy(logits_NV, there.targets_N, ignore_index=IGNORE, reduction="sum").item()
        right += (logits_NV.argmax(-1) == there.targets_N).sum().item()
        count += batch.n_targets
    model.train()
    loss, right = plan.summed(torch.tensor([loss, right], dtype=torch.float64)).tolist()
    return data.metrics(loss / count, right / count)


# ---- 5 optimizer: Muon for the matrices inside the blocks, AdamW for the rest


def orthogonalize(G_NRC: Tensor, steps: int, dtype=torch.bfloat16, implementation: str = "torch") -> Tensor:
    """The nearest semi-orthogonal matrix U V^T of each G = U S V^T in a stack (N, R, C), roughly.

    Quintic Newton-Schulz (Jordan et al. 2024): x <- a x + (b x x^T + c (x x^T)^2) x drives every singular
    value towards 1; these coefficients trade accuracy for speed and end within [0.68, 1.13].
    """
    return kernels.newton_schulz(G_NRC.to(dtype), steps, implementation)


def muon_update(
    grads_NRC: Tensor, momentum_NRC: Tensor, beta: float, steps: int, dtype, implementation: str = "torch",
    plan=parallel.ALONE, R: int = 0,
) -> Tensor:  # fmt: skip
    """The Muon step, before the learning rate, of equal-shaped weights; advances `momentum_NRC` in place.

    Nesterov momentum, then orthogonalisation, then sqrt(max(1, rows / columns)), so that the update of a tall
    matrix has the root mean square of a square one's. `plan` shares the orthogonalisation out over processes;
    R: rows of the whole matrices, of which a process may keep a part; 0: those of `grads_NRC`.
    """
    _, own_rows, C = grads_NRC.shape
    R = R or own_rows
    momentum_NRC.lerp_(grads_NRC, 1 - beta)
    nesterov_NRC = grads_NRC.lerp(momentum_NRC, beta).to(dtype)
    orthogonal = functools.partial(orthogonalize, steps=steps, dtype=dtype, implementation=implementation)
    update_NRC = plan.orthogonalized(orthogonal, nesterov_NRC, R).to(grads_NRC.dtype)
    return update_NRC * math.sqrt(max(1, R / C))


def adamw_update(
    parameters: list, grads: list, means: list, squares: list, step: Tensor, lr: Tensor, norm: Tensor,
    config: TrainConfig, implementation="torch",
) -> None:  # fmt: skip
    """One AdamW step of parameters in place, matrices alone decay; `step` () counts from 1.

    Their gradients are clipped by `norm` (), that of all gradients; where it is not finite nothing changes.
    """
    constants = (config.adamw_beta1, config.adamw_beta2, 1e-8)
    decays = [config.weight_decay if parameter.ndim == 2 else 0.0 for parameter in parameters]
    rest = (decays, config.grad_clip, norm, implementation)
    kernels.adamw(parameters, grads, means, squares, step, lr, *constants, *rest)


def muon_step(
    weights: list, grads: list, momentum_NRC: Tensor, finite: Tensor, lr: Tensor, decay: float,
    factor: Tensor, **settings,
) -> None:  # fmt: skip
    """One Muon step of equal-shaped weights in place, with their gradients times `factor`.

    Where not `finite` () it changes nothing: lr is 0 then. `settings` is the rest of `muon_update`.
    """
    grads_NRC = torch.where(finite, torch.stack(grads) * factor, momentum_NRC)
    update_NRC = muon_update(grads_NRC, momentum_NRC, **settings)
    torch._foreach_mul_(weights, 1 - lr * decay)
    torch._foreach_sub_(weights, list(update_NRC * lr))


# Every parameter matches exactly one row: (who updates it, prefix of its name, its number of dimensions).
ROUTES = (
    ("muon", "blocks.", 2),
    ("adamw", "embedding.", 2),
    ("adamw", "head.", 2),
    ("adamw", "blocks.", 1),
    ("adamw", "norm.", 1),
)


def route(model: nn.Module, optimizer: str = "muon") -> dict[str, dict[str, nn.Parameter]]:
    """{"muon": {name: parameter}, "adamw": {...}} by ROUTES; with `optimizer` adamw, all to that one."""
    routed = {"muon": {}, "adamw": {}}
    for name, parameter in model.named_parameters():
        rows = [owner for owner, prefix, ndim in ROUTES if name.startswith(prefix) and parameter.ndim == ndim]
        assert len(rows) == 1, f"{name} {tuple(parameter.shape)} matches {len(rows)} rows of ROUTES"
        routed[rows[0] if optimizer == "muon" else "adamw"][name] = parameter
    return routed


class MuonAdamW:
    """Routes every parameter to Muon or AdamW; both decay matrices, decoupled from the gradient.

    `plan` shares the work out over processes, of which each may keep a part of every parameter and its state.
    """

    def __init__(
        self, model: nn.Module, config: TrainConfig, implementations: dict[str, str] | None = None,
        plan=parallel.ALONE,
    ):  # fmt: skip
        self.config = config
        self.implementations = dict.fromkeys(kernels.OPS, "torch") | (implementations or {})
        self.plan = plan
        self.routed = route(model, config.optimizer)
        self.device = next(model.parameters()).device
        self.stacks = {}  # shape -> parameters: one batched Newton-Schulz each
        for parameter in self.routed["muon"].values():
            self.stacks.setdefault(tuple(parameter.shape), []).append(parameter)
        self.momentum = {
            shape: torch.zeros(len(stack), *plan.own(stack[0]).shape, device=self.device)
            for shape, stack in self.stacks.items()
        }
        self.mean = {name: torch.zeros_like(plan.own(p)) for name, p in self.routed["adamw"].items()}
        self.square = {name: torch.zeros_like(plan.own(p)) for name, p in self.routed["adamw"].items()}
        self.steps = torch.zeros((), device=self.device)
        self.side = SideStream(self.device)
        self.muon_step = config.execution(self.device).compiled(muon_step) if plan.is_alone else muon_step
        dtype = torch.bfloat16 if self.device.type == "cuda" else torch.float32  # where bf16 is native
        self.muon_settings = {"beta": config.muon_momentum, "steps": config.newton_schulz_steps, "plan": plan}
        self.muon_settings |= {"dtype": dtype, "implementation": self.implementations["newton_schulz"]}
        self.param_groups = [{"params": list(model.parameters())}]  # what GradScaler.unscale_ reads

    def grads(self, parameters: Iterable) -> list[Tensor]:
        """Of each parameter the gradient that this process keeps."""
        return [self.plan.own(parameter.grad) for parameter in parameters]

    @torch.no_grad()
    def step(self, scale: Tensor, loss: Tensor) -> Tensor:
        """One update in place from the gradients, which are clipped; returns their norm ().

        `scale` () in [0, 1] multiplies both learning rates. Where the norm or the `loss` () is not finite the
        norm is NaN, and nothing changes; the host does not wait to know.
        """
        config = self.config
        norm = self.plan.norm(self.grads(self.param_groups[0]["params"]))
        finite = norm.isfinite() & loss.isfinite()
        norm = norm.masked_fill(~finite, math.nan)
        self.steps += finite
        with self.side.beside():  # bound by memory; Newton-Schulz is not
            parameters = self.routed["adamw"].values()
            adamw_update(
                list(map(self.plan.own, parameters)), self.grads(parameters),
                list(self.mean.values()), list(self.square.values()),
                self.steps, scale * config.adamw_lr, norm, config, self.implementations["adamw"],
            )  # fmt: skip
        lr = torch.where(finite, scale * config.muon_lr, 0.0)
        factor = (config.grad_clip / (norm + 1e-6)).clamp(max=1.0)
        for shape, stack in self.stacks.items():
            self.muon_step(
                list(map(self.plan.own, stack)), self.grads(stack), self.momentum[shape], finite, lr,
                config.weight_decay, factor, R=shape[0], **self.muon_settings,
            )  # fmt: skip
        self.side.join()
        return norm

    def states(self) -> dict[str, dict[str, parallel.Kept]]:
        """{kind: {name: tensor}} of what is saved."""
        momentum = {
            "x".join(map(str, shape)): parallel.Kept(stack, (len(stack), *shape), dim=1)
            for shape, stack in self.momentum.items()
        }
        shapes = {name: tuple(parameter.shape) for name, parameter in self.routed["adamw"].items()}
        mean = {name: parallel.Kept(tensor, shapes[name]) for name, tensor in self.mean.items()}
        square = {name: parallel.Kept(tensor, shapes[name]) for name, tensor in self.square.items()}
        return {"momentum": momentum, "mean": mean, "square": square}

    def state_dict(self) -> dict:
        return {"steps": int(self.steps)} | parallel.gathered_states(self.plan, self.states())

    def load_state_dict(self, state: dict) -> None:
        """Raises ValueError, one line, for a state of another model, or with NaN."""
        parallel.fill_states(self.plan, self.states(), state)
        self.steps.fill_(state["steps"])


# ---- 6 schedule and step


def lr_scale(progress: float, warmup: float, final: float) -> float:
    """Share of the peak learning rate at `progress` in [0, 1]: linear warm-up, then cosine to `final`."""
    if progress < warmup or warmup == 1:
        return min(1.0, max(progress, 1e-3) / warmup)  # the first step moves weights too
    return final + (1 - final) * 0.5 * (1 + math.cos(math.pi * min(1.0, (progress - warmup) / (1 - warmup))))


class Step:
    """One training step. A GPU replays it as one graph, or one a micro-batch and one for the update."""

    def __init__(self, model: Transformer, optimizer: MuonAdamW, precision: Precision, config: TrainConfig):
        self.model = model
        self.optimizer = optimizer
        self.plan = optimizer.plan
        self.precision = precision
        self.scaler = precision.scaler()
        self.accumulates = config.accumulation > 1
        precision.prepare()
        model.checkpointing = config.checkpointing
        execution = config.execution(precision.device)
        self.hidden = self.plan.compiled(model, execution)
        self.all_beats = execution.captured(self.beats)
        self.first_beats = execution.captured(self.add_gradients)
        self.last_beats = execution.captured(self.update)

    def add_gradients(self, batch: SentBatch, share: Tensor) -> Tensor:
        """A micro-batch's part of the loss, its gradients added to those that are there.

        share () is 1 / targets of the whole step.
        """
        implementation = self.optimizer.implementations["linear_cross_entropy"]
        with self.precision.autocast():  # 1 forward
            loss = self.plan.run(token_loss, self.hidden, self.model.head, batch, implementation) * share
        self.scaler.scale(loss).backward()  # 2 backward
        return loss.detach()

    def update(self, loss: Tensor, scale: Tensor) -> Tensor:
        """(loss per target, norm of the gradient); scale () multiplies the learning rates."""
        self.scaler.unscale_(self.optimizer)
        loss = self.plan.summed(loss)
        norm = self.optimizer.step(scale, loss)  # 3 clip, 4 update
        self.scaler.update()
        self.model.zero_grad(set_to_none=not self.accumulates)  # 5 clear; graphs that add need a place
        return torch.stack((loss, norm))

    def beats(self, batch: SentBatch, share: Tensor, scale: Tensor) -> Tensor:
        return self.update(self.add_gradients(batch, share), scale)

    def __call__(self, batches: list[Batch], scale: float) -> Tensor:
        """One update from micro-batches on the CPU. Who reads what it returns waits for the GPU."""
        device = self.precision.device
        targets = sum(batch.n_targets for batch in batches)
        share, scale = sent(torch.tensor([1 / targets, scale]), device).unbind()
        batches = [self.plan.part(batch) for batch in batches]
        if not self.accumulates:
            return self.all_beats(batches[0].on(device), share, scale)
        losses = []
        for batch in batches:
            with self.plan.sending(last=batch is batches[-1]):
                losses.append(self.first_beats(batch.on(device), share))
        return self.last_beats(torch.stack(losses).sum(), scale)


# ---- 7 kernels

SELECTED = (*kernels.STARTUP_OPS, *kernels.STEP_OPS)  # a run chooses


def bare_step(config, train_config, B: int, T: int, device, dtype, implementations) -> Callable[[], None]:
    """A function that makes one training step, without record, on random tokens (B, T)."""
    with torch.random.fork_rng([device] if device.type == "cuda" else []):
        model = Transformer(config, implementations).to(device)
        tokens_BT = torch.randint(config.vocab_size, (B, T + 1))
        halves_2BT = kernels.document_bounds(torch.arange(0, B * T + 1, max(T // 2, 1)), B, T)
    optimizer = MuonAdamW(model, train_config, implementations)
    step = Step(model, optimizer, Precision(dtype, device), train_config)
    batch = Batch(tokens_BT[:, :-1], tokens_BT[:, 1:], B * T, 0, halves_2BT if train_config.packing else None)
    return functools.partial(step, [batch], 1.0)


def auto_select_kernels(
    config: ModelConfig, mode="auto", batch_size=24, device=None, dtype=torch.float32,
    train_config=TrainConfig(), seq_len=None,
) -> tuple[ModelConfig, dict[str, kernels.Choice]]:  # fmt: skip
    """(config with use_triton_* decided, the choice for each op), for batches (batch_size, seq_len).

    A forced field of the config wins over `mode`; without `benchmark_kernels` what is not forced is PyTorch.
    The ops chosen by timing are compared once more with PyTorch alone, over a whole training step.
    """
    device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    forced = {"rms_norm": config.use_triton_rmsnorm, "rotary": config.use_triton_rotary}
    forced["self_attention"] = config.use_triton_rotary  # which has the rotation in it
    if not config.benchmark_kernels and mode == "auto":
        forced = dict.fromkeys(SELECTED, False) | {op: bool(force) for op, force in forced.items()}
    forced = {op: "triton" if force else "torch" for op, force in forced.items() if force is not None}
    seq_len = seq_len or config.max_seq_len
    sizes = (config.d_model, config.n_heads, config.d_ff, config.vocab_size, config.n_layers)
    work = kernels.Workload(batch_size, seq_len, *sizes, packed=train_config.packing)
    shapes = kernels.op_shapes(work, SELECTED)
    shapes["adamw"] = (1, 2 * config.vocab_size, config.d_model)
    shapes["newton_schulz"] = (config.n_layers, config.d_ff, config.d_model)
    execution = train_config.execution(device)
    run_as = "graph" if execution.captures else "eager"
    choices = kernels.choose(shapes, mode=mode, forced=forced, device=device, dtype=dtype, execution=run_as)
    whole_step = functools.partial(bare_step, config, train_config, batch_size, seq_len, device, dtype)
    about = dataclasses.asdict(config) | {"batch_size": batch_size, "seq_len": seq_len, "dtype": str(dtype)}
    about |= dataclasses.asdict(execution) | {"packed": work.packed}
    choices = kernels.compare_whole_step(choices, whole_step, device, about)
    fields = {"use_triton_rmsnorm": "rms_norm", "use_triton_rotary": "rotary"}
    decided = {field: choices[op].implementation == "triton" for field, op in fields.items()}
    return dataclasses.replace(config, **decided), choices


# ---- 8 sampling


def text_sample(config: SampleConfig, text: str) -> str:
    """A text and what a trained model writes after it."""
    device = inference.device_of(config.device)
    state = config.state()
    model = Transformer(from_flags(ModelConfig, state["model_config"])).to(device)
    model.load_state_dict(state["model"])
    return continued(model, Vocabulary.from_json(state["vocabulary"]), text, config)


# ---- 9 the run's record: log, plot, checkpoint, Weights & Biases

HASHED = ("llm", "training", "kernels", "triton_ops", "python_to_triton", "corpus")  # a run depends on them


@dataclass(eq=False)
class Run:
    """One training run: what it is made of, where it stands, and its record on disk."""

    model_config: ModelConfig
    train_config: TrainConfig
    data: Pairs | Text
    model: Transformer
    optimizer: MuonAdamW
    precision: Precision
    kernel_table: str

    def __post_init__(self):
        config = self.train_config
        self.make_step = Step(self.model, self.optimizer, self.precision, config)
        self.plan = self.optimizer.plan
        self.id = checkpoints.new_run_id()
        self.asked_vocab_size = self.model_config.vocab_size  # the data may hold fewer tokens to learn
        self.step = 0
        self.seconds = 0.0  # in the training loop
        self.metrics = {}  # of an evaluation after this very step; else none
        self.built_in = None  # {"passed": 7, "of": 10}: built-in prompts that the finished model translated
        self.total_steps = config.steps or config.epochs * self.data.steps_per_epoch
        self.time_limit = 60 * config.minutes or math.inf
        self.log = Log(Path(config.run_dir), config.max_skipped)
        self.checkpoints = Checkpoints(config)
        self.account = report.Account()

    @property
    def progress(self) -> float:
        """Share of the run that is behind, by steps or by time, whichever is more."""
        return max(self.step / self.total_steps, self.seconds / self.time_limit)

    @property
    def finished(self) -> bool:
        return self.progress >= 1

    def facts(self) -> dict:
        """What the run's figures depend on, and the figures."""
        return {
            "model_config": dataclasses.asdict(self.model_config),
            "train_config": dataclasses.asdict(self.train_config),
            "kernels": self.kernel_table,
            "environment": environment(*HASHED),
            "run": self.id,
            "step": self.step,
            "seconds": self.seconds,
            "metrics": self.metrics,
            "best": self.checkpoints.best,
            "world_size": world.size(),
            "data": self.data.hash,
            "schedules": self.data.schedules,
            "built_in": self.built_in,
            "asked_vocab_size": self.asked_vocab_size,
        }

    def open(self, resumed: bool) -> None:
        """Starts the log, or goes on with it, the trackers that were asked for, and the run's folder.

        Raises ValueError where the run could not be saved.
        """
        state = self.state()
        on_first_process(lambda: checkpoints.check_room(state, self.train_config.checkpoint))
        self.log.open(resumed, self.facts())
        if world.is_first():
            record.describe_run(self.log.folder, self.facts())
        if world.is_first() and not resumed:
            checkpoints.mark_begun(self.train_config.checkpoint, self.id)

    def state(self) -> dict:
        """What --resume and --demo need."""
        return self.facts() | {
            "vocabulary": self.data.vocabulary.to_json(),
            "model": self.plan.weights(self.model),
            "optimizer": self.optimizer.state_dict(),
            "scaler": self.make_step.scaler.state_dict(),
            "rng": checkpoints.rng_state(),
        }

    def save(self, **more) -> None:
        """Begins to write the state, once the log has the steps that it holds. Raises log.Diverged."""
        self.log.flush()
        check_weights(self.model, self.step, self.plan)
        with self.account.timed("saving"):
            self.checkpoints.save(self.state() | more)

    def restore(self, state: dict) -> None:
        """Takes the run back to where `state` was saved. Raises ValueError where that is of another model."""
        self.plan.load(self.model, state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        if state["scaler"]:  # of a run in another precision there is none: the scale of the loss begins anew
            self.make_step.scaler.load_state_dict(state["scaler"])
        checkpoints.set_rng_state(state["rng"])
        self.id = state.get("run", self.id)
        self.asked_vocab_size = state.get("asked_vocab_size", self.asked_vocab_size)
        self.step = state["step"]
        self.seconds = state["seconds"]
        self.metrics = state["metrics"]
        self.checkpoints.went_on_from(state)

    def record_built_in(self, passed: int, of: int) -> None:
        """Adds how many of the built-in prompts the finished model translated to what was saved."""
        self.built_in = {"passed": passed, "of": of}
        with self.checkpoints:
            saved = on_first_process(lambda: inference.load_checkpoint(self.train_config.checkpoint)["rng"])
            self.save(rng=saved)


# ---- 10 training


def train_step(run: Run, batches: list[Batch], scale: float) -> Tensor:
    """One update; (loss per target, norm of the gradient), unread: who reads them waits for a GPU."""
    return run.make_step(batches, scale)


def end_epoch(run: Run) -> None:
    """Evaluates, logs, saves. Raises log.Diverged, and saves nothing, where a loss is not finite."""
    run.log.flush()
    pace = run.log.pace()
    with run.account.timed("evaluation"):
        run.metrics = evaluate(run.model, run.data, run.precision, run.plan)
    run.log.write("epoch", run.step, run.seconds, **run.metrics, **pace)
    run.checkpoints.note_loss(run.metrics["loss"], run.step)
    run.save()
    figures = run.data.FIGURES.format(**run.metrics)
    tqdm.write(f"step {run.step:6}  validation {figures}  {shown_pace(**pace)}")


def train(run: Run) -> None:
    """The loop, from the run's position to the end of its schedule, by steps or by time.

    Ctrl-C and SIGTERM end it after the step under way, saved; `--resume` goes on with the very next batch.
    SIGUSR1 saves and goes on. Raises log.Diverged where the loss is no longer a number.
    """
    config = run.train_config
    shown = {"unit": "step", "desc": "training", "dynamic_ncols": True, "disable": not world.is_first()}
    bar = tqdm(total=run.total_steps, initial=run.step, **shown)
    began = time.perf_counter() - run.seconds
    run.model.train()
    trace = profiled(run.log.folder, config.profile and world.is_first())
    with bar, noted_signals() as asked, run.checkpoints, trace as after_step:
        batches = run.account.batches(run.data.steps(run.step))
        while not run.finished and not asked.stop:
            scale = lr_scale(run.progress, config.warmup, config.final_lr)
            step_batches = next(batches)
            figures = train_step(run, step_batches, scale)
            run.step += 1
            run.metrics = {}
            run.seconds = asked.agreed(time.perf_counter() - began)
            tokens = sum(batch.n_tokens for batch in step_batches)
            run.log.write_later(figures, run.step, run.seconds, lr_scale=scale, tokens=tokens)
            after_step()
            bar.update()
            bar.set_postfix_str(run.log.progress, refresh=False)
            if run.step % run.data.steps_per_epoch == 0 or run.finished:
                end_epoch(run)
            elif asked.to_save() or run.checkpoints.are_due(run.step, run.seconds):
                run.save()
        if asked.stop:
            run.save()
        elif not run.metrics:  # stopped in the midst of an epoch, and resumed with no time left
            end_epoch(run)
    on_first_process(lambda: curves.plot_run(run.log.path, run.log.folder / "loss.png"))
    if asked.stop:
        raise KeyboardInterrupt


# flags that a run which goes on keeps: the model's shape; what batches or the optimizer's state depend on
SHAPE = names_of(inference.Architecture) - {"vocab_size", "norm_eps"}
ORDER = {"batch_size", "accumulation", "packing", "seed", "emphasis", "tokenizer", "optimizer"}
CHOSEN_ANEW = {"use_triton_rmsnorm": None, "use_triton_rotary": None}  # a run may go on on another machine


def new_run(config: TrainConfig, model_config: ModelConfig, data: Pairs | Text) -> Run:
    """A model, its optimizer and its data, on the configuration's device, with the kernels that suit."""
    device = inference.device_of(config.device)
    if device.type == "cuda" and device.index is not None:
        torch.cuda.set_device(device)  # streams, events and graphs are of the current one
    precision = Precision.choose(config.precision, device)
    torch.manual_seed(config.seed)
    model_config = dataclasses.replace(model_config, vocab_size=len(data.vocabulary))
    B, T = data.usual_shape
    alone = dataclasses.replace(config, parallel="none", capture=config.capture and not world.is_joined())
    model_config, choices = auto_select_kernels(
        model_config, config.kernels, B, device, precision.dtype, train_config=alone, seq_len=T
    )
    implementations = {op: choice.implementation for op, choice in choices.items()}
    torch.manual_seed(config.seed)  # again: the choice has drawn, as often as it was timed
    model = Transformer(model_config, implementations).to(device)
    if not world.is_first():
        torch.manual_seed(config.seed + world.rank())  # other rows, another dropout
    plan = parallel.plan(config.parallel, model)
    optimizer = MuonAdamW(model, config, implementations, plan)
    table = kernels.choice_table(choices)
    return Run(model_config, config, data, model, optimizer, precision, table)


def train_on(state: dict, pairs: dict[str, list], values: dict) -> None:
    """Trains the model of `state`, as load_weights gives it, on these pairs with the flags `values`.

    Goes on from the checkpoint of `values` where an earlier call was stopped.
    """
    config = from_flags(TrainConfig, values)
    model_config = from_flags(ModelConfig, state["model_config"] | CHOSEN_ANEW)
    vocabulary = Vocabulary.from_json(state["vocabulary"])
    room = model_config.max_seq_len
    train_pairs, _ = encode_pairs(pairs["train"], vocabulary, room)
    held_back, _ = encode_pairs(pairs["validation"], vocabulary, room)
    data = Pairs(train_pairs, held_back, vocabulary, room, batching_of(config), config.data)
    run = new_run(config, model_config, data)
    stopped = Path(config.checkpoint).exists()
    if stopped:
        run.restore(checkpoints.load_stopped(config.checkpoint, config.data))
    else:
        run.plan.load(run.model, state["model"])
    run.open(resumed=stopped)
    train(run)
    run.checkpoints.keep_newest_alone()


def kept_vocab_size(state: dict, values: dict) -> dict[str, int]:
    """{"vocab_size": what `state` has}; or what its run was asked for, where flag values say that again."""
    asked = state.get("asked_vocab_size")
    size = state["model_config"]["vocab_size"]
    return {"vocab_size": asked if values.get("vocab_size") == asked else size}


def checked(values: dict, resume: bool) -> tuple[TrainConfig, ModelConfig, dict | None]:
    """(configurations, the state that a run goes on with) of flag values, before any work.

    Raises ValueError, one line, for flags that cannot be.
    """
    source = values.get("start_from", "")
    values = {"checkpoint": CHECKPOINT} | values
    if resume and source:
        raise ValueError("--resume goes on with a run, --start_from begins a new one: give one of them")
    state = None
    if resume:
        state = checkpoints.load_stopped(values["checkpoint"], values.get("text", values.get("data")))
        earlier = {"optimizer": "muon", "packing": False}  # of checkpoints without these flags
        kept = earlier | state["model_config"] | state["train_config"] | CHOSEN_ANEW
        names = SHAPE | ORDER | {"vocab_size"}
        flags.check_kept(values, kept | kept_vocab_size(state, values), names, "train anew without --resume")
        if "epochs" in values:  # the length that is asked for, not the one that is kept
            kept["steps"] = 0
        values = kept | values
    elif source:
        state = inference.load_weights(source)
        tokenizer = state.get("train_config", {}).get("tokenizer", TrainConfig.tokenizer)
        kept = state["model_config"] | {"tokenizer": tokenizer}
        names = SHAPE | {"vocab_size", "tokenizer"}
        flags.check_kept(
            values, kept | kept_vocab_size(state, values), names, "train anew without --start_from"
        )
        values = kept | CHOSEN_ANEW | values
    config = from_flags(TrainConfig, values)
    Precision.choose(config.precision, inference.device_of(config.device))
    parse_mode(config.kernels)
    world.check_mode(config.parallel, config.compile)
    check_trackers(config)
    return config, from_flags(ModelConfig, values), state


def start_run(values: dict, resume: bool) -> Run:
    """The run of flag values: new, from the weights that `start_from` names, or resumed."""
    config, model_config, state = checked(values, resume)
    world.join(world.mode_of(config.parallel), inference.device_of(config.device))
    check_writable(config.checkpoint)
    check_writable_folder(config.run_dir)
    if not config.text:
        on_first_process(functools.partial(corpus.extract_where_missing, config.data))
    if state:
        vocabulary = Vocabulary.from_json(state["vocabulary"])
    else:
        vocabulary = on_first_process(lambda: make_vocabulary(config, model_config.vocab_size))
    data = load_data(config, vocabulary, model_config.max_seq_len)
    run = new_run(config, model_config, data)
    run.asked_vocab_size = model_config.vocab_size
    print(f"{world.shown_world(config.parallel, run.precision.device)}{run.kernel_table}")
    print(record.shown_model(run.model, run.precision))
    print(f"seed {config.seed}\n{record.parameter_table(run.optimizer.routed)}")
    if resume:
        run.restore(state)
        print(f"resuming at step {run.step}, after {run.seconds:.0f} s")
    elif state:
        run.plan.load(run.model, state["model"])
        print(f"starting from the weights of {config.start_from}")
    run.open(resumed=resume)
    return run


# ---- 11 demo and command line


@world.closed_process_group()
def run_training(values: dict, resume: bool) -> int:
    """`python llm.py`: pairs, training, the built-in prompts, or a sample. Returns the exit code."""
    began = time.monotonic()
    run = start_run(values, resume)
    train(run)
    config = run.train_config
    figures = run.data.FIGURES.format(**run.metrics)
    print(f"final validation {figures}; {run.step} steps in {run.seconds / 60:.1f} minutes")
    if world.is_first():
        print(report.describe_end(run, began))
    print(f"{run.checkpoints.summary()}; curve in {run.log.folder / 'loss.png'}")
    if config.text:
        sampling = SampleConfig(config.checkpoint, seed=config.seed, device=config.device)
        print(f"a sample:\n{on_first_process(lambda: text_sample(sampling, ''))}")
    else:
        load = functools.partial(runtime.load_translator, config.checkpoint, config.device)
        passed = on_first_process(lambda: runtime.show_samples(load(), config.samples))
        run.record_built_in(passed, len(runtime.DEMO_PROMPTS))
    if run.step < run.total_steps:
        print(record.advice_to_go_on(run.step, run.total_steps, run.seconds, config.checkpoint))
    print(f"total time {(time.monotonic() - began) / 60:.1f} minutes")
    return 0


def make_parser() -> argparse.ArgumentParser:
    """The commands, and a flag for every field of the configurations; what is not given is absent."""
    about = {"usage": "python llm.py [command] [--resume] [flags]", "description": __doc__.split("\n")[0]}
    parser = OneLineParser(**about, allow_abbrev=False, argument_default=argparse.SUPPRESS)
    runtime.add_command_flags(parser)
    parser.add_argument("--preset", choices=list(PRESETS), help="defaults; cpu where there is no GPU")
    add_flags(parser, ModelConfig, TrainConfig, runtime.FileFlags, feedback.FeedbackConfig, SampleConfig)
    return parser


def dispatch(values: dict) -> int:
    """Does what the flags ask for. Raises ValueError, one line, for flags that do not belong together."""
    world.silence_others()
    commands = (*runtime.MODEL_COMMANDS, "sample", "feedback")
    command = next((name for name in commands if name in values), "training")
    trains = {"training": names_of(ModelConfig, TrainConfig) | {"preset", "resume"}}
    learns = {"feedback": names_of(feedback.FeedbackConfig, TrainConfig) | {"resume"}}
    learns["feedback"] -= {"text", "parallel", "tokenizer"}
    samples = {"sample": names_of(SampleConfig)}
    belong = runtime.MODEL_COMMANDS | trains | learns | samples
    flags.check_belong(values, belong[command] | {command}, command)
    if command != "training":
        world.check_alone(command)
    if command in runtime.MODEL_COMMANDS:
        return runtime.run_model_command(command, values)
    if command == "sample":
        print(text_sample(from_flags(SampleConfig, values), values["sample"]))
        return 0
    resume = values.pop("resume", False)
    if command == "feedback":
        del values["feedback"]
        return feedback.run_rounds(values, resume, train_on)
    if "text" in values:
        values = text_places(values, resume) | values
    return run_training(with_preset(values, goes_on=resume or "start_from" in values), resume)


STOPPED = (
    "stopped; training and feedback go on with the same command and --resume, "
    "in the place of --preset and --start_from"
)


@command_line(stopped=STOPPED)
def main(arguments: list[str] | None = None) -> int:
    """Exit code 0: done; 1: not verified, or the run diverged; others: triton_ops/exit_codes.py."""
    return dispatch(vars(make_parser().parse_args(arguments)))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # SIGTERM saves, as Ctrl-C does
    signal.signal(signal.SIGUSR1, lambda *_: None)  # there is nothing to save but in the training loop
    raise SystemExit(main())
