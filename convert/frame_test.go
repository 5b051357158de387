package convert

import (
	"testing"

	"github.com/toolspeak/toolspeak/ir"
)

// The frame of a chain goes from what the user says; words that only look like a part of
// one stay.
func TestFramed(t *testing.T) {
	c, err := New(Options{From: "react", To: "xml"})
	if err != nil {
		t.Fatal(err)
	}
	react := c.styleNamed("react")
	for said, want := range map[string]string{
		"Question: High tide?\nThought:":             "High tide?",
		"Question: High tide?\nThought: ":            "High tide?",
		"Begin!\n\nQuestion: High tide?\nThought:\n": "High tide?",
		"Begin!\nHigh tide?":                         "High tide?",
		"\n Question:High\ntide?\n\nThought:":        "High\ntide?",
		"Question: High tide?":                       "Question: High tide?",
		"High tide?\nThought:":                       "High tide?\nThought:",
		"Thought:":                                   "Thought:",
		"Question: What is a Thought: marker?":       "Question: What is a Thought: marker?",
		"Begin! Now.":                                "Begin! Now.",
		"Question:\nThought:":                        "Question:\nThought:",
	} {
		if got, _ := framed(react, ir.Plain(said)); got.String() != want {
			t.Errorf("%q: %q, expected %q", said, got.String(), want)
		}
	}
}
