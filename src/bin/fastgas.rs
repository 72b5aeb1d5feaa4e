//! Entry point of the command-line program.

fn main() -> std::process::ExitCode {
    fastgas::cli::main()
}
