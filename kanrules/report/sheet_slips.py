"""Slips for referees: a penalty with its clause, a score with uma, oka and ties, and the differences from another
ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kanrules.desk.cited import cited, set_by, source_cited
from kanrules.desk.foul import foul
from kanrules.drawing.canvas import Theme
from kanrules.drawing.timelines.contents import description_of
from kanrules.drawing.timelines.lane import PAPER
from kanrules.drawing.timelines.lying_upright import draw_timeline
from kanrules.errors import wrong_use
from kanrules.kan.way_picture import COLUMNS
from kanrules.law.final_points import final, oka, uma
from kanrules.law.hook_values import PenaltyStep, PenaltyType
from kanrules.law.options import ChomboPays, UmaBy
from kanrules.locale import Translator, translator
from kanrules.locale import marked as _N
from kanrules.locale.sentences import capital, number
from kanrules.report import sheet_words as words
from kanrules.report.document import (
    Blank,
    Paragraph,
    Picture,
    Signatures,
    Slip,
    SlipBlock,
    TableBlock,
    Tone,
    Words,
)
from kanrules.report.rule_line import RuleLine, rule_line
from kanrules.report.sheet import page_address, sheet
from kanrules.ruleset import Origin, Ruleset
from kanrules.ruleset.diff import compare
from kanrules.ruleset.effects import decided_by
from kanrules.ruleset.history import former_editions
from kanrules.ruleset.keys import keys

PENALTY_SLIP, SCORE_SLIP = _N("Penalty slip"), _N("Score slip")
UNDER = _N("under {rules}")
BLANKS = (
    _N("Tournament, date"),
    _N("Table, round, hand"),
    _N("Player"),
    _N("Foul"),
    _N("Penalty"),
    _N("Points"),
    _N("What happened"),
)
_STORY = 6
"""Lines for what happened."""
SIGNATURES = (_N("Player"), _N("Referee"))
WHERE = BLANKS[:2]
HEAD = (_N("Player"), _N("Score"), _N("Place"), _N("Uma, oka, riichi sticks"), _N("Final points"))
PLAYERS = (_N("First dealer"), _N("South"), _N("West"), _N("North"))
BY_PLACE = (_N("Place"), _N("Uma and oka"))
STICKS = _N("Riichi sticks left: {sticks}")
NOT_THE_SUM = _N("Scores and riichi sticks add up to {sum}, but the game started with {whole} points.")
SINCE_PRINTED = _N("What changed since the printed sheet")
DIFFERS = _N("{rules} compared with {base}")
REFERENCE = _N("Reference: {ref}, {address}")
ASSUMED_ON_ONE_SIDE = _N("Rules that have a source on one side only, or on neither:")
NOTHING_DIFFERS = _N("No differences.")
_OF_A_SCORE = ("game.return_points", "game.uma", "game.ties", "game.sticks_left", "game.final_rounding")


def _filled(message: str, say: Translator, **values: str) -> str:
    said = say(message)
    for name, value in values.items():
        said = said.replace(f"{{{name}}}", value)
    return said


def penalty_slip(rules: Ruleset, name: str = "", language: str = "en", *, site: str = "") -> Slip:
    """Return a penalty slip: the foul, the penalty and its clause, with lines for signatures.

    `name` is a foul's name (`kanrules foul` lists them), or "" for a blank slip. `site` is the address of a site: the
    slip then prints the reference of the penalty. Raises UnreadableError for an unknown name.
    """
    say = translator(language)
    values: list[str] = [""] * len(BLANKS)
    facts: list[str] = []
    found: list[RuleLine | Paragraph] = []
    if name:
        answer = foul(name, rules)
        title = keys().get(f"penalty.{name}", keys()["riichi_kan.illegal"]).title
        step = answer.only_step if answer.is_settled else None
        values = [
            "",
            "",
            "",
            say(title),
            # With a condition, the referee has to look at that first.
            "" if step is None else say(words.PENALTIES[step.then]).format(value=step.points),
            "" if step is None else _points(step, rules),
            "",
        ]
        facts = [*_facts(answer.steps)]
        source = answer.ruling.source
        clause = set_by(answer.ruling, say) if answer.is_settled else ""
        clause = cited(answer.ruling, say) if source is not None else clause
        found = [rule_line(say(title), say(answer.said), clause, is_default=not answer.is_settled)]
        if site and answer.ruling.ref:
            where = f"{page_address(site, rules.id)}#{answer.ruling.key}"
            found.append(Paragraph((_filled(REFERENCE, say, ref=answer.ruling.ref, address=where),), Tone.QUIET))
    blanks = [
        Blank(say(label), value, _STORY if label == BLANKS[-1] else 1)
        for label, value in zip(BLANKS, values, strict=True)
    ]
    blanks[-1:-1] = [Blank(say(fact)) for fact in facts]
    signatures = Signatures(tuple(map(say, SIGNATURES)))
    about = _filled(UNDER, say, rules=rules.title_in(language))
    return Slip(say(PENALTY_SLIP), about, language, (*blanks, *found, signatures))


def _facts(steps: Sequence[PenaltyStep]) -> Iterator[str]:
    """Yield what a referee has to note, because the penalty depends on it."""
    if any(step.noticed is not None for step in steps):
        yield words.NOTICED
    if any(step.tiles is not None for step in steps):
        yield words.TILES_CONCERNED
    if any(step.repeated is not None for step in steps):
        yield words.REPEATED


def _points(step: PenaltyStep, rules: Ruleset) -> str:
    """Return the points that a step costs, of a chombo too if the ruleset fixes them; "" if it fixes none."""
    chombo, points = rules.options.chombo, step.points
    if step.then is PenaltyType.CHOMBO and chombo.pays is not ChomboPays.REVERSE_MANGAN:
        points = points or chombo.points
    return str(points) if points else ""


def wrong_sum(rules: Ruleset, scores: Sequence[int], *, sticks: int = 0, language: str = "en") -> str:
    """Return a sentence if the scores of a game and the sticks left do not add up to the points it started with, and ""
    if they do.
    """
    there, whole = sum(scores) + 1000 * sticks, int(rules["table.players"]) * rules.game.start_points
    if there == whole:
        return ""
    return _filled(NOT_THE_SUM, translator(language), sum=str(there), whole=str(whole))


def score_slip(
    rules: Ruleset, scores: Sequence[int] = (), *, sticks: int = 0, language: str = "en", site: str = ""
) -> Slip:
    """Return a score slip: the final points of a game by the ruleset's [game] table (uma, oka, ties, riichi sticks
    left).

    Takes the scores at the end, first dealer first, and the riichi sticks left on the table. Without scores, the slip
    is blank and shows the value of each place. With the address of a site, it prints the references of the rules.
    Raises UnreadableError if the number of scores is wrong.
    """
    say = translator(language)
    law = rules.game
    players = int(rules["table.players"])
    if scores and len(scores) != players:
        raise wrong_use(
            f"{number(len(scores), 'score')}: {rules.id} is played by {players} players; expected {players} scores, "
            "the first dealer's first"
        )
    rows: list[tuple[str, ...]] = []
    notes = []
    if scores:
        ended = final(scores, law, sticks=sticks)
        for at in range(players):
            place = str(ended.places[at]) + ("=" if ended.places.count(ended.places[at]) > 1 else "")
            rows.append((say(PLAYERS[at]), str(scores[at]), place, f"{ended.bonus[at]:+d}", f"{ended.points[at]:+d}"))
        notes = [_filled(STICKS, say, sticks=str(sticks))] if sticks else []
        if wrong := wrong_sum(rules, scores, sticks=sticks, language=language):
            notes.append(wrong)
    else:
        rows = [(say(PLAYERS[at]), "", "", "", "") for at in range(players)]
    blocks: list[SlipBlock] = [Blank(say(label)) for label in WHERE]
    blocks.append(TableBlock(tuple(map(say, HEAD)), tuple(rows), numbers=(1, 2, 3, 4)))
    if law.uma_by is UmaBy.PLACE:
        row = uma([law.start_points] * players, law)
        worth = [value + (oka(law, players) if not at else 0) for at, value in enumerate(row)]
        places = tuple((str(at), f"{value:+d}") for at, value in enumerate(worth, 1))
        blocks.append(TableBlock(tuple(map(say, BY_PLACE)), places, numbers=(1,)))
    blocks += _of_the_game(rules, language, site)
    blocks += [Paragraph((note,), Tone.QUIET) for note in notes]
    blocks.append(Signatures(tuple(map(say, PLAYERS[:players]))))
    return Slip(say(SCORE_SLIP), _filled(UNDER, say, rules=rules.title_in(language)), language, tuple(blocks))


def _of_the_game(rules: Ruleset, language: str, site: str) -> list[RuleLine | Paragraph]:
    """Return the lines of the sheet that decide a score, each with its document and clause, and with a site with its
    keys.
    """
    say = translator(language)
    page = sheet(rules, [language], site=site)
    group = next((one for one in page.groups if one.title[0] == say("The game")), None)
    wanted = {say(keys()[key].title) for key in _OF_A_SCORE} | {
        say(words.OKA),
        say(words.WHOLE_GAME),
        say(words.REST_OF_GAME),
    }
    documents = {one.mark: one.document for one in page.references}
    found: list[RuleLine | Paragraph] = []
    for line in () if group is None else group.lines:
        if line.subject[0] in wanted:
            cite = line.citation
            clause = f"{documents.get(cite.mark, '')} {cite.clause}".strip() or cite.instead
            if site and line.keys:
                clause = f"{clause} [{line.named}]".strip()
            found.append(rule_line(line.subject[0], line.answer[0].text, clause, is_default=cite.is_default))
    if site and found:
        found.append(Paragraph((page.where_to_look,), Tone.QUIET))
    return found


def since_printed(rules: Ruleset, language: str = "en") -> Slip | None:
    """Return a sheet of what this edition changed in the one that it replaces; None if that one has not been kept."""
    former = former_editions(rules)
    return difference_sheet(former[0], rules, language, SINCE_PRINTED) if former else None


def difference_sheet(base: Ruleset, rules: Ruleset, language: str = "en", title: str = DIFFERS) -> Slip:
    """Return a sheet of the differences from another ruleset, with the clauses of both."""
    say = translator(language)
    settled: list[Words] = []
    assumed: list[Words] = []
    for one in compare(base, rules):
        subject = say(words.PLUGINS if one.key == "ruleset.plugins" else capital(one.title))
        cells = [
            rule_line("", say(meaning), _clause(book, one.key, origin, say))
            for book, meaning, origin in ((base, one.meaning_a, one.origin_a), (rules, one.meaning_b, one.origin_b))
        ]
        (assumed if one.origin_a.is_default or one.origin_b.is_default else settled).append((subject, *cells))
    head = (say(words.SUBJECT), base.title, rules.title)
    blocks: list[SlipBlock] = []
    if settled or assumed:
        sides = [base.timeline, rules.timeline]
        drawn = draw_timeline(COLUMNS, sides, theme=Theme.LIGHT, say=say, room=PAPER)
        blocks.append(Picture(description_of(COLUMNS, sides, say), "", drawn))
    # What texts say comes first; a value without a source is not a difference between two texts.
    if settled:
        blocks.append(TableBlock(head, tuple(settled)))
    if assumed:
        blocks.append(Paragraph((say(ASSUMED_ON_ONE_SIDE),), Tone.QUIET))
        blocks.append(TableBlock(head, tuple(assumed), unsaid=True))
    title = _filled(title, say, rules=base.title, base=rules.title)
    about = f"{base.id}, {rules.id}"
    return Slip(title, about, language, tuple(blocks) or (Paragraph((say(NOTHING_DIFFERS),), Tone.QUIET),))


def _clause(rules: Ruleset, key: str, own: Origin, say: Translator) -> str:
    if key not in keys():
        return "" if own.source is None else source_cited(own.source, say)
    origin = rules.origin(decided_by(key, rules))
    return "" if origin.is_default else source_cited(origin.source, say) if origin.source is not None else origin.set_by
