# The texts of the second WebAssembly file in English. crates/page/src/i18n/mod.rs describes the format of these files.

## Counts
common-text-count = { $n ->
    [one] 1 text
   *[other] { $n } texts
}
common-percent = { $n } %

## Keys
shell-key-space = Space
shell-key-enter = Enter
shell-key-backspace = Backspace
shell-key-page-down = Page Down
shell-key-page-up = Page Up
shell-key-home = Home
shell-key-end = End

## shell/page.rs
common-settings = Settings

## shell/notices.rs
persistence-save-failed-title = Not saved:
persistence-backup-advice = Back it up before you reload.
persistence-reload-loss-hint = If you reload, all changes from now on are lost.
persistence-continue-unsaved-button = Continue anyway
persistence-cache-failed-title = Embeddings are not stored:
persistence-cache-failed-hint = The selection continues anyway.

## run/progress.rs
common-model = Model
run-neighbors-label = Neighbors
run-stage-graph = Graph
run-stage-parts = Number of parts
run-stage-partition = Partition
run-stage-select = Select
common-map = Map
common-paused = Paused
run-download-total = {" "}of { $total }
run-picks-ready-status = { $n ->
    [one] 1 pick is ready.
   *[other] { $n } picks are ready.
}
run-stopped-status = Stopped.
run-stage-count = { $done } of { $total }
run-progress-label = Progress
run-time-left = { $left } left
common-resume = Resume
common-pause = Pause
run-stages-label = Stages
run-cached-texts-hint = { $n ->
    [one] 1 text was embedded already.
   *[other] { $n } texts were embedded already.
}
run-gpu-texts-status = Texts embedded on the GPU{ $name }: { $n }.
run-gpu-takeover-status = Texts embedded on the GPU{ $name }: { $n }. The others are embedded on the CPU: { $why }.

## run/early_button.rs
run-early-label-button = { $n ->
    [one] Label 1 text now
   *[other] Label { $n } texts now
}
run-early-more-button = Pick { $n } more now
run-early-picking-status = Picking from the texts that are ready…
run-early-share-hint = { $ready } texts are ready: a representative sample. Their share of the texts to label is picked now; the other picks are made later, from all texts. If you wait until all texts are ready, the picks cover the texts a little better.
labeling-early-list-hint = Picked from the { $among } texts that were ready. The rest is picked when all texts are ready.
run-early-failed-title = Nothing was picked from the texts that are ready

## run/sketch_view.rs
run-sketch-caption = { $n ->
    [one] 1 text so far, shown as a dot
   *[other] { $n } texts so far, each shown as a dot
}: the closer two dots are, the more similar the texts. The map appears when all texts are embedded.

## run/summary.rs
run-summary-duplicates-none = none
run-summary-duplicates-count = { $instances } texts in { $different ->
    [one] 1 group
   *[other] { $different } groups
}
run-summary-duplicates-folded = ; one text represents each group
run-duplicates-label = Duplicates
common-encoder = Encoder
common-method = Method
common-parts = Parts
run-edges-cut-label = Edges cut
run-imbalance-label = Imbalance
run-early-picks-hint = { $n ->
    [one] 1 pick was made before, from { $among } texts.
   *[other] { $n } picks were made before, from { $among } texts.
}
run-neighbor-search-status = Neighbors found { $searched }.
run-truncated-texts-hint = For { $n } of { $of } texts, only the beginning was embedded because { $n ->
    [one] it has
   *[other] they have
} more words than the encoder reads. A ┊ in the text shows how far it read; another encoder may read more.
run-total-time-label = Total time
run-summary-title = This run
run-parts-coverage = { $n_parts ->
    [one] 1 part
   *[other] { $n_parts } parts
} { $coverage }
run-parts-by-centered-coverage = The number of parts with the highest centered coverage: { $each }. This is the mean cosine of a text to its nearest pick, after the mean of all embeddings is subtracted from each. It is used only to compare numbers of parts. It is lower than the average similarity under “Coverage”, which is computed for the final picks with unchanged embeddings.
run-parts-by-facility-coverage = The number of parts whose picks had the highest average similarity in a trial: { $each }. “Coverage” shows the average similarity of the final picks.

## run/settings_form.rs
run-parts-lowered-hint = Lowered to { $budget }: each part needs at least one pick.
run-parts-auto-hint = Auto: { $budget }, about as many parts as picks in each part.
run-parts-trial-hint = Auto: { $budget } or half of it, whichever covers the texts better.
run-parts-share-hint = Each part contributes its share of the picks.
run-time-estimate-hint = { $n_instances } texts: { $seconds }, less if some are already embedded.
run-settings-title = Selection
run-budget-label = Texts to label
run-budget-hint = How many texts you will label.
run-neighbors-hint = Each text is linked to this many nearest texts, and to the texts that have it among their own nearest texts.
run-parts-placeholder = auto
common-seed = Seed
run-seed-hint = Same seed, same picks.
run-advanced-title = More
run-votes-label = Votes
run-votes-hint = Number of nearest texts for which each text votes; 150 in the paper.
run-workers-label = Workers
run-workers-hint = Threads for embedding, 1 to { $max_workers }; each needs about 120 MB.
run-selecting-status = Selecting…
run-select-again-button = Select again
run-select-button = { $n ->
    [0] Select
    [one] Select 1 text
   *[other] Select { $n } texts
}
run-stopped-resume-hint = Stopped. { $texts } of { $total } texts { $texts ->
    [one] is
   *[other] are
} embedded and kept; “Select” continues from there.
run-outdated-encoder-hint = The picks shown were made with the encoder { $encoder }.
run-outdated-settings-hint = The picks shown were made with other settings.
run-labels-kept-hint = Labels stay with their texts.
run-embeddings-label = Embeddings
run-embeddings-unchanged = Unchanged
run-embeddings-centered = Minus the mean of all texts
run-procedure-label = Procedure
run-procedure-lazy = Lazy: equally good, in seconds
run-procedure-published = Like the authors’ program, in minutes
run-preset-label = Preset
run-preset-best = Best: recommended, low cut in little time
run-preset-strong = Strong: lowest cut, several times slower
run-preset-fast = Fast: least time
run-preset-paper = Paper: as published
run-edge-weights-label = Edge weights
run-edge-weights-unit = Equal weights (as in the paper)
run-edge-weights-similarity = By similarity
run-duplicates-keep = Count each one
run-duplicates-fold = Count them as one
run-search-auto = Exact, approximate for many texts
run-search-exact = Exact
run-search-approximate = Approximate
run-search-label = Neighbor search
run-search-hint = The approximate search finds 98 % of the neighbors, in less time.
run-device-label = Search for neighbors on
run-device-auto = GPU if faster
run-device-cpu = CPU
run-device-gpu = GPU if available
run-device-hint = Both find the same neighbors.
run-embed-device-label = Embed texts on
run-embed-device-gpu = GPU and CPU
run-embed-device-hint = Both compute the same embeddings. The speed of the GPU has not been measured yet.

## import/view.rs
import-header-names = Names the columns
import-header-row = Is a row like the others
import-quotes-label = Quotes
import-quotes-single = Single quotes ' enclose cells
import-quotes-literal = Quotes belong to the text
import-quotes-backslash = Double quotes " enclose cells, \" inside
import-blanks-label = Blanks around quotes
import-blanks-keep = Belong to the cell
import-blanks-skip = Skip
import-comment-prefix-label = Comments begin with
import-comment-prefix-tooltip = Lines that begin like this are left out. Usual comments (# …) are recognized without this setting.
import-ragged-reject = Reject the file
import-ragged-pad = Keep all, add empty cells
import-ragged-omit = Leave out and list
import-title-before-name = How should
import-title-after-name = be read?
import-guessed-choice = { $name } (likely)
import-file-title = File
common-format = Format
import-encoding-label = Encoding
import-delimiter-label = Cells separated by
import-other-delimiter-label = Or separated by
import-other-delimiter-tooltip = One to eight characters, such as || or §; a control character by its code, such as \x01.
import-header-label = First line
import-lines-above-label = Lines above the table
import-lines-above-tooltip = For example a title: these lines are left out.
import-rows-below-label = Rows below the column names that are not texts
import-rows-below-tooltip = For example survey questions: these rows are left out.
import-joined-texts-column = Joined texts
import-quotes-double = Double quotes " enclose cells
import-ragged-label = Rows with too many or too few cells
import-unreadable-rows-label = Rows that cannot be read
import-records-label = Path of the rows
import-records-tooltip = Keys with dots between them, such as data.items. Empty: the objects of the file are the rows. With * at the end: the values of all keys of an object are the rows.
import-repair-label = Rows with NaN or half a character
import-repair-refuse = Treat as unreadable
import-repair-keep = Keep: NaN as empty, half a character as �
import-non-rows-label = Lines that are not rows
import-non-rows-certain = Leave out lines that are almost certainly not rows
import-non-rows-keep = Keep all
import-non-rows-omit = Leave out all, even doubtful ones
import-columns-title = Columns
import-texts-label = Texts
import-texts-joined-columns = Several columns, joined…
import-template-label = How to join them
import-template-hint = Column names in braces, with your own words around them.
import-ids-label = IDs
import-ids-none = None: use row numbers
common-labels = Labels
import-labels-none = None: start without labels
import-embeddings-label = Embeddings in the file
import-embeddings-none = None: embed the texts
import-embeddings-hint = A column with a list of numbers for each text. These embeddings replace the encoder.
import-labels-hint = If some texts have labels already, choose the column with these labels.
import-cell-labels-label = Each cell has
import-cell-one = One label
import-cell-semicolons = Several, separated by semicolons
import-cell-commas = Several, separated by commas
import-cell-bars = Several, separated by |
import-cell-hashes = Several, separated by #
import-cell-slashes = Several, separated by /
import-cell-colons = Several, separated by ::
import-cell-double-bars = Several, separated by ||
import-cell-other = Several, separated by something else…
import-separator-label = Separator
import-separator-hint = Exactly as in the cells; \t is a tab, \n a line break.
import-label-counts-more = and { $n } more
import-label-counts-status = { $n ->
    [one] 1 label
   *[other] { $n } labels
}: { $named }
import-cell-labels-problem = Read this way, the cells contain no labels, or more than 500.
import-cell-list = Several, as a JSON list
import-file-line-column = File line
import-row-column = Row
import-bad-rows-rejected = the file is rejected until you choose what to do with these rows
import-bad-rows-kept = they are kept
import-bad-rows-omitted = they will be left out
import-remark-ragged-rows = Rows with too many or too few cells, { $lines }: { $what }.
import-remark-unreadable-rows = Rows that cannot be read, { $lines }: { $what }.
import-remark-no-rows = There are no rows.
import-preview-label = Preview of the first rows
import-reading-label = Reading
common-stop = Stop
import-submit-button = Import
import-new-project-hint = If this changes the texts, they become a new project; this one stays under “Projects” with its labels.
import-header-doubt-title = Does the first line of { $file_name } name its columns?
import-header-doubt-problem = column { $column } would be named “{ $cell }”, which may be the text of a row
import-header-doubt-advice = Check the rows below and choose what the first line is.
import-remark-header-name = The first line names column { $column } “{ $cell }”; if that is the text of a row, this row is missing.
import-bytes-doubt-title = { $file_name } contains bytes that are not text
import-broken-bytes-problem = { $n ->
    [one] it is { $encoding } except in 1 place, which is shown as �: { $lines }
   *[other] it is { $encoding } except in { $n } places, which are shown as �: { $lines }
}
import-broken-bytes-advice = The file does not show which characters these were. If other words are wrong too, choose another encoding.
import-zero-bytes-problem = { $n ->
    [one] 1 byte in it is zero or broken, which does not occur in text; it is shown as �: { $lines }
   *[other] { $n } bytes in it are zero or broken, which does not occur in text; they are shown as �: { $lines }
}
import-zero-bytes-advice = This may not be a text file. If it is UTF-16 without a byte order mark, choose that encoding; otherwise import it as it is.
import-remark-broken-bytes = { $n ->
    [one] 1 place that is not text, shown as �: { $lines }.
   *[other] { $n } places that are not text, shown as �: { $lines }.
}
import-remark-shifted-bytes = From line { $line } on, the words are garbled: at byte { $byte }, one byte is missing or there is one too many.
import-encoding-lossy = { $encoding }, with � for broken bytes

## encoder/dialog.rs
encoder-trying-announcement = Opening and trying the encoder
encoder-works-announcement = { $config } works. { $report }.
encoder-dialog-title = Use another encoder
encoder-file-missing = missing
encoder-onnx-file-label = ONNX file
encoder-files-hint = An ONNX file with its tokenizer.json, as offered on model hubs; with the model’s whole folder, its settings are read too. BERT, MPNet and similar models run fastest.
encoder-drop-title = Drop files or a folder here
encoder-drop-more-title = Drop more files here
encoder-choose-before-files = or choose
encoder-choose-files-button = files
encoder-choose-before-folder = or
encoder-choose-folder-button = a folder
encoder-tokenizer-label = Tokenizer
encoder-settings-missing = not among the files: see below
encoder-settings-source = { $n ->
    [one] from 1 JSON file
   *[other] from { $n } JSON files
}
encoder-choose-folder-label = Choose the encoder’s folder
encoder-choose-files-label = Choose the encoder’s files
encoder-files-unreadable-title = The files were not read
encoder-files-unreadable-advice = Choose the encoder’s own folder, or its files.
encoder-name-label = Name
encoder-pooling-label = Pooling
encoder-pooling-hint = How the vectors of a text’s tokens are combined; the model’s page says which to use.
encoder-prefix-label = Prefix
encoder-prefix-hint = Put before every text, for example “query: ” for E5, including the space.
encoder-instruction-label = Instruction
encoder-instruction-hint = Like a prefix, but left out of the pooling: for Instructor models.
encoder-max-length-label = Maximum length
encoder-max-length-hint = In tokens; the rest is not read. Empty: as many as the model can read.
encoder-try-button = Open and try it
encoder-trying-status = Opening and trying it…
encoder-trying-label = Opening and trying it
encoder-trying-hint = Runs in a separate worker: whatever happens there, your project and the current encoder are unchanged.
encoder-file-time-estimate = { $seconds } for { $texts ->
    [one] 1 text
   *[other] { $texts } texts
} with { $workers ->
    [one] 1 worker
   *[other] { $workers } workers
}
encoder-change-settings-button = Change settings
encoder-use-button = Use this encoder
encoder-number-unknown = unknown
encoder-slow-operators-label = Slower operators
encoder-pooling-in-model = by the model itself
encoder-works-after-name = works.
encoder-dimensions-label = Dimensions
encoder-vocabulary-label = Vocabulary
encoder-token-count = { $n } tokens
encoder-weights-label = Weights
encoder-weights-with-table = { $weights }; 4-bit token table
encoder-speed-label = Speed
common-your-file = Your file

## import/preview.rs
import-text-column-tooltip = Make this the text column
import-text-column-tag = text
import-preview-first-caption = The first { $n_rows } of { $n } rows
import-preview-all-caption = { $n ->
    [one] The only row
   *[other] All { $n } rows
}
common-column-unnamed = column { $n } (no name)
import-more-columns = { $n ->
    [one] and 1 more column
   *[other] and { $n } more columns
}
import-first-rows-label = The first rows

## import/dataset_panel.rs
import-dataset-size = { $rows ->
    [one] 1 text
   *[other] { $rows } texts
}, { $columns ->
    [one] 1 column
   *[other] { $columns } columns
}
import-dataset-title = Data
import-add-texts-button = Add texts
import-append-done-status = { $n ->
    [one] 1 text of { $file_name } was added.
   *[other] { $n } texts of { $file_name } were added.
}
import-undo-append-button = Remove these texts
import-undo-tooltip = Possible until you label, note or select something
import-append-known-status = { $n ->
    [one] 1 was there already.
   *[other] { $n } were there already.
}
import-open-another-button = Open another file
import-text-column-label = Text column
import-read-as-status = Read as { $found }.
import-labels-found-status = { $n_labels ->
    [one] 1 label
   *[other] { $n_labels } labels
} in column { $name }, of { $n ->
    [one] 1 text.
   *[other] { $n } texts.
}
import-remark-answers-differ = { $n ->
    [one] In column { $name } the answers for 1 text differ; it gets no label from there.
   *[other] In column { $name } the answers for { $n } texts differ; they get no label from there.
}
import-labels-unclear-hint = The file has labels from several people, answers to several questions, or answers that do not count. None are imported until you choose which to import.
import-view-labels-button = View the labels
import-labels-button = Import labels
import-remark-empty-texts = { $n ->
    [one] 1 text is empty; methods that can skip texts do not pick it.
   *[other] { $n } texts are empty; methods that can skip texts do not pick them.
}
import-change-reading-button = Change how it is read
import-save-omitted-button = Save the rows that were left out
import-embeddings-status = Embeddings: { $file }, { $dimensions ->
    [one] 1 dimension
   *[other] { $dimensions } dimensions
}.
import-column-embeddings-status = Embeddings: column “{ $column }” of { $file }, { $dimensions ->
    [one] 1 dimension
   *[other] { $dimensions } dimensions
}.
import-remark-vectors = Lists of numbers are in: { $columns }. Under “Change how it is read” you can choose such a column as the embeddings of the texts.
import-remark-embeddings-unused = { $n ->
    [one] 1 row of this file belongs to a row that was left out of the texts, and is
   *[other] { $n } rows of this file belong to rows that were left out of the texts, and are
} not used.
import-embed-instead-button = Embed the texts instead

## projects/cache_size.rs
projects-cache-label = Embeddings stored in this browser:
projects-empty-cache-label = Empty the cache of embeddings
projects-empty-cache-button = Empty the cache
projects-cache-size = { $texts ->
    [one] 1 text
   *[other] { $texts } texts
}, { $bytes }
projects-multilingual-label = Multilingual encoder stored in this browser:
projects-delete-multilingual-label = Delete the multilingual encoder

## encoder/panel.rs
encoder-use-another-button = Use another…
encoder-not-used-hint = Not used for this file: it has its own embeddings.
encoder-not-english-count = { $n ->
    [one] 1 of { $inspected } texts is not in English: { $languages }.
   *[other] { $n } of { $inspected } texts are not in English: { $languages }.
}
encoder-not-english-sample-count = Of { $inspected } texts, spread evenly over all { $texts }, { $n } are not in English: { $languages }.
encoder-languages-more = { $languages } and others
encoder-unknown-language = an unknown language
encoder-english-only-hint = This encoder was trained on English: in other languages it compares spelling rather than meaning. For a map and picks by meaning, use the multilingual encoder.
encoder-multilingual-offer = Texts in other languages: multilingual-e5-small, for about 100 languages. Its first use downloads { $bytes }.
encoder-multilingual-use-button = Use the multilingual encoder
encoder-multilingual-progress = The multilingual encoder: { $bytes } of { $total }
encoder-multilingual-progress-label = Download of the multilingual encoder
encoder-multilingual-failed-title = The multilingual encoder is not ready:
encoder-multilingual-failed-advice = The downloaded part is kept. Check the connection and continue.
encoder-multilingual-not-on-site-advice = Use another encoder, or ask those who run this site to add it.
encoder-multilingual-continue-button = Continue
encoder-stored-status = { $name }: { $bytes } stored in this browser.
encoder-temporary-status = { $name }: until the page is reloaded.
encoder-use-built-in-button = Back to the built-in encoder

## projects/list.rs
projects-list-title = Your projects, in this browser
projects-no-picks-status = nothing picked yet
projects-labeled-status = { $n_labeled } of { $n ->
    [one] 1 pick
   *[other] { $n } picks
} labeled
projects-rename-button = Rename
projects-delete-button = Delete
projects-deleted-title = Deleted ({ $n })
projects-deleted-hint = They still take up space in this browser. Put them back, or delete them for good.
projects-restore-button = Put back
projects-delete-forever-button = Delete for good
projects-name-label = Name of the project
projects-other-address-hint = No project is stored at this address. Projects that you stored at the other address of this computer are there:
projects-open-elsewhere-title = This project is open in another tab.
projects-open-elsewhere-hint = Here you can only view it. “Continue here” makes the other tab read-only.
projects-take-over-button = Continue here
projects-read-only-title = Nothing was changed
projects-read-only-problem = another tab has this project open, and this one only shows it
projects-read-only-advice = Press “Continue here” below, or continue in the other tab.

## protection/dialogs.rs
protection-group-label = Protection
protection-passphrase-label = Passphrase
protection-protect-button = Protect with a passphrase…
protection-protect-tooltip = Encrypts the texts, labels, notes and embeddings of this project in this browser, and its backups. Possible when everything is saved and nothing is running.
protection-protected-status = Protected by a passphrase
protection-lock-button = Lock now
protection-lock-tooltip = Closes the project; this tab forgets the passphrase
protection-change-button = Change passphrase…
protection-remove-button = Remove protection
protection-remove-title = Remove the protection?
protection-remove-hint = The project is then stored unencrypted, and its next backups are as well. Backup files that you saved before keep their passphrase.
protection-next-project-button = Protect the next project…
protection-next-project-tooltip = Choose the passphrase before you open the texts: then they are never stored unencrypted
protection-next-project-status = The next project that you open is protected by the passphrase.
protection-next-project-cancel-button = Do not protect it
protection-dialog-title = Protect with a passphrase
protection-protect-hint = Texts, labels, notes, guidelines and embeddings of this project are encrypted in this browser, and so are its backups from now on. The page asks for the passphrase whenever the project is opened.
protection-next-project-hint = The next project that you open is encrypted in this browser from its beginning, and so are its backups. The page asks for the passphrase whenever it is opened.
protection-change-hint = The project then opens with the new passphrase only.
protection-lost-passphrase-hint = If you lose the passphrase, it cannot be recovered: the project and its backups can no longer be opened.
protection-earlier-files-hint = Backups and exports that you saved before stay readable without a passphrase. The browser may keep remains of unencrypted data until it needs the space.
protection-former-passphrase-hint = Backups that you saved before still open with the old passphrase. Exports are never encrypted.
protection-names-readable-hint = The name of the project and its numbers of texts, picks and labels stay readable in the list of projects. If the name reveals too much, rename it there.
protection-new-passphrase-label = Passphrase (at least 8 characters)
protection-repeat-passphrase-label = Repeat the passphrase
protection-show-passphrase-label = Show what I type
protection-too-short-problem = It needs at least 8 characters.
protection-mismatch-problem = The two do not match yet.
protection-protect-confirm-button = Protect the project
protection-next-project-confirm-button = Use this passphrase
protection-change-confirm-button = Change the passphrase
protection-encrypting-status = Encrypting…
protection-unlock-project-hint = { $name } is protected by a passphrase.
protection-unlock-backup-hint = { $name } is protected by a passphrase, and its backup will be, too.
protection-unlock-file-hint = { $name } is protected by a passphrase. As a new project it stays protected. If you merge it into the open project, it is stored like that project.
protection-unlock-button = Open
protection-unlocking-status = Opening…
protection-wrong-passphrase-problem = The passphrase is wrong. Check the Caps Lock key and the keyboard’s language, and try again.
protection-unavailable-problem = This browser cannot encrypt at this address: { $reason }. Open the page over https or on this device.
protection-unreadable-problem = It cannot be opened: { $reason }
protection-change-failed-problem = Nothing was changed: { $problem }
protection-remove-failed-title = The protection was not removed
protection-remove-failed-advice = The project stays protected. Try again.
protection-unfinished-title = The project is protected, but not everything is encrypted yet
protection-unfinished-advice = Free some space on the disk, then open the project again: this finishes it.

## projects/state.rs: damage
projects-labels-restored-title = Labels were restored
projects-labels-restored-problem = in the browser’s database { $n ->
    [one] { $total ->
        [one] the only entry
       *[other] one of the { $total } entries
    } of the log of labels was missing or damaged (number { $which })
   *[other] { $n } of the { $total } entries of the log of labels were missing or damaged (numbers { $which })
}
projects-labels-restored-advice = They were restored from the second copy that this page keeps, so nothing is lost. Back up the project: the browser’s storage may be failing.
projects-damage-title = This project is damaged.
projects-damage-log-missing = { $n ->
    [one] { $total ->
        [one] The only entry
       *[other] One of the { $total } entries
    } of the log of labels is lost: number { $which }.
   *[other] { $n } of the { $total } entries of the log of labels are lost: numbers { $which }.
}
projects-damage-log-altered = The log of labels is not the one that was stored, and the page cannot find out which entries differ.
projects-damage-colleagues = { $n ->
    [one] One entry of a colleague cannot be read.
   *[other] { $n } entries of colleagues cannot be read.
}
projects-damage-cells = { $n ->
    [one] A cell of one text cannot be read (row { $rows }).
   *[other] Cells of { $n } texts cannot be read (rows { $rows }).
} Cells that cannot be read are shown as empty.
projects-damage-texts-altered = The texts are not the ones that were stored, and the page cannot find out which cells differ.
projects-damage-partition = The parts and the picks are lost; the labels are still here. Select again to get picks.
projects-damage-map = The map is lost. Select again to get a map.
projects-damage-map-edges = The lines of the map are lost. Select again to get them.
projects-damage-explanation = The explanation of the selection is lost. Select again to get one.
projects-damage-advice = You can still view, back up and export everything else. Back it up first; if you have an older backup, open it and compare.
projects-damage-continue-button = Continue without them

## import/append_view.rs
import-append-title = Does { $file_name } belong here?
import-append-all-new-status = { $n ->
    [one] It has 1 text, which is not in { $project } yet.
   *[other] It has { $n } texts, none of which is in { $project } yet.
}
import-append-none-new-status = { $n ->
    [one] It has 1 text, which is in { $project } already: there is nothing to add.
   *[other] It has { $n } texts. All of them are in { $project } already: there is nothing to add.
}
import-append-some-new-status = It has { $n } texts; { $n_known ->
    [one] 1 of them is in { $project } already: it stays as it is.
   *[other] { $n_known } of them are in { $project } already: those stay as they are.
} New: { $n_new }.
import-append-new-and-changed = It has { $n } texts. New: { $n_new }.
import-append-changed-hint = Changed: { $n ->
    [one] 1 text has
   *[other] { $n } texts have
} an ID that belongs to another text here, for example { $id }. They are not added; the project keeps its own texts.
import-append-other-values-hint = { $n ->
    [one] 1 text that is already here has
   *[other] { $n } texts that are already here have
} different values in other columns of this file. The project keeps its own values.
import-append-missing-columns-hint = The project has columns that this file does not have; they stay empty for the new texts: { $columns }.
import-append-extra-columns-hint = This file has columns that the project does not have; they stay empty for the existing texts: { $columns }.
import-append-kept-hint = Picks, labels and notes stay. The next selection adds picks from all texts; texts that are embedded already are not embedded again. The map will be redrawn.
import-append-stops-run-hint = The running selection stops.
import-append-back-button = Back to the merge
import-open-as-project-button = Open as a new project
import-append-button = { $n ->
    [one] Add 1 text
   *[other] Add { $n } texts
}

## file_labels/dialog.rs
file-labels-title = Labels in { $file_name }
file-labels-row-count = It has { $rows } rows about { $n ->
    [one] 1 text.
   *[other] { $n } texts.
}
file-labels-known-count = It has { $n ->
    [one] 1 text
   *[other] { $n } texts
}; { $n_known ->
    [one] 1 of them is in { $project }.
   *[other] { $n_known } of them are in { $project }.
}
file-labels-numbered-hint = The file has no texts. Its column “row” names { $n ->
    [one] 1 row
   *[other] { $n } rows
} of { $project }, counted from 0 as in exports. Check that the file belongs to these texts.
file-labels-no-row-item = { $cell } (record { $record })
file-labels-no-row-problem = The rows of this project are 0 to { $last }. The file names others: { $rows }. Correct the file, and open it again.
file-labels-matched-by-id = Texts were matched by column { $column } where the texts agree, and by text otherwise.
common-tolerated-texts-hint = { $n ->
    [one] 1 text differs from the text in the project only in line endings, spaces around it, no-break spaces or composed characters (Unicode NFC), and counts as the same text.
   *[other] { $n } texts differ from the texts in the project only in line endings, spaces around them, no-break spaces or composed characters (Unicode NFC), and count as the same texts.
}
file-labels-ambiguous-hint = { $n ->
    [one] 1 text occurs several times in the file or in the project. It is unclear which label belongs to which of them, so it gets no label.
   *[other] { $n } texts occur several times in the file or in the project. It is unclear which label belongs to which of them, so they get no labels.
}
file-labels-other-text-hint = { $n ->
    [one] 1 row has the ID of a text in the project but a different text: it gets no label.
   *[other] { $n } rows have IDs of texts in the project but different texts: they get no labels.
}
file-labels-missing-title = { $n ->
    [one] 1 text is not in the project
   *[other] { $n } texts are not in the project
}
file-labels-question-label = Question
file-labels-question-placeholder = Choose one…
file-labels-question-problem = The file has answers to several questions. Choose the one whose answers are imported.
file-labels-answer-count = { $n ->
    [one] 1 answer counts.
   *[other] { $n } answers count.
}
file-labels-rejected-count = Rejected: { $rejected }. Ignored, canceled or unfinished: { $void }. These are not labels and are not imported.
file-labels-contradicting-hint = { $n ->
    [one] For 1 text, the same annotator gave contradictory answers: these are not imported.
   *[other] For { $n } texts, the same annotator gave contradictory answers: these are not imported.
}
file-labels-name-list = { $n ->
    [0] No labels.
    [one] 1 label: { $names }{ $and_so_on }
   *[other] { $n } labels: { $names }{ $and_so_on }
}
file-labels-unapproved-title = { $n ->
    [one] 1 answer is not approved, while others are
   *[other] { $n } answers are not approved, while others are
}
file-labels-approved-only = Import approved answers only
file-labels-all-answers = Import all of them
file-labels-unapproved-problem = Choose whether to import answers that are not approved.
file-labels-join-label = Combine the { $rows } rows into { $n ->
    [one] 1 text
   *[other] { $n } texts
}
file-labels-varying-hint = Columns that differ between the rows of a text are not imported: { $columns }.
file-labels-annotator-label = Name for { $found }
file-labels-annotator-hint = Each person’s answers are kept separately and replace none of yours. Where people disagree, no label counts until you settle it under “Agreement”. If you are one of them, enter your own name.
file-labels-annotator-problem = Enter who gave the labels: each annotator in the file needs a name.
file-labels-same-name-problem = Two of them are called { $name }. Give one of them another name, so that their labels do not replace each other.
file-labels-own-name-problem = You are { $own } too. If these are your own labels, import again: texts without an answer from you get them, and { $n ->
    [0] no text has one already.
    [one] 1 text keeps its answer.
   *[other] { $n } texts keep their answers.
} Otherwise enter the colleague’s name.
file-labels-cancel-button = Not now
file-labels-import-button = Import the labels
file-labels-imported-status = { $n ->
    [one] 1 text has a label from the file
   *[other] { $n } texts have labels from the file
}, { $n_new } of them new.
file-labels-imported-by-status = { $name }: { $n ->
    [one] 1 text labeled
   *[other] { $n } texts labeled
}, { $n_new } of them new.
file-labels-undo-button = Undo the import

## shell/confirm.rs
projects-back-up-first-button = Back up first
labeling-export-first-button = Export labels first
projects-leave-picks-hint = This browser does not save the project: the picks would be lost.
projects-leave-labels-hint = This browser does not save all of the project: the picks and { $n ->
    [one] 1 label
   *[other] { $n } labels
} would be lost.
run-interrupt-title = Stop the selection and open { $file_name }?
run-interrupt-hint = A selection is running in this project. The texts embedded so far are kept; the project stays in the list, and “Select” continues from there.
run-interrupt-cancel-button = Let it run
run-interrupt-confirm-button = Stop and open
projects-leave-title = Leave the project?
projects-stay-button = Stay
projects-discard-button = Discard
projects-leave-for-file-title = Leave the project for { $file_name }?
projects-delete-title = Delete { $name } for good?
projects-delete-hint = Its texts, picks, labels and embeddings are deleted from this browser; other projects with the same texts embed these again when you select. Your file itself stays where it is.
common-keep = Keep
confidences-send-title = Send { $texts ->
    [one] 1 text
   *[other] { $texts } texts
} to { $host }?
confidences-send-cancel-button = Do not send
confidences-send-confirm-button = Send them
confidences-missing-title = Use the confidences although { $n ->
    [one] 1 text has
   *[other] { $n } texts have
} none?
confidences-missing-hint = { $problem }. The model gave empty answers for these texts. Vote-k can treat them as the texts that the model is least sure about. Otherwise the confidences are not used.
confidences-missing-refuse-button = Do not use them
confidences-missing-least-button = Treat as least sure
projects-empty-cache-title = Empty the cache of embeddings?
projects-empty-cache-hint = The embeddings of { $size } are deleted from this browser. Picks and labels stay; the next “Select” embeds its texts again.
projects-empty-cache-confirm-button = Empty
projects-delete-multilingual-title = Delete the multilingual encoder?
projects-delete-multilingual-hint = { $bytes } are deleted from this browser. Projects, picks, labels and embeddings stay; the next use of this encoder downloads it again, which needs a network connection.
labeling-merge-labels-title = Merge { $name } into { $into }?
labeling-merge-labels-hint = { $uses ->
    [0] No text has it yet.
    [one] 1 text changes to { $into }, no matter who labeled it.
   *[other] { $uses } texts change to { $into }, no matter who labeled them.
} Undo cannot separate them again.
labeling-merge-labels-confirm-button = Merge
labeling-merge-labels-cancel-button = Cancel
labeling-bulk-label-title = Give { $n ->
    [one] 1 text
   *[other] { $n } texts
} the label { $name }?
labeling-bulk-label-hint = { $n ->
    [one] One of them has another label and loses it. Undo brings it back.
   *[other] { $n } of them have another label and lose it. Undo brings it back.
}
labeling-bulk-label-confirm-button = Give label
labeling-assign-key-title = Assign the key “{ $key }” to { $name }?
labeling-assign-key-swap-hint = “{ $key }” is the key of { $owner }, which would get “{ $instead }” instead.
labeling-assign-key-taken-hint = “{ $key }” is the key of { $owner }, which would have no key: all keys are taken.
labeling-assign-key-confirm-button = Assign key
labeling-write-answers-title = Write answers instead of giving labels?
labeling-write-answers-hint = { $n ->
    [one] 1 text has a label. It stays
   *[other] { $n } texts have labels. They stay
} until you write an answer; until then, exports contain labels as answers. All fields start empty.
labeling-give-labels-title = Give labels instead of writing answers?
labeling-give-labels-hint = { $n ->
    [one] 1 text has a written answer that is not a label. It keeps it
   *[other] { $n } texts have written answers that are not labels. They keep them
}, and { $n_new ->
    [one] 1 label is added to the label set
   *[other] { $n_new } labels are added to the label set, one for each different answer
}. If you then give a label, it replaces the written answer.
labeling-one-label-title = Give each text only one label?
labeling-one-label-hint = { $n ->
    [one] 1 text has several labels. It keeps
   *[other] { $n } texts have several labels. They keep
} them until you give one, which replaces all of them.
labeling-answer-mode-confirm-button = Change
labeling-remove-label-title = Remove the label “{ $name }”?
labeling-remove-label-hint = { $uses ->
    [one] 1 text has it and loses it.
   *[other] { $uses } texts have it and lose it.
} Undo brings it back.
common-remove = Remove
projects-take-over-title = Continue here?
projects-take-over-hint = Your last changes here are not saved: they would be lost, and the project would be loaded as it is in the other tab.
run-reselect-title = Replace the texts that you were asked to label?
run-reselect-confirm-button = Select others
team-rename-annotator-title = Is { $name } another name for { $before }?
team-rename-annotator-hint = { $n ->
    [one] The answer of { $before } for 1 text
   *[other] The answers of { $before } for { $n } texts
} will count as { $name }’s. If someone else labels here from now on, keep the name: “Copy for a colleague” makes a project for them.
team-rename-annotator-cancel-button = Keep { $before }
team-rename-annotator-confirm-button = Yes, rename
run-reselect-cancel-button = Keep these
run-reselect-hint = The picks of this copy are the texts you were asked to label. Labels of other texts are hard to compare with those of your colleagues. Your labels are kept.
team-remove-colleague-title = Remove the labels of { $name } from the project?
team-remove-colleague-hint = { $n ->
    [one] 1 label is removed. Undo cannot bring it back; merging the colleague’s file again can.
   *[other] { $n } labels are removed. Undo cannot bring them back; merging the colleague’s file again can.
}

## network/dialog.rs
network-dialog-title = Network requests of this page
network-own-server = this page’s server: its own files
network-other-server = another server
network-count-before-server = to
network-blocked-requests-hint = The page’s policy forbids these, so the browser blocked them and nothing was sent:
network-total-before-count = Since it was loaded, this page has made
network-no-foreign-requests = All went to the page’s own server.
network-foreign-request-count = { $n ->
    [one] 1 went to another server.
   *[other] { $n } went to other servers.
}
network-offline-unknown-status = It is not known yet whether the page opens offline.
network-offline-storing-status = The page’s files are being stored so that it opens offline.
network-offline-ready-status = The page’s files are stored: it opens and works offline.
network-offline-failed-status = The page does not open offline: { $reason }.
network-requests-title = Every file
network-address-column = Address
network-requester-column = Requested by
network-count-column = Count
network-limits-title = What this list shows and what it does not
network-limits-listed = It lists what the browser reports about requests of the page, its workers and the service worker that stores its files, including those
network-limits-unlisted = answered from the browser’s own storage. It cannot show what the browser itself or its extensions send, or what a{" "}
network-limits-ended-workers = worker requested if it ended before it could report this.
network-verify-advice = You can check this yourself: the developer tools (F12, “Network”) show the same, and the page works with the network disconnected.
network-request-count = { $n ->
    [one] 1 request
   *[other] { $n } requests
}
network-update-unsaved-hint = It loads as soon as all your changes are saved.
network-update-title = A new version of this page is ready.
network-update-hint = You can load it at any time; saved work is kept.
network-update-other-tabs-advice = { $n ->
    [one] Another tab still uses this version. Close it, then try again.
   *[other] { $n } other tabs still use this version. Close them, then try again.
}
network-update-button = Load
network-requester-page = page
network-requester-worker = worker

## labeling/view.rs
announcer-pick-rank = Pick { $rank } of { $n_picks }
announcer-not-a-pick = Not a pick
announcer-project-open = { $name } is open: { $n ->
    [one] 1 text.
   *[other] { $n } texts.
}
announcer-listing = Listed: { $what }, { $n }.
announcer-label-added = Label { $label } added.
announcer-labels-added = { $n } labels added.
announcer-label-renamed = Label { $old } renamed to { $new }.
announcer-label-removed = Label { $label } removed.
announcer-labels-removed = { $n } labels removed.
announcer-changes-saved = { $what }, saved.
announcer-changes-undone = Undone: { $what }.
announcer-changes-redone = Redone: { $what }.
announcer-undone-elsewhere = Undone.
announcer-redone-elsewhere = Redone.
labeling-all-done-status = { $n ->
    [one] The only pick is done.
   *[other] All { $n } picks are done.
}
labeling-done-export-button = Export labels (CSV)
labeling-done-more-button = Pick more
labeling-done-answers-button = Label the rest…
announcer-backed-up = Backed up.
announcer-answer-label-added = { $label } added
announcer-answer-label-removed = { $label } removed
announcer-answer-cleared = answer cleared
announcer-flag-removed = flag removed
announcer-note-removed = note removed
common-text-label = The text
labeling-saving-status = saving…
labeling-from-file-status = ✓ from the file
labeling-suggestion-accepted-status = ✓ accepted suggestion
labeling-answer-accepted-status = ✓ accepted answer of { $model }
labeling-saved-status = ✓ saved
labeling-seconds-taken = · { $seconds } s
labeling-panel-label = Labeling
common-part = part
labeling-previous-pick-label = Previous pick
common-previous-tooltip = Previous (← or k)
labeling-next-pick-label = Next pick
common-next-tooltip = Next (→ or j)
common-empty-text = (an empty text)
labeling-first-label-hint = Which labels can a text have? Type one and press Enter; add as many as you need. Then the keys 1 to 9 give them.
labeling-choose-label-hint = Click a label or press its key: the label is saved, and the next text follows.
labeling-choose-labels-hint = Click labels or press their keys. “Next” or Enter shows the next text.
labeling-large-text-label = Large text
labeling-large-text-tooltip = Larger type for the text
labeling-more-below-button = more
labeling-next-button = Next
labeling-more-tools-button = More
common-clear = Clear
common-undo = Undo
common-redo = Redo
labeling-skip-tooltip = It comes back after the others
labeling-skip-button = Skip
labeling-cannot-tell-tooltip = The text does not say enough for a label; it does not come back
labeling-cannot-tell-button = Cannot tell
labeling-flag-tooltip = Flag the text, to come back to it later
labeling-flag-button = ⚑ Flag
common-help-button = Guidelines, keys
labeling-progress-label = Labeled picks
common-labeled-status = { $n_labeled } of { $n_picks } labeled
labeling-skipped-count = , { $n_skipped } skipped
labeling-cannot-tell-count = , { $n_cannot } cannot tell
labeling-pace-time-left = (average { $each } s, { $time } left)
labeling-pace-average = (average { $each } s)
labeling-settled-differently-status = settled as { $answer } under “Agreement”; this answer counts
labeling-disputed-status = Annotators disagree; settle it under “Agreement”.
labeling-one-annotator-status = { $answer }, by one annotator
labeling-unanimous-status = { $answer }, by all who labeled it
labeling-adjudicated-status = { $answer }, as settled
labeling-unsaved-status = { $n_unsaved } not saved yet
labeling-unsaved-held-status = { $n_unsaved } not saved yet: press → to continue anyway
labeling-answer-label = Answer
labeling-answer-hint = saves it and moves to the next text.
labeling-replaced-label-hint = Label so far: { $label }. Your answer replaces it.
labeling-label-as-answer-button = Edit it as an answer
labeling-note-label = Note
labeling-note-placeholder = Anything worth remembering about this text
labeling-early-pick-hint = Picked before all texts were embedded.
labeling-truncated-text-hint = The encoder read { $percent } % of this text, up to the ┊. Map, neighbors and suggestions ignore the rest.
labeling-why-picked-title = Why this text?
labeling-other-columns-title = Other columns

## labeling/list_view.rs
common-picks = Picks
labeling-picks-by-rank = { $n_picks }, by rank
labeling-non-picks-title = Labeled, but not picked
labeling-listing-label = Texts shown in the list
labeling-before-append-hint = Picked from the { $among } texts that the project had before texts were added. The next picks come from all { $n } texts.
labeling-pick-number-button = Pick { $more } more
labeling-pick-more-button = Pick more
labeling-pick-more-problem = Enter a number from 1 to { $left }.
labeling-pick-more-hint = The picks keep their labels; { $n ->
    [one] 1 text that was skipped or marked “cannot tell” will be replaced.
   *[other] { $n } texts that were skipped or marked “cannot tell” will be replaced.
}
labeling-pick-more-label = How many more
labeling-pick-more-tooltip = Existing picks stay, with their labels
labeling-degree-tooltip = Number of its neighbors in its part, not counting earlier picks
labeling-degree-label = neighbors
labeling-flagged-tooltip = Flagged
labeling-flagged-status = flagged
labeling-note-status = note: { $note }

## run/coverage_view.rs
run-coverage-all-labeled = Labeled: all { $all }.
run-coverage-labeled-count = Labeled: { $n } of { $all }.
run-coverage-title = Coverage
run-coverage-table-button = As a table
run-coverage-plot-label = Average similarity to the picks and share of covered texts, by number of labels; the table has the numbers
run-coverage-similarity-legend = average similarity to the picks
run-coverage-covered-legend = covered texts
run-coverage-labeled-legend = labeled so far
run-coverage-table-label = Coverage as a table
run-coverage-table-caption = Coverage after each label: a label covers its text and the neighbors of this text
common-facility-coverage = Average similarity
run-coverage-added-column = added
common-covered-texts = Covered texts

## shell/help.rs
shell-help-give-label = give the label with this key and, where a text has one label, move to the next text. Digits always give labels; “Edit labels” gives a label another key, and a label keeps its key when others are moved or removed
shell-help-give-letter-label = give labels past the ninth (all letters but j, k, s, u)
shell-help-clear-answer = clear the answer
shell-help-next-text = next text, or the next line of the list that has the focus
shell-help-previous-text = previous text, or the line before
shell-help-scroll-text = scroll through a long text
shell-help-next-unanswered = go to the next text without an answer
shell-help-skip = skip: it comes back after the others
shell-help-cannot-tell = cannot tell: the text does not say enough; it does not come back
shell-help-flag = flag it, to come back to it later
shell-help-next-listing = list only texts to label, labeled, flagged, with a note, … in turn
shell-help-find-label = find a label by its name, and give it; or add one
shell-help-write-answer = where you write answers: start writing; Esc leaves the field
shell-help-save-answer = where you write answers: save the answer and go to the next text
shell-views-label = Views
shell-view-data = Data
shell-view-data-tooltip = The texts, the team, and a large map
shell-view-label = Label
shell-view-label-tooltip = One text at a time, with the labels
shell-view-review = Review
shell-view-review-tooltip = Suggestions and answers for many texts
shell-view-export = Export
shell-view-export-tooltip = Files with the labels, prompts, and the backup
shell-settings-tooltip = How many texts to pick, and how
shell-settings-changed-status = changed
shell-single-keys-label = Use single keys as shortcuts. Turn this off for speech input: then only buttons, Tab and shortcuts with { $control } work.
shell-help-write-note = write a note; Esc leaves the field
shell-help-toggle-suggestion = show or hide the suggestion for the text
shell-help-accept-suggestion = accept the suggestion that is shown
shell-help-similar-texts = show the texts that are similar to this one, to label many of them
shell-help-toggle-reason = show or hide why the text was picked and what is similar to it
shell-help-undo = undo
shell-help-back-up = back the project up
shell-help-redo = redo
shell-help-list-move = in a list: to the line above or below; Home and End: to the first and the last
shell-help-list-range = in a list: choose all lines in between, like Shift+click. Picks are marked, checkboxes get the state of the first line
shell-help-pick-more = pick more texts: choose how many, then Enter
shell-help-export = export the labels as CSV and show the other formats
shell-help-views = show the data, the text to label, the review or the export
shell-help-settings = open the settings of the selection
shell-help-views-hint = The keys for answers, texts, suggestions and reasons work in the Label view.
shell-help-accept-many = review the suggestions for many texts, and accept them together
shell-help-accept-listed = in the list of suggestions or answers: accept all that are chosen
shell-help-project-title = This project
shell-help-group-answer = Answer
shell-help-group-texts = Move through the texts
shell-help-group-suggestions = Suggestions and reasons
shell-help-group-project = Project
shell-help-group-review = Review
shell-help-group-map = Map
shell-help-group-outline = List below the map
shell-help-group-agreement = Agreement
shell-help-group-explainer = How picking works
shell-help-review-move = to the line above or below; Home, End, Page Up and Page Down go further
shell-help-review-range = mark all lines in between, like Shift+click
shell-help-review-mark = mark or unmark the line
shell-help-review-open = open the text to label it
shell-help-review-sideways = from one heading to the next; in a line, to the checkbox and back
shell-help-map-zoom = zoom; the arrow keys move it, Home shows all of it
shell-help-map-nearest-pick = go to the pick that is nearest to the center
shell-help-outline-move = move through it, open and close its groups
shell-help-outline-range = mark all texts in between, like Shift+click
shell-help-outline-focus = zoom to it, mark it, show only this group
shell-help-outline-find = go to the entry with this name (j and k go to the next and previous line, unless they continue a word)
shell-help-outline-label = label the text that has the focus
shell-help-outline-similar = show the texts that are similar to this one
shell-help-lasso = while drawing a lasso or a box: add to the marked texts, or remove from them
shell-help-agreement-settle = settle the text with the label or choice that has this key
shell-help-agreement-other = find other labels, or write an answer
shell-help-agreement-majority = settle by majority, wherever more than half agree
shell-help-agreement-cannot-tell = cannot tell, or mark as not settled
shell-help-paste = outside of fields: open the copied table or texts
shell-help-explainer-play = play and pause
shell-help-explainer-space = the next stop of the tour; without the tour, play and pause
shell-help-explainer-page = the next and the previous stop of the tour; in a lecture without the tour, an event
shell-help-explainer-step = one step back or forward
shell-help-explainer-event = one event back or forward
shell-help-explainer-ends = the first and the last step
shell-help-explainer-speed = faster and slower
shell-help-open = this help
shell-guidelines-label = Guidelines
shell-guidelines-placeholder = When does a text get which label? What about hard cases? Everyone who labels can read this here.
shell-help-title = Guidelines and keys
shell-help-pointer-hint = Everything works by mouse and touch too.
shell-blind-checks-title = Blind checks
shell-blind-checks-hint = For one text in ten that you label, the page makes a suggestion and hides it. “Blind check” appears at that text, and only there. When you give the label, the two are compared; a count below the labels shows how many suggestions were right. If you skip the text, the next one is checked instead. Undoing the label also undoes the check.

## labeling/label_set_view.rs
labeling-new-label-tooltip = Paste a list to add one label per line; a table can also contain keys and meanings
labeling-new-label-placeholder = New label
labeling-next-label-placeholder = New label (Enter: to the text)
labeling-new-label-name = Name of a new label
labeling-add-label-button = Add label
labeling-new-label-hint = Enter adds the label. Enter in the empty field, or Esc, takes you to the text, where keys give labels.
labeling-unlisted-labels-hint = { $more ->
    [one] 1 more label is not listed; find it by name:
   *[other] { $more } more labels are not listed; find them by name:
}
labeling-label-uses = { $n ->
    [one] 1 text
   *[other] { $n } texts
}
labeling-answers-one = one label
labeling-answers-several = any number of labels
labeling-answers-written = an answer that you write
labeling-label-color-tooltip = Choose a color
labeling-label-color-label = Color of label { $name }: { $color }
labeling-color-title = Color of the label
labeling-colors-distinct-hint = Easy to tell apart with any color vision
labeling-colors-other-hint = Other colors
labeling-color-gray-hint = Gray labels have their key or their initials instead of a color.
labeling-color-cornflower = cornflower blue
labeling-color-vermilion = vermilion
labeling-color-jade = jade
labeling-color-violet = violet
labeling-color-gold = gold
labeling-color-teal = teal
labeling-color-raspberry = raspberry
labeling-color-olive = olive
labeling-color-umber = umber
labeling-color-indigo = indigo
labeling-color-grass = grass green
labeling-color-plum = plum
labeling-color-orange = orange
labeling-color-slate = slate
labeling-color-crimson = crimson
labeling-color-sea-green = sea green
labeling-color-blue = blue
labeling-color-brown = brown
labeling-color-green = green
labeling-color-purple = purple
labeling-color-red = red
labeling-color-cyan = cyan
labeling-color-pink = pink
labeling-color-yellow = yellow
labeling-color-gray = gray
labeling-label-key-tooltip = Its key
labeling-label-key-label = Key of label { $name }
labeling-label-name-label = Name of label { $name }
labeling-label-remove-label = Remove label { $name }
labeling-label-up-tooltip = Up
labeling-label-up-label = Move label { $name } up
labeling-label-down-tooltip = Down
labeling-label-down-label = Move label { $name } down
labeling-label-description-placeholder = What it means
labeling-removed-labels-title = Removed
labeling-label-restore-label = Bring label { $name } back
labeling-label-description-label = Description of label { $name }
labeling-case-difference-hint = { $first } and { $second } differ only in upper and lower case. To merge them, give one the name of the other.
labeling-number-difference-hint = { $first } and { $second } are the same number. To merge them, give one the name of the other.
labeling-merge-labels-button = Merge…
labeling-shared-color-hint = { $first } and { $second } have the same color. Choose another with the button to the left of a label.
labeling-color-limit-hint = There are { $n_colors } colors. Further labels are gray, with their key or initials. You can choose a color with the button to the left of a label.
labeling-lookalike-labels-hint = Two labels “{ $first }” look the same but are spelled differently ({ $spelled } / { $other }). If they mean the same, give one the name of the other to merge them.
labeling-label-set-title = Edit labels
labeling-answers-label = A text has

## team/agreement_dialog.rs
common-agreement = Agreement
team-alpha-reliable = reliable, by Krippendorff’s rule of 0.8
team-alpha-tentative = good for tentative conclusions, by Krippendorff’s rule of 0.667
team-alpha-too-low = too low to rely on, by Krippendorff’s rule of 0.667: the guidelines may need revision
team-coefficients-label = How much you agree
team-alpha-tooltip = Agreement of all annotators beyond chance: 1 is full agreement, 0 is agreement by chance. The distance between two sets of labels is the MASI distance. Accepted suggestions and accepted answers of a language model do not count.
team-alpha-label = Krippendorff’s α
team-alpha-text-count = on { $n ->
    [one] 1 text
   *[other] { $n } texts
} that at least two annotators labeled
team-pairs-label = Each pair of annotators
team-pair-column = Pair of annotators
team-both-labeled-column = Both labeled
team-same-answer-column = Same
team-kappa-tooltip = Cohen’s kappa: agreement beyond chance
team-kappa-column = Cohen’s κ
team-confused-labels-column = Most often confused
team-coefficient-undefined = not defined: { $why }
team-settled-status = settled
team-unsettled-status = to settle
team-no-disagreement-title = No disagreement
team-all-settled-title = { $n ->
    [one] The disagreement is settled
   *[other] All { $n } disagreements are settled
}
team-disagreements-left-title = { $left } of { $n ->
    [one] 1 disagreement
   *[other] { $n } disagreements
} to settle
team-no-disagreement-hint = Wherever two of you labeled the same text, you gave the same answer.
team-annotator-column = Annotator
team-answer-column = Answer
team-time-column = When
team-settle-button = Settle
team-other-answer-label = Another answer
team-settle-answer-button = Settle with this answer
team-settle-majority-button = { $n ->
    [one] Settle 1 by majority
   *[other] Settle { $n } by majority
}
team-settle-majority-tooltip = Settles every text to which more than half of its annotators gave the same answer. One step; u undoes it.
team-other-labels-title = Other labels
team-settle-several-hint = Choose with ↑ and ↓. Enter adds a label or removes it again; Esc closes without settling.
team-settle-one-hint = Choose with ↑ and ↓. Enter settles with the label; Esc closes without settling.
team-disjoint-pairs-hint = No text labeled by both: { $pairs }.
team-pairs-shown-status = Pairs { $first } to { $last } of { $n }
team-previous-pairs-button = Previous pairs
team-next-pairs-button = Next pairs
team-unlisted-count = and { $n } more, which are not shown
team-label-column = Label
team-per-label-title = Label by label
team-specific-agreement-tooltip = How often the other annotator also gave the label, if one of two annotators gave it (positive specific agreement)
team-specific-agreement-column = Agreed
team-given-by-both-column = Given by both
team-given-by-one-column = By only one
team-cannot-tell-button = Cannot tell
team-previous-disagreement-label = Previous disagreement
team-next-disagreement-label = Next disagreement
team-settled-by-status = settled by { $by }

## similar/dialogs.rs
similar-texts-title = Similar texts
similar-no-neighbors-hint = This text has no neighbors.
similar-texts-list-label = Similar texts, the most similar first
similar-choose-all-button = Choose all
similar-choose-none-button = Choose none
similar-chosen-status = { $n_ticked } of { $n } chosen
similar-mark-button = Mark on the map
similar-label-chosen-label = Give all chosen texts a label
labeling-bulk-label-tooltip = u undoes it
labeling-bulk-label-placeholder = Label as…
similar-distance-neighbor = neighbor
similar-distance-two-steps = two steps
similar-cosine-tooltip = Cosine similarity to the text
similar-distance-tooltip = Distance in the graph; the embeddings are not available
similar-go-to-label = Go to this text
similar-go-to-button = go
similar-duplicates-title = Near-duplicates
similar-duplicates-searching-status = Searching…
similar-duplicates-none-status = No near-duplicates found.
similar-duplicates-found-status = { $texts } texts in { $groups ->
    [one] 1 group
   *[other] { $groups } groups
}
similar-threshold-same-words = the same words
similar-threshold-percent = { $percent } % (cosine { $cosine })
similar-duplicates-hint = Texts with the same words, ignoring case and spaces, or neighbors whose embeddings are similar enough to that of the group’s first text. 0 % is the average similarity of two texts, 100 % the same words. Nothing is deleted: copy the label of one text to the others in its group.
similar-threshold-label = Minimum similarity
similar-duplicates-partial-problem = Only texts with the same words were found:
similar-duplicates-list-label = Groups of near-duplicates
similar-mark-group-tooltip = Marks all texts of the group on the map, where you can label them together
common-show-more = Show { $n } more
similar-group-more-button = Show { $n } more of { $left }
suggestions-undo-all-hint = reverts all of it.
similar-copy-labels-tooltip = Where all labels in a group agree, its texts without an answer get the same label
similar-copy-labels-button = Copy labels within groups
similar-copy-group-labels-button = { $count ->
    [one] Copy labels within 1 group
   *[other] Copy labels within { $count } groups
}
similar-label-group-button = Label all as

## ui/column_select.rs
common-find-column-label = Find a column
common-columns-listed-status = { $listed } of { $n } { $listed ->
    [one] is
   *[other] are
} listed; type part of a name to find others

## compare/dialog.rs
compare-progress-button = Comparing: { $done } of { $all ->
    [one] 1 run
   *[other] { $all } runs
}
compare-open-button = Compare methods on these texts
compare-dialog-title = Compare methods
compare-selection-running-hint = A selection is running; compare when it is finished.
compare-run-count-hint = { $runs ->
    [one] 1 run.
   *[other] { $runs } runs: every method with every number of texts and every seed.
}
compare-settings-hint = Every method selects from your texts; all other settings are taken from the page. The comparison does not use a language model.
compare-duplicates-hint = Here each duplicate counts separately.
compare-test-label = Test texts
compare-test-choose-button = Choose a test file
compare-test-status = { $name } ({ $n ->
    [one] 1 text
   *[other] { $n } texts
})
compare-test-hint = Optional: texts that are not in the project, with the same columns for text and true labels. Without a file, the texts that were not picked are tested.
compare-test-file-problem = the test file { $file_name } cannot be used: { $problem }
compare-test-labels-problem = the test file needs true labels
compare-test-labels-advice = Choose the column of the true labels; the test file must have a column of this name.
compare-test-column-problem = the test file { $file_name } has no column “{ $column }”
compare-test-column-advice = Give the column of its labels the name “{ $column }”, or choose another column of the true labels.
compare-test-embeddings-problem = this project has embeddings from a file, so the texts of a test file have none
compare-test-embeddings-advice = Remove the test file, or compare in a terminal: “fastgas compare --test-embeddings”.
compare-paper-method = { $method } (paper)
compare-paper-tooltip = FastGAS as published, in addition to the preset of your settings
compare-methods-title = Methods
compare-all-methods-button = All
compare-no-methods-button = None
compare-budgets-label = Texts to label
compare-budgets-hint = How many texts to pick.
compare-seeds-label = Seeds
compare-seeds-hint = Each method runs once per seed.
compare-running-button = Comparing…
compare-start-button = Compare
compare-true-labels-label = True labels
compare-true-labels-none = none: time and coverage only
compare-true-labels-hint = Used only to measure the picks. No method sees a label.
compare-run-status = Run { $number } of { $all }: { $method }, { $budget ->
    [one] 1 pick
   *[other] { $budget } picks
}, seed { $seed }
compare-stage-progress = { $stage }: { $done } of { $total }
compare-starting-status = Starting
compare-progress-label = Runs done
compare-finished-status = { $all ->
    [one] The run is done.
   *[other] All { $all } runs are done.
}
compare-stopped-status = Stopped after { $done } of { $all ->
    [one] 1 run
   *[other] { $all } runs
}.
compare-results-label = Results
compare-results-outdated = These results are for other settings or labels than those chosen now.
compare-seed-means-title = Means of { $n_seeds } seeds ± standard error; without ± where all seeds agree
compare-single-seed-title = One seed
common-save-csv-button = Save as CSV
compare-seeds-finished = { $n } of { $all } seeds
compare-table-label = All methods
compare-method-column-hint = How the texts are selected
compare-picks-column-hint = The number of texts to label
compare-sort-tooltip = { $hint }. Sort by this column.
compare-exam-running-hint = A language model is being asked; compare when it has answered.
compare-exam-accuracy-title = Accuracy of the model
compare-exam-accuracy-hint = Share of right answers of the language model to { $texts ->
    [one] 1 test text
   *[other] { $texts } test texts
} with the picks as its examples, ± standard error over the seeds, with the 95 % Wilson interval over the texts
compare-exam-interval = (95 %: { $low } to { $high } %)
compare-exam-difference-title = { $reference } minus this
compare-exam-difference-hint = Accuracy of { $reference } minus that of this method, in percentage points, ± standard error over the texts: both answer the same texts

## compare/exam_panel.rs
compare-exam-title = Accuracy with a language model
compare-exam-hint = The model answers test texts with the picks of each run and their true labels as its examples. This takes time and sends texts; no text is sent without your consent.
compare-exam-no-labels-hint = To measure the accuracy with a language model, choose a column with the true labels and compare again.
compare-exam-outdated-hint = To measure the accuracy with a language model, compare again with the current settings and labels.
compare-exam-result-status = { $model } answered { $texts ->
    [one] 1 test text
   *[other] { $texts } test texts
} with the picks of each run. The first two columns after “Picks” show the accuracy.
compare-exam-unmatched-status = { $unmatched } of { $answers ->
    [one] 1 answer
   *[other] { $answers } answers
} { $unmatched ->
    [one] matches none of the labels and counts
   *[other] match none of the labels and count
} as wrong.
compare-exam-shortened-status = { $shortened } of { $answers ->
    [one] 1 prompt
   *[other] { $answers } prompts
} had fewer examples, because the context is too small.
compare-exam-endpoint-hint = OpenAI-compatible.
compare-exam-shots-hint = The most similar picks. The most similar one is the last. A pick is never an example for itself.
compare-exam-texts-label = Test texts
compare-exam-count-hint = { $texts } of your { $all } texts, drawn at random and the same for every run: at most { $prompts ->
    [one] 1 prompt
   *[other] { $prompts } prompts
}. The maximum is { $max_texts } texts.
compare-exam-sending-warning = The test texts and the picks with their true labels are sent to { $whom }. Nothing is sent before you press the button and agree.
compare-exam-progress = { $done } of { $total ->
    [one] 1 prompt
   *[other] { $total } prompts
}

## answers/panel.rs
answers-title = Label the rest with a language model
answers-hint = The model reads the most similar labeled texts and answers with a label. Its answers are suggestions until you accept them. No text is sent without your consent.
answers-accuracy-status = Check of { $model }: { $total ->
    [one] its answer is right for { $right } of 1 labeled text.
   *[other] its answers are right for { $right } of { $total } labeled texts.
}
answers-accuracy-interval = Expect { $low } to { $high } % of the answers to be right.
answers-open-status = { $n ->
    [one] 1 answer waits for your decision.
   *[other] { $n } answers wait for your decision.
}
answers-unmatched-status = {" "}{ $n ->
    [one] 1 of them gives none of your labels.
   *[other] { $n } of them give none of your labels.
}
answers-shortened-status = {" "}For { $n ->
    [one] 1 of them
   *[other] { $n } of them
} the model read fewer examples, because its context is too small.
answers-next-tooltip = Go to the text with the least certain answer
answers-next-button = Review the least certain
answers-review-tooltip = Review the answers above a confidence and accept them together
answers-review-button = Accept many answers…
answers-settings-title = Ask a language model
answers-sending-warning = Each text is sent to { $whom } with its examples. Nothing is sent before you press a button and agree.
answers-endpoint-hint = OpenAI-compatible. Confidences need log-probabilities.
answers-shots-label = Examples per text
answers-shots-hint = The most similar labeled texts. The most similar one is the last.
answers-check-tooltip = The model answers each labeled text with the other ones as examples. This shows in advance how accurate it is.
answers-check-button = { $n ->
    [one] Check with 1 labeled text…
   *[other] Check with { $n } labeled texts…
}
answers-ask-button = { $n ->
    [one] Answer 1 other text…
   *[other] Answer { $n } other texts…
}
answers-limit-grammar = { $host } limits answers to your labels with a grammar.
answers-limit-choice = { $host } limits answers to your labels with a list of choices.
answers-limit-schema = { $host } limits answers to your labels with a JSON schema.
answers-limit-none = { $host } does not limit answers to your labels, so answers are matched to them.
answers-retrieving-status = Finding the examples for each text
answers-planning-status = Preparing the prompts
answers-probing-status = Asking { $host } how it limits answers to your labels
answers-current-title = Answer of { $model }:
answers-certainty = { $percent } % sure
answers-certainty-unknown = confidence unknown
answers-no-label-status = “{ $words }”, which is none of your labels
answers-accept-button = Accept the answer
answers-panel-label = Answer of the language model

## answers/review_dialog.rs
answers-review-title = Accept answers of the language model
answers-review-hint = Texts without an answer from you, the least certain first. Accepted answers stay marked as answers of the model.
answers-review-list-label = Answers of the model, least certain first
answers-review-empty = No answer has at least this confidence.

## confidences/panel.rs
confidences-title = Confidences
confidences-not-stored-problem = ⚠ Answers are not stored in this browser:
confidences-not-stored-effect = . They last until the page is reloaded.
confidences-needed-hint = For more than { $vote_k_first } picks, vote-k needs to know how sure a language model is of each text: from a CSV with the columns row and confidence, or by asking a model. No model is asked without your consent.
confidences-source-status = { $n ->
    [one] 1 text
   *[other] { $n } texts
}, from { $source }.
confidences-missing-status = { $n ->
    [one] For 1 of them, the model gave an empty answer; it counts
   *[other] For { $n } of them, the model gave empty answers; they count
} as least sure.
confidences-discard-button = Do not use them
confidences-choose-file-button = Choose a CSV…
confidences-entered-address = the address that you enter
confidences-sending-warning = Each of the { $n_texts } texts is sent to { $whom }, with the labeled examples. Nothing is sent before you press the button and agree.
confidences-examples-status = { $n ->
    [one] 1 labeled text is shown to it as an example.
   *[other] { $n } labeled texts are shown to it as examples.
}
confidences-examples-missing-status = { $n } labeled so far; { $left ->
    [one] 1 of the first picks has
   *[other] { $left } of the first picks have
} no label yet.
confidences-ask-model-title = Or ask a language model
confidences-endpoint-label = Endpoint
confidences-endpoint-hint = OpenAI-compatible, with log-probabilities.
confidences-api-key-label = API key, if required
confidences-api-key-hint = Never stored; forgotten when you close the page.
common-template-label = Template
confidences-template-hint = {"{"}text{"}"}, {"{"}label{"}"}, or any column in braces.
confidences-ask-host-button = Ask { $host }…
confidences-ask-button = Ask…
confidences-kept-answers-status = { $n ->
    [one] 1 answer is kept: the same question is not asked again.
   *[other] { $n } answers are kept: the same question is not asked again.
}
confidences-label-picks-advice = The model is shown labeled texts as examples: label the picks first.
confidences-label-more-advice = The more picks you label, the better the examples.
confidences-pick-first-advice = The model is shown labeled texts as examples: vote-k’s first { $vote_k_first } picks, which need no confidences. Pick and label them first.
confidences-pick-first-button = Pick the first { $vote_k_first }
confidences-asking-status = Asking { $host }
confidences-asking-progress = { $done } of { $total ->
    [one] 1 text
   *[other] { $total } texts
}
confidences-time-left = , { $left } left
confidences-progress-label = Asking the model
confidences-answers-kept-hint = Answers are kept.

## compare/dot_plot_view.rs
compare-plot-legend-picks = { $budget ->
    [one] 1 pick
   *[other] { $budget } picks
}
compare-plot-label = { $title } of every method; the table has the numbers

## labeling/list_filter.rs
labeling-filter-all = all
labeling-filter-unlabeled = to label
labeling-filter-labeled = labeled
labeling-filter-flagged = flagged
labeling-filter-noted = with a note
labeling-filter-skipped = skipped
labeling-filter-cannot-tell = cannot tell

## labeling/find_label.rs
labeling-find-label-title = Find a label
labeling-find-label-placeholder = Part of its name
labeling-find-label-add = Add “{ $name }” and give it
labeling-find-label-hint = Choose with ↑ and ↓. Enter gives the highlighted label; Esc closes without giving one.

## export/view.rs
backup-changes-status = { $n ->
    [one] 1 change
   *[other] { $n } changes
} since the last backup, { $at }
backup-differences-hint = Not in the last backup: { $what }.
persistence-second-copy-problem = The second copy of your labels, which helps if the database is damaged, could not be written: { $reason }. The labels themselves are stored.
backup-never-status = not backed up yet
backup-never-changes-status = not backed up yet: { $n ->
    [one] 1 change is
   *[other] { $n } changes are
} in this browser only
persistence-granted-hint = This browser keeps your work until you delete it.
persistence-not-granted-hint = This browser may delete your work when the disk is full, and Safari does so after seven days without a visit: back it up regularly.
persistence-request-button = Ask the browser to keep your work
persistence-unsupported-hint = This browser does not guarantee to keep your work: back it up regularly.
backup-group-label = Back up the project
backup-project-label = Project
backup-saved-file-status = saved to { $name }
backup-another-file-tooltip = The next backup asks where to save it
backup-another-file-button = Another file
export-format-workbook = Excel (.xlsx)
export-format-excel = CSV for Excel
export-format-excel-semicolons = CSV for Excel, semicolons
export-format-tsv = TSV
export-format-parquet = Parquet (.parquet)
export-format-label-studio = Label Studio
export-format-hugging-face = Hugging Face
export-own-columns-first-label = Put rank, row, part, degree and label first
export-own-columns-first-hint = As in earlier versions. Otherwise they follow the columns of your file, which keep their positions.
export-times-label = Include times
export-times-hint = When each text was labeled (labeled_at) and how many seconds you took (seconds), in every file; for colleagues only the time (labeled_at).
export-formula-guard-label = Keep spreadsheets from running formulas
export-formula-guard-hint = In CSV and TSV: an apostrophe before each cell that begins with =, +, -, @, a tab or a line break. This page removes it when it opens the file.
export-no-labels-title = There is nothing to export
export-no-labels-problem = No text has a label yet.
export-no-labels-advice = Label a text, or export the picks or all texts.
export-formulas-guarded-status = { $file }: { $n ->
    [one] 1 cell now begins with an apostrophe so that no spreadsheet runs it as a formula
   *[other] { $n } cells now begin with an apostrophe so that no spreadsheet runs them as a formula
} ({ $n_columns ->
    [one] column
   *[other] columns
} { $columns }). When you open the file here again, this page removes these apostrophes.
export-formulas-unguarded-advice = { $file }: { $n ->
    [one] 1 cell begins like a formula
   *[other] { $n } cells begin like a formula
} ({ $n_columns ->
    [one] column
   *[other] columns
} { $columns }), and a spreadsheet may run { $n ->
    [one] it
   *[other] them
}. If you will open it in Excel, check “Keep spreadsheets from running formulas”.
export-label-studio-hint = A zip file: tasks.json to import, and the labeling configuration to set first
export-hugging-face-hint = A zip file with a folder that load_dataset reads and that you can push as it is
export-workbook-hint = A workbook in which IDs, leading zeros, long numbers and texts like =1+1 stay as they are
export-parquet-hint = Columns with types, for pandas, Polars and DuckDB
export-writing-status = Writing { $file }…
export-saved-status = ✓ Downloaded: { $file }, { $n ->
    [0] without labels
    [one] with the label of 1 text
   *[other] with the labels of { $n } texts
}.
export-not-downloaded-advice = Allow downloads for this site in the browser’s settings, then export again.
export-added-columns-title = What the added columns mean
export-rank-meaning = The place of the text in the order of the picks, from 1. Texts that were not picked have none.
export-row-meaning = The place of the text in your file. The first text has the number 0.
export-part-meaning = The number of the part. A part is a group of similar texts, with its own color on the map. The picks come from all parts.
export-degree-meaning = The number of similar texts (neighbors) in the same part, not counting earlier picks. A high number means that the text is typical of its part.
export-label-meaning = The label of the text. Several labels are separated by semicolons.
export-escaped-cells-meaning = Only in CSV and TSV: the number of cells in this row that were given an apostrophe. This page needs the number to restore the cells.
export-labels-meaning = Only in JSONL and Parquet: the labels of the text as a list.
export-origin-meaning = Where the label comes from: “suggestion” is an accepted suggestion, “model” an accepted answer of a language model, and “file” a label from your file. Empty if the label was given by hand.
export-confidence-meaning = How certain the language model was of the accepted answer, from 0 to 1.
export-confidence-kind-meaning = What the confidence is: “label-probability” is the probability of the label, “token-mean” the average probability of the answer’s tokens.
export-model-meaning = The language model whose answer was accepted.
export-passed-meaning = Why the text has no label: “skipped” or “cannot tell”.
export-flagged-meaning = “true” if the text is flagged.
export-note-meaning = The note on the text.
export-annotator-meaning = The name of the annotator who gave the answer.
export-labeled-at-meaning = The time of the last answer to the text, in UTC.
export-seconds-meaning = How many seconds you spent on the text, without breaks.
export-agreement-meaning = Whether the annotators agree: “one annotator”, “unanimous”, “disputed”, or “adjudicated” for a settled disagreement.
export-label-by-meaning = The answer of { $name }.
export-label-by-you-meaning = Your answer.
export-labeled-at-by-meaning = The time of the answer of { $name }, in UTC.
export-labeled-at-by-you-meaning = The time of your answer, in UTC.
export-empty-columns-hint = Columns after “{ $label }” that would be empty are left out of the file.
export-failed-title = The export failed
export-excel-hint = UTF-8 with the byte order mark that Excel needs
export-excel-semicolons-hint = The same with semicolons between the cells, for versions of Excel with decimal commas, such as the German one
export-other-formats-label = Export in another format
export-rows-labeled = Labeled
export-rows-picks = All picks
export-disputed-texts-hint = { $n ->
    [one] Annotators disagree about 1 text: it has no label here until you settle it under “Agreement”.
   *[other] Annotators disagree about { $n } texts: they have no label here until you settle them under “Agreement”.
}
export-columns-tooltip = The export keeps every column of your file at its position and adds rank, row (counted from 0), part, degree and label after them.
export-columns-first-tooltip = The export begins with rank, row (counted from 0), part, degree and label, followed by every column of your file in its order.
export-title = Export labels
export-options-title = Other formats and options
export-labeled-group-label = Export labeled texts
export-rows-all = All texts
export-all-group-label = Export all texts
export-picks-group-label = Export all picks
export-few-shot-group-label = Few-shot prompts
export-few-shot-label = Few-shot
export-try-prompt-tooltip = The prompt that a language model would get for one of your texts
export-try-prompt-button = Try a prompt…
export-pack-tooltip = Labeled texts, their embeddings and the template as one file, for “fastgas prompt --pack” or your own program
export-packing-status = Packing…
export-pack-button = Pack (JSON)

## suggestions/review_dialog.rs
suggestions-review-title = Accept suggestions
suggestions-review-pending = Making suggestions…
suggestions-review-empty = No suggestion has at least this confidence.
suggestions-review-count = { $count ->
    [one] 1 text
   *[other] { $count } texts
}, { $out } left out
suggestions-review-hint = Texts without an answer from you. Your answers do not change; accepted suggestions stay marked as suggested.
suggestions-review-list-label = Suggestions, least certain first
suggestions-review-accept-button = Accept { $n_ticked }
suggestions-review-part-label = Texts in
suggestions-review-all-parts = all parts
suggestions-minimum-confidence-label = Minimum confidence
suggestions-minimum-percent = { $least } percent
suggestions-label-counts = Number of texts per label

## review

review-queue-title = What to review
review-queue-suggestions = Suggestions
review-queue-answers = Answers of the language model, the least certain first
review-queue-disagreements = Disagreements between annotators
review-queue-flagged = Flagged picks
review-queue-noted = Picks with a note
review-queue-skipped = Skipped picks
review-queue-changed = Picks whose answer was changed
review-queue-empty = nothing to review
review-queue-only-results = nothing to settle
review-queue-pending = being counted…
review-queue-unknown = not counted yet
review-queue-open-button = Review…
review-queue-show-button = Show
review-count = { $shown } of { $n ->
    [one] 1 pick
   *[other] { $n } picks
}
review-filters-label = Search and filter the picks
review-search-label = Search all columns
review-filter-label-label = Label
review-filter-status-label = State
review-filter-part-label = Part
review-any-label = any label
review-any-status = any state
review-any-part = any part
review-reset-button = Show all
review-columns-button = Columns
review-columns-label = Columns of the file
review-suggestions-label = Suggestions
review-suggestions-hint = A text whose suggestion you have seen is not used for a blind check.
review-actions-label = Actions on the marked picks
review-marks-hint = Mark picks with the checkboxes, or a range with Shift, to label, flag or clear them together.
review-marked-status = { $n ->
    [one] 1 pick marked
   *[other] { $n } picks marked
}
review-flag-button = { $n ->
    [one] Flag 1 pick
   *[other] Flag { $n } picks
}
review-unflag-button = { $n ->
    [one] Remove 1 flag
   *[other] Remove { $n } flags
}
review-clear-button = { $n ->
    [one] Remove the answer of 1 pick
   *[other] Remove the answers of { $n } picks
}
review-table-caption = All picks. Enter opens the text of a line, the space bar marks the line.
review-sort-tooltip = Sort by { $name }: ascending, descending, then in the order of the picks again
review-suggestion-meaning = What your labels so far suggest for a text without an answer, and how sure the suggestion is.
review-answer-meaning = The label with which a language model answered, and how sure the model is.
review-status-meaning = What is still to do or was done with the text, for example to label, skipped, flagged, or labeled in your file.
review-mark-label = Mark pick { $rank }
review-empty-status = No pick matches the search and the filters.
review-detail-title = Pick { $rank }
review-detail-button = Label this text
review-no-label-of-set = none of the labels
review-column-marked = Marked
review-column-rank = Rank
review-column-text = Text
review-column-suggestion = Suggestion
review-column-answer = Model’s answer
review-column-part = Part
review-column-status = State
review-status-accepted = accepted
review-status-from-file = from the file
review-status-changed = changed

## prompts/dialog.rs
prompts-dialog-title = Try a prompt
prompts-prompt-label = The prompt
prompts-query-label = New text
prompts-query-placeholder = Type or paste a text that has no label
prompts-column-label = Column
prompts-blocked-status = No prompt yet: first correct the marked errors.
prompts-making-status = Making the prompt…
prompts-empty-hint = The prompt appears here as you type; none of it leaves this page.
prompts-copy-failed-problem = ⚠ The browser does not let this page copy. Select the prompt and copy it, or save it.
prompts-copied-status = ✓ Copied
prompts-copy-button = Copy
prompts-save-jsonl-button = Save as .jsonl
prompts-save-txt-button = Save as .txt
prompts-length-above-limit = , above the limit of { $limit }
prompts-length-status = { $shots ->
    [one] 1 demonstration
   *[other] { $shots } demonstrations
}, { $tokens } tokens by the tokenizer of { $counted_by }{ $above }. Other models count slightly differently.
prompts-proposed-hint = { $n ->
    [one] 1 accepted suggestion or answer of a language model is
   *[other] { $n } accepted suggestions and answers of a language model are
} not used as demonstrations.

## prompts/settings_form.rs
prompts-demonstrations-label = Demonstrations
prompts-demonstrations-hint = Labeled texts that are shown.
prompts-seed-hint = Same seed, same demonstrations.
prompts-max-tokens-label = Maximum tokens
prompts-max-tokens-placeholder = no limit
prompts-max-tokens-hint = If there are more, the least similar demonstrations are left out.
prompts-template-unavailable = {" "}(needs other columns)
prompts-template-own = Your own template
prompts-template-text-label = Text of the template
prompts-template-edit-hint = If you change it, it becomes your own template.
prompts-template-text-meaning = is the text,
prompts-template-label-meaning = its label
prompts-template-other-columns = ; other columns:
prompts-retrieval-label = Which ones
prompts-retrieval-similar = The most similar, most similar last
prompts-retrieval-random = Random ones
prompts-query-encoder-hint = { $file } has no vector for a new text, so an encoder finds the similar texts: { $encoder } embeds your text and the labeled texts. If this encoder does not suit your texts, use another encoder or random demonstrations.
prompts-form-label = Shown as
prompts-form-text = One text
prompts-form-chat = Chat messages (JSON Lines)

## suggestions/panel.rs
suggestions-blind-check-title = Blind check:
suggestions-blind-check-hint = a suggestion for this text is ready and stays hidden. It is compared with the label that you give, which shows how reliable suggestions are. One text in ten is checked this way.
suggestions-making-status = Making a suggestion…
suggestions-panel-label = Suggestion
suggestions-content-label = Hints about this text
suggestions-hidden-hint = No suggestion is shown. “✳ Suggestion” shows what your labels so far suggest for this text.
suggestions-show-tooltip = What the labels so far suggest for this text
suggestions-show-button = ✳ Suggestion
suggestions-review-tooltip = Review the suggestions for a part and accept them together
suggestions-review-button = Accept many…
suggestions-similar-tooltip = The texts that are similar to this one
suggestions-similar-button = Similar
suggestions-duplicates-button = Near-duplicates…
suggestions-confidence-percent = { $percent } % sure
suggestions-accept-button = Accept
suggestions-none-nearby-reason = no labeled text is near this one.
suggestions-none-uncertain-reason = the labeled texts around it do not agree enough, or are too far away.
suggestions-none-title = No suggestion:
suggestions-reasons-title = Because of these labeled texts:
suggestions-nearest-texts-title = The nearest labeled texts:
suggestions-checks-share = {" "}({ $percent } % of those made)
suggestions-checks-abstained = , { $abstained } without a suggestion
suggestions-checks-status = { $total ->
    [one] 1 blind check:
   *[other] { $total } blind checks:
} { $right } right{ $share }, { $wrong } wrong{ $none }.
suggestions-checks-question = What is a blind check?
suggestions-checks-hint = At every tenth text that you label, the page makes a suggestion, hides it, and compares it with your label. This shows how reliable suggestions are. It does not check your labels.

## team/panel.rs
team-remove-colleague-label = Remove { $name }’s labels from this project
team-remove-colleague-tooltip = Remove their labels; merging their file again brings them back
team-colleagues-range = { $first } to { $last } of { $n } colleagues
team-colleagues-previous-button = Previous
team-colleagues-next-button = Next
team-agreement-settle-button = Agreement: settle { $n ->
    [one] 1 text
   *[other] { $n } texts
}
team-final-answers-status = Together: { $n } of { $of ->
    [one] 1 pick
   *[other] { $of } picks
} { $n ->
    [one] has
   *[other] have
} a final answer.
team-title = Team
common-own-name-label = You are
team-own-name-placeholder = your name, if others label too
team-copy-tooltip = Texts, picks, label set and guidelines as one file, without anyone’s labels: a colleague opens it on this page and labels independently
team-copy-name-label = Copy for
team-copy-name-placeholder = name (optional)
team-copy-name-tooltip = The name becomes part of the name of the file, so that you know who gets which copy
team-copy-button = Copy for a colleague
team-merge-file-tooltip = A colleague’s backup: their labels are added to the project and replace none of yours
team-merge-file-button = Merge a colleague’s file
team-merged-resettled = {" "}{ $n ->
    [one] 1 text
   *[other] { $n } texts
} settled here had a later, different decision in the file, which now counts.
team-merged-replaced = {" "}{ $n ->
    [one] 1 answer of another colleague was replaced by a later one in this file. If that is wrong, remove that colleague and merge their own file.
   *[other] { $n } answers of other colleagues were replaced by later ones in this file. If that is wrong, remove those colleagues and merge their own files.
}
team-overrule-question = { $n ->
    [one] This file settles 1 text differently from everyone who labeled it.
   *[other] This file settles { $n } texts differently from everyone who labeled them.
} If that is intended, merge again; settled answers override all labels.
team-incoming-add-button = { $n ->
    [one] Add its new text first
   *[other] Add its { $n } new texts first
}
team-incoming-copy-summary = A copy to label, with { $texts ->
    [one] 1 text
   *[other] { $texts } texts
}; it has no labels yet.
team-incoming-copy-hint = It opens as a new project, and this one stays among your projects. { $n ->
    [0] You have no answers for its texts yet.
    [one] Your answer for 1 text is copied.
   *[other] Your { $n } answers are copied.
}
team-open-copy-button = Open
team-open-with-answers-button = Open with my answers
team-open-without-answers-button = Open without my answers
team-show-final-labels = Show final labels in lists and map
team-merge-all-button = Merge all { $n }
team-files-waiting-status = { $n ->
    [one] 1 more file is waiting.
   *[other] { $n } more files are waiting.
}
team-copy-columns-label = Include { $n ->
    [one] the other column
   *[other] the other columns
}: { $columns }
team-texts-labeled = { $n ->
    [one] 1 text labeled
   *[other] { $n } texts labeled
}
team-incoming-unrelated = None of its texts is in the open project, which stays among your projects.
team-merged-new-labels = {" "}{ $n ->
    [one] 1 label was added to your label set: { $labels }.
   *[other] { $n } labels were added to your label set: { $labels }.
}
team-merged-entries-none = none new
team-merged-entries-new = { $n } new
team-merged-own-entries = {" "}It also has { $n ->
    [one] 1 entry
   *[other] { $n } entries
} of your own; your entries here do not change.
team-merged-missing-texts = { $n ->
    [one] 1 text of theirs is not in this project
   *[other] { $n } texts of theirs are not in this project
}
team-merged-summary = { $name }’s file was merged: entries for { $n ->
    [one] 1 text
   *[other] { $n } texts
}, { $news }.
team-incoming-author-unknown = It does not say who labeled it
team-incoming-author = It is from { $by }
team-incoming-summary = { $maker }: { $texts ->
    [one] 1 text
   *[other] { $texts } texts
}, entries for { $said }.
team-incoming-all-texts = All its texts are in this project.
team-incoming-some-texts = { $shared ->
    [one] 1 of its texts is
   *[other] { $shared } of its texts are
} in this project, { $missing ->
    [one] 1 is
   *[other] { $missing } are
} not.
team-open-instead-button = Open it instead
team-open-as-button = Open it as { $by }
team-incoming-title = A project from a file
team-incoming-table-labels = { $n ->
    [one] 1 text has a label from that project’s table. It counts as a label of the person who labeled it
   *[other] { $n } texts have labels from that project’s table. They count as labels of the person who labeled it
}
team-labeled-by-label = It was labeled by
team-merge-hint = Their labels are kept separately and replace none of yours. Where you disagree, no label counts until you settle it.
team-label-independently-hint = You start without labels of your own; theirs are kept and not shown while you label.
team-open-unchanged-tooltip = Continue with the labels in the file
team-merge-button = Merge with yours
team-label-independently-button = Add your own labels

## map/canvas_view.rs
map-canvas-description = Map of { $pool } texts in { $parts ->
    [one] 1 part
   *[other] { $parts } parts
}, with { $picks ->
    [one] 1 pick marked
   *[other] { $picks } picks marked by rank
}. The list below shows the same as text.
map-zoom-label = Zoom
map-zoom-in-button = Zoom in
map-zoom-out-button = Zoom out
map-view-empty-status = Nothing here.
map-show-all-button = Show all

## map/tooltip.rs
map-tooltip-row = row
map-pick-rank = pick
map-tooltip-degree = degree { $all }:
map-tooltip-degree-inside = { $n } in its part
map-tooltip-degree-cut = { $n } cut

## map/legend_view.rs
map-filter-kinds = { $shown ->
    [one] 1 kind
   *[other] { $shown } kinds
}
map-filter-remove-action = show all again
map-color-by-label = Color by
map-outline-key-open = open
map-zoom-action = zoom
map-mark-action = mark
map-show-only-action = only
map-outline-key-letters = letters
map-outline-key-find = find

## map/view.rs
map-pending-status = The map is drawn last. The picks are ready: you can start labeling.
map-outdated-status = There are { $n } texts now. The next picks come from all of them, and the map will be redrawn with all of them.
map-missing-status = There is no map of this selection. Select again to draw it.
map-unfinished-status = The map was stopped before it was finished. Select again to finish it.

## map/toolbar.rs
map-tool-move = Move
map-tool-move-hint = Drag to move the map
map-tool-lasso = Lasso
map-tool-lasso-hint = Draw around texts to mark them. Hold Shift to add to the marked texts, Alt to unmark.
map-tool-box = Box
map-tool-box-hint = Drag from corner to corner to mark texts. Hold Shift to add to the marked texts, Alt to unmark.
map-search-found = { $count } found
map-search-found-visible = { $count } found, { $seen } of them shown
map-search-label = Search all columns
map-search-results-label = First results
map-mark-view-button = Mark all in view
map-mark-view-tooltip = Marks all texts in view. By keyboard instead of lasso and box: zoom and move, then press this. Hold Shift to add to the marked texts, Alt to unmark.
map-mark-found-button = Mark
map-tools-label = Effect of dragging
map-export-label = Save the map as an image
map-export-png-tooltip = Save this view as an image
map-export-svg-tooltip = Save this view as a vector graphic
map-export-title = Map of { $file }
map-export-filter-note = Only { $name }: { $classes }
map-export-shown-note = { $seen } of { $all } texts shown
map-export-search-note = Searched for “{ $typed }”: { $found }
map-marked-status = { $count ->
    [one] 1 text marked
   *[other] { $count } texts marked
}
map-marked-list-button = List
map-marked-color-button = Color
labeling-bulk-label-button = Give label
map-marked-clear-button = Unmark all
map-marked-bulk-label = Give all marked texts a label

## map/outline_view.rs
map-outline-hidden-status = , hidden by a filter
map-show-only-tooltip = Show only these; fade the others (F)
map-zoom-action-tooltip = Zoom to these (Enter)
map-outline-found = found
map-outline-more = { $left } more; show { $n }
map-outline-label = The map as a list

## import/append.rs
import-append-embeddings-missing = The project has its own embeddings, in { $file }, and there are none for the new texts. Open all texts as one file with embeddings for all of them, and merge a backup of this project into it. Or choose “Embed the texts instead” under “Data”, then add the new texts.
import-append-embeddings-extra = The file comes with its own embeddings, { $file }, but the project’s texts are embedded here. Add the table alone: its texts are embedded here too.
import-append-ids-missing = The project identifies its texts by their column { $column }, which this file does not have.
import-append-ids-conflict = { $n ->
    [one] “{ $id }” in column { $column } belongs to another text in the project: with one ID for two texts, it is unclear which is meant.
   *[other] { $n } IDs of this file belong to other texts in the project, “{ $id }” in column { $column } first: with one ID for two texts, it is unclear which is meant.
}
import-append-failed-title = { $file_name } was not added
import-waiting-dropped-title = { $n ->
    [one] 1 more file was not opened
   *[other] { $n } more files were not opened
}
import-waiting-dropped-problem = { $file_name } was opened as a new project, so it is unclear where they belong
import-waiting-dropped-advice = Open the project that they belong to, then drop them again.
import-append-column-problem = the project’s texts are in column { $name }, and this file has: { $columns }
import-append-column-advice = Give its text column that name and add it again, or open the file as a new project.

## projects/backup.rs
backup-version-problem = it has version { $fastgas }, but this page reads only versions up to { $version }
backup-row-cells-problem = row { $row } has { $has ->
    [one] 1 cell
   *[other] { $has } cells
}, but the header has { $columns ->
    [one] 1 column
   *[other] { $columns } columns
}
backup-texts-size-problem = its texts are more than 4 GB

## encoder/draft.rs
encoder-external-weights-problem = the weights of { $model } are in a second file, { $data }
encoder-external-weights-advice = Use a version of the model that is one file, such as a quantized one.
encoder-tokenizer-missing-problem = the tokenizer’s file is missing
encoder-tokenizer-missing-advice = Add the tokenizer.json that belongs to the model; it is in the model’s main folder.
encoder-max-length-problem = the maximum length “{ $text }” is not a whole number of 1 or more
encoder-max-length-advice = Leave it empty to read as many tokens as the model can.
encoder-wrong-format-problem = the ONNX file is missing; { $path } holds the weights in another format
encoder-wrong-format-advice = Add the model’s .onnx file, or make one: optimum-cli export onnx --model MODEL FOLDER.
encoder-onnx-missing-problem = the ONNX file is missing
encoder-onnx-missing-advice = Add the model’s .onnx file; hubs often keep it in a folder named onnx.
encoder-failed-title = { $model } does not work; { $in_use } stays in use
encoder-failed-crash-advice = The file may be damaged, or need more memory than a page has: download it again, or use a smaller or quantized version of the model.
encoder-failed-file-advice = The file may have been moved or changed: close this and add the files again.
encoder-file-size-problem = the file { $path } has { $bytes }, and this page opens { $limit } at most
encoder-file-size-advice = Use a smaller or quantized version of the model, or the terminal program “fastgas”.

## run/memory_limit.rs
run-memory-limit-title = { $n } texts are too many for this page
run-memory-limit-problem = they need { $needed } of memory, and a browser gives { $most_bytes } to one worker
run-memory-limit-advice = Select from at most { $one } texts here, or from all of them in a terminal, with “fastgas select”.

## compare/state.rs
compare-method-missing-problem = no method is chosen
compare-method-missing-advice = Choose at least one method.
compare-budgets-term = numbers of texts
compare-seeds-term = seeds
compare-number-invalid-problem = “{ $word }” among the { $what } is not a whole number in range
compare-number-invalid-advice = Enter whole numbers, separated by commas.
compare-numbers-missing-problem = no { $what } were entered
compare-numbers-missing-advice = Enter at least one.
compare-file-missing-problem = no file is open
compare-file-missing-advice = Open a file.
compare-failed-title = The comparison failed

## compare/exam.rs
compare-exam-texts-problem = “{ $texts }” is not a valid number of test texts
compare-exam-texts-advice = Enter a whole number from 1 to { $max_texts }.
compare-exam-unanswered-problem = { $unanswered } of { $prompts ->
    [one] 1 prompt
   *[other] { $prompts } prompts
} { $unanswered ->
    [one] has
   *[other] have
} no answer; { $problem }
compare-exam-consent-purpose = They ask about { $texts ->
    [one] 1 test text
   *[other] { $texts } test texts
} with the picks of { $runs ->
    [one] 1 run
   *[other] { $runs } runs
} as examples; identical prompts are sent only once.
compare-exam-consent-answered = {" "}{ $answered ->
    [one] 1 other prompt is already answered and is not sent.
   *[other] { $answered } other prompts are already answered and are not sent.
}

## endpoint/failure.rs
endpoint-other-question-problem = another question was open when the prompts were ready, so nothing was sent
endpoint-other-question-advice = Answer that question, and start again.

## answers/state.rs
answers-shots-problem = “{ $shots }” is not a valid number of examples
answers-shots-advice = Enter a whole number from 0 to { $max_shots }.
answers-written-problem = the answers of this project are written texts
answers-written-advice = Use “fastgas answer --free-text” in a terminal.
answers-unanswered-problem = { $unanswered } of { $texts ->
    [one] 1 text
   *[other] { $texts } texts
} { $unanswered ->
    [one] has
   *[other] have
} no answer; { $problem }
answers-send-title = Send { $prompts ->
    [one] 1 prompt
   *[other] { $prompts } prompts
} to { $host }?
answers-consent-sending = Each contains one of your texts and up to { $shots ->
    [one] 1 labeled example
   *[other] { $shots } labeled examples
}, and goes to { $address }. The prompts have about { $tokens } tokens in total, estimated as one per four bytes, and the answers at most { $answer_tokens }. This page has no control over what happens to them there.
answers-consent-most = {" "}This is the maximum: texts that already have an answer to the same prompt are not sent.

## confidences/state.rs
confidences-file-problem = in { $file_name }, { $error }
confidences-missing-advice = Ask the model once more, or choose the file again to treat these texts as those that the model is least sure about.
confidences-model-source = { $model } at { $host }
confidences-consent-sending = Each is sent to { $address } with { $examples ->
    [one] 1 labeled example
   *[other] { $examples } labeled examples
}. This page has no control over what happens to them there.
confidences-consent-answered = {" "}{ $answered ->
    [one] 1 other is already answered and is not sent.
   *[other] { $answered } others are already answered and are not sent.
}
confidences-consent-unencrypted = {" "}The connection is not encrypted: others on the network can read the texts.

## run/coverage.rs
run-coverage-gain-none = covers no other text
run-coverage-gain-texts = { $n ->
    [one] covers 1 more text
   *[other] covers { $n } more texts
}
run-coverage-labels-status = { $covered } of { $n_instances } texts { $covered ->
    [one] has
   *[other] have
} a label or a neighbor with one.
run-coverage-gain-summary = The { $label } pick adds { $facility_coverage } average similarity and { $texts }.
run-coverage-total-summary = Together: { $facility_coverage } average similarity, which is the mean cosine of a text to its nearest pick; { $covered_vertices } of { $n_instances } texts { $covered_vertices ->
    [one] is a pick or a neighbor of a pick
   *[other] are picks or neighbors of picks
}.

## compare/dot_plot.rs
compare-plot-dot-label = { $method }, { $budget ->
    [one] 1 pick
   *[other] { $budget } picks
}: { $estimate }

## encoder/describe.rs
encoder-built-in-description = { $layers }; { $speed }English, built in.
encoder-size-description = { $dimensions } dimensions, { $max_length } tokens per text
encoder-kernels-none = Slow: no part of the model runs in fast code
encoder-kernels-products = { $products ->
    [one] 1 fast matrix product
   *[other] { $products } fast matrix products
}
encoder-kernels-some-slow = { $fast }, some operators slower
encoder-reproducibility-warning = Because of { $operators }, the embeddings, and so the picks, may differ slightly between devices.
encoder-speed-description = about { $texts_per_second } short texts per second on one worker
encoder-pooling-mean = Mean of all tokens
encoder-pooling-cls = First token (CLS)
encoder-pooling-max = Maximum of all tokens
encoder-kernels-layers = { $count ->
    [one] 1 layer
   *[other] { $count } layers
}

## export/zip.rs
export-zip-duplicate-problem = two of its files have the same name
export-zip-size-problem = together they are too large for one file

## run/time_estimate.rs
common-duration-few-seconds = a few seconds
common-duration-about-seconds = about { $n } s
common-duration-about-minutes = about { $n } min
common-duration-about-hours = about { $n } h
common-duration-milliseconds = { $milliseconds } ms
common-duration-minutes-seconds = { $min } min { $s } s
common-size-gigabytes = { $megabytes } GB
common-size-megabytes = { $megabytes } MB

## import/state.rs
import-preview-missing-problem = There is nothing to open yet.
import-invalid-field-advice = Correct the marked field first.
import-template-columns-advice = Write column names in braces, such as {"{"}text{"}"}.
import-encoding-doubt-title = { $file_name } does not state its encoding
import-encoding-doubt-problem = it is likely { $encoding }
import-encoding-doubt-advice = Check whether the words below are right; if not, choose another encoding.
import-not-opened-title = { $file_name } was not opened
import-preview-failed-title = { $file_name } cannot be read like this
import-found-lines = plain lines
import-found-delimiter = cells separated by { $delimiter }
import-found-no-header = no header line
import-delimiter-commas = commas
import-delimiter-tabs = tabs
import-delimiter-semicolons = semicolons
import-delimiter-bars = vertical bars
import-delimiter-other = “{ $delimiter }”
import-remark-padded = { $rows } with too few or too many cells kept, with empty cells added: { $lines }.
import-remark-left-out = { $rows } left out: { $lines }.
import-remark-blank-lines = { $blank ->
    [one] 1 empty line does not count as a text.
   *[other] { $blank } empty lines do not count as texts.
}
import-remark-records = The rows are the list at “{ $path }”; the rest of the file is left out.
import-remark-keyed-records = Only the values at “{ $path }” are rows; their keys are in the column “{ $column }”.
import-remark-other-records = Other lists in this file: { $paths }.
import-remark-script = The file is a script; its beginning “{ $beginning }” is skipped.
import-remark-repaired = { $rows } kept, with NaN, Infinity or half a character replaced: { $lines }.
import-remark-joined-texts = { $n ->
    [one] 1 text is joined from its parts.
   *[other] { $n } texts are joined from their parts.
}
import-records-doubt-title = Which part of { $file_name } has the rows?
import-records-doubt-problem = they are likely the list at “{ $path }”
import-keyed-records-doubt-problem = they are likely the values at “{ $path }”, whose keys become the column “{ $column }”
import-records-doubt-advice = Check whether the rows below are right; if not, change their path.
import-entry-label = File in the archive
import-find-entry-label = Find a file
import-entry-doubt-title = Which file of { $file_name } has the texts?
import-entry-doubt-problem = { $n } files of the archive may be the table; the first is “{ $entry }”
import-entry-doubt-advice = Check whether the rows below are right; if not, choose another file.
import-sheet-label = Sheet
import-find-sheet-label = Find a sheet
import-header-row-label = Row of the column names
import-header-row-tooltip = As the spreadsheet counts its rows. The rows above are left out.
import-sheet-doubt-title = Which sheet of { $file_name } has the texts?
import-sheet-doubt-problem = the first sheet with cells is “{ $sheet }”
import-sheet-doubt-advice = Check whether the rows below are right; if not, choose another sheet.
import-remark-sheet = The rows are from the sheet “{ $sheet }”; other sheets: { $sheets }.
import-remark-rows-above = The table begins in row { $row } of the sheet; the rows above are left out.
import-remark-merged = Merged cells, in which only the first cell has a value: { $cells }.
import-remark-formula-errors = Cells whose formula has an error: { $n }, the first in { $cell }.
import-remark-formulas-empty = Formulas without a stored value are empty: { $n }, the first in { $cell }. Open the file in a spreadsheet and save it again.
import-remark-archive = The file “{ $entry }” was read; other files in the archive: { $others }.
import-remark-not-finite = Numbers that do not exist in JSON: { $n }. NaN became an empty cell.
import-remark-binary-columns = Columns with bytes that are not text, such as pictures, are empty: { $columns }.
import-remark-unguarded = { $n ->
    [one] 1 cell is
   *[other] { $n } cells are
} read without the apostrophe that guards formulas in this file.
import-remark-loose-quotes = Quotes around the beginning of a cell removed: { $lines }.
import-remark-spaced-quotes = Blanks and quotes around a cell kept as part of the text: { $lines }.
import-remark-lines-above = { $n ->
    [one] 1 line above the table is
   *[other] { $n } lines above the table are
} left out.
import-delimiter-doubt-title = What separates the cells of { $file_name }?
import-delimiter-doubt-problem = there { $rows ->
    [one] is 1 row
   *[other] are { $rows } rows
}, or { $others } if cells are separated by { $delimiter }
import-delimiter-doubt-advice = Check whether the rows below are right; if not, choose what separates the cells.
import-quotes-doubt-title = { $file_name } has quotes that do not enclose a whole cell
import-quotes-doubt-problem = text follows the closing quote of a cell in { $lines }, and such quotes are removed
import-quotes-doubt-advice = Check whether the texts below are right; if not, choose “Quotes belong to the text”.
import-quotes-backslash-advice = There is a backslash before some of them. If these quotes belong to the text, choose “Double quotes " enclose cells, \" inside”.
import-spaced-doubt-title = { $file_name } has blanks before quotes
import-spaced-doubt-problem = blanks precede the quotes of a cell in { $lines }, so the blanks and the quotes belong to the text
import-spaced-doubt-advice = If these quotes enclose cells, choose “Skip” at “Blanks around quotes”.
import-spaced-skipped-advice = All quotes of the file are like this, so “Skip” is chosen at “Blanks around quotes”. Check whether the texts below are right.
import-joined-doubt-title = { $file_name } may have quotes that belong to the text
import-joined-doubt-problem = a quote at the beginning of a cell may enclose several rows: { $lines }; there { $rows ->
    [one] is 1 row
   *[other] are { $rows } rows
}, or { $others } if quotes belong to the text
import-remark-joined-rows = A quote may have joined several rows into one: { $lines }.
import-remark-backslashes = There is a backslash before some of these quotes: choose “Double quotes " enclose cells, \" inside” if they belong to the text.
import-rows-literal-quotes = { $rows ->
    [one] 1 row
   *[other] { $rows } rows
}; { $others } if quotes belong to the text.
import-rows-enclosing-quotes = { $rows ->
    [one] 1 row
   *[other] { $rows } rows
}; { $others } if double quotes enclose cells.
import-rows-other-delimiter = { $rows ->
    [one] 1 row
   *[other] { $rows } rows
}; { $others } if cells are separated by { $delimiter }.
import-merge-columns-button = Use “{ $first }” and “{ $second }” as one text
import-remark-similar-columns = Columns “{ $first }” and “{ $second }” have similar names. To use both as one text, choose “Several columns, joined…”.
import-rows-without-header = { $rows ->
    [one] 1 row
   *[other] { $rows } rows
}; { $others } if the first line is a row.
import-rows-with-header = { $rows ->
    [one] 1 row
   *[other] { $rows } rows
}; { $others } if the first line names the columns.
import-comments-left-out = Comment lines left out: { $lines }.
import-comments-kept = Kept as rows, perhaps comments: { $lines }.
import-headers-left-out = Repeated column names left out: { $lines }.
import-headers-kept = Kept as rows, perhaps repeated column names: { $lines }.
import-survey-left-out = Lines of a survey below the column names left out: { $lines }.
import-footer-left-out = Lines below the table left out: { $lines }.
import-footer-kept = Kept as rows, perhaps below the table: { $lines }.
import-eof-left-out = End-of-file characters left out: { $lines }.
import-bom-left-out = Byte order marks within the file left out: { $lines }.
import-row-count = { $n ->
    [one] 1 row
   *[other] { $n } rows
}
import-line-list = { $n ->
    [one] line
   *[other] lines
} { $named }{ $and_so_on }

## import/typed_field.rs
import-number-advice = Enter a whole number of { $least } or more.

## labeling/state.rs
labeling-label-name-advice = Give it another name.
labeling-name-conflict-problem = in merged labels, colleagues use { $name } for { $other }
labeling-label-not-removed-title = { $name } was not removed
labeling-label-not-removed-problem = colleagues gave it to { $n ->
    [one] 1 text
   *[other] { $n } texts
}
labeling-label-not-removed-advice = To merge it with another label, give it the name of that label.
labeling-label-not-removed-settled-problem = it settles { $n ->
    [one] 1 text
   *[other] { $n } texts
} under “Agreement”
labeling-label-not-removed-settled-advice = Settle { $n ->
    [one] this text
   *[other] these texts
} with another label first. To merge the label with another one, give it the name of that label.
labeling-label-not-added-title = The label was not added
labeling-label-not-renamed-title = The label keeps its name
labeling-several-labels-title = Texts cannot have several labels yet
labeling-several-labels-advice = Give the text another answer, or rename the label under “Edit labels”; then choose again.
labeling-key-refused-title = The label keeps its key
labeling-key-refused-advice = Choose another key.
labeling-key-replaced-title = { $name } is back with another key
labeling-key-replaced-problem = Its old key, “{ $key }”, belongs to { $owner } now
labeling-key-replaced-advice = You can swap keys under “Edit labels”.

## labeling/last_step.rs
labeling-last-step-labeled = Labeled as { $label }
labeling-last-step-label-added = Label { $label } added
labeling-last-step-label-removed = Label { $label } removed
labeling-last-step-answered = Answered: { $answer }
labeling-last-step-answer-removed = Answer removed
labeling-last-step-passed = Marked “{ $why }”
labeling-last-step-flagged = Flagged
labeling-last-step-flag-removed = Flag removed
labeling-last-step-note-added = Note added
labeling-last-step-note-removed = Note removed
labeling-last-step-accepted = { $n } suggestions accepted
labeling-last-step-answers-accepted = { $n } answers of the model accepted
labeling-last-step-many-labeled = { $n } texts labeled as { $label }
labeling-last-step-many-removed = Label { $label } removed from { $n } texts
labeling-last-step-many-changed = { $n } texts labeled
labeling-last-step-many-flagged = { $n } texts flagged
labeling-last-step-many-unflagged = Flags removed from { $n } texts
labeling-last-step-many-cleared = Answers removed from { $n } texts
labeling-last-step-undone = Undone: { $what }
labeling-last-step-redone = Redone: { $what }

## compare/metrics.rs
compare-accuracy-nearest-title = Accuracy, 1 nearest
compare-accuracy-nearest-hint = Share of the other texts whose most similar pick has the same label
compare-accuracy-vote-title = Accuracy, 3 nearest
compare-accuracy-vote-hint = Share of the other texts whose label wins the vote of the three most similar picks
compare-baseline-title = Baseline: most common label
compare-baseline-hint = Share of the other texts that have the most common label: the accuracy of always giving this label
compare-labels-found-title = Labels found
compare-labels-found-hint = Share of all labels that at least one pick has
compare-accuracy-spread-title = Accuracy after spreading labels
compare-accuracy-spread-hint = Share of the other texts that get their own label when the picks’ labels are spread over the graph
compare-facility-coverage-hint = Mean cosine of a text to its nearest pick; needs no labels
compare-covered-texts-hint = Texts that are picks or neighbors of picks; needs no labels
compare-redundant-pairs-title = Redundant pairs
compare-redundant-pairs-hint = Pairs of picks that are almost the same: their cosine is more than 87 % of the way from the average cosine of two texts to the cosine of identical texts
compare-time-title = Time
compare-time-hint = Time from the neighbors to the picks, in one worker on this device

## network/state.rs
network-requester-offline-copy = offline copy
network-requester-language-model = language model
network-offline-partial-status = The page’s files are stored: it opens offline. To embed offline, it also needs the encoder and its model. They are fetched when they are first needed or some time after you open a file, unless you provided embeddings or the browser’s data saver is on.
network-offline-not-built-reason = this build of the page has no service worker
network-offline-no-copy-reason = this browser keeps no copy of the page, or none from this address
network-offline-hindered-reason = something prevents this browser from storing the files of the page
network-offline-wrong-file-reason = { $path } is not the file that belongs to this version

## project/mod.rs
project-text-column-problem = the text column is number { $text_column }, but { $columns ->
    [one] there is only 1 column
   *[other] there are only { $columns } columns
}
project-id-column-problem = the ID column is number { $column }, but { $columns ->
    [one] there is only 1 column
   *[other] there are only { $columns } columns
}
project-row-range-problem = it refers to row { $row }, but the rows are 0 to { $last }
project-unnamed = without a name
project-map-size-problem = there { $n ->
    [one] is 1 row
   *[other] are { $n } rows
}, but a different number of parts or positions
project-embeddings-size-problem = { $file } has { $rows ->
    [one] 1 row
   *[other] { $rows } rows
}, but there { $n ->
    [one] is 1 text
   *[other] are { $n } texts
}

## projects/state.rs
projects-last-visit-name = The project from your last visit
projects-missing-title = { $id } is no longer in this browser
projects-missing-problem = either the browser deleted the data of this page, which can happen when the disk is full or site data is cleared, or the project was never written to the disk
projects-missing-advice = If you have a backup of it, drop that file here.
projects-in-use-title = { $id } was not changed
projects-in-use-problem = it is open in another tab
projects-in-use-advice = Close it there first.

## prompts/state.rs
prompts-pack-failed-title = The few-shot pack was not made
common-number-missing-problem = a number is missing
prompts-number-advice = Enter a whole number of 0 or more.

## labeling/explain.rs
labeling-reason-covers-none = Its neighbors are all covered by earlier picks.
labeling-reason-covers-texts = { $n ->
    [one] It stands for 1 more text:
   *[other] It stands for { $n } more texts:
}
labeling-reason-covers-nearest = It stands for { $n } more texts; the nearest are:
labeling-reason-only-text = Its part has no other text.
labeling-reason-degree-highest = , the most there
labeling-reason-degree-percentile = , more than { $percent } % of the others
labeling-reason-degree = It has { $degree ->
    [one] 1 neighbor
   *[other] { $degree } neighbors
} in its part of { $part_size } texts{ $standing }.
labeling-reason-runner-up-tie = The runner-up there had the same number of neighbors, not counting earlier picks:
labeling-reason-runner-up-margin = The runner-up there had { $margin ->
    [one] 1 neighbor
   *[other] { $margin } neighbors
} fewer, not counting earlier picks:
labeling-reason-less-central = Another text there had more neighbors, not counting earlier picks, but is less central among the texts that it would stand for:
labeling-reason-other-criterion = Another text there had more neighbors, not counting earlier picks, but this method uses another criterion:

## labeling/explain.rs: other reasons
persistence-database-closed-problem = the browser has closed this project’s database, for example because site data was deleted

## run/settings.rs
run-workers-range-problem = { $count } workers are out of range
run-workers-range-advice = Enter a number from 1 to { $max_workers }; one for each core of this device is best.
common-whole-number-problem = “{ $text }” is not a whole number in range
run-seed-advice = Enter a whole number from 0 to 18446744073709551615; the same seed gives the same picks.
run-parts-advice = Enter a whole number of 1 or more, or leave it empty for auto.
run-number-advice = Enter a whole number of 1 or more.

## state/mod.rs
run-loading-model-status = Loading the model
persistence-embeddings-failed-title = { $file } is not stored in this browser
persistence-embeddings-failed-advice = You can use it until you close or reload the page; then drop it again. To store it, free some space.
import-failed-project-kept = ; your project is unchanged
import-several-projects-title = Nothing was opened
import-several-projects-problem = these are several projects: { $names }
import-several-projects-advice = Open them one after another, each with its own embeddings; all stay in the list of projects.
import-failed-title = { $file_name } was not opened{ $kept }
run-failed-title = The selection failed
run-coverage-failed-title = The coverage of the picks could not be computed
persistence-encoder-failed-title = { $encoder } is not stored in this browser
persistence-encoder-failed-advice = You can use it until you close or reload the page. To store it, free some space or empty the cache of embeddings, then drop its files here again.
encoder-removal-failed-title = The encoder’s files are still in this browser
encoder-removal-failed-advice = They are not used until you reload the page; then choose “Back to the built-in encoder” again.
encoder-multilingual-deletion-failed-advice = Delete them again after a reload, or delete the data of this site in the settings of the browser after you have backed up your projects.
run-confidences-missing-problem = for more than { $vote_k_first } picks, vote-k needs a language model’s confidences
run-confidences-missing-advice = Add them below.
run-more-picks-method-reason = { $method } makes all picks at once. To keep the existing picks, use another method, such as FastGAS.
run-more-picks-settings-reason = First change the settings: { $problem }.
encoder-not-restored-title = Your own encoder is not used; { $encoder } is used instead
encoder-not-restored-advice = Drop its files here again.
backup-embeddings-missing-title = { $file_name } does not contain the embeddings
backup-embeddings-missing-problem = They are no longer stored in this browser. The file contains everything else.
backup-embeddings-missing-advice = When the file is opened, the texts have to be embedded again. To include the embeddings, select again and back up again.
backup-failed-title = { $file_name } was not saved
backup-failed-advice = Everything is still in this browser. Free some space, then try again.

## suggestions/state.rs
suggestions-written-answers-reason = There are no suggestions for written answers.
suggestions-map-missing-reason = Suggestions and similar texts need the map, which “Select” draws.
suggestions-labels-missing-reason = Suggestions appear when you have labeled the first text.
suggestions-failed-problem = No suggestion could be made: { $error }. { $advice }

## team/state.rs
team-author-missing-problem = Enter whose file it is.
team-own-name-missing-problem = Enter your name, so that the two of you can be distinguished.
team-same-name-problem = You are { $own } too. Give one of you another name, so that your labels do not replace each other.
team-same-name-question = You are { $own } too. If this is your own work from elsewhere or earlier, merge again: of two entries for one text, the later counts. Otherwise give one of you another name, so that your labels do not replace each other.
team-name-taken-problem = { $own } is the name of a colleague whose labels are here already.
team-previous-name-question = { $n ->
    [one] The label in the open project is { $before }’s.
   *[other] The { $n } labels in the open project are { $before }’s.
} If { $own } is another name for the same person, press the button again; the labels then get that name. If you are someone else, enter { $before } as your name here, or open the file as a new project.
team-open-as-question = This opens { $theirs }’s work, and what is labeled in it counts as { $theirs }’s. If you are { $theirs }, press the button again. To label as { $own }, choose the other button.
team-own-labels-question = This file has labels by { $own }. If they are yours, press the button again to continue from them. Otherwise enter another name for yourself.
team-similar-name-question = { $known } is here already. If { $theirs } is the same person, enter the name as it is here; if it is someone else, press the button again.
team-name-conflict-question = { $theirs } is already the name of someone here, but this file does not continue their answers: it differs for { $n ->
    [one] 1 text.
   *[other] { $n } texts.
} Enter another name, or merge again if it is the same person.
team-own-name-needed-problem = This project has labels from colleagues, so you need a name.
team-own-name-taken-problem = { $name } is the name of a colleague whose labels are here.

## map/coloring.rs
map-coloring-label = label
map-coloring-first-label = label (the first if a text has several)
map-coloring-suggestion = suggestion
map-coloring-degree = degree (number of neighbors)
map-coloring-marked = marked or not
map-coloring-column = column “{ $name }”
map-class-marked = marked
map-class-unmarked = not marked
map-class-unlabeled = no label
common-disputed-status = disagreement
map-class-no-suggestion = no suggestion
map-class-suggestions-pending = suggestions are being made…
map-class-suggested = suggested: { $name }
map-class-labeled = labeled already
map-part-name = part { $part }
map-class-empty = (empty)
map-class-other-values = { $n_others ->
    [one] 1 other value
   *[other] { $n_others } other values
}

## labeling/goal_view.rs
labeling-goal-title = Set a goal for this session
labeling-goal-texts-label = Texts
labeling-goal-begin-button = Begin
labeling-goal-progress-label = Labeled in this session
labeling-goal-status = { $n_done } of { $n_texts } in this session
labeling-goal-minutes = { $n ->
    [one] 1 minute
   *[other] { $n } minutes
}
labeling-goal-reached-status = Goal reached: { $n ->
    [one] 1 text
   *[other] { $n } texts
} in { $time }
labeling-goal-extend-button = { $n } more
labeling-goal-end-button = End the session

## explainer/tour.rs
explainer-tour-start-title = Twenty sentences
explainer-tour-start-text = Each dot is a sentence; the algorithm calls it a “vertex”. A line, an “edge”, joins sentences that mean similar things: each with the three nearest, so some have more than three lines. Dots and lines together are the graph. There is time to label four sentences. Which four say the most about the other sixteen?
explainer-tour-parts-title = First cut, then pick
explainer-tour-parts-text = The four best-connected dots might all be about the weather. So the graph is first divided into four parts. A line between two parts is “cut”: the fewer lines are cut, the more each part is about one thing. Without a rule, the cheapest cut would split off a single sentence, so parts must be of nearly equal size, “balanced”. The graph is cut in two, then each half in two again.
explainer-tour-region-title = A region grows
explainer-tour-region-text = To cut the graph in two, start at any dot, here the one with a ring, and add its neighbors, then their neighbors, until half of the dots are inside. Five are inside; red dashed lines would be cut. Press → (or ›, below the picture) to see the next dot join.
explainer-tour-restarts-title = Ten tries, one winner
explainer-tour-restarts-text = Where you start makes a difference, so ten regions grow from ten starts. The sentence below the picture says how many lines each of them would cut. The region that cuts the fewest lines is kept. This is the one you see.
explainer-tour-refinement-title = Improve the cut move by move
explainer-tour-refinement-text = Now single dots change sides. The number next to a dot is its “gain”: how many fewer lines are cut when it moves. The queue contains the dots at the border and the neighbors of moved dots. The dot with the highest gain moves next, even if the cut grows: later moves may make it smaller than before. → moves the next dot. ⇧→ goes to the end, where the moves after the smallest balanced cut are undone (dashed rings).
explainer-tour-four-parts-title = Four parts
explainer-tour-four-parts-text = Each half was cut in two in the same way. The algorithm does not know what the sentences are about. Still, compare the sentences next to the dots of one color.
explainer-tour-pick-title = The first pick
explainer-tour-pick-text = In each part, the dot with the most lines inside the part is picked: the one with a ring. Its lines, thick and blue, are used up. The number of lines of a dot is its “degree”; the number of lines left is its “residual degree”. Here each part contributes one pick; if it contributes more, the next is the dot with the most lines left. Such a selection is “greedy”: it always takes the most.
explainer-tour-result-title = The four to label
explainer-tour-result-text = One from each part, each with a ring. If you label these four, every other sentence is joined with a labeled one.
explainer-tour-without-parts-title = Why parts? Without them, two are missed
explainer-tour-without-parts-text = Here four dots were picked without parts. They touch 19 of the 36 lines, and no four dots touch more. But two sentences, 16 and 18, are neither picked nor joined with a pick. One pick from each part touches 18 lines and reaches all twenty sentences.
explainer-tour-pairs-title = Large graphs: find pairs
explainer-tour-pairs-text = Another graph: 256 dots, each joined with those next to it. With thousands of dots, adding and moving dots one by one would be slow, and would consider only a small part of the graph at a time. So the graph is first made smaller, “coarsened”: dots are paired with random neighbors (thick lines); a few are left without a partner …
explainer-tour-merge-title = … and make them one
explainer-tour-merge-text = … and each pair becomes one heavier dot. That is one “level”; this repeats until a hundred dots or fewer are left. Where several lines become one, it counts as many as it replaces, so a cut costs the same in the small graph as in the large one. “Levels” shows the way: down the left side of the V, the graph gets smaller.
explainer-tour-coarsest-title = The bottom: a first cut
explainer-tour-coarsest-text = At the bottom of the V the graph is small enough to see all of it at once. Ten regions grow and the best is kept, as you have seen. Each heavy dot counts like all the dots merged into it, each thick line like all its lines.
explainer-tour-uncoarsening-title = Back up, refining on every level
explainer-tour-uncoarsening-text = Then, up the right side of the V, each heavy dot becomes its two dots again, and the cut is refined as before: first whole groups change sides, at the end single dots. Here 16 lines are cut, and no other cut into two halves cuts fewer lines.
explainer-tour-greedy-title = Greedy is good, not perfect
explainer-tour-greedy-text = Three picks should touch as many of these six lines as possible. Greedy took 1, the dot with the most lines; then 2 and 3, and the line from 4 to 7 is left. But 2, 3 and 4 touch all six. The research paper behind this page claims (its Proposition 1) that greedy is always best; this small graph shows that it is not. It is true that greedy reaches at least 63 % of the best.
explainer-tour-presets-title = The paper’s way and ours
explainer-tour-presets-text = Thirty small groups of six dots form a ring; with seven parts, some groups must be divided. The paper’s way (“Paper”) cuts in two, then each half again; a later cut never corrects an earlier one. This page’s way (“Best”) merges whole clusters instead of random pairs, lets a dot go to any neighboring part, and then repeats coarsening and refining three times. Compare the two cuts. On graphs this small, either cut may be smaller; on thousands of texts, the cut of “Best” is smaller.
explainer-tour-propose-title = On texts: parts propose
explainer-tour-propose-text = On texts, this page’s way does not pick the best-connected dot of each part at once. Each part proposes dots, here with thin rings: eight for each pick that it contributes. These parts are smaller, so they propose all their dots.
explainer-tour-cover-title = … coverage decides …
explainer-tour-cover-text = The next pick is the proposal that raises the “coverage” most: how close the sentences are, on average, to their nearest pick. This is repeated for each pick. So the parts do not pick independently: a pick near another pick adds little.
explainer-tour-middles-title = … and picks move to the middle
explainer-tour-middles-text = Each pick stands for the sentences nearest to it, and moves to the one in their middle. With four picks, none moves: each is in the middle already. Here there are only three picks, none of them about travel. So the travel sentences belong to other picks and shift the middle of one: this pick moves from the dashed ring to the blue one.
explainer-tour-exercise-title = Now you try
explainer-tour-exercise-text = The friendships in a karate club, shortly before it split in two. Press Play (P) to watch the algorithm split it, or “You cut” to do it by hand and compare. “You pick” lets you choose what to label. Once you have selected from a file of your own, “How picking works” shows the same on your texts.
explainer-tour-prompt-title = From picks to answers
explainer-tour-prompt-text = With their labels, the four picks are the examples of a prompt. A language model would continue it after the last “Topic:”. No model runs here: the answer is the label of the most similar example. Ask about other sentences: how often is it right?

## explainer/prompt_example.rs
explainer-prompt-query-label = Ask about
explainer-prompt-label = Prompt and answer
explainer-prompt-right = The most similar example says “{ $answer }”, which is right.
explainer-prompt-wrong = The most similar example says “{ $answer }”, but it is “{ $truth }”.
explainer-prompt-count = Of the other sentences, { $right } of { $n } { $right ->
    [one] gets
   *[other] get
} the right answer from the four examples.

## explainer/text.rs
explainer-rule-matching-title = Coarsen by random matching
explainer-rule-matching-text = Visit the vertices in random order; pair each unpaired vertex with an unpaired neighbor. Each pair becomes one vertex. Weights add up, so a cut of the small graph is a cut of the large one.
explainer-rule-matching-source = Paper, appendix C, coarsening phase
explainer-rule-heavy-edges-title = Coarsen by heavy edges
explainer-rule-heavy-edges-text = Pair each vertex with the unpaired neighbor to which it has the heaviest edge; if several edges are equally heavy, with the one that has the lowest number. The edge inside a pair can no longer be cut.
explainer-rule-heavy-edges-source = Karypis & Kumar 1998; the paper matches at random
explainer-rule-growing-title = Grow a region
explainer-rule-growing-text = On the coarsest graph, start at a random vertex and add its neighbors, breadth first, until half of the weight is inside. Ten regions are grown; the one that cuts least is kept.
explainer-rule-growing-source = Paper, appendix C, partitioning phase
explainer-rule-greedy-growing-title = Grow a region greedily
explainer-rule-greedy-growing-text = Start at a random vertex and always add the one that raises the cut least. Four regions are grown and refined; the one that cuts least is kept.
explainer-rule-greedy-growing-source = Karypis & Kumar 1998; the paper grows breadth first
explainer-rule-refining-title = Refine by gain
explainer-rule-refining-text = If the graph was coarsened, this is done on every level, from the coarsest to the finest. The queue contains the vertices that are at the border at the beginning, and the neighbors of moved vertices. The vertex whose move lowers the cut most (the highest gain) moves next, even if the cut rises for a while. Each vertex moves at most once. If a side is too heavy, only vertices of this side may move. At the end, every move after the smallest balanced cut is undone.
explainer-rule-refining-source = Paper, appendix C, uncoarsening phase; Fiduccia & Mattheyses 1982
explainer-rule-splitting-title = Cut in two, again and again
explainer-rule-splitting-text = K parts come from cutting in two, then each half in two, until every group is one part. A group that will become K parts is cut in the ratio ⌈K/2⌉ : ⌊K/2⌋, so that K need not be a power of two.
explainer-rule-splitting-source = Paper, section 3, recursive bisection
explainer-rule-all-parts-title = All parts together
explainer-rule-all-parts-text = The graph is coarsened by merging clusters, and the coarsest graph is cut into K parts. On the way back, all parts are refined together on every level. Then coarsening and refining are repeated inside the parts.
explainer-rule-all-parts-source = Not in the paper: Karypis & Kumar 1998 (multilevel k-way)
explainer-rule-balancing-title = Keep the balance
explainer-rule-balancing-text = No part may weigh more than a few percent above the mean. If a part is heavier, the vertices whose move costs least leave it.
explainer-rule-balancing-source = Paper, section 3 (balanced parts); the exact rule is ours
explainer-rule-clustering-title = Coarsen by clusters
explainer-rule-clustering-text = Each vertex joins the neighboring cluster to which it has the strongest connection relative to the cluster’s size. Many vertices can join a hub at once, which suits graphs of nearest neighbors.
explainer-rule-clustering-source = Not in the paper: Sanders & Schulz 2012; Gottesbüren et al. 2021
explainer-rule-together-title = Refine all parts together
explainer-rule-together-text = A vertex may go to any neighboring part, not only across one cut. Searches start at the border and take the highest gain first; the moves after the smallest cut are undone. If a part is full, two vertices trade places.
explainer-rule-together-source = Not in the paper: Sanders & Schulz 2011 (localized search)
explainer-rule-cycling-title = Coarsen again, inside the parts
explainer-rule-cycling-text = Coarsen again without joining different parts, and refine on the way back: whole clusters move where single vertices could not. A worse result is discarded.
explainer-rule-cycling-source = Not in the paper: Walshaw 2004
explainer-rule-picking-title = Pick the largest residual degree
explainer-rule-picking-text = In each part, pick the vertex with the most edges inside the part that touch no earlier pick. It is removed with its edges. Ties: the higher degree in the whole graph, then the lowest number.
explainer-rule-picking-source = Paper, section 3, greedy node selection
explainer-rule-proposing-title = Parts propose, coverage decides
explainer-rule-proposing-text = Each part proposes eight texts for each pick that it contributes: those with the highest residual degree. The next pick is always the proposal that raises the centered coverage of all texts most. The centered coverage is the mean cosine of a text to its nearest pick, with the mean of all embeddings subtracted from each embedding.
explainer-rule-proposing-source = Not in the paper, where each part picks independently
explainer-rule-middles-title = Move to the middle
explainer-rule-middles-text = Each pick moves to the text in the middle of those that it represents.
explainer-rule-middles-source = Not in the paper: k-means, Lloyd 1982
explainer-rule-counting-title = How many parts?
explainer-rule-counting-text = M and M/2 parts are tried; the number whose picks cover the texts better is kept. No label is used.
explainer-rule-counting-source = The paper looks for “an optimal K for each task”; here K is found without labels
explainer-world-sentences-title = Twenty sentences
explainer-world-sentences-description = Cooking, weather, sport and travel, five sentences of each. The page’s own encoder placed them, and each is joined with its three nearest.
explainer-world-karate-title = A karate club
explainer-world-karate-description = 34 members and their friendships outside of the club, shortly before it split in two (Zachary 1977). Its two heads are 1 and 34.
explainer-world-grid-title = A grid
explainer-world-grid-description = 256 vertices, so there is something to coarsen. The best cut into two parts cuts 16 edges, the best cut into four parts 32. Does the algorithm find them?
explainer-world-cliques-title = A ring of cliques
explainer-world-cliques-description = Thirty groups of six form a ring; in each group, all members know each other. A good cut runs between groups and cuts one edge for each part.
explainer-world-spider-title = The spider
explainer-world-spider-description = Pick three vertices that touch as many edges as possible. Greedy takes the middle first and ends at 5 of the 6: the paper’s Proposition 1 says that this is the best, and here you see why it is not.
explainer-chapter-cut = Cut into { $n_parts }
explainer-chapter-bisect = Parts { $first }–{ $last } → { $one } : { $other }
explainer-chapter-coarsen = Coarsen for all parts
explainer-chapter-cycle = Cycle { $number }
explainer-chapter-halve = Halve into { $n_parts }
explainer-chapter-pick = Pick
explainer-lines-between-parts = { $drawn } of { $n } lines between parts are drawn, evenly sampled, and no line inside a part.
explainer-lines-sampled = { $drawn } of { $n } lines are drawn, evenly sampled.
explainer-legend-part = part { $part }
explainer-ring-start = the region starts here
explainer-ring-moved = has moved
explainer-ring-undone = moved and moved back
explainer-ring-replaced = no longer picked
explainer-ring-proposed = proposed by its part
explainer-ring-picked = picked
explainer-ring-latest = picked just now
explainer-line-cut = cut
explainer-line-merged = become one
explainer-line-taken = used up by this pick
explainer-line-touched = used up by an earlier pick
explainer-line-aside = does not count in this step
explainer-preset-paper-name = Paper
explainer-preset-best-name = Best
explainer-caption-cut = { $mode }: cut { $cut }
explainer-caption-group-cut = { $mode }: cut of this group { $cut }
explainer-step-both-presets = Paper: { $paper } Best: { $best }
explainer-vertex-name = vertex { $row }

## explainer/source_graph.rs
explainer-own-recorded-description = What the selection of your texts did, step by step: these are your own picks.
explainer-own-folded-description = What the selection of your texts did, step by step: these are your own picks. Duplicates count as one: each dot represents all duplicates of a text.
explainer-own-unrecorded-description = The graph of your texts, cut with your K and your seed, and picked from by residual degree: these may not be your own picks. The steps that led to your picks were not recorded; select again to see them.
explainer-selection-missing-advice = Select first, and wait for the map: this creates the graph of these texts.
explainer-graph-missing-advice = Select again: the graph of these texts was not kept.
explainer-link-texts-missing = This link leads to texts that are not open here: open the file that it was made with, select, and open the link again.
explainer-neighbors-problem = A sentence cannot be joined with { $k } others: enter a number from 1 to { $most }.
explainer-budget-zero-problem = There are 0 picks: enter at least 1.
explainer-budget-problem = { $budget } picks are more than the { $n } vertices of this graph: enter fewer.
explainer-texts-limit-problem = { $n } texts are more than the { $most } that you can watch here. In a terminal there is no limit: “fastgas select texts.csv --trace pool.trace” records, and “fastgas trace pool.trace --tell” prints each step.
explainer-text-duplicates = { $text } (represents { $count } texts)

## explainer/url.rs
explainer-link-word-problem = This link cannot be followed: this page does not know “{ $word }”. Check the end of the address, after the #.
explainer-link-value-problem = This link cannot be followed: it has “{ $name }” with the value “{ $value }”, which this page does not know. Check the end of the address, after the #.

## explainer/inspect.rs
explainer-vertex-merged = { $n ->
    [one] 1 more is merged into this dot: { $vertices }
   *[other] { $n } more are merged into this dot: { $vertices }
}

## explainer/exercise.rs
explainer-exercise-pick-task = Pick { $budget ->
    [one] 1 dot that touches as many lines as possible: click it.
   *[other] { $budget } dots that together touch as many lines as possible: click them.
} { $left } to go.
explainer-exercise-cut-task = Make two halves with { $lines_weigh ->
    [true] lines of as little weight as possible
   *[other] as few lines as possible
} between them: click a dot to change its side, or drag over several to paint them. At first, odd numbers are on one side and even numbers on the other; in the end { $dots_weigh ->
    [true] the dots of each side may weigh at most { $limit } together
   *[other] each side may have at most { $limit } dots
}.
explainer-exercise-own = You: { $worth }.
explainer-exercise-parts = The algorithm as shown, part by part: { $worth }.
explainer-exercise-greedy = Greedy: { $worth }.
explainer-exercise-greedy-whole = Greedy, as if there were no parts: { $worth }.
explainer-exercise-paper = The paper’s way, refined by gain: { $worth }.
explainer-exercise-best = The best possible: { $worth }.
explainer-exercise-best-whole = The best possible, as if there were no parts: { $worth }.
explainer-exercise-real = What really happened: { $worth }.
explainer-exercise-pick-unknown = The best possible: unknown, because there are too many ways to try. Greedy reaches at least 63 % of it.
explainer-exercise-cut-unknown = The best possible: unknown, because there are too many ways to try.
explainer-exercise-no-picks = nothing is picked yet
explainer-exercise-picks-worth = { $rows } { $n ->
    [one] touches
   *[other] touch
} { $touched } of { $edges ->
    [one] 1 line
   *[other] { $edges } lines
}; { $covered } of { $vertices } dots { $covered ->
    [one] is
   *[other] are
} picked or next to a pick
explainer-exercise-cut-worth = { $cut ->
    [one] 1 line
   *[other] { $cut } lines
} cut, sides { $dots_weigh ->
    [true] of weight { $first } : { $second }
   *[other] { $first } : { $second }
}
explainer-exercise-cut-weight-worth = lines of weight { $cut } cut, sides { $dots_weigh ->
    [true] of weight { $first } : { $second }
   *[other] { $first } : { $second }
}
explainer-exercise-unbalanced = { $sides }, which is not balanced

## explainer/animation.rs, explainer/canvas.rs
explainer-film-size-problem = The film is larger than { $most } MB: choose smaller pictures, fewer of them, or a part of the recursion.
explainer-film-not-webp-problem = This browser cannot make WebP pictures, which a video consists of: choose the animated PNG.
explainer-film-not-png-problem = The browser made a picture that is not a PNG.
explainer-film-frame-size-problem = The browser made a picture of another size.
explainer-film-file-problem = The pictures could not be saved as one file: { $reason }
explainer-film-memory-problem = there is not enough memory for a picture of this size
explainer-film-picture-problem = The browser made no picture: { $reason }

## explainer/graph_draft.rs, explainer/graph_draft_view.rs
explainer-draft-description = Your own graph. “Edit” changes it.
explainer-draft-picture-label = Drawing of your graph
explainer-draft-hint = Click an empty place to add a dot. Click two dots, one after the other, to join them or to separate them.
explainer-draft-text-label = Edges
explainer-draft-format-hint = One edge on each line, such as “1 2”, followed by its weight if the weight is not 1. A single number is a dot. You can also paste the content of a METIS file.
explainer-draft-file-button = Open a METIS file
explainer-draft-remove-button = Remove the dot
explainer-draft-clear-button = Clear
explainer-draft-use-button = Run on this graph
explainer-draft-edit-button = Edit
explainer-draft-line-problem = Line { $line } is “{ $text }”: write the numbers of two different dots, from 1, such as “1 2”.
explainer-draft-twice-problem = Line { $line } is “{ $text }”: this edge is there twice. Remove one of the two lines.
explainer-draft-size-problem = { $n } dots are more than the { $most } that can be shown here.
explainer-draft-not-text-problem = The file is not a text file, so it is not a METIS file.
explainer-draft-file-problem = The file cannot be read: { $reason }

## explainer/cut_chart.rs
explainer-chart-cut = Cut { $cut } of at most { $most }
explainer-chart-label = Cut at each step

## explainer/pseudo_code.rs
explainer-code-title = Pseudo-code
explainer-code-each-vertex = for each vertex, in random order:
explainer-code-pair-random = if it is unpaired: pair it with an unpaired neighbor
explainer-code-pair-heaviest = if it is unpaired: pair it along its heaviest edge
explainer-code-merge-pairs = merge each pair into one vertex
explainer-code-join-cluster = join the cluster with the strongest connection relative to its size
explainer-code-merge-clusters = merge each cluster into one vertex
explainer-code-ten-times = ten times:
explainer-code-four-times = four times:
explainer-code-start-region = region ← one random vertex
explainer-code-add-breadth-first = until it is half of the graph: add the next neighbor, breadth first
explainer-code-add-greedily = until it is half of the graph: add the vertex that raises the cut least
explainer-code-note-cut = note the cut
explainer-code-keep-region = keep the region with the smallest cut
explainer-code-each-level = on each level, the coarsest first:
explainer-code-fill-queue = queue ← the vertices at the border, by gain
explainer-code-while-queue = while the queue is not empty:
explainer-code-move-first = move the first vertex that the balance permits
explainer-code-update-gains = update its neighbors’ gains, and put them into the queue
explainer-code-undo = undo the moves after the smallest cut
explainer-code-cut-group = cut (group, K):
explainer-code-one-part = if K = 1: the group is a part
explainer-code-cut-in-two = cut the group in two, for ⌈K/2⌉ and ⌊K/2⌋ parts
explainer-code-cut-sides = cut each side in the same way
explainer-code-coarsen = coarsen the graph by merging clusters
explainer-code-cut-coarsest = cut the coarsest graph into K parts
explainer-code-refine-up = refine all parts together on each level of the way back
explainer-code-while-heavy = while a part is too heavy:
explainer-code-move-cheapest = move away the vertex whose move costs least
explainer-code-each-border-vertex = from each vertex at the border:
explainer-code-move-to-best-part = move the vertex with the highest gain to its best part
explainer-code-exchange = exchange vertices between full parts
explainer-code-repeat = repeat:
explainer-code-coarsen-inside = coarsen inside the parts
explainer-code-keep-better = keep the result unless its cut is larger
explainer-code-each-part = for each part, once for each pick that it contributes:
explainer-code-pick-largest = pick the vertex with the largest residual degree
explainer-code-use-up-edges = use up its edges
explainer-code-propose = each part proposes eight vertices for each pick that it contributes
explainer-code-until-picks = until there are M picks:
explainer-code-take-proposal = take the proposal that raises the coverage most
explainer-code-assign-texts = assign each text to its nearest pick
explainer-code-move-to-medoid = move each pick to the text in the middle of its texts
explainer-code-each-count = for K = M/2 and K = M:
explainer-code-cut-and-pick = cut, pick, and measure the coverage
explainer-code-keep-count = keep the K with the larger coverage

## explainer/question.rs, explainer/queue_view.rs
explainer-queue-title = Queue
explainer-queue-line = vertex { $vertex }, gain { $gain }
explainer-queue-pick-line = vertex { $vertex }, residual degree { $degree }
explainer-queue-cover-line = vertex { $vertex }, coverage { $gain }
explainer-queue-more = { $n ->
    [one] and 1 more
   *[other] and { $n } more
}
explainer-queue-gains-label = gains in the picture
explainer-question-label = ask before each move and pick
explainer-question-task = Which vertex moves next? Click it in the picture or in this list, or press → to see it.
explainer-question-answer = vertex { $vertex } moves, with a gain of { $gain }.
explainer-question-right = Right: { $answer }
explainer-question-tie = Equally good: vertex { $vertex } also has a gain of { $gain }. If gains are equal, the vertex that was updated last moves first: { $answer }
explainer-question-elsewhere = Not now: vertex { $vertex } has a gain of { $gain }, but the search considers only some vertices at a time: { $answer }
explainer-question-heavy = Not now: vertex { $vertex } would make the side that is too heavy even heavier; { $answer }
explainer-question-wrong = No: vertex { $vertex } has a gain of { $gain }; { $answer }
explainer-question-outside = No: vertex { $vertex } is not in the queue, because it has moved already or is away from the border; { $answer }
explainer-question-pick-task = Which vertex is picked next? Click it in the picture or in this list, or press → to see it.
explainer-question-pick-answer = vertex { $vertex } is picked, with a residual degree of { $degree }.
explainer-question-pick-tie = Equally good: vertex { $vertex } has the same residual degree. In this case, the vertex with more edges in the whole graph comes first, then the one with the lower number: { $answer }
explainer-question-pick-wrong = No: vertex { $vertex } has a residual degree of { $degree }; { $answer }
explainer-question-cover-answer = vertex { $vertex } is picked: it raises the coverage by { $gain }.
explainer-question-cover-tie = Equally good: vertex { $vertex } raises the coverage by the same amount. In this case, the vertex with the lower number comes first: { $answer }
explainer-question-cover-wrong = No: vertex { $vertex } raises the coverage by { $gain }; { $answer }
explainer-question-cover-outside = No: vertex { $vertex } is not proposed, is picked already, or its part has enough picks; { $answer }
explainer-question-pick-outside = No: vertex { $vertex } is picked already or in another part; { $answer }

## explainer/controls.rs
explainer-neighbors-label = Neighbors (k)
explainer-world-label = Graph
explainer-world-own = Your texts
explainer-world-drawn = Your own graph…
explainer-preset-label = Preset
explainer-preset-paper = Paper: as published
explainer-preset-fast = Fast
explainer-preset-best = Best: recommended
explainer-preset-strong = Strong
explainer-preset-both = Paper next to Best
explainer-timeline-label = Timeline
explainer-timeline-step-label = Step
explainer-play-button = Play
explainer-pause-button = Pause
explainer-event-back-button = One event back
explainer-step-back-button = One step back
explainer-step-forward-button = One step forward
explainer-event-forward-button = One event forward
explainer-slower-button = Slower
explainer-faster-button = Faster
explainer-speed-status = { $n } per second
explainer-position-status = { $tick } of { $end }
explainer-link-tooltip = The link contains settings, seed and step, but no text
explainer-link-copy-button = Copy link
explainer-link-copied-status = Copied
explainer-link-copy-failed-advice = Not copied: use the address above
explainer-save-svg-tooltip = Save this view as an image
explainer-lecture-button = Lecture mode
explainer-lecture-tooltip = Full screen with large text. Page Down and Page Up go forward and back; Esc ends it
explainer-save-texts-label = with texts
explainer-save-texts-tooltip = Anyone who gets the image can read the beginnings of the texts

## explainer/vertex_info.rs
explainer-vertex-label = Dot
explainer-vertex-hint = Point at a dot, tap it or enter its number to see what it is.

## explainer/animation_view.rs
explainer-film-tooltip = Save the steps as a film
explainer-film-button = Film…
explainer-film-title = Film of the steps
explainer-film-range-label = Range
explainer-film-range-whole = The whole run
explainer-film-range-part = The open part of the recursion
explainer-film-frames-label = A picture for each
explainer-film-frames-step = step (→)
explainer-film-frames-event = event (⇧→)
explainer-film-frames-minute = selected event, for a film of one minute
explainer-film-shape-label = Shape
explainer-film-shape-square = Square, with the step below
explainer-film-shape-wide = 16:9 for slides, large text
explainer-film-size-label = Size
explainer-film-file-label = File
explainer-film-file-animation = One animated picture (PNG)
explainer-film-file-video = Video (WebM)
explainer-film-file-pictures = Numbered pictures (ZIP)
explainer-film-speed-label = Pictures per second
explainer-film-texts-label = With the texts next to the dots
explainer-film-texts-hint = Anyone who gets the film can read the beginnings of these texts.
explainer-film-no-texts-hint = No text will be in the film.
explainer-film-duration = { $n ->
    [one] 1 picture
   *[other] { $n } pictures
}, { $min ->
    [0] {""}
   *[other] { $min } min{" "}
}{ $s } s.
explainer-film-count = { $n ->
    [one] 1 picture.
   *[other] { $n } pictures.
}
explainer-film-make-button = Make the film

## explainer/v_cycle_view.rs
explainer-levels-title = Levels
explainer-levels-hint = Down: coarsening. Bottom: the first cut. Up: refining. Each:
explainer-levels-vertices = vertices
explainer-levels-edges = edges
explainer-level-coarsening = Coarsening, level { $level }: { $vertices ->
    [one] 1 vertex
   *[other] { $vertices } vertices
}, { $edges ->
    [one] 1 edge
   *[other] { $edges } edges
}
explainer-level-first-cut = First cut, level { $level }: { $vertices ->
    [one] 1 vertex
   *[other] { $vertices } vertices
}, { $edges ->
    [one] 1 edge
   *[other] { $edges } edges
}
explainer-level-refining = Refining, level { $level }: { $vertices ->
    [one] 1 vertex
   *[other] { $vertices } vertices
}, { $edges ->
    [one] 1 edge
   *[other] { $edges } edges
}

## explainer/side_panel.rs
explainer-tour-begin-button = Take the tour
explainer-tour-position = Tour, stop { $stop } of { $n_stops }
explainer-tour-leave-button = Leave the tour
explainer-tour-back-button = Back
explainer-tour-next-button = Next
explainer-tour-done-button = Done
explainer-log-title = What happens
explainer-fact-vertices = Vertices
explainer-fact-edges = Edges
explainer-fact-cut = Cut
explainer-fact-group-cut = Cut of this group
explainer-fact-side-weights = Balance: sides
explainer-fact-heaviest-part = Balance: heaviest part
explainer-weights-within-limits = { $weights } (at most { $limits })
explainer-weights-above-limits = { $weights } (one is too heavy for now; in the end at most { $limits })
explainer-weight-within-limit = { $weight } (at most { $limit })
explainer-weight-above-limit = { $weight } (too heavy for now; in the end at most { $limit })
explainer-fact-gain = Gain of this move
explainer-fact-picks = Picks
explainer-picks-continued-hint = Here picks are made as in the paper. On texts, this preset continues differently: each part proposes eight texts for each of its picks, facility location takes those that together cover all texts best, and then each pick moves to the middle of those that it represents. That needs the texts’ embeddings, which are not available here.
explainer-fact-touched-edges = Edges touched in parts
explainer-recursion-title = Recursion
explainer-recursion-whole-button = Show the whole graph
explainer-texts-title = Texts of the dots
explainer-legend-label = Legend
explainer-numbering-hint = Parts count from 1 here, and from 0 on the map and in exported files.

## explainer/exercise_view.rs
explainer-exercise-pick-button = You pick
explainer-exercise-cut-button = You cut
explainer-exercise-compare-button = Compare
explainer-exercise-end-button = Back to watching
explainer-exercise-dots-label = Dots
explainer-exercise-show-button = Show
explainer-exercise-dot-label = Dot
explainer-exercise-change-button = Change this dot
