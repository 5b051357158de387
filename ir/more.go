package ir

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/spell"
)

// More is what few steps say: what native tool calls have next to their words, and
// prompt styles have not. The zero value says nothing.
type More struct {
	// ID is the source's own name of a call or, in an observation, of the call that
	// it answers; HasID tells an empty one from none.
	ID    Text
	HasID bool
	// Reasoning marks a thought as hidden reasoning.
	Reasoning bool
	// Refusal marks an answer as a refusal.
	Refusal bool
	// Sealed is JSON that only the maker of a thought can read: a signature or
	// encrypted reasoning.
	Sealed []byte
	// Parts are the content in order where it is a list; the step's text is then
	// the texts of them, joined by line feeds.
	Parts []Part
	// Value is an observation's result as JSON where it is no string; the text is
	// then its JSON, or its only string.
	Value []byte
	// Train is the weight of a step in the loss: true, false or a number, as JSON.
	Train []byte
	// Extra is a JSON object with the keys of the step's source that have no other
	// place.
	Extra []byte
}

// Part is one part of a content that is a list: a text, or any other as JSON.
type Part struct {
	Text Text
	// Raw is a part that is no string; it is nil for a text.
	Raw []byte
}

// Says reports whether there is anything that the zero value has not; m may be nil.
func (m *More) Says() bool {
	return m != nil && (m.HasID || m.Reasoning || m.Refusal || m.Parts != nil || m.Sealed != nil || m.Value != nil || m.Train != nil || m.Extra != nil)
}

// nothing is the More of steps that have none.
var nothing More

// Rare returns what few steps say; it must not be changed.
func (s *Step) Rare() *More {
	if s.More == nil {
		return &nothing
	}
	return s.More
}

// diffMore describes the first difference between what two steps say more.
func diffMore(a, b *More) string {
	if a == b || !a.Says() && !b.Says() {
		return ""
	}
	if a == nil {
		a = &nothing
	}
	if b == nil {
		b = &nothing
	}
	switch {
	case a.HasID != b.HasID || !bytes.Equal(a.ID.B, b.ID.B):
		return "expected the id " + idOf(a) + ", found " + idOf(b)
	case a.Reasoning != b.Reasoning:
		return "hidden reasoning differs from a spoken thought"
	case a.Refusal != b.Refusal:
		return "a refusal differs from an answer"
	case !equalParts(a.Parts, b.Parts):
		return "the parts of the content differ"
	}
	for _, v := range [...]struct {
		what string
		a, b []byte
	}{{"sealed", a.Sealed, b.Sealed}, {"value", a.Value, b.Value}, {"train", a.Train, b.Train}, {"extra", a.Extra, b.Extra}} {
		if !equalRaw(v.a, v.b) {
			return "the value of \"" + v.what + "\" differs"
		}
	}
	return ""
}

func idOf(m *More) string {
	if !m.HasID {
		return "none"
	}
	return quoted(m.ID)
}

// equalRaw reports whether two JSON values are the same token for token; nil is
// none.
func equalRaw(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return (a == nil) == (b == nil)
	}
	return a != nil && b != nil && spell.EqualJSON(a, b)
}

// listed returns the parts of a content, or nil where it may be a string as well: where
// it is one text, or none.
func listed(parts []Part) []Part {
	if len(parts) == 0 || len(parts) == 1 && parts[0].Raw == nil {
		return nil
	}
	return parts
}

func equalParts(a, b []Part) bool {
	a, b = listed(a), listed(b)
	if len(a) != len(b) || (a == nil) != (b == nil) {
		return false
	}
	for i := range a {
		if !bytes.Equal(a[i].Text.B, b[i].Text.B) || !equalRaw(a[i].Raw, b[i].Raw) {
			return false
		}
	}
	return true
}
