//! The map as a list: groups of texts, opened a few texts at a time, and where keys lead in it.

use std::collections::BTreeMap;

/// Texts that a group shows when it is opened, and by how many more it grows.
pub const PORTION: usize = 50;

/// Texts that stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Those that a person marked.
    Marked,
    /// Those that a search found.
    Found,
    /// Those of one class of the coloring.
    Class(u32),
}

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// The head of a group.
    Group(Group),
    /// A text in a group.
    Text(Group, u32),
    /// What shows more texts of a group.
    More(Group),
}

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Go(Item),
    Open(Group),
    /// Close it, and go to its head.
    Close(Group),
}

impl Item {
    /// The group that the line belongs to.
    pub fn group(self) -> Group {
        match self {
            Item::Group(group) | Item::Text(group, _) | Item::More(group) => group,
        }
    }

    /// Names the line in the page.
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

/// The lines of the list. `groups`: each with its texts; `open`: how many texts each open group shows.
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

/// What `key` does at the line `at`, as the pattern for trees has it (WAI-ARIA 1.2).
pub fn step(items: &[Item], at: Item, key: &str) -> Option<Step> {
    let place = items.iter().position(|&item| item == at)?;
    let is_open = |group: Group| matches!(items.get(place + 1), Some(next) if next.group() == group);
    let go = |item: Option<&Item>| item.copied().map(Step::Go);
    match (key, at) {
        ("ArrowDown", _) => go(items.get(place + 1)),
        ("ArrowUp", _) => go(items.get(place.wrapping_sub(1))),
        ("Home", _) => go(items.first()),
        ("End", _) => go(items.last()),
        ("ArrowRight", Item::Group(group)) if is_open(group) => go(items.get(place + 1)),
        ("ArrowRight", Item::Group(group)) => Some(Step::Open(group)),
        ("ArrowLeft", Item::Group(group)) if is_open(group) => Some(Step::Close(group)),
        ("ArrowLeft", Item::Text(group, _) | Item::More(group)) => Some(Step::Go(Item::Group(group))),
        _ => None,
    }
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
    fn open_groups_show_a_few_texts_and_say_that_there_are_more() {
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
        assert_eq!(lines(&[(A, 3)]).len(), 5, "no more, where all are shown");
    }

    #[test]
    fn keys_lead_through_the_list_as_through_any_tree() {
        let lines = lines(&[(A, 2)]);
        let key = |at, key| step(&lines, at, key);
        assert_eq!(key(Item::Group(A), "ArrowDown"), Some(Step::Go(Item::Text(A, 5))));
        assert_eq!(key(Item::Group(A), "ArrowUp"), None);
        assert_eq!(key(Item::Group(B), "ArrowUp"), Some(Step::Go(Item::More(A))));
        assert_eq!(key(Item::Group(B), "ArrowDown"), None);
        assert_eq!(key(Item::Group(A), "ArrowRight"), Some(Step::Go(Item::Text(A, 5))));
        assert_eq!(key(Item::Group(B), "ArrowRight"), Some(Step::Open(B)));
        assert_eq!(key(Item::Group(A), "ArrowLeft"), Some(Step::Close(A)));
        assert_eq!(key(Item::Group(B), "ArrowLeft"), None);
        assert_eq!(key(Item::Text(A, 7), "ArrowLeft"), Some(Step::Go(Item::Group(A))));
        assert_eq!(key(Item::Text(A, 7), "Home"), Some(Step::Go(Item::Group(A))));
        assert_eq!(key(Item::Text(A, 7), "End"), Some(Step::Go(Item::Group(B))));
        assert_eq!(key(Item::Text(B, 1), "ArrowUp"), None, "it is not shown");
    }

    #[test]
    fn no_two_lines_have_the_same_name() {
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
