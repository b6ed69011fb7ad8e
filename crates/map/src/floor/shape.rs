//! The display list: what a painter is told to draw, and in which colour role.
//!
//! Owns the shapes, the layers they are stacked in and the names of the colour roles. It must never hold a raw colour, nor know
//! of a canvas, an SVG or a DOM: painters do. Coordinates are CSS pixels of the view, the origin at its top left corner, y down.
//!
//! Shapes come in batches of one style (many rectangles, one fill), because a painter's cost is in the calls, not in the area.

/// A point of the view, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The point at (`x`, `y`).
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// A rectangle of the view, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// To the right of `x`; never negative.
    pub width: f64,
    /// Below `y`; never negative.
    pub height: f64,
}

impl Rect {
    /// The rectangle of that corner and size.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    /// The right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The middle.
    pub fn centre(&self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Whether `point` lies inside or on the upper or left edge.
    pub fn contains(&self, point: Point) -> bool {
        point.x >= self.x && point.x < self.right() && point.y >= self.y && point.y < self.bottom()
    }

    /// Whether the two share any area.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// The rectangle grown by `by` on every side (shrunk when negative, to nothing at the least).
    #[must_use]
    pub fn grown(&self, by: f64) -> Self {
        let width = (self.width + 2.0 * by).max(0.0);
        let height = (self.height + 2.0 * by).max(0.0);
        Self { x: self.x - by, y: self.y - by, width, height }
    }
}

/// A colour role. A theme gives each its colour; [`Ink::token`] names the custom property that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// What everything lies on.
    Paper,
    /// Text on dark, the halo of the walker, the plate behind a label.
    Panel,
    /// The floor of a bay.
    Bay,
    /// The face of an untouched box.
    Shelf,
    /// Hairlines, outlines of untouched boxes.
    Rule,
    /// Outlines that have to be seen.
    RuleStrong,
    /// The strip between the desk and the aisles.
    Corridor,
    /// The desk.
    Desk,
    /// Words on the desk.
    OnDesk,
    /// Words that matter.
    Ink,
    /// Words that can wait.
    Ink2,
    /// Decoration, never words.
    Ink3,
    /// The walker's line, and whatever has the focus.
    Route,
    /// Items returned, where no entity's hue says so.
    Returned,
    /// Items read and then discarded by a filter.
    Discarded,
    /// What is wrong: the line of a Scan.
    Wrong,
    /// The tint that fills a returned box of the entity; entities repeat after [`ENTITY_HUES`].
    EntityTint(u8),
    /// The darker hue that outlines a returned box of the entity.
    EntityInk(u8),
}

/// How many entities have a hue of their own.
pub const ENTITY_HUES: u8 = 8;

impl Ink {
    /// The roles that are not an entity's.
    pub const PLAIN: [Self; 16] = [
        Self::Paper,
        Self::Panel,
        Self::Bay,
        Self::Shelf,
        Self::Rule,
        Self::RuleStrong,
        Self::Corridor,
        Self::Desk,
        Self::OnDesk,
        Self::Ink,
        Self::Ink2,
        Self::Ink3,
        Self::Route,
        Self::Returned,
        Self::Discarded,
        Self::Wrong,
    ];

    /// Every role there is, once.
    pub fn all() -> impl Iterator<Item = Self> {
        let entities =
            (0..ENTITY_HUES).flat_map(|entity| [Self::EntityTint(entity), Self::EntityInk(entity)]);
        Self::PLAIN.into_iter().chain(entities)
    }

    /// Where the role stands in [`Ink::all`].
    pub(super) fn place(self) -> usize {
        let entity = |entity: u8| Self::PLAIN.len() + usize::from(entity % ENTITY_HUES) * 2;
        match self {
            Self::EntityTint(of) => entity(of),
            Self::EntityInk(of) => entity(of) + 1,
            plain => Self::PLAIN.iter().position(|known| *known == plain).unwrap_or_default(),
        }
    }

    /// The custom property of the style sheet that holds this role's colour.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Paper => "--paper",
            Self::Panel => "--panel",
            Self::Bay => "--bay",
            Self::Shelf => "--shelf",
            Self::Rule => "--rule",
            Self::RuleStrong => "--rule-strong",
            Self::Corridor => "--corridor",
            Self::Desk => "--inverse",
            Self::OnDesk => "--on-inverse",
            Self::Ink => "--ink",
            Self::Ink2 => "--ink-2",
            Self::Ink3 => "--ink-3",
            Self::Route => "--route",
            Self::Returned => "--returned",
            Self::Discarded => "--discarded",
            Self::Wrong => "--wrong",
            Self::EntityTint(entity) => match entity % ENTITY_HUES {
                0 => "--entity-1-tint",
                1 => "--entity-2-tint",
                2 => "--entity-3-tint",
                3 => "--entity-4-tint",
                4 => "--entity-5-tint",
                5 => "--entity-6-tint",
                6 => "--entity-7-tint",
                _ => "--entity-8-tint",
            },
            Self::EntityInk(entity) => match entity % ENTITY_HUES {
                0 => "--entity-1",
                1 => "--entity-2",
                2 => "--entity-3",
                3 => "--entity-4",
                4 => "--entity-5",
                5 => "--entity-6",
                6 => "--entity-7",
                _ => "--entity-8",
            },
        }
    }
}

/// How an area is filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// The colour role.
    pub ink: Ink,
    /// From 0, nothing, to 1, solid.
    pub opacity: f64,
}

impl Fill {
    /// The role, solid.
    pub const fn solid(ink: Ink) -> Self {
        Self { ink, opacity: 1.0 }
    }
}

/// How a line is drawn: round at its joints, flat at its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour role.
    pub ink: Ink,
    /// In CSS pixels.
    pub width: f64,
    /// Lengths of dash and gap in CSS pixels; `None` is an unbroken line.
    pub dash: Option<(f64, f64)>,
}

impl Stroke {
    /// An unbroken line.
    pub const fn solid(ink: Ink, width: f64) -> Self {
        Self { ink, width, dash: None }
    }
}

/// Which of the two families of letters: words are set in sans, keys in mono.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The system's sans.
    Sans,
    /// The system's monospace.
    Mono,
}

/// Which point of a text its position names. Vertically that is always the middle of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    /// Sans for words, mono for keys.
    pub family: Family,
    /// In CSS pixels.
    pub size: f64,
    /// Semibold or bolder.
    pub bold: bool,
    /// The colour role.
    pub ink: Ink,
    /// What the position of the text names.
    pub anchor: Anchor,
}

/// One text and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct TextRun {
    /// The anchor, on the middle of the line.
    pub at: Point,
    /// What it says; control characters have been made visible already.
    pub text: String,
}

/// One instruction to a painter.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Rectangles of one style.
    Rects {
        /// Where.
        rects: Vec<Rect>,
        /// Radius of the corners, in CSS pixels.
        radius: f64,
        /// Inside, if at all.
        fill: Option<Fill>,
        /// Outline, centred on the edge, if at all.
        stroke: Option<Stroke>,
    },
    /// Diagonal lines, rising to the right, inside rectangles.
    Hatch {
        /// Where.
        rects: Vec<Rect>,
        /// From one line to the next, measured across them, in CSS pixels.
        spacing: f64,
        /// Of the lines.
        stroke: Stroke,
        /// Of the lines: from 0 to 1.
        opacity: f64,
    },
    /// Separate straight lines of one style.
    Lines {
        /// From, to.
        segments: Vec<(Point, Point)>,
        /// Their style.
        stroke: Stroke,
    },
    /// A line through points.
    Polyline {
        /// In order.
        points: Vec<Point>,
        /// Its style.
        stroke: Stroke,
    },
    /// A filled triangle, quadrangle, ...
    Polygon {
        /// Its corners in order.
        points: Vec<Point>,
        /// Inside.
        fill: Fill,
    },
    /// A circle.
    Circle {
        /// Its middle.
        centre: Point,
        /// In CSS pixels.
        radius: f64,
        /// Inside.
        fill: Fill,
        /// Outline, centred on the edge, if at all.
        stroke: Option<Stroke>,
    },
    /// Texts of one style.
    Texts {
        /// How they are set.
        style: TextStyle,
        /// What and where.
        runs: Vec<TextRun>,
    },
}

/// Shapes drawn one after the other, seen only inside `clip`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// What lies outside is not seen; `None` is the whole view.
    pub clip: Option<Rect>,
    /// In the order in which they are drawn.
    pub shapes: Vec<Shape>,
}

/// One sheet of the stack: groups drawn one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// In the order in which they are drawn.
    pub groups: Vec<Group>,
}

impl Layer {
    /// Every shape, in the order in which they are drawn.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.groups.iter().flat_map(|group| group.shapes.iter())
    }

    /// Adds a group unless there is nothing in it.
    pub fn push(&mut self, clip: Option<Rect>, shapes: Vec<Shape>) {
        if !shapes.is_empty() {
            self.groups.push(Group { clip, shapes });
        }
    }
}

/// The floor at one moment of one walk, as sheets from the lowest up. The painter keeps a canvas for each, so that a step repaints
/// little: [`crate::floor::LayerKeys`] says which of them changed. Between `base` and `touched` lie the pixels of the raster, if any.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Bays, corridor, shelves, untouched boxes and their labels: changes with the camera, the plan, and the bays entered.
    pub base: Layer,
    /// Boxes that were read, signs, the desk, what is pointed at or selected: changes with each step.
    pub touched: Layer,
    /// The line and the dot: changes with each frame of a playing walk.
    pub walker: Layer,
}

impl Picture {
    /// Every shape, from the lowest sheet up.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.base.shapes().chain(self.touched.shapes()).chain(self.walker.shapes())
    }
}
