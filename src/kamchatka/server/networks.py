"""The networks of addresses, which limits count instead of single addresses.

A subscriber with an IPv6 address usually has a whole /64, and often a /48. An IPv4 address counts by itself.
"""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

NARROW = 64  # bits of an IPv6 address that identify a subscriber's network
WIDE = 48  # bits that identify a site, which may have 65,536 such networks


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return the network that counts as one client. Text that isn't an IP address is returned unchanged.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    known = _parse(address)
    return address if known is None else _prefix(known, NARROW)


@lru_cache(maxsize=4096)
def wide_network_of(address: str) -> str | None:
    """Return the enclosing network, which has its own limit; None for IPv4 and for text that isn't an IP address.

    >>> wide_network_of("2001:db8:1:2:3:4:5:6"), wide_network_of("192.0.2.7")
    ('2001:db8:1::/48', None)
    """
    known = _parse(address)
    return _prefix(known, WIDE) if isinstance(known, IPv6Address) else None


def _parse(address: str) -> IPv4Address | IPv6Address | None:
    """Parse an address without its interface suffix. IPv4-mapped IPv6 becomes IPv4."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return known.ipv4_mapped or known if isinstance(known, IPv6Address) else known


def _prefix(address: IPv4Address | IPv6Address, bits: int) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((address, bits), strict=False))


class Proxies:
    """The proxies that FORWARDED_ALLOW_IPS trusts: addresses and networks with commas, or `*` for all.

    >>> "10.1.2.3" in Proxies("127.0.0.1, 10.0.0.0/8"), "192.0.2.1" in Proxies("127.0.0.1"), "192.0.2.1" in Proxies("*")
    (True, False, True)
    """

    def __init__(self, trusted: str) -> None:
        listed = {entry.strip() for entry in trusted.split(",")}
        self.are_all = "*" in listed
        self.hosts = listed
        self.networks = [ip_network(entry, strict=False) for entry in listed if "/" in entry]

    def __contains__(self, address: str) -> bool:
        """Whether the address is a trusted proxy."""
        if self.are_all or address in self.hosts:
            return True
        known = _parse(address) if self.networks else None
        return known is not None and any(known in network for network in self.networks)
