//! A folder of files held in memory, and what it answers to an HTTP request. No sockets and no disk: a request can only name a
//! file that was read, so no path leads out of the folder, and a build in progress is never half visible.

use std::{collections::BTreeMap, fs, io, path::Path};

/// The files of a static site, by their path below its root.
#[derive(Debug, Default)]
pub struct Site {
    files: BTreeMap<String, Vec<u8>>,
}

/// What is sent back.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub content_type: &'static str,
    pub body: Vec<u8>,
}

impl Answer {
    /// A page of plain words.
    pub fn text(status: u16, words: &str) -> Answer {
        Answer { status, content_type: "text/plain; charset=utf-8", body: words.into() }
    }
}

impl Site {
    /// Reads a folder and all below it.
    pub fn read(folder: &Path) -> io::Result<Site> {
        let mut site = Site::default();
        site.read_below(folder, "")?;
        Ok(site)
    }

    /// A site of these texts by their paths.
    #[cfg(test)]
    pub fn of<const N: usize>(files: [(&str, &str); N]) -> Site {
        Site { files: files.map(|(name, text)| (name.to_owned(), text.into())).into() }
    }

    fn read_below(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                self.read_below(&entry.path(), &format!("{name}/"))?;
            } else {
                self.files.insert(name, fs::read(entry.path())?);
            }
        }
        Ok(())
    }

    /// The paths of all files, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Answers a request for `target`, the path and query as they stand in the request line.
    pub fn answer(&self, method: &str, target: &str) -> Answer {
        if !matches!(method, "GET" | "HEAD") {
            return Answer::text(405, "only GET and HEAD are answered here");
        }
        let not_found = || Answer::text(404, "there is no such file");
        let Some(path) = path_of(target) else { return not_found() };
        let path = if path.is_empty() || path.ends_with('/') { path + "index.html" } else { path };
        match self.files.get(&path) {
            Some(body) => {
                Answer { status: 200, content_type: content_type(&path), body: body.clone() }
            }
            None => not_found(),
        }
    }
}

/// The file path that a request target names: without its query, percent-decoded, without the leading slash.
fn path_of(target: &str) -> Option<String> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            hex_digit(rest.next()?)? * 16 + hex_digit(rest.next()?)?
        } else {
            byte
        });
    }
    String::from_utf8(bytes).ok()
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// The media type by the file's extension (wasm must have its own, or the browser compiles it only after the download).
fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        Site::of(
            ["index.html", "a b.js", "code/x.wasm", "code/index.html"].map(|name| (name, name)),
        )
    }

    #[test]
    fn files_are_found_with_their_types() {
        let cases = [
            ("/", "index.html", "text/html; charset=utf-8"),
            ("/?v=1", "index.html", "text/html; charset=utf-8"),
            ("/a%20b.js", "a b.js", "text/javascript; charset=utf-8"),
            ("/code/x.wasm?v=2", "code/x.wasm", "application/wasm"),
            ("/code/", "code/index.html", "text/html; charset=utf-8"),
        ];
        for (target, name, content_type) in cases {
            let expected = Answer { status: 200, content_type, body: name.into() };
            assert_eq!(site().answer("GET", target), expected, "{target}");
        }
    }

    #[test]
    fn nothing_outside_is_found() {
        for target in [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "/code/../index.html",
            "//etc/passwd",
            "/code",
            "/%",
            "/%zz",
            "",
            "/nothing",
        ] {
            assert_eq!(site().answer("GET", target).status, 404, "{target}");
        }
    }

    #[test]
    fn other_methods_are_refused() {
        assert_eq!(site().answer("POST", "/").status, 405);
        assert_eq!(site().answer("HEAD", "/").status, 200);
    }

    #[test]
    fn a_folder_is_read_with_its_subfolders() {
        let site = Site::read(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert!(
            site.names().any(|name| name == "Cargo.toml")
                && site.names().any(|name| name == "src/site.rs")
        );
    }
}
