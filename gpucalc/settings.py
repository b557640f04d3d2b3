"""The few settings of a user: an environment variable, else a small file in the home folder.

The file holds one line, such as ``catalog = 'D:\\采购\\prices'`` (single quotes keep backslashes
as they are); ``gpucalc catalog use FOLDER`` writes it.
"""

from __future__ import annotations

import logging
import os
import tomllib
from pathlib import Path

VARIABLE = "GPUCALC_CATALOG"
_log = logging.getLogger("gpucalc")


def config_file() -> Path:
    """Where settings are kept: ``.gpucalc/config.toml`` in the user's home folder."""
    return Path.home() / ".gpucalc" / "config.toml"


def own_catalog() -> Path | None:
    """The folder with the user's own prices, or None. An empty GPUCALC_CATALOG means none."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named.strip()).expanduser() if named.strip() else None
    try:
        # Notepad puts a mark before UTF-8.
        found = tomllib.loads(config_file().read_text(encoding="utf-8-sig")).get("catalog")
    except OSError:
        return None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        # Prices would be the shipped ones without a word; a call cannot fail over a setting.
        _log.warning(
            "%s cannot be read (%s): write catalog = 'D:\\prices' in single quotes, or run "
            "gpucalc catalog use FOLDER / 无法读取该设置文件：路径请用单引号，"
            "或运行 gpucalc catalog use 文件夹",
            config_file(),
            error,
        )
        return None
    return Path(found).expanduser() if isinstance(found, str) and found else None


def use_catalog(folder: Path) -> Path:
    """Sets the folder for later runs; gives the file that holds the setting."""
    path = config_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    quoted = str(folder.resolve()).replace("\\", "\\\\").replace('"', '\\"')
    path.write_text(f'catalog = "{quoted}"\n', encoding="utf-8")
    return path
