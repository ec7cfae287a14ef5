# coeffs: f32[64, 1, 512, 512]
out = F.softshrink(coeffs, lambd=0.35)
