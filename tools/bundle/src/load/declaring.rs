//! Macros whose rules declare modules in files, or exported macros whose names are arguments. Their calls are expanded, since
//! the macros that these files define could not be in the rules, and other crates call the exported ones by their names.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;

use crate::tokens::{self, is_punct};

/// What a rule's variable is: tokens, or one meaning per repetition.
#[derive(Clone)]
enum Meaning {
    One(Vec<TokenTree>),
    Many(Vec<Meaning>),
}

type Meanings = BTreeMap<String, Meaning>;

/// Returns whether one of the `rules` declares a module in a file, maybe by one of the macros `known` to do so, or an exported
/// macro, and [`expand`] supports all their variables.
pub(crate) fn is_declaring(rules: &TokenStream, known: &BTreeMap<String, TokenStream>) -> bool {
    let trees: Vec<TokenTree> = rules.clone().into_iter().collect();
    // A result can define macros with variables of their own.
    let is_supported = |rule: &[TokenTree]| match rule.first() {
        Some(TokenTree::Group(pattern)) => {
            let kinds = variables(&pattern.stream()).into_iter().map(|(_, kind)| kind);
            kinds.into_iter().all(|kind| KINDS.contains(&kind.as_str()))
        }
        _ => true,
    };
    trees.split(|tree| is_punct(Some(tree), ';')).all(is_supported)
        && (declares(rules, known) || exports(rules))
}

/// Returns whether rules declare a module in a file.
pub(crate) fn has_modules(rules: &TokenStream) -> bool {
    declares(rules, &BTreeMap::new())
}

/// Returns whether rules contain `macro_rules! $name` and the attribute `macro_export`.
fn exports(rules: &TokenStream) -> bool {
    let contains = |fits: &dyn Fn(&[TokenTree], usize) -> bool| tokens::any(rules.clone(), fits);
    contains(&|trees, at| tokens::is_word(trees.get(at), "macro_export"))
        && contains(&|trees, at| {
            tokens::is_word(trees.get(at), "macro_rules") && is_punct(trees.get(at + 2), '$')
        })
}

/// Returns whether rules contain `mod name;`, `mod $name;` or a call of a macro that is `known`.
fn declares(rules: &TokenStream, known: &BTreeMap<String, TokenStream>) -> bool {
    tokens::any(tokens::without_dollars(rules.clone()), &|trees, at| match &trees[at] {
        TokenTree::Ident(word) if word == "mod" => is_punct(trees.get(at + 2), ';'),
        TokenTree::Ident(word) => {
            is_punct(trees.get(at + 1), '!') && known.contains_key(&word.to_string())
        }
        _ => false,
    })
}

/// Returns the result of a call with these `arguments`; `None` if no rule fits.
pub(crate) fn expand(rules: TokenStream, arguments: TokenStream) -> Option<TokenStream> {
    let rules: Vec<TokenTree> = rules.into_iter().collect();
    let arguments: Vec<TokenTree> = arguments.into_iter().collect();
    rules.split(|tree| is_punct(Some(tree), ';')).find_map(|rule| {
        let [TokenTree::Group(pattern), _, _, TokenTree::Group(result)] = rule else { return None };
        let (meanings, rest) = matched(&trees(pattern), &arguments)?;
        rest.is_empty().then(|| transcribe(&trees(result), &meanings, false)).flatten()
    })
}

fn trees(group: &proc_macro2::Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

/// Returns the names and kinds of the variables in a pattern.
fn variables(pattern: &TokenStream) -> Vec<(String, String)> {
    let mut all = Vec::new();
    tokens::visit(pattern.clone(), &mut |trees, at| match &trees[at..] {
        [dollar, TokenTree::Ident(name), colon, TokenTree::Ident(kind), ..]
            if is_punct(Some(dollar), '$') && is_punct(Some(colon), ':') =>
        {
            all.push((name.to_string(), kind.to_string()));
        }
        _ => {}
    });
    all
}

/// Splits what follows a repetition into its separator, if it has one, and the rest.
fn repetition(after: &[TokenTree]) -> Option<(Option<&TokenTree>, &[TokenTree])> {
    let is_operator = |tree: &TokenTree| ['*', '+', '?'].iter().any(|&c| is_punct(Some(tree), c));
    match after {
        [operator, rest @ ..] if is_operator(operator) => Some((None, rest)),
        [separator, operator, rest @ ..] if is_operator(operator) => Some((Some(separator), rest)),
        _ => None,
    }
}

/// Matches `pattern` with the start of `input`; returns the meanings of its variables, and the rest of the input.
fn matched<'i>(
    pattern: &[TokenTree],
    mut input: &'i [TokenTree],
) -> Option<(Meanings, &'i [TokenTree])> {
    let mut meanings = Meanings::new();
    let mut pattern = pattern;
    loop {
        match pattern {
            [] => return Some((meanings, input)),
            [dollar, TokenTree::Ident(name), _, TokenTree::Ident(kind), rest @ ..]
                if is_punct(Some(dollar), '$') =>
            {
                let (own, others) = input.split_at(length(&kind.to_string(), input)?);
                meanings.insert(name.to_string(), Meaning::One(own.to_vec()));
                (pattern, input) = (rest, others);
            }
            [dollar, TokenTree::Group(inner), rest @ ..] if is_punct(Some(dollar), '$') => {
                let (separator, rest) = repetition(rest)?;
                let names = variables(&inner.stream()).into_iter().map(|(name, _)| name);
                let mut found: BTreeMap<String, Vec<Meaning>> =
                    names.map(|name| (name, Vec::new())).collect();
                let mut next = Some(input);
                while let Some((one, others)) = next
                    .and_then(|next| matched(&trees(inner), next))
                    .filter(|(_, others)| others.len() < input.len())
                {
                    for (name, meaning) in one {
                        found.entry(name).or_default().push(meaning);
                    }
                    input = others;
                    next = match separator {
                        None => Some(input),
                        Some(separator) if is_same(input.first(), separator) => Some(&input[1..]),
                        Some(_) => None,
                    };
                }
                meanings.extend(found.into_iter().map(|(name, all)| (name, Meaning::Many(all))));
                pattern = rest;
            }
            [TokenTree::Group(inner), rest @ ..] => {
                let [TokenTree::Group(group), others @ ..] = input else { return None };
                let group_trees = trees(group);
                let (own, left) = matched(&trees(inner), &group_trees)?;
                if group.delimiter() != inner.delimiter() || !left.is_empty() {
                    return None;
                }
                meanings.extend(own);
                (pattern, input) = (rest, others);
            }
            [tree, rest @ ..] => {
                if !is_same(input.first(), tree) {
                    return None;
                }
                (pattern, input) = (rest, &input[1..]);
            }
        }
    }
}

fn is_same(tree: Option<&TokenTree>, other: &TokenTree) -> bool {
    tree.is_some_and(|tree| tree.to_string() == other.to_string())
}

/// The supported kinds of variables.
const KINDS: &[&str] = &["ident", "lifetime", "literal", "meta", "tt", "vis"];

/// Returns the number of tokens at the start of `input` that a variable of this kind matches.
fn length(kind: &str, input: &[TokenTree]) -> Option<usize> {
    match (kind, input) {
        ("ident", [TokenTree::Ident(_), ..])
        | ("literal", [TokenTree::Literal(_), ..])
        | ("tt", [_, ..]) => Some(1),
        ("lifetime", [quote, TokenTree::Ident(_), ..]) if is_punct(Some(quote), '\'') => Some(2),
        // An attribute has nothing else.
        ("meta", [TokenTree::Ident(_), ..]) => Some(input.len()),
        ("vis", [TokenTree::Ident(word), rest @ ..]) if word == "pub" => {
            Some(1 + usize::from(tokens::is_restriction(rest.first())))
        }
        ("vis", _) => Some(0),
        _ => None,
    }
}

/// Returns a rule's result, with the meanings of its variables, and `crate` for `$crate`, except in the rules of macros that
/// it defines.
fn transcribe(result: &[TokenTree], meanings: &Meanings, in_rules: bool) -> Option<TokenStream> {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut rest = result;
    loop {
        match rest {
            [] => return Some(out.into_iter().collect()),
            [dollar, TokenTree::Ident(name), after @ ..] if is_punct(Some(dollar), '$') => {
                match meanings.get(&name.to_string()) {
                    Some(Meaning::One(trees)) => out.extend(trees.iter().cloned()),
                    Some(Meaning::Many(_)) => return None,
                    None if name == "crate" && !in_rules => out.push(rest[1].clone()),
                    // A variable of a macro that the result defines.
                    None => out.extend(rest[..2].iter().cloned()),
                }
                rest = after;
            }
            [dollar, TokenTree::Group(inner), after @ ..] if is_punct(Some(dollar), '$') => {
                let words: Vec<String> = tokens::words(inner.stream());
                let repeated = words.into_iter().filter_map(|word| match meanings.get(&word)? {
                    Meaning::Many(all) => Some((word, all)),
                    Meaning::One(_) => None,
                });
                let repeated: Vec<(String, &Vec<Meaning>)> = repeated.collect();
                let (separator, after) = repetition(after)?;
                for number in 0..repeated.first()?.1.len() {
                    let mut inside = meanings.clone();
                    for (name, all) in &repeated {
                        inside.insert(name.clone(), all.get(number)?.clone());
                    }
                    out.extend(separator.filter(|_| number > 0).cloned());
                    out.extend(transcribe(&trees(inner), &inside, in_rules)?);
                }
                rest = after;
            }
            [TokenTree::Group(group), after @ ..] => {
                let in_rules = in_rules || tokens::defined(&out).is_some();
                out.push(tokens::regroup(group, transcribe(&trees(group), meanings, in_rules)?));
                rest = after;
            }
            [tree, after @ ..] => {
                out.extend([tree.clone()]);
                rest = after;
            }
        }
    }
}
