"""Functions from text to text that compositions apply before their exchanges."""

import re
from collections.abc import Callable

LIST = re.compile(
    r"^(\s*(?:def \w+_kernel|\w+_kernel\[.*?\])\()(.*)(\).*)$"
)  # a kernel's signature, or its launch


def with_arguments(line: str, arguments: dict[str, str]) -> str:
    """A signature or a launch with arguments exchanged, each for one, several or none."""
    before, listed, after = LIST.match(line).groups()
    exchanged = [arguments.get(argument, argument) for argument in listed.split(", ")]
    return before + ", ".join(filter(None, exchanged)) + after


def with_statement(line: str, statements: dict[str, str]) -> list[str]:
    """The lines that take the place of a line, by the statement on it; none where that is left out."""
    statement = line.strip()
    if statement not in statements:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    return [indent + new for new in statements[statement].split("\n") if statements[statement]]


def by_statement(statements: dict[str, str], arguments: dict[str, str]) -> Callable[[str], str]:
    """The function that exchanges whole statements of a text, and arguments of its kernels."""

    def rendered(text: str) -> str:
        lines = []
        for line in text.split("\n"):
            lines += (
                [with_arguments(line, arguments)] if LIST.match(line) else with_statement(line, statements)
            )
        return "\n".join(lines)

    return rendered
