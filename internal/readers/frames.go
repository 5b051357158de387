package readers

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/ir"
)

// Unframed returns a plain transcript without what a program put around its lines: times,
// levels and names of loggers before markers, and lines of a log
// between a call and its result. It has as many lines as before. Where none was changed in is
// returned.
func Unframed(in *ir.Conversation) (out *ir.Conversation, frame Frame) {
	if !in.Flat || len(in.Weights) > 0 {
		return in, frame
	}
	spoken, framable := mayBeSpoken(in.Text), mayBeFramed(in.Text)
	traced := mayBeTraced(in.Text)
	if !framable && !spoken && !traced {
		return in, frame
	}
	var f framed
	f.lines = strings.Split(withoutReturns(string(in.Text.B)), "\n")
	f.was = slices.Clone(f.lines)
	if spoken {
		f.unChatML()
		f.unFlower()
	}
	canonical := slices.ContainsFunc(f.was, isCanonical)
	switch {
	case traced && f.trace():
	case !framable, canonical && !slices.ContainsFunc(f.was, isOfLog):
	default:
		if !canonical {
			f.unprefix()
		}
		f.dropLogs()
	}
	for i := range f.lines {
		if f.lines[i] != f.was[i] {
			if frame.Lines++; frame.First == 0 {
				frame.First = i + 1
			}
		}
	}
	if frame.Lines == 0 {
		return in, frame
	}
	copied := *in
	copied.Text = ir.Text{B: []byte(strings.Join(f.lines, "\n"))}
	return &copied, frame
}

// withoutReturns returns a text whose lines all end in CR LF as if they ended in LF.
func withoutReturns(s string) string {
	if n := strings.Count(s, "\r\n"); n == 0 || n < strings.Count(s, "\n") {
		return s
	}
	return strings.ReplaceAll(s, "\r\n", "\n")
}

// Frame is what Unframed took away: so many lines, first that of this number, from 1.
type Frame struct{ Lines, First int }

// Trimmed takes off the texts of steps the blank lines that are left of what was taken
// away, and leaves out answers that are nothing else.
func (f Frame) Trimmed(steps []ir.Step) []ir.Step {
	kept := steps[:0]
	for i := range steps {
		s := &steps[i]
		s.Text = s.Text.Trim()
		if s.Kind == ir.Call && s.Args.Form == ir.PlainText {
			s.Args.Raw = s.Args.Raw.Trim()
		}
		if s.Text.Empty() && (s.Kind == ir.Answer && s.Unmarked || s.Kind == ir.Prose) {
			continue
		}
		kept = append(kept, *s)
	}
	return kept
}

// frameSigns are words one of which is in every print that Unframed changes.
var frameSigns = [][]byte{[]byte("Action"), []byte("ACTION"), []byte("ool"), []byte("Calling f")}

// mayBeFramed is a quick look: false is certain.
func mayBeFramed(t ir.Text) bool {
	return slices.ContainsFunc(frameSigns, func(sign []byte) bool { return bytes.Contains(t.B, sign) })
}

// isCanonical reports whether a line begins with a marker, also with a number, or with a tag.
func isCanonical(line string) bool {
	for _, word := range frameWords {
		if rest, ok := strings.CutPrefix(line, word[:len(word)-1]); ok && strings.HasPrefix(strings.TrimLeft(rest, " 0123456789"), ":") {
			return true
		}
	}
	return strings.HasPrefix(line, "Assistant:") || len(line) > 1 && line[0] == '<' && isLetter(line[1])
}

// isOfLog reports whether a line is one of a log or a rule of a page, by its first character too.
func isOfLog(line string) bool {
	return line != "" && strings.IndexByte("0123456789[(=-*IDWECNHR", line[0]) >= 0 && (isRule(line) || isLogLine(line) || isClientLine(line))
}

// framed are the lines of a text, and what they were.
type framed struct{ lines, was []string }

// frameWords are the markers before which a program puts something. Those of a call come first.
var frameWords = [...]string{"Action:", "Tool:", "Action Input:", "Tool Input:", "Observation:", "Thought:", "Final Answer:", "Answer:"}

// programWords are those with which programs say what the model calls.
var programWords = [...]string{"NEXT ACTION: ", "Calling function: ", "Calling tool: "}

// callWords is how many of frameWords are those of a call, inputWords with its input's.
const callWords, inputWords = 2, 4

// mostPrefix bounds what is before a marker, in bytes.
const mostPrefix = 100

// frameWord returns which of frameWords a line begins with, or -1.
func frameWord(line string) int {
	return slices.IndexFunc(frameWords[:], func(word string) bool { return strings.HasPrefix(line, word) })
}

// framedAt returns where the first marker is in a line that something is before, and which: those
// of programWords are after frameWords.
func framedAt(line string) (at, word int) {
	for at = 1; at < len(line) && at <= mostPrefix; at++ {
		switch line[at-1] {
		case ' ', '\t', ':', '|', '>', ']':
			if word = frameWord(line[at:]); word >= 0 {
				return at, word
			}
			for k, words := range programWords {
				if strings.HasPrefix(line[at:], words) {
					return at, len(frameWords) + k
				}
			}
		}
	}
	return 0, -1
}

// unprefix takes off what is before each marker, if it has one shape: nothing but times,
// numbers and levels differ, and no marker is without it.
func (f *framed) unprefix() {
	type seen struct {
		lines  int
		logged bool
		kinds  [len(frameWords) + len(programWords)]bool
	}
	shapes := map[string]*seen{}
	for _, line := range f.lines {
		at, word := framedAt(line)
		if word < 0 {
			continue
		}
		s := shapeOf(line[:at])
		if shapes[s] == nil {
			const most = 16
			if len(shapes) == most {
				return
			}
			shapes[s] = &seen{}
		}
		shapes[s].lines++
		shapes[s].logged = word >= len(frameWords) && isLogLine(line)
		shapes[s].kinds[word] = true
	}
	best := ""
	for s, found := range shapes {
		called := false
		for k := range found.kinds {
			called = called || found.kinds[k] && (k < callWords || k >= len(frameWords))
		}
		if called && (found.lines > 2 || found.logged) && (best == "" || found.lines > shapes[best].lines) {
			best = s
		}
	}
	if best == "" || strings.TrimSpace(best) == "" || strings.Trim(best, "*#-> ") == "" && !strings.Contains(best, ">") {
		return // spaces, bullets and headings are read where they are
	}
	for i, line := range f.lines {
		if end, ok := matchesShape(line, best); ok {
			f.lines[i] = line[end:]
		}
	}
}

// shapeOf returns a prefix with a 0 for each run of digits, a blank for each run of blanks,
// and one character for a level or an emoji.
func shapeOf(prefix string) string {
	var b strings.Builder
	for len(prefix) > 0 {
		n, token := frameToken(prefix)
		b.WriteString(token)
		prefix = prefix[n:]
	}
	return b.String()
}

// These join the parts of an emoji.
const variant, joiner = 0xfe0f, 0x200d

// frameToken returns the first piece of a prefix as shapeOf writes it, and its length.
func frameToken(s string) (n int, token string) {
	switch c := s[0]; {
	case '0' <= c && c <= '9':
		for n < len(s) && '0' <= s[n] && s[n] <= '9' {
			n++
		}
		return n, "0"
	case c == ' ' || c == '\t':
		for n < len(s) && (s[n] == ' ' || s[n] == '\t') {
			n++
		}
		return n, " "
	}
	for _, level := range vocabulary.Levels {
		if strings.HasPrefix(s, level) {
			return len(level), "\x01"
		}
	}
	c, n := utf8.DecodeRuneInString(s)
	for picture := false; ; {
		switch {
		case unicode.Is(unicode.So, c):
			picture = true
		case picture && (c == variant || c == joiner):
		case picture:
			return n - utf8.RuneLen(c), "\x02"
		default:
			return n, s[:n]
		}
		next, width := utf8.DecodeRuneInString(s[n:])
		if width == 0 {
			return n, "\x02"
		}
		c, n = next, n+width
	}
}

// matchesShape reports whether a line begins with a prefix of that shape, and where it ends.
func matchesShape(line, shape string) (end int, ok bool) {
	for shape != "" {
		if end == len(line) {
			return end, strings.TrimSpace(shape) == ""
		}
		n, token := frameToken(line[end:])
		if !strings.HasPrefix(shape, token) {
			return 0, false
		}
		end, shape = end+n, shape[len(token):]
	}
	return end, true
}

// dropLogs makes lines of a log blank that are between a call and the marker of its result,
// and those of HTTP clients before any other marker.
func (f *framed) dropLogs() {
	next := -1 // the marker of the next line that is no log's
	for i := len(f.lines) - 1; i >= 0; i-- {
		line := f.lines[i]
		switch {
		case strings.TrimSpace(line) == "":
		case next >= 0 && (isLogLine(line) && frameWords[next] == "Observation:" || isClientLine(line) || isRule(line)):
			f.lines[i] = ""
		default:
			next = frameWord(line)
		}
	}
}

// isLogLine reports whether a line begins with a time and has a level, or begins with one.
func isLogLine(line string) bool {
	line = strings.TrimLeft(line, "[( ")
	if len(line) < 8 {
		return false
	}
	rest := strings.TrimLeft(line, "0123456789-/:.,TZ+ ")
	timed := len(line)-len(rest) >= len("10:11:12")
	rest = strings.TrimLeft(rest, "-|[]() ")
	for _, level := range vocabulary.Levels {
		if after, ok := strings.CutPrefix(rest, level); ok {
			return timed || strings.HasPrefix(after, ":") && level[0] < 'a' || strings.HasPrefix(after, "]")
		}
	}
	return false
}

// isClientLine reports whether a line is what clients of models log.
func isClientLine(line string) bool {
	return strings.Contains(line, "HTTP Request: ") && isLogLine(line) || strings.HasPrefix(line, "HTTP Request: ") ||
		strings.HasPrefix(line, "Retrying ") && strings.Contains(line, " seconds as it raised ")
}

// isRule reports whether a line is one of a page's rules.
func isRule(line string) bool {
	const least = 20
	line = strings.TrimSpace(line)
	return len(line) >= least && (strings.Trim(line, "=") == "" || strings.Trim(line, "-") == "" || strings.Trim(line, "*") == "" || strings.Trim(line, "─━═") == "")
}
