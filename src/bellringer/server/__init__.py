"""The table in the browser: pages, a programs' interface, and what keeps the games. `bellringer serve` starts it."""
