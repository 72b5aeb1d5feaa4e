//! Every fuzz target: the entry whose name is that of the program.

#![no_main]

mod entries;

libfuzzer_sys::fuzz_target!(
    init: {
        // Where tokenizers' own reader panics, ours makes an error of it, which libFuzzer's hook would not let it.
        if env!("CARGO_BIN_NAME") == "tokenizer" {
            std::panic::set_hook(Box::new(|_| ()));
        }
    },
    |data: &[u8]| {
        let is_it = |(name, _): &&entries::Entry| *name == env!("CARGO_BIN_NAME");
        let (_, entry) = entries::ENTRIES.iter().find(is_it).expect("an entry of this name");
        entry(data);
    }
);
