"""The README.md of an exported folder: a model card, its figures read from the weights and their own card."""

import re
from pathlib import Path

from python_to_triton.inference.architecture import Architecture
from python_to_triton.inference.checkpoints import is_text_model, weights_hash

CARRIED = ("Training", "Results", "Limits")  # sections of a release's card that hold for its export too
LICENCE = re.compile(r"^(?:\| licence \| |license: )([\w.-]+)", re.MULTILINE)  # a release's card, an export's
LINK = re.compile(r"\[([^\]]+)\]\(\.\./[^)]*\)")  # into the repository, which an export is no part of

FRONT = """---
license: {license}
library_name: transformers
pipeline_tag: text-generation
language:
- code
tags:
{tags}
---

# Python to Triton, {millions:.1f} M parameters

{what}
"""

TRANSLATES = """A decoder that reads the canonical text of a PyTorch graph and writes Triton kernels with the
host function that launches them. **What it writes is a candidate**: run it only after it was judged, as
below. Made by the project Python to Triton (`pip install .` in a clone of it), which traces, translates and
judges whole programs."""

CONTINUES = "A decoder of plain text: it continues what it is given."

PROMPTS = """## Prompt

The model never reads raw Python. `python_to_triton.frontend` traces a program and writes each region of it
as text, which is the prompt:

```
{prompt}
```

The tokenizer puts the marks around it: `{marked}`; the answer ends with
`{end}`. In a chat the prompt is the one message of the user. Decoding is greedy, padding on the left; for
further candidates sample at temperatures of 0.7 to 1.3.

```python
{pipeline}```

From a program to a verdict, with the project installed:

```python
{program}```
"""

EXAMPLE = "f(a0: f32[A, B], a1: f32[B])\nv0 = mul(a0, a1)\nv1 = relu(v0)\nreturn v1"

PIPELINE = '''from transformers import pipeline

folder = "."  # where this card is
prompt = """{prompt}"""
translate = pipeline("text-generation", folder)
print(translate(prompt, return_full_text=False)[0]["generated_text"])
'''

PROGRAM = '''from transformers import AutoModelForCausalLM, AutoTokenizer

from python_to_triton import frontend, runtime

if __name__ == "__main__":  # judging starts further processes
    folder = "."  # where this card is
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder)

    program = """
# x: f32[128, 512]
y = torch.sigmoid(x) * scale
"""
    prompts = [region.graph.text for region in frontend.regions(frontend.trace(program))]
    tokens = tokenizer(prompts, padding=True, return_tensors="pt")
    written = model.generate(**tokens)[:, tokens.input_ids.shape[1] :]
    for prompt, answer in zip(prompts, tokenizer.batch_decode(written, skip_special_tokens=True)):
        verdict = runtime.judge_answer(prompt, answer)
        print(prompt, answer, "verified" if verdict.ok else verdict.reason, sep="\\n\\n")
'''


def section(card: str, title: str) -> str:
    """The section of a card under a heading, heading included, its links into the repository as plain text;
    "" where there is none.
    """
    found = re.search(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", card, re.MULTILINE | re.DOTALL)
    return LINK.sub(r"\1", found[0].strip()) + "\n" if found else ""


def facts(state: dict, source: Path, int8: bool) -> str:
    """The table of what the weights are, from the weights."""
    config = Architecture.of(state["model_config"])
    needs = "needs transformers 5 and `pip install compressed-tensors`"
    stored = f"int8 with a scale a row; {needs}" if int8 else "fp32"
    shape = f"{config.n_layers} layers, {config.d_model} wide, {config.n_heads} heads"
    rows = {
        "architecture": f"`ArceeForCausalLM`: {shape}, feed-forward {config.d_ff}, squared ReLU, rotary",
        "context": f"{config.max_seq_len} tokens",
        "parameters": f"{sum(tensor.numel() for tensor in state['model'].values()):,}",
        "storage": stored,
        "tokenizer": f"byte-level BPE of {config.vocab_size:,} tokens",
        "exported from": f"weights `{weights_hash(source)}`, {state['step']:,} steps of training",
    }
    metrics = state.get("metrics") or {}
    if {"loss", "accuracy"} <= metrics.keys():
        right = f"{100 * metrics['accuracy']:.2f} % of tokens right"
        rows["validation"] = f"loss {metrics['loss']:.4f}, {right}"
    lines = [f"| {name} | {value} |" for name, value in rows.items()]
    return "\n".join(["| | |", "|---|---|", *lines]) + "\n"


def how_to_prompt(marks: tuple[str, str, str]) -> str:
    """The section on prompts, with code that runs; `marks`: before and after a prompt, after an answer."""
    before, after, end = marks
    return PROMPTS.format(
        prompt=EXAMPLE,
        marked=f"{before} prompt {after}",
        end=end,
        pipeline=PIPELINE.format(prompt=EXAMPLE),
        program=PROGRAM,
    )


def model_card(state: dict, source: Path, marks: tuple[str, str, str], int8: bool) -> str:
    """The card of an export of `state`, the weights at `source`.

    What was measured of a release is taken from the README.md beside it; other weights have none of that, and
    no licence is claimed for them.
    """
    beside = source / "README.md"
    own = beside.read_text() if source.is_dir() and beside.exists() else ""
    licence = LICENCE.search(own)
    tags = ["arcee", "code", "pytorch", "triton", "compressed-tensors" if int8 else "onnx"]
    front = FRONT.format(
        license=licence[1].lower() if licence else "unknown",
        tags="\n".join(f"- {tag}" for tag in tags),
        millions=sum(tensor.numel() for tensor in state["model"].values()) / 1e6,
        what=CONTINUES if is_text_model(state) else TRANSLATES,
    )
    parts = [front, facts(state, source, int8)]
    if not is_text_model(state):
        parts.append(how_to_prompt(marks))
    parts += [text for text in (section(own, title) for title in CARRIED) if text]
    return "\n".join(parts)
