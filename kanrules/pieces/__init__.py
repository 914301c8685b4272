"""The pieces of the game: tiles, melds, the wall, actions, events, and readings of a hand."""
