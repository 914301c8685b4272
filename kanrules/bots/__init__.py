"""Whole games played by programs: bots of ours, or any that speak mjai, at our table under any ruleset."""
