# x: f32[8192, 2048]
# w: f32[2048, 512]
s = torch.sigmoid(x @ w).sum(dim=1, keepdim=True)
