//! The chart's SVG. The environment variable CHARTS names a folder to write the charts to.

use lab::league::chart::{svg, ChartEntry};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn entry(name: &str, rating: f64, error: f64, version: bool) -> ChartEntry {
    ChartEntry { name: name.to_owned(), rating, error, games: 240, version }
}

/// Returns versions of increasing strength and, if requested, references.
fn league(versions: usize, references: bool) -> Vec<ChartEntry> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut entries = Vec::new();
    if references {
        for (name, rating) in
            [("random", -1500.0), ("path", -310.0), ("uct", -60.0), ("easy", -52.0), ("hard", 41.0)]
        {
            entries.push(entry(name, rating, 40.0, false));
        }
    }
    for k in 0..versions {
        let rating = 400.0 * (k as f64 / versions as f64).sqrt() - 150.0;
        let rating = rating + rng.random_range(-30.0..30.0);
        entries.push(entry(&format!("v{k}-change"), rating, rng.random_range(15.0..45.0), true));
    }
    entries
}

fn render(name: &str, title: &str, entries: &[ChartEntry]) -> String {
    let text = svg(title, entries);
    if let Some(folder) = std::env::var_os("CHARTS") {
        let path = std::path::Path::new(&folder).join(format!("{name}.svg"));
        std::fs::write(path, &text).unwrap();
    }
    text
}

/// Returns all values of an attribute in elements whose first class is `class`.
fn values(svg: &str, class: &str, attribute: &str) -> Vec<f64> {
    let class = format!("class=\"{class}");
    let of = format!(" {attribute}=\"");
    let element = |rest: &str| {
        let element = rest.split('>').next().unwrap();
        element.split_once(&of).map(|(_, value)| value.split('"').next().unwrap().parse().unwrap())
    };
    svg.split(&class).skip(1).filter_map(element).collect()
}

#[test]
fn every_version_has_a_point_in_order() {
    for count in [1, 3, 12, 40] {
        let entries = league(count, true);
        let text = render(&format!("bots-{count}"), "Rating by version", &entries);
        let (x, y) = (values(&text, "point", "cx"), values(&text, "point", "cy"));
        assert_eq!(x.len(), count);
        assert!(x.windows(2).all(|pair| pair[0] < pair[1]));
        let ratings: Vec<_> = entries.iter().filter(|e| e.version).map(|e| e.rating).collect();
        for i in 0..count {
            for j in 0..i {
                if (ratings[i] - ratings[j]).abs() > 1.0 {
                    assert_eq!(ratings[i] > ratings[j], y[i] < y[j], "{i} {j}");
                }
            }
        }
        assert_eq!(text.matches("class=\"bar ").count(), count);
    }
}

#[test]
fn versions_without_games_are_named_without_a_point() {
    let mut entries = league(3, true);
    let rated = render("rated", "Rating by version", &entries);
    entries.push(ChartEntry { games: 0, ..entry("later", 9000.0, 900.0, true) });
    let text = render("unrated", "Rating by version", &entries);
    assert_eq!(values(&text, "point", "cx").len(), 3);
    assert!(text.contains(">later<") && text.contains(">no games<"), "{text}");
    assert!(text.contains("later: no games yet"));
    // A version without games does not move the other points.
    assert_eq!(values(&text, "point", "cy"), values(&rated, "point", "cy"));
    // Without any game all versions have a point.
    let new: Vec<ChartEntry> = entries.into_iter().map(|e| ChartEntry { games: 0, ..e }).collect();
    assert_eq!(values(&render("new", "New", &new), "point", "cx").len(), 4);
}

#[test]
fn labels_of_references_do_not_overlap() {
    let mut entries = league(12, true);
    for k in 0..6 {
        entries.push(entry(&format!("level {k}"), 10.0 + f64::from(k), 20.0, false));
    }
    let text = render("crowded", "Many references", &entries);
    let mut y = values(&text, "fill-data0", "y");
    assert_eq!(y.len(), 11);
    y.sort_by(f64::total_cmp);
    assert!(y.windows(2).all(|pair| pair[1] - pair[0] >= 14.9), "{y:?}");
    // The random player is far below the axis: it has a label but no line.
    assert_eq!(text.matches("class=\"level ").count(), 10);
    assert!(text.contains("↓ random −1500"));
}

#[test]
fn text_is_escaped_and_described() {
    let entries =
        [entry("a<b>&\"c\"", 10.0, 20.0, true), entry("<uct> & \u{1b}[1m", 0.0, 5.0, false)];
    let text = render("escaped", "Elo < 100 & \"more\"", &entries);
    assert!(text.contains("<title>Elo &lt; 100 &amp; \"more\"</title>"));
    assert!(text.contains("a&lt;b&gt;&amp;\"c\": 10 ± 20 Elo, 240 games"));
    assert!(!text.contains("<uct>") && !text.contains('\u{1b}'));
    assert!(text.contains("prefers-color-scheme:dark"));
    for name in ["svg", "title", "desc", "style", "text", "g"] {
        let open =
            text.matches(&format!("<{name} ")).count() + text.matches(&format!("<{name}>")).count();
        assert_eq!(open, text.matches(&format!("</{name}>")).count(), "{name}");
    }
}

#[test]
fn degenerate_leagues_have_a_chart() {
    let odd = [
        ("empty", vec![]),
        ("references-only", league(0, true)),
        ("new-bot", {
            let mut entries = league(5, false);
            entries.push(entry("unplayed", 0.0, 680.0, true));
            entries
        }),
        ("no-number", vec![entry("x", f64::NAN, 1.0, true), entry("y", 0.0, f64::INFINITY, true)]),
        ("long-names", {
            let long = "a-very-long-name-of-a-version-that-will-be-cut";
            (0..6).map(|k| entry(long, f64::from(k), 30.0, true)).collect()
        }),
    ];
    for (name, entries) in odd {
        let text = render(name, "An odd league with a title that is rather long for it", &entries);
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{name}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
    }
}
