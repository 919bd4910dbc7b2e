"""What is done at a table: moving, taking back, lending, speaking, handing a seat over."""
