package templates

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// site finds call n in a text from offset from on.
func (l *learner) site(text string, n, from int) (site, bool) {
	name := probes[n].name
	at := strings.Index(text[from:], name)
	if at < 0 {
		return site{}, false
	}
	at += from
	if next := strings.LastIndex(text, name); next > at && strings.Index(text, probes[n].keys[0]) > next {
		at = next
	}
	if s, ok := l.jsonSite(text, n, from, at); ok {
		return s, true
	}
	key := strings.Index(text[at:], probes[n].keys[0])
	if key < 0 {
		return site{}, false
	}
	key += at
	for _, find := range []func(string, int, int, int) (site, bool){l.objectSite, l.pythonSite, l.dialectSite, l.paramSite} {
		if s, ok := find(text, n, at, key); ok {
			return s, true
		}
	}
	return site{}, false
}

// jsonSite finds a call that is JSON itself.
func (l *learner) jsonSite(text string, n, from, at int) (site, bool) {
	for i := from; i <= at; i++ {
		if text[i] != '{' && text[i] != '[' {
			continue
		}
		for _, python := range []bool{false, true} {
			v, end, ok := valueAt(text, i, python)
			if !ok || end <= at || !l.keysOf(v, n) {
				continue
			}
			l.page.Keys.Python = python
			if text[i] == '[' {
				l.page.Keys.List = true
				l.listAround(text[i:end])
			}
			return site{i, end, "{call}"}, true
		}
	}
	return site{}, false
}

// valueAt reads a value of JSON, or of Python, at an offset.
func valueAt(text string, i int, python bool) (jinja.Value, int, bool) {
	t := ir.Plain(text)
	var raw []byte
	end, wrong := 0, (*literal.Error)(nil)
	if python {
		raw, end, wrong = literal.Python(nil, t, i)
	} else if end, wrong = literal.JSON(t, i); wrong == nil {
		raw = []byte(text[i:end])
	}
	if wrong != nil {
		return nil, 0, false
	}
	v, err := jinja.FromJSON(raw)
	return v, end, err == nil
}

// keysOf finds the keys of a call in a value that is one, or a list of them.
func (l *learner) keysOf(v jinja.Value, n int) bool {
	switch v := v.(type) {
	case *jinja.List:
		return len(v.Items) > 0 && l.keysOf(v.Items[0], n)
	case *jinja.Dict:
		k := page.Keys{List: l.page.Keys.List, Around: l.page.Keys.Around}
		place := 0
		for key, x := range v.All() {
			word, _ := key.(string)
			place++
			switch x := x.(type) {
			case string:
				switch {
				case x == probes[n].name:
					k.Name = []string{word}
				case strings.Contains(x, probes[n].keys[0]):
					k.Arguments = []string{word}
				case x == l.form.id(probes[n].name, n, "") || word == "id" || strings.HasSuffix(word, "_id"):
					k.ID, k.IDFirst = word, place == 1
				}
			case *jinja.Dict:
				if word == probes[n].name {
					l.page.Keys = page.Keys{NameIsKey: true, List: l.page.Keys.List, Around: l.page.Keys.Around}
					return true
				}
				if _, ok := x.Get(probes[n].keys[0]); ok {
					k.Arguments = []string{word}
				} else if l.keysOf(x, n) {
					l.page.Keys.Wrap = []string{word}
					return true
				}
			case *jinja.List:
				if l.keysOf(x, n) {
					l.page.Keys.Wrap = []string{word}
					return true
				}
			}
		}
		if k.Name == nil || k.Arguments == nil {
			return false
		}
		if k.ID != "" && l.form.ID == "nine" {
			l.page.IDLength = 9
		}
		l.page.Keys = k
		return true
	}
	return false
}

// listAround finds what stands around the calls of a list.
func (l *learner) listAround(one string) {
	first, last := strings.IndexByte(one, '{'), strings.LastIndexByte(one, '}')
	if first < 0 {
		return
	}
	around := []string{one[:first], ", ", one[last+1:]}
	if at := strings.Index(l.two, probes[1].name); at >= 0 {
		if open := strings.LastIndex(l.two[:at], one[:first]); open >= 0 {
			if v, end, ok := valueAt(l.two, open, false); ok {
				_ = v
				t := ir.Plain(l.two[open:end])
				var spans [][2]int
				_, _ = literal.Elements(t, 0, func(from, to int) bool { spans = append(spans, [2]int{from, to}); return true })
				if len(spans) == 2 {
					around[1] = t.String()[spans[0][1]:spans[1][0]]
				}
			}
		}
	}
	if !slices.Equal(around, []string{"[", ", ", "]"}) {
		l.page.Keys.Around = around
	}
}

// objectSite finds a call whose arguments are a JSON object after its name.
func (l *learner) objectSite(text string, n, at, key int) (site, bool) {
	for i := at; i < key; i++ {
		if text[i] != '{' {
			continue
		}
		if v, end, ok := valueAt(text, i, false); ok && end > key {
			if d, is := v.(*jinja.Dict); is {
				if _, has := d.Get(probes[n].keys[0]); has {
					l.sure("arguments: a JSON object")
					return site{at, end, "{name}" + text[at+len(probes[n].name):i] + "{args}"}, true
				}
			}
		}
	}
	return site{}, false
}

// pythonSite finds a call whose arguments are keywords of Python.
func (l *learner) pythonSite(text string, n, at, key int) (site, bool) {
	open := at + len(probes[n].name)
	if open >= len(text) || text[open] != '(' || key != open+1 || !strings.HasPrefix(text[key+len(probes[n].keys[0]):], "=") {
		return site{}, false
	}
	end := strings.IndexByte(text[key:], ')')
	if end < 0 {
		return site{}, false
	}
	l.page.Args = page.Python
	l.sure("arguments: keywords of Python")
	return site{at, key + end + 1, "{name}({args})"}, true
}

// dialectSite finds a call whose arguments are JSON without quotes around keys.
func (l *learner) dialectSite(text string, n, at, key int) (site, bool) {
	after := key + len(probes[n].keys[0])
	value := strings.Index(text[after:], probeValues[n][0])
	if key == 0 || text[key-1] != '{' || value < 0 || !strings.HasPrefix(text[after:], ":") {
		return site{}, false
	}
	value += after
	comma := strings.IndexByte(text[value:], ',')
	end := strings.IndexByte(text[value:], '}')
	if comma < 0 || end < comma {
		return site{}, false
	}
	l.page.Args, l.page.Delimiters = page.Dialect, []string{text[after+1 : value], text[value+len(probeValues[n][0]) : value+comma]}
	l.sure("arguments: JSON without quotes around keys, texts between %q and %q", l.page.Delimiters[0], l.page.Delimiters[1])
	return site{at, value + end + 1, "{name}" + text[at+len(probes[n].name):key-1] + "{args}"}, true
}

// paramSite finds a call that has an element for each parameter.
func (l *learner) paramSite(text string, n, at, key int) (site, bool) {
	k, v := probes[n].keys, probeValues[n]
	where := func(word string, from int) int {
		if from < 0 {
			return -1
		}
		i := strings.Index(text[from:], word)
		if i < 0 {
			return -1
		}
		return from + i
	}
	v1 := where(v[0], key)
	k2 := where(k[1], v1)
	v2 := where(v[1], k2)
	if v2 < 0 {
		return site{}, false
	}
	name := text[at+len(probes[n].name) : key]
	kv1, kv2 := text[key+len(k[0]):v1], text[k2+len(k[1]):v2]
	closes := strings.ReplaceAll(text[v1+len(v[0]):k2], k[0], "{key}")
	rest := strings.ReplaceAll(text[v2+len(v[1]):], k[1], "{key}")
	shut := closes[:commonTokens(closes, rest)]
	if back := strings.LastIndex(shut, "<"); back > 0 && !strings.Contains(shut[back:], ">") {
		shut = shut[:back]
	}
	shut = strings.TrimRight(shut, " \t\r\n")
	open := name[len(name)-commonTokensBack(name, closes[len(shut):]):]
	open = strings.TrimLeft(open, " \t\r\n")
	between := strings.TrimSuffix(closes[len(shut):], open)
	pair := kv1
	if kv1 != kv2 {
		var ok bool
		if pair, ok = l.typed(kv1, kv2); !ok {
			return site{}, false
		}
	}
	l.page.Param = []string{open + "{key}" + pair + "{value}" + shut}
	l.page.Between = between
	l.page.Untyped = ""
	if pair == kv1 && (!strings.HasSuffix(pair, "\n") || !strings.HasPrefix(shut, "\n")) {
		l.page.Trim = "none"
	} else if strings.HasSuffix(pair, "\n") {
		l.page.Trim = "newline"
	}
	l.sure("parameters: %q", l.page.Param[0])
	head := "{name}" + strings.TrimSuffix(name, open) + "{params}"
	end := v2 + len(v[1]) + len(strings.ReplaceAll(shut, "{key}", k[1]))
	return site{at, end, head}, true
}

var wordPattern = regexp.MustCompile(`[A-Za-z]+`)

// typed returns what stands between a key and its value, with {type} for the word in which a
// text differs from a number.
func (l *learner) typed(text, number string) (string, bool) {
	x, y := tokensOf(text), tokensOf(number)
	if len(x) != len(y) {
		return "", false
	}
	at := -1
	for i := range x {
		if x[i] != y[i] {
			if at >= 0 || !wordPattern.MatchString(x[i]) {
				return "", false
			}
			at = i
		}
	}
	l.page.Types = map[string]string{x[at]: "string", y[at]: "json"}
	l.sure("types: %q says that a value is a text, %q that it is a number", x[at], y[at])
	if y[at] != "false" {
		l.page.Types = map[string]string{x[at]: "string", "*": "json"}
		l.guess("types: every other word than %q says JSON", x[at])
	}
	x[at] = "{type}"
	return strings.Join(x, ""), true
}
