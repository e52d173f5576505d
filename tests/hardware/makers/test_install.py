from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import hardware

SCRIPT = Path(hardware.__file__).parent / "install.sh"


def install(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "ROOT": str(root), "SKIP_PACKAGES": "yes"}
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


def test_an_unknown_word_is_refused(root: Path) -> None:
    told = install(root, "--fast")
    assert told.returncode == 2
    assert "does not know --fast" in told.stderr


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
