# SPDX-License-Identifier: MIT
"""The USB host that the emulated board is plugged into.

Enumerates it, opens every serial port that it offers, unless told not to, and finds the endpoints
of its mass storage, which `massstorage` speaks over. Reads only what it must of the descriptors;
HID and MIDI are never touched. Sends the board nothing unless told to.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from emulator.usbpipe import Pipe, Port, descriptors
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
CLASS_COMMUNICATIONS, CLASS_MASS_STORAGE, CLASS_DATA = 2, 8, 10
BULK, FROM_DEVICE = 2, 0x80
CLEAR_FEATURE = 1  # of value 0: an endpoint's halt
SET_LINE_CODING, SET_CONTROL_LINE_STATE, DTR_AND_RTS = 0x20, 0x22, 3
PACKET_BYTES = 64


class UsbHost:
    """`ports`: the serial ports in the order of their descriptors, once it is configured.

    `storage`: the pipe of its mass storage, or None.
    """

    def __init__(self, usb: Any) -> None:
        self._usb = usb
        self.on_connected: Callable[[], Any] | None = None
        self.opens = True  # whether a terminal program is there: sets DTR on every port
        self.configured = False  # whether a device is there, enumerated to the end
        self.connections = 0  # how often one was
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
        self.feed(self.ports[port], data)

    def feed(self, pipe: Pipe, data: bytes) -> None:
        """Queue bytes for the device."""
        pipe.waiting.extend(data)
        self._serve(pipe)

    def set_line(self, port: int, on: bool) -> None:
        """A program opens a port, or closes it: DTR and RTS."""
        self._request(self.ports[port].interface, SET_CONTROL_LINE_STATE, DTR_AND_RTS if on else 0)

    def clear_halt(self, pipe: Pipe) -> None:
        """The device has refused to go on: forget what it was to be sent, and let it begin anew."""
        pipe.waiting.clear()
        kind = SetupType.STANDARD, SetupRecipient.ENDPOINT
        for address in (pipe.out_endpoint, FROM_DEVICE | pipe.in_endpoint):
            self._request(address, CLEAR_FEATURE, kind=kind)

    def set_speed(self, port: int, baud: int) -> None:
        """A program chooses `baud`, 8 bits, no parity, one stop bit."""
        coding = baud.to_bytes(4, "little") + bytes((0, 0, 8))
        self._request(self.ports[port].interface, SET_LINE_CODING, data=coding)

    def _forget(self) -> None:
        self.configured = False
        self.ports: list[Port] = []
        self.storage: Pipe | None = None
        self._sources: dict[int, Pipe] = {}
        self._sinks: dict[int, Pipe] = {}
        self._descriptor = bytearray()
        self._size: int | None = None
        self._requests: deque[tuple[bytes, bytes]] = deque()  # setup packets and their data
        self._asking: bytes | None = None  # the data of the request that is not acknowledged yet

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
        else:
            self._asking = None
            self._ask_next()
            if not self._requests and not self.configured:
                self._connected()

    def _connected(self) -> None:
        self.configured = True
        self.connections += 1
        if self.on_connected:
            self.on_connected()

    def _ask_configuration(self, size: int) -> None:
        self._usb.send_setup_packet(get_descriptor_packet(DescriptorType.CONFIGRATION, size))

    def _configure(self) -> None:
        pipe = None
        for kind, body in descriptors(self._descriptor):
            if kind == DescriptorType.INTERFACE:
                pipe = self._interface(number=body[2], device_class=body[5])
            elif kind == DescriptorType.ENDPOINT and pipe and body[3] & 3 == BULK:
                self._endpoint(pipe, body[2])
        self._asking = b""
        self._usb.send_setup_packet(set_device_configuration_packet(1))
        for port in range(len(self.ports)):
            self.set_line(port, self.opens)

    def _interface(self, number: int, device_class: int) -> Pipe | None:
        """The pipe whose bulk endpoints follow this interface, if any do."""
        if device_class == CLASS_MASS_STORAGE:
            self.storage = Pipe(number)
            return self.storage
        if device_class == CLASS_COMMUNICATIONS:
            self.ports.append(Port(number))
        return self.ports[-1] if device_class == CLASS_DATA and self.ports else None

    def _endpoint(self, pipe: Pipe, address: int) -> None:
        number = address & 15
        if address & FROM_DEVICE:
            pipe.in_endpoint = number
            self._sources[number] = pipe
        else:
            pipe.out_endpoint = number
            self._sinks[number] = pipe

    def _request(
        self,
        target: int,
        what: int,
        value: int = 0,
        data: bytes = b"",
        kind: tuple[SetupType, SetupRecipient] = (SetupType.CLASS, SetupRecipient.INTERFACE),
    ) -> None:
        """A request to an interface or an endpoint; the device is asked one after the other."""
        packet = create_setup_packet(
            ISetupPacketParams(
                data_direction=DataDirection.HOST_TO_DEVICE,
                type=kind[0],
                recipient=kind[1],
                b_request=what,
                w_value=value,
                w_index=target,
                w_length=len(data),
            )
        )
        self._requests.append((bytes(packet), data))
        self._ask_next()

    def _ask_next(self) -> None:
        if self._requests and self._asking is None:
            packet, self._asking = self._requests.popleft()
            self._usb.send_setup_packet(packet)

    def _device_ready(self, endpoint: int, size: int) -> None:
        pipe = self._sinks.get(endpoint)
        if endpoint == 0 and self._asking:
            self._usb.endpoint_read_done(0, bytearray(self._asking))
        elif pipe:
            pipe.room = size
            self._serve(pipe)

    def _serve(self, pipe: Pipe) -> None:
        """Hand over what is queued. With nothing queued the transfer stays open: empty packets
        would flood the board.
        """
        if pipe.room is None or not pipe.waiting:
            return
        count = min(pipe.room, len(pipe.waiting), PACKET_BYTES)
        pipe.room = None
        self._usb.endpoint_read_done(
            pipe.out_endpoint, bytearray(pipe.waiting.popleft() for _ in range(count))
        )
