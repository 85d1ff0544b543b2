//! Conditional compilation and attributes: evaluates features, leaves conditions on the target to rustc, and
//! deletes documentation and lint attributes.

use anyhow::Result;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote;

use crate::attributes::IDLE;
use crate::project::Crate;
use crate::rustc;
use crate::tokens::{self, is_punct, Texts};

/// Names of conditions that depend on the compiler's flags.
#[rustfmt::skip]
const FLAGS: &[&str] = &[
    "debug_assertions", "overflow_checks", "panic", "target_arch", "target_feature", "target_has_atomic",
];

/// Names of conditions that depend on the operating system.
#[rustfmt::skip]
const SYSTEM: &[&str] = &[
    "target_abi", "target_endian", "target_env", "target_family", "target_os", "target_vendor", "unix", "windows",
];

/// The condition that holds only in the bundle.
const BUNDLED: &str = "bundled";

/// The conditions that hold for one crate, as `name` or `name="value"`.
#[derive(Clone, Default)]
pub(crate) struct Facts {
    /// What cargo passes to rustc.
    own: Texts,
    host: Texts,
    /// Whether the operating system is that of the host. It is for dependencies, which have code for many
    /// systems; the program's own conditions are left to rustc.
    is_for_host: bool,
    /// Whether conditions on the target are left to rustc, as in arguments of macros, which can read their text.
    is_for_arguments: bool,
}

impl Facts {
    pub(crate) fn of(krate: &Crate) -> Result<Facts> {
        let host = rustc::printed(&["--print=cfg"])?.lines().map(String::from).collect();
        let is_for_host = krate.notice.is_some();
        Ok(Facts { own: krate.unit.cfgs.clone(), host, is_for_host, is_for_arguments: false })
    }

    /// Returns the conditions for arguments of macros.
    pub(crate) fn for_arguments(&self) -> Facts {
        Facts { is_for_host: false, is_for_arguments: true, ..self.clone() }
    }

    /// Returns whether `condition` is set for the crate by cargo.
    pub(crate) fn sets(&self, condition: &TokenStream) -> bool {
        self.own.contains(&condition.to_string().replace(" = ", "="))
    }

    /// Returns whether `condition` holds; `None` if only rustc can evaluate it.
    fn hold(&self, name: &str, condition: &str) -> Option<bool> {
        let is_open = FLAGS.contains(&name)
            || SYSTEM.contains(&name) && !self.is_for_host
            || self.is_for_arguments && name.starts_with("target_");
        let is_set = self.own.contains(condition) || self.host.contains(condition);
        (!is_open).then(|| is_set || [BUNDLED, "true"].contains(&condition))
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Verdict {
    True,
    False,
    /// A condition on the target, simplified, which rustc evaluates.
    Open(TokenStream),
}

/// Evaluates the condition of `cfg(...)`; `None` if the tokens are none. A macro's variable stays open.
pub(crate) fn judge(condition: TokenStream, facts: &Facts) -> Option<Verdict> {
    let trees: Vec<TokenTree> = condition.clone().into_iter().collect();
    let simple = |name: &Ident, text: &str| match facts.hold(&name.to_string(), text) {
        Some(true) => Verdict::True,
        Some(false) => Verdict::False,
        None => Verdict::Open(condition.clone()),
    };
    match trees.as_slice() {
        // A repetition in a macro can be any number of conditions.
        [dollar, TokenTree::Group(_), ..] if is_punct(Some(dollar), '$') => None,
        [dollar, ..] if is_punct(Some(dollar), '$') => Some(Verdict::Open(condition)),
        [TokenTree::Ident(name)] => Some(simple(name, &name.to_string())),
        [TokenTree::Ident(name), equal, TokenTree::Literal(value)]
            if is_punct(Some(equal), '=') =>
        {
            Some(simple(name, &format!("{name}={value}")))
        }
        [TokenTree::Ident(name), TokenTree::Group(parts)] => {
            let parts = split_commas(parts.stream());
            let parts = parts.into_iter().map(|part| judge(part, facts));
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
pub(crate) fn attribute(content: TokenStream, facts: &Facts) -> Vec<TokenStream> {
    let trees: Vec<TokenTree> = content.clone().into_iter().collect();
    let Some(TokenTree::Ident(name)) = trees.first() else { return vec![content] };
    let name = name.to_string();
    let list = match trees.get(1) {
        Some(TokenTree::Group(list)) if trees.len() == 2 => Some(list.stream()),
        _ => None,
    };
    match (name.as_str(), list) {
        // A macro pattern such as `#[doc = $text:expr]` must not change.
        (name, _) if !name.starts_with("cfg") && mentions_fragment(&content) => vec![content],
        ("cfg", Some(condition)) => match judge(condition, facts) {
            Some(Verdict::True) => vec![],
            Some(Verdict::False) => vec![quote!(cfg(any()))],
            Some(Verdict::Open(open)) => vec![quote!(cfg(#open))],
            None => vec![content],
        },
        ("cfg_attr", Some(list)) => {
            let mut parts = split_commas(list).into_iter();
            let verdict = parts.next().and_then(|condition| judge(condition, facts));
            let inner = || parts.flat_map(|part| attribute(part, facts));
            match verdict {
                Some(Verdict::True) => inner().collect(),
                // A repetition in a macro must mention its variable.
                Some(Verdict::False) if mentions_fragment(&content) => vec![content],
                Some(Verdict::False) => vec![],
                Some(Verdict::Open(open)) => {
                    inner().map(|part| quote!(cfg_attr(#open, #part))).collect()
                }
                None => vec![content],
            }
        }
        ("test" | "bench", None) if trees.len() == 1 => vec![quote!(cfg(any()))],
        (name, _) if IDLE.contains(&name) => vec![],
        _ => vec![content],
    }
}

/// Returns the value of `cfg!(condition)`, or the condition that rustc must evaluate.
pub(crate) fn value(condition: TokenStream, facts: &Facts) -> Option<TokenStream> {
    Some(match judge(condition, facts)? {
        Verdict::True => quote!(true),
        Verdict::False => quote!(false),
        Verdict::Open(open) => quote!(cfg!(#open)),
    })
}

fn mentions_fragment(stream: &TokenStream) -> bool {
    tokens::any(stream.clone(), &|trees, at| is_punct(trees.get(at), '$'))
}

pub(crate) fn split_commas(stream: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for tree in stream {
        if is_punct(Some(&tree), ',') {
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
        let width = format!("target_pointer_width=\"{}\"", usize::BITS);
        let own = ["feature=\"std\"".to_string(), width].into();
        let facts = Facts { own, ..Facts::default() };
        let kept = attribute(attribute_text.parse().unwrap(), &facts);
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
        let repeated = "cfg_attr(docsrs,doc=$text)";
        assert_eq!(shown(repeated), repeated);
    }

    #[test]
    fn only_attributes_without_effect_are_deleted() {
        assert_eq!(shown("must_use = \"why\""), "");
        assert_eq!(shown("rustfmt::skip"), "");
        assert_eq!(shown("allow(dead_code)"), "");
        assert_eq!(shown("test"), "cfg(any())");
        for kept in ["inline(always)", "cold", "target_feature(enable=\"avx2\")", "doc=$text"] {
            assert_eq!(shown(kept), kept);
        }
    }
}
