package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"text/template"
	"time"
)

const repository = "github.com/toolspeak/toolspeak"

// built is what goreleaser left in its folder.
type built struct {
	dir       string
	Version   string
	Date      time.Time
	artifacts []artifact
}

type artifact struct {
	Name, Path, Goos, Goarch, Type string
	Extra                          struct{ Checksum string }
}

// readBuilt reads goreleaser's lists. The time is that of the commit.
func readBuilt(dir string) (*built, error) {
	r := &built{dir: dir}
	for name, to := range map[string]any{"metadata.json": r, "artifacts.json": &r.artifacts} {
		file, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(file, to); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	when, err := buildTime(&debug.BuildInfo{})
	r.Date = when
	return r, err
}

// archive is one that the formula names.
type archive struct{ URL, Sum string }

// Archive returns the archive for a platform. It fails where there is none.
func (r *built) Archive(goos, goarch string) (archive, error) {
	for _, a := range r.artifacts {
		if sum, ok := strings.CutPrefix(a.Extra.Checksum, "sha256:"); ok && a.Type == "Archive" && a.Goos == goos && a.Goarch == goarch {
			return archive{"https://" + repository + "/releases/download/v" + r.Version + "/" + a.Name, sum}, nil
		}
	}
	return archive{}, fmt.Errorf("there is no archive for %s/%s", goos, goarch)
}

// formula is what Homebrew installs from, on macOS and Linux.
var formula = template.Must(template.New("formula").Parse(`# The formula for toolspeak {{.Version}}.
class Toolspeak < Formula
  desc "Read an agent's transcript in one prompt style, write it in another"
  homepage "https://` + repository + `"
  version "{{.Version}}"
  license "MIT"
{{range $os := .Systems}}
  on_{{if eq $os "darwin"}}macos{{else}}linux{{end}} do
{{- range $arch := $.Processors}}{{with $.Archive $os $arch}}
    on_{{if eq $arch "arm64"}}arm{{else}}intel{{end}} do
      url "{{.URL}}"
      sha256 "{{.Sum}}"
    end
{{- end}}{{end}}
  end
{{end}}
  def install
    bin.install "toolspeak"
    bash_completion.install "toolspeak.bash" => "toolspeak"
    zsh_completion.install "_toolspeak"
    fish_completion.install "toolspeak.fish"
    man1.install "toolspeak.1"
  end

  test do
    (testpath/"log.txt").write "Thought: look\nAction: clock\nAction Input: {}\n"
    assert_match "<tool_use>", shell_output("#{bin}/toolspeak convert --to xml --quiet log.txt")
  end
end
`))

// Systems are those that Homebrew runs on, Processors those of the archives.
func (r *built) Systems() []string    { return []string{"darwin", "linux"} }
func (r *built) Processors() []string { return []string{"arm64", "amd64"} }

// writeFormula writes toolspeak.rb.
func writeFormula(r *built) error {
	var b strings.Builder
	if err := formula.Execute(&b, r); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.dir, "toolspeak.rb"), []byte(b.String()), 0o644)
}
