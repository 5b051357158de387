package jinja

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stringMethods are the methods of strings.
var stringMethods map[string]func(r *run, v Value, a *arguments) Value

// simple are methods without arguments that return a text.
var simple = map[string]func(s string) string{
	"upper": strings.ToUpper, "lower": strings.ToLower, "casefold": strings.ToLower, "title": titleCase, "capitalize": capitalize, "swapcase": swapCase,
}

// questions are methods without arguments that ask something of a text.
var questions = map[string]func(s string) bool{
	"isalpha": all(unicode.IsLetter), "isdigit": all(unicode.IsDigit), "isdecimal": all(unicode.IsDigit), "isnumeric": all(unicode.IsNumber), "isspace": all(space),
	"isalnum": all(func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }),
	"isascii": func(s string) bool {
		return strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) < 0
	},
	"isupper": func(s string) bool { return s != strings.ToLower(s) && s == strings.ToUpper(s) },
	"islower": func(s string) bool { return s != strings.ToUpper(s) && s == strings.ToLower(s) },
	"istitle": func(s string) bool { return s != strings.ToLower(s) && s == titleCase(s) },
	"isidentifier": func(s string) bool {
		c, _ := utf8.DecodeRuneInString(s)
		return all(func(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) })(s) && !unicode.IsDigit(c)
	},
}

// all returns a function that reports whether a text has characters, all of a kind.
func all(is func(c rune) bool) func(s string) bool {
	return func(s string) bool {
		return s != "" && strings.IndexFunc(s, func(c rune) bool { return !is(c) }) < 0
	}
}

func init() {
	stringMethods = map[string]func(r *run, v Value, a *arguments) Value{
		"strip":  func(r *run, v Value, a *arguments) Value { return like(v, strip(r, v, a, true, true)) },
		"lstrip": func(r *run, v Value, a *arguments) Value { return like(v, strip(r, v, a, true, false)) },
		"rstrip": func(r *run, v Value, a *arguments) Value { return like(v, strip(r, v, a, false, true)) },
		"split":  split, "rsplit": rsplit, "splitlines": splitLines, "join": joinMethod, "replace": replace,
		"startswith": func(r *run, v Value, a *arguments) Value { return affix(r, v, a, strings.HasPrefix) },
		"endswith":   func(r *run, v Value, a *arguments) Value { return affix(r, v, a, strings.HasSuffix) },
		"find":       func(r *run, v Value, a *arguments) Value { return find(r, v, a, strings.Index) },
		"rfind":      func(r *run, v Value, a *arguments) Value { return find(r, v, a, strings.LastIndex) },
		"index":      func(r *run, v Value, a *arguments) Value { return mustFind(find(r, v, a, strings.Index)) },
		"rindex":     func(r *run, v Value, a *arguments) Value { return mustFind(find(r, v, a, strings.LastIndex)) },
		"count":      count, "format": formatMethod, "format_map": formatMethod, "partition": partition(false), "rpartition": partition(true),
		"removeprefix": func(r *run, v Value, a *arguments) Value {
			s, _ := str(v)
			return strings.TrimPrefix(s, r.textArg(a.bind("removeprefix", 1, "prefix")[0]))
		},
		"removesuffix": func(r *run, v Value, a *arguments) Value {
			s, _ := str(v)
			return strings.TrimSuffix(s, r.textArg(a.bind("removesuffix", 1, "suffix")[0]))
		},
		"ljust":      func(r *run, v Value, a *arguments) Value { return r.pad(v, a, -1) },
		"rjust":      func(r *run, v Value, a *arguments) Value { return r.pad(v, a, 1) },
		"center":     func(r *run, v Value, a *arguments) Value { return r.pad(v, a, 0) },
		"zfill":      zfill,
		"expandtabs": func(_ *run, v Value, _ *arguments) Value { s, _ := str(v); return expandTabs(s) },
	}
	for name, fn := range simple {
		stringMethods[name] = func(r *run, v Value, a *arguments) Value {
			a.bind(name, 0)
			s, _ := str(v)
			return like(v, r.grown(fn(s)))
		}
	}
	for name, fn := range questions {
		stringMethods[name] = func(_ *run, v Value, a *arguments) Value {
			a.bind(name, 0)
			s, _ := str(v)
			return fn(s)
		}
	}
}

// like returns a text as Markup where v is Markup.
func like(v Value, s string) Value {
	if _, ok := v.(Markup); ok {
		return Markup(s)
	}
	return s
}

// textArg returns an argument that has to be a text.
func (r *run) textArg(v Value) string {
	s, ok := str(v)
	defined(v)
	if !ok {
		fail("TypeError: must be str, not %s", typeName(v))
	}
	return s
}

// intArg returns an argument that has to be an integer.
func intArg(v Value) int64 {
	i, ok := integer(v)
	if !ok {
		fail("TypeError: '%s' object cannot be interpreted as an integer", typeName(v))
	}
	return i
}

// intOr returns an argument that has to be an integer or None, or another value.
func intOr(v Value, other int64) int64 {
	if !given(v) || v == nil {
		return other
	}
	return intArg(v)
}

func strip(r *run, v Value, a *arguments, left, right bool) string {
	s, _ := str(v)
	r.step(len(s) / 64)
	is := space
	if x := a.bind("strip", 0, "chars")[0]; given(x) && x != nil {
		set := r.textArg(x)
		is = func(c rune) bool { return strings.ContainsRune(set, c) }
	}
	if left {
		s = strings.TrimLeftFunc(s, is)
	}
	if right {
		s = strings.TrimRightFunc(s, is)
	}
	return s
}

// splitArgs returns the separator of a split, or "" for white space, and how often it splits.
func (r *run) splitArgs(name string, a *arguments) (sep string, n int) {
	x := a.bind(name, 0, "sep", "maxsplit")
	n = -1
	if given(x[1]) {
		n = int(intArg(x[1]))
	}
	if given(x[0]) && x[0] != nil {
		if sep = r.textArg(x[0]); sep == "" {
			fail("ValueError: empty separator")
		}
	}
	return sep, n
}

// texts returns a list of texts.
func texts(parts []string) *List {
	l := &List{Items: make([]Value, len(parts))}
	for i, p := range parts {
		l.Items[i] = p
	}
	return l
}

func split(r *run, v Value, a *arguments) Value {
	s, _ := str(v)
	sep, n := r.splitArgs("split", a)
	r.step(len(s))
	if sep != "" {
		if n >= 0 {
			n++
		}
		return texts(strings.SplitN(s, sep, n))
	}
	var out []string
	for s = strings.TrimLeftFunc(s, space); s != ""; s = strings.TrimLeftFunc(s, space) {
		at := strings.IndexFunc(s, space)
		if at < 0 || n >= 0 && len(out) == n {
			at = len(s)
		}
		out = append(out, s[:at])
		s = s[at:]
	}
	return texts(out)
}

func rsplit(r *run, v Value, a *arguments) Value {
	s, _ := str(v)
	sep, n := r.splitArgs("rsplit", a)
	r.step(len(s))
	var out []string
	for {
		if sep == "" {
			s = strings.TrimRightFunc(s, space)
			if s == "" {
				break
			}
		}
		at, width := strings.LastIndex(s, sep), len(sep)
		if sep == "" {
			if at = strings.LastIndexFunc(s, space); at >= 0 {
				_, width = utf8.DecodeRuneInString(s[at:])
			}
		}
		if at < 0 || n >= 0 && len(out) == n {
			out = append(out, s)
			break
		}
		out = append(out, s[at+width:])
		if s = s[:at]; sep == "" && strings.TrimFunc(s, space) == "" {
			break
		}
	}
	slices.Reverse(out)
	return texts(out)
}

// lineBreak reports whether Python's splitlines ends a line at a character.
func lineBreak(c rune) bool {
	return c >= '\n' && c <= '\r' || c >= 0x1c && c <= 0x1e || c == 0x85 || c == 0x2028 || c == 0x2029
}

// lines returns the lines of a text, with their ends where keep says so.
func lines(s string, keep bool) []string {
	var out []string
	for s != "" {
		at := strings.IndexFunc(s, lineBreak)
		if at < 0 {
			return append(out, s)
		}
		_, n := utf8.DecodeRuneInString(s[at:])
		if strings.HasPrefix(s[at:], "\r\n") {
			n = 2
		}
		if keep {
			out = append(out, s[:at+n])
		} else {
			out = append(out, s[:at])
		}
		s = s[at+n:]
	}
	return out
}

func splitLines(r *run, v Value, a *arguments) Value {
	s, _ := str(v)
	r.step(len(s))
	keep := a.bind("splitlines", 0, "keepends")[0]
	return texts(lines(s, given(keep) && truth(keep)))
}

func joinMethod(r *run, v Value, a *arguments) Value {
	sep, _ := str(v)
	var b strings.Builder
	for i, x := range r.iterate(a.bind("join", 1, "iterable")[0]) {
		s, ok := str(x)
		if !ok {
			fail("TypeError: sequence item %d: expected str instance, %s found", i, typeName(x))
		}
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(s)
		r.fits(b.Len())
	}
	return r.grown(b.String())
}

func replace(r *run, v Value, a *arguments) Value {
	s, _ := str(v)
	x := a.bind("replace", 2, "old", "new", "count")
	return like(v, r.replaced(s, r.textArg(x[0]), r.textArg(x[1]), intOr(x[2], -1)))
}

// replaced replaces n times, or everywhere where n is negative.
func (r *run) replaced(s, from, to string, n int64) string {
	times := int64(strings.Count(s, from))
	if n >= 0 && n < times {
		times = n
	}
	r.fits(len(s) + int(times)*len(to))
	return r.grown(strings.Replace(s, from, to, int(times)))
}

// affix reports whether a text begins or ends with one of some texts.
func affix(r *run, v Value, a *arguments, has func(s, part string) bool) Value {
	s, _ := str(v)
	x := a.bind("startswith", 1, "prefix", "start", "end")
	if given(x[1]) {
		s = r.sliceText(s, x[1], or(x[2], nil), nil)
	}
	list, ok := x[0].(*List)
	if !ok {
		return has(s, r.textArg(x[0]))
	}
	return slices.ContainsFunc(list.Items, func(p Value) bool { return has(s, r.textArg(p)) })
}

// find returns where a part of a text begins, in characters, or -1.
func find(r *run, v Value, a *arguments, index func(s, part string) int) Value {
	s, _ := str(v)
	x := a.bind("find", 1, "sub", "start", "end")
	part, before := r.textArg(x[0]), int64(0)
	if given(x[1]) {
		before = intArg(x[1])
		if n := r.length(s); before < 0 {
			before = max(0, before+n)
		}
		s = r.sliceText(s, before, or(x[2], nil), nil)
	}
	at := index(s, part)
	if at < 0 {
		return int64(-1)
	}
	return before + int64(utf8.RuneCountInString(s[:at]))
}

func mustFind(v Value) Value {
	if v == Value(int64(-1)) {
		fail("ValueError: substring not found")
	}
	return v
}

func count(r *run, v Value, a *arguments) Value {
	s, _ := str(v)
	x := a.bind("count", 1, "sub", "start", "end")
	if given(x[1]) {
		s = r.sliceText(s, x[1], or(x[2], nil), nil)
	}
	return int64(strings.Count(s, r.textArg(x[0])))
}

// partition parts a text at the first or last place of a separator.
func partition(last bool) func(r *run, v Value, a *arguments) Value {
	return func(r *run, v Value, a *arguments) Value {
		s, _ := str(v)
		sep := r.textArg(a.bind("partition", 1, "sep")[0])
		parts, at := []string{s, "", ""}, strings.Index(s, sep)
		if last {
			parts, at = []string{"", "", s}, strings.LastIndex(s, sep)
		}
		if at >= 0 {
			parts = []string{s[:at], sep, s[at+len(sep):]}
		}
		l := texts(parts)
		l.Tuple = true
		return l
	}
}
