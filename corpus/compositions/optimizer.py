"""Compositions of the families of steps of optimizers."""

from corpus.composition import Composition

COMPOSITIONS = {
    # One step of Adadelta: the step is g scaled by sqrt(u + eps) / sqrt(v + eps), with u the mean square
    # step.
    "adadelta_step": Composition("adagrad_step", {
        "* 2": "* 2, torch.randn(shape) ** 2",
        "v_ptr, p_out_ptr, v_out_ptr, n_elements":
            "v_ptr, u_ptr, p_out_ptr, v_out_ptr, u_out_ptr, n_elements",
        "v = v + g * g\n"
        "    p = p - 1e-3 * g / (tl.sqrt(v) + 1e-10)":
            "u = tl.load(u_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
            "v = 0.9 * v + 0.1 * g * g\n"
            "step = g * tl.sqrt(u + 1e-6) / tl.sqrt(v + 1e-6)\n"
            "u = 0.9 * u + 0.1 * step * step\n"
            "p = p - 1e-3 * step",
        "tl.store(v_out_ptr + offsets, v, mask=mask)":
            "tl.store(v_out_ptr + offsets, v, mask=mask)\n"
            "tl.store(u_out_ptr + offsets, u, mask=mask)",
        "v)": "v, u)",
        "p_out, v_out = torch.empty_like(p), torch.empty_like(v)":
            "u = u.contiguous()\n"
            "p_out, v_out, u_out = torch.empty_like(p), torch.empty_like(v), torch.empty_like(u)",
        "v_out": "v_out, u_out", "v, p_out, v_out, n_elements": "v, u, p_out, v_out, u_out, n_elements"},
        functions=("""
def adadelta_step_torch(p, g, v, u):
    v = 0.9 * v + 0.1 * g * g
    step = g * torch.sqrt(u + 1e-6) / torch.sqrt(v + 1e-6)
    u = 0.9 * u + 0.1 * step * step
    p = p - 1e-3 * step
    return p, v, u
""",)),
    # One step of Adam without the correction of the bias: p -= lr * m / (sqrt(v) + eps).
    "adam_plain_step": Composition("nadam_step", {"(0.9 * m + 0.1 * g)": "m"}, breaks=()),
    # One step of Adam: m and v follow g and g^2, p -= lr * m / (sqrt(v) + eps), bias corrected.
    "adam_step": Composition("adamw_step", {"p = p - 1e-3 * (0.01 * p)": ""}),
    # One step of Adamax: v is a decaying maximum of |g|, p -= lr * m / (v + eps).
    "adamax_step": Composition("rmsprop_momentum_step", {
        "v = 0.99 * v + 0.01 * g * g": "m = 0.9 * m + 0.1 * g",
        "m = 0.9 * m + g / (tl.sqrt(v) + 1e-8)": "v = tl.maximum(0.999 * v, tl.abs(g))",
        "* m": "* m / (v + 1e-8)",
        "m = 0.9 * m + g / (torch.sqrt(v) + 1e-8)": "v = torch.maximum(0.999 * v, torch.abs(g))",
        " ** 2": ".abs()"}),
    # A moving average of weights, a = 0.999 a + 0.001 p.
    "ema_step": Composition("program_of_two", {
        " ema_step_kernel(x_ptr, z_ptr, y_ptr, n_elements":
            " ema_step_kernel(a_ptr, p_ptr, a_out_ptr, n_elements",
        "x = tl.load(x_ptr + offsets, ": "a = tl.load(a_ptr + offsets, ",
        "z = tl.load(z_ptr + offsets, ": "p = tl.load(p_ptr + offsets, ",
        "x = x - z": "a = 0.999 * a + 0.001 * p",
        "tl.store(y_ptr + offsets, x, mask=mask)": "tl.store(a_out_ptr + offsets, a, mask=mask)"},
        functions=("CASES = [(1, 1), (3, 33), (2, 1000), (2, 3, 65)]",
                   "def ema_step_torch(a, p):\n    a = 0.999 * a + 0.001 * p\n    return a",
                   (
                       "def ema_step_triton(a, p):\n"
                       "    a = a.contiguous()\n"
                       "    p = p.contiguous()\n"
                       "    a_out = torch.empty_like(a)\n"
                       "    n_elements = a.numel()\n"
                       "    grid = (triton.cdiv(n_elements, 1024),)\n"
                       "    ema_step_kernel[grid](a, p, a_out, n_elements, BLOCK=1024)\n"
                       "    return a_out"))),
    # One step of Lion: the sign of a mixture of m and g says the direction, lr alone the length.
    "lion_step": Composition("momentum_step", {
        "m = 0.9 * m + g\n    p = p - 1e-3 * m":
            "mixed = 0.9 * m + 0.1 * g\n"
            "step = tl.where(mixed > 0.0, 1.0, 0.0) - tl.where(mixed < 0.0, 1.0, 0.0)\n"
            "p = p - 1e-3 * (step + 0.01 * p)\n"
            "m = 0.99 * m + 0.01 * g"}, functions=("""
def lion_step_torch(p, g, m):
    step = torch.sign(0.9 * m + 0.1 * g)
    p = p - 1e-3 * (step + 0.01 * p)
    m = 0.99 * m + 0.01 * g
    return p, m
""",)),
    # One step of Adam with Nesterov's look ahead: p -= lr * (0.9 m + 0.1 g) / (sqrt(v) + eps).
    "nadam_step": Composition("adamw_step", {
        "p = p - 1e-3 * (0.01 * p)": "",
        "m_hat = m / 0.6513215599\n"
        "    v_hat = v / 0.00995511979025188\n"
        "    p = p - 1e-3 * m_hat / (tl.sqrt(v_hat) + 1e-8)":
            "p = p - 1e-3 * (0.9 * m + 0.1 * g) / (tl.sqrt(v) + 1e-8)",
        "m_hat = m / 0.6513215599\n"
        "    v_hat = v / 0.00995511979025188\n"
        "    p = p - 1e-3 * m_hat / (torch.sqrt(v_hat) + 1e-8)":
            "p = p - 1e-3 * (0.9 * m + 0.1 * g) / (torch.sqrt(v) + 1e-8)"}),
    # One step of SGD with Nesterov's momentum, m = 0.9 m + g, p -= lr * (g + 0.9 m).
    "nesterov_step": Composition("momentum_step", {"3 * m": "3 * (g + 0.9 * m)"}),
    # One step of RMSProp with momentum: m = 0.9 m + g / (sqrt(v) + eps), p -= lr * m.
    "rmsprop_momentum_step": Composition("adamw_step", functions=("""
def rmsprop_momentum_step_torch(p, g, m, v):
    v = 0.99 * v + 0.01 * g * g
    m = 0.9 * m + g / (torch.sqrt(v) + 1e-8)
    p = p - 1e-3 * m
    return p, m, v
""", """
@triton.jit
def rmsprop_momentum_step_kernel(p_ptr, g_ptr, m_ptr, v_ptr, p_out_ptr, m_out_ptr, v_out_ptr, n_elements, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n_elements
    p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    m = tl.load(m_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = tl.load(v_ptr + offsets, mask=mask, other=0.0).to(tl.float32)
    v = 0.99 * v + 0.01 * g * g
    m = 0.9 * m + g / (tl.sqrt(v) + 1e-8)
    p = p - 1e-3 * m
    tl.store(p_out_ptr + offsets, p, mask=mask)
    tl.store(m_out_ptr + offsets, m, mask=mask)
    tl.store(v_out_ptr + offsets, v, mask=mask)
""")),
    # One step of RMSProp: v follows g^2, p -= lr * g / (sqrt(v) + eps).
    "rmsprop_step": Composition("adagrad_step", {"v +": "0.99 * v + 0.01 *", "-10": "-8"}),
    # One step of an optimizer with two moments, of which every part may be another: what Adam and its
    # cousins differ in.
    "update_step": Composition("adamw_step", {
        "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "",
        "p = p - 1e-3 * (0.01 * p)": "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)",
        "1": "09999999999999998", "001": "0010000000000000009", "m_hat = m / 0.6513215599": "step = m",
        "v_hat = v / 0.00995511979025188": "step = step / (tl.sqrt(v) + 1e-8)",
        "m_hat / (tl.sqrt(v_hat) + 1e-8)": "step",
        "p = p.contiguous()\n"
        "    g = g.contiguous()\n"
        "    m = m.contiguous()\n"
        "    v = v.contiguous()":
            "p, g, m, v = p.contiguous(), g.contiguous(), m.contiguous(), v.contiguous()"}, functions=(
        "CASES = [(1, 1), (3, 33), (1300,), (2, 3, 65)]", """
def update_step_torch(p, g, m, v):
    m = 0.9 * m + (1 - 0.9) * g
    v = 0.999 * v + (1 - 0.999) * g * g
    step = m
    step = step / (torch.sqrt(v) + 1e-8)
    p = p - step * 1e-3
    return p, m, v
""")),
}
