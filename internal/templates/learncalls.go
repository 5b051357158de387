package templates

import (
	"strconv"
	"strings"
)

// site is where a call is in a text: from start to end, and the pattern of what is there.
type site struct {
	start, end int
	pattern    string
}

// calls finds the section, the pattern of a call and that of a parameter.
func (l *learner) calls() error {
	a, ok := l.site(l.one, 0, 0)
	if !ok {
		return ErrNoCalls
	}
	head, tail := l.one[:a.start], l.one[a.end:]
	if strings.Contains(head, probes[0].name) { // a header says the name, too
		l.leads(head)
		if at := strings.LastIndex(head, probes[0].name); at >= 0 {
			cut := at + len(probes[0].name)
			if n := strings.Index(head[cut:], ">"); n >= 0 {
				cut += n + 1
			}
			head = head[cut:]
		}
	}
	head, tail = strings.TrimLeft(head, " \t\r\n"), strings.TrimRight(tail, " \t\r\n")
	head, tail = l.identified(head, 0), l.identified(tail, 0)
	pattern := l.identified(a.pattern, 0)
	if l.page.Keys.List {
		l.page.Call = []string{head + pattern + tail}
		l.sure("call: one JSON list of all calls")
		return nil
	}
	b, second := site{}, false
	if at := strings.Index(l.two, probes[1].name); at >= 0 && strings.Contains(l.two, probes[0].name) {
		if first, ok := l.site(l.two, 0, 0); ok {
			a = first
			b, second = l.site(l.two, 1, a.end)
		}
	}
	if !second || b.start < a.end {
		l.page.Single, l.page.Call = true, []string{head + pattern + tail}
		l.guess("single: the template writes no second call of a message")
		return nil
	}
	gap := l.identified(l.two[a.end:b.start], 1)
	if patternB := l.identified(b.pattern, 1); patternB != pattern {
		if indexed, ok := withIndex(pattern, patternB); ok {
			pattern = indexed
		}
	}
	l.parts(head, gap, tail, pattern)
	return nil
}

// parts takes apart what stands before the first call, between two and after the last one.
func (l *learner) parts(head, gap, tail, pattern string) {
	p := l.page
	close := gap[:commonTokens(gap, tail)]
	if strings.TrimSpace(close) == "" {
		close = ""
	}
	close = strings.TrimRight(close, " \t\r\n")
	rest := gap[len(close):]
	open := rest[len(rest)-commonIndexedBack(rest, head):]
	open = strings.TrimLeft(open, " \t\r\n")
	separator := rest[:len(rest)-len(open)]
	if strings.Contains(separator, probes[1].name) { // a message of its own
		p.Single, p.Call = true, []string{head + pattern + tail}
		l.guess("single: a second call is a message of its own")
		return
	}
	before, after := strings.TrimSuffix(head, l.sameBack(head, open)), strings.TrimPrefix(tail, close)
	if indexed, ok := withIndex(l.sameBack(head, open), open); ok {
		open = indexed
	}
	if strayed := strings.Trim(separator, " "); strings.Contains(separator, strays) {
		separator, after = strayed, strings.TrimLeft(after, " ")
		l.guess("separator: the template has stray spaces around %q, which are left out", strayed)
	}
	if before == "" && after != "" {
		p.Drop = append(p.Drop, after) // which ends the turn
		after = ""
	}
	if before != "" || after != "" {
		p.Section = []string{before, after}
		l.sure("section: %q and %q stand around all calls", before, after)
	}
	if separator != "" {
		p.Separator = []string{separator}
	}
	p.Call = []string{open + pattern + close}
	l.sure("call: %q", p.Call[0])
}

// strays are spaces that a template has by its own indentation.
const strays = "    "

// sameBack returns the end of head that is as long, in tokens, as open.
func (l *learner) sameBack(head, open string) string {
	x := tokensOf(head)
	n := len(tokensOf(open))
	return strings.Join(x[max(0, len(x)-n):], "")
}

// commonIndexedBack is commonTokensBack, where numbers that count calls are the same.
func commonIndexedBack(a, b string) (n int) {
	x, y := tokensOf(a), tokensOf(b)
	for i := 1; i <= len(x) && i <= len(y); i++ {
		u, v := x[len(x)-i], y[len(y)-i]
		if u != v && !counts(v, u) {
			break
		}
		n += len(u)
	}
	return n
}

// counts reports whether two tokens are numbers, the second one more than the first.
func counts(a, b string) bool {
	x, err := strconv.Atoi(a)
	if err != nil {
		return false
	}
	y, err := strconv.Atoi(b)
	return err == nil && y == x+1
}

// withIndex returns the pattern of which a and b are for two calls in a row, with {index} for
// the number in which they differ.
func withIndex(a, b string) (string, bool) {
	x, y := tokensOf(a), tokensOf(b)
	if len(x) != len(y) {
		return a, false
	}
	found := false
	for i := range x {
		switch {
		case x[i] == y[i]:
		case counts(x[i], y[i]) && !found:
			x[i], found = "{index}", true
		default:
			return a, false
		}
	}
	return strings.Join(x, ""), found
}

// identified puts holes where a text has the id of call n.
func (l *learner) identified(s string, n int) string {
	id := l.form.id(probes[n].name, n, "")
	if l.form.ID == "" || l.form.ID == "nine" {
		if strings.Contains(s, id) {
			s = strings.ReplaceAll(s, id, "{id}")
			if l.form.ID == "nine" {
				l.page.IDLength = 9
			}
		}
	}
	return s
}

// leads makes what stands before the calls of a message, with the first tool's name, the lead.
func (l *learner) leads(head string) {
	at := strings.LastIndex(head, probes[0].name)
	end := at + len(probes[0].name)
	if n := strings.Index(head[end:], ">"); n >= 0 {
		end += n + 1
	}
	l.page.Lead = strings.TrimLeft(strings.ReplaceAll(head[:end], probes[0].name, "{name}"), " \n")
	l.page.Drop = append(l.page.Drop, l.page.Lead)
	l.guess("lead: %q stands before the calls of a message", l.page.Lead)
}
