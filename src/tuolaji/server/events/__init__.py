"""Events on the server: another front door to `event.commands`, over the same log files."""
