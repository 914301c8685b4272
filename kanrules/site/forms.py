"""The page of the tools: a form for each, with fields named after the command's options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from urllib.parse import urlencode

from kanrules.desk.case_index import cases_of, chapters
from kanrules.desk.foul import FOULS
from kanrules.desk.statement import NOTICED_WHEN
from kanrules.desk.topics import MomentOfKan, topics
from kanrules.desk.worth import LIMITS, MOMENTS
from kanrules.drawing.faces import FACES, name_of
from kanrules.drawing.rows import face_name
from kanrules.law.yaku import WORDS
from kanrules.locale import LABEL, Translator
from kanrules.locale.sentences import capital
from kanrules.report.sheet_words import NOTICED, REPEATED, TILES_CONCERNED
from kanrules.ruleset import Ruleset, bundled_ids
from kanrules.ruleset.keys import keys
from kanrules.ruleset.native_names import search_words
from kanrules.site import words
from kanrules.site.bundle import runs_code
from kanrules.site.event import forms as event_forms
from kanrules.site.event import incidents
from kanrules.site.frame import TOOLS, Frame
from kanrules.site.home import grouped
from kanrules.site.live.form_fields import seat_name
from kanrules.site.pictures import sprite, use

_COMMON = ("daisangen", "daisuushii", "suukantsu", "tsuuiisou", "suuankou", "kokushi", "mangan", "haneman")
"""Most common answers, offered as buttons."""
_SCRIPTS = "".join(
    f'<script src="@BASE@live/{name}" defer></script>\n' for name in ("chooser.js", "tiles.js", "live.js", "compose.js")
)
_EVENT_SCRIPT = '<script src="@BASE@live/event.js" defer></script>\n'
_WELL_KNOWN = ("ema-2025", "wrc-2025", "tenhou", "mahjong-soul", "m-league")
"""Rulesets that a reader who has used none yet can choose without opening a group."""
_SEATS = ("east", "south", "west", "north")


def live_page(frame: Frame, books: Sequence[Ruleset], named: Sequence[Ruleset] = ()) -> str:
    """Return the page of the tools."""
    say = frame.say
    forms = "".join(
        f'<section class="toolbox" id="tool-{tool}" hidden><h1>{escape(say(title))}</h1>'
        f'<p class="mut small about">{escape(say(lead))}</p>'
        f'<div class="two"><div class="ask"><form data-tool="{tool}" autocomplete="off" '
        f"novalidate>{make(say)}</form></div>"
        f'<div class="out"></div></div></section>'
        for tool, make in _FORMS.items()
        for title, _, lead in [_TITLES[tool]]
    )
    said = {
        "loading": words.STATUS_LOADING,
        "ready": words.STATUS_READY,
        "kept": words.STATUS_KEPT,
        "unkept": words.STATUS_NOT_KEPT,
        "nowasm": words.STATUS_NO_WASM,
        "failed": words.STATUS_FAILED,
        "broken": words.STATUS_BROKEN,
        "updated": words.STATUS_UPDATED,
        "large": words.TOO_LARGE,
        "asked": words.STATUS_ASKED,
        "missing": words.MISSING,
        "change": words.CHANGE_HAND,
        "label": LABEL,
        "own": words.OWN_RULES,
        "shared": words.SHARED_RULES,
        "which": words.WHICH,
        "choose": words.CHANGE,
        "removed": words.REMOVED,
        "strange": words.STRANGE,
        "winner": words.WHO_WON,
        "worth": words.WHAT_WORTH,
        "question": words.SAY_WHAT,
        "position": words.LAY_WHAT,
        "another": words.ASK_ANOTHER,
        "tapped": words.POSITION,
    }
    data = "".join(f' data-{name}="{escape(say(text))}"' for name, text in said.items())
    archives = [f"words-{say.language}.zip"] if not say.is_english else []
    archives += ["rules.zip"] if {one.id for one in books} != set(bundled_ids()) else []
    asked = [("with", name) for name in archives] + ([("whole", "1")] if runs_code(books) else [])
    data += f' data-archives="{escape(f"?{urlencode(asked)}" if asked else "")}"'
    # The rulesets whose rulings the page has as files, for as long as the tools load.
    data += f' data-first="{escape(" ".join(one.id for one in named))}"'
    data += f' data-face="#{face_name("{tile}", say)}"'
    tools = "".join(
        f'<li><a class="tool" href="?tool={tool}"><b>{escape(say(title))}</b><br>'
        f'<span class="mut">{escape(say(lead))}</span></a></li>'
        for tool, (title, _, lead) in TOOLS.items()
    )
    body = (
        f'{sprite(say)}<div id="shared" role="region" aria-label="{escape(say(words.SHARED_RULES))}" hidden>'
        f"<p><b></b> {escape(say(words.SHARED_WITH_YOU))}</p>"
        f'<div class="pair"><button type="button" class="btn first" data-use>{escape(say(words.USE_IT))}</button>'
        f'<button type="button" class="btn" data-keep>{escape(say(words.KEEP_MINE))}</button></div></div>'
        f'<p id="status" class="status small" role="status"{data}>'
        f"{escape(say(words.STATUS_START))}</p>"
        f'<section class="toolbox" id="tool-none"><h1>{escape(say(words.LIVE))}</h1>'
        f'<ul class="tools">{tools}</ul></section>{forms}{_chooser(say, books, named)}'
        f"{event_forms(say, frame.languages) if frame.events else ''}"
    )
    scripts = _SCRIPTS + (_EVENT_SCRIPT if frame.events else "")
    return frame.page(say(words.LIVE), body, at="live/index.html", current="live", scripts=scripts)


# --- parts of a form --------------------------------------------------------------------------------------------------


def _books(say: Translator, *, name: str = "rules", label: str = words.RULES_FIELD) -> str:
    """The ruleset of a form, which is chosen from one list for all forms."""
    return (
        '<div class="rulesbar"><button type="button" data-choose aria-haspopup="dialog">'
        f'<span class="mut">{escape(say(label))}</span> <b>{escape(say(words.WHICH))}</b> <i></i></button>'
        f'<input type="hidden" name="{name}" data-books></div>'
    )


def _chooser(say: Translator, books: Sequence[Ruleset], named: Sequence[Ruleset]) -> str:
    """The list of rulesets, searchable and in the groups of the start page."""

    def row(one: Ruleset) -> str:
        return (
            f'<li><button type="button" class="row" data-id="{escape(one.id)}" '
            f'data-title="{escape(one.title_in(say.language))}" '
            f'data-name="{escape(search_words(one.id, one.title, one.authority))}">'
            f"<span><b>{escape(one.name_in(say.language))}</b> "
            f"{escape(one.dated)}<br>"
            f'<span class="mut small">{escape(one.authority)}</span></span></button></li>'
        )

    by_id = {one.id: one for one in books}
    known = "".join(row(by_id[name]) for name in _WELL_KNOWN if name in by_id)
    folds = "".join(
        f"<details{'' if at else ' open'}><summary><b>{escape(title)}</b><span>{len(found)}</span></summary><ul>"
        + "".join(map(row, found))
        + "</ul></details>"
        for at, (title, found) in enumerate(grouped(books, named, say))
    )
    return (
        '<dialog id="chooser" aria-labelledby="chooser-title"><div class="head">'
        f'<h2 id="chooser-title" tabindex="-1">{escape(say(words.WHICH))}</h2>'
        f'<button type="button" class="btn" data-close>{escape(say(words.CLOSE))}</button></div>'
        f'<label class="vh" for="chooser-q">{escape(say(words.FIND_LABEL))}</label>'
        f'<input id="chooser-q" type="search" placeholder="{escape(say(words.FIND))}" autocomplete="off">'
        f'<div hidden><p class="small mut">{escape(say(words.LAST_USED))}</p><ul data-first></ul></div>'
        f"<ul data-known>{known}</ul>"
        f'<div class="families">{folds}<p data-none hidden>{escape(say(words.NO_RULESET))}</p></div></dialog>'
    )


def _field(
    say: Translator, form: str, name: str, label: str, *, kind: str = "text", hint: str = "", more: str = ""
) -> str:
    ident = f"{form}-{name}"
    below = f'<p class="small mut" id="{ident}-hint">{escape(say(hint))}</p>' if hint else ""
    described = f' aria-describedby="{ident}-hint"' if hint else ""
    return (
        f'<div class="f"><label for="{ident}">{escape(say(label))}</label>'
        f'<input id="{ident}" name="{name}" type="{kind}" autocapitalize="off" '
        f'spellcheck="false"{described}{more}>{below}</div>'
    )


def _number(say: Translator, form: str, name: str, label: str, most: int) -> str:
    return _field(say, form, name, label, kind="number", more=f' min="0" max="{most}" inputmode="numeric"')


def _seats(say: Translator, name: str, label: str, *, nobody: str = "", chosen: str = "") -> str:
    options = [("", say(nobody))] if nobody else []
    options += [(seat, seat_name(seat, say)) for seat in _SEATS]
    radios = "".join(
        f'<label><input type="radio" name="{name}" '
        f'value="{value}"{" checked" if value == chosen and (value or nobody) else ""}>'
        f"{escape(text)}</label>"
        for value, text in options
    )
    return f'<fieldset class="f"><legend>{escape(say(label))}</legend><div class="seg">{radios}</div></fieldset>'


def _quick(target: str, options: Iterable[tuple[str, str]]) -> str:
    buttons = "".join(
        (
            f'<button type="button" data-put="{escape(value)}" data-into="{target}" '
            f'aria-pressed="false">{escape(text)}</button>'
        )
        for value, text in options
    )
    return f'<div class="quick">{buttons}</div>'


_MELDS = ("pon", "chi", "ankan", "daiminkan", "shouminkan")


def _melds(say: Translator, types: Sequence[str] = _MELDS) -> str:
    """Return the buttons for earlier melds: the type is tapped, then a tile on the keyboard."""
    label = escape(say(words.MELD_TAP if len(types) > 1 else words.ANKAN_TAP))
    buttons = "".join(
        f'<button type="button" data-meld="{one}" aria-pressed="false">{escape(say(one))}</button>' for one in types
    )
    back = f'<button type="button" data-meld="back" hidden>{escape(say(words.MELD_BACK))}</button>'
    return (
        f'<p class="small mut">{label}</p><div class="quick melds" role="group" aria-label="{label}">'
        f"{buttons}{back}</div>"
    )


def _keyboard(say: Translator) -> str:
    def key(name: str) -> str:
        return (
            f'<button type="button" data-key="{name}" aria-label="{escape(say(name_of(name)))}">'
            '<svg class="t" viewBox="0 0 60 80" aria-hidden="true">'
            f"{use(name, say)}</svg></button>"
        )

    kinds = "".join(key(name) for name in FACES if not name.startswith("0"))
    next_red = escape(f"{say(words.RED_FIVE)}: {say(words.RED_NEXT)}")
    red = (
        f'<button type="button" data-key="red" aria-pressed="false" aria-label="{next_red}">'
        f"{escape(say(words.RED_FIVE))}</button>"
    )
    back = (
        f'<button type="button" data-key="back" aria-label="{escape(say(words.BACK))}">'
        '<svg viewBox="0 0 24 24" width="26" aria-hidden="true">'
        '<path d="M9 5h12v14H9L2 12Zm4 4 5 6m0-6-5 6" fill="none" stroke="currentColor" stroke-width="2" '
        'stroke-linejoin="round"/></svg></button>'
    )
    return f'<div class="keys" role="group" aria-label="{escape(say(words.TILES))}">{kinds}{red}{back}</div>'


def _submit(say: Translator, text: str) -> str:
    return f'<button class="btn first go" type="submit" data-says="{escape(say(text))}">{escape(say(text))}</button>'


# --- the forms --------------------------------------------------------------------------------------------------------


def _riichi_kan(say: Translator) -> str:
    form = "riichi-kan"
    return (
        _books(say)
        + '<div class="hand" aria-hidden="true"></div>'
        + _keyboard(say)
        + _melds(say, ("ankan",))
        + '<div class="tri">'
        + _field(say, form, "hand", words.HAND_FIELD, more=' data-tiles="13"')
        + _field(say, form, "draw", words.DRAW_FIELD, more=' data-tiles="1"')
        + _field(say, form, "kan", words.KAN_FIELD, hint=words.KAN_HINT, more=' data-tiles="1"')
        + "</div>"
        + _submit(say, words.RULE_KAN)
        + _field(say, form, "melds", words.MELDS_FIELD, hint=words.MELDS_HINT)
        + _level(say, form)
    )


def _level(say: Translator, form: str) -> str:
    """Return the level selector; the empty choice uses the ruleset's level."""
    asked = keys()["riichi_kan.level"]
    title = escape(say(asked.title))
    options = "".join(
        f'<option value="{value}">{escape(capital(say(meant)))}</option>' for value, meant in asked.sentences.items()
    )
    return (
        f'<details class="idle"><summary>{title}</summary><div class="f"><label class="vh" for="{form}-level">{title}'
        f'</label><select id="{form}-level" name="level"><option value="">{escape(say(words.AS_THE_RULES))}</option>'
        f"{options}</select></div></details>"
    )


def _pay(say: Translator) -> str:
    form = "pay"
    moments = "".join(
        (
            '<label class="tick"><input type="checkbox" name="with" '
            f'value="{word}">{escape(say(word.replace("_", " ")))}</label>'
        )
        for word in MOMENTS
    )
    known = "".join(f'<option value="{name}">' for name in (*LIMITS, *(name for name in WORDS if name in _YAKUMAN)))
    return (
        _books(say)
        + _seats(say, "winner", words.WINNER)
        + _seats(say, "by", words.BY, nobody=words.TSUMO)
        + _field(say, form, "yakuman", words.YAKUMAN, hint=words.YAKUMAN_HINT, more=' list="pay-known" data-words')
        + f'<datalist id="pay-known">{known}</datalist>'
        + _quick("yakuman", [(name, say(WORDS.get(name, name))) for name in _COMMON])
        + _field(say, form, "liable", words.LIABLE, hint=words.LIABLE_HINT)
        + _quick("liable", [(seat, seat_name(seat, say)) for seat in _SEATS])
        + f'<details class="idle"><summary>{escape(say(words.MORE_WINNERS))}</summary>'
        + "".join(_one_of_several(say, nth) for nth in range(3))
        + "</details>"
        + f'<details class="idle"><summary>{escape(say(words.HAN_FU))}</summary><div class="pair">'
        + _number(say, form, "han", words.HAN, 99)
        + _number(say, form, "fu", words.FU, 140)
        + "</div>"
        + _quick("han", [(str(han), say(words.SO_MANY_HAN).replace("{count}", str(han))) for han in range(1, 6)])
        + _quick(
            "fu", [(str(fu), say(words.SO_MANY_FU).replace("{count}", str(fu))) for fu in (20, 25, 30, 40, 50, 60)]
        )
        + "</details>"
        + (
            f'<details class="idle"><summary>{escape(say(words.BY_TILES))}</summary>'
            '<div class="hand" aria-hidden="true"></div><div class="pair">'
        )
        + _field(say, form, "hand", words.HAND_FIELD, more=' data-tiles="13"')
        + _field(say, form, "win", words.WIN_TILE, more=' data-tiles="1"')
        + "</div>"
        + _melds(say)
        + _keyboard(say)
        + _field(say, form, "melds", words.MELDS_FIELD, hint=words.MELDS_HINT)
        + '<div class="pair">'
        + _field(say, form, "indicators", words.INDICATORS, more=' data-tiles="5"')
        + _field(say, form, "ura", words.URA, more=' data-tiles="5"')
        + "</div>"
        + _number(say, form, "kitas", words.KITAS, 4)
        + (
            f'<fieldset class="f"><legend>{escape(say(words.WITH_FIELD))}</legend>'
            f'<div class="ticks">{moments}</div></fieldset>'
        )
        + _seats(say, "round", words.ROUND, chosen="east")
        + "</details>"
        + '<div class="pair">'
        + _number(say, form, "honba", words.HONBA, 999)
        + _number(say, form, "sticks", words.STICKS_BEFORE, 999)
        + "</div>"
        + (
            f'<fieldset class="f"><legend>{escape(say(words.IN_RIICHI))}</legend><div class="ticks">'
            + "".join(
                f'<label class="tick"><input type="checkbox" name="riichi" value="{seat}">'
                f"{escape(seat_name(seat, say))}</label>"
                for seat in _SEATS
            )
            + "</div></fieldset>"
        )
        + _submit(say, words.WORK_OUT)
    )


_VALUES = ("1/30", "2/30", "3/30", "3/40", "mangan", "haneman", "baiman", "yakuman")
"""Hands of one of several winners that can be tapped."""


def _one_of_several(say: Translator, nth: int) -> str:
    """A further winner as text, with buttons for the seat and for common hands."""

    def taps(part: str, options: Iterable[tuple[str, str]]) -> str:
        return (
            '<div class="quick">'
            + "".join(
                f'<button type="button" data-part="{part}" value="{escape(value)}">{escape(text)}</button>'
                for value, text in options
            )
            + "</div>"
        )

    ident = f"pay-winner-{nth}"
    # The third is for links that name each winner with its hand.
    return (
        f'<div class="build"{" hidden" if nth == 2 else ""}><div class="f">'
        f'<label for="{ident}">{escape(say(words.OTHER_WINNER))}</label>'
        f'<input id="{ident}" name="winner" type="text" data-nth="{nth}" autocapitalize="off" spellcheck="false" '
        f'aria-describedby="{ident}-hint">'
        f'<p class="small mut" id="{ident}-hint">{escape(say(words.OTHER_WINNER_HINT))}</p></div>'
        + taps("seat", [(seat, seat_name(seat, say)) for seat in _SEATS])
        + taps("value", [(value, say(value)) for value in _VALUES])
        + "</div>"
    )


_YAKUMAN = (
    "kokushi", "suuankou", "daisangen", "shousuushii", "daisuushii", "tsuuiisou", "chinroutou", "ryuuiisou",
    "chuuren_poutou", "suukantsu", "tenhou", "chiihou",
)  # fmt: skip


_FIRST_FOULS = (
    "wrong_tiles", "riichi_kan", "indicator_late", "indicator_wrong_tile", "replacement_wrongly",
    "replacement_forgotten",
)  # fmt: skip
"""Common fouls, which are asked by tapping them."""


def _foul(say: Translator) -> str:
    moments = "".join(
        f'<option value="{one}">{escape(capital(say(what)))}</option>' for one, what in NOTICED_WHEN.items()
    )
    common = "".join(
        f'<li><button type="button" class="row" data-ask="{name}">{escape(capital(say(FOULS[name])))}</button></li>'
        for name in _FIRST_FOULS
    )
    options = '<option value=""></option>' + "".join(
        f'<option value="{name}">{escape(capital(say(what)))}</option>' for name, what in FOULS.items()
    )
    return (
        _books(say)
        + (
            f'<div class="f"><label for="foul-name">{escape(say(words.WHICH_FOUL))}</label>'
            f'<select id="foul-name" name="name">{options}</select></div>'
        )
        + (
            '<label class="only"><input type="checkbox" name="corrected" value="1"> '
            f"{escape(say(words.CORRECTED))}</label>"
            '<label class="only"><input type="checkbox" name="repeated" value="1"> '
            f"{escape(say(REPEATED))}</label>"
            f'<div class="f"><label for="foul-noticed">{escape(say(NOTICED))}</label>'
            f'<select id="foul-noticed" name="noticed"><option value=""></option>{moments}</select></div>'
            f'<div class="f"><label for="foul-tiles">{escape(say(TILES_CONCERNED))}</label>'
            '<input id="foul-tiles" name="tiles" type="number" min="1" max="136" inputmode="numeric"></div>'
        )
        + _submit(say, words.PRICE)
        + f'<h2 class="small">{escape(say(words.COMMON_FOULS))}</h2><ul class="common">{common}</ul>'
    )


def _ask(say: Translator) -> str:
    return (
        _books(say)
        + _field(
            say, "ask", "question", words.QUESTION, kind="search", more=f' placeholder="{escape(say(words.OWN_WORDS))}"'
        )
        + '<div data-nearest="ask-nearest" aria-live="polite"></div>'
        + _submit(say, words.ASK_IT)
        + _common_questions(say)
    )


def _common_questions(say: Translator) -> str:
    """Return questions that are asked by tapping them: what happens most often, and all by the moment of a kan."""

    def listed(found: Iterable[str]) -> str:
        items = "".join(
            f'<li><button type="button" class="row" data-ask>{escape(say(one))}</button></li>' for one in found
        )
        return f'<ul class="common">{items}</ul>'

    folds = ""
    for moment in MomentOfKan:
        if found := [topic.question for topic in topics() if topic.moment is moment]:
            folds += f'<details class="idle"><summary>{escape(say(moment.value))}</summary>{listed(found)}</details>'
    return f'{incidents(say)}<h2 class="small">{escape(say(words.MORE_QUESTIONS))}</h2>{folds}'


def _position(say: Translator) -> str:
    groups = ""
    for title, path in chapters():
        options = "".join(
            f'<option value="{case.id}">{escape(say(case.question or case.name))}</option>'
            for case in cases_of(path)
            if not case.options and case.lines
        )
        groups += f'<optgroup label="{escape(title)}">{options}</optgroup>' if options else ""
    return (
        _books(say)
        + _tapped(say)
        + _submit(say, words.RULE_POSITION)
        + f'<div class="f"><label for="position-from">{escape(say(words.BEGIN_FROM))}</label>'
        '<select id="position-from" data-example>'
        f'<option value=""></option>{groups}</select></div>'
        f'<details class="idle"><summary>{escape(say(words.AS_TEXT))}</summary><div class="f">'
        f'<label for="position-cases">{escape(say(words.POSITION_TEXT))}</label>'
        '<textarea id="position-cases" name="cases" rows="16" spellcheck="false" '
        f'autocapitalize="off"></textarea></div></details>'
    )


def _tapped(say: Translator) -> str:
    """Return the form for a position built by tapping tiles. Missing tiles are filled in with neutral ones.

    Names that contain a dot stay out of the address and of the question.
    """
    return (
        _seats(say, "tap.seat", words.WHOSE_HAND, chosen="south")
        + '<div data-lay class="hand" aria-hidden="true"></div>'
        + _keyboard(say)
        + _melds(say)
        + '<div class="pair">'
        + _field(say, "position", "tap.hand", words.HAND_FIELD, more=' data-tiles="13"')
        + _field(say, "position", "tap.drawn", words.DRAW_FIELD, more=' data-tiles="1"')
        + "</div>"
        + f'<details class="idle"><summary>{escape(say(words.MORE_OF_POSITION))}</summary>'
        + _seats(say, "tap.turn", words.WHOSE_TURN)
        + _field(say, "position", "tap.melds", words.MELDS_FIELD, hint=words.MELDS_HINT)
        + '<div class="tri">'
        + _field(say, "position", "tap.live", words.NEXT_TILES, more=' data-tiles="5"')
        + _field(say, "position", "tap.rinshan", words.REPLACEMENTS, more=' data-tiles="4"')
        + _field(say, "position", "tap.indicators", words.INDICATORS, more=' data-tiles="5"')
        + "</div></details>"
    )


def _diff(say: Translator) -> str:
    return (
        _books(say, name="a", label=words.SIDE_A)
        + _books(say, name="b", label=words.SIDE_B)
        + _submit(say, words.COMPARE)
    )


def _compose(say: Translator) -> str:
    return (
        "<div data-preview></div>"
        + _books(say, label=words.BOOK_FIELD)
        + _field(say, "compose", "name", words.NAME_FIELD)
        + f'<details class="idle"><summary>{escape(say(words.CLUB_FACTS))}</summary>'
        + _field(say, "compose", "authority", words.CLUB, more=" data-head")
        + _field(say, "compose", "edition", words.EDITION, hint=words.EDITION_HINT, more=" data-head")
        + "</details>"
        + f'<details class="idle" hidden><summary>{escape(say(words.DRAFTS))}</summary>'
        f'<ul class="plain" data-drafts data-restore="{escape(say(words.RESTORE))}"></ul></details>'
        + '<p class="state" data-state role="status"></p><div data-said></div>'
        + '<div class="pair find">'
        + (
            f'<div class="f"><label for="compose-find">{escape(say(words.SEARCH_RULES))}</label>'
            '<input id="compose-find" type="search"></div>'
        )
        + (
            '<label class="only"><input type="checkbox" id="compose-only"> '
            f"{escape(say(words.ONLY_CHANGED))}</label></div>"
        )
        + f'<p data-none hidden>{escape(say(words.NO_QUESTION))}</p><div class="families" data-questions></div>'
        + _submit(say, words.SHOW_CHANGES)
        + f'<section class="file"><h2>{escape(say(words.SHARE))}</h2>'
        + '<p data-shared-state></p><ul class="common" data-open></ul><div data-lines></div>'
        + f'<details class="idle"><summary>{escape(say(words.EDIT_TEXT))}</summary>'
        f'<label class="vh" for="compose-toml">{escape(say(words.EDIT_TEXT))}</label>'
        + (
            '<textarea id="compose-toml" name="toml" rows="18" spellcheck="false" '
            'autocapitalize="off"></textarea></details>'
        )
        + (
            f'<div class="f"><label for="compose-open">{escape(say(words.OPEN_FILE))}</label>'
            '<input id="compose-open" type="file"></div>'
        )
        + '<div class="act">'
        + f'<button type="button" class="btn first" data-paper="">{escape(say(words.DOWNLOAD_SHEET))}</button>'
        + f'<button type="button" class="btn" data-paper="1">{escape(say(words.DOWNLOAD_CARD))}</button>'
        + (
            '<button type="button" class="btn" data-link '
            f'data-copied="{escape(say(words.COPIED))}">{escape(say(words.COPY_LINK))}</button>'
        )
        + f'<a class="btn" data-download data-text="{escape(say(words.DOWNLOAD))}" href="#"></a>'
        + f'<button type="button" class="btn" data-over>{escape(say(words.START_OVER))}</button></div>'
        + f'<div data-beside data-text="{escape(say(words.STANDS_ON))}"></div></section>'
    )


def _read(say: Translator) -> str:
    return _books(say) + _submit(say, words.READ)


_FORMS: dict[str, Callable[[Translator], str]] = {
    "riichi-kan": _riichi_kan,
    "pay": _pay,
    "foul": _foul,
    "ask": _ask,
    "position": _position,
    "diff": _diff,
    "compose": _compose,
    "read": _read,
}
"""The form of each tool, in the order of the page."""
_TITLES = TOOLS | {
    "diff": (words.COMPARE_ANY, words.COMPARE, words.COMPARE_LEAD),
    "read": (words.READ, words.READ, words.READ_LEAD),
}
