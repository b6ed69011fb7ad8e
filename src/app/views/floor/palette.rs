//! The colours and fonts of the style sheet, read once for each theme.

use map::floor::{Ink, Metrics, parse_colour};
use map::numerals::css_pixels;
use web_sys::{CanvasRenderingContext2d, CssStyleDeclaration, Element};

/// What the painter dips into: the custom properties of `style/tokens.css`, as they are on an element.
pub struct Palette {
    colours: Vec<(Ink, String)>,
    pixels: map::floor::Palette,
    sans: String,
    mono: String,
}

impl Palette {
    /// Reads the properties that hold on `element`.
    pub fn of(element: &Element) -> Option<Self> {
        let style = web_sys::window()?.get_computed_style(element).ok()??;
        let colours: Vec<_> = Ink::all().map(|ink| (ink, property(&style, ink.token()))).collect();
        let pixels = map::floor::Palette::new(|ink| {
            parse_colour(&property(&style, ink.token())).unwrap_or_default()
        });
        Some(Self {
            colours,
            pixels,
            sans: property(&style, "--sans"),
            mono: property(&style, "--mono"),
        })
    }

    /// The colour of a role, as CSS.
    pub fn css(&self, ink: Ink) -> &str {
        self.colours.iter().find(|(role, _)| *role == ink).map_or("", |(_, css)| css)
    }

    /// The same colours as numbers, for pixels.
    pub fn pixels(&self) -> &map::floor::Palette {
        &self.pixels
    }

    /// A CSS font.
    pub fn font(&self, mono: bool, size: f64, bold: bool) -> String {
        let family = if mono { &self.mono } else { &self.sans };
        let weight = if bold { "600 " } else { "" };
        format!("{weight}{} {family}", css_pixels(size))
    }

    /// Widths of the fonts, in parts of their size.
    pub fn metrics(&self, context: &CanvasRenderingContext2d) -> Metrics {
        const SIZE: f64 = 100.0;
        const SAMPLE: &str = "Dispatch desk PARTITION";
        let width = |mono: bool, bold: bool, text: &str| {
            context.set_font(&self.font(mono, SIZE, bold));
            context
                .measure_text(text)
                .ok()
                .map(|metrics| metrics.width() / SIZE / text.len() as f64)
        };
        let usual = Metrics::default();
        Metrics {
            mono: width(true, false, "0").unwrap_or(usual.mono),
            sans: width(false, true, SAMPLE).unwrap_or(usual.sans),
        }
    }
}

fn property(style: &CssStyleDeclaration, name: &str) -> String {
    style.get_property_value(name).unwrap_or_default().trim().to_owned()
}
