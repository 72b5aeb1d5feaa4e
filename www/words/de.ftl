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
page-title = FastGAS: Welche Texte sollte man labeln?
language-of-page = Sprache
language-not-had = { $language } ließ sich nicht laden: { $problem }

## shell/header.rs
common-keys = Tasten
header-all-projects-way-begin = Alle Projekte und der Weg zu einem neuen
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
rescue-saved = Was als gespeichert angezeigt wurde, liegt in diesem Browser und ist nicht verloren. Was zuletzt eingegeben wurde, fehlt vielleicht.
rescue-works = Das gespeicherte Projekt lässt sich hier noch als Datei sichern. Nach dem Neuladen geht die Seite von dem aus, was gespeichert ist.
rescue-locked = Das Projekt ist durch eine Passphrase geschützt und lässt sich darum hier nicht als Datei sichern. Es ist gespeichert: die Seite neu laden, die Passphrase eingeben und weitermachen.
rescue-back-up = Projekt als Datei sichern
rescue-reload = Seite neu laden
rescue-reload-without = Neu laden, ohne das Projekt zu öffnen
rescue-loop = Wenn die Seite immer wieder stehen bleibt, ohne das Projekt neu laden. Es bleibt in der Liste.
rescue-written = Die Datei ist gesichert. Die Seite öffnet sie wie jede Sicherung. Embeddings sind nicht darin.
rescue-unreadable = Das gespeicherte Projekt ist hier nicht zu lesen. Die Seite neu laden und dort sichern.
rescue-report = Für eine Meldung an die Autoren (kein eigener Text steht darin):

## shell/welcome.rs
welcome-thousands-texts-time-label = Tausende Texte, aber nur Zeit für achtzehn?
welcome-fastgas-reads-your-file = FastGAS liest die Datei, findet heraus, wie ihre Texte zusammenhängen, und wählt die wenigen aus, deren Labels am meisten über alle anderen sagen.
welcome-try-sample = Beispiel ausprobieren
welcome-3-000-descriptions-debian = 3.000 Beschreibungen von Debian-Paketen
welcome-or-press-ctrl-v = oder hier { $control }+V drücken
welcome-tour-ten-minutes-how = ein Rundgang von zehn Minuten: wie die Auswahl entsteht
welcome-nothing-leaves-page = Nichts verlässt diese Seite.
welcome-model-runs-browser-there = Das Modell läuft in diesem Browser; es gibt keinen Server, der die Texte sehen könnte. Labels bleiben auf diesem Gerät.
welcome-drop-file-texts-here = Datei mit Texten hier ablegen
welcome-or-click-choose-one = oder klicken, um eine zu wählen: CSV, TSV, JSON oder einfache Zeilen, in jeder Kodierung; dazu Embeddings (.npy), falls vorhanden
welcome-stop-reading = Lesen abbrechen
common-embed = Einbetten
welcome-sentence-bert-places-every = Sentence-BERT gibt jedem Text seinen Ort; ähnliche Texte sind Nachbarn.
welcome-partition-pick = Teilen und auswählen
welcome-their-graph-cut-into = Der Graph wird ausgewogen geteilt; jeder Teil gibt seine bestverbundenen Texte.
welcome-label-export = Labeln und exportieren
welcome-one-key-label-saved = Eine Taste je Label, sofort gespeichert; jede Spalte der Datei kommt zurück.

## shell/notices.rs
message-not-saved = Nicht gespeichert:
message-back-up-first = Vor einem Neuladen sichern.
message-what-you-do-is-lost = Ein Neuladen würde verlieren, was ab jetzt geschieht.
common-back-up = Sichern
message-try-again = Erneut versuchen
message-go-on-unsaved = Trotzdem weiter
message-embeddings-not-kept = Embeddings werden nicht aufbewahrt:
message-selection-goes-on-without = Die Auswahl läuft ohne sie weiter.
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
    [one] 1 ausgewählter Text steht bereit.
   *[other] { $n } ausgewählte Texte stehen bereit.
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
early-picking = Auswahl unter den Texten, die bereit sind …
early-share = { $ready } Texte sind bereit, ein getreuer Querschnitt: Dies ist ihr Anteil an der Auswahl. Der Rest wird unter allen ausgewählt, neben diesen. Eine Auswahl, die auf alle Texte wartet, deckt sie etwas besser ab.
early-others-follow = Ausgewählt unter den { $among } Texten, die bereit waren. Die übrigen folgen, wenn alle bereit sind.
early-none-were-picked = Unter den Texten, die bereit sind, wurde nichts ausgewählt

## run/sketch_view.rs
sketch-so-far = { $n ->
    [one] Bisher 1 Text, ein Punkt
   *[other] Bisher { $n } Texte, jeder ein Punkt
}: je näher zwei Punkte, desto ähnlicher die Texte. Die Karte folgt, wenn alle eingebettet sind.

## run/summary.rs
summary-none = keine
summary-texts-different = { $instances } Texte, davon verschieden: { $different }
summary-one-stands-all-each = ; je einer steht für alle gleichen
common-duplicates = Duplikate
common-encoder = Encoder
common-method = Verfahren
common-parts = Teile
summary-edges-cut = Geschnittene Kanten
summary-imbalance = Ungleichgewicht
summary-early = { $n ->
    [one] 1 Text wurde vorher ausgewählt, unter { $among } Texten.
   *[other] { $n } Texte wurden vorher ausgewählt, unter { $among } Texten.
}
summary-neighbors-found = Nachbarn gesucht: { $searched }.
summary-beginnings = { $n ->
    [one] Von 1 der { $of } Texte ist nur der Anfang eingebettet, da er mehr Wörter hat, als der Encoder liest.
   *[other] Von { $n } der { $of } Texte ist nur der Anfang eingebettet, da sie mehr Wörter haben, als der Encoder liest.
} In einem solchen Text zeigt ein ┊, wie weit er las; ein anderer Encoder liest vielleicht mehr.
summary-together = Zusammen
summary-run = Dieser Lauf
summary-parts = { $n_parts ->
    [one] 1 Teil
   *[other] { $n_parts } Teile
} { $coverage }
summary-parts-by-centered-coverage = So viele Teile, dass die zentrierte Abdeckung am höchsten ist: { $each }. Das ist der mittlere Kosinus eines Textes zum nächsten ausgewählten, nachdem von allen Embeddings ihr Mittel abgezogen ist. Er dient nur dazu, Zahlen von Teilen zu vergleichen, und ist kleiner als die Facility-Abdeckung unter „Abdeckung“: Diese gilt für die endgültige Auswahl und die Embeddings, wie sie sind.
summary-parts-by-facility-coverage = So viele Teile, dass die Facility-Abdeckung beim Versuch am höchsten ist: { $each }. Unter „Abdeckung“ steht die der endgültigen Auswahl.

## run/settings_form.rs
settings-lowered-part-without-pick = Auf { $budget } gesenkt: Ein Teil ohne ausgewählten Text nützt niemandem.
settings-auto-about-as-many = Automatisch: { $budget }, etwa so viele wie ausgewählte Texte in jedem.
settings-auto-or-half-whichever = Automatisch: { $budget } oder halb so viele, je nachdem, was die Texte besser abdeckt.
settings-each-part-gives-share = Jeder Teil trägt seinen Anteil zur Auswahl bei.
settings-texts-less-where-they = { $n_instances } Texte: { $seconds }, weniger, wo sie schon eingebettet sind.
settings-selection = Auswahl
settings-budget = Budget
settings-how-many-texts-you = Wie viele Texte gelabelt werden.
settings-edges-each-text-graph = Jeder Text hat so viele seiner nächsten als Nachbarn und dazu die, zu deren nächsten er selbst gehört.
settings-auto = automatisch
common-seed = Startwert
settings-same-seed-same-picks = Gleicher Startwert, gleiche Auswahl.
settings-advanced = Erweitert
settings-votes = Stimmen
settings-how-many-nearest-each = Für wie viele seiner nächsten jeder Text stimmt; 150 wie veröffentlicht.
settings-workers = Worker
settings-threads-embed-1-each = Threads, die einbetten, 1 bis { $max_workers }; jeder braucht etwa 120 MB.
settings-selecting = Auswahl läuft …
settings-select-again = Neu auswählen
settings-select-texts = { $n ->
    [0] Auswählen
    [one] 1 Text auswählen
   *[other] { $n } Texte auswählen
}
settings-stopped-texts-embedded-kept = Angehalten. { $texts } von { $total } Texten sind eingebettet und aufbewahrt; „Auswählen“ macht dort weiter.
settings-picks-shown-were-made = Die gezeigte Auswahl entstand mit dem Encoder { $encoder }.
settings-picks-shown-were-made-other = Die gezeigte Auswahl entstand mit anderen Einstellungen.
settings-labels-stay-their-texts = Labels bleiben bei ihren Texten.
settings-embeddings = Embeddings
settings-as-they = Wie sie sind
settings-less-pools-mean = Abzüglich des Pool-Mittels
settings-procedure = Ablauf
settings-lazily-as-good-seconds = Sparsam: genauso gut, in Sekunden
settings-as-authors-program-does = Wie das Programm der Autoren, in Minuten
settings-preset = Voreinstellung
settings-best-low-cut-little = Beste: kleiner Schnitt, wenig Zeit
settings-strong-lowest-cut-several = Stark: kleinster Schnitt, viel Zeit
settings-fast-least-time = Schnell: die kürzeste Zeit
settings-paper-as-published = Artikel: wie veröffentlicht
settings-edge-weights = Kantengewichte
settings-all-alike-as-published = Alle gleich, wie veröffentlicht
settings-similarity = Nach Ähnlichkeit
settings-each-counts-itself = Jedes zählt für sich
settings-one-stands-all-them = Eines steht für alle
settings-exactly-large-pools-approximately = Genau, große Pools näherungsweise
settings-exactly = Genau
settings-approximately = Näherungsweise
settings-neighbors-found = Nachbarn suchen
settings-approximately-98-them-found = Näherungsweise werden 98 % von ihnen gefunden, aber schneller.
settings-neighbors-on = Nachbarn suchen auf
settings-gpu-where-faster = GPU, wo das schneller ist
settings-cpu = CPU
settings-gpu-where-there-one = GPU, wo es eine gibt
settings-same-neighbors-either-way = Die Nachbarn sind in jedem Fall dieselben.

## import/view.rs
import-names-columns = Benennt die Spalten
import-row-as-all-others = Ist eine Zeile wie alle anderen
import-quotes = Anführungszeichen
import-single-quotes = Einfache Anführungszeichen ' umschließen Zellen
import-letters = Anführungszeichen gehören zum Text
import-backslash-quotes = Doppelte Anführungszeichen " umschließen Zellen, \" darin
import-refuse-file = Datei ablehnen
import-keep-all-padded = Alle behalten, mit leeren Zellen ergänzt
import-leave-out-keep-list = Weglassen und auflisten
import-how = Wie ist
import-written = zu lesen?
import-likely = { $name } (wahrscheinlich)
import-file = Die Datei
common-format = Format
import-encoding = Kodierung
import-cells-between = Zellen getrennt durch
import-first-line = Erste Zeile
import-lines-above = Zeilen über der Tabelle
import-lines-above-are-no-rows = Zum Beispiel ein Titel: Diese Zeilen werden weggelassen.
import-rows-below = Zeilen unter den Spaltennamen, die keine Texte sind
import-rows-below-are-no-rows = Zum Beispiel die Fragen einer Umfrage: Diese Zeilen werden weggelassen.
import-joined-texts = Texte, verbunden
import-double-quotes = Doppelte Anführungszeichen " umschließen Zellen
import-rows-another-width = Zeilen mit zu vielen oder zu wenigen Zellen
import-rows-no-json = Zeilen, die sich nicht lesen lassen
import-non-rows = Zeilen, die nicht zur Tabelle gehören
import-non-rows-by-kind = Weglassen, was kaum dazugehören kann
import-non-rows-keep = Alle behalten
import-non-rows-leave-out = Alle weglassen, auch zweifelhafte
import-columns = Ihre Spalten
import-texts = Texte
import-several-columns-joined = Mehrere Spalten, verbunden …
import-joined-like = So verbunden
import-columns-between-braces-words = Spalten zwischen geschweiften Klammern, eigene Wörter darum herum.
import-ids = Kennungen
import-none-rows-counted = Keine: Die Zeilen werden gezählt
common-labels = Labels
import-none-taken = Keine: ohne Labels beginnen
import-column-some-rows-have = Aus einer Spalte, in der manche Zeilen Labels haben: Sie gelten als vergeben.
import-cell-has = Eine Zelle hat
import-one-label = Ein Label
import-between-semicolons = Mehrere, zwischen Semikolons
import-between-commas = Mehrere, zwischen Kommas
import-between-bars = Mehrere, zwischen |
import-between-hashes = Mehrere, zwischen #
import-between-slashes = Mehrere, zwischen /
import-between-colons = Mehrere, zwischen ::
import-between-double-bars = Mehrere, zwischen ||
import-between-others = Mehrere, anders getrennt …
import-separator = Zwischen den Labels
import-separator-hint = So, wie es in den Zellen steht; \t ist ein Tabulator, \n ein Zeilenumbruch.
import-more-labels = und { $n } weitere
import-labels-become = { $n ->
    [one] 1 Label
   *[other] { $n } Labels
}: { $named }
import-no-labels = So gelesen enthalten die Zellen keine Labels oder mehr als 500.
import-list = Mehrere, als JSON-Liste
import-file-line = Dateizeile
common-row = Zeile
import-file-refused-them-unless = ihretwegen wird die Datei abgelehnt, solange nichts anderes gewählt ist
import-they-kept = sie werden behalten
import-they-will-left-out = sie werden weggelassen
import-rows-another-width-2 = Zeilen mit zu vielen oder zu wenigen Zellen, { $lines }: { $what }.
import-rows-no-json-2 = Zeilen, die sich nicht lesen lassen, { $lines }: { $what }.
import-there-no-rows = Es gibt keine Zeilen.
import-first-rows-read-like = Die ersten Zeilen, so gelesen
common-reading = Wird gelesen
common-stop = Anhalten
import-open-like = So öffnen
import-labels-stay = Sind die Texte dann andere, werden sie ein neues Projekt; dieses bleibt mit seinen Labels unter „Projekte“.
import-names-in-doubt = Benennt die erste Zeile von { $file_name } die Spalten?
import-name-like-text = Spalte { $column } würde „{ $cell }“ heißen, und das kann der Text einer Zeile sein
import-say-what-first-line-is = Die Zeilen unten ansehen und wählen, was die erste Zeile ist.
import-name-is-no-row = Die erste Zeile nennt Spalte { $column } „{ $cell }“; ist das der Text einer Zeile, fehlt diese Zeile.
import-bytes-in-doubt = { $file_name } enthält Bytes, die kein Text sind
import-broken-bytes = { $n ->
    [one] die Datei ist { $encoding } bis auf 1 Stelle, die als � gezeigt wird: { $lines }
   *[other] die Datei ist { $encoding } bis auf { $n } Stellen, die als � gezeigt werden: { $lines }
}
import-broken-bytes-look = Was dort stand, ist der Datei nicht zu entnehmen. Sind auch andere Wörter falsch, eine andere Kodierung wählen.
import-zero-bytes = { $n ->
    [one] 1 Byte darin ist null oder fehlerhaft, was in keinem Text vorkommt; es wird als � gezeigt: { $lines }
   *[other] { $n } Bytes darin sind null oder fehlerhaft, was in keinem Text vorkommt; sie werden als � gezeigt: { $lines }
}
import-zero-bytes-look = Vielleicht ist dies keine Datei mit Texten, oder sie ist UTF-16 ohne Byte-Order-Marke: Dann diese Kodierung wählen. Sonst lässt sie sich so öffnen.
import-broken-bytes-shown = { $n ->
    [one] 1 Stelle, die kein Text ist, als � gezeigt: { $lines }.
   *[other] { $n } Stellen, die kein Text sind, als � gezeigt: { $lines }.
}
import-shifted = Ab Zeile { $line } sind die Wörter nicht die der Datei: Bei Byte { $byte } ist ein Byte zu viel oder fehlt eines.
import-encoding-lossy = { $encoding }, mit � für Fehlerhaftes

## encoder/dialog.rs
bring-opening-trying-encoder = Der Encoder wird geöffnet und ausprobiert
bring-works = { $config } funktioniert. { $report }.
bring-use-another-encoder = Anderen Encoder verwenden
bring-missing = fehlt
bring-onnx-file = ONNX-Datei
bring-onnx-file-tokenizer-json = Eine ONNX-Datei mit ihrer tokenizer.json, wie es sie auf Modellplattformen gibt; mit dem ganzen Ordner des Modells werden auch seine Einstellungen gelesen. BERT, MPNet und verwandte Modelle laufen am schnellsten.
bring-drop-files-or-folder = Dateien oder einen Ordner hier ablegen
bring-drop-more-files-here = Weitere Dateien hier ablegen
bring-or-choose = oder auswählen:
bring-files = Dateien
bring-or = oder
bring-folder = Ordner
bring-tokenizer = Tokenizer
bring-none-among-files-see = keine unter den Dateien: siehe unten
bring-from-json-files = { $n ->
    [one] aus 1 JSON-Datei
   *[other] aus { $n } JSON-Dateien
}
bring-choose-encoders-folder = Ordner des Encoders wählen
bring-choose-encoders-files = Dateien des Encoders wählen
bring-files-were-not-read = Die Dateien wurden nicht gelesen
bring-choose-encoders-own-folder = Den Ordner des Encoders selbst oder seine Dateien wählen.
bring-name = Name
common-pooling = Pooling
bring-how-vectors-texts-tokens = Wie aus den Vektoren der Tokens eines Textes einer wird; wie, steht auf der Seite des Modells.
common-prefix = Präfix
bring-put-before-every-text = Steht vor jedem Text, etwa „query: “ für E5, einschließlich des Leerzeichens.
common-instruction = Anweisung
bring-as-prefix-but-not = Wie ein Präfix, wird aber selbst nicht gepoolt: für Instructor.
common-longest-text = Längster Text
bring-tokens-what-follows-not = In Tokens; was folgt, wird nicht gelesen. Leer: so viele, wie das Modell kann.
bring-open-try = Öffnen und ausprobieren
bring-opening-trying = Wird geöffnet und ausprobiert …
bring-opening-trying-2 = Öffnen und Ausprobieren
bring-worker-own-whatever-happens = In einem eigenen Worker: Was dort auch geschieht, Projekt und Encoder bleiben, wie sie sind.
bring-texts-worker = { $seconds } für { $texts } Texte mit { $workers ->
    [one] 1 Worker
   *[other] { $workers } Workern
}
bring-change-settings = Einstellungen ändern
bring-use-encoder = Diesen Encoder verwenden
bring-unknown = unbekannt
bring-slower-execution = In langsamerer Ausführung
bring-model-itself = durch das Modell selbst
bring-works-2 = funktioniert.
bring-dimensions = Dimensionen
bring-vocabulary = Vokabular
bring-tokens = { $n } Tokens
bring-weights = Gewichte
bring-speed = Tempo
common-your-file = Die Datei

## import/paste.rs
common-paste-texts = Texte einfügen
paste-one-text-on-each = Ein Text je Zeile oder Zellen, wie eine Tabellenkalkulation sie kopiert
paste-look-at-them = Ansehen

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
drops-drop-file-texts-embeddings = Eine Datei mit Texten ablegen, gern mit ihren Embeddings (.npy), oder die Dateien eines Encoders

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
data-take-out = Diese Texte wieder herausnehmen
data-take-out-until = Möglich, bis danach gelabelt, notiert oder ausgewählt wird
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
data-asks-labels = Die Datei hat Labels mehrerer Personen, Antworten auf mehrere Fragen oder Antworten, die nicht zählen. Keines wird übernommen, bevor Sie sagen, welche.
data-look-at-labels = Labels ansehen
data-take-labels-in = Übernehmen
data-texts-are-empty = { $n ->
    [one] 1 Text ist leer; Verfahren, die Texte übergehen können, wählen ihn nicht.
   *[other] { $n } Texte sind leer; Verfahren, die Texte übergehen können, wählen sie nicht.
}
data-change-how-read = Anders einlesen
data-save-rows-were-left = Weggelassene Zeilen speichern
data-embeddings-dimensions = Embeddings: { $file }, { $dimensions } Dimensionen.
data-embeddings-passed-over = { $n ->
    [one] 1 Zeile dieser Datei gehört zu einer Zeile, die bei den Texten weggelassen ist, und bleibt
   *[other] { $n } Zeilen dieser Datei gehören zu Zeilen, die bei den Texten weggelassen sind, und bleiben
} ungenutzt.
data-embed-texts-instead = Stattdessen die Texte einbetten

## projects/cache_size.rs
cache-embeddings-kept-browser = In diesem Browser aufbewahrte Embeddings:
cache-empty-cache-embeddings = Zwischenspeicher der Embeddings leeren
cache-empty = Leeren
cache-text = { $texts ->
    [one] 1 Text
   *[other] { $texts } Texte
}, { $bytes }

## encoder/panel.rs
encoder-use-another = Anderen verwenden …
encoder-not-used-file-embeddings = Für diese Datei nicht verwendet: Ihre Embeddings sind mitgegeben.
encoder-trained-on-english = Sprache der Texte, wie es scheint: { $language }. Dieser Encoder hat nur Englisch gelernt: Von anderen Sprachen kennt er eher die Schreibweise als die Bedeutung. Für Karte und Auswahl nach Bedeutung einen mehrsprachigen Encoder verwenden, etwa paraphrase-multilingual-MiniLM-L12-v2 als ONNX.
encoder-kept-browser = { $name }: { $bytes } in diesem Browser aufbewahrt.
encoder-until-page-reloaded = { $name }: bis zum Neuladen der Seite.
encoder-back-built-encoder = Zurück zum eingebauten Encoder

## projects/list.rs
projects-your-projects-browser = Projekte in diesem Browser
projects-nothing-picked-yet = noch nichts ausgewählt
projects-labeled = { $n_labeled } von { $n ->
    [one] 1 ausgewählten Text
   *[other] { $n } ausgewählten Texten
} gelabelt
common-rename = Umbenennen
common-delete = Löschen
projects-deleted = Gelöscht ({ $n })
projects-deleted-keep-their-room = Sie belegen weiter Speicherplatz in diesem Browser, bis sie endgültig gelöscht sind; bis dahin lassen sie sich zurückholen.
projects-put-back = Zurückholen
projects-delete-for-good = Endgültig löschen
projects-name-project = Name des Projekts
projects-project-open-another-tab = Dieses Projekt ist in einem anderen Tab offen.
projects-here-can-looked-at = Hier lässt es sich nur ansehen. Nach „Hier weitermachen“ ist es dort nur noch zu lesen.
projects-go-on-here = Hier weitermachen
projects-nothing-was-changed = Nichts wurde geändert
projects-another-tab-has-it = ein anderer Tab hat dieses Projekt, und dieser zeigt es nur
projects-go-on-here-or-there = Unten „Hier weitermachen“ drücken oder im anderen Tab weitermachen.

## protection/dialogs.rs
protect-protection = Schutz
protect-passphrase = Passphrase
protect-protect = Mit einer Passphrase schützen…
protect-hint = Verschlüsselt Texte, Labels, Notizen und Embeddings dieses Projekts in diesem Browser und seine Sicherungen. Möglich, wenn alles gespeichert ist und nichts läuft.
protect-is-protected = Durch eine Passphrase geschützt
protect-lock = Jetzt sperren
protect-lock-hint = Schließt das Projekt; dieser Tab vergisst die Passphrase
protect-change = Passphrase ändern…
protect-remove = Schutz aufheben
protect-remove-title = Den Schutz aufheben?
protect-remove-text = Das Projekt wird dann unverschlüsselt gespeichert, und seine nächsten Sicherungen ebenso. Früher gespeicherte Sicherungen behalten ihre Passphrase.
protect-next = Das nächste Projekt mit einer Passphrase schützen…
protect-next-hint = Die Passphrase wählen, bevor die Texte geöffnet werden: Dann sind sie nie unverschlüsselt gespeichert
protect-next-is-protected = Das nächste Projekt, das geöffnet wird, ist durch die Passphrase geschützt.
protect-forget-next = Nicht schützen
protect-title = Mit einer Passphrase schützen
protect-what = Texte, Labels, Notizen, Richtlinien und Embeddings dieses Projekts werden in diesem Browser verschlüsselt, von nun an auch seine Sicherungen. Die Seite fragt bei jedem Öffnen des Projekts nach der Passphrase.
protect-what-next = Das nächste Projekt, das geöffnet wird, ist in diesem Browser von Anfang an verschlüsselt, auch seine Sicherungen. Die Seite fragt bei jedem Öffnen nach der Passphrase.
protect-what-change = Das Projekt lässt sich dann nur noch mit der neuen Passphrase öffnen.
protect-lost = Eine verlorene Passphrase kann niemand wiederherstellen: Projekt und Sicherungen lassen sich dann nicht mehr öffnen.
protect-earlier = Früher gespeicherte Sicherungen und Exporte bleiben ohne Passphrase lesbar. Der Browser behält vielleicht Reste des unverschlüsselt Gespeicherten, bis er den Platz braucht.
protect-earlier-passphrase = Früher gespeicherte Sicherungen öffnen sich weiterhin mit der alten Passphrase. Exporte sind nie verschlüsselt.
protect-names-stay = Der Name des Projekts und die Zahlen seiner Texte, Auswahlen und Labels bleiben in der Liste der Projekte lesbar. Verrät der Name zu viel, das Projekt dort umbenennen.
protect-new = Passphrase (mindestens 8 Zeichen)
protect-again = Dieselbe noch einmal
protect-show-typed = Eingabe anzeigen
protect-too-short = Sie braucht mindestens 8 Zeichen.
protect-not-the-same = Beide sind noch nicht gleich.
protect-done = Projekt schützen
protect-done-next = Diese Passphrase verwenden
protect-done-change = Passphrase ändern
protect-encrypting = Wird verschlüsselt…
protect-ask-project = { $name } ist durch eine Passphrase geschützt.
protect-ask-back-up = { $name } ist durch eine Passphrase geschützt, und seine Sicherung wird es auch sein.
protect-ask-file = { $name } ist durch eine Passphrase geschützt. Als eigenes Projekt bleibt der Inhalt durch sie geschützt. Was in ein offenes Projekt zusammengeführt wird, ist so gespeichert wie dieses.
protect-open = Öffnen
protect-opening = Wird geöffnet…
protect-wrong = Die Passphrase ist falsch. Feststelltaste und Sprache der Tastatur prüfen und es noch einmal versuchen.
protect-unavailable = Dieser Browser kann auf dieser Adresse nicht verschlüsseln: { $reason }. Die Seite über https oder auf diesem Rechner öffnen.
protect-unreadable = Es lässt sich nicht öffnen: { $reason }
protect-not-changed = Nichts wurde geändert: { $problem }
protect-not-removed = Der Schutz wurde nicht aufgehoben
protect-stays-as-it-is = Das Projekt bleibt geschützt. Noch einmal versuchen.
protect-unfinished = Das Projekt ist geschützt, aber noch nicht alles ist verschlüsselt
protect-finish-by-opening = Platz auf dem Datenträger schaffen und das Projekt dann noch einmal öffnen: Das bringt es zu Ende.

## projects/state.rs: damage
damage-restored = Labels wurden wiederhergestellt
damage-restored-which = in der Datenbank des Browsers { $n ->
    [one] fehlte einer der { $total } Einträge des Label-Protokolls oder war beschädigt (Nummer { $which })
   *[other] fehlten { $n } der { $total } Einträge des Label-Protokolls oder waren beschädigt (Nummern { $which })
}
damage-nothing-lost = Sie stammen nun aus der zweiten Kopie, die diese Seite führt; nichts ist verloren. Das Projekt jetzt sichern: Der Speicher des Browsers könnte versagen.
damage-project-is-damaged = Dieses Projekt ist beschädigt.
damage-missing = { $n ->
    [one] Einer der { $total } Einträge des Label-Protokolls ist verloren: Nummer { $which }.
   *[other] { $n } der { $total } Einträge des Label-Protokolls sind verloren: Nummern { $which }.
}
damage-altered = Das Label-Protokoll ist nicht das, das gespeichert wurde, und die Seite kann nicht sagen, welche Einträge abweichen.
damage-others = { $n ->
    [one] Ein Eintrag von anderen ist nicht lesbar.
   *[other] { $n } Einträge von anderen sind nicht lesbar.
}
damage-texts = { $n ->
    [one] Eine Zelle eines Textes ist nicht lesbar (Zeile { $rows }).
   *[other] Zellen von { $n } Texten sind nicht lesbar (Zeilen { $rows }).
} Zellen, die nicht lesbar sind, erscheinen leer.
damage-other-texts = Die Texte sind nicht die, die gespeichert wurden, und die Seite kann nicht sagen, welche Zellen abweichen.
damage-partition = Die Teile sind verloren und mit ihnen die Auswahl; die Labels sind da. Eine neue Auswahl treffen, um wieder Teile zu haben.
damage-layout = Die Karte ist verloren. Eine neue Auswahl treffen, um eine Karte zu haben.
damage-joined = Die Linien der Karte sind verloren. Eine neue Auswahl treffen, um sie zu haben.
damage-recorded = Die Erklärung der Auswahl ist verloren. Eine neue Auswahl treffen, um eine zu haben.
damage-what-to-do = Alles Übrige lässt sich ansehen, sichern und exportieren. Zuerst sichern; gibt es eine ältere Sicherung, diese öffnen und vergleichen.
damage-go-on = Ohne sie weitermachen

## import/append_view.rs
adding-title = Gehört { $file_name } hierher?
adding-none-is-there = { $n ->
    [one] Die Datei hat 1 Text, der noch nicht in { $project } ist.
   *[other] Die Datei hat { $n } Texte, von denen noch keiner in { $project } ist.
}
adding-all-are-there = { $n ->
    [one] Die Datei hat 1 Text, der schon in { $project } ist: Hinzuzufügen ist nichts.
   *[other] Die Datei hat { $n } Texte. Alle sind schon in { $project }: Hinzuzufügen ist nichts.
}
adding-some-are-there = Die Datei hat { $n } Texte, von denen { $n_known ->
    [one] 1 schon in { $project } ist: Er bleibt, wie er ist.
   *[other] { $n_known } schon in { $project } sind: Diese bleiben, wie sie sind.
} Neu: { $n_new }.
adding-new-and-changed = Die Datei hat { $n } Texte. Neu: { $n_new }.
adding-changed = Geändert: { $n ->
    [one] 1 Text hat
   *[other] { $n } Texte haben
} eine Kennung, die hier für einen anderen Text steht, etwa { $id }. Sie werden nicht hinzugefügt; das Projekt behält seine Texte.
adding-other-values = { $n ->
    [one] 1 Text, der schon hier ist, hat
   *[other] { $n } Texte, die schon hier sind, haben
} in dieser Datei andere Werte in anderen Spalten. Das Projekt behält seine Werte.
adding-lacks = Das Projekt hat Spalten, die dieser Datei fehlen; bei ihren Texten bleiben sie leer: { $columns }.
adding-brings = Diese Datei hat Spalten, die dem Projekt fehlen; bei den Texten, die da sind, bleiben sie leer: { $columns }.
adding-what-stays = Ausgewählte Texte, Labels und Notizen bleiben. Beim nächsten Auswählen geht es von ihnen aus weiter, unter allen Texten; was eingebettet ist, wird nicht noch einmal eingebettet. Die Karte wird dann neu gezeichnet.
adding-stops-run = Die laufende Auswahl wird angehalten.
adding-back = Zurück zum Zusammenführen
adding-open-as-own = Als eigenes Projekt öffnen
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
    [one] 1 Text steht in einem von beiden öfter als im anderen: Welcher welcher ist, ist nicht zu erkennen, und er bekommt kein Label.
   *[other] { $n } Texte stehen in einem von beiden öfter als im anderen: Welcher welcher ist, ist nicht zu erkennen, und sie bekommen keine Labels.
}
file-labels-other-text = { $n ->
    [one] 1 Zeile hat die ID eines Textes im Projekt und einen anderen Text: Sie bekommt kein Label.
   *[other] { $n } Zeilen haben IDs von Texten im Projekt und andere Texte: Sie bekommen keine Labels.
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
file-labels-no-labels = Abgelehnt: { $rejected }. Übergangen, abgebrochen oder unfertig: { $void }. Das sind keine Labels; sie werden nicht importiert.
file-labels-contradicting = { $n ->
    [one] Zu 1 Text hat dieselbe Person Antworten gegeben, die einander widersprechen: Diese werden nicht importiert.
   *[other] Zu { $n } Texten hat dieselbe Person Antworten gegeben, die einander widersprechen: Diese werden nicht importiert.
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
file-labels-say-unapproved = Sagen Sie, ob Antworten importiert werden, die niemand bestätigt hat.
file-labels-join = Aus den { $rows } Zeilen { $n ->
    [one] 1 Text
   *[other] { $n } Texte
} machen
file-labels-varying = Spalten, in denen sich die Zeilen zu einem Text unterscheiden, kommen nicht mit: { $columns }.
file-labels-labeled-as = { $found } heißt
file-labels-people-hint = Die Antworten aller stehen nebeneinander und ersetzen keine von Ihren. Wo Personen uneins sind, zählt kein Label, bis Sie es unter „Übereinstimmung“ entscheiden. Wenn Sie selbst darunter sind, schreiben Sie dort Ihren eigenen Namen.
file-labels-say-whose = Sagen Sie, wer gelabelt hat: Alle in der Datei brauchen einen Namen.
file-labels-same-name = Zwei von ihnen heißen { $name }. Geben Sie einer Person einen anderen Namen, damit niemandes Labels die einer anderen ersetzen.
file-labels-your-own = Auch Sie sind { $own }. Wenn es Ihre eigenen Labels sind, importieren Sie noch einmal: Texte ohne Label von Ihnen bekommen sie, und { $n ->
    [0] kein Text hat schon eines.
    [one] 1 Text behält das Label, das er hat.
   *[other] { $n } Texte behalten die Labels, die sie haben.
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
dialogs-picks-labels-deleted-from = Texte, Auswahl, Labels und Embeddings des Projekts werden in diesem Browser gelöscht; andere Projekte mit denselben Texten betten diese beim nächsten Auswählen neu ein. Die Datei selbst bleibt, wo sie ist.
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
dialogs-not-stored-here = Was hier zuletzt getan wurde, ist nicht gespeichert: Es ginge verloren, und das Projekt würde gelesen, wie es der andere Tab hat.
dialogs-select-anew = Andere Texte auswählen als die mitgegebenen?
dialogs-select-anew-yes = Andere auswählen
dialogs-another-name = Ist { $name } ein anderer Name von { $before }?
dialogs-another-name-takes-all = { $n ->
    [one] Was { $before } zu 1 Text angegeben hat
   *[other] Was { $before } zu { $n } Texten angegeben hat
}, gilt dann als Angabe von { $name }. Labelt hier ab jetzt jemand anderes, den Namen behalten: „Kopie fürs Team“ legt dafür ein Projekt an.
dialogs-keep-name = { $before } behalten
dialogs-another-name-yes = Ja, umbenennen
dialogs-keep-these = Diese behalten
dialogs-picked-for-you = Die ausgewählten Texte dieser Kopie sind die, um deren Labels gebeten wurde. Labels anderer Texte lassen sich mit denen der anderen kaum vergleichen. Was ein Label hat, behält es.
dialogs-forget-colleague = Die Labels von { $name } aus dem Projekt nehmen?
dialogs-colleague-comes-back-with = { $n ->
    [one] 1 Label wird herausgenommen. „Rückgängig“ bringt es nicht zurück; dazu die Datei erneut zusammenführen.
   *[other] { $n } Labels werden herausgenommen. „Rückgängig“ bringt sie nicht zurück; dazu die Datei erneut zusammenführen.
}
dialogs-join = Aus { $name } und { $into } ein Label machen?
dialogs-join-cannot-be-undone = { $uses ->
    [0] Noch niemand hat es vergeben.
    [one] Der Text, der es hat, hat dann { $into }, von wem auch immer.
   *[other] Alle { $uses }, die es haben, haben dann { $into }, von wem auch immer.
} „Rückgängig“ trennt sie nicht wieder.
dialogs-join-yes = Eines daraus machen
dialogs-keep-both = Beide behalten
dialogs-relabel = { $n ->
    [one] 1 Text
   *[other] { $n } Texten
} das Label { $name } geben?
dialogs-relabel-others = { $n ->
    [one] Einer davon hat ein anderes Label und verliert es. „Rückgängig“ bringt es zurück.
   *[other] { $n } davon haben ein anderes Label und verlieren es. „Rückgängig“ bringt es zurück.
}
dialogs-relabel-yes = Vergeben
dialogs-take-key = { $name } die Taste „{ $key }“ geben?
dialogs-take-key-exchanged = „{ $key }“ ist die Taste von { $owner }; dieses Label bekäme dafür „{ $instead }“.
dialogs-take-key-none-left = „{ $key }“ ist die Taste von { $owner }; dieses Label hätte dann keine, denn alle anderen sind vergeben.
dialogs-take-key-yes = Taste geben
dialogs-write-answers = Antworten schreiben, statt Labels zu vergeben?
dialogs-labels-stay = { $n ->
    [one] 1 Text hat Labels und behält
   *[other] { $n } Texte haben Labels und behalten
} sie, bis eine Antwort geschrieben wird, die sie ersetzt; bis dahin stehen sie in Exporten als Antworten. Jedes Feld ist zu Beginn leer.
dialogs-give-labels = Labels vergeben, statt Antworten zu schreiben?
dialogs-answers-become-labels = { $n ->
    [one] 1 Text hat eine geschriebene Antwort, die kein Label ist. Er behält sie
   *[other] { $n } Texte haben geschriebene Antworten, die keine Labels sind. Sie behalten sie
}, und { $n_new ->
    [one] 1 Label kommt hinzu
   *[other] { $n_new } Labels kommen hinzu, eines für jede verschiedene Antwort
}. Ein Label, das danach vergeben wird, ersetzt das Geschriebene.
dialogs-one-label = Jedem Text nur ein Label geben?
dialogs-several-stay = { $n ->
    [one] 1 Text hat mehrere Labels und behält
   *[other] { $n } Texte haben mehrere Labels und behalten
} sie, bis eines vergeben wird, das alle ersetzt.
dialogs-change-answers-yes = Ändern
dialogs-remove-label = Label „{ $name }“ entfernen?
dialogs-undo-brings-back = { $uses ->
    [one] 1 Text trägt es und verliert es.
   *[other] { $uses } Texte tragen es und verlieren es.
} „Rückgängig“ bringt es zurück.
common-remove = Entfernen

## network/dialog.rs
network-texts-go = Texte gehen an { $host }
network-texts-went = Texte gingen an { $host }
network-nothing-leaves-page = Nichts verlässt diese Seite
network-something-went-elsewhere = Etwas ging anderswohin
network-what-page-has-asked = Was diese Seite seit dem Laden vom Netz angefordert hat
network-requests = { $elsewhere } von { $asked } Anfragen
network-elsewhere = anderswohin
network-what-page-asked-network = Was diese Seite vom Netz angefordert hat
network-from-where-page-comes = den Server dieser Seite: ihre eigenen Dateien
network-somebody-else = einen fremden Server
network-to = an
network-pages-policy-forbids-these = Die Regeln der Seite verbieten diese; der Browser hat sie abgelehnt, und nichts wurde gesendet:
network-since-was-loaded-page = Anfragen dieser Seite seit dem Laden:
network-none-went-anywhere-else = Alle gingen an den Server dieser Seite.
network-went-elsewhere = { $n ->
    [one] 1 ging anderswohin.
   *[other] { $n } gingen anderswohin.
}
network-whether-page-opens-without = Ob sich die Seite ohne Netz öffnet, ist noch nicht bekannt.
network-pages-files-being-stored = Die Dateien der Seite werden gerade gespeichert, damit sie sich ohne Netz öffnet.
network-pages-files-stored-opens = Die Dateien der Seite sind gespeichert: Sie öffnet sich und arbeitet ohne Netz.
network-page-does-not-open = Ohne Netz öffnet sich die Seite nicht: { $reason }.
common-every-file = Jede Datei
network-what = Was
network-asked = Angefordert von
network-times = Wie oft
network-what-list-can-cannot = Was diese Liste sehen kann und was nicht
network-holds-what-browser-tells = Sie enthält, was der Browser über Anfragen der Seite, ihrer Worker und des Service Workers mitteilt, der ihre Dateien aufbewahrt, auch
network-where-answer-came-out = wo die Antwort aus dem eigenen Speicher des Browsers kam. Sie kann nicht sehen, was der Browser selbst oder seine Erweiterungen senden, und nicht, was ein{" "}
network-worker-asked-ended-before = Worker angefordert hat, der endete, bevor er es mitteilen konnte.
network-you-need-not-believe = Man muss ihr nicht glauben: Die Entwicklerwerkzeuge (F12, „Netzwerk“) zeigen dasselbe, und die Seite arbeitet auch bei gekappter Verbindung.
network-requests-2 = { $n ->
    [one] 1 Anfrage
   *[other] { $n } Anfragen
}
network-begins-once-stored = Sie beginnt, sobald alles gespeichert ist, was getan wurde.
network-new-version-page-ready = Eine neue Version dieser Seite ist bereit.
network-begins-when-you-want = Sie beginnt erst auf Wunsch; was gespeichert ist, bleibt, wie es ist.
network-other-tabs-still-use = { $n ->
    [one] Ein anderer Tab verwendet noch diese Version. Ihn schließen und es dann erneut versuchen.
   *[other] { $n } andere Tabs verwenden noch diese Version. Sie schließen und es dann erneut versuchen.
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
hearing-label-added = Label { $label } angelegt.
hearing-labels-added = { $n } Labels angelegt.
hearing-label-renamed = Label { $old } heißt jetzt { $new }.
hearing-label-removed = Label { $label } herausgenommen.
hearing-labels-removed = { $n } Labels herausgenommen.
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
hearing-no-answer = keine Antwort mehr
hearing-not-flagged = nicht mehr vorgemerkt
hearing-no-note = Notiz entfernt
common-text = Der Text
annotate-saving = wird gespeichert …
annotate-from-file = ✓ aus der Datei
annotate-accepted-suggestion = ✓ ein angenommener Vorschlag
annotate-saved = ✓ gespeichert
annotate-took = nach { $seconds } s
annotate-labeling = Labeln
common-part = Teil
annotate-previous-pick = Vorheriger ausgewählter Text
common-previous-or-k = Zurück (← oder k)
annotate-next-pick = Nächster ausgewählter Text
common-next-or-j = Weiter (→ oder j)
annotate-empty-text = (ein leerer Text)
annotate-which-labels-can-text = Welche Labels kann ein Text haben? Das erste hinzufügen; es bekommt die Taste 1.
annotate-large-text = Große Schrift
annotate-large-text-title = Der Text groß und in der Mitte, die Karte daneben
annotate-more-below = mehr
annotate-next = Weiter
common-clear = Antwort entfernen
common-undo = Rückgängig
common-redo = Wiederholen
annotate-comes-again-after-others = Der Text kommt nach den anderen wieder
annotate-skip = Überspringen
annotate-nobody-could-tell-from = Niemand könnte es aus diesem Text erkennen; er kommt nicht wieder
annotate-cant-tell = Nicht erkennbar
annotate-come-back = Um darauf zurückzukommen
annotate-flag = ⚑ Vormerken
annotate-guidelines-keys = Richtlinien, Tasten
annotate-labeled-picks = Gelabelte Texte der Auswahl
common-labeled-of = { $n_labeled } von { $n_picks } gelabelt
annotate-skipped = , { $n_skipped } übersprungen
annotate-nobody-can-tell = , { $n_cannot } nicht erkennbar
annotate-left-at-your-pace = { $each } s je Text, noch { $time }
annotate-seconds-each = { $each } s je Text
annotate-settled-otherwise = unter „Übereinstimmung“ als { $answer } entschieden, und das gilt
annotate-disputed = Hier gehen die Labels auseinander; zu entscheiden unter „Übereinstimmung“.
annotate-of-one = { $answer }, von einer Person
annotate-unanimous = { $answer }, von allen, die den Text gelabelt haben
annotate-adjudicated = { $answer }, so entschieden
annotate-not-saved-yet = { $n_unsaved } noch nicht gespeichert
annotate-held = { $n_unsaved } ungespeichert: → geht weiter
annotate-answer = Antwort
annotate-saves-goes-on = speichert sie und geht weiter.
annotate-label-so-far = Bisheriges Label: { $label }. Die Antwort ersetzt es.
annotate-edit-label = Als Antwort bearbeiten
annotate-note = Notiz
annotate-anything-worth-remembering-text = Was zu diesem Text festzuhalten ist
annotate-among-early = Ausgewählt unter den Texten, die bis dahin eingebettet waren.
annotate-unread = Der Encoder las { $percent } % dieses Textes, bis zum ┊. Karte, Nachbarn und Vorschläge wissen vom Rest nichts.
annotate-why-text = Warum dieser Text?
annotate-other-columns = Andere Spalten

## labeling/list_view.rs
common-picks = Auswahl
picks-rank = { $n_picks }, nach Rang
picks-ranks = Auswahl, Rang { $first } bis { $last }
picks-labeled-no-picks = Gelabelt, aber nicht ausgewählt
picks-which-are-listed = Welche aufgelistet sind
picks-before-added = Ausgewählt unter den { $among } Texten, die da waren, bevor andere hinzukamen. Die nächsten werden unter allen { $n } ausgewählt.
picks-pick-more = { $more ->
    [one] 1 weiteren auswählen
   *[other] { $more } weitere auswählen
}
picks-pick-more-2 = Weitere auswählen
picks-give-number-from-1 = Eine Zahl von 1 bis { $left } angeben.
picks-picks-stay-their-labels = Die Auswahl bleibt, mit ihren Labels; { $n ->
    [one] 1 übergangener Text macht Platz für einen anderen.
   *[other] { $n } übergangene Texte machen Platz für andere.
}
picks-how-many-more = Wie viele weitere
picks-those-there-stay-their = Die vorhandenen bleiben, mit ihren Labels
picks-edges-inside-part-no = Sein Grad in seinem Teil, ohne die Kanten, die ein früher ausgewählter Text berührt
picks-degree = Restgrad
picks-flagged = Vorgemerkt
picks-flagged-2 = vorgemerkt
picks-note = Notiz: { $note }

## run/coverage_view.rs
coverage-all-labeled = Gelabelt: alle { $all }.
coverage-labeled = Gelabelt: { $n } von { $all }.
coverage-coverage = Abdeckung
coverage-as-table = Als Tabelle
coverage-facility-coverage-share-covered = Facility-Abdeckung und Anteil abgedeckter Texte über der Zahl der Labels; die Zahlen stehen in der Tabelle
coverage-facility-coverage = Facility-Abdeckung
coverage-covered-texts = abgedeckte Texte
coverage-labeled-so-far = bisher gelabelt
coverage-coverage-as-table = Abdeckung als Tabelle
coverage-what-labels-cover-one = Was die Labels abdecken, eines nach dem anderen: jedes seinen Text und dessen Nachbarn
common-facility-coverage = Facility-Abdeckung
common-added = Zuwachs
common-covered-texts = Abgedeckte Texte

## shell/help.rs
help-give-label-number-go = das Label mit dieser Taste vergeben und, wo ein Text nur eines hat, weiter zum nächsten. Ziffern vergeben immer Labels; „Labels bearbeiten“ gibt einem Label eine andere Taste, und es behält sie, wenn andere verschoben oder entfernt werden
help-give-labels-past-ninth = Labels nach dem neunten vergeben (alle Buchstaben außer j, k, s, u)
help-clear-label = die Antwort entfernen
help-next-text = nächster Text, oder die nächste Zeile der Liste, in der der Fokus ist
help-previous-text = voriger Text, oder die Zeile davor
help-read-on = in einem langen Text weiterlesen
help-go-on-next-text = weiter zum nächsten Text ohne Antwort
help-skip-comes-again-after = überspringen: Der Text kommt nach den anderen wieder
help-cant-tell-nobody-could = nicht erkennbar: Niemand könnte es aus diesem Text erkennen; er kommt nicht wieder
help-flag-come-back = vormerken, um darauf zurückzukommen
help-list-next-kind = nur die auflisten, die noch offen, gelabelt, vorgemerkt, mit Notiz, … sind, eine Art nach der anderen
help-find-label = ein Label nach seinem Namen finden und vergeben; oder ein neues anlegen
help-enter-begins-answer = wo Antworten geschrieben werden: zu schreiben beginnen; Esc verlässt das Feld
help-saves-answer-goes-on = wo Antworten geschrieben werden: die Antwort speichern und weitergehen
help-single-keys = Einzelne Tasten als Kürzel verwenden. Für Spracheingabe ausschalten: Dann wirken nur noch Schaltflächen, Tab und Kürzel mit { $control }.
help-write-note-escape-leaves = eine Notiz schreiben; Esc verlässt das Feld
help-show-what-labels-so = zeigen, was die bisherigen Labels für den Text nahelegen, oder es verbergen
help-accept-suggestion-shown = den gezeigten Vorschlag annehmen
help-show-texts-similar-one = die Texte zeigen, die diesem ähneln, um viele davon zu labeln
help-fold-why = ein- oder ausklappen, warum der Text gewählt wurde und was ihm nahe ist
help-undo = rückgängig machen
help-back-up = das Projekt sichern
help-redo = wiederholen
help-on-map-zoom-arrow = auf der Karte: zoomen; die Pfeiltasten verschieben sie, Pos1 zeigt alles
help-on-map-go-pick = auf der Karte: zum ausgewählten Text, der ihrer Mitte am nächsten ist
help-list-below-map-go = in der Liste unter der Karte: durch sie gehen, ihre Gruppen auf- und zuklappen
help-list-below-map-zoom = in der Liste unter der Karte: dorthin zoomen, markieren, nur diese Gruppe zeigen
help-list-below-map-find = in der Liste unter der Karte: zu dem gehen, was so heißt (j und k führen, wenn sie kein Wort fortsetzen, zur nächsten und zur vorigen Zeile)
help-list-below-map-label = in der Liste unter der Karte: den Text labeln, auf dem der Fokus ist
help-list-below-map-show = in der Liste unter der Karte: zeigen, was dem Text ähnelt
help-lasso = auf der Karte, während ein Lasso oder Rechteck gezogen wird: zum Markierten hinzufügen oder davon wegnehmen
help-agreement-settle = in „Übereinstimmung“: den Text mit dem Label oder der Auswahl klären, die diese Taste hat
help-agreement-other = in „Übereinstimmung“: andere Labels finden oder eine Antwort schreiben
help-agreement-majority = in „Übereinstimmung“: entscheiden, was die Mehrheit sagt, wo es eine gibt
help-agreement-cannot-tell = in „Übereinstimmung“: nicht erkennbar, oder doch nicht entschieden
help-paste = außerhalb von Feldern: die kopierte Tabelle oder die kopierten Texte öffnen
help-think-play = in „Beim Denken zusehen“: abspielen und anhalten
help-think-step = in „Beim Denken zusehen“: einen Schritt zurück und weiter; Pos1 und Ende: zum ersten und zum letzten
help-think-event = in „Beim Denken zusehen“: ein Ereignis zurück und weiter
help-help = diese Hilfe
help-guidelines = Richtlinien
help-when-does-text-have = Wann hat ein Text welches Label? Was gilt in schwierigen Fällen? Wer labelt, liest es hier.
help-guidelines-keys = Richtlinien und Tasten
help-everything-works-mouse-touch = Alles geht auch mit Maus und Berührung.
help-blind-checks = Blindproben
help-blind-check-is = Für jeden zehnten gelabelten Text macht die Seite einen Vorschlag und verbirgt ihn. „Blindprobe“ steht bei diesem Text und nur dort. Sobald er ein Label hat, wird beides verglichen; unter den Labels steht, wie viele Vorschläge richtig waren. Wird der Text übersprungen, ist der nächste an der Reihe. Wird das Label rückgängig gemacht, zählt auch die Probe nicht mehr.

## labeling/label_set_view.rs
label-set-paste-list = Eine Liste, die hier eingefügt wird, ergibt so viele Labels, wie sie Zeilen hat; eine Tabelle bringt neben den Namen Tasten und Bedeutungen mit
label-set-new-label = Neues Label
label-set-new-or-on = Neues Label, oder weiter mit Eingabe
label-set-name-new-label = Name eines neuen Labels
label-set-add-label = Label hinzufügen
label-set-on-to-texts = Eingabe im leeren Feld oder Esc führt zum Text zurück.
label-set-more = { $more ->
    [one] 1 weiteres Label ist nicht aufgeführt; nach dem Namen finden:
   *[other] { $more } weitere Labels sind nicht aufgeführt; nach dem Namen finden:
}
label-set-uses = { $n ->
    [one] 1 Text
   *[other] { $n } Texte
}
label-set-one-label = ein Label
label-set-any-number-labels = beliebig viele Labels
label-set-answer-you-write = eine frei geschriebene Antwort
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
label-set-differ-by-case = { $first } und { $second } unterscheiden sich nur durch Groß- und Kleinschreibung. Bekommt eines den Namen des anderen, wird aus beiden ein Label.
label-set-share-color = { $first } und { $second } haben dieselbe Farbe. Der Knopf links vom Label gibt ihm die nächste.
label-set-more-than-colors = Es gibt { $n_colors } Farben; einige Labels teilen sich deshalb eine.
label-set-look-the-same = Zwei Labels „{ $first }“ sehen gleich aus, sind aber verschieden geschrieben ({ $spelled } / { $other }). Wenn sie dasselbe bedeuten, dem einen den Namen des anderen geben: dann werden sie vereint.
label-set-edit-labels = Labels bearbeiten
label-set-text-has = Ein Text hat

## team/agreement_dialog.rs
common-agreement = Übereinstimmung
agreement-reliable-krippendorffs-rule-0 = verlässlich, nach Krippendorffs Regel von 0,8
agreement-good-tentative-conclusions-krippendorffs = ausreichend für vorläufige Schlüsse, nach Krippendorffs Regel von 0,667
agreement-too-low-rely-on = zu niedrig, um sich darauf zu verlassen, nach Krippendorffs Regel von 0,667: Vielleicht sind die Richtlinien zu überarbeiten
agreement-how-far-you-agree = Wie weit die Übereinstimmung reicht
agreement-all-annotators-beyond-chance = Aller Annotierenden, über den Zufall hinaus; 1 ist volle Übereinstimmung, 0 wie durch Zufall. Abstände zwischen Mengen von Labels sind MASI.
agreement-krippendorffs = Krippendorffs α
agreement-on = bei { $n ->
    [one] 1 Text, den
   *[other] { $n } Texten, die
} mindestens zwei Personen gelabelt haben
agreement-every-two-annotators = Je zwei Annotierende
agreement-two-annotators = Zwei Annotierende
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
agreement-wherever-two-you-labeled = Wo immer zwei denselben Text gelabelt haben, gaben sie dieselbe Antwort.
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
agreement-majority-title = Wo mehr als die Hälfte derer, die einen Text gelabelt haben, dieselbe Antwort gibt, gilt das. Ein Schritt, den u zurücknimmt.
agreement-other-labels = Andere Labels
agreement-composed-keys = Mit ↑ und ↓ wählen. Eingabe nimmt ein Label hinzu oder wieder heraus, Esc schließt, ohne zu entscheiden.
agreement-found-keys = Mit ↑ und ↓ wählen. Eingabe entscheidet mit dem Label, Esc schließt, ohne zu entscheiden.
agreement-nothing-in-common = Keinen Text gemeinsam: { $pairs }.
agreement-pairs-shown = Paare { $first } bis { $last } von { $n }
agreement-previous-pairs = Vorige Paare
agreement-next-pairs = Nächste Paare
agreement-more-of-text = und { $n } weitere, die nicht gezeigt werden
agreement-label = Label
agreement-label-by-label = Label für Label
agreement-specific = Wo einer von zweien das Label vergab, wie oft der andere es auch tat (positive spezifische Übereinstimmung)
agreement-agreed = Einig
agreement-given-by-both = Von beiden vergeben
agreement-given-by-one = Von einem von zweien
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
alike-cosine-text = Kosinus mit dem Text
alike-graph-embeddings-not-at = Im Graphen; die Embeddings sind nicht zur Hand
alike-go-text = Diesen Text zeigen
alike-go = zeigen
common-texts-say-same = Texte, die dasselbe sagen
alike-looking-them = Sie werden gesucht …
alike-no-two-texts-say = Keine zwei Texte sagen dasselbe.
alike-texts = { $texts } Texte in { $groups ->
    [one] 1 Gruppe
   *[other] { $groups } Gruppen
}
alike-same-words = dieselben Wörter
alike-cosine = Kosinus { $percent }
alike-same-words-whatever-case = Dieselben Wörter, unabhängig von Groß- und Kleinschreibung und Leerzeichen, oder Nachbarn, deren Embeddings dem des ersten Textes der Gruppe so nah sind. Nichts wird gelöscht: Die Texte einer Gruppe können das Label bekommen, das einer von ihnen hat.
alike-at-least-so-near = Mindestens so nah
alike-only-texts-same-words = Nur Texte mit denselben Wörtern wurden gefunden:
alike-groups-texts-say-same = Gruppen von Texten, die dasselbe sagen
alike-mark-group = Markiert alle Texte der Gruppe auf der Karte, wo sie auf einmal ein Label bekommen können
common-show-more = { $portion } weitere zeigen
alike-show-more-texts = { $portion } weitere von { $left } zeigen
common-takes-all-back = nimmt alles zurück.
alike-each-group-where-all = Wo alle Labels einer Gruppe übereinstimmen, bekommen ihre anderen Texte dasselbe
alike-label-all-as-their = Labels der Gruppen ergänzen
alike-label-groups-as-their = { $count ->
    [one] Labels in 1 Gruppe ergänzen
   *[other] Labels in { $count } Gruppen ergänzen
}
alike-label-all-as = Alle labeln als

## ui/column_select.rs
columns-find = Spalte finden
columns-listed = { $listed } von { $n } stehen in der Liste; ein Teil des Namens findet andere

## compare/dialog.rs
compare-comparing-runs = Vergleich läuft: { $done } von { $all } Läufen
compare-compare-methods-on-these = Verfahren an diesen Texten vergleichen
compare-compare-methods = Verfahren vergleichen
compare-selection-under-way-compare = Eine Auswahl läuft; vergleichen, wenn sie fertig ist.
compare-runs-every-method-at = { $runs ->
    [one] 1 Lauf.
   *[other] { $runs } Läufe: jedes Verfahren mit jedem Budget und jedem Startwert.
}
compare-each-selects-from-your = Jedes wählt aus den Texten aus, im Übrigen mit den Einstellungen der Seite. Kein Sprachmodell wird gefragt.
compare-here-each-duplicate-counts = Hier zählt jedes Duplikat für sich.
compare-methods = Verfahren
compare-all = Alle
compare-none = Keines
compare-budgets = Budgets
compare-how-many-texts-pick = Wie viele Texte auszuwählen sind.
compare-seeds = Startwerte
compare-once-each = Einmal mit jedem.
compare-comparing = Vergleich läuft …
compare-compare = Vergleichen
compare-true-labels = Wahre Labels
compare-none-time-coverage-only = keine: nur Zeit und Abdeckung
compare-picks-measured-them-no = Die Auswahl wird daran gemessen. Keinem Verfahren wird ein Label gezeigt.
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
compare-was-compared-other-settings = Verglichen wurde mit anderen Einstellungen oder anderen Labels, als jetzt gewählt sind.
compare-means-seeds-standard-error = Mittelwerte über { $n_seeds } Startwerte ± Standardfehler
compare-one-seed = Ein Startwert
common-save-as-csv = Als CSV speichern
compare-seeds-2 = { $n } von { $all } Startwerten
compare-all-methods = Alle Verfahren
compare-how-texts-selected = Wie die Texte ausgewählt werden
compare-budget = Das Budget
compare-sort = { $hint }. Danach sortieren.

## confidences/panel.rs
confidences-confidences = Konfidenzen
confidences-answers-not-kept-browser = ⚠ Antworten werden in diesem Browser nicht aufbewahrt:
confidences-they-last-until-page = . Sie halten bis zum Neuladen der Seite.
confidences-beyond-picks-vote-k = Über { $vote_k_first } ausgewählte Texte hinaus muss vote-k wissen, wie sicher sich ein Sprachmodell bei jedem Text ist: aus einer CSV mit den Spalten row und confidence oder durch Fragen. Ohne Zustimmung wird keines gefragt.
confidences-texts-from = { $n } Texte, aus { $source }.
confidences-do-not-use-them = Nicht verwenden
confidences-choose-csv = CSV wählen …
confidences-address-you-type = die eingegebene Adresse
confidences-each-texts-sent-labeled = Jeder der { $n_texts } Texte wird mit den gelabelten Beispielen an { $whom } gesendet. Nichts wird gesendet, bevor die Schaltfläche gedrückt und zugestimmt ist.
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
confidences-never-stored-gone-when = Wird nie gespeichert; weg, sobald die Seite geschlossen wird.
common-template = Vorlage
confidences-or-any-column-braces = {"{"}text{"}"}, {"{"}label{"}"} oder jede Spalte in geschweiften Klammern.
confidences-ask = { $host } fragen …
confidences-ask-2 = Fragen …
confidences-answers-kept-same-question = { $n ->
    [one] 1 Antwort ist aufbewahrt: Dieselbe Frage wird nicht noch einmal gestellt.
   *[other] { $n } Antworten sind aufbewahrt: Dieselbe Frage wird nicht noch einmal gestellt.
}
confidences-model-shown-labeled-texts = Dem Modell werden gelabelte Texte als Beispiele gezeigt: zuerst die Auswahl labeln.
confidences-more-labeled-picks-better = Je mehr Texte gelabelt sind, desto besser die Beispiele.
confidences-model-shown-labeled-texts-as = Dem Modell werden gelabelte Texte als Beispiele gezeigt: die ersten { $vote_k_first } von vote-k, die keine Konfidenzen brauchen. Diese zuerst auswählen und labeln.
confidences-pick-first = Die ersten { $vote_k_first } auswählen
confidences-asking = { $host } wird gefragt
confidences-texts = { $done } von { $total } Texten
confidences-left = , noch { $left }
confidences-asking-model = Das Modell wird gefragt
confidences-answers-kept = Antworten werden aufbewahrt.

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
find-label-add = „{ $name }“ anlegen und vergeben
find-label-keys = Mit ↑ und ↓ wählen. Eingabe nimmt die hervorgehobene Zeile, Esc schließt, ohne ein Label zu vergeben.

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
    [one] 1 Änderung der Labels zur Auswahl
   *[other] { $n } Änderungen der Labels zur Auswahl
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
export-no-second-copy = Die zweite Kopie der Labels, die vor einer beschädigten Datenbank schützt, wird nicht geführt: { $reason }. Die Labels selbst sind gespeichert.
export-never-yet = noch nie gesichert
export-never-yet-browser-only = noch nie gesichert: { $n ->
    [one] 1 Änderung
   *[other] { $n } Änderungen
} nur in diesem Browser
export-browser-has-promised-keep = Dieser Browser hat versprochen, die Arbeit zu behalten, bis sie gelöscht wird.
export-browser-may-delete-your = Dieser Browser darf die Arbeit löschen, wenn der Datenträger voll ist, und Safari tut es nach sieben Tagen ohne Besuch: ab und zu sichern.
export-ask-to-keep = Darum bitten, die Arbeit zu behalten
export-browser-cannot-asked-keep = Dieser Browser kann nicht gebeten werden, die Arbeit zu behalten: ab und zu sichern.
export-back-up-project = Projekt sichern
export-project = Projekt
export-texts-picks-labels-settings = Texte, Embeddings, Auswahl, Labels und Einstellungen als eine Datei; hier abgelegt, geht es damit weiter, auf diesem Gerät oder einem anderen
export-saved-file = in { $name }
export-next-backup-asks = Die nächste Sicherung fragt, wohin
export-another-file = Andere Datei
export-csv-excel = CSV für Excel
export-csv-excel-semicolons = CSV für Excel, Semikolons
export-tsv = TSV
export-label-studio = Label Studio
export-hugging-face = Hugging Face
export-times = Zeitpunkt und Dauer mitexportieren
export-times-hint = Wann jeder Text sein Label bekam (labeled_at) und wie viele Sekunden das hier dauerte (seconds), in jeder Datei; von anderen im Team, wann sie es vergaben.
export-guard = Tabellenprogramme keine Formeln ausführen lassen
export-guard-hint = In CSV und TSV: ein Apostroph vor jeder Zelle, die mit =, +, -, @, einem Tabulator oder einem Zeilenumbruch beginnt. Diese Seite nimmt ihn wieder weg, wenn sie die Datei öffnet.
exporting-guarded = { $n ->
    [one] 1 Zelle wurde ein Apostroph vorangestellt, damit kein Tabellenprogramm sie als Formel ausführt
   *[other] { $n } Zellen wurde ein Apostroph vorangestellt, damit kein Tabellenprogramm sie als Formel ausführt
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
} { $columns }), und ein Tabellenprogramm könnte sie ausführen. Ist die Datei für eines bestimmt, „Tabellenprogramme keine Formeln ausführen lassen“ ankreuzen.
export-zip-file-tasks-json = Eine ZIP-Datei: tasks.json zum Importieren und die Labeling-Konfiguration, die vorher zu setzen ist
export-zip-file-unpacked-folder = Eine ZIP-Datei: entpackt ein Ordner, den load_dataset liest und der sich so veröffentlichen lässt
export-utf-8-mark-which = UTF-8 mit dem Zeichen, an dem Excel es erkennt
export-semicolons-for-decimal-commas = Dasselbe mit Semikolons zwischen den Zellen, für ein Excel, das Zahlen mit Dezimalkomma schreibt, wie das deutsche.
export-export-another-format = In anderem Format exportieren
common-labeled = Gelabelt
common-all-picks = Ganze Auswahl
export-texts-disputed-they-have = { $n ->
    [one] 1 Text ist strittig: Er hat hier kein Label, bis er unter „Übereinstimmung“ entschieden ist.
   *[other] { $n } Texte sind strittig: Sie haben hier kein Label, bis sie unter „Übereinstimmung“ entschieden sind.
}
export-every-column-your-file = Jede Spalte der Datei kommt zurück, wie sie war, mit rank, row (das ab 0 zählt), part, degree und label davor.
export-export = Labels exportieren
export-options = Andere Formate und Optionen
export-export-labeled-texts = Gelabelte Texte exportieren
export-all-texts = Alle Texte
export-export-all-texts = Alle Texte exportieren
export-export-all-picks = Ganze Auswahl exportieren
export-few-shot-prompts = Few-Shot-Prompts
export-few-shot = Few-Shot
export-prompt-language-model-would = Der Prompt, den ein Sprachmodell für einen eigenen Text bekäme
export-try-prompt = Prompt ausprobieren …
export-labeled-texts-their-embeddings = Gelabelte Texte, ihre Embeddings und die Vorlage als eine Datei, für „fastgas prompt --pack“ oder ein eigenes Programm
export-packing = Wird gepackt …
export-pack-json = Paket (JSON)

## suggestions/review_dialog.rs
offers-accept-suggestions = Vorschläge annehmen
offers-making-suggestions = Vorschläge entstehen …
offers-nothing-suggested-here-so = Mit so viel Sicherheit wird hier nichts vorgeschlagen.
offers-texts-taken-out = { $count ->
    [one] 1 Text
   *[other] { $count } Texte
}, { $out } herausgenommen
offers-texts-which-you-said = Texte, die noch keine eigene Antwort haben. Vorhandene Antworten ändern sich nicht, und Angenommenes bleibt als Vorschlag gekennzeichnet.
offers-suggestions-least-sure-first = Vorschläge, die unsichersten zuerst
offers-accept = { $n_ticked } annehmen
offers-texts-2 = Texte aus
offers-all-parts = allen Teilen
offers-at-least-so-sure = Mindestens so sicher
offers-percent = { $least } Prozent
offers-how-often-each-label = Wie oft jedes Label

## prompts/dialog.rs
prompt-try-prompt = Prompt ausprobieren
prompt-prompt = Der Prompt
prompt-text-answer = Neuer Text
prompt-type-or-paste-text = Einen Text ohne Label eintippen oder einfügen
prompt-column = Spalte
prompt-no-prompt-something-wrong = Noch kein Prompt: zuerst berichtigen, was als falsch markiert ist.
prompt-making-prompt = Der Prompt entsteht …
prompt-prompt-appears-here-as = Der Prompt erscheint hier beim Tippen, und nichts davon verlässt diese Seite.
prompt-browser-does-not-let = ⚠ Der Browser lässt diese Seite nicht kopieren. Den Prompt markieren und kopieren oder speichern.
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
prompt-settings-where-there-more-least = Sind es mehr, werden die unähnlichsten weggelassen.
prompt-settings-needs-other-columns = {" "}(braucht andere Spalten)
prompt-settings-your-own = Eigene
prompt-settings-words-template = Wortlaut der Vorlage
prompt-settings-change-your-own = Geändert ist sie eine eigene.
prompt-settings-text = ist der Text,
prompt-settings-label = sein Label
prompt-settings-other-columns = ; andere Spalten:
prompt-settings-which-ones = Welche
prompt-settings-most-similar-most-similar = Die ähnlichsten, das ähnlichste zuletzt
prompt-settings-random-ones = Zufällige
prompt-settings-holds-no-vector-new = { $file } enthält keinen Vektor eines neuen Textes, also muss ein Encoder sagen, was ähnlich ist: { $encoder } bettet den neuen Text und die gelabelten ein. Wo er nicht zu den Texten passt, einen anderen Encoder oder zufällige Beispiele verwenden.
prompt-settings-shown-as = Gezeigt als
prompt-settings-one-text = Ein Text
prompt-settings-messages-chat-json-lines = Nachrichten eines Chats (JSON-Zeilen)

## suggestions/panel.rs
suggested-blind-check = Blindprobe:
suggested-what-would-suggested-here = Für diesen Text liegt ein Vorschlag bereit, der verborgen bleibt. Er wird mit dem vergebenen Label verglichen; so zeigt sich, wie weit man Vorschlägen trauen kann. Jeder zehnte Text wird so geprüft.
suggested-making-suggestion = Ein Vorschlag entsteht …
suggested-suggestion = Vorschlag
suggested-what-labels-so-far = Was die bisherigen Labels für diesen Text nahelegen
suggested-suggestion-2 = ✳ Vorschlag
suggested-look-through-suggestions-part = Die Vorschläge für einen Teil durchsehen und auf einmal annehmen
suggested-accept-many = Viele annehmen …
suggested-texts-similar-one = Die Texte, die diesem ähneln
suggested-similar = Ähnliche
suggested-duplicates = Duplikate …
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
suggested-every-tenth-text-you = Jeder zehnte gelabelte Text wird mit einem Vorschlag verglichen, der nicht zu sehen war

## team/panel.rs
team-take-s-labels-out = Labels von { $name } aus diesem Projekt nehmen
team-take-their-labels-out = Labels herausnehmen; die Datei bringt sie zurück
team-colleagues-shown = { $first } bis { $last } von { $n } Kolleginnen und Kollegen
team-previous-colleagues = Vorige
team-next-colleagues = Nächste
team-agreement-settle = Übereinstimmung: { $n ->
    [one] 1 Text
   *[other] { $n } Texte
} zu entscheiden
team-in-force = Zusammen: Bei { $n } von { $of } Texten der Auswahl steht die Antwort fest.
team-team = Team
common-you = Eigener Name
team-your-name-if-others = bei mehreren
team-texts-picks-label-set = Texte, Auswahl, Liste der Labels und Richtlinien als eine Datei, ohne vergebene Labels: Jemand aus dem Team öffnet sie auf dieser Seite und labelt für sich
team-copy-colleague = Kopie fürs Team
team-what-colleague-backed-up = Was jemand aus dem Team gesichert hat: Diese Labels kommen zu den eigenen hinzu und ersetzen keines
team-merge-colleagues-file = Datei aus dem Team zusammenführen
team-settled-otherwise = {" "}Was hier über { $n ->
    [one] 1 Text
   *[other] { $n } Texte
} entschieden war, wurde dort später anders entschieden, und das gilt.
team-replaced = {" "}{ $n ->
    [one] 1 Antwort einer anderen Person ist jetzt eine spätere, wie diese Datei sie hat. Wenn das falsch ist: die Person herausnehmen und ihre eigene Datei zusammenführen.
   *[other] { $n } Antworten anderer Personen sind jetzt spätere, wie diese Datei sie hat. Wenn das falsch ist: die Personen herausnehmen und ihre eigenen Dateien zusammenführen.
}
team-settles-what-agrees = { $n ->
    [one] Diese Datei entscheidet 1 Text anders, als alle sagen, die ihn gelabelt haben.
   *[other] Diese Datei entscheidet { $n } Texte anders, als alle sagen, die sie gelabelt haben.
} Wenn das so gemeint ist, noch einmal zusammenführen; Entscheidungen gelten vor allen Labels.
team-add-texts-first = { $n ->
    [one] Erst den weiteren Text hinzufügen
   *[other] Erst die { $n } weiteren Texte hinzufügen
}
team-a-copy = Eine Kopie zum Labeln mit { $texts } Texten; darin hat noch niemand gelabelt.
team-copy-opens = Sie wird als eigenes Projekt geöffnet, und dieses bleibt unter den Projekten. { $n ->
    [0] Zu ihren Texten ist hier noch nichts eingetragen.
    [one] Was hier zu einem ihrer Texte eingetragen ist, kommt mit.
   *[other] Was hier zu { $n } ihrer Texte eingetragen ist, kommt mit.
}
team-open-copy = Öffnen
team-open-with-mine = Öffnen und von hier aus weitermachen
team-open-without-mine = Öffnen, ohne etwas mitzunehmen
team-show-all = Listen und Karte zeigen, was von allen Labels gilt
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
team-no-text-in-common = Keiner ihrer Texte ist im Projekt auf dem Bildschirm, das unter den Projekten bleibt.
team-new-labels = {" "}{ $n ->
    [one] Ein Label von dort war hier nicht dabei und ist es jetzt: { $labels }.
   *[other] { $n } Labels von dort waren hier nicht dabei und sind es jetzt: { $labels }.
}
team-nothing-new = keine neu
team-new = { $n } neu
team-has-your-own-too = {" "}Sie enthält auch { $n ->
    [one] 1 eigenen Eintrag
   *[other] { $n } eigene Einträge
}: Die eigenen hier bleiben, wie sie sind.
team-texts-theirs-not-project = { $n ->
    [one] 1 ihrer Texte ist nicht in diesem Projekt
   *[other] { $n } ihrer Texte sind nicht in diesem Projekt
}
team-s-file-was-merged = Die Datei von { $name } wurde zusammengeführt: Einträge zu { $n ->
    [one] 1 Text
   *[other] { $n } Texten
}, { $news }.
team-has-no-name-annotator = Sie nennt niemanden, der gelabelt hat
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
    [one] 1 Text hat ein Label aus der Tabelle jenes Projekts. Es ist ein Label der Person, die es gelabelt hat
   *[other] { $n } Texte haben Labels aus der Tabelle jenes Projekts. Es sind Labels der Person, die es gelabelt hat
}
team-was-labeled = Gelabelt hat
team-merged-their-labels-stand = Nach dem Zusammenführen stehen die anderen Labels neben den eigenen und ersetzen keines. Wo sie abweichen, gilt keines, bis entschieden ist.
team-beside-theirs-your-labels = Das Labeln beginnt ohne eigene Labels; die anderen bleiben erhalten, sind dabei aber nicht zu sehen.
team-go-on-where-stopped = Dort weitermachen, wo aufgehört wurde
team-merge-beside-mine = Mit den eigenen zusammenführen
team-label-beside-them = Eigene Labels vergeben

## map/canvas_view.rs
map-canvas-map-texts-parts-picks = Karte von { $pool } Texten in { $parts ->
    [one] 1 Teil
   *[other] { $parts } Teilen
}, { $picks ->
    [one] 1 ausgewählter gekennzeichnet
   *[other] { $picks } ausgewählte nach Rang gekennzeichnet
}. Die Liste darunter sagt dasselbe in Worten.
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

## map/renderer/mod.rs
map-map-drawn-last-picks = Die Karte wird zuletzt gezeichnet. Die Auswahl ist fertig: Das Labeln kann beginnen.
map-outgrown = Es sind jetzt { $n } Texte. Die nächsten werden unter allen ausgewählt, und die Karte wird dann mit ihnen gezeichnet.
map-there-no-map-selection = Zu dieser Auswahl gibt es keine Karte. Neu auswählen, um sie zu zeichnen.
map-unsettled = Die Karte wurde angehalten, bevor sie zur Ruhe kam. Neu auswählen, um sie zur Ruhe kommen zu lassen.

## map/toolbar.rs
map-tools-move = Bewegen
map-tools-drag-move-map = Ziehen, um die Karte zu bewegen
map-tools-lasso = Lasso
map-tools-draw-around-texts-mark = Texte umkreisen, um sie zu markieren; mit Umschalt kommen sie zu den markierten hinzu, mit Alt verlieren sie die Markierung
map-tools-box = Rechteck
map-tools-drag-from-corner-corner = Von Ecke zu Ecke ziehen, um Texte zu markieren; mit Umschalt kommen sie zu den markierten hinzu, mit Alt verlieren sie die Markierung
map-tools-found = { $count } gefunden
map-tools-found-seen = { $count } gefunden, davon { $seen } zu sehen
common-search-texts = Texte durchsuchen
map-tools-mark-view = Sichtbares markieren
map-tools-mark-view-title = Markiert alle Texte, die zu sehen sind. Ohne Maus statt Lasso und Rechteck: zoomen und verschieben, dann hier drücken. Mit Umschalt kommen sie zu den markierten hinzu, mit Alt verlieren sie die Markierung.
map-tools-mark = Markieren
map-tools-what-dragging-does = Was Ziehen bewirkt
map-tools-take-picture-what-seen = Bild von dem machen, was zu sehen ist
map-tools-save-what-seen-as = Was zu sehen ist, als Bild speichern
map-tools-save-what-seen-as-shapes = Was zu sehen ist, als Formen und Wörter speichern
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
label-all-give = Vergeben
map-tools-unmark = Markierung aufheben
map-tools-give-all-marked-texts = Allen markierten Texten ein Label geben

## map/outline_view.rs
map-tree-hidden-filter = , durch einen Filter verborgen
map-tree-only-these-others-stand = Nur diese; die anderen treten zurück (F)
map-tree-zoom-these-enter = Dorthin zoomen (Eingabe)
map-tree-found = gefunden
map-tree-more-show = { $left } weitere; { $portion } zeigen
map-tree-map-as-list = Die Karte als Liste

## import/append.rs
adding-has-embeddings = Das Projekt hat eigene Embeddings, in { $file }, und von den weiteren Texten gibt es keine. Entweder alle Texte als eine Datei mit den Embeddings von allen öffnen und damit eine Sicherung dieses Projekts zusammenführen; oder die Texte hier einbetten lassen (unter „Daten“) und diese dann hinzufügen.
adding-brings-embeddings = Sie bringt eigene Embeddings mit, { $file }, und die Texte des Projekts werden hier eingebettet. Die Tabelle allein hinzufügen: Ihre Texte werden dann ebenfalls hier eingebettet.
adding-has-no-ids = Die Texte des Projekts werden durch ihre Spalte { $column } unterschieden, die dieser Datei fehlt.
adding-id-of-another-text = { $n ->
    [one] „{ $id }“ in Spalte { $column } steht im Projekt für einen anderen Text: Bei zwei Texten mit einer Kennung wüsste niemand, welcher gemeint ist.
   *[other] { $n } Kennungen dieser Datei stehen im Projekt für andere Texte, zuerst „{ $id }“ in Spalte { $column }: Bei zwei Texten mit einer Kennung wüsste niemand, welcher gemeint ist.
}
adding-was-not-added = { $file_name } wurde nicht hinzugefügt
adding-others-not-opened = { $n ->
    [one] 1 weitere Datei wurde nicht geöffnet
   *[other] { $n } weitere Dateien wurden nicht geöffnet
}
adding-opened-as-own = { $file_name } wurde als eigenes Projekt geöffnet, und wohin sie gehören, ist damit nicht bekannt
adding-drop-again = Das Projekt öffnen, zu dem sie gehören, und sie dann noch einmal ablegen.
adding-has-no-such-column = die Texte des Projekts stehen in Spalte { $name }, und diese Datei hat: { $columns }
adding-name-it-so = Ihre Textspalte so nennen und sie noch einmal hinzufügen, oder die Datei als eigenes Projekt öffnen.

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
candidate-use-version-model-one = Eine Fassung des Modells verwenden, die aus einer Datei besteht, etwa eine quantisierte.
candidate-tokenizers-file-missing = die Datei des Tokenizers fehlt
candidate-add-tokenizer-json-belongs = Die tokenizer.json hinzufügen, die zum Modell gehört; sie liegt im Hauptordner des Modells.
candidate-maximum-length-not-whole = die Höchstlänge „{ $text }“ ist keine ganze Zahl ab 1
candidate-leave-empty-read-as = Leer lassen, um so viele Tokens zu lesen, wie das Modell kann.
candidate-onnx-file-missing-holds = die ONNX-Datei fehlt; { $path } enthält die Gewichte in anderer Form
candidate-add-models-onnx-file = Die .onnx-Datei des Modells hinzufügen oder eine erzeugen: optimum-cli export onnx --model MODELL ORDNER.
candidate-onnx-file-missing = die ONNX-Datei fehlt
candidate-add-models-onnx-file-hubs = Die .onnx-Datei des Modells hinzufügen; auf Plattformen liegt sie oft in einem Ordner namens onnx.
candidate-does-not-work-stays = { $model } funktioniert nicht; { $in_use } wird weiter verwendet
candidate-file-may-damaged-or = Die Datei ist vielleicht beschädigt oder braucht mehr Arbeitsspeicher, als eine Seite hat: sie neu besorgen oder eine kleinere oder quantisierte Fassung des Modells verwenden.
candidate-file-may-have-been = Die Datei wurde vielleicht verschoben oder geändert: dies schließen und die Dateien neu hinzufügen.
candidate-file-has-page-opens = die Datei { $path } hat { $bytes }, und diese Seite öffnet höchstens { $limit }
candidate-use-smaller-or-quantized = Eine kleinere oder quantisierte Fassung des Modells verwenden oder das Terminalprogramm „fastgas“.

## run/memory_limit.rs
capacity-texts-too-many-page = { $n } Texte sind zu viele für diese Seite
capacity-they-would-take-memory = sie bräuchten { $needed } Arbeitsspeicher, und ein Browser gibt einem Worker { $most_bytes }
capacity-select-from-at-most = Hier aus höchstens { $one } Texten auswählen oder aus allen in einem Terminal, mit „fastgas select“.

## compare/state.rs
comparison-no-method-chosen = kein Verfahren ist gewählt
comparison-choose-at-least-one = Mindestens eines wählen.
comparison-budgets = Budgets
comparison-seeds = Startwerten
comparison-among-not-whole-number = „{ $word }“ unter den { $what } ist keine ganze Zahl im erlaubten Bereich
comparison-give-whole-numbers-commas = Ganze Zahlen angeben, durch Kommas getrennt.
comparison-there-no = es fehlt an { $what }
comparison-give-at-least-one = Mindestens eine Zahl angeben.
comparison-no-file-open = keine Datei ist offen
comparison-open-one = Eine öffnen.
comparison-comparison-stopped = Der Vergleich brach ab

## confidences/state.rs
confidences-in = in { $file_name }, { $error }
confidences-at = { $model } auf { $host }
confidences-each-goes-labeled-example = Jeder geht an { $address }, mit { $examples ->
    [one] 1 gelabelten Beispiel
   *[other] { $examples } gelabelten Beispielen
}. Was dort damit geschieht, hat diese Seite nicht in der Hand.
confidences-others-answered-already-stay = {" "}{ $answered ->
    [one] 1 anderer ist schon beantwortet und bleibt hier.
   *[other] { $answered } andere sind schon beantwortet und bleiben hier.
}
confidences-way-there-not-encrypted = {" "}Der Weg dorthin ist nicht verschlüsselt: Andere im Netz können sie lesen.

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
coverage-label-adds = Das { $label } Label bringt { $facility_coverage } dazu und { $texts }.
coverage-together-facility-coverage-which = Zusammen: { $facility_coverage } Facility-Abdeckung, das ist der mittlere Kosinus eines Textes zum nächsten ausgewählten; { $covered_vertices } von { $n_instances } Texten { $covered_vertices ->
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
encoder-nothing-on-fast-kernels = Nichts auf den schnellen Kerneln: alles in einfacher, langsamerer Ausführung
encoder-products-on-fast-integer = { $products ->
    [one] 1 Produkt auf den schnellen Ganzzahl-Kerneln
   *[other] { $products } Produkte auf den schnellen Ganzzahl-Kerneln
}
encoder-some-operators-plain-slower = { $fast }, einige Operatoren in einfacher, langsamerer Ausführung
encoder-vectors-may-differ-their = Wegen { $operators } können sich Vektoren zwischen Geräten in ihren letzten Bits unterscheiden und mit ihnen die Auswahl.
encoder-about-short-texts-second = etwa { $texts_per_second } kurze Texte je Sekunde auf einem Worker
encoder-mean-all-tokens = Mittel aller Tokens
encoder-first-token-cls = Erstes Token (CLS)
encoder-maximum-all-tokens = Maximum aller Tokens
encoder-layer-on-fast-integer = { $count ->
    [one] 1 Schicht auf den schnellen Ganzzahl-Kerneln
   *[other] { $count } Schichten auf den schnellen Ganzzahl-Kerneln
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
importing-write-columns-between-braces = Spalten zwischen geschweiften Klammern schreiben, etwa {"{"}text{"}"}.
importing-does-not-say-encoding = { $file_name } sagt nichts über die Kodierung
importing-likely = wahrscheinlich ist es { $encoding }
importing-look-whether-words-below = Nachsehen, ob die Wörter unten stimmen; sonst eine andere Kodierung wählen.
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
importing-another-number-cells-padded = { $rows } mit anderer Zellenzahl aufgefüllt: { $lines }.
importing-left-out = { $rows } weggelassen: { $lines }.
importing-no-text = { $blank ->
    [one] 1 Zeile, in der nichts steht, ist
   *[other] { $blank } Zeilen, in denen nichts steht, sind
} kein Text.
importing-unguarded = { $n ->
    [one] 1 Zelle wird
   *[other] { $n } Zellen werden
} ohne den Apostroph gelesen, der in dieser Datei vor Formeln schützt.
importing-loose-quotes = Anführungszeichen um den Anfang einer Zelle weggenommen: { $lines }.
importing-lines-above = { $n ->
    [one] 1 Zeile über der Tabelle ist
   *[other] { $n } Zeilen über der Tabelle sind
} weggelassen.
importing-delimiter-in-doubt = Was trennt die Zellen von { $file_name }?
importing-delimiter-there = es gibt { $rows } Zeilen oder { $others }, wenn { $delimiter } die Zellen trennen
importing-choose-delimiter = Prüfen Sie, ob die Zeilen unten stimmen; wählen Sie sonst ein anderes Trennzeichen.
importing-quotes-in-doubt = { $file_name } hat Anführungszeichen, die keine ganze Zelle umschließen
importing-loose-quotes-there = hinter dem schließenden Anführungszeichen einer Zelle steht noch etwas ({ $lines }), und solche Anführungszeichen werden weggenommen
importing-quotes-are-letters-or-not = Nachsehen, ob die Texte unten stimmen; sonst „Anführungszeichen gehören zum Text“ wählen.
importing-quotes-behind-backslashes = Vor manchen steht ein umgekehrter Schrägstrich. Gehören diese Anführungszeichen zum Text, „Doppelte Anführungszeichen " umschließen Zellen, \" darin“ wählen.
importing-joined-in-doubt = { $file_name } hat vielleicht Anführungszeichen, die zum Text gehören
importing-joined-there = ein Anführungszeichen am Anfang einer Zelle umschließt, was wie mehrere Zeilen der Tabelle aussieht: { $lines }; es sind { $rows } Zeilen, oder { $others }, wenn Anführungszeichen zum Text gehören
importing-joined = Ein Anführungszeichen hat vielleicht mehrere Zeilen zu einer verbunden: { $lines }.
importing-backslashes = Vor manchen dieser Anführungszeichen steht ein umgekehrter Schrägstrich: „Doppelte Anführungszeichen " umschließen Zellen, \" darin“ wählen, wenn sie zum Text gehören.
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
labeling-give-another-name = Einen anderen Namen geben.
labeling-means-another = { $name } nennen andere in Labels, die zusammengeführt wurden, was hier { $other } heißt
labeling-label-stays = { $name } wurde nicht entfernt
labeling-colleagues-give-it = andere haben es { $n ->
    [one] 1 Text
   *[other] { $n } Texten
} gegeben
labeling-join-it = Den Namen eines anderen Labels eintragen, um aus beiden eines zu machen.
labeling-label-was-not-added = Das Label wurde nicht hinzugefügt
labeling-label-keeps-name = Das Label behält seinen Namen
labeling-answers-stay = Texte können noch nicht mehrere Labels haben
labeling-say-it-without = Dem Text eine andere Antwort geben oder das Label unter „Labels bearbeiten“ umbenennen; dann erneut wählen.
labeling-label-keeps-key = Das Label behält seine Taste
labeling-choose-another-key = Eine andere Taste wählen.
labeling-other-key = { $name } ist wieder da, mit einer anderen Taste
labeling-key-is-anothers = Die frühere Taste „{ $key }“ gehört jetzt zu { $owner }
labeling-change-keys = Tasten lassen sich unter „Labels bearbeiten“ tauschen.

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
measures-share-other-texts-whose-label = Anteil der anderen Texte, deren Label die drei ähnlichsten ausgewählten bestimmen
measures-commonest-label = Häufigstes Label
measures-share-other-texts-have = Anteil der anderen Texte mit dem häufigsten Label: so genau wäre es, immer dieses zu antworten
measures-labels-found = Gefundene Labels
measures-share-all-labels-some = Anteil der Labels, die mindestens ein ausgewählter Text hat
measures-accuracy-spread = Genauigkeit über den Graphen
measures-share-other-texts-get = Anteil der anderen Texte, die ihr eigenes Label bekommen, wenn sich die Labels der Auswahl über den Graphen verbreiten
measures-mean-cosine-text-nearest = Mittlerer Kosinus eines Textes zum nächsten ausgewählten; braucht keine Labels
measures-texts-picks-or-neighbors = Texte, die ausgewählt oder Nachbarn davon sind; braucht keine Labels
measures-redundant-pairs = Redundante Paare
measures-pairs-picks-cosine-above = Paare ausgewählter Texte mit einem Kosinus über 0,9, die dasselbe zweimal sagen
measures-time = Zeit
measures-from-neighbors-picks-one = Von den Nachbarn bis zur Auswahl, in einem Worker auf diesem Gerät

## network/state.rs
network-offline-copy = Offline-Kopie
network-language-model = Sprachmodell
network-opens-embeds-later = Die Dateien der Seite sind gespeichert: Sie öffnet sich ohne Netz. Einbetten kann sie ohne Netz, sobald auch der Encoder und sein Modell hier sind: Sie kommen, wenn sie zum ersten Mal gebraucht werden, oder einige Zeit nach dem Öffnen einer Datei, außer wenn eigene Embeddings angegeben wurden oder der Browser Daten sparen soll.
network-no-service-worker = dieser Build hat keinen Service Worker
network-no-copies-here = dieser Browser bewahrt keine Kopie von ihr auf, oder nicht von dieser Adresse
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
project-row-spoken-pool-has = Zeile { $row } wird genannt, aber der Pool hat die Zeilen 0 bis { $last }
project-without-name = ohne Namen
project-parts-or-positions-not = der Pool hat { $n } Zeilen, aber es sind nicht ebenso viele Teile oder Positionen
project-has-rows-pool-has = { $file } hat { $rows } Zeilen, der Pool hat { $n }

## projects/state.rs
projects-of-last-visit = Das Projekt des letzten Besuchs
projects-not-browser-any-more = { $id } ist nicht mehr in diesem Browser
projects-browser-has-deleted-what = entweder hat der Browser gelöscht, was diese Seite gespeichert hatte, wie er es darf, wenn der Datenträger voll ist oder Websitedaten gelöscht werden, oder es wurde nie gespeichert
projects-if-you-have-backup = Gibt es eine Sicherung davon, diese Datei hier ablegen.
projects-was-not-changed = { $id } wurde nicht geändert
projects-open-another-tab = es ist in einem anderen Tab offen
projects-close-there-first = Dort zuerst schließen.

## prompts/state.rs
prompting-few-shot-pack-was = Das Few-Shot-Paket wurde nicht erstellt
common-number-missing = eine Zahl fehlt
prompting-give-whole-number-from = Eine ganze Zahl ab 0 angeben.

## labeling/explain.rs
reason-neighbors-all-covered-earlier = Alle seine Nachbarn sind schon durch früher ausgewählte abgedeckt.
reason-newly-covers-texts = { $n ->
    [one] Er deckt 1 anderen Text neu ab:
   *[other] Er deckt { $n } andere Texte neu ab:
}
reason-newly-covers-texts-nearest = Er deckt { $n } andere Texte neu ab; die nächsten davon sind:
reason-part-has-no-other = Sein Teil hat keinen anderen Text.
reason-most-there = , der höchste dort
reason-higher-than = , höher als der von { $percent } % der übrigen
reason-has-part-texts = Sein Grad, die Zahl seiner Nachbarn in seinem Teil von { $part_size } Texten, ist { $degree }{ $standing }.
reason-runner-up-there-had = Der nächstbeste dort hatte den gleichen Restgrad, der früher ausgewählte nicht mitzählt:
reason-runner-up-there-had-new = Der nächstbeste dort hatte einen um { $margin } niedrigeren Restgrad, der früher ausgewählte nicht mitzählt:
reason-another-text-there-had = Ein anderer Text dort hatte einen höheren Restgrad, liegt aber weniger in der Mitte derer, für die er stünde:
reason-another-text-there-had-more = Ein anderer Text dort hatte einen höheren Restgrad, aber danach geht dieses Verfahren nicht:

## rewriting.rs
rewriting-browser-has-closed-projects = der Browser hat die Datenbank dieses Projekts geschlossen, etwa weil Websitedaten gelöscht wurden

## run/settings.rs
settings-workers-out-range = { $count } Worker liegen außerhalb des erlaubten Bereichs
settings-give-number-from-1 = Eine Zahl von 1 bis { $max_workers } angeben; einer je Kern dieses Geräts ist am besten.
common-not-whole-number = „{ $text }“ ist keine ganze Zahl im erlaubten Bereich
settings-give-whole-number-from = Eine ganze Zahl ab 0 angeben; der gleiche Startwert gibt die gleiche Auswahl.
settings-give-whole-number-from-1 = Eine ganze Zahl ab 1 angeben oder für automatisch leer lassen.
settings-give-whole-number-from-1-up = Eine ganze Zahl ab 1 angeben.

## state/mod.rs
store-reading = { $file_name } wird gelesen …
store-reading-2 = { $file_name } wird gelesen: { $percent } %
store-reading-embeddings = Die Embeddings werden gelesen: { $percent } %
store-loading-model = Das Modell wird geladen
store-not-kept-browser = { $file } wird in diesem Browser nicht aufbewahrt
store-used-until-page-closed = Die Datei wird verwendet, bis die Seite geschlossen oder neu geladen wird; dann erneut ablegen. Um sie aufzubewahren, Speicherplatz freigeben.
store-present-project-stays-as = ; das jetzige Projekt bleibt, wie es ist
store-many-dropped = Nichts wurde geöffnet
store-each-is-a-project = das sind mehrere Projekte: { $names }
store-one-at-a-time = Eines nach dem anderen öffnen, jedes mit den Embeddings, die dazugehören; alle bleiben in der Liste der Projekte.
store-was-not-opened = { $file_name } wurde nicht geöffnet{ $kept }
store-selection-stopped = Die Auswahl brach ab
store-what-picks-cover-not = Was die Auswahl abdeckt, ist nicht bekannt
store-not-kept-browser-2 = { $encoder } wird in diesem Browser nicht aufbewahrt
store-used-until-page-closed-or = Der Encoder wird verwendet, bis die Seite geschlossen oder neu geladen wird. Um ihn aufzubewahren, Speicherplatz freigeben oder den Zwischenspeicher der Embeddings leeren, dann seine Dateien erneut ablegen.
store-encoders-files-still-browser = Die Dateien des Encoders sind noch in diesem Browser
store-they-not-used-until = Sie werden bis zum Neuladen der Seite nicht verwendet; dann noch einmal zum eingebauten Encoder zurückgehen.
store-beyond-picks-vote-k = über { $vote_k_first } ausgewählte Texte hinaus wartet vote-k auf die Konfidenzen eines Sprachmodells
store-see-below = Siehe unten.
store-makes-all-picks-at = { $method } trifft die ganze Auswahl auf einmal. Um die vorhandene zu behalten, mit einem anderen Verfahren weitermachen, etwa FastGAS.
store-settings-need-change-first = Zuerst ist eine Einstellung zu ändern: { $problem }.
store-encoder-you-brought-not = Statt des eigenen Encoders wird { $encoder } verwendet
store-bring-again = Seine Dateien erneut ablegen.
store-without-embeddings = { $file_name } enthält keine Embeddings
store-they-not-kept-any-more = Sie sind in diesem Browser nicht mehr aufbewahrt. Alles andere ist darin.
store-whoever-opens-waits = Wer die Datei öffnet, wartet noch einmal auf sie. Um sie darin zu haben, noch einmal auswählen und erneut sichern.
store-was-not-written = { $file_name } wurde nicht geschrieben
store-all-in-browser-still = Alles ist noch in diesem Browser. Speicherplatz freigeben, dann erneut versuchen.

## suggestions/state.rs
suggesting-answer-written-not-suggested = Eine geschriebene Antwort wird nicht vorgeschlagen.
suggesting-without-graph-select-makes = Vorschläge und ähnliche Texte kommen mit der Karte, die „Auswählen“ zeichnet.
suggesting-there-some-once-first = Vorschläge gibt es, sobald der erste Text gelabelt ist.
suggesting-no-suggestion-could-made = Kein Vorschlag war möglich: { $error }. { $advice }

## team/state.rs
team-say-whose-file = Angeben, von wem die Datei ist.
team-say-who-you-so = Den eigenen Namen angeben, damit beide zu unterscheiden sind.
team-you-too-give-one = Auch hier heißt jemand { $own }. Eine der beiden Personen braucht einen anderen Namen, damit keine Labels an die Stelle anderer treten.
team-you-too-your-own = Auch hier heißt jemand { $own }. Sind es die eigenen Labels, anderswo oder früher vergeben, dann noch einmal zusammenführen: Von zwei Einträgen zu einem Text gilt der spätere. Sonst braucht eine der beiden Personen einen anderen Namen, damit keine Labels an die Stelle anderer treten.
team-name-colleague-whose-labels = { $own } heißt schon jemand, dessen Labels hier sind.
team-labels-of-another = { $n ->
    [one] Das Label im Projekt auf dem Bildschirm ist von { $before }.
   *[other] Die { $n } Labels im Projekt auf dem Bildschirm sind von { $before }.
} Ist { $own } ein anderer Name derselben Person, dann noch einmal auf die Schaltfläche drücken; sie tragen danach diesen Namen. Sonst hier { $before } als eigenen Namen angeben oder die Datei als eigenes Projekt öffnen.
team-opens-as = So wird die Arbeit von { $theirs } geöffnet, und was darin gelabelt wird, gilt als von { $theirs }. Wer { $theirs } ist, drückt noch einmal auf die Schaltfläche. Um als { $own } zu labeln, die andere Schaltfläche wählen.
team-your-labels-are-in-it = In dieser Datei sind Labels von { $own }. Sind es die eigenen, dann noch einmal auf die Schaltfläche drücken und damit weitermachen. Sonst einen anderen eigenen Namen angeben.
team-much-like-another = { $known } gibt es hier schon. Ist { $theirs } dieselbe Person, dann den Namen so schreiben wie hier, damit niemand als zwei zählt; sonst noch einmal zusammenführen.
team-another-of-that-name = { $theirs } gibt es hier schon, und diese Datei setzt nicht fort, was unter dem Namen eingetragen ist: Zu { $n ->
    [one] 1 Text
   *[other] { $n } Texten
} sagt sie etwas anderes. Hier einen anderen Namen angeben, oder noch einmal zusammenführen, wenn es dieselbe Person ist.
team-colleagues-labels-beside-yours = Mit Labels anderer neben den eigenen ist ein Name nötig.
team-name-colleague-whose-labels-here = { $name } heißt schon jemand, dessen Labels hier sind.

## map/coloring.rs
coloring-label = Label
coloring-first-label = Label, bei mehreren das erste
coloring-suggestion = Vorschlag
coloring-degree = Grad (Zahl der Nachbarn)
coloring-marked-or-not = markiert oder nicht
coloring-column = Spalte „{ $name }“
coloring-marked = markiert
coloring-not-marked = nicht markiert
coloring-no-label = kein Label
coloring-disputed = strittig
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
method-fastgas = Schneidet den kNN-Graphen in Teile; nimmt, was in jedem am stärksten verbunden ist und zusammen den Pool abdeckt
method-random = Zufällig gewählte
method-fast-vote-k = Texte, die viele zu ihren nächsten zählen; wer nahe an einem ausgewählten liegt, zählt weniger
method-vote-k = Wie fast-vote-k, unter Texten, bei denen sich ein Sprachmodell gleich sicher ist
method-ideal = Texte, von denen aus entlang des kNN-Graphen zufällig die meisten anderen erreicht werden
method-top-degree = Die größten Grade im kNN-Graphen
method-pagerank = Der höchste PageRank im kNN-Graphen
method-subclustering = k-means in Gruppen und in jeder Gruppe noch einmal; die Mitte jedes Clusters
method-louvain = Gemeinschaften des kNN-Graphen; die größten Restgrade einer jeden
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
searched-cpu = auf der CPU: { $why }
searched-gpu = auf der GPU{ $name }
searched-both = { $n_rows } Zeilen auf der GPU{ $name }, die anderen auf der CPU: { $why }
searched-approximately = näherungsweise: { $large ->
    [true] der Pool ist groß
   *[other] wie gewünscht
}
why-cpu-asked = wie gewünscht
why-cpu-small = der Pool ist klein
why-cpu-not-built = dieses Programm ist ohne Unterstützung für GPUs gebaut
why-cpu-no-adapter = hier ist keine GPU verwendbar
why-cpu-software = die einzige GPU hier wird von Software nachgeahmt
why-cpu-unfit = die GPU ist nicht verwendbar: { $reason }
why-cpu-lost = die GPU ging verloren: { $reason }
why-cpu-out-of-memory = die GPU hat zu wenig Speicher
why-cpu-refused = die GPU hat die Arbeit abgelehnt: { $reason }
why-cpu-wrong = die GPU rechnet falsch
name-empty = ein Label braucht einen Namen
name-semicolon = „{ $name }“ enthält ein Semikolon, das zwischen den Labels eines Textes steht
name-taken = es gibt schon ein Label „{ $name }“
name-no-key = „{ $key }“ kann nicht die Taste eines Labels sein: Möglich sind Ziffern ab 1 und die Buchstaben außer j, k, s und u
name-key-taken = „{ $key }“ ist die Taste von „{ $name }“
name-looks-taken = es gibt schon ein Label „{ $name }“, das gleich aussieht und anders geschrieben ist: { $spelled }
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
error-file = die Datei ist nicht zu lesen: { $reason }
error-encoder-files = die Dateien des Encoders fehlen im Speicher dieses Browsers: { $reason }
error-embedding-file = die Embeddings fehlen im Speicher dieses Browsers: { $reason }
error-protocol = die Nachricht eines Workers war nicht zu verstehen: { $reason }
error-load-empty = die Datei ist leer
error-load-too-large = die Datei hat { $bytes }; die Grenze ist { $limit }
error-load-not-text = Zeile { $line }: Byte { $byte } der Datei ist kein Text in { $encoding }
error-load-zero = Zeile { $line }: Byte { $byte } der Datei ist null, was in keinem Text vorkommt
error-load-shifted = Zeile { $line }: Bei Byte { $byte } ist ein Byte zu viel oder fehlt eines, und { $encoding } wird von dort an falsch geteilt
error-load-no-encoding = es gibt keine Kodierung „{ $label }“
error-load-delimiter = „{ $delimiter }“ kann keine Zellen trennen
error-load-no-place = die Datei wird als „{ $format }“ gelesen, wo „{ $option }“ keinen Platz hat
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
error-load-not-a-row = Datensatz { $record }: „{ $cell }“ ist keine Zeile des Pools, der { $n_instances } Zeilen ab 0 hat
error-load-row-twice = Zeile { $row } hat zwei Labels
error-load-other-pool = Zeile { $row } hat in Spalte „{ $column }“ den Wert „{ $here }“, der Pool hat „{ $in_pool }“
error-load-not-number = Datensatz { $record }: Spalte „{ $column }“ enthält „{ $cell }“, erwartet ist { $expected }
error-load-repeated-row = Zeile { $row } des Pools steht zweimal da
error-load-missing-row = Zeile { $row } des Pools fehlt
error-load-too-many-cells = die Tabelle ist zu groß: { $what }
error-config-pool-too-small = der Pool hat { $n_instances ->
    [one] 1 Text
   *[other] { $n_instances } Texte
}; es gibt nichts auszuwählen
error-config-budget-zero = das Budget ist 0
error-config-budget-above-pool = das Budget ist { $budget }, aber der Pool hat nur { $n_instances } Texte
error-config-neighbors-zero = die Zahl der Nachbarn ist 0
error-config-neighbors-above-pool = { $n_neighbors } Nachbarn sind verlangt, so viele andere hat keiner von { $n_instances } Texten
error-config-parts-zero = die Zahl der Teile ist 0
error-config-vote-neighbors-zero = die Zahl der Nachbarn, für die gestimmt wird, ist 0
error-config-no-confidences = vote-k braucht nach den ersten { $n_first } ausgewählten Texten für jeden Text die Konfidenz eines Sprachmodells und hat keine
error-config-confidences-differ = es gibt { $confidences } Konfidenzen, der Pool hat { $n_instances } Texte
error-config-bad-confidence = die Konfidenz von Zeile { $row } ist keine endliche Zahl
error-config-not-extendable = { $method } trifft die ganze Auswahl auf einmal und kann an keine frühere anknüpfen
error-config-earlier-outside = Zeile { $row } wurde früher ausgewählt oder übergangen, aber der Pool hat { $n_instances } Zeilen ab 0
error-config-earlier-twice = Zeile { $row } wurde zweimal ausgewählt oder übergangen
error-config-nothing-to-add = das Budget ist { $budget }, und { $earlier } Texte sind schon ausgewählt
error-config-too-few-left = das Budget ist { $budget }, aber { $skipped } von { $n_instances } Texten des Pools wurden übergangen
error-config-imbalance = das Ungleichgewicht ist { $imbalance }, außerhalb von 0 bis 1
error-embed-model = die Datei des Modells ist nicht verwendbar: { $reason }
error-embed-tokenizer = die Datei des Tokenizers ist nicht verwendbar: { $reason }
error-embed-model-config = die Konfiguration des Modells ist nicht verwendbar: { $reason }
error-embed-model-module = { $file }: das Modell hat ein Modul „{ $module }“, das nicht unterstützt wird
error-embed-not-finite = Zeile { $instance }: das Modell gab für diesen Text keinen endlichen Vektor
error-embed-too-long = Zeile { $instance }: { $bytes } Bytes dieses Textes müssten auf einmal in Token zerlegt werden, erlaubt sind { $limit }
error-graph-metis = Zeile { $line } der METIS-Datei: { $reason }
error-embeddings-rows-differ = die Embeddings haben { $rows } Zeilen, der Pool hat { $n_instances }
error-embeddings-rows-differ-from-both = die Embeddings haben { $rows } Zeilen, der Pool hat { $n_instances }, mit den weggelassenen Zeilen { $n_in_file }
error-embeddings-bad-row = Zeile { $row } der Embeddings: { $reason }
error-graph-parts = { $n_parts } Teile sind verlangt, der Graph hat { $n_vertices } Knoten
error-embeddings-npy = die Array-Datei ist nicht verwendbar: { $reason }
error-evaluate-same-column = Spalte „{ $column }“ ist sowohl für die Texte als auch für die Labels angegeben
error-evaluate-set-aside = Zeile { $row }: Spalte „{ $by }“ sagt, dass die Antwort in Spalte „{ $column }“ kein Label ist
error-evaluate-no-label = Zeile { $row }: Spalte „{ $column }“ ist leer, also gibt es kein Label zum Vergleichen
error-evaluate-no-picks = es gibt keine Auswahl
error-evaluate-pick-outside = Zeile { $row } ist ausgewählt, aber der Pool hat nur { $n_instances } Texte
error-evaluate-pick-twice = Zeile { $row } ist zweimal ausgewählt
error-evaluate-labels-differ = es gibt { $labels } Labels und { $embeddings } Embeddings
error-evaluate-dimensions-differ = die Embeddings des Pools haben { $pool } Dimensionen, die anderen { $other }
error-retrieve-template = Zeile { $line }, Zeichen { $letter } der Vorlage: { $reason }
error-retrieve-no-place-for-label = die Vorlage hat kein „{"{"}label{"}"}“
error-retrieve-no-column = die Vorlage verlangt „{"{"}{ $column }{"}"}“, und eine solche Spalte gibt es nicht
error-retrieve-no-labels = kein Text hat ein Label
error-retrieve-pack = dies ist kein Few-Shot-Paket: { $reason }
error-retrieve-dimensions-differ = die Embeddings des Pakets haben { $pack } Dimensionen, das der Anfrage { $query }
error-retrieve-models-differ = das Paket entstand mit dem Modell { $pack }, und die Anfrage würde mit { $query } eingebettet
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
error-trace-differs = die Aufzeichnung sagt { $recorded }, wo ihre eigenen Schritte zu { $found } führen
error-trace-untold = nur das Verfahren fastgas erzählt, was es tut
error-trace-large = ein Graph mit { $n_vertices } Knoten hat keine Orte, an denen er zu zeichnen wäre; bis { $limit } bekommen welche

## Was bei Fehlern zu tun ist
advice-cancelled = Nichts ging verloren; mit „Auswählen“ geht es weiter.
advice-lost = Labeln, Export und Sicherung gehen weiter. Dem Browser fehlt vielleicht Arbeitsspeicher: andere Tabs schließen, weniger Worker einstellen und es erneut versuchen. Wurde die Seite auf ihrem Server inzwischen aktualisiert, hilft Neuladen.
advice-asset = Die Verbindung zum Server prüfen, von dem diese Seite kam, und es erneut versuchen. Wurde die Seite dort inzwischen aktualisiert, hilft Neuladen.
advice-file = Vielleicht wurde sie geändert, verschoben oder gesperrt, seit sie gewählt wurde: noch einmal wählen.
advice-encoder-files = In den Einstellungen zum eingebauten Encoder zurückgehen oder die Dateien des Encoders erneut ablegen.
advice-embedding-file = Die .npy-Datei erneut ablegen oder die Texte vom Encoder einbetten lassen (unter „Daten“).
advice-protocol = Die Seite ohne Zwischenspeicher neu laden (Strg+Umschalt+R).
advice-load-empty = Eine Datei mit einem Text je Zeile wählen: CSV, TSV, JSON oder einfache Zeilen.
advice-load-too-large = Die Datei aufteilen oder das Terminalprogramm „fastgas“ verwenden, das keine solche Grenze hat.
advice-load-not-text = Angeben, welche Kodierung die Datei hat, oder sie als UTF-8 speichern (in einer Tabellenkalkulation: „CSV UTF-8“) und es erneut versuchen.
advice-load-zero = Vielleicht ist dies keine Datei mit Texten, oder sie ist UTF-16 ohne Byte-Order-Marke: Dann diese Kodierung angeben. Oder angeben, dass solche Bytes als � zu lesen sind.
advice-load-shifted = Die Datei von dem Programm, das sie geschrieben hat, noch einmal schreiben lassen, am besten als UTF-8; oder dieses Byte in einem Editor berichtigen, der Bytes zeigt. Für die Zeilen davor allein die unregelmäßigen Zeilen weglassen lassen.
advice-load-no-encoding = Eine nennen, die das Web kennt, etwa windows-1252, Shift_JIS oder gb18030.
advice-load-delimiter = Ein ASCII-Zeichen angeben, das weder Anführungszeichen noch Zeilenende ist.
advice-load-no-place = Es weglassen oder mit „--format“ sagen, wie die Datei sonst geschrieben ist.
advice-load-protected = Sie auf der Seite öffnen, die nach der Passphrase fragt, unter einem Namen, der auf .fastgas endet.
advice-load-not-table = Sie in dem Programm öffnen, zu dem sie gehört, und als CSV (UTF-8) speichern.
advice-load-no-pool = Zuerst die Datei mit den Texten ablegen oder beide zusammen.
advice-load-not-project = Eine Datei ablegen, die mit „Sichern“ entstand, und zwar unverändert. Eine Tabelle, die in einer ZIP-Datei liegt, ist zuerst zu entpacken.
advice-load-damaged = Sie noch einmal von dort kopieren, wo sie gesichert wurde, falls sie unterwegs abgeschnitten oder verändert wurde; sonst eine ältere Sicherung nehmen.
advice-load-no-rows = Zeilen unter der Kopfzeile ergänzen. Ist die erste Zeile selbst ein Text, eine Zeile mit einem Spaltennamen wie „text“ darüber setzen.
advice-load-no-header = Oben in die Datei eine Zeile mit einem Namen für jede Spalte setzen oder angeben, dass ihre erste Zeile eine Zeile wie alle ist.
advice-load-duplicate-column = Jeder Spalte einen eigenen Namen geben, oder angeben, dass die erste Zeile die Spalten benennt: Dann bekommt die zweite eine Nummer.
advice-load-ragged = Diese Zeile ansehen: Eine Zelle, die das Trennzeichen oder einen Zeilenumbruch enthält, muss in Anführungszeichen stehen; sind es einfache, das angeben. Stehen Zeilen über der Tabelle, angeben, wie viele (im Terminal: --lines-above). Oder solche Zeilen auffüllen oder weglassen lassen.
advice-load-ragged-lines = Ein Anführungszeichen am Anfang einer Zelle umschließt alles bis zum nächsten. Gehören Anführungszeichen hier zum Text, das angeben (im Terminal: --no-quotes). Sonst diese Zeilen ansehen, oder solche Zeilen auffüllen oder weglassen lassen.
advice-load-backslash = Angeben, dass in Zellen umgekehrte Schrägstriche vor Anführungszeichen stehen (im Terminal: --backslash-quotes), oder ein Anführungszeichen in einer umschlossenen Zelle verdoppeln ("").
advice-load-irregular = { $first }
advice-load-json = Ein JSON-Objekt oder einen Text in Anführungszeichen in jede Zeile schreiben oder angeben, dass die Datei ein anderes Format hat. Oder solche Zeilen weglassen lassen.
advice-load-not-finite = Stattdessen null schreiben, wie „to_json“ von pandas; „json.dumps“ von Python schreibt es, obwohl JSON kein solches Wort hat. Oder solche Zeilen weglassen lassen.
advice-load-half-character = Ein Emoji wird als zwei solche Hälften geschrieben, und was die Datei geschrieben hat, hat eines zerschnitten, etwa beim Kürzen eines Textes: Die Datei neu schreiben lassen oder die Hälfte löschen. Oder solche Zeilen weglassen lassen.
advice-load-not-records = Für jede Zeile ein Objekt schreiben; mit pandas ist das „df.to_json(name, orient="records")“.
advice-load-template = Spalten zwischen geschweiften Klammern schreiben, wie in „{"{"}premise{"}"} … {"{"}hypothesis{"}"}“.
advice-load-no-id = Eine Spalte wählen, die in jeder Zeile einen anderen Wert hat, oder keine: Zeilen haben eigene Nummern.
advice-load-same-id = Eine Spalte wählen, die in jeder Zeile einen anderen Wert hat, oder keine: Zeilen haben eigene Nummern.
advice-load-open-quote = Das Anführungszeichen schließen oder ein wörtliches in einer Zelle verdoppeln (""). Oder angeben, dass Anführungszeichen zum Text gehören (im Terminal: --no-quotes).
advice-load-not-labels = Die Spalte der Labels wählen; diese enthält wohl Texte oder Kennungen.
advice-load-not-a-list = Angeben, was zwischen den Labels einer Zelle steht, oder jede Zelle wie ["eins", "zwei"] schreiben.
advice-load-no-column = Eine der Spalten der Datei wählen.
advice-load-other-column = Den Namen genau so angeben, wie er in der Datei steht: Leerzeichen und Großbuchstaben zählen.
advice-load-which-column = Angeben, welche davon die Texte enthält (--text), oder mehrere verbinden (--text-template).
advice-load-empty-column = Die Spalte wählen, die die Texte enthält.
advice-load-not-a-row = Den Pool verwenden, aus dem diese Auswahl getroffen wurde, oder sie neu treffen.
advice-load-row-twice = Eines der beiden behalten.
advice-load-other-pool = Den Pool verwenden, aus dem diese Auswahl getroffen wurde. Hat eine Tabellenkalkulation oder pandas die Zellen verändert, in der Datei nur die Spalten „row“ und „label“ behalten: Diese beiden genügen.
advice-load-not-number = Zahlen mit Punkt und ohne Trennzeichen schreiben, wie 0.25 oder -1.5e-3.
advice-load-repeated-row = Eine Zeile für jede Zeile des Pools angeben; sie zählen ab 0.
advice-load-missing-row = Eine Zeile für jede Zeile des Pools angeben; sie zählen ab 0.
advice-load-too-many-cells = Die Datei in kleinere aufteilen.
advice-config-pool-too-small = Eine Datei mit mindestens zwei Texten laden.
advice-config-budget-zero = Das Budget auf 1 oder mehr setzen.
advice-config-budget-above-pool = Das Budget auf die Größe des Pools senken oder mehr Texte laden.
advice-config-neighbors-zero = Die Zahl der Nachbarn auf 1 oder mehr setzen; üblich sind 10.
advice-config-neighbors-above-pool = Die Zahl der Nachbarn senken oder mehr Texte laden.
advice-config-parts-zero = Die Zahl der Teile auf 1 oder mehr setzen oder auf automatisch.
advice-config-vote-neighbors-zero = Jeden Text für 1 oder mehr stimmen lassen; üblich sind 150.
advice-config-no-confidences = 10 mit fast-vote-k auswählen, diese labeln, mit ihnen als Beispielen durch „fastgas confidences“ ein Sprachmodell fragen lassen und das Ergebnis als --confidences angeben.
advice-config-confidences-differ = Eine Konfidenz für jeden Text eben dieser Datei angeben.
advice-config-bad-confidence = Für jeden Text eine Zahl angeben, etwa die mittlere Log-Wahrscheinlichkeit der Tokens der Vorhersage.
advice-config-not-extendable = Mit einem Verfahren weitermachen, das einen nach dem anderen auswählt, wie fastgas, oder ohne die frühere Auswahl neu beginnen.
advice-config-earlier-outside = Die Auswahl verwenden, die aus eben dieser Datei getroffen wurde.
advice-config-earlier-twice = Jede Zeile nur einmal nennen, als ausgewählt oder als übergangen.
advice-config-nothing-to-add = Das Budget erhöhen: Es zählt die ganze Auswahl, die vorhandene eingeschlossen.
advice-config-too-few-left = Das Budget senken oder weniger Texte übergehen.
advice-config-imbalance = Eine Zahl zwischen 0 und 1 angeben; üblich ist 0,03.
advice-embed-model = Prüfen, ob die ONNX-Datei vollständig und ein Satz-Encoder ist.
advice-embed-tokenizer = Die tokenizer.json verwenden, die zum Modell gehört.
advice-embed-model-config = Die Konfigurationsdateien verwenden, die zum Modell gehören, oder eine eigene config.json.
advice-embed-model-module = Ein Modell nur aus Transformer, Pooling und Normalisierung verwenden; wo die ONNX-Datei das Modul selbst enthält, diese Konfigurationsdatei weglassen.
advice-embed-too-long = Diesen Text kürzen oder durch Leerzeichen gliedern: Gelesen wird ohnehin nur sein Anfang.
advice-embed-not-finite = Die Datei des Modells ist wahrscheinlich beschädigt; sie neu besorgen.
advice-graph-metis = Die Datei muss dem METIS-Handbuch folgen, Abschnitt 4.1.1 für Graphen und 4.2.1 für Teile.
advice-embeddings-rows-differ = Die Embeddings verwenden, die aus eben dieser Datei entstanden.
advice-embeddings-rows-differ-from-both = Die Embeddings verwenden, die aus eben dieser Datei entstanden.
advice-embeddings-bad-row = Die Embeddings neu erzeugen; jede Zeile braucht endliche Zahlen, die nicht alle null sind.
advice-graph-parts = Mindestens einen Teil verlangen und höchstens einen je Knoten.
advice-embeddings-npy = Sie mit numpy.save(name, array.astype('float32', order='C')) schreiben, eine Zeile für jeden Text.
advice-evaluate-same-column = Die Spalte der Labels nennen; keinem Verfahren darf sie gezeigt werden.
advice-evaluate-set-aside = Zeilen weglassen, die abgelehnt, übergangen oder abgebrochen wurden, oder eine Spalte nennen, deren Labels alle zählen.
advice-evaluate-no-label = Das Label ausfüllen oder die Zeile weglassen.
advice-evaluate-no-picks = Eine Datei mit mindestens einer Zeile unter ihrer Kopfzeile verwenden.
advice-evaluate-pick-outside = Die Auswahl verwenden, die aus eben diesem Pool getroffen wurde.
advice-evaluate-pick-twice = Jede Zeile nur einmal in der Auswahl lassen.
advice-evaluate-labels-differ = Die Embeddings verwenden, die aus eben dieser Datei entstanden.
advice-evaluate-dimensions-differ = Beide Dateien mit demselben Encoder einbetten.
advice-retrieve-template = „{"{"}label{"}"}“ einmal schreiben, nach allen anderen Platzhaltern, und geschweifte Klammern, die keine sind, doppelt: „{"{{"}“.
advice-retrieve-no-place-for-label = „{"{"}label{"}"}“ einmal schreiben, nach allen anderen Platzhaltern, und geschweifte Klammern, die keine sind, doppelt: „{"{{"}“.
advice-retrieve-no-column = In der Vorlage die Spalten der Datei nennen („{"{"}text{"}"}“ ist die Spalte der Texte) und für die Anfrage zu jeder einen Wert angeben.
advice-retrieve-no-labels = Mindestens einen ausgewählten Text labeln.
advice-retrieve-pack = Das Paket aus den gelabelten Texten neu erzeugen.
advice-retrieve-dimensions-differ = Das Modell verwenden, mit dem das Paket entstand, oder das Paket neu erzeugen.
advice-retrieve-models-differ = Das Modell verwenden, mit dem das Paket entstand, oder das Paket neu erzeugen.
advice-confidence-endpoint = Die Adresse eines OpenAI-kompatiblen Servers angeben, etwa http://localhost:11434/v1.
advice-confidence-no-model = Den Namen angeben, unter dem der Server es kennt.
advice-confidence-no-key = Den Schlüssel dort eintragen oder „--api-key-env“ weglassen, wo keiner nötig ist.
advice-confidence-bad-key = Den Schlüssel noch einmal kopieren, ohne Zeilenumbrüche.
advice-confidence-unreachable = Die Adresse prüfen und ob der Server läuft; für eine Seite muss der Server auch Anfragen von der Adresse der Seite erlauben (CORS). Was beantwortet wurde, ist aufbewahrt.
advice-confidence-status = { $status ->
    [401] Den Schlüssel prüfen und ob er dieses Modell verwenden darf.
    [403] Den Schlüssel prüfen und ob er dieses Modell verwenden darf.
    [404] Die Adresse und den Namen des Modells prüfen. Ein Server ohne Chat wird unter einer Adresse gefragt, die auf /v1/completions endet.
    [405] Die Adresse und den Namen des Modells prüfen. Ein Server ohne Chat wird unter einer Adresse gefragt, die auf /v1/completions endet.
    [400] Prüfen, ob das Modell Log-Wahrscheinlichkeiten gibt und Platz für die Beispiele und diesen Text hat.
    [413] Prüfen, ob das Modell Log-Wahrscheinlichkeiten gibt und Platz für die Beispiele und diesen Text hat.
    [422] Prüfen, ob das Modell Log-Wahrscheinlichkeiten gibt und Platz für die Beispiele und diesen Text hat.
    [300] Die Adresse angeben, zu der er umgezogen ist: Die Texte gehen nur an die angegebene Adresse.
    [301] Die Adresse angeben, zu der er umgezogen ist: Die Texte gehen nur an die angegebene Adresse.
    [302] Die Adresse angeben, zu der er umgezogen ist: Die Texte gehen nur an die angegebene Adresse.
    [303] Die Adresse angeben, zu der er umgezogen ist: Die Texte gehen nur an die angegebene Adresse.
    [304] Die Adresse angeben, zu der er umgezogen ist: Die Texte gehen nur an die angegebene Adresse.
    [305] Die Adresse angeben, zu der er umgezogen ist: Die Texte gehen nur an die angegebene Adresse.
    [306] Die Adresse angeben, zu der er umgezogen ist: Die Texte gehen nur an die angegebene Adresse.
    [307] Die Adresse angeben, zu der er umgezogen ist: Die Texte gehen nur an die angegebene Adresse.
    [308] Die Adresse angeben, zu der er umgezogen ist: Die Texte gehen nur an die angegebene Adresse.
   *[other] Eine Weile warten und erneut beginnen; was beantwortet wurde, ist aufbewahrt.
}
advice-confidence-not-answer = Prüfen, ob die Adresse die eines OpenAI-kompatiblen Servers ist.
advice-confidence-no-logprobs = Einen Server und ein Modell verwenden, die sie geben: llama.cpp, vLLM, Ollama ab 0.12.11 und die meisten Modelle von OpenAI, die nicht nachdenken.
advice-confidence-empty = Erneut beginnen, um noch einmal zu fragen; bleibt es so, das Nachdenken des Modells abschalten oder ein anderes Modell verwenden.
advice-confidence-other-tokens = Erneut beginnen, um noch einmal zu fragen; bleibt es so, das Nachdenken des Modells abschalten oder ein anderes Modell verwenden.
advice-confidence-not-number = Erneut beginnen, um noch einmal zu fragen; bleibt es so, einen anderen Server verwenden.
advice-confidence-unanswered = { $first }
advice-confidence-other-question = Für diese Konfidenzen eine andere Datei angeben oder diese löschen.
advice-trace-format = Eine Datei verwenden, die „fastgas trace“ geschrieben hat, und zwar unverändert.
advice-trace-broken = Eine Datei verwenden, die „fastgas trace“ geschrieben hat, und zwar unverändert.
advice-trace-senseless = Sie mit dieser Version von FastGAS neu aufzeichnen.
advice-trace-differs = Sie mit dieser Version von FastGAS neu aufzeichnen.
advice-trace-untold = „--trace“ weglassen oder mit „--method fastgas“ auswählen.
advice-trace-large = Sie in der Seite ansehen, auf der Karte ihrer Texte.

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
arriving-one-moment = Einen Moment: Der Rest der Seite ist unterwegs; was schon getan ist, wirkt dann.
arriving-not-whole = Die Seite wurde nicht vollständig geladen
arriving-advice = Prüfen, ob dieses Gerät noch verbunden ist, und es erneut versuchen; was schon getan ist, wartet. Wurde die Seite auf ihrem Server inzwischen aktualisiert, hilft Neuladen.

## explainer/tour.rs
tour-start = Zwanzig Sätze
tour-start-text = Jeder Punkt ist ein Satz; der Algorithmus nennt ihn „Knoten“. Eine Linie, eine „Kante“, verbindet Sätze, die Ähnliches bedeuten: jeden mit den drei nächsten, also haben manche mehr als drei Linien. Punkte und Linien zusammen sind der Graph. Die Zeit reicht, um vier Sätze zu labeln. Welche vier sagen am meisten über die anderen sechzehn?
tour-parts = Erst schneiden, dann auswählen
tour-parts-text = Die vier bestverbundenen Punkte könnten alle vom Wetter handeln. Darum wird der Graph zuerst in vier Teile geteilt. Eine Linie zwischen zwei Teilen ist „geschnitten“: Je weniger es sind, desto mehr handelt jeder Teil von einer Sache. Ohne Regel würde der billigste Schnitt einen einzelnen Satz abtrennen; darum müssen Teile fast gleich groß sein, „ausgewogen“. Der Graph wird in zwei Hälften geschnitten, dann jede Hälfte wieder in zwei.
tour-region = Eine Region wächst
tour-region-text = Um in zwei zu schneiden, beginnt man bei irgendeinem Punkt, hier dem mit dem Ring, und nimmt seine Nachbarn hinzu, dann deren Nachbarn, bis die Hälfte der Punkte darin ist. Fünf sind es jetzt; rote gestrichelte Linien würden geschnitten. Die Taste → (oder ›, unter dem Bild) zeigt, wie der nächste Punkt dazukommt.
tour-tries = Zehn Versuche, ein Gewinner
tour-tries-text = Wo man beginnt, macht einen Unterschied; darum wachsen zehn Regionen von zehn Stellen aus. Der Satz unter dem Bild sagt, wie viele Linien jede schneiden würde. Die mit den wenigsten bleibt: Sie ist zu sehen.
tour-moves = Zug um Zug besser
tour-moves-text = Nun wechseln einzelne Punkte die Seite. Der „Gewinn“ eines Punktes ist, wie viele Linien weniger geschnitten sind, wenn er wechselt: seine Linien zur anderen Seite weniger die zur eigenen. In der Warteschlange sind die Punkte, die am Anfang an der Grenze liegen, und die Nachbarn derer, die gewechselt haben; von ihnen kommt der mit dem größten Gewinn als Nächster, jeder einmal, auch wenn der Schnitt dabei wächst: Hinter einem Hügel liegt vielleicht eine bessere Stelle. Eine Seite darf für einen Moment um einen Punkt zu groß sein; dann muss einer sie verlassen. Der erste hat gewechselt; → bewegt den nächsten. ⇧→ führt ans Ende, wo alle Züge nach dem besten Moment, dem kleinsten Schnitt mit ausgewogenen Seiten, zurückgenommen sind: Punkte mit vollem Ring haben gewechselt, die mit gestricheltem auch wieder zurück.
tour-four = Vier Teile
tour-four-text = Jede Hälfte wurde ebenso in zwei geschnitten. Niemand hat dem Algorithmus gesagt, wovon die Sätze handeln; trotzdem passt zusammen, was neben den Punkten einer Farbe steht.
tour-pick = Der erste ausgewählte Satz
tour-pick-text = In jedem Teil wird der Punkt ausgewählt, der in seinem Teil die meisten Linien hat: der mit dem Ring. Seine Linien, dick und blau, sind damit verbraucht. Wie viele Linien ein Punkt hat, ist sein „Grad“; wie viele ihm bleiben, sein „Restgrad“. Hier gibt jeder Teil einen; wo er mehr gibt, ist der Nächste der Punkt, dem die meisten Linien bleiben. Das ist die gierige Auswahl (greedy): immer wieder das meiste nehmen.
tour-end = Die vier zum Labeln
tour-end-text = Einer aus jedem Teil, jeder mit einem Ring. Sind diese vier gelabelt, ist jeder andere Satz im selben Teil wie ein gelabelter; fast alle sind mit einem verbunden.
tour-pairs = Große Graphen: Paare finden
tour-pairs-text = Ein anderer Graph: 256 Punkte, jeder mit denen neben ihm verbunden. Bei Tausenden Punkten wäre es langsam, einen nach dem anderen hinzuzunehmen und zu bewegen, und zu sehen wäre immer nur eine kleine Ecke. Darum wird der Graph zuerst verkleinert, „vergröbert“: Punkte bilden mit einem zufälligen Nachbarn ein Paar, durch die dicken Linien; wenige finden niemanden …
tour-one = … und aus jedem einen machen
tour-one-text = … und aus jedem Paar wird ein schwererer Punkt. Das ist eine „Ebene“; so geht es weiter, bis hundert Punkte oder weniger übrig sind. Wo aus mehreren Linien eine wird, zählt sie so viel wie alle, die sie ersetzt; darum kostet ein Schnitt im kleinen Graphen so viel wie im großen. „Ebenen“ zeigt den Weg: Die linke Seite des V hinab wird der Graph kleiner.
tour-bottom = Ganz unten: ein erster Schnitt
tour-bottom-text = Unten am V ist der Graph klein genug, um ihn auf einmal zu überblicken. Zehn Regionen wachsen, und die beste bleibt, wie schon gesehen; jeder schwere Punkt zählt so viel wie die Punkte in ihm, jede dicke Linie so viel wie ihre Linien.
tour-up = Wieder hinauf, auf jeder Ebene feiner
tour-up-text = Dann wird, die rechte Seite des V hinauf, jeder schwere Punkt wieder zu seinen beiden, und der Schnitt wird verfeinert wie zuvor: Zuerst wechseln ganze Gruppen die Seite, am Ende einzelne Punkte. Hier sind 16 Linien geschnitten, und kein Schnitt in zwei Hälften kommt mit weniger aus.
tour-spider = Gierig ist gut, aber nicht vollkommen
tour-spider-text = Drei ausgewählte Punkte sollen möglichst viele dieser sechs Linien berühren. Die gierige Auswahl nahm 0, den Punkt mit den meisten Linien, dann 1 und 2; übrig bleibt die Linie von 3 nach 6. Aber 1, 2 und 3 berühren alle sechs. Der wissenschaftliche Artikel, auf dem diese Seite beruht, behauptet (Proposition 1), gierig sei immer das Beste; dieser kleine Graph zeigt, dass es nicht so ist. Wahr ist: Gierig erreicht mindestens 63 % des Besten.
tour-beside = Der Weg des Artikels und der dieser Seite
tour-beside-text = Dreißig kleine Gruppen aus sechs Punkten stehen in einem Ring; sieben Teile können nicht alle ganz aufnehmen. Der Weg des Artikels („Artikel“) schneidet in zwei und dann jede Hälfte wieder; ein späterer Schnitt heilt nie einen früheren. Der Weg dieser Seite („Beste“) verschmilzt ganze Cluster statt zufälliger Paare, lässt einen Punkt in jeden benachbarten Teil gehen und wiederholt dann Vergröbern und Verfeinern dreimal. Die beiden Schnitte lassen sich vergleichen. Bei so kleinen Graphen kann jeder gewinnen, bei Tausenden Texten gewinnt „Beste“.
tour-yourself = Nun selbst
tour-yourself-text = Die Freundschaften in einem Karateclub, kurz bevor er sich teilte. Mit „Start“ (P) teilt ihn der Algorithmus; mit „Selbst schneiden“ tut man es von Hand und vergleicht. Mit „Selbst auswählen“ entscheidet man, was gelabelt wird. Ist einmal aus einer eigenen Datei ausgewählt, zeigt „Beim Denken zusehen“ dasselbe mit den eigenen Texten.

## explainer/text.rs
rule-matching = Vergröbern durch zufällige Paare
rule-matching-text = Die Knoten in zufälliger Reihenfolge besuchen; jeden, der noch allein ist, mit einem Nachbarn paaren, der auch allein ist. Aus jedem Paar wird ein Knoten. Gewichte zählen zusammen; darum ist ein Schnitt des kleinen Graphen auch einer des großen.
rule-matching-source = Artikel, Anhang C, Vergröberung
rule-heavy-edges = Vergröbern entlang schwerer Kanten
rule-heavy-edges-text = Jeden Knoten mit dem noch ungepaarten Nachbarn über die schwerste Kante paaren; bei Gleichstand mit der niedrigsten Nummer. Schwere Kanten im Inneren können nicht mehr geschnitten werden.
rule-heavy-edges-source = Karypis & Kumar 1998; der Artikel paart zufällig
rule-growing = Eine Region wachsen lassen
rule-growing-text = Auf dem gröbsten Graphen bei einem zufälligen Knoten beginnen und seine Nachbarn hinzunehmen, zuerst in die Breite, bis die Hälfte des Gewichts darin ist. Zehn Regionen wachsen; die mit dem kleinsten Schnitt bleibt.
rule-growing-source = Artikel, Anhang C, Teilung
rule-greedy-growing = Eine Region gierig wachsen lassen
rule-greedy-growing-text = Bei einem zufälligen Knoten beginnen und immer den hinzunehmen, der den Schnitt am wenigsten vergrößert. Vier Regionen wachsen und werden verfeinert; die mit dem kleinsten Schnitt bleibt.
rule-greedy-growing-source = Karypis & Kumar 1998; im Artikel wächst sie zuerst in die Breite
rule-refining = Nach Gewinn verfeinern
rule-refining-text = Wurde der Graph vergröbert, geschieht das auf jeder Ebene, auf der gröbsten zuerst. In der Warteschlange sind die Knoten, die am Anfang an der Grenze liegen, und die Nachbarn derer, die gewechselt haben. Von ihnen wechselt der als Nächster, der den Schnitt dadurch am meisten verkleinert (sein Gewinn), jeder höchstens einmal, auch wenn der Schnitt eine Weile wächst; ist eine Seite zu schwer, darf nur von ihr jemand wechseln. Am Ende wird jeder Zug nach dem besten Moment zurückgenommen.
rule-refining-source = Artikel, Anhang C, Verfeinerung; Fiduccia & Mattheyses 1982
rule-splitting = In zwei schneiden, immer wieder
rule-splitting-text = K Teile entstehen, indem in zwei geschnitten wird und dann jede Hälfte wieder in zwei, bis jede Gruppe ein Teil ist. Eine Gruppe, die K Teile werden soll, wird ⌈K/2⌉ : ⌊K/2⌋ geschnitten; so muss K keine Zweierpotenz sein.
rule-splitting-source = Artikel, Abschnitt 3, rekursive Zweiteilung
rule-balancing = Ausgewogen bleiben
rule-balancing-text = Kein Teil darf mehr als wenige Prozent über dem Mittel wiegen. Wo es doch einer tut, verlassen ihn die Knoten, deren Weggang am wenigsten kostet.
rule-balancing-source = Artikel, Abschnitt 3 (ausgewogene Teile); wie genau, ist hier festgelegt
rule-clustering = Vergröbern durch Cluster
rule-clustering-text = Jeder Knoten tritt dem benachbarten Cluster bei, mit dem er, gemessen an dessen Größe, am stärksten verbunden ist. Ein Knoten mit vielen Nachbarn kann viele auf einmal aufnehmen; das passt zu Graphen nächster Nachbarn.
rule-clustering-source = Nicht im Artikel: Sanders & Schulz 2012; Gottesbüren et al. 2021
rule-together = Alle Teile zusammen verfeinern
rule-together-text = Ein Knoten darf in jeden benachbarten Teil gehen, nicht nur über einen einzigen Schnitt. Die Suche beginnt am Rand und nimmt den größten Gewinn zuerst; was nach dem kleinsten Schnitt kam, wird zurückgenommen. Wo ein Teil voll ist, tauschen zwei Knoten die Plätze.
rule-together-source = Nicht im Artikel: Sanders & Schulz 2011 (lokale Suche)
rule-cycling = Noch einmal vergröbern, innerhalb der Teile
rule-cycling-text = Neu vergröbern, ohne verschiedene Teile zu verbinden, und auf dem Rückweg verfeinern: Ganze Cluster bewegen sich, wo einzelne Knoten es nicht konnten. Was schlechter ist, wird verworfen.
rule-cycling-source = Nicht im Artikel: Walshaw 2004
rule-picking = Den größten Restgrad auswählen
rule-picking-text = In jedem Teil den Knoten auswählen, der innerhalb des Teils die meisten Kanten hat, die kein früher ausgewählter berührt. Er geht mit seinen Kanten. Bei Gleichstand: der höhere Grad im ganzen Graphen, dann die niedrigste Nummer.
rule-picking-source = Artikel, Abschnitt 3, gierige Auswahl der Knoten
rule-proposing = Teile schlagen vor, die Abdeckung entscheidet
rule-proposing-text = Jeder Teil schlägt seine acht besten nach Restgrad vor; von allen Vorschlägen wird immer wieder der genommen, der die zentrierte Abdeckung des ganzen Pools am meisten erhöht: den mittleren Kosinus eines Textes zum nächsten ausgewählten, nachdem von allen Embeddings ihr Mittel abgezogen ist.
rule-proposing-source = Nicht im Artikel, dessen Teile nichts voneinander wissen
rule-middles = In die Mitte rücken
rule-middles-text = Jeder ausgewählte Text rückt in die Mitte derer, für die er steht: Ausgewählt wird stattdessen der Text, der dort liegt.
rule-middles-source = Nicht im Artikel: k-means, Lloyd 1982
rule-counting = Wie viele Teile?
rule-counting-text = M und M/2 Teile werden versucht; es bleibt, womit die Auswahl den Pool besser abdeckt. Kein Label wird angesehen.
rule-counting-source = Der Artikel stimmt K auf das Testmaß ab; hier geschieht das nicht
world-sentences = Zwanzig Sätze
world-sentences-about = Kochen, Wetter, Sport und Reisen, je fünf Sätze auf Englisch. Der eingebaute Encoder dieser Seite gab ihnen ihren Ort, und jeder ist mit seinen drei nächsten verbunden.
world-karate = Ein Karateclub
world-karate-about = 34 Mitglieder und ihre Freundschaften außerhalb des Clubs, kurz bevor er sich teilte (Zachary 1977). Seine beiden Köpfe sind 0 und 33.
world-grid = Ein Gitter
world-grid-about = 256 Knoten, also gibt es etwas zu vergröbern. Der beste Schnitt in zwei Teile schneidet 16 Kanten, der beste in vier 32: Findet ihn der Algorithmus?
world-cliques = Ein Ring aus Cliquen
world-cliques-about = Dreißig Gruppen von sechs, in denen jeder jeden kennt, in einem Ring. Ein guter Schnitt verläuft zwischen Gruppen und schneidet eine Kante je Teil.
world-spider = Die Spinne
world-spider-about = Drei Knoten sollen möglichst viele Kanten berühren. Die gierige Auswahl nimmt zuerst die Mitte und kommt auf 5 von 6: Proposition 1 des Artikels sagt, sie sei die beste, und hier ist zu sehen, warum das nicht stimmt.
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
think-mode-paper = Artikel
think-mode-best = Beste
think-caption = { $mode }: Schnitt { $cut }
think-caption-group = { $mode }: Schnitt dieser Gruppe { $cut }
think-both = Artikel: { $paper } Beste: { $best }
think-vertex = Knoten { $row }

## explainer/source_graph.rs
think-recorded = Was bei der Auswahl der eigenen Texte geschah, Schritt für Schritt: Es ist die eigene Auswahl.
think-folded = Was bei der Auswahl der eigenen Texte geschah, Schritt für Schritt: Es ist die eigene Auswahl. Duplikate wurden zusammengefasst: Jeder Punkt steht für alle Texte, die dasselbe sagen.
think-unrecorded = Der Graph der eigenen Texte, mit dem eigenen K und Startwert geschnitten, ausgewählt nach Restgrad: Das muss nicht die eigene Auswahl sein. Was zu dieser führte, wurde nicht aufgezeichnet; neu auswählen, um es zu sehen.
think-select-first = Zuerst auswählen und auf die Karte warten: Dabei entsteht der Graph dieser Texte.
think-select-again = Neu auswählen: Der Graph dieser Texte wurde nicht aufbewahrt.
think-not-open = Diese Adresse führt zu Texten, die hier nicht offen sind: die Datei öffnen, mit der sie entstand, auswählen und die Adresse noch einmal öffnen.
think-too-many = { $n } Texte sind mehr als die { $most }, bei denen man hier zusehen kann. In einem Terminal geht es mit beliebig vielen: „fastgas select texts.csv --trace pool.trace“ zeichnet auf, und „fastgas trace pool.trace --tell“ erzählt jeden Schritt, auf Englisch.
think-stands-for = { $text } (steht für { $count } Texte)

## explainer/inspect.rs
think-dot-merged = { $n ->
    [one] 1 weiterer ist mit diesem Punkt verschmolzen: { $vertices }
   *[other] { $n } weitere sind mit diesem Punkt verschmolzen: { $vertices }
}

## explainer/exercise.rs
try-pick-task = { $budget ->
    [one] 1 Punkt auswählen, der möglichst viele Linien berührt: ihn anklicken.
   *[other] { $budget } Punkte auswählen, die zusammen möglichst viele Linien berühren: sie anklicken.
} Noch { $left }.
try-cut-task = Zwei Hälften bilden, zwischen denen möglichst wenige Linien verlaufen: Ein Klick auf einen Punkt wechselt seine Seite. Am Anfang sind die Seiten gemischt; am Ende darf jede { $limit } Punkte haben.
try-you = Von Hand: { $worth }.
try-parts = Der gezeigte Algorithmus, Teil für Teil: { $worth }.
try-greedy = Gierig: { $worth }.
try-greedy-whole = Gierig, als gäbe es keine Teile: { $worth }.
try-paper = Der Weg des Artikels, nach Gewinn verfeinert: { $worth }.
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
film-too-large = Der Film ist größer als { $most } MB: kleinere Bilder wählen, weniger davon oder einen Teil der Rekursion.
film-no-png = Der Browser hat ein Bild erzeugt, das kein PNG ist.
film-other-size = Der Browser hat ein Bild in einer anderen Größe erzeugt.
film-no-file = Aus den Bildern wird keine Datei: { $reason }
film-no-canvas = für ein Bild dieser Größe ist kein Platz
film-no-picture = Der Browser hat kein Bild erzeugt: { $reason }

## explainer/dialog.rs
think-see = Beim Denken zusehen

## explainer/controls.rs
think-world = Welt
think-own = Eigene Texte
think-mode = Modus
think-paper = Artikel: wie veröffentlicht
think-fast = Schnell
think-best = Beste: die Voreinstellung
think-strong = Stark
think-beside = Artikel neben Beste
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
think-address = Einstellungen, Startwert und Schritt stehen in der Adresse, aber kein Text
think-copy = Link kopieren
think-copied = Kopiert
think-not-copied = Die Adresse oben führt hierher
think-save = Was zu sehen ist, als Bild speichern

## explainer/vertex_info.rs
think-dot = Punkt
think-dot-hint = Auf einen Punkt zeigen oder tippen oder seine Nummer eingeben: Hier steht dann, was er ist.

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
think-goes-on = Hier wird auf die Art des Artikels ausgewählt. Bei Texten geht es in diesem Modus von den Teilen aus anders weiter: Jeder schlägt für jeden Text, der ihm zusteht, acht vor, Facility Location nimmt die, die zusammen alle Texte am besten abdecken, und dann rückt jeder ausgewählte Text in die Mitte derer, für die er steht. Dazu braucht es die Embeddings der Texte, die hier nicht vorliegen.
think-touched = Berührte Kanten in den Teilen
think-recursion = Rekursion
think-whole = Das Ganze zeigen
think-texts = Was die Punkte sagen
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
}: Eine Gruppe von { $weight } soll in zwei geschnitten werden, { $targets_0 } und { $targets_1 }.
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
step-covers = Die Auswahl aus diesen Teilen würde den Pool zu { $coverage } abdecken (mittlerer Kosinus zum nächsten ausgewählten Text): { $better ->
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
step-middles = Jeder ausgewählte Text rückt in die Mitte derer, für die er steht.

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
said-a-stands-alone-as-a-letter-it-is-written-twice = ein „{ $part_0 }“ steht allein; als Zeichen wird es doppelt geschrieben
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
said-the-disk-is-full-or-this-site-s-share-of-it = der Datenträger ist voll, oder der Anteil dieser Website daran
said-the-browser-keeps-nothing-for-this-site-as-in-some-private-windows = der Browser behält nichts für diese Website, wie in manchen privaten Fenstern
said-the-write-was-undone-as-when-the-disk-is-full = der Schreibvorgang wurde rückgängig gemacht, wie bei vollem Datenträger
said-the-project-is-not-stored = das Projekt ist nicht gespeichert
said-a-newer-version-of-this-page-has-stored-it-in-its-own-way = eine neuere Version dieser Seite hat es auf ihre Weise gespeichert
said-the-browser-has-closed-the-database-as-when-what-the-site-has-stored-is-deleted = der Browser hat die Datenbank geschlossen, etwa weil Websitedaten gelöscht wurden
said-the-browser-s-own-store-on-the-disk-fails = der eigene Speicher des Browsers auf dem Datenträger versagt
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
said-pooling-by-is-not-supported-mean-cls-and-max-are = Pooling durch „{ $part_0 }“ wird nicht unterstützt; mean, cls und max werden es
said-several-ways-of-pooling-together-are-not-supported = mehrere Arten von Pooling zugleich werden nicht unterstützt
said-and-are-of-one-kind-and-say-different-things = „{ $part_0 }“ und „{ $part_1 }“ sind von derselben Art und sagen Verschiedenes
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
said-its-weights-are-in-another-file-it-must-be-saved-as-one = ihre Gewichte stehen in einer anderen Datei; beides muss als eine gespeichert sein
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
said-what-says-how-to-open-it-is-damaged = was sagt, wie es zu öffnen ist, ist beschädigt
said-some-of-its-labels-are-damaged = einige seiner Labels sind beschädigt
said-it-is-of-version-this-page-reads-version = es hat Version { $part_0 }, diese Seite liest Version { $part_1 }
said-there-are-more-than-files-in-it = darin sind mehr als { $part_0 } Dateien
said-there-is-no-file-in-it = darin ist keine Datei
said-it-did-not-answer-for-ten-minutes = zehn Minuten lang kam keine Antwort
said-no-window = die Seite ist nicht mehr da
said-it-is-no-text = sie ist kein Text
said-is-missing = „{ $part_0 }“ fehlt
said-an-answer-of-a-language-model-is-no-number = die Antwort eines Sprachmodells ist keine Zahl
said-a-page-s-policy-cannot-name-an-address-of-ipv6-give-its-host-a-name-such-as-localhost = die Regeln einer Seite können keine IPv6-Adresse nennen; der Host braucht einen Namen, etwa localhost
said-the-browser-shows-no-frame = der Browser zeigt keinen Rahmen
said-the-frame-has-gone = der Rahmen ist nicht mehr da
