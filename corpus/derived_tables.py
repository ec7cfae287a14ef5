"""Tables that are another family's with fragments exchanged: another rank, another name, one result more."""

import re
from dataclasses import dataclass, field

from corpus.rewriting import substituted


@dataclass(frozen=True)
class Derived:
    """The tables of a family as their difference from those of another.

    In `family` and `axes`, `...` stands for the row of that name in the base's, exchanges made.
    """

    base: str  # stem of the family whose tables they are
    exchanges: dict[str, str] = field(default_factory=dict)  # in every fragment, all at once
    family: dict | None = None  # its FAMILY, where that has other rows; {} leaves it out
    axes: list | None = None  # its axes, where they are others; a number stands for that axis of the base


def with_exchanges(declared: object, exchanges: dict[str, str]) -> object:
    """What is declared, rows, exchanges or words, with `exchanges` made in all but the names of rows."""
    if isinstance(declared, str):
        return substituted(declared, exchanges)
    if isinstance(declared, tuple):
        return tuple(with_exchanges(part, exchanges) for part in declared)
    if isinstance(declared, dict):
        return {
            with_exchanges(old, exchanges): with_exchanges(new, exchanges) for old, new in declared.items()
        }
    return declared


def with_exchanges_in_rows(rows: dict, exchanges: dict[str, str]) -> dict:
    """{row: what it exchanges}, the names of the rows as they are."""
    return {name: with_exchanges(row, exchanges) for name, row in rows.items()}


def axis_with_exchanges(axis: object, exchanges: dict[str, str]) -> object:
    """An axis with `exchanges` made; the name of a table stays."""
    if isinstance(axis, dict):
        return with_exchanges_in_rows(axis, exchanges)
    if isinstance(axis, tuple):
        return (axis[0], *with_exchanges(axis[1:], exchanges))
    return axis


def beginnings(base: str, stem: str) -> tuple[str, str]:
    """What two stems begin with before they end alike: conv2d and conv1d of conv2d_reuse and conv1d_reuse."""
    words, others = base.split("_"), stem.split("_")
    while len(words) > 1 and len(others) > 1 and words[-1] == others[-1]:
        words.pop()
        others.pop()
    return "_".join(words), "_".join(others)


def completed(rows: dict, known: list[dict]) -> dict:
    """`rows` with `...` replaced by the row of that name in the first of `known` that has it."""
    every = {}
    for axis in reversed(known):
        every |= axis
    return {name: every[name] if row is ... else row for name, row in rows.items()}


def derived_tables(stem: str, derived: Derived, tables: dict) -> dict:
    """{"FAMILY": ..., "AXES": ...} of `stem`, of the tables of its base.

    Rows of FAMILY that begin as the base does begin as `stem` does.
    """
    old, new = beginnings(derived.base, stem)
    rows = with_exchanges_in_rows(tables.get("FAMILY", {}), derived.exchanges)
    rows = {re.sub(rf"^{old}(?=_|$)", new, name): row for name, row in rows.items()}
    family = rows if derived.family is None else completed(derived.family, [rows])
    axes = [axis_with_exchanges(axis, derived.exchanges) for axis in tables.get("AXES", [])]
    if derived.axes is not None:
        known = [axis for axis in axes if isinstance(axis, dict)]
        axes = [
            axes[axis]
            if isinstance(axis, int)
            else completed(axis, known)
            if isinstance(axis, dict)
            else axis
            for axis in derived.axes
        ]
    return ({"FAMILY": family} if family else {}) | ({"AXES": axes} if axes else {})
