//! The rule of RFC 5893 for labels with right-to-left characters, by the reference's rough classes.

use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};

use super::label::{category, script};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    EuropeanNumber,
    ArabicNumber,
    NonspacingMark,
    Right,
    ArabicLetter,
    Left,
    Neutral,
}

fn class(point: u32) -> Class {
    match (point, script(point)) {
        (0x30..=0x39 | 0x6F0..=0x6F9, _) => Class::EuropeanNumber,
        (0x660..=0x669, _) => Class::ArabicNumber,
        _ if category(point) == GeneralCategory::NonspacingMark => Class::NonspacingMark,
        (_, Script::Hebrew) => Class::Right,
        (_, Script::Arabic | Script::Syriac | Script::Thaana | Script::Mandaic) => Class::ArabicLetter,
        _ if GeneralCategoryGroup::Letter.contains(category(point)) => Class::Left,
        _ => Class::Neutral,
    }
}

pub fn has_right_to_left(label: &[u32]) -> bool {
    label
        .iter()
        .any(|point| matches!(class(*point), Class::Right | Class::ArabicLetter | Class::ArabicNumber))
}

/// An empty label does.
pub fn satisfies_rule(label: &[u32]) -> bool {
    let classes: Vec<Class> = label.iter().map(|point| class(*point)).collect();
    match classes.first() {
        None => true,
        Some(Class::Left) => !classes
            .iter()
            .any(|class| matches!(class, Class::Right | Class::ArabicLetter | Class::ArabicNumber)),
        Some(Class::Right | Class::ArabicLetter) => {
            let numbers = [Class::EuropeanNumber, Class::ArabicNumber];
            !classes.contains(&Class::Left) && !numbers.iter().all(|number| classes.contains(number))
        }
        Some(_) => false,
    }
}
