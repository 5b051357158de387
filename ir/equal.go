package ir

import (
	"bytes"
	"fmt"

	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/spell"
)

// Diff describes the first difference between two transcripts for a person, or returns
// "" where they say the same: arguments token for token, strings in them by decoded
// value, all else character for character. Offsets do not count. a is called
// expected, b found.
func Diff(a, b *Transcript) string {
	if d := diffSystem(a.System, b.System); d != "" {
		return d
	}
	if d := diffSteps(a.Steps, b.Steps); d != "" {
		return d
	}
	if a.HasAlternatives != b.HasAlternatives || len(a.Alternatives) != len(b.Alternatives) {
		return fmt.Sprintf("expected %d alternatives, found %d", len(a.Alternatives), len(b.Alternatives))
	}
	for i := range a.Alternatives {
		if d := diffSteps(a.Alternatives[i], b.Alternatives[i]); d != "" {
			return fmt.Sprintf("alternative %d, %s", i+1, d)
		}
	}
	if !equalRaw(a.Tools, b.Tools) && !equalRaw(bare(a.Tools), bare(b.Tools)) {
		return "the tool list differs"
	}
	return ""
}

// bare returns a tool list without the schemas that say nothing, which some shapes always have.
func bare(tools []byte) []byte {
	return bytes.ReplaceAll(tools, []byte(`, "parameters": {"type": "object", "properties": {}}`), nil)
}

func diffSystem(a, b *System) string {
	switch {
	case a == nil && b == nil:
		return ""
	case a == nil || b == nil:
		return fmt.Sprintf("system prompt: expected %t, found %t", a != nil, b != nil)
	case !bytes.Equal(a.Text.B, b.Text.B):
		return fmt.Sprintf("system prompt: expected %s, found %s", quoted(a.Text), quoted(b.Text))
	}
	return ""
}

func diffSteps(a, b []Step) string {
	for i := range a {
		if i >= len(b) {
			return fmt.Sprintf("step %d: expected %s, found the end", i+1, describe(&a[i]))
		}
		if d := diffStep(&a[i], &b[i]); d != "" {
			return fmt.Sprintf("step %d (%s): %s", i+1, a[i].Kind, d)
		}
	}
	if len(b) > len(a) {
		return fmt.Sprintf("step %d: expected the end, found %s", len(a)+1, describe(&b[len(a)]))
	}
	return ""
}

func diffStep(a, b *Step) string {
	switch {
	case a.Kind != b.Kind:
		return fmt.Sprintf("expected %s, found %s", describe(a), describe(b))
	case a.Message != b.Message:
		return fmt.Sprintf("expected in message %d, found in message %d", a.Message+1, b.Message+1)
	case a.Role != b.Role:
		return fmt.Sprintf("expected the role %s, found %s", a.Role, b.Role)
	case a.FixedSentence != b.FixedSentence:
		return fmt.Sprintf("expected the fixed sentence %q, found %q", a.FixedSentence, b.FixedSentence)
	case a.FixedSentence == NoSentence && !bytes.Equal(a.Text.B, b.Text.B):
		return fmt.Sprintf("expected %s, found %s", quoted(a.Text), quoted(b.Text))
	case !bytes.Equal(a.Tool.B, b.Tool.B):
		return fmt.Sprintf("expected the tool %s, found %s", quoted(a.Tool), quoted(b.Tool))
	case a.Outcome != b.Outcome:
		return fmt.Sprintf("expected the outcome %s, found %s", a.Outcome, b.Outcome)
	case a.Failed != b.Failed:
		return fmt.Sprintf("expected a failed call: %t, found %t", a.Failed, b.Failed)
	case a.Bare != b.Bare:
		return fmt.Sprintf("expected a result without a marker: %t, found %t", a.Bare, b.Bare)
	case a.Kind == Call && !EqualArgs(a.Args, b.Args):
		return fmt.Sprintf("expected the %s argument %s, found the %s argument %s", a.Args.Form, quoted(a.Args.Raw), b.Args.Form, quoted(b.Args.Raw))
	}
	return diffMore(a.More, b.More)
}

// EqualArgs reports whether two arguments have the same form and the same value.
func EqualArgs(a, b Args) bool {
	if a.Form != b.Form {
		return false
	}
	if a.Form == JSON || a.Form == Python {
		return spell.EqualJSON(a.Value.B, b.Value.B)
	}
	return bytes.Equal(a.Raw.B, b.Raw.B)
}

func describe(s *Step) string {
	if s.Kind == Call {
		return fmt.Sprintf("a call of %s with %s", quoted(s.Tool), quoted(s.Args.Raw))
	}
	return fmt.Sprintf("%s %s", s.Kind, quoted(s.Text))
}

// quoted shows the beginning of a text.
func quoted(t Text) string {
	s, more := clip.Head(t.String(), 60)
	if more {
		return fmt.Sprintf("%q…", s)
	}
	return fmt.Sprintf("%q", s)
}
