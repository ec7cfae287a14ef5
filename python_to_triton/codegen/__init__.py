"""Code generation: answers to the regions of a graph -> one self-contained module that the user can import.

stitching         the module: docstring, imports, the answers, and `translated`, which guards them
merging           the modules of a file's entries as one
composition       the answers to regions as one function
blocks            what that repeats, as functions and loops
repetition        loops over lines that differ by counted numbers alone
backward          an autograd.Function around the answers to forward and backward
host_code         the views between regions
by_rules/         answers that rules write where the model has none: moved data, tables, pointwise work, rows
literal_kernels   the literal tensors that regions read, each written by a small kernel
loop_code         loops over the steps of a sequence
draw_kernel       random numbers, by a kernel that is the same in every file
module_text       how long lines are broken, values written, statements joined
renaming          several answers in one module, with the user's names for the arguments
guards            `translated` refuses what the answers were not verified for
size_limits, index_bounds
                  which sizes and indices that are
module_guards     what a translation depends on in `self`, by kinds of layers
guard_functions   what it calls for that, copied into the module
wrappers          the user's function or class around `translated`
user_source       how its body is exchanged in the user's source
fallback          the user's program beside its translation, for calls that this refuses
dead_code         what the module keeps of the user's source
run_time_numbers  answers that receive a number as an argument
pytorch_code      a graph as PyTorch source, where a region has no answer
"""

from python_to_triton.codegen.backward import Backward, answered_backward, backward_note
from python_to_triton.codegen.by_rules import operations_by_rules, source_by_rules, sources_by_rules
from python_to_triton.codegen.composition import compose_answers, entry_source
from python_to_triton.codegen.guards import parameter_names
from python_to_triton.codegen.index_bounds import FROM_THE_END_IN_ATEN, IndexReaders
from python_to_triton.codegen.merging import merge_modules, merged_name
from python_to_triton.codegen.pytorch_code import pytorch_code, pytorch_functions
from python_to_triton.codegen.renaming import argument_names, realign_continuations, rename_answer
from python_to_triton.codegen.run_time_numbers import Number, with_numbers_passed
from python_to_triton.codegen.size_limits import size_limits
from python_to_triton.codegen.stitching import stitch
from python_to_triton.codegen.wrappers import check_wrapper, user_wrapper

__all__ = [
    "FROM_THE_END_IN_ATEN",
    "Backward",
    "Number",
    "IndexReaders",
    "answered_backward",
    "argument_names",
    "backward_note",
    "check_wrapper",
    "compose_answers",
    "entry_source",
    "merge_modules",
    "merged_name",
    "operations_by_rules",
    "parameter_names",
    "pytorch_code",
    "pytorch_functions",
    "realign_continuations",
    "rename_answer",
    "size_limits",
    "source_by_rules",
    "sources_by_rules",
    "stitch",
    "user_wrapper",
    "with_numbers_passed",
]
