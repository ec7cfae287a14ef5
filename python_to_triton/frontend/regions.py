"""regions."""

import collections
import functools
import math
import re
from dataclasses import dataclass
from python_to_triton.frontend.builder import VIEWS
from python_to_triton.frontend.graph import Graph
from python_to_triton.frontend.samples import computed, fits, small_sizes
from python_to_triton.frontend.symbolic_sizes import letters_in
from python_to_triton.frontend.tracing import trace
from python_to_triton.frontend.values import execute, flat, show
from python_to_triton.frontend.vocabulary import DTYPES, OPS


SLICES = {"slice", "select", "chunk"}


MOVES = {"transpose", "permute", "diagonal", *SLICES}  # views that leave another order, or gaps


RESHAPES = {"reshape", "unsqueeze", "squeeze"}  # views that only write the same elements in another shape


THIN = {
    "unsqueeze",
    "squeeze",
    "expand",
}  # views through which a pointwise operation still continues its producer


MASKS = {"tril", "triu"}  # movements that are pointwise


SCANS = {"cumsum", "cumprod", "logcumsumexp", "cummax", "cummin"}


ANCHORS = {"heavy", "normalization", "reduction", "loss"}


ONE_PASS = {
    "amin": "amax",
    "argmax": "amax",
    "argmin": "amax",
    "argsort": "sort",
    "var": "mean",
    "std": "mean",
}


ELEMENTWISE = {op for op, row in OPS.items() if row.kind == "loss" and "reduction" in row.attributes} - {
    "cross_entropy",
    "nll_loss",
    "cosine_embedding_loss",
    "triplet_margin_loss",
    "multi_margin_loss",
    "multilabel_margin_loss",
}


LONGEST, MOST = 10, 20  # pointwise operations of a region: in a row, and in all


SHORT = 4  # pointwise operations before a heavy one, which computes them for each tile


SUMS = {
    "sum",
    "mean",
    "norm",
}  # of the same places of the same data: one pass, as for the sums of a dice loss


@dataclass(frozen=True)
class Region:
    """A part of a graph that one group of kernels can compute: one anchor with its pointwise neighbours."""

    graph: Graph  # the part as a prompt of its own
    inputs: tuple  # names, in the whole graph, of what the part receives
    outputs: tuple  # and of what it returns
    values: tuple = ()  # those of the whole graph that it computes


def is_pointwise(value):
    """Whether each element is computed from those at its own place; glu reads halves, which a product or a norm has in other tiles: it is an anchor."""
    return value.op not in ("argument", "glu") and (OPS[value.op].kind == "pointwise" or value.op in MASKS)


def is_anchor(value):
    return (
        value.op != "argument"
        and not is_pointwise(value)
        and value.op not in VIEWS
        and OPS[value.op].kind != "factory"
    )


def is_elementwise(value):
    """Whether an anchor is a loss of every element by itself: what sums those up may stand in one region with it."""
    return value.op in ELEMENTWISE and value.at["reduction"] == "none"


def work(value):
    """What an anchor computes, the same for anchors that one pass over the data serves."""
    op = value.op.removesuffix("_indices")
    op = ONE_PASS.get(op, op)
    attributes = {k: v for k, v in value.attributes if k not in ("correction",)}
    return op, tuple(map(id, flat(value.operands))), repr(sorted(attributes.items()))


@functools.cache
def primes():
    """Enough of them for the letters of any graph, from 11."""
    return [p for p in range(11, 2000) if all(p % d for d in range(2, int(p**0.5) + 1))]


def spread_sizes(graph):
    """Sizes at which the graph computes and letters can be told apart, as far as there are such."""
    sizes = (
        dict(graph.sizes) if graph.sizes and fits(graph, graph.sizes, strict=False) else small_sizes(graph, 0)
    )

    def ones(known):
        return [n == 1 for v in graph.values for n in known[id(v)].shape]

    def wider(letters):
        grown = sizes | {
            letter: sizes[letter] * prime
            for letter, prime in zip(graph.letters, primes())
            if letter in letters
        }
        known = computed(graph, grown)
        return grown if known and all(one <= before for one, before in zip(ones(known), pattern)) else None

    pattern = ones(graph.shapes(sizes))
    together = wider(graph.letters)
    if together:
        return together
    for letter in graph.letters:
        sizes = wider([letter]) or sizes
    return sizes


class Grouping:
    """Assigns the values of a graph to groups, each of which reads from earlier groups only.

    A pointwise operation joins the last group that it reads from. One that reads arguments alone, or reads that group
    through a view which moves data, waits for an anchor that it can feed; if none comes it joins after all. See `regions`
    for `most`.
    """

    def __init__(self, graph, most=None):
        self.apart = most == 0  # whether views stand alone too
        self.graph, self.most, self.groups, self.home = graph, 1 if self.apart else most, [], {}
        self.order = {id(value): i for i, value in enumerate(graph.values)}
        self.readers = collections.defaultdict(list)
        for value in graph.values:
            for operand in value.inputs():
                self.readers[id(operand)].append(value)
        self.constant = set()  # ids of what needs no argument and no anchor: every group computes its own
        self.need = {}  # id -> number of the last group that must have run; -1 for none
        self.for_sums = set()  # ids of what waits for a sum, though what it reads has a group
        for value in reversed(graph.values):
            self.for_sums |= {id(value)} if self.leads_to_sums(value) else set()
        for value in graph.values:
            self.place(value)
        for value in graph.values:
            self.place_last(value)
        for value in graph.outputs:
            if id(value) in self.constant:
                self.start([value])

    def inputs(self, value):
        return [v for v in value.inputs() if id(v) not in self.constant]

    @functools.cached_property
    def shapes(self):
        """{id: tensor without data} of every value, at sizes that tell letters apart."""
        return self.graph.shapes(spread_sizes(self.graph))

    def last(self, value):
        return max((self.need.get(id(v), -1) for v in self.inputs(value)), default=-1)

    def waiting(self, value):
        """What a value reads that has no group yet, in order."""
        found = {}

        def visit(v):
            for operand in self.inputs(v):
                if operand.op != "argument" and id(operand) not in self.home and id(operand) not in found:
                    visit(operand)
                    if operand.op not in VIEWS:
                        found[id(operand)] = operand

        visit(value)
        return list(found.values())

    def reads(self, value, group, through):
        """Whether a value reads this group directly, or through such views alone."""
        for operand in self.inputs(value):
            while operand.op in through and id(operand) not in self.home:
                operand = operand.operands[0]
            if self.home.get(id(operand)) == group:
                return True
        return False

    def assign(self, group, values):
        for value in values:
            self.home[id(value)] = self.need[id(value)] = group
            self.groups[group].append(value)

    def fits(self, values):
        """Whether one region may hold these values: few pointwise operations in a row, counted anew after an anchor."""
        if self.most and len(values) > 1 and (len(values) > self.most or any(map(is_anchor, values))):
            return False
        length = {}
        for value in sorted(values, key=lambda v: self.order[id(v)]):
            before = 0
            for operand in self.inputs(value):
                while operand.op in VIEWS and id(operand) not in length:
                    operand = operand.operands[0]
                before = max(before, length.get(id(operand), 0))
            length[id(value)] = before + 1 if is_pointwise(value) else 0
        return max(length.values(), default=0) <= LONGEST and sum(map(is_pointwise, values)) <= MOST

    def room(self, group, values):
        return self.fits([*self.groups[group], *values])

    def start(self, values):
        self.groups.append([])
        self.assign(len(self.groups) - 1, values)

    def sources(self, anchor, group):
        """ids of what an anchor reads from outside of a group: its own pointwise operations, and views, are looked through."""
        found, stack = set(), self.inputs(anchor)
        while stack:
            value = stack.pop()
            if value.op in VIEWS or is_pointwise(value) and self.home.get(id(value), group) == group:
                stack += self.inputs(value)
            else:
                found.add(id(value))
        return found

    def beside(self, group, value, waiting):
        """Whether a sum can be computed in the pass that a group of sums makes anyway: over the same places, of some of the same data."""
        sums = [*filter(is_anchor, self.groups[group]), value]
        if len(sums) < 2 or self.last(value) > group or any(v.op not in SUMS for v in sums):
            return False
        places = {(self.shapes[id(v.operands[0])].shape, v.at["dim"], v.at["keepdim"]) for v in sums}
        theirs, mine = set().union(*(self.sources(v, group) for v in sums[:-1])), self.sources(value, group)
        return (
            len(places) == 1
            and bool(theirs & mine)
            and not mine & set(map(id, sums))
            and self.room(group, [*waiting, value])
        )

    def spreads(self, value, group):
        """Whether a value is larger than all that a heavy group computes, or gives a sum new leading dimensions.

        What it spreads is then better stored than computed again.
        """
        kinds, shape = {OPS[v.op].kind for v in self.groups[group]}, self.shapes[id(value)]
        if "heavy" in kinds:
            return shape.numel() > max(self.shapes[id(v)].numel() for v in self.groups[group])
        read = [self.shapes[id(v)].dim() for v in self.inputs(value) if self.home.get(id(v)) == group]
        return "reduction" in kinds and any(0 < rank < shape.dim() for rank in read)

    def leads_to_sums(self, value):
        """Whether nothing but sums needs a pointwise value, and another sum, or what follows these, needs what it reads, too: it is theirs,
        not its producer's."""
        own = self.readers[id(value)]
        if not is_pointwise(value) or not own or any(v is value for v in self.graph.outputs):
            return False
        if any(r.op not in SUMS and id(r) not in self.for_sums for r in own):
            return False
        beside = [r for v in self.inputs(value) for r in self.readers[id(v)] if r is not value]
        return any(id(r) in self.for_sums for r in own) or any(
            r.op in SUMS or self.follows(r, value) for r in beside
        )

    def follows(self, value, before):
        """Whether a value is computed from another, over whatever way."""
        stack = self.inputs(value)
        while stack:
            value = stack.pop()
            if value is before:
                return True
            stack += [v for v in self.inputs(value) if self.order.get(id(v), -1) >= self.order[id(before)]]
        return False

    def admits(self, group, value):
        """Whether a group may take one more anchor."""
        anchors = [
            v
            for v in self.groups[group]
            if is_anchor(v) and not (OPS[value.op].kind == "reduction" and is_elementwise(v))
        ]
        mine = [*anchors, value]
        if any(v.op.removesuffix("_indices") in SCANS for v in mine):
            mine = [v for v in mine if OPS[v.op].kind in ANCHORS]
        return len(set(map(work, mine))) <= 1

    def is_prologue(self, value, waiting):
        """Whether what waits for an anchor can be computed on the way: for a heavy one it is short and nobody else's."""
        if OPS[value.op].kind != "heavy":
            return True
        mine, readers = {id(v) for v in [*waiting, value]}, []
        for reader in self.graph.values:
            for operand in reader.inputs():
                while operand.op in VIEWS:
                    operand = operand.operands[0]
                readers += [reader] * any(operand is v for v in waiting)
        kept = any(id(r) not in mine and r.op not in VIEWS for r in readers) or any(
            o is v for o in self.graph.outputs for v in waiting
        )
        return not kept and self.fits([*waiting, value]) and sum(map(is_pointwise, waiting)) <= SHORT

    def relieve(self, value, group):
        """Puts what waits for a value into groups of their own where it is more than fits."""
        waiting = self.waiting(value)
        if waiting and not (
            self.room(group, [*waiting, value]) if group is not None else self.fits([*waiting, value])
        ):
            self.settle(waiting)
            return []
        return waiting

    def settle(self, waiting):
        """Groups of their own for what waits, as few as there is room in."""
        while waiting:
            count = next(n for n in range(len(waiting), 0, -1) if self.fits(waiting[:n]))
            self.start(waiting[:count])
            waiting = waiting[count:]

    def place(self, value):
        inputs = self.inputs(value)
        if not inputs and not is_anchor(value):
            self.constant.add(id(value))
            return
        last = self.last(value)
        self.need[id(value)] = last
        if value.op in VIEWS:
            return
        if is_pointwise(value):
            if (
                last >= 0
                and self.reads(value, last, THIN)
                and id(value) not in self.for_sums
                and not self.spreads(value, last)
            ):
                waiting = self.relieve(value, last)
                last = self.last(value)
                if self.room(last, [*waiting, value]):
                    self.assign(last, [*waiting, value])
                else:
                    self.start([*waiting, value])
            return
        waiting = self.waiting(value)
        same = next(
            (
                i
                for i, group in enumerate(self.groups)
                if not self.most and any(is_anchor(v) and work(v) == work(value) for v in group)
            ),
            None,
        )
        if same is not None:
            self.assign(same, [value])
            return
        beside = next((i for i in range(len(self.groups)) if self.beside(i, value, waiting)), None)
        if beside is not None:
            self.assign(beside, [*waiting, value])
            return
        if waiting and not self.is_prologue(value, waiting):
            self.settle(waiting)
            waiting, last = [], self.last(value)
        joins = (
            last >= 0
            and self.admits(last, value)
            and self.reads(value, last, VIEWS)
            and self.room(last, [*waiting, value])
        )
        if joins and (
            any(map(is_anchor, self.groups[last])) or self.is_prologue(value, [*self.groups[last], *waiting])
        ):
            self.assign(last, [*waiting, value])
        else:
            self.start([*self.relieve(value, None), value])

    def is_sibling(self, value, group):
        """Whether a value reads slices of what this group reads slices of."""

        def sliced(values):
            return {
                id(operand.operands[0]) for v in values for operand in self.inputs(v) if operand.op in SLICES
            }

        return bool(sliced([value]) & sliced(self.groups[group]))

    def place_last(self, value):
        """A group for what waited in vain."""
        if id(value) in self.home or id(value) in self.constant or not is_pointwise(value):
            return
        last = self.last(value)
        open_ = (
            last
            if last >= 0
            else len(self.groups) - 1
            if self.groups and not any(map(is_anchor, self.groups[-1]))
            else -1
        )
        joins = (
            open_ >= 0
            and self.room(open_, [value])
            and not self.spreads(value, open_)
            and (
                last < 0
                or self.reads(value, last, VIEWS - SLICES)
                or not any(map(is_anchor, self.groups[last]))
            )
        )
        newest = len(self.groups) - 1
        if joins:
            self.assign(open_, [value])
        elif (
            newest > last
            and not any(map(is_anchor, self.groups[newest]))
            and self.room(newest, [value])
            and self.is_sibling(value, newest)
        ):
            self.assign(newest, [value])  # the gates of a cell, which are slices of one product
        else:
            self.start([value])


def is_matrix_transpose(value):
    return value.op == "transpose" and (value.at["dim0"], value.at["dim1"]) == (-2, -1)


def inside_of(group, grouping):
    """Every value that a group computes, in order: its own, its constants, and the views between them.

    Transposed factors of a product stay with it, and so do the slices that a group without a heavy anchor reads.
    """
    own, kept = set(map(id, group)), set()
    light = not any(is_anchor(v) and OPS[v.op].kind in ANCHORS and v.op not in SCANS for v in group)

    def visit(reader, value):
        if id(value) in own or id(value) in kept or value.op == "argument":
            return True
        if id(value) in grouping.constant:
            for operand in value.inputs():
                visit(value, operand)
            kept.add(id(value))
            return True
        if value.op not in VIEWS or id(value) in grouping.home or grouping.apart:
            return False
        turned = reader.op == "matmul" and is_matrix_transpose(value)
        within = visit(value, value.operands[0]) and value.operands[0].op != "argument"
        if within or turned or light and value.op in SLICES:
            kept.add(id(value))
            return True
        return False

    for value in group:
        for operand in value.inputs():
            visit(value, operand)
    return [v for v in grouping.graph.values if id(v) in own or id(v) in kept]


def letters_in_values(values):
    return letters_in([(v.operands, v.attributes) for v in values])


def boundary(inside, graph):
    """(what some values read from outside, arguments last), in order."""
    place = {id(v): i for i, v in enumerate(graph.values + list(graph.inputs))}
    within = set(map(id, inside))
    read = {id(v): v for value in inside for v in value.inputs() if id(v) not in within}
    return [read[i] for i in sorted(read, key=place.get)]


def part_of(values, inputs, outputs, sizes, metas):
    """The Graph of some values of a graph, from `inputs` to `outputs` (Values), traced as a program of its own.

    `sizes` ({letter: size}) hold in `metas`.
    """
    found = {
        letter: (i, d)
        for letter, size in sizes.items()
        for i, value in enumerate(inputs)
        for d, n in enumerate(metas[id(value)].shape)
        if size == n
    }

    def program(*tensors):
        here = {**sizes, **{letter: tensors[i].shape[d] for letter, (i, d) in found.items()}}
        computed = {id(value): tensor for value, tensor in zip(inputs, tensors)}
        for value in values:
            computed[id(value)] = execute(value, computed, here, tensors[0].device if tensors else "cpu")
        results = tuple(computed[id(value)] for value in outputs)
        return results if len(results) > 1 else results[0]

    return trace(program, [metas[id(value)] for value in inputs])


def carriers(inside, inputs, graph, sizes, metas):
    """(inside, inputs) such that every letter that the part computes with is a size of one of its inputs.

    A filled tensor whose size nothing else shows is made by the host, unless it is a result; else an argument that has the size
    comes along, or the first one where the part has no input that could show the device.
    """

    def hidden():
        shown = {n for v in inputs for n in metas[id(v)].shape}
        return {letter for letter in letters_in_values(inside) if sizes[letter] not in shown}

    made = [v for v in inside if v.op == "full" and not any(v is out for out in graph.outputs)]
    for value in [v for v in made if letters_in_values([v]) & hidden()]:
        inside, inputs = [v for v in inside if v is not value], [*inputs, value]
    for letter in sorted(hidden()):
        if letter in hidden():
            inputs = [*inputs, next(v for v, a in zip(graph.inputs, graph.arguments) if letter in a.dims)]
    return inside, inputs or graph.inputs[:1]


def is_output(value, inside, graph):
    """Whether anything beside the part's own values needs a value: an output, another part, or a view of the host."""
    if any(value is v for v in graph.outputs):
        return True
    within = set(map(id, inside))
    for reader in graph.values:
        if any(v is value for v in reader.inputs()):
            if id(reader) not in within:
                return True
            if reader.op in VIEWS and is_output(reader, inside, graph):
                return True
    return False


def order_of_use(graph):
    """Places of the arguments in the order in which the outputs read them, depth first; what nothing reads comes last."""
    seen, places = set(), {id(value): place for place, value in enumerate(graph.inputs)}
    stack, order = list(reversed(graph.outputs)), []
    while stack:
        value = stack.pop()
        if id(value) not in seen:
            seen.add(id(value))
            order += [places[id(value)]] if id(value) in places else []
            stack += reversed(list(value.inputs()))
    return order + [place for place in range(len(places)) if place not in order]


def ordered_part(values, inputs, outputs, sizes, metas):
    """(Graph, inputs) of `part_of`, with the inputs in their order of use: who lists a bias first asks no other prompt."""
    part = part_of(values, inputs, outputs, sizes, metas)
    for _ in inputs:  # arguments that change places may change those of a commutative operation's operands
        order = order_of_use(part)
        if order == sorted(order):
            break
        inputs = [inputs[place] for place in order]
        part = part_of(values, inputs, outputs, sizes, metas)
    return part, inputs


def read_arguments(graph, order):
    """The arguments, in this order, that are computed with, or that alone show a size which is: others would only confuse."""
    used = {id(v) for value in graph.values for v in value.inputs()} | set(map(id, graph.outputs))
    pairs = [(graph.inputs[place], graph.arguments[place]) for place in order]
    hidden = letters_in_values(graph.values) - {
        letter for v, a in pairs if id(v) in used for letter in a.dims
    }
    return [v for v, a in pairs if id(v) in used or hidden & set(a.dims)] or graph.inputs[:1]


def steps(graph, found):
    """[(Region or Value of the host), ...] in an order in which they can be computed."""
    order, known = [], {id(v) for v in graph.inputs}
    by_name = {v.name: v for v in [*graph.values, *graph.inputs]}

    def need(value):
        if id(value) not in known:
            known.add(id(value))
            for operand in value.inputs():
                need(operand)
            order.append(value)

    for region in found:
        for name in region.inputs:
            need(by_name[name])
        order.append(region)
        known.update(id(by_name[name]) for name in region.outputs)
    for value in graph.outputs:
        need(value)
    return order


def with_moves(graph, found, sizes, metas):
    """The regions `found` with one more for each view between them that leaves gaps or another order in memory.

    An answer would have to copy it, and only kernels may; what is returned as it is stays a view.
    """
    layout, placed, read = dict(metas), [], {name for region in found for name in region.inputs}
    for step in steps(graph, found):
        if isinstance(step, Region):
            placed.append(step)
        elif step.op in VIEWS:
            view = execute(step, layout, sizes, "meta")
            layout[id(step)] = view.contiguous()
            needed = step.name in read or any(
                step is v for value in graph.values if value.op in VIEWS for v in value.inputs()
            )
            if needed and step.op in MOVES and not view.is_contiguous():
                base = step.operands[0]
                placed.append(
                    Region(
                        part_of([step], [base], [step], sizes, layout), (base.name,), (step.name,), (step,)
                    )
                )
    return placed


def without_views(graph):
    """(values, outputs) of a graph without the views of arguments and of results that cost the host nothing, and change no order."""
    read = {
        id(operand): [v for v in graph.values if any(o is operand for o in v.inputs())]
        for value in graph.values
        for operand in value.inputs()
    }
    apart = {id(v) for v in graph.inputs}

    def is_end(value):
        """Whether a value is such a view of a result, which nothing but the host needs."""
        base = value.operands[0] if value.op in RESHAPES else value
        return (
            base is not value
            and (is_end(base) or base.op not in VIEWS | {"argument"})
            and id(base) not in apart
            and all(id(v) in ends for v in read.get(id(value), ()))
        )

    def is_turned(value):
        """Whether a value is the transposed factor of products alone."""
        return is_matrix_transpose(value) and all(v.op == "matmul" for v in read.get(id(value), ()))

    for value in graph.values:
        if value.op in RESHAPES and id(value.operands[0]) in apart:
            apart.add(id(value))
    for value in reversed(graph.values):  # one that a kernel reads in another order is part of that order
        if id(value) in apart and any(
            v.op in VIEWS and id(v) not in apart and not is_turned(v) for v in read.get(id(value), ())
        ):
            apart.discard(id(value))
    for value in graph.values:  # and so is what is made from it
        if id(value) in apart and id(value.operands[0]) not in apart:
            apart.discard(id(value))
    ends = set()
    for value in reversed(graph.values):
        ends |= {id(value)} if is_end(value) else set()
    outputs = []
    for value in graph.outputs:
        while id(value) in ends:
            value = value.operands[0]
        outputs += [value] if id(value) not in apart and not any(value is v for v in outputs) else []
    return [v for v in graph.values if id(v) not in apart | ends], outputs


def whole(graph):
    """The Region that is all of a graph, its arguments in their order of use."""
    order = order_of_use(graph)
    read, outputs = read_arguments(graph, order), tuple(v.name for v in graph.outputs)
    if order == sorted(order) and len(read) == len(graph.inputs):
        return Region(graph, tuple(a.name for a in graph.arguments), outputs, tuple(graph.values))
    sizes = spread_sizes(graph)
    part, inputs = ordered_part(graph.values, read, graph.outputs, sizes, graph.shapes(sizes))
    return Region(part, tuple(v.name for v in inputs), outputs, tuple(graph.values))


def core(graph):
    """The Region that `without_views` leaves of a graph; None where it leaves nothing out, or hides a size that is computed with."""
    inside, outputs = without_views(graph)
    if len(inside) == len(graph.values) or not outputs:
        return None
    place = {id(v): i for i, v in enumerate(graph.inputs)}
    for value in graph.values:  # a view stands where its argument stands
        if value.op in RESHAPES and id(value.operands[0]) in place:
            place[id(value)] = place[id(value.operands[0])]
    sizes = spread_sizes(graph)
    metas, inputs = graph.shapes(sizes), sorted(boundary(inside, graph), key=lambda v: place[id(v)])
    if letters_in_values(inside) - {
        letter for letter, n in sizes.items() for v in inputs if n in metas[id(v)].shape
    }:
        return None
    part, inputs = ordered_part(inside, inputs, outputs, sizes, metas)
    return Region(part, tuple(v.name for v in inputs), tuple(v.name for v in outputs), tuple(inside))


ROLL = re.compile(r"(\w+) = roll\((\w+), shifts=\[(.+)\], dim=\[(.+)\]\)")


def with_single_rolls(text):
    """A prompt with its rolls of several dimensions as rolls of one dimension each."""

    def one_by_one(match):
        name, x, *lists = match.groups()
        turns = list(zip(*(numbers.split(", ") for numbers in lists)))
        names = [x, *(f"{name}_{i}" for i in range(1, len(turns))), name]
        return "\n".join(
            f"{new} = roll({old}, shifts={shift}, dim={dim})"
            for old, new, (shift, dim) in zip(names, names[1:], turns)
        )

    return ROLL.sub(one_by_one, text)


def is_divided(grouping):
    """Whether a grouping leaves more than one region, or values beside it."""
    return len(grouping.groups) > 1 or bool(grouping.groups and grouping.apart)


def regions(graph, most=None):
    """The regions of a graph, in the order in which they are computed, few and deterministic.

    With `most` they are smaller: every anchor stands alone, and no region holds more than so many pointwise operations; with 0
    every operation stands alone, and so does every view that leaves another order or gaps.

    A region's prompt reads as a trace of that part alone: its sizes are letters of its own. Views between regions
    are in none of them: `stitch` leaves them to the host, and so it does those of arguments and results that only write
    another shape. A size that a region computes with, but that none of its inputs has, comes in with an argument of the
    graph that is passed along for its shape.
    """
    grouping = Grouping(graph, most)
    if not is_divided(grouping):
        return [grouping.groups and core(graph) or whole(graph)]
    sizes = spread_sizes(graph)
    metas, found = graph.shapes(sizes), []
    for number, group in enumerate(grouping.groups):
        inside = inside_of(group, grouping)
        inside, inputs = carriers(inside, boundary(inside, graph), graph, sizes, metas)
        outputs = [v for v in inside if grouping.home.get(id(v)) == number and is_output(v, inside, graph)]
        part, inputs = ordered_part(inside, inputs, outputs, sizes, metas)
        found.append(
            Region(part, tuple(v.name for v in inputs), tuple(v.name for v in outputs), tuple(inside))
        )
    return with_moves(graph, found, sizes, metas)


def number_of_regions(graph):
    """How many regions a graph has, found without making the one that is all of it."""
    return len(regions(graph)) if is_divided(Grouping(graph, None)) else 1


def host(item):
    """A size, a number or a tuple of them in host code."""
    if isinstance(item, tuple):
        return f"({', '.join(map(host, item))}{',' * (len(item) == 1)})"
    if isinstance(item, float) and not math.isfinite(item):
        return f"float('{item}')"
    return re.sub(r"sqrt\((\w+)\)", r"\1 ** 0.5", show(item))


def on_host(value, sizes):
    """A view, or a filled tensor, as an expression of host code. `sizes` is where the device is to be read from."""
    x, at = value.operands[0].name if value.operands else "", value.at
    if value.op == "full":
        return f"torch.full({host(at['shape'])}, {host(at['value'])}, dtype={DTYPES[at['dtype']]}, device={sizes}.device)"
    if value.op == "slice":
        stop = "" if at["end"] is None else host(at["end"])
        step = f":{at['step']}" if at["step"] != 1 else ""
        return f"{x}[..., {host(at['start']) if at['start'] else ''}:{stop}{step}{', :' * (-at['dim'] - 1)}]"
    arguments = {
        "reshape": ("shape",),
        "expand": ("shape",),
        "transpose": ("dim0", "dim1"),
        "permute": ("dims",),
        "unsqueeze": ("dim",),
        "squeeze": ("dim",),
        "select": ("dim", "index"),
        "chunk": ("chunks", "dim"),
        "diagonal": ("offset", "dim1", "dim2"),
        "unfold": ("dim", "size", "step"),
    }[value.op]
    text = ", ".join(host(at[name]) for name in arguments)
    return f"{x}.{value.op}({text})" + (f"[{at['index']}]" if value.op == "chunk" else "")
