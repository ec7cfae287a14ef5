"""A program that names a GPU is translated and verified where its processes see none."""

import pytest
import torch
from scripted import Scripted
from torch.overrides import _get_current_function_mode_stack

from python_to_triton.named_gpus import on_the_cpu

HEADER = "import torch\nimport torch.nn as nn\n\n\n"
FUNCTION = "def f(x):\n    return {}\n\n\ndef get_inputs():\n    return [{}]\n"
FUNCTIONS = {
    "cuda": ("torch.relu(x.cuda())", "torch.randn(4, 3)"),
    "cuda_by_number": ("torch.relu(x.cuda(1, non_blocking=True))", "torch.randn(4, 3).cuda(0)"),
    "text": ("torch.relu(x.to('cuda:0', torch.float32))", "torch.randn(4, 3, device='cuda')"),
    "number": ("torch.relu(x.to(0))", "torch.randn(4, 3, device=0)"),
    "keyword": ("torch.relu(x.to(device='cuda:1', dtype=torch.float32))", "torch.randn(4, 3)"),
    "device": (
        "torch.relu(x.to(torch.device('cuda', 1)))",
        "torch.randn(4, 3, device=torch.device(type='cuda', index=1))",
    ),
    "created": (
        "torch.relu(x) * torch.ones(x.shape[-1], device='cuda') + x.new_zeros(3, device='cuda')",
        "torch.tensor([[1.0, -2.0, 3.0]] * 4, device='cuda')",
    ),
    "like": ("torch.relu(x) * torch.ones_like(x, device='cuda')", "torch.randn(4, 3)"),
}
MODULE = """class Rectified(nn.Module):
    def __init__(self, width, device="cuda"):
        super().__init__()
        self.device = torch.device(device)
        self.unused = nn.Linear(width, 4, device=device)
        self.scale = nn.Parameter(torch.linspace(0.5, 1.5, width, device="cuda"))
        self.register_buffer("shift", torch.arange(float(width)).cuda())
        {moved}

    def forward(self, x, place="cuda"):
        return torch.relu(x.to(self.device)) * self.scale.to(place) + self.shift


def get_inputs():
    return [torch.randn(4, 3, device="cuda")]


def get_init_inputs():
    return [3]
"""
MOVES = ("self.cuda()", "self.cuda(0)", "self.to('cuda')", "self.to(0)", "self.unused.to(self.device)")
ANSWER = """import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, scale_ptr, shift_ptr, y_ptr, total, width, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = place < total
    x = tl.load(x_ptr + place, mask=mask, other=0.0)
    scale = tl.load(scale_ptr + place % width, mask=mask, other=0.0)
    shift = tl.load(shift_ptr + place % width, mask=mask, other=0.0)
    tl.store(y_ptr + place, tl.maximum(x, 0.0) * scale + shift, mask=mask)


def translated(x, scale, shift):
    y = torch.empty_like(x)
    grid = (triton.cdiv(x.numel(), 64),)
    kernel[grid](x, scale, shift, y, x.numel(), x.shape[-1], BLOCK=64)
    return y
"""


def test_functions_that_name_a_gpu_are_verified(translate):
    files = {f"{name}.py": HEADER + FUNCTION.format(*texts) for name, texts in FUNCTIONS.items()}
    files["statements.py"] = "y = torch.relu(x.cuda()) + torch.zeros(3, device='cuda')\n"
    code, rows, _ = translate(files)
    assert {name: row["reason"] for name, row in rows.items()} == dict.fromkeys(files, "") and code == 0


@pytest.mark.parametrize("move", MOVES)
def test_a_module_that_names_a_gpu_is_verified(translate, tmp_path, move):
    translator = Scripted(lambda _: ANSWER)
    files = {"module.py": HEADER + MODULE.format(moved=move)}
    code, rows, _ = translate(files, translator=translator)
    assert rows["module.py"]["reason"] == "" and code == 0
    [written] = (tmp_path / "out").glob("*.py")
    # It keeps the GPU, and takes any: the device of the trace is no condition.
    text = written.read_text()
    assert f"        {move}\n" in text and 'torch.linspace(0.5, 1.5, width, device="cuda")' in text
    assert 'torch.device("cpu")' not in text


def test_a_wrong_answer_for_a_module_that_names_a_gpu_is_refused(translate):
    wrong = ANSWER.replace("* scale + shift", "* scale")
    files = {"module.py": HEADER + MODULE.format(moved=MOVES[0])}
    code, rows, _ = translate(files, translator=Scripted(lambda _: wrong))
    assert code == 1 and "error" in rows["module.py"]["reason"]


def test_what_has_no_meaning_without_a_gpu_is_refused_in_a_line(translate):
    files = {
        "waits.py": HEADER + FUNCTION.format("torch.relu(x), torch.cuda.synchronize()", "torch.randn(4, 3)"),
        "streams.py": HEADER + FUNCTION.format("torch.relu(x)", "torch.randn(torch.cuda.Stream())"),
    }
    code, rows, _ = translate(files)
    assert code == 1
    for name, call in {"waits.py": "torch.cuda.synchronize()", "streams.py": "torch.cuda.Stream()"}.items():
        assert call in rows[name]["reason"] and "\n" not in rows[name]["reason"]


def test_the_cpu_takes_the_place_of_a_gpu_only_while_it_lasts():
    x = torch.randn(3)
    with pytest.raises(ZeroDivisionError), on_the_cpu(), on_the_cpu():
        assert len(_get_current_function_mode_stack()) == 1
        assert x.cuda() is x and x.to(1) is x and x.to("cuda:1") is x
        assert torch.device("cuda", 1) == torch.device(0) == torch.device(type="cuda") == torch.device("cpu")
        assert torch.zeros(3, device="meta").device == torch.device("meta")
        assert x.to(x.double()).dtype == torch.float64 and x.sum(0).shape == ()
        with torch.device("cuda"):
            assert torch.zeros(3).device == torch.device("cpu")
        raise ZeroDivisionError
    assert not _get_current_function_mode_stack() and torch.device("cuda", 1).index == 1
