package convert

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/golden"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// TestWild reads what models and harnesses write. A file of testdata/wild holds
// cases: "NAME: STYLE [repair=… invented=… entities=… layout=text]", the message or,
// after lines such as [user], the messages, and after "=>" what becomes of
// them: the steps and each repair with its place (message:line:column) and
// class, at the level safe and, where that says more, at the level all; then the
// style that is detected, where it is another, and why the result could not be
// written. In a message \e is the escape of a terminal.
func TestWild(t *testing.T) {
	golden.Archives(t, "../testdata/wild/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) {
		for i, f := range a.Files {
			t.Run(f.Name, func(t *testing.T) {
				text, _, _ := strings.Cut(string(f.Data), "=>\n")
				a.Files[i].Data = []byte(text + "=>\n" + wildCase(t, f.Name, strings.TrimSuffix(text, "\n")))
			})
		}
	})
}

// wildCase tells what becomes of a case.
func wildCase(t *testing.T, name, message string) string {
	t.Helper()
	_, rest, ok := strings.Cut(name, ": ")
	require.True(t, ok, "a case is NAME: STYLE")
	words := strings.Fields(rest)
	opts := Options{From: words[0], To: "xml", ReadBack: ReadBackStyle}
	if s, err := styles.Lookup(words[0]); err == nil && s.InElements() {
		opts.To = "react"
	}
	flat := false
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "invented":
			opts.Invented = Invented(value)
		case "entities":
			opts.XMLEntities = XMLEntities(value)
		case "layout":
			flat = value == "text"
		default:
			t.Fatalf("%s: no option %s", name, word)
		}
	}
	message = strings.ReplaceAll(message, `\e`, "\x1b")
	out := ""
	for _, level := range []Repair{RepairSafe, RepairAll} {
		opts.Repair = level
		got := wildReading(t, opts, message, flat)
		if level == "safe" {
			out = got
		} else if got != out {
			out += "with --repair all:\n" + got
		}
	}
	return out
}

// wildReading tells what becomes of a message with some options. It is
// refused by --repair none where it needs a repair.
func wildReading(t *testing.T, opts Options, message string, flat bool) string {
	t.Helper()
	in := wildInput(message, flat)
	c, err := New(opts)
	require.NoError(t, err)
	out, err := c.Convert(in)
	if err == nil {
		err = c.Verify(out.Conversation(), out)
	}
	got := wildSteps(out) + wildRepairs(out)
	if err != nil {
		got += wildReject(err)
	}
	got += wildDetected(t, opts, in)
	if opts.Repair == "safe" {
		wildStrict(t, opts, in, out)
	}
	return got
}

// wildInput makes a conversation of a case.
func wildInput(message string, flat bool) *ir.Conversation {
	if flat {
		return &ir.Conversation{Flat: true, Text: ir.Plain(message)}
	}
	roles := map[string]ir.Role{"[user]": ir.RoleUser, "[assistant]": ir.RoleAssistant, "[tool]": ir.RoleTool}
	c := &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleUser, Content: ir.Plain("?")}}}
	var lines []string
	role := ir.RoleAssistant
	end := func() {
		if lines != nil {
			c.Messages = append(c.Messages, ir.Message{Role: role, Content: ir.Plain(strings.Join(lines, "\n"))})
		}
	}
	for _, line := range strings.Split(message, "\n") {
		if next, ok := roles[line]; ok {
			end()
			role, lines = next, nil
			continue
		}
		lines = append(lines, line)
	}
	end()
	return c
}

// wildSteps shows the steps, but for the question before the case's messages.
func wildSteps(out *Output) string {
	var b strings.Builder
	for i := range out.Read.Steps {
		switch s := &out.Read.Steps[i]; s.Kind {
		case ir.Call:
			fmt.Fprintf(&b, "%s %s %s %s\n", s.Kind, s.Tool, s.Args.Form, strings.ReplaceAll(s.Args.Raw.String(), "\n", "␤"))
			if s.Args.Form != ir.JSON && s.Args.Form != ir.PlainText {
				fmt.Fprintf(&b, "  as %s\n", strings.ReplaceAll(s.Args.Value.String(), "\n", "␤"))
			}
		case ir.Observation:
			fmt.Fprintf(&b, "%s of %q %q\n", s.Kind, s.Tool, s.Text)
		case ir.User:
			if i > 0 || out.Read.Steps[0].Text.String() != "?" {
				fmt.Fprintf(&b, "%s %q\n", s.Kind, s.Text)
			}
		default:
			fmt.Fprintf(&b, "%s %q\n", s.Kind, s.Text)
		}
	}
	return b.String()
}

// wildRepairs shows the repairs, with their classes.
func wildRepairs(out *Output) string {
	var b strings.Builder
	for _, d := range out.Diagnostics {
		if d.Severity == ir.Repair || d.Code == ir.CodeUnescapedLines {
			fmt.Fprintf(&b, "%d:%d:%d %s (%s)\n", d.Message, d.Pos.Line, d.Pos.Column, d.Code, cmp.Or(string(d.Code.Class()), string(d.Severity)))
		}
	}
	return b.String()
}

func wildReject(err error) string {
	var d *ir.Diagnostic
	if !errors.As(err, &d) {
		return err.Error() + "\n"
	}
	return fmt.Sprintf("reject: %d:%d:%d %s: %s\n", d.Message, d.Pos.Line, d.Pos.Column, d.Code, strings.ReplaceAll(d.Text(), "\n", "␤"))
}

// wildDetected tells the style that is detected where it is another.
func wildDetected(t *testing.T, opts Options, in *ir.Conversation) string {
	t.Helper()
	from := opts.From
	opts.From = Auto
	c, err := New(opts)
	require.NoError(t, err)
	out, err := c.ReadConversation(in)
	switch {
	case err != nil && out.Style == "":
		return "auto: " + wildReject(err)
	case out.Style == from:
		return ""
	}
	calls := 0
	for i := range out.Read.Steps {
		if out.Read.Steps[i].Kind == ir.Call {
			calls++
		}
	}
	return fmt.Sprintf("auto: %s, calls %d\n", out.Style, calls)
}

// wildStrict checks that --repair none rejects what needed a repair, and reads
// all else.
func wildStrict(t *testing.T, opts Options, in *ir.Conversation, out *Output) {
	t.Helper()
	needed := false
	for _, d := range out.Diagnostics {
		needed = needed || d.Severity == ir.Repair && d.Code.Class().Mends()
	}
	opts.Repair = "none"
	c, err := New(opts)
	require.NoError(t, err)
	_, err = c.ReadConversation(in)
	require.Equal(t, needed || opts.Invented == "reject", errors.Is(err, &ir.Diagnostic{Code: ir.CodeStrict}) || err != nil && opts.Invented != "reject" && needed)
}
