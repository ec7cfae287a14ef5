"""compilation."""

import ast
import hashlib
import json
from dataclasses import dataclass
from python_to_triton.verification.sandbox import POISONS
from python_to_triton.verification.sandbox import Limits
from python_to_triton.verification.sandbox import Refused
from python_to_triton.verification.sandbox import in_sandbox
from python_to_triton.verification.allow_list import check_source, parse


@dataclass(frozen=True)
class Compiled:
    """One launch of a candidate compiled for one architecture."""

    kernel: str
    target: str  # sm_90
    ok: bool  # it compiles and its shared memory fits
    reason: str
    shared: int  # bytes of shared memory
    spilled: int  # bytes of registers spilled, stores and loads


COMPILED = {}  # (structure of the source, launch, target) -> result


def structure(candidate):
    """A hash of the syntax tree with the candidate's own names and its numbers taken out: alike means same structure."""
    tree, names = parse(candidate), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names.setdefault(node.name, f"f{len(names)}")
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:] or node.body
        elif isinstance(node, ast.arg) or isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.setdefault(getattr(node, "arg", None) or node.id, f"v{len(names)}")
    for node in ast.walk(tree):
        for field in ("id", "arg", "name"):
            if isinstance(getattr(node, field, None), str):
                setattr(node, field, names.get(getattr(node, field), getattr(node, field)))
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            node.value = 0
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:16]


def compile_kernels(
    candidate, cases, entry="translated", *, targets=("sm_80", "sm_90"), limits=Limits(seconds=120.0)
):
    """Compiles every kernel that `entry` launches on `cases` for every target, without a GPU: a list of Compiled.

    The launches are recorded in the interpreter: types, constants and options are those of a real call. Results are
    remembered by structure. Raises Refused where the candidate does not run at all.
    """
    check_source(candidate, entry)
    runs = [[index, POISONS[0], True, False] for index in range(len(cases))]
    job = {"source": candidate, "entry": entry, "runs": runs, "describe": True}
    message, _ = in_sandbox("cpu", job, [tuple(case) for case in cases], limits)
    if "refused" in message:
        raise Refused(message["refused"], "run")
    source = structure(candidate)
    keys = {
        (source, json.dumps(form), target): (form, int(target.removeprefix("sm_")))
        for form in message["described"]
        for target in targets
    }
    missing = [key for key in keys if key not in COMPILED]
    if missing:
        job = {"source": candidate, "launches": [keys[key] for key in missing]}
        message, _ = in_sandbox("compile", job, (), limits)
        for key, result in zip(missing, message["compiled"]):
            COMPILED[key] = Compiled(keys[key][0]["kernel"], key[2], **result)
    return [COMPILED[key] for key in keys]
