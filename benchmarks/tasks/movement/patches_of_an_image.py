import torch


def patchify(img, p=16):
    b, c, h, w = img.shape
    x = img.reshape(b, c, h // p, p, w // p, p)
    return x.permute(0, 2, 4, 1, 3, 5).reshape(b, (h // p) * (w // p), c * p * p)


def get_inputs():
    return [torch.randn(64, 3, 224, 224)]
