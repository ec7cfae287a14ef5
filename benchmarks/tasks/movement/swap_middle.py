# x: f32[16, 512, 12, 64]
y = x.transpose(1, 2).contiguous() * 0.125
