package spans

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/dialects"
	"github.com/toolspeak/toolspeak/ir"
)

// fill gives calls without a result the one that the span of a tool has.
func (b *builder) fill() {
	byID, byName := map[string]*Span{}, map[string][]*Span{}
	for i := range b.list {
		x := &b.list[i]
		if x.Kind != Tool && (x.Kind != Other || len(x.Output) == 0) {
			continue
		}
		if x.Call != "" {
			byID[x.Call] = x
		} else {
			byName[x.Name] = append(byName[x.Name], x)
		}
	}
	if len(byID) == 0 && len(byName) == 0 {
		return
	}
	for _, c := range b.kept {
		b.fillOne(c, byID, byName)
	}
}

// fillOne is fill for a transcript. The runs of a tool answer its calls in order.
func (b *builder) fillOne(c *candidate, byID map[string]*Span, byName map[string][]*Span) {
	for {
		call, from := c.open(byID, byName)
		if call < 0 {
			return
		}
		c.b.Answer(call, dialects.Parse(from.Output), from.Failed)
		b.filled++
	}
}

// open returns the first call without a result that the run of a tool has, or -1.
func (c *candidate) open(byID map[string]*Span, byName map[string][]*Span) (call int, from *Span) {
	steps := c.b.Transcript().Steps
	answered := c.b.Answered()
	nth := map[string]int{}
	for i := range steps {
		if steps[i].Kind != ir.Call {
			continue
		}
		name := steps[i].Tool.String()
		n := nth[name]
		nth[name]++
		if answered[i] {
			continue
		}
		x := byID[steps[i].Rare().ID.String()]
		if x == nil {
			if list := byName[name]; n < len(list) && agrees(list[n], &steps[i]) {
				x = list[n]
			}
		}
		if x != nil && (says(x.Output) || x.Failed || len(x.Output) > 0) {
			return i, x
		}
	}
	return -1, nil
}

// agrees reports whether a run of a tool may be that of a call: each value that it was given is
// among the arguments.
func agrees(x *Span, call *ir.Step) bool {
	in, args := dialects.Inside(dialects.Parse(x.Input)), call.Args.Value.String()
	if !in.IsObject() {
		return true
	}
	ok := true
	in.ForEach(func(key, _ Value) bool {
		ok = ok && (strings.Contains(args, string(quoted(key.String()))) || !strings.Contains(args, ":"))
		return ok
	})
	return ok || dialects.Has(in, "input") || dialects.Has(in, "kwargs") || dialects.Has(in, "args")
}
