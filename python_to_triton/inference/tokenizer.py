"""tokenizer."""

import socket
from urllib.parse import urlsplit
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers


# A number is spelt digit by digit, so that a constant never seen can still be copied; a line break takes its
# indentation along. Within a line anything may merge, `tl.load(x_ptr + offsets, mask=mask` as well: kernels repeat
# themselves so much that answers become three times shorter than with a word-bound BPE. "bpe-terms" ends a token at
# an operator, a bracket or a comma: a third longer, and what is new is spelt as it would be anywhere else.
PATTERNS = {"bpe": r"\n *|\d|[^\n\d]+", "bpe-terms": r"\n *|\d|[^\n\d(),=*+/-]*[(),=*+/ -]+|[^\n\d(),=*+/-]+"}


class Vocabulary:
    """Text to token ids and back, with the three marks that a training sequence is built of.

    A sequence is  <prompt> text <answer> text <end>.
    """

    MARKS = ("<|pad|>", "<|question|>", "<|answer|>", "<|end|>")
    HUB_MARKS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|endoftext|>")

    def __init__(self, tokenizer):
        """`tokenizer`: a tokenizers.Tokenizer that knows either row of marks."""
        self.tokenizer = tokenizer
        marks = self.MARKS if tokenizer.token_to_id(self.MARKS[0]) is not None else self.HUB_MARKS
        self.pad, self.prompt_token, self.answer, self.end = (tokenizer.token_to_id(mark) for mark in marks)
        assert None not in (self.pad, self.prompt_token, self.answer, self.end), (
            f"the tokenizer lacks one of {marks}"
        )

    @classmethod
    def learn(cls, texts, size, pattern=PATTERNS["bpe"]):
        """Byte-level BPE of at most `size` tokens from an iterable of str; no token reaches beyond a match of `pattern`."""
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [
                pre_tokenizers.Split(Regex(pattern), "isolated"),
                pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
            ]
        )
        tokenizer.decoder = decoders.ByteLevel()
        tokenizer.train_from_iterator(
            texts,
            trainers.BpeTrainer(
                vocab_size=size,
                special_tokens=list(cls.MARKS),
                initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                show_progress=False,
            ),
        )
        return cls(tokenizer)

    @classmethod
    def from_hub(cls, name):
        """A tokenizer of the Hugging Face hub, or of its cache here. Raises ValueError, one line, where it cannot be had."""
        from huggingface_hub.constants import ENDPOINT
        from transformers import AutoTokenizer

        try:
            try:
                loaded = AutoTokenizer.from_pretrained(name, local_files_only=True)
            except OSError:
                socket.getaddrinfo(
                    urlsplit(ENDPOINT).hostname, 443
                )  # without a network the hub's client would retry for a minute
                loaded = AutoTokenizer.from_pretrained(name)
            return cls(loaded.backend_tokenizer)
        except (OSError, ValueError) as error:
            raise ValueError(
                f"the tokenizer {name} cannot be loaded ({str(error).splitlines()[0]}); "
                f"without a network use --tokenizer bpe"
            ) from error

    @classmethod
    def from_json(cls, text):
        return cls(Tokenizer.from_str(text))

    def to_json(self):
        return self.tokenizer.to_str()

    def __len__(self):
        return self.tokenizer.get_vocab_size()

    def encode(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def encode_all(self, texts):
        """[ids] of many texts, on all cores."""
        return [encoded.ids for encoded in self.tokenizer.encode_batch(texts, add_special_tokens=False)]

    def decode(self, ids):
        return self.tokenizer.decode(list(ids), skip_special_tokens=True)

    def encode_prompt(self, prompt):
        """Token ids up to where the answer begins."""
        return [self.prompt_token, *self.encode(prompt), self.answer]
