package repair

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
)

// node is a value that is written well once and damaged once.
type node struct {
	kind  byte // 's'tring, 'n'umber, 'w'ord, 'o'bject, 'a'rray
	s     string
	keys  []string
	items []*node
}

var pieces = []string{
	"soup", " ", ", ", ": ", `"`, `'`, `\`, "\n", "\t", "\r\n", "{", "}", "[", "]", "(", ")", "//", "/*", "*/", "#", "```", "```json\n", "https://a.example/?q=1#x",
	"é", "日本", "😀", "“", "”", "，", "：", `", "b": "`, `': '`, `"}`, `'}`, "if a: {b}\n", "print('x', \"y\")", "True", "None", "null", "...", "…", `\n`, `\u00e9`, `\'`, "it's", `D:\Work`, "\x01", "12", "{{", "}}", `"""`, "'''", "Observation: ", "<b>", "\u2028", "\u00a0",
}

func drawText(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 5).Draw(t, "pieces"), "")
}

var numbers = []string{"0", "-1", "2.50", "1E+2", "1e-07", "98765432109876543210", "-0.0", "1e400", "3.14159265358979323846", "-0"}

func draw(t *rapid.T, depth int, top bool) *node {
	kinds := "ssnwoa"
	if depth == 0 {
		kinds = "ssnw"
	}
	if top {
		kinds = "ooooa"
	}
	n := &node{kind: kinds[rapid.IntRange(0, len(kinds)-1).Draw(t, "kind")]}
	switch n.kind {
	case 's':
		n.s = drawText(t)
	case 'n':
		n.s = rapid.SampledFrom(numbers).Draw(t, "number")
	case 'w':
		n.s = rapid.SampledFrom([]string{"true", "false", "null"}).Draw(t, "word")
	default:
		for count := rapid.IntRange(0, 4).Draw(t, "items"); count > 0; count-- {
			if n.kind == 'o' {
				key := rapid.SampledFrom([]string{"q", "limit", "n_1", "städte", "$ref", "a-b"}).Draw(t, "key")
				if rapid.IntRange(0, 3).Draw(t, "odd") == 0 {
					key = drawText(t)
				}
				n.keys = append(n.keys, key)
			}
			n.items = append(n.items, draw(t, depth-1, false))
		}
	}
	return n
}

// writer writes a node with the damages that are set.
type writer struct {
	t                                                                 *rapid.T
	trailing, words, bare, raw, comments, doubled, typographic, width bool
	quote                                                             byte
	prefix, paths, tuples, numbers                                    bool
	b                                                                 strings.Builder
}

func (w *writer) space() {
	w.b.WriteString(rapid.SampledFrom([]string{"", " ", "\n  "}).Draw(w.t, "space"))
	if w.comments {
		w.b.WriteString(rapid.SampledFrom([]string{"", "", " // say \"so\", it's {x: 1}\n", " /* a, b: \"c\" */", " # no } more\n"}).Draw(w.t, "comment"))
	}
}

func (w *writer) punct(narrow, wide string) {
	if w.width && rapid.Bool().Draw(w.t, "wide") {
		narrow = wide
	}
	if w.doubled && (narrow == "{" || narrow == "}") {
		narrow += narrow
	}
	w.b.WriteString(narrow)
}

func (w *writer) write(n *node) {
	switch n.kind {
	case 's':
		w.str(n.s, false)
	case 'n':
		w.number(n.s)
	case 'w':
		if w.words {
			n = &node{s: map[string]string{"true": "True", "false": "False", "null": "None"}[n.s]}
		}
		w.b.WriteString(n.s)
	case 'o':
		w.punct("{", "｛")
		w.members(n)
		w.punct("}", "｝")
	case 'a':
		open, end := "[", "]"
		if w.tuples && len(n.items) > 1 {
			open, end = "(", ")"
		}
		w.b.WriteString(open)
		w.members(n)
		w.b.WriteString(end)
	}
}

func (w *writer) number(s string) {
	if spelled := map[string]string{"0": "0x0", "-1": "-1", "2.50": "+2.50", "98765432109876543210": "98_765_432_109_876_543_210"}[s]; w.numbers && spelled != "" {
		s = spelled
	}
	w.b.WriteString(s)
}

func (w *writer) members(n *node) {
	for i, item := range n.items {
		w.space()
		if n.kind == 'o' {
			w.str(n.keys[i], true)
			w.space()
			w.punct(":", "：")
			w.space()
		}
		w.write(item)
		w.space()
		if i < len(n.items)-1 || w.trailing {
			w.punct(",", "，")
		}
	}
	w.space()
}

func (w *writer) str(s string, key bool) {
	if key && w.bare && isName(s) {
		w.b.WriteString(s)
		return
	}
	open, end, quote := `"`, `"`, byte('"')
	switch {
	case w.typographic && !strings.ContainsAny(s, "“”„″＂"):
		open, end, quote = "“", "”", 0
	case w.quote != 0:
		open, end, quote = string(rune(w.quote)), string(rune(w.quote)), w.quote
	}
	if w.prefix && !strings.ContainsAny(s, "{}") {
		open = "f" + open
	}
	w.b.WriteString(open)
	for _, r := range s {
		switch {
		case r == '\\' && w.paths:
			w.b.WriteString(`\`)
		case r == rune(quote) || r == '\\':
			w.b.WriteString(`\` + string(r))
		case r >= ' ' || w.raw:
			w.b.WriteRune(r)
		default:
			w.b.WriteString(strings.Trim(string(literal.Quote(nil, text.Plain(string(r)))), `"`))
		}
	}
	w.b.WriteString(end)
}

func isName(s string) bool {
	for _, r := range s {
		if !strings.ContainsRune("_$-ä", r) && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return false
		}
	}
	return s != "" && !strings.ContainsAny(s[:1], "-0123456789")
}

func (n *node) well() string {
	w := writer{t: nil}
	w.plain(n)
	return w.b.String()
}

// plain writes a node well, without drawing anything.
func (w *writer) plain(n *node) {
	switch n.kind {
	case 's':
		w.b.Write(literal.Quote(nil, text.Plain(n.s)))
	case 'n', 'w':
		w.b.WriteString(n.s)
	default:
		w.b.WriteByte(map[byte]byte{'o': '{', 'a': '['}[n.kind])
		for i, item := range n.items {
			if i > 0 {
				w.b.WriteByte(',')
			}
			if n.kind == 'o' {
				w.b.Write(literal.Quote(nil, text.Plain(n.keys[i])))
				w.b.WriteByte(':')
			}
			w.plain(item)
		}
		w.b.WriteByte(map[byte]byte{'o': '}', 'a': ']'}[n.kind])
	}
}

// safeDamages are what a model does to a whole text that says the same still.
var safeDamages = []struct {
	name   string
	damage func(w *writer)
	around func(s string) string
}{
	{name: "trailing commas", damage: func(w *writer) { w.trailing = true }},
	{name: "Python's words", damage: func(w *writer) { w.words = true }},
	{name: "bare keys", damage: func(w *writer) { w.bare = true }},
	{name: "raw control characters", damage: func(w *writer) { w.raw = true }},
	{name: "comments", damage: func(w *writer) { w.comments = true }},
	{name: "doubled braces", damage: func(w *writer) { w.doubled = true }},
	{name: "typographic quotes", damage: func(w *writer) { w.typographic = true }},
	{name: "full-width punctuation", damage: func(w *writer) { w.width = true }},
	{name: "single quotes", damage: func(w *writer) { w.quote = '\'' }},
	{name: "backquotes", damage: func(w *writer) { w.quote = '`' }},
	{name: "string prefixes", damage: func(w *writer) { w.prefix = true }},
	{name: "tuples", damage: func(w *writer) { w.tuples = true }},
	{name: "numbers", damage: func(w *writer) { w.numbers = true }},
	{name: "fence", around: func(s string) string { return "```json\n" + s + "\n```" }},
	{name: "call", around: func(s string) string { return "web_search(" + s + ")" }},
	{name: "escaped", around: func(s string) string { return string(spell.AppendEscaped(nil, []byte(s), false)) }},
}

// TestSafeDamages writes values with one or two safe damages and reads them at
// both levels: what comes back is the value or an error, never another value.
// With one damage an error is a defect too, except where the list says so.
func TestSafeDamages(t *testing.T) {
	reads, refused := map[string]int{}, map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		n := draw(t, 3, true)
		w := &writer{t: t}
		first := rapid.IntRange(0, len(safeDamages)-1).Draw(t, "first")
		picked := []int{first}
		if second := rapid.IntRange(0, 2*len(safeDamages)).Draw(t, "second"); second < len(safeDamages) && second != first {
			picked = append(picked, second)
		}
		name := ""
		for _, k := range picked {
			if d := safeDamages[k]; d.damage != nil {
				d.damage(w)
			}
			name += "+" + safeDamages[k].name
		}
		w.write(n)
		s := w.b.String()
		if strings.Contains(name, "escaped") && (w.quote != 0 || w.typographic) {
			t.Skip("an escape too many can't be seen in strings with other quotes")
		}
		for _, k := range picked {
			if d := safeDamages[k]; d.around != nil {
				s = d.around(s)
			}
		}
		want := text.Plain(n.well())
		for _, level := range []Level{Safe, All} {
			got, err := Value(text.Plain(s), level)
			reads[name]++
			if err != nil {
				refused[name]++
				var e *Error
				if !errors.As(err, &e) {
					t.Fatalf("%T", err)
				}
				if len(picked) == 1 && !mayRefuse(name, s) {
					t.Fatalf("%s refuses %s\nof %s: %v", name, s, want, err)
				}
				continue
			}
			if !literal.Equal(want, got.Value) {
				t.Fatalf("%s at level %d reads\n%s\nas %s\nnot %s\n%+v", name, level, s, got.Value, want, got.Changes)
			}
		}
	})
	total, no := 0, 0
	for name, n := range reads {
		total, no = total+n, no+refused[name]
		if strings.Count(name, "+") == 1 || refused[name]*4 > n {
			t.Logf("%-40s %6d read, %5d refused", name, n, refused[name])
		}
	}
	t.Logf("%d readings, %d refused", total, no)
}

// mayRefuse has the single damages after which some texts say nothing sure.
func mayRefuse(name, s string) bool { return !utf8.ValidString(s) }
