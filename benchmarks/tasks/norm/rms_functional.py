# x: f32[16384, 2048]
# g: f32[2048]
y = F.rms_norm(x, (2048,), weight=g, eps=1e-5)
