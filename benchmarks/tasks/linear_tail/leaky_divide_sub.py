# x: f32[4096, 1024]
# w: f32[1536, 1024]
# b: f32[1536]
h = F.linear(x, w, b)
h = F.leaky_relu(h, 0.2) / 1.5
h = h - 0.25
