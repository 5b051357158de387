package page

import (
	"slices"
	"strings"
)

// Limits says in a few words what the format can't hold: what is a loss or a reject when it is
// written, and what a reader needs the tool list for.
func (p *Page) Limits() (list []string) {
	add := func(is bool, words string) {
		if is {
			list = append(list, words)
		}
	}
	only := !slices.ContainsFunc(p.Call, func(c string) bool { return !strings.Contains(c, "{code}") })
	params := strings.Contains(p.Call[0], "{params}")
	add(only, "calls that are no program")
	add(p.Single, "several calls in a message")
	add(p.Anchor != Anywhere && p.Anchor != Line, "words next to a call")
	add(params && len(p.Types) == 0, "types without a tool list")
	add((params && !p.CDATA || p.Args == Dialect || only) && len(p.Marks()) > 0, "its markers in a text")
	add(p.Args == Python || p.PlainNames, "names that Python has not")
	add(p.Offered, "calls of tools that were not offered")
	add(p.ID == "" && p.Keys.ID == "" && !strings.Contains(p.Call[0], "{id}"), "ids")
	return list
}
