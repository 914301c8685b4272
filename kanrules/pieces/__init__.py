"""The things on a table and what players do with them: tiles, melds, the wall, actions, events, and readings."""
