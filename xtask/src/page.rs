//! `index.html` as Trunk reads it, turned into the page that is served.
//!
//! Of Trunk's `<link data-trunk>` directives three are known: `rel="css"` (all stylesheets are joined, in order, into one; those
//! with `data-later` into another, which is loaded once the app has started), `rel="copy-dir"` and `rel="rust"`. Everything else
//! stays as it is written.

use anyhow::{Context, Result, bail, ensure};

/// What may load and run on the served page: its own files, and nothing may leave it. Inline styles are allowed, because views
/// place things by `style="left: ..."`.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'";

/// `index.html`, cut at its directives.
#[derive(Debug, PartialEq, Eq)]
pub struct Page {
    pieces: Vec<Piece>,
}

#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Html(String),
    Stylesheet { path: String, when: When },
    CopyFolder(String),
    Rust,
}

/// When a stylesheet is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// With the page.
    First,
    /// Once the app has started.
    Later,
}

impl Page {
    /// Cuts the page at its directives; one that is not known is an error, not something left out in silence.
    pub fn parse(html: &str) -> Result<Page> {
        let mut pieces = Vec::new();
        let mut rest = html;
        while let Some(start) = rest.find("<link") {
            let (before, tag_on) = rest.split_at(start);
            let end = tag_on.find('>').context("index.html: a <link is not closed")?;
            let (tag, after) = tag_on.split_at(end + 1);
            if tag.contains("data-trunk") {
                pieces.push(Piece::Html(before.to_owned()));
                pieces.push(directive(tag)?);
            } else {
                pieces.push(Piece::Html(format!("{before}{tag}")));
            }
            rest = after;
        }
        pieces.push(Piece::Html(rest.to_owned()));
        Ok(Page { pieces })
    }

    /// The stylesheets, in the order of their links.
    pub fn stylesheets(&self, wanted: When) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(move |piece| match piece {
            Piece::Stylesheet { path, when } if *when == wanted => Some(path.as_str()),
            _ => None,
        })
    }

    /// The folders to be copied beside the page, under their own names.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| {
            if let Piece::CopyFolder(path) = piece { Some(path.as_str()) } else { None }
        })
    }

    /// The page with `style` where the first stylesheet stood and `code` where the Rust link stood.
    pub fn fill(&self, style: &str, code: &str) -> String {
        let mut style = Some(style);
        let mut html = String::new();
        for piece in &self.pieces {
            let text = match piece {
                Piece::Html(html) => html,
                Piece::Stylesheet { .. } => style.take().unwrap_or_default(),
                Piece::CopyFolder(_) => "",
                Piece::Rust => code,
            };
            if text.is_empty() {
                html.truncate(html.trim_end().len());
            }
            html.push_str(text);
        }
        html
    }
}

/// Where the parts of the app lie, seen from the page.
pub struct Links<'a> {
    pub style: &'a str,
    pub start: &'a str,
    pub glue: &'a str,
    pub wasm: &'a str,
}

/// The page for `dist/`: relative links only, so that it opens from any folder of any host.
pub fn served(page: &Page, links: &Links) -> Result<String> {
    let style = format!(r#"<link rel="stylesheet" href="./{}">"#, links.style);
    let code = format!(
        r#"<link rel="modulepreload" href="./{glue}">
    <link rel="preload" href="./{wasm}" as="fetch" type="application/wasm" crossorigin>
    <script type="module" src="./{start}"></script>"#,
        glue = links.glue,
        wasm = links.wasm,
        start = links.start,
    );
    with_policy(&page.fill(&style, &code), POLICY)
}

/// Puts the policy first in the head: it holds only for what comes after it.
pub fn with_policy(html: &str, policy: &str) -> Result<String> {
    let charset = r#"<meta charset="utf-8">"#;
    ensure!(html.contains(charset), "index.html needs {charset} in its head");
    Ok(html.replacen(
        charset,
        &format!(
            "{charset}\n    <meta http-equiv=\"content-security-policy\" content=\"{policy}\">"
        ),
        1,
    ))
}

fn directive(tag: &str) -> Result<Piece> {
    let href = || {
        attribute(tag, "href")
            .map(str::to_owned)
            .with_context(|| format!("index.html: {tag} has no href"))
    };
    match attribute(tag, "rel") {
        Some("css") => Ok(Piece::Stylesheet {
            path: href()?,
            when: if tag.contains(" data-later") { When::Later } else { When::First },
        }),
        Some("copy-dir") => Ok(Piece::CopyFolder(href()?)),
        Some("rust") => Ok(Piece::Rust),
        _ => bail!("index.html: xtask does not know the directive {tag}"),
    }
}

/// The value of a double-quoted attribute.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = tag.split_once(&format!(" {name}=\""))?;
    after.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str = r#"<head><meta charset="utf-8">
<link rel="icon" href="public/icon.svg">
<link data-trunk rel="css" href="style/a.css">
<link data-trunk rel="css" href="style/b.css">
<link data-trunk data-later rel="css" href="style/c.css">
<link data-trunk rel="copy-dir" href="public">
<link data-trunk rel="rust" data-wasm-opt="0">
</head>"#;

    #[test]
    fn directives_are_collected_and_replaced() {
        let page = Page::parse(HTML).unwrap();
        let sheets = |when| page.stylesheets(when).collect::<Vec<_>>();
        assert_eq!(sheets(When::First), ["style/a.css", "style/b.css"]);
        assert_eq!(sheets(When::Later), ["style/c.css"]);
        assert_eq!(page.folders().collect::<Vec<_>>(), ["public"]);
        let filled = page.fill("<S>", "<C>");
        assert_eq!(
            filled.split_whitespace().collect::<Vec<_>>(),
            [
                "<head><meta",
                "charset=\"utf-8\">",
                "<link",
                "rel=\"icon\"",
                "href=\"public/icon.svg\">",
                "<S>",
                "<C>",
                "</head>"
            ]
        );
    }

    #[test]
    fn the_served_page_has_relative_links_and_a_policy_before_them() {
        let links = Links { style: "s.css?v=1", start: "start.js", glue: "g.js", wasm: "w.wasm" };
        let html = served(&Page::parse(HTML).unwrap(), &links).unwrap();
        assert!(
            html.contains(r#"href="./s.css?v=1""#) && html.contains(r#"src="./start.js""#),
            "{html}"
        );
        assert!(!html.contains("data-trunk") && !html.contains("=\"/"), "{html}");
        assert!(html.find("content-security-policy") < html.find("./s.css"), "{html}");
    }

    #[test]
    fn an_unknown_directive_is_refused() {
        for html in [
            r#"<link data-trunk rel="sass" href="a">"#,
            r#"<link data-trunk rel="css">"#,
            "<link data-trunk",
        ] {
            assert!(Page::parse(html).is_err(), "{html}");
        }
    }

    #[test]
    fn a_page_without_a_charset_cannot_carry_the_policy() {
        assert!(with_policy("<head></head>", "x").is_err());
    }
}
