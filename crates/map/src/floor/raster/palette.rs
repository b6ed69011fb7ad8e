//! The colours of a theme, as numbers.
//!
//! Owns mixing. It must never choose a colour: the painter reads each from the style sheet once.

use key_engine::order::within;

use crate::floor::Ink;

/// Red, green, blue and opacity, as a canvas wants them.
pub type Rgba = [u8; 4];

/// What each colour role looks like in a theme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    /// In the order of [`Ink::all`].
    colours: Vec<Rgba>,
}

impl Palette {
    /// Asks for the colour of every role.
    pub fn new(colour: impl Fn(Ink) -> Rgba) -> Self {
        Self { colours: Ink::all().map(colour).collect() }
    }

    /// The colour of a role.
    pub fn get(&self, ink: Ink) -> Rgba {
        self.colours.get(ink.place()).copied().unwrap_or_default()
    }

    /// The colour of boxes that nobody has touched, where they carry no outline.
    pub fn stock(&self) -> Rgba {
        self.mix(Ink::Bay, Ink::Ink3, 0.68)
    }

    /// The colours of boxes that were read and discarded, where they carry no outline: between the lines of the hatching, and on them.
    pub fn discarded(&self) -> [Rgba; 2] {
        [0.3, 0.65].map(|part| self.mix(Ink::Shelf, Ink::Discarded, part))
    }

    /// Some part of one colour over another, from 0, none of it, to 1.
    pub fn mix(&self, under: Ink, over: Ink, part: f64) -> Rgba {
        mix(self.get(under), self.get(over), part)
    }
}

/// Some part of one colour over another.
fn mix(under: Rgba, over: Rgba, part: f64) -> Rgba {
    let part = (within(part, 0.0, 1.0) * 256.0) as u32;
    let mut mixed = under;
    for (under, over) in mixed.iter_mut().zip(over) {
        *under = ((u32::from(*under) * (256 - part) + u32::from(over) * part) >> 8) as u8;
    }
    mixed
}

/// Reads `#rrggbb`, the way the style sheet writes colours.
pub fn parse_colour(text: &str) -> Option<Rgba> {
    let digits = text.trim().strip_prefix('#')?;
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 6)?;
    let [_, red, green, blue] = number.to_be_bytes();
    Some([red, green, blue, u8::MAX])
}
