"""Slips for referees as PDF."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from kanrules.drawing.canvas import FONT
from kanrules.report.document import Blank, Paragraph, Picture, Signatures, Slip, SlipBlock, TableBlock
from kanrules.report.paper.typesetting import JAPANESE, LATIN, PaperPage
from kanrules.report.rule_line import RuleLine

A4: dict[str, Any] = {"width": 210, "height": 297, "margin": 14, "size": 9.5}
A5: dict[str, Any] = {"width": 148, "height": 210, "margin": 10, "size": 9.5}

_KINDS: dict[type[SlipBlock], str] = {
    Blank: "blank",
    TableBlock: "table",
    RuleLine: "rule",
    Paragraph: "paragraph",
    Signatures: "signatures",
    Picture: "picture",
}
"""Names of the blocks in the template."""


def pdf(slip: Slip, *, paper: dict[str, Any] = A5) -> bytes:
    """Return the slip as PDF, with as many pages as it needs. Raises UnreadableError if the extra or a font is
    missing.
    """
    blocks = [{"kind": _KINDS[type(block)], **asdict(block)} for block in slip.blocks]
    for block in blocks:
        if block["kind"] == "picture":
            block["drawn"] = block["drawn"].replace(FONT, f"'{LATIN}','{JAPANESE}'")
    return PaperPage("slip", {**asdict(slip), "blocks": blocks}, [slip.language]).pdf(**paper)
