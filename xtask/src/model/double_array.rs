//! Builds the trie of a vocabulary as a double array (Aoe 1989) with 32-bit units.
//!
//! The format of the units is described in `crates/encoder/src/unigram.rs`.
//! For each node, the builder chooses a number `base` so that all indices `base ^ byte` of the children are free.
//! Only the last blocks of 256 units are searched, so that the time is linear in the number of nodes.
//! 99.9 % of the units of XLM-RoBERTa's vocabulary are in use.

use std::collections::BTreeSet;

/// Number of units in a block. All children of a node are in one block.
const BLOCK: usize = 256;
/// Number of blocks that are searched for free units, counted from the last block.
const OPEN_BLOCKS: usize = 16;

const ENDS_PIECE: u32 = 1 << 8;
const BASE_SHIFT: u32 = 9;
const PIECE: u32 = 1 << 31;

/// Maximum number of units. A base has 22 bits, so it cannot address more units.
const MAX_UNITS: usize = 1 << 22;

struct Builder {
    units: Vec<u32>,
    is_base: Vec<bool>,
    /// Indices of the free units in the open blocks.
    free: BTreeSet<usize>,
}

/// A node whose children do not have units yet.
struct OpenNode {
    place: usize,
    /// Range of the pieces below the node: index of the first piece, and index after the last piece.
    pieces: (usize, usize),
    depth: usize,
}

/// Returns the units of the trie. `pieces` are distinct non-empty strings without the byte 0, sorted, with their ids.
/// Returns `None` if the trie needs too many units.
pub fn build(pieces: &[(&[u8], u32)]) -> Option<Vec<u32>> {
    let mut builder = Builder {
        units: Vec::new(),
        is_base: Vec::new(),
        free: BTreeSet::new(),
    };
    builder.add_block();
    builder.free.remove(&0);
    let mut open = vec![OpenNode {
        place: 0,
        pieces: (0, pieces.len()),
        depth: 0,
    }];
    while let Some(OpenNode {
        place,
        pieces: (first, last),
        depth,
    }) = open.pop()
    {
        let of_node = &pieces[first..last];
        // The label is the next byte of a piece, or 0 if the piece ends at this node. No piece contains the byte 0.
        let label = |piece: &(&[u8], u32)| piece.0.get(depth).copied().unwrap_or(0);
        let mut children: Vec<(u8, usize, usize)> = Vec::new();
        let mut begin = first;
        for same_label in of_node.chunk_by(|a, b| label(a) == label(b)) {
            children.push((label(&same_label[0]), begin, begin + same_label.len()));
            begin += same_label.len();
        }
        if children.is_empty() {
            continue;
        }
        let base = builder.base(&children);
        builder.units[place] |= (base as u32) << BASE_SHIFT;
        for &(label, begin, _) in &children {
            let child = base ^ usize::from(label);
            builder.free.remove(&child);
            if label == 0 {
                builder.units[place] |= ENDS_PIECE;
                builder.units[child] = PIECE | pieces[begin].1;
            } else {
                builder.units[child] = label.into();
            }
        }
        let nodes = children.into_iter().rev().filter(|&(label, ..)| label != 0);
        open.extend(nodes.map(|(label, begin, end)| OpenNode {
            place: base ^ usize::from(label),
            pieces: (begin, end),
            depth: depth + 1,
        }));
    }
    (builder.units.len() <= MAX_UNITS).then_some(builder.units)
}

impl Builder {
    /// Adds a block of free units, and closes the oldest open block.
    /// Returns the index of the first unit of the new block.
    fn add_block(&mut self) -> usize {
        let start = self.units.len();
        self.units.resize(start + BLOCK, 0);
        self.is_base.resize(start + BLOCK, false);
        self.free.extend(start..start + BLOCK);
        if let Some(closed) = (start + BLOCK).checked_sub(OPEN_BLOCKS * BLOCK) {
            self.free = self.free.split_off(&closed);
        }
        start
    }

    /// Chooses a base for the children of a node.
    /// Different nodes get different bases, because a unit does not store its parent.
    fn base(&mut self, children: &[(u8, usize, usize)]) -> usize {
        let first = usize::from(children[0].0);
        let fits = |&base: &usize| {
            let are_free = || {
                let mut places = children.iter().map(|&(label, ..)| base ^ usize::from(label));
                places.all(|place| self.free.contains(&place))
            };
            !self.is_base[base] && are_free()
        };
        let found = self.free.iter().map(|place| place ^ first).find(fits);
        let base = found.unwrap_or_else(|| self.add_block());
        self.is_base[base] = true;
        base
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the id of a piece, or `None` if the trie does not contain the piece.
    fn find(units: &[u32], piece: &[u8]) -> Option<u32> {
        let mut node = units[0];
        for &byte in piece {
            let unit = units[(node >> BASE_SHIFT) as usize ^ usize::from(byte)];
            if unit & (PIECE | 0xff) != u32::from(byte) {
                return None;
            }
            node = unit;
        }
        (node & ENDS_PIECE != 0).then(|| units[(node >> BASE_SHIFT) as usize] & !PIECE)
    }

    #[test]
    fn exactly_the_pieces_are_found() {
        let mut pieces: Vec<Vec<u8>> = (0u32..20_000)
            .map(|n| {
                let bytes = n.wrapping_mul(2_654_435_761).to_be_bytes();
                bytes[..1 + n as usize % 4].iter().map(|&byte| byte.max(1)).collect()
            })
            .collect();
        pieces.sort();
        pieces.dedup();
        let with_ids: Vec<(&[u8], u32)> = pieces.iter().map(|piece| &**piece).zip(7..).collect();
        let units = build(&with_ids).unwrap();
        for &(piece, id) in &with_ids {
            assert_eq!(find(&units, piece), Some(id), "{piece:?}");
            let longer = [piece, &[9]].concat();
            let is_piece = pieces.binary_search(&longer).is_ok();
            assert_eq!(find(&units, &longer).is_some(), is_piece, "{longer:?}");
        }
        assert!(find(&units, b"").is_none());
    }

    #[test]
    fn vocabulary_may_be_empty() {
        let units = build(&[]).unwrap();
        assert!(find(&units, b"a").is_none());
    }
}
