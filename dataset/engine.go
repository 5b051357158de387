package dataset

import (
	"errors"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// MaxRecord is how long a record may be, in bytes.
const MaxRecord = 64 << 20

// Options says what to convert records to, and how.
type Options struct {
	convert.Options
	// Layout is where the transcripts sit; Auto recognises it record by record.
	Layout Layout
	// Fields are gjson paths to transcripts: a list of messages, a plain
	// transcript, or a string that holds a list of messages as JSON. Where there
	// are any, the Layout is not asked.
	Fields []string
	// OutLayout is the layout of the result: Text, Messages, ShareGPT or
	// PromptCompletion. Auto keeps that of the source.
	OutLayout Layout
	// KeepOriginal puts the source's transcript into the record, untouched, under
	// its key with "original_" in front.
	KeepOriginal bool
}

// Engine converts records. It is safe for concurrent use.
type Engine struct {
	conv converter
	opts Options
	// styles are all that are known, for detection.
	styles []*styles.Style
	// maxRecord is MaxRecord but in tests.
	maxRecord int
}

// ErrNoOriginal says that neutral documents can't keep the original transcript.
var ErrNoOriginal = errors.New("a neutral document has no place for the original transcript")

// converter is what an Engine needs of a *convert.Converter.
type converter interface {
	Convert(*convert.Conversation) (*convert.Output, error)
	Read(*convert.Conversation) (*convert.Output, error)
	ConvertTranscript(*ir.Transcript, ir.Beside) (*convert.Output, error)
	Verify(*convert.Conversation, *convert.Output) error
}

// New returns an engine, or the error of convert.New about a wrong option.
func New(opts Options) (*Engine, error) {
	switch opts.OutLayout {
	case Auto:
	case Text:
		opts.Shape = "text"
	case Messages, ShareGPT, PromptCompletion:
		opts.Shape = "messages"
	default:
		return nil, &LayoutError{Name: opts.OutLayout.String(), Out: true}
	}
	conv, err := convert.New(opts.Options)
	if err != nil {
		return nil, err
	}
	if opts.KeepOriginal && conv.Neutral() {
		return nil, ErrNoOriginal
	}
	known, err := styles.With(opts.Styles...)
	if err != nil {
		return nil, err
	}
	return &Engine{conv: conv, opts: opts, styles: known, maxRecord: MaxRecord}, nil
}

// Result says what was found in a record and what was done to it.
type Result struct {
	// Style is the style that the record was read in: a style's name, or
	// convert.Plain.
	Style string
	// Layout is where its transcript sat.
	Layout Layout
	// Steps counts what was read, alternatives included, by kind.
	Steps [ir.NumKinds]int
	// Diagnostics are the repairs and losses, in order.
	Diagnostics []ir.Diagnostic
}

// Record converts one record: a JSON value, which may have white space around
// it. All of it but the transcript stays as it is. The result may share raw's
// bytes.
//
// The error of a record that can't be converted is a *ir.Diagnostic of severity
// Reject. A place in it that belongs to no message (Message is 0) counts in raw.
// The Result then holds what was found before.
func (e *Engine) Record(raw []byte) ([]byte, Result, error) {
	r := newRecord(raw)
	defer r.release()
	if d := r.check(); d != nil {
		return nil, Result{}, d
	}
	out, res, err := e.checked(r)
	if err == nil && e.opts.KeepOriginal {
		out, err = e.keepOriginal(raw, out)
	}
	return out, res, err
}

// PlainText is Record for a transcript that is plain text and not JSON.
func (e *Engine) PlainText(raw []byte) ([]byte, Result, error) {
	var res Result
	if d := e.checkText(raw); d != nil {
		return nil, res, d
	}
	in := &convert.Conversation{Flat: true, Text: ir.Text{B: raw}}
	out, err := e.conv.Convert(in)
	res.note(Text, out)
	if err != nil {
		return nil, res, asReject(err)
	}
	if e.neutral() {
		doc := appendDocument(out, nil, raw)
		return e.finish(doc, &res, nil, func() error { return orNil(proveDocument(doc, nil, out)) })
	}
	return e.finish(out.Text.AppendPlain(nil), &res, nil, func() error {
		return e.conv.Verify(&convert.Conversation{Flat: true, Text: out.Text}, out)
	})
}

func (e *Engine) checkText(raw []byte) *ir.Diagnostic {
	if e.opts.Layout != Auto && e.opts.Layout != Text {
		return rejectAt(raw, 0, ir.CodeNotJSON, "not JSON: expected a record of the layout %s, found plain text", e.opts.Layout)
	}
	if e.opts.From == styles.Neutral {
		return rejectAt(raw, 0, ir.CodeNotJSON, "not JSON: expected a neutral document, found plain text")
	}
	return checkText(raw)
}

// checked converts a record that has passed check.
func (e *Engine) checked(r *record) ([]byte, Result, error) {
	if e.isDocument(r.raw) {
		return e.fromDocument(r.raw)
	}
	var res Result
	c, d := e.read(r)
	if d != nil {
		return nil, res, d
	}
	if c != nil {
		return e.convertComposed(c)
	}
	out, err := e.conv.Convert(&r.conv)
	if out != nil {
		defer out.Release()
	}
	res.note(r.layout, out)
	if err != nil {
		return nil, res, asReject(err)
	}
	if e.neutral() {
		doc, losses := r.document(out)
		return e.finish(doc, &res, losses, func() error { return orNil(proveDocument(doc, r.otherKeys(), out)) })
	}
	if e.moves(r.layout) {
		return e.relayout(r.source(), out, &res)
	}
	written, losses, d := r.write(out)
	if d != nil {
		return nil, res, d
	}
	return e.finish(written, &res, losses, func() error {
		w, d := r.prove(written, out)
		if d != nil {
			return d
		}
		defer w.release()
		return e.conv.Verify(&w.conv, out)
	})
}

// decode finds the transcript of a record, or the several that it has. raw has
// passed check.
func (e *Engine) decode(raw []byte) (*record, *composed, *ir.Diagnostic) {
	r := &record{raw: raw}
	c, d := e.read(r)
	return r, c, d
}

// read is decode for a record that is there already. Where it returns a composed
// record, r holds nothing.
func (e *Engine) read(r *record) (*composed, *ir.Diagnostic) {
	if len(e.opts.Fields) == 0 && e.opts.Layout <= ShareGPT {
		d := r.read(e.opts.Layout)
		if d == nil || d.Code != ir.CodeUnknownLayout || e.opts.Layout != Auto {
			return nil, d
		}
		if c, other := e.compose(r.raw); c != nil || other != nil {
			return c, other
		}
		return nil, d
	}
	c, d := e.compose(r.raw)
	if c == nil && d == nil {
		d = reject(ir.CodeUnknownLayout, "the record is no object: expected the layout %s", e.opts.Layout)
	}
	return c, d
}

// isDocument tells whether a record is to be read as a neutral document.
func (e *Engine) isDocument(raw []byte) bool {
	switch e.opts.From {
	case styles.Neutral:
		return true
	case "", convert.Auto:
		return e.opts.Layout == Auto && ir.IsDocument(raw)
	}
	return false
}

func (e *Engine) fromDocument(raw []byte) ([]byte, Result, error) {
	var res Result
	t, keys, err := ir.ParseDocument(jsonx.TrimSpace(raw).Of(raw))
	if err != nil {
		return nil, res, documentFault(err)
	}
	out, err := e.conv.ConvertTranscript(&t, besideIn(keys))
	res.note(Document, out)
	if err != nil {
		return nil, res, asReject(err)
	}
	if e.neutral() {
		if keys != nil {
			keys = oneLine(keys)
		}
		doc := appendDocument(out, keys, raw)
		return e.finish(doc, &res, nil, func() error { return orNil(proveDocument(doc, keys, out)) })
	}
	if e.moves(Messages) {
		return e.relayout(&moved{raw: raw, keys: keys, members: membersOf(keys)}, out, &res)
	}
	written, d := fromDocument(out, keys, raw)
	if d != nil {
		return nil, res, d
	}
	return e.finish(written, &res, nil, func() error { return e.proveMessages(written, out) })
}

// proveMessages reads back a record that was made of a document.
func (e *Engine) proveMessages(written []byte, out *convert.Output) error {
	if d := check(written); d != nil {
		return readBack("the record that was written is broken: %s", d.Text)
	}
	w, d := decode(written, Messages)
	if d != nil {
		return readBack("the record that was written can't be read: %s", d.Text)
	}
	return e.conv.Verify(&w.conv, out)
}

func (e *Engine) neutral() bool { return e.opts.To == styles.Neutral }

// finish adds the losses of the layout, which the converter does not know of,
// and reads back what was written.
func (e *Engine) finish(written []byte, res *Result, losses []ir.Diagnostic, prove func() error) ([]byte, Result, error) {
	res.Diagnostics = append(res.Diagnostics, losses...)
	if d := e.opts.Strict.Refused(losses); d != nil {
		return nil, *res, d
	}
	if !e.opts.NoVerify {
		if err := prove(); err != nil {
			return nil, *res, asReject(err)
		}
	}
	return written, *res, nil
}

// note takes over what the converter found.
func (r *Result) note(layout Layout, out *convert.Output) {
	r.Layout = layout
	if out == nil {
		return
	}
	r.Style, r.Diagnostics = out.Style, out.Diagnostics
	for i := range out.Read.Steps {
		r.Steps[out.Read.Steps[i].Kind]++
	}
	for _, steps := range out.Read.Alternatives {
		for i := range steps {
			r.Steps[steps[i].Kind]++
		}
	}
}

// asReject returns err as a *ir.Diagnostic.
func asReject(err error) *ir.Diagnostic {
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		return d
	}
	return reject(ir.CodeInternal, "%v", err)
}

// orNil makes a nil error of a nil diagnostic.
func orNil(d *ir.Diagnostic) error {
	if d == nil {
		return nil
	}
	return d
}
