package dataset

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
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
	d.Line, d.Column = jsonx.Place(raw, off)
	return d
}

// check tells whether raw is one JSON value in UTF-8 that nests no deeper than
// allowed. It looks at the depth first, because what follows it recurses.
func check(raw []byte) *ir.Diagnostic {
	if off := jsonx.TooDeep(raw); off >= 0 {
		return rejectAt(raw, off, ir.CodeTooDeep, "arrays and objects lie more than %d deep inside each other", jsonx.MaxDepth)
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
	off := jsonx.InvalidUTF8(raw)
	if off < 0 {
		return nil
	}
	hint := ""
	if off == 0 && len(raw) > 1 && (raw[0] == 0xFF && raw[1] == 0xFE || raw[0] == 0xFE && raw[1] == 0xFF) {
		hint = "; the file looks like UTF-16: convert it to UTF-8 first"
	}
	return rejectAt(raw, off, ir.CodeInvalidUTF8, "the byte 0x%02X is not UTF-8%s", raw[off], hint)
}

// fault says where raw stops being one JSON value, and why.
func fault(raw []byte) (off int, msg string) {
	start := jsonx.SkipSpace(raw, 0)
	end, err := literal.JSON(text.Text{B: raw}, start)
	if err != nil {
		return err.Offset, err.Msg
	}
	if end = jsonx.SkipSpace(raw, end); end < len(raw) {
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
