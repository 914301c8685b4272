"""Answers of the live tools, as HTML and as the JSON of the commands.

The same code runs in the browser; tests run it in Python.
"""
