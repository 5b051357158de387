package parquet

import (
	"encoding/binary"
	"errors"

	"github.com/parquet-go/parquet-go/encoding/thrift"
)

var errThrift = errors.New("malformed header")

const (
	// elementSize is what the elements of lists have at least on the average, in bytes:
	// they need many times as much memory.
	elementSize   = 8
	leastElements = 1000
)

// maxThriftDepth bounds the recursion; Parquet's own structures nest less than ten deep.
const maxThriftDepth = 32

// decodeThrift decodes the structure in Thrift's compact protocol that b begins with, and
// returns its length. short is set where b ends before the structure does. The structure
// is skimmed first: the decoder allocates what a length claims before it knows that so
// much is there, and recurses as deep as the bytes want it to.
func decodeThrift(b []byte, v any) (used int, short bool, err error) {
	s := skimmer{b: b, elements: leastElements + len(b)/elementSize}
	if err := s.structure(0); err != nil {
		return 0, s.short, err
	}
	return s.i, false, thrift.Unmarshal(new(thrift.CompactProtocol), b[:s.i], v)
}

// A skimmer walks a structure without building it.
type skimmer struct {
	b        []byte
	i        int
	short    bool
	elements int // how many more there may be in lists
}

func (s *skimmer) structure(depth int) error {
	for {
		head, err := s.next()
		if err != nil || head == 0 {
			return err
		}
		if head>>4 == 0 { // the field's number follows
			if _, err := s.varint(); err != nil {
				return err
			}
		}
		if err := s.value(thrift.Type(head&0x0F), depth); err != nil {
			return err
		}
	}
}

func (s *skimmer) value(kind thrift.Type, depth int) error {
	switch kind {
	case thrift.TRUE, thrift.FALSE:
		return nil
	case thrift.I8:
		return s.skip(1)
	case thrift.I16, thrift.I32, thrift.I64:
		_, err := s.varint()
		return err
	case thrift.DOUBLE:
		return s.skip(8)
	case thrift.BINARY:
		n, err := s.varint()
		if err != nil {
			return err
		}
		return s.skip(n)
	}
	if depth == maxThriftDepth {
		return errThrift
	}
	switch kind {
	case thrift.LIST, thrift.SET:
		return s.list(depth + 1)
	case thrift.STRUCT:
		return s.structure(depth + 1)
	default: // Parquet has no maps
		return errThrift
	}
}

func (s *skimmer) list(depth int) error {
	head, err := s.next()
	if err != nil {
		return err
	}
	n := uint64(head >> 4)
	if n == 0x0F {
		if n, err = s.varint(); err != nil {
			return err
		}
	}
	if n > uint64(len(s.b)-s.i) { // an element is a byte or more
		s.short = true
		return errThrift
	}
	if s.elements -= int(n); s.elements < 0 {
		return errThrift
	}
	kind := thrift.Type(head & 0x0F)
	if kind == thrift.TRUE || kind == thrift.FALSE { // in lists they take a byte each
		kind = thrift.I8
	}
	for range n {
		if err := s.value(kind, depth); err != nil {
			return err
		}
	}
	return nil
}

func (s *skimmer) next() (byte, error) {
	if s.i >= len(s.b) {
		s.short = true
		return 0, errThrift
	}
	s.i++
	return s.b[s.i-1], nil
}

func (s *skimmer) skip(n uint64) error {
	if n > uint64(len(s.b)-s.i) {
		s.short = true
		return errThrift
	}
	s.i += int(n)
	return nil
}

func (s *skimmer) varint() (uint64, error) {
	v, n := binary.Uvarint(s.b[s.i:])
	if n <= 0 {
		s.short = n == 0
		return 0, errThrift
	}
	s.i += n
	return v, nil
}
