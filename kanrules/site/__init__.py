"""The law as a folder of pages that any web host can serve: every ruleset, and the library itself in the reader's
browser.
"""
