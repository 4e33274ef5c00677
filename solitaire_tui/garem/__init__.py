"""The patience Garem: rules, words, layout and screen."""
