package dataset

import "github.com/toolspeak/toolspeak/ir"

// counts are the numbers of a run's converted records since its Report was last settled. Most have the same kinds of steps and the same codes in the same order, so that
// none has to be looked for in the maps of the Report.
type counts struct {
	style  string
	styles int
	steps  [ir.NumKinds]int
	codes  []codeCount
	// next is where in codes the next diagnostic is likely to be.
	next int
}

type codeCount struct {
	code     ir.Code
	severity ir.Severity
	n        int
}

// add is Add for the many records of a run. Call settle before reading more of the report
// than the numbers of records.
func (r *Report) add(res *Result) {
	r.Records++
	if res.LeftOut != "" {
		if r.LeftOut == nil {
			r.LeftOut = map[LeftOut]int{}
		}
		r.LeftOut[res.LeftOut]++
		return
	}
	r.Converted++
	c := &r.latest
	if c.style != res.Style {
		r.settle()
		c.style = res.Style
	}
	c.styles++
	r.addLooks(res)
	for kind, n := range res.Steps {
		c.steps[kind] += n
	}
	c.next = 0
	for i := range res.Diagnostics {
		d := &res.Diagnostics[i]
		n := d.Number()
		c.count(d.Code, d.Severity, n)
		if d.Code == ir.CodeOutcomeDropped && d.Outcome == ir.Failure {
			c.count(outcomeDroppedFalse, ir.Loss, n)
		}
	}
}

// count counts a code. Those of one record are most often in the order of those of the
// record before.
func (c *counts) count(code ir.Code, severity ir.Severity, n int) {
	at := c.next
	if at == len(c.codes) || c.codes[at].code != code || c.codes[at].severity != severity {
		for at = 0; at < len(c.codes); at++ {
			if c.codes[at].code == code && c.codes[at].severity == severity {
				break
			}
		}
		if at == len(c.codes) {
			c.codes = append(c.codes, codeCount{code: code, severity: severity})
		}
	}
	c.codes[at].n += n
	c.next = at + 1
}

// settle puts what was counted into the maps of the report.
func (r *Report) settle() {
	c := &r.latest
	if c.styles == 0 {
		return
	}
	r.Styles[c.style] += c.styles
	for kind, n := range c.steps {
		if n > 0 {
			r.Steps[ir.Kind(kind).String()] += n
		}
	}
	for i := range c.codes {
		k := &c.codes[i]
		if k.n == 0 {
			continue
		}
		switch k.severity {
		case ir.Note:
			r.Notes[string(k.code)] += k.n
		case ir.Repair:
			r.Repairs[string(k.code)] += k.n
		default:
			r.Losses[string(k.code)] += k.n
		}
		k.n = 0
	}
	c.styles, c.steps = 0, [ir.NumKinds]int{}
}
