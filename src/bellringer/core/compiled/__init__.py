"""What rules are compiled against: the state and its head, dice, draws, asks, events, the loop that plays."""
