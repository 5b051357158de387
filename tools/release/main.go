// Command release writes what every package of a release brings along: the licences
// of the modules that are linked, and a list of them as SPDX.
//
//	build/tools/release -binary toolspeak -dir build
//
// It fails where a module has no licence text. Of what goreleaser built it makes a
// formula for Homebrew and images:
//
//	build/tools/release -dist dist
package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

func main() {
	binary := flag.String("binary", "", "the executable whose modules are listed")
	dir := flag.String("dir", "", "the directory to write to")
	dist := flag.String("dist", "", "the directory of what goreleaser built")
	flag.Parse()
	if (*binary == "" || *dir == "") && *dist == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	run := func() error { return write(*binary, *dir) }
	if *dist != "" {
		run = func() error { return writeMore(*dist) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// writeMore writes the formula and the images of what goreleaser built.
func writeMore(dist string) error {
	r, err := readBuilt(dist)
	if err != nil {
		return err
	}
	if err := writeFormula(r); err != nil {
		return err
	}
	return writeImages(r)
}

func write(binary, dir string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	modules, err := linked(info)
	if err != nil {
		return err
	}
	when, err := buildTime(info)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "THIRD_PARTY.txt"), notices(modules), 0o644); err != nil {
		return err
	}
	list, err := spdx(info.Main.Path, versionOf(info), modules, when)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "toolspeak.spdx.json"), list, 0o644)
}

// module is one that is part of a binary, with its licence texts by file name.
type module struct {
	path, version string
	texts         []text
}

type text struct{ file, words string }

// linked returns the modules of a binary, Go's own library among them.
func linked(info *debug.BuildInfo) ([]module, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	std := module{path: "std", version: info.GoVersion}
	if std.texts, err = licences(strings.TrimSpace(string(root))); err != nil {
		return nil, err
	}
	folders, err := foldersOf(info.Deps)
	if err != nil {
		return nil, err
	}
	all := []module{std}
	for _, dep := range info.Deps {
		m := module{path: dep.Path, version: dep.Version}
		if m.texts, err = licences(folders[dep.Path]); err != nil {
			return nil, err
		}
		if len(m.texts) == 0 {
			return nil, fmt.Errorf("%s@%s has no licence text", dep.Path, dep.Version)
		}
		all = append(all, m)
	}
	return all, nil
}

// foldersOf returns where the sources of modules are, by their paths.
func foldersOf(modules []*debug.Module) (map[string]string, error) {
	args := []string{"mod", "download", "-json"}
	for _, m := range modules {
		if m.Replace != nil {
			return nil, fmt.Errorf("%s is replaced: a release can't be", m.Path)
		}
		args = append(args, m.Path+"@"+m.Version)
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("the sources of the modules: %w", err)
	}
	folders := map[string]string{}
	for list := json.NewDecoder(bytes.NewReader(out)); list.More(); {
		var found struct{ Path, Dir string }
		if err := list.Decode(&found); err != nil {
			return nil, err
		}
		folders[found.Path] = found.Dir
	}
	return folders, nil
}

// licences returns the texts of a folder that say under what terms it may be used.
func licences(folder string) ([]text, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var texts []text
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if e.IsDir() || !slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "PATENTS"}, func(p string) bool { return strings.HasPrefix(name, p) }) {
			continue
		}
		words, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, text{e.Name(), strings.TrimSpace(strings.ReplaceAll(string(words), "\r\n", "\n"))})
	}
	return texts, nil
}

// notices puts all texts into one file.
func notices(modules []module) []byte {
	var b strings.Builder
	b.WriteString("toolspeak is made of these modules besides its own. Each is followed by its terms.\n")
	for _, m := range modules {
		fmt.Fprintf(&b, "\n%s\n%s %s\n", strings.Repeat("=", 80), m.path, m.version)
		for _, t := range m.texts {
			fmt.Fprintf(&b, "\n--- %s\n\n%s\n", t.file, t.words)
		}
	}
	return []byte(b.String())
}

// buildTime is the time of the last commit, or SOURCE_DATE_EPOCH: two builds of one
// commit are to be equal.
func buildTime(info *debug.BuildInfo) (time.Time, error) {
	if epoch := os.Getenv("SOURCE_DATE_EPOCH"); epoch != "" {
		var seconds int64
		if _, err := fmt.Sscan(epoch, &seconds); err != nil {
			return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
		}
		return time.Unix(seconds, 0).UTC(), nil
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			return time.Parse(time.RFC3339, s.Value)
		}
	}
	return time.Time{}, errors.New("the time of the build is not known: set SOURCE_DATE_EPOCH")
}

// versionOf is what the binary was told, or what it knows of its module.
func versionOf(info *debug.BuildInfo) string {
	for _, s := range info.Settings {
		if _, version, ok := strings.Cut(s.Value, "internal/build.version="); ok && s.Key == "-ldflags" {
			version, _, _ = strings.Cut(version, " ")
			return strings.Trim(version, `"'`)
		}
	}
	return info.Main.Version
}
