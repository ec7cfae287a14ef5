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
`curves` and `train` clip gradients, and on a GPU replay every step as a CUDA graph. Every command writes what
it has as it comes, whole files alone, and can be stopped at any time.
`compile` prepares rows side by side in processes of their own, which fill Triton's and PyTorch's caches.
"""

import argparse
import dataclasses
import math
import subprocess
import sys
import time
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
from neural_process import checks, loss_curves, profiles, report  # noqa: E402
from neural_process.attention import pinned  # noqa: E402
from neural_process.data import curves, draw_tasks  # noqa: E402
from neural_process.largest import check_memory_is_known, largest_by_trial, memory_limit  # noqa: E402
from neural_process.measure import (  # noqa: E402
    GPU_SHARE,
    Budget,
    capacity,
    compile_row,
    freed,
    measure_shape,
)
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
from neural_process.training import PEAK_RATE, Hearer, Trainer  # noqa: E402
from tqdm import tqdm  # noqa: E402

from python_to_triton.record import environment  # noqa: E402
from training.report import measured_peak  # noqa: E402
from triton_ops.arguments import OneLineParser, positive_integer, positive_number  # noqa: E402
from triton_ops.choice import format_columns  # noqa: E402
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import CORES, check_writable_folder, progress  # noqa: E402
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
SAVED_EVERY = 10.0  # seconds, of a run's losses
EXPLAINED = {  # the sizes of the model, for --help
    "layers": "blocks",
    "heads": "heads of attention; they divide --width",
    "width": "numbers of the stream",
    "hidden": "numbers inside an MLP",
    "components": "Gaussians of the mixture",
}


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
    first, _, rest = __doc__.partition("\n")
    parser = OneLineParser(
        description=first,
        epilog=rest,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )

    def add(name: str, kind: Callable, default, text: str) -> None:
        known = "" if default is None else f" (default {default})"
        parser.add_argument(name, type=kind, default=default, help=text + known)

    parser.add_argument(
        "what", nargs="?", default="time", choices=list(ACTIONS), metavar="what",
        help=f"{', '.join(ACTIONS)} (default time): see below",
    )  # fmt: skip
    parser.add_argument(
        "--shapes", nargs="+", type=shape_named, default=[], help="small, mid, large or BxMxN, as 16x64x500"
    )
    parser.add_argument("--rows", nargs="+", default=[], help='words joined by "+"; every: the whole matrix')
    parser.add_argument(
        "--out", type=Path, help="folder for JSON, table and charts; without it nothing is kept"
    )
    add("--budget", positive_number, None, "of `time`: seconds that it may take, about; no limit without it")
    add("--rounds", positive_integer, 7, "of `time`: rounds that a median is taken of")
    add("--steps", positive_integer, 200, "of `curves` and `train`: optimizer steps of each row")
    add("--rate", positive_number, PEAK_RATE, "of `curves` and `train`: peak learning rate")
    parser.add_argument(
        "--no-graph", action="store_true", help="of `curves` and `train` on a GPU: launch kernels one by one"
    )
    add(
        "--memory", positive_number, None, "of `largest`: GiB that may be had, on a CPU beside what is loaded"
    )
    add("--jobs", positive_integer, min(CORES, 12), "of `compile`: processes side by side")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"), default="auto", help="default auto")
    for field in dataclasses.fields(Config):
        add(f"--{field.name}", positive_integer, field.default, f"of the model: {EXPLAINED[field.name]}")
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
        """Prints a line, above a progress bar where there is one."""
        tqdm.write(line, file=sys.stdout)
        sys.stdout.flush()

    def hearer(self, bar: tqdm, curve: dict) -> Hearer:
        """Shows how far a run is, and keeps its losses in `curve`, now and then on the disk too."""
        saved = time.monotonic()
        seen = bar.n

        def hear(losses: list[float]) -> None:
            nonlocal saved
            curve["losses"] = [round(loss, 5) for loss in losses]
            bar.update(seen + len(losses) - bar.n)
            bar.set_postfix_str(f"loss {losses[-1]:.3f}")
            if self.options.out and time.monotonic() - saved > SAVED_EVERY:
                report.write_json(self.record, self.options.out / STEM)
                saved = time.monotonic()

        return hear

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
    codes = []
    with ThreadPoolExecutor(run.options.jobs) as pool, progress(len(jobs), "row", "compiling") as bar:
        for code in pool.map(prepared, slowest_first):
            codes.append(code)
            bar.update()
    run.report(f"prepared {len(codes) - sum(map(bool, codes))} of {len(codes)} rows")
    return 1 if any(codes) else 0


def check_rows(run: Run) -> int:
    """Exit code 1 where a row is wrong."""
    shape = (run.options.shapes or [checks.CHECK_SHAPE])[0]
    for name in tqdm(run.rows(CHECKED_ROWS, CPU_CHECKED_ROWS), "checking", unit="row"):
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
        for name in tqdm(run.rows(PROFILED_ROWS), "profiling", unit="row"):
            try:
                found[name] = profiles.profile_row(Row.parse(name), run.config, shape, run.device)
            except KERNEL_ERRORS as error:
                failed += 1
                run.report(f"{key} {name}: {error_summary(error)}")
        cells = [profiles.HEAD, *(profiles.cells_of(name, found[name], run.config, shape) for name in found)]
        run.report(f"{key}\n{format_columns(cells)}")
        run.save()
    return 1 if failed else 0


def train_row(run: Run, name: str, shape: tuple, curve: dict, bar: tqdm) -> Trainer:
    """Trains a row, whose losses come to `curve` as they are known; the GPU's memory is free before."""
    freed()
    capture = run.device.type == "cuda" and not run.options.no_graph
    about = (name, run.config, shape, run.options.steps, run.device, capture)
    trainer, _ = loss_curves.trained_curve(*about, run.hearer(bar, curve), run.options.rate)
    return trainer


def draw_loss_curves(run: Run) -> int:
    """Exit code 1 where a row has no curve, a loss that is not finite, or another curve than the baseline."""
    shape = (run.options.shapes or [CURVE_SHAPE])[0]
    steps = run.options.steps
    about = loss_curves.settings(run.options.rate) | {"steps": steps}
    found = run.record["curves"].setdefault(loss_curves.key_of(shape, steps), about | {"rows": {}})
    if {name: found.get(name) for name in about} != about:
        raise ValueError(f"{run.options.out} has curves of other rates: name another folder")
    rows = found["rows"]
    names = list(dict.fromkeys([*loss_curves.PYTORCH_PAIR[run.device.type], *run.rows(CURVE_ROWS)]))
    with progress(steps * len(names), "step", "training") as bar:
        for place, name in enumerate(names):
            missing = not loss_curves.is_whole(rows.get(name, {}), steps)
            if missing:
                curve = rows[name] = {}
                try:
                    train_row(run, name, shape, curve, bar)
                except KERNEL_ERRORS as error:
                    curve["error"] = error_summary(error)
            loss_curves.judge(rows, steps)
            if missing:
                run.save()
            deviation = rows[name].get("deviation", math.nan)
            run.report(f"{name}: deviation {deviation:.2%}, {rows[name]['verdict']}")
            bar.update(steps * (place + 1) - bar.n)
    run.report(report.curves_text(found))
    good = (loss_curves.SAME, loss_curves.UNDECIDED)
    # the spread is known when all rows are: verdicts are those of the end
    return 0 if all(rows[name]["verdict"] in good for name in names) else 1


def find_largest(run: Run) -> int:
    """The largest shape in the proportions of the first one asked for; exit code 1 where a row has none."""
    proportions = (run.options.shapes or [SHAPES["large"]])[0]
    asked = run.options.memory
    room = int(asked * 2**30) if asked else int(GPU_SHARE * capacity(run.device))
    failed = 0
    names = run.rows(LARGEST_ROWS, LARGEST_ROWS[:1])
    for name in names:
        check_memory_is_known(Row.parse(name))
    with progress(0, "trial", "looking") as bar:
        for name in names:
            tried = []

            def hear(shape: tuple, fitted: bool, name: str = name, tried: list = tried) -> None:
                tried.append(shape)
                bar.update()
                run.report(f"{name}: B, M, N = {shape} {'fits' if fitted else 'does not fit'}")

            try:
                with memory_limit(run.device, room):
                    shape = largest_by_trial(
                        Row.parse(name), run.config, proportions, run.device, room, hear=hear
                    )
                found = {"shape": shape, "room_gib": room / 2**30, "trials": len(tried)}
            except KERNEL_ERRORS as error:
                failed += 1
                found = {"error": error_summary(error)}
            run.record["largest"][name] = found
            run.report(report.largest_line(name, found))
            run.save()
    return 1 if failed else 0


def train_and_draw(run: Run) -> int:
    """Trains one row, and draws its predictions for functions that it never saw; exit code 1 where its loss
    is not finite.
    """
    name = run.rows(("triton+all",))[0]
    shape = (run.options.shapes or [CURVE_SHAPE])[0]
    steps = run.options.steps
    curve = run.record["trained"] = {"row": name, "shape": shape, "steps": steps}
    with progress(steps, "step", "training") as bar:
        trainer = train_row(run, name, shape, curve, bar)
    run.report(f"{name}: {report.fall_line(curve['losses'])}")
    if not math.isfinite(curve["losses"][-1]):
        run.save()
        return 1
    tasks, grid = curves(*PLOTTED, seed=0, device=run.device)
    others = draw_tasks(HELD_OUT, *shape[1:], seed=0, device=run.device)
    with torch.no_grad(), pinned(trainer.row.attention), trainer.autocast():
        mixture = trainer.model.mixture(tasks.tokens, PLOTTED[2])
        curve["coverage"] = report.coverage(others, trainer.model.mixture(others.tokens, shape[2]))
    run.report(
        f"{curve['coverage']:.1%} of the values of {HELD_OUT} other tasks within two standard deviations"
    )
    if run.options.out:
        report.draw_predictions(tasks, grid, mixture, run.options.out / f"{STEM}-predictions.png")
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
    if options.what == "largest" and device.type != "cuda" and not options.memory:
        raise ValueError("`largest` fills a GPU's memory, and there is none here: give --memory, in GiB")
    if options.out:
        check_writable_folder(options.out)
    torch._dynamo.config.recompile_limit = 64  # of one function: every shape and option is compiled anew
    # its key is the graph before PyTorch's attention has become that of a backend: flash would be cudnn's
    torch._functorch.config.enable_autograd_cache = False
    return ACTIONS[options.what](Run(options, config, device, make_record(options, config, device)))


if __name__ == "__main__":
    raise SystemExit(main())
