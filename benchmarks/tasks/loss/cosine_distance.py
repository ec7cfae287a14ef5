# a: f32[65536, 384]
# b: f32[65536, 384]
d = 1 - F.cosine_similarity(a, b, dim=-1)
