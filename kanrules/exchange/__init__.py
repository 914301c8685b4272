"""Rules of other programs, brought here and sent there: every field of theirs by name, and what is lost on the way."""
