"""Which weights answer, and what is said where there are none."""

import shutil

import pytest
import torch
from patching import patch_everywhere
from tiny_training import trained, write_pairs

from python_to_triton import inference, runtime
from python_to_triton.runtime import loading
from triton_ops.files import ROOT, replacing


def test_without_a_checkpoint_the_released_weights_are_taken_and_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path, name = runtime.choose_weights()
    assert path == inference.RELEASE and name == "released"
    translator = runtime.load_translator(device="cpu")
    assert "weights: released\n" in capsys.readouterr().err
    assert translator.model_hash == inference.weights_hash(inference.RELEASE)
    assert translator.weights == "released"


def test_a_variable_names_the_weights(tmp_path, monkeypatch):
    monkeypatch.setenv(loading.WEIGHTS_VARIABLE, str(tmp_path / "none"))
    with pytest.raises(ValueError, match="PYTHON_TO_TRITON_WEIGHTS names .*none, which does not exist"):
        runtime.released_weights()
    monkeypatch.setenv(loading.WEIGHTS_VARIABLE, str(tmp_path))
    assert runtime.released_weights() == tmp_path


def test_the_installed_copy_is_found_without_a_clone(tmp_path, monkeypatch):
    monkeypatch.delenv(loading.WEIGHTS_VARIABLE, raising=False)
    patch_everywhere(monkeypatch, "RELEASE", tmp_path / "clone")
    monkeypatch.setattr(loading, "INSTALLED_WEIGHTS", tmp_path / "installed")
    with pytest.raises(ValueError, match="the released weights are not installed: give the path .*WEIGHTS"):
        runtime.released_weights()
    (tmp_path / "installed").mkdir()
    shutil.copy(ROOT / "weights" / "config.json", tmp_path / "installed")
    assert runtime.released_weights() == tmp_path / "installed"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with released weights that passed 9 of 10 prompts; a function that scores a checkpoint."""
    corpus = tmp_path
    write_pairs(corpus / "data.csv")
    run = trained(corpus, epochs=1, checkpoint=corpus / "trained_model.pth")
    run.record_built_in(9, 10)
    inference.save_release(inference.load_checkpoint(corpus / "trained_model.pth"), corpus / "weights")
    patch_everywhere(monkeypatch, "RELEASE", corpus / "weights")
    monkeypatch.chdir(corpus)
    return corpus, lambda passed: run.record_built_in(passed, 10)


def test_a_checkpoint_that_is_named_is_taken_and_its_score_told(place, capsys):
    folder, _ = place
    (folder / "trained_model.pth").rename(folder / "other.pth")
    with pytest.raises(ValueError, match="there is no trained model at trained_model.pth"):
        runtime.load_translator("trained_model.pth")
    capsys.readouterr()
    runtime.load_translator("other.pth", "cpu")
    assert "weights: other.pth (9 of 10 built-in prompts)" in capsys.readouterr().err


@pytest.mark.parametrize("passed, answers", [(10, "mine"), (9, "mine"), (8, "released")])
def test_a_model_that_passed_fewer_built_in_prompts_is_not_preferred(place, capsys, passed, answers):
    folder, score = place
    score(passed)
    capsys.readouterr()
    path, name = runtime.choose_weights()
    told = name if answers == "mine" else capsys.readouterr().err
    assert f"trained_model.pth ({passed} of 10 built-in prompts)" in told
    assert path.name == ("trained_model.pth" if answers == "mine" else "weights")
    assert runtime.choose_weights(which="mine")[0].name == "trained_model.pth"
    assert runtime.choose_weights(which="released")[1] == "released"


def test_a_model_that_was_never_tried_is_not_preferred(place, capsys):
    folder, _ = place
    state = inference.load_checkpoint(folder / "trained_model.pth")
    with replacing(folder / "trained_model.pth") as partial:
        torch.save(state | {"built_in": None}, partial)
    path, name = runtime.choose_weights()
    assert path == folder / "weights" and name == "released"
    assert "(built-in prompts not tried) is not preferred" in capsys.readouterr().err


def test_the_released_weights_passed_all_built_in_prompts():
    score = inference.release_config(inference.RELEASE)["built_in"]
    assert score == {"passed": len(runtime.DEMO_PROMPTS), "of": len(runtime.DEMO_PROMPTS)}
