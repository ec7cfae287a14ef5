# h: f32[4096, 2048]
s = torch.logcumsumexp(-h, dim=1)
