package prompts

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/styles"
)

// signs are what shows that a text teaches a style.
type signs struct {
	style *styles.Style
	// call are the signs of a call, all of which a contract has; other are the rest.
	call, other []string
}

// Known is the styles whose contracts are recognised. It is never changed.
type Known struct {
	contracts []contract
	// signs are those of the styles, in their order. Where two styles share
	// their call only the first is among them: by its words alone a prompt
	// teaches that one, and only the other's contract names the other. A call
	// with one marker alone is no sign either.
	signs []signs
	// markers holds every sign once, longer ones first, so that "Answer:" is not
	// found in "Final Answer:".
	markers []string
}

// builtIn knows the built-in styles.
var builtIn = Know()

// Know returns what recognises the built-in styles and own, which styles.Parse
// made.
func Know(own ...*styles.Style) *Known {
	list := append(styles.All(), own...)
	k := &Known{contracts: buildContracts(list), signs: buildSigns(list)}
	k.markers = buildMarkers(k.signs)
	return k
}

// orBuiltIn returns what to recognise where nothing was said.
func (k *Known) orBuiltIn() *Known {
	if k == nil {
		return builtIn
	}
	return k
}

func buildSigns(list []*styles.Style) []signs {
	var out []signs
	for _, s := range list {
		if s.Neighbour || s.Brackets {
			continue
		}
		g := signs{style: s}
		switch s.Family {
		case styles.Markers:
			g.call, g.other = []string{s.Call, s.Input}, []string{s.Thought, s.Observation, s.Answer, s.Outcome}
			if s.Blob() {
				g.call[1] = `"` + s.BlobInput + `"`
			}
		case styles.Tags:
			g.call = []string{"<" + s.CallTag() + ">", "<" + s.Tag.Arguments + ">"}
			if s.Blob() {
				g.call[1] = `"` + s.BlobInput + `"`
			}
			g.other = []string{"<" + s.Tag.Result + ">"}
			if !s.ProseAnswer() {
				g.other = append(g.other, "<"+s.Tag.Answer+">")
			}
		case styles.Document:
			continue
		}
		g.other = slices.DeleteFunc(g.other, func(m string) bool { return m == "" })
		if !slices.ContainsFunc(out, func(o signs) bool { return slices.Equal(o.call, g.call) }) {
			out = append(out, g)
		}
	}
	return out
}

func buildMarkers(all []signs) []string {
	var out []string
	for _, g := range all {
		for _, m := range append(slices.Clone(g.call), g.other...) {
			if !slices.Contains(out, m) {
				out = append(out, m)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// mentioned counts how often each sign stands in a text. A sign counts only
// where no longer one holds it and no word runs into it.
func (k *Known) mentioned(s string) map[string]int {
	counts := map[string]int{}
	for _, m := range k.markers {
		for from := 0; ; {
			at := strings.Index(s[from:], m)
			if at < 0 {
				break
			}
			at += from
			if k.stands(s, at, m) {
				counts[m]++
			}
			from = at + len(m)
		}
	}
	return counts
}

// stands tells whether the sign m at that offset of s is a word of its own.
func (k *Known) stands(s string, at int, m string) bool {
	if at == 0 || !isLetter(m[0]) {
		return true
	}
	if isLetter(s[at-1]) {
		return false
	}
	for _, longer := range k.markers {
		if d := len(longer) - len(m); d > 0 && at >= d && strings.HasSuffix(longer, m) && s[at-d:at] == longer[:d] {
			return false
		}
	}
	for _, l := range argsLabels {
		if d := len(l) - len(m); d > 0 && at >= d && strings.HasSuffix(l, m) && s[at-d:at] == l[:d] {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// taught returns the styles that a text teaches: those whose signs of a call it
// has, the one with most signs first.
func (k *Known) taught(s string) []*styles.Style {
	counts := k.mentioned(s)
	type score struct {
		style *styles.Style
		n     int
	}
	var list []score
	for _, g := range k.signs {
		n := 0
		for _, m := range g.call {
			if counts[m] > 0 {
				n++
			}
		}
		if n < len(g.call) {
			continue
		}
		for _, m := range g.other {
			n += min(counts[m], 1)
		}
		list = append(list, score{g.style, n})
	}
	slices.SortStableFunc(list, func(a, b score) int { return b.n - a.n })
	out := make([]*styles.Style, len(list))
	for i, l := range list {
		out[i] = l.style
	}
	return out
}

// isMarkerName tells whether s is a marker without its colon.
func (k *Known) isMarkerName(s string) bool {
	return slices.Contains(k.markers, s+":")
}

// strong tells whether a paragraph is surely part of a contract: it has lines
// that begin with markers, it names a marker in quotes, or it has a tag.
func (k *Known) strong(s string) bool {
	if k.markerLines(s) > 1 || k.hasQuotedMarker(s) {
		return true
	}
	for _, m := range k.markers {
		if !isLetter(m[0]) && strings.Contains(s, m) {
			return true
		}
	}
	for _, g := range k.signs {
		if in := strings.TrimSuffix(g.style.Input, ":"); strings.Contains(in, " ") && containsFold(s, in) {
			return true
		}
		if a := strings.TrimSuffix(g.style.Answer, ":"); strings.Contains(a, " ") && strings.Contains(s, a) {
			return true
		}
	}
	return false
}

func containsFold(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}

// markerLines counts the lines that begin with a marker.
func (k *Known) markerLines(s string) int {
	n := 0
	for line := range strings.Lines(s) {
		line = strings.TrimLeft(line, " \t>`*\"'-")
		for _, m := range k.markers {
			if strings.HasPrefix(line, m) {
				n++
				break
			}
		}
	}
	return n
}

// hasQuotedMarker tells whether a text names a marker in quotes or backticks,
// with or without its colon.
func (k *Known) hasQuotedMarker(s string) bool {
	for _, m := range k.markers {
		if !isLetter(m[0]) {
			continue
		}
		name := strings.TrimSuffix(m, ":")
		for _, q := range []string{"`", `"`, "'", "**", "“"} {
			for _, n := range []string{q + m, q + name + q} {
				if strings.Contains(s, n) {
					return true
				}
			}
		}
	}
	return false
}

// vocabulary are words that contracts are made of. Each alone says little.
var vocabulary = []string{
	"tool", "function", "format", "template", "respond", "response", "json", "thought", "action",
	"observation", "final answer", "argument", "parameter", "current conversation", "step", "prefix", "kwargs", "code marker", "blob", "keyword", "answer",
}

// weak counts the words of contracts in a text.
func weak(s string) int {
	low := strings.ToLower(s)
	n := 0
	for _, w := range vocabulary {
		if strings.Contains(low, w) {
			n++
		}
	}
	return n
}

// topics are what the headings of a contract's sections speak of.
var topics = []string{"tool", "format", "observation", "thought", "current conversation", "final answer"}

// isTopic tells whether a heading is that of a contract's section.
func isTopic(headline string) bool {
	low := strings.ToLower(headline)
	return slices.ContainsFunc(topics, func(t string) bool { return strings.Contains(low, t) })
}
