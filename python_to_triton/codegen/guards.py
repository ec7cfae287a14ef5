"""Guards: what an answer was not verified for, its module refuses with one ValueError.

A module has its answer twice: `unguarded` is the answer itself, and `translated` checks dtype, sizes and
device of every tensor against the graph's arguments and the trace's conditions, makes it contiguous, and
calls `unguarded`. The functions that it needs for that are copied from guard_functions.py.
"""

import ast
import builtins
import functools
import inspect
import itertools
import keyword
import math
import re
import textwrap
from collections.abc import Iterable

from python_to_triton.codegen.guard_functions import FUNCTIONS
from python_to_triton.codegen.index_bounds import index_bounds
from python_to_triton.codegen.module_text import (
    BODY_COLUMNS,
    COLUMNS,
    call_lines,
    literal,
    string_lines,
    tuple_lines,
    tuple_text,
)
from python_to_triton.codegen.renaming import argument_names
from python_to_triton.codegen.repetition import rolled_names, rolled_tuple
from python_to_triton.codegen.size_limits import size_limits
from python_to_triton.frontend import DTYPES, Fixed, Graph, RunTimeNumber
from python_to_triton.frontend.graph import Argument
from python_to_triton.frontend.module_facts import module_facts
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, Word

# Of more arguments than this, a message has the pattern of the inputs alone.
_MOST_IN_MESSAGE = 8

# Of more parameters than this, a module has a function that gathers them, and `translated` takes a tuple.
MOST_PARAMETERS = 12

# The names of the parameters that `translated` takes as a tuple.
_TABLE = "_PARAMETERS"

# What is appended to the names `unguarded` and `translated` of the mode that was built, and of evaluation
# where that is another graph.
SUFFIXES = ("", "_in_eval")

# The guarded answer where `translated` does more than guard it.
GUARDED = "guarded"


def contains_word(value: object) -> bool:
    """Whether the value of a Fixed holds an expression of sizes."""
    if isinstance(value, (tuple, list)):
        return any(map(contains_word, value))
    return isinstance(value, Word) and value not in DTYPES


# ---- the tensors ----


def tensor_paths(graph: Graph) -> list[str]:
    """How the wrapper reaches each argument of a graph: x, batch['ids'], self.net[0].weight."""
    names = iter(graph.source.tensors)
    facts = module_facts(graph.source)
    return [facts.expressions[a.origin] if a.origin else next(names) for a in graph.arguments]


def guarded_dims(graph: Graph, argument: Argument) -> tuple[str | int, ...]:
    """The sizes of an argument: letters, and numbers where the answer holds for one size alone."""
    fixed = graph.source.conditions.sizes if graph.source else {}
    return tuple(fixed.get(d, d) for d in argument.dims)


def _argument_pattern(graph, argument, path):
    dims = ", ".join(map(str, guarded_dims(graph, argument)))
    return f"{path}: {DTYPE_NAMES[argument.dtype]}[{dims}]"


def pattern(graph: Graph) -> str:
    """What an answer takes, in words: `x: f32[A, B], weight: f32[B]`.

    Of a module with many parameters it has the inputs, and says how many parameters there are.
    """
    given = list(zip(graph.arguments, tensor_paths(graph)))
    texts = [_argument_pattern(graph, argument, path) for argument, path in given]
    if len(texts) <= _MOST_IN_MESSAGE:
        return ", ".join(texts)
    inputs = [text for (argument, _), text in zip(given, texts) if not argument.origin]
    count = len(texts) - len(inputs)
    return ", ".join(inputs) + (f" and {count} parameters as they were built" if count else "")


def assumption(graph: Graph) -> str:
    """What is added to the pattern where sizes were assumed, since the program gives none."""
    return " (sizes were not given: these are assumed)" if graph.source.assumed else ""


def parameter_names(graph: Graph) -> list[str]:
    """What `translated` calls the arguments of a graph: as the program does, where the name is free."""
    own = [argument.name for argument in graph.arguments]
    words = argument_names(graph, own)
    taken = {*own, *graph.letters, "torch", "_", "parameters", "dtypes", "shapes"} | {
        f"unguarded{suffix}" for suffix in SUFFIXES
    }
    taken |= {function.__name__ for function in FUNCTIONS}
    names = []
    for i, name in enumerate(own):
        word = words.get(f"a{i}", name)
        names.append(name if word in taken or word in names else word)
    return names


# ---- values that are no tensors ----


# Names that no variable of a written function may have.
_TAKEN = {*keyword.kwlist, *dir(builtins), "self", "torch", "triton", "tl"}
_TAKEN |= {function.__name__ for function in FUNCTIONS}


def new_name(path: str, taken: set[str]) -> str:
    """A name for what `path` leads to that is not taken; it is taken then.

    >>> new_name("self.net[0]", {"net_0"})
    'net_0_2'
    """
    stem = re.sub(r"[^A-Za-z0-9]+", "_", path.removeprefix("self.")).strip("_")
    stem = stem if stem.isidentifier() else f"part_{stem}".rstrip("_")
    candidates = itertools.chain((stem,), (f"{stem}_{n}" for n in itertools.count(2)))
    name = next(name for name in candidates if name not in taken | _TAKEN)
    taken.add(name)
    return name


def _from_sizes(graph):
    """[(path, name of the keyword of `translated`, expression)] of fixed values that sizes give."""
    taken = {*parameter_names(graph), *graph.letters}
    taken |= {parameter.name for parameter in graph.source.conditions.passed.parameters}
    return [
        (fixed.path, new_name(fixed.path, taken), literal(fixed.value))
        for fixed in graph.source.conditions.fixed
        if contains_word(fixed.value)
    ]


_KIND_OF_LAYER = re.compile(r"type\((self\b.*)\)\.__name__")


def fixed_guard(
    graph: Graph, fixed: Fixed, expression: str, name: str = "", layer_name: str = ""
) -> list[str]:
    """The guard of a Fixed of the module, whose value is read by `expression`.

    Args:
        name: the literal by which a message calls it; that of its path if it is not given.
        layer_name: the same of the layer whose class it is.
    """
    kind = _KIND_OF_LAYER.fullmatch(fixed.path)
    layer = module_facts(graph.source).layers.get(kind[1]) if kind else None
    if layer is None:
        given = [name or literal(fixed.path), expression, literal(fixed.value)]
        return call_lines("_fixed", given, columns=BODY_COLUMNS)
    given = [layer_name or literal(kind[1]), expression.removeprefix("type(").removesuffix(").__name__")]
    given.append(literal(fixed.value))
    given += [literal(layer.home)] if layer.home.startswith("torch.") else []
    given += [f"hooks={layer.hooks}"] if layer.hooks else []
    return call_lines("_layer", given, columns=BODY_COLUMNS)


def global_hook_lines(statements: Iterable[str]) -> list[str]:
    """The guard of hooks for all modules, where a module calls others."""
    return ["_no_global_hooks()"] if any("_layer(" in line for line in statements) else []


def reads_only_the_module(path: str) -> bool:
    """Whether an expression reads `self`, and no argument."""
    names = {node.id for node in ast.walk(ast.parse(path)) if isinstance(node, ast.Name)}
    functions = {"type", "len", "tuple", "list", "dict", "isinstance", "getattr", "repr", "bool", "str"}
    functions |= {"hasattr", "map", "sorted"}
    return names - functions == {"self"}


def range_guard(number: RunTimeNumber, name: str = "", expression: str = "") -> list[str]:
    """The guard of a number that the answers receive at run time; see fixed_guard for `name`."""
    limits = [f"{limit:.6g}" for limit in (number.range.low, number.range.high)]
    given = [name or literal(number.path), expression or number.path, *limits]
    given += ["with_zero=True"] if number.range.with_zero else []
    return call_lines("_in_range", given, columns=BODY_COLUMNS)


def _expressions_in(path):
    """The expressions that an expression consists of, itself among them, as ast writes them."""
    return {ast.unparse(node) for node in ast.walk(ast.parse(path)) if isinstance(node, ast.expr)}


def _rank_guards(graph, path, known):
    """The guards of the tensors that an expression reads, `x.shape[0] == 1` for one: it is no error then.

    Args:
        known: the paths of those that are guarded already; these are added.
    """
    read = _expressions_in(path)
    lines = []
    for argument, tensor in zip(graph.arguments, tensor_paths(graph)):
        if tensor not in known and not read.isdisjoint({tensor, ast.unparse(ast.parse(tensor))}):
            known.add(tensor)
            given = [literal(tensor), tensor, str(len(argument.dims))]
            lines += call_lines("_has_rank", given, columns=BODY_COLUMNS)
    return lines


def fixed_lines(graph: Graph) -> tuple[list[str], list[str]]:
    """The guards of what is no tensor, as statements: (of the arguments, of the module's attributes)."""
    of_arguments = []
    of_module = []
    known = set()
    free = {number.path: number for number in graph.source.conditions.passed.free}
    for fixed in graph.source.conditions.fixed:
        if contains_word(fixed.value):
            continue
        lines = of_module if reads_only_the_module(fixed.path) else of_arguments
        if fixed.path in free:
            lines += range_guard(free[fixed.path])
        elif lines is of_module:
            lines += fixed_guard(graph, fixed, fixed.path)
        else:
            given = [literal(fixed.path), fixed.path, literal(fixed.value)]
            lines += _rank_guards(graph, fixed.path, known)
            lines += call_lines("_fixed", given, columns=BODY_COLUMNS)
    return of_arguments, [*global_hook_lines(of_module), *of_module]


def fixed_count(graph: Graph) -> int:
    """How many values of its module a graph depends on."""
    return sum(reads_only_the_module(fixed.path) for fixed in graph.source.conditions.fixed)


# ---- translated ----


def call_of_translated(graph: Graph, head: str, name: str = "translated", parameters: str = "") -> list[str]:
    """The call of the guarded answer with the program's tensors, as lines that begin with `head`.

    Args:
        parameters: an expression of the tuple of the module's own; "" to name each.
    """
    keywords = [f"{word}={path}" for path, word, _ in _from_sizes(graph)]
    passed = graph.source.conditions.passed.parameters
    keywords += [f"{parameter.name}=float({parameter.expression})" for parameter in passed]
    tensors = tensor_paths(graph)
    if parameters:
        tensors = [path for path, one in zip(tensors, graph.arguments) if not one.origin] + [f"*{parameters}"]
    return call_lines(f"{head}{name}", [*tensors, *keywords], columns=BODY_COLUMNS)


def tabled_parameters(graph: Graph) -> int:
    """The number of the argument from which on all are parameters that `translated` takes as a tuple.

    That is where they are many, and none is of integers, which may be indices. Else it is the number of all
    arguments.
    """
    arity = graph.arity
    first = next((i for i in range(arity, 0, -1) if not graph.arguments[i - 1].origin), 0)
    has_indices = any(not one.dtype.is_floating_point for one in graph.arguments[first:])
    return first if first and arity - first > MOST_PARAMETERS and not has_indices else arity


def parameter_tables(graphs: list[Graph]) -> tuple[str, list[str]]:
    """(source, [name of each graph's]) of tables with the names of the parameters that are taken as tuples.

    The modes of a module share a table where the names of one are the first of the other.
    """
    paths = [tuple(tensor_paths(graph)[tabled_parameters(graph) :]) for graph in graphs]
    longest = max(paths, key=len)
    if not longest:
        return "", ["" for _ in graphs]
    shared = all(longest[: len(own)] == own for own in paths)
    tables = {path: _TABLE if shared else f"{_TABLE}{SUFFIXES[i]}" for i, path in enumerate(paths)}
    named = {_TABLE: longest} if shared else {tables[path]: path for path in tables if path}
    sources = [
        "\n".join(tuple_lines(f"{name} = ", rolled_names([literal(path) for path in own])))
        for name, own in named.items()
    ]
    return "\n\n\n".join(sources), [tables[path] for path in paths]


class _Letters:
    """Names of sizes, each bound at the first tensor that has it."""

    def __init__(self):
        self.known = set()

    def binding(self, name: str, dims: tuple[str | int, ...]) -> list[str]:
        """The statement that names the new sizes of a tensor, if there are any."""
        new = [d if isinstance(d, str) and d not in self.known else "_" for d in dims]
        new = [d if d not in new[:i] else "_" for i, d in enumerate(new)]
        self.known.update(new)
        if not set(new) - {"_"}:
            return []
        targets = f"({new[0]},)" if len(new) == 1 else ", ".join(new)
        return [f"    {targets} = _sizes({name}, {len(new)})"]


def _tensor_guards(graph, names, table):
    """The statements that guard each tensor, and name the sizes that the next ones are compared with.

    Args:
        names: of the tensors that are arguments by themselves.
        table: the name of that with the others' names.
    """
    letters = _Letters()
    lines = []
    for argument, path, name in zip(graph.arguments, tensor_paths(graph), names):
        dims = guarded_dims(graph, argument)
        lines += letters.binding(name, dims)
        given = [literal(path), name, str(argument.dtype), tuple_text(dims)]
        given += [f"{names[0]}.device"] if name != names[0] else []
        lines += call_lines("_check", given, "    ")
    others = graph.arguments[len(names) :]
    if not others:
        return lines
    lines.append(f"    _check_count(parameters, {len(others)})")
    for place, argument in enumerate(others):
        lines += letters.binding(f"parameters[{place}]", guarded_dims(graph, argument))
    dtypes = [str(argument.dtype) for argument in others]
    if len(set(dtypes)) == 1:
        lines.append(f"    dtypes = ({dtypes[0]},) * {len(dtypes)}")
    else:
        lines += tuple_lines("dtypes = ", rolled_tuple(dtypes), "    ")
    shapes = [tuple_text(guarded_dims(graph, argument)) for argument in others]
    lines += tuple_lines("shapes = ", rolled_tuple(shapes), "    ")
    return [*lines, f"    _check_all({table}, parameters, dtypes, shapes, {names[0]}.device)"]


def _limit_guards(graph):
    """The statements that check sizes which windows, parts or indices limit."""
    paths = tensor_paths(graph)
    first_place = {
        letter: f"{path}.shape[{d}]"
        for argument, path in reversed(list(zip(graph.arguments, paths)))
        for d, letter in reversed(list(enumerate(argument.dims)))
    }
    return [
        line
        for limit in size_limits(graph)
        for line in call_lines(
            "_check_size",
            [literal(first_place[limit.letter]), limit.letter, limit.rule, literal(limit.rule)],
            "    ",
        )
    ]


def _index_guards(graph, names):
    """The statements that check indices, and count those from the end from the start."""
    lines = []
    bounds = index_bounds(graph)
    fixed = graph.source.conditions.sizes
    for argument, path, name in zip(graph.arguments, tensor_paths(graph), names):
        if argument.name in bounds:
            bound = bounds[argument.name]
            size = re.sub(r"[A-Z]\w*", lambda match: str(fixed.get(match[0], match[0])), bound.size)
            size = size if size.isidentifier() or size.isdigit() else f"({size})"
            lowest = f"-{size}" if bound.from_the_end else "0"
            besides = [] if bound.besides is None else [f"besides={bound.besides}"]
            lines += call_lines("_check_indices", [literal(path), name, lowest, size, *besides], "    ")
            if bound.from_the_end:
                lines.append(f"    {name} = {name} % {size}")
    return lines


def guarded_entry(
    graph: Graph,
    name: str = "translated",
    suffix: str = "",
    aliased: bool = False,
    trained: bool = False,
    table: str = "",
) -> str:
    """The source of `translated`: guards of each tensor, and the call of the answer.

    Args:
        name: what it is called.
        suffix: one of SUFFIXES.
        aliased: whether the answer is a view of its argument, which then is not copied, and needs no backward
            of its own.
        trained: whether it has a backward.
        table: the name of the table of its parameters' names; see parameter_tables.
    """
    inner = f"unguarded{suffix}"
    names = parameter_names(graph)[: tabled_parameters(graph)]
    given = names if len(names) == graph.arity else [*names, "*parameters"]
    sizes = _from_sizes(graph)
    numbers = graph.source.conditions.passed.parameters
    keywords = [word for _, word, _ in sizes] + [f"{one.name}={literal(one.value)}" for one in numbers]
    keywords = ["*", *keywords] if keywords and given is names else keywords
    head = call_lines(f"def {name}", [*given, *keywords])
    head[-1] += ":"
    docstring = f"For {pattern(graph)}; ValueError for anything else."
    if len(docstring) > COLUMNS - 10:
        docstring = "\n    ".join([*textwrap.wrap(docstring, COLUMNS - 8), ""])
    lines = [*head, f'    """{docstring}"""']
    if not names:
        return "\n".join([*lines, f"    return {inner}()"])

    lines += _tensor_guards(graph, names, table) + _limit_guards(graph) + _index_guards(graph, names)
    for path, word, expression in sizes:
        lines += call_lines("_fixed", [literal(path), word, expression], "    ")
    if aliased:
        lines += call_lines(f"return {inner}", given, "    ")
    else:
        passed = ", ".join(f"{one.name}={one.name}" for one in numbers)
        answer = f"lambda *tensors: {inner}(*tensors, {passed})" if numbers else inner
        first = [answer, f"_Trained{suffix}"] if trained else [answer]
        lines += call_lines(f"return {'_run_trained' if trained else '_run'}", [*first, *given], "    ")
    return "\n".join(lines)


def _most_elements(graph):
    """The least number of elements that a tensor may not have, as Python.

    Kernels count elements in 32 bits; there may be more only where the sizes of the trace have more.
    """
    arguments = graph.arguments if graph.sizes else ()
    most = max((math.prod(graph.sizes.get(d, d) for d in one.dims) for one in arguments), default=0)
    return "2**31" if most < 2**31 else str(most + 1)


def _constants(graph, has_kernels):
    """(import lines, source) of the constants that the guards read."""
    place = " on one GPU, or on the CPU with TRITON_INTERPRET=1" if has_kernels else ""
    devices = '("cuda", "cpu")'
    imports = []
    if has_kernels:
        imports = ["import os"]
        devices = f'{devices} if os.environ.get("TRITON_INTERPRET") == "1" else ("cuda",)'
    words = pattern(graph) + place + assumption(graph)
    text = string_lines("_PATTERN = ", words.replace('"', "'"))
    lines = [
        "# ---- guards: the calls that the translation was verified for ----\n",
        *text,
        "_TENSORS = (torch.Tensor, torch.nn.Parameter)",
        f"_DEVICES = {devices}",
        f"_MOST_ELEMENTS = {_most_elements(graph)}",
    ]
    return imports, "\n".join(lines)


@functools.cache
def _source_of(function):
    """The text of a guard function, without what follows it."""
    return inspect.getsource(function).rstrip()


def _sources_of(functions, body):
    """The sources of those functions, [(name, source), ...], that a text calls; each calls those above it."""
    wanted = set(re.findall(r"\b_\w+", body))
    sources = []
    for name, source in reversed(functions):
        if name in wanted:
            wanted |= set(re.findall(r"\b_\w+", source))
            sources.insert(0, source)
    return sources


def guard_source(graph: Graph, has_kernels: bool, body: str, fallback: bool = False) -> tuple[list[str], str]:
    """(import lines, source) of what `translated` and the user's function call: constants and functions.

    Args:
        graph: of the mode that was built.
        has_kernels: whether the answer launches kernels, for which a GPU or Triton's interpreter is needed.
        body: the text that is to call them; what it does not call is left out.
        fallback: whether the program runs instead of what is refused. Then a wanted gradient is refused too.
    """
    imports, constants = _constants(graph, has_kernels)
    functions = [(function.__name__, _source_of(function)) for function in FUNCTIONS]
    if fallback:
        imports.append("import warnings")
        constants += "\n_WARNED = set()"
        skipped = {"_run", "_ForwardOnly"}
        functions = [
            (name.replace("_run_forward", "_run"), source.replace("_run_forward", "_run"))
            for name, source in functions
            if name not in skipped
        ]
        functions = [
            (name, source.replace("raise ValueError(", "raise _Refused(")) for name, source in functions
        ]
    return imports, "\n\n\n".join([constants, *_sources_of(functions, body)])
