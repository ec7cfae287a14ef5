"""python_to_triton.static_checks."""
