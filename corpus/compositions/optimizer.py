"""Compositions of the families of optimizer steps."""

from corpus.composition import Composition

COMPOSITIONS = {
    # One step of Adadelta: the step is g scaled by sqrt(u + eps) / sqrt(v + eps), with u the mean square
    # step.
    "adadelta_step": Composition(
        "adagrad_step",
        {
            "* 2": "* 2, torch.randn(shape) ** 2",
            "):\n    v = v + g * g\n    p = p - 1e-3 * g / (torch.sqrt(v) + 1e-10)\n    return p, v": (
                ", u):\n"
                "    v = 0.9 * v + 0.1 * g * g\n"
                "    step = g * torch.sqrt(u + 1e-6) / torch.sqrt(v + 1e-6)\n"
                "    u = 0.9 * u + 0.1 * step * step\n"
                "    p = p - 1e-3 * step\n"
                "    return p, v, u"
            ),
            "p_out_ptr, v_out_ptr": "u_ptr, p_out_ptr, v_out_ptr, u_out_ptr",
            "v = v + g * g\n    p = p - 1e-3 * g / (tl.sqrt(v) + 1e-10)": (
                "u = tl.load(u_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "v = 0.9 * v + 0.1 * g * g\n"
                "step = g * tl.sqrt(u + 1e-6) / tl.sqrt(v + 1e-6)\n"
                "u = 0.9 * u + 0.1 * step * step\n"
                "p = p - 1e-3 * step"
            ),
            "tl.store(v_out_ptr + offsets, v, mask=mask)": "tl.store(v_out_ptr + offsets, v, mask=mask)\ntl.store(u_out_ptr + offsets, u, mask=mask)",
            "adadelta_step_triton(p, g, v": "adadelta_step_triton(p, g, v, u",
            "p_out, v_out = torch.empty_like(p), torch.empty_like(v": (
                "u = u.contiguous()\n"
                "p_out, v_out, u_out = torch.empty_like(p), torch.empty_like(v), torch.empty_like(u"
            ),
            "p_out, v_out, n_elements, BLOCK=1024)\n    return p_out, v_out": "u, p_out, v_out, u_out, n_elements, BLOCK=1024)\nreturn p_out, v_out, u_out",
        },
    ),
    # One step of Adam without the correction of the bias: p -= lr * m / (sqrt(v) + eps).
    "adam_plain_step": Composition(
        "adamw_step",
        {
            "p = p - 1e-3 * (0.01 * p)": "",
            (
                "m_hat = m / 0.6513215599\n"
                "    v_hat = v / 0.00995511979025188\n"
                "    p = p - 1e-3 * m_hat / (torch.sqrt(v_hat"
            ): "p = p - 1e-3 * m / (torch.sqrt(v",
            (
                "m_hat = m / 0.6513215599\n"
                "    v_hat = v / 0.00995511979025188\n"
                "    p = p - 1e-3 * m_hat / (tl.sqrt(v_hat"
            ): "p = p - 1e-3 * m / (tl.sqrt(v",
        },
    ),
    # One step of Adam: m and v follow g and g^2, p -= lr * m / (sqrt(v) + eps), bias corrected.
    "adam_step": Composition("adamw_step", {"p = p - 1e-3 * (0.01 * p)": ""}),
    # One step of Adamax: v is a decaying maximum of |g|, p -= lr * m / (v + eps).
    "adamax_step": Composition(
        "adam_plain_step",
        {
            ") ** 2": ").abs()",
            "0.999 * v + 0.001 * g * g\n    p = p - 1e-3 * m / (torch.sqrt(v)": "torch.maximum(0.999 * v, torch.abs(g))\np = p - 1e-3 * m / (v",
            "0.999 * v + 0.001 * g * g\n    p = p - 1e-3 * m / (tl.sqrt(v)": "tl.maximum(0.999 * v, tl.abs(g))\np = p - 1e-3 * m / (v",
        },
    ),
    # A moving average of weights, a = 0.999 a + 0.001 p.
    "ema_step": Composition(
        "sgd_step",
        {
            "p, g):\n    g = g + 0.01 * p\n    p = p - 1e-3 * g\n    return p": "a, p):\n    a = 0.999 * a + 0.001 * p\n    return a",
            "p_ptr, g_ptr, p_out_ptr": "a_ptr, p_ptr, a_out_ptr",
            "p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": (
                "a = tl.load(a_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "p = tl.load(p_ptr + offsets, mask=mask, other=0.0).to(tl.float32)"
            ),
            (
                "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "    g = g + 0.01 * p\n"
                "    p = p - 1e-3 * g\n"
                "    tl.store(p_out_ptr + offsets, p"
            ): "a = 0.999 * a + 0.001 * p\ntl.store(a_out_ptr + offsets, a",
            "ema_step_triton(p, g):": "ema_step_triton(a, p):\n    a = a.contiguous()",
            "g = g.contiguous()\n    p_out = torch.empty_like(p)\n    n_elements = p": "a_out = torch.empty_like(a)\nn_elements = a",
            "p, g, p_out, n_elements, BLOCK=1024)\n    return p_out": "a, p, a_out, n_elements, BLOCK=1024)\nreturn a_out",
        },
    ),
    # One step of Lion: the sign of a mixture of m and g says the direction, lr alone the length.
    "lion_step": Composition(
        "nesterov_step",
        {
            "m = 0.9 * m + g\n    p = p - 1e-3 * (g + 0.9 * m)\n    return p, m": (
                "step = torch.sign(0.9 * m + 0.1 * g)\n"
                "p = p - 1e-3 * (step + 0.01 * p)\n"
                "m = 0.99 * m + 0.01 * g\n"
                "return p, m"
            ),
            (
                "m = 0.9 * m + g\n"
                "    p = p - 1e-3 * (g + 0.9 * m)\n"
                "    tl.store(p_out_ptr + offsets, p, mask=mask)"
            ): (
                "mixed = 0.9 * m + 0.1 * g\n"
                "step = tl.where(mixed > 0.0, 1.0, 0.0) - tl.where(mixed < 0.0, 1.0, 0.0)\n"
                "p = p - 1e-3 * (step + 0.01 * p)\n"
                "m = 0.99 * m + 0.01 * g\n"
                "tl.store(p_out_ptr + offsets, p, mask=mask)"
            ),
        },
    ),
    # One step of SGD with momentum, m = 0.9 m + g, p -= lr * m.
    "momentum_step": Composition("nesterov_step", {"(g + 0.9 * m)": "m"}),
    # One step of Adam with Nesterov's look ahead: p -= lr * (0.9 m + 0.1 g) / (sqrt(v) + eps).
    "nadam_step": Composition(
        "adam_plain_step",
        {"m / (torch": "(0.9 * m + 0.1 * g) / (torch", "m / (tl": "(0.9 * m + 0.1 * g) / (tl"},
    ),
    # One step of RMSProp with momentum: m = 0.9 m + g / (sqrt(v) + eps), p -= lr * m.
    "rmsprop_momentum_step": Composition(
        "adam_plain_step",
        {
            (
                "m = 0.9 * m + 0.1 * g\n"
                "    v = 0.999 * v + 0.001 * g * g\n"
                "    p = p - 1e-3 * m / (torch.sqrt(v) + 1e-8)"
            ): "v = 0.99 * v + 0.01 * g * g\nm = 0.9 * m + g / (torch.sqrt(v) + 1e-8)\np = p - 1e-3 * m",
            (
                "m = 0.9 * m + 0.1 * g\n"
                "    v = 0.999 * v + 0.001 * g * g\n"
                "    p = p - 1e-3 * m / (tl.sqrt(v) + 1e-8)"
            ): "v = 0.99 * v + 0.01 * g * g\nm = 0.9 * m + g / (tl.sqrt(v) + 1e-8)\np = p - 1e-3 * m",
        },
    ),
    # One step of RMSProp: v follows g^2, p -= lr * g / (sqrt(v) + eps).
    "rmsprop_step": Composition(
        "adagrad_step",
        {
            "v + g * g\n    p = p - 1e-3 * g / (torch.sqrt(v) + 1e-10": "0.99 * v + 0.01 * g * g\np = p - 1e-3 * g / (torch.sqrt(v) + 1e-8",
            "v + g * g\n    p = p - 1e-3 * g / (tl.sqrt(v) + 1e-10": "0.99 * v + 0.01 * g * g\np = p - 1e-3 * g / (tl.sqrt(v) + 1e-8",
        },
    ),
    # One step of an optimizer with two moments, of which every part may be another: what Adam and its cousins
    # differ in.
    "update_step": Composition(
        "adamw_step",
        {
            "2, 1000": "1300,",
            (
                "p = p - 1e-3 * (0.01 * p)\n"
                "    m = 0.9 * m + 0.1 * g\n"
                "    v = 0.999 * v + 0.001 * g * g\n"
                "    m_hat = m / 0.6513215599\n"
                "    v_hat = v / 0.00995511979025188\n"
                "    p = p - 1e-3 * m_hat / (torch.sqrt(v_hat) + 1e-8)"
            ): (
                "m = 0.9 * m + (1 - 0.9) * g\n"
                "v = 0.999 * v + (1 - 0.999) * g * g\n"
                "step = m\n"
                "step = step / (torch.sqrt(v) + 1e-8)\n"
                "p = p - step * 1e-3"
            ),
            "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)": "",
            (
                "p = p - 1e-3 * (0.01 * p)\n"
                "    m = 0.9 * m + 0.1 * g\n"
                "    v = 0.999 * v + 0.001 * g * g\n"
                "    m_hat = m / 0.6513215599\n"
                "    v_hat = v / 0.00995511979025188\n"
                "    p = p - 1e-3 * m_hat / (tl.sqrt(v_hat) + 1e-8)"
            ): (
                "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                "m = 0.9 * m + 0.09999999999999998 * g\n"
                "v = 0.999 * v + 0.0010000000000000009 * g * g\n"
                "step = m\n"
                "step = step / (tl.sqrt(v) + 1e-8)\n"
                "p = p - 1e-3 * step"
            ),
            "p = p.contiguous()\n    g = g.contiguous()\n    m = m.contiguous()\n    v =": "p, g, m, v = p.contiguous(), g.contiguous(), m.contiguous(),",
        },
    ),
}
