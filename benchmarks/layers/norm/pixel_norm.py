# Pixelwise feature normalization (Karras et al. 2018, arXiv:1710.10196): a / sqrt(mean_c a^2 + 1e-8).
# a: f32[3, 96, 17, 23]
b = a / (a.pow(2).mean(dim=1, keepdim=True) + 1e-8).sqrt()
