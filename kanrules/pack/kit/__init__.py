"""The code in a conformance pack: plays whole deals on other engines, in plain Python without kanrules."""
