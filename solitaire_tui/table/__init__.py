"""The card table: where cards lie, how they are drawn, and the screen on which they are played."""
