# x: f32[8, 48, 60, 80]
# w: f32[48, 24, 3, 3]
# b: f32[24]
y = F.conv_transpose2d(x, w, b, stride=2, padding=1, output_padding=1)
