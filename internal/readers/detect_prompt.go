package readers

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// promptWords says which words of a detector a system prompt mentions.
type promptWords struct {
	prompt ir.Text
	// found says of each word whether the prompt mentions it; asked of which of
	// them that is known.
	found, asked []bool
}

// mostKept is how long a prompt may be that is kept.
const mostKept = 1 << 16

// teaching is what the system prompts of a conversation say for a style: how many
// of its words they mention, and whether those of a call are among them.
type teaching struct {
	count  int
	taught bool
}

// taught reads the system prompts of a conversation for the styles of which tied
// reports true, by their numbers.
func (d *Detector) taught(c *ir.Conversation, tied func(k int) bool) []teaching {
	asked := make([]bool, len(d.mentions))
	for k := range d.styles {
		if tied(k) {
			for _, m := range d.teaches[k] {
				asked[m] = true
			}
		}
	}
	out := make([]teaching, len(d.styles))
	add := func(prompt ir.Text) {
		if prompt.Empty() {
			return
		}
		words := d.words(prompt, asked)
		for k := range d.styles {
			if n, taught := d.mentioned(k, words.found); taught && tied(k) {
				out[k] = teaching{out[k].count + n, true}
			}
		}
	}
	add(c.System)
	for i := range c.Messages {
		if c.Messages[i].Role == ir.RoleSystem {
			add(c.Messages[i].Content)
		}
	}
	return out
}

// mentioned counts the words of style number k that were found. taught reports
// whether those of a call are among them.
func (d *Detector) mentioned(k int, found []bool) (count int, taught bool) {
	taught = true
	for _, m := range d.teaches[k] {
		if found[m] {
			count++
		} else if d.mentions[m].Call {
			taught = false
		}
	}
	return count, taught
}

// words looks for words in a prompt.
func (d *Detector) words(prompt ir.Text, asked []bool) *promptWords {
	if last := d.last.Load(); last != nil && last.prompt.Esc == prompt.Esc && bytes.Equal(last.prompt.B, prompt.B) && holds(last.asked, asked) {
		return last
	}
	words := &promptWords{found: make([]bool, len(d.mentions)), asked: asked}
	var plain, folded []byte // made where they are needed
	for i, m := range d.mentions {
		if !asked[i] {
			continue
		}
		if spelled := d.spelled[i]; spelled != nil && !m.Fold && prompt.Esc && prompt.Direct {
			words.found[i] = contains(prompt.B, spelled)
			continue
		}
		if plain == nil {
			plain = prompt.AppendPlain(make([]byte, 0, prompt.Len()))
		}
		in := plain
		if m.Fold {
			if folded == nil {
				folded = bytes.ToLower(plain)
			}
			in = folded
		}
		words.found[i] = bytes.Contains(in, []byte(m.Text))
	}
	if prompt.Len() <= mostKept {
		words.prompt = ir.Text{B: bytes.Clone(prompt.B), Esc: prompt.Esc}
		d.last.Store(words)
	}
	return words
}

// spelledOnce returns how a word is spelled in every direct text, or nil.
func spelledOnce(word string) []byte {
	for i := range len(word) {
		if word[i] >= text.NotASCII || word[i] == '/' {
			return nil
		}
	}
	return text.AppendEscaped(nil, []byte(word), false)
}

// contains reports whether the inside of a JSON string holds a word in that spelling.
func contains(inside, word []byte) bool {
	for from := 0; ; {
		k := bytes.Index(inside[from:], word)
		if k < 0 {
			return false
		}
		if k += from; !inEscape(inside, k) {
			return true
		}
		from = k + 1
	}
}

// inEscape reports whether offset i of the inside of a JSON string is within an escape.
func inEscape(b []byte, i int) bool {
	const most = 5 // bytes of an escape after its backslash
	for at := i - 1; at >= max(0, i-most); at-- {
		if b[at] != '\\' {
			continue
		}
		run := 1
		for run <= at && b[at-run] == '\\' {
			run++
		}
		width := 2
		if b[at+1] == 'u' {
			width = 1 + most
		}
		return run%2 == 1 && at+width > i
	}
	return false
}

// holds reports whether all that is set in part is set in all.
func holds(all, part []bool) bool {
	for i, is := range part {
		if is && !all[i] {
			return false
		}
	}
	return true
}
