//! The file formats a design can be written to, one file each.
//!
//! Owns the text of each format, and what is said of what it cannot hold. It never reads one.

mod batch_write;
mod cdk;
mod cloudformation;
mod create_table;
mod definition;
mod json;
mod quoted;
mod resource;
mod terraform;
mod workbench;

use key_engine::engine::{Database, Table};

use crate::design::{Defect, Design, save};
use definition::tables_alone;

/// A format that a design can be written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The app's own, with everything.
    Own,
    /// `NoSQL` Workbench 3.0.
    Workbench,
    /// A `CloudFormation` template, JSON.
    CloudFormation,
    /// A CDK stack, TypeScript.
    Cdk,
    /// Terraform.
    Terraform,
    /// The input of `CreateTable`, a file for each table.
    CreateTable,
    /// The items as input of `BatchWriteItem`, 25 a file or a line.
    BatchWrite,
}

/// A file to take away.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Its name, with its ending.
    pub name: String,
    /// Its media type.
    pub media_type: &'static str,
    /// What it holds.
    pub text: String,
}

impl Format {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::Own,
        Self::Workbench,
        Self::CloudFormation,
        Self::Cdk,
        Self::Terraform,
        Self::CreateTable,
        Self::BatchWrite,
    ];

    /// Its name for readers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Own => "Retrieval Map design",
            Self::Workbench => "NoSQL Workbench 3.0",
            Self::CloudFormation => "CloudFormation",
            Self::Cdk => "CDK (TypeScript)",
            Self::Terraform => "Terraform",
            Self::CreateTable => "CreateTable JSON",
            Self::BatchWrite => "BatchWriteItem files",
        }
    }
}

/// The design in a format: the files, and what the format cannot hold, by table and item.
pub fn write(format: Format, design: &Design, database: &Database) -> (Vec<Exported>, Vec<Defect>) {
    write_dated(format, design, database, "")
}

/// The same with the date of writing, for formats that say when they were made; such as `2026-02-16T09:30:00Z`.
pub fn write_dated(
    format: Format,
    design: &Design,
    database: &Database,
    date: &str,
) -> (Vec<Exported>, Vec<Defect>) {
    let name = file_name(design);
    let one = |ending: &str, text: String| file(&format!("{name}{ending}"), JSON, text);
    match format {
        Format::Own => (one(".json", save(design, database)), Vec::new()),
        Format::Workbench => {
            let (text, defects) = workbench::write(design, database, date);
            (one("-workbench.json", text), defects)
        }
        Format::CloudFormation => {
            let mut defects = tables_alone(design, "a template", items(database));
            let text = cloudformation::write(design, &mut defects);
            (one(".template.json", text), defects)
        }
        Format::CreateTable => {
            let mut defects = tables_alone(design, "CreateTable", items(database));
            let files = create_table::write(design, &mut defects);
            (files, defects)
        }
        Format::Cdk => {
            let mut defects = tables_alone(design, "a stack", items(database));
            let text = cdk::write(design, &mut defects);
            (file(&format!("{name}-stack.ts"), "text/plain", text), defects)
        }
        Format::Terraform => {
            let mut defects = tables_alone(design, "Terraform", items(database));
            let text = terraform::write(design, &mut defects);
            (file(&format!("{name}.tf"), "text/plain", text), defects)
        }
        Format::BatchWrite => {
            let mut defects = tables_alone(design, "BatchWriteItem", 0);
            let files = batch_write::write(design, database, &name, &mut defects);
            (files, defects)
        }
    }
}

fn file(name: &str, media_type: &'static str, text: String) -> Vec<Exported> {
    vec![Exported { name: name.to_owned(), media_type, text }]
}

fn items(database: &Database) -> usize {
    database.tables().map(Table::item_count).sum()
}

const JSON: &str = "application/json";

/// What files of a design are called: its name in letters that every system takes.
fn file_name(design: &Design) -> String {
    let mut name = String::new();
    for letter in design.name.chars().take(60) {
        if letter.is_ascii_alphanumeric() {
            name.push(letter.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    if name.is_empty() { "design".to_owned() } else { name.to_owned() }
}
