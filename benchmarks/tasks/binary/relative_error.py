# pred: f32[2048, 16384]
# true: f32[2048, 16384]
err = (pred - true).abs() / (true.abs() + 1e-3)
