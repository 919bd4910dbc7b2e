"""The rules as a person tells them: the plan of the chapters, and their sentences (show/chapters.py)."""
