package convert

import (
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

// opening is the prompt with which the user's first turn begins: chains that send no
// system message put format instructions, tools and question there.
type opening struct {
	*translation
	// text is the turn in the target's style.
	text ir.Text
}

// shortestOpening is how long a turn has to be that holds format instructions, in bytes.
const shortestOpening = 100

// consultOpening translates the user's first turn, if it is the first step of all, teaches
// the style that the transcript speaks, and offers tools. Any other turn stays what the
// user said, who may ask about a transcript or a prompt; so does one after a system prompt
// that teaches the style.
func (c *Converter) consultOpening(out *Output, in *ir.Conversation, w way) {
	mode, steps := c.opts.Prompts.Mode, out.Read.Steps
	switch {
	case in == nil || in.Flat || c.flat(in) || w == teach || c.to == nil && w != strip:
		return
	case mode != "" && mode != prompts.ModeAuto:
		return
	case len(steps) == 0 || steps[0].Kind != ir.User || steps[0].Text.Len() < shortestOpening:
		return
	}
	for _, t := range []*translation{out.prompt, out.own} {
		if t != nil && t.style != nil {
			return
		}
	}
	source := c.styleNamed(out.Style)
	if source == nil || source == c.to || !mentionsCalls(source, steps[0].Text) {
		return
	}
	t := c.prompts.translate(&steps[0].Text, nil, w)
	if t.err != nil || t.style == nil || t.definitions == nil || keptPrompt(t) || isBlank(&t.text) {
		return
	}
	out.opening = &opening{translation: t, text: t.text}
	if out.tools == nil {
		out.tools = t.tools
	}
	l := &out.lowerer
	from := len(l.diags)
	l.diags = diag.Append(l.diags, t.diags...)
	for i := from; i < len(l.diags); i++ {
		if d := &l.diags[i]; !d.Counted {
			d.Message = steps[0].Pos.Message + 1
		}
	}
	if end, ok := thoughtCue(source, t.text); ok {
		out.opening.text = t.text.Slice(0, end)
		l.lose(&steps[0], ir.CodeInstructionsRemoved, "the marker of a thought at the end of the user's turn was left out")
	}
}

// mentionsCalls reports whether a text has the words with which prompts of a style teach
// calls, but perhaps for their first letter: a quick look.
func mentionsCalls(s *grammar.Style, t ir.Text) bool {
	for _, m := range s.Mentions() {
		if !m.Call {
			continue
		}
		word := m.Text
		if m.Fold {
			word = word[1:]
		}
		if at, _ := text.Index(t, 0, word); at < 0 {
			return false
		}
	}
	return true
}

// thoughtCue returns where the line feed begins before a last line that is the marker of a
// thought and nothing else: the model is to go on from there.
func thoughtCue(s *grammar.Style, t ir.Text) (end int, ok bool) {
	if s.Marker.Thought == "" {
		return 0, false
	}
	at, after := text.LastIndex(t, 0, t.Len(), s.Marker.Thought)
	if at <= 0 || !text.From(t, after).Blank() {
		return 0, false
	}
	end = text.SkipSpaceBack(t, 0, at)
	nl, next := text.Newline(t, end)
	return end, nl >= 0 && next <= at
}
