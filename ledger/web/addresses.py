"""The addresses of this machine: those for links, and those under which the server answers."""

import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

LOOPBACK = "127.0.0.1"
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
ANYWHERE = "192.0.2.1"
"""An address reserved for documents: asking for the route there sends nothing."""


def private_addresses() -> list[str]:
    """Return every private address of this machine, the one of the default route first."""
    import ifaddr  # only needed with --lan

    addresses = [
        ip.ip
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str) and _is_of_a_local_network(ip_address(ip.ip))
    ]
    first = _on_the_default_route()
    return sorted(addresses, key=lambda address: address != first)


def _is_of_a_local_network(address: IPv4Address | IPv6Address) -> bool:
    return address.is_private and not address.is_loopback and not address.is_link_local


def _on_the_default_route() -> str:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((ANYWHERE, 9))
        return str(probe.getsockname()[0])
    return ""


def hosts_of(addresses: Iterable[str], lan: bool) -> frozenset[str]:
    """Return the hosts that this server answers to, without a port, in lower case."""
    names = {host_of(address) for address in addresses}
    if lan:
        own = socket.gethostname().lower()
        names |= {own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}
    return LOOPBACK_NAMES | frozenset(name.lower() for name in names if name)


def host_of(address: str) -> str:
    """Return an address as it stands in a URL: IPv6 in brackets."""
    return f"[{address}]" if ":" in address and not address.startswith("[") else address


def is_address(text: str) -> bool:
    """Return whether a text is an IP address."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
