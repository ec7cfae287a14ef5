"""Translates and times one program after the other, in a process that may die of one: speed.py replaces it.

Several such processes may share a GPU: what is timed holds a lock alone, translations share it.
"""

import contextlib
import dataclasses
import fcntl
import math
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from dataclasses import dataclass
from multiprocessing.connection import Connection

import torch

from python_to_triton import frontend, inference, runtime, tuning
from python_to_triton.runtime.commands import begin_servers
from python_to_triton.runtime.tuned_regions import tuning_rows
from python_to_triton.verification import sandbox
from triton_ops.judge import error_summary

WARM_UP = "# x: f32[64, 64]\ny = torch.relu(x) + 1.0"
RACE_CALL_SECONDS = 300.0  # of one call for a race; the limit of a program ends it before
SETTLING_SECONDS = 20.0  # for verdicts that nobody waits for any more
WAITING, WORKING = "waiting for the GPU", "working"


@dataclass(frozen=True)
class SpeedOptions:
    """How programs are translated and timed."""

    weights: str | None = None  # a checkpoint or a release folder; None: the released weights
    seconds: float = 10.0  # of tuning a program, shared by its regions; 0: none
    race: float = 1.0  # seconds of a race, about
    samples: int = 20  # candidates of a region, at most
    judges: int = 4  # processes; 0: the worker judges by itself
    lock: str = ""  # the file that processes of one GPU lock


class GpuLock:
    """A lock of the processes that share a GPU: held by several that translate, or by one that times.

    `on_wait(True)` hears that it waits, `on_wait(False)` that it waits no longer.
    """

    def __init__(self, path: str, on_wait: Callable[[bool], None]):
        self.descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self.on_wait = on_wait

    @contextlib.contextmanager
    def held(self, alone: bool) -> Iterator[None]:
        """Holds the lock."""
        mode = fcntl.LOCK_EX if alone else fcntl.LOCK_SH
        try:
            fcntl.flock(self.descriptor, mode | fcntl.LOCK_NB)
        except BlockingIOError:
            self.on_wait(True)
            fcntl.flock(self.descriptor, mode)
            self.on_wait(False)
        try:
            yield
        finally:
            fcntl.flock(self.descriptor, fcntl.LOCK_UN)


# ---- what is said of a program --------------------------------------------------------------------------


def operations_in(graph: frontend.Graph) -> list[frontend.Value]:
    """A graph's values that compute: no arguments, views or factories."""
    plain = lambda one: one.op not in ("argument", *frontend.VIEWS) and frontend.OPS[one.op].kind != "factory"
    return [one for one in graph.values if plain(one)]


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


def facts_of(translation: runtime.Translation) -> dict:
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
        "traffic": eager_traffic(graph, translation.sizes) if translation.sizes else None,
    }


# ---- times ----------------------------------------------------------------------------------------------


def race_of(translation: runtime.Translation, sources: list[str], seconds: float, hear: Callable) -> dict:
    """The last result of tuning.race_program on the GPU, in the helper process."""
    try:
        result, failure = tuning.helper_process().call(
            "race",
            RACE_CALL_SECONDS,
            lambda found: hear(found.get("progress", "raced")),
            prompt=translation.graph.text,
            sizes=translation.sizes,
            answers=sources,
            origins=[argument.origin for argument in translation.graph.arguments],
            program=translation.text,
            budget=seconds,
        )
    except ValueError as error:
        return {"ok": False, "reason": str(error)}
    if "progress" in result:
        return {"ok": False, "reason": f"{failure or 'ended'} ({result['progress']})"}
    return result


def tuned_source(translator: runtime.Translator, translation: runtime.Translation, seconds: float) -> str:
    """The source of a verified translation after its regions were tuned; "" where no answer changed."""
    first = translation.source_without_wrapper
    kernels = [one for one in translation.regions if one.answer and "@triton" in one.answer.source]
    each = seconds / max(1, len({id(one) for one in kernels}))
    translation.options = dataclasses.replace(translation.options, tune=each)
    translator.tune([translation])
    source = translation.source_without_wrapper if translation.passed else first
    return "" if source == first else source


def raced_row(
    translator: runtime.Translator, translation: runtime.Translation, options: SpeedOptions, hear: Callable
) -> dict:
    """The times of a verified translation: of its first answer, and of the tuned one."""
    first = translation.source_without_wrapper
    row = {}
    tuned = ""
    if options.seconds:
        hear("tuning")
        try:
            tuned = tuned_source(translator, translation, options.seconds)
        except (ValueError, RuntimeError, KeyError, TypeError, AttributeError, IndexError) as error:
            row["tuning_reason"] = error_summary(error)  # the first answer is timed all the same
        row["tuning"] = list(tuning_rows(translation))
        if not tuned and "tuning_reason" not in row:
            reasons = [one["reason"] for one in row["tuning"] if one.get("reason")]
            row["tuning_reason"] = "; ".join(reasons) or "the first answer stays"
    hear("racing")
    result = race_of(translation, [first, *filter(None, [tuned])], options.race, hear)
    if not result.get("ok") and tuned:
        row["tuning_reason"] = f"the race with the tuned answer: {result.get('reason')}"
        result = race_of(translation, [first], options.race, hear)
    return row | times_of(result)


def times_of(result: dict) -> dict:
    """A row's times, from the result of a race. The tuned answer is the first one where no other is right."""
    if not result.get("ok"):
        return {"status": "not timed", "verified": False, "reason": result.get("reason") or "no race"}
    first, *others = result["answers"]
    row = {
        "eager_ms": result.get("torch_ms"),
        "compile_ms": result.get("compile_ms"),
        "roofline_ms": result.get("roofline_ms"),
        "first_ms": first.get("ms"),
        "tuned_ms": first.get("ms"),
        "untimed": result.get("untimed") or "",
        "machine": result.get("machine"),
    }
    if others and others[0].get("ok") and others[0].get("ms"):
        row["tuned_ms"] = others[0]["ms"]
    elif others:
        row["tuning_reason"] = f"the tuned answer: {others[0].get('reason') or 'not timed'}"
    timed = row["eager_ms"] and row["first_ms"]
    return row | {"status": "timed" if timed else "not timed", "reason": "" if timed else row["untimed"]}


def settle(judges: runtime.Judges) -> None:
    """Waits until no judge is at work for nobody: it would disturb what is timed."""
    wait(list(judges.calls.values()), SETTLING_SECONDS)


def timed_row(
    translator: runtime.Translator,
    text: str,
    options: SpeedOptions,
    lock: GpuLock,
    hear: Callable[[str], None],
    keep: Callable[[dict], None],
) -> dict:
    """What is known of a program in the end. `hear` is told what is done, `keep` what is known until then."""
    hear("translating")
    with lock.held(alone=False):
        began = time.perf_counter()
        translation = translator.translate(text, samples=options.samples)
        row = {"translate_seconds": round(time.perf_counter() - began, 2)} | facts_of(translation)
        settle(translator.judges)
    keep(row)
    if not translation.verified:
        return row | {"status": "not verified"}
    if translation.is_view:
        return row | {"status": "view"}
    if translation.sizes is None:
        return row | {"status": "no sizes", "reason": "it names no sizes"}
    with lock.held(alone=True):
        return row | raced_row(translator, translation, options, hear)


# ---- the process ----------------------------------------------------------------------------------------


def open_timed_translator(options: SpeedOptions) -> runtime.Translator:
    """A translator with judges, after one warm-up, which keeps nothing on disk."""
    begin_servers()
    sandbox.start_sandboxes()
    judges = None
    if options.judges:
        judges = runtime.judges_beside(inference.device_of("auto"), options.judges)
        judges.expect(2 * options.judges)
    translator = runtime.load_translator(options.weights, judges=judges)
    translator.translate(WARM_UP)
    return translator


def is_fault_of_gpu(error: BaseException) -> bool:
    """Whether an error may have left this process without a usable GPU."""
    return type(error).__name__ == "AcceleratorError" or "CUDA" in str(error) or "cuda" in str(error)


def plain(value):
    """A value as JSON has it: infinite numbers and NaN are None."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value if isinstance(value, (int, str, bool, type(None))) else str(value)


def serve_speed(pipe: Connection, options: SpeedOptions, parent: int) -> None:
    """Times the programs that come through a pipe, (text, seconds of tuning), until None comes.

    Sends ("ready", ""); for a program ("said", what is done), ("known", a part of its row), ("row", its row),
    or ("last", its row) where it cannot go on.
    """
    os.setsid()  # so that all of it can be ended together
    sandbox.kill_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    say = lambda text: pipe.send(("said", text))
    lock = GpuLock(options.lock, lambda waits: say(WAITING if waits else WORKING))
    with lock.held(alone=False):
        translator = open_timed_translator(options)
    translator.on_progress = say
    pipe.send(("ready", translator.model_hash))
    for text, seconds in iter(pipe.recv, None):
        given = dataclasses.replace(options, seconds=seconds)
        keep = lambda row: pipe.send(("known", plain(row)))
        broken = False
        try:
            row = timed_row(translator, text, given, lock, say, keep)
        except Exception as error:  # whatever it is, it is this program's result, and the next one goes on
            expected = isinstance(error, ValueError)
            row = {"status": "failed", "verified": False, "reason": error_summary(error)}
            row |= {"status": "not translated", "reason": str(error)} if expected else {}
            broken = not expected and is_fault_of_gpu(error)
        pipe.send(("last" if broken else "row", plain(row)))
        if broken:
            break
    os._exit(0)  # judges and servers end with this process
