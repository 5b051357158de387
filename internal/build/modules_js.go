package build

// built leaves out what Go notes in a program: a page would load the code that reads it.
func built() Info { return Info{Version: version, Commit: commit, Date: date} }
