"""The guards of a written module as sentences: for which calls its answer was verified.

They are read from the calls of guards that the module makes (codegen/guards.py, codegen/module_guards.py), so
that no sentence says more or less than the module checks.
"""

import ast
from collections.abc import Callable, Iterator

from python_to_triton.codegen.guard_functions import FUNCTIONS

MOST_SENTENCES = 40
_OWN = {function.__name__ for function in FUNCTIONS}

Arguments = list[str]  # of a guard's call, as the module writes them


def _is_guard_function(name: str) -> bool:
    """Whether a name is that of a copied guard; in a file with several entries an entry's name may follow."""
    return name in _OWN or any(name.startswith(f"{own}_") for own in _OWN)


def _guard_name(name: str) -> str:
    """The guard that a called name is; "" for anything else."""
    if name in _OWN:
        return name
    return max((own for own in _OWN if name.startswith(f"{own}_")), key=len, default="")


def _word(text: str) -> str:
    """A name in a message, without its quotes; `path` stands for the layer that is checked."""
    if text == "path":
        return "the layer"
    if text[0] not in "f\"'":
        return text
    return text.removeprefix("f").strip("\"'").replace("{path}.", "its ").replace("{path}", "the layer")


def _shape(text: str) -> str:
    """`[A, B]` of `(A, B)`."""
    return f"[{text.strip('()').rstrip(',')}]"


def _check(given: Arguments) -> str:
    name, _, dtype, shape = given[:4]
    kind = dtype.removeprefix("torch.")
    article = "an" if kind[0] in "aeiou" and kind[:4] != "uint" else "a"
    return f"{_word(name)} is {article} {kind} tensor of shape {_shape(shape)}."


def _in_range(given: Arguments) -> str:
    zero = ", or zero" if "with_zero=True" in given else ""
    return f"{_word(given[0])} is a number between {given[2]} and {given[3]}{zero}."


def _layer(given: Arguments) -> str:
    home = "PyTorch's" if any("torch." in one for one in given[3:4]) else "the class"
    hooks = next((one.partition("=")[2] for one in given if one.startswith("hooks=")), "no")
    return f"{_word(given[0])} is of {home} {_word(given[2])}, with {hooks} hooks."


def _indices(given: Arguments) -> str:
    last = str(int(given[3]) - 1) if given[3].isdigit() else f"{given[3]} - 1"
    besides = "".join(f", or {one.partition('=')[2]}" for one in given[4:])
    return f"Every index in {_word(given[0])} is from {given[2]} to {last}{besides}."


def _attributes(given: Arguments) -> str:
    settings = ", ".join(one.replace("=", " = ", 1) for one in given[2:])
    return f"{_word(given[0])} has {settings}."


PLAIN = (
    "The call is a plain one: no autocast, torch.func or torch.jit.trace, and float32 is the default dtype."
)
SENTENCES: dict[str, Callable[[Arguments], str]] = {
    "_check": _check,
    "_has_rank": lambda given: f"{_word(given[0])} has {given[2]} dimensions.",
    "_check_count": lambda given: f"The module has {given[1]} parameters.",
    "_check_all": lambda given: "Its parameters have the dtypes and shapes that they were traced with.",
    "_fixed": lambda given: f"{_word(given[0])} is {given[2]}.",
    "_attributes": _attributes,
    "_layer": _layer,
    "_no_global_hooks": lambda given: "No hooks are registered for all modules.",
    "_evaluating": lambda given: f"The module is in evaluation, after .eval(): {_word(given[1])}.",
    "_check_size": lambda given: f"The size {_word(given[0])} fits {_word(given[3])}.",
    "_check_indices": _indices,
    "_in_range": _in_range,
    "_same_shape": lambda given: f"{_word(given[0])} has the shape of what is written into it.",
    "_apart": lambda given: f"{_word(given[0])} is written, and shares no memory with {_word(given[2])}.",
    "_spread": lambda given: f"{_word(given[0])} is written, and no two elements of it share memory.",
    "_run": lambda given: f"{PLAIN} It has no backward: a gradient raises an error.",
    "_run_trained": lambda given: f"{PLAIN} It computes gradients too.",
    "_run_forward": lambda given: f"{PLAIN} No gradient is wanted.",
}
LETTERS = "A letter is any size from 1 on, unless a line here says more; equal letters are equal sizes."
DEVICES = (
    "All tensors are on one GPU and have fewer than 2**31 elements; under TRITON_INTERPRET=1 the CPU will do."
)
REFUSED = "Any other call raises a ValueError that says which of these does not hold."
FALLBACK = "For any other call the original program runs, in PyTorch."


def _layers_of(function: str) -> str:
    """`In every conv2d: ` for the function that checks a kind of layer, _conv2d_parts; "" for any other."""
    kind = function.strip("_").partition("_parts")[0]
    return f"In every {kind}: " if function.startswith("_") and "_parts" in function else ""


def _guard_calls(tree: ast.Module) -> Iterator[tuple[str, str, Arguments]]:
    """(which layers it is about, guard, its arguments as text) of each call that the module makes, in the
    order of its text.
    """
    for definition in tree.body:
        if _is_guard_function(getattr(definition, "name", "")):
            continue
        calls = [node for node in ast.walk(definition) if isinstance(node, ast.Call)]
        for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
            guard = _guard_name(call.func.id) if isinstance(call.func, ast.Name) else ""
            if guard in SENTENCES:
                words = [f"{word.arg}={ast.unparse(word.value)}" for word in call.keywords]
                layers = _layers_of(getattr(definition, "name", ""))
                yield layers, guard, [*map(ast.unparse, call.args), *words]


def guard_sentences(source: str) -> list[str]:
    """For which calls a written module is, in sentences; none for one that guards nothing."""
    found = []
    guards = set()
    for layers, guard, given in _guard_calls(ast.parse(source)):
        guards.add(guard)
        found.append(layers + SENTENCES[guard](given))
    sentences = list(dict.fromkeys(found))
    if len(sentences) > MOST_SENTENCES:
        more = len(sentences) - MOST_SENTENCES
        sentences = [*sentences[:MOST_SENTENCES], f"And {more} more conditions, which the module checks."]
    if "_check" in guards:
        sentences += [LETTERS, DEVICES]
    if sentences:
        sentences.append(FALLBACK if "_Refused(" in source else REFUSED)
    return sentences
