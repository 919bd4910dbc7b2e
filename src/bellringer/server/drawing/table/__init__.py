"""The parts of a table's page: what a viewer sees of it, as plain values, as drawn parts, at each moment."""
