package cli

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/present"
)

// wanted says which records of which inputs to show.
type wanted struct {
	file string
	// from and to are numbers of records; to is 0 where an id is asked for.
	from, to int
}

// wantedOf reads FILE, FILE:N or FILE:N-M. A file that is named like that is a file.
func wantedOf(arg string) (wanted, error) {
	w := wanted{file: arg, from: 1, to: 1}
	k := strings.LastIndexByte(arg, ':')
	if k <= 0 {
		return w, nil
	}
	if _, err := os.Stat(arg); err == nil {
		return w, nil
	}
	first, last, isRange := strings.Cut(arg[k+1:], "-")
	from, err := strconv.Atoi(first)
	if err != nil {
		return w, nil
	}
	to := from
	if isRange {
		if to, err = strconv.Atoi(last); err != nil {
			return w, nil
		}
	}
	if from < 1 || to < from {
		return w, usagef("%s: records count from 1, as in %s:1 or %s:1-3", printable(arg), printable(arg[:k]), printable(arg[:k]))
	}
	return wanted{file: arg[:k], from: from, to: to}, nil
}

func (std streams) showRecords(c *invocation) error {
	engine, opts, err := readingEngine(c)
	if err != nil {
		return err
	}
	p, err := std.newPrinter(c)
	if err != nil {
		return err
	}
	p.engine = engine
	to := c.String("to")
	if err := withTarget(c, to); err != nil {
		return err
	}
	if to != "" {
		opts.To = to
		if err := std.fillWriting(c, &opts); err != nil {
			return err
		}
		if p.converter, err = present.NewConverter(opts); err != nil {
			return explain(err)
		}
		p.to = to
	}
	args := c.files
	if len(args) == 0 {
		args = []string{"-"}
	}
	out := std.openPager(c.String("color"), c.Bool("no-pager"))
	p.out = out
	err = std.showAll(p, args, c.String("id"), c.String("key"))
	if closed := out.close(); err == nil {
		err = atomicfile.Failed("standard output", closed)
	}
	if brokenPipe(err) {
		return nil // who reads has seen enough
	}
	return err
}

// withTarget makes sure that there is a target where flags say how it is written.
func withTarget(c *invocation, to string) error {
	for _, o := range optionsOf("show") {
		isRead := o.Name == "stop-text"
		if to == "" && strings.HasPrefix(o.In, known().Sets["becoming"]) && !isRead && c.IsSet(o.Name) {
			return &usageError{"--" + o.Name + " says how a record is written", "say with --to STYLE what is to become of it"}
		}
	}
	return nil
}

// newPrinter returns a printer for the width of the terminal, or what is asked for.
func (std streams) newPrinter(c *invocation) (*printer, error) {
	p := &printer{guarded: func(f func() error) error { return guarded(c, f) }, full: c.Bool("full"), width: widthOf(std.out)}
	if c.IsSet("width") {
		if p.width = c.Int("width"); p.width < minWidth {
			return nil, usagef("--width %d: expected at least %d", p.width, minWidth)
		}
	}
	return p, nil
}

func (std streams) showAll(p *printer, args []string, id, key string) error {
	ctx, stop := interruptible()
	defer stop()
	for _, arg := range args {
		w, err := wantedOf(arg)
		if err != nil {
			return err
		}
		if id != "" {
			w.to = 0
		}
		if err := std.showIn(ctx, p, w, id, key); err != nil {
			return err
		}
	}
	return nil
}

// showIn shows the records that are wanted of an input.
func (std streams) showIn(ctx context.Context, p *printer, w wanted, id, key string) error {
	list, err := std.find([]string{w.file})
	if err != nil {
		return err
	}
	seen, shown := 0, 0
	for rec, err := range records(ctx, p.engine, list, nil) {
		if rec == nil {
			return err
		}
		seen++
		match := w.from <= seen && seen <= w.to
		if w.to == 0 {
			match = idOfRecord(rec, key) == id
		}
		if match {
			shown++
			if err := p.record(rec); err != nil {
				return atomicfile.Failed("standard output", err)
			}
			if w.to == 0 {
				return nil
			}
		}
		if w.to > 0 && seen >= w.to {
			break
		}
	}
	switch {
	case shown > 0:
		return nil
	case seen == 0:
		return &noneError{"no record in " + namesOf(list)}
	case w.to == 0:
		return usagef("%s has no record whose %s is %q", namesOf(list), key, id)
	}
	return usagef("%s has no record %d: it has %d", namesOf(list), w.from, seen)
}

// idOfRecord returns the value of a key as text.
func idOfRecord(rec *dataset.Record, key string) string {
	if rec.Plain || !jsonx.Valid(rec.Raw) {
		return ""
	}
	return gjson.GetBytes(rec.Raw, key).String()
}

// record prints a record.
func (p *printer) record(rec *dataset.Record) error {
	if p.shown++; p.shown > 1 {
		p.line("")
	}
	err := p.guarded(func() error {
		switch {
		case p.masks != nil:
			p.masks(rec)
		case p.converter != nil:
			p.conversion(p.converter.Convert(rec))
		default:
			p.transcript(present.Read(p.engine, rec))
		}
		return p.err
	})
	if isFault(err) {
		p.line(rejectLook.Render("▲ " + printable(reasonOf(err))))
		return p.err
	}
	return err
}

// dotted lists what is not zero.
func dotted(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " · ")
}

func some(n int, noun string) string {
	if n == 0 {
		return ""
	}
	return clip.Counted(n, noun)
}

func shownSize(n int) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return clip.Counted(n, "byte")
}
