package dataset

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/readers"
)

// Detection is what Detect finds in a record.
type Detection struct {
	Layout Layout
	// Document tells that the record is a neutral document.
	Document bool
	readers.Detection
}

// Detect counts the evidence for each style in a record. Its errors are those
// of Record.
func (e *Engine) Detect(raw []byte) (Detection, error) {
	if d := check(raw); d != nil {
		return Detection{}, d
	}
	if ir.IsDocument(raw) {
		return Detection{Layout: Document, Document: true}, nil
	}
	r, c, d := e.decode(raw)
	if d != nil {
		return Detection{}, d
	}
	if c != nil {
		in, d := c.conversation(c.transcripts[0])
		if d != nil {
			return Detection{}, d
		}
		return Detection{Layout: c.layout, Detection: readers.Detect(e.styles, in)}, nil
	}
	return Detection{Layout: r.layout, Detection: readers.Detect(e.styles, &r.conv)}, nil
}

// DetectText is Detect for a transcript that is plain text.
func (e *Engine) DetectText(raw []byte) (Detection, error) {
	if d := checkText(raw); d != nil {
		return Detection{}, d
	}
	in := &convert.Conversation{Flat: true, Text: ir.Text{B: raw}}
	return Detection{Layout: Text, Detection: readers.Detect(e.styles, in)}, nil
}
