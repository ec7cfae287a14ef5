# r: f32[40, 3]
# v: f32[40, 3]
d = r.norm(dim=-1, keepdim=True) + 0.2
a = -r / d**3
v_next = v + 0.01 * a
