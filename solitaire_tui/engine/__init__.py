"""The adviser's own process, and the client through which the application asks it."""
