# Was die Seite sagt, auf Deutsch. Wie diese Dateien gelesen werden, steht in crates/page/src/words.

## Counts
count-texts = { $n ->
    [one] 1 Text
   *[other] { $n } Texte
}
count-percent = { $n } %

## Keys
key-ctrl = Strg
key-space = Leertaste
key-enter = Eingabe
key-backspace = Rücktaste
key-page-down = Bild ab
key-page-up = Bild auf
key-home = Pos1

## shell/page.rs
common-settings = Einstellungen

## The page
page-title = FastGAS: Welche Texte sollten Sie labeln?
language-of-page = Sprache
language-not-had = { $language } ließ sich nicht laden: { $problem }

## shell/header.rs
common-keys = Tasten
header-all-projects-way-begin = Alle Projekte; dort beginnen Sie ein neues
header-not-backed-up = { $n } nicht gesichert
header-backed-up-now = Gerade eben gesichert
header-backed-up-minutes = Gesichert vor { $n } min
header-backed-up-hours = Gesichert vor { $n } h
header-backed-up-days = Gesichert vor { $n ->
    [one] 1 Tag
   *[other] { $n } Tagen
}
common-projects = Projekte

## shell/rescue.rs
rescue-title = Die Seite wurde wegen eines Fehlers in ihrem Programm angehalten
rescue-saved = Alles, was als gespeichert angezeigt wurde, liegt in diesem Browser und ist nicht verloren. Die letzte Eingabe fehlt vielleicht.
rescue-works = Sie können das gespeicherte Projekt hier noch als Datei sichern. Nach dem Neuladen macht die Seite mit dem Gespeicherten weiter.
rescue-locked = Das Projekt ist durch eine Passphrase geschützt und lässt sich darum hier nicht als Datei sichern. Es ist gespeichert: Laden Sie die Seite neu und geben Sie die Passphrase ein, um weiterzumachen.
rescue-back-up = Projekt als Datei sichern
rescue-reload = Seite neu laden
rescue-reload-without = Neu laden, ohne das Projekt zu öffnen
rescue-loop = Wenn die Seite immer wieder stehen bleibt, laden Sie sie ohne das Projekt neu. Es bleibt in der Liste.
rescue-written = Die Datei ist gesichert. Öffnen Sie sie wie jede Sicherung. Embeddings enthält sie nicht.
rescue-unreadable = Das gespeicherte Projekt lässt sich hier nicht lesen. Laden Sie die Seite neu und sichern Sie es dort.
rescue-report = Für eine Meldung an die Autoren (enthält keinen Ihrer Texte):

## shell/welcome.rs
welcome-thousands-texts-time-label = Tausende Texte, aber nur Zeit für achtzehn?
welcome-fastgas-reads-your-file = FastGAS liest Ihre Datei, findet heraus, welche Texte einander ähneln, und wählt die wenigen aus, deren Labels am meisten über alle anderen sagen.
welcome-try-sample = Beispiel ausprobieren
welcome-3-000-descriptions-debian = 3.000 Beschreibungen von Debian-Paketen
welcome-or-press-ctrl-v = oder hier { $control }+V drücken
welcome-tour-ten-minutes-how = ein Rundgang von zehn Minuten, Schritt für Schritt
welcome-nothing-leaves-page = Nichts verlässt diese Seite.
welcome-model-runs-browser-there = Das Modell läuft in diesem Browser; es gibt keinen Server, der Ihre Texte sehen könnte. Labels bleiben auf diesem Gerät.
welcome-drop-file-texts-here = Datei mit Texten hier ablegen
welcome-or-click-choose-one = oder klicken, um eine zu wählen: CSV, TSV, JSON oder einfache Zeilen, in jeder Kodierung; mit ihren Embeddings (.npy), falls vorhanden
welcome-stop-reading = Lesen abbrechen
common-embed = Einbetten
welcome-sentence-bert-places-every = Sentence-BERT gibt jedem Text eine Position; ähnliche Texte werden Nachbarn.
welcome-partition-pick = Teilen und auswählen
welcome-their-graph-cut-into = Der Graph wird in ausgewogene Teile geschnitten; jeder gibt seine bestverbundenen Texte.
welcome-label-export = Labeln und exportieren
welcome-one-key-label-saved = Eine Taste je Label, sofort gespeichert; der Export behält jede Spalte Ihrer Datei.

## shell/notices.rs
message-not-saved = Nicht gespeichert:
message-back-up-first = Sichern Sie vor dem Neuladen.
message-what-you-do-is-lost = Wenn Sie neu laden, geht verloren, was Sie ab jetzt tun.
common-back-up = Sichern
message-try-again = Erneut versuchen
message-go-on-unsaved = Trotzdem weitermachen
message-embeddings-not-kept = Embeddings werden nicht gespeichert:
message-selection-goes-on-without = Die Auswahl läuft trotzdem weiter.
common-close = Schließen

## run/progress.rs
common-model = Modell
common-neighbors = Nachbarn
progress-graph = Graph
progress-partition = Teilen
common-select = Auswählen
common-map = Karte
common-paused = Pausiert
progress-of = {" "}von { $total }
progress-picks-are-ready = { $n ->
    [one] 1 ausgewählter Text ist bereit.
   *[other] { $n } ausgewählte Texte sind bereit.
}
common-stopped = Angehalten.
progress-of-2 = { $done } von { $total }
progress-progress = Fortschritt
progress-left = noch { $left }
common-resume = Fortsetzen
common-pause = Pausieren
common-cancel = Abbrechen
progress-stages = Schritte
progress-texts-were-embedded-already = { $n ->
    [one] 1 Text war schon eingebettet.
   *[other] { $n } Texte waren schon eingebettet.
}

## run/early_button.rs
early-label-now = { $n ->
    [one] 1 Text jetzt labeln
   *[other] { $n } Texte jetzt labeln
}
early-pick-more-now = { $n ->
    [one] Jetzt 1 weiteren auswählen
   *[other] Jetzt { $n } weitere auswählen
}
early-picking = Auswahl aus den Texten, die bereit sind …
early-share = { $ready } Texte sind bereit, ein repräsentativer Querschnitt. Dies ist ihr Anteil an der Auswahl; der Rest wird zusätzlich aus allen Texten ausgewählt. Eine Auswahl erst aus allen Texten deckt sie etwas besser ab.
early-others-follow = Ausgewählt aus den { $among } Texten, die bereit waren. Die übrigen werden ausgewählt, wenn alle bereit sind.
early-none-were-picked = Aus den Texten, die bereit sind, wurde nichts ausgewählt

## run/sketch_view.rs
sketch-so-far = { $n ->
    [one] Bisher 1 Text, als Punkt gezeigt
   *[other] Bisher { $n } Texte, jeder als Punkt gezeigt
}: je näher zwei Punkte, desto ähnlicher die Texte. Die Karte erscheint, wenn alle Texte eingebettet sind.

## run/summary.rs
summary-none = keine
summary-texts-different = { $instances } Texte in { $different ->
    [one] 1 Gruppe
   *[other] { $different } Gruppen
}
summary-one-stands-all-each = ; ein Text vertritt jede Gruppe
common-duplicates = Duplikate
common-encoder = Encoder
common-method = Verfahren
common-parts = Teile
summary-edges-cut = Geschnittene Kanten
summary-imbalance = Ungleichgewicht
summary-early = { $n ->
    [one] 1 Text wurde vorher ausgewählt, aus { $among } Texten.
   *[other] { $n } Texte wurden vorher ausgewählt, aus { $among } Texten.
}
summary-neighbors-found = Nachbarn { $searched }.
summary-beginnings = { $n ->
    [one] Von 1 der { $of } Texte ist nur der Anfang eingebettet, weil er mehr Wörter hat, als der Encoder liest.
   *[other] Von { $n } der { $of } Texte ist nur der Anfang eingebettet, weil sie mehr Wörter haben, als der Encoder liest.
} Ein ┊ im Text zeigt, wie weit er gelesen hat; ein anderer Encoder liest vielleicht mehr.
summary-together = Zusammen
summary-run = Dieser Lauf
summary-parts = { $n_parts ->
    [one] 1 Teil
   *[other] { $n_parts } Teile
} { $coverage }
summary-parts-by-centered-coverage = Die Zahl der Teile mit der höchsten zentrierten Abdeckung: { $each }. Das ist der mittlere Kosinus eines Textes zum nächsten ausgewählten, nachdem von allen Embeddings ihr Mittel abgezogen ist. Er dient nur dazu, Zahlen von Teilen zu vergleichen, und ist kleiner als die mittlere Ähnlichkeit unter „Abdeckung“: Diese gilt für die endgültige Auswahl und die unveränderten Embeddings.
summary-parts-by-facility-coverage = Die Zahl der Teile, deren Auswahl im Versuch die höchste mittlere Ähnlichkeit hatte: { $each }. Unter „Abdeckung“ steht die der endgültigen Auswahl.

## run/settings_form.rs
settings-lowered-part-without-pick = Auf { $budget } gesenkt: Jeder Teil braucht mindestens einen ausgewählten Text.
settings-auto-about-as-many = Automatisch: { $budget }, etwa so viele wie ausgewählte Texte je Teil.
settings-auto-or-half-whichever = Automatisch: { $budget } oder halb so viele, je nachdem, was die Texte besser abdeckt.
settings-each-part-gives-share = Jeder Teil trägt seinen Anteil zur Auswahl bei.
settings-texts-less-where-they = { $n_instances } Texte: { $seconds }, weniger, wenn manche schon eingebettet sind.
settings-selection = Auswahl
settings-budget = Texte zum Labeln
settings-how-many-texts-you = Wie viele Texte Sie labeln werden.
settings-edges-each-text-graph = Jeder Text wird mit so vielen nächsten Texten verbunden und mit denen, zu deren nächsten er gehört.
settings-auto = automatisch
common-seed = Startwert
settings-same-seed-same-picks = Gleicher Startwert, gleiche Auswahl.
settings-advanced = Erweitert
settings-votes = Stimmen
settings-how-many-nearest-each = Für wie viele seiner nächsten Texte jeder stimmt; 150 im Paper.
settings-workers = Worker
settings-threads-embed-1-each = Threads zum Einbetten, 1 bis { $max_workers }; jeder braucht etwa 120 MB.
settings-selecting = Auswahl läuft …
settings-select-again = Neu auswählen
settings-select-texts = { $n ->
    [0] Auswählen
    [one] 1 Text auswählen
   *[other] { $n } Texte auswählen
}
settings-stopped-texts-embedded-kept = Angehalten. { $texts } von { $total } Texten sind eingebettet und bleiben erhalten; „Auswählen“ macht dort weiter.
settings-picks-shown-were-made = Die gezeigte Auswahl entstand mit dem Encoder { $encoder }.
settings-picks-shown-were-made-other = Die gezeigte Auswahl entstand mit anderen Einstellungen.
settings-labels-stay-their-texts = Labels bleiben bei ihren Texten.
settings-embeddings = Embeddings
settings-as-they = Unverändert
settings-less-pools-mean = Abzüglich des Mittels aller Texte
settings-procedure = Ablauf
settings-lazily-as-good-seconds = Sparsam: gleich gut, in Sekunden
settings-as-authors-program-does = Wie das Programm der Autoren, in Minuten
settings-preset = Profil
settings-best-low-cut-little = Standard: empfohlen, kleiner Schnitt, schnell
settings-strong-lowest-cut-several = Stark: kleinster Schnitt, mehrfach langsamer
settings-fast-least-time = Schnell: kürzeste Zeit
settings-paper-as-published = Paper: wie veröffentlicht
settings-edge-weights = Kantengewichte
settings-all-alike-as-published = Gleiche Gewichte (wie im Paper)
settings-similarity = Nach Ähnlichkeit
settings-each-counts-itself = Jedes einzeln zählen
settings-one-stands-all-them = Als eines zählen
settings-exactly-large-pools-approximately = Genau, bei vielen Texten ungefähr
settings-exactly = Genau
settings-approximately = Ungefähr
settings-neighbors-found = Nachbarsuche
settings-approximately-98-them-found = Die ungefähre Suche findet 98 % der Nachbarn, in kürzerer Zeit.
settings-neighbors-on = Nachbarn suchen auf
settings-gpu-where-faster = GPU, falls schneller
settings-cpu = CPU
settings-gpu-where-there-one = GPU, falls vorhanden
settings-same-neighbors-either-way = Beide finden dieselben Nachbarn.

## import/view.rs
import-names-columns = Benennt die Spalten
import-row-as-all-others = Ist eine Zeile wie die anderen
import-quotes = Anführungszeichen
import-single-quotes = Einfache Anführungszeichen ' umschließen Zellen
import-letters = Anführungszeichen gehören zum Text
import-backslash-quotes = Doppelte Anführungszeichen " umschließen Zellen, \" darin
import-refuse-file = Datei ablehnen
import-keep-all-padded = Alle behalten, mit leeren Zellen auffüllen
import-leave-out-keep-list = Weglassen und auflisten
import-how = Wie ist
import-written = zu lesen?
import-likely = { $name } (wahrscheinlich)
import-file = Datei
common-format = Format
import-encoding = Kodierung
import-cells-between = Zellen getrennt durch
import-first-line = Erste Zeile
import-lines-above = Zeilen über der Tabelle
import-lines-above-are-no-rows = Zum Beispiel ein Titel: Diese Zeilen werden weggelassen.
import-rows-below = Zeilen unter den Spaltennamen, die keine Texte sind
import-rows-below-are-no-rows = Zum Beispiel die Fragen einer Umfrage: Diese Zeilen werden weggelassen.
import-joined-texts = Verbundene Texte
import-double-quotes = Doppelte Anführungszeichen " umschließen Zellen
import-rows-another-width = Zeilen mit zu vielen oder zu wenigen Zellen
import-rows-no-json = Zeilen, die sich nicht lesen lassen
import-non-rows = Zeilen, die nicht zur Tabelle gehören
import-non-rows-by-kind = Weglassen, was kaum eine Zeile sein kann
import-non-rows-keep = Alle behalten
import-non-rows-leave-out = Alle weglassen, auch zweifelhafte
import-columns = Spalten
import-texts = Texte
import-several-columns-joined = Mehrere Spalten, verbunden …
import-joined-like = So verbinden
import-columns-between-braces-words = Spaltennamen in geschweiften Klammern, eigene Wörter darum herum.
import-ids = Kennungen
import-none-rows-counted = Keine: Zeilennummern verwenden
common-labels = Labels
import-none-taken = Keine: ohne Labels beginnen
import-column-some-rows-have = Eine Spalte mit Labels für manche Zeilen: Sie gelten als schon vergeben.
import-cell-has = Jede Zelle hat
import-one-label = Ein Label
import-between-semicolons = Mehrere, durch Semikolons getrennt
import-between-commas = Mehrere, durch Kommas getrennt
import-between-bars = Mehrere, durch | getrennt
import-between-hashes = Mehrere, durch # getrennt
import-between-slashes = Mehrere, durch / getrennt
import-between-colons = Mehrere, durch :: getrennt
import-between-double-bars = Mehrere, durch || getrennt
import-between-others = Mehrere, anders getrennt …
import-separator = Trennzeichen
import-separator-hint = Genau wie in den Zellen; \t ist ein Tabulator, \n ein Zeilenumbruch.
import-more-labels = und { $n } weitere
import-labels-become = { $n ->
    [one] 1 Label
   *[other] { $n } Labels
}: { $named }
import-no-labels = So gelesen enthalten die Zellen keine Labels oder mehr als 500.
import-list = Mehrere, als JSON-Liste
import-file-line = Dateizeile
common-row = Zeile
import-file-refused-them-unless = ihretwegen wird die Datei abgelehnt, bis Sie wählen, was mit ihnen geschieht
import-they-kept = sie werden behalten
import-they-will-left-out = sie werden weggelassen
import-rows-another-width-2 = Zeilen mit zu vielen oder zu wenigen Zellen, { $lines }: { $what }.
import-rows-no-json-2 = Zeilen, die sich nicht lesen lassen, { $lines }: { $what }.
import-there-no-rows = Es gibt keine Zeilen.
import-first-rows-read-like = Vorschau der ersten Zeilen
common-reading = Wird gelesen
common-stop = Anhalten
import-open-like = Importieren
import-labels-stay = Wenn sich dadurch die Texte ändern, werden sie ein neues Projekt; dieses bleibt mit seinen Labels unter „Projekte“.
import-names-in-doubt = Benennt die erste Zeile von { $file_name } die Spalten?
import-name-like-text = Spalte { $column } würde „{ $cell }“ heißen, und das kann der Text einer Zeile sein
import-say-what-first-line-is = Prüfen Sie die Zeilen unten und wählen Sie, was die erste Zeile ist.
import-name-is-no-row = Die erste Zeile nennt Spalte { $column } „{ $cell }“; wenn das der Text einer Zeile ist, fehlt diese Zeile.
import-bytes-in-doubt = { $file_name } enthält Bytes, die kein Text sind
import-broken-bytes = { $n ->
    [one] die Datei ist { $encoding } bis auf 1 Stelle, die als � gezeigt wird: { $lines }
   *[other] die Datei ist { $encoding } bis auf { $n } Stellen, die als � gezeigt werden: { $lines }
}
import-broken-bytes-look = Welche Zeichen das waren, ist der Datei nicht zu entnehmen. Wenn auch andere Wörter falsch sind, wählen Sie eine andere Kodierung.
import-zero-bytes = { $n ->
    [one] 1 Byte darin ist null oder fehlerhaft, was in keinem Text vorkommt; es wird als � gezeigt: { $lines }
   *[other] { $n } Bytes darin sind null oder fehlerhaft, was in keinem Text vorkommt; sie werden als � gezeigt: { $lines }
}
import-zero-bytes-look = Vielleicht ist dies keine Textdatei. Wenn sie UTF-16 ohne Byte-Order-Marke ist, wählen Sie diese Kodierung; sonst importieren Sie sie so.
import-broken-bytes-shown = { $n ->
    [one] 1 Stelle, die kein Text ist, als � gezeigt: { $lines }.
   *[other] { $n } Stellen, die kein Text sind, als � gezeigt: { $lines }.
}
import-shifted = Ab Zeile { $line } ist der Text unlesbar: Bei Byte { $byte } fehlt ein Byte oder ist eines zu viel.
import-encoding-lossy = { $encoding }, mit � für fehlerhafte Bytes

## encoder/dialog.rs
bring-opening-trying-encoder = Der Encoder wird geöffnet und ausprobiert
bring-works = { $config } funktioniert. { $report }.
bring-use-another-encoder = Anderen Encoder verwenden
bring-missing = fehlt
bring-onnx-file = ONNX-Datei
bring-onnx-file-tokenizer-json = Eine ONNX-Datei mit ihrer tokenizer.json, wie es sie auf Modellplattformen gibt; mit dem ganzen Ordner des Modells werden auch seine Einstellungen gelesen. BERT, MPNet und ähnliche Modelle laufen am schnellsten.
bring-drop-files-or-folder = Dateien oder einen Ordner hier ablegen
bring-drop-more-files-here = Weitere Dateien hier ablegen
bring-or-choose = oder auswählen:
bring-files = Dateien
bring-or = oder
bring-folder = Ordner
bring-tokenizer = Tokenizer
bring-none-among-files-see = nicht unter den Dateien: siehe unten
bring-from-json-files = { $n ->
    [one] aus 1 JSON-Datei
   *[other] aus { $n } JSON-Dateien
}
bring-choose-encoders-folder = Ordner des Encoders wählen
bring-choose-encoders-files = Dateien des Encoders wählen
bring-files-were-not-read = Die Dateien wurden nicht gelesen
bring-choose-encoders-own-folder = Wählen Sie den Ordner des Encoders selbst oder seine Dateien.
bring-name = Name
common-pooling = Pooling
bring-how-vectors-texts-tokens = Wie die Vektoren der Tokens eines Textes zusammengefasst werden; die Seite des Modells nennt die passende Art.
common-prefix = Präfix
bring-put-before-every-text = Steht vor jedem Text, zum Beispiel „query: “ für E5, einschließlich des Leerzeichens.
common-instruction = Anweisung
bring-as-prefix-but-not = Wie ein Präfix, wird aber selbst nicht gepoolt: für Instructor.
common-longest-text = Längster Text
bring-tokens-what-follows-not = In Tokens; der Rest wird nicht gelesen. Leer: so viele, wie das Modell kann.
bring-open-try = Öffnen und ausprobieren
bring-opening-trying = Wird geöffnet und ausprobiert …
bring-opening-trying-2 = Öffnen und Ausprobieren
bring-worker-own-whatever-happens = Läuft in einem eigenen Worker: Was dort auch geschieht, Projekt und Encoder bleiben unverändert.
bring-texts-worker = { $seconds } für { $texts } Texte mit { $workers ->
    [one] 1 Worker
   *[other] { $workers } Workern
}
bring-change-settings = Einstellungen ändern
bring-use-encoder = Diesen Encoder verwenden
bring-unknown = unbekannt
bring-slower-execution = Langsamere Operatoren
bring-model-itself = durch das Modell selbst
bring-works-2 = funktioniert.
bring-dimensions = Dimensionen
bring-vocabulary = Vokabular
bring-tokens = { $n } Tokens
bring-weights = Gewichte
bring-speed = Tempo
common-your-file = Ihre Datei

## import/paste.rs
common-paste-texts = Texte einfügen
paste-one-text-on-each = Ein Text je Zeile oder Zellen aus einer Tabellenkalkulation
paste-look-at-them = Vorschau

## import/preview.rs
preview-make-text-column = Zur Textspalte machen
preview-text = Text
preview-first-rows = Die ersten { $n_rows } von { $n } Zeilen
preview-all-rows = { $n ->
    [one] Die einzige Zeile
   *[other] Alle { $n } Zeilen
}
wide-no-name = Spalte { $n } (ohne Namen)
wide-more-columns = { $n ->
    [one] und 1 weitere Spalte
   *[other] und { $n } weitere Spalten
}
preview-first-rows-2 = Die ersten Zeilen

## shell/drop_zone.rs
drops-drop-file-texts-embeddings = Legen Sie eine Datei mit Texten ab, mit ihren Embeddings (.npy), falls vorhanden, oder die Dateien eines Encoders

## import/dataset_panel.rs
data-texts-column = { $rows ->
    [one] 1 Text
   *[other] { $rows } Texte
}, { $columns ->
    [one] 1 Spalte
   *[other] { $columns } Spalten
}
data-data = Daten
data-add-texts = Texte hinzufügen
data-added = { $n ->
    [one] 1 Text aus { $file_name } wurde hinzugefügt.
   *[other] { $n } Texte aus { $file_name } wurden hinzugefügt.
}
data-take-out = Diese Texte entfernen
data-take-out-until = Möglich, bis Sie etwas labeln, notieren oder auswählen
data-were-there = { $n ->
    [one] 1 war schon da.
   *[other] { $n } waren schon da.
}
data-open-another-file = Andere Datei öffnen
data-text-column = Textspalte
data-read-as = Gelesen als { $found }.
data-has-labels = { $n_labels ->
    [one] 1 Label
   *[other] { $n_labels } Labels
} in Spalte { $name }, von { $n ->
    [one] 1 Text.
   *[other] { $n } Texten.
}
data-answers-differ = { $n ->
    [one] In Spalte { $name } unterscheiden sich die Antworten zu 1 Text; von dort bekommt er kein Label.
   *[other] In Spalte { $name } unterscheiden sich die Antworten zu { $n } Texten; von dort bekommen sie kein Label.
}
data-asks-labels = Die Datei hat Labels mehrerer Personen, Antworten auf mehrere Fragen oder Antworten, die nicht zählen. Keines wird importiert, bevor Sie wählen, welche.
data-look-at-labels = Labels ansehen
data-take-labels-in = Labels importieren
data-texts-are-empty = { $n ->
    [one] 1 Text ist leer; Verfahren, die Texte auslassen können, wählen ihn nicht.
   *[other] { $n } Texte sind leer; Verfahren, die Texte auslassen können, wählen sie nicht.
}
data-change-how-read = Anders einlesen
data-save-rows-were-left = Weggelassene Zeilen speichern
data-embeddings-dimensions = Embeddings: { $file }, { $dimensions } Dimensionen.
data-embeddings-passed-over = { $n ->
    [one] 1 Zeile dieser Datei gehört zu einer Zeile, die bei den Texten weggelassen wurde, und wird
   *[other] { $n } Zeilen dieser Datei gehören zu Zeilen, die bei den Texten weggelassen wurden, und werden
} nicht verwendet.
data-embed-texts-instead = Stattdessen die Texte einbetten

## projects/cache_size.rs
cache-embeddings-kept-browser = In diesem Browser gespeicherte Embeddings:
cache-empty-cache-embeddings = Zwischenspeicher der Embeddings leeren
cache-empty = Leeren
cache-text = { $texts ->
    [one] 1 Text
   *[other] { $texts } Texte
}, { $bytes }

## encoder/panel.rs
encoder-use-another = Anderen verwenden …
encoder-not-used-file-embeddings = Für diese Datei nicht verwendet: Sie hat eigene Embeddings.
encoder-trained-on-english = Sprache der Texte, wie es scheint: { $language }. Dieser Encoder hat nur Englisch gelernt: In anderen Sprachen vergleicht er eher die Schreibweise als die Bedeutung. Verwenden Sie für Karte und Auswahl nach Bedeutung einen mehrsprachigen Encoder, etwa paraphrase-multilingual-MiniLM-L12-v2 als ONNX.
encoder-kept-browser = { $name }: { $bytes } in diesem Browser gespeichert.
encoder-until-page-reloaded = { $name }: bis zum Neuladen der Seite.
encoder-back-built-encoder = Zurück zum eingebauten Encoder

## projects/list.rs
projects-your-projects-browser = Ihre Projekte in diesem Browser
projects-nothing-picked-yet = noch nichts ausgewählt
projects-labeled = { $n_labeled } von { $n ->
    [one] 1 ausgewählten Text
   *[other] { $n } ausgewählten Texten
} gelabelt
common-rename = Umbenennen
common-delete = Löschen
projects-deleted = Gelöscht ({ $n })
projects-deleted-keep-their-room = Sie belegen noch Speicherplatz in diesem Browser. Holen Sie sie zurück oder löschen Sie sie endgültig.
projects-put-back = Zurückholen
projects-delete-for-good = Endgültig löschen
projects-name-project = Name des Projekts
projects-project-open-another-tab = Dieses Projekt ist in einem anderen Tab offen.
projects-here-can-looked-at = Hier können Sie es nur ansehen. Nach „Hier weitermachen“ kann der andere Tab es nur noch lesen.
projects-go-on-here = Hier weitermachen
projects-nothing-was-changed = Nichts wurde geändert
projects-another-tab-has-it = ein anderer Tab hat dieses Projekt geöffnet, und dieser zeigt es nur
projects-go-on-here-or-there = Drücken Sie unten „Hier weitermachen“ oder machen Sie im anderen Tab weiter.

## protection/dialogs.rs
protect-protection = Schutz
protect-passphrase = Passphrase
protect-protect = Mit einer Passphrase schützen …
protect-hint = Verschlüsselt Texte, Labels, Notizen und Embeddings dieses Projekts in diesem Browser und seine Sicherungen. Möglich, wenn alles gespeichert ist und nichts läuft.
protect-is-protected = Durch eine Passphrase geschützt
protect-lock = Jetzt sperren
protect-lock-hint = Schließt das Projekt; dieser Tab vergisst die Passphrase
protect-change = Passphrase ändern …
protect-remove = Schutz aufheben
protect-remove-title = Den Schutz aufheben?
protect-remove-text = Das Projekt wird dann unverschlüsselt gespeichert, und seine nächsten Sicherungen ebenso. Sicherungen, die Sie vorher gespeichert haben, behalten ihre Passphrase.
protect-next = Das nächste Projekt mit einer Passphrase schützen …
protect-next-hint = Wählen Sie die Passphrase, bevor Sie die Texte öffnen: Dann sind sie nie unverschlüsselt gespeichert
protect-next-is-protected = Das nächste Projekt, das Sie öffnen, ist durch die Passphrase geschützt.
protect-forget-next = Nicht schützen
protect-title = Mit einer Passphrase schützen
protect-what = Texte, Labels, Notizen, Richtlinien und Embeddings dieses Projekts werden in diesem Browser verschlüsselt, von nun an auch seine Sicherungen. Die Seite fragt bei jedem Öffnen des Projekts nach der Passphrase.
protect-what-next = Das nächste Projekt, das Sie öffnen, ist in diesem Browser von Anfang an verschlüsselt, auch seine Sicherungen. Die Seite fragt bei jedem Öffnen nach der Passphrase.
protect-what-change = Das Projekt lässt sich dann nur noch mit der neuen Passphrase öffnen.
protect-lost = Wenn Sie die Passphrase verlieren, lässt sie sich nicht wiederherstellen: Projekt und Sicherungen sind dann nicht mehr zu öffnen.
protect-earlier = Sicherungen und Exporte, die Sie vorher gespeichert haben, bleiben ohne Passphrase lesbar. Der Browser behält vielleicht Reste unverschlüsselter Daten, bis er den Platz braucht.
protect-earlier-passphrase = Sicherungen, die Sie vorher gespeichert haben, öffnen sich weiterhin mit der alten Passphrase. Exporte sind nie verschlüsselt.
protect-names-stay = Der Name des Projekts und die Zahlen seiner Texte, ausgewählten Texte und Labels bleiben in der Liste der Projekte lesbar. Wenn der Name zu viel verrät, benennen Sie das Projekt dort um.
protect-new = Passphrase (mindestens 8 Zeichen)
protect-again = Passphrase wiederholen
protect-show-typed = Eingabe anzeigen
protect-too-short = Sie braucht mindestens 8 Zeichen.
protect-not-the-same = Die beiden stimmen noch nicht überein.
protect-done = Projekt schützen
protect-done-next = Diese Passphrase verwenden
protect-done-change = Passphrase ändern
protect-encrypting = Wird verschlüsselt …
protect-ask-project = { $name } ist durch eine Passphrase geschützt.
protect-ask-back-up = { $name } ist durch eine Passphrase geschützt, und seine Sicherung wird es auch sein.
protect-ask-file = { $name } ist durch eine Passphrase geschützt. Als neues Projekt bleibt es geschützt. Wenn Sie es mit dem offenen Projekt zusammenführen, wird es so gespeichert wie dieses.
protect-open = Öffnen
protect-opening = Wird geöffnet …
protect-wrong = Die Passphrase ist falsch. Prüfen Sie die Feststelltaste und die Sprache der Tastatur und versuchen Sie es noch einmal.
protect-unavailable = Dieser Browser kann auf dieser Adresse nicht verschlüsseln: { $reason }. Öffnen Sie die Seite über https oder auf diesem Gerät.
protect-unreadable = Es lässt sich nicht öffnen: { $reason }
protect-not-changed = Nichts wurde geändert: { $problem }
protect-not-removed = Der Schutz wurde nicht aufgehoben
protect-stays-as-it-is = Das Projekt bleibt geschützt. Versuchen Sie es noch einmal.
protect-unfinished = Das Projekt ist geschützt, aber noch nicht alles ist verschlüsselt
protect-finish-by-opening = Schaffen Sie Platz auf dem Datenträger und öffnen Sie das Projekt dann noch einmal: Das schließt es ab.

## projects/state.rs: damage
damage-restored = Labels wurden wiederhergestellt
damage-restored-which = in der Datenbank des Browsers { $n ->
    [one] fehlte einer der { $total } Einträge des Label-Protokolls oder war beschädigt (Nummer { $which })
   *[other] fehlten { $n } der { $total } Einträge des Label-Protokolls oder waren beschädigt (Nummern { $which })
}
damage-nothing-lost = Sie wurden aus der zweiten Kopie wiederhergestellt, die diese Seite führt; nichts ist verloren. Sichern Sie das Projekt: Vielleicht ist der Speicher des Browsers defekt.
damage-project-is-damaged = Dieses Projekt ist beschädigt.
damage-missing = { $n ->
    [one] Einer der { $total } Einträge des Label-Protokolls ist verloren: Nummer { $which }.
   *[other] { $n } der { $total } Einträge des Label-Protokolls sind verloren: Nummern { $which }.
}
damage-altered = Das Label-Protokoll ist nicht das, das gespeichert wurde, und die Seite kann nicht feststellen, welche Einträge abweichen.
damage-others = { $n ->
    [one] Ein Eintrag von anderen ist nicht lesbar.
   *[other] { $n } Einträge von anderen sind nicht lesbar.
}
damage-texts = { $n ->
    [one] Eine Zelle eines Textes ist nicht lesbar (Zeile { $rows }).
   *[other] Zellen von { $n } Texten sind nicht lesbar (Zeilen { $rows }).
} Zellen, die nicht lesbar sind, erscheinen leer.
damage-other-texts = Die Texte sind nicht die, die gespeichert wurden, und die Seite kann nicht feststellen, welche Zellen abweichen.
damage-partition = Die Teile und die Auswahl sind verloren; die Labels sind noch da. Wählen Sie neu aus, um wieder eine Auswahl zu haben.
damage-layout = Die Karte ist verloren. Wählen Sie neu aus, um eine Karte zu bekommen.
damage-joined = Die Linien der Karte sind verloren. Wählen Sie neu aus, um sie zu bekommen.
damage-recorded = Die Erklärung der Auswahl ist verloren. Wählen Sie neu aus, um eine zu bekommen.
damage-what-to-do = Alles Übrige können Sie noch ansehen, sichern und exportieren. Sichern Sie zuerst; wenn Sie eine ältere Sicherung haben, öffnen und vergleichen Sie sie.
damage-go-on = Ohne sie weitermachen

## import/append_view.rs
adding-title = Gehört { $file_name } hierher?
adding-none-is-there = { $n ->
    [one] Die Datei hat 1 Text, der noch nicht in { $project } ist.
   *[other] Die Datei hat { $n } Texte, von denen noch keiner in { $project } ist.
}
adding-all-are-there = { $n ->
    [one] Die Datei hat 1 Text, der schon in { $project } ist: Es gibt nichts hinzuzufügen.
   *[other] Die Datei hat { $n } Texte. Alle sind schon in { $project }: Es gibt nichts hinzuzufügen.
}
adding-some-are-there = Die Datei hat { $n } Texte, von denen { $n_known ->
    [one] 1 schon in { $project } ist: Er bleibt, wie er ist.
   *[other] { $n_known } schon in { $project } sind: Diese bleiben, wie sie sind.
} Neu: { $n_new }.
adding-new-and-changed = Die Datei hat { $n } Texte. Neu: { $n_new }.
adding-changed = Geändert: { $n ->
    [one] 1 Text hat
   *[other] { $n } Texte haben
} eine Kennung, die hier zu einem anderen Text gehört, zum Beispiel { $id }. Sie werden nicht hinzugefügt; das Projekt behält seine Texte.
adding-other-values = { $n ->
    [one] 1 Text, der schon hier ist, hat
   *[other] { $n } Texte, die schon hier sind, haben
} in dieser Datei andere Werte in anderen Spalten. Das Projekt behält seine Werte.
adding-lacks = Das Projekt hat Spalten, die diese Datei nicht hat; bei den neuen Texten bleiben sie leer: { $columns }.
adding-brings = Diese Datei hat Spalten, die das Projekt nicht hat; bei den vorhandenen Texten bleiben sie leer: { $columns }.
adding-what-stays = Auswahl, Labels und Notizen bleiben. Die nächste Auswahl ergänzt diese, aus allen Texten; was eingebettet ist, wird nicht noch einmal eingebettet. Die Karte wird neu gezeichnet.
adding-stops-run = Die laufende Auswahl wird angehalten.
adding-back = Zurück zum Zusammenführen
adding-open-as-own = Als neues Projekt öffnen
adding-add = { $n ->
    [one] 1 Text hinzufügen
   *[other] { $n } Texte hinzufügen
}

## file_labels/dialog.rs
file-labels-title = Labels in der Datei { $file_name }
file-labels-rows = Sie hat { $rows } Zeilen zu { $n ->
    [one] 1 Text.
   *[other] { $n } Texten.
}
file-labels-known = Sie hat { $n ->
    [one] 1 Text
   *[other] { $n } Texte
}; { $n_known ->
    [one] 1 davon ist in { $project }.
   *[other] { $n_known } davon sind in { $project }.
}
file-labels-by-id = Texte wurden über die Spalte { $column } zugeordnet, wo auch der Text übereinstimmt, sonst über den Text.
file-labels-tolerated = { $n ->
    [one] 1 Text unterscheidet sich von dem im Projekt nur durch Zeilenenden, Leerzeichen am Rand, geschützte Leerzeichen oder zusammengesetzte Zeichen (Unicode NFC) und gilt als derselbe.
   *[other] { $n } Texte unterscheiden sich von denen im Projekt nur durch Zeilenenden, Leerzeichen am Rand, geschützte Leerzeichen oder zusammengesetzte Zeichen (Unicode NFC) und gelten als dieselben.
}
file-labels-ambiguous = { $n ->
    [one] 1 Text kommt in der Datei oder im Projekt öfter vor: Welcher welcher ist, ist unklar; er bekommt kein Label.
   *[other] { $n } Texte kommen in der Datei oder im Projekt öfter vor: Welcher welcher ist, ist unklar; sie bekommen keine Labels.
}
file-labels-other-text = { $n ->
    [one] 1 Zeile hat die Kennung eines Textes im Projekt, aber einen anderen Text: Sie bekommt kein Label.
   *[other] { $n } Zeilen haben Kennungen von Texten im Projekt, aber andere Texte: Sie bekommen keine Labels.
}
file-labels-missing = { $n ->
    [one] 1 Text ist nicht im Projekt
   *[other] { $n } Texte sind nicht im Projekt
}
file-labels-question = Frage
file-labels-choose-question = Bitte wählen …
file-labels-say-question = Die Datei hat Antworten auf mehrere Fragen. Wählen Sie die, deren Antworten importiert werden.
file-labels-given = { $n ->
    [one] 1 Antwort zählt.
   *[other] { $n } Antworten zählen.
}
file-labels-no-labels = Abgelehnt: { $rejected }. Ignoriert, abgebrochen oder unfertig: { $void }. Das sind keine Labels; sie werden nicht importiert.
file-labels-contradicting = { $n ->
    [one] Zu 1 Text hat dieselbe Person widersprüchliche Antworten gegeben: Diese werden nicht importiert.
   *[other] Zu { $n } Texten hat dieselbe Person widersprüchliche Antworten gegeben: Diese werden nicht importiert.
}
file-labels-names = { $n ->
    [0] Keine Labels.
    [one] 1 Label: { $names }{ $and_so_on }
   *[other] { $n } Labels: { $names }{ $and_so_on }
}
file-labels-unapproved = { $n ->
    [one] 1 Antwort ist nicht bestätigt, andere sind es
   *[other] { $n } Antworten sind nicht bestätigt, andere sind es
}
file-labels-leave-unapproved = Nur bestätigte Antworten importieren
file-labels-take-unapproved = Alle importieren
file-labels-say-unapproved = Wählen Sie, ob Antworten importiert werden, die nicht bestätigt sind.
file-labels-join = { $rows } Zeilen zu { $n ->
    [one] 1 Text
   *[other] { $n } Texten
} zusammenfassen
file-labels-varying = Spalten, in denen sich die Zeilen eines Textes unterscheiden, werden nicht importiert: { $columns }.
file-labels-labeled-as = Name für { $found }
file-labels-people-hint = Die Antworten jeder Person bleiben getrennt und ersetzen keine von Ihren. Wo Personen uneins sind, zählt kein Label, bis Sie es unter „Übereinstimmung“ entscheiden. Wenn Sie selbst dabei sind, geben Sie dort Ihren eigenen Namen ein.
file-labels-say-whose = Geben Sie an, wer gelabelt hat: Alle in der Datei brauchen einen Namen.
file-labels-same-name = Zwei von ihnen heißen { $name }. Geben Sie einer Person einen anderen Namen, damit sich ihre Labels nicht gegenseitig ersetzen.
file-labels-your-own = Auch Sie heißen { $own }. Wenn es Ihre eigenen Labels sind, importieren Sie noch einmal: Texte ohne Label von Ihnen bekommen sie, und { $n ->
    [0] kein Text hat schon eines.
    [one] 1 Text behält sein Label.
   *[other] { $n } Texte behalten ihre Labels.
} Sonst geben Sie den Namen der Kollegin oder des Kollegen an.
file-labels-not-now = Jetzt nicht
file-labels-import = Labels importieren
file-labels-taken-in = { $n ->
    [one] 1 Text hat ein Label aus der Datei
   *[other] { $n } Texte haben Labels aus der Datei
}, davon neu: { $n_new }.
file-labels-imported = { $name }: { $n ->
    [one] 1 Text gelabelt
   *[other] { $n } Texte gelabelt
}, davon neu: { $n_new }.
file-labels-undo = Import rückgängig machen

## ui/dialog.rs
dialogs-back-up-first = Zuerst sichern
dialogs-export-labels-first = Zuerst Labels exportieren
dialogs-browser-does-not-store = Dieser Browser speichert das Projekt nicht: Die Auswahl ginge verloren.
dialogs-browser-does-not-store-all = Dieser Browser speichert nicht das ganze Projekt: Die Auswahl und { $n ->
    [one] 1 Label
   *[other] { $n } Labels
} gingen verloren.
dialogs-stop-run = Die Auswahl anhalten und { $file_name } öffnen?
dialogs-what-is-embedded-is-kept = In diesem Projekt läuft eine Auswahl. Was sie eingebettet hat, bleibt erhalten; das Projekt bleibt in der Liste, und „Auswählen“ macht dort weiter.
dialogs-go-on-here = Weiterlaufen lassen
dialogs-stop-and-open = Anhalten und öffnen
dialogs-leave-project = Projekt verlassen?
common-stay = Bleiben
common-forget = Verwerfen
dialogs-leave-project-2 = Projekt verlassen und { $file_name } öffnen?
dialogs-delete = { $name } endgültig löschen?
dialogs-picks-labels-deleted-from = Texte, Auswahl, Labels und Embeddings des Projekts werden in diesem Browser gelöscht; andere Projekte mit denselben Texten betten diese beim nächsten Auswählen neu ein. Ihre Datei selbst bleibt, wo sie ist.
common-keep = Behalten
dialogs-send-text = { $texts ->
    [one] 1 Text
   *[other] { $texts } Texte
} an { $host } senden?
dialogs-do-not-send = Nicht senden
dialogs-send-them = Senden
dialogs-empty-cache-embeddings = Zwischenspeicher der Embeddings leeren?
dialogs-embeddings-deleted-from-browser = Die Embeddings ({ $size }) werden aus diesem Browser gelöscht. Auswahl und Labels bleiben; das nächste „Auswählen“ bettet seine Texte neu ein.
dialogs-empty = Leeren
dialogs-take-over = Hier weitermachen?
dialogs-not-stored-here = Ihre letzten Änderungen hier sind nicht gespeichert: Sie gingen verloren, und das Projekt würde so geladen, wie es im anderen Tab ist.
dialogs-select-anew = Andere Texte auswählen als die, die Sie bekommen haben?
dialogs-select-anew-yes = Andere auswählen
dialogs-another-name = Ist { $name } ein anderer Name von { $before }?
dialogs-another-name-takes-all = { $n ->
    [one] Die Antwort von { $before } zu 1 Text gilt
   *[other] Die Antworten von { $before } zu { $n } Texten gelten
} dann als von { $name }. Wenn hier ab jetzt jemand anderes labelt, behalten Sie den Namen: „Kopie fürs Team“ legt dafür ein Projekt an.
dialogs-keep-name = { $before } behalten
dialogs-another-name-yes = Ja, umbenennen
dialogs-keep-these = Diese behalten
dialogs-picked-for-you = Die ausgewählten Texte dieser Kopie sind die, die Sie labeln sollen. Labels anderer Texte lassen sich mit denen im Team kaum vergleichen. Ihre Labels bleiben erhalten.
dialogs-forget-colleague = Die Labels von { $name } aus dem Projekt entfernen?
dialogs-colleague-comes-back-with = { $n ->
    [one] 1 Label wird entfernt. „Rückgängig“ bringt es nicht zurück; führen Sie dazu die Datei erneut zusammen.
   *[other] { $n } Labels werden entfernt. „Rückgängig“ bringt sie nicht zurück; führen Sie dazu die Datei erneut zusammen.
}
dialogs-join = { $name } mit { $into } zusammenführen?
dialogs-join-cannot-be-undone = { $uses ->
    [0] Noch kein Text hat es.
    [one] 1 Text bekommt { $into }, egal von wem er gelabelt ist.
   *[other] { $uses } Texte bekommen { $into }, egal von wem sie gelabelt sind.
} „Rückgängig“ trennt sie nicht wieder.
dialogs-join-yes = Zusammenführen
dialogs-keep-both = Abbrechen
dialogs-relabel = { $n ->
    [one] 1 Text
   *[other] { $n } Texten
} das Label { $name } geben?
dialogs-relabel-others = { $n ->
    [one] Einer davon hat ein anderes Label und verliert es. „Rückgängig“ bringt es zurück.
   *[other] { $n } davon haben ein anderes Label und verlieren es. „Rückgängig“ bringt es zurück.
}
dialogs-relabel-yes = Label geben
dialogs-take-key = { $name } die Taste „{ $key }“ zuweisen?
dialogs-take-key-exchanged = „{ $key }“ ist die Taste von { $owner }; dieses Label bekäme dafür „{ $instead }“.
dialogs-take-key-none-left = „{ $key }“ ist die Taste von { $owner }; dieses Label hätte dann keine, denn alle sind vergeben.
dialogs-take-key-yes = Taste zuweisen
dialogs-write-answers = Antworten schreiben, statt Labels zu vergeben?
dialogs-labels-stay = { $n ->
    [one] 1 Text hat ein Label. Es bleibt
   *[other] { $n } Texte haben Labels. Sie bleiben
}, bis Sie eine Antwort schreiben; bis dahin stehen Labels in Exporten als Antworten. Alle Felder sind zu Beginn leer.
dialogs-give-labels = Labels vergeben, statt Antworten zu schreiben?
dialogs-answers-become-labels = { $n ->
    [one] 1 Text hat eine geschriebene Antwort, die kein Label ist. Er behält sie
   *[other] { $n } Texte haben geschriebene Antworten, die keine Labels sind. Sie behalten sie
}, und { $n_new ->
    [one] 1 Label kommt hinzu
   *[other] { $n_new } Labels kommen hinzu, eines für jede verschiedene Antwort
}. Wenn Sie danach ein Label vergeben, ersetzt es die geschriebene Antwort.
dialogs-one-label = Jedem Text nur ein Label geben?
dialogs-several-stay = { $n ->
    [one] 1 Text hat mehrere Labels und behält
   *[other] { $n } Texte haben mehrere Labels und behalten
} sie, bis Sie eines vergeben, das alle ersetzt.
dialogs-change-answers-yes = Ändern
dialogs-remove-label = Label „{ $name }“ entfernen?
dialogs-undo-brings-back = { $uses ->
    [one] 1 Text hat es und verliert es.
   *[other] { $uses } Texte haben es und verlieren es.
} „Rückgängig“ bringt es zurück.
common-remove = Entfernen

## network/dialog.rs
network-texts-go = Texte gehen an { $host }
network-texts-went = Texte gingen an { $host }
network-nothing-leaves-page = Nichts verlässt diese Seite
network-something-went-elsewhere = Anfragen gingen an andere Server
network-what-page-has-asked = Was diese Seite seit dem Laden vom Netz angefordert hat
network-requests = { $elsewhere } von { $asked } Anfragen
network-elsewhere = an andere Server
network-what-page-asked-network = Netzanfragen dieser Seite
network-from-where-page-comes = den Server dieser Seite: ihre eigenen Dateien
network-somebody-else = einen anderen Server
network-to = an
network-pages-policy-forbids-these = Die Regeln der Seite verbieten diese; der Browser hat sie blockiert, und nichts wurde gesendet:
network-since-was-loaded-page = Anfragen dieser Seite seit dem Laden:
network-none-went-anywhere-else = Alle gingen an den Server dieser Seite.
network-went-elsewhere = { $n ->
    [one] 1 ging an einen anderen Server.
   *[other] { $n } gingen an andere Server.
}
network-whether-page-opens-without = Ob sich die Seite offline öffnet, ist noch nicht bekannt.
network-pages-files-being-stored = Die Dateien der Seite werden gerade gespeichert, damit sie sich offline öffnet.
network-pages-files-stored-opens = Die Dateien der Seite sind gespeichert: Sie öffnet sich offline und funktioniert ohne Netz.
network-page-does-not-open = Die Seite öffnet sich offline nicht: { $reason }.
common-every-file = Jede Datei
network-what = Adresse
network-asked = Angefordert von
network-times = Anzahl
network-what-list-can-cannot = Was diese Liste zeigt und was nicht
network-holds-what-browser-tells = Sie zeigt, was der Browser über Anfragen der Seite, ihrer Worker und des Service Workers meldet, der ihre Dateien speichert, auch solche, die er
network-where-answer-came-out = aus seinem eigenen Speicher beantwortet. Sie kann nicht zeigen, was der Browser selbst oder seine Erweiterungen senden, und nicht, was ein{" "}
network-worker-asked-ended-before = Worker angefordert hat, der endete, bevor er es melden konnte.
network-you-need-not-believe = Sie können das selbst prüfen: Die Entwicklerwerkzeuge (F12, „Netzwerk“) zeigen dasselbe, und die Seite funktioniert auch ohne Netzverbindung.
network-requests-2 = { $n ->
    [one] 1 Anfrage
   *[other] { $n } Anfragen
}
network-begins-once-stored = Sie wird geladen, sobald alles gespeichert ist, was Sie getan haben.
network-new-version-page-ready = Eine neue Version dieser Seite ist bereit.
network-begins-when-you-want = Laden Sie sie, wann Sie möchten; was gespeichert ist, bleibt erhalten.
network-other-tabs-still-use = { $n ->
    [one] Ein anderer Tab verwendet noch diese Version. Schließen Sie ihn und versuchen Sie es dann erneut.
   *[other] { $n } andere Tabs verwenden noch diese Version. Schließen Sie sie und versuchen Sie es dann erneut.
}
network-load = Laden
network-page = Seite
network-worker = Worker

## labeling/view.rs
annotate-pick = Text { $rank } von { $n_picks }
annotate-no-pick = Nicht ausgewählt
hearing-open = { $name } ist offen: { $n ->
    [one] 1 Text.
   *[other] { $n } Texte.
}
hearing-listed = Liste: { $what }, { $n }.
hearing-label-added = Label { $label } hinzugefügt.
hearing-labels-added = { $n } Labels hinzugefügt.
hearing-label-renamed = Label { $old } in { $new } umbenannt.
hearing-label-removed = Label { $label } entfernt.
hearing-labels-removed = { $n } Labels entfernt.
hearing-saved = { $what }, gespeichert.
hearing-undone = Rückgängig: { $what }.
hearing-redone = Wiederholt: { $what }.
hearing-undone-elsewhere = Rückgängig gemacht.
hearing-redone-elsewhere = Wiederholt.
hearing-all-done = { $n ->
    [one] Der einzige ausgewählte Text ist fertig.
   *[other] Alle { $n } ausgewählten Texte sind fertig.
}
annotate-done-export = Labels exportieren (CSV)
annotate-done-more = Weitere auswählen
hearing-backed-up = Gesichert.
hearing-given = { $label } vergeben
hearing-taken = { $label } entfernt
hearing-no-answer = Antwort entfernt
hearing-not-flagged = Vormerkung entfernt
hearing-no-note = Notiz entfernt
common-text = Der Text
annotate-saving = wird gespeichert …
annotate-from-file = ✓ aus der Datei
annotate-accepted-suggestion = ✓ angenommener Vorschlag
annotate-saved = ✓ gespeichert
annotate-took = · { $seconds } s
annotate-labeling = Labeln
common-part = Teil
annotate-previous-pick = Vorheriger ausgewählter Text
common-previous-or-k = Zurück (← oder k)
annotate-next-pick = Nächster ausgewählter Text
common-next-or-j = Weiter (→ oder j)
annotate-empty-text = (ein leerer Text)
annotate-which-labels-can-text = Welche Labels kann ein Text haben? Fügen Sie das erste hinzu; es bekommt die Taste 1.
annotate-large-text = Große Schrift
annotate-large-text-title = Großer Text in der Mitte, die Karte daneben
annotate-more-below = mehr
annotate-next = Weiter
common-clear = Antwort entfernen
common-undo = Rückgängig
common-redo = Wiederholen
annotate-comes-again-after-others = Der Text kommt nach den anderen wieder
annotate-skip = Überspringen
annotate-nobody-could-tell-from = Der Text sagt zu wenig für ein Label; er kommt nicht wieder
annotate-cant-tell = Nicht erkennbar
annotate-come-back = Den Text vormerken, um darauf zurückzukommen
annotate-flag = ⚑ Vormerken
annotate-guidelines-keys = Richtlinien, Tasten
annotate-labeled-picks = Gelabelte Texte der Auswahl
common-labeled-of = { $n_labeled } von { $n_picks } gelabelt
annotate-skipped = , { $n_skipped } übersprungen
annotate-nobody-can-tell = , { $n_cannot } nicht erkennbar
annotate-left-at-your-pace = (im Mittel { $each } s, noch { $time })
annotate-seconds-each = (im Mittel { $each } s)
annotate-settled-otherwise = unter „Übereinstimmung“ als { $answer } entschieden; das gilt
annotate-disputed = Die Labels weichen ab; entscheiden Sie unter „Übereinstimmung“.
annotate-of-one = { $answer }, von einer Person
annotate-unanimous = { $answer }, von allen, die den Text gelabelt haben
annotate-adjudicated = { $answer }, so entschieden
annotate-not-saved-yet = { $n_unsaved } noch nicht gespeichert
annotate-held = { $n_unsaved } nicht gespeichert: → macht weiter
annotate-answer = Antwort
annotate-saves-goes-on = speichert sie und geht zum nächsten Text.
annotate-label-so-far = Bisheriges Label: { $label }. Ihre Antwort ersetzt es.
annotate-edit-label = Als Antwort bearbeiten
annotate-note = Notiz
annotate-anything-worth-remembering-text = Was Sie zu diesem Text festhalten möchten
annotate-among-early = Ausgewählt aus den Texten, die bis dahin eingebettet waren.
annotate-unread = Der Encoder hat { $percent } % dieses Textes gelesen, bis zum ┊. Karte, Nachbarn und Vorschläge berücksichtigen den Rest nicht.
annotate-why-text = Warum dieser Text?
annotate-other-columns = Andere Spalten

## labeling/list_view.rs
common-picks = Auswahl
picks-rank = { $n_picks }, nach Rang
picks-ranks = Auswahl, Rang { $first } bis { $last }
picks-labeled-no-picks = Gelabelt, aber nicht ausgewählt
picks-which-are-listed = Texte in der Liste
picks-before-added = Ausgewählt aus den { $among } Texten, die hier waren, bevor andere hinzukamen. Die nächsten werden aus allen { $n } Texten ausgewählt.
picks-pick-more = { $more ->
    [one] 1 weiteren auswählen
   *[other] { $more } weitere auswählen
}
picks-pick-more-2 = Weitere auswählen
picks-give-number-from-1 = Geben Sie eine Zahl von 1 bis { $left } ein.
picks-picks-stay-their-labels = Die Auswahl behält ihre Labels; { $n ->
    [one] 1 übersprungener oder nicht erkennbarer Text wird ersetzt.
   *[other] { $n } übersprungene oder nicht erkennbare Texte werden ersetzt.
}
picks-how-many-more = Wie viele weitere
picks-those-there-stay-their = Die vorhandene Auswahl bleibt, mit ihren Labels
picks-edges-inside-part-no = Seine Nachbarn in seinem Teil, ohne früher ausgewählte
picks-degree = Nachbarn
picks-flagged = Vorgemerkt
picks-flagged-2 = vorgemerkt
picks-note = Notiz: { $note }

## run/coverage_view.rs
coverage-all-labeled = Gelabelt: alle { $all }.
coverage-labeled = Gelabelt: { $n } von { $all }.
coverage-coverage = Abdeckung
coverage-as-table = Als Tabelle
coverage-facility-coverage-share-covered = Mittlere Ähnlichkeit zur Auswahl und Anteil abgedeckter Texte nach Zahl der Labels; die Zahlen stehen in der Tabelle
coverage-facility-coverage = mittlere Ähnlichkeit zur Auswahl
coverage-covered-texts = abgedeckte Texte
coverage-labeled-so-far = bisher gelabelt
coverage-coverage-as-table = Abdeckung als Tabelle
coverage-what-labels-cover-one = Was die Labels abdecken, eines nach dem anderen: jedes seinen Text und dessen Nachbarn
common-facility-coverage = Mittlere Ähnlichkeit
common-added = Zuwachs
common-covered-texts = Abgedeckte Texte

## shell/help.rs
help-give-label-number-go = das Label mit dieser Taste vergeben und, wenn ein Text nur eines hat, weiter zum nächsten Text. Ziffern vergeben immer Labels; „Labels bearbeiten“ gibt einem Label eine andere Taste, und es behält sie, wenn andere verschoben oder entfernt werden
help-give-labels-past-ninth = Labels nach dem neunten vergeben (alle Buchstaben außer j, k, s, u)
help-clear-label = die Antwort entfernen
help-next-text = nächster Text, oder die nächste Zeile der Liste, in der der Fokus ist
help-previous-text = voriger Text, oder die Zeile davor
help-read-on = in einem langen Text weiterlesen
help-go-on-next-text = weiter zum nächsten Text ohne Antwort
help-skip-comes-again-after = überspringen: Der Text kommt nach den anderen wieder
help-cant-tell-nobody-could = nicht erkennbar: Der Text sagt zu wenig; er kommt nicht wieder
help-flag-come-back = vormerken, um darauf zurückzukommen
help-list-next-kind = nur Texte auflisten, die zu labeln, gelabelt, vorgemerkt, mit Notiz, … sind, der Reihe nach
help-find-label = ein Label nach seinem Namen finden und vergeben oder ein neues hinzufügen
help-enter-begins-answer = wo Sie Antworten schreiben: zu schreiben beginnen; Esc verlässt das Feld
help-saves-answer-goes-on = wo Sie Antworten schreiben: die Antwort speichern und zum nächsten Text gehen
help-single-keys = Einzelne Tasten als Kürzel verwenden. Schalten Sie dies für Spracheingabe aus: Dann wirken nur noch Schaltflächen, Tab und Kürzel mit { $control }.
help-write-note-escape-leaves = eine Notiz schreiben; Esc verlässt das Feld
help-show-what-labels-so = den Vorschlag für den Text zeigen oder verbergen
help-accept-suggestion-shown = den gezeigten Vorschlag annehmen
help-show-texts-similar-one = die Texte zeigen, die diesem ähneln, um viele davon zu labeln
help-fold-why = zeigen oder verbergen, warum der Text gewählt wurde und was ihm ähnelt
help-undo = rückgängig machen
help-back-up = das Projekt sichern
help-redo = wiederholen
help-on-map-zoom-arrow = auf der Karte: zoomen; die Pfeiltasten verschieben sie, Pos1 zeigt alles
help-on-map-go-pick = auf der Karte: zum ausgewählten Text, der der Mitte am nächsten ist
help-list-below-map-go = in der Liste unter der Karte: sich bewegen, Gruppen auf- und zuklappen
help-list-below-map-zoom = in der Liste unter der Karte: dorthin zoomen, markieren, nur diese Gruppe zeigen
help-list-below-map-find = in der Liste unter der Karte: zum Eintrag mit diesem Namen gehen (j und k führen, wenn sie kein Wort fortsetzen, zur nächsten und zur vorigen Zeile)
help-list-below-map-label = in der Liste unter der Karte: den Text labeln, auf dem der Fokus ist
help-list-below-map-show = in der Liste unter der Karte: die Texte zeigen, die diesem ähneln
help-lasso = auf der Karte, beim Ziehen eines Lassos oder Rechtecks: zu den markierten Texten hinzufügen oder davon wegnehmen
help-agreement-settle = in „Übereinstimmung“: den Text mit dem Label oder der Möglichkeit entscheiden, die diese Taste hat
help-agreement-other = in „Übereinstimmung“: andere Labels finden oder eine Antwort schreiben
help-agreement-majority = in „Übereinstimmung“: nach Mehrheit entscheiden, wo mehr als die Hälfte einig ist
help-agreement-cannot-tell = in „Übereinstimmung“: nicht erkennbar, oder als nicht entschieden kennzeichnen
help-paste = außerhalb von Feldern: die kopierte Tabelle oder die kopierten Texte öffnen
help-think-play = in „So funktioniert die Auswahl“: abspielen und anhalten
help-think-step = in „So funktioniert die Auswahl“: einen Schritt zurück oder weiter; Pos1 und Ende: zum ersten und zum letzten
help-think-event = in „So funktioniert die Auswahl“: ein Ereignis zurück oder weiter
help-help = diese Hilfe
help-guidelines = Richtlinien
help-when-does-text-have = Wann bekommt ein Text welches Label? Was gilt in schwierigen Fällen? Alle, die labeln, lesen es hier.
help-guidelines-keys = Richtlinien und Tasten
help-everything-works-mouse-touch = Alles geht auch mit Maus und Berührung.
help-blind-checks = Blindproben
help-blind-check-is = Für jeden zehnten Text, den Sie labeln, macht die Seite einen Vorschlag und verbirgt ihn. „Blindprobe“ steht bei diesem Text und nur dort. Sobald Sie das Label vergeben, wird beides verglichen; unter den Labels steht, wie viele Vorschläge richtig waren. Wenn Sie den Text überspringen, ist der nächste an der Reihe. Wenn Sie das Label rückgängig machen, zählt auch die Probe nicht mehr.

## labeling/label_set_view.rs
label-set-paste-list = Fügen Sie eine Liste ein, um je Zeile ein Label hinzuzufügen; eine Tabelle kann auch Tasten und Bedeutungen enthalten
label-set-new-label = Neues Label
label-set-new-or-on = Neues Label, oder weiter mit Eingabe
label-set-name-new-label = Name eines neuen Labels
label-set-add-label = Label hinzufügen
label-set-on-to-texts = Eingabe im leeren Feld oder Esc führt zum Text zurück.
label-set-more = { $more ->
    [one] 1 weiteres Label ist nicht aufgeführt; suchen Sie es nach Namen:
   *[other] { $more } weitere Labels sind nicht aufgeführt; suchen Sie sie nach Namen:
}
label-set-uses = { $n ->
    [one] 1 Text
   *[other] { $n } Texte
}
label-set-one-label = ein Label
label-set-any-number-labels = beliebig viele Labels
label-set-answer-you-write = eine Antwort, die Sie schreiben
label-set-next-color = Nächste Farbe
label-set-color-label-next = Farbe { $number } von { $n_colors } des Labels { $name }: nächste
label-set-key = Seine Taste
label-set-key-label = Taste des Labels { $name }
label-set-name-label = Name des Labels { $name }
label-set-remove-label = Label { $name } entfernen
label-set-up = Nach oben
label-set-label-up = Label { $name } nach oben schieben
label-set-down = Nach unten
label-set-label-down = Label { $name } nach unten schieben
label-set-what-means = Was es bedeutet
label-set-removed = Entfernt
label-set-bring-back = Label { $name } zurückholen
label-set-description-label = Beschreibung des Labels { $name }
label-set-differ-by-case = { $first } und { $second } unterscheiden sich nur durch Groß- und Kleinschreibung. Um sie zusammenzuführen, geben Sie einem den Namen des anderen.
label-set-share-color = { $first } und { $second } haben dieselbe Farbe. Die Schaltfläche links vom Label gibt ihm die nächste.
label-set-more-than-colors = Es gibt { $n_colors } Farben; einige Labels teilen sich deshalb eine.
label-set-look-the-same = Zwei Labels „{ $first }“ sehen gleich aus, sind aber verschieden geschrieben ({ $spelled } / { $other }). Wenn sie dasselbe bedeuten, geben Sie einem den Namen des anderen, um sie zusammenzuführen.
label-set-edit-labels = Labels bearbeiten
label-set-text-has = Ein Text hat

## team/agreement_dialog.rs
common-agreement = Übereinstimmung
agreement-reliable-krippendorffs-rule-0 = verlässlich, nach Krippendorffs Regel von 0,8
agreement-good-tentative-conclusions-krippendorffs = ausreichend für vorläufige Schlüsse, nach Krippendorffs Regel von 0,667
agreement-too-low-rely-on = zu niedrig, um sich darauf zu verlassen, nach Krippendorffs Regel von 0,667: Vielleicht sollten Sie die Richtlinien überarbeiten
agreement-how-far-you-agree = Wie sehr Sie übereinstimmen
agreement-all-annotators-beyond-chance = Aller Annotierenden, über den Zufall hinaus: 1 ist volle Übereinstimmung, 0 ist Übereinstimmung durch Zufall. Abstände zwischen Mengen von Labels sind MASI.
agreement-krippendorffs = Krippendorffs α
agreement-on = bei { $n ->
    [one] 1 Text, den
   *[other] { $n } Texten, die
} mindestens zwei Personen gelabelt haben
agreement-every-two-annotators = Jedes Paar von Annotierenden
agreement-two-annotators = Paar von Annotierenden
agreement-both-labeled = Beide gelabelt
agreement-same = Gleich
agreement-cohens-kappa-agreement-beyond = Cohens Kappa: Übereinstimmung über den Zufall hinaus
agreement-cohens = Cohens κ
agreement-most-often-confused = Am häufigsten verwechselt
agreement-not-defined = nicht definiert: { $why }
common-settled = entschieden
agreement-settle = zu entscheiden
agreement-no-disagreement = Keine Abweichung
agreement-all-settled = { $n ->
    [one] Die Abweichung ist entschieden
   *[other] Alle { $n } Abweichungen sind entschieden
}
agreement-settle-2 = Noch { $left } von { $n ->
    [one] 1 Abweichung
   *[other] { $n } Abweichungen
} zu entscheiden
agreement-wherever-two-you-labeled = Wo zwei von Ihnen denselben Text gelabelt haben, gaben sie dieselbe Antwort.
agreement-annotator = Annotierende
agreement-said = Antwort
agreement-when = Wann
agreement-settle-3 = Entscheiden
agreement-another-answer = Andere Antwort
agreement-settle-answer = Mit dieser Antwort entscheiden
agreement-majority = { $n ->
    [one] 1 nach Mehrheit entscheiden
   *[other] { $n } nach Mehrheit entscheiden
}
agreement-majority-title = Entscheidet jeden Text, bei dem mehr als die Hälfte dieselbe Antwort gegeben hat. Ein Schritt; u macht ihn rückgängig.
agreement-other-labels = Andere Labels
agreement-composed-keys = Wählen Sie mit ↑ und ↓. Eingabe nimmt ein Label hinzu oder wieder heraus, Esc schließt, ohne zu entscheiden.
agreement-found-keys = Wählen Sie mit ↑ und ↓. Eingabe entscheidet mit dem Label, Esc schließt, ohne zu entscheiden.
agreement-nothing-in-common = Kein Text von beiden gelabelt: { $pairs }.
agreement-pairs-shown = Paare { $first } bis { $last } von { $n }
agreement-previous-pairs = Vorige Paare
agreement-next-pairs = Nächste Paare
agreement-more-of-text = und { $n } weitere, die nicht gezeigt werden
agreement-label = Label
agreement-label-by-label = Label für Label
agreement-specific = Wo eine von zwei Personen das Label vergab, wie oft die andere es auch tat (positive spezifische Übereinstimmung)
agreement-agreed = Einig
agreement-given-by-both = Von beiden vergeben
agreement-given-by-one = Nur von einem
agreement-nobody-can-tell = Nicht erkennbar
agreement-previous-disagreement = Vorherige Abweichung
agreement-next-disagreement = Nächste Abweichung
agreement-settled = entschieden von { $by }

## similar/dialogs.rs
alike-similar-texts = Ähnliche Texte
alike-no-text-joined-one = Dieser Text hat keine Nachbarn.
alike-similar-texts-most-similar = Ähnliche Texte, die ähnlichsten zuerst
alike-choose-all = Alle wählen
alike-choose-none = Keinen wählen
alike-chosen = { $n_ticked } von { $n } gewählt
alike-mark-on-map = Auf der Karte markieren
alike-give-all-chosen-texts = Allen gewählten Texten ein Label geben
common-u-undoes = u macht es rückgängig
common-label-as = Labeln als …
alike-neighbor = Nachbar
alike-two-steps = zwei Schritte
alike-cosine-text = Kosinus-Ähnlichkeit mit dem Text
alike-graph-embeddings-not-at = Abstand im Graphen; die Embeddings liegen nicht vor
alike-go-text = Diesen Text zeigen
alike-go = zeigen
common-texts-say-same = Fast gleiche Texte
alike-looking-them = Suche läuft …
alike-no-two-texts-say = Keine fast gleichen Texte gefunden.
alike-texts = { $texts } Texte in { $groups ->
    [one] 1 Gruppe
   *[other] { $groups } Gruppen
}
alike-same-words = dieselben Wörter
alike-cosine = Kosinus { $percent }
alike-same-words-whatever-case = Texte mit denselben Wörtern, unabhängig von Groß- und Kleinschreibung und Leerzeichen, oder Nachbarn, deren Embeddings dem des ersten Textes der Gruppe ähnlich genug sind. Nichts wird gelöscht: Übertragen Sie das Label eines Textes auf die anderen seiner Gruppe.
alike-at-least-so-near = Mindestähnlichkeit
alike-only-texts-same-words = Nur Texte mit denselben Wörtern wurden gefunden:
alike-groups-texts-say-same = Gruppen fast gleicher Texte
alike-mark-group = Markiert alle Texte der Gruppe auf der Karte, wo Sie sie zusammen labeln können
common-show-more = { $portion } weitere zeigen
alike-show-more-texts = { $portion } weitere von { $left } zeigen
common-takes-all-back = macht alles rückgängig.
alike-each-group-where-all = Wo alle Labels einer Gruppe übereinstimmen, bekommen ihre anderen Texte dasselbe Label
alike-label-all-as-their = Labels in Gruppen übertragen
alike-label-groups-as-their = { $count ->
    [one] Labels in 1 Gruppe übertragen
   *[other] Labels in { $count } Gruppen übertragen
}
alike-label-all-as = Alle labeln als

## ui/column_select.rs
columns-find = Spalte finden
columns-listed = { $listed } von { $n } stehen in der Liste; geben Sie einen Teil des Namens ein, um andere zu finden

## compare/dialog.rs
compare-comparing-runs = Vergleich läuft: { $done } von { $all } Läufen
compare-compare-methods-on-these = Verfahren an diesen Texten vergleichen
compare-compare-methods = Verfahren vergleichen
compare-selection-under-way-compare = Eine Auswahl läuft; vergleichen Sie, wenn sie fertig ist.
compare-runs-every-method-at = { $runs ->
    [one] 1 Lauf.
   *[other] { $runs } Läufe: jedes Verfahren mit jeder Zahl von Texten und jedem Startwert.
}
compare-each-selects-from-your = Jedes Verfahren wählt aus Ihren Texten aus; alle anderen Einstellungen sind wie auf der Seite. Kein Sprachmodell wird gefragt.
compare-here-each-duplicate-counts = Hier zählt jedes Duplikat einzeln.
compare-methods = Verfahren
compare-all = Alle
compare-none = Keines
compare-budgets = Texte zum Labeln
compare-how-many-texts-pick = Wie viele Texte ausgewählt werden.
compare-seeds = Startwerte
compare-once-each = Jedes Verfahren einmal je Startwert.
compare-comparing = Vergleich läuft …
compare-compare = Vergleichen
compare-true-labels = Wahre Labels
compare-none-time-coverage-only = keine: nur Zeit und Abdeckung
compare-picks-measured-them-no = Nur um die Auswahl zu messen. Kein Verfahren sieht ein Label.
compare-run-picks-seed = Lauf { $number } von { $all }: { $method }, { $budget ->
    [one] 1 Text
   *[other] { $budget } Texte
} auszuwählen, Startwert { $seed }
compare-of = { $stage }: { $done } von { $total }
compare-beginning = Beginnt
common-runs-done = Fertige Läufe
compare-all-runs-ready = { $all ->
    [one] Der Lauf ist fertig.
   *[other] Alle { $all } Läufe sind fertig.
}
compare-stopped-after-runs = Nach { $done } von { $all } Läufen angehalten.
compare-results = Ergebnisse
compare-was-compared-other-settings = Diese Ergebnisse gelten für andere Einstellungen oder Labels, als jetzt gewählt sind.
compare-means-seeds-standard-error = Mittelwerte über { $n_seeds } Startwerte ± Standardfehler
compare-one-seed = Ein Startwert
common-save-as-csv = Als CSV speichern
compare-seeds-2 = { $n } von { $all } Startwerten
compare-all-methods = Alle Verfahren
compare-how-texts-selected = Wie die Texte ausgewählt werden
compare-budget = Die Zahl der Texte zum Labeln
compare-sort = { $hint }. Nach dieser Spalte sortieren.

## confidences/panel.rs
confidences-confidences = Konfidenzen
confidences-answers-not-kept-browser = ⚠ Antworten werden in diesem Browser nicht gespeichert:
confidences-they-last-until-page = . Sie halten bis zum Neuladen der Seite.
confidences-beyond-picks-vote-k = Für mehr als { $vote_k_first } ausgewählte Texte muss vote-k wissen, wie sicher sich ein Sprachmodell bei jedem Text ist: aus einer CSV mit den Spalten row und confidence oder durch Fragen. Ohne Ihre Zustimmung wird keines gefragt.
confidences-texts-from = { $n } Texte, aus { $source }.
confidences-do-not-use-them = Nicht verwenden
confidences-choose-csv = CSV wählen …
confidences-address-you-type = die Adresse, die Sie eingeben
confidences-each-texts-sent-labeled = Jeder der { $n_texts } Texte wird mit den gelabelten Beispielen an { $whom } gesendet. Nichts wird gesendet, bevor Sie die Schaltfläche drücken und zustimmen.
confidences-labeled-texts-shown-as = { $n ->
    [one] 1 gelabelter Text wird ihm als Beispiel gezeigt.
   *[other] { $n } gelabelte Texte werden ihm als Beispiele gezeigt.
}
confidences-labeled-so-far-first = Bisher { $n } gelabelt; { $left ->
    [one] 1 der zuerst ausgewählten Texte hat
   *[other] { $left } der zuerst ausgewählten Texte haben
} noch kein Label.
confidences-or-ask-language-model = Oder ein Sprachmodell fragen
confidences-endpoint = Endpunkt
confidences-openai-compatible-log-probabilities = OpenAI-kompatibel, mit Log-Wahrscheinlichkeiten.
confidences-key-if-wants-one = Schlüssel, falls nötig
confidences-never-stored-gone-when = Wird nie gespeichert; vergessen, wenn Sie die Seite schließen.
common-template = Vorlage
confidences-or-any-column-braces = {"{"}text{"}"}, {"{"}label{"}"} oder jede Spalte in geschweiften Klammern.
confidences-ask = { $host } fragen …
confidences-ask-2 = Fragen …
confidences-answers-kept-same-question = { $n ->
    [one] 1 Antwort ist gespeichert: Dieselbe Frage wird nicht noch einmal gestellt.
   *[other] { $n } Antworten sind gespeichert: Dieselbe Frage wird nicht noch einmal gestellt.
}
confidences-model-shown-labeled-texts = Dem Modell werden gelabelte Texte als Beispiele gezeigt: Labeln Sie zuerst die Auswahl.
confidences-more-labeled-picks-better = Je mehr Texte der Auswahl Sie labeln, desto besser sind die Beispiele.
confidences-model-shown-labeled-texts-as = Dem Modell werden gelabelte Texte als Beispiele gezeigt: die ersten { $vote_k_first } von vote-k, die keine Konfidenzen brauchen. Wählen Sie diese zuerst aus und labeln Sie sie.
confidences-pick-first = Die ersten { $vote_k_first } auswählen
confidences-asking = { $host } wird gefragt
confidences-texts = { $done } von { $total } Texten
confidences-left = , noch { $left }
confidences-asking-model = Das Modell wird gefragt
confidences-answers-kept = Antworten werden gespeichert.

## compare/dot_plot_view.rs
dot-plot-picks = { $budget ->
    [one] 1 Text
   *[other] { $budget } Texte
} ausgewählt
dot-plot-every-method-table-has = { $title } jedes Verfahrens; die Zahlen stehen in der Tabelle

## labeling/list_filter.rs
listing-all = alle
listing-left = zu labeln
listing-labeled = gelabelt
listing-flagged = vorgemerkt
listing-noted = mit Notiz
listing-skipped = übersprungen
listing-cannot-tell = nicht erkennbar

## labeling/find_label.rs
find-label-find-label = Ein Label finden
find-label-part-of-name = Teil des Namens
find-label-add = „{ $name }“ hinzufügen und vergeben
find-label-keys = Wählen Sie mit ↑ und ↓. Eingabe vergibt das hervorgehobene Label, Esc schließt, ohne eines zu vergeben.

## export/view.rs
export-backed-up = ✓ gesichert, { $at }
export-changes-since-last = { $n ->
    [one] 1 Änderung
   *[other] { $n } Änderungen
} seit der letzten Sicherung, { $at }
export-not-backed-up = { $n ->
    [one] 1 Änderung
   *[other] { $n } Änderungen
} nicht gesichert
backup-lacks = Nicht in der letzten Sicherung: { $what }.
backup-labels = { $n ->
    [one] 1 Label
   *[other] { $n } Labels
}
backup-notes = { $n ->
    [one] 1 Notiz oder Vormerkung
   *[other] { $n } Notizen oder Vormerkungen
}
backup-label-set = { $n ->
    [one] 1 Änderung an den Labels
   *[other] { $n } Änderungen an den Labels
}
backup-guidelines = die Richtlinien
backup-settings = { $n ->
    [one] 1 Einstellung
   *[other] { $n } Einstellungen
}
backup-joined = { $n ->
    [one] 1 Eintrag von anderen oder aus ergänzten Dateien
   *[other] { $n } Einträge von anderen oder aus ergänzten Dateien
}
export-no-second-copy = Die zweite Kopie Ihrer Labels, die vor einer beschädigten Datenbank schützt, wird nicht geführt: { $reason }. Die Labels selbst sind gespeichert.
export-never-yet = noch nie gesichert
export-never-yet-browser-only = noch nie gesichert: { $n ->
    [one] 1 Änderung
   *[other] { $n } Änderungen
} nur in diesem Browser
export-browser-has-promised-keep = Dieser Browser behält Ihre Arbeit, bis Sie sie löschen.
export-browser-may-delete-your = Dieser Browser kann Ihre Arbeit löschen, wenn der Datenträger voll ist, und Safari tut es nach sieben Tagen ohne Besuch: Sichern Sie regelmäßig.
export-ask-to-keep = Den Browser bitten, Ihre Arbeit zu behalten
export-browser-cannot-asked-keep = Dieser Browser lässt sich nicht bitten, Ihre Arbeit zu behalten: Sichern Sie regelmäßig.
export-back-up-project = Projekt sichern
export-project = Projekt
export-texts-picks-labels-settings = Texte, Embeddings, Auswahl, Labels und Einstellungen als eine Datei; legen Sie sie hier ab, um weiterzumachen, auf diesem Gerät oder einem anderen
export-saved-file = in { $name }
export-next-backup-asks = Die nächste Sicherung fragt nach dem Speicherort
export-another-file = Andere Datei
export-csv-excel = CSV für Excel
export-csv-excel-semicolons = CSV für Excel, Semikolons
export-tsv = TSV
export-label-studio = Label Studio
export-hugging-face = Hugging Face
export-times = Zeitpunkt und Dauer mitexportieren
export-times-hint = Wann jeder Text sein Label bekam (labeled_at) und wie viele Sekunden Sie brauchten (seconds), in jeder Datei; von anderen im Team nur, wann.
export-guard = Tabellenprogramme keine Formeln ausführen lassen
export-guard-hint = In CSV und TSV: ein Apostroph vor jeder Zelle, die mit =, +, -, @, einem Tabulator oder einem Zeilenumbruch beginnt. Diese Seite entfernt ihn, wenn sie die Datei öffnet.
exporting-guarded = { $n ->
    [one] 1 Zelle beginnt jetzt mit einem Apostroph, damit kein Tabellenprogramm sie als Formel ausführt
   *[other] { $n } Zellen beginnen jetzt mit einem Apostroph, damit kein Tabellenprogramm sie als Formel ausführt
} ({ $n_columns ->
    [one] Spalte
   *[other] Spalten
} { $columns }). Hier wieder geöffnet, ist die Datei wie zuvor.
exporting-formulas = { $n ->
    [one] 1 Zelle beginnt wie eine Formel
   *[other] { $n } Zellen beginnen wie eine Formel
} ({ $n_columns ->
    [one] Spalte
   *[other] Spalten
} { $columns }), und ein Tabellenprogramm könnte sie ausführen. Wenn Sie die Datei in Excel öffnen möchten, kreuzen Sie „Tabellenprogramme keine Formeln ausführen lassen“ an.
export-zip-file-tasks-json = Eine ZIP-Datei: tasks.json zum Importieren und die Labeling-Konfiguration, die Sie zuerst einstellen
export-zip-file-unpacked-folder = Eine ZIP-Datei mit einem Ordner, den load_dataset liest und den Sie so veröffentlichen können
export-utf-8-mark-which = UTF-8 mit der Kennung, die Excel braucht
export-semicolons-for-decimal-commas = Dasselbe mit Semikolons zwischen den Zellen, für ein Excel mit Dezimalkomma, wie das deutsche.
export-export-another-format = In anderem Format exportieren
common-labeled = Gelabelt
common-all-picks = Ganze Auswahl
export-texts-disputed-they-have = { $n ->
    [one] Bei 1 Text weichen die Labels ab: Er hat hier kein Label, bis Sie ihn unter „Übereinstimmung“ entscheiden.
   *[other] Bei { $n } Texten weichen die Labels ab: Sie haben hier kein Label, bis Sie sie unter „Übereinstimmung“ entscheiden.
}
export-every-column-your-file = Der Export behält jede Spalte Ihrer Datei und setzt rank, row (ab 0 gezählt), part, degree und label davor.
export-export = Labels exportieren
export-options = Andere Formate und Optionen
export-export-labeled-texts = Gelabelte Texte exportieren
export-all-texts = Alle Texte
export-export-all-texts = Alle Texte exportieren
export-export-all-picks = Ganze Auswahl exportieren
export-few-shot-prompts = Few-Shot-Prompts
export-few-shot = Few-Shot
export-prompt-language-model-would = Der Prompt, den ein Sprachmodell für einen Ihrer Texte bekäme
export-try-prompt = Prompt ausprobieren …
export-labeled-texts-their-embeddings = Gelabelte Texte, ihre Embeddings und die Vorlage als eine Datei, für „fastgas prompt --pack“ oder Ihr eigenes Programm
export-packing = Wird gepackt …
export-pack-json = Paket (JSON)

## suggestions/review_dialog.rs
offers-accept-suggestions = Vorschläge annehmen
offers-making-suggestions = Vorschläge entstehen …
offers-nothing-suggested-here-so = Kein Vorschlag hier ist so sicher.
offers-texts-taken-out = { $count ->
    [one] 1 Text
   *[other] { $count } Texte
}, { $out } ausgelassen
offers-texts-which-you-said = Texte ohne Antwort von Ihnen. Ihre Antworten ändern sich nicht, und angenommene Vorschläge bleiben als solche gekennzeichnet.
offers-suggestions-least-sure-first = Vorschläge, die unsichersten zuerst
offers-accept = { $n_ticked } annehmen
offers-texts-2 = Texte aus
offers-all-parts = allen Teilen
offers-at-least-so-sure = Mindestsicherheit
offers-percent = { $least } Prozent
offers-how-often-each-label = Zahl der Texte je Label

## prompts/dialog.rs
prompt-try-prompt = Prompt ausprobieren
prompt-prompt = Der Prompt
prompt-text-answer = Neuer Text
prompt-type-or-paste-text = Geben Sie einen Text ohne Label ein oder fügen Sie ihn ein
prompt-column = Spalte
prompt-no-prompt-something-wrong = Noch kein Prompt: Berichtigen Sie zuerst die markierten Fehler.
prompt-making-prompt = Der Prompt entsteht …
prompt-prompt-appears-here-as = Der Prompt erscheint hier, während Sie tippen; nichts davon verlässt diese Seite.
prompt-browser-does-not-let = ⚠ Der Browser lässt diese Seite nicht kopieren. Markieren und kopieren Sie den Prompt oder speichern Sie ihn.
prompt-copied = ✓ Kopiert
prompt-copy = Kopieren
prompt-save-as-jsonl = Als .jsonl speichern
prompt-save-as-txt = Als .txt speichern
prompt-above-limit = , über der Grenze von { $limit }
prompt-demonstration-tokens-tokenizer-other = { $shots ->
    [one] 1 Beispiel
   *[other] { $shots } Beispiele
}, { $tokens } Tokens nach dem Tokenizer von { $counted_by }{ $above }. Andere Modelle zählen etwas anders.

## prompts/settings.rs
prompt-settings-demonstrations = Beispiele
prompt-settings-labeled-texts-shown = Gelabelte Texte, die gezeigt werden.
prompt-settings-same-seed-same-demonstrations = Gleicher Startwert, gleiche Beispiele.
prompt-settings-tokens-at-most = Höchstzahl der Tokens
prompt-settings-no-limit = ohne Grenze
prompt-settings-where-there-more-least = Sind es mehr, werden die unähnlichsten Beispiele weggelassen.
prompt-settings-needs-other-columns = {" "}(braucht andere Spalten)
prompt-settings-your-own = Eigene Vorlage
prompt-settings-words-template = Text der Vorlage
prompt-settings-change-your-own = Geändert wird sie zu einer eigenen Vorlage.
prompt-settings-text = ist der Text,
prompt-settings-label = sein Label
prompt-settings-other-columns = ; andere Spalten:
prompt-settings-which-ones = Welche
prompt-settings-most-similar-most-similar = Die ähnlichsten, das ähnlichste zuletzt
prompt-settings-random-ones = Zufällige
prompt-settings-holds-no-vector-new = { $file } hat keinen Vektor für einen neuen Text, also muss ein Encoder Ähnliches finden: { $encoder } bettet Ihren Text und die gelabelten ein. Wenn er nicht zu Ihren Texten passt, verwenden Sie einen anderen Encoder oder zufällige Beispiele.
prompt-settings-shown-as = Gezeigt als
prompt-settings-one-text = Ein Text
prompt-settings-messages-chat-json-lines = Nachrichten eines Chats (JSON-Zeilen)

## suggestions/panel.rs
suggested-blind-check = Blindprobe:
suggested-what-would-suggested-here = Für diesen Text liegt ein Vorschlag bereit, der verborgen bleibt. Er wird mit dem Label verglichen, das Sie vergeben; so zeigt sich, wie verlässlich Vorschläge sind. Jeder zehnte Text wird so geprüft.
suggested-making-suggestion = Ein Vorschlag entsteht …
suggested-suggestion = Vorschlag
suggested-what-labels-so-far = Was die bisherigen Labels für diesen Text nahelegen
suggested-suggestion-2 = ✳ Vorschlag
suggested-look-through-suggestions-part = Die Vorschläge für einen Teil durchsehen und zusammen annehmen
suggested-accept-many = Viele annehmen …
suggested-texts-similar-one = Die Texte, die diesem ähneln
suggested-similar = Ähnliche
suggested-duplicates = Fast gleiche …
suggested-sure = zu { $percent } % sicher
suggested-accept = Annehmen
suggested-no-labeled-text-near = Kein gelabelter Text ist in der Nähe.
suggested-labeled-texts-around-do = Die gelabelten Texte ringsum stimmen nicht genug überein oder sind zu weit entfernt.
suggested-no-suggestion = Kein Vorschlag:
suggested-because-these-labeled-texts = Wegen dieser gelabelten Texte:
suggested-nearest-labeled-texts = Die nächsten gelabelten Texte:
suggested-those-made = {" "}({ $percent } % der abgegebenen)
suggested-without-suggestion = , { $abstained } ohne Vorschlag
suggested-blind-right-wrong = { $total ->
    [one] 1 Blindprobe:
   *[other] { $total } Blindproben:
} { $right } richtig{ $share }, { $wrong } falsch{ $none }.
suggested-every-tenth-text-you = Jeder zehnte Text, den Sie labeln, wird mit einem Vorschlag verglichen, den Sie nicht gesehen haben

## team/panel.rs
team-take-s-labels-out = Labels von { $name } aus diesem Projekt entfernen
team-take-their-labels-out = Labels entfernen; die Datei erneut zusammenzuführen bringt sie zurück
team-colleagues-shown = { $first } bis { $last } von { $n } Kolleginnen und Kollegen
team-previous-colleagues = Vorige
team-next-colleagues = Nächste
team-agreement-settle = Übereinstimmung: { $n ->
    [one] 1 Text
   *[other] { $n } Texte
} zu entscheiden
team-in-force = Zusammen: { $n } von { $of } ausgewählten Texten { $n ->
    [one] hat
   *[other] haben
} eine endgültige Antwort.
team-team = Team
common-you = Ihr Name
team-your-name-if-others = falls andere labeln
team-texts-picks-label-set = Texte, Auswahl, Liste der Labels und Richtlinien als eine Datei, ohne vergebene Labels: Jemand aus dem Team öffnet sie auf dieser Seite und labelt unabhängig
team-copy-colleague = Kopie fürs Team
team-what-colleague-backed-up = Sicherung einer Kollegin oder eines Kollegen: Diese Labels kommen hinzu und ersetzen keine von Ihren
team-merge-colleagues-file = Datei aus dem Team zusammenführen
team-settled-otherwise = {" "}{ $n ->
    [one] 1 hier entschiedener Text wurde
   *[other] { $n } hier entschiedene Texte wurden
} in der Datei später anders entschieden, und das gilt jetzt.
team-replaced = {" "}{ $n ->
    [one] 1 Antwort einer anderen Person wurde durch eine spätere aus dieser Datei ersetzt. Wenn das falsch ist, entfernen Sie die Person und führen Sie ihre eigene Datei zusammen.
   *[other] { $n } Antworten anderer Personen wurden durch spätere aus dieser Datei ersetzt. Wenn das falsch ist, entfernen Sie die Personen und führen Sie ihre eigenen Dateien zusammen.
}
team-settles-what-agrees = { $n ->
    [one] Diese Datei entscheidet 1 Text anders als alle, die ihn gelabelt haben.
   *[other] Diese Datei entscheidet { $n } Texte anders als alle, die sie gelabelt haben.
} Wenn das so gewollt ist, führen Sie noch einmal zusammen; Entscheidungen gelten vor allen Labels.
team-add-texts-first = { $n ->
    [one] Zuerst ihren neuen Text hinzufügen
   *[other] Zuerst ihre { $n } neuen Texte hinzufügen
}
team-a-copy = Eine Kopie zum Labeln mit { $texts } Texten; sie hat noch keine Labels.
team-copy-opens = Sie wird als neues Projekt geöffnet, und dieses bleibt unter Ihren Projekten. { $n ->
    [0] Zu ihren Texten haben Sie noch keine Antworten.
    [one] Ihre Antwort zu 1 Text wird übernommen.
   *[other] Ihre { $n } Antworten werden übernommen.
}
team-open-copy = Öffnen
team-open-with-mine = Mit meinen Antworten öffnen
team-open-without-mine = Ohne meine Antworten öffnen
team-show-all = Endgültige Labels in Listen und Karte zeigen
team-merge-all = Alle { $n } zusammenführen
team-waiting = { $n ->
    [one] Eine weitere Datei wartet.
   *[other] { $n } weitere Dateien warten.
}
team-columns-too = { $n ->
    [one] Andere Spalte
   *[other] Andere Spalten
} mitgeben: { $columns }
team-texts-labeled = { $n ->
    [one] 1 Text gelabelt
   *[other] { $n } Texte gelabelt
}
team-no-text-in-common = Keiner ihrer Texte ist im offenen Projekt, das unter Ihren Projekten bleibt.
team-new-labels = {" "}{ $n ->
    [one] 1 Label wurde zu Ihren Labels hinzugefügt: { $labels }.
   *[other] { $n } Labels wurden zu Ihren Labels hinzugefügt: { $labels }.
}
team-nothing-new = keine neu
team-new = { $n } neu
team-has-your-own-too = {" "}Sie enthält auch { $n ->
    [one] 1 Eintrag
   *[other] { $n } Einträge
} von Ihnen; Ihre Einträge hier ändern sich nicht.
team-texts-theirs-not-project = { $n ->
    [one] 1 ihrer Texte ist nicht in diesem Projekt
   *[other] { $n } ihrer Texte sind nicht in diesem Projekt
}
team-s-file-was-merged = Die Datei von { $name } wurde zusammengeführt: Einträge zu { $n ->
    [one] 1 Text
   *[other] { $n } Texten
}, { $news }.
team-has-no-name-annotator = Sie nennt nicht, wer gelabelt hat
team-s = Sie ist von { $by }
team-something-said = { $maker }: { $texts ->
    [one] 1 Text
   *[other] { $texts } Texte
}, Einträge zu { $said }.
team-all-texts-project = Alle ihre Texte sind in diesem Projekt.
team-texts-project-not = { $shared ->
    [one] 1 ihrer Texte ist
   *[other] { $shared } ihrer Texte sind
} in diesem Projekt, { $missing } nicht.
team-open-instead = Stattdessen öffnen
team-open-as = Als { $by } öffnen
team-project-from-file = Ein Projekt aus einer Datei
team-file-labels-are-theirs = { $n ->
    [one] 1 Text hat ein Label aus der Tabelle jenes Projekts. Es gilt als Label der Person, die es gelabelt hat
   *[other] { $n } Texte haben Labels aus der Tabelle jenes Projekts. Sie gelten als Labels der Person, die es gelabelt hat
}
team-was-labeled = Gelabelt hat
team-merged-their-labels-stand = Die Labels bleiben getrennt und ersetzen keine von Ihren. Wo sie abweichen, zählt kein Label, bis Sie entscheiden.
team-beside-theirs-your-labels = Sie beginnen ohne eigene Labels; die anderen bleiben erhalten, sind beim Labeln aber nicht zu sehen.
team-go-on-where-stopped = Dort weitermachen, wo aufgehört wurde
team-merge-beside-mine = Mit Ihren zusammenführen
team-label-beside-them = Eigene Labels vergeben

## map/canvas_view.rs
map-canvas-map-texts-parts-picks = Karte von { $pool } Texten in { $parts ->
    [one] 1 Teil
   *[other] { $parts } Teilen
}, { $picks ->
    [one] 1 ausgewählter gekennzeichnet
   *[other] { $picks } ausgewählte nach Rang gekennzeichnet
}. Die Liste darunter zeigt dasselbe als Text.
map-canvas-zoom = Zoom
map-canvas-zoom-2 = Vergrößern
map-canvas-zoom-out = Verkleinern
map-canvas-nothing-here = Hier ist nichts.
common-show-all = Alles zeigen

## map/tooltip.rs
map-card-row = Zeile
common-pick = Rang
map-card-degree = Grad { $all }:
map-card-inside = { $n } im eigenen Teil
map-card-cut = { $n } geschnitten

## map/legend_view.rs
map-legend-kinds = { $shown ->
    [one] 1 Art
   *[other] { $shown } Arten
}
map-legend-show-all-again = wieder alle zeigen
map-legend-color = Farbe nach
map-legend-open = öffnen
common-zoom = zoomen
map-legend-mark = markieren
common-only = nur
map-legend-letters = Buchstaben
map-legend-find = finden

## map/view.rs
map-map-drawn-last-picks = Die Karte wird zuletzt gezeichnet. Die Auswahl ist fertig: Sie können mit dem Labeln beginnen.
map-outgrown = Es sind jetzt { $n } Texte. Die nächsten werden aus allen ausgewählt, und die Karte wird dann mit allen neu gezeichnet.
map-there-no-map-selection = Zu dieser Auswahl gibt es keine Karte. Wählen Sie neu aus, um sie zu zeichnen.
map-unsettled = Die Karte wurde angehalten, bevor sie fertig war. Wählen Sie neu aus, um sie fertigzustellen.

## map/toolbar.rs
map-tools-move = Bewegen
map-tools-drag-move-map = Ziehen Sie, um die Karte zu bewegen
map-tools-lasso = Lasso
map-tools-draw-around-texts-mark = Umkreisen Sie Texte, um sie zu markieren; mit Umschalt kommen sie zu den markierten hinzu, mit Alt verlieren sie die Markierung
map-tools-box = Rechteck
map-tools-drag-from-corner-corner = Ziehen Sie von Ecke zu Ecke, um Texte zu markieren; mit Umschalt kommen sie zu den markierten hinzu, mit Alt verlieren sie die Markierung
map-tools-found = { $count } gefunden
map-tools-found-seen = { $count } gefunden, davon { $seen } zu sehen
common-search-texts = Texte durchsuchen
map-tools-mark-view = Sichtbares markieren
map-tools-mark-view-title = Markiert alle Texte, die zu sehen sind. Mit der Tastatur statt Lasso und Rechteck: Zoomen und verschieben Sie, dann drücken Sie hier. Mit Umschalt kommen sie zu den markierten hinzu, mit Alt verlieren sie die Markierung.
map-tools-mark = Markieren
map-tools-what-dragging-does = Was Ziehen bewirkt
map-tools-take-picture-what-seen = Karte als Bild speichern
map-tools-save-what-seen-as = Diese Ansicht als Bild speichern
map-tools-save-what-seen-as-shapes = Diese Ansicht als Vektorgrafik speichern
map-tools-map = Karte von { $file }
map-tools-note-only = Nur { $name }: { $classes }
map-tools-note-shown = { $seen } von { $all } Texten zu sehen
map-tools-note-searched = Gesucht nach „{ $typed }“: { $found }
map-tools-texts-marked = { $count ->
    [one] 1 Text markiert
   *[other] { $count } Texte markiert
}
map-tools-list = Liste
map-tools-color = Farbe
label-all-give = Label geben
map-tools-unmark = Markierung aufheben
map-tools-give-all-marked-texts = Allen markierten Texten ein Label geben

## map/outline_view.rs
map-tree-hidden-filter = , durch einen Filter verborgen
map-tree-only-these-others-stand = Nur diese zeigen; die anderen blass (F)
map-tree-zoom-these-enter = Dorthin zoomen (Eingabe)
map-tree-found = gefunden
map-tree-more-show = { $left } weitere; { $portion } zeigen
map-tree-map-as-list = Die Karte als Liste

## import/append.rs
adding-has-embeddings = Das Projekt hat eigene Embeddings, in { $file }, und für die neuen Texte gibt es keine. Öffnen Sie alle Texte als eine Datei mit Embeddings für alle und führen Sie damit eine Sicherung dieses Projekts zusammen; oder lassen Sie die Texte hier einbetten (unter „Daten“) und fügen Sie die neuen dann hinzu.
adding-brings-embeddings = Die Datei bringt eigene Embeddings mit, { $file }, aber die Texte des Projekts werden hier eingebettet. Fügen Sie die Tabelle allein hinzu: Ihre Texte werden dann auch hier eingebettet.
adding-has-no-ids = Das Projekt unterscheidet seine Texte nach ihrer Spalte { $column }, die diese Datei nicht hat.
adding-id-of-another-text = { $n ->
    [one] „{ $id }“ in Spalte { $column } gehört im Projekt zu einem anderen Text: Bei einer Kennung für zwei Texte ist unklar, welcher gemeint ist.
   *[other] { $n } Kennungen dieser Datei gehören im Projekt zu anderen Texten, zuerst „{ $id }“ in Spalte { $column }: Bei einer Kennung für zwei Texte ist unklar, welcher gemeint ist.
}
adding-was-not-added = { $file_name } wurde nicht hinzugefügt
adding-others-not-opened = { $n ->
    [one] 1 weitere Datei wurde nicht geöffnet
   *[other] { $n } weitere Dateien wurden nicht geöffnet
}
adding-opened-as-own = { $file_name } wurde als neues Projekt geöffnet, daher ist unklar, wohin sie gehören
adding-drop-again = Öffnen Sie das Projekt, zu dem sie gehören, und legen Sie sie dann noch einmal ab.
adding-has-no-such-column = die Texte des Projekts stehen in Spalte { $name }, und diese Datei hat: { $columns }
adding-name-it-so = Geben Sie ihrer Textspalte diesen Namen und fügen Sie sie noch einmal hinzu, oder öffnen Sie die Datei als neues Projekt.

## projects/backup.rs
bundle-version-page-reads-versions = sie hat Version { $fastgas }, diese Seite liest Versionen bis { $version }
bundle-row-has-cells-columns = Zeile { $row } hat { $has ->
    [one] 1 Zelle
   *[other] { $has } Zellen
} bei { $columns ->
    [one] 1 Spalte
   *[other] { $columns } Spalten
}
bundle-texts-more-than-4 = ihre Texte sind größer als 4 GB

## encoder/draft.rs
candidate-weights-second-file = die Gewichte von { $model } stehen in einer zweiten Datei, { $data }
candidate-use-version-model-one = Verwenden Sie eine Fassung des Modells, die aus einer Datei besteht, etwa eine quantisierte.
candidate-tokenizers-file-missing = die Datei des Tokenizers fehlt
candidate-add-tokenizer-json-belongs = Fügen Sie die tokenizer.json hinzu, die zum Modell gehört; sie liegt im Hauptordner des Modells.
candidate-maximum-length-not-whole = die Höchstlänge „{ $text }“ ist keine ganze Zahl ab 1
candidate-leave-empty-read-as = Lassen Sie das Feld leer, um so viele Tokens zu lesen, wie das Modell kann.
candidate-onnx-file-missing-holds = die ONNX-Datei fehlt; { $path } enthält die Gewichte in anderer Form
candidate-add-models-onnx-file = Fügen Sie die .onnx-Datei des Modells hinzu oder erzeugen Sie eine: optimum-cli export onnx --model MODELL ORDNER.
candidate-onnx-file-missing = die ONNX-Datei fehlt
candidate-add-models-onnx-file-hubs = Fügen Sie die .onnx-Datei des Modells hinzu; auf Plattformen liegt sie oft in einem Ordner namens onnx.
candidate-does-not-work-stays = { $model } funktioniert nicht; { $in_use } wird weiter verwendet
candidate-file-may-damaged-or = Die Datei ist vielleicht beschädigt oder braucht mehr Arbeitsspeicher, als eine Seite hat: Laden Sie sie noch einmal herunter oder verwenden Sie eine kleinere oder quantisierte Fassung des Modells.
candidate-file-may-have-been = Die Datei wurde vielleicht verschoben oder geändert: Schließen Sie dies und fügen Sie die Dateien noch einmal hinzu.
candidate-file-has-page-opens = die Datei { $path } hat { $bytes }, und diese Seite öffnet höchstens { $limit }
candidate-use-smaller-or-quantized = Verwenden Sie eine kleinere oder quantisierte Fassung des Modells oder das Terminalprogramm „fastgas“.

## run/memory_limit.rs
capacity-texts-too-many-page = { $n } Texte sind zu viele für diese Seite
capacity-they-would-take-memory = sie brauchen { $needed } Arbeitsspeicher, und ein Browser gibt einem Worker { $most_bytes }
capacity-select-from-at-most = Wählen Sie hier aus höchstens { $one } Texten aus oder aus allen in einem Terminal, mit „fastgas select“.

## compare/state.rs
comparison-no-method-chosen = kein Verfahren ist gewählt
comparison-choose-at-least-one = Wählen Sie mindestens ein Verfahren.
comparison-budgets = Zahlen von Texten
comparison-seeds = Startwerten
comparison-among-not-whole-number = „{ $word }“ unter den { $what } ist keine ganze Zahl im erlaubten Bereich
comparison-give-whole-numbers-commas = Geben Sie ganze Zahlen ein, durch Kommas getrennt.
comparison-there-no = es fehlt an { $what }
comparison-give-at-least-one = Geben Sie mindestens eine ein.
comparison-no-file-open = keine Datei ist offen
comparison-open-one = Öffnen Sie eine Datei.
comparison-comparison-stopped = Der Vergleich brach ab

## confidences/state.rs
confidences-in = in { $file_name }, { $error }
confidences-at = { $model } auf { $host }
confidences-each-goes-labeled-example = Jeder wird an { $address } gesendet, mit { $examples ->
    [one] 1 gelabelten Beispiel
   *[other] { $examples } gelabelten Beispielen
}. Was dort damit geschieht, kann diese Seite nicht beeinflussen.
confidences-others-answered-already-stay = {" "}{ $answered ->
    [one] 1 anderer ist schon beantwortet und wird nicht gesendet.
   *[other] { $answered } andere sind schon beantwortet und werden nicht gesendet.
}
confidences-way-there-not-encrypted = {" "}Die Verbindung ist nicht verschlüsselt: Andere im Netz können sie lesen.

## run/coverage.rs
coverage-covers-no-other-text = deckt keinen weiteren Text ab
coverage-covers-more-texts = { $n ->
    [one] deckt 1 weiteren Text ab
   *[other] deckt { $n } weitere Texte ab
}
coverage-of-labeled = { $covered } von { $n_instances } Texten { $covered ->
    [one] hat
   *[other] haben
} ein Label oder einen Nachbarn mit einem.
coverage-label-adds = Der { $label } ausgewählte Text bringt { $facility_coverage } mittlere Ähnlichkeit dazu und { $texts }.
coverage-together-facility-coverage-which = Zusammen: { $facility_coverage } mittlere Ähnlichkeit, das ist der mittlere Kosinus eines Textes zum nächsten ausgewählten; { $covered_vertices } von { $n_instances } Texten { $covered_vertices ->
    [one] ist ausgewählt oder Nachbar davon
   *[other] sind ausgewählt oder Nachbarn davon
}.

## compare/dot_plot.rs
dot-plot-picks-2 = { $method }, { $budget ->
    [one] 1 Text
   *[other] { $budget } Texte
} ausgewählt: { $estimate }

## encoder/describe.rs
encoder-english-built = { $layers }; { $speed }Englisch, eingebaut.
encoder-dimensions-tokens-text = { $dimensions } Dimensionen, { $max_length } Tokens je Text
encoder-nothing-on-fast-kernels = Langsam: kein Teil des Modells läuft in schnellem Code
encoder-products-on-fast-integer = { $products ->
    [one] 1 schnelles Matrixprodukt
   *[other] { $products } schnelle Matrixprodukte
}
encoder-some-operators-plain-slower = { $fast }, einige Operatoren langsamer
encoder-vectors-may-differ-their = Wegen { $operators } können sich Vektoren auf verschiedenen Geräten leicht unterscheiden und mit ihnen die Auswahl.
encoder-about-short-texts-second = etwa { $texts_per_second } kurze Texte je Sekunde auf einem Worker
encoder-mean-all-tokens = Mittel aller Tokens
encoder-first-token-cls = Erstes Token (CLS)
encoder-maximum-all-tokens = Maximum aller Tokens
encoder-layer-on-fast-integer = { $count ->
    [one] 1 Schicht
   *[other] { $count } Schichten
}

## export/zip.rs
archive-twice = zwei der Dateien haben denselben Namen
archive-too-large = zusammen sind sie zu groß für eine Datei

## run/time_estimate.rs
estimate-few-seconds = einige Sekunden
estimate-about-s = etwa { $n } s
estimate-about-min = etwa { $n } min
estimate-about-h = etwa { $n } h
estimate-ms = { $milliseconds } ms
estimate-min-s = { $min } min { $s } s
estimate-gb = { $megabytes } GB
estimate-mb = { $megabytes } MB

## import/state.rs
importing-there-nothing-open-yet = Noch gibt es nichts zu öffnen.
importing-write-columns-between-braces = Schreiben Sie Spaltennamen in geschweiften Klammern, etwa {"{"}text{"}"}.
importing-does-not-say-encoding = { $file_name } gibt die Kodierung nicht an
importing-likely = wahrscheinlich ist es { $encoding }
importing-look-whether-words-below = Prüfen Sie, ob die Wörter unten stimmen; wählen Sie sonst eine andere Kodierung.
importing-was-not-opened = { $file_name } wurde nicht geöffnet
importing-cannot-read-like = { $file_name } lässt sich so nicht lesen
importing-plain-lines = einfache Zeilen
importing-cells-between = Zellen getrennt durch { $delimiter }
importing-no-header-line = ohne Kopfzeile
importing-commas = Kommas
importing-tabs = Tabulatoren
importing-semicolons = Semikolons
importing-bars = senkrechte Striche
importing-delimiter-itself = „{ $delimiter }“
importing-another-number-cells-padded = { $rows } mit zu wenigen oder zu vielen Zellen aufgefüllt: { $lines }.
importing-left-out = { $rows } weggelassen: { $lines }.
importing-no-text = { $blank ->
    [one] 1 leere Zeile zählt nicht als Text.
   *[other] { $blank } leere Zeilen zählen nicht als Texte.
}
importing-unguarded = { $n ->
    [one] 1 Zelle wird
   *[other] { $n } Zellen werden
} ohne den Apostroph gelesen, der in dieser Datei vor Formeln schützt.
importing-loose-quotes = Anführungszeichen um den Anfang einer Zelle entfernt: { $lines }.
importing-lines-above = { $n ->
    [one] 1 Zeile über der Tabelle ist
   *[other] { $n } Zeilen über der Tabelle sind
} weggelassen.
importing-delimiter-in-doubt = Was trennt die Zellen von { $file_name }?
importing-delimiter-there = es gibt { $rows } Zeilen oder { $others }, wenn { $delimiter } die Zellen trennen
importing-choose-delimiter = Prüfen Sie, ob die Zeilen unten stimmen; wählen Sie sonst ein anderes Trennzeichen.
importing-quotes-in-doubt = { $file_name } hat Anführungszeichen, die keine ganze Zelle umschließen
importing-loose-quotes-there = hinter dem schließenden Anführungszeichen einer Zelle steht noch Text ({ $lines }), und solche Anführungszeichen werden entfernt
importing-quotes-are-letters-or-not = Prüfen Sie, ob die Texte unten stimmen; wählen Sie sonst „Anführungszeichen gehören zum Text“.
importing-quotes-behind-backslashes = Vor manchen steht ein umgekehrter Schrägstrich. Wenn diese Anführungszeichen zum Text gehören, wählen Sie „Doppelte Anführungszeichen " umschließen Zellen, \" darin“.
importing-joined-in-doubt = { $file_name } hat vielleicht Anführungszeichen, die zum Text gehören
importing-joined-there = ein Anführungszeichen am Anfang einer Zelle umschließt, was wie mehrere Zeilen der Tabelle aussieht: { $lines }; es sind { $rows } Zeilen, oder { $others }, wenn Anführungszeichen zum Text gehören
importing-joined = Ein Anführungszeichen hat vielleicht mehrere Zeilen zu einer verbunden: { $lines }.
importing-backslashes = Vor manchen dieser Anführungszeichen steht ein umgekehrter Schrägstrich: Wählen Sie „Doppelte Anführungszeichen " umschließen Zellen, \" darin“, wenn sie zum Text gehören.
importing-rows-as-letters = { $rows } Zeilen; { $others }, wenn Anführungszeichen zum Text gehören.
importing-rows-enclosing = { $rows } Zeilen; { $others }, wenn doppelte Anführungszeichen Zellen umschließen.
importing-rows-by-delimiter = { $rows } Zeilen; { $others }, wenn { $delimiter } die Zellen trennen.
importing-rows-without-header = { $rows } Zeilen; { $others }, wenn die erste Zeile eine wie die anderen ist.
importing-rows-with-header = { $rows } Zeilen; { $others }, wenn die erste Zeile die Spalten benennt.
importing-comments-out = Kommentarzeilen weggelassen: { $lines }.
importing-comments-kept = Behalten, aber vielleicht Kommentare: { $lines }.
importing-names-out = Wiederholte Spaltennamen weggelassen: { $lines }.
importing-names-kept = Behalten, aber vielleicht wiederholte Spaltennamen: { $lines }.
importing-survey-out = Zeilen einer Umfrage unter den Spaltennamen weggelassen: { $lines }.
importing-footer-out = Zeilen unter der Tabelle weggelassen: { $lines }.
importing-footer-kept = Behalten, aber vielleicht unter der Tabelle: { $lines }.
importing-end-of-file-out = Dateiende-Zeichen weggelassen: { $lines }.
importing-marks-out = Byte-Order-Marken innerhalb der Datei weggelassen: { $lines }.
importing-row = { $n ->
    [one] 1 Zeile
   *[other] { $n } Zeilen
}
importing-line = { $n ->
    [one] Zeile
   *[other] Zeilen
} { $named }{ $and_so_on }

## labeling/state.rs
labeling-give-another-name = Geben Sie ihm einen anderen Namen.
labeling-means-another = in zusammengeführten Labels heißt { $other } bei anderen { $name }
labeling-label-stays = { $name } wurde nicht entfernt
labeling-colleagues-give-it = andere haben es { $n ->
    [one] 1 Text
   *[other] { $n } Texten
} gegeben
labeling-join-it = Um es mit einem anderen Label zusammenzuführen, geben Sie ihm dessen Namen.
labeling-label-was-not-added = Das Label wurde nicht hinzugefügt
labeling-label-keeps-name = Das Label behält seinen Namen
labeling-answers-stay = Texte können noch nicht mehrere Labels haben
labeling-say-it-without = Geben Sie dem Text eine andere Antwort oder benennen Sie das Label unter „Labels bearbeiten“ um; wählen Sie dann erneut.
labeling-label-keeps-key = Das Label behält seine Taste
labeling-choose-another-key = Wählen Sie eine andere Taste.
labeling-other-key = { $name } ist wieder da, mit einer anderen Taste
labeling-key-is-anothers = Die frühere Taste „{ $key }“ gehört jetzt zu { $owner }
labeling-change-keys = Sie können Tasten unter „Labels bearbeiten“ tauschen.

## labeling/last_step.rs
last-step-labeled = Gelabelt als { $label }
last-step-label-added = Label { $label } vergeben
last-step-label-removed = Label { $label } entfernt
last-step-answered = Beantwortet: { $answer }
last-step-answer-removed = Antwort entfernt
last-step-passed = Vermerkt: { $why }
last-step-flagged = Vorgemerkt
last-step-flag-removed = Nicht mehr vorgemerkt
last-step-noted = Notiz hinzugefügt
last-step-note-removed = Notiz entfernt
last-step-accepted = { $n } Vorschläge angenommen
last-step-many-labeled = { $n } Texte gelabelt als { $label }
last-step-many-removed = Label { $label } von { $n } Texten entfernt
last-step-many-changed = { $n } Texte gelabelt
last-step-undone = Rückgängig gemacht: { $what }
last-step-redone = Wiederholt: { $what }

## compare/metrics.rs
measures-accuracy-1-nearest = Genauigkeit, 1 nächster
measures-share-other-texts-whose = Anteil der anderen Texte, die dasselbe Label haben wie der ihnen ähnlichste ausgewählte
measures-accuracy-3-nearest = Genauigkeit, 3 nächste
measures-share-other-texts-whose-label = Anteil der anderen Texte, deren Label die Wahl der drei ähnlichsten ausgewählten gewinnt
measures-commonest-label = Vergleich: häufigstes Label
measures-share-other-texts-have = Anteil der anderen Texte mit dem häufigsten Label: so genau wäre es, immer dieses zu vergeben
measures-labels-found = Gefundene Labels
measures-share-all-labels-some = Anteil aller Labels, die mindestens ein ausgewählter Text hat
measures-accuracy-spread = Genauigkeit nach Ausbreitung
measures-share-other-texts-get = Anteil der anderen Texte, die ihr eigenes Label bekommen, wenn die Labels der Auswahl über den Graphen ausgebreitet werden
measures-mean-cosine-text-nearest = Mittlerer Kosinus eines Textes zum nächsten ausgewählten; braucht keine Labels
measures-texts-picks-or-neighbors = Texte, die ausgewählt oder Nachbarn davon sind; braucht keine Labels
measures-redundant-pairs = Redundante Paare
measures-pairs-picks-cosine-above = Paare ausgewählter Texte mit einem Kosinus über 0,9, die fast gleich sind
measures-time = Zeit
measures-from-neighbors-picks-one = Von den Nachbarn bis zur Auswahl, in einem Worker auf diesem Gerät

## network/state.rs
network-offline-copy = Offline-Kopie
network-language-model = Sprachmodell
network-opens-embeds-later = Die Dateien der Seite sind gespeichert: Sie öffnet sich offline. Zum Einbetten braucht sie offline auch den Encoder und sein Modell. Beide werden geladen, wenn sie zum ersten Mal gebraucht werden oder einige Zeit, nachdem Sie eine Datei geöffnet haben, außer wenn Sie Embeddings mitgegeben haben oder der Browser Daten sparen soll.
network-no-service-worker = dieser Build hat keinen Service Worker
network-no-copies-here = dieser Browser behält keine Kopie von ihr, oder nicht von dieser Adresse
network-hindered = etwas hindert diesen Browser daran, ihre Dateien zu speichern
network-foreign-file = { $path } ist nicht die Datei, die zu dieser Version gehört

## project/mod.rs
project-text-column = die Textspalte ist Nummer { $text_column }, aber es gibt nur { $columns ->
    [one] 1 Spalte
   *[other] { $columns } Spalten
}
project-column-ids = die Spalte der Kennungen ist Nummer { $column }, aber es gibt nur { $columns ->
    [one] 1 Spalte
   *[other] { $columns } Spalten
}
project-row-spoken-pool-has = Zeile { $row } wird genannt, aber es gibt nur die Zeilen 0 bis { $last }
project-without-name = ohne Namen
project-parts-or-positions-not = es gibt { $n } Zeilen, aber nicht ebenso viele Teile oder Positionen
project-has-rows-pool-has = { $file } hat { $rows } Zeilen, aber es gibt { $n } Texte

## projects/state.rs
projects-of-last-visit = Das Projekt Ihres letzten Besuchs
projects-not-browser-any-more = { $id } ist nicht mehr in diesem Browser
projects-browser-has-deleted-what = entweder hat der Browser gelöscht, was diese Seite gespeichert hatte, was bei vollem Datenträger oder beim Löschen von Websitedaten vorkommt, oder es wurde nie auf den Datenträger geschrieben
projects-if-you-have-backup = Wenn Sie eine Sicherung davon haben, legen Sie diese Datei hier ab.
projects-was-not-changed = { $id } wurde nicht geändert
projects-open-another-tab = es ist in einem anderen Tab offen
projects-close-there-first = Schließen Sie es dort zuerst.

## prompts/state.rs
prompting-few-shot-pack-was = Das Few-Shot-Paket wurde nicht erstellt
common-number-missing = eine Zahl fehlt
prompting-give-whole-number-from = Geben Sie eine ganze Zahl ab 0 ein.

## labeling/explain.rs
reason-neighbors-all-covered-earlier = Alle seine Nachbarn sind schon durch früher ausgewählte abgedeckt.
reason-newly-covers-texts = { $n ->
    [one] Er steht für 1 weiteren Text:
   *[other] Er steht für { $n } weitere Texte:
}
reason-newly-covers-texts-nearest = Er steht für { $n } weitere Texte; die nächsten davon:
reason-part-has-no-other = Sein Teil hat keinen anderen Text.
reason-most-there = , die meisten dort
reason-higher-than = , mehr als { $percent } % der übrigen
reason-has-part-texts = Er hat { $degree ->
    [one] 1 Nachbarn
   *[other] { $degree } Nachbarn
} in seinem Teil von { $part_size } Texten{ $standing }.
reason-runner-up-there-had = Der nächstbeste dort hatte gleich viele Nachbarn, ohne früher ausgewählte:
reason-runner-up-there-had-new = Der nächstbeste dort hatte { $margin ->
    [one] 1 Nachbarn
   *[other] { $margin } Nachbarn
} weniger, ohne früher ausgewählte:
reason-another-text-there-had = Ein anderer Text dort hatte mehr Nachbarn, ohne früher ausgewählte, liegt aber weniger in der Mitte derer, für die er stünde:
reason-another-text-there-had-more = Ein anderer Text dort hatte mehr Nachbarn, ohne früher ausgewählte, aber danach wählt dieses Verfahren nicht aus:

## rewriting.rs
rewriting-browser-has-closed-projects = der Browser hat die Datenbank dieses Projekts geschlossen, etwa weil Websitedaten gelöscht wurden

## run/settings.rs
settings-workers-out-range = { $count } Worker liegen außerhalb des erlaubten Bereichs
settings-give-number-from-1 = Geben Sie eine Zahl von 1 bis { $max_workers } ein; einer je Kern dieses Geräts ist am besten.
common-not-whole-number = „{ $text }“ ist keine ganze Zahl im erlaubten Bereich
settings-give-whole-number-from = Geben Sie eine ganze Zahl von 0 bis 18446744073709551615 ein; der gleiche Startwert gibt die gleiche Auswahl.
settings-give-whole-number-from-1 = Geben Sie eine ganze Zahl ab 1 ein oder lassen Sie das Feld für automatisch leer.
settings-give-whole-number-from-1-up = Geben Sie eine ganze Zahl ab 1 ein.

## state/mod.rs
store-reading = { $file_name } wird gelesen …
store-reading-2 = { $file_name } wird gelesen: { $percent } %
store-reading-embeddings = Die Embeddings werden gelesen: { $percent } %
store-loading-model = Das Modell wird geladen
store-not-kept-browser = { $file } wird in diesem Browser nicht gespeichert
store-used-until-page-closed = Sie können die Datei verwenden, bis Sie die Seite schließen oder neu laden; legen Sie sie dann erneut ab. Um sie zu speichern, schaffen Sie Speicherplatz.
store-present-project-stays-as = ; Ihr Projekt ist unverändert
store-many-dropped = Nichts wurde geöffnet
store-each-is-a-project = das sind mehrere Projekte: { $names }
store-one-at-a-time = Öffnen Sie eines nach dem anderen, jedes mit den eigenen Embeddings; alle bleiben in der Liste der Projekte.
store-was-not-opened = { $file_name } wurde nicht geöffnet{ $kept }
store-selection-stopped = Die Auswahl brach ab
store-what-picks-cover-not = Die Abdeckung der Auswahl ist nicht bekannt
store-not-kept-browser-2 = { $encoder } wird in diesem Browser nicht gespeichert
store-used-until-page-closed-or = Sie können den Encoder verwenden, bis Sie die Seite schließen oder neu laden. Um ihn zu speichern, schaffen Sie Speicherplatz oder leeren Sie den Zwischenspeicher der Embeddings; legen Sie dann seine Dateien hier erneut ab.
store-encoders-files-still-browser = Die Dateien des Encoders sind noch in diesem Browser
store-they-not-used-until = Sie werden nicht verwendet, bis Sie die Seite neu laden; gehen Sie dann noch einmal zum eingebauten Encoder zurück.
store-beyond-picks-vote-k = für mehr als { $vote_k_first } ausgewählte Texte braucht vote-k die Konfidenzen eines Sprachmodells
store-see-below = Fügen Sie sie unten hinzu.
store-makes-all-picks-at = { $method } trifft die ganze Auswahl auf einmal. Um die vorhandene zu behalten, verwenden Sie ein anderes Verfahren, etwa FastGAS.
store-settings-need-change-first = Ändern Sie zuerst die Einstellungen: { $problem }.
store-encoder-you-brought-not = Ihr eigener Encoder ist nicht in Gebrauch, sondern { $encoder }
store-bring-again = Legen Sie seine Dateien hier erneut ab.
store-without-embeddings = { $file_name } enthält keine Embeddings
store-they-not-kept-any-more = Sie sind nicht mehr in diesem Browser gespeichert. Alles andere enthält die Datei.
store-whoever-opens-waits = Wenn die Datei geöffnet wird, müssen die Texte noch einmal eingebettet werden. Um die Embeddings mitzugeben, wählen Sie neu aus und sichern Sie erneut.
store-was-not-written = { $file_name } wurde nicht gespeichert
store-all-in-browser-still = Alles ist noch in diesem Browser. Schaffen Sie Speicherplatz und versuchen Sie es dann erneut.

## suggestions/state.rs
suggesting-answer-written-not-suggested = Für geschriebene Antworten gibt es keine Vorschläge.
suggesting-without-graph-select-makes = Vorschläge und ähnliche Texte kommen mit der Karte, die „Auswählen“ zeichnet.
suggesting-there-some-once-first = Vorschläge gibt es, sobald Sie den ersten Text gelabelt haben.
suggesting-no-suggestion-could-made = Kein Vorschlag war möglich: { $error }. { $advice }

## team/state.rs
team-say-whose-file = Geben Sie an, von wem die Datei ist.
team-say-who-you-so = Geben Sie Ihren Namen an, damit Sie beide zu unterscheiden sind.
team-you-too-give-one = Auch Sie heißen { $own }. Geben Sie einer der beiden Personen einen anderen Namen, damit sich Ihre Labels nicht gegenseitig ersetzen.
team-you-too-your-own = Auch Sie heißen { $own }. Wenn es Ihre eigene Arbeit von anderswo oder früher ist, führen Sie noch einmal zusammen: Von zwei Einträgen zu einem Text gilt der spätere. Sonst geben Sie einer der beiden Personen einen anderen Namen, damit sich Ihre Labels nicht gegenseitig ersetzen.
team-name-colleague-whose-labels = { $own } heißt schon jemand, dessen Labels hier sind.
team-labels-of-another = { $n ->
    [one] Das Label im offenen Projekt ist von { $before }.
   *[other] Die { $n } Labels im offenen Projekt sind von { $before }.
} Wenn { $own } ein anderer Name derselben Person ist, drücken Sie noch einmal auf die Schaltfläche; die Labels bekommen dann diesen Namen. Wenn Sie jemand anderes sind, geben Sie hier { $before } als Ihren Namen ein oder öffnen Sie die Datei als neues Projekt.
team-opens-as = Dies öffnet die Arbeit von { $theirs }, und was darin gelabelt wird, gilt als von { $theirs }. Wenn Sie { $theirs } sind, drücken Sie noch einmal auf die Schaltfläche. Um als { $own } zu labeln, wählen Sie die andere Schaltfläche.
team-your-labels-are-in-it = Diese Datei enthält Labels von { $own }. Wenn es Ihre sind, drücken Sie noch einmal auf die Schaltfläche, um damit weiterzumachen. Sonst geben Sie einen anderen Namen für sich ein.
team-much-like-another = { $known } gibt es hier schon. Wenn { $theirs } dieselbe Person ist, geben Sie den Namen so ein wie hier; wenn es jemand anderes ist, führen Sie noch einmal zusammen.
team-another-of-that-name = { $theirs } heißt hier schon jemand, aber diese Datei setzt die Antworten hier nicht fort: Sie weicht ab bei { $n ->
    [one] 1 Text.
   *[other] { $n } Texten.
} Geben Sie einen anderen Namen ein, oder führen Sie noch einmal zusammen, wenn es dieselbe Person ist.
team-colleagues-labels-beside-yours = Dieses Projekt hat Labels von anderen, deshalb brauchen Sie einen Namen.
team-name-colleague-whose-labels-here = { $name } heißt schon jemand, dessen Labels hier sind.

## map/coloring.rs
coloring-label = Label
coloring-first-label = Label (das erste, wenn ein Text mehrere hat)
coloring-suggestion = Vorschlag
coloring-degree = Grad (Zahl der Nachbarn)
coloring-marked-or-not = markiert oder nicht
coloring-column = Spalte „{ $name }“
coloring-marked = markiert
coloring-not-marked = nicht markiert
coloring-no-label = kein Label
coloring-disputed = Abweichung
coloring-no-suggestion = kein Vorschlag
coloring-suggestions-being-made = Vorschläge entstehen …
coloring-suggested = vorgeschlagen: { $name }
coloring-labeled-already = schon gelabelt
coloring-part = Teil { $part }
coloring-empty = (leer)
coloring-other-values = { $n_others ->
    [one] 1 anderer Wert
   *[other] { $n_others } andere Werte
}

## Was der Kern sagt: Schritte, Gründe, Verfahren
stage-load = Datei lesen
stage-embed = Texte einbetten
stage-neighbors = Nachbarn suchen
stage-graph = Graph aufbauen
stage-partition = Graph teilen
stage-select = Auswählen
stage-map = Karte zeichnen
pass-skipped = übersprungen
pass-cannot-tell = nicht erkennbar
undefined-nothing-shared = kein Text ist von beiden gelabelt
undefined-one-value = jeder Text hat dasselbe Label
method-fastgas = Schneidet den kNN-Graphen in ausgewogene Teile und wählt gut verbundene Texte, die zusammen alle abdecken
method-random = Zufällig gewählte Texte
method-fast-vote-k = Texte, die viele zu ihren nächsten zählen; was nahe an einem ausgewählten liegt, zählt weniger
method-vote-k = Wie fast-vote-k, unter Texten, bei denen sich ein Sprachmodell gleich sicher ist
method-ideal = Texte, von denen aus entlang des kNN-Graphen zufällig die meisten anderen erreicht werden
method-top-degree = Die Texte mit den meisten Nachbarn im kNN-Graphen
method-pagerank = Die Texte mit dem höchsten PageRank im kNN-Graphen
method-subclustering = k-means in Gruppen und in jeder Gruppe noch einmal; die Mitte jedes Clusters
method-louvain = Gemeinschaften des kNN-Graphen; in jeder die größten Restgrade
method-facility-location = Texte, die zusammen zu jedem Text etwas Ähnliches haben
method-k-center = Immer wieder der Text, der von allen ausgewählten am weitesten entfernt ist
method-k-means = Der Text in der Mitte jedes Clusters
method-typical = Der Text jedes Clusters mit der dichtesten Umgebung
method-graph-cover = Immer wieder der Text mit den meisten Nachbarn, die noch kein ausgewählter hat
format-csv = CSV: Zellen zwischen Trennzeichen
format-tsv = TSV: Zellen zwischen Tabulatoren
format-jsonl = JSON: ein Objekt oder ein Text je Zeile oder eine Liste davon
format-lines = Einfache Zeilen: ein Text in jeder Zeile
task-classification = beliebiger Text mit einem Label
task-mrpc = Paare klassifizieren: Sagen zwei Sätze dasselbe?
task-sst-5 = Klassifizieren: Stimmung
task-mnli = Paare klassifizieren: Folgt die Behauptung aus der Prämisse?
task-dbpedia = Klassifizieren: Thema eines Artikels
task-rte = Paare klassifizieren: Folgt die Hypothese aus der Prämisse?
task-hellaswag = Mehrfachauswahl: Was geschieht als Nächstes?
task-xsum = Zusammenfassen: ein Satz
searched-cpu = auf der CPU gesucht, { $why }
searched-gpu = auf der GPU{ $name } gesucht
searched-both = für { $n_rows } Zeilen auf der GPU{ $name } gesucht, für die anderen auf der CPU, { $why }
searched-approximately = ungefähr gesucht, { $large ->
    [true] da es viele Texte sind
   *[other] wie gewünscht
}
why-cpu-asked = wie gewünscht
why-cpu-small = da es wenige Texte sind
why-cpu-not-built = da dieses Programm keine GPU unterstützt
why-cpu-no-adapter = da hier keine GPU verwendbar ist
why-cpu-software = da die einzige GPU hier nur von Software nachgebildet wird
why-cpu-unfit = da die GPU nicht verwendbar ist: { $reason }
why-cpu-lost = da die GPU ausfiel: { $reason }
why-cpu-out-of-memory = da die GPU zu wenig Speicher hat
why-cpu-refused = da die GPU die Arbeit ablehnte: { $reason }
why-cpu-wrong = da die GPU falsch rechnet
name-empty = ein Label braucht einen Namen
name-semicolon = „{ $name }“ enthält ein Semikolon, das die Labels eines Textes trennt
name-taken = es gibt schon ein Label „{ $name }“
name-no-key = „{ $key }“ kann nicht die Taste eines Labels sein: Möglich sind Ziffern ab 1 und die Buchstaben außer j, k, s und u
name-key-taken = „{ $key }“ ist die Taste von „{ $name }“
name-looks-taken = es gibt schon ein Label „{ $name }“, das gleich aussieht, aber anders geschrieben ist: { $spelled }
storage-refused = der Browser konnte es nicht speichern: { $reason }
storage-locked = das Projekt ist durch eine Passphrase geschützt, nach der dieser Tab erst fragen muss
storage-unreadable = was gespeichert ist, lässt sich nicht lesen: { $reason }

## Fehler
error-cancelled = abgebrochen
error-lost = der Worker brach ab{ $times ->
    [one] {""}
   *[other] {" "}({ $times }-mal bei derselben Arbeit)
}: { $reason }
error-asset = { $url } konnte nicht geladen werden: { $reason }
error-file = die Datei lässt sich nicht lesen: { $reason }
error-encoder-files = die Dateien des Encoders fehlen im Speicher dieses Browsers: { $reason }
error-embedding-file = die Embeddings fehlen im Speicher dieses Browsers: { $reason }
error-protocol = die Nachricht eines Workers war nicht zu verstehen: { $reason }
error-load-empty = die Datei ist leer
error-load-too-large = die Datei hat { $bytes }; die Grenze ist { $limit }
error-load-not-text = Zeile { $line }: Byte { $byte } der Datei ist kein Text in { $encoding }
error-load-zero = Zeile { $line }: Byte { $byte } der Datei ist null, was in keinem Text vorkommt
error-load-shifted = Zeile { $line }: Bei Byte { $byte } ist ein Byte zu viel oder fehlt eines, und { $encoding } wird von dort an falsch geteilt
error-load-no-encoding = es gibt keine Kodierung „{ $label }“
error-load-delimiter = „{ $delimiter }“ kann kein Trennzeichen sein
error-load-no-place = die Datei wird als „{ $format }“ gelesen, dazu passt „{ $option }“ nicht
error-load-protected = dies ist ein Projekt, das durch eine Passphrase geschützt ist
error-load-not-table = dies ist keine Tabelle und kein einfacher Text, sondern eine Datei der Art „{ $format }“
error-load-no-pool = es sind keine Texte offen, zu denen diese Embeddings gehören könnten
error-load-not-project = die Datei enthält kein Projekt: { $reason }
error-load-damaged = dies ist eine Sicherung oder eine andere ZIP-Datei, und sie ist beschädigt: { $reason }
error-load-no-rows = die Datei hat eine Kopfzeile, aber keine Zeilen
error-load-no-header = Zeile 1 sollte die Spalten benennen, aber Spalte { $column } ist „{ $cell }“
error-load-duplicate-column = Zeile 1: zwei Spalten heißen „{ $name }“
error-load-ragged = Zeile { $line } hat { $cells ->
    [one] 1 Zelle
   *[other] { $cells } Zellen
}, die Kopfzeile hat { $expected }
error-load-ragged-lines = die Zeile der Tabelle auf den Dateizeilen { $line } bis { $last } hat { $cells ->
    [one] 1 Zelle
   *[other] { $cells } Zellen
}, die Kopfzeile hat { $expected }
error-load-backslash = Zeile { $line }: vor einem Anführungszeichen steht ein umgekehrter Schrägstrich, und die Zelle geht dahinter weiter; deshalb: { $broken }
error-load-irregular = { $first }; { $n } Zeilen sind so: { $lines }
error-load-json = Zeile { $line }: { $reason }
error-load-not-finite = Zeile { $line }: „{ $word }“ ist kein JSON (Zeichen { $letter })
error-load-half-character = Zeile { $line }: „{ $escape }“ ist ein halbes Zeichen (Zeichen { $letter })
error-load-not-records = die Datei ist ein einziges JSON-Objekt mit einer ganzen Tabelle darin, wo jede Zeile ein Objekt sein sollte
error-load-template = Zeile { $line }, Zeichen { $letter } der Vorlage: { $reason }
error-load-no-id = Zeile { $row } hat nichts in Spalte „{ $column }“
error-load-same-id = die Zeilen { $rows_0 } und { $rows_1 } haben beide „{ $id }“ in Spalte „{ $column }“
error-load-open-quote = Zeile { $line }: ein Anführungszeichen wird hier geöffnet und nie geschlossen
error-load-not-labels = Spalte „{ $column }“ hat { $different } verschiedene Labels; die Grenze ist { $limit }
error-load-not-a-list = Zeile { $row } hat keine Liste von Labels in der Spalte „{ $column }“
error-load-no-column = es gibt keine Spalte „{ $name }“; die Spalten sind { $columns }
error-load-other-column = es gibt keine Spalte „{ $name }“ (ist „{ $meant }“ gemeint?)
error-load-which-column = die Datei hat mehrere Spalten: { $columns }
error-load-empty-column = Spalte „{ $name }“ ist in jeder Zeile leer
error-load-not-a-row = Datensatz { $record }: „{ $cell }“ ist keine Zeile der { $n_instances } Texte, die ab 0 gezählt sind
error-load-row-twice = Zeile { $row } hat zwei Labels
error-load-other-pool = Zeile { $row } hat in Spalte „{ $column }“ den Wert „{ $here }“, bei den Texten steht „{ $in_pool }“
error-load-not-number = Datensatz { $record }: Spalte „{ $column }“ enthält „{ $cell }“, erwartet ist { $expected }
error-load-repeated-row = Zeile { $row } der Texte kommt zweimal vor
error-load-missing-row = Zeile { $row } der Texte fehlt
error-load-too-many-cells = die Tabelle ist zu groß: { $what }
error-config-pool-too-small = es gibt { $n_instances ->
    [one] nur 1 Text
   *[other] nur { $n_instances } Texte
}, also nichts auszuwählen
error-config-budget-zero = die Zahl der Texte zum Labeln ist 0
error-config-budget-above-pool = { $budget } Texte sollen gelabelt werden, aber es gibt nur { $n_instances }
error-config-neighbors-zero = die Zahl der Nachbarn ist 0
error-config-neighbors-above-pool = { $n_neighbors } Nachbarn sind verlangt, aber es gibt nur { $n_instances } Texte
error-config-parts-zero = die Zahl der Teile ist 0
error-config-vote-neighbors-zero = die Zahl der Nachbarn, für die gestimmt wird, ist 0
error-config-no-confidences = vote-k braucht nach den ersten { $n_first } ausgewählten Texten für jeden Text die Konfidenz eines Sprachmodells
error-config-confidences-differ = es gibt { $confidences } Konfidenzen, aber { $n_instances } Texte
error-config-bad-confidence = die Konfidenz von Zeile { $row } ist keine endliche Zahl
error-config-not-extendable = { $method } trifft die ganze Auswahl auf einmal und kann eine frühere nicht fortsetzen
error-config-earlier-outside = Zeile { $row } wurde früher ausgewählt oder übersprungen, aber es gibt { $n_instances } Zeilen, ab 0 gezählt
error-config-earlier-twice = Zeile { $row } wurde zweimal ausgewählt oder übersprungen
error-config-nothing-to-add = { $budget } Texte sollen gelabelt werden, und { $earlier } sind schon ausgewählt
error-config-too-few-left = { $budget } Texte sollen gelabelt werden, aber { $skipped } von { $n_instances } wurden übersprungen
error-config-imbalance = das Ungleichgewicht ist { $imbalance }, aber es muss zwischen 0 und 1 liegen
error-embed-model = die Datei des Modells ist nicht verwendbar: { $reason }
error-embed-tokenizer = die Datei des Tokenizers ist nicht verwendbar: { $reason }
error-embed-model-config = die Konfiguration des Modells ist nicht verwendbar: { $reason }
error-embed-model-module = { $file }: das Modell hat ein Modul „{ $module }“, das nicht unterstützt wird
error-embed-not-finite = Zeile { $instance }: das Modell gab für diesen Text keinen endlichen Vektor
error-embed-too-long = Zeile { $instance }: { $bytes } Bytes dieses Textes müssten auf einmal in Token zerlegt werden, erlaubt sind { $limit }
error-graph-metis = Zeile { $line } der METIS-Datei: { $reason }
error-embeddings-rows-differ = die Embeddings haben { $rows } Zeilen, aber es gibt { $n_instances } Texte
error-embeddings-rows-differ-from-both = die Embeddings haben { $rows } Zeilen, aber es gibt { $n_instances } Texte, mit den weggelassenen Zeilen { $n_in_file }
error-embeddings-bad-row = Zeile { $row } der Embeddings: { $reason }
error-graph-parts = { $n_parts } Teile sind verlangt, der Graph hat { $n_vertices } Knoten
error-embeddings-npy = die Array-Datei ist nicht verwendbar: { $reason }
error-evaluate-same-column = Spalte „{ $column }“ ist sowohl für die Texte als auch für die Labels angegeben
error-evaluate-set-aside = Zeile { $row }: Spalte „{ $by }“ sagt, dass die Antwort in Spalte „{ $column }“ kein Label ist
error-evaluate-no-label = Zeile { $row }: Spalte „{ $column }“ ist leer, also gibt es kein Label zum Vergleichen
error-evaluate-no-picks = es gibt keine Auswahl
error-evaluate-pick-outside = Zeile { $row } ist ausgewählt, aber es gibt nur { $n_instances } Texte
error-evaluate-pick-twice = Zeile { $row } ist zweimal ausgewählt
error-evaluate-labels-differ = es gibt { $labels } Labels und { $embeddings } Embeddings
error-evaluate-dimensions-differ = die Embeddings der Texte haben { $pool } Dimensionen, die anderen { $other }
error-retrieve-template = Zeile { $line }, Zeichen { $letter } der Vorlage: { $reason }
error-retrieve-no-place-for-label = die Vorlage hat kein „{"{"}label{"}"}“
error-retrieve-no-column = die Vorlage verlangt „{"{"}{ $column }{"}"}“, und eine solche Spalte gibt es nicht
error-retrieve-no-labels = kein Text hat ein Label
error-retrieve-pack = dies ist kein Few-Shot-Paket: { $reason }
error-retrieve-dimensions-differ = die Embeddings des Pakets haben { $pack } Dimensionen, das der Anfrage { $query }
error-retrieve-models-differ = das Paket entstand mit dem Modell { $pack }, aber die Anfrage würde mit { $query } eingebettet
error-confidence-endpoint = „{ $address }“ ist keine Adresse eines Sprachmodells: { $reason }
error-confidence-no-model = das Sprachmodell hat keinen Namen
error-confidence-no-key = die Umgebungsvariable „{ $variable }“ ist nicht gesetzt
error-confidence-bad-key = der Schlüssel hat ein Zeichen, das keine Anfrage übermitteln kann
error-confidence-unreachable = { $host } ist nicht zu erreichen: { $reason }
error-confidence-status = Zeile { $row }: Der Server antwortete { $status }{ $said }
error-confidence-not-answer = Zeile { $row }: Das ist keine Antwort eines Sprachmodells: { $reason }
error-confidence-no-logprobs = Zeile { $row }: Die Antwort kommt ohne Log-Wahrscheinlichkeiten
error-confidence-empty = Zeile { $row }: Das Modell antwortete nichts
error-confidence-other-tokens = Zeile { $row }: Die Tokens, deren Log-Wahrscheinlichkeiten kamen, ergeben nicht die Antwort „{ $answer }“
error-confidence-not-number = Zeile { $row }: Die Log-Wahrscheinlichkeit von Token { $token } der Antwort ist keine Zahl
error-confidence-unanswered = { $unanswered ->
    [one] 1 von { $texts } Texten hat
   *[other] { $unanswered } von { $texts } Texten haben
} keine Konfidenz; { $first }
error-confidence-other-question = Zeile { $row } wurde von einem anderen Modell beantwortet oder mit anderem Text, anderer Vorlage oder anderen Beispielen
error-trace-format = die Datei ist keine Aufzeichnung dieser Version von FastGAS
error-trace-broken = die Aufzeichnung ist abgeschnitten oder beschädigt
error-trace-senseless = die Aufzeichnung hat einen Schritt, der nicht auf den vorigen folgen kann
error-trace-differs = die Aufzeichnung nennt { $recorded }, ihre eigenen Schritte führen aber zu { $found }
error-trace-untold = nur das Verfahren fastgas zeichnet seine Schritte auf
error-trace-large = ein Graph mit { $n_vertices } Knoten hat keine Positionen, um ihn zu zeichnen; möglich sind höchstens { $limit }

## Was bei Fehlern zu tun ist
advice-cancelled = Nichts ging verloren; machen Sie mit „Auswählen“ weiter.
advice-lost = Labeln, Export und Sicherung funktionieren weiter. Vielleicht fehlt dem Browser Arbeitsspeicher: Schließen Sie andere Tabs, stellen Sie weniger Worker ein und versuchen Sie es erneut. Wenn die Seite inzwischen auf ihrem Server aktualisiert wurde, laden Sie sie neu.
advice-asset = Prüfen Sie die Verbindung zum Server dieser Seite und versuchen Sie es erneut. Wenn die Seite dort inzwischen aktualisiert wurde, laden Sie sie neu.
advice-file = Vielleicht wurde sie geändert, verschoben oder gesperrt, seit Sie sie gewählt haben: Wählen Sie sie noch einmal.
advice-encoder-files = Gehen Sie in den Einstellungen zum eingebauten Encoder zurück oder legen Sie die Dateien des Encoders erneut ab.
advice-embedding-file = Legen Sie die .npy-Datei erneut ab oder lassen Sie den Encoder die Texte einbetten (unter „Daten“).
advice-protocol = Laden Sie die Seite ohne Zwischenspeicher neu (Strg+Umschalt+R).
advice-load-empty = Wählen Sie eine Datei mit einem Text je Zeile: CSV, TSV, JSON oder einfache Zeilen.
advice-load-too-large = Teilen Sie die Datei auf oder verwenden Sie das Terminalprogramm „fastgas“, das keine solche Grenze hat.
advice-load-not-text = Geben Sie an, welche Kodierung die Datei hat, oder speichern Sie sie als UTF-8 (in einer Tabellenkalkulation: „CSV UTF-8“) und versuchen Sie es erneut.
advice-load-zero = Vielleicht ist dies keine Datei mit Texten. Wenn sie UTF-16 ohne Byte-Order-Marke ist, geben Sie diese Kodierung an. Oder geben Sie an, dass solche Bytes als � gelesen werden.
advice-load-shifted = Lassen Sie die Datei von dem Programm, das sie geschrieben hat, noch einmal schreiben, am besten als UTF-8; oder berichtigen Sie dieses Byte in einem Editor, der Bytes zeigt. Wenn Ihnen die Zeilen davor genügen, lassen Sie unregelmäßige Zeilen weg.
advice-load-no-encoding = Nennen Sie eine, die das Web kennt, etwa windows-1252, Shift_JIS oder gb18030.
advice-load-delimiter = Geben Sie ein ASCII-Zeichen an, das weder Anführungszeichen noch Zeilenende ist.
advice-load-no-place = Lassen Sie es weg oder geben Sie mit „--format“ an, wie die Datei sonst geschrieben ist.
advice-load-protected = Öffnen Sie sie auf der Seite, die nach der Passphrase fragt, unter einem Namen, der auf .fastgas endet.
advice-load-not-table = Öffnen Sie sie in dem Programm, zu dem sie gehört, und speichern Sie sie als CSV (UTF-8).
advice-load-no-pool = Legen Sie zuerst die Datei mit den Texten ab oder beide zusammen.
advice-load-not-project = Verwenden Sie eine Datei, die mit „Sichern“ entstand, unverändert. Entpacken Sie eine Tabelle zuerst, die in einer ZIP-Datei liegt.
advice-load-damaged = Kopieren Sie sie noch einmal von dort, wo sie gesichert wurde, falls sie unterwegs abgeschnitten oder verändert wurde; nehmen Sie sonst eine ältere Sicherung.
advice-load-no-rows = Ergänzen Sie Zeilen unter der Kopfzeile. Wenn die erste Zeile selbst ein Text ist, setzen Sie eine Zeile mit einem Spaltennamen wie „text“ darüber.
advice-load-no-header = Setzen Sie oben in die Datei eine Zeile mit einem Namen für jede Spalte, oder geben Sie an, dass ihre erste Zeile eine Zeile wie die anderen ist.
advice-load-duplicate-column = Geben Sie jeder Spalte einen eigenen Namen, oder geben Sie an, dass die erste Zeile die Spalten benennt: Dann bekommt die zweite eine Nummer.
advice-load-ragged = Prüfen Sie diese Zeile: Eine Zelle, die das Trennzeichen oder einen Zeilenumbruch enthält, muss in Anführungszeichen stehen; wenn es einfache sind, geben Sie das an. Wenn Zeilen über der Tabelle stehen, geben Sie an, wie viele (im Terminal: --lines-above). Oder füllen Sie solche Zeilen auf oder lassen Sie sie weg.
advice-load-ragged-lines = Ein Anführungszeichen am Anfang einer Zelle umschließt alles bis zum nächsten. Wenn Anführungszeichen hier zum Text gehören, geben Sie das an (im Terminal: --no-quotes). Prüfen Sie sonst diese Zeilen, füllen Sie solche auf oder lassen Sie sie weg.
advice-load-backslash = Geben Sie an, dass in Zellen umgekehrte Schrägstriche vor Anführungszeichen stehen (im Terminal: --backslash-quotes), oder verdoppeln Sie ein Anführungszeichen in einer umschlossenen Zelle ("").
advice-load-irregular = { $first }
advice-load-json = Schreiben Sie ein JSON-Objekt oder einen Text in Anführungszeichen in jede Zeile, oder geben Sie an, dass die Datei ein anderes Format hat. Oder lassen Sie solche Zeilen weg.
advice-load-not-finite = Schreiben Sie stattdessen null, wie „to_json“ von pandas; „json.dumps“ von Python schreibt es, obwohl JSON kein solches Wort hat. Oder lassen Sie solche Zeilen weg.
advice-load-half-character = Ein Emoji wird als zwei solche Hälften geschrieben, und das Programm, das die Datei geschrieben hat, hat eines zerschnitten, etwa beim Kürzen eines Textes: Lassen Sie die Datei neu schreiben oder löschen Sie die Hälfte. Oder lassen Sie solche Zeilen weg.
advice-load-not-records = Schreiben Sie für jede Zeile ein Objekt; mit pandas ist das „df.to_json(name, orient="records")“.
advice-load-template = Schreiben Sie Spaltennamen in geschweiften Klammern, wie in „{"{"}premise{"}"} … {"{"}hypothesis{"}"}“.
advice-load-no-id = Wählen Sie eine Spalte, die in jeder Zeile einen anderen Wert hat, oder keine: Zeilen haben eigene Nummern.
advice-load-same-id = Wählen Sie eine Spalte, die in jeder Zeile einen anderen Wert hat, oder keine: Zeilen haben eigene Nummern.
advice-load-open-quote = Schließen Sie das Anführungszeichen, oder verdoppeln Sie ein wörtliches in einer Zelle (""). Oder geben Sie an, dass Anführungszeichen zum Text gehören (im Terminal: --no-quotes).
advice-load-not-labels = Wählen Sie die Spalte der Labels; diese enthält wohl Texte oder Kennungen.
advice-load-not-a-list = Geben Sie an, was die Labels einer Zelle trennt, oder schreiben Sie jede Zelle wie ["eins", "zwei"].
advice-load-no-column = Wählen Sie eine der Spalten der Datei.
advice-load-other-column = Geben Sie den Namen genau so an, wie er in der Datei steht: Leerzeichen und Großbuchstaben zählen.
advice-load-which-column = Geben Sie an, welche davon die Texte enthält (--text), oder verbinden Sie mehrere (--text-template).
advice-load-empty-column = Wählen Sie die Spalte, die die Texte enthält.
advice-load-not-a-row = Verwenden Sie die Texte, aus denen diese Auswahl getroffen wurde, oder treffen Sie sie neu.
advice-load-row-twice = Behalten Sie eines der beiden.
advice-load-other-pool = Verwenden Sie die Texte, aus denen diese Auswahl getroffen wurde. Wenn eine Tabellenkalkulation oder pandas die Zellen verändert hat, behalten Sie in der Datei nur die Spalten „row“ und „label“: Diese beiden genügen.
advice-load-not-number = Schreiben Sie Zahlen mit Punkt und ohne Trennzeichen, wie 0.25 oder -1.5e-3.
advice-load-repeated-row = Geben Sie eine Zeile für jeden Text an; sie werden ab 0 gezählt.
advice-load-missing-row = Geben Sie eine Zeile für jeden Text an; sie werden ab 0 gezählt.
advice-load-too-many-cells = Teilen Sie die Datei in kleinere auf.
advice-config-pool-too-small = Laden Sie eine Datei mit mindestens zwei Texten.
advice-config-budget-zero = Geben Sie 1 oder mehr ein.
advice-config-budget-above-pool = Geben Sie höchstens die Zahl der Texte ein oder laden Sie mehr Texte.
advice-config-neighbors-zero = Setzen Sie die Zahl der Nachbarn auf 1 oder mehr; üblich sind 10.
advice-config-neighbors-above-pool = Senken Sie die Zahl der Nachbarn oder laden Sie mehr Texte.
advice-config-parts-zero = Setzen Sie die Zahl der Teile auf 1 oder mehr oder auf automatisch.
advice-config-vote-neighbors-zero = Lassen Sie jeden Text für 1 oder mehr stimmen; üblich sind 150.
advice-config-no-confidences = Wählen Sie 10 mit fast-vote-k aus, labeln Sie diese, lassen Sie mit ihnen als Beispielen durch „fastgas confidences“ ein Sprachmodell fragen und geben Sie das Ergebnis als --confidences an.
advice-config-confidences-differ = Geben Sie eine Konfidenz für jeden Text genau dieser Datei an.
advice-config-bad-confidence = Geben Sie für jeden Text eine Zahl an, etwa die mittlere Log-Wahrscheinlichkeit der Tokens der Vorhersage.
advice-config-not-extendable = Machen Sie mit einem Verfahren weiter, das einen Text nach dem anderen auswählt, wie fastgas, oder beginnen Sie ohne die frühere Auswahl neu.
advice-config-earlier-outside = Verwenden Sie die Auswahl, die aus genau dieser Datei getroffen wurde.
advice-config-earlier-twice = Nennen Sie jede Zeile nur einmal, als ausgewählt oder als übersprungen.
advice-config-nothing-to-add = Geben Sie eine größere Zahl ein: Sie zählt die ganze Auswahl, auch die vorhandene.
advice-config-too-few-left = Geben Sie eine kleinere Zahl ein oder überspringen Sie weniger Texte.
advice-config-imbalance = Geben Sie eine Zahl zwischen 0 und 1 an; üblich ist 0,03.
advice-embed-model = Prüfen Sie, ob die ONNX-Datei vollständig und ein Satz-Encoder ist.
advice-embed-tokenizer = Verwenden Sie die tokenizer.json, die zum Modell gehört.
advice-embed-model-config = Verwenden Sie die Konfigurationsdateien, die zum Modell gehören, oder eine eigene config.json.
advice-embed-model-module = Verwenden Sie ein Modell nur aus Transformer, Pooling und Normalisierung; wenn die ONNX-Datei das Modul selbst enthält, lassen Sie diese Konfigurationsdatei weg.
advice-embed-too-long = Kürzen Sie diesen Text oder gliedern Sie ihn durch Leerzeichen: Gelesen wird ohnehin nur sein Anfang.
advice-embed-not-finite = Die Datei des Modells ist wahrscheinlich beschädigt; laden Sie sie noch einmal herunter.
advice-graph-metis = Die Datei muss dem METIS-Handbuch folgen, Abschnitt 4.1.1 für Graphen und 4.2.1 für Teile.
advice-embeddings-rows-differ = Verwenden Sie die Embeddings, die aus genau dieser Datei entstanden.
advice-embeddings-rows-differ-from-both = Verwenden Sie die Embeddings, die aus genau dieser Datei entstanden.
advice-embeddings-bad-row = Erzeugen Sie die Embeddings neu; jede Zeile braucht endliche Zahlen, die nicht alle null sind.
advice-graph-parts = Verlangen Sie mindestens einen Teil und höchstens einen je Knoten.
advice-embeddings-npy = Schreiben Sie sie mit numpy.save(name, array.astype('float32', order='C')), eine Zeile für jeden Text.
advice-evaluate-same-column = Nennen Sie die Spalte der Labels; kein Verfahren darf sie sehen.
advice-evaluate-set-aside = Lassen Sie Zeilen weg, die abgelehnt, ignoriert oder abgebrochen wurden, oder nennen Sie eine Spalte, deren Labels alle zählen.
advice-evaluate-no-label = Füllen Sie das Label aus oder lassen Sie die Zeile weg.
advice-evaluate-no-picks = Verwenden Sie eine Datei mit mindestens einer Zeile unter ihrer Kopfzeile.
advice-evaluate-pick-outside = Verwenden Sie die Auswahl, die aus genau diesen Texten getroffen wurde.
advice-evaluate-pick-twice = Lassen Sie jede Zeile nur einmal in der Auswahl.
advice-evaluate-labels-differ = Verwenden Sie die Embeddings, die aus genau dieser Datei entstanden.
advice-evaluate-dimensions-differ = Betten Sie beide Dateien mit demselben Encoder ein.
advice-retrieve-template = Schreiben Sie „{"{"}label{"}"}“ einmal, nach allen anderen Platzhaltern, und geschweifte Klammern, die keine sind, doppelt: „{"{{"}“.
advice-retrieve-no-place-for-label = Schreiben Sie „{"{"}label{"}"}“ einmal, nach allen anderen Platzhaltern, und geschweifte Klammern, die keine sind, doppelt: „{"{{"}“.
advice-retrieve-no-column = Nennen Sie in der Vorlage nur Spalten der Datei („{"{"}text{"}"}“ ist die Spalte der Texte) und füllen Sie für den neuen Text jede davon aus.
advice-retrieve-no-labels = Labeln Sie mindestens einen ausgewählten Text.
advice-retrieve-pack = Erzeugen Sie das Paket aus den gelabelten Texten neu.
advice-retrieve-dimensions-differ = Verwenden Sie das Modell, mit dem das Paket entstand, oder erzeugen Sie das Paket neu.
advice-retrieve-models-differ = Verwenden Sie das Modell, mit dem das Paket entstand, oder erzeugen Sie das Paket neu.
advice-confidence-endpoint = Geben Sie die Adresse eines OpenAI-kompatiblen Servers an, etwa http://localhost:11434/v1.
advice-confidence-no-model = Geben Sie den Namen an, unter dem der Server es kennt.
advice-confidence-no-key = Tragen Sie den Schlüssel dort ein oder lassen Sie „--api-key-env“ weg, wenn keiner nötig ist.
advice-confidence-bad-key = Kopieren Sie den Schlüssel noch einmal, ohne Zeilenumbrüche.
advice-confidence-unreachable = Prüfen Sie die Adresse und ob der Server läuft; für eine Seite muss der Server auch Anfragen von der Adresse der Seite erlauben (CORS). Bisherige Antworten sind gespeichert.
advice-confidence-status = { $status ->
    [401] Prüfen Sie den Schlüssel und ob er dieses Modell verwenden darf.
    [403] Prüfen Sie den Schlüssel und ob er dieses Modell verwenden darf.
    [404] Prüfen Sie die Adresse und den Namen des Modells. Ein Server ohne Chat wird unter einer Adresse gefragt, die auf /v1/completions endet.
    [405] Prüfen Sie die Adresse und den Namen des Modells. Ein Server ohne Chat wird unter einer Adresse gefragt, die auf /v1/completions endet.
    [400] Prüfen Sie, ob das Modell Log-Wahrscheinlichkeiten gibt und Platz für die Beispiele und diesen Text hat.
    [413] Prüfen Sie, ob das Modell Log-Wahrscheinlichkeiten gibt und Platz für die Beispiele und diesen Text hat.
    [422] Prüfen Sie, ob das Modell Log-Wahrscheinlichkeiten gibt und Platz für die Beispiele und diesen Text hat.
    [300] Geben Sie die Adresse an, zu der er umgezogen ist: Ihre Texte gehen nur an die angegebene Adresse.
    [301] Geben Sie die Adresse an, zu der er umgezogen ist: Ihre Texte gehen nur an die angegebene Adresse.
    [302] Geben Sie die Adresse an, zu der er umgezogen ist: Ihre Texte gehen nur an die angegebene Adresse.
    [303] Geben Sie die Adresse an, zu der er umgezogen ist: Ihre Texte gehen nur an die angegebene Adresse.
    [304] Geben Sie die Adresse an, zu der er umgezogen ist: Ihre Texte gehen nur an die angegebene Adresse.
    [305] Geben Sie die Adresse an, zu der er umgezogen ist: Ihre Texte gehen nur an die angegebene Adresse.
    [306] Geben Sie die Adresse an, zu der er umgezogen ist: Ihre Texte gehen nur an die angegebene Adresse.
    [307] Geben Sie die Adresse an, zu der er umgezogen ist: Ihre Texte gehen nur an die angegebene Adresse.
    [308] Geben Sie die Adresse an, zu der er umgezogen ist: Ihre Texte gehen nur an die angegebene Adresse.
   *[other] Warten Sie eine Weile und beginnen Sie erneut; bisherige Antworten sind gespeichert.
}
advice-confidence-not-answer = Prüfen Sie, ob die Adresse die eines OpenAI-kompatiblen Servers ist.
advice-confidence-no-logprobs = Verwenden Sie einen Server und ein Modell, die sie geben: llama.cpp, vLLM, Ollama ab 0.12.11 und die meisten Modelle von OpenAI, die nicht nachdenken.
advice-confidence-empty = Beginnen Sie erneut, um noch einmal zu fragen; wenn es so bleibt, schalten Sie das Nachdenken des Modells ab oder verwenden Sie ein anderes Modell.
advice-confidence-other-tokens = Beginnen Sie erneut, um noch einmal zu fragen; wenn es so bleibt, schalten Sie das Nachdenken des Modells ab oder verwenden Sie ein anderes Modell.
advice-confidence-not-number = Beginnen Sie erneut, um noch einmal zu fragen; wenn es so bleibt, verwenden Sie einen anderen Server.
advice-confidence-unanswered = { $first }
advice-confidence-other-question = Geben Sie für diese Konfidenzen eine andere Datei an oder löschen Sie diese.
advice-trace-format = Verwenden Sie eine Datei, die „fastgas trace“ geschrieben hat, unverändert.
advice-trace-broken = Verwenden Sie eine Datei, die „fastgas trace“ geschrieben hat, unverändert.
advice-trace-senseless = Zeichnen Sie sie mit dieser Version von FastGAS neu auf.
advice-trace-differs = Zeichnen Sie sie mit dieser Version von FastGAS neu auf.
advice-trace-untold = Lassen Sie „--trace“ weg oder wählen Sie mit „--method fastgas“ aus.
advice-trace-large = Sehen Sie sie auf der Seite an, auf der Karte ihrer Texte.

## labeling/goal_view.rs
goal-set-out = Ziel für diese Sitzung setzen
goal-texts = Texte
goal-begin = Beginnen
goal-progress = In dieser Sitzung gelabelt
goal-so-far = { $n_done } von { $n_texts } in dieser Sitzung
goal-minutes = { $n ->
    [one] 1 Minute
   *[other] { $n } Minuten
}
goal-reached = Ziel erreicht: { $n ->
    [one] 1 Text
   *[other] { $n } Texte
} in { $time }
goal-more = { $n } weitere
goal-end = Sitzung beenden

## shell/loading.rs
arriving-one-moment = Einen Moment: Der Rest der Seite lädt noch; was Sie getan haben, wirkt dann.
arriving-not-whole = Die Seite wurde nicht vollständig geladen
arriving-advice = Prüfen Sie die Netzverbindung und versuchen Sie es dann erneut; was Sie getan haben, ist nicht verloren. Wenn die Seite inzwischen auf ihrem Server aktualisiert wurde, laden Sie sie neu.

## explainer/tour.rs
tour-start = Zwanzig Sätze
tour-start-text = Jeder Punkt ist ein Satz; der Algorithmus nennt ihn „Knoten“. Eine Linie, eine „Kante“, verbindet Sätze, die Ähnliches bedeuten: jeden mit den drei nächsten, also haben manche mehr als drei Linien. Punkte und Linien zusammen sind der Graph. Die Zeit reicht, um vier Sätze zu labeln. Welche vier sagen am meisten über die anderen sechzehn?
tour-parts = Erst schneiden, dann auswählen
tour-parts-text = Die vier bestverbundenen Punkte könnten alle vom Wetter handeln. Darum wird der Graph zuerst in vier Teile geteilt. Eine Linie zwischen zwei Teilen ist „geschnitten“: Je weniger es sind, desto mehr handelt jeder Teil von einer Sache. Ohne Regel würde der billigste Schnitt einen einzelnen Satz abtrennen; darum müssen Teile fast gleich groß sein, „ausgewogen“. Der Graph wird in zwei Hälften geschnitten, dann jede Hälfte wieder in zwei.
tour-region = Eine Region wächst
tour-region-text = Um den Graphen zu halbieren, beginnen Sie bei irgendeinem Punkt, hier dem mit dem Ring, und nehmen Sie seine Nachbarn hinzu, dann deren Nachbarn, bis die Hälfte der Punkte darin ist. Fünf sind es jetzt; rote gestrichelte Linien würden geschnitten. Drücken Sie → (oder ›, unter dem Bild), um zu sehen, wie der nächste Punkt dazukommt.
tour-tries = Zehn Versuche, ein Gewinner
tour-tries-text = Es macht einen Unterschied, wo man beginnt; darum wachsen zehn Regionen von zehn Stellen aus. Der Satz unter dem Bild sagt, wie viele Linien jede schneiden würde. Die mit den wenigsten bleibt: Das ist die, die Sie sehen.
tour-moves = Zug um Zug besser
tour-moves-text = Nun wechseln einzelne Punkte die Seite. Der „Gewinn“ eines Punktes ist, wie viele Linien weniger geschnitten sind, wenn er wechselt: seine Linien zur anderen Seite minus die zur eigenen. In der Warteschlange sind die Punkte, die am Anfang an der Grenze liegen, und die Nachbarn derer, die gewechselt haben; von ihnen kommt der mit dem größten Gewinn als Nächster, jeder einmal, auch wenn der Schnitt dabei wächst: Hinter einem Hügel liegt vielleicht eine bessere Stelle. Eine Seite darf für einen Moment um einen Punkt zu groß sein; dann muss einer sie verlassen. Der erste hat gewechselt; → bewegt den nächsten. ⇧→ führt ans Ende, wo alle Züge nach dem besten Moment, dem kleinsten Schnitt mit ausgewogenen Seiten, zurückgenommen sind: Punkte mit vollem Ring haben gewechselt, die mit gestricheltem auch wieder zurück.
tour-four = Vier Teile
tour-four-text = Jede Hälfte wurde auf dieselbe Weise halbiert. Der Algorithmus weiß nicht, wovon die Sätze handeln; lesen Sie trotzdem, was neben den Punkten einer Farbe steht.
tour-pick = Der erste ausgewählte Satz
tour-pick-text = In jedem Teil wird der Punkt ausgewählt, der in seinem Teil die meisten Linien hat: der mit dem Ring. Seine Linien, dick und blau, sind damit verbraucht. Wie viele Linien ein Punkt hat, ist sein „Grad“; wie viele ihm bleiben, sein „Restgrad“. Hier gibt jeder Teil einen; wo er mehr gibt, ist der Nächste der Punkt, dem die meisten Linien bleiben. Das ist die gierige Auswahl (greedy): immer wieder das meiste nehmen.
tour-end = Die vier zum Labeln
tour-end-text = Einer aus jedem Teil, jeder mit einem Ring. Wenn Sie diese vier labeln, ist jeder andere Satz im selben Teil wie ein gelabelter; fast alle sind mit einem verbunden.
tour-pairs = Große Graphen: Paare finden
tour-pairs-text = Ein anderer Graph: 256 Punkte, jeder mit denen neben ihm verbunden. Bei Tausenden Punkten wäre es langsam, einen nach dem anderen hinzuzunehmen und zu bewegen, und zu sehen wäre immer nur eine kleine Ecke. Darum wird der Graph zuerst verkleinert, „vergröbert“: Punkte bilden mit einem zufälligen Nachbarn ein Paar, durch die dicken Linien; einige bleiben ohne Partner …
tour-one = … und aus jedem einen machen
tour-one-text = … und aus jedem Paar wird ein schwererer Punkt. Das ist eine „Ebene“; so geht es weiter, bis hundert Punkte oder weniger übrig sind. Wo aus mehreren Linien eine wird, zählt sie so viel wie alle, die sie ersetzt; darum kostet ein Schnitt im kleinen Graphen so viel wie im großen. „Ebenen“ zeigt den Weg: Die linke Seite des V hinab wird der Graph kleiner.
tour-bottom = Ganz unten: ein erster Schnitt
tour-bottom-text = Unten am V ist der Graph klein genug, um ihn auf einmal zu überblicken. Zehn Regionen wachsen, und die beste bleibt, wie Sie gesehen haben; jeder schwere Punkt zählt so viel wie die Punkte in ihm, jede dicke Linie so viel wie ihre Linien.
tour-up = Wieder hinauf, auf jeder Ebene feiner
tour-up-text = Dann wird, die rechte Seite des V hinauf, jeder schwere Punkt wieder zu seinen beiden, und der Schnitt wird verfeinert wie zuvor: Zuerst wechseln ganze Gruppen die Seite, am Ende einzelne Punkte. Hier sind 16 Linien geschnitten, und kein Schnitt in zwei Hälften kommt mit weniger aus.
tour-spider = Gierig ist gut, aber nicht vollkommen
tour-spider-text = Drei ausgewählte Punkte sollen möglichst viele dieser sechs Linien berühren. Die gierige Auswahl nahm 0, den Punkt mit den meisten Linien, dann 1 und 2; übrig bleibt die Linie von 3 nach 6. Aber 1, 2 und 3 berühren alle sechs. Das Paper, auf dem diese Seite beruht, behauptet (Proposition 1), gierig sei immer das Beste; dieser kleine Graph zeigt, dass es nicht so ist. Wahr ist: Gierig erreicht mindestens 63 % des Besten.
tour-beside = Der Weg des Papers und der dieser Seite
tour-beside-text = Dreißig kleine Gruppen aus sechs Punkten bilden einen Ring; sieben Teile können nicht alle ganz aufnehmen. Der Weg des Papers („Paper“) halbiert und halbiert dann jede Hälfte wieder; ein späterer Schnitt korrigiert nie einen früheren. Der Weg dieser Seite („Standard“) verschmilzt ganze Cluster statt zufälliger Paare, lässt einen Punkt in jeden benachbarten Teil gehen und wiederholt dann Vergröbern und Verfeinern dreimal. Vergleichen Sie die beiden Schnitte. Bei so kleinen Graphen kann jeder gewinnen, bei Tausenden Texten gewinnt „Standard“.
tour-yourself = Jetzt Sie
tour-yourself-text = Die Freundschaften in einem Karateclub, kurz bevor er sich teilte. Drücken Sie Start (P), um zu sehen, wie der Algorithmus ihn teilt, oder „Selbst schneiden“, um es von Hand zu tun und zu vergleichen. Mit „Selbst auswählen“ entscheiden Sie, was gelabelt wird. Sobald Sie aus einer eigenen Datei ausgewählt haben, zeigt „So funktioniert die Auswahl“ dasselbe mit Ihren Texten.

## explainer/text.rs
rule-matching = Vergröbern durch zufällige Paare
rule-matching-text = Die Knoten in zufälliger Reihenfolge besuchen; jeden, der noch allein ist, mit einem Nachbarn paaren, der auch allein ist. Aus jedem Paar wird ein Knoten. Gewichte werden addiert; darum ist ein Schnitt des kleinen Graphen auch einer des großen.
rule-matching-source = Paper, Anhang C, Vergröberung
rule-heavy-edges = Vergröbern entlang schwerer Kanten
rule-heavy-edges-text = Jeden Knoten mit dem noch ungepaarten Nachbarn über die schwerste Kante paaren; bei Gleichstand mit der niedrigsten Nummer. Schwere Kanten im Inneren können nicht mehr geschnitten werden.
rule-heavy-edges-source = Karypis & Kumar 1998; das Paper paart zufällig
rule-growing = Eine Region wachsen lassen
rule-growing-text = Auf dem gröbsten Graphen bei einem zufälligen Knoten beginnen und seine Nachbarn hinzunehmen, in Breitensuche, bis die Hälfte des Gewichts darin ist. Zehn Regionen wachsen; die mit dem kleinsten Schnitt bleibt.
rule-growing-source = Paper, Anhang C, Teilung
rule-greedy-growing = Eine Region gierig wachsen lassen
rule-greedy-growing-text = Bei einem zufälligen Knoten beginnen und immer den hinzunehmen, der den Schnitt am wenigsten vergrößert. Vier Regionen wachsen und werden verfeinert; die mit dem kleinsten Schnitt bleibt.
rule-greedy-growing-source = Karypis & Kumar 1998; im Paper wächst sie in Breitensuche
rule-refining = Nach Gewinn verfeinern
rule-refining-text = Wurde der Graph vergröbert, geschieht das auf jeder Ebene, auf der gröbsten zuerst. In der Warteschlange sind die Knoten, die am Anfang an der Grenze liegen, und die Nachbarn derer, die gewechselt haben. Von ihnen wechselt der als Nächster, der den Schnitt dadurch am meisten verkleinert (sein Gewinn), jeder höchstens einmal, auch wenn der Schnitt eine Weile wächst; ist eine Seite zu schwer, dürfen nur Knoten dieser Seite wechseln. Am Ende wird jeder Zug nach dem besten Moment zurückgenommen.
rule-refining-source = Paper, Anhang C, Verfeinerung; Fiduccia & Mattheyses 1982
rule-splitting = Halbieren, immer wieder
rule-splitting-text = K Teile entstehen, indem der Graph halbiert wird und dann jede Hälfte wieder, bis jede Gruppe ein Teil ist. Eine Gruppe, die K Teile werden soll, wird ⌈K/2⌉ : ⌊K/2⌋ geschnitten; so muss K keine Zweierpotenz sein.
rule-splitting-source = Paper, Abschnitt 3, rekursive Zweiteilung
rule-balancing = Ausgewogen bleiben
rule-balancing-text = Kein Teil darf mehr als wenige Prozent über dem Mittel wiegen. Wo es doch einer tut, verlassen ihn die Knoten, deren Weggang am wenigsten kostet.
rule-balancing-source = Paper, Abschnitt 3 (ausgewogene Teile); wie genau, ist hier festgelegt
rule-clustering = Vergröbern durch Cluster
rule-clustering-text = Jeder Knoten tritt dem benachbarten Cluster bei, mit dem er, gemessen an dessen Größe, am stärksten verbunden ist. Ein Knoten mit vielen Nachbarn kann viele auf einmal aufnehmen; das passt zu Graphen nächster Nachbarn.
rule-clustering-source = Nicht im Paper: Sanders & Schulz 2012; Gottesbüren et al. 2021
rule-together = Alle Teile zusammen verfeinern
rule-together-text = Ein Knoten darf in jeden benachbarten Teil gehen, nicht nur über einen einzigen Schnitt. Die Suche beginnt am Rand und nimmt den größten Gewinn zuerst; was nach dem kleinsten Schnitt kam, wird zurückgenommen. Wo ein Teil voll ist, tauschen zwei Knoten die Plätze.
rule-together-source = Nicht im Paper: Sanders & Schulz 2011 (lokale Suche)
rule-cycling = Noch einmal vergröbern, innerhalb der Teile
rule-cycling-text = Neu vergröbern, ohne verschiedene Teile zu verbinden, und auf dem Rückweg verfeinern: Ganze Cluster bewegen sich, wo einzelne Knoten es nicht konnten. Was schlechter ist, wird verworfen.
rule-cycling-source = Nicht im Paper: Walshaw 2004
rule-picking = Den größten Restgrad auswählen
rule-picking-text = In jedem Teil den Knoten auswählen, der innerhalb des Teils die meisten Kanten hat, die kein früher ausgewählter berührt. Er wird samt seinen Kanten entfernt. Bei Gleichstand: der höhere Grad im ganzen Graphen, dann die niedrigste Nummer.
rule-picking-source = Paper, Abschnitt 3, gierige Auswahl der Knoten
rule-proposing = Teile schlagen vor, die Abdeckung entscheidet
rule-proposing-text = Jeder Teil schlägt seine acht besten nach Restgrad vor; von allen Vorschlägen wird immer wieder der genommen, der die zentrierte Abdeckung aller Texte am meisten erhöht: den mittleren Kosinus eines Textes zum nächsten ausgewählten, nachdem von allen Embeddings ihr Mittel abgezogen ist.
rule-proposing-source = Nicht im Paper, dessen Teile nichts voneinander wissen
rule-middles = In die Mitte rücken
rule-middles-text = Jeder ausgewählte Text rückt in die Mitte derer, die er vertritt: Ausgewählt wird stattdessen der Text, der dort liegt.
rule-middles-source = Nicht im Paper: k-means, Lloyd 1982
rule-counting = Wie viele Teile?
rule-counting-text = M und M/2 Teile werden versucht; es bleibt die Zahl, deren Auswahl die Texte besser abdeckt. Kein Label wird verwendet.
rule-counting-source = Das Paper sucht „ein optimales K für jede Aufgabe“; hier wird K ohne Labels gefunden
world-sentences = Zwanzig Sätze
world-sentences-about = Kochen, Wetter, Sport und Reisen, je fünf Sätze auf Englisch. Der eingebaute Encoder dieser Seite gab ihnen ihre Positionen, und jeder ist mit seinen drei nächsten verbunden.
world-karate = Ein Karateclub
world-karate-about = 34 Mitglieder und ihre Freundschaften außerhalb des Clubs, kurz bevor er sich teilte (Zachary 1977). Seine beiden Köpfe sind 0 und 33.
world-grid = Ein Gitter
world-grid-about = 256 Knoten, also gibt es etwas zu vergröbern. Der beste Schnitt in zwei Teile schneidet 16 Kanten, der beste in vier 32: Findet ihn der Algorithmus?
world-cliques = Ein Ring aus Cliquen
world-cliques-about = Dreißig Gruppen von sechs, in denen jeder jeden kennt, in einem Ring. Ein guter Schnitt verläuft zwischen Gruppen und schneidet eine Kante je Teil.
world-spider = Die Spinne
world-spider-about = Drei Knoten sollen möglichst viele Kanten berühren. Die gierige Auswahl nimmt zuerst die Mitte und kommt auf 5 von 6: Proposition 1 des Papers sagt, sie sei die beste, und hier sehen Sie, warum das nicht stimmt.
chapter-cut = In { $n_parts } schneiden
chapter-bisect = Teile { $first }–{ $last } → { $one } : { $other }
chapter-coarsen = Für alle Teile vergröbern
chapter-cycle = Zyklus { $number }
chapter-halve = Halbieren zu { $n_parts }
chapter-pick = Auswählen
think-ring-start = hier beginnt die Region
think-ring-moved = hat gewechselt
think-ring-undone = gewechselt und wieder zurück
think-ring-proposed = von seinem Teil vorgeschlagen
think-ring-picked = ausgewählt
think-ring-latest = eben ausgewählt
think-line-cut = geschnitten
think-line-match = werden eins
think-line-taken = durch diese Wahl verbraucht
think-mode-paper = Paper
think-mode-best = Standard
think-caption = { $mode }: Schnitt { $cut }
think-caption-group = { $mode }: Schnitt dieser Gruppe { $cut }
think-both = Paper: { $paper } Standard: { $best }
think-vertex = Knoten { $row }

## explainer/source_graph.rs
think-recorded = Was bei der Auswahl Ihrer Texte geschah, Schritt für Schritt: Das ist Ihre Auswahl.
think-folded = Was bei der Auswahl Ihrer Texte geschah, Schritt für Schritt: Das ist Ihre Auswahl. Duplikate wurden zusammengefasst: Jeder Punkt vertritt alle Duplikate eines Textes.
think-unrecorded = Der Graph Ihrer Texte, mit Ihrem K und Startwert geschnitten, ausgewählt nach Restgrad: Das muss nicht Ihre Auswahl sein. Wie diese entstand, wurde nicht aufgezeichnet; wählen Sie neu aus, um es zu sehen.
think-select-first = Wählen Sie zuerst aus und warten Sie auf die Karte: Dabei entsteht der Graph dieser Texte.
think-select-again = Wählen Sie neu aus: Der Graph dieser Texte wurde nicht gespeichert.
think-not-open = Dieser Link führt zu Texten, die hier nicht offen sind: Öffnen Sie die Datei, mit der er entstand, wählen Sie aus und öffnen Sie den Link noch einmal.
think-too-many = { $n } Texte sind mehr als die { $most }, bei denen Sie hier zusehen können. In einem Terminal gibt es keine Grenze: „fastgas select texts.csv --trace pool.trace“ zeichnet auf, und „fastgas trace pool.trace --tell“ gibt jeden Schritt aus, auf Englisch.
think-stands-for = { $text } (vertritt { $count } Texte)

## explainer/inspect.rs
think-dot-merged = { $n ->
    [one] 1 weiterer ist mit diesem Punkt verschmolzen: { $vertices }
   *[other] { $n } weitere sind mit diesem Punkt verschmolzen: { $vertices }
}

## explainer/exercise.rs
try-pick-task = { $budget ->
    [one] Wählen Sie 1 Punkt aus, der möglichst viele Linien berührt: Klicken Sie ihn an.
   *[other] Wählen Sie { $budget } Punkte aus, die zusammen möglichst viele Linien berühren: Klicken Sie sie an.
} Noch { $left }.
try-cut-task = Bilden Sie zwei Hälften, zwischen denen möglichst wenige Linien verlaufen: Klicken Sie auf einen Punkt, um seine Seite zu wechseln. Am Anfang sind die Seiten gemischt; am Ende darf jede { $limit } Punkte haben.
try-you = Sie: { $worth }.
try-parts = Der gezeigte Algorithmus, Teil für Teil: { $worth }.
try-greedy = Gierig: { $worth }.
try-greedy-whole = Gierig, als gäbe es keine Teile: { $worth }.
try-paper = Der Weg des Papers, nach Gewinn verfeinert: { $worth }.
try-best = Das Bestmögliche: { $worth }.
try-best-whole = Das Bestmögliche, als gäbe es keine Teile: { $worth }.
try-best-pick-unknown = Das Bestmögliche: zu viele Möglichkeiten, um alle zu versuchen. Gierig erreicht mindestens 63 % davon.
try-best-cut-unknown = Das Bestmögliche: zu viele Möglichkeiten, um alle zu versuchen.
try-nothing-picked = noch nichts ausgewählt
try-picks = { $rows } { $n ->
    [one] berührt
   *[other] berühren
} { $touched } von { $edges } Linien; { $covered } von { $vertices } Punkten sind ausgewählt oder liegen neben einem ausgewählten
try-sides = { $cut ->
    [one] 1 Linie
   *[other] { $cut } Linien
} geschnitten, Seiten { $first } : { $second }
try-not-balanced = { $sides }, was nicht ausgewogen ist

## explainer/animation.rs, think/moving.rs, think/canvas.rs
film-too-large = Der Film ist größer als { $most } MB: Wählen Sie kleinere Bilder, weniger davon oder einen Teil der Rekursion.
film-no-png = Der Browser hat ein Bild erzeugt, das kein PNG ist.
film-other-size = Der Browser hat ein Bild in einer anderen Größe erzeugt.
film-no-file = Aus den Bildern wird keine Datei: { $reason }
film-no-canvas = für ein Bild dieser Größe reicht der Speicher nicht
film-no-picture = Der Browser hat kein Bild erzeugt: { $reason }

## explainer/dialog.rs
think-see = So funktioniert die Auswahl

## explainer/controls.rs
think-world = Welt
think-own = Ihre Texte
think-mode = Profil
think-paper = Paper: wie veröffentlicht
think-fast = Schnell
think-best = Standard: empfohlen
think-strong = Stark
think-beside = Paper neben Standard
think-timeline = Zeitleiste
think-step = Schritt
think-play = Start
think-pause = Pause
think-event-back = Ein Ereignis zurück
think-step-back = Einen Schritt zurück
think-step-on = Einen Schritt weiter
think-event-on = Ein Ereignis weiter
think-slower = Langsamer
think-faster = Schneller
think-pace = { $n } je Sek.
think-at = { $tick } von { $end }
think-address = Der Link enthält Einstellungen, Startwert und Schritt, aber keinen Text
think-copy = Link kopieren
think-copied = Kopiert
think-not-copied = Nicht kopiert: Verwenden Sie die Adresse oben
think-save = Diese Ansicht als Bild speichern

## explainer/vertex_info.rs
think-dot = Punkt
think-dot-hint = Zeigen oder tippen Sie auf einen Punkt oder geben Sie seine Nummer ein, um zu sehen, was er ist.

## explainer/animation_view.rs
film-save = Die Schritte als Film speichern
film-open = Film …
film-title = Film der Schritte
film-what = Was
film-whole = Der ganze Ablauf
film-part = Der geöffnete Teil der Rekursion
film-each = Ein Bild für
film-each-step = jeden Schritt (→)
film-each-event = jedes Ereignis (⇧→)
film-each-minute = eine Auswahl der Ereignisse, für eine Minute
film-size = Größe, mit dem Schritt als Bildunterschrift
film-file = Datei
film-moving = Ein bewegtes Bild (animiertes PNG)
film-numbered = Nummerierte Bilder (ZIP)
film-pace = Bilder je Sekunde
film-with-texts = Mit den Texten neben den Punkten
film-texts-seen = Wer den Film bekommt, kann die Anfänge dieser Texte lesen.
film-no-text = Der Film enthält keinen Text.
film-length = { $n ->
    [one] 1 Bild
   *[other] { $n } Bilder
}, { $min ->
    [0] {""}
   *[other] { $min } min{" "}
}{ $s } s.
film-count = { $n ->
    [one] 1 Bild.
   *[other] { $n } Bilder.
}
film-begin = Film erstellen

## explainer/v_cycle_view.rs
think-levels = Ebenen
think-levels-about = Abwärts: vergröbern. Unten: der erste Schnitt. Aufwärts: verfeinern. Jeweils:
think-levels-vertices = Knoten
think-levels-edges = Kanten
think-level-down = Vergröbern, Ebene { $level }: { $vertices } Knoten, { $edges } Kanten
think-level-bottom = Erster Schnitt, Ebene { $level }: { $vertices } Knoten, { $edges } Kanten
think-level-up = Verfeinern, Ebene { $level }: { $vertices } Knoten, { $edges } Kanten

## explainer/side_panel.rs
tour-begin = Rundgang beginnen
tour-stop = Rundgang, Station { $stop } von { $n_stops }
tour-leave = Verlassen
tour-back = Zurück
tour-next = Weiter
tour-done = Fertig
think-what-happens = Was geschieht
think-vertices = Knoten
think-edges = Kanten
think-cut = Schnitt
think-cut-group = Schnitt dieser Gruppe
think-sides = Seitengewichte
think-heaviest = Schwerster Teil
think-weights = { $weights } (max. { $limits })
think-weights-above = { $weights } (eine ist noch zu schwer; am Ende max. { $limits })
think-at-most = { $weight } (max. { $limit })
think-above = { $weight } (noch zu schwer; am Ende max. { $limit })
think-gain = Gewinn dieses Zuges
think-picked = Ausgewählt
think-goes-on = Hier wird wie im Paper ausgewählt. Bei Texten geht es mit diesem Profil anders weiter: Jeder Teil schlägt für jeden Text, der ihm zusteht, acht vor, Facility Location nimmt die, die zusammen alle Texte am besten abdecken, und dann rückt jeder ausgewählte Text in die Mitte derer, die er vertritt. Dazu braucht es die Embeddings der Texte, die hier nicht vorliegen.
think-touched = Berührte Kanten in den Teilen
think-recursion = Rekursion
think-whole = Das Ganze zeigen
think-texts = Texte der Punkte
think-legend = Legende

## explainer/exercise_view.rs
try-pick = Selbst auswählen
try-cut = Selbst schneiden
try-compare = Vergleichen
try-end = Zurück zum Zusehen
try-dots = Punkte
try-show = Zeigen
try-dot = Punkt
try-take = Diesen Punkt ändern

## Schritte des Algorithmus, was der Kern davon erzählt
step-uncut = Der Graph: { $n_vertices } Knoten, { $n_edges } Kanten. Noch ist nichts geschnitten.
step-cut = Der Graph soll in { $n_parts ->
    [one] 1 Teil
   *[other] { $n_parts } Teile
} von höchstens { $limit } geschnitten werden.
step-bisect = { $n_parts ->
    [one] Teil { $first }
   *[other] Teile { $first }–{ $last }
}: Eine Gruppe von { $weight } soll geteilt werden, { $targets_0 } und { $targets_1 }.
step-paired = { $n_pairs ->
    [one] 1 Paar ist
   *[other] { $n_pairs } Paare sind
} gefunden.
step-merged = Aus jedem Paar wird ein Knoten: { $n_left } bleiben.
step-begun = Region { $region } beginnt bei Knoten { $vertex }{ $n_more ->
    [0] {""}
   *[other] {" "}(mit { $n_more } weiteren)
}.
step-joined = Knoten { $vertex }{ $n_more ->
    [0] {""}
   *[other] {" "}(mit { $n_more } weiteren)
} kommt zu Region { $region } hinzu.
step-grown = Region { $region } begann bei { $vertex }{ $n_more ->
    [0] {""}
   *[other] {" "}(mit { $n_more } weiteren)
} und hat { $n_inside } Knoten.
step-tried = Das würde { $cut } schneiden.
step-chosen = Von den Schnitten { $cuts } wird der von Versuch { $number } genommen.
step-refine = Nun wird der Schnitt auf dem Graphen mit { $n_vertices } Knoten verfeinert.
step-crosses = Knoten { $vertex }{ $n_more ->
    [0] {""}
   *[other] {" "}(mit { $n_more } weiteren)
} wechselt die Seite.
step-none-moved = Kein Knoten kann sich bewegen.{ $cut ->
    [null] {""}
   *[other] {" "}Der Schnitt beträgt { $cut }.
}
step-all-kept = { $n_moves ->
    [one] 1 Zug, er bleibt.
   *[other] { $n_moves } Züge, alle bleiben.
}{ $cut ->
    [null] {""}
   *[other] {" "}Der Schnitt beträgt { $cut }.
}
step-none-kept = { $n_moves ->
    [one] 1 Zug führte zu keiner Verbesserung: Er wird zurückgenommen.
   *[other] { $n_moves } Züge führten zu keiner Verbesserung: Alle werden zurückgenommen.
}{ $cut ->
    [null] {""}
   *[other] {" "}Der Schnitt beträgt { $cut }.
}
step-some-kept = Am besten war es nach { $n_kept ->
    [one] 1 Zug
   *[other] { $n_kept } Zügen
}; { $n_undone ->
    [one] der eine danach wird
   *[other] die { $n_undone } danach werden
} zurückgenommen.{ $cut ->
    [null] {""}
   *[other] {" "}Der Schnitt beträgt { $cut }.
}
step-counted = { $n_moves ->
    [one] 1 Knoten wechselt
   *[other] { $n_moves } Knoten wechseln
} die Seite, damit es für jeden Teil einen gibt.
step-split = Die beiden Seiten sind nun eigene Gruppen.
step-goes = Knoten { $vertex }{ $n_more ->
    [0] {""}
   *[other] {" "}(mit { $n_more } weiteren)
} geht zu Teil { $part }.
step-went = { $n_moves ->
    [one] 1 Knoten wurde bewegt.
   *[other] { $n_moves } Knoten wurden bewegt, einer nach dem anderen.
}
step-clusters = Cluster sind gefunden.
step-clustered = Aus jedem Cluster wird ein Knoten: { $n_left } von { $n_vertices } bleiben.
step-start = Der gröbste Graph wird durch Zweiteilungen geschnitten.
step-improve = Alle Teile werden zusammen auf dem Graphen mit { $n_vertices } Knoten verfeinert; ein Teil darf { $limit } wiegen.
step-project = Eine Ebene feiner: { $n_vertices } Knoten.
step-cycle = Zyklus { $number } beginnt.
step-kept = Der Zyklus endet mit einem Schnitt von { $cut }: Er gilt.
step-dropped = Der Zyklus endet mit einem schlechteren Schnitt: Er wird verworfen.
step-halve = Jeder Teil wird in zwei geschnitten: { $n_parts } Teile.
step-covers = Die Auswahl aus diesen Teilen würde die Texte zu { $coverage } abdecken (mittlerer Kosinus zum nächsten ausgewählten Text): { $better ->
    [true] bisher am besten
   *[other] weniger als zuvor
}.
step-quotas = Die Teile stehen fest, mit einem Schnitt von { $cut }. Aus ihnen werden { $quotas } ausgewählt.
step-picked = Teil { $part }: { $has_text ->
    [true] „{ $text }“
   *[other] Knoten { $row }
} wird ausgewählt, mit { $degree ->
    [one] 1 Kante, die
   *[other] { $degree } Kanten, die
} kein früher ausgewählter berührt. { $degree ->
    [0] Es waren keine mehr übrig.
    [one] Der Grad dieses Nachbarn sinkt um eins.
   *[other] Die Grade dieser Nachbarn sinken um je eins.
}
step-propose = Die Teile stehen fest, mit einem Schnitt von { $cut }. Sie schlagen { $n_proposed } vor.
step-taken = { $has_text ->
    [true] „{ $text }“
   *[other] Knoten { $row }
} aus Teil { $part } wird genommen: Die zentrierte Abdeckung ist { $coverage }.
step-middles = Jeder ausgewählte Text rückt in die Mitte derer, die er vertritt.

## Gründe, die der Kern als Satz nennt
said-letter = Zeichen { $letter }
said-from-letter = ab Zeichen { $letter }
said-at-line-column = Zeile { $line }, Zeichen { $letter }
said-zip-or-excel = ZIP oder Excel
said-old-excel = altes Excel
said-html-or-xml = HTML oder XML
said-it-is-no-json-object-it-does-not-begin-with = es ist kein JSON-Objekt: Es beginnt nicht mit „{ $part_0 }“
said-the-object-has-no-keys = das Objekt hat keine Schlüssel
said-a-is-missing-behind-a-key = hinter einem Schlüssel fehlt ein „{ $part_0 }“
said-a-or-is-missing-behind-a-value = hinter einem Wert fehlt ein „{ $part_0 }“ oder „{ $part_1 }“
said-a-or-is-missing-behind-an-object = hinter einem Objekt fehlt ein „{ $part_0 }“ oder „{ $part_1 }“
said-the-key-stands-twice-in-the-object = der Schlüssel „{ $part_0 }“ steht zweimal im Objekt
said-the-list-is-not-closed-by = die Liste ist nicht durch „{ $part_0 }“ geschlossen
said-the-list-holds-something-that-is-no-object = in der Liste steht etwas, das kein Objekt ist
said-it-is-no-text-in-quotes-as-the-rows-before-it-are = es ist kein Text in Anführungszeichen wie die Zeilen davor
said-something-stands-behind-the-text-at-letter = hinter dem Text steht noch etwas, ab Zeichen { $part_0 }
said-something-stands-behind-the-list = hinter der Liste steht noch etwas
said-something-stands-behind-the-object-at-letter = hinter dem Objekt steht noch etwas, ab Zeichen { $part_0 }
said-a-stands-alone-as-a-letter-it-is-written-twice = ein „{ $part_0 }“ steht allein; als Zeichen schreiben Sie es doppelt
said-names-no-column = „{ $part_0 }“ nennt keine Spalte
said-it-names-no-column-such-as = sie nennt keine Spalte, etwa „{ $part_0 }“
said-stands-in-it-twice = „{ $part_0 }“ steht zweimal darin
said-stands-behind = „{ $part_0 }“ steht hinter „{ $part_1 }“
said-it-does-not-begin-as-a-npy-file-does = sie beginnt nicht wie eine .npy-Datei
said-its-version-is-not-1-2-or-3 = ihre Version ist nicht 1, 2 oder 3
said-its-header-is-cut-off-or-not-that-of-one-matrix = ihr Kopf ist abgeschnitten oder nicht der einer Matrix
said-it-is-a-file-not-a-npy-file = sie ist eine Datei der Art „{ $part_0 }“, keine .npy-Datei
said-its-numbers-are-of-the-kind-only-floats-of-16-32-or-64-bits-are-read = ihre Zahlen sind von der Art „{ $part_0 }“; gelesen werden nur Gleitkommazahlen mit 16, 32 oder 64 Bit
said-its-order-cannot-be-read = ihre Reihenfolge ist nicht zu lesen
said-its-shape-cannot-be-read = ihre Form ist nicht zu lesen
said-its-shape-is-not-texts-dimensions = ihre Form ist ({ $numbers }), nicht (Texte, Dimensionen)
said-its-header-has-no = ihr Kopf hat kein „{ $part_0 }“
said-it-says-that-it-holds-numbers-but-it-has-bytes = sie gibt an, { $part_0 } × { $part_1 } Zahlen zu enthalten, hat aber { $part_2 } Bytes
said-the-browser-has-no-room-for-its-mb = der Browser hat keinen Platz für ihre { $part_0 } MB
said-holds-a-number-that-is-not-finite = eine Zahl darin ist nicht endlich
said-the-server-answered = der Server hat mit { $part_0 } geantwortet
said-its-end-is-missing-as-if-it-was-cut-off-on-its-way = ihr Ende fehlt, als wäre sie unterwegs abgeschnitten worden
said-is-all-zero = sie besteht nur aus Nullen
said-is-the-mean-of-all-rows-which-leaves-nothing-when-that-is-subtracted = sie ist das Mittel aller Zeilen; wird es abgezogen, bleibt nichts
said-it-gives-no-token-for-an-empty-text = sie gibt für einen leeren Text kein Token
said-it-gives-token-the-model-has = sie gibt Token { $part_0 }, das Modell hat { $part_1 }
said-it-gives-type-the-model-has = sie gibt Typ { $part_0 }, das Modell hat { $part_1 }
said-its-normalizer-can-make-a-text-so-long-that-no-memory-holds-it = ihr Normalizer kann einen Text so lang machen, dass ihn kein Speicher fasst
said-a-prompt-has-bytes-and-the-limit-is = ein Prompt hat { $part_0 } Bytes, erlaubt sind { $part_1 }
said-its-version-is-not = ihre Version ist „{ $part_0 }“, nicht „{ $part_1 }“
said-a-module-has-no-type = ein Modul hat keinen Typ
said-no-way-of-pooling-is-on = keine Art von Pooling ist eingeschaltet
said-is = „{ $part_0 }“ ist { $part_1 }
said-max-length-is-and-the-model-has-positions = max_length ist { $part_0 }, und das Modell hat { $part_1 } Positionen
said-max-length-is-and-instruction-prefix-and-special-tokens-alone-are = max_length ist { $part_0 }, und Anweisung, Präfix und besondere Tokens allein sind { $part_1 }
said-it-does-not-answer-what-was-asked = sie antwortet nicht auf das, was gefragt war
said-there-is-no-choice-in-it = darin ist keine Antwort
said-it-begins-neither-with-http-nor-with-https = sie beginnt weder mit http:// noch mit https://
said-does-not-belong-in-it = „{ $part_0 }“ gehört nicht hinein
said-a-name-or-a-key-has-no-place-before-the-host = vor dem Host ist kein Platz für einen Namen oder Schlüssel
said-there-is-no-host-in-it = darin ist kein Host
said-a-whole-number-below = eine ganze Zahl unter { $part_0 }
said-a-finite-number = eine endliche Zahl
said-a-number-of-16-hexadecimal-digits = eine Zahl aus 16 hexadezimalen Ziffern
said-more-than-cells-by-line = mehr als { $part_0 } Zellen bis Zeile { $part_1 }
said-more-than-bytes-of-text-by-line = mehr als { $part_0 } Bytes Text bis Zeile { $part_1 }
said-rows-of-columns-are-more-than-cells = { $part_0 } Zeilen mit { $part_1 } Spalten sind mehr als { $part_2 } Zellen
said-with-the-joined-texts-there-are-more-than-bytes-of-text = mit den verbundenen Texten sind es mehr als { $part_0 } Bytes Text
said-together-there-are-more-than-bytes-of-text = zusammen sind es mehr als { $part_0 } Bytes Text
said-the-cells-do-not-fit-their-table = die Zellen passen nicht in ihre Tabelle
said-the-disk-is-full-or-this-site-s-share-of-it = der Datenträger oder der Anteil dieser Website daran ist voll
said-the-browser-keeps-nothing-for-this-site-as-in-some-private-windows = der Browser behält nichts für diese Website, wie in manchen privaten Fenstern
said-the-write-was-undone-as-when-the-disk-is-full = der Schreibvorgang wurde rückgängig gemacht, wie bei vollem Datenträger
said-the-project-is-not-stored = das Projekt ist nicht gespeichert
said-a-newer-version-of-this-page-has-stored-it-in-its-own-way = eine neuere Version dieser Seite hat es auf ihre Weise gespeichert
said-the-browser-has-closed-the-database-as-when-what-the-site-has-stored-is-deleted = der Browser hat die Datenbank geschlossen, etwa weil Websitedaten gelöscht wurden
said-the-browser-s-own-store-on-the-disk-fails = der Speicher des Browsers auf dem Datenträger funktioniert nicht
said-it-is-not-there-any-more = nicht mehr vorhanden
said-it-was-changed-meanwhile-or-another-program-holds-it = inzwischen geändert, oder ein anderes Programm hält es fest
said-another-tab-or-program-is-writing-it = ein anderer Tab oder ein anderes Programm schreibt gerade
said-it-is-not-allowed-here = hier nicht erlaubt
said-it-was-broken-off = abgebrochen
said-there-was-no-answer = es kam keine Antwort
said-there-was-no-answer-in-time = es kam nicht rechtzeitig eine Antwort
said-there-is-not-enough-memory = der Arbeitsspeicher reicht nicht
said-the-browser-says = der Browser meldet { $said }
said-the-browser-could-not-store-it = der Browser konnte es nicht speichern
said-what-is-stored-cannot-be-read = was gespeichert ist, lässt sich nicht lesen
said-it-is-not-a-zip-file = sie ist keine ZIP-Datei
said-it-contradicts-itself = sie widerspricht sich: { $said }
said-it-is-not-what-was-written-there = der Inhalt ist nicht mehr der, der geschrieben wurde
said-it-is-a-kind-of-zip-file-that-this-page-does-not-read = eine Art von ZIP-Datei, die diese Seite nicht liest: { $said }
said-it-is-compressed = komprimiert
said-there-is-no-in-it = { $part_0 } fehlt darin
said-it-is-no-text-in-utf-8 = kein Text in UTF-8
said-row-has-another-number-of-cells-than-the-header = Zeile { $part_0 } hat eine andere Zahl von Zellen ({ $part_1 }) als die Kopfzeile ({ $part_2 })
said-it-is-larger-than-gb = größer als { $part_0 } GB
said-its-parts-or-positions-are-not-as-many-as-its-texts = ihre Teile oder Positionen sind nicht ebenso viele wie ihre Texte
said-a-text-is-in-a-part-that-there-is-not-or-there-are-more-parts-than-texts = ein Text ist in einem Teil, den es nicht gibt, oder es gibt mehr Teile als Texte
said-a-text-s-position-on-the-map-is-out-of-range = die Position eines Textes auf der Karte liegt außerhalb des erlaubten Bereichs
said-its-edges-are-none-of-its-texts = ihre Kanten gehören nicht zu ihren Texten
said-the-table-is-too-large = die Tabelle ist zu groß
said-eof-while-parsing-a-list = sie endet mitten in einer Liste
said-eof-while-parsing-an-object = sie endet mitten in einem Objekt
said-eof-while-parsing-a-string = sie endet mitten in einer Zeichenkette
said-eof-while-parsing-a-value = sie endet, wo ein Wert stehen sollte
said-expected = es fehlt „{ $part_0 }“
said-expected-or = es fehlt „{ $part_0 }“ oder „{ $part_1 }“
said-expected-ident = hier müsste true, false oder null stehen
said-expected-value = hier müsste ein Wert stehen
said-invalid-escape = hinter „\“ steht ein Zeichen, das dort nicht stehen darf
said-invalid-number = die Zahl ist nicht richtig geschrieben
said-number-out-of-range = die Zahl ist zu groß
said-invalid-unicode-code-point = dieses Unicode-Zeichen gibt es nicht
said-control-character-u0000-u001f-found-while-parsing-a-string = ein Steuerzeichen steht in einer Zeichenkette
said-key-must-be-a-string = ein Schlüssel muss in Anführungszeichen stehen
said-lone-leading-surrogate-in-hex-escape = hinter „\u“ steht ein halbes Zeichen
said-unexpected-end-of-hex-escape = hinter „\u“ fehlen Ziffern
said-trailing-comma = hinter dem letzten Komma fehlt etwas
said-trailing-characters = hinter dem Ende steht noch etwas
said-recursion-limit-exceeded = zu viele Listen oder Objekte ineinander
said-missing-field = „{ $part_0 }“ fehlt
said-duplicate-field = „{ $part_0 }“ steht zweimal da
said-invalid-type = ein Wert ist von anderer Art als erwartet: { $said }
said-invalid-value = ein Wert ist nicht erlaubt: { $said }
said-invalid-length = eine Liste hat eine andere Länge als erwartet: { $said }
said-unknown-field = ein Schlüssel ist nicht bekannt: { $said }
said-unknown-variant = ein Wert ist nicht bekannt: { $said }
said-it-is-no-json = kein JSON
said-it-holds-not-fields = es steht „{ $part_0 }“ darin, keine Felder
said-is-not-a-number = „{ $part_0 }“ ist „{ $part_1 }“, keine Zahl
said-pooling-by-is-not-supported-mean-cls-and-max-are = Pooling durch „{ $part_0 }“ wird nicht unterstützt, nur mean, cls und max
said-several-ways-of-pooling-together-are-not-supported = mehrere Arten von Pooling zugleich werden nicht unterstützt
said-and-are-of-one-kind-and-say-different-things = „{ $part_0 }“ und „{ $part_1 }“ sind von derselben Art, widersprechen sich aber
said-the-prompt-is-missing = der Prompt „{ $part_0 }“ fehlt
said-it-has-an-input-which-is-none-of-a-sentence-encoder-s = sie hat einen Eingang „{ $part_0 }“, den ein Satz-Encoder nicht hat
said-it-has-no-output = sie hat keinen Ausgang
said-it-has-no-input = sie hat keinen Eingang „{ $part_0 }“
said-its-output-is-neither-batch-length-d-nor-batch-d-of-float32 = ihr Ausgang „{ $part_0 }“ ist „{ $part_1 }“, weder batch×length×d noch batch×d aus float32
said-its-output-is-pooled-already-so-that-an-instruction-cannot-be-left-out-of-it = ihr Ausgang „{ $part_0 }“ ist schon gepoolt; eine Anweisung lässt sich daraus nicht mehr weglassen
said-its-input-is-neither-int64-nor-int32 = ihr Eingang „{ $part_0 }“ ist „{ $part_1 }“, weder int64 noch int32
said-its-vectors-have-dimensions-and-the-config-says = ihre Vektoren haben { $part_0 } Dimensionen, die Konfiguration sagt { $part_1 }
said-it-holds-no-graph = sie enthält keinen Graphen
said-it-is-no-onnx-file = sie ist keine ONNX-Datei
said-its-weights-are-in-another-file-it-must-be-saved-as-one = ihre Gewichte stehen in einer anderen Datei; speichern Sie beides als eine
said-it-needs-operators-that-are-not-supported = sie braucht Operatoren, die nicht unterstützt werden, zuerst „{ $part_0 }“
said-it-is-broken = sie ist beschädigt
said-its-driver-does-not-answer = ihr Treiber antwortet nicht
said-its-buffers-of-bytes-are-too-small = ihre Puffer von { $part_0 } Bytes sind zu klein
said-its-program-could-not-be-loaded = ihr Programm ließ sich nicht laden
said-the-rows-of-are-not-there-any-more = die Zeilen von „{ $part_0 }“ sind nicht mehr da
said-the-rows-of-are-incomplete = die Zeilen von „{ $part_0 }“ sind unvollständig
said-there-is-no-page = die Seite ist nicht mehr da
said-the-page-has-no-element = der Seite fehlt das Element „{ $part_0 }“
said-the-page-s-list-of-files-cannot-be-read = die Dateiliste der Seite ist nicht zu lesen
said-the-page-lists-no-file = die Seite führt keine Datei „{ $part_0 }“ auf
said-the-page-has-no-address = die Seite hat keine Adresse
said-is-no-address = „{ $part_0 }“ ist keine Adresse
said-its-script-could-not-be-run = sein Skript ließ sich nicht ausführen
said-is-not-a-buffer = „{ $part_0 }“ ist kein Puffer
said-another-encoder-was-put-in-its-place = ein anderer Encoder ist an ihre Stelle getreten
said-the-names-of-the-columns-are-missing = die Namen der Spalten fehlen
said-an-entry-of-the-log-of-labels-is-damaged = ein Eintrag des Label-Protokolls ist beschädigt
said-the-log-of-labels-on-the-disk-is-another-one = das Label-Protokoll auf dem Datenträger ist ein anderes
said-this-browser-has-no-private-file-system = dieser Browser hat kein privates Dateisystem
said-a-label-came-back-from-the-disk-as-another = ein Label kam vom Datenträger als ein anderes zurück
said-it-is-of-version-this-page-reads-versions-up-to = es hat Version { $part_0 }, diese Seite liest Versionen bis { $part_1 }
said-it-is-encrypted-in-form-this-page-reads-form = es ist in der Form { $part_0 } verschlüsselt, diese Seite liest die Form { $part_1 }
said-it-is-protected-in-form-this-page-reads-form = es ist in der Form { $part_0 } geschützt, diese Seite liest die Form { $part_1 }
said-it-was-altered-belongs-to-another-place-or-is-encrypted-with-another-key = es wurde verändert, gehört an einen anderen Ort oder ist mit einem anderen Schlüssel verschlüsselt
said-it-is-not-encrypted = es ist nicht verschlüsselt
said-a-chunk-is-missing = ein Stück fehlt
said-the-project-is-protected-by-a-passphrase-which-this-tab-has-to-ask-for-first = das Projekt ist durch eine Passphrase geschützt, nach der dieser Tab erst fragen muss
said-the-passphrase-is-wrong = die Passphrase ist falsch
said-this-browser-encrypts-nothing-on-this-address = dieser Browser verschlüsselt auf dieser Adresse nichts
said-what-is-stored-cannot-be-opened = was gespeichert ist, lässt sich nicht öffnen
said-the-address-is-not-secure = die Adresse ist nicht sicher
said-what-says-how-to-open-it-is-damaged = die Angaben, wie es zu öffnen ist, sind beschädigt
said-some-of-its-labels-are-damaged = einige seiner Labels sind beschädigt
said-it-is-of-version-this-page-reads-version = es hat Version { $part_0 }, diese Seite liest Version { $part_1 }
said-there-are-more-than-files-in-it = darin sind mehr als { $part_0 } Dateien
said-there-is-no-file-in-it = darin ist keine Datei
said-it-did-not-answer-for-ten-minutes = zehn Minuten lang kam keine Antwort
said-no-window = die Seite ist nicht mehr da
said-it-is-no-text = sie ist kein Text
said-is-missing = „{ $part_0 }“ fehlt
said-an-answer-of-a-language-model-is-no-number = die Antwort eines Sprachmodells ist keine Zahl
said-a-page-s-policy-cannot-name-an-address-of-ipv6-give-its-host-a-name-such-as-localhost = die Regeln einer Seite können keine IPv6-Adresse nennen; geben Sie dem Host einen Namen, etwa localhost
said-the-browser-shows-no-frame = der Browser zeigt keinen Rahmen
said-the-frame-has-gone = der Rahmen ist nicht mehr da
