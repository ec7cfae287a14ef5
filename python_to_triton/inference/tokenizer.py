"""Text to token ids and back, from a tokenizer.json or the Hugging Face hub."""

import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from tokenizers import Tokenizer


class Vocabulary:
    """A tokenizer with the marks that a training sequence is built of.

    A sequence is  <prompt> text <answer> text <end>; the attributes are the marks' token ids.
    """

    MARKS = ("<|pad|>", "<|question|>", "<|answer|>", "<|end|>")
    HUB_MARKS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|endoftext|>")

    def __init__(self, tokenizer: Tokenizer):
        """Raises ValueError where the tokenizer has neither MARKS nor HUB_MARKS."""
        self.tokenizer = tokenizer
        marks = self.MARKS if tokenizer.token_to_id(self.MARKS[0]) is not None else self.HUB_MARKS
        ids = [tokenizer.token_to_id(mark) for mark in marks]
        if None in ids:
            raise ValueError(f"the tokenizer lacks one of the tokens {', '.join(dict.fromkeys(marks))}")
        self.pad, self.prompt_mark, self.answer_mark, self.end = ids

    @classmethod
    def check_size(cls, size: int) -> None:
        """Raises ValueError, one line, for fewer tokens than the bytes and the marks."""
        least = 256 + len(cls.MARKS)
        if size < least:
            raise ValueError(f"vocab_size is at least {least}, the bytes and the marks, not {size}")

    @classmethod
    def from_json(cls, text: str) -> "Vocabulary":
        """The tokenizer in the text of a tokenizer.json. Raises ValueError, one line, where it is none."""
        try:
            return cls(Tokenizer.from_str(text))
        except Exception as error:  # the package raises no other type
            raise ValueError(f"the tokenizer cannot be read: {error}") from error

    @classmethod
    def from_hub(cls, name: str) -> "Vocabulary":
        """A tokenizer of the Hugging Face hub, or of its cache here. Raises ValueError, one line."""
        from huggingface_hub.constants import ENDPOINT
        from transformers import AutoTokenizer

        try:
            try:
                loaded = AutoTokenizer.from_pretrained(name, local_files_only=True)
            except OSError:
                # without a network the hub's client would retry for a minute
                socket.getaddrinfo(urlsplit(ENDPOINT).hostname, 443)
                loaded = AutoTokenizer.from_pretrained(name)
            return cls(loaded.backend_tokenizer)
        except (OSError, ValueError) as error:
            raise ValueError(
                f"the tokenizer {name} cannot be loaded ({str(error).splitlines()[0]}); "
                f"without a network use --tokenizer bpe"
            ) from error

    def to_json(self) -> str:
        return self.tokenizer.to_str()

    def __len__(self) -> int:
        return self.tokenizer.get_vocab_size()

    def encode(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def encode_all(self, texts: list[str]) -> list[list[int]]:
        """The token ids of many texts, on all cores."""
        return [encoded.ids for encoded in self.tokenizer.encode_batch(texts, add_special_tokens=False)]

    def decode(self, ids: Iterable[int]) -> str:
        return self.tokenizer.decode(list(ids), skip_special_tokens=True)

    def encode_prompt(self, prompt: str) -> list[int]:
        """Token ids up to where the answer begins."""
        return [self.prompt_mark, *self.encode(prompt), self.answer_mark]
