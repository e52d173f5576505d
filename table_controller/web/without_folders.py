"""Sentences that anybody may read: they name files, and not where on this machine these lie."""

from __future__ import annotations

import re

_SAME_EVERYWHERE = "boot|dev|etc|proc|sys|usr"
"""Folders that every such machine has: they tell nothing of this one, and a remedy may need them."""
_FOLDERS = re.compile(rf"(?<![\w:/.])(?!/(?:{_SAME_EVERYWHERE})/)/(?:[^\s/:'\"()]+/)+(?=[^\s/:'\"()])")


def without_folders(text: str) -> str:
    """`/var/lib/table/match-0001.jsonl` as `match-0001.jsonl`, wherever it stands in the text."""
    return _FOLDERS.sub("", text)
