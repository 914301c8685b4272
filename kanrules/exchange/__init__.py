"""Import and export of other programs' rules: the meaning of each of their fields, and what a conversion loses."""
