package main

import (
	"slices"
	"strconv"

	"github.com/toolspeak/toolspeak/internal/gen/varied"
)

// numbered ends the names of inputs in which no system prompt comes twice.
const numbered = "-numbered"

var fiveStyles = []string{"react", "tool-input", "tool-json", "tao", "xml"}

// endings are the containers that are measured next to plain JSONL.
var endings = []string{".jsonl.gz", ".jsonl.zst", ".parquet"}

// row is one line of the table: INPUT/FROM/TO and what else is special.
type row struct {
	name, input string
	flags       []string
	// ending is that of the output.
	ending  string
	workers int
	// floor is set where the floor itself is measured.
	floor bool
}

// table collects rows.
type table []row

// add adds a row. What is special about it is in extra: a flag, an ending of the
// output, or "2-workers".
func (t *table) add(input, from, to string, flags []string, extra ...string) {
	r := row{name: input + "/" + from + "/" + to, input: input, ending: ".jsonl", workers: 1}
	r.flags = append([]string{"--from", from, "--to", to}, flags...)
	for _, e := range extra {
		r.name += "/" + e
		switch {
		case e == "2-workers":
			r.workers = 2
		case e[0] == '.':
			r.ending = e
		default:
			r.flags = append(r.flags, "--"+e)
		}
	}
	r.flags = append(r.flags, "--workers", strconv.Itoa(r.workers))
	*t = append(*t, r)
}

// modes adds the four rows of an input: detected or told, with read-back or
// without.
func (t *table) modes(input, from, to string, flags ...string) {
	for _, f := range []string{"auto", from} {
		t.add(input, f, to, flags)
		t.add(input, f, to, flags, "no-verify")
	}
}

// rows returns all rows.
func rows() []row {
	t := table{{name: "uniform-react/floor", input: "uniform-react", ending: ".jsonl", workers: 1, floor: true}}
	t.uniform()
	t.varied()
	t.real()
	return t
}

func (t *table) uniform() {
	t.modes("uniform-react", "react", "xml")
	t.add("uniform-react", "auto", "ir", nil)
	for _, from := range fiveStyles {
		for _, to := range fiveStyles {
			if from != "react" || to != "xml" {
				t.add("uniform-"+from, from, to, nil)
			}
		}
	}
	for _, ending := range endings {
		t.add("uniform-react"+ending, "react", "xml", nil, ending)
	}
	t.add("uniform-react", "react", "xml", nil, ".parquet")
	t.add("uniform-react.parquet", "react", "xml", nil, ".jsonl")
	t.add(smallName, "react", "xml", nil)
	for _, from := range []string{"react", "auto"} {
		t.add("uniform-react", from, "xml", nil, "2-workers")
		t.add("uniform-react", from, "xml", nil, "no-verify", "2-workers")
	}
	t.add("uniform-react.jsonl.zst", "react", "xml", nil, ".jsonl.zst", "2-workers")
	t.add("uniform-react.parquet", "react", "xml", nil, ".parquet", "2-workers")
	t.add("uniform-react", "react", "xml", nil, ".parquet", "2-workers")
}

func (t *table) varied() {
	for _, style := range varied.Styles() {
		to := "xml"
		if style == "xml" {
			to = "react"
		}
		t.modes("varied-"+style, style, to)
	}
	t.add("varied-mixed", "auto", "xml", nil)
	t.add("varied-mixed", "auto", "xml", nil, "no-verify")
	t.add("varied-mixed", "auto", "xml", nil, "2-workers")
	t.add("varied-react", "auto", "ir", nil)
}

func (t *table) real() {
	for _, s := range sources {
		t.modes(s.name, s.style, s.to, s.flags...)
		if s.prompts {
			t.modes(s.name+numbered, s.style, s.to, s.flags...)
		}
		if s.name == "llamaindex" {
			t.add(s.name, "auto", "ir", nil)
			t.add(s.name, "auto", s.to, nil, "2-workers")
			t.add(s.name+numbered, "auto", s.to, nil, "2-workers")
		}
	}
}

// real reports whether a row needs the real transcripts.
func (r *row) real() bool {
	return slices.ContainsFunc(sources, func(s source) bool { return r.input == s.name || r.input == s.name+numbered })
}
