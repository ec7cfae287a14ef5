"""Judges the Triton answer in one file by the PyTorch reference in another.

    python -m python_to_triton.verification reference.py answer.py

The answer runs in the sandbox. The reference runs here, with your rights.
"""

if __name__ == "__main__":  # before the imports that take seconds: Ctrl-C ends them in a line
    from triton_ops.exit_codes import end_on_interrupt

    end_on_interrupt()

import argparse
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

from python_to_triton.verification.compilation import CompiledKernel, compile_kernels
from python_to_triton.verification.sandbox import Refused
from python_to_triton.verification.verdict import judge
from triton_ops.arguments import OneLineParser
from triton_ops.exit_codes import command_line

EXAMPLE = """
reference.py defines reference(*inputs) and its test inputs: get_inputs() returns one list of them, or CASES
lists the arguments of make(*case), which returns one.

    import torch

    CASES = [(1, 1), (3, 33), (7, 1000)]

    def make(rows, columns):
        return [torch.randn(rows, columns)]

    def reference(x):
        return torch.relu(x)

Exit code: 0 if the answer passed, 1 if it failed, 2 if there was nothing to judge.
"""


def check_is_file(path: Path) -> None:
    """Raises ValueError, one line, for what is not there, and for a folder, a device or a FIFO."""
    if not path.is_file():
        raise ValueError(f"{path} is no ordinary file" if path.exists() else f"no such file: {path}")


def read_answer(path: Path) -> str:
    """The text of an answer. Raises ValueError, one line, where it has none."""
    check_is_file(path)
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8: {error.reason} at byte {error.start}") from error


def read_reference(path: Path) -> tuple[Callable, list[tuple]]:
    """(the reference, its test inputs) of a file; ValueError where it does not define them."""
    check_is_file(path)
    try:
        module = runpy.run_path(str(path))
    except Exception as error:  # the reference is the user's own code, and may raise anything
        first = str(error).split("\n")[0]
        raise ValueError(f"{path} cannot be run: {type(error).__name__}: {first}") from error
    if "reference" not in module:
        raise ValueError(f"{path} defines no function `reference`")
    if "get_inputs" in module:
        return module["reference"], [tuple(module["get_inputs"]())]
    if "CASES" not in module or "make" not in module:
        raise ValueError(f"{path} defines neither get_inputs() nor CASES and make(*case)")
    return module["reference"], [tuple(module["make"](*case)) for case in module["CASES"]]


def describe_compilation(result: CompiledKernel) -> str:
    """One line about a compiled kernel."""
    outcome = result.reason or "compiles"
    memory = f"{result.shared} bytes of shared memory, {result.spilled} bytes spilled"
    return f"{result.kernel} {result.target}: {outcome}, {memory}"


def judging_parser() -> argparse.ArgumentParser:
    """The command line's flags."""
    parser = OneLineParser(
        prog="python -m python_to_triton.verification",
        description=__doc__.split("\n")[0],
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("reference", type=Path, help="the PyTorch reference and its test inputs (see below)")
    parser.add_argument(
        "answer", type=Path, help="@triton.jit kernels and a host function that launches them"
    )
    parser.add_argument("--entry", default="translated", help="name of the host function (%(default)s)")
    parser.add_argument(
        "--compile",
        action="store_true",
        help="compile the kernels of a passed answer for sm_80 and sm_90 too",
    )
    return parser


@command_line()
def main(arguments: list[str] | None = None) -> int:
    """The command line: prints the verdict, returns the exit code."""
    options = judging_parser().parse_args(arguments)
    answer = read_answer(options.answer)
    reference, cases = read_reference(options.reference)
    verdict = judge(answer, reference, cases, options.entry)
    if not verdict.ok:
        print(f"failed: {verdict.reason}")
        return 1
    print(f"passed: error {verdict.error:.1e}, tolerance {verdict.tolerance:.1e}")
    if options.compile:
        try:
            for result in compile_kernels(answer, cases, options.entry):
                print(describe_compilation(result))
        except Refused as refusal:
            print(f"error: {refusal}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
