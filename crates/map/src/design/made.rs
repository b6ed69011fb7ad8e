//! A table of the document, made in the database.
//!
//! Owns: that what the document says of a table is what the database answers of it. No items: those are put by whoever has them.

use key_engine::engine::{CreateTableInput, Database, ServiceError, Table};

use super::TableDesign;

impl TableDesign {
    /// The table, empty and apart of the database.
    ///
    /// # Errors
    /// As `CreateTable` refuses it.
    pub(in crate::design) fn make(&self, database: &mut Database) -> Result<Table, ServiceError> {
        let mut made = database.make_table(CreateTableInput::from_json(&self.create)?)?;
        made.set_time_to_live(self.time_to_live.as_deref());
        Ok(made)
    }

    /// Has the table of that name answer as it is described here, its items untouched.
    ///
    /// # Errors
    /// As `CreateTable` refuses it; there is none, or it has other keys or indexes. Nothing is changed then.
    pub(in crate::design) fn describe(&self, database: &mut Database) -> Result<(), ServiceError> {
        let input = CreateTableInput::from_json(&self.create)?;
        database.describe_as(input)?;
        database.set_time_to_live(self.name(), self.time_to_live.as_deref());
        Ok(())
    }

    /// Gives each door of the table the bays that the design wants for it.
    pub(in crate::design) fn lay_bays(&self, database: &mut Database) {
        let indexes = database.table(self.name()).into_iter().flat_map(Table::indexes);
        let indexes: Vec<String> =
            indexes.filter_map(|index| index.name().map(str::to_owned)).collect();
        database.set_partition_count(self.name(), None, self.bays_of(None));
        for index in indexes {
            database.set_partition_count(self.name(), Some(&index), self.bays_of(Some(&index)));
        }
    }
}
