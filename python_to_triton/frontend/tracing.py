"""tracing."""

import contextlib
import inspect
import itertools
import re
import warnings
import torch
import torch.nn as nn
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensorMode,
)
from python_to_triton.frontend.drafts import make_draft
from python_to_triton.frontend.programs import (
    error_line,
    fakes,
    function_program,
    module_program,
    read_source,
)
from python_to_triton.frontend.recorder import describe
from python_to_triton.frontend.symbolic_sizes import finish
from python_to_triton.frontend.vocabulary import GraphError


N, W, V, T, H, K = 12, 20, 28, 16, 4, 3  # rows, width, other width, time, heads, kernel


INDEX_NAMES = re.compile(r"(^|_)(idx|index|indices|ids|tokens|labels?|target|targets)\d*$")


MASK_NAMES = re.compile(r"(^|_)(mask|cond|condition|keep)\d*$")


WEIGHT_NAMES = re.compile(r"^(w|weight|weights|gamma|kernel|filters?|scale|wq|wk|wv|wo|w_\w+|.*_weight)\d*$")


BIAS_NAMES = re.compile(r"^(b|bias|beta|shift|b_\w+|.*_bias)\d*$")


SCALAR_NAMES = re.compile(r"^(alpha|eps|epsilon|lr|momentum|temperature|tau|lam|lambd|lambda_|step_size)$")


PRODUCT = re.compile(r"@|matmul|\bmm\(|einsum|\.mm\(")


def worlds(source):
    """Lists of shapes to try for (the first argument, weights, biases, masks, others), likeliest first."""
    product = PRODUCT.search(source)
    weights = (
        [(V, W), (W, V)] if "linear(" in source else [(W, V), (W,)] if product else [(W,), (W, V), (V, W)]
    )
    flat_ = (
        (N, W),
        weights,
        [(V,), (W,)] if product or "linear(" in source else [(W,), (V,)],
        [(N, W), (W,), (N, N)],
        [(N, W), (W, V), (W,), (N,), (N, V)],
    )
    deep = (
        (N, T, W),
        weights,
        flat_[2],
        [(N, T, W), (T, W), (T, T), (N, T, T)],
        [(N, T, W), (N, W, V), (W, V), (N, T), (W,)],
    )
    heads = ((2, H, N, W), weights, flat_[2], [(N, N), (2, 1, N, N)], [(2, H, N, W), (2, H, W, V), (N, W)])
    images = []
    for n in (1, 2, 3):
        size = (18, 22, 14)[:n]
        kernels = [(V, 8, *[K] * n), (8, V, *[K] * n), (8, 1, *[K] * n), (V, 8, *[1] * n), (8,)]
        images.append(((2, 8, *size), kernels, [(V,), (8,)], [(2, 8, *size)], [(2, 8, *size), (8,)]))
    vector = ((N,), [(N,)], [(N,)], [(N,)], [(N,), ()])
    order = [flat_, deep, images[1], heads, vector, images[0], images[2]]
    for n, world in zip((1, 2, 3), images):
        if re.search(rf"{n}d\b", source, re.IGNORECASE):
            order.insert(0, world)
    if re.search(r"\b(q|query)\b", source):
        order.insert(0, heads)
    if re.search(r"\bbmm\b|batch_first|MultiheadAttention", source):
        order.insert(0, deep)
    return order


def candidates(program):
    """Inputs to try, as lists of (dtype, shape)."""
    source = program.source
    integers = re.search(
        r"embedding|gather|cross_entropy|nll_loss|one_hot|index_select|Embedding|CrossEntropy|NLLLoss|take|\[",
        source,
    )
    for first, weights, biases, masks, others in worlds(source):
        choices = []
        for i, name in enumerate(program.parameters):
            if name in program.hints:
                choice = [program.hints[name]]
            elif INDEX_NAMES.search(name) and (integers or "target" not in name):
                choice = [(torch.int64, shape) for shape in ((N,), (N, T), (N, 1), (N, W), first)]
            elif MASK_NAMES.search(name):
                choice = [(dtype, shape) for dtype in (torch.bool, torch.float32) for shape in masks]
            elif SCALAR_NAMES.match(name) and i:
                choice = [(torch.float32, ())]
            else:
                shapes = (
                    [first]
                    if not i
                    else (weights if WEIGHT_NAMES.match(name) else biases if BIAS_NAMES.match(name) else [])
                    + others
                )
                choice = [(torch.float32, shape) for shape in shapes]
            choices.append(choice)
        yield from itertools.islice(itertools.product(*choices), 60)


def guess(program, mode):
    """The graph of a program on the first guessed inputs on which it runs."""
    tried, first_error = set(), None
    for specification in candidates(program):
        if specification in tried:
            continue
        tried.add(specification)
        with mode:
            inputs = tuple(torch.empty(shape, dtype=dtype) for dtype, shape in specification)
        try:
            draft = make_draft(program, inputs, mode)
        except GraphError:
            raise
        except Exception as error:  # these sizes do not suit the program; its first complaint is the clearest
            first_error = first_error or error
            if isinstance(
                error, (DataDependentOutputException, DynamicOutputShapeException, NameError, AttributeError)
            ):
                break
        else:
            return finish(draft, program, inputs, mode)
    if first_error is None:
        raise GraphError("there is no tensor in the program")
    raise first_error


def explain(error, program):
    """The GraphError for whatever tracing raised: one line, with the program's line."""
    where = program.at(error_line(error, program.filename))
    if isinstance(error, GraphError):
        return GraphError(f"{error}{where}")
    if isinstance(error, (DataDependentOutputException, DynamicOutputShapeException)):
        return GraphError(f"control flow or sizes that depend on the data{where}")
    return GraphError(f"{describe(error)}{where}")


def read_cheaply(source, inputs, mode):
    """`read_source` with every tensor fake; with real ones where a constructor looks at data (linspace(...)[i].item())
    or has its module cast (`.half()`), which fake parameters do not allow."""
    try:
        with mode:
            return read_source(source, inputs)
    except GraphError as error:
        looks = isinstance(error.__cause__, (DataDependentOutputException, DynamicOutputShapeException))
        if not looks and "swap" not in str(error):
            raise
    return read_source(source, inputs)


def trace_quietly(program, inputs):
    """`trace`, with PyTorch's warnings silenced by the caller."""
    mode = FakeTensorMode(allow_non_fake_inputs=True)
    if isinstance(program, str):
        program = read_cheaply(program, inputs, mode)
    elif isinstance(program, nn.Module):
        code = getattr(program.forward, "__code__", None)
        program = module_program(
            program, type(program).__name__, inputs, code.co_filename if code else "", ""
        )
    elif callable(program):
        code = getattr(inspect.unwrap(program), "__code__", None)
        program = function_program(program, "function", inputs, code.co_filename if code else "", "", {})
    else:
        raise GraphError(
            f"cannot trace {type(program).__name__}: a source text, a function or a module is wanted"
        )
    if not program.source and program.inputs is None:
        with contextlib.suppress(OSError, TypeError):
            program.source = inspect.getsource(program.function)
    try:
        if program.inputs is None:
            return guess(program, mode)
        inputs = fakes(program.inputs, mode)
        return finish(make_draft(program, inputs, mode), program, inputs, mode)
    except Exception as error:  # the program is the user's: whatever it raises is told with its line
        raise explain(error, program) from error


def trace(program, inputs=None):
    """The canonical graph of a program: source text, a callable or an nn.Module.

    `inputs` are example tensors (their sizes and dtypes matter, their data does not) and constants; without them a
    file's `get_inputs()` gives them, or they are guessed from the names and from what the program does with them.
    Raises GraphError with one line on what cannot be traced.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return trace_quietly(program, None if inputs is None else tuple(inputs))
