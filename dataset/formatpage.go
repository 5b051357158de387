package dataset

import (
	"errors"
	"fmt"

	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/styles"
	"github.com/toolspeak/toolspeak/styles/check"
)

// AddFormat makes the format of a model known that a page describes, and returns its name: one for From
// and To of Options, for readers.New and for emitters.New. file is the page in TOML, as
// docs/style-files.md says, and name what errors call it. Each of its patterns is written and read
// first. The error of a page by which calls don't read back, or whose name is taken, is a
// *styles.FileError, and that of a page of a style, which is for styles.Parse, is ErrStylePage.
//
// The format is known to the whole program: call this before engines and readers are made.
func AddFormat(file []byte, name string) (string, error) {
	p, err := page.Parse(file, page.ByName)
	if e, ok := errors.AsType[*page.Error](err); ok {
		return "", &styles.FileError{File: name, Line: e.Line, Text: e.Text, Err: e.Err}
	}
	if err != nil {
		return "", err
	}
	if p.Anchor == page.Line {
		return "", ErrStylePage
	}
	if err := check.Format(p, file, name); err != nil {
		return "", err
	}
	if !layouts.AddFormat(p) {
		return "", &styles.FileError{File: name, Line: page.LineOf(file, "name"), Text: fmt.Sprintf("name is %q: there is a style, shape or format of this name, or of one of its aliases; choose another", p.Name)}
	}
	return p.Name, nil
}

// ErrStylePage says that a page is that of a style, whose steps begin at line starts.
var ErrStylePage = errors.New("the page is that of a style: read it with styles.Parse")
