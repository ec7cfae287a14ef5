import torch


def centred_projection(inputs, kernel):
    out = torch.mm(inputs, kernel)
    out = out - out.mean(dim=1, keepdim=True)
    return torch.tanh(out)


def get_inputs():
    return [torch.randn(16384, 256), torch.randn(256, 384)]
