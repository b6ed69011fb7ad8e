//! The whole page on a stage, with the store that moves it.

use crate::stage::Stage;
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, wasm_bindgen::JsCast};
use retrieval_map::app::{
    state::{Command, Store},
    views::shell::Shell,
};
use web_sys::{Event, EventInit, HtmlElement, KeyboardEvent, KeyboardEventInit};

/// A page on which the `warehouse` scenario is open, without a floor.
pub struct Page {
    /// What is mounted.
    pub stage: Stage,
    /// What it shows and changes.
    pub store: Store,
}

impl Page {
    /// The page, once it has come to rest.
    pub async fn open() -> Page {
        Self::with(|store| store.send(Command::OpenScenario("warehouse".to_owned()))).await
    }

    /// The page after something was done to its store.
    pub async fn with(begin: impl FnOnce(Store) + 'static) -> Page {
        let (hand_over, received) = std::sync::mpsc::channel();
        let stage = Stage::of(move || {
            let store = Store::new();
            provide_context(store);
            begin(store);
            hand_over.send(store).unwrap();
            view! { <Shell floor=|| view! { <canvas></canvas> } /> }
        });
        let page = Page { stage, store: received.recv().unwrap() };
        page.rest().await;
        page
    }

    /// Waits until what was begun is done.
    pub async fn rest(&self) {
        for _ in 0..6 {
            leptos::task::tick().await;
            TimeoutFuture::new(0).await;
        }
    }

    /// Sends a command and waits.
    pub async fn send(&self, command: Command) {
        self.store.send(command);
        self.rest().await;
    }

    /// Clicks what matches and waits.
    pub async fn click(&self, css: &str) {
        self.stage.get(css).click();
        self.rest().await;
    }

    /// Types into a text field or text area, as one piece.
    pub async fn fill(&self, css: &str, text: &str) {
        let element = self.stage.get(css);
        match element.dyn_ref::<web_sys::HtmlInputElement>() {
            Some(input) => input.set_value(text),
            None => element.unchecked_ref::<web_sys::HtmlTextAreaElement>().set_value(text),
        }
        dispatch(&element, "input");
        self.rest().await;
    }

    /// Chooses an option of a select, by its value.
    pub async fn choose(&self, css: &str, value: &str) {
        let element = self.stage.get(css);
        element.unchecked_ref::<web_sys::HtmlSelectElement>().set_value(value);
        dispatch(&element, "change");
        self.rest().await;
    }

    /// Presses a key while something has the focus; whether the page took it.
    pub async fn press(&self, css: &str, key: &str) -> bool {
        self.press_held(css, key, [false; 2]).await
    }

    /// The same while Control is held.
    pub async fn press_with_control(&self, css: &str, key: &str) -> bool {
        self.press_held(css, key, [true, false]).await
    }

    /// The same while Alt is held.
    pub async fn press_with_alt(&self, css: &str, key: &str) -> bool {
        self.press_held(css, key, [false, true]).await
    }

    async fn press_held(&self, css: &str, key: &str, [control, alt]: [bool; 2]) -> bool {
        let init = KeyboardEventInit::new();
        init.set_key(key);
        init.set_ctrl_key(control);
        init.set_alt_key(alt);
        init.set_bubbles(true);
        init.set_cancelable(true);
        let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).unwrap();
        let taken = !self.stage.get(css).dispatch_event(&event).unwrap();
        self.rest().await;
        taken
    }

    /// What a text field or text area holds.
    pub fn value(&self, css: &str) -> String {
        let element = self.stage.get(css);
        match element.dyn_ref::<web_sys::HtmlInputElement>() {
            Some(input) => input.value(),
            None => element.unchecked_ref::<web_sys::HtmlTextAreaElement>().value(),
        }
    }

    /// An attribute of what matches; empty when it is not there.
    pub fn attribute(&self, css: &str, name: &str) -> String {
        self.stage.get(css).get_attribute(name).unwrap_or_default()
    }
}

fn dispatch(element: &HtmlElement, name: &str) {
    let init = EventInit::new();
    init.set_bubbles(true);
    element.dispatch_event(&Event::new_with_event_init_dict(name, &init).unwrap()).unwrap();
}
