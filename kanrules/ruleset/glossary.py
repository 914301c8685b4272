"""The terms of the field, with their meaning, other names, and related keys."""

from __future__ import annotations

from functools import cache

from kanrules.frozen import dataclass
from kanrules.locale import marked as _N
from kanrules.ruleset.keys import keys


@dataclass(frozen=True, slots=True)
class Word:
    """One term: its meaning, and other names for it."""

    meaning: str
    also: tuple[str, ...] = ()
    outside: bool = False
    """True if no key can express it, so that it belongs in [notes]."""


GLOSSARY: dict[str, Word] = {
    "ankan": Word(
        _N("A concealed kan: four identical concealed tiles that a player declares in their own turn."),
        ("concealed kan", "closed kan", "concealed kong", "carré fermé", "暗槓", "アンカン", "暗カン"),
    ),
    "daiminkan": Word(
        _N("An open kan: three concealed tiles and the fourth called from a discard."),
        ("minkan", "open kan", "carré ouvert", "grand carré ouvert", "大明槓", "明槓", "ダイミンカン", "大明カン"),
    ),
    "shouminkan": Word(
        _N("An added kan: the fourth tile added to an open pon. The only kan that any winning hand may rob."),
        (
            "kakan",
            "chakan",
            "shominkan",
            "added kan",
            "carré ajouté",
            "加槓",
            "小明槓",
            "カカン",
            "ショウミンカン",
            "小明カン",
        ),
    ),
    "kantsu": Word(
        _N("A set of four identical tiles, made by a kan."),
        ("quad", "kong", "four of a kind", "carré", "槓子", "カンツ"),
    ),
    "rinshanpai": Word(
        _N("The replacement tile: a player who declares a kan draws it from the dead wall, which holds four of them."),
        (
            "replacement tile",
            "rinshan tile",
            "dead wall draw",
            "tuile de remplacement",
            "vervangende steen",
            "Ersatzstein",
            "嶺上牌",
            "リンシャンハイ",
        ),
    ),
    "rinshan_kaihou": Word(
        _N("The yaku for winning on a replacement tile."),
        ("rinshan", "rinshan kaihou", "嶺上開花"),
    ),
    "wanpai": Word(
        _N(
            "The dead wall: fourteen tiles that are not drawn in turn. After each kan the last tile "
            "of the live wall becomes part of it."
        ),
        ("dead wall", "mur mort", "dode muur", "tote Mauer", "王牌", "ワンパイ"),
    ),
    "kandora": Word(
        _N("The extra dora for a kan, shown by a further dora indicator in the dead wall."),
        ("kan dora", "new dora", "槓ドラ", "カンドラ"),
    ),
    "kan-ura": Word(
        _N("The ura dora under a kan dora indicator, which a winner in riichi also counts."),
        ("kanura", "kan ura", "槓裏"),
    ),
    "indicator": Word(
        _N("A dora indicator: a face-up tile of the dead wall. The next tile in order is dora."),
        (
            "dora indicator",
            "dorahyouji",
            "indicateur",
            "indicateur de dora",
            "dorawijzer",
            "Dora-Indikator",
            "ドラ表示牌",
        ),
    ),
    "chankan": Word(
        _N(
            "Robbing a kan: winning by ron on the tile that another player adds to a pon. The kan is "
            "then not completed."
        ),
        ("robbing a kan", "voler un carré", "een kan roven", "搶槓", "槍槓", "チャンカン"),
    ),
    "sekinin_barai": Word(
        _N("Liability: a player who feeds the set that makes another player's yakuman certain pays for it."),
        ("sekinin barai", "pao", "liability", "aansprakelijk", "包", "責任払い"),
    ),
    "suukaikan": Word(
        _N("The abortive draw that ends a hand after four kans."),
        ("suukan sanra", "four-kan draw", "四開槓", "四槓散了", "四槓流れ", "四カン流れ"),
    ),
    "sankantsu": Word(_N("The yaku for three kans in one hand."), ("three kans", "三槓子")),
    "suukantsu": Word(
        _N("The yakuman for four kans in one hand."),
        ("four kans", "四槓子"),
    ),
    "kokushi": Word(
        _N(
            "Thirteen orphans: one of each terminal and honour, and a pair of one of them. Under "
            "some rulesets only this hand may rob an ankan."
        ),
        ("kokushi musou", "thirteen orphans", "国士無双"),
    ),
    "furiten": Word(
        _N("Unable to win by ron because the player discarded a winning tile or let one pass."),
        ("振聴", "フリテン"),
    ),
    "tenpai": Word(_N("One tile away from a complete hand."), ("聴牌", "テンパイ")),
    "wait": Word(
        _N("A tile that completes the hand."),
        ("machi", "attente", "Wachtend Spel", "待ち"),
    ),
    "reading": Word(
        _N(
            "One way to divide a hand into sets and a pair. A hand can have several readings, and a "
            "kan in riichi can remove one."
        ),
        ("shape", "mentsu kousei", "面子構成"),
    ),
    "okuri-kan": Word(
        _N("A kan in riichi of four tiles that do not include the one just drawn."),
        ("okurikan", "送り槓"),
    ),
    "kyoku": Word(_N("A hand: from the deal to a win or a draw."), ("hand", "局")),
    "honba": Word(
        _N("A counter for repeated hands, which adds points to a win."),
        ("counter", "本場"),
    ),
    "riichi_stick": Word(
        _N("The stick worth 1,000 points that a player puts down with riichi; the next winner takes it."),
        ("riichi stick", "kyoutaku", "供託"),
    ),
    "chombo": Word(
        _N("The penalty for a serious foul: the hand is over and the offender pays."),
        ("chonbo", "チョンボ"),
    ),
    "dead_hand": Word(
        _N("A hand whose player may no longer call or win, but continues to draw and discard."),
        ("dead hand", "agari houki", "アガリ放棄"),
    ),
    "ippatsu": Word(
        _N("The yaku for winning within one uninterrupted go-around after riichi."),
        ("一発",),
    ),
    "ura_dora": Word(
        _N("The dora under the dora indicators, counted only by a winner in riichi."),
        ("ura", "ura dora", "裏ドラ"),
    ),
    "kuikae": Word(
        _N("Calling a tile and then discarding one that could take its place in the set."),
        ("swap calling", "喰い替え", "食い替え"),
    ),
    "haitei": Word(
        _N(
            "The last tile of the live wall, and the yaku for a tsumo on it. A player who draws it must "
            "not declare a kan."
        ),
        ("haiteihai", "last tile", "海底", "海底牌", "ハイテイハイ", "dernière tuile"),
    ),
    "houtei": Word(
        _N("The yaku for a ron on the last discard, which may not be called for a set."),
        ("houteihai", "last discard", "河底"),
    ),
    "menzen": Word(
        _N("A closed hand: a hand without calls. An ankan keeps it closed; a daiminkan or a shouminkan does not."),
        ("closed hand", "concealed hand", "門前", "面前", "メンゼン", "main fermée", "gesloten hand"),
    ),
    "mentsumo": Word(
        _N("The yaku for a tsumo with a closed hand."), ("menzen tsumo", "menzen tsumohou", "門前清自摸和")
    ),
    "mentsu": Word(
        _N("A set: three consecutive or three identical tiles. A kan counts as one, with a fourth tile."),
        ("面子", "メンツ", "groupe", "élément"),
    ),
    "koutsu": Word(
        _N("A set of three identical tiles; a kan counts as one in every yaku."),
        ("triplet", "ankou", "anko", "minkou", "minko", "brelan", "刻子", "コーツ", "暗刻", "明刻"),
    ),
    "shuntsu": Word(
        _N("Three consecutive tiles of a suit. A kan in riichi can break a run that a reading of the hand needs."),
        ("run", "sequence", "suite", "reeks", "順子"),
    ),
    "pon": Word(_N("Calling any player's discard for a triplet."), ("pung", "ポン")),
    "chi": Word(_N("Calling the discard of the player on the left for a run."), ("chii", "チー")),
    "ron": Word(_N("Winning on another player's discard, or by robbing a kan."), ("ロン", "栄和")),
    "tsumo": Word(
        _N("Winning on a tile that the player draws, including the replacement tile; also the draw itself."),
        ("self-draw", "自摸", "ツモ", "ツモる", "pioche"),
    ),
    "naki": Word(
        _N("A call: taking another player's discard to make an open set."),
        ("call", "furo", "open meld", "鳴き", "副露", "フーロ", "appel"),
    ),
    "sutehai": Word(_N("A discard."), ("discard", "捨て牌", "打牌", "défausse", "afgelegde steen")),
    "tehai": Word(_N("The tiles in a player's hand, thirteen before the draw."), ("hand tiles", "手牌", "てはい")),
    "taacha": Word(_N("The other three players."), ("other players", "他家", "ターチャ")),
    "toimen": Word(
        _N("The player across. In a daiminkan from this player, one of the two middle tiles is turned sideways."),
        ("player across", "対面", "joueur en face"),
    ),
    "kamicha": Word(
        _N(
            "The player on the left, who plays before. In a daiminkan from this player, the left tile is "
            "turned sideways."
        ),
        ("player before", "left player", "上家"),
    ),
    "shimocha": Word(
        _N(
            "The player on the right, who plays next. In a daiminkan from this player, the right tile is "
            "turned sideways."
        ),
        ("player after", "right player", "下家"),
    ),
    "ryuukyoku": Word(
        _N("A hand that ends without a win."),
        ("draw game", "exhaustive draw", "abortive draw", "流局", "donne nulle", "remise"),
    ),
    "ryanmen": Word(_N("A wait on both ends of two consecutive tiles."), ("two-sided wait", "両面")),
    "penchan": Word(_N("A wait on the only open end of 12 or 89."), ("edge wait", "Randsteen", "辺張")),
    "kanchan": Word(_N("A wait on the tile between two others."), ("closed wait", "嵌張")),
    "tanki": Word(_N("A wait for the second tile of the pair."), ("pair wait", "Sluitpaar", "単騎")),
    "toitoi": Word(_N("The yaku for four triplets; kans count as triplets."), ("all triplets", "対々和", "対対和")),
    "sanankou": Word(
        _N("The yaku for three concealed triplets; an ankan counts as one."), ("three concealed triplets", "三暗刻")
    ),
    "suits": Word(
        _N("Characters (m), circles (p) and bamboo (s)."), ("manzu", "pinzu", "souzu", "萬子", "筒子", "索子")
    ),
    "renhou": Word(_N("A ron before the winner's first draw."), ("人和",)),
    "ryuuiisou": Word(
        _N("The yakuman for a hand of green tiles only: 2 3 4 6 8 of bamboo and hatsu, which some rulesets require."),
        ("all green", "緑一色"),
    ),
    "head_bump": Word(
        _N("If several players call ron on one tile, only the first in turn order after the discarder wins."),
        ("head bump", "atamahane", "頭ハネ"),
    ),
    "nagashi_mangan": Word(
        _N("A payment at an exhaustive draw to a player whose discards were all terminals and honours."),
        ("nagashi", "流し満貫"),
    ),
    "suufon_renda": Word(_N("The abortive draw after the same wind as the first four discards."), ("四風連打",)),
    "suucha_riichi": Word(_N("The abortive draw after riichi by all four players."), ("四家立直",)),
    "sanchahou": Word(
        _N("The abortive draw after three players call ron on one tile."),
        ("triple ron", "三家和"),
    ),
    "kyuushu_kyuuhai": Word(
        _N("Nine different terminals and honours on the first draw: the player may end the hand."),
        ("九種九牌",),
    ),
    "hanchan": Word(
        _N("A game of two winds, east and south; the usual length."),
        ("hanchansen", "tonnansen", "east-south", "半荘", "半荘戦", "東南戦"),
    ),
    "tonpuusen": Word(_N("A game of one wind, east."), ("tonpuu", "east only", "東風", "東風戦")),
    "issou": Word(_N("A game of all four winds."), ("iisou", "iichan", "一荘", "一荘戦")),
    "uma": Word(
        _N(
            "Points for the places at the end of a game, in addition to the score: the lower places pay "
            "the higher ones."
        ),
        ("placement bonus", "jun'i uma", "ウマ", "順位ウマ", "順位点"),
    ),
    "floating_uma": Word(
        _N("An uma that also depends on how many players are above the starting points."),
        ("shizumi uma", "uki shizumi", "浮き沈み", "浮きウマ", "沈みウマ"),
    ),
    "oka": Word(
        _N("The bonus for first place if the return is above the starting points: four times the difference."),
        ("top prize", "オカ", "トップ賞"),
    ),
    "return_points": Word(
        _N("The points from which final scores are calculated."),
        ("kaeshi", "genten", "target score", "返し", "原点", "返し点"),
    ),
    "agari-yame": Word(
        _N("A dealer who wins the last hand and is in first place ends the game instead of dealing again."),
        ("agariyame", "アガリ止め", "和了止め", "アガリやめ", "和了やめ"),
    ),
    "tenpai-yame": Word(
        _N(
            "A dealer who is tenpai at the exhaustive draw of the last hand and is in first place ends "
            "the game instead of dealing again."
        ),
        ("tenpaiyame", "テンパイ止め", "聴牌止め", "テンパイやめ", "聴牌やめ"),
    ),
    "extension": Word(
        _N(
            "A further wind if no player has reached the goal after the last hand: south after an "
            "east game, west after a hanchan."
        ),
        ("shaanyuu", "nannyuu", "west round", "sudden death", "西入", "南入", "延長戦"),
    ),
    "bust": Word(
        _N("A player runs out of points; if the rules say so, the game is over."),
        ("tobi", "hakoware", "hakoshita", "dobon", "トビ", "飛び", "箱下", "ハコ下", "ドボン"),
    ),
    "chips": Word(
        _N("Tokens paid in addition to points, for ippatsu, red fives, ura dora or a yakuman."),
        ("chip", "shuugi", "チップ", "祝儀", "ご祝儀"),
        outside=True,
    ),
    "bust prize": Word(
        _N("A payment to the player who makes another player bust."),
        ("tobishou", "tobi prize", "tobi bonus", "bust bonus", "飛び賞", "トビ賞"),
        outside=True,
    ),
    "yakitori": Word(
        _N("A payment at the end of the game by a player who has not won a hand."),
        ("焼き鳥", "焼鳥", "ヤキトリ"),
        outside=True,
    ),
    "substitutes": Word(
        _N("The players who may replace another player, and the conditions."),
        ("substitute", "substitution", "daisou", "代走", "代打ち"),
        outside=True,
    ),
    "late players": Word(
        _N("The rule for a player who is not at the table when the game begins."),
        ("late player", "late arrival", "lateness", "late", "no show", "遅刻"),
        outside=True,
    ),
    "fees": Word(
        _N("The cost of playing."),
        ("fee", "entry fee", "table fee", "game fee", "場代", "ゲーム代", "参加費"),
        outside=True,
    ),
    "seating": Word(
        _N("The way in which seats and the first dealer are chosen."),
        ("seat draw", "tsukamidori", "bagime", "場決め", "場所決め", "席決め"),
        outside=True,
    ),
    "thinking time": Word(
        _N("The time that a player has for one action."),
        ("clock", "turn timer", "thinking", "長考", "持ち時間"),
        outside=True,
    ),
    "wareme": Word(
        _N("The player whose wall is broken pays and receives double."),
        ("割れ目", "ワレメ"),
        outside=True,
    ),
    "open riichi": Word(
        _N("A riichi declared with the hand, or its waits, shown."),
        ("open reach", "オープンリーチ", "オープン立直"),
        outside=True,
    ),
    "handicap": Word(_N("A difference in starting points between players."), ("ハンデ",), outside=True),
    "sanma": Word(
        _N(
            "Riichi for three players: `table.players = 3`. A three-player record needs a "
            "three-player ruleset; it is out of scope under a four-player one."
        ),
        ("three-player mahjong", "three players", "san-nin mahjong", "三麻", "三人麻雀"),
    ),
    "mpsz": Word(
        _N(
            "A notation for tiles: 123m 406p 789s 1122z. 0 is a red five, and 1z to 7z are east, "
            "south, west, north, haku, hatsu, chun."
        )
    ),
    "ari/nashi": Word(
        _N("Japanese for with and without: a rule is ari (used) or nashi (not used)."),
        ("ari", "nashi", "有無"),
    ),
}
"""Every term, by the spelling that kanrules uses."""


def look_up(word: str) -> str:
    """Return the glossary's spelling of a term or of another name for it; "" if it is unknown."""
    folded = word.strip().casefold().replace("_", " ").replace("-", " ")
    for name, entry in GLOSSARY.items():
        names = (name, *entry.also)
        if folded in {other.casefold().replace("_", " ").replace("-", " ") for other in names}:
            return name
    return ""


@cache
def keys_about(name: str) -> tuple[str, ...]:
    """Return the keys whose declarations name this term, in the order that they give, or else in file order."""
    found = [
        (term.partition("|")[2], key.name)
        for key in keys().values()
        for term in key.terms
        if term.partition("|")[0] == name
    ]
    return tuple(key for _, key in sorted(found, key=lambda one: one[0]))


def outside(word: str) -> str:
    """Return a message for a table or key named after something that no key can express; "" for any other name."""
    name = look_up(word)
    if not name or not GLOSSARY[name].outside:
        return ""
    return f"{name}: outside of what kanrules knows; say it in words, as a line of `text` in [notes]"
