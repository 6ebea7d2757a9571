//! TypeBox types as its guards and factories see them: objects with a `~kind`, made, copied and changed.

use std::collections::HashMap;

use super::tree::{Item, Member, Node, NodeId, Object, Span, Tree};
use crate::validate::rules::Rules;
use crate::validate::schema::Thrown;
use crate::validate::text::Text;
use crate::validate::value::array_index;

/// What `~kind` says a node is, as far as conversion looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Any,
    Array,
    BigInt,
    Boolean,
    Call,
    Constructor,
    Cyclic,
    Deferred,
    Dependent,
    Enum,
    Function,
    Infer,
    Integer,
    Intersect,
    Literal,
    Never,
    Null,
    Number,
    Object,
    Record,
    Ref,
    Rest,
    String,
    Symbol,
    TemplateLiteral,
    Tuple,
    Undefined,
    Union,
    Unknown,
    Void,
    /// No `~kind`, or one that nothing here asks for.
    Other,
}

impl Kind {
    /// The kind with this name.
    pub fn named(name: Text<'_>) -> Self {
        match name.as_bytes() {
            b"Any" => Self::Any,
            b"Array" => Self::Array,
            b"BigInt" => Self::BigInt,
            b"Boolean" => Self::Boolean,
            b"Call" => Self::Call,
            b"Constructor" => Self::Constructor,
            b"Cyclic" => Self::Cyclic,
            b"Deferred" => Self::Deferred,
            b"Dependent" => Self::Dependent,
            b"Enum" => Self::Enum,
            b"Function" => Self::Function,
            b"Infer" => Self::Infer,
            b"Integer" => Self::Integer,
            b"Intersect" => Self::Intersect,
            b"Literal" => Self::Literal,
            b"Never" => Self::Never,
            b"Null" => Self::Null,
            b"Number" => Self::Number,
            b"Object" => Self::Object,
            b"Record" => Self::Record,
            b"Ref" => Self::Ref,
            b"Rest" => Self::Rest,
            b"String" => Self::String,
            b"Symbol" => Self::Symbol,
            b"TemplateLiteral" => Self::TemplateLiteral,
            b"Tuple" => Self::Tuple,
            b"Undefined" => Self::Undefined,
            b"Union" => Self::Union,
            b"Unknown" => Self::Unknown,
            b"Void" => Self::Void,
            _ => Self::Other,
        }
    }
}

/// The reference's "Unreachable".
pub fn unreachable() -> Thrown {
    Thrown::new("Unreachable")
}

/// What V8 says about the member of a value that has none.
pub fn member_of(nothing: &str, key: &str) -> Thrown {
    Thrown::new(format!("Cannot read properties of {nothing} (reading '{key}')"))
}

/// What V8 says where the keys of nothing are asked for.
pub fn no_object() -> Thrown {
    Thrown::new("Cannot convert undefined or null to object")
}

/// Steps after which reducing a type is given up. The reference would be busy for minutes.
const STEPS: u32 = 400_000;
/// Recursion after which the reference's stack is long used up.
const DEEPEST: u32 = 20_000;

/// Types, and how much more may be done with them.
#[derive(Debug)]
pub struct Types {
    pub tree: Tree,
    pub rules: Rules,
    steps: u32,
    depth: u32,
}

/// Keys that TypeBox never copies.
pub fn is_unsafe_key(key: Text<'_>) -> bool {
    matches!(key.as_bytes(), b"__proto__" | b"constructor" | b"prototype")
}

impl Tree {
    /// The kind of a node.
    pub fn kind(&self, item: Item) -> Kind {
        match self.get(item, "~kind") {
            Item::Text(name) => Kind::named(self.text(name)),
            _ => Kind::Other,
        }
    }

    pub fn is_optional(&self, item: Item) -> bool {
        self.has(item, "~optional")
    }

    pub fn is_readonly(&self, item: Item) -> bool {
        self.has(item, "~readonly")
    }

    pub fn is_immutable(&self, item: Item) -> bool {
        self.has(item, "~immutable")
    }

    pub fn is_unsafe(&self, item: Item) -> bool {
        self.own(item, Text::from("~unsafe")) == Some(Item::Null)
    }

    /// The own keys of an object and what they lead to.
    pub fn members(&self, item: Item) -> Result<&[Member], Thrown> {
        match item {
            Item::Undefined | Item::Null => Err(no_object()),
            _ => Ok(self.object(item).map_or(&[], |object| &object.members)),
        }
    }

    /// The items of what has to be an array; the reference asks for its `member` first.
    pub fn elements(&self, item: Item, member: &str) -> Result<&[Item], Thrown> {
        match item {
            Item::Undefined => Err(member_of("undefined", member)),
            Item::Null => Err(member_of("null", member)),
            _ => match self.array(item) {
                Some(items) => Ok(items),
                None if member == "map" => Err(Thrown::new("types.map is not a function")),
                None => Ok(&[]),
            },
        }
    }
}

impl Types {
    pub fn new(tree: Tree, rules: Rules) -> Self {
        Self { tree, rules, steps: STEPS, depth: 0 }
    }

    /// Goes one level deeper, with as much stack as it takes.
    pub fn deeper<T>(&mut self, go: impl FnOnce(&mut Self) -> Result<T, Thrown>) -> Result<T, Thrown> {
        self.spend(1)?;
        if self.depth == DEEPEST {
            return Err(Thrown::too_deep());
        }
        self.depth += 1;
        let result = stacker::maybe_grow(64 * 1024, 1024 * 1024, || go(self));
        self.depth -= 1;
        result
    }

    /// Counts steps done.
    pub fn spend(&mut self, steps: usize) -> Result<(), Thrown> {
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        self.steps = self
            .steps
            .checked_sub(steps)
            .ok_or_else(|| Thrown::new("The tool's schema is too complex to convert arguments by it"))?;
        Ok(())
    }

    /// A new type: enumerable members over which `options` go, and its kind.
    pub fn create(&mut self, kind: &str, enumerable: &[(&str, Item)], options: &[Member]) -> Item {
        let mut members = Vec::with_capacity(enumerable.len() + options.len() + 1);
        for (key, value) in enumerable {
            let key = self.tree.add_text(key.as_bytes());
            members.push(Member { key, value: *value, hidden: false });
        }
        for option in options.iter().filter(|option| !option.hidden) {
            self.put(&mut members, *option);
        }
        let value = Item::Text(self.tree.add_text(kind.as_bytes()));
        let key = self.tree.add_text(b"~kind");
        self.put(&mut members, Member { key, value, hidden: true });
        self.tree.add_object(Object { members })
    }

    fn put(&self, members: &mut Vec<Member>, member: Member) {
        let key = self.tree.text(member.key);
        match members.iter_mut().find(|present| self.tree.text(present.key) == key) {
            Some(present) => *present = member,
            None => members.push(member),
        }
    }

    /// The members of a type without those named, which serve as options for a new one.
    pub fn options(&mut self, item: Item, without: &[&str]) -> Result<Vec<Member>, Thrown> {
        let tree = &self.tree;
        let named = |member: &&Member| without.iter().all(|name| tree.text(member.key) != Text::from(*name));
        Ok(tree.members(item)?.iter().filter(named).copied().collect())
    }

    /// A copy with a hidden member more.
    pub fn with_mark(&mut self, item: Item, mark: &str) -> Result<Item, Thrown> {
        let mut members = self.copied(item, mark)?;
        let key = self.tree.add_text(mark.as_bytes());
        members.push(Member { key, value: Item::Bool(true), hidden: true });
        Ok(self.tree.add_object(Object { members }))
    }

    /// A copy without a member.
    pub fn without_mark(&mut self, item: Item, mark: &str) -> Result<Item, Thrown> {
        let members = self.copied(item, mark)?;
        Ok(self.tree.add_object(Object { members }))
    }

    fn copied(&mut self, item: Item, without: &str) -> Result<Vec<Member>, Thrown> {
        let mut members = self.options(item, &[without])?;
        members.retain(|member| !is_unsafe_key(self.tree.text(member.key)));
        self.spend(members.len())?;
        Ok(members)
    }

    /// A copy of everything in it, without the keys that TypeBox never copies. `copies` has what has been copied.
    pub fn without_unsafe_keys(
        &mut self,
        item: Item,
        copies: &mut HashMap<NodeId, Item>,
    ) -> Result<Item, Thrown> {
        let Item::Node(id) = item else { return Ok(item) };
        if let Some(copy) = copies.get(&id) {
            return Ok(*copy);
        }
        let copy = self.deeper(|types| match types.tree.node(id).clone() {
            Node::Array(mut items) => {
                for item in &mut items {
                    *item = types.without_unsafe_keys(*item, copies)?;
                }
                Ok(types.tree.add_array(items))
            }
            Node::Object(mut object) => {
                object.members.retain(|member| !is_unsafe_key(types.tree.text(member.key)));
                for member in &mut object.members {
                    member.value = types.without_unsafe_keys(member.value, copies)?;
                }
                Ok(types.tree.add_object(object))
            }
        })?;
        copies.insert(id, copy);
        Ok(copy)
    }

    pub fn never(&mut self) -> Item {
        let not = self.tree.add_object(Object::default());
        self.create("Never", &[("not", not)], &[])
    }

    pub fn any(&mut self) -> Item {
        self.create("Any", &[], &[])
    }

    pub fn unknown(&mut self) -> Item {
        self.create("Unknown", &[], &[])
    }

    pub fn scalar(&mut self, kind: &str, name: &str) -> Item {
        let name = Item::Text(self.tree.add_text(name.as_bytes()));
        self.create(kind, &[("type", name)], &[])
    }

    /// The literal type of a value that can be one.
    pub fn literal(&mut self, value: Item) -> Result<Item, Thrown> {
        let name = match value {
            Item::BigInt(_) => "bigint",
            Item::Bool(_) => "boolean",
            Item::Number(number) if number.is_finite() => "number",
            Item::Text(_) => "string",
            _ => return Err(Thrown::new("Invalid Literal value")),
        };
        self.spend(1)?;
        let name = Item::Text(self.tree.add_text(name.as_bytes()));
        Ok(self.create("Literal", &[("type", name), ("const", value)], &[]))
    }

    pub fn union(&mut self, types: Vec<Item>, options: &[Member]) -> Item {
        let any_of = self.tree.add_array(types);
        self.create("Union", &[("anyOf", any_of)], options)
    }

    pub fn intersect(&mut self, types: Vec<Item>, options: &[Member]) -> Item {
        let all_of = self.tree.add_array(types);
        self.create("Intersect", &[("allOf", all_of)], options)
    }

    pub fn array(&mut self, items: Item, options: &[Member]) -> Item {
        let name = Item::Text(self.tree.add_text(b"array"));
        self.create("Array", &[("type", name), ("items", items)], options)
    }

    pub fn tuple(&mut self, types: Vec<Item>, options: &[Member]) -> Item {
        let name = Item::Text(self.tree.add_text(b"array"));
        let least = Item::Number(types.len() as f64);
        let items = self.tree.add_array(types);
        let closed = Item::Bool(false);
        let members = [("type", name), ("additionalItems", closed), ("items", items), ("minItems", least)];
        self.create("Tuple", &members, options)
    }

    pub fn record(&mut self, pattern: Span, value: Item) -> Item {
        let name = Item::Text(self.tree.add_text(b"object"));
        let patterns = self.properties(vec![(pattern, value)]);
        self.create("Record", &[("type", name), ("patternProperties", patterns)], &[])
    }

    /// The object type of these properties, which are required unless they are optional.
    pub fn object(&mut self, properties: Item, options: &[Member]) -> Result<Item, Thrown> {
        let members = self.tree.members(properties)?;
        let required: Vec<Item> = members
            .iter()
            .filter(|member| !self.tree.is_optional(member.value))
            .map(|member| Item::Text(member.key))
            .collect();
        self.spend(members.len())?;
        let name = Item::Text(self.tree.add_text(b"object"));
        Ok(if required.is_empty() {
            self.create("Object", &[("type", name), ("properties", properties)], options)
        } else {
            let required = self.tree.add_array(required);
            self.create(
                "Object",
                &[("type", name), ("required", required), ("properties", properties)],
                options,
            )
        })
    }

    /// A plain object of these members, in the order that JavaScript gives them.
    pub fn properties(&mut self, mut members: Vec<(Span, Item)>) -> Item {
        members.sort_by_key(|(key, _)| array_index(self.tree.text(*key)).unwrap_or(u32::MAX));
        let members = members.into_iter().map(|(key, value)| Member { key, value, hidden: false }).collect();
        self.tree.add_object(Object { members })
    }

    /// The pattern and the type of a record's first kind of keys.
    pub fn record_parts(&self, record: Item) -> Result<(Option<Span>, Item), Thrown> {
        let patterns = self.tree.get(record, "patternProperties");
        let first = self.tree.members(patterns)?.first();
        Ok(first.map_or((None, Item::Undefined), |member| (Some(member.key), member.value)))
    }

    pub fn elements(&self, item: Item, member: &str) -> Result<Vec<Item>, Thrown> {
        self.tree.elements(item, member).map(<[Item]>::to_vec)
    }
}
