# a: f32[32, 512, 512]
pos = a.abs()
y = pos / pos.sum(dim=-2, keepdim=True)
