"""Calls of translated programs: variations drawn by a seed, run on both, and what became of each.

Reading order: data (a call as data), originals (a program and what its call may be), drawing and kinds (the
variations), running (one call of a program), verdicts (both compared), worker (the process that runs them),
pool (workers, limits, journal), tables.
"""
