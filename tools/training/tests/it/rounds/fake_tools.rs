//! A fast, deterministic replacement for `train` and `lab` in the loop's tests.
//!
//! As with the real programs, output depends only on the arguments and the files that they name. A task takes
//! FAKE_PAUSE milliseconds and appends a line to the file FAKE_LOG when it starts; once the file has FAKE_HOLD
//! lines, tasks never end.

use std::collections::hash_map::DefaultHasher;
use std::fs::{self, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::exit;
use std::time::Duration;

struct CommandLine(Vec<String>);

impl CommandLine {
    /// Returns the values of all occurrences of an option, each up to the next option.
    fn all(&self, name: &str) -> Vec<&str> {
        let places = (0..self.0.len()).filter(|&n| self.0[n] == name);
        let values = |n: usize| self.0[n + 1..].iter().take_while(|word| !word.starts_with("--"));
        places.flat_map(|n| values(n).map(String::as_str)).collect()
    }

    fn one(&self, name: &str) -> &str {
        match self.all(name)[..] {
            [value] => value,
            _ => fail(&format!("{name} must occur once: {}", self.0.join(" "))),
        }
    }

    fn number(&self, name: &str) -> u64 {
        let text = self.one(name);
        text.parse().unwrap_or_else(|_| fail(&format!("{name} {text}: expected a number")))
    }
}

fn fail(text: &str) -> ! {
    eprintln!("an earlier line\nfake: {text}");
    exit(3)
}

fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| fail(&format!("{}: {error}", path.display())))
}

fn write(path: impl AsRef<Path>, text: &str) {
    let path = path.as_ref();
    fs::write(path, text).unwrap_or_else(|error| fail(&format!("{}: {error}", path.display())));
}

fn start(text: &str) {
    if let Some(log) = std::env::var_os("FAKE_LOG") {
        let file = OpenOptions::new().create(true).append(true).open(&log);
        let written = file.and_then(|mut file| file.write_all(format!("{text}\n").as_bytes()));
        written.unwrap_or_else(|error| fail(&error.to_string()));
        let hold = std::env::var("FAKE_HOLD").ok().and_then(|text| text.parse::<usize>().ok());
        if hold.is_some_and(|lines| read(log).lines().count() >= lines) {
            std::thread::sleep(Duration::from_secs(600));
        }
    }
}

fn pause(parts: u64) {
    let pause = std::env::var("FAKE_PAUSE").ok().and_then(|text| text.parse().ok());
    std::thread::sleep(Duration::from_millis(pause.unwrap_or(0) / parts));
}

fn hashed(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

fn shards(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        fail(&format!("folder not found: {}", folder.display()))
    };
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(shards(&path));
        } else if path.extension().is_some_and(|extension| extension == "games") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Writes one game per line. While the task runs, the file is incomplete, like that of a killed run.
fn play(line: &CommandLine) {
    let seed = line.one("--seed");
    let out = Path::new(line.one("--out"));
    fs::create_dir_all(out).unwrap_or_else(|error| fail(&error.to_string()));
    let path = out.join(format!("shard-{seed}-0.games"));
    let (size, rules) = (line.number("--size"), line.one("--rules"));
    let evaluator = line.one("--engine");
    let network = evaluator.strip_prefix("network:").map(read).unwrap_or_default();
    let starts = line.all("--list").first().map(read).unwrap_or_default();
    write(&path, "torn");
    let kind = if starts.is_empty() { "default" } else { line.one("--starts") };
    start(&format!("play {size}-{rules} {kind} {seed}"));
    pause(1);
    let game = |n| {
        let what = hashed((&network, evaluator, &starts, seed, n, line.number("--nodes")));
        format!("{size} {rules} {} {what:016x}\n", 10 + n % 3)
    };
    write(&path, &(0..line.number("--games")).map(game).collect::<String>());
}

fn stats(line: &CommandLine) {
    let games: String = shards(Path::new(line.one("--in"))).iter().map(read).collect();
    let positions = games.lines().filter_map(|game| game.split(' ').nth(2)?.parse::<u64>().ok());
    println!("games       {}\nplies       median 9, from 1 to 20", games.lines().count());
    println!("positions   {}, searched fully at 100.0 %", positions.sum::<u64>());
}

fn regret(line: &CommandLine) {
    let board = format!("{} {} ", line.one("--size"), line.one("--rules"));
    let shards = line.all("--in").into_iter().flat_map(|folder| shards(Path::new(folder)));
    let games: String = shards.map(read).collect();
    if let Some(other) = games.lines().find(|game| !game.starts_with(&board)) {
        fail(&format!("game on another board: {other}"));
    }
    start(&format!("regret {board}"));
    let list = games.lines().take(line.number("--count") as usize);
    let part = format!("{}.part", line.one("--out"));
    write(&part, &list.map(|game| format!("{game}\n")).collect::<String>());
    fs::rename(part, line.one("--out")).unwrap_or_else(|error| fail(&error.to_string()));
}

/// Writes a network: its strength, which is the number of consecutive trainings, and a hash of its games.
/// Training has four steps and resumes after the last finished one.
fn train(line: &CommandLine) {
    let out = Path::new(line.one("--out"));
    fs::create_dir_all(out).unwrap_or_else(|error| fail(&error.to_string()));
    start(&format!("train {}", out.parent().map_or(String::new(), |g| g.display().to_string())));
    let older = line.all("--start").first().map_or(0, |start| {
        let network = read(Path::new(start).with_file_name("net.tpn"));
        network.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0)
    });
    let mut seen = Vec::new();
    for part in line.0[1..].iter().take_while(|word| !word.starts_with("--")) {
        let Some((folder, share)) = part.rsplit_once(':') else { fail("expected a share") };
        seen.push((share, shards(Path::new(folder)).iter().map(read).collect::<String>()));
    }
    let samples = line.number("--samples");
    let boards = line.all("--board").join(" ");
    let checkpoint = out.join("checkpoint.bin");
    let resumed = if line.0.iter().any(|word| word == "--resume") && checkpoint.exists() {
        read(&checkpoint).parse().unwrap_or_else(|_| fail("damaged checkpoint"))
    } else {
        0
    };
    for step in resumed..4 {
        pause(4);
        write(out.join("part"), &(step + 1).to_string());
        fs::rename(out.join("part"), &checkpoint).unwrap_or_else(|error| fail(&error.to_string()));
        println!("step {step}  900 samples/s, 1 min left");
    }
    write(out.join("net.tpn"), &format!("{} {boards} {:016x}", older + 1, hashed(seen)));
    write(
        out.join("part"),
        &format!(
            "{{\"done\": true, \"samples\": {samples}, \"held_out\": {{\"policy\": 2.5, \
             \"value\": 0.7, \"chain\": null}}}}"
        ),
    );
    fs::rename(out.join("part"), out.join("result.json"))
        .unwrap_or_else(|error| fail(&error.to_string()));
}

/// Plays a match that the stronger network mostly wins; baseline players have strength 1. Each line of an
/// openings file adds 1 to the first bot's strength, so that tests detect whether it was read.
fn contest(line: &CommandLine) {
    let bots: Vec<(&str, &str)> =
        line.all("--bot").iter().filter_map(|bot| bot.split_once('=')).collect();
    let [new, old] = bots[..] else { fail("expected two bots") };
    let strength = |engine: &str| match engine.strip_prefix("network:").map(read) {
        Some(network) => network.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0),
        None => 1,
    };
    let mut strengths = [strength(new.1), strength(old.1)];
    if line.all("--order") == ["random"] {
        strengths[0] += read(line.one("--openings")).lines().count() as i32;
    }
    let (seed, rounds) = (line.number("--seed"), line.number("--rounds"));
    let board = format!("{}-{}", line.number("--size"), line.one("--rules"));
    let openings = line.one("--openings");
    start(&format!("match {board} {openings} {} {strengths:?} {seed}", old.1));
    pause(1);
    let mut text =
        format!("{{\"plan\":{{\"rounds\":{rounds},\"nodes\":{}}}}}\n", line.number("--nodes"));
    for game in 0..2 * rounds {
        let players = if game % 2 == 0 { [new.0, old.0] } else { [old.0, new.0] };
        let chance = 1.0 / (1.0 + 3f64.powi(strengths[1] - strengths[0]));
        let dice = |what: &str| hashed((seed, game, what)) as f64 / u64::MAX as f64;
        let winner = if dice("winner") < chance { new.0 } else { old.0 };
        let winner = match dice("drawn") < 0.1 {
            true => "null",
            false if winner == players[0] => "\"first\"",
            false => "\"second\"",
        };
        text += &format!("{{\"game\":{game},\"pair\":{},\"players\":{players:?},", game / 2);
        text += &format!("\"winner\":{winner}}}\n");
    }
    write(line.one("--out"), &text);
}

/// Prints the result of a sequential test that a lead of 8 half points decides.
fn sprt(line: &CommandLine) {
    let counts: Vec<i32> =
        line.all("--ptnml").iter().filter_map(|count| count.parse().ok()).collect();
    let lead: i32 = counts.iter().zip(-2..).map(|(count, points)| count * points).sum();
    let accepted = match lead {
        8.. => "\"H1\"",
        ..=-8 => "\"H0\"",
        _ => "null",
    };
    let accepted = if line.all("--sprt").is_empty() { "null" } else { accepted };
    println!(
        "{{\"counts\":{{}},\"elo\":{{\"value\":{},\"error\":20.0}},\"accepted\":{accepted}}}",
        10 * lead
    );
}

fn main() {
    let line = CommandLine(std::env::args().skip(1).collect());
    match line.0.first().map_or("", String::as_str) {
        "play" => play(&line),
        "stats" => stats(&line),
        "regret" => regret(&line),
        "fit" => train(&line),
        "contest" => contest(&line),
        "sprt" => sprt(&line),
        // A generic task for the tests of pools.
        "task" => {
            start(&format!("task {} {}", line.one("--name"), std::os::unix::process::parent_id()));
            write("out/half", "half");
            pause(1);
            let input = read(line.one("--input"));
            fs::remove_file("out/half").unwrap_or_else(|error| fail(&error.to_string()));
            fs::create_dir("out/deep").unwrap_or_else(|error| fail(&error.to_string()));
            write("out/deep/result", &format!("{} {input}", line.one("--name")));
        }
        other => fail(&format!("unknown subcommand {other:?}")),
    }
}
