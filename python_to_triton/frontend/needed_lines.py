"""Lines `name = expression` without those that nothing reads."""

import re


def needed_lines(lines: list[str], results: str) -> list[str]:
    """The lines that bind a name which others of them, or the results, read; in their order."""
    needed = []
    read = set(re.findall(r"\w+", results))
    for line in reversed(lines):
        name, _, expression = line.partition(" = ")
        if name in read:
            needed.insert(0, line)
            read |= set(re.findall(r"\w+", expression))
    return needed
