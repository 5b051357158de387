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

// allSigns holds the signs of the styles, in their order. It is never changed.
// Neighbours are not among them: by its words alone a prompt of theirs teaches
// the style whose call they share, and only their contract names them.
var allSigns = buildSigns()

func buildSigns() []signs {
	var out []signs
	for _, s := range styles.All() {
		if s.Neighbour {
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
		out = append(out, g)
	}
	return out
}

// allMarkers holds every sign once, longer ones first, so that "Answer:" is not
// found in "Final Answer:".
var allMarkers = buildMarkers()

func buildMarkers() []string {
	var out []string
	for _, g := range allSigns {
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
func mentioned(s string) map[string]int {
	counts := map[string]int{}
	for _, m := range allMarkers {
		for from := 0; ; {
			k := strings.Index(s[from:], m)
			if k < 0 {
				break
			}
			k += from
			if stands(s, k, m) {
				counts[m]++
			}
			from = k + len(m)
		}
	}
	return counts
}

// stands tells whether the sign m at offset k of s is a word of its own.
func stands(s string, k int, m string) bool {
	if k == 0 || !isLetter(m[0]) {
		return true
	}
	if isLetter(s[k-1]) {
		return false
	}
	for _, longer := range allMarkers {
		if d := len(longer) - len(m); d > 0 && k >= d && strings.HasSuffix(longer, m) && s[k-d:k] == longer[:d] {
			return false
		}
	}
	for _, l := range argsLabels {
		if d := len(l) - len(m); d > 0 && k >= d && strings.HasSuffix(l, m) && s[k-d:k] == l[:d] {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// taught returns the styles that a text teaches: those whose signs of a call it
// has, the one with most signs first.
func taught(s string) []*styles.Style {
	counts := mentioned(s)
	type score struct {
		style *styles.Style
		n     int
	}
	var list []score
	for _, g := range allSigns {
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
func isMarkerName(s string) bool {
	return slices.Contains(allMarkers, s+":")
}

// strong tells whether a paragraph is surely part of a contract: it has lines
// that begin with markers, it names a marker in quotes, or it has a tag.
func strong(s string) bool {
	if markerLines(s) > 1 || hasQuotedMarker(s) {
		return true
	}
	for _, m := range allMarkers {
		if !isLetter(m[0]) && strings.Contains(s, m) {
			return true
		}
	}
	for _, g := range allSigns {
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
func markerLines(s string) int {
	n := 0
	for line := range strings.Lines(s) {
		line = strings.TrimLeft(line, " \t>`*\"'-")
		for _, m := range allMarkers {
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
func hasQuotedMarker(s string) bool {
	for _, m := range allMarkers {
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
