use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

use super::members::OBJECT_PROTOTYPE;
use super::*;
use crate::validate::text::Text;

/// A clone of what holds no foreign objects.
fn clone<'a>(heap: &mut Heap<'a>, value: Value<'a>) -> Result<Value<'a>, NotCloneable<'a>> {
    heap.structured_clone(value, Ok::<u32, std::convert::Infallible>).unwrap()
}

fn keys<'a>(members: &Members<'a>) -> Vec<&'a str> {
    members.pairs().iter().map(|pair| pair.0.as_str().unwrap()).collect()
}

#[test]
fn an_array_index_is_canonical_and_below_the_greatest_length() {
    for (key, index) in [
        ("0", Some(0)),
        ("7", Some(7)),
        ("4294967294", Some(4_294_967_294)),
        ("4294967295", None),
        ("4294967296", None),
        ("99999999999", None),
        ("", None),
        ("00", None),
        ("01", None),
        ("-1", None),
        ("1.0", None),
        ("1a", None),
    ] {
        assert_eq!(array_index(Text::from(key)), index, "{key:?}");
    }
}

#[test]
fn members_are_in_javascripts_order() {
    let bump = Bump::new();
    let mut members = Members::new_in(&bump);
    for key in ["b", "10", "a", "2", "01", "4294967295", "0"] {
        members.set(Text::from(key), Value::Null);
    }
    members.set(Text::from("a"), Value::Bool(true));
    assert_eq!(keys(&members), ["0", "2", "10", "b", "a", "01", "4294967295"]);
    assert_eq!(members.get(Text::from("a")), Some(Value::Bool(true)));
    assert_eq!(members.get(Text::from("c")), None);
}

#[test]
fn members_are_found_among_many() {
    let bump = Bump::new();
    let mut members = Members::new_in(&bump);
    for number in 0..100 {
        members.set(Text::from(&*bump.alloc_str(&format!("k{number}"))), Value::Number(f64::from(number)));
        assert!(members.has(Text::from("k0")));
    }
    members.set(Text::from("3"), Value::Null);
    assert_eq!(members.get(Text::from("k99")), Some(Value::Number(99.0)));
    assert_eq!(members.pairs()[0], (Text::from("3"), Value::Null));
    members.clear();
    assert!(!members.has(Text::from("k0")));
}

#[test]
fn lookups_see_the_object_prototype() {
    let bump = Bump::new();
    let mut heap = Heap::new_in(&bump);
    let id = heap.add_object();
    for name in OBJECT_PROTOTYPE {
        assert!(heap.has(id, Text::from(name)));
        assert_eq!(heap.get(id, Text::from(name)), Value::Inherited(Text::from(name)));
    }
    assert!(!heap.has(id, Text::from("prototype")));
    assert_eq!(heap.get(id, Text::from("prototype")), Value::Undefined);
    heap.members_mut(id).unwrap().set(Text::from("toString"), Value::Null);
    assert_eq!(heap.get(id, Text::from("toString")), Value::Null);
}

#[test]
fn a_clone_shares_inside_and_not_with_its_original() {
    let bump = Bump::new();
    let mut heap = Heap::new_in(&bump);
    let leaf = heap.add_object();
    let list = heap.add_array([Value::Container(leaf), Value::Container(leaf)]);
    let root = heap.add_object();
    let members = heap.members_mut(root).unwrap();
    members.set(Text::from("self"), Value::Container(root));
    members.set(Text::from("list"), Value::Container(list));

    let Value::Container(copy) = clone(&mut heap, Value::Container(root)).unwrap() else { panic!() };
    assert_ne!(copy, root);
    assert_eq!(heap.get(copy, Text::from("self")), Value::Container(copy));
    let copied = heap.get(copy, Text::from("list"));
    assert_ne!(copied, Value::Container(list));
    let items = heap.array(copied).unwrap();
    assert_eq!(items.item(0), items.item(1));
    assert_ne!(items.item(0), Some(Value::Container(leaf)));
}

#[test]
fn what_is_inherited_cannot_be_cloned() {
    let bump = Bump::new();
    let mut heap = Heap::new_in(&bump);
    let inherited = Value::Inherited(Text::from("toString"));
    let root = heap.add_array([inherited]);
    assert_eq!(clone(&mut heap, Value::Container(root)), Err(NotCloneable(inherited)));
    assert_eq!(clone(&mut heap, inherited), Err(NotCloneable(inherited)));
    assert_eq!(clone(&mut heap, Value::Null), Ok(Value::Null));
}

#[test]
fn holes_can_be_filled() {
    let bump = Bump::new();
    let present = BumpVec::from_iter_in([(1, Value::Null), (4, Value::Bool(true))], &bump);
    let mut array = Array::holed(6, present, Members::new_in(&bump)).unwrap();
    assert_eq!((array.len(), array.count_present(), array.as_dense()), (6, 2, None));
    assert_eq!((array.item(0), array.item(4), array.item(9)), (None, Some(Value::Bool(true)), None));
    array.set_item(2, Value::Undefined);
    array.set_item(4, Value::Null);
    assert_eq!(array.present(1), Some((2, Value::Undefined)));
    assert_eq!(array.present(2), Some((4, Value::Null)));

    let unordered = BumpVec::from_iter_in([(4, Value::Null), (1, Value::Null)], &bump);
    assert!(Array::holed(6, unordered, Members::new_in(&bump)).is_none());
    let behind = BumpVec::from_iter_in([(6, Value::Null)], &bump);
    assert!(Array::holed(6, behind, Members::new_in(&bump)).is_none());
}
