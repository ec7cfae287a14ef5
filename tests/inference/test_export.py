"""Exports give the logits and the text of the original, and load without our code."""

import json
import subprocess
import sys

import pytest
import torch
from patching import patch_everywhere
from tiny_training import PROMPT, trained, write_pairs

import llm
from python_to_triton import inference

NEW = 40  # tokens that a toy model writes: it seldom ends


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    """A folder with a few training pairs and a toy model."""
    folder = tmp_path_factory.mktemp("corpus")
    write_pairs(folder / "data.csv")
    trained(folder, epochs=1)
    return folder


@pytest.fixture
def state(corpus):
    """A trained toy model, as load_weights gives it."""
    return inference.load_weights(corpus / "model.pth")


@pytest.fixture(scope="module")
def exported(corpus):
    """The folder of its export, fp32 and ONNX."""
    state = inference.load_weights(corpus / "model.pth")
    inference.export(state, corpus / "exported", corpus / "model.pth")
    return corpus / "exported"


def test_an_export_loads_without_our_code_and_is_there_whole(state, exported, tmp_path):
    files = {path.name for path in exported.iterdir()}
    assert {"README.md", "config.json", "model.safetensors", "tokenizer.json", "model.onnx"} <= files
    assert all(path.stat().st_mode & 0o777 == 0o644 for path in exported.iterdir())
    code = (
        "import sys, transformers\n"
        "kinds = (transformers.AutoModelForCausalLM, transformers.AutoTokenizer)\n"
        "model, tokenizer = (kind.from_pretrained(sys.argv[1]) for kind in kinds)\n"
        "print(model.config.model_type, tokenizer('return v0').input_ids)"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code, str(exported)], capture_output=True, text=True, timeout=300, cwd=tmp_path
    ).stdout
    vocabulary = inference.Vocabulary.from_json(state["vocabulary"])
    assert printed.strip() == f"arcee {vocabulary.encode_prompt('return v0')}"
    with pytest.raises(ValueError, match="exists"):
        inference.export(state, exported, exported)


def test_transformers_continues_as_we_do_alone_in_a_padded_batch_and_as_a_pipeline(state, exported):
    from transformers import AutoModelForCausalLM, AutoTokenizer, pipeline

    vocabulary = inference.Vocabulary.from_json(state["vocabulary"])
    config = inference.Architecture.of(state["model_config"])
    decoder = inference.Decoder(inference.PackedModel.of(config, state["model"]))
    prompts = [PROMPT.format(name) for name in ("sigmoid", "exp")] + ["f(a0: f32[A])\nreturn a0"]
    encoded = [vocabulary.encode_prompt(prompt) for prompt in prompts]
    ours = [ids for _, ids in sorted(inference.generate(decoder, encoded, vocabulary.end))]
    ours = [[*ids, vocabulary.end][:NEW] for ids in ours]

    tokenizer = AutoTokenizer.from_pretrained(exported)
    model = AutoModelForCausalLM.from_pretrained(exported)
    assert model.generation_config.max_new_tokens == config.max_seq_len  # no answer is cut before
    for prompt, ids, expected in zip(prompts, encoded, ours):
        tokens = tokenizer(prompt, return_tensors="pt")
        assert tokens.input_ids[0].tolist() == ids
        assert model.generate(**tokens, max_new_tokens=NEW)[0, len(ids) :].tolist() == expected
    batch = tokenizer(prompts, padding=True, return_tensors="pt")
    assert batch.attention_mask[:, -1].all() and not batch.attention_mask.all()
    written = model.generate(**batch, max_new_tokens=NEW)[:, batch.input_ids.shape[1] :]
    texts = tokenizer.batch_decode(written, skip_special_tokens=True)
    assert texts == [vocabulary.decode(ids) for ids in ours]

    run = pipeline("text-generation", model=model, tokenizer=tokenizer)
    [alone] = run(prompts[0], max_new_tokens=NEW, return_full_text=False)
    [chat] = run([{"role": "user", "content": prompts[0]}], max_new_tokens=NEW)
    assert alone["generated_text"] == chat["generated_text"][-1]["content"] == texts[0]


def test_the_tokenizer_writes_what_is_trained_on(state, exported):
    from transformers import AutoTokenizer

    vocabulary = inference.Vocabulary.from_json(state["vocabulary"])
    tokenizer = AutoTokenizer.from_pretrained(exported)
    prompt, answer = PROMPT.format("exp"), "def translated(a0):\n    return a0"
    trained_on = [*vocabulary.encode_prompt(prompt), *vocabulary.encode(answer), vocabulary.end]
    chat = [{"role": "user", "content": prompt}, {"role": "assistant", "content": answer}]
    written = tokenizer.apply_chat_template(chat, tokenize=False)
    assert tokenizer(prompt, answer).input_ids == trained_on
    assert tokenizer(written, add_special_tokens=False).input_ids == trained_on
    for wrong in ([chat[1]], [*chat, chat[0]]):
        with pytest.raises(Exception, match="a chat is one prompt"):
            tokenizer.apply_chat_template(wrong, tokenize=False)
    marks = (tokenizer.bos_token_id, tokenizer.eos_token_id, tokenizer.pad_token_id)
    assert marks == (vocabulary.prompt_mark, vocabulary.end, vocabulary.pad)


def test_a_model_of_plain_text_gets_no_marks(state, tmp_path):
    from transformers import AutoTokenizer

    state["train_config"] |= {"text": "shakespeare"}
    inference.export_transformers(state, tmp_path)
    tokenizer = AutoTokenizer.from_pretrained(tmp_path)
    vocabulary = inference.Vocabulary.from_json(state["vocabulary"])
    assert tokenizer("To be").input_ids == vocabulary.encode("To be") and not tokenizer.chat_template


def test_an_export_that_differs_leaves_nothing(state, tmp_path, monkeypatch):
    patch_everywhere(monkeypatch, "SAME", -1.0)
    patch_everywhere(monkeypatch, "export_onnx", lambda model, path: model)
    with pytest.raises(ValueError, match="differs from the original"):
        inference.export(state, tmp_path / "out" / "exported", inference.RELEASE)
    assert list((tmp_path / "out").iterdir()) == []


def test_a_changed_model_differs(state):
    theirs = inference.arcee_model(inference.Architecture.of(state["model_config"]), state["model"])
    changed = state["model"] | {
        "blocks.0.feed_forward.up.weight": 2 * state["model"]["blocks.0.feed_forward.up.weight"]
    }
    broken = inference.PackedModel.of(inference.Architecture.of(state["model_config"]), changed)
    assert inference.largest_difference(broken, lambda tokens: theirs(tokens).logits) > inference.SAME


def test_every_name_has_its_way_back(state):
    names = [*state["model"], *(f"{name}.scale" for name in state["model"])]
    theirs = [inference.arcee_name(name) for name in names]
    assert len(set(theirs)) == len(names) and not set(theirs) & set(names)
    assert [inference.own_name(name) for name in theirs] == names
    assert [inference.own_name(name) for name in names] == names


def test_int8_is_one_folder_for_transformers_and_for_us(state, tmp_path):
    pytest.importorskip("compressed_tensors", reason="transformers reads int8 by compressed-tensors")
    from transformers import AutoModelForCausalLM

    folder = tmp_path / "int8"
    inference.export(state, folder, inference.RELEASE, bits=8)
    assert not (folder / "model.onnx").exists()
    rounded = inference.in_int8(state)
    again = inference.load_weights(folder)
    theirs = AutoModelForCausalLM.from_pretrained(folder).state_dict()
    assert again["vocabulary"] != state["vocabulary"] and again["bits"] == 8
    for name, tensor in rounded["model"].items():
        assert torch.equal(again["model"][name], tensor), name
        assert torch.equal(theirs[inference.arcee_name(name)], tensor), name
    for name, (integers, scale) in rounded["matrices"].items():
        assert torch.equal(again["matrices"][name][0], integers)
        assert torch.equal(again["matrices"][name][1], scale)


def test_a_release_is_exported_to_the_bit(state, tmp_path):
    """Its integers are not rounded anew, and a changed file is refused, as of any release."""
    inference.save_release(state, tmp_path / "release")
    released = inference.load_weights(tmp_path / "release")
    folder = tmp_path / "int8"
    folder.mkdir()
    rounded = inference.in_int8(released)
    assert all(rounded["matrices"][name] is pair for name, pair in released["matrices"].items())
    from python_to_triton.inference.transformers_folder import write_int8_weights, write_tokenizer

    write_tokenizer(released, folder)
    write_int8_weights(rounded, folder)
    again = inference.load_weights(folder)
    assert all(torch.equal(again["model"][name], tensor) for name, tensor in released["model"].items())
    record = json.loads((folder / "release.json").read_text())
    (folder / "release.json").write_text(json.dumps(record | {"steps": 7}))
    with pytest.raises(ValueError, match="release.json is not the file that was released"):
        inference.load_weights(folder)


def test_what_cannot_be_exported_is_reported_before_any_work(corpus, monkeypatch, capsys):
    missing = ["--export", str(corpus / "none"), "--checkpoint", str(corpus / "none.pth")]
    patch_everywhere(monkeypatch, "INT8_PACKAGES", ("transformers", "no_such_package"))
    assert llm.main([*missing, "--bits", "8"]) == 2
    error = capsys.readouterr().err
    assert error == "error: --export needs no_such_package: pip install python-to-triton[export]\n"
    assert (
        llm.main(["--export", str(corpus / "none"), "--checkpoint", str(corpus / "model.pth"), "--bits", "4"])
        == 2
    )
    assert "--export writes fp32, or int8" in capsys.readouterr().err
    assert not (corpus / "none").exists()
