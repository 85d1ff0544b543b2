#!/bin/sh
# Writes an HTML page of a game to FOLDER/test.html: replay.sh GAME.json FOLDER
set -eu
game=$1
folder=$2

# Quotes in the file's strings are escaped, so these patterns match fields only.
text() { sed -n 's/.*"'"$1"'":"\(\([^"\\]\|\\.\)*\)".*/\1/p' "$game" | sed 's/\\\(.\)/\1/g'; }
moves=$(sed 's/.*"moves":\[\([^]]*\)\].*/\1/; s/"//g' "$game")

# The referee only renders games that it plays. So all moves but the last are passed as the opening, and both
# bots answer with the last move. After a fault all moves are the opening, and the bots answer with an empty line.
case $(text ending) in
    chain | draw) last=${moves##*,} opening=${moves%,*} ;;
    *) last='' opening=$moves ;;
esac
mkdir -p "$folder"
referee --quiet --format text --opening "$opening" -p1 "echo $last" -p2 "echo $last" \
    --svg "$folder/game.svg" > "$folder/referee.log"

{
    echo '<!DOCTYPE html><meta charset="utf-8"><title>Twixt PP</title>'
    echo '<style>body { font-family: sans-serif; background: #fff; color: #111; margin: 1em }'
    echo 'svg { max-width: 40em; height: auto }</style>'
    echo "<p>$(text reason | sed 's/&/\&amp;/g; s/</\&lt;/g')</p>"
    sed '/^<title>/d' "$folder/game.svg"
    echo "<p>$(echo "$moves" | sed 's/,/ /g')</p>"
} > "$folder/test.html"
