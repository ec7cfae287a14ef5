"""What a run's figures depend on, printed and kept in its folder."""


def parameter_table(routed: dict) -> str:
    """Which parameter goes to which optimizer, with counts; {optimizer: {name: parameter}}."""
    lines = []
    for owner, parameters in routed.items():
        groups = {}
        for name, parameter in parameters.items():
            kind = ".".join(part for part in name.split(".") if not part.isdigit())
            groups.setdefault((kind, tuple(parameter.shape)), []).append(parameter.numel())
        for (kind, shape), counts in groups.items():
            lines.append(f"  {owner:6} {kind:34} {len(counts):3} x {str(shape):14} {sum(counts):12,}")
        total = sum(parameter.numel() for parameter in parameters.values())
        lines.append(f"  {owner:6} {'total':34} {len(parameters):3}   {'':14} {total:12,}")
    return "\n".join(lines)
