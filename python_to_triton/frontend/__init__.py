"""The front end: PyTorch code in whatever style -> canonical graph -> regions, the model's prompts.

    trace(program) -> Graph
    regions(graph) -> [Region, ...]         region.graph.text is a prompt
    parse(prompt) -> Graph

Reading order
    the graph
        arithmetic               expressions of sizes, read and computed without eval
        vocabulary               the operations that a graph may contain, a row each
        values                   the nodes of a graph
        loop_values, loops       values that are computed once a step
        graph                    the graph, its text, and the parser of that text
        normal_forms             one spelling of an attribute
        simplification           what an operation amounts to, seen from its operands
        graph_builder            makes Values by these rules
        canonicalization/        several operations that are one operation of the vocabulary
    the calls of a program
        random_draws             random numbers as the written file draws them
        opaque_calls             operators that PyTorch is to compute between the regions
        lowering/                from PyTorch's operators to the vocabulary
        formulas                 the register of operators that are made of others
        bessel_formulas          Bessel functions
        fourier_formulas         Fourier transforms of real tensors
        special_formulas         other functions of torch.special
        forward_decompositions   what an operator is made of: PyTorch's decompositions, and the rest
        fake_tensors             shapes and dtypes without data, made directly
        recorder                 runs a program on fake tensors and notes what it calls
        loop_runs, loop_folding  loops among the calls, and their one step as values
        functionalization        the calls as values; a write in place is a new value
    the program
        conditions               what a trace fixed, and so what an answer is valid for
        dependencies             the names that the statements of a file bind and use
        host_checks              statements that look at data and raise, which stay on the host
        bare_statements          statements outside of any function, as one
        written_sizes            sizes that a text tells
        programs                 statements, functions, modules and files read as one form
        fixed_values             what a trace fixes of values that are no tensors
        entries                  which functions and classes of a file are programs of their own
        guessed_inputs           example inputs by the names of the parameters
        module_reads             what a forward reads of its module that is no tensor
        module_state             what a forward changed in its module, put back
        module_facts             what code generation has to know of a module, as data
        fitted_inputs            guesses, corrected by what the program shows
        effects                  what a program leaves changed, as outputs of its graph
    the trace
        concrete_trace           a graph whose sizes are numbers
        size_expressions         which formula of sizes a number is
        retracing                the program again at other sizes
        symbolic_values          numbers that come from sizes as these formulas
        symbolic_sizes           which sizes vary on their own: its sizes as letters
        second_construction      which sizes of a module's parameters may be others
        size_conditions          which way branches on sizes went
        loop_lengths             which numbers of steps are free
        tensor_functions         graphs of AOTAutograd, for the torch.compile backend
        tracing                  trace(program): all of the above
    the regions
        operation_kinds          anchors, pointwise operations, views
        sample_inputs            random arguments that fit a graph
        deep_samples             at which scale the parameters of a network are drawn
        index_ranges             integers that follow from sizes: how large they are
        sample_sizes             sizes at which a graph computes
        constants_in_reach       and at which its constants show
        partition                groups of operations that one group of kernels can compute
        host_views               views at the ends of a graph, which the host takes
        subgraphs                a part of a graph as a graph of its own
        regions                  from the graph to the prompts of the model
        einsums, splits          one operation as several, for a region that no answer fits
        folded_constants         functions of numbers as numbers, for such a region too
        schedules                words for how an answer divides its work
    gradients
        decompositions           which of ATen's operators AOTAutograd takes apart
        backward_graph           the backward of a graph, as a graph
    numbers that an answer may receive as arguments
        watched_numbers          whether a program decides something by a number
        matching_graphs          which numbers differ between two traces
        number_expressions       these numbers as functions of the program's own
        free_numbers             the program's numbers that need not keep their value
        region_numbers           the same of one region, and how the host computes them
"""

from python_to_triton.frontend.arithmetic import UnknownSize
from python_to_triton.frontend.backward_graph import BackwardGraph, backward_graph
from python_to_triton.frontend.bare_statements import PREDEFINED_NAMES
from python_to_triton.frontend.conditions import (
    Conditions,
    Effect,
    Fixed,
    NumberParameter,
    PassedNumbers,
    Range,
    RunTimeNumber,
)
from python_to_triton.frontend.constants_in_reach import sizes_beyond_constants
from python_to_triton.frontend.deep_samples import first_read, is_deep
from python_to_triton.frontend.entries import Entry, entries
from python_to_triton.frontend.folded_constants import fold_constants
from python_to_triton.frontend.free_numbers import FreeNumber, FreeNumbers, free_numbers
from python_to_triton.frontend.graph import Graph, parse
from python_to_triton.frontend.operation_kinds import (
    ANCHOR_KINDS,
    SUMS,
    anchor_key,
    draws_by_pytorch,
    holds_random_numbers,
    is_draw,
    is_elementwise_loss,
    is_opaque,
    is_pointwise,
    operator_of,
)
from python_to_triton.frontend.partition import MAX_POINTWISE
from python_to_triton.frontend.programs import (
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
    whole_region,
)
from python_to_triton.frontend.sample_sizes import (
    MAX_SAMPLE_ELEMENTS,
    broadcasts_as_traced,
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
from python_to_triton.frontend.splits import split_joins, split_operations
from python_to_triton.frontend.symbolic_values import size_letters
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
    "UnknownSize",
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
    "broadcasts_as_traced",
    "first_read",
    "fits",
    "flatten_operands",
    "fold_constants",
    "format_item",
    "free_numbers",
    "grown_sizes",
    "is_elementwise_loss",
    "draws_by_pytorch",
    "is_deep",
    "holds_random_numbers",
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
    "sizes_beyond_constants",
    "small_sizes",
    "split_joins",
    "split_operations",
    "total_elements",
    "trace",
    "trace_modes",
    "trace_tensor_function",
    "traced_modes",
    "whole_region",
    "with_schedule",
    "without_schedule",
]
