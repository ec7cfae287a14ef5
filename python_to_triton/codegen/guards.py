"""Guards: what an answer was not verified for, its module refuses with one ValueError.

A module has its answer twice: `unguarded` is the answer itself, and `translated` checks dtype, sizes and
device of every tensor against the graph's arguments and the trace's conditions, makes it contiguous, and
calls `unguarded`. The functions that it needs for that are copied from guard_functions.py.
"""

import ast
import builtins
import collections
import inspect
import itertools
import keyword
import math
import re
import textwrap
from collections.abc import Iterable

import torch

from python_to_triton.codegen.guard_functions import FUNCTIONS
from python_to_triton.codegen.index_bounds import index_bounds
from python_to_triton.codegen.renaming import argument_names
from python_to_triton.codegen.size_limits import size_limits
from python_to_triton.frontend import DTYPES, Graph
from python_to_triton.frontend.graph import Argument
from python_to_triton.frontend.module_facts import module_facts
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, Word

COLUMNS = 110
BODY_COLUMNS = COLUMNS - 8  # of a statement in a method

# Of more arguments than this, a message has the pattern of the inputs alone.
_MOST_IN_MESSAGE = 8


# What is appended to the names `unguarded` and `translated` of the mode that was built, and of evaluation
# where that is another graph.
SUFFIXES = ("", "_in_eval")

# The guarded answer where `translated` does more than guard it.
GUARDED = "guarded"


# ---- text ----


def call_lines(head: str, arguments: Iterable[str], indent: str = "", columns: int = COLUMNS) -> list[str]:
    """`head(arguments)` as lines of at most so many columns.

    >>> call_lines("y = f", ["x", "2"])
    ['y = f(x, 2)']
    """
    arguments = list(arguments)
    line = f"{indent}{head}({', '.join(arguments)})"
    if len(line) <= columns:
        return [line]
    inner = indent + "    "
    text = ", ".join(argument.replace(" ", "\0") for argument in arguments)
    body = textwrap.wrap(text, columns - len(inner), break_long_words=False, break_on_hyphens=False)
    if len(body) > 1:
        body[-1] += ","
    return [f"{indent}{head}(", *(inner + line.replace("\0", " ") for line in body), f"{indent})"]


def string_lines(head: str, text: str) -> list[str]:
    """`head"text"` as lines of at most 110 columns: one literal, or several in parentheses."""
    if len(head) + len(text) + 2 <= COLUMNS:
        return [f'{head}"{text}"']
    parts = textwrap.wrap(text, COLUMNS - 10, drop_whitespace=False, break_long_words=False)
    return [f"{head}(", *(f'    "{part}"' for part in parts), ")"]


def literal(value: object) -> str:
    """The value of a Fixed as Python; an expression of sizes stands as it is."""
    if isinstance(value, Word):
        return str(DTYPES.get(value, value))
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' * (len(value) == 1)})"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, torch.device):
        return f'torch.device("{value}")'
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    text = repr(value)
    return f'"{text[1:-1]}"' if text[0] == "'" and '"' not in text else text


def _contains_word(value):
    if isinstance(value, (tuple, list)):
        return any(map(_contains_word, value))
    return isinstance(value, Word) and value not in DTYPES


def _tuple_text(items):
    return f"({', '.join(map(str, items))}{',' * (len(items) == 1)})"


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
    taken = {*own, *graph.letters, "torch", "_"} | {f"unguarded{suffix}" for suffix in SUFFIXES}
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


def _new_name(path: str, taken: set[str]) -> str:
    """A name for what `path` leads to that is not taken; it is taken then.

    >>> _new_name("self.net[0]", {"net_0"})
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
        (fixed.path, _new_name(fixed.path, taken), literal(fixed.value))
        for fixed in graph.source.conditions.fixed
        if _contains_word(fixed.value)
    ]


_KIND_OF_LAYER = re.compile(r"type\((self\b.*)\)\.__name__")


def _fixed_lines(graph, fixed, expression):
    """The guard of a Fixed of the module, whose value is read by `expression`."""
    kind = _KIND_OF_LAYER.fullmatch(fixed.path)
    layer = module_facts(graph.source).layers.get(kind[1]) if kind else None
    if layer is None:
        given = [literal(fixed.path), expression, literal(fixed.value)]
        return call_lines("_fixed", given, columns=BODY_COLUMNS)
    given = [literal(kind[1]), expression.removeprefix("type(").removesuffix(").__name__")]
    given.append(literal(fixed.value))
    given += [literal(layer.home)] if layer.home.startswith("torch.") else []
    given += [f"hooks={layer.hooks}"] if layer.hooks else []
    return call_lines("_layer", given, columns=BODY_COLUMNS)


def _global_hook_lines(statements):
    """The guard of hooks for all modules, where a module calls others."""
    return ["_no_global_hooks()"] if any("_layer(" in line for line in statements) else []


def _reads_only_the_module(path):
    names = {node.id for node in ast.walk(ast.parse(path)) if isinstance(node, ast.Name)}
    functions = {"type", "len", "tuple", "list", "dict", "isinstance", "getattr", "repr", "bool"}
    return names - functions == {"self"}


def _range_lines(number):
    """The guard of a number that the answers receive at run time."""
    limits = [f"{limit:.6g}" for limit in (number.range.low, number.range.high)]
    given = [literal(number.path), number.path, *limits]
    given += ["with_zero=True"] if number.range.with_zero else []
    return call_lines("_in_range", given, columns=BODY_COLUMNS)


def fixed_lines(graph: Graph) -> tuple[list[str], list[str]]:
    """The guards of what is no tensor, as statements: (of the arguments, of the module's attributes)."""
    of_arguments = []
    of_module = []
    free = {number.path: number for number in graph.source.conditions.passed.free}
    for fixed in graph.source.conditions.fixed:
        if _contains_word(fixed.value):
            continue
        lines = of_module if _reads_only_the_module(fixed.path) else of_arguments
        if fixed.path in free:
            lines += _range_lines(free[fixed.path])
        elif lines is of_module:
            lines += _fixed_lines(graph, fixed, fixed.path)
        else:
            given = [literal(fixed.path), fixed.path, literal(fixed.value)]
            lines += call_lines("_fixed", given, columns=BODY_COLUMNS)
    return of_arguments, [*_global_hook_lines(of_module), *of_module]


def fixed_count(graph: Graph) -> int:
    """How many values of its module a graph depends on."""
    return sum(_reads_only_the_module(fixed.path) for fixed in graph.source.conditions.fixed)


_CHAIN = re.compile(r"\bself(?:\.\w+|\[\d+\])+")
_STEP = re.compile(r"\.\w+|\[\d+\]")


def _prefixes(path):
    """`self.net`, `self.net[0]` and `self.net[0].weight` of an expression with self.net[0].weight."""
    for chain in _CHAIN.findall(path):
        steps = _STEP.findall(chain)
        yield from ("self" + "".join(steps[:end]) for end in range(1, len(steps) + 1))


class _Submodules:
    """Names for the submodules that several expressions go through: each costs up to a microsecond."""

    def __init__(self, paths: Iterable[str]):
        counts = collections.Counter(prefix for path in paths for prefix in _prefixes(path))
        self.shared = {prefix for prefix, count in counts.items() if count > 1}
        self.names = {}
        self.taken = set()

    def short(self, path: str) -> tuple[list[str], str]:
        """(statements that name submodules for the first time, the expression by their names)."""
        lines = []
        for prefix in _prefixes(path):
            if prefix in self.shared and prefix not in self.names:
                expression = self._by_names(prefix)
                self.names[prefix] = _new_name(prefix, self.taken)
                lines.append(f"{self.names[prefix]} = {expression}")
        return lines, self._by_names(path)

    def _by_names(self, path):
        for prefix in sorted(_prefixes(path), key=len, reverse=True):
            if prefix in self.names:
                return re.sub(rf"{re.escape(prefix)}(?!\w)", self.names[prefix], path)
        return path


def module_lines(graph: Graph) -> list[str]:
    """The statements that check what a graph depends on in `self`, and return its parameters as a tuple."""
    fixed = [
        one
        for one in graph.source.conditions.fixed
        if _reads_only_the_module(one.path) and not _contains_word(one.value)
    ]
    parameters = [path for path, one in zip(tensor_paths(graph), graph.arguments) if one.origin]
    free = {number.path: number for number in graph.source.conditions.passed.free}
    submodules = _Submodules([*(one.path for one in fixed), *parameters])
    statements = []
    for one in fixed:
        before, short = submodules.short(one.path)
        check = _fixed_lines(graph, one, short)
        statements += [*before, *(_range_lines(free[one.path]) if one.path in free else check)]
    items = []
    for path in parameters:
        before, short = submodules.short(path)
        statements += before
        items.append(short)
    return [
        *_global_hook_lines(statements),
        *statements,
        *call_lines("return ", items if len(items) > 1 else [*items, ""], columns=BODY_COLUMNS),
    ]


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


def _tensor_guards(graph, names):
    """The statements that guard each tensor, and name the sizes that the next ones are compared with."""
    known = set()
    lines = []
    first = names[0]
    for argument, path, name in zip(graph.arguments, tensor_paths(graph), names):
        dims = guarded_dims(graph, argument)
        new = [d if isinstance(d, str) and d not in known else "_" for d in dims]
        new = [d if d not in new[:i] else "_" for i, d in enumerate(new)]
        if set(new) - {"_"}:
            targets = f"({new[0]},)" if len(new) == 1 else ", ".join(new)
            lines.append(f"    {targets} = _sizes({name}, {len(new)})")
        known.update(new)
        given = [literal(path), name, str(argument.dtype), _tuple_text(dims)]
        given += [f"{first}.device"] if name != first else []
        lines += call_lines("_check", given, "    ")
    return lines


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
            lines += call_lines("_check_indices", [literal(path), name, lowest, size], "    ")
            if bound.from_the_end:
                lines.append(f"    {name} = {name} % {size}")
    return lines


def guarded_entry(
    graph: Graph, name: str = "translated", suffix: str = "", aliased: bool = False, trained: bool = False
) -> str:
    """The source of `translated`: guards of each tensor, and the call of the answer.

    Args:
        name: what it is called.
        suffix: one of SUFFIXES.
        aliased: whether the answer is a view of its argument, which then is not copied, and needs no backward
            of its own.
        trained: whether it has a backward.
    """
    inner = f"unguarded{suffix}"
    names = parameter_names(graph)
    sizes = _from_sizes(graph)
    numbers = graph.source.conditions.passed.parameters
    keywords = [word for _, word, _ in sizes] + [f"{one.name}={literal(one.value)}" for one in numbers]
    keywords = ["*", *keywords] if keywords else []
    head = call_lines(f"def {name}", [*names, *keywords])
    head[-1] += ":"
    docstring = f"For {pattern(graph)}; ValueError for anything else."
    if len(docstring) > COLUMNS - 10:
        docstring = "\n    ".join([*textwrap.wrap(docstring, COLUMNS - 8), ""])
    lines = [*head, f'    """{docstring}"""']
    if not names:
        return "\n".join([*lines, f"    return {inner}()"])

    lines += _tensor_guards(graph, names) + _limit_guards(graph) + _index_guards(graph, names)
    for path, word, expression in sizes:
        lines += call_lines("_fixed", [literal(path), word, expression], "    ")
    if aliased:
        lines += call_lines(f"return {inner}", names, "    ")
    else:
        given = ", ".join(one.name for one in numbers)
        answer = f"lambda *tensors: {inner}(*tensors, {given})" if numbers else inner
        given = [answer, f"_Trained{suffix}"] if trained else [answer]
        lines += call_lines(f"return {'_run_trained' if trained else '_run'}", [*given, *names], "    ")
    return "\n".join(lines)


def _most_elements(graph):
    """Kernels count elements in 32 bits; there may be more only where the sizes of the trace have more."""
    shapes = (
        [[graph.sizes.get(d, d) for d in argument.dims] for argument in graph.arguments]
        if graph.sizes
        else []
    )
    most = max(map(math.prod, shapes), default=0)
    return "2**31" if most < 2**31 else str(most + 1)


def _constants(graph, has_kernels):
    """(import lines, source) of the constants that the guards read."""
    place = " on one GPU" if has_kernels else ""
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
    functions = [(function.__name__, inspect.getsource(function).rstrip()) for function in FUNCTIONS]
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
