"""The console script python-to-triton: translate, demo, web, bench, corpus.

PyTorch is imported once a subcommand begins its work: help and mistakes take no time.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from python_to_triton.early_start import start_early
from python_to_triton.flags import ExecutorFlags, add_flags, add_translation_flags, from_flags
from python_to_triton.web.options import WebFlags, worker_settings
from triton_ops.arguments import OneLineParser, existing, not_negative, positive_integer
from triton_ops.exit_codes import command_line

ROOT = Path(__file__).resolve().parents[1]  # of a clone; of an installed package the folder that holds it
DESCRIPTION = "Translates PyTorch programs into Triton kernels and verifies each answer by running it."
HANDED_ON = {
    "bench": "check, time and tune the Triton ops (its own flags: python-to-triton bench --help)",
    "corpus": "make training pairs, in a clone (its own flags: python-to-triton corpus --help)",
}


def add_sampling_flags(parser: argparse.ArgumentParser) -> None:
    """The flags that translate and demo share."""
    parser.add_argument(
        "--samples", type=positive_integer, default=20, metavar="N", help="candidates a region, at most (20)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the random numbers (0)")
    parser.add_argument(
        "--temperature",
        type=not_negative,
        metavar="T",
        help="draw all samples at T (the first greedy, the others at rising temperature)",
    )
    parser.add_argument(
        "--weights",
        type=existing,
        metavar="PATH",
        help="a checkpoint or a release folder (the released weights)",
    )
    parser.add_argument(
        "--device", default="auto", metavar="D", help="that writes: auto, cpu, cuda, cuda:1 (auto)"
    )
    parser.add_argument(
        "--no-cache",
        action="store_true",
        help="neither read nor keep verified answers on disk (~/.cache/python-to-triton/answers)",
    )
    parser.add_argument("--stages", action="store_true", help="say how long each stage took")
    add_translation_flags(parser)


def console_parser() -> argparse.ArgumentParser:
    """The flags of all subcommands; bench and corpus read their own."""
    parser = OneLineParser(prog="python-to-triton", description=DESCRIPTION, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    translate = commands.add_parser(
        "translate",
        help="translate Python files, or folders of them, into modules of verified kernels",
        description="Translates files, each on its own. Exit code 0: all verified; 1: not all; 2: a mistake.",
        allow_abbrev=False,
    )
    translate.add_argument("paths", nargs="+", metavar="PATH", help="a Python file, or a folder of them")
    translate.add_argument(
        "--out",
        type=Path,
        default=Path("translated"),
        metavar="DIR",
        help="where the modules go (translated)",
    )
    translate.add_argument(
        "--report", type=Path, metavar="FILE", help="what became of each file, as JSON (DIR/report.json)"
    )
    translate.add_argument(
        "--resume", action="store_true", help="keep what the report says is done and has not changed"
    )
    translate.add_argument(
        "--keep-all", action="store_true", help="write every sample too, as DIR/<stem>/sample_00.py and so on"
    )
    translate.add_argument(
        "--no-verify", action="store_true", help="write the first sample without running it"
    )
    add_sampling_flags(translate)
    add_flags(translate, ExecutorFlags)

    demo = commands.add_parser(
        "demo",
        help="translate one program that is given as text, or interactively",
        description="Translates one program, or interactively. Exit code 0: verified; 1: not; 2: a mistake.",
        allow_abbrev=False,
    )
    demo.add_argument("program", nargs="?", default="", metavar="PYTORCH", help="PyTorch code (interactive)")
    add_sampling_flags(demo)

    web = commands.add_parser(
        "web",
        help="serve a page on which programs are translated (docs/web.md)",
        description="Serves the playground until Ctrl-C. Exit code 2: a mistake, such as a busy port.",
        allow_abbrev=False,
    )
    add_flags(web, WebFlags)
    add_sampling_flags(web)

    for name, text in HANDED_ON.items():
        commands.add_parser(name, help=text, add_help=False)
    return parser


def check_combination(
    parser: argparse.ArgumentParser, options: argparse.Namespace, given: Sequence[str]
) -> None:
    """Refuses flags that do not belong together, in one line."""
    if options.command != "translate":
        return
    sampled = any(word == "--samples" or word.startswith("--samples=") for word in given)
    if options.no_verify and sampled and not options.keep_all:
        parser.error(
            "--samples has no effect with --no-verify, which writes the first sample: add --keep-all"
        )
    if options.report and options.report.is_dir():
        parser.error(f"--report takes a file, and {options.report} is a folder")
    for folder in (options.out, options.report.parent if options.report else options.out):
        if folder.exists() and not folder.is_dir():
            parser.error(f"{folder} is a file, not a folder")


def run_corpus(arguments: Sequence[str]) -> int:
    """Hands on to extract_training_data.py of the clone that this package lies in."""
    script = ROOT / "extract_training_data.py"
    if not (script.exists() and (ROOT / "corpus").is_dir()):
        print(
            "python-to-triton corpus: error: the corpus is not part of the installed package: "
            "run it in a clone of the repository, after `pip install -e .` there",
            file=sys.stderr,
        )
        return 2
    return subprocess.call([sys.executable, str(script), *arguments])


def run_bench(arguments: Sequence[str]) -> int:
    """Hands on to kernels.py of the clone, with every op, or else to the ops that are installed."""
    script = ROOT / "kernels.py"
    if script.exists():
        return subprocess.call([sys.executable, str(script), *arguments])
    from triton_ops import families  # noqa: F401  (declares the ops)
    from triton_ops.command_line import main as bench

    sys.argv[0] = "python-to-triton bench"  # what its help calls it
    return bench(list(arguments))


def run_subcommand(options: argparse.Namespace) -> int:
    """Does what the flags of translate, demo or web say.

    Raises ValueError, one line, for what the user can mend.
    """
    start_early(options.command)
    given = vars(options)
    sampling = {name: given[name] for name in ("weights", "device", "seed", "temperature", "samples")}
    sampling |= {"cached": not options.no_cache, "sandbox": given.get("sandbox", "")}
    sampling |= {"stages": options.stages}
    if options.command == "web":  # whose workers import PyTorch
        from python_to_triton.web.serving import start_web

        return start_web(from_flags(WebFlags, given), worker_settings(sampling, given))
    from python_to_triton.runtime import TranslationOptions, commands

    sampling = commands.SamplingOptions(**sampling)
    written = from_flags(TranslationOptions, given)
    if options.command == "demo":
        return commands.start_demo(options.program, sampling, written)
    executor = from_flags(ExecutorFlags, given).executor
    files = commands.FileOptions(
        options.out, options.report, options.keep_all, not options.no_verify, options.resume, executor
    )
    return commands.translate_paths(options.paths, sampling, files, written)


@command_line("python-to-triton")
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0: done; 1: an answer was not verified; 2: a mistake that the user can mend; 130:
    interrupted.
    """
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    if arguments[:1] == ["bench"]:
        return run_bench(arguments[1:])
    if arguments[:1] == ["corpus"]:
        return run_corpus(arguments[1:])
    parser = console_parser()
    options = parser.parse_args(arguments)
    check_combination(parser, options, arguments)
    ended_in_a_line = command_line(f"python-to-triton {options.command}")
    return ended_in_a_line(run_subcommand)(options)


if __name__ == "__main__":
    raise SystemExit(main())
