package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// Text is a transcript in one string, bare or under "text", or a plain text.
const Text Layout = "text"

type plain struct{}

func (plain) about() *about { return &plainAbout }

var plainAbout = about{
	name: Text,
	keys: []string{"text"}, makes: convert.TextShape,
}

func (plain) shows(r *Record) bool { return r.kind("text") == '"' }

func (l plain) find(r *Record, asked bool) *ir.Diagnostic {
	r.transcripts = append(r.transcripts, onlyPiece)
	switch r.doc.B[r.at.Start] {
	case '"':
		r.addText("text", r.at)
		return nil
	case '[':
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout, "the record is a list: expected the layout text")
	case '{':
	default:
		return r.noRecord()
	}
	if d := r.readContext(asked); d != nil {
		return d
	}
	if !l.shows(r) {
		return r.absent(`the record has no string under "text": expected the layout text`)
	}
	r.addText("text", r.value("text"))
	return nil
}

func (l plain) put(w *mover, out *convert.Output) *ir.Diagnostic {
	if out.Lowered.HasAlternatives {
		return reject(ir.CodeLayoutTooNarrow, "a plain transcript has no room for alternatives")
	}
	return w.object(l, out.System, func() {
		w.key("text")
		w.text(out.Text)
	})
}
