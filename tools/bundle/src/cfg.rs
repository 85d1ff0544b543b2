//! Conditional compilation and attributes: evaluates features, leaves conditions on the target to rustc, and
//! deletes documentation and lint attributes.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use std::collections::BTreeSet;

/// Names of conditions that only rustc can evaluate. [`judge`] evaluates `target_pointer_width` (for the host) and
/// [`BUNDLED`]; any other condition holds if cargo passes it to rustc.
const TARGET_FACTS: &[&str] = &[
    "debug_assertions",
    "overflow_checks",
    "panic",
    "target_abi",
    "target_arch",
    "target_endian",
    "target_env",
    "target_family",
    "target_feature",
    "target_has_atomic",
    "target_os",
    "target_vendor",
    "unix",
    "windows",
];

/// The condition that holds only in the bundle.
const BUNDLED: &str = "bundled";

/// Attributes without effect in a single file without public items.
const IDLE: &[&str] = &[
    "automatically_derived",
    "clippy",
    "crate_name",
    "crate_type",
    "deny",
    "deprecated",
    "diagnostic",
    "doc",
    "expect",
    "forbid",
    "must_use",
    "no_std",
    "non_exhaustive",
    "rustfmt",
    "track_caller",
    "warn",
];

/// Lints that are errors by default. Only `allow` for these is kept; other lint levels are deleted.
const DENIED_BY_DEFAULT: &[&str] = &[
    "arithmetic_overflow",
    "enum_intrinsics_non_enums",
    "invalid_from_utf8_unchecked",
    "invalid_reference_casting",
    "let_underscore_lock",
    "mutable_transmutes",
    "never_type_fallback_flowing_into_unsafe",
    "overflowing_literals",
    "unconditional_panic",
];

#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    True,
    False,
    /// A condition on the target, simplified, which rustc evaluates.
    Open(TokenStream),
}

/// Evaluates the condition of `cfg(...)`; `None` for anything else, such as a macro pattern.
pub(crate) fn judge(condition: TokenStream, cfgs: &BTreeSet<String>) -> Option<Verdict> {
    let trees: Vec<TokenTree> = condition.clone().into_iter().collect();
    match trees.as_slice() {
        [TokenTree::Ident(name)] => Some(match name.to_string().as_str() {
            "true" | BUNDLED => Verdict::True,
            name if TARGET_FACTS.contains(&name) => Verdict::Open(condition),
            name if cfgs.contains(name) => Verdict::True,
            _ => Verdict::False,
        }),
        [TokenTree::Ident(name), TokenTree::Punct(equal), TokenTree::Literal(value)]
            if equal.as_char() == '=' =>
        {
            let name = name.to_string();
            if name == "target_pointer_width" {
                let set = value.to_string() == format!("\"{}\"", usize::BITS);
                return Some(if set { Verdict::True } else { Verdict::False });
            }
            Some(match TARGET_FACTS.contains(&name.as_str()) {
                true => Verdict::Open(condition),
                false if cfgs.contains(&format!("{name}={value}")) => Verdict::True,
                false => Verdict::False,
            })
        }
        [TokenTree::Ident(name), TokenTree::Group(parts)] => {
            let parts = split_commas(parts.stream());
            let parts = parts.into_iter().map(|part| judge(part, cfgs));
            let parts: Vec<Verdict> = parts.collect::<Option<_>>()?;
            match name.to_string().as_str() {
                "not" => Some(match parts.into_iter().next()? {
                    Verdict::True => Verdict::False,
                    Verdict::False => Verdict::True,
                    Verdict::Open(open) => Verdict::Open(quote!(not(#open))),
                }),
                "all" => Some(join(parts, name, true)),
                "any" => Some(join(parts, name, false)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Evaluates `all` or `any` of `parts`; `neutral` is the operator's identity element.
fn join(parts: Vec<Verdict>, name: &Ident, neutral: bool) -> Verdict {
    let mut open = Vec::new();
    for part in parts {
        match part {
            Verdict::Open(part) => open.push(part),
            part if matches!(part, Verdict::True) == neutral => {}
            decided => return decided,
        }
    }
    match open.len() {
        0 if neutral => Verdict::True,
        0 => Verdict::False,
        1 => Verdict::Open(open.remove(0)),
        _ => Verdict::Open(quote!(#name(#(#open),*))),
    }
}

/// Returns the attributes that replace `#[content]`: none, the same or a simplified one, or those of a `cfg_attr`.
pub(crate) fn attribute(content: TokenStream, cfgs: &BTreeSet<String>) -> Vec<TokenStream> {
    let trees: Vec<TokenTree> = content.clone().into_iter().collect();
    let Some(TokenTree::Ident(name)) = trees.first() else { return vec![content] };
    let name = name.to_string();
    let list = match trees.get(1) {
        Some(TokenTree::Group(list)) if trees.len() == 2 => Some(list.stream()),
        _ => None,
    };
    // A macro pattern such as `#[doc = $text:expr]` must not change.
    if mentions_fragment(&content) {
        return vec![content];
    }
    match (name.as_str(), list) {
        ("cfg", Some(condition)) => match judge(condition, cfgs) {
            Some(Verdict::True) => vec![],
            Some(Verdict::False) => vec![quote!(cfg(any()))],
            Some(Verdict::Open(open)) => vec![quote!(cfg(#open))],
            None => vec![content],
        },
        ("cfg_attr", Some(list)) => {
            let mut parts = split_commas(list).into_iter();
            let verdict = parts.next().and_then(|condition| judge(condition, cfgs));
            let inner = || parts.flat_map(|part| attribute(part, cfgs));
            match verdict {
                Some(Verdict::True) => inner().collect(),
                Some(Verdict::False) => vec![],
                Some(Verdict::Open(open)) => {
                    inner().map(|part| quote!(cfg_attr(#open, #part))).collect()
                }
                None => vec![content],
            }
        }
        ("allow", Some(lints)) => {
            let kept = split_commas(lints).into_iter();
            let kept = kept.filter(|l| DENIED_BY_DEFAULT.contains(&l.to_string().as_str()));
            kept.map(|lint| quote!(allow(#lint))).collect()
        }
        ("test" | "bench", None) if trees.len() == 1 => vec![quote!(cfg(any()))],
        (name, _) if IDLE.contains(&name) => vec![],
        _ => vec![content],
    }
}

/// Returns the value of `cfg!(condition)`; `None` if only rustc can evaluate it.
pub(crate) fn value(condition: TokenStream, cfgs: &BTreeSet<String>) -> Option<TokenTree> {
    let word = match judge(condition, cfgs)? {
        Verdict::True => "true",
        Verdict::False => "false",
        Verdict::Open(_) => return None,
    };
    Some(TokenTree::Ident(Ident::new(word, Span::call_site())))
}

fn mentions_fragment(stream: &TokenStream) -> bool {
    stream.clone().into_iter().any(|tree| match tree {
        TokenTree::Punct(punct) => punct.as_char() == '$',
        TokenTree::Group(group) => mentions_fragment(&group.stream()),
        _ => false,
    })
}

pub(crate) fn split_commas(stream: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for tree in stream {
        if matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == ',') {
            parts.push(TokenStream::new());
        } else if let Some(part) = parts.last_mut() {
            part.extend([tree]);
        }
    }
    if parts.last().is_some_and(TokenStream::is_empty) {
        parts.pop();
    }
    parts
}

/// Wraps the content of an attribute in brackets.
pub(crate) fn bracketed(content: TokenStream) -> TokenTree {
    TokenTree::Group(Group::new(Delimiter::Bracket, content))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(attribute_text: &str) -> String {
        let cfgs = ["feature=\"std\"".to_string()].into();
        let kept = attribute(attribute_text.parse().unwrap(), &cfgs);
        kept.iter().map(|a| a.to_string().replace(' ', "")).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn features_are_evaluated_and_targets_are_not() {
        assert_eq!(shown("cfg(feature = \"std\")"), "");
        assert_eq!(shown("cfg(feature = \"serde\")"), "cfg(any())");
        assert_eq!(shown("cfg(all(feature = \"std\", not(test)))"), "");
        assert_eq!(shown("cfg(all(feature = \"std\", unix))"), "cfg(unix)");
        assert_eq!(shown("cfg(any(test, unix, windows))"), "cfg(any(unix,windows))");
        assert_eq!(
            shown("cfg(not(any(miri, target_os = \"wasi\")))"),
            "cfg(not(target_os=\"wasi\"))"
        );
    }

    #[test]
    fn pointer_width_is_evaluated_for_the_host() {
        let here = format!("cfg(target_pointer_width = \"{}\")", usize::BITS);
        assert_eq!(shown(&here), "");
        assert_eq!(shown("cfg(target_pointer_width = \"16\")"), "cfg(any())");
    }

    #[test]
    fn bundled_holds_in_the_bundle() {
        assert_eq!(shown("cfg(bundled)"), "");
        assert_eq!(shown("cfg(all(not(bundled), unix))"), "cfg(any())");
    }

    #[test]
    fn conditional_attributes_are_expanded() {
        assert_eq!(shown("cfg_attr(feature = \"std\", inline, cold)"), "inline | cold");
        assert_eq!(shown("cfg_attr(docsrs, doc(cfg(unix)))"), "");
        assert_eq!(
            shown("cfg_attr(debug_assertions, cold, doc = \"x\")"),
            "cfg_attr(debug_assertions,cold)"
        );
    }

    #[test]
    fn only_attributes_without_effect_are_deleted() {
        assert_eq!(shown("must_use = \"why\""), "");
        assert_eq!(shown("rustfmt::skip"), "");
        assert_eq!(shown("allow(dead_code, overflowing_literals)"), "allow(overflowing_literals)");
        assert_eq!(shown("test"), "cfg(any())");
        for kept in ["inline(always)", "cold", "target_feature(enable=\"avx2\")", "doc=$text"] {
            assert_eq!(shown(kept), kept);
        }
    }
}
