"""What the tests of kernels.py and triton_ops share: the device, marks, references, ways to compare."""

import functools
import inspect
import itertools
import os
import subprocess
import sys

import pytest
import torch

from triton_ops.contract import Op
from triton_ops.files import ROOT
from triton_ops.judge import as_tuple, outputs_and_gradients, to_float64
from triton_ops.machine import default_device, why_not_run, why_not_time

DEVICE = default_device()
ON_GPU = DEVICE.type == "cuda"
needs_triton = pytest.mark.skipif(bool(why_not_run(DEVICE)), reason=why_not_run(DEVICE) or "Triton runs")
needs_gpu = pytest.mark.skipif(bool(why_not_time(DEVICE)), reason=why_not_time(DEVICE) or "a GPU is here")


def three_ways(op, *arguments):
    """(Triton at the arguments' dtype, eager, float64), each (outputs..., gradients...) for one cotangent."""
    named = dict(zip(inspect.signature(op.run).parameters, arguments))
    cotangents = [torch.randn_like(output) for output in as_tuple(op.call("torch")(**named))]
    exact = {name: to_float64(value) for name, value in named.items()}
    return [
        tuple(
            outputs_and_gradients(
                op.call(implementation), values, [c.to(values["q"].dtype) for c in cotangents]
            ).values()
        )
        for implementation, values in (("triton", named), ("torch", named), ("torch", exact))
    ]


def assert_alike(ours, exact, tolerance=1e-13):
    for one, other in zip(ours, exact, strict=True):
        torch.testing.assert_close(one, other, rtol=tolerance, atol=tolerance)


def with_gradients(function, *inputs):
    """(output, gradient of each input) of `function` at fresh leaves; the cotangent depends on the shape."""
    leaves = [value.detach().clone().requires_grad_() for value in inputs]
    output = function(*leaves)
    cotangent = torch.linspace(-1, 2, output.numel(), dtype=output.dtype, device=output.device).view(
        output.shape
    )
    return output, *torch.autograd.grad(output, leaves, cotangent)


def naive_attention(q, k, v, causal, documents=None):
    """Attention by its definition, query by query; `documents` as cumulative lengths over all rows."""
    (B, M, H, D), (N, K) = q.shape, k.shape[1:3]
    owner = (
        torch.bucketize(torch.arange(B * N), documents, right=True)
        if documents is not None
        else torch.zeros(B * N)
    )
    y = torch.zeros_like(q)
    for b, i, h in itertools.product(range(B), range(M), range(H)):
        seen = [
            j
            for j in range(N)
            if (not causal or j <= i + N - M) and (documents is None or owner[b * N + i] == owner[b * N + j])
        ]
        y[b, i, h] = (k[b, seen, h // (H // K)] @ q[b, i, h] / D**0.5).softmax(0) @ v[b, seen, h // (H // K)]
    return y


class Double(torch.autograd.Function):
    """y = 2 x with a mistake: the judge has to name it."""

    @staticmethod
    def forward(ctx, x, mistake):
        ctx.mistake = mistake
        y = x.new_empty(x.shape, dtype=torch.float64 if mistake == "dtype" else x.dtype)
        written = y[:-1] if mistake == "tail" else y
        written.copy_(2 * x[: len(written)])
        if mistake == "random":
            y += torch.rand_like(y) * 1e-6
        if mistake == "input":
            x.mul_(2)
        if mistake == "zero":
            y.zero_()
        return y

    @staticmethod
    def backward(ctx, dy):
        if ctx.mistake == "incoming":
            return dy.mul_(2), None
        return (dy * 2.001 if ctx.mistake == "gradient" else dy * 2), None


def double(x, implementation="torch", mistake=""):
    return 2 * x if implementation == "torch" else Double.apply(x, mistake)


def double_op(mistake):
    return Op(
        name="double",
        run=functools.partial(double, mistake=mistake),
        data=("x",),
        inputs=lambda shape, dtype, draw, autocast: (draw(*shape).requires_grad_(),),
        cases=[(1, 1), (3, 33)],
        bench_shapes=[(3, 33)],
        shape=lambda work: (3, 33),
        bytes_moved=lambda shape, size: (1, 1),
    )


def python(code, **environment):
    """What a fresh process prints that runs `code` beside kernels.py."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")
