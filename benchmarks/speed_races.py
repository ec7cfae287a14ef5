"""What becomes of an answered program: its verdict, and the race of its answers at its own sizes on a GPU.

Programs go on side by side, each race in a helper process of its own. What uses the GPU takes turns
(python_to_triton/tuning/gpu_turn.py): a race has it alone, inputs, references and the model share it, and
compilation holds it not. A process that makes its context ready in advance, and one that replaces a sandbox,
launch a few small kernels in no turn.
"""

import ast
import contextlib
import copy
import dataclasses
import math
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import MappingProxyType

import torch
from speed_answers import AnsweredProgram
from speed_programs import SpeedProgram

from python_to_triton import codegen, early_start, frontend, runtime, tuning
from python_to_triton.runtime.file_header import crashes_of
from python_to_triton.runtime.judging import judge_mixed
from python_to_triton.runtime.tuned_regions import may_be_right
from triton_ops.judge import error_summary

MOST_OTHERS = 6  # sources of a program beside that of its first answer
MOST_BY_RULES = 4
JUDGED = 2  # of the faster ones, until one is verified
NO_SOURCE = (SyntaxError, ValueError, RecursionError, MemoryError)  # what stitching raises


@dataclass(frozen=True)
class SpeedOptions:
    """How programs are answered and timed."""

    weights: str | None = None  # a checkpoint or a release folder; None: the released weights
    seconds: float = 5.0  # of searching launch numbers, a program; 0: none
    race: float = 0.5  # seconds of a race, about
    samples: int = 8  # candidates of a region, at most
    judges: int = 4  # processes
    workers: int = 4  # programs that are timed side by side
    limit: float = 180.0  # seconds of a program's race, with all that it waits for
    group: int = 128  # programs that the model answers together


class RaceHelper(tuning.HelperProcess):
    """A helper process for races, which sees one GPU and has torch.compile's compiler imported."""

    def __init__(self, gpu: str):
        """gpu: its CUDA_VISIBLE_DEVICES."""
        super().__init__()
        self.gpu = gpu

    def start(self) -> None:
        """As in HelperProcess."""
        shown = {"CUDA_VISIBLE_DEVICES": self.gpu, "OMP_NUM_THREADS": "1"}
        environment = MappingProxyType(early_start.HELPER.environment | shown)
        server = dataclasses.replace(early_start.HELPER, module="speed_helper", environment=environment)
        self.process, self.control = early_start.started_server(server)


# ---- what is said of a program --------------------------------------------------------------------------


def operations_in(graph: frontend.Graph) -> list[frontend.Value]:
    """A graph's values that compute: no arguments, views or factories."""
    others = ("argument", *frontend.VIEWS)
    return [one for one in graph.values if one.op not in others and frontend.OPS[one.op].kind != "factory"]


def group_of(graph: frontend.Graph, regions: int) -> str:
    """ "whole program" of several regions; "single operation" of one that is not pointwise, or of up to three
    that are; else "fusion".
    """
    if regions > 1:
        return "whole program"
    values = operations_in(graph)
    pointwise = sum(map(frontend.is_pointwise, values))
    single = len(values) == 1 or pointwise == len(values) <= 3
    return "single operation" if single else "fusion"


def eager_traffic(graph: frontend.Graph, sizes: dict[str, int]) -> float | None:
    """Bytes that eager PyTorch moves, an operator at a time, for each byte of arguments and results.

    None where shapes are not known.
    """
    try:
        known = graph.shapes(sizes)
    except frontend.SHAPE_ERRORS:
        return None

    def moved(values) -> int:
        tensors = [known.get(id(one)) for one in values]
        return sum(one.nbytes for one in tensors if isinstance(one, torch.Tensor))

    least = moved([*graph.inputs, *graph.outputs])
    eager = sum(moved([*one.inputs(), one]) for one in operations_in(graph))
    return eager / least if least else None


def program_facts(translation: runtime.Translation) -> dict:
    """What is known of a program before it is timed."""
    graph = translation.graph
    regions = len(translation.graphs[0].regions)
    verdict = translation.verdict
    return {
        "form": graph.source.kind,
        "group": group_of(graph, regions),
        "regions": regions,
        "operations": [one.op for one in operations_in(graph)][:40],
        "sizes": translation.sizes,
        "verified": translation.verified,
        "reason": verdict.reason if verdict else "no verdict",
        "crashes": crashes_of(translation),
        "traffic": eager_traffic(graph, translation.sizes),
    }


# ---- a race ---------------------------------------------------------------------------------------------


def sources_with_others(answered: AnsweredProgram) -> list[str]:
    """Sources of a verified program in which one region has another text than its answer: what rules write,
    and a few of the model's.
    """
    whole = copy.copy(answered.translation.graph)
    whole.source = None
    own = answered.translation.graphs[0]
    written, by_rules = [], []
    for place, region in enumerate(own.regions):
        if region.left:
            continue
        others = [(text, by_rules) for text in codegen.sources_by_rules(region.prompt)]
        others += [(text, written) for text in answered.others.get(region.prompt, ())]
        for text, sources in others:
            answers = list(own.drawn)
            if text not in ("", answers[place]):
                answers[place] = text
                with contextlib.suppress(*NO_SOURCE):  # it cannot stand in a file: then it is none of them
                    sources.append(codegen.stitch(whole, answers))
    return [*by_rules[:MOST_BY_RULES], *written[:MOST_OTHERS]]


def race_result(
    helper: tuning.HelperProcess,
    answered: AnsweredProgram,
    sources: Sequence[str],
    options: SpeedOptions,
    shared: str,
) -> dict:
    """The last result of tuning.race_program; what went wrong with its process is its reason."""
    translation = answered.translation
    try:
        result, failure = helper.call(
            "race",
            options.limit,
            prompt=translation.graph.text,
            sizes=translation.sizes,
            answers=list(sources),
            apart=[place for place, one in enumerate(sources) if codegen.operations_by_rules(one)],
            origins=[argument.origin for argument in translation.graph.arguments],
            program=translation.text,
            budget=options.race,
            search=options.seconds,
            shared=shared,
        )
    except ValueError as error:
        return {"ok": False, "reason": str(error)}
    if "progress" in result:
        return {"ok": False, "reason": f"{failure or 'ended'}, while {result['progress']}"}
    return result


def is_verified(translator: runtime.Translator, translation: runtime.Translation, source: str) -> bool:
    """Whether the judge verifies another source of a program, on the prompt of its graph."""
    own = translation.graphs[0]
    prompt = translation.graph.text
    if own.is_one_region and not may_be_right(source, prompt):
        return False
    mixed = [judge_mixed] if any(region.left for region in own.regions) else []
    return translator.judges.submit(prompt, source, *mixed).result().ok


def fastest_verified(others: Sequence[dict], verified: Callable[[str], bool]) -> dict | None:
    """The fastest of some answers of a race that is verified; None where of the fastest few none is."""
    right = [one for one in others if one["ok"]][:JUDGED]
    return next((one for one in right if verified(one["text"])), None)


def times_of(result: dict, verified: Callable[[str], bool]) -> dict:
    """A row's times, from the result of a race. The tuned answer is the fastest of the model's that is
    verified, `rules_ms` that of all, with a region by rules or without; the first one where no other is.
    """
    if not result.get("ok"):
        return {"status": "not timed", "verified": False, "reason": result.get("reason") or "no race"}
    first, *others = result["answers"]
    row = {
        "eager_ms": result.get("torch_ms"),
        "compile_ms": result.get("compile_ms"),
        "roofline_ms": result.get("roofline_ms"),
        "first_ms": first.get("ms"),
        "tuned_ms": first.get("ms"),
        "rules_ms": first.get("ms"),
        "eager_call_ms": result.get("torch_call_ms"),
        "first_call_ms": result.get("first_call_ms"),
        "tuned_by": "",
        "untimed": result.get("untimed") or "",
    }
    row |= {name: result.get(name) for name in ("tried", "failed", "waited", "machine")}
    row |= {"race_seconds": result.get("seconds"), "against": first.get("against")}
    by_rules = [one for one in others if codegen.operations_by_rules(one["text"])]
    tuned = fastest_verified([one for one in others if one not in by_rules], verified)
    written = fastest_verified(by_rules, verified)
    fastest = min(filter(None, (tuned, written)), key=lambda one: one["ms"], default=None)
    for time_of, by, best in (("tuned_ms", "tuned_by", tuned), ("rules_ms", "rules_by", fastest)):
        if best:
            of = f"answer {best['answer'] + 1}, " if best["answer"] else ""
            row |= {time_of: best["ms"], by: of + best["numbers"]}
    failed = [one["reason"] for one in others if not one["ok"]]
    row["tuning_reason"] = "" if row["tuned_by"] else "; ".join(failed)
    timed = row["eager_ms"] and row["first_ms"]
    return row | {"status": "timed" if timed else "not timed", "reason": "" if timed else row["untimed"]}


def timed_row(
    translator: runtime.Translator,
    answered: AnsweredProgram,
    options: SpeedOptions,
    shared: str,
    helper: Callable[[], contextlib.AbstractContextManager[tuning.HelperProcess]],
) -> dict:
    """What is known of an answered program in the end. helper: lends one."""
    translation = answered.translation
    translator.judge_programs([translation])
    row = program_facts(translation)
    if not translation.verified:
        return row | {"status": "not verified"}
    first = translation.source_without_wrapper
    sources = [first, *(sources_with_others(answered) if options.seconds else ())]
    with helper() as one:
        result = race_result(one, answered, sources, options, shared)
        failure = "" if result["ok"] else result["reason"]
        if failure and options.seconds:  # by one of the others, perhaps
            alone = dataclasses.replace(options, seconds=0.0)
            result = race_result(one, answered, [first], alone, shared)
    row |= times_of(result, lambda source: is_verified(translator, translation, source))
    return row | ({"tuning_reason": failure} if failure else {})


def as_json(value: object) -> object:
    """A value as JSON has it: infinite numbers and NaN are None."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(name): as_json(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    return value if isinstance(value, (int, str, bool, type(None))) else str(value)


# ---- side by side ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def one_parse_at_a_time() -> Iterator[None]:
    """Has threads parse one after the other inside: two at once may fail in Python 3.11 (SystemError: AST
    constructor recursion depth mismatch).
    """
    parse = ast.parse
    lock = threading.RLock()

    def parse_alone(*arguments, **more) -> ast.AST:
        with lock:
            return parse(*arguments, **more)

    ast.parse = parse_alone
    try:
        yield
    finally:
        ast.parse = parse


class SpeedRun:
    """Answered programs that are timed side by side; `on_row(program, row)` hears each result at once."""

    def __init__(
        self,
        translator: runtime.Translator,
        helpers: Sequence[tuning.HelperProcess],
        options: SpeedOptions,
        shared: str,
        on_row: Callable[[SpeedProgram, dict], None],
    ):
        """shared: the file by which they take turns at the GPU."""
        self.translator = translator
        self.helpers = helpers
        self.options = options
        self.shared = shared
        self.on_row = on_row
        self.free = queue.SimpleQueue()
        for helper in helpers:
            self.free.put(helper)
        self.threads = ThreadPoolExecutor(2 * len(helpers))  # more than helpers: some wait for verdicts
        self.lock = threading.Lock()
        self.is_over = False

    @contextlib.contextmanager
    def lent_helper(self) -> Iterator[tuning.HelperProcess]:
        """A helper process that nobody else has meanwhile."""
        helper = self.free.get()
        try:
            if self.is_over:
                raise ValueError("the time is over")
            yield helper
        finally:
            self.free.put(helper)

    def finish(self, program: SpeedProgram, row: dict) -> None:
        """Passes on what came of a program, unless the time is over."""
        with self.lock:
            if not self.is_over:
                self.on_row(program, as_json(row))

    def time(self, answered: AnsweredProgram) -> None:
        """Judges and times one program."""
        began = time.monotonic()
        try:
            row = timed_row(self.translator, answered, self.options, self.shared, self.lent_helper)
        except Exception as error:  # whatever it is, it is this program's result, and the others go on
            row = {"status": "failed", "verified": False, "reason": error_summary(error)}
        self.finish(answered.program, row | {"total_seconds": round(time.monotonic() - began, 1)})

    def begin(self, answered: AnsweredProgram) -> None:
        """Has a program timed."""
        self.threads.submit(self.time, answered)

    def wait(self) -> None:
        """Waits for all that was begun."""
        self.threads.shutdown(wait=True)

    def close(self) -> None:
        """Ends what still goes on; nothing is heard of it."""
        with self.lock:
            self.is_over = True
        self.threads.shutdown(wait=False, cancel_futures=True)
        for helper in self.helpers:
            helper.close()
