"""Compares the positions of games with OpenSpiel's Twixt: legal moves, links and outcome after every ply.

Reads games from stdin as the example `random_games` prints them. OpenSpiel's swap rotates the board by a quarter turn,
while that of the games reflects it, so that swapped games are compared with exchanged left and right. It has no swap of a
first peg in a border row. All games must be on the same board, since OpenSpiel keeps the size of the first one.
"""

import collections
import sys

import numpy
import pyspiel

# The links of a peg that an observation contains, as steps to the right and up.
STEPS = ((1, 2), (2, 1), (2, -1), (1, -2))


class Game:
    def __init__(self, size):
        self.size = size
        self.state = pyspiel.load_game("twixt", {"board_size": size}).new_initial_state()
        self.first = None
        self.swapped = False

    def cell(self, hole):
        """Returns a hole as OpenSpiel's column and row, from 0 at the bottom left."""
        column, row = ord(hole[0]) - ord("A"), self.size - int(hole[1:])
        return (self.size - 1 - column if self.swapped else column), row

    def action(self, move):
        if move == "SWAP":
            return self.first
        column, row = self.cell(move)
        return column * self.size + row

    def play(self, move):
        action = self.action(move)
        self.state.apply_action(action)
        self.first = action if self.first is None else self.first
        self.swapped |= move == "SWAP"

    def outcome(self):
        if not self.state.is_terminal():
            return "open"
        return {1.0: "vertical", -1.0: "horizontal", 0.0: "drawn"}[self.state.returns()[0]]

    def links(self):
        """Returns the links as pairs of cells, the left one first."""
        shape = (2, 6, self.size, self.size - 2)
        planes = numpy.array(self.state.observation_tensor(0)).reshape(shape)
        links = set()
        for player, plane, a, b in zip(*numpy.nonzero(planes[:, 1:5])):
            # Each player's pegs are observed from its own side of the board.
            row, column = (self.size - 1 - a, b + 1) if player == 0 else (self.size - 2 - b, self.size - 1 - a)
            right, up = STEPS[plane]
            links.add(((column, row), (column + right, row + up)))
        return links

    def compare(self, outcome, moves, links):
        if "SWAP" in moves and self.first not in self.state.legal_actions():
            moves.remove("SWAP")
        assert self.outcome() == outcome, f"the outcome is {self.outcome()}"
        actions = {self.action(move) for move in moves}
        assert actions == set(self.state.legal_actions()), "the legal moves differ"
        links = {tuple(sorted(map(self.cell, link.split("/")))) for link in links}
        assert links == self.links(), f"the links differ in {links ^ self.links()}"


def main():
    counts = collections.Counter()
    game, moves = None, []
    for line in sys.stdin:
        if line.startswith("game "):
            _, size, rules = line.split()
            game, name, moves = Game(int(size)), f"{size} {rules}", []
            counts["games"] += 1
            continue
        last, outcome, legal, links = line.rstrip("\n").split("|")
        moves.append(last)
        try:
            if last != "FIRST":
                game.play(last)
            game.compare(outcome, legal.split(), links.split())
        except (AssertionError, pyspiel.SpielError) as error:
            sys.exit(f"OpenSpiel differs: {error}: game {name}: {' '.join(moves)}")
        counts.update(["positions", outcome])
    results = ", ".join(f"{counts[what]} {what}" for what in ("positions", "vertical", "horizontal", "drawn"))
    print(f"size {game.size}: {counts['games']} games agree: {results}")


main()
