"""python_to_triton.tuning."""
