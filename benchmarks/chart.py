"""Draws docs/kernels.png: how fast each op is against the fastest baseline of the same run.

    python benchmarks/chart.py                                # every record in benchmarks/results/
    python benchmarks/chart.py RESULTS_FOLDER ... --out FILE

A row is an op, a dot one shape: the fastest baseline's device time divided by ours, forward and backward
where an op has both. Where several runs measured one shape the newest counts. Losses have a colour of their
own.
"""

import json
import sys
from pathlib import Path
from statistics import median

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from triton_ops.arguments import OneLineParser  # noqa: E402  (found through the line above)
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import check_writable  # noqa: E402

WIN, LOSS = "#2a6fb0", "#d9822b"
TICKS = (0.5, 0.75, 1, 1.5, 2, 3, 4)
WORDS = {
    "rms_norm": "RMSNorm",
    "add_rms_norm": "residual + RMSNorm",
    "layer_norm": "LayerNorm",
    "rotary": "rotary embedding",
    "bias_gelu": "bias + GELU",
    "gmm_log_prob": "mixture log-probability",
    "adamw": "AdamW, clipped (a step)",
    "linear_cross_entropy": "linear + cross-entropy",
    "mlp": "MLP",
    "mlp_heads": "ten MLP heads",
    "attention": "attention",
    "self_attention": "self-attention, projection included",
    "squared_relu_mlp": "MLP with squared ReLU",
    "attention_fp8": "attention in FP8 (forward)",
    "newton_schulz": "Newton-Schulz (five steps)",
    "decode_attention": "decode attention (forward)",
    "cached_attention": "cached attention (forward)",
}


def speedup(row: dict) -> float | None:
    """Fastest baseline's device time / ours, of a row's widest pass; None where one of them was not timed."""
    passes = row["works"]
    times = passes.get("forward + backward", passes.get("forward"))["graph"]
    baselines = [time for name, (time, _) in times.items() if name != "triton"]
    if "triton" not in times or not baselines:
        return None
    return min(baselines) / times["triton"][0]


def speedups(folders: list[Path]) -> dict[str, list[float]]:
    """{op: speedup of every shape}. Folders are named by date: of one shape the last folder's row counts."""
    found = {}
    for path in sorted(path for folder in folders for path in folder.glob("kernels_*.json")):
        rows = json.loads(path.read_text())["rows"]
        op = path.stem.removeprefix("kernels_")
        for row in rows:
            if (ratio := speedup(row)) is not None:
                found.setdefault(op, {})[str(row["shape"])] = ratio
    return {op: list(shapes.values()) for op, shapes in found.items()}


def draw(ratios: dict[str, list[float]], out: Path) -> None:
    """One row an op, the fastest on top; saves a PNG."""
    ops = sorted(ratios, key=lambda op: median(ratios[op]))
    figure, axes = plt.subplots(figsize=(7.6, 0.33 * len(ops) + 1.3), dpi=110)
    axes.axvline(1, color="#444444", linewidth=1)
    for place, op in enumerate(ops):
        values = ratios[op]
        axes.plot([min(values), max(values)], [place, place], color="#c8c8c8", linewidth=2, zorder=1)
        colors = [WIN if value >= 1 else LOSS for value in values]
        axes.scatter(
            values, [place] * len(values), c=colors, s=26, zorder=2, edgecolors="white", linewidths=0.6
        )
    axes.set_xscale("log")
    axes.set_xticks(TICKS, [f"{tick:g}x" for tick in TICKS])
    axes.minorticks_off()
    axes.set_yticks(range(len(ops)), [WORDS.get(op, op.replace("_", " ")) for op in ops])
    axes.set_ylim(-0.7, len(ops) - 0.3)
    axes.grid(axis="x", color="#eeeeee")
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("speedup over the fastest baseline of the same run, one H200; a dot is one shape")
    for color, label in ((WIN, "faster"), (LOSS, "slower")):
        axes.scatter([], [], c=color, s=26, label=label)
    axes.legend(loc="lower right", frameon=False, fontsize=9)
    figure.tight_layout()
    figure.savefig(out)
    plt.close(figure)


@command_line()
def main() -> int:
    """The command line; the exit code."""
    parser = OneLineParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "folders", nargs="*", type=Path, help="folders with kernels_<op>.json; default: all results"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "kernels.png", help="the PNG to write")
    arguments = parser.parse_args()
    check_writable(arguments.out)
    folders = arguments.folders or sorted((ROOT / "benchmarks" / "results").iterdir())
    ratios = speedups(folders)
    if not ratios:
        parser.error("no kernels_<op>.json in " + ", ".join(map(str, folders)))
    draw(ratios, arguments.out)
    print(f"{arguments.out}: {len(ratios)} ops, {sum(map(len, ratios.values()))} shapes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
