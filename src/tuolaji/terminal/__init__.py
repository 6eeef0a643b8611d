"""The game in the terminal: one person against bots, and the file their match is kept in."""
