//! The browser's objects by the names that JavaScript has for them.
//!
//! Owns: reading, setting and calling them. Typed bindings would each put a function into the module that every visit downloads;
//! these few are there already. Must never: know what the objects are for.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A member of an object; undefined where it has none, or may not be asked.
pub(super) fn get(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &JsValue::from_str(name)).unwrap_or_default()
}

/// A member that is a text.
pub(super) fn text(of: &JsValue, name: &str) -> Option<String> {
    get(of, name).as_string()
}

/// A member that is a number.
pub(super) fn number(of: &JsValue, name: &str) -> Option<f64> {
    get(of, name).as_f64()
}

/// Sets a member; an object that takes none stays as it is.
pub(super) fn set(of: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(of, &JsValue::from_str(name), value);
}

/// An object of these members.
pub(super) fn object(members: &[(&str, JsValue)]) -> JsValue {
    let object = js_sys::Object::new().into();
    for (name, value) in members {
        set(&object, name, value);
    }
    object
}

/// A list.
pub(super) fn list(elements: &[JsValue]) -> JsValue {
    arguments(elements).into()
}

fn arguments(given: &[JsValue]) -> Array {
    let array = Array::new();
    for value in given {
        array.push(value);
    }
    array
}

/// Calls a method.
///
/// # Errors
/// What it throws, or that there is no such method.
pub(super) fn call(of: &JsValue, name: &str, given: &[JsValue]) -> Result<JsValue, JsValue> {
    let method: Function = Reflect::get(of, &JsValue::from_str(name))?.dyn_into()?;
    method.apply(of, &arguments(given))
}

/// Makes an object of a class of the browser's.
///
/// # Errors
/// What its constructor throws, or that there is no such class.
pub(super) fn make(class: &str, given: &[JsValue]) -> Result<JsValue, JsValue> {
    let class: Function = Reflect::get(&js_sys::global(), &JsValue::from_str(class))?.dyn_into()?;
    Reflect::construct(&class, &arguments(given))
}

/// The next of these events of an object, told by the names of its handlers; where `failing` comes first, an error.
pub(super) async fn event(
    of: &JsValue,
    good: &[&str],
    failing: &[&str],
) -> Result<JsValue, JsValue> {
    JsFuture::from(promise(of, good, failing)).await
}

/// The same as a promise, which listens from now on.
pub(super) fn promise(of: &JsValue, good: &[&str], failing: &[&str]) -> Promise {
    Promise::new(&mut |resolve, reject| {
        for name in good {
            set(of, name, &resolve);
        }
        for name in failing {
            set(of, name, &reject);
        }
    })
}
