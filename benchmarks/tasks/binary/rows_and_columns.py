# rows: f32[6144, 1]
# cols: f32[1, 8192]
table = rows * cols + rows - cols
