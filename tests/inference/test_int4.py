"""Matrices of 4 bits a weight: what is stored, what is lost, what is decoded from them."""

import pytest
import torch
from tiny_model import architecture, needs_fbgemm, tiny_model
from tiny_training import trained, write_pairs

import llm
from python_to_triton import inference, verification
from python_to_triton.inference.int4 import CLIPPED, GROUP, LARGEST, nibbles_packed, nibbles_unpacked


def test_packing_keeps_every_integer():
    q_RC = torch.randint(-8, 8, (7, 66))
    packed_RH = nibbles_packed(q_RC)
    assert packed_RH.shape == (7, 33) and packed_RH.dtype == torch.uint8
    assert torch.equal(nibbles_unpacked(packed_RH).long(), q_RC)


@pytest.mark.parametrize("columns", [32, 96, 2048])
def test_a_group_loses_no_more_than_rounding_to_its_largest_weight(columns):
    """Nor where a group is a thousandth of its row, or zero."""
    weight_RC = torch.randn(5, columns) * torch.logspace(0, -3, 5)[:, None]
    weight_RC[0, :GROUP] *= 1e-3
    weight_RC[1, :GROUP] = 0
    stored = inference.Int4Matrix.of(weight_RC)
    integers_RC, scale_R1 = stored.integers()
    error_RGN = (integers_RC * scale_R1 - weight_RC).view(5, -1, GROUP)
    largest_RG1 = weight_RC.view(5, -1, GROUP).abs().amax(2, keepdim=True)
    # half a step, and half a multiplier's step in each of 7: the candidate that clips nothing
    allowed_RG1 = largest_RG1 / LARGEST / 2 + LARGEST * scale_R1[:, None] / 2
    rms_RG = error_RGN.square().mean(2).sqrt()
    assert (rms_RG <= allowed_RG1[..., 0] * 1.001).all()
    assert (error_RGN.abs() <= largest_RG1 * (1 - min(CLIPPED)) + allowed_RG1).all()
    assert (integers_RC[1, :GROUP] == 0).all() and integers_RC.abs().max() <= 2048


def test_what_int4_holds_is_stored_without_loss():
    q_RGN = torch.randint(-LARGEST, LARGEST + 1, (9, 4, GROUP))
    q_RGN[..., 0] = LARGEST
    multiplier_RG1 = torch.randint(1, 256, (9, 4, 1))
    multiplier_RG1[:, 0] = 255
    scale_R1 = 2.0 ** torch.randint(-12, 0, (9, 1))
    weight_RC = (q_RGN * multiplier_RG1).view(9, -1) * scale_R1
    integers_RC, found_R1 = inference.Int4Matrix.of(weight_RC).integers()
    assert torch.equal(integers_RC * found_R1, weight_RC)


def test_rows_that_are_no_whole_number_of_groups_are_refused():
    with pytest.raises(ValueError, match="int4 needs rows of a multiple of 32 weights, not 33: use int8"):
        inference.Int4Matrix.of(torch.ones(2, 33))


@needs_fbgemm
@torch.inference_mode()
@pytest.mark.parametrize("rows", [1, 20])
def test_products_are_those_of_the_integers(rows):
    integers_RC, scale_R1 = inference.Int4Matrix.of(torch.randn(97, 64)).integers()
    x_NC = torch.randint(-9, 10, (rows, 64))
    exact_NR = (x_NC @ integers_RC.long().T).float()  # below 2^24, so that no order of summation rounds
    found_NR = inference.Int8Linear(integers_RC, scale_R1)(x_NC.float())
    assert torch.equal(found_NR, exact_NR * scale_R1.T)


@needs_fbgemm
@torch.inference_mode()
def test_the_decoder_computes_the_model_of_the_stored_matrices():
    model = tiny_model()
    state = model.state_dict()
    matrices = {n: inference.Int4Matrix.of(w).integers() for n, w in state.items() if w.ndim == 2}
    model.load_state_dict(state | {name: matrix * scale for name, (matrix, scale) in matrices.items()})
    decoder = inference.Int8Decoder(inference.Int8Transformer(architecture(model), state, matrices))
    prompt = tuple(torch.randint(97, (30,)).tolist())
    single_TV = model(torch.tensor([prompt]))[0]
    double_TV = model.double()(torch.tensor([prompt]))[0]
    allowed = verification.tolerance(single_TV, double_TV)  # from what float32 itself loses
    assert (decoder.read([prompt])[1][0] - double_TV[-1]).abs().max().item() <= allowed < 1e-4


def test_a_release_of_4_bits_is_half_as_large_and_loads(tmp_path, capsys):
    """From a checkpoint, and from a release of 8 bits."""
    write_pairs(tmp_path / "data.csv")
    trained(tmp_path, epochs=1)
    sources = {"int8": "model.pth", "int4": "model.pth", "again": "int8"}
    for name, source in sources.items():
        bits = [] if name == "int8" else ["--bits", "4"]
        release = ["--release", str(tmp_path / name), "--checkpoint", str(tmp_path / source)]
        assert llm.main([*release, *bits]) == 0
    sizes = {n: sum(f.stat().st_size for f in (tmp_path / n).glob("*.safetensors")) for n in sources}
    assert sizes["again"] == sizes["int4"] < 0.6 * sizes["int8"]
    state = inference.load_checkpoint(tmp_path / "model.pth")
    released = inference.load_release(tmp_path / "int4")
    assert released["bits"] == 4 and released["step"] == state["step"]
    for name, (integers_RC, scale_R1) in released["matrices"].items():
        assert torch.equal(integers_RC * scale_R1, released["model"][name])
        error = released["model"][name] - state["model"][name]
        # uniform in half a step of a seventh of 2.1 deviations, the largest of 32 normal weights: 0.09
        assert error.norm() < 0.12 * state["model"][name].norm(), name
    capsys.readouterr()
    inference.load_decoder(released, "cpu")
    if inference.Int8Linear.supported():
        assert capsys.readouterr().err == "int4 on the CPU\n"
