package readers

import (
	"slices"
	"sort"
	"sync"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Detector finds out the style of conversations. It is made once for a list of
// styles, and is safe for concurrent use.
//
// Most styles share most of their markers. So each marker is looked for once a
// line, whatever the number of styles that have it, and what it says for them is
// added up at the end.
type Detector struct {
	styles []*grammar.Style
	// variant says of each style whether it is one.
	variant []bool
	signs   []sign
	// first has, for each byte, the signs that begin with it.
	first [256][]uint16
	// mentions are the words by which prompts teach each style.
	mentions [][]grammar.Mention
	tallies  sync.Pool
	// objects are the styles whose calls and answers are objects, also without a marker.
	objects []int
}

// sign is a marker, and for which styles it speaks: whenever a line of the model
// begins with it, with a fence after it, or without one. Those in brackets and
// outcome want to see what follows, and of those in asked marksAt counts. For those
// in results it begins a result.
type sign struct {
	marker                   grammar.Marker
	always, fenced, unfenced []uint16
	brackets, outcome, asked []uint16
	results                  []uint16
	// settles are the styles for which it ends in a call or an answer.
	settles []uint16
	// answers: it is the marker of an answer in a style that wants a thought before it, and
	// ends with it. begins: it is that of a thought, after which another may be.
	answers, begins bool
}

// NewDetector returns a detector of the styles of the list.
func NewDetector(list []*grammar.Style) *Detector {
	d := &Detector{styles: slices.Clone(list)}
	known := map[grammar.Marker]int{}
	for k, s := range d.styles {
		d.variant = append(d.variant, s.Variant)
		if !s.InElements() && s.HoldsJSON() && s.Finish.Name != "" {
			d.objects = append(d.objects, k)
		}
		d.addSigns(uint16(k), s, known)
		d.mentions = append(d.mentions, s.Mentions())
	}
	for k := range d.signs {
		c := d.signs[k].marker.Text[0]
		d.first[c] = append(d.first[c], uint16(k))
		if c >= text.NotASCII {
			d.first[text.NotASCII] = append(d.first[text.NotASCII], uint16(k)) // as Text.At calls it
		}
	}
	d.tallies.New = func() any { return newTally(len(d.signs), len(d.styles)) }
	return d
}

// addSigns adds the markers of style number k to those that are known.
func (d *Detector) addSigns(k uint16, s *grammar.Style, known map[grammar.Marker]int) {
	markers := s.Lexicon().Markers(grammar.StyleMarks)
	overlap := overlapping(markers)
	for _, m := range markers {
		sg := d.sign(m, known)
		if m.Mark == grammar.MarkObservation {
			sg.results = append(sg.results, k)
		}
		sg.answers = sg.answers || m.Mark == grammar.MarkAnswer && s.ResultsQuote()
		sg.begins = sg.begins || m.Mark == grammar.MarkThought
		if m.Mark == grammar.MarkAnswer || m.Mark == grammar.MarkInput || m.Mark == grammar.MarkCall && s.InElements() {
			sg.settles = append(sg.settles, k)
		}
		switch {
		case overlap[m.Text], s.InElements() && s.HoldsJSON() && m.Mark == grammar.MarkCall:
			sg.asked = append(sg.asked, k)
		case m.Mark != grammar.MarkCall, s.InElements():
			sg.always = append(sg.always, k)
			if m.Mark == grammar.MarkInput && s.Finish.Outcome != "" {
				sg.outcome = append(sg.outcome, k)
			}
		case s.InBrackets:
			sg.brackets = append(sg.brackets, k)
		default:
			if s.HoldsJSON() {
				sg.fenced = append(sg.fenced, k)
			}
			if s.Marker.Input != "" {
				sg.unfenced = append(sg.unfenced, k)
			}
		}
	}
	if s.Marker.Outcome != "" {
		sg := d.sign(grammar.Marker{Text: s.Marker.Outcome}, known)
		sg.asked = append(sg.asked, k)
	}
}

// overlapping returns the texts of markers that begin with another, or with which another
// begins.
func overlapping(markers []grammar.Marker) map[string]bool {
	count, overlap := make(map[string]int, len(markers)), map[string]bool{}
	for _, m := range markers {
		count[m.Text]++
	}
	for text, n := range count {
		if n > 1 {
			overlap[text] = true
		}
		for end := range len(text) {
			if prefix := text[:end]; count[prefix] > 0 {
				overlap[prefix], overlap[text] = true, true
			}
		}
	}
	return overlap
}

// sign returns the sign of a marker's spelling, which may be new.
func (d *Detector) sign(m grammar.Marker, known map[grammar.Marker]int) *sign {
	m.Mark = grammar.NoMark
	at, ok := known[m]
	if !ok {
		at = len(d.signs)
		d.signs, known[m] = append(d.signs, sign{marker: m}), at
	}
	return &d.signs[at]
}

// Detect counts the evidence for each style in a conversation, without what a program put
// around its lines.
func (d *Detector) Detect(c *ir.Conversation) Detection {
	c, _ = Unframed(c)
	y := d.count(c, nil)
	defer d.tallies.Put(y)
	out := Detection{Foreign: y.foreign}
	var taught []teaching
	if _, ties := y.best(); ties != 1 {
		taught = d.taught(c, func(k int) bool { return y.evidence[k] >= 0 })
	}
	for k, s := range d.styles {
		if y.evidence[k] < 0 {
			continue
		}
		found := Candidate{Style: s, Evidence: y.evidence[k]}
		if taught != nil {
			found.Instructions, found.Taught = taught[k].count, taught[k].taught
		}
		if found.Evidence > 0 || found.Taught {
			out.Candidates = append(out.Candidates, found)
		}
	}
	sort.SliceStable(out.Candidates, func(i, j int) bool {
		a, b := &out.Candidates[i], &out.Candidates[j]
		if a.Evidence != b.Evidence {
			return a.Evidence > b.Evidence
		}
		if a.Instructions == b.Instructions && y.near >= 0 {
			return a.Style == d.styles[y.near] && b.Style != a.Style
		}
		return a.Instructions > b.Instructions
	})
	return out
}

// Best returns the style that the evidence speaks for, which is the first
// candidate of Detect, or nil where there is none; and the name of a foreign style.
// prints may be nil.
func (d *Detector) Best(c *ir.Conversation, prints *Prints) (best *grammar.Style, foreign string) {
	y := d.count(c, prints)
	defer d.tallies.Put(y)
	most, ties := y.best()
	tied := func(k int) bool { return y.evidence[k] == most }
	if ties == 1 {
		return d.styles[slices.Index(y.evidence, most)], y.foreign
	}
	instructions := -1
	for k, t := range d.taught(c, tied) {
		more := t.count > instructions || t.count == instructions && k == y.near
		if tied(k) && (most > 0 || t.taught) && more {
			best, instructions = d.styles[k], t.count
		}
	}
	return best, y.foreign
}

// Evidence returns what speaks for each style in a conversation.
func (d *Detector) Evidence(c *ir.Conversation) []int {
	c, _ = Unframed(c)
	y := d.counted(c, nil)
	defer d.tallies.Put(y)
	return slices.Clone(y.evidence)
}

// Together returns the style that all of some conversations can be of, by what Evidence
// says of each: the one with the most evidence in all, if none of them has more for
// another; else nil.
func (d *Detector) Together(each [][]int) *grammar.Style {
	sum := &tally{evidence: make([]int, len(d.styles))}
	for _, evidence := range each {
		for k, n := range evidence {
			sum.evidence[k] += n
		}
	}
	d.dropVariants(sum)
	most, _ := sum.best()
	if most <= 0 {
		return nil
	}
	best := slices.Index(sum.evidence, most)
	for _, evidence := range each {
		if slices.Max(evidence) > evidence[best] {
			return nil
		}
	}
	return d.styles[best]
}

// Against returns the style that has the most evidence in a conversation, or nil, with
// how much that is, and how much speaks for the style that was named.
func (d *Detector) Against(c *ir.Conversation, named *grammar.Style) (best *grammar.Style, most, own int) {
	y := d.counted(c, nil)
	defer d.tallies.Put(y)
	if k := slices.Index(d.styles, named); k >= 0 {
		own = y.evidence[k]
	}
	d.dropVariants(y)
	if most, _ = y.best(); most > 0 {
		best = d.styles[slices.Index(y.evidence, most)]
	}
	return best, most, own
}

// count adds up the evidence of what the model and the tools say, without the variants
// that have too little.
func (d *Detector) count(c *ir.Conversation, prints *Prints) *tally {
	y := d.counted(c, prints)
	near, own := -1, 0
	if c.Near != "" {
		if near = slices.IndexFunc(d.styles, func(s *grammar.Style) bool { return s.Name == c.Near }); near >= 0 {
			own = y.evidence[near]
		}
	}
	d.dropVariants(y)
	y.nearby(near, own)
	return y
}

// counted weighs the evidence of what the model and the tools say.
func (d *Detector) counted(c *ir.Conversation, prints *Prints) *tally {
	y := d.added(c, prints)
	y.weigh()
	return y
}

// added adds up the evidence of what the model and the tools say, these apart.
func (d *Detector) added(c *ir.Conversation, prints *Prints) *tally {
	y := d.tallies.Get().(*tally)
	y.foreign, y.line, y.near = c.Foreign, 0, -1
	clear(y.counts)
	y.leading = false
	if c.Flat {
		if p := prints.in(c.Text); p != nil {
			p.textSaid(func(t ir.Text) { d.model(y, t) })
		} else {
			start := afterSystem(c.Text)
			d.turns(y, c.Text, start)
			if y.line == 0 {
				d.afterAssistant(y, text.From(c.Text, start))
			}
			if y.line == 0 && start > 0 { // the prompt is all that speaks
				d.model(y, c.Text)
			}
		}
	}
	for i := range c.Messages {
		switch m := &c.Messages[i]; m.Role {
		case ir.RoleSystem:
		case ir.RoleAssistant:
			y.leading, y.leadFrom = true, grammar.ThinkEnd(m.Content)
			d.model(y, m.Content)
		default:
			d.result(y, m.Content)
		}
	}
	for _, a := range c.Alternatives {
		d.model(y, a)
	}
	d.objectCalls(y, c, prints)
	for k, found := range y.found {
		if found == 0 {
			continue
		}
		sg := &d.signs[k]
		addTo(y.evidence, sg.always, found)
		addTo(y.evidence, sg.fenced, y.fenced[k])
		addTo(y.evidence, sg.unfenced, found-y.fenced[k])
		addTo(y.settled, sg.settles, found)
		addTo(y.settled, sg.fenced, y.fenced[k])
	}
	return y
}
