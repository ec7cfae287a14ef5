"""Text to tokens and back."""

from tiny_training import TEXTS

import llm
from python_to_triton import inference


def test_bpe_is_lossless_and_survives_storage():
    vocabulary = llm.learn_vocabulary(TEXTS, 400)
    again = inference.Vocabulary.from_json(vocabulary.to_json())
    for text in [*TEXTS, "never seen: \t ☃ 31337\n\n        x"]:
        assert vocabulary.decode(vocabulary.encode(text)) == text
        assert again.encode(text) == vocabulary.encode(text)


def test_digits_stand_alone():
    vocabulary = llm.learn_vocabulary(["x = 1234 + 1234\n"] * 50, 400)
    tokens = [vocabulary.decode([token]) for token in vocabulary.encode("x = 1234")]
    assert tokens[-4:] == ["1", "2", "3", "4"]
