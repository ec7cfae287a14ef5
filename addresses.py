"""Where an answer reads and writes, told from its text at small sizes: no line of it is executed, and there are no data.

    fault(answer, question)    # None, or (line, reason): of what reads outside an argument, elsewhere in one than the question does, ...

The host function's shapes, strides and launches are computed as it says, its tensors without data; then each kernel's integers, masks and
pointers, program by program. Of the values that it loads only this is known: which element of an argument stands in which lane. Operations on
elements keep that, sums and products lose it. So at a store it is seen which elements a result is made of, and the question tells which it is
to be made of. What cannot be followed (an address that data make, a loop without end) is passed over, and verify.py says whether it is right.

Contents: 1 what is known of data, 2 expressions, 3 the host function, 4 kernels, 5 what is asked, 6 an answer.
"""
import ast
import functools
import itertools
import math
import operator
import re
from dataclasses import dataclass, field

import torch
import triton

import graph
import names
import verify

MOST_PROGRAMS, MOST_STEPS = 24, 3000    # of a launch, evenly spaced; statements of a launch
SIZES = 2                               # how many sets of them
NONE = -1                               # in a lane: no element of this argument


class Unreadable(Exception):
    """What this module does not follow."""


class Found(Exception):
    """Ends the reading of an answer: (line, reason)."""


# ---- 1 what is known of data ------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Data:
    """Values that nobody knows. `sources` {argument, or part of one: which of its elements each lane is made of, NONE where of none; or None
    where of several}."""
    sources: dict = field(default_factory=dict)

    def mapped(self, function):
        return Data({key: lanes if lanes is None else function(lanes) for key, lanes in self.sources.items()})

    def of_several(self):
        return Data(dict.fromkeys(self.sources))


@dataclass(frozen=True)
class Pointer:
    """Into the storage of a tensor of the host, `at` elements from its beginning: a number, a tensor of lanes, or None where nobody knows."""
    tensor: torch.Tensor
    at: object


def merged(parts):
    """Data made of the same lanes of several values."""
    sources = {}
    for key, lanes in (item for part in parts if isinstance(part, Data) for item in part.sources.items()):
        if key in sources and sources[key] is not None and lanes is not None:
            one, two = torch.broadcast_tensors(sources[key], lanes)
            lanes = one.maximum(two) if bool(((one == two) | (one == NONE) | (two == NONE)).all()) else None
        sources[key] = None if sources.get(key, lanes) is None else lanes
    return Data(sources)


def chosen(condition, *two):
    """Data of which each lane is that of one or the other value."""
    two = [part.sources if isinstance(part, Data) else {} for part in two]
    none = torch.tensor(NONE)
    pairs = {key: [sources.get(key, none) for sources in two] for sources in two for key in sources}
    return Data({key: None if any(lanes is None for lanes in pair) else torch.where(condition, *pair) for key, pair in pairs.items()})


# ---- 2 expressions ----------------------------------------------------------------------------------------------

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv,
             ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.LShift: operator.lshift,
             ast.RShift: operator.rshift, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
             ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.USub: operator.neg, ast.Not: operator.not_, ast.UAdd: operator.pos}
BUILTINS = {function.__name__: function for function in (min, max, int, float, bool, len, sum, abs, range, list, tuple, sorted, all, any)}


class Reader:
    """Computes the statements and expressions that host functions and kernels share; a scope is {name: value}."""

    def __init__(self, functions):
        self.functions, self.steps = functions, 0

    def block(self, statements, scope):
        """Runs through statements; (what is returned,), or None."""
        for statement in statements:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise Unreadable("it takes long")
            returned = getattr(self, f"do_{type(statement).__name__}", self.refuse)(statement, scope)
            if returned:
                return returned
        return None

    def refuse(self, node, scope):
        raise Unreadable(type(node).__name__)

    def do_Expr(self, node, scope):
        self.of(node.value, scope)

    def do_Return(self, node, scope):
        return (self.of(node.value, scope) if node.value else None,)

    def do_Assign(self, node, scope):
        for target, value in [(target, self.of(value, scope)) for target, value in names.assigned(node)]:
            self.bind(target, value, scope)

    def do_AnnAssign(self, node, scope):
        self.bind(node.target, self.of(node.value, scope), scope)

    def do_AugAssign(self, node, scope):
        self.bind(node.target, self.combined(node.op, self.of(ast.Name(node.target.id), scope), self.of(node.value, scope)), scope)

    def do_For(self, node, scope):
        for turn in self.of(node.iter, scope):
            self.bind(node.target, turn, scope)
            self.block(node.body, scope)

    def do_If(self, node, scope):
        test = self.of(node.test, scope)
        if isinstance(test, (Data, torch.Tensor)):
            raise Unreadable("a branch that lanes decide")
        return self.block(node.body if test else node.orelse, scope)

    def bind(self, target, value, scope):
        if isinstance(target, ast.Tuple):
            values = list(value)
            first = next((place for place, part in enumerate(target.elts) if isinstance(part, ast.Starred)), None)
            if first is not None:   # a, *b, c = ..
                last = len(values) - (len(target.elts) - first - 1)
                values[first:last] = [values[first:last]]
            for part, one in zip(target.elts, values, strict=True):
                self.bind(getattr(part, "value", part), one, scope)
        else:
            scope[target.id] = value

    def of(self, node, scope):
        return getattr(self, f"of_{type(node).__name__}", self.refuse)(node, scope)

    def of_Constant(self, node, scope):
        return node.value

    def of_Name(self, node, scope):
        if node.id not in scope:
            raise Unreadable(node.id)
        return scope[node.id]

    def of_Tuple(self, node, scope):
        parts = [self.of(part.value, scope) if isinstance(part, ast.Starred) else [self.of(part, scope)] for part in node.elts]
        return tuple(itertools.chain.from_iterable(parts))

    of_List = of_Tuple

    def of_BinOp(self, node, scope):
        return self.combined(node.op, self.of(node.left, scope), self.of(node.right, scope))

    def of_UnaryOp(self, node, scope):
        return self.combined(node.op, self.of(node.operand, scope))

    def of_Compare(self, node, scope):
        parts = [self.of(part, scope) for part in (node.left, *node.comparators)]
        results = [self.combined(op, *pair) for op, pair in zip(node.ops, itertools.pairwise(parts))]
        return results[0] if len(results) == 1 else all(results)

    def of_BoolOp(self, node, scope):
        value = None
        for part in node.values:
            value = self.of(part, scope)
            if isinstance(value, (Data, torch.Tensor)):
                raise Unreadable("lanes in a condition")
            if bool(value) is isinstance(node.op, ast.Or):
                break
        return value

    def of_IfExp(self, node, scope):
        return self.of(node.body if self.of(node.test, scope) else node.orelse, scope)

    def of_Slice(self, node, scope):
        return slice(*(part and self.of(part, scope) for part in (node.lower, node.upper, node.step)))

    def of_Subscript(self, node, scope):
        return self.at(self.of(node.value, scope), self.of(node.slice, scope))

    def at(self, value, index):
        return value[index]

    def of_Call(self, node, scope):
        given = list(itertools.chain.from_iterable(self.of(part.value, scope) if isinstance(part, ast.Starred) else [self.of(part, scope)]
                                                   for part in node.args))
        words = {word.arg: self.of(word.value, scope) for word in node.keywords}
        name = ast.unparse(node.func)
        if name in BUILTINS:
            return BUILTINS[name](*given, **words)
        if name in ("triton.cdiv", "tl.cdiv"):
            return self.combined(ast.FloorDiv(), self.combined(ast.Sub(), self.combined(ast.Add(), *given), 1), given[1])
        if name == "triton.next_power_of_2":
            return triton.next_power_of_2(*given)
        return self.called(node, name, given, words, scope)


# ---- 3 the host function ----------------------------------------------------------------------------------------

class Host(Reader):
    """A host function's tensors, without data, and its `launches` [(kernel, grid, {parameter: argument})]."""

    def __init__(self, functions):
        super().__init__(functions)
        self.launches, self.held = [], []   # held: no storage shall have the address of another

    def combined(self, op, *parts):
        if any(isinstance(part, torch.Tensor) for part in parts) or type(op) not in OPERATORS:
            raise Unreadable("arithmetic on a tensor")
        return OPERATORS[type(op)](*parts)

    def of_Attribute(self, node, scope):
        text = ast.unparse(node)
        if text.split(".")[0] in ("torch", "math"):
            return getattr({"torch": torch, "math": math}[text.split(".")[0]], node.attr)
        value = self.of(node.value, scope)
        if node.attr not in verify.HOST.values[""]:
            raise Unreadable(node.attr)
        return getattr(value, node.attr)

    def called(self, node, name, given, words, scope):
        if isinstance(node.func, ast.Subscript):
            function, grid = self.functions[node.func.value.id], self.of(node.func.slice, scope)
            parameters = [parameter.arg for parameter in function.args.args]
            arguments = dict(zip(parameters, given)) | {word: value for word, value in words.items() if word in parameters}
            return self.launches.append((function, grid if isinstance(grid, tuple) else (grid,), arguments))
        owner, attribute = (ast.unparse(node.func.value), node.func.attr) if isinstance(node.func, ast.Attribute) else ("", name)
        if owner == "math" and attribute in verify.HOST.calls["math"]:
            return getattr(math, attribute)(*given, **words)
        if owner == "torch" and attribute in verify.HOST.calls["torch"]:
            words |= {"device": "meta"} if attribute not in ("broadcast_shapes", "Size", "finfo", "iinfo") else {}
            return self.hold(getattr(torch, attribute)(*given, **words))
        if owner and attribute in verify.HOST.calls[""]:
            value = self.of(node.func.value, scope)
            if isinstance(value, (torch.Tensor, tuple, torch.finfo)):
                return self.hold(getattr(value, attribute)(*given, **words))
        raise Unreadable(name)

    def hold(self, value):
        self.held.append(value)
        return value


# ---- 4 kernels --------------------------------------------------------------------------------------------------

def storage(tensor):
    """What tells a storage from others."""
    return tensor.untyped_storage()._cdata


SAME = {"multiple_of", "max_contiguous", "max_constancy"}
SHAPES = {"expand_dims", "broadcast_to", "reshape", "view", "trans", "permute", "ravel"}
LOST = {"sum", "max", "min", "argmax", "argmin", "reduce", "dot", "cumsum", "cumprod", "associative_scan", "sort", "gather", "topk", "xor_sum", "reduce_or",
        "histogram", "flip", "join", "split", "interleave", "cat", "dot", "atomic_add", "atomic_max", "atomic_min", "rand", "randn"}
WHOLE_NUMBERS = {"minimum": torch.minimum, "maximum": torch.maximum}


class Program(Reader):
    """One program of a kernel: what it loads from arguments, and in `stores` [(tensor, elements, Data, line)] what it writes."""

    def __init__(self, functions, place, grid, arguments, named):
        super().__init__(functions)
        self.place, self.grid, self.arguments, self.named = place, (*grid, 1, 1), arguments, named   # {storage: (name, elements)}; {name: argument}
        self.stores, self.lines = [], {}

    def combined(self, op, *parts):
        pointer = next((part for part in parts if isinstance(part, Pointer)), None)
        if pointer:
            other = next((part for part in parts if part is not pointer), 0)
            known = pointer.at is not None and not isinstance(other, Data)
            return Pointer(pointer.tensor, self.combined(op, pointer.at, other) if known else None)
        if any(isinstance(part, (Data, float)) for part in parts) or isinstance(op, ast.Div) and any(isinstance(part, torch.Tensor) for part in parts):
            return merged(parts) if any(isinstance(part, (Data, torch.Tensor)) for part in parts) else OPERATORS[type(op)](*parts)
        if isinstance(op, ast.Invert):
            return ~parts[0]
        if isinstance(op, ast.Not) and isinstance(parts[0], torch.Tensor):
            return ~parts[0].bool()
        return OPERATORS[type(op)](*parts)

    def do_For(self, node, scope):
        for turn in self.of(node.iter, scope):
            before = dict(scope)
            self.bind(node.target, turn, scope)
            self.block(node.body, scope)
            # What the next turn finds has been made of this one's lanes, and of which of those before nobody says.
            scope |= {name: value.of_several() for name, value in scope.items() if isinstance(value, Data) and value is not before.get(name)}

    def bind(self, target, value, scope):
        name = getattr(target, "id", "")
        if isinstance(value, Data) and self.named.get(name) in value.sources and len(value.sources) == 1:   # v0 = tl.load(..): a part of a0
            self.lines[name] = target.lineno
            value = Data({name: value.sources[self.named[name]]})
        super().bind(target, value, scope)

    def at(self, value, index):
        if isinstance(value, Data):
            return value.mapped(lambda lanes: lanes[index] if lanes.dim() else lanes)
        if isinstance(value, Pointer):
            return Pointer(value.tensor, value.at[index] if isinstance(value.at, torch.Tensor) else value.at)
        return value[index] if isinstance(value, (torch.Tensor, tuple)) else value

    def of_Attribute(self, node, scope):
        text = ast.unparse(node)
        if text.startswith("tl."):
            return text
        value = self.of(node.value, scope)
        if node.attr == "T" and isinstance(value, Data):
            return value.mapped(lambda lanes: lanes.mT)
        if node.attr == "value":
            return value
        raise Unreadable(node.attr)

    def called(self, node, name, given, words, scope):
        if name in self.functions:
            function = self.functions[name]
            parameters = [parameter.arg for parameter in function.args.args]
            returned = self.block(function.body, dict(zip(parameters, given)) | words)
            return returned[0] if returned else None
        method = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) not in ("tl", "tl.math")
        given = [self.of(node.func.value, scope), *given] if method else given
        name = name.split(".")[-1]
        if hasattr(self, f"tl_{name}"):
            return getattr(self, f"tl_{name}")(*given, node=node, **words)
        if name in SAME:
            return given[0]
        if name in LOST:
            return Data()
        if name in WHOLE_NUMBERS and not any(isinstance(part, (Data, float)) for part in given):
            return WHOLE_NUMBERS[name](*map(torch.as_tensor, given))
        if name in verify.KERNEL.calls["tl"] and name not in SHAPES:
            return merged(given)
        raise Unreadable(name)

    def tl_program_id(self, axis, node):
        return self.place[axis]

    def tl_num_programs(self, axis, node):
        return self.grid[axis]

    def tl_arange(self, start, end, node):
        return torch.arange(start, end)

    def tl_range(self, *bounds, node, **words):
        return range(*(int(bound) for bound in bounds))

    tl_static_range = tl_range

    def tl_to(self, value, dtype, node, **words):
        whole = "int" in str(dtype)
        return value if whole or isinstance(value, (Data, Pointer)) else Data()

    def tl_zeros(self, *shape, node, **words):
        return Data()

    tl_full = tl_zeros_like = tl_zeros

    def tl_where(self, condition, one, other, node):
        if isinstance(condition, Data):
            return merged((condition, one, other))
        if any(isinstance(part, (Data, float)) for part in (one, other)):
            return chosen(torch.as_tensor(condition) != 0, one, other)
        return torch.where(torch.as_tensor(condition) != 0, torch.as_tensor(one), torch.as_tensor(other))

    def tl_expand_dims(self, value, axis, node):
        return value.mapped(lambda lanes: lanes.unsqueeze(axis)) if isinstance(value, Data) else value.unsqueeze(axis)

    def tl_broadcast_to(self, value, *shape, node, **words):
        return value

    def tl_trans(self, value, *order, node):
        return value.mapped(lambda lanes: lanes.mT if lanes.dim() == 2 else lanes) if isinstance(value, Data) and not order else Data()

    def tl_load(self, pointer, mask=True, other=None, node=None, **words):
        name, elements = self.arguments.get(storage(pointer.tensor), ("", pointer.tensor.untyped_storage().nbytes() // pointer.tensor.element_size()))
        if pointer.at is None or isinstance(mask, Data):
            return Data()
        lanes, mask = torch.broadcast_tensors(torch.as_tensor(pointer.at), torch.as_tensor(mask))
        if bool((mask & ((lanes < 0) | (lanes >= elements))).any()):
            raise Found(node.lineno, f"{name or 'a tensor'} is read outside")
        self.lines.setdefault(name, node.lineno)
        return Data({name: torch.where(mask, lanes, NONE)}) if name else Data()

    def tl_store(self, pointer, value, mask=True, node=None, **words):
        if pointer.at is None or isinstance(mask, Data):
            return self.stores.append((pointer.tensor, None, Data(), node.lineno))
        lanes, mask = torch.broadcast_tensors(torch.as_tensor(pointer.at), torch.as_tensor(mask))
        self.stores.append((pointer.tensor, torch.where(mask, lanes, NONE), value if isinstance(value, Data) else Data(), node.lineno))

    tl_atomic_add = tl_atomic_max = tl_atomic_min = lambda self, pointer, *rest, node, **words: self.stores.append((pointer.tensor, None, Data(), node.lineno))


# ---- 5 what is asked --------------------------------------------------------------------------------------------

MOVES = graph.VIEWS | {"cat", "stack", "repeat", "repeat_interleave", "roll", "flip", "tril", "triu", "diag_embed", "pixel_shuffle", "pixel_unshuffle",
                       "channel_shuffle"}


def sources_of(value, found, known, sizes):
    """{argument or part of one: which of its elements stands where in a value}, of a Value whose operands are in `found`."""
    row, parts = graph.OPS[value.op], [operand for operand in graph.flat(value.operands) if isinstance(operand, graph.Value)]
    shape = known[id(value)].shape
    if row.kind == "pointwise" and value.op != "glu":
        return {key: lanes if lanes is None else lanes.broadcast_to(shape)
                for key, lanes in merged([Data({key: lanes if lanes is None else lanes.broadcast_to(shape) for key, lanes in found[id(part)].items()})
                                          for part in parts]).sources.items()}
    if value.op not in MOVES:
        return {}
    sources = {}
    for key in {key for part in parts for key in found[id(part)]}:
        lanes = {id(part): found[id(part)].get(key, torch.full(known[id(part)].shape, NONE)) for part in parts}
        several = any(one is None for one in lanes.values())
        sources[key] = None if several else graph.execute(value, {place: one + 1 for place, one in lanes.items()}, sizes, "cpu") - 1   # 0 fills
    if value.op in names.PARTS and names.whole_of(value.operands[0]).op == "argument":
        sources = {value.name: lanes for lanes in sources.values()}
    return sources


class Asked:
    """A question at small sizes: its arguments without data, what it returns, and of which elements that is made."""

    def __init__(self, text, seed):
        self.question = question = graph.parse(text)
        self.sizes = graph.small_sizes(question, seed)
        known = question.shapes(self.sizes)
        found = {id(value): {f"a{place}": torch.arange(known[id(value)].numel()).reshape(known[id(value)].shape)} for place, value in enumerate(question.inputs)}
        for value in question.values:
            found[id(value)] = sources_of(value, found, known, self.sizes)
        self.outputs = [(known[id(value)], found[id(value)]) for value in question.outputs]
        self.named = {f"a{place}": f"a{place}" for place in range(question.arity)}
        self.named |= {value.name: names.whole_of(value.operands[0]).name for value in question.values
                       if value.op in names.PARTS and names.whole_of(value.operands[0]).op == "argument"}


@functools.lru_cache(maxsize=128)
def asked_of(question, seed):
    return Asked(question, seed)


# ---- 6 an answer ------------------------------------------------------------------------------------------------

def allocated(host, result):
    """The line that gives a variable that is returned its last value."""
    names_in = {node.id for node in names.below(result) if isinstance(node, ast.Name)}
    return max((target.lineno for target, _ in names.assignments(host.body) if getattr(target, "id", "") in names_in), default=result.lineno)


def programs(grid):
    """The places of some programs of a grid, evenly spaced, and whether they are all."""
    count = math.prod(grid)
    chosen = sorted({i * (count - 1) // max(1, MOST_PROGRAMS - 1) for i in range(MOST_PROGRAMS)}) if count > MOST_PROGRAMS else range(count)
    sizes = (*grid, 1, 1)
    return [(i % sizes[0], i // sizes[0] % sizes[1], i // sizes[0] // sizes[1]) for i in chosen], count <= MOST_PROGRAMS


def check_store(program, tensor, lanes, data, line, results, written):
    """Raises Found where what a program stores into a result is made of other elements than it is to be made of."""
    if storage(tensor) not in results:
        return
    places, (shape, expected) = results[storage(tensor)]
    if lanes is None:
        written.pop(storage(tensor), None)   # nobody knows where
        return
    if bool((lanes >= len(places)).any()):
        raise Found(line, "a result is written outside")
    mask, at = lanes != NONE, places[lanes.clamp(min=0)]
    if storage(tensor) in written:
        written[storage(tensor)][0][at[mask]] = True
    for key, ours in data.sources.items():
        if ours is None or expected.get(key) is None:
            continue
        wanted = expected[key].reshape(-1)[at.clamp(min=0)]
        wrong = mask & (wanted != NONE) & (ours != NONE) & (wanted != ours)
        if bool(wrong.any()):
            raise Found(program.lines.get(key, line), f"{key} is read elsewhere")


def read(answer, asked):
    """Raises Found where an answer cannot be right, Unreadable where it cannot be followed."""
    functions = {node.name: node for node in ast.parse(answer).body if isinstance(node, ast.FunctionDef)}
    function = functions.pop("translated")
    host, arguments = Host(functions), asked.question.metas(asked.sizes)
    returned = host.block(function.body, dict(zip((parameter.arg for parameter in function.args.args), arguments)))
    tensors = returned[0] if isinstance(returned[0], (tuple, list)) else [returned[0]]
    shown = function.body[-1].value if isinstance(function.body[-1], ast.Return) else function
    parts = shown.elts if isinstance(shown, ast.Tuple) else [shown]
    results, written = {}, {}
    for tensor, part, (shape, expected) in zip(tensors, parts, asked.outputs):
        if tensor.shape != shape.shape or tensor.dtype != shape.dtype:
            raise Found(allocated(function, part), f"a result is {tuple(tensor.shape)} {tensor.dtype}, not {tuple(shape.shape)} {shape.dtype}")
        elements = tensor.untyped_storage().nbytes() // tensor.element_size()
        places = torch.full((elements,), NONE)
        places[torch.arange(elements).as_strided(tensor.shape, tensor.stride(), tensor.storage_offset()).reshape(-1)] = torch.arange(tensor.numel())
        results[storage(tensor)] = places, (shape, expected)
        written[storage(tensor)] = torch.zeros(tensor.numel(), dtype=torch.bool), allocated(function, part)
    known = {storage(tensor): (f"a{place}", tensor.numel()) for place, tensor in enumerate(arguments)}
    for kernel, grid, given in host.launches:
        scope = {name: Pointer(value, value.storage_offset()) if isinstance(value, torch.Tensor) else value for name, value in given.items()}
        chosen_programs, complete = programs(grid)
        for place in chosen_programs:
            program = Program(functions, place, grid, known, asked.named)
            program.block(kernel.body, dict(scope))
            for store in program.stores:
                check_store(program, *store, results, written)
                if not complete:
                    written.pop(storage(store[0]), None)
    for done, line in written.values():
        if not bool(done.all()):
            raise Found(line, "not all of a result is written")


CONFUSED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RuntimeError)


@torch.inference_mode()
def fault(answer, question):
    """(line, reason) of a line that cannot be right, or None: also where the answer cannot be followed."""
    for seed in range(SIZES):
        try:
            read(answer, asked_of(question, seed))
        except Found as found:
            return found.args
        except (Unreadable, graph.GraphError, *CONFUSED):
            continue
    return None
