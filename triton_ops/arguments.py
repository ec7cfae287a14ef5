"""What every command line uses: a parser that reports a mistake in one line, and the types of its flags."""

import argparse
from pathlib import Path


class OneLineParser(argparse.ArgumentParser):
    """Reports a mistake in one line, with exit code 2."""

    def error(self, message):
        self.exit(2, f"{self.prog}: error: {message} (--help lists the flags)\n")


def positive_integer(text: str) -> int:
    """A whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on, not {text!r}")
    return int(text)


def not_negative_integer(text: str) -> int:
    """A whole number from 0 on."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a whole number from 0 on, not {text!r}")
    return int(text)


def not_negative(text: str) -> float:
    """A number from 0 on."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"a number from 0 on, not {text!r}")
    return number


def positive_number(text: str) -> float:
    """A number above 0."""
    number = not_negative(text)
    if number == 0:
        raise argparse.ArgumentTypeError(f"a number above 0, not {text!r}")
    return number


def existing(text: str) -> Path:
    """A path where something is."""
    if not Path(text).exists():
        raise argparse.ArgumentTypeError(f"there is nothing at {text}")
    return Path(text)
