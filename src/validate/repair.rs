//! Parses text where the schema wants an array or an object and the model sent one as JSON text. No pi does this; it is done
//! before all else, and only for those who asked for it.
//!
//! Never touches a text that the schema could want as a text: it looks at what says so beyond doubt (`type`, and through
//! `allOf`, references within the schema and alternatives of which only one is more than null), and where that is not there
//! it leaves everything as it is.

mod compile;
#[cfg(test)]
mod tests;

use bumpalo::Bump;
use serde_json::Value as Json;

use super::effort::{Effort, Stop};
use super::text::Text;
use super::value::{Container, Heap, Id, Members, Value};
use super::wire;

/// What a schema wants where.
pub struct Repair {
    places: Vec<Place>,
    root: Option<usize>,
}

#[derive(Default)]
struct Place {
    wants: Wants,
    properties: Vec<(Box<[u8]>, usize)>,
    /// For the properties that have none of their own.
    additional: Option<usize>,
    items: Items,
    /// Other schemas that hold for the same value, those that they bring along included.
    also: Vec<usize>,
}

#[derive(Default)]
enum Items {
    #[default]
    None,
    Each(usize),
    List(Vec<Option<usize>>, Option<usize>),
}

/// The types that a schema lets a value have, as far as it says so. The default says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Wants {
    said: bool,
    array: bool,
    object: bool,
    other: bool,
}

impl Wants {
    fn text_is_out_of_place(self) -> bool {
        self.said && !self.other && (self.array || self.object)
    }

    fn or(self, other: Self) -> Self {
        Self {
            said: self.said && other.said,
            array: self.array || other.array,
            object: self.object || other.object,
            other: self.other || other.other,
        }
    }
}

impl Repair {
    /// Repairs arguments, from bytes to bytes. Gives whether anything was parsed; only then new arguments have been written.
    pub fn apply(&self, arguments: &[u8], out: &mut Vec<u8>) -> bool {
        let bump = Bump::new();
        let Ok((mut heap, value)) = wire::decode(arguments, &bump) else { return false };
        // What takes too much is left as it is: validation has its own words for it.
        let Ok(Some(repaired)) = self.run(&mut heap, value) else { return false };
        wire::encode(&heap, repaired, out);
        true
    }

    /// Gives the arguments with the texts parsed, or `None` where there is nothing to parse.
    ///
    /// # Errors
    /// Where the arguments take more than any honest ones do, and where a text stayed in JavaScript.
    fn run<'a>(&self, heap: &mut Heap<'a>, arguments: Value<'a>) -> Result<Option<Value<'a>>, Stop> {
        let Some(root) = self.root else { return Ok(None) };
        let effort = Effort::for_containers(heap.len());
        let mut run = Run { repair: self, heap, effort, changed: false };
        let repaired = run.value(root, arguments)?;
        Ok(run.changed.then_some(repaired))
    }
}

/// A run under way.
struct Run<'r, 'a> {
    repair: &'r Repair,
    heap: &'r mut Heap<'a>,
    effort: Effort,
    changed: bool,
}

impl<'a> Run<'_, 'a> {
    fn value(&mut self, place: usize, value: Value<'a>) -> Result<Value<'a>, Stop> {
        let repair = self.repair;
        let wants = repair.places[place].wants;
        let value = match value {
            Value::Text(text) if wants.text_is_out_of_place() => self.parsed(wants, text).unwrap_or(value),
            Value::LeftOut(_) if wants.text_is_out_of_place() => return Err(Stop::TextWanted),
            _ => value,
        };
        let Value::Container(id) = value else { return Ok(value) };
        self.effort.enter()?;
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.inside(place, id))?;
        self.effort.leave();
        Ok(value)
    }

    fn inside(&mut self, place: usize, id: Id) -> Result<(), Stop> {
        let repair = self.repair;
        let also = &repair.places[place].also;
        let is_array = self.heap.array(Value::Container(id)).is_some();
        std::iter::once(&place).chain(also).try_for_each(|&place| match is_array {
            true => self.items(place, id),
            false => self.members(place, id),
        })
    }

    fn items(&mut self, place: usize, id: Id) -> Result<(), Stop> {
        let repair = self.repair;
        let array = Value::Container(id);
        let length = self.heap.array(array).map_or(0, |array| array.len());
        for index in 0..length {
            let wanted = match &repair.places[place].items {
                Items::None => return Ok(()),
                Items::Each(each) => Some(*each),
                Items::List(list, behind) => match list.get(index as usize) {
                    Some(listed) => *listed,
                    None => *behind,
                },
            };
            let item = self.heap.array(array).and_then(|array| array.item(index));
            let (Some(wanted), Some(item)) = (wanted, item) else { continue };
            let repaired = self.value(wanted, item)?;
            if !repaired.is_same(item)
                && let Container::Array(array) = self.heap.container_mut(id)
            {
                array.set_item(index, repaired);
            }
        }
        Ok(())
    }

    fn members(&mut self, place: usize, id: Id) -> Result<(), Stop> {
        let repair = self.repair;
        let Place { properties, additional, .. } = &repair.places[place];
        let count = self.heap.members(id).map_or(0, Members::len);
        for nth in 0..count {
            let Some(&(key, value)) = self.heap.members(id).and_then(|members| members.pairs().get(nth))
            else {
                break;
            };
            let known = properties.binary_search_by(|(name, _)| (**name).cmp(key.as_bytes()));
            let wanted = known.map_or(*additional, |place| Some(properties[place].1));
            let Some(wanted) = wanted else { continue };
            let repaired = self.value(wanted, value)?;
            if !repaired.is_same(value)
                && let Some(members) = self.heap.members_mut(id)
            {
                members.set_nth(nth, repaired);
            }
        }
        Ok(())
    }

    /// The text as the JSON that it is, where that is what is wanted.
    fn parsed(&mut self, wants: Wants, text: Text<'a>) -> Option<Value<'a>> {
        let json: Json = serde_json::from_str(std::str::from_utf8(text.as_bytes()).ok()?).ok()?;
        if !(json.is_array() && wants.array || json.is_object() && wants.object) {
            return None;
        }
        self.changed = true;
        Some(self.made_of(json))
    }

    /// serde_json goes no deeper than 128.
    fn made_of(&mut self, json: Json) -> Value<'a> {
        match json {
            Json::Null => Value::Null,
            Json::Bool(bool) => Value::Bool(bool),
            Json::Number(number) => number.as_f64().map_or(Value::Null, Value::Number),
            Json::String(text) => self.heap.text(&text),
            Json::Array(items) => {
                let items: Vec<_> = items.into_iter().map(|item| self.made_of(item)).collect();
                Value::Container(self.heap.add_array(items))
            }
            Json::Object(entries) => {
                let id = self.heap.add_object();
                for (key, item) in entries {
                    let item = self.made_of(item);
                    let key = Text::from_wtf8(self.heap.bump().alloc_slice_copy(key.as_bytes()));
                    if let Some(members) = self.heap.members_mut(id) {
                        members.set(key, item);
                    }
                }
                Value::Container(id)
            }
        }
    }
}
