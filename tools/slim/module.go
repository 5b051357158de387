package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// errModule is about a module that is not what Go's linker writes.
var errModule = errors.New("not a WebAssembly program of Go")

// The parts of a module that are read.
const (
	header      = "\x00asm\x01\x00\x00\x00"
	dataSection = 11
	i32Const    = 0x41
	end         = 0x0b
)

// slim returns a module with its data in few segments.
func slim(module []byte) ([]byte, error) {
	r := reader{rest: module}
	if string(r.take(len(header))) != header {
		return nil, errModule
	}
	out := append(make([]byte, 0, len(module)), header...)
	for len(r.rest) > 0 {
		kind := r.take(1)
		content := r.take(r.number())
		if r.failed {
			return nil, errModule
		}
		if kind[0] == dataSection {
			segments, err := readSegments(content)
			if err != nil {
				return nil, err
			}
			content = appendSegments(nil, join(segments))
		}
		out = binary.AppendUvarint(append(out, kind...), uint64(len(content)))
		out = append(out, content...)
	}
	return out, nil
}

// segment is a piece of what the memory holds at first. All else in it is zero.
type segment struct {
	at   int
	data []byte
}

// readSegments returns the segments of the data section in the order of their places.
func readSegments(section []byte) ([]segment, error) {
	var segments []segment
	r := reader{rest: section}
	for n := r.number(); n > 0 && !r.failed; n-- {
		memory, instruction, at := r.number(), r.number(), r.number()
		if memory != 0 || instruction != i32Const || r.number() != end {
			return nil, errModule
		}
		segments = append(segments, segment{at, r.take(r.number())})
	}
	if r.failed || len(r.rest) > 0 {
		return nil, errModule
	}
	slices.SortStableFunc(segments, func(a, b segment) int { return a.at - b.at })
	for i := 1; i < len(segments); i++ {
		if before := segments[i-1]; segments[i].at < before.at+len(before.data) {
			return nil, errModule // the order of the segments means something
		}
	}
	return segments, nil
}

// join joins segments that few zeros part.
func join(segments []segment) []segment {
	const few = 64
	var joined []segment
	for _, s := range segments {
		if n := len(joined); n > 0 {
			last := &joined[n-1]
			if zeros := s.at - last.at - len(last.data); zeros < few {
				last.data = append(append(last.data, make([]byte, zeros)...), s.data...)
				continue
			}
		}
		joined = append(joined, segment{s.at, bytes.Clone(s.data)})
	}
	return joined
}

func appendSegments(dst []byte, segments []segment) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(segments)))
	for _, s := range segments {
		dst = appendSigned(append(dst, 0, i32Const), s.at)
		dst = binary.AppendUvarint(append(dst, end), uint64(len(s.data)))
		dst = append(dst, s.data...)
	}
	return dst
}

// appendSigned appends a number that may have a sign, which the highest bit of its last
// byte is.
func appendSigned(dst []byte, n int) []byte {
	for ; n >= 0x40; n >>= 7 {
		dst = append(dst, byte(n)|0x80)
	}
	return append(dst, byte(n))
}

// reader reads numbers and bytes. After one that is not there it has failed, and reads
// nothing more.
type reader struct {
	rest   []byte
	failed bool
}

// number reads one that has no sign, or is not negative.
func (r *reader) number() int {
	n, width := binary.Uvarint(r.rest)
	if width <= 0 || n > math.MaxInt32 {
		r.failed, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[width:]
	return int(n)
}

func (r *reader) take(n int) []byte {
	if n > len(r.rest) {
		r.failed, r.rest = true, nil
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}
