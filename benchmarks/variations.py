"""Calls written modules in ways that they were not traced with, and compares each call with PyTorch's.

    python benchmarks/variations.py --make            translates the programs, then makes 3000 calls
    python benchmarks/variations.py --every 6 --limit 300 --device cpu
    python benchmarks/variations.py --guards          what a wrapper costs a call, in microseconds

Programs are the files below tasks/, layers/ and composed/; a written module has the same place below
--written. --make writes them there (of verified answers only), --make-only ends after that. The calls are
drawn by --seed: other sizes, layouts, dtypes, arguments, modes, and so on, by the shares in calls/kinds.py.
Each is made in a process that may die of it. What becomes of a call: calls/verdicts.py.

Writes OUT/variations-DEVICE.jsonl (every call, as it ends), .md (the tables), .misses.json and, with
--chart, .png. --resume goes on after --minutes or Ctrl-C; a program whose written module has changed since
is called again.
"""

import argparse
import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch
from tqdm import tqdm

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from calls.data import Call, decoded_call, encoded  # noqa: E402  (found through the line above)
from calls.guards import measure_guards  # noqa: E402
from calls.kinds import drawn_calls  # noqa: E402
from calls.pool import GROUP_OF_CALLS, Settings, WorkerPool  # noqa: E402
from calls.tables import Made, chart_of_kinds, grouped_by, markdown, write_tables  # noqa: E402
from calls.verdicts import Outcome  # noqa: E402

from python_to_triton import inference, runtime  # noqa: E402
from python_to_triton.record import environment  # noqa: E402
from triton_ops import CORES, replacing  # noqa: E402
from triton_ops.arguments import OneLineParser, not_negative, positive_integer  # noqa: E402
from triton_ops.charts import save_figure  # noqa: E402
from triton_ops.exit_codes import INTERRUPTED, command_line  # noqa: E402
from triton_ops.files import check_writable_folder  # noqa: E402

SETS = ("tasks", "layers", "composed")
CHUNK = 32  # programs that are translated side by side


def program_files(folder: Path, every: int) -> dict[Path, Path]:
    """{file: its place below `folder`} of each `every`-th program of every set."""
    found = {}
    for name in SETS:
        for path in sorted((folder / name).rglob("*.py"))[::every]:
            found[path] = path.relative_to(folder)
    if not found:
        raise ValueError(f"there are no programs in {', '.join(str(folder / name) for name in SETS)}")
    return found


def device_name(options: argparse.Namespace) -> str:
    """cpu or cuda."""
    return options.device or ("cuda" if torch.cuda.is_available() else "cpu")


def make_modules(options: argparse.Namespace) -> bool:
    """Translates the programs; each verified one becomes a file below --written. Whether all were tried.

    What an earlier run has translated stays, and regions with an answer come from the cache.
    """
    device = inference.device_of(options.device or "auto")
    files = list(program_files(options.programs, options.every).items())
    chunks = [dict(files[start : start + CHUNK]) for start in range(0, len(files), CHUNK)]
    began = time.monotonic()
    rows = []
    judges = runtime.judges_beside(device, options.jobs)
    try:
        translator = runtime.load_translator(options.checkpoint, device.type, cached=True, judges=judges)
        translator.by_rules = False  # the model is measured
        translator.own_sizes = False  # what is measured here are small calls
        for place, chunk in enumerate(chunks):
            if options.minutes and time.monotonic() - began > 60 * options.minutes:
                break
            report = options.written / f"report-{place:02}.json"
            rows += runtime.translate_files(
                translator,
                chunk,
                options.written,
                options.samples,
                report_path=report,
                resume=True,
                options=runtime.TranslationOptions(backward=options.backward),
            )
    finally:
        judges.close()
    verified = sum(row.verified is True for row in rows)
    print(f"{verified} of {len(rows)} programs have a written module; {len(files) - len(rows)} are left")
    return len(rows) == len(files)


# ---- the journal ---------------------------------------------------------------------------------


def module_digest(written: Path, program: str) -> str:
    """The hash of a written module: a result belongs to it."""
    return inference.file_hash(written / program)


def read_journal(path: Path, written: Path, calls: Sequence[Call]) -> list[Made]:
    """The results in a journal that still hold, of these calls."""
    known = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
        except ValueError:  # the run that wrote it was killed
            continue
        if row["module"] == module_digest(written, row["call"]["program"]):
            made = Made(decoded_call(row["call"]), Outcome(row["verdict"], row["reason"]), row["seconds"])
            known[made.call.name, made.call.seed] = made
    return [known[call.name, call.seed] for call in calls if (call.name, call.seed) in known]


def journal_line(made: Made, written: Path) -> str:
    """A result as a line of the journal."""
    row = {"verdict": made.outcome.verdict, "reason": made.outcome.reason, "seconds": made.seconds}
    row |= {"module": module_digest(written, made.call.program), "call": encoded(made.call)}
    return json.dumps(row) + "\n"


# ---- a run ---------------------------------------------------------------------------------------


def plan_calls(pool: WorkerPool, programs: Sequence[str], options: argparse.Namespace) -> list[Call]:
    """The calls that a seed draws for some programs. Raises ValueError where no program can be called."""
    plans = pool.map(lambda program: pool.plan(program, options.seed), programs)
    candidates = []
    for program, found in zip(programs, tqdm(plans, "drawing calls", len(programs), unit="program")):
        if "error" in found:
            tqdm.write(f"{program}: {found['error']}")
        candidates.append([decoded_call(fields) for fields in found.get("calls", ())])
    calls = drawn_calls(candidates, options.limit, options.seed)
    if not calls:
        raise ValueError("no program can be called")
    return calls


def make_all(
    pool: WorkerPool, calls: Sequence[Call], options: argparse.Namespace, journal: Path, ends: float
) -> None:
    """Makes the calls that are not in the journal yet, GROUP_OF_CALLS of a program at a time.

    None begins after `ends`, on the monotonic clock.
    """
    known = read_journal(journal, options.written, calls) if options.resume else []
    done = {(made.call.name, made.call.seed) for made in known}
    waiting = {}
    for call in calls:
        if (call.name, call.seed) not in done:
            waiting.setdefault(call.program, []).append(call)
    groups = [
        found[start : start + GROUP_OF_CALLS]
        for found in waiting.values()
        for start in range(0, len(found), GROUP_OF_CALLS)
    ]
    random.Random(options.seed).shuffle(groups)  # a run that ends early has some of everything
    lock = threading.Lock()
    journal.write_text("".join(journal_line(row, options.written) for row in known))

    with (
        journal.open("a") as file,
        tqdm(total=len(calls), initial=len(known), unit="call", dynamic_ncols=True) as bar,
    ):

        def on_end(call: Call, outcome: Outcome, seconds: float) -> None:
            with lock:
                file.write(journal_line(Made(call, outcome, seconds), options.written))
                file.flush()
                bar.update()

        def run(group: list[Call]) -> None:
            if time.monotonic() < ends:
                pool.run(group, on_end)

        for _ in pool.map(run, groups):
            pass


def save_record(made: list[Made], record: dict, options: argparse.Namespace, base: Path) -> None:
    """Writes tables, misses and chart."""
    sizes = {row.call.program: (options.programs / row.call.program).stat().st_size for row in made}
    with replacing(base.with_suffix(".md")) as partial:
        partial.write_text(write_tables(made, record, sizes))
    missed = [
        {
            "program": row.call.program,
            "kind": row.call.kind,
            "variation": row.call.detail,
            "verdict": row.outcome.verdict,
            "error": row.outcome.reason,
            "call": encoded(row.call),
        }
        for row in made
        if row.outcome.verdict != "right"
    ]
    with replacing(base.with_suffix(".misses.json")) as partial:
        partial.write_text(json.dumps(missed, indent=1))
    if options.chart:
        title = f"{len(made)} calls, {record['device']}, {record['date'][:10]}"
        save_figure(chart_of_kinds(made, title), base.with_suffix(".png"), dpi=120)


def written_programs(options: argparse.Namespace) -> list[str]:
    """The programs that have a written module. Raises ValueError where none has."""
    places = program_files(options.programs, options.every).values()
    programs = [str(place) for place in places if (options.written / place).is_file()]
    if not programs:
        raise ValueError(f"there are no written modules in {options.written}: make them with --make")
    return programs


def print_guards(options: argparse.Namespace) -> int:
    """Prints what the wrappers cost."""
    device = device_name(options)
    if device == "cpu" and os.environ.get("TRITON_INTERPRET") != "1":
        raise ValueError("without a GPU, set TRITON_INTERPRET=1: the wrappers refuse tensors on the CPU")
    print(measure_guards(options.programs, options.written, written_programs(options), device))
    return 0


def call_modules(options: argparse.Namespace) -> int:
    """Draws the calls, makes them and writes the figures; exit code 0: none is wrong, none crashed."""
    ends = time.monotonic() + 60 * options.minutes if options.minutes else float("inf")
    device = device_name(options)
    programs = written_programs(options)
    options.out.mkdir(parents=True, exist_ok=True)
    base = options.out / f"variations-{device}"
    journal = base.with_suffix(".jsonl")
    stopped = False
    pool = WorkerPool(Settings(options.programs, options.written, device), options.jobs or CORES)
    try:
        calls = plan_calls(pool, programs, options)
        try:
            make_all(pool, calls, options, journal, ends)
        except KeyboardInterrupt:
            stopped = True
    finally:
        pool.close()

    made = sorted(read_journal(journal, options.written, calls), key=lambda row: row.call.name)
    record = {"seed": options.seed, "programs": len({call.program for call in calls}), "drawn": len(calls)}
    record |= {"triton": version("triton"), "interpreted": device == "cpu"}
    record |= environment("python_to_triton", "triton_ops")
    save_record(made, record, options, base)
    print(markdown("kind", grouped_by(made, "kind")))
    print(f"{base.with_suffix('.md')} written; {len(calls) - len(made)} calls are left")
    failed = any(row.outcome.verdict in ("wrong", "crash") for row in made)
    return INTERRUPTED if stopped else int(failed)


def options_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--programs", type=Path, default=HERE, metavar="DIR", help="has the sets of programs (%(default)s)")
    written = HERE.parent / "runs" / "variations" / "written"
    add("--written", type=Path, default=written, metavar="DIR", help="their written modules (%(default)s)")
    add("--every", type=positive_integer, default=1, metavar="K", help="only each K-th program of a set")
    add("--limit", type=positive_integer, default=3000, metavar="N", help="calls (%(default)s)")
    add("--seed", type=int, default=0, help="draws the calls (%(default)s)")
    add("--device", choices=("cpu", "cuda"), help="cpu: Triton's interpreter; default: a GPU if there is one")
    add("--jobs", type=positive_integer, metavar="N", help="processes; default: one for each core")
    add(
        "--minutes",
        type=not_negative,
        default=0,
        metavar="M",
        help="begin no more after that (default: no limit)",
    )
    add("--resume", action="store_true", help="keep the results of an earlier run that still hold")
    add("--out", type=Path, default=written.parent, metavar="DIR", help="of the record (%(default)s)")
    add("--chart", action="store_true", help="draw the kinds as a PNG, too")
    add("--make", action="store_true", help="translate the programs first")
    add("--make-only", action="store_true", help="translate the programs, and make no call")
    add("--checkpoint", type=Path, help="weights that translate; default: the released ones")
    add(
        "--samples",
        type=positive_integer,
        default=20,
        metavar="N",
        help="candidates of a region, at most (%(default)s)",
    )
    add("--backward", action="store_true", help="the modules that --make writes train, too")
    add("--guards", action="store_true", help="measure what the wrappers cost, and make no call")
    return parser


@command_line()
def main() -> int:
    """Exit code 0: no call is wrong and none crashed; 1: some, or --minutes were over before the last program
    was translated; 2: the user can mend it; 130: interrupted.
    """
    options = options_parser().parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill keeps what is done
    check_writable_folder(options.out)
    if options.make or options.make_only:
        complete = make_modules(options)
    if options.make_only or options.make and not complete:
        return 0 if complete else 1
    if options.guards:
        return print_guards(options)
    return call_modules(options)


if __name__ == "__main__":
    raise SystemExit(main())
