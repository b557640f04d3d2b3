"""The add-in: its file, its macros, its installation."""
