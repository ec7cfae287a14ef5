# mu: f32[8192, 512]
# logvar: f32[8192, 512]
kl = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp(), dim=1)
loss = kl.mean()
