"""The conformance pack: the questions of the casebook as deals that any engine can play, and what plays them."""
