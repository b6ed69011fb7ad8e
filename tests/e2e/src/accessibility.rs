//! What axe-core finds. It is silent about canvases: those need tests of their own.

use crate::{Browser, must};
use std::{env, fs};

const RUN: &str = "
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)";

impl Browser {
    /// The accessibility rules that the page breaks, each with the elements that break it.
    pub async fn axe(&self) -> Vec<String> {
        let Some(path) = env::var_os("AXE") else {
            assert!(env::var("CI").is_err(), "AXE does not name axe-core's script");
            eprintln!("axe-core was not run: npm, which installs it, is missing");
            return Vec::new();
        };
        let script = must(fs::read_to_string(&path), format_args!("reading {}", path.display()));
        must(self.client().execute(&script, vec![]).await, "loading axe-core");
        must(serde_json::from_value(self.js(RUN).await), "reading what axe-core found")
    }
}
