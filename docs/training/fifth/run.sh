#!/bin/sh
# The club's generation of games from even starts (docs/training.md), into a folder of its own:
#
#     cargo build --release -p training && PATH=$PWD/target/release:$PATH
#     sh docs/training/fifth/run.sh target/fifth
#
# It took an hour and a quarter of two cores. Killed at any moment, it goes on with the same command.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
[ -f club-1.tpn ] || { git -C "$here" show 3eed767:./../../../tools/club/club.tpn > club-1.part && mv club-1.part club-1.tpn; }

# starts SIZE RULES COUNT: starts that 1,000 positions find even.
starts() {
    train openings --count "$3" --even 0.38..0.62 --nodes 1000 --plies 3..10 --seed 1000 --size "$1" --rules "$2" \
        --starts random:4,book:4,scatter:1 --evaluator network:club-1.tpn --out "even-$1-$2.txt" --resume
}

# games SIZE RULES RUN COUNT: a run is a series of games with numbers and seeds of its own.
games() {
    train play --out "$1-$2-$3" --games "$4" --first "${3}00000" --seed "9$3" --size "$1" --rules "$2" \
        --evaluator network:club-1.tpn --nodes 200 --full-share 0.33 --fast-nodes 60 --noise 0.25 --temperature 0.8 \
        --temperature-plies 6 --random-share 60 --resign 0.03 --balance 0.3..0.7 \
        --starts listed:3,random:2,book:2,scatter:1 --list "even-$1-$2.txt" --workers 2
}

# board SIZE RULES STARTS GAMES GAMES
board() {
    starts "$1" "$2" "$3"
    games "$1" "$2" 1 "$4"
    games "$1" "$2" 2 "$5"
}

board 24 standard 400 2999 2310
board 16 standard 400 2970 2305
board 18 standard 300 1980 1520
board 12 standard 150 792 608
board 16 pp 150 594 456
board 12 pp 150 792 608
board 10 standard 100 396 304

train fit *-standard-[12] *-pp-[12] --out net --start club-1.tpn --samples 2400000 --batch 64 --rate 0.0015 \
    --quantise-from 0.6 --search-share 0.4 --board 10xstandard:0.03 --board 12xpp:0.05 --board 12xstandard:0.06 \
    --board 16xpp:0.06 --board 16xstandard:0.22 --board 18xstandard:0.18 --board 24xstandard:0.4 --resume
