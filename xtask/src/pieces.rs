//! The pieces of a release: code that the floor can be used without lies in files of its own (`src/pieces.rs`).
//!
//! The splitter follows the relocations of the compiled app: what only a piece leads to goes into its file, all else stays. The
//! loader that it writes is put into the glue, so that every copy of the module that a page loads has pieces of its own.

use anyhow::{Context, Result, anyhow, ensure};
use base64::{Engine, prelude::BASE64_STANDARD};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// By what name the app imports its loader.
const LOADER: &str = "./__wasm_split.js";

/// Reads a piece that lies beside the glue: from a server, or in Node from the disk.
const FROM_BESIDE: &str = r#"async function bytesOf(name) {
    const url = new URL(`./${name}`, import.meta.url);
    if (url.protocol === "file:") return (await import("node:fs/promises")).readFile(url);
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
    return answer.arrayBuffer();
}
"#;

/// Reads a piece that lies in the page.
const FROM_INSIDE: &str = r"async function bytesOf(name) {
    return Uint8Array.from(atob(PIECES[name]), (letter) => letter.charCodeAt(0));
}
";

/// The pieces of an app, and what loads them.
#[derive(Debug, Default)]
pub struct Pieces {
    loader: String,
    /// By file name. The name changes with the app: no piece is ever loaded into another build.
    files: Vec<(String, Vec<u8>)>,
}

/// Where the glue finds the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In files beside it.
    Beside,
    /// In the glue itself.
    Inside,
}

/// Takes the pieces out of a compiled app. Gives them, and where the rest of the app is, for wasm-bindgen.
pub fn split(wasm: &Path, build: &str) -> Result<(PathBuf, Pieces)> {
    let whole = fs::read(wasm)?;
    let folder = wasm.with_file_name("pieces");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let rest = folder.join(wasm.file_name().context("a folder is no wasm")?);
    let mut options = wasm_split_cli_support::Options::new(&whole);
    options.output_dir = &folder;
    options.main_out_path = &rest;
    options.link_name = LOADER;
    let split = wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow!("the app cannot be split: {error:?}"))?;
    let mut loader = fs::read_to_string(folder.join(LOADER))?;
    let mut files = Vec::new();
    for path in split.split_modules {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let sharers = sharers(&loader, &stem);
        let name = format!("{PREFIX}{}{sharers}-{build}.wasm", stem.trim_start_matches("split_"));
        let old = format!("fetch(new URL(\"./{stem}.wasm\", import.meta.url))");
        loader = replaced(&loader, &old, &format!("bytesOf(\"{name}\")"))?;
        files.push((name, packed(&fs::read(&path)?)?));
    }
    ensure!(!files.is_empty(), "the app has no pieces");
    let loader = replaced(
        &loader,
        "WebAssembly.instantiateStreaming(src, imports)",
        "src.then((bytes) => WebAssembly.instantiate(bytes, imports))",
    )?;
    let import = loader.lines().find(|line| line.starts_with("import ")).unwrap_or_default();
    let loader = replaced(&loader, import, "")?;
    let exported: Vec<&str> = loader
        .lines()
        .filter_map(|line| line.strip_prefix("export const ")?.split(' ').next())
        .collect();
    let exports = format!("const LOADERS = {{ {} }};\n", exported.join(", "));
    let loader = replaced(&loader, "export const ", "const ")? + &exports;
    Ok((rest, Pieces { loader, files }))
}

/// Whom a chunk is shared by, to follow its name: `-model-traffic`. The loader says so above it: `/* model, traffic */`. Nothing for
/// what is no chunk.
fn sharers(loader: &str, stem: &str) -> String {
    let made = format!("const __{stem} = ");
    let mut above = "";
    for line in loader.lines() {
        if line.starts_with(&made) {
            let said = above.strip_prefix("/* ").and_then(|rest| rest.strip_suffix(" */"));
            return said.map(|said| format!("-{}", said.replace(", ", "-"))).unwrap_or_default();
        }
        above = line;
    }
    String::new()
}

/// What the name of a piece's file begins with.
const PREFIX: &str = "piece-";

/// Whether a file of the page is loaded only when it is needed.
pub fn is_piece(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// The text with every `old` made `new`; there must be one. The splitter's loader may change with its version.
fn replaced(text: &str, old: &str, new: &str) -> Result<String> {
    ensure!(!old.is_empty() && text.contains(old), "the loader of the pieces has no `{old}`");
    Ok(text.replace(old, new))
}

impl Pieces {
    /// The glue, able to load the pieces from where they are.
    pub fn joined(&self, glue: &str, place: Place) -> Result<String> {
        if self.files.is_empty() {
            return Ok(glue.to_owned());
        }
        let (imports, rest): (Vec<&str>, Vec<&str>) =
            glue.lines().partition(|line| line.starts_with("import ") && line.contains(LOADER));
        ensure!(!imports.is_empty(), "the glue does not import the loader of the pieces");
        let mut joined = self.loader.clone();
        match place {
            Place::Beside => joined.push_str(FROM_BESIDE),
            Place::Inside => {
                joined.push_str("const PIECES = {");
                for (name, content) in &self.files {
                    let content = BASE64_STANDARD.encode(content);
                    joined.extend(["\n\"", name, "\": \"", &content, "\","]);
                }
                joined.push_str("\n};\n");
                joined.push_str(FROM_INSIDE);
            }
        }
        for import in imports {
            // `import * as import1 from "./__wasm_split.js"`
            let name = import.split(' ').nth(3).context("the glue imports the loader otherwise")?;
            joined.extend(["const ", name, " = LOADERS;\n"]);
        }
        for line in rest {
            joined.extend([line, "\n"]);
        }
        Ok(joined)
    }

    /// Writes each piece into a file of its own.
    pub fn write(&self, folder: &Path) -> Result<()> {
        for (name, content) in &self.files {
            fs::write(folder.join(name), content)?;
        }
        Ok(())
    }
}

/// The module anew, without names and relocations. The linker leaves room in every number that a relocation may change: here
/// each becomes as short as it is.
fn packed(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut config = walrus::ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(wasm)?;
    let sections: Vec<_> = module.customs.iter().map(|(id, _)| id).collect();
    for section in sections {
        module.customs.delete(section);
    }
    Ok(module.emit_wasm())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The section that exports it.
    const EXPORT: &[u8] = b"\x07\x05\x01\x01f\0\0";

    #[test]
    fn a_chunk_is_named_by_whom_it_is_shared_by() {
        let loader = "x\n/* model, traffic */\nconst __chunk_6 = makeLoad(() => {\nconst __split_soon = makeLoad";
        assert_eq!(sharers(loader, "chunk_6"), "-model-traffic");
        assert_eq!(sharers(loader, "split_soon"), "");
        assert_eq!(sharers(loader, "chunk_7"), "");
    }

    #[test]
    fn a_piece_is_packed() {
        // One function that returns 5, written in five bytes; then a custom section named “a”.
        let code = [10, 10, 1, 8, 0, 0x41, 0x85, 0x80, 0x80, 0x80, 0, 0x0b];
        let wasm = |code: &[u8], rest: &[u8]| {
            [b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0", EXPORT, code, rest]
                .concat()
        };
        let packed = packed(&wasm(&code, b"\0\x02\x01a")).unwrap();
        assert_eq!(packed, wasm(&[10, 6, 1, 4, 0, 0x41, 5, 0x0b], b""));
    }

    #[test]
    fn pieces_are_told_by_their_names() {
        assert!(is_piece("piece-soon-0123456789abcdef.wasm"));
        assert!(!is_piece("retrieval_map_bg.wasm") && !is_piece("start.js"));
    }

    #[test]
    fn the_glue_carries_the_loader() {
        let pieces = Pieces {
            loader: "const LOADERS = { a };\n".to_owned(),
            files: vec![("piece-a-1.wasm".to_owned(), b"\0asm".to_vec())],
        };
        let glue = "import * as import1 from \"./__wasm_split.js\"\nlet wasm;\nexport { init };";
        let beside = pieces.joined(glue, Place::Beside).unwrap();
        assert!(beside.contains("fetch(url)") && !beside.contains("PIECES"), "{beside}");
        let inside = pieces.joined(glue, Place::Inside).unwrap();
        assert!(inside.contains("\"piece-a-1.wasm\": \"AGFzbQ==\"") && !inside.contains("fetch"));
        for joined in [beside, inside] {
            assert!(joined.contains("const import1 = LOADERS;\nlet wasm;\nexport { init };"));
            assert!(!joined.contains("import *"), "{joined}");
        }
    }

    #[test]
    fn a_glue_without_pieces_stays_as_it_is() {
        assert_eq!(Pieces::default().joined("let a;", Place::Beside).unwrap(), "let a;");
        let pieces = Pieces { loader: String::new(), files: vec![Default::default()] };
        assert!(pieces.joined("let a;", Place::Beside).is_err());
    }
}
