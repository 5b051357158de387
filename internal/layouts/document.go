package layouts

import (
	"errors"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Document is the neutral document: it says itself who did what. The other keys of
// the record that it was made of are under "record".
const Document Layout = "ir"

type document struct{}

func (document) about() *about { return &documentAbout }

var documentAbout = about{
	name: Document, what: "a neutral document", summary: "the neutral document: steps as JSON",
	keys: []string{"toolspeak", "steps"}, place: "the document", document: true,
	holds: convert.Neutral(),
}

// shows is asked for any value but a string: that is what a record carries.
func (document) shows(r *Record) bool {
	kind := r.kind("toolspeak")
	return kind != 0 && kind != '"'
}

func (document) find(r *Record, _ bool) *ir.Diagnostic {
	t, keys, err := ir.ParseDocument(r.at.Of(r.doc.B))
	if d, ok := errors.AsType[*ir.Diagnostic](err); ok {
		return d
	} else if err != nil {
		return reject(ir.CodeBadDocument, "%v", err)
	}
	r.steps, r.keys, r.members = &t, keys, r.members[:0]
	if keys == nil {
		return nil
	}
	r.members = slices.AppendSeq(r.members, jsonx.Members(keys, 0))
	if d := r.once("system", "tools"); d != nil {
		return d
	}
	r.takeSystem()
	r.takeTools()
	return nil
}

// isDocument finds the transcript of a record that is to be a neutral document, and reports
// whether it is one. Its parser checks all of it, so that nobody has to before; why a record is
// none is for others to say.
func (r *Record) isDocument() bool {
	if r.editor.asked != (document{}) || r.editor.fields != nil {
		return false
	}
	r.layout, r.at = document{}, jsonx.TrimSpace(r.doc.B)
	if (document{}).find(r, true) == nil {
		return true
	}
	r.forget()
	r.members = r.members[:0]
	return false
}

func (document) put(w *mover, out *convert.Output) *ir.Diagnostic {
	w.dst = ir.AppendDocument(w.dst, &out.Lowered, w.r.otherKeys(), w.r.style().ASCII())
	return nil
}
