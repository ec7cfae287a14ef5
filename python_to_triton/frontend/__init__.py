"""python_to_triton.frontend."""

from python_to_triton.frontend.builder import VIEWS
from python_to_triton.frontend.graph import parse
from python_to_triton.frontend.programs import (
    NAMES,
    PRESET,
    in_order,
    inputs_of,
    mapped,
    module_program,
    read_source,
    tensors_in,
)
from python_to_triton.frontend.recorder import describe
from python_to_triton.frontend.regions import (
    ANCHORS,
    MOST,
    Region,
    SUMS,
    is_elementwise,
    is_pointwise,
    letters_in_values,
    number_of_regions,
    on_host,
    regions,
    steps,
    whole,
    with_single_rolls,
    work,
)
from python_to_triton.frontend.samples import ELEMENTS, fits, grown_sizes, small_sizes, volume
from python_to_triton.frontend.tracing import trace
from python_to_triton.frontend.values import Value, execute, flat
from python_to_triton.frontend.vocabulary import GraphError, OPS, REFUSALS

__all__ = [
    "ANCHORS",
    "ELEMENTS",
    "GraphError",
    "MOST",
    "NAMES",
    "OPS",
    "PRESET",
    "REFUSALS",
    "Region",
    "SUMS",
    "VIEWS",
    "Value",
    "describe",
    "execute",
    "fits",
    "flat",
    "grown_sizes",
    "in_order",
    "inputs_of",
    "is_elementwise",
    "is_pointwise",
    "letters_in_values",
    "mapped",
    "module_program",
    "number_of_regions",
    "on_host",
    "parse",
    "read_source",
    "regions",
    "small_sizes",
    "steps",
    "tensors_in",
    "trace",
    "volume",
    "whole",
    "with_single_rolls",
    "work",
]
