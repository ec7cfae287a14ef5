"""Rules of what is put together: where an element is decides of which tensor it is, or whether of any."""

from python_to_triton.codegen.by_rules.registry import (
    NotWritten,
    fixed_number,
    from_end,
    part_of_dimension,
    with_item,
    writes,
)
from python_to_triton.codegen.by_rules.size_arithmetic import as_size, minus, over, plus, times


def _inside(place, n):
    return f"({place} >= 0) & ({place} < {n})"


@writes("pad")
def _pad(w, v, n):
    pads = list(map(as_size, v.at["pad"]))
    sides = dict(zip(range(len(n) - 1, -1, -1), zip(pads[::2], pads[1::2])))
    shape = list(n)
    for d, (before, after) in sides.items():
        shape[d] = plus(plus(n[d], before), after)
    mode = v.at["mode"]

    def read(at, mask):
        at = list(at)
        conditions = []
        for d, (before, after) in sides.items():
            if (before, after) == (0, 0):
                continue
            size, last = w.size(n[d]), w.size(minus(n[d], 1))
            place = w.let(minus(at[d], w.size(before)), "place")
            at[d] = {
                "constant": place,
                "replicate": f"tl.minimum(tl.maximum({place}, 0), {last})",
                "reflect": f"{last} - tl.abs({last} - tl.abs({place}))",
                "circular": f"({place} + {size}) % {size}",
            }[mode]
            conditions += [_inside(place, size)] if mode == "constant" else []
        if not conditions:
            return w.read(v.operands[0], at, mask)
        inside = w.let(" & ".join(conditions), "inside")
        x = w.read(v.operands[0], at, w.narrowed(mask, inside))
        return f"tl.where({inside}, {x}, {w.number(v.at['value'], w.dtypes[id(v)])})"

    return shape, read


def _joined(w, parts, mask):
    """The element of the first of [(condition, element)] whose condition holds; the condition of a part that
    is alone is "".
    """
    elements = [element(w.narrowed(mask, condition) if condition else mask) for condition, element in parts]
    result = elements[-1]
    for (condition, _), x in reversed(list(zip(parts[:-1], elements))):
        result = w.let(f"tl.where({condition}, {x}, {result})", "x")
    return result


@writes("cat")
def _cat(w, v, n):
    dim, tensors = v.at["dim"], v.operands[0]
    begins = [0]
    for tensor in tensors:
        begins.append(plus(begins[-1], w.shape(tensor)[dim]))

    def read(at, mask):
        place = w.let(at[dim], "place") if len(tensors) > 1 else at[dim]
        parts = []
        for tensor, begin, end in zip(tensors, begins, begins[1:]):
            own = with_item(at, dim, minus(place, w.size(begin)))
            after = [f"({place} >= {w.size(begin)})"] if begin else []
            before = [f"({place} < {w.size(end)})"] if len(parts) < len(tensors) - 1 else []
            inside = " & ".join([*after, *before])
            parts.append((inside, lambda mask, tensor=tensor, own=own: w.read(tensor, own, mask)))
        return _joined(w, parts, mask)

    return with_item(n, dim, begins[-1]), read


@writes("stack")
def _stack(w, v, n):
    dim = v.at["dim"] % (len(n) + 1)
    tensors = v.operands[0]

    def read(at, mask):
        rest = [*at[:dim], *at[dim + 1 :]]
        parts = [
            (f"{at[dim]} == {number}", lambda inside, tensor=tensor: w.read(tensor, rest, inside))
            for number, tensor in enumerate(tensors)
        ]
        return _joined(w, parts, mask)

    return [*n[:dim], len(tensors), *n[dim:]], read


@writes("meshgrid")
def _meshgrid(w, v, n):
    tensors, index = v.operands[0], v.at["index"]
    shapes = [w.shape(tensor) for tensor in tensors]
    if not all(len(shape) == 1 for shape in shapes):
        raise NotWritten("a grid of single numbers")
    dims = list(range(len(tensors)))
    if v.at["indexing"] == "xy":  # PyTorch exchanges the first two
        dims[:2] = dims[1::-1]
    return [shapes[d][0] for d in dims], lambda at, mask: w.read(
        tensors[index], [at[dims.index(index)]], mask
    )


def _overwritten(w, v, at, own, condition, mask):
    """The element at `own` of what is written where a condition holds, else that of what is overwritten."""
    x, y = v.operands
    condition = w.let(condition, "inside")
    old = w.read(x, at, mask)
    return f"tl.where({condition}, {w.read_broadcast(y, own, w.narrowed(mask, condition))}, {old})"


@writes("slice_scatter")
def _slice_scatter(w, v, n):
    dim, step = v.at["dim"], fixed_number(v, "step")
    begin, count = part_of_dimension(n[dim], v)

    def read(at, mask):
        place = w.let(minus(at[dim], w.size(begin)), "place")
        condition = _inside(place, w.size(times(count, step)))
        condition += f" & ({place} % {step} == 0)" if step != 1 else ""
        return _overwritten(w, v, at, with_item(at, dim, over(place, step)), condition, mask)

    return n, read


@writes("select_scatter")
def _select_scatter(w, v, n):
    dim = v.at["dim"] % len(n)
    place = from_end(n[dim], v.at["index"])

    def read(at, mask):
        condition = f"{at[dim]} == {w.size(place)}"
        return _overwritten(w, v, at, [*at[:dim], *at[dim + 1 :]], condition, mask)

    return n, read


@writes("tril", "triu")
def _triangle(w, v, n):
    sign = "<=" if v.op == "tril" else ">="
    diagonal = fixed_number(v, "diagonal")

    def read(at, mask):
        inside = f"{at[-1]} {sign} {plus(at[-2], diagonal)}"
        return f"tl.where({inside}, {w.read(v.operands[0], at, mask)}, 0)"

    return n, read
