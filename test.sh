#!/usr/bin/env bash
# Everything a change must pass. Needs cargo with clippy and rustfmt, Python 3.11 and Node 20 or later; what else is
# missing is installed: a C and C++ compiler, Coq and Chromium with apt, Python packages into target/, the page's
# packages with npm.
set -euo pipefail
cd "$(dirname "$0")"

step() { printf '\n== %s\n' "$*"; "$@"; }

if ! command -v cc >/dev/null || ! command -v c++ >/dev/null; then
    as_root=$([ "$(id -u)" = 0 ] || echo sudo)
    step $as_root apt-get update
    step $as_root apt-get install --yes --no-install-recommends gcc g++ libc6-dev
fi

step cargo fmt --all --check
step cargo clippy --locked --workspace --all-targets -- -D warnings
# nextest runs tests in parallel processes and reports better; `cargo test` runs the same tests where it is absent.
if cargo nextest --version >/dev/null 2>&1; then
    step cargo nextest run --locked --workspace --no-fail-fast
else
    step cargo test --locked --workspace --lib --bins --tests --examples --no-fail-fast
fi
step cargo test --locked --workspace --doc
step cargo build --locked --workspace --examples
step env RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet
step cargo check --locked --quiet --manifest-path fuzz/Cargo.toml --target-dir target/fuzz
step cargo package --locked --workspace --exclude grundy-python --no-verify --allow-dirty --quiet \
    --target-dir target/package
step formal/run
step formal/agree 400
step env GRUNDY="$PWD/target/debug/grundy" python/test
step env GRUNDY="$PWD/target/debug/grundy" crates/grundy-web/conform
step env GRUNDY="$PWD/target/debug/grundy" crates/grundy-web/ui/test
