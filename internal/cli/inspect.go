package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/inputs"
	"github.com/toolspeak/toolspeak/stats"
)

func (std streams) inspect(c *invocation) error {
	engine, _, err := readingEngine(c)
	if err != nil {
		return err
	}
	p, err := std.newPrinter(c)
	if err != nil {
		return err
	}
	list, err := std.inputsOf(c)
	if err != nil {
		return err
	}
	page := c.String("html")
	if err := checkHTML(page, c.Bool("force"), list); err != nil {
		return err
	}
	report := c.String("report")
	if err := checkReport(report, list); err != nil {
		return err
	}
	s, err := std.inspected(c, engine, list)
	none, err := apartNone(err)
	if err != nil {
		return err
	}
	if page != "" && none == nil {
		if err := writePage(page, s, list); err != nil {
			return err
		}
	}
	if err := std.writeReport(report, s); err != nil {
		return err
	}
	switch format := c.String("format"); {
	case report == "-":
	case format == "json":
		err = encodeIndented(std.out, s)
	case format == "jsonl":
		err = encodeLine(std.out, s)
	case none == nil:
		p.out = std.openPager(c.String("color"), true)
		p.summary(s, list)
		err = p.err
	}
	switch {
	case err != nil:
		return atomicfile.Failed("standard output", err)
	case none == nil && s.Unreadable == s.Records:
		return &rejectedError{fmt.Sprintf("%s can't be read, and no other is there: check says why", clip.Counted(s.Records, "record"))}
	}
	return orNone(nil, none)
}

// inspected counts what inputs hold.
func (std streams) inspected(c *invocation, engine *dataset.Engine, list []inputs.Input) (*stats.Summary, error) {
	counter := stats.New()
	tokens, err := counterOf(c)
	if err != nil {
		return nil, err
	}
	if tokens != nil {
		counter.Tokens = tokens.Count
	}
	err = walk(std, c, engine, list, engine.Inspect, func(rec *dataset.Record, found *dataset.Inspection, err error) error {
		counter.Add(rec, found, err)
		found.Release()
		return nil
	})
	return counter.Summary(), err
}

func writePage(path string, s *stats.Summary, list []inputs.Input) error {
	var page bytes.Buffer
	if err := s.WriteHTML(&page, namesOf(list)); err != nil {
		return atomicfile.Failed(path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return atomicfile.Failed(path, err)
	}
	return atomicfile.WriteFile(path, page.Bytes())
}

// namesOf names the inputs.
func namesOf(list []inputs.Input) string {
	if len(list) == 1 {
		return list[0].Name
	}
	return fmt.Sprintf("%s and %d more", list[0].Name, len(list)-1)
}

func encodeIndented(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}
