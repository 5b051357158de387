package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// PromptCompletion is a transcript in two pieces, "prompt" and "completion":
// lists of messages, or what the user and the model say.
const PromptCompletion Layout = "prompt-completion"

type promptCompletion struct{}

func (promptCompletion) about() *about { return &promptCompletionAbout }

var promptCompletionAbout = about{
	name: PromptCompletion,
	keys: []string{"prompt", "completion"}, makes: convert.MessageShape,
}

func (promptCompletion) shows(r *Record) bool { return r.hasPieces("prompt", "completion") }

func (l promptCompletion) find(r *Record, asked bool) *ir.Diagnostic {
	if d := r.begin(asked, "prompt", "completion"); d != nil || r.foreign != "" {
		return d
	}
	r.takeSystem()
	if d := r.addAny("prompt", r.value("prompt"), ir.RoleUser, false); d != nil {
		return d
	}
	r.transcripts = append(r.transcripts, transcript{0, 1})
	return r.addAny("completion", r.value("completion"), ir.RoleAssistant, false)
}

func (l promptCompletion) put(w *mover, out *convert.Output) *ir.Diagnostic {
	first := 0 // the model's first message
	for first < len(out.Messages) && out.Messages[first].Role != ir.RoleAssistant {
		first++
	}
	return w.object(l, out.System, func() {
		w.key("prompt")
		w.raw("[")
		w.messages(out.Messages[:first], false)
		w.raw("], ")
		w.key("completion")
		w.raw("[")
		w.messages(out.Messages[first:], false)
		w.alternatives(out, false)
		w.raw("]")
	})
}

// hasPieces reports whether the record has strings or lists under all the keys.
func (r *Record) hasPieces(keys ...string) bool {
	for _, key := range keys {
		if kind := r.kind(key); kind != '"' && kind != '[' {
			return false
		}
	}
	return true
}

// begin begins the reading of a layout of several keys: these have to be there,
// and no key of it may come twice. A record that was not asked to be of the layout
// is searched for signs of a foreign style.
func (r *Record) begin(asked bool, needed ...string) *ir.Diagnostic {
	if !r.is('{') {
		return reject(ir.CodeUnknownLayout, "the record is not an object: expected the layout %s", r.layout.about().name)
	}
	if !asked {
		if r.foreign = foreignIn(r.doc, r.at.Start); r.foreign != "" {
			return nil
		}
	}
	if d := r.once("system", "tools", "chosen", "rejected", "prompt", "completion", "instruction", "input", "output", "history"); d != nil {
		return d
	}
	r.takeTools()
	for _, key := range needed {
		if r.value(key).End == 0 {
			return r.lacksKey(key)
		}
	}
	return nil
}
