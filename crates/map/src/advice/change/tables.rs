//! Tables that come, go and are renamed.
//!
//! Owns what else has to change with a table. It carries nothing out.

use serde_json::json;

use super::create;
use super::ground::{Ground, Touched};
use super::{Breakage, Drafted, IndexDescription, KeySchema, fit, parts};
use crate::design::{Edit, Expectation, TableDesign, WholeTable};

/// A new table, paid for by the request, the last of all.
pub(super) fn add(ground: Ground<'_>, name: &str, keys: &KeySchema) -> Result<Drafted, String> {
    create::check_keys(keys, 1)?;
    free(ground, name)?;
    let create = json!({"TableName": name, "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": create::schema_json(keys)});
    let mut described = TableDesign { create, ..TableDesign::default() };
    let all: Vec<_> = keys.attributes().cloned().collect();
    create::define(&mut described.create, &all);
    let table = Some(Box::new(WholeTable { described, ..WholeTable::default() }));
    let edit = Edit::SetTable { name: None, at: ground.design.tables.len(), table };
    Ok(Drafted::of(format!("add the table {name}"), vec![edit]))
}

fn free(ground: Ground<'_>, name: &str) -> Result<(), String> {
    let sound = (3..=255).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte));
    if !sound {
        return Err("A table's name has 3 to 255 letters, digits, _, - and dots.".to_owned());
    }
    if ground.design.table(name).is_some() || ground.database.table(name).is_some() {
        return Err(format!("There is a table {name} already."));
    }
    Ok(())
}

/// The table goes with its items, its kinds and its copies; its rows stay, and are refused.
pub(super) fn delete(ground: Ground<'_>, table: &str) -> Result<Drafted, String> {
    let (at, described, found) = ground.table(table)?;
    let mut edits = vec![Edit::SetTable { name: Some(table.to_owned()), at, table: None }];
    let mut breaks = Vec::new();
    let count = found.item_count() as u64;
    if count > 0 {
        breaks.push(Breakage::certain(
            fit::items(count),
            "They go with the table; undo brings them back.",
        ));
    }
    for index in IndexDescription::all(described) {
        breaks.push(Breakage::certain(format!("index {}", index.name), "It goes with the table."));
    }
    let design = ground.design;
    let (gone, kinds): (Vec<_>, Vec<_>) =
        design.entities.iter().cloned().partition(|kind| kind.table == table);
    if !gone.is_empty() {
        edits.push(Edit::SetEntities(kinds));
    }
    for kind in gone {
        breaks.push(Breakage::certain(format!("kind {}", kind.name), "It goes with the table."));
    }
    let (gone, copies): (Vec<_>, Vec<_>) =
        design.copies.iter().cloned().partition(|copy| copy.table == table);
    if !gone.is_empty() {
        edits.push(Edit::SetCopies(copies));
    }
    for copy in gone {
        breaks.push(Breakage::certain(format!("copy {}", copy.copy), "It goes with the table."));
    }
    let touched = Touched {
        table: table.to_owned(),
        fate: Some("which is gone".to_owned()),
        ..Touched::default()
    };
    Ok(Drafted { breaks, touched, ..Drafted::of(format!("delete the table {table}"), edits) })
}

/// The table is called something else, and whoever names it names it so.
pub(super) fn rename(ground: Ground<'_>, table: &str, to: &str) -> Result<Drafted, String> {
    let (at, described, _) = ground.table(table)?;
    if table == to {
        return Err("That is its name already.".to_owned());
    }
    free(ground, to)?;
    let mut described = described.clone();
    if let Some(name) = described.create.get_mut("TableName") {
        *name = to.into();
    }
    let mut edits = vec![ground.described(at, described)];
    edits.extend(ground.rows(|request| {
        request.calls.iter_mut().for_each(|call| parts::rename_table(call, table, to));
        if let Some(Expectation::Items { items, .. }) = &mut request.expected {
            for item in items.iter_mut().filter(|item| item.table == table) {
                to.clone_into(&mut item.table);
            }
        }
    }));
    let mut kinds = ground.design.entities.clone();
    kinds
        .iter_mut()
        .filter(|kind| kind.table == table)
        .for_each(|kind| to.clone_into(&mut kind.table));
    if kinds != ground.design.entities {
        edits.push(Edit::SetEntities(kinds));
    }
    let mut copies = ground.design.copies.clone();
    copies
        .iter_mut()
        .filter(|copy| copy.table == table)
        .for_each(|copy| to.clone_into(&mut copy.table));
    if copies != ground.design.copies {
        edits.push(Edit::SetCopies(copies));
    }
    let touched = Touched {
        table: table.to_owned(),
        fate: Some(format!("which is called {to}")),
        ..Touched::default()
    };
    Ok(Drafted { touched, ..Drafted::of(format!("rename the table {table} to {to}"), edits) })
}
