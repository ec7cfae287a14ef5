"""python_to_triton.verification."""

from python_to_triton.verification.allow_list import HOST, KERNEL, check_source, parse
from python_to_triton.verification.compilation import compile_kernels, structure
from python_to_triton.verification.test_cases import MISFITS, nudged, pose, prepare, usual_loss
from python_to_triton.verification.ties import is_float, leaves, references, tensors_in
from python_to_triton.verification.tolerance import Comparison, tolerance, compare, different, loss
from python_to_triton.verification.verdict import Verdict, examine, judge

__all__ = [
    "Comparison",
    "HOST",
    "KERNEL",
    "MISFITS",
    "Verdict",
    "tolerance",
    "check_source",
    "compare",
    "compile_kernels",
    "different",
    "examine",
    "is_float",
    "judge",
    "leaves",
    "loss",
    "nudged",
    "parse",
    "pose",
    "prepare",
    "references",
    "structure",
    "tensors_in",
    "usual_loss",
]
