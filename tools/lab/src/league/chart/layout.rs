//! Where everything stands, in pixels from the top left corner.

use super::scale::Scale;
use super::{rated, Entry};
use crate::league::table::whole;

/// Size of the labels' letters.
pub(super) const FONT: f64 = 12.0;
/// Size of the title's.
pub(super) const TITLE_FONT: f64 = 17.0;
/// Between two labels, from line to line.
const LINE: f64 = 15.0;
/// The mean letter's width, on the safe side, in letter sizes.
const LETTER: f64 = 0.58;
/// Longer names are cut.
const LONGEST: usize = 28;
const PLOT_HEIGHT: f64 = 340.0;
const TOP: f64 = 52.0;
const LEFT: f64 = 62.0;
/// From the plot to the references' labels.
pub(super) const GAP: f64 = 26.0;
const EDGE: f64 = 14.0;
/// A version's share of the width: at least, and at most.
const SLOTS: (f64, f64) = (20.0, 90.0);
const NARROWEST: f64 = 420.0;
const WIDEST: f64 = 860.0;
/// sin and cos of the angle that slanted names have.
const SLANT: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// A label beside the plot, for a reference.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tag {
    /// The reference's number among the references.
    pub(super) index: usize,
    pub(super) text: String,
    /// Where the line is that it names; the plot's edge for a reference out of range.
    pub(super) anchor: f64,
    /// Where the label's middle is.
    pub(super) y: f64,
}

/// The whole picture's measures.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) scale: Scale,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    /// Horizontal middles of the versions.
    pub(super) columns: Vec<f64>,
    pub(super) slanted: bool,
    /// Each reference's label.
    pub(super) tags: Vec<Tag>,
}

impl Layout {
    pub(super) fn new(title: &str, versions: &[&Entry], references: &[&Entry]) -> Layout {
        let scale = Scale::new(&rated(versions), references);
        let count = versions.len().max(1) as f64;
        let names = versions.iter().map(|entry| text_width(&shorten(&entry.name)));
        let longest = names.fold(0.0, f64::max);
        let slot = (WIDEST / count).min(SLOTS.1.max(longest + 12.0)).max(SLOTS.0);
        let plot = (slot * count).max(NARROWEST);
        let slot = plot / count;
        let slanted = longest + 8.0 > slot;
        // A slanted name of the first version must not run out of the picture.
        let hang = if slanted { longest * SLANT + FONT } else { longest / 2.0 };
        let left = LEFT.max(hang - slot / 2.0 + EDGE);
        let right = left + plot;
        let columns = (0..versions.len()).map(|k| left + slot * (k as f64 + 0.5)).collect();
        let bottom = TOP + PLOT_HEIGHT;
        let names_height = if slanted { longest * SLANT + FONT } else { FONT };

        let mut layout = Layout {
            scale,
            width: 0.0,
            height: bottom + 16.0 + names_height + EDGE,
            left,
            right,
            top: TOP,
            bottom,
            columns,
            slanted,
            tags: Vec::new(),
        };
        layout.tags = layout.tags(references);
        let tags = layout.tags.iter().map(|tag| text_width(&tag.text)).fold(0.0, f64::max);
        let margin = if layout.tags.is_empty() { EDGE } else { GAP + tags + EDGE };
        let title_end = left + text_width(title) * (TITLE_FONT / FONT) + EDGE;
        layout.width = (right + margin).max(title_end).ceil();
        let lowest = layout.tags.iter().map(|tag| tag.y + LINE).fold(0.0, f64::max);
        layout.height = layout.height.max(lowest + EDGE).ceil();
        layout
    }

    /// The vertical position of a rating, held to the plot.
    pub(super) fn y(&self, rating: f64) -> f64 {
        let Scale { low, high, .. } = self.scale;
        let share = ((rating - low) / (high - low)).clamp(0.0, 1.0);
        self.bottom - share * (self.bottom - self.top)
    }

    fn tags(&self, references: &[&Entry]) -> Vec<Tag> {
        let mut order: Vec<usize> = (0..references.len()).collect();
        order.sort_by(|&a, &b| references[b].rating.total_cmp(&references[a].rating));
        let mut tags: Vec<Tag> = order
            .into_iter()
            .map(|index| {
                let entry = references[index];
                let arrow = match entry.rating {
                    rating if rating < self.scale.low => "↓ ",
                    rating if rating > self.scale.high => "↑ ",
                    _ => "",
                };
                let (name, rating) = (shorten(&entry.name), number(entry.rating));
                let anchor = self.y(entry.rating);
                Tag { index, text: format!("{arrow}{name} {rating}"), anchor, y: anchor }
            })
            .collect();
        let wanted: Vec<f64> = tags.iter().map(|tag| tag.anchor).collect();
        for (tag, y) in tags.iter_mut().zip(spread(&wanted, LINE, self.top)) {
            tag.y = y;
        }
        tags
    }
}

/// Positions at least `gap` apart and none above `top`, in the order of `wanted`, which rises, and
/// as near to it as may be: neighbours that would overlap move apart around their common mean.
fn spread(wanted: &[f64], gap: f64, top: f64) -> Vec<f64> {
    // Blocks of touching labels: how many, and where the first of them is.
    let mut blocks: Vec<(usize, f64)> = Vec::new();
    for &y in wanted {
        let (mut count, mut start) = (1, y.max(top));
        while let Some(&(above, above_start)) = blocks.last() {
            if above_start + gap * above as f64 <= start {
                break;
            }
            blocks.pop();
            // Both blocks' wishes for the first label, weighted by how many wish it.
            let shifted = start - gap * above as f64;
            let both = (above + count) as f64;
            start = ((above_start * above as f64 + shifted * count as f64) / both).max(top);
            count += above;
        }
        blocks.push((count, start));
    }
    blocks
        .into_iter()
        .flat_map(|(count, start)| (0..count).map(move |k| start + gap * k as f64))
        .collect()
}

/// A name that is not too long for a label.
pub(super) fn shorten(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// A rating with a true minus sign.
pub(super) fn number(elo: f64) -> String {
    whole(elo).replace('-', "−")
}

/// About how wide a label is; letters outside of Latin, Greek and Cyrillic count twice.
fn text_width(text: &str) -> f64 {
    let letters = text.chars().map(|c| if u32::from(c) < 0x2e80 { 1.0 } else { 2.0 }).sum::<f64>();
    letters * LETTER * FONT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_move_apart_as_little_as_needed() {
        assert_eq!(spread(&[10.0, 40.0, 70.0], 15.0, 0.0), [10.0, 40.0, 70.0]);
        assert_eq!(spread(&[50.0, 50.0], 20.0, 0.0), [40.0, 60.0]);
        assert_eq!(spread(&[50.0, 50.0, 50.0, 200.0], 20.0, 0.0), [30.0, 50.0, 70.0, 200.0]);
        assert_eq!(spread(&[3.0, 4.0], 20.0, 0.0), [0.0, 20.0]);
        // A chain of collisions.
        let many = spread(&[10.0, 12.0, 30.0, 31.0, 32.0, 60.0], 15.0, 0.0);
        assert!(many.windows(2).all(|pair| pair[1] - pair[0] >= 15.0 - 1e-9), "{many:?}");
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shorten("short"), "short");
        let cut = shorten(&"é".repeat(40));
        assert_eq!(cut.chars().count(), LONGEST);
        assert!(cut.ends_with('…'));
    }
}
