"""Figures of operators.py, and what is written of them: rows, totals and docs/operators.md."""

import collections
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from operator_bounds import NO_KERNEL, is_for_kernels
from operator_samples import COUNTED, OperatorClass

COLUMNS = 110


@dataclass(frozen=True)
class OperatorFigures:
    """How many samples of an operator have each status, and the most frequent reason where one has."""

    operator: str
    dtype: str
    drawn: int
    statuses: dict[str, int]
    reason: str
    backward: dict[str, int]
    backward_reason: str
    errors: dict[str, int]
    failure: str
    of_kernels: int = 0  # samples that count and that a kernel can do, in Triton or not (operator_bounds.py)
    kernels: int = 0  # of them, those in Triton

    @property
    def samples(self) -> int:
        """Those that count."""
        return sum(self.statuses.get(status, 0) for status in COUNTED)

    @property
    def translated(self) -> int:
        """Those that are in Triton as a whole."""
        return self.statuses.get("triton", 0)

    @property
    def status(self) -> str:
        """triton: all samples; part: some, or some of each; pytorch, refused, wrong; "": none counts."""
        if not self.samples:
            return ""
        if self.translated == self.samples:
            return "triton"
        if self.translated or self.statuses.get("part"):
            return "part"
        if self.statuses.get("wrong"):
            return "wrong"
        return "pytorch" if self.statuses.get("pytorch") else "refused"


def _most_frequent(reasons: Iterable[str]) -> str:
    counted = collections.Counter(filter(None, reasons))
    return max(counted, key=lambda reason: (counted[reason], reason), default="")


def figures_of(found: OperatorClass) -> OperatorFigures:
    """The figures of an operator's samples."""
    gradients = [sample for sample in found.samples if sample.backward]
    possible = [sample for sample in found.counted if is_for_kernels(found.operator, sample.reason)]
    return OperatorFigures(
        found.operator,
        found.dtype,
        found.drawn,
        dict(collections.Counter(sample.status for sample in found.samples)),
        _most_frequent(sample.reason for sample in found.counted),
        dict(collections.Counter(sample.backward for sample in gradients)),
        _most_frequent(sample.backward_reason for sample in gradients),
        dict(collections.Counter(found.errors)),
        found.failure,
        len(possible),
        sum(sample.status == "triton" for sample in possible),
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def _share(part, whole):
    return f"{part / whole:.1%}" if whole else "-"


def totals(figures: Sequence[OperatorFigures]) -> str:
    """A table: samples by status, of every dtype."""
    rows = []
    for dtype in dict.fromkeys(one.dtype for one in figures):
        own = [one for one in figures if one.dtype == dtype]
        counts = collections.Counter()
        for one in own:
            counts.update(one.statuses)
        whole = sum(one.status == "triton" for one in own)
        samples = sum(one.samples for one in own)
        translated = sum(one.translated for one in own)
        possible = sum(one.of_kernels for one in own)
        kernels = sum(one.kernels for one in own)
        operators = sum(bool(one.samples) for one in own)
        shares = (samples, _share(translated, samples), possible, _share(kernels, possible))
        rows.append((dtype, operators, whole, *shares, *(counts[s] for s in COUNTED)))
    head = ("dtype", "operators", "whole", "samples", "share", "possible", "share", *COUNTED)
    backward = collections.Counter()
    errors = collections.Counter()
    for one in figures:
        backward.update(one.backward)
        errors.update(one.errors)
    statuses = [status for status in COUNTED if status != "wrong"]
    gradients = _table(
        ("gradients of", *statuses), [(sum(backward.values()), *(backward[status] for status in statuses))]
    )
    refused = _table(
        ("calls that PyTorch refuses", "same error", "another", "none"),
        [(sum(errors.values()), errors["same"], errors["other"], errors["none"])],
    )
    tables = [_table(head, rows), gradients * bool(backward), refused * bool(errors)]
    return "\n\n".join(filter(None, tables))


def markdown_rows(figures: Sequence[OperatorFigures]) -> str:
    """A row an operator."""
    rows = []
    for one in figures:
        backward = ", ".join(f"{count} {status}" for status, count in sorted(one.backward.items()))
        reason = (one.reason or one.backward_reason or one.failure).replace("|", "\\|")
        rows.append(
            (f"`{one.operator}`", one.dtype, one.status or "-", one.translated, one.samples, backward, reason)
        )
    return _table(("operator", "dtype", "status", "in Triton", "of", "gradients", "reason"), rows) + "\n"


# ---- docs/operators.md ---------------------------------------------------------------------------


def merged(figures: Iterable[OperatorFigures]) -> list[OperatorFigures]:
    """One of each operator, in alphabetic order: the variants of its samples together."""
    groups = collections.defaultdict(list)
    for one in figures:
        groups[one.operator.split(":")[0]].append(one)
    found = []
    for name, group in sorted(groups.items()):
        counts = {}
        for field in ("statuses", "backward", "errors"):
            counts[field] = dict(
                sum((collections.Counter(getattr(one, field)) for one in group), collections.Counter())
            )
        reasons = {
            field: _most_frequent(getattr(one, field) for one in group)
            for field in ("reason", "backward_reason", "failure")
        }
        sums = {
            field: sum(getattr(one, field) for one in group) for field in ("drawn", "of_kernels", "kernels")
        }
        found.append(OperatorFigures(operator=name, dtype=group[0].dtype, **sums, **counts, **reasons))
    return found


# Reasons that are a sentence of PyTorch's or of the front end -> what the page calls them, in this order.
_KINDS = {
    "draws random numbers": "draws random numbers",
    "complex numbers": "complex numbers",
    "no Triton form": "no Triton form",
    "depend on the data": "sizes or a branch depend on the data",
    "depends on the data": "sizes or a branch depend on the data",
    "depends on the strides": "depends on the strides",
    "returns": "returns no tensor",
    "sparse": "sparse tensors",
    "no trace within": "no trace within the time limit",
}


def kind_of(reason: str) -> str:
    """A reason in the words of the page."""
    return next((kind for text, kind in _KINDS.items() if text in reason), reason or "no sample counts")


def _short(name: str) -> str:
    return name.replace("nn.functional.", "F.")


def named(one: OperatorFigures) -> str:
    """An operator as the page names it, its share of samples where that is neither all nor none."""
    share = f" {one.translated}/{one.samples}" if one.status == "part" else ""
    gradients = any(status != "triton" for status in one.backward)
    return f"{_short(one.operator)}{'*' * gradients}{share}"


def _paragraph(names: Sequence[str]) -> str:
    lines = textwrap.wrap(", ".join(f"`{name}`" for name in names), COLUMNS, break_long_words=False)
    return "\n".join(lines)


def _section(title: str, groups: dict[str, list[str]]) -> str:
    count = sum(map(len, groups.values()))
    parts = [f"## {title}: {count}"]
    for heading, names in groups.items():
        parts.append(f"{heading} ({len(names)}):" if heading else "")
        parts.append(_paragraph(names))
    return "\n\n".join(filter(None, parts))


def _by_reason(figures: Iterable[OperatorFigures]) -> dict[str, list[str]]:
    groups = collections.defaultdict(list)
    for one in figures:
        groups[kind_of(one.reason)].append(named(one))
    return dict(sorted(groups.items(), key=lambda item: -len(item[1])))


def sections(figures: Sequence[OperatorFigures]) -> dict[str, dict[str, list[str]]]:
    """{title: {heading: operators}} of float32, as the page has them."""
    every = merged(one for one in figures if one.dtype == "float32")
    status = {one.operator: one.status for one in every}

    def having(*statuses):
        return [one for one in every if status[one.operator] in statuses]

    return {
        "In Triton": {"": [named(one) for one in having("triton")]},
        "In Triton in part, or for some samples": {"": [named(one) for one in having("part")]},
        "By PyTorch": _by_reason(having("pytorch")),
        "Refused": _by_reason(having("refused")),
        "Wrong": _by_reason(having("wrong")),
        "Without a sample that counts": {"": [named(one) for one in having("")]},
    }


INTRODUCTION = """\
# Operators: what is in Triton

This page is generated: `python benchmarks/operators.py --page`. The list of operators, and the samples of
each, are PyTorch's own: its database of operators (OpInfo), and that of modules for `torch.nn`. Every sample
is traced as a program of that one call, up to {samples} of an operator, drawn by seed {seed}; what its graph
computes is compared with PyTorch: values, shapes and dtypes. "In Triton" means that everything it computes is
in the vocabulary from which prompts are made; whether the model answers a prompt is another figure. The
samples are a development set: what was missing there guided what was written.

`F.` is `torch.nn.functional`. A fraction says how many of the samples are in Triton{gradients}.
"""
BOUNDS = """\
"Possible" are the samples of deterministic operators that a kernel can do, all but: samples that draw
random numbers; {reasons}. `benchmarks/operator_bounds.py` names the operators; what is merely missing counts.
"""
_GRADIENTS = "; after a `*`\nPyTorch computes some of the traced gradients, or all"


def _answers(record: dict) -> str:
    found = record.get("answers")
    if not found:
        return ""
    return (
        f"Of {found['prompts asked']} different prompts of randomly drawn operators the released weights "
        f"answer {found['prompts right']} within {found['candidates']} candidates; all prompts of "
        f"{found['operators asked']} operators were asked, of {found['operators right']} all are right."
    )


def page(figures: Sequence[OperatorFigures], record: dict) -> str:
    """docs/operators.md."""
    settings = record["settings"]
    gradients = _GRADIENTS * any(one.backward for one in figures)
    introduction = INTRODUCTION.format(
        samples=settings["samples"], seed=settings["seed"], gradients=gradients
    )
    bounds = BOUNDS.format(reasons="; ".join(NO_KERNEL))
    parts = [introduction, "\n".join(textwrap.wrap(bounds, COLUMNS)), totals(figures)]
    parts.append("\n".join(textwrap.wrap(_answers(record), COLUMNS)))
    parts.append(f"Measured {record['date'][:10]}: {record['device']}, torch {record['torch']}.")
    parts += [_section(title, groups) for title, groups in sections(figures).items() if any(groups.values())]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"
