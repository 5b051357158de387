package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/layouts"
	formats "github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/response"
	"github.com/toolspeak/toolspeak/internal/templates"
)

// export prints the response template of a format.
func (std streams) export(c *invocation) error {
	if len(c.files) != 1 {
		return usagef("styles --export %s NAME takes the name of a format or the file of one, found %d arguments", c.String("export"), len(c.files))
	}
	p, err := pageNamed("export", c.files[0])
	if err != nil {
		return err
	}
	text, err := response.Export(p, layouts.ModelOpeners())
	if err != nil {
		return err
	}
	_, err = std.out.Write(text)
	return atomicfile.Failed("standard output", err)
}

// modelFile makes the format of a model known that is described by what is published with it:
// tokenizer_config.json with a response template or a chat template, a GGUF, or a directory. It reports
// whether the file is one of these.
func modelFile(path string) (bool, error) {
	switch info, err := os.Stat(path); {
	case err != nil:
		return false, nil // as a page it says what is wrong
	case !info.IsDir() && !strings.HasSuffix(path, ".json") && !strings.HasSuffix(path, ".jinja") && !strings.HasSuffix(path, ".gguf"):
		return false, nil
	}
	p, err := pageOfModel(path)
	if err != nil {
		return true, fmt.Errorf("can't use --style-file %s: %w", path, err)
	}
	_, err = dataset.AddFormat(p.TOML(), path)
	return true, err
}

// pageOfModel returns the page of the format that a model's files describe.
func pageOfModel(path string) (*formats.Page, error) {
	s, err := templates.Read(path)
	if err != nil {
		return nil, err
	}
	name := modelName(path)
	if s.Response != nil {
		return response.Import(name, s.Response)
	}
	t, err := templates.Open(s, templates.Options{})
	if err != nil {
		return nil, err
	}
	l, err := templates.Learn(t)
	switch {
	case err != nil:
		return nil, err
	case l.Failed > 0:
		return nil, errors.New("what its chat template writes is not read as meant by the page that was learnt: toolspeak styles --learn prints it")
	}
	l.Page.Name = name
	return l.Page, nil
}

// notNamed is what the names of styles don't have.
var notNamed = regexp.MustCompile(`[^a-z0-9]+`)

// modelName returns the name of a format that a file describes: that of its directory where the
// file has the name that all such files have.
func modelName(path string) string {
	path, err := filepath.Abs(path)
	base := filepath.Base(path)
	if err == nil && (base == "tokenizer_config.json" || base == "chat_template.jinja" || base == "chat_template.json") {
		base = filepath.Base(filepath.Dir(path))
	} else {
		base = strings.TrimSuffix(base, filepath.Ext(base))
	}
	name := strings.Trim(notNamed.ReplaceAllString(strings.ToLower(base), "-"), "-")
	if name == "" || name[0] < 'a' || formats.ByName(name) != nil {
		name = strings.Trim("own-"+name, "-")
	}
	return name
}
