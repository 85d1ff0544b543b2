//! Parts of a stage, each a command for one worker of a cluster.

use crate::play::options::PlayOptions;
use crate::play::{run, shard};
use crate::stages::ray::{Task, OUT};
use anyhow::{ensure, Context, Result};
use std::path::PathBuf;

/// Games per part of a self-play stage: a minute or two.
const GAMES: usize = 50;

/// Pairs of games per part of a match.
const PAIRS: u64 = 10;

/// Returns the parts of a self-play stage that play the missing games. Each part is stored as a further shard, so the
/// stage can also continue without a cluster. Fails if a stored shard has other settings.
pub fn of_games(command: &str, options: &PlayOptions) -> Result<Vec<Task>> {
    let PlayOptions { out, settings, .. } = options;
    let stored = run::stored(out, settings, &[])?;
    let missing: Vec<u32> = options.numbers()?.filter(|number| !stored.contains(number)).collect();
    let runs = missing.chunk_by(|one, next| one + 1 == *next);
    let shards = (0..).map(|number| shard::path(out, settings.seed, number));
    let words = without(command.split(' '), &["--out", "--workers", "--games", "--first"]);
    let parts = runs.flat_map(|run| run.chunks(GAMES)).zip(shards.filter(|path| !path.exists()));
    let part = |(numbers, target): (&[u32], PathBuf)| {
        let mut arguments = words.clone();
        push(&mut arguments, "--out", OUT);
        push(&mut arguments, "--first", numbers[0]);
        push(&mut arguments, "--games", numbers.len());
        let output = format!("shard-{}-0.games", settings.seed);
        Task { program: "train", arguments, output, target, units: numbers.len() as u64 }
    };
    Ok(parts.map(part).collect())
}

/// Returns all parts of a match with these flags of `lab match`, whose journals are stored in the stage's folder.
/// Each part has a seed of its own. Fails unless the openings are random, because parts would repeat those of a list.
pub fn of_match(name: &str, flags: &[String]) -> Result<Vec<Task>> {
    let value = |flag: &str| {
        let place = flags.iter().position(|word| word == flag)?;
        flags.get(place + 1).map(String::as_str)
    };
    ensure!(
        value("--openings").is_some_and(|openings| openings.starts_with("random:")),
        "cannot divide the match among workers: pass --openings random:PEGS, or run it without --ray"
    );
    let number = |flag: &str| -> Result<u64> {
        let text = value(flag).with_context(|| format!("pass {flag} N to divide the match"))?;
        text.parse().with_context(|| format!("{flag} {text}"))
    };
    let (rounds, seed) = (number("--rounds")?, number("--seed")?);
    let given = flags.iter().map(String::as_str).filter(|word| *word != "--resume");
    let words = without(given, &["--out", "--workers", "--rounds", "--seed"]);
    let part = |(number, start): (u64, u64)| {
        let pairs = PAIRS.min(rounds - start);
        let mut arguments = vec!["match".to_owned()];
        arguments.extend(words.iter().cloned());
        push(&mut arguments, "--out", format!("{OUT}/match.jsonl"));
        push(&mut arguments, "--rounds", pairs);
        push(&mut arguments, "--seed", (seed << 20) + number);
        let target = format!("{name}/part-{number:04}.jsonl").into();
        Task { program: "lab", arguments, output: "match.jsonl".to_owned(), target, units: pairs }
    };
    Ok((0..).zip((0..rounds).step_by(PAIRS as usize)).map(part).collect())
}

fn push(arguments: &mut Vec<String>, flag: &str, value: impl ToString) {
    arguments.extend([flag.to_owned(), value.to_string()]);
}

/// Removes flags with their values.
fn without<'a>(words: impl Iterator<Item = &'a str>, flags: &[&str]) -> Vec<String> {
    let (mut kept, mut skips) = (Vec::new(), false);
    for word in words {
        let is_flag = flags.contains(&word);
        if !skips && !is_flag {
            kept.push(word.to_owned());
        }
        skips = is_flag;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_match_have_all_pairs_and_distinct_seeds() {
        let flags = "--bot a --seed 3 --rounds 25 --openings random:3 --out m --workers 2 --resume";
        let flags: Vec<String> = flags.split(' ').map(str::to_owned).collect();
        let parts = of_match("m", &flags).unwrap();
        assert_eq!(parts.iter().map(|part| part.units).collect::<Vec<_>>(), [10, 10, 5]);
        let words = parts[2].arguments.join(" ");
        let out = "--out .out/match.jsonl --rounds 5 --seed 3145730";
        assert_eq!(words, format!("match --bot a --openings random:3 {out}"));
        let error = of_match("m", &flags[..6]).unwrap_err().to_string();
        assert!(error.contains("--openings random:PEGS"), "{error}");
    }
}
