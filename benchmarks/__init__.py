"""How long the things take that people wait for; `make bench` prints them."""
