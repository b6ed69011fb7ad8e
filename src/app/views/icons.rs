//! Every icon of the page, as inline SVG paths on a 24 by 24 grid. Icons are decoration: the control they stand in has the name.

use leptos::prelude::*;

/// One drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Go on by itself.
    Play,
    /// Stop here.
    Pause,
    /// To the very beginning.
    ToStart,
    /// To the very end.
    ToEnd,
    /// One step back.
    StepBack,
    /// One step forward.
    StepForward,
    /// To the page break before.
    PageBack,
    /// To the next page break.
    PageForward,
    /// Closer.
    Plus,
    /// Further away.
    Minus,
    /// All of it.
    Fit,
    /// Light or dark.
    Theme,
    /// Help.
    Help,
    /// Put away.
    Close,
    /// There is a list below.
    Chevron,
    /// Open a file.
    Open,
    /// Save as a file.
    Save,
    /// As a table of text.
    Table,
    /// As a floor plan.
    Floor,
    /// Two doors side by side.
    Both,
    /// Take the last change back.
    Undo,
    /// Do it once more.
    Redo,
    /// Something is wrong.
    Warning,
    /// Something to know.
    Note,
    /// It holds.
    Tick,
    /// It does not hold.
    Bang,
    /// Change it.
    Edit,
    /// The same once more.
    Duplicate,
    /// Away with it.
    Delete,
    /// One place up.
    Up,
    /// One place down.
    Down,
}

impl Icon {
    /// The outline, as SVG path data.
    const fn path(self) -> &'static str {
        match self {
            Self::Play => "M8 5v14l11-7z",
            Self::Pause => "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
            Self::ToStart => "M6 5v14M19 6v12l-9-6z",
            Self::ToEnd => "M18 5v14M5 6v12l9-6z",
            Self::StepBack => "M16 6v12l-9-6z",
            Self::StepForward => "M8 6v12l9-6z",
            Self::PageBack => "M5 4v16M20 7v10l-6-5zM13 7v10l-6-5z",
            Self::PageForward => "M19 4v16M4 7v10l6-5zM11 7v10l6-5z",
            Self::Plus => "M12 5v14M5 12h14",
            Self::Minus => "M5 12h14",
            Self::Fit => "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
            Self::Theme => "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
            Self::Help => "M9 9a3 3 0 1 1 4.5 2.6c-.9.5-1.5 1.2-1.5 2.4M12 17.5v.01",
            Self::Close => "M6 6l12 12M18 6L6 18",
            Self::Chevron => "M5 9l7 7 7-7",
            Self::Open => "M4 19V6h6l2 2.5h8V19zM12 16v-5M9.5 13L12 10.5 14.5 13",
            Self::Save => "M4 16v4h16v-4M12 4v11M8 11l4 4 4-4",
            Self::Table => "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
            Self::Floor => "M6 3v18M6 8h14M6 14h9M6 20h12",
            Self::Both => "M4 5h7v14H4zM13 5h7v14h-7z",
            Self::Undo => "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
            Self::Redo => "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3",
            Self::Warning => "M12 4l9 16H3zM12 10v4M12 17v.01",
            Self::Tick => "M5 12.5l4.5 4.5L19 7.5",
            Self::Bang => "M12 5.5v8M12 18v.01",
            Self::Edit => "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
            Self::Duplicate => "M8 8h12v12H8zM16 8V4H4v12h4",
            Self::Delete => "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
            Self::Up => "M12 19V5M6 11l6-6 6 6",
            Self::Down => "M12 5v14M6 13l6 6 6-6",
            Self::Note => "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 11v5M12 8v.01",
        }
    }

    const fn solid(self) -> bool {
        matches!(
            self,
            Self::Play
                | Self::Pause
                | Self::ToStart
                | Self::ToEnd
                | Self::StepBack
                | Self::StepForward
                | Self::PageBack
                | Self::PageForward
        )
    }
}

/// Draws an icon in the colour of the text around it. Not a component: one type for all of them keeps the page small.
pub fn glyph(icon: Icon) -> AnyView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" data-solid=icon.solid().then_some("")>
            <path d=icon.path() />
        </svg>
    }
    .into_any()
}
