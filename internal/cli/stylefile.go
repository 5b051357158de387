package cli

import (
	"io"
	"os"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/layouts"
	formats "github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/styles"
	"github.com/toolspeak/toolspeak/styles/check"
)

// styleFiles reads the styles that --style-file names.
func styleFiles(c *invocation) ([]*styles.Style, error) {
	var out []*styles.Style
	for _, path := range c.StringSlice("style-file") {
		if done, err := modelFile(path); done || err != nil {
			if err != nil {
				return nil, err
			}
			continue
		}
		file, err := readStyle(path)
		if err != nil {
			return nil, err
		}
		if p, err := formats.Parse(file, formats.ByName); err == nil && p.Anchor != formats.Line {
			if _, err := dataset.AddFormat(file, path); err != nil {
				return nil, err
			}
			continue // else the style says what is wrong
		}
		s, err := styles.Parse(file, path)
		if err != nil {
			return nil, err
		}
		if err := check.Style(s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// readStyle reads a style file, but no more of it than Parse needs to refuse it.
func readStyle(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, reading(path, err)
	}
	defer f.Close()
	file, err := io.ReadAll(io.LimitReader(f, styles.MaxFile+1))
	if err != nil {
		return nil, reading(path, err)
	}
	return file, nil
}

// knownStyles returns the built-in styles and those of --style-file.
func knownStyles(c *invocation) ([]*styles.Style, error) {
	own, err := styleFiles(c)
	if err != nil {
		return nil, err
	}
	return styles.With(own...)
}

// show prints the page of a style or format.
func (std streams) show(list []*styles.Style, name string) error {
	name = layouts.Canonical(name)
	for _, p := range layouts.Formats() {
		if p.Name == name {
			_, err := std.out.Write(p.TOML())
			return atomicfile.Failed("standard output", err)
		}
	}
	if layouts.IsShape(name) {
		return usagef("%s is a shape of JSON and has no page", name)
	}
	s, err := styles.Find(list, name)
	if err != nil {
		return explain(err)
	}
	_, err = std.out.Write(s.TOML())
	return atomicfile.Failed("standard output", err)
}
