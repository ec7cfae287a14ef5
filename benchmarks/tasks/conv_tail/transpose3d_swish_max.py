# x: f32[8, 16, 24, 48, 48]
# w: f32[16, 8, 3, 3, 3]
# b: f32[8]
y = F.conv_transpose3d(x, w, b, stride=2)
y = F.silu(y)
y = y.amax(1, keepdim=True)
