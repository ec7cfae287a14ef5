"""Tokenizers learned from training data: byte-level BPE (Radford et al. 2019)."""

from collections.abc import Iterable

from python_to_triton.inference import Vocabulary

# A number is spelt digit by digit, so that a constant never seen can be copied; a line break takes its
# indentation along. Within a line anything may merge: an answer is a third as long as with a word-bound BPE.
# "bpe-terms" ends a token at an operator, a bracket or a comma: a third longer, and more general.
# "bpe-words", for plain text, keeps to a word and the space before it, as GPT-2's does.
# None lets a token reach beyond a line break: a text may be cut there and encoded in pieces.
PATTERNS = {
    "bpe": r"\n *|\d|[^\n\d]+",
    "bpe-terms": r"\n *|\d|[^\n\d(),=*+/-]*[(),=*+/ -]+|[^\n\d(),=*+/-]+",
    "bpe-words": r"\n *|\d| ?'?[\p{L}\p{M}]+| ?[^\s\d\p{L}\p{M}]+|[^\S\n]+",
}


def learn_vocabulary(texts: Iterable[str], size: int, pattern: str = PATTERNS["bpe"]) -> Vocabulary:
    """Byte-level BPE of at most `size` tokens; no token reaches beyond a match of `pattern`."""
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    split = pre_tokenizers.Split(Regex(pattern), "isolated")
    to_bytes = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([split, to_bytes])
    tokenizer.decoder = decoders.ByteLevel()
    Vocabulary.check_size(size)
    always = {"special_tokens": list(Vocabulary.MARKS), "initial_alphabet": to_bytes.alphabet()}
    trainer = trainers.BpeTrainer(vocab_size=size, show_progress=False, **always)
    tokenizer.train_from_iterator(texts, trainer)
    return Vocabulary(tokenizer)
