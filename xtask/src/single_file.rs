//! The whole app in one HTML file, which opens from disk (`file://`) and inside a sandboxed frame, where the page of `dist/`
//! with its external module cannot load.

use crate::{
    page::{self, Page},
    site::Site,
};
use anyhow::{Context, Result, ensure};
use base64::{Engine, prelude::BASE64_STANDARD};

/// Nothing may be fetched from anywhere: everything is inside.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; \
    img-src data: blob:; base-uri 'none'; form-action 'none'";

/// Writes the page with its style, its glue, its wasm and the `files` that it links inside.
pub fn render(page: &Page, style: &str, glue: &str, wasm: &[u8], files: &Site) -> Result<String> {
    ensure!(!style.contains("</style"), "a stylesheet contains </style");
    let code = format!(
        r#"<script type="module">
{glue}
const bytes = Uint8Array.from(atob("{wasm}"), (letter) => letter.charCodeAt(0));
await __wbg_init({{ module_or_path: bytes }});
</script>"#,
        glue = inlined(glue),
        wasm = BASE64_STANDARD.encode(wasm),
    );
    let html = with_linked_files(&page.fill("<style></style>", "<script></script>"), files)?;
    let html = html.replacen("<style></style>", &format!("<style>\n{style}</style>"), 1);
    page::with_policy(&html.replacen("<script></script>", &code, 1), POLICY)
}

/// Puts each file that is linked by a relative address into the address itself.
fn with_linked_files(html: &str, files: &Site) -> Result<String> {
    let mut parts = html.split("href=\"./");
    let mut inlined = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('"').context("index.html: an href is not closed")?;
        let file = files.answer("GET", &format!("/{name}"));
        ensure!(
            file.status == 200,
            "index.html links {name}, which no folder holds that it copies"
        );
        let content = BASE64_STANDARD.encode(file.body);
        inlined.extend(["href=\"data:", file.content_type, ";base64,", &content, "\"", rest]);
    }
    Ok(inlined)
}

/// The glue module without what an inline script cannot have: exports, a URL of its own, and the end of its own element.
fn inlined(glue: &str) -> String {
    let lines = glue.lines().filter(|line| !line.starts_with("export {"));
    let code: Vec<&str> = lines.map(|line| line.strip_prefix("export ").unwrap_or(line)).collect();
    code.join("\n").replace("import.meta.url", "document.baseURI").replace("</script", "<\\/script")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_inside() {
        let html = r#"<meta charset="utf-8"><link rel="icon" href="./a.svg"><link data-trunk rel="css" href="a.css"><link data-trunk rel="rust">"#;
        let glue = "export function mount() { import.meta.url; '</script>' }\nexport { initSync, __wbg_init as default };";
        let files = Site::of([("a.svg", "<svg/>")]);
        let file = render(&Page::parse(html).unwrap(), "b{}", glue, b"\0asm", &files).unwrap();
        assert!(
            file.contains("<style>\nb{}</style>") && file.contains("atob(\"AGFzbQ==\")"),
            "{file}"
        );
        assert!(file.contains("href=\"data:image/svg+xml;base64,PHN2Zy8+\""), "{file}");
        assert!(file.contains("function mount() { document.baseURI; '<\\/script>' }"), "{file}");
        assert!(!file.contains("export") && !file.contains("data-trunk"), "{file}");
    }

    #[test]
    fn what_cannot_be_inside_is_refused() {
        let empty = Site::default();
        assert!(
            render(&Page::parse("").unwrap(), "a{content:'</style>'}", "", b"", &empty).is_err()
        );
        assert!(with_linked_files(r#"<link href="./missing.svg">"#, &empty).is_err());
    }
}
