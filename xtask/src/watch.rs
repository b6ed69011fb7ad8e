//! Notices that a file was saved, by looking: the same everywhere, without a library for each system.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

const LOOK_EVERY: Duration = Duration::from_millis(250);

/// Some files and folders, as they were when last looked at.
pub struct Watch {
    paths: Vec<PathBuf>,
    seen: u64,
}

impl Watch {
    pub fn over<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Watch {
        let paths: Vec<PathBuf> = paths.into_iter().map(Into::into).collect();
        let seen = fingerprint(&paths);
        Watch { paths, seen }
    }

    /// Whether anything was written, added, renamed or removed since the last look.
    pub fn has_changed(&mut self) -> bool {
        let now = fingerprint(&self.paths);
        std::mem::replace(&mut self.seen, now) != now
    }

    /// Returns when something has changed and then stood still for one look: an editor may write several files.
    pub fn wait(&mut self) {
        let mut changing = false;
        loop {
            thread::sleep(LOOK_EVERY);
            let changed = self.has_changed();
            if changing && !changed {
                return;
            }
            changing |= changed;
        }
    }
}

/// One number for the names, lengths and times of everything below these paths.
fn fingerprint(paths: &[PathBuf]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for path in paths {
        add(path, &mut hasher);
    }
    hasher.finish()
}

fn add(path: &Path, hasher: &mut DefaultHasher) {
    path.hash(hasher);
    // A file may go between being listed and being looked at: that is a change like any other.
    let Ok(metadata) = fs::metadata(path) else { return };
    if metadata.is_dir() {
        let mut below: Vec<PathBuf> =
            fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        below.sort();
        for path in below {
            add(&path, hasher);
        }
    } else {
        metadata.len().hash(hasher);
        metadata.modified().ok().hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_change_is_seen_once() {
        let folder = std::env::temp_dir().join(format!("xtask-watch-{}", std::process::id()));
        fs::create_dir_all(folder.join("below")).unwrap();
        let file = folder.join("below/a.rs");
        let mut watch = Watch::over([&folder]);
        let mut changes = |what: &str, change: &dyn Fn()| {
            change();
            assert!(watch.has_changed(), "{what} was not seen");
            assert!(!watch.has_changed(), "{what} was seen twice");
        };
        changes("a new file", &|| fs::write(&file, "1").unwrap());
        changes("a longer file", &|| fs::write(&file, "12").unwrap());
        changes("a renamed file", &|| fs::rename(&file, folder.join("b.rs")).unwrap());
        changes("a removed file", &|| fs::remove_file(folder.join("b.rs")).unwrap());
        fs::remove_dir_all(&folder).unwrap();
    }
}
