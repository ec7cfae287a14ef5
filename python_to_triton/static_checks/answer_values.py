"""Which values of its prompt each line of an answer computes, loads or stores.

    values_on_lines(answer, prompt) -> [(), (), ("a0",), ("v0",), ("v0", "v1"), ..]

A line has a name where the checks can tell: a variable has its value at the sample points (kernel_matching),
or is called so and nothing speaks against it (line_values, and which arguments it is made of); an expression
has its value; a load reads the argument; a store writes what the answer returns. Temporaries belong to the
one value that they lead to (temporaries), where all that it is made of is found elsewhere. What is only
another shape of a value has its lines. Addresses, masks and launches have no name, and so has what cannot be
told.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator

import torch

from python_to_triton import frontend
from python_to_triton.static_checks.findings import MALFORMED_ERRORS, FaultFound
from python_to_triton.static_checks.kernel_arguments import received_values
from python_to_triton.static_checks.kernel_matching import MatchedKernel
from python_to_triton.static_checks.kernel_values import Frame, KernelInterpreter, Value
from python_to_triton.static_checks.line_checks import returned_expressions
from python_to_triton.static_checks.line_values import PROMPT_NAME, ExpectedValues, LineInterpreter
from python_to_triton.static_checks.prompt_values import SAME_ELEMENTS, SampleDraws, whole_of
from python_to_triton.static_checks.syntax import (
    ENTRY,
    Variables,
    all_nodes,
    functions_by_name,
    identifier,
    simple_statements,
)
from python_to_triton.static_checks.temporaries import (
    NamedKernel,
    Place,
    assigned_targets,
    moves_pointer,
    places_led_to,
    uncast,
    write_of,
    written_variable,
)
from python_to_triton.static_checks.value_names import names_of_variables
from python_to_triton.verification import Refused, parse_answer


class NameTrial(LineInterpreter):
    """Notes which variables get another value than that of the name of the prompt which they have."""

    def __init__(self, *arguments: object):
        super().__init__(*arguments)
        self.refuted: set[ast.AST] = set()

    def check(self, target: ast.Name, value: Value, variables: Variables) -> None:
        """Notes the variable instead of ending the interpretation."""
        try:
            super().check(target, value, variables)
        except FaultFound:
            self.refuted.add(variables.first_binding[target])


class LoadReader(KernelInterpreter):
    """Notes which arguments loads read: `loads` {load: names of arguments and of their parts}."""

    def __init__(self, *arguments: object, **more: object):
        super().__init__(*arguments, **more)
        self.loads: dict[ast.Call, set[str]] = defaultdict(set)

    def load(self, node: ast.Call, frame: Frame, pointer: Value) -> Value:
        """The values of an argument or of its part."""
        if isinstance(pointer, str):
            self.loads[node] |= {pointer, self.parts.get(node, pointer)}
        return super().load(node, frame, pointer)


class PromptOfLines(ExpectedValues):
    """The prompt's values.

    Attributes:
        operands: {name: the values that it is computed from, views undone}
        view_of: {name: its view}, where nothing but this view reads the value
    """

    def __init__(self, text: str, draws: SampleDraws):
        prompt = frontend.parse(text)
        super().__init__(prompt, text, draws)
        self.operands = {
            value.name: {whole_of(part).name for part in value.inputs()} for value in prompt.values
        }
        readers = defaultdict(list)
        for value in prompt.values:
            for part in value.inputs():
                readers[part.name].append(value)
        returned = {value.name for value in prompt.outputs}
        self.view_of = {
            name: found[0].name
            for name, found in readers.items()
            if len(found) == 1 and found[0].op in SAME_ELEMENTS and name not in returned
        }

    def with_views(self, name: str) -> list[str]:
        """A value, and what is only another shape of it."""
        names = [name]
        while names[-1] in self.view_of:
            names.append(self.view_of[names[-1]])
        return names

    def sole_names(self, led_to: dict[Place, set[str]], known: set[str]) -> dict[Place, str]:
        """{place: the one name that it leads to}, where all operands of that are `known`."""
        single = {place: name for place, names in led_to.items() if len(names) == 1 for name in names}
        return {
            place: name
            for place, name in single.items()
            if name in self.operands and self.operands[name] <= known
        }

    def results_in(self, host: ast.FunctionDef) -> dict[str, str]:
        """{variable of the host function: the value that it is returned as, its views undone}"""
        returned = returned_expressions(host)
        if len(returned) != len(self.outputs):
            return {}
        variables = [[node.id for node in all_nodes(part) if isinstance(node, ast.Name)] for part in returned]
        wholes = [(whole_of(output), output) for output in self.outputs]
        names = [(output if whole.op == "argument" else whole).name for whole, output in wholes]
        return {found[0]: name for found, name in zip(variables, names) if len(found) == 1}


class KernelLines:
    """A function of an answer, and what its variables and expressions are in the prompt.

    Attributes:
        named: the function with the names of its variables
        reader: what it computes where these variables have the values of their names
        temporaries: {first binding of a variable: the one value that it leads to}
    """

    def __init__(
        self,
        function: ast.FunctionDef,
        functions: dict[str, ast.FunctionDef],
        variables: dict[str, Variables],
        received: dict,
        expected: PromptOfLines,
        draws: SampleDraws,
    ):
        self.expected = expected
        self.kernel = MatchedKernel(function, functions, variables, received, expected, draws)
        trial = NameTrial(functions, variables, draws, self.kernel.argument_parts, expected)
        trial.run(function, received)
        claimed = self.claimed_names(trial.refuted)
        names = names_of_variables(self.kernel) | claimed
        self.named = NamedKernel(function, variables[function.name], received, names)
        self.temporaries: dict[ast.AST, str] = {}
        values = {binding: [(slice(None), expected.values[name])] for binding, name in claimed.items()}
        held = self.kernel.held() | values
        self.reader = LoadReader(functions, variables, draws, self.kernel.argument_parts, held=held)
        self.reader.run(function, received)

    def claimed_names(self, refuted: set[ast.AST]) -> dict[ast.AST, str]:
        """{binding: name} of variables that are called as a value of the prompt, and may have it."""
        kernel = self.kernel
        # A prompt without elementwise values is not matched, so it has no sources yet.
        kernel.sources = kernel.sources or kernel.sources_of(kernel.values)
        claimed = {}
        for binding in kernel.variables.binding_counts:
            name = identifier(binding)
            is_name = isinstance(binding, ast.Name) and PROMPT_NAME.fullmatch(name)
            if not is_name or name not in self.expected.values or binding in refuted:
                continue
            if name[0] == "a" or binding not in kernel.sources or kernel.may_hold(name, binding):
                claimed[binding] = name
        return claimed

    def add_temporaries(self, led_to: dict[Place, set[str]], known: set[str]) -> None:
        """Names what leads to one value alone, all of whose operands are `known`."""
        for place, name in self.expected.sole_names(led_to, known).items():
            is_data = isinstance(place, ast.Name) and place in self.reader.values
            is_own = is_data and place in self.kernel.variables.binding_counts
            if is_own and place not in self.named.names:
                self.temporaries[place] = name

    def only_loads(self, statement: ast.stmt) -> bool:
        """Whether a statement assigns an argument as it is read, casts aside."""
        value = uncast(getattr(statement, "value", None))
        return isinstance(statement, ast.Assign) and any(
            name in self.expected.values for name in self.reader.loads.get(value, ())
        )

    def stored_name(self, write: ast.Call, results: dict[str, str]) -> str | None:
        """The value that a store writes: that which its buffer is returned as, or that of its variable."""
        buffer = self.named.buffer_at(write.args[0])
        return results.get(buffer) or self.named.name_of(written_variable(write.args[1]))

    def parts_of_their_own(self, results: dict[str, str]) -> Iterator[tuple[ast.AST, str]]:
        """(statement or expression, the name of a value that it computes, loads or stores), as itself shows.

        `results` is {buffer: the value that it is returned as}.
        """
        for load, names in self.reader.loads.items():
            yield from ((load, name) for name in names if name in self.expected.values)
        for statement in simple_statements(self.named.function.body):
            names = [self.named.name_of(target) for target in assigned_targets(statement)]
            write = write_of(statement)
            if write:
                names.append(self.stored_name(write, results))
            yield from ((statement, name) for name in names if name)
        yield from self.expressions()

    def parts_that_lead(
        self, results: dict[str, str], buffers: dict[str, str]
    ) -> Iterator[tuple[ast.AST, str]]:
        """(statement, the name of the value that its temporary or its buffer leads to).

        `buffers` is {buffer: the value that it leads to}; a store that shows its value itself is left out.
        """
        for statement in simple_statements(self.named.function.body):
            names = []
            if not self.only_loads(statement):
                first_binding = self.kernel.variables.first_binding
                bindings = [first_binding.get(target) for target in assigned_targets(statement)]
                names = [self.temporaries.get(binding) for binding in bindings]
            write = write_of(statement)
            if write and not self.stored_name(write, results):
                names.append(buffers.get(self.named.buffer_at(write.args[0])))
            yield from ((statement, name) for name in names if name)

    def expressions(self) -> Iterator[tuple[ast.AST, str]]:
        """(expression inside a statement, the one name that its value has)."""
        inside = self.reader.inside
        if not inside:
            return
        made_of = self.expected.made_of
        allowed = {}
        for statement in simple_statements(self.named.function.body):
            names = {self.named.name_of(target) for target in assigned_targets(statement)} - {None}
            for node in all_nodes(statement) if names else ():
                allowed[node] = names.union(*(made_of.get(name, ()) for name in names))
        values = self.expected.values
        constant = {name for name, value in values.items() if not (value != value[:, :1]).any()}
        for path, equal in self.kernel.names_of_values(inside).items():
            names = {name for name in equal if name[0] == "v" and name not in constant}
            names &= allowed.get(path[0], names)
            read = {self.named.name_of(node) for node in all_nodes(path[-1])}
            if len(names) == 1 and not names & read:  # abs(v1) where v1 is positive computes no v1
                yield path[-1], *names


def is_read(buffer: str, kernels: list[KernelLines]) -> bool:
    """Whether a kernel reads a buffer, so that what is stored there need not be what is returned."""
    for kernel in kernels:
        for statement in simple_statements(kernel.named.function.body):
            write = write_of(statement)
            nodes = all_nodes(write.args[1] if write else statement)
            if not moves_pointer(statement) and buffer in kernel.named.read_in(nodes):
                return True
    return False


def named_parts(answer: str, prompt: PromptOfLines, draws: SampleDraws) -> list[tuple[ast.AST, str]]:
    """[(statement or expression of an answer, the name of a value that it computes, loads or stores)]."""
    functions = functions_by_name(parse_answer(answer))
    host = functions.pop(ENTRY)
    variables = {name: Variables(function) for name, function in functions.items()}
    received = received_values(functions, host)
    kernels = [
        KernelLines(function, functions, variables, received[name], prompt, draws)
        for name, function in functions.items()
    ]
    results = prompt.results_in(host)
    results = {buffer: name for buffer, name in results.items() if not is_read(buffer, kernels)}
    found = [part for kernel in kernels for part in kernel.parts_of_their_own(results)]
    known = {view for _, name in found for view in prompt.with_views(name)}
    led_to = places_led_to([kernel.named for kernel in kernels], results)
    for kernel in kernels:
        kernel.add_temporaries(led_to, known)
    buffers = {
        place: name for place, name in prompt.sole_names(led_to, known).items() if isinstance(place, str)
    }
    return found + [part for kernel in kernels for part in kernel.parts_that_lead(results, buffers)]


@torch.inference_mode()
def values_on_lines(answer: str, prompt: str) -> list[tuple[str, ...]]:
    """Of each line of an answer the names of the prompt's values that it computes, loads or stores.

    They are in the prompt's order; () where it cannot be told, and for every line of a text that is no
    answer. Raises GraphError where the prompt does not parse.
    """
    draws = SampleDraws()
    values = PromptOfLines(prompt, draws)
    found = [set() for _ in answer.split("\n")]
    try:
        for node, name in named_parts(answer, values, draws):
            for line in range(node.lineno, node.end_lineno + 1):
                found[line - 1].update(values.with_views(name))
    except (Refused, *MALFORMED_ERRORS):
        return [()] * len(found)
    order = {name: place for place, name in enumerate(values.values)}
    return [tuple(sorted(names, key=order.get)) for names in found]
