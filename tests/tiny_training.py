"""Training at toy size: a few pairs, the flags of a run of seconds."""

import dataclasses
import json
from unittest import mock

import pandas

import llm
from corpus import Pair
from training import curves

TEXTS = [
    "f(a0: f32[A, B])\nv0 = softmax(a0, dim=-1)\nreturn v0",
    "def translated(x):\n    y = x * 0.044715\n    return y  # café ∑\n",
]
PROMPT = "f(a0: f32[A, B])\nv0 = {}(a0)\nreturn v0"


ANSWER = """@triton.jit
def kernel(x_ptr, y_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(y_ptr + offsets, {}, mask=mask)


def translated(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y"""


FUNCTIONS = {"sigmoid": "tl.sigmoid(x)", "relu": "tl.maximum(x, 0.0)", "exp": "tl.exp(x)", "abs": "tl.abs(x)"}


def pair(prompt, answer, alternates="[]", split="train"):
    fields = {field.name: "" for field in dataclasses.fields(Pair)}
    return Pair(**fields | dict(prompt=prompt, answer=answer, alternates=alternates, split=split))


def write_pairs(path):
    """Eight pairs: four functions, each for training and for validation."""
    rows = [
        pair(
            PROMPT.format(name),
            ANSWER.format(formula),
            json.dumps([PROMPT.format(name).replace("A, B", "A")]),
            split,
        )
        for name, formula in FUNCTIONS.items()
        for split in ("train", "validation")
    ]
    pandas.DataFrame([dataclasses.asdict(row) for row in rows]).to_csv(path, index=False)


def flags(folder, **values):
    settings = (
        dict(
            data=folder / "data.csv",
            checkpoint=folder / "model.pth",
            run_dir=folder / "run",
            d_model=64,
            n_heads=2,
            n_layers=2,
            d_ff=128,
            max_seq_len=256,
            vocab_size=512,
            dropout=0.1,
            batch_size=2,
            accumulation=1,
            epochs=4,
            emphasis=1,
            minutes=0,
            samples=2,
        )
        | values
    )
    return [f"--{name}={value}" for name, value in settings.items()]


def started(folder, resume=False, **values):
    """The llm.Run of these flags, not trained yet."""
    return llm.start_run(vars(llm.make_parser().parse_args(flags(folder, **values))), resume)


def trained(folder, resume=False, curve=False, **values):
    """The llm.Run of these flags, trained; its curve is drawn, which takes a second, only where asked."""
    run = started(folder, resume, **values)
    drawn = curves.plot_run if curve else lambda *_: None
    with mock.patch.object(curves, "plot_run", drawn):
        llm.train(run)
    return run
