# q: f32[4096, 1024]
# w: f32[1024, 4096]
# row_scale: f32[4096, 1]
# col_scale: f32[4096]
y = (q @ w) * row_scale * col_scale
y = F.relu(y)
