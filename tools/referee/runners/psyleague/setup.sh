#!/bin/sh
# Creates psyleague's file for a bot: one line with the command that the referee runs.
#
#     setup.sh BOT SOURCE
#
# If SOURCE is an executable, it is copied, so that later changes do not affect the league. Otherwise it is
# a command, such as "python3 bot.py" or a built-in bot of the referee.
set -eu
bot=$1
source=$2
if [ -f "$source" ] && [ -x "$source" ]; then
    cp "$source" "$bot.bin"
    source=$bot.bin
fi
echo "$source" > "$bot"
