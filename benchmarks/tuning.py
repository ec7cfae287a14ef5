"""How much faster answers are with the launch numbers that suit their sizes, on a GPU.

    python benchmarks/tuning.py                   two seconds a program, with the released weights
    python benchmarks/tuning.py --seconds 10      other samples of the model and torch.compile take part

Each program is translated and judged, then tuned (docs/tuning.md); nothing is read from disk. A line a
program: milliseconds of eager PyTorch, of torch.compile, of the first answer and of the tuned one, medians
with a cold L2 from one race; below it the seconds that each stage of it took. Last come the geometric means
of the speedups over eager. What is being done is said on stderr.
"""

import argparse
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from python_to_triton import runtime  # noqa: E402  (found through the line above)
from python_to_triton.record import environment  # noqa: E402
from python_to_triton.runtime.terminal import show_progress  # noqa: E402
from triton_ops.arguments import OneLineParser, positive_number  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402

PROGRAMS = {
    "gelu": "# x: f32[9000, 3000]\ny = F.gelu(x)",
    "scaled sum of tensors": "# x: f32[5000, 4500], y: f32[5000, 4500]\nz = torch.tanh(x) * y + x",
    "softmax": "# x: f32[7000, 3500]\ny = F.softmax(x, dim=-1)",
    "layer norm": "# x: f32[18000, 1500], w: f32[1500], b: f32[1500]\ny = F.layer_norm(x, (1500,), w, b)",
    "row sums": "# x: f32[20000, 1700]\ny = x.sum(dim=-1)",
    "column means": "# x: f32[24000, 1300]\ny = x.mean(dim=0)",
    "sum of all": "# x: f32[6000, 9000]\ny = x.sum()",
    "product": "# a: f32[2200, 3100], b: f32[3100, 1900]\ny = a @ b",
    "linear, relu": "# x: f32[3000, 1800], w: f32[2600, 1800], b: f32[2600]\ny = F.relu(F.linear(x, w, b))",
    "batched product": "# a: f32[90, 500, 70], b: f32[90, 70, 600]\ny = torch.bmm(a, b)",
    "depthwise": "# x: f32[24, 160, 60, 60], w: f32[160, 1, 3, 3]\ny = F.conv2d(x, w, padding=1, groups=160)",
    "cross entropy": "# x: f32[7000, 9000], t: i64[7000]\ny = F.cross_entropy(x, t)",
    "running sum": "# x: f32[6000, 5000]\ny = torch.cumsum(x, dim=-1)",
}


def milliseconds(value: float | None) -> str:
    """A time in a column."""
    return f"{value:9.4f}" if value else f"{'-':>9}"


def tuned_program(translator: runtime.Translator, name: str, text: str, seconds: float) -> tuple | None:
    """(speedup over eager of the first answer, of the tuned one) of a program, whose line is printed."""
    began = time.perf_counter()
    show_progress(f"{name}: translating")
    translation = translator.translate(text, options=runtime.TranslationOptions(tune=seconds))
    show_progress("")
    found = translation.regions[0].tuning
    took = time.perf_counter() - began
    if not translation.verified or not found.get("ms"):
        why = translation.verdict.reason or found.get("reason", "not timed")
        print(f"{name:24} {why}  [{took:.1f} s]", flush=True)
        return None
    times = [found[field] for field in ("torch_ms", "compile_ms", "usual_ms", "ms")]
    first, last = (times[0] / ours for ours in times[2:])
    print(
        f"{name:24}{''.join(map(milliseconds, times))}  {first:.2f}x -> {last:.2f}x  {found['numbers']} "
        f"({found['tried']} tried, {found['failed']} unusable) [{took:.1f} s]",
        flush=True,
    )
    print(f"  seconds: {', '.join(f'{name} {spent:.1f}' for name, spent in found['stages'].items())}")
    return first, last


def geometric_mean(values: Sequence[float]) -> float:
    """The geometric mean of at least one value."""
    return math.exp(sum(map(math.log, values)) / len(values))


@command_line("tuning.py")
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0: all were timed; 1: not all; 2: there is no GPU."""
    parser = OneLineParser(description=__doc__.split("\n")[0], formatter_class=argparse.HelpFormatter)
    parser.add_argument("--seconds", type=positive_number, default=2.0, metavar="S", help="a program (2)")
    parser.add_argument("--weights", metavar="PATH", help="a checkpoint or a release folder (the released)")
    parser.add_argument("programs", nargs="*", metavar="NAME", help="some of them (all)")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.programs if name not in PROGRAMS]
    if unknown:
        raise ValueError(f"there is no program {unknown[0]!r}; there are: {'; '.join(PROGRAMS)}")
    if not runtime.has_gpu():
        raise ValueError("this times launches, and there is no GPU")
    print(environment("python_to_triton"))
    translator = runtime.load_translator(options.weights)
    translator.on_progress = show_progress
    print(f"{'ms':24}{'eager':>9}{'compile':>9}{'first':>9}{'tuned':>9}")
    names = options.programs or PROGRAMS
    found = [tuned_program(translator, name, PROGRAMS[name], options.seconds) for name in names]
    speedups = list(zip(*filter(None, found)))
    if speedups:
        first, last = map(geometric_mean, speedups)
        print(
            f"{len(speedups[0])} of {len(found)} timed; over eager: {first:.2f}x at first, {last:.2f}x tuned"
        )
    return 0 if all(found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
