"""Blocks: what the entry of a long graph repeats stands once, as a function that it calls, or as a loop.

A block is a run of statements that occurs again with other tensors. The first parameters of the entry stay
names; from the module's on they are a tuple, of which each call of a block takes its slices:

    def unguarded(x, *parameters):
        stem_weight, stem_bias = parameters[:2]
        v0 = region0(x, stem_weight, stem_bias)
        v36 = v0
        for i in range(2, 50, 4):
            v36 = block0(v36, *parameters[i : i + 4])
        return v36
"""

import ast
import collections
import itertools
import keyword
import re
from collections.abc import Sequence
from dataclasses import dataclass

from python_to_triton.frontend.graph import Argument

_WORD = re.compile(r"(?<![\w.\"'])[A-Za-z_]\w*")

_MOST_STATEMENTS = 100  # of a block
_LEAST_SAVED = 400  # characters, for which another function is worth reading
_LEAST_LOOPED = 3  # calls in a row
_LOOP_SIZE = 80  # characters
_LETTERS = "ijkmn"  # that a loop counts by
_RESERVED = {"torch", "triton", "tl", "math", "sys", "F", "parameters"}


@dataclass(frozen=True)
class Statement:
    """A line of an entry, with the names in it, in order; those that it binds come first."""

    pattern: str  # the line with {} for each name
    names: tuple[str, ...]
    bound: int  # how many it binds

    @property
    def text(self) -> str:
        """The line."""
        return self.pattern.format(*self.names)

    @property
    def binds(self) -> tuple[str, ...]:
        """The names that it binds."""
        return self.names[: self.bound]

    @property
    def reads(self) -> tuple[str, ...]:
        """The names that it reads."""
        return self.names[self.bound :]


@dataclass
class _Call:
    """A call of a block, in the place of the statements that it stands for."""

    block: str  # its name
    bound: tuple[str, ...]
    values: tuple[str, ...]  # that it takes, then
    places: tuple[int, ...]  # of the parameters


# A step of an entry is a Statement, a _Call, or, for any other line, its text.


def _bound_by(statements):
    """The names that statements bind, in order."""
    return [name for statement in statements for name in statement.binds]


def _read_by(step):
    """The names that a step reads; of a call those of its values, since its parameters are a tuple's."""
    if isinstance(step, Statement):
        return step.reads
    return step.values if isinstance(step, _Call) else _WORD.findall(step)


# ---- reading ----


def _statement(line, known):
    """A line as a Statement of the names `known`, and of those that it binds; None of any other line."""
    node = ast.parse(line).body[0]
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or "{" in line or "}" in line:
        return None
    target = node.targets[0]
    targets = target.elts if isinstance(target, ast.Tuple) else [target]
    if not all(isinstance(one, ast.Name) for one in targets):
        return None
    bound = [one.id for one in targets]
    names = []

    def place(match):
        if match[0] not in known and match[0] not in bound:
            return match[0]
        names.append(match[0])
        return "{}"

    pattern = _WORD.sub(place, line)
    return Statement(pattern, tuple(names), len(bound)) if names[: len(bound)] == bound else None


class _Shape:
    """What a run of statements computes, up to the names of its tensors; it grows a statement at a time."""

    def __init__(self, kinds: dict[str, str]):
        self.kinds = kinds  # of the names that the entry gets: "p" of parameters, "s" of sizes and numbers
        self.number = {}
        self.key = ()

    def add(self, statement: Statement) -> None:
        """Adds the next statement."""
        codes = []
        for place, name in enumerate(statement.names):
            is_new = name not in self.number
            self.number.setdefault(name, len(self.number))
            kind = self.kinds.get(name, "v") if is_new and place >= statement.bound else ""
            codes.append((self.number[name], kind))
        self.key = hash((self.key, statement.pattern, tuple(codes)))


def _slices(places):
    """Ascending places as [(first, number), ...] of what follows one another."""
    found = []
    for place in places:
        if found and place == sum(found[-1]):
            found[-1] = found[-1][0], found[-1][1] + 1
        else:
            found.append((place, 1))
    return found


def _slice_text(first, count):
    return f"parameters[{first}]" if count == 1 else f"*parameters[{first or ''}:{first + count}]"


def _call_text(call, first):
    """A call of a block as a line; `first` is the number of the first parameter in the tuple."""
    given = [*call.values, *(_slice_text(place - first, count) for place, count in _slices(call.places))]
    return f"{', '.join(call.bound)} = {call.block}({', '.join(given)})"


def _calls_cost(calls, starts, length):
    """The characters that calls of a block take, about: those of a chain, in a row, are a loop."""
    cost = 0
    row = 1
    for i, call in enumerate(calls):
        is_chained = (
            i + 1 < len(calls)
            and starts[i + 1] == starts[i] + length
            and len(call.bound) == 1
            and call.bound[0] in calls[i + 1].values
        )
        if is_chained:
            row += 1
            continue
        own = len(_call_text(call, 0)) + 5
        cost += _LOOP_SIZE + own if row >= _LEAST_LOOPED else row * own
        row = 1
    return cost


class _EntrySteps:
    """The statements of an entry, in which blocks are found one after the other."""

    def __init__(self, statements: list, arguments: Sequence[Argument], kinds: dict[str, str], returned: set):
        self.steps = statements
        self.place_of = {one.name: i for i, one in enumerate(arguments) if one.origin}
        self.lengths = {one.name: len(one.origin) for one in arguments if one.origin}
        self.kinds = kinds
        self.returned = returned

    def size(self, statement: Statement) -> int:
        """The characters of a statement with the names that its parameters will have."""
        more = sum(self.lengths[name] - len(name) for name in statement.names if name in self.lengths)
        return len(statement.text) + 5 + more

    def last_uses(self) -> dict[str, int]:
        """{name: the number of the last step that reads it}."""
        last = {}
        for i, step in enumerate(self.steps):
            last |= dict.fromkeys(_read_by(step), i)
        return last | dict.fromkeys(self.returned, len(self.steps))

    def repeated(self):
        """Yields (length, [first steps]) of the runs of statements that occur more than once."""
        alive = {i: _Shape(self.kinds) for i, step in enumerate(self.steps) if isinstance(step, Statement)}
        for length in range(1, _MOST_STATEMENTS + 1):
            groups = collections.defaultdict(list)
            for i, shape in alive.items():
                end = i + length - 1
                if end < len(self.steps) and isinstance(self.steps[end], Statement):
                    shape.add(self.steps[end])
                    groups[shape.key].append(i)
            groups = [starts for starts in groups.values() if len(starts) > 1]
            if not groups:
                return
            alive = {i: alive[i] for starts in groups for i in starts}
            if length > 1:
                yield from ((length, starts) for starts in groups)

    def call(self, block: str, start: int, length: int, last: dict[str, int]) -> _Call:
        """The call of a block in the place of the steps from `start`."""
        own = self.steps[start : start + length]
        bound = _bound_by(own)
        read = list(dict.fromkeys(name for step in own for name in step.names if name not in bound))
        places = [self.place_of[name] for name in read if name in self.place_of]
        return _Call(
            block,
            tuple(name for name in bound if last.get(name, -1) >= start + length),
            tuple(name for name in read if name not in self.place_of),
            tuple(places),
        )

    def handed_on(self, start: int, length: int, last: dict[str, int]) -> tuple[int, ...]:
        """Which of the names that a run of steps binds are read behind it, as their numbers among these."""
        bound = _bound_by(self.steps[start : start + length])
        return tuple(i for i, name in enumerate(bound) if last.get(name, -1) >= start + length)

    def occurrences(self, length: int, starts: list[int], last: dict[str, int]):
        """Yields the first steps of occurrences that one function may stand for: they do not overlap, and
        hand on the same of what they bind, which is not nothing.
        """
        alike = {}
        for start in starts:
            alike.setdefault(self.handed_on(start, length, last), []).append(start)
        for handed_on, group in alike.items():
            apart = group[:1]
            for start in group:
                if start >= apart[-1] + length:
                    apart.append(start)
            if handed_on and len(apart) > 1:
                yield apart

    def best(self):
        """(first steps, length) of the run whose function saves most; None where none saves enough."""
        last = self.last_uses()
        best = None
        most = _LEAST_SAVED
        for length, starts in self.repeated():
            for apart in self.occurrences(length, starts, last):
                size = sum(map(self.size, self.steps[apart[0] : apart[0] + length]))
                if (len(apart) - 1) * size <= most:
                    continue
                calls = [self.call("block0", start, length, last) for start in apart]
                head = sum(len(name) + 2 for name in calls[0].values) + 18 * len(calls[0].places)
                saved = (len(apart) - 1) * size - head - _calls_cost(calls, apart, length)
                if saved > most:
                    most = saved
                    best = apart, length
        return best


# ---- writing ----


def _loop_counters(calls, first):
    """[(first, stop, step, number)] of the slices of calls in a row; None where they do not grow evenly."""
    slices = [_slices(call.places) for call in calls]
    if len({tuple(count for _, count in own) for own in slices}) > 1:
        return None
    counters = []
    for own in zip(*slices):
        starts = [place - first for place, _ in own]
        step = starts[1] - starts[0]
        if any(b - a != step for a, b in zip(starts, starts[1:])) or step < 0:
            return None
        counters.append((starts[0], starts[0] + step * len(starts), step, own[0][1]))
    return counters


def _loop(calls, first):
    """The lines of a loop over calls in a row, each of which takes what the one before returns."""
    letters = iter(_LETTERS)
    counted = []  # the names of the loop
    ranges = []  # what they run over
    given = []
    for start, stop, step, count in _loop_counters(calls, first):
        if not step:
            given.append(_slice_text(start, count))
            continue
        name = next(letters)
        counted.append(name)
        ranges.append(f"range({start}, {stop}, {step})")
        given.append(f"parameters[{name}]" if count == 1 else f"*parameters[{name} : {name} + {count}]")
    if not counted:  # each call takes the same parameters
        counted = ["_"]
        ranges = [f"range({len(calls)})"]
    over = ranges[0] if len(ranges) == 1 else f"zip({', '.join(ranges)})"
    result = calls[-1].bound[0]
    chained = next(i for i, name in enumerate(calls[1].values) if name == calls[0].bound[0])
    values = [result if i == chained else name for i, name in enumerate(calls[0].values)]
    return [
        f"{result} = {calls[0].values[chained]}",
        f"for {', '.join(counted)} in {over}:",
        f"    {result} = {calls[0].block}({', '.join([*values, *given])})",
    ]


def _follows(before, call, uses):
    """Whether a call may be the next of a loop: it alone takes the one result of the call before."""
    if before.block != call.block or len(before.bound) != 1 or len(call.bound) != 1:
        return False
    name = before.bound[0]
    differing = [(a, b) for a, b in zip(before.values, call.values) if a != b]
    return uses[name] == 1 and len(differing) == 1 and differing[0][1] == name


def _step_text(step, first):
    """A step as a line."""
    if isinstance(step, Statement):
        return step.text
    return _call_text(step, first) if isinstance(step, _Call) else step


def _can_be_loop(calls, first):
    """Whether the parameters of calls in a row are slices that a loop can count."""
    counters = _loop_counters(calls, first)
    return counters is not None and sum(bool(step) for _, _, step, _ in counters) <= len(_LETTERS)


def _end_of_row(steps, start, first, uses):
    """The step behind the calls, from `start` on, that one loop can make; start + 1 where there is none."""
    end = start + 1
    if not isinstance(steps[start], _Call):
        return end
    while end < len(steps) and isinstance(steps[end], _Call):
        if not _follows(steps[end - 1], steps[end], uses) or not _can_be_loop(steps[start : end + 1], first):
            break
        end += 1
    return end


def _lines(steps, first, returned):
    """The body of an entry: statements, calls, and loops over calls."""
    uses = collections.Counter([name for step in steps for name in _read_by(step)] + [*returned])
    lines = []
    start = 0
    while start < len(steps):
        end = _end_of_row(steps, start, first, uses)
        if end - start >= _LEAST_LOOPED:
            lines += _loop(steps[start:end], first)
            start = end
        else:
            lines.append(_step_text(steps[start], first))
            start += 1
    return lines


def _parameter_words(arguments):
    """What a block calls its parameters: by the ends of their paths, below the module that has them all."""
    paths = [argument.origin.split(".") for argument in arguments]
    shared = 0
    while len(paths) > 1 and all(len(path) > shared + 1 for path in paths):
        if len({path[shared] for path in paths}) > 1:
            break
        shared += 1
    words = ["_".join(path[shared if len(paths) > 1 else -1 :]) for path in paths]
    fine = len(set(words)) == len(words) and all(
        word.isidentifier() and not keyword.iskeyword(word) and word not in _RESERVED for word in words
    )
    return words if fine else [f"p{i}" for i in range(len(words))]


def _block_source(name, entry, start, length, last, arguments):
    """The source of the function `name` that stands for a run of statements, by its first occurrence."""
    own = entry.steps[start : start + length]
    call = entry.call(name, start, length, last)
    # {name in the entry: name in the function}, of tensors, of sizes and numbers, of parameters, of its own.
    values = [value for value in call.values if value not in entry.kinds]
    words = dict(zip(values, ["x"] if len(values) == 1 else [f"x{i}" for i in range(len(values))]))
    words |= {value: value for value in call.values if value in entry.kinds}
    given = [arguments[place] for place in call.places]
    words |= dict(zip((argument.name for argument in given), _parameter_words(given)))
    taken_words = set(words.values())
    fresh = (word for word in (f"v{i}" for i in itertools.count()) if word not in taken_words)
    words |= {one: next(fresh) for one in _bound_by(own)}

    taken = [words[value] for value in call.values]
    taken += [words[arguments[place].name] for place in sorted(call.places)]
    lines = [step.pattern.format(*(words[one] for one in step.names)) for step in own]
    returned = ", ".join(words[one] for one in call.bound)
    body = "\n".join(f"    {line}" for line in [*lines, f"return {returned}"])
    return f"def {name}({', '.join(taken)}):\n{body}"


def _unpacking(steps, arguments, first, sizes):
    """Lines that name the parameters which the entry itself reads."""
    read = set().union(*map(_read_by, [*sizes, *steps]))
    places = [place for place in range(first, len(arguments)) if arguments[place].name in read]
    lines = []
    for place, count in _slices(places):
        names = [arguments[i].name for i in range(place, place + count)]
        own = _slice_text(place - first, count).removeprefix("*")
        lines.append(f"{', '.join(names)} = {own}")
    return lines


def _order(places):
    """The order in which the places of the first call ascend: that of the block's parameters."""
    return sorted(range(len(places)), key=lambda i: places[i])


def _take_out_blocks(entry, arguments, number):
    """The sources of blocks that an entry repeats, each of which becomes a call in its steps.

    number: of the first block.
    """
    sources = []
    while best := entry.best():
        starts, length = best
        last = entry.last_uses()
        block = f"block{number + len(sources)}"
        sources.append(_block_source(block, entry, starts[0], length, last, arguments))
        order = _order(entry.call(block, starts[0], length, last).places)
        for start in reversed(starts):
            call = entry.call(block, start, length, last)
            call.places = tuple(call.places[i] for i in order)
            entry.steps[start : start + length] = [call]
    return sources


def with_blocks(
    arguments: Sequence[Argument],
    numbers: Sequence[str],
    letters: Sequence[str],
    sizes: Sequence[str],
    lines: Sequence[str],
    returned: Sequence[str],
    number: int = 0,
) -> tuple[list[str], list[str], list[str]] | None:
    """(definitions of blocks, parameters, lines) of an entry; None where nothing is worth a function.

    Args:
        arguments: of the entry; those of a module have an origin.
        numbers: the names that it gets behind them.
        letters: the names of sizes that it computes with.
        sizes: the lines that bind these.
        lines: of the rest of its body, one for each statement.
        returned: the names that it returns.
        number: of the first block.
    """
    parameters = {one.name: i for i, one in enumerate(arguments) if one.origin}
    known = {*(one.name for one in arguments), *numbers, *letters}
    kinds = dict.fromkeys([*numbers, *letters], "s") | dict.fromkeys(parameters, "p")
    steps = []
    for line in lines:
        statement = _statement(line, known)
        steps.append(statement or line)
        known |= set(statement.names[: statement.bound]) if statement else set()
    entry = _EntrySteps(steps, arguments, kinds, set(returned))
    first = min(parameters.values(), default=len(arguments))
    sources = _take_out_blocks(entry, arguments, number)
    if not sources:
        return None
    given = [one.name for one in arguments[:first]] + ["*parameters"] * (first < len(arguments))
    unpacking = _unpacking(entry.steps, arguments, first, sizes)
    body = [*unpacking, *sizes, *_lines(entry.steps, first, returned)]
    return sources, [*given, *numbers], body
