"""The public classes on top of the machine: one hand, a whole game, and the view of one seat."""
