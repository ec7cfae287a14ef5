"""Where an answer reads and writes, derived from its text at small sizes: no line is executed, no data exist.

The host function's shapes, strides and launches are computed as it says, on tensors without data, contiguous
and with their last two dimensions exchanged in memory; then the integers, masks and pointers of each kernel,
program instance by program instance. Of the values that it loads only this is known: which element of an
argument is in which lane. Elementwise operations keep that, sums and products lose it. So a store shows which
elements a result is made of, and the prompt says which it is to be made of.

What cannot be followed (an address that depends on data, a loop without end) is passed over; the verification
judges it.

Reading order: data, expressions, host, expected_elements, kernels, checks.
"""

from python_to_triton.static_checks.memory_accesses.checks import first_fault_of_accesses

__all__ = ["first_fault_of_accesses"]
