# x: f32[8, 1024, 8192]
lp = F.log_softmax(2.0 * x, dim=2)
