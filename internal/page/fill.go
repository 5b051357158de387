package page

import "strings"

// Fill returns a pattern with its holes filled.
func Fill(pattern string, value func(hole string) string) string {
	var b strings.Builder
	for _, x := range Split(pattern) {
		if x.Hole {
			b.WriteString(value(x.Text))
		} else {
			b.WriteString(x.Text)
		}
	}
	return b.String()
}

// object is a call that is JSON, with {name} and {args} for the JSON of both.
func (p *Page) object() string {
	key := func(list []string) string {
		if len(list) == 0 {
			return `""`
		}
		return `"` + list[0] + `"`
	}
	if p.Keys.Indent == 0 {
		return "{" + key(p.Keys.Name) + ": {name}, " + key(p.Keys.Arguments) + ": {args}}"
	}
	indent := "\n" + strings.Repeat(" ", p.Keys.Indent)
	return "{" + indent + key(p.Keys.Name) + ": {name}," + indent + key(p.Keys.Arguments) + ": {args}\n}"
}

// HoldsJSON reports whether a call is one JSON value, with the tool's name in it.
func (p *Page) HoldsJSON() bool { return strings.Contains(p.Call[0], "{call}") }

// WrittenCall is the pattern by which a call of one object is written: with {name} and {args},
// which are JSON where HoldsJSON says so.
func (p *Page) WrittenCall() string { return strings.Replace(p.Call[0], "{call}", p.object(), 1) }

// WrittenAnswer is the pattern by which an answer is written, or "" where that is a message of
// prose. In the call that gives an answer {text} is JSON where QuotesAnswer says so.
func (p *Page) WrittenAnswer() string {
	if p.Finish.Name == "" {
		if len(p.Answer) == 0 {
			return ""
		}
		return p.Answer[0]
	}
	name, args := p.Finish.Name, "{text}"
	if p.HoldsJSON() {
		name = `"` + name + `"`
	}
	if p.Finish.Key != "" {
		args = `{"` + p.Finish.Outcome + `": "{outcome}", "` + p.Finish.Key + `": {text}}`
	}
	return Fill(p.WrittenCall(), func(hole string) string {
		switch hole {
		case "name":
			return name
		case "args":
			return args
		}
		return "{" + hole + "}"
	})
}

// QuotesAnswer reports whether an answer is written as a JSON string.
func (p *Page) QuotesAnswer() bool {
	return p.Finish.Name != "" && (p.HoldsJSON() || p.Finish.Key != "")
}

// WrittenResult is the pattern by which a result is written, that of a call that failed or not.
func (p *Page) WrittenResult(failed bool) string {
	if failed {
		for _, r := range p.Result {
			if strings.Contains(r, "{error}") {
				return r
			}
		}
	}
	return p.Result[0]
}
