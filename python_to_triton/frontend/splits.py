"""One operation as several of the vocabulary, in a prompt that no answer fits as it is."""

import re

from python_to_triton.frontend.einsums import split_einsums
from python_to_triton.frontend.graph import parse
from python_to_triton.frontend.sample_sizes import small_sizes

_ARGUMENT = re.compile(r"(\w+): \w+\[([^\]]*)\]")
_ROLL = re.compile(r"(\w+) = roll\((\w+), shifts=\[(.+)\], dim=\[(.+)\]\)")


def split_rolls(prompt: str) -> str:
    """A prompt with its rolls of several dimensions as rolls of one dimension each."""

    def one_by_one(match):
        name, x, *lists = match.groups()
        rolls = list(zip(*(numbers.split(", ") for numbers in lists)))
        names = [x, *(f"{name}_{i}" for i in range(1, len(rolls))), name]
        return "\n".join(
            f"{new} = roll({old}, shifts={shift}, dim={dim})"
            for old, new, (shift, dim) in zip(names, names[1:], rolls)
        )

    return _ROLL.sub(one_by_one, prompt)


_JOIN = re.compile(r"(\w+) = (cat|stack)\(\[([^\]]*)\], (dim=-?\d+)\)")

MOST_JOINED = 4  # tensors that one region of a divided cat or stack joins


def split_joins(prompt: str) -> str:
    """A prompt whose cats and stacks join at most MOST_JOINED tensors: the results of others where it were
    more.
    """

    def in_turns(match):
        name, op, tensors, dim = match.groups()
        joined = tensors.split(", ")
        lines = []
        while len(joined) > MOST_JOINED:
            rest = []
            for start in range(0, len(joined), MOST_JOINED):
                group = joined[start : start + MOST_JOINED]
                if len(group) == 1 and op == "cat":
                    rest += group
                    continue
                rest.append(f"{name}_{len(lines)}")
                lines.append(f"{rest[-1]} = {op}([{', '.join(group)}], {dim})")
            joined = rest
            op = "cat"
        return "\n".join([*lines, f"{name} = {op}([{', '.join(joined)}], {dim})"])

    return _JOIN.sub(in_turns, prompt)


_STRIDED = re.compile(
    r"(\w+) = (conv[12]d)\((\w+), (\w+)(, \w+)?, stride=(\[[\d, ]+\]|\d+)((?:, groups=\w+)?)\)"
)


def split_strides(prompt: str) -> str:
    """A prompt whose strided convolutions with kernels of one place, without padding, are those of every so
    many places.
    """

    def every_so_many(match):
        name, op, x, weight, bias, strides, groups = match.groups()
        dims = int(op[-2])
        if not re.search(rf"\b{weight}: \w+\[[^\]]*{', 1' * dims}\]", prompt.partition("\n")[0]):
            return match[0]
        steps = re.findall(r"\d+", strides)
        steps = steps * dims if len(steps) == 1 else steps
        names = [x, *(f"{name}_{i}" for i in range(dims))]
        lines = [
            f"{new} = slice({old}, dim={dim}, step={step})"
            for old, new, dim, step in zip(names, names[1:], range(-dims, 0), steps)
        ]
        return "\n".join([*lines, f"{name} = {op}({names[-1]}, {weight}{bias or ''}{groups})"])

    return _STRIDED.sub(every_so_many, prompt)


_COSINE = re.compile(r"(\w+) = cosine_similarity\((\w+), (\w+), dim=(-?\d+)(?:, eps=([\d.e-]+))?\)")


def split_cosines(prompt: str) -> str:
    """A prompt whose cosine similarities are products divided by norms, as tensors that broadcast need it."""

    def divided(match):
        name, x, y, dim, eps = match.groups()
        least = eps or "1e-08"
        lines = [f"{name}_0 = mul({x}, {y})", f"{name}_1 = sum({name}_0, dim={dim})"]
        for number, operand in ((2, x), (4, y)):
            lines.append(f"{name}_{number} = norm({operand}, dim={dim})")
            lines.append(f"{name}_{number + 1} = clamp({name}_{number}, min={least})")
        lines += [f"{name}_6 = mul({name}_3, {name}_5)", f"{name} = div({name}_1, {name}_6)"]
        return "\n".join(lines)

    return _COSINE.sub(divided, prompt)


_ENTROPY = re.compile(r"(\w+) = cross_entropy\((\w+), (\w+)(?:, reduction='(sum|none)')?\)")


def split_entropies(prompt: str) -> str:
    """A prompt whose cross entropies with a probability of each class are the logarithms of a softmax, times
    these, summed: as scores of images need it. Labels, weights and smoothing stay as they are. Raises
    GraphError where no sizes are found for it.
    """
    if not _ENTROPY.search(prompt):
        return prompt
    graph = parse(prompt)
    metas = graph.shapes(small_sizes(graph, 0))
    tensors = {value.name: metas[id(value)] for value in (*graph.inputs, *graph.values)}

    def summed(match):
        name, x, target, reduction = match.groups()
        rank = tensors[target].dim()
        if not tensors[target].is_floating_point() or rank < 2:
            return match[0]
        last = name if reduction == "none" else f"{name}_3"
        lines = [
            f"{name}_0 = log_softmax({x}, dim={1 - rank})",
            f"{name}_1 = mul({name}_0, {target})",
            f"{name}_2 = sum({name}_1, dim={1 - rank})",
            f"{last} = neg({name}_2)",
        ]
        if last != name:
            lines.append(f"{name} = {reduction or 'mean'}({last})")
        return "\n".join(lines)

    return _ENTROPY.sub(summed, prompt)


_TRIPLET = re.compile(
    r"(\w+) = triplet_margin_loss\((\w+), (\w+), (\w+)(?:, margin=([\d.e-]+))?(?:, eps=([\d.e-]+))?"
    r"(?:, reduction='(sum|none)')?\)"
)


def split_triplets(prompt: str) -> str:
    """A prompt whose triplet losses of Euclidean distances are these, and what is made of them."""

    def in_parts(match):
        name, anchor, positive, negative, margin, eps, reduction = match.groups()
        lines = []
        for end, other in (("p", positive), ("n", negative)):
            lines += [
                f"{name}_{end}0 = sub({anchor}, {other})",
                f"{name}_{end}1 = add({name}_{end}0, {eps or '1e-6'})",
                f"{name}_{end}2 = square({name}_{end}1)",
                f"{name}_{end}3 = sum({name}_{end}2, dim=-1)",
                f"{name}_{end} = sqrt({name}_{end}3)",
            ]
        last = name if reduction == "none" else f"{name}_2"
        lines += [
            f"{name}_0 = sub({name}_p, {name}_n)",
            f"{name}_1 = add({name}_0, {margin or 1})",
            f"{last} = relu({name}_1)",
        ]
        return "\n".join(lines if last == name else [*lines, f"{name} = {reduction or 'mean'}({last})"])

    return _TRIPLET.sub(in_parts, prompt)


_ATTENTION = re.compile(r"(\w+) = (scaled_dot_product_attention)\((a\d+), (a\d+), (a\d+)")


def split_attentions(prompt: str) -> str:
    """A prompt whose attentions of arguments to keys and values that heads share are to each head's own."""
    shapes = {name: dims.split(", ") for name, dims in _ARGUMENT.findall(prompt.partition("\n")[0])}

    def to_own(match):
        name, op, query, *shared = match.groups()
        lines, own = _expanded(name, shared, shapes[query][:-2], shapes)
        return "\n".join([*lines, f"{name} = {op}({query}, {', '.join(own)}"])

    return prompt if "enable_gqa" in prompt else _ATTENTION.sub(to_own, prompt)


_PRODUCT = re.compile(r"(\w+) = matmul\((a\d+), (a\d+)\)")


def split_products(prompt: str) -> str:
    """A prompt whose products of arguments, where one matrix is multiplied by many, are of as many each."""
    shapes = {name: dims.split(", ") for name, dims in _ARGUMENT.findall(prompt.partition("\n")[0])}

    def of_many(match):
        name, *both = match.groups()
        batches = [shapes[each][:-2] for each in both]
        if not batches[0] or len(batches[0]) != len(batches[1]):
            return match[0]
        joint = [other if one == "1" else one for one, other in zip(*batches)]
        lines, own = _expanded(name, both, joint, shapes)
        return "\n".join([*lines, f"{name} = matmul({', '.join(own)})"])

    return _PRODUCT.sub(of_many, prompt)


def _expanded(
    name: str, tensors: list[str], batch: list[str], shapes: dict[str, list[str]]
) -> tuple[list[str], list[str]]:
    """(lines that expand tensors to these leading sizes, where theirs are 1; the tensors' names then)."""
    lines, own = [], []
    for number, tensor in enumerate(tensors):
        *sizes, rows, columns = shapes[tensor]
        differ = [one for one, wanted in zip(sizes, batch) if one != wanted]
        fits = len(sizes) == len(batch) and differ and set(differ) == {"1"}
        own.append(f"{name}_{number}" if fits else tensor)
        if fits:
            lines.append(f"{own[-1]} = expand({tensor}, shape=[{', '.join([*batch, rows, columns])}])")
    return lines, own


_SPLITS = (
    split_attentions,
    split_products,
    split_rolls,
    split_strides,
    split_cosines,
    split_triplets,
    split_entropies,
    split_einsums,
)


def split_operations(prompt: str) -> str:
    """A prompt of which each operation that can be several simpler ones is these. Raises GraphError where no
    sizes are found for it.
    """
    for split in _SPLITS:
        prompt = split(prompt)
    return prompt
