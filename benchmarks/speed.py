"""How fast answers are against eager PyTorch and torch.compile, at full sizes, on a GPU.

    python benchmarks/speed.py                              benchmarks/tasks
    python benchmarks/speed.py benchmarks/composed fixed    other sets: folders, or thirteen fixed programs
    python benchmarks/speed.py --programs 200 --seed 4711 --draw-only     random ones of full sizes, in OUT;
    python benchmarks/speed.py runs/speed/random-4711                     these alone
    CUDA_VISIBLE_DEVICES=1 python benchmarks/speed.py --shard 2/2 --minutes 4 --seconds 5
    python benchmarks/speed.py --report OUT                     of all journals in a folder

One process has the model answer the programs, a group in a batch, and judges verify the answers in
Triton's interpreter. As soon as a program has its first answer it goes on by itself: its answers, that of
each other schedule and a few samples among them, are compiled, held against float64 at the program's own
sizes, and searched for faster launch numbers. Eager PyTorch, torch.compile, the first answer and the
fastest others are timed in one interleaved race with a cold L2, and the outputs are compared after it. The
tuned answer is the fastest that the judge verifies too. A race has the GPU alone; compilers work beside it
(speed_races.py).

Programs come in an order drawn by --seed whose every beginning has about the same share of each kind. A row
is in OUT/speed-KofN.jsonl at once; --resume goes on. A crash or a hang costs one program. The report says how
many --minutes left out. In the end speed.md, speed.json and speed.png are written there.
"""

import argparse
import contextlib
import dataclasses
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from speed_answers import answer_programs, hide_gpu, open_speed_translator  # noqa: E402
from speed_programs import SpeedProgram, draw_programs, fair_order, programs_of_sets, share_of  # noqa: E402
from speed_races import RaceHelper, SpeedOptions, SpeedRun, one_parse_at_a_time  # noqa: E402
from speed_report import DRAWN, SETTINGS, ratio, write_speed_report  # noqa: E402

from corpus.journal import Journal  # noqa: E402
from python_to_triton import inference, runtime, user_programs  # noqa: E402
from python_to_triton.record import environment  # noqa: E402
from triton_ops.arguments import (  # noqa: E402
    OneLineParser,
    not_negative,
    not_negative_integer,
    positive_integer,
    positive_number,
)
from triton_ops.exit_codes import command_line  # noqa: E402
from triton_ops.files import CORES, check_writable_folder  # noqa: E402

RING_SECONDS = 5.0  # between two signals that the time is over
COMPARED = ("weights", "seconds", "race", "samples", "device", "torch")  # equal in all rows of a journal


def shard_of(text: str) -> tuple[int, int]:
    """(K, N) of "K/N", K from 1 to N."""
    number, slash, shards = text.partition("/")
    if not (slash and number.isdecimal() and shards.isdecimal() and 1 <= int(number) <= int(shards)):
        raise argparse.ArgumentTypeError(f"K/N with K from 1 to N, not {text!r}")
    return int(number), int(shards)


def row_line(key: str, row: dict) -> str:
    """A row as a line of text."""
    if row.get("status") != "timed":
        return f"{key}: {row.get('status')}: {row.get('reason')}"
    times = " ".join(f"{row[name] or 0:9.4f}" for name in ("eager_ms", "compile_ms", "first_ms", "tuned_ms"))
    speedups = " -> ".join(f"{ratio(row, 'eager', ours) or 0:.2f}x" for ours in ("first", "tuned"))
    return f"{key:44} {times}  {speedups}  [{row.get('total_seconds')} s]"


def open_journal(path: Path, settings: dict, resume: bool) -> Journal:
    """The journal of a shard. Raises ValueError where it may not be gone on with."""
    if path.exists() and not resume:
        raise ValueError(f"{path} is there: add --resume to go on, or name another folder with --out")
    journal = Journal(path)
    before = journal.verdicts.get(SETTINGS)
    if before is None:
        journal.add(SETTINGS, settings)
        return journal
    other = [name for name in COMPARED if before.get(name) != settings[name]]
    if other:
        journal.close()
        raise ValueError(f"{path} was made with another {', '.join(other)}: give the same, or another --out")
    return journal


def wanted_programs(options: argparse.Namespace) -> list[SpeedProgram]:
    """The programs of this shard, in the order in which they are timed."""
    sets = list(options.sets or ([] if options.programs else [str(HERE / "tasks")]))
    if options.programs:
        folder = options.out / f"{DRAWN}{options.seed}"
        draw_programs(options.programs, options.seed, folder)
        sets.append(str(folder))
    return share_of(fair_order(programs_of_sets(sets), options.seed), options.every, options.shard)


class TimeIsOver(BaseException):
    """The minutes are over: no `except Exception` on the way may take it for its own."""


@contextlib.contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Raises TimeIsOver inside, after so many seconds, and again where it was lost; 0: never."""

    def ring(*_):
        raise TimeIsOver

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, RING_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def time_programs(
    programs: Sequence[SpeedProgram],
    options: SpeedOptions,
    on_row: Callable[[SpeedProgram, dict], None],
    open_translator: Callable,
    open_helper: Callable,
) -> None:
    """Answers programs group by group, while those that are answered are timed."""
    gpu = hide_gpu()
    groups = [programs[start : start + options.group] for start in range(0, len(programs), options.group)]
    user_programs.begin_traces([one.text for one in groups[0]])  # while the model is read
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, one_parse_at_a_time():
        shared = str(Path(folder) / "gpu.lock")
        translator = open_translator(options.weights, options.judges, shared)
        helpers = [open_helper(gpu) for _ in range(min(options.workers, len(programs)))]
        for helper in helpers:
            helper.prepare("cuda")
        run = SpeedRun(translator, helpers, options, shared, on_row)
        try:
            for group, following in zip(groups, [*groups[1:], ()]):
                user_programs.begin_traces([one.text for one in following])
                others = options.seconds > 0
                answer_programs(translator, group, options.samples, others, run.begin, run.finish)
            run.wait()
        finally:
            run.close()


def time_shard(
    options: argparse.Namespace,
    programs: Sequence[SpeedProgram],
    open_translator: Callable,
    open_helper: Callable,
) -> int:
    """Times programs, a row a program to the journal; how many are left."""
    weights = Path(options.weights) if options.weights else runtime.released_weights()
    given = SpeedOptions(**{one.name: getattr(options, one.name) for one in dataclasses.fields(SpeedOptions)})
    settings = dataclasses.asdict(given) | {"weights": inference.weights_hash(weights)}
    settings |= {"seed": options.seed, "every": options.every, "minutes": options.minutes}
    settings |= {"sets": " ".join(sorted({one.suite for one in programs})), "shard": list(options.shard)}
    settings |= {"programs": len(programs)} | environment("python_to_triton", "triton_ops")
    path = options.out / f"speed-{options.shard[0]}of{options.shard[1]}.jsonl"
    journal = open_journal(path, settings, options.resume)
    left = [one for one in programs if one.key not in journal.verdicts]
    print(f"{len(left)} of {len(programs)} programs to time; {settings}", flush=True)

    def on_row(program: SpeedProgram, row: dict) -> None:
        known = {"suite": program.suite, "kind": program.kind, "name": program.name}
        journal.add(program.key, known | row)
        seconds = round(time.monotonic() - options.began)
        print(f"{seconds:5} s  {row_line(program.key, row)}", flush=True)

    try:
        spent = time.monotonic() - options.began
        with ended_after(max(1.0, 60 * options.minutes - spent) if options.minutes else 0.0):
            if left:
                time_programs(left, given, on_row, open_translator, open_helper)
    except TimeIsOver:
        print(f"the {options.minutes:g} minutes are over")
    finally:
        journal.close()
    return sum(one.key not in journal.verdicts for one in programs)


def make_speed_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("sets", nargs="*", metavar="SET", help="folders of programs, or fixed (benchmarks/tasks)")
    add("--programs", type=not_negative_integer, default=0, metavar="N", help="also N random programs")
    add("--draw-only", action="store_true", help="draw these, and time nothing")
    add("--seed", type=int, default=78, help="draws programs and the order (%(default)s)")
    add("--every", type=positive_integer, default=1, metavar="N", help="only one program in N")
    add("--shard", type=shard_of, default=(1, 1), metavar="K/N", help="only this share of them")
    add(
        "--seconds",
        type=not_negative,
        default=5.0,
        metavar="S",
        help="of searching launches, a program; 0: first answers alone (5)",
    )
    add("--race", type=positive_number, default=0.5, metavar="S", help="seconds of a race (%(default)s)")
    add("--samples", type=positive_integer, default=8, metavar="N", help="candidates a region, at most (8)")
    add("--weights", metavar="PATH", help="a checkpoint or a release folder (the released)")
    add(
        "--workers",
        type=positive_integer,
        default=max(1, 3 * CORES // 4),
        metavar="N",
        help="programs side by side, each about 2 GB of the GPU beside its inputs (%(default)s)",
    )
    add(
        "--judges",
        type=not_negative_integer,
        default=CORES // 2,
        metavar="N",
        help="processes that judge (%(default)s)",
    )
    add("--group", type=positive_integer, default=128, metavar="N", help="programs answered together (128)")
    add("--limit", type=positive_number, default=180.0, metavar="S", help="seconds a race (%(default)g)")
    add("--minutes", type=not_negative, default=0, metavar="M", help="stop then, whatever is done")
    add("--resume", action="store_true", help="go on with the journal in OUT")
    add("--out", type=Path, default=HERE.parent / "runs" / "speed", metavar="DIR", help="(runs/speed)")
    add("--report", type=Path, metavar="DIR", help="only write the report of a folder's journals")
    return parser


@command_line("speed.py")
def main(
    arguments: Sequence[str] | None = None,
    open_translator: Callable = open_speed_translator,
    open_helper: Callable = RaceHelper,
) -> int:
    """Exit code 0: all were timed, or --minutes are over; 2: there is no GPU, or another mistake."""
    options = make_speed_parser().parse_args(arguments)
    options.began = time.monotonic()
    if options.report:
        print(write_speed_report(options.report))
        return 0
    check_writable_folder(options.out)
    programs = wanted_programs(options)
    if options.draw_only:
        print(f"{len(programs)} programs")
        return 0
    if not runtime.has_gpu() and open_helper is RaceHelper:
        raise ValueError("this times launches, and there is no GPU")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill keeps what is done
    try:
        left = time_shard(options, programs, open_translator, open_helper)
        print(f"{left} programs left: --resume goes on" if left else "all done")
    finally:
        if list(options.out.glob("speed-*.jsonl")):
            print(write_speed_report(options.out))
    return 0


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)  # judges and helpers end with this process; what they still do is nobody's
