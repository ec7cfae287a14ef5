"""Runs a file of synthetic/ as a script: its answer is judged on its own cases, a printed line each.

Importing this makes Triton interpret kernels where there is no GPU, so a file imports it before it imports
Triton.
"""

import argparse
import time
from pathlib import Path

import torch

from python_to_triton.verification.rounded_convolutions import reference_convolutions
from triton_ops import machine  # noqa: F401  (has Triton interpret kernels where there is no GPU)
from triton_ops.interpreter import support_range_of_scalars
from triton_ops.tolerance import compare

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


def moved(value: object, dtype: torch.dtype | None = None) -> object:
    """`value` on the device; a tensor of floating point in `dtype`, where one is given."""
    if not isinstance(value, torch.Tensor):
        return value
    return value.to(DEVICE, dtype if dtype and value.is_floating_point() else value.dtype)


def judge_exemplar_case(module: dict, name: str, case: tuple, seed: int) -> tuple[bool, str]:
    """(whether the answer is right on one case, a line about it), against the reference in float64."""
    torch.manual_seed(seed)
    inputs = module["make"](*case)
    reference, answer = module[f"{name}_torch"], module[f"{name}_triton"]
    start = time.perf_counter()
    result = answer(*map(moved, inputs))
    seconds = time.perf_counter() - start
    with reference_convolutions():
        eager = reference(*map(moved, inputs))
    exact = reference(*[moved(value, torch.float64) for value in inputs])
    found = compare(result, eager, exact)
    verdict = "ok  " if found.ok else "FAIL"
    errors = f"error {found.error:.1e}  allowed {found.tolerance:.1e}"
    return found.ok, f"{verdict} {name}{case}  {errors}  {seconds:.2f} s  {found.reason}".rstrip()


def judge_module(module: dict, name: str) -> bool:
    """Judges the answer `<name>_triton` of a module's globals on its CASES, a printed line each."""
    if DEVICE == "cpu":
        support_range_of_scalars()
    passed = []
    for seed, case in enumerate(module["CASES"]):
        ok, line = judge_exemplar_case(module, name, case, seed)
        print(line)
        passed.append(ok)
    return bool(passed) and all(passed)


def run(module: dict) -> int:
    """The command line of a file, whose globals() `module` is: 0 if every case is right, else 1."""
    parser = argparse.ArgumentParser(
        description=module["__doc__"], formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args()
    return 0 if judge_module(module, Path(module["__file__"]).stem) else 1
