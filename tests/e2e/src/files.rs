//! Giving the page a file: dropped, pasted or chosen.

use crate::{Browser, must};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::Value;
use std::path::Path;

const DROP: &str = "
    const [css, name, text] = args;
    const target = document.querySelector(css);
    if (!target) throw new Error(`there is no ${css}`);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], name, { type: 'application/json' }));
    for (const kind of ['dragenter', 'dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, composed: true, dataTransfer }));
    }";

/// Packs a text with gzip, as the browser does it.
const PACK: &str = "
    const stream = new Blob([args[0]]).stream().pipeThrough(new CompressionStream('gzip'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());";

const PASTE: &str = "
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', args[0]);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, composed: true, clipboardData }));";

impl Browser {
    /// Drops a file with this name and text on an element.
    pub async fn drop_file(&self, css: &str, name: &str, text: &str) {
        self.get(css).await;
        self.js_with(DROP, &[css.into(), name.into(), text.into()]).await;
    }

    /// Drops a file that holds this text, packed with gzip, on an element.
    pub async fn drop_packed(&self, css: &str, name: &str, text: &str) {
        self.get(css).await;
        let drop = DROP.replace(
            "const [css, name, text] = args;",
            "const [, css, name] = args, text = bytes;",
        );
        self.js_with(&format!("{PACK}{drop}"), &[text.into(), css.into(), name.into()]).await;
    }

    /// A text, packed with gzip.
    pub async fn packed(&self, text: &str) -> Vec<u8> {
        let told = self
            .js_with(&format!("{PACK} return bytes.toBase64?.() ?? [...bytes]"), &[text.into()])
            .await;
        match told {
            Value::String(text) => must(BASE64_STANDARD.decode(text), "unpacking Base64"),
            other => must(serde_json::from_value(other), "reading the packed bytes"),
        }
    }

    /// Pastes text where the focus is.
    pub async fn paste(&self, text: &str) {
        self.js_with(PASTE, &[text.into()]).await;
    }

    /// Chooses a file of this machine in an `<input type="file">`.
    pub async fn choose_file(&self, css: &str, path: &Path) {
        let path = must(std::path::absolute(path), "naming the file");
        must(
            self.get(css).await.send_keys(&path.to_string_lossy()).await,
            format_args!("choosing {}", path.display()),
        );
    }
}
