#!/usr/bin/env bash
# Browser tests of the page: type check, then all tests, against the debug build;
# --release or BOARD=PATH selects another build, CHROMIUM=PATH another browser.
set -euo pipefail
cd "$(dirname "$0")"

profile=debug
if [ "${1:-}" = --release ]; then
    profile=release
    shift
fi
root=$(cd ../../../.. && pwd)
target=${CARGO_TARGET_DIR:-target}
# cargo runs in the repository root, so a relative path is relative to it.
case $target in /*) ;; *) target=$root/$target ;; esac
export BOARD="${BOARD:-$target/$profile/board}"
if [ ! -x "$BOARD" ]; then
    echo "cannot find $BOARD; run cargo build -p board" >&2
    exit 2
fi

# Install packages only if the lock file has changed.
if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.installed
fi
npx tsc -p ../../page/jsconfig.json
node --test --test-concurrency=1 "${@:-.}"
