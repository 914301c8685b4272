"""The keys of a ruleset, table by table."""
