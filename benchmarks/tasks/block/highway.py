# x: f32[16384, 512]
# w_h: f32[512, 512]
# w_t: f32[512, 512]
# b_t: f32[512]
h = torch.relu(x @ w_h)
t = torch.sigmoid(x @ w_t + b_t)
y = t * h + (1 - t) * x
