package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/exchange"
	"github.com/toolspeak/toolspeak/internal/inputs"
)

// find returns what to read, and makes sure that it is there.
func (std streams) find(args []string) ([]inputs.Input, error) {
	found, err := inputs.Find(args, std.in, inputs.Pick{Half: exchange.AsksInBatch})
	return found.Inputs, err
}

// inputsOf is find for the files of a command that takes directories: what is passed
// over in them is said.
func (std streams) inputsOf(c *invocation) ([]inputs.Input, error) {
	found, err := inputs.Find(c.files, std.in, inputs.Pick{Include: c.StringSlice("include"), Exclude: c.StringSlice("exclude"), Half: exchange.AsksInBatch})
	for _, line := range found.PassedOver() {
		if err == nil && !c.Bool("quiet") {
			fmt.Fprintln(std.err, printable(inFlags(line)))
		}
	}
	return found.Inputs, err
}

// checkTarget makes sure that no file is written that is read, or already there.
func checkTarget(option, path string, replace bool, read []inputs.Input) error {
	return inputs.CheckTargets([]inputs.Target{{Option: option, Path: path, Replace: replace}}, read)
}

// checkHTML makes sure that a page goes to a file of pages, and overwrites no input.
func checkHTML(path string, replace bool, read []inputs.Input) error {
	if ending := strings.ToLower(filepath.Ext(path)); path != "" && ending != ".html" && ending != ".htm" {
		return usagef("--html %s: a page goes to a file that ends in .html or .htm, as in --html %s", printable(path), "report.html")
	}
	return checkTarget("HTML", path, replace, read)
}

// records yields the records of all inputs.
func records(ctx context.Context, engine *dataset.Engine, list []inputs.Input, p *dataset.Progress) iter.Seq2[*dataset.Record, error] {
	return func(yield func(*dataset.Record, error) bool) {
		for in, err := range opened(ctx, list) {
			if err != nil {
				yield(nil, err)
				return
			}
			for rec, err := range engine.Records(ctx, in.Name, p.Reader(in.Reader)) {
				if !yield(rec, err) || err != nil && rec == nil {
					return
				}
			}
		}
	}
}

// opened yields the inputs one by one, each open until the next is asked for.
func opened(ctx context.Context, list []inputs.Input) iter.Seq2[dataset.NamedReader, error] {
	return func(yield func(dataset.NamedReader, error) bool) {
		for i := range list {
			r, err := open(ctx, &list[i])
			if err != nil {
				yield(dataset.NamedReader{}, err)
				return
			}
			more := yield(dataset.NamedReader{Name: list[i].Name, Reader: r}, nil)
			_ = r.Close() // it was only read
			if !more {
				return
			}
		}
	}
}

// totalOf returns the size of all inputs, or 0 where it is not known.
func totalOf(list []inputs.Input) (total int64) {
	for i := range list {
		info := list[i].Info()
		if info == nil || !info.Mode().IsRegular() {
			return 0
		}
		total += info.Size()
	}
	return total
}

// open opens an input: its rows if it is Parquet, else what it holds.
func open(ctx context.Context, in *inputs.Input) (io.ReadCloser, error) {
	head, err := in.Head(ctx, []byte("PAR1"))
	if err != nil {
		return nil, err
	}
	format := rows()
	if !format.Sniff(head) {
		return in.Open(ctx)
	}
	at, size, err := in.ReaderAt(ctx)
	if err != nil {
		return nil, err
	}
	file, err := format.Open(at, size)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("reading %s: %w", in.Name, err), at.Close())
	}
	return &table{file.Read(0, len(file.Groups())), at, in}, nil
}

// table is the rows of a Parquet file.
type table struct {
	dataset.RowReader
	below io.Closer
	in    *inputs.Input
}

// Close ends the reading and closes the file.
func (t *table) Close() error {
	defer t.in.Release()
	return errors.Join(t.RowReader.Close(), t.below.Close())
}
