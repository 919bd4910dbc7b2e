"""Pages, forms and streams for browsers."""
