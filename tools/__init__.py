"""Commands for a clone of the repository: what they write is shipped, and no wheel has them."""
