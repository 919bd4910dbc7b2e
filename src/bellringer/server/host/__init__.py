"""What the host of a server does from outside: checks, backups, and commands beside a running server."""
