package convert

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// colours are what terminals show as colours.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// fences are what begins a block of code, with its language.
var fences = regexp.MustCompile("```[A-Za-z]+")

// wordsIn returns the words of a text: letters and digits without a break.
func wordsIn(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// formWords returns the words with which a style writes what no step holds.
func formWords(s *styles.Style) map[string]bool {
	known := map[string]bool{}
	said := slices.Concat(s.Call, s.Thought, s.Answer, s.Result, s.Alone, s.Loose, s.Keys.Name, s.Keys.Arguments)
	said = append(said, s.Finish.Name, s.Finish.Key, s.Finish.Outcome, s.Outcome.Success, s.Outcome.Failure, s.Prints, "json True False Question User Human Task System Assistant Tool AI")
	for _, text := range said {
		for _, word := range wordsIn(text) {
			known[strings.ToLower(word)] = true
		}
	}
	return known
}

// isNumber reports whether a word is digits alone: markers may have numbers.
func isNumber(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsDigit(r) })
}

// unheld returns the words of a conversation that no step holds, no marker has and no
// diagnostic is about.
func unheld(style *styles.Style, in *ir.Conversation, out *Output) (lost []string) {
	known := formWords(style)
	numbered := strings.Contains(strings.Join(style.Call, ""), "{step}")
	for _, d := range out.Diagnostics {
		if d.Code == ir.CodeUnheldText {
			return []string{d.Error()}
		}
	}
	look := func(message int, content ir.Text, steps []ir.Step) {
		held := map[string]int{}
		hold := func(t ir.Text) {
			for _, word := range wordsIn(fences.ReplaceAllString(colours.ReplaceAllString(t.String(), " "), "")) {
				held[word]++
			}
		}
		for i := range steps {
			s := &steps[i]
			hold(s.Text)
			if s.Kind == ir.Call {
				hold(s.Args.Raw)
			}
			hold(s.Tool)
		}
		reported := func(line int) bool {
			return slices.ContainsFunc(out.Diagnostics, func(d ir.Diagnostic) bool {
				if d.Code == ir.CodeTerminalPrint || d.Code == ir.CodeNestedRun || d.Code == ir.CodeFrameDropped {
					return true
				}
				if d.Code == ir.CodeCutMessage && d.Message == message+2 {
					return true // an argument goes on there
				}
				return (d.Message == message+1 || in.Flat) && (d.Pos.Line == line || d.Pos.Line <= line && line <= d.End.Line)
			})
		}
		for n, line := range strings.Split(colours.ReplaceAllString(content.String(), " "), "\n") {
			if reported(n + 1) {
				continue
			}
			for _, word := range wordsIn(fences.ReplaceAllString(line, "")) {
				if held[word]--; held[word] >= 0 || known[strings.ToLower(word)] || numbered && isNumber(word) {
					continue
				}
				lost = append(lost, fmt.Sprintf("%d:%d %s", message+1, n+1, word))
			}
		}
	}
	if in.Flat {
		steps := out.Read.Steps
		if out.Read.System != nil {
			steps = append(slices.Clone(steps), ir.Step{Text: out.Read.System.Text})
		}
		look(0, in.Text, steps)
		return lost
	}
	for i := range in.Messages {
		if in.Messages[i].Role == ir.RoleSystem {
			continue
		}
		var steps []ir.Step
		for _, s := range out.Read.Steps {
			if s.Pos.Message == i {
				steps = append(steps, s)
			}
		}
		look(i, in.Messages[i].Content, steps)
	}
	for i := range in.Alternatives {
		look(len(in.Messages), in.Alternatives[i], out.Read.Alternatives[i])
	}
	return lost
}

// TestEveryWordIsHeld: each word of a conversation is in a step, in a marker, or a diagnostic
// is about its line.
func TestEveryWordIsHeld(t *testing.T) {
	t.Parallel()
	for _, s := range textStyles() {
		t.Run(s.Name, func(t *testing.T) {
			read, err := New(Options{From: s.Name})
			require.NoError(t, err)
			rapid.Check(t, func(rt *rapid.T) {
				g := gen.Generator{T: rt, Hits: gen.Hits{}}
				in := g.Conversation(s.Name)
				out, err := read.ReadConversation(in)
				if err != nil {
					return
				}
				if lost := unheld(s, in, out); lost != nil {
					rt.Fatalf("%v\n%s\n%v", lost, show(in), out.Diagnostics)
				}
			})
		})
	}
}

// TestEveryWildWordIsHeld says the same of what models and programs write.
func TestEveryWildWordIsHeld(t *testing.T) {
	files, err := filepath.Glob("../testdata/wild/*.txtar")
	require.NoError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, f := range txtar.Parse(data).Files {
			text, _, _ := strings.Cut(string(f.Data), "=>\n")
			_, rest, _ := strings.Cut(f.Name, ": ")
			text = strings.ReplaceAll(strings.TrimSuffix(text, "\n"), `\e`, "\x1b")
			t.Run(filepath.Base(file)+" "+f.Name, func(t *testing.T) {
				for _, s := range textStyles() {
					in := wildInput(text, strings.Contains(rest, "layout=text"))
					read, err := New(Options{From: s.Name})
					require.NoError(t, err)
					out, err := read.ReadConversation(in)
					if err != nil {
						continue
					}
					if lost := unheld(s, in, out); lost != nil {
						t.Errorf("%s: %v", s.Name, lost)
					}
				}
			})
		}
	}
}

// TestAnInsertedWordIsHeld: a word that is put anywhere into what a style writes is held by a
// step or reported, too.
func TestAnInsertedWordIsHeld(t *testing.T) {
	t.Parallel()
	for _, s := range textStyles() {
		t.Run(s.Name, func(t *testing.T) {
			read, err := New(Options{From: s.Name})
			require.NoError(t, err)
			rapid.Check(t, func(rt *rapid.T) {
				text := func(kind string) ir.Text {
					return ir.Plain(rapid.SampledFrom([]string{"so it is", "one\ntwo", "a {b} c", ""}).Draw(rt, kind))
				}
				args := ir.Plain(rapid.SampledFrom([]string{`{}`, `{"a": "x y", "b": [1, 2]}`, "{\n \"a\": 1\n}"}).Draw(rt, "args"))
				steps := []ir.Step{
					{Kind: ir.User, Text: ir.Plain("why")},
					{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 1, Text: text("thought")},
					{Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: ir.Plain("find"), Args: ir.Args{Raw: args, Value: args}},
					{Kind: ir.Observation, Message: 2, Tool: ir.Plain("find"), Text: text("result")},
					{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 3, Text: text("thought")},
					{Kind: ir.Answer, Role: ir.RoleAssistant, Message: 3, Text: ir.Plain("that")},
				}
				write, err := New(Options{To: s.Name, Shape: rapid.SampledFrom([]Shape{MessageShape, TextShape}).Draw(rt, "shape")})
				require.NoError(rt, err)
				out, err := write.ConvertTranscript(Transcript{Transcript: &ir.Transcript{Steps: steps}})
				require.NoError(rt, err)
				in := out.Conversation()
				content := &in.Text
				if !in.Flat {
					content = &in.Messages[rapid.IntRange(0, len(in.Messages)-1).Draw(rt, "message")].Content
				}
				said := content.String()
				at := rapid.IntRange(0, len(said)).Draw(rt, "at")
				word := rapid.SampledFrom([]string{" zebra ", "zebra", "\nzebra\n", "\nzebra: emu\n", "<zebra>emu</zebra>", ` zebra="emu"`, `, "zebra": "emu"`, "\n```\nzebra\n```\n"}).Draw(rt, "word")
				*content = ir.Plain(said[:at] + word + said[at:])
				read, err := read.ReadConversation(in)
				if err != nil {
					return
				}
				if lost := unheld(s, in, read); lost != nil {
					rt.Fatalf("%v\n%s\n%v", lost, show(in), read.Diagnostics)
				}
			})
		})
	}
}
