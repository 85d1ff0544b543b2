#!/bin/sh
# Makes a bot of what was handed in, DIR/source.txt, and leaves the referee's command for it in
# DIR/command. The language is the one that you chose when handing in:
#
#     rust    a single file, such as the bundler's
#     python  a single file
#     words   no program but a command, such as `own --nodes 400` or `random`
set -eu
dir=$1
case $2 in
    rust)
        rustc --edition 2021 -O -o "$dir/bot" --crate-type bin --crate-name bot - < "$dir/source.txt"
        echo "$dir/bot" ;;
    python) echo "python3 $dir/source.txt" ;;
    words) head -n 1 "$dir/source.txt" ;;
    *) echo "build.sh knows no language $2: hand in rust, python or words" >&2; exit 1 ;;
esac > "$dir/command"

# A bot that does not start would lose every game: find out now, and say why.
referee --format text --quiet -p1 "$(cat "$dir/command")" -p2 random > "$dir/first-game"
if grep 'the first player could not be started' "$dir/first-game" >&2; then
    exit 1
fi
