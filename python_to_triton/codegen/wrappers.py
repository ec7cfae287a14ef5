"""Wrappers: the user's own function or class, whose body calls `translated`.

A function keeps its name and signature. A module becomes `class ModelNew(nn.Module)`: the user's class with
the same constructor, parameters and keys, and another forward. Of the rest of the source only what these need
is kept.
"""

import ast
import inspect
import linecache
import re
import textwrap

from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
)

from python_to_triton.codegen.dead_code import kept_statements, without_forwards, without_unreachable_methods
from python_to_triton.codegen.fallback import (
    class_with_fallback,
    function_with_fallback,
    statements_with_fallback,
)
from python_to_triton.codegen.guards import (
    GUARDED,
    MOST_PARAMETERS,
    SUFFIXES,
    call_of_translated,
    fixed_count,
    fixed_lines,
    tensor_paths,
)
from python_to_triton.codegen.module_guards import module_lines
from python_to_triton.codegen.module_text import join_statements, literal
from python_to_triton.codegen.repetition import rolled_lines
from python_to_triton.codegen.user_source import (
    add_inherited_forward,
    class_and_forward,
    remove_decorators,
    rename_class,
    replace_body,
    without_gradients,
)
from python_to_triton.frontend import PROGRAM_NUMBERS, Graph, GraphError, call_arguments, error_text
from python_to_triton.frontend.dependencies import bound_names, used_names
from python_to_triton.frontend.module_facts import module_facts
from python_to_triton.frontend.partition import distinct_sizes
from python_to_triton.named_gpus import on_the_cpu

# Import lines of the names that a program may use without importing them.
_PREDEFINED_IMPORTS = {
    "nn": "import torch.nn as nn",
    "F": "import torch.nn.functional as F",
    "math": "import math",
    "Tensor": "from torch import Tensor",
}


# A module of more guarded attributes, or many parameters, has a function of its own that looks at them.
_MOST_ATTRIBUTES = 3

# What a loop over statements may call its counter.
_COUNTERS = ("i", "j", "n", "number", "count_of_loop")


# ---- the statements of the new body ----


def _shape_checks(graph):
    """The guards of what is written: a result of another shape would be broadcast into its tensor."""
    if not graph.source.conditions.effects:
        return []
    sizes = distinct_sizes(graph)
    shapes = graph.shapes(sizes)
    given = {
        path: tuple(sizes.get(d, d) for d in argument.dims)
        for argument, path in zip(graph.arguments, tensor_paths(graph))
    }
    return [
        f"_same_shape({literal(effect.path)}, {effect.path}, results[{effect.output}])"
        for effect in graph.source.conditions.effects
        if effect.path in given
        and not effect.replaces
        and given[effect.path] != tuple(shapes[id(graph.outputs[effect.output])].shape)
    ]


def _memory_checks(graph):
    """The guards of arguments that are written: what shares their memory would change with them."""
    inputs = [path for argument, path in zip(graph.arguments, tensor_paths(graph)) if not argument.origin]
    written = [
        effect.path
        for effect in graph.source.conditions.effects
        if effect.path in inputs and not effect.replaces
    ]
    spread = [f"_spread({literal(path)}, {path})" for path in dict.fromkeys(written)]
    return spread + [
        f"_apart({literal(path)}, {path}, {literal(other)}, {other})"
        for path in written
        for other in inputs
        if other != path and not (other in written and inputs.index(other) < inputs.index(path))
    ]


def _with_loops(graph, statements):
    """Statements with loops for those that repeat; their counter is no name of the program."""
    facts = module_facts(graph.source)
    conditions = graph.source.conditions
    texts = [graph.source.template, *conditions.statements, *tensor_paths(graph), *graph.source.parameters]
    words = set(re.findall(r"\w+", " ".join([*texts, facts.signature if facts else ""])))
    counter = next(name for name in _COUNTERS if name not in words)
    return statements if any("\n" in one for one in statements) else rolled_lines(statements, counter)


def _call_and_effects(graph, name, parameters):
    """The statements that call `name`, write what the program writes, and return what it returns."""
    conditions = graph.source.conditions
    if not (graph.source.template or conditions.effects or conditions.statements or conditions.copied):
        return call_of_translated(graph, "return ", name, parameters)
    before = "" if graph.multiple else "["
    after = "" if graph.multiple else "]"
    if conditions.copied and graph.multiple:
        before = "list("
        after = ")"
    lines = call_of_translated(graph, f"results = {before}", name, parameters)
    lines[-1] += after
    lines += [f"results[{i}] = results[{i}].clone()" for i in conditions.copied]

    lines += _with_loops(graph, [*_shape_checks(graph), *_memory_checks(graph)])
    own = [effect.statement for effect in conditions.effects if effect.path.startswith("self.")]
    if own:  # buffers and parameters have no gradient to carry on
        lines += ["with torch.no_grad():", *("    " + line for line in _with_loops(graph, own))]
    lines += [effect.statement for effect in conditions.effects if not effect.path.startswith("self.")]
    lines += _with_loops(graph, conditions.statements)
    every = "results" if graph.multiple and not conditions.copied else "tuple(results)"
    return [*lines, f"return {graph.source.template or (every if graph.multiple else 'results[0]')}"]


def _mode_guard(conditions):
    """The statements that refuse the mode that was not translated."""
    if conditions.refused_in_training:
        return [f"_evaluating(self.training, {literal(conditions.refused_in_training)})"]
    if conditions.training is None:
        return []
    return [f'_fixed("self.training", self.training, {conditions.training})']


def needs_entry(graph: Graph, fallback: bool = False) -> bool:
    """Whether `translated`, of a program that has no function or class, does more than its guards.

    It writes what the program writes, or runs the program instead. The guards are those of `guarded` then.
    """
    program = graph.source
    if program.kind != "statements" and program.source:
        return False
    conditions = program.conditions
    changes = conditions.effects or conditions.statements or conditions.checks or conditions.copied
    return bool(changes or program.template or fallback and program.source)


def _body(graph, suffix="", dispatched=False, name="", known=None):
    """(statements of the wrapper, source of the functions that they call: `_parameters` and what it needs).

    The statements are the guards, the call of `translated`, its effects, and the result.

    Args:
        suffix: one of SUFFIXES.
        dispatched: whether the mode has been looked at.
        name: of the guarded answer; `translated` and the suffix if it is not given.
        known: the functions of layers that stand already; see module_lines.
    """
    conditions = graph.source.conditions
    of_arguments, of_module = fixed_lines(graph)
    count = sum(bool(argument.origin) for argument in graph.arguments)
    helpers = parameters = ""
    if count and (fixed_count(graph) > _MOST_ATTRIBUTES or count > MOST_PARAMETERS):
        docstring = '"""The parameters that `translated` takes; ValueError where the module is another."""'
        taken = set(re.findall(r"\w+", graph.source.source))
        functions, lines = module_lines(graph, known, taken)
        gathering = "\n    ".join([f"def _parameters{suffix}(self):", docstring, *lines])
        helpers = "\n\n\n".join([*functions, gathering])
        parameters = f"_parameters{suffix}(self)"
        of_module = []
    mode = [] if dispatched or graph.source.kind != "module" else _mode_guard(conditions)
    guards = [*mode, *of_module, *of_arguments, *conditions.checks]
    return [*guards, *_call_and_effects(graph, name or f"translated{suffix}", parameters)], helpers


def _body_of_modes(graph, evaluation):
    """`_body` of a module whose training mode is `graph`, and another graph in evaluation."""
    known = {}
    in_training, helpers = _body(graph, SUFFIXES[0], dispatched=True, known=known)
    in_evaluation, helpers_in_evaluation = _body(evaluation, SUFFIXES[1], dispatched=True, known=known)
    statements = ["if self.training:", *("    " + line for line in in_training), *in_evaluation]
    return statements, "\n\n\n".join(filter(None, (helpers, helpers_in_evaluation)))


# ---- the user's function or class ----


def _check_only_forward_runs(program):
    """GraphError where a call of a module runs more than the forward of its class, or another."""
    if not module_facts(program).runs_forward_alone:
        raise GraphError(
            f"a call of {program.name} runs more than the forward of its class, or another; "
            "only its graph can be translated"
        )


def _model_wrapper(program, statements):
    """The source of the user's class as ModelNew, whose forward is these statements."""
    lines = program.source.split("\n")
    target, forward = class_and_forward(program)
    rename_class(lines, target, "ModelNew")
    if forward is None:
        add_inherited_forward(program, target, lines, statements)
    else:
        replace_body(lines, forward, without_gradients(forward, statements))
        remove_decorators(lines, forward)
    kinds = set(module_facts(program).kinds)
    source = without_unreachable_methods("\n".join(lines), "ModelNew")
    return without_forwards(source, kinds - {"ModelNew", program.name})


def _function_of(program):
    """(lines of its source, the user's function in it or None)."""
    source = textwrap.dedent(program.source).strip("\n")
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return source.split("\n"), next((node for node in functions if node.name == program.name), None)


def _has_function(program):
    """Whether the program is a function that can keep its name."""
    return _function_of(program)[1] is not None and program.name not in ("translated", "unguarded")


def _function_wrapper(program, statements):
    """The source of the user's function with this body."""
    lines, function = _function_of(program)
    replace_body(lines, function, without_gradients(function, statements))
    remove_decorators(lines, function)
    return "\n".join(lines)


class _Written(str):
    """A text that stands in a signature as it is."""

    __repr__ = str.__str__


def _written(default):
    """A default as Python; `...`, which the guards refuse, for one that no text says."""
    text = literal(default)
    try:
        names = {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
    except SyntaxError:  # <function relu at 0x7f4c>
        return _Written("...")
    return _Written(text if names <= {"torch", "float"} else "...")


def _own_parameters(program):
    """The parameters of a function or a forward, as inspect has them; [] where Python knows none."""
    if program.kind == "statements":
        return []
    function = type(program.function).forward if program.kind == "module" else program.function
    try:
        return [*inspect.signature(inspect.unwrap(function)).parameters.values()]
    except (TypeError, ValueError):  # it is no function of Python
        return []


def _entry_signature(program):
    """The signature of `translated` for a program without source. A module comes first, as `self`."""
    parameters = _own_parameters(program)
    if not parameters:
        unpacked = [f"*{path.partition('[')[0]}" if "[" in path else path for path in program.parameters]
        return f"({', '.join(dict.fromkeys(unpacked))})"
    if program.kind == "module":
        parameters[0] = parameters[0].replace(name="self")
    written = []
    for parameter in parameters:
        default = parameter.default if parameter.default is parameter.empty else _written(parameter.default)
        written.append(parameter.replace(annotation=parameter.empty, default=default))
    return str(inspect.Signature(written))


def _entry_wrapper(graph, fallback):
    """(source of `translated`, of its helpers) for a program without function or class; see needs_entry."""
    program = graph.source
    body, helpers = _body(graph, name=GUARDED)
    header = f"def translated{_entry_signature(program)}:"
    if fallback:
        return statements_with_fallback(program, header, body), helpers
    if program.kind == "module":
        body = [f'"""What {program.name} computes; `self` is the module."""', *body]
    return "\n".join([header, *(f"    {line}" for line in body)]), helpers


def _own_wrapper(graph, evaluation, fallback):
    """(source, name, source of its helpers) of the user's function or class; "" for what is not there."""
    program = graph.source
    statements, helpers = _body(graph) if evaluation is None else _body_of_modes(graph, evaluation)
    if program.kind == "module":
        _check_only_forward_runs(program)
        make = class_with_fallback if fallback else _model_wrapper
        return make(program, statements), "ModelNew", helpers
    if not _has_function(program):
        return "", "", ""
    make = function_with_fallback if fallback else _function_wrapper
    return make(program, statements), program.name, helpers


def user_wrapper(
    graph: Graph, evaluation: Graph | None = None, fallback: bool = False
) -> tuple[list[str], str]:
    """(import lines, source) of what the user calls around `translated`.

    That is a function of the same signature, ModelNew, `translated` itself where its guards are not all
    (needs_entry), or nothing ([], "").

    Args:
        evaluation: the graph of the same module after `.eval()`, where it is another.
        fallback: whether the program stays, and runs where a guard refuses a call.

    Raises:
        GraphError: a call of the module runs more than the forward of its class.
    """
    program = graph.source
    if program is None:
        return [], ""
    if needs_entry(graph, fallback):
        name = "translated"
        source, helpers = _entry_wrapper(graph, fallback)
    elif program.kind == "statements" or not program.source:
        return [], ""
    else:
        source, name, helpers = _own_wrapper(graph, evaluation, fallback)
    if not source:
        return [], ""

    kept = kept_statements(source, {name, "get_inputs", "get_init_inputs"})
    imports = [text for text, node in kept if isinstance(node, (ast.Import, ast.ImportFrom))]
    rest = [(text, node) for text, node in kept if not isinstance(node, (ast.Import, ast.ImportFrom))]
    defined = set().union(*(bound_names(node) for _, node in kept))
    used = set().union(*(used_names(node) for _, node in rest))
    imports += [line for word, line in _PREDEFINED_IMPORTS.items() if word in used - defined]
    if helpers:
        place = next(i for i, (_, node) in enumerate(rest) if name in bound_names(node))
        rest.insert(place, (helpers, ast.parse(helpers).body[0]))
    return imports, join_statements(rest)


# ---- the check ----


def _state_of_wrapper(imports, text):
    """{key: shape} of the state dict of ModelNew, built as the program builds its module."""
    filename = f"<wrapper {next(PROGRAM_NUMBERS)}>"
    source = "\n".join([*imports, "import torch", text])
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    namespace = {"__name__": "wrapper"}
    with on_the_cpu():
        exec(compile(source, filename, "exec"), namespace)
        positional, named = call_arguments(namespace, "get_init_inputs", namespace["ModelNew"])
        state = namespace["ModelNew"](*positional, **named).state_dict()
    return {key: tensor.shape for key, tensor in state.items()}


def check_wrapper(graph: Graph) -> None:
    """Checks that the class which a translated module becomes can be built, with the module's state dict.

    Raises:
        GraphError: it cannot be built, or has other keys or shapes; one line.
    """
    program = graph.source
    if program is None or program.kind != "module" or not program.source:
        return
    expected = {key: tensor.shape for key, tensor in program.function.state_dict().items()}
    try:
        wrapper = user_wrapper(graph)
        try:
            with FakeTensorMode(allow_non_fake_inputs=True):
                state = _state_of_wrapper(*wrapper)
        except (RuntimeError, DataDependentOutputException, DynamicOutputShapeException):
            # The constructor reads data, or casts: fake tensors do not allow that.
            state = _state_of_wrapper(*wrapper)
    except Exception as error:  # the constructor is the user's, and may raise anything
        raise GraphError(f"the class cannot be written out: {error_text(error)}") from error
    if state != expected:
        raise GraphError(
            f"the class cannot be written out: its state dict would have {list(state)}, not {list(expected)}"
        )
