package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// parts are what is compared of a case; the last one only where it is asked for.
var parts = []string{"output", "rejects", "reasons", "report", "diagnostics", "exit", "stderr"}

// meant says which differences are.
type meant struct {
	renames        [][2]string
	severity, text bool
	// fields means the places where diagnostics end and the values they have.
	fields bool
}

func parseRenames(list string) (out [][2]string, err error) {
	for pair := range strings.SplitSeq(list, ",") {
		was, now, ok := strings.Cut(pair, "=")
		if !ok && pair != "" {
			return nil, fmt.Errorf("-rename: %q is not old=new", pair)
		}
		if ok {
			out = append(out, [2]string{was, now})
		}
	}
	return out, nil
}

var (
	// secondsField is how long a run took, which is another time each time.
	secondsField  = regexp.MustCompile(`,"seconds":[0-9.e-]+`)
	severityField = regexp.MustCompile(`"severity":"[^"]*",?`)
	// severityWord is in the text of what --strict rejects: "loss CODE: ...".
	severityWord = regexp.MustCompile(`([" ])(?:reject|loss|repair|note) ([a-z-]+: )`)
	fieldsField  = regexp.MustCompile(`,"(?:end_line":\d+|end_column":\d+|fields":\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\})`)
	textField    = regexp.MustCompile(`"(text|reason)":"(?:[^"\\]|\\.)*"`)
)

// settle takes out of a part what is not to be compared. Renames apply to the
// old build, since the new one may use an old name for something else.
func (m *meant) settle(part string, data []byte, old bool) []byte {
	if part != "report" && part != "reasons" && part != "diagnostics" {
		return data
	}
	if old {
		for _, r := range m.renames {
			data = bytes.ReplaceAll(data, []byte(`"`+r[0]+`"`), []byte(`"`+r[1]+`"`))
			data = bytes.ReplaceAll(data, []byte(" "+r[0]+": "), []byte(" "+r[1]+": "))
		}
	}
	if part == "report" {
		return m.report(secondsField.ReplaceAll(data, nil))
	}
	if m.severity {
		data = severityField.ReplaceAll(data, nil)
		data = severityWord.ReplaceAll(data, []byte("$1$2"))
	}
	if m.fields {
		data = fieldsField.ReplaceAll(data, nil)
	}
	if m.text {
		data = textField.ReplaceAll(data, []byte(`"$1":""`))
	}
	return data
}

// report sorts the keys of a report, whose order a rename may change, and joins
// the counts of all severities where these are not compared.
func (m *meant) report(data []byte) []byte {
	if len(m.renames) == 0 && !m.severity {
		return data
	}
	var all map[string]any
	if json.Unmarshal(data, &all) != nil {
		return data
	}
	codes := map[string]any{}
	for _, key := range slices.Collect(maps.Keys(all)) {
		counts, ok := all[key].(map[string]any)
		if !m.severity || !ok || key == "steps" || key == "styles" {
			continue
		}
		for code, n := range counts {
			was, _ := codes[code].(float64)
			more, _ := n.(float64)
			codes[code] = was + more
		}
		delete(all, key)
	}
	all["codes"] = codes
	sorted, err := json.Marshal(all)
	if err != nil {
		return data
	}
	return sorted
}

// difference is one part of a case in which the builds differ.
type difference struct {
	part string
	// kind is what it has in common with others, if more is known than the flags.
	kind     string
	line, at int // where it begins: the line and the byte in it, from 1
	old, new string
}

func (c *config) differences(was, now *outcome) (out []difference) {
	if was == nil || now == nil {
		return nil
	}
	for _, part := range c.only {
		a, b := c.meant.settle(part, was.parts[part], true), c.meant.settle(part, now.parts[part], false)
		if !bytes.Equal(a, b) {
			out = append(out, firstDifference(part, a, b))
		}
	}
	return out
}

func firstDifference(part string, a, b []byte) difference {
	kind := ""
	switch part {
	case "report":
		kind = countsApart(a, b)
	case "exit":
		kind = fmt.Sprintf("%s → %s", a, b)
	case "diagnostics", "reasons":
		was, now := firstApart(a, b)
		if kind = kindOf(was, now); was != nil || now != nil {
			at := max(bytes.Index(a, was), 0)
			d := difference{part: part, kind: kind, line: bytes.Count(a[:at], []byte("\n")) + 1, at: 1}
			n := common(was, now)
			if n == 0 { // one of them is nil
				n = max(0, bytes.Index(was, []byte(`"code"`)), bytes.Index(now, []byte(`"code"`)))
			}
			d.old, d.new = excerpt(was, 0, n), excerpt(now, 0, n)
			return d
		}
	}
	n := common(a, b)
	start := bytes.LastIndexByte(a[:n], '\n') + 1
	d := difference{part: part, kind: kind, line: bytes.Count(a[:n], []byte("\n")) + 1, at: n - start + 1}
	d.old, d.new = excerpt(a, start, n), excerpt(b, start, n)
	return d
}

// common is how many bytes a and b begin with that are the same.
func common(a, b []byte) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// excerpt is what is around a byte, within its line.
func excerpt(data []byte, start, at int) string {
	from := max(min(start, len(data)), min(at, len(data))-40)
	line := firstLine(data[from:])
	end := min(len(line), max(at-from, 0)+80)
	return fmt.Sprintf("%q", line[:end])
}

func firstLine(data []byte) []byte {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return line
}

// countsApart lists the counts of two reports that differ.
func countsApart(a, b []byte) string {
	was, now := map[string]string{}, map[string]string{}
	for data, flat := range map[*[]byte]map[string]string{&a: was, &b: now} {
		var all map[string]any
		_ = json.Unmarshal(*data, &all) // what is no report has no counts
		for key, v := range all {
			counts, ok := v.(map[string]any)
			if !ok {
				flat[key] = fmt.Sprint(v)
			}
			for code, n := range counts {
				flat[key+"."+code] = fmt.Sprint(n)
			}
		}
	}
	apart := map[string]bool{}
	for _, m := range []map[string]string{was, now} {
		for key := range m {
			if was[key] != now[key] {
				apart[key] = true
			}
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(apart)), ", ")
}

// firstApart returns the first line of each side that the other side has not, in
// any place. One of them is nil where the other is about another place.
func firstApart(a, b []byte) (was, now []byte) {
	alone := func(lines, others []byte) []byte {
		left := map[string]int{}
		for l := range bytes.Lines(others) {
			left[string(l)]++
		}
		for l := range bytes.Lines(lines) {
			if left[string(l)]--; left[string(l)] < 0 {
				return l
			}
		}
		return nil
	}
	was, now = alone(a, b), alone(b, a)
	if was == nil || now == nil {
		return was, now
	}
	x, y := placeOf(was), placeOf(now)
	switch order := cmp.Or(cmp.Compare(x.Record, y.Record), cmp.Compare(x.Message, y.Message), cmp.Compare(x.Line, y.Line)); {
	case order < 0:
		return was, nil
	case order > 0:
		return nil, now
	}
	return was, now
}

// finding is a line of the diagnostics or of the reasons.
type finding struct {
	Record, Message, Line int
	Code                  string
}

func placeOf(line []byte) (f finding) {
	_ = json.Unmarshal(line, &f) // what is no JSON is about record 0
	return f
}

// kindOf says how two such lines differ: in the code, and in which fields.
func kindOf(was, now []byte) string {
	x, y := placeOf(was).Code, placeOf(now).Code
	switch {
	case was == nil && now == nil:
		return "another order"
	case now == nil:
		return "only in the old build: " + x
	case was == nil:
		return "only in the new build: " + y
	}
	var a, b map[string]any
	if json.Unmarshal(was, &a) != nil || json.Unmarshal(now, &b) != nil {
		return "no JSON"
	}
	fields := map[string]bool{}
	for _, m := range []map[string]any{a, b} {
		for key := range m {
			if fmt.Sprint(a[key]) != fmt.Sprint(b[key]) {
				fields[key] = true
			}
		}
	}
	return fmt.Sprintf("%s → %s: %s", x, y, strings.Join(slices.Sorted(maps.Keys(fields)), ", "))
}

// group is a set of differences of one kind.
type group struct {
	part, kind string
	count      int
	first      *job
	example    difference
}

// tally sums up a comparison.
type tally struct {
	cases    int
	differ   map[string]int // cases, by part
	groups   map[string]*group
	codes    map[int]int // exit codes of the old build
	old, new time.Duration
	took     time.Duration
}

func newTally(cases int) *tally {
	return &tally{cases: cases, differ: map[string]int{}, groups: map[string]*group{}, codes: map[int]int{}}
}

func (t *tally) add(was, now *outcome) {
	if was == nil || now == nil {
		return
	}
	t.old, t.new = t.old+was.cpu, t.new+now.cpu
	t.codes[was.code]++
}

func (t *tally) found(j *job, d difference) {
	t.differ[d.part]++
	kind := cmp.Or(d.kind, strings.Join(j.args, " "))
	g := t.groups[d.part+"\n"+kind]
	if g == nil {
		g = &group{part: d.part, kind: kind, first: j, example: d}
		t.groups[d.part+"\n"+kind] = g
	}
	g.count++
}

// write prints what differs and reports whether anything does. Of each kind of
// difference it shows one case.
func (t *tally) write(w io.Writer, c *config) bool {
	all := slices.SortedFunc(maps.Values(t.groups), func(a, b *group) int {
		return cmp.Or(cmp.Compare(slices.Index(parts, a.part), slices.Index(parts, b.part)), cmp.Compare(b.count, a.count), cmp.Compare(a.kind, b.kind))
	})
	shown := map[string]int{}
	for _, g := range all {
		if shown[g.part] == 0 {
			fmt.Fprintf(w, "%s differs in %d of %d cases\n", g.part, t.differ[g.part], t.cases)
		}
		if shown[g.part]++; shown[g.part] > c.show {
			continue
		}
		d := g.example
		fmt.Fprintf(w, "  %d × %s\n    %s\n    line %d, byte %d\n      old %s\n      new %s\n", g.count, g.kind, g.first.name(), d.line, d.at, d.old, d.new)
	}
	for _, part := range parts {
		if more := shown[part] - c.show; more > 0 {
			fmt.Fprintf(w, "%s: %d more kinds (-show)\n", part, more)
		}
	}
	var codes []string
	for _, code := range slices.Sorted(maps.Keys(t.codes)) {
		codes = append(codes, fmt.Sprintf("%d × exit %d", t.codes[code], code))
	}
	fmt.Fprintf(w, "%d cases (%s); processor time: old %.1f s, new %.1f s; %.0f s in all\n",
		t.cases, strings.Join(codes, ", "), t.old.Seconds(), t.new.Seconds(), t.took.Seconds())
	if len(all) == 0 {
		fmt.Fprintln(w, "no differences in", strings.Join(c.only, ", "))
	}
	return len(all) > 0
}
