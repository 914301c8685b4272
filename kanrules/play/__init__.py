"""What people hold: one hand, and a whole game of them, over the machine."""
