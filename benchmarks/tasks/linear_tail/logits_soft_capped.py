# h: f32[2048, 2304]
# vocab: f32[32000, 2304]
logits = torch.einsum("td,vd->tv", h, vocab)
logits = 30.0 * torch.tanh(logits / 30.0)
