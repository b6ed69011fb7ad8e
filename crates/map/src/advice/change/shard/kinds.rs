//! The kinds of item whose keys are spread.
//!
//! Owns their key templates and prefixes from then on.

use super::ShardedKeys;
use super::spread::Spread;
use crate::design::Entity;

const SUFFIX: &str = "#{shard}";

/// The kinds of the design, those that are spread with a shard in their key.
pub(super) fn follow(spread: &Spread<'_>, facts: &mut Vec<String>) -> Vec<Entity> {
    let mut kinds = spread.ground.design.entities.clone();
    let wish = spread.wish;
    // Of each kind: items that are spread, and items that are not though they have the attribute.
    let mut counts = vec![(0_u64, 0_u64); kinds.len()];
    let finder = spread.ground.design.entity_finder(&wish.table);
    for item in spread.table.primary().items() {
        let Some(count) = counts.get_mut(finder.of(item)) else { continue };
        if spread.base_in(item).is_some() {
            count.0 += 1;
        } else if item.get(&wish.attribute).is_some() {
            count.1 += 1;
        }
    }
    for (kind, (inside, outside)) in kinds.iter_mut().zip(counts) {
        let is_asked = matches!(&wish.keys, ShardedKeys::Kind(name) if *name == kind.name)
            && kind.table == wish.table;
        if kind.table != wish.table || (inside == 0 && !is_asked) {
            continue;
        }
        if outside > 0 && !is_asked {
            facts.push(format!(
                "The kind {} has other keys too: its key template stays as it is.",
                kind.name
            ));
            continue;
        }
        write_template(kind, spread);
    }
    kinds
}

fn write_template(kind: &mut Entity, spread: &Spread<'_>) {
    let attribute = spread.wish.attribute.as_str();
    let Some(template) = kind.templates.get(attribute) else {
        // What only says what the key begins with goes on doing so, but for the sign before the shard.
        let bare = kind.partition_prefix.strip_suffix('#');
        if spread.is_own
            && spread.wish.shards == 1
            && let Some(bare) = bare.filter(|bare| spread.base_of(bare) == Some(bare))
        {
            kind.partition_prefix = bare.to_owned();
        }
        return;
    };
    let bare = template.strip_suffix(SUFFIX).unwrap_or(template);
    let becomes = if spread.wish.shards == 1 { bare.to_owned() } else { [bare, SUFFIX].concat() };
    kind.templates.insert(attribute.to_owned(), becomes);
    if spread.is_own {
        kind.follow_templates(spread.described);
    }
}
