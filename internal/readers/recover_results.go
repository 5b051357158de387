package readers

import (
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// lenientResultTag reports whether a message begins with the tag of a result in
// another spelling, and returns the offset after it.
func (r *reader) lenientResultTag(content ir.Text) (end int, ok bool) {
	if !r.recovers || !r.style.InElements() {
		return 0, false
	}
	return text.OpenTag(content, text.SkipSpace(content, 0, content.Len()), r.style.Tag.Result)
}

// lenientResults reads a whole message of results whose tags are spelled otherwise:
// each ends at the first closing tag after which there is only white space or
// another result, else at the last.
func (r *reader) lenientResults(t ir.Text) {
	tag := r.style.Tag
	r.until(r.report(0, ir.CodeTagSpelling, "the tags of a result are spelled otherwise than {style} does"), t.Len()).Style = r.style.Name
	at := text.SkipSpace(t, 0, t.Len())
	for at < t.Len() {
		open, ok := text.OpenTag(t, at, tag.Result)
		if !ok {
			r.add(at, ir.Step{Kind: ir.User, Text: text.From(t, at)})
			return
		}
		stop, end := t.Len(), t.Len()
		for inner, behind := nextClose(t, open, tag.Result); inner >= 0; inner, behind = nextClose(t, behind, tag.Result) {
			stop, end = inner, behind
			next := text.SkipSpace(t, behind, t.Len())
			if _, more := text.OpenTag(t, next, tag.Result); more || next == t.Len() {
				break
			}
		}
		r.lenientResultStep(t, at, open, stop)
		at = text.SkipSpace(t, end, t.Len())
	}
}

// lenientResultStep adds the result whose element at offset at has its content
// between open and stop.
func (r *reader) lenientResultStep(t ir.Text, at, open, stop int) {
	tag := r.style.Tag
	body := t.Slice(0, stop)
	step := ir.Step{Kind: ir.Observation}
	start, named := text.SkipSpace(body, open, stop), false
	if end, ok := text.OpenTag(body, start, tag.Name); ok && !r.style.BareResult() {
		if from, behind := nextClose(body, end, tag.Name); from >= 0 {
			step.Tool, named = r.decoded(at, body.Slice(end, from).Trim(), false), true
			start = text.SkipSpace(body, behind, stop)
		}
	}
	for _, output := range [...]string{tag.Output, tag.Error} {
		end, ok := text.OpenTag(body, start, output)
		if !ok || output == "" {
			continue
		}
		start, step.Failed = end, output == tag.Error
		if from := lastClosing(body, end, output); from >= 0 {
			stop = from
		}
		break
	}
	if r.style.BareResult() {
		start = skipNewlines(body, open, 1)
		stop = trimNewline(body, start, max(stop, start))
	}
	step.Text = r.resultText(start, t.Slice(start, max(stop, start)))
	if named {
		r.pairing.Named(step.Tool)
	} else {
		step.Tool = r.pairing.Next()
	}
	r.add(at, step)
}

// resultText returns a result's text without a CDATA section around it, its
// entities decoded if the options ask for it.
func (r *reader) resultText(at int, content ir.Text) ir.Text {
	if r.recovers {
		if inner := cdata(content); inner.Len() < content.Len() {
			r.report(at, ir.CodeTagSpelling, "the result is in a CDATA section, which was taken off")
			return inner
		}
	}
	return r.decoded(at, content, false)
}
