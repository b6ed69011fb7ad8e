//! Animation frames, asked for only while something moves.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use key_engine::order::within;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

/// Work done on each frame: given the seconds since the last one of the same run, says whether it wants another.
type Work = Box<dyn FnMut(f64) -> bool>;

/// What the browser calls, with its time in milliseconds.
type OnFrame = Closure<dyn FnMut(f64)>;

/// The longest time that may pass between two frames, in seconds: a page that was hidden does not jump ahead.
const LONGEST_FRAME_SECS: f64 = 0.1;

/// Asks the browser for frames.
#[derive(Clone)]
pub struct Frames(Rc<Inner>);

struct Inner {
    work: RefCell<Option<Work>>,
    closure: RefCell<Option<OnFrame>>,
    asked: Cell<Option<i32>>,
    last_ms: Cell<Option<f64>>,
}

impl Frames {
    /// Frames for some work. None comes before [`Frames::ask`].
    pub fn new(work: impl FnMut(f64) -> bool + 'static) -> Self {
        let frames = Self(Rc::new(Inner {
            work: RefCell::new(Some(Box::new(work))),
            closure: RefCell::new(None),
            asked: Cell::new(None),
            last_ms: Cell::new(None),
        }));
        let weak = Rc::downgrade(&frames.0);
        let closure = Closure::new(move |now_ms| {
            if let Some(inner) = weak.upgrade() {
                Frames(inner).run(now_ms);
            }
        });
        frames.0.closure.replace(Some(closure));
        frames
    }

    /// Asks for one frame, if none is coming already.
    pub fn ask(&self) {
        if self.0.asked.get().is_some() {
            return;
        }
        let closure = self.0.closure.borrow();
        let handle = closure.as_ref().zip(web_sys::window()).and_then(|(closure, window)| {
            window.request_animation_frame(closure.as_ref().unchecked_ref()).ok()
        });
        self.0.asked.set(handle);
    }

    /// No frame comes any more. The work is dropped once none is running.
    pub fn stop(&self) {
        if let (Some(handle), Some(window)) = (self.0.asked.take(), web_sys::window()) {
            let _ = window.cancel_animation_frame(handle);
        }
        if let Ok(mut work) = self.0.work.try_borrow_mut() {
            work.take();
        }
    }

    fn run(&self, now_ms: f64) {
        self.0.asked.set(None);
        let elapsed_secs = self.0.last_ms.get().map_or(0.0, |last| (now_ms - last) / 1000.0);
        let elapsed_secs = within(elapsed_secs, 0.0, LONGEST_FRAME_SECS);
        self.0.last_ms.set(Some(now_ms));
        let more = self
            .0
            .work
            .try_borrow_mut()
            .is_ok_and(|mut work| work.as_mut().is_some_and(|work| work(elapsed_secs)));
        if more {
            self.ask();
        } else {
            self.0.last_ms.set(None);
        }
    }
}
