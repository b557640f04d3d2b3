"""The Excel add-in: an .xlam with our functions, a ribbon tab and help, made without Excel.

``build`` makes the file on any system; ``install`` and ``doctor`` are for Windows and say elsewhere
what works there instead. The macros stand as text in ``vba/``; the wrappers of the functions are
written from the registry.
"""
