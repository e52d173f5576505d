#!/bin/sh
# Builds the Debian package of Pepper Table for 64-bit Raspberry Pi OS:   hardware/debian.sh [--wheels PYTHON] OUT
# With --wheels 3.13 (trixie; 3.11: bookworm) every package that it needs is put in as a wheel for that Python, so that it
# installs without a network; without, they are fetched when it is installed, pinned alike. FROM=a.whl packs that wheel.
set -eu

HERE="$(cd "$(dirname "$0")/.." && pwd)"
PYTHON="${PYTHON:-python3}"
wheels=""
if [ "${1:-}" = --wheels ]; then wheels="${2:?debian.sh --wheels needs a version of Python, as 3.13}"; shift 2; fi
out="${1:?debian.sh needs a folder for the package: hardware/debian.sh OUT}"

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
root="$work/root"
share="$root/usr/share/pepper-table"
mkdir -p "$share" "$root/DEBIAN" "$out"

if [ -n "${FROM:-}" ]; then cp "$FROM" "$share/"; else
    "$PYTHON" -m pip wheel --quiet --no-deps --wheel-dir "$share" "$HERE"
fi
version="$(basename "$share"/pepper_table-*.whl | cut -d- -f2)"
mkdir -p "$share/hardware"
cp -R "$HERE/hardware/install.sh" "$HERE/hardware/units" "$share/hardware/"

depends="python3 (>= 3.11), python3-venv, adduser"
if [ -n "$wheels" ]; then
    "$PYTHON" -m pip download --quiet --only-binary :all: --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 \
        --python-version "$wheels" --constraint "$HERE/constraints.txt" --dest "$share/wheels" "$share"/pepper_table-*.whl
    depends="python3 (>= $wheels), python3 (<< ${wheels%.*}.$((${wheels#*.} + 1))), python3-venv, adduser"
fi

cat > "$root/DEBIAN/control" <<END
Package: pepper-table
Version: $version
Architecture: arm64
Maintainer: The Pepper Table project <pepper-table@localhost>
Section: games
Priority: optional
Depends: $depends
Recommends: python3-rpi-lgpio, python3-lgpio, rpicam-apps, avahi-daemon, espeak-ng
Description: Referee for a real card table
 Sees the cards on a table by a camera, referees the game Pepper, lights lamps and keeps the score.
END
# The installer does what it always does; only packages are Debian's own matter here.
cat > "$root/DEBIAN/postinst" <<'END'
#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
share=/usr/share/pepper-table
if [ -d "$share/wheels" ]; then export PIP_NO_INDEX=1 PIP_FIND_LINKS="$share/wheels"; fi
SKIP_PACKAGES=yes sh "$share/hardware/install.sh" --yes --from "$(ls "$share"/pepper_table-*.whl)"
END
cat > "$root/DEBIAN/prerm" <<'END'
#!/bin/sh
set -e
[ "$1" = remove ] || exit 0
sh /usr/share/pepper-table/hardware/install.sh --undo --yes
END
chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm"
dpkg-deb --root-owner-group --build "$root" "$out/pepper-table_${version}_arm64.deb"
