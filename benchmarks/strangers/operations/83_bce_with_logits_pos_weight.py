import torch
import torch.nn as nn


class Model(nn.Module):
    """Multi-label binary cross entropy on logits, positives weighted per label."""

    def __init__(self, num_labels: int, weight: float):
        super().__init__()
        self.crit = nn.BCEWithLogitsLoss(pos_weight=torch.full((num_labels,), weight))

    def forward(self, logits: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        return self.crit(logits, targets)


LABELS = 4200


def get_inputs():
    logits = 2.0 * torch.randn(18000, LABELS)
    targets = (torch.rand(18000, LABELS) < 0.2).float()
    return [logits, targets]


def get_init_inputs():
    return [LABELS, 2.5]
