#!/bin/sh
# Makes a bot of psyleague, which is a file with one line: the command that the referee runs.
#
#     setup.sh BOT SOURCE
#
# If SOURCE is a program, the league keeps a copy, so that you can go on changing yours. Otherwise it
# is the command itself, such as "python3 bot.py" or one of the referee's own bots.
set -eu
bot=$1
source=$2
if [ -f "$source" ] && [ -x "$source" ]; then
    cp "$source" "$bot.bin"
    source=$bot.bin
fi
echo "$source" > "$bot"
