"""Concepts that several words of a question express together, such as riichi before or after a kan, the fourth kan, or
two kans in a row.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import zip_longest

from kanrules.desk.lexicon import PAUSE, QuestionWord, QuestionWords, folded, one_script, read, stem
from kanrules.frozen import dataclass

KANS = ("ankan", "daiminkan", "shouminkan")
FOREIGN = frozenset(("strategy", "otheryaku"))
"""Concepts of mahjong that hardly any rule here is about; the word itself says which."""
_ANY_KAN = frozenset(("kan", *KANS))
_KIND = {"hidden": "ankan", "open": "daiminkan", "added": "shouminkan"}
"""What kind of kan an adjective makes of a kan next to it."""
_NEAR, _NEAR_SOLID = 2, 3
"""Maximum distance of an adjective from its kan, in words and in Japanese characters."""
_SUBJECTS = frozenset(
    [
        "ik",
        "je",
        "jij",
        "hij",
        "zij",
        "ze",
        "we",
        "wij",
        "men",
        "iemand",
        "een",
        "de",
        "het",
        "dat",
        "er",
        "u",
        "die",
        "ieder",
        "elke",
        "mijn",
    ]
)
"""Dutch words next to which "kan" is a verb."""
_DUTCH_MODALS = frozenset(["mag", "mogen", "moet", "moeten", "kun", "kunnen", "wil"])
_DUTCH_VERBS = frozenset(
    [
        "riep",
        "roept",
        "maakte",
        "maakt",
        "verklaarde",
        "verklaart",
        "zei",
        "zegt",
        "had",
        "heeft",
        "deed",
        "doet",
        "aankondigde",
    ]
)
"""Dutch verbs before which "kan" is a noun."""
_AFTER = frozenset(
    [
        "after",
        "since",
        "following",
        "once",
        "despite",
        "trotz",
        "malgre",
        "ondanks",
        "apres",
        "nach",
        "nachdem",
        "na",
        "nadat",
    ]
)
_DURING = frozenset(
    ["in", "during", "while", "under", "en", "pendant", "durant", "sous", "im", "wahrend", "tijdens", "terwijl", "mid"]
)
_PAST = frozenset(
    ["declared", "called", "announced", "angesagt", "erklart", "deklariert", "verklaard", "geroepen", "player"]
)
_HAVE = frozenset(["have", "having", "ai", "avoir", "ayant", "habe", "haben", "heb", "hebben"])
"""Words before a past participle."""
_INFINITIVE = frozenset(
    [
        "declare",
        "call",
        "announce",
        "declarer",
        "annoncer",
        "ansagen",
        "erklaren",
        "verklaren",
        "roepen",
        "deklarieren",
        "reach",
        "rufen",
    ]
)
_MODAL = frozenset(["can", "may", "darf", "kann", "mag", "kun", "peut", "puis", "i", "ich", "ik", "on", "je"])
_WITH = frozenset(["with", "mit", "avec", "met", "having"])
_POSSIBLE = frozenset(["possible", "allowed", "ok", "legal", "moglich", "erlaubt", "mogelijk", "toegestaan", "permis"])
_JA_FIRST = re.compile(
    r"^(宣言)?を?(かけ|し)?(た|て|てい)?(る|ない)?(の)?(後|あと|中|時に|際|している|してる|しててい|一発|したあと|した後|のあと|者|して)"
)
_JA_LAST = re.compile(r"^(宣言)?(を|は|が|も)?(かけ|でき|しても|していい|して良|可能|あり|する|宣言)|^(は)?$")


@dataclass(frozen=True, slots=True)
class QuestionFacets:
    """A question as its concepts: the groups of them in order, the words that nobody knows, and the kinds of kan in the
    order in which they are declared.
    """

    language: str
    groups: tuple[frozenset[str], ...]
    unknown: tuple[str, ...]
    kans: tuple[str, ...]
    words: tuple[str, ...] = ()
    """Stems of the words that name no concept of the rules."""

    @property
    def concepts(self) -> frozenset[str]:
        """All concepts together."""
        return frozenset(concept for group in self.groups for concept in group)


@cache
def asked(text: str, language: str = "en") -> QuestionFacets:
    """Read a question: its words, then what several words say together."""
    words = read(text, language)
    found = [QuestionWord(word.at, word.spelt, word.concepts) for word in words.known]
    if words.language == "nl":
        found = _without_verbs(found, words)
    found = _relative(_conjunctions(found), words)
    pauses = tuple(at for at, token in enumerate(words.tokens) if token == PAUSE)
    found = _kinds(found, words.language, pauses)
    found, lost = _ordinals(found, words.language, pauses)
    found = _pairs(found, words)
    found = _after_four(_dragons(_seats(found)))
    found = _not_turned(found, words)
    found = _riichi(found, words, text)
    found = _then_robbed(found)
    found = _called_first(found)
    kans = _in_a_row(found)
    if len(kans) > 1:
        last = max(at for at, word in enumerate(found) if word.concepts & set(KANS))
        found[last] = _plus(found[last], "seq")
    groups = tuple(word.concepts for word in found if word.concepts)
    foreign = [word.spelt for word in found if word.concepts & FOREIGN]
    unknown = (*words.unknown, *lost)
    stems = tuple(stem(word, words.language) for word in (*unknown, *foreign))
    return QuestionFacets(words.language, groups, unknown, kans, stems)


def _called_first(found: list[QuestionWord]) -> list[QuestionWord]:
    """Read a kan as a daiminkan if it is called from a discard and another kind of kan follows."""
    kinds = [at for at, word in enumerate(found) if word.concepts & set(KANS)]
    for at, word in enumerate(found[: kinds[0]] if kinds else ()):
        fed = any(one.concepts & {"feed", "discard"} for one in found[: at + 3])
        if "kan" in word.concepts and not word.concepts & {"fourkans", "repl"} and fed:
            found[at] = _plus(word, "daiminkan")
    return found


def _in_a_row(found: list[QuestionWord]) -> tuple[str, ...]:
    """Return the kinds of kan in order. A kind that is only named twice, as in brackets, counts once."""
    kans: list[str] = []
    before = -2
    for at, word in enumerate(found):
        for kind in KANS:
            if kind in word.concepts:
                if not (kans and kans[-1] == kind and before == at - 1):
                    kans.append(kind)
                before = at
    return tuple(kans)


def _then_robbed(found: list[QuestionWord]) -> list[QuestionWord]:
    """Distinguish a kan dora indicator turned before the kan was robbed from the indicator of a robbed kan."""
    order = [name for word in found for name in ("turn", "after", "rob") if name in word.concepts]
    asks = any(word.concepts & {"may", "when", "who"} for word in found)
    if order != ["turn", "after", "rob"] or asks:
        return found
    return [_plus(word, "thenrobbed") if "rob" in word.concepts else word for word in found]


def _plus(word: QuestionWord, *concepts: str) -> QuestionWord:
    return QuestionWord(word.at, word.spelt, word.concepts | set(concepts))


def _without_verbs(found: list[QuestionWord], words: QuestionWords) -> list[QuestionWord]:
    """Tell the Dutch verb "kan" from the noun."""
    kept = []
    for word in found:
        if word.spelt == "kan":
            after = words.tokens[word.at + 1 : word.at + 2]
            before = words.tokens[word.at - 1 : word.at] if word.at else ()
            pronoun = {"ik", "je", "jij", "hij", "zij", "ze", "we", "wij", "men", "u", "speler", "iemand"}
            modal = _DUTCH_MODALS & set(words.tokens[: word.at])
            if after and after[0] in _DUTCH_VERBS:
                kept.append(word)
                continue
            if (word.at == 0 and after and after[0] in _SUBJECTS) or (before and before[0] in pronoun and not modal):
                kept.append(QuestionWord(word.at, word.spelt, frozenset(("may",))))
                continue
        kept.append(word)
    return kept


_ASKS = frozenset(("happens", "may", "who", "howmany", "mandatory", "how", "penalty", "which", "pay"))


def _conjunctions(found: list[QuestionWord]) -> list[QuestionWord]:
    """Drop a "when" that does not ask, as in "what happens when"."""
    kept: list[QuestionWord] = []
    for word in found:
        if word.spelt in ("when", "quand") and any(one.concepts & _ASKS for one in kept):
            continue
        kept.append(word)
    return kept


_NOUNS = frozenset(
    "player players person someone somebody guy joueur joueurs celui personne quelqu tuile tuiles pon kan "  # noqa: SIM905
    "adversaire dragon carre one those anyone".split()
)
"""Words after which "who" and "qui" do not ask."""


def _relative(found: list[QuestionWord], words: QuestionWords) -> list[QuestionWord]:
    """Drop a "who" that does not ask, as in "a player who"."""

    def is_relative(word: QuestionWord) -> bool:
        before = words.tokens[word.at - 1 : word.at] if word.at else ()
        return word.spelt in ("who", "qui", "whose") and bool(before) and before[0] in _NOUNS

    return [word for word in found if not is_relative(word)]


_TOGETHER: tuple[tuple[frozenset[str], frozenset[str], int, str], ...] = tuple(
    (frozenset(one.split()), frozenset(other.split()), near, made)
    for one, other, near, made in (
        ("wait", "changes meant", 4, "waitchange"),
        ("taken", "back", 6, "fixed"),
        ("last", "discard", 3, "lastdiscard"),
        ("wall livewall", "empty gone", 4, "lasttile"),
        ("ownpon pon", "added", 4, "shouminkan"),
        ("ownpon", "kan", 4, "shouminkan"),
        ("same", "fourkans suukantsu", 5, "oneplayer"),
        ("wind", "fourth", 4, "daisuushii"),
        ("each", "kan", 4, "twoeach"),
        ("still", "hidden", 3, "late"),
        ("ron", "shouminkan", 4, "rob"),
    )
)
"""Concepts that, next to each other, make a third one: their maximum distance in words."""
_SOLID = 3
"""How many Japanese characters a word of another language counts for."""


def _pairs(found: list[QuestionWord], words: QuestionWords) -> list[QuestionWord]:
    """Read what two words say together, such as a wait and a change."""
    far = _SOLID if words.language == "ja" else 1
    kept = [
        QuestionWord(word.at, word.spelt, word.concepts - {"two", "three"})
        if after is not None and word.concepts & {"two", "three"} and "honba" in after.concepts
        else word
        for word, after in zip_longest(found, found[1:])
    ]
    kept = [word for word in kept if word.concepts]
    for one, other, near, made in _TOGETHER:
        for at, word in enumerate(kept):
            if made in word.concepts or not word.concepts & one:
                continue
            beside = (n for n in range(len(kept)) if n != at and kept[n].concepts & other)
            if any(_between(word, kept[n], words.language) <= near * far for n in beside):
                kept[at] = _plus(word, made)
    kans = [at for at, word in enumerate(kept) if "kan" in word.concepts and not word.concepts & {"dora", "rob"}]
    if kans and any(kept[at].concepts == {"after"} for at in range(kans[0], kans[-1])):
        kept[kans[-1]] = _plus(kept[kans[-1]], "again")
    said = {concept for word in kept for concept in word.concepts}
    if "twoeach" in said and said & {"severalplayers", "two"} and said & _ANY_KAN:
        kept = [_plus(word, "fourkans") if "twoeach" in word.concepts else word for word in kept]
    return kept


def _between(one: QuestionWord, other: QuestionWord, language: str) -> int:
    """Return the distance of two words; of a phrase that comes first, from its last word."""
    size = 1 if language == "ja" else len(one.spelt.split())
    return other.at - one.at - (size - 1) if one.at < other.at else one.at - other.at


def _apart(one: QuestionWord, other: QuestionWord, pauses: tuple[int, ...]) -> bool:
    """Return True if a comma or a full stop is between two words."""
    first, last = sorted((one.at, other.at))
    return any(first < at < last for at in pauses)


def _kinds(found: list[QuestionWord], language: str, pauses: tuple[int, ...]) -> list[QuestionWord]:
    """Bind "closed", "open", and "added" to a kan next to them."""
    near = _NEAR_SOLID if language == "ja" else _NEAR
    words = list(found)
    for at, word in enumerate(words):
        kinds = [kind for name, kind in _KIND.items() if name in word.concepts]
        if not kinds:
            continue
        size = len(word.spelt) if language == "ja" else len(word.spelt.split())
        beside = [
            n
            for n in (at + 1, at - 1)
            if 0 <= n < len(words)
            and "kan" in words[n].concepts
            and not _apart(words[n], word, pauses)
            and _between(words[n], word, language) <= near + (size - 1 if n > at else 0)
        ]
        if beside:
            words[at] = QuestionWord(word.at, word.spelt, word.concepts - {"kan", *_KIND} | {kinds[0]})
            words[beside[0]] = QuestionWord(words[beside[0]].at, "", frozenset())
    return [word for word in words if word.concepts]


def _ordinals(
    found: list[QuestionWord], language: str, pauses: tuple[int, ...]
) -> tuple[list[QuestionWord], list[str]]:
    """Read "the fourth kan" and "a fifth kan"; a fourth or fifth thing of another kind is not about kans."""
    near = 8 if language == "ja" else 3
    words, lost = list(found), []
    for at, word in enumerate(words):
        for name, made in (("fourth", ("fourkans", "fourthkan")), ("fifth", ("fifthkan",))):
            if name not in word.concepts:
                continue
            beside = [
                n
                for n in (at + 1, at - 1, at + 2)
                if 0 <= n < len(words)
                and words[n].concepts & (_ANY_KAN | {"fourkans", "suukantsu"})
                and not words[n].concepts & {"pon", "ownpon"}
                and not _apart(words[n], word, pauses)
                and abs(words[n].at - word.at) <= near + len(word.spelt.split()) - 1
            ]
            if not beside and name == "fifth":
                beside = [n for n, one in enumerate(words) if "fourkans" in one.concepts]
            if beside or "kan" in word.spelt or "カン" in word.spelt or "槓" in word.spelt:
                words[at] = QuestionWord(word.at, word.spelt, word.concepts - {name} | set(made))
                if beside and "kan" in words[beside[0]].concepts and "fourkans" not in words[beside[0]].concepts:
                    words[beside[0]] = QuestionWord(words[beside[0]].at, "", frozenset())
            elif name == "fifth":
                words[at] = QuestionWord(word.at, word.spelt, word.concepts - {name})
                lost.append(word.spelt)
            elif any(one.concepts & {"wind", "sankantsu", "seat"} for one in words):
                made = ("daisuushii",) if any("wind" in one.concepts for one in words) else ("fourkans", "fourthkan")
                words[at] = QuestionWord(word.at, word.spelt, word.concepts - {name} | set(made))
            else:
                words[at] = QuestionWord(word.at, word.spelt, word.concepts - {name})
    return [word for word in words if word.concepts], lost


_SEATS = frozenset(("seat", "dealtkita"))


def _seats(found: list[QuestionWord]) -> list[QuestionWord]:
    """Read the names of seats as players: two of them are different ones, and a single one is one player."""
    if not any("seat" in word.concepts for word in found):
        return found
    seats = [word for word in found if word.concepts & _SEATS]
    several = len({word.spelt for word in seats}) > 1
    kept = []
    for word in found:
        concepts = word.concepts
        if concepts & _SEATS:
            concepts = concepts - _SEATS | ({"severalplayers", "others"} if several else {"oneplayer"})
        if several and "sankantsu" in concepts:
            concepts |= {"fourkans"}
        kept.append(QuestionWord(word.at, word.spelt, concepts))
    return kept


def _after_four(found: list[QuestionWord]) -> list[QuestionWord]:
    """Read a further kan after "four kans" as a fifth one."""
    four = next(
        (word.at for word in found if word.concepts & {"fourkans", "suukantsu"} and "fourthkan" not in word.concepts),
        -1,
    )
    asks = any(word.concepts & {"may", "again", "others"} for word in found)
    if four < 0 or not asks or any("fifthkan" in word.concepts for word in found):
        return found
    return [
        _plus(word, "fifthkan")
        if word.at > four and word.concepts & _ANY_KAN and not word.concepts & {"fourkans", "suukantsu"}
        else word
        for word in found
    ]


_LEGAL = frozenset(
    "legal allowed permitted valid erlaubt zulassig gestattet legal permis autorise permise toegestaan geoorloofd "  # noqa: SIM905
    "geldig mocht".split()
)
"""Words that say that something is allowed."""
_NOT = frozenset(
    "not never nobody wasn isn weren hasn didn nicht nie niemand niet nooit pas jamais personne".split()  # noqa: SIM905
)
"""Words that deny, as they are folded."""


def _not_turned(found: list[QuestionWord], words: QuestionWords) -> list[QuestionWord]:
    """Read "was not turned" as late, and "did not take" as forgotten."""
    denied = [at for at, token in enumerate(words.tokens) if token in _NOT]
    kept = []
    for word in found:
        near = any(abs(at - word.at) <= _NEAR + 1 for at in denied)
        for said, meant in (("turn", "late"), ("taken", "forgot")):
            if near and said in word.concepts:
                word = _plus(word, meant)
        if near and "may" in word.concepts and word.spelt in _LEGAL:
            word = QuestionWord(word.at, word.spelt, word.concepts - {"may"} | {"illegal"})
        kept.append(word)
    return kept


def _dragons(found: list[QuestionWord]) -> list[QuestionWord]:
    """Read "the third dragon"; a third or second thing of another kind says nothing."""
    said = {concept for word in found for concept in word.concepts}
    liable = bool(said & {"pao", "liable", "pay", "feed"})
    if liable:
        found = [_plus(word, "dragon") if "colour" in word.concepts else word for word in found]
    said = {concept for word in found for concept in word.concepts}
    colours = len({word.spelt for word in found if "colour" in word.concepts})
    others = "second" not in said and ((liable and {"two", "pon", "dragon"} <= said) or colours > 2)
    number = "dragon3" if "third" in said or others else "dragon2" if "second" in said else ""
    dragons = "dragon" in said or ("daisangen" in said and "third" in said)
    kept = []
    for word in found:
        concepts = word.concepts - {"colour"}
        if number and dragons and concepts & {"dragon", "daisangen"}:
            concepts = concepts - {"dragon"} | {number}
        concepts = concepts - ({"third", "second"} if dragons else {"third"})
        kept.append(QuestionWord(word.at, word.spelt, concepts))
    return [word for word in kept if word.concepts]


_WITHOUT = frozenset("not no without never nicht ohne kein keine keinen sans pas zonder geen niet nooit nie".split())  # noqa: SIM905
"""Words that deny what follows."""
_BETWEEN = frozenset("in en im am under sous unter the de der das mijn mein mon my a je i ich ik have been yet".split())  # noqa: SIM905
"""Words between a denial and riichi."""
_NOT_DONE = re.compile(
    r"\b(riichi|reach)\s+(?:nicht|niet|pas)\b|n (?:ai|est|suis|etais) pas (?:en|sous|declare|annonce) riichi"
)
_JA_NOT_DONE = re.compile(
    r"(リーチ|立直|リー)(を|は|に)?(し|かけ|掛け|宣言し)?(てい|て)?(ない|ません|なし|無し|せず)|(ノー|非)(リーチ|立直)"
)


def _no_riichi(word: QuestionWord, words: QuestionWords, text: str) -> bool:
    """Return True if a question says that there is no riichi."""
    if words.language == "ja":
        return bool(_JA_NOT_DONE.search(one_script(folded(text)).replace(" ", "")))
    at = word.at - 1
    while at >= 0 and words.tokens[at] in _BETWEEN:
        at -= 1
    return (at >= 0 and words.tokens[at] in _WITHOUT) or bool(_NOT_DONE.search(" ".join(words.tokens)))


def _riichi(found: list[QuestionWord], words: QuestionWords, text: str) -> list[QuestionWord]:
    """Tell whether riichi comes first, or is what the question asks for."""
    kept = list(found)
    kan_at = [word.at for word in found if word.concepts & _ANY_KAN]
    for at, word in enumerate(found):
        if word.concepts == {"riichi"} and _no_riichi(word, words, text):
            kept[at] = QuestionWord(word.at, word.spelt, frozenset(("noriichi",)))
        elif "riichi" in word.concepts:
            first = _ja_first(word, found, text) if words.language == "ja" else _first(word, kan_at, words)
            made = ("riichifirst", "inriichi") if first else ("riichilast",)
            kept[at] = _plus(word, *made)
    return kept


def _first(word: QuestionWord, kan_at: list[int], words: QuestionWords) -> bool:
    tokens, here = words.tokens, word.at
    kan = min(kan_at, key=lambda at: abs(at - here), default=-1)
    before = [tokens[at] for at in range(max(0, here - 4), here) if not (kan >= 0 and at <= kan < here)]
    after = list(tokens[here + 1 : here + 3])
    if set(before[-2:]) & (_AFTER | _DURING):
        return True
    if set(before) & (_PAST | _HAVE) or set(after) & (_PAST - {"called"}):
        return True
    if set(before[-2:]) & _INFINITIVE or set(after) & _INFINITIVE:
        return False
    if set(after) & _WITH or (after and after[0] in _POSSIBLE):
        return False
    if before and before[-1] in _MODAL:
        return False
    # "Riichi after a kan": what follows "after" came first.
    if kan > here and any(tokens[at] in _AFTER for at in range(here + 1, kan)):
        return False
    return kan < 0 or here < kan


def _ja_first(word: QuestionWord, found: list[QuestionWord], text: str) -> bool:
    solid = one_script(folded(text))
    rest = solid[word.at + len(word.spelt) :].replace(" ", "")
    if _JA_FIRST.match(rest):
        return True
    earlier = any(one.concepts & _ANY_KAN and one.at < word.at for one in found)
    later = any(one.concepts & _ANY_KAN and one.at > word.at for one in found)
    if _JA_LAST.match(rest) and earlier:
        return False
    return later or not earlier
