package dataset

import (
	"bytes"
	"errors"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/toolspeak/toolspeak/internal/exchange"
	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// container is how an input holds its records.
type container uint8

const (
	empty     container = iota // no record at all
	lines                      // JSONL: one record a line
	array                      // a JSON array whose elements are the records
	value                      // one JSON value, over several lines
	plain                      // a plain transcript
	either                     // one JSON value if it is valid, else a plain transcript
	extracted                  // another kind of file, out of which transcripts are taken
	sessions                   // lines of the log of a coding agent: one transcript over many lines
	chunks                     // lines of which each is a piece of a model's answer
	messages                   // lines of which each is a message or an event of one transcript
)

var containerNames = [...]string{"empty", "JSONL", "a JSON array", "one JSON value over several lines", "plain text", "", "a file of several transcripts", "a file of several transcripts", "pieces of answers on lines", "messages on lines"}

var bom = []byte("\xEF\xBB\xBF")

// skipBOM passes a byte order mark and reports whether there was one.
func (s *source) skipBOM() (bool, error) {
	head, err := s.r.Peek(len(bom))
	if err != nil && !errors.Is(err, io.EOF) {
		return false, s.wrap(err)
	}
	if !bytes.Equal(head, bom) {
		return false, nil
	}
	_, _ = s.r.Discard(len(bom))
	s.offset += int64(len(bom))
	return true, nil
}

// sniff finds out which container an input is. It looks at no more than the
// first two lines that are not blank, and leaves the input where it was. single
// reports whether it holds no more than one such line.
func (s *source) sniff(layout Layout, limit int) (c container, single bool, err error) {
	a := ahead{source: s}
	defer a.unread()
	var at [2]jsonx.Range // of the lines
	found, cut, ended := 0, false, false
	for start := 0; found < len(at) && !cut && start <= limit; {
		end, err := a.lineEnd(start, limit)
		if errors.Is(err, io.EOF) {
			ended = true
			break
		}
		if err != nil {
			return empty, false, err
		}
		raw, _ := cutEOL(a.seen[start:end])
		cut = len(raw) > limit
		if trimmed := jsonx.TrimSpace(raw); trimmed.Start < trimmed.End {
			at[found] = jsonx.RangeOf(start+trimmed.Start, start+trimmed.End)
			found++
		}
		start = end
	}
	var first, second []byte
	if found > 0 {
		first = at[0].Of(a.seen)
	}
	if found > 1 {
		second = at[1].Of(a.seen)
	}
	h := fileHint(s.name, layout)
	switch {
	case cut && first == nil:
		return lines, false, nil // a line of white space that is too long
	case cut && second == nil && first[0] == '{' && h != textHint:
		return lines, false, nil // where its value ends is not known, so its line does
	}
	switch c = classify(first, second, h); {
	case c != lines:
	case layout == LayoutAuto && isSessionLine(first) && isSessionLine(second):
		c = sessions
	case layout == LayoutAuto && areMessages(first, second):
		c = messages
	case layout == LayoutAuto && second != nil && exchange.AreChunks(first, second):
		c = chunks
	case ended && second == nil && (isNotebook(first) || isTape(first)):
		c = value // all in one line
	}
	if c == value && second != nil && !ended {
		var own bool
		if own, err = a.ownLines(at[1].End, limit); own {
			c = lines
		}
	}
	return c, ended, err
}

// ownLines reports whether of the lines after an offset two that follow each other are values
// of their own, or the last of all is one: in a value over several lines a comma stands between
// them. What is before them are then records that were cut off. It looks at a few lines.
func (a *ahead) ownLines(start, limit int) (bool, error) {
	const most, length = 32, 1 << 20
	before := false
	for range most {
		end, err := a.lineEnd(start, min(limit, length))
		if errors.Is(err, io.EOF) {
			return before, nil
		}
		if err != nil {
			return false, err
		}
		if line := jsonx.TrimSpace(a.seen[start:end]); line.Start < line.End {
			own := closedValue(a.seen[start+line.Start : start+line.End])
			if own && before {
				return true, nil
			}
			before = own
		}
		start = end
	}
	return false, nil
}

// ahead looks at a source without moving on. What it has seen is in the source's
// buffer, and where that is too small in a copy.
type ahead struct {
	*source
	seen   []byte
	copied bool
}

// lineEnd returns where the line that begins at start ends in seen, with its line
// feed, or how far one that is longer than limit was looked at. At the end of the
// input the error is io.EOF.
func (a *ahead) lineEnd(start, limit int) (int, error) {
	most := start + max(bufferSize, min(limit, math.MaxInt/4)+len("\r\n")+1)
	for looked := start; ; {
		have := min(len(a.seen), most)
		if k := bytes.IndexByte(a.seen[looked:have], '\n'); k >= 0 {
			return looked + k + 1, nil
		}
		if have == most {
			return most, nil
		}
		looked = have
		err := a.more()
		switch {
		case errors.Is(err, io.EOF) && have > start:
			return have, nil
		case err != nil:
			return 0, a.wrap(err)
		}
	}
}

// more sees some bytes more.
func (a *ahead) more() error {
	if !a.copied {
		if len(a.seen) < a.r.Size() {
			_, err := a.r.Peek(len(a.seen) + 1)
			a.seen, _ = a.r.Peek(a.r.Buffered())
			return err
		}
		a.copied = true
		a.seen = bytes.Clone(a.seen)
		_, _ = a.r.Discard(len(a.seen)) // they are buffered: it can't fail
	}
	if _, err := a.r.Peek(1); err != nil {
		return err
	}
	next, _ := a.r.Peek(a.r.Buffered())
	a.seen = append(a.seen, next...)
	_, _ = a.r.Discard(len(next))
	return nil
}

// unread puts what was copied before what follows.
func (a *ahead) unread() {
	if a.copied {
		a.r = newReader(io.MultiReader(bytes.NewReader(a.seen), a.r))
	}
}

// hint is what name and layout say about an input.
type hint uint8

const (
	noHint   hint = iota
	textHint      // a text file, or the layout text
	lineHint      // a JSONL file
	jsonHint      // a JSON file
)

func fileHint(name string, layout Layout) hint {
	switch layout {
	case LayoutText:
		return textHint
	case LayoutAuto:
	default:
		return lineHint // all others are JSON
	}
	if CompressionOf(name) != Uncompressed {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".txt", ".md", ".log", ".out":
		return textHint
	case ".jsonl", ".ndjson":
		return lineHint
	case ".json", ".ipynb":
		return jsonHint
	}
	return noHint
}

// classify returns the container by the first two lines that are not blank; the
// second may be missing (nil).
func classify(first, second []byte, h hint) container {
	if first == nil {
		return empty
	}
	switch first[0] {
	case '{', '[':
		return classifyJSON(first, second, h)
	}
	scalar := first[0] == '"' || h != textHint && isScalar(first)
	switch {
	case h == lineHint:
		return lines
	case h == jsonHint && second == nil:
		return lines
	case h == jsonHint:
		return value
	case scalar && jsonx.Valid(first) && (second == nil || jsonx.Valid(second)):
		return lines
	}
	return plain
}

// isScalar reports whether b may be a number, true, false or null.
func isScalar(b []byte) bool {
	switch string(b) {
	case "null", "true", "false":
		return true
	}
	return b[0] == '-' || '0' <= b[0] && b[0] <= '9'
}

// isBracketed reports whether b is a level, a time or a chain in brackets, with which
// programs begin a line: [INFO], [2024-05-01 10:00:00], [chain/start].
func isBracketed(b []byte) bool {
	word, open := strings.CutPrefix(string(b), "[")
	word, closed := strings.CutSuffix(word, "]")
	if !open || !closed || strings.Contains(word, "]") {
		return false
	}
	switch strings.ToLower(word) {
	case "debug", "info", "warn", "warning", "error", "critical", "trace", "thought", "chain/start", "tool/start", "llm/start":
		return true
	}
	const longest = 4 // digits of a year
	rest := strings.TrimLeft(word, "0123456789")
	n := len(word) - len(rest)
	return 0 < n && n <= longest && len(rest) > 2 && strings.IndexByte("-/:", rest[0]) >= 0 && isDigits(rest[1:3])
}

// isDigits reports whether s is decimal digits alone.
func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// classifyJSON is classify for a first line that begins an object or an array.
func classifyJSON(first, second []byte, h hint) container {
	var n jsonx.Nesting
	end, done := n.Scan(first)
	closed := done && end == len(first)
	switch {
	case h == textHint && (!closed || !jsonx.Valid(first) || isCall(first)):
		return either
	case done && end < len(first) && h == noHint && isBracketed(first[:end]):
		return plain // a level or a time in brackets
	case closed && second == nil && first[0] == '[':
		return array
	case done:
		return lines
	case closedValue(second) && !continues(first, &n):
		// The first line is a record that was cut off.
		return lines
	case first[0] == '[':
		return array
	}
	return value
}

// continues reports whether the value of a line that leaves brackets open could go
// on with another value in the next line.
func continues(line []byte, n *jsonx.Nesting) bool {
	if n.InString {
		return false
	}
	switch line[len(line)-1] {
	case ':', '[':
		return true
	case ',':
		return jsonx.Innermost(line) == '['
	}
	return false
}

// closedValue reports whether a line is an object or an array of its own.
func closedValue(line []byte) bool {
	if len(line) == 0 || line[0] != '{' && line[0] != '[' {
		return false
	}
	var n jsonx.Nesting
	end, done := n.Scan(line)
	return done && end == len(line)
}
