//! A piece of page for one component, removed again when the test is over.

use leptos::{
    mount::{UnmountHandle, mount_to},
    prelude::*,
    wasm_bindgen::JsCast,
};
use std::any::Any;
use web_sys::{Element, HtmlElement};

/// A mounted component and the element it stands in.
pub struct Stage {
    host: HtmlElement,
    /// Dropping it would take the component down.
    handle: Option<Box<dyn Any>>,
}

impl Stage {
    /// Mounts a view in a new element at the end of the page.
    pub fn of<F, N>(view: F) -> Stage
    where
        F: FnOnce() -> N + 'static,
        N: IntoView + 'static,
    {
        let host = empty("stage");
        let handle: UnmountHandle<N::State> = mount_to(host.clone(), view);
        Stage { host, handle: Some(Box::new(handle)) }
    }

    /// The only element that matches.
    pub fn get(&self, css: &str) -> HtmlElement {
        let found = self.host.query_selector_all(css).unwrap();
        assert_eq!(found.length(), 1, "{css} in {}", self.host.inner_html());
        found.get(0).unwrap().unchecked_into()
    }

    /// Its text.
    pub fn text(&self, css: &str) -> String {
        self.get(css).text_content().unwrap_or_default()
    }

    /// Every element that matches, in the page's order.
    pub fn all(&self, css: &str) -> Vec<HtmlElement> {
        let found = self.host.query_selector_all(css).unwrap();
        (0..found.length()).map(|place| found.get(place).unwrap().unchecked_into()).collect()
    }

    /// How many elements match.
    pub fn count(&self, css: &str) -> u32 {
        self.host.query_selector_all(css).unwrap().length()
    }

    /// Clicks it and waits until the page has changed accordingly.
    pub async fn click(&self, css: &str) {
        self.get(css).click();
        leptos::task::tick().await;
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        drop(self.handle.take());
        self.host.remove();
    }
}

/// A new element with this id at the end of the page.
pub fn empty(id: &str) -> HtmlElement {
    let document = document();
    let element: Element = document.create_element("div").unwrap();
    element.set_id(id);
    document.body().unwrap().append_child(&element).unwrap();
    element.unchecked_into()
}

#[wasm_bindgen_test::wasm_bindgen_test]
async fn a_click_is_seen_and_nothing_is_left_behind() {
    let (count, set_count) = signal(0);
    let stage = Stage::of(
        move || view! { <button on:click=move |_| set_count.update(|n| *n += 1)>{count}</button> },
    );
    assert_eq!((stage.count("button"), stage.text("button")), (1, "0".to_owned()));
    stage.click("button").await;
    assert_eq!(stage.text("button"), "1");
    drop(stage);
    assert!(document().get_element_by_id("stage").is_none());
}
