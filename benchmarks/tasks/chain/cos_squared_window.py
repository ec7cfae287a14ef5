# t: f32[256, 100000]
w = torch.cos(t * 1.5707963) ** 2
out = torch.where(t.abs() < 1.0, w, torch.zeros_like(w))
