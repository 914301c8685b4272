"""Import and export of other programs' rules: each of their fields by name, and what is lost in the conversion."""
