import torch


def tiles(image, side: int = 4):
    """Reshapes by what it finds, and scales by a size."""
    n, height, width = image.shape
    rows, columns = height // side, width // side
    cut = image[:, : rows * side, : columns * side].reshape(n, rows, side, columns, side)
    return cut.permute(0, 1, 3, 2, 4).flatten(3).sum(-1) / (side * side)


def get_inputs():
    return [torch.randn(3, 18, 13)]
