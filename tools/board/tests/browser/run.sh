#!/usr/bin/env bash
# The page in a real browser: its types, and then every test. It plays the program that was built;
# --release, or BOARD=PATH, takes another one than the debug build. CHROMIUM=PATH takes another browser.
set -euo pipefail
cd "$(dirname "$0")"

profile=debug
if [ "${1:-}" = --release ]; then
    profile=release
    shift
fi
root=$(cd ../../../.. && pwd)
target=${CARGO_TARGET_DIR:-target}
# A relative folder is meant from the repository's root, where cargo is run.
case $target in /*) ;; *) target=$root/$target ;; esac
export BOARD="${BOARD:-$target/$profile/board}"
if [ ! -x "$BOARD" ]; then
    echo "there is no $BOARD: build it by cargo build -p board" >&2
    exit 2
fi

# What the lock file names is there already, or comes from the registry.
if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.installed
fi
npx tsc -p ../../page/jsconfig.json
node --test --test-concurrency=1 "${@:-.}"
