"""Where the points of a game came from: a chart and tables, at its end and at each moment of a replay."""
