"""The tools of this checkout: `python -m tools.NAME`, as the Makefile runs them; `--help` says what each does.

A module with `__all__` says there what tests and other tools may use of it.
"""
