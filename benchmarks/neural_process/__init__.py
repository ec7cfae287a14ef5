"""The neural process of transformer_np.py.

Reading order: data (tasks), attention (every way to attend), rows (the matrix), model (with the operations
and bytes of a step), training (a step, and a run of them); measure (times and memory), checks (gradients,
graphs), profiles (kernels by kind), loss_curves (when two are one), largest (the largest shape), report (the
record).
"""
