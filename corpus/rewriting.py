"""Functions of text: fragments exchanged, identifiers renamed, numbers drawn anew."""

import collections
import math
import random
import re
from collections.abc import Collection


def renamed(statements: str, **names: str) -> str:
    """Statements with variables exchanged, all at once."""
    return re.sub(r"(?<![\w.])(?:" + "|".join(names) + r")\b", lambda word: names[word.group()], statements)


NUMBER = re.compile(r"(?<![\w.])(?:\d+\.\d*(?:e[-+]?\d+)?|\d+e[-+]?\d+)(?![\w.])")


def other_number(text: str, rng: random.Random) -> str:
    """A float literal of the magnitude of another, as people write them."""
    value = float(text)
    if value < 0.01:
        return f"{rng.choice((1, 1, 2, 3, 5))}e-{max(2, round(-math.log10(value)) + rng.randint(-2, 2))}"
    if value < 1:
        return str(max(round(rng.uniform(0.02, 0.98), rng.choice((1, 2, 2, 3))), 0.02))
    return rng.choice(
        (
            str(round(rng.uniform(1.05, 9.95), rng.choice((1, 1, 2)))),
            f"{rng.randint(2, 12)}.0",
            f"{rng.randint(10, 60)}.0",
        )
    )


def with_other_literals(reference: str, answer: str, seed: str) -> list[str]:
    """(reference, answer) with other numbers where both write the same ones equally often; 0 and 1 are more
    than numbers.
    """
    rng = random.Random(seed)
    counts = [collections.Counter(NUMBER.findall(text)) for text in (reference, answer)]
    others = {
        text: other_number(text, rng)
        for text, count in counts[0].items()
        if counts[1][text] == count and float(text) not in (0, 1)
    }
    return [
        NUMBER.sub(lambda number: others.get(number.group(), number.group()), text)
        for text in (reference, answer)
    ]


def pattern_of(fragments: Collection[str]) -> str:
    """The expression that finds any of `fragments`, longest first, none within a word."""

    def edged(fragment):
        left = r"(?<!\w)" if re.match(r"\w", fragment) else ""
        right = r"(?!\w)" if re.search(r"\w\Z", fragment) else ""
        return left + re.escape(fragment) + right

    return "|".join(edged(fragment) for fragment in sorted(fragments, key=len, reverse=True))


def substituted(text: str, fragments: dict[str, str]) -> str:
    """`text` with all `fragments` {old: new} exchanged at once, and nothing else changed."""
    if not fragments:
        return text
    return re.sub(pattern_of(fragments), lambda match: fragments[match.group()], text)


def exchange(text: str, fragments: dict[str, str]) -> str:
    """`text` with all `fragments` {old: new} exchanged at once; a line that is left empty goes."""

    def replacement(match):
        line = text[text.rfind("\n", 0, match.start()) + 1 :]
        indent = re.match(r" *", line).group()
        return fragments[match.group()].replace("\n", "\n" + indent) or "\0"

    if not fragments:
        return text
    lines = re.sub(pattern_of(fragments), replacement, text).split("\n")
    return "\n".join(line.replace("\0", "") for line in lines if not re.fullmatch(r" *\0 *(#.*)?", line))


# A bracket, or a string or comment, which may hold some that are none. Python's tokenizer takes ten times as
# long.
BRACKET_OR_OPAQUE = re.compile(r"""("{3}|'{3}|["'])(?:\\.|(?!\1).)*\1|#[^\n]*|[()\[\]{}]""", re.DOTALL)


def rename(text: str, names: dict[str, str]) -> str:
    """`text` with identifiers {old: new} exchanged; lines aligned with a bracket stay aligned."""

    def exchanged(piece):
        return re.sub(r"\w+", lambda word: names.get(word.group(), word.group()), piece)

    lines, opened = text.split("\n"), []
    moves, brackets = [0] * len(lines), {}
    row = begin = 0
    for found in BRACKET_OR_OPAQUE.finditer(text):
        if found.group() in "([{)]}":
            if count := text.count("\n", begin, found.start()):
                row, begin = row + count, text.rfind("\n", begin, found.start()) + 1
            brackets.setdefault(row, []).append((found.start() - begin, found.group()))
    for row, line in enumerate(lines):
        if opened:
            start, column = opened[-1]
            aligned = len(line) - len(line.lstrip()) == column + 1
            moves[row] = moves[start] + (len(exchanged(lines[start][:column])) - column if aligned else 0)
        for column, bracket in brackets.get(row, []):
            if bracket in "([{":
                opened.append((row, column))
            else:
                opened.pop()
    return "\n".join(
        " " * by + exchanged(line) if by > 0 else exchanged(line)[-by:] for by, line in zip(moves, lines)
    )
