"""An exported folder of the released weights: its card's figures are theirs, its code runs, its answers are
ours.
"""

import itertools
import os
import re
import subprocess
import sys

import pytest
import torch
import yaml

from corpus.program_writer import write_program
from python_to_triton import frontend, inference
from python_to_triton.inference.model_card import model_card

EVERY = os.environ.get("EVERY_EXPORTED_ANSWER")
DRAWN, SHORTEST, ALONE = (40, 40, 40) if EVERY else (6, 2, 1)  # all take minutes
MARKS = ("<|question|>", "<|answer|>", "<|end|>")
OWN = (inference.RELEASE / "README.md").read_text()


@pytest.fixture(scope="module")
def state():
    return inference.load_weights(inference.RELEASE)


@pytest.fixture(scope="module")
def folder(state, tmp_path_factory):
    """The released weights for transformers, in fp32, with the card."""
    folder = tmp_path_factory.mktemp("released")
    inference.export_transformers(state, folder)
    (folder / "README.md").write_text(model_card(state, inference.RELEASE, MARKS, int8=False))
    return folder


def drawn_prompts(number: int) -> list[str]:
    """The first prompts of the seeded program generator that one kernel group serves."""
    found = []
    for place in itertools.count():
        try:
            graph = frontend.trace(write_program(f"export/{place}"))
        except frontend.SHAPE_ERRORS:  # of random programs some are no good, by design
            continue
        if len(frontend.regions(graph)) == 1 and graph.text not in found:
            found.append(graph.text)
        if len(found) == number:
            return found


def test_the_card_has_the_figures_of_the_weights(state, folder):
    card = (folder / "README.md").read_text()
    front = yaml.safe_load(card.split("---")[1])
    assert front["license"] == "apache-2.0" and front["pipeline_tag"] == "text-generation"
    assert front["library_name"] == "transformers" and {"triton", "pytorch", "onnx"} <= set(front["tags"])
    assert front["language"] == ["code"]
    rows = [line for line in OWN.partition("## Results")[2].splitlines() if line.startswith(("|", "- "))]
    assert len(rows) > 5 and all(row in card for row in rows if "](" not in row)
    assert f"{sum(tensor.numel() for tensor in state['model'].values()):,}" in card
    assert inference.weights_hash(inference.RELEASE) in card
    assert "](../" not in card and all(len(line) <= 110 for line in card.splitlines())
    int8 = model_card(state, inference.RELEASE, MARKS, int8=True)
    assert "- compressed-tensors" in int8 and "- onnx" not in int8


def test_weights_of_ones_own_claim_neither_results_nor_a_licence(state, tmp_path):
    torch.save({"weights": 1}, tmp_path / "own.pth")
    card = model_card(state, tmp_path / "own.pth", MARKS, int8=False)
    assert "license: unknown" in card and "## Results" not in card and "## Prompt" in card


def test_the_code_of_the_card_runs(folder):
    blocks = re.findall(r"```python\n(.*?)```", (folder / "README.md").read_text(), re.DOTALL)
    assert len(blocks) == 2
    script = folder / "blocks.py"  # both in one process, which imports the libraries once
    script.write_text("\n".join(blocks))
    done = subprocess.run(
        [sys.executable, script.name], cwd=folder, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    first, _, second = done.stdout.partition("f(a0")
    assert "@triton.jit" in first and "@triton.jit" in second
    assert done.stdout.endswith("\n\nverified\n"), done.stdout


def test_transformers_gives_our_answers_token_by_token(state, folder):
    """Of the released weights, greedily, one by one and in one padded batch."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    decoder = inference.load_decoder(state, "cpu")
    vocabulary = inference.Vocabulary.from_json(state["vocabulary"])
    prompts = sorted(drawn_prompts(DRAWN), key=len)[:SHORTEST]
    encoded = [vocabulary.encode_prompt(prompt) for prompt in prompts]
    ours = [ids for _, ids in sorted(inference.generate(decoder, encoded, vocabulary.end))]
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder)
    for prompt, ids in zip(prompts[:ALONE], ours):
        tokens = tokenizer(prompt, return_tensors="pt")
        written = model.generate(**tokens)[0, tokens.input_ids.shape[1] :].tolist()
        assert written == [*ids, vocabulary.end], prompt
    for start in range(0, len(prompts), 8):
        batch = tokenizer(prompts[start : start + 8], padding=True, return_tensors="pt")
        written = model.generate(**batch)[:, batch.input_ids.shape[1] :]
        texts = tokenizer.batch_decode(written, skip_special_tokens=True)
        assert texts == [vocabulary.decode(ids) for ids in ours[start : start + 8]]
