//! The floor: where everything of one door stands, and what is seen of it at one moment of one walk.
//!
//! Owns the turning of DynamoDB's things into the warehouse's: a partition is a bay, an item collection an aisle, an item a box on its
//! shelf, an index or the table itself a door. It must never ask the engine what a request read: it draws what the walk says. It knows
//! no canvas and no DOM: it makes a display list ([`Picture`]) and pixels, and others show them.

mod base;
mod bits;
mod camera;
#[cfg(test)]
mod fixture;
mod frame;
mod heat;
mod hit;
mod measures;
mod names;
mod plan;
mod pyramid;
mod raster;
mod scene;
mod shape;
mod svg;
#[cfg(test)]
mod tests;
mod tie;
mod touched;
mod trace;
mod twin;
mod view;
mod walker;

pub use crate::label::{columns, fit, key_text};
pub use camera::{Camera, MAX_SCALE, Viewport};
pub use frame::{Frame, Level, Signs};
pub use heat::{
    AisleHeat, BayHeat, BayPlace, HEAT_WIDTH, HeatPlan, HeatWalker, heat_step, heat_walkers,
    is_bright,
};
pub use hit::{Step, hit, walk_to};
pub use names::DatabaseNames;
pub use plan::{Bay, LabelColumns, Plan};
pub use pyramid::Extent;
pub use raster::{Palette, Pixels, Rgba, parse_colour, raster};
pub use scene::{Highlight, LayerKeys, Metrics, Moment, Scene, Spot, Walked, draw};
pub use shape::{
    Anchor as TextAnchor, ENTITY_HUES, Family, Fill, Group, Ink, Layer, Picture, Point, Rect,
    Shape, Stroke, TextRun, TextStyle,
};
pub use svg::svg;
pub use tie::tie;
pub use trace::{Counts, PageBreak, Read, Seen, Stop, Trace};
pub use twin::{TwinRow, describe, state_text, twin_rows};
pub use view::{Anchor, Landing, Vertical};
