package cli

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

func (std streams) tools(c *invocation) error {
	engine, list, report, err := std.counts(c)
	if err != nil {
		return err
	}
	reader, from, err := std.promptReader(c)
	if err != nil {
		return err
	}
	found := newToolbox()
	none, err := apartNone(walk(std, c, engine, list, engine.ToolLists(reader, from), func(rec *dataset.Record, offer *dataset.Offer, err error) error {
		found.record(rec, *offer, err)
		return nil
	}))
	if err != nil {
		return err
	}
	if err := found.print(std.findingsTo(c), c.String("format")); err != nil {
		return atomicfile.Failed("standard output", err)
	}
	if err := std.writeReport(report, found.report()); err != nil {
		return err
	}
	if !c.Bool("quiet") && none == nil {
		fmt.Fprintln(std.err, strings.Join(found.lines(sheetOf(std.err, c.String("color"))), "\n"))
	}
	return orNone(found.err(), none)
}

// print writes the definitions as JSONL, or a line of words for each tool.
func (b *toolbox) print(to io.Writer, format string) error {
	w := bufio.NewWriter(to)
	if format == "text" {
		for _, s := range b.byName() {
			line := fmt.Sprintf("%s: %s", s.name, clip.Counted(s.records, "record"))
			if len(s.order) > 1 {
				line += fmt.Sprintf(", %d schemas", len(s.order))
			}
			fmt.Fprintln(w, printable(line))
		}
		return w.Flush()
	}
	for _, d := range b.list {
		if _, err := w.Write(harmlessJSON(d.line())); err != nil {
			return err
		}
	}
	return w.Flush()
}

// toolReport is what --report says of the tools.
type toolReport struct {
	Records     int            `json:"records"`
	Rejected    int            `json:"rejected"`
	Offering    int            `json:"offering"` // records with tools
	Definitions int            `json:"definitions"`
	Tools       map[string]int `json:"tools"` // the records that carry a definition of a name
	Forms       map[string]int `json:"forms"`
	Repairs     map[string]int `json:"repairs"`
	Losses      map[string]int `json:"losses"`
}

func (b *toolbox) report() *toolReport {
	r := &toolReport{b.records, b.unreadable, b.offering, len(b.list), map[string]int{}, b.forms, b.repairs, b.losses}
	for _, s := range b.byName() {
		r.Tools[s.name] = s.records
	}
	return r
}

// countKey is the key next to "function" that says how many records carry a
// definition.
const countKey = "records"

// uncounted takes the count off a definition that the command tools printed.
func uncounted(t *prompts.Tool) {
	t.Outer = slices.DeleteFunc(slices.Clone(t.Outer), func(m prompts.Member) bool {
		_, err := strconv.ParseUint(string(m.Value), 10, 64)
		return m.Key == countKey && err == nil
	})
}

// digest stands for JSON without the white space between its tokens.
type digest [sha256.Size]byte

func digestOf(raw []byte) digest {
	var b bytes.Buffer
	if json.Compact(&b, raw) == nil {
		raw = b.Bytes()
	}
	return sha256.Sum256(raw)
}

// definition is a definition and how many records carry it.
type definition struct {
	json    string // on one line
	name    string
	schema  digest // that of no bytes where there is none
	records int
	last    int // the record that was counted last
}

// line returns the definition with its count, as a line.
func (d *definition) line() []byte {
	return fmt.Appendf(nil, "%s, %q: %d}\n", strings.TrimSuffix(d.json, "}"), countKey, d.records)
}

// toolbox collects the tools that records offer.
type toolbox struct {
	records, unreadable, offering int
	list                          []*definition // in order of appearance
	known                         map[digest]*definition
	// held is the length of the definitions, more how often one was met that
	// there was no room for.
	held, most, more int
	forms            map[string]int
	repairs, losses  map[string]int
	notes            dataset.Report
}

// maxDefinitions is how many bytes of definitions are held.
const maxDefinitions = 256 << 20

func newToolbox() *toolbox {
	return &toolbox{
		most: maxDefinitions, known: map[digest]*definition{},
		forms: map[string]int{}, repairs: map[string]int{}, losses: map[string]int{},
	}
}

// record takes down what a record offers.
func (b *toolbox) record(rec *dataset.Record, found dataset.Offer, err error) {
	b.records++
	for _, d := range found.Diagnostics {
		if d.Severity != ir.Loss {
			b.repairs[string(d.Code)] += d.Number() // there are no notes of tool lists
			continue
		}
		b.losses[string(d.Code)] += d.Number()
		b.note(rec, d)
	}
	if d, ok := errors.AsType[*ir.Diagnostic](err); ok {
		b.unreadable++
		b.note(rec, *d)
	}
	if found.ToolList == nil {
		return
	}
	b.offering++
	b.forms[string(found.ToolList.Form)]++
	for i := range found.ToolList.Tools {
		b.add(found.ToolList.Tools[i])
	}
}

func (b *toolbox) note(rec *dataset.Record, d ir.Diagnostic) {
	found := rec.Found(&d, nil)
	b.notes.AddFound(&found)
}

// add counts a tool of the current record.
func (b *toolbox) add(t prompts.Tool) {
	uncounted(&t)
	raw := definitionLine(&t)
	key := digestOf(raw)
	d, ok := b.known[key]
	if !ok {
		if b.held+len(raw) > b.most {
			b.more++
			return
		}
		b.held += len(raw)
		d = &definition{json: string(raw), name: t.Name, schema: digestOf(t.Parameters)}
		b.known[key] = d
		b.list = append(b.list, d)
	}
	if d.last != b.records {
		d.last = b.records
		d.records++
	}
}

// lines returns what is to be said about the tools: notes, warnings, counts.
func (b *toolbox) lines(s sheet) []string {
	tools := b.byName()
	out := append(s.groups(b.notes.Groups(), everything), warnings(tools)...)
	out = append(out, fmt.Sprintf("%s: %d with tools; %s, %s", clip.Counted(b.records, "record"), b.offering,
		clip.Counted(len(tools), "tool"), clip.Counted(len(b.list), "definition")))
	var parts []string
	for _, part := range []struct {
		name   string
		counts map[string]int
	}{{"forms", b.forms}, {"repairs", b.repairs}, {"losses", b.losses}} {
		if len(part.counts) > 0 {
			parts = append(parts, part.name+": "+counts(part.counts))
		}
	}
	if len(parts) > 0 {
		out = append(out, strings.Join(parts, "; "))
	}
	return out
}

// schemas is the schemas of the tools of one name, in order of appearance, and
// how many records have each.
type schemas struct {
	name  string
	order []digest
	count map[digest]int
	// records adds up count: a record that carries two of them counts twice.
	records int
}

// byName groups the definitions by name, in order of appearance.
func (b *toolbox) byName() []*schemas {
	known := map[string]*schemas{}
	var out []*schemas
	for _, d := range b.list {
		s := known[d.name]
		if s == nil {
			s = &schemas{name: d.name, count: map[digest]int{}}
			known[d.name] = s
			out = append(out, s)
		}
		if s.count[d.schema] == 0 {
			s.order = append(s.order, d.schema)
		}
		s.count[d.schema] += d.records
		s.records += d.records
	}
	return out
}

// mostShown is how many of something are named to a person.
const mostShown = 20

// warnings names the tools that have several schemas, the first few of many.
func warnings(tools []*schemas) []string {
	tools = slices.DeleteFunc(slices.Clone(tools), func(s *schemas) bool { return len(s.order) < 2 })
	var out []string
	for _, s := range tools[:min(len(tools), mostShown)] {
		var where []string
		for _, schema := range s.order[:min(len(s.order), mostShown)] {
			where = append(where, strconv.Itoa(s.count[schema]))
		}
		if len(s.order) > mostShown {
			where = append(where, "…")
		}
		out = append(out, fmt.Sprintf("warning: the tool %s has %d schemas, in %s records",
			printable(strconv.Quote(s.name)), len(s.order), strings.Join(where, ", ")))
	}
	if more := len(tools) - len(out); more > 0 {
		out = append(out, fmt.Sprintf("… and %s with several schemas", clip.Counted(more, "more tool")))
	}
	return out
}

// err says why the list is not complete, if it is not.
func (b *toolbox) err() error {
	switch {
	case b.more > 0:
		return fmt.Errorf("the definitions are longer than %d bytes: further ones, met %d times, are not listed", b.most, b.more)
	case b.unreadable > 0:
		return &rejectedError{clip.Counted(b.unreadable, "record") + " can't be read"}
	}
	return nil
}
