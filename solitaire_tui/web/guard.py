"""Which requests the web server answers: those of its own page only.

Any page in the player's browser may send requests to this computer. Its origin gives it away, or, if its name has been
made to point here (DNS rebinding), the name it calls us by.
"""

from __future__ import annotations

import socket
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit


def own_names(given: Collection[str], *, public: bool) -> frozenset[str]:
    """The host names by which this server may be called, apart from addresses.

    Args:
        given: what the player called it.
        public: whether others can reach it, who call this computer by its name.
    """
    names = {"localhost", *given}
    if public:
        name = socket.gethostname()
        names |= {name, f"{name}.local"}
    return frozenset(name.lower() for name in names)


def is_own(host: str | None, origin: str | None, names: Collection[str], *, public: bool) -> bool:
    """Whether a request comes from our own page, or from no page at all.

    Args:
        host: its Host header. The port in it need not be ours: a tunnel may have another one at its other end.
        origin: its Origin header; None if it has none.
        names: ``own_names``.
        public: whether addresses other than loopback ones are ours too; an address can't be made to point elsewhere.
    """
    try:
        name = urlsplit(f"//{host}").hostname if host else None
    except ValueError:
        return False
    if name is None or not (name in names or _is_own_address(name, public=public)):
        return False
    return origin is None or origin == f"http://{host}"


def _is_own_address(name: str, *, public: bool) -> bool:
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return public or address.is_loopback
