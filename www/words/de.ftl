# Die Texte der Seite auf Deutsch. crates/page/src/i18n/mod.rs beschreibt das Format dieser Dateien.

## Counts
common-text-count = { $n ->
    [one] 1 Text
   *[other] { $n } Texte
}
common-percent = { $n } %

## Keys
shell-key-ctrl = Strg
shell-key-space = Leertaste
shell-key-enter = Eingabe
shell-key-backspace = Rücktaste
shell-key-page-down = Bild ab
shell-key-page-up = Bild auf
shell-key-home = Pos1
shell-key-end = Ende

## shell/page.rs
common-settings = Einstellungen

## The page
shell-page-title = FastGAS: Welche Texte sollten Sie labeln?
i18n-language-label = Sprache
i18n-language-problem = { $language } ließ sich nicht laden: { $problem }

## shell/header.rs
shell-keys-title = Tasten
shell-theme-label = Farbschema
shell-theme-system = ◐ System
shell-theme-light = ○ Hell
shell-theme-dark = ● Dunkel
shell-projects-tooltip = Alle Projekte zeigen oder ein neues beginnen
shell-backup-age-now = Gerade eben gesichert
shell-backup-age-minutes = Gesichert vor { $n } min
shell-backup-age-hours = Gesichert vor { $n } h
shell-backup-age-days = Gesichert vor { $n ->
    [one] 1 Tag
   *[other] { $n } Tagen
}
common-projects = Projekte

## shell/rescue.rs
shell-rescue-title = Die Seite wurde wegen eines Fehlers im Programm angehalten
shell-rescue-stored-hint = Alles, was als gespeichert angezeigt wurde, liegt in diesem Browser und ist nicht verloren. Die letzte Eingabe fehlt vielleicht.
shell-rescue-save-hint = Sie können das gespeicherte Projekt hier noch als Datei sichern. Nach dem Neuladen macht die Seite mit dem gespeicherten Projekt weiter.
shell-rescue-protected-hint = Das Projekt ist durch eine Passphrase geschützt und lässt sich darum hier nicht als Datei sichern. Es ist gespeichert: Laden Sie die Seite neu und geben Sie die Passphrase ein, um weiterzumachen.
shell-rescue-save-button = Projekt als Datei sichern
shell-reload-button = Seite neu laden
shell-rescue-skip-project-button = Ohne das Projekt neu laden
shell-rescue-loop-advice = Wenn die Seite immer wieder stehen bleibt, laden Sie sie ohne das Projekt neu. Es bleibt in der Liste.
shell-rescue-saved-status = Die Datei ist gesichert. Öffnen Sie sie wie jede Sicherung. Embeddings enthält sie nicht.
shell-rescue-unreadable-problem = Das gespeicherte Projekt lässt sich hier nicht lesen. Laden Sie die Seite neu und sichern Sie dann das Projekt.
shell-rescue-report-label = Für eine Meldung an die Autoren (enthält keinen Ihrer Texte):

## shell/welcome.rs
shell-welcome-title = Tausende Texte, aber nur Zeit für achtzehn?
shell-welcome-summary = FastGAS liest Ihre Datei, findet heraus, welche Texte einander ähneln, und wählt die wenigen aus, deren Labels am meisten über alle anderen sagen.
shell-welcome-sample-button = Beispiel ausprobieren
shell-welcome-sample-hint = 3.000 Beschreibungen von Debian-Paketen
shell-welcome-paste-hint = oder hier { $control }+V drücken
shell-welcome-tour-hint = ein Rundgang von zehn Minuten, Schritt für Schritt
shell-welcome-privacy-title = Nichts verlässt diese Seite.
shell-welcome-privacy-hint = Das Modell läuft in diesem Browser; es gibt keinen Server, der Ihre Texte sehen könnte. Labels bleiben auf diesem Gerät.
shell-welcome-drop-title = Datei mit Texten hier ablegen
shell-welcome-drop-hint = oder klicken, um eine zu wählen: CSV, TSV, JSON oder einfache Zeilen, in jeder Kodierung; mit ihren Embeddings (.npy), falls vorhanden
shell-welcome-stop-reading-button = Lesen abbrechen
common-embed = Einbetten
shell-welcome-embed-hint = Sentence-BERT gibt jedem Text eine Position; ähnliche Texte werden Nachbarn.
shell-welcome-pick-title = Teilen und auswählen
shell-welcome-pick-hint = Der Graph wird in ausgewogene Teile geschnitten; aus jedem werden die am besten vernetzten Texte ausgewählt.
shell-welcome-label-title = Labeln und exportieren
shell-welcome-label-hint = Eine Taste je Label, sofort gespeichert; der Export behält jede Spalte Ihrer Datei.

## shell/notices.rs
persistence-save-failed-title = Nicht gespeichert:
persistence-backup-advice = Sichern Sie vor dem Neuladen.
persistence-reload-loss-hint = Wenn Sie neu laden, gehen alle Änderungen ab jetzt verloren.
common-back-up = Sichern
shell-retry-button = Erneut versuchen
persistence-continue-unsaved-button = Trotzdem weitermachen
persistence-cache-failed-title = Embeddings werden nicht gespeichert:
persistence-cache-failed-hint = Die Auswahl läuft trotzdem weiter.
common-close = Schließen

## run/progress.rs
common-model = Modell
run-neighbors-label = Nachbarn
run-stage-graph = Graph
run-stage-parts = Anzahl der Teile
run-stage-partition = Teilen
run-stage-select = Auswählen
common-map = Karte
common-paused = Pausiert
run-download-total = {" "}von { $total }
run-picks-ready-status = { $n ->
    [one] 1 ausgewählter Text ist bereit.
   *[other] { $n } ausgewählte Texte sind bereit.
}
run-stopped-status = Angehalten.
run-stage-count = { $done } von { $total }
run-progress-label = Fortschritt
run-time-left = noch { $left }
common-resume = Fortsetzen
common-pause = Pausieren
common-cancel = Abbrechen
run-stages-label = Schritte
run-cached-texts-hint = { $n ->
    [one] 1 Text war schon eingebettet.
   *[other] { $n } Texte waren schon eingebettet.
}
run-gpu-texts-status = Auf der GPU{ $name } eingebettete Texte: { $n }.
run-gpu-takeover-status = Auf der GPU{ $name } eingebettete Texte: { $n }. Die übrigen werden auf der CPU eingebettet, { $why }.

## run/early_button.rs
run-early-label-button = { $n ->
    [one] 1 Text jetzt labeln
   *[other] { $n } Texte jetzt labeln
}
run-early-more-button = { $n ->
    [one] Jetzt 1 weiteren auswählen
   *[other] Jetzt { $n } weitere auswählen
}
run-early-picking-status = Auswahl aus den Texten, die bereit sind …
run-early-share-hint = { $ready } Texte sind bereit: ein repräsentativer Querschnitt. Der Teil der Auswahl, der auf sie entfällt, wird jetzt getroffen, der Rest später aus allen Texten. Wenn Sie warten, bis alle Texte bereit sind, deckt die Auswahl die Texte etwas besser ab.
labeling-early-list-hint = Ausgewählt aus den { $among } Texten, die bereit waren. Die übrigen werden ausgewählt, wenn alle bereit sind.
run-early-failed-title = Aus den Texten, die bereit sind, wurde nichts ausgewählt

## run/sketch_view.rs
run-sketch-caption = { $n ->
    [one] Bisher 1 Text, als Punkt gezeigt
   *[other] Bisher { $n } Texte, jeder als Punkt gezeigt
}: je näher zwei Punkte, desto ähnlicher die Texte. Die Karte erscheint, wenn alle Texte eingebettet sind.

## run/summary.rs
run-summary-duplicates-none = keine
run-summary-duplicates-count = { $instances } Texte in { $different ->
    [one] 1 Gruppe
   *[other] { $different } Gruppen
}
run-summary-duplicates-folded = ; ein Text vertritt jede Gruppe
run-duplicates-label = Duplikate
common-encoder = Encoder
common-method = Verfahren
common-parts = Teile
run-edges-cut-label = Geschnittene Kanten
run-imbalance-label = Ungleichgewicht
run-early-picks-hint = { $n ->
    [one] 1 Text wurde vorher ausgewählt, aus { $among } Texten.
   *[other] { $n } Texte wurden vorher ausgewählt, aus { $among } Texten.
}
run-neighbor-search-status = Nachbarn { $searched }.
run-truncated-texts-hint = { $n ->
    [one] Von 1 der { $of } Texte ist nur der Anfang eingebettet, weil er mehr Wörter hat, als der Encoder liest.
   *[other] Von { $n } der { $of } Texte ist nur der Anfang eingebettet, weil sie mehr Wörter haben, als der Encoder liest.
} Ein ┊ im Text zeigt, wie weit er gelesen hat; ein anderer Encoder liest vielleicht mehr.
run-total-time-label = Gesamtzeit
run-summary-title = Dieser Lauf
run-parts-coverage = { $n_parts ->
    [one] 1 Teil
   *[other] { $n_parts } Teile
} { $coverage }
run-parts-by-centered-coverage = Die Zahl der Teile mit der höchsten zentrierten Abdeckung: { $each }. Das ist der mittlere Kosinus eines Textes zum nächsten ausgewählten, nachdem von allen Embeddings ihr Mittel abgezogen ist. Er dient nur dazu, Zahlen von Teilen zu vergleichen, und ist kleiner als die mittlere Ähnlichkeit unter „Abdeckung“: Diese gilt für die endgültige Auswahl und die unveränderten Embeddings.
run-parts-by-facility-coverage = Die Zahl der Teile, deren Auswahl im Versuch die höchste mittlere Ähnlichkeit hatte: { $each }. Unter „Abdeckung“ steht die der endgültigen Auswahl.

## run/settings_form.rs
run-parts-lowered-hint = Auf { $budget } gesenkt: Jeder Teil braucht mindestens einen ausgewählten Text.
run-parts-auto-hint = Automatisch: { $budget }, etwa so viele Teile wie ausgewählte Texte je Teil.
run-parts-trial-hint = Automatisch: { $budget } oder halb so viele, je nachdem, was die Texte besser abdeckt.
run-parts-share-hint = Jeder Teil trägt seinen Anteil zur Auswahl bei.
run-time-estimate-hint = { $n_instances } Texte: { $seconds }, weniger, wenn manche schon eingebettet sind.
run-settings-title = Auswahl
run-budget-label = Texte zum Labeln
run-budget-hint = Wie viele Texte Sie labeln werden.
run-neighbors-hint = Mit so vielen nächsten Nachbarn wird jeder Text verbunden, außerdem mit den Texten, zu deren nächsten Nachbarn er gehört.
run-parts-placeholder = automatisch
common-seed = Startwert
run-seed-hint = Gleicher Startwert, gleiche Auswahl.
run-advanced-title = Mehr
run-votes-label = Stimmen
run-votes-hint = Für so viele seiner nächsten Nachbarn stimmt jeder Text; 150 im Paper.
run-workers-label = Worker
run-workers-hint = Threads zum Einbetten, 1 bis { $max_workers }; jeder braucht etwa 120 MB.
run-selecting-status = Auswahl läuft …
run-select-again-button = Neu auswählen
run-select-button = { $n ->
    [0] Auswählen
    [one] 1 Text auswählen
   *[other] { $n } Texte auswählen
}
run-stopped-resume-hint = Angehalten. { $texts } von { $total } Texten { $texts ->
    [one] ist eingebettet und bleibt
   *[other] sind eingebettet und bleiben
} erhalten; „Auswählen“ macht dort weiter.
run-outdated-encoder-hint = Die gezeigte Auswahl entstand mit dem Encoder { $encoder }.
run-outdated-settings-hint = Die gezeigte Auswahl entstand mit anderen Einstellungen.
run-labels-kept-hint = Labels bleiben bei ihren Texten.
run-embeddings-label = Embeddings
run-embeddings-unchanged = Unverändert
run-embeddings-centered = Abzüglich des Mittels aller Texte
run-procedure-label = Ablauf
run-procedure-lazy = Sparsam: gleich gut, in Sekunden
run-procedure-published = Wie das Programm der Autoren, in Minuten
run-preset-label = Profil
run-preset-best = Standard: empfohlen, kleiner Schnitt, schnell
run-preset-strong = Stark: kleinster Schnitt, um ein Mehrfaches langsamer
run-preset-fast = Schnell: kürzeste Zeit
run-preset-paper = Paper: wie veröffentlicht
run-edge-weights-label = Kantengewichte
run-edge-weights-unit = Gleiche Gewichte (wie im Paper)
run-edge-weights-similarity = Nach Ähnlichkeit
run-duplicates-keep = Jedes einzeln zählen
run-duplicates-fold = Als eines zählen
run-search-auto = Genau, bei vielen Texten ungefähr
run-search-exact = Genau
run-search-approximate = Ungefähr
run-search-label = Nachbarsuche
run-search-hint = Die ungefähre Suche findet 98 % der Nachbarn, in kürzerer Zeit.
run-device-label = Nachbarn suchen auf
run-device-auto = GPU, falls schneller
run-device-cpu = CPU
run-device-gpu = GPU, falls vorhanden
run-device-hint = Beide finden dieselben Nachbarn.
run-embed-device-label = Texte einbetten auf
run-embed-device-gpu = GPU und CPU
run-embed-device-hint = Beide berechnen dieselben Embeddings. Wie schnell die GPU ist, wurde noch nicht gemessen.

## import/view.rs
import-header-names = Benennt die Spalten
import-header-row = Ist eine Zeile wie die anderen
import-quotes-label = Anführungszeichen
import-quotes-single = Einfache Anführungszeichen ' umschließen Zellen
import-quotes-literal = Anführungszeichen gehören zum Text
import-quotes-backslash = Doppelte Anführungszeichen " umschließen Zellen, \" darin
import-blanks-label = Leerzeichen um Anführungszeichen
import-blanks-keep = Gehören zur Zelle
import-blanks-skip = Überspringen
import-comment-prefix-label = Kommentare beginnen mit
import-comment-prefix-tooltip = Zeilen mit diesem Anfang werden weggelassen. Übliche Kommentare (# …) werden auch ohne diese Angabe erkannt.
import-ragged-reject = Datei ablehnen
import-ragged-pad = Alle behalten, mit leeren Zellen auffüllen
import-ragged-omit = Weglassen und auflisten
import-title-before-name = Wie soll
import-title-after-name = gelesen werden?
import-guessed-choice = { $name } (wahrscheinlich)
import-file-title = Datei
common-format = Format
import-encoding-label = Kodierung
import-delimiter-label = Zellen getrennt durch
import-other-delimiter-label = Oder getrennt durch
import-other-delimiter-tooltip = Ein bis acht Zeichen, etwa || oder §; ein Steuerzeichen durch seinen Code, etwa \x01.
import-header-label = Erste Zeile
import-lines-above-label = Zeilen über der Tabelle
import-lines-above-tooltip = Zum Beispiel ein Titel: Diese Zeilen werden weggelassen.
import-rows-below-label = Zeilen unter den Spaltennamen, die keine Texte sind
import-rows-below-tooltip = Zum Beispiel die Fragen einer Umfrage: Diese Zeilen werden weggelassen.
import-joined-texts-column = Verbundene Texte
import-quotes-double = Doppelte Anführungszeichen " umschließen Zellen
import-ragged-label = Zeilen mit zu vielen oder zu wenigen Zellen
import-unreadable-rows-label = Zeilen, die sich nicht lesen lassen
import-records-label = Pfad der Zeilen
import-records-tooltip = Schlüssel mit Punkten dazwischen, etwa data.items. Leer: Die Objekte der Datei sind die Zeilen. Mit * am Ende: Die Werte aller Schlüssel eines Objekts sind die Zeilen.
import-repair-label = Zeilen mit NaN oder einem halben Zeichen
import-repair-refuse = Lassen sich nicht lesen
import-repair-keep = Behalten: NaN als leer, ein halbes Zeichen als �
import-non-rows-label = Zeilen, die nicht zur Tabelle gehören
import-non-rows-certain = Weglassen, was fast sicher nicht dazugehört
import-non-rows-keep = Alle behalten
import-non-rows-omit = Alle weglassen, auch zweifelhafte
import-columns-title = Spalten
import-texts-label = Texte
import-texts-joined-columns = Mehrere Spalten, verbunden …
import-template-label = So verbinden
import-template-hint = Spaltennamen in geschweiften Klammern, eigene Wörter darum herum.
import-ids-label = Kennungen
import-ids-none = Keine: Zeilennummern verwenden
common-labels = Labels
import-labels-none = Keine: ohne Labels beginnen
import-embeddings-label = Embeddings in der Datei
import-embeddings-none = Keine: die Texte einbetten
import-embeddings-hint = Eine Spalte mit einer Liste von Zahlen für jeden Text. Diese Embeddings ersetzen den Encoder.
import-labels-hint = Wenn manche Texte schon Labels haben, wählen Sie die Spalte mit diesen Labels.
import-cell-labels-label = Jede Zelle hat
import-cell-one = Ein Label
import-cell-semicolons = Mehrere, durch Semikolons getrennt
import-cell-commas = Mehrere, durch Kommas getrennt
import-cell-bars = Mehrere, durch | getrennt
import-cell-hashes = Mehrere, durch # getrennt
import-cell-slashes = Mehrere, durch / getrennt
import-cell-colons = Mehrere, durch :: getrennt
import-cell-double-bars = Mehrere, durch || getrennt
import-cell-other = Mehrere, anders getrennt …
import-separator-label = Trennzeichen
import-separator-hint = Genau wie in den Zellen; \t ist ein Tabulator, \n ein Zeilenumbruch.
import-label-counts-more = und { $n } weitere
import-label-counts-status = { $n ->
    [one] 1 Label
   *[other] { $n } Labels
}: { $named }
import-cell-labels-problem = So gelesen enthalten die Zellen keine Labels oder mehr als 500.
import-cell-list = Mehrere, als JSON-Liste
import-file-line-column = Dateizeile
import-row-column = Zeile
import-bad-rows-rejected = die Datei wird abgelehnt, bis Sie wählen, was mit diesen Zeilen geschieht
import-bad-rows-kept = sie werden behalten
import-bad-rows-omitted = sie werden weggelassen
import-remark-ragged-rows = Zeilen mit zu vielen oder zu wenigen Zellen, { $lines }: { $what }.
import-remark-unreadable-rows = Zeilen, die sich nicht lesen lassen, { $lines }: { $what }.
import-remark-no-rows = Es gibt keine Zeilen.
import-preview-label = Vorschau der ersten Zeilen
import-reading-label = Wird gelesen
common-stop = Anhalten
import-submit-button = Importieren
import-new-project-hint = Wenn sich dadurch die Texte ändern, werden sie ein neues Projekt; das offene Projekt bleibt mit seinen Labels unter „Projekte“.
import-header-doubt-title = Benennt die erste Zeile von { $file_name } die Spalten?
import-header-doubt-problem = Spalte { $column } würde „{ $cell }“ heißen, und das kann der Text einer Zeile sein
import-header-doubt-advice = Prüfen Sie die Zeilen unten und wählen Sie, was die erste Zeile ist.
import-remark-header-name = Die erste Zeile nennt Spalte { $column } „{ $cell }“; wenn das der Text einer Zeile ist, fehlt diese Zeile.
import-bytes-doubt-title = { $file_name } enthält Bytes, die kein Text sind
import-broken-bytes-problem = { $n ->
    [one] die Datei ist { $encoding } bis auf 1 Stelle, die als � gezeigt wird: { $lines }
   *[other] die Datei ist { $encoding } bis auf { $n } Stellen, die als � gezeigt werden: { $lines }
}
import-broken-bytes-advice = Welche Zeichen das waren, ist der Datei nicht zu entnehmen. Wenn auch andere Wörter falsch sind, wählen Sie eine andere Kodierung.
import-zero-bytes-problem = { $n ->
    [one] 1 Byte darin ist null oder fehlerhaft, was in keinem Text vorkommt; es wird als � gezeigt: { $lines }
   *[other] { $n } Bytes darin sind null oder fehlerhaft, was in keinem Text vorkommt; sie werden als � gezeigt: { $lines }
}
import-zero-bytes-advice = Vielleicht ist dies keine Textdatei. Wenn sie UTF-16 ohne Byte-Order-Marke ist, wählen Sie diese Kodierung; sonst importieren Sie sie so.
import-remark-broken-bytes = { $n ->
    [one] 1 Stelle, die kein Text ist, als � gezeigt: { $lines }.
   *[other] { $n } Stellen, die kein Text sind, als � gezeigt: { $lines }.
}
import-remark-shifted-bytes = Ab Zeile { $line } ist der Text unlesbar: Bei Byte { $byte } fehlt ein Byte oder ist eines zu viel.
import-encoding-lossy = { $encoding }, mit � für fehlerhafte Bytes

## encoder/dialog.rs
encoder-trying-announcement = Der Encoder wird geöffnet und ausprobiert
encoder-works-announcement = { $config } funktioniert. { $report }.
encoder-dialog-title = Anderen Encoder verwenden
encoder-file-missing = fehlt
encoder-onnx-file-label = ONNX-Datei
encoder-files-hint = Eine ONNX-Datei mit ihrer tokenizer.json, wie es sie auf Modellplattformen gibt; mit dem ganzen Ordner des Modells werden auch seine Einstellungen gelesen. BERT, MPNet und ähnliche Modelle laufen am schnellsten.
encoder-drop-title = Dateien oder einen Ordner hier ablegen
encoder-drop-more-title = Weitere Dateien hier ablegen
encoder-choose-before-files = oder auswählen:
encoder-choose-files-button = Dateien
encoder-choose-before-folder = oder
encoder-choose-folder-button = Ordner
encoder-tokenizer-label = Tokenizer
encoder-settings-missing = nicht unter den Dateien: siehe unten
encoder-settings-source = { $n ->
    [one] aus 1 JSON-Datei
   *[other] aus { $n } JSON-Dateien
}
encoder-choose-folder-label = Ordner des Encoders wählen
encoder-choose-files-label = Dateien des Encoders wählen
encoder-files-unreadable-title = Die Dateien wurden nicht gelesen
encoder-files-unreadable-advice = Wählen Sie den Ordner des Encoders selbst oder seine Dateien.
encoder-name-label = Name
encoder-pooling-label = Pooling
encoder-pooling-hint = Wie die Vektoren der Tokens eines Textes zusammengefasst werden; die Seite des Modells nennt die passende Art.
encoder-prefix-label = Präfix
encoder-prefix-hint = Steht vor jedem Text, zum Beispiel „query: “ für E5, einschließlich des Leerzeichens.
encoder-instruction-label = Anweisung
encoder-instruction-hint = Wie ein Präfix, wird aber selbst nicht gepoolt: für Instructor.
encoder-max-length-label = Höchstlänge
encoder-max-length-hint = In Tokens; der Rest wird nicht gelesen. Leer: so viele, wie das Modell lesen kann.
encoder-try-button = Öffnen und ausprobieren
encoder-trying-status = Wird geöffnet und ausprobiert …
encoder-trying-label = Öffnen und Ausprobieren
encoder-trying-hint = Läuft in einem eigenen Worker: Was dort auch geschieht, Projekt und Encoder bleiben unverändert.
encoder-file-time-estimate = { $seconds } für { $texts ->
    [one] 1 Text
   *[other] { $texts } Texte
} mit { $workers ->
    [one] 1 Worker
   *[other] { $workers } Workern
}
encoder-change-settings-button = Einstellungen ändern
encoder-use-button = Diesen Encoder verwenden
encoder-number-unknown = unbekannt
encoder-slow-operators-label = Langsamere Operatoren
encoder-pooling-in-model = durch das Modell selbst
encoder-works-after-name = funktioniert.
encoder-dimensions-label = Dimensionen
encoder-vocabulary-label = Vokabular
encoder-token-count = { $n } Tokens
encoder-weights-label = Gewichte
encoder-weights-with-table = { $weights }; Token-Tabelle mit 4 Bit
encoder-speed-label = Tempo
common-your-file = Ihre Datei

## import/paste.rs
import-paste-title = Texte einfügen
import-paste-label = Ein Text je Zeile oder Zellen aus einer Tabellenkalkulation
import-paste-preview-button = Vorschau

## import/preview.rs
import-text-column-tooltip = Zur Textspalte machen
import-text-column-tag = Text
import-preview-first-caption = Die ersten { $n_rows } von { $n } Zeilen
import-preview-all-caption = { $n ->
    [one] Die einzige Zeile
   *[other] Alle { $n } Zeilen
}
common-column-unnamed = Spalte { $n } (ohne Namen)
import-more-columns = { $n ->
    [one] und 1 weitere Spalte
   *[other] und { $n } weitere Spalten
}
import-first-rows-label = Die ersten Zeilen

## shell/drop_zone.rs
shell-drop-zone-hint = Legen Sie eine Datei mit Texten ab, mit ihren Embeddings (.npy), falls vorhanden, oder die Dateien eines Encoders

## import/dataset_panel.rs
import-dataset-size = { $rows ->
    [one] 1 Text
   *[other] { $rows } Texte
}, { $columns ->
    [one] 1 Spalte
   *[other] { $columns } Spalten
}
import-dataset-title = Daten
import-add-texts-button = Texte hinzufügen
import-append-done-status = { $n ->
    [one] 1 Text aus { $file_name } wurde hinzugefügt.
   *[other] { $n } Texte aus { $file_name } wurden hinzugefügt.
}
import-undo-append-button = Diese Texte entfernen
import-undo-tooltip = Möglich, bis Sie etwas labeln, notieren oder auswählen
import-append-known-status = { $n ->
    [one] 1 war schon da.
   *[other] { $n } waren schon da.
}
import-open-another-button = Andere Datei öffnen
import-text-column-label = Textspalte
import-read-as-status = Gelesen als { $found }.
import-labels-found-status = { $n_labels ->
    [one] 1 Label
   *[other] { $n_labels } Labels
} in Spalte { $name }, von { $n ->
    [one] 1 Text.
   *[other] { $n } Texten.
}
import-remark-answers-differ = { $n ->
    [one] In Spalte { $name } unterscheiden sich die Antworten zu 1 Text; von dort bekommt er kein Label.
   *[other] In Spalte { $name } unterscheiden sich die Antworten zu { $n } Texten; von dort bekommen sie kein Label.
}
import-labels-unclear-hint = Die Datei hat Labels mehrerer Personen, Antworten auf mehrere Fragen oder Antworten, die nicht zählen. Importiert wird nichts, bis Sie wählen, was importiert werden soll.
import-view-labels-button = Labels ansehen
import-labels-button = Labels importieren
import-remark-empty-texts = { $n ->
    [one] 1 Text ist leer; Verfahren, die Texte auslassen können, wählen ihn nicht.
   *[other] { $n } Texte sind leer; Verfahren, die Texte auslassen können, wählen sie nicht.
}
import-change-reading-button = Anders einlesen
import-save-omitted-button = Weggelassene Zeilen speichern
import-embeddings-status = Embeddings: { $file }, { $dimensions ->
    [one] 1 Dimension
   *[other] { $dimensions } Dimensionen
}.
import-column-embeddings-status = Embeddings: Spalte „{ $column }“ von { $file }, { $dimensions ->
    [one] 1 Dimension
   *[other] { $dimensions } Dimensionen
}.
import-remark-vectors = Listen von Zahlen sind in: { $columns }. Unter „Anders einlesen“ können Sie eine solche Spalte als Embeddings der Texte wählen.
import-remark-embeddings-unused = { $n ->
    [one] 1 Zeile dieser Datei gehört zu einer Zeile, die bei den Texten weggelassen wurde, und wird
   *[other] { $n } Zeilen dieser Datei gehören zu Zeilen, die bei den Texten weggelassen wurden, und werden
} nicht verwendet.
import-embed-instead-button = Stattdessen die Texte einbetten

## projects/cache_size.rs
projects-cache-label = In diesem Browser gespeicherte Embeddings:
projects-empty-cache-label = Zwischenspeicher der Embeddings leeren
projects-empty-cache-button = Leeren
projects-cache-size = { $texts ->
    [one] 1 Text
   *[other] { $texts } Texte
}, { $bytes }
projects-multilingual-label = In diesem Browser gespeicherter mehrsprachiger Encoder:
projects-delete-multilingual-label = Mehrsprachigen Encoder löschen

## encoder/panel.rs
encoder-use-another-button = Anderen verwenden …
encoder-not-used-hint = Für diese Datei nicht verwendet: Sie hat eigene Embeddings.
encoder-not-english-count = { $n ->
    [one] 1 von { $inspected } Texten ist nicht auf Englisch: { $languages }.
   *[other] { $n } von { $inspected } Texten sind nicht auf Englisch: { $languages }.
}
encoder-not-english-sample-count = Von { $inspected } Texten, gleichmäßig aus allen { $texts } gewählt, sind { $n } nicht auf Englisch: { $languages }.
encoder-languages-more = { $languages } und weitere
encoder-unknown-language = unbekannte Sprache
encoder-english-only-hint = Dieser Encoder hat nur Englisch gelernt: In anderen Sprachen vergleicht er eher die Schreibweise als die Bedeutung. Verwenden Sie für Karte und Auswahl nach Bedeutung den mehrsprachigen Encoder.
encoder-multilingual-offer = Texte in anderen Sprachen: multilingual-e5-small, für etwa 100 Sprachen. Bei der ersten Verwendung werden { $bytes } geladen.
encoder-multilingual-use-button = Den mehrsprachigen Encoder verwenden
encoder-multilingual-progress = Der mehrsprachige Encoder: { $bytes } von { $total }
encoder-multilingual-progress-label = Laden des mehrsprachigen Encoders
encoder-multilingual-failed-title = Der mehrsprachige Encoder ist nicht bereit:
encoder-multilingual-failed-advice = Der geladene Teil bleibt gespeichert. Prüfen Sie die Verbindung und fahren Sie fort.
encoder-multilingual-not-on-site-advice = Verwenden Sie einen anderen Encoder, oder bitten Sie die Betreiber dieser Website, ihn bereitzustellen.
encoder-multilingual-continue-button = Fortfahren
encoder-stored-status = { $name }: { $bytes } in diesem Browser gespeichert.
encoder-temporary-status = { $name }: bis zum Neuladen der Seite.
encoder-use-built-in-button = Zurück zum eingebauten Encoder

## projects/list.rs
projects-list-title = Ihre Projekte in diesem Browser
projects-no-picks-status = noch nichts ausgewählt
projects-labeled-status = { $n_labeled } von { $n ->
    [one] 1 ausgewählten Text
   *[other] { $n } ausgewählten Texten
} gelabelt
projects-rename-button = Umbenennen
projects-delete-button = Löschen
projects-deleted-title = Gelöscht ({ $n })
projects-deleted-hint = Gelöschte Projekte belegen noch Speicherplatz in diesem Browser. Holen Sie sie zurück oder löschen Sie sie endgültig.
projects-restore-button = Zurückholen
projects-delete-forever-button = Endgültig löschen
projects-name-label = Name des Projekts
projects-other-address-hint = Unter dieser Adresse ist kein Projekt gespeichert. Projekte, die Sie unter der anderen Adresse dieses Rechners gespeichert haben, finden Sie dort:
projects-open-elsewhere-title = Dieses Projekt ist in einem anderen Tab offen.
projects-open-elsewhere-hint = Hier können Sie es nur ansehen. Nach „Hier weitermachen“ kann der andere Tab es nur noch lesen.
projects-take-over-button = Hier weitermachen
projects-read-only-title = Nichts wurde geändert
projects-read-only-problem = ein anderer Tab hat dieses Projekt geöffnet, und dieser zeigt es nur
projects-read-only-advice = Drücken Sie unten „Hier weitermachen“ oder machen Sie im anderen Tab weiter.

## protection/dialogs.rs
protection-group-label = Schutz
protection-passphrase-label = Passphrase
protection-protect-button = Mit einer Passphrase schützen …
protection-protect-tooltip = Verschlüsselt Texte, Labels, Notizen und Embeddings dieses Projekts in diesem Browser und seine Sicherungen. Möglich, wenn alles gespeichert ist und nichts läuft.
protection-protected-status = Durch eine Passphrase geschützt
protection-lock-button = Jetzt sperren
protection-lock-tooltip = Schließt das Projekt; dieser Tab vergisst die Passphrase
protection-change-button = Passphrase ändern …
protection-remove-button = Schutz aufheben
protection-remove-title = Den Schutz aufheben?
protection-remove-hint = Das Projekt wird dann unverschlüsselt gespeichert, und seine nächsten Sicherungen ebenso. Sicherungen, die Sie vorher gespeichert haben, behalten ihre Passphrase.
protection-next-project-button = Nächstes Projekt schützen …
protection-next-project-tooltip = Wählen Sie die Passphrase, bevor Sie die Texte öffnen: Dann sind sie nie unverschlüsselt gespeichert
protection-next-project-status = Das nächste Projekt, das Sie öffnen, ist durch die Passphrase geschützt.
protection-next-project-cancel-button = Nicht schützen
protection-dialog-title = Mit einer Passphrase schützen
protection-protect-hint = Texte, Labels, Notizen, Richtlinien und Embeddings dieses Projekts werden in diesem Browser verschlüsselt, von nun an auch seine Sicherungen. Die Seite fragt bei jedem Öffnen des Projekts nach der Passphrase.
protection-next-project-hint = Das nächste Projekt, das Sie öffnen, ist in diesem Browser von Anfang an verschlüsselt, auch seine Sicherungen. Die Seite fragt bei jedem Öffnen nach der Passphrase.
protection-change-hint = Das Projekt lässt sich dann nur noch mit der neuen Passphrase öffnen.
protection-lost-passphrase-hint = Wenn Sie die Passphrase verlieren, lässt sie sich nicht wiederherstellen: Projekt und Sicherungen sind dann nicht mehr zu öffnen.
protection-earlier-files-hint = Sicherungen und Exporte, die Sie vorher gespeichert haben, bleiben ohne Passphrase lesbar. Der Browser behält vielleicht Reste unverschlüsselter Daten, bis er den Platz braucht.
protection-former-passphrase-hint = Sicherungen, die Sie vorher gespeichert haben, öffnen sich weiterhin mit der alten Passphrase. Exporte sind nie verschlüsselt.
protection-names-readable-hint = Der Name des Projekts und die Zahlen seiner Texte, ausgewählten Texte und Labels bleiben in der Liste der Projekte lesbar. Wenn der Name zu viel verrät, benennen Sie das Projekt dort um.
protection-new-passphrase-label = Passphrase (mindestens 8 Zeichen)
protection-repeat-passphrase-label = Passphrase wiederholen
protection-show-passphrase-label = Eingabe anzeigen
protection-too-short-problem = Sie braucht mindestens 8 Zeichen.
protection-mismatch-problem = Die beiden stimmen noch nicht überein.
protection-protect-confirm-button = Projekt schützen
protection-next-project-confirm-button = Diese Passphrase verwenden
protection-change-confirm-button = Passphrase ändern
protection-encrypting-status = Wird verschlüsselt …
protection-unlock-project-hint = { $name } ist durch eine Passphrase geschützt.
protection-unlock-backup-hint = { $name } ist durch eine Passphrase geschützt, und seine Sicherung wird es auch sein.
protection-unlock-file-hint = { $name } ist durch eine Passphrase geschützt. Als neues Projekt bleibt es geschützt. Wenn Sie es mit dem offenen Projekt zusammenführen, wird es so gespeichert wie dieses.
protection-unlock-button = Öffnen
protection-unlocking-status = Wird geöffnet …
protection-wrong-passphrase-problem = Die Passphrase ist falsch. Prüfen Sie die Feststelltaste und die Sprache der Tastatur und versuchen Sie es noch einmal.
protection-unavailable-problem = Dieser Browser kann unter dieser Adresse nicht verschlüsseln: { $reason }. Öffnen Sie die Seite über https oder auf diesem Gerät.
protection-unreadable-problem = Es lässt sich nicht öffnen: { $reason }
protection-change-failed-problem = Nichts wurde geändert: { $problem }
protection-remove-failed-title = Der Schutz wurde nicht aufgehoben
protection-remove-failed-advice = Das Projekt bleibt geschützt. Versuchen Sie es noch einmal.
protection-unfinished-title = Das Projekt ist geschützt, aber noch nicht alles ist verschlüsselt
protection-unfinished-advice = Schaffen Sie Platz auf dem Datenträger und öffnen Sie das Projekt dann noch einmal: Dann wird der Rest verschlüsselt.

## projects/state.rs: damage
projects-labels-restored-title = Labels wurden wiederhergestellt
projects-labels-restored-problem = in der Datenbank des Browsers { $n ->
    [one] fehlte { $total ->
        [one] der einzige Eintrag
       *[other] einer der { $total } Einträge
    } des Label-Protokolls oder war beschädigt (Nummer { $which })
   *[other] fehlten { $n } der { $total } Einträge des Label-Protokolls oder waren beschädigt (Nummern { $which })
}
projects-labels-restored-advice = Die Einträge wurden aus der zweiten Kopie wiederhergestellt, die diese Seite führt; nichts ist verloren. Sichern Sie das Projekt: Vielleicht ist der Speicher des Browsers defekt.
projects-damage-title = Dieses Projekt ist beschädigt.
projects-damage-log-missing = { $n ->
    [one] { $total ->
        [one] Der einzige Eintrag
       *[other] Einer der { $total } Einträge
    } des Label-Protokolls ist verloren: Nummer { $which }.
   *[other] { $n } der { $total } Einträge des Label-Protokolls sind verloren: Nummern { $which }.
}
projects-damage-log-altered = Das Label-Protokoll ist nicht das, das gespeichert wurde, und die Seite kann nicht feststellen, welche Einträge abweichen.
projects-damage-colleagues = { $n ->
    [one] Ein Eintrag von anderen ist nicht lesbar.
   *[other] { $n } Einträge von anderen sind nicht lesbar.
}
projects-damage-cells = { $n ->
    [one] Eine Zelle eines Textes ist nicht lesbar (Zeile { $rows }).
   *[other] Zellen von { $n } Texten sind nicht lesbar (Zeilen { $rows }).
} Zellen, die nicht lesbar sind, erscheinen leer.
projects-damage-texts-altered = Die Texte sind nicht die, die gespeichert wurden, und die Seite kann nicht feststellen, welche Zellen abweichen.
projects-damage-partition = Die Teile und die Auswahl sind verloren; die Labels sind noch da. Wählen Sie neu aus, um wieder eine Auswahl zu haben.
projects-damage-map = Die Karte ist verloren. Wählen Sie neu aus, um eine Karte zu bekommen.
projects-damage-map-edges = Die Linien der Karte sind verloren. Wählen Sie neu aus, um sie zu bekommen.
projects-damage-explanation = Die Erklärung der Auswahl ist verloren. Wählen Sie neu aus, um eine zu bekommen.
projects-damage-advice = Alles Übrige können Sie noch ansehen, sichern und exportieren. Sichern Sie zuerst; wenn Sie eine ältere Sicherung haben, öffnen und vergleichen Sie sie.
projects-damage-continue-button = Ohne sie weitermachen

## import/append_view.rs
import-append-title = Gehört { $file_name } hierher?
import-append-all-new-status = { $n ->
    [one] Die Datei hat 1 Text, der noch nicht in { $project } ist.
   *[other] Die Datei hat { $n } Texte, von denen noch keiner in { $project } ist.
}
import-append-none-new-status = { $n ->
    [one] Die Datei hat 1 Text, der schon in { $project } ist: Es gibt nichts hinzuzufügen.
   *[other] Die Datei hat { $n } Texte. Alle sind schon in { $project }: Es gibt nichts hinzuzufügen.
}
import-append-some-new-status = Die Datei hat { $n } Texte, von denen { $n_known ->
    [one] 1 schon in { $project } ist: Er bleibt, wie er ist.
   *[other] { $n_known } schon in { $project } sind: Diese bleiben, wie sie sind.
} Neu: { $n_new }.
import-append-new-and-changed = Die Datei hat { $n } Texte. Neu: { $n_new }.
import-append-changed-hint = Geändert: { $n ->
    [one] 1 Text hat
   *[other] { $n } Texte haben
} eine Kennung, die hier zu einem anderen Text gehört, zum Beispiel { $id }. Nichts davon wird hinzugefügt; das Projekt behält seine Texte.
import-append-other-values-hint = { $n ->
    [one] 1 Text, der schon hier ist, hat
   *[other] { $n } Texte, die schon hier sind, haben
} in dieser Datei andere Werte in anderen Spalten. Das Projekt behält seine Werte.
import-append-missing-columns-hint = Das Projekt hat Spalten, die diese Datei nicht hat; bei den neuen Texten bleiben sie leer: { $columns }.
import-append-extra-columns-hint = Diese Datei hat Spalten, die das Projekt nicht hat; bei den vorhandenen Texten bleiben sie leer: { $columns }.
import-append-kept-hint = Auswahl, Labels und Notizen bleiben. Die nächsten Texte werden aus allen ausgewählt; schon eingebettete Texte werden nicht noch einmal eingebettet. Die Karte wird neu gezeichnet.
import-append-stops-run-hint = Die laufende Auswahl wird angehalten.
import-append-back-button = Zurück zum Zusammenführen
import-open-as-project-button = Als neues Projekt öffnen
import-append-button = { $n ->
    [one] 1 Text hinzufügen
   *[other] { $n } Texte hinzufügen
}

## file_labels/dialog.rs
file-labels-title = Labels in der Datei { $file_name }
file-labels-row-count = Die Datei hat { $rows } Zeilen zu { $n ->
    [one] 1 Text.
   *[other] { $n } Texten.
}
file-labels-known-count = Die Datei hat { $n ->
    [one] 1 Text
   *[other] { $n } Texte
}; { $n_known ->
    [one] 1 davon ist in { $project }.
   *[other] { $n_known } davon sind in { $project }.
}
file-labels-numbered-hint = Die Datei hat keine Texte. Die Spalte „row“ nennt { $n ->
    [one] 1 Zeile
   *[other] { $n } Zeilen
} von { $project }, ab 0 gezählt wie beim Export. Prüfen Sie, ob die Datei zu diesen Texten gehört.
file-labels-no-row-item = { $cell } (Datensatz { $record })
file-labels-no-row-problem = Die Zeilen dieses Projekts sind 0 bis { $last }. Die Datei nennt andere: { $rows }. Korrigieren Sie die Datei und öffnen Sie sie erneut.
file-labels-matched-by-id = Texte wurden über die Spalte { $column } zugeordnet, wo auch der Text übereinstimmt, sonst über den Text.
common-tolerated-texts-hint = { $n ->
    [one] 1 Text unterscheidet sich von dem im Projekt nur durch Zeilenenden, Leerzeichen am Rand, geschützte Leerzeichen oder zusammengesetzte Zeichen (Unicode NFC) und gilt als derselbe.
   *[other] { $n } Texte unterscheiden sich von denen im Projekt nur durch Zeilenenden, Leerzeichen am Rand, geschützte Leerzeichen oder zusammengesetzte Zeichen (Unicode NFC) und gelten als dieselben.
}
file-labels-ambiguous-hint = { $n ->
    [one] 1 Text kommt in der Datei oder im Projekt mehrfach vor. Es ist unklar, welches Label zu welchem davon gehört; er bekommt kein Label.
   *[other] { $n } Texte kommen in der Datei oder im Projekt mehrfach vor. Es ist unklar, welches Label zu welchem davon gehört; sie bekommen keine Labels.
}
file-labels-other-text-hint = { $n ->
    [one] 1 Zeile hat die Kennung eines Textes im Projekt, aber einen anderen Text: Sie bekommt kein Label.
   *[other] { $n } Zeilen haben Kennungen von Texten im Projekt, aber andere Texte: Diese Zeilen bekommen keine Labels.
}
file-labels-missing-title = { $n ->
    [one] 1 Text ist nicht im Projekt
   *[other] { $n } Texte sind nicht im Projekt
}
file-labels-question-label = Frage
file-labels-question-placeholder = Bitte wählen …
file-labels-question-problem = Die Datei hat Antworten auf mehrere Fragen. Wählen Sie die, deren Antworten importiert werden.
file-labels-answer-count = { $n ->
    [one] 1 Antwort zählt.
   *[other] { $n } Antworten zählen.
}
file-labels-rejected-count = Abgelehnt: { $rejected }. Ignoriert, abgebrochen oder unfertig: { $void }. Das sind keine Labels; sie werden nicht importiert.
file-labels-contradicting-hint = { $n ->
    [one] Zu 1 Text hat dieselbe Person widersprüchliche Antworten gegeben: Diese werden nicht importiert.
   *[other] Zu { $n } Texten hat dieselbe Person widersprüchliche Antworten gegeben: Diese werden nicht importiert.
}
file-labels-name-list = { $n ->
    [0] Keine Labels.
    [one] 1 Label: { $names }{ $and_so_on }
   *[other] { $n } Labels: { $names }{ $and_so_on }
}
file-labels-unapproved-title = { $n ->
    [one] 1 Antwort ist nicht bestätigt, andere sind es
   *[other] { $n } Antworten sind nicht bestätigt, andere sind es
}
file-labels-approved-only = Nur bestätigte Antworten importieren
file-labels-all-answers = Alle importieren
file-labels-unapproved-problem = Wählen Sie, ob Antworten importiert werden, die nicht bestätigt sind.
file-labels-join-label = { $rows } Zeilen zu { $n ->
    [one] 1 Text
   *[other] { $n } Texten
} zusammenfassen
file-labels-varying-hint = Spalten, in denen sich die Zeilen eines Textes unterscheiden, werden nicht importiert: { $columns }.
file-labels-annotator-label = Name für { $found }
file-labels-annotator-hint = Die Antworten jeder Person bleiben getrennt und ersetzen keine von Ihren. Wo Personen uneins sind, zählt kein Label, bis Sie es unter „Übereinstimmung“ entscheiden. Wenn Sie selbst dabei sind, geben Sie dort Ihren eigenen Namen ein.
file-labels-annotator-problem = Geben Sie an, wer gelabelt hat: Alle in der Datei brauchen einen Namen.
file-labels-same-name-problem = Zwei von ihnen heißen { $name }. Geben Sie einer Person einen anderen Namen, damit sich ihre Labels nicht gegenseitig ersetzen.
file-labels-own-name-problem = Auch Sie heißen { $own }. Wenn es Ihre eigenen Labels sind, importieren Sie noch einmal: Texte ohne Antwort von Ihnen bekommen sie, und { $n ->
    [0] kein Text hat schon eine.
    [one] 1 Text behält seine Antwort.
   *[other] { $n } Texte behalten ihre Antworten.
} Sonst geben Sie den Namen der Kollegin oder des Kollegen an.
file-labels-cancel-button = Jetzt nicht
file-labels-import-button = Labels importieren
file-labels-imported-status = { $n ->
    [one] 1 Text hat ein Label aus der Datei
   *[other] { $n } Texte haben Labels aus der Datei
}, davon neu: { $n_new }.
file-labels-imported-by-status = { $name }: { $n ->
    [one] 1 Text gelabelt
   *[other] { $n } Texte gelabelt
}, davon neu: { $n_new }.
file-labels-undo-button = Import rückgängig machen

## shell/confirm.rs
projects-back-up-first-button = Zuerst sichern
labeling-export-first-button = Zuerst Labels exportieren
projects-leave-picks-hint = Dieser Browser speichert das Projekt nicht: Die Auswahl ginge verloren.
projects-leave-labels-hint = Dieser Browser speichert nicht das ganze Projekt: Die Auswahl und { $n ->
    [one] 1 Label
   *[other] { $n } Labels
} gingen verloren.
run-interrupt-title = Die Auswahl anhalten und { $file_name } öffnen?
run-interrupt-hint = In diesem Projekt läuft eine Auswahl. Die bisher eingebetteten Texte bleiben erhalten; das Projekt bleibt in der Liste, und „Auswählen“ macht dort weiter.
run-interrupt-cancel-button = Weiterlaufen lassen
run-interrupt-confirm-button = Anhalten und öffnen
projects-leave-title = Projekt verlassen?
projects-stay-button = Bleiben
projects-discard-button = Verwerfen
projects-leave-for-file-title = Projekt verlassen und { $file_name } öffnen?
projects-delete-title = { $name } endgültig löschen?
projects-delete-hint = Texte, Auswahl, Labels und Embeddings des Projekts werden in diesem Browser gelöscht; andere Projekte mit denselben Texten betten diese beim nächsten Auswählen neu ein. Ihre Datei selbst bleibt, wo sie ist.
common-keep = Behalten
confidences-send-title = { $texts ->
    [one] 1 Text
   *[other] { $texts } Texte
} an { $host } senden?
confidences-send-cancel-button = Nicht senden
confidences-send-confirm-button = Senden
confidences-missing-title = Konfidenzen verwenden, obwohl { $n ->
    [one] 1 Text keine hat
   *[other] { $n } Texte keine haben
}?
confidences-missing-hint = { $problem }. Das Modell gab zu diesen Texten leere Antworten. Vote-k kann sie als die Texte behandeln, bei denen das Modell am wenigsten sicher ist. Sonst werden die Konfidenzen nicht verwendet.
confidences-missing-refuse-button = Nicht verwenden
confidences-missing-least-button = Als am wenigsten sicher behandeln
projects-empty-cache-title = Zwischenspeicher der Embeddings leeren?
projects-empty-cache-hint = Die Embeddings ({ $size }) werden aus diesem Browser gelöscht. Auswahl und Labels bleiben; das nächste „Auswählen“ bettet seine Texte neu ein.
projects-empty-cache-confirm-button = Leeren
projects-delete-multilingual-title = Mehrsprachigen Encoder löschen?
projects-delete-multilingual-hint = { $bytes } werden aus diesem Browser gelöscht. Projekte, Auswahl, Labels und Embeddings bleiben; die nächste Verwendung dieses Encoders lädt ihn erneut aus dem Netz.
projects-take-over-title = Hier weitermachen?
projects-take-over-hint = Ihre letzten Änderungen hier sind nicht gespeichert: Sie gingen verloren, und das Projekt würde so geladen, wie es im anderen Tab ist.
run-reselect-title = Die Texte ersetzen, die Sie labeln sollen?
run-reselect-confirm-button = Andere auswählen
team-rename-annotator-title = Ist { $name } ein anderer Name für { $before }?
team-rename-annotator-hint = { $n ->
    [one] Die Antwort von { $before } zu 1 Text gilt
   *[other] Die Antworten von { $before } zu { $n } Texten gelten
} dann als von { $name }. Wenn hier ab jetzt jemand anderes labelt, behalten Sie den Namen: „Kopie fürs Team“ legt dafür ein Projekt an.
team-rename-annotator-cancel-button = { $before } behalten
team-rename-annotator-confirm-button = Ja, umbenennen
run-reselect-cancel-button = Diese behalten
run-reselect-hint = Die ausgewählten Texte dieser Kopie sind die, die Sie labeln sollen. Labels anderer Texte lassen sich mit denen im Team kaum vergleichen. Ihre Labels bleiben erhalten.
team-remove-colleague-title = Die Labels von { $name } aus dem Projekt entfernen?
team-remove-colleague-hint = { $n ->
    [one] 1 Label wird entfernt. „Rückgängig“ bringt es nicht zurück; führen Sie dazu die Datei erneut zusammen.
   *[other] { $n } Labels werden entfernt. „Rückgängig“ bringt sie nicht zurück; führen Sie dazu die Datei erneut zusammen.
}
labeling-merge-labels-title = { $name } mit { $into } zusammenführen?
labeling-merge-labels-hint = { $uses ->
    [0] Noch kein Text hat es.
    [one] 1 Text bekommt { $into }, egal von wem er gelabelt ist.
   *[other] { $uses } Texte bekommen { $into }, egal von wem sie gelabelt sind.
} „Rückgängig“ trennt sie nicht wieder.
labeling-merge-labels-confirm-button = Zusammenführen
labeling-merge-labels-cancel-button = Abbrechen
labeling-bulk-label-title = { $n ->
    [one] 1 Text
   *[other] { $n } Texten
} das Label { $name } geben?
labeling-bulk-label-hint = { $n ->
    [one] Einer davon hat ein anderes Label und verliert es. „Rückgängig“ bringt es zurück.
   *[other] { $n } davon haben ein anderes Label und verlieren es. „Rückgängig“ bringt es zurück.
}
labeling-bulk-label-confirm-button = Label geben
labeling-assign-key-title = { $name } die Taste „{ $key }“ zuweisen?
labeling-assign-key-swap-hint = „{ $key }“ ist die Taste von { $owner }; dieses Label bekäme dafür „{ $instead }“.
labeling-assign-key-taken-hint = „{ $key }“ ist die Taste von { $owner }; dieses Label hätte dann keine, denn alle sind vergeben.
labeling-assign-key-confirm-button = Taste zuweisen
labeling-write-answers-title = Antworten schreiben, statt Labels zu vergeben?
labeling-write-answers-hint = { $n ->
    [one] 1 Text hat ein Label. Es bleibt
   *[other] { $n } Texte haben Labels. Diese bleiben
}, bis Sie eine Antwort schreiben; bis dahin stehen Labels in Exporten als Antworten. Alle Felder sind zu Beginn leer.
labeling-give-labels-title = Labels vergeben, statt Antworten zu schreiben?
labeling-give-labels-hint = { $n ->
    [one] 1 Text hat eine geschriebene Antwort, die kein Label ist. Er behält sie
   *[other] { $n } Texte haben geschriebene Antworten, die keine Labels sind. Diese Texte behalten sie
}, und { $n_new ->
    [one] 1 Label kommt hinzu
   *[other] { $n_new } Labels kommen hinzu, eines für jede verschiedene Antwort
}. Wenn Sie danach ein Label vergeben, ersetzt es die geschriebene Antwort.
labeling-one-label-title = Jedem Text nur ein Label geben?
labeling-one-label-hint = { $n ->
    [one] 1 Text hat mehrere Labels und behält
   *[other] { $n } Texte haben mehrere Labels und behalten
} sie, bis Sie eines vergeben, das alle ersetzt.
labeling-answer-mode-confirm-button = Ändern
labeling-remove-label-title = Label „{ $name }“ entfernen?
labeling-remove-label-hint = { $uses ->
    [one] 1 Text hat es und verliert es.
   *[other] { $uses } Texte haben es und verlieren es.
} „Rückgängig“ bringt es zurück.
common-remove = Entfernen

## network/dialog.rs
network-texts-sending-status = Texte gehen an { $host }
network-texts-sent-status = Texte gingen an { $host }
network-private-status = Nichts verlässt diese Seite
network-foreign-requests-status = Anfragen gingen an andere Server
network-summary-tooltip = Netzanfragen dieser Seite seit dem Laden
network-foreign-request-ratio = { $elsewhere } von { $asked } Anfragen
network-foreign-request-target = an andere Server
network-dialog-title = Netzanfragen dieser Seite
network-own-server = den Server dieser Seite: ihre eigenen Dateien
network-other-server = einen anderen Server
network-count-before-server = an
network-blocked-requests-hint = Die Regeln der Seite verbieten diese; der Browser hat sie blockiert, und nichts wurde gesendet:
network-total-before-count = Anfragen dieser Seite seit dem Laden:
network-no-foreign-requests = Alle gingen an den Server dieser Seite.
network-foreign-request-count = { $n ->
    [one] 1 ging an einen anderen Server.
   *[other] { $n } gingen an andere Server.
}
network-offline-unknown-status = Ob sich die Seite offline öffnet, ist noch nicht bekannt.
network-offline-storing-status = Die Dateien der Seite werden gerade gespeichert, damit sie sich offline öffnet.
network-offline-ready-status = Die Dateien der Seite sind gespeichert: Sie öffnet sich offline und funktioniert ohne Netz.
network-offline-failed-status = Die Seite öffnet sich offline nicht: { $reason }.
network-requests-title = Jede Datei
network-address-column = Adresse
network-requester-column = Angefordert von
network-count-column = Anzahl
network-limits-title = Was diese Liste zeigt und was nicht
network-limits-listed = Sie zeigt, was der Browser über Anfragen der Seite, ihrer Worker und des Service Workers meldet, der ihre Dateien speichert, auch solche, die er
network-limits-unlisted = aus seinem eigenen Speicher beantwortet. Sie kann nicht zeigen, was der Browser selbst oder seine Erweiterungen senden, und nicht, was ein{" "}
network-limits-ended-workers = Worker angefordert hat, der endete, bevor er es melden konnte.
network-verify-advice = Sie können das selbst prüfen: Die Entwicklerwerkzeuge (F12, „Netzwerk“) zeigen dasselbe, und die Seite funktioniert auch ohne Netzverbindung.
network-request-count = { $n ->
    [one] 1 Anfrage
   *[other] { $n } Anfragen
}
network-update-unsaved-hint = Sie wird geladen, sobald alle Ihre Änderungen gespeichert sind.
network-update-title = Eine neue Version dieser Seite ist bereit.
network-update-hint = Sie können sie jederzeit laden; Ihre gespeicherte Arbeit bleibt erhalten.
network-update-other-tabs-advice = { $n ->
    [one] Ein anderer Tab verwendet noch diese Version. Schließen Sie ihn und versuchen Sie es dann erneut.
   *[other] { $n } andere Tabs verwenden noch diese Version. Schließen Sie sie und versuchen Sie es dann erneut.
}
network-update-button = Laden
network-requester-page = Seite
network-requester-worker = Worker

## labeling/view.rs
announcer-pick-rank = Text { $rank } von { $n_picks }
announcer-not-a-pick = Nicht ausgewählt
announcer-project-open = { $name } ist offen: { $n ->
    [one] 1 Text.
   *[other] { $n } Texte.
}
announcer-listing = Liste: { $what }, { $n }.
announcer-label-added = Label { $label } hinzugefügt.
announcer-labels-added = { $n } Labels hinzugefügt.
announcer-label-renamed = Label { $old } in { $new } umbenannt.
announcer-label-removed = Label { $label } entfernt.
announcer-labels-removed = { $n } Labels entfernt.
announcer-changes-saved = { $what }, gespeichert.
announcer-changes-undone = Rückgängig: { $what }.
announcer-changes-redone = Wiederholt: { $what }.
announcer-undone-elsewhere = Rückgängig gemacht.
announcer-redone-elsewhere = Wiederholt.
labeling-all-done-status = { $n ->
    [one] Der einzige ausgewählte Text ist fertig.
   *[other] Alle { $n } ausgewählten Texte sind fertig.
}
labeling-done-export-button = Labels exportieren (CSV)
labeling-done-more-button = Weitere auswählen
labeling-done-answers-button = Rest labeln …
announcer-backed-up = Gesichert.
announcer-answer-label-added = { $label } vergeben
announcer-answer-label-removed = { $label } entfernt
announcer-answer-cleared = Antwort entfernt
announcer-flag-removed = Vormerkung entfernt
announcer-note-removed = Notiz entfernt
common-text-label = Der Text
labeling-saving-status = wird gespeichert …
labeling-from-file-status = ✓ aus der Datei
labeling-suggestion-accepted-status = ✓ angenommener Vorschlag
labeling-answer-accepted-status = ✓ angenommene Antwort von { $model }
labeling-saved-status = ✓ gespeichert
labeling-seconds-taken = · { $seconds } s
labeling-panel-label = Labeln
common-part = Teil
labeling-previous-pick-label = Vorheriger ausgewählter Text
common-previous-tooltip = Zurück (← oder k)
labeling-next-pick-label = Nächster ausgewählter Text
common-next-tooltip = Weiter (→ oder j)
common-empty-text = (ein leerer Text)
labeling-first-label-hint = Welche Labels kann ein Text haben? Geben Sie eines ein und drücken Sie die Eingabetaste; fügen Sie so viele hinzu, wie Sie brauchen. Danach vergeben die Tasten 1 bis 9 sie.
labeling-choose-label-hint = Klicken Sie auf ein Label oder drücken Sie seine Taste: Es wird gespeichert, und der nächste Text folgt.
labeling-choose-labels-hint = Klicken Sie auf Labels oder drücken Sie ihre Tasten. „Weiter“ oder die Eingabetaste zeigt den nächsten Text.
labeling-large-text-label = Große Schrift
labeling-large-text-tooltip = Größere Schrift für den Text
labeling-more-below-button = mehr
labeling-next-button = Weiter
labeling-more-tools-button = Mehr
common-clear = Antwort entfernen
common-undo = Rückgängig
common-redo = Wiederholen
labeling-skip-tooltip = Der Text kommt nach den anderen wieder
labeling-skip-button = Überspringen
labeling-cannot-tell-tooltip = Der Text sagt zu wenig für ein Label; er kommt nicht wieder
labeling-cannot-tell-button = Nicht erkennbar
labeling-flag-tooltip = Den Text vormerken, um darauf zurückzukommen
labeling-flag-button = ⚑ Vormerken
common-help-button = Richtlinien, Tasten
labeling-progress-label = Gelabelte Texte der Auswahl
common-labeled-status = { $n_labeled } von { $n_picks } gelabelt
labeling-skipped-count = , { $n_skipped } übersprungen
labeling-cannot-tell-count = , { $n_cannot } nicht erkennbar
labeling-pace-time-left = (im Mittel { $each } s, noch { $time })
labeling-pace-average = (im Mittel { $each } s)
labeling-settled-differently-status = unter „Übereinstimmung“ als { $answer } entschieden; diese Antwort gilt
labeling-disputed-status = Die Labels weichen voneinander ab; entscheiden Sie unter „Übereinstimmung“.
labeling-one-annotator-status = { $answer }, von einer Person
labeling-unanimous-status = { $answer }, von allen, die den Text gelabelt haben
labeling-adjudicated-status = { $answer }, so entschieden
labeling-unsaved-status = { $n_unsaved } noch nicht gespeichert
labeling-unsaved-held-status = { $n_unsaved } nicht gespeichert: → macht weiter
labeling-answer-label = Antwort
labeling-answer-hint = speichert sie und geht zum nächsten Text.
labeling-replaced-label-hint = Bisheriges Label: { $label }. Ihre Antwort ersetzt es.
labeling-label-as-answer-button = Als Antwort bearbeiten
labeling-note-label = Notiz
labeling-note-placeholder = Was Sie zu diesem Text festhalten möchten
labeling-early-pick-hint = Ausgewählt, bevor alle Texte eingebettet waren.
labeling-truncated-text-hint = Der Encoder hat { $percent } % dieses Textes gelesen, bis zum ┊. Karte, Nachbarn und Vorschläge berücksichtigen den Rest nicht.
labeling-why-picked-title = Warum dieser Text?
labeling-other-columns-title = Andere Spalten

## labeling/list_view.rs
common-picks = Auswahl
labeling-picks-by-rank = { $n_picks }, nach Rang
labeling-non-picks-title = Gelabelt, aber nicht ausgewählt
labeling-listing-label = Texte in der Liste
labeling-before-append-hint = Ausgewählt aus den { $among } Texten, die das Projekt hatte, bevor Texte hinzukamen. Die nächsten werden aus allen { $n } Texten ausgewählt.
labeling-pick-number-button = { $more ->
    [one] 1 weiteren auswählen
   *[other] { $more } weitere auswählen
}
labeling-pick-more-button = Weitere auswählen
labeling-pick-more-problem = Geben Sie eine Zahl von 1 bis { $left } ein.
labeling-pick-more-hint = Die Auswahl behält ihre Labels; { $n ->
    [one] 1 Text, der übersprungen oder als „nicht erkennbar“ markiert wurde, wird ersetzt.
   *[other] { $n } Texte, die übersprungen oder als „nicht erkennbar“ markiert wurden, werden ersetzt.
}
labeling-pick-more-label = Wie viele weitere
labeling-pick-more-tooltip = Die vorhandene Auswahl bleibt, mit ihren Labels
labeling-degree-tooltip = Zahl seiner Nachbarn in seinem Teil, ohne früher ausgewählte Texte
labeling-degree-label = Nachbarn
labeling-flagged-tooltip = Vorgemerkt
labeling-flagged-status = vorgemerkt
labeling-note-status = Notiz: { $note }

## run/coverage_view.rs
run-coverage-all-labeled = Gelabelt: alle { $all }.
run-coverage-labeled-count = Gelabelt: { $n } von { $all }.
run-coverage-title = Abdeckung
run-coverage-table-button = Als Tabelle
run-coverage-plot-label = Mittlere Ähnlichkeit zur Auswahl und Anteil abgedeckter Texte nach Zahl der Labels; die Zahlen stehen in der Tabelle
run-coverage-similarity-legend = mittlere Ähnlichkeit zur Auswahl
run-coverage-covered-legend = abgedeckte Texte
run-coverage-labeled-legend = bisher gelabelt
run-coverage-table-label = Abdeckung als Tabelle
run-coverage-table-caption = Abdeckung nach jedem Label: Ein Label deckt seinen Text und dessen Nachbarn ab
common-facility-coverage = Mittlere Ähnlichkeit
run-coverage-added-column = Zuwachs
common-covered-texts = Abgedeckte Texte

## shell/help.rs
shell-help-give-label = das Label mit dieser Taste vergeben und, wenn ein Text nur eines haben kann, weiter zum nächsten Text. Ziffern vergeben immer Labels; „Labels bearbeiten“ gibt einem Label eine andere Taste, und es behält sie, wenn andere verschoben oder entfernt werden
shell-help-give-letter-label = Labels nach dem neunten vergeben (alle Buchstaben außer j, k, s, u)
shell-help-clear-answer = die Antwort entfernen
shell-help-next-text = nächster Text, oder die nächste Zeile der Liste, in der der Fokus ist
shell-help-previous-text = voriger Text, oder die Zeile davor
shell-help-scroll-text = in einem langen Text weiterlesen
shell-help-next-unanswered = weiter zum nächsten Text ohne Antwort
shell-help-skip = überspringen: Der Text kommt nach den anderen wieder
shell-help-cannot-tell = nicht erkennbar: Der Text sagt zu wenig; er kommt nicht wieder
shell-help-flag = vormerken, um darauf zurückzukommen
shell-help-next-listing = der Reihe nach nur Texte auflisten: zu labeln, gelabelt, vorgemerkt, mit Notiz, …
shell-help-find-label = ein Label nach seinem Namen finden und vergeben oder ein neues hinzufügen
shell-help-write-answer = wo Sie Antworten schreiben: zu schreiben beginnen; Esc verlässt das Feld
shell-help-save-answer = wo Sie Antworten schreiben: die Antwort speichern und zum nächsten Text gehen
shell-views-label = Ansichten
shell-view-data = Daten
shell-view-data-tooltip = Die Texte, das Team und eine große Karte
shell-view-label = Labeln
shell-view-label-tooltip = Ein Text nach dem anderen, mit den Labels
shell-view-review = Prüfen
shell-view-review-tooltip = Vorschläge und Antworten für viele Texte
shell-view-export = Export
shell-view-export-tooltip = Dateien mit den Labels, Prompts und die Sicherung
shell-settings-tooltip = Wie viele Texte ausgewählt werden, und wie
shell-settings-changed-status = geändert
shell-single-keys-label = Einzelne Tasten als Kürzel verwenden. Schalten Sie dies für Spracheingabe aus: Dann wirken nur noch Schaltflächen, Tab und Kürzel mit { $control }.
shell-help-write-note = eine Notiz schreiben; Esc verlässt das Feld
shell-help-toggle-suggestion = den Vorschlag für den Text zeigen oder verbergen
shell-help-accept-suggestion = den gezeigten Vorschlag annehmen
shell-help-similar-texts = die Texte zeigen, die diesem ähneln, um viele davon zu labeln
shell-help-toggle-reason = zeigen oder verbergen, warum der Text ausgewählt wurde und was ihm ähnelt
shell-help-undo = rückgängig machen
shell-help-back-up = das Projekt sichern
shell-help-redo = wiederholen
shell-help-list-move = in einer Liste: zur Zeile darüber oder darunter; Pos1 und Ende: zur ersten und zur letzten
shell-help-list-range = in einer Liste: alle Zeilen dazwischen wählen, wie ein Klick mit Umschalt. Ausgewählte Texte werden markiert, Kästchen bekommen den Zustand der ersten Zeile
shell-help-pick-more = weitere Texte auswählen: Anzahl wählen, dann Eingabe
shell-help-export = die Labels als CSV exportieren und die anderen Formate zeigen
shell-help-views = die Daten, den Text zum Labeln, die Prüfung oder den Export zeigen
shell-help-settings = die Einstellungen der Auswahl öffnen
shell-help-views-hint = Die Tasten für Antworten, Texte, Vorschläge und Gründe wirken in der Ansicht „Labeln“.
shell-help-accept-many = die Vorschläge für viele Texte prüfen und zusammen annehmen
shell-help-accept-listed = in der Liste der Vorschläge oder Antworten: alle gewählten annehmen
shell-help-project-title = Dieses Projekt
shell-help-group-answer = Antworten
shell-help-group-texts = Durch die Texte gehen
shell-help-group-suggestions = Vorschläge und Gründe
shell-help-group-project = Projekt
shell-help-group-review = Prüfen
shell-help-group-map = Karte
shell-help-group-outline = Liste unter der Karte
shell-help-group-agreement = Übereinstimmung
shell-help-group-explainer = So funktioniert die Auswahl
shell-help-review-move = zur Zeile darüber oder darunter; Pos1, Ende, Bild auf und Bild ab führen weiter
shell-help-review-range = alle Zeilen dazwischen markieren, wie ein Klick mit Umschalt
shell-help-review-mark = die Zeile markieren oder ihre Markierung aufheben
shell-help-review-open = den Text öffnen, um ihn zu labeln
shell-help-review-sideways = von einer Überschrift zur nächsten; in einer Zeile zum Kästchen und zurück
shell-help-map-zoom = zoomen; die Pfeiltasten verschieben sie, Pos1 zeigt alles
shell-help-map-nearest-pick = zum ausgewählten Text, der der Mitte am nächsten ist
shell-help-outline-move = sich bewegen, Gruppen auf- und zuklappen
shell-help-outline-range = alle Texte dazwischen markieren, wie ein Klick mit Umschalt
shell-help-outline-focus = dorthin zoomen, markieren, nur diese Gruppe zeigen
shell-help-outline-find = zum Eintrag mit diesem Namen gehen (j und k führen, wenn sie kein Wort fortsetzen, zur nächsten und zur vorigen Zeile)
shell-help-outline-label = den Text labeln, auf dem der Fokus ist
shell-help-outline-similar = die Texte zeigen, die diesem ähneln
shell-help-lasso = beim Ziehen eines Lassos oder Rechtecks: zu den markierten Texten hinzufügen oder davon wegnehmen
shell-help-agreement-settle = mit dem Label oder der Möglichkeit entscheiden, die diese Taste hat
shell-help-agreement-other = andere Labels finden oder eine Antwort schreiben
shell-help-agreement-majority = nach Mehrheit entscheiden, wo mehr als die Hälfte einig ist
shell-help-agreement-cannot-tell = nicht erkennbar, oder als nicht entschieden kennzeichnen
shell-help-paste = außerhalb von Feldern: die kopierte Tabelle oder die kopierten Texte öffnen
shell-help-explainer-play = abspielen und anhalten
shell-help-explainer-space = zur nächsten Station des Rundgangs; ohne Rundgang: abspielen und anhalten
shell-help-explainer-page = zur nächsten und zur vorigen Station des Rundgangs; in einem Vortrag ohne Rundgang: ein Ereignis
shell-help-explainer-step = einen Schritt zurück oder weiter
shell-help-explainer-event = ein Ereignis zurück oder weiter
shell-help-explainer-ends = zum ersten und zum letzten Schritt
shell-help-explainer-speed = schneller und langsamer
shell-help-open = diese Hilfe
shell-guidelines-label = Richtlinien
shell-guidelines-placeholder = Wann bekommt ein Text welches Label? Was gilt in schwierigen Fällen? Alle, die labeln, lesen es hier.
shell-help-title = Richtlinien und Tasten
shell-help-pointer-hint = Alles geht auch mit der Maus oder per Touch.
shell-blind-checks-title = Blindproben
shell-blind-checks-hint = Für jeden zehnten Text, den Sie labeln, macht die Seite einen Vorschlag und verbirgt ihn. „Blindprobe“ steht bei diesem Text und nur dort. Sobald Sie das Label vergeben, wird beides verglichen; unter den Labels steht, wie viele Vorschläge richtig waren. Wenn Sie den Text überspringen, ist der nächste an der Reihe. Wenn Sie das Label rückgängig machen, zählt auch die Probe nicht mehr.

## labeling/label_set_view.rs
labeling-new-label-tooltip = Fügen Sie eine Liste ein, um je Zeile ein Label hinzuzufügen; eine Tabelle kann auch Tasten und Bedeutungen enthalten
labeling-new-label-placeholder = Neues Label
labeling-next-label-placeholder = Neues Label (Eingabe: zum Text)
labeling-new-label-name = Name eines neuen Labels
labeling-add-label-button = Label hinzufügen
labeling-new-label-hint = Eingabe fügt das Label hinzu. Eingabe im leeren Feld oder Esc führt zum Text, bei dem Tasten Labels vergeben.
labeling-unlisted-labels-hint = { $more ->
    [one] 1 weiteres Label ist nicht aufgeführt; suchen Sie es nach Namen:
   *[other] { $more } weitere Labels sind nicht aufgeführt; suchen Sie sie nach Namen:
}
labeling-label-uses = { $n ->
    [one] 1 Text
   *[other] { $n } Texte
}
labeling-answers-one = ein Label
labeling-answers-several = beliebig viele Labels
labeling-answers-written = eine Antwort, die Sie schreiben
labeling-label-color-tooltip = Farbe wählen
labeling-label-color-label = Farbe des Labels { $name }: { $color }
labeling-color-title = Farbe des Labels
labeling-colors-distinct-hint = Auch bei Farbfehlsichtigkeit gut zu unterscheiden
labeling-colors-other-hint = Weitere Farben
labeling-color-gray-hint = Graue Labels haben ihre Taste oder ihre Anfangsbuchstaben statt einer Farbe.
labeling-color-cornflower = kornblumenblau
labeling-color-vermilion = zinnoberrot
labeling-color-jade = jadegrün
labeling-color-violet = violett
labeling-color-gold = gold
labeling-color-teal = petrol
labeling-color-raspberry = himbeerrot
labeling-color-olive = oliv
labeling-color-umber = umbra
labeling-color-indigo = indigo
labeling-color-grass = grasgrün
labeling-color-plum = pflaume
labeling-color-orange = orange
labeling-color-slate = schiefer
labeling-color-crimson = karmin
labeling-color-sea-green = meergrün
labeling-color-blue = blau
labeling-color-brown = braun
labeling-color-green = grün
labeling-color-purple = lila
labeling-color-red = rot
labeling-color-cyan = cyan
labeling-color-pink = rosa
labeling-color-yellow = gelb
labeling-color-gray = grau
labeling-label-key-tooltip = Seine Taste
labeling-label-key-label = Taste des Labels { $name }
labeling-label-name-label = Name des Labels { $name }
labeling-label-remove-label = Label { $name } entfernen
labeling-label-up-tooltip = Nach oben
labeling-label-up-label = Label { $name } nach oben schieben
labeling-label-down-tooltip = Nach unten
labeling-label-down-label = Label { $name } nach unten schieben
labeling-label-description-placeholder = Was es bedeutet
labeling-removed-labels-title = Entfernt
labeling-label-restore-label = Label { $name } zurückholen
labeling-label-description-label = Beschreibung des Labels { $name }
labeling-case-difference-hint = { $first } und { $second } unterscheiden sich nur durch Groß- und Kleinschreibung. Um sie zusammenzuführen, geben Sie einem den Namen des anderen.
labeling-number-difference-hint = { $first } und { $second } sind dieselbe Zahl. Um sie zusammenzuführen, geben Sie einem den Namen des anderen.
labeling-merge-labels-button = Zusammenführen …
labeling-shared-color-hint = { $first } und { $second } haben dieselbe Farbe. Die Schaltfläche links von einem Label ändert seine Farbe.
labeling-color-limit-hint = Es gibt { $n_colors } Farben. Weitere Labels sind grau, mit ihrer Taste oder ihren Anfangsbuchstaben. Die Schaltfläche links von einem Label ändert seine Farbe.
labeling-lookalike-labels-hint = Zwei Labels „{ $first }“ sehen gleich aus, sind aber verschieden geschrieben ({ $spelled } / { $other }). Wenn sie dasselbe bedeuten, geben Sie einem den Namen des anderen, um sie zusammenzuführen.
labeling-label-set-title = Labels bearbeiten
labeling-answers-label = Ein Text hat

## team/agreement_dialog.rs
common-agreement = Übereinstimmung
team-alpha-reliable = verlässlich, nach Krippendorffs Regel von 0,8
team-alpha-tentative = ausreichend für vorläufige Schlüsse, nach Krippendorffs Regel von 0,667
team-alpha-too-low = zu niedrig, um sich darauf zu verlassen, nach Krippendorffs Regel von 0,667: Vielleicht sollten Sie die Richtlinien überarbeiten
team-coefficients-label = Wie sehr Sie übereinstimmen
team-alpha-tooltip = Übereinstimmung aller Annotierenden über den Zufall hinaus: 1 ist volle Übereinstimmung, 0 ist Übereinstimmung durch Zufall. Der Abstand zwischen zwei Mengen von Labels ist der MASI-Abstand. Angenommene Vorschläge und angenommene Antworten eines Sprachmodells zählen nicht.
team-alpha-label = Krippendorffs α
team-alpha-text-count = bei { $n ->
    [one] 1 Text, den
   *[other] { $n } Texten, die
} mindestens zwei Personen gelabelt haben
team-pairs-label = Jedes Paar von Annotierenden
team-pair-column = Paar von Annotierenden
team-both-labeled-column = Beide gelabelt
team-same-answer-column = Gleich
team-kappa-tooltip = Cohens Kappa: Übereinstimmung über den Zufall hinaus
team-kappa-column = Cohens κ
team-confused-labels-column = Am häufigsten verwechselt
team-coefficient-undefined = nicht definiert: { $why }
team-settled-status = entschieden
team-unsettled-status = zu entscheiden
team-no-disagreement-title = Keine Abweichung
team-all-settled-title = { $n ->
    [one] Die Abweichung ist entschieden
   *[other] Alle { $n } Abweichungen sind entschieden
}
team-disagreements-left-title = Noch { $left } von { $n ->
    [one] 1 Abweichung
   *[other] { $n } Abweichungen
} zu entscheiden
team-no-disagreement-hint = Wo zwei von Ihnen denselben Text gelabelt haben, haben beide dieselbe Antwort gegeben.
team-annotator-column = Annotierende
team-answer-column = Antwort
team-time-column = Wann
team-settle-button = Entscheiden
team-other-answer-label = Andere Antwort
team-settle-answer-button = Mit dieser Antwort entscheiden
team-settle-majority-button = { $n ->
    [one] 1 nach Mehrheit entscheiden
   *[other] { $n } nach Mehrheit entscheiden
}
team-settle-majority-tooltip = Entscheidet überall, wo mehr als die Hälfte dieselbe Antwort gegeben hat, in einem Schritt; u macht ihn rückgängig.
team-other-labels-title = Andere Labels
team-settle-several-hint = Wählen Sie mit ↑ und ↓. Eingabe nimmt ein Label hinzu oder wieder heraus, Esc schließt, ohne zu entscheiden.
team-settle-one-hint = Wählen Sie mit ↑ und ↓. Eingabe entscheidet mit dem Label, Esc schließt, ohne zu entscheiden.
team-disjoint-pairs-hint = Kein Text von beiden gelabelt: { $pairs }.
team-pairs-shown-status = Paare { $first } bis { $last } von { $n }
team-previous-pairs-button = Vorige Paare
team-next-pairs-button = Nächste Paare
team-unlisted-count = und { $n } weitere, die nicht gezeigt werden
team-label-column = Label
team-per-label-title = Label für Label
team-specific-agreement-tooltip = Wie oft die andere Person das Label auch vergab, wenn eine von zwei Personen es vergab (positive spezifische Übereinstimmung)
team-specific-agreement-column = Einig
team-given-by-both-column = Von beiden vergeben
team-given-by-one-column = Nur von einer Person
team-cannot-tell-button = Nicht erkennbar
team-previous-disagreement-label = Vorherige Abweichung
team-next-disagreement-label = Nächste Abweichung
team-settled-by-status = entschieden von { $by }

## similar/dialogs.rs
similar-texts-title = Ähnliche Texte
similar-no-neighbors-hint = Dieser Text hat keine Nachbarn.
similar-texts-list-label = Ähnliche Texte, die ähnlichsten zuerst
similar-choose-all-button = Alle wählen
similar-choose-none-button = Keinen wählen
similar-chosen-status = { $n_ticked } von { $n } gewählt
similar-mark-button = Auf der Karte markieren
similar-label-chosen-label = Allen gewählten Texten ein Label geben
labeling-bulk-label-tooltip = u macht es rückgängig
labeling-bulk-label-placeholder = Labeln als …
similar-distance-neighbor = Nachbar
similar-distance-two-steps = zwei Schritte
similar-cosine-tooltip = Kosinus-Ähnlichkeit mit dem Text
similar-distance-tooltip = Abstand im Graphen; die Embeddings liegen nicht vor
similar-go-to-label = Diesen Text zeigen
similar-go-to-button = zeigen
similar-duplicates-title = Fast gleiche Texte
similar-duplicates-searching-status = Suche läuft …
similar-duplicates-none-status = Keine fast gleichen Texte gefunden.
similar-duplicates-found-status = { $texts } Texte in { $groups ->
    [one] 1 Gruppe
   *[other] { $groups } Gruppen
}
similar-threshold-same-words = dieselben Wörter
similar-threshold-percent = { $percent } % (Kosinus { $cosine })
similar-duplicates-hint = Texte mit denselben Wörtern, unabhängig von Groß- und Kleinschreibung und Leerzeichen, oder Nachbarn, deren Embeddings dem des ersten Textes der Gruppe ähnlich genug sind. 0 % ist die mittlere Ähnlichkeit zweier Texte, 100 % sind dieselben Wörter. Nichts wird gelöscht: Übertragen Sie das Label eines Textes auf die anderen seiner Gruppe.
similar-threshold-label = Mindestähnlichkeit
similar-duplicates-partial-problem = Nur Texte mit denselben Wörtern wurden gefunden:
similar-duplicates-list-label = Gruppen fast gleicher Texte
similar-mark-group-tooltip = Markiert alle Texte der Gruppe auf der Karte, wo Sie sie zusammen labeln können
common-show-more = { $n } weitere zeigen
similar-group-more-button = { $n } weitere von { $left } zeigen
suggestions-undo-all-hint = macht alles rückgängig.
similar-copy-labels-tooltip = Wo alle Labels einer Gruppe übereinstimmen, bekommen ihre Texte ohne Antwort dasselbe Label
similar-copy-labels-button = Labels in Gruppen übertragen
similar-copy-group-labels-button = { $count ->
    [one] Labels in 1 Gruppe übertragen
   *[other] Labels in { $count } Gruppen übertragen
}
similar-label-group-button = Alle labeln als

## ui/column_select.rs
common-find-column-label = Spalte finden
common-columns-listed-status = { $listed } von { $n } { $listed ->
    [one] steht
   *[other] stehen
} in der Liste; geben Sie einen Teil des Namens ein, um andere zu finden

## compare/dialog.rs
compare-progress-button = Vergleich läuft: { $done } von { $all ->
    [one] 1 Lauf
   *[other] { $all } Läufen
}
compare-open-button = Verfahren an diesen Texten vergleichen
compare-dialog-title = Verfahren vergleichen
compare-selection-running-hint = Eine Auswahl läuft; vergleichen Sie, wenn sie fertig ist.
compare-run-count-hint = { $runs ->
    [one] 1 Lauf.
   *[other] { $runs } Läufe: jedes Verfahren mit jeder Zahl von Texten und jedem Startwert.
}
compare-settings-hint = Jedes Verfahren wählt aus Ihren Texten aus; alle anderen Einstellungen sind wie auf der Seite. Der Vergleich verwendet kein Sprachmodell.
compare-duplicates-hint = Hier zählt jedes Duplikat einzeln.
compare-test-label = Testtexte
compare-test-choose-button = Testdatei wählen
compare-test-status = { $name } ({ $n ->
    [one] 1 Text
   *[other] { $n } Texte
})
compare-test-hint = Optional: Texte, die nicht im Projekt sind, mit denselben Spalten für Text und wahre Labels. Ohne Datei werden die nicht ausgewählten Texte getestet.
compare-test-file-problem = die Testdatei { $file_name } ist nicht verwendbar: { $problem }
compare-test-labels-problem = die Testdatei braucht wahre Labels
compare-test-labels-advice = Wählen Sie die Spalte der wahren Labels; die Testdatei muss eine Spalte mit diesem Namen haben.
compare-test-column-problem = die Testdatei { $file_name } hat keine Spalte „{ $column }“
compare-test-column-advice = Geben Sie der Spalte ihrer Labels den Namen „{ $column }“, oder wählen Sie eine andere Spalte der wahren Labels.
compare-test-embeddings-problem = dieses Projekt hat Embeddings aus einer Datei, darum haben die Texte einer Testdatei keine
compare-test-embeddings-advice = Entfernen Sie die Testdatei, oder vergleichen Sie in einem Terminal: „fastgas compare --test-embeddings“.
compare-paper-method = { $method } (wie im Paper)
compare-paper-tooltip = FastGAS wie veröffentlicht, neben dem Profil Ihrer Einstellungen
compare-methods-title = Verfahren
compare-all-methods-button = Alle
compare-no-methods-button = Keines
compare-budgets-label = Texte zum Labeln
compare-budgets-hint = Wie viele Texte ausgewählt werden.
compare-seeds-label = Startwerte
compare-seeds-hint = Jedes Verfahren läuft einmal je Startwert.
compare-running-button = Vergleich läuft …
compare-start-button = Vergleichen
compare-true-labels-label = Wahre Labels
compare-true-labels-none = keine: nur Zeit und Abdeckung
compare-true-labels-hint = Nur zur Bewertung der Auswahl. Kein Verfahren sieht ein Label.
compare-run-status = Lauf { $number } von { $all }: { $method }, { $budget ->
    [one] 1 Text
   *[other] { $budget } Texte
}, Startwert { $seed }
compare-stage-progress = { $stage }: { $done } von { $total }
compare-starting-status = Beginnt
compare-progress-label = Fertige Läufe
compare-finished-status = { $all ->
    [one] Der Lauf ist fertig.
   *[other] Alle { $all } Läufe sind fertig.
}
compare-stopped-status = Nach { $done } von { $all ->
    [one] 1 Lauf
   *[other] { $all } Läufen
} angehalten.
compare-results-label = Ergebnisse
compare-results-outdated = Diese Ergebnisse gelten für andere Einstellungen oder Labels, als jetzt gewählt sind.
compare-seed-means-title = Mittelwerte über { $n_seeds } Startwerte ± Standardfehler; ohne ±, wo alle übereinstimmen
compare-single-seed-title = Ein Startwert
common-save-csv-button = Als CSV speichern
compare-seeds-finished = { $n } von { $all } Startwerten
compare-table-label = Alle Verfahren
compare-method-column-hint = Wie die Texte ausgewählt werden
compare-picks-column-hint = Die Zahl der Texte zum Labeln
compare-sort-tooltip = { $hint }. Nach dieser Spalte sortieren.
compare-exam-running-hint = Ein Sprachmodell wird gefragt; vergleichen Sie, wenn es geantwortet hat.
compare-exam-accuracy-title = Genauigkeit des Modells
compare-exam-accuracy-hint = Anteil der richtigen Antworten des Sprachmodells auf { $texts ->
    [one] 1 Testtext
   *[other] { $texts } Testtexte
} mit den ausgewählten Texten als Beispielen, ± Standardfehler über die Startwerte, mit dem 95-%-Intervall nach Wilson über die Texte
compare-exam-interval = (95 %: { $low } bis { $high } %)
compare-exam-difference-title = { $reference } minus dieses
compare-exam-difference-hint = Genauigkeit von { $reference } minus die dieses Verfahrens, in Prozentpunkten, ± Standardfehler über die Texte: beide beantworten dieselben Texte

## compare/exam_panel.rs
compare-exam-title = Genauigkeit mit einem Sprachmodell
compare-exam-hint = Das Modell beantwortet Testtexte mit der Auswahl jedes Laufs und ihren wahren Labels als Beispielen. Das dauert und sendet Texte; ohne Ihre Zustimmung wird kein Text gesendet.
compare-exam-no-labels-hint = Um die Genauigkeit mit einem Sprachmodell zu messen, wählen Sie eine Spalte mit den wahren Labels und vergleichen noch einmal.
compare-exam-outdated-hint = Um die Genauigkeit mit einem Sprachmodell zu messen, vergleichen Sie noch einmal mit den jetzigen Einstellungen und Labels.
compare-exam-result-status = { $model } hat { $texts ->
    [one] 1 Testtext
   *[other] { $texts } Testtexte
} mit der Auswahl jedes Laufs beantwortet. Die ersten beiden Spalten nach „Auswahl“ zeigen die Genauigkeit.
compare-exam-unmatched-status = { $unmatched } von { $answers ->
    [one] 1 Antwort
   *[other] { $answers } Antworten
} { $unmatched ->
    [one] entspricht keinem der Labels und zählt
   *[other] entsprechen keinem der Labels und zählen
} als falsch.
compare-exam-shortened-status = { $shortened } von { $answers ->
    [one] 1 Prompt
   *[other] { $answers } Prompts
} { $shortened ->
    [one] hatte
   *[other] hatten
} weniger Beispiele, weil der Kontext zu klein ist.
compare-exam-endpoint-hint = OpenAI-kompatibel.
compare-exam-shots-hint = Die ähnlichsten ausgewählten Texte. Der ähnlichste steht am Ende. Ein Text ist kein Beispiel für sich selbst.
compare-exam-texts-label = Testtexte
compare-exam-count-hint = { $texts } Ihrer { $all } Texte, zufällig gezogen und für jeden Lauf { $texts ->
    [one] derselbe
   *[other] dieselben
}: höchstens { $prompts ->
    [one] 1 Prompt
   *[other] { $prompts } Prompts
}. Höchstens { $max_texts } Texte sind möglich.
compare-exam-sending-warning = Die Testtexte und die ausgewählten Texte mit ihren wahren Labels werden an { $whom } gesendet. Nichts wird gesendet, bevor Sie die Schaltfläche drücken und zustimmen.
compare-exam-progress = { $done } von { $total ->
    [one] 1 Prompt
   *[other] { $total } Prompts
}

## answers/panel.rs
answers-title = Den Rest mit einem Sprachmodell labeln
answers-hint = Das Modell liest die ähnlichsten gelabelten Texte und antwortet mit einem Label. Seine Antworten sind Vorschläge, bis Sie sie annehmen. Ohne Ihre Zustimmung wird kein Text gesendet.
answers-accuracy-status = Prüfung von { $model }: { $total ->
    [one] richtige Antwort bei { $right } von 1 gelabelten Text.
   *[other] richtige Antworten bei { $right } von { $total } gelabelten Texten.
}
answers-accuracy-interval = Voraussichtlich sind { $low } bis { $high } % der Antworten richtig.
answers-open-status = { $n ->
    [one] 1 Antwort wartet auf Ihre Entscheidung.
   *[other] { $n } Antworten warten auf Ihre Entscheidung.
}
answers-unmatched-status = {" "}{ $n ->
    [one] 1 davon nennt keines Ihrer Labels.
   *[other] { $n } davon nennen keines Ihrer Labels.
}
answers-shortened-status = {" "}Bei { $n ->
    [one] 1 davon
   *[other] { $n } davon
} hat das Modell weniger Beispiele gelesen, weil sein Kontext zu klein ist.
answers-next-tooltip = Zum Text mit der unsichersten Antwort gehen
answers-next-button = Unsicherste prüfen
answers-review-tooltip = Die Antworten ab einer Konfidenz durchsehen und zusammen annehmen
answers-review-button = Viele Antworten annehmen …
answers-settings-title = Ein Sprachmodell fragen
answers-sending-warning = Jeder Text wird mit seinen Beispielen an { $whom } gesendet. Nichts wird gesendet, bevor Sie eine Schaltfläche drücken und zustimmen.
answers-endpoint-hint = OpenAI-kompatibel. Konfidenzen brauchen Log-Wahrscheinlichkeiten.
answers-shots-label = Beispiele je Text
answers-shots-hint = Die ähnlichsten gelabelten Texte. Der ähnlichste steht am Ende.
answers-check-tooltip = Das Modell beantwortet jeden gelabelten Text mit den anderen als Beispielen. Das zeigt im Voraus, wie genau es ist.
answers-check-button = { $n ->
    [one] Mit 1 gelabelten Text prüfen …
   *[other] Mit { $n } gelabelten Texten prüfen …
}
answers-ask-button = { $n ->
    [one] 1 anderen Text beantworten …
   *[other] { $n } andere Texte beantworten …
}
answers-limit-grammar = { $host } begrenzt Antworten durch eine Grammatik auf Ihre Labels.
answers-limit-choice = { $host } begrenzt Antworten durch eine Auswahlliste auf Ihre Labels.
answers-limit-schema = { $host } begrenzt Antworten durch ein JSON-Schema auf Ihre Labels.
answers-limit-none = { $host } begrenzt Antworten nicht auf Ihre Labels; sie werden ihnen daher zugeordnet.
answers-retrieving-status = Die Beispiele für jeden Text werden gesucht
answers-planning-status = Die Prompts werden vorbereitet
answers-probing-status = { $host } wird gefragt, wie sich Antworten auf Ihre Labels begrenzen lassen
answers-current-title = Antwort von { $model }:
answers-certainty = zu { $percent } % sicher
answers-certainty-unknown = Konfidenz unbekannt
answers-no-label-status = „{ $words }“, was keines Ihrer Labels ist
answers-accept-button = Antwort annehmen
answers-panel-label = Antwort des Sprachmodells

## answers/review_dialog.rs
answers-review-title = Antworten des Sprachmodells annehmen
answers-review-hint = Texte ohne Antwort von Ihnen, die unsichersten zuerst. Angenommene Antworten bleiben als Antworten des Modells gekennzeichnet.
answers-review-list-label = Antworten des Modells, die unsichersten zuerst
answers-review-empty = Keine Antwort hat mindestens diese Konfidenz.

## confidences/panel.rs
confidences-title = Konfidenzen
confidences-not-stored-problem = ⚠ Antworten werden in diesem Browser nicht gespeichert:
confidences-not-stored-effect = . Sie bleiben bis zum Neuladen der Seite erhalten.
confidences-needed-hint = Für mehr als { $vote_k_first } ausgewählte Texte muss vote-k wissen, wie sicher sich ein Sprachmodell bei jedem Text ist: aus einer CSV-Datei mit den Spalten row und confidence oder durch Anfragen an ein Modell. Ohne Ihre Zustimmung wird kein Modell gefragt.
confidences-source-status = { $n ->
    [one] 1 Text
   *[other] { $n } Texte
}, aus { $source }.
confidences-missing-status = { $n ->
    [one] Zu 1 davon gab das Modell eine leere Antwort; er gilt
   *[other] Zu { $n } davon gab das Modell leere Antworten; sie gelten
} als am wenigsten sicher.
confidences-discard-button = Nicht verwenden
confidences-choose-file-button = CSV wählen …
confidences-entered-address = die Adresse, die Sie eingeben
confidences-sending-warning = Jeder der { $n_texts } Texte wird mit den gelabelten Beispielen an { $whom } gesendet. Nichts wird gesendet, bevor Sie die Schaltfläche drücken und zustimmen.
confidences-examples-status = { $n ->
    [one] 1 gelabelter Text wird ihm als Beispiel gezeigt.
   *[other] { $n } gelabelte Texte werden ihm als Beispiele gezeigt.
}
confidences-examples-missing-status = Bisher { $n } gelabelt; { $left ->
    [one] 1 der zuerst ausgewählten Texte hat
   *[other] { $left } der zuerst ausgewählten Texte haben
} noch kein Label.
confidences-ask-model-title = Oder ein Sprachmodell fragen
confidences-endpoint-label = Endpunkt
confidences-endpoint-hint = OpenAI-kompatibel, mit Log-Wahrscheinlichkeiten.
confidences-api-key-label = Schlüssel, falls nötig
confidences-api-key-hint = Wird nie gespeichert und beim Schließen der Seite vergessen.
common-template-label = Vorlage
confidences-template-hint = {"{"}text{"}"}, {"{"}label{"}"} oder jede Spalte in geschweiften Klammern.
confidences-ask-host-button = { $host } fragen …
confidences-ask-button = Fragen …
confidences-kept-answers-status = { $n ->
    [one] 1 Antwort ist gespeichert: Dieselbe Frage wird nicht noch einmal gestellt.
   *[other] { $n } Antworten sind gespeichert: Dieselbe Frage wird nicht noch einmal gestellt.
}
confidences-label-picks-advice = Dem Modell werden gelabelte Texte als Beispiele gezeigt: Labeln Sie zuerst die Auswahl.
confidences-label-more-advice = Je mehr Texte der Auswahl Sie labeln, desto besser sind die Beispiele.
confidences-pick-first-advice = Dem Modell werden gelabelte Texte als Beispiele gezeigt: die ersten { $vote_k_first } von vote-k, die keine Konfidenzen brauchen. Wählen Sie diese zuerst aus und labeln Sie sie.
confidences-pick-first-button = Die ersten { $vote_k_first } auswählen
confidences-asking-status = { $host } wird gefragt
confidences-asking-progress = { $done } von { $total ->
    [one] 1 Text
   *[other] { $total } Texten
}
confidences-time-left = , noch { $left }
confidences-progress-label = Das Modell wird gefragt
confidences-answers-kept-hint = Antworten werden gespeichert.

## compare/dot_plot_view.rs
compare-plot-legend-picks = { $budget ->
    [one] 1 Text
   *[other] { $budget } Texte
} ausgewählt
compare-plot-label = { $title } jedes Verfahrens; die Zahlen stehen in der Tabelle

## labeling/list_filter.rs
labeling-filter-all = alle
labeling-filter-unlabeled = zu labeln
labeling-filter-labeled = gelabelt
labeling-filter-flagged = vorgemerkt
labeling-filter-noted = mit Notiz
labeling-filter-skipped = übersprungen
labeling-filter-cannot-tell = nicht erkennbar

## labeling/find_label.rs
labeling-find-label-title = Ein Label finden
labeling-find-label-placeholder = Teil des Namens
labeling-find-label-add = „{ $name }“ hinzufügen und vergeben
labeling-find-label-hint = Wählen Sie mit ↑ und ↓. Eingabe vergibt das hervorgehobene Label, Esc schließt, ohne eines zu vergeben.

## export/view.rs
backup-done-status = ✓ gesichert, { $at }
backup-changes-status = { $n ->
    [one] 1 Änderung
   *[other] { $n } Änderungen
} seit der letzten Sicherung, { $at }
backup-pending-status = { $n ->
    [one] 1 Änderung
   *[other] { $n } Änderungen
} nicht gesichert
backup-pending-labels-status = { $n ->
    [one] 1 Label
   *[other] { $n } Labels
} nicht gesichert
backup-pending-labels-and-others-status = { $labels ->
    [one] 1 Label
   *[other] { $labels } Labels
} und { $others ->
    [one] 1 weitere Änderung
   *[other] { $others } weitere Änderungen
} nicht gesichert
backup-differences-hint = Nicht in der letzten Sicherung: { $what }.
backup-difference-labels = { $n ->
    [one] 1 Label
   *[other] { $n } Labels
}
backup-difference-passed = { $n ->
    [one] 1 übersprungener oder als „nicht erkennbar“ markierter Text
   *[other] { $n } übersprungene oder als „nicht erkennbar“ markierte Texte
}
backup-difference-notes = { $n ->
    [one] 1 Notiz oder Vormerkung
   *[other] { $n } Notizen oder Vormerkungen
}
backup-difference-label-set = { $n ->
    [one] 1 Änderung an den Labels
   *[other] { $n } Änderungen an den Labels
}
backup-difference-guidelines = die Richtlinien
backup-difference-settings = { $n ->
    [one] 1 Einstellung
   *[other] { $n } Einstellungen
}
backup-difference-entries = { $n ->
    [one] 1 Eintrag von anderen oder aus ergänzten Dateien
   *[other] { $n } Einträge von anderen oder aus ergänzten Dateien
}
backup-difference-log-entries = { $n ->
    [one] 1 Änderung an vergebenen Labels oder Notizen
   *[other] { $n } Änderungen an vergebenen Labels oder Notizen
}
persistence-second-copy-problem = Die zweite Kopie Ihrer Labels, die bei einer beschädigten Datenbank hilft, konnte nicht geschrieben werden: { $reason }. Die Labels selbst sind gespeichert.
backup-never-status = noch nie gesichert
backup-never-changes-status = noch nie gesichert: { $n ->
    [one] 1 Änderung
   *[other] { $n } Änderungen
} nur in diesem Browser
persistence-granted-hint = Dieser Browser behält Ihre Arbeit, bis Sie sie löschen.
persistence-not-granted-hint = Dieser Browser kann Ihre Arbeit löschen, wenn der Datenträger voll ist, und Safari löscht sie nach sieben Tagen ohne Besuch: Sichern Sie sie regelmäßig.
persistence-request-button = Dauerhaft speichern lassen
persistence-unsupported-hint = Dieser Browser garantiert nicht, dass Ihre Arbeit erhalten bleibt: Sichern Sie sie regelmäßig.
backup-group-label = Projekt sichern
backup-project-label = Projekt
backup-button-tooltip = Texte, Embeddings, Auswahl, Labels und Einstellungen als eine Datei; legen Sie sie hier ab, um weiterzumachen, auf diesem Gerät oder einem anderen
backup-saved-file-status = in { $name }
backup-another-file-tooltip = Die nächste Sicherung fragt nach dem Speicherort
backup-another-file-button = Andere Datei
export-format-workbook = Excel (.xlsx)
export-format-excel = CSV für Excel
export-format-excel-semicolons = CSV für Excel, Semikolons
export-format-tsv = TSV
export-format-parquet = Parquet (.parquet)
export-format-label-studio = Label Studio
export-format-hugging-face = Hugging Face
export-own-columns-first-label = rank, row, part, degree und label an den Anfang stellen
export-own-columns-first-hint = Wie in früheren Versionen. Sonst folgen sie den Spalten Ihrer Datei, die an ihrer Stelle bleiben.
export-times-label = Zeitpunkt und Dauer mitexportieren
export-times-hint = Wann jeder Text sein Label bekam (labeled_at) und wie viele Sekunden Sie brauchten (seconds), in jeder Datei; von anderen im Team nur der Zeitpunkt (labeled_at).
export-formula-guard-label = Tabellenkalkulationen keine Formeln ausführen lassen
export-formula-guard-hint = In CSV und TSV: ein Apostroph vor jeder Zelle, die mit =, +, -, @, einem Tabulator oder einem Zeilenumbruch beginnt. Diese Seite entfernt ihn, wenn sie die Datei öffnet.
export-no-labels-title = Es gibt nichts zu exportieren
export-no-labels-problem = Noch kein Text hat ein Label.
export-no-labels-advice = Labeln Sie einen Text, oder exportieren Sie die ausgewählten oder alle Texte.
export-formulas-guarded-status = { $file }: { $n ->
    [one] 1 Zelle beginnt jetzt mit einem Apostroph, damit keine Tabellenkalkulation sie als Formel ausführt
   *[other] { $n } Zellen beginnen jetzt mit einem Apostroph, damit keine Tabellenkalkulation sie als Formel ausführt
} ({ $n_columns ->
    [one] Spalte
   *[other] Spalten
} { $columns }). Hier wieder geöffnet, ist die Datei wie zuvor.
export-formulas-unguarded-advice = { $file }: { $n ->
    [one] 1 Zelle beginnt wie eine Formel
   *[other] { $n } Zellen beginnen wie eine Formel
} ({ $n_columns ->
    [one] Spalte
   *[other] Spalten
} { $columns }), und eine Tabellenkalkulation könnte sie ausführen. Wenn Sie die Datei in Excel öffnen möchten, kreuzen Sie „Tabellenkalkulationen keine Formeln ausführen lassen“ an.
export-label-studio-hint = Eine ZIP-Datei: tasks.json zum Importieren und die Labeling-Konfiguration, die Sie zuerst einstellen
export-hugging-face-hint = Eine ZIP-Datei mit einem Ordner, den load_dataset liest und den Sie so veröffentlichen können
export-workbook-hint = Eine Arbeitsmappe, in der Kennungen, führende Nullen, lange Zahlen und Texte wie =1+1 bleiben, wie sie sind
export-parquet-hint = Spalten mit Datentypen, für pandas, Polars und DuckDB
export-writing-status = { $file } wird geschrieben …
export-saved-status = ✓ Heruntergeladen: { $file }, { $n ->
    [0] ohne Labels
    [one] mit dem Label von 1 Text
   *[other] mit den Labels von { $n } Texten
}.
export-not-downloaded-advice = Erlauben Sie in den Einstellungen des Browsers Downloads für diese Website und exportieren Sie dann erneut.
export-added-columns-title = Was die hinzugefügten Spalten bedeuten
export-rank-meaning = Der Platz des Textes in der Reihenfolge der Auswahl, ab 1. Nicht ausgewählte Texte haben keinen.
export-row-meaning = Der Platz des Textes in Ihrer Datei. Der erste Text hat die Nummer 0.
export-part-meaning = Die Nummer des Teils. Ein Teil ist eine Gruppe ähnlicher Texte mit eigener Farbe auf der Karte. Die Auswahl kommt aus allen Teilen.
export-degree-meaning = Die Anzahl ähnlicher Texte (Nachbarn) im selben Teil, ohne früher ausgewählte Texte. Eine hohe Zahl bedeutet, dass der Text für seinen Teil typisch ist.
export-label-meaning = Das Label des Textes. Mehrere Labels sind durch Semikolons getrennt.
export-escaped-cells-meaning = Nur in CSV und TSV: wie viele Zellen dieser Zeile einen Apostroph bekommen haben. Mit dieser Zahl stellt die Seite die Zellen wieder her.
export-labels-meaning = Nur in JSONL und Parquet: die Labels des Textes als Liste.
export-origin-meaning = Woher das Label stammt: „suggestion“ ist ein angenommener Vorschlag, „model“ eine angenommene Antwort eines Sprachmodells und „file“ ein Label aus Ihrer Datei. Leer, wenn das Label von Hand vergeben wurde.
export-confidence-meaning = Wie sicher sich das Sprachmodell bei der angenommenen Antwort war, von 0 bis 1.
export-confidence-kind-meaning = Was die Konfidenz angibt: „label-probability“ ist die Wahrscheinlichkeit des Labels, „token-mean“ die durchschnittliche Wahrscheinlichkeit der einzelnen Teile der Antwort.
export-model-meaning = Das Sprachmodell, dessen Antwort angenommen wurde.
export-passed-meaning = Warum der Text kein Label hat: „skipped“ heißt übersprungen, „cannot tell“ nicht erkennbar.
export-flagged-meaning = „true“, wenn der Text vorgemerkt ist.
export-note-meaning = Die Notiz zum Text.
export-annotator-meaning = Der Name der Person, von der die Antwort stammt.
export-labeled-at-meaning = Der Zeitpunkt der letzten Antwort zum Text, in UTC (koordinierter Weltzeit).
export-seconds-meaning = Wie viele Sekunden Sie für den Text gebraucht haben, ohne Pausen.
export-agreement-meaning = Ob sich das Team einig ist: „one annotator“ heißt nur eine Antwort, „unanimous“ einig, „disputed“ uneinig und „adjudicated“ nach einer Abweichung entschieden.
export-label-by-meaning = Die Antwort von { $name }.
export-label-by-you-meaning = Ihre Antwort.
export-labeled-at-by-meaning = Der Zeitpunkt der Antwort von { $name }, in UTC.
export-labeled-at-by-you-meaning = Der Zeitpunkt Ihrer Antwort, in UTC.
export-empty-columns-hint = Spalten nach „{ $label }“, die in einer Datei leer wären, sind nicht darin.
export-failed-title = Der Export ist fehlgeschlagen
export-excel-hint = UTF-8 mit der Byte-Order-Marke, die Excel braucht
export-excel-semicolons-hint = Dasselbe mit Semikolons zwischen den Zellen, für ein Excel mit Dezimalkomma, wie das deutsche.
export-other-formats-label = In anderem Format exportieren
export-rows-labeled = Gelabelt
export-rows-picks = Ganze Auswahl
export-disputed-texts-hint = { $n ->
    [one] Bei 1 Text weichen die Labels voneinander ab: Er hat hier kein Label, bis Sie das unter „Übereinstimmung“ entscheiden.
   *[other] Bei { $n } Texten weichen die Labels voneinander ab: Diese haben hier kein Label, bis Sie das unter „Übereinstimmung“ entscheiden.
}
export-columns-tooltip = Der Export behält jede Spalte Ihrer Datei an ihrer Stelle und fügt danach rank, row (ab 0 gezählt), part, degree und label an.
export-columns-first-tooltip = Der Export beginnt mit rank, row (ab 0 gezählt), part, degree und label. Danach folgt jede Spalte Ihrer Datei in ihrer Reihenfolge.
export-title = Labels exportieren
export-options-title = Andere Formate und Optionen
export-labeled-group-label = Gelabelte Texte exportieren
export-rows-all = Alle Texte
export-all-group-label = Alle Texte exportieren
export-picks-group-label = Ganze Auswahl exportieren
export-few-shot-group-label = Few-Shot-Prompts
export-few-shot-label = Few-Shot
export-try-prompt-tooltip = Der Prompt, den ein Sprachmodell für einen Ihrer Texte bekäme
export-try-prompt-button = Prompt ausprobieren …
export-pack-tooltip = Gelabelte Texte, ihre Embeddings und die Vorlage als eine Datei, für „fastgas prompt --pack“ oder Ihr eigenes Programm
export-packing-status = Wird gepackt …
export-pack-button = Paket (JSON)

## suggestions/review_dialog.rs
suggestions-review-title = Vorschläge annehmen
suggestions-review-pending = Vorschläge werden erstellt …
suggestions-review-empty = Kein Vorschlag hat mindestens diese Konfidenz.
suggestions-review-count = { $count ->
    [one] 1 Text
   *[other] { $count } Texte
}, { $out } ausgelassen
suggestions-review-hint = Texte ohne Antwort von Ihnen. Ihre Antworten ändern sich nicht, und angenommene Vorschläge bleiben als solche gekennzeichnet.
suggestions-review-list-label = Vorschläge, die unsichersten zuerst
suggestions-review-accept-button = { $n_ticked } annehmen
suggestions-review-part-label = Texte aus
suggestions-review-all-parts = allen Teilen
suggestions-minimum-confidence-label = Mindestkonfidenz
suggestions-minimum-percent = { $least } Prozent
suggestions-label-counts = Zahl der Texte je Label

## review

review-queue-title = Was zu prüfen ist
review-queue-suggestions = Vorschläge
review-queue-answers = Antworten des Sprachmodells, die unsichersten zuerst
review-queue-disagreements = Abweichungen zwischen Annotierenden
review-queue-flagged = Vorgemerkte Texte der Auswahl
review-queue-noted = Texte der Auswahl mit Notiz
review-queue-skipped = Übersprungene Texte der Auswahl
review-queue-changed = Texte der Auswahl mit geänderter Antwort
review-queue-empty = nichts zu prüfen
review-queue-only-results = nichts zu entscheiden
review-queue-pending = wird gezählt …
review-queue-unknown = noch nicht gezählt
review-queue-open-button = Prüfen …
review-queue-show-button = Zeigen
review-count = { $shown } von { $n ->
    [one] 1 Text der Auswahl
   *[other] { $n } Texten der Auswahl
}
review-filters-label = Auswahl durchsuchen und filtern
review-search-label = Alle Spalten durchsuchen
review-filter-label-label = Label filtern
review-filter-status-label = Zustand
review-filter-part-label = Teil
review-any-label = jedes Label
review-any-status = jeder Zustand
review-any-part = jeder Teil
review-reset-button = Alle zeigen
review-columns-button = Spalten
review-columns-label = Spalten der Datei
review-suggestions-label = Vorschläge
review-suggestions-hint = Ein Text, dessen Vorschlag Sie gesehen haben, wird nicht für eine Blindprobe verwendet.
review-actions-label = Aktionen für die markierten Texte
review-marks-hint = Markieren Sie Texte mit den Kästchen oder einen Bereich mit Umschalt, um sie zusammen zu labeln, vorzumerken oder ihre Antworten zu entfernen.
review-marked-status = { $n ->
    [one] 1 Text markiert
   *[other] { $n } Texte markiert
}
review-flag-button = { $n ->
    [one] 1 Text vormerken
   *[other] { $n } Texte vormerken
}
review-unflag-button = { $n ->
    [one] 1 Vormerkung entfernen
   *[other] { $n } Vormerkungen entfernen
}
review-clear-button = { $n ->
    [one] Antwort von 1 Text entfernen
   *[other] Antworten von { $n } Texten entfernen
}
review-table-caption = Alle ausgewählten Texte. Die Eingabetaste öffnet den Text einer Zeile, die Leertaste markiert die Zeile.
review-sort-tooltip = Nach { $name } sortieren: aufsteigend, absteigend, dann wieder in der Reihenfolge der Auswahl
review-suggestion-meaning = Was Ihre bisherigen Labels für einen Text ohne Antwort vorschlagen, und wie sicher der Vorschlag ist.
review-answer-meaning = Das Label, mit dem ein Sprachmodell geantwortet hat, und wie sicher das Modell ist.
review-status-meaning = Was mit dem Text noch zu tun oder schon geschehen ist, zum Beispiel noch zu labeln, übersprungen, vorgemerkt oder in Ihrer Datei gelabelt.
review-mark-label = Text { $rank } markieren
review-empty-status = Kein Text der Auswahl passt zur Suche und zu den Filtern.
review-detail-title = Text { $rank } der Auswahl
review-detail-button = Diesen Text labeln
review-no-label-of-set = keines der Labels
review-column-marked = Markiert
review-column-rank = Rang
review-column-text = Text
review-column-suggestion = Vorschlag
review-column-answer = Antwort des Modells
review-column-part = Teil
review-column-status = Zustand
review-status-accepted = angenommen
review-status-from-file = aus der Datei
review-status-changed = geändert

## prompts/dialog.rs
prompts-dialog-title = Prompt ausprobieren
prompts-prompt-label = Der Prompt
prompts-query-label = Neuer Text
prompts-query-placeholder = Geben Sie einen Text ohne Label ein oder fügen Sie ihn ein
prompts-column-label = Spalte
prompts-blocked-status = Noch kein Prompt: Berichtigen Sie zuerst die markierten Fehler.
prompts-making-status = Der Prompt wird erstellt …
prompts-empty-hint = Der Prompt erscheint hier, während Sie tippen; nichts davon verlässt diese Seite.
prompts-copy-failed-problem = ⚠ Der Browser lässt diese Seite nicht kopieren. Markieren und kopieren Sie den Prompt oder speichern Sie ihn.
prompts-copied-status = ✓ Kopiert
prompts-copy-button = Kopieren
prompts-save-jsonl-button = Als .jsonl speichern
prompts-save-txt-button = Als .txt speichern
prompts-length-above-limit = , über der Grenze von { $limit }
prompts-length-status = { $shots ->
    [one] 1 Beispiel
   *[other] { $shots } Beispiele
}, { $tokens } Tokens nach dem Tokenizer von { $counted_by }{ $above }. Andere Modelle zählen etwas anders.
prompts-proposed-hint = { $n ->
    [one] 1 angenommener Vorschlag oder angenommene Antwort eines Sprachmodells dient
   *[other] { $n } angenommene Vorschläge und Antworten eines Sprachmodells dienen
} nicht als Beispiel.

## prompts/settings_form.rs
prompts-demonstrations-label = Beispiele
prompts-demonstrations-hint = Gelabelte Texte, die gezeigt werden.
prompts-seed-hint = Gleicher Startwert, gleiche Beispiele.
prompts-max-tokens-label = Höchstzahl der Tokens
prompts-max-tokens-placeholder = ohne Grenze
prompts-max-tokens-hint = Sind es mehr, werden die unähnlichsten Beispiele weggelassen.
prompts-template-unavailable = {" "}(braucht andere Spalten)
prompts-template-own = Eigene Vorlage
prompts-template-text-label = Text der Vorlage
prompts-template-edit-hint = Wenn Sie sie ändern, wird sie zu einer eigenen Vorlage.
prompts-template-text-meaning = ist der Text,
prompts-template-label-meaning = sein Label
prompts-template-other-columns = ; andere Spalten:
prompts-retrieval-label = Welche
prompts-retrieval-similar = Die ähnlichsten, das ähnlichste zuletzt
prompts-retrieval-random = Zufällige
prompts-query-encoder-hint = { $file } hat keinen Vektor für einen neuen Text, darum findet ein Encoder die ähnlichen Texte: { $encoder } bettet Ihren Text und die gelabelten Texte ein. Wenn dieser Encoder nicht zu Ihren Texten passt, verwenden Sie einen anderen Encoder oder zufällige Beispiele.
prompts-form-label = Gezeigt als
prompts-form-text = Ein Text
prompts-form-chat = Nachrichten eines Chats (JSON-Zeilen)

## suggestions/panel.rs
suggestions-blind-check-title = Blindprobe:
suggestions-blind-check-hint = Für diesen Text liegt ein Vorschlag bereit, der verborgen bleibt. Er wird mit dem Label verglichen, das Sie vergeben; so zeigt sich, wie verlässlich Vorschläge sind. Jeder zehnte Text wird so geprüft.
suggestions-making-status = Ein Vorschlag wird erstellt …
suggestions-panel-label = Vorschlag
suggestions-content-label = Hinweise zu diesem Text
suggestions-hidden-hint = Kein Vorschlag wird gezeigt. „✳ Vorschlag“ zeigt, was Ihre bisherigen Labels für diesen Text nahelegen.
suggestions-show-tooltip = Was die bisherigen Labels für diesen Text nahelegen
suggestions-show-button = ✳ Vorschlag
suggestions-review-tooltip = Die Vorschläge für einen Teil durchsehen und zusammen annehmen
suggestions-review-button = Viele annehmen …
suggestions-similar-tooltip = Die Texte, die diesem ähneln
suggestions-similar-button = Ähnliche
suggestions-duplicates-button = Fast gleiche …
suggestions-confidence-percent = zu { $percent } % sicher
suggestions-accept-button = Annehmen
suggestions-none-nearby-reason = Kein gelabelter Text ist in der Nähe.
suggestions-none-uncertain-reason = Die gelabelten Texte ringsum stimmen nicht genug überein oder sind zu weit entfernt.
suggestions-none-title = Kein Vorschlag:
suggestions-reasons-title = Wegen dieser gelabelten Texte:
suggestions-nearest-texts-title = Die nächsten gelabelten Texte:
suggestions-checks-share = {" "}({ $percent } % der abgegebenen)
suggestions-checks-abstained = , { $abstained } ohne Vorschlag
suggestions-checks-status = { $total ->
    [one] 1 Blindprobe:
   *[other] { $total } Blindproben:
} { $right } richtig{ $share }, { $wrong } falsch{ $none }.
suggestions-checks-question = Was ist eine Blindprobe?
suggestions-checks-hint = Bei jedem zehnten Text, den Sie labeln, macht die Seite einen Vorschlag, verbirgt ihn und vergleicht ihn mit Ihrem Label. So zeigt sich, wie verlässlich Vorschläge sind. Ihre Labels werden damit nicht geprüft.

## team/panel.rs
team-remove-colleague-label = Labels von { $name } aus diesem Projekt entfernen
team-remove-colleague-tooltip = Labels entfernen; die Datei erneut zusammenzuführen bringt sie zurück
team-colleagues-range = { $first } bis { $last } von { $n } Kolleginnen und Kollegen
team-colleagues-previous-button = Vorige
team-colleagues-next-button = Nächste
team-agreement-settle-button = Übereinstimmung: { $n ->
    [one] 1 Text
   *[other] { $n } Texte
} zu entscheiden
team-final-answers-status = Zusammen: { $n } von { $of ->
    [one] 1 ausgewählten Text
   *[other] { $of } ausgewählten Texten
} { $n ->
    [one] hat
   *[other] haben
} eine endgültige Antwort.
team-title = Team
common-own-name-label = Ihr Name
team-own-name-placeholder = falls auch andere labeln
team-copy-tooltip = Texte, Auswahl, Liste der Labels und Richtlinien als eine Datei, ohne vergebene Labels: Jemand aus dem Team öffnet sie auf dieser Seite und labelt unabhängig
team-copy-name-label = Kopie für
team-copy-name-placeholder = Name (optional)
team-copy-name-tooltip = Der Name wird Teil des Dateinamens, damit Sie wissen, wer welche Kopie bekommt
team-copy-button = Kopie fürs Team
team-merge-file-tooltip = Sicherung einer Kollegin oder eines Kollegen: Deren Labels kommen hinzu und ersetzen keine von Ihren
team-merge-file-button = Datei aus dem Team zusammenführen
team-merged-resettled = {" "}{ $n ->
    [one] 1 hier entschiedener Text wurde
   *[other] { $n } hier entschiedene Texte wurden
} in der Datei später anders entschieden, und das gilt jetzt.
team-merged-replaced = {" "}{ $n ->
    [one] 1 Antwort einer anderen Person wurde durch eine spätere aus dieser Datei ersetzt. Wenn das falsch ist, entfernen Sie die Person und führen Sie ihre eigene Datei zusammen.
   *[other] { $n } Antworten anderer Personen wurden durch spätere aus dieser Datei ersetzt. Wenn das falsch ist, entfernen Sie die Personen und führen Sie ihre eigenen Dateien zusammen.
}
team-overrule-question = { $n ->
    [one] Diese Datei entscheidet 1 Text anders als alle, die ihn gelabelt haben.
   *[other] Diese Datei entscheidet { $n } Texte anders als alle, die sie gelabelt haben.
} Wenn das so gewollt ist, führen Sie noch einmal zusammen; Entscheidungen gelten vor allen Labels.
team-incoming-add-button = { $n ->
    [one] Zuerst den neuen Text hinzufügen
   *[other] Zuerst die { $n } neuen Texte hinzufügen
}
team-incoming-copy-summary = Eine Kopie zum Labeln mit { $texts ->
    [one] 1 Text
   *[other] { $texts } Texten
}; sie hat noch keine Labels.
team-incoming-copy-hint = Sie wird als neues Projekt geöffnet, und das offene bleibt unter Ihren Projekten. { $n ->
    [0] Zu ihren Texten haben Sie noch keine Antworten.
    [one] Ihre Antwort zu 1 Text wird übernommen.
   *[other] Ihre { $n } Antworten werden übernommen.
}
team-open-copy-button = Öffnen
team-open-with-answers-button = Mit meinen Antworten öffnen
team-open-without-answers-button = Ohne meine Antworten öffnen
team-show-final-labels = Endgültige Labels in Listen und Karte zeigen
team-merge-all-button = Alle { $n } zusammenführen
team-files-waiting-status = { $n ->
    [one] Eine weitere Datei wartet.
   *[other] { $n } weitere Dateien warten.
}
team-copy-columns-label = { $n ->
    [one] Andere Spalte
   *[other] Andere Spalten
} mitgeben: { $columns }
team-texts-labeled = { $n ->
    [one] 1 Text gelabelt
   *[other] { $n } Texte gelabelt
}
team-incoming-unrelated = Keiner ihrer Texte ist im offenen Projekt, das unter Ihren Projekten bleibt.
team-merged-new-labels = {" "}{ $n ->
    [one] 1 Label wurde zu Ihren Labels hinzugefügt: { $labels }.
   *[other] { $n } Labels wurden zu Ihren Labels hinzugefügt: { $labels }.
}
team-merged-entries-none = keine neu
team-merged-entries-new = { $n } neu
team-merged-own-entries = {" "}Sie enthält auch { $n ->
    [one] 1 Eintrag
   *[other] { $n } Einträge
} von Ihnen; Ihre Einträge hier ändern sich nicht.
team-merged-missing-texts = { $n ->
    [one] 1 ihrer Texte ist nicht in diesem Projekt
   *[other] { $n } ihrer Texte sind nicht in diesem Projekt
}
team-merged-summary = Die Datei von { $name } wurde zusammengeführt: Einträge zu { $n ->
    [one] 1 Text
   *[other] { $n } Texten
}, { $news }.
team-incoming-author-unknown = Sie nennt nicht, wer gelabelt hat
team-incoming-author = Sie ist von { $by }
team-incoming-summary = { $maker }: { $texts ->
    [one] 1 Text
   *[other] { $texts } Texte
}, Einträge zu { $said }.
team-incoming-all-texts = Alle ihre Texte sind in diesem Projekt.
team-incoming-some-texts = { $shared ->
    [one] 1 ihrer Texte ist
   *[other] { $shared } ihrer Texte sind
} in diesem Projekt, { $missing } nicht.
team-open-instead-button = Stattdessen öffnen
team-open-as-button = Als { $by } öffnen
team-incoming-title = Ein Projekt aus einer Datei
team-incoming-table-labels = { $n ->
    [one] 1 Text hat ein Label aus der Tabelle jenes Projekts. Es gilt als Label der Person, die es gelabelt hat
   *[other] { $n } Texte haben Labels aus der Tabelle jenes Projekts. Sie gelten als Labels der Person, die es gelabelt hat
}
team-labeled-by-label = Gelabelt von
team-merge-hint = Die Labels bleiben getrennt und ersetzen keine von Ihren. Wo sie abweichen, zählt kein Label, bis Sie entscheiden.
team-label-independently-hint = Sie beginnen ohne eigene Labels; die anderen bleiben erhalten, sind beim Labeln aber nicht zu sehen.
team-open-unchanged-tooltip = Mit den Labels in der Datei weitermachen
team-merge-button = Mit Ihren zusammenführen
team-label-independently-button = Eigene Labels vergeben

## map/canvas_view.rs
map-canvas-description = Karte von { $pool } Texten in { $parts ->
    [one] 1 Teil
   *[other] { $parts } Teilen
}, { $picks ->
    [one] 1 ausgewählter gekennzeichnet
   *[other] { $picks } ausgewählte nach Rang gekennzeichnet
}. Die Liste darunter zeigt dasselbe als Text.
map-zoom-label = Zoom
map-zoom-in-button = Vergrößern
map-zoom-out-button = Verkleinern
map-view-empty-status = Hier ist nichts.
map-show-all-button = Alles zeigen

## map/tooltip.rs
map-tooltip-row = Zeile
map-pick-rank = Rang
map-tooltip-degree = Grad { $all }:
map-tooltip-degree-inside = { $n } im eigenen Teil
map-tooltip-degree-cut = { $n } geschnitten

## map/legend_view.rs
map-filter-kinds = { $shown ->
    [one] 1 Art
   *[other] { $shown } Arten
}
map-filter-remove-action = wieder alle zeigen
map-color-by-label = Farbe nach
map-outline-key-open = öffnen
map-zoom-action = zoomen
map-mark-action = markieren
map-show-only-action = nur
map-outline-key-letters = Buchstaben
map-outline-key-find = finden

## map/view.rs
map-pending-status = Die Karte wird zuletzt gezeichnet. Die Auswahl ist fertig: Sie können mit dem Labeln beginnen.
map-outdated-status = Es sind jetzt { $n } Texte. Die nächsten werden aus allen ausgewählt, und die Karte wird dann mit allen neu gezeichnet.
map-missing-status = Zu dieser Auswahl gibt es keine Karte. Wählen Sie neu aus, um sie zu zeichnen.
map-unfinished-status = Die Karte wurde angehalten, bevor sie fertig war. Wählen Sie neu aus, um sie fertigzustellen.

## map/toolbar.rs
map-tool-move = Bewegen
map-tool-move-hint = Ziehen Sie, um die Karte zu bewegen
map-tool-lasso = Lasso
map-tool-lasso-hint = Umkreisen Sie Texte, um sie zu markieren; mit Umschalt kommen sie zu den markierten hinzu, mit Alt verlieren sie die Markierung
map-tool-box = Rechteck
map-tool-box-hint = Ziehen Sie von Ecke zu Ecke, um Texte zu markieren; mit Umschalt kommen sie zu den markierten hinzu, mit Alt verlieren sie die Markierung
map-search-found = { $count } gefunden
map-search-found-visible = { $count } gefunden, davon { $seen } zu sehen
map-search-label = Alle Spalten durchsuchen
map-search-results-label = Erste Ergebnisse
map-mark-view-button = Sichtbares markieren
map-mark-view-tooltip = Markiert alle Texte, die zu sehen sind. Mit der Tastatur statt Lasso und Rechteck: Zoomen und verschieben Sie, dann drücken Sie hier. Mit Umschalt kommen sie zu den markierten hinzu, mit Alt verlieren sie die Markierung.
map-mark-found-button = Markieren
map-tools-label = Wirkung des Ziehens
map-export-label = Karte als Bild speichern
map-export-png-tooltip = Diese Ansicht als Bild speichern
map-export-svg-tooltip = Diese Ansicht als Vektorgrafik speichern
map-export-title = Karte von { $file }
map-export-filter-note = Nur { $name }: { $classes }
map-export-shown-note = { $seen } von { $all } Texten zu sehen
map-export-search-note = Gesucht nach „{ $typed }“: { $found }
map-marked-status = { $count ->
    [one] 1 Text markiert
   *[other] { $count } Texte markiert
}
map-marked-list-button = Liste
map-marked-color-button = Farbe
labeling-bulk-label-button = Label geben
map-marked-clear-button = Markierung aufheben
map-marked-bulk-label = Allen markierten Texten ein Label geben

## map/outline_view.rs
map-outline-hidden-status = , durch einen Filter verborgen
map-show-only-tooltip = Nur diese zeigen; die anderen blass (F)
map-zoom-action-tooltip = Dorthin zoomen (Eingabe)
map-outline-found = gefunden
map-outline-more = { $left } weitere; { $n } zeigen
map-outline-label = Die Karte als Liste

## import/append.rs
import-append-embeddings-missing = Das Projekt hat eigene Embeddings, in { $file }, und für die neuen Texte gibt es keine. Öffnen Sie alle Texte als eine Datei mit Embeddings für alle und führen Sie damit eine Sicherung dieses Projekts zusammen. Oder wählen Sie „Stattdessen die Texte einbetten“ unter „Daten“ und fügen Sie die neuen Texte dann hinzu.
import-append-embeddings-extra = Die Datei bringt eigene Embeddings mit, { $file }, aber die Texte des Projekts werden hier eingebettet. Fügen Sie die Tabelle allein hinzu: Die Texte darin werden dann auch hier eingebettet.
import-append-ids-missing = Das Projekt unterscheidet seine Texte anhand der Spalte { $column }, die diese Datei nicht hat.
import-append-ids-conflict = { $n ->
    [one] „{ $id }“ in Spalte { $column } gehört im Projekt zu einem anderen Text: Bei einer Kennung für zwei Texte ist unklar, welcher gemeint ist.
   *[other] { $n } Kennungen dieser Datei gehören im Projekt zu anderen Texten, zuerst „{ $id }“ in Spalte { $column }: Bei einer Kennung für zwei Texte ist unklar, welcher gemeint ist.
}
import-append-failed-title = { $file_name } wurde nicht hinzugefügt
import-waiting-dropped-title = { $n ->
    [one] 1 weitere Datei wurde nicht geöffnet
   *[other] { $n } weitere Dateien wurden nicht geöffnet
}
import-waiting-dropped-problem = { $file_name } wurde als neues Projekt geöffnet, daher ist unklar, wohin sie gehören
import-waiting-dropped-advice = Öffnen Sie das Projekt, zu dem sie gehören, und legen Sie sie dann noch einmal ab.
import-append-column-problem = die Texte des Projekts stehen in Spalte { $name }, und diese Datei hat: { $columns }
import-append-column-advice = Geben Sie ihrer Textspalte diesen Namen und fügen Sie sie noch einmal hinzu, oder öffnen Sie die Datei als neues Projekt.

## projects/backup.rs
backup-version-problem = sie hat Version { $fastgas }, diese Seite liest Versionen bis { $version }
backup-row-cells-problem = Zeile { $row } hat { $has ->
    [one] 1 Zelle
   *[other] { $has } Zellen
}, aber die Kopfzeile hat { $columns ->
    [one] 1 Spalte
   *[other] { $columns } Spalten
}
backup-texts-size-problem = ihre Texte sind größer als 4 GB

## encoder/draft.rs
encoder-external-weights-problem = die Gewichte von { $model } stehen in einer zweiten Datei, { $data }
encoder-external-weights-advice = Verwenden Sie eine Fassung des Modells, die aus einer Datei besteht, etwa eine quantisierte.
encoder-tokenizer-missing-problem = die Datei des Tokenizers fehlt
encoder-tokenizer-missing-advice = Fügen Sie die tokenizer.json hinzu, die zum Modell gehört; sie liegt im Hauptordner des Modells.
encoder-max-length-problem = die Höchstlänge „{ $text }“ ist keine ganze Zahl ab 1
encoder-max-length-advice = Lassen Sie das Feld leer, um so viele Tokens zu lesen, wie das Modell kann.
encoder-wrong-format-problem = die ONNX-Datei fehlt; { $path } enthält die Gewichte in einem anderen Format
encoder-wrong-format-advice = Fügen Sie die .onnx-Datei des Modells hinzu oder erzeugen Sie eine: optimum-cli export onnx --model MODELL ORDNER.
encoder-onnx-missing-problem = die ONNX-Datei fehlt
encoder-onnx-missing-advice = Fügen Sie die .onnx-Datei des Modells hinzu; auf Plattformen liegt sie oft in einem Ordner namens onnx.
encoder-failed-title = { $model } funktioniert nicht; { $in_use } wird weiter verwendet
encoder-failed-crash-advice = Die Datei ist vielleicht beschädigt oder braucht mehr Arbeitsspeicher, als eine Seite hat: Laden Sie sie noch einmal herunter oder verwenden Sie eine kleinere oder quantisierte Fassung des Modells.
encoder-failed-file-advice = Die Datei wurde vielleicht verschoben oder geändert: Schließen Sie dies und fügen Sie die Dateien noch einmal hinzu.
encoder-file-size-problem = die Datei { $path } hat { $bytes }, und diese Seite öffnet höchstens { $limit }
encoder-file-size-advice = Verwenden Sie eine kleinere oder quantisierte Fassung des Modells oder das Terminalprogramm „fastgas“.

## run/memory_limit.rs
run-memory-limit-title = { $n } Texte sind zu viele für diese Seite
run-memory-limit-problem = sie brauchen { $needed } Arbeitsspeicher, und ein Browser gibt einem Worker { $most_bytes }
run-memory-limit-advice = Wählen Sie hier aus höchstens { $one } Texten aus oder aus allen in einem Terminal, mit „fastgas select“.

## compare/state.rs
compare-method-missing-problem = kein Verfahren ist gewählt
compare-method-missing-advice = Wählen Sie mindestens ein Verfahren.
compare-budgets-term = Zahlen von Texten
compare-seeds-term = Startwerten
compare-number-invalid-problem = „{ $word }“ unter den { $what } ist keine ganze Zahl im erlaubten Bereich
compare-number-invalid-advice = Geben Sie ganze Zahlen ein, durch Kommas getrennt.
compare-numbers-missing-problem = bei den { $what } fehlt eine Angabe
compare-numbers-missing-advice = Geben Sie mindestens eine ein.
compare-file-missing-problem = keine Datei ist offen
compare-file-missing-advice = Öffnen Sie eine Datei.
compare-failed-title = Der Vergleich ist fehlgeschlagen

## compare/exam.rs
compare-exam-texts-problem = „{ $texts }“ ist keine gültige Zahl von Testtexten
compare-exam-texts-advice = Geben Sie eine ganze Zahl von 1 bis { $max_texts } ein.
compare-exam-unanswered-problem = { $unanswered } von { $prompts ->
    [one] 1 Prompt
   *[other] { $prompts } Prompts
} { $unanswered ->
    [one] hat
   *[other] haben
} keine Antwort; { $problem }
compare-exam-consent-purpose = Gefragt wird zu { $texts ->
    [one] 1 Testtext
   *[other] { $texts } Testtexten
} mit der Auswahl von { $runs ->
    [one] 1 Lauf
   *[other] { $runs } Läufen
} als Beispielen; gleiche Prompts werden einmal gesendet.
compare-exam-consent-answered = {" "}{ $answered ->
    [one] 1 weiterer Prompt ist schon beantwortet und wird nicht gesendet.
   *[other] { $answered } weitere Prompts sind schon beantwortet und werden nicht gesendet.
}

## endpoint/failure.rs
endpoint-other-question-problem = als die Prompts bereit waren, war eine andere Frage offen, daher wurde nichts gesendet
endpoint-other-question-advice = Beantworten Sie diese Frage und starten Sie noch einmal.

## answers/state.rs
answers-shots-problem = „{ $shots }“ ist keine gültige Zahl von Beispielen
answers-shots-advice = Geben Sie eine ganze Zahl von 0 bis { $max_shots } ein.
answers-written-problem = die Antworten dieses Projekts sind geschriebene Texte
answers-written-advice = Verwenden Sie „fastgas answer --free-text“ in einem Terminal.
answers-unanswered-problem = { $unanswered } von { $texts ->
    [one] 1 Text
   *[other] { $texts } Texten
} { $unanswered ->
    [one] hat
   *[other] haben
} keine Antwort; { $problem }
answers-send-title = { $prompts ->
    [one] 1 Prompt
   *[other] { $prompts } Prompts
} an { $host } senden?
answers-consent-sending = Jeder enthält einen Ihrer Texte und bis zu { $shots ->
    [one] 1 gelabeltes Beispiel
   *[other] { $shots } gelabelte Beispiele
} und geht an { $address }. Die Prompts haben zusammen etwa { $tokens } Tokens, geschätzt mit einem je vier Bytes, die Antworten höchstens { $answer_tokens }. Diese Seite hat keinen Einfluss darauf, was dort mit ihnen geschieht.
answers-consent-most = {" "}Das ist die Höchstzahl: Texte, die schon eine Antwort auf denselben Prompt haben, werden nicht gesendet.

## confidences/state.rs
confidences-file-problem = in { $file_name }, { $error }
confidences-missing-advice = Fragen Sie das Modell noch einmal, oder wählen Sie die Datei erneut, um diese Texte als die zu behandeln, bei denen das Modell am wenigsten sicher ist.
confidences-model-source = { $model } auf { $host }
confidences-consent-sending = Jeder wird an { $address } gesendet, mit { $examples ->
    [one] 1 gelabelten Beispiel
   *[other] { $examples } gelabelten Beispielen
}. Was dort damit geschieht, kann diese Seite nicht beeinflussen.
confidences-consent-answered = {" "}{ $answered ->
    [one] 1 anderer ist schon beantwortet und wird nicht gesendet.
   *[other] { $answered } andere sind schon beantwortet und werden nicht gesendet.
}
confidences-consent-unencrypted = {" "}Die Verbindung ist nicht verschlüsselt: Andere im Netz können die Texte lesen.

## run/coverage.rs
run-coverage-gain-none = deckt keinen weiteren Text ab
run-coverage-gain-texts = { $n ->
    [one] deckt 1 weiteren Text ab
   *[other] deckt { $n } weitere Texte ab
}
run-coverage-labels-status = { $covered } von { $n_instances } Texten { $covered ->
    [one] hat
   *[other] haben
} ein Label oder einen Nachbarn mit einem.
run-coverage-gain-summary = Der { $label } ausgewählte Text erhöht die mittlere Ähnlichkeit um { $facility_coverage } und { $texts }.
run-coverage-total-summary = Zusammen: { $facility_coverage } mittlere Ähnlichkeit, das ist der mittlere Kosinus eines Textes zum nächsten ausgewählten; { $covered_vertices } von { $n_instances } Texten { $covered_vertices ->
    [one] ist ausgewählt oder Nachbar eines ausgewählten
   *[other] sind ausgewählt oder Nachbarn eines ausgewählten
}.

## compare/dot_plot.rs
compare-plot-dot-label = { $method }, { $budget ->
    [one] 1 Text
   *[other] { $budget } Texte
} ausgewählt: { $estimate }

## encoder/describe.rs
encoder-built-in-description = { $layers }; { $speed }Englisch, eingebaut.
encoder-size-description = { $dimensions } Dimensionen, { $max_length } Tokens je Text
encoder-kernels-none = Langsam: kein Teil des Modells läuft in schnellem Code
encoder-kernels-products = { $products ->
    [one] 1 schnelles Matrixprodukt
   *[other] { $products } schnelle Matrixprodukte
}
encoder-kernels-some-slow = { $fast }, einige Operatoren langsamer
encoder-reproducibility-warning = Wegen { $operators } können sich Vektoren auf verschiedenen Geräten geringfügig unterscheiden und mit ihnen die Auswahl.
encoder-speed-description = etwa { $texts_per_second } kurze Texte je Sekunde auf einem Worker
encoder-pooling-mean = Mittel aller Tokens
encoder-pooling-cls = Erstes Token (CLS)
encoder-pooling-max = Maximum aller Tokens
encoder-kernels-layers = { $count ->
    [one] 1 Schicht
   *[other] { $count } Schichten
}

## export/zip.rs
export-zip-duplicate-problem = zwei der Dateien haben denselben Namen
export-zip-size-problem = zusammen sind sie zu groß für eine Datei

## run/time_estimate.rs
common-duration-few-seconds = einige Sekunden
common-duration-about-seconds = etwa { $n } s
common-duration-about-minutes = etwa { $n } min
common-duration-about-hours = etwa { $n } h
common-duration-milliseconds = { $milliseconds } ms
common-duration-minutes-seconds = { $min } min { $s } s
common-size-gigabytes = { $megabytes } GB
common-size-megabytes = { $megabytes } MB

## import/state.rs
import-preview-missing-problem = Noch gibt es nichts zu öffnen.
import-invalid-field-advice = Berichtigen Sie zuerst das markierte Feld.
import-template-columns-advice = Schreiben Sie Spaltennamen in geschweiften Klammern, etwa {"{"}text{"}"}.
import-encoding-doubt-title = { $file_name } gibt die Kodierung nicht an
import-encoding-doubt-problem = wahrscheinlich ist es { $encoding }
import-encoding-doubt-advice = Prüfen Sie, ob die Wörter unten stimmen; wählen Sie sonst eine andere Kodierung.
import-not-opened-title = { $file_name } wurde nicht geöffnet
import-preview-failed-title = { $file_name } lässt sich so nicht lesen
import-found-lines = einfache Zeilen
import-found-delimiter = Zellen getrennt durch { $delimiter }
import-found-no-header = ohne Kopfzeile
import-delimiter-commas = Kommas
import-delimiter-tabs = Tabulatoren
import-delimiter-semicolons = Semikolons
import-delimiter-bars = senkrechte Striche
import-delimiter-other = „{ $delimiter }“
import-remark-padded = { $rows } mit zu wenigen oder zu vielen Zellen aufgefüllt: { $lines }.
import-remark-left-out = { $rows } weggelassen: { $lines }.
import-remark-blank-lines = { $blank ->
    [one] 1 leere Zeile zählt nicht als Text.
   *[other] { $blank } leere Zeilen zählen nicht als Texte.
}
import-remark-records = Die Zeilen sind die Liste an „{ $path }“; der Rest der Datei wird weggelassen.
import-remark-keyed-records = Nur die Werte an „{ $path }“ sind Zeilen; ihre Schlüssel stehen in der Spalte „{ $column }“.
import-remark-other-records = Andere Listen in dieser Datei: { $paths }.
import-remark-script = Die Datei ist ein Skript; ihr Anfang „{ $beginning }“ wird übersprungen.
import-remark-repaired = { $rows } mit NaN, Infinity oder einem halben Zeichen behalten, diese ersetzt: { $lines }.
import-remark-joined-texts = { $n ->
    [one] 1 Text ist aus seinen Teilen zusammengesetzt.
   *[other] { $n } Texte sind aus ihren Teilen zusammengesetzt.
}
import-records-doubt-title = Welcher Teil von { $file_name } sind die Zeilen?
import-records-doubt-problem = wahrscheinlich sind sie die Liste an „{ $path }“
import-keyed-records-doubt-problem = wahrscheinlich sind sie die Werte an „{ $path }“, deren Schlüssel die Spalte „{ $column }“ bilden
import-records-doubt-advice = Prüfen Sie, ob die Zeilen unten stimmen; ändern Sie sonst ihren Pfad.
import-entry-label = Datei im Archiv
import-find-entry-label = Datei finden
import-entry-doubt-title = Welche Datei von { $file_name } enthält die Texte?
import-entry-doubt-problem = { $n } Dateien des Archivs können die Tabelle sein; die erste ist „{ $entry }“
import-entry-doubt-advice = Prüfen Sie, ob die Zeilen unten stimmen; wählen Sie sonst eine andere Datei.
import-sheet-label = Tabellenblatt
import-find-sheet-label = Tabellenblatt finden
import-header-row-label = Zeile der Spaltennamen
import-header-row-tooltip = So wie die Tabellenkalkulation die Zeilen zählt. Die Zeilen darüber werden weggelassen.
import-sheet-doubt-title = Welches Tabellenblatt von { $file_name } enthält die Texte?
import-sheet-doubt-problem = das erste Tabellenblatt mit Zellen ist „{ $sheet }“
import-sheet-doubt-advice = Prüfen Sie, ob die Zeilen unten stimmen; wählen Sie sonst ein anderes Tabellenblatt.
import-remark-sheet = Die Zeilen sind aus dem Tabellenblatt „{ $sheet }“; andere Tabellenblätter: { $sheets }.
import-remark-rows-above = Die Tabelle beginnt in Zeile { $row } des Tabellenblatts; die Zeilen darüber werden weggelassen.
import-remark-merged = Von verbundenen Zellen hat nur die erste einen Wert: { $cells }.
import-remark-formula-errors = Zellen, deren Formel einen Fehler hat: { $n }, die erste in { $cell }.
import-remark-formulas-empty = Formeln ohne gespeicherten Wert sind leer: { $n }, die erste in { $cell }. Öffnen Sie die Datei in einer Tabellenkalkulation und speichern Sie sie neu.
import-remark-archive = Die Datei „{ $entry }“ wurde gelesen; andere Dateien im Archiv: { $others }.
import-remark-not-finite = Zahlen, die es in JSON nicht gibt: { $n }. NaN wurde zu einer leeren Zelle.
import-remark-binary-columns = Spalten mit Bytes, die kein Text sind, etwa Bildern, sind leer: { $columns }.
import-remark-unguarded = { $n ->
    [one] 1 Zelle wird
   *[other] { $n } Zellen werden
} ohne den Apostroph gelesen, der in dieser Datei vor Formeln schützt.
import-remark-loose-quotes = Anführungszeichen um den Anfang einer Zelle entfernt: { $lines }.
import-remark-spaced-quotes = Leerzeichen und Anführungszeichen um eine Zelle gehören zum Text: { $lines }.
import-remark-lines-above = { $n ->
    [one] 1 Zeile über der Tabelle ist
   *[other] { $n } Zeilen über der Tabelle sind
} weggelassen.
import-delimiter-doubt-title = Was trennt die Zellen von { $file_name }?
import-delimiter-doubt-problem = es gibt { $rows ->
    [one] 1 Zeile
   *[other] { $rows } Zeilen
} oder { $others }, wenn { $delimiter } die Zellen trennen
import-delimiter-doubt-advice = Prüfen Sie, ob die Zeilen unten stimmen; wählen Sie sonst ein anderes Trennzeichen.
import-quotes-doubt-title = { $file_name } hat Anführungszeichen, die keine ganze Zelle umschließen
import-quotes-doubt-problem = hinter dem schließenden Anführungszeichen einer Zelle steht noch Text ({ $lines }), und solche Anführungszeichen werden entfernt
import-quotes-doubt-advice = Prüfen Sie, ob die Texte unten stimmen; wählen Sie sonst „Anführungszeichen gehören zum Text“.
import-quotes-backslash-advice = Vor manchen steht ein umgekehrter Schrägstrich. Wenn diese Anführungszeichen zum Text gehören, wählen Sie „Doppelte Anführungszeichen " umschließen Zellen, \" darin“.
import-spaced-doubt-title = { $file_name } hat Leerzeichen vor Anführungszeichen
import-spaced-doubt-problem = vor den Anführungszeichen einer Zelle stehen Leerzeichen ({ $lines }), sodass beide zum Text gehören
import-spaced-doubt-advice = Wenn diese Anführungszeichen Zellen umschließen, wählen Sie bei „Leerzeichen um Anführungszeichen“ „Überspringen“.
import-spaced-skipped-advice = Alle Anführungszeichen der Datei sind so geschrieben. Deshalb ist bei „Leerzeichen um Anführungszeichen“ „Überspringen“ gewählt. Prüfen Sie, ob die Texte unten stimmen.
import-joined-doubt-title = { $file_name } hat vielleicht Anführungszeichen, die zum Text gehören
import-joined-doubt-problem = ein Anführungszeichen am Anfang einer Zelle umschließt vielleicht mehrere Zeilen der Tabelle: { $lines }; es { $rows ->
    [one] ist 1 Zeile
   *[other] sind { $rows } Zeilen
}, oder { $others }, wenn Anführungszeichen zum Text gehören
import-remark-joined-rows = Ein Anführungszeichen hat vielleicht mehrere Zeilen zu einer verbunden: { $lines }.
import-remark-backslashes = Vor manchen dieser Anführungszeichen steht ein umgekehrter Schrägstrich: Wählen Sie „Doppelte Anführungszeichen " umschließen Zellen, \" darin“, wenn sie zum Text gehören.
import-rows-literal-quotes = { $rows ->
    [one] 1 Zeile
   *[other] { $rows } Zeilen
}; { $others }, wenn Anführungszeichen zum Text gehören.
import-rows-enclosing-quotes = { $rows ->
    [one] 1 Zeile
   *[other] { $rows } Zeilen
}; { $others }, wenn doppelte Anführungszeichen Zellen umschließen.
import-rows-other-delimiter = { $rows ->
    [one] 1 Zeile
   *[other] { $rows } Zeilen
}; { $others }, wenn { $delimiter } die Zellen trennen.
import-merge-columns-button = „{ $first }“ und „{ $second }“ als einen Text verwenden
import-remark-similar-columns = Die Spalten „{ $first }“ und „{ $second }“ heißen ähnlich. Um beide als einen Text zu verwenden, wählen Sie „Mehrere Spalten, verbunden …“.
import-rows-without-header = { $rows ->
    [one] 1 Zeile
   *[other] { $rows } Zeilen
}; { $others }, wenn die erste Zeile eine wie die anderen ist.
import-rows-with-header = { $rows ->
    [one] 1 Zeile
   *[other] { $rows } Zeilen
}; { $others }, wenn die erste Zeile die Spalten benennt.
import-comments-left-out = Kommentarzeilen weggelassen: { $lines }.
import-comments-kept = Behalten, aber vielleicht Kommentare: { $lines }.
import-headers-left-out = Wiederholte Spaltennamen weggelassen: { $lines }.
import-headers-kept = Behalten, aber vielleicht wiederholte Spaltennamen: { $lines }.
import-survey-left-out = Zeilen einer Umfrage unter den Spaltennamen weggelassen: { $lines }.
import-footer-left-out = Zeilen unter der Tabelle weggelassen: { $lines }.
import-footer-kept = Behalten, aber vielleicht unter der Tabelle: { $lines }.
import-eof-left-out = Dateiende-Zeichen weggelassen: { $lines }.
import-bom-left-out = Byte-Order-Marken innerhalb der Datei weggelassen: { $lines }.
import-row-count = { $n ->
    [one] 1 Zeile
   *[other] { $n } Zeilen
}
import-line-list = { $n ->
    [one] Zeile
   *[other] Zeilen
} { $named }{ $and_so_on }

## import/typed_field.rs
import-number-advice = Geben Sie eine ganze Zahl ab { $least } ein.

## labeling/state.rs
labeling-label-name-advice = Geben Sie ihm einen anderen Namen.
labeling-name-conflict-problem = in zusammengeführten Labels heißt { $other } bei anderen { $name }
labeling-label-not-removed-title = { $name } wurde nicht entfernt
labeling-label-not-removed-problem = andere haben es { $n ->
    [one] 1 Text
   *[other] { $n } Texten
} gegeben
labeling-label-not-removed-advice = Um es mit einem anderen Label zusammenzuführen, geben Sie ihm dessen Namen.
labeling-label-not-removed-settled-problem = unter „Übereinstimmung“ { $n ->
    [one] ist 1 Text
   *[other] sind { $n } Texte
} mit diesem Label entschieden
labeling-label-not-removed-settled-advice = Entscheiden Sie { $n ->
    [one] diesen Text
   *[other] diese Texte
} zuerst mit einem anderen Label. Um das Label mit einem anderen zusammenzuführen, geben Sie ihm dessen Namen.
labeling-label-not-added-title = Das Label wurde nicht hinzugefügt
labeling-label-not-renamed-title = Das Label behält seinen Namen
labeling-several-labels-title = Texte können noch nicht mehrere Labels haben
labeling-several-labels-advice = Geben Sie dem Text eine andere Antwort oder benennen Sie das Label unter „Labels bearbeiten“ um; wählen Sie dann erneut.
labeling-key-refused-title = Das Label behält seine Taste
labeling-key-refused-advice = Wählen Sie eine andere Taste.
labeling-key-replaced-title = { $name } ist wieder da, mit einer anderen Taste
labeling-key-replaced-problem = Die frühere Taste „{ $key }“ gehört jetzt zu { $owner }
labeling-key-replaced-advice = Sie können Tasten unter „Labels bearbeiten“ tauschen.

## labeling/last_step.rs
labeling-last-step-labeled = Gelabelt als { $label }
labeling-last-step-label-added = Label { $label } vergeben
labeling-last-step-label-removed = Label { $label } entfernt
labeling-last-step-answered = Beantwortet: { $answer }
labeling-last-step-answer-removed = Antwort entfernt
labeling-last-step-passed = Als „{ $why }“ markiert
labeling-last-step-flagged = Vorgemerkt
labeling-last-step-flag-removed = Nicht mehr vorgemerkt
labeling-last-step-note-added = Notiz hinzugefügt
labeling-last-step-note-removed = Notiz entfernt
labeling-last-step-accepted = { $n } Vorschläge angenommen
labeling-last-step-answers-accepted = { $n } Antworten des Modells angenommen
labeling-last-step-many-labeled = { $n } Texte gelabelt als { $label }
labeling-last-step-many-removed = Label { $label } von { $n } Texten entfernt
labeling-last-step-many-changed = { $n } Texte gelabelt
labeling-last-step-many-flagged = { $n } Texte vorgemerkt
labeling-last-step-many-unflagged = Vormerkung von { $n } Texten entfernt
labeling-last-step-many-cleared = Antworten von { $n } Texten entfernt
labeling-last-step-undone = Rückgängig gemacht: { $what }
labeling-last-step-redone = Wiederholt: { $what }

## compare/metrics.rs
compare-accuracy-nearest-title = Genauigkeit, 1 nächster
compare-accuracy-nearest-hint = Anteil der anderen Texte, die dasselbe Label haben wie der ihnen ähnlichste ausgewählte Text
compare-accuracy-vote-title = Genauigkeit, 3 nächste
compare-accuracy-vote-hint = Anteil der anderen Texte, deren Label die Abstimmung der drei ähnlichsten ausgewählten Texte gewinnt
compare-baseline-title = Vergleichswert: häufigstes Label
compare-baseline-hint = Anteil der anderen Texte mit dem häufigsten Label: so genau wäre es, immer dieses zu vergeben
compare-labels-found-title = Gefundene Labels
compare-labels-found-hint = Anteil aller Labels, die mindestens ein ausgewählter Text hat
compare-accuracy-spread-title = Genauigkeit nach Ausbreitung
compare-accuracy-spread-hint = Anteil der anderen Texte, die ihr eigenes Label bekommen, wenn die Labels der Auswahl über den Graphen ausgebreitet werden
compare-facility-coverage-hint = Mittlerer Kosinus eines Textes zum nächsten ausgewählten; braucht keine Labels
compare-covered-texts-hint = Texte, die ausgewählt oder Nachbarn eines ausgewählten sind; braucht keine Labels
compare-redundant-pairs-title = Redundante Paare
compare-redundant-pairs-hint = Paare fast gleicher ausgewählter Texte: Ihr Kosinus liegt bei mehr als 87 % des Weges vom mittleren Kosinus zweier Texte zu dem gleicher Texte
compare-time-title = Zeit
compare-time-hint = Zeit von den Nachbarn bis zur Auswahl, in einem Worker auf diesem Gerät

## network/state.rs
network-requester-offline-copy = Offline-Kopie
network-requester-language-model = Sprachmodell
network-offline-partial-status = Die Dateien der Seite sind gespeichert: Sie öffnet sich offline. Zum Einbetten braucht sie offline auch den Encoder und sein Modell. Beide werden geladen, wenn sie zum ersten Mal gebraucht werden oder einige Zeit, nachdem Sie eine Datei geöffnet haben, außer wenn Sie Embeddings mitgegeben haben oder der Browser Daten sparen soll.
network-offline-not-built-reason = dieser Build der Seite hat keinen Service Worker
network-offline-no-copy-reason = dieser Browser behält keine Kopie der Seite, oder nicht von dieser Adresse
network-offline-hindered-reason = etwas hindert diesen Browser daran, die Dateien der Seite zu speichern
network-offline-wrong-file-reason = { $path } ist nicht die Datei, die zu dieser Version gehört

## project/mod.rs
project-text-column-problem = die Textspalte ist Nummer { $text_column }, aber es gibt nur { $columns ->
    [one] 1 Spalte
   *[other] { $columns } Spalten
}
project-id-column-problem = die Spalte der Kennungen ist Nummer { $column }, aber es gibt nur { $columns ->
    [one] 1 Spalte
   *[other] { $columns } Spalten
}
project-row-range-problem = Zeile { $row } wird genannt, aber es gibt nur die Zeilen 0 bis { $last }
project-unnamed = ohne Namen
project-map-size-problem = es gibt { $n ->
    [one] 1 Zeile
   *[other] { $n } Zeilen
}, aber eine andere Zahl von Teilen oder Positionen
project-embeddings-size-problem = { $file } hat { $rows ->
    [one] 1 Zeile
   *[other] { $rows } Zeilen
}, aber es gibt { $n ->
    [one] 1 Text
   *[other] { $n } Texte
}

## projects/state.rs
projects-last-visit-name = Das Projekt Ihres letzten Besuchs
projects-missing-title = { $id } ist nicht mehr in diesem Browser
projects-missing-problem = entweder hat der Browser die Daten dieser Seite gelöscht, etwa bei vollem Datenträger oder beim Löschen von Websitedaten, oder das Projekt wurde nie auf den Datenträger geschrieben
projects-missing-advice = Wenn Sie eine Sicherung davon haben, legen Sie diese Datei hier ab.
projects-in-use-title = { $id } wurde nicht geändert
projects-in-use-problem = es ist in einem anderen Tab offen
projects-in-use-advice = Schließen Sie es dort zuerst.

## prompts/state.rs
prompts-pack-failed-title = Das Few-Shot-Paket wurde nicht erstellt
common-number-missing-problem = eine Zahl fehlt
prompts-number-advice = Geben Sie eine ganze Zahl ab 0 ein.

## labeling/explain.rs
labeling-reason-covers-none = Alle seine Nachbarn sind schon durch früher ausgewählte abgedeckt.
labeling-reason-covers-texts = { $n ->
    [one] Er steht für 1 weiteren Text:
   *[other] Er steht für { $n } weitere Texte:
}
labeling-reason-covers-nearest = Er steht für { $n } weitere Texte; die nächsten davon:
labeling-reason-only-text = Sein Teil hat keinen anderen Text.
labeling-reason-degree-highest = , die meisten dort
labeling-reason-degree-percentile = , mehr als { $percent } % der übrigen
labeling-reason-degree = Er hat { $degree ->
    [one] 1 Nachbarn
   *[other] { $degree } Nachbarn
} in seinem Teil von { $part_size } Texten{ $standing }.
labeling-reason-runner-up-tie = Der nächstbeste dort hatte gleich viele Nachbarn, ohne früher ausgewählte:
labeling-reason-runner-up-margin = Der nächstbeste dort hatte { $margin ->
    [one] 1 Nachbarn
   *[other] { $margin } Nachbarn
} weniger, ohne früher ausgewählte:
labeling-reason-less-central = Ein anderer Text dort hatte mehr Nachbarn, ohne früher ausgewählte, liegt aber weniger zentral unter den Texten, für die er stünde:
labeling-reason-other-criterion = Ein anderer Text dort hatte mehr Nachbarn, ohne früher ausgewählte, aber dieses Verfahren wählt nach einem anderen Kriterium aus:

## labeling/explain.rs: other reasons
persistence-database-closed-problem = der Browser hat die Datenbank dieses Projekts geschlossen, etwa weil Websitedaten gelöscht wurden

## run/settings.rs
run-workers-range-problem = { $count } Worker liegen außerhalb des erlaubten Bereichs
run-workers-range-advice = Geben Sie eine Zahl von 1 bis { $max_workers } ein; einer je Kern dieses Geräts ist am besten.
common-whole-number-problem = „{ $text }“ ist keine ganze Zahl im erlaubten Bereich
run-seed-advice = Geben Sie eine ganze Zahl von 0 bis 18446744073709551615 ein; der gleiche Startwert gibt die gleiche Auswahl.
run-parts-advice = Geben Sie eine ganze Zahl ab 1 ein oder lassen Sie das Feld leer (automatisch).
run-number-advice = Geben Sie eine ganze Zahl ab 1 ein.

## state/mod.rs
import-reading-status = { $file_name } wird gelesen …
import-reading-percent = { $file_name } wird gelesen: { $percent } %
import-reading-embeddings = Die Embeddings werden gelesen: { $percent } %
run-loading-model-status = Das Modell wird geladen
persistence-embeddings-failed-title = { $file } wird in diesem Browser nicht gespeichert
persistence-embeddings-failed-advice = Sie können die Datei verwenden, bis Sie die Seite schließen oder neu laden; legen Sie sie dann erneut ab. Um sie zu speichern, schaffen Sie Speicherplatz.
import-failed-project-kept = ; Ihr Projekt ist unverändert
import-several-projects-title = Nichts wurde geöffnet
import-several-projects-problem = das sind mehrere Projekte: { $names }
import-several-projects-advice = Öffnen Sie eines nach dem anderen, jedes mit den eigenen Embeddings; alle bleiben in der Liste der Projekte.
import-failed-title = { $file_name } wurde nicht geöffnet{ $kept }
run-failed-title = Die Auswahl ist fehlgeschlagen
run-coverage-failed-title = Die Abdeckung der Auswahl ließ sich nicht berechnen
persistence-encoder-failed-title = { $encoder } wird in diesem Browser nicht gespeichert
persistence-encoder-failed-advice = Sie können den Encoder verwenden, bis Sie die Seite schließen oder neu laden. Um ihn zu speichern, schaffen Sie Speicherplatz oder leeren Sie den Zwischenspeicher der Embeddings; legen Sie dann seine Dateien hier erneut ab.
encoder-removal-failed-title = Die Dateien des Encoders sind noch in diesem Browser
encoder-removal-failed-advice = Die Dateien werden nicht verwendet, bis Sie die Seite neu laden; gehen Sie dann noch einmal zum eingebauten Encoder zurück.
encoder-multilingual-deletion-failed-advice = Löschen Sie sie nach einem Neuladen noch einmal, oder sichern Sie Ihre Projekte und löschen Sie dann die Daten dieser Website in den Einstellungen des Browsers.
run-confidences-missing-problem = für mehr als { $vote_k_first } ausgewählte Texte braucht vote-k die Konfidenzen eines Sprachmodells
run-confidences-missing-advice = Fügen Sie sie unten hinzu.
run-more-picks-method-reason = { $method } trifft die ganze Auswahl auf einmal. Um die vorhandene zu behalten, verwenden Sie ein anderes Verfahren, etwa FastGAS.
run-more-picks-settings-reason = Ändern Sie zuerst die Einstellungen: { $problem }.
encoder-not-restored-title = Ihr eigener Encoder wird nicht verwendet, sondern { $encoder }
encoder-not-restored-advice = Legen Sie seine Dateien hier erneut ab.
backup-embeddings-missing-title = { $file_name } enthält keine Embeddings
backup-embeddings-missing-problem = Die Embeddings sind nicht mehr in diesem Browser gespeichert. Alles andere enthält die Datei.
backup-embeddings-missing-advice = Wenn die Datei geöffnet wird, müssen die Texte noch einmal eingebettet werden. Um die Embeddings mitzugeben, wählen Sie neu aus und sichern Sie erneut.
backup-failed-title = { $file_name } wurde nicht gespeichert
backup-failed-advice = Alles ist noch in diesem Browser. Schaffen Sie Speicherplatz und versuchen Sie es dann erneut.

## suggestions/state.rs
suggestions-written-answers-reason = Für geschriebene Antworten gibt es keine Vorschläge.
suggestions-map-missing-reason = Vorschläge und ähnliche Texte brauchen die Karte, die „Auswählen“ zeichnet.
suggestions-labels-missing-reason = Vorschläge gibt es, sobald Sie den ersten Text gelabelt haben.
suggestions-failed-problem = Kein Vorschlag war möglich: { $error }. { $advice }

## team/state.rs
team-author-missing-problem = Geben Sie an, von wem die Datei ist.
team-own-name-missing-problem = Geben Sie Ihren Namen an, damit Sie beide zu unterscheiden sind.
team-same-name-problem = Auch Sie heißen { $own }. Geben Sie einer der beiden Personen einen anderen Namen, damit sich Ihre Labels nicht gegenseitig ersetzen.
team-same-name-question = Auch Sie heißen { $own }. Wenn es Ihre eigene Arbeit von anderswo oder früher ist, führen Sie noch einmal zusammen: Von zwei Einträgen zu einem Text gilt der spätere. Sonst geben Sie einer der beiden Personen einen anderen Namen, damit sich Ihre Labels nicht gegenseitig ersetzen.
team-name-taken-problem = { $own } heißt schon jemand, dessen Labels hier sind.
team-previous-name-question = { $n ->
    [one] Das Label im offenen Projekt ist von { $before }.
   *[other] Die { $n } Labels im offenen Projekt sind von { $before }.
} Wenn { $own } ein anderer Name derselben Person ist, drücken Sie noch einmal auf die Schaltfläche; die Labels bekommen dann diesen Namen. Wenn Sie jemand anderes sind, geben Sie hier { $before } als Ihren Namen ein oder öffnen Sie die Datei als neues Projekt.
team-open-as-question = Dies öffnet die Arbeit von { $theirs }, und was darin gelabelt wird, gilt als von { $theirs }. Wenn Sie { $theirs } sind, drücken Sie noch einmal auf die Schaltfläche. Um als { $own } zu labeln, wählen Sie die andere Schaltfläche.
team-own-labels-question = Diese Datei enthält Labels von { $own }. Wenn es Ihre sind, drücken Sie noch einmal auf die Schaltfläche, um damit weiterzumachen. Sonst geben Sie einen anderen Namen für sich ein.
team-similar-name-question = { $known } gibt es hier schon. Wenn { $theirs } dieselbe Person ist, geben Sie den Namen so ein wie hier; wenn es jemand anderes ist, drücken Sie noch einmal auf die Schaltfläche.
team-name-conflict-question = { $theirs } heißt hier schon jemand, aber diese Datei setzt die Antworten hier nicht fort: Sie weicht ab bei { $n ->
    [one] 1 Text.
   *[other] { $n } Texten.
} Geben Sie einen anderen Namen ein, oder führen Sie noch einmal zusammen, wenn es dieselbe Person ist.
team-own-name-needed-problem = Dieses Projekt hat Labels von anderen, deshalb brauchen Sie einen Namen.
team-own-name-taken-problem = { $name } heißt schon jemand, dessen Labels hier sind.

## map/coloring.rs
map-coloring-label = Label
map-coloring-first-label = Label (das erste, wenn ein Text mehrere hat)
map-coloring-suggestion = Vorschlag
map-coloring-degree = Grad (Zahl der Nachbarn)
map-coloring-marked = markiert oder nicht
map-coloring-column = Spalte „{ $name }“
map-class-marked = markiert
map-class-unmarked = nicht markiert
map-class-unlabeled = kein Label
common-disputed-status = Abweichung
map-class-no-suggestion = kein Vorschlag
map-class-suggestions-pending = Vorschläge werden erstellt …
map-class-suggested = vorgeschlagen: { $name }
map-class-labeled = schon gelabelt
map-part-name = Teil { $part }
map-class-empty = (leer)
map-class-other-values = { $n_others ->
    [one] 1 anderer Wert
   *[other] { $n_others } andere Werte
}

## Texte des Kerns: Schritte, Gründe, Verfahren
stage-load = Datei lesen
stage-embed = Texte einbetten
stage-neighbors = Nachbarn suchen
stage-graph = Graph aufbauen
stage-parts = Anzahl der Teile wählen
stage-partition = Graph teilen
stage-select = Auswählen
stage-map = Karte zeichnen
pass-skipped = übersprungen
pass-cannot-tell = nicht erkennbar
undefined-nothing-shared = kein Text ist von beiden gelabelt
undefined-one-value = jeder Text hat dasselbe Label
method-fastgas = Schneidet den kNN-Graphen in ausgewogene Teile und wählt gut verbundene Texte, die zusammen alle abdecken
method-random = Zufällig gewählte Texte
method-fast-vote-k = Texte, die zu den nächsten Nachbarn vieler anderer gehören; ein Text nahe an einem ausgewählten zählt weniger
method-vote-k = Wie fast-vote-k, unter Texten, bei denen sich ein Sprachmodell gleich sicher ist
method-ideal = Texte, von denen aus entlang des kNN-Graphen zufällig die meisten anderen erreicht werden
method-top-degree = Die Texte mit den meisten Nachbarn im kNN-Graphen
method-pagerank = Die Texte mit dem höchsten PageRank im kNN-Graphen
method-subclustering = k-means in Gruppen und in jeder Gruppe noch einmal; der zentrale Text jedes Clusters
method-louvain = Die Texte mit den größten Restgraden in jeder Gemeinschaft des kNN-Graphen
method-facility-location = Texte, unter denen zu jedem Text ein ähnlicher ist
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
searched-both = für { $n_rows ->
    [one] 1 Zeile
   *[other] { $n_rows } Zeilen
} auf der GPU{ $name } gesucht, für die anderen auf der CPU, { $why }
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
why-cpu-encoder = da die GPU diesen Encoder nicht berechnen kann: { $part }
why-cpu-lost = da die GPU ausfiel: { $reason }
why-cpu-out-of-memory = da die GPU zu wenig Speicher hat
why-cpu-refused = da die GPU die Arbeit ablehnte: { $reason }
why-cpu-silent = da die GPU ausfiel: ihr Treiber antwortet nicht
why-cpu-not-loaded = da die GPU nicht verwendbar ist: ihr Programm ließ sich nicht laden: { $reason }
why-cpu-small-buffers = da die GPU nicht verwendbar ist: ihre Puffer von { $bytes } Bytes sind zu klein
why-cpu-wrong = da die GPU falsch rechnet
name-empty = ein Label braucht einen Namen
name-semicolon = „{ $name }“ enthält ein Semikolon, das die Labels eines Textes trennt
name-taken = es gibt schon ein Label „{ $name }“
name-no-key = „{ $key }“ kann nicht die Taste eines Labels sein: Möglich sind Ziffern ab 1 und die Buchstaben außer j, k, s und u
name-key-taken = „{ $key }“ ist die Taste von „{ $name }“
name-looks-taken = es gibt schon ein Label „{ $name }“, das gleich aussieht, aber anders geschrieben ist: { $spelled }
storage-refused = der Browser konnte die Daten nicht speichern: { $reason }
storage-locked = das Projekt ist durch eine Passphrase geschützt, die Sie erst in diesem Tab eingeben müssen
storage-unreadable = die gespeicherten Daten lassen sich nicht lesen: { $reason }

## Fehler
error-cancelled = abgebrochen
error-no-project = es ist kein Projekt geöffnet
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
error-load-shifted = Zeile { $line }: Bei Byte { $byte } ist ein Byte zu viel oder fehlt eines; von dort an wird { $encoding } falsch gelesen
error-load-no-encoding = es gibt keine Kodierung „{ $label }“
error-load-delimiter = „{ $delimiter }“ kann kein Trennzeichen sein
error-load-no-place = die Datei wird als „{ $format }“ gelesen, dazu passt „{ $option }“ nicht
error-load-protected = dies ist ein Projekt, das durch eine Passphrase geschützt ist
error-load-not-table = dies ist keine Tabelle und kein einfacher Text, sondern eine Datei der Art „{ $format }“
error-load-markup = dies ist eine HTML- oder XML-Datei, nicht CSV, TSV, JSON oder einfacher Text
error-load-packed = die Datei ist gepackt, im Format „{ $format }“
error-load-statistics = die Datei ist ein Datensatz eines Statistikprogramms, im Format „{ $format }“
error-load-program-data = die Datei enthält Objekte oder Arrays eines Programms, im Format „{ $format }“
error-load-document = die Datei ist ein Dokument ohne Tabellenzeilen, im Format „{ $format }“
error-load-media = die Datei ist eine Bild-, Ton- oder Videodatei im Format „{ $format }“
error-load-binary-column = Zeile { $row }: Spalte „{ $column }“ enthält Bytes, die kein UTF-8-Text sind
error-load-empty-sheet = das Tabellenblatt „{ $sheet }“ ist leer
error-load-no-entries = die ZIP-Datei enthält keine Datei
error-load-no-entry = die ZIP-Datei enthält keine Datei „{ $name }“; sie enthält { $names }
error-load-no-header-row = das Tabellenblatt „{ $sheet }“ hat keine Zeile { $row }; seine letzte Zeile ist { $last }
error-load-no-sheet = es gibt kein Tabellenblatt „{ $name }“; die Tabellenblätter sind { $sheets }
error-load-not-vector = { $expected ->
    [0] Zeile { $row }: Spalte „{ $column }“ enthält keine Liste von Zahlen
   *[other] Zeile { $row }: Spalte „{ $column }“ enthält keine Liste von { $expected } Zahlen
}{ $n ->
    [0] {""}
   *[other] ; weitere solche Zeilen: { $n }, zum Beispiel { $rows }
}
error-load-parquet-column = Spalte „{ $column }“ der Parquet-Datei ist ab Zeile { $row } nicht lesbar: { $message }
error-load-password = die Datei der Art „{ $format }“ ist durch ein Passwort geschützt
error-load-sheet-cell = { $sheet }!{ $cell }: das Tabellenblatt ist bei oder nach dieser Zelle beschädigt: { $message }
error-load-sheet-size = { $sheet }!{ $cell }: bis zu dieser Zelle hat das Tabellenblatt mehr als { $limit } Bytes oder Zellen
error-load-workbook-size = { $sheet }!{ $cell }: bis zu dieser Zelle erstrecken sich die Tabellenblätter der Arbeitsmappe über mehr als { $limit } Zellen oder Bytes
error-load-no-sheets = die Arbeitsmappe enthält kein Tabellenblatt mit Zeilen und Spalten
error-load-unpacked-ratio = die Datei der Art „{ $format }“ hat { $packed } Bytes, entpackt aber mehr als { $ratio }-mal so viele; das ist die Grenze
error-load-unpacked-size = die Datei der Art „{ $format }“ hat { $packed } Bytes, entpackt aber mehr als { $megabytes } MB; das ist die Grenze
error-load-unreadable = die Datei der Art „{ $format }“ ist beschädigt oder von unbekannter Art: { $message }
error-load-damaged-table = die Datei ist beschädigt und lässt sich nicht weiter lesen: { $message }
error-load-damaged-xls = die Excel-Datei (.xls) ist beschädigt: { $reason }
error-load-unsupported = die Datei der Art „{ $format }“ verwendet etwas, das dieses Programm nicht liest: { $reason }
error-load-which-entry = die ZIP-Datei enthält { $n } Dateien, die die Tabelle sein können: { $names }
error-load-same-entry = die ZIP-Datei enthält zwei Dateien mit dem Namen „{ $name }“, als Nummer { $first } und { $second } ihrer Liste
error-load-entry-and-folder = die ZIP-Datei verwendet den Namen „{ $name }“ für eine Datei und für einen Ordner
error-load-long-path = der Pfad des inneren Archivs der ZIP-Datei hat { $bytes } Bytes; die Grenze ist { $limit }
error-load-no-pool = es sind keine Texte offen, zu denen diese Embeddings gehören könnten
error-load-not-project = die Datei enthält kein Projekt: { $reason }
error-load-damaged = dies ist eine Sicherung oder eine andere ZIP-Datei, und sie ist beschädigt: { $reason }
error-load-no-rows = die Datei hat eine Kopfzeile, aber keine Zeilen
error-load-all-left-out = es bleibt keine Zeile übrig; weggelassene Zeilen: { $n }, die erste ist Zeile { $line }
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
error-load-no-id = Zeile { $row } hat keinen Wert in Spalte „{ $column }“
error-load-same-id = die Zeilen { $rows_0 } und { $rows_1 } haben beide „{ $id }“ in Spalte „{ $column }“
error-load-open-quote = Zeile { $line }: ein Anführungszeichen wird hier geöffnet und nie geschlossen
error-load-not-labels = Spalte „{ $column }“ hat { $different } verschiedene Labels; die Grenze ist { $limit }
error-load-not-a-list = Zeile { $row } hat keine Liste von Labels in der Spalte „{ $column }“
error-load-no-column = es gibt keine Spalte „{ $name }“; die Spalten sind { $columns }
error-load-other-column = es gibt keine Spalte „{ $name }“ (ist „{ $meant }“ gemeint?)
error-load-which-column = die Datei hat mehrere Spalten: { $columns }
error-load-empty-column = Spalte „{ $name }“ ist in jeder Zeile leer
error-load-not-a-row = Zeile { $line } der Datei: „{ $cell }“ ist keine Zeile der { $n_instances } Texte, die ab 0 gezählt sind
error-load-row-twice = Zeile { $row } hat zwei Labels
error-load-none-matched = es gibt keine Spalte „row“, und keine gelabelte Zeile stimmt in der Spalte „{ $column }“ mit einer Zeile der Texte überein
error-load-other-pool = Zeile { $row } hat in Spalte „{ $column }“ den Wert „{ $here }“, bei den Texten steht „{ $in_pool }“
error-load-not-number = Datensatz { $record }: Spalte „{ $column }“ enthält „{ $cell }“, erwartet ist { $expected }
error-load-repeated-row = Zeile { $row } der Texte kommt zweimal vor
error-load-missing-row = Zeile { $row } der Texte fehlt
error-load-no-confidence = { $n ->
    [one] 1 Zeile hat keine Konfidenz: { $rows }
   *[other] { $n } Zeilen haben keine Konfidenz, zum Beispiel { $rows }
}
error-load-too-many-cells = die Tabelle ist zu groß: { $reason }
error-config-pool-too-small = es gibt { $n_instances ->
    [one] nur 1 Text
   *[other] nur { $n_instances } Texte
}, also nichts auszuwählen
error-config-budget-zero = die Zahl der Texte zum Labeln ist 0
error-config-budget-above-pool = { $budget } Texte sollen gelabelt werden, aber es gibt nur { $n_instances }
error-config-neighbors-zero = die Zahl der Nachbarn ist 0
error-config-neighbors-above-pool = { $n_neighbors } Nachbarn sind verlangt, aber jeder der { $n_instances } Texte hat weniger
error-config-parts-zero = die Zahl der Teile ist 0
error-config-vote-neighbors-zero = die Zahl der Nachbarn, für die gestimmt wird, ist 0
error-config-no-confidences = vote-k braucht nach { $n_first ->
    [one] dem ersten ausgewählten Text
   *[other] den ersten { $n_first } ausgewählten Texten
} für jeden Text die Konfidenz eines Sprachmodells
error-config-confidences-differ = es gibt { $confidences ->
    [one] 1 Konfidenz
   *[other] { $confidences } Konfidenzen
}, aber { $n_instances ->
    [one] 1 Text
   *[other] { $n_instances } Texte
}
error-config-bad-confidence = die Konfidenz von Zeile { $row } ist keine endliche Zahl
error-config-not-extendable = { $method } trifft die ganze Auswahl auf einmal und kann eine frühere nicht fortsetzen
error-config-earlier-outside = Zeile { $row } wurde früher ausgewählt oder übersprungen, aber es gibt { $n_instances } Zeilen, ab 0 gezählt
error-config-earlier-twice = Zeile { $row } wurde zweimal ausgewählt oder übersprungen
error-config-nothing-to-add = { $budget ->
    [one] 1 Text soll
   *[other] { $budget } Texte sollen
} gelabelt werden, und { $earlier } { $earlier ->
    [one] ist
   *[other] sind
} schon ausgewählt
error-config-too-few-left = { $budget ->
    [one] 1 Text soll
   *[other] { $budget } Texte sollen
} gelabelt werden, aber ohne übersprungene und leere Texte ({ $skipped } von { $n_instances }) bleiben zu wenige
error-config-imbalance = das Ungleichgewicht ist { $imbalance }, aber es muss zwischen 0 und 1 liegen
error-embed-model = die Datei des Modells ist nicht verwendbar: { $reason }
error-embed-tokenizer = die Datei des Tokenizers ist nicht verwendbar: { $reason }
error-embed-model-config = die Konfiguration des Modells ist nicht verwendbar: { $reason }
error-embed-model-module = { $file }: das Modell hat ein Modul „{ $module }“, das nicht unterstützt wird
error-embed-not-finite = Zeile { $instance }: das Modell gab für diesen Text keinen endlichen Vektor
error-embed-too-long = Zeile { $instance }: { $bytes } Bytes dieses Textes müssten auf einmal in Tokens zerlegt werden, erlaubt sind { $limit }
error-graph-metis = Zeile { $line } der METIS-Datei: { $reason }
error-embeddings-rows-differ = die Embeddings haben { $rows ->
    [one] 1 Zeile
   *[other] { $rows } Zeilen
}, aber es gibt { $n_instances ->
    [one] 1 Text
   *[other] { $n_instances } Texte
}
error-embeddings-rows-differ-from-both = die Embeddings haben { $rows ->
    [one] 1 Zeile
   *[other] { $rows } Zeilen
}, aber es gibt { $n_instances ->
    [one] 1 Text
   *[other] { $n_instances } Texte
}, mit den weggelassenen Zeilen { $n_in_file }
error-embeddings-bad-row = Zeile { $row } der Embeddings: { $reason }
error-graph-parts = { $n_parts ->
    [one] 1 Teil ist
   *[other] { $n_parts } Teile sind
} verlangt, der Graph hat { $n_vertices } Knoten
error-embeddings-npy = die Array-Datei ist nicht verwendbar: { $reason }
error-embeddings-object-npy = die Array-Datei ist nicht verwendbar: ihre Elemente sind Python-Objekte, keine Zahlen
error-embeddings-structured-npy = die Array-Datei ist nicht verwendbar: ihre Elemente sind Datensätze mit benannten Feldern, keine Zahlen
error-evaluate-same-column = Spalte „{ $column }“ ist sowohl für die Texte als auch für die Labels angegeben
error-evaluate-set-aside = Zeile { $row }: Spalte „{ $by }“ sagt, dass die Antwort in Spalte „{ $column }“ kein Label ist
error-evaluate-no-label = Zeile { $row }: Spalte „{ $column }“ ist leer, also gibt es kein Label zum Vergleichen
error-evaluate-no-picks = es gibt keine Auswahl
error-evaluate-pick-outside = Zeile { $row } ist ausgewählt, aber es gibt nur { $n_instances ->
    [one] 1 Text
   *[other] { $n_instances } Texte
}
error-evaluate-pick-twice = Zeile { $row } ist zweimal ausgewählt
error-evaluate-labels-differ = es gibt { $labels ->
    [one] 1 Label
   *[other] { $labels } Labels
} und { $embeddings ->
    [one] 1 Embedding
   *[other] { $embeddings } Embeddings
}
error-evaluate-dimensions-differ = die Embeddings der Texte haben { $pool ->
    [one] 1 Dimension
   *[other] { $pool } Dimensionen
}, die anderen { $other }
error-retrieve-template = Zeile { $line }, Zeichen { $letter } der Vorlage: { $reason }
error-retrieve-no-place-for-label = die Vorlage hat kein „{"{"}label{"}"}“
error-retrieve-no-column = die Vorlage verwendet „{"{"}{ $column }{"}"}“, aber eine solche Spalte gibt es nicht
error-retrieve-no-labels = kein Text hat ein Label
error-retrieve-pack = dies ist kein Few-Shot-Paket: { $reason }
error-retrieve-dimensions-differ = die Embeddings des Pakets haben { $pack ->
    [one] 1 Dimension
   *[other] { $pack } Dimensionen
}, das der Anfrage { $query }
error-retrieve-models-differ = das Paket entstand mit dem Modell { $pack }, aber die Anfrage würde mit { $query } eingebettet
error-confidence-endpoint = „{ $address }“ ist keine Adresse eines Sprachmodells: { $reason }
error-confidence-no-model = das Sprachmodell hat keinen Namen
error-confidence-no-key = die Umgebungsvariable „{ $variable }“ ist nicht gesetzt
error-confidence-bad-key = der Schlüssel hat ein Zeichen, das keine Anfrage übermitteln kann
error-confidence-unreachable = { $host } ist nicht zu erreichen: { $reason }
error-confidence-status = Zeile { $row }: Der Server antwortete { $status }{ $message }
error-confidence-not-answer = Zeile { $row }: Das ist keine Antwort eines Sprachmodells: { $reason }
error-confidence-no-logprobs = Zeile { $row }: Die Antwort enthält keine Log-Wahrscheinlichkeiten
error-confidence-empty = Zeile { $row }: Das Modell gab eine leere Antwort
error-confidence-other-tokens = Zeile { $row }: Die Tokens mit Log-Wahrscheinlichkeiten ergeben nicht die Antwort „{ $answer }“
error-confidence-not-number = Zeile { $row }: Die Log-Wahrscheinlichkeit von Token { $token } der Antwort ist keine Zahl
error-confidence-unanswered = { $unanswered } von { $texts ->
    [one] 1 Text
   *[other] { $texts } Texten
} { $unanswered ->
    [one] hat
   *[other] haben
} keine Konfidenz; { $first }
error-confidence-other-question = Zeile { $row } wurde von einem anderen Modell beantwortet oder mit anderem Text, anderer Vorlage oder anderen Beispielen
error-trace-format = die Datei ist keine Aufzeichnung dieser Version von FastGAS
error-trace-broken = die Aufzeichnung ist abgeschnitten oder beschädigt
error-trace-senseless = die Aufzeichnung hat einen Schritt, der nicht auf den vorigen folgen kann
error-trace-differs = die Aufzeichnung nennt { $recorded }, ihre eigenen Schritte führen aber zu { $found }
error-trace-untold = nur das Verfahren fastgas zeichnet seine Schritte auf
error-trace-large = ein Graph mit { $n_vertices } Knoten ist zu groß, um gezeichnet zu werden; möglich sind höchstens { $limit }
error-write-table-many-rows = die Tabelle hat { $rows } Zeilen, ein Tabellenblatt von Excel fasst unter den Spaltennamen höchstens { $limit }
error-write-table-many-columns = die Tabelle hat { $columns } Spalten, ein Tabellenblatt von Excel fasst höchstens { $limit }
error-write-table-long-cell = Zeile { $row } des Tabellenblatts, Spalte „{ $column }“: der Text hat { $letters } Zeichen, eine Zelle von Excel fasst höchstens { $limit }
error-write-table-cell = Zeile { $row } des Tabellenblatts, Spalte „{ $column }“: dieser Text kann nicht geschrieben werden: { $message }
error-write-table-same-column = zwei Spalten heißen „{ $column }“, in einer Parquet-Datei müssen aber alle Namen verschieden sein
error-write-table-failed = die Datei der Art „{ $format }“ kann nicht geschrieben werden: { $message }

## Was bei Fehlern zu tun ist
advice-cancelled = Nichts ging verloren; machen Sie mit „Auswählen“ weiter.
advice-no-project = Öffnen Sie ein Projekt und versuchen Sie es erneut.
advice-lost = Labeln, Export und Sicherung funktionieren weiter. Vielleicht fehlt dem Browser Arbeitsspeicher: Schließen Sie andere Tabs, stellen Sie weniger Worker ein und versuchen Sie es erneut. Wenn die Seite inzwischen auf ihrem Server aktualisiert wurde, laden Sie sie neu.
advice-asset = Prüfen Sie die Verbindung zum Server dieser Seite und versuchen Sie es erneut. Wenn die Seite dort inzwischen aktualisiert wurde, laden Sie sie neu.
advice-file = Vielleicht wurde sie geändert, verschoben oder gesperrt, seit Sie sie gewählt haben: Wählen Sie sie noch einmal.
advice-encoder-files = Gehen Sie in den Einstellungen zum eingebauten Encoder zurück oder legen Sie die Dateien des Encoders erneut ab.
advice-embedding-file = Legen Sie die .npy-Datei erneut ab oder lassen Sie den Encoder die Texte einbetten (unter „Daten“).
advice-protocol = Laden Sie die Seite ohne Zwischenspeicher neu (Strg+Umschalt+R).
advice-load-empty = Wählen Sie eine Datei mit einem Text je Zeile: CSV, TSV, JSON oder einfache Zeilen.
advice-load-too-large = Teilen Sie die Datei auf oder verwenden Sie das Terminalprogramm „fastgas“, das keine solche Grenze hat.
advice-load-not-text = Geben Sie an, welche Kodierung die Datei hat, oder speichern Sie sie als UTF-8 (in einer Tabellenkalkulation: „CSV UTF-8“) und versuchen Sie es erneut.
advice-load-zero = Vielleicht ist dies keine Datei mit Texten. Wenn sie UTF-16 ohne Byte-Order-Marke ist, geben Sie diese Kodierung an. Oder wählen Sie eine Kodierung, die solche Bytes als � zeigt (im Terminal: --encoding UTF-8-lossy).
advice-load-shifted = Schreiben Sie die Datei mit dem Programm, das sie geschrieben hat, noch einmal, am besten als UTF-8, oder berichtigen Sie dieses Byte in einem Editor, der Bytes zeigt. Wenn Ihnen die Zeilen davor genügen, lassen Sie unregelmäßige Zeilen weg.
advice-load-no-encoding = Nennen Sie eine Kodierung, die Webbrowser unterstützen, etwa windows-1252, Shift_JIS oder gb18030, oder cp437, cp850, UTF-32 oder CESU-8.
advice-load-delimiter = Geben Sie ein bis acht Zeichen ohne Anführungszeichen und Zeilenenden an.
advice-load-no-place = Lassen Sie die Option weg oder geben Sie mit „--format“ das richtige Format an.
advice-load-protected = Geben Sie der Datei einen Namen, der auf .fastgas endet, und öffnen Sie sie auf der Seite, die nach der Passphrase fragt.
advice-load-not-table = Öffnen Sie sie in dem Programm, zu dem sie gehört, und speichern Sie sie als CSV (UTF-8).
advice-load-markup = Öffnen Sie sie in einer Tabellenkalkulation, die die Tabellen einer Webseite liest, und speichern Sie sie als CSV (UTF-8). Wenn jede Zeile ein Text ist, geben Sie einfache Zeilen als Format an (im Terminal: --format lines).
advice-load-packed = Entpacken Sie sie und öffnen Sie die Tabelle, die sie enthält.
advice-load-statistics = Speichern Sie sie in diesem Programm als CSV (UTF-8). Ohne das Programm liest Python sie mit „pandas.read_spss“, „read_stata“ oder „read_sas“; schreiben Sie sie dann mit „to_csv(name, index=False)“.
advice-load-program-data = Schreiben Sie die Texte als CSV, und zwar in dem Programm, das die Datei geschrieben hat; einen DataFrame von pandas zum Beispiel mit „to_csv(name, index=False)“ nach „pandas.read_pickle“, „read_hdf“, „read_feather“ oder „read_orc“; einen Datensatz von Hugging Face mit „datasets.load_from_disk(folder).to_csv(name)“. Wenn sie Embeddings enthält, schreiben Sie diese mit „numpy.save“ und legen Sie diese Datei zusammen mit den Texten ab.
advice-load-document = Öffnen Sie sie in dem Programm, zu dem sie gehört. Kopieren Sie ihre Tabelle in eine Tabellenkalkulation und speichern Sie diese als CSV (UTF-8), oder speichern Sie einfachen Text (UTF-8) mit einem Text je Zeile.
advice-load-media = Wählen Sie eine Datei mit Texten. Wenn in dieser Texte zu sehen oder zu hören sind, wandeln Sie sie mit einem Programm zur Text- oder Spracherkennung um, mit einem Text je Zeile.
advice-load-binary-column = Schreiben Sie die Datei ohne diese Spalte; mit pandas geht das mit „df.drop(columns=[…]).to_parquet(name)“.
advice-load-empty-sheet = Wählen Sie ein anderes Tabellenblatt (im Terminal: --sheet).
advice-load-no-entries = Wählen Sie ein Archiv, das eine Tabelle enthält.
advice-load-no-entry = Geben Sie den Namen einer ihrer Dateien an, mit deren Ordnern.
advice-load-no-header-row = Geben Sie die Zeile an, die die Spaltennamen enthält, so wie die Tabellenkalkulation sie zählt.
advice-load-no-sheet = Geben Sie den Namen eines ihrer Tabellenblätter an.
advice-load-not-vector = Wählen Sie eine Spalte, die in jeder Zeile eine Liste von Zahlen enthält; alle Listen müssen gleich lang sein, und keine Zahl darf fehlen.
advice-load-parquet-column = Schreiben Sie die Datei neu, etwa mit „df.to_parquet(name)“ von pandas, oder ohne diese Spalte.
advice-load-password = Öffnen Sie sie in dem Programm, zu dem sie gehört, und speichern Sie sie ohne Passwort.
advice-load-sheet-cell = Öffnen Sie sie in einer Tabellenkalkulation und speichern Sie sie neu, als Arbeitsmappe oder als CSV (UTF-8).
advice-load-sheet-size = Suchen Sie nach Zellen weit unterhalb oder neben der Tabelle und löschen Sie deren Zeilen oder Spalten. Andernfalls teilen Sie die Tabelle auf oder speichern Sie sie als CSV (UTF-8).
advice-load-workbook-size = Löschen Sie die Zeilen und Spalten von Zellen, die weit von der Tabelle entfernt sind, und die Tabellenblätter, die Sie nicht brauchen. Andernfalls speichern Sie das Tabellenblatt als CSV (UTF-8).
advice-load-no-sheets = Wählen Sie eine Arbeitsmappe mit einer Tabelle. Ein Diagramm oder ein Makro enthält keine Zeilen.
advice-load-unpacked-ratio = Die Datei soll vielleicht den Speicher erschöpfen. Wenn Sie ihr vertrauen, entpacken Sie sie mit einem anderen Programm und öffnen Sie die Tabelle, die sie enthält.
advice-load-unpacked-size = Entpacken Sie sie und teilen Sie die Tabelle auf, oder lassen Sie Spalten weg.
advice-load-damaged-table = Kopieren oder laden Sie sie noch einmal, falls sie abgeschnitten wurde. Andernfalls öffnen Sie sie in dem Programm, das sie geschrieben hat, und speichern Sie sie neu, am besten als CSV (UTF-8).
advice-load-damaged-xls = Kopieren oder laden Sie sie noch einmal, falls sie abgeschnitten wurde. Andernfalls öffnen Sie sie in dem Programm, das sie geschrieben hat, und speichern Sie sie neu, am besten als CSV (UTF-8).
advice-load-unsupported = Die Datei muss nicht beschädigt sein. Wenn sie gepackt ist, entpacken Sie sie mit einem anderen Programm und öffnen Sie die Tabelle, die sie enthält. Speichern Sie sie andernfalls in dem Programm, das sie geschrieben hat, neu, am besten als CSV (UTF-8).
advice-load-unreadable = Kopieren oder laden Sie sie noch einmal, falls sie abgeschnitten wurde. Andernfalls öffnen Sie sie in dem Programm, das sie geschrieben hat, und speichern Sie sie neu, am besten als CSV (UTF-8).
advice-load-which-entry = Wählen Sie eine davon (im Terminal: --zip-entry).
advice-load-same-entry = Entpacken Sie sie mit einem anderen Programm, das beide Dateien unter verschiedenen Namen behält, und öffnen Sie diejenige, die Sie meinen.
advice-load-entry-and-folder = Entpacken Sie sie mit einem anderen Programm und öffnen Sie die Tabelle oder das Archiv, das Sie meinen.
advice-load-long-path = Kürzen Sie den Namen des inneren Archivs, oder entpacken Sie es und öffnen Sie es einzeln.
advice-load-no-pool = Legen Sie zuerst die Datei mit den Texten ab oder beide zusammen.
advice-load-not-project = Verwenden Sie eine Datei, die mit „Sichern“ entstand, unverändert.
advice-load-damaged = Kopieren Sie sie noch einmal von dort, wo sie gesichert wurde, falls sie unterwegs abgeschnitten oder verändert wurde; nehmen Sie sonst eine ältere Sicherung.
advice-load-no-rows = Ergänzen Sie Zeilen unter der Kopfzeile. Wenn die erste Zeile selbst ein Text ist, setzen Sie eine Zeile mit einem Spaltennamen wie „text“ darüber.
advice-load-all-left-out = Behalten Sie Zeilen mit NaN, Infinity oder einem halben Zeichen (im Terminal: --repair-json), oder füllen Sie Zeilen mit zu wenigen oder zu vielen Zellen auf (--pad-rows). Wenn das Trennzeichen oder eine andere Einstellung falsch ist, ändern Sie es.
advice-load-no-header = Setzen Sie oben in die Datei eine Zeile mit einem Namen für jede Spalte, oder geben Sie an, dass ihre erste Zeile eine Zeile wie die anderen ist.
advice-load-duplicate-column = Geben Sie jeder Spalte einen eigenen Namen, oder geben Sie an, dass die erste Zeile die Spalten benennt: Dann bekommt die zweite eine Nummer.
advice-load-ragged = Prüfen Sie diese Zeile: Eine Zelle, die das Trennzeichen oder einen Zeilenumbruch enthält, muss in Anführungszeichen stehen; wenn es einfache sind oder Leerzeichen um sie stehen, geben Sie das an (im Terminal: --single-quotes, --skip-blanks). Wenn Zeilen über der Tabelle stehen, geben Sie an, wie viele (im Terminal: --lines-above). Oder füllen Sie solche Zeilen auf oder lassen Sie sie weg.
advice-load-ragged-lines = Ein Anführungszeichen am Anfang einer Zelle umschließt alles bis zum nächsten. Wenn Anführungszeichen hier zum Text gehören, geben Sie das an (im Terminal: --no-quotes). Prüfen Sie sonst diese Zeilen, füllen Sie sie auf oder lassen Sie sie weg.
advice-load-backslash = Geben Sie an, dass in Zellen umgekehrte Schrägstriche vor Anführungszeichen stehen (im Terminal: --backslash-quotes), oder verdoppeln Sie ein Anführungszeichen in einer umschlossenen Zelle ("").
advice-load-irregular = { $first }
advice-load-json = Schreiben Sie ein JSON-Objekt oder einen Text in Anführungszeichen in jede Zeile, oder geben Sie an, dass die Datei ein anderes Format hat. Oder lassen Sie solche Zeilen weg.
advice-load-not-finite = Schreiben Sie stattdessen null, wie „to_json“ von pandas; „json.dumps“ von Python schreibt es, obwohl JSON kein solches Wort hat. Oder behalten Sie solche Zeilen ohne dieses Wort (im Terminal: --repair-json), oder lassen Sie sie weg.
advice-load-half-character = Ein Emoji wird als zwei solche Hälften geschrieben, und das Programm, das die Datei geschrieben hat, hat eines zerschnitten, etwa beim Kürzen eines Textes: Schreiben Sie die Datei neu oder löschen Sie die Hälfte. Oder behalten Sie solche Zeilen, mit � an dieser Stelle (im Terminal: --repair-json), oder lassen Sie sie weg.
advice-load-not-records = Schreiben Sie eine Liste mit einem Objekt für jede Zeile; mit pandas ist das „df.to_json(name, orient="records")“. Steht jede Zeile unter ihrer ID, geben Sie „*“ als Pfad der Zeilen an (im Terminal: --records '*'). Sind die Zeilen Listen, speichern Sie die Tabelle als CSV (UTF-8).
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
advice-load-none-matched = Geben Sie die Texte an, zu denen die Labels gehören, oder fügen Sie eine Spalte „row“ mit deren Zeilennummern hinzu, ab 0 gezählt.
advice-load-other-pool = Verwenden Sie die Texte, aus denen diese Auswahl getroffen wurde. Wenn eine Tabellenkalkulation oder pandas die Zellen verändert hat, behalten Sie in der Datei nur die Spalten „row“ und „label“: Diese beiden genügen.
advice-load-not-number = Schreiben Sie Zahlen mit Punkt und ohne Trennzeichen, wie 0.25 oder -1.5e-3.
advice-load-repeated-row = Geben Sie eine Zeile für jeden Text an; sie werden ab 0 gezählt.
advice-load-missing-row = Geben Sie eine Zeile für jeden Text an; sie werden ab 0 gezählt.
advice-load-no-confidence = Führen Sie „fastgas confidences“ noch einmal aus, um diese Texte erneut zu fragen. Oder geben Sie „--missing-confidences least“ an, damit sie als die Texte gelten, bei denen das Modell am wenigsten sicher ist.
advice-load-too-many-cells = Teilen Sie die Datei in kleinere auf.
advice-config-pool-too-small = Laden Sie eine Datei mit mindestens zwei Texten.
advice-config-budget-zero = Geben Sie 1 oder mehr ein.
advice-config-budget-above-pool = Geben Sie höchstens die Zahl der Texte ein oder laden Sie mehr Texte.
advice-config-neighbors-zero = Setzen Sie die Zahl der Nachbarn auf 1 oder mehr; üblich sind 10.
advice-config-neighbors-above-pool = Senken Sie die Zahl der Nachbarn oder laden Sie mehr Texte.
advice-config-parts-zero = Setzen Sie die Zahl der Teile auf 1 oder mehr oder auf automatisch.
advice-config-vote-neighbors-zero = Setzen Sie diese Zahl auf 1 oder mehr; üblich sind 150.
advice-config-no-confidences = Wählen Sie 10 Texte mit fast-vote-k aus und labeln Sie sie. Führen Sie dann „fastgas confidences“ mit diesen Labels aus und geben Sie die Datei, die es schreibt, als --confidences an.
advice-config-confidences-differ = Geben Sie eine Konfidenz für jeden Text genau dieser Datei an.
advice-config-bad-confidence = Geben Sie für jeden Text eine Zahl an, etwa die mittlere Log-Wahrscheinlichkeit der Tokens der Vorhersage.
advice-config-not-extendable = Machen Sie mit einem Verfahren weiter, das einen Text nach dem anderen auswählt, wie fastgas, oder beginnen Sie ohne die frühere Auswahl neu.
advice-config-earlier-outside = Verwenden Sie die Auswahl, die aus genau dieser Datei getroffen wurde.
advice-config-earlier-twice = Nennen Sie jede Zeile nur einmal, als ausgewählt oder als übersprungen.
advice-config-nothing-to-add = Geben Sie eine größere Zahl ein: Sie zählt die ganze Auswahl, auch die vorhandene.
advice-config-too-few-left = Geben Sie eine kleinere Zahl ein, überspringen Sie weniger Texte oder füllen Sie leere Texte aus.
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
advice-embeddings-object-npy = Wenn jede Zeile eine Liste gleich vieler Zahlen ist, schreiben Sie numpy.save(name, numpy.stack(list(array)).astype('float32')), eine Zeile für jeden Text.
advice-embeddings-structured-npy = Wenn ein Feld die Vektoren enthält, schreiben Sie dieses Feld: numpy.save(name, array['embedding'].astype('float32')). Wenn jedes Feld eine Zahl ist, schreiben Sie numpy.lib.recfunctions.structured_to_unstructured(array, dtype='float32').
advice-evaluate-same-column = Nennen Sie die Spalte der Labels; kein Verfahren darf sie sehen.
advice-evaluate-set-aside = Lassen Sie Zeilen weg, die abgelehnt, ignoriert oder abgebrochen wurden, oder nennen Sie eine Spalte, deren Labels alle zählen.
advice-evaluate-no-label = Füllen Sie das Label aus oder lassen Sie die Zeile weg.
advice-evaluate-no-picks = Verwenden Sie eine Datei mit mindestens einer Zeile unter ihrer Kopfzeile.
advice-evaluate-pick-outside = Verwenden Sie die Auswahl, die aus genau diesen Texten getroffen wurde.
advice-evaluate-pick-twice = Lassen Sie jede Zeile nur einmal in der Auswahl.
advice-evaluate-labels-differ = Verwenden Sie die Embeddings, die aus genau dieser Datei entstanden.
advice-evaluate-dimensions-differ = Betten Sie beide Dateien mit demselben Encoder ein.
advice-retrieve-template = Schreiben Sie „{"{"}label{"}"}“ einmal, nach allen anderen Platzhaltern, und alle anderen geschweiften Klammern doppelt: „{"{{"}“.
advice-retrieve-no-place-for-label = Schreiben Sie „{"{"}label{"}"}“ einmal, nach allen anderen Platzhaltern, und alle anderen geschweiften Klammern doppelt: „{"{{"}“.
advice-retrieve-no-column = Nennen Sie in der Vorlage nur Spalten der Datei („{"{"}text{"}"}“ ist die Spalte der Texte) und füllen Sie für den neuen Text jede davon aus.
advice-retrieve-no-labels = Labeln Sie mindestens einen ausgewählten Text.
advice-retrieve-pack = Erzeugen Sie das Paket aus den gelabelten Texten neu.
advice-retrieve-dimensions-differ = Verwenden Sie das Modell, mit dem das Paket entstand, oder erzeugen Sie das Paket neu.
advice-retrieve-models-differ = Verwenden Sie das Modell, mit dem das Paket entstand, oder erzeugen Sie das Paket neu.
advice-confidence-endpoint = Geben Sie die Adresse eines OpenAI-kompatiblen Servers an, etwa http://localhost:11434/v1.
advice-confidence-no-model = Geben Sie den Namen an, unter dem der Server es kennt.
advice-confidence-no-key = Weisen Sie ihr den Schlüssel zu oder lassen Sie „--api-key-env“ weg, wenn keiner nötig ist.
advice-confidence-bad-key = Kopieren Sie den Schlüssel noch einmal, ohne Zeilenumbrüche.
advice-confidence-unreachable = Prüfen Sie die Adresse und ob der Server läuft; für eine Seite muss der Server auch Anfragen von der Adresse der Seite erlauben (CORS). Bisherige Antworten sind gespeichert.
advice-confidence-status = { $status ->
    [401] Prüfen Sie den Schlüssel und ob er dieses Modell verwenden darf.
    [403] Prüfen Sie den Schlüssel und ob er dieses Modell verwenden darf.
    [404] Prüfen Sie die Adresse und den Namen des Modells. Für einen Server ohne Chat geben Sie eine Adresse an, die auf /v1/completions endet.
    [405] Prüfen Sie die Adresse und den Namen des Modells. Für einen Server ohne Chat geben Sie eine Adresse an, die auf /v1/completions endet.
    [400] Prüfen Sie, ob das Modell Log-Wahrscheinlichkeiten liefert und sein Kontext für die Beispiele und diesen Text reicht.
    [413] Prüfen Sie, ob das Modell Log-Wahrscheinlichkeiten liefert und sein Kontext für die Beispiele und diesen Text reicht.
    [422] Prüfen Sie, ob das Modell Log-Wahrscheinlichkeiten liefert und sein Kontext für die Beispiele und diesen Text reicht.
    [300] Geben Sie die neue Adresse des Servers an: Ihre Texte gehen nur an die angegebene Adresse.
    [301] Geben Sie die neue Adresse des Servers an: Ihre Texte gehen nur an die angegebene Adresse.
    [302] Geben Sie die neue Adresse des Servers an: Ihre Texte gehen nur an die angegebene Adresse.
    [303] Geben Sie die neue Adresse des Servers an: Ihre Texte gehen nur an die angegebene Adresse.
    [304] Geben Sie die neue Adresse des Servers an: Ihre Texte gehen nur an die angegebene Adresse.
    [305] Geben Sie die neue Adresse des Servers an: Ihre Texte gehen nur an die angegebene Adresse.
    [306] Geben Sie die neue Adresse des Servers an: Ihre Texte gehen nur an die angegebene Adresse.
    [307] Geben Sie die neue Adresse des Servers an: Ihre Texte gehen nur an die angegebene Adresse.
    [308] Geben Sie die neue Adresse des Servers an: Ihre Texte gehen nur an die angegebene Adresse.
   *[other] Warten Sie eine Weile und beginnen Sie erneut; bisherige Antworten sind gespeichert.
}
advice-confidence-not-answer = Prüfen Sie, ob die Adresse die eines OpenAI-kompatiblen Servers ist.
advice-confidence-no-logprobs = Verwenden Sie einen Server und ein Modell, die Log-Wahrscheinlichkeiten liefern: llama.cpp, vLLM, Ollama ab 0.12.11 und die meisten Modelle von OpenAI ohne Reasoning.
advice-confidence-empty = Beginnen Sie erneut, um noch einmal zu fragen; wenn es so bleibt, schalten Sie das Reasoning des Modells ab oder verwenden Sie ein anderes Modell.
advice-confidence-other-tokens = Beginnen Sie erneut, um noch einmal zu fragen; wenn es so bleibt, schalten Sie das Reasoning des Modells ab oder verwenden Sie ein anderes Modell.
advice-confidence-not-number = Beginnen Sie erneut, um noch einmal zu fragen; wenn es so bleibt, verwenden Sie einen anderen Server.
advice-confidence-unanswered = { $first }
advice-confidence-other-question = Geben Sie für diese Konfidenzen eine andere Datei an oder löschen Sie diese.
advice-trace-format = Verwenden Sie eine Datei, die „fastgas trace“ geschrieben hat, unverändert.
advice-trace-broken = Verwenden Sie eine Datei, die „fastgas trace“ geschrieben hat, unverändert.
advice-trace-senseless = Zeichnen Sie sie mit dieser Version von FastGAS neu auf.
advice-trace-differs = Zeichnen Sie sie mit dieser Version von FastGAS neu auf.
advice-trace-untold = Lassen Sie „--trace“ weg oder wählen Sie mit „--method fastgas“ aus.
advice-trace-large = Sehen Sie sie auf der Seite an, auf der Karte ihrer Texte.
advice-write-table-many-rows = Schreiben Sie stattdessen CSV oder Parquet, die keine solche Grenze haben.
advice-write-table-many-columns = Schreiben Sie stattdessen CSV oder Parquet, die keine solche Grenze haben.
advice-write-table-long-cell = Schreiben Sie stattdessen CSV oder Parquet, die jeden Text fassen.
advice-write-table-cell = Schreiben Sie stattdessen CSV oder Parquet, die jeden Text fassen.
advice-write-table-same-column = Benennen Sie eine davon in Ihrer Datei um, oder schreiben Sie stattdessen CSV oder eine Arbeitsmappe.
advice-write-table-failed = Schreiben Sie stattdessen CSV.

## labeling/goal_view.rs
labeling-goal-title = Ziel für diese Sitzung setzen
labeling-goal-texts-label = Texte
labeling-goal-begin-button = Beginnen
labeling-goal-progress-label = In dieser Sitzung gelabelt
labeling-goal-status = { $n_done } von { $n_texts } in dieser Sitzung
labeling-goal-minutes = { $n ->
    [one] 1 Minute
   *[other] { $n } Minuten
}
labeling-goal-reached-status = Ziel erreicht: { $n ->
    [one] 1 Text
   *[other] { $n } Texte
} in { $time }
labeling-goal-extend-button = { $n } weitere
labeling-goal-end-button = Sitzung beenden

## shell/loading.rs
shell-loading-status = Einen Moment: Der Rest der Seite wird noch geladen. Ihre Eingaben wirken, sobald er geladen ist.
shell-loading-failed-title = Die Seite wurde nicht vollständig geladen
shell-loading-failed-advice = Prüfen Sie die Netzverbindung und versuchen Sie es dann erneut. Ihre Eingaben sind nicht verloren. Wenn die Seite inzwischen auf ihrem Server aktualisiert wurde, laden Sie sie neu.

## explainer/tour.rs
explainer-tour-start-title = Zwanzig Sätze
explainer-tour-start-text = Jeder Punkt ist ein Satz; der Algorithmus nennt ihn „Knoten“. Eine Linie, eine „Kante“, verbindet Sätze, die Ähnliches bedeuten: jeden mit den drei nächsten, also haben manche mehr als drei Linien. Punkte und Linien zusammen sind der Graph. Die Zeit reicht, um vier Sätze zu labeln. Welche vier sagen am meisten über die anderen sechzehn?
explainer-tour-parts-title = Erst schneiden, dann auswählen
explainer-tour-parts-text = Die vier bestverbundenen Punkte könnten alle vom Wetter handeln. Darum wird der Graph zuerst in vier Teile geteilt. Eine Linie zwischen zwei Teilen ist „geschnitten“: Je weniger es sind, desto mehr handelt jeder Teil von einer Sache. Ohne Regel würde der billigste Schnitt einen einzelnen Satz abtrennen; darum müssen Teile fast gleich groß sein, „ausgewogen“. Der Graph wird in zwei Hälften geschnitten, dann jede Hälfte wieder in zwei.
explainer-tour-region-title = Eine Region wächst
explainer-tour-region-text = Um den Graphen zu halbieren, beginnen Sie bei irgendeinem Punkt, hier dem mit dem Ring, und nehmen Sie seine Nachbarn hinzu, dann deren Nachbarn, bis die Hälfte der Punkte darin ist. Fünf sind es jetzt; rote gestrichelte Linien würden geschnitten. Drücken Sie → (oder ›, unter dem Bild), um zu sehen, wie der nächste Punkt dazukommt.
explainer-tour-restarts-title = Zehn Versuche, ein Gewinner
explainer-tour-restarts-text = Es macht einen Unterschied, wo man beginnt; darum wachsen zehn Regionen von zehn Stellen aus. Der Satz unter dem Bild sagt, wie viele Linien jede schneiden würde. Die mit den wenigsten bleibt: Das ist die, die Sie sehen.
explainer-tour-refinement-title = Zug um Zug besser
explainer-tour-refinement-text = Nun wechseln einzelne Punkte die Seite. Die Zahl neben einem Punkt ist sein „Gewinn“: wie viele Linien weniger geschnitten sind, wenn er wechselt. Die Warteschlange enthält Punkte an der Grenze und Nachbarn bewegter Punkte, den größten Gewinn zuerst, auch wenn der Schnitt dann wächst: Spätere Züge können ihn kleiner machen als zuvor. → bewegt den nächsten Punkt, ⇧→ alle. Züge nach dem kleinsten ausgewogenen Schnitt werden zurückgenommen (gestrichelte Ringe).
explainer-tour-four-parts-title = Vier Teile
explainer-tour-four-parts-text = Jede Hälfte wurde auf dieselbe Weise halbiert. Der Algorithmus weiß nicht, wovon die Sätze handeln; lesen Sie trotzdem, was neben den Punkten einer Farbe steht.
explainer-tour-pick-title = Der erste ausgewählte Satz
explainer-tour-pick-text = In jedem Teil wird der Punkt ausgewählt, der in seinem Teil die meisten Linien hat: der mit dem Ring. Seine Linien, dick und blau, sind damit verbraucht. Wie viele Linien ein Punkt hat, ist sein „Grad“; wie viele ihm bleiben, sein „Restgrad“. Hier gibt jeder Teil einen; wo er mehr gibt, ist der Nächste der Punkt, dem die meisten Linien bleiben. Das ist die gierige Auswahl (greedy): immer wieder das meiste nehmen.
explainer-tour-result-title = Die vier zum Labeln
explainer-tour-result-text = Einer aus jedem Teil, jeder mit einem Ring. Wenn Sie diese vier labeln, ist jeder andere Satz mit einem gelabelten verbunden.
explainer-tour-without-parts-title = Warum Teile? Ohne sie fehlen zwei
explainer-tour-without-parts-text = Hier wurden vier Punkte ohne Teile ausgewählt. Sie berühren 19 der 36 Linien, und keine vier Punkte berühren mehr. Aber zwei Sätze, 16 und 18, sind weder ausgewählt noch mit einem ausgewählten verbunden. Einer aus jedem Teil berührt zusammen 18 Linien und erreicht alle zwanzig Sätze.
explainer-tour-pairs-title = Große Graphen: Paare finden
explainer-tour-pairs-text = Ein anderer Graph: 256 Punkte, jeder mit denen neben ihm verbunden. Bei Tausenden Punkten wäre es langsam, einen nach dem anderen hinzuzunehmen und zu bewegen, und zu sehen wäre immer nur eine kleine Ecke. Darum wird der Graph zuerst verkleinert, „vergröbert“: Punkte bilden mit einem zufälligen Nachbarn ein Paar, durch die dicken Linien; einige bleiben ohne Partner …
explainer-tour-merge-title = … und aus jedem einen machen
explainer-tour-merge-text = … und aus jedem Paar wird ein schwererer Punkt. Das ist eine „Ebene“; so geht es weiter, bis hundert Punkte oder weniger übrig sind. Wo aus mehreren Linien eine wird, zählt sie so viel wie alle, die sie ersetzt; darum kostet ein Schnitt im kleinen Graphen so viel wie im großen. „Ebenen“ zeigt den Weg: Die linke Seite des V hinab wird der Graph kleiner.
explainer-tour-coarsest-title = Ganz unten: ein erster Schnitt
explainer-tour-coarsest-text = Unten am V ist der Graph klein genug, um ihn auf einmal zu überblicken. Zehn Regionen wachsen, und die beste bleibt, wie Sie gesehen haben; jeder schwere Punkt zählt so viel wie die Punkte in ihm, jede dicke Linie so viel wie ihre Linien.
explainer-tour-uncoarsening-title = Wieder hinauf, auf jeder Ebene feiner
explainer-tour-uncoarsening-text = Dann wird, die rechte Seite des V hinauf, jeder schwere Punkt wieder zu seinen beiden, und der Schnitt wird verfeinert wie zuvor: Zuerst wechseln ganze Gruppen die Seite, am Ende einzelne Punkte. Hier sind 16 Linien geschnitten, und kein Schnitt in zwei Hälften kommt mit weniger aus.
explainer-tour-greedy-title = Gierig ist gut, aber nicht vollkommen
explainer-tour-greedy-text = Drei ausgewählte Punkte sollen möglichst viele dieser sechs Linien berühren. Die gierige Auswahl nahm 1, den Punkt mit den meisten Linien, dann 2 und 3; übrig bleibt die Linie von 4 nach 7. Aber 2, 3 und 4 berühren alle sechs. Das Paper, auf dem diese Seite beruht, behauptet (Proposition 1), gierig sei immer das Beste; dieser kleine Graph zeigt, dass es nicht so ist. Wahr ist: Gierig erreicht mindestens 63 % des Besten.
explainer-tour-presets-title = Der Weg des Papers und der dieser Seite
explainer-tour-presets-text = Dreißig kleine Gruppen aus sechs Punkten bilden einen Ring; sieben Teile müssen einige davon zerschneiden. Der Weg des Papers („Paper“) halbiert und halbiert dann jede Hälfte wieder; ein späterer Schnitt korrigiert nie einen früheren. Der Weg dieser Seite („Standard“) verschmilzt ganze Cluster statt zufälliger Paare, lässt einen Punkt in jeden benachbarten Teil gehen und wiederholt dann Vergröbern und Verfeinern dreimal. Vergleichen Sie die beiden Schnitte. Bei so kleinen Graphen kann jeder gewinnen, bei Tausenden Texten gewinnt „Standard“.
explainer-tour-propose-title = Bei Texten: Teile schlagen vor
explainer-tour-propose-text = Bei Texten wählt diese Seite nicht sofort den bestverbundenen Punkt jedes Teils. Jeder Teil schlägt Punkte vor, hier mit dünnen Ringen: acht für jeden Platz in der Auswahl, der ihm zusteht. Diese Teile sind kleiner, also schlagen sie alle ihre Punkte vor.
explainer-tour-cover-title = … die Abdeckung entscheidet …
explainer-tour-cover-text = Von allen Vorschlägen wird der genommen, der die „Abdeckung“ am meisten erhöht: wie nahe die Sätze im Mittel ihrem nächsten ausgewählten sind. Dann der nächste. So wissen die Teile voneinander: Ein Punkt nahe bei einem ausgewählten bringt wenig.
explainer-tour-middles-title = … und Ausgewählte rücken in die Mitte
explainer-tour-middles-text = Jeder ausgewählte Satz steht für die Sätze, denen er am nächsten ist, und rückt zu dem in ihrer Mitte. Werden vier ausgewählt, rückt keiner: Jeder ist schon in der Mitte. Hier sind es nur drei, keiner davon über Reisen. Die Reisesätze gehören also zu den anderen und verschieben die Mitte bei einem: Die Auswahl rückt vom gestrichelten zum blauen Ring.
explainer-tour-exercise-title = Jetzt Sie
explainer-tour-exercise-text = Die Freundschaften in einem Karateclub, kurz bevor er sich teilte. Drücken Sie Start (P), um zu sehen, wie der Algorithmus ihn teilt, oder „Selbst schneiden“, um es von Hand zu tun und zu vergleichen. Mit „Selbst auswählen“ entscheiden Sie, was gelabelt wird. Sobald Sie aus einer eigenen Datei ausgewählt haben, zeigt „So funktioniert die Auswahl“ dasselbe mit Ihren Texten.
explainer-tour-prompt-title = Von der Auswahl zur Antwort
explainer-tour-prompt-text = Mit ihren Labels sind die vier ausgewählten Sätze die Beispiele eines Prompts. Ein Sprachmodell würde ihn nach dem letzten „Topic:“ fortsetzen. Hier läuft kein Modell: Die Antwort ist das Label des ähnlichsten Beispiels. Probieren Sie andere Sätze aus: Wie oft stimmt die Antwort?

## explainer/prompt_example.rs
explainer-prompt-query-label = Frage zu
explainer-prompt-label = Prompt und Antwort
explainer-prompt-right = Das ähnlichste Beispiel sagt „{ $answer }“, und das stimmt.
explainer-prompt-wrong = Das ähnlichste Beispiel sagt „{ $answer }“, richtig wäre „{ $truth }“.
explainer-prompt-count = Von den anderen Sätzen { $right ->
    [one] bekommt
   *[other] bekommen
} { $right } von { $n } aus den vier Beispielen die richtige Antwort.

## explainer/text.rs
explainer-rule-matching-title = Vergröbern durch zufällige Paare
explainer-rule-matching-text = Die Knoten in zufälliger Reihenfolge besuchen; jeden, der noch allein ist, mit einem Nachbarn paaren, der auch allein ist. Aus jedem Paar wird ein Knoten. Gewichte werden addiert; darum ist ein Schnitt des kleinen Graphen auch einer des großen.
explainer-rule-matching-source = Paper, Anhang C, Vergröberung
explainer-rule-heavy-edges-title = Vergröbern entlang schwerer Kanten
explainer-rule-heavy-edges-text = Jeden Knoten mit dem noch ungepaarten Nachbarn über die schwerste Kante paaren; bei Gleichstand mit der niedrigsten Nummer. Schwere Kanten im Inneren können nicht mehr geschnitten werden.
explainer-rule-heavy-edges-source = Karypis & Kumar 1998; das Paper paart zufällig
explainer-rule-growing-title = Eine Region wachsen lassen
explainer-rule-growing-text = Auf dem gröbsten Graphen bei einem zufälligen Knoten beginnen und seine Nachbarn hinzunehmen, in Breitensuche, bis die Hälfte des Gewichts darin ist. Zehn Regionen wachsen; die mit dem kleinsten Schnitt bleibt.
explainer-rule-growing-source = Paper, Anhang C, Teilung
explainer-rule-greedy-growing-title = Eine Region gierig wachsen lassen
explainer-rule-greedy-growing-text = Bei einem zufälligen Knoten beginnen und immer den hinzunehmen, der den Schnitt am wenigsten vergrößert. Vier Regionen wachsen und werden verfeinert; die mit dem kleinsten Schnitt bleibt.
explainer-rule-greedy-growing-source = Karypis & Kumar 1998; im Paper wächst sie in Breitensuche
explainer-rule-refining-title = Nach Gewinn verfeinern
explainer-rule-refining-text = Wurde der Graph vergröbert, geschieht das auf jeder Ebene, auf der gröbsten zuerst. In der Warteschlange sind die Knoten, die am Anfang an der Grenze liegen, und die Nachbarn derer, die gewechselt haben. Von ihnen wechselt der als Nächster, der den Schnitt dadurch am meisten verkleinert (sein Gewinn), jeder höchstens einmal, auch wenn der Schnitt eine Weile wächst; ist eine Seite zu schwer, dürfen nur Knoten dieser Seite wechseln. Am Ende wird jeder Zug nach dem kleinsten ausgewogenen Schnitt zurückgenommen.
explainer-rule-refining-source = Paper, Anhang C, Verfeinerung; Fiduccia & Mattheyses 1982
explainer-rule-splitting-title = Halbieren, immer wieder
explainer-rule-splitting-text = K Teile entstehen, indem der Graph halbiert wird und dann jede Hälfte wieder, bis jede Gruppe ein Teil ist. Eine Gruppe, die K Teile werden soll, wird ⌈K/2⌉ : ⌊K/2⌋ geschnitten; so muss K keine Zweierpotenz sein.
explainer-rule-splitting-source = Paper, Abschnitt 3, rekursive Zweiteilung
explainer-rule-all-parts-title = Alle Teile zusammen
explainer-rule-all-parts-text = Der Graph wird vergröbert, indem Cluster verschmelzen, und der gröbste Graph wird in K Teile geschnitten. Auf dem Rückweg werden auf jeder Ebene alle Teile zusammen verfeinert. Dann werden Vergröbern und Verfeinern innerhalb der Teile wiederholt.
explainer-rule-all-parts-source = Nicht im Paper: Karypis & Kumar 1998 (Mehrebenenteilung in K Teile)
explainer-rule-balancing-title = Ausgewogen bleiben
explainer-rule-balancing-text = Kein Teil darf mehr als wenige Prozent über dem Mittel wiegen. Ist ein Teil schwerer, verlassen ihn die Knoten, deren Weggang am wenigsten kostet.
explainer-rule-balancing-source = Paper, Abschnitt 3 (ausgewogene Teile); wie genau, ist hier festgelegt
explainer-rule-clustering-title = Vergröbern durch Cluster
explainer-rule-clustering-text = Jeder Knoten tritt dem benachbarten Cluster bei, mit dem er, gemessen an dessen Größe, am stärksten verbunden ist. Ein Knoten mit vielen Nachbarn kann viele auf einmal aufnehmen; das passt zu Graphen nächster Nachbarn.
explainer-rule-clustering-source = Nicht im Paper: Sanders & Schulz 2012; Gottesbüren et al. 2021
explainer-rule-together-title = Alle Teile zusammen verfeinern
explainer-rule-together-text = Ein Knoten darf in jeden benachbarten Teil gehen, nicht nur über einen einzigen Schnitt. Die Suche beginnt am Rand und nimmt den größten Gewinn zuerst; die Züge nach dem kleinsten Schnitt werden zurückgenommen. Wo ein Teil voll ist, tauschen zwei Knoten die Plätze.
explainer-rule-together-source = Nicht im Paper: Sanders & Schulz 2011 (lokale Suche)
explainer-rule-cycling-title = Noch einmal vergröbern, innerhalb der Teile
explainer-rule-cycling-text = Neu vergröbern, ohne verschiedene Teile zu verbinden, und auf dem Rückweg verfeinern: Ganze Cluster bewegen sich, wo einzelne Knoten es nicht konnten. Ein schlechteres Ergebnis wird verworfen.
explainer-rule-cycling-source = Nicht im Paper: Walshaw 2004
explainer-rule-picking-title = Den größten Restgrad auswählen
explainer-rule-picking-text = In jedem Teil den Knoten auswählen, der innerhalb des Teils die meisten Kanten hat, die kein früher ausgewählter berührt. Er wird samt seinen Kanten entfernt. Bei Gleichstand: der höhere Grad im ganzen Graphen, dann die niedrigste Nummer.
explainer-rule-picking-source = Paper, Abschnitt 3, gierige Auswahl der Knoten
explainer-rule-proposing-title = Teile schlagen vor, die Abdeckung entscheidet
explainer-rule-proposing-text = Jeder Teil schlägt für jeden Text, der ihm zusteht, acht Texte vor, die mit dem höchsten Restgrad; von allen Vorschlägen wird immer wieder der genommen, der die zentrierte Abdeckung aller Texte am meisten erhöht: den mittleren Kosinus eines Textes zum nächsten ausgewählten, nachdem von allen Embeddings ihr Mittel abgezogen ist.
explainer-rule-proposing-source = Nicht im Paper, dessen Teile nichts voneinander wissen
explainer-rule-middles-title = In die Mitte rücken
explainer-rule-middles-text = Jeder ausgewählte Text rückt in die Mitte derer, die er vertritt: Ausgewählt wird stattdessen der Text, der dort liegt.
explainer-rule-middles-source = Nicht im Paper: k-means, Lloyd 1982
explainer-rule-counting-title = Wie viele Teile?
explainer-rule-counting-text = M und M/2 Teile werden versucht; es bleibt die Zahl, deren Auswahl die Texte besser abdeckt. Kein Label wird verwendet.
explainer-rule-counting-source = Das Paper sucht „ein optimales K für jede Aufgabe“; hier wird K ohne Labels gefunden
explainer-world-sentences-title = Zwanzig Sätze
explainer-world-sentences-description = Kochen, Wetter, Sport und Reisen, je fünf Sätze auf Englisch. Der eingebaute Encoder dieser Seite gab ihnen ihre Positionen, und jeder ist mit seinen drei nächsten verbunden.
explainer-world-karate-title = Ein Karateclub
explainer-world-karate-description = 34 Mitglieder und ihre Freundschaften außerhalb des Clubs, kurz bevor er sich teilte (Zachary 1977). Seine beiden Köpfe sind 1 und 34.
explainer-world-grid-title = Ein Gitter
explainer-world-grid-description = 256 Knoten, also gibt es etwas zu vergröbern. Der beste Schnitt in zwei Teile schneidet 16 Kanten, der beste in vier 32: Findet ihn der Algorithmus?
explainer-world-cliques-title = Ein Ring aus Cliquen
explainer-world-cliques-description = Dreißig Gruppen von sechs, in denen jeder jeden kennt, in einem Ring. Ein guter Schnitt verläuft zwischen Gruppen und schneidet eine Kante je Teil.
explainer-world-spider-title = Die Spinne
explainer-world-spider-description = Drei Knoten sollen möglichst viele Kanten berühren. Die gierige Auswahl nimmt zuerst die Mitte und kommt auf 5 von 6: Proposition 1 des Papers sagt, sie sei die beste, und hier sehen Sie, warum das nicht stimmt.
explainer-chapter-cut = In { $n_parts } schneiden
explainer-chapter-bisect = Teile { $first }–{ $last } → { $one } : { $other }
explainer-chapter-coarsen = Für alle Teile vergröbern
explainer-chapter-cycle = Zyklus { $number }
explainer-chapter-halve = Halbieren zu { $n_parts }
explainer-chapter-pick = Auswählen
explainer-lines-between-parts = Gezeichnet sind { $drawn } von { $n } Linien zwischen Teilen, gleichmäßig ausgewählt, und keine innerhalb eines Teils.
explainer-lines-sampled = Gezeichnet sind { $drawn } von { $n } Linien, gleichmäßig ausgewählt.
explainer-legend-part = Teil { $part }
explainer-ring-start = hier beginnt die Region
explainer-ring-moved = hat gewechselt
explainer-ring-undone = gewechselt und wieder zurück
explainer-ring-replaced = nicht mehr ausgewählt
explainer-ring-proposed = von seinem Teil vorgeschlagen
explainer-ring-picked = ausgewählt
explainer-ring-latest = eben ausgewählt
explainer-line-cut = geschnitten
explainer-line-merged = werden eins
explainer-line-taken = durch diese Wahl verbraucht
explainer-line-touched = durch eine frühere Wahl verbraucht
explainer-line-aside = zählt in diesem Schritt nicht
explainer-preset-paper-name = Paper
explainer-preset-best-name = Standard
explainer-caption-cut = { $mode }: Schnitt { $cut }
explainer-caption-group-cut = { $mode }: Schnitt dieser Gruppe { $cut }
explainer-step-both-presets = Paper: { $paper } Standard: { $best }
explainer-vertex-name = Knoten { $row }

## explainer/source_graph.rs
explainer-own-recorded-description = Was bei der Auswahl Ihrer Texte geschah, Schritt für Schritt: Das ist Ihre Auswahl.
explainer-own-folded-description = Was bei der Auswahl Ihrer Texte geschah, Schritt für Schritt: Das ist Ihre Auswahl. Duplikate wurden zusammengefasst: Jeder Punkt vertritt alle Duplikate eines Textes.
explainer-own-unrecorded-description = Der Graph Ihrer Texte, mit Ihrem K und Startwert geschnitten, ausgewählt nach Restgrad: Das muss nicht Ihre Auswahl sein. Wie diese entstand, wurde nicht aufgezeichnet; wählen Sie neu aus, um es zu sehen.
explainer-selection-missing-advice = Wählen Sie zuerst aus und warten Sie auf die Karte: Dabei entsteht der Graph dieser Texte.
explainer-graph-missing-advice = Wählen Sie neu aus: Der Graph dieser Texte wurde nicht gespeichert.
explainer-link-texts-missing = Dieser Link führt zu Texten, die hier nicht offen sind: Öffnen Sie die Datei, mit der er entstand, wählen Sie aus und öffnen Sie den Link noch einmal.
explainer-neighbors-problem = Ein Satz kann nicht mit { $k } anderen verbunden werden: Geben Sie eine Zahl von 1 bis { $most } ein.
explainer-budget-zero-problem = 0 sollen ausgewählt werden: Geben Sie mindestens 1 ein.
explainer-budget-problem = { $budget } sollen ausgewählt werden, aber dieser Graph hat nur { $n } Knoten: Geben Sie weniger ein.
explainer-texts-limit-problem = { $n } Texte sind mehr als die { $most }, bei denen Sie hier zusehen können. In einem Terminal gibt es keine Grenze: „fastgas select texts.csv --trace pool.trace“ zeichnet auf, und „fastgas trace pool.trace --tell“ gibt jeden Schritt aus, auf Englisch.
explainer-text-duplicates = { $text } (vertritt { $count } Texte)

## explainer/url.rs
explainer-link-word-problem = Diesem Link kann die Seite nicht folgen: Sie kennt „{ $word }“ nicht. Prüfen Sie das Ende der Adresse, hinter dem #.
explainer-link-value-problem = Diesem Link kann die Seite nicht folgen: Er enthält „{ $name }“ mit dem Wert „{ $value }“, den die Seite nicht kennt. Prüfen Sie das Ende der Adresse, hinter dem #.

## explainer/inspect.rs
explainer-vertex-merged = { $n ->
    [one] 1 weiterer ist mit diesem Punkt verschmolzen: { $vertices }
   *[other] { $n } weitere sind mit diesem Punkt verschmolzen: { $vertices }
}

## explainer/exercise.rs
explainer-exercise-pick-task = { $budget ->
    [one] Wählen Sie 1 Punkt aus, der möglichst viele Linien berührt: Klicken Sie ihn an.
   *[other] Wählen Sie { $budget } Punkte aus, die zusammen möglichst viele Linien berühren: Klicken Sie sie an.
} Noch { $left }.
explainer-exercise-cut-task = Bilden Sie zwei Hälften, zwischen denen { $lines_weigh ->
    [true] Linien mit möglichst geringem Gewicht
   *[other] möglichst wenige Linien
} verlaufen: Klicken Sie auf einen Punkt, um seine Seite zu wechseln, oder ziehen Sie über mehrere, um sie zu färben. Am Anfang liegen ungerade Nummern auf der einen Seite und gerade auf der anderen; am Ende { $dots_weigh ->
    [true] dürfen die Punkte jeder Seite zusammen höchstens { $limit } wiegen
   *[other] darf jede Seite höchstens { $limit } Punkte haben
}.
explainer-exercise-own = Sie: { $worth }.
explainer-exercise-parts = Der gezeigte Algorithmus, Teil für Teil: { $worth }.
explainer-exercise-greedy = Gierig: { $worth }.
explainer-exercise-greedy-whole = Gierig, als gäbe es keine Teile: { $worth }.
explainer-exercise-paper = Der Weg des Papers, nach Gewinn verfeinert: { $worth }.
explainer-exercise-best = Das Bestmögliche: { $worth }.
explainer-exercise-best-whole = Das Bestmögliche, als gäbe es keine Teile: { $worth }.
explainer-exercise-real = Was wirklich geschah: { $worth }.
explainer-exercise-pick-unknown = Das Bestmögliche: unbekannt, weil es zu viele Möglichkeiten gibt, um alle zu versuchen. Gierig erreicht mindestens 63 % davon.
explainer-exercise-cut-unknown = Das Bestmögliche: unbekannt, weil es zu viele Möglichkeiten gibt, um alle zu versuchen.
explainer-exercise-no-picks = noch nichts ausgewählt
explainer-exercise-picks-worth = { $rows } { $n ->
    [one] berührt
   *[other] berühren
} { $touched } von { $edges ->
    [one] 1 Linie
   *[other] { $edges } Linien
}; { $covered } von { $vertices } Punkten { $covered ->
    [one] ist ausgewählt oder liegt
   *[other] sind ausgewählt oder liegen
} neben einem ausgewählten
explainer-exercise-cut-worth = { $cut ->
    [one] 1 Linie
   *[other] { $cut } Linien
} geschnitten, Seiten { $dots_weigh ->
    [true] mit Gewicht { $first } : { $second }
   *[other] { $first } : { $second }
}
explainer-exercise-cut-weight-worth = Linien mit Gewicht { $cut } geschnitten, Seiten { $dots_weigh ->
    [true] mit Gewicht { $first } : { $second }
   *[other] { $first } : { $second }
}
explainer-exercise-unbalanced = { $sides }, was nicht ausgewogen ist

## explainer/animation.rs, explainer/canvas.rs
explainer-film-size-problem = Der Film ist größer als { $most } MB: Wählen Sie kleinere Bilder, weniger davon oder einen Teil der Rekursion.
explainer-film-not-webp-problem = Dieser Browser kann keine WebP-Bilder erzeugen, aus denen ein Video besteht: Wählen Sie das animierte PNG.
explainer-film-not-png-problem = Der Browser hat ein Bild erzeugt, das kein PNG ist.
explainer-film-frame-size-problem = Der Browser hat ein Bild in einer anderen Größe erzeugt.
explainer-film-file-problem = Die Bilder ließen sich nicht als eine Datei speichern: { $reason }
explainer-film-memory-problem = für ein Bild dieser Größe reicht der Speicher nicht
explainer-film-picture-problem = Der Browser hat kein Bild erzeugt: { $reason }

## explainer/dialog.rs
explainer-title = So funktioniert die Auswahl

## explainer/graph_draft.rs, explainer/graph_draft_view.rs
explainer-draft-description = Ihr eigener Graph. „Bearbeiten“ ändert ihn.
explainer-draft-picture-label = Zeichnung Ihres Graphen
explainer-draft-hint = Klicken Sie auf eine leere Stelle, um einen Punkt hinzuzufügen. Klicken Sie nacheinander auf zwei Punkte, um sie zu verbinden oder zu trennen.
explainer-draft-text-label = Kanten
explainer-draft-format-hint = Eine Kante je Zeile, etwa „1 2“, dahinter ihr Gewicht, wenn es nicht 1 ist. Eine Zahl allein ist ein Punkt. Auch der Inhalt einer METIS-Datei ist möglich.
explainer-draft-file-button = METIS-Datei öffnen
explainer-draft-remove-button = Punkt entfernen
explainer-draft-clear-button = Leeren
explainer-draft-use-button = Mit diesem Graphen starten
explainer-draft-edit-button = Bearbeiten
explainer-draft-line-problem = Zeile { $line } ist „{ $text }“: Geben Sie die Nummern zweier verschiedener Punkte ein, ab 1, etwa „1 2“.
explainer-draft-twice-problem = Zeile { $line } ist „{ $text }“: Diese Kante gibt es schon. Entfernen Sie eine der beiden Zeilen.
explainer-draft-size-problem = { $n } Punkte sind mehr als die { $most }, die hier gezeigt werden können.
explainer-draft-not-text-problem = Die Datei ist kein Text, also keine METIS-Datei.
explainer-draft-file-problem = Die Datei ist nicht lesbar: { $reason }

## explainer/cut_chart.rs
explainer-chart-cut = Schnitt { $cut } von höchstens { $most }
explainer-chart-label = Schnitt bei jedem Schritt

## explainer/pseudo_code.rs
explainer-code-title = Pseudocode
explainer-code-each-vertex = für jeden Knoten, in zufälliger Reihenfolge:
explainer-code-pair-random = wenn er allein ist: mit einem Nachbarn paaren, der allein ist
explainer-code-pair-heaviest = wenn er allein ist: über seine schwerste Kante paaren
explainer-code-merge-pairs = jedes Paar zu einem Knoten verschmelzen
explainer-code-join-cluster = dem Cluster beitreten, zu dem die Verbindung, gemessen an seiner Größe, am stärksten ist
explainer-code-merge-clusters = jeden Cluster zu einem Knoten verschmelzen
explainer-code-ten-times = zehnmal:
explainer-code-four-times = viermal:
explainer-code-start-region = Region ← ein zufälliger Knoten
explainer-code-add-breadth-first = bis sie der halbe Graph ist: den nächsten Nachbarn hinzunehmen, in Breitensuche
explainer-code-add-greedily = bis sie der halbe Graph ist: den Knoten hinzunehmen, der den Schnitt am wenigsten vergrößert
explainer-code-note-cut = den Schnitt notieren
explainer-code-keep-region = die Region mit dem kleinsten Schnitt behalten
explainer-code-each-level = auf jeder Ebene, die gröbste zuerst:
explainer-code-fill-queue = Warteschlange ← die Knoten an der Grenze, nach Gewinn
explainer-code-while-queue = solange die Warteschlange nicht leer ist:
explainer-code-move-first = den ersten Knoten wechseln lassen, den die Balance erlaubt
explainer-code-update-gains = die Gewinne seiner Nachbarn ändern und sie in die Warteschlange stellen
explainer-code-undo = die Züge nach dem kleinsten Schnitt zurücknehmen
explainer-code-cut-group = schneide (Gruppe, K):
explainer-code-one-part = wenn K = 1: Die Gruppe ist ein Teil
explainer-code-cut-in-two = die Gruppe halbieren, für ⌈K/2⌉ und ⌊K/2⌋ Teile
explainer-code-cut-sides = jede Seite ebenso schneiden
explainer-code-coarsen = den Graphen vergröbern: Cluster verschmelzen
explainer-code-cut-coarsest = den gröbsten Graphen in K Teile schneiden
explainer-code-refine-up = auf jeder Ebene des Rückwegs alle Teile zusammen verfeinern
explainer-code-while-heavy = solange ein Teil zu schwer ist:
explainer-code-move-cheapest = den Knoten wegbewegen, dessen Zug am wenigsten kostet
explainer-code-each-border-vertex = von jedem Knoten an der Grenze aus:
explainer-code-move-to-best-part = den Knoten mit dem größten Gewinn in seinen besten Teil bewegen
explainer-code-exchange = Knoten zwischen vollen Teilen tauschen
explainer-code-repeat = wiederhole:
explainer-code-coarsen-inside = innerhalb der Teile vergröbern
explainer-code-keep-better = das Ergebnis behalten, wenn sein Schnitt nicht größer ist
explainer-code-each-part = für jeden Teil, so oft ihm zusteht:
explainer-code-pick-largest = den Knoten mit dem größten Restgrad auswählen
explainer-code-use-up-edges = seine Kanten verbrauchen
explainer-code-propose = jeder Teil schlägt für jeden Text, der ihm zusteht, acht Knoten vor
explainer-code-until-picks = bis M ausgewählt sind:
explainer-code-take-proposal = den Vorschlag nehmen, der die Abdeckung am meisten erhöht
explainer-code-assign-texts = jeden Text dem nächsten ausgewählten zuordnen
explainer-code-move-to-medoid = jeden ausgewählten Text durch den in der Mitte seiner Texte ersetzen
explainer-code-each-count = für K = M/2 und K = M:
explainer-code-cut-and-pick = schneiden, auswählen und die Abdeckung messen
explainer-code-keep-count = das K mit der größeren Abdeckung behalten

## explainer/question.rs, explainer/queue_view.rs
explainer-queue-title = Warteschlange
explainer-queue-line = Knoten { $vertex }, Gewinn { $gain }
explainer-queue-pick-line = Knoten { $vertex }, Restgrad { $degree }
explainer-queue-cover-line = Knoten { $vertex }, Abdeckung { $gain }
explainer-queue-more = { $n ->
    [one] und 1 weiterer
   *[other] und { $n } weitere
}
explainer-queue-gains-label = Gewinne im Bild
explainer-question-label = vor jedem Zug und jeder Auswahl fragen
explainer-question-task = Welcher Knoten wechselt als Nächster? Klicken Sie ihn im Bild oder in dieser Liste an, oder drücken Sie →, um ihn zu sehen.
explainer-question-answer = Knoten { $vertex } wechselt, mit einem Gewinn von { $gain }.
explainer-question-right = Richtig: { $answer }
explainer-question-tie = Genauso gut: Auch Knoten { $vertex } hat einen Gewinn von { $gain }. Bei gleichem Gewinn kommt der zuletzt geänderte zuerst: { $answer }
explainer-question-elsewhere = Jetzt nicht: Knoten { $vertex } hat den Gewinn { $gain }, aber es werden immer nur einige Knoten zusammen betrachtet: { $answer }
explainer-question-heavy = Jetzt nicht: Knoten { $vertex } würde die zu schwere Seite noch schwerer machen; { $answer }
explainer-question-wrong = Nein: Knoten { $vertex } hat einen Gewinn von { $gain }; { $answer }
explainer-question-outside = Nein: Knoten { $vertex } ist nicht in der Warteschlange, weil er schon gewechselt hat oder nicht an der Grenze liegt; { $answer }
explainer-question-pick-task = Welcher Knoten wird als Nächster ausgewählt? Klicken Sie ihn im Bild oder in dieser Liste an, oder drücken Sie →, um ihn zu sehen.
explainer-question-pick-answer = Knoten { $vertex } wird ausgewählt, mit einem Restgrad von { $degree }.
explainer-question-pick-tie = Genauso gut: Knoten { $vertex } hat denselben Restgrad. Dann kommt der mit mehr Linien im ganzen Graphen zuerst, dann die niedrigere Nummer: { $answer }
explainer-question-pick-wrong = Nein: Knoten { $vertex } hat einen Restgrad von { $degree }; { $answer }
explainer-question-cover-answer = Knoten { $vertex } wird ausgewählt: Er erhöht die Abdeckung um { $gain }.
explainer-question-cover-tie = Genauso gut: Knoten { $vertex } erhöht die Abdeckung um ebenso viel. Dann kommt die niedrigere Nummer zuerst: { $answer }
explainer-question-cover-wrong = Nein: Knoten { $vertex } erhöht die Abdeckung um { $gain }; { $answer }
explainer-question-cover-outside = Nein: Knoten { $vertex } ist nicht vorgeschlagen oder schon ausgewählt, oder sein Teil hat genug ausgewählte; { $answer }
explainer-question-pick-outside = Nein: Knoten { $vertex } ist schon ausgewählt oder in einem anderen Teil; { $answer }

## explainer/controls.rs
explainer-neighbors-label = Nachbarn (k)
explainer-world-label = Graph
explainer-world-own = Ihre Texte
explainer-world-drawn = Ihr eigener Graph …
explainer-preset-label = Profil
explainer-preset-paper = Paper: wie veröffentlicht
explainer-preset-fast = Schnell
explainer-preset-best = Standard: empfohlen
explainer-preset-strong = Stark
explainer-preset-both = Paper neben Standard
explainer-timeline-label = Zeitleiste
explainer-timeline-step-label = Schritt
explainer-play-button = Start
explainer-pause-button = Pause
explainer-event-back-button = Ein Ereignis zurück
explainer-step-back-button = Einen Schritt zurück
explainer-step-forward-button = Einen Schritt weiter
explainer-event-forward-button = Ein Ereignis weiter
explainer-slower-button = Langsamer
explainer-faster-button = Schneller
explainer-speed-status = { $n } je Sek.
explainer-position-status = { $tick } von { $end }
explainer-link-tooltip = Der Link enthält Einstellungen, Startwert und Schritt, aber keinen Text
explainer-link-copy-button = Link kopieren
explainer-link-copied-status = Kopiert
explainer-link-copy-failed-advice = Nicht kopiert: Verwenden Sie die Adresse oben
explainer-save-svg-tooltip = Diese Ansicht als Bild speichern
explainer-lecture-button = Vortrag
explainer-lecture-tooltip = Vollbild mit großer Schrift. Bild ab und Bild auf blättern, Esc beendet den Vortrag
explainer-save-texts-label = mit Texten
explainer-save-texts-tooltip = Wer das Bild bekommt, kann die Anfänge der Texte lesen

## explainer/vertex_info.rs
explainer-vertex-label = Punkt
explainer-vertex-hint = Zeigen oder tippen Sie auf einen Punkt oder geben Sie seine Nummer ein, um zu sehen, was er ist.

## explainer/animation_view.rs
explainer-film-tooltip = Die Schritte als Film speichern
explainer-film-button = Film …
explainer-film-title = Film der Schritte
explainer-film-range-label = Bereich
explainer-film-range-whole = Der ganze Ablauf
explainer-film-range-part = Der geöffnete Teil der Rekursion
explainer-film-frames-label = Ein Bild für
explainer-film-frames-step = jeden Schritt (→)
explainer-film-frames-event = jedes Ereignis (⇧→)
explainer-film-frames-minute = eine Auswahl der Ereignisse, für eine Minute
explainer-film-shape-label = Form
explainer-film-shape-square = Quadratisch, der Schritt darunter
explainer-film-shape-wide = 16:9 für Folien, große Schrift
explainer-film-size-label = Größe
explainer-film-file-label = Datei
explainer-film-file-animation = Ein bewegtes Bild (animiertes PNG)
explainer-film-file-video = Video im Format WebM
explainer-film-file-pictures = Nummerierte Bilder (ZIP)
explainer-film-speed-label = Bilder je Sekunde
explainer-film-texts-label = Mit den Texten neben den Punkten
explainer-film-texts-hint = Wer den Film bekommt, kann die Anfänge dieser Texte lesen.
explainer-film-no-texts-hint = Der Film enthält keinen Text.
explainer-film-duration = { $n ->
    [one] 1 Bild
   *[other] { $n } Bilder
}, { $min ->
    [0] {""}
   *[other] { $min } min{" "}
}{ $s } s.
explainer-film-count = { $n ->
    [one] 1 Bild.
   *[other] { $n } Bilder.
}
explainer-film-make-button = Film erstellen

## explainer/v_cycle_view.rs
explainer-levels-title = Ebenen
explainer-levels-hint = Abwärts: vergröbern. Unten: der erste Schnitt. Aufwärts: verfeinern. Jeweils:
explainer-levels-vertices = Knoten
explainer-levels-edges = Kanten
explainer-level-coarsening = Vergröbern, Ebene { $level }: { $vertices } Knoten, { $edges ->
    [one] 1 Kante
   *[other] { $edges } Kanten
}
explainer-level-first-cut = Erster Schnitt, Ebene { $level }: { $vertices } Knoten, { $edges ->
    [one] 1 Kante
   *[other] { $edges } Kanten
}
explainer-level-refining = Verfeinern, Ebene { $level }: { $vertices } Knoten, { $edges ->
    [one] 1 Kante
   *[other] { $edges } Kanten
}

## explainer/side_panel.rs
explainer-tour-begin-button = Rundgang beginnen
explainer-tour-position = Station { $stop } von { $n_stops }
explainer-tour-leave-button = Rundgang verlassen
explainer-tour-back-button = Zurück
explainer-tour-next-button = Weiter
explainer-tour-done-button = Fertig
explainer-log-title = Was geschieht
explainer-fact-vertices = Knoten
explainer-fact-edges = Kanten
explainer-fact-cut = Schnitt
explainer-fact-group-cut = Schnitt dieser Gruppe
explainer-fact-side-weights = Seitengewichte
explainer-fact-heaviest-part = Schwerster Teil
explainer-weights-within-limits = { $weights } (max. { $limits })
explainer-weights-above-limits = { $weights } (eine ist noch zu schwer; am Ende max. { $limits })
explainer-weight-within-limit = { $weight } (max. { $limit })
explainer-weight-above-limit = { $weight } (noch zu schwer; am Ende max. { $limit })
explainer-fact-gain = Gewinn dieses Zuges
explainer-fact-picks = Ausgewählt
explainer-picks-continued-hint = Hier wird wie im Paper ausgewählt. Bei Texten geht es mit diesem Profil anders weiter: Jeder Teil schlägt für jeden Text, der ihm zusteht, acht vor, Facility Location nimmt die, die zusammen alle Texte am besten abdecken, und dann rückt jeder ausgewählte Text in die Mitte derer, die er vertritt. Dazu braucht es die Embeddings der Texte, die hier nicht vorliegen.
explainer-fact-touched-edges = Berührte Kanten in den Teilen
explainer-recursion-title = Rekursion
explainer-recursion-whole-button = Den ganzen Graphen zeigen
explainer-texts-title = Texte der Punkte
explainer-legend-label = Legende
explainer-numbering-hint = Teile werden hier ab 1 gezählt, auf der Karte und in exportierten Dateien ab 0.

## explainer/exercise_view.rs
explainer-exercise-pick-button = Selbst auswählen
explainer-exercise-cut-button = Selbst schneiden
explainer-exercise-compare-button = Vergleichen
explainer-exercise-end-button = Zurück zum Zusehen
explainer-exercise-dots-label = Punkte
explainer-exercise-show-button = Zeigen
explainer-exercise-dot-label = Punkt
explainer-exercise-change-button = Diesen Punkt ändern

## Schritte des Algorithmus
step-uncut = Der Graph: { $n_vertices } Knoten, { $n_edges ->
    [one] 1 Kante
   *[other] { $n_edges } Kanten
}. Noch ist nichts geschnitten.
step-cut = Der Graph soll in { $n_parts ->
    [one] 1 Teil
   *[other] { $n_parts } Teile
} von höchstens { $limit } geschnitten werden.
step-bisect = { $n_parts ->
    [one] Teil { $first }
   *[other] Teile { $first }–{ $last }
}: Eine Gruppe von { $weight } soll geteilt werden, in { $targets_0 } und { $targets_1 }.
step-paired = { $n_pairs ->
    [one] 1 Paar ist
   *[other] { $n_pairs } Paare sind
} gefunden.
step-merged = Aus jedem Paar wird ein Knoten: { $n_left ->
    [one] 1 bleibt
   *[other] { $n_left } bleiben
}.
step-region-started = Region { $region } beginnt bei Knoten { $vertex }{ $n_more ->
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
step-clustered = Aus jedem Cluster wird ein Knoten: { $n_left } von { $n_vertices } { $n_left ->
    [one] bleibt
   *[other] bleiben
}.
step-start = Der gröbste Graph wird durch Zweiteilungen geschnitten.
step-improve = Alle Teile werden zusammen auf dem Graphen mit { $n_vertices } Knoten verfeinert; ein Teil darf { $limit } wiegen.
step-project = Eine Ebene feiner: { $n_vertices } Knoten.
step-cycle = Zyklus { $number } beginnt.
step-kept = Der Zyklus endet mit einem Schnitt von { $cut }: Er wird übernommen.
step-dropped = Der Zyklus endet mit einem schlechteren Schnitt: Er wird verworfen.
step-halve = Jeder Teil wird in zwei geschnitten: { $n_parts } Teile.
step-covers = Mit der Auswahl aus diesen Teilen wäre der mittlere Kosinus eines Textes zum nächsten ausgewählten { $coverage }, mit den Embeddings dieses Laufs: { $better ->
    [true] der bisher höchste
   *[other] weniger als zuvor
}.
step-covers-centered = Die Auswahl aus diesen Teilen hätte eine zentrierte Abdeckung von { $coverage }: { $better ->
    [true] die bisher höchste
   *[other] weniger als zuvor
}.
step-quotas = Die Teile stehen fest, mit einem Schnitt von { $cut }. Aus ihnen { $quotas ->
    [one] wird 1
   *[other] werden { $quotas }
} ausgewählt.
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
step-medoids = Jeder ausgewählte Text rückt in die Mitte derer, die er vertritt. { $n_moved ->
    [0] Alle sind schon dort.
    [one] 1 von { $n_picks } war noch nicht dort.
   *[other] { $n_moved } von { $n_picks } waren noch nicht dort.
}

## Gründe: gelesene Dateien
why-file-kind-zip-or-excel = ZIP oder Excel
why-file-kind-old-excel = altes Excel
why-json-row-not-text = es ist kein Text in Anführungszeichen wie die Zeilen davor (Zeichen { $letter })
why-json-row-not-object = es ist kein JSON-Objekt: Es beginnt nicht mit „{"{"}“ (Zeichen { $letter })
why-json-row-no-colon = hinter einem Schlüssel fehlt ein „:“ (Zeichen { $letter })
why-json-row-no-separator = hinter einem Wert fehlt ein „,“ oder „{"}"}“ (Zeichen { $letter })
why-json-row-no-list-separator = hinter einem Objekt fehlt ein „,“ oder „]“
why-json-row-open-list = die Liste ist nicht durch „]“ geschlossen
why-json-row-no-member-value = hinter einem Schlüssel fehlt der Wert (Zeichen { $letter })
why-json-row-no-records = an „{ $path }“ steht keine Liste von Datensätzen
why-json-row-open-object = das Objekt ist nicht durch „{"}"}“ geschlossen
why-json-row-no-object-in-list = in der Liste steht etwas, das kein Objekt ist
why-json-row-no-object-under-key = der Wert eines Schlüssels ist kein Objekt (Zeichen { $letter })
why-json-row-after-list = hinter der Liste steht noch etwas
why-json-row-after-text = hinter dem Text steht noch etwas, ab Zeichen { $letter }
why-json-row-after-object = hinter dem Objekt steht noch etwas, ab Zeichen { $letter }
why-json-row-no-key = ein Schlüssel in Anführungszeichen fehlt (Zeichen { $letter })
why-json-row-no-keys = das Objekt hat keine Schlüssel
why-json-row-same-key = der Schlüssel „{ $key }“ steht zweimal im Objekt
why-json-row-value = { $problem } (ab Zeichen { $letter })
why-json-at = { $problem } (Zeile { $line }, Zeichen { $column })
why-json-problem-end-in-list = sie endet mitten in einer Liste
why-json-problem-end-in-object = sie endet mitten in einem Objekt
why-json-problem-end-in-string = sie endet mitten in einer Zeichenkette
why-json-problem-end-before-value = sie endet, wo ein Wert stehen sollte
why-json-problem-no-colon = es fehlt „:“
why-json-problem-in-list = es fehlt „,“ oder „]“
why-json-problem-in-object = es fehlt „,“ oder „{"}"}“
why-json-problem-no-word = hier müsste true, false oder null stehen
why-json-problem-no-value = hier müsste ein Wert stehen
why-json-problem-no-quote = es fehlt „"“
why-json-problem-escape = hinter „\“ steht ein Zeichen, das dort nicht stehen darf
why-json-problem-number = die Zahl ist nicht richtig geschrieben
why-json-problem-number-range = die Zahl ist zu groß
why-json-problem-code-point = dieses Unicode-Zeichen gibt es nicht
why-json-problem-control-character = ein Steuerzeichen steht in einer Zeichenkette
why-json-problem-key = ein Schlüssel muss in Anführungszeichen stehen
why-json-problem-lone-surrogate = hinter „\u“ steht ein halbes Zeichen
why-json-problem-hex-escape = hinter „\u“ fehlen Ziffern
why-json-problem-trailing-comma = hinter dem letzten Komma fehlt etwas
why-json-problem-trailing-characters = hinter dem Ende steht noch etwas
why-json-problem-recursion = zu viele Listen oder Objekte ineinander
why-json-problem-missing-field = „{ $field }“ fehlt
why-json-problem-duplicate-field = „{ $field }“ steht zweimal da
why-json-problem-type = ein Wert ist von anderer Art als erwartet: { $message }
why-json-problem-value = ein Wert ist nicht erlaubt: { $message }
why-json-problem-length = eine Liste hat eine andere Länge als erwartet: { $message }
why-json-problem-unknown-field = ein Schlüssel ist nicht bekannt: { $message }
why-json-problem-unknown-variant = ein Wert ist nicht bekannt: { $message }
why-template-brace = ein „{ $brace }“ steht allein; als Zeichen schreiben Sie es doppelt
why-template-no-name = „{"{"}{"}"}“ nennt keine Spalte
why-template-no-column = sie enthält keinen Spaltennamen, etwa „{"{"}text{"}"}“
why-template-label-twice = „{"{"}label{"}"}“ steht zweimal darin
why-template-after-label = „{"{"}{ $column }{"}"}“ steht hinter „{"{"}label{"}"}“
why-expected-row-below = eine ganze Zahl unter { $limit }
why-expected-finite = eine endliche Zahl
why-expected-key = eine Zahl aus 16 hexadezimalen Ziffern
why-size-cells-by-line = mehr als { $limit } Zellen bis Zeile { $line }
why-size-bytes-by-line = mehr als { $limit } Bytes Text bis Zeile { $line }
why-size-padded-cells = { $rows } Zeilen mit { $columns } Spalten sind mehr als { $limit } Zellen
why-size-joined-bytes = mit den verbundenen Texten sind es mehr als { $limit } Bytes Text
why-size-bytes-together = zusammen sind es mehr als { $limit } Bytes Text
why-size-parts = die Zellen passen nicht in ihre Tabelle
why-xls-cut-off = die Datei hat { $bytes } Bytes, aber ihre Arbeitsmappe reicht bis Byte { $end }
why-xls-sector-size = ihre Sektoren sollten 2^9 oder 2^12 Bytes haben, aber in den Bytes 30 und 31 der Datei steht 2^{ $exponent }
why-xls-no-sector = Byte { $byte } der Datei verweist auf Sektor { $sector }, aber die Zahl der Sektoren ist { $n_sectors }
why-xls-no-small-sector = Byte { $byte } der Datei verweist auf den kleinen Sektor { $sector }, aber die Zahl der kleinen Sektoren ist { $n_sectors }
why-xls-sector-twice = Sektor { $sector } kommt in der Liste der Sektoren zweimal vor
why-xls-cycle = die Sektoren nach Sektor { $sector } führen zu ihm zurück
why-xls-too-few-bytes = auf Byte { $byte } der Arbeitsmappe { $bytes ->
    [one] sollte 1 Byte
   *[other] sollten { $bytes } Bytes
} folgen, vorhanden { $left ->
    [one] ist
   *[other] sind
} aber { $left }
why-xls-no-end = die Datensätze ab Byte { $byte } der Arbeitsmappe haben kein Ende
why-xls-no-sheet-begin = das Tabellenblatt „{ $sheet }“ sollte bei Byte { $byte } der Arbeitsmappe beginnen, tut es aber nicht
why-xls-shared-records = das Tabellenblatt „{ $sheet }“ enthält dieselben Datensätze wie andere Tabellenblätter
why-xls-text-length = der Text bei Byte { $byte } der Arbeitsmappe sollte { $letters } Zeichen haben, es { $bytes ->
    [one] folgt aber 1 Byte
   *[other] folgen aber { $bytes } Bytes
}
why-xls-no-text = { $sheet }!{ $cell } verweist auf Text { $text }, aber die Zahl der Texte ist { $n_texts }
why-unsupported-compression = die Komprimierung { $name }
why-unsupported-window = ein Fenster der Komprimierung von { $megabytes } MB; die Grenze ist { $limit } MB
why-unsupported-dictionary = das Wörterbuch { $id } der Komprimierung, das nicht in der Datei ist
why-unsupported-several-files = ein Archiv aus mehreren Dateien, von denen dies eine ist
why-unsupported-nesting = Spalten, die tiefer als { $limit } Ebenen verschachtelt sind
why-unsupported-long-text = ein Text, der länger als ein Datensatz ist, in { $sheet }!{ $cell }
why-unsupported-other = { $message }

## Gründe: Projekte
why-project-in-file = { $file }: { $reason }
why-project-no-zip = sie ist keine ZIP-Datei
why-project-other-archive = ein anderes Programm hat sie geschrieben
why-project-cut-off = ihr Ende fehlt, als wäre sie beim Kopieren abgeschnitten worden
why-project-inconsistent = sie widerspricht sich: { $message }
why-project-changed = der Inhalt ist nicht mehr der, der geschrieben wurde
why-project-unsupported = eine Art von ZIP-Datei, die diese Seite nicht liest: { $message }
why-project-compressed = komprimiert
why-project-missing = { $file } fehlt darin
why-project-not-text = kein Text in UTF-8
why-project-ragged = Zeile { $row } hat { $cells ->
    [one] 1 Zelle
   *[other] { $cells } Zellen
}, aber die Kopfzeile hat { $columns }
why-project-too-large = größer als { $gigabytes } GB
why-project-table = die Tabelle ist zu groß: { $reason }
why-places-count = die Zahl ihrer Teile oder Positionen ist eine andere als die ihrer Texte
why-places-part = ein Text ist in einem Teil, den es nicht gibt, oder es gibt mehr Teile als Texte
why-places-empty-part = Teil { $part } enthält keinen Text
why-places-position = die Position eines Textes auf der Karte liegt außerhalb des erlaubten Bereichs
why-places-edges = ihre Kanten gehören nicht zu ihren Texten
why-seal-header = die Angaben, wie es zu öffnen ist, sind beschädigt
why-seal-other-protection = es ist in der Form { $form } geschützt, diese Seite liest die Form { $known }
why-seal-other-encryption = es ist in der Form { $form } verschlüsselt, diese Seite liest die Form { $known }
why-seal-not-authentic = es wurde verändert, gehört an einen anderen Ort oder ist mit einem anderen Schlüssel verschlüsselt
why-seal-passphrase = die Passphrase ist falsch

## Gründe: Encoder und Embeddings
why-model-not-onnx = sie ist keine ONNX-Datei: { $message }
why-model-no-graph = sie enthält keinen Graphen
why-model-other-file = ihre Gewichte stehen in einer anderen Datei; speichern Sie beides als eine
why-model-operators = sie braucht Operatoren, die nicht unterstützt werden: { $operators }
why-model-other-input = sie hat einen Eingang „{ $name }“, den ein Satz-Encoder nicht hat
why-model-no-input = sie hat keinen Eingang „{ $name }“
why-model-input-type = ihr Eingang „{ $name }“ ist „{ $found }“, weder int64 noch int32
why-model-no-output = sie hat keinen Ausgang
why-model-output-type = ihr Ausgang „{ $name }“ ist „{ $found }“, weder batch×length×d noch batch×d aus float32
why-model-pooled = ihr Ausgang „{ $name }“ ist schon gepoolt; eine Anweisung lässt sich daraus nicht mehr weglassen
why-model-dimensions = ihre Vektoren haben { $found ->
    [one] 1 Dimension
   *[other] { $found } Dimensionen
}, die Konfiguration sagt { $expected }
why-model-several-files = der Ordner enthält mehrere ONNX-Dateien, und keine heißt model.onnx: { $names }
why-model-broken = sie ist beschädigt
why-tokenizer-version = ihre Version ist „{ $version }“, nicht „{ $known }“
why-tokenizer-no-token = sie gibt für einen leeren Text kein Token
why-tokenizer-token = sie gibt Token { $id }, das Modell hat { $limit }
why-tokenizer-token-type = sie gibt Typ { $id }, das Modell hat { $limit }
why-tokenizer-growth = ihr Normalizer kann einen Text so lang machen, dass ihn kein Speicher fasst
why-tokenizer-long-prompt = ein Prompt hat { $bytes } Bytes, erlaubt sind { $limit }
why-tokenizer-broken = sie ist beschädigt
why-config-in-file = { $file }: { $reason }
why-config-not-json = kein JSON: { $reason }
why-config-not-fields = es steht „{ $value }“ darin, keine Felder
why-config-conflict = „{ $first }“ und „{ $second }“ sind von derselben Art, widersprechen sich aber
why-config-zero = „{ $field }“ ist 0
why-config-not-number = „{ $field }“ ist „{ $value }“, keine Zahl
why-config-no-module-type = ein Modul hat keinen Typ
why-config-no-pooling = keine Art von Pooling ist eingeschaltet
why-config-other-pooling = Pooling durch „{ $mode }“ wird nicht unterstützt, nur mean, cls und max
why-config-several-poolings = mehrere Arten von Pooling zugleich werden nicht unterstützt: „{ $modes }“
why-config-no-prompt = der Prompt „{ $name }“ fehlt
why-config-no-room = max_length ist { $max_length }, und Anweisung, Präfix und besondere Tokens allein sind { $fixed }
why-config-positions = max_length ist { $max_length }, und das Modell hat { $positions ->
    [one] 1 Position
   *[other] { $positions } Positionen
}
why-row-not-finite = eine Zahl darin ist nicht endlich
why-row-zero = sie besteht nur aus Nullen
why-row-mean = sie ist das Mittel aller Zeilen; wird es abgezogen, bleibt nichts
why-npy-not-npy = sie beginnt nicht wie eine .npy-Datei
why-npy-other-kind = sie ist eine Datei der Art „{ $kind }“, keine .npy-Datei
why-npy-version = ihre Version ist nicht 1, 2 oder 3
why-npy-header = ihr Kopf ist abgeschnitten oder nicht der einer Matrix
why-npy-no-key = ihr Kopf hat kein „{ $key }“
why-npy-number-kind = ihre Zahlen sind von der Art „{ $kind }“; gelesen werden nur Gleitkommazahlen mit 16, 32 oder 64 Bit
why-npy-order = ihre Reihenfolge ist nicht zu lesen
why-npy-shape = ihre Form ist nicht zu lesen
why-npy-not-matrix = ihre Form ist ({ $shape }), nicht (Texte, Dimensionen)
why-npy-size = sie gibt an, { $rows } × { $columns } Zahlen zu enthalten, hat aber { $bytes ->
    [one] 1 Byte
   *[other] { $bytes } Bytes
}
why-npy-no-memory = der Browser hat keinen Platz für ihre { $megabytes } MB

## Gründe: Graphen im Format von METIS
why-metis-empty = die Datei ist leer; die erste Zeile muss die Zahl der Knoten und die der Kanten enthalten
why-metis-too-few-lines = die Datei endet nach { $found } { $n_vertices ->
    [one] von 1 Knoten, den
   *[other] der { $n_vertices } Knoten, die
} Zeile { $header_line } angibt
why-metis-too-many-lines = es gibt mehr Zeilen als { $n_vertices ->
    [one] den 1 Knoten, den
   *[other] die { $n_vertices } Knoten, die
} Zeile { $header_line } angibt
why-metis-too-few-parts = die Datei endet nach { $found } { $n_vertices ->
    [one] von 1
   *[other] der { $n_vertices }
} Knoten des Graphen
why-metis-too-many-parts = es gibt mehr Zeilen als { $n_vertices ->
    [one] den 1
   *[other] die { $n_vertices }
} Knoten des Graphen
why-metis-part = Teil { $part }: Teile werden ab 0 gezählt, und { $n_vertices ->
    [one] 1 Knoten hat höchstens 1 Teil
   *[other] { $n_vertices } Knoten haben höchstens { $n_vertices } Teile
}
why-metis-format = das Format ist „{ $format }“; möglich sind bis zu drei Ziffern 0 und 1
why-metis-several-weights = { $n_weights } Gewichte je Knoten; gelesen wird nur eines
why-metis-other-weights = { $n_weights ->
    [one] 1 Gewicht
   *[other] { $n_weights } Gewichte
} je Knoten, aber laut Format { $format } gibt es keine
why-metis-neighbor = Nachbar { $neighbor } liegt nicht zwischen 1 und { $n_vertices }
why-metis-own-neighbor = Knoten { $vertex } nennt sich selbst als Nachbarn
why-metis-same-neighbor = Knoten { $vertex } nennt seinen Nachbarn { $neighbor } zweimal
why-metis-one-sided = Knoten { $from } nennt { $to } als Nachbarn, aber { $to } nennt { $from } nicht
why-metis-edge-differs = die Kante { $from }–{ $to } hat hier das Gewicht { $weight }, aber { $back } bei Knoten { $to }
why-metis-edge-count = { $expected ->
    [one] 1 Kante ist
   *[other] { $expected } Kanten sind
} angegeben, aber { $found } { $found ->
    [one] ist
   *[other] sind
} aufgeführt
why-metis-too-many-edges = es gibt mehr als 2.147.483.647 Kanten
why-metis-edge-weights = die Gewichte der Kanten ergeben zusammen { $sum }; die Grenze ist { $limit }
why-metis-vertex-weights = die Gewichte der Knoten ergeben zusammen { $sum }; die Grenze ist { $limit }
why-metis-not-number = „{ $word }“ ist keine ganze Zahl von 0 bis { $limit }
why-metis-surplus = „{ $word }“ ist ein Wert zu viel
why-metis-missing = { $value } fehlt
why-metis-zero = { $value } ist 0; möglich ist mindestens 1
why-metis-value-vertices = die Zahl der Knoten
why-metis-value-edges = die Zahl der Kanten
why-metis-value-vertex-size = die Größe des Knotens
why-metis-value-vertex-weight = das Gewicht des Knotens
why-metis-value-edge-weight = das Gewicht der Kante zu { $neighbor }
why-metis-value-part = ein Teil

## Gründe: Prompts und Sprachmodelle
why-head-format = das Format ist „{ $format }“, nicht „{ $known }“
why-head-version = die Version ist { $version }, dieses Programm liest { $known }
why-pack-no-label = Beispiel { $place } hat kein Label
why-pack-dimensions = das Embedding von Beispiel { $place } hat { $found ->
    [one] 1 Zahl
   *[other] { $found } Zahlen
}, das erste hat { $expected }
why-pack-length = das Embedding von Beispiel { $place } hat die Länge { $length }, nicht 1
why-endpoint-scheme = sie beginnt weder mit http:// noch mit https://
why-endpoint-letter = sie darf „{ $letter }“ nicht enthalten
why-endpoint-credentials = vor dem Host darf kein Benutzername oder Schlüssel stehen
why-endpoint-no-host = sie enthält keinen Host
why-unreachable-no-answer = es kam keine Antwort
why-unreachable-too-late = es kam nicht rechtzeitig eine Antwort
why-unreachable-timed-out = zehn Minuten lang kam keine Antwort
why-unreachable-ipv6 = die Regeln einer Seite können keine IPv6-Adresse nennen; geben Sie dem Host einen Namen, etwa localhost
why-unreachable-no-frame = der Browser zeigt keinen Rahmen
why-unreachable-frame-gone = der Rahmen ist nicht mehr da
why-unreachable-no-page = die Seite ist nicht mehr da
why-unreachable-browser = der Browser meldet { $message }
why-answer-no-choice = darin ist keine Antwort

## Gründe: Browser
why-browser-full = der Datenträger oder der Anteil dieser Website daran ist voll
why-browser-keeps-nothing = der Browser behält nichts für diese Website, wie in manchen privaten Fenstern
why-browser-undone = der Schreibvorgang wurde rückgängig gemacht, wie bei vollem Datenträger
why-browser-no-project = das Projekt ist nicht gespeichert
why-browser-newer = eine neuere Version dieser Seite hat es in einem neueren Format gespeichert
why-browser-closed = der Browser hat die Datenbank geschlossen, etwa weil Websitedaten gelöscht wurden
why-browser-broken = der Speicher des Browsers auf dem Datenträger funktioniert nicht
why-browser-gone = nicht mehr vorhanden
why-browser-held = inzwischen geändert, oder ein anderes Programm hält es fest
why-browser-busy = ein anderer Tab oder ein anderes Programm schreibt gerade
why-browser-forbidden = hier nicht erlaubt
why-browser-broken-off = abgebrochen
why-browser-no-answer = es kam keine Antwort
why-browser-too-late = es kam nicht rechtzeitig eine Antwort
why-browser-no-files = dieser Browser hat kein privates Dateisystem
why-browser-no-memory = der Arbeitsspeicher reicht nicht
why-browser-no-page = die Seite ist nicht mehr da
why-browser-not-secure = die Adresse ist nicht sicher
why-browser-status = der Server hat mit { $status } geantwortet
why-browser-not-text = sie ist kein Text
why-browser-other = der Browser meldet { $message }
why-lost-script = sein Skript ließ sich nicht ausführen
why-asset-no-element = der Seite fehlt das Element „{ $id }“
why-asset-list = die Dateiliste der Seite ist nicht zu lesen: { $reason }
why-asset-not-listed = die Seite führt keine Datei „{ $name }“ auf
why-asset-no-address = die Seite hat keine Adresse
why-asset-bad-address = „{ $address }“ ist keine Adresse
why-asset-not-on-site = diese Website hat sie nicht
why-asset-other-content = der Server hat unter diesem Namen einen anderen Inhalt
why-encoder-files-other-version = diese Website hat eine andere Version davon
why-encoder-files-replaced = ein anderer Encoder ist an ihre Stelle getreten
why-protocol-unexpected = sie antwortet nicht auf das, was gefragt war
why-drop-too-many = darin sind mehr als { $limit } Dateien
why-drop-no-file = darin ist keine Datei

## Gründe: gespeicherte Daten
why-stored-locked = das Projekt ist durch eine Passphrase geschützt, die Sie erst in diesem Tab eingeben müssen
why-unreadable-newer-version = es hat Version { $version }, diese Seite liest Versionen bis { $known }
why-unreadable-other-version = es hat Version { $version }, diese Seite liest Version { $known }
why-unreadable-not-buffer = „{ $key }“ ist kein Puffer
why-unreadable-missing = „{ $key }“ fehlt
why-unreadable-no-chunk = ein Stück fehlt
why-unreadable-no-columns = die Namen der Spalten fehlen
why-unreadable-no-rows = die Zeilen von „{ $file }“ sind nicht mehr da
why-unreadable-incomplete-rows = die Zeilen von „{ $file }“ sind unvollständig
why-unreadable-no-memory = der Browser hat keinen Platz für ihre { $megabytes } MB
why-unreadable-log-entry = ein Eintrag des Label-Protokolls ist beschädigt
why-unreadable-labels = einige seiner Labels sind beschädigt
why-unreadable-other-log = das Label-Protokoll auf dem Datenträger ist ein anderes
why-unreadable-other-label = ein Label kam vom Datenträger als ein anderes zurück
why-unreadable-no-number = die Antwort eines Sprachmodells ist keine Zahl
why-unreadable-not-encrypted = es ist nicht verschlüsselt
why-unreadable-not-converted = { $message }
