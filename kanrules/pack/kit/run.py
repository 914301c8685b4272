"""Run this pack: `python run.py ENGINE`. The README next to it lists the engines and explains how to add your own."""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    runpy.run_module("engines.judge", run_name="__main__")
