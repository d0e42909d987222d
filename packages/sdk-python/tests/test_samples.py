"""The samples that the reference shows: all of them run, and do what the contract shows."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import httpx
import pytest

from .conftest import PACKAGE, served

SAMPLES = sorted((PACKAGE / "samples" / "_generated").glob("*.py"))


def test_every_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with served("samples.mjs") as address:
        monkeypatch.setenv("SVC_API_KEY", "sk_test_1")
        monkeypatch.setenv("SVC_API_BASE", address)
        for sample in SAMPLES:
            runpy.run_path(str(sample))
        outcome: Any = httpx.get(f"{address}/_called", trust_env=False).json()
    assert (outcome["missing"], outcome["refused"]) == ([], [])
