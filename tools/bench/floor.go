package main

import (
	"bufio"
	"errors"
	"io"
	"os"

	"github.com/tidwall/gjson"
)

// floor is what toolspeak is compared with: it splits a file into lines, checks
// that each is JSON and writes it unchanged.
func floor(in, out string) error {
	r, err := os.Open(in)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.Create(out)
	if err != nil {
		return err
	}
	src := bufio.NewReaderSize(r, 1<<20)
	dst := bufio.NewWriterSize(w, 1<<20)
	var long []byte
	for {
		line, err := src.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, line...)
			continue
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if len(long) > 0 {
			long = append(long, line...)
			line, long = long, long[:0]
		}
		if !gjson.ValidBytes(line) {
			return errors.New("a line is not JSON")
		}
		if _, err := dst.Write(line); err != nil {
			return err
		}
	}
	return errors.Join(dst.Flush(), w.Close())
}
