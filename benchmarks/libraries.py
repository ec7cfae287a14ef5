"""Layers, functions and whole networks of ordinary libraries, through the Python API: what is verified?

    python benchmarks/libraries.py layers --limit 150 --seed 0      drawn evenly over the installed libraries
    python benchmarks/libraries.py layers --libraries torch timm --backward
    python benchmarks/libraries.py layers --trace                   no model: is all of it in the vocabulary?
    python benchmarks/libraries.py networks --tiny --only resnet18  forward; --backward: its gradients, too
    python benchmarks/libraries.py list                             what is taken, what is left out, and why

Each is constructed and given to `python_to_triton.translate` as an object, in a process that is ended after
--seconds; a crash is one row. Answers are kept in a folder that is empty when the run begins: a region that
two layers share is answered once. library_layers.py says how layers are found, library_networks.py has the
table of networks. With --backward every output and gradient is compared with float64, and the backward's
regions are looked at (without a GPU set TRITON_INTERPRET=1). A library that is not installed is left out.

Writes OUT/found.jsonl (what can be called), OUT/WHAT.jsonl (each row as it ends; --resume goes on), WHAT.json
(the record), .md and .png. A draw whose misses have been read is a development set.
"""

import argparse
import contextlib
import functools
import json
import multiprocessing
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from library_layers import (  # noqa: E402
    LIBRARIES,
    NOT_BUILT,
    Found,
    LayerCall,
    Library,
    LibraryTarget,
    declare_missing_operators,
    error_words,
    find_call,
    targets_of,
    try_target,
)
from library_networks import NETWORKS, NetworkTask  # noqa: E402
from library_report import (  # noqa: E402
    CRASHED,
    FAILED,
    LATE,
    PARTLY,
    PARTLY_RIGHT,
    REFUSED,
    RIGHT,
    TRACED,
    VERIFIED,
    WRONG,
    LibraryRow,
    chart_of_library_rows,
    counts_of,
    found_section,
    headline,
    library_markdown,
)
from operator_samples import short_reason  # noqa: E402
from operators import write  # noqa: E402
from sets import spread_over  # noqa: E402

import python_to_triton  # noqa: E402
from corpus.journal import Journal  # noqa: E402
from python_to_triton import frontend, inference  # noqa: E402
from python_to_triton.backend.trainable import TrainableTranslation  # noqa: E402
from python_to_triton.record import environment  # noqa: E402
from python_to_triton.runtime.answer_cache import FOLDER_VARIABLE  # noqa: E402
from python_to_triton.runtime.left_to_pytorch import left_parts  # noqa: E402
from python_to_triton.runtime.loading import released_weights  # noqa: E402
from python_to_triton.runtime.options import TranslationOptions  # noqa: E402
from python_to_triton.runtime.translation import graphs_of  # noqa: E402
from python_to_triton.verification import sandbox  # noqa: E402
from triton_ops.arguments import OneLineParser, not_negative, positive_integer  # noqa: E402
from triton_ops.charts import save_figure  # noqa: E402
from triton_ops.code_hash import code_hash, text_hash  # noqa: E402
from triton_ops.exit_codes import INTERRUPTED, command_line  # noqa: E402
from triton_ops.files import check_writable_folder, progress  # noqa: E402
from triton_ops.machine import INTERPRETER_REQUESTED  # noqa: E402

PER_PROCESS = {"layers": 8, "networks": 1}  # that share a model and judges
FIND_SECONDS = 60  # for a layer whose process does not even hear the alarm of library_layers
SECONDS = {"layers": 150, "networks": 900}


# ---- processes -----------------------------------------------------------------------------------

Work = Callable[[object, Callable[[object], None]], object]  # (item, tell what is known so far) -> its result
LibraryItem = LibraryTarget | NetworkTask


def _serve(pipe: Connection, work: Work, items: Sequence, log: Path, parent: int) -> None:
    """Does items in turn, and sends (whether it is the result, what is known) of each."""
    os.setsid()  # so that it is ended together with its judges
    sandbox.kill_with_parent(parent)
    with log.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    torch.set_num_threads(1)
    for item in items:
        pipe.send((True, work(item, lambda known: pipe.send((False, known)))))


def _stop(process: multiprocessing.Process) -> None:
    """Ends a process and what it started."""
    with contextlib.suppress(ProcessLookupError):  # it has not become a group, or has ended
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.join()


def _cause_of_death(process: multiprocessing.Process) -> str:
    process.join()
    code = process.exitcode
    return f"the process died ({signal.Signals(-code).name if code < 0 else f'exit code {code}'})"


def do_items(
    work: Work,
    items: Iterable,
    seconds: float,
    log: Path,
    start_method: str = "fork",
    ends: float = float("inf"),
) -> Iterator[tuple[object, object, str]]:
    """Does items in turn in a process; yields (item, what is known of it, why it is not done or "").

    An item that sends nothing for `seconds`, or that its process dies of, costs itself alone: a new process
    goes on with the next.
    start_method: "spawn" where the items use a GPU. ends: of time.monotonic, when no further item is begun.
    """
    waiting = list(items)
    context = multiprocessing.get_context(start_method)
    while waiting and time.monotonic() < ends:
        pipe, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_serve, args=(theirs, work, tuple(waiting), log, os.getpid()))
        process.start()
        theirs.close()
        known = None
        reason = ""
        try:
            while waiting and not reason:
                if not pipe.poll(seconds):
                    reason = f"nothing within {seconds:g} s"
                    continue
                try:
                    is_result, known = pipe.recv()
                except EOFError:
                    reason = _cause_of_death(process)
                    continue
                if is_result:
                    yield waiting.pop(0), known, ""
                    known = None
                    if time.monotonic() >= ends:
                        return
        finally:
            _stop(process)
            pipe.close()
        if reason:
            yield waiting.pop(0), known, reason


def group_of_item(item: LibraryItem) -> str:
    """The library of a layer or function, the architecture of a network."""
    return item.library if isinstance(item, LibraryTarget) else item.architecture


# ---- one translation -----------------------------------------------------------------------------


@dataclass(frozen=True)
class LibrarySettings:
    """What a row depends on besides its layer or network."""

    code: str  # hash of the package
    rules: str  # hash of how layers and networks are constructed and called
    model: str  # hash of the weights
    torch: str
    device: str  # "cpu" or "cuda"
    samples: int
    seconds: float
    backward: bool
    tiny: bool
    trace: bool = False  # whether layers are only traced
    libraries: dict[str, str] = field(default_factory=dict)  # versions


def refused_cause(error: ValueError) -> str:
    """Why something cannot be traced, and after a colon the line that it is at."""
    text = str(error).strip().split("\n")[0]
    kind = short_reason(text)
    line = text[len(kind) :].strip(" ()")
    return f"refused, {kind}" + f": {line}" * bool(line)


def left_causes(translation: TrainableTranslation) -> tuple[str, ...]:
    """Why a translation is not verified: `kind: what`, a line a part that PyTorch computes."""
    if translation.verified:
        return ()
    failures = {}
    for one in translation.graphs:
        for region in one.regions:
            if region.left and region.candidates:
                operations = dict.fromkeys(value.op for value in frontend.parse(region.prompt).values)
                failures[", ".join(operations)] = short_reason(region.failure.reason)
    causes = [
        f"{part.why}: {part.what}" + (f" ({failures[part.what]})" if part.what in failures else "")
        for part in translation.left_to_pytorch
    ]
    return tuple(causes) or (f"the whole failed: {short_reason(translation.verdict.reason)}",)


def backward_outcome(translation: TrainableTranslation) -> tuple[str, tuple[str, ...]]:
    """(right or not, why parts of forward and backward are PyTorch's or wrong) of a call with gradients."""
    verdicts = translation.gradients
    causes = [] if translation.plans else ["no graph: Dynamo made none"]
    for plan in translation.plans:
        if plan.layout is None:
            causes.append(f"graph by PyTorch: {plan.kind}: {short_reason(plan.reason)}")
        for region in plan.regions:
            if not region.is_ours:
                why, _, first = region.reason.partition(": ")
                causes.append(f"{why}: {region.summary} ({short_reason(first)})")
        # what the host code of a compiled graph calls between its regions
        called = re.findall(r"torch\.ops\.(\S+?)\(", plan.entry)
        causes += [f"no Triton form: {name.removeprefix('aten.')}" for name in called]
    wrong = [f"wrong: {verdict.line()}" for verdict in verdicts if not verdict.ok]
    found = tuple(dict.fromkeys(causes + wrong))
    return WRONG if wrong else PARTLY_RIGHT if found else RIGHT, found


def trace_call(program: Callable, inputs: Sequence[torch.Tensor], row: LibraryRow) -> LibraryRow:
    """The row of a layer or network that is traced, and given to no model.

    Raises:
        GraphError: it cannot be traced.
    """
    graphs = graphs_of(program, inputs, TranslationOptions(partial=True))
    parts = dict.fromkeys(f"{part.why}: {part.what}" for graph in graphs for part in left_parts(graph, ()))
    regions = sum(len(frontend.regions(graph)) for graph in graphs)
    return replace(row, status=PARTLY if parts else TRACED, causes=tuple(parts), regions=regions)


def forward_row(translation: TrainableTranslation, row: LibraryRow) -> LibraryRow:
    """The row of a layer or network that was translated."""
    return replace(
        row,
        status=VERIFIED if translation.verified else PARTLY if translation.passed else FAILED,
        causes=left_causes(translation),
        regions=len(translation.regions),
        answered=sum(region.answer is not None for region in translation.regions),
        candidates=len(translation.candidates),
    )


def translate_call(
    call: LayerCall, row: LibraryRow, settings: LibrarySettings, tell: Callable[[LibraryRow], None]
) -> LibraryRow:
    """The row of a layer or network, translated as an object through the Python API."""
    program = call.program
    if isinstance(program, torch.nn.Module):
        program = program.to(settings.device)
    inputs = [tensor.to(settings.device) for tensor in call.inputs]
    row = replace(row, call=f"{call.build} on {call.given}", device=settings.device)
    tell(row)
    began = time.monotonic()
    translation = None
    try:
        if settings.trace:
            row = trace_call(program, inputs, row)
        else:
            translation = python_to_triton.translate(program, inputs=inputs, samples=settings.samples)
            row = forward_row(translation, row)
    except ValueError as error:
        row = replace(row, status=REFUSED, causes=(refused_cause(error),))
    except Exception as error:  # a fault of ours is a row, and named
        row = replace(row, status=FAILED, causes=(f"a fault of the translator: {error_words(error)}",))
    row = replace(row, seconds=time.monotonic() - began)
    if translation is None or not settings.backward:
        return row
    tell(row)
    try:
        trained, causes = backward_outcome(translation)
    except Exception as error:  # whatever Dynamo, AOTAutograd or a compiled network raises
        trained, causes = "", (f"failed: {error_words(error)}",)
    return replace(row, trained=trained, backward_causes=causes, seconds=time.monotonic() - began)


def translate_item(
    settings: LibrarySettings, folder: Path, item: LibraryItem, tell: Callable[[LibraryRow], None]
) -> LibraryRow:
    """The row of an item, in a process of this run; answers are kept in `folder`, which began empty."""
    os.environ[FOLDER_VARIABLE] = str(folder)
    torch._dynamo.reset()
    row = LibraryRow(group_of_item(item), item.path, "", FAILED)
    try:
        declare_missing_operators()
        call = item.call(settings.tiny) if isinstance(item, NetworkTask) else find_call(item)
    except Exception as error:  # a library may fail on a GPU's machine, or in another version: it is named
        return replace(row, causes=(f"not built: {error_words(error)}",))
    return translate_call(call, row, settings, tell)


# ---- journals ------------------------------------------------------------------------------------


def journal_key(path: str, *depends_on: object) -> str:
    """The key of a row in a journal: of what it is, and of all that it depends on."""
    return json.dumps([path, *depends_on], sort_keys=True)


def library_row(fields: dict) -> LibraryRow:
    """A row of a journal."""
    return LibraryRow(**{name: tuple(one) if isinstance(one, list) else one for name, one in fields.items()})


# ---- what can be called --------------------------------------------------------------------------


def chosen_libraries(names: Sequence[str]) -> list[Library]:
    """The libraries of these names, or all that are installed.

    Raises:
        ValueError: there is no such library, or it is not installed.
    """
    known = {one.name: one for one in LIBRARIES}
    for name in names:
        if name not in known:
            raise ValueError(f"there is no library {name}; there are {', '.join(known)}")
        if not known[name].version:
            raise ValueError(f"{name} is not installed: pip install --no-deps {name}")
    return [known[name] for name in names] or [one for one in LIBRARIES if one.version]


def import_libraries(libraries: Iterable[Library]) -> tuple[dict[str, list[LibraryTarget]], dict[str, str]]:
    """({library: its layers and functions}, {library: why it cannot be imported})."""
    declare_missing_operators()
    targets, broken = {}, {}
    for one in libraries:
        print(f"importing {one.name}", file=sys.stderr)
        try:
            targets[one.name] = targets_of(one)
        except Exception as error:  # a wheel for another PyTorch raises what it likes: it is named
            broken[one.name] = error_words(error)
            print(f"{one.name} is left out: {broken[one.name]}", file=sys.stderr)
    return targets, broken


def find_all(targets: dict[str, list[LibraryTarget]], folder: Path) -> list[Found]:
    """What became of the search for a call of each target; known ones are kept in FOLDER/found.jsonl."""
    versions = {one.name: one.version for one in LIBRARIES}
    rules = [code_hash("library_layers"), str(torch.__version__)]
    every = [target for own in targets.values() for target in own]
    keys = {one: journal_key(one.path, versions[one.library], *rules) for one in every}
    journal = Journal(folder / "found.jsonl")
    groups = [[one for one in own if keys[one] not in journal.verdicts] for own in targets.values()]
    with contextlib.closing(journal), progress(sum(map(len, groups)), "layer", "finding calls") as bar:
        for group in groups:  # a process a library
            for target, found, reason in do_items(try_target, group, FIND_SECONDS, folder / "output.log"):
                found = Found(target, NOT_BUILT, reason) if reason else found
                journal.add(keys[target], asdict(found))
                bar.update()
    return [Found(**journal.verdicts[key] | {"target": target}) for target, key in keys.items()]


# ---- runs ----------------------------------------------------------------------------------------


def library_settings(options: argparse.Namespace, libraries: Iterable[Library]) -> LibrarySettings:
    """What the rows of a run depend on."""
    return LibrarySettings(
        code=text_hash("python_to_triton", "triton_ops"),
        rules=code_hash("library_layers", "library_networks"),
        model=inference.weights_hash(released_weights()),
        torch=str(torch.__version__),
        device=options.device,
        samples=options.samples,
        seconds=options.seconds,
        backward=options.backward,
        tiny=options.tiny,
        trace=options.trace,
        libraries={one.name: one.version for one in libraries},
    )


def translate_all(
    items: Sequence[LibraryItem],
    settings: LibrarySettings,
    options: argparse.Namespace,
    work: Callable = translate_item,
) -> tuple[list[LibraryRow], bool]:
    """(the rows of these layers or networks in the order of their ends, whether none is left out).

    work: as translate_item.
    """
    path = options.out / f"{options.what}.jsonl"
    if not options.resume:
        path.unlink(missing_ok=True)
    journal = Journal(path)
    keys = {item.path: journal_key(item.path, asdict(settings)) for item in items}
    waiting = [item for item in items if keys[item.path] not in journal.verdicts]
    ends = time.monotonic() + 60 * options.minutes if options.minutes else float("inf")
    start_method = "spawn" if settings.device == "cuda" else "fork"
    count = PER_PROCESS[options.what]
    log = options.out / "output.log"
    with (
        contextlib.closing(journal),
        tempfile.TemporaryDirectory(dir=options.out) as folder,
        progress(len(waiting), options.what[:-1], "translating") as bar,
        contextlib.suppress(KeyboardInterrupt),
    ):
        bound = functools.partial(work, settings, Path(folder))
        for start in range(0, len(waiting), count):
            group = waiting[start : start + count]
            for item, row, reason in do_items(bound, group, settings.seconds, log, start_method, ends):
                row = unfinished_row(item, row, reason, settings.seconds) if reason else row
                journal.add(keys[item.path], asdict(row))
                bar.update()
    wanted = set(keys.values())
    rows = [library_row(fields) for key, fields in journal.verdicts.items() if key in wanted]
    return rows, len(rows) == len(items)


def unfinished_row(item: LibraryItem, row: LibraryRow | None, reason: str, seconds: float) -> LibraryRow:
    """The row of an item whose process was ended, or died; what it had found before stays."""
    if row and row.seconds:  # the forward was done
        return replace(row, backward_causes=(f"not done: {reason}",))
    row = row or LibraryRow(group_of_item(item), item.path, "", FAILED)
    status = LATE if reason.startswith("nothing within") else CRASHED
    return replace(row, status=status, causes=(reason,), seconds=seconds if status == LATE else 0.0)


def write_results(
    rows: list[LibraryRow], record: dict, found: list[Found], options: argparse.Namespace
) -> None:
    """Writes the record, the tables and the chart, and prints the headline."""
    left_out = found_section([one for one in found if one.rule], counts_of(found)) if found else ""
    data = record | {"found": counts_of(found), "rows": [asdict(row) for row in rows]}
    path = options.out / f"{options.what}.json"
    write(path, json.dumps(data, indent=1) + "\n")
    write(path.with_suffix(".md"), library_markdown(record, rows, left_out))
    if rows:
        save_figure(chart_of_library_rows(rows), path.with_suffix(".png"))
    print(f"{headline(rows, options.backward)}\n{path.with_suffix('.md')} written")


def draw_items(items: Sequence[LibraryItem], options: argparse.Namespace) -> list[LibraryItem]:
    """--limit of what --only takes, drawn by --seed evenly over their libraries or architectures."""
    words = options.only or ("",)
    left = [item for item in items if any(word in item.path for word in words)]
    if not left:
        raise ValueError(f"nothing has {' or '.join(options.only or ('a call',))} in its name")
    return spread_over(left, options.limit or len(left), lambda item: [group_of_item(item)], options.seed)


def run(options: argparse.Namespace) -> int:
    """Finds, draws, translates, and writes the files; the exit code."""
    check_writable_folder(options.out)
    libraries = chosen_libraries(options.libraries)
    record = {"seed": options.seed, "limit": options.limit, "minutes": options.minutes}
    record["not installed"] = {one.name: "" for one in LIBRARIES if not one.version}
    found = []
    if options.what == "networks":
        names = {one.name for one in libraries}
        items = draw_items([one for one in NETWORKS if one.source in names], options)
    else:
        targets, record["not imported"] = import_libraries(libraries)
        found = find_all(targets, options.out)
        items = [one.target for one in found if not one.rule]
        if options.what == "list":
            write(options.out / "list.md", f"# What is taken\n\n{found_section(found, counts_of(found))}\n")
            print(f"{options.out / 'list.md'} written")
            return 0
        items = draw_items(items, options)
    settings = library_settings(options, libraries)
    rows, complete = translate_all(items, settings, options)
    record = asdict(settings) | environment("python_to_triton", "triton_ops") | record
    write_results(rows, record | {"drawn": len(items)}, found, options)
    return 0 if complete or options.minutes else INTERRUPTED


def fill_in_options(options: argparse.Namespace) -> None:
    """Fills in what depends on the machine.

    Raises:
        ValueError: a backward without a GPU needs Triton's interpreter.
    """
    options.seconds = options.seconds or SECONDS.get(options.what, SECONDS["layers"])
    options.device = inference.device_of(options.device).type
    if options.device == "cpu":
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
    if options.backward and options.device == "cpu" and not INTERPRETER_REQUESTED:
        raise ValueError("without a GPU a backward runs in Triton's interpreter: set TRITON_INTERPRET=1")


def options_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("what", choices=("layers", "networks", "list"))
    add("--libraries", nargs="+", default=(), metavar="NAME", help="default: all that are installed")
    add("--only", nargs="+", default=(), metavar="WORD", help="only those with one of these in the name")
    add("--limit", type=positive_integer, metavar="N", help="only N, drawn by --seed (default: all)")
    add("--seed", type=int, default=0, help="draws the layers or networks (%(default)s)")
    add("--samples", type=positive_integer, default=8, metavar="N", help="of a region, at most (%(default)s)")
    add("--backward", action="store_true", help="the gradients, too")
    add("--trace", action="store_true", help="only trace: which operators are not in the vocabulary")
    add("--tiny", action="store_true", help="small networks and images, for a CPU")
    add("--device", default="auto", help="auto, cpu or cuda (%(default)s)")
    seconds = "for a forward, as many for its backward; default: 150 for layers, 900 for networks"
    add("--seconds", type=positive_integer, metavar="S", help=seconds)
    add("--minutes", type=not_negative, default=0, metavar="M", help="begin nothing more after that")
    add("--resume", action="store_true", help="keep the rows of a run with the same code and options")
    out = HERE.parent / "runs" / "libraries"
    add("--out", type=Path, default=out, metavar="DIR", help="where the files go (%(default)s)")
    return parser


@command_line("libraries.py")
def main() -> int:
    """Exit code 0: done; 2: the user can mend it; 130: interrupted, and --resume goes on."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite kill keeps what is done
    options = options_parser().parse_args()
    fill_in_options(options)
    return run(options)


if __name__ == "__main__":
    raise SystemExit(main())
