# dy: f32[2048, 8192]
# dx: f32[2048, 8192]
theta = torch.atan2(dy, dx)
