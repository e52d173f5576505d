from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import hardware

SCRIPT = Path(hardware.__file__).parent / "install.sh"


def install(root: Path, *words: str, program: bool = False) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "ROOT": str(root), "SKIP_PACKAGES": "yes", "SKIP_PROGRAM": "no" if program else "yes"}
    return subprocess.run(["sh", str(SCRIPT), *words], env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root with accounts and nothing else."""
    for folder in ("etc/systemd/system", "etc/udev/rules.d", "bin", "var/lib"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/sh\n")
    (tmp_path / "etc/group").write_text("root:x:0:\ndialout:x:20:\nvideo:x:44:\n")
    (tmp_path / "etc/hostname").write_text("table-7\n")
    return tmp_path


def tree(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def test_the_script_is_proper_shell() -> None:
    assert subprocess.run(["sh", "-n", str(SCRIPT)], check=False).returncode == 0


def test_a_dry_run_tells_all_and_changes_nothing(root: Path) -> None:
    before = tree(root)
    told = install(root, "--dry-run", "--kiosk")
    assert told.returncode == 0, told.stderr
    for word in (
        "python3-rpi-lgpio",
        "user       pepper-table",
        "useradd",
        "pepper-table-kiosk.service",
        "table-7.local",
    ):
        assert word in told.stdout
    assert tree(root) == before


@pytest.mark.parametrize(
    ("settings", "port"),
    [
        ("", "8000"),
        ("# mine\n[web]\nhost = '0.0.0.0'\nport = 8123 # ours\n", "8123"),
        ("[web]\nhost = '0.0.0.0'\n[other]\nport = 1\n", "8000"),
        ("[box]\nport = '/dev/ttyUSB0'\n[web]\nport = 80\n", "80"),
    ],
)
def test_the_address_has_the_port_of_the_settings(root: Path, settings: str, port: str) -> None:
    if settings:
        (root / "etc/pepper-table").mkdir()
        (root / "etc/pepper-table/table.toml").write_text(settings)
    assert f"http://table-7.local:{port}, " in install(root, "--dry-run").stdout


def test_an_unknown_word_is_refused(root: Path) -> None:
    told = install(root, "--fast")
    assert told.returncode == 2
    assert "does not know --fast" in told.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root: it makes accounts in another root")
def test_what_is_announced_follows_the_settings_when_it_is_run_again(root: Path, tmp_path: Path) -> None:
    """The users are there already, so that the bare root needs no programs of its own."""
    (root / "etc/passwd").write_text("pepper-table:x:990:990::/:/bin/false\n")
    (root / "bin/chroot").write_text("#!/bin/sh\n")
    (root / "bin/chroot").chmod(0o755)
    environment = {**os.environ, "ROOT": str(root), "SKIP_PACKAGES": "yes", "SKIP_PROGRAM": "yes"}
    environment["PATH"] = f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}"
    for port in ("8000", "8123"):
        if port != "8000":
            (root / "etc/pepper-table/table.toml").write_text(f"[web]\nport = {port}\n")
        said = subprocess.run(
            ["sh", str(SCRIPT), "--yes"], env=environment, capture_output=True, text=True, check=False
        )
        assert said.returncode == 0, said.stderr
        assert f"<port>{port}</port>" in (root / "etc/avahi/services/pepper-table.service").read_text()
    assert "@PORT@" not in said.stdout


@pytest.mark.slow
@pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("debootstrap") is None, reason="needs root and debootstrap: a clean Debian root"
)
def test_in_a_clean_debian_root_it_is_installed_twice_and_undone(tmp_path: Path) -> None:
    root = tmp_path / "root"
    subprocess.run(["debootstrap", "--variant=minbase", "bookworm", str(root)], check=True, capture_output=True)
    before = tree(root / "etc")
    assert install(root, "--yes").returncode == 0
    (root / "etc/pepper-table/table.toml").write_text("# mine\n")
    first = tree(root / "opt")
    assert install(root, "--yes").returncode == 0
    assert tree(root / "opt") == first
    assert (root / "etc/pepper-table/table.toml").read_text() == "# mine\n"
    assert "pepper-table" in (root / "etc/passwd").read_text()
    undone = install(root, "--undo", "--purge", "--yes")
    assert undone.returncode == 0, undone.stderr
    assert not (root / "opt/pepper-table").exists()
    assert "pepper-table" not in (root / "etc/passwd").read_text()
    new = set(tree(root / "etc")) - set(before)
    assert not [name for name in new if "pepper" in name]
