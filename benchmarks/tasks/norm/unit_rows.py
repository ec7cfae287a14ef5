# emb: f32[200000, 128]
unit = F.normalize(emb, p=2.0, dim=1)
