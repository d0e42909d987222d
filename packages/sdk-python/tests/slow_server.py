"""A server of payments that takes its time, and knows who called it on which connection."""

from __future__ import annotations

import json
import socket
import time
from contextlib import contextmanager
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Lock, Thread
from typing import Iterator

#: How long a head takes that comes a byte at a time.
DRIP_SECONDS = 8.0


class Server(ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 1000
    address = ""
    hold = 0.0

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server_address[1]}"
        self.asked = Event()
        self.requests = 0
        self.at_once = 0
        self.most_at_once = 0
        self.count = Lock()

    def handle_error(self, request: object, client_address: object) -> None:
        pass  # The client has gone.


class Handler(BaseRequestHandler):
    server: Server
    request: socket.socket

    def handle(self) -> None:
        reader = self.request.makefile("rb")
        while line := reader.readline():
            while reader.readline().strip():
                pass
            self.answer(line.split()[1].decode())

    def answer(self, path: str) -> None:
        server = self.server
        with server.count:
            server.requests += 1
            server.at_once += 1
            server.most_at_once = max(server.most_at_once, server.at_once)
        server.asked.set()
        time.sleep(server.hold)
        with server.count:
            server.at_once -= 1
        if path.startswith("/drip"):
            self.drip()
        body = json.dumps({"id": path.rpartition("/")[2], "reference": str(self.client_address[1])}).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self.request.sendall(head.encode() + body)

    def drip(self) -> None:
        self.request.sendall(b"HTTP/1.1 200 OK\r\nX-Drip: ")
        for _ in range(int(DRIP_SECONDS * 10)):
            time.sleep(0.1)
            self.request.sendall(b"a")


@contextmanager
def slow_server(hold: float = 0) -> Iterator[Server]:
    with Server() as server:
        server.hold = hold
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield server
        server.shutdown()
