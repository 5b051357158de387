package constrain

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// notation writes expressions of a grammar: EBNF as llama.cpp and xgrammar read it or, with
// lark, as llguidance does.
type notation struct {
	lark  bool
	rules []string
	made  map[string]string // the name of each body
}

// rule returns the name of a rule with a body. Equal ones are one.
func (n *notation) rule(hint, body string) string {
	if name, ok := n.made[body]; ok {
		return name
	}
	name := n.reserve(hint)
	n.made[body] = name
	return n.define(name, body)
}

// reserve returns the name of a rule that is defined later.
func (n *notation) reserve(hint string) string {
	n.rules = append(n.rules, "")
	return fmt.Sprintf("%s%d", hint, len(n.rules))
}

func (n *notation) define(name, body string) string {
	sign := " ::= "
	if n.lark {
		sign = ": "
	}
	n.rules = append(n.rules, name+sign+body+"\n")
	return name
}

// literal returns an expression of a text, "" for the empty one. In Lark each character stands
// by itself: llguidance looks for the longest word that may follow, and never goes back.
func (n *notation) literal(s string) string {
	if n.lark && utf8.RuneCountInString(s) > 1 {
		var list []string
		for _, c := range s {
			list = append(list, n.literal(string(c)))
		}
		return "(" + strings.Join(list, " ") + ")"
	}
	if s == "" {
		return ""
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `"`
}

// among returns an expression of one character of some, or of any other one.
func (n *notation) among(chars []rune, others bool) string {
	var b strings.Builder
	for _, c := range chars {
		switch {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case strings.ContainsRune(`\]^-["`, c), n.lark && c == '/':
			b.WriteString(`\` + string(c))
		default:
			b.WriteRune(c)
		}
	}
	set := "[" + b.String() + "]"
	if others {
		set = "[^" + b.String() + "]"
	}
	return n.pattern(set)
}

// pattern returns an expression of one character of a set.
func (n *notation) pattern(set string) string {
	if n.lark {
		return "/" + set + "/"
	}
	return set
}

// sequence joins expressions.
func sequence(list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), " ")
}

// either returns an expression of one of some, which may be empty.
func either(list ...string) string {
	empty := slices.Contains(list, "")
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "" })
	slices.Sort(list)
	list = slices.Compact(list)
	out := "(" + strings.Join(list, " | ") + ")"
	switch {
	case len(list) == 0:
		return ""
	case empty:
		return out + "?"
	}
	return out
}

// repeated returns an expression of items with something between them.
func repeated(item, between string) string {
	return sequence(item, "("+sequence(between, item)+")*")
}

// text returns the name of a rule of any text in which none of some words is.
func (n *notation) text(forbidden ...string) string {
	slices.Sort(forbidden)
	key := "text without " + strings.Join(forbidden, "\x00")
	if name, ok := n.made[key]; ok {
		return name
	}
	// The states are the beginnings of the words: after each, a text has that at its end.
	states := []string{""}
	for _, w := range forbidden {
		for i := range w {
			if i > 0 && !slices.Contains(states, w[:i]) {
				states = append(states, w[:i])
			}
		}
	}
	names := make([]string, len(states))
	for i := range states {
		names[i] = n.reserve("text")
	}
	for i, state := range states {
		var apart []rune // characters that don't lead back to the beginning
		to := make([][]rune, len(states))
		for _, next := range strings.Join(forbidden, "") {
			way := after(states, forbidden, state+string(next))
			if way == 0 || slices.Contains(apart, next) {
				continue
			}
			if apart = append(apart, next); way > 0 {
				to[way] = append(to[way], next)
			}
		}
		ways := []string{sequence(n.among(apart, true), names[0])}
		for way, chars := range to {
			if chars != nil {
				ways = append(ways, sequence(n.among(chars, false), names[way]))
			}
		}
		n.define(names[i], either(append(ways, "")...))
	}
	n.made[key] = names[0]
	return names[0]
}

// after returns the state of a text, or -1 where it ends with a forbidden word.
func after(states, forbidden []string, text string) int {
	for i := range text {
		if slices.Contains(forbidden, text[i:]) {
			return -1
		}
	}
	for i := range text {
		if to := slices.Index(states, text[i:]); to > 0 {
			return to
		}
	}
	return 0
}
