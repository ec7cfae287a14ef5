# h: bf16[8192, 6144]
y = torch.relu(h).square()
