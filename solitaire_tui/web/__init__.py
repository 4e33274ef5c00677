"""The game in a browser, played on this computer and shown by a web server of its own."""
