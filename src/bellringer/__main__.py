"""`python -m bellringer`: the same as the command `bellringer`."""

from bellringer.cli import main

if __name__ == "__main__":
    main(prog_name="bellringer")
