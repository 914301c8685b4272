"""The law as a folder of pages for any web host: every ruleset, and the library itself in the reader's browser."""
