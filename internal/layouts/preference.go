package layouts

import (
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Preference is a pair of transcripts under "chosen" and "rejected", which may
// share a "prompt".
const Preference Layout = "preference"

type preference struct{}

func (preference) about() *about { return &preferenceAbout }

var preferenceAbout = about{
	name: Preference,
}

func (preference) shows(r *Record) bool { return r.hasPieces("chosen", "rejected") }

func (preference) find(r *Record, asked bool) *ir.Diagnostic {
	if d := r.begin(asked, "chosen", "rejected"); d != nil || r.foreign != "" {
		return d
	}
	r.takeSystem()
	const prompt = 0
	shares := r.hasPieces("prompt")
	if shares {
		if d := r.addAny("prompt", r.value("prompt"), ir.RoleUser, false); d != nil {
			return d
		}
	}
	repeated := shares
	for _, key := range []string{"chosen", "rejected"} {
		if d := r.addAny(key, r.value(key), ir.RoleAssistant, !shares); d != nil {
			return d
		}
		last := len(r.pieces) - 1
		if shares && !repeats(&r.pieces[prompt], &r.pieces[last]) {
			r.transcripts = append(r.transcripts, transcript{prompt, last})
			repeated = false
			continue
		}
		r.transcripts = append(r.transcripts, transcript{last})
	}
	if repeated && r.pieces[prompt].form == listPiece {
		r.transcripts = append(r.transcripts, transcript{prompt})
	}
	return nil
}

// repeats reports whether a list begins with the prompt itself.
func repeats(prompt, l *piece) bool {
	if l.form != listPiece || len(l.texts) == 0 {
		return false
	}
	first := l.texts[0]
	if prompt.form == saidPiece {
		return first.Role != ir.RoleAssistant
	}
	return len(prompt.texts) > 0 && first.Role == prompt.texts[0].Role && text.Equal(first.Content, prompt.texts[0].Content)
}
