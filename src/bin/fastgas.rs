//! FastGAS in a terminal.

fn main() -> std::process::ExitCode {
    fastgas::cli::main()
}
