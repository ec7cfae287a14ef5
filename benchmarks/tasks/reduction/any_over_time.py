# fired: f32[200, 512, 300]
spiked = (fired > 2.5).any(dim=1)
