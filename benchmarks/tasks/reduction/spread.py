# x: f32[1024, 64, 512]
spread = x.amax(dim=-1) - x.amin(dim=-1)
