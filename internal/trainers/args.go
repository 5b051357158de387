//go:build !js

package trainers

import (
	"math"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// rewritten reports what the trainer makes of the arguments of calls that are fields: it
// reads them with Python's JSON and writes them again.
func (r *row) rewritten() *ir.Diagnostic {
	if !r.shaped || !r.Parses {
		return nil
	}
	objects := r.out.Arguments != convert.ArgumentsString
	for i := range r.out.Lowered.Steps {
		s := &r.out.Lowered.Steps[i]
		if s.Kind != ir.Call || s.Args.Form == ir.PlainText {
			continue
		}
		a := argument{b: s.Args.Value.B, columns: objects, loose: objects || r.Loose}
		if len(a.b) == 0 {
			continue
		}
		a.value(jsonx.TrimSpace(a.b).Start, 0)
		if a.fault != "" {
			d := r.lose(ir.CodeArgsFragile, "{style} reads the arguments of {tool} and writes them again: "+a.fault)
			d.Tool, d.Message = s.Tool.String(), s.Message+1
		}
		if a.null && r.Nulls && objects {
			d := r.lose(ir.CodeArgsNull, "{style} leaves out arguments that are null: those of {tool} have one")
			d.Tool, d.Message = s.Tool.String(), s.Message+1
		}
	}
	return nil
}

// argument is the JSON of an argument that is looked through.
type argument struct {
	b       []byte
	columns bool   // its values become columns of a table first
	loose   bool   // its numbers may be read as looseFloat does
	null    bool   // a value of an object is null
	fault   string // what does not stay as it is
}

const deepest = 512

func (a *argument) value(at, depth int) {
	if depth == deepest || a.fault != "" && a.null {
		return
	}
	switch c := a.b[at]; {
	case c == '{':
		seen := map[string]bool{}
		for m := range jsonx.Members(a.b, at) {
			key := jsonx.Unquote(m.Key.Of(a.b))
			if seen[key] {
				a.say("a key comes twice, and the last one stays")
			}
			seen[key] = true
			a.null = a.null || a.b[m.Value.Start] == 'n'
			a.value(m.Value.Start, depth+1)
		}
	case c == '[':
		for e := range jsonx.Elements(a.b, at) {
			a.value(e.Start, depth+1)
		}
	case c == '-' || '0' <= c && c <= '9':
		a.number(string(a.b[at:jsonx.SkipValue(a.b, at)]))
	}
}

func (a *argument) say(fault string) {
	if a.fault == "" {
		a.fault = fault
	}
}

func (a *argument) number(s string) {
	if strings.ContainsAny(s, ".eE") {
		f, err := strconv.ParseFloat(s, 64)
		switch {
		case err != nil || pythonFloat(f) != s:
			a.say("the number " + clip.Dots(s, 24) + " becomes another spelling")
		case a.loose && !a.columns && looseFloat(s) != f:
			a.say("the number " + clip.Dots(s, 24) + " may become " + pythonFloat(looseFloat(s)))
		case a.columns && looseFloat(s) != f:
			a.say("the number " + clip.Dots(s, 24) + " becomes " + pythonFloat(looseFloat(s)) + " in a column whose values have several types")
		}
		return
	}
	if s == "-0" {
		a.say("the number -0 becomes 0")
	}
	if _, err := strconv.ParseInt(s, 10, 64); err != nil && a.columns {
		a.say("the number " + clip.Dots(s, 24) + " is beyond what a column holds")
	}
}

// looseFloat reads a number as pandas' ujson does, by which datasets reads columns whose
// values have several types: its digits are put together with rounding at each step.
func looseFloat(s string) float64 {
	digits, sign := strings.CutPrefix(s, "-")
	exponent := 0
	if at := strings.IndexAny(digits, "eE"); at >= 0 {
		exponent, _ = strconv.Atoi(digits[at+1:])
		digits = digits[:at]
	}
	whole, part, _ := strings.Cut(digits, ".")
	const most = 15
	part = part[:min(len(part), most)]
	f, _ := strconv.ParseFloat(whole, 64)
	fraction, _ := strconv.ParseFloat("0"+part, 64)
	f += float64(fraction * powerOfTen(-len(part))) // rounded before it is added
	if sign {
		f = -f
	}
	if exponent != 0 {
		f *= powerOfTen(exponent)
	}
	return f
}

func powerOfTen(n int) float64 {
	f, _ := strconv.ParseFloat("1e"+strconv.Itoa(n), 64)
	return f
}

// pythonFloat writes a number as Python does.
func pythonFloat(f float64) string {
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		return s
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
