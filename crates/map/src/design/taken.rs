//! Files that are taken apart, and not yet loaded.
//!
//! Owns the joining of several files to one, and the question that files of nothing but items ask: are they a design by
//! themselves, or do they join the tables of the one that is open. It never reads an item.

use super::formats::{self, Draft};
use super::{Defect, Design, Loader, OpenError, TableDesign, check_size};

/// A file's name and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// Files, taken apart down to their items.
#[derive(Debug)]
pub struct Taken<'t> {
    draft: Draft<'t>,
}

impl<'t> Taken<'t> {
    /// Recognises the files' formats and takes them apart. Files of items are one, whichever format each is of, and with
    /// definitions of tables they are their tables' items; of others the first is read, and the list of defects names those that were
    /// not.
    ///
    /// # Errors
    /// When nothing in the first file is sound enough to open.
    pub fn read(files: &'t [TextFile]) -> Result<Self, OpenError> {
        check_size(files.iter().map(|file| file.text.len()).sum())?;
        let mut drafts: Vec<Draft<'t>> = Vec::new();
        let mut notes = Vec::new();
        for file in files {
            let draft = match drafts.first() {
                Some(first) if !formats::can_join(first) => {
                    notes.push(left(file, "only tables and their items are opened together"));
                    continue;
                }
                Some(_) => formats::read_items(&file.text),
                None => formats::read(&file.text),
            };
            match draft {
                Ok(draft) if drafts.is_empty() || formats::can_join(&draft) => drafts.push(draft),
                Ok(draft) => notes.push(left(file, &format!("it is a {}", draft.format))),
                Err(error) if drafts.is_empty() => return Err(error),
                Err(error) => notes.push(left(file, error.to_string().trim_end_matches('.'))),
            }
        }
        let mut draft = formats::join(drafts);
        draft.defects.extend(notes);
        Ok(Self { draft })
    }

    /// The format's name for readers.
    pub fn format(&self) -> &'static str {
        self.draft.format
    }

    /// The tables of an open design that the files' items could join: for each table that the files name, or for their one table
    /// without a name, the one of the same name, or the first whose keys all the items have. None where there is no such table for
    /// some of them, or where the files say more than items.
    pub fn tables_in<'d>(&self, design: &'d Design) -> Option<Vec<&'d TableDesign>> {
        self.draft.tables_in(design)
    }

    /// What loads them as a design. Where they name no keys, those that the items suggest are taken, and that is listed.
    ///
    /// # Errors
    /// When no table is sound.
    pub fn into_loader(self) -> Result<Loader<'t>, OpenError> {
        Loader::of(self.draft.with_keys())
    }

    /// What loads their items as items of tables of an open design, those that [`Taken::tables_in`] gave.
    ///
    /// # Errors
    /// When no table is sound.
    pub fn into_tables(self, tables: &[&TableDesign]) -> Result<Loader<'t>, OpenError> {
        Loader::of(self.draft.into_tables(tables))
    }
}

fn left(file: &TextFile, why: &str) -> Defect {
    Defect::of_table("", format!("{} is another file: {why}", file.name), "it was not opened")
}
