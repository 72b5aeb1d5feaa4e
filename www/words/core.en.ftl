# The texts of the core, in English. A test of crates/page/src/i18n generates this file from the core; do not edit it.
#
# The page does not read this file. It lists the messages to be translated, in the order of their keys. The English texts use the plural;
# if a language needs another text for the number 1, its message uses a selector, as in de.ftl. “−” is a subtraction that the core
# performs before it formats the number. A message may use other variables than its English text, but only those of the value.

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
advice-embeddings-object-npy = If each row is a list of equally many numbers, write numpy.save(name, numpy.stack(list(array)).astype('float32')), one row for each text.
advice-embeddings-rows-differ = Use the embeddings that were made from this very file.
advice-embeddings-rows-differ-from-both = Use the embeddings that were made from this very file.
advice-embeddings-structured-npy = If one field holds the vectors, write that field: numpy.save(name, array['embedding'].astype('float32')). If each field is one number, write numpy.lib.recfunctions.structured_to_unstructured(array, dtype='float32').
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
advice-load-all-left-out = Have rows with NaN, Infinity or half of a character kept (in the terminal: --repair-json), or rows with too few or too many cells padded (--pad-rows). If the delimiter or another setting is wrong, correct it.
advice-load-backslash = Say that backslashes stand before quotes inside a cell (in the terminal: --backslash-quotes), or write a quote inside a quoted cell as two ("").
advice-load-binary-column = Write the file without this column; with pandas that is “df.drop(columns=[…]).to_parquet(name)”.
advice-load-damaged = Copy it once more from where it was written, in case it was cut off or changed on its way; else take an older backup.
advice-load-damaged-table = Copy or download it once more, in case it was cut off. Otherwise open it in the program that wrote it, and save it again, best as CSV (UTF-8).
advice-load-delimiter = Give one to eight characters without quotes and line ends.
advice-load-document = Open it in the program that it belongs to. Copy its table to a spreadsheet and save that as CSV (UTF-8), or save plain text (UTF-8) with one text on each line.
advice-load-duplicate-column = Give each column a name of its own, or say that the first line names the columns: then the second gets a number.
advice-load-empty = Choose a file with one text per row: CSV, TSV, JSON or plain lines.
advice-load-empty-column = Choose the column that holds the texts.
advice-load-empty-sheet = Choose another sheet (in the terminal: --sheet).
advice-load-half-character = An emoji is written as two such halves, and whatever wrote the file cut one in two, as when it shortened a text: have it write the file again, or delete the half. Or have such rows kept, with � in its place (in the terminal: --repair-json), or left out.
advice-load-irregular = { $first }
advice-load-json = Write one JSON object, or one text in quotes, on each line, or say that the file has another format. Or have such rows left out.
advice-load-markup = Open it in a spreadsheet, which reads the tables of a web page, and save it as CSV (UTF-8). If each line is a text, say that the file has plain lines (in the terminal: --format lines).
advice-load-media = Choose a file of texts. If this one shows or speaks texts, let a program for text or speech recognition write them down, with one text on each line.
advice-load-missing-row = Give one line for each row of the pool, which count from 0.
advice-load-no-column = Choose one of the columns of the file.
advice-load-no-encoding = Name one that the web knows, such as windows-1252, Shift_JIS or gb18030, or cp437, cp850, UTF-32 or CESU-8.
advice-load-no-entries = Choose an archive that contains a table.
advice-load-no-entry = Give the name of one of its files, with its folders.
advice-load-no-header = Put a line with a name for every column at the top of the file, or say that its first line is a row.
advice-load-no-header-row = Give the row that contains the column names, as the spreadsheet counts it.
advice-load-no-id = Choose a column that has another value in each row, or none: rows have numbers of their own.
advice-load-no-place = Leave it out, or say with “--format” how else the file is written.
advice-load-no-pool = Drop the file of the texts first, or both together.
advice-load-no-rows = Add rows below the header. If the first line is itself a text, put a line with a column name, such as “text”, above it.
advice-load-no-sheet = Give the name of one of its sheets.
advice-load-none-matched = Give the pool to which the labels belong, or add a column “row” with the rows of the pool, which count from 0.
advice-load-not-a-list = Say what stands between the labels of a cell, or write each cell like ["one", "two"].
advice-load-not-a-row = Give the pool that these picks were made from, or make them again.
advice-load-not-finite = Write null in its place, as “to_json” of pandas does; “json.dumps” of Python writes it although JSON has no such word. Or have such rows kept, with nothing in its place (in the terminal: --repair-json), or left out.
advice-load-not-labels = Choose the column of the labels; this one likely holds texts or ids.
advice-load-not-number = Write numbers with a point and without separators, as 0.25 or -1.5e-3.
advice-load-not-project = Give a file that “Back up” wrote, as it was written.
advice-load-not-records = Write an object for each row; with pandas that is “df.to_json(name, orient="records")”.
advice-load-not-table = Open it in the program it belongs to and save it as CSV (UTF-8).
advice-load-not-text = Say which encoding the file has, or save it as UTF-8 (in a spreadsheet: “CSV UTF-8”) and try again.
advice-load-not-vector = Choose a column that holds a list of numbers in each row, all lists equally long and without missing numbers.
advice-load-open-quote = Close the quote, or write a literal quote inside a quoted cell as two (""). Or say that quotes belong to the text (in the terminal: --no-quotes).
advice-load-other-column = Give the name exactly as it stands in the file: blanks and capital letters count.
advice-load-other-pool = Give the pool that these picks were made from. If a spreadsheet or pandas has rewritten the cells, keep only the columns “row” and “label” of the file: these two suffice.
advice-load-packed = Unpack it, and open the table that it contains.
advice-load-parquet-column = Write the file again, for example with “df.to_parquet(name)” of pandas, or without this column.
advice-load-password = Open it in the program that it belongs to, and save it without a password.
advice-load-program-data = Write its texts as CSV in the program that wrote it; a data frame of pandas, for example, with “to_csv(name, index=False)” after “pandas.read_pickle” or “read_hdf”. If it holds embeddings, write them with “numpy.save”, and add that file to its texts.
advice-load-protected = Open it in the page, which asks for the passphrase, under a name that ends with .fastgas.
advice-load-ragged = Check that line: a cell that contains the delimiter or a line break needs quotes around it; change the settings if the quotes are single, or if there are blanks around them (in the terminal: --skip-blanks). If lines stand above the table, say how many (in the terminal: --lines-above). Or have such rows padded, or left out.
advice-load-ragged-lines = A quote at the beginning of a cell encloses everything up to the next one. If quotes belong to the text here, say so (in the terminal: --no-quotes). Otherwise look at these lines; or have such rows padded, or left out.
advice-load-repeated-row = Give one line for each row of the pool, which count from 0.
advice-load-row-twice = Keep one of the two.
advice-load-same-id = Choose a column that has another value in each row, or none: rows have numbers of their own.
advice-load-sheet-cell = Open it in a spreadsheet, and save it again, as a workbook or as CSV (UTF-8).
advice-load-sheet-size = Delete the rows and columns of cells that are far from the table. Otherwise split the table, or save it as CSV (UTF-8).
advice-load-shifted = Have the program that wrote the file write it once more, best as UTF-8; or put that byte right in an editor that shows bytes. For the rows before it alone, have irregular rows left out.
advice-load-statistics = Save it as CSV (UTF-8) in that program. Without the program, Python reads it with “pandas.read_spss”, “read_stata” or “read_sas”; then write it with “to_csv(name, index=False)”.
advice-load-template = Write columns between braces, as in “{"{"}premise{"}"} … {"{"}hypothesis{"}"}”.
advice-load-too-large = Split the file, or use the terminal program “fastgas”, which has no such limit.
advice-load-too-many-cells = Split the file into smaller ones.
advice-load-unpacked-ratio = It may be made to exhaust the memory. If you trust it, unpack it with another program, and open the table that it contains.
advice-load-unpacked-size = Unpack it and split the table, or leave out columns.
advice-load-unreadable = Copy or download it once more, in case it was cut off. Otherwise open it in the program that wrote it, and save it again, best as CSV (UTF-8).
advice-load-which-column = Say which of them holds the texts (--text), or join several (--text-template).
advice-load-which-entry = Choose one of them (in the terminal: --zip-entry).
advice-load-zero = Perhaps this is no file of texts, or it is UTF-16 without its mark: then say so. Or say that such bytes are to be read as �.
advice-lost = Labeling, export and backup go on working. The browser may be short of memory: close other tabs, set fewer workers, and try again. If the page was updated on its server meanwhile, reload it.
advice-no-project = Open a project, and try again.
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
advice-write-table-cell = Write CSV or Parquet instead, which hold every text.
advice-write-table-failed = Write CSV instead.
advice-write-table-long-cell = Write CSV or Parquet instead, which hold every text.
advice-write-table-many-columns = Write CSV or Parquet instead, which have no such limit.
advice-write-table-many-rows = Write CSV or Parquet instead, which have no such limit.
advice-write-table-same-column = Rename one of them in your file, or write CSV or a workbook instead.

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
error-embeddings-object-npy = the array file cannot be used: its elements are objects of Python, not numbers
error-embeddings-rows-differ = the embeddings have { $rows } rows, the pool has { $n_instances }
error-embeddings-rows-differ-from-both = the embeddings have { $rows } rows, the pool has { $n_instances }, and { $n_in_file } with the rows left out
error-embeddings-structured-npy = the array file cannot be used: its elements are records with named fields, not numbers
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
error-load-all-left-out = no row is left; rows left out: { $n }, the first on line { $line }
error-load-backslash = line { $line }: a backslash stands before a quote, and the cell goes on behind it; so { $broken }
error-load-binary-column = row { $row }: column “{ $column }” holds bytes that are not UTF-8 text
error-load-damaged = this is a backup, or another ZIP file, and it is damaged: { $reason }
error-load-damaged-table = the file is damaged, and its reader stopped: { $said }
error-load-delimiter = “{ $delimiter }” cannot delimit cells
error-load-document = the file is a document without rows, in the format { $format }
error-load-duplicate-column = line 1: two columns are named “{ $name }”
error-load-empty = the file is empty
error-load-empty-column = column “{ $name }” is empty in every row
error-load-empty-sheet = the sheet “{ $sheet }” is empty
error-load-half-character = line { $line }: “{ $escape }” is half of a character (letter { $letter })
error-load-irregular = { $first }, and there are { $n } − 1 more such rows: lines { $lines } …
error-load-json = line { $line }: { $reason }
error-load-markup = this is an HTML or XML file, not CSV, TSV, JSON or plain text
error-load-media = the file is a picture, a sound or a film, in the format { $format }
error-load-missing-row = row { $row } of the pool is missing
error-load-no-column = there is no column “{ $name }”; the columns are “{ $columns }”
error-load-no-encoding = there is no encoding “{ $label }”
error-load-no-entries = the ZIP file contains no file
error-load-no-entry = the ZIP file contains no file “{ $name }”; it contains “{ $names }”
error-load-no-header = line 1 should name the columns, but column { $column } is “{ $cell }”
error-load-no-header-row = the sheet “{ $sheet }” has no row { $row }; its last row is { $last }
error-load-no-id = row { $row } has nothing in column “{ $column }”
error-load-no-place = the file is read as { $format }, which has no place for “{ $option }”
error-load-no-pool = no texts are open that these embeddings could belong to
error-load-no-rows = the file has a header but no rows
error-load-no-sheet = there is no sheet “{ $name }”; the sheets are “{ $sheets }”
error-load-none-matched = there is no column “row”, and no labeled row equals a row of the pool in column “{ $column }”
error-load-not-a-list = row { $row } has no list of labels in column “{ $column }”
error-load-not-a-row = record { $record }: “{ $cell }” is no row of the pool, whose rows are 0 to { $n_instances } − 1
error-load-not-finite = line { $line }: “{ $word }” is no JSON (letter { $letter })
error-load-not-labels = column “{ $column }” has { $different } different labels; the limit is { $limit }
error-load-not-number = record { $record }: column “{ $column }” holds “{ $cell }”, which is not { $expected }
error-load-not-project = the file holds no project: { $reason }
error-load-not-records = the file is one JSON object that holds a whole table, where each row should be an object
error-load-not-table = this is a { $format } file, not CSV, TSV, JSON or plain text
error-load-not-text = line { $line }: byte { $byte } of the file is not { $encoding } text
error-load-not-vector = row { $row }: column “{ $column }” holds no list of numbers, of which each row has { $expected }; further such rows: { $n }, namely { $rows } …
error-load-open-quote = line { $line }: a quote opens here and never closes
error-load-other-column = there is no column “{ $name }” (did you mean “{ $meant }”?)
error-load-other-pool = row { $row } has “{ $here }” in column “{ $column }”, and the pool has “{ $in_pool }”
error-load-packed = the file is packed, in the format { $format }
error-load-parquet-column = column “{ $column }” of the Parquet file cannot be read from row { $row } on: { $said }
error-load-password = the { $format } file is protected by a password
error-load-program-data = the file holds the objects or arrays of a program, in the format { $format }
error-load-protected = this is a project that is protected by a passphrase
error-load-ragged = line { $line } has { $cells } cells, the header has { $expected }
error-load-ragged-lines = the row on lines { $line } to { $last } has { $cells } cells, the header has { $expected }
error-load-repeated-row = row { $row } of the pool stands twice
error-load-row-twice = row { $row } has two labels
error-load-same-id = rows { $rows_0 } and { $rows_1 } both have “{ $id }” in column “{ $column }”
error-load-sheet-cell = { $sheet }!{ $cell }: the sheet is damaged at or after this cell: { $said }
error-load-sheet-size = { $sheet }!{ $cell }: up to this cell the sheet has more than { $limit } bytes or cells
error-load-shifted = line { $line }: a byte is too many or missing at byte { $byte }, and { $encoding } is cut wrongly from there on
error-load-statistics = the file is a data set of a statistics program, in the format { $format }
error-load-template = line { $line }, letter { $letter } of the template: { $reason }
error-load-too-large = the file has { $bytes }; the limit is { $limit }
error-load-too-many-cells = the table is too large: { $reason }
error-load-unpacked-ratio = the { $format } file has { $packed } bytes, and unpacked more than { $ratio } times as many, which is the limit
error-load-unpacked-size = the { $format } file has { $packed } bytes, and unpacked more than { $megabytes } MB, which is the limit
error-load-unreadable = the { $format } file is damaged or of an unknown kind: { $said }
error-load-which-column = the file has several columns: “{ $columns }”
error-load-which-entry = the ZIP file contains { $n } files that may be the table: “{ $names }”
error-load-zero = line { $line }: byte { $byte } of the file is zero, which no text has
error-lost = the worker stopped { $times } times on the same work: { $reason }
error-no-project = no project is open
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
error-write-table-cell = row { $row } of the sheet, column “{ $column }”: this text cannot be written: { $said }
error-write-table-failed = the { $format } file cannot be written: { $said }
error-write-table-long-cell = row { $row } of the sheet, column “{ $column }”: the text has { $letters } characters, and a cell of Excel holds at most { $limit }
error-write-table-many-columns = the table has { $columns } columns, and a sheet of Excel holds at most { $limit }
error-write-table-many-rows = the table has { $rows } rows, and a sheet of Excel holds at most { $limit } below the column names
error-write-table-same-column = two columns are named “{ $column }”, and in a Parquet file all names differ

## format
format-csv = CSV: cells between delimiters
format-jsonl = JSON: an object or a text on each line, or a list of them
format-lines = Plain lines: a text on each line
format-tsv = TSV: cells between tabs

## method
method-facility-location = Texts that together have a similar one for every text
method-fast-vote-k = Texts that are among the nearest neighbors of many others; a text near a pick counts less
method-fastgas = Cuts the kNN graph into balanced parts and picks well-connected texts that together cover the pool
method-graph-cover = Repeatedly the text with the most neighbors that no pick covers yet
method-ideal = Texts from which random spreading along the kNN graph reaches the most others
method-k-center = Repeatedly the text that is farthest from all picks
method-k-means = The central text of each cluster
method-louvain = Texts with the largest residual degrees in each community of the kNN graph
method-pagerank = Texts with the highest PageRank in the kNN graph
method-random = Texts chosen at random
method-subclustering = k-means into groups, and again within each group; the central text of each cluster
method-top-degree = Texts with the largest degrees in the kNN graph
method-typical = The text in the densest region of each cluster
method-vote-k = Like fast-vote-k, among texts with similar confidence of a language model

## name
name-empty = a label needs a name
name-key-taken = “{ $key }” is the key of “{ $name }”
name-looks-taken = there is already a label “{ $name }” that looks the same and is spelled otherwise: { $spelled }
name-no-key = “{ $key }” cannot be the key of a label: digits from 1 and the letters but j, k, s and u can
name-semicolon = “{ $name }” has a semicolon, which stands between the labels of one text
name-taken = there is already a label “{ $name }”

## pass
pass-cannot-tell = cannot tell
pass-skipped = skipped

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
stage-parts = Choosing the number of parts
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
step-middles = Each pick moves to the middle of those that it stands for. { $n_moved } of { $n_picks } were not there yet.
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
why-answer-no-choice = it contains no answer
why-asset-bad-address = “{ $address }” is not an address
why-asset-list = the page’s list of files cannot be read: { $reason }
why-asset-no-address = the page has no address
why-asset-no-element = the page has no element “{ $id }”
why-asset-not-listed = the page lists no file “{ $name }”
why-asset-not-on-site = this site does not have it
why-asset-other-content = the server has other content under this name
why-browser-broken = the browser’s own storage on the disk fails
why-browser-broken-off = it was aborted
why-browser-busy = another tab or program is writing it
why-browser-closed = the browser has closed the database, for example because the data of this site was deleted
why-browser-forbidden = it is not allowed here
why-browser-full = the disk is full, or this site’s share of it
why-browser-gone = it is not there any more
why-browser-held = it was changed meanwhile, or another program holds it
why-browser-keeps-nothing = the browser keeps nothing for this site, as in some private windows
why-browser-newer = a newer version of this page has stored it in a newer format
why-browser-no-answer = there was no answer
why-browser-no-files = this browser has no private file system
why-browser-no-memory = there is not enough memory
why-browser-no-page = there is no page
why-browser-no-project = the project is not stored
why-browser-not-secure = the address is not secure
why-browser-not-text = it is no text
why-browser-other = the browser says { $said }
why-browser-status = the server answered { $status }
why-browser-too-late = there was no answer in time
why-browser-undone = the write was undone, for example because the disk is full
why-config-conflict = “{ $first }” and “{ $second }” are of the same kind but contradict each other
why-config-in-file = { $file }: { $reason }
why-config-no-module-type = a module has no type
why-config-no-pooling = no pooling mode is enabled
why-config-no-prompt = the prompt “{ $name }” is missing
why-config-no-room = max_length is { $max_length }, but instruction, prefix and special tokens alone are { $fixed } tokens
why-config-not-fields = it contains “{ $value }” instead of fields
why-config-not-json = it is not JSON: { $reason }
why-config-not-number = “{ $field }” is “{ $value }”, not a number
why-config-other-pooling = the pooling mode “{ $mode }” is not supported; mean, cls and max are
why-config-positions = max_length is { $max_length }, but the model has only { $positions } positions
why-config-several-poolings = several pooling modes at the same time are not supported: “{ $modes }”
why-config-zero = “{ $field }” is 0
why-cpu-asked = as asked for
why-cpu-lost = the GPU was lost: { $reason }
why-cpu-no-adapter = no GPU can be used here
why-cpu-not-built = this program is built without GPU support
why-cpu-not-loaded = the GPU cannot be used: its program could not be loaded: { $reason }
why-cpu-out-of-memory = the GPU has too little memory
why-cpu-refused = the GPU refused the work: { $reason }
why-cpu-silent = the GPU was lost: its driver does not answer
why-cpu-small = the pool is small
why-cpu-small-buffers = the GPU cannot be used: its buffers of { $bytes } bytes are too small
why-cpu-software = the only GPU here is emulated by software
why-cpu-unfit = the GPU cannot be used: { $reason }
why-cpu-wrong = the GPU computes wrongly
why-drop-no-file = there is no file in it
why-drop-too-many = there are more than { $limit } files in it
why-encoder-files-other-version = this site has another version of it
why-encoder-files-replaced = another encoder has replaced it
why-endpoint-credentials = a name or a key must not stand before the host
why-endpoint-letter = “{ $letter }” does not belong in it
why-endpoint-no-host = there is no host in it
why-endpoint-scheme = it begins neither with http:// nor with https://
why-expected-finite = a finite number
why-expected-key = a number of 16 hexadecimal digits
why-expected-row-below = a whole number below { $limit }
why-file-kind-old-excel = old Excel
why-file-kind-zip-or-excel = ZIP or Excel
why-head-format = its format is “{ $format }”, not “{ $known }”
why-head-version = its version is { $version }, and this program reads { $known }
why-json-at = { $problem } at line { $line } column { $column }
why-json-problem-code-point = invalid unicode code point
why-json-problem-control-character = control character (\u0000-\u001F) found while parsing a string
why-json-problem-duplicate-field = duplicate field “{ $field }”
why-json-problem-end-before-value = EOF while parsing a value
why-json-problem-end-in-list = EOF while parsing a list
why-json-problem-end-in-object = EOF while parsing an object
why-json-problem-end-in-string = EOF while parsing a string
why-json-problem-escape = invalid escape
why-json-problem-hex-escape = unexpected end of hex escape
why-json-problem-in-list = expected “,” or “]”
why-json-problem-in-object = expected “,” or “{"}"}”
why-json-problem-key = key must be a string
why-json-problem-length = { $said }
why-json-problem-lone-surrogate = lone leading surrogate in hex escape
why-json-problem-missing-field = missing field “{ $field }”
why-json-problem-no-colon = expected “:”
why-json-problem-no-quote = expected “"”
why-json-problem-no-value = expected value
why-json-problem-no-word = expected ident
why-json-problem-number = invalid number
why-json-problem-number-range = number out of range
why-json-problem-recursion = recursion limit exceeded
why-json-problem-trailing-characters = trailing characters
why-json-problem-trailing-comma = trailing comma
why-json-problem-type = { $said }
why-json-problem-unknown-field = { $said }
why-json-problem-unknown-variant = { $said }
why-json-problem-value = { $said }
why-json-row-after-list = something follows the list
why-json-row-after-object = something follows the object, at letter { $letter }
why-json-row-after-text = something follows the text, at letter { $letter }
why-json-row-no-colon = a “:” is missing after a key (letter { $letter })
why-json-row-no-key = a key in quotes is missing (letter { $letter })
why-json-row-no-keys = the object has no keys
why-json-row-no-list-separator = a “,” or “]” is missing after an object
why-json-row-no-member-value = a value is missing after a key (letter { $letter })
why-json-row-no-object-in-list = the list contains something that is not an object
why-json-row-no-records = there is no list of records at “{ $path }”
why-json-row-no-separator = a “,” or “{"}"}” is missing after a value (letter { $letter })
why-json-row-not-object = it is not a JSON object: it does not begin with “{"{"}” (letter { $letter })
why-json-row-not-text = it is not a text in quotes like the rows before it (letter { $letter })
why-json-row-open-list = the list is not closed by “]”
why-json-row-open-object = the object is not closed by “{"}"}”
why-json-row-same-key = the object has the key “{ $key }” twice
why-json-row-value = { $problem } (from letter { $letter } on)
why-lost-script = its script could not be run
why-metis-edge-count = { $expected } edges are promised, but { $found } are listed
why-metis-edge-differs = the edge { $from }–{ $to } weighs { $weight } here, but { $back } from { $to }
why-metis-edge-weights = the edge weights add up to { $sum }; the limit is { $limit }
why-metis-empty = the file is empty; the first line must hold the numbers of vertices and edges
why-metis-format = the format is “{ $format }”; it must be up to three digits of 0 and 1
why-metis-missing = { $value } is missing
why-metis-neighbor = neighbor { $neighbor } is not from 1 to { $n_vertices }
why-metis-not-number = “{ $word }” is not a whole number from 0 to { $limit }
why-metis-one-sided = vertex { $from } lists { $to } as a neighbor, but { $to } does not list { $from }
why-metis-other-weights = { $n_weights } weights a vertex, but the format { $format } says that there are none
why-metis-own-neighbor = vertex { $vertex } lists itself as a neighbor
why-metis-part = part { $part }: parts count from 0, and { $n_vertices } vertices have no more parts
why-metis-same-neighbor = vertex { $vertex } lists its neighbor { $neighbor } twice
why-metis-several-weights = { $n_weights } weights a vertex; only one is read
why-metis-surplus = “{ $word }” is one value too many
why-metis-too-few-lines = the file ends after { $found } of the { $n_vertices } vertices that line { $header_line } promises
why-metis-too-few-parts = the file ends after { $found } of the graph's { $n_vertices } vertices
why-metis-too-many-edges = there are more than 2,147,483,647 edges
why-metis-too-many-lines = there are more lines than the { $n_vertices } vertices that line { $header_line } promises
why-metis-too-many-parts = there are more lines than the graph's { $n_vertices } vertices
why-metis-value-edge-weight = the weight of the edge to { $neighbor }
why-metis-value-edges = the number of edges
why-metis-value-part = a part
why-metis-value-vertex-size = the size of the vertex
why-metis-value-vertex-weight = the weight of the vertex
why-metis-value-vertices = the number of vertices
why-metis-vertex-weights = the vertex weights add up to { $sum }; the limit is { $limit }
why-metis-zero = { $value } is 0; it must be at least 1
why-model-broken = it is damaged
why-model-dimensions = its vectors have { $found } dimensions, and the config says { $expected }
why-model-input-type = its input “{ $name }” is “{ $found }”, neither int64 nor int32
why-model-no-graph = it contains no graph
why-model-no-input = it has no input “{ $name }”
why-model-no-output = it has no output
why-model-not-onnx = it is not an ONNX file: { $said }
why-model-operators = it needs operators that are not supported: “{ $operators }”
why-model-other-file = its weights are in another file; save both as one file
why-model-other-input = it has an input “{ $name }”, which sentence encoders do not have
why-model-output-type = its output “{ $name }” is “{ $found }”, neither batch×length×d nor batch×d of float32
why-model-pooled = its output “{ $name }” is pooled already, so the tokens of an instruction cannot be excluded
why-model-several-files = the folder has several ONNX files, and none is named model.onnx: { $names }
why-npy-header = its header is incomplete, or does not describe a single matrix
why-npy-no-key = its header has no “{ $key }”
why-npy-no-memory = the browser has no room for its { $megabytes } MB
why-npy-not-matrix = its shape is ({ $shape }), not (texts, dimensions)
why-npy-not-npy = it does not begin like a .npy file
why-npy-number-kind = its numbers have the type “{ $kind }”; only floats of 16, 32 or 64 bits are supported
why-npy-order = its order cannot be read
why-npy-other-kind = it is a “{ $kind }” file, not a .npy file
why-npy-shape = its shape cannot be read
why-npy-size = its header says { $rows } × { $columns } numbers, but it has { $bytes } bytes
why-npy-version = its version is not 1, 2 or 3
why-pack-dimensions = demonstration { $place } has { $found } numbers for its embedding, the first has { $expected }
why-pack-length = demonstration { $place } has an embedding of length { $length }, not 1
why-pack-no-label = demonstration { $place } has no label
why-places-count = its parts or positions are not as many as its texts
why-places-edges = its edges do not connect its texts
why-places-empty-part = part { $part } has no text
why-places-part = a text is in a part that does not exist, or there are more parts than texts
why-places-position = a text’s position on the map is out of range
why-project-changed = its content is not what was written
why-project-compressed = it is compressed
why-project-cut-off = its end is missing, as if it was cut off while it was copied
why-project-in-file = { $file }: { $reason }
why-project-inconsistent = it contradicts itself: { $said }
why-project-missing = there is no { $file } in it
why-project-no-zip = it is not a ZIP file
why-project-not-text = it is not UTF-8 text
why-project-ragged = row { $row } has another number of cells ({ $cells }) than the header ({ $columns })
why-project-table = the table is too large: { $reason }
why-project-too-large = it is larger than { $gigabytes } GB
why-project-unsupported = it is a kind of ZIP file that this page does not read: { $said }
why-protocol-unexpected = it does not answer the request
why-row-mean = is the mean of all rows, so that nothing is left when the mean is subtracted
why-row-not-finite = contains a number that is not finite
why-row-zero = is all zero
why-seal-header = its encryption parameters are damaged
why-seal-not-authentic = it was altered, belongs to another place, or is encrypted with another key
why-seal-other-encryption = it is encrypted in version { $form }, this program reads version { $known }
why-seal-other-protection = it is protected in version { $form }, this program reads version { $known }
why-seal-passphrase = the passphrase is wrong
why-size-bytes-by-line = more than { $limit } bytes of text by line { $line }
why-size-bytes-together = together there are more than { $limit } bytes of text
why-size-cells-by-line = more than { $limit } cells by line { $line }
why-size-joined-bytes = with the joined texts there are more than { $limit } bytes of text
why-size-padded-cells = { $rows } rows of { $columns } columns are more than { $limit } cells
why-size-parts = the cells do not fit their table
why-stored-locked = the project is protected by a passphrase, which this tab has to ask for first
why-template-after-label = “{"{"}{ $column }{"}"}” comes after “{"{"}label{"}"}”
why-template-brace = a “{ $brace }” stands alone; to write the character itself, double it
why-template-label-twice = “{"{"}label{"}"}” occurs twice
why-template-no-column = it names no column, such as “{"{"}text{"}"}”
why-template-no-name = “{"{"}{"}"}” names no column
why-tokenizer-broken = it is damaged
why-tokenizer-growth = its normalizer can make a text longer than the memory can hold
why-tokenizer-long-prompt = a prompt has { $bytes } bytes, and the limit is { $limit }
why-tokenizer-no-token = it produces no token for an empty text
why-tokenizer-token = it produces token { $id }, but the model has only { $limit } tokens
why-tokenizer-token-type = it produces token type { $id }, but the model has only { $limit } types
why-tokenizer-version = its version is “{ $version }”, not “{ $known }”
why-unreachable-browser = the browser says { $said }
why-unreachable-frame-gone = the frame was removed
why-unreachable-ipv6 = the page’s policy cannot contain an IPv6 address; give the host a name, such as localhost
why-unreachable-no-answer = there was no answer
why-unreachable-no-frame = the browser shows no frame
why-unreachable-no-page = there is no page
why-unreachable-timed-out = it did not answer for ten minutes
why-unreachable-too-late = there was no answer in time
why-unreadable-incomplete-rows = the rows of “{ $file }” are incomplete
why-unreadable-labels = some of its labels are damaged
why-unreadable-log-entry = an entry of the log of labels is damaged
why-unreadable-missing = “{ $key }” is missing
why-unreadable-newer-version = it has version { $version }, this page reads versions up to { $known }
why-unreadable-no-chunk = a chunk is missing
why-unreadable-no-columns = the names of the columns are missing
why-unreadable-no-memory = the browser has no room for its { $megabytes } MB
why-unreadable-no-number = an answer of a language model is not a number
why-unreadable-no-rows = the rows of “{ $file }” no longer exist
why-unreadable-not-buffer = “{ $key }” is not a buffer
why-unreadable-not-converted = { $said }
why-unreadable-not-encrypted = it is not encrypted
why-unreadable-other-label = a label that was read back differs from the one that was stored
why-unreadable-other-log = the log of labels on the disk is a different one
why-unreadable-other-version = it has version { $version }, this page reads version { $known }
