"""Run this pack: `python run.py ENGINE`. The README next to it lists the engines and explains how to add your own."""

import sys
from pathlib import Path

if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    sys.path.insert(0, str(here))
    from engines.judge import main
    from engines.limits import ended

    sys.exit(ended(main, here))
