#!/bin/sh
# Builds the Debian package of Pepper Table for 64-bit Raspberry Pi OS:   hardware/debian.sh OUT
# It carries the program; other packages are fetched when it is installed, pinned as tested, so the Pi needs a network then:
# not all of them have a wheel for ARM that could be put in. FROM=a.whl packs that wheel.
set -eu

HERE="$(cd "$(dirname "$0")/.." && pwd)"
PYTHON="${PYTHON:-python3}"
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
