"""Payments as QR codes: drawn in a terminal, in a file, or within a page."""

from io import BytesIO, StringIO
from pathlib import Path

import segno

from ledger.core.refusals import Code, Refusal
from ledger.interchange.files import write_file


def payment_code(text: str) -> segno.QRCode:
    """Return the code of a payment: its UTF-8 bytes without ECI, at error level M."""
    return segno.make_qr(text.encode(), error="m", boost_error=False, mode="byte")


def drawn(code: segno.QRCode) -> str:
    """Return a code in half blocks of a terminal."""
    lines = StringIO()
    code.terminal(lines, compact=True)
    return lines.getvalue().rstrip("\n")


def svg_of(code: segno.QRCode) -> str:
    """Return a code as a picture within a page."""
    return code.svg_inline(omitsize=True, dark="#000", light="#fff")


def write_image(code: segno.QRCode, path: Path) -> None:
    """Write a code to a file.

    Raises Refusal if the name ends in neither .png nor .svg, or the file cannot be written.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind not in ("png", "svg"):
        raise Refusal(Code.FILE, f"{path} is neither a .png nor a .svg file", "Name it so that it ends in .png or .svg")
    picture = BytesIO()
    code.save(picture, kind=kind, scale=6)
    write_file(path, picture.getvalue())
