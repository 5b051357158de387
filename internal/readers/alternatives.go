package readers

import "github.com/toolspeak/toolspeak/ir"

// alternatives reads the texts that each continue the conversation.
func (r *reader) alternatives(c *ir.Conversation, res *Result) {
	res.Transcript.HasAlternatives = true
	common, pairing, open := len(r.steps), r.pairing, r.open
	room := r.opts.Scratch
	later, list := room.later[:0], room.alternatives[:0]
	defer func() { room.steps, room.later, room.alternatives = r.steps, later, list }()
	r.inlined = false
	for _, alternative := range c.Alternatives {
		r.steps = r.steps[:common]
		r.pairing, r.open = pairing.Clone(), open
		r.begin(len(c.Messages), ir.RoleAssistant, alternative)
		r.modelMessage(alternative)
		res.Diagnostics = r.diags
		if r.err != nil {
			return
		}
		from := len(later)
		later = append(later, r.steps[common:]...)
		list = append(list, later[from:len(later):len(later)])
		res.Transcript.Alternatives = list
	}
}
