# a: f32[2048, 512]
# b: f32[512, 2048]
l = torch.tril(a @ b)
