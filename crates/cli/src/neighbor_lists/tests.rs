use super::*;
use ndarray::array;

fn lists(ids: Array2<i64>, similarities: Array2<f32>) -> NeighborLists {
    NeighborLists {
        files: ["ids.npy", "sims.npy"].map(PathBuf::from),
        ids,
        similarities,
    }
}

#[test]
fn itself_and_missing_neighbors_are_left_out_and_ties_go_to_the_lowest_id() {
    let ids = array![[0, 2, 1, -1], [1, 0, 2, -1], [-1, 2, 1, 0]];
    let similarities = array![
        [1.0, 0.5, 0.5, f32::NAN],
        [1.0, 0.5, 0.25, 7.0],
        [9.0, 1.0, 0.25, 0.125]
    ];
    let lists = lists(ids, similarities);
    let neighbors = lists.check(3, 2).expect("they are valid");
    assert_eq!(neighbors.ids, array![[1, 2], [0, 2], [1, 0]]);
    assert_eq!(neighbors.similarities, array![[0.5, 0.5], [0.5, 0.25], [0.25, 0.125]]);
    assert_eq!(lists.check(3, 1).expect("they are valid").ids, array![[1], [0], [1]]);
}

#[test]
fn malformed_row_is_refused_with_its_position() {
    let ids = array![[1, 2], [0, 2], [0, 1]];
    let similarities = array![[0.5, 0.25], [0.5, 0.5], [0.25, -1.0]];
    lists(ids.clone(), similarities.clone())
        .check(3, 2)
        .expect("they are valid");
    let refused = |row: usize, column: usize, id: i64, similarity: f32| {
        let (mut ids, mut similarities) = (ids.clone(), similarities.clone());
        ids[[row, column]] = id;
        similarities[[row, column]] = similarity;
        lists(ids, similarities).check(3, 2).expect_err("it is malformed")
    };
    let (row, column) = (2, 1);
    let last = 2;
    assert_eq!(
        refused(2, 1, 3, 0.0),
        NeighborListsError::Outside {
            row,
            column,
            id: 3,
            last
        }
    );
    assert_eq!(
        refused(2, 1, -2, 0.0),
        NeighborListsError::Outside {
            row,
            column,
            id: -2,
            last
        }
    );
    assert_eq!(refused(2, 1, 0, 0.0), NeighborListsError::Twice { row, column, id: 0 });
    assert_eq!(
        refused(2, 1, 1, f32::NAN),
        NeighborListsError::NotFinite { row, column }
    );
    let (similarity, before) = (1.5, 0.25);
    assert_eq!(
        refused(2, 1, 1, 1.5),
        NeighborListsError::NotCosine {
            row,
            column,
            similarity
        }
    );
    let order = NeighborListsError::Order {
        row,
        column,
        similarity: 0.5,
        before,
    };
    assert_eq!(refused(2, 1, 1, 0.5), order);
    let few = |n_found| NeighborListsError::Few {
        row,
        n_found,
        n_neighbors: 2,
        n_short: 1,
    };
    assert_eq!(refused(2, 1, -1, 0.0), few(1));
    assert_eq!(refused(2, 1, 2, 0.0), few(1), "the row itself");
    let rows = lists(ids.clone(), similarities.clone()).check(4, 2);
    assert_eq!(
        rows,
        Err(NeighborListsError::RowsDiffer {
            rows: 3,
            n_instances: 4
        })
    );
}

#[test]
fn number_of_neighbors_above_the_columns_takes_no_memory() {
    let n_neighbors = usize::MAX / 2;
    let few = NeighborListsError::Few {
        row: 0,
        n_found: 1,
        n_neighbors,
        n_short: 2,
    };
    let lists = lists(array![[1], [0]], array![[0.5], [0.5]]);
    assert_eq!(lists.check(2, n_neighbors), Err(few));
}

#[test]
fn lists_of_other_embeddings_are_refused() {
    let rows = array![[1.0, 0.0], [1.0, 0.1], [0.0, 1.0], [0.1, 1.0]];
    let embeddings = Embeddings::normalized(rows).expect("no row is zero");
    let mut neighbors = Neighbors {
        ids: array![[1], [0], [3], [2]],
        similarities: array![[0.99], [0.99], [0.97], [0.5]],
    };
    assert_eq!(other_embeddings(&neighbors, &embeddings), None, "one row may differ");
    neighbors.ids = array![[2], [3], [0], [1]];
    let error = other_embeddings(&neighbors, &embeddings).expect("most rows differ");
    assert!(
        matches!(
            error,
            NeighborListsError::OtherEmbeddings {
                row: 0,
                id: 2,
                n_compared: 4,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn lists_of_other_embeddings_are_refused_in_a_narrow_range_of_cosines() {
    // The six pairs of vectors in `plane` have the cosines 0.96, 0, 0.28, 0.28, 0.5376 and 0.96.
    // Each vector in `rows` is 0.96, followed by 0.28 times a vector in `plane`.
    // A pair with the cosine c in `plane` therefore has the cosine 0.9216 + 0.0784·c in `rows`.
    // The cosines of the pairs in `rows` differ by at most 0.0753.
    let plane: [[f32; 2]; 4] = [[1.0, 0.0], [0.96, 0.28], [0.0, 1.0], [0.28, 0.96]];
    let rows: Vec<[f32; 3]> = plane.iter().map(|&[x, y]| [0.96, 0.28 * x, 0.28 * y]).collect();
    let embeddings = Embeddings::normalized(rows.into()).expect("no row is zero");
    let limit = max_difference(CosineScale::of(&embeddings));
    assert!((limit - 0.0039).abs() < 1e-4, "{limit}");
    let own = Neighbors {
        ids: array![[1], [0], [3], [2]],
        similarities: array![[0.9969], [0.9969], [0.999], [0.994]],
    };
    assert_eq!(other_embeddings(&own, &embeddings), None, "estimates of the cosines");
    // Texts 1 and 2 are swapped, as in embeddings with the texts in a different order.
    let shuffled = Neighbors {
        ids: array![[2], [3], [0], [1]],
        similarities: own.similarities,
    };
    let error = other_embeddings(&shuffled, &embeddings).expect("all rows differ");
    assert!(
        matches!(
            error,
            NeighborListsError::OtherEmbeddings {
                row: 0,
                id: 2,
                n_different: 4,
                n_compared: 4,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn rounded_cosines_of_equal_texts_are_accepted() {
    let embeddings = Embeddings::normalized(array![[0.6, 0.8], [0.6, 0.8]]).expect("no row is zero");
    let neighbors = Neighbors {
        ids: array![[1], [0]],
        similarities: array![[0.9995], [0.9995]],
    };
    assert_eq!(other_embeddings(&neighbors, &embeddings), None);
}
