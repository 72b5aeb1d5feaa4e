//! The map as a tree of groups and texts, for keyboard and screen-reader users.

use leptos::attr::custom::custom_attribute;
use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;

use crate::i18n::{grouped, t};
use crate::labeling;
use crate::map::PtrEq;
use crate::map::coloring::{ClassSign, ColorClass};
use crate::map::context::{MapContext, OutlineState};
pub use crate::map::outline::Group;
use crate::map::outline::{Item, TEXTS_PER_STEP, TreeMove, items, range, step};
use crate::map::{Msg as MapMsg, SelectionMode, ZoomTarget};
use crate::project::{LabelSet, Project};
use crate::runtime::access::{use_app, use_project, use_state};
use crate::similar;
use crate::state::Msg;
use crate::ui::dom::{element_of, mounted};
use crate::ui::keyboard::{key_of, letter_of};
use crate::ui::{cached_signal, color_class, form_class, part_class, scoped_memo};
use fastgas_annotation::label::{NEUTRAL_COLOR, is_key};
use fastgas_map::{N_CATEGORIES, N_PART_COLORS, N_SHADES, PaletteColor, typed_to};

/// Above this number of lines, the browser does not render lines outside the screen (`content-visibility`).
const MIN_LINES_FOR_SKIPPING: usize = 200;
/// Number of groups whose lines the browser renders or skips together.
/// In each frame, browsers check every element with `content-visibility: auto`. For 3,000 elements, the check took 4 ms.
/// The time was measured in Chromium 156 on two cores of an AMD EPYC, 2026-11-27.
const GROUPS_PER_CHUNK: u32 = 50;
/// Maximum time between two typed letters of the same search term, in milliseconds.
const TYPE_AHEAD_TIMEOUT_MS: f64 = 1000.0;

#[derive(Clone, PartialEq)]
struct GroupDisplay {
    name: String,
    swatch: String,
    letters: Option<String>,
    rows: PtrEq<Vec<u32>>,
    hidden: bool,
}

type Groups = Vec<(Group, GroupDisplay)>;

fn groups(atlas: MapContext) -> Memo<Groups> {
    let marked = use_state(|state| state.map.marked.clone());
    let found = use_state(|state| state.map.found.clone());
    let filters = use_state(|state| state.map.filters.clone());
    let ranked = use_project(|open| open.picks().iter().map(|pick| pick.row).collect::<Vec<_>>());
    let classes = Memo::new(move |_| {
        let Some(coloring) = atlas.coloring.get() else {
            return Groups::new();
        };
        let ranked = ranked.read();
        let mut picks: Vec<Vec<u32>> = vec![Vec::new(); coloring.classes.len()];
        for &row in ranked.iter().filter(|&&row| (row as usize) < coloring.class_of.len()) {
            picks[coloring.class_of[row as usize] as usize].push(row);
        }
        let class = |(index, (class, first)): (u32, (&ColorClass, Vec<u32>))| {
            // The picks come first, by rank. The other texts follow in file order.
            let mut sorted = first.clone();
            sorted.sort_unstable();
            let others = class.rows.iter().filter(|row| sorted.binary_search(row).is_err());
            let rows = first.iter().chain(others).copied().collect();
            let facts = GroupDisplay {
                name: class.name.clone(),
                swatch: swatch_class(class.ink, &class.sign),
                letters: match &class.sign {
                    ClassSign::Letters(letters) => Some(letters.clone()),
                    ClassSign::None | ClassSign::Part(_) => None,
                },
                rows: PtrEq::new(rows),
                hidden: false,
            };
            (Group::Class(index), facts)
        };
        (0..).zip(coloring.classes.iter().zip(picks)).map(class).collect()
    });
    Memo::new(move |_| {
        let own = |group, name: &str, rows: PtrEq<Vec<u32>>| {
            let facts = GroupDisplay {
                name: name.to_owned(),
                swatch: group_class(group).to_owned(),
                letters: None,
                rows,
                hidden: false,
            };
            (group, facts)
        };
        let filters = filters.read();
        let filter = filters.iter().find(|filter| filter.by == atlas.by.get());
        let marked = marked.get();
        let mut groups = Groups::new();
        groups.extend((!marked.is_empty()).then(|| own(Group::Marked, &t!("map-class-marked"), marked)));
        groups.extend(
            found
                .get()
                .map(|found| own(Group::Found, &t!("map-outline-found"), found)),
        );
        groups.extend(classes.get().into_iter().map(|(group, mut facts)| {
            if let (Group::Class(class), Some(filter)) = (group, filter) {
                facts.hidden = !filter.shown.contains(&class);
            }
            (group, facts)
        }));
        groups
    })
}

const fn group_class(group: Group) -> &'static str {
    match group {
        Group::Marked => "swatch ring",
        _ => "swatch hit",
    }
}

fn swatch_class(ink: PaletteColor, sign: &ClassSign) -> String {
    const FIRST_SHADE: u32 = N_CATEGORIES + N_PART_COLORS;
    if let ClassSign::Part(part) = sign {
        return format!("swatch {} {}", form_class(*part), part_class(ink));
    }
    match u32::from(ink.0) {
        category if category < N_CATEGORIES => format!("swatch {}", color_class(category as usize)),
        shade if (FIRST_SHADE..FIRST_SHADE + N_SHADES).contains(&shade) => {
            format!("swatch shade-{}", shade - FIRST_SHADE)
        }
        _ if ink == PaletteColor::TEXT => "swatch full".to_owned(),
        _ => "swatch none".to_owned(),
    }
}

#[component]
pub fn TreeView() -> impl IntoView {
    let atlas = expect_context::<MapContext>();
    let app = use_app();
    let OutlineState { open, at } = atlas.tree;
    // Two colorings number their classes independently, so the open groups of one coloring mean nothing in another.
    Effect::watch(
        move || atlas.by.get(),
        move |_, _, _| open.update(|open| open.retain(|group, _| !matches!(group, Group::Class(_)))),
        false,
    );
    let now = groups(atlas);
    // The groups are cached, because every line of the tree reads them, and a tree may have thousands of lines.
    let groups = cached_signal(now);
    let marked = cached_signal(use_state(|state| state.map.marked.clone()));
    let lines = Memo::new(move |_| {
        let groups = groups.read();
        let rows = |(group, facts): &(Group, GroupDisplay)| match open.read().contains_key(group) {
            true => (*group, facts.rows.to_vec()),
            false => (*group, Vec::new()),
        };
        items(&groups.iter().map(rows).collect::<Vec<_>>(), &open.read())
    });
    let rows_of = move |group: Group| {
        let groups = now.read_untracked();
        let facts = groups.iter().find(|(other, _)| *other == group);
        facts.map(|(_, facts)| facts.rows.clone()).unwrap_or_default()
    };
    let dispatch = move |msg: MapMsg| app.dispatch(Msg::Map(msg));
    let mark = move |item: Item| {
        let mut rows = match item {
            Item::Text(_, row) => vec![row],
            Item::Group(group) => atlas.visible_rows(&rows_of(group)),
            Item::More(_) => return,
        };
        rows.sort_unstable();
        let all = app.state().with_untracked(|state| {
            let marked = &state.map.marked;
            rows.iter().all(|row| marked.binary_search(row).is_ok())
        });
        let how = if all { SelectionMode::Remove } else { SelectionMode::Add };
        dispatch(MapMsg::Mark { rows, how });
    };
    // The line where a range begins: the line that the user last reached without Shift.
    let anchor = StoredValue::new(None::<Item>);
    // With Shift, all texts from the first line of the range to the reached line are also marked.
    let go = move |item: Item, with_shift: bool| {
        let from = lines.with_untracked(|lines| {
            let mut known = [anchor.get_value(), at.get_untracked()].into_iter().flatten();
            known.find(|line| with_shift && lines.contains(line)).unwrap_or(item)
        });
        anchor.set_value(Some(from));
        atlas.tree.focus(item);
        let rows = match with_shift {
            true => lines.with_untracked(|lines| range(lines, from, item)),
            false => Vec::new(),
        };
        if !rows.is_empty() {
            let how = SelectionMode::Replace;
            dispatch(MapMsg::Mark { rows, how });
        }
    };
    let show = move |item: Item| match item {
        Item::Group(group) => dispatch(MapMsg::Zoom(ZoomTarget::Rows(rows_of(group)))),
        Item::Text(_, row) => {
            dispatch(MapMsg::Zoom(ZoomTarget::Row(row)));
            dispatch(MapMsg::Point(Some(row)));
            app.dispatch(Msg::Labeling(labeling::Msg::GoTo(row)));
        }
        Item::More(group) => {
            let shown = open.with_untracked(|open| open.get(&group).copied()).unwrap_or(0);
            let first = rows_of(group).get(shown).copied();
            atlas.tree.grow(group, TEXTS_PER_STEP);
            let to = first.map_or(Item::Group(group), |row| Item::Text(group, row));
            // The next range begins at the first of the added texts, because the "more" line is now below these texts.
            anchor.set_value(Some(to));
            atlas.tree.focus(to);
        }
    };
    let filter = move |item: Item| {
        if let Item::Group(Group::Class(class)) = item {
            let by = atlas.by.get_untracked();
            dispatch(MapMsg::Filter { by, class });
        }
    };
    let current = use_project(|open| open.view.current);
    let is_current = move |item: Item| matches!(item, Item::Text(_, row) if current.get_untracked() == Some(row));
    // Unmarking a text removes its line from the group of marked texts, so the focus moves to an adjacent line.
    let mark_by_key = move |item: Item| {
        let to = |key| match lines.with_untracked(|lines| step(lines, item, key)) {
            Some(TreeMove::Go(neighbor)) => Some(neighbor),
            _ => None,
        };
        let neighbor = to("ArrowDown").or_else(|| to("ArrowUp"));
        mark(item);
        let is_there = |item: &Item| match item {
            Item::Text(group, row) => rows_of(*group).contains(row),
            Item::Group(group) | Item::More(group) => !rows_of(*group).is_empty(),
        };
        if is_there(&item) {
            return;
        }
        let first = now.with_untracked(|groups| groups.first().map(|(group, _)| Item::Group(*group)));
        if let Some(item) = neighbor.filter(is_there).or(first) {
            atlas.tree.focus(item);
        }
    };
    // Typed letters find a group by any word of its name, and a text by its first letters.
    let typed = StoredValue::new((String::new(), f64::NEG_INFINITY));
    let begins = move |item: Item, typed: &str| {
        let begins = |name: &str| name.to_lowercase().starts_with(typed);
        match item {
            Item::Group(group) => now.with_untracked(|groups| {
                let facts = groups.iter().find(|(other, _)| *other == group);
                facts.is_some_and(|(_, facts)| begins(&facts.name) || facts.name.split([' ', ':', ',']).any(begins))
            }),
            Item::Text(_, row) => app.state().with_untracked(|state| {
                let open = state.project.as_ref();
                open.is_some_and(|open| begins(open.beginning_of(row, 80).trim_start()))
            }),
            Item::More(_) => false,
        }
    };
    let find = move |item: Item, letter: char, at_ms: f64| {
        let word = typed.try_update_value(|(word, last_ms)| {
            if at_ms - *last_ms > TYPE_AHEAD_TIMEOUT_MS {
                word.clear();
            }
            *last_ms = at_ms;
            word.extend(letter.to_lowercase());
            word.clone()
        });
        let found = lines.with_untracked(|lines| {
            let place = lines.iter().position(|&line| line == item)?;
            let to = typed_to(&word?, place, lines.len(), |line, word| begins(lines[line], word));
            to.map(|line| lines[line])
        });
        if let Some(item) = found {
            go(item, false);
        }
    };
    let is_typing = move |at_ms: f64| typed.with_value(|(_, last_ms)| at_ms - last_ms <= TYPE_AHEAD_TIMEOUT_MS);
    let walk = move |item: Item, key: &str| {
        if let Some(TreeMove::Go(item)) = lines.with_untracked(|lines| step(lines, item, key)) {
            go(item, false);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let Some(item) = at.get_untracked() else { return };
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        match event.key().as_str() {
            "Enter" => show(item),
            " " => mark_by_key(item),
            // J and K move the focus, as in the list of picks, unless the user is typing a search term.
            "j" | "J" if !is_typing(event.time_stamp()) => walk(item, "ArrowDown"),
            "k" | "K" if !is_typing(event.time_stamp()) => walk(item, "ArrowUp"),
            "f" | "F" if matches!(item, Item::Group(_)) && !is_typing(event.time_stamp()) => filter(item),
            "=" => {
                if let Item::Text(_, row) = item {
                    app.dispatch(Msg::Similar(similar::Msg::OpenSimilar(Some(row))));
                }
            }
            _ if let Some(key) = digit_of(&event).filter(|_| !is_current(item)) => {
                // A key that is held down assigns only one label.
                if let Item::Text(_, row) = item
                    && !event.repeat()
                {
                    app.dispatch(Msg::Labeling(labeling::Msg::GiveRowByKey { row, key }));
                }
            }
            key => match lines.with_untracked(|lines| step(lines, item, key)) {
                Some(TreeMove::Go(item)) => {
                    let is_along = matches!(key, "ArrowDown" | "ArrowUp" | "Home" | "End");
                    go(item, event.shift_key() && is_along);
                }
                Some(TreeMove::Open(group) | TreeMove::Close(group)) => atlas.tree.toggle(group),
                // An arrow key without a target must not reach the page's key handler, which would open the next text.
                None if key.starts_with("Arrow") => {}
                // On the line of the text being labeled, letters assign labels. On other lines, letters search.
                None if !is_current(item) && letter_of(key).is_some_and(char::is_alphabetic) => {
                    let letter = letter_of(key).unwrap_or_default();
                    find(item, letter, event.time_stamp());
                }
                // Keys that act on the text being labeled, such as label keys, do nothing while another line has focus.
                None if answers(key) && !is_current(item) => {}
                None => return,
            },
        }
        event.prevent_default();
    };
    let n_groups = move || groups.read().len();
    // The Tab key moves the focus to the last focused line of the tree, or to the first line.
    let home = Memo::new(move |_| {
        let lines = lines.read();
        at.get().filter(|item| lines.contains(item)).or(lines.first().copied())
    });
    let line = move |item: Item| {
        let facts = scoped_memo(move || {
            let groups = groups.read();
            let place = groups.iter().position(|(group, _)| *group == item.group());
            place.map(|place| (place, groups[place].1.clone()))
        });
        let click = move |event: MouseEvent| {
            let on_button = element_of(&event);
            if on_button.is_some_and(|element| element.closest("button").is_ok_and(|button| button.is_some())) {
                return;
            }
            let is_range = event.shift_key() && !matches!(item, Item::More(_));
            go(item, is_range);
            match item {
                _ if is_range => {}
                Item::Group(group) => atlas.tree.toggle(group),
                Item::Text(_, row) => app.dispatch(Msg::Labeling(labeling::Msg::GoTo(row))),
                Item::More(_) => show(item),
            }
        };
        let focused = move |_| {
            at.set(Some(item));
            let row = if let Item::Text(_, row) = item { Some(row) } else { None };
            dispatch(MapMsg::Point(row));
        };
        let selected = move || match item {
            Item::Text(_, row) => Some(marked.read().binary_search(&row).is_ok()),
            _ => None,
        };
        let is_open = move || match item {
            Item::Group(group) => Some(open.read().contains_key(&group).to_string()),
            _ => None,
        };
        let set_size = move || match item {
            Item::Group(_) => n_groups(),
            _ => facts.read().as_ref().map_or(0, |(_, facts)| facts.rows.len()),
        };
        let place = move || match item {
            Item::Group(_) => facts.read().as_ref().map_or(0, |(place, _)| place + 1),
            Item::Text(_, row) => {
                let of = |(_, facts): &(usize, GroupDisplay)| facts.rows.iter().position(|&other| other == row);
                facts.read().as_ref().and_then(of).map_or(0, |place| place + 1)
            }
            Item::More(group) => open.read().get(&group).copied().unwrap_or(0) + 1,
        };
        let level = if matches!(item, Item::Group(_)) { "1" } else { "2" };
        let body = match item {
            Item::Group(group) => {
                let facts = move || facts.get().map(|(_, facts)| facts);
                let on_show = move |_| show(item);
                let on_filter = move |_| filter(item);
                let hidden = move || facts().is_some_and(|facts| facts.hidden);
                view! {
                    <span class="twist" aria-hidden="true"></span>
                    <i class=move || facts().map(|facts| facts.swatch) aria-hidden="true">{move || facts().and_then(|facts| facts.letters)}</i>
                    <span class="group-name" class:struck=hidden dir="auto">{move || facts().map(|facts| facts.name)}</span>
                    <span class="faint count">{move || facts().map(|facts| grouped(facts.rows.len() as u64))}</span>
                    <Show when=hidden><span class="hidden">{t!("map-outline-hidden-status")}</span></Show>
                    {matches!(group, Group::Class(_)).then(|| view! {
                        <button type="button" class="link" tabindex="-1" title=t!("map-show-only-tooltip") on:click=on_filter>{t!("map-show-only-action")}</button>
                    })}
                    <button type="button" class="link" tabindex="-1" on:click=move |_| mark(item)>{t!("map-mark-action")}</button>
                    <button type="button" class="link" tabindex="-1" title=t!("map-zoom-action-tooltip") on:click=on_show>{t!("map-zoom-action")}</button>
                }
                .into_any()
            }
            Item::Text(_, row) => view! {
                <Text row marked/>
                <button type="button" class="link" tabindex="-1" aria-hidden="true" on:click=move |_| mark(item)>{t!("map-mark-action")}</button>
            }
            .into_any(),
            Item::More(group) => {
                let left = move || {
                    let shown = open.read().get(&group).copied().unwrap_or(0);
                    facts
                        .read()
                        .as_ref()
                        .map_or(0, |(_, facts)| facts.rows.len().saturating_sub(shown))
                };
                view! { <span class="faint">{move || t!("map-outline-more", left = grouped(left() as u64), n = left().min(TEXTS_PER_STEP))}</span> }.into_any()
            }
        };
        view! {
            <li id=item.id() role="treeitem" aria-setsize=move || set_size().to_string()
                aria-posinset=move || place().to_string() aria-expanded=is_open
                aria-selected=move || selected().map(|selected| selected.to_string())
                tabindex=move || if home.get() == Some(item) { "0" } else { "-1" }
                on:click=click on:focus=focused>{body}</li>
        }
        .add_any_attr(custom_attribute("aria-level", level))
    };
    let stretches = Memo::new(move |_| {
        let lines = lines.read();
        let chunks = lines.chunk_by(|line, next| chunk_of(*line) == chunk_of(*next));
        chunks
            .map(|lines| (chunk_of(lines[0]), lines.to_vec()))
            .collect::<Vec<_>>()
    });
    let stretch = move |of: u32| {
        let lines = move || {
            let stretches = stretches.read();
            let now = stretches.iter().find(|(other, _)| *other == of);
            now.map(|(_, lines)| lines.clone()).unwrap_or_default()
        };
        view! {
            <ul class="stretch" role="none" style:--lines=move || lines().len().to_string()>
                <For each=lines key=|item| *item let(item)>{line(item)}</For>
            </ul>
        }
    };
    view! {
        <div id="map-list" class:many=move || lines.with(|lines| MIN_LINES_FOR_SKIPPING < lines.len()) role="tree" aria-label=t!("map-outline-label") aria-multiselectable="true"
            on:keydown=on_key on:mousedown=|event| keep_selection(&event) on:focusout=mounted(move |_| dispatch(MapMsg::Point(None)))>
            <For each=move || stretches.get() key=|(of, _)| *of let(now)>{stretch(now.0)}</For>
        </div>
    }
}

/// Prevents a click with Shift from selecting text on the page.
fn keep_selection(event: &MouseEvent) {
    if event.shift_key() {
        event.prevent_default();
    }
}

/// A chunk of lines contains consecutive groups.
/// A line stays in its chunk while groups are opened, searched or marked.
fn chunk_of(item: Item) -> u32 {
    match item.group() {
        Group::Marked | Group::Found => 0,
        Group::Class(class) => 1 + class / GROUPS_PER_CHUNK,
    }
}

/// Some keyboards type digits only with Shift, so the position of a key may also determine the digit.
fn digit_of(event: &KeyboardEvent) -> Option<char> {
    letter_of(&key_of(event)).filter(|key| key.is_ascii_digit() && is_key(*key))
}

fn answers(key: &str) -> bool {
    let is_sign = |letter: char| is_key(letter.to_ascii_lowercase()) || "0.,!+*sS".contains(letter);
    key == "Backspace" || letter_of(key).is_some_and(is_sign)
}

#[component]
fn Text(row: u32, marked: RwSignal<PtrEq<Vec<u32>>>) -> impl IntoView {
    #[derive(Clone, Default, PartialEq)]
    struct GroupDisplay {
        text: String,
        rank: Option<usize>,
        label: Option<(String, String)>,
    }
    let facts = use_project(move |open: &Project| GroupDisplay {
        text: open.beginning_of(row, 160),
        rank: open.rank_of(row),
        label: open.labels_shown().annotation(row).answer().map(|label| {
            let LabelSet { names, specs, .. } = &*open.labels;
            let place = names.iter().position(|name| *name == label);
            let color = place.map_or(NEUTRAL_COLOR, |place| specs.colors(names)[place]);
            (label, color_class(color as usize))
        }),
    });
    let marked = scoped_memo(move || marked.read().binary_search(&row).is_ok());
    move || {
        let GroupDisplay { text, rank, label } = facts.get();
        view! {
            <Show when=move || marked.get()><span class="tick" aria-hidden="true">"✓"</span></Show>
            {rank.map(|rank| view! { <span class="rank"><span class="hidden">{t!("map-pick-rank")}" "</span>{rank}</span> })}
            <span class="line-text" dir="auto" lang="">{text}</span>
            {label.map(|(label, color)| view! { <span class=format!("chip {color}") dir="auto">{label}</span> })}
        }
    }
}
