# x: f32[64, 77, 5120]
y = F.layer_norm(x, (5120,))
