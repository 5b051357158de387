package layouts

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// promptGap stands between what teaches a format and other words of the message.
const promptGap = "\n\n"

// leading writes the system prompt with what teaches the format where its page has it. It
// returns what goes before the user's first words instead, or "".
func (f *format) leading(w *stepWriter, prompt string) string {
	system := w.t.System
	switch place := f.page.Tools.Place; {
	case prompt == "" || place == page.User:
		w.leading()
		return prompt
	case place == page.Turn:
		w.leading()
		w.prompt(prompt)
	case system == nil:
		w.prompt(prompt)
	case place == page.Start:
		w.prompt(prompt + promptGap + system.Text.String())
	default:
		w.prompt(system.Text.String() + promptGap + prompt)
	}
	return ""
}

// prompt writes a message of the system.
func (w *stepWriter) prompt(words string) {
	w.comma()
	w.raw(`{"role": "system", "content": `)
	w.text(ir.Plain(words))
	w.raw("}")
}

// untaught returns the words of a message without what teaches the format, and whether that is
// there.
func (f *format) untaught(said *content, prompt string) (rest string, ok bool) {
	if prompt == "" || said.parts != nil || said.value != nil || said.text.Len() < len(prompt) {
		return "", false
	}
	words := said.text.String()
	if rest, ok = strings.CutPrefix(words, prompt+promptGap); ok {
		return rest, true
	}
	return strings.CutSuffix(words, promptGap+prompt)
}

// teaches reports whether a message teaches the format and does nothing else.
func (f *format) teaches(b *turnReader, o *object, prompt string) bool {
	at := o.value("content")
	return prompt != "" && len(o.members) == 2 && b.isText(at) && at.End-at.Start > len(prompt) && b.text(at).String() == prompt
}
