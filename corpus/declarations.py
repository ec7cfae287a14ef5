"""What an entry of FAMILY or AXES declares: an axis of rows, written down or drawn from numbers."""

import functools
import random
from collections.abc import Callable, Sequence

from corpus.axes import Axis, Drawn, Prologues, slot_axis, spelt_out
from corpus.draw.both_sides import BOTH_SIDES, BOTH_SIDES_ROWS
from corpus.draw.broadcast import BROADCAST_ROWS, BROADCASTS, PARAMETERS, broadcast_row
from corpus.draw.cells import CELL_ROWS, CELLS, cell_row
from corpus.draw.gradients import GRADIENT_ROWS, GRADIENTS, gradient_row
from corpus.draw.programs import DRAWN, PROGRAMS, SHORT, Programs, programs
from corpus.draw.shapes import SHAPE_ROWS, SHAPES, shapes_row
from corpus.draw.steps import drawn_row
from corpus.draw.surroundings import AROUND, SURROUNDED_ROWS, before_row, surrounded_row
from corpus.draw.windows import PROLOGUE_ROWS, prologue_row
from corpus.tables import tables


def numbered(name: str, count: int, draw: Callable, *arguments: object) -> dict[str, Drawn]:
    """{name and number: Drawn} of `count` rows, each drawn from `arguments` and its number."""
    return {f"{name}{number}": Drawn(draw, (*arguments, number)) for number in range(count)}


def drawn_rows(stem: str, declared: str) -> dict[str, Drawn] | None:
    """The rows {name: Drawn} of an axis whose name says what draws it, or None where it is the name of a
    table.
    """
    if declared in BROADCASTS | PARAMETERS:
        names, learned = (BROADCASTS | PARAMETERS)[declared], declared in PARAMETERS
        return numbered(
            "program", BROADCAST_ROWS, functools.partial(broadcast_row, names, parameters=learned)
        )
    if declared in CELLS:
        return numbered("cell", CELL_ROWS, cell_row, stem, declared)
    if declared in GRADIENTS:
        return numbered("program", GRADIENT_ROWS, gradient_row, stem, declared)
    if declared == "BEFORE_PRODUCT":
        return numbered("program", SURROUNDED_ROWS, before_row)
    if declared in BOTH_SIDES:
        return numbered("program", BOTH_SIDES_ROWS, BOTH_SIDES[declared])
    if declared in AROUND:
        return numbered("program", SURROUNDED_ROWS, surrounded_row, declared)
    if declared in SHAPES:
        row = SHAPES[declared]
        return numbered("program", SHAPE_ROWS, row if callable(row) else functools.partial(shapes_row, **row))
    return None


def sampled(name: str, every: Programs, numbers: Sequence[int]) -> dict[str, Drawn]:
    """{name and place: Drawn} of the programs with these numbers."""
    return {
        f"{name}{place}": Drawn(every.__getitem__, (number,), every.is_single(number))
        for place, number in enumerate(numbers)
    }


def graphs(stem: str, table: str, inputs_drawn: set[tuple]) -> dict[str, Drawn]:
    """What is drawn for a slot, for the first of its kind: several would make programs that nobody writes.

    `inputs_drawn` is the set of inputs that slots of this family have been drawn for; it grows.
    """
    rows = {}
    for one in table.split("+"):
        if one in PROGRAMS:
            every = programs(*PROGRAMS[one])
            rows |= sampled("program", every, range(len(every)))
        elif one in DRAWN and DRAWN[one][1] not in inputs_drawn:
            count, inputs = DRAWN[one]
            inputs_drawn.add(inputs)
            seed = f"{stem} {one}"
            usual, plain = (programs(inputs, 1, SHORT, 1500, False, kind) for kind in ("usual", ""))
            numbers = random.Random(seed).sample(range(len(usual)), count)
            rows |= sampled("tail", usual, numbers)
            rows |= {f"drawn{place}": Drawn(drawn_row, (f"{seed} {place}", inputs)) for place in range(count)}
            rows |= sampled("program", plain, numbers)
    return rows


def axis_of(stem: str, declared: dict | tuple | str, inputs_drawn: set[tuple]) -> Axis:
    """The Axis that an entry declares: a dict of rows, a slot, a WALK, or the name of what draws it or of a
    table.
    """
    if isinstance(declared, tuple) and declared[0] == "WALK":
        walk = tuple(map(repr, declared[1:]))
        numbers = range(PROLOGUE_ROWS)
        return Prologues(
            {f"prologue{number}": Drawn(prologue_row, (walk, f"{stem} {number}")) for number in numbers}
        )
    if isinstance(declared, tuple):
        return slot_axis(graphs(stem, declared[0], inputs_drawn), *declared)
    rows = drawn_rows(stem, declared) if isinstance(declared, str) else None
    if rows is None:
        rows = spelt_out(tables()[declared] if isinstance(declared, str) else declared)
    return Axis({"": {}} | rows)
