"""Whole games played by programs: built-in bots, or any that speak mjai, under any ruleset."""
