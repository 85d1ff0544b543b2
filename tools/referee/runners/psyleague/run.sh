#!/bin/sh
# Plays a short psyleague league with the referee and checks psyleague's leaderboard.
#
#     run.sh [GAMES [BOTS]]
#
# BOTS is a file such as bots.txt, the default. All output is in the folder psyleague/ of cargo's target
# folder. Requires python3 with venv, and cargo.
set -eu

games=${1:-40}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
bots=${2:-$here/bots.txt}
case $bots in /*) ;; *) bots=$PWD/$bots ;; esac
target=${CARGO_TARGET_DIR:-$root/target}
case $target in /*) ;; *) target=$PWD/$target ;; esac
work=$target/psyleague
league=$work/league

fail() {
    echo "psyleague: $*" >&2
    exit 1
}

# psyleague.cfg passes `--openings first-pegs`, so deterministic bots play different games. Bots play at
# fixed nodes; the limits prevent time forfeits on a busy machine.
export REFEREE_FLAGS='--first-ms 20000 --turn-ms 20000'
export PIP_CACHE_DIR="$work/pip" PIP_DISABLE_PIP_VERSION_CHECK=1
# psyleague exits without flushing its buffers if a game fails.
export PYTHONUNBUFFERED=1

[ -r "$bots" ] || fail "cannot read $bots"
cargo build --quiet --release --manifest-path "$root/Cargo.toml" --target-dir "$target" -p referee
PATH=$target/release:$work/venv/bin:$PATH

# A changed lock file requires a new environment.
if ! cat "$here/requirements-build.txt" "$here/requirements.txt" |
    cmp -s - "$work/venv/installed"; then
    echo "installing psyleague into $work/venv"
    rm -rf "$work/venv"
    python3 -m venv "$work/venv" || fail 'cannot create a virtual environment: install venv'
    for lock in requirements-build.txt requirements.txt; do
        pip install --quiet --require-hashes --no-build-isolation -r "$here/$lock" ||
            fail "cannot install $lock"
    done
    cat "$here/requirements-build.txt" "$here/requirements.txt" > "$work/venv/installed"
fi

rm -rf "$league"
mkdir -p "$league"
cp "$here/psyleague.cfg" "$here/setup.sh" "$league"
cd "$league"
sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$bots" > names
while read -r name command; do
    psyleague bot add "$name" -s "$command" < /dev/null > setup.log ||
        fail "cannot add the bot $name: $(cat setup.log)"
done < names

echo "playing $games games"
psyleague run --games "$games" --workers 2 --silent < /dev/null ||
    fail 'the league aborted: see the reason above'
psyleague show | tee leaderboard

# Columns, after two lines of heading: position, name, score, games, %, mu, sigma, errors.
while read -r name command; do
    row=$(awk -v name="$name" 'NR > 2 && $2 == name { print $4, $8 }' leaderboard)
    case $row in
        '') fail "$name is not on the leaderboard" ;;
        '0 '*) fail "$name has played no game: pass more than $games games" ;;
        *' 0') ;;
        *) fail "$name made errors in ${row#* } of its ${row% *} games: see $league/psyleague.games" ;;
    esac
done < names
played=$(wc -l < psyleague.games)
[ "$played" -ge "$games" ] || fail "only $played of $games games are in $league/psyleague.games"
last=$(awk 'END { print $2 }' leaderboard)
if grep -q '[[:space:]]random$' names; then
    grep -q "^${last}[[:space:]]*random\$" names || fail "$last is last instead of random"
fi
echo "psyleague: ok, $((played)) games"
