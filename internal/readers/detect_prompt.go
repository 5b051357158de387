package readers

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// mostTaught bounds what is remembered of prompts, in bytes.
const mostTaught = 4 << 20

// teaching is what system prompts say for a style: how many of its words they mention,
// and whether those of a call are among them.
type teaching struct {
	count  int
	taught bool
}

// study is memory for what is found in prompts.
type study struct {
	said, sum    []teaching
	found, asked []bool
}

func (d *Detector) newStudy() study {
	n, m := len(d.styles), len(d.mentions)
	return study{said: make([]teaching, n), sum: make([]teaching, n), found: make([]bool, m), asked: make([]bool, m)}
}

// taught reads the system prompts of a conversation for the styles of which tied
// reports true, by their numbers. The result is y's until it is next asked.
func (d *Detector) taught(y *study, c *ir.Conversation, tied func(k int) bool) []teaching {
	clear(y.sum)
	add := func(prompt ir.Text) {
		if prompt.Empty() {
			return
		}
		for k, said := range d.teachings(y, prompt, tied) {
			if said.taught && tied(k) {
				y.sum[k] = teaching{y.sum[k].count + said.count, true}
			}
		}
	}
	add(c.System)
	for i := range c.Messages {
		if c.Messages[i].Role == ir.RoleSystem {
			add(c.Messages[i].Content)
		}
	}
	return y.sum
}

// teachings returns what a prompt says for each style of which tied reports true. A prompt
// that comes again is read for all of them, and remembered.
func (d *Detector) teachings(y *study, prompt ir.Text, tied func(k int) bool) []teaching {
	known := d.prompts
	if prompt.Esc {
		known = d.escaped
	}
	found, again := known.FindBytes(prompt.B)
	if found != nil {
		return *found
	}
	if again {
		tied = func(int) bool { return true }
	}
	d.words(y, prompt, tied)
	said := d.said(y, tied)
	if again {
		const size = 16 // bytes of a teaching
		kept := slices.Clone(said)
		known.Keep(string(prompt.B), &kept, size*len(kept))
	}
	return said
}

// said returns what the words that were found say for each style of which tied reports true.
func (d *Detector) said(y *study, tied func(k int) bool) []teaching {
	clear(y.said)
	for k := range d.styles {
		if tied(k) {
			y.said[k] = d.mentioned(k, y.found)
		}
	}
	return y.said
}

// mentioned counts the words of style number k that were found.
func (d *Detector) mentioned(k int, found []bool) teaching {
	said := teaching{taught: true}
	for _, m := range d.teaches[k] {
		if found[m] {
			said.count++
		} else if d.mentions[m].Call {
			said.taught = false
		}
	}
	return said
}

// words finds which of the words of some styles a prompt mentions.
func (d *Detector) words(y *study, prompt ir.Text, of func(k int) bool) {
	clear(y.found)
	clear(y.asked)
	var plain, folded []byte // made where they are needed
	for k := range d.styles {
		if !of(k) {
			continue
		}
		for _, i := range d.teaches[k] {
			if y.asked[i] {
				continue
			}
			y.asked[i] = true
			m := &d.mentions[i]
			if spelled := d.spelled[i]; spelled != nil && !m.Fold && prompt.Esc && prompt.Direct {
				y.found[i] = containsIn(prompt.B, spelled)
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
			y.found[i] = bytes.Contains(in, []byte(m.Text))
		}
	}
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

// containsIn reports whether the inside of a JSON string holds a word in that spelling.
func containsIn(inside, word []byte) bool {
	for from := 0; ; {
		k := bytes.Index(inside[from:], word)
		if k < 0 {
			return false
		}
		if k += from; !spell.InEscape(inside, k) {
			return true
		}
		from = k + 1
	}
}
