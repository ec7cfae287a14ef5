# kv: f32[8, 4, 1024, 128]
k = kv.repeat_interleave(4, dim=1)
