package layouts

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// path leads to values of a record. Its steps, with dots between them, are keys and numbers
// of elements; "[]" after a key, or "*", stands for each element of a list, and "**" for any
// steps or none. A path that is more than that is left to gjson.
type path struct {
	text  string
	steps []step // nil: gjson knows what it means
}

type step struct {
	kind  stepKind
	key   string
	index int // of an element, -1 where the key is no number
}

type stepKind uint8

const (
	toKey  stepKind = iota // the value of a key, or an element
	toEach                 // each element of a list
	toAny                  // the value itself, and all that is in it
)

// newPath reads a path.
func newPath(text string) path {
	p := path{text: text}
	deep := 0
	for _, part := range splitPath(text, '.') {
		base := strings.TrimRight(strings.ReplaceAll(part, "[*]", "[]"), "[]")
		lists := strings.Count(strings.ReplaceAll(part, "[*]", "[]"), "[]")
		switch {
		case part == "**":
			p.steps = append(p.steps, step{kind: toAny})
			deep++
			continue
		case part == "*" || part == "#":
			base, lists = "", 1
		case base+strings.Repeat("[]", lists) != strings.ReplaceAll(part, "[*]", "[]") || part == "":
			return path{text: text}
		}
		if base != "" {
			key, plain := unescaped(base)
			if !plain {
				return path{text: text}
			}
			p.steps = append(p.steps, step{key: key, index: indexOf(key)})
		}
		for range lists {
			p.steps = append(p.steps, step{kind: toEach})
		}
	}
	if last := len(p.steps) - 1; deep > 1 || deep == 1 && p.steps[last].kind != toKey {
		return path{text: text} // where "**" stands for too much
	}
	return p
}

// splitPath splits a text at a byte that no backslash is before.
func splitPath(text string, at byte) (parts []string) {
	start := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case at:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}

// plainInPath are the characters of ASCII that mean nothing but themselves in a path.
const plainInPath = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- $/"

// unescaped returns the key that a step spells. plain is false where it has characters that
// mean something to gjson.
func unescaped(s string) (key string, plain bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
		case strings.IndexByte(plainInPath, s[i]) < 0 && s[i] < 0x80:
			return "", false
		}
		b.WriteByte(s[i])
	}
	return b.String(), true
}

// indexOf returns the index of an array that a step names, or -1.
func indexOf(step string) int {
	n, err := strconv.Atoi(step)
	if err != nil || strconv.Itoa(n) != step {
		return -1
	}
	return n
}

// isPattern reports whether the path may lead to several values.
func (p *path) isPattern() bool {
	return slices.ContainsFunc(p.steps, func(e step) bool { return e.kind != toKey })
}

// place is a value to which a path leads.
type place struct {
	at jsonx.Range
	// list is the innermost list of which the path takes each element, and after is how
	// many steps lead to it and to its element. Both are 0 where there is none.
	list  jsonx.Range
	after int
}

// find returns the range of the value to which the path leads from the value at offset
// start, the first of several. ok is false where it leads nowhere.
func (p *path) find(doc jsonx.Value, start int) (found jsonx.Range, ok bool) {
	if p.steps == nil {
		r := gjson.GetBytes(doc.B, p.text)
		return jsonx.RangeOf(r.Index, r.Index+len(r.Raw)), r.Exists() && r.Index > 0
	}
	p.each(doc, start, func(at place) bool {
		found, ok = at.at, true
		return false
	})
	return found, ok
}

// each calls visit with the values to which the path leads, in their order, until that
// returns false. It does not look into a value that was found.
func (p *path) each(doc jsonx.Value, start int, visit func(place) bool) {
	w := pathWalk{doc: doc, steps: p.steps, visit: visit}
	w.from(jsonx.RangeOf(start, start), 0, place{})
}

type pathWalk struct {
	doc   jsonx.Value
	steps []step
	visit func(place) bool
}

// from follows the steps after the first n from a value. found: there was something; more:
// visit wants to see more.
func (w *pathWalk) from(at jsonx.Range, n int, in place) (found, more bool) {
	if n == len(w.steps) {
		in.at = at
		return true, w.visit(in)
	}
	switch s := &w.steps[n]; s.kind {
	case toEach:
		return w.elements(at, n+1, in)
	case toAny:
		return w.deep(at, n, in)
	default:
		value, ok := child(w.doc, at.Start, s.key, s.index)
		if !ok || n > 0 && w.steps[n-1].kind == toAny && !w.holds(value) {
			return false, true
		}
		return w.from(value, n+1, in)
	}
}

// elements goes on with each element of a list.
func (w *pathWalk) elements(at jsonx.Range, n int, in place) (found, more bool) {
	if w.doc.B[at.Start] != '[' {
		return false, true
	}
	in.list, in.after = at, n
	for e := range w.doc.Elements(at.Start) {
		is, goOn := w.from(e, n, in)
		if found = found || is; !goOn {
			return found, false
		}
	}
	return found, true
}

// deep looks for the steps after "**" in a value and, where they lead nowhere, in what that
// holds.
func (w *pathWalk) deep(at jsonx.Range, n int, in place) (found, more bool) {
	if found, more = w.from(at, n+1, in); found || !more {
		return found, more
	}
	switch w.doc.B[at.Start] {
	case '[':
		return w.elements(at, n, in)
	case '{':
		for m := range w.doc.Members(at.Start) {
			is, goOn := w.deep(m.Value, n, in)
			if found = found || is; !goOn {
				return found, false
			}
		}
	}
	return found, true
}

// holds reports whether a value that was looked for anywhere can be a transcript.
func (w *pathWalk) holds(at jsonx.Range) bool {
	switch b := w.doc.B; b[at.Start] {
	case '[':
		first := b[jsonx.SkipSpace(b, at.Start+1)]
		return first == '{' || first == '[' || first == ']'
	case '"', '{':
		return len(at.Of(b)) > len(`""`)
	}
	return false
}

// child returns the value of the first such key of an object, or the element of
// an array.
func child(doc jsonx.Value, at int, key string, index int) (found jsonx.Range, ok bool) {
	switch doc.B[at] {
	case '{':
		for m := range doc.Members(at) {
			if isKey(m.Key.Of(doc.B), key) {
				return m.Value, true
			}
		}
	case '[':
		n := 0
		for e := range doc.Elements(at) {
			if n == index {
				return e, true
			}
			n++
		}
	}
	return found, false
}
