"""The axes of a family: rows of exchanges, written down or drawn on demand."""

import functools
import itertools
import re
from dataclasses import dataclass

from corpus.draw.programs import PROGRAMS
from corpus.rewriting import renamed
from corpus.tables import tables

OPERATION = re.compile(
    r"x = (?:-x|(?:torch|F)\.\w+\([xzw](?:, [-\w.=']+)*\)|[xzw\d.]+ (?:[-+*/]|\*\*) [-xzw\d.]+)"
)


@dataclass(frozen=True)
class Drawn:
    """A row that is drawn on demand."""

    draw: object  # what draws it
    arguments: tuple
    single: bool = False  # whether it is meant to be a single operation


class Axis(dict):
    """The rows {name: exchanges} of an axis, some of which are Drawn."""

    def __getitem__(self, name):
        row = super().__getitem__(name)
        return row.draw(*row.arguments) if isinstance(row, Drawn) else row

    @property
    def literal(self):
        """Names of the rows that nothing draws."""
        return [name for name, row in self.items() if not isinstance(row, Drawn)]


class Slot(Axis):
    """The axis of a slot: rows {name: (torch, triton)} written in `x`, each of which is written out when it
    is asked for.
    """

    def __init__(self, rows, torch_slot, triton_slot):
        super().__init__(rows)
        self.slots = [
            (slot, slot.split("\n")[-1].split("=")[0].strip()) for slot in (torch_slot, triton_slot)
        ]  # and what each assigns

    @functools.cached_property
    def bare(self):
        """Places of the rows that make the shortest variants: the empty one, or else those of a single
        operation.
        """
        single = [
            row.single if isinstance(row, Drawn) else OPERATION.fullmatch(row[0]) for row in self.values()
        ]
        return [0] if "" in self else [place for place, is_single in enumerate(single) if is_single]

    def __getitem__(self, name):
        return {
            slot: renamed(text, x=variable)
            for (slot, variable), text in zip(self.slots, super().__getitem__(name))
        }


def slot_axis(
    graphs: dict[str, Drawn], table: str, torch_slot: str, triton_slot: str, optional: str | None = None
) -> Slot:
    """The axis that fills a slot with each row of a table or of several and with `graphs`, `x` renamed to
    what the slot assigns.
    """
    literal = [item for one in table.split("+") if one not in PROGRAMS for item in tables()[one].items()]
    taken = dict(
        item for turn in itertools.zip_longest(literal, graphs.items()) for item in turn if item
    )  # in turns: few reach the end
    itself = tuple(re.sub(r"\n +", "\n", slot) for slot in (torch_slot, triton_slot))
    own = (
        {"": ("", "")} if optional else {} if literal else {"own": itself}
    )  # where no table has it, the file as it stands comes first
    return Slot(own | taken, torch_slot, triton_slot)


class Prologues(Slot):
    """The axis of a WALK, whose rows are exchanges already; any of them may stand in a bare variant."""

    __init__, __getitem__, bare = dict.__init__, Axis.__getitem__, property(lambda self: range(len(self)))


def spelt_out(axis: dict) -> dict[str, dict[str, str]]:
    """An axis of the dict form, a row for each word of digits where one row stands for many."""
    rows = {}
    for name, row in axis.items():
        fragments, words = row if isinstance(row, tuple) else (row, "")
        rows |= {
            name + word: {old: new.format(*word) for old, new in fragments.items()} for word in words.split()
        } or {name: fragments}
    return rows
