"""Figures of operators.py, and what is written of them: rows, totals and docs/operators.md."""

import collections
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from operator_samples import COUNTED, TRANSLATED, OperatorClass

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

    @property
    def samples(self) -> int:
        """Those that count."""
        return sum(self.statuses.get(status, 0) for status in COUNTED)

    @property
    def translated(self) -> int:
        """Those that are in Triton as a whole."""
        return sum(self.statuses.get(status, 0) for status in TRANSLATED)

    @property
    def status(self) -> str:
        """triton, view: all samples; part: some, or some of each; pytorch, refused: none; "": none counts."""
        if not self.samples:
            return ""
        if self.statuses.get("view") == self.samples:
            return "view"
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
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def totals(figures: Sequence[OperatorFigures]) -> str:
    """A table: samples by status, of every dtype."""
    rows = []
    for dtype in dict.fromkeys(one.dtype for one in figures):
        own = [one for one in figures if one.dtype == dtype]
        counts = collections.Counter()
        for one in own:
            counts.update(one.statuses)
        whole = sum(one.status in TRANSLATED for one in own)
        samples = sum(one.samples for one in own)
        translated = sum(one.translated for one in own)
        share = f"{translated / samples:.1%}" if samples else "-"
        rows.append(
            (
                dtype,
                sum(bool(one.samples) for one in own),
                whole,
                samples,
                share,
                *(counts[s] for s in COUNTED),
            )
        )
    head = ("dtype", "operators", "whole", "samples", "in Triton", *COUNTED)
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
    return "\n\n".join((_table(head, rows), gradients, refused))


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


def page(figures: Sequence[OperatorFigures], record: dict) -> str:
    """docs/operators.md."""
    return ""
