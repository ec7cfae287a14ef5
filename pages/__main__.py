"""Writes the static site: the gallery of synthetic/, its reading order, and the results with their charts.

    python -m pages --out DIR                  open DIR/index.html, or serve DIR as it is
    python -m pages --out DIR --variants 0     without variants of the corpus: a few seconds

Every file is written anew; the same sources give the same bytes.
"""

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

from collections.abc import Sequence
from pathlib import Path

from corpus.composition import SYNTHETIC
from pages.site import SiteOptions, write_site
from triton_ops.arguments import OneLineParser, existing, not_negative_integer
from triton_ops.exit_codes import command_line
from triton_ops.files import check_writable_folder


@command_line("python -m pages")
def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; the exit code."""
    parser = OneLineParser(prog="python -m pages", description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of the site")
    parser.add_argument(
        "--variants", type=not_negative_integer, default=SiteOptions.variants, metavar="N",
        help=f"variants of the corpus shown of each exemplar ({SiteOptions.variants}); 0: none",
    )  # fmt: skip
    parser.add_argument(
        "--synthetic", type=existing, default=SYNTHETIC, metavar="DIR", help="the exemplars (synthetic/)"
    )
    given = parser.parse_args(arguments)
    check_writable_folder(given.out)
    number = write_site(given.out, SiteOptions(variants=given.variants, synthetic=given.synthetic))
    print(f"{given.out}: {number} pages; open {given.out / 'index.html'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
