#!/bin/sh
# Installs Pepper Table on Raspberry Pi OS 64-bit (bookworm, trixie); may be run again at any time.
#   sudo hardware/install.sh            shows what it will do, asks, does it (from a wheel: sudo pepper-table install)
#   sudo hardware/install.sh --from F   installs the wheel F instead of the checkout it lies in
#   sudo hardware/install.sh --yes      without asking      --dry-run   only shows
#   sudo hardware/install.sh --kiosk    the scoreboard on a screen at the Pi as well
#   sudo hardware/install.sh --undo     takes all of it away again; matches and settings stay (--undo --purge: they go too)
# ROOT=/some/folder works inside another root, without starting anything (used to check this script).
set -eu

ROOT="${ROOT:-}"
HERE="$(cd "$(dirname "$0")/.." && pwd)"
TARGET="$ROOT/opt/pepper-table"
# Outside Raspberry Pi OS some of these are missing: PACKAGES=... names others.
PACKAGES="${PACKAGES:-python3-venv python3-rpi-lgpio python3-lgpio rpicam-apps avahi-daemon espeak-ng}"
SETTINGS="$ROOT/etc/pepper-table/table.toml"
from="$HERE"; yes=no; dry=no; undo=no; purge=no; kiosk=no

while [ $# -gt 0 ]; do
    case "$1" in
        --from) [ $# -gt 1 ] || { echo "install.sh --from needs a file." >&2; exit 2; }; from="$2"; shift ;;
        --yes) yes=yes ;;
        --dry-run) dry=yes ;;
        --undo) undo=yes ;;
        --purge) purge=yes ;;
        --kiosk) kiosk=yes ;;
        *) echo "install.sh does not know $1: see the lines at its top." >&2; exit 2 ;;
    esac
    shift
done

say() { printf '%s\n' "$*"; }
run() { if [ "$dry" = yes ]; then say "  would: $*"; else "$@"; fi; }
in_root() { if [ -n "$ROOT" ]; then run chroot "$ROOT" "$@"; else run "$@"; fi; }
live() { [ -z "$ROOT" ] && [ -d /run/systemd/system ]; }
has_user() { grep -q "^$1:" "$ROOT/etc/passwd"; }
has_group() { grep -q "^$1:" "$ROOT/etc/group"; }

# The one place where the port stands is the settings: what is announced follows it when this is run again.
port_in() { awk -F '[=#]' '/^\[/ { web = /^\[web\]/ } web && $1 ~ /^ *port *$/ { print $2 + 0; exit }' "$1"; }
port() {
    found=""; [ ! -e "$SETTINGS" ] || found="$(port_in "$SETTINGS")"
    printf '%s' "${found:-$(port_in "$HERE/hardware/units/table.toml")}"
}
address() { printf 'http://%s.local:%s' "$(cat "$ROOT/etc/hostname" 2>/dev/null || echo this-pi)" "$(port)"; }

need_root() {
    if [ "$dry" = no ] && [ "$(id -u)" -ne 0 ]; then
        echo "install.sh needs root: run it with sudo." >&2
        exit 1
    fi
}

ask() {
    [ "$yes" = yes ] || [ "$dry" = yes ] && return 0
    printf 'Go on? [y/N] '
    read -r answer
    [ "$answer" = y ] || { say "Nothing was changed."; exit 1; }
}

make_user() { # name, groups...
    name="$1"; shift
    has_user "$name" || in_root useradd --system --user-group --home-dir "/var/lib/$name" --shell /usr/sbin/nologin "$name"
    for group in "$@"; do
        has_group "$group" || in_root groupadd --system "$group"
        in_root usermod --append --groups "$group" "$name"
    done
}

put_files() {
    run mkdir -p "$TARGET" "$ROOT/etc/pepper-table" "$ROOT/etc/systemd/system" "$ROOT/etc/udev/rules.d" \
        "$ROOT/etc/polkit-1/rules.d" "$ROOT/etc/avahi/services"
    # What is installed from is copied first: another root sees nothing else.
    run rm -rf "${TARGET:?}/source"
    run mkdir -p "$TARGET/source"
    if [ -d "$from" ]; then
        for part in engine vision hardware firmware_bridge table_controller pyproject.toml constraints.txt README.md LICENSE; do
            run cp -R "$from/$part" "$TARGET/source/$part"
        done
    else
        run cp "$from" "$TARGET/source/"
    fi
    run cp "$HERE/hardware/units/pepper-table.service" "$ROOT/etc/systemd/system/"
    run cp "$HERE/hardware/units/99-pepper-table.rules" "$ROOT/etc/udev/rules.d/"
    run cp "$HERE/hardware/units/50-pepper-table.rules" "$ROOT/etc/polkit-1/rules.d/"
    if [ "$kiosk" = yes ]; then run cp "$HERE/hardware/units/pepper-table-kiosk.service" "$ROOT/etc/systemd/system/"; fi
    # One that is there already is the owner's and stays.
    [ -e "$SETTINGS" ] || run cp "$HERE/hardware/units/table.toml" "$ROOT/etc/pepper-table/"
    run announce
}

announce() {
    sed "s/@PORT@/$(port)/" "$HERE/hardware/units/pepper-table.avahi" > "$ROOT/etc/avahi/services/pepper-table.service"
}

install_packages() {
    [ "${SKIP_PACKAGES:-no}" = yes ] && return 0
    extra=""
    if [ "$kiosk" = yes ]; then extra="cage chromium curl"; fi
    in_root apt-get update
    # shellcheck disable=SC2086
    in_root apt-get install --yes --no-install-recommends $PACKAGES $extra
}

# Beside the version that is there, pinned to what it was tested with; the link .venv goes to it if it answers.
install_program() {
    [ "${SKIP_PROGRAM:-no}" = yes ] && return 0
    source=/opt/pepper-table/source; [ -d "$from" ] || source="$source/$(basename "$from")"
    in_root env PYTHONPATH="$source" python3 -m hardware.machine.versions /opt/pepper-table "$source" "http://127.0.0.1:$(port)"
}

do_install() {
    say "This installs Pepper Table:"
    say "  packages   $PACKAGES"
    say "  program    $TARGET, each version in an environment of its own; .venv is the one that counts"
    say "  user       pepper-table, in the groups gpio, dialout, video and audio"
    say "  settings   $ROOT/etc/pepper-table/table.toml (kept if it is there)"
    say "  matches    $ROOT/var/lib/pepper-table (nothing else is written while it runs)"
    say "  units      pepper-table.service, names for box and camera in udev, the right to switch off in polkit"
    say "  address    $(address), on the local network (avahi tells the name)"
    [ "$kiosk" = no ] || say "  kiosk      user pepper-kiosk, pepper-table-kiosk.service, cage and chromium"
    ask
    need_root
    make_user pepper-table gpio dialout video audio
    if [ "$kiosk" = yes ]; then make_user pepper-kiosk video render input; fi
    put_files
    install_packages
    if live; then
        run systemctl daemon-reload
        run udevadm control --reload
        run udevadm trigger
        run systemctl enable pepper-table.service
    fi
    install_program
    if live; then
        if [ "$kiosk" = yes ]; then
            run systemctl enable pepper-table-kiosk.service
            run systemctl restart pepper-table-kiosk.service
        fi
    fi
    if [ "$dry" = yes ]; then say "Nothing was changed."; return 0; fi
    say "Done. Look at $(address); what it says is in: journalctl -u pepper-table"
}

do_undo() {
    say "This takes Pepper Table away: units, udev names, $TARGET, and the users pepper-table and pepper-kiosk."
    if [ "$purge" = yes ]; then say "Settings and every match played go as well."; else say "Settings and matches stay."; fi
    ask
    need_root
    if live; then
        for unit in pepper-table-kiosk pepper-table; do run systemctl disable --now "$unit.service" 2>/dev/null || true; done
    fi
    run rm -f "$ROOT/etc/systemd/system/pepper-table.service" "$ROOT/etc/systemd/system/pepper-table-kiosk.service"
    run rm -f "$ROOT/etc/udev/rules.d/99-pepper-table.rules" "$ROOT/etc/polkit-1/rules.d/50-pepper-table.rules"
    run rm -f "$ROOT/etc/avahi/services/pepper-table.service"
    run rm -rf "$TARGET"
    for name in pepper-kiosk pepper-table; do ! has_user "$name" || in_root userdel "$name"; done
    if [ "$purge" = yes ]; then
        run rm -rf "$ROOT/etc/pepper-table" "$ROOT/var/lib/pepper-table" "$ROOT/var/lib/pepper-kiosk"
    fi
    if live; then run systemctl daemon-reload; run udevadm control --reload; fi
    if [ "$dry" = yes ]; then say "Nothing was changed."; return 0; fi
    say "Done. The Debian packages were left: others may need them."
}

if [ "$undo" = yes ]; then do_undo; else do_install; fi
