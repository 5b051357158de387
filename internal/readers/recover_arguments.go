package readers

import (
	"bytes"
	"errors"
	"slices"

	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/repair"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

func (r *reader) level() repair.Level {
	if r.opts.Guess {
		return repair.All
	}
	return repair.Safe
}

// repaired reads an argument at offset at that is neither JSON nor a Python
// literal, where it can be repaired. end is where in value it ends.
func (r *reader) repaired(at int, value ir.Text) (args ir.Args, end int, ok bool) {
	if !r.recovers {
		return ir.Args{}, 0, false
	}
	res, err := repair.Value(value, r.level())
	if err != nil {
		return ir.Args{}, 0, false
	}
	end = r.changes(at, value, res.Changes)
	return ir.Args{Raw: value.Slice(0, end).Trim(), Form: ir.Broken, Value: res.Value.Trim()}, end, true
}

// objectInWords reads, where a style's arguments are objects, one that is
// among words: a guess.
func (r *reader) objectInWords(at int, value ir.Text) (args ir.Args, end int, ok bool) {
	if !r.style.WantsObject() || !r.recovers || !r.opts.Guess {
		return ir.Args{}, 0, false
	}
	if open, _ := text.Index(value, 0, "{"); open < 0 {
		return ir.Args{}, 0, false
	}
	if _, err := repair.Call(value, r.level()); err == nil {
		return ir.Args{}, 0, false // calledInside reads it
	}
	res, err := repair.Value(value, r.level())
	if first, _ := text.At(res.Value, 0); err != nil || first != '{' {
		return ir.Args{}, 0, false
	}
	end = r.changes(at, value, res.Changes)
	return ir.Args{Raw: value.Slice(0, end).Trim(), Form: ir.Broken, Value: res.Value}, end, true
}

// changes reports what a repair changed in value, which begins at offset at, and
// returns where the value ends: text after it is kept as text.
func (r *reader) changes(at int, value ir.Text, changes []repair.Change) (end int) {
	end = value.Len()
	for _, c := range changes {
		if c.Kind == repair.TextAfter {
			end = c.Offset
			continue
		}
		code := ir.CodeArgsRepaired
		if c.Kind.Guess() {
			code = ir.CodeArgsGuessed
		}
		d := r.reportf(at+c.Offset, code, "the argument was repaired: %s, %q became %q", c.Kind, clip.Dots(c.Removed, 40), clip.Dots(c.Inserted, 40))
		d.Name = string(c.Kind)
		if stop, ok := text.Prefix(value, c.Offset, c.Removed); ok {
			r.until(d, at+stop)
		}
	}
	return end
}

// repairedAt is repaired for a value that begins at offset start of t and ends before
// limit; next is the offset after it.
func (r *reader) repairedAt(t ir.Text, start, limit int) (value ir.Text, next int, ok bool) {
	args, end, ok := r.repaired(start, t.Slice(start, limit))
	return args.Value, start + end, ok
}

// hint says which guess would have repaired a value, if one would.
func (r *reader) hint(value ir.Text) string {
	if !r.recovers || r.opts.Guess {
		return ""
	}
	_, err := repair.Value(value, repair.Safe)
	if broken, ok := errors.AsType[*repair.Error](err); ok && broken.Kind != "" {
		return ", or let --repair all guess (" + string(broken.Kind) + ")"
	}
	return ""
}

// bareCall reads a call that is without its input's marker: a name alone, or
// one with its argument in brackets, or an object with both.
func (r *reader) bareCall(t ir.Text, m mark, end int) {
	words := m.undecorated(t.Slice(m.value, m.stop)).Trim()
	step := ir.Step{Kind: ir.Call}
	if in := m.invocation; in != nil && r.style.InBrackets && in.Form == literal.FormPlain && r.style.Answers(in.Name) {
		step = ir.Step{Kind: ir.Answer, Text: in.Args}
	} else if answer, ok := r.objectAnswer(m.line, in, words); ok {
		step = ir.Step{Kind: ir.Answer, Text: answer}
	} else if in != nil {
		step.Tool, step.Args = in.Name, ir.Args{Raw: in.Args, Form: ir.PlainText}
		if in.Form != literal.FormPlain {
			step.Args = ir.Args{Raw: in.Args, Form: ir.Broken, Value: in.Args}
		}
		r.changes(m.value, words, in.Changes)
	} else {
		step.Tool, step.Args = r.bareName(m.value, words), ir.Args{Raw: words.Slice(0, 0), Form: ir.PlainText}
	}
	if step.Kind == ir.Answer {
		r.addAnswer(m.line, step)
	} else {
		r.add(m.line, step)
	}
	r.textAfter(t, m.stop, end)
}

// bareName takes off the backticks, quotes, stars or brackets around a tool's name, or a token after it.
func (r *reader) bareName(at int, name ir.Text) ir.Text {
	if !r.recovers || name.Empty() || isLetter(name.B[0]) && isWord(name.B[len(name.B)-1]) {
		return name
	}
	if end := bytes.Index(name.B, []byte("<|")); end > 0 && bytes.HasSuffix(name.B, []byte("|>")) && isIdentifier(name.Slice(0, end)) {
		r.report(at, ir.CodeWrappedName, "a token follows the tool's name, which was taken off")
		return name.Slice(0, end)
	}
	inner := unquoted(name)
	if inner.Len() == name.Len() || !isIdentifier(inner) {
		if inner = unstarred(name); inner.Len() == name.Len() || inner.Empty() {
			return name
		}
	}
	r.report(at, ir.CodeWrappedName, "the tool's name is in quotes, backticks, stars or brackets, which were taken off")
	return inner
}

// unstarred returns name without the stars and spaces at its ends, if it has two
// stars there: what is left of bold letters, in pairs or not.
func unstarred(name ir.Text) ir.Text {
	if stars := []byte("**"); !bytes.HasPrefix(name.B, stars) && !bytes.HasSuffix(name.B, stars) {
		return name
	}
	return ir.Text{B: slices.Clip(bytes.Trim(name.B, "* "))}
}

// isWord reports whether c is an ASCII letter, a digit or an underscore.
func isWord(c byte) bool { return isLetter(c) || c == '_' || '0' <= c && c <= '9' }

// isLetter reports whether c is an ASCII letter.
func isLetter(c byte) bool { c = lower(c); return 'a' <= c && c <= 'z' }

// wrappings are what is around a tool's name in the wild.
var wrappings = map[rune]string{'`': "`", '"': `"`, '\'': "'", '*': "*", '[': "]", '<': ">", '“': "”", '‘': "’"}

// unquoted returns name without the pairs of quotes, backticks, stars or brackets
// around it.
func unquoted(name ir.Text) ir.Text {
	for {
		first, width := text.RuneAt(name, 0)
		closing, ok := wrappings[first]
		if inner := text.From(name, width); !ok || name.Len() > 2*mostName || !bytes.HasSuffix(inner.B, []byte(closing)) {
			return name
		}
		name = name.Slice(width, name.Len()-len(closing))
	}
}

// undecorated takes off the stars, underscores or backticks after a value whose
// marker they opened before.
func (m *mark) undecorated(words ir.Text) ir.Text {
	if m.decoration == 0 {
		return words
	}
	return words.Slice(0, len(bytes.TrimRight(words.B, " \n\t\r"+string(rune(m.decoration)))))
}
