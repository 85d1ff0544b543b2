//! Games and reviews at fixed nodes, compared with stored output.

#[path = "../../../../tests/frozen/mod.rs"]
mod data;

use std::process::Command;

/// File names and flags of games that the engine plays against itself.
const GAMES: [(&str, &str); 6] = [
    ("standard-12.txt", "--rules standard --size 12 --swap mirror --nodes 300"),
    ("standard-24.txt", "--rules standard --size 24 --swap sides --nodes 60"),
    ("standard-16-distance.txt", "--rules standard --size 16 --engine distance --nodes 400"),
    ("standard-10x12.txt", "--rules standard --size 10x12 --nodes 300"),
    ("pp-wide.txt", "--rules pp --size 16x10 --nodes 200"),
    ("pp-8.txt", "--rules pp --size 8 --nodes 200"),
];

fn printed(flags: &str, input: &str) -> String {
    data::stdout(Command::new(env!("CARGO_BIN_EXE_club")).args(flags.split(' ')), input)
}

#[test]
fn games_match_the_frozen_output() {
    // Some genmove commands fail: those after a swap of sides and after the end.
    let commands = "genmove white\ngenmove black\n".repeat(24) + "showboard\nfinal_score\nquit\n";
    for (name, flags) in GAMES {
        let flags = format!("gtp --ascii --no-colour {flags}");
        data::same(&format!("club/{name}"), &printed(&flags, &commands));
    }
}

#[test]
fn reviews_match_the_frozen_output() {
    let game = data::path("../../docs/review-24.sgf");
    let review = format!("review --nodes 60 {}", game.display());
    data::same("club/review.txt", &printed(&review, ""));
    data::same("club/review.json", &printed(&format!("{review} --json -"), ""));
}
