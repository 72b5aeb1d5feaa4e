//! The import dialog: the settings for reading a file and for its columns, and a preview.

use leptos::prelude::*;
use leptos::{ev, html};
use wasm_bindgen::JsCast;

use crate::browser::animation_frame::before_paint;
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::{Key, key, t};
use crate::import::FileRead;
use crate::import::labels_per_cell::{LabelCounts, PerCellField};
use crate::import::typed_field::{InvalidText, TypedField, is_rare};
use crate::import::{Importing, Msg, counts, delimiter_name, encoding_name, first_line, lines, remarks};
use crate::runtime::access::{use_app, use_project, use_state};
use crate::state::{AppState, Msg as StateMsg, Notice};
use crate::ui::column_select::{FindColumn, FindName, listed};
use crate::ui::dialog::show_while;
use crate::ui::dom::{mounted, nothing_has_focus};
use crate::ui::truncate;
use crate::ui::{capitalized, with_lang_spans};
use fastgas_data::{
    Columns, DELIMITERS, Delimiter, ENCODINGS, Format, Import, JsonRepair, LabelCell, NonRows, Preview, Quotes, Ragged,
    TableChoice, TextSource, visible_name,
};

/// The value of the option “several columns”. No column name in the list has a line break, so no name equals the value.
const SEVERAL_COLUMNS: &str = "\n";

const HEADER: [(bool, &str, Key); 2] = [
    (true, "yes", key!("import-header-names")),
    (false, "no", key!("import-header-row")),
];

const QUOTES: [(Quotes, &str, Key); 4] = [
    (Quotes::Double, "yes", key!("import-quotes-double")),
    (Quotes::Backslash, "backslash", key!("import-quotes-backslash")),
    (Quotes::Single, "single", key!("import-quotes-single")),
    (Quotes::Letters, "no", key!("import-quotes-literal")),
];

const SKIP_BLANKS: [(bool, &str, Key); 2] = [
    (false, "keep", key!("import-blanks-keep")),
    (true, "skip", key!("import-blanks-skip")),
];

const RAGGED: [(Ragged, &str, Key); 3] = [
    (Ragged::Stop, "stop", key!("import-ragged-reject")),
    (Ragged::Pad, "pad", key!("import-ragged-pad")),
    (Ragged::LeaveOut, "leave-out", key!("import-ragged-omit")),
];

const JSON_REPAIR: [(JsonRepair, &str, Key); 2] = [
    (JsonRepair::Refuse, "refuse", key!("import-repair-refuse")),
    (JsonRepair::Keep, "keep", key!("import-repair-keep")),
];

const NON_ROWS: [(NonRows, &str, Key); 3] = [
    (NonRows::ByKind, "by-kind", key!("import-non-rows-certain")),
    (NonRows::Keep, "keep", key!("import-non-rows-keep")),
    (NonRows::LeaveOut, "leave-out", key!("import-non-rows-omit")),
];

/// The Escape key closes the dialog and leaves the open project unchanged.
#[component]
pub fn ImportDialog() -> impl IntoView {
    let app = use_app();
    let dialog = NodeRef::<html::Dialog>::new();
    let is_open = use_state(|state| state.import.dialog.is_some());
    let name = select_importing(|importing| importing.file_name.clone());
    show_while(dialog, is_open.into());
    let close = move || app.dispatch(StateMsg::Import(Msg::Close));
    view! {
        <dialog node_ref=dialog id="import-dialog" class="import" aria-labelledby="import-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); close() }>
            <div class="dialog-head">
                <h2 id="import-title">{t!("import-title-before-name")}" " <bdi class="import-name">{move || name.get()}</bdi> " "{t!("import-title-after-name")}</h2>
                <button type="button" class="quiet icon" id="close-import" aria-label=t!("common-close") on:click=move |_| close()>"×"</button>
            </div>
            <Show when=move || is_open.get()>
                <Problem/>
                <form novalidate on:submit=move |event: ev::SubmitEvent| {
                    event.prevent_default();
                    app.dispatch(StateMsg::Import(Msg::Open));
                }>
                    <div class="import-fields"><Writing/><ColumnsFields/></div>
                    <PreviewTable/>
                    <Ending close/>
                </form>
            </Show>
        </dialog>
    }
}

fn select_importing<T>(read: impl Fn(&Importing) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Default + Send + Sync + 'static,
{
    use_state(move |state| state.import.dialog.as_ref().map(&read).unwrap_or_default())
}

#[component]
fn Problem() -> impl IntoView {
    let problem = select_importing(|importing| importing.problem.clone());
    let is_doubt = select_importing(|importing| importing.is_doubt || importing.guess.is_some());
    let class = move || {
        if is_doubt.get() {
            "message warning"
        } else {
            "message error"
        }
    };
    // Scrolls to the message about the problem, because the pressed button is at the other end of the dialog.
    Effect::new(move |_| {
        if problem.read().is_some() {
            before_paint(|| {
                let section = document().get_element_by_id("import-problem");
                let Some(section) = section.and_then(|section| section.dyn_into::<web_sys::HtmlElement>().ok()) else {
                    return;
                };
                section.scroll_into_view();
                if nothing_has_focus() {
                    let _ = section.focus();
                }
            });
        }
    });
    view! {
        <div aria-live="assertive">
            {move || problem.get().map(|Notice { title, problem, advice }| view! {
                <section class=class id="import-problem" tabindex="-1">
                    <div><strong>{title}</strong><p>{with_lang_spans(&capitalized(&problem))} ". " {advice}</p></div>
                </section>
            })}
        </div>
    }
}

/// Whether the settings for text files apply to the file. False for workbooks and Parquet files.
#[derive(PartialEq)]
struct IsText(bool);

impl Default for IsText {
    fn default() -> IsText {
        IsText(true)
    }
}

/// After a change of one setting, the settings that depend on the changed setting are detected again.
#[component]
fn Writing() -> impl IntoView {
    let import = select_importing(|importing| importing.import.clone());
    let guess = select_importing(|importing| importing.guess.clone());
    let app = use_app();
    let set_records = move |event: ev::Event| {
        let import = Import {
            records: Some(event_target_value(&event).trim().to_owned()),
            ..import.get_untracked()
        };
        app.dispatch(StateMsg::Import(Msg::Say(import)));
    };
    let entries = select_importing(|importing| importing.entries.clone());
    let entry = select_importing(|importing| importing.import.table.zip_entry.clone());
    let is_archive = move || !entries.read().is_empty();
    let typed_entry = RwSignal::new(String::new());
    let listed_entries = listed(entries.into(), move || place_of(entry, entries), typed_entry);
    let entry_options = move || name_options(entries, listed_entries, entry);
    let sheets = select_importing(|importing| importing.sheets.clone());
    let sheet = select_importing(|importing| importing.import.table.sheet.clone());
    let is_sheet = move || !sheets.read().is_empty();
    let typed_sheet = RwSignal::new(String::new());
    let listed_sheets = listed(sheets.into(), move || place_of(sheet, sheets), typed_sheet);
    let sheet_options = move || name_options(sheets, listed_sheets, sheet);
    let is_text = select_importing(|importing| {
        let source = importing
            .preview
            .as_ref()
            .and_then(|preview| preview.found.source.as_ref());
        IsText(!source.is_some_and(|source| source.sheet.is_some() || source.parquet.is_some()))
    });
    let is_text = move || is_text.read().0;
    let is_json = move || is_text() && import.read().format.is_none_or(|format| format == Format::Jsonl);
    let is_delimited = move || import.read().format.is_none_or(Format::is_delimited);
    let format = select_importing(|importing| importing.import.format);
    let is_csv = move || is_text() && import.read().format.is_none_or(|format| format == Format::Csv);
    let has_quotes = move || is_text() && is_delimited();
    let has_names = move || import.read().format != Some(Format::Jsonl);
    let is_named_table = move || is_delimited() && import.read().header != Some(false);
    let formats = move || {
        Format::ALL.map(|(format, words)| {
            let words = core_messages::named("format", format.name(), words);
            view! { <option value=format.name() prop:selected=move || import.read().format == Some(format)>{words}</option> }
        })
    };
    let encodings = move || {
        let chosen = import.read().encoding.clone();
        let other = chosen.clone().filter(|name| !ENCODINGS.contains(&name.as_str()));
        let names = other.into_iter().chain(ENCODINGS.map(str::to_owned));
        let option = |name: String| {
            let is_chosen = chosen.as_ref() == Some(&name);
            let guessed = guess.read().as_ref() == Some(&name);
            let words = encoding_name(&name);
            let words = if guessed {
                t!("import-guessed-choice", name = words)
            } else {
                words
            };
            view! { <option value=name prop:selected=is_chosen>{words}</option> }
        };
        names.map(option).collect_view()
    };
    let comment_prefix = move || import.read().comment_prefix.clone().unwrap_or_default();
    let set_comment_prefix = move |event: ev::Event| {
        let prefix = event_target_value(&event);
        let import = Import {
            comment_prefix: Some(prefix).filter(|prefix| !prefix.is_empty()),
            above: None,
            header: None,
            below: None,
            ..import.get_untracked()
        };
        app.dispatch(StateMsg::Import(Msg::Say(import)));
    };
    let skip_blanks = move || {
        SKIP_BLANKS.map(|(skip, value, words)| {
            view! { <option value=value prop:selected=move || import.read().skip_blanks == skip>{words.text()}</option> }
        })
    };
    let delimiters = move || {
        let chosen = import.read().delimiter;
        let other = chosen.filter(is_rare);
        let option = |delimiter: Delimiter| {
            view! {
                <option value=delimiter.to_string() prop:selected=chosen == Some(delimiter)>{capitalized(&delimiter_name(delimiter))}</option>
            }
        };
        other
            .into_iter()
            .chain(DELIMITERS.map(Delimiter::from))
            .map(option)
            .collect_view()
    };
    let header = move || {
        HEADER.map(|(header, value, words)| {
            view! { <option value=value prop:selected=move || import.read().header == Some(header)>{words.text()}</option> }
        })
    };
    let quotes = move || {
        QUOTES.map(|(quotes, value, words)| {
            view! { <option value=value prop:selected=move || import.read().quotes == quotes>{words.text()}</option> }
        })
    };
    let non_rows = move || {
        NON_ROWS.map(|(non_rows, value, words)| {
            view! { <option value=value prop:selected=move || import.read().non_rows == non_rows>{words.text()}</option> }
        })
    };
    let json_repair = move || {
        JSON_REPAIR.map(|(json_repair, value, words)| {
            view! { <option value=value prop:selected=move || import.read().json_repair == json_repair>{words.text()}</option> }
        })
    };
    let ragged = move || {
        let is_json = format.get() == Some(Format::Jsonl);
        let name = if is_json {
            t!("import-unreadable-rows-label")
        } else {
            t!("import-ragged-label")
        };
        // The choice “pad” is left out for JSON, because an invalid JSON line cannot be padded with empty cells.
        let choices = RAGGED
            .into_iter()
            .filter(move |(ragged, ..)| !is_json || *ragged != Ragged::Pad);
        let option = move |(ragged, value, words): (Ragged, &'static str, Key)| {
            view! { <option value=value prop:selected=move || import.read().ragged == ragged>{words.text()}</option> }
        };
        (format.get() != Some(Format::Lines)).then(|| {
            view! {
                <Field id="import-ragged" name set=|import, value| {
                    import.ragged = chosen(&RAGGED, &value).unwrap_or(import.ragged);
                }>{choices.map(option).collect_view()}</Field>
            }
        })
    };
    view! {
        <fieldset>
            <legend>{t!("import-file-title")}</legend>
            <Show when=is_archive>
                <FindName id="import-entry" label=t!("import-find-entry-label") n_names=Signal::derive(move || entries.read().len())
                    n_listed=Signal::derive(move || listed_entries.read().len()) typed=typed_entry/>
                <Field id="import-entry" name=t!("import-entry-label") set=|import, value| {
                    let table = TableChoice { zip_entry: Some(value), ..TableChoice::default() };
                    *import = Import { ragged: import.ragged, table, ..Import::default() };
                }>{entry_options}</Field>
            </Show>
            <Show when=is_sheet>
                <FindName id="import-sheet" label=t!("import-find-sheet-label") n_names=Signal::derive(move || sheets.read().len())
                    n_listed=Signal::derive(move || listed_sheets.read().len()) typed=typed_sheet/>
                <Field id="import-sheet" name=t!("import-sheet-label") set=|import, value| {
                    (import.table.sheet, import.table.header_row) = (Some(value), None);
                    (import.header, import.below) = (None, None);
                }>{sheet_options}</Field>
                <ParsedField id="import-header-row" field=TypedField::HeaderRow name=t!("import-header-row-label")
                    tooltip=t!("import-header-row-tooltip") inputmode="numeric" maxlength="7"/>
            </Show>
            <Show when=is_text>
                <Field id="import-format" name=t!("common-format") set=|import, value| {
                    let format = Format::ALL.into_iter().find(|(format, _)| format.name() == value);
                    (import.format, import.delimiter) = (format.map(|(format, _)| format), None);
                    (import.header, import.below) = (None, None);
                }>{formats()}</Field>
                <Field id="import-encoding" name=t!("import-encoding-label") set=|import, value| import.encoding = Some(value)>{encodings}</Field>
            </Show>
            <Show when=is_csv>
                <Field id="import-delimiter" name=t!("import-delimiter-label") set=|import, value| {
                    import.delimiter = Delimiter::new(&value).ok();
                    (import.header, import.below) = (None, None);
                }>{delimiters}</Field>
                <ParsedField id="import-other-delimiter" field=TypedField::Delimiter name=t!("import-other-delimiter-label")
                    tooltip=t!("import-other-delimiter-tooltip") inputmode="text" maxlength="8"/>
            </Show>
            <Show when=is_text>
                <ParsedField id="import-above" field=TypedField::LinesAbove name=t!("import-lines-above-label")
                    tooltip=t!("import-lines-above-tooltip") inputmode="numeric" maxlength="6"/>
            </Show>
            <Show when=has_names>
                <Field id="import-header" name=t!("import-header-label") set=|import, value| import.header = Some(value == "yes")>{header()}</Field>
            </Show>
            <Show when=is_named_table>
                <ParsedField id="import-below" field=TypedField::RowsBelow name=t!("import-rows-below-label")
                    tooltip=t!("import-rows-below-tooltip") inputmode="numeric" maxlength="6"/>
            </Show>
            <Show when=has_quotes>
                <Field id="import-quotes" name=t!("import-quotes-label") set=|import, value| {
                    import.quotes = chosen(&QUOTES, &value).unwrap_or(import.quotes);
                }>{quotes()}</Field>
                <Field id="import-blanks" name=t!("import-blanks-label") set=|import, value| {
                    import.skip_blanks = chosen(&SKIP_BLANKS, &value).unwrap_or(import.skip_blanks);
                }>{skip_blanks()}</Field>
                <label class="field wide"><span>{t!("import-comment-prefix-label")}</span>
                    <input id="import-comment-prefix" type="text" autocomplete="off" maxlength="16" prop:value=comment_prefix
                        title=t!("import-comment-prefix-tooltip") on:change=mounted(set_comment_prefix)/>
                </label>
            </Show>
            <Show when=is_json>
                <label class="field wide"><span>{t!("import-records-label")}</span>
                    <input id="import-records" type="text" autocomplete="off" spellcheck="false" title=t!("import-records-tooltip")
                        prop:value=move || import.read().records.clone().unwrap_or_default() on:change=mounted(set_records)/>
                </label>
                <Field id="import-repair" name=t!("import-repair-label") set=|import, value| {
                    import.json_repair = chosen(&JSON_REPAIR, &value).unwrap_or(import.json_repair);
                }>{json_repair()}</Field>
            </Show>
            {ragged}
            <Field id="import-non-rows" name=t!("import-non-rows-label") set=|import, value| {
                import.non_rows = chosen(&NON_ROWS, &value).unwrap_or(import.non_rows);
                // The header row and the numbers of lines depend on `non_rows` and are therefore detected again.
                (import.above, import.header, import.below) = (None, None, None);
            }>{non_rows()}</Field>
        </fieldset>
    }
}

fn place_of(chosen: Memo<Option<String>>, names: Memo<Vec<String>>) -> Option<usize> {
    let chosen = chosen.read();
    names.read().iter().position(|name| Some(name) == chosen.as_ref())
}

fn name_options(names: Memo<Vec<String>>, places: Memo<Vec<usize>>, chosen: Memo<Option<String>>) -> impl IntoView {
    let places = places.get();
    let names = names.read();
    let option = |name: &String| {
        let of = name.clone();
        let is_chosen = move || chosen.read().as_ref() == Some(&of);
        view! { <option value=name.clone() prop:selected=is_chosen>{name.clone()}</option> }
    };
    let listed = places.into_iter().filter_map(|place| names.get(place));
    listed.map(option).collect_view()
}

fn chosen<T: Copy>(choices: &[(T, &str, Key)], name: &str) -> Option<T> {
    choices.iter().find(|choice| choice.1 == name).map(|choice| choice.0)
}

#[component]
fn Field(id: &'static str, name: String, set: fn(&mut Import, String), children: Children) -> impl IntoView {
    let app = use_app();
    let on_change = move |event| {
        let columns_draft = app.state().with_untracked(|state| {
            let importing = state.import.dialog.as_ref()?;
            let mut import = importing.import.clone();
            set(&mut import, event_target_value(&event));
            Some(import)
        });
        if let Some(import) = columns_draft {
            app.dispatch(StateMsg::Import(Msg::Say(import)));
        }
    };
    view! {
        <label class="field wide"><span>{name}</span><select id=id on:change=mounted(on_change)>{children()}</select></label>
    }
}

#[component]
fn ParsedField(
    id: &'static str,
    field: TypedField,
    name: String,
    tooltip: String,
    inputmode: &'static str,
    maxlength: &'static str,
) -> impl IntoView {
    let app = use_app();
    let text = select_importing(move |importing| importing.text_in(field));
    let invalid = select_importing(move |importing| importing.invalid.get(&field).cloned());
    let is_invalid = move || invalid.read().is_some();
    let described_by = move || is_invalid().then(|| format!("{id}-problem"));
    let on_change = move |event: ev::Event| {
        let text = event_target_value(&event);
        app.dispatch(StateMsg::Import(Msg::SayText { field, text }));
    };
    view! {
        <div class="field wide" class:wrong=is_invalid>
            <label for=id>{name}</label>
            <input id=id type="text" inputmode=inputmode autocomplete="off" maxlength=maxlength prop:value=move || text.get() title=tooltip
                aria-invalid=move || is_invalid().to_string() aria-describedby=described_by on:change=mounted(on_change)/>
            <div class="hint" id=format!("{id}-problem") aria-live="polite">
                {move || invalid.get().map(|InvalidText { problem, advice, .. }| view! {
                    <span class="problem">"⚠ " {with_lang_spans(&capitalized(&problem))} ". " {advice}</span>
                })}
            </div>
        </div>
    }
}

#[component]
fn ColumnsFields() -> impl IntoView {
    let app = use_app();
    let columns = select_importing(|importing| {
        importing
            .preview
            .as_ref()
            .map(|preview| preview.columns.clone())
            .unwrap_or_default()
    });
    let columns_draft = select_importing(|importing| Columns {
        text: importing.text(),
        ..importing.columns.clone()
    });
    // The templates that select one value in the JSON cells. Each template is one path in braces.
    let nested = select_importing(|importing| {
        let preview = importing.preview.iter();
        let paths = preview.flat_map(|preview| preview.nested.iter().map(|(path, _)| format!("{{{path}}}")));
        paths.collect::<Vec<_>>()
    });
    let is_joined = move || matches!(columns_draft.read().text, Some(TextSource::Joined(_)));
    let is_at_path = move || matches!(&columns_draft.read().text, Some(TextSource::Joined(template)) if nested.read().contains(template));
    let paths = move || {
        let option = |path: String| {
            let shown = path.trim_matches(['{', '}']).to_owned();
            let of = path.clone();
            let is_chosen =
                move || matches!(&columns_draft.read().text, Some(TextSource::Joined(template)) if *template == of);
            view! { <option value=path prop:selected=is_chosen>{shown}</option> }
        };
        nested.get().into_iter().map(option).collect_view()
    };
    let template = move || match &columns_draft.read().text {
        Some(TextSource::Joined(template)) => template.clone(),
        _ => String::new(),
    };
    let typed = RwSignal::new(String::new());
    let found = listed(columns.into(), || None, typed);
    let options = move |chosen: Option<String>| {
        let columns = columns.read();
        let place = chosen
            .as_ref()
            .and_then(|chosen| columns.iter().position(|name| name == chosen));
        let mut listed = found.get();
        if let Some(place) = place
            && let Err(at) = listed.binary_search(&place)
        {
            listed.insert(at, place);
        }
        let option = |column: usize| {
            let name = columns[column].clone();
            let shown = truncate::name(&name, column);
            view! { <option value=name prop:selected=place == Some(column)>{shown}</option> }
        };
        listed.into_iter().map(option).collect_view()
    };
    let text = move || match &columns_draft.read().text {
        Some(TextSource::Column(name)) => Some(name.clone()),
        _ => None,
    };
    let choose_text = edit_columns(move |columns_draft, value| {
        let several = |state: &AppState| state.import.dialog.as_ref().map(Importing::several_columns);
        columns_draft.text = Some(match value.as_str() {
            SEVERAL_COLUMNS => TextSource::Joined(app.state().with_untracked(several).unwrap_or_default()),
            _ if nested.with_untracked(|nested| nested.contains(&value)) => TextSource::Joined(value),
            _ => TextSource::Column(value),
        });
    });
    let none = |words: String| view! { <option value=SEVERAL_COLUMNS>{words}</option> };
    let name_of = |value: String| Some(value).filter(|value| value != SEVERAL_COLUMNS);
    let has_labels = move || columns_draft.read().labels.is_some();
    let choose_labels = edit_columns(move |columns_draft, value| {
        let per_cell = |state: &AppState| state.import.dialog.as_ref().map(|importing| importing.per_cell(&value));
        columns_draft.per_cell = app.state().with_untracked(per_cell).unwrap_or_default();
        columns_draft.labels = name_of(value);
    });
    let vectors = select_importing(|importing| {
        let found = importing.preview.iter().flat_map(|preview| &preview.found.vectors);
        let mut columns: Vec<String> = found.cloned().collect();
        let chosen = importing.columns.embeddings.iter();
        let others: Vec<String> = chosen.filter(|name| !columns.contains(name)).cloned().collect();
        columns.extend(others);
        columns
    });
    let has_vectors = move || !vectors.read().is_empty();
    let vector_options = move || {
        let option = |name: String| {
            let of = name.clone();
            let shown = columns.with(|columns| {
                let place = columns.iter().position(|column| *column == name);
                place.map_or_else(|| name.clone(), |place| truncate::name(&name, place))
            });
            let is_chosen = move || columns_draft.read().embeddings.as_ref() == Some(&of);
            view! { <option value=name prop:selected=is_chosen>{shown}</option> }
        };
        vectors.get().into_iter().map(option).collect_view()
    };
    let counts = select_importing(Importing::label_counts);
    let set_per_cell = move |per_cell: LabelCell| {
        let columns = |state: &AppState| state.import.dialog.as_ref().map(|importing| importing.columns.clone());
        if let Some(columns) = app.state().with_untracked(columns) {
            let columns = Columns { per_cell, ..columns };
            app.dispatch(StateMsg::Import(Msg::SayColumns(columns)));
        }
    };
    view! {
        <fieldset hidden=move || columns.read().is_empty()>
            <legend>{t!("import-columns-title")}</legend>
            <FindColumn id="import-columns" n_columns=Signal::derive(move || columns.read().len()) n_listed=Signal::derive(move || found.read().len()) typed/>
            <label class="field wide"><span>{t!("import-texts-label")}</span>
                <select id="import-text" on:change=mounted(choose_text)>
                    {move || options(text())}
                    {paths}
                    <option value=SEVERAL_COLUMNS prop:selected=move || is_joined() && !is_at_path()>{t!("import-texts-joined-columns")}</option>
                </select>
            </label>
            <Show when=is_joined>
                <div class="field wide">
                    <label for="import-template">{t!("import-template-label")}</label>
                    <input id="import-template" type="text" autocomplete="off" spellcheck="false" prop:value=template
                        aria-describedby="import-template-hint"
                        on:input=edit_columns(|columns_draft, value| columns_draft.text = Some(TextSource::Joined(value)))/>
                    <span class="hint" id="import-template-hint">{t!("import-template-hint")}</span>
                </div>
            </Show>
            <label class="field wide"><span>{t!("import-ids-label")}</span>
                <select id="import-id" on:change=mounted(edit_columns(move |columns_draft, value| columns_draft.id = name_of(value)))>
                    {none(t!("import-ids-none"))}
                    {move || options(columns_draft.read().id.clone())}
                </select>
            </label>
            <label class="field wide"><span>{t!("common-labels")}</span>
                <select id="import-labels" aria-describedby="import-labels-hint" on:change=mounted(choose_labels)>
                    {none(t!("import-labels-none"))}
                    {move || options(columns_draft.read().labels.clone())}
                </select>
                <span class="hint" id="import-labels-hint">{t!("import-labels-hint")}</span>
            </label>
            <Show when=has_labels>
                <PerCellField name="import" per_cell=Signal::derive(move || columns_draft.read().per_cell) set=set_per_cell/>
                <LabelCounts name="import" counts/>
            </Show>
            <Show when=has_vectors>
                <label class="field wide"><span>{t!("import-embeddings-label")}</span>
                    <select id="import-embeddings" aria-describedby="import-embeddings-hint"
                        on:change=mounted(edit_columns(move |columns_draft, value| columns_draft.embeddings = name_of(value)))>
                        {none(t!("import-embeddings-none"))}
                        {vector_options}
                    </select>
                    <span class="hint" id="import-embeddings-hint">{t!("import-embeddings-hint")}</span>
                </label>
            </Show>
        </fieldset>
    }
}

fn edit_columns(change: impl Fn(&mut Columns, String) + 'static) -> impl FnMut(ev::Event) + 'static {
    let app = use_app();
    move |event| {
        let columns_draft = app
            .state()
            .with_untracked(|state| state.import.dialog.as_ref().map(|importing| importing.columns.clone()));
        if let Some(mut columns) = columns_draft {
            change(&mut columns, event_target_value(&event));
            app.dispatch(StateMsg::Import(Msg::SayColumns(columns)));
        }
    }
}

#[component]
fn PreviewTable() -> impl IntoView {
    let preview = select_importing(|importing| importing.preview.clone());
    let previewing = select_importing(Importing::is_previewing);
    let ragged = select_importing(|importing| importing.import.ragged);
    let joined = select_importing(Importing::joined);
    let rows = move || {
        preview.get().map(|preview| {
            let text_column = match &preview.text {
                Some(TextSource::Column(name)) => preview.columns.iter().position(|column| column == name),
                _ => None,
            };
            let shown = truncate::visible_columns(preview.columns.len(), text_column);
            let head = |&column: &usize| view! { <th scope="col" dir="auto">{truncate::name(&preview.columns[column], column)}</th> };
            let head = shown.iter().map(head).collect_view();
            let more = truncate::hidden_columns_note(preview.columns.len() - shown.len());
            let joined = joined.get();
            let row = |(index, (line, cells)): (usize, &(u64, Vec<String>))| {
                let cell = |&column: &usize| view! { <td dir="auto" lang="">{cells[column].clone()}</td> };
                let cells = shown.iter().map(cell).collect_view();
                let joined = joined
                    .get(index)
                    .map(|text| view! { <td dir="auto" lang="" class="chosen joined">{text.clone()}</td> });
                view! { <tr><th scope="row">{*line}</th>{joined}{cells}</tr> }
            };
            let body = preview.rows.iter().enumerate().map(row).collect_view();
            let head_of_joined =
                (!joined.is_empty()).then(|| view! { <th scope="col">{t!("import-joined-texts-column")}</th> });
            view! {
                <table>
                    <thead><tr><th scope="col">{t!("import-file-line-column")}</th>{head_of_joined}{head}
                        {more.map(|more| view! { <th scope="col" class="faint more-columns">{more}</th> })}</tr></thead>
                    <tbody>{body}</tbody>
                </table>
            }
        })
    };
    let app = use_app();
    let merges = select_importing(Importing::merges);
    let merge_buttons = move || {
        let button = |([first, second], template): ([String; 2], String)| {
            let merge = move |_| {
                let columns =
                    |state: &AppState| state.import.dialog.as_ref().map(|importing| importing.columns.clone());
                if let Some(columns) = app.state().with_untracked(columns) {
                    let text = Some(TextSource::Joined(template.clone()));
                    app.dispatch(StateMsg::Import(Msg::SayColumns(Columns { text, ..columns })));
                }
            };
            let words = t!(
                "import-merge-columns-button",
                first = isolated(&visible_name(&first)),
                second = isolated(&visible_name(&second))
            );
            view! { <button type="button" class="merge-columns" on:click=merge>{words}</button> }
        };
        merges.get().into_iter().map(button).collect_view()
    };
    let remarks = move || {
        let preview = preview.read();
        let Some(preview) = preview.as_ref() else {
            return Vec::new();
        };
        let mut remarks = remarks(&preview.found);
        remarks.extend(first_line(&preview.found));
        remarks.extend(counts(preview));
        remarks.extend(irregular(preview, ragged.get()));
        if preview.rows.is_empty() {
            remarks.push(t!("import-remark-no-rows"));
        }
        remarks
    };
    view! {
        <div class="scroll import-look" class:busy=move || previewing.get() tabindex="0" role="group" aria-label=t!("import-preview-label")
            aria-busy=move || previewing.get().to_string()>{rows}</div>
        <div class="remarks" id="import-remarks" aria-live="polite">
            {move || remarks().into_iter().map(|remark| view! { <p class="note caution">{remark}</p> }).collect_view()}
        </div>
        <div>{merge_buttons}</div>
    }
}

fn irregular(preview: &Preview, ragged: Ragged) -> Option<String> {
    let is_json = preview.found.format == Format::Jsonl;
    let what = match ragged {
        Ragged::LeaveOut => t!("import-bad-rows-omitted"),
        Ragged::Pad if !is_json => t!("import-bad-rows-kept"),
        Ragged::Stop | Ragged::Pad => t!("import-bad-rows-rejected"),
    };
    let lines = Some(&preview.irregular)
        .filter(|rows| !rows.is_empty())
        .map(|rows| lines(rows))?;
    Some(if is_json {
        t!("import-remark-unreadable-rows", lines, what)
    } else {
        t!("import-remark-ragged-rows", lines, what)
    })
}

#[component]
fn Ending(close: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let app = use_app();
    let reading = use_state(|state| state.import.reading.as_ref().map(FileRead::words));
    let share = use_state(|state| state.import.reading.as_ref().and_then(|reading| reading.read));
    let reason_not_ready = select_importing(Importing::reason_not_ready);
    let previewing = select_importing(Importing::is_previewing);
    // The note states that the labels of the open project are kept, because users might expect their deletion.
    let has_labels = use_project(|project| !project.annotations.history.labels().is_empty());
    view! {
        <Show when=move || has_labels.get()><p class="faint" id="import-labels-stay">{t!("import-new-project-hint")}</p></Show>
        {move || reading.get().map(|words| view! {
            <div class="opening" id="import-progress">
                <p class="faint" role="status">{words}</p>
                {match share.get() {
                    Some(percent) => view! { <progress max="100" value=percent.to_string() aria-label=t!("import-reading-label")></progress> }.into_any(),
                    None => view! { <progress aria-label=t!("import-reading-label")></progress> }.into_any(),
                }}
            </div>
        })}
        <div class="actions">
            <Show when=move || reading.read().is_some()
                fallback=move || view! { <button type="button" id="cancel-import" on:click=move |_| close()>{t!("common-cancel")}</button> }>
                <button type="button" id="stop-import" on:click=move |_| app.dispatch(StateMsg::Import(Msg::Stop))>{t!("common-stop")}</button>
            </Show>
            <button type="submit" id="open-import" class="primary" title=move || reason_not_ready.get()
                disabled=move || reason_not_ready.read().is_some() || previewing.get() || reading.read().is_some()>{t!("import-submit-button")}</button>
        </div>
    }
}
