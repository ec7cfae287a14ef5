# m: f32[64, 1024, 1024]
u = torch.triu(m, diagonal=1) - m.tril(-1)
