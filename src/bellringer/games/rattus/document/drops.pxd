# Nothing for other compiled modules: this file says that drops.py is compiled.
