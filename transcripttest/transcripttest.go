// Package transcripttest proves styles: that what is written in a style is read
// back as it was meant, whatever words the texts hold, and that conversations which
// are there already survive the way to other styles and back. It is for the tests
// of those who write style files.
package transcripttest

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
	"github.com/toolspeak/toolspeak/styles/check"
)

// Style reads a style file. A file that is wrong ends the test with its line.
func Style(t testing.TB, file string) *styles.Style {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := styles.Parse(b, file)
	if err == nil {
		err = check.Style(s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// RoundTrip proves a style with texts and with samples.
//
// Transcripts whose texts hold each of the style's own markers or tags, in each
// place, and drawn ones, are lowered to the style, written and read back: the steps
// must be the same. Where rapid fails it says how to repeat the case.
//
// The samples are files in the style: JSONL in any layout that is recognised, or a
// plain transcript. Each must be read in the style without a repair, converted to
// each of the five main styles, and come back with the same calls, results, and
// words of the user and in answers.
//
// Whatever the style or another one can't say is no failure: it is logged, by code.
func RoundTrip(t testing.TB, style *styles.Style, samples ...string) {
	t.Helper()
	p := &proof{t: t, style: style, losses: map[ir.Code]int{}, writers: map[convert.Shape]*convert.Converter{}}
	p.hostile()
	p.drawn()
	for _, file := range samples {
		p.file(file)
	}
	for _, code := range slices.Sorted(maps.Keys(p.losses)) {
		t.Logf("%s can't say all: %s, %d times", style.Name, code, p.losses[code])
	}
}

// proof is one run of RoundTrip.
type proof struct {
	t       testing.TB
	style   *styles.Style
	losses  map[ir.Code]int
	writers map[convert.Shape]*convert.Converter
}

// writer returns the converter that writes transcripts in a shape.
func (p *proof) writer(shape convert.Shape) *convert.Converter {
	p.t.Helper()
	if p.writers[shape] == nil {
		p.writers[shape] = p.converter(convert.Options{To: p.style.Name, Shape: shape})
	}
	return p.writers[shape]
}

// converter returns a converter that knows the style; built-in ones are known.
func (p *proof) converter(opts convert.Options) *convert.Converter {
	p.t.Helper()
	if known, err := styles.Lookup(p.style.Name); err != nil || known != p.style {
		opts.Styles = []*styles.Style{p.style}
	}
	opts.Prompts.Mode = prompts.ModeKeep
	c, err := convert.New(opts)
	if err != nil {
		p.t.Fatal(err)
	}
	return c
}

// note counts what a conversion could not say.
func (p *proof) note(diags []ir.Diagnostic) {
	for i := range diags {
		if diags[i].Severity == ir.Loss {
			p.losses[diags[i].Code]++
		}
	}
}

// refused counts a reject that says that the style can't write something. It
// returns any other.
func (p *proof) refused(err error) error {
	d, ok := errors.AsType[*ir.Diagnostic](err)
	if !ok || d.Code == ir.CodeReadBack || d.Code == ir.CodeInternal {
		return err
	}
	p.losses[d.Code]++
	return nil
}

// written proves one transcript in both shapes.
func (p *proof) written(t interface{ Fatalf(string, ...any) }, what string, in *ir.Transcript) {
	for _, shape := range []convert.Shape{convert.MessageShape, convert.TextShape} {
		out, err := p.writer(shape).ConvertTranscript(convert.Transcript{Transcript: in})
		p.note(out.Diagnostics)
		if errors.Is(err, &ir.Diagnostic{Code: ir.CodeReadBack}) && (hasThink(in) || p.readsStrictly(out)) {
			p.losses[ir.CodeReadBack]++
			continue
		}
		if err := p.refused(err); err != nil {
			t.Fatalf("%s as %s: %v", what, shape, err)
		}
	}
}

// readsStrictly reports whether what was written reads back but for the repairs that
// are on by default, which find a step in a text of it: such a record is refused.
func (p *proof) readsStrictly(out *convert.Output) bool {
	res, err := readers.Read(grammar.Of(p.style), out.Conversation())
	return err == nil && ir.Diff(&out.Lowered, &res.Transcript) == ""
}

// hasThink reports whether a text holds <think>, which is no marker of a style: one
// that is left open at the start of a message hides what follows it, in any style.
func hasThink(t *ir.Transcript) bool {
	return slices.ContainsFunc(slices.Concat(append(slices.Clone(t.Alternatives), t.Steps)...), func(s ir.Step) bool {
		return strings.Contains(s.Text.String(), "<think>")
	})
}

// hostile writes each word of the style's syntax in each place of a transcript, at
// the start of a line, after spaces, and within one.
func (p *proof) hostile() {
	p.t.Helper()
	for _, word := range p.words() {
		for _, text := range []string{word, "a\n" + word + " b", " " + word + " b\nc", "a " + word, word + "\n" + word} {
			for place := range placed("", 0).Steps {
				p.written(p.t, fmt.Sprintf("%q in step %d", text, place+1), placed(text, place))
			}
		}
	}
}

// words are what a reader of the style takes for syntax.
func (p *proof) words() []string {
	words := []string{"```", "</", "User:", "Question:", "Assistant:"}
	for _, m := range grammar.Of(p.style).Mentions() {
		words = append(words, m.Text)
		if p.style.InElements() {
			words = append(words, strings.Replace(m.Text, "<", "</", 1))
		}
	}
	return words
}

// placed returns a transcript of all kinds of steps with a text in one of them.
func placed(text string, place int) *ir.Transcript {
	args := ir.Plain(`{"page": "plain"}`)
	t := &ir.Transcript{Steps: []ir.Step{
		{Kind: ir.User, Text: ir.Plain("plain")},
		{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 1, Text: ir.Plain("plain")},
		{Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: ir.Plain("look"), Args: ir.Args{Raw: args, Value: args}},
		{Kind: ir.Observation, Message: 2, Tool: ir.Plain("look"), Text: ir.Plain("plain")},
		{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 3, Text: ir.Plain("plain")},
		{Kind: ir.Answer, Role: ir.RoleAssistant, Message: 3, Text: ir.Plain("plain")},
	}}
	switch s := &t.Steps[place]; {
	case text == "":
	case s.Kind == ir.Call:
		quoted := ir.Plain(`{"page": "` + string(ir.Plain(text).AppendJSON(nil, false)) + `"}`)
		s.Args = ir.Args{Raw: quoted, Value: quoted}
	default:
		s.Text = ir.Plain(text)
	}
	return t
}

// drawn writes transcripts of drawn texts.
func (p *proof) drawn() {
	p.t.Helper()
	words := p.words()
	rapid.Check(p.t, func(rt *rapid.T) {
		g := gen.Generator{T: rt, Hits: gen.Hits{}, Tokens: words}
		p.written(rt, "a drawn transcript", g.Transcript())
	})
}

// file proves the conversations of a file.
func (p *proof) file(name string) {
	p.t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		p.t.Fatal(err)
	}
	if !strings.HasPrefix(strings.TrimSpace(string(b)), "{") {
		p.sample(name, &ir.Conversation{Flat: true, Text: ir.Plain(strings.TrimSuffix(string(b), "\n"))})
		return
	}
	editor, err := layouts.NewEditor(layouts.Options{})
	if err != nil {
		p.t.Fatal(err)
	}
	line := 0
	for text := range strings.Lines(string(b)) {
		line++
		if strings.TrimSpace(text) == "" {
			continue
		}
		place := fmt.Sprintf("%s:%d", name, line)
		r, d := editor.Open([]byte(strings.TrimSpace(text)))
		if d != nil {
			p.t.Fatalf("%s: %v", place, d)
		}
		for i := range r.Len() {
			transcript, d := r.Transcript(i)
			if d != nil || transcript.Conversation == nil {
				p.t.Fatalf("%s: the record holds no conversation", place)
			}
			p.sample(place, transcript.Conversation)
		}
	}
}

// sample proves a conversation of the style, which is there already.
func (p *proof) sample(place string, in *ir.Conversation) {
	p.t.Helper()
	read, err := p.converter(convert.Options{From: p.style.Name}).ReadConversation(in)
	if err != nil {
		p.t.Fatalf("%s: %v", place, err)
	}
	for i := range read.Diagnostics {
		if read.Diagnostics[i].Severity == ir.Repair {
			p.t.Errorf("%s: %s reads it with a repair: %s", place, p.style.Name, read.Diagnostics[i])
		}
	}
	if !slices.ContainsFunc(read.Read.Steps, func(s ir.Step) bool { return s.Kind == ir.Call || s.Kind == ir.Answer }) {
		p.t.Errorf("%s: %s reads neither a call nor an answer", place, p.style.Name)
	}
	for _, other := range mainStyles {
		if other != p.style.Name {
			p.thereAndBack(place, other, in, read)
		}
	}
}

// mainStyles are those that a sample is converted to and back from.
var mainStyles = []string{"react", "tool-input", "tool-json", "tao", "xml"}

// thereAndBack converts a sample to another style and back.
func (p *proof) thereAndBack(place, other string, in *ir.Conversation, read *convert.Output) {
	p.t.Helper()
	there, err := p.converter(convert.Options{From: p.style.Name, To: other}).Convert(in)
	p.note(there.Diagnostics)
	if err != nil {
		if err := p.refused(err); err != nil {
			p.t.Errorf("%s to %s: %v", place, other, err)
		}
		return
	}
	back, err := p.converter(convert.Options{From: other, To: p.style.Name}).Convert(there.Conversation())
	if err != nil {
		p.t.Errorf("%s from %s back: %v", place, other, err)
		return
	}
	if changesWords(there.Diagnostics) || changesWords(back.Diagnostics) {
		return
	}
	again, err := p.converter(convert.Options{From: p.style.Name}).ReadConversation(back.Conversation())
	if err != nil {
		p.t.Errorf("%s by %s and back: %v", place, other, err)
		return
	}
	if diff := ir.Diff(essence(&read.Read), essence(&again.Read)); diff != "" {
		p.t.Errorf("%s by %s and back: %s", place, other, diff)
	}
}

// changesWords reports whether a loss was reported after which calls, results and
// answers need not be what they were.
func changesWords(diags []ir.Diagnostic) bool {
	return slices.ContainsFunc(diags, func(d ir.Diagnostic) bool {
		switch d.Code {
		case ir.CodeOutcomeAssumed, ir.CodeOutcomeDropped, ir.CodeMissingThought, ir.CodeEmptyThought, ir.CodeFixedSentenceReplaced,
			ir.CodeMessageSplit, ir.CodeErrorDropped, ir.CodeEscapedLines:
			return false
		}
		return d.Severity == ir.Loss
	})
}

// essence returns what must come back: the calls, the results, and the words of the
// user and in answers, without where they are.
func essence(t *ir.Transcript) *ir.Transcript {
	out := &ir.Transcript{}
	for _, s := range t.Steps {
		switch s.Kind {
		case ir.Call:
			if s.Args.Form != ir.PlainText { // a Python literal comes back as JSON
				s.Args.Raw, s.Args.Form = s.Args.Value, ir.JSON
			}
			out.Steps = append(out.Steps, ir.Step{Kind: s.Kind, Tool: s.Tool, Args: s.Args})
		case ir.User, ir.Answer, ir.Observation:
			out.Steps = append(out.Steps, ir.Step{Kind: s.Kind, Text: s.Text})
		}
	}
	return out
}
