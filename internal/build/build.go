// Package build says which build of toolspeak a program is.
package build

// version, commit and date are those of a release, which is built without the history:
//
//	go build -ldflags "-X github.com/toolspeak/toolspeak/internal/build.version=v1.2.3"
var version, commit, date string

// Info is what is known of a build. A version that is not known is "development"; all
// else is empty.
type Info struct {
	Version string
	// Commit and Date are those of the last commit, and Modified says that there
	// were changes after it.
	Commit, Date string
	Modified     bool
}

// Read returns what is known of this program's toolspeak.
func Read() Info {
	i := built()
	if i.Version == "" {
		i.Version = "development"
	}
	return i
}

// String says it on one line.
func (i Info) String() string {
	words := "toolspeak version " + i.Version
	if i.Commit == "" {
		return words
	}
	words += " (commit " + i.Commit[:min(len(i.Commit), 12)] + ", " + i.Date
	if i.Modified {
		words += ", modified"
	}
	return words + ")"
}
