//go:build !js

package trainers

import (
	"bytes"
	"fmt"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// piece is a part of a text: the inside of a string, escapes and all.
type piece struct {
	text    []byte
	trained bool
}

// piecesOf returns the pieces of a text in the layout segments.
func piecesOf(b []byte, list jsonx.Range) (pieces []piece) {
	for e := range jsonx.Elements(b, list.Start) {
		m := message{raw: e.Of(b)}
		text := m.member("text")
		pieces = append(pieces, piece{text[1 : len(text)-1], m.member("label")[0] == 't'})
	}
	return pieces
}

// segments makes rows of a text in pieces.
func (r *row) segments() ([]byte, []ir.Diagnostic, *ir.Diagnostic) {
	if len(r.out.Trained) == 0 {
		return nil, nil, r.nothing()
	}
	if d := r.fits(r.b); d != nil {
		return nil, nil, d
	}
	if len(r.losses) == 0 && r.system == nil && !r.EachPart {
		return r.b, nil, nil
	}
	if r.system != nil {
		words := append(append([]byte("System: "), r.system...), `\n`...)
		if len(r.pieces) > 0 && bytes.HasPrefix(plain(r.pieces[0].text), plain(words)) {
			r.systemTwice()
		} else {
			r.pieces = append([]piece{{text: words}}, r.pieces...)
			r.systemMoved()
		}
	}
	if r.EachPart {
		rows, d := r.textTurns()
		return rows, r.losses, d
	}
	dst := append(appendKey([]byte("{"), "segments"), '[')
	for _, p := range r.pieces {
		dst = append(jsonx.AppendComma(dst), `{"label": `...)
		if p.trained {
			dst = append(dst, `true, "text": "`...)
		} else {
			dst = append(dst, `false, "text": "`...)
		}
		dst = append(append(dst, p.text...), `"}`...)
	}
	return r.close(append(dst, ']')), r.losses, nil
}

// plain returns the text inside a string of JSON.
func plain(inside []byte) []byte { return jsonx.AppendUnquoted(nil, inside) }

// mostRows is how many bytes the rows of a record may have: that number grows with the
// square of the parts that are trained.
const mostRows = 64 << 20

func (r *row) tooLarge() *ir.Diagnostic {
	return r.reject(ir.CodeRecordTooLarge, fmt.Sprintf("the rows of {style} for the turns of the record have more than %d bytes", mostRows))
}

// textTurns returns a row for each piece that is trained: what is before it, and it.
func (r *row) textTurns() (rows []byte, d *ir.Diagnostic) {
	var before []byte
	last := 0
	for i, p := range r.pieces {
		if p.trained {
			dst := append(appendKey([]byte("{"), "prompt"), '"')
			dst = append(appendKey(append(append(dst, before...), '"'), "completion"), '"')
			rows = appendRow(rows, r.close(append(append(dst, p.text...), '"')))
			last = i + 1
			if len(rows) > mostRows {
				return nil, r.tooLarge()
			}
		}
		before = append(before, p.text...)
	}
	if last < len(r.pieces) {
		r.lose(ir.CodeTurnTrimmed, "no row of {style} has what follows the last part that is trained")
	}
	return rows, nil
}

// messageTurns returns a row for each message that is trained: those before it, and it.
func (r *row) messageTurns() (rows []byte, d *ir.Diagnostic) {
	if m := &r.messages[0]; r.isTrained(m) {
		r.lose(ir.CodeTrainDropped, "{style} takes no row without a prompt: what the model says first is not trained").Message = m.source + 1
	}
	rows, d = r.turnRows(1, func(i int) []byte {
		return r.write(part{"prompt", r.messages[:i]}, part{"completion", r.messages[i : i+1]})
	})
	if d == nil && rows == nil {
		return nil, r.nothing()
	}
	return rows, d
}

// lastTurns returns a row for each message that is trained, which ends it: of a row with
// tools the trainer trains the last message alone.
func (r *row) lastTurns() (rows []byte, d *ir.Diagnostic) {
	return r.turnRows(0, func(i int) []byte { return r.write(part{r.list, r.messages[:i+1]}) })
}

// isTrained reports whether a message is the model's, and trained.
func (r *row) isTrained(m *message) bool {
	return m.role == ir.RoleAssistant && !m.untrained && !m.empty()
}

// turnRows returns what row makes of each message that is trained, from one on. It reports what
// follows the last one.
func (r *row) turnRows(from int, row func(i int) []byte) (rows []byte, d *ir.Diagnostic) {
	last := 0
	for i := from; i < len(r.messages); i++ {
		if !r.isTrained(&r.messages[i]) {
			continue
		}
		rows = appendRow(rows, row(i))
		if last = i + 1; len(rows) > mostRows {
			return nil, r.tooLarge()
		}
	}
	if rows != nil && last < len(r.messages) {
		r.lose(ir.CodeTurnTrimmed, "no row of {style} has what follows the last message that is trained").Message = r.messages[last].source + 1
	}
	return rows, nil
}

// appendRow appends a row, after a line feed where it is not the first.
func appendRow(rows, row []byte) []byte {
	if len(rows) > 0 {
		rows = append(rows, '\n')
	}
	return append(rows, row...)
}
