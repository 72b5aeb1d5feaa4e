# What the core says, in English. Made from its sources by a test of crates/page/src/i18n, which says how; not to be edited.
#
# The page does not read this file: here is what to translate, in the order of the keys. Numbers are given as for several; where
# a language says it otherwise for one, it chooses, as de.ftl does. “−” is what the core subtracts before it says the number.
# Other variables may be used than those that the English sentence has, but none that no other language uses.

## advice
advice-asset = Check the connection to the server that this page came from, and try again. If the page was updated there meanwhile, reload it.
advice-cancelled = Nothing was lost; press Select to go on.
advice-confidence-bad-key = Copy the key once more, without line breaks.
advice-confidence-empty = Start again to ask once more; where it stays so, turn the model's reasoning off, or use another model.
advice-confidence-endpoint = Give the address of an OpenAI-compatible server, such as http://localhost:11434/v1.
advice-confidence-no-key = Put the key into it, or leave “--api-key-env” out where none is needed.
advice-confidence-no-logprobs = Use a server and a model that give them: llama.cpp, vLLM, Ollama from 0.12.11 on, and most models of OpenAI that do not reason.
advice-confidence-no-model = Give the name that the server knows it by.
advice-confidence-not-answer = Check that the address is that of an OpenAI-compatible server.
advice-confidence-not-number = Start again to ask once more; where it stays so, use another server.
advice-confidence-other-question = Give another file for these confidences, or delete this one.
advice-confidence-other-tokens = Start again to ask once more; where it stays so, turn the model's reasoning off, or use another model.
advice-confidence-status = { $status ->
    [300] Give the address that it moved to: your texts go nowhere but to the address that you gave.
    [301] Give the address that it moved to: your texts go nowhere but to the address that you gave.
    [302] Give the address that it moved to: your texts go nowhere but to the address that you gave.
    [303] Give the address that it moved to: your texts go nowhere but to the address that you gave.
    [304] Give the address that it moved to: your texts go nowhere but to the address that you gave.
    [305] Give the address that it moved to: your texts go nowhere but to the address that you gave.
    [306] Give the address that it moved to: your texts go nowhere but to the address that you gave.
    [307] Give the address that it moved to: your texts go nowhere but to the address that you gave.
    [308] Give the address that it moved to: your texts go nowhere but to the address that you gave.
    [400] Check that the model gives log-probabilities and has room for the examples and this text.
    [401] Check the key, and whether it may use this model.
    [403] Check the key, and whether it may use this model.
    [404] Check the address and the model's name. A server without chat is asked at an address that ends in /v1/completions.
    [405] Check the address and the model's name. A server without chat is asked at an address that ends in /v1/completions.
    [413] Check that the model gives log-probabilities and has room for the examples and this text.
    [422] Check that the model gives log-probabilities and has room for the examples and this text.
   *[other] Wait a while and start again; what was answered is kept.
}
advice-confidence-unanswered = { $first }
advice-confidence-unreachable = Check the address and whether the server runs; for a page, the server must also allow requests from the page's address (CORS). What was answered is kept.
advice-config-bad-confidence = Give a number for every text, such as the mean log-probability of the prediction's tokens.
advice-config-budget-above-pool = Lower the budget to the size of the pool, or load more texts.
advice-config-budget-zero = Set the budget to 1 or more.
advice-config-confidences-differ = Give one confidence for each text of this very file.
advice-config-earlier-outside = Give the picks that were made from this very file.
advice-config-earlier-twice = Name each row once, as picked or as skipped.
advice-config-imbalance = Give a number between 0 and 1; 0.03 is the usual choice.
advice-config-neighbors-above-pool = Lower the number of neighbors, or load more texts.
advice-config-neighbors-zero = Set the number of neighbors to 1 or more; 10 is the usual choice.
advice-config-no-confidences = Pick 10 by fast-vote-k, label these, let “fastgas confidences” ask a language model with them as examples, and give what it writes as --confidences.
advice-config-not-extendable = Go on with a method that takes one pick after the other, as fastgas does, or begin anew without the earlier picks.
advice-config-nothing-to-add = Raise the budget: it counts all picks, those that there are already included.
advice-config-parts-zero = Set the number of parts to 1 or more, or to auto.
advice-config-pool-too-small = Load a file with at least two texts.
advice-config-too-few-left = Lower the budget, or skip fewer texts.
advice-config-vote-neighbors-zero = Let each text vote for 1 or more; 150 is the usual choice.
advice-embed-model = Check that the ONNX file is complete and is a sentence encoder.
advice-embed-model-config = Use the config files that belong to the model, or a config.json of your own.
advice-embed-model-module = Use a model of transformer, pooling and normalization only; where the ONNX file holds the module itself, leave that config file out.
advice-embed-not-finite = The model file is probably damaged; get it again.
advice-embed-tokenizer = Use the tokenizer.json that belongs to the model.
advice-embed-too-long = Shorten this text, or break it into words: only its beginning is read in any case.
advice-embedding-file = Drop the .npy file again, or let the encoder embed the texts (under “Data”).
advice-embeddings-bad-row = Make the embeddings again; every row needs finite numbers that are not all zero.
advice-embeddings-npy = Write it with numpy.save(name, array.astype('float32', order='C')), one row for each text.
advice-embeddings-rows-differ = Use the embeddings that were made from this very file.
advice-embeddings-rows-differ-from-both = Use the embeddings that were made from this very file.
advice-encoder-files = Go back to the built-in encoder in the settings, or drop the encoder's files again.
advice-evaluate-dimensions-differ = Embed both files with the same encoder.
advice-evaluate-labels-differ = Use the embeddings that were made from this very file.
advice-evaluate-no-label = Fill in the label, or leave the row out.
advice-evaluate-no-picks = Give a file with at least one row below its header.
advice-evaluate-pick-outside = Use the picks that were made from this very pool.
advice-evaluate-pick-twice = Leave each row only once among the picks.
advice-evaluate-same-column = Name the column of the labels; no selector may be shown it.
advice-evaluate-set-aside = Leave out rows that were rejected, ignored or cancelled, or name a column of labels that all count.
advice-file = It may have been changed, moved or locked since it was chosen: choose it once more.
advice-graph-metis = The file must follow the METIS manual, section 4.1.1 for graphs and 4.2.1 for parts.
advice-graph-parts = Ask for at least one part and at most one for each vertex.
advice-load-backslash = Say that backslashes stand before quotes inside a cell (in the terminal: --backslash-quotes), or write a quote inside a quoted cell as two ("").
advice-load-damaged = Copy it once more from where it was written, in case it was cut off or changed on its way; else take an older backup.
advice-load-delimiter = Give one ASCII character that is neither a quote nor a line end.
advice-load-duplicate-column = Give each column a name of its own, or say that the first line names the columns: then the second gets a number.
advice-load-empty = Choose a file with one text per row: CSV, TSV, JSON or plain lines.
advice-load-empty-column = Choose the column that holds the texts.
advice-load-half-character = An emoji is written as two such halves, and whatever wrote the file cut one in two, as when it shortened a text: have it write the file again, or delete the half. Or have such rows left out.
advice-load-irregular = Choose a file with one text per row: CSV, TSV, JSON or plain lines.
advice-load-json = Write one JSON object, or one text in quotes, on each line, or say that the file has another format. Or have such rows left out.
advice-load-missing-row = Give one line for each row of the pool, which count from 0.
advice-load-no-column = Choose one of the columns of the file.
advice-load-no-encoding = Name one that the web knows, such as windows-1252, Shift_JIS or gb18030.
advice-load-no-header = Put a line with a name for every column at the top of the file, or say that its first line is a row.
advice-load-no-id = Choose a column that has another value in each row, or none: rows have numbers of their own.
advice-load-no-place = Leave it out, or say with “--format” how else the file is written.
advice-load-no-pool = Drop the file of the texts first, or both together.
advice-load-no-rows = Add rows below the header. If the first line is itself a text, put a line with a column name, such as “text”, above it.
advice-load-not-a-list = Say what stands between the labels of a cell, or write each cell like ["one", "two"].
advice-load-not-a-row = Give the pool that these picks were made from, or make them again.
advice-load-not-finite = Write null in its place, as “to_json” of pandas does; “json.dumps” of Python writes it although JSON has no such word. Or have such rows left out.
advice-load-not-labels = Choose the column of the labels; this one likely holds texts or ids.
advice-load-not-number = Write numbers with a point and without separators, as 0.25 or -1.5e-3.
advice-load-not-project = Give a file that “Back up” wrote, as it was written. A table that lies in a ZIP file has to be unpacked first.
advice-load-not-records = Write an object for each row; with pandas that is “df.to_json(name, orient="records")”.
advice-load-not-table = Open it in the program it belongs to and save it as CSV (UTF-8).
advice-load-not-text = Say which encoding the file has, or save it as UTF-8 (in a spreadsheet: “CSV UTF-8”) and try again.
advice-load-open-quote = Close the quote, or write a literal quote inside a quoted cell as two (""). Or say that quotes belong to the text (in the terminal: --no-quotes).
advice-load-other-column = Give the name exactly as it stands in the file: blanks and capital letters count.
advice-load-other-pool = Give the pool that these picks were made from. If a spreadsheet or pandas has rewritten the cells, keep only the columns “row” and “label” of the file: these two suffice.
advice-load-protected = Open it in the page, which asks for the passphrase, under a name that ends with .fastgas.
advice-load-ragged = Look at that line: a cell that holds the delimiter or a line break must stand in quotes; say so if these are single ones. If lines stand above the table, say how many (in the terminal: --lines-above). Or have such rows padded, or left out.
advice-load-ragged-lines = A quote at the beginning of a cell encloses everything up to the next one. If quotes belong to the text here, say so (in the terminal: --no-quotes). Otherwise look at these lines; or have such rows padded, or left out.
advice-load-repeated-row = Give one line for each row of the pool, which count from 0.
advice-load-row-twice = Keep one of the two.
advice-load-same-id = Choose a column that has another value in each row, or none: rows have numbers of their own.
advice-load-shifted = Have the program that wrote the file write it once more, best as UTF-8; or put that byte right in an editor that shows bytes. For the rows before it alone, have irregular rows left out.
advice-load-template = Write columns between braces, as in “{"{"}premise{"}"} … {"{"}hypothesis{"}"}”.
advice-load-too-large = Split the file, or use the terminal program “fastgas”, which has no such limit.
advice-load-too-many-cells = Split the file into smaller ones.
advice-load-which-column = Say which of them holds the texts (--text), or join several (--text-template).
advice-load-zero = Perhaps this is no file of texts, or it is UTF-16 without its mark: then say so. Or say that such bytes are to be read as �.
advice-lost = Labeling, export and backup go on working. The browser may be short of memory: close other tabs, set fewer workers, and try again. If the page was updated on its server meanwhile, reload it.
advice-protocol = Reload the page without its cache (Ctrl+Shift+R).
advice-retrieve-dimensions-differ = Use the model that the pack was made with, or make the pack again.
advice-retrieve-models-differ = Use the model that the pack was made with, or make the pack again.
advice-retrieve-no-column = Name the columns of your file in the template (“{"{"}text{"}"}” is the column of the texts), and give the query a value for each.
advice-retrieve-no-labels = Label at least one pick.
advice-retrieve-no-place-for-label = Write “{"{"}label{"}"}” once, after all other placeholders, and braces that are none twice: “{"{"}{"{"}”.
advice-retrieve-pack = Make the pack again from the labeled picks.
advice-retrieve-template = Write “{"{"}label{"}"}” once, after all other placeholders, and braces that are none twice: “{"{"}{"{"}”.
advice-trace-broken = Give a file that “fastgas trace” wrote, as it was written.
advice-trace-differs = Record it again with this version of FastGAS.
advice-trace-format = Give a file that “fastgas trace” wrote, as it was written.
advice-trace-large = Watch it in the page, on the map of its texts.
advice-trace-senseless = Record it again with this version of FastGAS.
advice-trace-untold = Leave out “--trace”, or select with “--method fastgas”.

## error
error-asset = { $url } could not be loaded: { $reason }
error-cancelled = cancelled
error-confidence-bad-key = the key has a character that no request can carry
error-confidence-empty = row { $row }: the model answered nothing
error-confidence-endpoint = “{ $address }” is no address of a language model: { $reason }
error-confidence-no-key = the environment variable “{ $variable }” is not set
error-confidence-no-logprobs = row { $row }: the answer comes without log-probabilities
error-confidence-no-model = the language model has no name
error-confidence-not-answer = row { $row }: this is no answer of a language model: { $reason }
error-confidence-not-number = row { $row }: the log-probability of token { $token } of the answer is not a number
error-confidence-other-question = row { $row } was answered by another model, or with another text, template or other examples
error-confidence-other-tokens = row { $row }: the tokens whose log-probabilities came do not spell the answer “{ $answer }”
error-confidence-status = row { $row }: the server answered { $status }{ $said }
error-confidence-unanswered = { $unanswered } of { $texts } texts have no confidence; { $first }
error-confidence-unreachable = { $host } cannot be reached: { $reason }
error-config-bad-confidence = the confidence of row { $row } is not a finite number
error-config-budget-above-pool = the budget is { $budget }, but the pool has only { $n_instances } texts
error-config-budget-zero = the budget is 0
error-config-confidences-differ = there are { $confidences } confidences, the pool has { $n_instances } texts
error-config-earlier-outside = row { $row } was picked or skipped earlier, but the pool's rows are 0 to { $n_instances } − 1
error-config-earlier-twice = row { $row } was picked or skipped twice
error-config-imbalance = the imbalance is { $imbalance }, outside 0 to 1
error-config-neighbors-above-pool = { $n_neighbors } neighbors were asked for, but each of { $n_instances } texts has only { $n_instances } − 1 others
error-config-neighbors-zero = the number of neighbors is 0
error-config-no-confidences = vote-k needs a language model's confidence in each text after the first { $n_first } picks, and has none
error-config-not-extendable = { $method } makes all picks at once and cannot go on from earlier ones
error-config-nothing-to-add = the budget is { $budget }, and there are { $earlier } picks already
error-config-parts-zero = the number of parts is 0
error-config-pool-too-small = the pool has { $n_instances } texts; there is nothing to choose from
error-config-too-few-left = the budget is { $budget }, but without the { $skipped } skipped ones the pool has only { $n_instances } − { $skipped } texts
error-config-vote-neighbors-zero = the number of neighbors to vote for is 0
error-embed-model = the model file cannot be used: { $reason }
error-embed-model-config = the model's config cannot be used: { $reason }
error-embed-model-module = { $file }: the model has a module “{ $module }”, which is not supported
error-embed-not-finite = row { $instance }: the model gave no finite vector for this text
error-embed-tokenizer = the tokenizer file cannot be used: { $reason }
error-embed-too-long = row { $instance }: { $bytes } bytes of this text would have to be tokenized at once, the limit is { $limit }
error-embedding-file = the embeddings are missing from this browser’s storage: { $reason }
error-embeddings-bad-row = row { $row } of the embeddings { $reason }
error-embeddings-npy = the array file cannot be used: { $reason }
error-embeddings-rows-differ = the embeddings have { $rows } rows, the pool has { $n_instances }
error-embeddings-rows-differ-from-both = the embeddings have { $rows } rows, the pool has { $n_instances }, and { $n_in_file } with the rows left out
error-encoder-files = the encoder’s files are missing from this browser’s storage: { $reason }
error-evaluate-dimensions-differ = the pool's embeddings have { $pool } dimensions, the others { $other }
error-evaluate-labels-differ = there are { $labels } labels and { $embeddings } embeddings
error-evaluate-no-label = row { $row }: column “{ $column }” is empty, so there is no label to compare with
error-evaluate-no-picks = there are no picks
error-evaluate-pick-outside = row { $row } is picked, but the pool has only { $n_instances } texts
error-evaluate-pick-twice = row { $row } is picked twice
error-evaluate-same-column = column “{ $column }” is given both as the texts and as the labels
error-evaluate-set-aside = row { $row }: column “{ $by }” says that the answer in column “{ $column }” is no label
error-file = the file cannot be read: { $reason }
error-graph-metis = line { $line } of the METIS file: { $reason }
error-graph-parts = { $n_parts } parts were asked for, the graph has { $n_vertices } vertices
error-load-backslash = line { $line }: a backslash stands before a quote, and the cell goes on behind it; so { $broken }
error-load-damaged = this is a backup, or another ZIP file, and it is damaged: { $reason }
error-load-delimiter = “{ $delimiter }” cannot delimit cells
error-load-duplicate-column = line 1: two columns are named “{ $name }”
error-load-empty = the file is empty
error-load-empty-column = column “{ $name }” is empty in every row
error-load-half-character = line { $line }: “{ $escape }” is half of a character (letter { $letter })
error-load-irregular = { $first }, and there are { $n } − 1 more such rows: lines { $lines } …
error-load-json = line { $line }: { $reason }
error-load-missing-row = row { $row } of the pool is missing
error-load-no-column = there is no column “{ $name }”; the columns are “{ $columns }”
error-load-no-encoding = there is no encoding “{ $label }”
error-load-no-header = line 1 should name the columns, but column { $column } is “{ $cell }”
error-load-no-id = row { $row } has nothing in column “{ $column }”
error-load-no-place = the file is read as { $format }, which has no place for “{ $option }”
error-load-no-pool = no texts are open that these embeddings could belong to
error-load-no-rows = the file has a header but no rows
error-load-not-a-list = row { $row } has no list of labels in column “{ $column }”
error-load-not-a-row = record { $record }: “{ $cell }” is no row of the pool, whose rows are 0 to { $n_instances } − 1
error-load-not-finite = line { $line }: “{ $word }” is no JSON (letter { $letter })
error-load-not-labels = column “{ $column }” has { $different } different labels; the limit is { $limit }
error-load-not-number = record { $record }: column “{ $column }” holds “{ $cell }”, which is not { $expected }
error-load-not-project = the file holds no project: { $reason }
error-load-not-records = the file is one JSON object that holds a whole table, where each row should be an object
error-load-not-table = this is a { $format } file, not CSV, TSV, JSON or plain text
error-load-not-text = line { $line }: byte { $byte } of the file is not { $encoding } text
error-load-open-quote = line { $line }: a quote opens here and never closes
error-load-other-column = there is no column “{ $name }” (did you mean “{ $meant }”?)
error-load-other-pool = row { $row } has “{ $here }” in column “{ $column }”, and the pool has “{ $in_pool }”
error-load-protected = this is a project that is protected by a passphrase
error-load-ragged = line { $line } has { $cells } cells, the header has { $expected }
error-load-ragged-lines = the row on lines { $line } to { $last } has { $cells } cells, the header has { $expected }
error-load-repeated-row = row { $row } of the pool stands twice
error-load-row-twice = row { $row } has two labels
error-load-same-id = rows { $rows_0 } and { $rows_1 } both have “{ $id }” in column “{ $column }”
error-load-shifted = line { $line }: a byte is too many or missing at byte { $byte }, and { $encoding } is cut wrongly from there on
error-load-template = line { $line }, letter { $letter } of the template: { $reason }
error-load-too-large = the file has { $bytes }; the limit is { $limit }
error-load-too-many-cells = the table is too large: { $what }
error-load-which-column = the file has several columns: “{ $columns }”
error-load-zero = line { $line }: byte { $byte } of the file is zero, which no text has
error-lost = the worker stopped { $times } times on the same work: { $reason }
error-protocol = a worker's message could not be understood: { $reason }
error-retrieve-dimensions-differ = the pack's embeddings have { $pack } dimensions, the query's { $query }
error-retrieve-models-differ = the pack was made with the model { $pack }, and the query would be embedded with { $query }
error-retrieve-no-column = the template asks for “{"{"}{ $column }{"}"}”, and there is no such column
error-retrieve-no-labels = no text has a label
error-retrieve-no-place-for-label = the template has no “{"{"}label{"}"}”
error-retrieve-pack = this is no few-shot pack: { $reason }
error-retrieve-template = line { $line }, letter { $letter } of the template: { $reason }
error-trace-broken = the trace is cut off or damaged
error-trace-differs = the trace says { $recorded } where its own steps lead to { $found }
error-trace-format = the file is no trace of this version of FastGAS
error-trace-large = a graph of { $n_vertices } vertices has no places to be drawn at; up to { $limit } are given some
error-trace-senseless = the trace has a step that cannot follow the one before it
error-trace-untold = only the method fastgas tells what it does

## format
format-csv = CSV: cells between delimiters
format-jsonl = JSON: an object or a text on each line, or a list of them
format-lines = Plain lines: a text on each line
format-tsv = TSV: cells between tabs

## method
method-facility-location = Those that together have something similar for every text
method-fast-vote-k = Texts that many have among their nearest; one near a pick counts less
method-fastgas = Cut the kNN graph into parts; what is most connected in each and covers the pool together
method-graph-cover = Again and again the text with the most neighbors that no pick has
method-ideal = Those from which most others are reached by chance along the kNN graph
method-k-center = Again and again the text that is farthest from all picks
method-k-means = The text in the middle of each cluster
method-louvain = Communities of the kNN graph; the largest residual degrees of each
method-pagerank = The highest PageRank in the kNN graph
method-random = Texts chosen at random
method-subclustering = k-means into groups, and again in each group; the middle of each cluster
method-top-degree = The largest degrees in the kNN graph
method-typical = The text of each cluster whose surroundings are densest
method-vote-k = As fast-vote-k, among texts of which a language model is equally sure

## name
name-empty = a label needs a name
name-key-taken = “{ $key }” is the key of “{ $name }”
name-looks-taken = there is already a label “{ $name }” that looks the same and is spelled otherwise: { $spelled }
name-no-key = “{ $key }” cannot be the key of a label: digits from 1 and the letters but j, k, s and u can
name-semicolon = “{ $name }” has a semicolon, which stands between the labels of one text
name-taken = there is already a label “{ $name }”

## pass
pass-cannot-tell = can’t tell
pass-skipped = skipped

## said
said-a-chunk-is-missing = a chunk is missing
said-a-finite-number = a finite number
said-a-is-missing-behind-a-key = a “{ $part_0 }” is missing behind a key
said-a-label-came-back-from-the-disk-as-another = a label came back from the disk as another
said-a-module-has-no-type = a module has no type
said-a-name-or-a-key-has-no-place-before-the-host = a name or a key has no place before the host
said-a-newer-version-of-this-page-has-stored-it-in-its-own-way = a newer version of this page has stored it in its own way
said-a-number-of-16-hexadecimal-digits = a number of 16 hexadecimal digits
said-a-or-is-missing-behind-a-value = a “{ $part_0 }” or “{ $part_1 }” is missing behind a value
said-a-or-is-missing-behind-an-object = a “{ $part_0 }” or “{ $part_1 }” is missing behind an object
said-a-page-s-policy-cannot-name-an-address-of-ipv6-give-its-host-a-name-such-as-localhost = a page’s policy cannot name an address of IPv6; give its host a name, such as localhost
said-a-prompt-has-bytes-and-the-limit-is = a prompt has { $part_0 } bytes, and the limit is { $part_1 }
said-a-stands-alone-as-a-letter-it-is-written-twice = a “{ $part_0 }” stands alone; as a letter it is written twice
said-a-text-is-in-a-part-that-there-is-not-or-there-are-more-parts-than-texts = a text is in a part that there is not, or there are more parts than texts
said-a-text-s-position-on-the-map-is-out-of-range = a text’s position on the map is out of range
said-a-whole-number-below = a whole number below { $part_0 }
said-an-answer-of-a-language-model-is-no-number = an answer of a language model is no number
said-an-entry-of-the-log-of-labels-is-damaged = an entry of the log of labels is damaged
said-and-are-of-one-kind-and-say-different-things = “{ $part_0 }” and “{ $part_1 }” are of one kind and say different things
said-another-encoder-was-put-in-its-place = another encoder was put in its place
said-another-tab-or-program-is-writing-it = another tab or program is writing it
said-at-line-column = line { $line }, letter { $letter }
said-control-character-u0000-u001f-found-while-parsing-a-string = control character (\u0000-\u001F) found while parsing a string
said-does-not-belong-in-it = “{ $part_0 }” does not belong in it
said-duplicate-field = duplicate field “{ $part_0 }”
said-eof-while-parsing-a-list = EOF while parsing a list
said-eof-while-parsing-a-string = EOF while parsing a string
said-eof-while-parsing-a-value = EOF while parsing a value
said-eof-while-parsing-an-object = EOF while parsing an object
said-expected = expected “{ $part_0 }”
said-expected-ident = expected ident
said-expected-or = expected “{ $part_0 }” or “{ $part_1 }”
said-expected-value = expected value
said-from-letter = from letter { $letter } on
said-holds-a-number-that-is-not-finite = holds a number that is not finite
said-html-or-xml = HTML or XML
said-invalid-escape = invalid escape
said-invalid-length = a list is of another length than expected: { $said }
said-invalid-number = invalid number
said-invalid-type = a value is of another kind than expected: { $said }
said-invalid-unicode-code-point = invalid unicode code point
said-invalid-value = a value is not allowed: { $said }
said-is = “{ $part_0 }” is { $part_1 }
said-is-all-zero = is all zero
said-is-missing = “{ $part_0 }” is missing
said-is-no-address = “{ $part_0 }” is no address
said-is-not-a-buffer = “{ $part_0 }” is not a buffer
said-is-not-a-number = “{ $part_0 }” is “{ $part_1 }”, not a number
said-is-the-mean-of-all-rows-which-leaves-nothing-when-that-is-subtracted = is the mean of all rows, which leaves nothing when that is subtracted
said-it-begins-neither-with-http-nor-with-https = it begins neither with http:// nor with https://
said-it-contradicts-itself = it contradicts itself: { $said }
said-it-did-not-answer-for-ten-minutes = it did not answer for ten minutes
said-it-does-not-answer-what-was-asked = it does not answer what was asked
said-it-does-not-begin-as-a-npy-file-does = it does not begin as a .npy file does
said-it-gives-no-token-for-an-empty-text = it gives no token for an empty text
said-it-gives-token-the-model-has = it gives token { $part_0 }, the model has { $part_1 }
said-it-gives-type-the-model-has = it gives type { $part_0 }, the model has { $part_1 }
said-it-has-an-input-which-is-none-of-a-sentence-encoder-s = it has an input “{ $part_0 }”, which is none of a sentence encoder's
said-it-has-no-input = it has no input “{ $part_0 }”
said-it-has-no-output = it has no output
said-it-holds-no-graph = it holds no graph
said-it-holds-not-fields = it holds “{ $part_0 }”, not fields
said-it-is-a-file-not-a-npy-file = it is a “{ $part_0 }” file, not a .npy file
said-it-is-a-kind-of-zip-file-that-this-page-does-not-read = it is a kind of ZIP file that this page does not read: { $said }
said-it-is-broken = it is broken
said-it-is-compressed = it is compressed
said-it-is-encrypted-in-form-this-page-reads-form = it is encrypted in form { $part_0 }, this page reads form { $part_1 }
said-it-is-larger-than-gb = it is larger than { $part_0 } GB
said-it-is-no-json = it is no JSON
said-it-is-no-json-object-it-does-not-begin-with = it is no JSON object: it does not begin with “{ $part_0 }”
said-it-is-no-onnx-file = it is no ONNX file
said-it-is-no-text = it is no text
said-it-is-no-text-in-quotes-as-the-rows-before-it-are = it is no text in quotes, as the rows before it are
said-it-is-no-text-in-utf-8 = it is no text in UTF-8
said-it-is-not-a-zip-file = it is not a ZIP file
said-it-is-not-allowed-here = it is not allowed here
said-it-is-not-encrypted = it is not encrypted
said-it-is-not-there-any-more = it is not there any more
said-it-is-not-what-was-written-there = it is not what was written there
said-it-is-of-version-this-page-reads-version = it is of version { $part_0 }, this page reads version { $part_1 }
said-it-is-of-version-this-page-reads-versions-up-to = it is of version { $part_0 }, this page reads versions up to { $part_1 }
said-it-is-protected-in-form-this-page-reads-form = it is protected in form { $part_0 }, this page reads form { $part_1 }
said-it-names-no-column-such-as = it names no column, such as “{ $part_0 }”
said-it-needs-operators-that-are-not-supported = it needs operators that are not supported: “{ $part_0 }”
said-it-says-that-it-holds-numbers-but-it-has-bytes = it says that it holds { $part_0 } × { $part_1 } numbers, but it has { $part_2 } bytes
said-it-was-altered-belongs-to-another-place-or-is-encrypted-with-another-key = it was altered, belongs to another place, or is encrypted with another key
said-it-was-broken-off = it was broken off
said-it-was-changed-meanwhile-or-another-program-holds-it = it was changed meanwhile, or another program holds it
said-its-buffers-of-bytes-are-too-small = its buffers of { $part_0 } bytes are too small
said-its-driver-does-not-answer = its driver does not answer
said-its-edges-are-none-of-its-texts = its edges are none of its texts
said-its-end-is-missing-as-if-it-was-cut-off-on-its-way = its end is missing, as if it was cut off on its way
said-its-header-has-no = its header has no “{ $part_0 }”
said-its-header-is-cut-off-or-not-that-of-one-matrix = its header is cut off, or not that of one matrix
said-its-input-is-neither-int64-nor-int32 = its input “{ $part_0 }” is “{ $part_1 }”, neither int64 nor int32
said-its-normalizer-can-make-a-text-so-long-that-no-memory-holds-it = its normalizer can make a text so long that no memory holds it
said-its-numbers-are-of-the-kind-only-floats-of-16-32-or-64-bits-are-read = its numbers are of the kind “{ $part_0 }”; only floats of 16, 32 or 64 bits are read
said-its-order-cannot-be-read = its order cannot be read
said-its-output-is-neither-batch-length-d-nor-batch-d-of-float32 = its output “{ $part_0 }” is “{ $part_1 }”, neither batch×length×d nor batch×d of float32
said-its-output-is-pooled-already-so-that-an-instruction-cannot-be-left-out-of-it = its output “{ $part_0 }” is pooled already, so that an instruction cannot be left out of it
said-its-parts-or-positions-are-not-as-many-as-its-texts = its parts or positions are not as many as its texts
said-its-program-could-not-be-loaded = its program could not be loaded
said-its-script-could-not-be-run = its script could not be run
said-its-shape-cannot-be-read = its shape cannot be read
said-its-shape-is-not-texts-dimensions = its shape is ({ $numbers }), not (texts, dimensions)
said-its-vectors-have-dimensions-and-the-config-says = its vectors have { $part_0 } dimensions, and the config says { $part_1 }
said-its-version-is-not = its version is “{ $part_0 }”, not “{ $part_1 }”
said-its-version-is-not-1-2-or-3 = its version is not 1, 2 or 3
said-its-weights-are-in-another-file-it-must-be-saved-as-one = its weights are in another file; it must be saved as one
said-key-must-be-a-string = key must be a string
said-letter = letter { $letter }
said-lone-leading-surrogate-in-hex-escape = lone leading surrogate in hex escape
said-max-length-is-and-instruction-prefix-and-special-tokens-alone-are = max_length is { $part_0 }, and instruction, prefix and special tokens alone are { $part_1 }
said-max-length-is-and-the-model-has-positions = max_length is { $part_0 }, and the model has { $part_1 } positions
said-missing-field = missing field “{ $part_0 }”
said-more-than-bytes-of-text-by-line = more than { $part_0 } bytes of text by line { $part_1 }
said-more-than-cells-by-line = more than { $part_0 } cells by line { $part_1 }
said-names-no-column = “{ $part_0 }” names no column
said-no-way-of-pooling-is-on = no way of pooling is on
said-no-window = no window
said-number-out-of-range = number out of range
said-old-excel = old Excel
said-pooling-by-is-not-supported-mean-cls-and-max-are = pooling by “{ $part_0 }” is not supported; mean, cls and max are
said-recursion-limit-exceeded = recursion limit exceeded
said-row-has-another-number-of-cells-than-the-header = row { $part_0 } has another number of cells ({ $part_1 }) than the header ({ $part_2 })
said-rows-of-columns-are-more-than-cells = { $part_0 } rows of { $part_1 } columns are more than { $part_2 } cells
said-several-ways-of-pooling-together-are-not-supported = several ways of pooling together are not supported: “{ $part_0 }”
said-some-of-its-labels-are-damaged = some of its labels are damaged
said-something-stands-behind-the-list = something stands behind the list
said-something-stands-behind-the-object-at-letter = something stands behind the object, at letter { $part_0 }
said-something-stands-behind-the-text-at-letter = something stands behind the text, at letter { $part_0 }
said-stands-behind = “{ $part_0 }” stands behind “{ $part_1 }”
said-stands-in-it-twice = “{ $part_0 }” stands in it twice
said-the-address-is-not-secure = the address is not secure
said-the-browser-could-not-store-it = the browser could not store it
said-the-browser-has-closed-the-database-as-when-what-the-site-has-stored-is-deleted = the browser has closed the database, as when what the site has stored is deleted
said-the-browser-has-no-room-for-its-mb = the browser has no room for its { $part_0 } MB
said-the-browser-keeps-nothing-for-this-site-as-in-some-private-windows = the browser keeps nothing for this site, as in some private windows
said-the-browser-s-own-store-on-the-disk-fails = the browser’s own store on the disk fails
said-the-browser-says = the browser says { $said }
said-the-browser-shows-no-frame = the browser shows no frame
said-the-cells-do-not-fit-their-table = the cells do not fit their table
said-the-disk-is-full-or-this-site-s-share-of-it = the disk is full, or this site’s share of it
said-the-frame-has-gone = the frame has gone
said-the-key-stands-twice-in-the-object = the key “{ $part_0 }” stands twice in the object
said-the-list-holds-something-that-is-no-object = the list holds something that is no object
said-the-list-is-not-closed-by = the list is not closed by “{ $part_0 }”
said-the-log-of-labels-on-the-disk-is-another-one = the log of labels on the disk is another one
said-the-names-of-the-columns-are-missing = the names of the columns are missing
said-the-object-has-no-keys = the object has no keys
said-the-page-has-no-address = the page has no address
said-the-page-has-no-element = the page has no element “{ $part_0 }”
said-the-page-lists-no-file = the page lists no file “{ $part_0 }”
said-the-page-s-list-of-files-cannot-be-read = the page’s list of files cannot be read
said-the-passphrase-is-wrong = the passphrase is wrong
said-the-project-is-not-stored = the project is not stored
said-the-project-is-protected-by-a-passphrase-which-this-tab-has-to-ask-for-first = the project is protected by a passphrase, which this tab has to ask for first
said-the-prompt-is-missing = the prompt “{ $part_0 }” is missing
said-the-rows-of-are-incomplete = the rows of “{ $part_0 }” are incomplete
said-the-rows-of-are-not-there-any-more = the rows of “{ $part_0 }” are not there any more
said-the-server-answered = the server answered { $part_0 }
said-the-table-is-too-large = the table is too large
said-the-write-was-undone-as-when-the-disk-is-full = the write was undone, as when the disk is full
said-there-are-more-than-files-in-it = there are more than { $part_0 } files in it
said-there-is-no-choice-in-it = there is no choice in it
said-there-is-no-file-in-it = there is no file in it
said-there-is-no-host-in-it = there is no host in it
said-there-is-no-in-it = there is no { $part_0 } in it
said-there-is-no-page = there is no page
said-there-is-not-enough-memory = there is not enough memory
said-there-was-no-answer = there was no answer
said-there-was-no-answer-in-time = there was no answer in time
said-this-browser-encrypts-nothing-on-this-address = this browser encrypts nothing on this address
said-this-browser-has-no-private-file-system = this browser has no private file system
said-together-there-are-more-than-bytes-of-text = together there are more than { $part_0 } bytes of text
said-trailing-characters = trailing characters
said-trailing-comma = trailing comma
said-unexpected-end-of-hex-escape = unexpected end of hex escape
said-unknown-field = a key is not known: { $said }
said-unknown-variant = a value is not known: { $said }
said-what-is-stored-cannot-be-opened = what is stored cannot be opened
said-what-is-stored-cannot-be-read = what is stored cannot be read
said-what-says-how-to-open-it-is-damaged = what says how to open it is damaged
said-with-the-joined-texts-there-are-more-than-bytes-of-text = with the joined texts there are more than { $part_0 } bytes of text
said-zip-or-excel = ZIP or Excel

## searched
searched-approximately = { $large ->
    [true] approximately: the pool is large
   *[other] approximately: as asked for
}
searched-both = { $n_rows } rows on the GPU{ $name }, the others on the CPU: { $why }
searched-cpu = on the CPU: { $why }
searched-gpu = on the GPU{ $name }

## stage
stage-embed = Embedding the texts
stage-graph = Building the graph
stage-load = Reading the file
stage-map = Drawing the map
stage-neighbors = Finding neighbors
stage-partition = Partitioning the graph
stage-select = Selecting

## step
step-all-kept = { $n_moves } moves, all kept. The cut is { $cut }.
step-begun = Region { $region } starts at vertex { $vertex } (with { $n_more } more).
step-bisect = Parts { $first }–{ $last }: a group of { $weight } is to be cut in two, { $targets_0 } and { $targets_1 }.
step-chosen = Of the cuts { $cuts }, that of try { $number } is taken.
step-clustered = Each cluster becomes one vertex: { $n_left } of { $n_vertices } are left.
step-clusters = Clusters are found.
step-counted = { $n_moves } change sides, so that there is one for each part.
step-covers = { $better ->
    [true] The picks of these parts would cover the pool to { $coverage } (mean cosine to the nearest pick): the best so far.
   *[other] The picks of these parts would cover the pool to { $coverage } (mean cosine to the nearest pick): less than before.
}
step-crosses = Vertex { $vertex } (with { $n_more } more) changes sides.
step-cut = The graph is to be cut into { $n_parts } parts of at most { $limit }.
step-cycle = Cycle { $number } begins.
step-dropped = The cycle ends with a worse cut: thrown away.
step-goes = Vertex { $vertex } (with { $n_more } more) goes to part { $part }.
step-grown = Region { $region } started at { $vertex } (with { $n_more } more) and has { $n_inside } vertices.
step-halve = Each part is cut in two: { $n_parts } parts.
step-improve = All parts are refined together on the graph of { $n_vertices } vertices; a part may weigh { $limit }.
step-joined = Vertex { $vertex } (with { $n_more } more) joins region { $region }.
step-kept = The cycle ends with a cut of { $cut }: kept.
step-merged = Each pair becomes one vertex: { $n_left } are left.
step-middles = Each pick moves to the middle of those that it stands for.
step-none-kept = { $n_moves } moves did not lead to less: all are undone. The cut is { $cut }.
step-none-moved = No vertex can move. The cut is { $cut }.
step-paired = { $n_pairs } pairs are found.
step-picked = { $has_text ->
    [true] Part { $part }: “{ $text }” is picked, with { $degree } edges that no earlier pick touches. Each of these neighbors’ degrees falls by one.
   *[other] Part { $part }: vertex { $row } is picked, with { $degree } edges that no earlier pick touches. Each of these neighbors’ degrees falls by one.
}
step-project = One level finer: { $n_vertices } vertices.
step-propose = The parts stand, with a cut of { $cut }. They propose { $n_proposed }.
step-quotas = The parts stand, with a cut of { $cut }. They give { $quotas } picks.
step-refine = Now the cut is refined on the graph of { $n_vertices } vertices.
step-some-kept = The best was after { $n_kept } moves; the { $n_undone } after it are undone. The cut is { $cut }.
step-split = The two sides are groups of their own now.
step-start = The coarsest graph is cut by bisections.
step-taken = { $has_text ->
    [true] “{ $text }” of part { $part } is taken: the centered coverage is { $coverage }.
   *[other] vertex { $row } of part { $part } is taken: the centered coverage is { $coverage }.
}
step-tried = That would cut { $cut }.
step-uncut = The graph: { $n_vertices } vertices, { $n_edges } edges. Nothing is cut yet.
step-went = { $n_moves } vertices moved, one after the other.

## storage
storage-locked = the project is protected by a passphrase, which this tab has to ask for first
storage-refused = the browser could not store it: { $reason }
storage-unreadable = what is stored cannot be read: { $reason }

## task
task-classification = any text with a label
task-dbpedia = classification: topic of an article
task-hellaswag = multiple choice: what happens next?
task-mnli = pair classification: does the premise entail the claim?
task-mrpc = pair classification: do two sentences say the same?
task-rte = pair classification: does the premise entail the hypothesis?
task-sst-5 = classification: sentiment
task-xsum = summarization: one sentence

## undefined
undefined-nothing-shared = no text is labeled by both
undefined-one-value = every text has the same label

## why
why-cpu-asked = as asked for
why-cpu-lost = the GPU was lost: { $reason }
why-cpu-no-adapter = no GPU can be used here
why-cpu-not-built = this program is built without GPU support
why-cpu-out-of-memory = the GPU has too little memory
why-cpu-refused = the GPU refused the work: { $reason }
why-cpu-small = the pool is small
why-cpu-software = the only GPU here is imitated by software
why-cpu-unfit = the GPU cannot be used: { $reason }
why-cpu-wrong = the GPU computes wrongly
