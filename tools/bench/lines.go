package main

import (
	"bufio"
	"errors"
	"os"
)

// lines writes records into a file, one a line, until it has the wanted size.
type lines struct {
	f             *os.File
	w             *bufio.Writer
	written, size int64
}

func createLines(path string, size int64) (*lines, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &lines{f: f, w: bufio.NewWriterSize(f, 1<<20), size: size}, nil
}

func (l *lines) full() bool { return l.written >= l.size }

func (l *lines) add(record []byte) error {
	l.written += int64(len(record)) + 1
	if _, err := l.w.Write(record); err != nil {
		return err
	}
	return l.w.WriteByte('\n')
}

func (l *lines) Close() error { return errors.Join(l.w.Flush(), l.f.Close()) }
