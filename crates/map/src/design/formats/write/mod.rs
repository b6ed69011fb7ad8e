//! The file formats a design can be written to, one file each.
//!
//! Owns the text of each format, and what is said of what it cannot hold. It never reads one.

use key_engine::engine::Database;

use crate::design::{Defect, Design, save};

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
    /// The items as input of `BatchWriteItem`, 25 a file.
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
    let text = match format {
        Format::Own => save(design, database),
        _ => String::new(),
    };
    let name = "design.json".to_owned();
    (vec![Exported { name, media_type: "application/json", text }], Vec::new())
}
