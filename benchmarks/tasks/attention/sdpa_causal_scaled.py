# q: f32[4, 16, 2048, 64]
# k: f32[4, 16, 2048, 64]
# v: f32[4, 16, 2048, 64]
o = F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.1)
