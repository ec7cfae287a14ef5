"""Configurations, flags and what is refused."""

import dataclasses

import pytest
import torch

import llm
from python_to_triton import inference
from training.presets import PRESETS, with_preset


def test_defaults_are_the_owners():
    config, training = llm.ModelConfig(), llm.TrainConfig()
    assert (
        config.d_model,
        config.n_heads,
        config.n_layers,
        config.d_ff,
        config.max_seq_len,
        config.dropout,
    ) == (384, 8, 6, 1536, 512, 0.1)
    assert (
        training.batch_size,
        training.accumulation,
        training.epochs,
        training.grad_clip,
        training.weight_decay,
    ) == (24, 4, 10, 1.0, 0.1)
    assert (training.muon_lr, training.muon_momentum, training.newton_schulz_steps, training.adamw_lr) == (
        0.01,
        0.95,
        5,
        0.001,
    )


def test_smollm_vocabulary_gives_about_fifty_million_parameters():
    with torch.device("meta"):
        model = llm.Transformer(llm.ModelConfig(vocab_size=49152))
    assert (
        sum(p.numel() for p in model.parameters())
        == 2 * 49152 * 384 + 6 * (4 * 384**2 + 2 * 384 * 1536) + 13 * 384
    )


@pytest.mark.parametrize(
    "typed", [["--no_such_flag", "1"], ["--epochs", "many"], ["--wandb", "maybe"], ["--epoch", "3"]]
)
def test_unknown_flag_or_wrong_type_is_an_error(typed, capsys):
    with pytest.raises(SystemExit) as caught:
        llm.main(typed)
    assert caught.value.code == 2 and "error" in capsys.readouterr().err


@pytest.mark.parametrize(
    "typed", [["--d_model", "100", "--n_heads", "3"], ["--epochs", "0"], ["--precision", "int4"]]
)
def test_impossible_config_is_one_line(typed, tmp_path, capsys):
    data = tmp_path / "data.csv"
    data.write_text("prompt\n")
    assert llm.main(["--data", str(data), *typed]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_every_field_is_a_flag():
    values = vars(
        llm.make_parser().parse_args(
            ["--d-model", "64", "--adamw_lr", "0.5", "--wandb", "--use_triton_rmsnorm", "false"]
        )
    )
    assert values == {"d_model": 64, "adamw_lr": 0.5, "wandb": True, "use_triton_rmsnorm": False}
    help_text = llm.make_parser().format_help()
    for config_type in (llm.ModelConfig, llm.TrainConfig):
        assert all(f"--{field.name}" in help_text for field in dataclasses.fields(config_type))


def test_kernel_fields_may_be_assigned():
    config = llm.ModelConfig()
    config.benchmark_kernels = False
    config.use_triton_rmsnorm = False
    decided, choices = llm.auto_select_kernels(config, device="cpu")
    assert decided.use_triton_rmsnorm is False and decided.use_triton_rotary is False
    assert {choice.implementation for choice in choices.values()} == {"torch"}


def test_the_documented_layer_is_there():
    layer = llm.TritonRMSNormLayer(8)
    assert isinstance(layer, torch.nn.RMSNorm) and layer(torch.ones(2, 8)).shape == (2, 8)


def test_epochs_that_are_asked_for_are_not_cut_by_a_presets_steps():
    values = {"preset": "cpu", "epochs": 3}
    assert "steps" not in with_preset(values, goes_on=False)
    assert with_preset({"preset": "cpu"}, goes_on=False)["steps"] == PRESETS["cpu"]["steps"]
    assert with_preset(values | {"steps": 7}, goes_on=False)["steps"] == 7


def test_the_default_preset_packs_pairs_and_no_text():
    assert with_preset({"preset": "default"}, goes_on=False)["packing"] is True
    assert with_preset({"preset": "default", "packing": False}, goes_on=False)["packing"] is False
    assert "packing" not in with_preset({"preset": "default", "text": "a.txt"}, goes_on=False)
    assert "packing" not in with_preset({"preset": "cpu"}, goes_on=False)


def test_the_gpu_that_a_flag_names_becomes_the_current_one(monkeypatch):
    class Chosen(Exception):
        pass

    def noted(device):
        raise Chosen(device)

    monkeypatch.setattr(inference, "device_of", torch.device)
    monkeypatch.setattr(torch.cuda, "set_device", noted)
    with pytest.raises(Chosen, match="cuda:1"):
        llm.new_run(llm.TrainConfig(device="cuda:1"), llm.ModelConfig(), None)
