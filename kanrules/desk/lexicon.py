"""Reading of questions in free words: each word is mapped to a concept, in five languages.

The words and alternative phrasings are in `words.toml`; the names in the glossary are added.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from importlib.resources import files

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff々ー]")


def folded(text: str) -> str:
    """A text without case, accents, width and punctuation, so that it can be compared."""
    text = unicodedata.normalize("NFKC", text).casefold()
    if not _CJK.search(text):
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w]+|_", " ", text).split())


@cache
def _table() -> tuple[dict[str, list[str]], frozenset[str]]:
    """The rows of `words.toml`, and the words that carry nothing."""
    data = tomllib.loads((files("kanrules.desk") / "words.toml").read_text(encoding="utf-8"))
    return data["concepts"], frozenset(folded(word) for words in data["nothing"].values() for word in words)


@cache
def also() -> dict[str, tuple[str, ...]]:
    """Other ways in which people ask for a key, by its name, or for a question of the casebook."""
    data = tomllib.loads((files("kanrules.desk") / "words.toml").read_text("utf-8"))
    return {subject: tuple(ways) for subject, ways in data["also"].items()}


@cache
def _phrases() -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
    """Words and phrases with spaces between letters, and those in characters that no spaces divide, the longest
    first.
    """
    from kanrules.ruleset.glossary import GLOSSARY

    rows = {concept: dict.fromkeys(map(folded, words)) for concept, words in _table()[0].items()}
    for name, entry in GLOSSARY.items():
        names = dict.fromkeys(map(folded, (name, *entry.also)))
        joined = next((concept for concept, words in rows.items() if names.keys() & words.keys()), name)
        rows.setdefault(joined, {}).update(names)
    spaced: dict[str, str] = {}
    solid: dict[str, str] = {}
    for concept, words in rows.items():
        for word in words:
            (solid if _CJK.search(word) else spaced).setdefault(word, concept)
    return spaced, tuple(sorted(solid.items(), key=lambda pair: -len(pair[0])))


_LONGEST = 6
"""No phrase has more words."""


def concepts(text: str, *, misspelt: bool = False) -> tuple[str, ...]:
    """Return the concepts and other words of a text, in order, without repeats and stop words.

    With `misspelt`, a word also matches one that is spelt almost the same.
    """
    spaced, solid = _phrases()
    nothing = _table()[1]
    said = folded(text)
    found: list[str] = []
    for word, concept in solid:
        if word in said:
            found.append(concept)
            said = said.replace(word, " ")
    words = said.split()
    at = 0
    while at < len(words):
        for size in range(min(_LONGEST, len(words) - at), 0, -1):
            concept = spaced.get(" ".join(words[at : at + size]), "")
            if concept:
                found.append(concept)
                at += size
                break
        else:
            word = words[at]
            if word not in nothing and not _CJK.search(word):
                found.append(_near(word, spaced, misspelt))
            at += 1
    return tuple(dict.fromkeys(found))


def _near(word: str, spaced: dict[str, str], misspelt: bool) -> str:
    """The concept of a word that is misspelt or bent; the word itself where none is near."""
    for ending in ("s", "es", "ed", "d", "ing", "n", "en", "e"):
        if word.endswith(ending) and (bent := spaced.get(word[: -len(ending)])) and len(word) - len(ending) > 2:
            return bent
    if misspelt and len(word) > 3:
        from difflib import get_close_matches

        if near := get_close_matches(word, spaced, n=1, cutoff=0.84):
            return spaced[near[0]]
    return word
