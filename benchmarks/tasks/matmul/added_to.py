# c: f32[2048, 4096]
# a: f32[2048, 1024]
# b: f32[1024, 4096]
out = torch.addmm(c, a, b, beta=0.5, alpha=2.0)
