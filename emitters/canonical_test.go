package emitters_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/internal/golden"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
)

// visit is a conversation with one call, whose texts are the given one or end in
// it: as lines of their own, so that markers and tags in it are at line starts.
func visit(s *grammar.Style, hostile string) *ir.Transcript {
	var (
		tool = ir.Plain("tide")
		args = ir.Plain(`{"at": "Ness", "h": 1.0}`)
		last = ir.Success
	)
	if !s.MustSay() {
		last = ir.Unknown
	}
	text := func(words string) ir.Text { return ir.Plain(words + hostile) }
	return &ir.Transcript{
		System: &ir.System{Text: ir.Plain("You know the tides.")},
		Steps: []ir.Step{
			{Kind: ir.User, Role: ir.RoleUser, Text: text("When is low water?")},
			{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 1, Text: text("The table\nknows.")},
			{Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: tool, Args: ir.Args{Raw: args, Value: args}},
			{Kind: ir.Observation, Role: ir.RoleUser, Message: 2, Tool: tool, Text: text("14:20")},
			{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 3, Text: text("That is it.")},
			{Kind: ir.Answer, Role: ir.RoleAssistant, Message: 3, Text: text("At 14:20."), Outcome: last},
		},
	}
}

// markers are lines that begin with each marker of the style, and one that begins
// with a role.
func markers(s *grammar.Style) (lines string) {
	for _, m := range s.Lexicon().Markers(grammar.StyleMarks) {
		lines += "\n" + m.Text
		if m.Numbered {
			lines += " 7:"
		}
		lines += " of the text"
	}
	return lines + "\nQuestion: of the text"
}

// TestCanonical holds what is written to the byte: each style has a file with a
// conversation and one with the same conversation, whose texts hold every marker
// of the style.
func TestCanonical(t *testing.T) {
	for _, s := range grammar.All() {
		if s.Name == "ir" {
			continue
		}
		for name, hostile := range map[string]string{s.Name: "", s.Name + "-escaped": markers(s)} {
			t.Run(name, func(t *testing.T) {
				var got strings.Builder
				for _, m := range emitters.NewWriter(s, false).Messages(nil, visit(s, hostile)) {
					fmt.Fprintf(&got, "-- %s --\n%s\n", m.Role, m.Content)
				}
				fmt.Fprintf(&got, "-- as one text --\n%s\n", emitters.NewWriter(s, true).Flat(visit(s, hostile)))
				golden.File(t, filepath.Join("testdata", name+".txt"), got.String())
			})
		}
	}
}

// TestReset proves that nothing of a transcript is left for the next one.
func TestReset(t *testing.T) {
	for _, s := range grammar.All() {
		if s.Name == "ir" {
			continue
		}
		used := emitters.NewWriter(s, false)
		used.Messages(nil, visit(s, markers(s)))
		require.NotEmpty(t, used.EscapedLines, s.Name)
		used.Reset(s, false)
		want := emitters.NewWriter(s, false).Messages(nil, visit(s, ""))
		require.Equal(t, want, used.Messages(nil, visit(s, "")), s.Name)
		require.Empty(t, used.EscapedLines, s.Name)
	}
}
