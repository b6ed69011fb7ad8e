//! Files that are given to a person.
//!
//! Owns: how a download begins, and what it is called. Must never: decide what is in it.

use leptos::prelude::*;
use map::design::save;
use wasm_bindgen::JsValue;

use super::keeper::Clerk;
use super::records::Kept;
use super::script::{call, get, list, make, object, set};

/// Letters of a file's name, at most.
const MOST_LETTERS: usize = 80;

impl Clerk {
    /// Downloads the open design in the own format.
    pub(super) fn save_file(&self) {
        let design = self.store.open.design.get_untracked();
        let text = self.store.open.with_database_untracked(|database| save(&design, database));
        let kept = self.keeper.open.borrow().as_ref().map(|open| open.borrow().kept.name.clone());
        let name = kept.unwrap_or_else(|| design.name.clone());
        let outcome = download(&file_name(&name, ".json"), &text);
        self.store.tell(match outcome {
            Ok(()) => format!("Saved {name} as a file."),
            Err(_) => "The browser did not take the file.".to_owned(),
        });
    }

    /// Downloads the records of a design as they are.
    pub(super) fn download_records(&self, id: String) {
        let clerk = self.clone();
        leptos::task::spawn_local(async move {
            let Ok(records) = clerk.read_records(&id).await else { return };
            let name = Kept::read(&records.design).unwrap_or_default().name;
            // A browser that refuses says so itself.
            let _ = download(&file_name(&name, ".kept.json"), &records.text());
        });
    }

    /// Downloads the records of a design whose changes could not all be done again.
    pub(super) fn download_rest(&self) {
        let rest = self.keeper.rest.borrow().clone();
        if let Some((name, text)) = rest {
            let _ = download(&file_name(&name, ".kept.json"), &text);
        }
    }
}

/// Gives a person a file of text.
fn download(name: &str, text: &str) -> Result<(), JsValue> {
    let kind = object(&[("type", "application/json".into())]);
    let blob = make("Blob", &[list(&[text.into()]), kind])?;
    let addresses = get(&js_sys::global(), "URL");
    let address = call(&addresses, "createObjectURL", &[blob])?;
    let link = call(&document(), "createElement", &["a".into()])?;
    set(&link, "href", &address);
    set(&link, "download", &name.into());
    call(&link, "click", &[])?;
    // The browser has taken the address by then.
    let release = call(&get(&addresses, "revokeObjectURL"), "bind", &[addresses, address])?;
    call(&js_sys::global(), "setTimeout", &[release, 60_000.into()])?;
    Ok(())
}

/// A name that every system takes for a file.
fn file_name(name: &str, ending: &str) -> String {
    let is_odd = |letter: char| letter.is_control() || "/\\:*?\"<>|".contains(letter);
    let plain = |letter: char| if is_odd(letter) { '-' } else { letter };
    let name: String = name.chars().take(MOST_LETTERS).map(plain).collect();
    let name = name.trim().trim_start_matches('.');
    format!("{}{ending}", if name.is_empty() { "design" } else { name })
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn any_name_becomes_one_that_a_file_can_have() {
        for (name, expected) in [
            ("Orders", "Orders.json"),
            ("a/b\\c:\n", "a-b-c--.json"),
            ("  ", "design.json"),
            ("..hidden", "hidden.json"),
            ("Bücher", "Bücher.json"),
        ] {
            assert_eq!(file_name(name, ".json"), expected);
        }
    }
}
