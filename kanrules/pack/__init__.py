"""The conformance pack: casebook questions as deals that any engine can play, and the code that plays them."""
