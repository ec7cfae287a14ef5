"""__main__."""

import argparse
import runpy
from pathlib import Path
from python_to_triton.verification.compilation import compile_kernels
from python_to_triton.verification.verdict import judge


def main():
    """`python verify.py CANDIDATE.py REFERENCE.py`: the reference file defines CASES, make and reference."""
    parser = argparse.ArgumentParser(
        description="Judges the Triton answer in one file by the PyTorch reference in another."
    )
    parser.add_argument("candidate", type=Path, help="@triton.jit functions and a host function")
    parser.add_argument(
        "reference",
        type=Path,
        help="Python that defines `reference`, and get_inputs() or CASES and make(*case)",
    )
    parser.add_argument("--entry", default="translated", help="name of the host function")
    parser.add_argument("--compile", action="store_true", help="compile the kernels for sm_80 and sm_90 too")
    options = parser.parse_args()
    module = runpy.run_path(str(options.reference))
    cases = (
        [tuple(module["get_inputs"]())]
        if "get_inputs" in module
        else [module["make"](*case) for case in module["CASES"]]
    )
    candidate = options.candidate.read_text()
    verdict = judge(candidate, module["reference"], cases, options.entry)
    print(
        f"verified, error {verdict.error:.1e}, allowed {verdict.tolerance:.1e}"
        if verdict.ok
        else f"refused: {verdict.reason}"
    )
    for result in compile_kernels(candidate, cases, options.entry) if options.compile and verdict.ok else []:
        print(
            f"{result.kernel} {result.target}: {result.reason or 'compiles'}, {result.shared} B shared, {result.spilled} B spilled"
        )
    return 0 if verdict.ok else 1


if __name__ == "__main__":
    raise SystemExit(main())
