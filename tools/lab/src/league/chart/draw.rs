//! The SVG elements.

use super::layout::{number, shorten, Layout, FONT, GAP, TITLE_FONT};
use super::{rated, Entry};
use std::fmt::Write;

/// Half the width of a bar's ends.
const CAP: f64 = 4.0;
/// A point's radius.
const POINT: f64 = 4.0;

/// A picture as it grows.
pub(super) struct Picture<'l> {
    layout: &'l Layout,
    out: String,
}

impl<'l> Picture<'l> {
    pub(super) fn new(layout: &'l Layout) -> Picture<'l> {
        Picture { layout, out: String::new() }
    }

    /// The finished file.
    pub(super) fn draw(
        mut self,
        title: &str,
        versions: &[&Entry],
        references: &[&Entry],
    ) -> String {
        self.open(title, versions, references);
        self.axis();
        self.references(references);
        self.names(versions);
        self.points(versions);
        self.out.push_str("</svg>\n");
        self.out
    }

    /// One line of the file.
    fn put(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.out, "{line}");
    }

    fn open(&mut self, title: &str, versions: &[&Entry], references: &[&Entry]) {
        let Layout { width, height, left, .. } = *self.layout;
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" \
             aria-labelledby=\"league-title league-description\">"
        ));
        self.put(format_args!("<title id=\"league-title\">{}</title>", escape(title)));
        let all = versions.iter().chain(references).map(|entry| described(entry));
        let all = all.collect::<Vec<_>>().join("; ");
        self.put(format_args!("<desc id=\"league-description\">{}</desc>", escape(&all)));
        self.put(format_args!("<style>{}</style>", style()));
        self.put(format_args!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"));
        self.put(format_args!(
            "<text class=\"title\" x=\"{left}\" y=\"24\">{}</text>",
            escape(title)
        ));
    }

    fn axis(&mut self) {
        let Layout { left, right, top, scale, .. } = *self.layout;
        for tick in scale.ticks() {
            let y = self.layout.y(tick);
            self.put(format_args!(
                "<path class=\"grid\" d=\"M{left} {y:.1}H{right}\"/>\
                 <text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                left - 8.0,
                y + FONT * 0.35,
                number(tick)
            ));
        }
        self.put(format_args!(
            "<text class=\"faint end\" x=\"{:.1}\" y=\"{:.1}\">Elo</text>",
            left - 8.0,
            top - 15.0
        ));
        self.put(format_args!(
            "<text class=\"faint end\" x=\"{right:.1}\" y=\"{:.1}\">bars: 95 % intervals</text>",
            top - 15.0
        ));
    }

    fn references(&mut self, references: &[&Entry]) {
        let Layout { left, right, scale, .. } = *self.layout;
        for tag in &self.layout.tags {
            let entry = references[tag.index];
            self.put(format_args!("<g><title>{}</title>", escape(&described(entry))));
            if scale.shows(entry.rating) {
                let (line, y) = (tag.anchor, tag.y);
                self.put(format_args!(
                    "<path class=\"reference\" d=\"M{left} {line:.1}H{right}\"/>\
                     <path class=\"leader\" d=\"M{right} {line:.1}l4 0L{:.1} {y:.1}h4\"/>",
                    right + GAP - 8.0
                ));
            }
            self.put(format_args!(
                "<text class=\"tag\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
                right + GAP,
                tag.y + FONT * 0.35,
                escape(&tag.text)
            ));
        }
    }

    fn names(&mut self, versions: &[&Entry]) {
        let Layout { left, right, bottom, slanted, .. } = *self.layout;
        if versions.is_empty() {
            self.put(format_args!(
                "<text class=\"faint middle\" x=\"{:.1}\" y=\"{:.1}\">no version is rated \
                 yet</text>",
                (left + right) / 2.0,
                bottom + 16.0 + FONT * 0.35
            ));
        }
        for (entry, x) in versions.iter().zip(&self.layout.columns) {
            let name = escape(&shorten(&entry.name));
            let y = bottom + 18.0;
            if slanted {
                self.put(format_args!(
                    "<text class=\"end\" transform=\"translate({:.1} {:.1}) \
                     rotate(-45)\">{name}</text>",
                    x + 4.0,
                    y - 2.0
                ));
            } else {
                self.put(format_args!(
                    "<text class=\"middle\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>"
                ));
            }
        }
    }

    fn points(&mut self, versions: &[&Entry]) {
        let rated = rated(versions);
        let is_rated = |entry: &Entry| rated.contains(&entry);
        let line: Vec<String> = versions
            .iter()
            .zip(&self.layout.columns)
            .filter(|(entry, _)| is_rated(entry))
            .map(|(entry, x)| format!("{x:.1} {:.1}", self.layout.y(entry.rating)))
            .collect();
        if line.len() > 1 {
            self.put(format_args!("<path class=\"trend\" d=\"M{}\"/>", line.join("L")));
        }
        for (entry, &x) in versions.iter().zip(&self.layout.columns) {
            if !is_rated(entry) {
                self.put(format_args!(
                    "<text class=\"faint middle\" x=\"{x:.1}\" y=\"{:.1}\">no games</text>",
                    self.layout.bottom - 8.0
                ));
                continue;
            }
            let (high, low) = (entry.rating + entry.error, entry.rating - entry.error);
            let (top, middle, bottom) =
                (self.layout.y(high), self.layout.y(entry.rating), self.layout.y(low));
            let mut bar = format!("M{x:.1} {top:.1}V{bottom:.1}");
            // A bar without an end goes on beyond the picture.
            for (end, y) in [(high, top), (low, bottom)] {
                if self.layout.scale.shows(end) {
                    let _ = write!(bar, "M{:.1} {y:.1}h{}", x - CAP, 2.0 * CAP);
                }
            }
            self.put(format_args!(
                "<g><title>{}</title><path class=\"bar\" d=\"{bar}\"/>\
                 <circle class=\"point\" cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"{POINT}\"/></g>",
                escape(&described(entry))
            ));
        }
    }
}

/// One entry in words.
fn described(entry: &Entry) -> String {
    let Entry { name, rating, error, games, .. } = entry;
    if *games == 0 {
        return format!("{name}: no games yet");
    }
    let plural = if *games == 1 { "" } else { "s" };
    format!("{name}: {} ± {} Elo, {games} game{plural}", number(*rating), number(*error))
}

/// Colours by class; light, and what a dark scheme replaces.
fn style() -> String {
    format!(
        "text{{font:{FONT}px system-ui,'DejaVu Sans',sans-serif;fill:#333}}\
         text.title{{font-size:{TITLE_FONT}px;font-weight:600;fill:#111}}\
         .end{{text-anchor:end}}.middle{{text-anchor:middle}}text.faint{{fill:#666}}\
         text.tag{{fill:#a34700}}.paper{{fill:#fff}}path{{fill:none}}\
         .grid{{stroke:#e2e2e2}}.reference{{stroke:#d55e00;stroke-dasharray:6 4}}\
         .leader{{stroke:#d55e00;stroke-opacity:.6}}\
         .trend{{stroke:#0072b2;stroke-opacity:.35;stroke-width:1.5}}\
         .bar{{stroke:#0072b2;stroke-width:1.5}}.point{{fill:#0072b2}}\
         @media(prefers-color-scheme:dark){{text{{fill:#ccc}}text.title{{fill:#f2f2f2}}\
         text.faint{{fill:#999}}text.tag{{fill:#e69f00}}.paper{{fill:#17181c}}\
         .grid{{stroke:#34363d}}.reference,.leader{{stroke:#e69f00}}\
         .trend,.bar{{stroke:#56b4e9}}.point{{fill:#56b4e9}}}}"
    )
}

/// Text as XML can hold it.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write these.
            c if c.is_control() => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
