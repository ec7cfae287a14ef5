"""Draws docs/kernels.png: how fast each op is against the fastest baseline of the same run.

    python benchmarks/chart.py                                # every record in benchmarks/results/
    python benchmarks/chart.py RESULTS_FOLDER ... --out FILE

A row is an op, a dot one shape: the fastest baseline's device time divided by ours, forward and backward
where an op has both. Where several runs measured one shape the newest counts. What is slower is a
triangle of another colour.
"""

import json
import sys
from pathlib import Path
from statistics import median

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from triton_ops.arguments import OneLineParser  # noqa: E402  (found through the line above)
from triton_ops.charts import (  # noqa: E402
    FASTER_MARK,
    OURS,
    SLOWER,
    SLOWER_MARK,
    label_ratios,
    new_figure,
    op_words,
    ratio_axis,
    ratio_dots,
    save_figure,
)
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import check_writable  # noqa: E402

FORWARD_ONLY = {"attention_fp8", "decode_attention", "cached_attention"}


def label_of(op: str) -> str:
    """An op's name, and what of it was timed where that is not forward and backward."""
    if op in FORWARD_ONLY:
        return f"{op_words(op)} (forward)"
    return {"adamw": "AdamW, clipped (a step)", "newton_schulz": "Newton-Schulz (five steps)"}.get(
        op, op_words(op)
    )


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


def chart_of_speedups(ratios: dict[str, list[float]]):
    """A figure with a row an op, the fastest on top, and its median at the right."""
    ops = sorted(ratios, key=lambda op: median(ratios[op]))
    figure, [[axes]] = new_figure(1, 1, (8.2, 0.33 * len(ops) + 1.5))
    ratio_axis(axes, [value for op in ops for value in ratios[op]], "the fastest baseline")
    for place, op in enumerate(ops):
        values = ratios[op]
        axes.plot([min(values), max(values)], [place, place], color="#c8cdd2", linewidth=2, zorder=2)
        ratio_dots(axes, values, place)
    label_ratios(axes, [median(ratios[op]) for op in ops], "median")
    axes.set_yticks(range(len(ops)), list(map(label_of, ops)))
    axes.set_ylim(-0.7, len(ops) - 0.3)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("speedup: device time of the fastest baseline / ours, one H200")
    for color, mark, label in (
        (OURS, FASTER_MARK, "a shape, faster"),
        (SLOWER, SLOWER_MARK, "a shape, slower"),
    ):
        axes.scatter([], [], c=color, s=34, marker=mark, label=label)
    axes.legend(loc="lower right", frameon=False, fontsize=9)
    return figure


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
    save_figure(chart_of_speedups(ratios), arguments.out)
    print(f"{arguments.out}: {len(ratios)} ops, {sum(map(len, ratios.values()))} shapes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
