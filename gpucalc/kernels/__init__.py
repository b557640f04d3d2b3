"""The formulas of the trade, each once, as ordinary numpy functions; all arguments broadcast."""
