//! Files that are taken apart, and not yet loaded.
//!
//! Owns the joining of several files to one, and the question that files of nothing but items ask: are they a design by
//! themselves, or do they join the tables of the one that is open. It never reads an item.

use super::formats::{self, Draft, Reading};
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

/// Files that are being taken apart, a slice at a time.
#[derive(Debug)]
pub struct Taking<'t> {
    /// Those whose turn has not come.
    files: std::slice::Iter<'t, TextFile>,
    current: Option<(&'t TextFile, Reading<'t>)>,
    drafts: Vec<Draft<'t>>,
    notes: Vec<Defect>,
    /// Bytes of the files that are taken apart, and of all.
    done: usize,
    total: usize,
}

impl<'t> Taking<'t> {
    /// Begins with the first file.
    ///
    /// # Errors
    /// When they are too large.
    pub fn start(files: &'t [TextFile]) -> Result<Self, OpenError> {
        let total = files.iter().map(|file| file.text.len()).sum();
        check_size(total)?;
        let (drafts, notes) = (Vec::new(), Vec::new());
        Ok(Self { files: files.iter(), current: None, drafts, notes, done: 0, total })
    }

    /// Takes about so many more bytes apart: of one document at least its whole. Says how many are done; nothing once all are.
    ///
    /// # Errors
    /// When nothing in the first file is sound enough to open.
    pub fn step(&mut self, budget_bytes: usize) -> Result<Option<usize>, OpenError> {
        if let Some((file, mut reading)) = self.current.take() {
            let left = reading.step(budget_bytes);
            if left > 0 {
                let done = self.done + file.text.len().saturating_sub(left);
                self.current = Some((file, reading));
                return Ok(Some(done));
            }
            self.done += file.text.len();
            self.take(file, reading.finish())?;
            return Ok(Some(self.done));
        }
        let Some(file) = self.files.next() else { return Ok(None) };
        match self.drafts.first() {
            Some(first) if !formats::can_join(first) => {
                let why = "only tables and their items are opened together";
                self.notes.push(left(file, why));
                self.done += file.text.len();
            }
            first => self.current = Some((file, Reading::start(&file.text, first.is_some()))),
        }
        Ok(Some(self.done))
    }

    fn take(
        &mut self,
        file: &TextFile,
        draft: Result<Draft<'t>, OpenError>,
    ) -> Result<(), OpenError> {
        let is_first = self.drafts.is_empty();
        match draft {
            Ok(draft) if is_first || formats::can_join(&draft) => self.drafts.push(draft),
            Ok(draft) => self.notes.push(left(file, &format!("it is a {}", draft.format))),
            Err(error) if is_first => return Err(error),
            Err(error) => self.notes.push(left(file, error.to_string().trim_end_matches('.'))),
        }
        Ok(())
    }

    /// The bytes of all files.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Takes what is left apart, and gives the result.
    ///
    /// # Errors
    /// As [`Taking::step`].
    pub fn finish(mut self) -> Result<Taken<'t>, OpenError> {
        while self.step(usize::MAX)?.is_some() {}
        let mut draft = formats::join(self.drafts);
        draft.defects.extend(self.notes);
        Ok(Taken { draft })
    }
}

impl<'t> Taken<'t> {
    /// Recognises the files' formats and takes them apart: [`Taking`] run to its end. Files of items are one, whichever format each
    /// is of, and with definitions of tables they are their tables' items; of others the first is read, and the list of defects names
    /// those that were not.
    ///
    /// # Errors
    /// When nothing in the first file is sound enough to open.
    pub fn read(files: &'t [TextFile]) -> Result<Self, OpenError> {
        Taking::start(files)?.finish()
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
