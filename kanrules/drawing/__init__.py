"""Pictures as SVG text, made from plain data: names of tiles, numbers and words. It knows no class of the library; the
other rooms hand it what is to be drawn.
"""
