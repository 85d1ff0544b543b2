//! Compares what two functions do on every way through them, since the editions of Rust order and join the blocks of the
//! MIR differently, above all those that drop variables.

use std::collections::HashSet;

use crate::pattern::Pattern;

/// Matches the start of a block: `bb1: {` or `bb1 (cleanup): {`.
static BLOCK: Pattern = Pattern::new(r"^\s*bb\d+(?: \(cleanup\))?: \{$");

/// Matches a way out of a block, such as `return: bb1` or `unwind continue`, or the only one: `bb1`.
static WAY: Pattern = Pattern::new(r"(?:(\w+): )?\bbb(\d+)\b|unwind ([a-z]+(?:\(\w+\))?)");

/// Matches the use of a variable.
static VARIABLE: Pattern = Pattern::new(r"\b_\d+\b");

/// The effects of a function, by the blocks of its MIR.
pub(crate) struct Flow {
    blocks: Vec<Block>,
    /// The number of variables that record whether another one is still to be dropped: rustc's own, which are only set to
    /// constants, and only decide between ways. They are followed, since the editions differ in where they are needed.
    flags: usize,
}

#[derive(Default)]
struct Block {
    steps: Vec<Step>,
    /// The flag that decides between the two ways.
    decided_by: Option<usize>,
    /// What rustc calls each way out, and its target.
    ways: Vec<(String, Target)>,
}

enum Step {
    Effect(String),
    Set(usize, bool),
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Target {
    Block(usize),
    /// The end of the function, such as `return`.
    End(String),
}

/// A place in a function, with the values of the flags there.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    target: Target,
    /// The number of steps of the block before the place.
    at: usize,
    flags: Vec<Option<bool>>,
}

impl Flow {
    /// Parses the body of a function in the MIR. `effects` returns the effects of a line, such as a call.
    pub(crate) fn new(body: &str, effects: impl Fn(&str) -> Vec<String>) -> Flow {
        let flags = flags(body);
        let flag = |name: &str| flags.iter().position(|flag| *flag == name);
        let mut blocks: Vec<Block> = Vec::new();
        for line in body.lines() {
            if BLOCK.is_match(line) {
                blocks.push(Block::default());
                continue;
            }
            let Some(block) = blocks.last_mut() else { continue };
            let line = line.trim();
            match set(line).and_then(|(name, value)| Some((flag(name)?, value))) {
                Some((flag, value)) => block.steps.push(Step::Set(flag, value)),
                None => block.steps.extend(effects(line).into_iter().map(Step::Effect)),
            }
            block.decided_by = block.decided_by.or_else(|| decision(line).and_then(flag));
            let ways = line.rsplit_once(" -> ").map_or("", |(_, ways)| ways);
            block.ways.extend(WAY.captures_iter(ways).map(|way| match (way.get(2), way.get(3)) {
                (Some(block), _) => {
                    let name = way.get(1).map_or("", |name| name.as_str());
                    (name.to_string(), Target::Block(block.as_str().parse().unwrap_or(usize::MAX)))
                }
                (_, end) => {
                    let end = end.map_or("", |end| end.as_str());
                    ("unwind".to_string(), Target::End(end.to_string()))
                }
            }));
            let end = match line {
                "return;" | "unreachable;" => line.trim_end_matches(';'),
                "resume;" => "continue",
                _ if line.starts_with("terminate") => line.trim_end_matches(';'),
                _ => continue,
            };
            block.ways.push((String::new(), Target::End(end.to_string())));
        }
        Flow { blocks, flags: flags.len() }
    }

    /// Returns whether each way through one function has the same effects and decisions as that through the other; false
    /// if there are too many to follow.
    pub(crate) fn equals(&self, other: &Flow) -> bool {
        const MOST: usize = 100_000;
        let mut open = vec![(self.start(), other.start())];
        let mut seen = HashSet::new();
        while let Some((ours, theirs)) = open.pop() {
            let pair = (self.skip(ours), other.skip(theirs));
            if seen.contains(&pair) {
                continue;
            }
            let ((what, next), (their_what, their_next)) =
                (self.step(&pair.0), other.step(&pair.1));
            if what.is_empty()
                || what != their_what
                || next.len() != their_next.len()
                || seen.len() == MOST
            {
                return false;
            }
            open.extend(next.into_iter().zip(their_next));
            seen.insert(pair);
        }
        true
    }

    fn start(&self) -> Place {
        Place { target: Target::Block(0), at: 0, flags: vec![None; self.flags] }
    }

    /// Follows what has no effect and needs no decision.
    fn skip(&self, mut place: Place) -> Place {
        // The bound ends empty loops.
        for _ in 0..self.blocks.iter().map(|block| block.steps.len() + 1).sum() {
            let Target::Block(block) = place.target else { break };
            let Some(Block { steps, decided_by, ways }) = self.blocks.get(block) else { break };
            match (steps.get(place.at), decided_by, &ways[..]) {
                (Some(Step::Effect(_)), ..) => break,
                (Some(&Step::Set(flag, value)), ..) => {
                    place.flags[flag] = Some(value);
                    place.at += 1;
                }
                (None, None, [(_, only)]) => place = Place { target: only.clone(), at: 0, ..place },
                (None, Some(flag), [(zero, no), (_, yes)]) if zero == "0" => {
                    let Some(value) = place.flags[*flag] else { break };
                    let target = if value { yes.clone() } else { no.clone() };
                    place = Place { target, at: 0, ..place };
                }
                _ => break,
            }
        }
        place
    }

    /// Returns the effect at a place or the names of the ways from there, and the places that follow; nothing if they are not
    /// known.
    fn step<'f>(&'f self, place: &'f Place) -> (Vec<&'f str>, Vec<Place>) {
        let block = match &place.target {
            Target::End(end) => return (vec![end], vec![]),
            Target::Block(block) => self.blocks.get(*block),
        };
        let Some(Block { steps, ways, .. }) = block else { return (vec![], vec![]) };
        let after = |(name, target): &'f (String, Target)| {
            (name.as_str(), Place { target: target.clone(), at: 0, ..place.clone() })
        };
        match steps.get(place.at) {
            Some(Step::Effect(what)) => {
                (vec![what], vec![Place { at: place.at + 1, ..place.clone() }])
            }
            // There are too many steps to skip.
            Some(Step::Set(..)) => (vec![], vec![]),
            None => ways.iter().map(after).unzip(),
        }
    }
}

/// Splits `_1 = const true;` into variable and value.
fn set(line: &str) -> Option<(&str, bool)> {
    let (name, value) = line.split_once(" = const ")?;
    Some((name, value.strip_suffix(';')?.parse().ok()?))
}

/// Returns the variable that decides in `switchInt(copy _1) -> […]`.
fn decision(line: &str) -> Option<&str> {
    let (read, _) = line.strip_prefix("switchInt(")?.split_once(") -> ")?;
    Some(read.trim_start_matches("copy ").trim_start_matches("move "))
}

/// Returns the variables without a name that are only set to `true` or `false`, and only decide between ways.
fn flags(body: &str) -> Vec<&str> {
    let lines = || body.lines().map(str::trim);
    let mut flags: Vec<&str> = lines().filter_map(|line| Some(set(line)?.0)).collect();
    flags.sort_unstable();
    flags.dedup();
    flags.retain(|flag| *flag != "_0");
    for line in lines() {
        let is_declared = ["let ", "Storage"].iter().any(|word| line.starts_with(word));
        if !(is_declared || set(line).is_some() || decision(line).is_some()) {
            VARIABLE.find_iter(line).for_each(|used| flags.retain(|flag| *flag != used.as_str()));
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(body: &str) -> Flow {
        let effects = |line: &str| {
            let call = line.split_once(" = ").filter(|(_, call)| call.contains('('));
            call.map(|(_, call)| call.split('(').next().unwrap_or_default().to_string())
        };
        Flow::new(body, |line| effects(line).into_iter().collect())
    }

    const ORDERED: &str = "fn f() -> () {
    bb0: {
        _1 = a() -> [return: bb1, unwind continue];
    }
    bb1: {
        switchInt(copy _1) -> [0: bb2, otherwise: bb3];
    }
    bb2: {
        _2 = b() -> [return: bb4, unwind: bb5];
    }
    bb3: {
        goto -> bb1;
    }
    bb4: {
        return;
    }
    bb5 (cleanup): {
        resume;
    }
}";

    #[test]
    fn the_order_and_the_joints_of_blocks_are_no_difference() {
        let other = "fn f() -> () {
    bb0: {
        _1 = a() -> [return: bb3, unwind: bb2];
    }
    bb1: {
        goto -> bb4;
    }
    bb2 (cleanup): {
        resume;
    }
    bb3: {
        switchInt(copy _1) -> [0: bb5, otherwise: bb3];
    }
    bb4: {
        return;
    }
    bb5: {
        _2 = b() -> [return: bb1, unwind continue];
    }
}";
        assert!(flow(ORDERED).equals(&flow(other)));
        assert!(flow(other).equals(&flow(ORDERED)));
    }

    #[test]
    fn flags_are_followed() {
        let other = ORDERED.replace("_1 = a()", "_9 = const true;\n        _1 = a()");
        let other = other.replace(
            "goto -> bb1;\n    }",
            "switchInt(copy _9) -> [0: bb6, otherwise: bb1];\n    }\n    bb6: {\n        unreachable;\n    }",
        );
        // A block in the middle has another number.
        let other = other.replace(
            "    bb4: {\n        return;\n    }\n    bb5 (cleanup): {\n        resume;\n    }\n",
            "",
        );
        let other =
            other.replace("-> [return: bb4, unwind: bb5]", "-> [return: bb5, unwind continue]");
        let other = other.replace("bb6", "bb4").trim_end_matches('}').to_string()
            + "    bb5: {\n        return;\n    }\n}";
        assert!(flow(ORDERED).equals(&flow(&other)), "{other}");
        assert!(!flow(ORDERED).equals(&flow(&other.replace("const true", "const false"))));
        for (old, new) in [
            ("_1 = a(", "_1 = a(copy _9, "),
            ("fn f()", "fn f(_9: bool)"),
            ("_9 = const true;", "debug named => _9;\n        _9 = const true;"),
            ("_9 = const true;", ""),
        ] {
            assert!(!flow(ORDERED).equals(&flow(&other.replace(old, new))), "{old} {new}");
        }
    }

    #[test]
    fn other_effects_ways_and_ends_are_differences() {
        for (old, new) in [
            ("b()", "c()"),
            ("[0: bb2, otherwise: bb3]", "[0: bb3, otherwise: bb2]"),
            ("[0: bb2,", "[1: bb2,"),
            ("goto -> bb1", "goto -> bb0"),
            ("return;", "unreachable;"),
            ("unwind: bb5", "unwind: bb3"),
        ] {
            let changed = ORDERED.replace(old, new);
            assert_ne!(changed, ORDERED);
            assert!(!flow(ORDERED).equals(&flow(&changed)), "{old} {new}");
        }
    }
}
