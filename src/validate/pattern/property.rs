//! `\p{…}`: the Unicode properties that ECMAScript has.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, CodePointSetData, PropertyParser};

use super::set::CodePointSet;

/// The sets asked for so far: putting one together takes much longer than all else about a pattern. There are some
/// hundred properties, so it cannot grow without bound.
static KNOWN: Mutex<BTreeMap<String, CodePointSet>> = Mutex::new(BTreeMap::new());

/// The set for what is between the braces; `None` for a property that ECMAScript does not have.
pub fn property(words: &str) -> Option<CodePointSet> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(set) = known.get(words) {
        return Some(set.clone());
    }
    let set = match words.split_once('=') {
        Some((name, value)) => with_value(name, value)?,
        None => alone(words)?,
    };
    known.insert(words.to_owned(), set.clone());
    Some(set)
}

fn with_value(name: &str, value: &str) -> Option<CodePointSet> {
    let script = || PropertyParser::<Script>::new().get_strict(value);
    Some(match name {
        "General_Category" | "gc" => category(value)?,
        "Script" | "sc" => {
            let ranges = CodePointMapData::<Script>::new().iter_ranges_for_value(script()?);
            CodePointSet::new(ranges.map(|range| range.into_inner()))
        }
        "Script_Extensions" | "scx" => {
            let ranges = ScriptWithExtensions::new().get_script_extensions_ranges(script()?);
            CodePointSet::new(ranges.map(|range| range.into_inner()))
        }
        _ => return None,
    })
}

fn alone(name: &str) -> Option<CodePointSet> {
    Some(match name {
        "Any" => CodePointSet::any(),
        "ASCII" => CodePointSet::new([(0, 0x7F)]),
        "Assigned" => category("Cn")?.complement(),
        _ => match category(name) {
            Some(set) => set,
            None => {
                let set = CodePointSetData::new_for_ecma262(name.as_bytes())?;
                CodePointSet::new(set.iter_ranges().map(|range| range.into_inner()))
            }
        },
    })
}

fn category(name: &str) -> Option<CodePointSet> {
    let group = PropertyParser::<GeneralCategoryGroup>::new().get_strict(name)?;
    let ranges = CodePointMapData::<GeneralCategory>::new().iter_ranges_for_group(group);
    Some(CodePointSet::new(ranges.map(|range| range.into_inner())))
}
