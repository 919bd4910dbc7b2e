"""What a server does by itself from time to time."""
