package inputs

import (
	"context"
	"io"
	"io/fs"
)

// Interruptible returns a reader of r whose Read returns when the context ends, also
// where a Read of r waits. That one is left waiting. Close it in the end, which closes
// r if no Read of it waits.
func Interruptible(ctx context.Context, r io.ReadCloser) io.ReadCloser {
	i := &interruptible{ctx: ctx, r: r, wanted: make(chan struct{}), came: make(chan chunk, 1)}
	go i.run()
	return i
}

type interruptible struct {
	ctx    context.Context
	r      io.ReadCloser
	wanted chan struct{}
	came   chan chunk
	left   []byte // what came and was not asked for yet
	err    error
	closed bool
}

type chunk struct {
	b   []byte
	err error
}

// run reads whenever something is wanted.
func (i *interruptible) run() {
	defer i.r.Close()
	buf := make([]byte, 64<<10)
	for range i.wanted {
		n, err := i.r.Read(buf)
		i.came <- chunk{buf[:n], err}
	}
}

// Read reads on, or returns the context's error.
func (i *interruptible) Read(p []byte) (int, error) {
	if i.closed {
		return 0, fs.ErrClosed
	}
	if len(i.left) == 0 && i.err == nil {
		select {
		case i.wanted <- struct{}{}:
		case <-i.ctx.Done():
			return 0, i.ctx.Err()
		}
		select {
		case c := <-i.came:
			i.left, i.err = c.b, c.err
		case <-i.ctx.Done():
			i.err = i.ctx.Err()
		}
	}
	n := copy(p, i.left)
	if i.left = i.left[n:]; len(i.left) > 0 {
		return n, nil
	}
	return n, i.err
}

// Close ends the reading.
func (i *interruptible) Close() error {
	if !i.closed {
		i.closed = true
		close(i.wanted)
	}
	return nil
}
