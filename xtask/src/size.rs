//! What a visitor downloads.

use crate::{
    bundle::{LATER_STYLE, SINGLE_FILE},
    pieces::is_piece,
};
use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};
use std::{fs, io::Write, path::Path};

/// The most that may be downloaded before the floor can be used, brotli-compressed. The goal is 300,000; this figure follows the
/// build down.
pub const FIRST_LIMIT_BYTES: usize = 408_000;

/// The most that follows by itself.
pub const SOON_LIMIT_BYTES: usize = 436_000;

/// The most that whoever edits the model, or has files come and go, downloads beyond that.
pub const MODEL_LIMIT_BYTES: usize = 387_000;

/// The most that whoever looks at the traffic downloads beyond that.
pub const TRAFFIC_LIMIT_BYTES: usize = 254_000;

/// How many bytes one file, or all, is long.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Weight {
    pub raw: usize,
    pub gzip: usize,
    pub brotli: usize,
}

impl Weight {
    fn of(content: &[u8]) -> Result<Weight> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(content)?;
        let mut packed = Vec::new();
        let quality =
            brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
        brotli::BrotliCompress(&mut &*content, &mut packed, &quality)?;
        Ok(Weight { raw: content.len(), gzip: gzip.finish()?.len(), brotli: packed.len() })
    }

    fn plus(self, other: Weight) -> Weight {
        Weight {
            raw: self.raw + other.raw,
            gzip: self.gzip + other.gzip,
            brotli: self.brotli + other.brotli,
        }
    }
}

/// What is downloaded, and when.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Visit {
    /// Before the floor can be used.
    pub first: Weight,
    /// After that, by itself.
    pub soon: Weight,
    /// Where the model is edited, or files come and go.
    pub model: Weight,
    /// Where the traffic is looked at.
    pub traffic: Weight,
    /// What only the model and the traffic call: whoever comes to either first downloads it.
    pub either: Weight,
}

/// Weighs `dist/`, prints a line for each file and one for each sum, and gives the sums.
pub fn tell(dist: &Path) -> Result<Visit> {
    let files = weigh(dist)?;
    println!("{:>10} {:>10} {:>10}  {}", "bytes", "gzip", "brotli", dist.display());
    for (name, weight) in &files {
        print_line(name, *weight);
    }
    let visit = sums(files);
    print_line("until the floor can be used", visit.first);
    print_line("what follows by itself", visit.soon);
    print_line("the model, and files of other formats", visit.model);
    print_line("the traffic", visit.traffic);
    print_line("what the model and the traffic share", visit.either);
    let rooms = visit.model.plus(visit.traffic).plus(visit.either);
    print_line("a visit in all", visit.first.plus(visit.soon).plus(rooms));
    Ok(visit)
}

/// Fails when a visit downloads more than it may.
pub fn check(visit: Visit) -> Result<()> {
    let limits = [
        (visit.first.brotli, FIRST_LIMIT_BYTES, "until the floor can be used a visit downloads"),
        (visit.soon.brotli, SOON_LIMIT_BYTES, "after that a visit downloads"),
        (
            visit.model.plus(visit.either).brotli,
            MODEL_LIMIT_BYTES,
            "for the model a visit downloads",
        ),
        (
            visit.traffic.plus(visit.either).brotli,
            TRAFFIC_LIMIT_BYTES,
            "for the traffic a visit downloads",
        ),
    ];
    for (bytes, limit, when) in limits {
        ensure!(bytes <= limit, "{when} {bytes} bytes (brotli); the limit is {limit}");
    }
    Ok(())
}

/// What is loaded at once and what in pieces.
fn sums(files: Vec<(String, Weight)>) -> Visit {
    let none = Weight::default();
    let mut visit = Visit { first: none, soon: none, model: none, traffic: none, either: none };
    for (name, weight) in files {
        // a chunk has the names of all that share it
        let is_of = |piece: &str| name.split('-').any(|part| part == piece);
        let is_soon = is_of("soon") || name == LATER_STYLE;
        let sum = match (is_piece(&name), is_soon, is_of("model"), is_of("traffic")) {
            (false, ..) => &mut visit.first,
            (true, true, ..) | (true, false, false, false) => &mut visit.soon,
            (true, false, true, true) => &mut visit.either,
            (true, false, true, false) => &mut visit.model,
            (true, false, false, true) => &mut visit.traffic,
        };
        *sum = sum.plus(weight);
    }
    visit
}

fn print_line(name: &str, weight: Weight) {
    println!("{:>10} {:>10} {:>10}  {name}", weight.raw, weight.gzip, weight.brotli);
}

/// The files of a visit, by name. The single file is an edition of its own, not part of a visit.
fn weigh(dist: &Path) -> Result<Vec<(String, Weight)>> {
    let site = crate::site::Site::read(dist)
        .with_context(|| format!("cannot read {} (run: cargo xtask build)", dist.display()))?;
    let mut files = Vec::new();
    for name in site.names().filter(|name| *name != SINGLE_FILE) {
        files.push((name.to_owned(), Weight::of(&fs::read(dist.join(name))?)?));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetition_packs_well_and_sums_add_up() {
        let weight = Weight::of(&[b'a'; 10_000]).unwrap();
        assert_eq!(weight.raw, 10_000);
        assert!(weight.gzip < 100 && weight.brotli < weight.gzip, "{weight:?}");
        let names = [
            "a.js",
            "b.wasm",
            "piece-soon-1.wasm",
            "piece-model-1.wasm",
            "piece-traffic-1.wasm",
            "piece-chunk_3-model-traffic-1.wasm",
            "piece-chunk_4-model-soon-traffic-1.wasm",
            "piece-style.css",
        ];
        let visit = sums(names.map(|name| (name.to_owned(), weight)).into());
        let sums = [visit.first, visit.soon, visit.model, visit.traffic, visit.either];
        assert_eq!(sums.map(|weight| weight.raw), [20_000, 30_000, 10_000, 10_000, 10_000]);
    }

    #[test]
    fn a_build_that_is_too_heavy_fails() {
        let weight = |brotli| Weight { raw: 0, gzip: 0, brotli };
        let visit = |first, soon, model| Visit {
            first: weight(first),
            soon: weight(soon),
            model: weight(model),
            ..Visit::default()
        };
        assert!(check(visit(FIRST_LIMIT_BYTES, SOON_LIMIT_BYTES, MODEL_LIMIT_BYTES)).is_ok());
        for (heavy, limit) in [
            (visit(FIRST_LIMIT_BYTES + 1, 0, 0), FIRST_LIMIT_BYTES),
            (visit(0, SOON_LIMIT_BYTES + 1, 0), SOON_LIMIT_BYTES),
            (visit(0, 0, MODEL_LIMIT_BYTES + 1), MODEL_LIMIT_BYTES),
        ] {
            let error = check(heavy).unwrap_err().to_string();
            let words = [(limit + 1).to_string(), format!("the limit is {limit}")];
            assert!(words.iter().all(|words| error.contains(words)), "{error}");
        }
    }

    #[test]
    fn the_single_file_is_no_part_of_a_visit() {
        let folder = std::env::temp_dir().join(format!("xtask-size-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in [SINGLE_FILE, "index.html", "start.js"] {
            fs::write(folder.join(name), name).unwrap();
        }
        let files = weigh(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(
            files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["index.html", "start.js"]
        );
    }
}
