"""Programs that speak mjai, well or badly, each in a few lines."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

_LOOP = """
import json, sys, time
me, asked = None, 0
for line in sys.stdin:
    event = json.loads(line)
    kind = event["type"]
    if kind == "start_game":
        me = event["id"]
    mine = event.get("actor") == me
    answer = {"type": "none"}
    if kind == "tsumo" and mine:
        asked += 1
        answer = {"type": "dahai", "actor": me, "pai": event["pai"], "tsumogiri": True}
%s
    print(json.dumps(answer), flush=True)
"""
HONEST = ""
DIES = """
        if asked == 3:
            sys.exit("out of ideas")
"""
SILENT = """
        if asked == 3:
            time.sleep(5)
"""
MUTE = """
        if asked == 3:
            time.sleep(60)
"""
NONSENSE = """
        if asked == 3:
            print("pass the salt", flush=True)
            continue
"""
NO_OBJECT = """
        if asked == 3:
            answer = ["dahai"]
"""
NO_WORD = """
        if asked == 3:
            answer = {"type": "fold"}
"""
NO_TILE = """
        if asked == 3:
            answer["pai"] = "10m"
"""
NOT_HELD = """
        if asked == 3:
            answer = {"type": "ankan", "actor": me, "consumed": [event["pai"]] * 4}
"""
NO_WIN = """
        if asked == 1:
            answer = {"type": "hora", "actor": me, "target": me}
"""
OF_ANOTHER = """
        if asked == 3:
            answer["actor"] = (me + 1) % 4
"""
TOO_LONG = """
        if asked == 3:
            answer["meta"] = "x" * 70_000
"""
OUT_OF_TURN = """
    elif kind == "dahai" and event["actor"] != me and asked == 1:
        asked = 100
        answer = {"type": "hora", "actor": me, "target": event["actor"]}
"""


def written(folder: Path, habit: str) -> str:
    """The command that runs a program with this habit."""
    path = folder / f"bot{abs(hash(habit))}.py"
    path.write_text(_LOOP % habit, encoding="utf-8")
    return shlex.join([sys.executable, str(path)])
