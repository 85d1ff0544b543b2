// The ten lessons, as JSON. A test of tools/solve proves that exactly the answers reach each step's goal: `link` makes a
// link, `win` wins the game with best play, `now` completes the chain, `swap` takes a first peg that wins.

export const LESSONS = [
  {
    "name": "link", "title": "Pegs and links", "size": 6, "moves": "C3E5",
    "steps": [{
      "text": "Two of your pegs are linked if they are a knight's move apart: two holes straight, then one to the side. Place a peg that links to C3.",
      "goal": "link", "answers": ["D5", "B1", "D1", "E2", "E4", "B5"],
      "right": "Linked! Links are made at once, and they stay. You win with a chain of them.",
      "wrong": "makes no link. From C3, count two holes up, down or sideways, then one to the side."
    }]
  },
  {
    "name": "connect", "title": "From top to bottom", "size": 6, "moves": "B1C3D2B5E4D5",
    "steps": [{
      "text": "You are the filled pegs: your chain must reach from the top row to the bottom row. Only one peg is missing.",
      "goal": "win", "answers": ["D6"],
      "right": "D6 completes your chain. That wins the game!",
      "wrong": "does not complete your chain. Find a hole of the bottom row that is a knight's move from E4."
    }]
  },
  {
    "name": "rings", "title": "From left to right", "size": 6, "moves": "B1A2D2B4E4D5C4",
    "steps": [{
      "text": "Now you are the rings: you connect the left and the right edge. Only you may use these two columns. Be first!",
      "goal": "win", "answers": ["F4"],
      "right": "F4 completes your chain from left to right, one move before your opponent's.",
      "wrong": "does not complete your chain. Find a hole of the right column that is a knight's move from D5."
    }]
  },
  {
    "name": "block", "title": "Cut the way", "size": 7, "moves": "C3C6B5D4B1",
    "steps": [{
      "text": "Vertical threatens to win with C7, a hole that is closed to you. But links never cross: make one that cuts B5–C7.",
      "goal": "win", "answers": ["A5"],
      "right": "The link A5–C6 cuts B5–C7. Vertical has no other way in time, and your own chain will win.",
      "wrong": "does not stop C7. Look for a link from C6 that crosses the way from B5 to C7.",
      "replies": { "B6": ["C7", "B6 is between the pegs, but only links block links: C7 still wins."] }
    }]
  },
  {
    "name": "cross", "title": "Cross yourself", "size": 6, "moves": "C5E3B3F5E6C2D2E5B1C4",
    "steps": [{
      "text": "Your own links may cross each other (under the PP rules, which most games here use). Horizontal has cut B3–D2. Link B3 to the top another way.",
      "goal": "win", "answers": ["C1"],
      "right": "C1–B3 crosses your own link B1–D2, and your chain is complete.",
      "wrong": "does not link B3 to the top row. Do not fear your own link."
    }]
  },
  {
    "name": "swap", "title": "The swap", "size": 6, "moves": "D3",
    "steps": [{
      "text": "Moving first is an advantage. So the second player may swap: take over the first peg instead of placing one. It is in the middle. Swap?",
      "goal": "swap", "answers": ["SWAP"],
      "right": "Right! On this board D3 wins with best play, and now it is yours. Leave weak first pegs, and take strong ones.",
      "wrong": "leaves D3 to your opponent, and with best play D3 wins on this board. Use the button Swap."
    }]
  },
  {
    "name": "setup", "title": "Two ways to link", "size": 8, "moves": "G7H5E8F4D1E6C3C6",
    "steps": [{
      "text": "Join C3 and E8. Pegs four holes apart in a line can be linked in two ways, so one cut is not enough. Find such a hole below C3.",
      "goal": "win", "answers": ["C7"],
      "right": "C7 is linked to E8, and B5 or D5 will link it to C3.",
      "wrong": "leaves only one way, or none.",
      "then": "B4",
      "replies": {
        "D5": ["C5", "D5 is linked to C3, but only one way leads on to E8, and C5 cuts it."],
        "B5": ["C7", "B5 is linked to C3, but only C7 leads on to E8, and Horizontal takes it."]
      }
    }, {
      "text": "The link B4–C6 cuts the way through B5. Use the other one.",
      "goal": "win", "answers": ["D5"],
      "right": "D5 joins both. One cut could not stop two ways!",
      "wrong": "does not join C3 and C7."
    }]
  },
  {
    "name": "border", "title": "Near your border", "size": 7, "moves": "B3D4C1F3",
    "steps": [{
      "text": "A peg two rows from your border has two ways to it: as good as there. Extend your chain from B3 to such a hole.",
      "goal": "win", "answers": ["C5"],
      "right": "From C5, both B7 and D7 reach the bottom.",
      "wrong": "does not bring your chain to the bottom.",
      "then": "C6",
      "replies": {
        "B7": ["B5", "B7 is at the border, but B5 keeps it apart from B3."],
        "D7": ["B5", "D7 is at the border, but B5 keeps it apart from B3."]
      }
    }, {
      "text": "Horizontal's link D4–C6 cuts the way to D7. Which one is left?",
      "goal": "win", "answers": ["B7"],
      "right": "B7 wins. Close to your border, count the ways!",
      "wrong": "does not reach the bottom."
    }]
  },
  {
    "name": "double", "title": "Double threat", "size": 6, "moves": "B5C2D6A3E3D4D1E2",
    "steps": [{
      "text": "Horizontal threatens F3 and F5. Find the peg whose link cuts both, and that threatens to win in two places itself.",
      "goal": "win", "answers": ["D5"],
      "right": "The link D5–E3 stops Horizontal, and D5 threatens B6 and C3: no move stops both.",
      "wrong": "does not stop both threats.",
      "then": "C3"
    }, {
      "text": "Horizontal took C3. Carry out the other threat.",
      "goal": "now", "answers": ["B6"],
      "right": "B6 wins. Two threats with one peg: that is how most games are won.",
      "wrong": "does not complete your chain. D5 threatened B6."
    }]
  },
  {
    "name": "ladder", "title": "The ladder", "size": 8, "moves": "E3E4F5F6G4G5E8H7",
    "steps": [{
      "text": "Chains side by side make a ladder: to leave it loses a move, and a peg ahead wins it. Your E8 is ahead. Follow the rings from E3!",
      "goal": "win", "answers": ["D5"],
      "right": "D5 holds the rings back on the left.",
      "wrong": "lets the rings pass.",
      "then": "D6",
      "replies": {
        "C4": ["C5", "C4 is a link, too, but it does not keep up with the rings: C5 cuts below it."],
        "D6": ["C3", "D6 is in the way of the rings, but E4–C3 cuts it off from E3."],
        "C7": ["C5", "C7 is linked to E8, but E4–C5 cuts it off from E3."]
      }
    }, {
      "text": "The rings keep pace: D6. One more step, and your peg ahead helps.",
      "goal": "win", "answers": ["C7"],
      "right": "C7 reaches E8. On top, D1 and F1 both link to E3: you win the ladder.",
      "wrong": "leaves the ladder."
    }]
  }
];
