//! An export, carried out: the texts of a format become files for the browser to save, or go to its clipboard.
//!
//! Owns the way out of the page. What a format says is the map's.

use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Date, Uint8Array};
use leptos::prelude::*;
use map::advice::{Proof, Standing, csv, markdown};
use map::design::formats::write::write_dated;
use map::design::{Defect, Design, Exported, Format};
use map::numerals::counted;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlElement};

use super::zip::zip;
use crate::app::state::Store;

/// Something that can be taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The design in a format.
    Design(Format),
    /// The rows with their proofs, as a document.
    Markdown,
    /// The rows with their proofs, as a table.
    Csv,
}

/// Where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Into files.
    Files,
    /// Onto the clipboard.
    Clipboard,
}

/// How often it is looked whether all rows are proven, in milliseconds.
const LOOK_MS: u32 = 50;
/// How often at most: what is not proven after two minutes is told as it stands.
const MOST_LOOKS: u32 = 2_400;

impl What {
    /// All, in the order in which they are offered.
    pub fn all() -> Vec<Self> {
        let formats = Format::ALL.into_iter().map(Self::Design);
        formats.chain([Self::Markdown, Self::Csv]).collect()
    }

    /// Its name for readers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Design(format) => format.name(),
            Self::Markdown => "Markdown",
            Self::Csv => "CSV",
        }
    }

    /// What of the design it holds.
    pub fn about(self) -> &'static str {
        match self {
            Self::Design(Format::Own) => "everything",
            Self::Design(Format::Workbench) => "tables and items",
            Self::Design(Format::BatchWrite) => "items",
            Self::Design(_) => "tables",
            Self::Markdown => "the retrieval map, with tables and copies",
            Self::Csv => "the retrieval map, a line a row",
        }
    }

    /// Takes it away, and tells what became of it.
    pub async fn take(self, store: Store, target: Target) {
        if !matches!(self, Self::Design(_)) {
            wait_for_proofs(store).await;
        }
        let (files, defects) = self.files(store);
        let name = self.name();
        let (told, done) = match target {
            Target::Clipboard => copied(name, &files).await,
            Target::Files => saved(name, &files),
        };
        store.export.tell(told, !done, if done { defects } else { Vec::new() });
    }

    fn files(self, store: Store) -> (Vec<Exported>, Vec<Defect>) {
        let design = store.open.design.get_untracked();
        let report = |name: &str, media_type, write: fn(&Design, &[&Proof]) -> String| {
            let text = untrack(|| {
                store.with_proofs(|proofs| write(&design, &proofs.iter().collect::<Vec<_>>()))
            });
            (vec![Exported { name: name.to_owned(), media_type, text }], Vec::new())
        };
        match self {
            Self::Markdown => report("retrieval-map.md", "text/markdown", markdown),
            Self::Csv => report("retrieval-map.csv", "text/csv", csv),
            Self::Design(format) => {
                let now = String::from(Date::new_0().to_iso_string());
                let now = now.split('.').next().map(|seconds| format!("{seconds}Z"));
                let now = now.unwrap_or_default();
                store.open.with_database_untracked(|database| {
                    write_dated(format, &design, database, &now)
                })
            }
        }
    }
}

/// Waits until all rows have been run on the items as they are.
async fn wait_for_proofs(store: Store) {
    for _ in 0..MOST_LOOKS {
        let is_proven = untrack(|| {
            let rows = store.open.design.with_untracked(|design| design.requests.len());
            let run = store.with_proofs(|proofs| {
                proofs.iter().filter(|proof| proof.standing != Standing::Unknown).count()
            });
            run >= rows && !store.worksheet.proving.get_untracked()
        });
        if is_proven {
            return;
        }
        TimeoutFuture::new(LOOK_MS).await;
    }
}

async fn copied(name: &str, files: &[Exported]) -> (String, bool) {
    let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
    let text = texts.join("\n");
    let copied = JsFuture::from(window().navigator().clipboard().write_text(&text)).await;
    match (copied, files.len()) {
        (Err(_), _) => {
            (format!("The browser does not let the page copy. Download {name} instead."), false)
        }
        (Ok(_), 0) => (format!("There is nothing in this design that {name} could hold."), false),
        (Ok(_), 1) => (format!("Copied {name}."), true),
        (Ok(_), many) => {
            (format!("Copied {name}: the texts of {many} files, one after the other."), true)
        }
    }
}

fn saved(name: &str, files: &[Exported]) -> (String, bool) {
    let archive = files.first().map(|first| {
        // Of `Orders.create-table.json` what all of its kind have: several tables are in it.
        let kind = first.name.rsplit('.').nth(1).unwrap_or_default();
        let kind = kind.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '-');
        format!("{}.zip", if kind.is_empty() { "design" } else { kind })
    });
    let (file, bytes, told) = match (files, archive) {
        ([], _) | (_, None) => {
            return (format!("There is nothing in this design that {name} could hold."), false);
        }
        ([file], _) => {
            let told = format!("Saved {name} as {}.", file.name);
            (file.name.clone(), file.text.clone().into_bytes(), told)
        }
        (many, Some(archive)) => {
            let count = counted(many.len() as u64, "file", "files");
            let named: Vec<(&str, &[u8])> =
                many.iter().map(|file| (file.name.as_str(), file.text.as_bytes())).collect();
            let told = format!("Saved {name}: {count} in one archive, {archive}.");
            (archive, zip(&named), told)
        }
    };
    match save(&file, &bytes) {
        Ok(()) => (told, true),
        Err(_) => ("The browser does not let the page save files.".to_owned(), false),
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = URL, js_name = createObjectURL, catch)]
    fn create_object_url(blob: &Blob) -> Result<String, JsValue>;

    #[wasm_bindgen(js_namespace = URL, js_name = revokeObjectURL)]
    fn revoke_object_url(url: &str);
}

/// Hands a file to the browser, which saves it where the person has its downloads.
fn save(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes)))?;
    let url = create_object_url(&blob)?;
    let link = document().create_element("a")?;
    link.set_attribute("href", &url)?;
    link.set_attribute("download", name)?;
    link.unchecked_ref::<HtmlElement>().click();
    // The browser reads the file after the click; by then it has begun.
    set_timeout(move || revoke_object_url(&url), std::time::Duration::from_mins(1));
    Ok(())
}
