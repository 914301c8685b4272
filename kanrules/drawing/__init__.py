"""Pictures as SVG text, made from plain data: tile names, numbers, and words. This package uses no other class of
kanrules; its callers pass in what to draw.
"""
