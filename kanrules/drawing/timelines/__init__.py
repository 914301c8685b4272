"""The timeline of a kan: an axis of moments and a lane for each kind of kan, for one ruleset or two; across or upright.

Dotted: the indicator is closed. Thick: it lies open. A flag stands where it is turned. A full diamond is a win that
counts it, an empty one does not. A hollow flag is where a waiting indicator is turned if something else comes first.
"""
