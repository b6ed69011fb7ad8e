//! Everything on the page but the floor's picture: components that read the store's signals and send it commands. They hold no rule of
//! `DynamoDB` or of the map.

mod announcer;
mod card;
mod choice;
mod clipboard;
mod close_button;
mod copy_button;
mod defects;
mod desk;
mod doors;
mod erased;
mod files;
pub mod floor;
mod help;
mod icons;
mod item_card;
mod item_words;
mod keep_focus;
mod keys;
mod legend;
mod logo;
mod model;
mod notices;
mod offer;
mod once_loaded;
mod requests;
mod scenario_picker;
pub mod shell;
mod stage;
mod table_choice;
mod theme_switch;
mod top_bar;
mod transport;
mod twin;
mod windowed;
pub mod worksheet;
mod zoom;
