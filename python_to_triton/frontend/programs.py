"""Programs in all their forms: bare statements, a function, a module, or a file with a Model.

    read_source("y = torch.relu(x)", None)      statements; x is free, and so an input
    read_source("def f(x, w): ...", None)       a function; its parameters are the inputs
    read_source("class Model(nn.Module): ...")  a module, built with get_init_inputs() and called with
    get_inputs()

The program is the user's own code: it is executed in this process, which the runtime has be one of its own
(user_programs/). Candidates, which a model wrote, are never executed here but in the sandbox.
"""

import ast
import contextlib
import inspect
import itertools
import linecache
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass

import torch
import torch.nn as nn
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend.bare_statements import (
    PREDEFINED_NAMES,
    defines_its_program,
    lambdas_as_functions,
    statements_as_function,
)
from python_to_triton.frontend.conditions import Conditions, ModuleFacts
from python_to_triton.frontend.dependencies import Dependencies
from python_to_triton.frontend.fake_tensors import fake_tensor
from python_to_triton.frontend.host_checks import check_at, take_out_checks
from python_to_triton.frontend.recorder import OwnLines, error_text
from python_to_triton.frontend.vocabulary import GraphError
from python_to_triton.frontend.written_sizes import drawn_inputs, written_sizes
from python_to_triton.named_gpus import on_the_cpu

# Numbers of the file names under which linecache knows the lines of executed programs.
PROGRAM_NUMBERS = itertools.count()

NOTHING_TO_TRACE = "there is no function, Model or statement in the program"


def _holds_itself(item: object, around: tuple = ()) -> bool:
    """Whether a dataclass, or what holds one, is a part of itself."""
    if isinstance(item, dict):
        return any(_holds_itself(part, around) for part in item.values())
    if isinstance(item, (list, tuple)):
        return any(_holds_itself(part, around) for part in item)
    if not is_dataclass(item) or isinstance(item, type):
        return False
    if any(item is one for one in around):
        return True
    return any(_holds_itself(getattr(item, one.name, None), (*around, item)) for one in fields(item))


def parts_of_dataclass(item: object) -> dict[str, object]:
    """{field: value} of an instance of a dataclass with tensors; {} of anything else.

    One that its fields alone do not build again, that holds itself, or that is a module or a dict as well,
    has none.
    """
    if not is_dataclass(item) or isinstance(item, (type, dict, nn.Module)) or _holds_itself(item):
        return {}
    own = [one.name for one in fields(item) if one.init]
    is_built = len(own) == len(fields(item)) and list(inspect.signature(type(item)).parameters) == own
    if hasattr(item, "__post_init__") or not is_built:
        return {}

    def holds_tensors(part):
        if isinstance(part, dict):
            return any(map(holds_tensors, part.values()))
        if isinstance(part, (list, tuple)):
            return any(map(holds_tensors, part))
        return isinstance(part, torch.Tensor) or bool(parts_of_dataclass(part))

    parts = {name: getattr(item, name) for name in own}
    return parts if holds_tensors(parts) else {}


def leaves_of(names: tuple[str, ...], inputs: tuple) -> list[tuple[str, object]]:
    """[(how it is reached from these names, tensor or constant), ...] of inputs with lists, dicts and
    dataclasses.
    """

    def opened(path, item):
        if isinstance(item, (list, tuple)):
            return [leaf for i, part in enumerate(item) for leaf in opened(f"{path}[{i}]", part)]
        if isinstance(item, dict):
            return [leaf for key, part in item.items() for leaf in opened(f"{path}[{key!r}]", part)]
        if parts := parts_of_dataclass(item):
            return [leaf for name, part in parts.items() for leaf in opened(f"{path}.{name}", part)]
        return [(path, item)]

    return [leaf for name, item in zip(names, inputs) for leaf in opened(name, item)]


@dataclass
class Program:
    """What is traced: a function of tensors, and how to call it."""

    kind: str  # "statements", "function" or "module"
    name: str  # of the function or class
    function: object  # callable(*inputs)
    parameters: tuple[str, ...] = ()  # how the inputs are called
    inputs: tuple | None = None  # example inputs, tensors among them fake, perhaps in containers
    lifted: tuple = ()  # (path in the module, tensor) of parameters, buffers and tensor attributes, in order
    filename: str = ""  # under which linecache knows the program's lines
    source: str = ""  # its text, where it has one
    hints: dict = field(default_factory=dict)  # name -> (dtype, shape), written by the user
    template: str = (
        ""  # an expression that builds the result from the graph's outputs; "" for these themselves
    )
    notes: tuple[str, ...] = ()  # what a translation does not do, in sentences
    assumed: str = ""  # which sizes were assumed, where the program gives none; one line
    conditions: Conditions = field(default_factory=Conditions)  # what the trace fixed
    partial: bool = False  # whether operators that the vocabulary does not have stay, as opaque values
    loops: bool = False  # whether loops stay loops, rather than as many operations as they have steps
    keyword_only: tuple[str, ...] = ()  # those of the parameters that are passed by name
    checks: tuple[str, ...] = ()  # lines of host checks that it runs without
    constructor: tuple | None = None  # (class, positional, named) that built the module, where that is known
    facts: ModuleFacts | None = None  # of its module, once they are read (module_facts.py)
    free: object = None  # its FreeNumbers, where they were found when it was traced (user_programs/)
    own_lines: OwnLines = None  # which lines of its file are which of the user's text
    is_part: bool = False  # of a graph, whose conditions are known

    def call(self, *inputs: object) -> object:
        """What the program returns for these inputs, on the CPU, in the order of `parameters`."""
        given = list(zip(self.parameters, inputs))
        named = {name: item for name, item in given if name in self.keyword_only}
        with on_the_cpu():
            return self.function(*inputs[: len(inputs) - len(named)], **named)

    @property
    def tensors(self) -> tuple[str, ...]:
        """How the inputs that are tensors are reached from the parameters: x, pair[0], batch['ids']."""
        if self.inputs is None:
            return self.parameters
        return tuple(path for path, item in self.leaves() if isinstance(item, torch.Tensor))

    def leaves(self) -> list[tuple[str, object]]:
        """[(how it is reached from the parameters, tensor or constant), ...] of the inputs."""
        return leaves_of(self.parameters, self.inputs or ())

    def at(self, line: int) -> str:
        """` (line 3: y = x.foo())`, for an error message; "" for no line."""
        text = linecache.getline(self.filename, line).strip() if line else ""
        return f" (line {line}: {text})" if text else ""


# ---- inputs ----


def apply_to_tensors(function: Callable[[torch.Tensor], object], item: object) -> object:
    """`item` with the function applied to every tensor in its lists, tuples, dicts and dataclasses."""
    if isinstance(item, torch.Tensor):
        return function(item)
    if isinstance(item, dict):
        return {key: apply_to_tensors(function, part) for key, part in item.items()}
    if not isinstance(item, (list, tuple)):
        named = parts_of_dataclass(item)
        return type(item)(**apply_to_tensors(function, named)) if named else item
    parts = [apply_to_tensors(function, part) for part in item]
    return type(item)(*parts) if hasattr(item, "_fields") else type(item)(parts)


def collect_tensors(item: object) -> list[torch.Tensor]:
    """The tensors of lists, tuples, dicts and dataclasses, in order."""
    found = []
    apply_to_tensors(found.append, item)
    return found


def fake_inputs(inputs: tuple, mode: FakeTensorMode) -> tuple:
    """The inputs with a fake tensor of its own in place of each tensor.

    Raises:
        GraphError: a tensor is sparse.
    """

    def fake(item):
        if item.layout != torch.strided:
            raise GraphError(f"sparse tensors ({item.layout}) are not supported")
        return fake_tensor(mode, item.shape, item.dtype)

    return apply_to_tensors(fake, inputs)


def call_arguments(namespace: dict, function: str, called: Callable) -> tuple[list, dict]:
    """(positional, named) arguments for `called` from the program's own get_inputs or get_init_inputs.

    A dict names them; so does the second part of a pair (list, dict).
    """
    given = namespace[function]() if function in namespace else []
    if isinstance(given, dict):
        return [], given
    given = list(given) if isinstance(given, (list, tuple)) else [given]
    if len(given) == 2 and isinstance(given[0], (list, tuple)) and isinstance(given[1], dict):
        with contextlib.suppress(TypeError):
            inspect.signature(called).bind(*given[0], **given[1])
            return list(given[0]), given[1]
    return given, {}


def _input_parameters(parameters):
    """The parameters that inputs can be given for, **kwargs aside.

    Beside *args, which takes any number of inputs, an argument by name is an input only where it has to be.
    """
    parameters = list(parameters)
    takes_any = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    return [
        p
        for p in parameters
        if p.kind is not p.VAR_KEYWORD
        and not (takes_any and p.kind is p.KEYWORD_ONLY and p.default is not p.empty)
    ]


def positional_arguments(called: Callable, positional: list, named: dict) -> tuple:
    """Arguments as one tuple in the order of the signature; what is skipped takes its default.

    Raises:
        GraphError: a name is one that only **kwargs takes, or is passed by name beside *args.
    """
    if not named:
        return tuple(positional)
    signature = inspect.signature(called)
    bound = signature.bind(*positional, **named)
    inputs = _input_parameters(signature.parameters.values())
    beside = [name for name in bound.kwargs if name not in {p.name for p in inputs}]
    if beside:
        raise GraphError(f"the inputs name {beside[0]!r}: name inputs of the signature, none beside *args")
    bound.apply_defaults()
    return bound.args + tuple(bound.kwargs[p.name] for p in inputs if p.name in bound.kwargs)


def _is_required(parameter):
    return parameter.default is parameter.empty and parameter.kind is not parameter.VAR_POSITIONAL


def _input_names(parameters, inputs):
    """How each input of a call is reached from the parameters: x, or xs[0] where *xs takes it.

    Parameters with a default are constants unless an input is given for them.
    """
    parameters = _input_parameters(parameters)
    required = [p.name for p in parameters if _is_required(p)]
    count = len(required) if inputs is None else len(inputs)
    if count <= len(required):
        return tuple(required)
    names = []
    for i, parameter in enumerate(parameters):
        if parameter.kind is parameter.VAR_POSITIONAL:
            taken = count - len(names) - len(parameters[i + 1 :])
            names += [f"{parameter.name}[{i}]" for i in range(taken)]
        else:
            names.append(parameter.name)
    return tuple(names[:count])


def _keyword_only(parameters):
    return tuple(p.name for p in parameters if p.kind is p.KEYWORD_ONLY)


def module_program(
    model: nn.Module,
    name: str,
    inputs: tuple | None,
    filename: str,
    source: str,
    hints: dict | None = None,
) -> Program:
    """A Program that calls a module; its parameters, buffers and tensor attributes become arguments."""
    lifted = list(model.named_parameters()) + list(model.named_buffers())
    for path, module in model.named_modules():
        attributes = [(key, item) for key, item in vars(module).items() if isinstance(item, torch.Tensor)]
        lifted += [(f"{path}.{key}".lstrip("."), item) for key, item in attributes]
    parameters = list(inspect.signature(model.forward).parameters.values())
    names = _input_names(parameters, inputs)
    by_name = _keyword_only(parameters)
    return Program(
        "module",
        name,
        model,
        names,
        inputs,
        tuple(lifted),
        filename,
        source,
        hints or {},
        keyword_only=by_name,
    )


def function_program(
    function: Callable, kind: str, inputs: tuple | None, filename: str, source: str, hints: dict
) -> Program:
    """A Program that calls a function; defaults are constants unless an input is given for them."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:  # a builtin such as torch.relu has no signature
        count = len(inputs or "x")
        parameters = [inspect.Parameter(f"x{i}", inspect.Parameter.POSITIONAL_ONLY) for i in range(count)]
    names = _input_names(parameters, inputs)
    by_name = _keyword_only(parameters)
    name = getattr(function, "__name__", "program")
    return Program(kind, name, function, names, inputs, (), filename, source, hints, keyword_only=by_name)


# ---- a source as a Program ----


def lines_of_error(error: BaseException, filename: str) -> list[int]:
    """The lines of `filename` in an exception's traceback, the outermost call first."""
    trace_back = error.__traceback__
    lines = []
    while trace_back is not None:
        if trace_back.tb_frame.f_code.co_filename == filename:
            lines.append(trace_back.tb_lineno)
        trace_back = trace_back.tb_next
    return lines


def line_of_error(error: BaseException, filename: str) -> int:
    """The last line of `filename` in an exception's traceback, or 0."""
    return next(reversed(lines_of_error(error, filename)), 0)


def next_check(program: Program, error: BaseException) -> int | None:
    """The first line of the host check of a program in which this exception was raised; None for none."""
    if not program.source or program.kind == "statements":
        return None
    tree = ast.parse("".join(linecache.getlines(program.filename)))
    found = (check_at(tree, line, program.name) for line in lines_of_error(error, program.filename))
    return next((line for line in found if line is not None), None)


def _find_entry(namespace, defined, kind, inputs, filename, source, hints):
    """The Program of an executed source: class Model, else the last module class, else the last function.

    What others of the source use is translated with them.
    """
    modules = [n for n in defined if isinstance(namespace[n], type) and issubclass(namespace[n], nn.Module)]
    functions = [n for n in defined if inspect.isfunction(namespace[n]) and not n.startswith("get_")]
    if not modules and not functions:
        raise GraphError(NOTHING_TO_TRACE)

    known = Dependencies(ast.parse(source))
    if not modules:
        function = namespace[known.roots(functions)[-1]]
        if inputs is None and "get_inputs" in namespace:
            inputs = positional_arguments(function, *call_arguments(namespace, "get_inputs", function))
        return function_program(function, kind, inputs, filename, source, hints)

    name = "Model" if "Model" in modules else known.roots(modules)[-1]
    positional, named = call_arguments(namespace, "get_init_inputs", namespace[name])
    model = namespace[name](*positional, **named)
    if inputs is None and "get_inputs" in namespace:
        inputs = positional_arguments(model.forward, *call_arguments(namespace, "get_inputs", model.forward))
    program = module_program(model, name, inputs, filename, source, hints)
    program.constructor = (namespace[name], positional, named)
    return program


def _parse_python(source):
    try:
        return ast.parse(source)
    except SyntaxError as error:
        text = (error.text or "").strip()
        raise GraphError(f"syntax error in line {error.lineno or 1}: {error.msg}: {text}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise GraphError(f"cannot read the program: {error_text(error)}") from error


def read_source(source: str, inputs: tuple | None, checks: tuple[int, ...] = ()) -> Program:
    """The Program of a text: a Model file, a function, or bare statements. Executes its definitions.

    Args:
        source: Python.
        inputs: example inputs; None for those of the source's own get_inputs(), if it has one.
        checks: first lines of host checks (host_checks.py) that the program is to run without.

    Raises:
        GraphError: the text is no program, or its definitions do not run.
    """
    given = textwrap.dedent(source).rstrip("\n")  # lines keep the numbers that they have for the user
    source = given.lstrip("\n")
    filename = f"<program {next(PROGRAM_NUMBERS)}>"
    linecache.cache[filename] = (len(given), None, given.splitlines(True), filename)
    tree = _parse_python(given)
    hints = written_sizes(source, tree)
    if not tree.body:
        raise GraphError(NOTHING_TO_TRACE)
    if lambdas_as_functions(tree):
        source = ast.unparse(tree)
        hints = written_sizes(source, tree)

    taken_out = take_out_checks(tree, checks)
    kind = "function"
    defined = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    if not defines_its_program(tree, defined):
        kind = "statements"
        hints |= drawn_inputs(tree) if not defined else {}
        tree = statements_as_function(tree)
        defined = ["program"]

    namespace = dict(PREDEFINED_NAMES, __name__="program")
    try:
        exec(compile(tree, filename, "exec"), namespace)
        program = _find_entry(namespace, defined, kind, inputs, filename, source, hints)
        program.checks = taken_out
        return program
    except GraphError:
        raise
    except Exception as error:  # the user's own code may raise anything: it is reported with its line
        line = Program("", "", None, filename=filename).at(line_of_error(error, filename))
        raise GraphError(f"the program does not run: {error_text(error)}{line}") from error
