"""`pepper-table install`, `update` and `address`: the program as a service of this machine."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import tempfile
import zipfile
from pathlib import Path
from typing import Annotated

import typer

import hardware
from hardware.machine.versions import Versions, systemd_service, version_of
from table_controller.match.settings import load_settings

FOLDER = Path("/opt/pepper-table")
SETTINGS = Path("/etc/pepper-table/table.toml")
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
"""An address that means every one of this machine's, and the one by which the machine itself asks."""


def install(
    yes: Annotated[bool, typer.Option("--yes", help="Without asking.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be done.")] = False,
    kiosk: Annotated[bool, typer.Option("--kiosk", help="The scoreboard on a screen at this machine as well.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Take all of it away again; matches and settings stay.")] = False,
    purge: Annotated[bool, typer.Option("--purge", help="With --undo: matches and settings go too.")] = False,
) -> None:
    """Install this program as a service of this machine (Raspberry Pi OS or Debian, 64-bit), or undo it."""
    flags = {"--yes": yes, "--dry-run": dry_run, "--kiosk": kiosk, "--undo": undo, "--purge": purge}
    script = Path(hardware.__file__).parent / "install.sh"
    words = [word for word, given in flags.items() if given]
    with tempfile.TemporaryDirectory() as folder:
        if not (script.parents[1] / "pyproject.toml").exists():
            words += ["--from", str(packed_again(Path(folder)))]
        raise typer.Exit(subprocess.run(["sh", str(script), *words], check=False).returncode)


def update(
    source: Annotated[str, typer.Argument(help="A wheel, or a version's number.", metavar="FILE|VERSION")],
    config: Annotated[Path, typer.Option(help="The table's settings: they say where the page is.")] = SETTINGS,
    folder: Annotated[Path, typer.Option(help="Where the versions lie.")] = FOLDER,
) -> None:
    """Install another version beside this one and switch to it; if it does not answer, this one runs again."""
    if not os.access(folder, os.W_OK):
        raise PermissionError(
            f"{folder} can't be written: run it with sudo, where pepper-table install was run before."
        )
    new = Versions(folder).update(source, systemd_service(_address(config)))
    typer.echo(f"Version {version_of(new)} runs. The one before is kept beside it.")


def address(config: Annotated[Path, typer.Option(help="The table's settings.")] = SETTINGS) -> None:
    """Print where this machine itself finds the page, as the settings say."""
    typer.echo(_address(config))


def _address(config: Path) -> str:
    web = load_settings(config if config.is_file() else None).web
    return f"http://{_ANYWHERE.get(web.host, web.host)}:{web.port}"


def packed_again(folder: Path) -> Path:
    """A wheel of the very files that are installed here, for an environment that can't see this one."""
    found = importlib.metadata.distribution("pepper-table")
    kept = [file for file in found.files or () if ".." not in file.parts and "__pycache__" not in file.parts]
    path = folder / f"pepper_table-{found.version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in kept:
            if file.name not in ("INSTALLER", "REQUESTED", "direct_url.json", "RECORD"):
                packed.write(str(file.locate()), str(file))
        record = next(file for file in kept if file.name == "RECORD")
        packed.writestr(str(record), "".join(f"{name},,\n" for name in [*packed.namelist(), str(record)]))
    return path
