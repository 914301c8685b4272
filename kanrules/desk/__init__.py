"""Answers to a referee's questions, as values: whether a kan is legal, who pays, the penalty for a foul, the state of a
position.
"""
