# cost: f32[20000, 1000]
best = torch.argmin(cost, -1)
