package present

import (
	"bytes"
	"context"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/styles"
	"github.com/toolspeak/toolspeak/styles/check"
)

// Played is what the playground shows of an input.
type Played struct {
	// Records are the first records of the input, converted, and Total is how many it
	// has, of which Rejected can't be converted.
	Records  []*Conversion `json:"records"`
	Total    int           `json:"total"`
	Rejected int           `json:"rejected"`
	// Written is what the command writes: toolspeak convert --to STYLE --on-error skip.
	Written string `json:"written"`
}

// shownRecords is how many records of an input the playground shows.
const shownRecords = 20

// Play converts an input as the command does, and presents its first records. page is a
// style of the reader's own, as in a style file, which from and to may name, or "".
func Play(raw []byte, from, to, page string) (*Played, error) {
	opts := dataset.Options{Options: convert.Options{From: from, To: to}}
	if page != "" {
		own, err := styles.Parse([]byte(page), "the page")
		if err == nil {
			err = check.Style(own)
		}
		if err != nil {
			return nil, err
		}
		opts.Styles = []*styles.Style{own}
	}
	c, err := NewConverter(opts)
	if err != nil {
		return nil, err
	}
	var written bytes.Buffer
	ctx := context.Background()
	report, err := c.engine.CopyWith(ctx, &written, bytes.NewReader(raw),
		dataset.CopyOptions{RunOptions: dataset.RunOptions{Workers: 1, OnReject: dataset.SkipRejects}})
	if err != nil {
		return nil, err
	}
	p := &Played{Records: []*Conversion{}, Total: report.Records, Rejected: report.Rejected, Written: written.String()}
	for rec := range c.engine.Records(ctx, "", bytes.NewReader(raw)) {
		if rec == nil || len(p.Records) == shownRecords {
			break
		}
		p.Records = append(p.Records, c.Convert(rec))
	}
	return p, nil
}

// Targets returns the names of the styles that the pages offer, and of the shapes of
// native tool calls that can be written.
func Targets() []string {
	var names []string
	for _, s := range styles.All() {
		names = append(names, s.Name)
	}
	for _, name := range layouts.ShapeNames() {
		if _, err := dataset.New(dataset.Options{Options: convert.Options{To: name}}); err == nil {
			names = append(names, name)
		}
	}
	return slices.Clip(names)
}
