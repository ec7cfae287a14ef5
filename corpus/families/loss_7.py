"""Tables of the families of losses, weighted_loss to weighted_loss."""

from corpus.families.axes_4 import SUM_HALF_TENTH

FAMILIES = {
    "weighted_loss": {
        "FAMILY": {
            "l1": {
                "(x - z) ** 2": "torch.abs(x - z)",
                "loss = w * ((x - z) * (x - z))": "loss = w * tl.abs(x - z)",
            },
            "charbonnier": {
                "(x - z) ** 2": "torch.sqrt((x - z) ** 2 + 0.01)",
                "loss = w * ((x - z) * (x - z))": "loss = w * tl.sqrt((x - z) * (x - z) + 0.01)",
            },
            "hinge": {
                "(x - z) ** 2": "torch.relu(1.0 - x * z)",
                "loss = w * ((x - z) * (x - z))": "loss = w * tl.maximum(1.0 - x * z, 0.0)",
            },
            "huber": {
                "(x - z) ** 2": 'F.huber_loss(x, z, reduction="none")',
                "loss = w * ((x - z) * (x - z))": (
                    "d = tl.abs(x - z)\nloss = w * tl.where(d < 1.0, 0.5 * d * d, d - 0.5)"
                ),
            },
        },
        "AXES": [
            SUM_HALF_TENTH,
            ("RAMP", "w = torch.sigmoid(w)", "w = tl.sigmoid(w)"),
            ("UNARY", "x = torch.sin(x)", "x = tl.sin(x)", "optional"),
        ],
    },
}
