//! New names: the more often a name is written, the shorter the new one. Two names may become one
//! where no place of the program sees both.

use std::collections::{BTreeMap, BTreeSet};

use super::mark::{unmarked, MARK};
use super::names::{space, Name, Names};

/// Words of one or two letters that rustc or std take.
const TAKEN: &[&str] = &[
    "_", "as", "be", "by", "do", "eq", "fn", "ge", "gt", "id", "if", "in", "is", "le", "ln", "lt",
    "ne", "ok", "or", "Eq", "Fn", "Ok", "Rc", "f16", "i8", "u8",
];

/// The new name for each of `names` that gets one.
pub(super) fn assign(names: &Names, frozen: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut order: Vec<(&String, &Name)> =
        names.declared.iter().filter(|(name, _)| !frozen.contains(*name)).collect();
    order.sort_by_key(|(spelling, name)| (std::cmp::Reverse(name.count), *spelling));
    // What stays as it is: std's names, and the program's own that must not change.
    let stays: BTreeSet<&str> = names
        .words
        .iter()
        .filter(|word| frozen.contains(*word) || !names.declared.contains_key(*word))
        .map(|word| unmarked(word).trim_start_matches(['\'', '$']))
        .chain(TAKEN.iter().copied())
        .collect();
    let pool: Vec<String> = pool().filter(|name| !stays.contains(name.as_str())).collect();
    let mut taken: BTreeMap<&str, Vec<&Name>> = BTreeMap::new();
    let mut map: BTreeMap<String, String> = BTreeMap::new();
    for (spelling, name) in order {
        let fits = |new: &str| {
            !taken.get(new).is_some_and(|others| others.iter().any(|other| clash(name, other)))
        };
        let Some(best) = pool.iter().find(|new| fits(new)) else { continue };
        // A field and a variable of one spelling are worth one name: then `a: a` is `a`.
        let partner = match spelling.strip_prefix(MARK) {
            Some(bare) => map.get(bare),
            None => map.get(&format!("{MARK}{spelling}")),
        };
        let same = partner.filter(|new| new.len() == best.len() && fits(new));
        let new = same.and_then(|new| pool.iter().find(|name| *name == new)).unwrap_or(best);
        taken.entry(new).or_default().push(name);
        map.insert(spelling.clone(), new.clone());
    }
    map
}

/// Whether two names may not become one.
fn clash(one: &Name, other: &Name) -> bool {
    let shared = one.spaces & other.spaces;
    let constant = |a: &Name, b: &Name| {
        a.spaces & space::CONSTANTS != 0 && b.spaces & (space::VALUES | space::CONSTANTS) != 0
    };
    if shared & (space::MEMBERS | space::MACROS | space::LIFETIMES | space::FRAGMENTS) != 0
        || constant(one, other)
        || constant(other, one)
        || shared != 0 && one.global && other.global
    {
        return true;
    }
    shared != 0
        && (!one.scopes.is_disjoint(&other.places) || !other.scopes.is_disjoint(&one.places))
}

/// Names of one letter, then of two, then of three.
fn pool() -> impl Iterator<Item = String> {
    let heads: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    let tails: Vec<char> = heads.iter().copied().chain('0'..='9').chain(['_']).collect();
    let one = heads.clone().into_iter().map(String::from);
    let (first, second) = (heads.clone(), tails.clone());
    let two = first
        .into_iter()
        .flat_map(move |head| second.clone().into_iter().map(move |tail| format!("{head}{tail}")));
    let last = tails.clone();
    let three = heads.into_iter().flat_map(move |a| {
        let last = last.clone();
        tails
            .clone()
            .into_iter()
            .flat_map(move |b| last.clone().into_iter().map(move |c| format!("{a}{b}{c}")))
    });
    one.chain(two).chain(three)
}
