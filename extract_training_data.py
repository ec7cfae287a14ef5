"""synthetic/ -> training_data.csv: pairs of prompt and answer, each of them executed and judged.

    python extract_training_data.py                              a balanced corpus of a size for this machine
    python extract_training_data.py --limit 500 soft             500 pairs, families with `soft` in the name
    python extract_training_data.py --all --minutes 240          every variant, for at most four hours
    python extract_training_data.py --seed 1 --beside training_data.csv --out more.csv    only new pairs
    python extract_training_data.py --show conv1d_reuse:3        one variant as a module
    python extract_training_data.py --check 5000 --device cuda   judge rows of all families again, on GPUs
    python extract_training_data.py --compile                    compile every structure for sm_80 and sm_90
    python extract_training_data.py --cross-wire 1000            prompts with answers of others: all must fail

The exit code is 0 where all went well, 1 where nothing was extracted or a check failed, 2 for a mistake.
The work is done in corpus/extraction.py and corpus/checks.py.
"""

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import argparse
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from corpus.checks import check_rows, compile_corpus, cross_wire
from corpus.extraction import ExtractionOptions, default_limit, extract
from corpus.family import families_in, family_of, show
from corpus.settings import CSV, PASS_RATE
from python_to_triton.flags import ExecutorFlags, add_flags
from python_to_triton.inference import device_of
from triton_ops.arguments import OneLineParser, existing, positive_integer, positive_number
from triton_ops.exit_codes import command_line
from triton_ops.files import CORES

# the flags that belong to a command; without a command a corpus is extracted
ALLOWED = {
    "check": {"words", "jobs", "seed", "device", "out", "executor"},
    "compile": {"words", "jobs", "out", "executor"},
    "cross_wire": {"words", "jobs", "seed", "device", "out", "executor"},
    "show": set(),
    "variants": {"words"},
}


def extraction_parser() -> argparse.ArgumentParser:
    """The flags. One that is not given is absent from the result."""
    parser = OneLineParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument(
        "words", nargs="*", default=[], metavar="WORD", help="only families whose name holds one of these"
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--limit", type=positive_integer, metavar="N", help="pairs, kinds of families by their weights"
    )
    size.add_argument("--all", action="store_true", help="every variant")
    parser.add_argument(
        "--minutes", type=positive_number, metavar="M", help="stop after these and keep what is done"
    )
    parser.add_argument(
        "--beside", type=existing, metavar="CSV", help="only pairs that this corpus does not have"
    )
    parser.add_argument("--out", type=Path, metavar="CSV", help=f"the corpus ({CSV.name})")
    parser.add_argument(
        "--jobs", type=positive_integer, metavar="N", help=f"worker processes (one a core: {CORES} here)"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="draws the order of the variants, or the rows (0)"
    )
    parser.add_argument(
        "--device", choices=("cpu", "cuda"), help="where answers run (cpu: Triton's interpreter)"
    )
    add_flags(parser, ExecutorFlags)
    commands = parser.add_argument_group("instead of an extraction").add_mutually_exclusive_group()
    commands.add_argument(
        "--check",
        type=positive_integer,
        metavar="N",
        help="judge N rows of the corpus again, of all families",
    )
    commands.add_argument(
        "--compile", action="store_true", help="compile every kernel structure of the corpus"
    )
    commands.add_argument(
        "--cross-wire", type=positive_integer, metavar="N", help="judge N prompts with the answers of others"
    )
    commands.add_argument("--show", metavar="FAMILY:N", help="print variant N of a family as a module")
    commands.add_argument("--variants", action="store_true", help="print how many variants the families have")
    return parser


def command_of(given: argparse.Namespace) -> str | None:
    """The command that the flags name; None for an extraction. Raises ValueError for flags that it does not
    use.
    """
    values = {name: value for name, value in vars(given).items() if name != "words" or value}
    command = next((name for name in ALLOWED if name in values), None)
    if command:
        foreign = [name for name in values if name not in ALLOWED[command] | {command}]
        texts = ["WORD" if name == "words" else f"--{name}" for name in foreign]
        if texts:
            raise ValueError(f"{', '.join(texts)} has no effect with --{command.replace('_', '-')}: drop it")
    return command


def shown_pair(place: str) -> str:
    """The module of FAMILY:N. Raises ValueError where there is no such pair."""
    stem, _, number = place.partition(":")
    if not number.isdecimal():
        raise ValueError(f"--show takes FAMILY:N with a number, as conv1d_reuse:3, not {place}")
    try:
        return show(stem, int(number))
    except IndexError as error:
        raise ValueError(error) from error


def run_command(command: str | None, given: argparse.Namespace) -> int:
    """Does what the flags say; the exit code."""
    values = {
        name: getattr(given, name)
        for name in ("jobs", "seed", "minutes", "device", "out", "beside", "executor")
        if name in given
    }
    device_of(values.get("device", "cpu"))  # a mistake is reported before the work
    options = ExtractionOptions(words=tuple(given.words), **values)
    if command == "show":
        print(shown_pair(given.show), end="")
        return 0
    if command == "variants":
        for path in families_in(words=options.words):
            print(f"{path.stem}: {len(family_of(path.stem))} variants")
        return 0
    if command == "check":
        return 0 if check_rows(options, given.check) >= PASS_RATE else 1
    if command == "compile":
        return 1 if compile_corpus(options) else 0
    if command == "cross_wire":
        return 1 if cross_wire(options, given.cross_wire) else 0
    limit = None if "all" in given else getattr(given, "limit", None) or default_limit()
    return 0 if extract(replace(options, limit=limit)) else 1


@command_line("extract_training_data.py", "stopped; the same command goes on: what was judged is kept")
def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code."""
    given = extraction_parser().parse_args(arguments)
    try:
        return run_command(command_of(given), given)
    except RuntimeError as error:  # a worker that cannot start
        print(f"extract_training_data.py: error: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that the workers are ended
    raise SystemExit(main())
