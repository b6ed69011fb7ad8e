//! Closer, further away, the whole floor: the camera's buttons.

use crate::app::views::erased::press;
use leptos::prelude::*;

use super::icons::{Icon, glyph};
use crate::app::state::{CameraCommand, Command, use_store};

/// The camera's buttons.
#[component]
pub fn Zoom() -> impl IntoView {
    let store = use_store();
    let button =
        move |icon: Icon, words: &'static str, keys: &'static str, command: CameraCommand| {
            view! {
                <button
                    class="button"
                    data-shape="square"
                    type="button"
                    aria-label=words
                    title=format!("{words} ({keys})")
                    on:click=press(move || store.send(Command::Camera(command.clone())))
                >
                    {glyph(icon)}
                </button>
            }
        };
    view! {
        <div class="zoom" role="group" aria-label="Zoom">
            {button(Icon::Plus, "Zoom in", "+", CameraCommand::ZoomIn)}
            {button(Icon::Minus, "Zoom out", "−", CameraCommand::ZoomOut)}
            {button(Icon::Fit, "Show the whole floor", "0", CameraCommand::Fit)}
        </div>
    }
}
