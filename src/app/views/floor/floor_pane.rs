//! One door's canvases and what a pointer or the keyboard does on them.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::html;
use leptos::prelude::*;
use map::floor::{Point, Spot as FloorSpot, Step};
use wasm_bindgen::JsCast;

use super::gestures::{Gesture, Gestures};
use super::observer::Observer;
use super::pane::{Pane, SHEETS};
use super::stage::{Stage, density};
use crate::app::state::{CameraCommand, Command, Door, Spot, Store, use_store};
use map::numerals::css_pixels;

/// Zoom of one CSS pixel of wheel travel, as an exponent of e.
const WHEEL_ZOOM: f64 = 0.0016;

/// What the pointer rests on, and where the tip that names it stands.
#[derive(Clone, Debug, PartialEq)]
struct Tip {
    at: Point,
    words: String,
}

/// The floor of one door.
#[component]
pub fn FloorPane(
    /// Whose floor it is.
    door: Door,
    /// What paints it.
    stage: Stage,
) -> impl IntoView {
    let store = use_store();
    let canvases: [NodeRef<html::Canvas>; 4] = std::array::from_fn(|_| NodeRef::new());
    let host = NodeRef::<html::Div>::new();
    let tip = RwSignal::new(None::<Tip>);
    mount(store, &door, &stage, host, canvases);
    let name = door_name(&door);
    let hands = Hands { store, door, stage, tip, gestures: Rc::default() };
    let (wheel, keys) = (hands.clone(), hands.clone());
    let on = move |work: fn(&Hands, &web_sys::PointerEvent)| {
        let hands = hands.clone();
        move |event: web_sys::PointerEvent| work(&hands, &event)
    };
    view! {
        <div
            class="floor-pane"
            node_ref=host
            tabindex="0"
            role="application"
            aria-roledescription="Floor plan"
            aria-label=format!("Floor of {name}")
            aria-description="Arrow keys go from box to box, plus and minus zoom. The table view tells the same in text."
            on:pointerdown=on(Hands::press)
            on:pointermove=on(Hands::travel)
            on:pointerup=on(Hands::release)
            on:pointercancel=on(Hands::lose)
            on:pointerleave=on(Hands::leave)
            on:wheel=move |event| wheel.wheel(&event)
            on:keydown=move |event| keys.key(&event)
        >
            {canvases.into_iter().zip(SHEETS).map(|(canvas, sheet)| view! { <canvas class="floor-sheet" data-sheet=sheet node_ref=canvas aria-hidden="true"></canvas> }).collect_view()}
            {move || tip.get().map(|tip| view! {
                <p class="floor-tip" style:left=css_pixels(tip.at.x) style:top=css_pixels(tip.at.y)>{tip.words}</p>
            })}
        </div>
    }
}

/// What a door is called.
fn door_name(door: &Door) -> String {
    match &door.index {
        None => format!("table {}", door.table),
        Some(index) => format!("index {index} of table {}", door.table),
    }
}

/// What the pill at the head of a door's corridor says.
fn desk_title(store: Store, door: &Door) -> String {
    let beside = store.open.doors().len() > 1;
    match &door.index {
        Some(index) => format!("Second door · {index}"),
        None if beside => "Front door".to_owned(),
        None => "Dispatch desk".to_owned(),
    }
}

/// Gives the pane its canvases once they are on the page, its size whenever that changes, and takes it off the stage at the end.
fn mount(
    store: Store,
    door: &Door,
    stage: &Stage,
    host: NodeRef<html::Div>,
    canvases: [NodeRef<html::Canvas>; 4],
) {
    let observer = StoredValue::new_local(None::<Observer>);
    let (mounted, door_there, door_gone) = (stage.clone(), door.clone(), door.clone());
    Effect::new(move |_| {
        let (Some(host), [Some(base), Some(pixels), Some(touched), Some(walker)]) =
            (host.get(), canvases.map(|canvas| canvas.get()))
        else {
            return;
        };
        let title = untrack(|| desk_title(store, &door_there));
        let Some(pane) =
            Pane::new(store, door_there.clone(), title, [base, pixels, touched, walker])
        else {
            return;
        };
        mounted.add(pane);
        let (stage, door) = (mounted.clone(), door_there.clone());
        let (element, measured): (web_sys::Element, _) = (host.clone().into(), host);
        let resize = move || {
            let pixels = |length: i32| f64::from(length);
            let (left, width, height) = (
                pixels(measured.offset_left()),
                pixels(measured.client_width()),
                pixels(measured.client_height()),
            );
            stage.with_pane(&door, |pane| {
                pane.resize(left, width, height, density());
                true
            });
        };
        resize();
        observer.set_value(Observer::new(&element, resize));
    });
    let stage = StoredValue::new_local(stage.clone());
    on_cleanup(move || {
        observer.update_value(|observer| drop(observer.take()));
        stage.with_value(|stage| stage.remove(&door_gone));
    });
}

/// What a person's hands do on one pane.
#[derive(Clone)]
struct Hands {
    store: Store,
    door: Door,
    stage: Stage,
    tip: RwSignal<Option<Tip>>,
    gestures: Rc<RefCell<Gestures>>,
}

impl Hands {
    fn press(&self, event: &web_sys::PointerEvent) {
        self.stage.focus(&self.door);
        if let Some(host) =
            event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        {
            // Refused only for a pointer that is already gone.
            let _ = host.set_pointer_capture(event.pointer_id());
        }
        self.gestures.borrow_mut().press(event.pointer_id(), place(event));
    }

    fn travel(&self, event: &web_sys::PointerEvent) {
        let gesture = self.gestures.borrow_mut().travel(event.pointer_id(), place(event));
        self.follow(gesture);
    }

    fn release(&self, event: &web_sys::PointerEvent) {
        let gesture = self.gestures.borrow_mut().release(event.pointer_id(), Some(place(event)));
        self.follow(gesture);
    }

    fn lose(&self, event: &web_sys::PointerEvent) {
        self.gestures.borrow_mut().release(event.pointer_id(), None);
        self.leave(event);
    }

    fn leave(&self, _: &web_sys::PointerEvent) {
        if !self.gestures.borrow().holding() {
            self.point_at(None, Point::default());
        }
    }

    fn wheel(&self, event: &web_sys::WheelEvent) {
        event.prevent_default();
        self.stage.focus(&self.door);
        let lines =
            if event.delta_mode() == web_sys::WheelEvent::DOM_DELTA_LINE { 16.0 } else { 1.0 };
        let (right, down) = (event.delta_x() * lines, event.delta_y() * lines);
        let at = place(event);
        self.stage.with_pane(&self.door, |pane| {
            if event.shift_key() {
                pane.drag(-(right + down), 0.0);
            } else {
                pane.zoom_at(
                    at,
                    (-down * WHEEL_ZOOM * if event.ctrl_key() { 6.0 } else { 1.0 }).exp(),
                );
                if right != 0.0 {
                    pane.drag(-right, 0.0);
                }
            }
            true
        });
    }

    fn follow(&self, gesture: Option<Gesture>) {
        match gesture {
            None => {}
            Some(Gesture::Drag { right, down }) => self.stage.with_pane(&self.door, |pane| {
                pane.drag(right, down);
                true
            }),
            Some(Gesture::Pinch { about, factor, right, down }) => {
                self.stage.with_pane(&self.door, |pane| {
                    pane.zoom_at(about, factor);
                    pane.drag(right, down);
                    true
                });
            }
            Some(Gesture::Hover(at)) => self.point_at(self.hit(at), at),
            Some(Gesture::Click(at)) => {
                let spot = match self.hit(at) {
                    Some(FloorSpot::Box(collection, rank)) => {
                        Some(Spot { door: self.door.clone(), collection, rank })
                    }
                    _ => None,
                };
                self.store.send(Command::Select(spot));
            }
        }
    }

    fn hit(&self, at: Point) -> Option<FloorSpot> {
        self.stage.read_pane(&self.door, |pane| pane.hit(at)).flatten()
    }

    fn point_at(&self, spot: Option<FloorSpot>, at: Point) {
        self.stage.with_pane(&self.door, |pane| pane.point_at(spot));
        let words = spot.and_then(|spot| {
            self.stage.read_pane(&self.door, |pane| pane.describe(self.store, spot))
        });
        let tip = words.map(|words| Tip { at, words });
        if self.tip.with_untracked(|now| *now != tip) {
            self.tip.set(tip);
        }
    }

    fn key(&self, event: &web_sys::KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let Some(step) = step_of(&event.key()) else { return };
        event.prevent_default();
        self.stage.focus(&self.door);
        let selected =
            self.store.open.selected.get_untracked().filter(|spot| spot.door == self.door);
        let here = selected.map(|spot| FloorSpot::Box(spot.collection, spot.rank));
        let next = self
            .stage
            .read_pane(&self.door, |pane| map::floor::walk_to(pane.plan(), here, step))
            .flatten();
        if let Some(FloorSpot::Box(collection, rank)) = next {
            self.store.send(Command::Camera(CameraCommand::Reveal(
                self.door.clone(),
                collection,
                rank,
            )));
            self.store.send(Command::Select(Some(Spot {
                door: self.door.clone(),
                collection,
                rank,
            })));
        }
    }
}

/// Where a pointer is on the pane, in CSS pixels.
fn place(event: &web_sys::MouseEvent) -> Point {
    let Some(host) =
        event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok())
    else {
        return Point::default();
    };
    let rect = host.get_bounding_client_rect();
    Point::new(f64::from(event.client_x()) - rect.left(), f64::from(event.client_y()) - rect.top())
}

/// Which way a key goes on the floor.
fn step_of(key: &str) -> Option<Step> {
    Some(match key {
        "ArrowLeft" => Step::Previous,
        "ArrowRight" => Step::Next,
        "ArrowUp" => Step::Up,
        "ArrowDown" => Step::Down,
        "Home" => Step::First,
        "End" => Step::Last,
        "PageUp" => Step::BayBefore,
        "PageDown" => Step::NextBay,
        _ => return None,
    })
}
