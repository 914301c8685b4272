"""The law as values and pure functions: options, reason codes, scoring, payments, and final points."""
