"""Which weights answer, and what is said where there are none."""

import shutil

import pytest
from patching import patch_everywhere

from python_to_triton import inference, runtime
from python_to_triton.runtime import loading


def test_without_a_checkpoint_the_released_weights_are_taken_and_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    translator = runtime.load_translator(device="cpu")
    assert "no trained_model.pth here: taking the released weights" in capsys.readouterr().err
    assert translator.model_hash == runtime.model_hash(inference.RELEASE)
    assert translator.weights == f"released weights {inference.RELEASE}"


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
    shutil.copy(inference.HERE / "weights" / "config.json", tmp_path / "installed")
    assert runtime.released_weights() == tmp_path / "installed"
