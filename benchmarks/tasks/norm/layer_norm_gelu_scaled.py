# x: f32[8192, 3072]
# weight: f32[3072]
# bias: f32[3072]
h = F.layer_norm(x, [x.size(-1)], weight, bias, 1e-5)
h = F.gelu(h)
out = h * 0.5 + x
