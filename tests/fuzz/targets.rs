//! Main file of every fuzz target. Each target runs the entry that has the name of the target's binary.

#![no_main]

mod entries;

/// Fuzz entries in the crate `fastgas_page`. `tests/library` cannot replay them, because it does not depend on the crate.
#[cfg(feature = "app")]
const PAGE_ENTRIES: &[entries::Entry] = &[("bundle", fastgas_page::projects::backup_fuzz::bundle)];
#[cfg(not(feature = "app"))]
const PAGE_ENTRIES: &[entries::Entry] = &[];

libfuzzer_sys::fuzz_target!(
    init: {
        // The encoder turns panics of the tokenizers crate into errors, but libFuzzer's panic hook would abort first.
        if env!("CARGO_BIN_NAME") == "tokenizer" {
            std::panic::set_hook(Box::new(|_| ()));
        }
    },
    |data: &[u8]| {
        let is_it = |(name, _): &&entries::Entry| *name == env!("CARGO_BIN_NAME");
        let (_, entry) = entries::ENTRIES.iter().chain(PAGE_ENTRIES).find(is_it).expect("an entry of this name");
        entry(data);
    }
);
