"""Words of a question: which language it is in, the concepts that it names, and the unknown words.

The words of each concept are in `words.toml`, words without meaning in `stop.toml`.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from importlib.resources import files

from kanrules.frozen import dataclass

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff々]")
_KANA = re.compile(r"[\u30a0-\u30ff]")
_KANJI = re.compile(r"[\u3400-\u9fff々]")
_NO_APOSTROPHE = re.compile(r"\b(did|does|do|was|is|were|has|had|have|could|would|should)nt\b", re.IGNORECASE)
_PAUSE = re.compile(r"[,;:.!?()](?=\s|$)")
_LOOKS_LIKE_N = re.compile(r"ソ(?![ーウ])")
"""A letter that is often typed in place of ン; the suit souzu has a long vowel."""
_TOKEN = re.compile(r"[^\W_]+")
SPACED = ("en", "fr", "de", "nl")
"""Languages that put spaces between words."""
_LONGEST = 8
"""Maximum number of words in a phrase."""
_MISSPELT = 5
"""Minimum number of letters of a word that may be misspelt."""
_SWAPPED = 3
"""Minimum number of letters of a word that may have two neighbouring letters swapped."""
_LONG = 10
"""Minimum number of letters of a word that may have two wrong letters."""


@dataclass(frozen=True, slots=True)
class QuestionWord:
    """Part of a question: its place, its folded text, and the concepts that it names."""

    at: int
    spelt: str
    concepts: frozenset[str]


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """A question read word by word."""

    language: str
    known: tuple[QuestionWord, ...]
    """Words that name a concept, in order."""
    unknown: tuple[str, ...]
    """Words that name none and that carry meaning."""
    tokens: tuple[str, ...]
    """All words of a question in a spaced language."""


def folded(text: str) -> str:
    """Return a text without case, accents, width, and punctuation, for comparison."""
    text = unicodedata.normalize("NFKC", text).casefold()
    if not _CJK.search(text):
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(_TOKEN.findall(text.replace("'", " ").replace("’", " ")))


def one_script(text: str) -> str:
    """Return a Japanese text with the kan in kana, however it was written, and with the letters that look alike."""
    return _LOOKS_LIKE_N.sub("ン", text.replace("槓", "カン"))


def _table(name: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((files("kanrules.desk") / name).read_text(encoding="utf-8"))


def _listed(words: str) -> list[str]:
    found = []
    for word in words.split(","):
        stars = [part[-1:] == "*" for part in word.split()]
        parts = [folded(part) for part in word.split()]
        found.append(" ".join(part + "*" * star for part, star in zip(parts, stars, strict=True)))
    return [word for word in found if word]


@cache
def _stop(language: str) -> frozenset[str]:
    words = tomllib.loads((files("kanrules.desk") / "stop.toml").read_text(encoding="utf-8"))[language]
    return frozenset(folded(word) for word in words.split(","))


@dataclass(frozen=True, slots=True)
class _Index:
    """Phrases of one language by the first word or its first letters; the rest of the phrase, and the concept."""

    exact: dict[str, list[tuple[tuple[str, ...], str]]]
    begins: dict[str, list[tuple[str, tuple[str, ...], str]]]
    spellings: dict[int, list[str]]
    """Single words and beginnings of words by length, for words that are misspelt."""


@cache
def _index(language: str) -> _Index:
    exact: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    begins: dict[str, list[tuple[str, tuple[str, ...], str]]] = {}
    spelt: dict[str, None] = {}
    for concept, row in _table("words.toml").items():
        for phrase in _listed(f"{row.get('all', '')},{row.get(language, '')}"):
            first, *rest = phrase.split()
            if first.endswith("*"):
                begins.setdefault(first[:3], []).append((first[:-1], tuple(rest), concept))
            else:
                exact.setdefault(first, []).append((tuple(rest), concept))
            spelt.update(dict.fromkeys(one for part in phrase.split() if len(one := part.rstrip("*")) >= _SWAPPED))
    spellings: dict[int, list[str]] = {}
    for word in spelt:
        spellings.setdefault(len(word), []).append(word)
    return _Index(exact, begins, spellings)


def _fits(pattern: str, word: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


def _phrase(tokens: list[str], at: int, index: _Index) -> tuple[int, frozenset[str]]:
    """Return the length of the longest phrase that begins at a word, and the concepts it names."""
    best, found = 0, set[str]()
    word = tokens[at]
    rows = [(rest, concept) for rest, concept in index.exact.get(word, ())]
    rows += [(rest, concept) for stem, rest, concept in index.begins.get(word[:3], ()) if word.startswith(stem)]
    for rest, concept in rows:
        size = 1 + len(rest)
        if size < best or at + size > len(tokens):
            continue
        if all(_fits(pattern, tokens[at + 1 + place]) for place, pattern in enumerate(rest)):
            if size > best:
                best, found = size, set()
            found.add(concept)
    return best, frozenset(found)


def _distance(one: str, other: str, most: int) -> int:
    """Return the number of letters added, dropped, changed, or swapped between two words, or more than `most`."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(row[j - 1] + 1, before[j] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def _is_swapped(word: str, other: str) -> bool:
    """Return True if two neighbouring letters of one word are swapped in the other."""
    apart = [at for at, pair in enumerate(zip(word, other, strict=True)) if pair[0] != pair[1]]
    swapped = [(other[at], word[at]) for at in apart]
    return len(apart) == 2 and apart[1] == apart[0] + 1 and swapped == [(word[at], other[at]) for at in apart[::-1]]


def _respelt(word: str, index: _Index) -> str:
    """Return the nearest word of the vocabulary to a misspelt one; "" if none is near."""
    if _SWAPPED <= len(word) < _MISSPELT:
        return next((one for one in index.spellings.get(len(word), ()) if _is_swapped(word, one)), "")
    most = 0 if len(word) < _MISSPELT or not word.isalpha() else 2 if len(word) >= _LONG else 1
    best = ""
    for size in range(max(len(word) - most, _MISSPELT), len(word) + most + 1) if most else ():
        for candidate in index.spellings.get(size, ()):
            if candidate[0] == word[0] and (found := _distance(word, candidate, most)) <= most:
                most, best = found - (found > 0), candidate
                if found <= 1:
                    return best
    return best


_ENDINGS = {
    "en": ("ings", "ing", "ers", "er", "ed", "es", "ly", "s", "d"),
    "fr": (
        *(
            "eraient",
            "aient",
            "erait",
            "erons",
            "eront",
            "ions",
            "ment",
            "ent",
            "ant",
            "ait",
            "ees",
            "ons",
            "era",
            "ira",
        ),
        *("ee", "er", "ez", "es", "ir", "it", "re", "e", "s", "t", "a"),
    ),
    "de": (
        "enden",
        "ende",
        "eten",
        "sten",
        "end",
        "ten",
        "ern",
        "em",
        "en",
        "er",
        "es",
        "et",
        "te",
        "st",
        "e",
        "n",
        "s",
        "t",
    ),
    "nl": ("enden", "ende", "eren", "end", "den", "ten", "en", "er", "de", "te", "es", "e", "n", "s", "t", "d"),
}
"""Endings of inflected words, the longest first."""
_STEM = 4
"""Minimum number of letters of a stem."""
_PART = 3
"""Minimum number of letters of a part of a compound."""


def stem(word: str, language: str) -> str:
    """Return a word without its ending, so that the forms of one word are equal."""
    for ending in _ENDINGS.get(language, ()):
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            word = word[: -len(ending)]
            break
    if language == "nl":
        word = re.sub(r"([aeou])\1", r"\1", word)
        word = {"z": word[:-1] + "s", "v": word[:-1] + "f"}.get(word[-1:], word)
    return re.sub(r"([^aeiou])\1$", r"\1", word)


@cache
def _stems(language: str) -> dict[str, str]:
    """Return the words of the vocabulary by their stems."""
    index = _index(language)
    words = [word for word, rows in index.exact.items() if any(not rest for rest, _ in rows)]
    words += [word for rows in index.begins.values() for word, rest, _ in rows if not rest]
    found: dict[str, str] = {}
    for word in sorted(words, key=len):
        if len(word) >= _STEM and word.isalpha():
            found.setdefault(stem(word, language), word)
    return found


def _inflected(word: str, language: str) -> str:
    """Return the word of the vocabulary of which another is a form; "" if there is none."""
    return _stems(language).get(stem(word, language), "") if len(word) >= _STEM else ""


def _compound(word: str, language: str, index: _Index) -> list[tuple[str, frozenset[str]]]:
    """Return the parts of a compound, such as "Riichispieler" or "wachtsteen", with what each names; [] if a part is
    unknown.
    """
    stop = _stop(language)

    def named(part: str) -> frozenset[str] | None:
        for one in (part, _inflected(part, language)):
            size, concepts = _phrase([one], 0, index) if one else (0, frozenset[str]())
            if size:
                return concepts
        return frozenset() if len(part) > _PART and part in stop else None

    for at in range(len(word) - _PART, _PART - 1, -1):
        tail = named(word[at:])
        if tail is None:
            continue
        for link in ("", "s", "n", "en", "e"):
            head = word[: at - len(link)] if word[:at].endswith(link) else ""
            if len(head) >= _PART and (first := named(head)) is not None and (first or tail):
                return [(head, first), (word[at:], tail)]
    return []


def language_of(text: str, likely: str = "en") -> str:
    """Return the language that a question is most likely written in; `likely` decides if words belong to several."""
    if _CJK.search(text):
        return "ja"
    tokens = folded(text).split()
    if likely not in SPACED:
        likely = "en"

    def weight(language: str) -> float:
        index, stop = _index(language), _stop(language)
        words = [_umlaut(word, index) for word in tokens] if language == "de" else tokens
        named = sum(0.7 * bool(_phrase(words, at, index)[0]) for at in range(len(words)))
        return named + sum(word in stop for word in words) + 0.9 * (language == likely)

    return max(SPACED, key=lambda language: (weight(language), language == likely))


@cache
def read(text: str, language: str = "en") -> QuestionWords:
    """Read a question word by word. `language` is the likely one; the question itself may tell otherwise."""
    found = language_of(text, language)
    return _solid(one_script(folded(text))) if found == "ja" else _spaced(text, found)


def _is_plain(word: str) -> bool:
    return not word.isalpha() or len(word) == 1


_NUMBERED = re.compile(r"\b(?:no|nr|n°)\.?\s*(?=\d)", re.IGNORECASE)
_ORDINAL = re.compile(r"\b([2-5])\.(?=\s+[^\W\d])")
_ORDINALS = {"2": "zweite", "3": "dritte", "4": "vierte", "5": "fünfte"}
"""German ordinals, which are written with a full stop."""
PAUSE = "|"
"""What a comma or a full stop is read as: no phrase crosses it."""


def _spaced(text: str, language: str) -> QuestionWords:
    index, stop = _index(language), _stop(language)
    text = _NUMBERED.sub("number ", text)
    if language == "de":
        text = _ORDINAL.sub(lambda found: _ORDINALS[found[1]], text)
    text = (
        _NO_APOSTROPHE.sub(r"\1n t", _PAUSE.sub(f" {PAUSE} ", text))
        if language == "en"
        else _PAUSE.sub(f" {PAUSE} ", text)
    )
    tokens = [token for part in text.split() for token in ([part] if part == PAUSE else folded(part).split())]
    if language == "de":
        tokens = [_umlaut(word, index) for word in tokens]
    known: list[QuestionWord] = []
    unknown: list[str] = []
    at = 0
    while at < len(tokens):
        size, concepts = _phrase(tokens, at, index)
        word = tokens[at]
        if not size and word not in stop and not _is_plain(word):
            parts = _compound(word, language, index) if language in ("de", "nl") else []
            if form := _inflected(word, language):
                size, concepts = _phrase([form], 0, index)
            elif parts:
                known += [QuestionWord(at, part, named) for part, named in parts if named]
                size = 1
            elif near := _respelt(word, index):
                tokens[at] = near
                size, concepts = _phrase(tokens, at, index)
                if not size:
                    # The beginning of a word that the vocabulary has in full, or a part of a phrase.
                    size, concepts = 1, frozenset()
            elif language != "en":
                size, concepts = _phrase(tokens, at, _index("en")) if len(word) > 3 else (0, frozenset())
        if concepts:
            known.append(QuestionWord(at, " ".join(tokens[at : at + size]), concepts | _inner(tokens, at, size, index)))
        elif not size and word not in stop and not _is_plain(word):
            unknown.append(word)
        at += max(size, 1)
    return QuestionWords(language, tuple(known), tuple(unknown), tuple(tokens))


_KEPT = frozenset(
    [
        "kan",
        "ankan",
        "daiminkan",
        "shouminkan",
        "pon",
        "chi",
        "ron",
        "tsumo",
        "riichi",
        "rob",
        "dora",
        "wait",
        "two",
        "three",
        "repl",
        "ippatsu",
        "furiten",
        "illegal",
        "wrong",
        "lasttile",
        "dealtkita",
        "deadwall",
        "win",
        "fourkans",
        "doubleron",
        "severalplayers",
        "before",
    ]
)
"""Concepts that a word keeps within a phrase."""


def _inner(tokens: list[str], at: int, size: int, index: _Index) -> frozenset[str]:
    """Return the concepts that the words of a phrase name by themselves."""
    found: set[str] = set()
    for place in range(at, at + size) if size > 1 else ():
        found |= _phrase(tokens[place : at + size if place > at else at + size - 1], 0, index)[1]
    return _kept(found, _phrase(tokens[at : at + size], 0, index)[1])


def _kept(inner: set[str], whole: frozenset[str]) -> frozenset[str]:
    kinds = frozenset(("kan", "ankan", "daiminkan", "shouminkan"))
    return frozenset(inner) & (_KEPT - kinds if whole & kinds else _KEPT)


def _umlaut(word: str, index: _Index) -> str:
    plain = word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
    return plain if plain != word and _phrase([plain], 0, index)[0] and not _phrase([word], 0, index)[0] else word


@cache
def _solid_phrases() -> dict[str, list[tuple[str, str]]]:
    """Phrases of Japanese by their first character, the longest first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for concept, row in _table("words.toml").items():
        for phrase in _listed(row.get("ja", "")):
            phrase = one_script(phrase.replace(" ", ""))
            found.setdefault(phrase[0], []).append((phrase, concept))
    for rows in found.values():
        rows.sort(key=lambda row: -len(row[0]))
    return found


def _longest(text: str, at: int) -> tuple[str, frozenset[str]]:
    rows = [row for row in _solid_phrases().get(text[at], ()) if text.startswith(row[0], at)]
    if not rows:
        return "", frozenset()
    phrase = rows[0][0]
    return phrase, frozenset(concept for one, concept in rows if one == phrase)


def _alone(text: str, at: int, phrase: str, loose: bool) -> bool:
    """Return True if a phrase is a word of its own and not a part of an unknown one."""
    end = at + len(phrase)
    after = text[end : end + 1]
    if _KANA.match(phrase[-1]) and after and _KANA.match(after) and not _longest(text, end)[0]:
        return False
    if loose and _KANA.match(phrase[0]) and at and _KANA.match(text[at - 1]):
        return False
    if len(phrase) == 1 and _KANJI.match(phrase):
        if loose and at and _KANJI.match(text[at - 1]):
            return False
        if after and _KANJI.match(after) and not _longest(text, end)[0] and after not in _stop("ja"):
            return False
    return True


def _solid(text: str) -> QuestionWords:
    index, stop = _index("ja"), _stop("ja")
    english = _index("en")
    known: list[QuestionWord] = []
    unknown: list[str] = []
    at, loose = 0, ""
    while at < len(text):
        char = text[at]
        if char.isascii() and char.isalnum() and char.isalpha():
            match = re.compile(r"[a-z0-9]+").match(text, at)
            word = match.group() if match else char
            size, concepts = _phrase([word], 0, index)
            if not size:
                size, concepts = _phrase([word], 0, english)
            if concepts:
                known.append(QuestionWord(at, word, concepts))
            elif len(word) > 1:
                unknown.append(word)
            at += len(word)
            loose = ""
            continue
        phrase, concepts = _longest(text, at)
        if phrase and _alone(text, at, phrase, bool(loose)):
            if loose:
                unknown.append(loose)
                loose = ""
            inner = {one for n in range(1, len(phrase)) for one in _longest(phrase, n)[1]} | {
                one for n in range(1, len(phrase)) for one in _longest(phrase[:n], 0)[1]
            }
            known.append(QuestionWord(at, phrase, concepts | _kept(inner, concepts)))
            at += len(phrase)
            continue
        skip = next((n for n in (4, 3, 2, 1) if text[at : at + n] in stop), 0)
        if not skip and (_KANJI.match(char) or _KANA.match(char)):
            if loose and bool(_KANA.match(loose[-1])) != bool(_KANA.match(char)):
                unknown.append(loose)
                loose = ""
            loose += char
        elif loose:
            unknown.append(loose)
            loose = ""
        at += max(skip, 1)
    if loose:
        unknown.append(loose)
    return QuestionWords("ja", tuple(known), tuple(unknown), ())
