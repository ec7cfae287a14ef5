"""stitching."""

import ast
import collections
import inspect
import keyword
import linecache
import re
import sys
import textwrap
import torch
import torch.nn as nn
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
)
from python_to_triton.frontend.programs import NAMES, inputs_of
from python_to_triton.frontend.recorder import describe
from python_to_triton.frontend.regions import Region, letters_in_values, on_host, regions, steps
from python_to_triton.frontend.values import Value
from python_to_triton.frontend.vocabulary import GraphError


def open_brackets(line):
    """Columns of the brackets that a line leaves open."""
    places = []
    for column, character in enumerate(line):
        if character in "([{":
            places.append(column)
        elif character in ")]}" and places:
            places.pop()
    return places


def realigned(lines, before):
    """Lines whose names have become longer, with what was aligned to a bracket in `before`, the same lines, aligned to it again."""
    shift, aligned = {}, []
    for line, old in zip(lines, before):
        margin = len(old) - len(old.lstrip())
        if margin in shift and old.strip():
            line = " " * (margin + shift[margin]) + line.lstrip()
        else:
            shift = {}
        shift |= {column + 1: now - column for column, now in zip(open_brackets(old), open_brackets(line))}
        aligned.append(line)
    return aligned


def renamed_answer(source, entry):
    """The definitions of an answer with `entry_` before their names, `translated` itself becoming `entry`; no imports."""
    nodes = ast.parse(source).body
    own = [node.name for node in nodes if isinstance(node, ast.FunctionDef)]
    lines, start, blocks = source.split("\n"), 0, []
    for node in nodes:
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            blocks.append("\n".join(lines[start : node.end_lineno]).strip("\n"))
        start = node.end_lineno
    text = before = "\n\n\n".join(blocks)
    for name in own if entry != "translated" else []:
        text = re.sub(
            rf"(?<![\w.\"']){name}(?!\w)(?!\s*=[^=])",
            entry if name == "translated" else f"{entry}_{name}",
            text,
        )
    return "\n".join(realigned(text.split("\n"), before.split("\n")))


def user_names(graph, inputs):
    """{a0: what its program calls the first of `inputs`, ...} of those that are arguments: x, and of a parameter the last part of its path, or all of it
    where another one of them ends so."""
    tensors = iter(graph.source.tensors if graph.source else ())
    known = {argument.name: argument.origin or next(tensors, "") for argument in graph.arguments}
    paths = {f"a{place}": known[name] for place, name in enumerate(inputs) if name in known}
    last = [path.rpartition(".")[2] for path in paths.values()]
    words = {
        name: word if last.count(word) == 1 else path.replace(".", "_")
        for (name, path), word in zip(paths.items(), last)
    }
    return {name: word for name, word in words.items() if word.isidentifier() and not keyword.iskeyword(word)}


def with_names(text, names):
    """A text in which a0, a0_ptr and a0_ptrs are called by `names` {a0: x}, unless one of them would get a name that is taken."""
    before = text
    for name, word in names.items():
        ours, taken = (set(re.findall(rf"(?<![\w.]){either}(_ptrs?|)\b", text)) for either in (name, word))
        if not ours & taken:
            text = re.sub(rf"(?<![\w.]){name}(?=(_ptrs?)?\b)", word, text)
    return "\n".join(realigned(text.split("\n"), before.split("\n")))


def access(model, path):
    """`self.net[0].weight` for the path net.0.weight of a model, `getattr(self, "0")` where Python has no shorter word for it."""
    text = "self"
    for part in path.split("."):
        inner = getattr(model, part)
        if (
            isinstance(model, (nn.Sequential, nn.ModuleList, nn.ParameterList))
            and part.isdigit()
            and model[int(part)] is inner
        ):
            text += f"[{part}]"
        else:
            text = (
                f"{text}.{part}"
                if part.isidentifier() and not keyword.iskeyword(part)
                else f"getattr({text}, {part!r})"
            )
        model = inner
    return text


def with_body(lines, function, statements):
    """Replaces, in the lines of a source, the body of a function by these. Signature and docstring stay as written."""
    first, last = function.body[0], function.body[-1]
    if first.lineno == function.lineno:
        statements = [
            lines[first.lineno - 1][: first.col_offset].rstrip(),
            *(" " * (function.col_offset + 4) + line for line in statements),
        ]
        lines[first.lineno - 1 : last.end_lineno] = statements
        return
    documented = (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    )
    start = first.end_lineno if documented else first.lineno - 1
    lines[start : last.end_lineno] = [" " * first.col_offset + line for line in statements]


def bound_names(node):
    """The names that a top-level statement defines."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(a.asname or a.name).split(".")[0] for a in node.names}
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def used_names(node):
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def kept_statements(source, roots):
    """[(text, statement), ...] of what the names `roots` need of a source, in its order."""
    tree_, lines = ast.parse(source), source.split("\n")
    wanted, kept = set(roots), set()
    while True:
        more = [node for node in tree_.body if node not in kept and bound_names(node) & wanted]
        if not more:
            break
        for node in more:
            kept.add(node)
            wanted |= used_names(node)

    def text(node):
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
        return "\n".join(lines[first - 1 : node.end_lineno])

    return [(text(node), node) for node in tree_.body if node in kept]


def cut(source, nodes, instead=None):
    """The source without these functions, and with the line `instead` in the place of the last."""
    lines = source.split("\n")
    for node in nodes[::-1]:
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1
        while first > 0 and not lines[first - 1].strip():
            first -= 1
        lines[first : node.end_lineno] = [] if instead is None else [instead]
    return "\n".join(lines)


def without_methods(source, name):
    """The source of a class without the methods that neither its constructor nor its forward can reach."""
    target = next(
        node for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == name
    )
    methods = {node.name: node for node in target.body if isinstance(node, ast.FunctionDef)}
    reached, queue = set(), [m for m in methods if m.startswith("__") or m == "forward"]
    while queue:
        method = queue.pop()
        if method not in reached:
            reached.add(method)
            queue += [
                n.attr
                for n in ast.walk(methods[method])
                if isinstance(n, ast.Attribute) and n.attr in methods
            ]
    return cut(source, [methods[m] for m in methods if m not in reached])


def calls_itself(tree_):
    """Whether a constructor of a source calls a module that it has just built, say to see how large its output is."""
    called = [
        n.func
        for f in ast.walk(tree_)
        if isinstance(f, ast.FunctionDef) and f.name == "__init__"
        for n in ast.walk(f)
        if isinstance(n, ast.Call)
    ]
    methods = {f.name for f in ast.walk(tree_) if isinstance(f, ast.FunctionDef)} | set(dir(nn.Module))
    return any(
        isinstance(f, ast.Attribute)
        and isinstance(f.value, ast.Name)
        and f.value.id == "self"
        and f.attr not in methods
        for f in called
    )


def without_forwards(source, names):
    """The source of the classes `names`, of which a translation uses the parameters alone, without their forwards and what only these mention."""
    tree_ = ast.parse(source)
    while not calls_itself(tree_):
        mentioned = {n.attr for n in ast.walk(tree_) if isinstance(n, ast.Attribute)}
        mentioned |= {
            n.value for n in ast.walk(tree_) if isinstance(n, ast.Constant) and isinstance(n.value, str)
        }
        methods = [
            (c, node)
            for c in tree_.body
            if isinstance(c, ast.ClassDef) and c.name in names
            for node in c.body
            if isinstance(node, ast.FunctionDef)
        ]
        dead = [
            (c, node)
            for c, node in methods
            if node.name == "forward" or not node.name.startswith("__") and node.name not in mentioned
        ]
        if not dead:
            break
        c, node = dead[-1]
        source = cut(source, [node], " " * node.col_offset + "pass" if c.body == [node] else None)
        tree_ = ast.parse(source)
    return source


def calling(graph):
    """The statements that check the constants, call `translated` and give the result its structure."""
    program, names = graph.source, iter(graph.source.tensors)
    lines = []
    counts = {
        path: len(item)
        for path, item in zip(program.parameters, program.inputs or ())
        if isinstance(item, (list, tuple))
    }
    counts |= collections.Counter(path.partition("[")[0] for path in program.parameters if "[" in path)
    for path, count in counts.items():
        lines += [
            f"if len({path}) != {count}:",
            f'    raise ValueError(f"this translation is for {count} of {path}, not {{len({path})}}")',
        ]
    for path, item in program.leaves():
        if not isinstance(item, torch.Tensor) and item is not None:
            lines += [
                f"if {path} != {item!r}:",
                f'    raise ValueError(f"this translation is for {path} = {item!r}, not {{{path}}}")',
            ]
    inputs = [a for a in graph.arguments if not a.origin]
    for path, argument in zip(program.tensors, inputs):
        for d, n in enumerate(argument.dims):
            if isinstance(n, int) and n > 1:
                lines += [
                    f"if {path}.shape[{d}] != {n}:",
                    f'    raise ValueError("this translation is for {path}.shape[{d}] == {n}")',
                ]
    given = ", ".join(
        access(program.function, a.origin) if a.origin else next(names) for a in graph.arguments
    )
    head = "results = translated(" if program.template else "return translated("
    first, *more = textwrap.wrap(f"{given})", 120, break_long_words=False)
    lines += [head + first, *(" " * len(head) + line for line in more)]
    return [*lines, f"return {program.template}"] if program.template else lines


def inherited_forward(program, target, lines, statements):
    """Adds a forward to a class that inherits one; its signature stays, without annotations."""
    signature = inspect.signature(inspect.unwrap(type(program.function).forward))
    bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    first, indent, end = target.body[0], " " * (target.col_offset + 4), target.end_lineno
    if first.lineno == target.lineno:
        line, body = lines[end - 1].split(":", 1)
        lines[end - 1 : end], end = [f"{line}:", indent + body.strip()], end + 1
    head = f"{indent}def forward{signature.replace(parameters=bare, return_annotation=signature.empty)}:"
    forward = [head, *(f"{indent}    {line}" for line in statements)]
    if isinstance(first, ast.Pass):
        lines[end - 1 : end] = forward
    else:
        lines[end:end] = ["", *forward]


def model_wrapper(program, statements):
    """The source of the user's class as ModelNew, whose forward is these statements. ValueError where more than its forward is called."""
    lines, tree_ = program.source.split("\n"), ast.parse(program.source)
    target = next(node for node in tree_.body if isinstance(node, ast.ClassDef) and node.name == program.name)
    forward = next(
        (node for node in target.body if isinstance(node, ast.FunctionDef) and node.name == "forward"), None
    )
    model = program.function
    if (
        "forward" in vars(model)
        or type(model).__call__ is not nn.Module.__call__
        or model._forward_hooks
        or model._forward_pre_hooks
    ):
        raise GraphError(
            f"a call of {program.name} runs more than the forward of its class, or another; only its graph can be translated"
        )
    named = [node for node in ast.walk(target) if isinstance(node, ast.Name) and node.id == program.name]
    for node in sorted(
        named, key=lambda node: -node.col_offset
    ):  # a change moves what comes after it in its line
        before, after = (
            lines[node.lineno - 1][: node.col_offset],
            lines[node.lineno - 1][node.end_col_offset :],
        )
        lines[node.lineno - 1] = before + "ModelNew" + after
    lines[target.lineno - 1] = re.sub(
        rf"class\s+{program.name}\b", "class ModelNew", lines[target.lineno - 1]
    )
    if forward is None:
        inherited_forward(program, target, lines, statements)
    else:
        with_body(lines, forward, statements)
        for decorator in forward.decorator_list[::-1]:  # what they do is in the graph
            del lines[decorator.lineno - 1 : decorator.end_lineno]
    others = {kind.__name__ for module in model.modules() for kind in type(module).__mro__} - {
        "ModelNew",
        program.name,
    }
    return without_forwards(without_methods("\n".join(lines), "ModelNew"), others), "ModelNew"


def function_wrapper(program, statements):
    """The user's source with the body of the function replaced by these statements, its decorators gone."""
    source = textwrap.dedent(program.source).strip("\n")
    function = next(
        (
            node
            for node in ast.parse(source).body
            if isinstance(node, ast.FunctionDef) and node.name == program.name
        ),
        None,
    )
    if function is None or program.name == "translated":
        return "", ""
    lines = source.split("\n")
    with_body(lines, function, statements)
    for decorator in function.decorator_list[::-1]:
        del lines[decorator.lineno - 1 : decorator.end_lineno]
    return "\n".join(lines), program.name


def wrapper(graph):
    """(import lines, source) of what the user calls around `translated`: a function of the same signature, ModelNew, or nothing."""
    program = graph.source
    if program is None or program.kind == "statements" or not program.source:
        return [], ""
    make = model_wrapper if program.kind == "module" else function_wrapper
    source, name = make(program, calling(graph))
    if not source:
        return [], ""
    kept = kept_statements(source, {name, "get_inputs", "get_init_inputs"})
    imports = [text for text, node in kept if isinstance(node, (ast.Import, ast.ImportFrom))]
    rest = [(text, node) for text, node in kept if not isinstance(node, (ast.Import, ast.ImportFrom))]
    defined = set().union(*(bound_names(node) for _, node in kept))
    used = set().union(*(used_names(node) for _, node in rest))
    own = {
        "nn": "import torch.nn as nn",
        "F": "import torch.nn.functional as F",
        "math": "import math",
        "Tensor": "from torch import Tensor",
    }
    imports += [line for word, line in own.items() if word in used - defined]
    text, previous = "", None
    for part, node in rest:
        apart = isinstance(node, (ast.FunctionDef, ast.ClassDef)) or isinstance(
            previous, (ast.FunctionDef, ast.ClassDef)
        )
        text += ("\n\n\n" if apart else "\n") * (previous is not None) + part
        previous = node
    return imports, text


def check_wrapper(graph):
    """ValueError, one line, where the class that a translated module becomes cannot be built, or has another state dict than the module's."""
    if graph.source is None or graph.source.kind != "module" or not graph.source.source:
        return

    def built():
        imports, text = wrapper(graph)
        filename = f"<wrapper {next(NAMES)}>"
        source = "\n".join([*imports, "import torch", text])
        linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
        namespace = {"__name__": "wrapper"}
        exec(compile(source, filename, "exec"), namespace)
        positional, named = inputs_of(namespace, "get_init_inputs", namespace["ModelNew"])
        return {
            key: tensor.shape
            for key, tensor in namespace["ModelNew"](*positional, **named).state_dict().items()
        }

    expected = {key: tensor.shape for key, tensor in graph.source.function.state_dict().items()}
    try:
        try:
            with FakeTensorMode(allow_non_fake_inputs=True):
                found = built()
        except (RuntimeError, DataDependentOutputException, DynamicOutputShapeException):
            found = built()  # it looks at its data, or is cast: see read_cheaply
    except Exception as error:  # the constructor is the user's, and may raise anything
        raise GraphError(f"the class cannot be written out: {describe(error)}") from error
    if found != expected:
        raise GraphError(
            f"the class cannot be written out: its state dict would have {list(found)}, not {list(expected)}"
        )


def imported(lines):
    """Import lines as one block: the standard library, then torch, then triton and what else there is."""

    def place(line):
        package = line.split()[1].split(".")[0]
        return (
            (0 if package in sys.stdlib_module_names else 2 if package == "triton" else 1),
            line.startswith("from"),
            line,
        )

    order = sorted({line.strip() for line in lines}, key=place)
    blocks = [[line for line in order if place(line)[0] == i] for i in range(3)]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def translated_whole(graph, found):
    """The source of `translated`: a call a region, and the views between them."""
    lines = [f"def translated({', '.join(a.name for a in graph.arguments)}):"]
    order = steps(graph, found)
    letters = letters_in_values([v for v in order if isinstance(v, Value)])
    for argument in graph.arguments:
        here = [(d, letter) for d, letter in enumerate(argument.dims) if letter in letters]
        if here:
            lines.append(
                f"    {', '.join(letter for _, letter in here)} = {', '.join(f'{argument.name}.shape[{d}]' for d, _ in here)}"
            )
            letters -= {letter for _, letter in here}
    for step in order:
        if isinstance(step, Region):
            i = found.index(step)
            comma = "," if step.graph.multiple and len(step.outputs) == 1 else ""
            lines.append(f"    {', '.join(step.outputs)}{comma} = region{i}({', '.join(step.inputs)})")
        else:
            lines.append(f"    {step.name} = {on_host(step, graph.arguments[0].name)}")
    returned = ", ".join(v.name for v in graph.outputs) + (
        "," if graph.multiple and len(graph.outputs) == 1 else ""
    )
    return "\n".join([*lines, f"    return {returned}"])


def composed(graph, found, answers):
    """The definitions of an answer to `graph` that calls those to its regions `found`, in that order."""
    parts = [renamed_answer(answer, f"region{i}") for i, answer in enumerate(answers)] + [
        translated_whole(graph, found)
    ]
    inputs = [*(region.inputs for region in found), [argument.name for argument in graph.arguments]]
    return "\n\n\n".join(
        with_names(part, user_names(graph, names)) for part, names in zip(parts, inputs, strict=True)
    )


def stitch(graph, answers):
    """One self-contained module from the answers to `regions(graph)`, in that order, or from one answer to the whole.

    It defines `translated(...)` with the graph's arguments, and for a function one of the same name and signature, for
    a Model file `class ModelNew(nn.Module)`: the user's own class, with the same constructor, parameters and keys, whose
    forward calls it. What else the source needs is kept, the rest of it goes. The first lines say what the translation
    leaves out (running statistics, writes to inputs). Raises ValueError where the answers are not as many as the regions.
    """
    imports, user = wrapper(graph)
    found = regions(graph)
    ends = tuple(a.name for a in graph.arguments), tuple(v.name for v in graph.outputs)
    whole = len(answers) == 1 and (len(found) > 1 or (found[0].inputs, found[0].outputs) == ends)
    if not whole and len(found) != len(answers):
        raise ValueError(f"the graph has {len(found)} regions, and {len(answers)} answers were given")
    imports += ["import torch", "import triton", "import triton.language as tl"]
    imports += ["import math"] if any(re.search(r"\bmath\.", answer) for answer in answers) else []
    name = graph.source.name if graph.source and user else "translated"
    notes = graph.source.notes if graph.source else ()
    head = f"{name}, translated from PyTorch to Triton."
    parts = [
        '"""' + "\n".join([head, *([""] if notes else []), *notes]) + ("\n" if notes else "") + '"""',
        imported(imports),
    ]
    parts.append(
        with_names(renamed_answer(answers[0], "translated"), user_names(graph, ends[0]))
        if whole
        else composed(graph, found, answers)
    )
    return parts[0] + "\n" + "\n\n\n".join(part for part in [*parts[1:], user] if part) + "\n"
