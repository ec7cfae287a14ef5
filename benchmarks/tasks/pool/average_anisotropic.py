# spec: f32[32, 32, 128, 400]
y = F.avg_pool2d(spec, kernel_size=(2, 5), stride=(2, 4))
