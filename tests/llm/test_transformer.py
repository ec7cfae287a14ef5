"""The model against what it is to compute."""

from types import SimpleNamespace

import pytest
import torch
import torch.nn.functional as F
from tiny_model import tiny_model

import llm
from python_to_triton import verification
from training.batches import IGNORE, Batch
from triton_ops.machine import why_not_run


@pytest.fixture
def model():
    return tiny_model()


def test_no_position_sees_the_future(model):
    tokens = torch.randint(97, (2, 20))
    changed = tokens.clone()
    changed[:, 12] = (changed[:, 12] + 1) % 97
    before, after = model(tokens), model(changed)
    torch.testing.assert_close(before[:, :12], after[:, :12], rtol=0, atol=0)
    assert not torch.allclose(before[:, 12:], after[:, 12:])


def test_attention_depends_on_distance_alone(model):
    """Rotary: the same tokens later in the sequence attend to each other the same way."""
    attention = model.blocks[0].attention
    x_BTC = torch.randn(1, 6, 32)
    near = attention(x_BTC, model.cos_TD[:6], model.sin_TD[:6])
    far = attention(x_BTC, model.cos_TD[40:46], model.sin_TD[40:46])
    torch.testing.assert_close(near, far, rtol=1e-4, atol=1e-5)


def test_too_long_is_refused(model):
    with pytest.raises(ValueError, match="65 tokens do not fit"):
        model(torch.zeros(1, 65, dtype=torch.int64))


@pytest.mark.parametrize("masked", [0, 7])
def test_the_loss_is_the_cross_entropy_of_the_tokens_with_a_target(model, masked):
    inputs_BT = torch.randint(97, (3, 16))
    targets_BT = torch.randint(97, (3, 16))
    targets_BT[:, :masked] = IGNORE
    batch = Batch(inputs_BT, targets_BT, 3 * (16 - masked))
    loss = llm.token_loss(model.hidden, model.head, batch.on(torch.device("cpu")))
    logits = model.double()(inputs_BT)
    expected = F.cross_entropy(
        logits.flatten(0, 1), targets_BT.flatten(), ignore_index=IGNORE, reduction="sum"
    )
    assert loss.item() == pytest.approx(expected.item(), rel=1e-5)


def test_evaluation_counts_the_positions_with_a_target(model):
    inputs_BT = torch.randint(97, (3, 16))
    targets_BT = model(inputs_BT).argmax(-1)
    targets_BT[:, :7] = IGNORE
    targets_BT[0, 7:] = 0
    expected = (model(inputs_BT).argmax(-1) == targets_BT).sum().item() / 27
    data = SimpleNamespace(
        validation=lambda: [Batch(inputs_BT, targets_BT, 27)], metrics=lambda loss, accuracy: (loss, accuracy)
    )
    loss, accuracy = llm.evaluate(model, data, llm.Precision(torch.float32, torch.device("cpu")))
    assert accuracy == pytest.approx(expected)
    mean = F.cross_entropy(model(inputs_BT).flatten(0, 1), targets_BT.flatten(), ignore_index=IGNORE)
    assert loss == pytest.approx(mean.item(), rel=1e-5)


@pytest.mark.skipif(bool(why_not_run("cpu")), reason="Triton does not run on this CPU")
def test_a_model_of_triton_ops_has_the_gradients_of_pytorchs(model):
    ours, exact = (
        llm.Transformer(model.config, dict.fromkeys(llm.SELECTED, "triton")),
        llm.Transformer(model.config).double(),
    )
    tokens_BT = torch.randint(model.config.vocab_size, (2, 10))

    def results(other):
        other.load_state_dict(model.state_dict())
        batch = Batch(tokens_BT[:, :-1], tokens_BT[:, 1:], 18).on(torch.device("cpu"))
        implementation = "triton" if other is ours else "torch"
        loss = llm.token_loss(other.hidden, other.head, batch, implementation)
        return loss.detach(), *torch.autograd.grad(loss, list(other.parameters()))

    result = verification.compare(results(ours), results(model), results(exact))
    assert result.ok, result.reason
