package carry

import (
	"bytes"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// Spacing is the white space of a record: what most writers of JSON write.
type Spacing struct {
	// Comma and Colon are written with what follows them on the line.
	Comma, Colon string
	// Indent is that of one level, and Base what is before each line; Lines reports
	// whether each member and element has a line of its own.
	Lines        bool
	Indent, Base string
}

// spacingOf finds the white space of a record, by its first members, or returns nil
// where it is too odd.
func spacingOf(b []byte) *Spacing {
	if s := guessed(b); s.valid() {
		return s
	}
	return nil
}

func guessed(b []byte) *Spacing {
	s := &Spacing{Comma: ", ", Colon: ": "}
	at := jsonx.TrimSpace(b)
	if at.Start >= at.End {
		return s
	}
	open := b[at.Start+1 : max(jsonx.SkipSpace(b, at.Start+1), at.Start+1)]
	if line := bytes.LastIndexByte(open, '\n'); line >= 0 {
		s.Lines, s.Comma = true, ","
		if end := bytes.LastIndexByte(b[:at.End], '\n'); end >= 0 {
			s.Base = string(b[end+1 : jsonx.SkipSpace(b, end+1)])
		}
		if inner := string(open[line+1:]); len(inner) >= len(s.Base) {
			s.Indent = inner[len(s.Base):]
		}
	}
	if b[at.Start] != '{' {
		return s
	}
	n := 0
	for m := range jsonx.Members(b, at.Start) {
		if n++; n == 1 {
			s.Colon = string(b[m.Key.End+1 : m.Value.Start])
			if comma := jsonx.SkipSpace(b, m.Value.End); !s.Lines && comma < at.End && b[comma] == ',' {
				s.Comma = string(b[comma:jsonx.SkipSpace(b, comma+1)])
			}
		}
	}
	return s
}

// valid reports whether the spacing is white space, and not so long that a record
// becomes much longer by it.
func (s *Spacing) valid() bool {
	const most = 1 << 8
	blank := func(s string, most int) bool { return len(s) <= most && strings.Trim(s, " \t\r\n") == "" }
	comma, colon := strings.Trim(s.Comma, " \t\r\n"), strings.Trim(s.Colon, " \t\r\n")
	return comma == "," && colon == ":" && len(s.Comma) <= 8 && len(s.Colon) <= 8 && blank(s.Indent, 8) && blank(s.Base, most)
}

// respell returns JSON with other white space between its tokens; a nil Spacing leaves
// it as it is.
func (s *Spacing) respell(b []byte) []byte {
	if s == nil {
		return b
	}
	out := make([]byte, 0, len(b)+len(b)/8)
	depth := 0
	line := func() {
		if s.Lines {
			out = append(append(out, '\n'), s.Base...)
			for range depth {
				out = append(out, s.Indent...)
			}
		}
	}
	for i := 0; i < len(b); i++ {
		if len(out) > 16*len(b)+1<<12 {
			return b // it nests too deep for lines of its own
		}
		switch c := b[i]; c {
		case ' ', '\t', '\n', '\r':
		case '"':
			end := jsonx.SkipString(b, i)
			out = append(out, b[i:end]...)
			i = end - 1
		case '{', '[':
			out = append(out, c)
			if next := jsonx.SkipSpace(b, i+1); next < len(b) && (b[next] == '}' || b[next] == ']') {
				out = append(out, b[next])
				i = next
				continue
			}
			depth++
			line()
		case '}', ']':
			depth = max(depth-1, 0)
			line()
			out = append(out, c)
		case ',':
			out = append(out, s.Comma...)
			line()
		case ':':
			out = append(out, s.Colon...)
		default:
			out = append(out, c)
		}
	}
	return out
}
