"""proofreading."""

from python_to_triton.static_checks import naming
from python_to_triton.static_checks import accesses
from python_to_triton.verification import sandbox
from python_to_triton import verification
from python_to_triton import frontend
import ast
import functools
import inspect
import re
from collections import defaultdict
from dataclasses import dataclass
import torch
from triton_ops.machine import tl


NAMED = re.compile(r"\b[av]\d+(?=\b|_ptr)")  # what the prompt names


REDUCING = {"reduction", "heavy", "loss"}


@dataclass(frozen=True)
class Fault:
    """The first line that cannot be right, counted from 1, and why."""

    line: int
    reason: str


class Found(Exception):
    """Ends the reading of an answer: this is its Fault."""

    def __init__(self, line, reason):
        super().__init__(reason)
        self.fault = Fault(line, reason)


def moves(value):
    """Whether a value has elements of one other, each somewhere."""
    return (
        frontend.OPS[value.op].kind == "movement"
        and value.op != "embedding"
        and isinstance(value.operands[0], frontend.Value)
    )


class Elements(naming.Asked):
    """What is asked, if what moves elements had those of its source: a kernel may compute before it moves."""

    def computed(self, value, known, draw):
        if moves(value):
            return known[id(value.operands[0])]
        return super().computed(value, known, draw)


class Asked(naming.Asked):
    """What is asked: its values; what a line has to compute exactly (`exact`), what no line of one element can be (`reduced`), what is
    gathered from which values (`gathered`), and which argument a part is `cut` from."""

    def __init__(self, prompt, text, draw):
        super().__init__(text, draw)
        self.outputs = prompt.outputs
        self.moved = Elements(text, draw).values
        self.cut = naming.cut_from(prompt)
        self.exact = {*self.values}.difference(self.results).union(
            value.name for value in prompt.values if moves(value)
        )
        self.gathered = {
            value.name: {name for part in value.inputs() for name in (part.name, naming.whole_of(part).name)}
            for value in prompt.values
            if frontend.OPS[value.op].kind in frontend.ANCHOR_KINDS
        }
        self.reduced = {
            value.name
            for value in prompt.values
            if frontend.OPS[value.op].kind in REDUCING and value.at.get("reduction") != "none"
        }

    def may_equal(self, name, value):
        """Whether a value is that of `name`, or would be if nothing had moved."""
        value = value.double().expand(1, 1, -1)
        return any(
            bool(naming.same(value, values[name].double())[0, 0, 0]) for values in (self.values, self.moved)
        )


@functools.lru_cache(maxsize=64)  # many answers to one prompt are read
def asked_of(prompt):
    """(Asked, its Draw)"""
    draw = naming.Draw()
    return Asked(frontend.parse(prompt), prompt, draw), draw


UNKNOWN = torch.full((1, len(naming.POINTS)), torch.nan, dtype=torch.float64)


def is_unknown(value):
    return isinstance(value, torch.Tensor) and bool(value.isnan().all())


class Proof(naming.Reading):
    """A reading in which every name of the prompt has its value there, whatever the kernel has put into it; what is not computed from
    these alone is unknown. Raises Found at the first statement that gives such a name another value."""

    def __init__(self, functions, variables, draw, parts, asked):
        super().__init__(functions, variables, draw, parts)
        self.asked, self.gathering = asked, set()

    def run(self, function, arguments, path=()):
        self.gathering |= {node.target for node in naming.below(function) if isinstance(node, ast.AugAssign)}
        return super().run(function, arguments, path)

    def unknown(self, place, path, *made_of):
        return UNKNOWN if any(isinstance(part, torch.Tensor) for part in made_of) else None

    def combined(self, node, here, function, *parts):
        if any(map(is_unknown, parts)) and not any(isinstance(part, str) for part in parts):
            return UNKNOWN
        return super().combined(node, here, function, *parts)

    def called(self, node, here, parts):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name != "load":
            return super().called(node, here, parts)
        source = self.parts.get(node, parts[0] if parts else None)
        return (
            self.asked.values[source]
            if source in self.asked.values and source not in self.asked.parts
            else UNKNOWN
        )

    def bind(self, target, value, here):
        name = getattr(target, "id", "")
        if not NAMED.fullmatch(name) or name not in self.asked.values or isinstance(value, str):
            return super().bind(target, value, here)
        variables = here[0]
        own = here[1][name] = self.asked.values[name].double()
        if (
            isinstance(value, torch.Tensor)
            and not is_unknown(value)
            and target not in self.gathering
            and not here[2]
        ):
            if name in self.asked.exact:
                if not self.asked.may_equal(name, value):
                    raise Found(target.lineno, f"{name} is something else")
            elif name in self.asked.reduced and variables.bindings[variables.of[target]] == 1:
                raise Found(target.lineno, f"{name} is no function of one element")
        return None


def check_loads(function, loaded, asked):
    """Raises Found where a part of an argument is loaded from another one, or two of its parts from one place."""
    loads = {load: (source, terms) for source, found in loaded.items() for load, terms in found.items()}
    seen = {}
    for target, value in naming.assignments(function.body):
        name, inside = getattr(target, "id", ""), [load for load in naming.below(value) if load in loads]
        if name not in asked.cut or len(inside) != 1:
            continue
        source, terms = loads[inside[0]]
        if asked.cut[name] != source and re.fullmatch(r"a\d+", source):
            raise Found(target.lineno, f"{name} is a part of {asked.cut[name]}, not of {source}")
        key = source, tuple(sorted((factors, count) for factors, count in terms.items() if count))
        if seen.setdefault(key, name) != name:
            raise Found(target.lineno, f"{name} is read where {seen[key]} is")


def check_values(function, functions, variables, known, asked, draw):
    """Raises Found where a name of the prompt gets another value in a kernel."""
    read = naming.Addresses(function, variables[function.name], known)
    check_loads(function, read.loads, asked)
    parts = {
        load: asked.parts[source][place]
        for load, (source, place) in read.parts(asked).items()
        if source in asked.parts
    }
    Proof(functions, variables, draw, parts, asked).run(function, known)


def check_sources(function, asked):
    """Raises Found where what becomes a sum, a softmax or the like is gathered from a value that was to be computed on first."""
    read, whence = (
        defaultdict(set),
        defaultdict(dict),
    )  # of a variable: other variables; {value of the prompt: the line that reads it}
    bound = set()
    for statement in naming.simple_statements(function.body):
        if isinstance(statement, (ast.Assign, ast.AugAssign)):
            target = getattr(
                statement.targets[0] if isinstance(statement, ast.Assign) else statement.target, "id", ""
            )
            bound.add(target)
            for node in naming.below(statement.value):
                if isinstance(node, ast.Name) and node.id in asked.values:
                    whence[target].setdefault(node.id, statement.lineno)
                elif isinstance(node, ast.Name):
                    read[target].add(node.id)
    for name in asked.gathered.keys() & bound:
        reached, fresh = {name}, {name}
        while fresh:
            fresh = set().union(*(read[one] for one in fresh)) - reached
            reached |= fresh
        for source, line in sorted(
            ((source, line) for one in reached for source, line in whence[one].items()),
            key=lambda found: found[1],
        ):
            skipped = [
                part
                for part in sorted(asked.gathered[name] & bound)
                if source != name and source in asked.made_of.get(part, ())
            ]
            if source not in asked.gathered[name] and skipped:
                raise Found(line, f"{name} is made of {skipped[0]}, not of {source}")


def check_read(function, variables):
    """Raises Found where something is computed that nothing reads: no mistake by itself, but there has been one."""
    read = {
        binding
        for node, binding in variables.of.items()
        if isinstance(node, ast.AugAssign) or isinstance(getattr(node, "ctx", None), ast.Load)
    }
    for target, _ in naming.assignments(function.body):
        name = getattr(target, "id", "")
        if name and variables.of[target] not in read and not re.fullmatch(r"a\d+", name):
            raise Found(target.lineno, f"nothing reads this {name}")


@functools.cache
def signature_of(name):
    """What a function of triton.language takes."""
    function = getattr(tl, name)
    return inspect.signature(getattr(function, "fn", function))


def check_calls(function, functions):
    """Raises Found where one of `functions` is called, or launched, or one of Triton's, with other arguments than it takes."""
    for call in (
        node
        for node in naming.below(function)
        if isinstance(node, ast.Call) and naming.callee(node) in functions
    ):
        callee = functions[naming.callee(call)]
        parameters = [parameter.arg for parameter in callee.args.args]
        words = [word.arg for word in call.keywords]
        if any(isinstance(part, ast.Starred) for part in call.args) or None in words:
            continue
        given = parameters[: len(call.args)] + words
        needed = parameters[: len(parameters) - len(callee.args.defaults)]
        if len(call.args) > len(parameters) or len(given) != len(set(given)) or not set(needed) <= set(given):
            raise Found(call.lineno, f"{callee.name} takes {', '.join(parameters)}")
    for call in (
        node
        for node in naming.below(function)
        if isinstance(node, ast.Call) and re.fullmatch(r"tl\.\w+", ast.unparse(node.func))
    ):
        try:
            signature_of(call.func.attr).bind(*call.args, **{word.arg: word for word in call.keywords})
        except TypeError as error:
            raise Found(call.lineno, f"tl.{call.func.attr}: {error}") from None


def returned(host):
    """[expression] that the host function returns at its end."""
    last = host.body[-1]
    if not isinstance(last, ast.Return) or last.value is None:
        return []
    return last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]


def check_results(host, functions, known, asked):
    """Raises Found where as much is not returned as is asked for, or a result is stored in the place of another."""
    results = returned(host)
    if len(results) != len(asked.outputs):
        raise Found(host.body[-1].lineno, f"{len(results)} results are returned for {len(asked.outputs)}")
    buffers = {}
    for result, output in zip(results, asked.outputs):
        whole = naming.whole_of(output)
        single = [node.id for node in naming.below(result) if isinstance(node, ast.Name)]
        if single and whole.name in asked.pointwise:
            buffers[single[0]] = whole.name
    for name, function in functions.items():
        for call in naming.below(function):
            if (
                isinstance(call, ast.Call)
                and ast.unparse(call.func) == "tl.store"
                and len(call.args) > 1
                and isinstance(call.args[1], ast.Name)
            ):
                inside = [
                    known[name].get(node.id)
                    for node in naming.below(call.args[0])
                    if isinstance(node, ast.Name)
                ]
                wanted = {buffers[buffer] for buffer in inside if buffer in buffers}
                stored = call.args[1].id
                if (
                    len(wanted) == 1
                    and stored in asked.values
                    and not asked.may_equal(min(wanted), asked.values[stored])
                ):
                    raise Found(call.lineno, f"{stored} is stored for {min(wanted)}")


def of_check(check, *arguments):
    """[the Fault that a check raises], or []: also where the text is no sense that names.py could read, which the judge will say."""
    try:
        check(*arguments)
    except accesses.CONFUSED:
        return []
    except Found as found:
        return [found.fault]
    except sandbox.Refused as refused:
        line, reason = re.fullmatch(r"(?:line (\d+): )?(.*)", str(refused), re.DOTALL).groups()
        return [Fault(int(line or 1), reason)]
    return []


@functools.lru_cache(maxsize=256)  # answers that are drawn are often the same
@torch.inference_mode()
def first_fault(answer, prompt):
    """The Fault of the first line of an answer that cannot be right, or None."""
    faults = of_check(verification.parse_answer, answer)
    if faults:
        return faults[0]
    faults, tree = of_check(verification.check_source, answer), verification.parse_answer(answer)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    host = functions.pop("translated", None)
    if not host or not functions:
        return min(faults, key=lambda fault: fault.line, default=None)
    (asked, draw), variables = (
        asked_of(prompt),
        {name: naming.Variables(node) for name, node in functions.items()},
    )
    known = naming.received(functions, host)
    for function in (*functions.values(), host):
        faults += of_check(check_calls, function, functions)
    faults += of_check(check_results, host, functions, known, asked)
    for name, function in functions.items():
        faults += of_check(check_sources, function, asked)
        faults += of_check(check_values, function, functions, variables, known[name], asked, draw)
    if not faults and (found := accesses.fault(answer, prompt)):
        return Fault(*found)
    faults = faults or [
        fault for name in functions for fault in of_check(check_read, functions[name], variables[name])
    ]
    return min(faults, key=lambda fault: fault.line, default=None)
