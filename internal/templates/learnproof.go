package templates

import (
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/readers"
)

// prove reads what the template writes of calls by the page, and writes it again.
func (l *learner) prove() {
	r, e := readers.ForPage(l.out.Page), emitters.ForPage(l.out.Page)
	raw, _ := jinja.ToJSON(learnTools())
	tools, _ := readers.ParseTools(raw)
	read, wrote, tried := 0, 0, 0
	for _, c := range l.samples() {
		said, err := l.message(&l.form, c, nil)
		if err != nil || !strings.Contains(said, c[len(c)-1].name) {
			continue
		}
		tried++
		said = l.undropped(said)
		m := r.Read(said, tools)
		var steps []readCall
		steps, _ = callsIn(r, said, tools)
		if sameProbes(steps, c) {
			read++
		} else {
			l.out.Proof = append(l.out.Proof, "not read as meant: "+clip(said))
		}
		text, err := e.Message(m.Steps, 0)
		switch {
		case err != nil:
			l.out.Proof = append(l.out.Proof, "not written: "+err.Error())
		case strings.TrimSpace(text) != strings.TrimSpace(said):
			l.out.Proof = append(l.out.Proof, "written otherwise: "+clip(text)+" and not "+clip(said))
		default:
			wrote++
		}
	}
	l.out.Failed += tried - read
	l.out.Differs = tried - wrote
	l.out.Proof = append(l.out.Proof, fmt.Sprintf("of %d messages of the template %d read as meant, and %d are written with the same bytes", tried, read, wrote))
}

// undropped returns what a message says without the tokens that end a turn.
func (l *learner) undropped(said string) string {
	for {
		was := said
		for _, d := range l.page.Drop {
			if !strings.Contains(d, "{name}") {
				said = strings.TrimSuffix(strings.TrimRight(said, " \n"), d)
			}
		}
		if was == said {
			return said
		}
	}
}

// samples are calls of several shapes.
func (l *learner) samples() [][]probe {
	with := func(i int, args *jinja.Dict) probe {
		p := probes[i]
		p.args = args
		return p
	}
	samples := [][]probe{
		probes[:1], {probes[1]},
		{with(0, dict("qzalpha", "two\nlines"))},
		{with(0, dict("qzbeta", int64(-3), "qzalpha", "a b"))},
		{with(0, dict())},
	}
	if !l.page.Single {
		samples = append(samples, probes[:], []probe{probes[0], probes[1], probes[0]})
	}
	return samples
}

// compare finds the built-in format that writes the same bytes as the template, and one that
// reads them.
func (l *learner) compare() {
	raw, _ := jinja.ToJSON(learnTools())
	tools, _ := readers.ParseTools(raw)
	mine := readers.ForPage(l.out.Page)
	most, clean := 0, false
	for _, p := range page.All() {
		e, r := emitters.ForPage(p), readers.ForPage(p)
		same, read, all, repairs := 0, 0, 0, 0
		for _, c := range l.samples() {
			said, err := l.message(&l.form, c, nil)
			if err != nil || !strings.Contains(said, c[len(c)-1].name) {
				continue
			}
			all++
			said = l.undropped(said)
			calls, mended := callsIn(r, said, tools)
			repairs += mended
			good := sameProbes(calls, c)
			if good {
				read++
			}
			if text, err := e.Message(mine.Read(said, tools).Steps, 0); err == nil && strings.TrimSpace(text) == strings.TrimSpace(said) && good {
				same++
			}
		}
		if all == 0 || read < all {
			continue
		}
		if p.Anchor != page.AnyObject && (l.out.ReadBy == "" || !clean && repairs == 0 || p == l.t.Page) {
			l.out.ReadBy, clean = p.Name, repairs == 0
		}
		if same == all && (same > most || p == l.t.Page) {
			most, l.out.Same = same, p.Name
		}
	}
}
