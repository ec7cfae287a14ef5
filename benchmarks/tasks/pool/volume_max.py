# vol: f32[2, 32, 64, 96, 96]
out = F.max_pool3d(vol, 2)
