"""Answers on paper and screen: rule sheets, the casebook, audit reports, and hands as timelines."""
