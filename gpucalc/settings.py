"""The few settings of a user: an environment variable, else a small file in the home folder."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

VARIABLE = "GPUCALC_CATALOG"


def config_file() -> Path:
    """Where settings are kept: ``.gpucalc/config.toml`` in the user's home folder."""
    return Path.home() / ".gpucalc" / "config.toml"


def own_catalog() -> Path | None:
    """The folder with the user's own prices, or None. An empty GPUCALC_CATALOG means none."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named.strip() else None
    try:
        found = tomllib.loads(config_file().read_text(encoding="utf-8")).get("catalog")
    except (OSError, tomllib.TOMLDecodeError):
        return None
    return Path(found) if isinstance(found, str) and found else None


def use_catalog(folder: Path) -> Path:
    """Sets the folder for later runs; gives the file that holds the setting."""
    path = config_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    quoted = str(folder.resolve()).replace("\\", "\\\\").replace('"', '\\"')
    path.write_text(f'catalog = "{quoted}"\n', encoding="utf-8")
    return path
