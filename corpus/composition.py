"""Families that need no file: each is another family with some fragments exchanged, and perhaps of another rank.

A composition says only what differs from its base, an exemplar of synthetic/ or a further composition, in the language
of the tables: `{fragment: replacement}`, all exchanged at once. What many have in common is a pure function of text
(corpus/compositions/ranks.py and its neighbours) that is applied before.
"""

import ast
import functools
import importlib
import pkgutil
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from corpus.rewriting import exchange, rename

SYNTHETIC = Path(__file__).resolve().parent.parent / "synthetic"


@dataclass(frozen=True)
class Composition:
    """A family as its difference from another."""

    base: str  # stem of the family that it is derived from
    exchanges: dict[str, str] = field(default_factory=dict)
    through: tuple[Callable[[str], str], ...] = ()  # what is done to the base's text before


@functools.cache
def declared(package: str, name: str) -> dict:
    """What the modules of a package declare under one name, {stem: ...}, merged; a stem stands in one of them."""
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


def code_of_exemplar(text: str) -> str:
    """The cases and functions of an exemplar: what is above and below them belongs to the file."""
    lines = text.split("\n")
    kept = []
    for node in ast.parse(text).body:
        if isinstance(node, (ast.Assign, ast.FunctionDef)) and getattr(node, "name", "") != "main":
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


@functools.cache
def code_of(stem: str) -> str:
    """Cases, inputs, reference and answer of a family, as Python text.

    Raises KeyError where there is neither a file nor a composition of that name.
    """
    if stem not in compositions():
        return code_of_exemplar(exemplars()[stem].read_text())
    composition = compositions()[stem]
    text = named_after(code_of(composition.base), composition.base, stem)
    for function in composition.through:
        text = function(text)
    for fragment in composition.exchanges:
        assert exchange(text, {fragment: "\1"}) != text, (
            f"{stem}: {composition.base} does not hold {fragment!r}"
        )
    return re.sub(r"\n +\n", "\n\n", exchange(text, composition.exchanges))
