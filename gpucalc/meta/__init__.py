"""Functions about the library itself: ordinary Python, each says why it is no formula."""
