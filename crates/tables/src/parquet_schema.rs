//! Shapes of the values in a Parquet file: which columns are lists, maps and structs.

use std::ops::Range;

use fastgas_data::{LoadError, UnsupportedReason};
use parquet::basic::{ConvertedType, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::schema::types::Type;

use crate::unpack::{unreadable, unsupported};

const MAX_DEPTH: usize = 64;
/// Maximum size, in bytes, of the unscaled integer of a decimal number.
const MAX_DECIMAL_BYTES: i32 = 32;

/// Nested type of a value: how optional values, lists, maps and structs contain the leaf columns.
/// `def` is the lowest definition level where the value exists. `leaves` are the value's leaf columns.
#[derive(Debug)]
pub(crate) enum Shape {
    Optional {
        def: i16,
        leaves: Range<usize>,
        value: Box<Shape>,
    },
    List {
        def: i16,
        /// Repetition level of the second and all later elements of a list.
        rep: i16,
        leaves: Range<usize>,
        element: Box<Shape>,
    },
    Map {
        def: i16,
        rep: i16,
        leaves: Range<usize>,
        key: Box<Shape>,
        value: Option<Box<Shape>>,
        /// Whether the keys of the map are texts. If so, the map becomes a JSON object.
        has_text_keys: bool,
    },
    Struct(Vec<(String, Shape)>),
    Leaf(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Bool,
    Integer,
    Unsigned,
    Float,
    /// A 16-bit float.
    Half,
    Decimal {
        scale: i32,
    },
    /// Text, or bytes that may be text.
    Text,
    Uuid,
    Date,
    Time {
        per_second: i64,
    },
    Timestamp {
        per_second: i64,
        /// Whether the time is in UTC. If false, the time zone is unknown.
        utc: bool,
    },
    /// A 96-bit timestamp. Hive and Impala wrote such timestamps.
    Int96,
}

fn per_second(unit: &TimeUnit) -> i64 {
    match unit {
        TimeUnit::MILLIS => 1_000,
        TimeUnit::MICROS => 1_000_000,
        TimeUnit::NANOS => 1_000_000_000,
    }
}

fn rejected(message: &str) -> LoadError {
    unreadable("Parquet", message)
}

pub(crate) struct Shapes {
    pub(crate) columns: Vec<(String, Shape)>,
    pub(crate) meanings: Vec<Meaning>,
    /// For each leaf column, whether the column is left out if it contains bytes that are not text.
    /// A column that the file declares as text is never left out, and neither are the keys of a map.
    pub(crate) can_be_left_out: Vec<bool>,
    pub(crate) vectors: Vec<String>,
}

impl Shapes {
    /// Determines the nested types ([`Shape`]) of the top-level columns from the schema of the file.
    ///
    /// # Errors
    /// Returns [`LoadError::Unreadable`] for an invalid type.
    /// Returns [`LoadError::Unsupported`] for a type that is nested too deeply.
    pub(crate) fn of(root: &Type) -> Result<Shapes, LoadError> {
        let mut shapes = Shapes {
            columns: Vec::new(),
            meanings: Vec::new(),
            can_be_left_out: Vec::new(),
            vectors: Vec::new(),
        };
        if !root.is_group() {
            return Err(rejected("the schema is no group"));
        }
        for field in root.get_fields() {
            let shape = shapes.field(field, 0, 0, 0)?;
            if shapes.is_vector(&shape) {
                shapes.vectors.push(field.name().to_owned());
            }
            shapes.columns.push((field.name().to_owned(), shape));
        }
        Ok(shapes)
    }

    pub(crate) fn is_vector(&self, shape: &Shape) -> bool {
        fn leaf(shape: &Shape) -> Option<usize> {
            match shape {
                Shape::Leaf(leaf) => Some(*leaf),
                Shape::Optional { value, .. } => leaf(value),
                _ => None,
            }
        }
        match shape {
            Shape::Optional { value, .. } => self.is_vector(value),
            Shape::List { element, .. } => leaf(element)
                .and_then(|leaf| self.meanings.get(leaf))
                .is_some_and(|meaning| matches!(meaning, Meaning::Float | Meaning::Half)),
            _ => false,
        }
    }

    /// Returns the nested type of a field. An optional or repeated field becomes an optional value or a list.
    /// `def` and `rep` are the definition level and the repetition level of the outer value.
    fn field(&mut self, field: &Type, def: i16, rep: i16, depth: usize) -> Result<Shape, LoadError> {
        if depth > MAX_DEPTH {
            let limit = MAX_DEPTH as u64;
            return Err(unsupported("Parquet", UnsupportedReason::Nesting { limit }));
        }
        let info = field.get_basic_info();
        if !info.has_repetition() {
            return Err(rejected("a column has no repetition"));
        }
        let first = self.meanings.len();
        match info.repetition() {
            Repetition::REQUIRED => self.value(field, def, rep, depth),
            Repetition::OPTIONAL => {
                let value = Box::new(self.value(field, def + 1, rep, depth)?);
                Ok(Shape::Optional {
                    def: def + 1,
                    leaves: first..self.meanings.len(),
                    value,
                })
            }
            Repetition::REPEATED => {
                let element = Box::new(self.value(field, def + 1, rep + 1, depth)?);
                Ok(Shape::List {
                    def: def + 1,
                    rep: rep + 1,
                    leaves: first..self.meanings.len(),
                    element,
                })
            }
        }
    }

    /// Returns the nested type of a field, ignoring whether the field itself is optional or repeated.
    fn value(&mut self, field: &Type, def: i16, rep: i16, depth: usize) -> Result<Shape, LoadError> {
        if field.is_primitive() {
            let meaning = meaning(field)?;
            self.meanings.push(meaning);
            self.can_be_left_out.push(meaning == Meaning::Text && !is_text(field));
            return Ok(Shape::Leaf(self.meanings.len() - 1));
        }
        let info = field.get_basic_info();
        let first = self.meanings.len();
        let is_list =
            info.converted_type() == ConvertedType::LIST || info.logical_type_ref() == Some(&LogicalType::List);
        let is_map = matches!(info.converted_type(), ConvertedType::MAP | ConvertedType::MAP_KEY_VALUE)
            || info.logical_type_ref() == Some(&LogicalType::Map);
        let repeated = match field.get_fields() {
            [only] if only.get_basic_info().has_repetition() => {
                (only.get_basic_info().repetition() == Repetition::REPEATED).then_some(only)
            }
            _ => None,
        };
        match repeated {
            Some(repeated) if is_list => {
                let element = match is_element(repeated, field.name()) {
                    true => self.value(repeated, def + 1, rep + 1, depth + 1)?,
                    false => self.field(&repeated.get_fields()[0], def + 1, rep + 1, depth + 1)?,
                };
                Ok(Shape::List {
                    def: def + 1,
                    rep: rep + 1,
                    leaves: first..self.meanings.len(),
                    element: Box::new(element),
                })
            }
            Some(entry) if is_map && entry.is_group() && matches!(entry.get_fields().len(), 1 | 2) => {
                let [key, value @ ..] = entry.get_fields() else {
                    return Err(rejected("a map has no keys"));
                };
                let key = self.field(key, def + 1, rep + 1, depth + 1)?;
                self.can_be_left_out[first..].fill(false);
                let has_text_keys = matches!(key, Shape::Leaf(leaf) if self.meanings.get(leaf) == Some(&Meaning::Text));
                let value = value
                    .first()
                    .map(|value| self.field(value, def + 1, rep + 1, depth + 1));
                Ok(Shape::Map {
                    def: def + 1,
                    rep: rep + 1,
                    has_text_keys: has_text_keys && value.is_some(),
                    key: Box::new(key),
                    value: value.transpose()?.map(Box::new),
                    leaves: first..self.meanings.len(),
                })
            }
            _ => {
                let mut members = Vec::new();
                for member in field.get_fields() {
                    members.push((member.name().to_owned(), self.field(member, def, rep, depth + 1)?));
                }
                if members.is_empty() {
                    return Err(rejected("a group has no columns"));
                }
                Ok(Shape::Struct(members))
            }
        }
    }
}

/// Whether the repeated field of a list is the list's element, as in files from older programs.
/// In newer files, the repeated field is a group around the element.
/// The rules are the "Backward-compatibility rules" for lists in the specification of Parquet.
fn is_element(repeated: &Type, list: &str) -> bool {
    if repeated.is_primitive() {
        return true;
    }
    match repeated.get_fields() {
        [only] => {
            let is_list =
                only.get_basic_info().has_repetition() && only.get_basic_info().repetition() == Repetition::REPEATED;
            !is_list && (repeated.name() == "array" || repeated.name() == format!("{list}_tuple"))
        }
        _ => true,
    }
}

fn is_text(column: &Type) -> bool {
    let info = column.get_basic_info();
    let logical = info.logical_type_ref();
    matches!(
        logical,
        Some(LogicalType::String | LogicalType::Enum | LogicalType::Json)
    ) || matches!(
        info.converted_type(),
        ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON
    )
}

fn meaning(column: &Type) -> Result<Meaning, LoadError> {
    let info = column.get_basic_info();
    let physical = column.get_physical_type();
    let is_integer = matches!(physical, Physical::INT32 | Physical::INT64);
    if let Some(logical) = info.logical_type_ref() {
        match logical {
            LogicalType::Date if physical == Physical::INT32 => return Ok(Meaning::Date),
            LogicalType::Time(time) if is_integer => {
                return Ok(Meaning::Time {
                    per_second: per_second(&time.unit),
                });
            }
            LogicalType::Timestamp(timestamp) if physical == Physical::INT64 => {
                return Ok(Meaning::Timestamp {
                    per_second: per_second(&timestamp.unit),
                    utc: timestamp.is_adjusted_to_u_t_c,
                });
            }
            LogicalType::Integer(integer) if is_integer && !integer.is_signed => return Ok(Meaning::Unsigned),
            LogicalType::Uuid if physical == Physical::FIXED_LEN_BYTE_ARRAY => return Ok(Meaning::Uuid),
            LogicalType::Float16 if physical == Physical::FIXED_LEN_BYTE_ARRAY => return Ok(Meaning::Half),
            _ => {}
        }
    }
    let converted = info.converted_type();
    if converted == ConvertedType::DECIMAL {
        let scale = column.get_scale();
        let is_fixed = physical == Physical::FIXED_LEN_BYTE_ARRAY;
        let (has_bytes, length) = match column {
            Type::PrimitiveType { type_length, .. } => (is_fixed || physical == Physical::BYTE_ARRAY, *type_length),
            Type::GroupType { .. } => (false, 0),
        };
        if !(is_integer || has_bytes) || !(0..=200).contains(&scale) || (is_fixed && length > MAX_DECIMAL_BYTES) {
            return Err(rejected("a decimal column has an impossible type"));
        }
        return Ok(Meaning::Decimal { scale });
    }
    Ok(match (physical, converted) {
        (Physical::BOOLEAN, _) => Meaning::Bool,
        (Physical::INT96, _) => Meaning::Int96,
        (Physical::FLOAT | Physical::DOUBLE, _) => Meaning::Float,
        (Physical::BYTE_ARRAY | Physical::FIXED_LEN_BYTE_ARRAY, _) => Meaning::Text,
        (_, ConvertedType::DATE) => Meaning::Date,
        (_, ConvertedType::TIME_MILLIS) => Meaning::Time { per_second: 1_000 },
        (_, ConvertedType::TIME_MICROS) => Meaning::Time { per_second: 1_000_000 },
        (_, ConvertedType::TIMESTAMP_MILLIS) => Meaning::Timestamp {
            per_second: 1_000,
            utc: true,
        },
        (_, ConvertedType::TIMESTAMP_MICROS) => Meaning::Timestamp {
            per_second: 1_000_000,
            utc: true,
        },
        (_, ConvertedType::UINT_8 | ConvertedType::UINT_16 | ConvertedType::UINT_32 | ConvertedType::UINT_64) => {
            Meaning::Unsigned
        }
        (Physical::INT32 | Physical::INT64, _) => Meaning::Integer,
    })
}
