"""llm."""

from corpus import feedback
import argparse
import array
import collections
import dataclasses
import functools
import itertools
import json
import math
import netrc
import os
import platform
import signal
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
import torch
import torch.nn as nn
import torch.nn.functional as F
from tqdm import tqdm

import kernels
from kernels import (  # noqa: F401  (documented names)
    TRITON_AVAILABLE,
    TritonRMSNormLayer,
    benchmark_rms_norm,
    benchmark_rotary,
    manual_kernel_benchmark,
)
from triton_ops.files import replacing
from triton_ops.code_hash import code_hash
from python_to_triton.inference.checkpoints import (
    file_hash,
    load_checkpoint,
    load_model_state,
    rng_state,
    save_release,
    set_rng_state,
)
from python_to_triton.inference.config import (
    ARCHITECTURE,
    FeedbackConfig,
    HERE,
    ModelConfig,
    PRESETS,
    TrainConfig,
    device_of,
    from_flags,
)
from python_to_triton.inference.export import export
from python_to_triton.inference.model import Transformer
from python_to_triton.inference.tokenizer import PATTERNS, Vocabulary
from python_to_triton.runtime import commands
from python_to_triton.runtime.commands import FileOptions, SamplingOptions
from python_to_triton.runtime.interactive import show_samples
from python_to_triton.runtime.loading import load_translator


@dataclass(frozen=True)
class Example:
    """One training pair as token ids: prompts (one a wording of the prompt) and the answer, <end> included."""

    prompts: tuple
    answer: tuple

    def __len__(self):
        return max(len(prompt) for prompt in self.prompts) + len(self.answer)


def encode_pairs(pairs, vocabulary, max_seq_len):
    """(examples that fit into max_seq_len tokens, number of those that do not) of pairs; a pair's next occurrence begins with its next wording."""
    wordings = [[pair.prompt, *json.loads(pair.alternates)] for pair in pairs]
    answers = vocabulary.encode_all([pair.answer for pair in pairs])
    encoded = iter(vocabulary.encode_all([wording for several in wordings for wording in several]))
    examples, occurrences = [], collections.Counter()
    for pair, several, ids in zip(pairs, wordings, answers):
        answer = (*ids, vocabulary.end)
        prompts = [(vocabulary.prompt_token, *next(encoded), vocabulary.answer) for _ in several]
        fitting = tuple(prompt for prompt in prompts if len(prompt) + len(answer) <= max_seq_len)
        if fitting:
            turn = occurrences[pair.prompt] % len(fitting)
            examples.append(Example(fitting[turn:] + fitting[:turn], answer))
            occurrences[pair.prompt] += 1
    return examples, len(pairs) - len(examples)


def epoch_batches(lengths, batch_size, seed, epoch):
    """Batches of indices for one epoch, a pure function of its arguments, so that a run can resume anywhere.

    Sequences of like length share a batch (sorted within windows of 16 batches): little padding, still shuffled.
    """
    generator = torch.Generator().manual_seed(seed * 100_003 + epoch)
    order = torch.randperm(len(lengths), generator=generator).tolist()
    window = 16 * batch_size
    order = [
        index
        for start in range(0, len(order), window)
        for index in sorted(order[start : start + window], key=lambda i: lengths[i])
    ]
    batches = [order[start : start + batch_size] for start in range(0, len(order), batch_size)]
    return [batches[i] for i in torch.randperm(len(batches), generator=generator).tolist()]


IGNORE = -100  # target of a position that carries no loss: F.cross_entropy's own default


def padded_length(tokens, multiple=32):
    """Positions T of a batch whose longest row has so many tokens, of which the last is a target only; multiples, so that few shapes arise."""
    return math.ceil((tokens - 1) / multiple) * multiple


def usual_shape(lengths, config):
    """(B, T) of the run's micro-batches: full but where there are not so many examples, and of the first epoch's median length."""
    lengths_of_batches = (
        padded_length(max(lengths[i] for i in batch))
        for batch in epoch_batches(lengths, config.batch_size, config.seed, 0)
    )
    return min(config.batch_size, len(lengths)), statistics.median_low(lengths_of_batches)


def collate(examples, pad, epoch=0):
    """Inputs and targets (B, T), int64; T as `padded_length` has it.

    Targets are the next token inside the answer and IGNORE elsewhere. The wording of the prompt turns with the epoch.
    """
    rows = [(*example.prompts[epoch % len(example.prompts)], *example.answer) for example in examples]
    flat = array.array(
        "i", itertools.chain.from_iterable(rows)
    )  # torch.tensor takes several times as long, and a GPU would wait for it
    tokens = torch.frombuffer(flat, dtype=torch.int32).long()
    lengths_B1, answers_B1 = torch.tensor(
        [[len(row) for row in rows], [len(example.answer) for example in examples]]
    )[..., None]
    places_T = torch.arange(padded_length(max(map(len, rows))))
    at_BT = (lengths_B1.cumsum(0) - lengths_B1 + places_T).clamp(max=len(flat) - 2)
    inside_BT = places_T < lengths_B1 - 1
    inputs_BT = torch.where(inside_BT, tokens[at_BT], pad)
    targets_BT = torch.where(inside_BT & (places_T >= lengths_B1 - 1 - answers_B1), tokens[at_BT + 1], IGNORE)
    return inputs_BT, targets_BT


def sent(tensor, device):
    """A tensor on `device`; the host does not wait for a GPU, as it would with memory that is not pinned."""
    return (
        tensor.pin_memory().to(device, non_blocking=True)
        if device.type == "cuda" and not tensor.is_cuda
        else tensor.to(device)
    )


def answer_loss(model, inputs_BT, targets_BT):
    """(sum of the cross-entropies, number of right tokens) over the positions that have a target.

    Logits are made for those positions alone: the prompt's tokens cost no head.
    """
    device = model.head.weight.device
    answered_N = (
        (targets_BT != IGNORE).flatten().nonzero().squeeze(1)
    )  # on the CPU, where the targets come from: a GPU lets the host wait here
    targets_N = sent(targets_BT.flatten()[answered_N], device)
    logits_NV = model.head(model.hidden(sent(inputs_BT, device)).flatten(0, 1)[sent(answered_N, device)])
    loss = F.cross_entropy(logits_NV.float(), targets_N, reduction="sum")
    return loss, (logits_NV.detach().argmax(-1) == targets_N).sum()


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
    return orthogonalize(nesterov, steps, dtype, implementation).to(grads_NRC.dtype) * math.sqrt(
        max(1, grads_NRC.shape[1] / grads_NRC.shape[2])
    )


def adamw_update(parameters, means, squares, step, lr, config, implementation="torch"):
    """One AdamW step of all `parameters` in place from their gradients; `step` counts from 1, and matrices alone decay."""
    counters = (torch.full((), float(value), device=parameters[0].device) for value in (step, lr))
    decays = [config.weight_decay if parameter.ndim == 2 else 0.0 for parameter in parameters]
    kernels.adamw(
        parameters,
        [parameter.grad for parameter in parameters],
        means,
        squares,
        *counters,
        config.adamw_beta1,
        config.adamw_beta2,
        1e-8,
        decays,
        math.inf,
        implementation,
    )


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
        self.newton_schulz_dtype = (
            torch.bfloat16 if device.type == "cuda" else torch.float32
        )  # bf16 is emulated on most CPUs
        self.stacks = {}  # shape -> parameters: one batched Newton-Schulz each
        for parameter in self.routed["muon"].values():
            self.stacks.setdefault(tuple(parameter.shape), []).append(parameter)
        self.momentum = {
            shape: torch.zeros(len(stack), *shape, device=device) for shape, stack in self.stacks.items()
        }
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
            update = muon_update(
                grads,
                self.momentum[shape],
                config.muon_momentum,
                config.newton_schulz_steps,
                self.newton_schulz_dtype,
                self.choices["newton_schulz"],
            )
            torch._foreach_mul_(stack, 1 - muon_lr * config.weight_decay)
            torch._foreach_add_(stack, list(update), alpha=-muon_lr)
        adamw_update(
            list(self.routed["adamw"].values()),
            list(self.mean.values()),
            list(self.square.values()),
            self.steps,
            adamw_lr,
            config,
            self.choices["adamw"],
        )

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
            lines.append(
                f"  {owner:6} {'total':34} {len(parameters):3}   {'':14} {sum(p.numel() for p in parameters.values()):12,}"
            )
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


SELECTED = (*kernels.STARTUP_OPS, "add_rms_norm", "newton_schulz")  # what a run chooses at its start


def auto_select_kernels(
    config,
    mode="auto",
    batch_size=24,
    device=None,
    dtype=torch.float32,
    train_config=TrainConfig(),
    seq_len=None,
):
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
    work = kernels.Workload(
        batch_size, seq_len, config.d_model, config.n_heads, config.d_ff, config.vocab_size, config.n_layers
    )
    shapes = kernels.op_shapes(work, SELECTED)
    shapes |= {
        "adamw": (1, 2 * config.vocab_size, config.d_model),
        "newton_schulz": (config.n_layers, config.d_ff, config.d_model),
    }
    choices = kernels.choose(shapes, mode=mode, forced=forced, device=device, dtype=dtype)
    about = dataclasses.asdict(config) | {"batch_size": batch_size, "seq_len": seq_len, "dtype": str(dtype)}
    choices = kernels.compare_whole_step(
        choices,
        functools.partial(bare_step, config, train_config, batch_size, seq_len, device, dtype),
        device,
        about,
    )
    decided = {
        f"use_triton_{field}": choices[op].implementation == "triton"
        for op, field in (("rms_norm", "rmsnorm"), ("rotary", "rotary"))
    }
    return dataclasses.replace(config, **decided), choices


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
            name = (
                "fp32"
                if device.type != "cuda"
                else "bf16"
                if torch.cuda.is_bf16_supported(including_emulation=False)
                else "fp16"
            )
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


@torch.no_grad()
def evaluate(model, examples, vocabulary, batch_size, precision):
    """{"loss", "perplexity", "accuracy"} per answer token over `examples`, in evaluation mode."""
    model.eval()
    loss = right = count = 0
    order = sorted(range(len(examples)), key=lambda i: len(examples[i]))
    for start in range(0, len(order), batch_size):
        inputs_BT, targets_BT = collate(
            [examples[i] for i in order[start : start + batch_size]], vocabulary.pad
        )
        with precision.autocast():
            batch_loss, batch_right = answer_loss(model, inputs_BT, targets_BT)
        loss, right, count = (
            loss + batch_loss.item(),
            right + batch_right.item(),
            count + (targets_BT != IGNORE).sum().item(),
        )
    model.train()
    mean = loss / count
    return {"loss": mean, "perplexity": math.exp(min(mean, 50)), "accuracy": right / count}


def pass_at(k, verdicts):
    """The probability that one of k samples, drawn without replacement from these verdicts, passes (Chen et al. 2021, eq. 1)."""
    if not 0 < k <= len(verdicts):
        raise ValueError(f"pass@{k} needs {k} samples, and there are {len(verdicts)}")
    return 1 - math.comb(len(verdicts) - sum(verdicts), k) / math.comb(len(verdicts), k)


def environment():
    """What a figure of this run depends on besides its config."""
    device = (
        torch.cuda.get_device_name()
        if torch.cuda.is_available()
        else f"{platform.machine()} CPU, {os.cpu_count()} cores"
    )
    return {
        "code": code_hash("kernels", "python_to_triton", "triton_ops"),
        "python": platform.python_version(),
        "torch": str(torch.__version__),
        "device": device,
        "date": time.strftime("%Y-%m-%d %H:%M:%S"),
    }


def plot_losses(log_path, image_path):
    """Loss and accuracy over the steps of a JSONL log, as a PNG."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    rows = [json.loads(line) for line in Path(log_path).read_text().splitlines()]
    steps = [row for row in rows if row["event"] == "step"]
    epochs = [row for row in rows if row["event"] == "epoch"]
    figure, (losses, rates) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
    losses.plot(
        [row["step"] for row in steps],
        [row["loss"] for row in steps],
        lw=0.8,
        color="tab:blue",
        alpha=0.6,
        label="training",
    )
    losses.plot(
        [row["step"] for row in epochs],
        [row["loss"] for row in epochs],
        "o-",
        color="tab:red",
        label="validation",
    )
    losses.set(xlabel="step", ylabel="cross-entropy per answer token (nats)", yscale="log")
    losses.legend()
    rates.plot(
        [row["step"] for row in epochs], [100 * row["accuracy"] for row in epochs], "o-", color="tab:red"
    )
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
    offline = (
        not any(os.environ.get(name) for name in ("WANDB_MODE", "WANDB_API_KEY")) and not has_wandb_login()
    )
    run = wandb.init(
        project="python-to-triton",
        mode="offline" if offline else None,
        config=dataclasses.asdict(model_config) | dataclasses.asdict(train_config),
    )
    for field in ("use_triton_rmsnorm", "use_triton_rotary"):
        run.summary[field] = getattr(model_config, field)
    return run


class Run:
    """One training run: what it is made of, where it stands, and its record on disk."""

    def __init__(self, model_config, train_config, vocabulary, model, optimizer, kernel_table, examples):
        self.model_config, self.train_config, self.vocabulary = model_config, train_config, vocabulary
        self.model, self.optimizer, self.kernel_table = model, optimizer, kernel_table
        self.step, self.seconds, self.metrics, self.wandb, self.waiting, self.loss = (
            0,
            0.0,
            {},
            None,
            None,
            math.nan,
        )
        self.steps_per_epoch = math.ceil(
            math.ceil(examples / train_config.batch_size) / train_config.accumulation
        )
        self.folder = Path(train_config.run_dir)
        self.log_path = self.folder / "log.jsonl"

    def open(self, resumed):
        """Starts the log (or goes on with it) and, where asked, Weights & Biases."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not resumed:
            self.log_path.write_text("")
            self.log(
                "start",
                model=dataclasses.asdict(self.model_config),
                train=dataclasses.asdict(self.train_config),
                **environment(),
            )
        (self.folder / "kernels.txt").write_text(self.kernel_table + "\n")
        if self.train_config.wandb:
            self.wandb = open_wandb(self.model_config, self.train_config)

    def log(self, event, **values):
        with self.log_path.open("a") as file:
            file.write(
                json.dumps({"event": event, "step": self.step, "seconds": round(self.seconds, 3)} | values)
                + "\n"
            )
        if self.wandb and event != "start":
            self.wandb.log(
                {f"{event}/{key}": value for key, value in values.items()}, step=values.get("step", self.step)
            )

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
            "model_config": dataclasses.asdict(self.model_config),
            "train_config": dataclasses.asdict(self.train_config),
            "vocabulary": self.vocabulary.to_json(),
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "scaler": scaler.state_dict(),
            "rng": rng_state(),
            "step": self.step,
            "seconds": self.seconds,
            "metrics": self.metrics,
            "data": file_hash(self.train_config.data),
            "kernels": self.kernel_table,
            "environment": environment(),
        }
        with replacing(self.train_config.checkpoint) as partial:
            torch.save(state, partial)

    def restore(self, state, scaler):
        """Takes the run back to where `state` was saved."""
        if state["data"] != file_hash(self.train_config.data):
            raise ValueError(
                f"{self.train_config.data} has changed since the checkpoint was written: train anew, without --resume"
            )
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        scaler.load_state_dict(state["scaler"])
        set_rng_state(state["rng"])
        self.step, self.seconds, self.metrics = state["step"], state["seconds"], state["metrics"]


def emphasised(pairs, emphasis):
    """The pairs, those of k operations `emphasis` / k^2 times: long prompts are nearly all there are, short ones what people ask."""
    from corpus import operations

    counts = (len(operations(pair.prompt)) for pair in pairs)
    return [pair for pair, k in zip(pairs, counts) for _ in range(max(1, round(emphasis / max(k, 1) ** 2)))]


def load_examples(path, vocabulary, max_seq_len, emphasis=1.0):
    """{"train": [...], "validation": [...]} of Example, and one line that says what did not fit."""
    from corpus import load_pairs

    pairs, examples, dropped = load_pairs(path), {}, 0
    for split in ("train", "validation"):
        asked = [pair for pair in pairs if pair.split == split]
        examples[split], too_long = encode_pairs(
            emphasised(asked, emphasis) if split == "train" else asked, vocabulary, max_seq_len
        )
        dropped += too_long
    if not examples["train"] or not examples["validation"]:
        raise ValueError(
            f"{path} leaves {len(examples['train'])} training and {len(examples['validation'])} validation pairs of at most "
            f"{max_seq_len} tokens: raise --max_seq_len or extract more pairs"
        )
    tokens = sum(len(example) for example in examples["train"])
    line = f"{len(examples['train']):,} training pairs ({tokens:,} tokens), {len(examples['validation']):,} for validation"
    return examples, line + (f"; {dropped} longer than {max_seq_len} tokens left out" if dropped else "")


MERGES_FROM = 20_000  # pairs, evenly spaced: more teach a BPE of thousands of tokens nothing new


def make_vocabulary(config, model_config):
    """The tokenizer that the config names; those of PATTERNS are learned from prompts and answers of the training split."""
    if config.tokenizer not in PATTERNS:
        return Vocabulary.from_hub(config.tokenizer)
    from corpus import load_pairs

    pairs = [pair for pair in load_pairs(config.data) if pair.split == "train"]
    pairs = pairs[:: math.ceil(len(pairs) / MERGES_FROM)]
    texts = (text for pair in pairs for text in (pair.prompt, pair.answer))
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
        scaler.scale(
            loss / total_targets
        ).backward()  # over the whole step: micro-batches hold different numbers of targets
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
            yield [
                collate([examples[i] for i in batch], run.vocabulary.pad, epoch)
                for batch in order[start : start + config.accumulation]
            ]
        done = 0


def end_epoch(run, examples, precision, scaler):
    """Evaluates, logs, saves."""
    run.flush()
    run.metrics = evaluate(
        run.model, examples["validation"], run.vocabulary, run.train_config.batch_size, precision
    )
    run.log("epoch", **run.metrics)
    run.save(scaler)
    tqdm.write(
        "step {:6}  validation loss {loss:.4f}  perplexity {perplexity:.3f}  accuracy {accuracy:.2%}".format(
            run.step, **run.metrics
        )
    )


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
            scale = lr_scale(
                max(run.step / total_steps, run.seconds / budget), config.warmup, config.final_lr
            )
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
    model_config, choices = auto_select_kernels(
        model_config, config.kernels, B, device, precision.dtype, config, T
    )
    implementations = {op: choice.implementation for op, choice in choices.items()}
    model = Transformer(model_config, implementations).to(device)
    run = Run(
        model_config,
        config,
        vocabulary,
        model,
        MuonAdamW(model, config, implementations),
        kernels.choice_table(choices),
        len(examples),
    )
    return run, precision, precision.scaler()


CHOSEN_ANEW = {"use_triton_rmsnorm": None, "use_triton_rotary": None}  # a run may resume on another machine


def start_run(values, resume):
    """(run, examples, precision, scaler) from flag values: new, from the weights that `start_from` names, or resumed from the checkpoint."""
    source = "" if resume else values.get("start_from", "")
    state = (
        load_checkpoint(values.get("checkpoint", TrainConfig.checkpoint))
        if resume
        else load_model_state(source)
        if source
        else None
    )
    if state:
        kept = state["model_config"]
        changed = [key for key in ARCHITECTURE if values.get(key, kept[key]) != kept[key]]
        if changed:
            raise ValueError(
                f"a model that goes on keeps its shape: drop {', '.join('--' + key for key in changed)}, or train anew without "
                f"{'--resume' if resume else '--start_from'}"
            )
        values = (kept | CHOSEN_ANEW if source else kept | CHOSEN_ANEW | state["train_config"]) | values
    config, model_config = from_flags(TrainConfig, values), from_flags(ModelConfig, values)
    vocabulary = Vocabulary.from_json(state["vocabulary"]) if state else make_vocabulary(config, model_config)
    examples, line = load_examples(config.data, vocabulary, model_config.max_seq_len, config.emphasis)
    run, precision, scaler = new_run(config, model_config, vocabulary, examples["train"])
    print(
        f"{line}\n{run.kernel_table}\n{sum(p.numel() for p in run.model.parameters()):,} parameters on {run.model.head.weight.device} "
        f"in {precision.name}\n{run.optimizer.table()}"
    )
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
    run, precision, scaler = new_run(
        config, model_config, Vocabulary.from_json(state["vocabulary"]), examples["train"]
    )
    stopped = Path(config.checkpoint).exists()
    if stopped:
        run.restore(load_checkpoint(config.checkpoint), scaler)
    else:
        run.model.load_state_dict(state["model"])
    run.open(resumed=stopped)
    train(run, examples, precision, scaler)
    return run


def flag_type(annotation):
    """What reads a flag's text, by the type of its field."""

    def boolean(text):
        if text.lower() not in ("true", "false"):
            raise argparse.ArgumentTypeError(f"true or false, not {text!r}")
        return text.lower() == "true"

    return boolean if annotation in (bool, bool | None) else annotation


def make_parser():
    """Every field of the configs is a flag, one for all that share its name; what is not given is absent from the result."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n")[0], allow_abbrev=False, argument_default=argparse.SUPPRESS
    )
    parser.add_argument(
        "--demo", nargs="?", const="", metavar="PYTORCH", help="translate one program, or interactively"
    )
    parser.add_argument(
        "--translate", nargs="+", metavar="PATH", help="translate Python files, or folders of them"
    )
    parser.add_argument(
        "--feedback",
        action="store_true",
        help="learn from the answers found to prompts without any (feedback.py)",
    )
    parser.add_argument(
        "--release",
        metavar="DIR",
        help="write the checkpoint as int8 safetensors, with tokenizer, config and hashes",
    )
    parser.add_argument(
        "--export",
        metavar="DIR",
        help="write the model for transformers and as ONNX, both compared with the original",
    )
    files = parser.add_argument_group("--translate")
    files.add_argument("--out", metavar="DIR", help="where the answers go (translated)")
    files.add_argument(
        "--keep-all",
        action="store_true",
        help="keep every sample as DIR/<stem>/sample_00.py and so on, unverified ones included",
    )
    files.add_argument("--no-verify", action="store_true", help="write the first answer unjudged")
    files.add_argument(
        "--temperature",
        type=float,
        metavar="T",
        help="draw all samples at T (the greedy one first, then at rising temperature)",
    )
    files.add_argument("--report", metavar="FILE.json", help="what became of each file (DIR/report.json)")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on from the checkpoint, or with the files that the report does not tell of",
    )
    parser.add_argument(
        "--preset",
        choices=list(PRESETS),
        help="default: what the fields say; cpu: a smaller model, taken where there is no GPU",
    )
    known = {"out", "temperature"}
    for config_type in (ModelConfig, TrainConfig, FeedbackConfig):
        shared = [
            f"--{field.name} ({field.default})"
            for field in dataclasses.fields(config_type)
            if field.name in known
        ]
        group = parser.add_argument_group(
            config_type.__name__, f"besides {', '.join(shared)}" if shared else None
        )
        for field in dataclasses.fields(config_type):
            if field.name in known:
                continue
            known.add(field.name)
            boolean = {"nargs": "?", "const": True} if field.type in (bool, bool | None) else {}
            names = dict.fromkeys([f"--{field.name}", f"--{field.name.replace('_', '-')}"])
            group.add_argument(
                *names, dest=field.name, type=flag_type(field.type), metavar=str(field.default), **boolean
            )
    return parser


def sampling_options(values):
    """What the flags say about the weights that answer, and how candidates are drawn."""
    config = from_flags(TrainConfig, values)
    return SamplingOptions(
        config.checkpoint, config.device, config.seed, values.get("temperature"), config.samples
    )


def run_translation(values, resume):
    """`--translate`: exit code 0 if every file was verified."""
    files = FileOptions(
        Path(values.get("out", FileOptions.out)),
        Path(values["report"]) if "report" in values else None,
        values.get("keep_all", False),
        not values.get("no_verify", False),
        resume,
    )
    return commands.translate_paths(values["translate"], sampling_options(values), files)


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
    print(
        f"final validation loss {metrics['loss']:.4f}, perplexity {metrics['perplexity']:.3f}, token accuracy {metrics['accuracy']:.2%}; "
        f"{run.step} steps in {run.seconds / 60:.1f} minutes\n{run.train_config.checkpoint} written; curve in {run.folder / 'loss.png'}"
    )
    show_samples(
        load_translator(run.train_config.checkpoint, run.train_config.device), run.train_config.samples
    )
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
            export(
                load_translator(values.get("checkpoint", TrainConfig.checkpoint), "cpu", int8=False),
                values["export"],
            )
            return 0
        if values.pop("feedback", False):
            return feedback.run(values, resume)
        if "translate" in values:
            return run_translation(values, resume)
        if "demo" in values:
            return commands.run_demo(values["demo"], sampling_options(values))
        if preset is None and not resume and not values.get("start_from") and not torch.cuda.is_available():
            preset = "cpu"
            print(
                f"no GPU: taking the preset cpu ({', '.join(f'{key} {value}' for key, value in PRESETS['cpu'].items())}); "
                f"--preset default trains the full model"
            )
        return run_training(PRESETS[preset or "default"] | values, resume)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(f"error: the extraction ended with exit code {error.returncode}: see above", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(
            "stopped; what had begun to train, or to learn from feedback, goes on with the same command and --resume",
            file=sys.stderr,
        )
        return 130


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill saves, as Ctrl-C does
    raise SystemExit(main())
