"""The patience Raspad: rules, words, layout and screen."""
