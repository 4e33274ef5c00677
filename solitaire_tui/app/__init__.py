"""The application around the tables: menu, dialogs, rules reader, keys and themes."""
