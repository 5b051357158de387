package layouts

import (
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// customTool is a tool that takes a text, in parts of JSON; format is nil if that may be
// any.
type customTool struct{ name, description, format []byte }

// customOf reads a tool that takes a text, in either form of OpenAI's APIs.
func customOf(tool []byte) (t customTool, ok bool) {
	at := 0
	if typeOf(tool) != "custom" {
		return t, false
	}
	if inner := member(tool, 0, "custom"); inner.End > 0 && tool[inner.Start] == '{' {
		at = inner.Start
	}
	of := func(key string) []byte {
		if v := member(tool, at, key); v.End > 0 && tool[v.Start] != 'n' {
			return v.Of(tool)
		}
		return nil
	}
	t = customTool{of("name"), of("description"), of("format")}
	if grammar := t.format; grammar != nil && grammar[0] == '{' {
		if inner := member(grammar, 0, "grammar"); inner.End > 0 && grammar[inner.Start] == '{' { // that of Chat Completions
			t.format = append([]byte(`{"type": "grammar", `), inner.Of(grammar)[1:]...)
		}
	}
	return t, t.name != nil && t.name[0] == '"'
}

func (t *customTool) inside() []byte {
	out := append([]byte(`"name": `), t.name...)
	if t.description != nil {
		out = append(append(out, `, "description": `...), t.description...)
	}
	return out
}

func flatCustom(t *customTool) []byte {
	out := append([]byte(`{"type": "custom", `), t.inside()...)
	if t.format != nil {
		out = append(append(out, `, "format": `...), t.format...)
	}
	return append(out, '}')
}

func wrappedCustom(t *customTool) []byte {
	out := append([]byte(`{"type": "custom", "custom": {`), t.inside()...)
	switch {
	case t.format == nil:
	case typeOf(t.format) == "grammar":
		out = append(out, `, "format": {"type": "grammar", "grammar": {`...)
		sep := ""
		for m := range jsonx.Members(t.format, 0) {
			if !isKey(m.Key.Of(t.format), "type") {
				out = append(append(out, sep...), t.format[m.Key.Start-1:m.Value.End]...)
				sep = ", "
			}
		}
		out = append(out, "}}"...)
	default:
		out = append(append(out, `, "format": `...), t.format...)
	}
	return append(out, "}}"...)
}

// customCall is Extra of a call whose argument is a text by the tool's definition.
const customCall = `{"type": "custom"}`

// noteCustom remembers for the result of a call whether its argument is a text.
func (w *stepWriter) noteCustom(s *ir.Step) {
	is := isCustom(s)
	if is && w.custom == nil {
		w.custom = map[string]bool{}
	}
	if w.custom != nil {
		w.custom[s.Rare().ID.String()] = is
	}
}

// isCustom reports whether a call's argument is a text by the tool's definition.
func isCustom(s *ir.Step) bool {
	return s.Args.Form == ir.PlainText && string(extraOf(s, "type")) == `"custom"`
}
