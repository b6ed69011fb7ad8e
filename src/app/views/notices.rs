//! What lies over the page for a while: an opening under way, a file refused, a place to drop one, and what was noticed in a file.

use crate::app::views::erased::{piece, press, truth, when, words};
use leptos::prelude::*;

use super::close_button::close_button;
use super::defects::DefectsNotice;
use super::export::export_notice;
use super::icons::{Icon, glyph};
use super::offer::OfferNotice;
use super::saving::saving_notes;
use crate::app::state::{Command, Loading, use_store};

/// All notices that are due.
#[component]
pub fn Notices(
    /// Whether files hover over the page.
    #[prop(into)]
    hovering: Signal<bool>,
) -> impl IntoView {
    view! {
        <div class="shell-notices" role="region" aria-label="Notices">
            <LoadingNotice />
            <RefusalNotice />
            <AsideNotice />
            {saving_notes()}
            <DefectsNotice />
            {export_notice(use_store())}
            <OfferNotice />
        </div>
        <div class="notice-drop" hidden=truth(move || !hovering.get())>
            <p class="notice-drop-words">"Drop a design, a model, a template or items to open them"</p>
        </div>
    }
}

/// How far an opening has come, and a way out of it.
#[component]
fn LoadingNotice() -> impl IntoView {
    let store = use_store();
    let loading = store.open.loading;
    let body = move |now: Loading| {
        if now.name.is_empty() {
            return view! { <p class="notice-words">{now.words}</p> }.into_any();
        }
        let (done, total) = (now.done.to_string(), now.total.max(1).to_string());
        view! {
            <div class="notice-words">
                <p class="notice-title">{format!("Opening {}", now.name)}</p>
                <p class="notice-body">{now.words}</p>
                <progress class="notice-progress" value=done max=total aria-label="How far it is"></progress>
            </div>
        }
        .into_any()
    };
    let opens = move || loading.read().as_ref().is_some_and(|now| !now.name.is_empty());
    view! {
        {when(move || loading.read().is_some(), move || view! {
            <div class="notice" data-notice="loading">
                {glyph(Icon::Open)}
                {piece(move || loading.get().map(body).into_any())}
                <button
                    class="button"
                    type="button"
                    hidden=truth(move || !opens())
                    on:click=press(move || store.send(Command::CancelOpening))
                >
                    "Cancel"
                </button>
            </div>
         }.into_any())}
    }
}

/// Why the last file was refused. The open design is untouched, and it says so.
#[component]
fn RefusalNotice() -> impl IntoView {
    let store = use_store();
    let refusal = store.open.refusal;
    view! {
        {when(move || refusal.read().is_some(), move || view! {
            <div class="notice" data-notice="refusal" data-tone="wrong" role="alert">
                {glyph(Icon::Warning)}
                <div class="notice-words">
                    <p class="notice-title">{words(move || refusal.get().unwrap_or_default())}</p>
                    <p class="notice-body">"What was open is still open, untouched."</p>
                </div>
                {close_button(store, "Dismiss", Command::DismissRefusal)}
            </div>
         }.into_any())}
    }
}

/// That a changed design was set aside when another was opened, and the way back to it.
#[component]
fn AsideNotice() -> impl IntoView {
    let store = use_store();
    let (name, safe) = (store.set_aside.name, store.set_aside.safe);
    let told = move || {
        let name = name.get().unwrap_or_default();
        let where_to = if safe.get() { "kept in this browser" } else { "set aside" };
        format!("Your changes to {name} are {where_to}.")
    };
    view! {
        {when(move || name.read().is_some(), move || view! {
            <div class="notice" data-notice="aside" role="status">
                {glyph(Icon::Note)}
                <div class="notice-words">
                    <p class="notice-title">{words(told)}</p>
                </div>
                <div class="notice-buttons">
                    <button class="button" type="button" on:click=press(move || store.send(Command::GoBack))>
                        "Go back to them"
                    </button>
                    {close_button(store, "Let them go", Command::ForgetSetAside)}
                </div>
            </div>
         }.into_any())}
    }
}
