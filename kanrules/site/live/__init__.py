"""What the live part answers: the questions of the forms, as HTML and as the JSON of the commands.

It runs in the browser, on the same library; a test runs it here.
"""
