"""The table of one hand: its state, a frozen snapshot, positions, and the protocol of the judge."""
