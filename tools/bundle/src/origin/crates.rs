//! The crates of paths. Bodies are compared with the last names of their paths, which are the same for a crate's `f` and that
//! of another.

use anyhow::Result;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::{BTreeSet, HashMap};
use syn::{File, Item};

use super::{clean, first_line, original, Original, TEXT};
use crate::imports;
use crate::items;
use crate::load;
use crate::mir::{bodies_with_positions, without_positions};
use crate::pattern::Pattern;
use crate::project::{Extern, Project};
use crate::tokens::{self, Texts};

/// The index of a crate; `None` for the standard library.
type Owner = Option<usize>;

/// The crates of the items with a name, in the order of their uses in a function.
type Uses<O> = HashMap<String, Vec<O>>;

/// Matches a path without types, or a name.
static PATH: Pattern = Pattern::new(r"(?:\b[\p{Alphabetic}_]\w*::)*\b[\p{Alphabetic}_]\w*");

/// Matches the call of a function without a path.
static CALL: Pattern = Pattern::new(r" = (\w+)(?:::<.*>)?\(.*\) -> \[");

/// Returns the headers, and the cleaned bodies, of the functions in the MIR `bundle` of `file` that use an item of one crate
/// where the same function in the `crates` uses one of the same name of another.
pub(super) fn strangers(
    project: &Project,
    crates: &[Original],
    file: &File,
    bundle: &str,
    aliases: &HashMap<String, String>,
) -> Result<Vec<(String, String)>> {
    if crates.len() < 2 {
        return Ok(Vec::new());
    }
    let mut known = HashMap::new();
    for krate in crates {
        known.insert(krate.index, Known::of(krate, project, file, aliases)?);
    }
    let modules = crates.iter().map(|krate| (krate.krate.module.as_str(), krate.index));
    let modules: HashMap<&str, usize> = modules.filter(|(module, _)| !module.is_empty()).collect();
    let own = items_of(file, "", project).into_iter();
    let own = own.filter(|item| !matches!(item, Item::Use(_) | Item::Macro(_)));
    let own: Texts = own.filter_map(|item| Some(items::name(item)?.to_string())).collect();
    let owner = |first: &str| match modules.get(first) {
        Some(index) => Some(Some(*index)),
        None if tokens::is_std(first) => Some(None),
        None => own.contains(first).then_some(Some(0)),
    };
    let mut strangers = Vec::new();
    for body in bodies_with_positions(bundle) {
        let header = first_line(&body);
        let path = header.split(['(', ' ']).nth(1).unwrap_or_default();
        let index = path.split("::").next().and_then(|first| modules.get(first)).copied();
        let Some(known) = known.get(&index.unwrap_or(0)) else { continue };
        let Some(originals) = known.functions.get(&clean(header, aliases)) else { continue };
        let uses = uses(&body, aliases, |before, is_call, name| match before.first() {
            Some(first) => owner(first),
            // Other names are those of variables, fields and types, too.
            None => (is_call && own.contains(name)).then_some(Some(0)),
        });
        if !originals.iter().any(|originals| known.allows(&uses, originals, project)) {
            strangers.push((header.to_string(), clean(&body, aliases)));
        }
    }
    Ok(strangers)
}

/// Returns what `body` uses; `owner` gets the names before the last one of a path, whether this is the name of a called
/// function, and the last name.
fn uses<O>(
    body: &str,
    aliases: &HashMap<String, String>,
    owner: impl Fn(&[&str], bool, &str) -> O,
) -> Uses<O> {
    let body = without_positions(body.to_string());
    let body = TEXT.replace_all(&body, "");
    let calls = CALL.captures_iter(&body).filter_map(|call| Some(call.get(1)?.start()));
    let calls: BTreeSet<usize> = calls.collect();
    let mut uses = Uses::new();
    for path in PATH.find_iter(&body) {
        let names: Vec<&str> = path.as_str().split("::").collect();
        if let Some((name, before)) = names.split_last() {
            let is_call = calls.contains(&path.start());
            // No function drops a variable.
            if before.is_empty() && *name == "drop" && !is_call {
                continue;
            }
            let owner = owner(before, is_call, name);
            uses.entry(original(name, aliases).to_string()).or_insert_with(Vec::new).push(owner);
        }
    }
    uses
}

/// A crate in cargo's build.
struct Known {
    index: usize,
    /// The crates by their names in its paths.
    names: HashMap<String, BTreeSet<Owner>>,
    /// The names that its root declares, without imports.
    declared: Texts,
    /// What its functions use, by their cleaned headers.
    functions: HashMap<String, Vec<Uses<BTreeSet<Owner>>>>,
}

impl Known {
    fn of(
        krate: &Original,
        project: &Project,
        file: &File,
        aliases: &HashMap<String, String>,
    ) -> Result<Known> {
        let mut names: HashMap<String, BTreeSet<Owner>> =
            ["std", "core", "alloc"].map(|name| (name.to_string(), [None].into())).into();
        let mut add = |name: &str, index| {
            names.entry(name.to_string()).or_default().insert(Some(index));
        };
        for (index, other) in project.crates.iter().enumerate() {
            if index != krate.index {
                add(&other.unit.name, index);
            }
        }
        for (name, target) in load::externs(krate.krate, krate.index)? {
            if let Extern::Bundled(index) = target {
                add(&name, index);
            }
        }
        let code = items_of(file, &krate.krate.module, project);
        let code = code.into_iter().filter(|item| !matches!(item, Item::Use(_)));
        let code: TokenStream = code.map(ToTokens::to_token_stream).collect();
        let declared = imports::declared(code, true);
        let mut known = Known { index: krate.index, names, declared, functions: HashMap::new() };
        for body in bodies_with_positions(&krate.dump) {
            let uses = uses(&body, aliases, |before, _, _| known.owners(before));
            let header = clean(first_line(&body), aliases);
            known.functions.entry(header).or_default().push(uses);
        }
        Ok(known)
    }

    /// Returns the crates that an item after the names `before` can have.
    fn owners(&self, before: &[&str]) -> BTreeSet<Owner> {
        // A module can import a crate.
        let owners = before.iter().filter_map(|name| self.names.get(*name)).flatten();
        let mut owners: BTreeSet<Owner> = owners.copied().collect();
        let is_crate =
            |first: &&str| self.names.contains_key(*first) && !self.declared.contains(*first);
        if !before.first().is_some_and(is_crate) {
            owners.insert(Some(self.index));
        }
        owners
    }

    /// Returns whether a function can have the uses `new` in the bundle and `old` in cargo's build.
    fn allows(
        &self,
        new: &Uses<Option<Owner>>,
        old: &Uses<BTreeSet<Owner>>,
        project: &Project,
    ) -> bool {
        new.iter().all(|(name, new)| {
            let Some(old) = old.get(name) else { return true };
            let all = || old.iter().flatten().copied().collect();
            // Another edition can repeat or omit a use.
            let is_same = old.len() == new.len();
            new.iter().enumerate().all(|(at, owner)| {
                let Some(owner) = *owner else { return true };
                let old = if is_same { old[at].clone() } else { all() };
                self.can_be(owner, &old, project)
            })
        })
    }

    /// Returns whether an item of `owner` can be one that seems to be in one of the crates `owners`, which can re-export
    /// it. The own crate's re-exports are not in paths.
    fn can_be(&self, owner: Owner, owners: &BTreeSet<Owner>, project: &Project) -> bool {
        let is_reexported =
            |&seeming: &usize| seeming != self.index && reaches(project, seeming, owner);
        owners.contains(&owner) || owners.iter().flatten().any(is_reexported)
    }
}

/// Returns whether a crate depends on `owner`.
fn reaches(project: &Project, from: usize, owner: Owner) -> bool {
    let Some(owner) = owner else { return true };
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(krate) = open.pop().and_then(|index| project.crates.get(index)) {
        open.extend(krate.bundled().filter(|&next| found.insert(next)));
    }
    found.contains(&owner)
}

/// Returns the items in the root of the crate with this module in the bundle.
pub(super) fn items_of<'f>(file: &'f File, module: &str, project: &Project) -> Vec<&'f Item> {
    let of_crate = |item: &&Item| {
        let is_module =
            |name: &proc_macro2::Ident| project.crates.iter().any(|krate| *name == krate.module);
        matches!(item, Item::Mod(_)) && items::name(item).is_some_and(is_module)
    };
    if module.is_empty() {
        return file.items.iter().filter(|item| !of_crate(item)).collect();
    }
    let content = file.items.iter().find_map(|item| match item {
        Item::Mod(item) if item.ident == module => item.content.as_ref(),
        _ => None,
    });
    content.into_iter().flat_map(|(_, items)| items).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_other_crates_differ() {
        let project = Project {
            crates: Vec::new(),
            package: String::new(),
            edition: "2021".into(),
            has_assertions: true,
            target: ".".into(),
            provided: Default::default(),
            warning: None,
            arguments: Vec::new(),
        };
        let known = Known {
            index: 0,
            names: [("one".to_string(), [Some(1)].into()), ("std".to_string(), [None].into())]
                .into(),
            declared: Texts::new(),
            functions: HashMap::new(),
        };
        let none = HashMap::new();
        let old = |text: &str| uses(text, &none, |before, _, _| known.owners(before));
        let new = |text: &str| {
            uses(text, &none, |before, is_call, _| match before.first() {
                Some(&"one") => Some(Some(1)),
                Some(&"std") => Some(None),
                Some(_) => Some(Some(0)),
                None => is_call.then_some(Some(0)),
            })
        };
        let (own, other) = ("_1 = val() -> [bb1];", "_1 = one::val() -> [bb1];");
        for (bundle, cargo, is_allowed) in [
            (own, own, true),
            (other, other, true),
            (other, own, false),
            (own, other, false),
            ("_1 = one::val(); _2 = util::val();", "_1 = util::val(); _2 = one::val();", false),
            ("let _1: one::Cfg;", "let _1: Cfg;", false),
            ("_1 = one::max(_2)", "_1 = std::max(_2)", false),
            ("let val: one::Cfg; const \"Cfg\"", "let val: one::Cfg; const \"one::Cfg\"", true),
        ] {
            let found = known.allows(&new(bundle), &old(cargo), &project);
            assert_eq!(found, is_allowed, "{bundle} {cargo}");
        }
    }
}
