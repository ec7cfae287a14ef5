"""A job as events: what becomes of a program, in the order in which it becomes clear (docs/web.md)."""

import math
import re
import textwrap
import time
from collections.abc import Callable, Mapping

from python_to_triton import verification
from python_to_triton.runtime.answering import AnswerCallbacks, answer_program
from python_to_triton.runtime.candidates import Candidate, RegionCandidates
from python_to_triton.runtime.file_entries import FileEntry
from python_to_triton.runtime.file_header import file_text
from python_to_triton.runtime.options import TranslationOptions
from python_to_triton.runtime.translation import Translation
from python_to_triton.runtime.translator import Translator, verdict_line
from python_to_triton.static_checks import values_on_lines
from python_to_triton.verification.sandbox.isolation import steps_in_force
from python_to_triton.web.graph_events import PageRegions, graph_form
from python_to_triton.web.guard_sentences import guard_sentences
from python_to_triton.web.highlighting import highlighted_lines, one_newline

TEXT_SECONDS = 0.25  # between two events of a line that is being written
MOST_OPERATIONS = 3  # in the name of a file
TIMES = (
    ("this answer", "triton_ms"),
    ("eager PyTorch", "torch_ms"),
    ("torch.compile", "compile_ms"),
    ("roofline", "roofline_ms"),
)

Emit = Callable[[str, dict], None]  # (kind, data) of an event


def finite(number: float) -> float | None:
    """A number as JSON has it; None for an infinity or NaN."""
    return number if math.isfinite(number) else None


def normalized(program: str) -> str:
    """A program as the front end reads it, so that its lines have the numbers of messages."""
    return textwrap.dedent(one_newline(program)).strip("\n")


def error_fields(verdict: verification.Verdict) -> dict:
    """The error and the tolerance of a verdict; None where nothing was compared."""
    if not verdict.ok and not verdict.tolerance:
        return {"error": None, "tolerance": None}
    return {"error": finite(verdict.error), "tolerance": finite(verdict.tolerance)}


def shown_source(region: RegionCandidates) -> str:
    """The answer to a region; "" where it has none, or PyTorch computes it."""
    return region.answer.source if region.answer and not region.left else ""


def file_name(name: str, entries: list[FileEntry]) -> str:
    """`sigmoid_triton.py`: by the name that was given, else the entry's, else its operations."""
    primary = next(entry for entry in entries if entry.is_primary)
    if not name and primary.translation and primary.translation.graph.source.kind == "statements":
        operations = [value.op for value in primary.translation.graph.values[:MOST_OPERATIONS]]
        name = "_".join(dict.fromkeys(operations))
    stem = re.sub(r"[^a-z0-9]+", "_", (name or primary.name).lower().removesuffix(".py")).strip("_")
    return f"{stem[:60] or 'program'}_triton.py"


class GrowingText:
    """The first candidate of a region as it is written, an event a line: few for one that still grows."""

    def __init__(self, emit: Emit, region: int, clock: Callable[[], float] = time.monotonic):
        self.emit = emit
        self.region = region
        self.clock = clock
        self.number = 1  # of the last line
        self.line = ""
        self.told = ""  # of the last line
        self.told_at = -math.inf

    def write(self, piece: str) -> None:
        """Takes the next piece of the text."""
        *ended, rest = (self.line + piece).split("\n")
        for line in ended:
            self.tell(line)
            self.number += 1
            self.told = ""
            self.told_at = self.clock()
        self.line = rest
        if self.line and self.clock() - self.told_at >= TEXT_SECONDS:
            self.tell(rest)

    def tell(self, line: str) -> None:
        """Sends the last line as it stands."""
        html = "".join(highlighted_lines(line))  # a carriage return would make it two
        self.emit("text", {"region": self.region, "line": self.number, "html": html})
        self.told = line
        self.told_at = self.clock()

    def finish(self) -> None:
        """Sends what was not sent yet."""
        if self.line != self.told:
            self.tell(self.line)


class JobEvents:
    """Turns the steps of an answer into events."""

    def __init__(self, emit: Emit):
        self.emit = emit
        self.numbers = PageRegions()
        self.region = 0  # that is asked for
        self.tried = 0  # candidates of it
        self.text = GrowingText(emit, 0)
        self.shown = {}  # number of a region: (the answer that was sent, why PyTorch computes it)

    def callbacks(self) -> AnswerCallbacks:
        """Who hears of the steps."""
        return AnswerCallbacks(
            on_traced=self.traced,
            on_region=self.begin_region,
            on_text=lambda piece: self.text.write(piece),
            on_candidate=self.candidate,
            on_retry=lambda region: self.stage(
                f"no candidate passed; asking for smaller parts of {self.where}"
            ),
            on_answer=self.answer,
            on_judging=lambda translation: self.stage("running the whole program beside PyTorch"),
            on_progress=lambda text: self.stage(text) if text else None,
            on_tuned=lambda translation, named: self.stage(f"timing at {translation.sizes_text}"),
            on_own_sizes=self.times,
            on_end=self.changed_answers,
        )

    @property
    def where(self) -> str:
        """`region 2 of 3`."""
        return f"region {self.region + 1} of {len(self.numbers.regions)}"

    def stage(self, text: str) -> None:
        """Says what is being done."""
        self.emit("stage", {"text": text})

    def traced(self, entries: list[FileEntry]) -> None:
        """The graph, once it is known."""
        self.emit("graph", graph_form(entries, self.numbers))

    def begin_region(self, translation: Translation, number: int) -> None:
        """A region is asked for."""
        self.region = self.numbers.of(translation.regions[number])
        self.tried = 0
        self.text = GrowingText(self.emit, self.region)
        self.stage(f"writing {self.where}")

    def candidate(self, candidate: Candidate) -> None:
        """A candidate has its verdict."""
        self.text.finish()
        verdict = candidate.verdict
        self.emit(
            "candidate",
            {
                "region": self.region,
                "number": self.tried,
                "ok": verdict.ok,
                "reason": verdict.reason,
                **error_fields(verdict),
                "lines": highlighted_lines(candidate.source),
            },
        )
        self.tried += 1

    def answer(self, region: RegionCandidates) -> None:
        """A region has its answer, or none."""
        self.text.finish()
        source = shown_source(region)
        number = self.numbers.of(region)
        self.shown[number] = (source, region.left)
        self.emit(
            "answer",
            {
                "region": number,
                "kept": region.kept,
                "left": region.left,
                "lines": highlighted_lines(source) if source else [],
                "values": values_on_lines(source.removesuffix("\n"), region.prompt) if source else [],
                **(error_fields(region.answer.verdict) if source else {"error": None, "tolerance": None}),
            },
        )

    def changed_answers(self, translation: Translation) -> None:
        """Answers that others have replaced since they were sent: at own sizes, or left to PyTorch."""
        for region in translation.regions:
            if self.shown[self.numbers.of(region)] != (shown_source(region), region.left):
                self.answer(region)

    def times(self, translation: Translation, is_another: bool) -> None:
        """On a GPU: what was timed at the program's own sizes, or at large ones."""
        result = dict(translation.own_sizes_result)
        tuned = [region.tuning for region in translation.regions if region.tuning.get("compile_ms")]
        if len(tuned) == len(translation.regions) == 1:
            result.setdefault("compile_ms", tuned[0]["compile_ms"])
        rows = [{"name": name, "milliseconds": result[field]} for name, field in TIMES if result.get(field)]
        if rows:
            self.emit("times", {"rows": rows, "sizes": translation.sizes_text})


def verdict_form(entries: list[FileEntry]) -> dict:
    """The verdict event on a file."""
    programs = [entry for entry in entries if entry.is_program]
    passed = [entry for entry in programs if entry.passed]
    verdicts = [entry.translation.verdict for entry in passed]
    worst = max(verdicts, key=lambda one: one.error / one.tolerance if one.tolerance else 0.0, default=None)
    if len(entries) == 1:
        [entry] = entries
        translation = entry.translation
        left = translation.left_to_pytorch if passed else ()
        if entry.verified:
            status = "a view" if translation.is_view else "verified"
        else:
            status = "partly translated" if passed else "failed"
        text = f"left to PyTorch: {'; '.join(map(str, left))}" if left else verdict_line(translation.verdict)
        return {"status": status, "text": text, **error_fields(worst or translation.verdict)}
    whole = bool(programs) and all(entry.verified for entry in programs)
    verified = sum(entry.verified for entry in programs)
    texts = [f"{verified} of {len(programs)} entries verified"]
    texts += [f"{entry.name}: {entry.why}" for entry in programs if not entry.passed]
    return {
        "status": "verified" if whole else "partly translated" if passed else "failed",
        "text": "; ".join(texts),
        **(error_fields(worst) if worst else {"error": None, "tolerance": None}),
    }


def translate_job(translator: Translator, options: TranslationOptions, request: Mapping, emit: Emit) -> None:
    """Translates a program and sends its events; the last is done, or error: what its author can mend.

    Args:
        request: program, samples and name of the job.
    """
    began = time.perf_counter()
    program = normalized(request["program"])
    emit("program", {"lines": highlighted_lines(program)})
    emit("stage", {"text": "tracing the program"})
    events = JobEvents(emit)
    try:
        entries = answer_program(program, translator, request["samples"], options, events.callbacks())
    except RecursionError:
        emit("error", {"text": "the program is nested too deeply to be read"})
        return
    except ValueError as error:  # the program's own mistake, in a line
        emit("error", {"text": str(error).split("\n")[0]})
        return
    if any(entry.passed for entry in entries):
        source = file_text(entries, translator.model_hash)
        name = file_name(request["name"], entries)
        guards = guard_sentences(source)
        emit(
            "module",
            {"source": source, "lines": highlighted_lines(source), "file": name, "guards": guards},
        )
    emit("verdict", verdict_form(entries))
    emit("done", {"seconds": round(time.perf_counter() - began, 3)})


def about_translator(translator: Translator) -> dict:
    """What the page says of the model."""
    shapes = translator.decoder.model.config.weight_shapes().values()
    return {
        "parameters": sum(map(math.prod, shapes)),
        "hash": translator.model_hash,
        "weights": translator.weights,
    }


def confinement_warning() -> str:
    """What the page says where this machine confines visitors' programs weakly; "" where it does not."""
    if "landlock" in steps_in_force():
        return ""
    return (
        "Weak confinement: Landlock is not in force on this server, so a program that is translated here can "
        "read the files of the user who runs it."
    )


def about_machine() -> dict:
    """What the page says of where answers run: {"device", "gpu", "warning"}."""
    import torch

    from triton_ops import CORES

    gpu = torch.cuda.is_available()
    cores = f"{CORES} CPU core{'s' if CORES > 1 else ''}"
    device = torch.cuda.get_device_name() if gpu else f"{cores}, Triton's interpreter"
    return {"device": device, "gpu": gpu, "warning": confinement_warning()}
