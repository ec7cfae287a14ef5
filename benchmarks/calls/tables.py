"""The figures of many calls: by kind, by family, the misses one by one, and a chart."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from calls.data import Call
from calls.verdicts import VERDICTS, Outcome
from triton_ops.charts import HATCH, OTHER, OURS, REFERENCE, SLOWER, new_figure, round_ticks

STYLES = {  # {verdict: (colour, hatching)}
    "right": (OURS, ""),
    "refused": (OTHER, ""),
    "timeout": ("#c9a227", "..."),
    "crash": (REFERENCE, "xxx"),
    "wrong": (SLOWER, HATCH),
}


@dataclass(frozen=True)
class Made:
    """A call that was made, and what became of it."""

    call: Call
    outcome: Outcome
    seconds: float

    @property
    def family(self) -> str:
        """The program's folder: tasks/conv."""
        return self.call.program.rpartition("/")[0]


def counts(rows: Iterable[Made]) -> Counter:
    """{verdict: number} of some calls."""
    return Counter(row.outcome.verdict for row in rows)


def line_of(label: str, rows: Sequence[Made]) -> list[str]:
    """The cells of a line: calls, then each verdict, then the share that is right, without skipped ones."""
    found = counts(rows)
    compared = len(rows) - found["skipped"]
    share = f"{100 * found['right'] / compared:.1f}" if compared else "-"
    return [label, str(len(rows)), *(str(found[verdict]) for verdict in VERDICTS), share]


def markdown(label: str, groups: dict[str, list[Made]]) -> str:
    """A Markdown table of {label: calls}, with a last line for all of them."""
    cells = [[label, "calls", *VERDICTS, "right %"]]
    cells.append(["---"] + ["---:"] * (len(cells[0]) - 1))
    cells += [line_of(name, rows) for name, rows in groups.items()]
    cells.append(line_of("all", [row for rows in groups.values() for row in rows]))
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def grouped_by(rows: Sequence[Made], key: str) -> dict[str, list[Made]]:
    """{kind or family: its calls}; kinds in the order of their first call, families sorted."""
    groups = {}
    for row in rows:
        groups.setdefault(row.call.kind if key == "kind" else row.family, []).append(row)
    return dict(sorted(groups.items()))


def signature(row: Made) -> tuple[str, str, str]:
    """What a miss has in common with others: kind, verdict, and the reason without numbers and shapes."""
    reason = re.sub(r"\d[\d.e+-]*", "N", row.outcome.reason)
    return row.call.kind, row.outcome.verdict, re.sub(r"\([N, ]*\)", "(...)", reason)[:100]


def misses(rows: Sequence[Made], sizes: dict[str, int]) -> list[str]:
    """Lines of Markdown: every way to miss, how often, and the smallest program that shows it.

    `sizes` {program: length of its text}.
    """
    groups = {}
    for row in rows:
        if row.outcome.verdict not in ("right", "skipped", "refused"):
            groups.setdefault(signature(row), []).append(row)
    lines = []
    for (kind, verdict, _), found in sorted(groups.items(), key=lambda item: -len(item[1])):
        first = min(found, key=lambda row: (sizes.get(row.call.program, 0), row.call.name))
        lines.append(f"- {len(found)} x {verdict}, {kind}: `{first.call.program}`, {first.call.detail}")
        lines.append(f"  - {first.outcome.reason}")
    return lines


def write_tables(rows: Sequence[Made], record: dict, sizes: dict[str, int]) -> str:
    """All figures as Markdown."""
    found = counts(rows)
    refused = grouped_by([row for row in rows if row.outcome.verdict == "refused"], "kind")
    sections = {
        "By kind": [markdown("kind", grouped_by(rows, "kind"))],
        "By family": [markdown("family", grouped_by(rows, "family"))],
        "Misses": misses(rows, sizes) or ["None."],
        "What is refused": [
            f"- {len(group)} x {kind}, for example `{group[0].call.program}`, {group[0].call.detail}: "
            f"{group[0].outcome.reason}"
            for kind, group in refused.items()
        ],
    }
    lines = ["# Variations of calls", "", *(f"- {name}: {value}" for name, value in record.items()), ""]
    lines.append(f"{len(rows)} calls: " + ", ".join(f"{found[verdict]} {verdict}" for verdict in VERDICTS))
    for title, body in sections.items():
        lines += ["", f"## {title}", "", *body]
    return "\n".join([*lines, ""])


def chart_of_kinds(rows: Sequence[Made], title: str):
    """A figure with a bar a kind, divided into verdicts; what is not right is hatched."""
    groups = grouped_by([row for row in rows if row.outcome.verdict != "skipped"], "kind")
    labels = [f"{kind} ({len(group)})" for kind, group in groups.items()]
    figure, [[axes]] = new_figure(1, 1, (9, 1.6 + 0.32 * len(labels)))
    left = [0.0] * len(labels)
    for verdict, (color, hatch) in STYLES.items():
        shares = [100 * counts(group)[verdict] / len(group) for group in groups.values()]
        axes.barh(labels, shares, left=left, color=color, hatch=hatch, edgecolor="white", label=verdict)
        left = [a + b for a, b in zip(left, shares, strict=True)]
    axes.set(xlabel="share of the calls (%), whose number is in brackets", xlim=(0, 100))
    axes.set_title(title, fontsize=10, loc="left")
    axes.invert_yaxis()
    round_ticks(axes.xaxis)
    figure.legend(ncols=len(STYLES), loc="outside lower center", frameon=False)
    return figure
