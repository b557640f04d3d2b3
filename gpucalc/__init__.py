"""GPU rental for model training: worksheet functions, quote workbooks and batch reports.

Importing the package loads nothing else, so that a version check stays instant; import the module
you need (``gpucalc.edge``, ``gpucalc.registry``, ``gpucalc.batch``).
"""

__version__ = "0.1.0"
