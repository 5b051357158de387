package layouts

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// toolChoice is what a request says about which tools are to be called.
type toolChoice struct {
	mode     string // auto, none, any or tool; "" says nothing
	name     string // of the tool
	parallel string // true, false or ""
}

// choiceKeys are the keys of a record that say it.
var choiceKeys = [...]string{"tool_choice", "toolChoice", "parallel_tool_calls", "toolConfig", "tool_config"}

// ChoiceKeys returns the keys of a record that say which tools are to be called: other
// shapes say it in other words.
func ChoiceKeys() []string { return slices.Clone(choiceKeys[:]) }

// choiceModes are the words for a mode.
var choiceModes = map[string]string{
	"auto": "auto", "none": "none", "required": "any", "any": "any", "AUTO": "auto", "NONE": "none", "ANY": "any", "REQUIRED": "any", "function": "tool", "tool": "tool",
}

// readChoice reads the value of one of choiceKeys, and reports whether all that it says is
// understood.
func (c *toolChoice) readChoice(key string, value []byte) bool {
	v := gjson.ParseBytes(value)
	first := func(of gjson.Result, paths ...string) (found gjson.Result) {
		for _, path := range paths {
			if found = of.Get(path); found.Exists() {
				break
			}
		}
		return found
	}
	calling := first(v, "functionCallingConfig", "function_calling_config")
	if strings.HasPrefix(key, "toolConfig") && !calling.Exists() { // Bedrock's
		v = v.Get("toolChoice")
	}
	switch {
	case v.Type == gjson.Null:
		return true
	case key == "parallel_tool_calls":
		c.parallel = v.Raw
		return v.IsBool()
	case v.Type == gjson.String:
		c.mode = choiceModes[v.Str]
	case calling.Exists():
		c.mode = choiceModes[calling.Get("mode").Str]
		switch list := first(calling, "allowedFunctionNames", "allowed_function_names").Array(); {
		case len(list) == 1 && c.mode == "any":
			c.mode, c.name = "tool", list[0].Str
		case len(list) > 0:
			return false
		}
	case v.IsObject():
		kind := v.Get("type").Str
		v.ForEach(func(key, value gjson.Result) bool {
			if kind == "" && value.IsObject() {
				kind = key.Str
			}
			return kind == ""
		})
		c.mode = choiceModes[kind]
		c.name = first(v, "function.name", "name", "toolName", "tool.name").Str
		if only := v.Get("disable_parallel_tool_use"); only.IsBool() {
			c.parallel = [...]string{"true", "false"}[cond(only.Bool())]
		}
	}
	return c.mode != "" && (c.name != "") == (c.mode == "tool")
}

// openAI writes it as OpenAI's APIs have it, of which one differs in how a tool is named.
func (c *toolChoice) openAI(tool string) (out []byte) {
	words := map[string]string{"auto": `"auto"`, "none": `"none"`, "any": `"required"`, "tool": tool}
	if c.mode != "" {
		out = append(out, `"tool_choice": `+words[c.mode]...)
	}
	if c.parallel != "" {
		if out != nil {
			out = append(out, ", "...)
		}
		out = append(out, `"parallel_tool_calls": `+c.parallel...)
	}
	return out
}

// fitChoice returns what a record says about which tools are to be called, as members in
// the words of the shape that it is moved to; nil where that stays as it is, or is nothing.
func (r *Record) fitChoice(to target, f *toolFit, losses *[]ir.Diagnostic) []byte {
	form := to.about().choice
	held := r.holds(r.value("toolConfig"))
	if form == nil || r.keys != nil || r.isOf(to) && (f == nil || f.renamed == nil) && !held {
		return nil
	}
	c := toolChoice{}
	var places []jsonx.Range
	var was []byte
	understood := true
	for _, key := range choiceKeys {
		if at := r.value(key); at.End > 0 && (key == "toolConfig" || !r.holds(at)) {
			places = append(places, at)
			was = append(append(was, `, "`+key+`": `...), at.Of(r.object())...)
			understood = c.readChoice(key, at.Of(r.object())) && understood
		}
	}
	if places == nil {
		return nil
	}
	if f != nil && f.renamed[c.name] != "" {
		c.name = f.renamed[c.name]
	}
	out, ok := form(&c)
	plain := func(members []byte) string { return gjson.Get("{"+string(members)+"}", "@ugly").Raw }
	if understood && ok && !held && plain(out) == plain(was[len(", "):]) {
		return nil
	}
	if !understood || !ok {
		*losses = diag.Append(*losses, loss(0, ir.CodeToolChoice, "%s has no word for what the record says about which tools are to be called: that was left out", to.about().name))
	}
	r.taken = append(r.taken, places...)
	r.chose = true
	return out
}

// heldChoice reports what a tool list that becomes words says next to its tools.
func (r *Record) heldChoice(place string) (losses []ir.Diagnostic) {
	c := toolChoice{}
	if at := r.value("toolConfig"); at.End > 0 && r.holds(at) && (!c.readChoice("toolConfig", at.Of(r.object())) || c.mode != "") {
		losses = append(losses, loss(0, ir.CodeToolChoice, "%s has no word for what the record says about which tools are to be called: that was left out", place))
	}
	return losses
}

// withoutChoice leaves out the members that fitChoice may have written.
func withoutChoice(members []jsonx.Member, b []byte) []jsonx.Member {
	return slices.DeleteFunc(slices.Clone(members), func(m jsonx.Member) bool {
		return slices.Contains(choiceKeys[:], jsonx.Unquote(m.Key.Of(b)))
	})
}
