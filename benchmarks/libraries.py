"""Layers, functions and whole networks of ordinary libraries, through the Python API: what is verified?

    python benchmarks/libraries.py layers --limit 150 --seed 0      drawn evenly over the installed libraries
    python benchmarks/libraries.py layers --libraries torch timm --backward
    python benchmarks/libraries.py layers --trace                   no model: is all of it in the vocabulary?
    python benchmarks/libraries.py networks --tiny --only resnet18  forward; --backward: its gradients, too
    python benchmarks/libraries.py list                             what is taken, what is left out, and why

Each is constructed and given to `python_to_triton.translate` as an object, in one of --jobs processes, which
is ended where --seconds are over; a crash is one row (library_processes.py). The processes are spread over
the GPUs that are visible. Each has the model, and judges by itself or with --judges. Answers are kept in
--answers, or a folder that is empty when the run begins: a region that two layers share is answered once
(library_answers.py). library_layers.py says how layers are found, library_networks.py has the table of
networks. With --backward every output and gradient is compared with float64, and the backward's regions are
looked at (without a GPU set TRITON_INTERPRET=1). A library that is not installed is left out.

Writes OUT/found.jsonl (what can be called), OUT/WHAT.jsonl (each row as it ends; --resume goes on), WHAT.json
(the record, rows in the order of the draw), .md and .png. A draw whose misses have been read is a development
set.
"""

import argparse
import contextlib
import functools
import gc
import json
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import torch

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from library_answers import prepare_translator  # noqa: E402
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
from library_processes import ItemLimits, do_items  # noqa: E402
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
from triton_ops.arguments import (  # noqa: E402
    OneLineParser,
    not_negative,
    not_negative_integer,
    positive_integer,
)
from triton_ops.charts import save_figure  # noqa: E402
from triton_ops.code_hash import code_hash, text_hash  # noqa: E402
from triton_ops.exit_codes import INTERRUPTED, command_line  # noqa: E402
from triton_ops.files import check_writable_folder, progress  # noqa: E402
from triton_ops.machine import INTERPRETER_REQUESTED  # noqa: E402

PER_PROCESS = {"layers": 40, "networks": 8}  # that share a model and judges
FOUND_PER_PROCESS = 200  # calls that are searched for
FIND_SECONDS = 60  # for a layer whose process does not even hear the alarm of library_layers
SECONDS = {"layers": 150, "networks": 900}


LibraryItem = LibraryTarget | NetworkTask


def group_of_item(item: LibraryItem) -> str:
    """The library of a layer or function, the architecture of a network."""
    return item.library if isinstance(item, LibraryTarget) else item.architecture


def library_of_item(item: LibraryItem) -> str:
    """What has to be imported for it."""
    return item.library if isinstance(item, LibraryTarget) else item.source


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
        if plan.reason:
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
        by_rules=sum(bool(region.by_rules) for region in translation.regions),
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
    free_memory(settings)
    try:
        trained, causes = backward_outcome(translation)
    except Exception as error:  # whatever Dynamo, AOTAutograd or a compiled network raises
        trained, causes = "", (f"failed: {error_words(error)}",)
    return replace(row, trained=trained, backward_causes=causes, seconds=time.monotonic() - began)


def free_memory(settings: LibrarySettings) -> None:
    """Gives back what this process holds of a GPU that others share with it."""
    gc.collect()
    if settings.device == "cuda":
        torch.cuda.empty_cache()


def row_of_item(
    settings: LibrarySettings, judges: int, item: LibraryItem, tell: Callable[[LibraryRow], None]
) -> LibraryRow:
    """The row of an item, in a process of this run."""
    row = LibraryRow(group_of_item(item), item.path, "", FAILED)
    if not settings.trace:
        prepare_translator(judges)
    try:
        declare_missing_operators()
        call = item.call(settings.tiny) if isinstance(item, NetworkTask) else find_call(item)
    except Exception as error:  # a library may fail on a GPU's machine, or in another version: it is named
        return replace(row, causes=(f"not built: {error_words(error)}",))
    return translate_call(call, row, settings, tell)


def translate_item(
    settings: LibrarySettings,
    folder: Path,
    judges: int,
    item: LibraryItem,
    tell: Callable[[LibraryRow], None],
) -> LibraryRow:
    """`row_of_item`; answers are kept in `folder`, which began empty, and nothing else is."""
    os.environ[FOLDER_VARIABLE] = str(folder)
    torch._dynamo.reset()
    row = row_of_item(settings, judges, item, tell)
    free_memory(settings)
    return row


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


def found_key(name: str, version: str) -> str:
    """The key in found.jsonl of something of a library with this version."""
    return journal_key(name, version, code_hash("library_layers"), str(torch.__version__))


def import_library(library: Library) -> list[LibraryTarget]:
    """Its layers and functions."""
    print(f"importing {library.name}", file=sys.stderr)
    declare_missing_operators()
    return targets_of(library)


def targets_of_libraries(
    libraries: Iterable[Library], journal: Journal
) -> tuple[dict[str, list[LibraryTarget]], dict[str, str]]:
    """({library: its layers and functions}, {library: why it cannot be imported}).

    One whose layers and functions the journal has is not imported.
    """
    targets, broken = {}, {}
    for one in libraries:
        key = found_key(f"all of {one.name}", one.version)
        try:
            known = journal.verdicts.get(key)
            targets[one.name] = [LibraryTarget(**fields) for fields in known or ()] or import_library(one)
        except Exception as error:  # a wheel for another PyTorch raises what it likes: it is named
            broken[one.name] = error_words(error)
            print(f"{one.name} is left out: {broken[one.name]}", file=sys.stderr)
            continue
        if not known:
            journal.add(key, [asdict(target) for target in targets[one.name]])
    return targets, broken


def find_all(libraries: Iterable[Library], folder: Path, jobs: int = 1) -> tuple[list[Found], dict[str, str]]:
    """(what became of the search for a call of each layer and function, {library: why it is not imported}).

    What is known is kept in FOLDER/found.jsonl.
    """
    versions = {one.name: one.version for one in LIBRARIES}
    journal = Journal(folder / "found.jsonl")
    with contextlib.closing(journal):
        targets, broken = targets_of_libraries(libraries, journal)
        every = [target for own in targets.values() for target in own]
        keys = {one: found_key(one.path, versions[one.library]) for one in every}
        left = [one for one in every if keys[one] not in journal.verdicts]
        limits = ItemLimits(FIND_SECONDS, jobs, FOUND_PER_PROCESS)
        finding = do_items(try_target, left, limits, folder / "output.log", kind_of=library_of_item)
        with contextlib.closing(finding), progress(len(left), "layer", "finding calls") as bar:
            for target, found, reason in finding:
                found = Found(target, NOT_BUILT, reason) if reason else found
                journal.add(keys[target], asdict(found))
                bar.update()
    return [Found(**journal.verdicts[key] | {"target": target}) for target, key in keys.items()], broken


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


def unfinished_row(item: LibraryItem, row: LibraryRow | None, reason: str, seconds: float) -> LibraryRow:
    """The row of an item whose process was ended, or died; what it had found before stays."""
    if row and row.seconds:  # the forward was done
        return replace(row, backward_causes=(f"not done: {reason}",))
    row = row or LibraryRow(group_of_item(item), item.path, "", FAILED)
    status = LATE if reason.startswith("nothing within") else CRASHED
    return replace(row, status=status, causes=(reason,), seconds=seconds if status == LATE else 0.0)


def visible_gpus() -> tuple[str, ...]:
    """Each GPU of this machine, as CUDA_VISIBLE_DEVICES names it."""
    named = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    return tuple(named.split(",")) if named else tuple(map(str, range(torch.cuda.device_count())))


def translate_all(
    items: Sequence[LibraryItem],
    settings: LibrarySettings,
    options: argparse.Namespace,
    work: Callable = translate_item,
) -> tuple[list[LibraryRow], dict[str, str]]:
    """(the rows of these layers or networks, in this order; {one that was ended with the run: what it had}).

    work: as translate_item.
    """
    path = options.out / f"{options.what}.jsonl"
    if not options.resume:
        path.unlink(missing_ok=True)
    journal = Journal(path)
    keys = {item.path: journal_key(item.path, asdict(settings)) for item in items}
    waiting = [item for item in items if keys[item.path] not in journal.verdicts]
    ends = time.monotonic() + 60 * options.minutes if options.minutes else float("inf")
    gpus = visible_gpus() if settings.device == "cuda" else ()
    limits = ItemLimits(settings.seconds, options.jobs, PER_PROCESS[options.what], ends, gpus)
    at_work = {}  # path of an item that was begun: what is known of it so far
    with (
        contextlib.closing(journal),
        tempfile.TemporaryDirectory(dir=options.out, ignore_cleanup_errors=True) as empty,
        progress(len(waiting), options.what[:-1], "translating") as bar,
        contextlib.suppress(KeyboardInterrupt),
        contextlib.closing(
            do_items(
                functools.partial(work, settings, (options.answers or Path(empty)).resolve(), options.judges),
                waiting,
                limits,
                options.out / "output.log",
                "spawn" if settings.device == "cuda" else "fork",
                library_of_item,
                lambda item, known: at_work.update({item.path: known}),
            )
        ) as outcomes,
    ):
        for item, row, reason in outcomes:
            row = unfinished_row(item, row, reason, settings.seconds) if reason else row
            journal.add(keys[item.path], asdict(row))
            bar.update()
    rows = [library_row(journal.verdicts[key]) for key in keys.values() if key in journal.verdicts]
    cut = {name: row for name, row in at_work.items() if keys[name] not in journal.verdicts}
    return rows, {name: f"(forward {row.status})" if row and row.seconds else "" for name, row in cut.items()}


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
    record = {name: getattr(options, name) for name in ("seed", "limit", "minutes", "jobs", "judges")}
    record["not installed"] = {one.name: "" for one in LIBRARIES if not one.version}
    found = []
    if options.what == "networks":
        names = {one.name for one in libraries}
        items = draw_items([one for one in NETWORKS if one.source in names], options)
    else:
        found, record["not imported"] = find_all(libraries, options.out, options.jobs)
        items = [one.target for one in found if not one.rule]
        if options.what == "list":
            write(options.out / "list.md", f"# What is taken\n\n{found_section(found, counts_of(found))}\n")
            print(f"{options.out / 'list.md'} written")
            return 0
        items = draw_items(items, options)
    settings = library_settings(options, libraries)
    rows, record["ended with the run"] = translate_all(items, settings, options)
    record = asdict(settings) | environment("python_to_triton", "triton_ops") | record
    write_results(rows, record | {"drawn": len(items)}, found, options)
    return 0 if len(rows) == len(items) or options.minutes else INTERRUPTED


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


JUDGES_HELP = "processes that judge beside each of these; 0: it judges by itself (%(default)s)"


def options_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = OneLineParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("what", choices=("layers", "networks", "list"))
    add("--libraries", nargs="+", default=(), metavar="NAME", help="default: all that are installed")
    add("--only", nargs="+", default=(), metavar="WORD", help="only those with one of these in the name")
    add("--limit", type=positive_integer, metavar="N", help="only N, drawn by --seed (default: all)")
    add("--seed", type=int, default=0, help="draws the layers or networks (%(default)s)")
    add(
        "--jobs",
        type=positive_integer,
        default=1,
        metavar="N",
        help="at a time, a process each (%(default)s)",
    )
    add("--judges", type=not_negative_integer, default=0, metavar="N", help=JUDGES_HELP)
    add("--samples", type=positive_integer, default=8, metavar="N", help="of a region, at most (%(default)s)")
    add("--backward", action="store_true", help="the gradients, too")
    add("--answers", type=Path, metavar="DIR", help="keep answers there (a folder that goes with the run)")
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
