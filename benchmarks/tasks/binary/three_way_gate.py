# a: f32[8, 2048, 1024]
# b: f32[8, 2048, 1024]
# c: f32[8, 2048, 1024]
z = torch.sigmoid(a)
h = z * torch.tanh(b) + (1 - z) * c
