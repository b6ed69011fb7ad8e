//! Giving the page a file: dropped, pasted or chosen.

use crate::{Browser, must};
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
