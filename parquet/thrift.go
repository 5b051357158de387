package parquet

import (
	"encoding/binary"
	"errors"
)

var errThrift = errors.New("malformed header")

// The types of the compact protocol, as its specification numbers them.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftI16    = 4
	thriftI32    = 5
	thriftI64    = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
)

// maxThriftDepth bounds the recursion; Parquet's own structures nest less than ten deep.
const maxThriftDepth = 32

// deeper stands for the parent of fields more than one structure down.
const deeper = -1

// A skimmer walks a structure in Thrift's compact protocol without building it. It
// is asked before the real decoder, which allocates what a length claims before it
// knows that so much is there.
type skimmer struct {
	b []byte
	i int
	// short is set where the bytes ended before the structure did.
	short bool
}

// structure walks one structure and gives each integer and boolean in it to field: its id and
// that of the field that holds its structure, 0 at the top.
func (s *skimmer) structure(parent int16, depth int, field func(parent, id int16, v int64)) error {
	if depth > maxThriftDepth {
		return errThrift
	}
	var id int16
	for {
		head, err := s.next()
		if err != nil || head == 0 {
			return err
		}
		if delta := head >> 4; delta != 0 {
			id += int16(delta)
		} else {
			v, err := s.varint()
			if err != nil {
				return err
			}
			id = int16(unzigzag(v))
		}
		if err := s.value(head&0x0F, parent, id, depth, field); err != nil {
			return err
		}
	}
}

func (s *skimmer) value(kind byte, parent, id int16, depth int, field func(parent, id int16, v int64)) error {
	switch kind {
	case thriftTrue, thriftFalse:
		field(parent, id, int64(thriftFalse-kind))
		return nil
	case thriftByte:
		return s.skip(1)
	case thriftI16, thriftI32, thriftI64:
		v, err := s.varint()
		if err == nil {
			field(parent, id, unzigzag(v))
		}
		return err
	case thriftDouble:
		return s.skip(8)
	case thriftBinary:
		n, err := s.varint()
		if err != nil {
			return err
		}
		return s.skip(n)
	case thriftList, thriftSet:
		return s.list(id, depth, field)
	case thriftStruct:
		if depth > 0 {
			id = deeper
		}
		return s.structure(id, depth+1, field)
	default: // Parquet has no maps
		return errThrift
	}
}

func (s *skimmer) list(id int16, depth int, field func(parent, id int16, v int64)) error {
	if depth > maxThriftDepth {
		return errThrift
	}
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
	kind := head & 0x0F
	for range n {
		if kind == thriftTrue || kind == thriftFalse {
			err = s.skip(1)
		} else {
			err = s.value(kind, id, 0, depth+1, field)
		}
		if err != nil {
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

func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }
