"""Records the games of this folder: the rival engine RiichiEnv plays four agents that love kans and take every win.

    python tests/games/record.py write                                     # all games of GAMES below, and games.json
    python tests/games/record.py play SEED game.mjson.gz                   # one game, byte for byte the same every time
    python tests/games/record.py search --seeds 0:2000 --out found.jsonl   # what each seed shows, to choose others

Needs `riichienv==0.4.11` (the extra `kanrules[rivals]`). An agent knows only its own hand; what it does depends on the
seed alone.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

from riichienv import ActionType, GameRule, RiichiEnv, calculate_shanten

HERE = Path(__file__).parent
GAME = "4p-red-half"
KANS = {ActionType.ANKAN: "ankan", ActionType.DAIMINKAN: "daiminkan", ActionType.KAKAN: "shouminkan"}
LIVE_TILES = 70
STYLES = ("triplets", "triplets", "tempo", "closed")


def tile_worth(hand: list[int], tile: int) -> float:
    """How near a tile is to a triplet or kan: its copies first, its neighbours a little."""
    kinds = Counter(t // 4 for t in hand)
    kind = tile // 4
    near = 0.0
    if kind < 27:
        for step, worth in ((1, 0.3), (2, 0.15)):
            for other in (kind - step, kind + step):
                if 0 <= other < 27 and other // 9 == kind // 9:
                    near += worth * min(kinds[other], 1)
    return 3.0 * kinds[kind] + near


GAMES: dict[str, int] = {
    "four-kans": 5777,
    "suukantsu-by-ron": 8919,
    "four-kans-of-one-player-1": 651,
    "four-kans-of-one-player-2": 8397,
    "four-kans-of-one-player-3": 6554,
    "four-kan-draws-1": 14375,
    "four-kan-draws-2": 12231,
    "four-kan-draws-3": 17703,
    "liability-1": 9740,
    "liability-2": 19083,
    "liability-3": 9361,
    "liability-4": 3636,
    "pending-then-robbed-1": 2850,
    "pending-then-robbed-2": 15272,
    "pending-then-robbed-3": 1083,
    "pending-then-robbed-4": 18554,
    "pending-then-robbed-5": 21534,
    "ankan-then-robbed": 20354,
    "robbed-kans-1": 4830,
    "robbed-kans-2": 16662,
    "robbed-kans-3": 116,
    "three-kans-in-a-row-1": 5071,
    "three-kans-in-a-row-2": 19161,
    "open-kan-then-ankan-1": 13280,
    "open-kan-then-ankan-2": 20413,
    "open-kan-then-ankan-3": 12215,
    "shouminkan-then-ankan-1": 19180,
    "shouminkan-then-ankan-2": 20267,
    "ankan-then-ankan": 14224,
    "ankan-then-shouminkan": 17059,
    "kans-in-riichi-1": 56,
    "kans-in-riichi-2": 21882,
    "kan-at-the-last-tile-1": 11107,
    "kan-at-the-last-tile-2": 5882,
    "several-winners-1": 4337,
    "several-winners-2": 17600,
    "three-winners": 6036,
    "four-riichi": 22097,
    "four-winds": 19847,
    "nine-kinds": 16783,
    "nagashi-mangan": 20330,
    "rinshan-after-daiminkan": 18883,
    "rinshan-after-ankan": 22101,
    "yakuman": 8672,
    "many-kans-1": 2113,
    "many-kans-2": 7886,
    "many-kans-3": 10428,
    "many-kans-4": 8528,
    "many-kans-5": 11806,
    "many-kans-6": 17232,
    "many-kans-7": 22345,
    "many-kans-8": 1793,
}
"""The games of this folder, by what they show, and the seed that plays them."""


class Agent:
    """Takes every win, nearly every kan, many pons; discards toward triplets or toward tenpai, as its style is."""

    def __init__(self, style: str, rng: random.Random) -> None:
        self.style = style
        self.rng = rng

    def act(self, seen: Any) -> Any:
        choices = seen.legal_actions()
        by_type: dict[Any, list[Any]] = {}
        for choice in choices:
            by_type.setdefault(choice.action_type, []).append(choice)
        for win in (ActionType.TSUMO, ActionType.RON):
            if win in by_type:
                return by_type[win][0]
        if ActionType.KYUSHU_KYUHAI in by_type and self.rng.random() < 0.5:
            return by_type[ActionType.KYUSHU_KYUHAI][0]
        kans = [choice for kind in KANS for choice in by_type.get(kind, ())]
        if kans and self.rng.random() < 0.95:
            return self.rng.choice(kans)
        if ActionType.RIICHI in by_type and self.rng.random() < (0.35 if self.style == "triplets" else 0.8):
            return by_type[ActionType.RIICHI][0]
        if ActionType.PON in by_type and self.rng.random() < {"triplets": 0.9, "tempo": 0.5, "closed": 0.1}[self.style]:
            return by_type[ActionType.PON][0]
        if ActionType.PASS in by_type:
            return by_type[ActionType.PASS][0]
        discards = by_type.get(ActionType.DISCARD)
        if not discards:
            return choices[0]
        return self.discard(list(seen.hand), discards)

    def discard(self, hand: list[int], discards: list[Any]) -> Any:
        def cost(choice: Any) -> tuple[float, float]:
            left = list(hand)
            left.remove(choice.tile)
            worth = tile_worth(hand, choice.tile)
            if self.style == "triplets":
                return worth, self.rng.random()
            return calculate_shanten(left) * 10 + worth * (1 if self.style == "tempo" else 0.5), self.rng.random()

        return min(discards, key=cost)


def play(seed: int) -> list[dict[str, Any]]:
    """One game of two rounds under Tenhou's rules, as RiichiEnv writes it."""
    rng = random.Random(seed)
    env = RiichiEnv(game_mode=GAME, seed=seed, rule=GameRule.default_tenhou())
    agents = [Agent(rng.choice(STYLES), random.Random(f"{seed}-{seat}")) for seat in range(4)]
    seen = env.reset()
    while not env.done():
        seen = env.step({player: agents[player].act(view) for player, view in seen.items()})
    return [event if isinstance(event, dict) else json.loads(event) for event in env.mjai_log]


def features(events: list[dict[str, Any]]) -> Counter[str]:
    """What a game shows of kans, read from its events alone."""
    found: Counter[str] = Counter()
    owners: list[int] = []
    before = after_draw = chain_before = ""
    riichi: set[int] = set()
    fed = -1
    rinshan = on_replacement = False
    chain = draws = 0
    for event in events:
        kind = event["type"]
        if kind == "start_kyoku":
            owners, riichi, before, rinshan, chain, draws = [], set(), "", False, 0, 0
        elif kind in ("ankan", "daiminkan", "kakan"):
            found[kind] += 1
            owners.append(event["actor"])
            found["kan_at_the_last_tile"] += draws == LIVE_TILES - 1
            on_replacement = rinshan
            if rinshan:
                found["kan_on_replacement"] += 1
                chain += 1
                found["chain_of_three"] += chain == 2
                found[f"{after_draw}_then_{kind}"] += 1
                chain_before = after_draw
            if event["actor"] in riichi:
                found["kan_in_riichi"] += 1
            after_draw = kind
            fed = event.get("target", -1)
            if len(owners) == 4:
                found["four_by_one" if len(set(owners)) == 1 else "four_by_several"] += 1
        elif kind == "reach_accepted":
            riichi.add(event["actor"])
        elif kind == "tsumo":
            draws += 1
            rinshan = before in ("ankan", "daiminkan", "kakan")
            if not rinshan:
                chain = 0
        elif kind == "dahai":
            rinshan = False
            chain = 0
        elif kind == "hora":
            tsumo = event["actor"] == event["target"]
            if not tsumo and before in ("kakan", "ankan"):
                found[f"robbed_{before}"] += 1
                found[f"robbed_after_{chain_before}"] += on_replacement
            if not tsumo and before == "hora":
                found["several_winners"] += 1
            if tsumo and rinshan:
                found[f"rinshan_win_after_{after_draw}"] += 1
                found["daiminkan_fed_rinshan"] += after_draw == "daiminkan" and fed >= 0
            if max(event["deltas"]) >= 32000:
                found["yakuman"] += 1
                found["suukantsu"] += len(owners) == 4 and set(owners) == {event["actor"]}
            paid = sorted(d for d in event["deltas"] if d < 0)
            if max(event["deltas"]) >= 32000 and ((tsumo and len(paid) == 1) or (not tsumo and len(paid) == 2)):
                found["liability"] += 1
        elif kind == "ryukyoku":
            found[event["reason"]] += 1
        if kind != "dora":
            before = kind
    return found


def search(first: int, last: int, out: Path) -> None:
    """Plays the seeds and writes what each shows, a line a seed."""
    with out.open("a", encoding="utf-8") as file:
        for seed in range(first, last):
            shows = {name: number for name, number in features(play(seed)).items() if number}
            file.write(json.dumps({"seed": seed, **shows}) + "\n")
            file.flush()


def write_game(seed: int, path: Path) -> None:
    """Writes one game, gzipped without a time stamp, so that it is the same bytes every time."""
    text = "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in play(seed))
    with path.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as file:
        file.write(text.encode())


def write_all() -> None:
    """Writes every game of GAMES beside this file, and `games.json` with what each shows."""
    shown = {}
    for name, seed in GAMES.items():
        write_game(seed, HERE / f"{name}.mjson.gz")
        events = play(seed)
        hands = sum(event["type"] == "start_kyoku" for event in events)
        shown[name] = {
            "seed": seed,
            "hands": hands,
            **{key: number for key, number in sorted(features(events).items()) if number},
        }
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in shown.items())
    (HERE / "games.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    searching = commands.add_parser("search")
    searching.add_argument("--seeds", default="0:1000")
    searching.add_argument("--out", type=Path, required=True)
    commands.add_parser("write")
    playing = commands.add_parser("play")
    playing.add_argument("seed", type=int)
    playing.add_argument("path", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "search":
        first, _, last = arguments.seeds.partition(":")
        search(int(first), int(last), arguments.out)
    elif arguments.command == "write":
        write_all()
    else:
        write_game(arguments.seed, arguments.path)


if __name__ == "__main__":
    main()
