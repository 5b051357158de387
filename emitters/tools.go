package emitters

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/internal/page"
)

// Tools returns a JSON list of tools, in OpenAI's form or as functions alone, as models of
// the format were trained to see it, or as most are where the page does not say it. It is ""
// where an entry is no function.
func (e *Emitter) Tools(list []byte) string {
	t := e.tools()
	value, err := jinja.FromJSON(list)
	entries, ok := value.(*jinja.List)
	form, bad := t.Definition()
	if err != nil || !ok || bad != nil || len(entries.Items) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(t.Open)
	for i, entry := range entries.Items {
		if i > 0 {
			b.WriteString(t.Between)
		}
		text, ok := e.tool(entry, form)
		if !ok {
			return ""
		}
		b.WriteString(text)
	}
	b.WriteString(t.Close)
	return b.String()
}

// tools returns how the page lists tools.
func (e *Emitter) tools() *page.Tools {
	if e.page.Tools.Each == "" {
		return &commonTools
	}
	return &e.page.Tools
}

// commonTools is how most formats list tools.
var commonTools = page.Tools{Each: "{tool}", Open: "<tools>\n", Between: "\n", Close: "\n</tools>", Form: page.Wrapped, Place: page.End}

// tool returns one tool by the page's pattern.
func (e *Emitter) tool(entry jinja.Value, form *jinja.Template) (string, bool) {
	tool, _ := entry.(*jinja.Dict)
	if tool == nil {
		return "", false
	}
	function := tool
	if inner, ok := tool.Get("function"); ok {
		if function, ok = inner.(*jinja.Dict); !ok {
			return "", false
		}
	} else {
		tool = jinja.NewDict(2)
		tool.Set("type", "function")
		tool.Set("function", function)
	}
	name, _ := function.Get("name")
	if s, _ := name.(string); s == "" {
		return "", false
	}
	values := jinja.NewDict(4)
	values.Set("tool", tool)
	values.Set("function", function)
	if d := e.page.Delimiters; d != nil {
		values.Set("open", d[0])
		values.Set("close", d[1])
	}
	definition, _, err := form.Render(values, jinja.Options{})
	return page.Fill(e.tools().Each, func(hole string) string {
		if hole == "tool" {
			return definition
		}
		v, _ := function.Get(hole)
		if s, ok := v.(string); ok || v == nil {
			return s
		}
		text, _ := jinja.ToJSON(v)
		return string(text)
	}), err == nil
}
