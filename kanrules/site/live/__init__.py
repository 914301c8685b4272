"""Answers of the live tools, as HTML and as the JSON of the commands.

It runs in the browser with the same package; tests run it in Python.
"""
