//! The canvas over two floors side by side, for the lines between them.

use leptos::html;
use leptos::prelude::*;

use super::observer::Observer;
use super::painter::Sheet;
use super::stage::Stage;

/// The sheet on which the lines between two floors are drawn.
#[component]
pub fn TiesSheet(
    /// What paints it.
    stage: Stage,
) -> impl IntoView {
    let place = NodeRef::<html::Canvas>::new();
    let observer = StoredValue::new_local(None::<Observer>);
    let painter = stage.clone();
    Effect::new(move |_| {
        let Some(canvas) = place.get() else { return };
        painter.set_ties(Sheet::new(canvas.clone()));
        let (stage, measured) = (painter.clone(), canvas.clone());
        let resize = move || {
            stage.resize_ties(
                f64::from(measured.client_width()),
                f64::from(measured.client_height()),
            );
        };
        resize();
        observer.set_value(Observer::new(&canvas, resize));
    });
    let stage = StoredValue::new_local(stage);
    on_cleanup(move || {
        observer.update_value(|observer| drop(observer.take()));
        stage.with_value(|stage| stage.set_ties(None));
    });
    view! { <canvas class="floor-sheet floor-ties" data-sheet="ties" node_ref=place aria-hidden="true"></canvas> }
}
