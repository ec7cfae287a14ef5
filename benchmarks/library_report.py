"""Rows of benchmarks/libraries.py, and the tables and the chart of them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from library_layers import RULES, Found

from triton_ops.charts import OTHER, OURS, REFERENCE, SLOWER, new_figure, round_ticks

VERIFIED = "verified"
TRACED = "in the vocabulary"  # where layers are traced only
PARTLY = "partly translated"
REFUSED = "refused"
FAILED = "failed"
LATE = "out of time"
CRASHED = "crashed"
RIGHT, PARTLY_RIGHT, WRONG = "right", "right, in part by PyTorch", "wrong"  # of forward with backward
STYLES = {  # colour and hatching of a status in the chart
    VERIFIED: (OURS, ""),
    TRACED: ("#4f8cc9", ""),
    PARTLY: ("#9dbfe0", "...."),
    REFUSED: (OTHER, "////"),
    FAILED: (SLOWER, "xxxx"),
    LATE: ("#d9dde1", "----"),
    CRASHED: (REFERENCE, ""),
}
EXPLANATION = """\
Verified: the whole is in Triton, and passed the judge. In the vocabulary: traced, and prompts hold all of its
work. Partly translated: what is in Triton passed, and PyTorch computes what the causes name. Refused: it
cannot be traced. Failed: no answer passed, or not the whole. Out of time: nothing within the time limit. A
cause is counted once a row; a row may have several."""


@dataclass(frozen=True)
class LibraryRow:
    """What became of a layer, a function or a network."""

    group: str  # its library, or its architecture
    name: str
    call: str  # how it was constructed and called
    status: str
    causes: tuple[str, ...] = ()  # why it is not verified: `kind: what`
    regions: int = 0
    answered: int = 0  # of them, in Triton
    by_rules: int = 0  # of these, written by rules in whole or part, not by the model
    candidates: int = 0
    seconds: float = 0.0
    device: str = ""
    trained: str = ""  # of forward with backward: right, ...; "" where it was not asked for, or not reached
    backward_causes: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether it is in Triton as a whole and right; with its backward where that was asked for."""
        return self.status == VERIFIED and self.trained in ("", RIGHT) and not self.backward_causes

    @property
    def every_cause(self) -> tuple[str, ...]:
        """Of the forward, then of the backward."""
        return (*self.causes, *(f"backward, {cause}" for cause in self.backward_causes))


def kind_of_cause(cause: str) -> str:
    """The kind of a cause, without what it is about and without numbers."""
    return re.sub(r"\d+", "N", cause.split(": ")[0])


def rows_by_cause(rows: Iterable[LibraryRow]) -> list[tuple[str, list[LibraryRow]]]:
    """[(kind of cause, rows that have it)], the most frequent first."""
    groups = defaultdict(list)
    for row in rows:
        for kind in dict.fromkeys(map(kind_of_cause, row.every_cause)):
            groups[kind].append(row)
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))


def rows_by_group(rows: Iterable[LibraryRow]) -> dict[str, list[LibraryRow]]:
    """{library or architecture: its rows}, sorted."""
    groups = defaultdict(list)
    for row in rows:
        groups[row.group].append(row)
    return dict(sorted(groups.items()))


def _line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(str(cell).replace('|', '/') for cell in cells)} |"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]], numbers: int) -> str:
    """A Markdown table, whose last `numbers` columns are right-aligned."""
    rule = ["---"] * (len(head) - numbers) + ["---:"] * numbers
    return "\n".join([_line(head), f"|{'|'.join(rule)}|", *map(_line, rows)])


def counts_table(rows: Sequence[LibraryRow], with_backward: bool) -> str:
    """A line a library or architecture: how many rows there are, and of each status that occurs."""
    occurring = [status for status in STYLES if any(row.status == status for row in rows)]
    head = ["", "drawn", *occurring] + ["with backward"] * with_backward
    lines = []
    for label, group in [*rows_by_group(rows).items(), ("all", list(rows))]:
        counts = Counter(row.status for row in group)
        more = [sum(row.is_whole for row in group)] * with_backward
        lines.append([label, len(group), *(counts[status] for status in occurring), *more])
    return _table(head, lines, len(head) - 1)


def causes_table(rows: Sequence[LibraryRow]) -> str:
    """A line a kind of cause: how many rows have it, and which."""
    lines = []
    for kind, having in rows_by_cause(rows):
        named = []
        for row in having:
            details = [one.partition(": ")[2] for one in row.every_cause if kind_of_cause(one) == kind]
            detail = "; ".join(filter(None, dict.fromkeys(details)))[:160]
            named.append(f"{row.name} ({detail})" if detail else row.name)
        lines.append([kind, ", ".join(named), len(having)])
    return _table(["cause", "of", "rows"], lines, 1)


def rows_table(rows: Sequence[LibraryRow]) -> str:
    """A line a row."""
    head = ["", "", "called as", "status", "in Triton", "candidates", "s"]
    lines = [
        [row.group, row.name, f"`{row.call}`", ", ".join(filter(None, (row.status, row.trained)))]
        + [f"{row.answered} of {row.regions}", row.candidates, f"{row.seconds:.0f}"]
        for row in sorted(rows, key=lambda row: (row.group, row.name))
    ]
    return _table(head, lines, 3)


def counts_of(found: Iterable[Found]) -> dict[str, dict[str, int]]:
    """{library: {rule, "" for what is taken: number}}."""
    counts = defaultdict(Counter)
    for one in found:
        counts[one.target.library][one.rule] += 1
    return {name: dict(count) for name, count in counts.items()}


def found_section(found: Iterable[Found], counts: dict[str, dict[str, int]]) -> str:
    """How many layers and functions each library has, are taken, and are left out by each rule; a line each.

    found: those that get a line; counts: as counts_of, of all.
    """
    head = ["library", "exported", "taken", *RULES]
    lines = [
        [name, sum(count.values()), *(count.get(rule, 0) for rule in ("", *RULES))]
        for name, count in counts.items()
    ]
    total = ["all", *map(sum, zip(*[line[1:] for line in lines], strict=True))]
    named = []
    for one in found:
        words = f"{one.rule}: {one.reason}".rstrip(": ") if one.rule else f"`{one.build}` on {one.given}"
        named.append(f"- {one.target.path}: {words}")
    return "\n".join([_table(head, [*lines, total], len(head) - 1), "", *named])


def headline(rows: Sequence[LibraryRow], with_backward: bool) -> str:
    """The share that is verified, and the median time, in a line."""
    if not rows:
        return "nothing was translated"
    wanted = TRACED if any(row.status == TRACED for row in rows) else VERIFIED

    def share(count: int) -> str:
        return f"{count} of {len(rows)} ({100 * count / len(rows):.0f} %)"

    text = f"{share(sum(row.status == wanted for row in rows))} {wanted}"
    if with_backward:
        text += f", {share(sum(row.is_whole for row in rows))} with the backward in Triton and right"
    return f"{text}; median {median(row.seconds for row in rows):.0f} s"


def library_markdown(record: dict, rows: Sequence[LibraryRow], left_out: str) -> str:
    """The measurement as Markdown; left_out: the section of what is not taken, or ""."""
    with_backward = record["backward"]
    facts = [f"- {name}: {value}" for name, value in record.items() if not isinstance(value, (list, dict))]
    for words in ("libraries", "not installed", "not imported", "ended with the run"):
        named = ", ".join(f"{name} {text}".strip() for name, text in record.get(words, {}).items())
        facts.append(f"- {words}: {named or 'none'}")
    parts = [
        "# Layers and networks of ordinary libraries",
        "\n".join(facts),
        f"**{headline(rows, with_backward)}.**",
        EXPLANATION,
        counts_table(rows, with_backward),
        "## Causes",
        causes_table(rows),
        "## Rows",
        rows_table(rows),
    ]
    if left_out:
        parts += ["## Not taken", left_out]
    return "\n\n".join(parts) + "\n"


def chart_of_library_rows(rows: Sequence[LibraryRow]):
    """A figure with a bar a library or architecture: how many of its rows have each status."""
    groups = rows_by_group(rows)
    figure, [[axes]] = new_figure(1, 1, (8.2, 0.3 * len(groups) + 1.8))
    starts = [0] * len(groups)
    for status, (color, hatch) in STYLES.items():
        widths = [sum(row.status == status for row in group) for group in groups.values()]
        if any(widths):
            axes.barh(
                list(groups), widths, left=starts, label=status, color=color, hatch=hatch, edgecolor="white"
            )
            starts = [start + width for start, width in zip(starts, widths)]
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("layers, functions or networks")
    round_ticks(axes.xaxis, whole=True)
    figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    return figure
