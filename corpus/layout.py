"""Where the argument lists of composed code break: joined to one line while fragments are exchanged, then
broken again.

An answer's layout is part of what the model learns to write, and a signature that grows by an argument breaks
elsewhere.
"""

import re

WIDTH = 120  # columns at which the lists of most exemplars break
QUOTED = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'')


def bare(line: str) -> str:
    """`line` with its strings blanked and without its comment: every bracket in it opens or closes a list."""
    return QUOTED.sub(lambda string: "_" * len(string.group()), line).partition("#")[0]


def still_open(columns: list[int], line: str) -> list[int]:
    """The columns of the brackets that are open after `line`, of those that were open before it."""
    columns = list(columns)
    for column, character in enumerate(bare(line)):
        if character in "([{":
            columns.append(column)
        elif character in ")]}" and columns:
            columns.pop()
    return columns


def joined(text: str) -> str:
    """`text` with every list whose lines are aligned with its bracket on one line."""
    lines, columns = [], []
    for line in text.split("\n"):
        written = line.lstrip()
        if columns and written and len(line) - len(written) == columns[-1] + 1:
            lines[-1] += ("" if lines[-1][-1] in "([{" else " ") + written
        else:
            lines.append(line)
        columns = still_open(columns, line)
    return "\n".join(lines)


def breakable(line: str) -> list[tuple[int, int, int]]:
    """(place of a space after a comma, column of the bracket that it is in, how many are open) of a line."""
    places, columns, code = [], [], bare(line)
    for place, character in enumerate(code):
        if character == " " and columns and code[place - 1] == ",":
            places.append((place, columns[-1], len(columns)))
        columns = still_open(columns, character) if character not in "([{" else [*columns, place]
    return places


def broken_at(line: str, places: list[tuple[int, int]]) -> list[str]:
    """`line` broken at (place, column of the bracket) pairs; what follows a break is aligned with the
    bracket.
    """
    lines, starts = [], [(0, 0)]  # where a piece begins in `line`, and in what is written
    for place, column in places:
        start, indent = starts[-1]
        lines.append(" " * indent + line[start:place])
        old, new = max((start, indent) for start, indent in starts if start <= column)
        starts.append((place + 1, column - old + new + 1))
    start, indent = starts[-1]
    return [*lines, " " * indent + line[start:]]


def filled_line(line: str) -> list[str]:
    """`line` broken as late as WIDTH allows, in its outermost bracket."""
    outer = [(place, column) for place, column, depth in breakable(line) if depth == 1]
    taken, start, indent = [], 0, 0
    end = len(bare(line))
    while indent + end - start > WIDTH:
        fitting = [(place, column) for place, column in outer if start < place <= start + WIDTH - indent]
        if not fitting:
            break
        taken.append(fitting[-1])
        start, indent = fitting[-1][0] + 1, fitting[-1][1] + 1
    return broken_at(line, taken)


def filled(text: str) -> str:
    """`text` with every list broken as late as WIDTH allows."""
    return "\n".join(piece for line in text.split("\n") for piece in filled_line(line))


def filled_where(text: str, line_begin: re.Pattern) -> str:
    """`text` with the lists of those lines filled whose begin matches, as signatures and launches."""
    return "\n".join(filled(line) if line_begin.match(line) else line for line in text.split("\n"))


def broken(text: str, marks: tuple[str, ...]) -> str:
    """`text` with lists broken where an argument begins with one of `marks`."""
    lines = []
    for line in text.split("\n"):
        places = [
            (place, column) for place, column, _ in breakable(line) if line.startswith(marks, place + 1)
        ]
        lines += broken_at(line, places)
    return "\n".join(lines)
