"""Sheets by their addresses: a page is drawn with the sheet open that its address names."""

import re
from html import escape

DETAILS = re.compile(r'<details\b(?:[^>]*?\bdata-sheet="([^"]*)")?|</details>')
AMONG_ALIKE = "~"
"""What separates the name of a sheet from its number among sheets of that name, from the second on."""


def with_open(page: str, sheet: str, who: str = "") -> str | None:
    """Return a page with a sheet open, and the sheets around it; None if it has no such sheet.

    The player `who` is chosen on it.
    """
    name, _, number = sheet.partition(AMONG_ALIKE)
    wanted, begun = int(number) if number.isdecimal() else 1, list[int]()
    for tag in DETAILS.finditer(page):
        if tag[0] == "</details>":
            begun.pop()
            continue
        begun.append(tag.start() + len("<details"))
        if tag[1] == name:
            wanted -= 1
            if not wanted:
                break
    else:
        return None
    before, after = page[: begun[-1]], page[begun[-1] :]
    for start in reversed(begun[:-1]):
        before = f"{before[:start]} open{before[start:]}"
    if who:
        inside, end, rest = after.partition("</details>")
        chosen = rf'(<input type="radio"[^>]* value="{re.escape(escape(who))}")'
        after = re.sub(chosen, r"\1 checked", inside, count=1) + end + rest
    return f"{before} open{after}"
