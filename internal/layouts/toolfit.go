package layouts

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// toolRules say what those who take a shape ask of its tool list.
type toolRules struct {
	// maxName is how long a name may be and others which characters it may have next to
	// letters and digits; letterFirst means that it begins with a letter or _. 0 means that
	// any name is taken.
	maxName     int
	others      string
	letterFirst bool
	// keys are those that a function may have next to name, description and parameters;
	// nil means any.
	keys []string
	// hosted reports whether it has a tool that is no function.
	hosted func(tool []byte) bool
	// custom is the form of a tool that takes text, nil where there is none: it becomes a
	// function then.
	custom func(t *customTool) []byte
	// form is that of the functions of a list that changed.
	form *toolForm
}

// toolRulesOf are the rules of the shapes that have some.
var toolRulesOf = map[Layout]*toolRules{
	OpenAI: {maxName: 64, others: "_-", keys: []string{"strict"}, hosted: never, custom: wrappedCustom, form: &wrappedTool},
	Responses: {
		maxName: 64, others: "_-", keys: []string{"strict", "async", "allowed_callers", "defer_loading", "output_schema"},
		hosted: hasType(slices.Values([]string{
			"file_search", "computer", "computer_use_preview", "web_search", "web_search_2025_08_26", "web_search_preview", "web_search_preview_2025_03_11",
			"mcp", "code_interpreter", "programmatic_tool_calling", "image_generation", "local_shell", "shell", "namespace", "tool_search", "apply_patch",
		})), custom: flatCustom, form: &bareTool,
	},
	Anthropic: {
		maxName: 128, others: "_-",
		keys:   []string{"allowed_callers", "cache_control", "defer_loading", "eager_input_streaming", "input_examples", "strict"},
		hosted: isDated, form: &bareTool,
	},
	Gemini: {
		maxName: 128, others: "_-.:", letterFirst: true, keys: []string{"response", "responseJsonSchema", "behavior"},
		hosted: func(tool []byte) bool {
			return tool[0] == '{' && member(tool, 0, "type").End == 0 && member(tool, 0, geminiHosted[:]...).End > 0
		}, form: &bareTool,
	},
	LlamaFactory: {hosted: never, form: &bareTool},
	Swift:        {hosted: never, form: &bareTool},
}

// geminiHosted are the keys of tools of Gemini's API that are no functions.
var geminiHosted = [...]string{
	"googleSearch", "google_search", "codeExecution", "code_execution", "urlContext", "url_context", "googleSearchRetrieval", "google_search_retrieval",
	"retrieval", "computerUse", "computer_use", "fileSearch", "file_search", "googleMaps", "google_maps", "enterpriseWebSearch", "enterprise_web_search", "mcpServers", "mcp_servers",
}

func never([]byte) bool { return false }

// hasType reports of a tool whether its type is one of a list.
func hasType(types func(yield func(string) bool)) func(tool []byte) bool {
	return func(tool []byte) bool {
		kind := typeOf(tool)
		for t := range types {
			if t == kind {
				return true
			}
		}
		return false
	}
}

// isDated reports whether the type of a tool ends in a date, as those of Anthropic's own
// tools do.
func isDated(tool []byte) bool {
	kind := typeOf(tool)
	name, date := kind[:strings.LastIndexByte(kind, '_')+1], kind[strings.LastIndexByte(kind, '_')+1:]
	return len(date) == len("20250305") && name != "" && strings.Trim(date, "0123456789") == ""
}

// typeOf returns the type of a tool, or "".
func typeOf(tool []byte) string {
	if len(tool) == 0 || tool[0] != '{' {
		return ""
	}
	at := member(tool, 0, "type")
	if at.End == 0 || tool[at.Start] != '"' {
		return ""
	}
	return jsonx.Unquote(at.Inside().Of(tool))
}

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

// toolFit is what becomes of a tool list.
type toolFit struct {
	list    []byte            // as the neutral document has it; nil where nothing is left
	renamed map[string]string // names that the target does not take
	losses  []ir.Diagnostic
}

// fit returns what becomes of a tool list for a target, or nil where it stays.
func (rules *toolRules) fit(list []byte, where string) *toolFit {
	tools, ok := readTools(list)
	if !ok {
		return nil
	}
	f := &toolFit{}
	lose := func(code ir.Code, format string, args ...any) {
		f.losses = diag.Append(f.losses, loss(0, code, format, args...))
	}
	taken := map[string]bool{}
	for i := range tools {
		if tools[i].name != nil && tools[i].name[0] == '"' {
			taken[jsonx.Unquote(tools[i].name[1:len(tools[i].name)-1])] = true
		}
	}
	changed := false
	var kept []tool
	for i := range tools {
		t := tools[i]
		if c, ok := customOf(t.hosted); ok {
			if rules.custom != nil {
				made := rules.custom(&c)
				changed, t.hosted = changed || !bytes.Equal(made, t.hosted), made
			} else {
				changed = true
				t = tool{name: c.name, description: c.description, parameters: []byte(inputSchema(`{"type": "string"}`))}
				lose(ir.CodeToolSchema, "the tool %s takes text: %s has functions alone, and its argument is the string \"input\"", c.name, where)
			}
		}
		if t.hosted != nil {
			if rules.hosted(t.hosted) || rules.custom != nil && typeOf(t.hosted) == "custom" {
				kept = append(kept, t)
				continue
			}
			changed = true
			lose(ir.CodeToolDropped, "the tool %s is no function and has no place in %s: it was left out", shownTool(t.hosted), where)
			continue
		}
		changed = rules.fitKeys(&t, where, lose) || changed
		if rules.fitName(&t, f, taken) {
			changed = true
			lose(ir.CodeToolRenamed, "%s takes no tool of the name %s: it is %s there", where, tools[i].name, t.name)
		}
		if rules.maxName > 0 {
			changed = fitSchema(&t, where, lose) || changed
		}
		kept = append(kept, t)
	}
	if !changed {
		return nil
	}
	slices.SortStableFunc(kept, func(a, b tool) int { // some have other tools in lists of their own
		return boolInt(a.hosted != nil) - boolInt(b.hosted != nil)
	})
	if len(kept) > 0 {
		f.list = jsonx.OneLine(appendTools(nil, kept, rules.form))
	}
	return f
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// shownTool returns what names a tool that is no function, for people.
func shownTool(tool []byte) string {
	const most = 60
	if tool[0] == '{' {
		for _, key := range [...]string{"type", "name"} {
			if at := member(tool, 0, key); at.End > 0 && tool[at.Start] == '"' && at.End-at.Start <= most {
				return string(at.Of(tool))
			}
		}
		for m := range jsonx.Members(tool, 0) {
			if m.Key.End-m.Key.Start <= most {
				return `"` + string(m.Key.Of(tool)) + `"`
			}
		}
	}
	return string(tool[:min(len(tool), most)])
}

// fitKeys leaves out keys that the target does not take, and reports whether it did.
func (rules *toolRules) fitKeys(t *tool, where string, lose func(ir.Code, string, ...any)) (changed bool) {
	if t.description != nil && t.description[0] != '"' && rules.maxName > 0 {
		lose(ir.CodeToolKeys, "the description of the tool %s is no string: it was left out", t.name)
		t.description, changed = nil, true
	}
	if rules.keys == nil || t.rest == nil {
		return changed
	}
	rest := append(append([]byte{'{'}, t.rest[len(", "):]...), '}')
	var kept []byte
	for m := range jsonx.Members(rest, 0) {
		key, value := jsonx.Unquote(m.Key.Of(rest)), m.Value.Of(rest)
		flag := value[0] == 't' || value[0] == 'f'
		if slices.Contains(rules.keys, key) && (key != "strict" || flag) {
			kept = append(append(kept, ", "...), rest[m.Key.Start-1:m.Value.End]...)
			continue
		}
		changed = true
		if value[0] != 'f' && !emptyValue(value) {
			lose(ir.CodeToolKeys, "%q of the tool %s has no place in %s: it was left out", key, t.name, where)
		}
	}
	t.rest = kept
	return changed
}

// fitName gives a tool a name that the target takes, and reports whether it has another one
// now.
func (rules *toolRules) fitName(t *tool, f *toolFit, taken map[string]bool) bool {
	if rules.maxName == 0 || t.name[0] != '"' {
		return false
	}
	was := jsonx.Unquote(t.name[1 : len(t.name)-1])
	is := rules.nameFor(was, f, taken)
	if is != was {
		t.name = []byte(strconv.Quote(is))
	}
	return is != was
}

// nameFor returns the name that a tool gets, which depends on its own and on those of the
// others.
func (rules *toolRules) nameFor(was string, f *toolFit, taken map[string]bool) string {
	if rules.takes(was) {
		return was
	}
	if is, ok := f.renamed[was]; ok {
		return is
	}
	lossy := false
	base := strings.Trim(strings.Map(func(r rune) rune {
		if plainWord(string(r), rules.others) {
			return r
		}
		lossy = lossy || r >= utf8.RuneSelf
		return '_'
	}, was), "_")
	switch {
	case strings.Trim(base, "_") == "":
		base = "tool"
	case rules.letterFirst && !rules.takes(base[:1]):
		base = "tool_" + base
	}
	cut := func(end string) string { return base[:min(len(base), rules.maxName-len(end))] + end }
	is := cut("")
	if sum := "_" + nameSum(was); lossy || is != base || taken[is] { // others may become the same
		is = cut(sum)
	}
	for n := 2; taken[is]; n++ {
		is = cut("_" + strconv.Itoa(n))
	}
	if f.renamed == nil {
		f.renamed = map[string]string{}
	}
	f.renamed[was], taken[is] = is, true
	return is
}

// nameSum returns a few characters that depend on all of a name.
func nameSum(name string) string {
	h := fnv.New32a()
	h.Write([]byte(name)) // it never fails
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// takes reports whether the target takes a tool's name.
func (rules *toolRules) takes(name string) bool {
	if rules.letterFirst && name != "" && !plainWord(strings.Trim(name[:1], "0123456789-.:"), "_") {
		return false
	}
	return len(name) <= rules.maxName && plainWord(name, rules.others)
}

// inputSchema returns the schema of an object that has something as "input".
func inputSchema(schema string) string {
	return `{"type": "object", "properties": {"input": ` + schema + `}, "required": ["input"]}`
}

// fitSchema makes the parameters of a tool the schema of an object, and reports whether they
// were none.
func fitSchema(t *tool, where string, lose func(ir.Code, string, ...any)) bool {
	was := t.parameters
	if was == nil {
		return false
	}
	has := func(key string) bool { return member(was, 0, key).End > 0 }
	says := "an object was made of them"
	switch {
	case was[0] == '{' && typeOf(was) == "object":
		return false
	case emptyValue(was):
		t.parameters = nil
		return true
	case was[0] == '{' && !has("type") && (has("properties") || has("$ref") || has("anyOf") || has("oneOf") || has("allOf") || has("$defs")):
		t.parameters = append([]byte(`{"type": "object", `), bytes.TrimSpace(was[1:])...)
		return true
	case was[0] == '{' && !isSchema(was):
		t.parameters = fmt.Appendf(nil, `{"type": "object", "properties": %s}`, was)
	case was[0] == '{':
		t.parameters = []byte(inputSchema(string(was)))
	case was[0] == '[' && listedParameters(was) != nil:
		t.parameters = listedParameters(was)
	default:
		t.parameters, says = nil, "they were left out"
	}
	lose(ir.CodeToolSchema, "the parameters of the tool %s are no schema of an object, as %s wants: %s", t.name, where, says)
	return true
}

// isSchema reports whether an object is the schema of a value, and not one of the names of
// parameters with theirs.
func isSchema(object []byte) bool {
	all, some := true, false
	for m := range jsonx.Members(object, 0) {
		some = true
		all = all && object[m.Value.Start] == '{'
	}
	return !some || !all
}

// listedParameters returns a schema of parameters that are a list of objects with a name
// each, or nil.
func listedParameters(list []byte) []byte {
	out := []byte(`{"type": "object", "properties": {`)
	sep := ""
	for e := range jsonx.Elements(list, 0) {
		if list[e.Start] != '{' {
			return nil
		}
		name := member(list, e.Start, "name")
		if name.End == 0 || list[name.Start] != '"' {
			return nil
		}
		out = append(append(append(out, sep...), name.Of(list)...), ": {"...)
		inner := ""
		for m := range jsonx.Members(list, e.Start) {
			if m.Value != name && !isKey(m.Key.Of(list), "required") {
				out = append(append(out, inner...), list[m.Key.Start-1:m.Value.End]...)
				inner = ", "
			}
		}
		out, sep = append(out, '}'), ", "
	}
	return append(out, "}}"...)
}

// FitTools gives the calls of a lowered transcript the names of tools that they have where
// the record is written.
func (r *Record) FitTools(out *convert.Output) {
	to := r.target()
	if to == nil || !isShape(to) {
		return
	}
	w := mover{r: r}
	w.takeTools(out)
	var told []ir.Diagnostic
	r.fitTools(to, out, &told)
}

// fitTools makes the tool list and the names of calls those that a shape takes, which is not
// the record's own. It returns members that say which tools are to be called.
func (r *Record) fitTools(to target, out *convert.Output, losses *[]ir.Diagnostic) (choice []byte) {
	rules := toolRulesOf[to.name()]
	if rules == nil || r.steps != nil && r.steps.Shape == to.name().String() {
		return nil
	}
	t := &out.Lowered
	var f *toolFit
	if t.Tools != nil {
		if f = r.editor.fitted(rules, t.Tools, to.name().String()); f != nil {
			t.Tools = f.list
			*losses = diag.Append(*losses, f.losses...)
		}
	}
	if rules.maxName > 0 {
		r.fitNames(rules, t, f, to.name().String(), losses)
	}
	return r.fitChoice(to, f, losses)
}

// fitted is fit, which remembers what became of a list.
func (e *Editor) fitted(rules *toolRules, list []byte, where string) *toolFit {
	known, again := e.fits.FindBytes(list)
	if known != nil {
		return *known
	}
	f := rules.fit(list, where)
	if again {
		size := len(list)
		if f != nil {
			size += len(f.list)
		}
		e.fits.Keep(string(list), &f, size)
	}
	return f
}

// fitNames gives the calls of tools, and their results, the names that these have now.
func (r *Record) fitNames(rules *toolRules, t *ir.Transcript, f *toolFit, where string, losses *[]ir.Diagnostic) {
	var own *toolFit // with the names that are in no list
	taken := map[string]bool{}
	for i := range t.Steps {
		it := &t.Steps[i]
		if it.Kind != ir.Call && it.Kind != ir.Observation || it.Tool.Empty() {
			continue
		}
		name := it.Tool.String()
		if rules.takes(name) {
			continue
		}
		if own == nil {
			own = &toolFit{renamed: map[string]string{}}
			if f != nil {
				for was, is := range f.renamed {
					own.renamed[was], taken[is] = is, true
				}
			}
			for _, is := range namesIn(t.Tools) {
				taken[is] = true
			}
			for k := range t.Steps {
				taken[t.Steps[k].Tool.String()] = true
			}
		}
		_, listed := own.renamed[name]
		is := rules.nameFor(name, own, taken)
		if !listed {
			*losses = diag.Append(*losses, loss(it.Message, ir.CodeToolRenamed, "%s takes no tool of the name %q: it is %q there", where, name, is))
		}
		it.Tool = text.Plain(is)
	}
}

// namesIn returns the names of the functions of a tool list.
func namesIn(list []byte) (names []string) {
	tools, _ := readTools(list)
	for i := range tools {
		if name := tools[i].name; name != nil && name[0] == '"' {
			names = append(names, jsonx.Unquote(name[1:len(name)-1]))
		}
	}
	return names
}
