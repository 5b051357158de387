package cli

import (
	"context"
	"errors"
	"io"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/index"
	"github.com/toolspeak/toolspeak/internal/inputs"
)

// indexed is the records of inputs, to be had in any order.
type indexed struct {
	list  index.List
	files []io.Closer
}

// close closes the files and removes temporary ones.
func (x *indexed) close() {
	for _, f := range x.files {
		_ = f.Close() // they were only read
	}
}

// indexAll finds where the records of inputs are. seen, if it is not nil, is told how
// far the reading of an input is.
func indexAll(ctx context.Context, engine *dataset.Engine, list []inputs.Input, seen func(bytes int64, records int)) (*indexed, error) {
	all := &indexed{}
	for i := range list {
		r, size, err := unpacked(ctx, &list[i])
		if err != nil {
			all.close()
			return nil, err
		}
		x, err := index.New(ctx, engine, list[i].Name, r, size, seen)
		if errors.Is(err, index.ErrNoPlaces) {
			in := io.NewSectionReader(r, 0, size)
			made, length, failed := inputs.Temporary(list[i].Name, func(w io.Writer) error { return engine.Extract(ctx, w, list[i].Name, in) })
			_ = r.Close() // it was only read
			if failed != nil {
				all.close()
				return nil, failed
			}
			r = made
			if x, err = index.New(ctx, engine, list[i].Name+".jsonl", r, length, seen); err == nil {
				x.Rename(list[i].Name)
			}
		}
		all.files = append(all.files, r)
		if err != nil {
			all.close()
			return nil, err
		}
		all.list = append(all.list, x)
	}
	return all, nil
}

// unpacked opens an input for reading in any order. What is compressed, a stream or a
// file of rows is copied to a temporary file.
func unpacked(ctx context.Context, in *inputs.Input) (inputs.ReaderAtCloser, int64, error) {
	if in.Regular() {
		r, size, err := in.ReaderAt(ctx)
		if err != nil {
			return nil, 0, err
		}
		var head [4]byte
		n, err := r.ReadAt(head[:], 0)
		if (err == nil || errors.Is(err, io.EOF)) && !dataset.Packed(head[:n]) {
			return r, size, nil
		}
		_ = r.Close() // it was only read
	}
	r, err := open(ctx, in)
	if err != nil {
		return nil, 0, err
	}
	defer r.Close()
	return inputs.Temporary(in.Name, func(w io.Writer) error { return dataset.Unpack(ctx, w, in.Name, r) })
}
