//! What a visitor downloads.

use crate::bundle::SINGLE_FILE;
use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};
use std::{fs, io::Write, path::Path};

/// The most that the app may weigh, brotli-compressed. The goal is 300,000. It was 397,000 before the engine
/// answered every operation: those and their forms on the desk weigh 115,000. This figure follows the build down.
pub const LIMIT_BYTES: usize = 520_000;

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

/// Weighs `dist/`, prints a line for each file and one for all, and gives the latter.
pub fn tell(dist: &Path) -> Result<Weight> {
    let files = weigh(dist)?;
    println!("{:>10} {:>10} {:>10}  {}", "bytes", "gzip", "brotli", dist.display());
    for (name, weight) in &files {
        print_line(name, *weight);
    }
    let visit = total(&files);
    print_line("a visit in all", visit);
    Ok(visit)
}

/// Fails when a visit downloads more than [`LIMIT_BYTES`].
pub fn check(visit: Weight) -> Result<()> {
    let bytes = visit.brotli;
    ensure!(
        bytes <= LIMIT_BYTES,
        "a visit downloads {bytes} bytes (brotli); the limit is {LIMIT_BYTES}"
    );
    Ok(())
}

fn total(files: &[(String, Weight)]) -> Weight {
    files.iter().fold(Weight::default(), |sum, (_, weight)| sum.plus(*weight))
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
        assert_eq!(total(&[("a".to_owned(), weight), ("b".to_owned(), weight)]).raw, 20_000);
    }

    #[test]
    fn a_build_that_is_too_heavy_fails() {
        let visit = |brotli| Weight { raw: 0, gzip: 0, brotli };
        assert!(check(visit(LIMIT_BYTES)).is_ok());
        let error = check(visit(LIMIT_BYTES + 1)).unwrap_err().to_string();
        let words = [(LIMIT_BYTES + 1).to_string(), format!("the limit is {LIMIT_BYTES}")];
        assert!(words.iter().all(|words| error.contains(words)), "{error}");
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
