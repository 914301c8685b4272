"""The timeline of a kan: an axis of moments and a lane for each kind of kan, for one ruleset or two, horizontal or
upright.

Before its kan dora indicator is turned, a lane is dotted; afterwards it is thick. A flag marks the turn. A full diamond
is a win that counts the indicator; an empty one does not. A hollow flag marks where a waiting indicator is turned if
something else happens first.
"""
