# q: f32[8, 16, 1024, 64]
# k: f32[8, 16, 1024, 64]
scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(64)
