package readers

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// bracketAt looks for NAME[ after the marker of a call that ends at offset at,
// on its line or, where that is empty, on the next with words. It returns where
// the argument begins.
func bracketAt(lex *grammar.Lexicon, t ir.Text, at int) (int, bool) {
	start := text.SkipSpace(t, at, t.Len())
	if nl, _ := text.Newline(t.Slice(at, start), 0); nl >= 0 {
		if _, ok := lex.At(t, start, grammar.StyleMarks|grammar.RoleMarks); ok {
			return 0, false
		}
	}
	end, _ := text.Newline(t, start)
	if end < 0 {
		end = t.Len()
	}
	line := t.Slice(start, end)
	open, behind := text.Index(line, 0, "[")
	return start + behind, open > 0 && !line.Slice(0, open).Blank()
}

// bracketCall reads a call whose argument is in brackets and ends at the
// last closing one before the next mark: what an emitter wrote ends so,
// whatever the argument holds.
func (r *reader) bracketCall(t ir.Text, m mark, end int) {
	stop, rest := text.LastIndex(t, m.bracket, end, "]")
	if m.cut {
		stop, rest = end, end
		r.report(end, ir.CodeArgsGuessed, "the text's end leaves the call's bracket open: what is in it is the argument")
	}
	open, _ := text.LastIndex(t, m.value, m.bracket, "[")
	name := t.Slice(m.value, open).Trim()
	value := t.Slice(m.bracket, stop)
	switch {
	case r.style.Answers(name):
		r.addAnswer(m.line, ir.Step{Kind: ir.Answer, Text: r.unescape(m.bracket, value, r.set, grammar.NotAtStart)})
	case IsObject(value):
		object := value.Trim()
		r.add(m.line, ir.Step{Kind: ir.Call, Tool: name, Args: ir.Args{Raw: object, Form: ir.JSON, Value: object}})
	default:
		args := ir.Args{Raw: r.unescape(m.bracket, value, r.set, grammar.NotAtStart), Form: ir.PlainText}
		r.add(m.line, ir.Step{Kind: ir.Call, Tool: name, Args: args})
	}
	r.textAfter(t, rest, end)
}

// IsObject reports whether a text, white space at its ends aside, is one JSON
// object: in brackets only that is no plain text.
func IsObject(t ir.Text) bool {
	start := text.SkipSpace(t, 0, t.Len())
	if c, _ := text.At(t, start); c != '{' {
		return false
	}
	end, err := literal.JSON(t, start)
	return err == nil && text.SkipSpace(t, end, t.Len()) == t.Len()
}

// answerByKey reads the call that gives the answer as a value of its object.
// An object without it is the answer itself, unless it says that there is none.
func (r *reader) answerByKey(m mark, at int, args ir.Args) {
	step := ir.Step{Kind: ir.Answer, Text: args.Raw}
	if r.style.Finish.Key == "" || args.Form == ir.PlainText || !IsObject(args.Value) {
		r.add(m.line, step)
		return
	}
	object, found := args.Value, false
	step.Text = object
	place := func(from int) int {
		if args.Form == ir.JSON { // it is as it was written
			return at + from
		}
		return at
	}
	// The object was read before, so that it has no fault.
	_, _ = literal.Members(object, 0, func(key ir.Text, from, to int) bool {
		switch {
		case text.EqualString(key, r.style.Finish.Key):
			step.Text, found = StringOf(object, from), true
		case text.EqualString(key, r.style.Finish.Outcome):
			if step.Outcome = r.outcomeOfKey(StringOf(object, from)); step.Outcome == ir.Unknown {
				r.report(place(from), ir.CodeMissingSuccessful, "the value of {name} is none that says whether the answer solved the task").Name = key.String()
			}
		default:
			r.until(r.report(place(from), ir.CodeBlobKey, "the answer's object has a further key {name}, which is left out"), place(to)).Name = key.String()
		}
		return true
	})
	if !found && step.Outcome == ir.Failure {
		step.Text = ir.Text{}
	}
	r.add(m.line, step)
}

func (r *reader) outcomeOfKey(word ir.Text) ir.Outcome {
	switch {
	case text.EqualString(word, r.style.Outcome.Success):
		return ir.Success
	case text.EqualString(word, r.style.Outcome.Failure):
		return ir.Failure
	}
	return ir.Unknown
}

// StringOf returns the string that a JSON value at offset i is, or the value
// itself.
func StringOf(t ir.Text, i int) ir.Text {
	if s, _, err := literal.String(t, i); err == nil {
		return s
	}
	if end, err := literal.JSON(t, i); err == nil {
		return t.Slice(i, end)
	}
	return text.From(t, i)
}

// answersToo returns the answer that a call gives whose tool is that of the answer in
// another spelling, such as final_answer: its text, or the one value of its object.
func (r *reader) answersToo(b *blob) (words ir.Text, ok bool) {
	if !r.recovers || r.style.Finish.Name == "" || !sameWord(b.tool, r.style.Finish.Name) {
		return words, false
	}
	if b.args.Form == ir.PlainText {
		return b.args.Raw, !b.bare
	}
	return onlyAnswer(b.args.Value, r.style.Finish.Name)
}

// sameWord reports whether a text is a word without regard to case, spaces, underscores
// and hyphens.
func sameWord(t ir.Text, word string) bool {
	return t.Len() <= 2*len(word) && strings.EqualFold(unjoined.Replace(t.String()), unjoined.Replace(word))
}

// unjoined leaves out what joins words.
var unjoined = strings.NewReplacer(" ", "", "_", "", "-", "")
