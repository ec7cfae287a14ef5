"""Axes that several families share, called after their first rows."""

K2_K2P1_K3_3 = {
    "k2": {
        "kernel_size=3, padding=1": "kernel_size=2, padding=0",
        "window, padding = 3, 1": "window, padding = 2, 0",
    },
    "k2p1": {
        "kernel_size=3, padding=1": "kernel_size=2, padding=1",
        "window, padding = 3, 1": "window, padding = 2, 1",
    },
    "k3": {
        "kernel_size=3, padding=1": "kernel_size=3, padding=0",
        "window, padding = 3, 1": "window, padding = 3, 0",
    },
    "k4": {
        "kernel_size=3, padding=1": "kernel_size=4, padding=0",
        "window, padding = 3, 1": "window, padding = 4, 0",
    },
    "k4p1": {
        "kernel_size=3, padding=1": "kernel_size=4, padding=1",
        "window, padding = 3, 1": "window, padding = 4, 1",
    },
    "k4p2": {
        "kernel_size=3, padding=1": "kernel_size=4, padding=2",
        "window, padding = 3, 1": "window, padding = 4, 2",
    },
    "k5": {
        "kernel_size=3, padding=1": "kernel_size=5, padding=0",
        "window, padding = 3, 1": "window, padding = 5, 0",
    },
    "k5p1": {
        "kernel_size=3, padding=1": "kernel_size=5, padding=1",
        "window, padding = 3, 1": "window, padding = 5, 1",
    },
    "k5p2": {
        "kernel_size=3, padding=1": "kernel_size=5, padding=2",
        "window, padding = 3, 1": "window, padding = 5, 2",
    },
    "k6": {
        "kernel_size=3, padding=1": "kernel_size=6, padding=0",
        "window, padding = 3, 1": "window, padding = 6, 0",
    },
    "k6p3": {
        "kernel_size=3, padding=1": "kernel_size=6, padding=3",
        "window, padding = 3, 1": "window, padding = 6, 3",
    },
    "k7": {
        "kernel_size=3, padding=1": "kernel_size=7, padding=0",
        "window, padding = 3, 1": "window, padding = 7, 0",
    },
    "k7p3": {
        "kernel_size=3, padding=1": "kernel_size=7, padding=3",
        "window, padding = 3, 1": "window, padding = 7, 3",
    },
    "k8": {
        "kernel_size=3, padding=1": "kernel_size=8, padding=0",
        "window, padding = 3, 1": "window, padding = 8, 0",
    },
    "k8p4": {
        "kernel_size=3, padding=1": "kernel_size=8, padding=4",
        "window, padding = 3, 1": "window, padding = 8, 4",
    },
}

K3S2P1_K3S1P1_K3S3P0 = {
    "k3s2p1": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=1",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 1",
    },
    "k3s1p1": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=1",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 1",
    },
    "k3s3p0": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=3, padding=0",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 3, 0",
    },
    "k3s2p0": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=0",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 0",
    },
    "k2s1p0": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=2, stride=1, padding=0",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 2, 1, 0",
    },
    "k4s4p0": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=4, padding=0",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 4, 0",
    },
    "k3s1p0": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=0",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 0",
    },
    "k5s2p2": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=2, padding=2",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 2, 2",
    },
    "k4s2p1": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=2, padding=1",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 2, 1",
    },
    "k5s1p2": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=5, stride=1, padding=2",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 5, 1, 2",
    },
}

K3S2P1_K3S1P1_K3S3P0_2 = {
    "k3s2p1": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=1",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 1",
    },
    "k3s1p1": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=1",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 1",
    },
    "k3s3p0": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=3, padding=0",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 3, 0",
    },
    "k3s2p0": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=2, padding=0",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 2, 0",
    },
    "k2s1p0": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=2, stride=1, padding=0",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 2, 1, 0",
    },
    "k4s4p0": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=4, stride=4, padding=0",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 4, 4, 0",
    },
    "k3s1p0": {
        "kernel_size=2, stride=2, padding=0": "kernel_size=3, stride=1, padding=0",
        "window, stride, padding = 2, 2, 0": "window, stride, padding = 3, 1, 0",
    },
}

KEEPDIM = {"keepdim": {"dim=-1)": "dim=-1, keepdim=True)", "torch.empty((M,)": "torch.empty((M, 1)"}}

KEEPDIM_DIM0_DIM2 = {
    "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
    "dim0": {
        "CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": (
            "CASES = [(5, 1), (33, 3), (17, 2, 5), (9, 2, 3, 4)]"
        ),
        "dim=-1": "dim=0",
        "x.shape[-1], x.stride(-1)": "x.shape[0], x.stride(0)",
        "x.shape[:-1]": "x.shape[1:]",
    },
    "dim2": {
        "CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": (
            "CASES = [(1, 5, 1), (3, 33, 2), (2, 3, 12, 5)]"
        ),
        "dim=-1": "dim=-2",
        "x.shape[-1], x.stride(-1)": "x.shape[-2], x.stride(-2)",
        "x.shape[:-1]": "x.shape[:-2] + x.shape[-1:]",
    },
    "dim3": {
        "CASES = [(1, 5), (3, 33), (50,), (2, 3, 12), (2, 3, 2, 17)]": (
            "CASES = [(1, 5, 1, 1), (2, 33, 3, 5)]"
        ),
        "dim=-1": "dim=-3",
        "x.shape[-1], x.stride(-1)": "x.shape[-3], x.stride(-3)",
        "x.shape[:-1]": "x.shape[:-3] + x.shape[-2:]",
    },
}

KEEPDIM_DIM3_DIM3_KEEPDIM = {
    "keepdim": {
        "dim=-2": "dim=-2, keepdim=True",
        "x.shape[:-2] + x.shape[-1:]": "x.shape[:-2] + (1,) + x.shape[-1:]",
    },
    "dim3": {
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
            "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]"
        ),
        "dim=-2": "dim=-3",
        "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
        "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + x.shape[-2:]",
    },
    "dim3_keepdim": {
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
            "CASES = [(1, 1, 1, 1), (2, 7, 3, 5), (2, 2, 4, 3, 5), (1, 5, 9, 17)]"
        ),
        "dim=-2": "dim=-3, keepdim=True",
        "n_mid, n_inner = x.shape[-2:]": "n_mid, n_inner = x.shape[-3], x.shape[-2] * x.shape[-1]",
        "x.shape[:-2] + x.shape[-1:]": "x.shape[:-3] + (1,) + x.shape[-2:]",
    },
    "dim4": {
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
            "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]"
        ),
        "dim=-2": "dim=-4",
        "n_mid, n_inner = x.shape[-2:]": (
            "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
        ),
        "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + x.shape[-3:]",
    },
    "dim4_keepdim": {
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
            "CASES = [(1, 1, 1, 1, 1), (2, 7, 2, 3, 5), (1, 5, 3, 4, 13)]"
        ),
        "dim=-2": "dim=-4, keepdim=True",
        "n_mid, n_inner = x.shape[-2:]": (
            "n_mid, n_inner = x.shape[-4], x.shape[-3] * x.shape[-2] * x.shape[-1]"
        ),
        "x.shape[:-2] + x.shape[-1:]": "x.shape[:-4] + (1,) + x.shape[-3:]",
    },
    "dim0": {
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
            "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]"
        ),
        "dim=-2": "dim=0",
        "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
        "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
        "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)",
        "x.shape[:-2] + x.shape[-1:]": "x.shape[1:]",
    },
    "dim0_keepdim": {
        "CASES = [(1, 1, 1), (2, 7, 3), (2, 3, 5, 4), (2, 2, 2, 4, 5), (1, 5, 150)]": (
            "CASES = [(1, 1), (17, 3), (7, 3, 5), (6, 2, 3, 4), (5, 150)]"
        ),
        "dim=-2": "dim=0, keepdim=True",
        "n_mid, n_inner = x.shape[-2:]": "n_mid = x.shape[0]",
        "n_outer = x.numel() // (n_mid * n_inner)": "n_inner = x.numel() // n_mid",
        "(n_outer * triton.cdiv(n_inner, 128),)": "(triton.cdiv(n_inner, 128),)",
        "x.shape[:-2] + x.shape[-1:]": "(1,) + x.shape[1:]",
    },
}

KEEPDIM_LAST2_LAST2_KEEPDIM = {
    "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
    "last2": {
        ("CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]"): (
            "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
        ),
        "dim=-1": "dim=(-2, -1)",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-2]",
    },
    "last2_keepdim": {
        ("CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]"): (
            "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
        ),
        "dim=-1": "dim=(-2, -1), keepdim=True",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-2] + (1, 1)",
    },
    "last3": {
        ("CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]"): (
            "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
        ),
        "dim=-1": "dim=(-3, -2, -1)",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-3]",
    },
    "last3_keepdim": {
        ("CASES = [(1, 1), (3, 33), (1000,), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]"): (
            "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
        ),
        "dim=-1": "dim=(-3, -2, -1), keepdim=True",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)",
    },
}

KEEPDIM_LAST2_LAST2_KEEPDIM_2 = {
    "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
    "last2": {
        "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
            "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
        ),
        "dim=-1": "dim=(-2, -1)",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-2]",
    },
    "last2_keepdim": {
        "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
            "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
        ),
        "dim=-1": "dim=(-2, -1), keepdim=True",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-2] + (1, 1)",
    },
    "last3": {
        "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
            "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
        ),
        "dim=-1": "dim=(-3, -2, -1)",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-3]",
    },
    "last3_keepdim": {
        "CASES = [(1, 1), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
            "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
        ),
        "dim=-1": "dim=(-3, -2, -1), keepdim=True",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)",
    },
}

KEEPDIM_LAST2_LAST2_KEEPDIM_3 = {
    "keepdim": {"dim=-1": "dim=-1, keepdim=True", "x.shape[:-1]": "x.shape[:-1] + (1,)"},
    "last2": {
        "CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
            "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
        ),
        "dim=-1": "dim=(-2, -1)",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-2]",
    },
    "last2_keepdim": {
        "CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
            "CASES = [(1, 1, 2), (3, 5, 7), (2, 3, 4, 13), (2, 2, 2, 5, 9), (2, 40, 30)]"
        ),
        "dim=-1": "dim=(-2, -1), keepdim=True",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-2] + (1, 1)",
    },
    "last3": {
        "CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
            "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
        ),
        "dim=-1": "dim=(-3, -2, -1)",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-3]",
    },
    "last3_keepdim": {
        "CASES = [(1, 2), (3, 33), (2, 3, 65), (2, 3, 2, 17), (2, 2, 3, 2, 9), (2, 2100)]": (
            "CASES = [(1, 1, 1, 2), (3, 5, 2, 7), (2, 3, 4, 2, 5), (2, 4, 20, 15)]"
        ),
        "dim=-1": "dim=(-3, -2, -1), keepdim=True",
        "n_cols = x.shape[-1]": "n_cols = x.shape[-3] * x.shape[-2] * x.shape[-1]",
        "x.shape[:-1]": "x.shape[:-3] + (1, 1, 1)",
    },
}

LINE_TOKENS_IMAGES = {
    "line": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(2,), (33,), (1300,)]"},
    "tokens": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 2), (2, 3, 65), (5, 9, 30)]"},
    "images": {"CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2), (2, 3, 4, 17), (3, 5, 9, 10)]"},
    "volumes": {
        "CASES = [(1, 2), (3, 33), (9, 130)]": "CASES = [(1, 2, 1, 2, 1), (2, 3, 4, 5, 7), (3, 2, 5, 9, 6)]"
    },
}

LR_1E_4_LR_3E_4_LR_5E_4 = {
    "lr_1e_4": {"1e-3": "1e-4"},
    "lr_3e_4": {"1e-3": "3e-4"},
    "lr_5e_4": {"1e-3": "5e-4"},
    "lr_2e_3": {"1e-3": "2e-3"},
    "lr_001": {"1e-3": "0.01"},
    "lr_005": {"1e-3": "0.05"},
    "lr_01": {"1e-3": "0.1"},
}

MOMENTUM_05_MOMENTUM_08_MOMENTUM_095 = {
    "momentum_05": {"0.9 * m": "0.5 * m"},
    "momentum_08": {"0.9 * m": "0.8 * m"},
    "momentum_095": {"0.9 * m": "0.95 * m"},
    "momentum_099": {"0.9 * m": "0.99 * m"},
}

MUL_SUB_ADD_AFTER = {
    "mul": {"y = y + s": "y = y * s"},
    "sub": {"y = y + s": "y = y - s"},
    "add_after": {"y = y + s\n    z = y": "z = y\ny = y + s"},
    "mul_after": {"y = y + s\n    z = y": "z = y\ny = y * s"},
    "sub_after": {"y = y + s\n    z = y": "z = y\ny = y - s"},
}

NEG_PLAIN_ADD1 = {  # operations that round as PyTorch rounds: a product repeats each error n times
    "neg": {"x = torch.abs(x)": "x = -x", "x = tl.abs(x)": "x = -x"},
    "plain": {"x = torch.abs(x)": "", "x = tl.abs(x)": ""},
    "add1": {"x = torch.abs(x)": "x = x + 1.0", "x = tl.abs(x)": "x = x + 1.0"},
    "from1": {"x = torch.abs(x)": "x = 1.0 - x", "x = tl.abs(x)": "x = 1.0 - x"},
    "double": {"x = torch.abs(x)": "x = x * 2.0", "x = tl.abs(x)": "x = x * 2.0"},
    "half": {"x = torch.abs(x)": "x = 0.5 * x", "x = tl.abs(x)": "x = 0.5 * x"},
    "square": {"x = torch.abs(x)": "x = x * x", "x = tl.abs(x)": "x = x * x"},
    "abs1": {"x = torch.abs(x)": "x = torch.abs(x) + 0.5", "x = tl.abs(x)": "x = tl.abs(x) + 0.5"},
    "clamp": {
        "x = torch.abs(x)": "x = torch.clamp(x, -1.5, 1.5)",
        "x = tl.abs(x)": "x = tl.minimum(tl.maximum(x, -1.5), 1.5)",
    },
    "clamp_min": {
        "x = torch.abs(x)": "x = torch.clamp(x, min=0.5)",
        "x = tl.abs(x)": "x = tl.maximum(x, 0.5)",
    },
    "leaky": {
        "x = torch.abs(x)": "x = F.leaky_relu(x, 0.5)",
        "x = tl.abs(x)": "x = tl.where(x > 0.0, x, 0.5 * x)",
    },
    "third": {"x = torch.abs(x)": "x = x / 3.0", "x = tl.abs(x)": "x = x / 3.0"},
}

NO_BIAS = {
    "no_bias": {
        "(x, w, b)": "(x, w)",
        "return x, w, b": "return x, w",
        "b = torch.randn(N)": "",
        "b_ptr, ": "",
        "y += tl.load(b_ptr + columns, mask=columns < N, other=0.0).to(tl.float32)[None, :]": "",
        "[grid](x, w, b": "[grid](x, w",
    }
}

NO_BIAS_WEIGHTS_FIRST_WEIGHTS_FIRST_NO_BIAS = {
    "no_bias": {
        "(x, z, w, b)": "(x, z, w)",
        "return x, z, w, b": "return x, z, w",
        "b = torch.randn(O)": "",
        "F.conv2d(x, w, b": "F.conv2d(x, w",
        "b_ptr, ": "",
        ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
        "[grid](x, w, b": "[grid](x, w",
    },
    "weights_first": {"(x, z, w, b)": "(x, w, b, z)", "return x, z, w, b": "return x, w, b, z"},
    "weights_first_no_bias": {
        "(x, z, w, b)": "(x, w, z)",
        "return x, z, w, b": "return x, w, z",
        "b = torch.randn(O)": "",
        "F.conv2d(x, w, b": "F.conv2d(x, w",
        "b_ptr, ": "",
        ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
        "[grid](x, w, b": "[grid](x, w",
    },
    "residual_first": {"(x, z, w, b)": "(z, x, w, b)", "return x, z, w, b": "return z, x, w, b"},
    "residual_first_no_bias": {
        "(x, z, w, b)": "(z, x, w)",
        "return x, z, w, b": "return z, x, w",
        "b = torch.randn(O)": "",
        "F.conv2d(x, w, b": "F.conv2d(x, w",
        "b_ptr, ": "",
        ("y += tl.load(b_ptr + channels, mask=channels < O, other=0.0).to(tl.float32)[:, None]"): "",
        "[grid](x, w, b": "[grid](x, w",
    },
}

OF1_OF2_OF8 = {
    "of1": {"F.group_norm(x, 4": "F.group_norm(x, 1", "groups, plane_size = 4": "groups, plane_size = 1"},
    "of2": {"F.group_norm(x, 4": "F.group_norm(x, 2", "groups, plane_size = 4": "groups, plane_size = 2"},
    "of8": {"F.group_norm(x, 4": "F.group_norm(x, 8", "groups, plane_size = 4": "groups, plane_size = 8"},
    "of3": {
        ("CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (2, 8, 35), (2, 8, 2, 5, 3), (3, 16), (1, 16, 36, 40)]"): (
            "CASES = [(1, 6, 1, 2), (2, 6, 5, 7), (2, 6, 9), (2, 6, 2, 5, 3), (3, 12)]"
        ),
        "F.group_norm(x, 4": "F.group_norm(x, 3",
        "groups, plane_size = 4": "groups, plane_size = 3",
    },
    "of6": {
        ("CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (2, 8, 35), (2, 8, 2, 5, 3), (3, 16), (1, 16, 36, 40)]"): (
            "CASES = [(1, 12, 1, 2), (2, 12, 5, 7), (2, 12, 9), (2, 12, 2, 5, 3), (3, 24)]"
        ),
        "F.group_norm(x, 4": "F.group_norm(x, 6",
        "groups, plane_size = 4": "groups, plane_size = 6",
    },
    "of16": {
        ("CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (2, 8, 35), (2, 8, 2, 5, 3), (3, 16), (1, 16, 36, 40)]"): (
            "CASES = [(1, 32, 1, 2), (2, 32, 5, 7), (2, 32, 9), (2, 32, 2, 5, 3), (3, 64)]"
        ),
        "F.group_norm(x, 4": "F.group_norm(x, 16",
        "groups, plane_size = 4": "groups, plane_size = 16",
    },
    "of32": {
        ("CASES = [(1, 8, 1, 2), (2, 8, 5, 7), (2, 8, 35), (2, 8, 2, 5, 3), (3, 16), (1, 16, 36, 40)]"): (
            "CASES = [(1, 64, 1, 2), (2, 64, 5, 7), (2, 64, 9), (2, 64, 2, 5, 3), (3, 128)]"
        ),
        "F.group_norm(x, 4": "F.group_norm(x, 32",
        "groups, plane_size = 4": "groups, plane_size = 32",
    },
}

OF_FAR_FIVE = {
    "of": (
        {
            "(-2, -1)": "(-{0}, -{1})",
            "x.shape[-2], x.shape[-1]": "x.shape[-{0}], x.shape[-{1}]",
            "x.stride(-2), x.stride(-1)": "x.stride(-{0}), x.stride(-{1})",
            "[(3, 5), ": "[",
        },
        "32 31",
    ),
    "far": (
        {
            "(-2, -1)": "(-{0}, -{1})",
            "x.shape[-2], x.shape[-1]": "x.shape[-{0}], x.shape[-{1}]",
            "x.stride(-2), x.stride(-1)": "x.stride(-{0}), x.stride(-{1})",
            "[(3, 5), (2, 3, 33), ": "[(5, 2, 3, 9), ",
        },
        "43 42 41",
    ),
    "five": (
        {
            "(-2, -1)": "(-{0}, -{1})",
            "x.shape[-2], x.shape[-1]": "x.shape[-{0}], x.shape[-{1}]",
            "x.stride(-2), x.stride(-1)": "x.stride(-{0}), x.stride(-{1})",
            "[(3, 5), (2, 3, 33), (2, 5, 4, 7), (2, 3, 5, 4, 6)]": "[(1, 2, 3, 2, 2), (3, 4, 5, 2, 6)]",
        },
        "54 53 52 51",
    ),
}

OF_ONE_TO_ONE_ONE_TO_ONE = {  # a single channel, of each group, that comes in or goes out
    "of_one": {"x = torch.randn(N, groups * C": "C = 1\nx = torch.randn(N, groups * C"},
    "to_one": {"x = torch.randn(N, groups * C": "O = 1\nx = torch.randn(N, groups * C"},
    "one_to_one": {"x = torch.randn(N, groups * C": "C = O = 1\nx = torch.randn(N, groups * C"},
}

ONE_SCALAR_INNER = {
    "one": {
        "z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(1)",
        "tl.load(z_ptr + row)": "tl.load(z_ptr)",
    },
    "scalar": {
        "z = torch.randn_like(x.sum(dim=-1))": "z = torch.randn(())",
        "tl.load(z_ptr + row)": "tl.load(z_ptr)",
    },
    "inner": {
        "return x, z": "return x, z[0]",
        "tl.load(z_ptr + row)": "tl.load(z_ptr + row % n_inner)",
        "y_ptr, n_cols, BLOCK: tl": "y_ptr, n_cols, n_inner, BLOCK: tl",
        "(x, z, y, n_cols,": "(x, z, y, n_cols, z.numel(),",
    },
}

PADDING0_PADDING2 = {
    "padding0": {
        "[(1, 1, 2, 3, 4, 3), (2, 5, 4, 5, 6, 3), (2, 9, 3, 5, 4, 3)]": (
            "[(1, 1, 2, 3, 4, 1), (2, 3, 4, 5, 6, 1), (2, 9, 3, 5, 4, 1)]"
        ),
        "padding=1": "padding=0",
        "    padding_d, padding_h, padding_w = 1, 1, 1": "    padding_d, padding_h, padding_w = 0, 0, 0",
    },
    "padding2": {
        "[(1, 1, 2, 3, 4, 3), (2, 5, 4, 5, 6, 3), (2, 9, 3, 5, 4, 3)]": (
            "[(1, 1, 2, 3, 4, 5), (2, 3, 4, 5, 6, 5), (1, 2, 3, 5, 4, 5)]"
        ),
        "padding=1": "padding=2",
        "    padding_d, padding_h, padding_w = 1, 1, 1": "    padding_d, padding_h, padding_w = 2, 2, 2",
    },
}

PADDING1_PADDING = {
    "padding1": {
        ", padding=0": ", padding=1",
        "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1",
    },
    "padding": (
        {
            ", padding=0": ", padding=({0}, {1}, {2})",
            "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = {0}, {1}, {2}",
        },
        "011 100 101 110 001 010",
    ),
}

PADDING1_PADDING2 = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
}

PADDING1_PADDING2_2 = {
    "padding1": {"padding=0": "padding=1", "padding = 0": "padding = 1"},
    "padding2": {"padding=0": "padding=2", "padding = 0": "padding = 2"},
}

PADDING1_PADDING2_PADDING = {
    "padding1": {
        ", padding=0": ", padding=1",
        "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 1, 1, 1",
    },
    "padding2": {
        ", padding=0": ", padding=2",
        "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = 2, 2, 2",
    },
    "padding": (
        {
            ", padding=0": ", padding=({0}, {1}, {2})",
            "padding_d, padding_h, padding_w = 0, 0, 0": "padding_d, padding_h, padding_w = {0}, {1}, {2}",
        },
        "011 100 110 001 120 012 021 210 102 201 123 211 112 312",
    ),
    "pointwise": {
        ("[(1, 2, 7, 5, 3, 5, 3, 1, 1), (2, 5, 8, 3, 7, 7, 3, 2, 3), (1, 4, 5, 7, 9, 6, 1, 3, 3)]"): (
            "[(1, 1, 2, 3, 4, 1, 1, 1, 1), (2, 3, 5, 6, 7, 4, 1, 1, 1)]"
        )
    },
}

PADDING1_PADDING2_PADDING3 = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
    "padding4": {", padding=0": ", padding=4", "    padding = 0": "    padding = 4"},
}

PADDING1_PADDING2_PADDING3_2 = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
    "pointwise": {
        "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 10, 14, 4, 2, 3), (2, 35, 5, 6, 7, 2, 3)]": (
            "[(1, 1, 3, 4, 1, 1, 1), (2, 3, 7, 11, 5, 1, 1)]"
        )
    },
}

PADDING1_PADDING2_PADDING3_3 = {
    "padding1": {", padding=0": ", padding=1", "    padding = 0": "    padding = 1"},
    "padding2": {", padding=0": ", padding=2", "    padding = 0": "    padding = 2"},
    "padding3": {", padding=0": ", padding=3", "    padding = 0": "    padding = 3"},
    "pointwise": {
        "[(1, 1, 5, 1, 1), (2, 3, 12, 5, 2), (2, 35, 33, 4, 3)]": "[(1, 1, 5, 1, 1), (2, 3, 11, 5, 1)]"
    },
}
