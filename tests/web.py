# SPDX-License-Identifier: MIT
"""A web server on this machine, for what is downloaded."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Web:
    """`pages` is {path: answer}; an answer is the content, or a function that is given the handler.

    `asked`: the paths that were asked for, in order.
    """

    def __init__(self, address):
        self.base = f"http://{address[0]}:{address[1]}"
        self.pages = {}
        self.asked = []

    def answer(self, handler):
        self.asked.append(handler.path)
        page = self.pages.get(handler.path)
        if page is None:
            send(handler, b"not here", 404)
        elif callable(page):
            page(handler)
        else:
            send(handler, page)


def send(handler, content, status=200, length=None, **headers):
    """An answer; `length` may promise more than comes."""
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(content) if length is None else length))
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(content)


@contextmanager
def serving():
    """A Web, until the end of the block."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    server.web = Web(server.server_address)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.web
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.web.answer(self)

    def log_message(self, *_):
        pass
