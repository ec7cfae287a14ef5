"""Programs in all their forms: bare statements, a function, a module, or a file with a Model.

    read_source("y = torch.relu(x)", None)      statements; x is free, and so an input
    read_source("def f(x, w): ...", None)       a function; its parameters are the inputs
    read_source("class Model(nn.Module): ...")  a module, built with get_init_inputs() and called with
    get_inputs()

The program is the user's own code: it is executed in this process, which the runtime has be one of its own
(user_programs/). Candidates, which a model wrote, are never executed here but in the sandbox.
"""

import ast
import builtins
import collections
import contextlib
import enum
import functools
import inspect
import itertools
import linecache
import math
import numbers
import re
import textwrap
import types
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._subclasses.fake_tensor import FakeTensorMode

from python_to_triton.frontend.conditions import Conditions, Fixed, ModuleFacts
from python_to_triton.frontend.dependencies import Dependencies
from python_to_triton.frontend.fake_tensors import fake_tensor
from python_to_triton.frontend.host_checks import check_at, take_out_checks
from python_to_triton.frontend.recorder import OwnLines, error_text
from python_to_triton.frontend.vocabulary import DTYPES, GraphError
from python_to_triton.named_gpus import on_the_cpu

# The names that a program may use without importing them.
PREDEFINED_NAMES = {"torch": torch, "nn": nn, "F": F, "math": math, "Tensor": torch.Tensor}

# Numbers of the file names under which linecache knows the lines of executed programs.
PROGRAM_NUMBERS = itertools.count()

MOST_OF_AN_ARRAY = 64  # elements of an array of NumPy that is compared

NOTHING_TO_TRACE = "there is no function, Model or statement in the program"


def leaves_of(names: tuple[str, ...], inputs: tuple) -> list[tuple[str, object]]:
    """[(how it is reached from these names, tensor or constant), ...] of inputs with lists and dicts."""

    def opened(path, item):
        if isinstance(item, (list, tuple)):
            return [leaf for i, part in enumerate(item) for leaf in opened(f"{path}[{i}]", part)]
        if isinstance(item, dict):
            return [leaf for key, part in item.items() for leaf in opened(f"{path}[{key!r}]", part)]
        return [(path, item)]

    return [leaf for name, item in zip(names, inputs) for leaf in opened(name, item)]


@dataclass
class Program:
    """What is traced: a function of tensors, and how to call it."""

    kind: str  # "statements", "function" or "module"
    name: str  # of the function or class
    function: object  # callable(*inputs)
    parameters: tuple[str, ...] = ()  # how the inputs are called
    inputs: tuple | None = None  # example inputs, tensors among them fake, perhaps in lists, tuples and dicts
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
    """`item` with the function applied to every tensor in its lists, tuples and dicts."""
    if isinstance(item, torch.Tensor):
        return function(item)
    if isinstance(item, dict):
        return {key: apply_to_tensors(function, part) for key, part in item.items()}
    if not isinstance(item, (list, tuple)):
        return item
    parts = [apply_to_tensors(function, part) for part in item]
    return type(item)(*parts) if hasattr(item, "_fields") else type(item)(parts)


def collect_tensors(item: object) -> list[torch.Tensor]:
    """The tensors of lists, tuples and dicts, in order."""
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


# ---- what a call fixes ----

_PLAIN = (bool, int, float, complex, str, torch.dtype, torch.device, type(None))


def is_plain(item: object) -> bool:
    """Whether a guard can compare something: a number, a text, None, or a list of these."""
    if isinstance(item, (list, tuple)):
        return all(map(is_plain, item))
    return isinstance(item, _PLAIN)


def _fixed_device(path, item):
    """What is fixed of "cuda:1", "cpu" or such a device: that it is one. Guards ask where the tensors are,
    which are on a GPU where the answer runs, and were on the CPU in the trace.
    """
    if not isinstance(item, (str, torch.device)) or str(item).partition(":")[0] not in ("cpu", "cuda"):
        return []
    return [Fixed(f"str({path}).partition(':')[0] in ('cpu', 'cuda')", True)]


def attributes_named(source: str) -> frozenset[str]:
    """The names that follow a dot in a program's text, or are a text in it: of what it may read."""
    return frozenset(re.findall(r"(?:\.\s*|[\"'](?=\w+[\"']))([A-Za-z_]\w*)", source))


def _fixed_closure(path, item, inner):
    """What is fixed of a function of Python by its name: what a lambda calls, what a closure holds."""
    if not isinstance(item, types.FunctionType):
        return []
    code = item.__code__
    fixed = [Fixed(f"{path}.__code__.co_names", code.co_names)] if item.__name__ == "<lambda>" else []
    own = not item.__module__.startswith("torch.")
    if own and is_plain(code.co_consts):
        fixed.append(Fixed(f"{path}.__code__.co_consts", code.co_consts))
    if own and item.__defaults__:
        fixed += inner(f"{path}.__defaults__", item.__defaults__)
    if not code.co_freevars:
        return fixed
    fixed.append(Fixed(f"{path}.__code__.co_freevars", code.co_freevars))
    for i, cell in enumerate(item.__closure__):
        with contextlib.suppress(ValueError):  # nothing was put into it yet
            held = cell.cell_contents
            if is_plain(held) or isinstance(held, types.FunctionType):
                fixed += inner(f"{path}.__closure__[{i}].cell_contents", held)
    return fixed


def _fixed_value(path, item):
    """What is fixed of a value that compares by what it is, a set or a fraction; None of anything else."""
    kind = Fixed(f"type({path}).__name__", type(item).__name__)
    if isinstance(item, enum.Enum):
        return [kind, Fixed(f"{path}.name", item.name)]
    if isinstance(item, (set, frozenset)):
        return [kind, Fixed(f"repr(sorted(map(repr, {path})))", repr(sorted(map(repr, item))))]
    if isinstance(item, (range, slice, bytes, numbers.Number)) and not is_plain(item):
        return [Fixed(f"repr({path})", repr(item))]
    if isinstance(item, (numpy.ndarray, numpy.generic)) and item.size <= MOST_OF_AN_ARRAY:
        return [kind, Fixed(f"repr({path}.tolist())", repr(item.tolist()))]
    return None


def _names(slots):
    return [slots] if isinstance(slots, str) else slots


def _fields_of(item):
    """{name: value} of an object's attributes, those in slots among them."""
    slots = [name for kind in type(item).__mro__ for name in _names(getattr(kind, "__slots__", ()))]
    return {name: getattr(item, name) for name in slots if hasattr(item, name)} | getattr(
        item, "__dict__", {}
    )


def fixed_constants(path: str, item: object, names: frozenset[str], depth: int = 3) -> list[Fixed]:
    """What the trace fixes by taking `item`, reached as `path`, as it is; a tensor is no part of that.

    Args:
        names: of attributes that the program may read of an object, such as a configuration.
        depth: of objects in objects to follow.
    """

    def inner(path, item):
        return fixed_constants(path, item, names, depth - 1)

    if isinstance(item, (torch.Tensor, nn.Module)):
        return []
    value = _fixed_value(path, item)
    if value is not None:
        return value
    if is_plain(item):
        return _fixed_device(path, item) or [Fixed(path, item)]
    if isinstance(item, (list, tuple)):
        parts = [inner(f"{path}[{i}]", part) for i, part in enumerate(item)]
        kind = Fixed(f"isinstance({path}, (list, tuple))", True)
        return [kind, Fixed(f"len({path})", len(item)), *itertools.chain(*parts)]
    if isinstance(item, dict):
        parts = [inner(f"{path}[{key!r}]", part) for key, part in item.items()]
        kind = Fixed(f"isinstance({path}, dict)", True)
        return [kind, Fixed(f"tuple({path})", tuple(item)), *itertools.chain(*parts)]
    if isinstance(item, functools.partial):
        return [
            *inner(f"{path}.func", item.func),
            *inner(f"{path}.args", item.args),
            *inner(f"{path}.keywords", item.keywords),
        ]
    if isinstance(item, collections.deque):
        parts = [inner(f"{path}[{i}]", part) for i, part in enumerate(item)]
        kind = Fixed(f"type({path}).__name__", "deque")
        return [kind, Fixed(f"len({path})", len(item)), *itertools.chain(*parts)]
    if isinstance(getattr(item, "__name__", None), str):  # a function or a class
        name = Fixed(f"getattr({path}, '__name__', None)", item.__name__)
        owner = getattr(item, "__self__", None)
        of_owner = isinstance(item, types.MethodType) and not isinstance(owner, type) and depth
        own = inner(f"{path}.__self__", owner) if of_owner else []
        return [name, *own, *(_fixed_closure(path, item, inner) if depth else [])]
    kind = Fixed(f"type({path}).__name__", type(item).__name__)
    fields = _fields_of(item) if depth else {}
    parts = [inner(f"{path}.{name}", part) for name, part in fields.items() if name in names]
    return [kind, *itertools.chain(*parts)]


def fixed_arguments(program: Program) -> tuple[Fixed, ...]:
    """What a call has to be like for the trace to hold, its tensors aside.

    Constants among the inputs, lengths and keys of their lists and dicts, and the defaults of what was not
    given.
    """
    called = getattr(program.function, "forward", program.function)
    try:
        parameters = list(inspect.signature(called).parameters.values())
    except ValueError:  # a builtin such as torch.relu has no signature
        return ()
    given = dict(zip(program.parameters, program.inputs or ()))
    names = attributes_named(program.source)
    fixed = []
    for parameter in parameters:
        name = parameter.name
        if parameter.kind is parameter.VAR_POSITIONAL:
            taken = [path for path in program.parameters if path.partition("[")[0] == name]
            fixed.append(Fixed(f"len({name})", len(taken)))
            fixed += itertools.chain(
                *(fixed_constants(path, given[path], names) for path in taken if path in given)
            )
        elif parameter.kind is parameter.VAR_KEYWORD:
            fixed.append(Fixed(f"len({name})", 0))
        elif name in given:
            fixed += fixed_constants(name, given[name], names)
        elif name not in program.parameters:  # a tensor is guessed for what is
            fixed += fixed_constants(name, parameter.default, names)
    return tuple(fixed)


# ---- sizes that the user wrote ----

_HINT = re.compile(r"^[\"']?(f16|bf16|f32|f64|i8|i16|i32|i64|u8|bool)\[([\d, ]*)\][\"']?$")

_DRAWN = re.compile(r"torch\.(?:randn|rand)\(((?:\d+(?:, )?)+)\)")


def _read_hint(text):
    """`f32[128, 512]` as (dtype, shape), or None."""
    match = _HINT.match(text.strip())
    return match and (DTYPES[match[1]], tuple(int(n) for n in match[2].replace(" ", "").split(",") if n))


def _hints_of(source, tree):
    """{name: (dtype, shape)} of sizes that the user wrote.

    They are in a comment, `# x: f32[128, 512], w: f32[512]`, or in an annotation `x: f32[128, 512]` of a
    statement or a signature; annotations of a signature are removed from the tree.
    """
    hints = {}
    for comment in re.findall(r"#(.*)", source):
        hints |= dict(re.findall(r"(\w+)\s*:\s*(\w+\[[\d, ]*\])", comment))
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name):
            hints[node.target.id] = ast.unparse(node.annotation)
        if isinstance(node, ast.arg) and node.annotation is not None:
            hints[node.arg] = ast.unparse(node.annotation)
            if _read_hint(hints[node.arg]):
                node.annotation = None
    return {name: _read_hint(text) for name, text in hints.items() if _read_hint(text)}


def drawn_inputs(tree: ast.Module) -> dict[str, tuple[torch.dtype, tuple[int, ...]]]:
    """{name: (dtype, shape)} of statements that make inputs, `x = torch.randn(3, 4)`.

    They are removed from the tree.
    """
    drawn = {}
    for node in list(tree.body):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        match = _DRAWN.fullmatch(ast.unparse(node.value))
        if match:
            drawn[node.targets[0].id] = torch.float32, tuple(int(n) for n in match[1].split(", "))
            tree.body.remove(node)
    return drawn


# ---- statements as a function ----


class _FreeNames:
    """Finds the names that statements read before they write them, in order of first use."""

    def __init__(self, known_names):
        self.free = {}
        self.bound = set(known_names) | set(dir(builtins))

    def visit(self, node):
        if isinstance(node, ast.Name):
            self._visit_name(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For)):
            self._visit_assignment(node)
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
            self._visit_comprehension(node)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self.bound.update((a.asname or a.name).split(".")[0] for a in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.Lambda)):
            self._visit_function(node)
        else:
            self._visit_all(ast.iter_child_nodes(node))

    def _visit_all(self, nodes):
        for node in nodes:
            if node is not None:
                self.visit(node)

    def _visit_name(self, node):
        if isinstance(node.ctx, ast.Load) and node.id not in self.bound:
            self.free.setdefault(node.id)
        elif isinstance(node.ctx, ast.Store):
            self.bound.add(node.id)

    def _visit_assignment(self, node):
        if isinstance(node, ast.AugAssign):  # it reads its target too
            is_name = isinstance(node.target, ast.Name)
            self.visit(ast.Name(node.target.id, ast.Load()) if is_name else node.target)
        source = node.iter if isinstance(node, ast.For) else node.value
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        self._visit_all([source, *targets, *getattr(node, "body", []), *getattr(node, "orelse", [])])

    def _visit_comprehension(self, node):
        for generator in node.generators:
            self._visit_all([generator.iter, generator.target, *generator.ifs])
        self._visit_all(getattr(node, part, None) for part in ("elt", "key", "value"))

    def _visit_function(self, node):
        if isinstance(node, ast.FunctionDef):
            self.bound.add(node.name)
        own = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
        added = own - self.bound
        self.bound.update(added)
        self._visit_all(node.body if isinstance(node.body, list) else [node.body])
        self.bound.difference_update(added)


def _free_names(tree, known_names):
    """Names that the statements of a module read before they write them, in order of first use."""
    finder = _FreeNames(known_names)
    for statement in tree.body:
        finder.visit(statement)
    return list(finder.free)


def _lambdas_as_functions(tree):
    """Rewrites `f = lambda x: ...` as `def f(x)`, in place. Returns whether there were any."""
    before = list(tree.body)
    for i, node in enumerate(tree.body):
        is_lambda = isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
        if is_lambda and isinstance(node.targets[0], ast.Name):
            function = ast.parse(f"def {node.targets[0].id}(): pass").body[0]
            function.args = node.value.args
            function.body = [ast.copy_location(ast.Return(node.value.body), node)]
            tree.body[i] = ast.fix_missing_locations(ast.copy_location(function, node))
    return tree.body != before


def statements_as_function(tree: ast.Module) -> ast.Module:
    """The module of `def program(free names...)` that runs bare statements and returns the last value."""
    body = [node for node in tree.body if not (isinstance(node, ast.AnnAssign) and node.value is None)]
    names = _free_names(ast.Module(body, []), PREDEFINED_NAMES)
    last = body[-1] if body else None
    if isinstance(last, ast.Expr):
        body[-1] = ast.copy_location(ast.Return(last.value), last)
    elif isinstance(last, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        target = last.targets[-1] if isinstance(last, ast.Assign) else last.target
        while isinstance(target, ast.Subscript):
            target = target.value
        value = ast.parse(ast.unparse(target), mode="eval").body
        body.append(ast.copy_location(ast.Return(value), last))

    arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
    function = ast.FunctionDef("program", arguments, body or [ast.Pass()], [], lineno=1, col_offset=0)
    for name, default in (("type_params", []), ("returns", None), ("type_comment", None)):
        setattr(function, name, default)
    return ast.fix_missing_locations(ast.Module([function], []))


def defines_its_program(tree: ast.Module, defined: list[str]) -> bool:
    """Whether a source defines what is to be traced, rather than being statements to be traced themselves."""
    free = defined and _free_names(tree, set(PREDEFINED_NAMES) | set(defined))
    if not defined or isinstance(tree.body[-1], ast.Assign) and free:
        return False
    kept = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.If)
    # A call may be torch.manual_seed(0); with a free name in the source it may be what is to be traced.
    expressions = (ast.Constant,) if free else (ast.Constant, ast.Call)
    return all(
        isinstance(node, kept) or isinstance(node, ast.Expr) and isinstance(node.value, expressions)
        for node in tree.body
    )


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
    hints = _hints_of(source, tree)
    if not tree.body:
        raise GraphError(NOTHING_TO_TRACE)
    if _lambdas_as_functions(tree):
        source = ast.unparse(tree)
        hints = _hints_of(source, tree)

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
