"""A translator whose answers are given, so that tests need no model: right ones to four functions, and wrong
ones.
"""

from collections.abc import Callable

from python_to_triton import runtime

PROMPT = "f(a0: f32[A, B])\nv0 = {}(a0)\nreturn v0"
ANSWER = """import torch
import triton
import triton.language as tl


@triton.jit
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
RIGHT = {name: ANSWER.format(formula) for name, formula in FUNCTIONS.items()}
NO_PYTHON = "def translated(x:"
GOOD = "def magnitude(x):\n    return x.abs()\n"  # a program
# What the GPU may find at a program's own sizes.
PASSED = {"ok": True, "reason": "", "error": 1e-7, "tolerance": 1e-6, "against": "float64"}
TIMES = {"torch_ms": 0.02, "compile_ms": 0.015, "triton_ms": 0.01, "untimed": ""}


def right(answer: str) -> str:
    """The right answer itself."""
    return answer


def wrong(answer: str) -> str:
    """The answer, off by one."""
    load = "tl.load(x_ptr + offsets, mask=mask, other=0.0)"
    return answer.replace(load, f"{load} + 1.0")


def variant(answer: str) -> str:
    """Another right answer."""
    return answer.replace("BLOCK=1024", "BLOCK=512").replace("1024", "512")


class Scripted(runtime.Translator):
    """Answers prompts about one of FUNCTIONS: `samples` are functions of the right answer, in turn."""

    model_hash = "0123456789abcdef"
    by_rules = False  # what it answers is scripted

    def __init__(self, *samples: Callable[[str], str], judges: runtime.Judges | None = None):
        self.seed = 0
        self.temperature = None
        self.judges = judges or runtime.Judges()
        self.samples = samples or (right,)
        self.asked = []
        self.replaced = {}
        self.composed = {}

    def why_too_long(self, text):
        return "the prompt is too long" if "sort" in text else ""

    def draw_candidates(self, rows, temperature, seed, on_text=None, composes=True):
        self.asked += [prompt for prompt, _ in rows]
        for index, (prompt, number) in enumerate(rows):
            answers = (answer for name, answer in RIGHT.items() if f"{name}(" in prompt)
            sample = self.samples[min(number, len(self.samples) - 1)]
            source = sample(next(answers, NO_PYTHON))
            if on_text and index == 0:
                on_text(source)
            yield index, source
