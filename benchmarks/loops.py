"""Which loops over time are translated: PyTorch's recurrent layers, and loops written from papers' formulas.

    python benchmarks/loops.py                       90 programs, answers by the released weights
    python benchmarks/loops.py --only LSTM kalman    those whose names hold one of these words
    python benchmarks/loops.py --samples 4 --out DIR

A program is verified where the whole file is, at several sizes and, where the table says that its length is
free, at several lengths. Answers on disk are left out, so that seconds are first answers'. With --out each
row is kept as it ends, and the same command goes on. The programs are a development set.
"""

import argparse
import itertools
import json
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import python_to_triton  # noqa: E402  (found through the line above)
from python_to_triton.frontend import Graph  # noqa: E402
from python_to_triton.frontend.loops import Loop  # noqa: E402
from python_to_triton.frontend.vocabulary import Word  # noqa: E402
from python_to_triton.runtime.translator import Translator  # noqa: E402
from triton_ops import replacing  # noqa: E402
from triton_ops.arguments import OneLineParser, positive_integer  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402

WRITTEN = Path(__file__).resolve().parent / "recurrences"
# (class of torch.nn, further arguments)
LAYERS = (
    ("RNN", ""),
    ("RNN", ", nonlinearity='relu'"),
    ("GRU", ""),
    ("LSTM", ""),
    ("LSTM", ", proj_size=4"),
)
B, T, INPUT, HIDDEN, PROJECTED = 3, 6, 5, 8, 4
MODULE = """
import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.{kind}({INPUT}, {HIDDEN}, {layers}, bidirectional={both}, batch_first={first}{more})

    def forward(self, x{parameters}):
        return self.layer(x{states})


def get_inputs():
    return [torch.randn({shape}){values}]
"""


@dataclass(frozen=True)
class LoopRow:
    """What became of a program."""

    name: str
    verified: bool
    reason: str  # why not
    loops: int  # of the graph
    length: str  # "free", or "fixed": by the program's own number, or since other lengths are refused
    regions: int
    candidates: int
    seconds: float


def layer_program(kind: str, more: str, layers: int, both: bool, first: bool, given: bool) -> tuple[str, str]:
    """(name, text) of a recurrent layer of PyTorch; given: whether its initial state is an argument."""
    states = layers * (1 + both)
    sizes = [PROJECTED if "proj_size" in more else HIDDEN] + [HIDDEN] * (kind == "LSTM")
    names = ["h", "c"][: len(sizes)] if given else []
    passed = ", ".join(names)
    text = MODULE.format(
        kind=kind,
        layers=layers,
        both=both,
        first=first,
        more=more,
        INPUT=INPUT,
        HIDDEN=HIDDEN,
        parameters="".join(f", {name}" for name in names),
        states=f", ({passed})" if len(names) > 1 else f", {passed}" if names else "",
        shape=f"{B}, {T}, {INPUT}" if first else f"{T}, {B}, {INPUT}",
        values="".join(f", torch.randn({states}, {B}, {size})" for size, _ in zip(sizes, names)),
    )
    words = ["batch_first"] * first + ["state"] * given + [more.strip(", ")] * bool(more)
    return " ".join([f"{kind} {layers} {'both' if both else 'forward'}", *words]), text


def loop_programs() -> Iterator[tuple[str, str]]:
    """(name, text) of every program."""
    for (kind, more), *rest in itertools.product(LAYERS, (1, 2), *[(False, True)] * 3):
        yield layer_program(kind, more, *rest)
    for path in sorted(WRITTEN.glob("*.py")):
        yield path.stem, path.read_text()


def letters_of(steps: Word) -> set[str]:
    """The letters in a number of steps: {"A"} of `A-1`."""
    return set(re.findall(r"[A-Z]+", steps))


def length_of(graph: Graph, loops: list[Loop]) -> str:
    """Whether sequences of any length may be passed."""
    fixed = set(graph.source.conditions.sizes)
    free = all(isinstance(loop.steps, Word) and not letters_of(loop.steps) & fixed for loop in loops)
    return "free" if loops and free else "fixed"


def translate_loop(translator: Translator, name: str, text: str, samples: int) -> LoopRow:
    """Translates a program, and says what became of it."""
    began = time.perf_counter()
    try:
        translation = translator.translate(text, samples=samples)
    except ValueError as error:
        return LoopRow(name, False, str(error), 0, "fixed", 0, 0, round(time.perf_counter() - began, 1))
    loops = [step for step in translation.graph.steps if isinstance(step, Loop)]
    return LoopRow(
        name,
        translation.verified,
        "" if translation.verified else translation.verdict.reason,
        len(loops),
        length_of(translation.graph, loops),
        len(translation.regions),
        len(translation.candidates),
        round(time.perf_counter() - began, 1),
    )


def table_of(rows: list[LoopRow]) -> str:
    """The rows as a table of Markdown, with a summary."""
    head = "| program | verified | loops | length | regions | candidates | s |"
    lines = [head, "|---|---|---:|---|---:|---:|---:|"]
    for row in rows:
        verdict = "yes" if row.verified else f"no: {row.reason}"
        lines.append(
            f"| {row.name} | {verdict} | {row.loops} | {row.length} | {row.regions} | {row.candidates} "
            f"| {row.seconds} |"
        )
    verified = sum(row.verified for row in rows)
    seconds = sorted(row.seconds for row in rows)
    median = seconds[len(seconds) // 2] if rows else 0.0
    return "\n".join([*lines, "", f"{verified} of {len(rows)} verified; median {median} s"])


@command_line("loops.py")
def main() -> int:
    """Exit code 0: all programs had their turn."""
    parser = OneLineParser(description=__doc__.split("\n")[0], allow_abbrev=False)
    parser.add_argument("--only", nargs="+", metavar="WORD", help="programs whose names hold one of these")
    parser.add_argument("--samples", type=positive_integer, default=20, metavar="N", help="a region (20)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where loops.json and loops.md go")
    options: argparse.Namespace = parser.parse_args()
    programs = [
        (name, text)
        for name, text in loop_programs()
        if not options.only or any(word in name for word in options.only)
    ]
    kept = options.out / "loops.json" if options.out else None
    rows = [LoopRow(**row) for row in json.loads(kept.read_text())] if kept and kept.exists() else []
    done = {row.name for row in rows}
    translator = python_to_triton.load(cached=False)
    for name, text in tqdm([one for one in programs if one[0] not in done], desc="loops", unit="program"):
        rows.append(translate_loop(translator, name, text, options.samples))
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            with replacing(kept) as partial:
                partial.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    table = table_of(rows)
    if kept:
        with replacing(options.out / "loops.md") as partial:
            partial.write_text(table + "\n")
    print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
