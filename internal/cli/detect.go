package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/layouts"
)

func (std streams) detectCommand() command {
	return command{
		name:     "detect",
		usage:    "print the style of each record, and the evidence",
		synopsis: []string{"detect [flags] [FILE…]"},
		about: "One line a record: the style, how many of its markers were counted, and the second best. A \"=\" is between styles with the same count: " +
			"the first of them would be read. Records that can't be read end in exit code 1.",
		examples: []example{{"the style of each record", "detect data.jsonl"}},
		reads:    true,
		run:      std.detect,
	}
}

// survey is what the command detect counts.
type survey struct {
	Records  int `json:"records"`
	Rejected int `json:"rejected"`
	// Styles counts records by style, Foreign those of styles that are none of
	// ours by their sign, Tied those whose best styles have equal evidence.
	Styles  map[string]int `json:"styles"`
	Foreign map[string]int `json:"foreign"`
	Tied    int            `json:"tied"`

	w *bufio.Writer
}

func (std streams) detect(c *cli.Context) error {
	layout, err := layouts.Parse(c.String("layout"))
	if err != nil {
		return explain(err)
	}
	// The target does not matter to detection, but an engine has one.
	own, err := styleFiles(c)
	if err != nil {
		return err
	}
	engine, err := dataset.New(dataset.Options{Layout: layout, Fields: c.StringSlice("field"), Options: convert.Options{To: layouts.Document.String(), Styles: own}})
	if err != nil {
		return err
	}
	list, err := std.find(c.Args().Slice())
	if err != nil {
		return err
	}
	report := c.String("report")
	if err := checkTarget("Report", report, true, list); err != nil {
		return err
	}
	s := &survey{Styles: map[string]int{}, Foreign: map[string]int{}, w: bufio.NewWriter(std.out)}
	ctx, stop := interruptible()
	defer stop()
	for rec, err := range records(ctx, engine, list) {
		if rec != nil {
			var found dataset.Detection
			found, err = engine.DetectRecord(rec)
			err = s.record(rec, &found, err)
		}
		if err != nil {
			return errors.Join(err, s.w.Flush())
		}
	}
	return s.finish(report)
}

// record prints the line of one record.
func (s *survey) record(rec *dataset.Record, found *dataset.Detection, err error) error {
	s.Records++
	place := fmt.Sprintf("%s:%d", rec.File, rec.Number)
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		s.Rejected++
		f := rec.Found(d, nil)
		_, err := fmt.Fprintln(s.w, noteLine(&f))
		return writing("standard output", err)
	}
	_, err = fmt.Fprintf(s.w, "%s: %s\n", printable(place), s.describe(found))
	return writing("standard output", err)
}

// describe counts a record and says what was found in it.
func (s *survey) describe(found *dataset.Detection) string {
	switch {
	case found.Steps:
		s.Styles[found.Layout.String()]++
		return found.Layout.String()
	case found.Foreign != "":
		s.Foreign[found.Foreign]++
		return "foreign " + printable(found.Foreign)
	case len(found.Candidates) == 0:
		s.Styles[convert.Plain]++
		return convert.Plain
	}
	best := found.Candidates[0]
	s.Styles[best.Style.Name]++
	words := fmt.Sprintf("%s %d", best.Style.Name, best.Evidence)
	tied := 1
	for tied < len(found.Candidates) && found.Candidates[tied].Evidence == best.Evidence {
		words += fmt.Sprintf(" = %s %d", found.Candidates[tied].Style.Name, best.Evidence)
		tied++
	}
	if tied > 1 {
		s.Tied++
	} else if len(found.Candidates) > 1 {
		second := found.Candidates[1]
		words += fmt.Sprintf(", %s %d", second.Style.Name, second.Evidence)
	}
	return words
}

// finish prints the summary, if there is more than one record to sum up.
func (s *survey) finish(report string) error {
	if s.Records != 1 {
		fmt.Fprintln(s.w, s.summary())
	}
	if err := s.w.Flush(); err != nil {
		return writing("standard output", err)
	}
	if report != "" {
		if err := writeReport(report, s); err != nil {
			return err
		}
	}
	if s.Rejected > 0 {
		return &rejectedError{counted(s.Rejected, "record") + " can't be read"}
	}
	return nil
}

func (s *survey) summary() string {
	parts := []string{}
	if len(s.Styles) > 0 {
		parts = append(parts, counts(s.Styles))
	}
	if len(s.Foreign) > 0 {
		parts = append(parts, "foreign: "+counts(s.Foreign))
	}
	if s.Tied > 0 {
		parts = append(parts, fmt.Sprintf("tied %d", s.Tied))
	}
	if s.Rejected > 0 {
		parts = append(parts, fmt.Sprintf("rejected %d", s.Rejected))
	}
	line := counted(s.Records, "record")
	if len(parts) > 0 {
		line += ": " + strings.Join(parts, "; ")
	}
	return line
}

// writeReport writes a report as a JSON object.
func writeReport(path string, report any) error {
	object, err := json.Marshal(report)
	if err != nil {
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	return atomicfile.WriteFile(path, append(object, '\n'))
}
