package readers

import (
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/repair"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// objectCall reads an object, in a fence or without, that names a tool and gives its
// argument, where a style has the tool's name alone. It has no other keys but an id.
func objectCall(t ir.Text) (in repair.Invocation, err error) {
	start := text.InFence(t, 0)
	if c, _ := text.At(t, start); c != '{' {
		return in, errNoCall
	}
	object, end, ok := objectAt(t, start)
	if !ok {
		return in, errNoCall
	}
	if start > 0 {
		if end, ok = text.Prefix(t, text.SkipSpace(t, end, t.Len()), fence); !ok {
			return in, errNoCall
		}
	}
	if !text.From(t, end).Blank() {
		return in, errNoCall
	}
	values := map[string]int{}
	_, failed := literal.Members(object, 0, func(key ir.Text, from, _ int) bool {
		k := key.String()
		_, twice := values[k]
		values[k] = from
		return !twice && len(values) <= 4
	})
	delete(values, "id")
	delete(values, "type")
	if failed != nil || len(values) != 2 {
		return in, errNoCall
	}
	for _, keys := range vocabulary.Calls {
		tool, named := values[keys[0]]
		if args, given := values[keys[1]]; named && given {
			return invocationOf(object, tool, args)
		}
	}
	return in, errNoCall
}

// objectAt returns the JSON object, or what the Python literal of one means, at offset i.
func objectAt(t ir.Text, i int) (object ir.Text, end int, ok bool) {
	if end, err := literal.JSON(t, i); err == nil {
		return t.Slice(i, end), end, true
	}
	converted, end, err := literal.Python(nil, t, i)
	return ir.Text{B: converted}, end, err == nil && len(converted) > 0 && converted[0] == '{'
}

// invocationOf returns the call whose tool and argument are at two offsets of an object. A
// string is plain text, unless it is an object.
func invocationOf(object ir.Text, tool, args int) (in repair.Invocation, err error) {
	name, _, failed := literal.String(object, tool)
	end, broken := literal.JSON(object, args)
	if failed != nil || broken != nil || !isName(name) {
		return in, errNoCall
	}
	in = repair.Invocation{Name: name.Trim(), Args: object.Slice(args, end), Form: literal.FormJSON}
	if c, _ := text.At(object, args); c == '"' {
		if in.Args = StringOf(object, args); !IsObject(in.Args) {
			in.Form = literal.FormPlain
		}
	}
	return in, nil
}

// objectAnswer returns the answer that a call of objectCall gives, if its tool is named so.
func (r *reader) objectAnswer(at int, in *repair.Invocation, words ir.Text) (answer ir.Text, ok bool) {
	const tool = "Final Answer"
	if c, _ := text.At(words, 0); in == nil || c != '{' && c != '`' || !sameWord(in.Name, tool) {
		return answer, false
	}
	answer, ok = in.Args, true
	if in.Form != literal.FormPlain {
		answer, ok = onlyAnswer(in.Args, tool)
	}
	if ok {
		r.report(at, ir.CodeMarkerSpelling, "a call gives the answer")
	}
	return answer, ok
}

// onlyAnswer returns the one value of an object whose key says that it is the answer.
func onlyAnswer(object ir.Text, name string) (words ir.Text, ok bool) {
	members := 0
	_, err := literal.Members(object, 0, func(key ir.Text, from, _ int) bool {
		if members++; text.EqualString(key, "answer") || sameWord(key, name) {
			words, ok = StringOf(object, from), true
		}
		return true
	})
	return words, ok && err == nil && members == 1
}
