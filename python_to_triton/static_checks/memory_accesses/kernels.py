"""One program instance of a kernel: which elements it loads, and which it stores where."""

import ast
import functools

import torch

from python_to_triton.static_checks.findings import FaultFound, NotFollowed
from python_to_triton.static_checks.kernel_values import ELEMENTWISE_FUNCTIONS
from python_to_triton.static_checks.memory_accesses.data import (
    MAX_LANES,
    NO_ELEMENT,
    Budget,
    Data,
    Lanes,
    Pointer,
    broadcast_lanes,
    merged,
    selected,
    storage_elements,
    storage_id,
)
from python_to_triton.static_checks.memory_accesses.expected_elements import ExpectedElements
from python_to_triton.static_checks.memory_accesses.expressions import Interpreter, Scope, calculate
from python_to_triton.verification import KERNEL

HINTS = {"multiple_of", "max_contiguous", "max_constancy"}  # of the compiler: the value is the same
INTEGER_FUNCTIONS = {"minimum": torch.minimum, "maximum": torch.maximum}
TRUNCATED_OPERATORS = {
    ast.FloorDiv: functools.partial(torch.div, rounding_mode="trunc"),
    ast.Mod: torch.fmod,
}  # division of lanes rounds as in C


class ProgramInstance(Interpreter):
    """Runs one program instance of a kernel; a name of the form tl_x says what Triton's tl.x does.

    Attributes:
        stores: [(tensor, elements, Data, line)]; elements are None where they are not known
        lines: {argument, or part of one: the line that loads it}
    """

    def __init__(
        self,
        functions: dict[str, ast.FunctionDef],
        budget: Budget,
        place: tuple[int, ...],
        grid: tuple[int, ...],
        argument_of_storage: dict[int, str],
        expected: ExpectedElements,
    ):
        super().__init__(functions, budget)
        self.place = place
        self.grid = (*grid, 1, 1)
        self.argument_of_storage = argument_of_storage
        self.argument_of_name = expected.argument_of_name
        self.places = expected.places
        self.stores: list[tuple[torch.Tensor, Lanes, Data, int]] = []
        self.lines: dict[str, int] = {}

    def moved_pointer(self, op: ast.AST, pointer: Pointer, parts: tuple) -> Pointer:
        """A pointer some elements further, of which the number may be unknown."""
        distance = next((part for part in parts if part is not pointer), 0)
        known = pointer.offset is not None and not isinstance(distance, Data)
        if not known or not isinstance(op, (ast.Add, ast.Sub)):
            return Pointer(pointer.tensor, None)
        return Pointer(pointer.tensor, self.combine(op, pointer.offset, distance))

    def combine(self, op: ast.AST, *parts: object) -> object:
        """What an operator makes of numbers, lanes, data and pointers."""
        if isinstance(op, (ast.Is, ast.IsNot)):
            return calculate(op, *parts)
        pointers = [part for part in parts if isinstance(part, Pointer)]
        if pointers:
            return self.moved_pointer(op, pointers[0], parts)
        lanes = any(isinstance(part, torch.Tensor) for part in parts)
        real = isinstance(op, ast.Div) or any(isinstance(part, float) for part in parts)
        if any(isinstance(part, Data) for part in parts) or lanes and real:
            return merged(parts)
        if isinstance(op, ast.Not) and lanes or isinstance(op, ast.Invert) and isinstance(parts[0], bool):
            return parts[0] == 0
        divides = type(op) in TRUNCATED_OPERATORS
        if lanes:
            tensors = broadcast_lanes(*parts)
            return TRUNCATED_OPERATORS[type(op)](*tensors) if divides else calculate(op, *tensors)
        if divides and any(part < 0 for part in parts):
            raise NotFollowed("Triton rounds a negative quotient otherwise where it is no constant")
        return calculate(op, *parts)

    def execute_For(self, node: ast.For, scope: Scope) -> None:
        """A loop, iteration by iteration."""
        for item in self.items_of(self.evaluate(node.iter, scope)):
            before = dict(scope)
            self.bind(node.target, item, scope)
            if self.run(node.body, scope):
                raise NotFollowed("a loop that returns")
            # What the next iteration finds is made of this one's lanes and of others before it.
            scope |= {
                name: value.of_several()
                for name, value in scope.items()
                if isinstance(value, Data) and value is not before.get(name)
            }

    def bind(self, target: ast.expr, value: object, scope: Scope) -> None:
        """Assigns a value; v0 = tl.load(..) of a part of a0 has the elements of that part."""
        name = getattr(target, "id", "")
        if isinstance(value, Data) and len(value.sources) == 1:
            argument = self.argument_of_name.get(name)
            if argument in value.sources:
                self.lines[name] = target.lineno
                value = Data({name: value.sources[argument]})
        super().bind(target, value, scope)

    def index(self, value: object, index: object) -> object:
        """x[:, None] and the like."""
        if isinstance(value, Data):
            return value.mapped(lambda lanes: lanes[index] if lanes.dim() else lanes)
        if isinstance(value, Pointer):
            is_block = isinstance(value.offset, torch.Tensor)
            return Pointer(value.tensor, value.offset[index] if is_block else value.offset)
        return value[index] if isinstance(value, (torch.Tensor, tuple)) else value

    def evaluate_Attribute(self, node: ast.Attribute, scope: Scope) -> object:
        """x.T, the value of a constexpr, or a name of Triton's."""
        text = ast.unparse(node)
        if text.startswith("tl."):
            return text
        value = self.evaluate(node.value, scope)
        if node.attr == "T":
            return self.tl_trans(value, node=node)
        if node.attr == "value":
            return value
        raise NotFollowed(node.attr)

    def call_helper(self, function: ast.FunctionDef, arguments: list, words: dict) -> object:
        """What a function of the answer returns."""
        parameters = [parameter.arg for parameter in function.args.args]
        returned = self.run(function.body, dict(zip(parameters, arguments)) | words)
        return returned[0] if returned else None

    def call(self, node: ast.Call, name: str, arguments: list, words: dict, scope: Scope) -> object:
        """A function of the answer, of triton.language, or a method of a value."""
        if name in self.functions:
            return self.call_helper(self.functions[name], arguments, words)
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) not in ("tl", "tl.math"):
            arguments = [self.evaluate(node.func.value, scope), *arguments]
        name = name.split(".")[-1]
        if hasattr(self, f"tl_{name}"):
            return getattr(self, f"tl_{name}")(*arguments, node=node, **words)
        if name in HINTS:
            return arguments[0]
        if name in INTEGER_FUNCTIONS and not any(isinstance(part, (Data, float)) for part in arguments):
            return INTEGER_FUNCTIONS[name](*broadcast_lanes(*arguments))
        if name in ELEMENTWISE_FUNCTIONS:
            return merged((*arguments, *words.values()))
        if name.startswith("atomic_"):
            self.stores.append((arguments[0].tensor, None, Data(), node.lineno))
        elif name not in KERNEL.calls["tl"]:
            raise NotFollowed(name)
        return Data()  # sums, products, other shapes: not known

    def tl_program_id(self, axis: int, node: ast.AST) -> int:
        """Which program instance this is."""
        return self.place[axis]

    def tl_num_programs(self, axis: int, node: ast.AST) -> int:
        """How many program instances there are."""
        return self.grid[axis]

    def tl_arange(self, start: int, end: int, node: ast.AST) -> torch.Tensor:
        """Consecutive lanes."""
        if end - start > MAX_LANES:
            raise NotFollowed("a large block")
        return torch.arange(start, end)

    def tl_range(self, *bounds: int, node: ast.AST, **words: object) -> range:
        """The iterations of a loop."""
        return range(*(int(bound) for bound in bounds))

    tl_static_range = tl_range

    def tl_to(self, value: object, dtype: object, node: ast.AST, **words: object) -> object:
        """A cast; of integers to anything else they are data."""
        if isinstance(value, (Data, Pointer)):
            return value
        if "int" not in str(dtype):
            return Data()
        if str(dtype).endswith("int1"):
            return value != 0
        return value.long() if isinstance(value, torch.Tensor) else int(value)

    tl_cast = tl_to

    def tl_zeros(self, *shape: object, node: ast.AST, **words: object) -> Data:
        """A block of constants: data, made of no argument."""
        return Data()

    tl_full = tl_zeros_like = tl_zeros

    def tl_where(self, condition: object, first: object, second: object, node: ast.AST) -> object:
        """A choice lane by lane; where data choose, each lane may be of both."""
        if isinstance(condition, Data):
            return merged((condition, first, second))
        test = torch.as_tensor(condition) != 0
        if any(isinstance(part, (Data, float)) for part in (first, second)):
            return selected(test, first, second)
        return torch.where(*broadcast_lanes(test, first, second))

    def tl_expand_dims(self, value: object, axis: int, node: ast.AST) -> object:
        """One more dimension of size 1."""
        if isinstance(value, Data):
            return value.mapped(lambda lanes: lanes.unsqueeze(axis))
        return value.unsqueeze(axis)

    def tl_broadcast_to(self, value: object, *shape: object, node: ast.AST, **words: object) -> object:
        """The same lanes: they are broadcast where they meet others."""
        return value

    def tl_trans(self, value: object, *order: object, node: ast.AST) -> Data:
        """The transposition of a matrix of data; of anything else nothing is known."""
        if not isinstance(value, Data) or order:
            return Data()
        return value.mapped(lambda lanes: lanes.mT if lanes.dim() == 2 else None if lanes.dim() else lanes)

    def accessed(self, pointer: Pointer, mask: object, verb: str, node: ast.AST) -> Lanes:
        """The elements that are read or written, NO_ELEMENT where masked, or None where they are not known.

        Raises FaultFound where one lies outside the tensor.
        """
        if pointer.offset is None or isinstance(mask, Data):
            return None
        lanes, mask = broadcast_lanes(pointer.offset, torch.as_tensor(mask) != 0)
        elements = storage_elements(pointer.tensor)
        outside = lanes[mask & ((lanes < 0) | (lanes >= elements))]
        if outside.numel():
            name = self.argument_of_storage.get(storage_id(pointer.tensor), "a tensor")
            place = f"index {int(outside[0])} of {elements}"
            raise FaultFound(node.lineno, f"{verb} {name} outside its bounds ({place})")
        return torch.where(mask, lanes, NO_ELEMENT)

    def tl_load(
        self,
        pointer: Pointer,
        mask: object = True,
        other: object = None,
        node: ast.AST = None,
        **words: object,
    ) -> Data:
        """Data with their elements, of an argument."""
        lanes = self.accessed(pointer, mask, "reads", node)
        name = self.argument_of_storage.get(storage_id(pointer.tensor))
        if name is None or lanes is None:
            return Data()
        self.lines.setdefault(name, node.lineno)
        if name in self.places:
            lanes = torch.where(lanes == NO_ELEMENT, NO_ELEMENT, self.places[name][lanes.clamp(min=0)])
        return Data({name: lanes})

    def tl_store(
        self, pointer: Pointer, value: object, mask: object = True, node: ast.AST = None, **words: object
    ) -> None:
        """Records what is stored where."""
        lanes = self.accessed(pointer, mask, "writes", node)
        data = value if isinstance(value, Data) else Data()
        self.stores.append((pointer.tensor, lanes, data, node.lineno))
