"""Answers that rules write where the first candidate is none: moved data, tables, pointwise work, rows.

Reading order
    size_arithmetic      sizes and coordinates as text
    registry             what a rule is, and what rules share
    element_writer       follows an element of a result back to the arguments
    kernel_expressions   what rules of several files write
    movement_rules       views, and copies at other places
    joining_rules        parts of several tensors, borders, triangles
    interpolation_rules  the nearest place, or its neighbours, weighed
    grid_rules           between places that a tensor names
    index_rules          what is read, or added, at places that tensors name
    table_rules          what is made of places alone
    function_rules       functions of elements that take more than an expression
    pointwise_rules      expressions over elements
    pooling_rules        windows of a few elements
    gate_rules           activations with operands of other sizes
    row_loops            rows of any length, in blocks, or shared among programs
    row_rules            what is computed along rows
    running_sums         a running sum of integers, which is a kernel of its own
    kernel_text          a kernel and its launch
    row_kernels          those of what is computed along rows
    answers              from a prompt to the module
"""

from python_to_triton.codegen.by_rules import (  # noqa: F401  (the rules register themselves)
    gate_rules,
    grid_rules,
    index_rules,
    interpolation_rules,
    joining_rules,
    movement_rules,
    pointwise_rules,
    pooling_rules,
    row_rules,
    table_rules,
)
from python_to_triton.codegen.by_rules.answers import operations_by_rules, source_by_rules, sources_by_rules

__all__ = ["operations_by_rules", "source_by_rules", "sources_by_rules"]
