"""The static site: a gallery of synthetic/, a reading order for learners, and the results with their charts.

    python -m pages --out DIR

What is what: techniques (what a kernel does, by its syntax tree), exemplars (a file of synthetic/, read),
reading_order (a path from the first pointwise kernel to attention), layout (HTML that all pages share),
gallery and results (the pages).
"""
