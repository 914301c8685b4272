"""Sheets and slips as PDF, set by typst (the extra `kanrules[pdf]`) with embedded fonts."""
