//! What happens between files and an open design: their bytes are read, unpacked, taken apart and loaded. Between any two slices the
//! page breathes, and whoever cancels then is heard. Loaded apart.

use gloo_timers::future::TimeoutFuture;
use js_sys::Uint8Array;
use leptos::prelude::*;
use map::design::generate::{Shape, workbench_model};
use map::design::{
    Added, Loader, OpenError, Opened, Taken, Taking, TextFile, Unpacking, check_size,
};
use map::numerals::{bytes as bytes_in_words, grouped};
use wasm_bindgen_futures::JsFuture;

use super::offered::{Offer, Offered};
use super::{Incoming, Source};
use crate::app::state::{Command, Loading, Store};
use crate::pieces::NotLoaded;

/// Items loaded between two breaths of the page: a few milliseconds of work.
const SLICE_ITEMS: usize = 2_000;
/// Bytes unpacked, or taken apart, between two breaths.
const SLICE_BYTES: usize = 1 << 20;
/// Time for the progress to show before a piece of work that is done in one go, in milliseconds.
const SHOW_MS: u32 = 30;

/// Why an opening ends before its end.
enum Stopped {
    /// Another began, or somebody cancelled: there is nothing to say.
    Cancelled,
    /// In a sentence.
    Refused(String),
}

impl From<OpenError> for Stopped {
    fn from(error: OpenError) -> Self {
        Self::Refused(error.to_string())
    }
}

/// An opening under way.
struct Opening {
    store: Store,
    name: String,
    turn: u64,
}

/// Opens what comes in, offers it to the open design, or says why not.
///
/// # Errors
/// None; it is what waits for a piece.
pub(super) async fn read(
    store: Store,
    name: String,
    incoming: Incoming,
    turn: u64,
    by_themselves: bool,
) -> Result<(), NotLoaded> {
    let opening = Opening { store, name, turn };
    if let Err(Stopped::Refused(sentence)) = opening.run(incoming, by_themselves).await
        && store.open.is_latest(turn)
    {
        store.open.cancel();
        store.send(Command::Refuse(format!("{}: {sentence}", opening.name)));
    }
    Ok(())
}

impl Opening {
    async fn run(&self, incoming: Incoming, by_themselves: bool) -> Result<(), Stopped> {
        let texts = self.texts(incoming).await?;
        self.say("Taking the file apart…", 0, 0, SHOW_MS).await?;
        let taken = self.take_apart(&texts).await?;
        let design = self.store.open.design.get_untracked();
        let tables = if by_themselves { None } else { taken.tables_in(&design) };
        if let Some(tables) = tables {
            let count = texts.len();
            let opened = self.load(taken.into_tables(&tables)?).await?;
            let added =
                self.store.open.with_database_untracked(|open| Added::counted(&opened, open));
            if added.new + added.differing + added.same > 0 {
                let offer = Offer::new(&self.name, count, &opened, &added);
                self.store.open.offer(offer, Offered { name: self.name.clone(), texts, opened });
                return Ok(());
            }
            let loader = self.take_apart(&texts).await?.into_loader()?;
            return self.take(loader).await;
        }
        self.take(taken.into_loader()?).await
    }

    /// Takes texts apart slice by slice.
    async fn take_apart<'t>(&self, texts: &'t [TextFile]) -> Result<Taken<'t>, Stopped> {
        let mut taking = Taking::start(texts)?;
        let total = taking.total();
        while let Some(done) = taking.step(SLICE_BYTES)? {
            let words = format!(
                "Taking the file apart: {} of {}",
                bytes_in_words(done as u64),
                bytes_in_words(total as u64)
            );
            self.say(&words, done, total, 0).await?;
        }
        Ok(taking.finish()?)
    }

    async fn take(&self, loader: Loader<'_>) -> Result<(), Stopped> {
        let opened = self.load(loader).await?;
        self.store.open.loading.set(None);
        self.store.take(Source::File(self.name.clone()), opened);
        self.store.note_address();
        Ok(())
    }

    /// The texts of what comes in.
    async fn texts(&self, incoming: Incoming) -> Result<Vec<TextFile>, Stopped> {
        match incoming {
            Incoming::Texts(texts) => {
                check_size(texts.iter().map(|file| file.text.len()).sum())?;
                Ok(texts)
            }
            Incoming::Generated(items) => {
                self.say("Making the items…", 0, 0, SHOW_MS).await?;
                let text = workbench_model(items, Shape::Varied, 1);
                Ok(vec![TextFile { name: self.name.clone(), text }])
            }
            Incoming::Files(files) => {
                check_size(files.iter().map(|file| file.size() as usize).sum())?;
                let mut texts = Vec::with_capacity(files.len());
                for file in files {
                    let text = self.text_of(&file).await;
                    // Of several files, one that is no text does not stand in the way of the others.
                    match text {
                        Ok(text) => texts.push(TextFile { name: file.name(), text }),
                        Err(Stopped::Refused(why)) if !texts.is_empty() => {
                            let others = format!("{}: {why}", file.name());
                            return Err(Stopped::Refused(others));
                        }
                        Err(stopped) => return Err(stopped),
                    }
                }
                Ok(texts)
            }
        }
    }

    async fn text_of(&self, file: &web_sys::File) -> Result<String, Stopped> {
        let buffer = JsFuture::from(file.array_buffer()).await;
        self.check()?;
        let buffer = buffer
            .map_err(|_| Stopped::Refused("The browser could not read the file.".to_owned()))?;
        let bytes = Uint8Array::new(&buffer).to_vec();
        let packed = bytes.len();
        let mut unpacking = Unpacking::start(bytes)?;
        loop {
            let left = unpacking.step(SLICE_BYTES)?;
            if left == 0 {
                break;
            }
            let words = format!(
                "Unpacking: {} of {}",
                bytes_in_words((packed - left.min(packed)) as u64),
                bytes_in_words(packed as u64)
            );
            self.say(&words, packed - left.min(packed), packed, 0).await?;
        }
        Ok(unpacking.finish()?)
    }

    /// Loads items slice by slice.
    async fn load(&self, mut loader: Loader<'_>) -> Result<Opened, Stopped> {
        loop {
            let progress = loader.step(SLICE_ITEMS);
            if progress.is_finished() {
                return Ok(loader.finish());
            }
            let (done, total) = (grouped(progress.done as u64), grouped(progress.total as u64));
            let words = format!("{done} of {total} items");
            self.say(&words, progress.done, progress.total, 0).await?;
        }
    }

    /// Says how far the opening is, and lets the page breathe.
    async fn say(
        &self,
        words: &str,
        done: usize,
        total: usize,
        wait_ms: u32,
    ) -> Result<(), Stopped> {
        self.check()?;
        let (name, words) = (self.name.clone(), words.to_owned());
        self.store.open.loading.set(Some(Loading { name, words, done, total }));
        TimeoutFuture::new(wait_ms).await;
        self.check()
    }

    /// Whether nobody has cancelled.
    fn check(&self) -> Result<(), Stopped> {
        if self.store.open.is_latest(self.turn) { Ok(()) } else { Err(Stopped::Cancelled) }
    }
}
