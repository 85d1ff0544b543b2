#!/usr/bin/env bash
# Browser tests of the page: a type check, then all tests on the program and on the static site, and the play, analyse
# and single tests on the single-file page. HOST=server, site or single selects one of the three hosts. --release or
# BOARD=PATH selects another build of the program, SITE=PATH and SINGLE=PATH select other pages, and CHROMIUM=PATH
# selects another browser; the default is chromium-headless-shell, which takes two thirds of the time, or chromium.
# PICTURES=FOLDER run.sh views.test.mjs saves a picture of every view in five windows and both themes.
set -euo pipefail
cd "$(dirname "$0")"

profile=debug
if [ "${1:-}" = --release ]; then
    profile=release
    shift
fi
root=$(cd ../../../.. && pwd)
target=${CARGO_TARGET_DIR:-target}
# A relative target folder is relative to the repository root, in which cargo runs.
case $target in /*) ;; *) target=$root/$target ;; esac
export BOARD="${BOARD:-$target/$profile/board}" SITE="${SITE:-$target/site}" SINGLE="${SINGLE:-$target/play.html}"
CHROMIUM=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || true)}
if [ -z "$CHROMIUM" ]; then
    echo 'cannot find a browser; install chromium-headless-shell or chromium, or set CHROMIUM=PATH' >&2
    exit 2
fi
export CHROMIUM
hosts=${HOST:-server site single}
if [[ $hosts = *server* && ! -x "$BOARD" ]]; then
    echo "cannot find $BOARD; run cargo build -p board" >&2
    exit 2
fi
if [[ $hosts = *si[tn]* && ! (-d "$SITE" && -f "$SINGLE") ]]; then
    echo "cannot find $SITE or $SINGLE; run cargo xtask site --out $SITE --single $SINGLE, or set HOST=server" >&2
    exit 2
fi

# Install packages only if the lock file has changed.
if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --no-audit --no-fund --loglevel=error
    cp package-lock.json node_modules/.installed
fi
npx tsc -p ../../page/jsconfig.json
npx tsc -p ../../page/site/jsconfig.json
for host in $hosts; do
    printf '== on %s\n' "$host"
    tests=("${@:-.}")
    [ "$host" = single ] && [ $# = 0 ] && tests=(play.test.mjs analyse.test.mjs single.test.mjs)
    HOST=$host node --test --test-concurrency=3 "${tests[@]}"
done
