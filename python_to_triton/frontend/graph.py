"""graph."""

import ast
import functools
import re
from dataclasses import dataclass
import torch
from python_to_triton.frontend.samples import draw, find_domains, grown_sizes, small_sizes
from python_to_triton.frontend.values import Value, execute, show
from python_to_triton.frontend.vocabulary import DTYPES, DTYPE_NAMES, GraphError, OPS, Word


@dataclass(frozen=True)
class Argument:
    """One argument of a graph. `dims` holds letters and numbers; `origin` is the parameter's path in the module, or ''."""

    name: str
    dtype: torch.dtype
    dims: tuple
    origin: str = ""

    def __str__(self):
        return f"{self.name}: {DTYPE_NAMES[self.dtype]}[{', '.join(map(str, self.dims))}]"


class Graph:
    """A program in canonical form. `outputs` are Values; `multiple` says whether it returns a tuple."""

    def __init__(self, arguments, inputs, outputs, multiple, sizes=None, source=None):
        self.arguments = tuple(arguments)  # Argument, in calling order
        self.inputs = tuple(inputs)  # the Value of each argument
        self.outputs, self.multiple = tuple(outputs), multiple
        self.sizes = dict(sizes or {})  # letter -> size in the trace; empty for a parsed graph
        self.source = source  # the Program that it came from, for stitching
        self.values = self._ordered()
        for i, value in enumerate(self.values):
            value.name = f"v{i}"

    def _ordered(self):
        order, seen = [], set(map(id, self.inputs))
        stack = [(v, False) for v in reversed(self.outputs)]
        while stack:
            value, ready = stack.pop()
            if ready:
                order.append(value)
            elif id(value) not in seen:
                seen.add(id(value))
                stack.append((value, True))
                stack += [(v, False) for v in reversed(list(value.inputs()))]
        return order

    @property
    def arity(self):
        return len(self.arguments)

    @functools.cached_property
    def text(self):
        """The canonical prompt: what the model is asked, and what `parse` reads."""
        lines = [f"f({', '.join(map(str, self.arguments))})"]
        for value in self.values:
            names = OPS[value.op].operands
            parts, gap = [], False
            for name, operand in zip(names, value.operands):
                gap = gap or operand is None
                if operand is not None:
                    parts.append((f"{name}=" if gap else "") + show(operand))
            parts += [f"{name}={show(item)}" for name, item in value.attributes]
            lines.append(f"{value.name} = {value.op}({', '.join(parts)})")
        lines.append(
            "return "
            + ", ".join(v.name for v in self.outputs)
            + ("," if self.multiple and len(self.outputs) == 1 else "")
        )
        return "\n".join(lines)

    def __repr__(self):
        return self.text

    def bind(self, tensors):
        """{letter: size} of these arguments. Raises GraphError where they do not fit."""
        if len(tensors) != self.arity:
            raise GraphError(f"the graph takes {self.arity} arguments, not {len(tensors)}")
        sizes = {}
        for argument, tensor in zip(self.arguments, tensors):
            fits = tensor.dim() == len(argument.dims) and all(
                sizes.setdefault(d, n) == n if isinstance(d, str) else d == n
                for d, n in zip(argument.dims, tensor.shape)
            )
            if not fits:
                raise GraphError(
                    f"{argument} does not fit a tensor of shape {tuple(tensor.shape)} (sizes so far: {sizes})"
                )
        return sizes

    def run(self, *tensors):
        """Computes the graph. Arguments wider than declared (float64 for f32) widen every cast and constant with them."""
        return self._run(tensors, self.bind(tensors), lean=True)[1]

    def _run(self, tensors, sizes, lean=False):
        """({id of value: tensor}, the outputs); `lean` lets a tensor go after its last use."""
        device = tensors[0].device if tensors else "cpu"
        widen = any(
            t.dtype == torch.float64 != a.dtype
            for t, a in zip(tensors, self.arguments)
            if a.dtype.is_floating_point
        )
        known = {id(v): t for v, t in zip(self.inputs, tensors)}
        last = {id(operand): value for value in self.values for operand in value.inputs()} if lean else {}
        last |= dict.fromkeys(map(id, self.outputs))
        for value in self.values:
            known[id(value)] = execute(value, known, sizes, device, widen)
            for operand in value.inputs():
                if last.get(id(operand)) is value:
                    known.pop(id(operand), None)
        outputs = tuple(known[id(v)] for v in self.outputs)
        return known, outputs if self.multiple else outputs[0]

    def shapes(self, sizes):
        """{id of value: tensor without data} at these sizes; raises what PyTorch raises where they do not fit."""
        return self._run(self.metas(sizes), sizes)[0]

    def metas(self, sizes):
        """The arguments at these sizes, without data."""
        return [
            torch.empty([d if isinstance(d, int) else sizes[d] for d in a.dims], dtype=a.dtype, device="meta")
            for a in self.arguments
        ]

    @property
    def letters(self):
        return list(dict.fromkeys(d for a in self.arguments for d in a.dims if isinstance(d, str)))

    def sample(self, seed=0, small=True, grow=()):
        """Random arguments that fit the graph: both signs, indices in range, probabilities where a loss wants them.

        `small` picks sizes fit for Triton's interpreter where the graph allows; otherwise those of the trace. `grow`
        then enlarges what it can to these sizes, so that an answer needs more than one block.
        """
        sizes = small_sizes(self, seed) if small or not self.sizes else self.sizes
        sizes = grown_sizes(self, sizes, grow) if grow else sizes
        shapes, generator = self.shapes(sizes), torch.Generator().manual_seed(seed)
        domains = find_domains(self, shapes)
        return tuple(draw(shapes[id(v)], domains.get(id(v)), generator) for v in self.inputs)


def read_operand(node, values):
    """An operand or attribute of the text, from its syntax."""
    if isinstance(node, (ast.List, ast.Tuple)):
        return tuple(read_operand(part, values) for part in node.elts)
    if isinstance(node, ast.Name) and node.id in values:
        return values[node.id]
    if isinstance(node, ast.Name) and node.id in ("nan", "inf"):
        return float(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -read_operand(node.operand, values)
    if isinstance(node, ast.Constant):
        return node.value
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    if isinstance(node, (ast.Name, ast.BinOp, ast.Call)) and all(
        n in DTYPES or n == "sqrt" or n.isupper() for n in names
    ):
        return Word(ast.unparse(node).replace(" ", ""))
    raise ValueError(f"cannot read {ast.unparse(node)!r}")


def read_line(line, values):
    """`v0 = op(...)` as (name, Value)."""
    statement = ast.parse(line).body[0]
    call = statement.value
    name, op = statement.targets[0].id, call.func.id
    if op not in OPS:
        raise ValueError(f"no operation is called {op!r}")
    row, given = OPS[op], {k.arg: read_operand(k.value, values) for k in call.keywords}
    operands = [read_operand(a, values) for a in call.args]
    operands += [given.pop(operand, None) for operand in row.operands[len(operands) :]]
    while operands and operands[-1] is None:
        operands.pop()
    unknown = given.keys() - row.attributes.keys()
    if unknown or len(operands) > len(row.operands):
        raise ValueError(f"{op} takes no {', '.join(sorted(unknown)) or 'further operand'}")
    return name, Value(op, tuple(operands), tuple((k, given[k]) for k in row.attributes if k in given))


def parse(text):
    """The graph of a canonical text: the inverse of `Graph.text`. Raises GraphError with the line that is wrong."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    line = lines[0] if lines else ""
    try:
        header = re.fullmatch(r"f\((.*)\)", line).group(1)
        arguments, values = [], {}
        for name, dtype, dims in re.findall(r"(\w+): (\w+)\[([^\]]*)\]", header):
            dims = tuple(d if d.isalpha() else int(d) for d in dims.split(", ") if d)
            arguments.append(Argument(name, DTYPES[dtype], dims))
            values[name] = Value("argument", name=name)
        inputs = list(values.values())
        for line in lines[1:-1]:
            name, value = read_line(line, values)
            values[name] = value
        line = lines[-1]
        returned = re.fullmatch(r"return (\w+(?:, \w+)*)(,?)", line)
        outputs = [values[name] for name in returned.group(1).split(", ")]
    except (AttributeError, KeyError, IndexError, SyntaxError, ValueError) as error:
        raise GraphError(f"not a canonical graph: {line!r} ({type(error).__name__}: {error})") from error
    return Graph(arguments, inputs, outputs, len(outputs) > 1 or bool(returned.group(2)))
