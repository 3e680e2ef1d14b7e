# SPDX-License-Identifier: MIT
"""Addresses of this machine alone: where to listen, and which ones a request may name.

A page of a foreign site whose name suddenly means 127.0.0.1 (DNS rebinding) still sends its own
name as Host: so a request is served only if it calls us by a loopback name and the port it arrived
at. Knows nothing of HTTP.
"""

from __future__ import annotations

import errno
import ipaddress
import os
import re
import socket
from typing import NamedTuple

from mastermind_host.errors import BUSY, USAGE, Fault

_HOST_PORT = re.compile(r"(?P<host>\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(?P<port>[0-9]{1,5})")


class Address(NamedTuple):
    """A host as a socket takes it (no brackets), and a port; port 0 asks for any free one."""

    host: str
    port: int

    @property
    def url(self) -> str:
        return (
            f"http://[{self.host}]:{self.port}/"
            if ":" in self.host
            else f"http://{self.host}:{self.port}/"
        )


def parse(text: str) -> Address:
    """The address in HOST:PORT; ValueError with a sentence if it is none, or not our own."""
    match = _HOST_PORT.fullmatch(text)
    if not match or int(match["port"]) > 65535:
        raise ValueError(
            f"{text!r} is no address: write HOST:PORT, such as 127.0.0.1:8765 or [::1]:8765."
        )
    if not is_loopback(match["host"]):
        raise ValueError(
            f"{match['host']} can be reached from other machines. "
            "The board is for this machine alone: use 127.0.0.1, [::1] or localhost."
        )
    host = match["host"].strip("[]")
    return Address("127.0.0.1" if host.lower() == "localhost" else host, int(match["port"]))


def is_loopback(name: str) -> bool:
    """Whether a host name, as written in an address, can mean this machine only."""
    if name.lower() == "localhost":
        return True
    if name.startswith("[") != (":" in name):
        return False
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


def names_us(host_port: str, port: int) -> bool:
    """Whether a Host, or what follows http:// in an Origin, is a loopback name with our port."""
    has_port = re.search(r":[0-9]+$", host_port)
    match = _HOST_PORT.fullmatch(host_port if has_port else host_port + ":80")
    return match is not None and is_loopback(match["host"]) and int(match["port"]) == port


def bind(address: Address) -> socket.socket:
    """A socket that listens there; Fault if it cannot."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        return socket.create_server(tuple(address), family=family)
    except OSError as error:
        raise _fault(address, error) from error


def bound(listener: socket.socket) -> Address:
    """Where the socket listens: the port is the real one."""
    return Address(*listener.getsockname()[:2])


def _fault(address: Address, error: OSError) -> Fault:
    reason = os.strerror(error.errno or 0)
    what = f"The page cannot be opened on {address.host} port {address.port}: {reason}."
    other = "mastermind play --listen 127.0.0.1:0"
    if error.errno == errno.EADDRINUSE:
        return Fault(
            what,
            "Another program is there: perhaps a board that is being played.",
            f"{other}   (any free port)",
            BUSY,
        )
    if error.errno == errno.EACCES:
        return Fault(what, "This port is for administrators.", f"{other}   (any free port)", BUSY)
    return Fault(what, "This machine has no such address.", other, USAGE)
