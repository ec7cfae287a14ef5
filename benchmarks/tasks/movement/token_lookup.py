import torch
import torch.nn as nn


class Model(nn.Module):
    """Token plus position embeddings."""

    def __init__(self, vocab, steps, d):
        super().__init__()
        self.tok = nn.Embedding(vocab, d)
        self.pos = nn.Embedding(steps, d)

    def forward(self, ids):
        t = torch.arange(ids.shape[1], device=ids.device)
        return self.tok(ids) + self.pos(t)


def get_inputs():
    return [torch.randint(0, 32000, (32, 512))]


def get_init_inputs():
    return [32000, 512, 512]
