//! Generates the macro `message_id!`, which lets the compiler check every use of a page message.
//!
//! The macro has one rule for each English message.
//! The rule accepts the key of the message together with exactly the variables of the message.
//! The code does not compile if it uses a key without a message, or a message with different variables.
//! If the page does not use a message, the compiler reports the rule of this message as unused, and Clippy fails.

#[path = "src/i18n/fluent.rs"]
#[allow(dead_code, reason = "the build script formats no messages")]
mod fluent;

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

use fluent::Messages;

/// The English messages of the page, relative to the folder of the crate.
const FILES: [&str; 2] = ["../../www/words/first.en.ftl", "../../www/words/en.ftl"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut rules = String::new();
    for file in FILES {
        println!("cargo::rerun-if-changed={file}");
        let source = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let messages = Messages::read(&source).map_err(|error| format!("{file}: {error}"))?;
        for (key, message) in messages.iter() {
            rules.push_str(&rule(key, &message.variables()));
        }
    }
    let code =
        format!("#[warn(unused_macro_rules)]\nmacro_rules! message_id {{\n{rules}}}\npub(crate) use message_id;\n");
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("message_id.rs"), code)?;
    Ok(())
}

/// Returns the macro rule of a message. The rule expands to the key and accepts the variables in any order.
fn rule(key: &str, variables: &BTreeSet<&str>) -> String {
    let variables: Vec<&str> = variables.iter().copied().collect();
    match variables[..] {
        [] => format!("    (\"{key}\") => {{ \"{key}\" }};\n"),
        [variable] => format!("    (\"{key}\", {variable}) => {{ \"{key}\" }};\n"),
        // The rule expands to a struct with one field per variable.
        // The compiler rejects missing, unknown and repeated fields of a struct, and thus wrong variables of a message.
        _ => format!(
            "    (\"{key}\", $($name:ident),+) => {{{{
        #[allow(dead_code)]
        struct Variables {{ {}: () }}
        const _: Variables = Variables {{ $($name: ()),+ }};
        \"{key}\"
    }}}};\n",
            variables.join(": (), ")
        ),
    }
}
