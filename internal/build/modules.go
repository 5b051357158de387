//go:build !js

package build

import (
	"runtime/debug"
	"slices"
)

const module = "github.com/toolspeak/toolspeak"

// built asks what Go notes in a program.
func built() Info {
	if info, ok := debug.ReadBuildInfo(); ok {
		return read(info)
	}
	return Info{Version: version, Commit: commit, Date: date}
}

func read(info *debug.BuildInfo) Info {
	i := Info{Version: version, Commit: commit, Date: date}
	own := info.Main.Path == module
	if k := slices.IndexFunc(info.Deps, func(m *debug.Module) bool { return m.Path == module }); i.Version == "" && k >= 0 {
		i.Version = info.Deps[k].Version
	}
	if i.Version == "" && own && info.Main.Version != "(devel)" {
		i.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch {
		case !own: // the history is that of another module
		case s.Key == "vcs.revision":
			i.Commit = s.Value
		case s.Key == "vcs.time":
			i.Date = s.Value
		case s.Key == "vcs.modified":
			i.Modified = s.Value == "true"
		}
	}
	return i
}
