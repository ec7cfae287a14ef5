# logits: f32[2048, 32000]
p = torch.softmax(logits / 0.7, dim=-1)
