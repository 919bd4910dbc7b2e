# Nothing for other compiled modules: this file says that numbers.py is compiled.
