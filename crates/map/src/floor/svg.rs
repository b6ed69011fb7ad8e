//! A picture as an SVG document.
//!
//! Owns the spelling of shapes in SVG. It must never choose a colour: the caller says what each role looks like, a colour of a theme or
//! a custom property.

use std::fmt::Write;

use super::camera::Viewport;
use super::shape::{
    Anchor, Family, Fill, Group, Ink, Picture, Point, Rect, Shape, Stroke, TextStyle,
};

/// Writes a picture. `colour` gives each role its CSS colour.
///
/// ```
/// use map::floor::{Ink, Picture, Viewport, svg};
/// let document = svg(&Picture::default(), Viewport { width: 20.0, height: 10.0 }, &|ink: Ink| format!("var({})", ink.token()));
/// assert!(document.contains("fill=\"var(--paper)\""));
/// ```
pub fn svg(picture: &Picture, viewport: Viewport, colour: &dyn Fn(Ink) -> String) -> String {
    let mut writer = Writer {
        body: String::new(),
        definitions: String::new(),
        clips: 0,
        patterns: Vec::new(),
        colour,
    };
    let Viewport { width, height } = viewport;
    let paper = Rect::new(0.0, 0.0, width, height);
    writer.rects(&[paper], 0.0, Some(Fill::solid(Ink::Paper)), None);
    for (name, layer) in
        [("base", &picture.base), ("touched", &picture.touched), ("walker", &picture.walker)]
    {
        writer.line(&format!("<g data-layer=\"{name}\">"));
        layer.groups.iter().for_each(|group| writer.group(group));
        writer.line("</g>");
    }
    let (width, height) = (number(width), number(height));
    let Writer { body, definitions, .. } = writer;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<defs>\n{definitions}</defs>\n{body}</svg>\n"
    )
}

struct Writer<'a> {
    body: String,
    definitions: String,
    clips: usize,
    patterns: Vec<String>,
    colour: &'a dyn Fn(Ink) -> String,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        self.body.push_str(text);
        self.body.push('\n');
    }

    fn group(&mut self, group: &Group) {
        match group.clip {
            None => self.line("<g>"),
            Some(Rect { x, y, width, height }) => {
                self.clips += 1;
                let number_of = self.clips;
                let clip = format!(
                    "<clipPath id=\"clip-{number_of}\"><rect {}/></clipPath>\n",
                    corner_and_size(&Rect::new(x, y, width, height))
                );
                self.definitions.push_str(&clip);
                self.line(&format!("<g clip-path=\"url(#clip-{number_of})\">"));
            }
        }
        group.shapes.iter().for_each(|shape| self.shape(shape));
        self.line("</g>");
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Rects { rects, radius, fill, stroke } => {
                self.rects(rects, *radius, *fill, *stroke);
            }
            Shape::Hatch { rects, spacing, stroke, opacity } => {
                self.hatch(rects, *spacing, *stroke, *opacity);
            }
            Shape::Lines { segments, stroke } => {
                let mut path = String::new();
                for (from, to) in segments {
                    let _ = write!(path, "M{}L{}", point(*from), point(*to));
                }
                let stroke = self.stroke(Some(*stroke));
                self.line(&format!("<path d=\"{path}\" fill=\"none\"{stroke}/>"));
            }
            Shape::Polyline { points, stroke } => {
                let stroke = self.stroke(Some(*stroke));
                self.line(&format!(
                    "<polyline points=\"{}\" fill=\"none\"{stroke}/>",
                    list(points)
                ));
            }
            Shape::Polygon { points, fill } => {
                let fill = self.fill(Some(*fill));
                self.line(&format!("<polygon points=\"{}\"{fill}/>", list(points)));
            }
            Shape::Circle { centre, radius, fill, stroke } => {
                let (fill, stroke) = (self.fill(Some(*fill)), self.stroke(*stroke));
                let (x, y, radius) = (number(centre.x), number(centre.y), number(*radius));
                self.line(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{fill}{stroke}/>"));
            }
            Shape::Texts { style, runs } => {
                let style = self.text_style(style);
                for run in runs {
                    let (x, y) = (number(run.at.x), number(run.at.y));
                    let text = escaped(&run.text);
                    self.line(&format!("<text x=\"{x}\" y=\"{y}\"{style}>{text}</text>"));
                }
            }
        }
    }

    fn rects(&mut self, rects: &[Rect], radius: f64, fill: Option<Fill>, stroke: Option<Stroke>) {
        let (fill, stroke) = (self.fill(fill), self.stroke(stroke));
        let round =
            if radius > 0.0 { format!(" rx=\"{}\"", number(radius)) } else { String::new() };
        for rect in rects {
            self.line(&format!("<rect {}{round}{fill}{stroke}/>", corner_and_size(rect)));
        }
    }

    fn hatch(&mut self, rects: &[Rect], spacing: f64, stroke: Stroke, opacity: f64) {
        let size = number(spacing);
        let colour = (self.colour)(stroke.ink);
        let pattern = format!(
            "width=\"{size}\" height=\"{size}\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect width=\"{}\" height=\"{size}\" fill=\"{colour}\" fill-opacity=\"{}\"/></pattern>",
            number(stroke.width),
            number(opacity)
        );
        let known = self.patterns.iter().position(|known| *known == pattern);
        let index = known.unwrap_or_else(|| {
            let index = self.patterns.len();
            let _ = writeln!(self.definitions, "<pattern id=\"hatch-{index}\" {pattern}");
            self.patterns.push(pattern);
            index
        });
        for rect in rects {
            self.line(&format!("<rect {} fill=\"url(#hatch-{index})\"/>", corner_and_size(rect)));
        }
    }

    fn fill(&self, fill: Option<Fill>) -> String {
        let Some(Fill { ink, opacity }) = fill else { return " fill=\"none\"".to_owned() };
        let opacity = if opacity < 1.0 {
            format!(" fill-opacity=\"{}\"", number(opacity))
        } else {
            String::new()
        };
        format!(" fill=\"{}\"{opacity}", (self.colour)(ink))
    }

    fn stroke(&self, stroke: Option<Stroke>) -> String {
        let Some(Stroke { ink, width, dash }) = stroke else { return String::new() };
        let dash = dash
            .map(|(dash, gap)| format!(" stroke-dasharray=\"{} {}\"", number(dash), number(gap)))
            .unwrap_or_default();
        format!(
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{dash}",
            (self.colour)(ink),
            number(width)
        )
    }

    fn text_style(&self, style: &TextStyle) -> String {
        let family = match style.family {
            Family::Sans => "system-ui, 'DejaVu Sans', sans-serif",
            Family::Mono => "ui-monospace, 'DejaVu Sans Mono', monospace",
        };
        let weight = if style.bold { " font-weight=\"700\"" } else { "" };
        let anchor = match style.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (size, colour) = (number(style.size), (self.colour)(style.ink));
        format!(
            " font-family=\"{family}\" font-size=\"{size}\"{weight}{anchor} fill=\"{colour}\" dy=\"0.35em\" xml:space=\"preserve\""
        )
    }
}

fn corner_and_size(rect: &Rect) -> String {
    let Rect { x, y, width, height } = *rect;
    format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        number(x),
        number(y),
        number(width),
        number(height)
    )
}

fn point(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

fn list(points: &[Point]) -> String {
    points.iter().map(|at| point(*at)).collect::<Vec<_>>().join(" ")
}

/// A number to a hundredth, and no more digits than it needs.
fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Negative zero would be written with its sign.
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::floor::Camera;
    use crate::floor::fixture::Walkthrough;

    /// Run with `UPDATE_GOLDEN=1` to accept what is drawn now; then look at it.
    #[test]
    fn orders_of_a_customer_look_as_they_did() {
        let walk = Walkthrough::of("warehouse", "A5");
        let viewport = Viewport { width: 841.0, height: 700.0 };
        let (camera, names) = (Camera::opening(&walk.plan, viewport), walk.names());
        let picture = walk.scene(&camera, &names, walk.last_read()).picture();
        let drawn = svg(&picture, viewport, &|ink| format!("var({})", ink.token()));
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/floor/golden/warehouse-a5.svg");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(file, &drawn).unwrap();
        }
        let golden = std::fs::read_to_string(file).unwrap();
        for (number, (golden, drawn)) in golden.lines().zip(drawn.lines()).enumerate() {
            assert_eq!(golden, drawn, "line {}", number + 1);
        }
        assert_eq!(golden.lines().count(), drawn.lines().count());
    }

    #[test]
    fn keys_cannot_break_out_of_the_document() {
        assert_eq!(escaped("a<b>&\"c\""), "a&lt;b&gt;&amp;\"c\"");
    }
}
