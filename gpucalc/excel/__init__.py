"""Workbooks as bytes: fill a template, write computed values, find what Excel would refuse."""
