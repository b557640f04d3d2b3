"""Texts of a traced function: cell formulas and more, each a small table over one printer."""
