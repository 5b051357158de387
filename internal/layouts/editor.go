package layouts

import (
	"sync/atomic"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/memo"
	"github.com/toolspeak/toolspeak/ir"
)

// Options says where the transcripts of records are, and where they go.
type Options struct {
	// Layout is where they are; Auto recognises it record by record.
	Layout Layout
	// Fields are gjson paths to transcripts: a list of messages, a plain
	// transcript, or a string that holds a list of messages as JSON. Where there
	// are any, the Layout is not asked.
	Fields []string
	// Texts means that the transcripts are texts in some style: shapes are not
	// recognised.
	Texts bool
	// Frames means that a whole text may be in the frames of a model, with calls in its format, although
	// transcripts are texts.
	Frames bool
	// Out is the layout that records are moved to. Auto leaves them in their own,
	// and those of a shape go to messages.
	Out Layout
	// Anew writes texts anew where they are in Out already, too.
	Anew bool
	// Answered, if it is not nil, returns how many calls have a result and how many have none
	// in the style that a conversation is most likely in. Where the format of a model that the
	// record shows has fewer results, or more calls without one, the transcripts are texts.
	Answered func(*ir.Conversation) (answered, open int)
}

// Editor takes the transcripts out of records and puts others in their places.
// It is safe for concurrent use.
type Editor struct {
	asked  layout // nil: recognise it
	fields fields
	texts  bool
	frames bool
	out    target // nil: the record's own
	anew   bool
	styled func(*ir.Conversation) (answered, open int) // Options.Answered
	tools  *toolCache
	// fits remembers what tool lists became for the layout that records are moved to.
	fits *memo.Cache[*toolFit]
	// reads means that it reads back what was written, which is no request with its answer.
	reads bool
	// back reads what was moved to the layout that it asks for.
	back atomic.Pointer[Editor]
}

// NewEditor returns an editor, or an *Error about a wrong layout.
func NewEditor(opts Options) (*Editor, error) {
	const most = 4 << 20 // bytes
	e := &Editor{fits: memo.New[*toolFit](most), texts: opts.Texts, frames: opts.Frames, fields: newFields(opts.Fields), anew: opts.Anew, styled: opts.Answered, tools: newToolCache()}
	if opts.Layout != Auto {
		if e.asked = byName(opts.Layout); e.asked == nil {
			return nil, &Error{Name: opts.Layout.String()}
		}
	}
	if opts.Out != Auto {
		var ok bool
		if e.out, ok = byName(opts.Out).(target); !ok {
			return nil, &Error{Name: opts.Out.String(), Out: true}
		}
	}
	return e, nil
}

// readerOf returns an editor for records of a layout, which reads back what was moved there.
func (e *Editor) readerOf(to target) *Editor {
	if back := e.back.Load(); back != nil && back.asked.about().name == to.about().name {
		return back
	}
	back := &Editor{asked: to, tools: e.tools, reads: true}
	e.back.Store(back)
	return back
}

// Shape returns what convert.Options.Shape has to be for the editor's output.
func (e *Editor) Shape() convert.Shape {
	if e.out == nil {
		return convert.KeepShape
	}
	return e.out.about().makes
}

// Open finds the transcripts of a record, which is JSON. Its error is a place in
// raw, or in a message of it.
//
// A record that can't be read but shows a foreign style has one conversation,
// which names it and holds no more.
func (e *Editor) Open(raw []byte) (*Record, *ir.Diagnostic) {
	r, valid, d := e.open(raw)
	if d == nil && r.mayPackParts() || d != nil && valid {
		if unpacked := e.openParts(raw); unpacked != nil {
			if d == nil {
				r.Release()
			}
			return unpacked, nil
		}
	}
	if d != nil && valid || d == nil && (r.mayBePacked() || e.fields != nil && r.steps == nil) {
		if unpacked := e.unpacked(raw); unpacked != nil {
			if d == nil {
				r.Release()
			}
			return unpacked, nil
		}
	}
	return r, d
}

// open is Open for a record whose lists are none in strings. valid: it is JSON that can be
// walked.
func (e *Editor) open(raw []byte) (r *Record, valid bool, d *ir.Diagnostic) {
	r = e.newRecord(raw)
	if r.isDocument() {
		return r, true, nil
	}
	if d := r.check(); d != nil {
		r.Release()
		return nil, false, d
	}
	r.collect()
	if joined, ok, d := r.openExchange(); ok {
		r.Release()
		return joined, true, d
	}
	if d := r.find(); d != nil {
		r.Release()
		return nil, true, d
	}
	return r, true, nil
}

// OpenText is Open for a transcript that is plain text and not JSON.
func (e *Editor) OpenText(raw []byte) (*Record, *ir.Diagnostic) {
	asked := formatOf(e.asked) != nil
	if e.asked != nil && e.asked.about().name != Text && !asked {
		return nil, rejectAt(raw, 0, ir.CodeNotJSON, "not JSON: expected %s, found plain text", expected(e.asked))
	}
	if d := CheckText(raw); d != nil {
		return nil, d
	}
	if asked || e.asked == nil && !e.texts && looksCalled(raw) {
		wrapped := append(literal.Quote([]byte(`{"text": `), ir.Text{B: raw}), '}')
		if r, d := e.Open(wrapped); asked || d == nil && formatOf(r.layout) != nil {
			return r, d
		} else if d == nil {
			r.Release()
		}
	}
	r := e.newRecord(raw)
	r.plain, r.layout, r.at = true, plain{}, jsonx.RangeOf(0, len(raw))
	r.transcripts = append(r.transcripts, onlyPiece)
	p := r.addPiece("")
	p.form, p.at, p.text = textPiece, r.at, ir.Text{B: raw}
	if chat, turns := formOf(p.text); chat != nil && e.asked == nil {
		if d := crowded(len(turns), r.doc); d != nil {
			return nil, d
		}
		r.layout = chatTemplate{}
		p.setChat(p.text, chat, turns)
	}
	return r, nil
}

// expected says in words what a record of a layout is.
func expected(l layout) string {
	if what := l.about().what; what != "" {
		return what
	}
	return "a record of the layout " + l.about().name.String()
}
