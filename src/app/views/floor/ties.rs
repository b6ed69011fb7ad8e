//! Dashed lines between two floors side by side: from an index's entry to the item it copies.

use leptos::prelude::*;
use map::floor::{Fill, Group, Ink, Layer, Level, Rect, Shape, Stroke, tie};

use super::pane::Pane;
use crate::app::state::Store;

/// More lines than this cannot be told apart.
const MOST_TIES: usize = 24;

/// The lines that belong to what the walk has returned by now and to what is selected.
pub fn draw(store: Store, panes: &[Pane]) -> Layer {
    let mut layer = Layer::default();
    let [one, other] = panes else { return layer };
    if [one, other].iter().any(|pane| pane.frame().0.level() < Level::Boxes) {
        return layer;
    }
    for (from, to) in [(one, other), (other, one)] {
        let mut positions = from.returned(store, MOST_TIES);
        positions.extend(selected(store, from));
        positions.dedup();
        let shapes = positions
            .into_iter()
            .filter_map(|position| between(store, from, to, position))
            .flatten()
            .collect();
        layer.groups.push(Group { clip: None, shapes });
    }
    layer
}

fn selected(store: Store, pane: &Pane) -> Option<usize> {
    let spot = store.open.selected.get_untracked().filter(|spot| spot.door == pane.door)?;
    pane.plan().position(spot.collection, spot.rank)
}

/// The line from a box to the one that holds the same item behind the other door, and an outline about that one.
fn between(store: Store, from: &Pane, to: &Pane, position: usize) -> Option<[Shape; 2]> {
    let (collection, rank) = from.plan().place(position)?;
    let twin = store.open.with_database_untracked(|database| {
        let table = database.table(&from.door.table)?;
        let item = table.door(from.door.index.as_deref())?.item(collection, rank)?;
        table.door(to.door.index.as_deref())?.locate(item)
    })?;
    let (start, end) = (seen(from, collection, rank)?, seen(to, twin.0, twin.1)?);
    let entity = from.plan().entity(position);
    let outline = Shape::Rects {
        rects: vec![end],
        radius: 3.0,
        fill: Some(Fill { ink: Ink::EntityTint(entity), opacity: 0.35 }),
        stroke: Some(Stroke::solid(Ink::EntityInk(entity), 1.5)),
    };
    Some([outline, tie(start, end, entity)])
}

/// A box on the stage; `None` when it is not in view.
fn seen(pane: &Pane, collection: usize, rank: usize) -> Option<Rect> {
    let (frame, left) = pane.frame();
    let place = frame.box_rect(collection, rank);
    let inside = frame.shelves().contains(place.centre());
    inside.then(|| Rect::new(place.x + left, place.y, place.width, place.height))
}
