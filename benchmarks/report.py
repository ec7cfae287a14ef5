"""The figures of an evaluation, as tables, as Markdown and as a chart."""

from collections.abc import Iterable
from statistics import fmean

from sets import MANY_TENSORS, SPLITS, Row, held_out_pairs

from python_to_triton.inference import pass_at
from triton_ops.charts import OTHER, OURS, REFERENCE, SLOWER, new_figure, round_ticks

STAGE_MARKS = {  # {stage: (mark, size, colour of its edge, whether it is filled)}
    "written": ("s", 90, OTHER, False),
    "first": ("o", 40, OURS, True),
    "samples": ("D", 60, SLOWER, False),
    "smaller": ("|", 160, REFERENCE, True),
}
SPLIT_WORDS = {"test_parameters": "unseen parameters", "test_combinations": "unseen combinations"}
EXPLANATION = """\
In percent. First answer: the first candidate that is run; a task passes if every region does and so do all of
them, stitched together. As written: of what is written greedily, before a candidate that cannot be right by
its text makes way for another. One of N: at most N candidates a region. In smaller regions: where all of them
failed, also N to each smaller piece. At own sizes: of verified answers, by a GPU. pass@k with a temperature:
the unbiased estimate from answers all drawn there, regions one by one. Compiles: of verified answers, for
sm_80 and sm_90. > eager, > compile: of timed ones, faster. A stage that did not end gives no column."""


def mean_percent(values: Iterable) -> float | None:
    """Mean of shares or of booleans in percent, None left out; None where there are no values."""
    known = [value for value in values if value is not None]
    return 100 * fmean(known) if known else None


def stage_columns(samples: int) -> dict[str, str]:
    """{column: stage of the evaluation}."""
    return {
        "first answer": "first",
        "as written": "written",
        f"one of {samples}": "samples",
        "in smaller regions": "smaller",
    }


def figures(rows: list[Row], record: dict) -> dict[str, float | None]:
    """{column: figure} of some rows: percentages and two counts; None where no row has one."""
    temperature = record["temperature"]
    drawn = [row for row in rows if row.draws]
    timed = [row.proof for row in rows if row.proof.get("triton_ms")]
    found = {
        "prompts": len(rows),
        "traced": mean_percent(bool(row.prompts) for row in rows),
        "parses": mean_percent(row.parses if row.verified else None for row in rows),
    }
    for column, stage in stage_columns(record["samples"]).items():
        found[column] = mean_percent(row.verified.get(stage) for row in rows)
    found["compiles"] = mean_percent(None if row.compiles is None else not row.compiles for row in rows)
    for k in (1, 10):
        if k <= record["draws"]:
            found[f"pass@{k}, T={temperature:g}"] = mean_percent(pass_at(k, row.draws) for row in drawn)
    found["at own sizes"] = mean_percent(row.proof.get("ok") for row in rows)
    found["timed"] = len(timed)
    for column, name in (("> eager", "torch_ms"), ("> compile", "compile_ms")):
        compared = [proof for proof in timed if proof[name] is not None]
        found[column] = mean_percent(proof["triton_ms"] < proof[name] for proof in compared)
    return found


def grouped(rows: list[Row], field: str) -> dict[str, list[Row]]:
    """{value of a field: its rows}, sorted."""
    values = sorted({getattr(row, field) for row in rows})
    return {value: [row for row in rows if getattr(row, field) == value] for value in values}


def groups_of(rows: list[Row]) -> dict[str, list[Row]]:
    """{label: rows}: headline, what it leaves out, all tasks, their regions, random programs, both splits."""
    tasks = [row for row in rows if row.suite == "tasks"]
    regions = [row for row in rows if row.suite == "regions"]
    programs = [row for row in rows if row.suite == "programs"]
    known = [row for row in tasks if row.trained is not None]
    groups = {
        "headline": [row for row in known if not row.trained],
        "some regions trained on": [row for row in known if 0 < row.trained < len(row.prompts)],
        "all regions trained on": [row for row in known if 0 < row.trained == len(row.prompts)],
        "all tasks": tasks,
        f"tasks of {MANY_TENSORS} and more tensors": [row for row in tasks if row.joins_many],
        "regions not trained on": [row for row in regions if row.trained == 0],
        "regions trained on": [row for row in regions if row.trained],
        "random programs": programs,
        "random programs not trained on": [row for row in programs if row.trained == 0],
        f"random programs of {MANY_TENSORS} and more tensors": [row for row in programs if row.joins_many],
        "random programs of every dtype": [row for row in programs if row.in_every_dtype],
    }
    for split in SPLITS:
        groups[split] = [row for row in rows if row.suite == split]
    return groups


def groups_of_pairs(rows: list[Row]) -> dict[str, list[Row]]:
    """{held-out pair of operations: its rows}, the largest first; a row with two such pairs is in both."""
    groups = {}
    for row in rows:
        if row.suite == "test_combinations":
            for pair in held_out_pairs(row.prompts[0]):
                groups.setdefault(pair, []).append(row)
    return dict(sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])))


def figures_of(groups: dict[str, list[Row]], record: dict) -> dict[str, dict[str, float | None]]:
    """{label: figures} of the groups that have rows."""
    return {label: figures(rows, record) for label, rows in groups.items() if rows}


def table(groups: dict[str, list[Row]], record: dict, mean_label: str = "") -> str:
    """A Markdown table of {label: rows}, without columns of which nothing is known.

    `mean_label`: a last line with that label is the mean of the lines above, whatever their number of rows.
    """
    lines = figures_of(groups, record)
    columns = [column for column in figures([], record) if any(line[column] for line in lines.values())]
    if mean_label and lines:
        known = {
            column: [line[column] for line in lines.values() if line[column] is not None]
            for column in columns
        }
        lines[mean_label] = {column: fmean(values) for column, values in known.items()}
    cells = [["", *columns], ["---"] + ["---:"] * len(columns)]
    for label, line in lines.items():
        cells.append(
            [label, *("-" if line[column] is None else f"{round(line[column], 1):g}" for column in columns)]
        )
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def write_up(record: dict, rows: list[Row], counts_only: bool = False) -> str:
    """The evaluation as Markdown; with `counts_only` without names and reasons."""
    groups = groups_of(rows)
    headline, tasks = groups["headline"], groups["all tasks"]
    pairs = groups_of_pairs(rows)
    trained = [
        f"- {row.family}/{row.name}: {row.trained} of {len(row.prompts)}" for row in tasks if row.trained
    ]
    failed = [
        row for row in tasks if not any(row.verified.get(stage) for stage in ("first", "samples", "smaller"))
    ]
    wrong = [row for row in tasks if row.proof and not row.proof["ok"]]
    sections = {
        "Summary": [table(groups, record)],
        "Headline by family": [table(grouped(headline, "family"), record)],
        "Headline by form": [table(grouped(headline, "form"), record)],
        "All tasks by family": [table(grouped(tasks, "family"), record)],
        "Unseen combinations by pair of operations": [table(pairs, record, f"mean over {len(pairs)} pairs")],
        "Tasks without a verified answer": [f"- {row.family}/{row.name}: {row.reason}" for row in failed],
        "Tasks whose verified answer is wrong at their own sizes": [
            f"- {row.family}/{row.name}: {row.proof['reason']}" for row in wrong
        ],
        "Tasks with regions that the training split has": trained,
    }
    lines = [
        "# Evaluation of the translator",
        "",
        *(f"- {name}: {value}" for name, value in record.items()),
        "",
    ]
    if any(row.trained is not None for row in tasks):
        counted = f"{len(trained)} of {len(tasks)} tasks have a region that the training split has"
        known = f"{counted}, letter for letter: they are named at the end and not in the headline."
    else:
        known = "What was trained on is not known: there was no corpus."
    lines += [EXPLANATION, known]
    for title, body in list(sections.items())[: 1 if counts_only else None]:
        lines += ["", f"## {title}", "", *body]
    return "\n".join([*lines, ""])


def chart_of_stages(record: dict, rows: list[Row]):
    """A figure of the share that is verified: a row for the headline, each of its families and both splits, a
    mark a stage. Where nothing is known of what was trained on all tasks are the headline. None before a
    stage has ended.
    """
    groups = groups_of(rows)
    is_known = any(row.trained is not None for row in groups["all tasks"])
    label, tasks = ("tasks not trained on", "headline") if is_known else ("tasks", "all tasks")
    shown = {label: groups[tasks]} | grouped(groups[tasks], "family")
    shown |= {SPLIT_WORDS[split]: groups[split] for split in SPLITS}
    found = {f"{label} ({len(rows)})": figures(rows, record) for label, rows in shown.items() if rows}
    stages = stage_columns(record["samples"])
    columns = [column for column in stages if any(line[column] is not None for line in found.values())]
    if not columns:
        return None
    figure, [[axes]] = new_figure(1, 1, (8.6, 0.32 * len(found) + 2))
    for place, line in enumerate(found.values()):
        values = [line[column] for column in columns if line[column] is not None]
        axes.plot([min(values), max(values)], [place, place], color="#c8cdd2", linewidth=2, zorder=1)
    for column in columns:
        mark, size, color, is_filled = STAGE_MARKS[stages[column]]
        values = [line[column] for line in found.values()]
        axes.scatter(
            values, range(len(found)), s=size, marker=mark, linewidths=1.6, label=column, zorder=2,
            color=color, facecolors=color if is_filled else "none",
        )  # fmt: skip
    axes.set_yticks(range(len(found)), found)
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    axes.set(xlabel="verified (% of the tasks or prompts, whose number is in brackets)", xlim=(0, 102))
    axes.set_title(
        f"model {record['model']}, {record['device']}, {record['date'][:10]}", fontsize=10, loc="left"
    )
    axes.grid(axis="x", color="#e6e9ec")
    round_ticks(axes.xaxis)
    figure.legend(loc="outside lower center", ncols=len(columns), frameon=False, fontsize=9)
    return figure
