//! Makes `dist/`: compiles the app to wasm, has wasm-bindgen write its glue, joins the stylesheets and writes the page.

use crate::{
    page::{self, Links, Page, When},
    pieces::{self, Pieces, Place},
    process, setup, single_file,
    site::Site,
    size, terminal,
};
use anyhow::{Context, Result, ensure};
use std::{
    ffi::OsString,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    time::Instant,
};

/// The target the app is compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";
/// Where the finished page goes.
pub const DIST: &str = "dist";
/// The page that carries everything inside itself.
pub const SINGLE_FILE: &str = "retrieval-map.html";

/// The package of the app.
pub const APP: &str = "retrieval-map";

const LIBRARY: &str = "retrieval_map";

/// How to compile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Compiles in seconds; the wasm is large.
    Dev,
    /// What is published: small.
    Web,
}

/// Builds, then says how long it took and what a visitor downloads.
pub fn build_and_tell(profile: Profile, with_single_file: bool) -> Result<()> {
    build(profile, with_single_file)?;
    if profile == Profile::Web {
        size::tell(Path::new(DIST))?;
    }
    Ok(())
}

/// Builds `dist/` anew. When it fails, the `dist/` of before is still there.
pub fn build(profile: Profile, with_single_file: bool) -> Result<()> {
    let started = Instant::now();
    setup::wasm_target()?;
    let kind = if profile == Profile::Dev { "development" } else { "release" };
    terminal::say(&format!("building the app ({kind})"));
    let wasm = compile(profile)?;
    let stage = wasm.with_file_name("dist-stage");
    if stage.exists() {
        fs::remove_dir_all(&stage)?;
    }
    let (rest, pieces) = match profile {
        Profile::Dev => (wasm, Pieces::default()),
        Profile::Web => pieces::split(&wasm, &version(&fs::read(&wasm)?))?,
    };
    bind(&rest, &stage, profile)?;
    write_page(&stage, &pieces, with_single_file)?;
    if Path::new(DIST).exists() {
        fs::remove_dir_all(DIST)?;
    }
    copy_folder(&stage, Path::new(DIST))?;
    terminal::say(&format!("{DIST}/ is ready ({:.1} s)", started.elapsed().as_secs_f64()));
    Ok(())
}

/// Compiles the app and gives the path of the wasm file, as cargo itself names it.
fn compile(profile: Profile) -> Result<PathBuf> {
    let mut cargo = process::cargo();
    cargo.args(["rustc", "--package", APP, "--lib", "--target", TARGET]).args(process::MESSAGES);
    if profile == Profile::Web {
        // The relocations tell the splitter what refers to what.
        let words = ["--profile", "web", "--features", "pieces", "--", "-Clink-arg=--emit-relocs"];
        cargo.args(words);
    }
    process::built(&mut cargo, LIBRARY, "wasm")
}

fn bind(wasm: &Path, stage: &Path, profile: Profile) -> Result<()> {
    let mut words: Vec<OsString> =
        ["wasm-bindgen", "--target", "web", "--no-typescript", "--out-dir"]
            .map(OsString::from)
            .to_vec();
    words.extend([stage.into(), wasm.into()]);
    if profile == Profile::Web {
        // Memory and table are the linker's exports: the pieces share them with the rest.
        let options = ["--remove-name-section", "--remove-producers-section", "--keep-lld-exports"];
        words.extend(options.map(OsString::from));
    }
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(words).context("wasm-bindgen failed")
}

fn write_page(stage: &Path, pieces: &Pieces, with_single_file: bool) -> Result<()> {
    let page = Page::parse(&fs::read_to_string("index.html").context("cannot read index.html")?)?;
    let style = joined_stylesheets(&page, When::First)?;
    let later = joined_stylesheets(&page, When::Later)?;
    for folder in page.folders() {
        let name = Path::new(folder)
            .file_name()
            .with_context(|| format!("index.html copies {folder}, which has no name"))?;
        copy_folder(Path::new(folder), &stage.join(name))?;
    }
    let [glue_name, wasm_name] = [format!("{LIBRARY}.js"), format!("{LIBRARY}_bg.wasm")];
    let glue = fs::read_to_string(stage.join(&glue_name))?;
    let wasm = fs::read(stage.join(&wasm_name))?;
    if with_single_file {
        let whole = pieces.joined(&glue, Place::Inside)?;
        let file = single_file::render(
            &page,
            &(style.clone() + &later),
            &whole,
            &wasm,
            &Site::read(stage)?,
        )?;
        fs::write(stage.join(SINGLE_FILE), file)?;
    }
    let glue = pieces.joined(&glue, Place::Beside)?;
    fs::write(stage.join(&glue_name), &glue)?;
    pieces.write(stage)?;
    let glue_link = versioned(&glue_name, glue.as_bytes());
    let wasm_link = versioned(&wasm_name, &wasm);
    let later_link = versioned(LATER_STYLE, later.as_bytes());
    let start = start_script(&glue_link, &wasm_link, &later_link);
    fs::write(stage.join("style.css"), &style)?;
    fs::write(stage.join(LATER_STYLE), &later)?;
    fs::write(stage.join("start.js"), &start)?;
    let links = Links {
        style: &versioned("style.css", style.as_bytes()),
        start: &versioned("start.js", start.as_bytes()),
        glue: &glue_link,
        wasm: &wasm_link,
    };
    fs::write(stage.join("index.html"), page::served(&page, &links)?)?;
    Ok(())
}

/// A link that changes when the file does, so that no cache mixes the parts of two builds.
fn versioned(name: &str, content: &[u8]) -> String {
    format!("{name}?v={}", version(content))
}

/// Some letters that are others for other content.
fn version(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The stylesheet of what is loaded later.
pub const LATER_STYLE: &str = "piece-style.css";

fn start_script(glue: &str, wasm: &str, later: &str) -> String {
    format!(
        r#"import init from "./{glue}";
init({{ module_or_path: new URL("./{wasm}", import.meta.url) }}).then(() => {{
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL("./{later}", import.meta.url).href;
  document.head.append(sheet);
}}, (error) => {{
  document.getElementById("app").textContent = `Retrieval Map could not start in this browser: ${{error.message}}`;
  throw error;
}});
"#
    )
}

fn joined_stylesheets(page: &Page, when: When) -> Result<String> {
    let mut joined = String::new();
    for path in page.stylesheets(when) {
        let style = fs::read_to_string(path).with_context(|| format!("index.html links {path}"))?;
        ensure!(
            !style.contains("@import"),
            "{path}: instead of @import, link each stylesheet in index.html"
        );
        joined.push_str(&style);
        joined.push('\n');
    }
    Ok(joined)
}

/// Copies a folder and all below it, except files whose name begins with a dot.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else if !entry.file_name().to_string_lossy().starts_with('.') {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_gets_another_link() {
        assert_eq!(versioned("a.js", b"1"), versioned("a.js", b"1"));
        assert_ne!(versioned("a.js", b"1"), versioned("a.js", b"2"));
    }
}
