"""Plays whole deals on other engines, case by case: the code in a conformance pack. Plain Python, without kanrules."""
