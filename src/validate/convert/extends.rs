//! Whether one type's values are all of another type: TypeBox's `Extends`, without what `infer` would gather.

mod lists;

use super::tree::Item;
use super::types::{Kind, Types, unreachable};
use crate::validate::schema::Thrown;
use crate::validate::text::Text;
use crate::validate::value::inherited;

/// What `Extends` comes to. Both `True` and `Union` count as yes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    True,
    /// `any` on the left of anything else.
    Union,
    False,
}

impl Verdict {
    pub fn is_true_like(self) -> bool {
        self != Self::False
    }

    fn of(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }
}

type Answer = Result<Verdict, Thrown>;

impl Types {
    /// Whether `left` extends `right`; cyclic types as if they ended at the first recursion, unsafe ones as unknown.
    pub fn extends(&mut self, left: Item, right: Item) -> Answer {
        let left = self.canonical(left)?;
        let right = self.canonical(right)?;
        self.extends_left(left, right)
    }

    fn canonical(&mut self, item: Item) -> Result<Item, Thrown> {
        if self.tree.kind(item) == Kind::Cyclic {
            return self.without_recursion(item);
        }
        Ok(if self.tree.is_unsafe(item) { self.unknown() } else { item })
    }

    fn extends_left(&mut self, left: Item, right: Item) -> Answer {
        self.deeper(|types| types.extends_left_kind(left, right))
    }

    fn extends_left_kind(&mut self, left: Item, right: Item) -> Answer {
        let get = |types: &Self, key| types.tree.get(left, key);
        let right_kind = self.tree.kind(right);
        match self.tree.kind(left) {
            Kind::Any => match right_kind {
                Kind::Infer => self.extends_right(left, right),
                Kind::Any | Kind::Unknown => Ok(Verdict::True),
                _ => Ok(Verdict::Union),
            },
            Kind::Array => match right_kind {
                Kind::Array if self.tree.is_immutable(left) && !self.tree.is_immutable(right) => {
                    Ok(Verdict::False)
                }
                Kind::Array => self.extends_left(get(self, "items"), self.tree.get(right, "items")),
                _ => self.extends_right(left, right),
            },
            kind @ (Kind::BigInt
            | Kind::Boolean
            | Kind::Null
            | Kind::Number
            | Kind::String
            | Kind::Symbol
            | Kind::Void) => {
                if right_kind == kind {
                    Ok(Verdict::True)
                } else {
                    self.extends_right(left, right)
                }
            }
            Kind::Integer => match right_kind {
                Kind::Integer | Kind::Number => Ok(Verdict::True),
                _ => self.extends_right(left, right),
            },
            Kind::Undefined => match right_kind {
                Kind::Void | Kind::Undefined => Ok(Verdict::True),
                _ => self.extends_right(left, right),
            },
            kind @ (Kind::Constructor | Kind::Function) => self.extends_callable(kind, left, right),
            Kind::Dependent => {
                let (condition, then, otherwise) = (get(self, "if"), get(self, "then"), get(self, "else"));
                if self.extends_left(condition, right)?.is_true_like() {
                    self.extends_left(then, right)
                } else {
                    self.extends_left(otherwise, right)
                }
            }
            Kind::Enum => {
                let evaluated = self.evaluate_enum(get(self, "enum"))?;
                self.extends_left(evaluated, right)
            }
            Kind::Intersect => {
                let members = self.elements(get(self, "allOf"), "length")?;
                let evaluated = self.evaluate_intersect(&members)?;
                self.extends_left(evaluated, right)
            }
            Kind::Literal => self.extends_literal(left, right),
            Kind::Never if right_kind == Kind::Infer => self.extends_right(left, right),
            Kind::Never => Ok(Verdict::True),
            Kind::Object => self.extends_object(left, right),
            Kind::Record => self.extends_record(left, right),
            Kind::TemplateLiteral => {
                let evaluated = self.evaluate_template_literal(get(self, "pattern"))?;
                self.extends_left(evaluated, right)
            }
            Kind::Tuple => self.extends_tuple(left, right),
            Kind::Union => self.extends_union(left, right),
            Kind::Unknown => match right_kind {
                Kind::Infer => self.extends_right(left, right),
                Kind::Any | Kind::Unknown => Ok(Verdict::True),
                _ => Ok(Verdict::False),
            },
            _ => Ok(Verdict::False),
        }
    }

    fn extends_right(&mut self, left: Item, right: Item) -> Answer {
        let get = |types: &Self, key| types.tree.get(right, key);
        match self.tree.kind(right) {
            Kind::Any | Kind::Unknown => Ok(Verdict::True),
            Kind::Dependent => {
                let (condition, then, otherwise) = (get(self, "if"), get(self, "then"), get(self, "else"));
                let applies = self.extends_left(left, condition)?.is_true_like();
                let other = if applies { then } else { otherwise };
                Ok(Verdict::of(self.extends_left(left, other)?.is_true_like()))
            }
            Kind::Enum => {
                let evaluated = self.evaluate_enum(get(self, "enum"))?;
                self.extends_left(left, evaluated)
            }
            Kind::Infer => {
                let extended = get(self, "extends");
                Ok(Verdict::of(self.extends_left(left, extended)?.is_true_like()))
            }
            Kind::Intersect => {
                for member in self.elements(get(self, "allOf"), "length")? {
                    if !self.extends_left(left, member)?.is_true_like() {
                        return Ok(Verdict::False);
                    }
                }
                Ok(Verdict::True)
            }
            Kind::TemplateLiteral => {
                let evaluated = self.evaluate_template_literal(get(self, "pattern"))?;
                self.extends_left(left, evaluated)
            }
            Kind::Union => {
                let members = self.elements(get(self, "anyOf"), "length")?;
                Ok(Verdict::of(self.extends_some(left, &members)?))
            }
            _ => Ok(Verdict::False),
        }
    }

    fn extends_some(&mut self, left: Item, members: &[Item]) -> Result<bool, Thrown> {
        for member in members {
            if self.extends_left(left, *member)?.is_true_like() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn extends_every(&mut self, lefts: &[Item], right: Item) -> Answer {
        for left in lefts {
            if !self.extends_left(*left, right)?.is_true_like() {
                return Ok(Verdict::False);
            }
        }
        Ok(Verdict::True)
    }

    fn extends_literal(&mut self, left: Item, right: Item) -> Answer {
        let value = self.tree.get(left, "const");
        let widened = match value {
            Item::BigInt(_) => Kind::BigInt,
            Item::Bool(_) => Kind::Boolean,
            Item::Number(number) if number.is_finite() => Kind::Number,
            Item::Text(_) => Kind::String,
            _ => return Err(unreachable()),
        };
        match self.tree.kind(right) {
            Kind::Literal => Ok(Verdict::of(self.is_equal(value, self.tree.get(right, "const")))),
            kind if kind == widened => Ok(Verdict::True),
            _ => {
                let literal = self.literal(value)?;
                self.extends_right(literal, right)
            }
        }
    }

    /// `left === right`.
    fn is_equal(&self, left: Item, right: Item) -> bool {
        match (left, right) {
            (Item::Text(left), Item::Text(right)) | (Item::BigInt(left), Item::BigInt(right)) => {
                self.tree.text(left) == self.tree.text(right)
            }
            _ => left == right,
        }
    }

    fn extends_object(&mut self, left: Item, right: Item) -> Answer {
        let properties = self.tree.get(left, "properties");
        match self.tree.kind(right) {
            Kind::Record => {
                let (_, value) = self.record_parts(right)?;
                let properties: Vec<Item> =
                    self.tree.members(properties)?.iter().map(|member| member.value).collect();
                self.extends_every(&properties, value)
            }
            Kind::Object => self.extends_properties(properties, self.tree.get(right, "properties")),
            _ => {
                let object = self.object(properties, &[])?;
                self.extends_right(object, right)
            }
        }
    }

    fn extends_properties(&mut self, left: Item, right: Item) -> Answer {
        let members = self.tree.members(right)?.to_vec();
        self.spend(members.len())?;
        let mut all = true;
        for member in members {
            // The reference looks at every property, also behind one that decides: any of them may throw.
            let key = self.tree.text(member.key);
            if key == Text::from("__proto__") {
                continue;
            }
            all &= match self.tree.own(left, key) {
                Some(own) => self.extends_property(own, member.value)?,
                None => inherited(key).is_none() && self.tree.is_optional(member.value),
            };
        }
        Ok(Verdict::of(all))
    }

    fn extends_property(&mut self, left: Item, right: Item) -> Result<bool, Thrown> {
        if self.tree.kind(right) == Kind::Infer
            && self.tree.kind(self.tree.get(right, "extends")) == Kind::Never
        {
            return Ok(false);
        }
        let extends = self.extends_left(left, right)?.is_true_like();
        Ok(extends && (!self.tree.is_optional(left) || self.tree.is_optional(right)))
    }

    fn extends_record(&mut self, left: Item, right: Item) -> Answer {
        match self.tree.kind(right) {
            Kind::Record => {
                let (_, left) = self.record_parts(left)?;
                let (_, right) = self.record_parts(right)?;
                self.extends_left(left, right)
            }
            Kind::Object => {
                let members = self.tree.members(self.tree.get(right, "properties"))?;
                Ok(Verdict::of(members.is_empty()))
            }
            Kind::Any | Kind::Unknown => Ok(Verdict::True),
            _ => Ok(Verdict::False),
        }
    }

    fn extends_union(&mut self, left: Item, right: Item) -> Answer {
        let lefts = self.elements(self.tree.get(left, "anyOf"), "length")?;
        if let Some(inferred) = self.inferable(right) {
            return self.extends_every(&lefts, inferred);
        }
        let rights = if self.tree.kind(right) == Kind::Union {
            self.elements(self.tree.get(right, "anyOf"), "length")?
        } else {
            vec![right]
        };
        for left in lefts {
            if !self.extends_some(left, &rights)? {
                return Ok(Verdict::False);
            }
        }
        Ok(Verdict::True)
    }
}
