package dataset

import (
	"bytes"
	"fmt"
	"sort"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

func reject(code ir.Code, format string, args ...any) *ir.Diagnostic {
	return &ir.Diagnostic{Code: code, Severity: ir.Reject, Text: fmt.Sprintf(format, args...)}
}

// rejectAt is reject with the place of offset off in raw.
func rejectAt(raw []byte, off int, code ir.Code, format string, args ...any) *ir.Diagnostic {
	d := reject(code, format, args...)
	d.Line, d.Column = place(raw, off)
	return d
}

// place returns line and column, in code points, of an offset. Both count
// from 1.
func place(raw []byte, off int) (line, column int) {
	before := raw[:min(off, len(raw))]
	line = bytes.Count(before, []byte{'\n'}) + 1
	if k := bytes.LastIndexByte(before, '\n'); k >= 0 {
		before = before[k+1:]
	}
	return line, characters(before) + 1
}

// characters counts the code points of b, which may begin or end within one:
// of two pieces the counts add up.
func characters(b []byte) int {
	n := 0
	for _, c := range b {
		if c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// check tells whether raw is one JSON value in UTF-8 that nests no deeper than
// allowed. It looks at the depth first, because what follows it recurses.
func check(raw []byte) *ir.Diagnostic {
	if off, deep := depthFault(raw); deep {
		return rejectAt(raw, off, ir.CodeTooDeep, "arrays and objects lie more than %d deep inside each other", literal.MaxDepth)
	}
	if d := checkUTF8(raw); d != nil {
		return d
	}
	if gjson.ValidBytes(raw) {
		return nil
	}
	off, msg := fault(raw)
	return rejectAt(raw, off, ir.CodeNotJSON, "not JSON: %s", msg)
}

func checkUTF8(raw []byte) *ir.Diagnostic {
	if utf8.Valid(raw) {
		return nil
	}
	off := 0
	for off < len(raw) {
		r, width := utf8.DecodeRune(raw[off:])
		if r == utf8.RuneError && width == 1 {
			break
		}
		off += width
	}
	hint := ""
	if off == 0 && len(raw) > 1 && (raw[0] == 0xFF && raw[1] == 0xFE || raw[0] == 0xFE && raw[1] == 0xFF) {
		hint = "; the file looks like UTF-16: convert it to UTF-8 first"
	}
	return rejectAt(raw, off, ir.CodeInvalidUTF8, "the byte 0x%02X is not UTF-8%s", raw[off], hint)
}

// depthFault finds the first bracket that opens too deep.
func depthFault(raw []byte) (off int, deep bool) {
	if deepest(raw) <= literal.MaxDepth {
		return 0, false
	}
	// How deep a prefix goes only grows with it.
	return sort.Search(len(raw), func(n int) bool { return deepest(raw[:n]) > literal.MaxDepth }) - 1, true
}

func deepest(raw []byte) int {
	var n nesting
	for off := 0; off < len(raw); {
		end, _ := n.scan(raw[off:])
		off += end
	}
	return n.deepest
}

// fault says where raw stops being one JSON value, and why.
func fault(raw []byte) (off int, msg string) {
	start := skipSpace(raw, 0)
	end, err := literal.JSON(text.Text{B: raw}, start)
	if err != nil {
		return err.Offset, err.Msg
	}
	if end = skipSpace(raw, end); end < len(raw) {
		r, _ := utf8.DecodeRune(raw[end:])
		return end, fmt.Sprintf("expected nothing more after the value, found %q", r)
	}
	return start, "expected a JSON value"
}

// baseLine moves the place of a diagnostic about the record's bytes from the
// record to its file.
func baseLine(d *ir.Diagnostic, line, column int) {
	if d.Message > 0 || d.Line == 0 {
		return
	}
	if d.Line == 1 {
		d.Column += column - 1
	}
	d.Line += line - 1
}

// checkText tells whether raw can be a plain transcript.
func checkText(raw []byte) *ir.Diagnostic {
	if d := checkUTF8(raw); d != nil {
		return d
	}
	if k := bytes.IndexByte(raw, 0); k >= 0 {
		return rejectAt(raw, k, ir.CodeNotJSON, "a NUL byte: the input is neither JSON nor text")
	}
	return nil
}
