"""What is built for others is whole: nothing that the program needs or promises stays behind in the checkout."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests import ROOT

PACKAGES = ("engine", "vision", "firmware_bridge", "hardware", "table_controller")


def kept() -> list[str]:
    """Every file that git keeps, or will."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in said.stdout.splitlines() if (ROOT / name).exists()]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("needs a checkout: what belongs to it is asked of git")
    folder = tmp_path_factory.mktemp("checkout")
    for name in kept():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target, follow_symlinks=False)
    return folder


def built(checkout: Path, kind: str) -> Path:
    program = f"import setuptools.build_meta as b; print(b.build_{kind}('out'))"
    said = subprocess.run([sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    return checkout / "out" / said.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def wheel(checkout: Path) -> Path:
    (checkout / "out").mkdir(exist_ok=True)
    return built(checkout, "wheel")


def test_the_wheel_has_every_file_of_every_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        inside = set(packed.namelist())
    wanted = {name for name in kept() if name.startswith(tuple(f"{package}/" for package in PACKAGES))}
    assert wanted - inside == set()


def test_the_pins_in_the_wheel_are_those_that_it_was_tested_with(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        assert packed.read("hardware/constraints.txt") == (ROOT / "constraints.txt").read_bytes()


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb: apt-get install dpkg")
def test_the_debian_package_carries_the_wheel_and_the_installer(wheel: Path, checkout: Path, tmp_path: Path) -> None:
    words = ["sh", str(checkout / "hardware/debian.sh"), str(tmp_path)]
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "FROM": str(wheel)}
    said = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    (package,) = tmp_path.glob("pepper-table_*_arm64.deb")
    unpacked = tmp_path / "unpacked"
    subprocess.run(["dpkg-deb", "--raw-extract", str(package), str(unpacked)], check=True)
    share = unpacked / "usr/share/pepper-table"
    assert (share / wheel.name).read_bytes() == wheel.read_bytes()
    for script in (share / "hardware/install.sh", unpacked / "DEBIAN/postinst", unpacked / "DEBIAN/prerm"):
        assert subprocess.run(["sh", "-n", str(script)], check=False).returncode == 0
    names = {path.name for path in (share / "hardware/units").iterdir()}
    assert names == {path.name for path in (ROOT / "hardware/units").iterdir()}


def test_the_source_archive_has_every_file_that_is_kept(checkout: Path) -> None:
    (checkout / "out").mkdir(exist_ok=True)
    with tarfile.open(built(checkout, "sdist")) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    assert set(kept()) - inside == set()


def test_the_program_runs_from_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    """Unpacked beside no checkout, it still finds its rules, words, recordings and reader."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
    program = "import engine, table_controller.__main__ as it; print(engine.__file__); it.main()"
    environment = {"PYTHONPATH": str(tmp_path / "site"), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    said = subprocess.run(
        [sys.executable, "-P", "-c", program, "replay", "iowa_hand", "--speed", "1000"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 0, said.stderr
    assert said.stdout.startswith(str(tmp_path / "site")), "not the checkout's"


def test_an_installed_program_packs_the_same_wheel_again(wheel: Path, tmp_path: Path) -> None:
    """That is what `pepper-table install` hands to the installer, which can't see the user's own environment."""
    site, out = tmp_path / "site", tmp_path / "out"
    out.mkdir()
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", str(site), str(wheel)], check=True, capture_output=True)
    program = (
        "import pathlib, sys; from table_controller.commands import appliance; "
        "appliance.packed_again(pathlib.Path(sys.argv[1]))"
    )
    environment = {"PYTHONPATH": str(site), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-P", "-c", program, str(out)], cwd=tmp_path, env=environment, check=True)
    (again,) = out.glob("*.whl")
    with zipfile.ZipFile(wheel) as first, zipfile.ZipFile(again) as second:
        assert set(second.namelist()) == set(first.namelist())
        assert all(first.read(name) == second.read(name) for name in first.namelist() if not name.endswith("RECORD"))
