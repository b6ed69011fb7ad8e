//! All panes on screen, painted together: one frame, one palette, and the lines that tie an index entry to the item it copies.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use map::player::Player;

use super::frames::Frames;
use super::painter::Sheet;
use super::palette::Palette;
use super::pane::Pane;
use super::ties;
use crate::app::state::{CameraCommand, Door, Store};

/// The panes and what paints them. A handle: clones are the same stage.
#[derive(Clone)]
pub struct Stage(Rc<Inner>);

struct Inner {
    store: Store,
    panes: RefCell<Vec<Pane>>,
    ties: RefCell<Option<Sheet>>,
    palette: RefCell<Option<Palette>>,
    frames: RefCell<Option<Frames>>,
    jump: RefCell<Option<Timeout>>,
    focused: Cell<usize>,
}

impl Stage {
    /// A stage without panes.
    pub fn new(store: Store) -> Self {
        let stage = Self(Rc::new(Inner {
            store,
            panes: RefCell::default(),
            ties: RefCell::default(),
            palette: RefCell::default(),
            frames: RefCell::default(),
            jump: RefCell::default(),
            focused: Cell::new(0),
        }));
        let weak = Rc::downgrade(&stage.0);
        stage.0.frames.replace(Some(Frames::new(move |elapsed_secs| {
            upgraded(&weak).is_some_and(|stage| stage.frame(elapsed_secs))
        })));
        stage
    }

    /// Takes a pane on.
    pub fn add(&self, mut pane: Pane) {
        if let Some(palette) = self.0.palette.borrow().as_ref() {
            pane.restyle(palette);
        }
        self.0.panes.borrow_mut().push(pane);
        self.ask();
    }

    /// Takes on the sheet that lies over all panes, or lets it go.
    pub fn set_ties(&self, sheet: Option<Sheet>) {
        self.0.ties.replace(sheet);
        self.ask();
    }

    /// Fits the sheet that lies over all panes to a size in CSS pixels.
    pub fn resize_ties(&self, width: f64, height: f64) {
        if let Some(sheet) = self.0.ties.borrow().as_ref() {
            sheet.resize(width, height, density());
        }
        self.ask();
    }

    /// Lets a door's pane go.
    pub fn remove(&self, door: &Door) {
        self.0.panes.borrow_mut().retain(|pane| pane.door != *door);
    }

    /// Works on a door's pane and paints it if that says so.
    pub fn with_pane(&self, door: &Door, work: impl FnOnce(&mut Pane) -> bool) {
        let painted = {
            let mut panes = self.0.panes.borrow_mut();
            let Some(at) = panes.iter().position(|pane| pane.door == *door) else { return };
            panes.get_mut(at).is_some_and(work)
        };
        if painted {
            self.ask();
        }
    }

    /// Reads from a door's pane.
    pub fn read_pane<R>(&self, door: &Door, read: impl FnOnce(&Pane) -> R) -> Option<R> {
        self.0.panes.borrow().iter().find(|pane| pane.door == *door).map(read)
    }

    /// Commands of the camera go to this door from now on.
    pub fn focus(&self, door: &Door) {
        if let Some(at) = self.0.panes.borrow().iter().position(|pane| pane.door == *door) {
            self.0.focused.set(at);
        }
    }

    /// Carries out a command of the camera: on the door it names, on all of them when it fits, else on the one in focus.
    pub fn command(&self, command: &CameraCommand) {
        let focused = self.0.focused.get();
        let mut panes = self.0.panes.borrow_mut();
        let alone = panes.len() == 1;
        for (at, pane) in panes.iter_mut().enumerate() {
            let meant = match command {
                CameraCommand::Reveal(door, ..) => *door == pane.door,
                CameraCommand::Fit => true,
                _ => alone || at == focused,
            };
            if meant {
                pane.command(command);
            }
        }
        drop(panes);
        self.ask();
    }

    /// Lays all floors out anew.
    pub fn replan(&self) {
        self.0.panes.borrow_mut().iter_mut().for_each(|pane| pane.replan(self.0.store));
        self.ask();
    }

    /// Lays the walk onto all floors anew.
    pub fn retrace(&self) {
        self.0.panes.borrow_mut().iter_mut().for_each(|pane| pane.retrace(self.0.store));
        self.ask();
    }

    /// Takes on the theme that holds on the page.
    pub fn restyle(&self) {
        let Some(root) = document().document_element() else { return };
        let palette = Palette::of(&root);
        if let Some(palette) = &palette {
            self.0.panes.borrow_mut().iter_mut().for_each(|pane| pane.restyle(palette));
        }
        self.0.palette.replace(palette);
        self.ask();
    }

    /// Asks for a frame, if none is coming already.
    pub fn ask(&self) {
        if let Some(frames) = self.0.frames.borrow().as_ref() {
            frames.ask();
        }
    }

    /// The last frame has been.
    pub fn stop(&self) {
        if let Some(frames) = self.0.frames.borrow_mut().take() {
            frames.stop();
        }
        self.0.jump.borrow_mut().take();
    }

    /// Under reduced motion no frames run: a timer waits for the next jump.
    pub fn wait_for_jump(&self) {
        let secs = self.0.store.playback.player.with_untracked(Player::secs_until_jump);
        let weak = Rc::downgrade(&self.0);
        self.0.jump.replace(secs.map(|secs| {
            Timeout::new((secs * 1000.0).ceil() as u32, move || {
                if let Some(stage) = upgraded(&weak) {
                    stage.0.store.playback.advance(secs);
                }
            })
        }));
    }

    fn frame(&self, elapsed_secs: f64) -> bool {
        let store = self.0.store;
        let moving = || store.playback.player.with_untracked(Player::moving);
        if moving() {
            store.playback.advance(elapsed_secs);
        }
        if let Some(palette) = self.0.palette.borrow().as_ref() {
            self.0
                .panes
                .borrow_mut()
                .iter_mut()
                .for_each(|pane| pane.paint(store, palette, elapsed_secs));
            if let Some(sheet) = self.0.ties.borrow().as_ref() {
                sheet.clear();
                sheet.paint(&ties::draw(store, &self.0.panes.borrow()), palette, density());
            }
        }
        moving()
    }
}

/// Device pixels a CSS pixel; held where more would cost frames and show nothing.
pub fn density() -> f64 {
    key_engine::order::within(window().device_pixel_ratio(), 1.0, 3.0)
}

fn upgraded(weak: &Weak<Inner>) -> Option<Stage> {
    weak.upgrade().map(Stage)
}
