//! Code that is loaded apart, so that nobody waits for it before the floor can be used.
//!
//! Owns: what a piece is. A piece is all that is reached through functions written in
//! [`later!`] and through nothing else: what refers to a function otherwise, if only by its name, brings it back into the first
//! download. `cargo xtask build` splits the pieces off (`xtask/src/pieces.rs`); without the feature `pieces` (development and
//! tests) the code is there from the beginning. Must never: know what is in a piece.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;

/// The code of a piece did not come: the network or the host failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotLoaded;

impl NotLoaded {
    /// What a person is told.
    pub const WORDS: &str = "This part of the page could not be loaded. Is the network there? If trying again does not help, load the page anew.";
}

impl From<SplitLoaderError> for NotLoaded {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// A function whose code is in a piece: in the one that is loaded soon after the floor is there, or with `in model:` before it in
/// the one that is loaded when the model is edited, or files come or go. To call it is to wait for that. It fails when the code does
/// not come; the next call tries again.
macro_rules! later {
    ($(#[$doc:meta])* $seen:vis fn $($rest:tt)*) => {
        $crate::pieces::later! { in soon: $(#[$doc])* $seen fn $($rest)* }
    };
    (in $piece:ident: $(#[$doc:meta])* $seen:vis fn $name:ident($($given:ident: $kind:ty),*) -> $made:ty $body:block) => {
        $(#[$doc])*
        #[cfg(feature = "pieces")]
        #[leptos::wasm_split::wasm_split($piece, wasm_split_path = leptos::wasm_split, fallible)]
        $seen fn $name($($given: $kind),*) -> Result<$made, $crate::pieces::NotLoaded> {
            Ok($body)
        }

        $(#[$doc])*
        #[cfg(not(feature = "pieces"))]
        #[allow(clippy::unused_async)]
        $seen async fn $name($($given: $kind),*) -> Result<$made, $crate::pieces::NotLoaded> {
            Ok($body)
        }
    };
}

pub(crate) use later;

/// What is made of a piece, under way.
pub type Coming<T> = Pin<Box<dyn Future<Output = Result<T, NotLoaded>>>>;

/// Goes on with what is made of a piece: at once where its code is there, else as soon as it has come or failed to come.
pub fn when_loaded<T: 'static>(
    mut coming: Coming<T>,
    then: impl FnOnce(Result<T, NotLoaded>) + 'static,
) {
    match coming.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(made) => then(made),
        Poll::Pending => spawn_local(async move { then(coming.await) }),
    }
}
