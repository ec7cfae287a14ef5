"""The op library under kernels.py: what declares, judges, times, chooses and launches an op, and further ops.

Read in this order:

    machine               whether Triton can run here, and why not
    contract              Op, @op, OPS: what an op declares
    tolerance             how a result is compared with its reference
    judge                 outputs and every gradient against float64
    clock                 device time of functions that take turns
    choice, choice_cache  PyTorch or Triton, once per machine and shape
    launch                launching a kernel; making it differentiable
    tiles                 Triton functions that several ops share
    attention_...         what the attention ops share: reference, blocks of keys, tile sizes
    ahead_of_time         compiling for a GPU that is not here
    bench, report, tune   timing against other libraries, tables and charts, tile search
    command_line          python kernels.py --check ...

Ops, one file a family, which families.py imports: layer_norm, bias_gelu, cross_entropy, newton_schulz, mlp,
mlp_heads, decode_attention, attention_fp8, decode_linear, cached_attention, gaussian_mixture, sampling,
squared_relu. kernels.py holds the six that a training step is made of.
Importing this package imports no kernel: take a name from its module, `from triton_ops.sampling import
sample_tokens`. Also here, since every package uses them: files (atomic writes, progress bars),
code_hash, arguments and exit_codes (how a command line begins and ends), processes (what one does for all).
"""

from triton_ops.files import CORES, ROOT, progress, replacing

__all__ = ["CORES", "ROOT", "progress", "replacing"]
