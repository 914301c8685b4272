"""What people hold: a whole game over the hands of the machine."""
