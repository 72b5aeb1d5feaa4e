//! Entry point of the Web Worker that reads workbooks, Parquet files and packed files.

fn main() {
    fastgas::worker::run_tables();
}
