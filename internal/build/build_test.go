//go:build !js

package build

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The version is that of toolspeak, not that of the program which uses it; the history
// is only known of toolspeak's own command.
func TestRead(t *testing.T) {
	settings := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"}}
	own := debug.BuildInfo{Main: debug.Module{Path: module, Version: "v1.2.3"}, Settings: settings}
	assert.Equal(t, Info{"v1.2.3", "abc", "2026-01-02T03:04:05Z", true}, read(&own))
	own.Main.Version = "(devel)"
	assert.Empty(t, read(&own).Version)
	other := debug.BuildInfo{
		Main: debug.Module{Path: "example.com/other", Version: "v9.0.0"}, Settings: settings,
		Deps: []*debug.Module{{Path: "example.com/third", Version: "v2.0.0"}, {Path: module, Version: "v1.0.0"}},
	}
	assert.Equal(t, Info{Version: "v1.0.0"}, read(&other))
}
