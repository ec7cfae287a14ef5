# x: f32[256, 131072]
sp = torch.log1p(torch.exp(-x.abs())) + torch.clamp(x, min=0)
y = x * torch.tanh(sp)
