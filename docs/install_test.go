package docs_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// otherSteps are commands of pages that are run elsewhere than in check.sh of a release,
// each with the file and what in it runs them.
var otherSteps = map[string][2]string{
	"npm install toolspeak": {"npm/wasm/npm_test.go", `"npm", "install", "toolspeak"`},
	"make release-check":    {"Makefile", "\nrelease-check:\n\ttools/release/check.sh "},
	"go test ./...":         {".ci/run", "go test "},
}

// inPassing are programs whose commands only bring the files of an example, look at
// them, or come before a pipe.
var inPassing = []string{"cp", "cmp", "sed", "7z", "curl"}

var (
	step   = regexp.MustCompile(`\bstep '([^']+)'`)
	inText = regexp.MustCompile("`([a-z-]+ [^`]+)`")
	shell  = regexp.MustCompile("(?ms)^```(sh|console)\n(.*?)^```$")
)

// TestInstall holds the ways of installing to what a release is tried with: each command
// of docs/install.md, and each of another program in a block of any page, is a step of
// check.sh or run elsewhere, and each step is in a page. Whatever else pages show of the
// command is run by TestDocuments.
func TestInstall(t *testing.T) {
	t.Chdir("..")
	steps := map[string]bool{}
	for _, m := range step.FindAllStringSubmatch(read(t, "tools/release/check.sh"), -1) {
		steps[m[1]] = false
	}
	for command, by := range otherSteps {
		if !strings.Contains(read(t, by[0]), by[1]) {
			t.Errorf("%s has no %q, which is to run %q", by[0], by[1], command)
		}
		steps[command] = false
	}
	shown := func(page, command string) {
		if _, ok := steps[command]; !ok {
			t.Errorf("%s: nothing runs %q", page, command)
		}
		steps[command] = true
	}
	for _, m := range inText.FindAllStringSubmatch(read(t, "docs/install.md"), -1) {
		shown("docs/install.md", m[1])
	}
	for _, page := range append([]string{"python/README.md", "npm/README.md"}, inRoot(t)...) {
		ours, others := commandsOf(read(t, page))
		if len(ours) > 0 && !slices.Contains(documents, page) {
			t.Errorf("%s has commands, and TestDocuments does not run them: %q", page, ours)
		}
		for _, command := range others {
			shown(page, command)
		}
	}
	for command, ok := range steps {
		if !ok {
			t.Errorf("no page has %q", command)
		}
	}
}

// inRoot returns the paths of all pages, seen from the root.
func inRoot(t *testing.T) []string {
	found, err := filepath.Glob("*.md")
	if err != nil || len(found) == 0 {
		t.Fatal(found, err)
	}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		docs, err := filepath.Glob(pattern)
		if err != nil || len(docs) == 0 {
			t.Fatal(docs, err)
		}
		found = append(found, docs...)
	}
	return found
}

// commandsOf returns the commands in a page's blocks: those that TestDocuments runs, and
// those of other programs.
func commandsOf(page string) (ours, others []string) {
	for _, m := range shell.FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(m[2]) {
			command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ ")
			program, _, _ := strings.Cut(command, " ")
			switch {
			case !ok && m[1] == "console", slices.Contains(inPassing, program):
			case program == "toolspeak", strings.HasPrefix(command, "go run . "):
				ours = append(ours, command)
			default:
				others = append(others, command)
			}
		}
	}
	return ours, others
}

// versionPlaces are the files that name the version of the next release.
var versionPlaces = map[string]*regexp.Regexp{
	"CHANGELOG.md":                     regexp.MustCompile(`(?m)^(?:This will be the first release|## v?), ?(\d+\.\d+\.\d+)`),
	"python/src/toolspeak/_version.py": regexp.MustCompile(`__version__ = "([^"]+)"`),
	"npm/package.json":                 regexp.MustCompile(`"version": "([^"]+)"`),
}

// Each package of a release has the same version.
func TestOneVersion(t *testing.T) {
	t.Chdir("..")
	named := map[string]bool{}
	for file, pattern := range versionPlaces {
		found := pattern.FindStringSubmatch(read(t, file))
		if found == nil {
			t.Errorf("%s names no version: expected %s", file, pattern)
			continue
		}
		named[found[1]] = true
	}
	if len(named) != 1 {
		t.Errorf("the packages have several versions: %v", named)
	}
}
