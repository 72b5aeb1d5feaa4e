use super::*;
use ndarray_npy::WriteNpyExt;
use proptest::prelude::*;

fn written<T: ndarray_npy::WritableElement>(array: &Array2<T>) -> Vec<u8> {
    let mut bytes = Vec::new();
    array.write_npy(&mut bytes).unwrap();
    bytes
}

fn file(dictionary: &str, behind: usize) -> Vec<u8> {
    let header = format!("{dictionary}\n");
    let mut bytes = [MAGIC, &[1, 0], &(header.len() as u16).to_le_bytes(), header.as_bytes()].concat();
    bytes.resize(bytes.len() + behind, 0);
    bytes
}

fn refused(bytes: &[u8]) -> String {
    NpyHeader::read(bytes, bytes.len() as u64).unwrap_err().to_string()
}

fn of_kind(kind: &str, fortran_order: &str, numbers: Vec<u8>) -> Vec<u8> {
    let dictionary = format!("{{'descr': '{kind}', 'fortran_order': {fortran_order}, 'shape': (2, 3), }}");
    [file(&dictionary, 0), numbers].concat()
}

#[test]
fn integers_of_every_type_and_order_are_read() {
    let expected = Array2::from_shape_fn((3, 2), |(i, j)| (i * 2 + j) as i64);
    let files = [
        written(&expected),
        written(&expected.mapv(|x| x as i32)),
        written(&expected.mapv(|x| x as u32)),
        written(&expected.mapv(|x| x as u64)),
        written(&expected.t().as_standard_layout().into_owned().reversed_axes()),
    ];
    for file in files {
        assert_eq!(integers(&file), Ok(expected.clone()));
    }
    let big = of_kind(">i4", "False", (0..6i32).flat_map(i32::to_be_bytes).collect());
    assert_eq!(
        integers(&big),
        Ok(Array2::from_shape_fn((2, 3), |(i, j)| (i * 3 + j) as i64))
    );
    let missing = Array2::from_elem((1, 1), u32::MAX);
    assert_eq!(integers(&written(&missing)), Ok(Array2::from_elem((1, 1), -1)));
}

#[test]
fn files_without_a_matrix_of_integers_are_refused() {
    let floats = written(&Array2::<f32>::zeros((2, 2)));
    let kind = "<f4".to_owned();
    assert_eq!(integers(&floats), Err(NpyReason::NumberKind { kind }));
    let whole = written(&Array2::<i64>::zeros((2, 2)));
    for bytes in [whole.len() - 1, whole.len() - 8] {
        let reason = NpyReason::Size {
            rows: 2,
            columns: 2,
            bytes: bytes as u64,
        };
        assert_eq!(integers(&whole[..bytes]), Err(reason));
    }
    assert_eq!(integers(b"PK"), Err(NpyReason::NotNpy));
}

#[test]
fn rows_in_the_pool_are_selected() {
    let left_out = |rows_before: &[Option<u32>]| -> Vec<RejectedRow> {
        let record = |&rows_before: &Option<u32>| RejectedRow {
            line: 1,
            cells: Vec::new(),
            rows_before,
        };
        rows_before.iter().map(record).collect()
    };
    let four = left_out(&[Some(0), Some(2), Some(2), Some(5)]);
    assert_eq!(rows_of_pool(9, 5, &four), Ok(vec![1..3, 5..8]));
    let all = 0..5;
    assert_eq!(
        rows_of_pool(5, 5, &four),
        Ok(vec![all]),
        "the file has one row for each row of the pool"
    );
    let message = rows_of_pool(8, 5, &four).unwrap_err().to_string();
    let both = "the embeddings have 8 rows, but the pool has 5, or 9 including the rows that were left out";
    assert_eq!(message, both);
    let differ = |rows| Err(EmbeddingsError::RowsDiffer { rows, n_instances: 5 });
    assert_eq!(
        rows_of_pool(6, 5, &left_out(&[None])),
        differ(6),
        "an older version did not record the left-out rows"
    );
    assert_eq!(rows_of_pool(6, 5, &[]), differ(6));
}

fn matrix(bytes: &[u8]) -> Vec<f32> {
    let header = NpyHeader::read(bytes, bytes.len() as u64).unwrap();
    let numbers = &bytes[header.start as usize..];
    let mut matrix = vec![f32::NAN; numbers.len() / header.float.bytes()];
    for (piece, bytes) in numbers.chunks(4 * header.float.bytes()).enumerate() {
        header.place(4 * piece, &header.float.numbers(bytes).unwrap(), &mut matrix);
    }
    matrix
}

proptest! {
    #[test]
    fn files_of_ndarray_npy_are_read(rows in 1usize..20, columns in 1usize..20, wide: bool) {
        let numbers = Array2::from_shape_fn((rows, columns), |(i, j)| (i * 31 + j) as f32 / 7.0 - 3.0);
        let bytes = if wide { written(&numbers.mapv(f64::from)) } else { written(&numbers) };
        let header = NpyHeader::read(&bytes, bytes.len() as u64).unwrap();
        prop_assert_eq!((header.rows, header.columns), (rows as u64, columns as u64));
        let read = header.float.numbers(&bytes[header.start as usize..]).unwrap();
        prop_assert_eq!(read, numbers.into_raw_vec_and_offset().0);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0usize..200, at in 0usize..200, byte: u8) {
        let _ = NpyHeader::read(&bytes, bytes.len() as u64);
        let mut file = file("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }", 24);
        let at = at % file.len();
        file[at] = byte;
        file.truncate(cut);
        let _ = NpyHeader::read(&file, file.len() as u64);
    }
}

/// NumPy 2.4 wrote the expected header: `numpy.save(file, numpy.zeros((3000, 384), '<f4'))`.
#[test]
fn header_equals_numpy_header() {
    let dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (3000, 384), }";
    let numpy = format!("{dictionary}{}\n", " ".repeat(128 - 10 - 1 - dictionary.len()));
    let numpy = [b"\x93NUMPY\x01\x00v\x00", numpy.as_bytes()].concat();
    assert_eq!(header(3000, 384), numpy);
    for (rows, columns) in [(0, 1), (1, 8), (100_000, 4096), (usize::MAX, usize::MAX)] {
        assert!(header(rows, columns).len().is_multiple_of(64));
    }
    let file = [header(2, 3), vec![0; 24]].concat();
    let read = NpyHeader::read(&file, file.len() as u64).unwrap();
    assert_eq!((read.rows, read.columns, read.start), (2, 3, 128));
}

#[test]
fn versions_and_key_orders_are_read() {
    let wide = "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f8'}\n";
    let mut bytes = [MAGIC, &[2, 0], &(wide.len() as u32).to_le_bytes(), wide.as_bytes()].concat();
    bytes.resize(bytes.len() + 48, 0);
    let header = NpyHeader::read(&bytes, bytes.len() as u64).unwrap();
    assert_eq!((header.rows, header.columns, header.float), (2, 3, Float::F64));
}

#[test]
fn unsupported_arrays_are_rejected() {
    assert!(refused(b"id,text\n").contains("does not begin"));
    for kind in ["<i8", "<c8", "<f16", "<f"] {
        let refusal = refused(&of_kind(kind, "False", vec![0; 24]));
        assert!(
            refusal.contains(&format!("the type `{kind}`; only floats")),
            "{refusal}"
        );
    }
    let several = "{'descr': [('a', '<f4'), ('b', '<f4')], 'fortran_order': False, 'shape': (3, 2), }";
    let advice = |bytes: Vec<u8>| NpyHeader::read(&bytes, bytes.len() as u64).unwrap_err().advice();
    assert!(refused(&file(several, 24)).contains("records with named fields"));
    assert!(advice(file(several, 24)).contains("structured_to_unstructured"));
    let objects = of_kind("|O", "False", vec![0; 24]);
    assert!(refused(&objects).contains("objects of Python"));
    assert!(advice(objects).contains("numpy.stack(list(array))"));
    assert!(refused(&of_kind("<f4", "1", vec![0; 24])).contains("order"));
    for shape in [
        "(6,)",
        "(3, 2, 1)",
        "()",
        "(3, 0)",
        "(3, -2)",
        "(3, 99999999999999999999)",
    ] {
        let other = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}");
        assert!(refused(&file(&other, 24)).contains("shape"), "{shape}");
    }
    let whole = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }";
    assert!(refused(&file(whole, 23)).contains("3 × 2"));
    let huge = format!(
        "{{'descr': '<f4', 'fortran_order': False, 'shape': ({0}, {0}), }}",
        u64::MAX
    );
    assert!(refused(&file(&huge, 24)).contains("bytes"));
}

#[test]
fn incomplete_number_is_none() {
    assert_eq!(Float::F16.numbers(&[0; 3]), None);
    assert_eq!(Float::F32.numbers(&[0; 7]), None);
    assert_eq!(Float::F64Big.numbers(&[0; 12]), None);
}

#[test]
fn floats_of_all_formats_and_orders_are_read() {
    let [halves, singles, doubles] = [
        [0x3c00, 0xc000, 0x3800, 0x4200, 0x3400, 0xbe00],
        [
            0x3f80_0000,
            0xc000_0000,
            0x3f00_0000,
            0x4040_0000,
            0x3e80_0000,
            0xbfc0_0000,
        ],
        [
            0x3ff0_0000_0000_0000,
            0xc000_0000_0000_0000,
            0x3fe0_0000_0000_0000,
            0x4008_0000_0000_0000,
            0x3fd0_0000_0000_0000,
            0xbff8_0000_0000_0000_u64,
        ],
    ];
    for (width, numbers) in [(2, halves), (4, singles), (8, doubles)] {
        let little = numbers.iter().flat_map(|x: &u64| x.to_le_bytes()[..width].to_vec());
        let little: Vec<u8> = little.collect();
        let big = numbers.iter().flat_map(|x: &u64| x.to_be_bytes()[8 - width..].to_vec());
        let big: Vec<u8> = big.collect();
        for (kind, bytes) in [(format!("<f{width}"), little), (format!(">f{width}"), big)] {
            let rows = of_kind(&kind, "False", bytes.clone());
            assert_eq!(matrix(&rows), [1.0, -2.0, 0.5, 3.0, 0.25, -1.5], "{kind}");
            let columns = of_kind(&kind, "True", bytes);
            assert_eq!(matrix(&columns), [1.0, 0.5, 0.25, -2.0, 3.0, -1.5], "{kind}");
            for (file, second_row) in [(&rows, vec![3.0, 0.25, -1.5]), (&columns, vec![-2.0, 3.0, -1.5])] {
                let header = NpyHeader::read(file, file.len() as u64).unwrap();
                let ranges = header.ranges(1..2).into_iter();
                let bytes = ranges.flat_map(|range| file[range.start as usize..range.end as usize].to_vec());
                let row = header.by_rows(bytes.collect());
                assert_eq!(header.float.numbers(&row), Some(second_row), "{kind}");
            }
        }
    }
}

#[test]
fn half_floats_are_widened_losslessly() {
    for half in 0..=u16::MAX {
        let (exponent, fraction) = (i32::from((half >> 10) & 31), f64::from(half & 1023) / 1024.0);
        let magnitude = match exponent {
            0 => fraction * 2f64.powi(-14),
            31 if half & 1023 == 0 => f64::INFINITY,
            31 => f64::NAN,
            exponent => (1.0 + fraction) * 2f64.powi(exponent - 15),
        };
        let expected = if half >> 15 == 1 { -magnitude } else { magnitude };
        let read = widened(half);
        assert_eq!(read.is_nan(), expected.is_nan(), "{half:#06x}");
        assert!(read.is_nan() || f64::from(read) == expected, "{half:#06x}: {read}");
        assert_eq!(read.is_sign_negative(), half >> 15 == 1, "{half:#06x}");
    }
    // The test values include the smallest subnormal, the largest subnormal and the largest finite number.
    assert_eq!(
        [0x0001, 0x03ff, 0x7bff].map(widened),
        [1.0 / 16_777_216.0, 1023.0 / 16_777_216.0, 65_504.0]
    );
}

#[test]
fn other_embedding_formats_are_named() {
    for (beginning, kind) in [
        (&b"PK\x03\x04\x14\x00"[..], "ZIP (.npz, .pt)"),
        (b"PAR1\x15\x04", "Parquet"),
        (b"ARROW1\x00\x00", "Arrow"),
        (b"\x89HDF\r\n", "HDF5"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\x80\x04\x95", "pickle"),
    ] {
        let refusal = refused(beginning);
        assert!(
            refusal.contains(&format!("it is a `{kind}` file, not a .npy file")),
            "{refusal}"
        );
    }
}
