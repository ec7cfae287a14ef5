"""programs."""

import ast
import contextlib
import inspect
import itertools
import linecache
import math
import re
import textwrap
from dataclasses import dataclass, field
import torch
import torch.nn as nn
import torch.nn.functional as F
from python_to_triton.frontend.recorder import describe
from python_to_triton.frontend.vocabulary import DTYPES, GraphError


PRESET = {"torch": torch, "nn": nn, "F": F, "math": math, "Tensor": torch.Tensor}


NAMES = itertools.count()


@dataclass
class Program:
    """What is traced: a function of tensors, and how to call it."""

    kind: str  # "statements", "function" or "module"
    name: str  # of the function or class
    function: object  # callable(*inputs)
    parameters: tuple = ()  # names of the inputs
    inputs: tuple | None = None  # example inputs, tensors among them fake, perhaps in lists, tuples and dicts
    lifted: tuple = ()  # (path in the module, tensor), in order of registration
    filename: str = ""  # under which the program's lines are known to linecache
    source: str = ""  # its text, where it has one
    hints: dict = field(default_factory=dict)  # name -> (dtype, shape), written by the user
    template: str = ""  # how its result is built from the graph's outputs; see outputs_of
    notes: tuple = ()  # what a translation does not do, in sentences

    @property
    def tensors(self):
        """How the inputs that are tensors are reached from the parameters: x, pair[0], batch['ids']; the others are constants."""
        if self.inputs is None:
            return self.parameters
        return tuple(path for path, item in self.leaves() if isinstance(item, torch.Tensor))

    def leaves(self):
        """[(how it is reached from the parameters, tensor or constant), ...] of the inputs."""

        def opened(path, item):
            if isinstance(item, (list, tuple)):
                return [leaf for i, part in enumerate(item) for leaf in opened(f"{path}[{i}]", part)]
            if isinstance(item, dict):
                return [leaf for key, part in item.items() for leaf in opened(f"{path}[{key!r}]", part)]
            return [(path, item)]

        return [leaf for name, item in zip(self.parameters, self.inputs or ()) for leaf in opened(name, item)]

    def at(self, line):
        """` (line 3: y = x.foo())`, or nothing."""
        text = linecache.getline(self.filename, line).strip() if line else ""
        return f" (line {line}: {text})" if text else ""


HINT = re.compile(r"^[\"']?(f16|bf16|f32|f64|i8|i16|i32|i64|u8|bool)\[([\d, ]*)\][\"']?$")


def read_hint(text):
    """`f32[128, 512]` as (dtype, shape), or None."""
    match = HINT.match(text.strip())
    return match and (DTYPES[match[1]], tuple(int(n) for n in match[2].replace(" ", "").split(",") if n))


def hints_of(source, tree):
    """Sizes that the user wrote: `# x: f32[128, 512], w: f32[512]`, the annotation `x: f32[128, 512]`, in a statement or a signature."""
    hints = dict(
        hint
        for comment in re.findall(r"#(.*)", source)
        for hint in re.findall(r"(\w+)\s*:\s*(\w+\[[\d, ]*\])", comment)
    )
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and node.value is None and isinstance(node.target, ast.Name):
            hints[node.target.id] = ast.unparse(node.annotation)
        if isinstance(node, ast.arg) and node.annotation is not None:
            hints[node.arg] = ast.unparse(node.annotation)
            if read_hint(hints[node.arg]):
                node.annotation = None
    return {name: read_hint(text) for name, text in hints.items() if read_hint(text)}


def free_names(tree, known_names):
    """Names that statements read before they write them, in order of first use."""
    free, bound = (
        {},
        set(known_names) | set(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__),
    )

    def visit(node):
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load) and node.id not in bound:
                free.setdefault(node.id)
            elif isinstance(node.ctx, ast.Store):
                bound.add(node.id)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For)):
            if isinstance(node, ast.AugAssign):
                visit(
                    ast.Name(node.target.id, ast.Load()) if isinstance(node.target, ast.Name) else node.target
                )
            source = node.iter if isinstance(node, ast.For) else node.value
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for part in [source, *targets, *getattr(node, "body", []), *getattr(node, "orelse", [])]:
                if part is not None:
                    visit(part)
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
            for generator in node.generators:
                for part in [generator.iter, generator.target, *generator.ifs]:
                    visit(part)
            for part in ("elt", "key", "value"):
                if hasattr(node, part):
                    visit(getattr(node, part))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((a.asname or a.name).split(".")[0] for a in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.Lambda)):
            if isinstance(node, ast.FunctionDef):
                bound.add(node.name)
            own = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
            added = own - bound
            bound.update(added)
            for part in node.body if isinstance(node.body, list) else [node.body]:
                visit(part)
            bound.difference_update(added)
        else:
            for child in ast.iter_child_nodes(node):
                visit(child)

    for statement in tree.body:
        visit(statement)
    return list(free)


DRAWN = re.compile(r"torch\.(?:randn|rand)\(((?:\d+(?:, )?)+)\)")


def as_functions(tree):
    """`f = lambda x: ...` among definitions as `def f(x)`; the tree is rewritten in place. Returns whether there were any."""
    before = list(tree.body)
    for i, node in enumerate(tree.body):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Lambda)
            and isinstance(node.targets[0], ast.Name)
        ):
            function = ast.parse(f"def {node.targets[0].id}(): pass").body[0]
            function.args, function.body = (
                node.value.args,
                [ast.copy_location(ast.Return(node.value.body), node)],
            )
            tree.body[i] = ast.fix_missing_locations(ast.copy_location(function, node))
    return tree.body != before


def drawn_inputs(tree):
    """{name: (dtype, shape)} of statements such as `x = torch.randn(3, 4)`, which make inputs; they leave the tree."""
    drawn = {}
    for node in list(tree.body):
        match = (
            DRAWN.fullmatch(ast.unparse(node.value))
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            else None
        )
        if match:
            drawn[node.targets[0].id] = torch.float32, tuple(int(n) for n in match[1].split(", "))
            tree.body.remove(node)
    return drawn


def as_function(tree):
    """Bare statements as `def program(free names...)` that returns the last value; the tree is rewritten in place."""
    body = [node for node in tree.body if not (isinstance(node, ast.AnnAssign) and node.value is None)]
    tree.body = body
    names = free_names(tree, PRESET)
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
    for field_, default in (("type_params", []), ("returns", None), ("type_comment", None)):
        setattr(function, field_, default)
    return ast.fix_missing_locations(ast.Module([function], [])), names


def mapped(function, item):
    """`item` with the function applied to every tensor in its lists, tuples and dicts."""
    if isinstance(item, torch.Tensor):
        return function(item)
    if isinstance(item, dict):
        return {key: mapped(function, part) for key, part in item.items()}
    if isinstance(item, (list, tuple)):
        return (
            type(item)(*(mapped(function, part) for part in item))
            if hasattr(item, "_fields")
            else type(item)(mapped(function, p) for p in item)
        )
    return item


def tensors_in(item):
    """The tensors of lists, tuples and dicts, in order."""
    found = []
    mapped(found.append, item)
    return found


def inputs_of(namespace, function, called):
    """(positional, named) arguments for `called` from what the program's own get_inputs or get_init_inputs returns.

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


def in_order(called, positional, named):
    """Arguments as one tuple in the order of the signature; what is skipped takes its default."""
    if not named:
        return tuple(positional)
    bound = inspect.signature(called).bind(*positional, **named)
    bound.apply_defaults()
    return bound.args


def names_of(parameters, inputs):
    """How each input of a call is reached from the parameters of a signature: x, or xs[0] where *xs takes it."""
    names = []
    for parameter in parameters:
        if parameter.kind is parameter.VAR_POSITIONAL:
            names += [f"{parameter.name}[{i}]" for i in range(len(inputs or ()) - len(names))]
        elif parameter.kind is not parameter.VAR_KEYWORD:
            names.append(parameter.name)
    return tuple(names)


def module_program(model, name, inputs, filename, source):
    """A Program that calls a module, its parameters, buffers and tensor attributes lifted."""
    lifted = list(model.named_parameters()) + list(model.named_buffers())
    for path, module in model.named_modules():
        lifted += [
            (f"{path}.{key}".lstrip("."), item)
            for key, item in vars(module).items()
            if isinstance(item, torch.Tensor)
        ]
    names = names_of(inspect.signature(model.forward).parameters.values(), inputs)
    return Program("module", name, model, names, inputs, tuple(lifted), filename, source)


def function_program(function, kind, inputs, filename, source, hints):
    """A Program that calls a function; parameters with a default are constants, unless an input is given for them."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:  # a builtin such as torch.relu has none
        parameters = [
            inspect.Parameter(f"x{i}", inspect.Parameter.POSITIONAL_ONLY) for i in range(len(inputs or "x"))
        ]
    names = [
        p.name
        for p in parameters
        if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    if inputs is not None and len(inputs) > len(names):
        names = names_of(parameters, inputs)[: len(inputs)]
    return Program(
        kind,
        getattr(function, "__name__", "program"),
        function,
        tuple(names),
        inputs,
        (),
        filename,
        source,
        hints,
    )


def fakes(inputs, mode):
    """The inputs with a fake tensor of its own in place of each tensor. Raises GraphError for a sparse one."""

    def fake(item):
        if item.layout != torch.strided:
            raise GraphError(f"sparse tensors ({item.layout}) are not supported")
        with mode:
            return torch.empty(item.shape, dtype=item.dtype)

    return mapped(fake, inputs)


def error_line(error, filename):
    """The last line of `filename` in an exception's traceback, or 0."""
    trace_back, line = error.__traceback__, 0
    while trace_back is not None:
        if trace_back.tb_frame.f_code.co_filename == filename:
            line = trace_back.tb_lineno
        trace_back = trace_back.tb_next
    return line


def find_program(namespace, defined, kind, inputs, filename, source, hints):
    """The entry of an executed program: class Model, else the last module class, else the last function."""
    classes_ = [n for n in defined if isinstance(namespace[n], type) and issubclass(namespace[n], nn.Module)]
    functions = [n for n in defined if inspect.isfunction(namespace[n]) and not n.startswith("get_")]
    if not classes_ and not functions:
        raise GraphError("there is no function, Model or statement in the program")
    if not classes_:
        function = namespace[functions[-1]]
        if inputs is None and "get_inputs" in namespace:
            inputs = in_order(function, *inputs_of(namespace, "get_inputs", function))
        return function_program(function, kind, inputs, filename, source, hints)
    name = "Model" if "Model" in classes_ else classes_[-1]
    positional, named = inputs_of(namespace, "get_init_inputs", namespace[name])
    model = namespace[name](*positional, **named)
    if inputs is None and "get_inputs" in namespace:
        inputs = in_order(model.forward, *inputs_of(namespace, "get_inputs", model.forward))
    return module_program(model, name, inputs, filename, source)


def is_file(tree, defined):
    """Whether a program defines what is to be traced, rather than being statements to be traced themselves."""
    free = defined and free_names(tree, set(PRESET) | set(defined))
    if not defined or isinstance(tree.body[-1], ast.Assign) and free:
        return False
    kept = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.If)
    settles = (
        (ast.Constant,) if free else (ast.Constant, ast.Call)
    )  # torch.manual_seed(0); with a free name it may be what is asked
    return all(
        isinstance(node, kept) or isinstance(node, ast.Expr) and isinstance(node.value, settles)
        for node in tree.body
    )


def read_source(source, inputs):
    """The Program of a text: a Model file, a function, or bare statements. Executes its definitions."""
    source = textwrap.dedent(source).strip("\n")
    filename = f"<program {next(NAMES)}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise GraphError(
            f"syntax error in line {error.lineno or 1}: {error.msg}: {(error.text or '').strip()}"
        ) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise GraphError(f"cannot read the program: {describe(error)}") from error
    hints = hints_of(source, tree)
    if not tree.body:
        raise GraphError("there is no function, Model or statement in the program")
    if as_functions(tree):
        return read_source(ast.unparse(tree), inputs)
    defined = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    kind, namespace = "function", dict(PRESET, __name__="program")
    if not is_file(tree, defined):
        hints |= drawn_inputs(tree) if not defined else {}
        kind, (tree, _) = "statements", as_function(tree)
        defined = ["program"]
    try:
        exec(compile(tree, filename, "exec"), namespace)
        return find_program(namespace, defined, kind, inputs, filename, source, hints)
    except GraphError:
        raise
    except Exception as error:  # the user's own code may raise anything: it is told with its line
        where = Program("", "", None, filename=filename).at(error_line(error, filename))
        raise GraphError(f"the program does not run: {describe(error)}{where}") from error
