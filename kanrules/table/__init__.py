"""The table of one hand: its state, its frozen picture, positions, and the Protocol of who judges."""
