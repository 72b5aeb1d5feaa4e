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
header-all-projects-way-begin = All projects; start a new one there
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
rescue-saved = Everything shown as saved is stored in this browser and is not lost. Your last input may be missing.
rescue-works = You can still save the stored project as a file here. After a reload, the page continues with what is stored.
rescue-locked = The project is protected by a passphrase, so it cannot be saved as a file here. It is stored: reload the page and enter the passphrase to continue.
rescue-back-up = Save the project as a file
rescue-reload = Reload the page
rescue-reload-without = Reload without opening the project
rescue-loop = If the page stops again and again, reload it without the project. The project stays in the list.
rescue-written = The file is saved. Open it like any backup. It does not contain the embeddings.
rescue-unreadable = The stored project cannot be read here. Reload the page and back up there.
rescue-report = For a report to the authors (it contains none of your texts):

## shell/welcome.rs
welcome-thousands-texts-time-label = Thousands of texts, time to label eighteen?
welcome-fastgas-reads-your-file = FastGAS reads your file, finds which texts are similar, and picks the few whose labels say the most about all the others.
welcome-try-sample = Try the sample
welcome-3-000-descriptions-debian = 3,000 descriptions of Debian packages
welcome-or-press-ctrl-v = or press { $control }+V anywhere here
welcome-tour-ten-minutes-how = a ten-minute tour, step by step
welcome-nothing-leaves-page = Nothing leaves this page.
welcome-model-runs-browser-there = The model runs in this browser; there is no server that could see your texts. Labels stay on this device.
welcome-drop-file-texts-here = Drop a file of texts here
welcome-or-click-choose-one = or click to choose one: CSV, TSV, JSON or plain lines, in any encoding; with its embeddings (.npy), if you have them
welcome-stop-reading = Stop reading
common-embed = Embed
welcome-sentence-bert-places-every = Sentence-BERT gives every text a position; similar texts become neighbors.
welcome-partition-pick = Partition and pick
welcome-their-graph-cut-into = The graph of neighbors is cut into balanced parts; each contributes its best-connected texts.
welcome-label-export = Label and export
welcome-one-key-label-saved = One key per label, saved as you go; the export keeps every column of your file.

## shell/notices.rs
message-not-saved = Not saved:
message-back-up-first = Back it up before you reload.
message-what-you-do-is-lost = If you reload, everything you do from now on is lost.
common-back-up = Back up
message-try-again = Try again
message-go-on-unsaved = Continue anyway
message-embeddings-not-kept = Embeddings are not stored:
message-selection-goes-on-without = The selection continues anyway.
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
early-picking = Picking from the texts that are ready…
early-share = { $ready } texts are ready, a representative sample. This is their share of the picks; the rest is picked from all texts, in addition to these. Picks made when all texts are ready cover the texts a little better.
early-others-follow = Picked from the { $among } texts that were ready. The rest is picked when all texts are ready.
early-none-were-picked = Nothing was picked from the texts that are ready

## run/sketch_view.rs
sketch-so-far = { $n ->
    [one] 1 text so far, shown as a dot
   *[other] { $n } texts so far, each shown as a dot
}: the closer two dots are, the more similar the texts. The map appears when all texts are embedded.

## run/summary.rs
summary-none = none
summary-texts-different = { $instances } texts in { $different ->
    [one] 1 group
   *[other] { $different } groups
}
summary-one-stands-all-each = ; one text represents each group
common-duplicates = Duplicates
common-encoder = Encoder
common-method = Method
common-parts = Parts
summary-edges-cut = Edges cut
summary-imbalance = Imbalance
summary-early = { $n ->
    [one] 1 pick was made before, from { $among } texts.
   *[other] { $n } picks were made before, from { $among } texts.
}
summary-neighbors-found = Neighbors found { $searched }.
summary-beginnings = For { $n } of { $of } texts, only the beginning was embedded because { $n ->
    [one] it has
   *[other] they have
} more words than the encoder reads. A ┊ in the text shows how far it read; another encoder may read more.
summary-together = Together
summary-run = This run
summary-parts = { $n_parts ->
    [one] 1 part
   *[other] { $n_parts } parts
} { $coverage }
summary-parts-by-centered-coverage = The number of parts with the highest centered coverage: { $each }. This is the mean cosine of a text to its nearest pick, after the mean of all embeddings is subtracted from each. It is used only to compare numbers of parts. It is lower than the average similarity under “Coverage”, which is computed for the final picks with unchanged embeddings.
summary-parts-by-facility-coverage = The number of parts with the highest average similarity to the picks in a trial: { $each }. “Coverage” shows that of the final picks.

## run/settings_form.rs
settings-lowered-part-without-pick = Lowered to { $budget }: each part needs at least one pick.
settings-auto-about-as-many = Auto: { $budget }, about as many as there are picks per part.
settings-auto-or-half-whichever = Auto: { $budget } or half of it, whichever covers the texts better.
settings-each-part-gives-share = Each part contributes its share of the picks.
settings-texts-less-where-they = { $n_instances } texts: { $seconds }, less if some are already embedded.
settings-selection = Selection
settings-budget = Texts to label
settings-how-many-texts-you = How many texts you will label.
settings-edges-each-text-graph = Each text is linked to this many nearest texts, and to those that have it among theirs.
settings-auto = auto
common-seed = Seed
settings-same-seed-same-picks = Same seed, same picks.
settings-advanced = Advanced
settings-votes = Votes
settings-how-many-nearest-each = How many of its nearest texts each text votes for; 150 in the paper.
settings-workers = Workers
settings-threads-embed-1-each = Threads for embedding, 1 to { $max_workers }; each needs about 120 MB.
settings-selecting = Selecting…
settings-select-again = Select again
settings-select-texts = { $n ->
    [0] Select
    [one] Select 1 text
   *[other] Select { $n } texts
}
settings-stopped-texts-embedded-kept = Stopped. { $texts } of { $total } texts are embedded and kept; “Select” continues from there.
settings-picks-shown-were-made = The picks shown were made with the encoder { $encoder }.
settings-picks-shown-were-made-other = The picks shown were made with other settings.
settings-labels-stay-their-texts = Labels stay with their texts.
settings-embeddings = Embeddings
settings-as-they = Unchanged
settings-less-pools-mean = Minus the mean of all texts
settings-procedure = Procedure
settings-lazily-as-good-seconds = Lazy: equally good, in seconds
settings-as-authors-program-does = Like the authors’ program, in minutes
settings-preset = Preset
settings-best-low-cut-little = Best: recommended, low cut in little time
settings-strong-lowest-cut-several = Strong: lowest cut, several times slower
settings-fast-least-time = Fast: least time
settings-paper-as-published = Paper: as published
settings-edge-weights = Edge weights
settings-all-alike-as-published = Equal weights (as in the paper)
settings-similarity = By similarity
settings-each-counts-itself = Count each one
settings-one-stands-all-them = Count them as one
settings-exactly-large-pools-approximately = Exact, approximate for many texts
settings-exactly = Exact
settings-approximately = Approximate
settings-neighbors-found = Neighbor search
settings-approximately-98-them-found = The approximate search finds 98 % of the neighbors, in less time.
settings-neighbors-on = Search for neighbors on
settings-gpu-where-faster = GPU if faster
settings-cpu = CPU
settings-gpu-where-there-one = GPU if available
settings-same-neighbors-either-way = Both find the same neighbors.

## import/view.rs
import-names-columns = Names the columns
import-row-as-all-others = Is a row like the others
import-quotes = Quotes
import-single-quotes = Single quotes ' enclose cells
import-letters = Quotes belong to the text
import-backslash-quotes = Double quotes " enclose cells, \" inside
import-refuse-file = Reject the file
import-keep-all-padded = Keep all, fill up with empty cells
import-leave-out-keep-list = Leave out and list
import-how = How should
import-written = be read?
import-likely = { $name } (likely)
import-file = File
common-format = Format
import-encoding = Encoding
import-cells-between = Cells separated by
import-first-line = First line
import-lines-above = Lines above the table
import-lines-above-are-no-rows = For example a title: these lines are left out.
import-rows-below = Rows below the column names that are not texts
import-rows-below-are-no-rows = For example survey questions: these rows are left out.
import-joined-texts = Joined texts
import-double-quotes = Double quotes " enclose cells
import-rows-another-width = Rows with too many or too few cells
import-rows-no-json = Rows that cannot be read
import-non-rows = Lines that are not rows
import-non-rows-by-kind = Leave out lines that are hardly rows
import-non-rows-keep = Keep all
import-non-rows-leave-out = Leave out all, even doubtful ones
import-columns = Columns
import-texts = Texts
import-several-columns-joined = Several columns, joined…
import-joined-like = How to join them
import-columns-between-braces-words = Column names in braces, with your own words around them.
import-ids = IDs
import-none-rows-counted = None: use row numbers
common-labels = Labels
import-none-taken = None: start without labels
import-column-some-rows-have = A column with labels in some rows: they count as already given.
import-cell-has = Each cell has
import-one-label = One label
import-between-semicolons = Several, separated by semicolons
import-between-commas = Several, separated by commas
import-between-bars = Several, separated by |
import-between-hashes = Several, separated by #
import-between-slashes = Several, separated by /
import-between-colons = Several, separated by ::
import-between-double-bars = Several, separated by ||
import-between-others = Several, separated by something else…
import-separator = Separator
import-separator-hint = Exactly as in the cells; \t is a tab, \n a line break.
import-more-labels = and { $n } more
import-labels-become = { $n ->
    [one] 1 label
   *[other] { $n } labels
}: { $named }
import-no-labels = Read this way, the cells contain no labels, or more than 500.
import-list = Several, as a JSON list
import-file-line = File line
common-row = Row
import-file-refused-them-unless = the file is rejected because of them until you choose what to do with them
import-they-kept = they are kept
import-they-will-left-out = they will be left out
import-rows-another-width-2 = Rows with too many or too few cells, { $lines }: { $what }.
import-rows-no-json-2 = Rows that cannot be read, { $lines }: { $what }.
import-there-no-rows = There are no rows.
import-first-rows-read-like = Preview of the first rows
common-reading = Reading
common-stop = Stop
import-open-like = Import
import-labels-stay = If this changes the texts, they become a new project; this one stays under “Projects” with its labels.
import-names-in-doubt = Does the first line of { $file_name } name its columns?
import-name-like-text = column { $column } would be named “{ $cell }”, which may be the text of a row
import-say-what-first-line-is = Check the rows below and choose what the first line is.
import-name-is-no-row = The first line names column { $column } “{ $cell }”; if that is the text of a row, this row is missing.
import-bytes-in-doubt = { $file_name } contains bytes that are not text
import-broken-bytes = { $n ->
    [one] it is { $encoding } except in 1 place, which is shown as �: { $lines }
   *[other] it is { $encoding } except in { $n } places, which are shown as �: { $lines }
}
import-broken-bytes-look = The file does not show which characters these were. If other words are wrong too, choose another encoding.
import-zero-bytes = { $n ->
    [one] 1 byte in it is zero or broken, which does not occur in text; it is shown as �: { $lines }
   *[other] { $n } bytes in it are zero or broken, which does not occur in text; they are shown as �: { $lines }
}
import-zero-bytes-look = This may not be a text file. If it is UTF-16 without a byte order mark, choose that encoding; otherwise import it as it is.
import-broken-bytes-shown = { $n ->
    [one] 1 place that is not text, shown as �: { $lines }.
   *[other] { $n } places that are not text, shown as �: { $lines }.
}
import-shifted = From line { $line } on, the words are garbled: at byte { $byte }, one byte is missing or one too many.
import-encoding-lossy = { $encoding }, with � for broken bytes

## encoder/dialog.rs
bring-opening-trying-encoder = Opening and trying the encoder
bring-works = { $config } works. { $report }.
bring-use-another-encoder = Use another encoder
bring-missing = missing
bring-onnx-file = ONNX file
bring-onnx-file-tokenizer-json = An ONNX file with its tokenizer.json, as offered on model hubs; with the model’s whole folder, its settings are read too. BERT, MPNet and similar models run fastest.
bring-drop-files-or-folder = Drop files or a folder here
bring-drop-more-files-here = Drop more files here
bring-or-choose = or choose
bring-files = files
bring-or = or
bring-folder = a folder
bring-tokenizer = Tokenizer
bring-none-among-files-see = not among the files: see below
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
bring-how-vectors-texts-tokens = How the vectors of a text’s tokens are combined; the model’s page says which to use.
common-prefix = Prefix
bring-put-before-every-text = Put before every text, for example “query: ” for E5, including the space.
common-instruction = Instruction
bring-as-prefix-but-not = Like a prefix, but not pooled itself: for Instructor.
common-longest-text = Longest text
bring-tokens-what-follows-not = In tokens; the rest is not read. Empty: as many as the model can.
bring-open-try = Open and try it
bring-opening-trying = Opening and trying it…
bring-opening-trying-2 = Opening and trying it
bring-worker-own-whatever-happens = Runs in a separate worker: whatever happens there, your project and the current encoder are unchanged.
bring-texts-worker = { $seconds } for { $texts } texts with { $workers ->
    [one] 1 worker
   *[other] { $workers } workers
}
bring-change-settings = Change settings
bring-use-encoder = Use this encoder
bring-unknown = unknown
bring-slower-execution = Slower operators
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
paste-one-text-on-each = One text per line, or cells copied from a spreadsheet
paste-look-at-them = Preview

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
data-take-out = Remove these texts
data-take-out-until = Possible until you label, note or select something
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
data-asks-labels = The file has labels from several people, answers to several questions, or answers that do not count. None are imported until you choose which.
data-look-at-labels = View the labels
data-take-labels-in = Import labels
data-texts-are-empty = { $n ->
    [one] 1 text is empty; methods that can skip texts do not pick it.
   *[other] { $n } texts are empty; methods that can skip texts do not pick them.
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
cache-embeddings-kept-browser = Embeddings stored in this browser:
cache-empty-cache-embeddings = Empty the cache of embeddings
cache-empty = Empty the cache
cache-text = { $texts ->
    [one] 1 text
   *[other] { $texts } texts
}, { $bytes }

## encoder/panel.rs
encoder-use-another = Use another…
encoder-not-used-file-embeddings = Not used for this file: it has its own embeddings.
encoder-trained-on-english = These texts seem to be in { $language }. This encoder was trained on English: in other languages it compares spelling rather than meaning. For a map and picks by meaning, use a multilingual encoder, such as paraphrase-multilingual-MiniLM-L12-v2 as ONNX.
encoder-kept-browser = { $name }: { $bytes } stored in this browser.
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
projects-here-can-looked-at = Here you can only view it. “Continue here” makes the other tab read-only.
projects-go-on-here = Continue here
projects-nothing-was-changed = Nothing was changed
projects-another-tab-has-it = another tab has this project open, and this one only shows it
projects-go-on-here-or-there = Press “Continue here” below, or continue in the other tab.

## protection/dialogs.rs
protect-protection = Protection
protect-passphrase = Passphrase
protect-protect = Protect with a passphrase…
protect-hint = Encrypts the texts, labels, notes and embeddings of this project in this browser, and its backups. Possible when everything is saved and nothing is running.
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
protect-lost = If you lose the passphrase, it cannot be recovered: the project and its backups can no longer be opened.
protect-earlier = Backups and exports that you saved before stay readable without a passphrase. The browser may keep remains of unencrypted data until it needs the space.
protect-earlier-passphrase = Backups that you saved before still open with the former passphrase. Exports are never encrypted.
protect-names-stay = The name of the project and its numbers of texts, picks and labels stay readable in the list of projects. If the name reveals too much, rename it there.
protect-new = Passphrase (at least 8 characters)
protect-again = Repeat the passphrase
protect-show-typed = Show what I type
protect-too-short = It needs at least 8 characters.
protect-not-the-same = The two do not match yet.
protect-done = Protect the project
protect-done-next = Use this passphrase
protect-done-change = Change the passphrase
protect-encrypting = Encrypting…
protect-ask-project = { $name } is protected by a passphrase.
protect-ask-back-up = { $name } is protected by a passphrase, and its backup will be, too.
protect-ask-file = { $name } is protected by a passphrase. As a new project it stays protected. If you merge it into the open project, it is stored like that project.
protect-open = Open
protect-opening = Opening…
protect-wrong = The passphrase is wrong. Check the Caps Lock key and the keyboard’s language, and try again.
protect-unavailable = This browser cannot encrypt on this address: { $reason }. Open the page over https or on this device.
protect-unreadable = It cannot be opened: { $reason }
protect-not-changed = Nothing was changed: { $problem }
protect-not-removed = The protection was not removed
protect-stays-as-it-is = The project stays protected. Try again.
protect-unfinished = The project is protected, but not everything is encrypted yet
protect-finish-by-opening = Free some space on the disk, then open the project again: this finishes it.

## projects/state.rs: damage
damage-restored = Labels were restored
damage-restored-which = in the browser’s database { $n ->
    [one] one entry of the { $total } entries of the log of labels was missing or damaged (number { $which })
   *[other] { $n } of the { $total } entries of the log of labels were missing or damaged (numbers { $which })
}
damage-nothing-lost = They were restored from the second copy that this page keeps, so nothing is lost. Back up the project: the browser’s storage may be failing.
damage-project-is-damaged = This project is damaged.
damage-missing = { $n ->
    [one] One of the { $total } entries of the log of labels is lost: number { $which }.
   *[other] { $n } of the { $total } entries of the log of labels are lost: numbers { $which }.
}
damage-altered = The log of labels is not the one that was stored, and the page cannot find out which entries differ.
damage-others = { $n ->
    [one] One entry of a colleague cannot be read.
   *[other] { $n } entries of colleagues cannot be read.
}
damage-texts = { $n ->
    [one] A cell of one text cannot be read (row { $rows }).
   *[other] Cells of { $n } texts cannot be read (rows { $rows }).
} Cells that cannot be read are shown as empty.
damage-other-texts = The texts are not the ones that were stored, and the page cannot find out which cells differ.
damage-partition = The parts and the picks are lost; the labels are still here. Select again to get picks.
damage-layout = The map is lost. Select again to get a map.
damage-joined = The lines of the map are lost. Select again to get them.
damage-recorded = The explanation of the selection is lost. Select again to get one.
damage-what-to-do = You can still view, back up and export everything else. Back it up first; if you have an older backup, open it and compare.
damage-go-on = Continue without them

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
} an ID that belongs to another text here, for example { $id }. They are not added; the project keeps its own texts.
adding-other-values = { $n ->
    [one] 1 text that is already here has
   *[other] { $n } texts that are already here have
} different values in other columns of this file. The project keeps its own values.
adding-lacks = The project has columns that this file does not have; they stay empty for the new texts: { $columns }.
adding-brings = This file has columns that the project does not have; they stay empty for the existing texts: { $columns }.
adding-what-stays = Picks, labels and notes stay. The next selection adds to these picks, from all texts; embedded texts are not embedded again. The map will be redrawn.
adding-stops-run = The running selection stops.
adding-back = Back to the merge
adding-open-as-own = Open as a new project
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
    [one] 1 text occurs more often in the file or in the project: it is unclear which is which, so it gets no label.
   *[other] { $n } texts occur more often in the file or in the project: it is unclear which is which, so they get no labels.
}
file-labels-other-text = { $n ->
    [one] 1 row has the ID of a text in the project but a different text: it gets no label.
   *[other] { $n } rows have IDs of texts in the project but different texts: they get no labels.
}
file-labels-missing = { $n ->
    [one] 1 text is not in the project
   *[other] { $n } texts are not in the project
}
file-labels-question = Question
file-labels-choose-question = Choose one…
file-labels-say-question = The file has answers to several questions. Choose the one whose answers are imported.
file-labels-given = { $n ->
    [one] 1 answer counts.
   *[other] { $n } answers count.
}
file-labels-no-labels = Rejected: { $rejected }. Ignored, cancelled or unfinished: { $void }. These are not labels and are not imported.
file-labels-contradicting = { $n ->
    [one] For 1 text, the same annotator gave contradictory answers: these are not imported.
   *[other] For { $n } texts, the same annotator gave contradictory answers: these are not imported.
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
file-labels-say-unapproved = Choose whether to import answers that are not approved.
file-labels-join = Combine the { $rows } rows into { $n ->
    [one] 1 text
   *[other] { $n } texts
}
file-labels-varying = Columns that differ between the rows of a text are not imported: { $columns }.
file-labels-labeled-as = Name for { $found }
file-labels-people-hint = Each person’s answers are kept separately and replace none of yours. Where people disagree, no label counts until you settle it under “Agreement”. If you are one of them, enter your own name.
file-labels-say-whose = Enter who labeled: everyone in the file needs a name.
file-labels-same-name = Two of them are called { $name }. Give one of them another name, so that their labels do not replace each other.
file-labels-your-own = You are { $own } too. If these are your own labels, import again: texts without a label from you get them, and { $n ->
    [0] no text has one already.
    [one] 1 text keeps its label.
   *[other] { $n } texts keep their labels.
} Otherwise enter the colleague’s name.
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
dialogs-what-is-embedded-is-kept = A selection is running in this project. What it has embedded is kept; the project stays in the list, and “Select” continues from there.
dialogs-go-on-here = Let it run
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
dialogs-empty = Empty
dialogs-join = Merge { $name } into { $into }?
dialogs-join-cannot-be-undone = { $uses ->
    [0] No text has it yet.
    [one] 1 text changes to { $into }, no matter who labeled it.
   *[other] { $uses } texts change to { $into }, no matter who labeled them.
} Undo cannot separate them again.
dialogs-join-yes = Merge
dialogs-keep-both = Cancel
dialogs-relabel = Give { $n ->
    [one] 1 text
   *[other] { $n } texts
} the label { $name }?
dialogs-relabel-others = { $n ->
    [one] One of them has another label and loses it. Undo brings it back.
   *[other] { $n } of them have another label and lose it. Undo brings it back.
}
dialogs-relabel-yes = Give label
dialogs-take-key = Assign the key “{ $key }” to { $name }?
dialogs-take-key-exchanged = “{ $key }” is the key of { $owner }, which would get “{ $instead }” instead.
dialogs-take-key-none-left = “{ $key }” is the key of { $owner }, which would have no key: all keys are taken.
dialogs-take-key-yes = Assign key
dialogs-write-answers = Write answers instead of giving labels?
dialogs-labels-stay = { $n ->
    [one] 1 text has a label. It stays
   *[other] { $n } texts have labels. They stay
} until you write an answer; until then, exports contain labels as answers. All fields start empty.
dialogs-give-labels = Give labels instead of writing answers?
dialogs-answers-become-labels = { $n ->
    [one] 1 text has a written answer that is not a label. It keeps it
   *[other] { $n } texts have written answers that are not labels. They keep them
}, and { $n_new ->
    [one] 1 label is added to the label set
   *[other] { $n_new } labels are added to the label set, one for each different answer
}. If you then give a label, it replaces the written answer.
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
dialogs-take-over = Continue here?
dialogs-not-stored-here = Your last changes here are not saved: they would be lost, and the project would be loaded as it is in the other tab.
dialogs-select-anew = Select other texts than those you were given?
dialogs-select-anew-yes = Select others
dialogs-another-name = Is { $name } another name of { $before }?
dialogs-another-name-takes-all = { $n ->
    [one] The answer of { $before } for 1 text
   *[other] The answers of { $before } for { $n } texts
} will count as { $name }’s. If someone else labels here from now on, keep the name: “Copy for a colleague” makes a project for them.
dialogs-keep-name = Keep { $before }
dialogs-another-name-yes = Yes, rename
dialogs-keep-these = Keep these
dialogs-picked-for-you = The picks of this copy are the texts you were asked to label. Labels of other texts can hardly be compared with those of your colleagues. Your labels are kept.
dialogs-forget-colleague = Remove the labels of { $name } from the project?
dialogs-colleague-comes-back-with = { $n ->
    [one] 1 label is removed. Undo cannot bring it back; merging the colleague’s file again can.
   *[other] { $n } labels are removed. Undo cannot bring them back; merging the colleague’s file again can.
}

## network/dialog.rs
network-texts-go = Texts go to { $host }
network-texts-went = Texts went to { $host }
network-nothing-leaves-page = Nothing leaves this page
network-something-went-elsewhere = Requests went to other servers
network-what-page-has-asked = What this page has requested from the network since it was loaded
network-requests = { $elsewhere } of { $asked } requests
network-elsewhere = to other servers
network-what-page-asked-network = Network requests of this page
network-from-where-page-comes = this page’s server: its own files
network-somebody-else = another server
network-to = to
network-pages-policy-forbids-these = The page’s policy forbids these, so the browser blocked them and nothing was sent:
network-since-was-loaded-page = Since it was loaded, this page has made
network-none-went-anywhere-else = All went to the page’s own server.
network-went-elsewhere = { $n ->
    [one] 1 went to another server.
   *[other] { $n } went to other servers.
}
network-whether-page-opens-without = It is not known yet whether the page opens offline.
network-pages-files-being-stored = The page’s files are being stored so that it opens offline.
network-pages-files-stored-opens = The page’s files are stored: it opens and works offline.
network-page-does-not-open = The page does not open offline: { $reason }.
common-every-file = Every file
network-what = Address
network-asked = Requested by
network-times = Count
network-what-list-can-cannot = What this list shows and what it does not
network-holds-what-browser-tells = It lists what the browser reports about requests of the page, its workers and the service worker that stores its files, including those
network-where-answer-came-out = answered from the browser’s own storage. It cannot show what the browser itself or its extensions send, or what a{" "}
network-worker-asked-ended-before = worker requested that ended before it could report it.
network-you-need-not-believe = You can check this yourself: the developer tools (F12, “Network”) show the same, and the page works with the network disconnected.
network-requests-2 = { $n ->
    [one] 1 request
   *[other] { $n } requests
}
network-begins-once-stored = It loads as soon as everything you did is saved.
network-new-version-page-ready = A new version of this page is ready.
network-begins-when-you-want = Load it whenever you like; what is saved is kept.
network-other-tabs-still-use = { $n ->
    [one] Another tab still uses this version. Close it, then try again.
   *[other] { $n } other tabs still use this version. Close them, then try again.
}
network-load = Load
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
hearing-label-renamed = Label { $old } renamed to { $new }.
hearing-label-removed = Label { $label } removed.
hearing-labels-removed = { $n } labels removed.
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
hearing-no-answer = answer cleared
hearing-not-flagged = flag removed
hearing-no-note = note removed
common-text = The text
annotate-saving = saving…
annotate-from-file = ✓ from the file
annotate-accepted-suggestion = ✓ accepted suggestion
annotate-saved = ✓ saved
annotate-took = · { $seconds } s
annotate-labeling = Labeling
common-part = part
annotate-previous-pick = Previous pick
common-previous-or-k = Previous (← or k)
annotate-next-pick = Next pick
common-next-or-j = Next (→ or j)
annotate-empty-text = (an empty text)
annotate-which-labels-can-text = Which labels can a text have? Add the first one; it gets the key 1.
annotate-large-text = Large text
annotate-large-text-title = Large text in the middle, with the map next to it
annotate-more-below = more
annotate-next = Next
common-clear = Clear
common-undo = Undo
common-redo = Redo
annotate-comes-again-after-others = It comes back after the others
annotate-skip = Skip
annotate-nobody-could-tell-from = The text does not say enough for a label; it does not come back
annotate-cant-tell = Can’t tell
annotate-come-back = Mark the text to come back to it
annotate-flag = ⚑ Flag
annotate-guidelines-keys = Guidelines, keys
annotate-labeled-picks = Labeled picks
common-labeled-of = { $n_labeled } of { $n_picks } labeled
annotate-skipped = , { $n_skipped } skipped
annotate-nobody-can-tell = , { $n_cannot } can’t tell
annotate-left-at-your-pace = (average { $each } s, { $time } left)
annotate-seconds-each = (average { $each } s)
annotate-settled-otherwise = settled as { $answer } under “Agreement”; that counts
annotate-disputed = Annotators disagree; settle it under “Agreement”.
annotate-of-one = { $answer }, by one annotator
annotate-unanimous = { $answer }, by all who labeled it
annotate-adjudicated = { $answer }, as settled
annotate-not-saved-yet = { $n_unsaved } not saved yet
annotate-held = { $n_unsaved } not saved yet: → continues
annotate-answer = Answer
annotate-saves-goes-on = saves it and moves to the next text.
annotate-label-so-far = Label so far: { $label }. Your answer replaces it.
annotate-edit-label = Edit it as an answer
annotate-note = Note
annotate-anything-worth-remembering-text = Anything worth remembering about this text
annotate-among-early = Picked from the texts that were embedded by then.
annotate-unread = The encoder read { $percent } % of this text, up to the ┊. Map, neighbors and suggestions ignore the rest.
annotate-why-text = Why this text?
annotate-other-columns = Other columns

## labeling/list_view.rs
common-picks = Picks
picks-rank = { $n_picks }, by rank
picks-ranks = Picks { $first } to { $last }
picks-labeled-no-picks = Labeled, but not picked
picks-which-are-listed = Texts shown in the list
picks-before-added = Picked from the { $among } texts that were here before others were added. The next ones are picked from all { $n } texts.
picks-pick-more = Pick { $more } more
picks-pick-more-2 = Pick more
picks-give-number-from-1 = Enter a number from 1 to { $left }.
picks-picks-stay-their-labels = The picks keep their labels; { $n ->
    [one] 1 skipped or can’t-tell text will be replaced.
   *[other] { $n } skipped or can’t-tell texts will be replaced.
}
picks-how-many-more = How many more
picks-those-there-stay-their = Existing picks stay, with their labels
picks-edges-inside-part-no = Its neighbors in its part, without earlier picks
picks-degree = neighbors
picks-flagged = Flagged
picks-flagged-2 = flagged
picks-note = note: { $note }

## run/coverage_view.rs
coverage-all-labeled = Labeled: all { $all }.
coverage-labeled = Labeled: { $n } of { $all }.
coverage-coverage = Coverage
coverage-as-table = As a table
coverage-facility-coverage-share-covered = Average similarity to the picks and share of covered texts, by number of labels; the table has the numbers
coverage-facility-coverage = average similarity to the picks
coverage-covered-texts = covered texts
coverage-labeled-so-far = labeled so far
coverage-coverage-as-table = Coverage as a table
coverage-what-labels-cover-one = What the labels cover, one after another: each covers its text and that text’s neighbors
common-facility-coverage = Average similarity
common-added = added
common-covered-texts = Covered texts

## shell/help.rs
help-give-label-number-go = give the label with this key and, where a text has one label, move to the next text. Digits always give labels; “Edit labels” gives a label another key, and a label keeps its key when others are moved or removed
help-give-labels-past-ninth = give labels past the ninth (all letters but j, k, s, u)
help-clear-label = clear the answer
help-next-text = next text, or the next line of the list that has the focus
help-previous-text = previous text, or the line before
help-read-on = scroll through a long text
help-go-on-next-text = go to the next text without an answer
help-skip-comes-again-after = skip: it comes back after the others
help-cant-tell-nobody-could = can’t tell: the text does not say enough; it does not come back
help-flag-come-back = flag it, to come back to
help-list-next-kind = list only texts to label, labeled, flagged, with a note, … in turn
help-find-label = find a label by its name, and give it; or add one
help-enter-begins-answer = where you write answers: start writing; Esc leaves the field
help-saves-answer-goes-on = where you write answers: save the answer and go to the next text
help-single-keys = Use single keys as shortcuts. Turn this off for speech input: then only buttons, Tab and shortcuts with { $control } work.
help-write-note-escape-leaves = write a note; Esc leaves the field
help-show-what-labels-so = show or hide the suggestion for the text
help-accept-suggestion-shown = accept the suggestion that is shown
help-show-texts-similar-one = show the texts that are similar to this one, to label many of them
help-fold-why = show or hide why the text was picked and what is similar to it
help-undo = undo
help-back-up = back the project up
help-redo = redo
help-on-map-zoom-arrow = on the map: zoom; the arrow keys move it, Home shows all of it
help-on-map-go-pick = on the map: go to the pick nearest to the center
help-list-below-map-go = in the list below the map: move through it, open and close its groups
help-list-below-map-zoom = in the list below the map: zoom to it, mark it, show only this group
help-list-below-map-find = in the list below the map: go to the entry with this name (j and k go to the next and previous line, unless they continue a word)
help-list-below-map-label = in the list below the map: label the text that has the focus
help-list-below-map-show = in the list below the map: show the texts that are similar to this one
help-lasso = on the map, while drawing a lasso or a box: add to the marked texts, or remove from them
help-agreement-settle = in “Agreement”: settle the text with the label or choice that has this key
help-agreement-other = in “Agreement”: find other labels, or write an answer
help-agreement-majority = in “Agreement”: settle by majority, wherever more than half agree
help-agreement-cannot-tell = in “Agreement”: can’t tell, or mark as not settled
help-paste = outside of fields: open the copied table or texts
help-think-play = in “How picking works”: play and pause
help-think-step = in “How picking works”: one step back or forward; Home and End: to the first and the last
help-think-event = in “How picking works”: one event back or forward
help-help = this help
help-guidelines = Guidelines
help-when-does-text-have = When does a text get which label? What about hard cases? Everyone who labels reads it here.
help-guidelines-keys = Guidelines and keys
help-everything-works-mouse-touch = Everything works by mouse and touch too.
help-blind-checks = Blind checks
help-blind-check-is = For one text in ten that you label, the page makes a suggestion and hides it. “Blind check” appears at that text, and only there. When you give the label, the two are compared; a count below the labels shows how many suggestions were right. If you skip the text, the next one is checked instead. Undoing the label also undoes the check.

## labeling/label_set_view.rs
label-set-paste-list = Paste a list to add one label per line; a table can also contain keys and meanings
label-set-new-label = New label
label-set-new-or-on = New label, or Enter to continue
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
label-set-differ-by-case = { $first } and { $second } differ only in upper and lower case. To merge them, give one the name of the other.
label-set-share-color = { $first } and { $second } have the same color. The button to the left of a label gives it the next one.
label-set-more-than-colors = There are { $n_colors } colors, so some labels share one.
label-set-look-the-same = Two labels “{ $first }” look the same but are spelled differently ({ $spelled } / { $other }). If they mean the same, give one the name of the other to merge them.
label-set-edit-labels = Edit labels
label-set-text-has = A text has

## team/agreement_dialog.rs
common-agreement = Agreement
agreement-reliable-krippendorffs-rule-0 = reliable, by Krippendorff’s rule of 0.8
agreement-good-tentative-conclusions-krippendorffs = good for tentative conclusions, by Krippendorff’s rule of 0.667
agreement-too-low-rely-on = too low to rely on, by Krippendorff’s rule of 0.667: the guidelines may need revision
agreement-how-far-you-agree = How much you agree
agreement-all-annotators-beyond-chance = Of all annotators, beyond chance: 1 is full agreement, 0 is agreement by chance. Distances between sets of labels are MASI.
agreement-krippendorffs = Krippendorff’s α
agreement-on = on { $n ->
    [one] 1 text
   *[other] { $n } texts
} that at least two labeled
agreement-every-two-annotators = Each pair of annotators
agreement-two-annotators = Pair of annotators
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
agreement-settle-3 = Settle
agreement-another-answer = Another answer
agreement-settle-answer = Settle with this answer
agreement-majority = { $n ->
    [one] Settle 1 by majority
   *[other] Settle { $n } by majority
}
agreement-majority-title = Settles every text to which more than half of its annotators gave the same answer. One step; u undoes it.
agreement-other-labels = Other labels
agreement-composed-keys = Choose with ↑ and ↓. Enter adds a label or removes it again; Esc closes without settling.
agreement-found-keys = Choose with ↑ and ↓. Enter settles with the label; Esc closes without settling.
agreement-nothing-in-common = No text labeled by both: { $pairs }.
agreement-pairs-shown = Pairs { $first } to { $last } of { $n }
agreement-previous-pairs = Previous pairs
agreement-next-pairs = Next pairs
agreement-more-of-text = and { $n } more, which are not shown
agreement-label = Label
agreement-label-by-label = Label by label
agreement-specific = Where one of two gave the label, how often the other did (positive specific agreement)
agreement-agreed = Agreed
agreement-given-by-both = Given by both
agreement-given-by-one = By only one
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
alike-cosine-text = Cosine similarity to the text
alike-graph-embeddings-not-at = Distance in the graph; the embeddings are not available
alike-go-text = Go to this text
alike-go = go
common-texts-say-same = Near-duplicates
alike-looking-them = Searching…
alike-no-two-texts-say = No near-duplicates found.
alike-texts = { $texts } texts in { $groups ->
    [one] 1 group
   *[other] { $groups } groups
}
alike-same-words = the same words
alike-cosine = cosine { $percent }
alike-same-words-whatever-case = Texts with the same words, ignoring case and spaces, or neighbors whose embeddings are similar enough to that of the group’s first text. Nothing is deleted: copy the label of one text to the others in its group.
alike-at-least-so-near = Minimum similarity
alike-only-texts-same-words = Only texts with the same words were found:
alike-groups-texts-say-same = Groups of near-duplicates
alike-mark-group = Marks all texts of the group on the map, where you can label them together
common-show-more = Show { $portion } more
alike-show-more-texts = Show { $portion } more of { $left }
common-takes-all-back = reverts all of it.
alike-each-group-where-all = Where all labels in a group agree, its other texts get the same label
alike-label-all-as-their = Copy labels within groups
alike-label-groups-as-their = { $count ->
    [one] Copy labels within 1 group
   *[other] Copy labels within { $count } groups
}
alike-label-all-as = Label all as

## ui/column_select.rs
columns-find = Find a column
columns-listed = { $listed } of { $n } are listed; type a part of the name to find others

## compare/dialog.rs
compare-comparing-runs = Comparing: { $done } of { $all } runs
compare-compare-methods-on-these = Compare methods on these texts
compare-compare-methods = Compare methods
compare-selection-under-way-compare = A selection is running; compare when it is finished.
compare-runs-every-method-at = { $runs ->
    [one] 1 run.
   *[other] { $runs } runs: every method with every number of texts and every seed.
}
compare-each-selects-from-your = Every method selects from your texts; all other settings are as on the page. No language model is asked.
compare-here-each-duplicate-counts = Here each duplicate counts separately.
compare-methods = Methods
compare-all = All
compare-none = None
compare-budgets = Texts to label
compare-how-many-texts-pick = How many texts to pick.
compare-seeds = Seeds
compare-once-each = Each method runs once per seed.
compare-comparing = Comparing…
compare-compare = Compare
compare-true-labels = True labels
compare-none-time-coverage-only = none: time and coverage only
compare-picks-measured-them-no = Used only to measure the picks. No method sees a label.
compare-run-picks-seed = Run { $number } of { $all }: { $method }, { $budget ->
    [one] 1 pick
   *[other] { $budget } picks
}, seed { $seed }
compare-of = { $stage }: { $done } of { $total }
compare-beginning = Starting
common-runs-done = Runs done
compare-all-runs-ready = { $all ->
    [one] The run is done.
   *[other] All { $all } runs are done.
}
compare-stopped-after-runs = Stopped after { $done } of { $all } runs.
compare-results = Results
compare-was-compared-other-settings = These results are for other settings or labels than those chosen now.
compare-means-seeds-standard-error = Means of { $n_seeds } seeds ± standard error
compare-one-seed = One seed
common-save-as-csv = Save as CSV
compare-seeds-2 = { $n } of { $all } seeds
compare-all-methods = All methods
compare-how-texts-selected = How the texts are selected
compare-budget = The number of texts to label
compare-sort = { $hint }. Sort by this column.

## confidences/panel.rs
confidences-confidences = Confidences
confidences-answers-not-kept-browser = ⚠ Answers are not stored in this browser:
confidences-they-last-until-page = . They last until the page is reloaded.
confidences-beyond-picks-vote-k = For more than { $vote_k_first } picks, vote-k needs to know how sure a language model is of each text: from a CSV with the columns row and confidence, or by asking a model. No model is asked without your consent.
confidences-texts-from = { $n } texts, from { $source }.
confidences-do-not-use-them = Do not use them
confidences-choose-csv = Choose a CSV…
confidences-address-you-type = the address that you enter
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
confidences-key-if-wants-one = Key, if required
confidences-never-stored-gone-when = Never stored; forgotten when you close the page.
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
find-label-keys = Choose with ↑ and ↓. Enter gives the highlighted label; Esc closes without giving one.

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
export-no-second-copy = The second copy of your labels, which protects against a damaged database, is not kept: { $reason }. The labels themselves are stored.
export-never-yet = not backed up yet
export-never-yet-browser-only = not backed up yet: { $n ->
    [one] 1 change is
   *[other] { $n } changes are
} in this browser only
export-browser-has-promised-keep = This browser keeps your work until you delete it.
export-browser-may-delete-your = This browser may delete your work when the disk is full, and Safari does so after seven days without a visit: back it up regularly.
export-ask-to-keep = Ask the browser to keep your work
export-browser-cannot-asked-keep = This browser cannot be asked to keep your work: back it up regularly.
export-back-up-project = Back up the project
export-project = Project
export-texts-picks-labels-settings = Texts, embeddings, picks, labels and settings as one file; drop it here to continue, on this device or another
export-saved-file = saved to { $name }
export-next-backup-asks = The next backup asks where to save it
export-another-file = Another file
export-csv-excel = CSV for Excel
export-csv-excel-semicolons = CSV for Excel, semicolons
export-tsv = TSV
export-label-studio = Label Studio
export-hugging-face = Hugging Face
export-times = Include times
export-times-hint = When each text was labeled (labeled_at) and how many seconds you took (seconds), in every file; for colleagues only when.
export-guard = Keep spreadsheets from running formulas
export-guard-hint = In CSV and TSV: an apostrophe before each cell that begins with =, +, -, @, a tab or a line break. This page removes it when it opens the file.
exporting-guarded = { $n ->
    [one] 1 cell now begins with an apostrophe so that no spreadsheet runs it as a formula
   *[other] { $n } cells now begin with an apostrophe so that no spreadsheet runs them as a formula
} ({ $n_columns ->
    [one] column
   *[other] columns
} { $columns }). When opened here again, the file is as it was.
exporting-formulas = { $n ->
    [one] 1 cell begins like a formula
   *[other] { $n } cells begin like a formula
} ({ $n_columns ->
    [one] column
   *[other] columns
} { $columns }), and a spreadsheet may run { $n ->
    [one] it
   *[other] them
}. If you will open it in Excel, tick “Keep spreadsheets from running formulas”.
export-zip-file-tasks-json = A zip file: tasks.json to import, and the labeling configuration to set first
export-zip-file-unpacked-folder = A zip file with a folder that load_dataset reads and that you can push as it is
export-utf-8-mark-which = UTF-8 with the mark that Excel needs
export-semicolons-for-decimal-commas = The same with semicolons between the cells, for an Excel with decimal commas, such as German.
export-export-another-format = Export in another format
common-labeled = Labeled
common-all-picks = All picks
export-texts-disputed-they-have = { $n ->
    [one] Annotators disagree about 1 text: it has no label here until you settle it under “Agreement”.
   *[other] Annotators disagree about { $n } texts: they have no label here until you settle them under “Agreement”.
}
export-every-column-your-file = The export keeps every column of your file and puts rank, row (counted from 0), part, degree and label in front.
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
export-labeled-texts-their-embeddings = Labeled texts, their embeddings and the template as one file, for “fastgas prompt --pack” or your own program
export-packing = Packing…
export-pack-json = Pack (JSON)

## suggestions/review_dialog.rs
offers-accept-suggestions = Accept suggestions
offers-making-suggestions = Making suggestions…
offers-nothing-suggested-here-so = No suggestion here is that confident.
offers-texts-taken-out = { $count ->
    [one] 1 text
   *[other] { $count } texts
}, { $out } left out
offers-texts-which-you-said = Texts without an answer from you. Your answers do not change; accepted suggestions stay marked as suggested.
offers-suggestions-least-sure-first = Suggestions, least confident first
offers-accept = Accept { $n_ticked }
offers-texts-2 = Texts in
offers-all-parts = all parts
offers-at-least-so-sure = Minimum confidence
offers-percent = { $least } percent
offers-how-often-each-label = Number of texts per label

## prompts/dialog.rs
prompt-try-prompt = Try a prompt
prompt-prompt = The prompt
prompt-text-answer = New text
prompt-type-or-paste-text = Type or paste a text that has no label
prompt-column = Column
prompt-no-prompt-something-wrong = No prompt yet: first correct the marked errors.
prompt-making-prompt = Making the prompt…
prompt-prompt-appears-here-as = The prompt appears here as you type; none of it leaves this page.
prompt-browser-does-not-let = ⚠ The browser does not let this page copy. Select the prompt and copy it, or save it.
prompt-copied = ✓ Copied
prompt-copy = Copy
prompt-save-as-jsonl = Save as .jsonl
prompt-save-as-txt = Save as .txt
prompt-above-limit = , above the limit of { $limit }
prompt-demonstration-tokens-tokenizer-other = { $shots ->
    [one] 1 demonstration
   *[other] { $shots } demonstrations
}, { $tokens } tokens by the tokenizer of { $counted_by }{ $above }. Other models count slightly differently.

## prompts/settings.rs
prompt-settings-demonstrations = Demonstrations
prompt-settings-labeled-texts-shown = Labeled texts that are shown.
prompt-settings-same-seed-same-demonstrations = Same seed, same demonstrations.
prompt-settings-tokens-at-most = Maximum tokens
prompt-settings-no-limit = no limit
prompt-settings-where-there-more-least = If there are more, the least similar demonstrations are left out.
prompt-settings-needs-other-columns = {" "}(needs other columns)
prompt-settings-your-own = Your own template
prompt-settings-words-template = Text of the template
prompt-settings-change-your-own = If you change it, it becomes your own template.
prompt-settings-text = is the text,
prompt-settings-label = its label
prompt-settings-other-columns = ; other columns:
prompt-settings-which-ones = Which ones
prompt-settings-most-similar-most-similar = The most similar, most similar last
prompt-settings-random-ones = Random ones
prompt-settings-holds-no-vector-new = { $file } has no vector for a new text, so an encoder has to find what is similar: { $encoder } embeds your text and the labeled ones. If it does not suit your texts, use another encoder or random demonstrations.
prompt-settings-shown-as = Shown as
prompt-settings-one-text = One text
prompt-settings-messages-chat-json-lines = Messages of a chat (JSON lines)

## suggestions/panel.rs
suggested-blind-check = Blind check:
suggested-what-would-suggested-here = a suggestion for this text is ready and stays hidden. It is compared with the label that you give, which shows how reliable suggestions are. One text in ten is checked this way.
suggested-making-suggestion = Making a suggestion…
suggested-suggestion = Suggestion
suggested-what-labels-so-far = What the labels so far suggest for this text
suggested-suggestion-2 = ✳ Suggestion
suggested-look-through-suggestions-part = Review the suggestions for a part and accept them together
suggested-accept-many = Accept many…
suggested-texts-similar-one = The texts that are similar to this one
suggested-similar = Similar
suggested-duplicates = Near-duplicates…
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
team-take-s-labels-out = Remove { $name }’s labels from this project
team-take-their-labels-out = Remove their labels; merging their file again brings them back
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
} a final answer.
team-team = Team
common-you = You are
team-your-name-if-others = your name, if others label too
team-texts-picks-label-set = Texts, picks, label set and guidelines as one file, without anyone’s labels: a colleague opens it on this page and labels independently
team-copy-colleague = Copy for a colleague
team-what-colleague-backed-up = A colleague’s backup: their labels are added to the project and replace none of yours
team-merge-colleagues-file = Merge a colleague’s file
team-settled-otherwise = {" "}{ $n ->
    [one] 1 text
   *[other] { $n } texts
} settled here had a later, different decision in the file, which now counts.
team-replaced = {" "}{ $n ->
    [one] 1 answer of another colleague was replaced by a later one in this file. If that is wrong, remove that colleague and merge their own file.
   *[other] { $n } answers of other colleagues were replaced by later ones in this file. If that is wrong, remove those colleagues and merge their own files.
}
team-settles-what-agrees = { $n ->
    [one] This file settles 1 text differently from everyone who labeled it.
   *[other] This file settles { $n } texts differently from everyone who labeled them.
} If that is intended, merge again; settled answers override all labels.
team-add-texts-first = { $n ->
    [one] Add its new text first
   *[other] Add its { $n } new texts first
}
team-a-copy = A copy to label, with { $texts } texts; it has no labels yet.
team-copy-opens = It opens as a new project, and this one stays among your projects. { $n ->
    [0] You have no answers for its texts yet.
    [one] Your answer for 1 text is copied.
   *[other] Your { $n } answers are copied.
}
team-open-copy = Open
team-open-with-mine = Open with my answers
team-open-without-mine = Open without my answers
team-show-all = Show final labels in lists and map
team-merge-all = Merge all { $n }
team-waiting = { $n ->
    [one] 1 more file is waiting.
   *[other] { $n } more files are waiting.
}
team-columns-too = Include { $n ->
    [one] the other column
   *[other] the other columns
}: { $columns }
team-texts-labeled = { $n ->
    [one] 1 text labeled
   *[other] { $n } texts labeled
}
team-no-text-in-common = None of its texts is in the open project, which stays among your projects.
team-new-labels = {" "}{ $n ->
    [one] 1 label was added to your label set: { $labels }.
   *[other] { $n } labels were added to your label set: { $labels }.
}
team-nothing-new = none new
team-new = { $n } new
team-has-your-own-too = {" "}It also has { $n ->
    [one] 1 entry
   *[other] { $n } entries
} of your own; your entries here do not change.
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
    [one] 1 text has a label from that project’s table. It counts as a label of the person who labeled it
   *[other] { $n } texts have labels from that project’s table. They count as labels of the person who labeled it
}
team-was-labeled = It was labeled by
team-merged-their-labels-stand = Their labels are kept separately and replace none of yours. Where you disagree, no label counts until you settle it.
team-beside-theirs-your-labels = You start without labels of your own; theirs are kept and not shown while you label.
team-go-on-where-stopped = Continue where it stopped
team-merge-beside-mine = Merge with yours
team-label-beside-them = Add your own labels

## map/canvas_view.rs
map-canvas-map-texts-parts-picks = Map of { $pool } texts in { $parts ->
    [one] 1 part
   *[other] { $parts } parts
}, with { $picks ->
    [one] 1 pick marked
   *[other] { $picks } picks marked by rank
}. The list below shows the same as text.
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

## map/renderer/mod.rs
map-map-drawn-last-picks = The map is drawn last. The picks are ready: you can start labeling.
map-outgrown = There are { $n } texts now. The next picks come from all of them, and the map will be redrawn with all of them.
map-there-no-map-selection = There is no map of this selection. Select again to draw it.
map-unsettled = The map was stopped before it was finished. Select again to finish it.

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
map-tools-take-picture-what-seen = Save the map as an image
map-tools-save-what-seen-as = Save this view as an image
map-tools-save-what-seen-as-shapes = Save this view as a vector graphic
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
map-tree-only-these-others-stand = Show only these; fade the others (F)
map-tree-zoom-these-enter = Zoom to these (Enter)
map-tree-found = found
map-tree-more-show = { $left } more; show { $portion }
map-tree-map-as-list = The map as a list

## import/append.rs
adding-has-embeddings = The project has its own embeddings, in { $file }, and there are none for the new texts. Open all texts as one file with embeddings for all of them, and merge a backup of this project into it; or have the texts embedded here (under “Data”), then add the new ones.
adding-brings-embeddings = The file comes with its own embeddings, { $file }, but the project’s texts are embedded here. Add the table alone: its texts are embedded here too.
adding-has-no-ids = The project identifies its texts by their column { $column }, which this file does not have.
adding-id-of-another-text = { $n ->
    [one] “{ $id }” in column { $column } belongs to another text in the project: with one ID for two texts, it is unclear which is meant.
   *[other] { $n } IDs of this file belong to other texts in the project, “{ $id }” in column { $column } first: with one ID for two texts, it is unclear which is meant.
}
adding-was-not-added = { $file_name } was not added
adding-others-not-opened = { $n ->
    [one] 1 more file was not opened
   *[other] { $n } more files were not opened
}
adding-opened-as-own = { $file_name } was opened as a new project, so it is unclear where they belong
adding-drop-again = Open the project that they belong to, then drop them again.
adding-has-no-such-column = the project’s texts are in column { $name }, and this file has: { $columns }
adding-name-it-so = Give its text column that name and add it again, or open the file as a new project.

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
candidate-add-tokenizer-json-belongs = Add the tokenizer.json that belongs to the model; it is in the model’s main folder.
candidate-maximum-length-not-whole = the maximum length “{ $text }” is not a whole number of 1 or more
candidate-leave-empty-read-as = Leave it empty to read as many tokens as the model can.
candidate-onnx-file-missing-holds = the ONNX file is missing; { $path } holds the weights in another form
candidate-add-models-onnx-file = Add the model’s .onnx file, or make one: optimum-cli export onnx --model MODEL FOLDER.
candidate-onnx-file-missing = the ONNX file is missing
candidate-add-models-onnx-file-hubs = Add the model’s .onnx file; hubs often keep it in a folder named onnx.
candidate-does-not-work-stays = { $model } does not work; { $in_use } stays in use
candidate-file-may-damaged-or = The file may be damaged, or need more memory than a page has: download it again, or use a smaller or quantized version of the model.
candidate-file-may-have-been = The file may have been moved or changed: close this and add the files again.
candidate-file-has-page-opens = the file { $path } has { $bytes }, and this page opens { $limit } at most
candidate-use-smaller-or-quantized = Use a smaller or quantized version of the model, or the terminal program “fastgas”.

## run/memory_limit.rs
capacity-texts-too-many-page = { $n } texts are too many for this page
capacity-they-would-take-memory = they need { $needed } of memory, and a browser gives { $most_bytes } to one worker
capacity-select-from-at-most = Select from at most { $one } texts here, or from all of them in a terminal, with “fastgas select”.

## compare/state.rs
comparison-no-method-chosen = no method is chosen
comparison-choose-at-least-one = Choose at least one method.
comparison-budgets = numbers of texts
comparison-seeds = seeds
comparison-among-not-whole-number = “{ $word }” among the { $what } is not a whole number in range
comparison-give-whole-numbers-commas = Enter whole numbers, separated by commas.
comparison-there-no = there are no { $what }
comparison-give-at-least-one = Enter at least one.
comparison-no-file-open = no file is open
comparison-open-one = Open a file.
comparison-comparison-stopped = The comparison failed

## confidences/state.rs
confidences-in = in { $file_name }, { $error }
confidences-at = { $model } at { $host }
confidences-each-goes-labeled-example = Each is sent to { $address } with { $examples ->
    [one] 1 labeled example
   *[other] { $examples } labeled examples
}. This page has no control over what happens to them there.
confidences-others-answered-already-stay = {" "}{ $answered ->
    [one] 1 other is already answered and is not sent.
   *[other] { $answered } others are already answered and are not sent.
}
confidences-way-there-not-encrypted = {" "}The connection is not encrypted: others on the network can read them.

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
coverage-label-adds = The { $label } pick adds { $facility_coverage } average similarity and { $texts }.
coverage-together-facility-coverage-which = Together: { $facility_coverage } average similarity, which is the mean cosine of a text to its nearest pick; { $covered_vertices } of { $n_instances } texts { $covered_vertices ->
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
encoder-nothing-on-fast-kernels = Slow: no part of the model runs in fast code
encoder-products-on-fast-integer = { $products ->
    [one] 1 fast matrix product
   *[other] { $products } fast matrix products
}
encoder-some-operators-plain-slower = { $fast }, some operators slower
encoder-vectors-may-differ-their = Vectors may differ slightly between devices, and picks with them, because of { $operators }.
encoder-about-short-texts-second = about { $texts_per_second } short texts per second on one worker
encoder-mean-all-tokens = Mean of all tokens
encoder-first-token-cls = First token (CLS)
encoder-maximum-all-tokens = Maximum of all tokens
encoder-layer-on-fast-integer = { $count ->
    [one] 1 layer
   *[other] { $count } layers
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
importing-write-columns-between-braces = Write column names in braces, such as {"{"}text{"}"}.
importing-does-not-say-encoding = { $file_name } does not state its encoding
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
importing-another-number-cells-padded = { $rows } with too few or too many cells filled up: { $lines }.
importing-left-out = { $rows } left out: { $lines }.
importing-no-text = { $blank ->
    [one] 1 empty line does not count as a text.
   *[other] { $blank } empty lines do not count as texts.
}
importing-unguarded = { $n ->
    [one] 1 cell is
   *[other] { $n } cells are
} read without the apostrophe that guards formulas in this file.
importing-loose-quotes = Quotes around the beginning of a cell removed: { $lines }.
importing-lines-above = { $n ->
    [one] 1 line above the table is
   *[other] { $n } lines above the table are
} left out.
importing-delimiter-in-doubt = What separates the cells of { $file_name }?
importing-delimiter-there = there are { $rows } rows, or { $others } if cells are separated by { $delimiter }
importing-choose-delimiter = Check whether the rows below are right; if not, choose what separates the cells.
importing-quotes-in-doubt = { $file_name } has quotes that do not enclose a whole cell
importing-loose-quotes-there = text follows the closing quote of a cell in { $lines }, and such quotes are removed
importing-quotes-are-letters-or-not = Check whether the texts below are right; if not, choose “Quotes belong to the text”.
importing-quotes-behind-backslashes = There is a backslash before some of them. If these quotes belong to the text, choose “Double quotes " enclose cells, \" inside”.
importing-joined-in-doubt = { $file_name } may have quotes that belong to the text
importing-joined-there = a quote at the beginning of a cell encloses what looks like several rows: { $lines }; there are { $rows } rows, or { $others } if quotes belong to the text
importing-joined = A quote may have joined several rows into one: { $lines }.
importing-backslashes = There is a backslash before some of these quotes: choose “Double quotes " enclose cells, \" inside” if they belong to the text.
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
labeling-means-another = in merged labels, colleagues use { $name } for { $other }
labeling-label-stays = { $name } was not removed
labeling-colleagues-give-it = colleagues gave it to { $n ->
    [one] 1 text
   *[other] { $n } texts
}
labeling-join-it = To merge it with another label, give it the name of that label.
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
measures-share-other-texts-whose-label = Share of the other texts whose label wins the vote of the three most similar picks
measures-commonest-label = Baseline: commonest label
measures-share-other-texts-have = Share of the other texts that have the commonest label: the accuracy of always giving this one
measures-labels-found = Labels found
measures-share-all-labels-some = Share of all labels that at least one pick has
measures-accuracy-spread = Accuracy after spreading labels
measures-share-other-texts-get = Share of the other texts that get their own label when the picks’ labels are spread over the graph
measures-mean-cosine-text-nearest = Mean cosine of a text to its nearest pick; needs no labels
measures-texts-picks-or-neighbors = Texts that are picks or neighbors of one; needs no labels
measures-redundant-pairs = Redundant pairs
measures-pairs-picks-cosine-above = Pairs of picks with a cosine above 0.9, which are almost the same
measures-time = Time
measures-from-neighbors-picks-one = From the neighbors to the picks, in one worker on this device

## network/state.rs
network-offline-copy = offline copy
network-language-model = language model
network-opens-embeds-later = The page’s files are stored: it opens offline. To embed offline, it also needs the encoder and its model. They are fetched when first needed or a while after you opened a file, unless you gave embeddings or the browser saves data.
network-no-service-worker = this build of it has no service worker
network-no-copies-here = this browser keeps no copy of it, or not from this address
network-hindered = something prevents this browser from storing its files
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
project-row-spoken-pool-has = row { $row } is mentioned, but the rows are 0 to { $last }
project-without-name = without a name
project-parts-or-positions-not = there are { $n } rows, but not as many parts or positions
project-has-rows-pool-has = { $file } has { $rows } rows, but there are { $n } texts

## projects/state.rs
projects-of-last-visit = The project of your last visit
projects-not-browser-any-more = { $id } is no longer in this browser
projects-browser-has-deleted-what = either the browser deleted what this page had stored, which can happen when the disk is full or site data are cleared, or it was never written to the disk
projects-if-you-have-backup = If you have a backup of it, drop that file here.
projects-was-not-changed = { $id } was not changed
projects-open-another-tab = it is open in another tab
projects-close-there-first = Close it there first.

## prompts/state.rs
prompting-few-shot-pack-was = The few-shot pack was not made
common-number-missing = a number is missing
prompting-give-whole-number-from = Enter a whole number of 0 or more.

## labeling/explain.rs
reason-neighbors-all-covered-earlier = Its neighbors are all covered by earlier picks.
reason-newly-covers-texts = { $n ->
    [one] It stands for 1 more text:
   *[other] It stands for { $n } more texts:
}
reason-newly-covers-texts-nearest = It stands for { $n } more texts; the nearest are:
reason-part-has-no-other = Its part has no other text.
reason-most-there = , the most there
reason-higher-than = , more than { $percent } % of the others
reason-has-part-texts = It has { $degree ->
    [one] 1 neighbor
   *[other] { $degree } neighbors
} in its part of { $part_size } texts{ $standing }.
reason-runner-up-there-had = The runner-up there had equally many neighbors, not counting earlier picks:
reason-runner-up-there-had-new = The runner-up there had { $margin ->
    [one] 1 neighbor
   *[other] { $margin } neighbors
} fewer, not counting earlier picks:
reason-another-text-there-had = Another text there had more neighbors, not counting earlier picks, but is less central among those it would stand for:
reason-another-text-there-had-more = Another text there had more neighbors, not counting earlier picks, but this method does not choose by that:

## rewriting.rs
rewriting-browser-has-closed-projects = the browser has closed this project’s database, for example because site data were deleted

## run/settings.rs
settings-workers-out-range = { $count } workers are out of range
settings-give-number-from-1 = Enter a number from 1 to { $max_workers }; one for each core of this device is best.
common-not-whole-number = “{ $text }” is not a whole number in range
settings-give-whole-number-from = Enter a whole number from 0 to 18446744073709551615; the same seed gives the same picks.
settings-give-whole-number-from-1 = Enter a whole number of 1 or more, or leave it empty for auto.
settings-give-whole-number-from-1-up = Enter a whole number of 1 or more.

## state/mod.rs
store-reading = Reading { $file_name }…
store-reading-2 = Reading { $file_name }: { $percent } %
store-reading-embeddings = Reading the embeddings: { $percent } %
store-loading-model = Loading the model
store-not-kept-browser = { $file } is not stored in this browser
store-used-until-page-closed = You can use it until you close or reload the page; then drop it again. To store it, free some space.
store-present-project-stays-as = ; your project is unchanged
store-many-dropped = Nothing was opened
store-each-is-a-project = these are several projects: { $names }
store-one-at-a-time = Open one after another, each with its own embeddings; all stay in the list of projects.
store-was-not-opened = { $file_name } was not opened{ $kept }
store-selection-stopped = The selection failed
store-what-picks-cover-not = The coverage of the picks is not known
store-not-kept-browser-2 = { $encoder } is not stored in this browser
store-used-until-page-closed-or = You can use it until you close or reload the page. To store it, free some space or empty the cache of embeddings, then drop its files here again.
store-encoders-files-still-browser = The encoder’s files are still in this browser
store-they-not-used-until = They are not used until you reload the page; then go back to the built-in encoder again.
store-beyond-picks-vote-k = for more than { $vote_k_first } picks, vote-k needs a language model’s confidences
store-see-below = Add them below.
store-makes-all-picks-at = { $method } makes all picks at once. To keep the existing picks, use another method, such as FastGAS.
store-settings-need-change-first = First change the settings: { $problem }.
store-encoder-you-brought-not = Your own encoder is not in use; { $encoder } is
store-bring-again = Drop its files here again.
store-without-embeddings = { $file_name } does not contain the embeddings
store-they-not-kept-any-more = They are no longer stored in this browser. The file contains everything else.
store-whoever-opens-waits = When the file is opened, the texts have to be embedded again. To include the embeddings, select again and back up again.
store-was-not-written = { $file_name } was not saved
store-all-in-browser-still = Everything is still in this browser. Free some space, then try again.

## suggestions/state.rs
suggesting-answer-written-not-suggested = There are no suggestions for written answers.
suggesting-without-graph-select-makes = Suggestions and similar texts come with the map, which “Select” draws.
suggesting-there-some-once-first = Suggestions come once you have labeled the first text.
suggesting-no-suggestion-could-made = No suggestion could be made: { $error }. { $advice }

## team/state.rs
team-say-whose-file = Enter whose file it is.
team-say-who-you-so = Enter your name, so that the two of you can be distinguished.
team-you-too-give-one = You are { $own } too. Give one of you another name, so that your labels do not replace each other.
team-you-too-your-own = You are { $own } too. If this is your own work from elsewhere or earlier, merge again: of two entries for one text, the later counts. Otherwise give one of you another name, so that your labels do not replace each other.
team-name-colleague-whose-labels = { $own } is the name of a colleague whose labels are here already.
team-labels-of-another = { $n ->
    [one] The label in the open project is { $before }’s.
   *[other] The { $n } labels in the open project are { $before }’s.
} If { $own } is another name of the same person, press the button again; the labels then get that name. If you are someone else, enter { $before } as your name here, or open the file as a new project.
team-opens-as = This opens { $theirs }’s work, and what is labeled in it counts as { $theirs }’s. If you are { $theirs }, press the button again. To label as { $own }, choose the other button.
team-your-labels-are-in-it = This file has labels by { $own }. If they are yours, press the button again to continue from them. Otherwise enter another name for yourself.
team-much-like-another = { $known } is here already. If { $theirs } is the same person, enter the name as it is here; if it is someone else, merge again.
team-another-of-that-name = { $theirs } is already the name of someone here, but this file does not continue their answers: it differs for { $n ->
    [one] 1 text.
   *[other] { $n } texts.
} Enter another name, or merge again if it is the same person.
team-colleagues-labels-beside-yours = This project has labels from colleagues, so you need a name.
team-name-colleague-whose-labels-here = { $name } is the name of a colleague whose labels are here.

## map/coloring.rs
coloring-label = label
coloring-first-label = label (the first if a text has several)
coloring-suggestion = suggestion
coloring-degree = degree (number of neighbors)
coloring-marked-or-not = marked or not
coloring-column = column “{ $name }”
coloring-marked = marked
coloring-not-marked = not marked
coloring-no-label = no label
coloring-disputed = disagreement
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
arriving-one-moment = One moment: the rest of the page is loading; what you did takes effect then.
arriving-not-whole = The page did not load completely
arriving-advice = Check the network connection, then try again; what you did is not lost. If the page was updated on its server meanwhile, reload it.

## explainer/tour.rs
tour-start = Twenty sentences
tour-start-text = Each dot is a sentence; the algorithm calls it a “vertex”. A line, an “edge”, joins sentences that mean similar things: each with the three nearest, so some have more than three lines. Dots and lines together are the graph. There is time to label four sentences. Which four say the most about the other sixteen?
tour-parts = First cut, then pick
tour-parts-text = The four best-connected dots might all be about the weather. So the graph is first divided into four parts. A line between two parts is “cut”: the fewer lines are cut, the more each part is about one thing. Without a rule, the cheapest cut would split off a single sentence, so parts must be of nearly equal size, “balanced”. The graph is cut in two, then each half in two again.
tour-region = A region grows
tour-region-text = To cut in two, start at any dot, here the ringed one, and add its neighbors, then their neighbors, until half of the dots are inside. Five are inside; red dashed lines would be cut. Press → (or ›, below the picture) to see the next dot join.
tour-tries = Ten tries, one winner
tour-tries-text = Where you start makes a difference, so ten regions grow from ten starts. The sentence below the picture says how many lines each of them would cut. The one that cuts the fewest lines is kept: it is what you see.
tour-moves = Better move by move
tour-moves-text = Now single dots change sides. A dot’s “gain” is how many fewer lines are cut when it moves: its lines to the other side minus those to its own. In the queue are the dots at the border at the beginning, and the neighbors of those that moved; of these, the one with the highest gain moves next, each dot once, even if the cut rises: a better place may lie behind a hill. A side may be one dot too large for a moment; then one must leave it. The first has moved; → moves the next. ⇧→ goes to the end, where all moves after the best moment, the lowest cut with balanced sides, are undone: full rings moved, dashed rings went back.
tour-four = Four parts
tour-four-text = Each half was cut in two in the same way. The algorithm was not told what the sentences are about, but read the words next to the dots of one color.
tour-pick = The first pick
tour-pick-text = In each part the dot with the most lines inside its part is picked: the ringed one. Its lines, thick and blue, are used up. How many lines a dot has is its “degree”; how many are left to it, its “residual degree”. Here each part gives one pick; where it gives more, the next is the dot with the most lines left. This is the greedy selection: take the most, again and again.
tour-end = The four to label
tour-end-text = One from each part, each with a ring. Label these four, and every other sentence is in the same part as one that is labeled; nearly all are joined with one.
tour-pairs = Large graphs: find pairs
tour-pairs-text = Another graph: 256 dots, each joined with those next to it. On thousands of dots, growing and moving one by one would be slow, and would see only a small corner at a time. So the graph is first made small, “coarsened”: dots are paired with a neighbor at random, by the thick lines; a few are left without a partner …
tour-one = … and make them one
tour-one-text = … and each pair becomes one heavier dot. That is one “level”; this repeats until a hundred dots or fewer are left. Where several lines become one, it counts as many as it replaces, so a cut costs the same in the small graph as in the large one. “Levels” shows the way: down the left side of the V, the graph gets smaller.
tour-bottom = The bottom: a first cut
tour-bottom-text = At the bottom of the V the graph is small enough to see all of it at once. Ten regions grow and the best is kept, as you have seen; each heavy dot counts as the dots merged in it, each thick line as the lines.
tour-up = Back up, refining on every level
tour-up-text = Then, up the right side of the V, each heavy dot becomes its two again, and the cut is refined as before: first whole groups change sides, at the end single dots. Here 16 lines are cut, and no cut into two halves does better.
tour-spider = Greedy is good, not perfect
tour-spider-text = Three picks should touch as many of these six lines as possible. Greedy took 0, the dot with the most lines; then 1 and 2, and the line from 3 to 6 is left. But 1, 2 and 3 touch all six. The research paper behind this page claims (its Proposition 1) that greedy is always best; this small graph shows that it is not. What is true: it reaches at least 63 % of the best.
tour-beside = The paper’s way and ours
tour-beside-text = Thirty small groups of six dots form a ring; seven parts cannot hold all of them whole. The paper’s way (“Paper”) cuts in two, then each half again; a later cut never corrects an earlier one. This page’s way (“Best”) merges whole clusters instead of random pairs, lets a dot go to any neighboring part, and then repeats coarsening and refining three times. Compare the two cuts. On graphs this small either may win; on thousands of texts “Best” does.
tour-yourself = Now yourself
tour-yourself-text = The friendships in a karate club, shortly before it split in two. Press Play (P) to watch the algorithm split it, or “You cut” to do it by hand and compare. “You pick” lets you choose what to label. Once you have selected from a file of your own, “How picking works” shows the same on your texts.

## explainer/text.rs
rule-matching = Coarsen by random matching
rule-matching-text = Visit the vertices in random order; pair each one that is still alone with a neighbor that is alone too. Each pair becomes one vertex. Weights add up, so a cut of the small graph is a cut of the large one.
rule-matching-source = Paper, appendix C, coarsening phase
rule-heavy-edges = Coarsen by heavy edges
rule-heavy-edges-text = Pair each vertex with the unmatched neighbor over the heaviest edge; ties to the lowest id. Heavy edges inside are edges that can no longer be cut.
rule-heavy-edges-source = Karypis & Kumar 1998; the paper matches at random
rule-growing = Grow a region
rule-growing-text = On the coarsest graph, start at a random vertex and add its neighbors, breadth first, until half of the weight is inside. Ten regions are grown; the one that cuts least is kept.
rule-growing-source = Paper, appendix C, partitioning phase
rule-greedy-growing = Grow a region greedily
rule-greedy-growing-text = Start at a random vertex and always add the one that raises the cut least. Four regions are grown and refined; the one that cuts least is kept.
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
rule-cycling-text = Coarsen again without joining different parts, and refine on the way back: whole clusters move where single vertices could not. A worse result is thrown away.
rule-cycling-source = Not in the paper: Walshaw 2004
rule-picking = Pick the largest residual degree
rule-picking-text = In each part, pick the vertex with the most edges inside the part that touch no earlier pick. It is removed with its edges. Ties: the higher degree in the whole graph, then the lowest id.
rule-picking-source = Paper, section 3, greedy node selection
rule-proposing = Parts propose, coverage decides
rule-proposing-text = Each part proposes its eight best by residual degree; from all proposals, the one that raises the centered coverage of all texts most is taken, again and again. This is the mean cosine of a text to its nearest pick, with the mean of all embeddings subtracted from each.
rule-proposing-source = Not in the paper, whose parts ignore each other
rule-middles = Move to the middle
rule-middles-text = Each pick moves to the text in the middle of those that it represents.
rule-middles-source = Not in the paper: k-means, Lloyd 1982
rule-counting = How many parts?
rule-counting-text = M and M/2 parts are tried; the number whose picks cover the texts better is kept. No label is used.
rule-counting-source = The paper looks for “an optimal K for each task”; here K is found without labels
world-sentences = Twenty sentences
world-sentences-about = Cooking, weather, sport and travel, five sentences of each. The page’s own encoder placed them, and each is joined with its three nearest.
world-karate = A karate club
world-karate-about = 34 members and their friendships outside of the club, shortly before it split in two (Zachary 1977). Its two heads are 0 and 33.
world-grid = A grid
world-grid-about = 256 vertices, so there is something to coarsen. The best way to cut it in two cuts 16 edges, in four 32: does the algorithm find it?
world-cliques = A ring of cliques
world-cliques-about = Thirty groups of six, all of whose members know each other, in a ring. A good cut runs between groups and cuts one edge for each part.
world-spider = The spider
world-spider-about = Pick three vertices that touch as many edges as possible. Greedy takes the middle first and ends at 5 of the 6: the paper’s Proposition 1 says that this is the best, and here you see why it is not.
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
think-folded = What the selection of your texts did, step by step: these are your own picks. Duplicates were folded: each dot represents all duplicates of a text.
think-unrecorded = The graph of your texts, cut with your K and your seed, and picked from by residual degree: these may not be your own picks. How those came about was not recorded; select again to see it.
think-select-first = Select first, and wait for the map: this creates the graph of these texts.
think-select-again = Select again: the graph of these texts was not kept.
think-not-open = This link leads to texts that are not open here: open the file that it was made with, select, and open the link again.
think-too-many = { $n } texts are more than the { $most } that you can watch here. In a terminal there is no limit: “fastgas select texts.csv --trace pool.trace” records, and “fastgas trace pool.trace --tell” prints each step.
think-stands-for = { $text } (represents { $count } texts)

## explainer/inspect.rs
think-dot-merged = { $n ->
    [one] 1 more is merged into this dot: { $vertices }
   *[other] { $n } more are merged into this dot: { $vertices }
}

## explainer/exercise.rs
try-pick-task = Pick { $budget ->
    [one] 1 dot that touches as many lines as possible: click it.
   *[other] { $budget } dots that together touch as many lines as possible: click them.
} { $left } to go.
try-cut-task = Make two halves with as few lines between them as possible: click a dot to change its side. The sides are shuffled at first; in the end each may hold { $limit } dots.
try-you = You: { $worth }.
try-parts = The algorithm as shown, part by part: { $worth }.
try-greedy = Greedy: { $worth }.
try-greedy-whole = Greedy, as if there were no parts: { $worth }.
try-paper = The paper’s way, refined by gain: { $worth }.
try-best = The best possible: { $worth }.
try-best-whole = The best possible, as if there were no parts: { $worth }.
try-best-pick-unknown = The best possible: too many ways to try them all. Greedy reaches at least 63 % of it.
try-best-cut-unknown = The best possible: too many ways to try them all.
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
film-no-canvas = there is not enough memory for a picture of this size
film-no-picture = The browser made no picture: { $reason }

## explainer/dialog.rs
think-see = How picking works

## explainer/controls.rs
think-world = World
think-own = Your texts
think-mode = Preset
think-paper = Paper: as published
think-fast = Fast
think-best = Best: recommended
think-strong = Strong
think-beside = Paper next to Best
think-timeline = Timeline
think-step = Step
think-play = Play
think-pause = Pause
think-event-back = One event back
think-step-back = One step back
think-step-on = One step forward
think-event-on = One event forward
think-slower = Slower
think-faster = Faster
think-pace = { $n } per second
think-at = { $tick } of { $end }
think-address = The link contains settings, seed and step, but no text
think-copy = Copy link
think-copied = Copied
think-not-copied = Not copied: use the address above
think-save = Save this view as an image

## explainer/vertex_info.rs
think-dot = Dot
think-dot-hint = Point at a dot, tap it or enter its number to see what it is.

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
film-with-texts = With the texts next to the dots
film-texts-seen = Anyone who gets the film can read the beginnings of these texts.
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
think-goes-on = Here picks are made as in the paper. On texts, this preset continues differently: each part proposes eight texts for each of its picks, facility location takes those that together cover all texts best, and then each pick moves to the middle of those that it represents. That needs the texts’ embeddings, which are not available here.
think-touched = Edges touched in parts
think-recursion = Recursion
think-whole = Show the whole
think-texts = Texts of the dots
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
