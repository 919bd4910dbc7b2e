"""What any service has: settings, logs, figures, disk, keys, addresses, turns, threads. It knows no table, no page."""
