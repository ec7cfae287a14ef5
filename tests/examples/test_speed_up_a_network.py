"""The example times nothing on a CPU, and says so; what it compares is right, and a mistake is one line."""

import pytest
import torch

from examples import speed_up_a_network as example


def test_a_tiny_network_is_right_and_explained(capsys, tmp_path, monkeypatch):
    """Without a search for answers: PyTorch computes each region, which the table says."""
    monkeypatch.setenv("PYTHON_TO_TRITON_CACHE", str(tmp_path))
    monkeypatch.setattr(example, "TINY", example.TINY | {"samples": 0})
    assert example.main(["--tiny", "--device", "cpu"]) == 0
    printed = capsys.readouterr().out
    assert "bert: 45,088 parameters, input (2, 8)" in printed
    for name in ("eager", "python_to_triton"):
        assert f"\n{name}: 22 of 22 outputs and gradients right" in printed
    assert "forward: " in printed and "backward: " in printed and "No times: no GPU" in printed


@pytest.mark.parametrize("network", ["llama", "vit"])
def test_every_network_has_a_step(network):
    options = example.network_parser().parse_args(["--network", network, "--device", "cpu"])
    vars(options).update(example.TINY)
    model, given = example.build(options)
    gradients = example.step_of(model, model, given)()
    assert model(given).shape[2] == options.width
    assert any(gradient is not None and gradient.abs().sum() > 0 for gradient in gradients)
    assert all(gradient.isfinite().all() for gradient in gradients if gradient is not None)


def test_a_wrong_function_is_told(capsys):
    model = torch.nn.Linear(4, 3)
    assert not example.print_errors("wrong", lambda x: model(x) * 1.01, model, torch.randn(5, 4))
    printed = capsys.readouterr().out
    assert printed.startswith("wrong: ") and "output 0" in printed and "WRONG" in printed


@pytest.mark.parametrize(
    "words, reason",
    [
        (["--width", "30", "--heads", "4"], "--width 30 is not 4 heads"),
        (["--network", "vit", "--image", "100"], "no whole number of patches"),
    ],
)
def test_sizes_that_no_network_has_are_one_line(words, reason, capsys):
    assert example.main([*words, "--device", "cpu"]) == 2
    assert reason in capsys.readouterr().err
