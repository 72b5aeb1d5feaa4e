//! The map as a tree: groups of texts, shown a few texts at a time, and keyboard navigation.

use std::collections::{BTreeMap, BTreeSet};

/// Number of texts that a newly opened group shows, and number that each "more" line adds.
pub const TEXTS_PER_STEP: usize = 50;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    Marked,
    Found,
    /// A class of the coloring, given by the index of its color in the legend.
    Class(u32),
}

/// A line of the tree. Closed groups have no lines for their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    Group(Group),
    Text(Group, u32),
    More(Group),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeMove {
    Go(Item),
    Open(Group),
    Close(Group),
}

impl Item {
    pub fn group(self) -> Group {
        match self {
            Item::Group(group) | Item::Text(group, _) | Item::More(group) => group,
        }
    }

    pub fn id(self) -> String {
        let group = match self.group() {
            Group::Marked => "marked".to_owned(),
            Group::Found => "found".to_owned(),
            Group::Class(class) => format!("class-{class}"),
        };
        match self {
            Item::Group(_) => format!("list-{group}"),
            Item::Text(_, row) => format!("list-{group}-{row}"),
            Item::More(_) => format!("list-{group}-more"),
        }
    }
}

/// `open` maps each open group to the number of texts that the group shows.
pub fn items(groups: &[(Group, Vec<u32>)], open: &BTreeMap<Group, usize>) -> Vec<Item> {
    let mut items = Vec::new();
    for (group, rows) in groups {
        items.push(Item::Group(*group));
        if let Some(&shown) = open.get(group) {
            items.extend(rows.iter().take(shown).map(|&row| Item::Text(*group, row)));
            if shown < rows.len() {
                items.push(Item::More(*group));
            }
        }
    }
    items
}

/// Keys move through the lines as in the tree view pattern of the ARIA Authoring Practices Guide.
pub fn step(items: &[Item], at: Item, key: &str) -> Option<TreeMove> {
    let index = items.iter().position(|&item| item == at)?;
    let is_open = |group: Group| matches!(items.get(index + 1), Some(next) if next.group() == group);
    let go = |item: Option<&Item>| item.copied().map(TreeMove::Go);
    match (key, at) {
        ("ArrowDown", _) => go(items.get(index + 1)),
        ("ArrowUp", _) => go(items.get(index.wrapping_sub(1))),
        ("Home", _) => go(items.first()),
        ("End", _) => go(items.last()),
        ("ArrowRight", Item::Group(group)) if is_open(group) => go(items.get(index + 1)),
        ("ArrowRight", Item::Group(group)) => Some(TreeMove::Open(group)),
        ("ArrowLeft", Item::Group(group)) if is_open(group) => Some(TreeMove::Close(group)),
        ("ArrowLeft", Item::Text(group, _) | Item::More(group)) => Some(TreeMove::Go(Item::Group(group))),
        _ => None,
    }
}

/// Returns the rows of the texts from the line `anchor` to the line `to`, ascending and without duplicates.
/// Leaves out the lines in the group of marked texts, because these texts are marked already.
pub fn range(items: &[Item], anchor: Item, to: Item) -> Vec<u32> {
    let place = |item| items.iter().position(|&other| other == item);
    let (Some(a), Some(b)) = (place(anchor), place(to)) else {
        return Vec::new();
    };
    let row = |item: &Item| match item {
        Item::Text(Group::Class(_) | Group::Found, row) => Some(*row),
        Item::Text(Group::Marked, _) | Item::Group(_) | Item::More(_) => None,
    };
    let rows: BTreeSet<u32> = items[a.min(b)..=a.max(b)].iter().filter_map(row).collect();
    rows.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Group = Group::Class(0);
    const B: Group = Group::Class(1);

    fn lines(open: &[(Group, usize)]) -> Vec<Item> {
        items(&[(A, vec![5, 7, 9]), (B, vec![1])], &open.iter().copied().collect())
    }

    #[test]
    fn open_group_shows_first_texts_and_a_more_line() {
        assert_eq!(lines(&[]), [Item::Group(A), Item::Group(B)]);
        let expected = [
            Item::Group(A),
            Item::Text(A, 5),
            Item::Text(A, 7),
            Item::More(A),
            Item::Group(B),
            Item::Text(B, 1),
        ];
        assert_eq!(lines(&[(A, 2), (B, 50), (Group::Found, 50)]), expected);
        assert_eq!(
            lines(&[(A, 3)]).len(),
            5,
            "all texts are shown, so there is no further line"
        );
    }

    #[test]
    fn keys_follow_the_aria_tree_pattern() {
        let lines = lines(&[(A, 2)]);
        let key = |at, key| step(&lines, at, key);
        assert_eq!(key(Item::Group(A), "ArrowDown"), Some(TreeMove::Go(Item::Text(A, 5))));
        assert_eq!(key(Item::Group(A), "ArrowUp"), None);
        assert_eq!(key(Item::Group(B), "ArrowUp"), Some(TreeMove::Go(Item::More(A))));
        assert_eq!(key(Item::Group(B), "ArrowDown"), None);
        assert_eq!(key(Item::Group(A), "ArrowRight"), Some(TreeMove::Go(Item::Text(A, 5))));
        assert_eq!(key(Item::Group(B), "ArrowRight"), Some(TreeMove::Open(B)));
        assert_eq!(key(Item::Group(A), "ArrowLeft"), Some(TreeMove::Close(A)));
        assert_eq!(key(Item::Group(B), "ArrowLeft"), None);
        assert_eq!(key(Item::Text(A, 7), "ArrowLeft"), Some(TreeMove::Go(Item::Group(A))));
        assert_eq!(key(Item::Text(A, 7), "Home"), Some(TreeMove::Go(Item::Group(A))));
        assert_eq!(key(Item::Text(A, 7), "End"), Some(TreeMove::Go(Item::Group(B))));
        assert_eq!(key(Item::Text(B, 1), "ArrowUp"), None, "the text is not shown");
    }

    #[test]
    fn range_contains_the_texts_between_two_lines() {
        let open = [(A, 50), (B, 50), (Group::Found, 50), (Group::Marked, 50)];
        let groups = [
            (Group::Marked, vec![2, 7]),
            (Group::Found, vec![1, 7]),
            (A, vec![9, 5, 7]),
            (B, vec![1]),
        ];
        let lines = items(&groups, &open.into_iter().collect());
        let rows = |anchor, to| range(&lines, anchor, to);
        assert_eq!(rows(Item::Text(A, 9), Item::Text(A, 7)), [5, 7, 9]);
        assert_eq!(rows(Item::Text(A, 7), Item::Text(A, 9)), [5, 7, 9]);
        assert_eq!(rows(Item::Text(A, 5), Item::Text(A, 5)), [5]);
        assert_eq!(rows(Item::Text(A, 7), Item::Text(B, 1)), [1, 7], "headers have no row");
        let found = Item::Text(Group::Found, 7);
        assert_eq!(rows(found, Item::Text(A, 7)), [5, 7, 9], "the row 7 occurs twice");
        assert!(rows(Item::Text(Group::Marked, 2), Item::Text(Group::Marked, 7)).is_empty());
        assert!(rows(Item::Group(A), Item::Group(A)).is_empty());
        assert!(rows(Item::Text(A, 4), found).is_empty(), "there is no such line");
    }

    #[test]
    fn line_ids_are_unique() {
        let all = [
            Item::Group(A),
            Item::Group(Group::Class(10)),
            Item::Text(A, 1),
            Item::Text(Group::Class(1), 0),
            Item::More(A),
            Item::Group(Group::Found),
            Item::Text(Group::Marked, 1),
        ];
        let ids: std::collections::BTreeSet<String> = all.iter().map(|item| item.id()).collect();
        assert_eq!(ids.len(), all.len());
    }
}
