"""The tables of every family.

A module declares `FAMILIES = {stem: {"FAMILY": {row: exchanges}, "AXES": [axis, ...]}}`, as corpus/family.py
explains it.
"""
