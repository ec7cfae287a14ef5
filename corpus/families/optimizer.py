"""Tables of the families of steps of optimizers."""

from corpus.derived_tables import Derived

DECAYS = {"decay_01": {"0.01 * p": "0.1 * p"}, "decay_005": {"0.01 * p": "0.05 * p"},
          "decay_002": {"0.01 * p": "0.02 * p"}, "decay_02": {"0.01 * p": "0.2 * p"}}

FIRST_MOMENT_DECAYS = {"first_08": {"0.9 * m + 0.1 * g": "0.8 * m + 0.2 * g"},
                       "first_095": {"0.9 * m + 0.1 * g": "0.95 * m + 0.05 * g"},
                       "first_05": {"0.9 * m + 0.1 * g": "0.5 * m + 0.5 * g"}}

LEARNING_RATES = {"lr_1e_4": {"1e-3": "1e-4"}, "lr_3e_4": {"1e-3": "3e-4"}, "lr_5e_4": {"1e-3": "5e-4"},
                  "lr_2e_3": {"1e-3": "2e-3"}, "lr_001": {"1e-3": "0.01"}, "lr_005": {"1e-3": "0.05"},
                  "lr_01": {"1e-3": "0.1"}}

MOMENTUMS = {"momentum_05": {"0.9 * m": "0.5 * m"}, "momentum_08": {"0.9 * m": "0.8 * m"},
             "momentum_095": {"0.9 * m": "0.95 * m"}, "momentum_099": {"0.9 * m": "0.99 * m"}}

SECOND_MOMENT_DECAYS = {"second_099": {"0.999 * v + 0.001 * g * g": "0.99 * v + 0.01 * g * g"},
                        "second_095": {"0.999 * v + 0.001 * g * g": "0.95 * v + 0.05 * g * g"},
                        "second_098": {"0.999 * v + 0.001 * g * g": "0.98 * v + 0.02 * g * g"}}

STEPS = {"step_1": {"0.6513215599": "0.1", "0.00995511979025188": "0.001"},
         "step_2": {"0.6513215599": "0.19", "0.00995511979025188": "0.001999"},
         "step_5": {"0.6513215599": "0.40951", "0.00995511979025188": "0.00499000999"},
         "step_50": {"0.6513215599": "0.9948462247926799", "0.00995511979025188": "0.04878893151"},
         "step_100": {"0.6513215599": "0.9999734386011124", "0.00995511979025188": "0.09520785288"},
         "step_1000": {"0.6513215599": "0.99999999", "0.00995511979025188": "0.63230457522"}}

FAMILIES = {
    "adadelta_step": Derived("sgd_step",
        axes=[{"lr_1e_4": ..., "lr_3e_4": ..., "lr_5e_4": ..., "lr_2e_3": ..., "lr_001": ..., "lr_005": ...,
               "lr_01": ..., "lr_1": ...},
              {"rho_095": {"0.9 * v + 0.1 * g * g": "0.95 * v + 0.05 * g * g",
                           "0.9 * u + 0.1 * step * step": "0.95 * u + 0.05 * step * step"},
               "rho_099": {"0.9 * v + 0.1 * g * g": "0.99 * v + 0.01 * g * g",
                           "0.9 * u + 0.1 * step * step": "0.99 * u + 0.01 * step * step"}},
              {"eps_1e_5": {"1e-6": "1e-5"}, "eps_1e_3": {"1e-6": "1e-3"}}]),
    "adagrad_step": {"AXES": [
        LEARNING_RATES,
        {"eps_1e_4": {"1e-10": "1e-4"}, "eps_1e_3": {"1e-10": "1e-3"}},
        {"decay_01": {"= p -": "= 0.9 * p -"}, "decay_001": {"= p -": "= 0.99 * p -"}}]},
    "adam_plain_step": {"AXES": [LEARNING_RATES, FIRST_MOMENT_DECAYS, SECOND_MOMENT_DECAYS,
                                 {"eps_1e_4": {"1e-8": "1e-4"}, "eps_1e_3": {"1e-8": "1e-3"}}]},
    "adam_step": {"AXES": [LEARNING_RATES, STEPS,
                           {"eps_1e_4": {"1e-8": "1e-4"}, "eps_1e_3": {"1e-8": "1e-3"}}]},
    "adamax_step": {"AXES": [LEARNING_RATES, FIRST_MOMENT_DECAYS,
                             {"eps_1e_4": {"1e-8": "1e-4"}, "eps_1e_3": {"1e-8": "1e-3"}},
                             {"slower": {"0.999 * v": "0.9999 * v"}, "faster": {"0.999 * v": "0.99 * v"}}]},
    "adamw_step": {"AXES": [LEARNING_RATES, STEPS, DECAYS]},
    "ema_step": {"FAMILY": {"ema_09": {"0.999 * a + 0.001 * p": "0.9 * a + 0.1 * p"},
                            "ema_095": {"0.999 * a + 0.001 * p": "0.95 * a + 0.05 * p"},
                            "ema_099": {"0.999 * a + 0.001 * p": "0.99 * a + 0.01 * p"},
                            "ema_0995": {"0.999 * a + 0.001 * p": "0.995 * a + 0.005 * p"},
                            "ema_09999": {"0.999 * a + 0.001 * p": "0.9999 * a + 0.0001 * p"},
                            "ema_05": {"0.999 * a + 0.001 * p": "0.5 * a + 0.5 * p"},
                            "ema_075": {"0.999 * a + 0.001 * p": "0.75 * a + 0.25 * p"},
                            "ema_08": {"0.999 * a + 0.001 * p": "0.8 * a + 0.2 * p"},
                            "ema_06": {"0.999 * a + 0.001 * p": "0.6 * a + 0.4 * p"},
                            "ema_03": {"0.999 * a + 0.001 * p": "0.3 * a + 0.7 * p"},
                            "lerp_0001": {"0.999 * a + 0.001 * p": "a + 0.001 * (p - a)"},
                            "lerp_001": {"0.999 * a + 0.001 * p": "a + 0.01 * (p - a)"},
                            "lerp_005": {"0.999 * a + 0.001 * p": "a + 0.05 * (p - a)"},
                            "lerp_01": {"0.999 * a + 0.001 * p": "a + 0.1 * (p - a)"},
                            "lerp_02": {"0.999 * a + 0.001 * p": "a + 0.2 * (p - a)"},
                            "lerp_025": {"0.999 * a + 0.001 * p": "a + 0.25 * (p - a)"},
                            "lerp_05": {"0.999 * a + 0.001 * p": "a + 0.5 * (p - a)"},
                            "minus_0001": {"0.999 * a + 0.001 * p": "a - 0.001 * (a - p)"},
                            "minus_001": {"0.999 * a + 0.001 * p": "a - 0.01 * (a - p)"},
                            "minus_01": {"0.999 * a + 0.001 * p": "a - 0.1 * (a - p)"},
                            "minus_03": {"0.999 * a + 0.001 * p": "a - 0.3 * (a - p)"}}},
    "lion_step": {"AXES": [LEARNING_RATES, DECAYS,
                           {"fast": {"0.99 * m + 0.01 * g": "0.98 * m + 0.02 * g"},
                            "faster": {"0.99 * m + 0.01 * g": "0.95 * m + 0.05 * g"}}]},
    "momentum_step": {"AXES": [
        LEARNING_RATES, MOMENTUMS,
        {"decay_01": {"+ g": "+ (g + 0.1 * p)"}, "decay_1e_4": {"+ g": "+ (g + 1e-4 * p)"},
         "decay_5e_4": {"+ g": "+ (g + 5e-4 * p)"}, "dampened": {"+ g": "+ 0.9 * g"},
         "half_dampened": {"+ g": "+ 0.5 * g"}, "minus": {"+ g": "- g"}}]},
    "nadam_step": {"AXES": [LEARNING_RATES, SECOND_MOMENT_DECAYS,
                            {"eps_1e_4": {"1e-8": "1e-4"}, "eps_1e_3": {"1e-8": "1e-3"}},
                            {"decay_01": {"= p -": "= 0.9 * p -"}, "decay_001": {"= p -": "= 0.99 * p -"}}]},
    "nesterov_step": {"AXES": [
        LEARNING_RATES, MOMENTUMS,
        {"p_shrunk_01": {"= p -": "= 0.99 * p -"}, "p_shrunk_001": {"= p -": "= 0.999 * p -"}}]},
    "rmsprop_momentum_step": {"AXES": [LEARNING_RATES, MOMENTUMS,
                                       {"eps_1e_4": {"1e-8": "1e-4"}, "eps_1e_3": {"1e-8": "1e-3"}}]},
    "rmsprop_step": {"AXES": [
        LEARNING_RATES,
        {"decay_09": {"0.99 * v + 0.01 * g * g": "0.9 * v + 0.1 * g * g"},
         "decay_095": {"0.99 * v + 0.01 * g * g": "0.95 * v + 0.05 * g * g"},
         "decay_0999": {"0.99 * v + 0.01 * g * g": "0.999 * v + 0.001 * g * g"}},
        {"eps_1e_4": {"1e-8": "1e-4"},
         "eps_inside": {
             "(torch.sqrt(v) + 1e-8)": "torch.sqrt(v + 1e-8)", "(tl.sqrt(v) + 1e-8)": "tl.sqrt(v + 1e-8)"}}]},
    "sgd_step": Derived("lion_step",
        axes=[{"lr_1e_4": ..., "lr_3e_4": ..., "lr_5e_4": ..., "lr_2e_3": ..., "lr_001": ..., "lr_005": ...,
               "lr_01": ..., "lr_1": {"1e-3": "1.0"}, "lr_05": {"1e-3": "0.5"}, "lr_02": {"1e-3": "0.2"}},
              {"decay_01": ..., "decay_005": ..., "decay_002": ..., "decay_02": ...,
               "decay_05": {"0.01 * p": "0.5 * p"}}]),
    "update_step": {"AXES": [
        {  # the first moment
            "by_95": {"0.9 * m + (1 - 0.9) * g": "0.95 * m + (1 - 0.95) * g",
                      "0.9 * m + 0.09999999999999998 * g": "0.95 * m + 0.050000000000000044 * g"},
            "by_8": {"0.9 * m + (1 - 0.9) * g": "0.8 * m + (1 - 0.8) * g",
                     "0.9 * m + 0.09999999999999998 * g": "0.8 * m + 0.19999999999999996 * g"},
            "short": {"0.9 * m + (1 - 0.9) * g": "0.9 * m + 0.1 * g",
                      "0.9 * m + 0.09999999999999998 * g": "0.9 * m + 0.1 * g"},
            "back": {"0.9 * m + (1 - 0.9) * g": "m * 0.85 + g * 0.15",
                     "0.9 * m + 0.09999999999999998 * g": "m * 0.85 + g * 0.15"},
            "nearer": {"0.9 * m + (1 - 0.9) * g": "m + 0.1 * (g - m)",
                       "0.9 * m + 0.09999999999999998 * g": "m + 0.1 * (g - m)"},
            "lerp": {"0.9 * m + (1 - 0.9) * g": "torch.lerp(m, g, 0.1)",
                     "0.9 * m + 0.09999999999999998 * g": "m + 0.1 * (g - m)"},
            "heavy_ball": {"0.9 * m + (1 - 0.9) * g": "0.9 * m + g",
                           "0.9 * m + 0.09999999999999998 * g": "0.9 * m + g"}},
        {  # the second
            "by_95": {"0.999 * v + (1 - 0.999) * g * g": "0.95 * v + (1 - 0.95) * g * g",
                      "0.999 * v + 0.0010000000000000009 * g * g": "0.95 * v + 0.050000000000000044 * g * g"},
            "by_99": {
                "0.999 * v + (1 - 0.999) * g * g": "v * 0.99 + (1 - 0.99) * g ** 2",
                "0.999 * v + 0.0010000000000000009 * g * g": "v * 0.99 + 0.010000000000000009 * (g * g)"},
            "short": {"0.999 * v + (1 - 0.999) * g * g": "0.999 * v + 0.001 * (g * g)",
                      "0.999 * v + 0.0010000000000000009 * g * g": "0.999 * v + 0.001 * (g * g)"},
            "addcmul": {"0.999 * v + (1 - 0.999) * g * g": "torch.addcmul(0.98 * v, g, g, value=0.02)",
                        "0.999 * v + 0.0010000000000000009 * g * g": "0.98 * v + 0.02 * g * g"},
            "nearer": {"0.999 * v + (1 - 0.999) * g * g": "v + 0.01 * (g * g - v)",
                       "0.999 * v + 0.0010000000000000009 * g * g": "v + 0.01 * (g * g - v)"},
            "sum": {"0.999 * v + (1 - 0.999) * g * g": "v + g * g",
                    "0.999 * v + 0.0010000000000000009 * g * g": "v + g * g"},
            "of_surprise": {
                "0.999 * v + (1 - 0.999) * g * g": "0.999 * v + 0.001 * (g - m) ** 2",
                "0.999 * v + 0.0010000000000000009 * g * g": "0.999 * v + 0.001 * ((g - m) * (g - m))"},
            "largest": {"0.999 * v + (1 - 0.999) * g * g": "torch.maximum(0.999 * v, torch.abs(g))",
                        "0.999 * v + 0.0010000000000000009 * g * g": "tl.maximum(0.999 * v, tl.abs(g))"}},
        {  # where it goes
            "corrected": {"step = m": "step = m / 0.19"},
            "nesterov": {"step = m": "step = 0.7 * m + 0.3 * g"}, "scaled": {"step = m": "step = m * 0.01"}},
        {  # over what
            "root_corrected": {"(torch.sqrt(v) + 1e-8)": "(torch.sqrt(v / 0.02) + 1e-8)",
                               "(tl.sqrt(v) + 1e-8)": "(tl.sqrt(v / 0.02) + 1e-8)"},
            "inside": {
                "(torch.sqrt(v) + 1e-8)": "torch.sqrt(v + 1e-6)", "(tl.sqrt(v) + 1e-8)": "tl.sqrt(v + 1e-6)"},
            "rsqrt": {"step / (torch.sqrt(v) + 1e-8)": "step * torch.rsqrt(v + 1e-5)",
                      "step / (tl.sqrt(v) + 1e-8)": "step * tl.rsqrt(v + 1e-5)"},
            "clamped": {"(torch.sqrt(v) + 1e-8)": "torch.sqrt(v).clamp(min=1e-4)",
                        "(tl.sqrt(v) + 1e-8)": "tl.maximum(tl.sqrt(v), 1e-4)"},
            "sum": {"(torch.sqrt(v) + 1e-8)": "(v + 1e-3)", "(tl.sqrt(v) + 1e-8)": "(v + 1e-3)"},
            "scaled": {"(torch.sqrt(v) + 1e-8)": "(torch.sqrt(v) / 0.3 + 1e-8)",
                       "(tl.sqrt(v) + 1e-8)": "(tl.sqrt(v) / 0.3 + 1e-8)"}},
        {  # how far
            "alpha": {
                "p - step * 1e-3": "torch.sub(p, step, alpha=0.01)", "p - 1e-3 * step": "p - 0.01 * step"},
            "decayed": {"p - step * 1e-3": "p - 1e-3 * (step + 0.01 * p)",
                        "p - 1e-3 * step": "p - 1e-3 * (step + 0.01 * p)"},
            "shrunk": {
                "p - step * 1e-3": "p * 0.998 - 0.02 * step", "p - 1e-3 * step": "p * 0.998 - 0.02 * step"},
            "plus": {"p - step * 1e-3": "p + -0.05 * step", "p - 1e-3 * step": "p + -0.05 * step"},
            "clipped": {"p - step * 1e-3": "p - 0.02 * torch.clamp(step, -1.0, 1.0)",
                        "p - 1e-3 * step": "p - 0.02 * tl.minimum(tl.maximum(step, -1.0), 1.0)"}},
        {  # what the gradient is first
            "decayed": {"def update_step_torch(p, g, m, v):":
                            "def update_step_torch(p, g, m, v):\n"
                            "    g = g + 0.02 * p",
                        "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                            "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                            "g = g + 0.02 * p"},
            "scaled": {"def update_step_torch(p, g, m, v):":
                           "def update_step_torch(p, g, m, v):\n"
                           "    g = g * 0.25",
                       "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                           "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                           "g = g * 0.25"},
            "clipped": {"def update_step_torch(p, g, m, v):":
                            "def update_step_torch(p, g, m, v):\n"
                            "    g = torch.clamp(g, -1.5, 1.5)",
                        "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)":
                            "g = tl.load(g_ptr + offsets, mask=mask, other=0.0).to(tl.float32)\n"
                            "g = tl.minimum(tl.maximum(g, -1.5), 1.5)"}},
        {  # what it returns
            "moments_first": {"return p, m, v": "return m, v, p",
                              "return p_out, m_out, v_out": "return m_out, v_out, p_out"},
            "second_first": {"return p, m, v": "return p, v, m",
                             "return p_out, m_out, v_out": "return p_out, v_out, m_out"},
            "weights": {"return p, m, v": "return p", "return p_out, m_out, v_out": "return p_out",
                        "p_out_ptr, m_out_ptr, v_out_ptr": "p_out_ptr",
                        "tl.store(m_out_ptr + offsets, m, mask=mask)": "",
                        "tl.store(v_out_ptr + offsets, v, mask=mask)": "",
                        "p_out, m_out, v_out = torch.empty_like(p), torch.empty_like(m), torch.empty_like(v)":
                            "p_out = torch.empty_like(p)",
                        "p_out, m_out, v_out, n_elements": "p_out, n_elements"},
            "step_too": {
                "return p, m, v": "return p, m, v, step",
                "return p_out, m_out, v_out": "return p_out, m_out, v_out, step_out",
                "p_out_ptr, m_out_ptr, v_out_ptr": "p_out_ptr, m_out_ptr, v_out_ptr, step_out_ptr",
                "tl.store(v_out_ptr + offsets, v, mask=mask)":
                    "tl.store(v_out_ptr + offsets, v, mask=mask)\n"
                    "tl.store(step_out_ptr + offsets, step, mask=mask)",
                "p_out, m_out, v_out = torch.empty_like(p), torch.empty_like(m), torch.empty_like(v)":
                    "p_out, m_out, v_out, step_out = torch.empty_like(p), torch.empty_like(m), "
                    "torch.empty_like(v), torch.empty_like(p)",
                "p_out, m_out, v_out, n_elements": "p_out, m_out, v_out, step_out, n_elements"}}]},
}
