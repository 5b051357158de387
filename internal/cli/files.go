package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/inputs"
	"github.com/toolspeak/toolspeak/parquet"
)

// find returns what to read, and makes sure that it is there.
func (std streams) find(args []string) ([]inputs.Input, error) {
	found, err := inputs.Find(args, std.in)
	return found.Inputs, err
}

// checkTarget makes sure that no file is written that is read, or already there.
func checkTarget(option, path string, replace bool, read []inputs.Input) error {
	return inputs.CheckTargets([]inputs.Target{{Option: option, Path: path, Replace: replace}}, read)
}

// records yields the records of all inputs.
func records(ctx context.Context, engine *dataset.Engine, list []inputs.Input) iter.Seq2[*dataset.Record, error] {
	return func(yield func(*dataset.Record, error) bool) {
		for i := range list {
			if !recordsOf(ctx, engine, &list[i], yield) {
				return
			}
		}
	}
}

// recordsOf yields the records of an input and reports whether more are wanted.
func recordsOf(ctx context.Context, engine *dataset.Engine, in *inputs.Input, yield func(*dataset.Record, error) bool) bool {
	r, err := open(ctx, in)
	if err != nil {
		yield(nil, err)
		return false
	}
	defer r.Close()
	for rec, err := range engine.Records(ctx, in.Name, r) {
		if !yield(rec, err) || err != nil && rec == nil {
			return false
		}
	}
	return true
}

// open opens an input: its rows if it is Parquet, else what it holds.
func open(ctx context.Context, in *inputs.Input) (io.ReadCloser, error) {
	head, err := in.Head(ctx, []byte("PAR1"))
	if err != nil {
		return nil, err
	}
	if !parquet.Sniff(head) {
		return in.Open(ctx)
	}
	at, size, err := in.ReaderAt(ctx)
	if err != nil {
		return nil, err
	}
	file, err := parquet.Open(at, size)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("reading %s: %w", in.Name, err), at.Close())
	}
	return &table{file.Rows(0, len(file.RowGroups())), at, in}, nil
}

// table is the rows of a Parquet file.
type table struct {
	*parquet.Rows
	below io.Closer
	in    *inputs.Input
}

// Close ends the reading and closes the file.
func (t *table) Close() error {
	defer t.in.Release()
	return errors.Join(t.Rows.Close(), t.below.Close())
}
