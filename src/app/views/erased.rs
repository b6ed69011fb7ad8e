//! Closures in few types. To the renderer every closure is a type of its own, and each type brings about a kilobyte of code
//! with it; boxed by what they return, all of them share one copy. Views hand their closures over through these.

use std::sync::Arc;

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;

/// A text that changes.
pub type Words = Box<dyn Fn() -> String + Send>;

/// An attribute that changes between words known beforehand, or is not there.
pub type Mark = Box<dyn Fn() -> Option<&'static str> + Send>;

/// An attribute that is there or is not.
pub type Truth = Box<dyn Fn() -> bool + Send>;

/// A piece of the page that is made anew when what it reads changes.
pub type Piece = Box<dyn Fn() -> AnyView + Send>;

/// A text that changes.
pub fn words(read: impl Fn() -> String + Send + 'static) -> Words {
    Box::new(read)
}

/// An attribute that changes between words known beforehand.
pub fn mark(read: impl Fn() -> Option<&'static str> + Send + 'static) -> Mark {
    Box::new(read)
}

/// An ARIA state: `true` or `false`, always there.
pub fn aria(read: impl Fn() -> bool + Send + 'static) -> Mark {
    Box::new(move || Some(if read() { "true" } else { "false" }))
}

/// A `data-` attribute without value, there while something holds.
pub fn while_true(read: impl Fn() -> bool + Send + 'static) -> Mark {
    Box::new(move || read().then_some(""))
}

/// `hidden`, `disabled`, `checked` and the like.
pub fn truth(read: impl Fn() -> bool + Send + 'static) -> Truth {
    Box::new(read)
}

/// A piece of the page that is made anew when what it reads changes.
pub fn piece(make: impl Fn() -> AnyView + Send + 'static) -> Piece {
    Box::new(make)
}

/// A piece of the page that is there while something holds; made anew only when that changes.
pub fn when(
    holds: impl Fn() -> bool + Send + Sync + 'static,
    make: impl Fn() -> AnyView + Send + 'static,
) -> Piece {
    let holds = memo(holds);
    Box::new(move || if holds.get() { make() } else { ().into_any() })
}

/// Pieces that are told apart by a number: one is made when its number comes to be, moves with it, and goes with it.
pub fn each(
    numbers: impl Fn() -> Vec<usize> + Send + Sync + 'static,
    make: impl Fn(usize) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    boxed_each(Arc::new(numbers), Arc::new(make))
}

fn boxed_each(
    numbers: Arc<dyn Fn() -> Vec<usize> + Send + Sync>,
    make: Arc<dyn Fn(usize) -> AnyView + Send + Sync>,
) -> AnyView {
    view! {
        <For each=move || numbers() key=|number| *number let:number>
            {make(number)}
        </For>
    }
    .into_any()
}

/// A memo.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    read: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    boxed_memo(Box::new(read))
}

fn boxed_memo<T: PartialEq + Send + Sync + 'static>(
    read: Box<dyn Fn() -> T + Send + Sync>,
) -> Memo<T> {
    Memo::new(move |_| read())
}

/// An effect.
pub fn effect(act: impl Fn() + 'static) {
    boxed_effect(Box::new(act));
}

fn boxed_effect(act: Box<dyn Fn()>) {
    Effect::new(move |_| act());
}

/// What a click does.
pub fn press(act: impl Fn() + 'static) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(move |_| act())
}

/// What an input or a choice does with its value.
pub fn typed(act: impl Fn(String) + 'static) -> Box<dyn FnMut(Event)> {
    Box::new(move |event| act(event_target_value(&event)))
}
