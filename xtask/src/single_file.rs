//! The whole app in one HTML file, which opens from disk (`file://`) and inside a sandboxed frame, where the page of `dist/`
//! with its external module cannot load.

use crate::page::{self, Page};
use anyhow::{Result, ensure};
use base64::{Engine, prelude::BASE64_STANDARD};

/// Nothing may be fetched from anywhere: everything is inside.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; \
    img-src data: blob:; base-uri 'none'; form-action 'none'";

/// Writes the page with its style, its glue and its wasm inside.
pub fn render(page: &Page, style: &str, glue: &str, wasm: &[u8]) -> Result<String> {
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
    page::with_policy(&page.fill(&format!("<style>\n{style}</style>"), &code), POLICY)
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
        let html = r#"<meta charset="utf-8"><link data-trunk rel="css" href="a.css"><link data-trunk rel="rust">"#;
        let glue = "export function mount() { import.meta.url; '</script>' }\nexport { initSync, __wbg_init as default };";
        let file = render(&Page::parse(html).unwrap(), "b{}", glue, b"\0asm").unwrap();
        assert!(
            file.contains("<style>\nb{}</style>") && file.contains("atob(\"AGFzbQ==\")"),
            "{file}"
        );
        assert!(file.contains("function mount() { document.baseURI; '<\\/script>' }"), "{file}");
        assert!(!file.contains("export") && !file.contains("<link"), "{file}");
    }

    #[test]
    fn a_stylesheet_cannot_end_its_own_element() {
        let page = Page::parse("").unwrap();
        assert!(render(&page, "a{content:'</style>'}", "", b"").is_err());
    }
}
