# x: f32[4096, 4096]
s = torch.sum(x)
