"""The package as its users get it: typed, linted, built to the same bytes each time, and whole when it is installed."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import Dict, List

import pytest

import svc_payments

from .conftest import PACKAGE

BUILD = "import sys; from flit_core import buildapi; print(buildapi.build_{kind}(sys.argv[1]))"


def run(*command: str, cwd: Path = PACKAGE, **env: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **env}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_types_are_complete() -> None:
    run(sys.executable, "-m", "mypy", "--strict", "src", "tests", "examples", "samples")


def test_lint_and_format() -> None:
    run(sys.executable, "-m", "ruff", "check", ".")
    run(sys.executable, "-m", "ruff", "format", "--check", ".")


def test_the_version_is_the_same_everywhere() -> None:
    project = (PACKAGE / "pyproject.toml").read_text("utf8")
    changes = (PACKAGE / "CHANGELOG.md").read_text("utf8")
    assert re.findall(r'^version = "(.*)"$', project, re.MULTILINE) == [svc_payments.__version__]
    assert re.findall(r"^## (.*)$", changes, re.MULTILINE)[0] == svc_payments.__version__


def test_the_readme_names_every_method() -> None:
    readme = (PACKAGE / "README.md").read_text("utf8")
    rows = dict(re.findall(r"^\| `svc\.(\w+)` +\| (.*?) +\|$", readme, re.MULTILINE))
    told = {resource: set(re.findall(r"`(\w+)`", methods)) for resource, methods in rows.items()}
    client = svc_payments.Svc("sk_test_1", base_url="http://svc.test")
    resources = {name: value for name, value in vars(client).items() if not name.startswith("_")}
    assert told == {
        name: {method for method in dir(value) if not method.startswith("_")} - {"with_raw_response"}
        for name, value in resources.items()
    }


def test_the_readmes_snippets_define_the_names_that_they_use(tmp_path: Path) -> None:
    readme = (PACKAGE / "README.md").read_text("utf8")
    program = tmp_path / "readme.py"
    program.write_text("\n".join(re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)), "utf8")
    run(sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "F821", str(program))


def build(kind: str, source: Path, seconds: int) -> Path:
    """A build of a fresh copy whose files have times of their own."""
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__", "tests"))
    for path in source.rglob("*"):
        os.utime(path, (seconds, seconds))
    name = run(
        *(sys.executable, "-c", BUILD.format(kind=kind), str(source)), cwd=source, SOURCE_DATE_EPOCH="1795338000"
    )
    return source / name.strip()


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_builds_are_the_same_bytes_each_time(kind: str, tmp_path: Path) -> None:
    builds = [build(kind, tmp_path / str(seconds), seconds) for seconds in (1_000_000_000, 1_700_000_000)]
    first, second = (hashlib.sha256(path.read_bytes()).hexdigest() for path in builds)
    assert first == second


def test_the_sdist_has_what_a_wheel_is_built_from(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path / "source", 1_000_000_000)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "src/svc_payments/py.typed"} <= names


def test_the_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    wheels = os.environ.get("SVC_PYTHON_WHEELS")
    if wheels is None:
        pytest.skip("needs the wheels that `npm run test:python` keeps")
    wheel = build("wheel", tmp_path / "source", 1_000_000_000)
    with zipfile.ZipFile(wheel) as archive:
        assert {"svc_payments/py.typed", "svc_payments/_generated/models.py"} <= set(archive.namelist())
    venv.create(tmp_path / "venv", with_pip=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    clean: Dict[str, str] = {"PYTHONPATH": "", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    offline: List[str] = ["--quiet", "--no-index", "--find-links", wheels]
    run(python, "-m", "pip", "install", *offline, str(wheel), cwd=tmp_path, **clean)
    program = "import svc_payments, importlib.metadata as m; print(svc_payments.__file__, m.version('svc-payments'))"
    place, version = run(python, "-W", "error", "-c", program, cwd=tmp_path, **clean).split()
    assert place.startswith(str(tmp_path / "venv"))
    assert version == svc_payments.__version__
