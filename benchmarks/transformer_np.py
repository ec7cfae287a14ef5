"""TransformerNP: the training step of a neural-process transformer, by PyTorch and by our kernels.

    python benchmarks/transformer_np.py --out benchmarks/results/mine       the matrix at three shapes
    python benchmarks/transformer_np.py compile                             fills the compilers' caches
    python benchmarks/transformer_np.py check                               gradients against float64, graphs
    python benchmarks/transformer_np.py profile --shapes mid                kernels by kind
    python benchmarks/transformer_np.py largest                             (M, N) that memory holds
    python benchmarks/transformer_np.py curves --steps 200                  losses beside the baseline's
    python benchmarks/transformer_np.py train --steps 2000 --out runs/np    predictions beside true curves
    python benchmarks/transformer_np.py --shapes large --rows flash triton+all fp8+all --budget 200

A row is words joined by "+": an attention (flash, cudnn, efficient, math: PyTorch's backends; triton,
triton-fused: ours with two kernels in backward or one; fp8: E4M3 forward, bf16 backward; triton-cudnn,
fp8-cudnn: our forward, cuDNN's backward), then any of norm, mlp, heads, mixture (our ops; `all` four),
compile, checkpoint, graph. Shapes are small, mid, large, or BxMxN: B tasks, M context tokens, N targets.

Rows of one shape are prepared one after the other and then timed in turn; a time is the median of rounds.
Rows that --out has already are not measured again; a run goes on where --budget, in seconds, ended the last.
`compile` prepares rows side by side in processes of their own, which fill Triton's and PyTorch's caches.
"""

import argparse
import dataclasses
import math
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(ROOT))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

for folder in (str(ROOT / "benchmarks"), str(ROOT)):  # the package `training` before the script of that name
    while folder in sys.path:
        sys.path.remove(folder)
    sys.path.insert(0, folder)

import torch  # noqa: E402  (what follows is found through the lines above)
from neural_process import checks, profiles, report  # noqa: E402
from neural_process.attention import pinned  # noqa: E402
from neural_process.data import curves, draw_tasks  # noqa: E402
from neural_process.largest import largest_by_trial  # noqa: E402
from neural_process.measure import Budget, capacity, compile_row, measure_shape  # noqa: E402
from neural_process.model import Config  # noqa: E402
from neural_process.rows import (  # noqa: E402
    BASELINE,
    CHECKED_ROWS,
    LARGE_ROWS,
    MID_ROWS,
    SMALL_ROWS,
    Row,
    every_row,
)
from neural_process.training import Trainer, train  # noqa: E402

from python_to_triton.record import environment  # noqa: E402
from training.report import measured_peak  # noqa: E402
from triton_ops.arguments import OneLineParser, positive_integer, positive_number  # noqa: E402
from triton_ops.choice import format_columns  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import CORES, check_writable_folder  # noqa: E402
from triton_ops.judge import error_summary  # noqa: E402
from triton_ops.machine import KERNEL_ERRORS, default_device, triton  # noqa: E402

SHAPES = {"small": (1, 64, 500), "mid": (1, 10_000, 1_000), "large": (1, 200_000, 5_000)}
USUAL_ROWS = {"small": SMALL_ROWS, "mid": MID_ROWS, "large": LARGE_ROWS}
CURVE_SHAPE = 16, 64, 500
CURVE_ROWS = ("flash", "cudnn", "triton+all", "triton-fused+all", "fp8", "fp8+all", "fp8-cudnn+all")
PROFILED_ROWS = ("flash", "cudnn+compile", "triton", "triton+all", "fp8+all", "triton+all+compile")
LARGEST_ROWS = ("triton", "triton+all", "triton+all+checkpoint")
CPU_ROWS = ("flash", "math", "flash+compile", "flash+checkpoint")
CPU_CHECKED_ROWS = ("flash", "flash+compile", "flash+checkpoint", "triton+all", "triton-fused", "fp8+all")
PLOTTED = 3, 12, 200  # B, M, N of the predictions that are drawn
HELD_OUT = 64  # tasks that no training saw
STEM = "transformer_np"


def shape_named(text: str) -> tuple[int, int, int]:
    """(B, M, N) of a name in SHAPES, or of "16x64x500"."""
    parts = text.split("x")
    if text in SHAPES:
        return SHAPES[text]
    if len(parts) != 3 or not all(part.isdecimal() and int(part) for part in parts):
        message = f"a shape is {', '.join(SHAPES)} or BxMxN, as 16x64x500, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return tuple(map(int, parts))


def make_parser() -> argparse.ArgumentParser:
    """The flags."""
    parser = OneLineParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("what", nargs="?", default="time", choices=list(ACTIONS), help="default: time")
    parser.add_argument(
        "--shapes", nargs="+", type=shape_named, default=[], help="small, mid, large or BxMxN"
    )
    parser.add_argument("--rows", nargs="+", default=[], help='words joined by "+"; every: the whole matrix')
    parser.add_argument("--out", type=Path, help="folder for JSON, table and charts")
    parser.add_argument("--budget", type=positive_number, help="seconds that a run may take, about")
    parser.add_argument("--rounds", type=positive_integer, default=7)
    parser.add_argument("--steps", type=positive_integer, default=200, help="of `curves` and `train`")
    parser.add_argument("--jobs", type=positive_integer, default=min(CORES, 12), help="of `compile`")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto")
    for field in dataclasses.fields(Config):
        parser.add_argument(f"--{field.name}", type=positive_integer, default=field.default)
    return parser


@dataclasses.dataclass
class Run:
    """What every action needs."""

    options: argparse.Namespace
    config: Config
    device: torch.device
    record: dict

    def rows(self, usual: tuple[str, ...], on_cpu: tuple[str, ...] = CPU_ROWS) -> list[str]:
        """Names of the rows asked for, else the usual ones, on a CPU those of `on_cpu`; once each."""
        names = self.options.rows or (usual if self.device.type == "cuda" else on_cpu)
        names = every_row() if names == ["every"] else names
        return list(dict.fromkeys(Row.parse(name).name for name in names))

    def usual_rows(self, shape: tuple) -> tuple[str, ...]:
        """Of a shape: of the nearest named one that has no more tokens."""
        tokens = shape[0] * sum(shape[1:])
        fit = [name for name, (B, M, N) in SHAPES.items() if B * (M + N) <= tokens]
        return USUAL_ROWS[fit[-1] if fit else "small"]

    def report(self, line: str) -> None:
        print(line, flush=True)

    def save(self) -> None:
        if self.options.out:
            command = " ".join(["python benchmarks/transformer_np.py", *sys.argv[1:]])
            report.write_record(self.record, self.config, self.options.out / STEM, command)


def time_rows(run: Run) -> int:
    """Exit code 1 where no row could be timed."""
    shapes = run.options.shapes or list(SHAPES.values())
    budget = Budget(run.options.budget)
    for index, shape in enumerate(shapes):
        key = "x".join(map(str, shape))
        rows = {row["row"]: row for row in run.record["shapes"].get(key, [])}
        wanted = run.rows(run.usual_rows(shape))
        missing = [name for name in wanted if "ms" not in rows.get(name, {})]
        if missing:  # the baseline takes part in every run: speeds are against it
            names = list(dict.fromkeys([BASELINE, *missing]))
            share = budget.share(len(shapes) - index)
            found = measure_shape(names, run.config, shape, run.device, run.options.rounds, share, run.report)
            rows |= {row["row"]: row for row in found if "ms" in row or "ms" not in rows.get(row["row"], {})}
            run.record["shapes"][key] = list(rows.values())
            run.save()
        cells = report.table(list(rows.values()), run.config, shape, run.record["peak"])
        run.report(f"{key}\n{cells}\n{report.summary(list(rows.values()))}".rstrip())
    for line in report.largest_lines(run.record, {key: report.shape_of(key) for key in run.record["shapes"]}):
        run.report(f"largest that fits {line}")
    return 0 if any("ms" in row for rows in run.record["shapes"].values() for row in rows) else 1


def prepare_rows(run: Run) -> int:
    """Makes a step of one layer of each row at each shape; exit code 1 where one fails."""
    failed = 0
    for shape in run.options.shapes or list(SHAPES.values()):
        tasks = draw_tasks(*shape, seed=0, device=run.device)
        for name in run.rows(run.usual_rows(shape)):
            try:
                compile_row(Row.parse(name), run.config, tasks, run.device)
            except KERNEL_ERRORS as error:
                failed += 1
                run.report(f"{shape} {name}: {error_summary(error)}")
    return 1 if failed else 0


def compile_rows(run: Run) -> int:
    """Prepares rows in processes side by side, each row at every shape; exit code 1 where one failed."""
    shapes = run.options.shapes or list(SHAPES.values())
    jobs = {}
    for shape in shapes:
        for name in run.rows(run.usual_rows(shape)):
            row = dataclasses.replace(Row.parse(name), graph=False, checkpoint=False)
            jobs.setdefault(row.name, []).append("x".join(map(str, shape)))
    sizes = [f"--{field.name}={getattr(run.config, field.name)}" for field in dataclasses.fields(Config)]

    def prepared(name: str) -> int:
        where = ["--device", run.device.type, "--shapes", *dict.fromkeys(jobs[name])]
        command = [sys.executable, __file__, "prepare", *sizes, *where, "--rows", name]
        return subprocess.run(command, check=False).returncode

    slowest_first = sorted(jobs, key=lambda name: not Row.parse(name).compile)
    with ThreadPoolExecutor(run.options.jobs) as pool:
        codes = list(pool.map(prepared, slowest_first))
    run.report(f"prepared {len(codes) - sum(map(bool, codes))} of {len(codes)} rows")
    return 1 if any(codes) else 0


def check_rows(run: Run) -> int:
    """Exit code 1 where a row is wrong."""
    shape = (run.options.shapes or [checks.CHECK_SHAPE])[0]
    for name in run.rows(CHECKED_ROWS, CPU_CHECKED_ROWS):
        result = checks.check_row(name, run.config, shape, run.device)
        run.record["checks"][name] = result
        words = [f"{what} {result[what]}" for what in ("gradients", "graph") if what in result]
        run.report(f"{name}: {'right' if result['ok'] else 'WRONG'}, {', '.join(words)}")
    run.save()
    return 0 if all(check["ok"] for check in run.record["checks"].values()) else 1


def profile_rows(run: Run) -> int:
    """Kernels by kind of each row at each shape; exit code 1 where a row fails."""
    failed = 0
    for shape in run.options.shapes or [SHAPES["mid"]]:
        key = "x".join(map(str, shape))
        found = run.record["profiles"].setdefault(key, {})
        for name in run.rows(PROFILED_ROWS):
            try:
                found[name] = profiles.profile_row(Row.parse(name), run.config, shape, run.device)
            except KERNEL_ERRORS as error:
                failed += 1
                run.report(f"{key} {name}: {error_summary(error)}")
        cells = [profiles.HEAD, *(profiles.cells_of(name, found[name], run.config, shape) for name in found)]
        run.report(f"{key}\n{format_columns(cells)}")
        run.save()
    return 1 if failed else 0


def draw_loss_curves(run: Run) -> int:
    """Exit code 1 where a row has no curve, or a loss that is not finite."""
    shape = (run.options.shapes or [CURVE_SHAPE])[0]
    names = run.rows(CURVE_ROWS)
    run.record["curves"] = checks.loss_curves(
        names, run.config, shape, run.options.steps, run.device, run.record["curves"], run.report
    )
    run.save()
    far = [curve.get("deviation", math.nan) for curve in run.record["curves"].values()]
    return 0 if all(map(math.isfinite, far)) else 1


def find_largest(run: Run) -> int:
    """The largest shape in the proportions of the first one asked for; exit code 0."""
    proportions = (run.options.shapes or [SHAPES["large"]])[0]
    for name in run.rows(LARGEST_ROWS):
        shape = largest_by_trial(Row.parse(name), run.config, proportions, run.device)
        run.record["largest"][name] = shape
        run.report(f"{name}: (B, M, N) = {shape}")
        run.save()
    return 0


def train_and_draw(run: Run) -> int:
    """Trains one row, and draws its predictions for functions that it never saw; exit code 0."""
    name = run.rows(("triton+all",))[0]
    shape = (run.options.shapes or [CURVE_SHAPE])[0]
    trainer = Trainer(Row.parse(name), run.config, run.device)
    losses = train(trainer, shape, run.options.steps)
    run.report(f"{name}: {report.fall(losses)}")
    tasks, grid = curves(*PLOTTED, seed=0, device=run.device)
    others = draw_tasks(HELD_OUT, *shape[1:], seed=0, device=run.device)
    with torch.no_grad(), pinned(trainer.row.attention), trainer.autocast():
        mixture = trainer.model.mixture(tasks.tokens, PLOTTED[2])
        share = report.coverage(others, trainer.model.mixture(others.tokens, shape[2]))
    run.report(f"{share:.1%} of the values of {HELD_OUT} other tasks within two standard deviations")
    if run.options.out:
        report.draw_predictions(tasks, grid, mixture, run.options.out / f"{STEM}-predictions.png")
        losses = [round(loss, 5) for loss in losses]
        run.record["trained"] = {"row": name, "shape": shape, "losses": losses, "coverage": share}
        run.save()
    return 0


ACTIONS: dict[str, Callable[[Run], int]] = {
    "time": time_rows,
    "compile": compile_rows,
    "prepare": prepare_rows,
    "check": check_rows,
    "profile": profile_rows,
    "curves": draw_loss_curves,
    "largest": find_largest,
    "train": train_and_draw,
}


def make_record(options: argparse.Namespace, config: Config, device: torch.device) -> dict:
    """What an earlier run left in --out, with this machine's figures. Raises ValueError for other sizes."""
    record = report.read_record(options.out / f"{STEM}.json") if options.out else {}
    sizes = dataclasses.asdict(config)
    if record.get("config", sizes) != sizes:
        raise ValueError(
            f"{options.out} has the rows of another model, {record['config']}: name another folder"
        )
    for key in ("shapes", "checks", "curves", "profiles", "largest"):
        record.setdefault(key, {})
    record["config"] = sizes
    versions = {"triton": getattr(triton, "__version__", "none")}
    record["environment"] = environment("kernels", "triton_ops") | versions
    record["capacity"] = capacity(device)
    record.setdefault("peak", None)
    if options.what == "time" and device.type == "cuda":
        record["peak"] = measured_peak(device, torch.bfloat16)
    return record


@command_line()
def main(arguments: list[str] | None = None) -> int:
    """The exit code of the action."""
    options = make_parser().parse_args(arguments)
    device = torch.device(default_device() if options.device == "auto" else options.device)
    if device.type == "cuda" and not torch.cuda.is_available():
        raise ValueError("there is no GPU here: leave --device out, or give --device cpu")
    config = Config(**{field.name: getattr(options, field.name) for field in dataclasses.fields(Config)})
    if config.width % config.heads:
        raise ValueError(f"--width {config.width} is no multiple of --heads {config.heads}")
    for name in options.rows if options.rows != ["every"] else []:
        Row.parse(name)
    if options.what == "largest" and device.type != "cuda":
        raise ValueError("`largest` fills a GPU's memory: there is none here")
    if options.out:
        check_writable_folder(options.out)
    torch._dynamo.config.recompile_limit = 64  # of one function: every shape and option is compiled anew
    # its key is the graph before PyTorch's attention has become that of a backend: flash would be cudnn's
    torch._functorch.config.enable_autograd_cache = False
    return ACTIONS[options.what](Run(options, config, device, make_record(options, config, device)))


if __name__ == "__main__":
    raise SystemExit(main())
