"""The graph: a program in canonical form, its text (the prompt), and the parser of that text.

    >>> graph = parse("f(a0: f32[A, B])\\nv0 = relu(a0)\\nv1 = mul(v0, 2)\\nreturn v1")
    >>> graph.run(torch.tensor([[-1.0, 3.0]]))
    tensor([[0., 6.]])

What the text promises
  * Arguments are in the order in which the answer receives them: the program's inputs, then the parameters
    and buffers of a module that it uses.
  * Sizes are letters, a letter for each size that can vary on its own; 1 stays 1. Numbers that the program
    computes from sizes are written as such: div(v0, sqrt(D)), reshape(a0, shape=[A, -1]).
  * Only what the result depends on is there, equal expressions once, operations in the order in which the
    result needs them.
  * Dimensions are counted from the end, default arguments are left out, numbers are in their shortest form.
"""

import ast
import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from python_to_triton.frontend.arithmetic import MOST_NUMBER, check_arithmetic
from python_to_triton.frontend.deep_samples import (
    MOST_DRAWS,
    is_deep,
    rescaled,
    scales_of_parameters,
    shows_its_input,
    with_running_statistics,
)
from python_to_triton.frontend.loops import Loop, flat, in_steps, run_loop
from python_to_triton.frontend.sample_inputs import draw_tensor, find_domains
from python_to_triton.frontend.sample_sizes import grown_sizes, small_sizes
from python_to_triton.frontend.values import Value, execute, format_item
from python_to_triton.frontend.vocabulary import DTYPE_NAMES, DTYPES, OPS, GraphError, Word


@dataclass(frozen=True)
class Argument:
    """One argument of a graph."""

    name: str
    dtype: torch.dtype
    dims: tuple[str | int, ...]  # letters and numbers
    origin: str = ""  # the parameter's path in the module; empty for an input of the program

    def __str__(self):
        return f"{self.name}: {DTYPE_NAMES[self.dtype]}[{', '.join(map(str, self.dims))}]"


def topological_order(inputs: Sequence[Value], outputs: Sequence[Value]) -> list[Value]:
    """The operations that the outputs depend on, depth first."""
    order = []
    seen = set(inputs)
    stack = [(value, False) for value in reversed(outputs)]
    while stack:
        value, operands_done = stack.pop()
        if operands_done:
            order.append(value)
        elif value not in seen:
            seen.add(value)
            stack.append((value, True))
            stack += [(operand, False) for operand in reversed(list(value.inputs())) if operand not in seen]
    return order


def _operation_text(value):
    """`softmax(v0, dim=-1)`. Operands after one that is left out are named."""
    parts = []
    after_gap = False
    for name, operand in zip(OPS[value.op].operands, value.operands):
        after_gap = after_gap or operand is None
        if operand is not None:
            parts.append((f"{name}=" if after_gap else "") + format_item(operand))
    parts += [f"{name}={format_item(item)}" for name, item in value.attributes]
    return f"{value.op}({', '.join(parts)})"


class Graph:
    """A program in canonical form.

    Attributes:
        arguments: Argument, in calling order.
        inputs: the Value of each argument.
        values: every operation, in the order of the text.
        steps: the same, each Loop as one.
        outputs: the Values that are returned.
        multiple: whether it returns a tuple.
        sizes: {letter: size} in the trace; of a parsed graph, those of its comment.
        source: the Program that it was traced from; None for a parsed graph.
        regions: {most: its regions} as far as they have been made; see regions.py.
    """

    def __init__(self, arguments, inputs, outputs, multiple, sizes=None, source=None):
        self.arguments = tuple(arguments)
        self.inputs = tuple(inputs)
        self.outputs = tuple(outputs)
        self.multiple = multiple
        self.sizes = dict(sizes or {})
        self.source = source
        self.regions = {}
        self.steps = in_steps(topological_order(self.inputs, self.outputs))
        self.values = flat(self.steps)
        for i, value in enumerate(self.values):
            value.name = f"v{i}"

    @property
    def arity(self) -> int:
        """The number of arguments."""
        return len(self.arguments)

    @property
    def letters(self) -> list[str]:
        """The letters of the arguments' sizes, in order."""
        return list(dict.fromkeys(d for a in self.arguments for d in a.dims if isinstance(d, str)))

    @functools.cached_property
    def places(self) -> dict[int, int]:
        """{id of a Value: its place among the operations in the order of the text, arguments after them}."""
        return {id(value): i for i, value in enumerate([*self.values, *self.inputs])}

    @functools.cached_property
    def text(self) -> str:
        """The canonical prompt: what the model reads, and what `parse` reads."""
        comma = "," if self.multiple and len(self.outputs) == 1 else ""
        return "\n".join(
            [
                f"f({', '.join(map(str, self.arguments))})",
                *(f"{value.name} = {_operation_text(value)}" for value in self.values),
                f"return {', '.join(v.name for v in self.outputs)}{comma}",
            ]
        )

    @property
    def sized_text(self) -> str:
        """`text` and a comment with the sizes of the trace, for `parse`: `# A=8 B=224`."""
        comment = " ".join(f"{letter}={size}" for letter, size in self.sizes.items())
        return f"{self.text}\n# {comment}" if comment else self.text

    def __repr__(self):
        return self.text

    def bind(self, tensors: tuple[torch.Tensor, ...]) -> dict[str, int]:
        """{letter: size} of these arguments.

        Raises:
            GraphError: they are not as many as the arguments, or their shapes do not fit the arguments'
                sizes.
        """
        if len(tensors) != self.arity:
            raise GraphError(f"the graph takes {self.arity} arguments, not {len(tensors)}")
        sizes = {}
        for argument, tensor in zip(self.arguments, tensors):
            same_rank = tensor.dim() == len(argument.dims)
            if not same_rank or not all(
                sizes.setdefault(d, n) == n if isinstance(d, str) else d == n
                for d, n in zip(argument.dims, tensor.shape)
            ):
                shape = tuple(tensor.shape)
                raise GraphError(f"{argument} does not fit a tensor of shape {shape} (sizes so far: {sizes})")
        return sizes

    def run(self, *tensors: torch.Tensor):
        """Computes the graph. Arguments wider than declared (float64 for f32) widen its constants too."""
        return self._run(tensors, self.bind(tensors), lean=True)[1]

    def run_all(self, tensors: tuple[torch.Tensor, ...]) -> tuple[dict[int, torch.Tensor], object]:
        """({id of each Value: its tensor}, what `run` returns)."""
        return self._run(tensors, self.bind(tensors))

    def run_with(self, tensors: tuple[torch.Tensor, ...], numbers: dict[str, float]):
        """`run` of a graph that has names in the place of numbers: {name: number}."""
        return self._run(tensors, self.bind(tensors) | numbers, lean=True)[1]

    def _run(self, tensors, sizes, lean=False):
        """({id of value: tensor}, the outputs); `lean` frees a tensor after its last use."""
        device = tensors[0].device if tensors else "cpu"
        widen = any(
            t.dtype == torch.float64 != a.dtype
            for t, a in zip(tensors, self.arguments)
            if a.dtype.is_floating_point
        )
        known = {id(v): t for v, t in zip(self.inputs, tensors)}
        last_reader = {id(operand): v for v in self.values for operand in v.inputs()} if lean else {}
        last_reader |= dict.fromkeys(map(id, self.outputs))

        def compute(value):
            return execute(value, known, sizes, device, widen)

        for step in self.steps:
            if isinstance(step, Loop) and torch.device(device).type != "meta":
                run_loop(step, known, sizes, compute)
            for value in (*step.body, *step.ends) if isinstance(step, Loop) else (step,):
                if id(value) not in known:
                    known[id(value)] = compute(value)
            for value in (*step.body, *step.ends) if isinstance(step, Loop) else (step,):
                for operand in value.inputs():
                    if last_reader.get(id(operand)) is value:
                        known.pop(id(operand), None)
        outputs = tuple(known[id(v)] for v in self.outputs)
        return known, outputs if self.multiple else outputs[0]

    def metas(self, sizes: dict[str, int]) -> list[torch.Tensor]:
        """The arguments at these sizes, without data."""
        shapes = [[d if isinstance(d, int) else sizes[d] for d in a.dims] for a in self.arguments]
        return [torch.empty(shape, dtype=a.dtype, device="meta") for shape, a in zip(shapes, self.arguments)]

    def shapes(self, sizes: dict[str, int]) -> dict[int, torch.Tensor]:
        """{id of a Value: tensor without data} at these sizes.

        Raises:
            one of SHAPE_ERRORS: the graph does not compute at these sizes.
        """
        return self._run(self.metas(sizes), sizes)[0]

    def sample(
        self,
        seed: int = 0,
        small: bool = True,
        grow: tuple[int, ...] = (),
        device: str = "cpu",
        sizes: dict[str, int] | None = None,
    ):
        """Random arguments that fit the graph: both signs, indices in range, probabilities for losses.

        Args:
            seed: of the sizes and the data.
            small: whether sizes are those for Triton's interpreter rather than those of the trace.
            grow: sizes to which letters are then enlarged where possible, so that an answer needs several
                blocks.
            device: on which they are drawn. Each has random numbers of its own.
            sizes: {letter: size} instead of these.
        """
        if sizes is None:
            sizes = small_sizes(self, seed) if small or not self.sizes else self.sizes
        if grow:
            sizes = grown_sizes(self, sizes, grow)
        shapes = self.shapes(sizes)
        generator = torch.Generator(device).manual_seed(seed)
        domains = find_domains(self, shapes)
        scales = scales_of_parameters(self, shapes)

        def draw():
            drawn = {id(v): draw_tensor(shapes[id(v)], domains.get(id(v)), generator) for v in self.inputs}
            return tuple(rescaled(tensor, scales.get(i)) for i, tensor in drawn.items())

        if not (small and is_deep(self) and self.inputs):
            return draw()
        for _ in range(MOST_DRAWS):
            tensors = with_running_statistics(self, draw())
            if shows_its_input(self, tensors, generator):
                break
        return tensors  # the judge refuses those whose input does not show


def _read_constant(item):
    if not isinstance(item, (bool, int, float, str, type(None))):
        raise ValueError(f"cannot read {item!r}")
    if isinstance(item, int) and item >= MOST_NUMBER:
        raise ValueError(f"an integer of {item.bit_length()} bits")
    return item


def _read_dim(text):
    return text if text.isalpha() else _read_constant(int(text))


def _read_operand(node, values):
    """An operand or attribute of the text, from its syntax tree."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return tuple(_read_operand(part, values) for part in node.elts)
    if isinstance(node, ast.Name) and node.id in values:
        return values[node.id]
    if isinstance(node, ast.Name) and node.id in ("nan", "inf"):
        return float(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_read_operand(node.operand, values)
    if isinstance(node, ast.Constant):
        return _read_constant(node.value)
    if isinstance(node, (ast.Name, ast.BinOp, ast.Call)):
        names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
        if all(name in DTYPES or name == "sqrt" or name.isupper() for name in names):
            return Word(ast.unparse(check_arithmetic(node)).replace(" ", ""))
    raise ValueError(f"cannot read {ast.unparse(node)!r}")


def _read_line(line, values):
    """`v0 = op(...)` as (name, Value)."""
    statement = ast.parse(line).body[0]
    call = statement.value
    name = statement.targets[0].id
    op = call.func.id
    if op not in OPS:
        raise ValueError(f"no operation is called {op!r}")
    operation = OPS[op]
    given = {k.arg: _read_operand(k.value, values) for k in call.keywords}
    operands = [_read_operand(a, values) for a in call.args]
    operands += [given.pop(operand, None) for operand in operation.operands[len(operands) :]]
    while operands and operands[-1] is None:
        operands.pop()

    unknown = given.keys() - operation.attributes.keys()
    if unknown or len(operands) > len(operation.operands):
        raise ValueError(f"{op} takes no {', '.join(sorted(unknown)) or 'further operand'}")
    attributes = tuple((k, given[k]) for k in operation.attributes if k in given)
    return name, Value(op, tuple(operands), attributes)


# What reading a text raises that is no canonical graph.
_NO_GRAPH = (
    AttributeError,
    KeyError,
    IndexError,
    MemoryError,
    RecursionError,
    SyntaxError,
    TypeError,
    ValueError,
)


def parse(text: str) -> Graph:
    """The graph of a canonical text: the inverse of `Graph.text` and of `Graph.sized_text`.

    Raises:
        GraphError: the text is not a canonical graph; the message has the line that is wrong.
    """
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    comment = lines.pop() if lines and lines[-1].startswith("# ") else ""
    sizes = {letter: int(size) for letter, size in re.findall(r"([A-Z]+)=(\d{1,15})\b", comment)}
    line = lines[0] if lines else ""
    try:
        header = re.fullmatch(r"f\((.*)\)", line).group(1)
        arguments = []
        values = {}
        for name, dtype, dims in re.findall(r"(\w+): (\w+)\[([^\]]*)\]", header):
            dims = tuple(_read_dim(d) for d in dims.split(", ") if d)
            arguments.append(Argument(name, DTYPES[dtype], dims))
            values[name] = Value("argument", name=name)
        inputs = list(values.values())

        for line in lines[1:-1]:
            name, value = _read_line(line, values)
            values[name] = value

        line = lines[-1]
        returned = re.fullmatch(r"return (\w+(?:, \w+)*)(,?)", line)
        outputs = [values[name] for name in returned.group(1).split(", ")]
    except _NO_GRAPH as error:
        raise GraphError(f"not a canonical graph: {line!r} ({type(error).__name__}: {error})") from error
    return Graph(arguments, inputs, outputs, len(outputs) > 1 or bool(returned.group(2)), sizes)
