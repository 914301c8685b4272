"""Answers on paper and screen: rule sheets, the casebook, the report of an audit, a hand as a timeline."""
