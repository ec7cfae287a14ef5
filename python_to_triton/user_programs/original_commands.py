"""The original program of a written file, in the process that holds it: commands, and how calls travel."""

import inspect
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from python_to_triton import frontend
from python_to_triton.frontend.known_data import fixed_tensors
from python_to_triton.frontend.module_facts import module_facts
from python_to_triton.user_programs.encoding import encode_graph, encode_item
from python_to_triton.verification.original_program import (
    CallResult,
    OriginalModel,
    OriginalProgram,
    ProgramRaised,
    WrittenCall,
    is_large,
    tensors_of_call,
)
from python_to_triton.verification.references import SelectionRecorder, selection_of
from python_to_triton.verification.rounded_convolutions import reference_convolutions
from python_to_triton.verification.sandbox.forms import flatten, rebuild
from triton_ops.tolerance import is_float

Reply = tuple[dict, Sequence[Tensor]]


# ---- how it travels ----


def encode_call(call: WrittenCall) -> tuple[dict, list[Tensor]]:
    """(a call as JSON, the tensors of its arguments). Refused where a value cannot travel."""
    arguments, named, tensors = tensors_of_call(call)
    form = {
        "arguments": arguments,
        "named": named,
        "layout": call.layout,
        "model": call.model,
        "training": call.training,
        "attributes": {path: flatten(value, []) for path, value in call.attributes.items()},
        "state_layout": call.state_layout,
        "state_dtype": call.state_dtype and str(call.state_dtype).removeprefix("torch."),
        "gradient": call.gradient,
    }
    return form, tensors


def decode_call(form: dict, tensors: Sequence[Tensor], names: dict[str, Any]) -> WrittenCall:
    """What `encode_call` wrote, with the named tuples of a program's `names`."""
    dtype = form["state_dtype"] and getattr(torch, form["state_dtype"])
    values = {
        "arguments": rebuild(form["arguments"], tensors, names),
        "named": rebuild(form["named"], tensors, names),
        "attributes": {path: rebuild(value, (), names) for path, value in form["attributes"].items()},
        "state_dtype": dtype,
    }
    return WrittenCall("", **{**form, **values})


def encode_model(model: OriginalModel) -> tuple[dict, list[Tensor]]:
    """(what is known of a model as JSON, its tensors)."""
    form = {
        "paths": list(model.state),
        "keys": list(model.keys),
        "attributes": encode_item(model.attributes),
        "modes": sorted(model.modes),
    }
    return form, list(model.state.values())


def encode_signature(signature: dict[str, inspect.Parameter]) -> list:
    """[[name, kind, whether there is a default, the default], ...] of a signature."""
    return [
        [name, one.kind.name, one.default is not one.empty, encode_item(one.default)]
        for name, one in signature.items()
    ]


def describe_raise(error: Exception) -> list[str]:
    """What the program raised: its class, its text, both in a line."""
    raised = ProgramRaised.of(error)
    return [raised.kind, raised.text, raised.line]


# ---- commands ----


def open_original(state: dict, request: dict, tensors: Sequence[Tensor]) -> Reply:
    """Traces a text and holds it as the original of calls to come: its graph, and what is known of it."""
    text = request["text"]
    graph = frontend.trace(text, training=request["training"], partial=request["partial"], loops=True)
    module_facts(graph.source)
    if is_large(graph):
        original = OriginalProgram.of_trace(graph)
    else:
        original = OriginalProgram.of_text(text, fixed_tensors(graph.source))
    state["original"] = original
    models, found = [], []
    for model in original.models:
        form, own = encode_model(model)
        models.append(form)
        found += own
    reply = {
        "graph": encode_graph(graph),
        "program": encode_item(replace(original.program, facts=graph.source.facts)),
        "signature": encode_signature(original.signature),
        "init_arguments": encode_item(original.init_arguments),
        "models": models,
    }
    return reply, found


def build_model(state: dict, request: dict, tensors: Sequence[Tensor]) -> Reply:
    """Builds the class with other constructor arguments: what is known of the model, and its tensors."""
    original = state["original"]
    try:
        number = original.build(rebuild(request["init"], (), original.names))
    except Exception as error:  # the constructor is the user's, and may raise anything
        return {"raised": describe_raise(error)}, ()
    form, found = encode_model(original.models[number])
    return {"model": form}, found


def with_selections(
    original: OriginalProgram, call: WrittenCall, flat: Sequence[Tensor]
) -> tuple[CallResult, list]:
    """(a call's result, [(which of its tensors, its SelectedIndices), ...] of those that are indices)."""
    done = original.run(call, flat)
    if all(map(is_float, done.tensors)):
        return done, []
    with SelectionRecorder() as recorder:
        done = original.run(call, flat)
    found = [(place, selection_of(one, recorder.selections)) for place, one in enumerate(done.tensors)]
    return done, [(place, selection) for place, selection in found if selection]


def call_original(state: dict, request: dict, tensors: Sequence[Tensor]) -> Reply:
    """Makes a call: the tensors of its arguments first among `tensors`, then those it is run on."""
    original, count = state["original"], request["count"]
    call = decode_call(request["call"], tensors[:count], original.names)
    try:
        with torch.no_grad(), reference_convolutions():
            done, selections = with_selections(original, call, tensors[count:])
    except Exception as error:  # the program may raise anything for a call
        return {"raised": describe_raise(error)}, ()
    reply = {
        "form": done.form,
        "attributes": encode_item(done.attributes),
        "has_gradient": done.has_gradient,
        "outputs": len(done.tensors),
        "selections": [[place, one.dim, one.once] for place, one in selections],
    }
    return reply, [each.detach() for each in (*done.tensors, *(one.source for _, one in selections))]


def call_draws(state: dict, request: dict, tensors: Sequence[Tensor]) -> Reply:
    """Whether a call draws random numbers."""
    original = state["original"]
    call = decode_call(request["call"], tensors, original.names)
    try:
        return {"draws": original.draws(call)}, ()
    except Exception as error:  # the program may raise anything for a call
        return {"raised": describe_raise(error)}, ()


COMMANDS = {"original": open_original, "build": build_model, "run": call_original, "draws": call_draws}
