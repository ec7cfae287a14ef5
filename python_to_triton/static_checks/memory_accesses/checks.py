"""Reads and writes out of bounds, at other elements than the prompt's, and results that are not written."""

import ast
import itertools
import math
from collections import defaultdict

import torch

from python_to_triton.static_checks.findings import MALFORMED_ERRORS, Fault, FaultFound, NotFollowed
from python_to_triton.static_checks.memory_accesses.data import (
    NO_ELEMENT,
    Budget,
    Data,
    Lanes,
    Pointer,
    broadcast_lanes,
    storage_elements,
    storage_id,
)
from python_to_triton.static_checks.memory_accesses.expected_elements import (
    ExpectedElements,
    Sources,
    expected_elements,
)
from python_to_triton.static_checks.memory_accesses.host import HostInterpreter
from python_to_triton.static_checks.memory_accesses.kernels import ProgramInstance
from python_to_triton.static_checks.syntax import ENTRY, all_nodes, assignments, functions_by_name
from python_to_triton.verification import Refused, parse_answer
from python_to_triton.verification.sizes import LAYOUT_WORDS

MAX_INSTANCES = 24  # of a launch, evenly spaced
READ_AT = (0, False), (1, False), (0, True)  # seeds of sizes, and whether arguments are turned in memory


def last_assignment(host: ast.FunctionDef, result: ast.expr) -> int:
    """The line that gives a variable that is returned its last value."""
    names = {node.id for node in all_nodes(result) if isinstance(node, ast.Name)}
    lines = [target.lineno for target, _ in assignments(host.body) if getattr(target, "id", "") in names]
    return max(lines, default=result.lineno)


def sampled_instances(grid: tuple[int, ...]) -> tuple[list[tuple[int, int, int]], bool]:
    """The places of some program instances of a grid, evenly spaced, and whether they are all."""
    count = math.prod(grid)
    complete = count <= MAX_INSTANCES
    numbers = range(count)
    if not complete:
        numbers = [i * (count - 1) // (MAX_INSTANCES - 1) for i in range(MAX_INSTANCES)]
    width, height = (*grid, 1, 1)[:2]
    return [(i % width, i // width % height, i // width // height) for i in numbers], complete


class ReturnedTensor:
    """A tensor that is returned, assigned at `line`.

    Attributes:
        elements: the elements of its storage that it shows
        places: for each element of the storage its place in the tensor, or NO_ELEMENT
        expected: {argument, or part of one: which of its elements belongs where}
    """

    def __init__(self, tensor: torch.Tensor, expected: Sources, line: int):
        stored = storage_elements(tensor)
        self.expected = expected
        self.line = line
        shown = torch.arange(stored).as_strided(tensor.shape, tensor.stride(), tensor.storage_offset())
        self.elements = shown.reshape(-1)
        self.places = torch.full((stored,), NO_ELEMENT)
        self.places[self.elements] = torch.arange(tensor.numel())

    def faults(
        self, instance: ProgramInstance, lanes: torch.Tensor, data: Data, line: int
    ) -> list[FaultFound]:
        """[FaultFound] where what a program instance stores is made of other elements than it is to be."""
        places = torch.where(lanes == NO_ELEMENT, NO_ELEMENT, self.places[lanes.clamp(min=0)])
        for key, found in data.sources.items():
            if found is None or self.expected.get(key) is None:
                continue
            found, here = broadcast_lanes(found, places)
            expected = self.expected[key].reshape(-1)[here.clamp(min=0)]
            known = (here != NO_ELEMENT) & (expected != NO_ELEMENT) & (found != NO_ELEMENT)
            if bool((known & (expected != found)).any()):
                reason = f"reads other elements of {key} than the prompt"
                return [FaultFound(instance.lines.get(key, line), reason)]
        return []


def returned_tensors(host: ast.FunctionDef, tensors: list, outputs: list) -> dict[int, list[ReturnedTensor]]:
    """{storage: [ReturnedTensor]}. Raises FaultFound where one has another shape or dtype."""
    last = host.body[-1].value if isinstance(host.body[-1], ast.Return) else host
    expressions = last.elts if isinstance(last, ast.Tuple) else [last]
    results = defaultdict(list)
    for tensor, expression, (meta, expected) in zip(tensors, expressions, outputs):
        line = last_assignment(host, expression)
        if tensor.shape != meta.shape or tensor.dtype != meta.dtype:
            found = f"{tuple(tensor.shape)} {tensor.dtype}"
            wanted = f"{tuple(meta.shape)} {meta.dtype}"
            raise FaultFound(line, f"returns a tensor of {found}, the prompt one of {wanted}")
        results[storage_id(tensor)].append(ReturnedTensor(tensor, expected, line))
    return results


class AccessCheck:
    """Follows one answer at one set of sizes."""

    def __init__(self, answer: str, expected: ExpectedElements):
        self.expected = expected
        self.functions = functions_by_name(parse_answer(answer))
        self.host = self.functions.pop(ENTRY)
        self.budget = Budget()
        self.results: dict[int, list[ReturnedTensor]] = {}
        # {storage: which of its elements are written}, of results that nothing filled
        self.written: dict[int, torch.Tensor] = {}
        self.argument_of_storage = {
            storage_id(tensor): f"a{place}" for place, tensor in enumerate(expected.arguments)
        }

    def run_host(self) -> HostInterpreter:
        """Follows the host function. Raises FaultFound where its results have another shape or dtype."""
        host = HostInterpreter(self.functions, self.budget)
        parameters = [parameter.arg for parameter in self.host.args.args]
        (returned,) = host.run(self.host.body, dict(zip(parameters, self.expected.arguments)))
        tensors = returned if isinstance(returned, (tuple, list)) else [returned]
        self.results = returned_tensors(self.host, tensors, self.expected.outputs)
        self.written = {
            storage: torch.zeros(len(results[0].places), dtype=torch.bool)
            for storage, results in self.results.items()
            if storage in host.uninitialized
        }
        return host

    def store(self, storage: int, lanes: Lanes, complete: bool) -> None:
        """Records what a program instance writes."""
        if storage in self.argument_of_storage:
            raise NotFollowed("an argument is written")
        if lanes is None or not complete:
            self.written.pop(storage, None)  # not known where
        if storage in self.written:
            self.written[storage][lanes[lanes != NO_ELEMENT]] = True

    def run_launch(self, kernel: ast.FunctionDef, grid: tuple, given: dict, is_last: bool) -> dict[int, list]:
        """{storage: [FaultFound]} of a launch; of the last one the first is raised: nothing overwrites it."""
        scope = {
            name: Pointer(value, value.storage_offset()) if isinstance(value, torch.Tensor) else value
            for name, value in given.items()
        }
        faults = defaultdict(list)
        places, complete = sampled_instances(grid)
        for place in places:
            instance = ProgramInstance(
                self.functions,
                self.budget,
                place,
                grid,
                self.argument_of_storage,
                self.expected,
            )
            instance.run(kernel.body, dict(scope))
            for tensor, lanes, data, line in instance.stores:
                storage = storage_id(tensor)
                self.store(storage, lanes, complete)
                for result in self.results.get(storage, ()):
                    faults[storage] += [] if lanes is None else result.faults(instance, lanes, data, line)
                if faults[storage] and is_last:
                    raise faults[storage][0]
        return faults

    def gets_turned(self, launches: list) -> bool:
        """Whether a kernel gets an argument as it lies in memory, turned."""
        given = [value for _, _, values in launches for value in values.values()]
        storages = {storage_id(value) for value in given if isinstance(value, torch.Tensor)}
        return any(self.argument_of_storage.get(storage) in self.expected.places for storage in storages)

    def run(self) -> None:
        """Raises FaultFound where the answer cannot be right, NotFollowed where it cannot be followed."""
        launches = self.run_host().launches
        if self.expected.places and not self.gets_turned(launches):
            return  # it was followed before
        faults: dict[int, list] = {}  # of the last launch that writes a storage
        for number, (kernel, grid, given) in enumerate(launches, 1):
            faults |= self.run_launch(kernel, grid, given, number == len(launches))
        if any(faults.values()):
            raise next(itertools.chain.from_iterable(faults.values()))
        for storage, written in self.written.items():
            for result in self.results[storage]:
                if not bool(written[result.elements].all()):
                    raise FaultFound(result.line, "part of this result is never written")


@torch.inference_mode()
def first_fault_of_accesses(answer: str, prompt: str) -> Fault | None:
    """The Fault of a line that cannot be right, or None: also where the answer cannot be followed."""
    minds_layouts = any(word in answer for word in LAYOUT_WORDS)  # others are judged contiguous alone
    for seed, turns in READ_AT:
        if turns and not minds_layouts:
            continue
        try:
            AccessCheck(answer, expected_elements(prompt, seed, turns)).run()
        except FaultFound as found:
            return found.fault
        except (NotFollowed, Refused, *MALFORMED_ERRORS):
            continue
    return None
