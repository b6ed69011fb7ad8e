//! Watching the size of an element.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

/// Watches the size of an element until it is dropped.
pub struct Observer {
    observer: web_sys::ResizeObserver,
    _closure: Closure<dyn FnMut()>,
}

impl Observer {
    /// Calls `changed` whenever the size of `element` has changed; `None` where the browser cannot watch.
    pub fn new(element: &web_sys::Element, changed: impl FnMut() + 'static) -> Option<Self> {
        let closure = Closure::new(changed);
        let observer = web_sys::ResizeObserver::new(closure.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self { observer, _closure: closure })
    }
}

impl Drop for Observer {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
