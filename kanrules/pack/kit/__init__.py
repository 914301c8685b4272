"""Plays whole deals on other engines, case by case: what a conformance pack brings with it. Plain Python, no
kanrules."""
