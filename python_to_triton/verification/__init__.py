"""python_to_triton.verification."""

from python_to_triton.verification.allow_list import HOST, KERNEL, check_source, parse
from python_to_triton.verification.compilation import compile_kernels, structure
from python_to_triton.verification.test_cases import MISFITS, nudged, pose, prepare, usual_loss
from python_to_triton.verification.ties import references
from python_to_triton.verification.verdict import Verdict, examine, judge
from triton_ops.tolerance import (
    Comparison,
    compare,
    eager_error,
    is_float,
    leaves,
    mismatch,
    tensors_in,
    tolerance,
)

__all__ = [
    "Comparison",
    "HOST",
    "KERNEL",
    "MISFITS",
    "Verdict",
    "tolerance",
    "check_source",
    "compare",
    "eager_error",
    "compile_kernels",
    "examine",
    "is_float",
    "judge",
    "leaves",
    "mismatch",
    "nudged",
    "parse",
    "pose",
    "prepare",
    "references",
    "structure",
    "tensors_in",
    "usual_loss",
]
