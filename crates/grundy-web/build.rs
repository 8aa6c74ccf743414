//! The page is embedded: a changed bundle is a changed program.

fn main() {
    println!("cargo::rerun-if-changed=ui/dist");
}
