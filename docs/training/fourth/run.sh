#!/bin/sh
# The generations of games from even starts (docs/training.md), into a folder of their own:
#
#     cargo build --release -p openings -p training && PATH=$PWD/target/release:$PATH
#     sh docs/training/fourth/run.sh target/fourth OLD_GAMES...
#
# OLD_GAMES are folders of games from before with their share of the training, DIR:SHARE; for the network
# that was shipped they were the third loop's and the second's, of 0.4 in all for a, 0.26 for b, 0.2 for c and 0.09 for d, whose searches are three times as long.
# starts.txt comes from the tree of openings (docs/openings.md). It took three hours of two cores. Killed
# at any moment, train and train go on with the same command.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
shift

# once FILE COMMAND...: makes a file by what the command says, whole or not at all.
once() {
    [ -f "$1" ] && return
    file=$1
    shift
    "$@" > "$file.part"
    mv "$file.part" "$file"
}
# starts SEED: starts that 2,000 positions find even.
starts() {
    train openings --count 1500 --even 0.38..0.62 --nodes 2000 --plies 3..10 --seed "$1" \
        --starts random:4,book:4,scatter:1 --evaluator network:gen-6.txt --out "drawn-$1.txt" --resume
    cat "drawn-$1.txt"
}
once gen-6.txt git -C "$here" show 3eed767:./../../../src/network/best.txt
[ -f starts.txt ] || openings starts --count 2000 --out starts.txt

once ev-1000.txt starts 1000
once ev-1001.txt starts 1001
sort -u ev-1000.txt ev-1001.txt > ev.txt

# games OUT COUNT SEED NETWORK FLAGS...: games by a network from some starts.
games() {
    out=$1 count=$2 seed=$3 network=$4
    shift 4
    train play --out "$out" --games "$count" --seed "$seed" --evaluator "network:$network" "$@" \
        $depth --noise 0.25 --temperature 0.8 --temperature-plies 4 \
        --random-share 60 --resign 0.03 --workers 2
}
depth='--nodes 300 --full-share 0.3 --fast-nodes 80'
# generation OUT NETWORK SEED COUNT COUNT: half the games from the list, half from starts of all kinds
# that the first search finds even.
generation() {
    games "$1/list" "$4" "${3}2" "$2" --starts listed:1 --list ev.txt --balance 0.2..0.8
    games "$1/any" "$5" "${3}1" "$2" --first 100000 --balance 0.35..0.65 \
        --starts random:4,book:4,scatter:2,first-peg:1,listed:4 --list starts.txt
}

generation a gen-6.txt 40 9706 7697
train fit a/list:0.35 a/any:0.25 "$@" --out a/net --start "$here/arena-0.tpn" --samples 2400000 --rate 0.0015 \
    --quantise-from 0.6 --chain-weight 0.5 --reply-weight 0.1 --resume
generation b a/net/net.tpn 50 15487 10794
train fit a/list:0.14 a/any:0.1 b/list:0.28 b/any:0.22 "$@" --out b/net --start a/net/checkpoint.bin --samples 3200000 --rate 0.0016 \
    --quantise-from 0.55 --chain-weight 0.5 --reply-weight 0.1 --resume
generation c b/net/net.tpn 60 11548 7681
train fit a/list:0.1 a/any:0.08 b/list:0.2 b/any:0.14 c/list:0.16 c/any:0.12 "$@" --out c/net --start b/net/checkpoint.bin \
    --samples 3600000 --rate 0.0016 --quantise-from 0.55 --chain-weight 0.5 --reply-weight 0.1 --resume
depth='--nodes 1000 --full-share 0.4 --fast-nodes 300'
generation d b/net/net.tpn 70 9802 5941
train fit a/list:0.05 a/any:0.05 b/list:0.11 b/any:0.09 c/list:0.09 c/any:0.08 d/list:0.24 d/any:0.2 "$@" --out d/net \
    --start c/net/checkpoint.bin --samples 4000000 --rate 0.0016 --quantise-from 0.55 --chain-weight 0.5 --reply-weight 0.1 --resume
