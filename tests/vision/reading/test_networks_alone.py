"""Reading a picture reaches for nothing outside: no socket, no file in HOME, whatever the environment says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import PATIENCE_S


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace, which sees every call of the kernel")
def test_the_networks_are_loaded_without_a_socket_and_without_a_file_in_home(tmp_path: Path) -> None:
    home, trace = tmp_path / "home", tmp_path / "trace"
    home.mkdir()
    surroundings = {"PATH": os.environ["PATH"], "HOME": str(home), "OMP_NUM_THREADS": "1"}  # CI is not set
    watched = ["strace", "-f", "-qq", "-e", "trace=socket,connect,sendto,mkdir,mkdirat", "-o", str(trace)]
    told = subprocess.run(
        [*watched, sys.executable, "-B", "-c", "from vision.reading.reader import Reader; Reader.load()"],
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE_S,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    reached = [line for line in trace.read_text().splitlines() if "AF_INET" in line or str(home) in line]
    assert not reached, reached
    assert not list(home.rglob("*"))
