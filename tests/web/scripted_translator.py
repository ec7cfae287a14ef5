"""The scripted translator of the runtime's tests, with what the page says of a model."""

from types import SimpleNamespace

from runtime.scripted import Scripted

from python_to_triton.inference import Architecture

SHAPE = {"d_model": 32, "n_heads": 2, "n_layers": 1, "d_ff": 64, "max_seq_len": 64, "vocab_size": 97}


def translator_with_a_model(*samples):
    """A Scripted translator of a tiny architecture."""
    translator = Scripted(*samples)
    translator.decoder = SimpleNamespace(model=SimpleNamespace(config=Architecture(**SHAPE)))
    translator.weights = "scripted"
    return translator
