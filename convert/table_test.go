package convert

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"github.com/toolspeak/toolspeak/internal/golden"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// TestTable converts hand-written transcripts into every style. A file of
// testdata holds one transcript, "in.STYLE" as plain text or "in.STYLE.chat" as
// one JSON list of messages, and what becomes of it: "out.TARGET" and what was
// said about it, "notes.TARGET".
func TestTable(t *testing.T) {
	golden.Archives(t, "../testdata/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) {
		source := a.Files[0]
		name := strings.TrimPrefix(source.Name, "in.")
		from := strings.TrimSuffix(name, ".chat")
		in := tableInput(source.Data, from != name)
		a.Files = a.Files[:1]
		for _, target := range tableTargets() {
			out, notes := tableRow(t, in, from, target)
			for _, f := range []txtar.File{{Name: "out." + target, Data: []byte(out)}, {Name: "notes." + target, Data: []byte(notes)}} {
				if len(f.Data) > 0 {
					a.Files = append(a.Files, f)
				}
			}
		}
	})
}

// tableInput makes a conversation of a file's first part.
func tableInput(data []byte, chat bool) *ir.Conversation {
	data = bytes.TrimSuffix(data, []byte("\n"))
	if !chat {
		return &ir.Conversation{Flat: true, Text: ir.Text{B: data}}
	}
	roles := map[string]ir.Role{"user": ir.RoleUser, "assistant": ir.RoleAssistant, "system": ir.RoleSystem, "tool": ir.RoleTool}
	c := &ir.Conversation{}
	for _, m := range gjson.ParseBytes(data).Array() {
		content := m.Get("content")
		if content.IsArray() {
			c.HasAlternatives = true
			for _, a := range content.Array() {
				c.Alternatives = append(c.Alternatives, stringOf(a))
			}
			continue
		}
		c.Messages = append(c.Messages, ir.Message{Role: roles[m.Get("role").String()], Content: stringOf(content)})
	}
	return c
}

// stringOf returns what a string says, halves of surrogate pairs included.
func stringOf(s gjson.Result) ir.Text {
	return ir.Text{B: jsonx.AppendUnquoted(nil, []byte(s.Raw[1:len(s.Raw)-1]))}
}

// tableTargets are the names of the styles and of the neutral document.
func tableTargets() []string {
	var names []string
	for _, s := range styles.All() {
		names = append(names, s.Name)
	}
	return append(names, "ir")
}

// optionsTo are those of a target of tableTargets.
func optionsTo(from, to string) Options {
	if to == "ir" {
		return Options{From: from, Target: Neutral()}
	}
	return Options{From: from, To: to, ReadBack: ReadBackStyle}
}

// tableRow converts to one target, and proves that the result is that style's
// normal form: written again it is the same.
func tableRow(t *testing.T, in *ir.Conversation, from, to string) (out, notes string) {
	t.Helper()
	c, err := New(optionsTo(from, to))
	require.NoError(t, err)
	o, err := c.Convert(in)
	if err == nil && !c.ofSteps() {
		err = c.Verify(o.Conversation(), o)
	}
	var said strings.Builder
	for _, d := range o.Diagnostics {
		fmt.Fprintln(&said, d)
	}
	if err != nil {
		fmt.Fprintf(&said, "reject: %s\n", err)
		return "", said.String()
	}
	if c.ofSteps() {
		return string(ir.AppendDocument(nil, &o.Lowered, nil, false)) + "\n", said.String()
	}
	again, err := New(optionsTo(to, to))
	require.NoError(t, err)
	twice, err := again.Convert(o.Conversation())
	require.NoError(t, err)
	if strings.Contains(said.String(), string(ir.CodeThoughtAlone)) {
		return tableOutput(o), said.String() // prose that is read as an answer is no normal form
	}
	require.Equal(t, tableOutput(o), tableOutput(twice), "the normal form of %s is stable", to)
	return tableOutput(o), said.String()
}

// tableOutput shows a result: plain text as it is, messages after their role.
func tableOutput(o *Output) string {
	if o.Flat {
		return o.Text.String() + "\n"
	}
	var b strings.Builder
	for _, m := range o.Messages {
		fmt.Fprintf(&b, "[%s]\n%s\n", m.Role, escapeOdd(m.Content))
	}
	for i, a := range o.Alternatives {
		fmt.Fprintf(&b, "[alternative %d]\n%s\n", i+1, escapeOdd(a))
	}
	return b.String()
}

// escapeOdd returns a text for a golden file; one that holds characters which JSON has to
// escape, line feeds and quotes aside, is shown as JSON.
func escapeOdd(t ir.Text) string {
	if s := string(t.AppendJSON(nil, false)); strings.Contains(s, `\u`) || strings.Contains(s, `\r`) {
		return "(spelled) " + s
	}
	return t.String()
}
