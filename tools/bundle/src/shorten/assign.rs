//! Assigns new names, the shortest to the most frequent. Names without a common scope can share a
//! new name.

use std::collections::{BTreeMap, BTreeSet};

use super::mark::unmarked;
use super::names::{space, Name, Names};
use crate::tokens::Texts;

/// Reserved words and short names of std.
const TAKEN: &[&str] = &[
    "_", "as", "be", "by", "do", "eq", "fn", "ge", "gt", "id", "if", "in", "is", "le", "ln", "lt",
    "ne", "ok", "or", "Eq", "Fn", "Ok", "Rc", "f16", "i8", "u8",
];

/// Returns the new names of all declared names that are not `frozen`.
pub(super) fn assign(names: &Names, frozen: &Texts) -> BTreeMap<String, String> {
    let declared =
        |(spelling, name): &(&String, &Name)| name.spaces != 0 && !frozen.contains(*spelling);
    let (mut order, stay): (Vec<_>, Vec<_>) = names.all.iter().partition(declared);
    order.sort_by_key(|(spelling, name)| (std::cmp::Reverse(name.count), *spelling));
    // Unchanged names, which new ones must not collide with.
    let stay: BTreeSet<&str> = stay
        .iter()
        .map(|(spelling, _)| unmarked(spelling).trim_start_matches(['\'', '$']))
        .chain(TAKEN.iter().copied())
        .collect();
    let pool: Vec<String> = pool().filter(|name| !stay.contains(name.as_str())).collect();
    let mut taken: BTreeMap<&str, Vec<&Name>> = BTreeMap::new();
    let mut map: BTreeMap<String, String> = BTreeMap::new();
    for (spelling, name) in order {
        let fits = |new: &str| {
            !taken.get(new).is_some_and(|others| others.iter().any(|other| clash(name, other)))
        };
        if let Some(new) = pool.iter().find(|new| fits(new)) {
            taken.entry(new).or_default().push(name);
            map.insert(spelling.clone(), new.clone());
        }
    }
    map
}

/// Returns whether two names cannot share a new name.
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

/// Returns candidates for new names: one letter, then two.
fn pool() -> impl Iterator<Item = String> {
    let heads = || ('a'..='z').chain('A'..='Z');
    let tails = move || heads().chain('0'..='9').chain(['_']);
    let two = heads().flat_map(move |head| tails().map(move |tail| format!("{head}{tail}")));
    heads().map(String::from).chain(two)
}
