"""How fast the training step of llm.py is in each of its modes, beside nanoGPT where a checkout is given.

    python benchmarks/training.py                                 every mode at 49152 tokens x 24 sequences
    python benchmarks/training.py --peer ../nanoGPT               in alternation with nanoGPT, compiled
    python benchmarks/training.py --modes released eager --shape 4096x96 --out benchmarks/results/mine
    python benchmarks/training.py --shape 50304x32 --layers 12 --d_model 768 --heads 12 --length 1024
    python benchmarks/training.py --device cpu --shape 97x2 --d_model 32 --layers 2 --length 32

Each mode trains the same model from the same weights on the same random tokens, each with a target; dropout
is off, as in nanoGPT's default. A time is the median of rounds that alternate with the peer's, +- half of
what lies between the fastest and the slowest; memory is the most that the mode held in its first steps, its
weights and states included; the loss is that of the last of STEPS steps. The share of the peak: the model's
operations a second, by the usual count, beside the rate of one large product in bf16. nanoGPT runs as its
train.py does: bf16 autocast, gradients clipped, fused AdamW.

Table, chart and JSON are written after each mode. A mode that fails, or that memory does not suffice for, is
a row that says so; where it takes the GPU away, the others run in a new process. `--rounds 0` times nothing:
it fills the compiler's caches.
"""

import argparse
import dataclasses
import gc
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch
from torch import Tensor
from tqdm import tqdm

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from peer import load_peer, make_peer  # noqa: E402

import llm  # noqa: E402  (found through the line above)
from python_to_triton.record import environment  # noqa: E402
from training.batches import Batch  # noqa: E402
from training.report import measured_peak, model_flops, waited  # noqa: E402
from triton_ops.arguments import (  # noqa: E402
    OneLineParser,
    existing,
    not_negative_integer,
    positive_integer,
)
from triton_ops.charts import (  # noqa: E402
    REFERENCE,
    new_figure,
    rate_bars,
    round_ticks,
    save_figure,
)
from triton_ops.choice import format_columns, parse_mode  # noqa: E402
from triton_ops.clock import time_functions  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import check_writable_folder, replacing  # noqa: E402
from triton_ops.judge import error_summary  # noqa: E402
from triton_ops.machine import KERNEL_ERRORS, default_device  # noqa: E402

STEPS = 20  # before a mode is timed: graphs are captured, and the loss says that all modes train alike
ROUNDS, STEPS_A_ROUND, BATCHES = 7, 8, 4
SECONDS_A_ROUND = 3.0  # on a CPU a round ends with the step that takes longer
WIDE = 768  # from this width on Newton-Schulz is Triton's too
SIZES = {"d_model": 384, "layers": 6, "heads": 8, "length": 512}


@dataclass(frozen=True)
class Mode:
    """One way to make the same step."""

    words: str
    flags: dict
    precision: str = "bf16"
    kernels: str = "chosen"  # what the choice at start-up takes on an H200


MODES = {
    "released": Mode("compiled, captured, bf16, Triton ops, Muon", {}),
    "adamw": Mode("AdamW alone", {"optimizer": "adamw"}),
    "checkpointing": Mode("blocks computed again in backward", {"checkpointing": True}),
    "torch-ops": Mode("PyTorch ops", {}, kernels="torch"),
    "captured": Mode("captured, not compiled", {"compile": "off"}),
    "compiled": Mode("compiled, not captured", {"capture": False}),
    "eager": Mode("neither", {"compile": "off", "capture": False}),
    "eager-torch": Mode("neither, PyTorch ops", {"compile": "off", "capture": False}, kernels="torch"),
    "fp16": Mode("fp16, scaled loss", {}, precision="fp16"),
    "fp32": Mode("no autocast", {}, precision="fp32"),
    "tf32": Mode("no autocast, products in TF32", {}, precision="tf32"),
    "reduce-overhead": Mode("the compiler's own graphs", {"compile": "reduce-overhead"}),
    "max-autotune": Mode("products tuned by the compiler, captured", {"compile": "max-autotune"}),
}  # each differs from "released" in what its words say


def random_batch(config: llm.ModelConfig, rows: int, index: int) -> Batch:
    """(rows, T) tokens of a seeded generator, each with the next as its target."""
    generator = torch.Generator().manual_seed(index)
    tokens_BT = torch.randint(config.vocab_size, (rows, config.max_seq_len + 1), generator=generator)
    inputs_BT, targets_BT = tokens_BT[:, :-1].contiguous(), tokens_BT[:, 1:].contiguous()
    return Batch(inputs_BT, targets_BT, n_targets=rows * config.max_seq_len)


def kernels_of(mode: Mode, config: llm.ModelConfig) -> str:
    """PyTorch's Newton-Schulz is chosen where the matrices are small."""
    chosen = "triton" if config.d_model >= WIDE else "triton,newton_schulz:torch"
    return chosen if mode.kernels == "chosen" else mode.kernels


def make_step(mode: Mode, config: llm.ModelConfig, device: torch.device) -> Callable[[Batch], Tensor]:
    """A function that makes one step of a fresh model and returns its loss."""
    torch.manual_seed(0)
    train_config = llm.TrainConfig(precision=mode.precision, accumulation=1, **mode.flags)
    precision = llm.Precision.choose(mode.precision, device)
    implementations = parse_mode(kernels_of(mode, config))
    model = llm.Transformer(config, implementations).to(device)
    optimizer = llm.MuonAdamW(model, train_config, implementations)
    step = llm.Step(model, optimizer, precision, train_config)
    return lambda batch: step([batch], 1.0)[0]


def seconds_a_step(step: Callable[[Batch], Tensor], batches: list[Batch], device: torch.device) -> float:
    """Of a round of steps."""
    began = waited(device)
    for done, batch in enumerate(batches * (STEPS_A_ROUND // len(batches)), 1):  # noqa: B007
        step(batch)
        if device.type == "cpu" and time.perf_counter() - began > SECONDS_A_ROUND:
            break
    return (waited(device) - began) / done


def bias_times(config: llm.ModelConfig, tokens: int, device: torch.device) -> dict[str, float]:
    """Milliseconds on a GPU of a linear layer's forward with a bias in bf16: one call for both, or two."""
    wide = {"device": device, "dtype": torch.bfloat16}
    x_NC = torch.randn(tokens, config.d_model, **wide)
    weight_CF = torch.randn(config.d_model, config.d_ff, **wide)
    bias_F = torch.randn(config.d_ff, **wide)
    ways = {
        "addmm": lambda: torch.addmm(bias_F, x_NC, weight_CF),
        "product, then bias": lambda: x_NC @ weight_CF + bias_F,
    }
    return {name: timing.ms for name, timing in time_functions(ways, device, graph=True).items()}


def measure(
    name: str,
    config: llm.ModelConfig,
    batches: list[Batch],
    device: torch.device,
    rounds: int,
    peer: Callable | None,
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
    ours = []
    theirs = []
    for _ in range(rounds):
        ours.append(1e3 * seconds_a_step(step, batches, device))
        if peer is not None:
            theirs.append(1e3 * seconds_a_step(peer, batches, device))
    if ours:
        row["ms"] = statistics.median(ours)
        row["spread_ms"] = max(ours) - min(ours)
        row["tokens_per_second"] = 1e3 * batches[0].n_tokens / row["ms"]
    if theirs:
        row["peer_ms"] = statistics.median(theirs)
    return row


def peer_memory(peer: Callable, batches: list[Batch], device: torch.device, held: int) -> float | None:
    """GiB that the peer holds at most, beyond `held` bytes; None on a CPU. It compiles meanwhile."""
    for batch in batches * 2:
        peer(batch)
    return (torch.cuda.max_memory_allocated(device) - held) / 2**30 if device.type == "cuda" else None


def cells_of(row: dict, record: dict) -> list[str]:
    """A row of the table."""
    if "error" in row:
        return [row["mode"], *6 * ["-"], row["error"]]
    memory = f"{row['memory_gib']:.2f}" if "memory_gib" in row else "-"
    end = [memory, f"{row['loss']:.4f}", row["words"]]
    if "ms" not in row:
        return [row["mode"], *4 * ["-"], *end]
    rate = f"{row['tokens_per_second'] / 1e6:.3f}"
    share = f"{record['flops'] / (row['ms'] / 1e3) / record['peak']:.0%}" if record["peak"] else "-"
    against = f"{row['peer_ms'] / row['ms']:.2f}" if "peer_ms" in row else "-"
    return [row["mode"], f"{row['ms']:.3f} +-{row['spread_ms'] / 2:.3f}", rate, share, against, *end]


def table(record: dict) -> str:
    """The rows of a record as columns."""
    head = ["mode", "ms a step", "M tokens/s", "of the peak", "x the peer", "GiB", "loss", "what differs"]
    return format_columns([head, *(cells_of(row, record) for row in record["rows"])])


def compared(rows: list[dict], name: str, base: str, what: str) -> str:
    """A line on what a mode costs and saves beside another; empty where one of them has no figures."""
    found = {row["mode"]: row for row in rows if "ms" in row and "memory_gib" in row}
    if name not in found or base not in found:
        return ""
    ours = found[name]
    other = found[base]
    saved = other["memory_gib"] - ours["memory_gib"]
    share = ours["memory_gib"] / other["memory_gib"]
    return f"{what}: {saved:.2f} GiB less ({share:.2f}x), {ours['ms'] / other['ms']:.2f}x the time"


def remarks(record: dict) -> list[str]:
    """What the table does not say."""
    lines = [
        compared(record["rows"], "released", "fp32", "AMP in bf16 beside fp32"),
        compared(record["rows"], "released", "tf32", "AMP in bf16 beside TF32"),
        compared(record["rows"], "checkpointing", "released", "checkpointing"),
    ]
    if record["peak"]:
        lines.append(f"a large product in bf16: {record['peak'] / 1e12:.0f} TFLOP/s")
    if record["peer_gib"]:
        lines.append(f"nanoGPT, compiled, fused AdamW: {record['peer_gib']:.2f} GiB")
    if record["bias"]:
        times = ", ".join(f"{name} {ms:.4f} ms" for name, ms in record["bias"].items())
        lines.append(f"a linear layer with a bias, forward: {times}")
    return [line for line in lines if line]


def chart_of_modes(rows: list[dict], title: str):
    """A figure of the tokens a second of each mode; those slower than the peer are hatched;
    None without times.
    """
    rows = [row for row in rows if "ms" in row][::-1]
    if not rows:
        return None
    figure, [[axes]] = new_figure(1, 1, (9, 0.42 * len(rows) + 1.7))
    peers = [row["tokens_per_second"] * row["ms"] / row["peer_ms"] for row in rows if "peer_ms" in row]
    peer = statistics.median(peers) / 1e6 if peers else None
    rates = [row["tokens_per_second"] / 1e6 for row in rows]
    labels = [f"{row['mode']}: {row['words']}" for row in rows]
    slower = [peer is not None and rate < peer for rate in rates]
    bars = rate_bars(axes, labels, rates, slower)
    ratios = [f" ({row['peer_ms'] / row['ms']:.2f}x)" if "peer_ms" in row else "" for row in rows]
    words = [f"{rate:.2f}{ratio}" for rate, ratio in zip(rates, ratios)]
    background = {"facecolor": "white", "edgecolor": "none", "pad": 1}  # the peer's line ends at a number
    axes.bar_label(bars, words, padding=4, fontsize=9, bbox=background)
    if peer:
        axes.axvline(peer, color=REFERENCE, label=f"nanoGPT, compiled, fused AdamW: 1x, {peer:.2f}")
        figure.legend(loc="outside lower center", ncols=2, frameon=False, fontsize=9)
    axes.set_xlabel("throughput (million tokens a second)")
    axes.set_title(title, fontsize=10, loc="left")
    axes.set_xlim(0, 1.18 * max(rates))
    round_ticks(axes.xaxis)
    return figure


def shape_of(text: str) -> tuple[int, int]:
    """(vocabulary, sequences a step) of "49152x24"."""
    parts = text.split("x")
    if len(parts) != 2 or not all(part.isdigit() and int(part) for part in parts):
        raise argparse.ArgumentTypeError(f"a shape is VOCABULARYxSEQUENCES, as 49152x24, not {text!r}")
    return int(parts[0]), int(parts[1])


def make_parser() -> argparse.ArgumentParser:
    """The flags."""
    parser = OneLineParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--shape", type=shape_of, default=(49152, 24), help="VOCABULARYxSEQUENCES of a step")
    about = {"metavar": "MODE", "help": f"of {', '.join(MODES)}; all unless given"}
    parser.add_argument("--modes", nargs="+", choices=list(MODES), default=list(MODES), **about)
    parser.add_argument("--peer", type=Path, help="a checkout of nanoGPT, to be timed in alternation")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    parser.add_argument("--rounds", type=not_negative_integer, default=ROUNDS, help="0: nothing is timed")
    parser.add_argument("--out", type=Path, help="folder for JSON, table and chart, named by the shape")
    parser.add_argument("--rows", type=existing, help=argparse.SUPPRESS)  # of the process before
    for name, default in SIZES.items():
        parser.add_argument(f"--{name}", type=positive_integer, default=default)
    return parser


def stem_of(options: argparse.Namespace) -> str:
    """The name of the files: the shape, and the model's sizes where they are others."""
    vocabulary, sequences = options.shape
    sizes = {name: getattr(options, name) for name in SIZES}
    model = "" if sizes == SIZES else "-" + "x".join(map(str, sizes.values()))
    return f"training-{vocabulary}x{sequences}{model}"


def write_record(record: dict, stem: Path) -> None:
    """The rows so far: JSON, Markdown and a chart."""
    stem.parent.mkdir(parents=True, exist_ok=True)
    with replacing(stem.with_suffix(".json")) as partial:
        partial.write_text(json.dumps(record, indent=1))
    about = record["environment"]
    command = " ".join(["python benchmarks/training.py", *sys.argv[1:]])
    made = f"`{command}`, {about['device']}, torch {about['torch']}, {about['date']}"
    notes = "\n".join(f"- {line}" for line in remarks(record))
    text = f"# The training step: {record['title']}\n\n{made}\n\n```\n{table(record)}\n```\n\n{notes}\n"
    with replacing(stem.with_suffix(".md")) as partial:
        partial.write_text(text)
    figure = chart_of_modes(record["rows"], record["title"])
    if figure:
        save_figure(figure, stem.with_suffix(".png"))


def row_of(name: str, *about) -> dict:
    """`measure`, or why a mode does not run here."""
    try:
        return measure(name, *about)
    except (*KERNEL_ERRORS, ValueError) as error:
        return {"mode": name, "error": error_summary(error)}


def make_record(
    options: argparse.Namespace, config: llm.ModelConfig, device: torch.device, peer_gib: float | None
) -> dict:
    """What all rows of a run have in common, measured before the first."""
    vocabulary, sequences = options.shape
    tokens = sequences * config.max_seq_len
    on_gpu = device.type == "cuda"
    model = f"{config.n_layers} layers of {config.d_model}, vocabulary {vocabulary}"
    return {
        "title": f"{model}, {sequences} x {options.length} tokens a step",
        "config": dataclasses.asdict(config),
        "sequences": sequences,
        "flops": model_flops(config, tokens, tokens, config.max_seq_len),
        "peak": measured_peak(device, torch.bfloat16) if on_gpu else None,
        "bias": bias_times(config, tokens, device) if on_gpu and options.rounds else {},
        "peer_gib": peer_gib,
        "environment": environment("llm", "training", "kernels", "triton_ops"),
        "rows": json.loads(options.rows.read_text()) if options.rows else [],
    }


def is_lost(device: torch.device) -> bool:
    """Whether an error, as that of an illegal address, has ended this process's use of the GPU."""
    try:
        waited(device)
    except RuntimeError:
        return True
    return False


def go_on(rows: list[dict], arguments: list[str], modes: list[str]) -> int:
    """Makes the other modes in a process of its own, which takes over these rows; its exit code."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(rows, file)
        file.flush()
        command = [sys.executable, __file__, *arguments, "--rows", file.name, "--modes", *modes]
        return subprocess.run(command, check=False).returncode


@command_line()
def main(arguments: list[str] | None = None) -> int:
    """Exit code 0, also where a mode does not run here: its row says why; 1 where none does."""
    options = make_parser().parse_args(arguments)
    if options.out:
        check_writable_folder(options.out)
    if options.peer:
        load_peer(options.peer)
    device = torch.device(default_device() if options.device == "auto" else options.device)
    if device.type == "cuda" and not torch.cuda.is_available():
        raise ValueError("there is no GPU here: leave --device out, or give --device cpu")
    torch._dynamo.config.recompile_limit = 4 * len(MODES)  # all modes compile the same code; beyond: eager
    vocabulary, sequences = options.shape
    config = llm.ModelConfig(
        d_model=options.d_model, n_heads=options.heads, n_layers=options.layers, d_ff=4 * options.d_model,
        max_seq_len=options.length, vocab_size=vocabulary, dropout=0.0,
    )  # fmt: skip
    batches = [random_batch(config, sequences, index) for index in range(BATCHES)]
    held = torch.cuda.memory_allocated(device) if device.type == "cuda" else 0
    peer = make_peer(options.peer, config, device) if options.peer else None
    peer_gib = peer_memory(peer, batches, device, held) if peer else None
    record = make_record(options, config, device, peer_gib)
    for done, name in enumerate(tqdm(options.modes, desc="modes", unit="mode", mininterval=0), 1):
        record["rows"].append(row_of(name, config, batches, device, options.rounds, peer))
        tqdm.write("  ".join(cells_of(record["rows"][-1], record)))
        if options.out:
            write_record(record, options.out / stem_of(options))
        if is_lost(device) and options.modes[done:]:
            return go_on(record["rows"], arguments or sys.argv[1:], options.modes[done:])
    print("\n".join([table(record), record["title"], *remarks(record)]))
    return 0 if any("error" not in row for row in record["rows"]) else 1


if __name__ == "__main__":
    raise SystemExit(main())
