"""How fast the training step of llm.py is in each of its modes, beside nanoGPT where a checkout is given.

    python benchmarks/training.py                                 every mode at 49152 tokens x 24 sequences
    python benchmarks/training.py --peer ../nanoGPT               in alternation with nanoGPT, compiled
    python benchmarks/training.py --modes released eager --shape 4096x96 --out benchmarks/results/mine
    python benchmarks/training.py --device cpu --shape 97x2 --d_model 32 --layers 2 --length 32

Each mode trains the same model from the same weights on the same random tokens, each with a target; dropout
is off, as in nanoGPT's default. A time is the median of rounds that alternate with the peer's, +- half of
what lies between the fastest and the slowest; memory is the most that the mode held in its first steps, its
weights and states included; the loss is that of the last of STEPS steps. The share of the ceiling: the rate
of a step's products beside that of one large product in bf16. nanoGPT runs as its train.py does: bf16
autocast, TF32 allowed for all, gradients clipped, fused AdamW. A row is written as soon as it is there.
"""

import argparse
import dataclasses
import gc
import importlib.util
import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch
from torch import Tensor, nn
from tqdm import tqdm

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import kernels  # noqa: E402  (found through the line above)
import llm  # noqa: E402
from python_to_triton.record import environment  # noqa: E402
from training.batches import Batch, sent  # noqa: E402
from triton_ops.arguments import OneLineParser, positive_integer  # noqa: E402
from triton_ops.choice import format_columns  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import check_writable_folder, replacing  # noqa: E402
from triton_ops.judge import error_summary  # noqa: E402
from triton_ops.machine import KERNEL_ERRORS, default_device  # noqa: E402

STEPS = 20  # before a mode is timed: graphs are captured, and the loss says that all modes train alike
ROUNDS, STEPS_A_ROUND, BATCHES = 7, 8, 4
SECONDS_A_ROUND = 3.0  # on a CPU a round ends with the step that takes longer
CEILING_SIZE = 8192  # of the square product whose rate is the ceiling


@dataclass(frozen=True)
class Mode:
    """One way to make the same step."""

    words: str
    flags: dict
    precision: str = "bf16"
    kernels: str = "triton"  # which implementation of every op that a run chooses


MODES = {
    "released": Mode("compiled, captured, Triton ops", {}),
    "torch-ops": Mode("compiled, captured, PyTorch ops", {}, kernels="torch"),
    "compiled": Mode("compiled, not captured", {"capture": False}),
    "captured": Mode("captured, not compiled", {"compile": "off"}),
    "eager": Mode("neither, Triton ops", {"compile": "off", "capture": False}),
    "eager-torch": Mode("neither, PyTorch ops", {"compile": "off", "capture": False}, kernels="torch"),
    "reduce-overhead": Mode("the compiler's own graphs", {"compile": "reduce-overhead"}),
    "max-autotune": Mode("compiled with autotuned products, captured", {"compile": "max-autotune"}),
    "checkpointing": Mode("compiled, captured, blocks computed again", {"checkpointing": True}),
    "adamw": Mode("compiled, captured, AdamW alone", {"optimizer": "adamw"}),
    "fp16": Mode("compiled, captured, scaled loss", {}, precision="fp16"),
    "fp32": Mode("compiled, captured, no autocast", {}, precision="fp32"),
}


def operations(config: llm.ModelConfig, tokens: int) -> float:
    """Of a step's products, forward and backward: six a weight and token, and attention's causal half."""
    block = 4 * config.d_model**2 + 2 * config.d_model * config.d_ff
    weights = config.n_layers * block + config.d_model * config.vocab_size
    attention = 6 * config.n_layers * config.d_model * config.max_seq_len
    return tokens * (6.0 * weights + attention)


def random_batch(config: llm.ModelConfig, rows: int, index: int) -> Batch:
    """(rows, T) tokens of a seeded generator, each with the next as its target."""
    generator = torch.Generator().manual_seed(index)
    tokens_BT = torch.randint(config.vocab_size, (rows, config.max_seq_len + 1), generator=generator)
    inputs_BT, targets_BT = tokens_BT[:, :-1].contiguous(), tokens_BT[:, 1:].contiguous()
    return Batch(inputs_BT, targets_BT, n_targets=rows * config.max_seq_len)


def make_step(mode: Mode, config: llm.ModelConfig, device: torch.device) -> Callable[[Batch], Tensor]:
    """A function that makes one step of a fresh model and returns its loss."""
    torch.manual_seed(0)
    train_config = llm.TrainConfig(precision=mode.precision, accumulation=1, **mode.flags)
    precision = llm.Precision.choose(mode.precision, device)
    implementations = dict.fromkeys(kernels.OPS, mode.kernels)
    model = llm.Transformer(config, implementations).to(device)
    optimizer = llm.MuonAdamW(model, train_config, implementations)
    step = llm.Step(model, optimizer, precision, train_config)
    return lambda batch: step([batch], 1.0)[0]


def make_peer(folder: Path, config: llm.ModelConfig, device: torch.device) -> Callable[[Batch], Tensor]:
    """The same for nanoGPT of the same sizes, compiled, as its train.py makes a step."""
    spec = importlib.util.spec_from_file_location("nanogpt_model", folder / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sizes = {"block_size": config.max_seq_len, "vocab_size": config.vocab_size, "n_layer": config.n_layers}
    sizes |= {"n_head": config.n_heads, "n_embd": config.d_model, "dropout": 0.0, "bias": False}
    model = module.GPT(module.GPTConfig(**sizes)).to(device)
    optimizer = model.configure_optimizers(0.1, 1e-3, (0.9, 0.95), device.type)
    compiled = torch.compile(model)

    def step(batch):
        inputs_BT, targets_BT = (sent(each, device) for each in (batch.inputs_BT, batch.targets_BT))
        with torch.autocast(device.type, torch.bfloat16):
            _, loss = compiled(inputs_BT, targets_BT)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        return loss.detach()

    return step


def waited(device: torch.device) -> float:
    """The time, once the device has done what it was given."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    return time.perf_counter()


def seconds_a_step(step: Callable[[Batch], Tensor], batches: list[Batch], device: torch.device) -> float:
    """Of a round of steps."""
    began = waited(device)
    for done, batch in enumerate(batches * (STEPS_A_ROUND // len(batches)), 1):  # noqa: B007
        step(batch)
        if device.type == "cpu" and time.perf_counter() - began > SECONDS_A_ROUND:
            break
    return (waited(device) - began) / done


def measured_ceiling(device: torch.device) -> float | None:
    """Operations a second of a large product in bf16; None on a CPU."""
    if device.type == "cpu":
        return None
    a, b = (torch.randn(CEILING_SIZE, CEILING_SIZE, device=device, dtype=torch.bfloat16) for _ in range(2))
    times = []
    for _ in range(20):
        began = waited(device)
        a @ b
        times.append(waited(device) - began)
    return 2.0 * CEILING_SIZE**3 / statistics.median(times)


def measure(
    name: str, config: llm.ModelConfig, batches: list[Batch], device: torch.device, peer: Callable | None
) -> dict:
    """The row of one mode, timed in alternation with the peer."""
    gc.collect()
    on_gpu = device.type == "cuda"
    if on_gpu:
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats(device)
        held = torch.cuda.memory_allocated(device)
    began = time.perf_counter()
    step = make_step(MODES[name], config, device)
    losses = [step(batches[index % len(batches)]) for index in range(STEPS)]
    loss = losses[-1].item()
    row = {"mode": name, "words": MODES[name].words, "loss": loss, "start_s": time.perf_counter() - began}
    if on_gpu:
        row["memory_gib"] = (torch.cuda.max_memory_allocated(device) - held) / 2**30
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(1e3 * seconds_a_step(step, batches, device))
        if peer is not None:
            theirs.append(1e3 * seconds_a_step(peer, batches, device))
    row["ms"], row["spread_ms"] = statistics.median(ours), max(ours) - min(ours)
    if peer is not None:
        row["peer_ms"] = statistics.median(theirs)
    return row


def peer_memory(peer: Callable, batches: list[Batch], device: torch.device, held: int) -> float | None:
    """GiB that the peer holds at most, beyond `held` bytes; None on a CPU. It compiles meanwhile."""
    for batch in batches * 2:
        peer(batch)
    return (torch.cuda.max_memory_allocated(device) - held) / 2**30 if device.type == "cuda" else None


def table(rows: list[dict], tokens: int, work: float, ceiling: float | None) -> str:
    """The rows as columns; work: operations of a step."""
    lines = [["mode", "ms a step", "M tokens/s", "of the ceiling", "x the peer", "GiB", "loss", "what it is"]]
    for row in rows:
        if "error" in row:
            lines.append([row["mode"], "-", "-", "-", "-", "-", "-", row["error"]])
            continue
        share = f"{work / (row['ms'] / 1e3) / ceiling:.0%}" if ceiling else "-"
        against = f"{row['peer_ms'] / row['ms']:.2f}" if "peer_ms" in row else "-"
        memory = f"{row['memory_gib']:.2f}" if "memory_gib" in row else "-"
        cells = [f"{row['ms']:.3f} +-{row['spread_ms'] / 2:.3f}", f"{tokens / row['ms'] / 1e3:.3f}"]
        cells += [share, against, memory, f"{row['loss']:.4f}"]
        lines.append([row["mode"], *cells, row["words"]])
    return format_columns(lines)


def plot(rows: list[dict], path: Path, title: str) -> None:
    """Tokens a second of each mode, the peer a line."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = [row for row in rows if "ms" in row][::-1]
    figure, axes = pyplot.subplots(figsize=(8, 0.45 * len(rows) + 1.2))
    axes.barh(
        [row["words"] for row in rows], [row["tokens_per_second"] / 1e6 for row in rows], color="#2a6fb0"
    )
    peers = [row["tokens_per_second"] * row["ms"] / row["peer_ms"] / 1e6 for row in rows if "peer_ms" in row]
    if peers:
        axes.axvline(statistics.median(peers), color="#d9822b", label="nanoGPT, compiled, fused AdamW")
        axes.legend(frameon=False, loc="lower right")
    axes.set_xlabel("million tokens a second")
    axes.set_title(title, fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, dpi=150)
    pyplot.close(figure)


def shape_of(text: str) -> tuple[int, int]:
    """(vocabulary, sequences a step) of "49152x24"."""
    parts = text.split("x")
    if len(parts) != 2 or not all(part.isdigit() and int(part) for part in parts):
        raise argparse.ArgumentTypeError(f"a shape is VOCABULARYxSEQUENCES, as 49152x24, not {text!r}")
    return int(parts[0]), int(parts[1])


def make_parser() -> argparse.ArgumentParser:
    parser = OneLineParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--shape", type=shape_of, default=(49152, 24), help="VOCABULARYxSEQUENCES of a step")
    parser.add_argument("--modes", nargs="+", choices=list(MODES), default=list(MODES), metavar="MODE")
    parser.add_argument("--peer", type=Path, help="a checkout of nanoGPT, to be timed in alternation")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    parser.add_argument("--out", type=Path, help="folder for a JSON and a chart, named by the shape")
    sizes = {"d_model": 384, "layers": 6, "heads": 8, "length": 512}
    for name, default in sizes.items():
        parser.add_argument(f"--{name}", type=positive_integer, default=default)
    return parser


def write_record(record: dict, stem: Path, title: str) -> None:
    """The rows so far, as JSON and as a chart."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    with replacing(stem.with_suffix(".json")) as partial:
        partial.write_text(json.dumps(record, indent=1))
    plot(record["rows"], stem.with_suffix(".png"), title)


def row_of(name: str, *about) -> dict:
    """`measure`, or why a mode does not run here."""
    try:
        return measure(name, *about)
    except (*KERNEL_ERRORS, ValueError) as error:
        return {"mode": name, "error": error_summary(error)}


@command_line()
def main(arguments: list[str] | None = None) -> int:
    """Exit code 0, also where a mode does not run here: its row says why; 1 where none does."""
    options = make_parser().parse_args(arguments)
    if options.out:
        check_writable_folder(options.out)
    if options.peer and not (options.peer / "model.py").is_file():
        raise ValueError(f"--peer {options.peer} has no model.py: give a checkout of nanoGPT")
    device = torch.device(default_device() if options.device == "auto" else options.device)
    if device.type == "cuda" and not torch.cuda.is_available():
        raise ValueError("there is no GPU here: leave --device out, or give --device cpu")
    torch.backends.cuda.matmul.allow_tf32 = True  # as nanoGPT sets it, for all
    torch._dynamo.config.recompile_limit = 4 * len(MODES)  # all modes compile the same code; beyond: eager
    vocabulary, sequences = options.shape
    config = llm.ModelConfig(
        d_model=options.d_model, n_heads=options.heads, n_layers=options.layers, d_ff=4 * options.d_model,
        max_seq_len=options.length, vocab_size=vocabulary, dropout=0.0,
    )  # fmt: skip
    tokens = sequences * config.max_seq_len
    batches = [random_batch(config, sequences, index) for index in range(BATCHES)]
    held = torch.cuda.memory_allocated(device) if device.type == "cuda" else 0
    peer = make_peer(options.peer, config, device) if options.peer else None
    peer_gib = peer_memory(peer, batches, device, held) if peer else None
    ceiling = measured_ceiling(device)
    model = f"{config.n_layers} layers of {config.d_model}, vocabulary {vocabulary}"
    title = f"{model}, {sequences} x {options.length} tokens a step"
    record = {"config": dataclasses.asdict(config), "sequences": sequences, "ceiling": ceiling}
    record |= {"rows": [], "peer_gib": peer_gib, "environment": environment("llm", "kernels")}
    for name in tqdm(options.modes, desc="modes", unit="mode", mininterval=0):
        row = row_of(name, config, batches, device, peer)
        if "ms" in row:
            row["tokens_per_second"] = tokens / row["ms"] * 1e3
        record["rows"].append(row)
        if options.out:
            write_record(record, options.out / f"training-{vocabulary}x{sequences}", title)
    print(table(record["rows"], tokens, operations(config, tokens), ceiling))
    print(title + (f"; ceiling {ceiling / 1e12:.0f} TFLOP/s" if ceiling else ""))
    if peer_gib:
        print(f"the peer holds {peer_gib:.2f} GiB")
    return 0 if any("ms" in row for row in record["rows"]) else 1


if __name__ == "__main__":
    raise SystemExit(main())
