# x: f32[16, 512, 256]
# memory: f32[16, 900, 256]
w = torch.softmax(torch.bmm(x, memory.transpose(1, 2)) * 256 ** -0.5, -1)
ctx = torch.bmm(w, memory)
