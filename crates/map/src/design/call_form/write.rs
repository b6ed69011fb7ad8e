//! The form, written as a call.

use key_engine::value::Members;
use serde_json::{Map, Value};

use super::{
    CallForm, DoorKeys, Field, FieldError, FieldProblem, Filter, FilterRow, FilterTest,
    FormOperation, KeyAttribute, SortTest, TableKeys,
    placeholders::{Draft, Slot},
    value_kind::{Hint, typed, typed_key},
};
use crate::design::Call;

type Written<T> = Result<T, FieldError>;

fn fault<T>(field: Field, message: FieldProblem) -> Written<T> {
    Err(FieldError { field, message })
}

impl CallForm {
    /// The call that the fields make. A filter written as an expression that rows can show is written as rows would
    /// write it, so that reading the call and writing it again changes nothing.
    ///
    /// # Errors
    /// The first field that cannot be written, and why. What can be written and makes no sense is `DynamoDB`'s to refuse.
    pub fn to_call(&self, keys: &TableKeys) -> Result<Call, FieldError> {
        let call = self.write(keys)?;
        if matches!(self.filter, Filter::Expression { .. })
            && let Ok(form) = Self::from_call(&call, keys)
            && matches!(form.filter, Filter::Rows(_))
        {
            return form.write(keys);
        }
        Ok(call)
    }

    fn write(&self, keys: &TableKeys) -> Written<Call> {
        let Some(door) = self.door(keys) else {
            return fault(Field::Index, FieldProblem::UnknownIndex);
        };
        let mut input = self.carried.clone();
        input.set("TableName", Value::from(self.table.as_str()));
        let mut draft = Draft::new(&self.remembered);
        if let Filter::Expression { names, values, .. } = &self.filter
            && self.operation != FormOperation::GetItem
        {
            draft.names.extend(names.clone());
            draft.values.extend(values.clone());
        }
        if self.operation == FormOperation::GetItem {
            input.set("Key", Value::Object(self.key(door)?));
        } else {
            self.write_many(door, keys, &mut draft, &mut input)?;
        }
        if self.consistent {
            input.set("ConsistentRead", Value::Bool(true));
        }
        if !self.projection.trim().is_empty() {
            let projection = self.projection(&mut draft)?;
            input.set("ProjectionExpression", Value::from(projection));
        }
        for (parameter, placeholders) in
            [("ExpressionAttributeNames", draft.names), ("ExpressionAttributeValues", draft.values)]
        {
            if !placeholders.is_empty() {
                input.set(parameter, Value::Object(placeholders));
            }
        }
        Ok(Call { operation: self.operation.name().to_owned(), input: Value::Object(input) })
    }

    /// What a Query or Scan has beyond the rest.
    fn write_many(
        &self,
        door: &DoorKeys,
        keys: &TableKeys,
        draft: &mut Draft<'_>,
        input: &mut Map<String, Value>,
    ) -> Written<()> {
        // what another operation had no field for, this one has
        input.retain(|parameter, _| {
            !["IndexName", "FilterExpression", "Limit"].contains(&parameter.as_str())
        });
        if let Some(index) = &self.index {
            input.set("IndexName", Value::from(index.as_str()));
        }
        if self.operation == FormOperation::Query {
            input.remove("KeyConditionExpression");
            input.remove("ScanIndexForward");
            let conditions = self.key_conditions(door, draft)?;
            if !conditions.is_empty() {
                let joined = conditions.join(" AND ");
                input.set("KeyConditionExpression", Value::from(joined));
            }
            if self.backward {
                input.set("ScanIndexForward", Value::Bool(false));
            }
        }
        if let Some(filter) = self.filter(keys, draft)? {
            input.set("FilterExpression", Value::from(filter));
        }
        let limit = self.limit.trim();
        if !limit.is_empty() {
            let number = limit.parse::<i64>().map_err(|_| FieldError {
                field: Field::Limit,
                message: FieldProblem::NotAWholeNumber { found: limit.to_owned() },
            })?;
            input.set("Limit", Value::from(number));
        }
        if self.count_only {
            input.set("Select", Value::from("COUNT"));
        }
        if let Some(key) = &self.exclusive_start_key {
            input.set("ExclusiveStartKey", key.clone());
        }
        Ok(())
    }

    /// The `Key` of a `GetItem`: what is given of it.
    fn key(&self, door: &DoorKeys) -> Written<Map<String, Value>> {
        let mut key = Map::new();
        let mut insert = |attribute: &KeyAttribute, text: &str, field| match text {
            "" => Ok(()),
            text => {
                key.insert(attribute.name.clone(), key_value(attribute, text, field)?);
                Ok(())
            }
        };
        for (place, (attribute, text)) in
            door.partition.iter().zip(&self.partition_values).enumerate()
        {
            insert(attribute, text, Field::PartitionValue(place))?;
        }
        if let Some(attribute) = door.sort.first() {
            insert(attribute, &self.sort.value, Field::SortValue)?;
        }
        Ok(key)
    }

    fn key_conditions(&self, door: &DoorKeys, draft: &mut Draft<'_>) -> Written<Vec<String>> {
        let mut conditions = Vec::new();
        for (place, (attribute, text)) in
            door.partition.iter().zip(&self.partition_values).enumerate()
        {
            if !text.is_empty() {
                let value = key_value(attribute, text, Field::PartitionValue(place))?;
                conditions.push(equality(draft, attribute, value, Slot::Partition(place), "pk"));
            }
        }
        let given = self.sort_prefix.iter().take_while(|text| !text.is_empty()).count();
        if let Some(gap) = self.sort_prefix.iter().skip(given).position(|text| !text.is_empty()) {
            return fault(Field::SortPrefix(given + gap), FieldProblem::Gap);
        }
        for (place, (attribute, text)) in
            door.sort.iter().zip(&self.sort_prefix).take(given).enumerate()
        {
            let value = key_value(attribute, text, Field::SortPrefix(place))?;
            conditions.push(equality(draft, attribute, value, Slot::Sort(place, false), "sk"));
        }
        if let Some(attribute) = door.sort.get(given)
            && self.sort.test.takes_value()
        {
            conditions.push(self.sort_condition(attribute, given, draft)?);
        }
        Ok(conditions)
    }

    fn sort_condition(
        &self,
        attribute: &KeyAttribute,
        place: usize,
        draft: &mut Draft<'_>,
    ) -> Written<String> {
        let lower = key_value(attribute, &self.sort.value, Field::SortValue)?;
        let lower = draft.value(Slot::Sort(place, false), "sk", lower);
        let name = draft.name(&attribute.name);
        Ok(match self.sort.test {
            SortTest::BeginsWith => format!("begins_with({name}, {lower})"),
            SortTest::Between => {
                if self.sort.upper.is_empty() {
                    return fault(Field::SortUpper, FieldProblem::NoUpperBound);
                }
                let upper = key_value(attribute, &self.sort.upper, Field::SortUpper)?;
                let upper = draft.value(Slot::Sort(place, true), "sk", upper);
                format!("{name} BETWEEN {lower} AND {upper}")
            }
            test => format!("{name} {} {lower}", test.label()),
        })
    }

    /// The filter's expression; none for no filter.
    fn filter(&self, keys: &TableKeys, draft: &mut Draft<'_>) -> Written<Option<String>> {
        let mut conditions = Vec::new();
        match &self.filter {
            Filter::Rows(rows) => {
                for (place, row) in rows.iter().enumerate() {
                    conditions.push(condition(row, place, keys, draft)?);
                }
            }
            Filter::Expression { text, .. } if text.is_empty() => {}
            Filter::Expression { text, .. } => conditions.push(text.clone()),
        }
        Ok((!conditions.is_empty()).then(|| conditions.join(" AND ")))
    }

    fn projection(&self, draft: &mut Draft<'_>) -> Written<String> {
        let written = self.projection.split(',').map(|typed| {
            draft.path(typed).ok_or_else(|| FieldError {
                field: Field::Projection,
                message: FieldProblem::NotAPath { found: typed.trim().to_owned() },
            })
        });
        Ok(written.collect::<Written<Vec<_>>>()?.join(", "))
    }
}

fn key_value(attribute: &KeyAttribute, text: &str, field: Field) -> Written<Value> {
    typed_key(attribute.key_type, text).map_err(|message| FieldError { field, message })
}

fn equality(
    draft: &mut Draft<'_>,
    attribute: &KeyAttribute,
    value: Value,
    slot: Slot,
    fresh: &str,
) -> String {
    let placeholder = draft.value(slot, fresh, value);
    format!("{} = {placeholder}", draft.name(&attribute.name))
}

/// A row as a condition.
fn condition(
    row: &FilterRow,
    place: usize,
    keys: &TableKeys,
    draft: &mut Draft<'_>,
) -> Written<String> {
    let field = Field::FilterRow(place);
    let Some(path) = draft.path(&row.attribute) else {
        return fault(field, FieldProblem::NotAPath { found: row.attribute.trim().to_owned() });
    };
    let fresh: String = row.attribute.rsplit('.').next().unwrap_or_default().to_owned();
    let hint = hint(row.attribute.trim(), row.test, keys);
    let mut value = |kind, text: &str, upper| {
        let value = typed(kind, text, hint).map_err(|message| FieldError { field, message })?;
        Ok(draft.value(Slot::Filter(place, upper), &fresh, value))
    };
    Ok(match row.test {
        FilterTest::Exists => format!("attribute_exists({path})"),
        FilterTest::NotExists => format!("attribute_not_exists({path})"),
        FilterTest::BeginsWith | FilterTest::Contains => {
            format!("{}({path}, {})", row.test.label(), value(row.kind, &row.value, false)?)
        }
        FilterTest::Between => {
            if row.upper.is_empty() {
                return fault(field, FieldProblem::NoUpperBound);
            }
            let lower = value(row.kind, &row.value, false)?;
            format!("{path} BETWEEN {lower} AND {}", value(row.upper_kind, &row.upper, true)?)
        }
        test => format!("{path} {} {}", test.label(), value(row.kind, &row.value, false)?),
    })
}

/// What a guess at the type of a row's value goes by.
pub(super) fn hint<'k>(attribute: &str, test: FilterTest, keys: &'k TableKeys) -> Hint<'k> {
    Hint { attribute_type: keys.attribute_types.get(attribute).map(String::as_str), test }
}
