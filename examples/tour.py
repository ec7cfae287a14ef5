# %% [markdown]
# # A tour in two minutes
#
# A model of 29 M parameters reads PyTorch and writes Triton kernels. Every answer is run and compared with
# float64 before it is called verified. This notebook needs no GPU: without one, kernels run in Triton's
# interpreter. It is made of `examples/tour.py` by `python examples/make_tour.py`.

# %%
import importlib.util
import os
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import torch
import torch.nn.functional as F

if not torch.cuda.is_available():
    os.environ["TRITON_INTERPRET"] = "1"  # before the package imports Triton

import python_to_triton

# %% [markdown]
# ## Translate a line
#
# A program is a statement, a body, a function or a module. Free names are tensors. A comment says their
# sizes.

# %%
translation = python_to_triton.translate("""
# x: f32[128, 512]
# scale: f32[512]
y = torch.sigmoid(x) * scale
""")
print(translation.answers[0])

# %% [markdown]
# ## Read the kernel
#
# - `@triton.jit` compiles the function below it for a GPU. Many copies of it run at once, each a *program*.
# - Arguments that end in `_ptr` are addresses of tensors; `BLOCK: tl.constexpr` is known when it is compiled.
# - `tl.program_id(0)` is this program's number. Times `BLOCK`, plus `tl.arange(0, BLOCK)`, it gives the
#   elements that this program computes.
# - The mask is false beyond the end of the tensor: there nothing is read or written.
# - `tl.load` reads a block, what follows computes on it, `tl.store` writes the result.
# - `translated` is the host's side: it makes tensors contiguous, allocates the result, and launches as many
#   programs as cover it, `triton.cdiv(elements, BLOCK)`.
#
# ## The verdict
#
# The judge ran the kernel on several sizes, magnitudes and edge values. The error is the largest difference
# from float64. The tolerance is no choice of ours: it follows from what PyTorch itself loses on that input.

# %%
verdict = translation.verdict
print(f"verified: {translation.verified}, launches: {verdict.launches}")
print(f"error {verdict.error:.1e}, tolerance {verdict.tolerance:.1e}")

# %%
programs = {
    "sigmoid(x) * scale": translation,
    "softmax(x)": python_to_triton.translate("y = F.softmax(x, dim=-1)"),
    "rms_norm(x)": python_to_triton.translate(
        "y = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6)"
    ),
    "relu(x).sum(-1)": python_to_triton.translate("y = torch.relu(x).sum(-1)"),
}
shares = [each.verdict.error / each.verdict.tolerance for each in programs.values()]
figure, axes = plt.subplots(figsize=(6, 2.2))
axes.barh(list(programs), shares)
axes.axvline(1.0, color="black", linewidth=1)
axes.set_xlabel("error / tolerance (right of the line it would be refused)")
axes.invert_yaxis()
figure.tight_layout()
plt.show()

# %% [markdown]
# ## Sizes
#
# The model reads a canonical text in which sizes are letters, so that one answer serves all sizes. A comment
# matters where sizes decide what is computed. Without one they are assumed, and the translation says so. Of a
# function or a module, `inputs=[...]` tells them.

# %%
print(translation.prompt)
print("\nassumed here:", translation.graph.source.assumed or "nothing")
print("assumed of softmax(x):", programs["softmax(x)"].graph.source.assumed)

# %% [markdown]
# ## What it was not verified for, it refuses
#
# The written module needs torch and triton alone. Its guards let through what the answer is valid for.

# %%
path = Path(tempfile.mkdtemp()) / "sigmoid_scale.py"
path.write_text(translation.source)
spec = importlib.util.spec_from_file_location(path.stem, path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.randn(3, 40, device=device)
print("other sizes:", torch.allclose(module.translated(x, x[0]), torch.sigmoid(x) * x[0]))
try:
    module.translated(x.double(), x[0])
except ValueError as error:
    print("refused:", error)

# %% [markdown]
# ## A fused function
#
# A function that is translated with `inputs` is called as before. Here four operations became one kernel,
# and each output and gradient is compared with float64.


# %%
def gate(x, weight):
    return F.relu(x) * torch.sigmoid(weight) + x


torch.manual_seed(0)
x = torch.randn(8, 16, device=device)
weight = torch.randn(16, device=device)
fused = python_to_triton.translate(gate, inputs=[x, weight])
print(f"{len(fused.regions)} region, {fused.verdict.launches} launch, verified: {fused.verified}")
for line in fused.gradients:
    print(line.line())

# %% [markdown]
# ## A module, forward and backward
#
# As a backend of `torch.compile`, each graph is cut into regions. What has no verified answer is PyTorch's.

# %%
model = torch.nn.Sequential(torch.nn.Linear(16, 8), torch.nn.ReLU(), torch.nn.Linear(8, 4)).to(device)
compiled = torch.compile(model, backend="python_to_triton")
loss = compiled(x).square().mean()
loss.backward()

expected = torch.autograd.grad(model(x).square().mean(), list(model.parameters()))
same = all(torch.allclose(parameter.grad, one) for parameter, one in zip(model.parameters(), expected))
print("gradients are PyTorch's:", same)
print(python_to_triton.explain(model, [x]))

# %% [markdown]
# ## Further
#
# `python llm.py --translate FILES` writes files; `examples/speed_up_a_network.py` takes a whole network of
# transformers; `docs/` has one page a package. Verified means tested, not proven.
