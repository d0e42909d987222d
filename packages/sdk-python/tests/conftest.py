from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

import pytest

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent.parent
VECTORS = ROOT / "packages" / "testing" / "sdk-vectors"
NODE = os.environ.get("SVC_NODE", "node")


@contextmanager
def served(script: str, *arguments: str) -> Iterator[str]:
    """The address of one of the vectors' servers."""
    command = [NODE, str(VECTORS / script), *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None and server.stdout is not None
        yield server.stdout.readline().strip()
        server.stdin.close()


@pytest.fixture(scope="session")
def mock() -> Iterator[str]:
    """The address of the vectors' mock server."""
    with served("server.mjs") as address:
        yield address
