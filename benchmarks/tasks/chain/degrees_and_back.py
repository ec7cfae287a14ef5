# deg: f32[2048, 4096]
r = torch.deg2rad(deg * 30)
y = torch.sin(r) - torch.cos(r).abs()
