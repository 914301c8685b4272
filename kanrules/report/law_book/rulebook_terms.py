"""The words with which a published rulebook names things that these articles name otherwise."""

from __future__ import annotations

from kanrules.locale import marked as _N
from kanrules.ruleset import Ruleset

_EMA = {
    _N("honba"): "counter",
    _N("riichi stick"): "riichi bet",
    _N("go-around"): "set of turns",
    _N("fu"): "minipoints",
}
_CALLS = {_N("pon"): "pung", _N("chi"): "chow"}
_TERMS: dict[str, dict[str, str]] = {
    "ema-2016": {
        _N("kan"): "kong", "ankan": "concealed kong", "daiminkan": "melded kong",
        "shouminkan": "melded pung extended to a kong", **_CALLS, _N("han"): "fan", **_EMA,
    },
    "ema-2025": {
        _N("kan"): "quad", "ankan": "concealed quad", "daiminkan": "claimed quad", "shouminkan": "extended quad",
        **_EMA,
    },
}  # fmt: skip
"""By ruleset, the rulebook's word for each of ours. Read in the text that the ruleset cites."""


def rulebook_terms(rules: Ruleset) -> dict[str, str]:
    """Return the rulebook's word for each term of kanrules that it names otherwise; empty if there is none."""
    return next((_TERMS[layer.written.head.id] for layer in rules.layers if layer.written.head.id in _TERMS), {})
