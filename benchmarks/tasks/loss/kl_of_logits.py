import torch
import torch.nn.functional as F


def distill(student, teacher, T=2.0):
    log_q = F.log_softmax(student / T, dim=-1)
    p = F.softmax(teacher / T, dim=-1)
    return F.kl_div(log_q, p, reduction="batchmean") * (T * T)


def get_inputs():
    return [torch.randn(4096, 5000), torch.randn(4096, 5000)]
