# x: f32[16, 128, 56, 56]
# w: f32[256, 32, 3, 3]
# b: f32[256]
y = F.conv2d(x, w, b, padding=1, groups=4)
