#!/bin/sh
# Compares random games on all sizes and under both rule sets with OpenSpiel's rules.
#
#     run.sh [GAMES]
#
# GAMES is the number of games per size and rule set. Requires python3 with venv, and cargo. The environment is in the folder
# openspiel/ of cargo's target folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
venv=${CARGO_TARGET_DIR:-target}/openspiel
cargo build --quiet --example random_games
if ! cmp -s "$here/requirements.txt" "$venv/installed"; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --require-hashes -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$venv/installed"
fi
for size in $(seq 5 24); do
    "${CARGO_TARGET_DIR:-target}/debug/examples/random_games" "$size" "${1:-20}" > "$venv/games.txt"
    "$venv/bin/python" "$here/compare.py" < "$venv/games.txt"
done
