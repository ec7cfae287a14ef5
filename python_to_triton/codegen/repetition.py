"""Repetition: lines that differ by counted numbers alone become loops, and equal items a product.

>>> rolled_lines([f"self.layers[{i}].steps.add_(1)" for i in range(4)])
['for i in range(4):', '    self.layers[i].steps.add_(1)']
>>> rolled_tuple(["(A, 3)", "(A,)"] * 8)
['*((A, 3), (A,)) * 8']
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_LITERAL = re.compile(r'"[^"{}\\]*"')

# The lines of a loop, at most; and how many characters one has to save.
_MOST_LINES = 100
_LEAST_SAVED = 60


@dataclass(frozen=True)
class Repeat:
    """`count` times the lines from `start` to `start + period`, whose numbers grow by `steps`."""

    start: int
    period: int
    count: int
    saved: int  # characters
    steps: tuple[tuple[int, ...], ...]  # of the numbers of each line
    bases: int  # different pairs of a number that grows and its step

    @property
    def end(self) -> int:
        """The line after the last."""
        return self.start + self.period * self.count


def _numbers(line):
    return tuple(map(int, _NUMBER.findall(line)))


def _steps(before, after):
    return tuple(tuple(b - a for a, b in zip(x, y)) for x, y in zip(before, after))


def _times(steps, count):
    """How far numbers have grown after `count` periods."""
    return tuple(tuple(count * step for step in line) for line in steps)


def _grown_numbers(first, steps):
    """[(number in the first period, its step)] of the numbers that grow."""
    pairs = [pair for line, own in zip(first, steps) for pair in zip(line, own)]
    return [(number, step) for number, step in pairs if step]


class _Lines:
    """Lines as what repeats in them: their patterns, with 0 for every number, and these numbers."""

    def __init__(self, lines: Sequence[str]):
        self.patterns = [_NUMBER.sub("0", line) for line in lines]
        self.numbers = list(map(_numbers, lines))
        self.sizes = [len(line) + 1 for line in lines]

    def run(self, start: int, period: int, varied: bool) -> Repeat | None:
        """The longest Repeat of a period from a line; None where the next period is another."""
        patterns = self.patterns[start : start + period]
        first = self.numbers[start : start + period]
        steps = _steps(first, self.numbers[start + period : start + 2 * period])
        if not varied and any(map(any, steps)):
            return None
        count = 1
        for place in range(start + period, len(self.patterns) - period + 1, period):
            own = slice(place, place + period)
            if self.patterns[own] != patterns or _steps(first, self.numbers[own]) != _times(steps, count):
                break
            count += 1
        if count == 1:
            return None
        saved = (count - 1) * sum(self.sizes[start : start + period])
        return Repeat(start, period, count, saved, steps, len(set(_grown_numbers(first, steps))))


def _best_run(lines, varied):
    """The Repeat that reads best; None where none saves enough."""
    known = _Lines(lines)
    found = []
    for start in range(len(lines) - 1):
        for period in range(1, min(_MOST_LINES, (len(lines) - start) // 2) + 1):
            if known.patterns[start] != known.patterns[start + period]:
                continue
            run = known.run(start, period, varied)
            if run and run.saved >= _LEAST_SAVED:
                found.append(run)
    # Many turns of few lines read better than two of many, and what is left may repeat, too.
    most = max((run.saved for run in found), default=0)
    large = [run for run in found if 2 * run.saved >= most]
    return max(large, key=lambda run: (run.count, run.saved, -run.bases), default=None)


def runs(lines: Sequence[str], varied: bool = True) -> list[Repeat | int]:
    """Lines as the runs among them, and the numbers of those between, in order.

    Args:
        varied: whether the numbers in repeated lines may grow.
    """

    def of(first, last):
        run = _best_run(lines[first:last], varied) if last - first > 1 else None
        if run is None:
            return list(range(first, last))
        moved = Repeat(run.start + first, run.period, run.count, run.saved, run.steps, run.bases)
        return [*of(first, moved.start), moved, *of(moved.end, last)]

    return of(0, len(lines))


def _counter(run, lines):
    """(first, step) of what the loop counts: a number that grows by one, if there is one."""
    grown = _grown_numbers(map(_numbers, lines[run.start :]), run.steps)
    if len(set(grown)) == 1 and grown[0][1] > 0:
        return grown[0]
    return next((one for one in grown if one[1] == 1), (0, 1))


def _count_text(run, counter):
    first, step = counter
    stop = first + step * run.count
    if step != 1:
        return f"range({first}, {stop}, {step})"
    return f"range({first}, {stop})" if first else f"range({stop})"


def _expression(number, step, counter, name="i"):
    """A number that grows, as an expression of what the loop counts, i."""
    if (number, step) == counter:
        return name
    factor = step // counter[1]
    rest = number - factor * counter[0]
    product = name if factor == 1 else f"{factor} * {name}"
    return product if not rest else f"{product} {'+' if rest > 0 else '-'} {abs(rest)}"


def _line_of_loop(line, steps, counter, name="i"):
    """A line with its numbers that grow as expressions; a literal that has one is an f-string."""
    literals = [match.span() for match in _LITERAL.finditer(line)]
    text = ""
    end = 0
    formatted = set()
    for match, step in zip(_NUMBER.finditer(line), steps):
        if not step:
            continue
        inside = next((span for span in literals if span[0] < match.start() < span[1]), None)
        expression = _expression(int(match[0]), step, counter, name)
        if inside and inside not in formatted:
            formatted.add(inside)
            text += line[end : inside[0]] + "f"
            end = inside[0]
        text += line[end : match.start()] + (f"{{{expression}}}" if inside else expression)
        end = match.end()
    return text + line[end:]


def rolled_lines(lines: Sequence[str], name: str = "i") -> list[str]:
    """Statements of one line each, with loops for those that repeat up to numbers that are counted.

    Args:
        name: of what the loops count.
    """
    rolled = []
    for part in runs(lines):
        if isinstance(part, int):
            rolled.append(lines[part])
            continue
        counter = _counter(part, lines)
        rolled.append(f"for {name} in {_count_text(part, counter)}:")
        own = zip(lines[part.start : part.start + part.period], part.steps)
        rolled += [f"    {_line_of_loop(line, steps, counter, name)}" for line, steps in own]
    return rolled


def _one_tuple(items):
    return f"({', '.join(items)}{',' * (len(items) == 1)})"


def rolled_tuple(items: Sequence[str]) -> list[str]:
    """The items of a tuple as fewer, which give the same: `*(a, b) * 8` for eight times a and b."""
    return [
        items[part]
        if isinstance(part, int)
        else f"*{_one_tuple(items[part.start : part.start + part.period])} * {part.count}"
        for part in runs(items, varied=False)
    ]


def _names_of_run(run, names):
    """A run of names as an item that gives them all."""
    counter = _counter(run, names)
    count = _count_text(run, counter)
    body = [_line_of_loop(name, steps, counter) for name, steps in zip(names[run.start :], run.steps)]
    prefix = re.match(r'f"[^{]*\{i\}[])]*\.', body[0])  # f"layers.{i}.
    if prefix and all(line.startswith(prefix[0]) for line in body):
        ends = [line.removeprefix(prefix[0]).removesuffix('"') for line in body]
        if not any("{" in end for end in ends):
            quoted = [f'"{end}"' for end in ends]
            return f'*({prefix[0]}{{name}}" for i in {count} for name in {_one_tuple(quoted)})'
    return f"*(name for i in {count} for name in {_one_tuple(body)})"


def rolled_names(names: Sequence[str]) -> list[str]:
    """Literals as the items of a tuple; those that repeat up to counted numbers in one item."""
    return [names[part] if isinstance(part, int) else _names_of_run(part, names) for part in runs(names)]
