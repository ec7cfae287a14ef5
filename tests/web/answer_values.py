"""Which values of a prompt the lines of an answer name, as scripted events have them."""

import re

VALUE = re.compile(r"\bv\d+\b")
BOUND = re.compile(r"^\s*(v\d+)\s*[-+*/@]?=(?!=)")


def answer_values(source: str, names: str) -> list[list[str]]:
    """Of each line the value of `names` that it binds, else those that it reads."""
    known = set(VALUE.findall(names))
    rows = []
    for line in source.removesuffix("\n").split("\n"):
        code = line.partition("#")[0]
        bound = BOUND.match(code)
        found = [bound[1]] if bound else VALUE.findall(code)
        rows.append([name for name in dict.fromkeys(found) if name in known])
    return rows
