"""Tables of the families of pointwise operations, where to where."""

FAMILIES = {
    "where": {
        "FAMILY": {
            "addcmul": {
                "torch.where(w > 0, x, z)": "torch.addcmul(x, z, w)",
                "y = tl.where(w > 0.0, x, z)": "y = x + z * w",
            },
            "addcmul_half": {
                "torch.where(w > 0, x, z)": "torch.addcmul(x, z, w, value=0.5)",
                "y = tl.where(w > 0.0, x, z)": "y = x + 0.5 * z * w",
            },
            "addcmul_minus": {
                "torch.where(w > 0, x, z)": "torch.addcmul(x, z, w, value=-2.0)",
                "y = tl.where(w > 0.0, x, z)": "y = x - 2.0 * z * w",
            },
            "addcdiv": {
                "torch.where(w > 0, x, z)": "torch.addcdiv(x, z, w * w + 1.0)",
                "y = tl.where(w > 0.0, x, z)": "y = x + z / (w * w + 1.0)",
            },
            "addcdiv_tenth": {
                "torch.where(w > 0, x, z)": "torch.addcdiv(x, z, torch.abs(w) + 0.5, value=0.1)",
                "y = tl.where(w > 0.0, x, z)": "y = x + 0.1 * z / (tl.abs(w) + 0.5)",
            },
            "lerp_weight": {
                "torch.where(w > 0, x, z)": "torch.lerp(x, z, torch.sigmoid(w))",
                "y = tl.where(w > 0.0, x, z)": "y = x + tl.sigmoid(w) * (z - x)",
            },
            "multiply_add": {
                "torch.where(w > 0, x, z)": "x * z + w",
                "y = tl.where(w > 0.0, x, z)": "y = x * z + w",
            },
            "multiply_subtract": {
                "torch.where(w > 0, x, z)": "x * z - w",
                "y = tl.where(w > 0.0, x, z)": "y = x * z - w",
            },
            "multiply_multiply": {
                "torch.where(w > 0, x, z)": "x * z * w",
                "y = tl.where(w > 0.0, x, z)": "y = x * z * w",
            },
            "sum": {"torch.where(w > 0, x, z)": "x + z + w", "y = tl.where(w > 0.0, x, z)": "y = x + z + w"},
            "clamp": {
                "torch.where(w > 0, x, z)": "torch.clamp(x, min=-torch.abs(z), max=torch.abs(w))",
                "y = tl.where(w > 0.0, x, z)": "y = tl.minimum(tl.maximum(x, -tl.abs(z)), tl.abs(w))",
            },
            "median": {
                "torch.where(w > 0, x, z)": (
                    "torch.maximum(torch.minimum(x, z), torch.minimum(torch.maximum(x, z), w))"
                ),
                "y = tl.where(w > 0.0, x, z)": (
                    "y = tl.maximum(tl.minimum(x, z), tl.minimum(tl.maximum(x, z), w))"
                ),
            },
            "where_below": {
                "torch.where(w > 0, x, z)": "torch.where(x < z, x, w)",
                "y = tl.where(w > 0.0, x, z)": "y = tl.where(x < z, x, w)",
            },
            "where_scaled": {
                "torch.where(w > 0, x, z)": "torch.where(w > 0.5, 2.0 * x, z)",
                "y = tl.where(w > 0.0, x, z)": "y = tl.where(w > 0.5, 2.0 * x, z)",
            },
            "where_sum": {
                "torch.where(w > 0, x, z)": "torch.where(w > 0, x + z, x - z)",
                "y = tl.where(w > 0.0, x, z)": "y = tl.where(w > 0.0, x + z, x - z)",
            },
            "where_both": {
                "torch.where(w > 0, x, z)": "torch.where((x > 0) & (z > 0), x, w)",
                "y = tl.where(w > 0.0, x, z)": "y = tl.where((x > 0.0) & (z > 0.0), x, w)",
            },
            "where_either": {
                "torch.where(w > 0, x, z)": "torch.where((x > 0) | (z > 0), x, w)",
                "y = tl.where(w > 0.0, x, z)": "y = tl.where((x > 0.0) | (z > 0.0), x, w)",
            },
            "gated": {
                "torch.where(w > 0, x, z)": "x * torch.sigmoid(z) + w",
                "y = tl.where(w > 0.0, x, z)": "y = x * tl.sigmoid(z) + w",
            },
            "silu_gated": {
                "torch.where(w > 0, x, z)": "F.silu(x) * z + w",
                "y = tl.where(w > 0.0, x, z)": "y = x * tl.sigmoid(x) * z + w",
            },
            "distance": {
                "torch.where(w > 0, x, z)": "torch.abs(x - z) * w",
                "y = tl.where(w > 0.0, x, z)": "y = tl.abs(x - z) * w",
            },
            "gru": {
                "torch.where(w > 0, x, z)": "(1.0 - torch.sigmoid(z)) * w + torch.sigmoid(z) * x",
                "y = tl.where(w > 0.0, x, z)": "y = (1.0 - tl.sigmoid(z)) * w + tl.sigmoid(z) * x",
            },
            "forget": {
                "torch.where(w > 0, x, z)": "torch.sigmoid(x) * w + torch.sigmoid(z)",
                "y = tl.where(w > 0.0, x, z)": "y = tl.sigmoid(x) * w + tl.sigmoid(z)",
            },
            "maximum": {
                "torch.where(w > 0, x, z)": "torch.maximum(torch.maximum(x, z), w)",
                "y = tl.where(w > 0.0, x, z)": "y = tl.maximum(tl.maximum(x, z), w)",
            },
            "minimum": {
                "torch.where(w > 0, x, z)": "torch.minimum(torch.minimum(x, z), w)",
                "y = tl.where(w > 0.0, x, z)": "y = tl.minimum(tl.minimum(x, z), w)",
            },
            "mean": {
                "torch.where(w > 0, x, z)": "(x + z + w) / 3.0",
                "y = tl.where(w > 0.0, x, z)": "y = (x + z + w) / 3.0",
            },
            "weighted": {
                "torch.where(w > 0, x, z)": "0.2 * x + 0.3 * z + 0.5 * w",
                "y = tl.where(w > 0.0, x, z)": "y = 0.2 * x + 0.3 * z + 0.5 * w",
            },
            "norm": {
                "torch.where(w > 0, x, z)": "torch.sqrt(x * x + z * z + w * w + 1e-6)",
                "y = tl.where(w > 0.0, x, z)": "y = tl.sqrt_rn(x * x + z * z + w * w + 1e-6)",
            },
        },
        "AXES": [("UNARY", "y = torch.sin(y)", "y = tl.sin(y)", "optional")],
    },
}
