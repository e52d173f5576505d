"""Who is one client: what limits are kept by."""

from __future__ import annotations

import ipaddress

_OWN_BITS = 64
"""Leading bits of an IPv6 address that name a network: one machine has all the addresses in it (RFC 4291, 2.5.4)."""


def client_at(address: str) -> str:
    """The client at an address: the address itself, or in IPv6 its network. What is no address stands for itself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, _OWN_BITS), strict=False))
