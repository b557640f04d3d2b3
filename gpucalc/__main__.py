"""``python -m gpucalc``: the same command line as the ``gpucalc`` script."""

from gpucalc.cli import main

if __name__ == "__main__":
    main()
