//! Determines the type, the variant and the fields of a core value by serializing the value.
//!
//! A conversion to `serde_json::Value` would lose the names of the types, which determine the keys of the messages.

use std::fmt;

use serde::ser::{Impossible, Serialize, SerializeSeq, SerializeStructVariant, SerializeTuple, Serializer};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Inspected {
    Text(String),
    /// Text that another program wrote, for example a driver or a browser. See [`Verbatim`](fastgas_data::Verbatim).
    Verbatim(String),
    List(Vec<Inspected>),
    Variant {
        of: &'static str,
        name: &'static str,
        fields: Vec<(&'static str, Inspected)>,
    },
}

/// A variant that only wraps another value is replaced by this value.
/// Returns `None` for values of types that do not occur in errors of the core, such as maps.
pub(crate) fn inspect<T: Serialize + ?Sized>(value: &T) -> Option<Inspected> {
    value.serialize(Inspector).ok()
}

struct Inspector;

type Outcome = Result<Inspected, fmt::Error>;

struct Items(Vec<Inspected>);

struct Fields {
    of: &'static str,
    name: &'static str,
    fields: Vec<(&'static str, Inspected)>,
}

macro_rules! as_text {
    ($($name:ident: $kind:ty),*) => {
        $(fn $name(self, value: $kind) -> Outcome {
            Ok(Inspected::Text(value.to_string()))
        })*
    };
}

impl Serializer for Inspector {
    type Ok = Inspected;
    type Error = fmt::Error;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Impossible<Inspected, fmt::Error>;
    type SerializeTupleVariant = Impossible<Inspected, fmt::Error>;
    type SerializeMap = Impossible<Inspected, fmt::Error>;
    type SerializeStruct = Impossible<Inspected, fmt::Error>;
    type SerializeStructVariant = Fields;

    as_text! {
        serialize_bool: bool, serialize_char: char, serialize_str: &str, serialize_f32: f32, serialize_f64: f64,
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    }

    fn serialize_bytes(self, _: &[u8]) -> Outcome {
        Err(fmt::Error)
    }

    fn serialize_none(self) -> Outcome {
        Ok(Inspected::Text(String::new()))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Outcome {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Outcome {
        Err(fmt::Error)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Outcome {
        Err(fmt::Error)
    }

    fn serialize_unit_variant(self, of: &'static str, _: u32, name: &'static str) -> Outcome {
        let fields = Vec::new();
        Ok(Inspected::Variant { of, name, fields })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Outcome {
        match value.serialize(self)? {
            Inspected::Text(text) if name == "Verbatim" => Ok(Inspected::Verbatim(text)),
            inspected => Ok(inspected),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Outcome {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items, fmt::Error> {
        Ok(Items(Vec::new()))
    }

    fn serialize_tuple(self, _: usize) -> Result<Items, fmt::Error> {
        Ok(Items(Vec::new()))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<Inspected, fmt::Error>, fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<Inspected, fmt::Error>, fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Impossible<Inspected, fmt::Error>, fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Impossible<Inspected, fmt::Error>, fmt::Error> {
        Err(fmt::Error)
    }

    fn serialize_struct_variant(
        self,
        of: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Fields, fmt::Error> {
        let fields = Vec::new();
        Ok(Fields { of, name, fields })
    }
}

impl SerializeSeq for Items {
    type Ok = Inspected;
    type Error = fmt::Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), fmt::Error> {
        self.0.push(value.serialize(Inspector)?);
        Ok(())
    }

    fn end(self) -> Outcome {
        Ok(Inspected::List(self.0))
    }
}

impl SerializeTuple for Items {
    type Ok = Inspected;
    type Error = fmt::Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), fmt::Error> {
        SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Outcome {
        SerializeSeq::end(self)
    }
}

impl SerializeStructVariant for Fields {
    type Ok = Inspected;
    type Error = fmt::Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), fmt::Error> {
        self.fields.push((name, value.serialize(Inspector)?));
        Ok(())
    }

    fn end(self) -> Outcome {
        let Fields { of, name, fields } = self;
        Ok(Inspected::Variant { of, name, fields })
    }
}
