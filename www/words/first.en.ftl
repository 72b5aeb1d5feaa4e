# The texts of the first WebAssembly file in English; see crates/page/src/i18n/mod.rs.

## Keys
shell-key-ctrl = Ctrl

## The page
shell-page-title = FastGAS: which texts should you label?
i18n-language-label = Language
i18n-language-problem = { $language } could not be loaded: { $problem }

## shell/header.rs
shell-keys-title = Keys
shell-theme-label = Theme
shell-theme-system = ◐ System
shell-theme-light = ○ Light
shell-theme-dark = ● Dark
shell-projects-tooltip = Show all projects, or start a new one
shell-backup-age-now = Backed up just now
shell-backup-age-minutes = Backed up { $n } min ago
shell-backup-age-hours = Backed up { $n } h ago
shell-backup-age-days = Backed up { $n ->
    [one] 1 day
   *[other] { $n } days
} ago
common-projects = Projects

## shell/rescue.rs
shell-rescue-title = The page has stopped because of an error in its program
shell-rescue-stored-hint = Everything shown as saved is stored in this browser and is not lost. Your last input may be missing.
shell-rescue-save-hint = You can still save the stored project as a file here. After a reload, the page continues with the stored project.
shell-rescue-protected-hint = The project is protected by a passphrase, so it cannot be saved as a file here. It is stored: reload the page and enter the passphrase to continue.
shell-rescue-save-button = Save the project as a file
shell-reload-button = Reload the page
shell-rescue-skip-project-button = Reload without opening the project
shell-rescue-loop-advice = If the page stops again and again, reload it without the project. The project stays in the list.
shell-rescue-saved-status = The file is saved. Open it like any backup. It does not contain the embeddings.
shell-rescue-unreadable-problem = The stored project cannot be read here. Reload the page and back up the project then.
shell-rescue-report-label = For a report to the authors (it contains none of your texts):

## shell/welcome.rs
shell-welcome-title = Thousands of texts, time to label eighteen?
shell-welcome-summary = FastGAS reads your file, finds which texts are similar, and picks the few whose labels say the most about all the others.
shell-welcome-sample-button = Try the sample
shell-welcome-sample-hint = 3,000 descriptions of Debian packages
shell-welcome-paste-hint = or press { $control }+V anywhere here
shell-welcome-tour-hint = a ten-minute tour, step by step
shell-welcome-privacy-title = Nothing leaves this page.
shell-welcome-privacy-hint = The model runs in this browser; there is no server that could see your texts. Labels stay on this device.
shell-welcome-drop-title = Drop a file of texts here
shell-welcome-drop-hint = or click to choose one: CSV, TSV, JSON or plain lines, in any encoding; with its embeddings (.npy), if you have them
shell-welcome-stop-reading-button = Stop reading
common-embed = Embed
shell-welcome-embed-hint = Sentence-BERT gives every text a position; similar texts become neighbors.
shell-welcome-pick-title = Partition and pick
shell-welcome-pick-hint = The graph of neighbors is cut into balanced parts; each contributes its best-connected texts.
shell-welcome-label-title = Label and export
shell-welcome-label-hint = One key per label, saved as you go; the export keeps every column of your file.

## shell/notices.rs
common-back-up = Back up
shell-retry-button = Try again
common-close = Close

## run/progress.rs
common-cancel = Cancel

## import/paste.rs
import-paste-title = Paste texts
import-paste-label = One text per line, or cells copied from a spreadsheet
import-paste-preview-button = Preview

## shell/drop_zone.rs
shell-drop-zone-hint = Drop a file of texts, with its embeddings (.npy) if you have them, or the files of an encoder

## network/dialog.rs
network-texts-sending-status = Texts go to { $host }
network-texts-sent-status = Texts went to { $host }
network-private-status = Nothing leaves this page
network-foreign-requests-status = Requests went to other servers
network-summary-tooltip = Network requests of this page since it was loaded
network-foreign-request-ratio = { $elsewhere } of { $asked } requests
network-foreign-request-target = to other servers

## export/view.rs
backup-done-status = ✓ backed up, { $at }
backup-pending-status = { $n ->
    [one] 1 change
   *[other] { $n } changes
} not backed up
backup-pending-labels-status = { $n ->
    [one] 1 label
   *[other] { $n } labels
} not backed up
backup-pending-labels-and-others-status = { $labels ->
    [one] 1 label
   *[other] { $labels } labels
} and { $others ->
    [one] 1 other change
   *[other] { $others } other changes
} not backed up
backup-button-tooltip = Texts, embeddings, picks, labels and settings as one file; drop it here to continue, on this device or another
backup-difference-labels = { $n ->
    [one] 1 label
   *[other] { $n } labels
}
backup-difference-passed = { $n ->
    [one] 1 text skipped or marked “cannot tell”
   *[other] { $n } texts skipped or marked “cannot tell”
}
backup-difference-notes = { $n ->
    [one] 1 note or flag
   *[other] { $n } notes or flags
}
backup-difference-label-set = { $n ->
    [one] 1 change to the label set
   *[other] { $n } changes to the label set
}
backup-difference-guidelines = the guidelines
backup-difference-settings = { $n ->
    [one] 1 setting
   *[other] { $n } settings
}
backup-difference-entries = { $n ->
    [one] 1 entry from colleagues or added files
   *[other] { $n } entries from colleagues or added files
}
backup-difference-log-entries = { $n ->
    [one] 1 change to labels or notes
   *[other] { $n } changes to labels or notes
}

## state/mod.rs
import-reading-status = Reading { $file_name }…
import-reading-percent = Reading { $file_name }: { $percent } %
import-reading-embeddings = Reading the embeddings: { $percent } %

## shell/loading.rs
shell-loading-status = One moment: the rest of the page is loading. Your input takes effect when it has loaded.
shell-loading-failed-title = The page did not load completely
shell-loading-failed-advice = Check the network connection, then try again. Your input is not lost. If the page was updated on its server in the meantime, reload it.

## explainer/dialog.rs
explainer-title = How picking works
