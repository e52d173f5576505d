"""Real environments, built by the real pip from small wheels whose service answers, or does not."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.machine.versions import PINS, Service, UpdateFailed, Versions, answers, version_of
from tests import PATIENCE_S

GOOD = """
import http.server, pathlib, sys
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(b"VERSION")
    def log_message(self, *words): pass
def main():
    server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
    note = pathlib.Path(sys.argv[1]); note.with_suffix(".new").write_text(str(server.server_port))
    note.with_suffix(".new").replace(note)
    server.serve_forever()
"""
BROKEN = "def main():\n    raise SystemExit('broken')\n"


def wheel(folder: Path, version: str, program: str, pins: str = "") -> str:
    """A wheel of that name and version whose one module is the program."""
    path = folder / f"pepper_table-{version}-py3-none-any.whl"
    info = f"pepper_table-{version}.dist-info"
    files = {
        "stands_in.py": program.replace("VERSION", version),
        PINS: pins,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: pepper-table\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\npepper-table = stands_in:main\n",
    }
    record = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(path, "w") as packed:
        for name, text in {**files, f"{info}/RECORD": record}.items():
            packed.writestr(name, text)
    return str(path)


class Box:
    """A machine with that folder, whose service runs what the link says."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.versions = folder / "opt", Versions(folder / "opt")
        self._note, self._process = folder / "port", None
        self.service = Service(self.restart, self.is_well)

    def restart(self) -> None:
        self.end()
        self._note.unlink(missing_ok=True)
        program = self.folder / ".venv/bin/pepper-table"
        words = [program, str(self._note)]
        self._process = subprocess.Popen(words, stderr=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin"})  # as systemd

    def is_well(self) -> bool:
        assert self._process is not None
        while self._process.poll() is None and not self._note.exists():
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(0.02)
        return self._note.exists() and answers(f"http://127.0.0.1:{self._note.read_text()}/healthz", PATIENCE_S)

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    box = Box(tmp_path)
    yield box
    box.end()


def test_the_link_goes_only_to_what_answers_and_the_last_version_is_kept(
    box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", wheel(tmp_path, "1.0", GOOD))  # as the installer runs it: from what it installs
    first = box.versions.update(wheel(tmp_path, "1.0", GOOD), box.service)
    with pytest.raises(UpdateFailed, match=r"2\.0 did not answer: 1\.0 runs again"):
        box.versions.update(wheel(tmp_path, "2.0", BROKEN), box.service)
    assert box.versions.current == first and box.is_well()
    assert _kept(box) == ["1.0"], "nothing of it stays"
    (tmp_path / "pepper_table-9-py3-none-any.whl").write_text("no wheel")
    with pytest.raises(UpdateFailed, match="nothing was changed"):
        box.versions.update(str(tmp_path / "pepper_table-9-py3-none-any.whl"), box.service)
    assert box.versions.current == first and box.is_well()
    for version in ("3.0", "4.0"):
        box.versions.update(wheel(tmp_path, version, GOOD), box.service)
    assert box.versions.current is not None and version_of(box.versions.current) == "4.0"
    assert _kept(box) == ["3.0", "4.0"]


def _kept(box: Box) -> list[str]:
    return sorted(version_of(place) for place in (box.folder / "versions").iterdir())


def test_an_installation_from_before_becomes_a_version_that_can_be_gone_back_to(box: Box, tmp_path: Path) -> None:
    box.folder.mkdir()
    subprocess.run([sys.executable, "-m", "venv", str(box.folder / ".venv")], check=True)
    pip = [str(box.folder / ".venv/bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, wheel(tmp_path, "0.1", GOOD)], check=True)
    with pytest.raises(UpdateFailed, match="the version before runs again"):
        box.versions.update(wheel(tmp_path, "2.0", BROKEN), box.service)
    assert box.is_well()


def test_what_is_pinned_in_the_wheel_is_what_is_installed(box: Box, tmp_path: Path) -> None:
    """A pin that no file can meet shows that the pins are asked: a requirement without one would be looked up."""
    path = Path(wheel(tmp_path, "1.0", GOOD, pins="pepper-table==0.9\n"))
    with pytest.raises(UpdateFailed, match=r"can't be installed"):
        box.versions.update(str(path), None)
    assert box.versions.current is None
