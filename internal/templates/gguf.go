package templates

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// gguf reads the templates and special tokens from the metadata of a model in GGUF.
func (s *Source) gguf(f io.Reader) error {
	g := &ggufReader{r: bufio.NewReaderSize(f, 1<<16)}
	g.skip(4)
	version := g.number(4)
	if version < 2 || version > 3 {
		return fmt.Errorf("GGUF of version %d is not known", version)
	}
	g.skip(8)
	pairs := g.number(8)
	if pairs > 1<<20 {
		return errors.New("the metadata of the GGUF is damaged")
	}
	ids := map[string]uint64{}
	var tokens []string
	for i := uint64(0); i < pairs && g.err == nil; i++ {
		key, kind := g.text(), g.number(4)
		name, isTemplate := strings.CutPrefix(key, "tokenizer.chat_template")
		switch {
		case isTemplate && kind == ggufString:
			if name = strings.TrimPrefix(name, "."); name == "" {
				name = "default"
			}
			s.Templates[name] = g.text()
		case strings.HasPrefix(key, "tokenizer.ggml.") && strings.HasSuffix(key, "_token_id") && kind != ggufString && kind != ggufArray:
			ids[strings.TrimSuffix(strings.TrimPrefix(key, "tokenizer.ggml."), "_id")] = g.number(ggufSizes[kind])
		case key == "tokenizer.ggml.tokens" && kind == ggufArray:
			tokens = g.texts()
		default:
			g.value(kind, 0)
		}
	}
	if g.err != nil {
		return fmt.Errorf("the metadata of the GGUF is damaged: %w", g.err)
	}
	for name, id := range ids {
		if id < uint64(len(tokens)) {
			s.Values.Set(name, tokens[id])
		}
	}
	if len(s.Templates) == 0 {
		return errNone
	}
	return nil
}

// The kinds of values of GGUF that are read.
const (
	ggufString = 8
	ggufArray  = 9
)

// ggufSizes are the sizes of the other kinds of values in bytes.
var ggufSizes = map[uint64]int{0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}

// ggufReader reads values of GGUF; err is the first error.
type ggufReader struct {
	r   *bufio.Reader
	err error
}

func (g *ggufReader) skip(n uint64) {
	if g.err == nil {
		_, g.err = io.CopyN(io.Discard, g.r, int64(min(n, 1<<62)))
	}
}

// number reads an integer of n bytes.
func (g *ggufReader) number(n int) uint64 {
	var b [8]byte
	if g.err == nil {
		_, g.err = io.ReadFull(g.r, b[:n])
	}
	if g.err != nil {
		return 0
	}
	return binary.LittleEndian.Uint64(b[:])
}

// text reads a string, of 16 MB at most.
func (g *ggufReader) text() string {
	n := g.number(8)
	if n > 16<<20 && g.err == nil {
		g.err = errors.New("a string is longer than 16 MB")
	}
	if g.err != nil {
		return ""
	}
	b := make([]byte, n)
	_, g.err = io.ReadFull(g.r, b)
	return string(b)
}

// texts reads an array of strings.
func (g *ggufReader) texts() []string {
	kind, n := g.number(4), g.number(8)
	if kind != ggufString || n > 1<<22 {
		if g.err == nil {
			g.err = errors.New("the list of tokens is none")
		}
		return nil
	}
	var list []string
	for i := uint64(0); i < n && g.err == nil; i++ {
		list = append(list, g.text())
	}
	return list
}

// value passes a value.
func (g *ggufReader) value(kind uint64, deep int) {
	switch {
	case kind == ggufString:
		g.skip(g.number(8))
	case kind == ggufArray:
		of, n := g.number(4), g.number(8)
		if size, ok := ggufSizes[of]; ok && n < 1<<40 {
			g.skip(n * uint64(size))
			return
		}
		if deep > 4 && g.err == nil {
			g.err = errors.New("arrays nest too deep")
		}
		for i := uint64(0); i < n && g.err == nil; i++ {
			g.value(of, deep+1)
		}
	default:
		size, ok := ggufSizes[kind]
		if !ok && g.err == nil {
			g.err = fmt.Errorf("a value has the unknown kind %d", kind)
		}
		g.skip(uint64(size))
	}
}
