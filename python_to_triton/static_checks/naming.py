"""naming."""

from python_to_triton import frontend
from python_to_triton import codegen
import ast
import csv
import functools
import itertools
import operator
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
import torch
from triton_ops import progress
from triton_ops import replacing


POINTS = torch.tensor(
    [-30, -7, -2.5, -1.5, -0.7, -0.2, 0.1, 0.4, 0.7, 1.2, 1.8, 2.6, 7, 30]
).double()  # of arguments, but for small offsets


RELATIVE = 3e-7  # between a value and what a kernel's polynomials and cut-off tails make of it, in float64


MOST_TRIALS = 256  # places of results, at once


SAME_ELEMENTS = frontend.VIEWS - {"slice", "select", "chunk", "diagonal", "unfold"}


PARTS = {"slice", "select", "chunk"}


ALIASES = {
    "contiguous",
    "reshape",
    "view",
    "flatten",
    "unsqueeze",
    "squeeze",
    "expand",
    "transpose",
    "t",
    "to",
    "float",
}  # keep the data


OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}


PYTHON = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.BitAnd: torch.logical_and,
    ast.BitOr: torch.logical_or,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.USub: operator.neg,
    ast.Not: torch.logical_not,
    ast.Invert: torch.logical_not,
}


TRITON = {
    name: getattr(torch, name)
    for name in "exp exp2 log log2 sin cos sqrt rsqrt erf abs sigmoid floor ceil maximum minimum clamp".split()
}


TRITON |= {
    "where": lambda condition, x, y: torch.where(condition != 0, x, y),
    "fma": lambda x, y, z: x * y + z,
    "div_rn": torch.div,
    "fdiv": torch.div,
    "sqrt_rn": torch.sqrt,
}


def below(node):
    """A node and all that it holds, as ast.walk gives them."""
    nodes = [node]
    for node in nodes:  # which grows meanwhile
        for field in node._fields:
            part = getattr(node, field, None)
            if isinstance(part, ast.AST):
                nodes.append(part)
            elif isinstance(part, list):
                nodes += [one for one in part if isinstance(one, ast.AST)]
    return nodes


def place_in_text(node):
    return node.lineno, node.col_offset


class Variables(ast.NodeVisitor):
    """The variables of a function: names that are bound and read together. `of[node]` is the first binding of what a Name or parameter is.

    `x = load(p); x = x + 1` has two. Where a loop or a branch brings two bindings to one reading, they are one variable.
    """

    def __init__(self, function):
        self.parent, self.read, self.now, self.inside = {}, {}, {}, {}  # inside: {expression: its names}
        for parameter in function.args.args:
            self.bind(parameter, parameter.arg)
        self.block(function.body)
        self.of = {
            node: self.root(binding)
            for node, binding in [*((node, node) for node in self.parent), *self.read.items()]
        }
        self.bindings = Counter(self.root(node) for node in self.parent)

    def root(self, node):
        while self.parent[node] is not node:
            node = self.parent[node]
        return node

    def bind(self, node, name):
        self.parent.setdefault(node, node)
        self.now = self.now | {name: frozenset([node])}

    def joined(self, other):
        return {
            name: self.now.get(name, frozenset()) | other.get(name, frozenset()) for name in self.now | other
        }

    def use(self, bindings):
        """The binding of a reading that any of `bindings` may reach: they are one variable from now on, the first of them in the text."""
        first, *others = sorted(bindings, key=place_in_text) if len(bindings) > 1 else bindings
        for other in others:
            one, two = sorted([self.root(first), self.root(other)], key=place_in_text)
            self.parent[two] = one
        return first

    def block(self, statements):
        for statement in statements:
            self.visit(statement)

    def generic_visit(self, node):
        """Binds and reads the names of an expression, or of a statement without a rule of its own."""
        if node not in self.inside:
            self.inside[node] = [name for name in below(node) if isinstance(name, ast.Name)]
        for name in self.inside[node]:
            if isinstance(name.ctx, ast.Store):
                self.bind(name, name.id)
            elif name.id in self.now:
                self.read[name] = self.use(self.now[name.id])

    def visit_Assign(self, node):
        for part in (node.value, *node.targets):
            self.visit(part)

    def visit_AugAssign(self, node):
        self.visit(node.value)
        if isinstance(node.target, ast.Name) and node.target.id in self.now:
            self.read[node] = self.use(self.now[node.target.id])  # what it reads; its target is what it binds
        self.visit(node.target)

    def visit_For(self, node):
        self.visit(node.iter)
        before = self.now
        for _ in range(2):  # the second time with what the first has left
            self.now = self.joined(before)
            self.visit(node.target)
            self.block(node.body)
        self.now = self.joined(before)

    def visit_While(self, node):
        before = self.now
        for _ in range(2):
            self.now = self.joined(before)
            self.visit(node.test)
            self.block(node.body)
        self.now = self.joined(before)

    def visit_If(self, node):
        self.visit(node.test)
        before = self.now
        self.block(node.body)
        after, self.now = self.now, before
        self.block(node.orelse)
        self.now = self.joined(after)


def assigned(statement):
    """[(target, expression)] of an assignment; of `x, w = a, b` both."""
    target, value = statement.targets[0], statement.value
    parts = (
        isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)
    )
    return list(zip(target.elts, value.elts)) if parts else [(target, value)]


def simple_statements(block):
    """The statements of a block and of the loops and branches in it, in order of text."""
    for statement in block:
        if isinstance(statement, (ast.For, ast.While, ast.If)):
            yield from simple_statements(statement.body)
            yield from simple_statements(statement.orelse)
        else:
            yield statement


def assignments(block):
    """The `assigned` of all assignments of a block, in order of text."""
    return [
        pair
        for statement in simple_statements(block)
        if isinstance(statement, ast.Assign)
        for pair in assigned(statement)
    ]


class Draw:
    """Random values at the points, [1, POINTS], the same for the same key: the n-th key gets the n-th values, of whatever prompt."""

    generator, drawn = torch.Generator().manual_seed(0), []

    def __init__(self):
        self.known = {}

    def __call__(self, key):
        if key not in self.known:
            if len(self.known) == len(self.drawn):
                order = torch.randperm(len(POINTS), generator=self.generator)
                self.drawn.append(
                    (
                        POINTS[order]
                        + 0.1 * torch.rand(len(POINTS), generator=self.generator, dtype=torch.float64)
                    )[None]
                )
            self.known[key] = self.drawn[len(self.known)]
        return self.known[key]


def whole_of(value):
    """The value that this has all elements of."""
    return whole_of(value.operands[0]) if value.op in SAME_ELEMENTS else value


def parts_of(prompt):
    """({argument: {place: name}}, {whole: {place: name}}): the parts that an argument is read in, and the chunks of any value.

    Places are counted in what lies from one part to the next. What is also read as a whole has no parts but chunks, which share no element.
    """
    parts, cuts, read = (
        defaultdict(dict),
        defaultdict(set),
        {whole_of(value).name for value in prompt.outputs},
    )
    for value in prompt.values:
        if value.op in PARTS:
            at, whole, op = dict(value.attributes), whole_of(value.operands[0]).name, value.op
            halves = [name for name in ("start", "end") if re.fullmatch(r"\w+//2", str(at.get(name)))]
            if {*at} == {"dim", *halves} and len(halves) == 1:  # start=D//2 or end=D//2: a chunk
                op, at = "chunk", {"dim": at["dim"], "chunks": 2, "index": int(halves == ["start"])}
            place = at.pop("start" if op == "slice" else "index", 0)
            at.pop("end", None)
            cuts[whole].add((op, value.operands[0].name, place in parts[whole], *sorted(at.items())))
            parts[whole][place] = value.name
        elif value.op not in SAME_ELEMENTS:
            read |= {whole_of(part).name for part in value.inputs()}
    single = {
        whole
        for whole, ways in cuts.items()
        if len(ways) == 1 and all(isinstance(place, int) and place >= 0 for place in parts[whole])
    }
    chunked = {whole for whole in single for op, *_ in cuts[whole] if op == "chunk"}
    return (
        {
            whole: parts[whole]
            for whole in single
            if whole[0] == "a" and (whole not in read or whole in chunked and len(parts[whole]) > 1)
        },
        {whole: parts[whole] for whole in chunked},
    )


def cut_from(prompt):
    """{a part that is read of an argument: the argument}"""
    wholes = {value.name: whole_of(value.operands[0]) for value in prompt.values if value.op in PARTS}
    return {name: whole.name for name, whole in wholes.items() if whole.op == "argument"}


class Asked:
    """The values of a prompt at the points: `values` by name, `made_of` which others, and which are computed `pointwise` or are `results`
    of anything else."""

    def __init__(self, text, draw):
        prompt = frontend.parse(text)
        known = {id(value): draw(f"a{place}") for place, value in enumerate(prompt.inputs)}
        self.values = {f"a{place}": draw(f"a{place}") for place in range(prompt.arity)}
        self.pointwise, self.results, self.pieces, self.made_of = [], [], defaultdict(list), {}
        readers = defaultdict(set)
        for value in prompt.values:
            parts = {part.name for part in value.inputs()}
            self.made_of[value.name] = parts.union(*(self.made_of.get(part, ()) for part in parts))
            known[id(value)] = self.values[value.name] = self.computed(value, known, draw)
            for part in parts:
                readers[part].add(value.name)
        self.parts, self.chunks = parts_of(prompt)
        chunks = {name for places in self.chunks.values() for name in places.values()}
        self.divided = set()  # what is read in chunks alone
        for name in reversed(self.values):
            if readers[name] and readers[name] <= chunks | self.divided:
                self.divided.add(name)

    def computed(self, value, known, draw):
        if value.op in SAME_ELEMENTS:
            return known[id(value.operands[0])]
        if frontend.OPS[value.op].kind == "pointwise" and value.op not in ("glu", "prelu"):
            try:
                found = frontend.execute(value, known, {}, "cpu", widen=True).broadcast_to(1, len(POINTS))
                if (
                    value.op != "sub" or found.any()
                ):  # rows minus columns would be 0 here, and equal to anything that is
                    self.pointwise.append(value.name)
                    return found.double() if found.dtype != torch.bool else found
            except (
                NameError,
                RuntimeError,
            ):  # it reads a size, or wants integers: no number of ours stands for it
                pass
        self.results.append(value.name)
        if (
            frontend.OPS[value.op].kind == "movement"
            and isinstance(value.operands[0], frontend.Value)
            and value.operands[0].op == "argument"
        ):
            self.pieces[value.operands[0].name].append(value.name)
        return draw(value.name)

    def values_of(self, names):
        """[name, POINTS]"""
        return torch.cat([self.values[name] for name in names]).double()


class Addresses:
    """What the loads of a function read, as far as its text tells: `loads` {argument or buffer: {load: the terms of its address}}.

    x_ptr + 2 * N + rows * N has the terms {(x_ptr,): 1, (N,): 2, (N, rows): 1}. Each factor is a text with the bindings of the variables
    in it, so that two are equal only where they have the same value. Loads that differ in one term, (N,): 0, 1, 2, read parts 0, 1, 2.
    """

    def __init__(self, function, variables, known):
        self.variables, self.known, self.lines, self.loads = (
            variables,
            known,
            defaultdict(list),
            defaultdict(dict),
        )
        for node, binding in variables.of.items():
            if isinstance(getattr(node, "ctx", None), ast.Store):
                self.lines[binding].append(node.lineno)
        self.once = {
            target: value
            for target, value in assignments(function.body)
            if variables.bindings[variables.of.get(target)] == 1
        }
        for node in below(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "tl.load":
                terms = self.terms(node.args[0])
                for source in (known.get(factors[0][0]) for factors in terms if len(factors) == 1):
                    if isinstance(source, str):
                        self.loads[source][node] = terms

    def terms(self, node):
        """Counter {factors: how often} of an expression of integers, multiplied out; () are the factors of a number. What is assigned once is
        what it was assigned."""
        binding = self.variables.of.get(node)
        number = self.known.get(binding.arg) if isinstance(binding, ast.arg) else getattr(node, "value", None)
        if isinstance(number, int) and self.variables.bindings.get(binding, 1) == 1:
            return Counter({(): number})
        if binding in self.once:
            return self.terms(self.once[binding])
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
            left, right, product = self.terms(node.left), self.terms(node.right), Counter()
            if not isinstance(node.op, ast.Mult):
                (left.update if isinstance(node.op, ast.Add) else left.subtract)(right)
                return left
            for one, other in itertools.product(left, right):
                product[tuple(sorted(one + other))] += left[one] * right[other]
            return product
        read = {name: self.variables.of[name] for name in below(node) if name in self.variables.of}
        values = sorted(
            (*place_in_text(of), sum(line <= name.lineno for line in self.lines[of]))
            for name, of in read.items()
        )
        return Counter(
            {((ast.unparse(node), *values),): 1}
        )  # which variables, and how often each was bound before

    def parts(self, asked):
        """{load: (argument or buffer, place)} of loads that lie 0, 1, 2, .. times one step apart, as the parts that the prompt reads do."""
        parts = {}
        for source, loads in self.loads.items():
            steps = {
                term
                for one in loads.values()
                for term in one
                if any(other[term] != one[term] for other in loads.values())
            }
            read = {terms[step] for terms in loads.values() for step in steps}
            for places in [asked.parts[source]] if source in asked.parts else asked.chunks.values():
                unread = (
                    places in asked.chunks.values() and () not in steps
                )  # chunks that the prompt does not read
                if len(steps) == 1 and (places.keys() == read or unread and places.keys() <= read):
                    parts |= {
                        load: (source, terms[step])
                        for load, terms in loads.items()
                        for step in steps
                        if terms[step] in places
                    }
                elif len(places) == 1 and source in asked.parts:
                    parts |= {load: (source, *places) for load in loads}
        return parts


class Reading:
    """One pass over the statements of a kernel, loops entered once: `values` {place: tensor [rows, POINTS]}, of all that is data.

    A place is what binds a variable, or an expression that we cannot compute: a sum, a product, what a loop gathers. That has
    random values, or in some rows those of `held` {place: [(rows, values)]}. What does not depend on data, as masks and sizes,
    is None; a pointer is the name of what it points into.
    """

    def __init__(self, functions, variables, draw, parts, rows=1, held={}):
        self.functions, self.variables, self.draw, self.rows, self.held, self.values = (
            functions,
            variables,
            draw,
            rows,
            held,
            {},
        )
        self.parts = parts  # {load: the part of an argument that it reads}
        self.inside = {}  # {expression: its value}

    def run(self, function, arguments, path=()):
        """What a call of `function` with these values returns."""
        scope, returned = dict(arguments), None
        here = self.variables[function.name], scope, path
        for statement in simple_statements(function.body):
            if isinstance(statement, ast.Return) and statement.value is not None:
                returned = self.of(statement.value, here)
            elif isinstance(statement, ast.Assign):
                found = [(target, self.of(value, here)) for target, value in assigned(statement)]
                for target, value in found:
                    self.bind(target, value, here)
            elif isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
                parts = scope.get(statement.target.id), self.of(statement.value, here)
                self.bind(
                    statement.target,
                    self.combined(statement, here, PYTHON.get(type(statement.op)), *parts),
                    here,
                )
            elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
                for part in statement.value.args[1:2]:  # what a store writes
                    self.settled(statement, path, self.of(part, here))
        return returned

    def bind(self, target, value, here):
        variables, scope, path = here
        if isinstance(target, ast.Tuple):
            for part in target.elts:
                self.bind(part, self.unknown(part, path, value), here)
        elif isinstance(target, ast.Name):
            binding = variables.of[target]
            if variables.bindings[binding] > 1 and not isinstance(value, str):
                value = self.unknown(binding, path, value, scope.get(target.id))  # of a loop or a branch
            scope[target.id] = self.settled(binding, path, value)

    def settled(self, place, path, value):
        """`value`, or what is held there."""
        if path or not isinstance(value, torch.Tensor):
            return value
        value = value.double()
        if place in self.held:
            value = value.expand(self.rows, -1).clone()
            for rows, values in self.held[place]:
                value[rows] = values
        self.values[place] = value
        return value

    def unknown(self, place, path, *made_of):
        """Random values, where any of what this is made of is data."""
        data = any(isinstance(part, torch.Tensor) for part in made_of)
        return (
            self.settled(place, path, self.draw((*path, type(place), place.lineno, place.col_offset)))
            if data
            else None
        )

    def combined(self, node, here, function, *parts):
        if any(isinstance(part, str) for part in parts):
            return next(part for part in parts if isinstance(part, str))
        if function is None or any(part is None for part in parts):
            return self.unknown(node, here[2], *parts)
        if not any(isinstance(part, torch.Tensor) for part in parts):
            return function(*parts) if function.__module__ == "_operator" else None
        value = function(
            *(
                part if isinstance(part, torch.Tensor) else torch.tensor(part, dtype=torch.float64)
                for part in parts
            )
        )
        self.inside[(*here[2], node)] = value
        return value

    def of(self, node, here):
        """The value of an expression."""
        if isinstance(node, ast.Name):
            return here[1].get(node.id)
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, (int, float)) else None
        if isinstance(node, ast.BinOp):
            return self.combined(
                node, here, PYTHON.get(type(node.op)), self.of(node.left, here), self.of(node.right, here)
            )
        if isinstance(node, ast.Call):
            return self.called(node, here, [self.of(part, here) for part in node.args])
        if isinstance(node, ast.Subscript):
            return self.of(node.value, here)  # x[:, None]: the same elements
        if isinstance(node, ast.UnaryOp):
            return self.combined(node, here, PYTHON.get(type(node.op)), self.of(node.operand, here))
        if isinstance(node, ast.Compare):
            return self.combined(
                node,
                here,
                PYTHON.get(type(node.ops[0])),
                self.of(node.left, here),
                self.of(node.comparators[0], here),
            )
        return None

    def called(self, node, here, parts):
        name, path = (
            node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""),
            here[2],
        )
        if name == "load":
            argument = isinstance(parts[0], str) and re.fullmatch(r"a\d+", parts[0])
            return self.draw(
                self.parts.get(node, parts[0]) if argument else (*path, node.lineno, node.col_offset)
            )
        if name == "to":
            return self.of(node.func.value, here)
        if name in ("trans", "broadcast_to", "reshape"):
            return parts[0]
        if (
            name == "where"
            and parts[0] is None
            and not (isinstance(parts[1], torch.Tensor) and isinstance(parts[2], torch.Tensor))
        ):
            return parts[1] if isinstance(parts[1], torch.Tensor) else parts[2]  # the elements that count
        if name in self.functions:
            parameters = [parameter.arg for parameter in self.functions[name].args.args]
            given = dict(zip(parameters, parts)) | {
                word.arg: self.of(word.value, here) for word in node.keywords
            }
            value = self.run(self.functions[name], given, (*path, node.lineno, node.col_offset))
            if isinstance(value, torch.Tensor):
                self.inside[(*path, node)] = value
            return value
        return self.combined(node, here, TRITON.get(name), *parts)


def argument_of(host):
    """{variable of the host function: the argument a0, a1, .. whose data it holds}."""
    places = {parameter.arg: f"a{place}" for place, parameter in enumerate(host.args.args)}
    for target, value in assignments(host.body):
        while (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and value.func.attr in ALIASES
        ):
            value = value.func.value
        name, source = (
            getattr(target, "id", None),
            places.get(value.id) if isinstance(value, ast.Name) else None,
        )
        if source is None or places.setdefault(name, source) != source:
            places.pop(name, None)
    return places


def callee(call):
    """The name of the function of a call, also of a launch kernel[grid](...)."""
    return getattr(call.func.value if isinstance(call.func, ast.Subscript) else call.func, "id", None)


def received(functions, host):
    """{kernel: {parameter: a number, or an address: the argument a0 or the host's variable}}; where calls differ, its own name."""
    held, known, nodes = (
        argument_of(host),
        defaultdict(dict),
        {function: below(function) for function in (host, *functions.values())},
    )
    stored = Counter(
        node.id for node in nodes[host] if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    constants = {
        target.id: value
        for node in nodes[host]
        if isinstance(node, ast.Assign)
        for target, value in assigned(node)
        if isinstance(target, ast.Name) and stored[target.id] == 1
    }  # of chunks, at = 2, 1

    def address(part, caller):
        inside = [
            node.id
            for node in below(part)
            if isinstance(node, ast.Name) and (caller is host or "_ptr" in node.id)
        ]
        return (
            None
            if len(inside) != 1
            else held.get(inside[0], inside[0])
            if caller is host
            else known[caller.name].get(inside[0])
        )

    links = {
        function: [] for function in nodes
    }  # [(function, its parameter or variable, expression that it is given)]
    for caller in nodes:
        for node in nodes[caller]:
            if isinstance(node, ast.Call) and callee(node) in functions:
                parameters = [parameter.arg for parameter in functions[callee(node)].args.args]
                links[caller] += [
                    (callee(node), parameter, part) for parameter, part in zip(parameters, node.args)
                ]
                links[caller] += [
                    (callee(node), word.arg, word.value) for word in node.keywords if word.arg in parameters
                ]  # not num_warps
            elif isinstance(node, ast.Assign) and caller is not host:  # row_ptr = x_ptr + ..
                links[caller] += [
                    (caller.name, target.id, value)
                    for target, value in assigned(node)
                    if "_ptr" in getattr(target, "id", "")
                ]
    for caller in (host, *functions.values(), *functions.values()):  # twice: a helper may call a helper
        for owner, name, part in links[caller]:
            part = (
                constants.get(getattr(part, "id", None), part)
                if caller is host and "_ptr" not in name
                else part
            )
            value = address(part, caller) if "_ptr" in name else getattr(part, "value", None)
            if isinstance(value, (str, int, float)) and known[owner].setdefault(name, value) != value:
                known[owner][name] = name if "_ptr" in name else None
    return known


def same(found_STP, asked_NP):
    """[statement, trial, name]: whether values are those of a prompt at all points; the first tells most that are not."""
    near_STN = ~(
        (found_STP[:, :, None, 0] - asked_NP[:, 0]).abs() > 1e-12 + RELATIVE * asked_NP[:, 0].abs()
    )  # or not finite
    s, t, n = near_STN.nonzero(as_tuple=True)
    near_STN[s, t, n] = torch.isclose(
        found_STP[s, t], asked_NP[n], rtol=RELATIVE, atol=1e-12, equal_nan=True
    ).all(-1)
    return near_STN


class Kernel:
    """A kernel beside its prompt: `values` {binding: its numbers}, and `placed` {binding: the result of the prompt that it holds}."""

    def __init__(self, function, functions, variables, arguments, asked, draw):
        self.function, self.variables, self.addresses = function, variables[function.name], arguments
        self.asked, self.placed = asked, {}
        self.loops = [
            node
            for node in function.body
            if isinstance(node, ast.For) and "static_range" not in ast.unparse(node.iter)
        ]
        self.returns = any(isinstance(node, ast.Return) and node.value for node in function.body)
        self.parts = (
            Addresses(function, self.variables, arguments).parts(asked) if asked.parts or asked.chunks else {}
        )
        parts = {
            load: asked.parts[source][place]
            for load, (source, place) in self.parts.items()
            if source in asked.parts
        }
        self.found = {*parts.values()}
        self.reading = lambda rows, held: Reading(functions, variables, draw, parts, rows, held)
        self.values, self.inside = self.read()
        self.roots = self.arguments_of(self.values) if asked.pointwise else {}
        while asked.pointwise and self.values and self.place_result():
            self.values, self.inside = self.read()

    def read(self, trials=None):
        """({place: values [rows, POINTS]}, {expression: its values}), a row for each of `trials` and one more; one row of what they leave alone."""
        reading = self.reading(len(trials or ()) + 1, self.held(trials or ()))
        reading.run(self.function, self.addresses)
        return reading.values, reading.inside

    def arguments_of(self, places):
        """{place: the arguments of the prompt that it is computed from, and the places of their parts}"""
        of, roots = self.variables.of, {binding: set() for binding in self.variables.bindings}
        for binding in roots:
            if isinstance(binding, ast.arg) and re.fullmatch(r"a\d+", str(self.addresses.get(binding.arg))):
                roots[binding].add(self.addresses[binding.arg])
        at = {
            line: node
            for node in simple_statements(self.function.body)
            for line in range(node.lineno, node.end_lineno + 1)
        }
        read, bound = defaultdict(list), []
        for node, binding in of.items():
            if isinstance(getattr(node, "ctx", None), ast.Store):
                bound.append((binding, at.get(node.lineno)))
            elif not isinstance(node, ast.arg):
                read[at.get(node.lineno)].append(roots[binding])
        for load, part in self.parts.items():
            read[at.get(load.lineno)].append({part})
        for binding, statement in bound * 2:  # what a loop has left is read at its beginning
            roots[binding].update(*read[statement])
        inside = {
            place: [roots[of[name]] for name in below(place) if name in of]
            for place in places
            if place not in roots
        }
        return {place: roots[place] if place in roots else set().union(*inside[place]) for place in places}

    def may_be(self, name, place):
        """Whether a place is made of the arguments that a value of the prompt is made of; of fewer what a caller or another kernel has read."""
        asked, roots = (
            {other for other in self.asked.made_of[name] if other[0] == "a"},
            {root for root in self.roots[place] if isinstance(root, str)},
        )
        return (roots == asked or (self.returns or not roots) and roots <= asked) and self.has_parts(
            name, place
        )

    def has_parts(self, name, place):
        """Whether a place has all parts that a value is made of; what is made of parts is none of the wholes that are only read in parts."""
        parts, made_of = self.roots[place] - {*self.asked.values}, {name, *self.asked.made_of[name]}
        for whole, chunks in self.asked.chunks.items():
            needed, read = {chunk for chunk, other in chunks.items() if other in made_of}, defaultdict(set)
            for source, part in parts:
                if (
                    source == whole
                    or source not in self.asked.parts
                    and source in self.asked.made_of.get(whole, ())
                ):
                    read[source].add(part)
            if not all(needed <= found for found in read.values()):
                return False
        return not parts or name not in self.asked.divided

    def held(self, trials=()):
        """What stays at its place in every row, and in one row what is tried there."""
        held = {place: [(slice(None), self.asked.values[name])] for place, name in self.placed.items()}
        for row, trial in enumerate(trials):
            for place, name in trial:
                held.setdefault(place, []).append((row, self.asked.values[name]))
        return held

    def known_as(self, values):
        """{place: the names of its value in the prompt}, but of views, which have the name of what they show."""
        names = [
            name
            for name in self.asked.values
            if name[0] == "a" or name in self.asked.pointwise or name in self.asked.results
        ]
        equal_SN = same(torch.stack([*values.values()]).double(), self.asked.values_of(names))[:, 0]
        known, places = {place: [] for place in values}, [*values]
        for place, name in equal_SN.nonzero().tolist():
            known[places[place]].append(names[name])
        return known

    def trials(self):
        """Every result at every place; then all pieces of an argument at once, each at another of its loads; then the rest at every
        place that has no equal yet, for what a kernel computes in another way than the prompt says (a mean put right, say)."""
        places, asked = [place for place in self.values if place not in self.placed], self.asked
        left = {*asked.values} - {*self.placed.values()} - self.found
        known = self.known_as({**self.values, **self.inside})
        yield [
            ((place, name),)
            for name in asked.results
            if name in left
            for place in places
            if self.may_be(name, place) and asked.made_of[name].issuperset(known[place])
        ]
        for argument, pieces in asked.pieces.items():
            pieces = [name for name in pieces if name in left]
            loads = [place for place in places if argument in known[place]]
            if 1 < len(pieces) <= len(loads) < 7:
                yield [tuple(zip(order, pieces)) for order in itertools.permutations(loads, len(pieces))]
        found = {name for names in known.values() for name in names}
        needed = set().union(*(asked.made_of[name] for name in asked.pointwise if name not in found))
        names = [name for name in asked.pointwise if name in left and (name in needed or name not in found)]
        yield [
            ((place, name),)
            for name in names
            for place in places
            if not known[place] and self.may_be(name, place)
        ]

    def place_result(self):
        """Places one more result of the prompt (of a product, sum or movement) where most pointwise values are found that were not before;
        one that equals what is placed does not count. Returns whether there is such a place."""
        pointwise_NP = self.asked.values_of(self.asked.pointwise)
        rank = {name: place for place, name in enumerate(self.asked.values)}
        for trials in self.trials():
            trials = trials[:MOST_TRIALS]
            if not trials:
                continue
            values, inside = self.read(trials)  # the last row tries nothing
            names = list(dict.fromkeys(name for trial in trials for _, name in trial))
            own_RN = same(self.asked.values_of(names)[:, None], pointwise_NP)[
                :, 0
            ]  # what a tried value itself is found as
            new_TN = ~own_RN[
                torch.tensor([[names.index(name) for _, name in trial] for trial in trials])
            ].any(1)
            values = [*values.values(), *inside.values()]
            moved_STP = torch.stack([value for value in values if len(value) > 1]).double()
            found_TN = same(moved_STP, pointwise_NP).any(0)
            if still := [value for value in values if len(value) == 1]:
                found_TN |= same(torch.stack(still).double(), pointwise_NP).any(0)
            gains_T = ((found_TN[:-1].int() - found_TN[-1].int()) * new_TN).sum(-1).tolist()
            best = max(
                range(len(trials)), key=lambda row: (gains_T[row], -rank[trials[row][0][1]], row)
            )  # the first value at its last place
            if gains_T[best] > 0:
                self.placed.update(trials[best])
                return True
        return False

    def apart(self, one, other):
        """Whether Triton never sees two bindings of one name together: what the loop of the first binds is gone after it."""
        loop_of = [
            next((loop for loop in self.loops if loop.lineno <= node.lineno <= loop.end_lineno), None)
            for node in (one, other)
        ]
        return loop_of[0] is not loop_of[1] and loop_of[one.lineno > other.lineno] is not None

    def names(self):
        """{binding: its name in the prompt}: of equal values the first that has no variable yet, in the order of the prompt."""
        values = {place: value for place, value in self.values.items() if isinstance(place, ast.Name)}
        if not values:
            return {}
        equals = self.known_as(values)
        stems = {
            known: parameter.removesuffix("_ptr") for parameter, known in self.addresses.items()
        }  # x of x_ptr, before what else is read there
        stems |= {
            [*places.values()][0]: stems[source]
            for source, places in self.asked.parts.items()
            if source in stems and len(places) == 1
        }
        wanted, owners = {}, defaultdict(list)
        preferred = {
            name: stems[name]
            for binding, names in equals.items()
            for name in names
            if stems.get(name) == binding.id
        }
        for binding, names in equals.items():
            names = [self.placed[binding]] if binding in self.placed else names
            near = {
                name: [other for other in owners[name] if not self.apart(binding, other)] for name in names
            }
            names = [
                name
                for name in names
                if preferred.get(name, binding.id) == binding.id
                and all(other.id == binding.id for other in near[name])
            ]
            fresh = [name for name in names if name[0] == "a" or not near[name]] or [
                name for name in reversed(owners) if name in names
            ]
            if fresh:
                wanted[binding] = fresh[0]
                owners[fresh[0]] = [*owners.pop(fresh[0], ()), binding]
        return wanted

    def cuts(self, wanted):
        """{statement: [(expression, v)]}: the parts that are a value of the prompt without a variable, what it needs before it."""
        found = {path[0]: value for path, value in self.inside.items() if len(path) == 1}
        found |= {place: self.values[place] for place in self.placed if not isinstance(place, ast.Name)}
        if not found:
            return {}
        constant = {
            name for name, value in self.asked.values.items() if not (value != value[:, :1]).any()
        }  # as a comparison that never holds
        equals = {
            part: [name for name in names if name[0] == "v" and name not in constant]
            for part, names in self.known_as(found).items()
        }
        lines = {part.lineno for part, names in equals.items() if names}
        owners, cuts = defaultdict(list), defaultdict(list)
        for binding, name in wanted.items():
            owners[name].append(binding)

        def cut(statement, part, names):
            known = [
                name
                for other, name in cuts[statement]
                if name in equals.get(part, ()) and ast.dump(other) == ast.dump(part)
            ]
            if known:
                return cuts[statement].append((part, known[0]))
            fresh = [
                name
                for name in equals.get(part, ())
                if name in names and all(self.apart(part, other) for other in owners[name])
            ][-1:]
            for name in fresh:
                owners[name].append(part)
            for inner in ast.iter_child_nodes(part):
                cut(statement, inner, names.intersection(*(self.asked.made_of[name] for name in fresh)))
            cuts[statement] += [(part, name) for name in fresh]

        for statement in simple_statements(self.function.body):
            if lines.isdisjoint(range(statement.lineno, statement.end_lineno + 1)):
                continue  # nothing in it has a name
            plain, written = isinstance(statement, ast.Assign), []
            if plain:
                written = assigned(statement)
            elif isinstance(statement, (ast.AugAssign, ast.Expr)):
                written = [(getattr(statement, "target", None), statement.value)]
            for target, value in written:
                names = self.asked.made_of.get(
                    wanted.get(self.variables.of.get(target)), {*self.asked.made_of}
                )
                for part in (
                    ast.iter_child_nodes(value) if plain and isinstance(target, ast.Name) else [value]
                ):  # the target has the whole
                    cut(statement, part, names)
        return {statement: parts for statement, parts in cuts.items() if parts}

    def copies(self, wanted):
        """{binding of z: the Name that it reads} of statements z = x that only give another name to a named value."""
        plain = [
            node
            for node in simple_statements(self.function.body)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name)
        ]
        pairs = [
            (self.variables.of.get(node.targets[0]), self.variables.of.get(node.value), node.value)
            for node in plain
        ]
        counts, bindings = Counter(wanted.values()), self.variables.bindings
        return {
            copy: read
            for copy, binding, read in pairs
            if bindings[copy] == bindings[binding] == 1 == counts[wanted.get(binding)]
        }


def called(node):
    """The name that a Name, a parameter or the word of a call is written with."""
    return node.id if isinstance(node, ast.Name) else node.arg


def renaming(node, name):
    """The edit (line, first column, last column, text) that writes `name` where `called(node)` stands."""
    return node.lineno, node.col_offset, node.col_offset + len(called(node)), name


def moved_away(wanted, all_names):
    """`wanted` {anything: name} and, for what has none and would be called the same, another name."""
    taken = set(wanted.values())
    return wanted | {
        thing: f"{name}_" for thing, name in all_names.items() if thing not in wanted and name in taken
    }


def joined_with(node, old, new):
    """`x += b * c` as `v1 = v0 + b * c`, up to where b begins, and what follows the end."""
    tight = isinstance(node.value, (ast.Name, ast.Constant, ast.Call, ast.Subscript, ast.Attribute))
    product = (
        isinstance(node.op, (ast.Add, ast.Sub))
        and isinstance(node.value, ast.BinOp)
        and isinstance(node.value.op, (ast.Mult, ast.Div))
    )
    return f"{new} = {old} {OPERATORS[type(node.op)]} " + "("[: not (tight or product)], ")"[
        : not (tight or product)
    ]


def host_edits(host, inputs):
    """Edits that call the parameters of the host function a0, a1, ..."""
    nodes = [node for node in below(host) if isinstance(node, (ast.Name, ast.arg))]
    names = {called(node): called(node) for node in nodes}
    names |= moved_away(inputs, names)
    return [renaming(node, names[called(node)]) for node in nodes]


def pointer_names(function, known):
    """{parameter: a0_ptr, ..} of the pointers to arguments, each argument once."""
    owners = {}
    for parameter in function.args.args:
        if re.fullmatch(r"a\d+", str(known.get(parameter.arg))) and "_ptr" in parameter.arg:
            owners.setdefault(known[parameter.arg], parameter.arg)
    return {parameter: f"{address}_ptr" for address, parameter in owners.items()}


def kernel_edits(variables, wanted):
    """[(line, first column, last column, text)] that give the variables of a kernel their names; {binding: name} is `wanted`."""
    names = {binding: called(binding) for binding in variables.bindings}
    names |= moved_away(wanted, names)
    edits, done = [], set()
    for node, binding in variables.of.items():
        if isinstance(node, ast.AugAssign) and names[binding] != names[variables.of[node.target]]:
            before, after = joined_with(node, names[binding], names[variables.of[node.target]])
            end = node.end_col_offset
            edits += [
                (node.lineno, node.col_offset, node.value.col_offset, before),
                (node.end_lineno, end, end, after),
            ]
            done.add(node.target)
    others = [node for node in variables.of if not isinstance(node, ast.AugAssign) and node not in done]
    return edits + [renaming(node, names[variables.of[node]]) for node in others]


def edited(text, edits):
    """A text with its edits made; what was aligned with a bracket still is."""
    lines = text.split("\n")
    for line, first, last, new in sorted(edits, reverse=True):
        lines[line - 1] = lines[line - 1][:first] + new + lines[line - 1][last:]
    return "\n".join(codegen.realign_continuations(lines, text.split("\n")))


def structure(variables, copies={}):
    """The variables of a function as numbers, in the order of the text, those of `copies` as what they copy: what no renaming may change."""
    left_out, numbers = {*copies, *copies.values()}, {}
    places = sorted(
        (node.lineno, node.col_offset, isinstance(node, ast.AugAssign), node)
        for node in variables.of
        if node not in left_out
    )
    bindings = [variables.of[node] for *_, node in places]
    bindings = [variables.of[copies[binding]] if binding in copies else binding for binding in bindings]
    return [numbers.setdefault(binding, len(numbers)) for binding in bindings]


def first_parts(parts):
    """{variable: the first of the `parts` [(expression, variable)] that it is}, in their order: what one of them reads stands before it."""
    first = {}
    for part, variable in parts:
        first.setdefault(variable, part)
    return first


class Cut(ast.NodeTransformer):
    """A tree in which the parts of `cuts` {statement: [(expression, variable)]} are assigned to variables before the statement."""

    def __init__(self, cuts):
        self.cuts, self.variable = cuts, {part: name for parts in cuts.values() for part, name in parts}

    def visit(self, node):
        if isinstance(node, ast.stmt) and not hasattr(node, "body") and node not in self.cuts:
            return node  # nothing in it is cut
        self.generic_visit(node)
        if node in self.variable:
            return ast.Name(self.variable[node], ast.Load())
        new = [
            ast.Assign([ast.Name(name, ast.Store())], part)
            for name, part in first_parts(self.cuts.get(node, [])).items()
        ]
        return [*new, node] if new else node


def text_of_cut(text, statement, parts):
    """The lines of a statement, `parts` of which [(expression, variable)] are assigned to variables before it."""
    starts = list(itertools.accumulate((len(line) + 1 for line in text.split("\n")), initial=0))

    def span(node):
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def bare(first, last):
        """With the brackets around it that are not those of a call."""
        while True:
            before, after = text[:first].rstrip(), text[last:].lstrip()
            if not before.endswith("(") or re.match(r"[\w)\]]", before[-2]) or not after.startswith(")"):
                return first, last
            first, last = len(before) - 1, len(text) - len(after) + 1

    def written(first, last):
        done, words = first, []
        for start, end, name in sorted(
            ((*bare(*span(part)), name) for part, name in parts), key=lambda found: (found[0], -found[1])
        ):
            if done <= start < end <= last and (start, end) != (first, last):
                words += [text[done:start], name]
                done = end
        joined = re.sub(r"\s*\n\s*", " ", "".join(words) + text[done:last])
        return re.sub(r"(?<=[(\[]) | (?=[)\]])", "", joined)

    margin = " " * statement.col_offset
    return "\n".join(
        [
            *(f"{margin}{name} = {written(*span(part))}" for name, part in first_parts(parts).items()),
            margin + written(*span(statement)),
        ]
    )


def segments(block):
    """Lists of neighbours that may change places, in a block and in those inside it: each some statements, the last that of a v of the prompt."""
    run, segment = [], []
    for statement in [*block, None]:
        before = segment[-1] if segment else run[-1][-1] if run else None
        plain = isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
        if (
            not plain
            or before
            and statement.lineno != before.end_lineno + 1
            or re.fullmatch(r"a\d+", statement.targets[0].id)
        ):
            yield run
            run, segment = [], []
        if plain:
            segment.append(statement)
            if re.fullmatch(r"v\d+", statement.targets[0].id):
                run.append(segment)
                segment = []
        elif isinstance(statement, (ast.For, ast.If)):
            yield from segments(statement.body)
            yield from segments(statement.orelse)


def place_of(segment):
    """The number of the prompt's v that a segment ends with."""
    return int(called(segment[-1].targets[0])[1:])


def in_order(run, variables):
    """The segments of a run in the order of the prompt, as far as they do not need each other."""
    bound, read, seen = [], [], []
    for segment in run:
        nodes = {node for statement in segment for node in below(statement) if node in variables.of}
        ours = {node for node in nodes if isinstance(node.ctx, ast.Store)}
        bound.append({called(node) for node in ours})
        read.append({called(node) for node in nodes if variables.of[node] not in ours})
        outside = {variables.of[node] for node in variables.of if node not in nodes}
        seen.append({called(node) for node in ours if variables.of[node] in outside})
    after = [
        {j for j in range(i) if seen[j] & (read[i] | bound[i]) or bound[i] & read[j] or seen[i] & bound[j]}
        for i in range(len(run))
    ]
    order, left = [], set(range(len(run)))
    while left:
        ready = [i for i in left if not after[i] & left]
        order.append(min(ready, key=lambda i: (place_of(run[i]), i)))
        left.remove(order[-1])
    return order


def sorted_statements(text, variables):
    """A named answer whose kernels {function: its variables} compute the prompt's values in its order."""
    lines = text.split("\n")
    for function in variables:
        for run in segments(function.body):
            if run != sorted(run, key=place_of):
                texts = [lines[segment[0].lineno - 1 : segment[-1].end_lineno] for segment in run]
                lines[run[0][0].lineno - 1 : run[-1][-1].end_lineno] = [
                    line for place in in_order(run, variables[function]) for line in texts[place]
                ]
    return "\n".join(lines)


def cut_apart(answer, tree, cuts):
    """(answer, {node of `tree`: its twin in that answer's tree}) where the parts of `cuts` {statement: [(expression, variable)]} are assigned to
    variables before the statement reads them; `tree` is changed likewise."""
    lines = answer.split("\n")
    for statement in sorted(cuts, key=lambda statement: -statement.lineno):
        after = lines[statement.end_lineno - 1][statement.end_col_offset :]
        lines[statement.lineno - 1 : statement.end_lineno] = [
            text_of_cut(answer, statement, cuts[statement]) + after
        ]
    answer = "\n".join(lines)
    pairs = list(zip(below(Cut(cuts).visit(tree)), below(ast.parse(answer)), strict=True))
    for node, twin in pairs:
        assert type(node) is type(twin) and getattr(node, "id", None) == getattr(twin, "id", None), (
            f"other expressions:\n{answer}"
        )
    return answer, dict(pairs)


@functools.lru_cache(maxsize=8)  # an answer is named to be judged, and again to be kept
@torch.inference_mode()  # tiny tensors: a tenth of the time
def named(answer, prompt):
    """`answer` with the names of `prompt`; what it computes is the same."""
    tree = ast.parse(answer)
    functions = {node.name: node for node in tree.body}
    host, draw = functions.pop("translated"), Draw()
    asked, variables, known = (
        Asked(prompt, draw),
        {name: Variables(node) for name, node in functions.items()},
        received(functions, host),
    )
    pointers = {name: pointer_names(function, known[name]) for name, function in functions.items()}
    wanted, copies, cuts = (
        {},
        {},
        {},
    )  # of the variables; the last two are the statements to leave out, and those to add
    for name, function in functions.items():
        kernel = Kernel(function, functions, variables, known[name], asked, draw)
        wanted[name] = kernel.names()
        copies[name] = kernel.copies(wanted[name])
        wanted[name] |= {copy: wanted[name][variables[name].of[read]] for copy, read in copies[name].items()}
        wanted[name] |= {
            binding: pointers[name][called(binding)]
            for binding in variables[name].bindings
            if called(binding) in pointers[name]
        }
        cuts |= {
            statement: [(part, f"{v}_at_{statement.lineno}") for part, v in parts]
            for statement, parts in kernel.cuts(wanted[name]).items()
        }
    if cuts:
        answer, twins = cut_apart(answer, tree, cuts)
        tree, host, new = (
            twins[tree],
            twins[host],
            {variable for parts in cuts.values() for _, variable in parts},
        )
        copies = {
            name: {twins[copy]: twins[read] for copy, read in ours.items()} for name, ours in copies.items()
        }
        variables = {name: Variables(twins[function]) for name, function in functions.items()}
        for name, ours in wanted.items():
            wanted[name] = {twins[binding]: v for binding, v in ours.items()}
            wanted[name] |= {
                binding: called(binding).split("_")[0]
                for binding in variables[name].bindings
                if called(binding) in new
            }
    edits = host_edits(host, {parameter.arg: f"a{place}" for place, parameter in enumerate(host.args.args)})
    edits += [edit for name in functions for edit in kernel_edits(variables[name], wanted[name])]
    for call in (node for node in below(tree) if isinstance(node, ast.Call)) if "_ptr=" in answer else ():
        renamed = pointers.get(callee(call), {})
        edits += [renaming(word, renamed[word.arg]) for word in call.keywords if word.arg in renamed]
    result = re.sub(r"\n +(\w+) = \1(?:  #.*)?(?=\n)", "", edited(answer, edits))
    after = {node: Variables(node) for node in ast.parse(result).body if node.name != "translated"}
    for node, ours in after.items():
        assert structure(ours) == structure(variables[node.name], copies[node.name]), (
            f"other variables in {node.name}:\n{result}"
        )
    return sorted_statements(result, after)


def main(arguments):
    """Names the answers of a corpus; returns the exit code."""
    if len(arguments) != 2:
        print(__doc__.split("\n")[2].strip(), file=sys.stderr)
        return 2
    csv.field_size_limit(sys.maxsize)
    torch.set_num_threads(1)  # tiny tensors
    source, target = map(Path, arguments)
    with (
        open(source, newline="") as file,
        replacing(target) as partial,
        open(partial, "w", newline="") as out,
    ):
        rows = csv.DictReader(file)
        writer = csv.DictWriter(out, rows.fieldnames, lineterminator="\n")
        writer.writeheader()
        with progress(None, "row", "naming") as bar:
            for row in rows:
                try:
                    row["answer"] = named(row["answer"], row["prompt"])
                except (
                    AssertionError
                ) as error:  # our mistake, in one row of many: it stays as it is, and is told
                    bar.write(f"{row['prompt']}\n{error}")
                writer.writerow(row)
                bar.update()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
