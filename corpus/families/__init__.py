"""The tables of every family: FAMILIES = {stem: {"FAMILY": {row: exchanges}, "AXES": [axis, ...]}}; see corpus/family.py."""
