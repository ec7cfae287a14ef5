"""The families that are composed: COMPOSITIONS = {stem: Composition}; see corpus/composition.py."""
