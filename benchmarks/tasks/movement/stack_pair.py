# left: f32[4096, 4096]
# right: f32[4096, 4096]
both = torch.stack((left, right), dim=-1)
