"""The samples of the reference and the programs of the console: all of them run, and do what is shown."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from .conftest import PACKAGE, served


def run_all(folder: Path, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVC_API_KEY", "sk_test_1")
    monkeypatch.setenv("SVC_API_BASE", address)
    for sample in sorted(folder.glob("*.py")):
        runpy.run_path(str(sample))
    outcome: Any = httpx.get(f"{address}/_called", trust_env=False).json()
    assert (outcome["missing"], outcome["refused"]) == ([], [])


def test_every_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with served("samples.mjs") as address:
        run_all(PACKAGE / "samples" / "_generated", address, monkeypatch)


def test_every_program_of_the_console(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served("console-code.mjs", "Python", str(tmp_path)) as address:
        run_all(tmp_path, address, monkeypatch)
    programs = [str(program) for program in tmp_path.glob("*.py")]
    types = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *programs],
        cwd=PACKAGE,
        env={**os.environ, "MYPYPATH": "src"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert types.returncode == 0, types.stdout
