//! Intersections, enumerations and template literals reduced to plain types: TypeBox's `Evaluate`.

use std::collections::HashSet;

use super::no_values::NoValues;
use super::tree::{Item, Span};
use super::types::{Kind, Types, member_of, no_object};
use crate::validate::rules::Rules;
use crate::validate::schema::Thrown;
use crate::validate::text::Text;
use crate::validate::value::inherited;

/// How the values of two types lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    Disjoint,
    LeftInside,
    RightInside,
}

impl Types {
    /// The type without intersections, enumerations, template literals and needless union members at its top.
    pub fn evaluate(&mut self, item: Item) -> Result<Item, Thrown> {
        self.deeper(|types| {
            let get = |key| types.tree.get(item, key);
            match types.tree.kind(item) {
                Kind::Dependent | Kind::Enum | Kind::TemplateLiteral
                    if types.rules.has(Rules::ENUMS_HOLD_ANYTHING) =>
                {
                    Ok(item)
                }
                Kind::Dependent => types.evaluate_dependent(get("if"), get("then"), get("else")),
                Kind::Enum => types.evaluate_enum(get("enum")),
                Kind::Intersect => {
                    let members = types.elements(get("allOf"), "length")?;
                    types.evaluate_intersect(&members)
                }
                Kind::TemplateLiteral => types.evaluate_template_literal(get("pattern")),
                Kind::Union => {
                    let members = types.elements(get("anyOf"), "length")?;
                    types.evaluate_union(members)
                }
                _ => Ok(item),
            }
        })
    }

    /// Evaluates a type for its own sake.
    pub fn evaluate_whole(&mut self, item: Item) -> Result<Item, Thrown> {
        match self.evaluate(item)? {
            Item::Undefined | Item::Null if !self.rules.has(Rules::NULL_IS_INTERSECTED) => Err(no_object()),
            evaluated => Ok(evaluated),
        }
    }

    fn evaluate_dependent(&mut self, condition: Item, then: Item, otherwise: Item) -> Result<Item, Thrown> {
        let intersected = self.evaluate_intersect(&[condition, then])?;
        let excluded = self.exclude(otherwise, condition)?;
        self.evaluate_union(vec![intersected, excluded])
    }

    /// What of a type is not in another.
    fn exclude(&mut self, item: Item, other: Item) -> Result<Item, Thrown> {
        let evaluated = self.evaluate(item)?;
        let members = if self.tree.kind(evaluated) == Kind::Union {
            self.elements(self.tree.get(evaluated, "anyOf"), "length")?
        } else {
            vec![evaluated]
        };
        let mut remaining = Vec::new();
        for member in members {
            if !self.extends(member, other)?.is_true_like() {
                remaining.push(member);
            }
        }
        self.evaluate_union(remaining)
    }

    /// The union of an enumeration's values.
    pub fn evaluate_enum(&mut self, values: Item) -> Result<Item, Thrown> {
        let values = match self.tree.array(values) {
            Some(values) => values.to_vec(),
            None => {
                let no_values = match values {
                    Item::Undefined => NoValues::Undefined,
                    Item::Null => NoValues::Null,
                    Item::Text(_) | Item::Function(_) => NoValues::Length,
                    _ if self.tree.get(values, "length") == Item::Number(0.0) => NoValues::Length,
                    _ => NoValues::Other,
                };
                no_values.check(self.rules)?;
                Vec::new()
            }
        };
        let mut literals = Vec::with_capacity(values.len());
        if self.rules.has(Rules::ENUMS_HOLD_ANYTHING) {
            for value in values {
                literals.push(match value {
                    Item::Text(_) => self.literal(value)?,
                    Item::Number(number) if number.is_finite() => self.literal(value)?,
                    Item::Null => self.scalar("Null", "null"),
                    _ => self.never(),
                });
            }
            return Ok(self.union(literals, &[]));
        }
        for value in values {
            literals.push(self.literal(value)?);
        }
        self.evaluate_union(literals)
    }

    /// The union of the texts that a template literal's pattern stands for, if these can be counted; else a string.
    pub fn evaluate_template_literal(&mut self, pattern: Item) -> Result<Item, Thrown> {
        let Item::Text(pattern) = pattern else {
            return Err(match pattern {
                Item::Undefined => member_of("undefined", "trimStart"),
                Item::Null => member_of("null", "trimStart"),
                _ => Thrown::new("input.trimStart is not a function"),
            });
        };
        let decoded = self.decode_template(pattern)?;
        let decoded = match self.tree.kind(decoded) {
            Kind::TemplateLiteral => self.scalar("String", "string"),
            _ => decoded,
        };
        self.evaluate(decoded)
    }

    pub fn evaluate_intersect(&mut self, types: &[Item]) -> Result<Item, Thrown> {
        let distribution = self.deeper(|this| this.distribute(types, Vec::new()))?;
        let broadened = self.broaden(distribution)?;
        self.evaluate_union(broadened)
    }

    pub fn evaluate_union(&mut self, types: Vec<Item>) -> Result<Item, Thrown> {
        let broadened = self.broaden(types)?;
        Ok(match broadened.as_slice() {
            [] => self.never(),
            [only] => *only,
            _ => self.union(broadened, &[]),
        })
    }

    /// The union members of the intersection of `types`, given those of what was intersected before.
    fn distribute(&mut self, types: &[Item], mut result: Vec<Item>) -> Result<Vec<Item>, Thrown> {
        for item in types {
            result = if self.tree.kind(*item) == Kind::Union {
                let members = self.elements(self.tree.get(*item, "anyOf"), "length")?;
                let mut distributed = Vec::new();
                for member in members {
                    let each = self.deeper(|this| this.distribute(&[member], result.clone()))?;
                    self.spend(each.len())?;
                    distributed.extend(each);
                }
                distributed
            } else if result.is_empty() {
                vec![*item]
            } else {
                let mut narrowed = Vec::with_capacity(result.len());
                for left in result {
                    narrowed.push(self.intersect_two(left, *item)?);
                }
                narrowed
            };
        }
        Ok(result)
    }

    fn intersect_two(&mut self, left: Item, right: Item) -> Result<Item, Thrown> {
        let left = self.evaluate(left)?;
        let right = self.evaluate(right)?;
        if self.tree.kind(left) == Kind::Union || self.tree.kind(right) == Kind::Union {
            return self.evaluate_intersect(&[left, right]);
        }
        self.narrow(left, right)
    }

    fn narrow(&mut self, left: Item, right: Item) -> Result<Item, Thrown> {
        let kinds = (self.tree.kind(left), self.tree.kind(right));
        let has_properties = |kind| matches!(kind, Kind::Object | Kind::Tuple);
        let have_properties = (has_properties(kinds.0), has_properties(kinds.1));
        let properties_win = self.rules.has(Rules::PROPERTIES_WIN_INTERSECTIONS);
        match kinds {
            _ if properties_win && have_properties != (false, false) => {}
            (Kind::Never | Kind::Any, _) => return Ok(left),
            (_, Kind::Any) if properties_win => return Ok(left),
            (Kind::Unknown, _) | (_, Kind::Never | Kind::Any) => return Ok(right),
            (_, Kind::Unknown) => return Ok(left),
            _ => {}
        }
        match have_properties {
            (true, true) => self.deeper(|types| types.composite(left, right)),
            (true, false) => Ok(left),
            (false, true) => Ok(right),
            (false, false) => Ok(match self.compare(left, right)? {
                Relation::LeftInside => left,
                Relation::RightInside | Relation::Equal => right,
                Relation::Disjoint => self.never(),
            }),
        }
    }

    /// One object type of the properties of two.
    fn composite(&mut self, left: Item, right: Item) -> Result<Item, Thrown> {
        let left = self.own_properties(left)?;
        let right = self.own_properties(right)?;
        self.spend(left.len() + right.len())?;
        let mut seen = HashSet::new();
        let keys: Vec<Span> = left
            .iter()
            .chain(&right)
            .map(|(key, _)| *key)
            .filter(|key| seen.insert(self.tree.text(*key).as_bytes().to_vec()))
            .collect();
        let mut properties = Vec::with_capacity(keys.len());
        for key in keys {
            let property = match (self.property(&left, key), self.property(&right, key)) {
                (Some(left), Some(right)) => self.intersect_properties(left, right)?,
                (Some(only), None) | (None, Some(only)) => only,
                (None, None) => self.never(),
            };
            properties.push((key, property));
        }
        let properties = self.properties(properties);
        self.object(properties, &[])
    }

    /// The properties of an object type; those of a tuple type are its indices.
    fn own_properties(&mut self, item: Item) -> Result<Vec<(Span, Item)>, Thrown> {
        if self.tree.kind(item) == Kind::Tuple {
            let items = self.elements(self.tree.get(item, "items"), "reduceRight")?;
            let key = |(index, item): (usize, Item)| (self.tree.add_text(index.to_string().as_bytes()), item);
            return Ok(items.into_iter().enumerate().map(key).collect());
        }
        let members = self.tree.members(self.tree.get(item, "properties"))?;
        Ok(members.iter().map(|member| (member.key, member.value)).collect())
    }

    /// `properties[key]` where `key in properties`: what every object inherits is there too, as a function.
    fn property(&self, properties: &[(Span, Item)], key: Span) -> Option<Item> {
        let key = self.tree.text(key);
        match properties.iter().find(|(own, _)| self.tree.text(*own) == key) {
            Some((_, item)) => Some(*item),
            None => inherited(key).map(|_| Item::Function(u32::MAX)),
        }
    }

    fn intersect_properties(&mut self, left: Item, right: Item) -> Result<Item, Thrown> {
        let readonly = self.tree.is_readonly(left) && self.tree.is_readonly(right);
        let optional = self.tree.is_optional(left) && self.tree.is_optional(right);
        let evaluated = self.evaluate_intersect(&[left, right])?;
        let mut property = self.without_mark(evaluated, "~optional")?;
        property = self.without_mark(property, "~readonly")?;
        if optional {
            property = self.with_mark(property, "~optional")?;
        }
        if readonly {
            property = self.with_mark(property, "~readonly")?;
        }
        Ok(property)
    }

    /// The types without those that lie inside of others. Objects are never compared.
    fn broaden(&mut self, types: Vec<Item>) -> Result<Vec<Item>, Thrown> {
        if let Some(distinct) = self.distinct_literals(&types)? {
            return Ok(distinct);
        }
        let mut result = Vec::new();
        for item in types {
            let evaluated = self.evaluate(item)?;
            match self.tree.kind(evaluated) {
                Kind::Any | Kind::Unknown => {
                    result = vec![evaluated];
                    break;
                }
                Kind::Never => {}
                Kind::Object => result.push(evaluated),
                _ => result = self.broaden_by(evaluated, result)?,
            }
        }
        let mut flat = Vec::with_capacity(result.len());
        self.flatten(&result, &mut flat)?;
        Ok(flat)
    }

    /// Literals alone, each value once: what broadening comes to for them, without comparing each with each.
    fn distinct_literals(&mut self, types: &[Item]) -> Result<Option<Vec<Item>>, Thrown> {
        #[derive(PartialEq, Eq, Hash)]
        enum Key<'t> {
            Text(Text<'t>),
            BigInt(Text<'t>),
            Number(u64),
            Bool(bool),
        }
        self.spend(types.len())?;
        let mut seen = HashSet::with_capacity(types.len());
        let mut distinct = Vec::with_capacity(types.len());
        for item in types {
            if self.tree.kind(*item) != Kind::Literal || self.tree.is_unsafe(*item) {
                return Ok(None);
            }
            let key = match self.tree.get(*item, "const") {
                Item::Text(span) => Key::Text(self.tree.text(span)),
                Item::BigInt(span) => Key::BigInt(self.tree.text(span)),
                // Both zeros are one.
                Item::Number(number) if number.is_finite() => Key::Number((number + 0.0).to_bits()),
                Item::Bool(bool) => Key::Bool(bool),
                _ => return Ok(None),
            };
            if seen.insert(key) {
                distinct.push(*item);
            }
        }
        Ok(Some(distinct))
    }

    fn broaden_by(&mut self, item: Item, types: Vec<Item>) -> Result<Vec<Item>, Thrown> {
        let mut kept = Vec::with_capacity(types.len() + 1);
        for left in &types {
            match self.compare(item, *left)? {
                Relation::LeftInside | Relation::Equal => return Ok(types),
                Relation::Disjoint => kept.push(*left),
                Relation::RightInside => {}
            }
        }
        kept.push(item);
        Ok(kept)
    }

    fn flatten(&mut self, types: &[Item], flat: &mut Vec<Item>) -> Result<(), Thrown> {
        for item in types {
            self.spend(1)?;
            if self.tree.kind(*item) == Kind::Union {
                let members = self.elements(self.tree.get(*item, "anyOf"), "length")?;
                self.deeper(|types| types.flatten(&members, flat))?;
            } else {
                flat.push(*item);
            }
        }
        Ok(())
    }

    fn compare(&mut self, left: Item, right: Item) -> Result<Relation, Thrown> {
        let forth = self.extends(left, right)?.is_true_like();
        let back = self.extends(right, left)?.is_true_like();
        Ok(match (forth, back) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::LeftInside,
            (false, true) => Relation::RightInside,
            (false, false) => Relation::Disjoint,
        })
    }
}
