# x: f32[32, 512, 2048]
# kernel: f32[512, 1, 7]
y = F.conv1d(x, kernel, padding=3, groups=512)
