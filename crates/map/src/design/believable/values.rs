//! Values like those that were seen: learnt once for an attribute, made as often as wanted.
//!
//! Owns the guess what an attribute's values are, by its name and by what was seen, and the making of another one. What belongs
//! together in an item (a key and the attributes it is made of) is not its business.

use key_engine::order::SortedSet;
use key_engine::{AttributeValue, Item};

use super::chance::Chance;
use super::moment::{self, DAY, Moment, Spelling};
use super::person::Person;
use super::shape::{Shape, Steps};
use super::word::{Word, word_of};

/// What the values of an attribute are.
#[derive(Clone, Debug)]
pub enum Class {
    /// One of those seen: the item that is taken for an example says which.
    Example,
    /// A UUID; large letters or small.
    Uuid { large: bool },
    /// A ULID.
    Ulid,
    /// A moment within the range seen, in the grain seen.
    Moment { spelling: Spelling, least: i64, most: i64, grain: i64 },
    /// A number within the range seen, of so many decimals.
    Number { least: i64, most: i64, decimals: u32 },
    /// The number after the largest.
    Counter { last: i64 },
    /// An id in the pattern seen: the next, or where ids come again one like them.
    Id { shape: Shape, fresh: bool },
    /// An id after the one given last.
    Steps(Steps),
    /// So many hexadecimal digits.
    Hex { length: usize, large: bool },
    /// Something of a person, or of another kind that the name tells.
    Word(Word),
    /// As many bytes.
    Bytes,
    /// True or false.
    Bool,
    /// A map, whose members are learnt each for itself.
    Map(Vec<(String, Class)>),
}

/// Values that are looked at.
const MOST_SEEN: usize = 600;

/// Whether values are each another one, and whether each stands for its item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It tells items apart: every new item has another one.
    Identity,
    /// Anything else.
    Plain,
}

impl Class {
    /// What the values of an attribute are. Of an identity all values are to be given, since the next is none of them.
    pub fn of(name: &str, seen: &[&AttributeValue], role: Role) -> Self {
        let first = seen.first().map_or("", |value| value.type_name());
        let same_type = seen.iter().all(|value| value.type_name() == first);
        match first {
            "S" if same_type => {
                let texts: Vec<&str> = seen.iter().filter_map(|value| text(value)).collect();
                of_texts(name, &texts, role)
            }
            "N" if same_type => of_numbers(seen, role),
            "BOOL" if same_type => Self::Bool,
            "B" if same_type => Self::Bytes,
            "M" if same_type => of_maps(seen),
            _ => Self::Example,
        }
    }

    /// What an attribute of which nothing was seen may be, by its name alone.
    pub fn of_name(name: &str) -> Self {
        let lower = name.trim().to_ascii_lowercase();
        if let Some(word) = word_of(&lower, &[]) {
            return Self::Word(word);
        }
        let tells = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
        let spelling = if tells(&["month"]) {
            Some("2026-01")
        } else if tells(&["date", "day"]) {
            Some("2026-01-01")
        } else if tells(&["at", "time", "timestamp", "when", "created", "updated"])
            && !tells(&["format"])
        {
            Some("2026-01-01T00:00:00Z")
        } else {
            None
        };
        if let Some((start, spelling)) = spelling.and_then(moment::read) {
            let grain = if tells(&["month", "date", "day"]) { DAY } else { 60 };
            return Self::Moment { spelling, least: start.0, most: start.0 + 300 * DAY, grain };
        }
        let letters = name.chars().filter(char::is_ascii_alphabetic);
        let start: String = letters.take(1).map(|letter| letter.to_ascii_uppercase()).collect();
        let first = format!("{start}1000");
        match Shape::of([first.as_str()].into_iter()) {
            Some(shape) => Self::Id { shape, fresh: true },
            None => Self::Steps(Steps::from("X1000")),
        }
    }

    /// Another value. `example` is the attribute's value in the item that is taken for an example.
    pub fn make(
        &mut self,
        example: Option<&AttributeValue>,
        person: &Person,
        chance: &mut Chance,
    ) -> AttributeValue {
        let kept = || example.cloned().unwrap_or_else(|| AttributeValue::S(String::new()));
        AttributeValue::S(match self {
            Self::Example => return kept(),
            Self::Bool => return AttributeValue::Bool(chance.below(2) == 0),
            Self::Bytes => return bytes_like(example, chance),
            Self::Map(members) => return map_like(members, example, person, chance),
            Self::Number { least, most, decimals } => {
                return number(chance.between(*least, *most), *decimals);
            }
            Self::Counter { last } => {
                *last = last.saturating_add(1);
                return number(*last, 0);
            }
            Self::Uuid { large } => uuid(*large, chance),
            Self::Ulid => {
                const CROCKFORD: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
                format!("01J{}", chance.characters(CROCKFORD, 23))
            }
            Self::Moment { spelling, least, most, grain } => {
                let steps = chance.between(0, (*most - *least) / (*grain).max(1));
                spelling.write(Moment(*least + steps * *grain), chance.next() % 1_000)
            }
            Self::Id { shape, fresh: true } => shape.next(chance),
            Self::Id { shape, fresh: false } => shape.like(chance),
            Self::Steps(steps) => steps.next(),
            Self::Hex { length, large } => {
                let digits = if *large { "0123456789ABCDEF" } else { "0123456789abcdef" };
                chance.characters(digits, *length)
            }
            Self::Word(word) => word.make(example, person, chance),
        })
    }
}

fn text(value: &AttributeValue) -> Option<&str> {
    match value {
        AttributeValue::S(text) => Some(text),
        _ => None,
    }
}

fn of_texts(name: &str, texts: &[&str], role: Role) -> Class {
    let sample = texts.get(..texts.len().min(MOST_SEEN)).unwrap_or(texts);
    let all = |holds: &dyn Fn(&str) -> bool| sample.iter().all(|text| holds(text));
    let large = sample.iter().any(|text| text.bytes().any(|byte| byte.is_ascii_uppercase()));
    if all(&is_uuid) {
        return Class::Uuid { large };
    }
    if all(&is_ulid) {
        return Class::Ulid;
    }
    if let Some(class) = of_moments(sample) {
        return class;
    }
    let different: SortedSet<&str> = sample.iter().copied().collect();
    let come_again =
        different.len() * 3 <= sample.len() || (different.len() == 1 && sample.len() > 1);
    let lower = name.trim().to_ascii_lowercase();
    if role == Role::Plain && (come_again || is_choice(&lower)) {
        return Class::Example;
    }
    if let Some(word) = word_of(&lower, sample)
        && (role == Role::Plain || matches!(word, Word::Email | Word::Handle))
    {
        return Class::Word(word);
    }
    let length = sample.first().map_or(0, |text| text.len());
    if length >= 16 && all(&|text: &str| text.len() == length && is_hex(text)) {
        return Class::Hex { length, large };
    }
    let fresh =
        role == Role::Identity || (lower.ends_with("id") && different.len() == sample.len());
    match Shape::of(texts.iter().copied()) {
        Some(shape) if role == Role::Identity || (shape.counts() && length <= 40) => {
            Class::Id { shape, fresh }
        }
        None if role == Role::Identity => {
            Class::Steps(Steps::from(texts.last().copied().unwrap_or("X1000")))
        }
        _ => Class::Example,
    }
}

/// Names of attributes of which the values are a choice.
fn is_choice(lower: &str) -> bool {
    const CHOICES: [&str; 14] = [
        "status", "state", "type", "kind", "category", "currency", "country", "plan", "tier",
        "role", "priority", "level", "carrier", "language",
    ];
    CHOICES.iter().any(|choice| lower.ends_with(choice))
}

fn of_moments(sample: &[&str]) -> Option<Class> {
    let (first, spelling) = moment::read(sample.first()?)?;
    let (mut least, mut most, mut grain) = (first.0, first.0, DAY);
    for text in sample {
        let (moment, other) = moment::read(text)?;
        if other != spelling {
            return None;
        }
        least = least.min(moment.0);
        most = most.max(moment.0);
        while moment.0.rem_euclid(grain) != 0 {
            grain = match grain {
                DAY => 3_600,
                3_600 => 60,
                _ => 1,
            };
        }
    }
    if most - least < 10 * grain {
        most = least + 30 * DAY.max(grain);
    }
    Some(Class::Moment { spelling, least, most, grain })
}

fn of_numbers(seen: &[&AttributeValue], role: Role) -> Class {
    let texts: Vec<String> =
        seen.iter().filter_map(|value| super::template::text_of(value)).collect();
    let decimals = texts.iter().map(|text| text.split('.').nth(1).map_or(0, str::len)).max();
    let decimals = decimals.unwrap_or_default() as u32;
    let scaled = |text: &String| -> Option<i64> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        format!("{whole}{part:0<width$}", width = decimals as usize).parse().ok()
    };
    let numbers: Option<Vec<i64>> = texts.iter().map(scaled).collect();
    let Some(numbers) = numbers.filter(|_| decimals <= 6) else { return Class::Example };
    let (least, most) = (numbers.iter().min(), numbers.iter().max());
    let (least, most) = (least.copied().unwrap_or_default(), most.copied().unwrap_or_default());
    if role == Role::Identity && decimals == 0 {
        return Class::Counter { last: most };
    }
    Class::Number { least, most, decimals }
}

fn of_maps(seen: &[&AttributeValue]) -> Class {
    let maps = seen.iter().take(MOST_SEEN).filter_map(|value| match value {
        AttributeValue::M(map) => Some(map),
        _ => None,
    });
    let mut members: Vec<(String, Vec<&AttributeValue>)> = Vec::new();
    for (name, value) in maps.flat_map(Item::iter) {
        let has_room = members.len() < 64;
        let known = members.iter().position(|(known, _)| known == name);
        match known.and_then(|at| members.get_mut(at)) {
            Some((_, values)) => values.push(value),
            None if has_room => members.push((name.to_owned(), vec![value])),
            None => {}
        }
    }
    let learnt = members.into_iter().map(|(name, values)| {
        let class = match values.first() {
            // Maps in maps stay as they are in the example.
            Some(AttributeValue::M(_)) => Class::Example,
            _ => Class::of(&name, &values, Role::Plain),
        };
        (name, class)
    });
    Class::Map(learnt.collect())
}

fn map_like(
    members: &mut [(String, Class)],
    example: Option<&AttributeValue>,
    person: &Person,
    chance: &mut Chance,
) -> AttributeValue {
    let mut made = Item::new();
    let Some(AttributeValue::M(example)) = example else { return AttributeValue::M(made) };
    for (name, value) in example.iter() {
        let class = members.iter_mut().find(|(known, _)| known == name).map(|(_, class)| class);
        let value = match class {
            Some(class) => class.make(Some(value), person, chance),
            None => value.clone(),
        };
        made.insert(name, value);
    }
    AttributeValue::M(made)
}

fn bytes_like(example: Option<&AttributeValue>, chance: &mut Chance) -> AttributeValue {
    let length = match example {
        Some(AttributeValue::B(bytes)) => bytes.len(),
        _ => 8,
    };
    AttributeValue::B((0..length).map(|_| chance.next() as u8).collect())
}

/// A number of so many decimals.
fn number(scaled: i64, decimals: u32) -> AttributeValue {
    let sign = if scaled < 0 { "-" } else { "" };
    let (size, scale) = (scaled.unsigned_abs(), 10_u64.pow(decimals));
    let text = match decimals {
        0 => format!("{sign}{size}"),
        _ => format!("{sign}{}.{:0width$}", size / scale, size % scale, width = decimals as usize),
    };
    text.parse().map_or(AttributeValue::Null, AttributeValue::N)
}

fn uuid(large: bool, chance: &mut Chance) -> String {
    let digits = if large { "0123456789ABCDEF" } else { "0123456789abcdef" };
    let mut run = |count| chance.characters(digits, count);
    let (one, two, three, four, five) = (run(8), run(4), run(3), run(3), run(12));
    format!("{one}-{two}-4{three}-{}{four}-{five}", if large { 'A' } else { 'a' })
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_uuid(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    parts.len() == 5
        && parts
            .iter()
            .zip([8, 4, 4, 4, 12])
            .all(|(part, length)| part.len() == length && is_hex(part))
}

fn is_ulid(text: &str) -> bool {
    text.len() == 26
        && text.starts_with(|first: char| ('0'..='7').contains(&first))
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn made(name: &str, seen: &[Value], role: Role) -> Vec<Value> {
        let seen: Vec<AttributeValue> =
            seen.iter().map(|value| AttributeValue::from_json(value).unwrap()).collect();
        let seen: Vec<&AttributeValue> = seen.iter().collect();
        let mut class = Class::of(name, &seen, role);
        let mut chance = Chance(9);
        let person = Person::of(&mut chance);
        (0..40)
            .map(|at| {
                class.make(seen.get(at % seen.len()).copied(), &person, &mut chance).to_json()
            })
            .collect()
    }

    #[test]
    fn values_are_like_those_seen() {
        let holds = |name: &str, seen: &[Value], holds: &dyn Fn(&str) -> bool| {
            for value in made(name, seen, Role::Plain) {
                let text = value.as_object().unwrap().values().next().unwrap();
                let text = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
                assert!(holds(&text), "{name}: {text}");
            }
        };
        let texts =
            |texts: &[&str]| texts.iter().map(|text| json!({"S": text})).collect::<Vec<_>>();
        let numbers =
            |texts: &[&str]| texts.iter().map(|text| json!({"N": text})).collect::<Vec<_>>();
        holds("email", &texts(&["a.b@shop.example"]), &|it| it.ends_with("@shop.example"));
        holds("placedAt", &texts(&["2026-01-01T08:00:00Z", "2026-03-01T09:30:00Z"]), &|it| {
            ("2026-01-01".."2026-03-02").contains(&it) && it.ends_with(":00Z")
        });
        holds("total", &numbers(&["12.5", "99.95", "7"]), &|it| {
            let number: f64 = it.parse().unwrap();
            (7.0..=99.95).contains(&number)
                && it.split('.').nth(1).is_none_or(|part| part.len() <= 2)
        });
        holds("status", &texts(&["OPEN", "DONE"]), &|it| matches!(it, "OPEN" | "DONE"));
        holds("customerName", &texts(&["Leo Martin", "Ada Berg", "Ines Rao"]), &|it| {
            it.split(' ').count() == 2
        });
        holds("ref", &texts(&["6b1f0c1e-7a55-4c3f-9b1e-0f4a7c2d9e10"]), &is_uuid);
        holds("key", &texts(&["01J9ZQ8D5T7X3KQ2M4N6P8R0AB"]), &is_ulid);
        holds("bin", &texts(&["A-1-7", "B-2-9", "A-3-1"]), &|it| {
            Shape::of(["A-1-7", it].into_iter()).is_some()
        });
        holds("paid", &[json!({"BOOL": true})], &|it| it == "true" || it == "false");
    }

    #[test]
    fn ids_are_each_another_one_and_none_of_those_seen() {
        for seen in [
            vec![json!({"S": "O1001"}), json!({"S": "O1007"})],
            vec![json!({"S": "alice"}), json!({"S": "b0b"})],
            vec![json!({"N": "7"}), json!({"N": "12"})],
            vec![json!({"S": "6b1f0c1e-7a55-4c3f-9b1e-0f4a7c2d9e10"})],
        ] {
            let ids = made("orderId", &seen, Role::Identity);
            let texts: SortedSet<String> = ids.iter().chain(&seen).map(Value::to_string).collect();
            assert_eq!(texts.len(), ids.len() + seen.len(), "{ids:?}");
        }
    }
}
