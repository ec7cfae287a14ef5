"""How fast whole networks of libraries are through the backend, against eager PyTorch and torch.compile.

    python benchmarks/libraries.py networks --answers runs/answers      has them translated, and keeps that
    python benchmarks/network_speed.py --answers runs/answers --jobs 4      times them, on a GPU
    TRITON_INTERPRET=1 python benchmarks/network_speed.py --tiny --only vgg11    by the host's clock

Each network of library_networks.py is called for evaluation, at its usual size. Times are medians of calls in
turn: as CUDA graphs with a cold L2, whose time is the device's alone, and many in a row from Python, where
the host's launches count; of ours also with the backend's option cuda_graphs. What the replayed graph of ours
returns, and what is returned with that option, is then compared with float64. What has no verified answer is
computed by PyTorch, and counted.

First networks are answered and compiled, --jobs of them side by side, spread over the GPUs, for 60 % of
--minutes at most; then each is timed, with its GPU alone (python_to_triton/tuning/gpu_turn.py): a race would
wait for every search of answers beside it, so those without answers come last. Writes
OUT/network_speed.jsonl (each row as it ends; --resume goes on), .json, .md and .png.
"""

import argparse
import contextlib
import functools
import json
import math
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from backend import compiled, regions_of  # noqa: E402
from libraries import journal_key, visible_gpus  # noqa: E402
from library_networks import NETWORKS, NetworkTask  # noqa: E402
from library_processes import ItemLimits, do_items  # noqa: E402
from operators import write  # noqa: E402

from corpus.journal import Journal  # noqa: E402
from python_to_triton import inference  # noqa: E402
from python_to_triton.backend.gradients import compare_training  # noqa: E402
from python_to_triton.backend.options import BackendOptions  # noqa: E402
from python_to_triton.record import environment  # noqa: E402
from python_to_triton.runtime.answer_cache import FOLDER_VARIABLE, surroundings  # noqa: E402
from python_to_triton.tuning.clock import median_times  # noqa: E402
from python_to_triton.tuning.gpu_turn import GpuTurn  # noqa: E402
from python_to_triton.tuning.program_race import compiled_program  # noqa: E402
from python_to_triton.verification.sandbox import cold_cache_times, milliseconds_in_a_row  # noqa: E402
from triton_ops.arguments import OneLineParser, positive_integer, positive_number  # noqa: E402
from triton_ops.charts import label_ratios, new_figure, ratio_axis, ratio_dots, save_figure  # noqa: E402
from triton_ops.choice import format_columns  # noqa: E402
from triton_ops.code_hash import code_hash  # noqa: E402
from triton_ops.exit_codes import INTERRUPTED, command_line  # noqa: E402
from triton_ops.files import check_writable_folder, progress  # noqa: E402
from triton_ops.judge import error_summary  # noqa: E402

CALL_ROUNDS = 3
WARM_CALLS = 3  # before a graph is captured
ANSWERING = 0.6  # of the minutes, at most, go to answers that are not there yet, before anything is timed
PER_PROCESS = 8  # networks that share a model
EAGER, COMPILED, OURS = "eager", "torch.compile", "ours"
RECORDED = "ours, recorded"  # by the backend, as an option says


@dataclass(frozen=True)
class NetworkTimes:
    """What is known of a network's speed; milliseconds a call, in medians, by who computes it."""

    name: str
    architecture: str
    right: bool = False  # every output within its tolerance of float64, after it was timed
    reason: str = ""  # why not
    ours: int = 0  # regions in Triton
    regions: int = 0
    launched: dict[str, int] = field(default_factory=dict)  # kernels a call
    device: dict[str, float] = field(default_factory=dict)  # as a CUDA graph, its L2 cold
    called: dict[str, float] = field(default_factory=dict)  # a call among many in a row, from Python
    untimed: str = ""  # why a time is missing
    seconds: float = 0.0  # until there was an answer, beside others; 0: not known

    def speedup(self, over: str, clock: str = "device", of: str = OURS) -> float | None:
        """How many times as fast as `over` one of ours is; None where it is wrong, or a time is missing."""
        times = getattr(self, clock)
        known = self.right and over in times and of in times
        return times[over] / times[of] if known else None


@dataclass(frozen=True)
class TimingSettings:
    """What a row depends on besides its network."""

    code: str  # hash of the package, its kernels and the networks
    machine: dict[str, str]  # GPU, driver, versions
    device: str
    tiny: bool
    samples: int
    search: float  # seconds for a region whose answer is not on disk
    race: float  # seconds of all rounds of a race, about


# ---- one network -----------------------------------------------------------------------------------------


def tensors_of(result: object) -> tuple[torch.Tensor, ...]:
    """The tensors of what a network returns."""
    leaves = torch.utils._pytree.tree_leaves(result)
    return tuple(leaf for leaf in leaves if isinstance(leaf, torch.Tensor))


def graph_of_call(call: Callable[[], object]) -> Callable[[], object]:
    """Replays a call as a CUDA graph, and returns what it returns: the same tensors each time."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(WARM_CALLS):
            call()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        result = call()

    def replay():
        graph.replay()
        return result

    return replay


def launches_of(call: Callable[[], object]) -> int:
    """The kernels that a call launches."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
        call()
        torch.cuda.synchronize()
    on_gpu = [event for event in profile.events() if event.device_type == torch.autograd.DeviceType.CUDA]
    return sum(not event.name.startswith(("Memcpy", "Memset", "Activity")) for event in on_gpu)


def replays_of(calls: dict[str, Callable], device: str) -> tuple[dict[str, Callable], list[str]]:
    """({who: the call as a CUDA graph, or without a GPU itself}, why others cannot be captured)."""
    replays, failures = {}, []
    for who, call in calls.items():
        try:
            replays[who] = graph_of_call(call) if device == "cuda" else call
        except Exception as error:  # a network may ask the device for a number while it is captured
            failures.append(f"{who}: {error_summary(error)}")
    return replays, failures


def called_in_turn(calls: dict[str, Callable], device: str) -> dict[str, float]:
    """{who: milliseconds of a call among many in a row}, the median of CALL_ROUNDS in turn."""
    rounds = [
        {who: milliseconds_in_a_row(call, device) for who, call in calls.items()} for _ in range(CALL_ROUNDS)
    ]
    return {who: statistics.median(one[who] for one in rounds) for who in calls}


def race_network(calls: dict[str, Callable], settings: TimingSettings) -> tuple[dict[str, Callable], dict]:
    """(replays_of these calls, the times of a row). What records itself is no part of a further graph."""
    device = settings.device
    replays, failures = replays_of({who: call for who, call in calls.items() if who != RECORDED}, device)
    clocks = {
        who: functools.partial(cold_cache_times, replay, device=device) for who, replay in replays.items()
    }
    times, untimed = median_times(clocks, settings.race)
    return replays, {
        "device": times,
        "called": called_in_turn(calls, device),
        "launched": {who: launches_of(call) for who, call in calls.items()} if device == "cuda" else {},
        "untimed": "; ".join(filter(None, [*failures, untimed])),
    }


def wrong_outputs(replay: Callable[[], object], network: Callable, inputs: tuple) -> str:
    """What is wrong with a replay of a network on these inputs, in a line; "" where each output is right."""

    def call(*given):
        for leaf in torch.utils._pytree.tree_leaves(replay()):
            leaf.zero_()  # a graph that computes nothing leaves this
        for tensor, new in zip(inputs, given, strict=True):
            tensor.copy_(new)
        return replay()

    verdicts = compare_training(call, network, [tensor.clone() for tensor in inputs])
    return "; ".join(verdict.line() for verdict in verdicts if not verdict.ok)


def recorded_call(
    network: torch.nn.Module, inputs: tuple, settings: TimingSettings, make: Callable
) -> tuple[Callable | None, str]:
    """(a call of ours that the backend has recorded, ""); (None, why) where that fails, or is not right."""

    def copied():
        results = call()
        copies = tuple(tensor.clone() for tensor in results)
        for tensor in results:
            tensor.zero_()  # a graph that computes nothing leaves this
        return copies

    try:
        function, _ = make(network, BackendOptions(settings.samples, settings.search, cuda_graphs=True))
        call = functools.partial(function, *inputs)
        for _ in range(WARM_CALLS):
            copied()
        wrong = wrong_outputs(copied, network, inputs)
    except Exception as error:  # whatever a recording raises costs its own figure alone
        wrong = error_summary(error)
    return (None, f"{RECORDED}: {wrong}") if wrong else (call, "")


def time_network(
    row: NetworkTimes,
    network: torch.nn.Module,
    inputs: tuple,
    settings: TimingSettings,
    turn: GpuTurn,
    make: Callable = compiled,
) -> NetworkTimes:
    """The row of a network. make: as backend.compiled, which benchmarks share."""
    fast, why = compiled_program(network, inputs, turn)
    function, runners = make(network, BackendOptions(settings.samples, settings.search))
    with torch.no_grad():
        with turn.beside():
            function(*inputs)
        ours, regions = regions_of(runners)
        row = replace(row, ours=ours, regions=regions)
        functions = {EAGER: network, OURS: function} | ({} if fast is None else {COMPILED: fast})
        calls = {who: functools.partial(one, *inputs) for who, one in functions.items()}
        recorded, why_not = None, ""
        if settings.device == "cuda":
            with turn.beside():
                recorded, why_not = recorded_call(network, inputs, settings, make)
        calls |= {} if recorded is None else {RECORDED: recorded}
        with turn.alone():
            replays, times = race_network(calls, settings)
        row = replace(row, **times | {"untimed": "; ".join(filter(None, [why, why_not, times["untimed"]]))})
        with turn.beside():
            reason = wrong_outputs(replays.get(OURS, calls[OURS]), network, inputs)
    return replace(row, right=not reason, reason=reason)


class TensorResults(torch.nn.Module):
    """A network that returns the tensors of its result."""

    def __init__(self, network: torch.nn.Module):
        super().__init__()
        self.network = network

    def forward(self, *inputs):
        return tensors_of(self.network(*inputs))


def begin_task(answers: Path, task: NetworkTask, settings: TimingSettings) -> tuple[Callable, tuple]:
    """(a network, its inputs): in a process of this run that sees one GPU. answers: the folder of answers."""
    os.environ[FOLDER_VARIABLE] = str(answers)
    call = task.call(settings.tiny)
    network = TensorResults(call.program).to(settings.device).eval()
    return network, tuple(tensor.to(settings.device) for tensor in call.inputs)


def end_task(settings: TimingSettings) -> None:
    """Forgets what was compiled for a network."""
    torch._dynamo.reset()
    if settings.device == "cuda":
        torch.cuda.empty_cache()


def seconds_of_answers(
    settings: TimingSettings, answers: Path, task: NetworkTask, tell: Callable[[float], None]
) -> float:
    """How long a network takes until it has its answers, which are kept in that folder. What torch.compile
    makes of it is kept too, in PyTorch's own.
    """
    try:
        network, inputs = begin_task(answers, task, settings)
        began = time.monotonic()
        with torch.no_grad():
            compiled(network, BackendOptions(settings.samples, settings.search))[0](*inputs)
        seconds = time.monotonic() - began
        tell(seconds)
        compiled_program(network, inputs, GpuTurn())
        return seconds
    except Exception:  # it is raised again where the network is timed, which notes it
        return 0.0
    finally:
        end_task(settings)


def row_of_task(
    settings: TimingSettings,
    answers: Path,
    locks: Path,
    task: NetworkTask,
    tell: Callable[[NetworkTimes], None],
) -> NetworkTimes:
    """The row of a network. locks: the folder of the files by which processes take turns at a GPU."""
    row = NetworkTimes(task.path, task.architecture)
    tell(row)
    gpu = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    turn = GpuTurn(str(locks / f"gpu{gpu}.lock"), settings.device)
    try:
        with turn.beside():
            network, inputs = begin_task(answers, task, settings)
        return time_network(row, network, inputs, settings, turn)
    except Exception as error:  # whatever a library, a compiler or a compiled network raises is its row
        return replace(row, reason=f"failed: {error_summary(error)}")
    finally:
        turn.close()
        end_task(settings)


# ---- the report ------------------------------------------------------------------------------------------


def known_speedups(rows: Iterable[NetworkTimes], over: str, clock: str, of: str) -> list[float]:
    """The speedups of those that have one."""
    return [found for row in rows if (found := row.speedup(over, clock, of)) is not None]


def speedups_in_words(found: Sequence[float], count: int) -> str:
    """`31 of 55 (56 %) faster, geometric mean 1.21 of 50`; one without a time counts as not faster."""
    faster = sum(one > 1 for one in found)
    mean = f"{math.exp(statistics.mean(map(math.log, found))):.2f}" if found else "none"
    share = f"{100 * faster / count:.0f} %" if count else "none timed"
    return f"{faster} of {count} ({share}) faster, geometric mean {mean} of {len(found)}"


def summary(rows: Sequence[NetworkTimes]) -> list[str]:
    """A line for each clock, with ours recorded and not, and each of the others."""
    ways = [("device", OURS, "as a CUDA graph"), ("called", OURS, "called in a row")]
    ways.append(("called", RECORDED, "called in a row, ours with cuda_graphs"))
    return [
        f"against {over}, {words}: {speedups_in_words(known_speedups(rows, over, clock, of), len(rows))}"
        for clock, of, words in ways
        for over in (EAGER, COMPILED)
    ]


HEAD = (
    *("network", "right", "in Triton", "kernels, eager's"),
    *(
        "graph ms, eager",
        "compile",
        "ours",
        "called ms, eager",
        "compile",
        "ours",
        "recorded",
        "x eager",
        "x compile",
        "s",
    ),
)


def row_cells(row: NetworkTimes) -> tuple[str, ...]:
    """A row of the table."""
    in_order = (EAGER, COMPILED, OURS)
    asked = [(row.device, who) for who in in_order] + [(row.called, who) for who in (*in_order, RECORDED)]
    times = [f"{found[who]:.3f}" if who in found else "" for found, who in asked]
    speedups = [row.speedup(over) for over in (EAGER, COMPILED)]
    launched = f"{row.launched[OURS]}, {row.launched[EAGER]}" if row.launched else ""
    return (
        *(row.name, "yes" if row.right else "no", f"{row.ours} of {row.regions}", launched, *times),
        *(f"{one:.2f}" if one else "" for one in speedups),
        f"{row.seconds:.0f}" if row.seconds else "",
    )


def speed_markdown(record: dict, rows: Sequence[NetworkTimes]) -> str:
    """The measurement as Markdown."""
    facts = [f"- {name}: {value}" for name, value in record.items() if not isinstance(value, (list, dict))]
    table = [HEAD, ("---",) * len(HEAD), *map(row_cells, rows)]
    reasons = [
        f"- {row.name}: {'; '.join(filter(None, [row.reason, row.untimed]))}"
        for row in rows
        if row.reason or row.untimed
    ]
    parts = [
        "# Speed of whole networks",
        "\n".join(facts),
        "\n".join(f"- {line}" for line in summary(rows)),
        "\n".join(f"| {' | '.join(cells)} |" for cells in table),
        "## Not right, or not timed",
        "\n".join(reasons) or "None.",
    ]
    return "\n\n".join(parts) + "\n"


def chart_of_speedups(rows: Sequence[NetworkTimes]):
    """A figure with a dot a network: how many times as fast as eager PyTorch, as CUDA graphs; or None."""
    known = {row.name.split(".", 1)[-1]: found for row in rows if (found := row.speedup(EAGER))}
    if not known:
        return None
    names = sorted(known, key=known.get)
    figure, [[axes]] = new_figure(1, 1, (8.2, 0.24 * len(names) + 1.4))
    ratio_axis(axes, list(known.values()), "eager PyTorch")
    for place, name in enumerate(names):
        ratio_dots(axes, [known[name]], place)
    label_ratios(axes, [known[name] for name in names], "")
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.set_ylim(-0.7, len(names) - 0.3)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("speedup: eager PyTorch's time / ours, both as CUDA graphs")
    return figure


# ---- the run ---------------------------------------------------------------------------------------------


def outcomes_of(
    words: str, work: Callable, tasks: Sequence[NetworkTask], limits: ItemLimits, log: Path
) -> Iterator[tuple[NetworkTask, object, str]]:
    """What became of each network, as these end, behind a progress bar with these words."""
    source_of = lambda task: task.source  # a process imports one library
    with (
        progress(len(tasks), "network", words) as bar,
        contextlib.closing(do_items(work, tasks, limits, log, "spawn", source_of)) as outcomes,
    ):
        for outcome in outcomes:
            yield outcome
            bar.update()


def time_all(
    tasks: Sequence[NetworkTask], settings: TimingSettings, options: argparse.Namespace
) -> list[NetworkTimes]:
    """The rows of these networks, in this order, without those that were not reached."""
    path = options.out / "network_speed.jsonl"
    if not options.resume:
        path.unlink(missing_ok=True)
        shutil.rmtree(options.out / "answers", ignore_errors=True)
    journal = Journal(path)
    known = journal.verdicts
    keys = {task.path: journal_key(task.path, asdict(settings)) for task in tasks}
    answered = {task.path: journal_key(task.path, "answered", asdict(settings)) for task in tasks}
    began = time.monotonic()
    ends = began + 60 * options.minutes
    gpus = visible_gpus() if settings.device == "cuda" else ()
    limits = ItemLimits(options.seconds, options.jobs, PER_PROCESS, ends, gpus)
    log = options.out / "output.log"
    with (
        contextlib.closing(journal),
        tempfile.TemporaryDirectory(dir=options.out, ignore_cleanup_errors=True) as folder,
        contextlib.suppress(KeyboardInterrupt),
    ):
        locks = Path(folder)
        answers = (options.answers or options.out / "answers").resolve()
        untimed = [task for task in tasks if keys[task.path] not in known]
        unanswered = [task for task in untimed if answered[task.path] not in known]
        work = functools.partial(seconds_of_answers, settings, answers)
        until = began + ANSWERING * (ends - began)
        first = replace(limits, ends=until, gives_up=until)  # --resume finds the regions that had an answer
        for task, seconds, _ in outcomes_of("translating", work, unanswered, first, log):
            if seconds:
                journal.add(answered[task.path], seconds)
        work = functools.partial(row_of_task, settings, answers, locks)
        for is_answered in (True, False):  # a search beside them holds up the races of others
            now = [task for task in untimed if (answered[task.path] in known) == is_answered]
            for task, row, reason in outcomes_of("timing", work, now, limits, log):
                row = row or NetworkTimes(task.path, task.architecture)
                row = replace(row, reason=reason or row.reason, seconds=known.get(answered[task.path], 0.0))
                journal.add(keys[task.path], asdict(row))
    return [NetworkTimes(**known[key]) for key in keys.values() if key in known]


def options_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--answers", type=Path, metavar="DIR", help="a folder of answers, of libraries.py (OUT/answers)")
    add("--only", nargs="+", default=("",), metavar="WORD", help="only those with one of these in the name")
    add("--jobs", type=positive_integer, default=1, metavar="N", help="side by side (%(default)s)")
    add("--samples", type=positive_integer, default=8, metavar="N", help="of a region, at most (%(default)s)")
    add("--search", type=positive_number, default=20.0, metavar="S", help="for a region not yet there (20)")
    add("--race", type=positive_number, default=1.0, metavar="S", help="seconds of a race (%(default)s)")
    add("--tiny", action="store_true", help="small networks and images, for a CPU")
    add("--device", default="auto", help="auto, cpu or cuda (%(default)s)")
    add("--seconds", type=positive_integer, default=600, metavar="S", help="a network (%(default)s)")
    add("--minutes", type=positive_number, default=math.inf, metavar="M", help="at most; 60 %% for answers")
    add("--resume", action="store_true", help="keep the rows of a run with the same code and options")
    out = HERE.parent / "runs" / "network_speed"
    add("--out", type=Path, default=out, metavar="DIR", help="where the files go (%(default)s)")
    return parser


@command_line("network_speed.py")
def main() -> int:
    """Exit code 0: done; 2: the user can mend it; 130: interrupted, and --resume goes on."""
    options = options_parser().parse_args()
    device = inference.device_of(options.device).type
    tasks = [task for task in NETWORKS if any(word in task.path for word in options.only)]
    if not tasks:
        raise ValueError(f"no network has {' or '.join(options.only)} in its name")
    check_writable_folder(options.out)
    if options.answers:
        check_writable_folder(options.answers)
    record = environment("python_to_triton", "triton_ops")
    given = (options.tiny, options.samples, options.search, options.race)
    code = record["code"] + code_hash("library_networks", "network_speed")
    settings = TimingSettings(code, surroundings(), device, *given)
    rows = time_all(tasks, settings, options)
    record = asdict(settings) | record | {"jobs": options.jobs}
    path = options.out / "network_speed.json"
    write(path, json.dumps(record | {"rows": [asdict(row) for row in rows]}, indent=1) + "\n")
    write(path.with_suffix(".md"), speed_markdown(record, rows))
    if figure := chart_of_speedups(rows):
        save_figure(figure, path.with_suffix(".png"))
    print(format_columns([HEAD, *map(row_cells, rows)]))
    print("\n".join([*summary(rows), f"{path.with_suffix('.md')} written"]))
    return 0 if len(rows) == len(tasks) else INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
