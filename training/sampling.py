"""A text that goes on: plain; python_to_triton/inference/ has a cache, batches, int8 and CUDA graphs.

Dimension key: T time, V vocabulary.
"""

import torch
import torch.nn as nn

from python_to_triton.inference import Vocabulary
from training.text import SampleConfig
from triton_ops.terminal_text import printable


@torch.no_grad()
def sample(
    model: nn.Module, prompt: list[int], end: int, n_tokens: int, temperature=0.0, generator=None
) -> list[int]:
    """Continues token ids by n_tokens, or until `end`, excluded; greedily at temperature 0.

    The model sees the last max_seq_len tokens.
    """
    tokens = list(prompt)
    device = model.head.weight.device
    for _ in range(n_tokens):
        seen_1T = torch.tensor([tokens[-model.config.max_seq_len :]], device=device)
        logits_V = model(seen_1T)[0, -1].float()
        shares_V = (logits_V / (temperature or 1.0)).softmax(-1)
        drawn = torch.multinomial(shares_V, 1, generator=generator) if temperature else logits_V.argmax()
        token = drawn.item()
        if token == end:
            break
        tokens.append(token)
    return tokens[len(prompt) :]


def continued(model: nn.Module, vocabulary: Vocabulary, text: str, config: SampleConfig) -> str:
    """A text and what the model writes after it; an empty one begins with a line break."""
    text = text or "\n"
    generator = torch.Generator(model.head.weight.device).manual_seed(config.seed)
    drawn = (config.tokens, config.temperature, generator)
    model.eval()
    written = sample(model, vocabulary.encode(text), vocabulary.end, *drawn)
    return text + printable(vocabulary.decode(written), kept="\n\t")
