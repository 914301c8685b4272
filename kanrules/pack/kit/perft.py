"""Count the game tree of an engine: `python perft.py ENGINE`. The README next to it says what is counted."""

import sys
from pathlib import Path

if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    sys.path.insert(0, str(here))
    from engines.limits import ended
    from engines.tree import main

    sys.exit(ended(main, here))
