#!/bin/sh
# Plays a short psyleague league with our referee and checks psyleague's own leaderboard.
#
#     run.sh [GAMES [BOTS]]
#
# BOTS is a file such as bots.txt, which is the default. Everything that this makes lies in the
# folder psyleague/ of cargo's target folder. Needs python3 with venv, and cargo.
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

# The league's psyleague.cfg has `--openings first-pegs`: bots that never vary still play different games.
# Bots are compared by nodes, not by the clock: a busy machine shall fail no game here.
export REFEREE_FLAGS='--first-ms 20000 --turn-ms 20000'
export PIP_CACHE_DIR="$work/pip" PIP_DISABLE_PIP_VERSION_CHECK=1
# psyleague leaves in a hurry if a game fails; its last words would stay in the buffer.
export PYTHONUNBUFFERED=1

[ -r "$bots" ] || fail "there is no file $bots"
cargo build --quiet --release --manifest-path "$root/Cargo.toml" --target-dir "$target" -p referee
PATH=$target/release:$work/venv/bin:$PATH

# A changed lock makes a new environment.
if ! cat "$here/requirements-build.txt" "$here/requirements.txt" |
    cmp -s - "$work/venv/installed"; then
    echo "installing psyleague into $work/venv"
    rm -rf "$work/venv"
    python3 -m venv "$work/venv" || fail 'cannot make a virtual environment: is venv installed?'
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
    fail 'the league broke off: the reason stands above'
psyleague show | tee leaderboard

# Below two lines of heading: position, name, score, games, %, mu, sigma, errors.
while read -r name command; do
    row=$(awk -v name="$name" 'NR > 2 && $2 == name { print $4, $8 }' leaderboard)
    case $row in
        '') fail "$name is not on the leaderboard" ;;
        '0 '*) fail "$name has played no game: ask for more games than $games" ;;
        *' 0') ;;
        *) fail "$name made errors in ${row#* } of its ${row% *} games: see $league/psyleague.games" ;;
    esac
done < names
played=$(wc -l < psyleague.games)
[ "$played" -ge "$games" ] || fail "only $played of $games games are in $league/psyleague.games"
last=$(awk 'END { print $2 }' leaderboard)
if grep -q '[[:space:]]random$' names; then
    grep -q "^$last[[:space:]]*random\$" names || fail "random is not last, but $last is"
fi
echo "psyleague: ok, $((played)) games"
