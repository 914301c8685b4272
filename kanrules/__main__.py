"""`python -m kanrules` is the command `kanrules`."""

from kanrules.cli import main

if __name__ == "__main__":
    main()
