# The variance term of VICReg (Bardes et al. 2022, arXiv:2105.04906): mean_j max(0, 1 - sqrt(var z_j + eps)).
# z: f32[180, 256]
loss = torch.relu(1.0 - torch.sqrt(z.var(dim=0) + 1e-4)).mean()
