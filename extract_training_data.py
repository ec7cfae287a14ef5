"""extract_training_data."""

import argparse
import math
import signal
import sys
from pathlib import Path
from triton_ops import CORES
from corpus.checks import check, compile_corpus, cross_wire
from corpus.extraction import Options, default_limit, extract
from corpus.family import families_in, named, show
from corpus.settings import CSV, RIGHT


def main(arguments=None):
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", help="only files of synthetic/ whose name holds one of these")
    parser.add_argument(
        "--limit", type=int, help="this many pairs, kinds by their weights, families of a kind alike"
    )
    parser.add_argument("--all", action="store_true", help="every variant")
    parser.add_argument(
        "--check",
        type=int,
        metavar="N",
        help="judge N rows of the corpus again, the same number of every family",
    )
    parser.add_argument(
        "--compile", action="store_true", help="compile every kernel structure of the corpus, on any machine"
    )
    parser.add_argument(
        "--cross-wire", type=int, metavar="N", help="judge N prompts of the corpus with answers of others"
    )
    parser.add_argument("--jobs", type=int, default=CORES, help="processes (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="draws the order of the variants (%(default)s)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after these, keep what is done")
    parser.add_argument(
        "--device",
        choices=("cpu", "cuda"),
        default="cpu",
        help="where answers run (%(default)s: Triton's interpreter)",
    )
    parser.add_argument("--out", type=Path, default=CSV, help="the corpus (%(default)s)")
    parser.add_argument(
        "--beside", type=Path, metavar="CSV", help="only pairs that this corpus does not have"
    )
    parser.add_argument("--show", metavar="FAMILY:N", help="print variant N of a family as a module, and stop")
    parser.add_argument("--variants", action="store_true", help="say how many variants families have, and stop")
    given = parser.parse_args(arguments)
    reads = given.check or given.compile or given.cross_wire
    limit = None if given.all or reads else given.limit or default_limit()
    options = Options(
        tuple(given.words),
        limit,
        given.jobs,
        given.seed,
        given.minutes,
        given.device,
        given.out,
        given.beside,
    )
    try:
        if given.show:
            stem, _, index = given.show.partition(":")
            print(show(stem, int(index or 0)), end="")
            return 0
        if given.variants:
            for path in families_in(words=given.words):
                print(f"{path.stem}: {len(named(path.stem))} variants")
            return 0
        if given.check:
            return 0 if check(options, given.check) >= RIGHT else 1
        if given.compile:
            return 1 if compile_corpus(options) else 0
        if given.cross_wire:
            return 1 if cross_wire(options, given.cross_wire) else 0
        return 0 if extract(options) else 1
    except (ValueError, RuntimeError, IndexError, OSError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that the workers are ended
    raise SystemExit(main())
