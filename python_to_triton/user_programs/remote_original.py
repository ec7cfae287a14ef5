"""The original program of a written file as the judge has it: data, and calls that another process makes."""

import inspect
import time
from collections.abc import Sequence

from torch import Tensor

from python_to_triton.frontend import Graph
from python_to_triton.frontend.programs import Program
from python_to_triton.user_programs.client import ProgramProcess, clean_line
from python_to_triton.user_programs.encoding import decode_graph, decode_item
from python_to_triton.user_programs.original_commands import encode_call
from python_to_triton.verification.original_program import (
    CallResult,
    Original,
    OriginalModel,
    ProgramEnded,
    ProgramRaised,
    WrittenCall,
)
from python_to_triton.verification.references import SelectedIndices
from python_to_triton.verification.sandbox.forms import flatten

CALL_SECONDS = 60.0  # of the program: opening it, and each call of it
ALL_SECONDS = 600.0  # of all that is asked of one program
MALFORMED = (ValueError, TypeError, LookupError, AttributeError)  # what reading a reply raises that is none


def _decoded_model(form, init, tensors):
    """An OriginalModel from what its process says."""
    paths, keys = ([str(each) for each in form[name]] for name in ("paths", "keys"))
    state = dict(zip(paths, tensors, strict=True))
    return OriginalModel(
        init, state, tuple(keys), decode_item(form["attributes"]), frozenset(map(bool, form["modes"]))
    )


def _decoded_signature(form):
    """{name: inspect.Parameter} from what its process says."""
    empty = inspect.Parameter.empty
    return {
        name: inspect.Parameter(
            name, inspect._ParameterKind[kind], default=decode_item(default) if has_default else empty
        )
        for name, kind, has_default, default in form
    }


class RemoteOriginal(Original):
    """A user's text, in the process of its own that runs it."""

    def __init__(self, process: ProgramProcess, text: str, training: bool | None, partial: bool):
        """Raises ProgramEnded, one line, where the text does not run there."""
        self.process = process
        self.deadline = time.monotonic() + ALL_SECONDS
        try:
            reply, tensors = process.request(
                "original", CALL_SECONDS, text=text, training=training, partial=partial
            )
            self.graph: Graph = decode_graph(reply["graph"])
            self.program = decode_item(reply["program"])
            self.is_module = self.program.kind == "module"
            self.signature = _decoded_signature(reply["signature"])
            self.init_arguments = decode_item(reply["init_arguments"])
            self.models = []
            for form in reply["models"]:
                own, tensors = tensors[: len(form["paths"])], tensors[len(form["paths"]) :]
                self.models.append(_decoded_model(form, None, own))
        except MALFORMED as error:
            raise ProgramEnded(clean_line(error)) from error
        if not isinstance(self.program, Program):
            raise ProgramEnded("the program's process sent no program")

    def ask(self, command: str, tensors: Sequence[Tensor], **arguments) -> tuple[dict, tuple[Tensor, ...]]:
        """(reply, tensors) of a command. Raises what the program raised, or ProgramEnded."""
        try:
            seconds = max(0.001, min(CALL_SECONDS, self.deadline - time.monotonic()))
            reply, found = self.process.request(command, seconds, tensors, **arguments)
            raised = reply.get("raised")
            if raised is None:
                return reply, found
            kind, text, line = map(str, raised)
        except ValueError as error:
            raise ProgramEnded(clean_line(error)) from error
        raise ProgramRaised(clean_line(kind), text, clean_line(line))

    def build(self, init: tuple) -> int:
        reply, tensors = self.ask("build", (), init=flatten(init, []))
        try:
            self.models.append(_decoded_model(reply["model"], init, tensors))
        except MALFORMED as error:
            raise ProgramEnded(f"the program's process sent no model: {clean_line(error)}") from error
        return len(self.models) - 1

    def run(self, call: WrittenCall, flat: Sequence[Tensor]) -> CallResult:
        form, own = encode_call(call)
        reply, tensors = self.ask("run", (*own, *flat), call=form, count=len(own))
        try:
            count = int(reply["outputs"])
            outputs, sources = tensors[:count], tensors[count:]
            selections = tuple(
                SelectedIndices(outputs[place], source, int(dim), bool(once))
                for (place, dim, once), source in zip(reply["selections"], sources, strict=True)
            )
            attributes = decode_item(reply["attributes"])
            if not isinstance(reply["form"], dict) or not isinstance(attributes, dict):
                raise ValueError("no result")
            return CallResult(outputs, reply["form"], attributes, bool(reply["has_gradient"]), selections)
        except MALFORMED as error:
            raise ProgramEnded(f"the program's process sent no result: {clean_line(error)}") from error

    def draws(self, call: WrittenCall) -> bool:
        form, own = encode_call(call)
        return bool(self.ask("draws", own, call=form)[0].get("draws"))
