//go:build unix

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// errDiffer says that two builds differ.
var errDiffer = errors.New("the builds differ")

// parts are what is compared of a run.
var parts = []string{"output", "rejects", "reasons", "report", "diagnostics", "exit"}

// outputs runs a build and returns what it gave, by part. The directory is the same for
// both builds, since names of files are found in what they write.
func (b *bencher) outputs(build, in string, r *row) (map[string][]byte, time.Duration, error) {
	args := []string{build, "convert", "--quiet", "--report", "report", "--diagnostics", "diagnostics", "--rejects", "rejects"}
	got, err := b.run(r.workers, slices.Concat(args, r.flags, []string{in})...)
	if err != nil {
		return nil, 0, err
	}
	out := map[string][]byte{"output": got.stdout, "exit": fmt.Append(nil, got.code)}
	for part, file := range map[string]string{"rejects": "rejects", "reasons": "rejects.reasons.jsonl", "report": "report", "diagnostics": "diagnostics"} {
		data, err := os.ReadFile(filepath.Join(b.work, "run", file))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, 0, err
		}
		if part != "rejects" {
			data = b.ignore.ReplaceAll(data, nil)
		}
		out[part] = data
	}
	return out, got.cpu, nil
}

// group counts the differences of one kind, with the first of them.
type group struct {
	part, kind, row string
	count           int
	old, new        string
}

// compare runs both builds on all rows and prints in what they differ: of each kind of
// difference the first.
func (b *bencher) compare(rows []*row) error {
	groups := map[string]*group{}
	var before, now time.Duration
	for _, r := range rows {
		in, err := r.make()
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		was, t, err := b.outputs(b.old, in, r)
		if err != nil {
			return err
		}
		is, t2, err := b.outputs(b.binary, in, r)
		if err != nil {
			return err
		}
		before, now = before+t, now+t2
		for _, part := range b.only {
			if bytes.Equal(was[part], is[part]) {
				continue
			}
			old, new := firstApart(was[part], is[part])
			kind := kindOf(old, new)
			key := part + "\n" + kind
			if groups[key] == nil {
				groups[key] = &group{part: part, kind: kind, row: r.name, old: old, new: new}
			}
			groups[key].count++
		}
	}
	b.print(groups)
	fmt.Printf("%d cases; processor time: old %.1f s, new %.1f s\n", len(rows), before.Seconds(), now.Seconds())
	if len(groups) > 0 {
		return errDiffer
	}
	fmt.Println("no differences in", strings.Join(b.only, ", "))
	return nil
}

func (b *bencher) print(groups map[string]*group) {
	all := slices.SortedFunc(maps.Values(groups), func(x, y *group) int {
		return cmp.Or(cmp.Compare(slices.Index(parts, x.part), slices.Index(parts, y.part)), cmp.Compare(y.count, x.count), cmp.Compare(x.kind, y.kind))
	})
	shown := map[string]int{}
	for _, g := range all {
		if shown[g.part]++; shown[g.part] <= b.show {
			fmt.Printf("%s: %d × %s\n  %s\n    old %s\n    new %s\n", g.part, g.count, cmp.Or(g.kind, "other bytes"), g.row, around(g.old, g.new), around(g.new, g.old))
		}
	}
	for _, part := range parts {
		if more := shown[part] - b.show; more > 0 {
			fmt.Printf("%s: %d more kinds (-show)\n", part, more)
		}
	}
}

// around returns what a line says where another begins to differ.
func around(line, other string) string {
	n := 0
	for n < len(line) && n < len(other) && line[n] == other[n] {
		n++
	}
	return fmt.Sprintf("%q", line[max(n-40, 0):min(len(line), n+80)])
}

// firstApart returns the first line of each side that the other side has not, in any place.
func firstApart(a, b []byte) (was, now string) {
	alone := func(lines, others []byte) string {
		left := map[string]int{}
		for l := range bytes.Lines(others) {
			left[string(l)]++
		}
		for l := range bytes.Lines(lines) {
			if left[string(l)]--; left[string(l)] < 0 {
				return string(l)
			}
		}
		return ""
	}
	return alone(a, b), alone(b, a)
}

// kindOf says how two lines of JSON differ: in the code, and in which fields. Of reports it
// names the counts.
func kindOf(was, now string) string {
	if was == "" && now == "" {
		return "another order"
	}
	a, b := flat(was), flat(now)
	fields := map[string]bool{}
	for _, m := range []map[string]string{a, b} {
		for key := range m {
			if a[key] != b[key] {
				fields[key] = true
			}
		}
	}
	switch names := strings.Join(slices.Sorted(maps.Keys(fields)), ", "); {
	case now == "":
		return strings.TrimSpace("only in the old build " + a["code"])
	case was == "":
		return strings.TrimSpace("only in the new build " + b["code"])
	case a["code"]+b["code"] != "":
		return a["code"] + " → " + b["code"] + ": " + names
	default:
		return names
	}
}

// flat returns the fields of an object of JSON, those of objects in it by their paths.
func flat(line string) map[string]string {
	out := map[string]string{}
	var all map[string]any
	_ = json.Unmarshal([]byte(line), &all) // what is no object has no fields
	for key, v := range all {
		inside, ok := v.(map[string]any)
		if !ok {
			out[key] = fmt.Sprint(v)
		}
		for name, v := range inside {
			out[key+"."+name] = fmt.Sprint(v)
		}
	}
	return out
}
