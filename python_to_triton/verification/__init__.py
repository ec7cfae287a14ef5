"""The judge: does the text of a candidate compute what a PyTorch reference computes?

    verdict = judge(candidate, reference, cases)

The text is read first: host code may allocate, view and launch, nothing else (`check_source`). It then runs
in the sandbox, on memory that is poisoned and fenced, and only bytes come back. The judging process alone
knows the expected output: it holds the reference, makes the test inputs and compares in float64
(triton_ops/tolerance.py). On a machine without a GPU the kernels run in Triton's interpreter,
and every launch has to compile for a real one (`compile_kernels` says what that takes).

Reading order
    the text of a candidate
        allow_list            what it may contain
        parsing               its syntax tree, parsed once
        placement             where what is allowed may stand
        decorators            what may stand above a kernel
        source_check          the first violation of these rules
    the test cases
        plain_mode            the base of the judge's dispatch modes
        rounded_convolutions  convolutions that round as a GPU's do, wherever a reference runs
        references            the results on one set of inputs, at the working dtype and in float64
        inputs                other data than the caller's, in the same domain
        conditioning          what rounding the inputs would do to the results
        special_numbers       NaN and infinities among the inputs
        test_cases            one set of inputs, its reference, and the comparison with it
        integer_cases         cases with other integers and numbers
        sizes                 cases at other sizes and memory layouts
        reference_task        all cases of a reference, prepared once for every candidate
    the verdict
        sandbox/              runs a candidate, and sends back bytes
        compilation           compiles its kernels for real GPUs
        quick_comparison      many outputs compared at once
        verdict               judge(candidate, reference, cases)
    a written file
        original_program      the user's program as its reference
        written_calls         the calls that it is judged by
        written_file          the judge of it
    command lines
        exemplar              judges a file of synthetic/ that runs as a script
        __main__              `python -m python_to_triton.verification --help`
"""

from python_to_triton.verification.allow_list import HOST, KERNEL
from python_to_triton.verification.compilation import CompiledKernel, compile_kernels, structure_hash
from python_to_triton.verification.inputs import perturbed
from python_to_triton.verification.parsing import parse_answer
from python_to_triton.verification.reference_task import ReferenceTask, prepare_reference
from python_to_triton.verification.references import run_reference
from python_to_triton.verification.rounded_convolutions import reference_convolutions
from python_to_triton.verification.sandbox import Limits, Refused, all_nodes
from python_to_triton.verification.source_check import check_source
from python_to_triton.verification.test_cases import (
    REFERENCE_ERRORS,
    TestCase,
    make_test_case,
    perturbed_eager_error,
)
from python_to_triton.verification.verdict import VERDICT_CODE, Verdict, judge, judge_task
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
    "CompiledKernel",
    "HOST",
    "KERNEL",
    "Limits",
    "REFERENCE_ERRORS",
    "ReferenceTask",
    "Refused",
    "TestCase",
    "VERDICT_CODE",
    "Verdict",
    "all_nodes",
    "check_source",
    "compare",
    "compile_kernels",
    "eager_error",
    "is_float",
    "judge",
    "judge_task",
    "leaves",
    "make_test_case",
    "mismatch",
    "parse_answer",
    "perturbed",
    "perturbed_eager_error",
    "prepare_reference",
    "reference_convolutions",
    "run_reference",
    "structure_hash",
    "tensors_in",
    "tolerance",
]
