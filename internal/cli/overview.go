package cli

import (
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/ir"
)

// overview counts what a data set holds.
type overview struct {
	records, unreadable int
	styles, layouts     map[string]int
	steps               [ir.NumKinds]int
	forms               [ir.NumForms]int
	// tools counts calls by tool; those of further tools than maxTools are more.
	tools map[string]int
	more  int
}

// maxTools is how many tools are told apart: names come from the input.
const maxTools = 10_000

func newOverview() *overview {
	return &overview{styles: map[string]int{}, layouts: map[string]int{}, tools: map[string]int{}}
}

// add counts a record. What was found in an unreadable one counts up to where
// reading ended.
func (o *overview) add(found *dataset.Inspection, err error) {
	o.records++
	if err != nil {
		o.unreadable++
	} else {
		o.styles[found.Style]++
		o.layouts[found.Layout.String()]++
	}
	for kind, n := range found.Steps {
		o.steps[kind] += n
	}
	for form, n := range found.Forms {
		o.forms[form] += n
	}
	for call := range found.Calls() {
		name := call.Tool.String()
		if _, known := o.tools[name]; known || len(o.tools) < maxTools {
			o.tools[name]++
		} else {
			o.more++
		}
	}
}

// overviewReport is the report of check.
type overviewReport struct {
	Records    int            `json:"records"`
	Unreadable int            `json:"unreadable"`
	Styles     map[string]int `json:"styles"`
	Layouts    map[string]int `json:"layouts"`
	Steps      map[string]int `json:"steps"`
	Arguments  map[string]int `json:"arguments"`
	Calls      map[string]int `json:"calls"`
	Codes      map[string]int `json:"codes"`
}

// report returns what was counted, for programs. codes are the diagnostics by code.
func (o *overview) report(codes map[string]int) overviewReport {
	return overviewReport{o.records, o.unreadable, o.styles, o.layouts, named[ir.Kind](o.steps[:]), named[ir.Form](o.forms[:]), o.tools, codes}
}

// named returns what was counted of kinds or forms, by their names.
func named[K interface {
	~uint8
	String() string
}](list []int) map[string]int {
	out := map[string]int{}
	for k, n := range list {
		if n > 0 {
			out[K(k).String()] = n
		}
	}
	return out
}

// lines says what was counted.
func (o *overview) lines() []string {
	lines := []string{fmt.Sprintf("%s: %d read, %d unreadable", clip.Counted(o.records, "record"), o.records-o.unreadable, o.unreadable)}
	line := func(name, words string) {
		if words != "" {
			lines = append(lines, fmt.Sprintf("%-11s%s", name+":", words))
		}
	}
	line("styles", counts(o.styles))
	line("layouts", counts(o.layouts))
	line("steps", counts(named[ir.Kind](o.steps[:])))
	line("calls", o.calls())
	line("arguments", o.arguments())
	return lines
}

// calls lists the tools that were called most.
func (o *overview) calls() string {
	const most = 12
	tools, rest, others := o.tools, o.more, 0
	if len(tools) > most {
		tools = map[string]int{}
		for i, name := range mostFirst(o.tools) {
			if i < most {
				tools[name] = o.tools[name]
			} else {
				others++
				rest += o.tools[name]
			}
		}
	}
	words := counts(tools)
	switch {
	case o.more > 0:
		words += fmt.Sprintf(", more than %d other tools %d", others, rest)
	case others > 0:
		words += fmt.Sprintf(", %s %d", clip.Counted(others, "other tool"), rest)
	}
	return words
}

// arguments says which share of the arguments has which form.
func (o *overview) arguments() string {
	total := 0
	for _, n := range o.forms {
		total += n
	}
	var parts []string
	for form, n := range o.forms {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d (%.1f %%)", ir.Form(form), n, 100*float64(n)/float64(total)))
		}
	}
	return strings.Join(parts, ", ")
}
