"""The addresses of this machine: those that a link may have, and those by which the server is spoken to."""

import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

LOOPBACK = "127.0.0.1"
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
ANYWHERE = "192.0.2.1"
"""An address that nobody has: asking the way there sends nothing."""


def private_addresses() -> list[str]:
    """Every private address of this machine, the one of the default route first."""
    import ifaddr  # not wanted where only this machine is let in

    found = [
        ip.ip
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str) and _is_of_a_house(ip_address(ip.ip))
    ]
    first = _on_the_default_route()
    return [*([first] if first in found else []), *(each for each in found if each != first)]


def _is_of_a_house(address: IPv4Address | IPv6Address) -> bool:
    return address.is_private and not address.is_loopback and not address.is_link_local


def _on_the_default_route() -> str:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((ANYWHERE, 9))
        return str(probe.getsockname()[0])
    return ""


def hosts_of(addresses: Iterable[str], lan: bool) -> frozenset[str]:
    """The hosts by which this server may be spoken to, without a port, in small letters."""
    names = {host_of(address) for address in addresses}
    if lan:
        own = socket.gethostname().lower()
        names |= {own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}
    return LOOPBACK_NAMES | frozenset(name.lower() for name in names if name)


def host_of(address: str) -> str:
    """An address as it stands in a URL: an IPv6 one between brackets."""
    return f"[{address}]" if ":" in address and not address.startswith("[") else address


def is_address(text: str) -> bool:
    """Whether a text is the number of an address, and not a name."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
