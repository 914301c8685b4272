"""The machine of one hand: turns, calls, kans, wins, draws, fouls."""
