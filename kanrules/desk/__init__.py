"""What a referee asks, answered as values: may this kan be declared, who pays, what does a foul cost, what is so
here."""
