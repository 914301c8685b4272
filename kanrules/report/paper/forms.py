"""Slips and sheets for the floor as PDF."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from kanrules.report.forms import Form
from kanrules.report.paper.typesetting import Page

A4: dict[str, Any] = {"width": 210, "height": 297, "margin": 14, "size": 9.5}
A5: dict[str, Any] = {"width": 148, "height": 210, "margin": 10, "size": 9.5}


def pdf(form: Form, *, paper: dict[str, Any] = A5) -> bytes:
    """A form as PDF; what is longer than a page goes on on the next. Raises UnreadableError where the extra or a font
    is missing.
    """
    return Page("form", asdict(form), [form.language]).pdf(**paper)
