#!/bin/sh
# Path-traces scenes, then trains finder and namer side by side: two cores, about two and a half hours.
# Every step resumes where it stopped; all of it again after an interruption does only what is missing.
# Usage: both.sh PYTHON FOLDER, the folder holding the bank of cards.
set -e
py=$1 out=$2
"$py" -m vision.workshop.training.traced --bank "$out" --out "$out/traced" --count 40 --every 2 &
"$py" -m vision.workshop.training.traced --bank "$out" --out "$out/traced" --count 40 --every 2 --first 1
wait
with="--bank $out --out $out --traced $out/traced --minutes 130"
"$py" -m vision.workshop.training.train finder $with --seed 1 &
finder=$!
"$py" -m vision.workshop.training.train namer $with --seed 2
wait $finder
