"""OpenSpiel's Monte Carlo tree search as a GTP program for `lab match`.

    pip install open-spiel==2.0.2
    python3 openspiel.py --simulations 1000

OpenSpiel's own links block one another and are never removed. Its swap rotates the board by a quarter turn where ours reflects
it, so that left and right are exchanged after a swap. docs/lab.md describes how to adapt another engine.
"""

import argparse
import sys

import pyspiel

COMMANDS = "protocol_version name version list_commands boardsize clear_board play genmove time_settings quit".split()


class Game:
    def __init__(self, size):
        self.size = size
        self.state = pyspiel.load_game("twixt", {"board_size": size}).new_initial_state()
        self.first, self.is_swapped = None, False

    def mirrored(self, column):
        return self.size - 1 - column if self.is_swapped else column

    def play(self, colour, move):
        if colour[0].lower() != "wb"[self.state.current_player()]:
            raise ValueError("it is the other colour's turn")
        if move == "swap":
            action = self.first
        else:
            # OpenSpiel counts rows from the bottom.
            action = self.mirrored(ord(move[0]) - ord("a")) * self.size + self.size - int(move[1:])
        is_reply = len(self.state.history()) == 1
        if action not in self.state.legal_actions() or is_reply and (action == self.first) != (move == "swap"):
            raise ValueError("illegal move")
        self.state.apply_action(action)
        self.first = action if self.first is None else self.first
        self.is_swapped |= move == "swap"

    def move(self, action):
        if len(self.state.history()) == 1 and action == self.first:
            return "swap"
        column, row = divmod(action, self.size)
        return f"{chr(ord('a') + self.mirrored(column))}{self.size - row}"

    def search(self, simulations, seed):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(self.state.get_game(), evaluator, 2.0, simulations, 1000, True, seed, False)
        return self.move(bot.step(self.state))


def main():
    parser = argparse.ArgumentParser(description="OpenSpiel's Monte Carlo tree search as a GTP program")
    parser.add_argument("--simulations", type=int, default=1000, help="simulations per move (default: 1000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = Game(12)
    for line in sys.stdin:
        words = line.split("#")[0].lower().split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            continue
        command, *arguments = words
        try:
            if command not in COMMANDS:
                raise ValueError("unknown command")
            answer = {"protocol_version": "2", "name": "OpenSpiel", "version": "2.0.2"}.get(command, "")
            if command == "list_commands":
                answer = "\n".join(COMMANDS)
            elif command in ("boardsize", "clear_board"):
                game = Game(int(arguments[0]) if arguments else game.size)
            elif command == "play":
                game.play(*arguments)
            elif command == "genmove":
                answer = game.search(options.simulations, options.seed + len(game.state.history()))
                game.play(arguments[0], answer)
            print(f"={number} {answer}\n", flush=True)
        except (ValueError, IndexError, TypeError, pyspiel.SpielError) as error:
            print(f"?{number} {error}\n", flush=True)
        if command == "quit":
            return


main()
