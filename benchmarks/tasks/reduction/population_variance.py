# samples: f32[10000, 4096]
v = samples.var(dim=0, unbiased=False)
