package atomicfile

// lockPath returns the path of the file whose lock stands for that of a temporary
// file: where a file is locked, only the one who locked it could write to it.
func lockPath(temp string) string { return temp + ".lock" }

// syncDir has nothing to do here.
func syncDir(string) error { return nil }
