"""What people use: one hand, and a whole game, on top of the machine."""
