"""Writes into a part of a tensor, as what is joined or padded: one kernel that reads each place once.

out = torch.zeros(n, 8);  out[:, 2:6] = y       pad(y, pad=[2, 2])
out[:, :2] = a;  out[:, 2:] = b                 cat([a, b], dim=-1)
x[:, 2:6] = y                                   cat([x[:, :2], y, x[:, 6:]], dim=-1)
out[:, 0::2] = a;  out[:, 1::2] = b             stack([a, b], dim=-1).reshape(..)
"""

from python_to_triton.frontend.canonicalization.matching import canonicalizes, is_op
from python_to_triton.frontend.lowering.movement import slice_of
from python_to_triton.frontend.values import Value, is_number


def _with_size(x, dim, size):
    """The shape of x with another size along `dim`, which is counted from the end."""
    place = dim % x.rank
    return (*x.shape[:place], size, *x.shape[place + 1 :])


def _pad_widths(dim, before, after):
    """The attribute of a pad along one dimension, which is counted from the end."""
    return (*[0] * (2 * (-dim - 1)), before, after)


def _padded_parts(g, x, dim):
    """[(start, end, part), ...] along `dim` of a tensor that fills up with one number; None of another."""
    widths = x.at["pad"]
    along = widths[2 * (-dim - 1) : 2 * -dim]
    if x.at["mode"] != "constant" or any(widths[: 2 * (-dim - 1)]) or any(widths[2 * -dim :]) or not along:
        return None
    inner = x.operands[0]
    before, after = along
    if before < 0 or after < 0:
        return None
    sizes = before, inner.shape[dim], after
    parts = [
        part
        if part is not None
        else g("full", shape=_with_size(x, dim, n), value=x.at["value"], dtype=x.dtype)
        for part, n in zip((None, inner, None), sizes)
    ]
    starts = 0, before, before + sizes[1]
    return [(start, start + n, part) for start, n, part in zip(starts, sizes, parts) if n]


def _known_parts(g, x, dim):
    """[(start, end, part), ...] of what a tensor was joined of along `dim`; [] where it was not."""
    if x.op == "pad":
        return _padded_parts(g, x, dim) or []
    if x.op not in ("cat", "stack") or x.at["dim"] != dim:
        return []
    items = x.operands[0]
    items = [g("unsqueeze", item, dim=dim) for item in items] if x.op == "stack" else items
    parts, start = [], 0
    for item in items:
        parts.append((start, start + item.shape[dim], item))
        start += item.shape[dim]
    return parts


def parts_between(g, x: Value, dim: int, start: int, end: int) -> list[Value]:
    """The parts of x from `start` to `end` along `dim`, as far as they are known; [] for none."""
    if start >= end:
        return []
    if x.op == "full":
        return [g("full", shape=_with_size(x, dim, end - start), value=x.at["value"], dtype=x.dtype)]
    if x.op == "slice" and x.at["dim"] == dim and x.at["step"] == 1:
        before = slice(x.at["start"], None).indices(x.operands[0].shape[dim])[0]
        return parts_between(g, x.operands[0], dim, before + start, before + end)
    known = _known_parts(g, x, dim)
    if not known:
        return [slice_of(g, x, dim, start, end, 1)]
    return [
        part
        for first, last, inner in known
        for part in parts_between(g, inner, dim, max(start, first) - first, min(end, last) - first)
    ]


def _merged(g, parts, dim):
    """Parts with neighbours that are filled with the same number as one."""
    made = []
    for part in parts:
        same = (
            made
            and is_op(part, "full")
            and is_op(made[-1], "full")
            and part.at["value"] == made[-1].at["value"]
        )
        if same:
            size = made[-1].shape[dim] + part.shape[dim]
            made[-1] = g("full", shape=_with_size(part, dim, size), value=part.at["value"], dtype=part.dtype)
        else:
            made.append(part)
    return made


def _joined(g, parts, dim):
    """The parts of a tensor in order, as a pad, a stack or a cat."""
    parts = _merged(g, parts, dim)
    if len(parts) == 1:
        return parts[0]
    computed = [part for part in parts if part.op != "full"]
    numbers = {part.at["value"] for part in parts if part.op == "full"}
    if len(computed) == len(numbers) == 1 and computed[0].dtype.is_floating_point and len(parts) <= 3:
        place = parts.index(computed[0])
        widths = [sum(part.shape[dim] for part in some) for some in (parts[:place], parts[place + 1 :])]
        return g("pad", computed[0], pad=_pad_widths(dim, *widths), value=numbers.pop())
    if all(is_op(part, "unsqueeze") and part.at["dim"] == dim for part in parts):
        return g("stack", [part.operands[0] for part in parts], dim=dim)
    return g("cat", parts, dim=dim)


def _written(g, x, y, shape):
    """What is written, as a tensor of this shape and the dtype of x."""
    if is_number(y):
        return g("full", shape=shape, value=y, dtype=x.dtype)
    return g("expand", g("to", y, dtype=x.dtype), shape=shape)


@canonicalizes("slice_scatter")
def _into_slice(g, uses, value):
    x, y = value.operands
    dim, step, size = value.at["dim"], value.at["step"], x.shape[value.at["dim"]]
    start, end, _ = slice(value.at["start"], value.at["end"]).indices(size)
    if step != 1 or end <= start:
        return None
    part = _written(g, x, y, _with_size(x, dim, end - start))
    return _joined(g, [*parts_between(g, x, dim, 0, start), part, *parts_between(g, x, dim, end, size)], dim)


@canonicalizes("select_scatter")
def _into_selected(g, uses, value):
    x, y = value.operands
    dim = value.at["dim"]
    start = value.at["index"] % x.shape[dim]
    shape = _with_size(x, dim, 1)
    place = dim % x.rank
    part = (
        _written(g, x, y, shape)
        if is_number(y)
        else g("unsqueeze", _written(g, x, y, (*shape[:place], *shape[place + 1 :])), dim=dim)
    )
    parts = [*parts_between(g, x, dim, 0, start), part, *parts_between(g, x, dim, start + 1, x.shape[dim])]
    return _joined(g, parts, dim)


def _interleaved_parts(g, value):
    """(what was there before, {start: what was written}) of writes with one step, as far as they go on."""
    dim, step = value.at["dim"], value.at["step"]
    written = {}
    while is_op(value, "slice_scatter") and (value.at["dim"], value.at["step"]) == (dim, step):
        size = value.shape[dim]
        start, end, _ = slice(value.at["start"], value.at["end"]).indices(size)
        if start >= step or end != size or size % step:
            break
        written.setdefault(start, value.operands[1])
        value = value.operands[0]
    stacked = value.operands[0] if is_op(value, "reshape") else None
    if stacked is None or stacked.rank != value.rank + 1 or stacked.shape[dim] != step:
        return value, written
    for start, _, part in _known_parts(g, stacked, dim):  # earlier writes, as they are joined
        if is_op(part, "unsqueeze") and part.at["dim"] == dim:
            written.setdefault(start, part.operands[0])
        elif is_op(part, "full"):
            value = part
    return value, written


@canonicalizes("slice_scatter")
def _into_each(g, uses, value):
    """Writes into every second place, and into those between: of all, or into a tensor of one number."""
    dim, step = value.at["dim"], value.at["step"]
    x, written = _interleaved_parts(g, value) if step > 1 else (value, {})
    if not written or len(written) < step and x.op != "full" or any(map(is_number, written.values())):
        return None
    shape = _with_size(value, dim, value.shape[dim] // step)
    place = dim % value.rank + 1
    one_each = (*shape[:place], 1, *shape[place:])
    parts = [
        g("unsqueeze", _written(g, value, written[i], shape), dim=place)
        if i in written
        else g("full", shape=one_each, value=x.at["value"], dtype=value.dtype)
        for i in range(step)
    ]
    return g("reshape", _joined(g, parts, dim), shape=value.shape)
