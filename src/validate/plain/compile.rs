//! What of a schema the scan can answer for.
//!
//! A schema object is left to the exact passes when it says anything that the scan does not know, when a keyword that
//! coercion looks at is malformed, or when conversion by its TypeBox kind might do more than its keywords tell.

use std::collections::HashSet;

use super::{
    ArrayRules, Choice, Node, NodeId, NumberRule, ObjectRules, Plain, Property, Rules, SCANNED, Span,
    TextRule,
};
use crate::validate::rules::Rules as VersionRules;
use crate::validate::schema::{self, Keyword, Limit, Place, Program, Sub, TypeSet};
use crate::validate::source::{Item, Name, NodeId as SourceId, Source};
use crate::validate::text::Text;
use crate::validate::value::inherited;

/// The types of JSON.
const JSON: TypeSet = TypeSet::OBJECT
    .with(TypeSet::ARRAY)
    .with(TypeSet::BOOLEAN)
    .with(TypeSet::INTEGER)
    .with(TypeSet::NUMBER)
    .with(TypeSet::NULL)
    .with(TypeSet::STRING);

impl Plain {
    /// `None` when every value is for the exact passes.
    pub fn compile(source: &Source, program: &Program) -> Option<Self> {
        let Sub::Place(_) = program.entry() else { return None };
        if program.counts_evaluated() {
            return None;
        }
        let mut compiler = Compiler { source, program, texts: Vec::new(), makes_copies: false };
        let nodes: Box<[Node]> = program.places().map(|place| compiler.node(place)).collect();
        let quick = nodes.iter().map(Node::quick).collect();
        let entry = node_id(program.entry());
        let Compiler { texts, makes_copies, .. } = compiler;
        let exact = matches!(entry, NodeId::Rules(index) if matches!(nodes[index as usize], Node::Exact));
        let rules = source.rules();
        (!exact).then(|| Self { nodes, quick, entry, texts: texts.into(), makes_copies, rules })
    }
}

struct Compiler<'s> {
    source: &'s Source,
    program: &'s Program,
    texts: Vec<u8>,
    makes_copies: bool,
}

impl Compiler<'_> {
    fn node(&mut self, place: Place) -> Node {
        match self.rules(place) {
            Some(rules) => Node::Rules(Box::new(rules)),
            None => Node::Exact,
        }
    }

    fn rules(&mut self, place: Place) -> Option<Rules> {
        let keywords = self.program.keywords(place);
        let origin = self.program.origin(place);
        let mut rules = Rules { types: JSON, ..Rules::default() };
        let mut object = ObjectParts::default();
        let mut array = ArrayParts::default();
        let mut read = Read::default();
        for (nth, keyword) in keywords.iter().enumerate() {
            match keyword {
                Keyword::Type(types) => {
                    if !JSON.has_all(types.set) || types.set == TypeSet::default() {
                        return None;
                    }
                    (rules.types, rules.has_type, read.types) = (types.set, true, true);
                }
                Keyword::Const(constant) => {
                    let choice = self.choice(self.source.kept(*constant))?;
                    rules.options.push([choice].into());
                }
                Keyword::Enum(options) => {
                    let options = self.source.items(*options);
                    rules.options.push(options.map(|option| self.choice(option)).collect::<Option<_>>()?);
                }

                Keyword::MinLength(limit) => rules.texts.push(TextRule::MinLength(*limit)),
                Keyword::MaxLength(limit) => rules.texts.push(TextRule::MaxLength(*limit)),
                Keyword::Format(_, format) => rules.texts.push(TextRule::Format(*format)),
                Keyword::Pattern(..) => rules.texts.push(TextRule::Pattern(place, nth as u32)),

                Keyword::Minimum(limit) => rules.numbers.push(NumberRule::Minimum(number(limit)?)),
                Keyword::Maximum(limit) => rules.numbers.push(NumberRule::Maximum(number(limit)?)),
                Keyword::ExclusiveMinimum(limit) => {
                    rules.numbers.push(NumberRule::ExclusiveMinimum(number(limit)?));
                }
                Keyword::ExclusiveMaximum(limit) => {
                    rules.numbers.push(NumberRule::ExclusiveMaximum(number(limit)?));
                }
                Keyword::MultipleOf(divisor) => rules.numbers.push(NumberRule::MultipleOf(number(divisor)?)),

                Keyword::Required(names) => {
                    object.required = Some(names);
                    read.required = true;
                }
                Keyword::Properties(properties) => (object.properties, read.properties) = (properties, true),
                Keyword::AdditionalProperties(additional) => {
                    if additional.pattern.is_some() {
                        return None;
                    }
                    object.additional = Some(additional.sub);
                }
                Keyword::MinProperties(limit) => object.least = Some(*limit),
                Keyword::MaxProperties(limit) => object.most = Some(*limit),

                Keyword::Items(0, sub) => (array.items, read.items) = (Some(*sub), true),
                Keyword::MinItems(limit) => array.least = Some(*limit),
                Keyword::MaxItems(limit) => array.most = Some(*limit),

                Keyword::Ref(sub) => rules.all.push(node_id(*sub)),
                Keyword::AllOf(subs) => {
                    rules.all.extend(subs.iter().copied().map(node_id));
                    read.all_of = true;
                }
                Keyword::AnyOf(subs) => {
                    rules.any_of = Some(self.members(subs)?);
                    read.any_of = true;
                }
                Keyword::OneOf(subs) => {
                    rules.one_of = Some(self.members(subs)?);
                    read.one_of = true;
                }
                _ => return None,
            }
        }
        if !read.explains(self.source, origin) || !self.is_plain_kind(origin, &rules, &read, &object) {
            return None;
        }
        self.makes_copies |= self.source.get(origin, "~kind") == Some(Item::Text(Text::from("Array")));
        rules.object = self.object(object)?;
        rules.array = array.rules();
        Some(rules)
    }

    fn choice(&mut self, item: Item<'_>) -> Option<Choice> {
        Some(match item {
            Item::Null => Choice::Null,
            Item::Bool(bool) => Choice::Bool(bool),
            Item::Number(number) => Choice::Number(number),
            Item::Text(text) => Choice::Text(self.keep(text)),
            _ => return None,
        })
    }

    fn keep(&mut self, text: Text<'_>) -> Span {
        let start = self.texts.len() as u32;
        self.texts.extend(text.as_bytes());
        Span { start, length: text.as_bytes().len() as u32 }
    }

    /// The members of a union are schemas of their own for the reference, so that references in them lead elsewhere.
    fn members(&mut self, subs: &[Sub]) -> Option<Box<[NodeId]>> {
        self.makes_copies = true;
        // Coercion passes over a member that is no object.
        if subs.iter().any(|sub| !matches!(sub, Sub::Place(_))) {
            return None;
        }
        (!self.source.uses().references).then(|| subs.iter().copied().map(node_id).collect())
    }

    /// The rules for objects; the outer `None` is for what is not plain, the inner one for no rules.
    fn object(&mut self, parts: ObjectParts<'_>) -> Option<Option<ObjectRules>> {
        if parts.is_empty() {
            return Some(None);
        }
        let mut properties = Vec::with_capacity(parts.properties.len());
        let mut required = 0;
        for property in parts.properties {
            let key = self.source.text(property.name);
            // Every object has it, if only by inheritance, and coercion then makes it the object's own.
            if inherited(key).is_some() {
                return None;
            }
            if self.may_lose_null(property) {
                return None;
            }
            required += u32::from(property.required);
            let key = self.keep(key);
            properties.push(Property { key, node: node_id(property.sub), required: property.required });
        }
        let additional = parts.additional.map_or(NodeId::Open, node_id);
        let mut known: HashSet<Text<'_>> = HashSet::new();
        known.extend(parts.properties.iter().map(|property| self.source.text(property.name)));
        for name in parts.required.unwrap_or_default() {
            let key = self.source.text(*name);
            if inherited(key).is_some() {
                return None;
            }
            if known.insert(key) {
                required += 1;
                let key = self.keep(key);
                properties.push(Property { key, node: additional, required: true });
            }
        }
        let mut sorted = Vec::new();
        if properties.len() > SCANNED {
            sorted.extend(0..properties.len() as u32);
            sorted.sort_by_key(|nth| &self.texts[properties[*nth as usize].key.range()]);
        }
        Some(Some(ObjectRules {
            properties: properties.into(),
            sorted: sorted.into(),
            required,
            additional,
            least: parts.least.unwrap_or(0.0),
            most: parts.most.unwrap_or(f64::INFINITY),
        }))
    }

    /// Whether null that fits here may be refused where the schema stands alone, so that its references lead elsewhere:
    /// then null goes out of a property that may be missing.
    fn may_lose_null(&self, property: &schema::Property) -> bool {
        let Sub::Place(place) = property.sub else { return false };
        !property.required
            && drops_nulls(self.source)
            && self.source.uses().references
            && self.program.keywords(place).iter().any(|keyword| matches!(keyword, Keyword::AllOf(_)))
    }

    fn is_plain_name(&self, name: Name) -> bool {
        !self.source.text(name).as_bytes().iter().any(|byte| SYNTAX.contains(byte))
    }

    /// Whether conversion by TypeBox's kind leaves every value that fits the keywords.
    fn is_plain_kind(&self, origin: SourceId, rules: &Rules, read: &Read, object: &ObjectParts<'_>) -> bool {
        let kind = match self.source.get(origin, "~kind") {
            None => return true,
            Some(Item::Text(kind)) => kind,
            Some(_) => return false,
        };
        let only = |types: TypeSet| rules.has_type && rules.types == types;
        match kind.as_bytes() {
            b"Any" | b"Unknown" => true,
            b"String" => only(TypeSet::STRING),
            b"Number" => only(TypeSet::NUMBER),
            b"Integer" => only(TypeSet::INTEGER),
            b"Boolean" => only(TypeSet::BOOLEAN),
            b"Null" => only(TypeSet::NULL),
            // Conversion throws where a value is neither text nor number.
            b"Enum" => {
                !rules.options.is_empty() && rules.options.iter().flatten().all(Choice::is_text_or_number)
            }
            b"Literal" => !rules.options.is_empty(),
            b"Array" => only(TypeSet::ARRAY) && read.items,
            // Conversion reads names as regular expressions, and takes each property for an additional one of the others.
            b"Object" => {
                only(TypeSet::OBJECT)
                    && read.properties
                    && object.properties.iter().all(|property| self.is_plain_name(property.name))
                    && !matches!(object.additional, Some(Sub::Place(_) | Sub::NoSchema))
            }
            b"Union" => rules.any_of.is_some(),
            _ => false,
        }
    }
}

fn drops_nulls(source: &Source) -> bool {
    source.rules().has(VersionRules::OPTIONAL_NULLS_ARE_DROPPED)
}

/// The characters that mean something else than themselves in a regular expression.
const SYNTAX: &[u8] = b"^$\\.*+?()[]{}|";

/// Which of the keywords that coercion looks at have been read.
#[derive(Default)]
struct Read {
    types: bool,
    required: bool,
    properties: bool,
    items: bool,
    all_of: bool,
    any_of: bool,
    one_of: bool,
}

impl Read {
    /// Whether coercion sees no keyword that the check ignores.
    fn explains(&self, source: &Source, origin: SourceId) -> bool {
        let read = |keyword: &str, read: bool| read || source.get(origin, keyword).is_none();
        (!drops_nulls(source) || read("required", self.required))
            && read("type", self.types)
            && read("properties", self.properties)
            && read("items", self.items)
            && read("allOf", self.all_of)
            && read("anyOf", self.any_of)
            && read("oneOf", self.one_of)
    }
}

#[derive(Default)]
struct ObjectParts<'k> {
    properties: &'k [schema::Property],
    required: Option<&'k [Name]>,
    additional: Option<Sub>,
    least: Option<f64>,
    most: Option<f64>,
}

impl ObjectParts<'_> {
    fn is_empty(&self) -> bool {
        self.properties.is_empty()
            && self.required.is_none()
            && self.additional.is_none()
            && self.least.is_none()
            && self.most.is_none()
    }
}

#[derive(Default)]
struct ArrayParts {
    items: Option<Sub>,
    least: Option<f64>,
    most: Option<f64>,
}

impl ArrayParts {
    fn rules(self) -> Option<ArrayRules> {
        if self.items.is_none() && self.least.is_none() && self.most.is_none() {
            return None;
        }
        Some(ArrayRules {
            items: self.items.map_or(NodeId::Open, node_id),
            least: self.least.unwrap_or(0.0),
            most: self.most.unwrap_or(f64::INFINITY),
        })
    }
}

fn node_id(sub: Sub) -> NodeId {
    match sub {
        Sub::Always => NodeId::Open,
        Sub::Never => NodeId::Never,
        Sub::NoSchema => NodeId::Exact,
        Sub::Place(place) => NodeId::Rules(place.index() as u32),
    }
}

fn number(limit: &Limit) -> Option<f64> {
    match limit {
        Limit::Number(number) => Some(*number),
        Limit::BigInt(_) => None,
    }
}
