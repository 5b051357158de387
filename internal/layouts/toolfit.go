package layouts

import (
	"bytes"
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
			changed = fitTypes(&t, where, lose) || changed
		}
		kept = append(kept, t)
	}
	order := func(a, b tool) int { return cond(a.hosted != nil) - cond(b.hosted != nil) }
	if !changed && (!rules.apart || slices.IsSortedFunc(kept, order)) {
		return nil
	}
	slices.SortStableFunc(kept, order)
	if len(kept) > 0 {
		f.list = jsonx.OneLine(appendTools(nil, kept, rules.form))
	}
	return f
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

// fitTools makes the tool list and the names of calls those that a shape takes, in a list
// that is in its form already, too. It returns members that say which tools are to be called.
func (r *Record) fitTools(to target, out *convert.Output, losses *[]ir.Diagnostic) (choice []byte) {
	rules := to.about().tools
	if rules == nil {
		return nil
	}
	t := &out.Lowered
	var f *toolFit
	if t.Tools != nil {
		if f = r.editor.fitted(rules, t.Tools, to.about().name.String()); f != nil {
			t.Tools = f.list
			*losses = diag.Append(*losses, f.losses...)
			r.fits = true
		}
	}
	r.fitForm(rules, t, to, losses)
	if rules.maxName > 0 && (f != nil || !r.isOf(to)) {
		r.fitNames(to, t, f, losses)
	}
	return r.fitChoice(to, f, losses)
}

// isOf reports whether a record's steps are those of a shape, also in a document.
func (r *Record) isOf(to target) bool {
	return r.steps != nil && r.steps.Shape == to.about().name.String()
}

// fitForm notes whether a tool list that is said as the record has it has to be written anew,
// since an element of it is in the form of another API, and reports one that can't be read.
func (r *Record) fitForm(rules *toolRules, t *ir.Transcript, to target, losses *[]ir.Diagnostic) {
	at := r.value("tools")
	switch {
	case r.fits || rules.own == nil || at.End == 0 || r.keys != nil:
	case t.Tools == nil && !r.holds(at) && !emptyValue(at.Of(r.doc.B)):
		*losses = diag.Append(*losses, loss(0, ir.CodeToolListUnread, `the record's "tools" is no tool list: it stays as it is, which %s does not take`, to.about().name))
	case !r.holds(at):
	case r.doc.B[at.Start] == '"' && r.isOf(to) && !r.editor.anew:
		*losses = diag.Append(*losses, loss(0, ir.CodeToolsInString, "the tool list is JSON in a string and stays one: %s takes a list", to.about().name))
	case r.doc.B[at.Start] == '{':
		r.fits = true
	case r.doc.B[at.Start] == '[':
		for e := range r.doc.Elements(at.Start) {
			if !rules.own(e.Of(r.doc.B)) {
				r.fits = true
				return
			}
		}
	}
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

// fitNames gives the calls of tools, and their results, the names that these have now. A
// record that is of the shape keeps names that its list does not have.
func (r *Record) fitNames(to target, t *ir.Transcript, f *toolFit, losses *[]ir.Diagnostic) {
	rules, where := to.about().tools, to.about().name.String()
	var own *toolFit // with the names that are in no list
	taken := map[string]bool{}
	for i := range t.Steps {
		it := &t.Steps[i]
		if it.Kind != ir.Call && it.Kind != ir.Observation || it.Tool.Empty() {
			continue
		}
		name := it.Tool.String()
		if rules.takes(name) || r.isOf(to) && f.renamed[name] == "" {
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
