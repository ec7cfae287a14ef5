"""Families that need no file: each is another family with something exchanged.

A composition says only what differs from its base, an exemplar of synthetic/ or a further composition:
fragments, in the language of the tables, `{fragment: replacement}`, all exchanged at once; and functions that
it has instead of the base's, written out. What many have in common is a function of text: `through` is
applied before, such as the rank of a convolution (corpus/compositions/ranks.py), `answers` to each variant's
answer when all is exchanged, such as another schedule (corpus/rescheduling.py). With `answers` a family has
the tables of its base.

A family whose answers are not of the usual schedule says which one: a composition in its `schedule`, an
exemplar by `SCHEDULE = "split"` beside its CASES.
"""

import ast
import functools
import importlib
import pkgutil
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from corpus.layout import broken, filled, joined
from corpus.rewriting import exchange, rename
from python_to_triton.frontend import check_schedule

SYNTHETIC = Path(__file__).resolve().parent.parent / "synthetic"


@dataclass(frozen=True)
class Composition:
    """A family as its difference from another."""

    base: str  # stem of the family that it is derived from
    exchanges: dict[str, str] = field(default_factory=dict)
    functions: tuple[str, ...] = ()  # sources that take the place of the base's of that name, or are added
    without: tuple[str, ...] = ()  # names of the base's functions that it does not have
    through: Callable[[str], str] | None = None  # what is done to the base's text before
    breaks: tuple[str, ...] | None = (
        None  # beginnings of arguments before which lists break; None fills the lines
    )
    schedule: str = ""  # of its answers, a word of frontend.SCHEDULES; empty: that of its base
    answers: Callable[[str], str] | None = None  # what is done to the answer of each of its variants

    def __post_init__(self):
        check_schedule(self.schedule)


@functools.cache
def declared(package: str, name: str) -> dict:
    """What the modules of a package declare under one name, {stem: ...}, merged; a stem stands in one of
    them.
    """
    found = {}
    folder = importlib.import_module(package).__path__
    for module in pkgutil.iter_modules(folder):
        ours = getattr(importlib.import_module(f"{package}.{module.name}"), name, {})
        twice = found.keys() & ours.keys()
        assert not twice, f"{package} declares {sorted(twice)} twice"
        found |= ours
    return found


def compositions() -> dict[str, Composition]:
    """{stem: Composition} of every family that has no file."""
    return declared("corpus.compositions", "COMPOSITIONS")


@functools.cache
def exemplars() -> dict[str, Path]:
    """{stem: path} of the files of synthetic/."""
    return {path.stem: path for path in sorted(SYNTHETIC.glob("*/*.py"))}


def stems() -> list[str]:
    """The stems of all families, exemplars and composed ones, sorted."""
    return sorted(exemplars().keys() | compositions().keys())


def exemplar_of(stem: str) -> str:
    """The stem of the exemplar that a family is, or goes back to."""
    while stem in compositions():
        stem = compositions()[stem].base
    return stem


def is_schedule(node: ast.stmt) -> bool:
    """Whether a statement of an exemplar is `SCHEDULE = ...`."""
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SCHEDULE"


def schedule_of_exemplar(text: str) -> str:
    """What the text of an exemplar names; empty: the usual one. Raises ValueError for no word."""
    if "\nSCHEDULE = " not in text:  # nearly all: parsing 250 files takes half a second
        return ""
    schedule = next(ast.literal_eval(node.value) for node in ast.parse(text).body if is_schedule(node))
    check_schedule(schedule)
    return schedule


@functools.cache
def schedule_of(stem: str) -> str:
    """The schedule of a family's answers; empty: the usual one."""
    if stem in compositions():
        return compositions()[stem].schedule or schedule_of(compositions()[stem].base)
    return schedule_of_exemplar(exemplars()[stem].read_text())


def rewriting_of(stem: str) -> Callable[[str], str] | None:
    """What is done to the answers of a family's variants; None: nothing.

    A composition says so itself; of any family, ANSWERS of a module of corpus/compositions may.
    """
    own = compositions()[stem].answers if stem in compositions() else None
    return own or declared("corpus.compositions", "ANSWERS").get(stem)


def code_of_exemplar(text: str) -> str:
    """The cases and functions of an exemplar: what is above and below them belongs to the file."""
    lines = text.split("\n")
    kept = []
    for node in ast.parse(text).body:
        is_code = isinstance(node, (ast.Assign, ast.FunctionDef)) and not is_schedule(node)
        if is_code and getattr(node, "name", "") != "main":
            first = min(
                [node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))]
            )
            kept.append("\n".join(lines[first - 1 : node.end_lineno]))
    return "\n\n\n".join(kept)


def named_after(text: str, old: str, new: str) -> str:
    """`text` with its functions `<old>_...` called `<new>_...`."""
    return rename(
        text, {name: new + name[len(old) :] for name in re.findall(rf"^def ({old}_\w+)", text, re.M)}
    )


def statements_of(text: str) -> dict[str, str]:
    """{name: source} of the cases and functions that `code_of_exemplar` gives."""
    found = {}
    for source in re.split(r"\n\n\n(?=\S)", text):
        defined, assigned = re.search(r"^(?:def (\w+)|([A-Z_]+) = )", source, re.M).groups()
        found[defined or assigned] = source
    return found


def exchanged(stem: str, composition: Composition, text: str) -> str:
    """What a composition keeps of its base's text, with its fragments exchanged and its lists broken."""
    for fragment in composition.exchanges:
        assert exchange(text, {fragment: "\1"}) != text, (
            f"{stem}: {composition.base} does not hold {fragment!r}"
        )
    text = re.sub(r"\n +\n", "\n\n", exchange(text, composition.exchanges))
    return filled(text) if composition.breaks is None else broken(text, composition.breaks)


def composed(stem: str, composition: Composition, base: str) -> str:
    """The code of a composition, of the code of its base.

    A function that its base does not have comes before the host function.
    """
    text = joined(named_after(base, composition.base, stem))
    if composition.through:
        text = composition.through(text)
    replaced = statements_of(
        "\n\n\n".join(source.strip("\n") for source in composition.functions) or "NONE = 0"
    )
    names = [name for name in statements_of(text) if name not in composition.without]
    kept = {
        name: source for name, source in statements_of(text).items() if name in names and name not in replaced
    }
    text = exchanged(stem, composition, "\n\n\n".join(kept.values()))
    texts = re.split(r"\n\n\n(?=\S)", text) if kept else []  # a family may have all functions of its own
    sources = dict(zip(kept, texts, strict=True)) | replaced
    added = [name for name in replaced if name not in names and name != "NONE"]
    place = names.index(f"{stem}_triton")
    return "\n\n\n".join(sources[name] for name in [*names[:place], *added, *names[place:]])


@functools.cache
def code_of(stem: str) -> str:
    """Cases, inputs, reference and answer of a family, as Python text.

    Raises KeyError where there is neither a file nor a composition of that name.
    """
    if stem in compositions():
        composition = compositions()[stem]
        if composition.answers:
            return named_after(code_of(composition.base), composition.base, stem)
        return composed(stem, composition, code_of(composition.base))
    return code_of_exemplar(exemplars()[stem].read_text())
