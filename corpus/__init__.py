"""The training corpus: exemplars of synthetic/ expanded into variants, each executed and judged, and what
is drawn beside them.
"""
