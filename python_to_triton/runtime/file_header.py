"""The header of a written file: a comment that says what was proved of its entries; and the whole text."""

import collections
import re
import textwrap
import time
from pathlib import Path

import torch

from python_to_triton import frontend
from python_to_triton.runtime.file_entries import FileEntry, merged_source
from python_to_triton.runtime.judging import CRASHED
from python_to_triton.runtime.source_files import obstacle, tidied
from python_to_triton.runtime.translation import Translation
from python_to_triton.runtime.tuning_table import tuning_lines

# What a written file begins with, whatever became of it: by this it is known again.
VERIFIED = "Verified by execution against PyTorch in float64:"
PARTLY = "Partly translated; what is in Triton was verified by execution against PyTorch in float64:"
NO_KERNEL = "nothing to compute, and so no kernel."
_BEGINNINGS = "|".join(map(re.escape, (VERIFIED, PARTLY, f"A view: {NO_KERNEL}")))
_WRITTEN = re.compile(rf"# (?:{_BEGINNINGS}|Sample \d+ of model [^:]+: )")
_LONGEST = 200  # bytes of a first line


def is_written_here(path: Path) -> bool:
    """Whether what is at a path is a file that this program wrote: an answer, or a sample of one."""
    if obstacle(path):  # a folder, a FIFO, a link to nothing
        return False
    try:
        with open(path, "rb") as file:
            return bool(_WRITTEN.match(file.readline(_LONGEST).decode(errors="replace")))
    except OSError:  # what cannot be read cannot be known
        return False


def sample_line(number: int, model: str, verdict: str) -> str:
    """The first line of a file that holds a sample, with its newline."""
    return f"# Sample {number} of model {model}: {verdict}.\n"


def times_text(result: dict) -> str:
    """`; 0.012 ms, eager PyTorch 0.020 ms (1.67x), torch.compile 0.015 ms (1.25x)`, as far as a result has
    times.
    """
    ours = result.get("triton_ms")
    if ours is None:
        return ""
    texts = [f"{ours:.3g} ms"]
    for name, field in (("eager PyTorch", "torch_ms"), ("torch.compile", "compile_ms")):
        milliseconds = result.get(field)
        if milliseconds:
            texts.append(f"{name} {milliseconds:.3g} ms ({milliseconds / ours:.2f}x)")
    return "; " + ", ".join(texts)


def overhead_text(result: dict) -> str:
    """`A call among many takes 0.045 ms with its 3 launches one by one, 0.012 ms as a CUDA graph.`

    Why they are no CUDA graph, where they are none; "" where there is one launch.
    """
    if result.get("launched_ms"):
        return (
            f"A call among many takes {result['launched_ms']:.3g} ms with its {result['launches']} launches "
            f"one by one, {result['captured_ms']:.3g} ms as a CUDA graph."
        )
    why = result.get("not_captured")
    return f"Its {result['launches']} launches are no CUDA graph: {why}." if why else ""


def comment_lines(text: str) -> list[str]:
    """A text as lines of a comment."""
    return textwrap.wrap(f"# {text}", 110, subsequent_indent="# ")


def crashes_of(translation: Translation) -> tuple[str, ...]:
    """A text for each crash of the program's process beside its translation: one line, then its stack."""
    return tuple(call.reason for call in translation.calls if call.outcome == CRASHED)


def crash_text(translation: Translation) -> str:
    """`Its program's process crashed (SIGSEGV) once; all was judged again.` of one that passed, or ""."""
    counts = collections.Counter(crash.partition("\n")[0] for crash in crashes_of(translation))
    words = [f"{line} {'once' if count == 1 else f'{count} times'}" for line, count in counts.items()]
    return f"Its program's process {' and '.join(words)}; all was judged again." if words else ""


def calls_text(translation: Translation) -> str:
    """`This file was called 20 times: 13 results were right, 7 calls were refused, as they should be.`

    Where nothing was called it says why; "" where nothing was to be. Then what crashed and was judged again.
    """
    outcomes = collections.Counter(call.outcome for call in translation.calls)
    right = outcomes["right"]
    if not right:
        reason = next((call.reason for call in translation.calls), "")
        text = f"The whole file was not called: {reason}." if reason else ""
    else:
        refused = outcomes["refused"]
        results = "1 result was right" if right == 1 else f"{right} results were right"
        calls = "1 call was refused" if refused == 1 else f"{refused} calls were refused"
        text = f"This file was called {right + refused} times: {results}, {calls}, as they should be."
    return f"{text} {crash_text(translation)}".strip()


def machine_text(model: str) -> str:
    """When and where answers were judged, and which model wrote them."""
    machine = "Triton's interpreter, without a GPU"
    if torch.cuda.is_available():
        machine = torch.cuda.get_device_name()
    return f"{time.strftime('%Y-%m-%d')}, {machine}; written by model {model}."


def schedules_text(translation: Translation) -> str:
    """`Schedules: split (linear, relu); rows (softmax).` of answers that have not the usual one, or ""."""
    named = {}  # a set in order
    for region in translation.regions:
        if region.answer and region.answer.schedule:
            operations = ", ".join(value.op for value in frontend.parse(region.prompt).values)
            named[f"{region.answer.schedule} ({operations})"] = None
    return f"Schedules: {'; '.join(named)}." if named else ""


def rules_text(translation: Translation) -> str:
    """`Written by rules, not by the model: permute; stack, to.` of what no sample answered, or ""."""
    operations = dict.fromkeys(region.by_rules for region in translation.regions if region.by_rules)
    return f"Written by rules, not by the model: {'; '.join(operations)}." if operations else ""


def proof_lines(translation: Translation, what: str = "") -> list[str]:
    """What is proved of a module that passed, as lines of a comment.

    Args:
        what: the entry that it is about, in a file with several.
    """
    if translation.is_view:
        return comment_lines(f"{what or 'A view'}: {NO_KERNEL}")
    verdict = translation.verdict
    result = translation.own_sizes_result
    assert verdict.ok, f"a header for what is not verified: {verdict.reason}"
    left = translation.left_to_pytorch
    error = f"largest error {verdict.error:.1e}, allowed {verdict.tolerance:.1e}."
    if what:
        texts = [f"{what}: {'partly translated; ' if left else ''}{error}"]
    elif left:
        texts = [f"{PARTLY} {error}"]
    else:
        texts = [f"{VERIFIED} {error}"]
    if left:
        texts.append(f"Left to PyTorch: {'; '.join(map(str, left))}.")
    if result:
        texts.append(
            f"At its own sizes: {result['error']:.1e}, allowed {result['tolerance']:.1e}, "
            f"against {result['against']}{times_text(result)}."
        )
    texts.append(overhead_text(result))
    assumed = translation.graph.source.assumed
    texts.append(f"{assumed[:1].upper()}{assumed[1:]}." if assumed else "")
    texts.append(schedules_text(translation))
    texts.append(rules_text(translation))
    texts.append(calls_text(translation))
    if translation.statistics_by_pytorch:
        texts.append(f"PyTorch updates {', '.join(translation.statistics_by_pytorch)}.")
    texts.append(translation.backward_text)
    return [line for text in texts if text for line in comment_lines(text)] + tuning_lines(translation)


def header(entries: list[FileEntry], model: str) -> str:
    """The comment that a file begins with: what was verified, how, when, and which model wrote it.

    At least one of the entries passed.
    """
    if len(entries) == 1:
        translation = entries[0].translation
        lines = proof_lines(translation)
        if not translation.is_view:
            lines += comment_lines(machine_text(model))
        return "\n".join(lines) + "\n"
    programs = [entry for entry in entries if entry.is_program]
    verified = sum(entry.verified for entry in programs)
    lines = comment_lines(f"{VERIFIED} {verified} of {len(programs)} entries.")
    for entry in programs:
        if entry.passed:
            lines += proof_lines(entry.translation, entry.name)
        else:
            lines += comment_lines(f"{entry.name} is left out: {entry.why}.")
    for entry in entries:
        if not entry.is_program:
            lines += comment_lines(f"{entry.name} is no program: {entry.why}.")
    return "\n".join([*lines, *comment_lines(machine_text(model))]) + "\n"


def file_text(entries: list[FileEntry], model: str) -> str:
    """The file of entries of which at least one passed: what is written, and what the demo prints."""
    return tidied(f"{header(entries, model)}{merged_source(entries)}")
