# p: f32[512, 50257]
entropy_terms = -(p.abs() * torch.log(p.abs() + 1e-9))
