package dataset

import (
	"bufio"
	"errors"
	"io"
)

// A page in a browser is given texts: what packs and unpacks files would make up a fifth
// of the program that it loads.
var errNoCodec = errors.New("compressed files are not read or written in a browser")

func packGzip(_, _ []byte) ([]byte, error) { return nil, errNoCodec }
func packZstd(_, _ []byte) ([]byte, error) { return nil, errNoCodec }

func unpack(Compression, io.Reader) (io.Reader, error) { return nil, errNoCodec }

// unfolded reads neither archives nor tables.
func unfolded(*opening, *bufio.Reader) (io.Reader, bool, error) { return nil, false, nil }

func isTable(string) bool { return false }

// exchanges finds no recording of HTTP traffic: those are YAML, whose reader is left out
// too.
func (s *scanner) exchanges([]byte) ([]extract, bool) { return nil, false }
