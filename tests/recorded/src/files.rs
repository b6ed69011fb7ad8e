//! Where the recordings are.

use std::path::Path;

use crate::Conversation;

/// All recorded conversations, by name. A checkout without recordings beside it has none, and says so; under
/// `CI=true` that is a failure.
pub fn conversations() -> Vec<Conversation> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "no vectors at {}", folder.display());
        eprintln!("skipped: no vectors at {}", folder.display());
        return Vec::new();
    };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    assert!(!files.is_empty(), "no vectors in {}", folder.display());
    files
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap();
            Conversation::read(name, &std::fs::read_to_string(path).unwrap())
        })
        .collect()
}
