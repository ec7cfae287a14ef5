# x: f32[16, 12, 512, 64]
# w: f32[12, 64, 96]
y = torch.einsum('bhtd,hde->bhte', x, w)
