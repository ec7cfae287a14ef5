"""The pages of the gallery: an index with search, one page an exemplar, the reading order."""

import base64
import difflib
import json
import re
from collections.abc import Sequence

from pages.exemplars import ExemplarFile, ShownFamily, ShownVariant, counted, text_of_spans
from pages.layout import CodeLine, SitePage, lines_of_spans, marked_up
from pages.reading_order import ReadingStep, beyond, path_to_attention
from pages.techniques import BY_KEY
from python_to_triton.web.highlighting import highlighted_lines

FAMILY_TITLES = {
    "convolution": "Convolutions",
    "loss": "Losses",
    "matmul": "Matrix products",
    "movement": "Movement of data",
    "norm": "Norms and softmax",
    "optimizer": "Steps of optimizers",
    "program": "Longer programs",
    "reduction": "Reductions",
    "scan": "Scans and sorting",
}
PLAYGROUND = "/#t="
EVERYWHERE = ("block", "mask")  # techniques that an entry of the index does not name


def family_title(family: str) -> str:
    """A heading for a folder of synthetic/: its name where nothing better is known."""
    return FAMILY_TITLES.get(family, family.capitalize())


def try_address(program: str) -> str:
    """Where the playground opens a program: UTF-8 in base64url, as its static/link.js reads."""
    return PLAYGROUND + base64.urlsafe_b64encode(program.encode()).decode().rstrip("=")


def changed_lines(text: str, base: str) -> set[int]:
    """The places of the lines of `text` that `base` does not have."""
    matcher = difflib.SequenceMatcher(None, base.split("\n"), text.split("\n"), autojunk=False)
    return {
        place
        for kind, _, _, first, last in matcher.get_opcodes()
        if kind in ("replace", "insert")
        for place in range(first, last)
    }


def compared_lines(text: str, base: str, name: str, stem: str) -> list[CodeLine]:
    """A text of a variant; lines that the exemplar does not have, names of functions aside, are marked."""
    changed = changed_lines(re.sub(rf"\b{name}(?=_)", stem, text), base)
    lines = marked_up(highlighted_lines(text))
    return [CodeLine(line, place + 1, place in changed) for place, line in enumerate(lines)]


def variant_values(file: ExemplarFile, variant: ShownVariant) -> dict:
    """What the template shows of a variant."""
    reference = text_of_spans(file.text, file.reference)
    answer = text_of_spans(file.text, file.answer)
    return {
        "name": variant.name,
        "place": variant.place,
        "schedule": variant.schedule,
        "reference": compared_lines(variant.reference, reference, variant.name, file.stem),
        "answer": compared_lines(variant.answer, answer, variant.name, file.stem),
    }


def step_values(file: ExemplarFile, path: Sequence[ReadingStep]) -> dict | None:
    """Where a file is in the reading order; None where it is not."""
    stems = [step.file.stem for step in path]
    if file.stem not in stems:
        return None
    place = stems.index(file.stem)
    before = stems[place - 1] if place else ""
    after = stems[place + 1] if place + 1 < len(stems) else ""
    return {"number": place + 1, "total": len(stems), "before": before, "after": after}


def exemplar_page(file: ExemplarFile, family: ShownFamily | None, path: Sequence[ReadingStep]) -> SitePage:
    """The page of one file; without `family` it says nothing of the corpus."""
    lines = marked_up(highlighted_lines(file.text))
    values = {
        "file": file,
        "family_title": family_title(file.family),
        "try_address": try_address(file.program),
        "step": step_values(file, path),
        "reference": lines_of_spans(lines, file.reference),
        "answer": lines_of_spans(lines, file.answer),
        "inputs": lines_of_spans(lines, file.inputs),
        "techniques": [(BY_KEY[key], numbers) for key, numbers in file.techniques.items()],
        "family": family,
        "variants": [variant_values(file, variant) for variant in family.shown] if family else [],
    }
    path_of_page = f"exemplars/{file.stem}.html"
    return SitePage(path_of_page, "exemplar.html", file.stem, file.formula, values, ("static/try_it.js",))


def index_page(files: Sequence[ExemplarFile]) -> SitePage:
    """The list of all exemplars, in groups, with search."""
    operators, techniques = counted(files)
    groups = {}
    for file in files:
        groups.setdefault(file.family, []).append(file)
    values = {
        "number": len(files),
        "operators": sorted(operators.items()),
        "techniques": [(BY_KEY[key], techniques[key]) for key in BY_KEY if techniques[key]],
        "groups": [(family, family_title(family), group) for family, group in groups.items()],
        "names": {
            file.stem: ", ".join(BY_KEY[key].name for key in file.techniques if key not in EVERYWHERE)
            for file in files
        },
    }
    description = "PyTorch programs beside Triton kernels that compute the same, by operator and technique."
    scripts = ("search_index.js", "static/search.js")
    return SitePage("index.html", "index.html", "Gallery of Triton kernels", description, values, scripts)


def search_words(file: ExemplarFile) -> str:
    """What the text of a search is looked for in: name, docstring, techniques, the names in the code."""
    names = [BY_KEY[key].name for key in file.techniques]
    identifiers = sorted(set(re.findall(r"[A-Za-z_]\w{2,}", file.text)))
    words = " ".join([file.stem, file.family, *file.paragraphs, *names, *identifiers])
    return " ".join(words.lower().split())


def search_index(files: Sequence[ExemplarFile]) -> str:
    """A script that sets what search.js looks in; a script, since a page on disk may not fetch."""
    entries = {
        file.stem: {
            "words": search_words(file),
            "operators": list(file.operators),
            "techniques": list(file.techniques),
        }
        for file in files
    }
    lessons = {key: technique.teaches for key, technique in BY_KEY.items()}
    return (
        f'"use strict";\nwindow.exemplars = {json.dumps(entries, indent=0)};\n'
        f"window.lessons = {json.dumps(lessons, indent=0)};\n"
    )


def listed_step(step: ReadingStep) -> dict:
    """What the template shows of a step."""
    again = [BY_KEY[key].name for key in step.file.techniques if key not in step.new]
    return {
        "file": step.file,
        "techniques": [BY_KEY[key] for key in step.new],
        "teaches": step.teaches,
        "again": ", ".join(again),
    }


def reading_page(files: Sequence[ExemplarFile]) -> SitePage:
    """The path to attention, and what it leaves out."""
    path = path_to_attention(files)
    rest = beyond(files, path)
    values = {"path": list(map(listed_step, path)), "rest": list(map(listed_step, rest))}
    description = "A short path for learners from the first pointwise Triton kernel to attention."
    return SitePage("reading_order.html", "reading_order.html", "Reading order", description, values)
