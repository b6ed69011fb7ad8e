//! One door's floor on its stack of canvases: its plan, its camera, and what of the picture has to be painted again.

use std::cell::RefCell;

use leptos::prelude::*;
use map::floor::{
    Camera, DatabaseNames, Frame, LabelColumns, LayerKeys, Metrics, Moment, Pixels, Plan, Point,
    Scene, Spot, Trace, Viewport, Walked, raster,
};
use map::player::{BoxState, Door as PlayerDoor};
use web_sys::HtmlCanvasElement;

use super::painter::Sheet;
use super::palette::Palette;
use crate::app::state::{CameraCommand, Door, Store};

/// One notch of a button or a key.
const ZOOM_STEP: f64 = 1.35;

/// How much of the way to where the walker is seen the camera goes in a second, at first.
const FOLLOW_PER_SEC: f64 = 6.0;

/// The floor of one door.
pub struct Pane {
    /// Whose floor it is.
    pub door: Door,
    title: String,
    plan: Plan,
    camera: Camera,
    trace: Option<Trace>,
    hover: Option<Spot>,
    sheets: [Sheet; 4],
    painted: Option<LayerKeys>,
    pixels: RefCell<Pixels>,
    density: f64,
    left: f64,
    metrics: Metrics,
    follows: bool,
    opened: bool,
}

/// The canvases of a pane, from the lowest up.
pub const SHEETS: [&str; 4] = ["base", "pixels", "touched", "walker"];

impl Pane {
    /// A pane that has not been given a size yet; `None` where the browser gives no context.
    pub fn new(
        store: Store,
        door: Door,
        title: String,
        canvases: [HtmlCanvasElement; 4],
    ) -> Option<Self> {
        let [base, pixels, touched, walker] = canvases.map(Sheet::new);
        let mut pane = Self {
            title,
            plan: Plan::from_parts(
                Vec::new(),
                Vec::new(),
                Vec::new(),
                LabelColumns { sign: 0, label: 0 },
            ),
            camera: Camera::natural(Viewport::default()),
            trace: None,
            hover: None,
            sheets: [base?, pixels?, touched?, walker?],
            painted: None,
            pixels: RefCell::default(),
            density: 1.0,
            left: 0.0,
            metrics: Metrics::default(),
            follows: true,
            opened: false,
            door,
        };
        pane.replan(store);
        Some(pane)
    }

    /// Lays the floor out anew: the items, the design or the walk have changed.
    pub fn replan(&mut self, store: Store) {
        let entities =
            store.open.design.with_untracked(|design| design.entity_finder(&self.door.table));
        let Some(fresh) = store.open.with_door_untracked(&self.door, |index| {
            Plan::build(index, |item| entities.of(item) as u8)
        }) else {
            return;
        };
        let same_shape = self.plan.item_count() == fresh.item_count()
            && self.plan.collection_count() == fresh.collection_count();
        let viewport = self.camera.viewport;
        let untouched = self.camera == Camera::opening(&self.plan, viewport);
        // A write leaves the view where it is; another design is seen from its beginning.
        let written = store.open.history.with_untracked(|history| !history.is_empty());
        self.plan = fresh;
        if self.opened && written && !untouched {
            self.camera.resize(&self.plan, viewport);
        } else if !same_shape || !self.opened {
            self.camera = Camera::opening(&self.plan, viewport);
            self.opened = viewport.width > 0.0;
        }
        self.retrace(store);
    }

    /// Lays the walk onto the floor anew.
    pub fn retrace(&mut self, store: Store) {
        let door = PlayerDoor { table: &self.door.table, index: self.door.index.as_deref() };
        let walked = store.playback.walked.get_untracked();
        self.trace = walked.map(|walked| Trace::new(&walked.timeline, door, &self.plan));
        self.follows = true;
        self.painted = None;
    }

    /// Takes on its place: the left edge on the stage and the size, in CSS pixels, and device pixels a CSS pixel.
    pub fn resize(&mut self, left: f64, width: f64, height: f64, density: f64) {
        self.left = left;
        self.density = density;
        for sheet in &self.sheets {
            sheet.resize(width, height, density);
        }
        let viewport = Viewport { width, height };
        if self.opened {
            self.camera.resize(&self.plan, viewport);
        } else {
            self.camera = Camera::opening(&self.plan, viewport);
            self.opened = width > 0.0;
        }
        self.painted = None;
    }

    /// Takes on the fonts and colours of a theme.
    pub fn restyle(&mut self, palette: &Palette) {
        let [base, ..] = &self.sheets;
        self.metrics = palette.metrics(base.context());
        self.painted = None;
    }

    /// Carries out a command of the camera.
    pub fn command(&mut self, command: &CameraCommand) {
        self.follows = matches!(command, CameraCommand::Fit);
        match command {
            CameraCommand::ZoomIn => self.camera.zoom(&self.plan, ZOOM_STEP),
            CameraCommand::ZoomOut => self.camera.zoom(&self.plan, 1.0 / ZOOM_STEP),
            CameraCommand::Fit => self.camera = Camera::fit(&self.plan, self.camera.viewport),
            CameraCommand::Reveal(door, collection, rank) if *door == self.door => {
                self.camera.reveal(&self.plan, *collection, *rank);
            }
            CameraCommand::Reveal(..) => {}
        }
    }

    /// Moves the floor as the pointer moved; the camera no longer follows the walker.
    pub fn drag(&mut self, right: f64, down: f64) {
        self.follows = false;
        self.camera.pan(&self.plan, right, down);
    }

    /// Zooms about a point.
    pub fn zoom_at(&mut self, point: Point, factor: f64) {
        self.follows = false;
        self.camera.zoom_at(&self.plan, point, factor);
    }

    /// What lies at a point.
    pub fn hit(&self, point: Point) -> Option<Spot> {
        map::floor::hit(&self.plan, &self.camera, point)
    }

    /// The pointer or the keyboard rests on something, or on nothing. True when that is new.
    pub fn point_at(&mut self, spot: Option<Spot>) -> bool {
        let new = self.hover != spot;
        self.hover = spot;
        new
    }

    /// The layout of the floor.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The layout as the camera sees it, and how far right of the stage's left edge that lies.
    pub fn frame(&self) -> (Frame<'_>, f64) {
        (Frame::new(&self.plan, &self.camera), self.left)
    }

    /// What a thing on the floor is, in a sentence.
    pub fn describe(&self, store: Store, spot: Spot) -> String {
        store.open.with_database_untracked(|database| {
            self.with_scene(store, DatabaseNames(database), |scene| {
                map::floor::describe(scene, spot)
            })
        })
    }

    /// Positions of the first items that the walk has returned on this floor by now, at most so many.
    pub fn returned(&self, store: Store, most: usize) -> Vec<usize> {
        let (Some(walked), Some(trace)) = (store.playback.walked.get_untracked(), &self.trace)
        else {
            return Vec::new();
        };
        let seen = trace.seen(&walked.timeline, store.playback.step.get_untracked());
        let reads = seen.reads_in(0..self.plan.item_count()).flat_map(|read| read.positions);
        reads
            .take(most * 8)
            .filter(|position| seen.state(*position) == BoxState::Returned)
            .take(most)
            .collect()
    }

    /// Paints what has changed since the last time.
    pub fn paint(&mut self, store: Store, palette: &Palette, elapsed_secs: f64) {
        self.follow(store, elapsed_secs);
        let keys = store.open.with_database_untracked(|database| {
            let names = DatabaseNames(database);
            self.with_scene(store, names, |scene| {
                let keys = scene.keys();
                self.paint_scene(scene, keys, palette);
                keys
            })
        });
        self.painted = Some(keys);
    }

    fn with_scene<R>(
        &self,
        store: Store,
        names: DatabaseNames<'_>,
        draw: impl FnOnce(&Scene<'_>) -> R,
    ) -> R {
        let walked = store.playback.walked.get_untracked();
        let position = store.playback.player.with_untracked(map::player::Player::position);
        let walk = walked.as_deref().zip(self.trace.as_ref()).map(|(walked, trace)| Walked {
            timeline: &walked.timeline,
            trace,
            position,
        });
        let selection = store.open.selected.with_untracked(|selected| {
            selected
                .as_ref()
                .filter(|spot| spot.door == self.door)
                .map(|spot| Spot::Box(spot.collection, spot.rank))
        });
        let highlight = store.open.highlight.get_untracked().unwrap_or_default();
        draw(&Scene {
            plan: &self.plan,
            camera: &self.camera,
            door: PlayerDoor { table: &self.door.table, index: self.door.index.as_deref() },
            title: &self.title,
            moment: Moment { walk, hover: self.hover, selection, highlight },
            metrics: self.metrics,
            names: &names,
        })
    }

    fn paint_scene(&self, scene: &Scene<'_>, keys: LayerKeys, palette: &Palette) {
        let [base, pixels, touched, walker] = &self.sheets;
        let stale = |part: fn(&LayerKeys) -> u64| {
            self.painted.as_ref().is_none_or(|painted| part(painted) != part(&keys))
        };
        if stale(|keys| keys.base) {
            base.clear();
            base.paint(&scene.base(), palette, self.density);
        }
        if stale(|keys| keys.pixels) {
            let shows =
                raster(scene, self.density, palette.pixels(), &mut self.pixels.borrow_mut());
            pixels.clear();
            if shows {
                pixels.put(&self.pixels.borrow());
            }
        }
        if stale(|keys| keys.touched) {
            touched.clear();
            touched.paint(&scene.touched(), palette, self.density);
        }
        if stale(|keys| keys.walker) {
            walker.clear();
            walker.paint(&scene.walker(), palette, self.density);
        }
    }

    /// Keeps the walker in view while it moves, until a person takes the camera.
    fn follow(&mut self, store: Store, elapsed_secs: f64) {
        let moving = store.playback.player.with_untracked(map::player::Player::moving);
        let (Some(walked), Some(trace)) = (store.playback.walked.get_untracked(), &self.trace)
        else {
            return;
        };
        if !moving || !self.follows {
            return;
        }
        let position = store.playback.player.with_untracked(map::player::Player::position);
        let mut there = self.camera;
        if there.follow(&self.plan, &Walked { timeline: &walked.timeline, trace, position }) {
            let part = (elapsed_secs * FOLLOW_PER_SEC).min(1.0);
            self.camera.pan_x += (there.pan_x - self.camera.pan_x) * part;
            self.camera.pan_y += (there.pan_y - self.camera.pan_y) * part;
        }
    }
}
