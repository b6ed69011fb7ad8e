//! Keys, mouse, wheel and fingers, as real input events.

use crate::{Browser, must};
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use serde_json::json;

impl Browser {
    /// Presses and releases one key where the focus is: a character, or a [`Key`](crate::Key).
    pub async fn press(&self, key: impl Into<char>) {
        self.press_with(&[], key).await;
    }

    /// Presses a key while others are held, for example `press_with(&[Key::Control], 'z')`.
    pub async fn press_with(&self, held: &[crate::Key], key: impl Into<char>) {
        let key = key.into();
        let held: Vec<char> = held.iter().map(|held| (*held).into()).collect();
        let mut actions = KeyActions::new("keyboard".to_owned());
        for value in held.iter().copied().chain([key]) {
            actions = actions.then(KeyAction::Down { value });
        }
        for value in [key].into_iter().chain(held.iter().rev().copied()) {
            actions = actions.then(KeyAction::Up { value });
        }
        must(self.client().perform_actions(actions).await, format_args!("pressing {key:?}"));
    }

    /// Empties a field and types into it.
    pub async fn fill(&self, css: &str, text: &str) {
        let field = self.get(css).await;
        must(field.clear().await, format_args!("emptying {css}"));
        must(field.send_keys(text).await, format_args!("typing into {css}"));
    }

    /// Types at the end of what a field holds.
    pub async fn type_into(&self, css: &str, text: &str) {
        must(self.get(css).await.send_keys(text).await, format_args!("typing into {css}"));
    }

    /// Chooses an option of a `<select>` by its value.
    pub async fn choose(&self, css: &str, value: &str) {
        must(
            self.get(css).await.select_by_value(value).await,
            format_args!("choosing {value} in {css}"),
        );
    }

    /// The middle of an element, in CSS pixels of the page.
    pub async fn middle_of(&self, css: &str) -> (f64, f64) {
        let (x, y, width, height) =
            must(self.get(css).await.rectangle().await, format_args!("measuring {css}"));
        let scrolled = self.js("return [scrollX, scrollY]").await;
        let scrolled = |index: usize| {
            scrolled.get(index).and_then(serde_json::Value::as_f64).unwrap_or_default()
        };
        (x + width / 2.0 - scrolled(0), y + height / 2.0 - scrolled(1))
    }

    /// Moves the mouse to a point of the page.
    pub async fn hover(&self, x: f64, y: f64) {
        self.mouse("mouseMoved", x, y, "none").await;
    }

    /// Clicks a point of the page.
    pub async fn click_at(&self, x: f64, y: f64) {
        self.hover(x, y).await;
        self.mouse("mousePressed", x, y, "left").await;
        self.mouse("mouseReleased", x, y, "left").await;
    }

    /// Drags from one point to another, in ten small moves.
    pub async fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        self.hover(from.0, from.1).await;
        self.mouse("mousePressed", from.0, from.1, "left").await;
        for step in 1..=10 {
            let part = f64::from(step) / 10.0;
            let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            self.mouse("mouseMoved", x, y, "left").await;
        }
        self.mouse("mouseReleased", to.0, to.1, "left").await;
    }

    async fn mouse(&self, kind: &str, x: f64, y: f64, button: &str) {
        let held = u8::from(button == "left" && kind != "mouseReleased");
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": held, "clickCount": 1 });
        self.devtools("Input.dispatchMouseEvent", event).await;
    }

    /// Turns the wheel over a point: positive is down and right.
    pub async fn wheel(&self, x: f64, y: f64, right: f64, down: f64) {
        let event =
            json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": right, "deltaY": down });
        self.devtools("Input.dispatchMouseEvent", event).await;
    }

    /// Pinches with two fingers about a point; a scale above 1 spreads them.
    pub async fn pinch(&self, x: f64, y: f64, scale: f64) {
        self.devtools(
            "Input.synthesizePinchGesture",
            json!({ "x": x, "y": y, "scaleFactor": scale }),
        )
        .await;
    }

    /// Taps a point with a finger.
    pub async fn tap(&self, x: f64, y: f64) {
        self.devtools("Input.synthesizeTapGesture", json!({ "x": x, "y": y })).await;
    }
}
