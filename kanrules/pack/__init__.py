"""The conformance pack: the questions of the casebook as deals that any engine can play, and the code that plays
them.
"""
