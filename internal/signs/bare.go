package signs

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// ArgumentKeys are the keys that hold the arguments of a call, in programs of all kinds.
var ArgumentKeys = []string{
	"arguments", "args", "input", "kwargs", "parameters", "params", "function_args", "functionArgs", "tool_args", "toolArgs", "tool_input", "toolInput", "action_input", "Arguments", "ARGUMENTS", "inputs",
}

// NameKeys are the keys that name the tool of a call.
var NameKeys = []string{"name", "tool_name", "tool", "function", "function_name", "action", "recipient_name", "api_name", "NAME", "Name"}

// definitionKeys are those of a tool's definition: an object with one of them is no call, which
// has one of NameKeys and one of ArgumentKeys.
var definitionKeys = []string{"description", "properties", "required", "strict", "inputSchema", "input_schema"}

// cutElements are elements of calls. One that closes at the end of a message in which it does
// not open is what is left of a call that was cut.
var cutElements = []string{"tool_call", "arg_value", "function", "parameter", "invoke"}

// budgetOf is how many bytes of a text are parsed as JSON: so many that all of it is, a few
// times over, and so few that the time is linear.
func budgetOf(said []byte) int { return 8*len(said) + 1<<12 }

// whole looks for a call that all of a message is, or all of the fence that it is, and reports
// whether there is one.
func (s *signer) whole() bool {
	start, end := skipWhite(s.said, 0), len(bytes.TrimRight(s.said, " \t\r\n"))
	if start >= end {
		return false
	}
	if bytes.HasPrefix(s.said[start:], []byte(fence)) && bytes.HasSuffix(s.said[:end], []byte(fence)) && end-start > 2*len(fence) {
		nl := bytes.IndexByte(s.said[start:end], '\n')
		if nl < 0 {
			return false
		}
		start, end = skipWhite(s.said, start+nl), len(bytes.TrimRight(s.said[:end-len(fence)], " \t\r\n"))
		if start >= end {
			return false
		}
	}
	said := s.said[start:end]
	for _, element := range cutElements {
		if bytes.HasSuffix(said, []byte("</"+element+">")) && !bytes.Contains(said, []byte("<"+element)) {
			s.note(Sign{Name: "</" + element + ">", At: start})
		}
	}
	last := said[len(said)-1]
	switch c := said[0]; {
	case c == '{' || c == '[' && !isPythonCall(said, 1, s.anything):
		if last == '}' || last == ']' {
			s.end = end
			s.bare(start)
			s.end = len(s.said)
		}
	case c == '[' && last == ']' && isPythonCall(said, 1, s.anything):
		s.note(Sign{Name: "[" + string(said[1:skipName(said)]) + "(", At: start, Sure: true})
	case c == '<':
		s.element(start, end)
	case c == '>' && Command(said) != "":
		s.note(Sign{Name: "> ", At: start})
	default:
		s.named(said, start)
	}
	return s.best.Sure
}

// named looks at a message that is the name of a tool and its arguments, as JSON on the next
// line or in parentheses. Where no tool has that name it is doubtful.
func (s *signer) named(said []byte, start int) {
	stop := nameEnd(said, 0)
	if at := skipWhite(said, stop); at > stop && at < len(said) && said[at] != '{' && bytes.IndexByte(said, '\n') < 0 { // after a word such as CALL
		said, stop = said[at:], nameEnd(said[at:], 0)
	}
	if stop == 0 {
		return
	}
	at, last := skipWhite(said, stop), said[len(said)-1]
	object := last == '}' && jsonBegins(said, at, false) > at
	if object || last == ')' && isPythonCall(said, 0, s.anything) {
		offered := s.offers(said[:stop])
		if offered || bytes.IndexByte(said[:at], '\n') >= 0 || !object && !isEmptyCall(said, 0) {
			s.note(Sign{Name: string(said[:stop]), At: start, Sure: offered})
		}
	}
}

// webElements are elements of pages, in which a model may write its answer.
var webElements = []string{
	"article", "aside", "body", "button", "details", "div", "dl", "figure", "footer", "form", "head", "header", "html", "main", "nav", "ol", "p", "section", "select", "svg", "table",
	"tbody", "thead", "tr", "ul", "answer", "response", "result", "output", "think", "thinking", "reasoning",
}

// tag returns the name in the opening tag at offset i, or nil, and where the tag ends.
func tag(said []byte, i int) (name []byte, end int) {
	if i >= len(said) || said[i] != '<' {
		return nil, i
	}
	if end = nameEnd(said, i+1); end == i+1 || end >= len(said) || said[end] != '>' {
		return nil, i
	}
	return said[i+1 : end], end + 1
}

// element looks at an element from offset start to the end of the message that holds others
// and nothing else: tools whose calls are elements have such names.
func (s *signer) element(start, end int) {
	name, open := tag(s.said, start)
	if name == nil || !bytes.HasSuffix(s.said[:end], slices.Concat([]byte("</"), name, []byte(">"))) || slices.Contains(webElements, string(name)) {
		return
	}
	if child, _ := tag(s.said, skipWhite(s.said, open)); child == nil {
		return
	}
	s.note(Sign{Name: string(s.said[start:open]), At: start, Sure: bytes.IndexByte(name, '_') > 0 || s.offers(name)})
}

func (s *signer) anything([]byte) bool { return true }

// skipName returns where the name ends after the bracket with which a list of calls begins.
func skipName(said []byte) int { return nameEnd(said, skipWhite(said, 1)) }

// isPythonCall reports whether a call of Python begins at offset i, after white space: a name
// that is taken, and in parentheses nothing or an argument with its name.
func isPythonCall(said []byte, i int, takes func([]byte) bool) bool {
	i = skipWhite(said, i)
	end := nameEnd(said, i)
	if end == i || end >= len(said) || said[end] != '(' || !takes(said[i:end]) {
		return false
	}
	if i = skipWhite(said, end+1); i < len(said) && said[i] == ')' {
		return true
	}
	end = nameEnd(said, i)
	at := skipWhite(said, end)
	if end == i || at >= len(said) || said[at] != '=' || bytes.HasPrefix(said[at:], []byte("==")) {
		return false
	}
	at = skipWhite(said, at+1)
	value := nameEnd(said, at)
	return value == at || value == len(said) || said[value] != '(' // a print of objects has constructors there
}

// isEmptyCall reports whether the call of Python at offset i has no argument: in prose that is
// more often the name of a function.
func isEmptyCall(said []byte, i int) bool {
	i = skipWhite(said, nameEnd(said, skipWhite(said, i))+1)
	return i < len(said) && said[i] == ')'
}

// bare looks at the bracket at offset i for a call without a marker, and returns where that
// ends, or i.
func (s *signer) bare(i int) int {
	if s.said[i] == '[' {
		if isPythonCall(s.said, i+1, s.anything) && !isEmptyCall(s.said, i+1) {
			name := s.said[skipWhite(s.said, i+1):nameEnd(s.said, skipWhite(s.said, i+1))]
			s.note(Sign{Name: "[" + string(name) + "(", At: i, Sure: !s.quoted(i) && s.offers(name)})
		}
		return i
	}
	at := skipWhite(s.said, i+1)
	if at >= len(s.said) || s.said[at] != '"' && s.said[at] != '\'' || s.budget <= 0 {
		return i
	}
	name, certain, end := s.object(i)
	if name == nil {
		return i
	}
	rest := bytes.TrimLeft(s.said[end:max(end, s.end)], " \t\r\n]};,")
	if bytes.HasPrefix(rest, []byte("{")) { // and one more
		rest = nil
	}
	s.note(Sign{Name: `{"name"`, At: i, Sure: s.offers(name) || certain && len(rest) == 0 && !s.quoted(i)})
	return end
}

// object reads the object at offset i, of JSON or of Python, and returns the name of the tool
// that it calls, or nil, whether it can be nothing but a call, and where it ends.
func (s *signer) object(i int) (name []byte, certain bool, end int) {
	t := ir.Text{B: s.said[i:]}
	end, name, certain = callOf(t, s.offers)
	s.budget -= end
	if end == 0 && bytes.IndexByte(s.said[i:min(len(s.said), i+mostHole)], '\'') >= 0 {
		out, stop, err := literal.Python(nil, t, 0)
		if s.budget -= stop; err == nil {
			_, name, certain = callOf(ir.Text{B: out}, s.offers)
			end = stop
		}
	}
	if end == 0 {
		s.budget -= len(t.B)
	}
	return name, certain, i + end
}

// callOf returns where an object of JSON ends, or 0, the name of the tool that it calls, and
// whether there are arguments.
func callOf(t ir.Text, offers func([]byte) bool) (end int, name []byte, arguments bool) {
	definition, keys := false, 0
	var only []byte
	end, err := literal.Members(t, 0, func(key ir.Text, from, to int) bool {
		word, value := key.String(), t.B[from:to]
		keys++
		switch {
		case slices.Contains(definitionKeys, word):
			definition = true
		case slices.Contains(ArgumentKeys, word) && len(value) > 0 && (value[0] == '{' || value[0] == '"' || value[0] == 'n'):
			arguments = true
		case slices.Contains(NameKeys, word) && len(value) > 1 && value[0] == '"':
			if inner := value[1 : len(value)-1]; nameEnd(inner, 0) == len(inner) {
				name = inner
			}
		default:
			only = []byte(word)
		}
		return true
	})
	switch {
	case err != nil:
		return 0, nil, false
	case definition:
		return end, nil, false
	case name != nil && (arguments || keys == 1 && bytes.IndexByte(name, '_') > 0 || keys == 1 && offers(name)):
		return end, name, arguments
	case keys == 1 && only != nil && offers(only):
		return end, only, true
	}
	return end, nil, false
}

// nameParts stand between the name of a tool and that of its group.
const nameParts = ".:/"

// placed notes, in doubt, a tool that is offered where the word at offset i stands as the name of a
// call does: before an argument, or as the value of an attribute or of a key.
func (s *signer) placed(i int) {
	end := nameEnd(s.said, i)
	if end == i || !s.stands(i, end) {
		return
	}
	word := bytes.TrimRight(s.said[i:end], nameParts)
	first, last := bytes.IndexAny(word, nameParts), bytes.LastIndexAny(word, nameParts)
	for _, name := range [...][]byte{word, word[last+1:], word[:max(first, 0)]} {
		if len(name) > 0 && s.offers(name) {
			s.note(Sign{Name: string(name), At: i})
			return
		}
	}
}

// stands reports whether the word from offset i to end stands as the name of a call does.
func (s *signer) stands(i, end int) bool {
	const quotes = "\"'`*\\"
	open, at := i, end
	for open > 0 && i-open < 3 && strings.IndexByte(quotes, s.said[open-1]) >= 0 {
		open--
	}
	for at < len(s.said) && at-end < 3 && strings.IndexByte(quotes, s.said[at]) >= 0 {
		at++
	}
	before, rest := bytes.TrimRight(s.said[max(0, open-2):open], " "), bytes.TrimLeft(s.said[at:min(len(s.said), at+mostHole)], " \t\r\n")
	sign := byte('\n') // of what is before
	if len(before) > 0 {
		sign = before[len(before)-1]
	}
	if len(rest) == 0 {
		return sign == '='
	}
	switch c := rest[0]; {
	case sign == '=':
		return true
	case sign == ':' && open < i && (c == ',' || c == '}'):
		return !slices.ContainsFunc(definitionKeys, func(key string) bool { return bytes.Contains(rest, []byte(`"`+key+`"`)) })
	case c == ':' && open < i:
		value := skipWhite(rest, 1)
		return jsonBegins(rest, value, true) > value
	case c == '<':
		return sign == '>' || sign == '\n'
	case c == '>':
		return sign == '<'
	case c == '"':
		return len(rest) > 1 && (rest[1] == '{' || rest[1] == '\\')
	case c == '(':
		inner := skipWhite(rest, 1)
		word := nameEnd(rest, inner)
		return inner < len(rest) && (rest[inner] == '"' || rest[inner] == '\'' || rest[inner] == '{' || word > inner && word < len(rest) && (rest[word] == '=' || rest[word-1] == ':'))
	case c == '{' || c == '[':
		inner := jsonBegins(rest, 0, false)
		word := nameEnd(rest, inner)
		return jsonBegins(rest, 0, true) > 0 || inner > 0 && word > inner && rest[word-1] == ':'
	}
	return false
}
