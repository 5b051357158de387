package layouts

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// chatForm is how a chat template writes messages: what opens those of each role, and what
// closes them. The words in between are the message.
type chatForm struct {
	openings []chatOpening // one that begins another comes after it
	// closers end a message; without one the next opening does.
	closers []string
	// starts are what may come before an opening, and separator what does as a rule.
	starts    []string
	separator string
	// preamble begins the words that a template itself has before the first message; where
	// openings may be anywhere there have to be some.
	preamble string
	// lines: openings are at the start of a line.
	lines bool
	// nested: what opens a message may close the one before it, so that none can be added.
	nested bool
}

// textStarts are tokens that models have before a text. The template of one is used with another.
var textStarts = []string{"<s>", "<bos>", "<|begin_of_text|>", "<|startoftext|>", "[BOS]"}

// chatOpening is what opens a message of a role, and the white space after it.
type chatOpening struct {
	token string
	role  ir.Role
	space string
}

// chatForms are the templates that are known, by what models were trained with them.
var chatForms = []*chatForm{
	// ChatML: Qwen, Hermes, Yi.
	{openings: rolesBetween("<|im_start|>", "\n", ""), closers: []string{"<|im_end|>"}, starts: []string{"<|endoftext|>"}, separator: "\n"},
	// Llama 3.
	{
		openings: rolesBetween("<|start_header_id|>", "<|end_header_id|>", "\n\n"), closers: []string{"<|eot_id|>", "<|eom_id|>"},
		starts: []string{"<|end_of_text|>"},
	},
	// Llama 4.
	{
		openings: rolesBetween("<|header_start|>", "<|header_end|>", "\n\n"), closers: []string{"<|eot|>", "<|eom|>"},
		starts: []string{"<|end_of_text|>"},
	},
	// Gemma.
	{openings: rolesBetween("<start_of_turn>", "\n", ""), closers: []string{"<end_of_turn>"}, starts: []string{"<eos>"}, separator: "\n"},
	// Granite.
	{openings: rolesBetween("<|start_of_role|>", "<|end_of_role|>", ""), closers: []string{"<|end_of_text|>"}, separator: "\n"},
	// EXAONE.
	{openings: rolesBetween("[|", "|]", "\n"), closers: []string{"[|endofturn|]"}, separator: "\n"},
	// Zephyr, Phi, GLM.
	{openings: rolesBetween("<|", "|>", "\n"), closers: []string{"</s>", "<|end|>", "<|endoftext|>"}, starts: []string{"[gMASK]", "<sop>"}, separator: "\n"},
	// Llama 2, Mistral.
	{
		openings: []chatOpening{
			{"[INST] <<SYS>>", ir.RoleSystem, "\n"}, {"[INST]<<SYS>>", ir.RoleSystem, "\n"}, {"<</SYS>>", ir.RoleUser, "\n\n"},
			{"[INST]", ir.RoleUser, " "}, {"[/INST]", ir.RoleAssistant, " "},
		},
		closers: []string{"</s>"}, nested: true,
	},
	// DeepSeek.
	{
		openings: []chatOpening{{"<｜User｜>", ir.RoleUser, ""}, {"<｜Assistant｜>", ir.RoleAssistant, ""}, {"<｜begin▁of▁sentence｜>", ir.RoleSystem, ""}},
		closers:  []string{"<｜end▁of▁sentence｜>"}, nested: true,
	},
	// Guanaco, Alpaca, Vicuna: words, most of them at the start of a line.
	{openings: lineOpenings("### ", "Human:", "User:", "Assistant:", "System:"), separator: "\n", lines: true},
	{
		openings:  []chatOpening{{"### Instruction:", ir.RoleUser, "\n"}, {"### Input:", ir.RoleUser, "\n"}, {"### Response:", ir.RoleAssistant, "\n"}},
		separator: "\n\n", preamble: "Below is an instruction", lines: true,
	},
	{
		openings: []chatOpening{{"USER:", ir.RoleUser, " "}, {"ASSISTANT:", ir.RoleAssistant, " "}},
		closers:  []string{"</s>"}, separator: " ", preamble: "A chat between",
	},
	{openings: lineOpenings("", "USER:", "ASSISTANT:", "SYSTEM:", "TOOL:", "FUNCTION RESPONSE:"), closers: []string{"</s>", "<|endoftext|>"}, separator: "\n", lines: true},
}

// rolesBetween returns openings that name the role between two tokens.
func rolesBetween(before, after, space string) (list []chatOpening) {
	for _, word := range []string{"system", "user", "assistant", "model", "tool", "function", "observation", "ipython"} {
		role, _ := roleOf(word)
		list = append(list, chatOpening{before + word + after, role, space})
	}
	return list
}

// lineOpenings returns openings that are a word, maybe after a sign.
func lineOpenings(sign string, words ...string) (list []chatOpening) {
	for _, word := range words {
		role, ok := roleOf(strings.TrimSuffix(word, ":"))
		if !ok {
			role = ir.RoleTool
		}
		list = append(list, chatOpening{sign + word, role, " "})
	}
	return list
}

// openingOf returns the form's opening for a role.
func (f *chatForm) openingOf(role ir.Role) (chatOpening, bool) {
	i := slices.IndexFunc(f.openings, func(o chatOpening) bool { return o.role == role })
	if i < 0 || f.nested {
		return chatOpening{}, false
	}
	return f.openings[i], true
}

// first returns the first opening of a text, and where it is; ok is false where the form
// does not begin so.
func (f *chatForm) first(t ir.Text) (o *chatOpening, at, end int, ok bool) {
	at = f.skipStarts(t, 0)
	if f.preamble != "" {
		_, is := text.Prefix(t, at, f.preamble)
		if is {
			at, _ = text.Index(t, at, f.openings[0].token)
		}
		if at < 0 || !is && !f.lines {
			return nil, 0, 0, false
		}
	}
	o, end = f.openingAt(t, at)
	return o, at, end, o != nil
}

// skipStarts passes white space and what may come before an opening.
func (f *chatForm) skipStarts(t ir.Text, at int) int {
	for {
		at = text.SkipSpace(t, at, t.Len())
		from := at
		for _, list := range [...][]string{f.starts, textStarts} {
			for _, s := range list {
				if after, ok := text.Prefix(t, at, s); ok {
					at = after
				}
			}
		}
		if at == from {
			return at
		}
	}
}

// openingAt returns the opening at an offset and where it ends, or nil.
func (f *chatForm) openingAt(t ir.Text, at int) (*chatOpening, int) {
	for i := range f.openings {
		if end, ok := text.Prefix(t, at, f.openings[i].token); ok {
			return &f.openings[i], end
		}
	}
	return nil, 0
}

// closerAt returns where the closer at an offset ends; ok is false where there is none.
func (f *chatForm) closerAt(t ir.Text, at int) (end int, ok bool) {
	for _, c := range f.closers {
		if end, ok := text.Prefix(t, at, c); ok {
			return end, true
		}
	}
	return 0, false
}

// chatTurn is a message of a text: outer with what opens and closes it.
type chatTurn struct {
	outer, inner [2]int
	role         ir.Role
}

// turns parts a text at the openings of the form. ok is false where something else is
// between messages, or where the model neither speaks nor is asked to.
func (f *chatForm) turns(t ir.Text) (turns []chatTurn, ok bool) {
	o, at, end, ok := f.first(t)
	if !ok {
		return nil, false
	}
	return f.turnsFrom(t, o, at, end)
}

// continued is turns for a text that begins within a message of the model, and in which
// something closes that.
func (f *chatForm) continued(t ir.Text) (turns []chatTurn, ok bool) {
	w := f.walk(t)
	if _, _, closed := w.stop(0); !closed {
		return nil, false
	}
	return f.turnsFrom(t, &chatOpening{role: ir.RoleAssistant}, 0, 0)
}

// turnsFrom is turns for a text whose first opening is known, and where it begins and ends.
func (f *chatForm) turnsFrom(t ir.Text, o *chatOpening, at, end int) (turns []chatTurn, ok bool) {
	speaks, w := false, f.walk(t)
	for o != nil {
		turn := chatTurn{outer: [2]int{at, t.Len()}, role: o.role}
		begin := end
		if after, is := text.Prefix(t, end, o.space); is {
			begin = after
		} else if after, is := text.Prefix(t, end, "\n"); is && o.space == "\n\n" {
			begin = after // as templates of others have it
		}
		stop, next, closed := w.stop(begin)
		if closed {
			next = f.skipStarts(t, next)
		}
		o, end = nil, 0
		if next < t.Len() {
			if o, end = f.openingAt(t, next); o == nil {
				return nil, false
			}
			at, turn.outer[1] = next, next
		}
		if turn.inner = [2]int{begin, stop}; !closed || f.nested {
			turn.inner[1] = text.SkipSpaceBack(t, begin, stop)
			turn.inner[0] = text.SkipSpace(t, begin, turn.inner[1])
		}
		if o == nil && !closed && turn.inner[0] == turn.inner[1] {
			speaks = speaks || turn.role == ir.RoleAssistant // it is asked to
			break
		}
		if turns = append(turns, turn); turn.role == ir.RoleAssistant {
			speaks = true
		}
	}
	if n := len(turns); n > 0 && turns[0].role == ir.RoleSystem && f.nested && turns[0].inner[0] == turns[0].inner[1] {
		turns = turns[1:] // a start without a prompt
	}
	return turns, speaks && len(turns) > 0
}

// chatWalk looks for the tokens of a form in a text, from the start to the end.
type chatWalk struct {
	*chatForm
	t ir.Text
	// tokens are what opens and closes messages, and next has where each is next from some
	// offset on.
	tokens []string
	next   []int
	// usual is the closer that ended the first message.
	usual string
}

// walk begins to look for the tokens of the form in a text.
func (f *chatForm) walk(t ir.Text) chatWalk {
	tokens := slices.Clone(f.closers)
	for _, o := range f.openings {
		tokens = append(tokens, o.token)
	}
	return chatWalk{chatForm: f, t: t, tokens: tokens, next: make([]int, len(tokens))}
}

// stop finds the end of a message that begins at an offset: that of its words, and of what
// closes them.
func (w *chatWalk) stop(from int) (words, end int, closed bool) {
	for at := from; ; {
		if at = w.candidate(at); at == w.t.Len() {
			return at, at, false
		}
		closer, end, ok := w.closing(at)
		switch {
		case ok:
			return closer, end, true
		case end > at: // what somebody said
			at = end
			continue
		}
		if o, _ := w.openingAt(w.t, at); o != nil && (!w.lines || beginsLine(w.t, at)) {
			return at, at, false
		}
		_, width := text.At(w.t, at)
		at += width
	}
}

// closing returns where the closer that ends a message at an offset begins and ends: one after
// which, maybe with other closers in between, the next message or the end of the text comes.
// Any other is what somebody said. Of several it is the one that the template writes, which is
// that of the first message; those before it are words, too. Where ok is false, words go on at
// end.
func (w *chatWalk) closing(at int) (closer, end int, ok bool) {
	closer, usual := at, false
	for end, ok = w.closerAt(w.t, at); ok; {
		next := w.skipStarts(w.t, end)
		token := w.t.Slice(at, end).String()
		if !usual && token == w.usual {
			closer, usual = at, true
		}
		following, more := w.closerAt(w.t, next)
		if !more {
			if o, _ := w.openingAt(w.t, next); o == nil && next < w.t.Len() {
				c, _ := text.At(w.t, text.SkipSpaces(w.t, end))
				return closer, end, c == '\n' && (token == w.usual || len(w.closers) == 1) // words are between messages
			}
			if w.usual == "" {
				w.usual = token
			}
			return closer, end, true
		}
		at, end = next, following
	}
	return 0, 0, false
}

// candidate returns where the next token begins, or the end.
func (w *chatWalk) candidate(from int) int {
	first := w.t.Len()
	for k, token := range w.tokens {
		if w.next[k] < from {
			if w.next[k], _ = text.Index(w.t, from, token); w.next[k] < 0 {
				w.next[k] = w.t.Len()
			}
		}
		first = min(first, w.next[k])
	}
	return first
}

// beginsLine reports whether an offset is at the start of a text or right after a line feed.
func beginsLine(t ir.Text, at int) bool {
	return at == 0 || text.Last(t.Slice(0, at)) == '\n'
}

// formOf returns the chat template of a text and its messages, or nil.
func formOf(t ir.Text) (*chatForm, []chatTurn) {
	for _, f := range chatForms {
		if turns, ok := f.turns(t); ok {
			return f, turns
		}
	}
	return nil, nil
}
