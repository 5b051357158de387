package layouts

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/dialects"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// collect collects the members of a record that is an object.
func (r *Record) collect() {
	if r.is('{') {
		r.members = slices.AppendSeq(r.members, r.doc.Members(r.at.Start))
	}
}

// find recognises the layout and finds the transcripts.
func (r *Record) find() *ir.Diagnostic {
	d := r.findAny()
	if d == nil && (r.editor.asked == nil || formatOf(r.editor.asked) != nil) {
		r.formatWords()
	}
	return d
}

func (r *Record) findAny() *ir.Diagnostic {
	switch e := r.editor; {
	case isShape(e.asked):
		return r.findAsked()
	case e.fields != nil:
		return r.findAtFields()
	case !e.texts && (document{}).shows(r):
		return r.findAs(document{})
	}
	return r.guess()
}

// findAs finds the transcripts of a layout that was recognised.
func (r *Record) findAs(l layout) *ir.Diagnostic {
	r.layout = l
	return l.find(r, false)
}

// findAsked finds the transcripts of the shape that was asked for.
func (r *Record) findAsked() *ir.Diagnostic {
	asked := r.editor.asked
	if key := asked.about().list; key != "" && r.is('{') && r.editor.fields == nil && (r.hasAnswers() || r.value(key).End == 0 && !(asked.about().inPlace && r.openAIList().End > 0)) {
		if is, d := r.join(); is {
			return d
		}
	}
	if r.editor.fields == nil && (document{}).shows(r) {
		return r.findTraced(asked)
	}
	if r.layout = asked; r.editor.fields != nil {
		if d := r.placed(); d != nil {
			return d
		}
	}
	d := asked.find(r, true)
	if d != nil && formatOf(asked) != nil { // a shape may hold its texts
		if s := r.shape(); s != nil {
			r.forget()
			return r.findAs(s)
		}
	}
	return d
}

// findTraced finds the transcript of a neutral document that is of the shape that was asked for, as
// those are that were made of traces.
func (r *Record) findTraced(asked layout) *ir.Diagnostic {
	if d := r.findAs(document{}); d != nil {
		return d
	}
	if is := r.steps.Shape; is != string(asked.about().name) {
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout, "the record is none of the shape %s but of %s", asked.about().name, is)
	}
	return nil
}

// findAtFields finds the transcripts at the places that were named: texts or, where there
// are none, steps of a shape.
func (r *Record) findAtFields() *ir.Diagnostic {
	r.layout = r.editor.fields
	d := r.layout.find(r, true)
	if (d != nil || r.isForeign()) && !r.editor.texts && r.placed() == nil {
		if s := r.shape(); s != nil {
			r.forget()
			return r.findAs(s)
		}
	}
	if d == nil && !r.editor.texts && !r.isForeign() && r.placed() == nil {
		if f := r.formatShown(); f != nil {
			r.forget()
			return r.findAs(f)
		}
	}
	r.place = jsonx.Range{}
	return d
}

// guess finds the transcripts where nothing says what the record is.
func (r *Record) guess() *ir.Diagnostic {
	e := r.editor
	guesses := e.asked == nil && !e.texts
	answers := r.is('{') && r.hasAnswers()
	if e.asked == nil && !answers && r.is('{') {
		if d := r.unread(); d != nil {
			return d
		}
	}
	d := r.findTexts()
	if e.frames && r.kind("text") == '"' {
		if f := r.formatShown(); f != nil { // in its own frames
			r.forget()
			return r.findAs(f)
		}
	}
	if guesses && answers {
		return r.guessAnswers(d)
	}
	if d == nil && !r.isForeign() {
		if guesses {
			return r.guessRead()
		}
		return nil
	}
	// In a style texts are looked for first, but a shape may hold them, too.
	guesses = guesses || e.asked == nil && d != nil
	if s := r.shape(); s != nil && guesses {
		r.forget()
		d := r.findAs(s)
		if d != nil && d.Code == ir.CodeBrokenCall {
			if f := r.formatShown(); f != nil {
				r.forget()
				return r.findAs(f)
			}
		}
		return d
	}
	if d == nil {
		return nil
	}
	if guesses && r.pieceKeys() != nil { // of messages that no layout of texts reads
		if is, fault := r.join(); is {
			return fault
		}
	}
	if f := dialects.Find(dialects.Parse(r.whole())); f != nil && guesses { // without a word of its own
		r.forget()
		return r.findAs(dialectOf(f))
	}
	if sign := foreignIn(r.doc, r.at.Start); sign != "" {
		if d.Code == ir.CodeUnknownLayout && r.layout == nil && r.isElsewhere() {
			return d // which says where
		}
		if r.foreign = sign; len(r.pieces) == 0 {
			r.transcripts = r.transcripts[:0] // what was being looked for
		}
		return nil
	}
	if guesses && r.showsItem(r.value("input"), func(o *object) bool { return o.has("role") && o.has("content") }) {
		r.forget()
		return r.findAs(responses{}) // items of which none is a call
	}
	if found := r.likely(r.at.Start); d.Code == ir.CodeWrongType && found.count > 1 && strings.Contains(found.path, "[]") {
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout, "the record holds %d transcripts, at %[2]s: try --field %[2]s, which makes a record of each", found.count, quotePath(found.path))
	}
	return d
}

// guessRead is guess for a record that was read as texts, which may be one of a format.
func (r *Record) guessRead() *ir.Diagnostic {
	if r.foreign != "" {
		_, d := r.join()
		return d
	}
	if l := r.rowOfTexts(); l != nil {
		r.forget()
		return r.findAs(l)
	}
	f := r.formatShown()
	if f == nil {
		return r.guessPieces()
	}
	answered, open := r.answeredInStyle()
	r.forget()
	d := r.findAs(f)
	if answered == 0 {
		return d
	}
	if d == nil {
		marked := f.reader.Marked() || r.kind("text") == '"' // a text has frames, which mark results
		if n, m := Answered(r.steps.Steps); n > answered || n == answered && m <= open && marked {
			return nil
		}
	}
	r.forget() // words that the style keeps look like a call of the format
	r.steps = nil
	return r.findTexts()
}

// answeredInStyle returns how many calls have a result and how many have none in the style in
// which the record's texts are most likely. It is not asked where nothing follows the model's
// words.
func (r *Record) answeredInStyle() (answered, open int) {
	if r.editor.styled == nil || len(r.transcripts) != 1 {
		return 0, 0
	}
	t, d := r.Transcript(0)
	if d != nil || t.Conversation == nil {
		return 0, 0
	}
	said := t.Conversation.Messages
	first := slices.IndexFunc(said, func(m ir.Message) bool { return m.Role == ir.RoleAssistant })
	if !t.Conversation.Flat && (first < 0 || first == len(said)-1) {
		return 0, 0
	}
	return r.editor.styled(t.Conversation)
}

// Answered counts the calls that have a result before the user goes on, and the others.
func Answered(steps []ir.Step) (answered, open int) {
	waiting := 0
	for i := range steps {
		switch s := &steps[i]; {
		case s.Kind == ir.Call:
			waiting, open = waiting+1, open+1
		case s.Kind == ir.Observation && waiting > 0:
			waiting, open, answered = waiting-1, open-1, answered+1
		case s.Role != ir.RoleAssistant:
			waiting = 0
		}
	}
	return answered, open
}

// guessPieces is guess for pieces that were read as texts, which may hold calls in a format.
func (r *Record) guessPieces() *ir.Diagnostic {
	if keys := r.pieceKeys(); keys != nil && r.joinedFormat(keys) != nil {
		_, d := r.join()
		return d
	}
	return nil
}

// guessAnswers is guess for preferences that were read as texts, with what that gave: native
// tool calls may be in any of their pieces, and none of these is read alone.
func (r *Record) guessAnswers(d *ir.Diagnostic) *ir.Diagnostic {
	if d == nil && r.foreign == "" && !r.isForeign() {
		return r.guessPieces()
	}
	if is, fault := r.join(); is {
		return fault
	}
	if d == nil {
		return r.unread()
	}
	return d
}

// findTexts is find for a layout of texts.
func (r *Record) findTexts() *ir.Diagnostic {
	if r.layout = r.editor.asked; r.layout != nil {
		return r.layout.find(r, true)
	}
	switch {
	case r.is('"'):
		r.layout = plain{}
		if chat, _ := r.chatAt(r.at.Inside()); chat != nil {
			r.layout = chatTemplate{}
		}
	case r.is('['):
		r.layout = messages{}
	case !r.is('{'):
		return r.noRecord()
	default:
		if d := r.once(placeKeys[:]...); d != nil {
			return d
		}
		if r.layout = r.shown(); r.layout == nil {
			return r.noTranscript()
		}
	}
	return r.layout.find(r, false)
}
