# Nothing for other compiled modules: this file says that queries.py is compiled.
