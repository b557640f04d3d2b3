"""Prices of one's own: read from files of several kinds, checked, kept with their source.

A price stays in the unit, currency, term and tax basis in which it was quoted. What cannot be
trusted is rejected or flagged with its reason, row by row; nothing is averaged, nothing guessed.
"""
