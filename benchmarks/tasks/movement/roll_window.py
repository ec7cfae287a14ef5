# x: f32[32, 56, 56, 96]
shifted = torch.roll(x, shifts=(-3, -3), dims=(1, 2))
