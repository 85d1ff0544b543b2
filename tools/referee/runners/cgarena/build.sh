#!/bin/sh
# build.sh DIR LANGUAGE: builds a bot from the submitted DIR/source.txt, and writes the command with which the
# referee starts it to DIR/command. Languages:
#
#     rust    a single file, such as the bundler's output
#     python  a single file
#     words   a command, such as `own --nodes 400` or `random`
set -eu
dir=$1
case $2 in
    rust)
        rustc --edition 2021 -O -o "$dir/bot" --crate-type bin --crate-name bot - < "$dir/source.txt"
        echo "$dir/bot" ;;
    python) echo "python3 $dir/source.txt" ;;
    words) head -n 1 "$dir/source.txt" ;;
    *) echo "build.sh: unknown language $2: submit rust, python or words" >&2; exit 1 ;;
esac > "$dir/command"

# A bot that does not start would forfeit every game, so its build fails.
referee --format text --quiet -p1 "$(cat "$dir/command")" -p2 random > "$dir/first-game"
if grep 'the first player could not be started' "$dir/first-game" >&2; then
    exit 1
fi
