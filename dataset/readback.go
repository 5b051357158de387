package dataset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// readsBack reads a record as a program does that names nothing. Words in a record of a shape in
// which no field holds a call could be taken for a style's, and words in the text of a style for
// the calls of a format: such a record is a reject of the code read-back, unless that reader
// finds the steps that were meant. One that it refuses is a reject, too, unless what it is refused
// for was reported: words that look like a call, or in a shape a result without a call.
func (e *Engine) readsBack(written []byte, out *convert.Output, styled bool) error {
	again, err := e.fresh()
	if err != nil {
		return err
	}
	if styled && !layouts.SignsFormat(ir.Text{B: written}) {
		return nil
	}
	r, d := again.editor.Open(written)
	if d != nil {
		return nil // it has to be said which layout it is
	}
	if t, d := r.Transcript(0); styled && (d != nil || t.Steps == nil) {
		r.Release()
		return nil // texts are read by the proof of the style
	}
	in, err := again.inspect(written, r, nil)
	defer in.Release()
	reported := func(d ir.Diagnostic) bool {
		return d.Code == ir.CodeForeignCall || d.Code == ir.CodeCallLike || d.Code == ir.CodeOrphanResult && !styled
	}
	if err != nil && !slices.ContainsFunc(out.Diagnostics, reported) {
		return reject(ir.CodeReadBack, "where the shape is not named, the record is refused: %v; --read-back style permits that", err)
	}
	if err != nil || len(in.Transcripts) != 1 {
		return nil
	}
	found := &in.Transcripts[0]
	if difference := misread(out.Lowered.Steps, found.Steps); difference != "" {
		return reject(ir.CodeReadBack, "where the shape is not named, the record is taken for %s: %s; --read-back style permits that", found.Style, difference)
	}
	return nil
}

// rereads reports whether a transcript that was written is read once more, as readsBack does.
func (e *Engine) rereads(t layouts.Transcript) bool {
	if e.opts.ReadBack == convert.ReadBackStyle || t.Neutral || e.opts.Fields != nil || e.trainer != nil || e.opts.Template != nil {
		return false
	}
	return t.Steps == nil || !slices.ContainsFunc(t.Steps.Steps, func(s ir.Step) bool { return s.Kind == ir.Call })
}

// misread returns what a reader took for something else, or "".
func misread(meant, found []ir.Step) string {
	a, b := utterances(meant), utterances(found)
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(b):
			return fmt.Sprintf("expected %s, found the end", a[i])
		case i >= len(a):
			return fmt.Sprintf("expected the end, found %s", b[i])
		case !a[i].equal(b[i]):
			return fmt.Sprintf("expected %s, found %s", a[i], b[i])
		}
	}
	return ""
}

// utterance is what is said in a message, or a call in it.
type utterance struct {
	role ir.Role
	kind ir.Kind // ir.Call, or ir.Prose for all words
	said string
}

// equal compares utterances but for their white space.
func (u utterance) equal(v utterance) bool {
	return u.role == v.role && u.kind == v.kind && (u.said == v.said || strings.ReplaceAll(u.said, " ", "") == strings.ReplaceAll(v.said, " ", ""))
}

func (u utterance) String() string {
	if u.kind == ir.Call {
		return fmt.Sprintf("a call of %q", clip.Dots(u.said, 60))
	}
	return fmt.Sprintf("%s: %q", u.role, clip.Dots(u.said, 60))
}

// utterances returns what is said in each message. Reasoning is a think block among the words,
// as a record of plain chat spells it, and which of them are an answer follows from what a
// reader knows of the tools.
func utterances(steps []ir.Step) (all []utterance) {
	for i := range steps {
		s := &steps[i]
		if s.Role == ir.RoleSystem { // it is the record's prompt to one reader, and a message to another
			continue
		}
		if s.Kind == ir.Call {
			all = append(all, utterance{s.Role, s.Kind, s.Tool.String()})
			continue
		}
		said := s.Text.String()
		if s.Rare().Reasoning {
			said = "<think>" + said + "</think>"
		}
		said = strings.Join(strings.Fields(said), " ")
		if i == 0 || steps[i-1].Message != s.Message || steps[i-1].Kind == ir.Call {
			all = append(all, utterance{s.Role, ir.Prose, said})
		} else {
			all[len(all)-1].said += " " + said
		}
	}
	return all
}
