"""The law as values and pure functions: options, codes, what a hand is worth, who pays."""
