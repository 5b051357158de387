package layouts

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Preference is a pair of transcripts under "chosen" and "rejected", which may
// share a "prompt", or the list under "messages" or "conversations".
const Preference Layout = "preference"

type preference struct{}

func (preference) about() *about { return &preferenceAbout }

var preferenceAbout = about{
	name: Preference,
}

func (preference) shows(r *Record) bool { return r.hasPieces("chosen", "rejected") || r.hasAnswers() }

func (preference) find(r *Record, asked bool) *ir.Diagnostic {
	key, d := r.promptKey()
	if d != nil {
		return d
	}
	if d := r.begin(asked, "chosen", "rejected"); d != nil || r.foreign != "" {
		return d
	}
	r.takeSystem()
	const prompt = 0
	shares := r.hasPieces(key)
	if shares {
		if d := r.addAny(key, r.value(key), ir.RoleUser, false); d != nil {
			return d
		}
	}
	repeated := shares
	for _, key := range []string{"chosen", "rejected"} {
		if d := r.addAnswer(key, !shares); d != nil {
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

// addAnswer adds what is under "chosen" or "rejected", which may be one message.
func (r *Record) addAnswer(key string, flat bool) *ir.Diagnostic {
	at := r.value(key)
	if r.doc.B[at.Start] == '{' {
		return within(key, r.addList(key, at))
	}
	return r.addAny(key, at, ir.RoleAssistant, flat)
}

// hasAnswers reports whether the record has messages under both "chosen" and "rejected".
// Strings are answers, too, where the conversation next to them has none yet.
func (r *Record) hasAnswers() bool {
	return !slices.ContainsFunc([]string{"chosen", "rejected"}, func(key string) bool { return !r.hasMessages(key) && (r.kind(key) != '"' || !r.awaitsAnswer()) })
}

// awaitsAnswer reports whether the last message of the record's list is not the model's.
func (r *Record) awaitsAnswer() bool {
	list := r.openAIList()
	if list.End == 0 || r.object()[list.Start] != '[' {
		return false
	}
	awaits := false
	for e := range jsonx.Elements(r.object(), list.Start) {
		awaits = r.object()[e.Start] == '{' && !speaksAsModel(r.object(), e)
	}
	return awaits
}

// hasMessages reports whether there is a message, or a list that begins with one, under a key.
func (r *Record) hasMessages(key string) bool {
	at := r.value(key)
	switch r.kind(key) {
	case '{':
		return r.speaks(at)
	case '[':
		for e := range jsonx.Elements(r.object(), at.Start) {
			return r.object()[e.Start] == '{' && r.speaks(e)
		}
	}
	return false
}

// speaks reports whether an object says who speaks, or what kind of item it is.
func (r *Record) speaks(at jsonx.Range) bool {
	word := member(r.object(), at.Start, "role", "from", "type")
	return word.End > 0 && r.object()[word.Start] == '"'
}

// promptKey returns the key of what both answers continue. Of two lists neither is known to be it.
func (r *Record) promptKey() (string, *ir.Diagnostic) {
	found := ""
	for _, key := range [...]string{"messages", "conversations", "prompt"} {
		switch kind := r.kind(key); {
		case kind != '[':
		case found != "":
			return "", reject(ir.CodeUnknownLayout, `the record has lists under %q and %q next to "chosen" and "rejected": --layout says which one holds the transcript`, found, key)
		default:
			found = key
		}
	}
	if found == "" {
		found = "prompt"
	}
	return found, nil
}

// unread rejects a record of one transcript that has more messages, or the answer that was worse, under
// keys of preferences, which would stay as they are.
func (r *Record) unread() *ir.Diagnostic {
	if r.kind("messages") != '[' && r.kind("conversations") != '[' {
		return nil
	}
	for _, key := range [...]string{"chosen", "rejected", "rejected_messages", "rejected_response"} {
		if r.hasMessages(key) || key == "rejected_response" && r.kind(key) == '"' && len(r.value(key).Of(r.object())) > len(`""`) {
			return r.rejectAt(r.value(key).Start, ir.CodeUnknownLayout, `what is under %q can't be read next to those of the record: write "prompt", "chosen" and "rejected", or name the layout of the record with --layout, which leaves %q as it is`, key, key)
		}
	}
	return nil
}
