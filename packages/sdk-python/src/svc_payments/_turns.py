"""A limit of calls under way at once. Who waits comes in order, before the time limit of an attempt begins."""

from __future__ import annotations

import threading
from collections import deque
from typing import Deque, Optional

import anyio


class Turns:
    """For threads."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._lock = threading.Lock()
        self._waiting: Deque[threading.Lock] = deque()

    def take(self, seconds: Optional[float]) -> bool:
        """Whether there was a free place within this many seconds. None waits without a limit."""
        with self._lock:
            if self._free > 0:
                self._free -= 1
                return True
            gate = threading.Lock()
            gate.acquire()
            self._waiting.append(gate)
        passed = False
        try:
            passed = gate.acquire(timeout=-1 if seconds is None else min(max(seconds, 0), threading.TIMEOUT_MAX))
            return passed or not self._leave(gate)
        except BaseException:
            if passed or not self._leave(gate):
                self.give()
            raise

    def give(self) -> None:
        """Ends a turn, and begins that of the next in line."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1

    def _leave(self, gate: threading.Lock) -> bool:
        """Leaves the line; False when one's turn has come meanwhile."""
        with self._lock:
            if gate not in self._waiting:
                return False
            self._waiting.remove(gate)
            return True


class AsyncTurns:
    """For the tasks of one event loop."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: Deque[anyio.Event] = deque()

    async def take(self, seconds: Optional[float]) -> bool:
        """Whether there was a free place within this many seconds. None waits without a limit."""
        if self._free > 0:
            self._free -= 1
            return True
        turn = anyio.Event()
        self._waiting.append(turn)
        try:
            with anyio.move_on_after(seconds):
                await turn.wait()
        except BaseException:
            if turn.is_set():
                self.give()
            else:
                self._waiting.remove(turn)
            raise
        if not turn.is_set():
            self._waiting.remove(turn)
        return turn.is_set()

    def give(self) -> None:
        """Ends a turn, and begins that of the next in line."""
        if self._waiting:
            self._waiting.popleft().set()
        else:
            self._free += 1
