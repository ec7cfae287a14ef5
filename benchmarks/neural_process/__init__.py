"""The neural process of transformer_np.py: data, attention, model, rows, steps, measurements, report."""
