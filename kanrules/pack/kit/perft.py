"""Count the game tree of an engine: `python perft.py ENGINE`. The README next to it says what is counted."""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    runpy.run_module("engines.tree", run_name="__main__")
