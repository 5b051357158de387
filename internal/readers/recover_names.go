package readers

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/repair"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// bare reports whether words are a call without its input's marker, and notes in m
// which: a name alone, or one with its argument in brackets or in a fence, or an object
// with both.
func (r *reader) bare(m *mark, words ir.Text) bool {
	if isIdentifier(words) {
		m.bare = true
		return true
	}
	in, err := repair.Call(words, r.level())
	for _, other := range []func(ir.Text) (repair.Invocation, error){plainCall, fencedCall, objectCall} {
		if err != nil {
			in, err = other(words)
		}
	}
	m.bare = err == nil && !slices.Contains(vocabulary.NoTools, strings.ToLower(in.Name.String()))
	m.invocation = &in
	return m.bare
}

// errNoCall says that words are no call.
var errNoCall = errors.New("not a call")

// plainCall reads NAME(words) on one line, where the words have no sign of a
// literal: they are plain text.
func plainCall(t ir.Text) (in repair.Invocation, err error) {
	open, behind := text.Index(t, 0, "(")
	if open < 0 || !isIdentifier(t.Slice(0, open)) || bytes.IndexAny(t.B[behind:], ")(\"'{}[]=\n") != t.Len()-1-behind || text.Last(t) != ')' {
		return in, errNoCall
	}
	return repair.Invocation{Name: t.Slice(0, open), Args: t.Slice(behind, t.Len()-1), Form: literal.FormPlain}, nil
}

// fencedCall reads a name on a line of its own and a fence after it, up to the
// end: the fence is the argument's text.
func fencedCall(t ir.Text) (repair.Invocation, error) {
	nl, next := text.Newline(t, 0)
	if nl < 0 || !isIdentifier(t.Slice(0, nl).Trim()) {
		return repair.Invocation{}, errNoCall
	}
	start := text.SkipSpace(t, next, t.Len())
	line, end := lastLine(t, start, t.Len())
	if stop, ok := text.Prefix(t, line, fence); !prefixed(t, start, fence) || line == start || !ok || stop != end {
		return repair.Invocation{}, errNoCall
	}
	return repair.Invocation{Name: t.Slice(0, nl).Trim(), Args: t.Slice(start, end), Form: literal.FormPlain}, nil
}

// mostName bounds a tool's name in recovery, in bytes.
const mostName = 512

// isIdentifier reports whether t is a tool's name beyond doubt: letters, digits,
// "_", "-" and "." that begin with a letter, and not a word for none.
func isIdentifier(t ir.Text) bool {
	if t.Empty() || t.Len() > mostName {
		return false
	}
	for i, c := range t.B {
		if !(isLetter(c) || c == '_' || i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '.')) {
			return false
		}
	}
	return !slices.Contains(vocabulary.NoTools, strings.ToLower(t.String()))
}
