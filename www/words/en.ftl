# What the page says, in English. How these files are read: crates/page/src/words.

## Counts
count-texts = { $n ->
    [one] 1 text
   *[other] { $n } texts
}
count-percent = { $n } %

## Keys
key-ctrl = Ctrl
key-space = Space
key-enter = Enter
key-backspace = Backspace
key-page-down = Page Down
key-page-up = Page Up
key-home = Home

## shell/page.rs
common-settings = Settings

## The page
page-title = FastGAS: which texts should you label?
language-of-page = Language
language-not-had = { $language } could not be loaded: { $problem }

## shell/header.rs
common-keys = Keys
header-all-projects-way-begin = All projects, and how to start another one
header-not-backed-up = { $n } not backed up
header-backed-up-now = Backed up just now
header-backed-up-minutes = Backed up { $n } min ago
header-backed-up-hours = Backed up { $n } h ago
header-backed-up-days = Backed up { $n ->
    [one] 1 day
   *[other] { $n } days
} ago
common-projects = Projects

## shell/rescue.rs
rescue-title = The page has stopped because of an error in its program
rescue-saved = What was shown as saved is stored in this browser and is not lost. What you entered last may be missing.
rescue-works = You can still save the stored project as a file here. After a reload the page goes on from what is stored.
rescue-locked = The project is protected by a passphrase, so it cannot be saved as a file here. It is stored: reload the page, enter the passphrase and go on.
rescue-back-up = Save the project as a file
rescue-reload = Reload the page
rescue-reload-without = Reload without opening the project
rescue-loop = If the page stops again and again, reload it without the project. The project stays in the list.
rescue-written = The file is saved. The page opens it like any backup. Embeddings are not in it.
rescue-unreadable = The stored project cannot be read here. Reload the page and back up there.
rescue-report = For a report to the authors (no text of yours is in it):

## shell/welcome.rs
welcome-thousands-texts-time-label = Thousands of texts, time to label eighteen?
welcome-fastgas-reads-your-file = FastGAS reads your file, finds how its texts relate, and picks the few whose labels tell the most about all the others.
welcome-try-sample = Try the sample
welcome-3-000-descriptions-debian = 3,000 descriptions of Debian packages
welcome-or-press-ctrl-v = or press { $control }+V anywhere here
welcome-tour-ten-minutes-how = a tour of ten minutes: how the picks come about
welcome-nothing-leaves-page = Nothing leaves this page.
welcome-model-runs-browser-there = The model runs in this browser; there is no server that could see your texts. Labels are kept on this machine.
welcome-drop-file-texts-here = Drop a file of texts here
welcome-or-click-choose-one = or click to choose one: CSV, TSV, JSON or plain lines, in any encoding; embeddings (.npy) beside it, if you have them
welcome-stop-reading = Stop reading
common-embed = Embed
welcome-sentence-bert-places-every = Sentence-BERT places every text; similar texts are neighbors.
welcome-partition-pick = Partition and pick
welcome-their-graph-cut-into = Their graph is cut into balanced parts; each gives its best-connected texts.
welcome-label-export = Label and export
welcome-one-key-label-saved = One key per label, saved as you go; every column of your file comes back.

## shell/notices.rs
message-not-saved = Not saved:
message-back-up-first = Back it up before you reload.
message-what-you-do-is-lost = A reload would lose what you do from now on.
common-back-up = Back up
message-try-again = Try again
message-go-on-unsaved = Go on anyway
message-embeddings-not-kept = Embeddings are not kept:
message-selection-goes-on-without = The selection goes on without them.
common-close = Close

## run/progress.rs
common-model = Model
common-neighbors = Neighbors
progress-graph = Graph
progress-partition = Partition
common-select = Select
common-map = Map
common-paused = Paused
progress-of = {" "}of { $total }
progress-picks-are-ready = { $n ->
    [one] 1 pick is ready.
   *[other] { $n } picks are ready.
}
common-stopped = Stopped.
progress-of-2 = { $done } of { $total }
progress-progress = Progress
progress-left = { $left } left
common-resume = Resume
common-pause = Pause
common-cancel = Cancel
progress-stages = Stages
progress-texts-were-embedded-already = { $n ->
    [one] 1 text was embedded already.
   *[other] { $n } texts were embedded already.
}

## run/early_button.rs
early-label-now = { $n ->
    [one] Label 1 text now
   *[other] Label { $n } texts now
}
early-pick-more-now = Pick { $n } more now
early-picking = Picking among the texts that are ready…
early-share = { $ready } texts are ready, a fair sample: this is their share of the picks. The rest is picked among all, beside these. Picks that wait for all texts cover them a little better.
early-others-follow = Picked among the { $among } texts that were ready. The rest is picked when all are ready.
early-none-were-picked = Nothing was picked among the texts that are ready

## run/sketch_view.rs
sketch-so-far = { $n ->
    [one] 1 text so far, a dot
   *[other] { $n } texts so far, each a dot
}: the closer two dots, the more alike the texts. The map follows when all are embedded.

## run/summary.rs
summary-none = none
summary-texts-different = { $instances } texts, different ones: { $different }
summary-one-stands-all-each = ; one stands for all of each
common-duplicates = Duplicates
common-encoder = Encoder
common-method = Method
common-parts = Parts
summary-edges-cut = Edges cut
summary-imbalance = Imbalance
summary-early = { $n ->
    [one] 1 pick was made before, among { $among } texts.
   *[other] { $n } picks were made before, among { $among } texts.
}
summary-neighbors-found = Neighbors found { $searched }.
summary-beginnings = Of { $n } of { $of } texts only the beginning was embedded, since { $n ->
    [one] it has
   *[other] they have
} more words than the encoder reads. In such a text a ┊ shows how far it read; another encoder may read more.
summary-together = Together
summary-run = This run
summary-parts = { $n_parts ->
    [one] 1 part
   *[other] { $n_parts } parts
} { $coverage }
summary-parts-by-centered-coverage = As many parts as give the highest centered coverage: { $each }. That is the mean cosine of a text to its nearest pick, with the mean of all embeddings subtracted from each. It only serves to compare numbers of parts. It is lower than the facility coverage under “Coverage”, which is that of the final picks and of the embeddings as they are.
summary-parts-by-facility-coverage = As many parts as give the highest facility coverage in a trial: { $each }. “Coverage” shows that of the final picks.

## run/settings_form.rs
settings-lowered-part-without-pick = Lowered to { $budget }: a part without a pick serves nobody.
settings-auto-about-as-many = Auto: { $budget }, about as many as picks in each.
settings-auto-or-half-whichever = Auto: { $budget } or half of it, whichever covers the texts better.
settings-each-part-gives-share = Each part gives its share of the picks.
settings-texts-less-where-they = { $n_instances } texts: { $seconds }, less where they are embedded already.
settings-selection = Selection
settings-budget = Budget
settings-how-many-texts-you = How many texts you will label.
settings-edges-each-text-graph = Each text has this many of its nearest texts as neighbors, and those that count it among theirs.
settings-auto = auto
common-seed = Seed
settings-same-seed-same-picks = Same seed, same picks.
settings-advanced = Advanced
settings-votes = Votes
settings-how-many-nearest-each = How many of its nearest each text votes for; 150 as published.
settings-workers = Workers
settings-threads-embed-1-each = Threads that embed, 1 to { $max_workers }; each needs about 120 MB.
settings-selecting = Selecting…
settings-select-again = Select again
settings-select-texts = { $n ->
    [0] Select
    [one] Select 1 text
   *[other] Select { $n } texts
}
settings-stopped-texts-embedded-kept = Stopped. { $texts } of { $total } texts are embedded and kept; “Select” goes on from there.
settings-picks-shown-were-made = The picks shown were made with the encoder { $encoder }.
settings-picks-shown-were-made-other = The picks shown were made with other settings.
settings-labels-stay-their-texts = Labels stay with their texts.
settings-embeddings = Embeddings
settings-as-they = As they are
settings-less-pools-mean = Minus the pool’s mean
settings-procedure = Procedure
settings-lazily-as-good-seconds = Lazily: as good, in seconds
settings-as-authors-program-does = As its authors’ program does it, in minutes
settings-preset = Preset
settings-best-low-cut-little = Best: a low cut in little time
settings-strong-lowest-cut-several = Strong: the lowest cut, in several times as long
settings-fast-least-time = Fast: the least time
settings-paper-as-published = Paper: as published
settings-edge-weights = Edge weights
settings-all-alike-as-published = All alike, as published
settings-similarity = By similarity
settings-each-counts-itself = Each counts by itself
settings-one-stands-all-them = One stands for all of them
settings-exactly-large-pools-approximately = Exactly, large pools approximately
settings-exactly = Exactly
settings-approximately = Approximately
settings-neighbors-found = Neighbors found
settings-approximately-98-them-found = Approximately, 98 % of them are found, sooner.
settings-neighbors-on = Search for neighbors on
settings-gpu-where-faster = GPU, where that is faster
settings-cpu = CPU
settings-gpu-where-there-one = GPU, where there is one
settings-same-neighbors-either-way = The same neighbors either way.

## import/view.rs
import-names-columns = Names the columns
import-row-as-all-others = Is a row like the others
import-quotes = Quotes
import-single-quotes = Single quotes ' enclose cells
import-letters = Quotes belong to the text
import-backslash-quotes = Double quotes " enclose cells, \" inside
import-refuse-file = Refuse the file
import-keep-all-padded = Keep all, filled up with empty cells
import-leave-out-keep-list = Leave out, list them
import-how = How should
import-written = be read?
import-likely = { $name } (likely)
import-file = The file
common-format = Format
import-encoding = Encoding
import-cells-between = Cells separated by
import-first-line = First line
import-lines-above = Lines above the table
import-lines-above-are-no-rows = A title, for instance: these lines are left out.
import-rows-below = Rows below the column names that are not texts
import-rows-below-are-no-rows = The questions of a survey, for instance: these rows are left out.
import-joined-texts = Texts, joined
import-double-quotes = Double quotes " enclose cells
import-rows-another-width = Rows with too many or too few cells
import-rows-no-json = Rows that cannot be read
import-non-rows = Lines that are not rows
import-non-rows-by-kind = Leave out what can hardly be a row
import-non-rows-keep = Keep all
import-non-rows-leave-out = Leave out all, also doubtful ones
import-columns = Its columns
import-texts = Texts
import-several-columns-joined = Several columns, joined…
import-joined-like = Joined like this
import-columns-between-braces-words = Columns between braces, words of your own around them.
import-ids = IDs
import-none-rows-counted = None: rows are counted
common-labels = Labels
import-none-taken = None: start without labels
import-column-some-rows-have = From a column with labels in some rows: they count as given.
import-cell-has = A cell has
import-one-label = One label
import-between-semicolons = Several, between semicolons
import-between-commas = Several, between commas
import-between-bars = Several, between |
import-between-hashes = Several, between #
import-between-slashes = Several, between /
import-between-colons = Several, between ::
import-between-double-bars = Several, between ||
import-between-others = Several, between something else…
import-separator = Between the labels
import-separator-hint = As it stands in the cells; \t is a tab, \n a line break.
import-more-labels = and { $n } more
import-labels-become = { $n ->
    [one] 1 label
   *[other] { $n } labels
}: { $named }
import-no-labels = Read like this, the cells hold no labels, or more than 500.
import-list = Several, as a JSON list
import-file-line = File line
common-row = Row
import-file-refused-them-unless = the file is refused for them, unless you say what to do with them
import-they-kept = they are kept
import-they-will-left-out = they will be left out
import-rows-another-width-2 = Rows with too many or too few cells, { $lines }: { $what }.
import-rows-no-json-2 = Rows that cannot be read, { $lines }: { $what }.
import-there-no-rows = There are no rows.
import-first-rows-read-like = The first rows, read like this
common-reading = Reading
common-stop = Stop
import-open-like = Open it like this
import-labels-stay = If this changes the texts, they become a new project; this one stays under “Projects” with its labels.
import-names-in-doubt = Does the first line of { $file_name } name its columns?
import-name-like-text = column { $column } would be named “{ $cell }”, which may be the text of a row
import-say-what-first-line-is = Look at the rows below, and choose what the first line is.
import-name-is-no-row = The first line names column { $column } “{ $cell }”; if that is the text of a row, this row is missing.
import-bytes-in-doubt = { $file_name } contains bytes that are not text
import-broken-bytes = { $n ->
    [one] it is { $encoding } except in 1 place, which is shown as �: { $lines }
   *[other] it is { $encoding } except in { $n } places, which are shown as �: { $lines }
}
import-broken-bytes-look = What stood there cannot be told from the file. If other words are wrong, too, choose another encoding.
import-zero-bytes = { $n ->
    [one] 1 byte in it is zero or broken, which does not occur in text; it is shown as �: { $lines }
   *[other] { $n } bytes in it are zero or broken, which does not occur in text; they are shown as �: { $lines }
}
import-zero-bytes-look = Perhaps this is not a text file, or it is UTF-16 without a byte order mark: then choose that encoding. Otherwise open it like this.
import-broken-bytes-shown = { $n ->
    [one] 1 place that is not text, shown as �: { $lines }.
   *[other] { $n } places that are not text, shown as �: { $lines }.
}
import-shifted = From line { $line } on the words are not those of the file: at byte { $byte } one byte is too many or missing.
import-encoding-lossy = { $encoding }, with � for what is broken

## encoder/dialog.rs
bring-opening-trying-encoder = Opening and trying the encoder
bring-works = { $config } works. { $report }.
bring-use-another-encoder = Use another encoder
bring-missing = missing
bring-onnx-file = ONNX file
bring-onnx-file-tokenizer-json = An ONNX file with its tokenizer.json, as hubs of models have them; with the model’s whole folder, its settings are read too. BERT, MPNet and their kin run fastest.
bring-drop-files-or-folder = Drop files or a folder here
bring-drop-more-files-here = Drop more files here
bring-or-choose = or choose
bring-files = files
bring-or = or
bring-folder = a folder
bring-tokenizer = Tokenizer
bring-none-among-files-see = none among the files: see below
bring-from-json-files = { $n ->
    [one] from 1 JSON file
   *[other] from { $n } JSON files
}
bring-choose-encoders-folder = Choose the encoder’s folder
bring-choose-encoders-files = Choose the encoder’s files
bring-files-were-not-read = The files were not read
bring-choose-encoders-own-folder = Choose the encoder’s own folder, or its files.
bring-name = Name
common-pooling = Pooling
bring-how-vectors-texts-tokens = How the vectors of a text’s tokens become one; the model’s page says which.
common-prefix = Prefix
bring-put-before-every-text = Put before every text, such as “query: ” for E5, the space included.
common-instruction = Instruction
bring-as-prefix-but-not = As a prefix, but not pooled itself: for Instructor.
common-longest-text = Longest text
bring-tokens-what-follows-not = In tokens; what follows is not read. Empty: as many as the model can.
bring-open-try = Open and try it
bring-opening-trying = Opening and trying it…
bring-opening-trying-2 = Opening and trying it
bring-worker-own-whatever-happens = In a worker of its own: whatever happens there, your project and the encoder in use stay as they are.
bring-texts-worker = { $seconds } for { $texts } texts with { $workers ->
    [one] 1 worker
   *[other] { $workers } workers
}
bring-change-settings = Change settings
bring-use-encoder = Use this encoder
bring-unknown = unknown
bring-slower-execution = In slower execution
bring-model-itself = by the model itself
bring-works-2 = works.
bring-dimensions = Dimensions
bring-vocabulary = Vocabulary
bring-tokens = { $n } tokens
bring-weights = Weights
bring-speed = Speed
common-your-file = Your file

## import/paste.rs
common-paste-texts = Paste texts
paste-one-text-on-each = One text on each line, or cells as a spreadsheet copies them
paste-look-at-them = Look at them

## import/preview.rs
preview-make-text-column = Make this the text column
preview-text = text
preview-first-rows = The first { $n_rows } of { $n } rows
preview-all-rows = { $n ->
    [one] The only row
   *[other] All { $n } rows
}
wide-no-name = column { $n } (no name)
wide-more-columns = { $n ->
    [one] and 1 more column
   *[other] and { $n } more columns
}
preview-first-rows-2 = The first rows

## shell/drop_zone.rs
drops-drop-file-texts-embeddings = Drop a file of texts, with its embeddings (.npy) if you have them, or the files of an encoder

## import/dataset_panel.rs
data-texts-column = { $rows ->
    [one] 1 text
   *[other] { $rows } texts
}, { $columns ->
    [one] 1 column
   *[other] { $columns } columns
}
data-data = Data
data-add-texts = Add texts
data-added = { $n ->
    [one] 1 text of { $file_name } was added.
   *[other] { $n } texts of { $file_name } were added.
}
data-take-out = Take these texts out again
data-take-out-until = Possible until anything is labeled, noted or selected after that
data-were-there = { $n ->
    [one] 1 was there already.
   *[other] { $n } were there already.
}
data-open-another-file = Open another file
data-text-column = Text column
data-read-as = Read as { $found }.
data-has-labels = { $n_labels ->
    [one] 1 label
   *[other] { $n_labels } labels
} in column { $name }, of { $n ->
    [one] 1 text.
   *[other] { $n } texts.
}
data-answers-differ = { $n ->
    [one] In column { $name } the answers for 1 text differ; it gets no label from there.
   *[other] In column { $name } the answers for { $n } texts differ; they get no label from there.
}
data-asks-labels = The file has labels of several people, answers to several questions, or answers that do not count. None is taken in before you say which.
data-look-at-labels = Look at the labels
data-take-labels-in = Take them in
data-texts-are-empty = { $n ->
    [one] 1 text is empty; it is not picked by methods that can pass over texts.
   *[other] { $n } texts are empty; they are not picked by methods that can pass over texts.
}
data-change-how-read = Change how it is read
data-save-rows-were-left = Save the rows that were left out
data-embeddings-dimensions = Embeddings: { $file }, { $dimensions } dimensions.
data-embeddings-passed-over = { $n ->
    [one] 1 row of this file belongs to a row that was left out of the texts, and is
   *[other] { $n } rows of this file belong to rows that were left out of the texts, and are
} not used.
data-embed-texts-instead = Embed the texts instead

## projects/cache_size.rs
cache-embeddings-kept-browser = Embeddings kept in this browser:
cache-empty-cache-embeddings = Empty the cache of embeddings
cache-empty = Empty the cache
cache-text = { $texts ->
    [one] 1 text
   *[other] { $texts } texts
}, { $bytes }

## encoder/panel.rs
encoder-use-another = Use another…
encoder-not-used-file-embeddings = Not used for this file: its embeddings are given.
encoder-trained-on-english = These texts seem to be in { $language }. This encoder was trained on English: of other languages it tells spelling rather than meaning. For a map and picks by meaning use an encoder of many languages, such as paraphrase-multilingual-MiniLM-L12-v2 as ONNX.
encoder-kept-browser = { $name }: { $bytes } kept in this browser.
encoder-until-page-reloaded = { $name }: until the page is reloaded.
encoder-back-built-encoder = Back to the built-in encoder

## projects/list.rs
projects-your-projects-browser = Your projects, in this browser
projects-nothing-picked-yet = nothing picked yet
projects-labeled = { $n_labeled } of { $n ->
    [one] 1 pick
   *[other] { $n } picks
} labeled
common-rename = Rename
common-delete = Delete
projects-deleted = Deleted ({ $n })
projects-deleted-keep-their-room = They still take up space in this browser. Put them back, or delete them for good.
projects-put-back = Put back
projects-delete-for-good = Delete for good
projects-name-project = Name of the project
projects-project-open-another-tab = This project is open in another tab.
projects-here-can-looked-at = Here you can only look at it. “Go on here” makes that tab read-only.
projects-go-on-here = Go on here
projects-nothing-was-changed = Nothing was changed
projects-another-tab-has-it = another tab has this project, and this one only shows it
projects-go-on-here-or-there = Press “Go on here” below, or go on in the other tab.

## protection/dialogs.rs
protect-protection = Protection
protect-passphrase = Passphrase
protect-protect = Protect with a passphrase…
protect-hint = Encrypts the texts, labels, notes and embeddings of this project in this browser, and its backups. Possible when everything is saved and nothing runs.
protect-is-protected = Protected by a passphrase
protect-lock = Lock now
protect-lock-hint = Closes the project; this tab forgets the passphrase
protect-change = Change passphrase…
protect-remove = Remove protection
protect-remove-title = Remove the protection?
protect-remove-text = The project is then stored unencrypted, and its next backups are as well. Backup files that you saved before keep their passphrase.
protect-next = Protect the next project with a passphrase…
protect-next-hint = Choose the passphrase before you open the texts: then they are never stored unencrypted
protect-next-is-protected = The next project that you open is protected by the passphrase.
protect-forget-next = Do not protect it
protect-title = Protect with a passphrase
protect-what = Texts, labels, notes, guidelines and embeddings of this project are encrypted in this browser, and so are its backups from now on. The page asks for the passphrase whenever the project is opened.
protect-what-next = The next project that you open is encrypted in this browser from its beginning, and so are its backups. The page asks for the passphrase whenever it is opened.
protect-what-change = The project then opens with the new passphrase only.
protect-lost = If you lose the passphrase, nobody can recover it: the project and its backups cannot be opened any more.
protect-earlier = Backups and exports that you saved before stay readable without a passphrase. The browser may keep remains of what it stored unencrypted until it needs the space.
protect-earlier-passphrase = Backups that you saved before still open with the former passphrase. Exports are never encrypted.
protect-names-stay = The name of the project and its numbers of texts, picks and labels stay readable in the list of projects. If the name tells too much, rename it there.
protect-new = Passphrase (at least 8 characters)
protect-again = The same again
protect-show-typed = Show what I type
protect-too-short = It needs at least 8 characters.
protect-not-the-same = The two are not the same yet.
protect-done = Protect the project
protect-done-next = Use this passphrase
protect-done-change = Change the passphrase
protect-encrypting = Encrypting…
protect-ask-project = { $name } is protected by a passphrase.
protect-ask-back-up = { $name } is protected by a passphrase, and its backup will be, too.
protect-ask-file = { $name } is protected by a passphrase. A project of its own stays protected by it. What you merge into an open project is stored as that project is.
protect-open = Open
protect-opening = Opening…
protect-wrong = The passphrase is wrong. Check the Caps Lock key and the keyboard’s language, and try again.
protect-unavailable = This browser cannot encrypt on this address: { $reason }. Open the page over https or on this machine.
protect-unreadable = It cannot be opened: { $reason }
protect-not-changed = Nothing was changed: { $problem }
protect-not-removed = The protection was not removed
protect-stays-as-it-is = The project stays protected. Try again.
protect-unfinished = The project is protected, but not everything is encrypted yet
protect-finish-by-opening = Free some space on the disk, then open the project once more: this finishes it.

## projects/state.rs: damage
damage-restored = Labels were restored
damage-restored-which = in the browser’s database { $n ->
    [one] one entry of the { $total } entries of the log of labels was missing or damaged (number { $which })
   *[other] { $n } of the { $total } entries of the log of labels were missing or damaged (numbers { $which })
}
damage-nothing-lost = They were taken from the second copy that this page keeps, so nothing is lost. Back up the project: the browser’s storage may be failing.
damage-project-is-damaged = This project is damaged.
damage-missing = { $n ->
    [one] One of the { $total } entries of the log of labels is lost: number { $which }.
   *[other] { $n } of the { $total } entries of the log of labels are lost: numbers { $which }.
}
damage-altered = The log of labels is not the one that was stored, and the page cannot tell which entries differ.
damage-others = { $n ->
    [one] One entry of a colleague cannot be read.
   *[other] { $n } entries of colleagues cannot be read.
}
damage-texts = { $n ->
    [one] A cell of one text cannot be read (row { $rows }).
   *[other] Cells of { $n } texts cannot be read (rows { $rows }).
} Cells that cannot be read are shown as empty.
damage-other-texts = The texts are not the ones that were stored, and the page cannot tell which cells differ.
damage-partition = The parts are lost, and the picks with them; the labels are here. Select again to get picks.
damage-layout = The map is lost. Select again to get a map.
damage-joined = The lines of the map are lost. Select again to get them.
damage-recorded = The explanation of the selection is lost. Select again to get one.
damage-what-to-do = Everything else is here to look at, back up and export. Back it up first; if you have an older backup, open it and compare.
damage-go-on = Go on without them

## import/append_view.rs
adding-title = Does { $file_name } belong here?
adding-none-is-there = { $n ->
    [one] It has 1 text, which is not in { $project } yet.
   *[other] It has { $n } texts, none of which is in { $project } yet.
}
adding-all-are-there = { $n ->
    [one] It has 1 text, which is in { $project } already: there is nothing to add.
   *[other] It has { $n } texts. All of them are in { $project } already: there is nothing to add.
}
adding-some-are-there = It has { $n } texts; { $n_known ->
    [one] 1 of them is in { $project } already: it stays as it is.
   *[other] { $n_known } of them are in { $project } already: those stay as they are.
} New: { $n_new }.
adding-new-and-changed = It has { $n } texts. New: { $n_new }.
adding-changed = Changed: { $n ->
    [one] 1 text has
   *[other] { $n } texts have
} an id that stands for another text here, such as { $id }. They are not added; the project keeps its own texts.
adding-other-values = { $n ->
    [one] 1 text that is here has
   *[other] { $n } texts that are here have
} other values in other columns of this file. The project keeps its own values.
adding-lacks = The project has columns that this file has not; they stay empty for its texts: { $columns }.
adding-brings = This file has columns that the project has not; they stay empty for the texts that are there: { $columns }.
adding-what-stays = Picks, labels and notes stay. The next selection goes on from these picks, among all texts; what is embedded is not embedded again. The map is drawn anew then.
adding-stops-run = The selection under way is stopped.
adding-back = Back to the merge
adding-open-as-own = Open as a project of its own
adding-add = { $n ->
    [one] Add 1 text
   *[other] Add { $n } texts
}

## file_labels/dialog.rs
file-labels-title = Labels in { $file_name }
file-labels-rows = It has { $rows } rows about { $n ->
    [one] 1 text.
   *[other] { $n } texts.
}
file-labels-known = It has { $n ->
    [one] 1 text
   *[other] { $n } texts
}; { $n_known ->
    [one] 1 of them is in { $project }.
   *[other] { $n_known } of them are in { $project }.
}
file-labels-by-id = Texts were matched by column { $column } where the texts agree, and by text otherwise.
file-labels-tolerated = { $n ->
    [one] 1 text differs from that in the project in nothing but line ends, spaces around it, no-break spaces or composed characters (Unicode NFC), and counts as the same.
   *[other] { $n } texts differ from those in the project in nothing but line ends, spaces around them, no-break spaces or composed characters (Unicode NFC), and count as the same.
}
file-labels-ambiguous = { $n ->
    [one] 1 text stands more often in one of the two than in the other: nobody can tell which is which, and it gets no label.
   *[other] { $n } texts stand more often in one of the two than in the other: nobody can tell which is which, and they get no labels.
}
file-labels-other-text = { $n ->
    [one] 1 row has the id of a text in the project, and another text: it gets no label.
   *[other] { $n } rows have ids of texts in the project, and other texts: they get no labels.
}
file-labels-missing = { $n ->
    [one] 1 text is not in the project
   *[other] { $n } texts are not in the project
}
file-labels-question = Question
file-labels-choose-question = Choose one …
file-labels-say-question = The file has answers to several questions. Choose the one whose answers are imported.
file-labels-given = { $n ->
    [one] 1 answer counts.
   *[other] { $n } answers count.
}
file-labels-no-labels = Rejected: { $rejected }. Ignored, cancelled or unfinished: { $void }. These are no labels and are not imported.
file-labels-contradicting = { $n ->
    [one] About 1 text the same annotator gave answers that contradict each other: these are not imported.
   *[other] About { $n } texts the same annotator gave answers that contradict each other: these are not imported.
}
file-labels-names = { $n ->
    [0] No labels.
    [one] 1 label: { $names }{ $and_so_on }
   *[other] { $n } labels: { $names }{ $and_so_on }
}
file-labels-unapproved = { $n ->
    [one] 1 answer is not approved, while others are
   *[other] { $n } answers are not approved, while others are
}
file-labels-leave-unapproved = Import approved answers only
file-labels-take-unapproved = Import all of them
file-labels-say-unapproved = Say whether answers that nobody has approved are imported.
file-labels-join = Make { $n ->
    [one] 1 text
   *[other] { $n } texts
} of the { $rows } rows
file-labels-varying = Columns in which the rows about one text differ do not come along: { $columns }.
file-labels-labeled-as = { $found } is called
file-labels-people-hint = Everybody’s answers stand beside each other and replace none of yours. Where people disagree, no label counts until you settle it under “Agreement”. If you are one of them, write your own name there.
file-labels-say-whose = Say who labeled: everybody in the file needs a name.
file-labels-same-name = Two of them are called { $name }. Give one of them another name, so that nobody’s labels take the place of another’s.
file-labels-your-own = You are { $own } too. If these are your own labels, import once more: texts without a label of yours get them, and { $n ->
    [0] no text has one already.
    [one] 1 text keeps the label that it has.
   *[other] { $n } texts keep the labels that they have.
} Otherwise give the colleague’s name.
file-labels-not-now = Not now
file-labels-import = Import the labels
file-labels-taken-in = { $n ->
    [one] 1 text has a label from the file
   *[other] { $n } texts have labels from the file
}, { $n_new } of them new.
file-labels-imported = { $name }: { $n ->
    [one] 1 text labeled
   *[other] { $n } texts labeled
}, { $n_new } of them new.
file-labels-undo = Undo the import

## ui/dialog.rs
dialogs-back-up-first = Back up first
dialogs-export-labels-first = Export labels first
dialogs-browser-does-not-store = This browser does not save the project: the picks would be lost.
dialogs-browser-does-not-store-all = This browser does not save all of the project: the picks and { $n ->
    [one] 1 label
   *[other] { $n } labels
} would be lost.
dialogs-stop-run = Stop the selection and open { $file_name }?
dialogs-what-is-embedded-is-kept = A selection is under way in this project. What it has embedded is kept; the project stays in the list, and “Select” goes on from there.
dialogs-go-on-here = Let it go on
dialogs-stop-and-open = Stop and open
dialogs-leave-project = Leave the project?
common-stay = Stay
common-forget = Discard
dialogs-leave-project-2 = Leave the project for { $file_name }?
dialogs-delete = Delete { $name } for good?
dialogs-picks-labels-deleted-from = Its texts, picks, labels and embeddings are deleted from this browser; other projects with the same texts embed these again when you select. Your file itself stays where it is.
common-keep = Keep
dialogs-send-text = Send { $texts ->
    [one] 1 text
   *[other] { $texts } texts
} to { $host }?
dialogs-do-not-send = Do not send
dialogs-send-them = Send them
dialogs-empty-cache-embeddings = Empty the cache of embeddings?
dialogs-embeddings-deleted-from-browser = The embeddings of { $size } are deleted from this browser. Picks and labels stay; the next “Select” embeds its texts again.
dialogs-empty = Empty it
dialogs-join = Make { $name } and { $into } one label?
dialogs-join-cannot-be-undone = { $uses ->
    [0] Nobody has given it yet.
    [one] The text that has it has { $into } from then on, whoever gave it.
   *[other] All { $uses } that have it have { $into } from then on, whoever gave it.
} Undo cannot separate them again.
dialogs-join-yes = Join them
dialogs-keep-both = Keep both
dialogs-relabel = Give { $n ->
    [one] 1 text
   *[other] { $n } texts
} the label { $name }?
dialogs-relabel-others = { $n ->
    [one] One of them has another label and loses it. Undo brings it back.
   *[other] { $n } of them have another label and lose it. Undo brings it back.
}
dialogs-relabel-yes = Give label
dialogs-take-key = Give { $name } the key “{ $key }”?
dialogs-take-key-exchanged = “{ $key }” is the key of { $owner }, which would get “{ $instead }”.
dialogs-take-key-none-left = “{ $key }” is the key of { $owner }, which would have no key: all are taken.
dialogs-take-key-yes = Give it the key
dialogs-write-answers = Write answers instead of giving labels?
dialogs-labels-stay = { $n ->
    [one] 1 text has a label. It keeps
   *[other] { $n } texts have labels. They keep
} them until you write an answer, which replaces them; exports hold them as answers until then. Every field begins empty.
dialogs-give-labels = Give labels instead of writing answers?
dialogs-answers-become-labels = { $n ->
    [one] 1 text has a written answer that is not a label. It keeps it
   *[other] { $n } texts have written answers that are not labels. They keep them
}, and { $n_new ->
    [one] 1 label is added to the set
   *[other] { $n_new } labels are added to the set, one for each different answer
}. A label that you give then replaces what was written.
dialogs-one-label = Give each text one label only?
dialogs-several-stay = { $n ->
    [one] 1 text has several labels. It keeps
   *[other] { $n } texts have several labels. They keep
} them until you give one, which replaces all of them.
dialogs-change-answers-yes = Change
dialogs-remove-label = Remove the label “{ $name }”?
dialogs-undo-brings-back = { $uses ->
    [one] 1 text has it and loses it.
   *[other] { $uses } texts have it and lose it.
} Undo brings it back.
common-remove = Remove
dialogs-take-over = Go on here?
dialogs-not-stored-here = What you did here last is not saved: it would be lost, and the project would be read as the other tab has it.
dialogs-select-anew = Select other texts than those that you were given?
dialogs-select-anew-yes = Select others
dialogs-another-name = Is { $name } another name of { $before }?
dialogs-another-name-takes-all = { $n ->
    [one] What { $before } said of 1 text
   *[other] What { $before } said of { $n } texts
} is { $name }’s then. If somebody else labels here from now on, keep the name: “Copy for a colleague” makes a project for them.
dialogs-keep-name = Keep { $before }
dialogs-another-name-yes = Yes, rename
dialogs-keep-these = Keep these
dialogs-picked-for-you = The picks of this copy are what you were asked to label. Labels of other texts can hardly be compared with those of colleagues. What you have labeled keeps its labels.
dialogs-forget-colleague = Take the labels of { $name } out of the project?
dialogs-colleague-comes-back-with = { $n ->
    [one] 1 label of theirs is taken out. Undo cannot bring it back; merging their file again can.
   *[other] { $n } labels of theirs are taken out. Undo cannot bring them back; merging their file again can.
}

## network/dialog.rs
network-texts-go = Texts go to { $host }
network-texts-went = Texts went to { $host }
network-nothing-leaves-page = Nothing leaves this page
network-something-went-elsewhere = Something went elsewhere
network-what-page-has-asked = What this page has asked the network for since it was loaded
network-requests = { $elsewhere } of { $asked } requests
network-elsewhere = elsewhere
network-what-page-asked-network = What this page asked of the network
network-from-where-page-comes = this page’s server: its own files
network-somebody-else = somebody else
network-to = to
network-pages-policy-forbids-these = The page’s policy forbids these, so the browser refused them and nothing was sent:
network-since-was-loaded-page = Since it was loaded, this page has made
network-none-went-anywhere-else = All went to the page’s own server.
network-went-elsewhere = { $n ->
    [one] 1 went elsewhere.
   *[other] { $n } went elsewhere.
}
network-whether-page-opens-without = Whether the page opens without a network is not known yet.
network-pages-files-being-stored = The page’s files are being stored, so that it will open without a network.
network-pages-files-stored-opens = The page’s files are stored: it opens and works without a network.
network-page-does-not-open = The page does not open without a network: { $reason }.
common-every-file = Every file
network-what = What
network-asked = Asked by
network-times = Times
network-what-list-can-cannot = What this list can and cannot see
network-holds-what-browser-tells = It holds what the browser tells of requests of the page, of its workers and of the service worker that keeps its files, also
network-where-answer-came-out = where the answer came out of the browser’s own store. It cannot see what the browser itself or its extensions send, nor what a{" "}
network-worker-asked-ended-before = worker asked that ended before it could tell.
network-you-need-not-believe = You need not believe it: the developer tools (F12, “Network”) show the same, and the page works with the network cut.
network-requests-2 = { $n ->
    [one] 1 request
   *[other] { $n } requests
}
network-begins-once-stored = It starts as soon as everything you did is saved.
network-new-version-page-ready = A new version of this page is ready.
network-begins-when-you-want = It starts when you want; what is saved stays as it is.
network-other-tabs-still-use = { $n ->
    [one] Another tab still uses this version. Close it, then try again.
   *[other] { $n } other tabs still use this version. Close them, then try again.
}
network-load = Load it
network-page = page
network-worker = worker

## labeling/view.rs
annotate-pick = Pick { $rank } of { $n_picks }
annotate-no-pick = Not a pick
hearing-open = { $name } is open: { $n ->
    [one] 1 text.
   *[other] { $n } texts.
}
hearing-listed = Listed: { $what }, { $n }.
hearing-label-added = Label { $label } added.
hearing-labels-added = { $n } labels added.
hearing-label-renamed = Label { $old } is called { $new } now.
hearing-label-removed = Label { $label } taken out.
hearing-labels-removed = { $n } labels taken out.
hearing-saved = { $what }, saved.
hearing-undone = Undone: { $what }.
hearing-redone = Redone: { $what }.
hearing-undone-elsewhere = Undone.
hearing-redone-elsewhere = Redone.
hearing-all-done = { $n ->
    [one] The only pick is done.
   *[other] All { $n } picks are done.
}
annotate-done-export = Export labels (CSV)
annotate-done-more = Pick more
hearing-backed-up = Backed up.
hearing-given = { $label } added
hearing-taken = { $label } removed
hearing-no-answer = no answer any more
hearing-not-flagged = flag removed
hearing-no-note = note removed
common-text = The text
annotate-saving = saving…
annotate-from-file = ✓ from the file
annotate-accepted-suggestion = ✓ an accepted suggestion
annotate-saved = ✓ saved
annotate-took = after { $seconds } s
annotate-labeling = Labeling
common-part = part
annotate-previous-pick = Previous pick
common-previous-or-k = Previous (← or k)
annotate-next-pick = Next pick
common-next-or-j = Next (→ or j)
annotate-empty-text = (an empty text)
annotate-which-labels-can-text = Which labels can a text have? Add the first one; it gets the key 1.
annotate-large-text = Large text
annotate-large-text-title = The text large and in the middle, the map beside it
annotate-more-below = more
annotate-next = Next
common-clear = Clear
common-undo = Undo
common-redo = Redo
annotate-comes-again-after-others = It comes again after the others
annotate-skip = Skip
annotate-nobody-could-tell-from = Nobody could tell from this text; it does not come again
annotate-cant-tell = Can’t tell
annotate-come-back = To come back to
annotate-flag = ⚑ Flag
annotate-guidelines-keys = Guidelines, keys
annotate-labeled-picks = Labeled picks
common-labeled-of = { $n_labeled } of { $n_picks } labeled
annotate-skipped = , { $n_skipped } skipped
annotate-nobody-can-tell = , { $n_cannot } can’t tell
annotate-left-at-your-pace = { $each } s per text, { $time } left
annotate-seconds-each = { $each } s per text
annotate-settled-otherwise = settled as { $answer } under “Agreement”, and that counts
annotate-disputed = Annotators disagree; settle it under “Agreement”.
annotate-of-one = { $answer }, by one annotator
annotate-unanimous = { $answer }, by all who labeled it
annotate-adjudicated = { $answer }, as settled
annotate-not-saved-yet = { $n_unsaved } not saved yet
annotate-held = { $n_unsaved } not saved yet: → goes on
annotate-answer = Answer
annotate-saves-goes-on = saves it and goes on.
annotate-label-so-far = Label so far: { $label }. Your answer replaces it.
annotate-edit-label = Edit it as an answer
annotate-note = Note
annotate-anything-worth-remembering-text = Anything worth remembering about this text
annotate-among-early = Picked among the texts that were embedded by then.
annotate-unread = The encoder read { $percent } % of this text, up to the ┊. Map, neighbors and suggestions know nothing of the rest.
annotate-why-text = Why this text?
annotate-other-columns = Other columns

## labeling/list_view.rs
common-picks = Picks
picks-rank = { $n_picks }, by rank
picks-ranks = Picks { $first } to { $last }
picks-labeled-no-picks = Labeled, but not picked
picks-which-are-listed = Which are listed
picks-before-added = Picked among the { $among } texts that were there before others were added. The next are picked among all { $n }.
picks-pick-more = Pick { $more } more
picks-pick-more-2 = Pick more
picks-give-number-from-1 = Give a number from 1 to { $left }.
picks-picks-stay-their-labels = The picks stay, with their labels; { $n ->
    [one] 1 that was passed over makes room for another.
   *[other] { $n } that were passed over make room for others.
}
picks-how-many-more = How many more
picks-those-there-stay-their = Those that there are stay, with their labels
picks-edges-inside-part-no = Its degree in its part, without the edges that an earlier pick touches
picks-degree = residual degree
picks-flagged = Flagged
picks-flagged-2 = flagged
picks-note = note: { $note }

## run/coverage_view.rs
coverage-all-labeled = Labeled: all { $all }.
coverage-labeled = Labeled: { $n } of { $all }.
coverage-coverage = Coverage
coverage-as-table = As a table
coverage-facility-coverage-share-covered = Facility coverage and share of covered texts against the number of labels; the table has the numbers
coverage-facility-coverage = facility coverage
coverage-covered-texts = covered texts
coverage-labeled-so-far = labeled so far
coverage-coverage-as-table = Coverage as a table
coverage-what-labels-cover-one = What the labels cover, one after another: each its text and the neighbors of that
common-facility-coverage = Facility coverage
common-added = added
common-covered-texts = Covered texts

## shell/help.rs
help-give-label-number-go = give the label that has this key and, where a text has one label, go on. Digits always give labels; “Edit labels” gives a label another key, and a label keeps its key when others are moved or removed
help-give-labels-past-ninth = give labels past the ninth (all letters but j, k, s, u)
help-clear-label = clear the answer
help-next-text = next text, or the next line of the list that has the focus
help-previous-text = previous text, or the line before
help-read-on = read on in a long text
help-go-on-next-text = go on to the next text without an answer
help-skip-comes-again-after = skip: it comes again after the others
help-cant-tell-nobody-could = can’t tell: nobody could from this text; it does not come again
help-flag-come-back = flag it, to come back to
help-list-next-kind = list only those that are left, labeled, flagged, with a note, … one kind after another
help-find-label = find a label by its name, and give it; or add one
help-enter-begins-answer = where answers are written: begin to write; Esc leaves the field
help-saves-answer-goes-on = where answers are written: save the answer and go on
help-single-keys = Use single keys as shortcuts. Turn this off for speech input: then only buttons, Tab and shortcuts with { $control } work.
help-write-note-escape-leaves = write a note; Esc leaves the field
help-show-what-labels-so = show what the labels so far suggest for the text, or hide it
help-accept-suggestion-shown = accept the suggestion that is shown
help-show-texts-similar-one = show the texts that are similar to this one, to label many of them
help-fold-why = fold away why the text was picked and what is near it, or unfold it
help-undo = undo
help-back-up = back the project up
help-redo = redo
help-on-map-zoom-arrow = on the map: zoom; the arrow keys move it, Home shows all of it
help-on-map-go-pick = on the map: go to the pick nearest to its middle
help-list-below-map-go = in the list below the map: go through it, open and close its groups
help-list-below-map-zoom = in the list below the map: zoom to it, mark it, show only this group
help-list-below-map-find = in the list below the map: go to what is called so (j and k, unless they continue a word, go to the next and the previous line)
help-list-below-map-label = in the list below the map: label the text that has the focus
help-list-below-map-show = in the list below the map: show what is similar to the text
help-lasso = on the map, while a lasso or a box is drawn: add to what is marked, or take away from it
help-agreement-settle = in “Agreement”: settle the text on the label, or the choice, that has this key
help-agreement-other = in “Agreement”: find other labels, or write an answer
help-agreement-majority = in “Agreement”: settle what most said, wherever more than half did
help-agreement-cannot-tell = in “Agreement”: can’t tell, or not settled after all
help-paste = outside of fields: open the table or the texts that were copied
help-think-play = in “See it think”: play and pause
help-think-step = in “See it think”: a step back and on; Home and End: to the first and the last
help-think-event = in “See it think”: an event back and on
help-help = this help
help-guidelines = Guidelines
help-when-does-text-have = When does a text have which label? What of the hard cases? Whoever labels reads it here.
help-guidelines-keys = Guidelines and keys
help-everything-works-mouse-touch = Everything works by mouse and touch too.
help-blind-checks = Blind checks
help-blind-check-is = For one text in ten that you label, the page makes a suggestion and hides it. “Blind check” appears at that text, and only there. When you give the label, the two are compared; a count below the labels tells how many suggestions were right. If you skip the text, the next one is checked instead. Undoing the label takes the check back too.

## labeling/label_set_view.rs
label-set-paste-list = Paste a list to add one label for each line; a table also brings keys and meanings
label-set-new-label = New label
label-set-new-or-on = New label, or Enter to go on
label-set-name-new-label = Name of a new label
label-set-add-label = Add label
label-set-on-to-texts = Enter in the empty field, or Esc, takes you back to the text.
label-set-more = { $more ->
    [one] 1 more label is not listed; find it by name:
   *[other] { $more } more labels are not listed; find them by name:
}
label-set-uses = { $n ->
    [one] 1 text
   *[other] { $n } texts
}
label-set-one-label = one label
label-set-any-number-labels = any number of labels
label-set-answer-you-write = an answer that you write
label-set-next-color = Next color
label-set-color-label-next = Color { $number } of { $n_colors } of label { $name }: next
label-set-key = Its key
label-set-key-label = Key of label { $name }
label-set-name-label = Name of label { $name }
label-set-remove-label = Remove label { $name }
label-set-up = Up
label-set-label-up = Move label { $name } up
label-set-down = Down
label-set-label-down = Move label { $name } down
label-set-what-means = What it means
label-set-removed = Removed
label-set-bring-back = Bring label { $name } back
label-set-description-label = Description of label { $name }
label-set-differ-by-case = { $first } and { $second } differ by nothing but the case of their letters. Give one the name of the other to make one label of both.
label-set-share-color = { $first } and { $second } have the same color. The button to the left of a label gives it the next one.
label-set-more-than-colors = There are { $n_colors } colors, so some labels share one.
label-set-look-the-same = Two labels “{ $first }” look the same but are spelled otherwise ({ $spelled } / { $other }). If they mean the same, give one the name of the other: then they are joined.
label-set-edit-labels = Edit labels
label-set-text-has = A text has

## team/agreement_dialog.rs
common-agreement = Agreement
agreement-reliable-krippendorffs-rule-0 = reliable, by Krippendorff’s rule of 0.8
agreement-good-tentative-conclusions-krippendorffs = good for tentative conclusions, by Krippendorff’s rule of 0.667
agreement-too-low-rely-on = too low to rely on, by Krippendorff’s rule of 0.667: guidelines may need another look
agreement-how-far-you-agree = How far you agree
agreement-all-annotators-beyond-chance = Of all annotators, beyond chance; 1 is full agreement, 0 as by chance. Distances between sets of labels are MASI.
agreement-krippendorffs = Krippendorff’s α
agreement-on = on { $n ->
    [one] 1 text
   *[other] { $n } texts
} that at least two labeled
agreement-every-two-annotators = Every two annotators
agreement-two-annotators = Two annotators
agreement-both-labeled = Both labeled
agreement-same = Same
agreement-cohens-kappa-agreement-beyond = Cohen’s kappa: agreement beyond chance
agreement-cohens = Cohen’s κ
agreement-most-often-confused = Most often confused
agreement-not-defined = not defined: { $why }
common-settled = settled
agreement-settle = to settle
agreement-no-disagreement = No disagreement
agreement-all-settled = { $n ->
    [one] The disagreement is settled
   *[other] All { $n } disagreements are settled
}
agreement-settle-2 = { $left } of { $n ->
    [one] 1 disagreement
   *[other] { $n } disagreements
} to settle
agreement-wherever-two-you-labeled = Wherever two of you labeled the same text, you gave the same answer.
agreement-annotator = Annotator
agreement-said = Answer
agreement-when = When
agreement-settle-3 = Settle it
agreement-another-answer = Another answer
agreement-settle-answer = Settle with this answer
agreement-majority = { $n ->
    [one] Settle 1 by majority
   *[other] Settle { $n } by majority
}
agreement-majority-title = Wherever more than half of those who labeled a text gave the same answer, that counts. One step, which u takes back.
agreement-other-labels = Other labels
agreement-composed-keys = Choose with ↑ and ↓. Enter adds a label or removes it again; Esc closes without settling.
agreement-found-keys = Choose with ↑ and ↓. Enter settles with the label; Esc closes without settling.
agreement-nothing-in-common = Labeled no text in common: { $pairs }.
agreement-pairs-shown = Pairs { $first } to { $last } of { $n }
agreement-previous-pairs = Previous pairs
agreement-next-pairs = Next pairs
agreement-more-of-text = and { $n } more, which are not shown
agreement-label = Label
agreement-label-by-label = Label by label
agreement-specific = Where one of two gave the label, how often the other did (positive specific agreement)
agreement-agreed = Agreed
agreement-given-by-both = Given by both
agreement-given-by-one = By one of two
agreement-nobody-can-tell = Can’t tell
agreement-previous-disagreement = Previous disagreement
agreement-next-disagreement = Next disagreement
agreement-settled = settled by { $by }

## similar/dialogs.rs
alike-similar-texts = Similar texts
alike-no-text-joined-one = This text has no neighbors.
alike-similar-texts-most-similar = Similar texts, the most similar first
alike-choose-all = Choose all
alike-choose-none = Choose none
alike-chosen = { $n_ticked } of { $n } chosen
alike-mark-on-map = Mark on the map
alike-give-all-chosen-texts = Give all chosen texts a label
common-u-undoes = u undoes it
common-label-as = Label as…
alike-neighbor = neighbor
alike-two-steps = two steps
alike-cosine-text = Cosine with the text
alike-graph-embeddings-not-at = In the graph; the embeddings are not at hand
alike-go-text = Go to this text
alike-go = go
common-texts-say-same = Texts that say the same
alike-looking-them = Looking for them…
alike-no-two-texts-say = No two texts say the same.
alike-texts = { $texts } texts in { $groups ->
    [one] 1 group
   *[other] { $groups } groups
}
alike-same-words = the same words
alike-cosine = cosine { $percent }
alike-same-words-whatever-case = The same words, whatever case and spaces, or neighbors whose embeddings are so near to that of the group’s first text. Nothing is deleted: give the texts of a group the label that one of them has.
alike-at-least-so-near = At least so near
alike-only-texts-same-words = Only texts with the same words were found:
alike-groups-texts-say-same = Groups of texts that say the same
alike-mark-group = Marks all texts of the group on the map, where they can be given a label at once
common-show-more = Show { $portion } more
alike-show-more-texts = Show { $portion } more of { $left }
common-takes-all-back = takes all of it back.
alike-each-group-where-all = Where all labels in a group agree, its other texts get the same
alike-label-all-as-their = Complete the labels of groups
alike-label-groups-as-their = { $count ->
    [one] Complete the labels of 1 group
   *[other] Complete the labels of { $count } groups
}
alike-label-all-as = Label all as

## ui/column_select.rs
columns-find = Find a column
columns-listed = { $listed } of { $n } are listed; type a part of the name to find others

## compare/dialog.rs
compare-comparing-runs = Comparing: { $done } of { $all } runs
compare-compare-methods-on-these = Compare methods on these texts
compare-compare-methods = Compare methods
compare-selection-under-way-compare = A selection is under way; compare when it is over.
compare-runs-every-method-at = { $runs ->
    [one] 1 run.
   *[other] { $runs } runs: every method at every budget with every seed.
}
compare-each-selects-from-your = Each selects from your texts, with the settings of the page for all else. No language model is asked.
compare-here-each-duplicate-counts = Here each duplicate counts by itself.
compare-methods = Methods
compare-all = All
compare-none = None
compare-budgets = Budgets
compare-how-many-texts-pick = How many texts to pick.
compare-seeds = Seeds
compare-once-each = Once with each.
compare-comparing = Comparing…
compare-compare = Compare
compare-true-labels = True labels
compare-none-time-coverage-only = none: time and coverage only
compare-picks-measured-them-no = Picks are measured with them. No method is shown a label.
compare-run-picks-seed = Run { $number } of { $all }: { $method }, { $budget ->
    [one] 1 pick
   *[other] { $budget } picks
}, seed { $seed }
compare-of = { $stage }: { $done } of { $total }
compare-beginning = Beginning
common-runs-done = Runs done
compare-all-runs-ready = { $all ->
    [one] The run is done.
   *[other] All { $all } runs are done.
}
compare-stopped-after-runs = Stopped after { $done } of { $all } runs.
compare-results = Results
compare-was-compared-other-settings = This was compared with other settings or other labels than are chosen now.
compare-means-seeds-standard-error = Means of { $n_seeds } seeds ± standard error
compare-one-seed = One seed
common-save-as-csv = Save as CSV
compare-seeds-2 = { $n } of { $all } seeds
compare-all-methods = All methods
compare-how-texts-selected = How the texts are selected
compare-budget = The budget
compare-sort = { $hint }. Sort by it.

## confidences/panel.rs
confidences-confidences = Confidences
confidences-answers-not-kept-browser = ⚠ Answers are not kept in this browser:
confidences-they-last-until-page = . They last until the page is reloaded.
confidences-beyond-picks-vote-k = Beyond { $vote_k_first } picks, vote-k needs to know how sure a language model is of each text: from a CSV with the columns row and confidence, or by asking one. None is asked unless you say so.
confidences-texts-from = { $n } texts, from { $source }.
confidences-do-not-use-them = Do not use them
confidences-choose-csv = Choose a CSV…
confidences-address-you-type = the address that you type in
confidences-each-texts-sent-labeled = Each of the { $n_texts } texts is sent to { $whom }, with the labeled examples. Nothing is sent before you press the button and agree.
confidences-labeled-texts-shown-as = { $n ->
    [one] 1 labeled text is shown to it as an example.
   *[other] { $n } labeled texts are shown to it as examples.
}
confidences-labeled-so-far-first = { $n } labeled so far; { $left ->
    [one] 1 of the first picks has
   *[other] { $left } of the first picks have
} no label yet.
confidences-or-ask-language-model = Or ask a language model
confidences-endpoint = Endpoint
confidences-openai-compatible-log-probabilities = OpenAI-compatible, with log-probabilities.
confidences-key-if-wants-one = Key, if it wants one
confidences-never-stored-gone-when = Never stored; gone when the page is closed.
common-template = Template
confidences-or-any-column-braces = {"{"}text{"}"}, {"{"}label{"}"}, or any column in braces.
confidences-ask = Ask { $host }…
confidences-ask-2 = Ask…
confidences-answers-kept-same-question = { $n ->
    [one] 1 answer is kept: the same question is not asked again.
   *[other] { $n } answers are kept: the same question is not asked again.
}
confidences-model-shown-labeled-texts = The model is shown labeled texts as examples: label the picks first.
confidences-more-labeled-picks-better = The more picks you label, the better the examples.
confidences-model-shown-labeled-texts-as = The model is shown labeled texts as examples: vote-k’s first { $vote_k_first } picks, which need no confidences. Pick and label them first.
confidences-pick-first = Pick the first { $vote_k_first }
confidences-asking = Asking { $host }
confidences-texts = { $done } of { $total } texts
confidences-left = , { $left } left
confidences-asking-model = Asking the model
confidences-answers-kept = Answers are kept.

## compare/dot_plot_view.rs
dot-plot-picks = { $budget ->
    [one] 1 pick
   *[other] { $budget } picks
}
dot-plot-every-method-table-has = { $title } of every method; the table has the numbers

## labeling/list_filter.rs
listing-all = all
listing-left = to label
listing-labeled = labeled
listing-flagged = flagged
listing-noted = with a note
listing-skipped = skipped
listing-cannot-tell = can’t tell

## labeling/find_label.rs
find-label-find-label = Find a label
find-label-part-of-name = Part of its name
find-label-add = Add “{ $name }” and give it
find-label-keys = Choose with ↑ and ↓. Enter takes the highlighted line; Esc closes without giving a label.

## export/view.rs
export-backed-up = ✓ backed up, { $at }
export-changes-since-last = { $n ->
    [one] 1 change
   *[other] { $n } changes
} since the last backup, { $at }
export-not-backed-up = { $n ->
    [one] 1 change
   *[other] { $n } changes
} not backed up
backup-lacks = Not in the last backup: { $what }.
backup-labels = { $n ->
    [one] 1 label
   *[other] { $n } labels
}
backup-notes = { $n ->
    [one] 1 note or flag
   *[other] { $n } notes or flags
}
backup-label-set = { $n ->
    [one] 1 change to the label set
   *[other] { $n } changes to the label set
}
backup-guidelines = the guidelines
backup-settings = { $n ->
    [one] 1 setting
   *[other] { $n } settings
}
backup-joined = { $n ->
    [one] 1 entry from colleagues or added files
   *[other] { $n } entries from colleagues or added files
}
export-no-second-copy = The second copy of your labels, which guards against a damaged database, is not kept: { $reason }. The labels themselves are stored.
export-never-yet = not backed up yet
export-never-yet-browser-only = not backed up yet: { $n ->
    [one] 1 change is
   *[other] { $n } changes are
} in this browser only
export-browser-has-promised-keep = This browser has promised to keep your work until you delete it.
export-browser-may-delete-your = This browser may delete your work when the disk is full, and Safari does so after seven days without a visit: back it up now and then.
export-ask-to-keep = Ask it to keep your work
export-browser-cannot-asked-keep = This browser cannot be asked to keep your work: back it up now and then.
export-back-up-project = Back up the project
export-project = Project
export-texts-picks-labels-settings = Texts, embeddings, picks, labels and settings as one file; drop it here to go on from it, on this machine or another
export-saved-file = into { $name }
export-next-backup-asks = The next backup asks where to
export-another-file = Another file
export-csv-excel = CSV for Excel
export-csv-excel-semicolons = CSV for Excel, semicolons
export-tsv = TSV
export-label-studio = Label Studio
export-hugging-face = Hugging Face
export-times = Include times
export-times-hint = When each text was labeled (labeled_at) and how many seconds that took whoever labels here (seconds), in every file; of colleagues when each gave it.
export-guard = Keep spreadsheets from running formulas
export-guard-hint = In CSV and TSV: an apostrophe before each cell that begins with =, +, -, @, a tab or a line break. This page takes it away again when it opens the file.
exporting-guarded = { $n ->
    [one] 1 cell got an apostrophe in front so that no spreadsheet runs it as a formula
   *[other] { $n } cells got an apostrophe in front so that no spreadsheet runs them as a formula
} ({ $n_columns ->
    [one] column
   *[other] columns
} { $columns }). Opened here again, the file is as it was.
exporting-formulas = { $n ->
    [one] 1 cell begins like a formula
   *[other] { $n } cells begin like a formula
} ({ $n_columns ->
    [one] column
   *[other] columns
} { $columns }), and a spreadsheet may run { $n ->
    [one] it
   *[other] them
}. If this file is for one, tick “Keep spreadsheets from running formulas”.
export-zip-file-tasks-json = A zip file: tasks.json to import, and the labeling configuration to set before it
export-zip-file-unpacked-folder = A zip file: unpacked, a folder that load_dataset reads and that can be pushed as it is
export-utf-8-mark-which = UTF-8 with the mark by which Excel knows it
export-semicolons-for-decimal-commas = The same with semicolons between the cells, for an Excel that writes numbers with a decimal comma, as in German.
export-export-another-format = Export in another format
common-labeled = Labeled
common-all-picks = All picks
export-texts-disputed-they-have = { $n ->
    [one] 1 text is disputed: it has no label here until it is settled under “Agreement”.
   *[other] { $n } texts are disputed: they have no label here until they are settled under “Agreement”.
}
export-every-column-your-file = Every column of your file comes back as it was, with rank, row (which counts from 0), part, degree and label in front.
export-export = Export labels
export-options = Other formats and options
export-export-labeled-texts = Export labeled texts
export-all-texts = All texts
export-export-all-texts = Export all texts
export-export-all-picks = Export all picks
export-few-shot-prompts = Few-shot prompts
export-few-shot = Few-shot
export-prompt-language-model-would = The prompt that a language model would get for a text of yours
export-try-prompt = Try a prompt…
export-labeled-texts-their-embeddings = Labeled texts, their embeddings and the template as one file, for “fastgas prompt --pack” or a program of yours
export-packing = Packing…
export-pack-json = Pack (JSON)

## suggestions/review_dialog.rs
offers-accept-suggestions = Accept suggestions
offers-making-suggestions = Making suggestions…
offers-nothing-suggested-here-so = Nothing is suggested here with so much confidence.
offers-texts-taken-out = { $count ->
    [one] 1 text
   *[other] { $count } texts
}, { $out } taken out
offers-texts-which-you-said = Texts that have no answer of yours yet. Your answers stay as they are, and accepted ones stay marked as suggested.
offers-suggestions-least-sure-first = Suggestions, the least sure first
offers-accept = Accept { $n_ticked }
offers-texts-2 = Texts of
offers-all-parts = all parts
offers-at-least-so-sure = At least so sure
offers-percent = { $least } percent
offers-how-often-each-label = How often each label

## prompts/dialog.rs
prompt-try-prompt = Try a prompt
prompt-prompt = The prompt
prompt-text-answer = New text
prompt-type-or-paste-text = Type or paste a text that has no label
prompt-column = Column
prompt-no-prompt-something-wrong = No prompt yet: first correct what is marked as wrong.
prompt-making-prompt = Making the prompt…
prompt-prompt-appears-here-as = The prompt appears here as you type, and nothing of it leaves this page.
prompt-browser-does-not-let = ⚠ The browser does not let this page copy. Select the prompt and copy it, or save it.
prompt-copied = ✓ Copied
prompt-copy = Copy
prompt-save-as-jsonl = Save as .jsonl
prompt-save-as-txt = Save as .txt
prompt-above-limit = , above the limit of { $limit }
prompt-demonstration-tokens-tokenizer-other = { $shots ->
    [one] 1 demonstration
   *[other] { $shots } demonstrations
}, { $tokens } tokens by the tokenizer of { $counted_by }{ $above }. Other models count a little otherwise.

## prompts/settings.rs
prompt-settings-demonstrations = Demonstrations
prompt-settings-labeled-texts-shown = Labeled texts that are shown.
prompt-settings-same-seed-same-demonstrations = Same seed, same demonstrations.
prompt-settings-tokens-at-most = Maximum tokens
prompt-settings-no-limit = no limit
prompt-settings-where-there-more-least = Where there are more, the least similar are left out.
prompt-settings-needs-other-columns = {" "}(needs other columns)
prompt-settings-your-own = Your own
prompt-settings-words-template = Words of the template
prompt-settings-change-your-own = Once you change it, it becomes your own.
prompt-settings-text = is the text,
prompt-settings-label = its label
prompt-settings-other-columns = ; other columns:
prompt-settings-which-ones = Which ones
prompt-settings-most-similar-most-similar = The most similar, most similar last
prompt-settings-random-ones = Random ones
prompt-settings-holds-no-vector-new = { $file } holds no vector of a new text, so an encoder has to tell what is similar: { $encoder } embeds your text and the labeled ones. Where it does not fit your texts, use another encoder or random demonstrations.
prompt-settings-shown-as = Shown as
prompt-settings-one-text = One text
prompt-settings-messages-chat-json-lines = Messages of a chat (JSON lines)

## suggestions/panel.rs
suggested-blind-check = Blind check:
suggested-what-would-suggested-here = a suggestion for this text is ready and stays hidden. It is compared with the label that you give, which tells how far suggestions can be trusted. One text in ten is checked like this.
suggested-making-suggestion = Making a suggestion…
suggested-suggestion = Suggestion
suggested-what-labels-so-far = What the labels so far suggest for this text
suggested-suggestion-2 = ✳ Suggestion
suggested-look-through-suggestions-part = Look through the suggestions for a part, and accept them at once
suggested-accept-many = Accept many…
suggested-texts-similar-one = The texts that are similar to this one
suggested-similar = Similar
suggested-duplicates = Duplicates…
suggested-sure = { $percent } % sure
suggested-accept = Accept
suggested-no-labeled-text-near = no labeled text is near this one.
suggested-labeled-texts-around-do = the labeled texts around it do not agree enough, or are too far away.
suggested-no-suggestion = No suggestion:
suggested-because-these-labeled-texts = Because of these labeled texts:
suggested-nearest-labeled-texts = The nearest labeled texts:
suggested-those-made = {" "}({ $percent } % of those made)
suggested-without-suggestion = , { $abstained } without a suggestion
suggested-blind-right-wrong = { $total ->
    [one] 1 blind check:
   *[other] { $total } blind checks:
} { $right } right{ $share }, { $wrong } wrong{ $none }.
suggested-every-tenth-text-you = Every tenth text that you label is compared with a suggestion that you have not seen

## team/panel.rs
team-take-s-labels-out = Take { $name }’s labels out of this project
team-take-their-labels-out = Take their labels out; their file brings them back
team-colleagues-shown = { $first } to { $last } of { $n } colleagues
team-previous-colleagues = Previous
team-next-colleagues = Next
team-agreement-settle = Agreement: settle { $n ->
    [one] 1 text
   *[other] { $n } texts
}
team-in-force = Together: { $n } of { $of } picks { $n ->
    [one] has
   *[other] have
} an answer that stands.
team-team = Team
common-you = You are
team-your-name-if-others = your name, if others label too
team-texts-picks-label-set = Texts, picks, label set and guidelines as one file, without anybody’s labels: a colleague opens it on this page and labels on their own
team-copy-colleague = Copy for a colleague
team-what-colleague-backed-up = What a colleague backed up: their labels come beside yours and replace none
team-merge-colleagues-file = Merge a colleague’s file
team-settled-otherwise = {" "}What was settled of { $n ->
    [one] 1 text
   *[other] { $n } texts
} here was settled otherwise there, later, and that counts.
team-replaced = {" "}{ $n ->
    [one] 1 answer of another colleague is a later one now, as this file has it. If that is wrong, take that colleague out and merge their own file.
   *[other] { $n } answers of other colleagues are later ones now, as this file has them. If that is wrong, take those colleagues out and merge their own files.
}
team-settles-what-agrees = { $n ->
    [one] This file settles 1 text otherwise than all who labeled it say.
   *[other] This file settles { $n } texts otherwise than all who labeled them say.
} If that is meant, merge once more; what is settled counts before all labels.
team-add-texts-first = { $n ->
    [one] Add its further text first
   *[other] Add its { $n } further texts first
}
team-a-copy = A copy to be labeled, with { $texts } texts; nobody has labeled in it yet.
team-copy-opens = It opens as a project of its own, and this one stays among your projects. { $n ->
    [0] Nothing was said here of its texts yet.
    [one] What was said here of one of its texts comes along.
   *[other] What was said here of { $n } of its texts comes along.
}
team-open-copy = Open it
team-open-with-mine = Open it and go on from here
team-open-without-mine = Open it, nothing comes along
team-show-all = Lists and map show what counts of all labels
team-merge-all = Merge all { $n }
team-waiting = { $n ->
    [one] Another file waits.
   *[other] { $n } more files wait.
}
team-columns-too = Include { $n ->
    [one] the other column
   *[other] the other columns
}: { $columns }
team-texts-labeled = { $n ->
    [one] 1 text labeled
   *[other] { $n } texts labeled
}
team-no-text-in-common = None of its texts is in the project on the screen, which stays among your projects.
team-new-labels = {" "}{ $n ->
    [one] One label of theirs was not in your set and is now: { $labels }.
   *[other] { $n } labels of theirs were not in your set and are now: { $labels }.
}
team-nothing-new = none new
team-new = { $n } new
team-has-your-own-too = {" "}It has { $n ->
    [one] 1 entry
   *[other] { $n } entries
} of your own too: yours here stay as they are.
team-texts-theirs-not-project = { $n ->
    [one] 1 text of theirs is not in this project
   *[other] { $n } texts of theirs are not in this project
}
team-s-file-was-merged = { $name }’s file was merged: entries for { $n ->
    [one] 1 text
   *[other] { $n } texts
}, { $news }.
team-has-no-name-annotator = It does not say who labeled it
team-s = It is from { $by }
team-something-said = { $maker }: { $texts ->
    [one] 1 text
   *[other] { $texts } texts
}, entries for { $said }.
team-all-texts-project = All its texts are in this project.
team-texts-project-not = { $shared ->
    [one] 1 of its texts is
   *[other] { $shared } of its texts are
} in this project, { $missing ->
    [one] 1 is
   *[other] { $missing } are
} not.
team-open-instead = Open it instead
team-open-as = Open it as { $by }
team-project-from-file = A project from a file
team-file-labels-are-theirs = { $n ->
    [one] 1 text has a label from the table of that project. It is a label of whoever labeled it
   *[other] { $n } texts have labels from the table of that project. They are labels of whoever labeled it
}
team-was-labeled = It was labeled by
team-merged-their-labels-stand = After merging, their labels stand beside yours and replace none. Where you disagree, no label counts until you settle it.
team-beside-theirs-your-labels = You start without labels of your own; theirs stay and are not shown while you label.
team-go-on-where-stopped = Go on with it where it stopped
team-merge-beside-mine = Merge with yours
team-label-beside-them = Add labels of your own

## map/canvas_view.rs
map-canvas-map-texts-parts-picks = Map of { $pool } texts in { $parts ->
    [one] 1 part
   *[other] { $parts } parts
}, with { $picks ->
    [one] 1 pick marked
   *[other] { $picks } picks marked by rank
}. The list below it says the same in words.
map-canvas-zoom = Zoom
map-canvas-zoom-2 = Zoom in
map-canvas-zoom-out = Zoom out
map-canvas-nothing-here = Nothing here.
common-show-all = Show all

## map/tooltip.rs
map-card-row = row
common-pick = pick
map-card-degree = degree { $all }:
map-card-inside = { $n } in its part
map-card-cut = { $n } cut

## map/legend_view.rs
map-legend-kinds = { $shown ->
    [one] 1 kind
   *[other] { $shown } kinds
}
map-legend-show-all-again = show all again
map-legend-color = Color by
map-legend-open = open
common-zoom = zoom
map-legend-mark = mark
common-only = only
map-legend-letters = letters
map-legend-find = find

## map/view.rs
map-map-drawn-last-picks = The map is drawn last. The picks are ready: you can start to label.
map-outgrown = There are { $n } texts now. The next picks are made among all of them, and the map is drawn with them.
map-there-no-map-selection = There is no map of this selection. Select again to draw it.
map-unsettled = The map was stopped before it had settled. Select again to let it settle.

## map/toolbar.rs
map-tools-move = Move
map-tools-drag-move-map = Drag to move the map
map-tools-lasso = Lasso
map-tools-draw-around-texts-mark = Draw around texts to mark them. Hold Shift to add to the marked texts, Alt to unmark.
map-tools-box = Box
map-tools-drag-from-corner-corner = Drag from corner to corner to mark texts. Hold Shift to add to the marked texts, Alt to unmark.
map-tools-found = { $count } found
map-tools-found-seen = { $count } found, { $seen } of them shown
common-search-texts = Search the texts
map-tools-mark-view = Mark all in view
map-tools-mark-view-title = Marks all texts in view. By keyboard instead of lasso and box: zoom and move, then press this. Hold Shift to add to the marked texts, Alt to unmark.
map-tools-mark = Mark
map-tools-what-dragging-does = What dragging does
map-tools-take-picture-what-seen = Take a picture of what is seen
map-tools-save-what-seen-as = Save what is seen as a picture
map-tools-save-what-seen-as-shapes = Save what is seen as shapes and words
map-tools-map = Map of { $file }
map-tools-note-only = Only { $name }: { $classes }
map-tools-note-shown = { $seen } of { $all } texts shown
map-tools-note-searched = Searched for “{ $typed }”: { $found }
map-tools-texts-marked = { $count ->
    [one] 1 text marked
   *[other] { $count } texts marked
}
map-tools-list = List
map-tools-color = Color
label-all-give = Give label
map-tools-unmark = Unmark all
map-tools-give-all-marked-texts = Give all marked texts a label

## map/outline_view.rs
map-tree-hidden-filter = , hidden by a filter
map-tree-only-these-others-stand = Only these; the others stand back (F)
map-tree-zoom-these-enter = Zoom to these (Enter)
map-tree-found = found
map-tree-more-show = { $left } more; show { $portion }
map-tree-map-as-list = The map as a list

## import/append.rs
adding-has-embeddings = The project has embeddings of its own, in { $file }, and there are none of the further texts. Open all texts as one file with the embeddings of all of them, and merge a backup of this project into that; or let the texts be embedded here (under “Data”), and add these then.
adding-brings-embeddings = It comes with embeddings of its own, { $file }, and the project’s texts are embedded here. Add the table alone: its texts are embedded here too.
adding-has-no-ids = The project’s texts are told apart by their column { $column }, which this file has not.
adding-id-of-another-text = { $n ->
    [one] “{ $id }” in column { $column } stands for another text in the project: of two texts with one ID nobody could tell which is meant.
   *[other] { $n } IDs of this file stand for other texts in the project, “{ $id }” in column { $column } first: of two texts with one ID nobody could tell which is meant.
}
adding-was-not-added = { $file_name } was not added
adding-others-not-opened = { $n ->
    [one] 1 more file was not opened
   *[other] { $n } more files were not opened
}
adding-opened-as-own = { $file_name } was opened as a project of its own, so it is not known where they belong
adding-drop-again = Open the project that they belong to, then drop them again.
adding-has-no-such-column = the project’s texts are in column { $name }, and this file has: { $columns }
adding-name-it-so = Name its column of texts like that and add it again, or open the file as a project of its own.

## projects/backup.rs
bundle-version-page-reads-versions = it is of version { $fastgas }, this page reads versions up to { $version }
bundle-row-has-cells-columns = row { $row } has { $has ->
    [one] 1 cell
   *[other] { $has } cells
}, of { $columns ->
    [one] 1 column
   *[other] { $columns } columns
}
bundle-texts-more-than-4 = its texts are more than 4 GB

## encoder/draft.rs
candidate-weights-second-file = the weights of { $model } are in a second file, { $data }
candidate-use-version-model-one = Use a version of the model that is one file, such as a quantized one.
candidate-tokenizers-file-missing = the tokenizer’s file is missing
candidate-add-tokenizer-json-belongs = Add the tokenizer.json that belongs to the model; it lies in the model’s main folder.
candidate-maximum-length-not-whole = the maximum length “{ $text }” is not a whole number from 1 up
candidate-leave-empty-read-as = Leave it empty to read as many tokens as the model can.
candidate-onnx-file-missing-holds = the ONNX file is missing; { $path } holds the weights in another form
candidate-add-models-onnx-file = Add the model’s .onnx file, or make one: optimum-cli export onnx --model MODEL FOLDER.
candidate-onnx-file-missing = the ONNX file is missing
candidate-add-models-onnx-file-hubs = Add the model’s .onnx file; hubs often keep it in a folder named onnx.
candidate-does-not-work-stays = { $model } does not work; { $in_use } stays in use
candidate-file-may-damaged-or = The file may be damaged, or need more memory than a page has: get it again, or use a smaller or quantized version of the model.
candidate-file-may-have-been = The file may have been moved or changed: close this and add the files again.
candidate-file-has-page-opens = the file { $path } has { $bytes }, and this page opens { $limit } at most
candidate-use-smaller-or-quantized = Use a smaller or quantized version of the model, or the terminal program “fastgas”.

## run/memory_limit.rs
capacity-texts-too-many-page = { $n } texts are too many for this page
capacity-they-would-take-memory = they would take { $needed } of memory, and a browser gives { $most_bytes } to one worker
capacity-select-from-at-most = Select from at most { $one } texts here, or from all of them in a terminal, with “fastgas select”.

## compare/state.rs
comparison-no-method-chosen = no method is chosen
comparison-choose-at-least-one = Choose at least one.
comparison-budgets = budgets
comparison-seeds = seeds
comparison-among-not-whole-number = “{ $word }” among the { $what } is not a whole number in range
comparison-give-whole-numbers-commas = Give whole numbers with commas between them.
comparison-there-no = there are no { $what }
comparison-give-at-least-one = Give at least one.
comparison-no-file-open = no file is open
comparison-open-one = Open one.
comparison-comparison-stopped = The comparison failed

## confidences/state.rs
confidences-in = in { $file_name }, { $error }
confidences-at = { $model } at { $host }
confidences-each-goes-labeled-example = Each goes to { $address } with { $examples ->
    [one] 1 labeled example
   *[other] { $examples } labeled examples
}. What is done with them there is not in this page’s hands.
confidences-others-answered-already-stay = {" "}{ $answered ->
    [one] 1 other is answered already and stays here.
   *[other] { $answered } others are answered already and stay here.
}
confidences-way-there-not-encrypted = {" "}The way there is not encrypted: others in the network can read them.

## run/coverage.rs
coverage-covers-no-other-text = covers no other text
coverage-covers-more-texts = { $n ->
    [one] covers 1 more text
   *[other] covers { $n } more texts
}
coverage-of-labeled = { $covered } of { $n_instances } texts { $covered ->
    [one] has
   *[other] have
} a label or a neighbor with one.
coverage-label-adds = The { $label } label adds { $facility_coverage } and { $texts }.
coverage-together-facility-coverage-which = Together: { $facility_coverage } facility coverage, which is the mean cosine of a text to its nearest pick; { $covered_vertices } of { $n_instances } texts { $covered_vertices ->
    [one] is a pick or neighbor of one
   *[other] are picks or neighbors of one
}.

## compare/dot_plot.rs
dot-plot-picks-2 = { $method }, { $budget ->
    [one] 1 pick
   *[other] { $budget } picks
}: { $estimate }

## encoder/describe.rs
encoder-english-built = { $layers }; { $speed }English, built in.
encoder-dimensions-tokens-text = { $dimensions } dimensions, { $max_length } tokens per text
encoder-nothing-on-fast-kernels = Nothing on the fast kernels: all of it in plain, slower execution
encoder-products-on-fast-integer = { $products ->
    [one] 1 product on the fast integer kernels
   *[other] { $products } products on the fast integer kernels
}
encoder-some-operators-plain-slower = { $fast }, some operators in plain, slower execution
encoder-vectors-may-differ-their = Vectors may differ in their last bits between machines, and picks with them, because of { $operators }.
encoder-about-short-texts-second = about { $texts_per_second } short texts per second on one worker
encoder-mean-all-tokens = Mean of all tokens
encoder-first-token-cls = First token (CLS)
encoder-maximum-all-tokens = Maximum of all tokens
encoder-layer-on-fast-integer = { $count ->
    [one] 1 layer on the fast integer kernels
   *[other] { $count } layers on the fast integer kernels
}

## export/zip.rs
archive-twice = two of its files have the same name
archive-too-large = together they are too large for one file

## run/time_estimate.rs
estimate-few-seconds = a few seconds
estimate-about-s = about { $n } s
estimate-about-min = about { $n } min
estimate-about-h = about { $n } h
estimate-ms = { $milliseconds } ms
estimate-min-s = { $min } min { $s } s
estimate-gb = { $megabytes } GB
estimate-mb = { $megabytes } MB

## import/state.rs
importing-there-nothing-open-yet = There is nothing to open yet.
importing-write-columns-between-braces = Write columns between braces, such as {"{"}text{"}"}.
importing-does-not-say-encoding = { $file_name } does not say its encoding
importing-likely = it is likely { $encoding }
importing-look-whether-words-below = Check whether the words below are right; if not, choose another encoding.
importing-was-not-opened = { $file_name } was not opened
importing-cannot-read-like = { $file_name } cannot be read like this
importing-plain-lines = plain lines
importing-cells-between = cells separated by { $delimiter }
importing-no-header-line = no header line
importing-commas = commas
importing-tabs = tabs
importing-semicolons = semicolons
importing-bars = vertical bars
importing-delimiter-itself = “{ $delimiter }”
importing-another-number-cells-padded = { $rows } with another number of cells padded: { $lines }.
importing-left-out = { $rows } left out: { $lines }.
importing-no-text = { $blank ->
    [one] 1 line with nothing on it is not a text.
   *[other] { $blank } lines with nothing on them are not texts.
}
importing-unguarded = { $n ->
    [one] 1 cell is
   *[other] { $n } cells are
} read without the apostrophe that guards formulas in this file.
importing-loose-quotes = Quotes around the beginning of a cell taken away: { $lines }.
importing-lines-above = { $n ->
    [one] 1 line above the table is
   *[other] { $n } lines above the table are
} left out.
importing-delimiter-in-doubt = What separates the cells of { $file_name }?
importing-delimiter-there = there are { $rows } rows, or { $others } if cells are separated by { $delimiter }
importing-choose-delimiter = Check whether the rows below are right; if not, choose what separates the cells.
importing-quotes-in-doubt = { $file_name } has quotes that enclose no whole cell
importing-loose-quotes-there = something stands behind the closing quote of a cell in { $lines }, and such quotes are taken away
importing-quotes-are-letters-or-not = Check whether the texts below are right; if not, choose “Quotes belong to the text”.
importing-quotes-behind-backslashes = A backslash stands before some of them. If these quotes belong to the text, choose “Double quotes " enclose cells, \" inside”.
importing-joined-in-doubt = { $file_name } may have quotes that belong to the text
importing-joined-there = a quote at the beginning of a cell encloses what looks like several rows: { $lines }; there are { $rows } rows, or { $others } if quotes belong to the text
importing-joined = A quote may have joined several rows to one: { $lines }.
importing-backslashes = A backslash stands before some of these quotes: choose “Double quotes " enclose cells, \" inside” if they belong to the text.
importing-rows-as-letters = { $rows } rows; { $others } if quotes belong to the text.
importing-rows-enclosing = { $rows } rows; { $others } if double quotes enclose cells.
importing-rows-by-delimiter = { $rows } rows; { $others } if cells are separated by { $delimiter }.
importing-rows-without-header = { $rows } rows; { $others } if the first line is a row.
importing-rows-with-header = { $rows } rows; { $others } if the first line names the columns.
importing-comments-out = Comment lines left out: { $lines }.
importing-comments-kept = Kept as rows, perhaps comments: { $lines }.
importing-names-out = Repeated column names left out: { $lines }.
importing-names-kept = Kept as rows, perhaps repeated column names: { $lines }.
importing-survey-out = Lines of a survey below the column names left out: { $lines }.
importing-footer-out = Lines below the table left out: { $lines }.
importing-footer-kept = Kept as rows, perhaps below the table: { $lines }.
importing-end-of-file-out = End-of-file characters left out: { $lines }.
importing-marks-out = Byte order marks within the file left out: { $lines }.
importing-row = { $n ->
    [one] 1 row
   *[other] { $n } rows
}
importing-line = { $n ->
    [one] line
   *[other] lines
} { $named }{ $and_so_on }

## labeling/state.rs
labeling-give-another-name = Give it another name.
labeling-means-another = { $name } is what colleagues call { $other }, in labels that were merged
labeling-label-stays = { $name } was not removed
labeling-colleagues-give-it = colleagues give it to { $n ->
    [one] 1 text
   *[other] { $n } texts
}
labeling-join-it = Give it the name of another label to make one of the two.
labeling-label-was-not-added = The label was not added
labeling-label-keeps-name = The label keeps its name
labeling-answers-stay = Texts cannot have several labels yet
labeling-say-it-without = Give the text another answer, or rename the label under “Edit labels”; then choose again.
labeling-label-keeps-key = The label keeps its key
labeling-choose-another-key = Choose another key.
labeling-other-key = { $name } is back with another key
labeling-key-is-anothers = Its former key, “{ $key }”, belongs to { $owner } now
labeling-change-keys = You can exchange keys under “Edit labels”.

## labeling/last_step.rs
last-step-labeled = Labeled as { $label }
last-step-label-added = Label { $label } added
last-step-label-removed = Label { $label } removed
last-step-answered = Answered: { $answer }
last-step-answer-removed = Answer removed
last-step-passed = Marked as { $why }
last-step-flagged = Flagged
last-step-flag-removed = Flag removed
last-step-noted = Note added
last-step-note-removed = Note removed
last-step-accepted = { $n } suggestions accepted
last-step-many-labeled = { $n } texts labeled as { $label }
last-step-many-removed = Label { $label } removed from { $n } texts
last-step-many-changed = { $n } texts labeled
last-step-undone = Undone: { $what }
last-step-redone = Redone: { $what }

## compare/metrics.rs
measures-accuracy-1-nearest = Accuracy, 1 nearest
measures-share-other-texts-whose = Share of the other texts whose most similar pick has their label
measures-accuracy-3-nearest = Accuracy, 3 nearest
measures-share-other-texts-whose-label = Share of the other texts whose label the three most similar picks elect
measures-commonest-label = Commonest label
measures-share-other-texts-have = Share of the other texts that have the commonest label: the accuracy of always answering this one
measures-labels-found = Labels found
measures-share-all-labels-some = Share of all labels that some pick has
measures-accuracy-spread = Accuracy, spread
measures-share-other-texts-get = Share of the other texts that get their own label when the picks’ labels spread over the graph
measures-mean-cosine-text-nearest = Mean cosine of a text to its nearest pick; needs no labels
measures-texts-picks-or-neighbors = Texts that are picks or neighbors of one; needs no labels
measures-redundant-pairs = Redundant pairs
measures-pairs-picks-cosine-above = Pairs of picks with a cosine above 0.9, which say the same twice
measures-time = Time
measures-from-neighbors-picks-one = From the neighbors to the picks, in one worker on this machine

## network/state.rs
network-offline-copy = offline copy
network-language-model = language model
network-opens-embeds-later = The page’s files are stored: it opens without a network. To embed without one it also needs the encoder and its model. They are fetched when first needed or a while after a file was opened, unless you gave embeddings or the browser saves data.
network-no-service-worker = this build of it has no service worker
network-no-copies-here = this browser keeps no copy of it, or not from this address
network-hindered = something keeps this browser from storing its files
network-foreign-file = { $path } is not the file that belongs to this version

## project/mod.rs
project-text-column = the text column is number { $text_column }, but { $columns ->
    [one] there is only 1 column
   *[other] there are only { $columns } columns
}
project-column-ids = the ID column is number { $column }, but { $columns ->
    [one] there is only 1 column
   *[other] there are only { $columns } columns
}
project-row-spoken-pool-has = row { $row } is mentioned, but the pool’s rows are 0 to { $last }
project-without-name = without a name
project-parts-or-positions-not = the pool has { $n } rows, but there are not as many parts or positions
project-has-rows-pool-has = { $file } has { $rows } rows, the pool has { $n }

## projects/state.rs
projects-of-last-visit = The project of your last visit
projects-not-browser-any-more = { $id } is not in this browser any more
projects-browser-has-deleted-what = either the browser has deleted what this page had stored, as it may when the disk is full or site data are cleared, or the disk never took it
projects-if-you-have-backup = If you have a backup of it, drop that file here.
projects-was-not-changed = { $id } was not changed
projects-open-another-tab = it is open in another tab
projects-close-there-first = Close it there first.

## prompts/state.rs
prompting-few-shot-pack-was = The few-shot pack was not made
common-number-missing = a number is missing
prompting-give-whole-number-from = Give a whole number from 0 up.

## labeling/explain.rs
reason-neighbors-all-covered-earlier = Its neighbors are all covered by earlier picks.
reason-newly-covers-texts = { $n ->
    [one] It newly covers 1 other text:
   *[other] It newly covers { $n } other texts:
}
reason-newly-covers-texts-nearest = It newly covers { $n } other texts, the nearest of which are:
reason-part-has-no-other = Its part has no other text.
reason-most-there = , the highest there
reason-higher-than = , higher than that of { $percent } % of the others
reason-has-part-texts = Its degree, the number of its neighbors in its part of { $part_size } texts, is { $degree }{ $standing }.
reason-runner-up-there-had = The runner-up there had the same residual degree, which leaves earlier picks out:
reason-runner-up-there-had-new = The runner-up there had a residual degree, which leaves earlier picks out, lower by { $margin }:
reason-another-text-there-had = Another text there had a higher residual degree, but is less in the middle of those it would stand for:
reason-another-text-there-had-more = Another text there had a higher residual degree, which is not what this method counts:

## rewriting.rs
rewriting-browser-has-closed-projects = the browser has closed this project’s database, as when what the site has stored is deleted

## run/settings.rs
settings-workers-out-range = { $count } workers are out of range
settings-give-number-from-1 = Give a number from 1 to { $max_workers }; one for each core of this machine is best.
common-not-whole-number = “{ $text }” is not a whole number in range
settings-give-whole-number-from = Give a whole number from 0 up; the same seed gives the same picks.
settings-give-whole-number-from-1 = Give a whole number from 1 up, or leave it empty for auto.
settings-give-whole-number-from-1-up = Give a whole number from 1 up.

## state/mod.rs
store-reading = Reading { $file_name }…
store-reading-2 = Reading { $file_name }: { $percent } %
store-reading-embeddings = Reading the embeddings: { $percent } %
store-loading-model = Loading the model
store-not-kept-browser = { $file } is not kept in this browser
store-used-until-page-closed = It is used until the page is closed or reloaded; then drop it again. To keep it, free some space.
store-present-project-stays-as = ; the present project stays as it is
store-many-dropped = Nothing was opened
store-each-is-a-project = these are several projects: { $names }
store-one-at-a-time = Open one after another, each with the embeddings that belong to it; all stay in the list of projects.
store-was-not-opened = { $file_name } was not opened{ $kept }
store-selection-stopped = The selection failed
store-what-picks-cover-not = What the picks cover is not known
store-not-kept-browser-2 = { $encoder } is not kept in this browser
store-used-until-page-closed-or = It is used until the page is closed or reloaded. To keep it, free some space or empty the cache of embeddings, then drop its files here again.
store-encoders-files-still-browser = The encoder’s files are still in this browser
store-they-not-used-until = They are not used until the page is reloaded; go back to the built-in encoder again then.
store-beyond-picks-vote-k = beyond { $vote_k_first } picks, vote-k waits for a language model’s confidences
store-see-below = See below.
store-makes-all-picks-at = { $method } makes all picks at once. To keep those that there are, go on with another method, such as FastGAS.
store-settings-need-change-first = The settings need a change first: { $problem }.
store-encoder-you-brought-not = Your own encoder is not in use; { $encoder } is
store-bring-again = Drop its files here again.
store-without-embeddings = { $file_name } is without embeddings
store-they-not-kept-any-more = They are not kept in this browser any more. All else is in it.
store-whoever-opens-waits = Whoever opens it waits for them once more. To have them in it, select once more and back up again.
store-was-not-written = { $file_name } was not written
store-all-in-browser-still = All of it is in this browser still. Free some space, then try again.

## suggestions/state.rs
suggesting-answer-written-not-suggested = An answer that is written is not suggested.
suggesting-without-graph-select-makes = Suggestions and similar texts come with the map, which “Select” draws.
suggesting-there-some-once-first = Suggestions come once the first text is labeled.
suggesting-no-suggestion-could-made = No suggestion could be made: { $error }. { $advice }

## team/state.rs
team-say-whose-file = Say whose file it is.
team-say-who-you-so = Say who you are, so that the two of you can be told apart.
team-you-too-give-one = You are { $own } too. Give one of you another name, so that nobody’s labels take the place of another’s.
team-you-too-your-own = You are { $own } too. If this is your own work, done elsewhere or earlier, merge once more: of two entries for one text the later counts. Else give one of you another name, so that nobody’s labels take the place of another’s.
team-name-colleague-whose-labels = { $own } is the name of a colleague whose labels are here already.
team-labels-of-another = { $n ->
    [one] The label in the project on the screen is { $before }’s.
   *[other] The { $n } labels in the project on the screen are { $before }’s.
} If { $own } is another name of the same person, press the button once more, and they bear that name. If you are somebody else, write { $before } for yourself here, or open the file as a project of your own.
team-opens-as = This opens { $theirs }’s work, and what is labeled in it counts as { $theirs }’s. Press the button once more if you are { $theirs }. To label as { $own }, choose the other button.
team-your-labels-are-in-it = This file has labels by { $own }. If they are yours, press the button once more, and you go on from them. Else give yourself another name.
team-much-like-another = { $known } is here already. If { $theirs } is the same person, write the name as it is here, so that nobody counts as two; merge once more if it is somebody else.
team-another-of-that-name = { $theirs } is the name of somebody here already, and this file does not go on from what was said by that name: of { $n ->
    [one] 1 text
   *[other] { $n } texts
} it says something else. Give this one another name, or merge once more if it is the same person.
team-colleagues-labels-beside-yours = With colleagues’ labels beside yours you need a name.
team-name-colleague-whose-labels-here = { $name } is the name of a colleague whose labels are here.

## map/coloring.rs
coloring-label = label
coloring-first-label = label, the first where a text has several
coloring-suggestion = suggestion
coloring-degree = degree (number of neighbors)
coloring-marked-or-not = marked or not
coloring-column = column “{ $name }”
coloring-marked = marked
coloring-not-marked = not marked
coloring-no-label = no label
coloring-disputed = disputed
coloring-no-suggestion = no suggestion
coloring-suggestions-being-made = suggestions are being made…
coloring-suggested = suggested: { $name }
coloring-labeled-already = labeled already
coloring-part = part { $part }
coloring-empty = (empty)
coloring-other-values = { $n_others ->
    [one] 1 other value
   *[other] { $n_others } other values
}

## labeling/goal_view.rs
goal-set-out = Set a goal for this session
goal-texts = Texts
goal-begin = Begin
goal-progress = Labeled in this session
goal-so-far = { $n_done } of { $n_texts } in this session
goal-minutes = { $n ->
    [one] 1 minute
   *[other] { $n } minutes
}
goal-reached = Goal reached: { $n ->
    [one] 1 text
   *[other] { $n } texts
} in { $time }
goal-more = { $n } more
goal-end = End the session

## shell/loading.rs
arriving-one-moment = One moment: the rest of the page is on its way, and what you did takes effect then.
arriving-not-whole = The page did not load completely
arriving-advice = See whether this machine is still connected, then try again; what you did waits. If the page was updated on its server meanwhile, reload it.

## explainer/tour.rs
tour-start = Twenty sentences
tour-start-text = Each dot is a sentence; the algorithm calls it a “vertex”. A line, an “edge”, joins sentences that mean similar things: each with the three nearest, so some have more than three lines. Dots and lines together are the graph. There is time to label four sentences. Which four tell the most about the other sixteen?
tour-parts = First cut, then pick
tour-parts-text = The four best-connected dots might all be about the weather. So the graph is first divided into four parts. A line between two parts is “cut”: the fewer are cut, the more each part is about one thing. Without a rule the cheapest cut would split off a single sentence, so parts must be of nearly equal size, “balanced”. The graph is cut in two, then each half in two again.
tour-region = A region grows
tour-region-text = To cut in two, start at any dot, here the ringed one, and take in its neighbors, then their neighbors, until half of the dots are inside. Five are inside; red dashed lines would be cut. Press → (or ›, below the picture) to see the next dot join.
tour-tries = Ten tries, one winner
tour-tries-text = Where one starts makes a difference, so ten regions grow from ten starts. The sentence below the picture tells how many lines each of them would cut. The one that cuts fewest is kept: it is what you see.
tour-moves = Better move by move
tour-moves-text = Now single dots change sides. A dot’s “gain” is how many fewer lines are cut when it moves: its lines to the other side, less those to its own. In the queue are the dots at the border at the beginning, and the neighbors of those that moved; of these, the one with the highest gain moves next, each dot once, and also where the cut rises: a better place may lie behind a hill. A side may be one dot too large for a moment; then one must leave it. The first has moved; → moves the next. ⇧→ goes to the end, where all moves after the best moment, the lowest cut with balanced sides, are undone: full rings moved, dashed rings went back.
tour-four = Four parts
tour-four-text = Each half was cut in two in the same way. Nobody told the algorithm what the sentences are about, but read the words beside the dots of one color.
tour-pick = The first pick
tour-pick-text = In each part the dot with the most lines inside its part is picked: the ringed one. Its lines, thick and blue, are used up. How many lines a dot has is its “degree”; how many are left to it, its “residual degree”. Here each part gives one pick; where it gives more, the next is the dot with the most lines left. This is the greedy selection: take the most, again and again.
tour-end = The four to label
tour-end-text = One from each part, each with a ring. Label these four, and every other sentence is in the same part as one that is labeled; nearly all are joined with one.
tour-pairs = Large graphs: find pairs
tour-pairs-text = Another graph: 256 dots, each joined with those beside it. On thousands of dots, growing and moving one by one would be slow, and would see only a small corner at a time. So the graph is first made small, “coarsened”: dots are paired with a neighbor at random, by the thick lines; a few find nobody …
tour-one = … and make them one
tour-one-text = … and each pair becomes one heavier dot. That is one “level”; it goes on until a hundred dots or fewer are left. Where several lines become one, it counts as many as it replaces, so a cut costs the same in the small graph as in the large one. “Levels” shows the way: down the left side of the V the graph gets smaller.
tour-bottom = The bottom: a first cut
tour-bottom-text = At the bottom of the V the graph is small enough to see all of it at once. Ten regions grow and the best is kept, as you have seen; each heavy dot counts as the dots merged in it, each thick line as the lines.
tour-up = Back up, refining on every level
tour-up-text = Then, up the right side of the V, each heavy dot becomes its two again, and the cut is refined as before: first whole groups change sides, at the end single dots. Here 16 lines are cut, and no cut in two halves does better.
tour-spider = Greedy is good, not perfect
tour-spider-text = Three picks should touch as many of these six lines as they can. Greedy took 0, the dot with the most lines; then 1 and 2, and the line from 3 to 6 is left. But 1, 2 and 3 touch all six. The research paper behind this page claims (its Proposition 1) that greedy is always best; this small graph shows that it is not. What is true: it reaches at least 63 % of the best.
tour-beside = The paper’s way and ours
tour-beside-text = Thirty small groups of six dots stand in a ring; seven parts cannot hold all of them whole. The paper’s way (“Paper”) cuts in two, then each half again; a later cut never mends an earlier one. This page’s way (“Best”) merges whole clusters in place of random pairs, lets a dot go to any neighboring part, and then repeats coarsening and refining three times. Compare the two cuts. On graphs this small either may win; on thousands of texts “Best” does.
tour-yourself = Now yourself
tour-yourself-text = The friendships in a karate club, shortly before it split in two. Press Play (P) to watch the algorithm split it, or “You cut” to do it by hand and compare. “You pick” lets you choose what to label. Once you have selected from a file of your own, “See it think” shows the same on your texts.

## explainer/text.rs
rule-matching = Coarsen by random matching
rule-matching-text = Visit the vertices in random order; pair each one that is still alone with a neighbor that is alone too. Each pair becomes one vertex. Weights add up, so a cut of the small graph is a cut of the large one.
rule-matching-source = Paper, appendix C, coarsening phase
rule-heavy-edges = Coarsen by heavy edges
rule-heavy-edges-text = Pair each vertex with the unmatched neighbor over the heaviest edge; ties to the lowest id. Heavy edges inside are edges that can no longer be cut.
rule-heavy-edges-source = Karypis & Kumar 1998; the paper matches at random
rule-growing = Grow a region
rule-growing-text = On the coarsest graph, start at a random vertex and take in its neighbors, breadth first, until half of the weight is inside. Ten regions are grown; the one that cuts least is kept.
rule-growing-source = Paper, appendix C, partitioning phase
rule-greedy-growing = Grow a region greedily
rule-greedy-growing-text = Start at a random vertex and always take in the one that raises the cut least. Four regions are grown and refined; the one that cuts least is kept.
rule-greedy-growing-source = Karypis & Kumar 1998; the paper grows breadth first
rule-refining = Refine by gain
rule-refining-text = Where the graph was coarsened, this is done on every level, the coarsest first. In the queue are the vertices at the border at the beginning, and the neighbors of those that moved. Of these, the one whose change of sides lowers the cut most (its gain) moves next, each at most once, also where the cut rises for a while; where a side is too heavy, only its vertices may. In the end every move after the best moment is undone.
rule-refining-source = Paper, appendix C, uncoarsening phase; Fiduccia & Mattheyses 1982
rule-splitting = Cut in two, again and again
rule-splitting-text = K parts come from cutting in two, then each half in two, until every group is one part. A group that will be K parts is cut ⌈K/2⌉ : ⌊K/2⌋, so that K need not be a power of two.
rule-splitting-source = Paper, section 3, recursive bisection
rule-balancing = Keep the balance
rule-balancing-text = No part may weigh more than a few percent above the mean. Where one does, the vertices leave it whose leaving costs least.
rule-balancing-source = Paper, section 3 (balanced parts); how exactly is ours
rule-clustering = Coarsen by clusters
rule-clustering-text = Each vertex joins the neighboring cluster that it is most strongly tied to for the cluster’s size. A hub may take in many at once, which suits graphs of nearest neighbors.
rule-clustering-source = Not in the paper: Sanders & Schulz 2012; Gottesbüren et al. 2021
rule-together = Refine all parts together
rule-together-text = A vertex may go to any neighboring part, not only across one cut. Searches start at the border and take the highest gain first; what came after the lowest cut is undone. Where a part is full, two vertices trade places.
rule-together-source = Not in the paper: Sanders & Schulz 2011 (localized search)
rule-cycling = Coarsen again, inside the parts
rule-cycling-text = Coarsen anew without joining different parts, and refine on the way back: whole clusters move where single vertices could not. What is worse is thrown away.
rule-cycling-source = Not in the paper: Walshaw 2004
rule-picking = Pick the largest residual degree
rule-picking-text = In each part, pick the vertex with the most edges inside the part that touch no earlier pick. It leaves with its edges. Ties: the higher degree in the whole graph, then the lowest id.
rule-picking-source = Paper, section 3, greedy node selection
rule-proposing = Parts propose, coverage decides
rule-proposing-text = Each part proposes its eight best by residual degree; of all proposals, take again and again the one that raises the centered coverage of the whole pool most: the mean cosine of a text to its nearest pick, with the mean of all embeddings subtracted from each.
rule-proposing-source = Not in the paper, whose parts ignore each other
rule-middles = Move to the middle
rule-middles-text = Each pick moves to the text in the middle of those that it stands for.
rule-middles-source = Not in the paper: k-means, Lloyd 1982
rule-counting = How many parts?
rule-counting-text = M and M/2 parts are tried, and what gives picks that cover the pool better is kept. No label is looked at.
rule-counting-source = The paper tunes K on the test metric; this does not
world-sentences = Twenty sentences
world-sentences-about = Cooking, weather, sport and travel, five sentences of each. The page’s own encoder placed them, and each is joined with its three nearest.
world-karate = A karate club
world-karate-about = 34 members and their friendships outside of the club, shortly before it split in two (Zachary 1977). Its two heads are 0 and 33.
world-grid = A grid
world-grid-about = 256 vertices, so there is something to coarsen. The best way to cut it in two cuts 16 edges, in four 32: does the algorithm find it?
world-cliques = A ring of cliques
world-cliques-about = Thirty groups of six, all of whose members know each other, in a ring. A good cut runs between groups and cuts one edge for each part.
world-spider = The spider
world-spider-about = Pick three vertices that touch as many edges as can be. Greedy takes the middle first and ends at 5 of the 6: the paper’s Proposition 1 says that it is the best, and here is why that is not so.
chapter-cut = Cut into { $n_parts }
chapter-bisect = Parts { $first }–{ $last } → { $one } : { $other }
chapter-coarsen = Coarsen for all parts
chapter-cycle = Cycle { $number }
chapter-halve = Halve into { $n_parts }
chapter-pick = Pick
think-ring-start = the region starts here
think-ring-moved = has moved
think-ring-undone = moved, and went back
think-ring-proposed = proposed by its part
think-ring-picked = picked
think-ring-latest = picked just now
think-line-cut = cut
think-line-match = become one
think-line-taken = used up by this pick
think-mode-paper = Paper
think-mode-best = Best
think-caption = { $mode }: cut { $cut }
think-caption-group = { $mode }: cut of this group { $cut }
think-both = Paper: { $paper } Best: { $best }
think-vertex = vertex { $row }

## explainer/source_graph.rs
think-recorded = What the selection of your texts did, step by step: these are your own picks.
think-folded = What the selection of your texts did, step by step: these are your own picks. Duplicates were folded: each dot stands for all texts that say the same.
think-unrecorded = The graph of your texts, cut with your K and your seed, and picked from by residual degree: these need not be your own picks. What led to those was not recorded; select again to see it.
think-select-first = Select first, and wait for the map: the graph of these texts is made there.
think-select-again = Select again: the graph of these texts was not kept.
think-not-open = This address leads to texts that are not open here: open the file that it was made with, select, and open the address again.
think-too-many = { $n } texts are more than the { $most } that can be watched here. In a terminal any number can be: “fastgas select texts.csv --trace pool.trace” records, and “fastgas trace pool.trace --tell” tells each step.
think-stands-for = { $text } (stands for { $count } texts)

## explainer/inspect.rs
think-dot-merged = { $n ->
    [one] 1 more is merged into this dot: { $vertices }
   *[other] { $n } more are merged into this dot: { $vertices }
}

## explainer/exercise.rs
try-pick-task = Pick { $budget ->
    [one] 1 dot so that it touches as many lines as can be: click it.
   *[other] { $budget } dots so that they touch as many lines as can be: click them.
} { $left } to go.
try-cut-task = Make two halves with as few lines between them as can be: click a dot to change its side. The sides begin shuffled; in the end each may hold { $limit } dots.
try-you = You: { $worth }.
try-parts = The algorithm that was watched, part by part: { $worth }.
try-greedy = Greedy: { $worth }.
try-greedy-whole = Greedy, as if there were no parts: { $worth }.
try-paper = The paper’s way, refined by gain: { $worth }.
try-best = The best there is: { $worth }.
try-best-whole = The best there is, as if there were no parts: { $worth }.
try-best-pick-unknown = The best there is: too many ways to try them all. Greedy reaches at least 63 % of it.
try-best-cut-unknown = The best there is: too many ways to try them all.
try-nothing-picked = nothing is picked yet
try-picks = { $rows } { $n ->
    [one] touches
   *[other] touch
} { $touched } of { $edges } lines; { $covered } of { $vertices } dots are picked or next to a pick
try-sides = { $cut ->
    [one] 1 line
   *[other] { $cut } lines
} cut, sides { $first } : { $second }
try-not-balanced = { $sides }, which is not balanced

## explainer/animation.rs, think/moving.rs, think/canvas.rs
film-too-large = The film is larger than { $most } MB: choose smaller pictures, fewer of them, or a part of the recursion.
film-no-png = The browser made a picture that is not a PNG.
film-other-size = The browser made a picture of another size.
film-no-file = The pictures do not become a file: { $reason }
film-no-canvas = there is no room for a picture of this size
film-no-picture = The browser made no picture: { $reason }

## explainer/dialog.rs
think-see = See it think

## explainer/controls.rs
think-world = World
think-own = Your texts
think-mode = Mode
think-paper = Paper: as published
think-fast = Fast
think-best = Best: the default
think-strong = Strong
think-beside = Paper beside Best
think-timeline = Timeline
think-step = Step
think-play = Play
think-pause = Pause
think-event-back = One event back
think-step-back = One step back
think-step-on = One step on
think-event-on = One event on
think-slower = Slower
think-faster = Faster
think-pace = { $n } per second
think-at = { $tick } of { $end }
think-address = Settings, seed and step are in the address; no text is
think-copy = Copy link
think-copied = Copied
think-not-copied = The address above leads here
think-save = Save what is seen as a picture

## explainer/vertex_info.rs
think-dot = Dot
think-dot-hint = Point at a dot or tap it, or type its number: here it says what it is.

## explainer/animation_view.rs
film-save = Save the steps as a film
film-open = Film…
film-title = Film of the steps
film-what = What
film-whole = The whole run
film-part = The open part of the recursion
film-each = A picture for each
film-each-step = step (→)
film-each-event = event (⇧→)
film-each-minute = a selection of events, for a minute
film-size = Size, with the step as a caption
film-file = File
film-moving = One moving picture (animated PNG)
film-numbered = Numbered pictures (ZIP)
film-pace = Pictures per second
film-with-texts = With the texts beside the dots
film-texts-seen = Whoever gets the film can read the beginnings of these texts.
film-no-text = No text will be in the film.
film-length = { $n ->
    [one] 1 picture
   *[other] { $n } pictures
}, { $min ->
    [0] {""}
   *[other] { $min } min{" "}
}{ $s } s.
film-count = { $n ->
    [one] 1 picture.
   *[other] { $n } pictures.
}
film-begin = Make the film

## explainer/v_cycle_view.rs
think-levels = Levels
think-levels-about = Down: coarsening. Bottom: the first cut. Up: refining. Each:
think-levels-vertices = vertices
think-levels-edges = edges
think-level-down = Coarsening, level { $level }: { $vertices } vertices, { $edges } edges
think-level-bottom = First cut, level { $level }: { $vertices } vertices, { $edges } edges
think-level-up = Refining, level { $level }: { $vertices } vertices, { $edges } edges

## explainer/side_panel.rs
tour-begin = Take the tour
tour-stop = Tour, stop { $stop } of { $n_stops }
tour-leave = Leave the tour
tour-back = Back
tour-next = Next
tour-done = Done
think-what-happens = What happens
think-vertices = Vertices
think-edges = Edges
think-cut = Cut
think-cut-group = Cut of this group
think-sides = Balance: sides
think-heaviest = Balance: heaviest part
think-weights = { $weights } (at most { $limits })
think-weights-above = { $weights } (one is too heavy for now; in the end at most { $limits })
think-at-most = { $weight } (at most { $limit })
think-above = { $weight } (too heavy for now; in the end at most { $limit })
think-gain = Gain of this move
think-picked = Picks
think-goes-on = Here picks are made the paper’s way. On texts this mode goes on differently from the parts: each proposes eight for each pick of its share, facility location takes those that cover all texts best together, and then each pick moves to the middle of those that it stands for. That takes the texts’ embeddings, which are not at hand here.
think-touched = Edges touched in parts
think-recursion = Recursion
think-whole = Show the whole
think-texts = What the dots say
think-legend = Legend

## explainer/exercise_view.rs
try-pick = You pick
try-cut = You cut
try-compare = Compare
try-end = Back to watching
try-dots = Dots
try-show = Show
try-dot = Dot
try-take = Change this dot
