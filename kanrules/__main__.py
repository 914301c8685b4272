"""Entry point of `python -m kanrules`, which is the same as the command `kanrules`."""

from kanrules.cli import main

if __name__ == "__main__":
    main()
