//! Changes to foreign objects: dates, maps, typed arrays and whatever else is more than its properties.
//!
//! What setting a property of one does is JavaScript's affair: it may throw, round, or make an own property of an inherited
//! one. So JavaScript does it, on the object that it kept, and says what came of it. The question holds a key, a byte that
//! is 1 where the property is set to what it is, else 0 and a value. The answer holds three values: a [`Standing`], what
//! the property is now, or undefined where that is the value it was set to, and the object's essence.

use super::effort::Stop;
use super::refine::{Copying, Refine};
use super::schema::Thrown;
use super::text::Text;
use super::value::{Heap, Id, NotCloneable, Value};
use super::wire::{self, Reader, Token, WireError};

/// What kind of property a key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Enumerable,
    Hidden,
    Inherited,
}

/// `object[key] = value`
pub fn assign<'a>(
    heap: &mut Heap<'a>,
    host: &mut dyn Refine,
    id: Id,
    key: Text<'a>,
    value: Value<'a>,
) -> Result<(), Stop> {
    let Some(object) = heap.foreign(id).map(|foreign| foreign.index) else { return Ok(()) };
    let mut question = Vec::new();
    wire::write_key(key, &mut question);
    if heap.get(id, key).is_same(value) {
        question.push(1);
    } else {
        question.push(0);
        wire::encode(heap, value, &mut question);
    }
    let answer = host.assign(object, &question)?;
    let answer = read(heap, &answer).map_err(|error| Thrown::new(error.to_string()))?;
    heap.note(id, key, answer.standing, answer.value.unwrap_or(value), answer.essence);
    Ok(())
}

struct Answer<'a> {
    standing: Standing,
    /// Where it is not the value that the property was set to.
    value: Option<Value<'a>>,
    essence: Option<Value<'a>>,
}

fn read<'a>(heap: &Heap<'a>, answer: &[u8]) -> Result<Answer<'a>, WireError> {
    let mut reader = Reader::new(heap.bump().alloc_slice_copy(answer));
    let Token::Number(kind) = reader.token()? else { return Err(WireError::Malformed) };
    let value = scalar(reader.token()?)?;
    let essence = Some(scalar(reader.token()?)?).filter(|essence| *essence != Value::Undefined);
    let kind = kind as u8;
    let standing = match kind & 3 {
        0 => Standing::Enumerable,
        1 => Standing::Hidden,
        _ => Standing::Inherited,
    };
    Ok(Answer { standing, value: (kind & 4 == 0).then_some(value), essence })
}

fn scalar(token: Token<'_>) -> Result<Value<'_>, WireError> {
    Ok(match token {
        Token::Undefined => Value::Undefined,
        Token::Null => Value::Null,
        Token::Bool(bool) => Value::Bool(bool),
        Token::Number(number) => Value::Number(number),
        Token::Text(text) => Value::Text(text),
        Token::BigInt(digits) => Value::BigInt(digits),
        _ => return Err(WireError::Malformed),
    })
}

/// Gives one object the content of another one of its kind, as emptying it and `Object.assign` do.
pub fn take_over(heap: &mut Heap<'_>, host: &mut dyn Refine, id: Id, from: Id) -> Result<(), Stop> {
    if let (Some(object), Some(source)) = (heap.foreign(id), heap.foreign(from)) {
        host.take_over(object.index, source.index)?;
        heap.take_over_members(id, from);
    }
    Ok(())
}

/// `structuredClone(value)`
pub fn structured_clone<'a>(
    heap: &mut Heap<'a>,
    host: &mut dyn Refine,
    value: Value<'a>,
) -> Result<Value<'a>, Stop> {
    let copied = heap.structured_clone(value, |object| host.copy(object, Copying::Structured))?;
    copied.map_err(|NotCloneable(inherited)| {
        let name = match inherited {
            Value::Inherited(name) if name == Text::from("constructor") => "Object".into(),
            Value::Inherited(name) => name.to_string_lossy(),
            _ => "".into(),
        };
        Thrown::new(format!("function {name}() {{ [native code] }} could not be cloned.")).into()
    })
}
