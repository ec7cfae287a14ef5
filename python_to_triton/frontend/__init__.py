"""The front end: PyTorch code in whatever style -> canonical graph -> regions, the model's prompts.

    trace(program) -> Graph
    regions(graph) -> [Region, ...]         region.graph.text is a prompt
    parse(prompt) -> Graph

Where to look
    programs, guessed_inputs, fitted_inputs read the program and find example inputs
    entries, dependencies                   the programs of a file
    tensor_functions                        graphs of AOTAutograd, for the torch.compile backend
    conditions, module_reads,               what the trace fixed, and so what an answer is valid for
    second_construction
    effects, module_state, host_checks      what a program writes and checks on the host
    forward_decompositions                  operators that are made of others
    random_draws                            random numbers as the written file draws them
    opaque_calls                            operators that PyTorch is to compute between the regions
    loops, loop_values, loop_runs,          loops whose steps are one: found among the calls, lowered once,
    loop_folding, loop_lengths              of which lengths
    recorder, functionalization, lowering   from the operators that it calls to the vocabulary
    graph_builder, simplification,          one meaning, one text
    normal_forms, canonicalization
    concrete_trace, symbolic_sizes          sizes as letters
    graph, values, vocabulary               the graph, its text and its parser
    sample_sizes, sample_inputs             arguments that fit a graph
    partition, regions, subgraphs,          from the graph to the prompts of the model
    host_views, operation_kinds
    schedules                               words for how an answer divides its work
    backward_graph, decompositions          gradients
    free_numbers, region_numbers            numbers that an answer may receive as arguments
    watched_numbers, matching_graphs,
    number_expressions
"""

from python_to_triton.frontend.backward_graph import BackwardGraph, backward_graph
from python_to_triton.frontend.conditions import (
    Conditions,
    Effect,
    Fixed,
    NumberParameter,
    PassedNumbers,
    Range,
    RunTimeNumber,
)
from python_to_triton.frontend.entries import Entry, entries
from python_to_triton.frontend.free_numbers import FreeNumber, FreeNumbers, free_numbers
from python_to_triton.frontend.graph import Graph, parse
from python_to_triton.frontend.operation_kinds import (
    ANCHOR_KINDS,
    SUMS,
    anchor_key,
    draws_by_pytorch,
    is_draw,
    is_elementwise_loss,
    is_opaque,
    is_pointwise,
    operator_of,
)
from python_to_triton.frontend.partition import MAX_POINTWISE
from python_to_triton.frontend.programs import (
    PREDEFINED_NAMES,
    PROGRAM_NUMBERS,
    apply_to_tensors,
    call_arguments,
    collect_tensors,
    module_program,
    positional_arguments,
    read_source,
)
from python_to_triton.frontend.recorder import error_text
from python_to_triton.frontend.region_numbers import RegionNumbers, region_numbers
from python_to_triton.frontend.regions import (
    Region,
    execution_order,
    is_view_only,
    number_of_regions,
    own_sizes,
    regions,
    regions_read,
    split_joins,
    split_rolls,
    whole_region,
)
from python_to_triton.frontend.sample_sizes import (
    MAX_SAMPLE_ELEMENTS,
    fits,
    grown_sizes,
    small_sizes,
    total_elements,
)
from python_to_triton.frontend.schedules import (
    SCHEDULES,
    check_schedule,
    possible_schedules,
    schedule_for_sizes,
    with_schedule,
    without_schedule,
)
from python_to_triton.frontend.symbolic_sizes import size_letters
from python_to_triton.frontend.tensor_functions import trace_tensor_function
from python_to_triton.frontend.tracing import trace, trace_modes, traced_modes
from python_to_triton.frontend.values import Value, execute, flatten_operands, format_item
from python_to_triton.frontend.vocabulary import DTYPES, OPS, SHAPE_ERRORS, VIEWS, GraphError

__all__ = [
    "ANCHOR_KINDS",
    "BackwardGraph",
    "Conditions",
    "DTYPES",
    "Effect",
    "Entry",
    "Fixed",
    "FreeNumber",
    "FreeNumbers",
    "Graph",
    "GraphError",
    "MAX_POINTWISE",
    "MAX_SAMPLE_ELEMENTS",
    "NumberParameter",
    "OPS",
    "PREDEFINED_NAMES",
    "PROGRAM_NUMBERS",
    "PassedNumbers",
    "Range",
    "Region",
    "RegionNumbers",
    "RunTimeNumber",
    "SCHEDULES",
    "SHAPE_ERRORS",
    "SUMS",
    "VIEWS",
    "Value",
    "anchor_key",
    "apply_to_tensors",
    "backward_graph",
    "call_arguments",
    "check_schedule",
    "collect_tensors",
    "entries",
    "error_text",
    "execute",
    "execution_order",
    "fits",
    "flatten_operands",
    "format_item",
    "free_numbers",
    "grown_sizes",
    "is_elementwise_loss",
    "draws_by_pytorch",
    "is_draw",
    "is_opaque",
    "is_pointwise",
    "is_view_only",
    "module_program",
    "operator_of",
    "number_of_regions",
    "parse",
    "positional_arguments",
    "possible_schedules",
    "own_sizes",
    "read_source",
    "region_numbers",
    "regions",
    "regions_read",
    "schedule_for_sizes",
    "size_letters",
    "small_sizes",
    "split_joins",
    "split_rolls",
    "total_elements",
    "trace",
    "trace_modes",
    "trace_tensor_function",
    "traced_modes",
    "whole_region",
    "with_schedule",
    "without_schedule",
]
