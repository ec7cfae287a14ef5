"""Compiles a candidate's kernels for real GPUs, on any machine."""

import ast
import copy
import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

from python_to_triton.verification.parsing import parse_answer
from python_to_triton.verification.sandbox import (
    POISON_WORDS,
    TOO_MUCH_SHARED,
    Limits,
    Refused,
    run_in_sandbox,
    with_configuration,
)
from python_to_triton.verification.sandbox.tree_nodes import all_nodes
from python_to_triton.verification.source_check import check_source


@dataclass(frozen=True)
class CompiledKernel:
    """One launch of a candidate compiled for one architecture."""

    kernel: str
    target: str  # sm_90
    ok: bool  # it compiles and its shared memory fits
    reason: str
    shared: int  # bytes of shared memory
    spilled: int  # bytes of registers spilled, stores and loads


COMPILE_LIMITS = Limits(seconds=120.0)
JUDGED_TARGET = 90  # the compute capability that a verdict compiles for
MOST_REMEMBERED = 1 << 14  # launches
LOWERED = {}  # (hash of the text of kernels, launch) -> why it does not compile; empty where it does
COMPILED = {}  # (structure of the source, launch, target) -> CompiledKernel


def structure_hash(candidate: str) -> str:
    """A hash of the syntax tree without the candidate's own names, its numbers and its docstrings."""
    tree = copy.deepcopy(parse_answer(candidate))
    names = {}
    for node in all_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            names.setdefault(node.name, f"f{len(names)}")
            if ast.get_docstring(node) is not None:
                node.body = node.body[1:] or node.body
        elif isinstance(node, ast.arg) or isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.setdefault(getattr(node, "arg", None) or node.id, f"v{len(names)}")
    for node in all_nodes(tree):
        for field in ("id", "arg", "name"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                setattr(node, field, names.get(name, name))
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            node.value = 0
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:16]


def text_of_kernels(candidate: str) -> str:
    """What of a candidate is compiled: its text without the host functions, where nothing else could call
    these while the text is loaded.

    Answers whose host functions differ, by a shape, say, often have the same kernels.
    """
    kept = []
    lines = candidate.split("\n")
    for node in parse_answer(candidate).body:
        is_function = isinstance(node, ast.FunctionDef)
        if not is_function and not isinstance(node, (ast.Import, ast.ImportFrom)):
            return candidate
        if not is_function or node.decorator_list:
            first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
            kept += lines[first - 1 : node.end_lineno]
    return "\n".join(kept)


def compile_kernels(
    candidate: str,
    cases: Sequence[Sequence],
    entry: str = "translated",
    *,
    targets: Sequence[str] = ("sm_80", "sm_90"),
    limits: Limits = COMPILE_LIMITS,
) -> list[CompiledKernel]:
    """Compiles every kernel that `entry` launches on `cases` for every target, without a GPU.

    The launches are recorded in the interpreter: types, constants and options are those of a real call.
    Results are cached by structure. Raises Refused where the candidate does not run at all.
    """
    check_source(candidate, entry)
    runs = [[index, POISON_WORDS[0], True, False] for index in range(len(cases))]
    job = {"source": candidate, "entry": entry, "runs": runs, "describe": True}
    message, _ = run_in_sandbox("cpu", job, [tuple(case) for case in cases], limits)
    if "refused" in message:
        raise Refused(message["refused"], "run")
    source = structure_hash(candidate)
    launches = {
        (source, json.dumps(described), target): (described, int(target.removeprefix("sm_")))
        for described in message["described"]
        for target in targets
    }
    missing = [key for key in launches if key not in COMPILED]
    if missing:
        job = {"source": candidate, "launches": [launches[key] for key in missing], "complete": True}
        message, _ = run_in_sandbox("compile", job, (), limits)
        for key, result in zip(missing, message["compiled"]):
            COMPILED[key] = CompiledKernel(launches[key][0]["kernel"], key[2], **result)
    return [COMPILED[key] for key in launches]


def widest_launches(described: Sequence[dict]) -> list[dict]:
    """Of each kernel, with the same types of pointers and options, the launch that has the fewest numbers as
    constants, and of these the largest blocks; all that are tuned.
    """

    def width(launch):
        numbers = [written.get("value") for _, written in launch["constants"]]
        blocks = [number for number in numbers if type(number) is int and number > 0]
        return -len(launch["constants"]), math.prod(blocks)

    widest = {}
    for launch in described:
        pointers = [kind for kind in launch["types"].values() if "*" in str(kind)]
        key = json.dumps([launch["kernel"], pointers, launch["options"], launch.get("configuration")])
        if key not in widest or width(launch) > width(widest[key]):
            widest[key] = launch
    return list(widest.values())


def reasons_of(candidate: str, described: Sequence[dict], limits: Limits, briefly: bool = False) -> list[str]:
    """Why each launch of a candidate, as the sandbox described it, does not compile for a GPU; "" where it
    does.

    What compiles here is the very text, with the types and constants of the launch, by Triton's compiler;
    that is done once for a text of kernels.
    """
    text = hashlib.sha256(text_of_kernels(candidate).encode(errors="surrogatepass")).hexdigest()
    keys = [(text, json.dumps(launch, sort_keys=True)) for launch in described]
    missing = {key: launch for key, launch in zip(keys, described) if key not in LOWERED}
    if missing:
        if len(LOWERED) > MOST_REMEMBERED:
            LOWERED.clear()
            return reasons_of(candidate, described, limits, briefly)
        launches = [(launch, JUDGED_TARGET) for launch in missing.values()]
        job = {"source": candidate, "launches": launches, "complete": False, "stays": briefly}
        message, _ = run_in_sandbox("compile", job, (), limits)
        LOWERED.update(zip(missing, (result["reason"] for result in message["compiled"]), strict=True))
    return [LOWERED[key] for key in keys]


def check_launches_compile(
    candidate: str, described: Sequence[dict], limits: Limits, briefly: bool = False
) -> None:
    """Refuses a candidate one of whose launches, as the sandbox described them, does not compile for a GPU.

    Of a launch that is tuned one configuration has to fit into shared memory: Triton leaves out the others.
    briefly: of a text of the project's own the widest launch of each kernel stands for all.
    """
    described = widest_launches(described) if briefly else described
    for launch, reason in zip(described, reasons_of(candidate, described, limits, briefly)):
        if reason and TOO_MUCH_SHARED in reason and "configuration" in launch:
            others = [
                with_configuration(launch, other)
                for other in described
                if other["kernel"] == launch["kernel"] and "configuration" in other
            ]
            if not all(reasons_of(candidate, others, limits)):
                continue
        if reason:
            raise Refused(f"`{launch['kernel']}` does not compile for sm_{JUDGED_TARGET}: {reason}", "run")
