"""The command that serves the game to a browser. Importing this module loads no web server."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Final

import click

from solitaire_tui.console import fail, say
from solitaire_tui.extras import in_shell, installing
from solitaire_tui.faults import reason
from solitaire_tui.helptexts import Command, option, spoken_enough
from solitaire_tui.language import N_, _, from_environment

_LAST_PORT: Final = 65_535
_NEEDED: Final = ("textual_serve", "aiohttp")


@click.command(
    cls=Command,
    help=N_(
        "Let the game be played in a browser on this computer.\n\n"
        "Each tab is a window of its own on the games kept here; a closed tab leaves its game unfinished."
    ),
)
@option("--host", default="127.0.0.1", show_default=True, metavar=N_("ADDRESS"), help=N_("Where to listen."))
@option("--port", type=int, default=8000, show_default=True, metavar="N", help=N_("The port, 1 to 65535."))
@option(
    "--public",
    is_flag=True,
    help=N_("Allow an address that others can reach too: whoever reaches the port plays with your games."),
)
def serve(host: str, port: int, public: bool) -> None:
    if not 1 <= port <= _LAST_PORT:
        fail(_("--port {port}: a port is a number from 1 to {last}").format(port=port, last=_LAST_PORT))
    if not all(map(find_spec, _NEEDED)):
        fail(_("serve needs textual-serve: {command}").format(command=installing("web")))
    listening = _listening(host, port, public=public)
    from solitaire_tui.web.server import run

    address = listening.getsockname()[0]
    reachable = not _is_loopback(address)
    url = f"http://{_in_url(address)}:{port}/"
    say(_("Solitaire TUI is at {url} until Ctrl+C is pressed.").format(url=url))
    if reachable:
        say(_("Whoever reaches this port plays with your games."))
    spoken_enough()
    os.environ.update(_environment(os.environ))
    run(listening, _command(), names=(host,), public=reachable)


def _listening(host: str, port: int, *, public: bool) -> socket.socket:
    """The socket the server listens on; the program ends with one line if there can't be one."""
    nowhere = _("--host {host}: this computer has no such address").format(host=host or "''")
    if not host:
        fail(nowhere)  # it would stand for any address
    try:
        family, *_kind, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        fail(nowhere)
    if not (public or _is_loopback(str(address[0]))):
        fail(
            _(
                "--host {host}: others can reach this address and would play with your games; "
                "with --public it is served all the same"
            ).format(host=host)
        )
    try:
        return socket.create_server(address[:2], family=family)
    except OSError as error:
        # Python puts words of its own around what the system says.
        fault = OSError(error.errno, os.strerror(error.errno)) if error.errno else error
        fail(f"--host {host} --port {port}: {reason(fault)}")


def _is_loopback(address: str) -> bool:
    return ip_address(address.partition("%")[0]).is_loopback


def _in_url(address: str) -> str:
    """An address as it stands in a URL; for one that stands for all of this computer's, the computer's name."""
    if ip_address(address.partition("%")[0]).is_unspecified:
        return socket.gethostname()
    return f"[{address}]" if ":" in address else address


def _command() -> str:
    """The command line by which the shell becomes a game, run by the Python that runs this."""
    command = in_shell([sys.executable, "-m", "solitaire_tui"])
    # Without exec a shell would stand between us and the game, and outlive it.
    return command if sys.platform == "win32" else f"exec {command}"


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    """What the games are to find in their environment: a browser shows all of Unicode, whatever our terminal does."""
    code = from_environment(environ)
    return {"LC_ALL": f"{code}.UTF-8", "LANGUAGE": code, "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8"}
