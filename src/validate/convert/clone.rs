//! TypeBox's deep copy, which is not the platform's: what is referred to twice comes out twice, keys that could reach a
//! prototype are left out, and instances of classes are not copied.

use bumpalo::collections::Vec as BumpVec;

use super::run::Conversion;
use super::types::is_unsafe_key;
use crate::validate::effort::Stop;
use crate::validate::refine::Copying;
use crate::validate::schema::Thrown;
use crate::validate::value::{Array, Container, Foreign, ForeignClass, Id, Members, Value};

impl<'a> Conversion<'_, 'a> {
    /// A deep copy of a value.
    pub(super) fn clone_value(&mut self, value: Value<'a>) -> Result<Value<'a>, Stop> {
        let Value::Container(id) = value else { return Ok(value) };
        self.deeper(|conversion| conversion.clone_container(id))
    }

    fn clone_container(&mut self, id: Id) -> Result<Value<'a>, Stop> {
        let copy = match self.heap.container(id) {
            Container::Array(_) => self.clone_array(id)?,
            Container::Object(_) => Container::Object(self.clone_members(id, true)?),
            Container::Foreign(foreign) => {
                let (index, class, inside) = (foreign.index, foreign.class, foreign.inside);
                if class == ForeignClass::DataView {
                    // The reference takes it for a typed array.
                    return Err(Thrown::new("value.slice is not a function").into());
                }
                let copied = matches!(
                    class,
                    ForeignClass::TypedArray
                        | ForeignClass::Bytes
                        | ForeignClass::RegExp
                        | ForeignClass::Map
                        | ForeignClass::Set
                );
                if !copied {
                    return Ok(Value::Container(id));
                }
                let keeps = matches!(class, ForeignClass::TypedArray | ForeignClass::Bytes);
                let members = self.clone_members(id, keeps)?;
                let index = self.host.copy(index, Copying::TypeBox)?;
                Container::Foreign(Foreign { index, class, members, inside })
            }
        };
        Ok(Value::Container(self.heap.add(copy)))
    }

    fn clone_members(&mut self, id: Id, keeps: bool) -> Result<Members<'a>, Stop> {
        let bump = self.heap.bump();
        let count = self.heap.members(id).filter(|_| keeps).map_or(0, Members::len);
        let mut copy = Members::with_capacity_in(count, bump);
        for nth in 0..count {
            let Some((key, value)) =
                self.heap.members(id).and_then(|members| members.pairs().get(nth).copied())
            else {
                break;
            };
            if !is_unsafe_key(key) {
                let value = self.clone_value(value)?;
                copy.push_in_order(key, value);
            }
        }
        Ok(copy)
    }

    /// `array.map(copy)`: holes stay holes, keys that are no indices are left out.
    fn clone_array(&mut self, id: Id) -> Result<Container<'a>, Stop> {
        self.map_array(id, |conversion, item| conversion.clone_value(item))
    }

    /// `array.map(change)`.
    pub(super) fn map_array(
        &mut self,
        id: Id,
        mut change: impl FnMut(&mut Self, Value<'a>) -> Result<Value<'a>, Stop>,
    ) -> Result<Container<'a>, Stop> {
        let bump = self.heap.bump();
        let array = Value::Container(id);
        let Some((length, dense)) =
            self.heap.array(array).map(|array| (array.len(), array.as_dense().is_some()))
        else {
            return Ok(Container::Array(Array::dense(BumpVec::new_in(bump), bump)));
        };
        if dense {
            let mut items = BumpVec::with_capacity_in(length as usize, bump);
            for index in 0..length {
                let item = self.heap.array(array).and_then(|array| array.item(index));
                items.push(change(self, item.unwrap_or(Value::Undefined))?);
            }
            return Ok(Container::Array(Array::dense(items, bump)));
        }
        let mut present = BumpVec::new_in(bump);
        let mut nth = 0;
        while let Some((index, item)) = self.heap.array(array).and_then(|array| array.present(nth)) {
            present.push((index, change(self, item)?));
            nth += 1;
        }
        let copy = Array::holed(length, present, Members::new_in(bump));
        Ok(Container::Array(copy.unwrap_or_else(|| Array::dense(BumpVec::new_in(bump), bump))))
    }
}
