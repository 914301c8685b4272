"""Inputs of every kind that the command line takes, spoilt at random: the same seed gives the same input.

Each maker gives the words of a command line, the files that it finds in its folder, its standard input and its
environment.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kanrules.cli.program import COMMANDS
from kanrules.desk.foul import FOULS
from kanrules.law.options import RiichiKanLevel
from kanrules.ruleset import bundled_ids, library
from kanrules.ruleset.keys import keys
from tests.records import formats

ODD = (
    *(
        "",
        " ",
        "\0",
        "\x1b[2J",
        "\u202e",
        "\ud7ff",
        "é",
        "木曜会",
        "“",
        "'",
        '"',
        "\\",
        "%s",
        "{}",
        "[bold]",
        "[/]",
        "$(x)",
    ),
    *("-", "--", "-1", "0", "1e999", "9" * 400, "nan", "true", "null", "../..", "/dev/null", "/proc/self/environ", "."),
    *("[" * 300, "a" * 3000, "\n", "\r\n", "\t", "=", "#", ",", "|"),
)
_CLUB = b'[ruleset]\nid = "club"\nextends = "tenhou"\n'
SEATS = ("east", "south", "west", "north")


@dataclass
class Input:
    """One call of the command line."""

    words: list[str]
    files: dict[str, bytes] = field(default_factory=dict)
    stdin: bytes = b""
    environment: dict[str, str] = field(default_factory=dict)


def spoilt(rng: random.Random, data: bytes) -> bytes:
    """Bytes cut, doubled, exchanged, flipped or with something strange among them; now and then as they were."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 5, 30))):
        at, to = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
        near = min(to, at + rng.choice((1, 2, 8, 40)))
        match rng.randrange(7):
            case 0:
                data = data[:at] + data[near:]
            case 1:
                data = data[:at] + rng.choice(ODD).encode("utf-8", "surrogatepass") + data[near:]
            case 2:
                data = data[:at] + rng.randbytes(rng.choice((1, 1, 4))) + data[near:]
            case 3:
                data = data[:near] + data[at:near] * rng.choice((1, 3)) + data[near:]
            case 4:
                data = data[:to] if rng.random() < 0.3 else data[:at] + data[at:near][::-1] + data[near:]
            case 5 if at < len(data):
                data = data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :]
            case _:
                lines = data.split(b"\n")
                one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one] if rng.random() < 0.5 else lines[other]
                data = b"\n".join(lines)
    return data


_WORD = re.compile(rb'"[^"\n]*"|\b\d+\b|\btrue\b|\bfalse\b|\b[a-z_]+(?= *=)')


def slipped(rng: random.Random, data: bytes) -> bytes:
    """TOML in which a value or a key or two stand where others stood: it is read further than what is no TOML at
    all."""
    words = _WORD.findall(data)
    for _ in range(rng.choice((1, 1, 2, 4)) if words else 0):
        found = rng.choice(list(_WORD.finditer(data)))
        data = data[: found.start()] + rng.choice(words) + data[found.end() :]
    return data


_PIECE = re.compile(rb"[0-9](?=[mpsz])|\b(?:east|south|west|north)\b|\b(?:ankan|shouminkan|daiminkan|pon|ron|tsumo)\b")
_PIECES: dict[bytes, tuple[bytes, ...]] = {
    b"": tuple(b"%d" % digit for digit in range(10)),
    b"e": (b"east", b"south", b"west", b"north"),
    b"a": (b"ankan", b"shouminkan", b"daiminkan", b"pon", b"ron", b"tsumo"),
}


def moved(rng: random.Random, data: bytes) -> bytes:
    """A case with another tile, seat or call here and there: it is read to its end, and played."""
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        found = rng.choice(list(_PIECE.finditer(data)) or [None])
        if found is not None:
            same = next(words for words in _PIECES.values() if found.group() in words)
            data = data[: found.start()] + rng.choice(same) + data[found.end() :]
    return data


def strange(rng: random.Random, value: Any, depth: int = 0) -> Any:
    """Data as JSON has it, with a value somewhere replaced, taken out or wrapped."""
    if isinstance(value, (dict, list)) and value and rng.random() < 0.93:
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        at = rng.choice(places)
        if rng.random() < 0.04:
            del value[at]
        else:
            value[at] = strange(rng, value[at], depth + 1)
        return value
    others = (
        None,
        True,
        -1,
        0,
        7,
        2**70,
        1.5,
        "",
        "5p",
        "E",
        "hora",
        [],
        {},
        [[]],
        [value],
        {"type": value},
        "木" * 50,
    )
    return rng.choice(others)


# --- rulesets and cases ---------------------------------------------------------------------------------------------


@cache
def _texts(pattern: str) -> tuple[bytes, ...]:
    found = [path.read_bytes() for path in sorted(library.folder().rglob(pattern))]
    return tuple(text for text in found if len(text) < 20_000)


def _value(rng: random.Random) -> str:
    key = keys()[rng.choice(list(keys()))]
    own = [f'"{one}"' if isinstance(one, str) else str(one).lower() for one in key.allowed or ("yes", 1, True)]
    odd = ("true", "0", "-1", "[]", "{}", "1.5", "1979-05-27", '""', "[1, [2]]", "0x7f", "9" * 60, "inf", '"""x"""')
    return rng.choice((rng.choice(own), rng.choice(own), rng.choice(odd)))


def _book(rng: random.Random) -> bytes:
    """A club's ruleset: a few keys with any values, any head."""
    lines = ["[ruleset]", 'id = "club"']
    for name in ("name", "edition", "authority", "version", "requires", "extends", "plugins", "partial", "notes"):
        if rng.random() < 0.25:
            given = (rng.choice(bundled_ids()), "ema", "club.toml", "kanrules>=0", "./house.py", "../x.toml", "kan")
            text = json.dumps(rng.choice((*given, *ODD)), ensure_ascii=False)
            lines.append(f"{name} = {rng.choice((text, text, f'[{text}]', _value(rng)))}")
    by_table: dict[str, list[str]] = {}
    for _ in range(rng.randrange(12)):
        table, _, field_ = rng.choice(list(keys())).partition(".")
        by_table.setdefault(table, []).append(field_)
    for table, fields in by_table.items():
        lines.append(f"[{table}]")
        lines += [f"{one} = {_value(rng)}" for one in dict.fromkeys(fields)]
    if rng.random() < 0.3:
        source = rng.choice(('document = "book"', 'grade = "primary"', 'clause = "3"\nurl = "javascript:x"', "x = 1"))
        lines += [f'[source."{rng.choice(list(keys()))}"]', source]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def ruleset(rng: random.Random) -> Input:
    """A ruleset file, a bundled one or a club's, spoilt."""
    text = _book(rng) if rng.random() < 0.6 else rng.choice(_texts("*.toml"))
    if rng.random() < 0.7:
        text = rng.choice((spoilt, slipped, slipped))(rng, text)
    words = rng.choice(
        (
            ["check", "club.toml"],
            ["check", "club.toml", "--format", "json"],
            ["check", ".", "--untrusted", "--format", "json"],
            ["check", "club.toml", "--format", "github"],
            ["show", "club.toml"],
            ["show", "club.toml", "--toml"],
            ["diff", "ema-2016", "club.toml"],
            ["sheet", "club.toml", "--to", rng.choice(("md", "html"))],
            ["explain", "kandora.ankan", "--rules", "club.toml"],
            ["foul", "--rules", "club.toml"],
        )
    )
    return Input(words, {"club.toml": text})


def case_file(rng: random.Random) -> Input:
    """A file of cases, spoilt; as a file or on standard input."""
    text = rng.choice(_texts("*.cases.toml"))
    if rng.random() < 0.7:
        cases = text.split(b"[[case]]")
        text = b"[[case]]" + b"[[case]]".join(rng.choices(cases[1:] or cases, k=rng.choice((1, 1, 2))))
    text = rng.choice((spoilt, slipped, moved, moved, moved))(rng, text)
    how = ["--format", "json"] if rng.random() < 0.4 else ["--trace"] if rng.random() < 0.2 else []
    if rng.random() < 0.3:
        return Input(["verify", "-", *(["--rules", "tenhou"] if rng.random() < 0.5 else []), *how], stdin=text)
    rules = ["--rules", rng.choice(bundled_ids())] if rng.random() < 0.7 else []
    return Input(["verify", "a.cases.toml", *rules, *how], {"a.cases.toml": text})


TILES = [f"{digit}{suit}" for suit in "mps" for digit in range(1, 10)] + [f"{digit}z" for digit in range(1, 8)]


def tiles(rng: random.Random, many: int) -> str:
    """A few tiles as people write them, mostly so many; now and then nonsense."""
    number = many if rng.random() < 0.8 else rng.randrange(20)
    if rng.random() < 0.4:  # many of few kinds, so that there is something to kan
        kinds = rng.sample(TILES, 6)
        picked = rng.sample(kinds * 4, number)
    else:
        picked = rng.sample(TILES * 4, number)
    text = "".join(picked)
    if rng.random() < 0.08:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice((*ODD, "8z", "0z", "5", "m", "5P", "５ｍ", "東")) + text[at:]
    return text


def _meld(rng: random.Random) -> str:
    kind = rng.choice(("chi", "pon", "ankan", "daiminkan", "shouminkan", "kan", ""))
    tail = rng.choice(("", f" from {rng.choice(SEATS)}", " from nobody"))
    one = rng.choice(TILES)
    return f"{kind} {one[0] * rng.choice((3, 4, 4))}{one[1]}{tail}"


BARE = ("ron", "tsumo", "passes", "kyuushu", "x")


def _tile_of(rng: random.Random, hands: dict[str, str]) -> str:
    """Mostly a tile of one of these hands."""
    held = [one for one in TILES if any(one in hand for hand in hands.values())]
    return rng.choice(held) if held and rng.random() < 0.8 else rng.choice(TILES)


def position(rng: random.Random) -> Input:
    """A position in the words of a case, with a play: as it is pasted."""
    given: dict[str, Any] = {
        "round": rng.choice(SEATS),
        "turn": rng.choice(SEATS),
        "hands": {rng.choice(SEATS): tiles(rng, 13)},
        "melds": {rng.choice(SEATS): [_meld(rng)]},
        "rivers": {rng.choice(SEATS): tiles(rng, 5)},
        "riichi": [rng.choice(SEATS)],
        "ippatsu": [rng.choice(SEATS)],
        "drawn": rng.choice((*TILES, "rinshan", "5p rinshan")),
        "live": tiles(rng, 3),
        "rinshan": tiles(rng, 1),
        "indicators": tiles(rng, 1),
        "ura": tiles(rng, 1),
        "pending": rng.choice((0, 1, 5, ["1m"])),
        "live_tiles": rng.choice((0, 1, 4, 70, -1)),
        "honba": rng.choice((0, 1, 10**6)),
        "sticks": rng.choice((0, 3, -1)),
        "scores": {rng.choice(SEATS): rng.choice((25000, 900, -100, 7))},
        "passed": {rng.choice(SEATS): tiles(rng, 1)},
        "dead": [rng.choice(SEATS)],
        "first_go_around": rng.random() < 0.5,
    }
    kept = {name: value for name, value in given.items() if rng.random() < 0.12}
    if rng.random() < 0.7:
        kept["turn"] = seat = rng.choice(SEATS)
        kept["live"] = tiles(rng, 2)
        kept["hands"] = {seat: tiles(rng, 13)}
    play = []
    for _ in range(rng.randrange(5)):
        seat = kept.get("turn", "east") if rng.random() < 0.6 else rng.choice(SEATS)
        verb = rng.choice(
            ("ankan", "ankan", "shouminkan", "daiminkan", "discards", "discards", "draws", "pon", "chi", "riichi")
        )
        one = _tile_of(rng, given["hands"] | kept.get("hands", {}))
        line = rng.choice(
            (f"{seat} {verb} {one}", f"{seat} {verb} {one}", f"{seat} {rng.choice(BARE)}", "everyone passes")
        )
        line = f"! {line}" if rng.random() < 0.05 else line
        play.append(line if rng.random() < 0.96 else line + rng.choice(ODD))
    lines = [
        "[[case]]",
        'name = "x"',
    ]
    if rng.random() < 0.3:
        lines.append(f'rules = ["{rng.choice(bundled_ids())}"]')
    if rng.random() < 0.3:
        expected = {
            "result": "exhaustive_draw",
            "illegal": "KR205",
            "indicators": 2,
            "payments": {"east": 1},
        }
        lines.append(
            "[case.expect]\n" + "\n".join(f"{k} = {_toml(v)}" for k, v in expected.items() if rng.random() < 0.4)
        )
    lines += ["[case.play]", f"lines = {_toml(play)}", "[case.given]"]
    lines += [f"{name} = {_toml(value)}" for name, value in kept.items()]
    text = "\n".join(lines).encode("utf-8", "surrogatepass")
    if rng.random() < 0.2:
        text = spoilt(rng, text)
    return Input(["verify", "-", "--rules", rng.choice(("tenhou", "ema-2016", "wrc-2025", "m-league"))], stdin=text)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(one)}" for name, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


# --- records --------------------------------------------------------------------------------------------------------


@cache
def _records(form: str) -> tuple[bytes, ...]:
    games = ("majiang-tenpai.json.gz", "robbed-kans-1.mjson.gz", "four-kans.mjson.gz", "liability-1.mjson.gz")
    found = []
    for name in games:
        hands = formats.shipped(name)
        found += [formats.WRITERS[form](hands[at : at + 2]) for at in range(0, min(len(hands), 6), 2)]
    return tuple(found)


def _packed(rng: random.Random, data: bytes, name: str) -> tuple[str, bytes]:
    buffer = io.BytesIO()
    how = rng.randrange(6)
    if how == 0:
        return f"{name}.gz", gzip.compress(data, mtime=0)
    if how == 1:
        with zipfile.ZipFile(buffer, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
            archive.writestr(f"in/{name}", data)
            archive.writestr("empty", b"")
        return "games.zip", buffer.getvalue()
    if how == 2:
        packing = rng.choice(("", ":gz"))
        with tarfile.open(fileobj=buffer, mode=f"w{packing}") as tar:
            info = tarfile.TarInfo(f"in/{name}")
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
        return f"games.tar{'.gz' if packing else ''}", buffer.getvalue()
    return name, data


def record(rng: random.Random) -> Input:
    """A record of any format, spoilt in its bytes or its fields, plain or packed, its packing spoilt too."""
    form = rng.choice(list(formats.WRITERS))
    data = rng.choice(_records(form))
    if rng.random() < 0.5:
        try:
            lines = data.split(b"\n") if form == "mjai" else [data]
            at = rng.randrange(len(lines))
            for _ in range(rng.choice((1, 1, 3))):
                lines[at] = json.dumps(strange(rng, json.loads(lines[at]))).encode()
            data = b"\n".join(lines)
        except ValueError:
            data = spoilt(rng, data)
    elif rng.random() < 0.8:
        data = spoilt(rng, data)
    name = rng.choice(
        ("game", "game.json", "game.mjson", "game.xml", "game.jsonl", "game.log", "game.toml", "g.gz", "g.zip")
    )
    name, data = _packed(rng, data, name)
    if rng.random() < 0.25:
        data = spoilt(rng, data)
    rules = rng.choice(("tenhou", "mahjong-soul", "ema-2016"))
    words = rng.choice(
        (
            ["audit", name, "--rules", rules, "--jobs", "1", "--format", "json"],
            ["audit", ".", "--rules", rules, "--jobs", "1", "--out", "kans.jsonl", "--format", "json"],
            ["audit", name, "--rules", rules, "--jobs", "1", "--compare", "wrc-2025"],
            ["replay", name, "--rules", rules],
            ["replay", name, "--rules", rules, "--format", "json"],
            ["replay", name, "--rules", rules, "--compare", "wrc-2025", "--trace"],
        )
    )
    return Input(words, {name: data})


# --- words ----------------------------------------------------------------------------------------------------------


def _odd(rng: random.Random) -> str:
    """A word that a shell can hand over: without NUL, and no half of a character."""
    return rng.choice(ODD).replace("\0", "")


def question(rng: random.Random) -> Input:
    """What a referee asks: riichi-kan, pay, foul, ask, explain, casebook."""
    which = ["--rules", rng.choice(("ema-2016", "tenhou", "jpml-b", "wrc-2025"))]
    if rng.random() < 0.03:
        which = ["--all-rules"]
    seat = (*SEATS, *"ESWN", "e", "nobody", "")
    match rng.randrange(6):
        case 0 | 1:
            words = ["riichi-kan", tiles(rng, 13)]
            for option, value in (("--draw", rng.choice(TILES)), ("--kan", rng.choice(TILES)), ("--melds", _meld(rng))):
                words += [option, value if rng.random() < 0.95 else _odd(rng)] if rng.random() < 0.5 else []
            if rng.random() < 0.2:
                words += ["--level", rng.choice((*RiichiKanLevel, "x", ""))]
        case 2:
            yakuman = (
                "daisangen",
                "tsuuiisou",
                "suukantsu",
                "mangan",
                "haneman",
                "yakuman",
                "rinshan",
                "kokushi",
                "x",
                "",
            )
            words = ["pay", *rng.choices(yakuman, k=rng.randrange(3)), "--winner", rng.choice(seat)]
            more = (
                ("--by", rng.choice(seat)), ("--han", rng.choice(("0", "3", "13", "99", "-1", "x"))),
                ("--fu", rng.choice(("20", "25", "30", "33", "140"))), ("--hand", tiles(rng, 13)),
                ("--win", rng.choice(TILES)), ("--melds", _meld(rng)),
                ("--with", rng.choice(("riichi", "ippatsu", "rinshan", "chankan", "tenhou", "x"))),
                ("--indicators", tiles(rng, 1)), ("--ura", tiles(rng, 1)), ("--round", rng.choice(seat)),
                ("--liable", rng.choice(("south:daisangen", "west", "x:y:z", ":", "south:rinshan"))),
                ("--honba", rng.choice(("0", "2", "999", "1000"))), ("--sticks", "1"),
            )  # fmt: skip
            for option, value in more:
                words += [option, value if rng.random() < 0.95 else _odd(rng)] if rng.random() < 0.25 else []
        case 3:
            words = ["foul", rng.choice((*FOULS, "kan", _odd(rng)))]
            words += ["--corrected"] if rng.random() < 0.2 else []
        case 4:
            asked = (
                "indicator",
                "forgotten",
                "kan",
                "riichi",
                "robbed",
                "dead",
                "wall",
                "who pays",
                "カン",
                "chankan",
                "?",
                "5p",
            )
            words = ["ask", *rng.choices(asked, k=rng.randrange(5))]
            words += [_odd(rng)] if rng.random() < 0.2 else []
        case _:
            words = [
                "explain",
                rng.choice((*keys(), "KR205", "KR999", "kan", "kandora", "furiten", "dead wall", _odd(rng))),
            ]
            which = which if which[0] == "--rules" else []
    how = ["--format", "json"] if rng.random() < 0.3 else []
    return Input([*words, *which, *how])


OPTIONS = (
    *(
        "--rules",
        "-r",
        "--format",
        "--help",
        "-h",
        "--version",
        "--trace",
        "--brief",
        "--compare",
        "--lang",
        "--to",
        "--toml",
    ),
    *(
        "--all-rules",
        "--allow-local-plugins",
        "--untrusted",
        "--hooks",
        "--partial",
        "--json-schema",
        "--only",
        "--x",
        "-Z",
    ),
)


def command_line(rng: random.Random) -> Input:
    """Words at random: commands, options, values, paths, nonsense."""
    values = (
        *bundled_ids()[::7], "json", "text", "github", "md", "html", "en", "ja,fr", "club.toml", "game.json",
        "a.cases.toml", "no-such", "ruleset", "plugin", "kan", "KR301", "kandora.ankan", "east", "123m", "folder", "-",
        "ema", "",
    )  # fmt: skip
    # Conformance plays hands by the thousand, and new writes where it is told.
    names = [name for name in COMMANDS if name not in ("conformance", "new", "site", "serve")]
    words = [rng.choice(names)] if rng.random() < 0.9 else []
    if words == ["audit"]:
        words += ["--jobs", "1"]
    for _ in range(rng.randrange(6)):
        pool = rng.choice((OPTIONS, values, values))
        words.append(rng.choice(pool) if rng.random() < 0.9 else _odd(rng))
    if words[:1] == ["casebook"]:
        words += ["robbed", "--rules", "tenhou"]
    if words[:1] == ["verify"] and "tenhou" not in words:
        words = [word for word in words if word not in ("rulesets", ".", "../..")]
    words = [word for word in words if word not in ("/dev/null", "../..", ".")]
    if rng.random() < 0.2:
        # Words at random are nearly always refused; some commands have to run.
        words = rng.choice((["rulesets"], ["show", "tenhou"], ["explain", "kan"], ["check", "club.toml"]))
    files = {"club.toml": _CLUB, "game.json": b"{}", "a.cases.toml": b"x"}
    return Input(words, files, stdin=rng.choice((b"", b"[[case]]\n", b"\xff")))


def default(rng: random.Random) -> Input:
    """A `kanrules.toml` in the folder, or a ruleset named by the environment."""
    good = rng.choice(
        (b'rules = "ema-2016"\n', b'rules = "club.toml"\n', b'rules = "./club.toml"\n', b"rules = 1\n", b"")
    )
    files = {
        "kanrules.toml": spoilt(rng, good) if rng.random() < 0.5 else good,
        "club.toml": _book(rng) if rng.random() < 0.5 else _CLUB,
    }
    environment = {}
    if rng.random() < 0.4:
        named = (rng.choice(bundled_ids()), "ema", "club.toml", "./club.toml", "kanrules.toml", "..", *ODD)
        environment["KANRULES_RULES"] = rng.choice(named).replace("\0", "")
    if rng.random() < 0.2:
        name = rng.choice(("COLUMNS", "LANG", "LANGUAGE", "LC_ALL", "NO_COLOR", "TERM", "FORCE_COLOR", "HOME", "LINES"))
        environment[name] = rng.choice(ODD).replace("\0", "")
    words = rng.choice(
        (
            ["show"],
            ["sheet"],
            ["foul", "riichi_kan"],
            ["riichi-kan", "111m456p789s1333z", "--draw", "1m"],
            ["ask", "kan"],
            ["replay", "x"],
        )
    )
    return Input(words, files, environment=environment)


KINDS: dict[str, Callable[[random.Random], Input]] = {
    "ruleset": ruleset,
    "case_file": case_file,
    "position": position,
    "record": record,
    "question": question,
    "command_line": command_line,
    "default": default,
}
