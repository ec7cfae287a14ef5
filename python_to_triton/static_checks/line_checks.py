"""An answer compared with its prompt line by line, before it runs.

Its lines compute what their names say (line_values). Beyond that it is checked whether the answer parses,
keeps the allow-list, binds what it reads, launches its kernels with what they take, returns what the prompt
returns, gathers a sum from what was to be summed, and reads each element where it is needed
(memory_accesses). Sums and products are not looked into and nothing is executed: an answer without a fault
may be wrong, and the verification says so.
"""

import ast
import functools
import inspect
import re
from collections import defaultdict
from collections.abc import Callable

import torch

from python_to_triton.static_checks import memory_accesses
from python_to_triton.static_checks.findings import MALFORMED_ERRORS, Fault, FaultFound
from python_to_triton.static_checks.kernel_arguments import received_values
from python_to_triton.static_checks.line_values import ExpectedValues, check_values, expected_values
from python_to_triton.static_checks.missing_values import check_missing_values
from python_to_triton.static_checks.padding import check_padding
from python_to_triton.static_checks.prompt_values import whole_of
from python_to_triton.static_checks.syntax import (
    ENTRY,
    Variables,
    all_nodes,
    assignments,
    callee_name,
    functions_by_name,
    simple_statements,
)
from python_to_triton.static_checks.window_numbers import check_window_numbers
from python_to_triton.verification import Refused, check_source, parse_answer
from triton_ops.machine import tl


class ValueSources:
    """Which names each variable of a kernel is computed from, statement by statement.

    Attributes:
        bound: the names that are assigned
        temporaries: {name: the temporaries that it is computed from}
        prompt_names: {name: {value of the prompt that it is computed from: the line}}
    """

    def __init__(self, function: ast.FunctionDef, expected: ExpectedValues):
        self.bound: set[str] = set()
        self.temporaries = defaultdict(set)
        self.prompt_names = defaultdict(dict)
        for statement in simple_statements(function.body):
            if not isinstance(statement, (ast.Assign, ast.AugAssign)):
                continue
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            name = getattr(target, "id", "")
            self.bound.add(name)
            for node in all_nodes(statement.value):
                if isinstance(node, ast.Name) and node.id in expected.values:
                    self.prompt_names[name].setdefault(node.id, statement.lineno)
                elif isinstance(node, ast.Name):
                    self.temporaries[name].add(node.id)

    def of(self, name: str) -> list[tuple[str, int]]:
        """[(value of the prompt, line)] that a name is computed from, directly or by temporaries."""
        reached = {name}
        fresh = {name}
        while fresh:
            fresh = set().union(*(self.temporaries[temporary] for temporary in fresh)) - reached
            reached |= fresh
        pairs = [(source, line) for other in reached for source, line in self.prompt_names[other].items()]
        return sorted(pairs, key=lambda pair: (pair[1], pair[0]))


def check_sources(function: ast.FunctionDef, expected: ExpectedValues) -> None:
    """Raises FaultFound where a sum, a softmax or the like skips an operation before it."""
    sources = ValueSources(function, expected)
    for name, operands in expected.gathered.items():
        if name not in sources.bound:
            continue
        for source, line in sources.of(name):
            if source == name or source in operands:
                continue
            skipped = [
                part for part in sorted(operands & sources.bound) if source in expected.made_of.get(part, ())
            ]
            if skipped:
                raise FaultFound(
                    line, f"{name} is computed from {skipped[0]} in the prompt, not from {source}"
                )


def check_read(function: ast.FunctionDef, variables: Variables) -> None:
    """Raises FaultFound where something is computed and never read: a sign of a mistake elsewhere."""
    read = {
        binding
        for node, binding in variables.first_binding.items()
        if isinstance(node, ast.AugAssign) or isinstance(getattr(node, "ctx", None), ast.Load)
    }
    for target, _ in assignments(function.body):
        name = getattr(target, "id", "")
        if name and variables.first_binding[target] not in read and not re.fullmatch(r"a\d+", name):
            raise FaultFound(target.lineno, f"{name} is never read")


@functools.cache
def triton_signature(name: str) -> inspect.Signature:
    """What a function of triton.language takes."""
    function = getattr(tl, name)
    return inspect.signature(getattr(function, "fn", function))


def check_own_call(call: ast.Call, callee: ast.FunctionDef) -> None:
    """Raises FaultFound where a kernel or helper gets other arguments than it takes."""
    parameters = [parameter.arg for parameter in callee.args.args]
    words = [word.arg for word in call.keywords]
    if any(isinstance(part, ast.Starred) for part in call.args) or None in words:
        return
    given = parameters[: len(call.args)] + words
    needed = parameters[: len(parameters) - len(callee.args.defaults)]
    too_many = len(call.args) > len(parameters) or len(given) != len(set(given))
    if too_many or not set(needed) <= set(given):
        raise FaultFound(call.lineno, f"{callee.name} takes the arguments {', '.join(parameters)}")


def check_triton_call(call: ast.Call) -> None:
    """Raises FaultFound where a function of triton.language is called with other arguments than it takes."""
    name = call.func.attr
    try:
        triton_signature(name).bind(*call.args, **{word.arg: word for word in call.keywords})
    except TypeError as error:
        raise FaultFound(call.lineno, f"tl.{name}: {error}") from None


def check_calls(function: ast.FunctionDef, functions: dict[str, ast.FunctionDef]) -> None:
    """Raises FaultFound where a function is called with other arguments than it takes."""
    calls = [node for node in all_nodes(function) if isinstance(node, ast.Call)]
    for call in calls:
        if callee_name(call) in functions:
            check_own_call(call, functions[callee_name(call)])
    for call in calls:
        if re.fullmatch(r"tl\.\w+", ast.unparse(call.func)):
            check_triton_call(call)


def returned_expressions(host: ast.FunctionDef) -> list[ast.expr]:
    """What the host function returns at its end."""
    last = host.body[-1]
    if not isinstance(last, ast.Return) or last.value is None:
        return []
    return last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]


def output_buffers(host: ast.FunctionDef, expected: ExpectedValues) -> dict[str, str]:
    """{variable of the host function: the pointwise value that it is returned as}"""
    buffers = {}
    for result, output in zip(returned_expressions(host), expected.outputs):
        name = whole_of(output).name
        variables = [node.id for node in all_nodes(result) if isinstance(node, ast.Name)]
        if variables and name in expected.pointwise:
            buffers[variables[0]] = name
    return buffers


def is_store_of_name(node: ast.AST) -> bool:
    """Whether a node is tl.store(address, name, ..)."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "tl.store":
        return False
    return len(node.args) > 1 and isinstance(node.args[1], ast.Name)


def check_results(
    host: ast.FunctionDef, functions: dict[str, ast.FunctionDef], received: dict, expected: ExpectedValues
) -> None:
    """Raises FaultFound where there are more or fewer results, or two are exchanged."""
    returned = len(returned_expressions(host))
    if returned != len(expected.outputs):
        line = host.body[-1].lineno
        raise FaultFound(line, f"returns {returned} results, the prompt returns {len(expected.outputs)}")
    buffers = output_buffers(host, expected)
    for name, function in functions.items():
        for call in filter(is_store_of_name, all_nodes(function)):
            names = [node.id for node in all_nodes(call.args[0]) if isinstance(node, ast.Name)]
            pointed = [received[name].get(variable) for variable in names]
            outputs = {buffers[buffer] for buffer in pointed if buffer in buffers}
            stored = call.args[1].id
            if len(outputs) != 1 or stored not in expected.values:
                continue
            [output] = outputs
            if not expected.may_equal(output, expected.values[stored]):
                raise FaultFound(call.lineno, f"{stored} is stored in the place of {output}")


def faults_of(check: Callable, *arguments: object) -> list[Fault]:
    """[the Fault that a check raises], or []; [] too for a text that the check cannot interpret."""
    try:
        check(*arguments)
    except MALFORMED_ERRORS:
        return []
    except FaultFound as found:
        return [found.fault]
    except Refused as refused:
        line, reason = re.fullmatch(r"(?:line (\d+): )?(.*)", str(refused), re.DOTALL).groups()
        return [Fault(int(line or 1), reason)]
    return []


def names_that_are_called(function: ast.FunctionDef) -> set[str]:
    """The names of the functions that a function calls by their names."""
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def faults_of_lines(answer: str, prompt: str, kernels: dict, host: ast.FunctionDef) -> list[Fault]:
    """The faults of an answer's functions, in no order.

    An answer that is composed of others has host functions that its entry calls. The names in its parts are
    those of smaller prompts: only what needs no names is asked of it. A host function that the entry does not
    call is no part of the answer.
    """
    helpers = {name for name, function in kernels.items() if not function.decorator_list}
    if helpers & names_that_are_called(host):
        found = [faults_of(check_calls, function, kernels) for function in (*kernels.values(), host)]
        return sum(found, faults_of(check_source, answer))
    kernels = {name: function for name, function in kernels.items() if name not in helpers}
    expected, draws = expected_values(prompt)
    variables = {name: Variables(node) for name, node in kernels.items()}
    received = received_values(kernels, host)
    faults = faults_of(check_source, answer)
    for function in (*kernels.values(), host):
        faults += faults_of(check_calls, function, kernels)
    faults += faults_of(check_results, host, kernels, received, expected)
    faults += faults_of(check_padding, kernels, prompt)
    faults += faults_of(check_window_numbers, host, prompt)
    for name, function in kernels.items():
        faults += faults_of(check_sources, function, expected)
        faults += faults_of(check_values, function, kernels, variables, received[name], expected, draws)
    if not faults:
        found = memory_accesses.first_fault_of_accesses(answer, prompt)
        faults = [found] if found else []
    if not faults:
        for name, function in kernels.items():
            faults += faults_of(check_read, function, variables[name])
    if not faults:
        faults = faults_of(check_missing_values, kernels, variables, received, prompt)
    return faults


@functools.lru_cache(maxsize=256)  # sampled answers are often the same
@torch.inference_mode()
def first_fault(answer: str, prompt: str) -> Fault | None:
    """The Fault of the first line of an answer that cannot be right, or None.

    Raises GraphError where the prompt does not parse.
    """
    faults = faults_of(parse_answer, answer)
    if faults:
        return faults[0]
    kernels = functions_by_name(parse_answer(answer))
    host = kernels.pop(ENTRY, None)
    if host and kernels:
        faults = faults_of_lines(answer, prompt, kernels, host)
    else:
        faults = faults_of(check_source, answer)
    return min(faults, key=lambda fault: fault.line, default=None)
