"""What an answer's text already shows to be wrong: names, values, memory accesses. Nothing is executed.

    first_fault(answer, prompt)          # the first line that cannot be right, or None
    named(answer, prompt)                # the answer with the prompt's names
    redundant_statement(answer, prompt)  # the first statement that computes what it is given, or None
    values_on_lines(answer, prompt)      # of each line, which values of the prompt it computes, loads, stores

Where to look
    findings                                  Fault, and what is raised
    syntax, kernel_arguments, load_addresses  from the text alone: variables, arguments, addresses of loads
    prompt_values, kernel_values              abstract interpretation at sample points
    kernel_matching, value_names              which variable holds which value of the prompt
    text_edits, statement_order, argument_order, result_names, naming    the renamed answer
    line_values, line_checks, redundancy      an answer compared with its prompt, line by line
    missing_values, padding, window_numbers   what it leaves out, borders, numbers of convolutions
    answer_values, temporaries                which values of the prompt each line belongs to
    memory_accesses                           reads and writes out of bounds, or at other elements
"""

import importlib

_MODULES = {
    "Fault": "findings",
    "first_fault": "line_checks",
    "named": "naming",
    "redundant_statement": "redundancy",
    "values_on_lines": "answer_values",
}

__all__ = ["Fault", "first_fault", "named", "redundant_statement", "values_on_lines"]


def __getattr__(name):
    """Imports what is exported on its first use: most callers need one of them."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
