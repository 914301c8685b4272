"""The machine for one hand: turns, calls, kans, wins, draws, and fouls."""
