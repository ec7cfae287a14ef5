"""What speed.py found, as a Markdown table by kind, JSON and a chart."""

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import geometric_mean

from triton_ops.charts import (
    FASTER_MARK,
    OURS,
    SLOWER,
    SLOWER_MARK,
    label_ratios,
    new_figure,
    ratio_axis,
    ratio_dots,
    save_figure,
)
from triton_ops.files import replacing

SETTINGS = "settings"  # the key of a journal's line that is no program's
DRAWN = "random-"  # how the name of a set begins that was drawn; its seed follows
GROUPS = ("single operation", "fusion", "whole program")
UNCOUNTED = ("view", "no sizes")  # nothing is to be timed, or at no known sizes
SLOW_KIND = 0.95
SUSPICIOUS = 10.0
HELD_OUT = "Drawn by its seed; held out as long as no failure in it has guided a change."
NOTES = """Times are medians of one interleaved race a program, of the device alone, with a cold L2, at its
own sizes; the outputs are compared before and after. A program without a verified answer, or without times,
is not faster. Geometric means are over the programs that were timed. The tuned answer is the first one where
no other was found; "with rules" it may also have a region that rules write, as where a user's file is tuned.
Views and programs without sizes are left out, and so is what the minutes did not reach.
"Called" is by the host's clock, of a call among many that follow each other: the first answer without its
guards against eager PyTorch. There small programs wait for the host, which launches their kernels."""


def ratio(row: dict, baseline: str, ours: str) -> float | None:
    """A speedup of a row; None where one of both times is missing."""
    above = row.get(f"{baseline}_ms")
    below = row.get(f"{ours}_ms")
    return above / below if above and below else None


def known_ratios(rows: Sequence[dict], baseline: str, ours: str) -> list[float]:
    """The speedups of the rows that were timed."""
    found = [ratio(row, baseline, ours) for row in rows if row.get("status") == "timed"]
    return [one for one in found if one]


def speed_figures(rows: Sequence[dict]) -> dict[str, float | None]:
    """The figures of some rows: numbers, shares of all in per cent, geometric means."""
    counted = [row for row in rows if row.get("status") not in UNCOUNTED]
    ratios = {
        (baseline, ours): known_ratios(counted, baseline, ours)
        for baseline in ("eager", "compile")
        for ours in ("first", "tuned", "rules")
    }
    called = known_ratios(counted, "eager_call", "first_call")
    share = lambda found: 100 * sum(one > 1 for one in found) / len(counted) if counted else None
    mean = lambda found: geometric_mean(found) if found else None
    return {
        "programs": len(counted),
        "verified": sum(bool(row.get("verified")) for row in counted),
        "timed": sum(row.get("status") == "timed" for row in counted),
        "first faster %": share(ratios["eager", "first"]),
        "tuned faster %": share(ratios["eager", "tuned"]),
        "first x eager": mean(ratios["eager", "first"]),
        "tuned x eager": mean(ratios["eager", "tuned"]),
        "first x compile": mean(ratios["compile", "first"]),
        "tuned x compile": mean(ratios["compile", "tuned"]),
        "with rules faster %": share(ratios["eager", "rules"]),
        "with rules x eager": mean(ratios["eager", "rules"]),
        "with rules x compile": mean(ratios["compile", "rules"]),
        "called faster %": share(called),
        "called x eager": mean(called),
    }


def cell(value: float | None) -> str:
    """A figure in a table."""
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.2f}"


def speed_table(groups: dict[str, list[dict]]) -> str:
    """A Markdown table of {label: rows}."""
    columns = list(speed_figures([]))
    lines = [["", *columns], ["---"] + ["---:"] * len(columns)]
    lines += [[label, *map(cell, speed_figures(rows).values())] for label, rows in groups.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def by_field(rows: Sequence[dict], name: str) -> dict[str, list[dict]]:
    """{value of a field: rows}, sorted."""
    found = {}
    for row in rows:
        found.setdefault(str(row.get(name) or "unknown"), []).append(row)
    return dict(sorted(found.items()))


def by_group(rows: Sequence[dict]) -> dict[str, list[dict]]:
    """{group: rows}, those of GROUPS first, and all of them last."""
    groups = by_field(rows, "group")
    names = (*GROUPS, *sorted(groups.keys() - set(GROUPS)))
    return {name: groups[name] for name in names if name in groups} | {"all": list(rows)}


def explanation(row: dict) -> str:
    """Why a speedup may be as large as it is, as far as that is known of the row."""
    speedup = ratio(row, "eager", "tuned") or 0.0
    roofline = row.get("roofline_ms")
    notes = []
    if roofline and row["tuned_ms"] < 0.8 * roofline:
        notes.append(f"faster than a copy of its bytes ({roofline:.4g} ms): examine")
    traffic = row.get("traffic")
    if traffic and traffic > 2:
        notes.append(f"eager materialises: it moves {traffic:.0f} times the bytes of arguments and results")
    compiled = ratio(row, "compile", "tuned")
    if compiled and compiled < speedup / 3:
        notes.append(f"torch.compile, too, is {speedup / compiled:.1f}x faster than eager")
    return "; ".join(notes) or "no reason known: examine"


def suspicious_lines(rows: Sequence[dict]) -> list[str]:
    """A line a row whose speedup over eager is above SUSPICIOUS."""
    lines = []
    for row in rows:
        found = [ratio(row, "eager", ours) for ours in ("first", "tuned")]
        best = max((one for one in found if one), default=0.0)
        if best > SUSPICIOUS:
            lines.append(
                f"- {row['key']}: {best:.1f}x ({row['eager_ms']:.4g} ms to {row['tuned_ms']:.4g} ms); "
                f"{explanation(row)}"
            )
    return lines


def slow_kinds(rows: Sequence[dict]) -> list[str]:
    """A line a kind whose geometric mean is below SLOW_KIND."""
    lines = []
    for kind, members in by_field(rows, "kind").items():
        means = {name: speed_figures(members)[f"{name} x eager"] for name in ("first", "tuned")}
        slow = [f"{name} {mean:.2f}" for name, mean in means.items() if mean and mean < SLOW_KIND]
        if slow:
            lines.append(f"- {kind}: {', '.join(slow)}")
    return lines


def read_journals(folder: Path) -> tuple[list[dict], list[dict]]:
    """(settings of each journal of a folder, rows with their keys). ValueError where there is none.

    Of a program that several journals have, the last by name counts. A line that a kill cut short has no row.
    """
    paths = sorted(folder.glob("speed-*.jsonl"))
    if not paths:
        raise ValueError(f"there is no speed-*.jsonl in {folder}")
    settings = []
    rows = {}
    for path in paths:
        for line in path.read_text().split("\n"):
            try:
                found = json.loads(line)
            except ValueError:
                continue
            settings += [found.pop(SETTINGS)] if SETTINGS in found else []
            rows |= {key: row | {"key": key} for key, row in found.items()}
    return settings, list(rows.values())


def unreached_text(settings: Sequence[dict], rows: Sequence[dict]) -> str:
    """How many programs have no row, for want of time."""
    wanted = sum(one.get("programs", 0) for one in settings)
    return f"{max(0, wanted - len(rows))} of {wanted} programs were not reached."


def crash_lines(rows: Sequence[dict]) -> list[str]:
    """A line for each crash of a program beside its translation; the row has the stack."""
    return [
        f"- {row['key']}: {crash.partition(chr(10))[0]}; then {row.get('status')}"
        for row in rows
        for crash in row.get("crashes") or ()
    ]


def held_out_sections(rows: Sequence[dict]) -> dict[str, list[str]]:
    """A section for each set that a seed drew."""
    return {
        f"Held-out set {name}": [HELD_OUT, "", speed_table(by_group(members) | by_field(members, "kind"))]
        for name, members in by_field(rows, "suite").items()
        if name.startswith(DRAWN)
    }


def speed_page(settings: Sequence[dict], rows: Sequence[dict]) -> str:
    """The report as Markdown."""
    uncounted = [row for row in rows if row.get("status") in UNCOUNTED]
    bad = [row for row in rows if row.get("status") not in ("timed", *UNCOUNTED)]
    slower = [row for row in rows if (ratio(row, "eager", "tuned") or 1.0) < SLOW_KIND]
    slower.sort(key=lambda row: ratio(row, "eager", "tuned"))
    sections = {
        "Totals": [speed_table(by_group(rows))],
        **held_out_sections(rows),
        "By kind": [speed_table(by_field(rows, "kind"))],
        f"Kinds below {SLOW_KIND}": slow_kinds(rows),
        f"Above {SUSPICIOUS:g}x": suspicious_lines(rows),
        "Slower than eager": [
            f"- {row['key']}: {ratio(row, 'eager', 'tuned'):.3f}x, "
            f"first {ratio(row, 'eager', 'first'):.3f}x, eager {row['eager_ms']:.4g} ms"
            for row in slower
        ],
        "Judged again": crash_lines(rows),
        "Not timed": [f"- {row['key']}: {row.get('status')}: {row.get('reason')}" for row in bad],
        "Not tuned": [
            f"- {row['key']}: {row['tuning_reason']}"
            for row in rows
            if row.get("tuning_reason") not in (None, "", "the first answer stays")
        ],
        "Left out": [f"- {row['key']}: {row.get('status')}" for row in uncounted],
    }
    if len({row.get("suite") for row in rows}) > 1:
        sections["By set"] = [speed_table(by_field(rows, "suite"))]
    lines = ["# Speed of answers", "", NOTES, ""]
    lines += [f"- {'; '.join(f'{name}: {value}' for name, value in one.items())}" for one in settings]
    lines += ["", unreached_text(settings, rows)]
    for title, body in sections.items():
        lines += ["", f"## {title}", "", *(body or ["None."])]
    return "\n".join([*lines, ""])


def chart_of_kinds(rows: Sequence[dict]):
    """A figure with a row a kind, the fastest on top, its geometric mean at the right; None without times."""
    kinds = {
        kind: known_ratios(members, "eager", "tuned") for kind, members in by_field(rows, "kind").items()
    }
    kinds = {kind: found for kind, found in kinds.items() if found}
    if not kinds:
        return None
    names = sorted(kinds, key=lambda kind: geometric_mean(kinds[kind]))
    figure, [[axes]] = new_figure(1, 1, (8.2, 0.33 * len(names) + 1.5))
    ratio_axis(axes, [value for name in names for value in kinds[name]], "eager PyTorch")
    for place, name in enumerate(names):
        values = kinds[name]
        axes.plot([min(values), max(values)], [place, place], color="#c8cdd2", linewidth=2, zorder=2)
        ratio_dots(axes, values, place)
    label_ratios(axes, [geometric_mean(kinds[name]) for name in names], "mean")
    axes.set_yticks(range(len(names)), [f"{name.replace('_', ' ')} ({len(kinds[name])})" for name in names])
    axes.set_ylim(-0.7, len(names) - 0.3)
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)
    machine = next((row["machine"].split(",")[0] for row in rows if row.get("machine")), "one GPU")
    axes.set_xlabel(f"speedup: eager PyTorch's time / the written answer's, {machine}")
    for color, mark, label in (
        (OURS, FASTER_MARK, "a program, faster"),
        (SLOWER, SLOWER_MARK, "a program, slower"),
    ):
        axes.scatter([], [], c=color, s=34, marker=mark, label=label)
    axes.legend(loc="lower right", frameon=False, fontsize=9)
    return figure


def write_speed_report(folder: Path) -> str:
    """Writes speed.md, .json and .png of all journals of a folder; the table of totals and kinds as text."""
    settings, rows = read_journals(folder)
    page = speed_page(settings, rows)
    groups = {"all": rows} | by_field(rows, "group") | by_field(rows, "kind")
    figures = {name: speed_figures(members) for name, members in groups.items()}
    with replacing(folder / "speed.md") as partial:
        partial.write_text(page)
    with replacing(folder / "speed.json") as partial:
        partial.write_text(json.dumps({"settings": settings, "figures": figures, "rows": rows}, indent=1))
    figure = chart_of_kinds(rows)
    if figure:
        save_figure(figure, folder / "speed.png", dpi=120)
    table = speed_table(by_field(rows, "kind") | by_field(rows, "group") | {"all": rows})
    return f"{table}\n{unreached_text(settings, rows)}"
