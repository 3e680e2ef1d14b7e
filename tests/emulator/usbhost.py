# SPDX-License-Identifier: MIT
"""The USB host that the emulated board is plugged into.

Enumerates it and opens every serial port that it offers, unless told not to. Reads only what it
must of the descriptors; mass storage, HID and MIDI are never touched. Sends the board nothing
unless told to.
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from rp2040py.usb.interfaces import (
    DataDirection,
    DescriptorType,
    ISetupPacketParams,
    SetupRecipient,
    SetupType,
)
from rp2040py.usb.setup import (
    create_setup_packet,
    get_descriptor_packet,
    set_device_address_packet,
    set_device_configuration_packet,
)

HEADER_BYTES = 9  # of a configuration descriptor; its bytes 2 and 3 tell the whole length
CLASS_COMMUNICATIONS, CLASS_DATA = 2, 10
BULK = 2
SET_CONTROL_LINE_STATE, DTR_AND_RTS = 0x22, 3
PACKET_BYTES = 64


class Port:
    """One serial port. `received`: all bytes since it was opened."""

    def __init__(self, interface: int) -> None:
        self.interface = interface
        self.out_endpoint = -1
        self.received = bytearray()
        self.on_data: Callable[[bytes], Any] | None = None
        self.waiting: deque[int] = deque()
        self.room: int | None = None  # bytes that the device is ready to take

    def take(self, data: bytes) -> None:
        self.received += data
        if self.on_data:
            self.on_data(data)


class UsbHost:
    """`ports`: the serial ports in the order of their descriptors, once it is configured."""

    def __init__(self, usb: Any) -> None:
        self._usb = usb
        self.on_connected: Callable[[], Any] | None = None
        self.opens = True  # whether a terminal program is there: sets DTR on every port
        self.connections = 0  # how often a device was enumerated to the end
        self._forget()
        usb.on_usb_enabled = usb.reset_device
        usb.on_reset_received = lambda: usb.send_setup_packet(set_device_address_packet(1))
        usb.on_endpoint_write = self._from_device
        usb.on_endpoint_read = self._device_ready
        usb.on_reset = self._forget

    def unplug(self) -> None:
        """Nobody there: the device is never enumerated."""
        for hook in (
            "on_usb_enabled",
            "on_reset_received",
            "on_endpoint_write",
            "on_endpoint_read",
        ):
            setattr(self._usb, hook, lambda *_: None)

    def send(self, port: int, data: bytes) -> None:
        """Queue bytes for the device's port."""
        target = self.ports[port]
        target.waiting.extend(data)
        self._serve(target)

    def _forget(self) -> None:
        self.ports: list[Port] = []
        self._sources: dict[int, Port] = {}
        self._sinks: dict[int, Port] = {}
        self._descriptor = bytearray()
        self._size: int | None = None
        self._to_open: deque[int] | None = None

    def _from_device(self, endpoint: int, data: bytes) -> None:
        if endpoint == 0:
            self._control(bytes(data))
        elif endpoint in self._sources:
            self._sources[endpoint].take(bytes(data))

    def _control(self, data: bytes) -> None:
        """The device has answered: ask for the next thing."""
        if not data:
            self._acknowledged()
        elif (
            self._size is None
            and len(data) == HEADER_BYTES
            and data[1] == DescriptorType.CONFIGRATION
        ):
            self._size = int.from_bytes(data[2:4], "little")
            self._ask_configuration(self._size)
        elif self._size is not None and len(self._descriptor) < self._size:
            self._descriptor += data
            if len(self._descriptor) >= self._size:
                self._configure()

    def _acknowledged(self) -> None:
        if self._size is None:
            self._ask_configuration(HEADER_BYTES)
        elif self._to_open:
            self._open(self._to_open.popleft())
            if not self._to_open:
                self._to_open = None
                self.connections += 1
                if self.on_connected:
                    self.on_connected()

    def _ask_configuration(self, size: int) -> None:
        self._usb.send_setup_packet(get_descriptor_packet(DescriptorType.CONFIGRATION, size))

    def _configure(self) -> None:
        port = None
        for kind, body in _descriptors(self._descriptor):
            if kind == DescriptorType.INTERFACE:
                port = self._interface(number=body[2], device_class=body[5])
            elif kind == DescriptorType.ENDPOINT and port and body[3] & 3 == BULK:
                self._endpoint(port, body[2])
        self._to_open = deque(port.interface for port in self.ports)
        self._usb.send_setup_packet(set_device_configuration_packet(1))

    def _interface(self, number: int, device_class: int) -> Port | None:
        """The port whose bulk endpoints follow this interface, if any do."""
        if device_class == CLASS_COMMUNICATIONS:
            self.ports.append(Port(number))
        return self.ports[-1] if device_class == CLASS_DATA and self.ports else None

    def _endpoint(self, port: Port, address: int) -> None:
        number = address & 15
        if address & 0x80:
            self._sources[number] = port
        else:
            port.out_endpoint = number
            self._sinks[number] = port

    def _open(self, interface: int) -> None:
        self._usb.send_setup_packet(
            create_setup_packet(
                ISetupPacketParams(
                    data_direction=DataDirection.HOST_TO_DEVICE,
                    type=SetupType.CLASS,
                    recipient=SetupRecipient.INTERFACE,
                    b_request=SET_CONTROL_LINE_STATE,
                    w_value=DTR_AND_RTS if self.opens else 0,
                    w_index=interface,
                    w_length=0,
                )
            )
        )

    def _device_ready(self, endpoint: int, size: int) -> None:
        port = self._sinks.get(endpoint)
        if port:
            port.room = size
            self._serve(port)

    def _serve(self, port: Port) -> None:
        """Hand over what is queued. With nothing queued the transfer stays open: empty packets
        would flood the board.
        """
        if port.room is None or not port.waiting:
            return
        count = min(port.room, len(port.waiting), PACKET_BYTES)
        port.room = None
        self._usb.endpoint_read_done(
            port.out_endpoint, bytearray(port.waiting.popleft() for _ in range(count))
        )


def _descriptors(data: bytearray) -> Iterator[tuple[int, bytearray]]:
    """(type, bytes) of each descriptor in a configuration."""
    start = 0
    while start < len(data) and data[start] >= 2:
        yield data[start + 1], data[start : start + data[start]]
        start += data[start]
