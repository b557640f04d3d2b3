"""The UDF module as its hosts see it."""
