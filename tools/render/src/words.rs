//! Texts for people.

/// Returns a number of plies in words.
pub fn plies(count: usize) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// Removes what must not reach a terminal: control characters, such as those of a bot, and marks that change the direction
/// of the text after them, such as those in a player's name.
pub fn printable(text: &str) -> String {
    text.replace(is_unprintable, "")
}

/// Like [`printable`], but keeps line feeds and tabs.
pub fn printable_lines(text: &str) -> String {
    text.replace(|c: char| is_unprintable(c) && !matches!(c, '\n' | '\t'), "")
}

fn is_unprintable(c: char) -> bool {
    // The arabic letter mark; marks, embeddings and overrides; isolates.
    let is_direction = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || is_direction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_printable() {
        assert_eq!(plies(1) + ", " + &plies(2), "1 ply, 2 plies");
        let text = "a\u{1b}[2J\u{202e}b\n\u{2067}c\u{200f}\td\u{5d0}";
        assert_eq!(printable(text), "a[2Jbcd\u{5d0}");
        assert_eq!(printable_lines(text), "a[2Jb\nc\td\u{5d0}");
    }
}
