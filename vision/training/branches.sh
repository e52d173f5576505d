#!/bin/sh
# Trains both networks on two cores: the finder beside the namer's first part and first branch, then the second branch.
# Every step resumes from its checkpoint; all of it again after an interruption does only what is missing.
# Usage: branches.sh PYTHON FOLDER, the folder holding the bank of cards and the traced scenes.
set -e
py=$1 out=$2
with="--bank $out --traced $out/traced"
"$py" -m vision.training.train finder $with --out "$out" --minutes 100 &
finder=$!
[ -e "$out/part/namer.pt" ] || mkdir -p "$out/part" "$out/a" "$out/b"
"$py" -m vision.training.train namer $with --out "$out/part" --minutes 80 --until 48 --seed 2
for branch in a b; do [ -e "$out/$branch/namer.pt" ] || cp "$out/part/namer.pt" "$out/$branch/namer.pt"; done
"$py" -m vision.training.train namer $with --out "$out/a" --minutes 80 --seed 3
wait $finder
"$py" -m vision.training.train namer $with --out "$out/b" --minutes 80 --seed 4
cp "$out/a/namer.pt" "$out/namer-a.pt"
cp "$out/b/namer.pt" "$out/namer-b.pt"
