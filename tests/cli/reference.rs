//! Tests that docs/cli.md equals the program's help. `cargo xtask docs` writes the file.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::support::Folder;

const FILE: &str = "docs/cli.md";

fn commands(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.map_while(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| *name != "help").collect()
}

fn reference(folder: &Folder) -> String {
    let help = folder.succeed("--help");
    let mut text = format!(
        "# Commands of `fastgas`\n\nThis file is the output of `fastgas --help` and `fastgas COMMAND --help`. \
         `cargo xtask docs` writes it.\n\n```text\n{}\n```\n",
        help.trim_end()
    );
    for command in commands(&help) {
        let help = folder.succeed(&format!("{command} --help"));
        write!(text, "\n## {command}\n\n```text\n{}\n```\n", help.trim_end()).expect("strings take any text");
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

#[test]
fn cli_reference_is_up_to_date() {
    let folder = Folder::new("reference");
    let expected = reference(&folder);
    for command in ["embed", "select", "trace"] {
        assert!(expected.contains(&format!("\n## {command}\n")), "{command}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("FASTGAS_WRITE_DOCS").is_some() {
        fs::write(&path, &expected).expect("the folder of the documentation is writable");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == expected,
        "{FILE} is not the program's help: run `cargo xtask docs`"
    );
}
