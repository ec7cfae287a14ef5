# heat: f32[128, 17, 4096]
p = F.softmax(heat, dim=-1)
position = torch.arange(heat.shape[-1], device=heat.device, dtype=heat.dtype)
expected = (p * position).sum(-1)
