//! Which kinds of item repeat which.
//!
//! Owns the judgement that two kinds hold the same facts under different keys. Two kinds do when items of the one name items of
//! the other by their texts, and
//! - they agree on at least two attributes that are no ids, more often than items that do not belong together do; or
//! - their keys are the same two ids, the partition key of one in the sort key of the other: one edge, stored at both ends; they
//!   agree on some attribute besides, or none is without its other end.
//!
//! It looks at some items of each kind; whether all copies agree is the comparison's.

use key_engine::order::sort_by;
use key_engine::{Index, Item};

use super::kinds::{Field, KEPT, Kind, Piece};
use super::template::{Effort, Part, Template, learn, partner, place_of};
use crate::design::{Design, EntityFinder};

/// Of the items tried, this share in tenths must have a partner.
const ENOUGH_TENTHS: usize = 6;
/// Attributes that must agree.
const ENOUGH_ATTRIBUTES: usize = 2;
/// Pairs that show an edge where no attribute does.
const ENOUGH_PAIRS: usize = 3;
/// Look-ups for one look at a design.
const EFFORT: usize = 40_000;

/// Two kinds of which one repeats the other.
#[derive(Clone, Debug)]
pub(super) struct Tie {
    /// The place of the source among the kinds.
    pub source: usize,
    /// The place of the copy among the kinds.
    pub copy: usize,
    /// How one names the other.
    pub template: Template,
    /// Whether it is the source that names its copy; else the copy names its source.
    pub from_source: bool,
    /// Several items of the copy repeat one of the source.
    pub many: bool,
    /// The same two ids, the other way round: an edge stored at both ends.
    pub is_edge: bool,
    /// The attributes that are repeated.
    pub attributes: Vec<String>,
}

/// All ties between kinds, in the kinds' order.
pub(super) fn detect(design: &Design, kinds: &[Kind<'_>]) -> Vec<Tie> {
    let finders: Vec<EntityFinder> = kinds.iter().map(|kind| kind.finder(design)).collect();
    let mut effort = Effort(EFFORT);
    let mirrors = mirrored_tables(kinds);
    let mut ties = Vec::new();
    for (one, first) in kinds.iter().enumerate() {
        for (other, second) in kinds.iter().enumerate().skip(one + 1) {
            let tables = (first.table.name(), second.table.name());
            if mirrors.contains(&tables) {
                continue;
            }
            let Some(mut tie) = tie_of(kinds, &finders, (one, other), &mut effort) else {
                continue;
            };
            let (from, to) = tie.teller_and_told();
            let both = kinds.get(from).zip(kinds.get(to));
            let pairs = pairs_of(kinds, &finders, &tie);
            let (Some((teller, told)), Some(pairs)) = (both, pairs) else { continue };
            let (attributes, facts) = repeated(&pairs, &tie.template, teller, told);
            let is_edge =
                tie.is_edge && (!attributes.is_empty() || all_pair_up(&pairs, teller, told));
            if is_edge || (pairs.len() > 1 && facts >= ENOUGH_ATTRIBUTES) {
                tie.attributes = attributes;
                ties.push(tie);
            }
        }
    }
    ties
}

/// The tie of a source and its copy, which a design declares: any way by which some items name others will do.
pub(super) fn tie_between(
    kinds: &[Kind<'_>],
    finders: &[EntityFinder],
    (source, copy): (usize, usize),
) -> Option<Tie> {
    let mut effort = Effort(EFFORT);
    let way = best_way(kinds, finders, (source, copy), 0, &mut effort)?;
    let from_source = way.from == source;
    Some(Tie {
        source,
        copy,
        is_edge: false,
        from_source,
        // Of several sources with one copy nothing can be said but pair by pair.
        many: way.many,
        attributes: Vec::new(),
        template: way.template,
    })
}

/// The tie of two kinds, whatever they agree on.
fn tie_of(
    kinds: &[Kind<'_>],
    finders: &[EntityFinder],
    (one, other): (usize, usize),
    effort: &mut Effort,
) -> Option<Tie> {
    let way = best_way(kinds, finders, (one, other), ENOUGH_TENTHS, effort)?;
    let (first, second) = (kinds.get(one)?, kinds.get(other)?);
    // Of several that repeat one, that one is the source; of two that pair up, the one that holds more.
    let source = if way.many {
        way.to
    } else if weight(second) > weight(first) {
        other
    } else {
        one
    };
    let copy = if source == one { other } else { one };
    Some(Tie {
        source,
        copy,
        is_edge: is_edge(&way.template, kinds.get(way.from)?),
        from_source: way.from == source,
        many: way.many,
        attributes: Vec::new(),
        template: way.template,
    })
}

/// One kind naming another.
struct Way {
    from: usize,
    to: usize,
    template: Template,
    many: bool,
    /// Of its items, how many of a hundred have a partner.
    share: usize,
}

/// The better of the two ways in which two kinds can name each other: by texts that do not change.
fn best_way(
    kinds: &[Kind<'_>],
    finders: &[EntityFinder],
    (one, other): (usize, usize),
    enough_tenths: usize,
    effort: &mut Effort,
) -> Option<Way> {
    let there = way(kinds, finders, (one, other), enough_tenths, effort);
    let back = way(kinds, finders, (other, one), enough_tenths, effort);
    match (there, back) {
        (Some(there), Some(back)) => {
            let steadier = back.template.changeable() < there.template.changeable();
            let back_is_better =
                if steadier { back.share * 2 >= there.share } else { back.share > there.share * 2 };
            Some(if back_is_better { back } else { there })
        }
        (there, back) => there.or(back),
    }
}

fn way(
    kinds: &[Kind<'_>],
    finders: &[EntityFinder],
    (from, to): (usize, usize),
    enough_tenths: usize,
    effort: &mut Effort,
) -> Option<Way> {
    let (teller, told, finder) = (kinds.get(from)?, kinds.get(to)?, finders.get(to)?);
    let template = learn(teller, told, finder, enough_tenths == 0, effort)?;
    let mut found = Vec::new();
    for item in &teller.items {
        found.extend(partner(&template, item, told, finder).map(place_of));
    }
    if found.len() * 10 < teller.items.len() * enough_tenths {
        return None;
    }
    let all = found.len();
    let share = all * 100 / teller.items.len().max(1);
    sort_by(&mut found, Ord::cmp);
    found.dedup();
    Some(Way { from, to, template, many: found.len() < all, share })
}

type Pairs<'d> = Vec<(&'d Item, &'d Item)>;

/// Items of the kind that names with those of the kind that is named.
pub(super) fn pairs_of<'d>(
    kinds: &[Kind<'d>],
    finders: &[EntityFinder],
    tie: &Tie,
) -> Option<Pairs<'d>> {
    let (from, to) = tie.teller_and_told();
    let (teller, told, finder) = (kinds.get(from)?, kinds.get(to)?, finders.get(to)?);
    let pair =
        |item: &&'d Item| partner(&tie.template, item, told, finder).map(|found| (*item, found));
    Some(teller.items.iter().filter_map(pair).collect())
}

impl Tie {
    /// The kind that names, and the one that is named.
    pub fn teller_and_told(&self) -> (usize, usize) {
        if self.from_source { (self.source, self.copy) } else { (self.copy, self.source) }
    }
}

/// The attributes on which pairs agree, and how many of them are facts rather than ids.
fn repeated(
    pairs: &Pairs<'_>,
    template: &Template,
    from: &Kind<'_>,
    to: &Kind<'_>,
) -> (Vec<String>, usize) {
    let Some((first, _)) = pairs.first() else { return (Vec::new(), 0) };
    let by_texts = template.fields();
    let mut attributes = Vec::new();
    let mut facts = 0;
    for (name, _) in first.iter() {
        let is_key = |kind: &Kind<'_>| {
            kind.table.primary().key_schema().iter().any(|element| element.attribute == name)
        };
        if is_key(from) || is_key(to) || !agree_beyond_chance(pairs, name) {
            continue;
        }
        let (in_from, in_to) = ids(pairs, name, from, to);
        if in_from && in_to {
            continue;
        }
        attributes.push(name.to_owned());
        let in_index = |kind: &Kind<'_>| {
            let mut keys = kind.table.indexes().flat_map(Index::key_schema);
            keys.any(|element| element.attribute == name)
        };
        let pairs_up = by_texts.iter().any(|field| field.attribute == name);
        facts += usize::from(!(in_from || in_to || pairs_up || in_index(from) || in_index(to)));
    }
    (attributes, facts)
}

/// Whether both items of a pair have the same value, in most pairs, and more often than items of different pairs have.
fn agree_beyond_chance(pairs: &Pairs<'_>, name: &str) -> bool {
    let values: Vec<_> =
        pairs.iter().map(|(one, other)| (one.get(name), other.get(name))).collect();
    let both: Vec<_> =
        values.iter().filter_map(|(one, other)| Some((*one.as_ref()?, *other.as_ref()?))).collect();
    let count = both.len();
    if count < 2 || count * 2 < pairs.len() {
        return false;
    }
    let agree = both.iter().filter(|(one, other)| one == other).count();
    let mut strangers = 0;
    for (at, (one, _)) in both.iter().enumerate() {
        let others =
            both.iter().enumerate().filter(|(place, (_, other))| *place != at && one == other);
        strangers += others.count();
    }
    let agree = agree as f64 / count as f64;
    let chance = strangers as f64 / (count * (count - 1)) as f64;
    agree >= 0.6 && agree - chance >= 0.25
}

/// Whether an attribute's values are texts of the keys of the one kind, and of the other.
fn ids(pairs: &Pairs<'_>, name: &str, from: &Kind<'_>, to: &Kind<'_>) -> (bool, bool) {
    let attribute = Field { attribute: name.to_owned(), piece: None, is_key: false };
    let in_keys = |kind: &Kind<'_>, item: &Item| {
        attribute.text_in(item).is_some_and(|value| {
            let keys = kind.fields.iter().filter(|(field, _)| field.is_key);
            keys.clone().any(|(field, _)| field.text_in(item).as_deref() == Some(&*value))
        })
    };
    let mut counts = (0, 0);
    for (one, other) in pairs {
        counts.0 += usize::from(in_keys(from, one));
        counts.1 += usize::from(in_keys(to, other));
    }
    (counts.0 * 2 > pairs.len(), counts.1 * 2 > pairs.len())
}

/// Whether the key of the partner is the item's own, the other way round.
fn is_edge(template: &Template, from: &Kind<'_>) -> bool {
    let [(_, _, hash), (_, _, range)] = template.keys.as_slice() else { return false };
    let Some(own_hash) = from.shape.first().map(|key| key.attribute.as_str()) else { return false };
    let fields = |parts: &[Part]| -> Vec<Field> {
        let fields = parts.iter().filter_map(|part| match part {
            Part::Field(field) => Some(field.clone()),
            Part::Constant(_) => None,
        });
        fields.collect()
    };
    let (hash, range) = (fields(hash), fields(range));
    let of_key = |fields: &[Field], own: bool| {
        !fields.is_empty()
            && fields.iter().all(|field| field.is_key && (field.attribute == own_hash) == own)
    };
    of_key(&hash, false) && of_key(&range, true) && open_count(from) == hash.len() + range.len()
}

fn open_count(kind: &Kind<'_>) -> usize {
    let pieces = kind.shape.iter().flat_map(|key| &key.pieces);
    pieces.filter(|piece| matches!(piece, Piece::Open(_))).count()
}

/// Whether each item at either end has one at the other. Ids of two kinds may be equal by chance, but not all of them.
fn all_pair_up(pairs: &Pairs<'_>, teller: &Kind<'_>, told: &Kind<'_>) -> bool {
    pairs.len() >= ENOUGH_PAIRS
        && pairs.len() == teller.items.len()
        && (told.items.len() == pairs.len() || told.items.len() == KEPT)
}

/// How much the items of a kind hold.
fn weight(kind: &Kind<'_>) -> usize {
    let attributes: usize = kind.items.iter().map(|item| item.len()).sum();
    attributes * 100 / kind.items.len().max(1)
}

/// Pairs of tables that hold the same items under the same keys: two versions of one design, shown side by side.
fn mirrored_tables<'d>(kinds: &[Kind<'d>]) -> Vec<(&'d str, &'d str)> {
    let mut mirrors = Vec::new();
    for (at, one) in kinds.iter().enumerate() {
        for other in kinds.iter().skip(at + 1) {
            let (door, names) = (other.table.primary(), (one.table.name(), other.table.name()));
            let alike = one.table.primary().key_schema() == door.key_schema();
            if names.0 == names.1 || !alike || mirrors.contains(&names) {
                continue;
            }
            let same = one.items.iter().filter(|item| door.find(item).is_some()).count();
            if same * 2 > one.items.len() {
                mirrors.push(names);
            }
        }
    }
    mirrors
}
