//! Creates a value of every variant of an enum, with placeholders in the fields of the variant.
//!
//! The values are deserialized, because serde tells a deserializer the names of all variants and the field types.
//! A hand-written list of example values could lack a new variant, but the list of variants from serde cannot.

use std::cell::RefCell;

use serde::de::value::{Error, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, SeqAccess,
    VariantAccess, Visitor,
};

/// The placeholder for a field: the name of the field, enclosed in two private-use characters.
pub(crate) fn mark(name: &str) -> String {
    format!("\u{f000}{name}\u{f001}")
}

/// Placeholders for numeric fields. The numbers and their differences do not occur in any sentence.
const NUMBERS: [u64; 6] = [6101, 6203, 6307, 6421, 6547, 6689];

#[derive(Default)]
pub(crate) struct Found {
    pub type_name: &'static str,
    pub variants: &'static [&'static str],
    /// Texts that occur in the formatted sentence, each with the placeholder that replaces it.
    pub placeholder_of: Vec<(String, String)>,
    /// For each field whose type is an enum: the name of the field and the name of the enum.
    pub nested: Vec<(String, &'static str)>,
    /// The name of the boolean field. `None` if the value has no boolean field.
    pub flag: Option<String>,
    numbers: Vec<(u64, String)>,
}

impl Found {
    fn number(&mut self, name: &str) -> u64 {
        let number = NUMBERS[self.numbers.len()];
        self.numbers.push((number, name.to_owned()));
        number
    }
}

/// Creates an enum value with placeholders. `position` is the index of the variant.
/// `flag` is the value of all boolean fields.
/// Returns `None` if `position` is not an index of a variant.
pub(crate) fn variant<T: DeserializeOwned>(position: usize, flag: bool) -> Option<(T, Found)> {
    let found = RefCell::default();
    let placeholder = Placeholder {
        found: &found,
        position: Some(position),
        flag,
        variant: "",
        field: String::new(),
    };
    let value = T::deserialize(placeholder);
    let mut found = found.into_inner();
    if position >= found.variants.len() {
        return None;
    }
    let value = value.unwrap_or_else(|error| panic!("{} {position}: {error}", found.type_name));
    for (number, name) in &found.numbers {
        let less = found.numbers.iter().filter(|(less, _)| less < number);
        let differences = less.map(|(less, other)| {
            let difference = format!("{} − {}", mark(name), mark(other));
            ((number - less).to_string(), difference)
        });
        let one_less = ((number - 1).to_string(), format!("{} − 1", mark(name)));
        let same = (number.to_string(), mark(name));
        found
            .placeholder_of
            .extend([same, one_less].into_iter().chain(differences));
    }
    Some((value, found))
}

/// All variants of an enum. Each variant occurs once, although serde also lists the aliases of a variant.
pub(crate) fn all<T: DeserializeOwned + PartialEq>() -> Vec<T> {
    let made = (0..).map_while(|position| variant(position, true));
    let mut values: Vec<T> = made.map(|(value, _)| value).collect();
    values.dedup();
    values
}

pub(crate) fn variant_names<T: DeserializeOwned>() -> &'static [&'static str] {
    let (_, found) = variant::<T>(0, true).expect("an enum has variants");
    found.variants
}

/// An example value of an enum: its last variant. Used where the enum occurs inside another value.
pub(crate) fn last<T: DeserializeOwned>() -> (T, &'static str) {
    let (value, found) = variant(variant_names::<T>().len() - 1, true).expect("it is the last");
    (value, found.type_name)
}

/// A deserializer that creates a value from placeholders, either the outer value or a value inside it.
struct Placeholder<'a> {
    found: &'a RefCell<Found>,
    /// Index of the variant to create. `None` for a value inside the outer value.
    position: Option<usize>,
    flag: bool,
    variant: &'static str,
    field: String,
}

impl Placeholder<'_> {
    fn inner(&self, variant: &'static str, field: &str) -> Placeholder<'_> {
        Placeholder {
            found: self.found,
            position: None,
            flag: self.flag,
            variant,
            field: field.to_owned(),
        }
    }

    fn number(&self) -> u64 {
        let number = self.found.borrow_mut().number(&self.field);
        match (self.variant, self.field.as_str()) {
            // The core formats the `bytes` and `limit` fields of `TooLarge` in millions of bytes.
            ("TooLarge", "bytes" | "limit") => number * 1_000_000,
            _ => number,
        }
    }
}

macro_rules! numbers {
    ($($name:ident: $visit:ident as $kind:ty),*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.number() as $kind)
        })*
    };
}

macro_rules! unexpected {
    ($($name:ident($($argument:ty),*)),*) => {
        $(fn $name<V: Visitor<'de>>(self, $(_: $argument,)* _: V) -> Result<V::Value, Error> {
            Err(Error::custom(format!("{}: no placeholder for {}", self.field, stringify!($name))))
        })*
    };
}

impl<'de> Deserializer<'de> for Placeholder<'_> {
    type Error = Error;

    numbers! {
        deserialize_i16: visit_i16 as i16, deserialize_i32: visit_i32 as i32, deserialize_i64: visit_i64 as i64,
        deserialize_u16: visit_u16 as u16, deserialize_u32: visit_u32 as u32, deserialize_u64: visit_u64 as u64
    }

    unexpected! {
        deserialize_any(), deserialize_i8(), deserialize_u8(), deserialize_bytes(), deserialize_byte_buf(), deserialize_unit(),
        deserialize_unit_struct(&'static str), deserialize_tuple_struct(&'static str, usize), deserialize_map(),
        deserialize_struct(&'static str, &'static [&'static str]), deserialize_identifier(), deserialize_ignored_any()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.found.borrow_mut().flag = Some(self.field);
        visitor.visit_bool(self.flag)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let texts = ["0.610", "0.61"].map(|text| (text.to_owned(), mark(&self.field)));
        self.found.borrow_mut().placeholder_of.extend(texts);
        visitor.visit_f64(0.61)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let escaped = ("\\u{e000}".to_owned(), mark(&self.field));
        let plain = ("\u{e000}".to_owned(), mark(&self.field));
        self.found.borrow_mut().placeholder_of.extend([escaped, plain]);
        visitor.visit_char('\u{e000}')
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(mark(&self.field))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        if name == "Verbatim" {
            // The page adds the quotation marks around the text, so the catalog omits the quotation marks.
            let quoted = (format!("“{}”", mark(&self.field)), mark(&self.field));
            self.found.borrow_mut().placeholder_of.push(quoted);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let names = vec![self.field.clone(), self.field.clone()];
        visitor.visit_seq(Fields::new(&self, self.variant, names, true))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        let names = (0..length).map(|place| format!("{}_{place}", self.field)).collect();
        visitor.visit_seq(Fields::new(&self, self.variant, names, false))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if let Some(position) = self.position {
            let mut found = self.found.borrow_mut();
            (found.type_name, found.variants) = (name, variants);
            drop(found);
            let variant = variants
                .get(position)
                .copied()
                .ok_or_else(|| Error::custom("no such variant"))?;
            return visitor.visit_enum(Chosen { place: self, variant });
        }
        self.found.borrow_mut().nested.push((self.field.clone(), name));
        // A message of the outer enum inserts the whole text of the inner enum.
        // The inner text's own placeholders are therefore recorded separately.
        let place = Placeholder {
            found: &RefCell::default(),
            position: None,
            flag: true,
            variant: "",
            field: self.field.clone(),
        };
        let variant = variants[variants.len() - 1];
        visitor.visit_enum(Chosen { place, variant })
    }
}

struct Chosen<'a> {
    place: Placeholder<'a>,
    variant: &'static str,
}

impl<'de> EnumAccess<'de> for Chosen<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        let name: StrDeserializer<'_, Error> = self.variant.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Chosen<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.place.inner(self.variant, "text"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("a tuple has no names for its fields"))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        let names = fields.iter().map(|&name| name.to_owned()).collect();
        visitor.visit_seq(Fields::new(&self.place, self.variant, names, false))
    }
}

struct Fields<'a> {
    place: &'a Placeholder<'a>,
    variant: &'static str,
    names: std::vec::IntoIter<String>,
    is_list: bool,
    is_begun: bool,
}

impl<'a> Fields<'a> {
    fn new(place: &'a Placeholder<'a>, variant: &'static str, names: Vec<String>, is_list: bool) -> Fields<'a> {
        Fields {
            place,
            variant,
            names: names.into_iter(),
            is_list,
            is_begun: false,
        }
    }
}

impl<'de> SeqAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        // An example list of texts has one item.
        // An example list of numbers has two items, because the sentence must contain the separator between the numbers.
        let has_number = |found: &Found| found.numbers.iter().any(|(_, name)| *name == self.place.field);
        if self.is_list && self.is_begun && !has_number(&self.place.found.borrow()) {
            return Ok(None);
        }
        self.is_begun = true;
        let Some(name) = self.names.next() else { return Ok(None) };
        seed.deserialize(self.place.inner(self.variant, &name)).map(Some)
    }
}
