"""A game as lines of text: for a screen reader, a pipe or a plain terminal."""
